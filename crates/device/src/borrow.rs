//! Borrows a part of a device with contents: saves its blocks, lets the caller write to it, puts the blocks back and
//! verifies them.
//!
//! A [`BorrowPermit`] exists only while every block of the part is durable on another drive, and it permits writes to
//! that part alone. It is not a permit to destroy, and neither permit can be made from the other. After a crash,
//! [`restore`](crate::restore()) puts the blocks back.
//!
//! Before any other write, tombstones replace everything by which a system recognises the device, in the part and
//! beyond it: until the blocks are back, nothing on the device can be mounted by mistake, and any other use of it is
//! noticed.
//!
//! Limit: a drive that answers reads from its own cache can hide that a block did not reach the flash.

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

/// The size of the borrowed part, and the place for the saved blocks.
#[derive(Debug, Clone, Copy)]
pub struct BorrowRequest<'a> {
    /// Bytes from the beginning; fewer if the device is smaller.
    pub size: Bytes,
    /// The directory of saved blocks, on another drive. Created if it does not exist.
    pub journals: &'a Path,
    /// Stops the saving; putting back cannot be stopped.
    pub control: &'a Control,
    /// The device's identity when the user named it, in the form of [`crate::DestructionPermit::mark`]: no other
    /// device is borrowed. `None` if it was not read before.
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
    /// The contents of the device may differ from the saved blocks.
    Out,
    /// Everything is back.
    Back,
    /// Outstanding requests may still reach the device after anything that is written now.
    Unsettled,
}

/// Saves the first blocks of an unused device, and permits writes to them.
///
/// # Errors
///
/// [`DeviceError::Refused`] with every obstacle, or if the blocks would be saved on the same drive or in memory;
/// fails if they cannot be read or saved.
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
    // If it fails, the permit puts the marked places back.
    permit.mark()?;
    Ok(permit)
}

/// A device can be borrowed only once: until its blocks are back, its current contents are not the original ones.
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

/// The places for tombstones. A place that cannot be read, such as the end of a counterfeit, cannot be put back and
/// is skipped; the beginning has to be readable.
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

/// Cuts the places into pieces that fit into a block of a journal.
fn cut(places: &[Range<u64>]) -> Vec<Range<u64>> {
    let step = usize::try_from(BLOCK).expect("a mebibyte");
    let pieces = |place: &Range<u64>| {
        let end = place.end;
        place.clone().step_by(step).map(move |start| start..end.min(start + BLOCK))
    };
    places.iter().flat_map(pieces).collect()
}

/// The parts of `places` beyond the first `size` bytes.
fn beyond(places: &[Range<u64>], size: u64) -> Vec<Range<u64>> {
    let behind = places.iter().map(|place| place.start.max(size)..place.end);
    behind.filter(|place| place.start < place.end).collect()
}

/// The facts that identify a device, and this borrowing of it, later.
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
    // All other journals of this device are older.
    for one in list_borrowed(journals)?.into_iter().filter_map(|one| one.head) {
        if one.is_of_same_device(&head) {
            head.generation = head.generation.max(one.generation.saturating_add(1));
        }
    }
    Ok(head)
}

/// Unique random bytes: 16 for the borrowing's name, 8 for its data.
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

/// Writes tombstones durably. Beyond the first place it ignores a drive that does not accept one, such as a
/// counterfeit.
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
    /// Puts back even after a panic elsewhere.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The path as the user gave it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.claim.path
    }

    /// The file with the saved blocks.
    #[must_use]
    pub fn journal(&self) -> &Path {
        &self.journal_path
    }

    /// Number of writable bytes, from the first on.
    #[must_use]
    pub fn size(&self) -> Bytes {
        self.size
    }

    /// Whether the part is still borrowed, and may be written.
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

    /// Notes that requests did not complete: they may reach the device after anything that is written now, so it has
    /// to be put back later.
    pub(crate) fn leave_unsettled(&self) {
        *self.lock() = State::Unsettled;
    }

    /// The key that identifies the data written to it.
    #[must_use]
    pub fn key(&self) -> DataKey {
        self.key
    }

    /// Records the facts that identify a cell's writes later.
    ///
    /// # Errors
    ///
    /// Wrong usage if the writes could not be identified; fails if the facts cannot be saved.
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

    /// Writes back every block that differs, reads all of them again, bypassing the page cache, and then removes the
    /// journal. The second call does nothing.
    ///
    /// # Errors
    ///
    /// Fails if the device is gone, does not accept a block, or returns another; the journal stays.
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
    /// The last chance within this process, such as after a panic. `restore` can finish the rest.
    fn drop(&mut self) {
        let _the_journal_stays = self.put_back();
    }
}
