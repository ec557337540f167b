//! Borrowing a part of a device that holds something: its blocks are saved, it is written, and the
//! blocks are put back and read again.
//!
//! A [`BorrowPermit`] exists only while every block of the part is durable on another drive, and allows
//! to write to that part alone. It is not a permit to destroy, and neither can be made from the other.
//! What is left after a crash is put back by [`restore`].
//!
//! The part is always the first one: until it is put back no file system on the device can be mounted
//! by mistake, which would be damaged by putting the blocks back under it.
//!
//! Limit: a drive that answers reads past its own cache from that cache can hide that a block did not
//! arrive in the flash.

use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use iogram_engine::Control;
use iogram_model::{Bytes, Nanos};

use crate::block_device::DeviceIdentity;
use crate::borrow_places::{check_places, put_places_back};
use crate::buffer::SlotBuffers;
use crate::checksum::checksum;
use crate::claim::{Claim, claim};
use crate::clock;
use crate::error::DeviceError;
use crate::filesystem::find_file_system;
use crate::holds::Hold;
use crate::identity::{DeviceFacts, DriveKind, drives_of, find_facts};
use crate::journal::{
    BLOCK, COMPLETE, Journal, JournalHead, JournalWriter, PARTIAL, is_orphan,
};
use crate::needed::Needed;
use crate::places::{PLACES, Places};
use crate::refusal::Refusal;
use crate::signature::Signature;
use crate::sysfs::{SysRoot, list_names, read_text, text_if_known};
use crate::test_file::{OpenMode, reopen};
use crate::typed_name::find_world_wide_name;

/// How much to borrow, and where to keep what is there now.
#[derive(Debug, Clone, Copy)]
pub struct BorrowRequest<'a> {
    /// How many bytes from the beginning; less where the device has less.
    pub size: Bytes,
    /// The directory of saved blocks, on another drive. Made if it is not there.
    pub journals: &'a Path,
    /// Stops the saving; putting back is never stopped.
    pub control: &'a Control,
}

/// Proof that the blocks of a part of a device are saved, and the right to write to that part.
#[derive(Debug)]
pub struct BorrowPermit {
    claim: Claim,
    journal: Journal,
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

/// What putting back did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PutBack {
    /// What was borrowed; all of it was read back and is as it was.
    pub size: Bytes,
    /// What differed and was written.
    pub written: Bytes,
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
    needed: &[Needed],
) -> Result<BorrowPermit, DeviceError> {
    let claim = claim(root, path, needed)?;
    prepare_directory(request.journals)?;
    let found = list_borrowed(request.journals)?.into_iter();
    let open = found
        .filter(|one| one.state == JournalState::Complete)
        .find(|one| one.head.as_ref().is_some_and(|head| is_same(head, &claim.facts, root)));
    if let Some(Borrowed { journal, .. }) = open {
        let (name, holds) = (claim.facts.name, vec![Hold::Borrowed { journal }]);
        return Err(Refusal::Held { name, holds }.into());
    }
    let logical = claim.facts.logical_block_size.unwrap_or(Bytes(4096)).0.max(512);
    let size = request.size.min(claim.identity.capacity).0 / logical * logical;
    if size == 0 {
        return Err(DeviceError::NotATarget {
            name: path.display().to_string(),
            why: format!("{} are less than one block of it", request.size),
            hint: "borrow more".to_owned(),
        });
    }
    check_place(root, &claim, request.journals, Bytes(size))?;
    let journal = save(root, &claim, Bytes(size), request)?;
    Ok(BorrowPermit::new(claim, journal))
}

/// The folder is for the user alone: the blocks may hold anything, and others must not exchange them.
pub(crate) fn prepare_directory(directory: &Path) -> Result<(), DeviceError> {
    Ok(iogram_door::private_folder(directory)?)
}

/// Saved blocks have to outlive a power cut and the unplugging of the device.
pub(crate) fn check_place(
    root: &SysRoot,
    claim: &Claim,
    directory: &Path,
    size: Bytes,
) -> Result<(), DeviceError> {
    /// File systems of other computers.
    const REMOTE: [&str; 8] =
        ["nfs", "nfs4", "cifs", "smb3", "ceph", "9p", "virtiofs", "fuse.sshfs"];
    let place = find_file_system(root, directory)?;
    let shown = directory.display();
    let refuse = |why: String| {
        let name = claim.facts.name.clone();
        Err(Refusal::NoPlaceForJournal { name, why }.into())
    };
    if place.record.is_memory {
        return refuse(format!("{shown} lies in memory, and would not survive a power cut"));
    }
    let kind = place.record.kind.as_str();
    if place.devices.is_empty() && !REMOTE.contains(&kind) {
        return refuse(format!("on which drive {shown} ({kind}) lies cannot be told"));
    }
    let drives_below =
        |number| root.block_dir(number).map(|dir| drives_of(root, &dir)).unwrap_or_default();
    let own = drives_below(claim.identity.number);
    if place
        .devices
        .iter()
        .any(|number| drives_below(*number).iter().any(|it| own.contains(it)))
    {
        return refuse(format!("{shown} lies on the same drive"));
    }
    // Head, checksums, and what the file system needs to keep them.
    let wanted = Bytes(size.0 + size.0 / 1024 + Bytes::MIB.0);
    let free = place.record.free;
    if free < wanted {
        return Err(DeviceError::Failed {
            action: "save the blocks in",
            path: directory.to_owned(),
            why: format!("{} are free, {} are needed", free.both(), wanted.both()),
            hint: "free space, borrow less (--borrow=SIZE), or name another directory with \
                   --borrow-journal DIR"
                .to_owned(),
        });
    }
    Ok(())
}

fn save(
    root: &SysRoot,
    claim: &Claim,
    size: Bytes,
    request: BorrowRequest<'_>,
) -> Result<Journal, DeviceError> {
    let drive = Direct::open(claim, false)?;
    let outside = sample_outside(&drive, claim.identity.capacity, size)?;
    let head = head_of(root, claim, size, outside);
    let mut writer = JournalWriter::create(request.journals, head)?;
    let mut buffer = block_buffer()?;
    for index in 0..writer.head().block_count() {
        if request.control.is_stopped() {
            return Err(DeviceError::Failed {
                action: "borrow",
                path: claim.path.clone(),
                why: "it was interrupted".to_owned(),
                hint: "nothing was written to it".to_owned(),
            });
        }
        let (start, length) = writer.head().place(index);
        let block = &mut buffer.slot(0)[..length];
        drive.read(start, block)?;
        writer.add(block)?;
    }
    writer.finish()
}

/// What is kept of a device to know it again.
pub(crate) fn head_of(
    root: &SysRoot,
    claim: &Claim,
    size: Bytes,
    outside: Option<u64>,
) -> JournalHead {
    let facts = &claim.facts;
    let dir = root.block_dir(claim.identity.number);
    JournalHead {
        name: facts.name.clone(),
        capacity: claim.identity.capacity,
        sequence: claim.identity.sequence,
        model: facts.model.clone(),
        serial: facts.serial.clone(),
        world_wide_name: claim.identity.world_wide_name.clone(),
        file: dir.and_then(|dir| text_if_known(&dir, "loop/backing_file")),
        size,
        outside,
    }
}

pub(crate) fn block_buffer() -> Result<SlotBuffers, DeviceError> {
    let size = usize::try_from(BLOCK).expect("a mebibyte");
    SlotBuffers::new(1, size)
        .map_err(|errno| DeviceError::system("get memory for", "saved blocks", errno))
}

/// The device past the page cache.
pub(crate) struct Direct<'a> {
    pub(crate) fd: OwnedFd,
    path: &'a Path,
}

impl<'a> Direct<'a> {
    /// Opens the claimed device anew; fails if it is gone or another one has come into its place.
    pub(crate) fn open(claim: &'a Claim, is_writable: bool) -> Result<Self, DeviceError> {
        let mode = OpenMode { is_writable, is_direct: true };
        let path = claim.path.as_path();
        let fd = reopen(claim.fd.as_fd(), mode)
            .map_err(|errno| DeviceError::system("open", path, errno))?;
        let found = DeviceIdentity::read(&fd, path)?;
        if found != claim.identity {
            let what = format!("{found} instead of {}", claim.identity);
            return Err(Refusal::Changed { path: path.to_owned(), what }.into());
        }
        Ok(Self { fd, path })
    }

    pub(crate) fn read(&self, start: u64, buffer: &mut [u8]) -> Result<(), DeviceError> {
        let mut done = 0;
        while done < buffer.len() {
            let moved = rustix::io::pread(&self.fd, &mut buffer[done..], start + done as u64)
                .map_err(|errno| DeviceError::system("read", self.path, errno))?;
            if moved == 0 {
                let end = std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
                return Err(DeviceError::system("read", self.path, end));
            }
            done += moved;
        }
        Ok(())
    }

    pub(crate) fn write(&self, start: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        let mut done = 0;
        while done < bytes.len() {
            let moved = rustix::io::pwrite(&self.fd, &bytes[done..], start + done as u64)
                .map_err(|errno| DeviceError::system("put back", self.path, errno))?;
            if moved == 0 {
                let end = std::io::Error::from(std::io::ErrorKind::WriteZero);
                return Err(DeviceError::system("put back", self.path, end));
            }
            done += moved;
        }
        Ok(())
    }
}

/// A checksum over 17 samples of 4 KiB beyond the first `size` bytes. Arbitrary: enough to notice a
/// device that was filled or formatted meanwhile.
fn sample_outside(
    drive: &Direct<'_>,
    capacity: Bytes,
    size: Bytes,
) -> Result<Option<u64>, DeviceError> {
    const SAMPLE: u64 = 4096;
    const COUNT: u64 = 16;
    let first = size.0.next_multiple_of(SAMPLE);
    let last = (capacity.0 / SAMPLE * SAMPLE).checked_sub(SAMPLE);
    let Some(last) = last.filter(|last| *last >= first) else { return Ok(None) };
    let step = (last - first) / COUNT / SAMPLE * SAMPLE;
    let mut offsets: Vec<u64> = (0..COUNT).map(|index| first + index * step).collect();
    offsets.push(last);
    let mut buffer = block_buffer()?;
    let mut all = Vec::new();
    for offset in offsets {
        let sample = &mut buffer.slot(0)[..usize::try_from(SAMPLE).expect("4096")];
        drive.read(offset, sample)?;
        all.extend_from_slice(sample);
    }
    Ok(Some(checksum(&all)))
}

impl BorrowPermit {
    fn new(claim: Claim, journal: Journal) -> Self {
        Self { claim, journal, state: Mutex::new(State::Out) }
    }

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
        self.journal.path()
    }

    /// How many bytes may be written, from the first on.
    #[must_use]
    pub fn size(&self) -> Bytes {
        self.journal.head().size
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
        self.claim
            .fd
            .try_clone()
            .map_err(|source| DeviceError::system("open", &self.claim.path, source))
    }

    /// Requests did not come back: they may reach the device after everything that is written now, so
    /// it has to be put back later.
    pub(crate) fn leave_unsettled(&self) {
        *self.lock() = State::Unsettled;
    }

    /// Writes back every block that differs, reads all of them again past the page cache, and then
    /// forgets the journal. Does nothing the second time.
    ///
    /// # Errors
    ///
    /// Fails if the device is gone, does not take a block, or returns another; the journal stays.
    pub(crate) fn put_back(&self) -> Result<PutBack, DeviceError> {
        let size = self.size();
        let mut state = self.lock();
        match *state {
            State::Back => return Ok(PutBack { size, written: Bytes(0) }),
            State::Unsettled => return Err(self.unsettled()),
            State::Out => {}
        }
        wait_until_quiet(&SysRoot::default(), &self.claim)?;
        let drive = Direct::open(&self.claim, true)?;
        let mut buffer = block_buffer()?;
        let mut written = Bytes(0);
        // From the last block to the first, so that what is recognised at the beginning comes back
        // only when everything behind it is there.
        for index in (0..self.journal.head().block_count()).rev() {
            let (start, length) = self.journal.head().place(index);
            if self.differs(&drive, index, &mut buffer) {
                self.journal.read_block(index, buffer.slot(0))?;
                drive.write(start, &buffer.slot(0)[..length])?;
                written = Bytes(written.0 + length as u64);
            }
        }
        let failed = |errno| DeviceError::system("put back", &self.claim.path, errno);
        rustix::fs::fsync(&drive.fd).map_err(failed)?;
        flush_buffers(&drive.fd).map_err(failed)?;
        for index in 0..self.journal.head().block_count() {
            let (start, length) = self.journal.head().place(index);
            drive.read(start, &mut buffer.slot(0)[..length])?;
            if checksum(&buffer.slot(0)[..length]) != self.journal.sum(index) {
                return Err(DeviceError::Failed {
                    action: "put back",
                    path: self.claim.path.clone(),
                    why: format!("it returns something else at byte {start} than was written"),
                    hint: format!(
                        "the drive is bad; its blocks stay in {}",
                        self.journal.path().display()
                    ),
                });
            }
        }
        self.journal.remove()?;
        *state = State::Back;
        Ok(PutBack { size, written })
    }

    /// What cannot be read differs.
    fn differs(&self, drive: &Direct<'_>, index: u64, buffer: &mut SlotBuffers) -> bool {
        let (start, length) = self.journal.head().place(index);
        let block = &mut buffer.slot(0)[..length];
        drive.read(start, block).is_err() || checksum(block) != self.journal.sum(index)
    }

    fn unsettled(&self) -> DeviceError {
        DeviceError::Failed {
            action: "put back",
            path: self.claim.path.clone(),
            why: "requests to it are still under way and could arrive later".to_owned(),
            hint: format!(
                "unplug it and plug it in again, or restart, then: iogram restore {}",
                self.journal.path().display()
            ),
        }
    }
}

impl Drop for BorrowPermit {
    /// The last chance within this process, such as after a panic. What it cannot do, `restore` can.
    fn drop(&mut self) {
        let _the_journal_stays = self.put_back();
    }
}

/// `BLKFLSBUF` of the kernel's `linux/fs.h`: writes and forgets the device's pages.
#[expect(unsafe_code, reason = "an ioctl that no crate wraps")]
pub(crate) fn flush_buffers(fd: &OwnedFd) -> rustix::io::Result<()> {
    const BLKFLSBUF: rustix::ioctl::Opcode = rustix::ioctl::opcode::none(0x12, 97);
    // SAFETY: the opcode takes no argument.
    let call = unsafe { rustix::ioctl::NoArg::<BLKFLSBUF>::new() };
    // SAFETY: as above; the descriptor is open.
    unsafe { rustix::ioctl::ioctl(fd, call) }
}

/// A file of saved blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Borrowed {
    /// Where it is.
    pub journal: PathBuf,
    /// What it is worth.
    pub state: JournalState,
    /// What it belongs to; `None` if that cannot be read.
    pub head: Option<JournalHead>,
}

/// What a file of saved blocks is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalState {
    /// Its device has to be put back.
    Complete,
    /// It is being written by a process that lives.
    BeingSaved,
    /// It was not finished: its device was not touched.
    Unfinished,
    /// It cannot be used, and why.
    Damaged(String),
}

/// The files of saved blocks in a directory, by name; none if there is no such directory.
///
/// # Errors
///
/// Fails if the directory cannot be read.
pub fn list_borrowed(directory: &Path) -> Result<Vec<Borrowed>, DeviceError> {
    let mut found = Vec::new();
    for name in list_names(directory, ".")? {
        let journal = directory.join(&name);
        let extension = journal.extension().and_then(|text| text.to_str());
        let (state, head) = match extension {
            Some(COMPLETE) => match Journal::open(&journal) {
                Ok(opened) => (JournalState::Complete, Some(opened.head().clone())),
                Err(error) => (JournalState::Damaged(error.to_string()), None),
            },
            Some(PLACES) if !is_orphan(&journal) => (JournalState::BeingSaved, None),
            Some(PLACES) => match Places::open(&journal) {
                Ok(opened) => (JournalState::Complete, Some(opened.head().clone())),
                Err(error) => (JournalState::Damaged(error.to_string()), None),
            },
            Some(PARTIAL) if is_orphan(&journal) => (JournalState::Unfinished, None),
            Some(PARTIAL) => (JournalState::BeingSaved, None),
            _ => continue,
        };
        found.push(Borrowed { journal, state, head });
    }
    Ok(found)
}

/// Removes a file whose saving was not finished.
///
/// # Errors
///
/// Fails if it was finished, is being written, or cannot be removed.
pub fn discard_unfinished(borrowed: &Borrowed) -> Result<(), DeviceError> {
    if borrowed.state != JournalState::Unfinished {
        return Err(DeviceError::Failed {
            action: "remove",
            path: borrowed.journal.clone(),
            why: "it is not an unfinished file of saved blocks".to_owned(),
            hint: String::new(),
        });
    }
    rustix::fs::unlink(&borrowed.journal)
        .map_err(|errno| DeviceError::system("remove", &borrowed.journal, errno))
}

/// Whether a device is the one that was borrowed, as far as it says itself.
pub(crate) fn is_same(head: &JournalHead, facts: &DeviceFacts, root: &SysRoot) -> bool {
    let dir = root.block_dir(facts.number);
    let says_the_same = facts.capacity == Some(head.capacity)
        && facts.model == head.model
        && facts.serial == head.serial
        && dir.as_deref().and_then(find_world_wide_name) == head.world_wide_name;
    if !says_the_same {
        return false;
    }
    match facts.kind {
        DriveKind::Loop => {
            let file = dir.and_then(|dir| text_if_known(&dir, "loop/backing_file"));
            head.file.is_some() && file == head.file
        }
        // What is in memory is gone with its device.
        DriveKind::Zram | DriveKind::Ram => facts.name == head.name,
        _ => true,
    }
}

/// The whole devices that are here now and say that they are the borrowed one, as paths.
///
/// # Errors
///
/// Fails if the list of devices cannot be read.
pub fn find_borrowed_device(
    root: &SysRoot,
    head: &JournalHead,
) -> Result<Vec<PathBuf>, DeviceError> {
    let mut found = Vec::new();
    for name in list_names(&root.sys, "block")? {
        let dir = root.sys.join("block").join(&name);
        let number = read_text(&dir, "dev")?.and_then(|text| text.parse().ok());
        let facts = number.and_then(|number| find_facts(root, number));
        if let Some(facts) = facts.filter(|facts| is_same(head, facts, root)) {
            found.push(root.dev.join(facts.name));
        }
    }
    Ok(found)
}

/// Puts the blocks of a journal back to the device that they are from.
///
/// # Errors
///
/// Fails if the journal is damaged, if the device is not here, or if it does not take a block.
/// Refused if the device is in use, or was changed since it was borrowed.
pub fn restore(
    root: &SysRoot,
    journal: &Path,
    needed: &[Needed],
) -> Result<PutBack, DeviceError> {
    if journal.extension().is_some_and(|extension| extension == PLACES) {
        let places = Places::open(journal)?;
        let check = |claim: &Claim| check_places(claim, &places);
        let claim = claim_device(root, (journal, places.head()), needed, &check)?;
        return put_places_back(root, &claim, &places);
    }
    let journal = Journal::open(journal)?;
    journal.check()?;
    let check = |claim: &Claim| check_unchanged(claim, &journal);
    let claim = claim_device(root, (journal.path(), journal.head()), needed, &check)?;
    BorrowPermit::new(claim, journal).put_back()
}

/// Claims the one device that a journal is from and that passes `check`.
fn claim_device(
    root: &SysRoot,
    (journal, head): (&Path, &JournalHead),
    needed: &[Needed],
    check: &dyn Fn(&Claim) -> Result<(), DeviceError>,
) -> Result<Claim, DeviceError> {
    let not_here = |why: String, hint: &str| DeviceError::Failed {
        action: "put back",
        path: journal.to_owned(),
        why,
        hint: hint.to_owned(),
    };
    let drive = head.drive();
    let paths = find_borrowed_device(root, head)?;
    let mut matches = Vec::new();
    let mut failure = None;
    for path in paths {
        let claimed = claim(root, &path, needed).and_then(|claim| {
            check(&claim)?;
            Ok(claim)
        });
        match claimed {
            Ok(claim) => matches.push(claim),
            Err(error) => failure = Some(error),
        }
    }
    match (matches.pop(), failure) {
        (Some(claim), _) if matches.is_empty() => Ok(claim),
        (Some(_), _) => {
            let why = format!("more than one device could be its device ({drive})");
            Err(not_here(why, "unplug the others"))
        }
        (None, Some(failure)) => Err(failure),
        (None, None) => {
            let why = format!("its device ({drive}) is not here");
            Err(not_here(why, "plug it in, and try again"))
        }
    }
}

/// Requests of a process that was killed are still carried out by the kernel and the drive. What is put
/// back has to come after them.
pub(crate) fn wait_until_quiet(root: &SysRoot, claim: &Claim) -> Result<(), DeviceError> {
    /// Twice the kernel's own command timeout.
    const PATIENCE: Nanos = Nanos(60 * Nanos::SECOND.0);
    const STEP: Nanos = Nanos(20 * Nanos::MILLISECOND.0);
    /// Looks in a row without any request: one could fall between two requests of a worker.
    const LOOKS: u32 = 3;
    let Some(dir) = root.block_dir(claim.identity.number) else { return Ok(()) };
    let until = clock::now() + PATIENCE;
    let mut quiet_looks = 0;
    while quiet_looks < LOOKS {
        // Reads and writes under way; a driver that does not count has no such file.
        let inflight = read_text(&dir, "inflight")?.unwrap_or_default();
        let is_quiet = inflight.split_whitespace().all(|count| count == "0");
        quiet_looks = if is_quiet { quiet_looks + 1 } else { 0 };
        if clock::now() > until {
            return Err(DeviceError::Failed {
                action: "put back",
                path: claim.path.clone(),
                why: "requests to it are still under way".to_owned(),
                hint: "unplug it and plug it in again, or restart, and try again".to_owned(),
            });
        }
        clock::rest_until(clock::now() + STEP);
    }
    Ok(())
}

/// A device that was written by others since must not get old blocks: what is recognised on it has to
/// be what was there, to the sector, and the samples beyond the borrowed part have to be the same.
fn check_unchanged(claim: &Claim, journal: &Journal) -> Result<(), DeviceError> {
    let head = journal.head();
    let refuse = |why: String| {
        let path = claim.path.clone();
        Err(Refusal::NotAsBorrowed { path, journal: journal.path().to_owned(), why }.into())
    };
    let drive = Direct::open(claim, false)?;
    if sample_outside(&drive, head.capacity, head.size)? != head.outside {
        return refuse("beyond the borrowed part it is not as it was".to_owned());
    }
    // Without a name of its own, and with nothing beyond the borrowed part, only the kernel's count
    // tells it from another device of the same size.
    let is_named =
        head.serial.is_some() || head.world_wide_name.is_some() || head.file.is_some();
    let is_same_disk = head.sequence.is_some() && head.sequence == claim.identity.sequence;
    if !is_named && head.outside.is_none() && !is_same_disk {
        return refuse("it cannot be told from another device of its size".to_owned());
    }
    for Signature { kind, offset } in recognised(claim) {
        let sector = offset / 512 * 512;
        if sector + 512 > head.size.0 {
            continue;
        }
        let mut buffer = block_buffer()?;
        let mut saved = [0; 512];
        // Direct reads are of whole logical blocks.
        let page = sector / 4096 * 4096;
        let length = 4096.min(head.capacity.0 - page);
        let length = usize::try_from(length).expect("at most a page");
        drive.read(page, &mut buffer.slot(0)[..length])?;
        journal.read(sector, &mut saved)?;
        let within = usize::try_from(sector - page).expect("within a page");
        if buffer.slot(0)[within..within + 512] != saved {
            return refuse(format!("it holds {kind} that was not there or was changed since"));
        }
    }
    Ok(())
}

/// Everything recognised, with offsets on the whole device.
fn recognised(claim: &Claim) -> Vec<Signature> {
    let contents = &claim.contents;
    let of_parts = contents.partitions.iter().flat_map(|partition| {
        partition.signatures.iter().map(|signature| Signature {
            kind: signature.kind,
            offset: partition.start.0 + signature.offset,
        })
    });
    contents.signatures.iter().cloned().chain(of_parts).collect()
}
