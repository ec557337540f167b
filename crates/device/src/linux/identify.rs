//! Identifies the open device and its contents: reads through the descriptor, because the kernel reuses names and
//! even numbers.

use std::os::fd::OwnedFd;
use std::path::Path;

use iogram_model::{Bytes, Sentence, sentence, text};
use rustix::fs::{FileType, SeekFrom};
use rustix::io::Errno;

use crate::contents::Contents;
use crate::device_identity::DeviceIdentity;
use crate::error::DeviceError;
use crate::linux::block_calls::disk_sequence;
use crate::linux::find_contents::read_contents;
use crate::linux::typed_name::find_world_wide_name;
use iogram_inspect::backing::find_backing_mark;
use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::identity::{find_facts, whole_of};
use iogram_inspect::sysfs::SysRoot;

impl DeviceIdentity {
    /// Reads it from the kernel, by the number of the open device. A descriptor always belongs to this computer, so
    /// the facts do too.
    pub(crate) fn read(fd: &OwnedFd, path: &Path) -> Result<Self, DeviceError> {
        let failed = |errno: Errno| {
            DeviceError::system(text!("device-cannot-identify", path), path, errno)
        };
        let stat = rustix::fs::fstat(fd).map_err(failed)?;
        if !FileType::from_raw_mode(stat.st_mode).is_block_device() {
            return Err(DeviceError::NotATarget {
                name: path.display().to_string(),
                why: sentence!("device-not-block-device"),
                hint: Sentence::default(),
            });
        }
        let number = DeviceNumber::from_raw(stat.st_rdev);
        let capacity = rustix::fs::seek(fd, SeekFrom::End(0)).map_err(failed)?;
        let root = SysRoot::default();
        // Gone: it was unplugged while it was open.
        let dir = root.block_dir(number).ok_or_else(|| failed(Errno::NODEV))?;
        let facts = find_facts(&root, number).ok_or_else(|| failed(Errno::NODEV))?;
        Ok(Self {
            number,
            capacity: Bytes(capacity),
            sequence: disk_sequence(fd),
            model: facts.model,
            serial: facts.serial,
            world_wide_name: find_world_wide_name(&whole_of(&dir)),
            backing: find_backing_mark(&root, number),
        })
    }

    pub(crate) fn read_contents(
        &self,
        fd: &OwnedFd,
        path: &Path,
    ) -> Result<Contents, DeviceError> {
        let dir = SysRoot::default().block_dir(self.number);
        let dir = dir.ok_or_else(|| {
            DeviceError::system(text!("device-cannot-identify", path), path, Errno::NODEV)
        })?;
        let mut contents = read_contents(fd, path, &dir, self.capacity)?;
        contents.look_for_data(fd, path, &dir, self.capacity)?;
        Ok(contents)
    }
}
