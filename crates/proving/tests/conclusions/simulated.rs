//! Cells on simulated drives, for comparisons of findings with the drive's truth.

use iogram_engine::{Cell, Control, Rig};
use iogram_model::{CellRecord, Workload};
use iogram_sim::{SimDrive, SimRig, SimSpec};

/// A drive that is ready for measurements.
pub(crate) fn rig(spec: SimSpec, seed: u64) -> SimRig {
    SimRig::new("sim:test", SimDrive::new(spec, seed).unwrap())
}

/// The record of `workload` on it.
pub(crate) fn run(rig: &mut SimRig, workload: Workload) -> CellRecord {
    let cell = Cell::new("test", workload);
    rig.run(&cell, &Control::default()).unwrap()
}
