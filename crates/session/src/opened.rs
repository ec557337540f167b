//! An open target of any kind: the rig that executes a plan, and its conditions for the record.

use std::sync::Arc;

use iogram_device::DriveRig;
use iogram_engine::{HealthSampling, Reach, Recordings, Rig, TimeBase};
use iogram_inspect::SysRoot;
use iogram_model::{FileSystemRecord, QueueRecord, text};

use crate::failure::Failure;

/// The target that a plan runs on.
pub(crate) struct Opened {
    pub(crate) rig: AnyRig,
    /// The block queue of the device below; `None` if there is none or it is unknown.
    pub(crate) queue: Option<QueueRecord>,
    /// The file system of the test file; `None` without one.
    pub(crate) file_system: Option<FileSystemRecord>,
    /// Whether the target is a file, whose size the plan determines.
    pub(crate) is_file: bool,
}

/// A rig of one of the kinds there are.
pub(crate) enum AnyRig {
    /// Real.
    Drive(Box<DriveRig>),
    /// Simulated.
    Simulated(Box<iogram_sim::SimRig>),
}

impl AnyRig {
    pub(crate) fn as_dyn(&self) -> &dyn Rig {
        match self {
            Self::Drive(rig) => rig.as_ref(),
            Self::Simulated(rig) => rig.as_ref(),
        }
    }

    pub(crate) fn as_dyn_mut(&mut self) -> &mut dyn Rig {
        match self {
            Self::Drive(rig) => rig.as_mut(),
            Self::Simulated(rig) => rig.as_mut(),
        }
    }

    /// Sets how often to read the drive's health.
    pub(crate) fn sample_health(&mut self, sampling: HealthSampling) {
        match self {
            Self::Drive(rig) => rig.sample_health(sampling),
            Self::Simulated(rig) => rig.sample_health(sampling),
        }
    }

    /// Sets how requests reach the drive.
    pub(crate) fn reach(&mut self, root: &SysRoot, reach: &Reach) -> Result<(), Failure> {
        match self {
            Self::Drive(rig) => Ok(rig.reach(root, reach)?),
            Self::Simulated(_) if *reach == Reach::default() => Ok(()),
            Self::Simulated(_) => Err(Failure::usage(
                text!("session-simulated-drive-own-time-no-processor"),
                text!("session-leave-cpus-poll-wait-batch-clock"),
            )),
        }
    }

    /// Sets the source of the traces that cells replay.
    pub(crate) fn play(&mut self, recordings: Arc<dyn Recordings>) {
        match self {
            Self::Drive(rig) => rig.play(recordings),
            Self::Simulated(rig) => rig.play(recordings),
        }
    }

    /// The real drive.
    pub(crate) fn real(&self) -> Option<&DriveRig> {
        match self {
            Self::Drive(rig) => Some(rig),
            Self::Simulated(_) => None,
        }
    }

    /// The real drive, to which borrowed blocks may belong.
    pub(crate) fn drive(&mut self) -> Option<&mut DriveRig> {
        match self {
            Self::Drive(rig) => Some(rig),
            Self::Simulated(_) => None,
        }
    }
}

impl Opened {
    /// The time base of its latencies.
    pub(crate) fn time_base(&self) -> TimeBase {
        self.rig.as_dyn().time_base()
    }
}

impl From<DriveRig> for Opened {
    fn from(rig: DriveRig) -> Self {
        Self {
            queue: rig.queue().cloned(),
            file_system: rig.file_system().cloned(),
            is_file: rig.is_file(),
            rig: AnyRig::Drive(Box::new(rig)),
        }
    }
}

impl From<iogram_sim::SimRig> for Opened {
    fn from(rig: iogram_sim::SimRig) -> Self {
        Self {
            rig: AnyRig::Simulated(Box::new(rig)),
            queue: None,
            file_system: None,
            is_file: false,
        }
    }
}
