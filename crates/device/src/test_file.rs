//! The measured file on a mounted file system.
//!
//! A file created here has no name: it is created with `O_TMPFILE`, or removed from its directory at once if the file
//! system does not support that. The kernel frees it when the last descriptor is closed, so not even `kill -9` leaves
//! anything behind. The same holds for a new file that the user named: its name is removed immediately after the
//! opening.
//!
//! Must not decide the file's size or contents.

use std::ops::Range;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use iogram_model::{Bytes, DirectAlignment, text};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use iogram_inspect::filesystem::free_space;
use iogram_inspect::sysfs::SysRoot;

use crate::error::DeviceError;
use crate::linux::alignment;
use crate::linux::extents;
use crate::linux::file_calls::{disable_copy_on_write, is_nocow};
use crate::open_mode::{OpenMode, reopen};
use crate::permit::{DestructionPermit, permit_new_file};
use crate::refusal::Refusal;

/// The measured file, open as long as this lives.
#[derive(Debug)]
pub struct TestFile {
    fd: OwnedFd,
    path: PathBuf,
    permit: Option<DestructionPermit>,
    supports_direct: bool,
    is_nocow: bool,
}

/// Space left free for everybody else; arbitrary.
const MARGIN_MIN: Bytes = Bytes(64 << 20);
/// The same as a share of the free space: file systems slow down when nearly full. Arbitrary.
const MARGIN_DIVISOR: u64 = 20;

/// The part of `free` bytes that has to stay free.
fn margin(free: Bytes) -> Bytes {
    MARGIN_MIN.max(Bytes(free.0 / MARGIN_DIVISOR))
}

/// The largest test file that fits into `free` bytes, in whole mebibytes; `None` if none fits.
#[must_use]
pub fn largest_test_file(free: Bytes) -> Option<Bytes> {
    let mebibytes = free.0.saturating_sub(margin(free).0) / Bytes::MIB.0;
    (mebibytes > 0).then_some(Bytes(mebibytes * Bytes::MIB.0))
}

/// Checks that a test file of `size` fits into `directory` with some space to spare.
///
/// # Errors
///
/// [`DeviceError::NoSpace`] with the largest size that fits.
pub fn check_space(directory: &Path, size: Bytes) -> Result<(), DeviceError> {
    let free = free_space(&SysRoot::default(), directory)?;
    let largest = largest_test_file(free);
    if largest.is_some_and(|largest| size <= largest) {
        return Ok(());
    }
    let directory = directory.to_owned();
    Err(DeviceError::NoSpace { directory, size, free, margin: margin(free), largest })
}

impl TestFile {
    /// Creates an unnamed file in `directory`.
    ///
    /// # Errors
    ///
    /// Fails if the directory may not be written.
    pub fn create_in(directory: &Path) -> Result<Self, DeviceError> {
        match iogram_door::make_unnamed(directory) {
            Ok(fd) => Self::prepare_new(fd, directory),
            // File systems without O_TMPFILE, and kernels that mistake it for opening the directory.
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => create_named(directory),
            Err(errno) => Err(DeviceError::system(
                text!("device-cannot-make-test-file", path),
                directory,
                errno,
            )),
        }
    }

    /// Opens an existing file for reading only.
    ///
    /// # Errors
    ///
    /// Fails if it may not be read.
    pub fn open_for_read(path: &Path) -> Result<Self, DeviceError> {
        let fd = rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
            .map_err(|errno| {
                DeviceError::system(text!("device-cannot-open", path), path, errno)
            })?;
        Self::prepare_existing(fd, path, None)
    }

    /// Opens exactly the permitted existing file for writing.
    ///
    /// # Errors
    ///
    /// Fails if it may not be written, or if it is no longer the permitted file.
    pub fn open_for_write(permit: DestructionPermit) -> Result<Self, DeviceError> {
        let path = permit.path().to_owned();
        let fd = permit.open_file()?.ok_or_else(|| Refusal::NoPermit { path: path.clone() })?;
        permit.check_file(&fd)?;
        Self::prepare_existing(fd, &path, Some(permit))
    }

    fn prepare_new(fd: OwnedFd, path: &Path) -> Result<Self, DeviceError> {
        let permit = permit_new_file(&fd, path)?;
        let is_nocow = disable_copy_on_write(&fd);
        let mut file = Self {
            fd,
            path: path.to_owned(),
            permit: Some(permit),
            supports_direct: false,
            is_nocow,
        };
        file.supports_direct = file.try_direct_write()?;
        Ok(file)
    }

    fn prepare_existing(
        fd: OwnedFd,
        path: &Path,
        permit: Option<DestructionPermit>,
    ) -> Result<Self, DeviceError> {
        let is_nocow = is_nocow(&fd);
        let mut file =
            Self { fd, path: path.to_owned(), permit, supports_direct: false, is_nocow };
        let mode = OpenMode { is_writable: false, is_direct: true };
        file.supports_direct = match file.reopen(mode) {
            Ok(direct) => {
                let mut block = Block::default();
                !matches!(rustix::io::pread(&direct, &mut block.0[..], 0), Err(Errno::INVAL))
            }
            Err(Errno::INVAL) => false,
            Err(errno) => {
                return Err(DeviceError::system(
                    text!("device-cannot-open", path),
                    path,
                    errno,
                ));
            }
        };
        Ok(file)
    }

    /// Opens the same file again, with a separate position and flags.
    ///
    /// # Errors
    ///
    /// Fails for writing without a permit, and if the file system does not support the mode.
    pub fn open(&self, mode: OpenMode) -> Result<OwnedFd, DeviceError> {
        if mode.is_writable && self.permit.is_none() {
            return Err(Refusal::NoPermit { path: self.path.clone() }.into());
        }
        self.reopen(mode).map_err(|errno| {
            DeviceError::system(text!("device-cannot-open", path), &self.path, errno)
        })
    }

    fn reopen(&self, mode: OpenMode) -> rustix::io::Result<OwnedFd> {
        reopen(self.fd.as_fd(), mode)
    }

    /// Some file systems accept the flag and fail the request, so this writes one block. The file is new, and is
    /// empty again afterwards.
    fn try_direct_write(&self) -> Result<bool, DeviceError> {
        let failed = |errno| {
            DeviceError::system(text!("device-cannot-write-test-file", path), &self.path, errno)
        };
        let direct = match self.reopen(OpenMode { is_writable: true, is_direct: true }) {
            Ok(direct) => direct,
            Err(Errno::INVAL | Errno::OPNOTSUPP) => return Ok(false),
            Err(errno) => return Err(failed(errno)),
        };
        match rustix::io::pwrite(&direct, &Block::default().0, 0) {
            Ok(_) => {}
            Err(Errno::INVAL | Errno::OPNOTSUPP) => return Ok(false),
            Err(errno) => return Err(failed(errno)),
        }
        rustix::fs::ftruncate(&self.fd, 0).map_err(failed)?;
        Ok(true)
    }

    /// The file's descriptor, writable for a new file or a permitted one.
    #[must_use]
    pub fn fd(&self) -> &OwnedFd {
        &self.fd
    }

    /// The named file, or the directory of an unnamed one.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether requests can bypass the page cache.
    #[must_use]
    pub fn supports_direct(&self) -> bool {
        self.supports_direct
    }

    /// Whether copy-on-write is off for this file, on a file system that has it.
    #[must_use]
    pub fn is_nocow(&self) -> bool {
        self.is_nocow
    }

    /// Whether it may be written.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.permit.is_some()
    }

    /// Its current length.
    ///
    /// # Errors
    ///
    /// Fails if the system does.
    pub fn size(&self) -> Result<Bytes, DeviceError> {
        let stat = rustix::fs::fstat(&self.fd).map_err(|errno| {
            DeviceError::system(text!("device-cannot-look", path), &self.path, errno)
        })?;
        Ok(Bytes(u64::try_from(stat.st_size).unwrap_or(0)))
    }

    /// Bytes of a part of it that hold data; `None` if the file system does not report it. Writes dirty pages first.
    pub(crate) fn stored_bytes(&self, part: Range<u64>) -> Option<u64> {
        extents::stored_bytes(&self.fd, part)
    }

    /// The alignment of direct requests (Linux 6.1); `None` means unknown.
    #[must_use]
    pub fn direct_alignment(&self) -> Option<DirectAlignment> {
        alignment::told_of(&self.fd)
    }
}

/// An aligned buffer for one request: 4096 bytes satisfy every logical block size in use.
#[repr(align(4096))]
struct Block([u8; 4096]);

impl Default for Block {
    fn default() -> Self {
        Self([0; 4096])
    }
}

fn create_named(directory: &Path) -> Result<TestFile, DeviceError> {
    let failed = |errno| {
        DeviceError::system(text!("device-cannot-make-test-file", path), directory, errno)
    };
    for attempt in 0_u32.. {
        let name = format!(".iogram-test-file-{}-{attempt}", std::process::id());
        let path = directory.join(name);
        match iogram_door::make_new(&path, Mode::RUSR | Mode::WUSR, false) {
            Ok(fd) => {
                iogram_door::remove_made(&path)?;
                return TestFile::prepare_new(fd, directory);
            }
            Err(Errno::EXIST) => {}
            Err(errno) => return Err(failed(errno)),
        }
    }
    Err(failed(Errno::EXIST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permit::permit_file;
    use crate::tests_support::TempDir;

    const BUFFERED: OpenMode = OpenMode { is_writable: true, is_direct: false };

    fn entries(dir: &TempDir) -> usize {
        std::fs::read_dir(dir.path()).unwrap().count()
    }

    #[track_caller]
    fn check_usable(file: &TestFile) {
        let writer = file.open(BUFFERED).unwrap();
        assert_eq!(rustix::io::pwrite(&writer, b"data", 0).unwrap(), 4);
        let reader = file.open(OpenMode { is_writable: false, is_direct: false }).unwrap();
        let mut read = [0_u8; 4];
        rustix::io::pread(&reader, &mut read[..], 0).unwrap();
        assert_eq!(&read, b"data");
        assert!(rustix::io::pwrite(&reader, b"data", 0).is_err());
        assert_eq!(file.size().unwrap(), Bytes(4));
    }

    #[test]
    fn a_test_file_has_no_name_and_can_be_opened_many_times() {
        let dir = TempDir::new("scratch");
        let file = TestFile::create_in(dir.path()).unwrap();
        assert_eq!(entries(&dir), 0);
        assert_eq!(file.size().unwrap(), Bytes(0));
        check_usable(&file);
    }

    #[test]
    fn where_unnamed_files_are_not_to_be_had_the_name_is_removed_at_once() {
        let dir = TempDir::new("scratch");
        let taken = format!(".iogram-test-file-{}-0", std::process::id());
        dir.write(&taken, "somebody else's");
        let file = create_named(dir.path()).unwrap();
        assert_eq!(entries(&dir), 1);
        assert_eq!(std::fs::read(dir.path().join(taken)).unwrap(), b"somebody else's");
        check_usable(&file);
    }

    #[test]
    fn direct_is_claimed_only_where_a_direct_request_works() {
        let dir = TempDir::new("scratch");
        let file = TestFile::create_in(dir.path()).unwrap();
        let direct = file.open(OpenMode { is_writable: true, is_direct: true });
        if file.supports_direct() {
            rustix::fs::ftruncate(file.fd(), 8192).unwrap();
            let mut block = Block::default();
            let direct = direct.unwrap();
            assert_eq!(rustix::io::pread(&direct, &mut block.0[..], 4096).unwrap(), 4096);
        } else {
            let works =
                direct.is_ok_and(|fd| rustix::io::pwrite(&fd, &Block::default().0, 0).is_ok());
            assert!(!works);
        }
    }

    #[test]
    fn a_file_opened_for_reading_cannot_be_opened_for_writing() {
        let dir = TempDir::new("scratch");
        let path = dir.write("file", "keep");
        let file = TestFile::open_for_read(&path).unwrap();
        assert!(file.open(BUFFERED).is_err());
        assert!(!file.is_writable());
    }

    #[test]
    fn a_file_that_was_exchanged_after_the_permit_is_not_opened() {
        let dir = TempDir::new("scratch");
        let path = dir.write("file", "data");
        let other = dir.write("other", "keep");
        let permit = permit_file(&SysRoot::default(), &path, Some("file")).unwrap();
        std::fs::rename(other, &path).unwrap();
        let error = TestFile::open_for_write(permit).unwrap_err();
        assert!(error.to_string().contains("is no longer"), "{error}");
        assert_eq!(std::fs::read(path).unwrap(), b"keep");
    }

    #[test]
    fn a_file_without_data_that_was_filled_after_the_permit_is_not_opened() {
        let dir = TempDir::new("scratch");
        let path = dir.write("file", "");
        let permit = permit_file(&SysRoot::default(), &path, None).unwrap();
        std::fs::write(&path, "keep").unwrap();
        assert!(TestFile::open_for_write(permit).is_err());
        assert_eq!(std::fs::read(path).unwrap(), b"keep");
    }

    #[test]
    fn the_largest_test_file_leaves_a_margin() {
        let mib = |count: u64| Bytes(count << 20);
        assert_eq!(largest_test_file(mib(64)), None);
        assert_eq!(largest_test_file(mib(65)), Some(mib(1)));
        assert_eq!(largest_test_file(mib(1000)), Some(mib(936)));
        assert_eq!(largest_test_file(mib(100_000)), Some(mib(95_000)));
    }

    #[test]
    fn too_large_a_file_is_refused_with_the_size_that_fits() {
        let error = check_space(&std::env::temp_dir(), Bytes(u64::MAX)).unwrap_err();
        let DeviceError::NoSpace { largest: Some(largest), .. } = &error else {
            panic!("no space on this computer's temporary folder: {error}");
        };
        assert!(error.hint().to_string().contains(&largest.to_string()), "{}", error.hint());
        check_space(&std::env::temp_dir(), Bytes::MIB).unwrap();
    }
}
