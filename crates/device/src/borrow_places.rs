//! Borrows single places of a device: saves each place durably before the first write to it, and puts everything back
//! in reverse order.
//!
//! As with `borrow`, tombstones are written first to the places by which systems recognise the device. No file system
//! on it can be mounted before it is put back, and any other use is noticed.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use iogram_engine::{Errno, Found};
use iogram_model::{Bytes, Sentence, sentence, text};

use crate::borrow::{head_of, readable_places, refuse_borrowed, unsettled, write_tombstones};
use crate::checksum::checksum;
use crate::claim::{Claim, claim};
use crate::device_identity::DeviceIdentity;
use crate::direct::{Direct, block_buffers};
use crate::error::DeviceError;
use crate::journal_place::{check_place, prepare_directory};
use crate::linux::needed::ProtectedPath;
use crate::mark::look;
use crate::own_data::OwnData;
use crate::payload::{DataKey, SECTOR};
use crate::places::{Entry, PLACE_MAX, Places};
use crate::probe_thread::KeepBefore;
use crate::put_back::{Foreign, PutBack, compare, refuse_foreign, shrunk, wait_until_quiet};
use crate::refusal::Refusal;
use iogram_inspect::{SysRoot, SystemError};

/// Proof that each place is saved before it is written, and the right to write to places.
#[derive(Debug)]
pub struct PlacesPermit {
    claim: Claim,
    key: DataKey,
    /// `None` after everything was put back.
    places: Mutex<Option<Places>>,
    /// The file with the saved blocks: known even while a hanging request holds the lock.
    journal: PathBuf,
    /// Whether outstanding requests may still reach the device after anything that is written now.
    is_unsettled: AtomicBool,
}

/// Permits writes to places of an unused device. `most` is the maximum number of bytes that will be overwritten; they
/// have to fit into `journals`, a directory on another drive. `seen` is the device's identity when the user named it,
/// in the form of [`crate::DestructionPermit::mark`]; `None` if it was not read before.
///
/// # Errors
///
/// [`DeviceError::Refused`] with every obstacle, or if the blocks would be saved on the same drive or in memory;
/// fails if there is not enough space.
pub fn permit_borrowing_places(
    root: &SysRoot,
    path: &Path,
    (journals, most): (&Path, Bytes),
    seen: Option<&str>,
    needed: &[ProtectedPath],
) -> Result<PlacesPermit, DeviceError> {
    let claim = claim(root, path, needed)?;
    claim.check_seen(seen)?;
    prepare_directory(journals)?;
    refuse_borrowed(root, &claim, journals)?;
    check_place(root, &claim, journals, most.min(claim.identity.capacity))?;
    let capacity = claim.identity.capacity;
    let mut head = head_of(root, &claim, capacity, journals)?;
    head.marked = readable_places(&Direct::open(&claim, false)?, &claim, capacity)?;
    let key = head.key;
    let places = Places::create(journals, head)?;
    let journal = places.path().to_owned();
    let (places, is_unsettled) = (Mutex::new(Some(places)), AtomicBool::new(false));
    let permit = PlacesPermit { claim, key, places, journal, is_unsettled };
    // If it fails, the permit puts the marked places back.
    permit.mark()?;
    Ok(permit)
}

impl PlacesPermit {
    fn lock(&self) -> MutexGuard<'_, Option<Places>> {
        // Puts back even after a panic elsewhere.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The path as the user gave it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.claim.path
    }

    /// The file with the saved blocks; `None` after they were put back.
    #[must_use]
    pub fn journal(&self) -> Option<PathBuf> {
        self.is_out().then(|| self.journal.clone())
    }

    /// The key that identifies the data written to it.
    pub(crate) fn key(&self) -> DataKey {
        self.key
    }

    /// Writes tombstones, after the contents that they replace are durable.
    fn mark(&self) -> Result<(), DeviceError> {
        let mut lock = self.lock();
        let Some(places) = lock.as_mut() else { return Ok(()) };
        let marked = places.head().marked.clone();
        let drive = Direct::open(&self.claim, false)?;
        let mut buffer = block_buffers(1)?;
        for place in &marked {
            let length = usize::try_from(place.end - place.start).expect("at most a mebibyte");
            let bytes = &mut buffer.slot(0)[..length];
            drive.read(place.start, bytes)?;
            places.add(place.start, bytes)?;
        }
        places.sync()?;
        write_tombstones(&self.claim, places.head(), places.path())
    }

    pub(crate) fn is_out(&self) -> bool {
        match self.places.try_lock() {
            Ok(places) => places.is_some(),
            Err(TryLockError::Poisoned(places)) => places.into_inner().is_some(),
            // A request is using them.
            Err(TryLockError::WouldBlock) => true,
        }
    }

    pub(crate) fn identity(&self) -> &DeviceIdentity {
        &self.claim.identity
    }

    pub(crate) fn claim_fd(&self) -> Result<OwnedFd, DeviceError> {
        self.claim.fd_again()
    }

    fn keep_before(&self, offset: u64, length: u64) -> Result<(), DeviceError> {
        let mut lock = self.lock();
        let gone = || DeviceError::Refused(Refusal::NoPermit { path: self.claim.path.clone() });
        let places = lock.as_mut().ok_or_else(gone)?;
        if places.entries().is_empty() && offset != 0 {
            return Err(DeviceError::Failed {
                action: text!("device-cannot-borrow", path, why),
                path: self.claim.path.clone(),
                why: sentence!("device-beginning-borrowed-first"),
                hint: Sentence::default(),
            });
        }
        let missing = places.missing(offset, length);
        if missing.is_empty() {
            return Ok(());
        }
        let drive = Direct::open(&self.claim, false)?;
        let mut buffer = block_buffers(1)?;
        for (start, end) in missing {
            let mut at = start;
            while at < end {
                let step = PLACE_MAX.min(end - at);
                let part = usize::try_from(step).expect("at most a mebibyte");
                let bytes = &mut buffer.slot(0)[..part];
                drive.read(at, bytes)?;
                places.add(at, bytes)?;
                at += step;
            }
        }
        places.sync()
    }

    /// Puts everything back in reverse order, reads it again, bypassing the page cache, and then removes the journal.
    /// The second call does nothing.
    ///
    /// # Errors
    ///
    /// Fails if the device is gone, does not accept a block, or returns another; the journal stays.
    pub(crate) fn put_back(&self) -> Result<PutBack, DeviceError> {
        // Before the lock, because a hanging request may hold it.
        if self.is_unsettled.load(Ordering::Acquire) {
            return Err(unsettled(&self.claim, &self.journal));
        }
        let mut lock = self.lock();
        let Some(places) = lock.as_ref() else {
            return Ok(PutBack { size: Bytes(0), written: Bytes(0), resized: None });
        };
        let done = put_places_back(&SysRoot::default(), &self.claim, places)?;
        *lock = None;
        Ok(done)
    }
}

impl PlacesPermit {
    /// Notes that requests did not complete: they may reach the device after anything that is written now, so it has
    /// to be put back later.
    pub(crate) fn leave_unsettled(&self) {
        self.is_unsettled.store(true, Ordering::Release);
    }
}

impl KeepBefore for PlacesPermit {
    fn keep(&self, offset: u64, length: u64) -> Result<(), Errno> {
        self.keep_before(offset, length).map_err(|error| match error {
            DeviceError::System(SystemError { source, .. }) => {
                Errno(source.raw_os_error().unwrap_or(Errno::EIO.0))
            }
            _ => Errno::EIO,
        })
    }
}

impl Drop for PlacesPermit {
    /// The last chance within this process, such as after a panic. `restore` can finish the rest.
    fn drop(&mut self) {
        let _the_journal_stays = self.put_back();
    }
}

/// Recognises data that was written while places were borrowed.
fn own_data(places: &Places) -> OwnData {
    OwnData::new(places.head().key, places.head().id, false)
}

/// Puts the places of a claimed device back.
pub(crate) fn put_places_back(
    root: &SysRoot,
    claim: &Claim,
    places: &Places,
) -> Result<PutBack, DeviceError> {
    wait_until_quiet(root, claim)?;
    let drive = Direct::open(claim, true)?;
    let is_here = |entry: &&Entry| entry.offset + entry.length <= drive.capacity.0;
    let mut buffer = block_buffers(1)?;
    let mut written = 0;
    for entry in places.entries().iter().rev().filter(is_here) {
        if holds(&drive, entry, buffer.slot(0)) {
            continue;
        }
        places.read(entry, buffer.slot(0))?;
        write_back(&drive, entry, &buffer.slot(0)[..length_of(entry)])?;
        written += entry.length;
    }
    drive.settle()?;
    let mut own = own_data(places);
    for entry in places.entries().iter().filter(is_here) {
        if holds(&drive, entry, buffer.slot(0)) {
            continue;
        }
        places.read(entry, buffer.slot(0))?;
        // If two addresses are one place, the later entry saved this run's own marks.
        if !is_marked(&buffer.slot(0)[..length_of(entry)], &mut own) {
            return Err(DeviceError::Failed {
                action: text!("device-cannot-put-back", path, why),
                path: claim.path.clone(),
                why: sentence!(
                    "device-returns-something-else-byte-written",
                    offset = entry.offset
                ),
                hint: sentence!("device-drive-bad-blocks-stay", path = places.path().display()),
            });
        }
    }
    let (then, now) = (places.head().capacity, drive.capacity);
    if !places.entries().iter().all(|entry| is_here(&entry)) {
        return Err(shrunk(claim, now, then, places.path()));
    }
    let size = Bytes(places.size());
    places.remove()?;
    let resized = (then != now).then_some(now);
    Ok(PutBack { size, written: Bytes(written), resized })
}

/// Writes a place back. If the device accepts no more because the storage below it is full, its pages that never
/// accepted a write still hold their old contents: only the other pages are written.
fn write_back(drive: &Direct<'_>, entry: &Entry, bytes: &[u8]) -> Result<(), DeviceError> {
    const PAGE: usize = 4096;
    let Err(error) = drive.write(entry.offset, bytes) else { return Ok(()) };
    if !bytes.len().is_multiple_of(PAGE) {
        return Err(error);
    }
    let (mut now, mut old) = (block_buffers(1)?, block_buffers(1)?);
    for (index, page) in bytes.chunks(PAGE).enumerate() {
        let offset = entry.offset + (index * PAGE) as u64;
        drive.read(offset, &mut now.slot(0)[..PAGE])?;
        if now.slot(0)[..PAGE] != *page {
            old.slot(0)[..PAGE].copy_from_slice(page);
            drive.write(offset, &old.slot(0)[..PAGE])?;
        }
    }
    Ok(())
}

/// A device that others have written since must not get old blocks: every place has to hold its original contents, or
/// data written while it was borrowed.
pub(crate) fn check_places(claim: &Claim, places: &Places) -> Result<(), DeviceError> {
    let drive = Direct::open(claim, false)?;
    let mut buffers = block_buffers(2)?;
    let (mut own, mut foreign) = (own_data(places), Foreign::default());
    for entry in places.entries() {
        if entry.offset + entry.length > drive.capacity.0 {
            continue;
        }
        drive.read(entry.offset, &mut buffers.slot(0)[..length_of(entry)])?;
        let now = buffers.slot(0)[..length_of(entry)].to_vec();
        if checksum(&now) == entry.sum {
            continue;
        }
        places.read(entry, buffers.slot(1))?;
        let saved = &buffers.slot(1)[..length_of(entry)];
        compare((&now, saved), entry.offset, &mut own, &mut foreign);
    }
    refuse_foreign(&foreign, claim, places.path())
}

fn length_of(entry: &Entry) -> usize {
    usize::try_from(entry.length).expect("at most a mebibyte")
}

/// Whether the place is unchanged; an unreadable place is not.
fn holds(drive: &Direct<'_>, entry: &Entry, buffer: &mut [u8]) -> bool {
    let bytes = &mut buffer[..length_of(entry)];
    drive.read(entry.offset, bytes).is_ok() && checksum(bytes) == entry.sum
}

/// Whether all of it holds marks and tombstones, or the answer of a counterfeit for missing flash.
fn is_marked(bytes: &[u8], own: &mut OwnData) -> bool {
    let (sectors, _) = bytes.as_chunks::<SECTOR>();
    sectors.iter().all(|sector| {
        let found = look(sector, own.key);
        matches!(found, Found::Blank | Found::Damaged) || own.wrote(sector)
    })
}
