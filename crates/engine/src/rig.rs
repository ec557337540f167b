//! What runs cells: a drive with everything around it that a cell needs.
//!
//! A [`Rig`] turns one [`Cell`] into one record. The real rig opens a target per job on a thread of
//! its own; a simulated one drives all jobs through one target in virtual time. Methods see only this.

use iogram_model::{
    Bytes, CellRecord, Nanos, PurgeChoice, PurgeRecord, TargetRecord, sentence,
};

use crate::cell::Cell;
use crate::control::Control;
use crate::probe::{Probe, ProbeAccess};
use crate::rig_error::{RigError, RigErrorKind};
use crate::target::Geometry;

/// Whose time latencies are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeBase {
    /// The computer's.
    Host,
    /// The target's own: a second on it is no second for the user.
    Virtual,
}

/// What the target holds before a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// A file is new and empty; a device stays as it is.
    Empty,
    /// A file is new and has its size and its space, but no data; a device stays as it is.
    Allocated,
    /// Reads meet stored data, which is written now, whatever was there: a file is made anew, a device that may
    /// be written too. A device that may only be read stays as it is.
    Written,
    /// Whatever is there: only how much of it cells see is said. What a run that goes on asks for.
    Kept,
}

/// A look at the drive and at the computer. `None` is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct HostSample {
    /// What the drive's own sensor says.
    pub temperature_celsius: Option<f64>,
    /// What all processors did since some moment in the past, which does not change.
    pub cpu: Option<CpuUse>,
    /// Requests that the drive was given since some moment in the past, by whomever.
    pub drive_request_count: Option<u64>,
}

/// Time of all processors together, in steps of the system's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CpuUse {
    /// In which they worked.
    pub busy_count: u64,
    /// Idle time included.
    pub total_count: u64,
}

/// A drive with everything that a cell needs. Runs one cell at a time.
pub trait Rig {
    /// What is measured.
    fn target(&self) -> TargetRecord;

    /// Its shape now: for a file target the laid-out size.
    fn geometry(&self) -> Geometry;

    /// Time now on the target's clock.
    fn now(&self) -> Nanos;

    /// Whose time that is. For whoever prepares and keeps a run; a method, a probe or a finding never asks.
    fn time_base(&self) -> TimeBase;

    /// Makes the first `size` bytes the whole of what cells see, holding `content`. A file is made or
    /// resized; on a device, regions in percent mean this part from now on. Returns how much was written for that.
    ///
    /// # Errors
    ///
    /// Fails without free space, without permission, on failing I/O, or if `size` exceeds a device.
    fn lay_out(
        &mut self,
        size: Bytes,
        content: Content,
        control: &Control,
    ) -> Result<Bytes, RigError>;

    /// Runs one cell. I/O errors and an early end are states of the record, not errors; the record's
    /// `started_ns` counts from the rig's making.
    ///
    /// # Errors
    ///
    /// Fails if the cell cannot be started: it does not fit the target, or may not write to it.
    fn run(&mut self, cell: &Cell, control: &Control) -> Result<CellRecord, RigError>;

    /// The drive for finding out about it, one request at a time.
    ///
    /// # Errors
    ///
    /// Fails if the rig has no such thing, or may not write to what `access` asks to write.
    fn probe(&mut self, access: ProbeAccess) -> Result<Box<dyn Probe + '_>, RigError> {
        let _ = access;
        Err(RigError {
            kind: RigErrorKind::Usage,
            message: sentence!("engine-cannot-probe", target = self.target().name),
            hint: sentence!("engine-name-block-device"),
        })
    }

    /// Tries to bring the drive back to the state of a new one. That nothing worked is a state of the
    /// record, not an error.
    ///
    /// # Errors
    ///
    /// Fails if the rig has no such thing, or may not destroy what the drive holds.
    fn purge(
        &mut self,
        choice: PurgeChoice,
        control: &Control,
    ) -> Result<PurgeRecord, RigError> {
        let _ = control;
        Err(RigError {
            kind: RigErrorKind::Usage,
            message: sentence!("engine-cannot-purge", target = self.target().name, choice),
            hint: sentence!("engine-name-block-device"),
        })
    }

    /// Tells the drive that the bytes from `start` up to but not including `end` are not in use.
    ///
    /// # Errors
    ///
    /// Fails if the rig or the drive has no such thing, may not destroy what is there, or if the drive
    /// does.
    fn discard(&mut self, start: Bytes, end: Bytes, control: &Control) -> Result<(), RigError> {
        let _ = control;
        Err(RigError {
            kind: RigErrorKind::Usage,
            message: sentence!(
                "engine-cannot-discard",
                start,
                end,
                target = self.target().name
            ),
            hint: sentence!("engine-name-block-device"),
        })
    }

    /// What the drive's sensor says, and what the computer and others do, at this moment. Makes no
    /// request to the medium.
    fn sample_host(&mut self) -> HostSample {
        HostSample::default()
    }

    /// Idles for `duration`, or until `control` is stopped.
    fn rest(&mut self, duration: Nanos, control: &Control);
}
