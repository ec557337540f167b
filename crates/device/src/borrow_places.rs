//! Borrowing single places of a device: what is at a place is made durable before it is written for the
//! first time, and everything is put back in the opposite order.
//!
//! As with `borrow`, the beginning of the device has to be the first place that is written, so that no
//! file system on it can be mounted before it is put back. The permit refuses anything else.

use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use iogram_engine::{Errno, Found};
use iogram_model::Bytes;

use crate::block_device::DeviceIdentity;
use crate::borrow::{
    Direct, JournalState, PutBack, block_buffer, check_place, flush_buffers, head_of, is_same,
    list_borrowed, prepare_directory, wait_until_quiet,
};
use crate::checksum::checksum;
use crate::claim::{Claim, claim};
use crate::error::DeviceError;
use crate::holds::Hold;
use crate::mark::look_at_blocks;
use crate::needed::Needed;
use crate::places::{Entry, PLACE_MAX, Places};
use crate::probe::KeepBefore;
use crate::refusal::Refusal;
use crate::sysfs::SysRoot;

/// Proof that what is at a place is saved before it is written, and the right to write to places.
#[derive(Debug)]
pub struct PlacesPermit {
    claim: Claim,
    /// `None` after everything was put back.
    places: Mutex<Option<Places>>,
}

/// Permits to write to places of a device that nothing uses. `most` is how much will be written to at
/// most, which has to fit into `journals`, a directory on another drive.
///
/// # Errors
///
/// [`DeviceError::Refused`] with everything that stands in the way, or if the blocks would lie on the
/// same drive or in memory; fails if there is not enough space.
pub fn permit_borrowing_places(
    root: &SysRoot,
    path: &Path,
    journals: &Path,
    most: Bytes,
    needed: &[Needed],
) -> Result<PlacesPermit, DeviceError> {
    let claim = claim(root, path, needed)?;
    prepare_directory(journals)?;
    let found = list_borrowed(journals)?.into_iter();
    let open = found
        .filter(|one| one.state == JournalState::Complete)
        .find(|one| one.head.as_ref().is_some_and(|head| is_same(head, &claim.facts, root)));
    if let Some(one) = open {
        let (name, holds) = (claim.facts.name, vec![Hold::Borrowed { journal: one.journal }]);
        return Err(Refusal::Held { name, holds }.into());
    }
    check_place(root, &claim, journals, most.min(claim.identity.capacity))?;
    let capacity = claim.identity.capacity;
    let head = head_of(root, &claim, capacity, None);
    let places = Places::create(journals, head)?;
    Ok(PlacesPermit { claim, places: Mutex::new(Some(places)) })
}

impl PlacesPermit {
    fn lock(&self) -> MutexGuard<'_, Option<Places>> {
        // A panic elsewhere is no reason not to put back.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The device as the user named it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.claim.path
    }

    /// The file that keeps the blocks; `None` after they were put back.
    #[must_use]
    pub fn journal(&self) -> Option<std::path::PathBuf> {
        self.lock().as_ref().map(|places| places.path().to_owned())
    }

    pub(crate) fn is_out(&self) -> bool {
        self.lock().is_some()
    }

    pub(crate) fn identity(&self) -> &DeviceIdentity {
        &self.claim.identity
    }

    pub(crate) fn claim_fd(&self) -> Result<OwnedFd, DeviceError> {
        self.claim
            .fd
            .try_clone()
            .map_err(|source| DeviceError::system("open", &self.claim.path, source))
    }

    fn keep_before(&self, offset: u64, length: u64) -> Result<(), DeviceError> {
        let mut lock = self.lock();
        let gone = || DeviceError::Refused(Refusal::NoPermit { path: self.claim.path.clone() });
        let places = lock.as_mut().ok_or_else(gone)?;
        if places.entries().is_empty() && offset != 0 {
            return Err(DeviceError::Failed {
                action: "borrow",
                path: self.claim.path.clone(),
                why: "its beginning has to be borrowed first".to_owned(),
                hint: String::new(),
            });
        }
        let missing = places.missing(offset, length);
        if missing.is_empty() {
            return Ok(());
        }
        let drive = Direct::open(&self.claim, false)?;
        let mut buffer = block_buffer()?;
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

    /// Puts back everything in the opposite order, reads it again past the page cache, and then forgets
    /// the journal. Does nothing the second time.
    ///
    /// # Errors
    ///
    /// Fails if the device is gone, does not take a block, or returns another; the journal stays.
    pub(crate) fn put_back(&self) -> Result<PutBack, DeviceError> {
        let mut lock = self.lock();
        let Some(places) = lock.as_ref() else {
            return Ok(PutBack { size: Bytes(0), written: Bytes(0) });
        };
        let done = put_places_back(&SysRoot::default(), &self.claim, places)?;
        *lock = None;
        Ok(done)
    }
}

impl KeepBefore for PlacesPermit {
    fn keep(&self, offset: u64, length: u64) -> Result<(), Errno> {
        self.keep_before(offset, length).map_err(|error| match error {
            DeviceError::System { source, .. } => {
                Errno(source.raw_os_error().unwrap_or(Errno::EIO.0))
            }
            _ => Errno::EIO,
        })
    }
}

impl Drop for PlacesPermit {
    /// The last chance within this process, such as after a panic. What it cannot do, `restore` can.
    fn drop(&mut self) {
        let _the_journal_stays = self.put_back();
    }
}

/// Puts the places of a claimed device back.
pub(crate) fn put_places_back(
    root: &SysRoot,
    claim: &Claim,
    places: &Places,
) -> Result<PutBack, DeviceError> {
    wait_until_quiet(root, claim)?;
    let drive = Direct::open(claim, true)?;
    let mut buffer = block_buffer()?;
    let mut written = 0;
    for entry in places.entries().iter().rev() {
        if holds(&drive, entry, buffer.slot(0)) {
            continue;
        }
        places.read(entry, buffer.slot(0))?;
        drive.write(entry.offset, &buffer.slot(0)[..length_of(entry)])?;
        written += entry.length;
    }
    let failed = |errno| DeviceError::system("put back", &claim.path, errno);
    rustix::fs::fsync(&drive.fd).map_err(failed)?;
    flush_buffers(&drive.fd).map_err(failed)?;
    for entry in places.entries() {
        if holds(&drive, entry, buffer.slot(0)) {
            continue;
        }
        places.read(entry, buffer.slot(0))?;
        // Where two addresses are one place, the younger entry kept this run's own marks.
        if !is_marked(&buffer.slot(0)[..length_of(entry)]) {
            return Err(DeviceError::Failed {
                action: "put back",
                path: claim.path.clone(),
                why: format!(
                    "it returns something else at byte {} than was written",
                    entry.offset
                ),
                hint: format!(
                    "the drive is bad; its blocks stay in {}",
                    places.path().display()
                ),
            });
        }
    }
    let size = Bytes(places.size());
    places.remove()?;
    Ok(PutBack { size, written: Bytes(written) })
}

/// A device that was written by others since must not get old blocks: every place has to hold what was
/// there, or what a probe leaves.
pub(crate) fn check_places(claim: &Claim, places: &Places) -> Result<(), DeviceError> {
    let drive = Direct::open(claim, false)?;
    let mut buffer = block_buffer()?;
    for entry in places.entries() {
        if holds(&drive, entry, buffer.slot(0))
            || is_marked(&buffer.slot(0)[..length_of(entry)])
        {
            continue;
        }
        let why = format!("at byte {} it holds something new", entry.offset);
        let (path, journal) = (claim.path.clone(), places.path().to_owned());
        return Err(Refusal::NotAsBorrowed { path, journal, why }.into());
    }
    Ok(())
}

fn length_of(entry: &Entry) -> usize {
    usize::try_from(entry.length).expect("at most a mebibyte")
}

/// Whether the place is as it was; what cannot be read is not.
fn holds(drive: &Direct<'_>, entry: &Entry, buffer: &mut [u8]) -> bool {
    let bytes = &mut buffer[..length_of(entry)];
    drive.read(entry.offset, bytes).is_ok() && checksum(bytes) == entry.sum
}

/// Whether there are marks in all of it, or what counterfeits answer where nothing is.
fn is_marked(bytes: &[u8]) -> bool {
    let mut found = Vec::new();
    look_at_blocks(bytes, 512, &mut found);
    found
        .iter()
        .all(|found| matches!(found, Found::Mark { .. } | Found::Blank | Found::Damaged))
}
