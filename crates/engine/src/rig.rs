//! Runs cells: a drive with everything around it that a cell needs.
//!
//! A [`Rig`] turns one [`Cell`] into one record. The real rig opens one target per job, each on its own thread; a
//! simulated one drives all jobs through one target in virtual time. Methods use only this interface.

use iogram_model::{
    Bytes, CellRecord, Nanos, PurgeChoice, PurgeRecord, TargetRecord, sentence,
};

use crate::cell::Cell;
use crate::control::Control;
use crate::probe::{Probe, ProbeAccess};
use crate::rig_error::{RigError, RigErrorKind};
use crate::target::Geometry;

/// The clock behind latencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeBase {
    /// The computer's time.
    Host,
    /// The target's own time: its seconds are not the user's seconds.
    Virtual,
}

/// The contents of the target before a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// A file is new and empty; a device stays unchanged.
    Empty,
    /// A file is new, with its size and its space allocated, but without data; a device stays unchanged.
    Allocated,
    /// Reads return stored data, which is written now, whatever was there: a file is created anew, a device is
    /// written if permitted. A device that may only be read stays unchanged.
    Written,
    /// Keeps the contents and only sets the size that cells see. A resumed run uses it.
    Kept,
}

/// A reading of the drive and the computer. `None` means unknown.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct HostSample {
    /// The reading of the drive's own sensor.
    pub temperature_celsius: Option<f64>,
    /// Work of all processors since a fixed moment in the past.
    pub cpu: Option<CpuUse>,
    /// Requests to the drive, from all processes, since a fixed moment in the past.
    pub drive_request_count: Option<u64>,
}

/// Time of all processors together, in ticks of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CpuUse {
    /// Busy time.
    pub busy_count: u64,
    /// Busy and idle time.
    pub total_count: u64,
}

/// A drive with everything that a cell needs. It runs one cell at a time.
pub trait Rig {
    /// The target that is measured.
    fn target(&self) -> TargetRecord;

    /// Its current shape: for a file target the laid-out size.
    fn geometry(&self) -> Geometry;

    /// Time now on the target's clock.
    fn now(&self) -> Nanos;

    /// The kind of that time. For the code that prepares and stores a run; methods, probes and findings never use it.
    fn time_base(&self) -> TimeBase;

    /// Limits the target for cells to its first `size` bytes, with `content`. A file is created or resized; on a
    /// device, regions in percent refer to this part from now on. Returns how much was written for that.
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

    /// Runs one cell. I/O errors and an early end are states of the record, not errors; the record's `started_ns`
    /// counts from the creation of the rig.
    ///
    /// # Errors
    ///
    /// Fails if the cell cannot be started: it does not fit the target, or may not write to it.
    fn run(&mut self, cell: &Cell, control: &Control) -> Result<CellRecord, RigError>;

    /// Opens the drive for examination, one request at a time.
    ///
    /// # Errors
    ///
    /// Fails if the rig has no probe, or may not write although `access` requires it.
    fn probe(&mut self, access: ProbeAccess) -> Result<Box<dyn Probe + '_>, RigError> {
        let _ = access;
        Err(RigError {
            kind: RigErrorKind::Usage,
            message: sentence!("engine-cannot-probe", target = self.target().name),
            hint: sentence!("engine-name-block-device"),
        })
    }

    /// Tries to return the drive to the state of a new one. If every way fails, that is a state of the record, not an
    /// error.
    ///
    /// # Errors
    ///
    /// Fails if the rig has no purge, or may not destroy the drive's contents.
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

    /// Discards the bytes from `start` up to but not including `end`.
    ///
    /// # Errors
    ///
    /// Fails if the rig or the drive has no discard, if the contents may not be destroyed, or if the drive fails.
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

    /// Reads the drive's sensor, and the current activity of the computer and of other processes. Makes no request to
    /// the medium.
    fn sample_host(&mut self) -> HostSample {
        HostSample::default()
    }

    /// Idles for `duration`, or until `control` is stopped.
    fn rest(&mut self, duration: Nanos, control: &Control);
}
