//! A target of any kind, opened: what carries out a plan, and what of its circumstances goes into the
//! record.

use iogram_device::DriveRig;
use iogram_engine::Rig;
use iogram_model::{FileSystemRecord, QueueRecord, TargetRecord};
use iogram_sim::SimRig;

/// What a plan is carried out on.
pub(crate) struct Opened {
    pub(crate) rig: AnyRig,
    pub(crate) clock: Clock,
    /// The block queue of the device below; `None` if there is none or it is unknown.
    pub(crate) queue: Option<QueueRecord>,
    /// What holds the test file; `None` without one.
    pub(crate) file_system: Option<FileSystemRecord>,
    /// Whether the target is a file, which is as large as it is made.
    pub(crate) is_file: bool,
}

/// A rig of either kind.
pub(crate) enum AnyRig {
    Drive(Box<DriveRig>),
    Virtual(Box<SimRig>),
}

impl AnyRig {
    pub(crate) fn as_mut(&mut self) -> &mut dyn Rig {
        match self {
            Self::Drive(rig) => rig.as_mut(),
            Self::Virtual(rig) => rig.as_mut(),
        }
    }

    pub(crate) fn target(&self) -> TargetRecord {
        match self {
            Self::Drive(rig) => rig.target(),
            Self::Virtual(rig) => rig.target(),
        }
    }

    /// What has contents that somebody could miss; `None` for a drive that is only thought.
    pub(crate) fn drive(&self) -> Option<&DriveRig> {
        match self {
            Self::Drive(rig) => Some(rig),
            Self::Virtual(_) => None,
        }
    }
}

/// Whose time latencies are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clock {
    /// The computer's.
    Host,
    /// The target's own: a second on it is no second for the user.
    Virtual,
}

impl From<DriveRig> for Opened {
    fn from(rig: DriveRig) -> Self {
        Self {
            clock: Clock::Host,
            queue: rig.queue().cloned(),
            file_system: rig.file_system().cloned(),
            is_file: rig.is_file(),
            rig: AnyRig::Drive(Box::new(rig)),
        }
    }
}

impl From<SimRig> for Opened {
    fn from(rig: SimRig) -> Self {
        Self {
            rig: AnyRig::Virtual(Box::new(rig)),
            clock: Clock::Virtual,
            queue: None,
            file_system: None,
            is_file: false,
        }
    }
}
