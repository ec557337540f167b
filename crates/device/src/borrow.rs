//! Borrowing a part of a device that holds something: its blocks are saved, it is written, and the
//! blocks are put back and read again.
//!
//! A [`BorrowPermit`] exists only while every block of the part is durable on another drive, and allows
//! to write to that part alone. It is not a permit to destroy, and neither can be made from the other.
//! What is left after a crash is put back by [`restore`](crate::restore()).
//!
//! Before anything else is written, tombstones take the place of everything by which a system recognises
//! the device, there and beyond the part: until it is put back nothing on it can be mounted by mistake,
//! and whoever uses it otherwise is noticed.
//!
//! Limit: a drive that answers reads past its own cache from that cache can hide that a block did not
//! arrive in the flash.

use std::ops::Range;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use iogram_engine::Control;
use iogram_model::{Bytes, DataPattern, OpKind, Workload, sentence, text};

use crate::claim::{Claim, claim};
use crate::device_identity::DeviceIdentity;
use crate::direct::{Direct, block_buffers};
use crate::error::DeviceError;
use crate::journal::{Journal, JournalWriter};
use crate::journal_head::{BLOCK, JournalHead};
use crate::journal_place::{check_place, prepare_directory};
use crate::journals::{Borrowed, JournalState, list_borrowed};
use crate::linux::holds::BlockingUse;
use crate::linux::loop_file::{find_loop_file, named_file};
use crate::linux::needed::ProtectedPath;
use crate::linux::same_device::{is_same, sample_outside};
use crate::own_data::RECOGNISED_MIN;
use crate::payload::{DataKey, kept_per_sector};
use crate::put_back::{PutBack, put_blocks_back};
use crate::refusal::Refusal;
use crate::tombstone::{BorrowId, Tombstone, absolute, places_to_mark};
use iogram_inspect::sysfs::SysRoot;

/// How much to borrow, and where to keep what is there now.
#[derive(Debug, Clone, Copy)]
pub struct BorrowRequest<'a> {
    /// How many bytes from the beginning; less where the device has less.
    pub size: Bytes,
    /// The directory of saved blocks, on another drive. Made if it is not there.
    pub journals: &'a Path,
    /// Stops the saving; putting back is never stopped.
    pub control: &'a Control,
    /// Which device it was when the user named it, as [`crate::DestructionPermit::mark`] tells it: no other
    /// is borrowed. `None` if nobody looked before.
    pub seen: Option<&'a str>,
}

/// Proof that the blocks of a part of a device are saved, and the right to write to that part.
#[derive(Debug)]
pub struct BorrowPermit {
    claim: Claim,
    journal_path: PathBuf,
    size: Bytes,
    key: DataKey,
    journal: Mutex<Journal>,
    state: Mutex<State>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// What is on the device may differ from what was saved.
    Out,
    /// Everything is as it was.
    Back,
    /// Requests are still under way and may arrive after everything that is done here.
    Unsettled,
}

/// Saves the first blocks of a device that nothing uses, and permits to write to them.
///
/// # Errors
///
/// [`DeviceError::Refused`] with everything that stands in the way, or if the blocks would lie on the
/// same drive or in memory; fails if they cannot be read or saved.
pub fn permit_borrowing(
    root: &SysRoot,
    path: &Path,
    request: BorrowRequest<'_>,
    needed: &[ProtectedPath],
) -> Result<BorrowPermit, DeviceError> {
    let claim = claim(root, path, needed)?;
    claim.check_seen(request.seen)?;
    prepare_directory(request.journals)?;
    refuse_borrowed(root, &claim, request.journals)?;
    let logical = claim.facts.logical_block_size.unwrap_or(Bytes(4096)).0.max(512);
    let size = request.size.min(claim.identity.capacity).0 / logical * logical;
    if size == 0 {
        return Err(DeviceError::NotATarget {
            name: path.display().to_string(),
            why: sentence!("device-less-block", size = request.size),
            hint: sentence!("device-borrow-more"),
        });
    }
    check_place(root, &claim, request.journals, Bytes(size))?;
    let journal = save(root, &claim, Bytes(size), request)?;
    let permit = BorrowPermit {
        claim,
        journal_path: journal.path().to_owned(),
        size: journal.head().size,
        key: journal.head().key,
        journal: Mutex::new(journal),
        state: Mutex::new(State::Out),
    };
    // If it fails, the permit puts back what was marked.
    permit.mark()?;
    Ok(permit)
}

/// A device is borrowed once: what it holds until it is put back is not what it should hold.
pub(crate) fn refuse_borrowed(
    root: &SysRoot,
    claim: &Claim,
    journals: &Path,
) -> Result<(), DeviceError> {
    let open = list_borrowed(journals)?
        .into_iter()
        .filter(|one| one.state == JournalState::Complete)
        .find(|one| one.head.as_ref().is_some_and(|head| is_same(head, &claim.facts, root)));
    let Some(Borrowed { journal, .. }) = open else { return Ok(()) };
    let (name, holds) = (claim.facts.name.clone(), vec![BlockingUse::Borrowed { journal }]);
    Err(Refusal::Held { name, holds }.into())
}

fn save(
    root: &SysRoot,
    claim: &Claim,
    size: Bytes,
    request: BorrowRequest<'_>,
) -> Result<Journal, DeviceError> {
    let drive = Direct::open(claim, false)?;
    let mut head = head_of(root, claim, size, request.journals)?;
    head.marked = readable_places(&drive, claim, size)?;
    head.beyond = beyond(&head.marked, size.0);
    head.outside = sample_outside(&drive, &head)?;
    let mut writer = JournalWriter::create(request.journals, head)?;
    let mut buffer = block_buffers(1)?;
    for index in 0..writer.head().block_count() {
        if request.control.is_stopped() {
            return Err(DeviceError::Failed {
                action: text!("device-cannot-borrow", path, why),
                path: claim.path.clone(),
                why: sentence!("device-interrupted"),
                hint: sentence!("device-nothing-written"),
            });
        }
        let (start, length) = writer.head().place(index);
        let block = &mut buffer.slot(0)[..length];
        drive.read(start, block)?;
        writer.add(block)?;
    }
    writer.finish()
}

/// Where tombstones will be. A place that cannot be read, such as the end of a counterfeit, cannot be put
/// back and is left alone; the beginning has to be readable.
pub(crate) fn readable_places(
    drive: &Direct<'_>,
    claim: &Claim,
    size: Bytes,
) -> Result<Vec<Range<u64>>, DeviceError> {
    let block = claim.facts.logical_block_size.map_or(512, |size| size.0);
    let places = places_to_mark((claim.identity.capacity.0, size.0), block, &claim.contents);
    let mut buffer = block_buffers(1)?;
    let mut readable = Vec::new();
    for place in cut(&places) {
        let length = usize::try_from(place.end - place.start).expect("at most a mebibyte");
        match drive.read(place.start, &mut buffer.slot(0)[..length]) {
            Err(error) if place.start == 0 => return Err(error),
            Err(_) => {}
            Ok(()) => readable.push(place),
        }
    }
    Ok(readable)
}

/// In pieces that fit into a block of a journal.
fn cut(places: &[Range<u64>]) -> Vec<Range<u64>> {
    let step = usize::try_from(BLOCK).expect("a mebibyte");
    let pieces = |place: &Range<u64>| {
        let end = place.end;
        place.clone().step_by(step).map(move |start| start..end.min(start + BLOCK))
    };
    places.iter().flat_map(pieces).collect()
}

/// What of `places` lies behind the first `size` bytes.
fn beyond(places: &[Range<u64>], size: u64) -> Vec<Range<u64>> {
    let behind = places.iter().map(|place| place.start.max(size)..place.end);
    behind.filter(|place| place.start < place.end).collect()
}

/// What is kept of a device to know it, and this borrowing of it, again.
pub(crate) fn head_of(
    root: &SysRoot,
    claim: &Claim,
    size: Bytes,
    journals: &Path,
) -> Result<JournalHead, DeviceError> {
    let facts = &claim.facts;
    let dir = root.block_dir(claim.identity.number);
    let file = dir.as_deref().and_then(named_file);
    let random = random_bytes()?;
    let (id, _) = random.as_chunks::<16>();
    let (key, _) = random[16..].as_chunks::<8>();
    let mut head = JournalHead {
        name: facts.name.clone(),
        capacity: claim.identity.capacity,
        sequence: claim.identity.sequence,
        model: facts.model.clone(),
        serial: facts.serial.clone(),
        world_wide_name: claim.identity.world_wide_name.clone(),
        loop_file: file.as_ref().and_then(|_| find_loop_file(&claim.path)),
        file,
        size,
        outside: None,
        id: Some(BorrowId(u128::from_le_bytes(id[0]))),
        key: DataKey::of_borrowing(u64::from_le_bytes(key[0])),
        generation: 1,
        beyond: Vec::new(),
        marked: Vec::new(),
    };
    // Whatever else is kept of this device is older.
    for one in list_borrowed(journals)?.into_iter().filter_map(|one| one.head) {
        if one.is_of_same_device(&head) {
            head.generation = head.generation.max(one.generation.saturating_add(1));
        }
    }
    Ok(head)
}

/// What nobody else has: 16 bytes for the borrowing's name, 8 for its data.
fn random_bytes() -> Result<[u8; 24], DeviceError> {
    const SOURCE: &str = "/dev/urandom";
    let mut bytes = [0; 24];
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
    let read = rustix::fs::open(SOURCE, flags, rustix::fs::Mode::empty())
        .and_then(|fd| rustix::io::read(&fd, &mut bytes));
    match read {
        Ok(24) => Ok(bytes),
        Ok(_) => Err(DeviceError::system(
            text!("device-cannot-read", path),
            SOURCE,
            rustix::io::Errno::IO,
        )),
        Err(errno) => {
            Err(DeviceError::system(text!("device-cannot-read", path), SOURCE, errno))
        }
    }
}

/// Writes tombstones, durably. Beyond the first place a drive that takes none there, such as a
/// counterfeit, is left as it is.
pub(crate) fn write_tombstones(
    claim: &Claim,
    head: &JournalHead,
    journal: &Path,
) -> Result<(), DeviceError> {
    let Some(id) = head.id else { return Ok(()) };
    let drive = Direct::open(claim, true)?;
    let tombstone = Tombstone { id, generation: head.generation, journal: absolute(journal) };
    let mut buffer = block_buffers(1)?;
    for place in &head.marked {
        let length = usize::try_from(place.end - place.start).expect("at most a mebibyte");
        let bytes = &mut buffer.slot(0)[..length];
        tombstone.fill(bytes);
        match drive.write(place.start, bytes) {
            Err(error) if place.start == 0 => return Err(error),
            _ => {}
        }
    }
    drive.settle()
}

impl BorrowPermit {
    /// A panic elsewhere is no reason not to put back.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The device as the user named it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.claim.path
    }

    /// The file that keeps the blocks.
    #[must_use]
    pub fn journal(&self) -> &Path {
        &self.journal_path
    }

    /// How many bytes may be written, from the first on.
    #[must_use]
    pub fn size(&self) -> Bytes {
        self.size
    }

    /// Whether the part is lent out still, and may be written.
    pub(crate) fn is_out(&self) -> bool {
        *self.lock() == State::Out
    }

    pub(crate) fn identity(&self) -> &DeviceIdentity {
        &self.claim.identity
    }

    /// Another descriptor of the claim.
    pub(crate) fn claim_fd(&self) -> Result<OwnedFd, DeviceError> {
        self.claim.fd_again()
    }

    /// Requests did not come back: they may reach the device after everything that is written now, so
    /// it has to be put back later.
    pub(crate) fn leave_unsettled(&self) {
        *self.lock() = State::Unsettled;
    }

    /// By what the data that are written to it are known.
    #[must_use]
    pub fn key(&self) -> DataKey {
        self.key
    }

    /// Keeps what has to be known to recognise what a cell will write.
    ///
    /// # Errors
    ///
    /// Wrong usage if it could not be recognised; fails if it cannot be kept.
    pub(crate) fn announce(&self, workload: &Workload) -> Result<(), DeviceError> {
        let writes = workload.has(OpKind::Write);
        let kept = kept_per_sector(workload.data);
        let is_anybodys =
            matches!(workload.data, DataPattern::Repeated(_) | DataPattern::Headed(_));
        if writes && (is_anybodys || (1..RECOGNISED_MIN).contains(&kept)) {
            return Err(DeviceError::NotATarget {
                name: format!("{} with data={}", self.claim.path.display(), workload.data),
                why: sentence!("device-borrowed-after-crash-data-could-not"),
                hint: sentence!("device-use-data-zeros-data-compress-95"),
            });
        }
        if writes && kept == 0 || workload.mix.discard.0 > 0 {
            self.lock_journal().announce_blanks()?;
        }
        Ok(())
    }

    fn lock_journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn mark(&self) -> Result<(), DeviceError> {
        let journal = self.lock_journal();
        write_tombstones(&self.claim, journal.head(), journal.path())
    }

    /// Writes back every block that differs, reads all of them again past the page cache, and then
    /// forgets the journal. Does nothing the second time.
    ///
    /// # Errors
    ///
    /// Fails if the device is gone, does not take a block, or returns another; the journal stays.
    pub(crate) fn put_back(&self) -> Result<PutBack, DeviceError> {
        let mut state = self.lock();
        match *state {
            State::Back => {
                return Ok(PutBack { size: self.size, written: Bytes(0), resized: None });
            }
            State::Unsettled => return Err(unsettled(&self.claim, &self.journal_path)),
            State::Out => {}
        }
        let journal = self.lock_journal();
        let done = put_blocks_back(&SysRoot::default(), &self.claim, &journal, None)?;
        journal.remove()?;
        *state = State::Back;
        Ok(done)
    }
}

/// Nothing is put back while requests may still arrive.
pub(crate) fn unsettled(claim: &Claim, journal: &Path) -> DeviceError {
    DeviceError::Failed {
        action: text!("device-cannot-put-back", path, why),
        path: claim.path.clone(),
        why: sentence!("device-requests-still-under-way-could-arrive"),
        hint: sentence!(
            "device-unplug-plug-again-restart-iogram-restore",
            journal = journal.display()
        ),
    }
}

impl Drop for BorrowPermit {
    /// The last chance within this process, such as after a panic. What it cannot do, `restore` can.
    fn drop(&mut self) {
        let _the_journal_stays = self.put_back();
    }
}
