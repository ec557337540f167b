//! Borrowing on the running kernel's loop devices: writes, putting back, refusals.

use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use iogram_device::{
    BlockDevice, BorrowRequest, DeviceError, JournalState, OpenMode, Refusal, fill_keyed,
    list_borrowed, open_borrowed_device, permit_borrowing, permit_borrowing_places,
    permit_device, restore, save_as,
};
use iogram_engine::Control;
use iogram_inspect::SysRoot;
use iogram_model::{Bytes, DataPattern};

use crate::common::{LoopDevice, TempDir, run, skip};

const SIZE: u64 = 8 << 20;
const PART: u64 = 2 << 20;
const WRITE: OpenMode = OpenMode { is_writable: true, is_direct: false };

/// A loop device with a file system, filled with bytes that never repeat.
struct Card {
    dir: TempDir,
    image: PathBuf,
    device: LoopDevice,
}

impl Card {
    fn new() -> Result<Self, String> {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        run("mkfs.ext4", &["-q", image.to_str().unwrap()])?;
        let file = open(&image);
        // Keeps the superblock and its surroundings.
        for offset in (65536..SIZE).step_by(8) {
            file.write_all_at(&(offset | 1 << 60).to_le_bytes(), offset).unwrap();
        }
        let device = LoopDevice::over(&image, &[])?;
        Ok(Self { dir, image, device })
    }

    fn journals(&self) -> PathBuf {
        self.dir.path().join("journals")
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.image).unwrap()
    }

    fn borrow(&self) -> Result<BlockDevice, DeviceError> {
        unless_inherited(|| self.borrow_once())
    }

    fn borrow_once(&self) -> Result<BlockDevice, DeviceError> {
        let control = Control::default();
        let journals = self.journals();
        let request = BorrowRequest {
            size: Bytes(PART),
            journals: &journals,
            control: &control,
            seen: None,
        };
        let permit = permit_borrowing(&SysRoot::default(), &self.device.path, request, &[])?;
        open_borrowed_device(permit)
    }

    /// Borrows, writes at `offset`, and leaves without putting back, as a crash does.
    fn crash(&self, offset: u64) -> PathBuf {
        let device = self.borrow().unwrap();
        overwrite(&device, offset);
        let journal = device.borrowed().unwrap().journal().to_owned();
        // Like a kill: the journal stays, and nothing is put back.
        let saved = std::fs::read(&journal).unwrap();
        let changed = self.bytes();
        drop(device);
        std::fs::write(&journal, saved).unwrap();
        open(&self.device.path).write_all_at(&changed, 0).unwrap();
        run("sync", &[]).ok();
        journal
    }

    fn restore(&self, journal: &Path) -> Result<iogram_device::PutBack, DeviceError> {
        unless_inherited(|| restore(&SysRoot::default(), journal, &[]))
    }
}

/// A program started by another test inherits every descriptor of this process for a moment, also those that have
/// just written to a card: that does not count as use.
fn unless_inherited<T>(attempt: impl Fn() -> Result<T, DeviceError>) -> Result<T, DeviceError> {
    for _ in 0..100 {
        match attempt() {
            Err(error) if error.to_string().contains("open for writing") => {}
            outcome => return outcome,
        }
    }
    attempt()
}

fn open(path: &Path) -> std::fs::File {
    let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::CLOEXEC;
    std::fs::File::from(rustix::fs::open(path, flags, rustix::fs::Mode::empty()).unwrap())
}

fn overwrite(device: &BlockDevice, offset: u64) {
    let fd = std::fs::File::from(device.open_part(WRITE, offset..offset + 4096).unwrap());
    let mut bytes = [0; 4096];
    let key = device.borrowed().unwrap().key();
    fill_keyed(&mut bytes, DataPattern::Random, offset, key);
    fd.write_all_at(&bytes, offset).unwrap();
    fd.sync_all().unwrap();
}

fn with_card(test: impl FnOnce(Card)) {
    match Card::new() {
        Ok(card) => test(card),
        Err(reason) => skip(&reason),
    }
}

#[test]
fn what_is_written_to_a_borrowed_part_is_put_back_when_the_device_is_given_up() {
    with_card(|card| {
        let before = card.bytes();
        let device = card.borrow().unwrap();
        for offset in [0, 4096, PART - 4096] {
            overwrite(&device, offset);
        }
        assert!(card.bytes() != before);
        drop(device);
        assert!(card.bytes() == before);
        assert_eq!(std::fs::read_dir(card.journals()).unwrap().count(), 0);
    });
}

#[test]
fn beyond_the_borrowed_part_nothing_is_opened_for_writing() {
    with_card(|card| {
        let device = card.borrow().unwrap();
        assert!(device.is_writable());
        for part in [PART..PART + 512, 0..PART + 1, 0..SIZE] {
            let error = device.open_part(WRITE, part.clone()).unwrap_err();
            let is_told = matches!(&error, DeviceError::Refused(Refusal::NotBorrowed { .. }));
            assert!(is_told, "{part:?}: {error}");
        }
        assert!(device.open(WRITE).is_err());
    });
}

#[test]
fn after_a_crash_the_device_is_restored_once() {
    with_card(|card| {
        let before = card.bytes();
        let journal = card.crash(4096);
        assert!(card.bytes() != before);
        let listed = list_borrowed(&card.journals()).unwrap();
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].state, JournalState::Complete);
        let error = card.borrow().unwrap_err();
        assert!(error.to_string().contains("borrowed and not put back"), "{error}");
        let done = card.restore(&journal).unwrap();
        assert_eq!((done.size, done.resized), (Bytes(PART), None));
        assert!(card.bytes() == before);
        assert!(card.restore(&journal).is_err());
    });
}

#[test]
fn a_device_that_was_formatted_since_is_not_overwritten() {
    with_card(|card| {
        let journal = card.crash(0);
        run("mkfs.ext4", &["-q", "-F", card.device.text()]).unwrap();
        let before = card.bytes();
        let error = card.restore(&journal).unwrap_err();
        let is_told = matches!(&error, DeviceError::Refused(Refusal::NotAsBorrowed { .. }));
        assert!(is_told, "{error}");
        assert!(card.bytes() == before && journal.exists());
    });
}

/// Writes foreign bytes without iogram.
fn use_device(card: &Card, bytes: &[u8], offset: u64) {
    let device = open(&card.device.path);
    device.write_all_at(bytes, offset).unwrap();
    device.sync_all().unwrap();
}

#[test]
fn one_sector_that_somebody_wrote_anywhere_keeps_all_of_it_from_being_put_back() {
    with_card(|card| {
        let journal = card.crash(1 << 20);
        // At the beginning, over a tombstone, over test data, between both, and in the last sector.
        for offset in [0, 1536, 72 << 10, 1 << 20, (1 << 20) + 3584, PART - 512] {
            let left = card.bytes();
            let place = usize::try_from(offset).unwrap();
            use_device(&card, &[b'n'; 512], offset);
            let used = card.bytes();
            let error = card.restore(&journal).unwrap_err();
            assert!(error.to_string().contains("it was used since: 512"), "{error}");
            assert!(error.to_string().contains(&format!("bytes {offset} to")), "{error}");
            assert!(card.bytes() == used && journal.exists(), "byte {offset}");
            use_device(&card, &left[place..place + 512], offset);
        }
        card.restore(&journal).unwrap();
    });
}

#[test]
fn what_a_test_of_another_run_wrote_is_not_taken_for_this_runs() {
    with_card(|card| {
        let journal = card.crash(4096);
        let mut bytes = [0; 4096];
        iogram_device::fill(&mut bytes, DataPattern::Random, 4096);
        use_device(&card, &bytes, 1 << 20);
        let error = card.restore(&journal).unwrap_err();
        assert!(error.to_string().contains("bytes 1048576 to 1052672"), "{error}");
        iogram_device::fill_marks(&mut bytes, 1 << 20, 7);
        use_device(&card, &bytes, 1 << 20);
        assert!(card.restore(&journal).is_err());
        use_device(&card, &[0; 4096], 1 << 20);
        let error = card.restore(&journal).unwrap_err();
        assert!(error.to_string().contains("neither the old data"), "{error}");
    });
}

#[test]
fn nothing_recognises_a_borrowed_device_and_a_second_borrowing_is_refused_from_anywhere() {
    with_card(|card| {
        let before = card.bytes();
        let recognised = || run("blkid", &["--probe", card.device.text()]);
        match recognised() {
            Ok(said) => assert!(said.contains("ext4"), "{said}"),
            Err(reason) => return skip(&reason),
        }
        let journal = card.crash(1 << 20);
        // It fails if nothing is recognised.
        let found = recognised();
        assert!(found.as_ref().map_or(true, String::is_empty), "{found:?}");
        let (control, other) = (Control::default(), card.dir.path().join("elsewhere"));
        let request = BorrowRequest {
            size: Bytes(PART),
            journals: &other,
            control: &control,
            seen: None,
        };
        let root = SysRoot::default();
        let refused = permit_borrowing(&root, &card.device.path, request, &[]);
        let error = refused.unwrap_err();
        assert!(error.to_string().contains("borrowed and not put back"), "{error}");
        assert!(
            error.hint().to_string().contains(journal.to_str().unwrap()),
            "{}",
            error.hint()
        );
        let error = permit_device(&root, &card.device.path, None, &[]).unwrap_err();
        assert!(error.to_string().contains("borrowed and not put back"), "{error}");
        card.restore(&journal).unwrap();
        assert!(card.bytes() == before);
    });
}

#[test]
fn zeros_are_the_tests_own_only_where_it_was_kept_that_it_writes_them() {
    with_card(|card| {
        let before = card.bytes();
        // Like a cell of zeros: announces its data, then writes it.
        let kept = |journal: &Path| {
            let bytes = std::fs::read(journal).unwrap();
            let end = bytes.len() as u64 - 8;
            open(journal).write_all_at(b"BLANKED!", end).unwrap();
        };
        let journal = card.crash(1 << 20);
        use_device(&card, &[0; 4096], 1 << 20);
        let error = card.restore(&journal).unwrap_err();
        assert!(error.to_string().contains("it was used since"), "{error}");
        kept(&journal);
        card.restore(&journal).unwrap();
        assert!(card.bytes() == before);
        // Wiped completely, also beyond the borrowed part.
        let journal = card.crash(1 << 20);
        kept(&journal);
        use_device(&card, &vec![0; before.len()], 0);
        let error = card.restore(&journal).unwrap_err();
        assert!(error.to_string().contains("it was used since"), "{error}");
        assert!(card.bytes().iter().all(|byte| *byte == 0));
    });
}

#[test]
fn of_two_journals_of_a_device_the_older_one_is_refused() {
    with_card(|card| {
        let older = card.crash(4096);
        let saved = std::fs::read(&older).unwrap();
        card.restore(&older).unwrap();
        use_device(&card, b"something new", 100_000);
        let new = card.bytes();
        let newer = card.crash(8192);
        let copy = older.with_file_name("copy.borrowed");
        std::fs::write(&copy, saved).unwrap();
        let left = card.bytes();
        let error = card.restore(&copy).unwrap_err();
        assert!(error.to_string().contains("borrowed again since"), "{error}");
        assert!(card.bytes() == left);
        card.restore(&newer).unwrap();
        assert!(card.bytes() == new);
        let error = card.restore(&copy).unwrap_err();
        assert!(error.to_string().contains("it was used since"), "{error}");
        assert!(card.bytes() == new && copy.exists());
    });
}

#[test]
fn what_was_saved_can_be_had_as_an_image() {
    with_card(|card| {
        let before = card.bytes();
        let journal = card.crash(4096);
        use_device(&card, &[1; 4096], 0);
        let image = card.dir.path().join("saved.img");
        save_as(&journal, &image).unwrap();
        let saved = std::fs::read(&image).unwrap();
        let part = usize::try_from(PART).unwrap();
        assert!(saved[..part] == before[..part]);
        assert!(saved[saved.len() - 4096..] == before[before.len() - 4096..]);
        // Never overwrites a file.
        assert!(save_as(&journal, &image).is_err());
        assert!(std::fs::read(&image).unwrap() == saved && journal.exists());
    });
}

#[test]
fn a_device_that_has_grown_or_shrunk_is_put_back_at_its_old_places() {
    with_card(|card| {
        let before = card.bytes();
        let resize = |size: u64| {
            open(&card.image).set_len(size).unwrap();
            run("losetup", &["--set-capacity", card.device.text()]).unwrap();
        };
        // Within the run, and afterwards.
        let device = card.borrow().unwrap();
        overwrite(&device, 4096);
        resize(2 * SIZE);
        drop(device);
        assert!(card.bytes()[..before.len()] == before);
        resize(SIZE);
        let journal = card.crash(4096);
        resize(2 * SIZE);
        let done = card.restore(&journal).unwrap();
        assert_eq!(done.resized, Some(Bytes(2 * SIZE)));
        assert!(card.bytes()[..before.len()] == before);
        resize(SIZE);
        let journal = card.crash(4096);
        let end = card.bytes().split_off(before.len() / 2);
        resize(SIZE / 2);
        let error = card.restore(&journal).unwrap_err();
        assert!(error.to_string().contains("its capacity is 4"), "{error}");
        assert!(error.hint().to_string().contains("iogram restore"), "{}", error.hint());
        let part = usize::try_from(PART).unwrap();
        assert!(card.bytes()[..part] == before[..part] && journal.exists());
        resize(SIZE);
        use_device(&card, &end, SIZE / 2);
        card.restore(&journal).unwrap();
        assert!(card.bytes() == before);
    });
}

#[test]
fn another_file_under_the_name_of_the_borrowed_one_is_another_device() {
    with_card(|card| {
        let journal = card.crash(0);
        let left = card.bytes();
        std::fs::rename(&card.image, card.image.with_extension("moved")).unwrap();
        std::fs::write(&card.image, &left).unwrap();
        let Card { device, dir, image } = card;
        let Ok(device) = device.exchange(&image) else { return };
        let error = restore(&SysRoot::default(), &journal, &[]).unwrap_err();
        assert!(error.to_string().contains("is not connected"), "{error}");
        assert!(std::fs::read(&image).unwrap() == left && journal.exists());
        drop((device, dir));
    });
}

#[test]
fn a_device_that_was_changed_beyond_the_borrowed_part_is_not_overwritten() {
    with_card(|card| {
        let journal = card.crash(0);
        // One of the samples.
        use_device(&card, &[1; 4096], PART + 3 * 389_120);
        let error = card.restore(&journal).unwrap_err();
        assert!(error.to_string().contains("beyond the borrowed part"), "{error}");
    });
}

/// Borrowing needs no typed name: the identity at the time when the user named it is the only check.
#[test]
fn a_device_that_was_exchanged_since_it_was_named_is_not_borrowed() {
    with_card(|card| {
        let root = SysRoot::default();
        let Err(DeviceError::Refused(Refusal::NotConfirmed(named))) =
            unless_inherited(|| permit_device(&root, &card.device.path, None, &[]))
        else {
            panic!("a device with a file system waits for its name");
        };
        let seen = named.identity.to_string();
        let before = card.bytes();
        std::fs::create_dir(card.dir.path().join("elsewhere")).unwrap();
        let other = card.dir.image("elsewhere/image", SIZE);
        std::fs::write(&other, &before).unwrap();
        let journals = card.journals();
        let Card { device, dir, image } = card;
        let Ok(device) = device.exchange(&other) else { return };
        let (control, seen) = (Control::default(), Some(seen.as_str()));
        let request =
            BorrowRequest { size: Bytes(PART), journals: &journals, control: &control, seen };
        let whole = permit_borrowing(&root, &device.path, request, &[]).map(drop);
        let most = Bytes(PART);
        let places = permit_borrowing_places(&root, &device.path, (&journals, most), seen, &[])
            .map(drop);
        for refused in [whole, places] {
            let error = refused.unwrap_err();
            assert!(matches!(error, DeviceError::Refused(Refusal::Changed { .. })), "{error}");
        }
        for image in [&image, &other] {
            assert!(std::fs::read(image).unwrap() == before, "{}", image.display());
        }
        assert!(!journals.exists(), "nothing was saved");
        drop((device, dir));
    });
}

#[test]
fn another_device_of_the_same_size_is_not_taken_for_the_borrowed_one() {
    with_card(|card| {
        let journal = card.crash(0);
        let other = card.dir.image("other", SIZE);
        let Card { device, dir, .. } = card;
        let device = device.exchange(&other).unwrap();
        let error = restore(&SysRoot::default(), &journal, &[]).unwrap_err();
        assert!(error.to_string().contains("is not connected"), "{error}");
        drop((device, dir));
    });
}

#[test]
fn a_journal_that_would_not_outlive_a_power_cut_is_refused() {
    with_card(|card| {
        let control = Control::default();
        let journals = PathBuf::from(format!("/dev/shm/iogram-test-{}", std::process::id()));
        let request = BorrowRequest {
            size: Bytes(PART),
            journals: &journals,
            control: &control,
            seen: None,
        };
        let root = SysRoot::default();
        let refused = permit_borrowing(&root, &card.device.path, request, &[]);
        std::fs::remove_dir(&journals).ok();
        let error = refused.unwrap_err();
        let is_told = matches!(&error, DeviceError::Refused(Refusal::NoPlaceForJournal { .. }));
        assert!(is_told, "{error}");
    });
}

#[test]
fn a_device_that_is_too_small_is_borrowed_whole() {
    with_card(|card| {
        let before = card.bytes();
        let control = Control::default();
        let journals = card.journals();
        let request = BorrowRequest {
            size: Bytes::GIB,
            journals: &journals,
            control: &control,
            seen: None,
        };
        let root = SysRoot::default();
        let permit = permit_borrowing(&root, &card.device.path, request, &[]).unwrap();
        assert_eq!(permit.size(), Bytes(SIZE));
        let device = open_borrowed_device(permit).unwrap();
        overwrite(&device, SIZE - 4096);
        drop(device);
        assert!(card.bytes() == before);
    });
}

#[test]
fn a_saving_that_is_stopped_leaves_device_and_directory_alone() {
    with_card(|card| {
        let before = card.bytes();
        let control = Control::default();
        control.stop();
        let journals = card.journals();
        let request = BorrowRequest {
            size: Bytes(PART),
            journals: &journals,
            control: &control,
            seen: None,
        };
        let root = SysRoot::default();
        assert!(permit_borrowing(&root, &card.device.path, request, &[]).is_err());
        assert!(card.bytes() == before);
        assert_eq!(std::fs::read_dir(journals).unwrap().count(), 0);
    });
}
