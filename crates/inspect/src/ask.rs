//! Queries to a drive itself, beyond the facts that the kernel has read from it.
//!
//! [`AskDrive`] is the interface: drives of this computer answer through ioctls, captured ones from files. Every
//! query only reads; none changes the drive.

use std::io;
use std::path::Path;

use iogram_model::{Argument, Message, MessageId};
use rustix::io::Errno;

use crate::decode::AtaCommand;

/// A query to a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// NVMe: Identify Controller, 4096 bytes.
    NvmeController,
    /// NVMe: Identify Namespace, 4096 bytes.
    NvmeNamespace,
    /// NVMe: SMART log page, 512 bytes.
    NvmeSmart,
    /// NVMe: error log page, 64 bytes for each of 16 entries.
    NvmeErrors,
    /// NVMe: firmware slots, 512 bytes.
    NvmeFirmware,
    /// NVMe: counters of data centre drives beyond the standard (log page C0h), 512 bytes. Drives without it may
    /// count the query as an error.
    NvmeOcp,
    /// ATA, also behind a bridge: 512 bytes, or sense data for a command without data.
    Ata(AtaCommand),
    /// eMMC: extended CSD, 512 bytes.
    ExtCsd,
}

impl Question {
    /// Its name in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NvmeController => "NVMe identify controller",
            Self::NvmeNamespace => "NVMe identify namespace",
            Self::NvmeSmart => "NVMe SMART log",
            Self::NvmeErrors => "NVMe error log",
            Self::NvmeFirmware => "NVMe firmware slots",
            Self::NvmeOcp => "NVMe OCP extended SMART log",
            Self::Ata(AtaCommand::Identify) => "ATA identify",
            Self::Ata(AtaCommand::SmartData) => "ATA SMART data",
            Self::Ata(AtaCommand::SmartThresholds) => "ATA SMART thresholds",
            Self::Ata(AtaCommand::SmartStatus) => "ATA SMART status",
            Self::ExtCsd => "eMMC extended CSD",
        }
    }
}

/// Why a drive did not answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum AskError {
    /// The kernel did not pass the query on.
    #[error("{}", said_of(*.0))]
    System(Errno),
    /// The drive, or something on the path to it, refused.
    #[error("{0}")]
    Refused(Message),
}

impl AskError {
    /// The error as a statement.
    #[must_use]
    pub fn statement(&self) -> Message {
        match self {
            Self::System(errno) => said_of(*errno),
            Self::Refused(why) => why.clone(),
        }
    }
}

fn said_of(errno: Errno) -> Message {
    match errno {
        Errno::ACCESS | Errno::PERM => Message::plain(MessageId::AskNotPermitted),
        Errno::NOTTY => Message::plain(MessageId::AskNotPassedOn),
        other => Message::of_errno(other.raw_os_error()),
    }
}

/// The statement of a system error.
#[must_use]
pub fn said_of_system(error: &io::Error) -> Message {
    match (Errno::from_io_error(error), error.kind()) {
        (Some(errno), _) => said_of(errno),
        (None, io::ErrorKind::PermissionDenied) => Message::plain(MessageId::AskNotPermitted),
        (None, _) => Message::new(MessageId::Quoted, [Argument::Sentence(error.to_string())]),
    }
}

/// A drive that answers queries.
pub trait AskDrive: Send + Sync {
    /// Queries the drive.
    ///
    /// # Errors
    ///
    /// Fails if the query is not passed on, or if the drive refuses it.
    fn ask(&self, question: Question) -> Result<Vec<u8>, AskError>;

    /// Reads the drive's contents at `offset`, to look for signatures.
    ///
    /// # Errors
    ///
    /// Fails if the kernel or the drive does.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// Number of conventional zones; `None` if it has no zones, or if they cannot be queried.
    fn conventional_zone_count(&self) -> Option<u64> {
        None
    }
}

/// Opens the drive behind the device node of this path, or returns why it cannot be opened.
pub type OpenDrive<'a> = &'a dyn Fn(&Path) -> Result<Box<dyn AskDrive>, Message>;
