//! The place of a rig: nothing, a test file, a device; opened again for every thread.

use std::fs::File;
use std::ops::Range;

use iogram_engine::Errno;

use crate::block_device::BlockDevice;
use crate::error::DeviceError;
use crate::folder::Folder;
use crate::open_mode::OpenMode;
use crate::probe_thread::KeepBefore;
use crate::test_file::TestFile;

#[derive(Debug)]
pub(super) enum TestPlace {
    Null,
    File(Box<TestFile>, Origin),
    Device(Box<BlockDevice>),
}

/// The origin of a test file, for creating it anew.
#[derive(Debug)]
pub(super) enum Origin {
    Directory(Folder),
    Existing,
}

impl TestPlace {
    /// Opens it again; all writes to a device will lie in `part`.
    pub(super) fn open(&self, mode: OpenMode, part: Range<u64>) -> Result<File, DeviceError> {
        match self {
            Self::Null => unreachable!("the null target is not opened"),
            Self::File(file, _) => file.open(mode).map(File::from),
            Self::Device(device) => device.open_part(mode, part).map(File::from),
        }
    }
}

impl KeepBefore for TestPlace {
    fn keep(&self, offset: u64, length: u64) -> Result<(), Errno> {
        let Self::Device(device) = self else { return Ok(()) };
        device.places().map_or(Ok(()), |permit| permit.keep(offset, length))
    }
}
