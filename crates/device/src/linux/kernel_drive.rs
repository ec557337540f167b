//! A drive of this computer, queried through the kernel's ioctls.

use iogram_model::{Argument, Message, MessageId};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use crate::block_device::{BlockDevice, open_device_for_read};
use crate::error::DeviceError;
use crate::linux::{ioctl_mmc, ioctl_nvme, ioctl_sg};
use crate::open_mode::OpenMode;
use iogram_engine::{DriveZone, ZoneKind};
use iogram_inspect::{AskDrive, AskError, Question, SystemError, said_of_system};

/// A drive of this computer, opened for reading.
#[derive(Debug)]
pub struct KernelDrive {
    file: File,
    /// Keeps the kernel from reusing the number for another device.
    device: BlockDevice,
}

impl KernelDrive {
    /// Opens the block device of this path.
    ///
    /// # Errors
    ///
    /// Fails if it may not be opened.
    pub fn open(path: &Path) -> Result<Self, DeviceError> {
        let device = open_device_for_read(path)?;
        let file = device.open(OpenMode { is_writable: false, is_direct: false })?;
        Ok(Self { file: file.into(), device })
    }

    /// For commands that change something.
    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    /// For `OpenDrive` of `iogram-inspect`.
    ///
    /// # Errors
    ///
    /// The reason.
    pub fn open_boxed(path: &Path) -> Result<Box<dyn AskDrive>, Message> {
        match Self::open(path) {
            Ok(drive) => Ok(Box::new(drive)),
            Err(DeviceError::System(SystemError { source, .. })) => {
                Err(said_of_system(&source))
            }
            Err(other) => {
                let why = Argument::Sentence(other.to_string());
                Err(Message::new(MessageId::Quoted, [why]))
            }
        }
    }
}

impl AskDrive for KernelDrive {
    fn ask(&self, question: Question) -> Result<Vec<u8>, AskError> {
        let fd = &self.file;
        match question {
            Question::NvmeController => ioctl_nvme::identify(fd, 1),
            Question::NvmeNamespace => ioctl_nvme::identify(fd, 0),
            Question::NvmeErrors => ioctl_nvme::log_page(fd, 1, 1024)
                // A drive may keep fewer entries and refuse to return more.
                .or_else(|_refused| ioctl_nvme::log_page(fd, 1, 64)),
            Question::NvmeSmart => ioctl_nvme::log_page(fd, 2, 512),
            Question::NvmeFirmware => ioctl_nvme::log_page(fd, 3, 512),
            Question::NvmeOcp => ioctl_nvme::log_page(fd, 0xc0, 512),
            Question::Ata(command) => ioctl_sg::ask_ata(fd, command),
            Question::ExtCsd => ioctl_mmc::ask_ext_csd(fd),
        }
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(buffer, offset)
    }

    fn conventional_zone_count(&self) -> Option<u64> {
        let zones = self.device.zones().ok()??.zones;
        let is_conventional = |zone: &&DriveZone| zone.kind == ZoneKind::Conventional;
        Some(zones.iter().filter(is_conventional).count() as u64)
    }
}
