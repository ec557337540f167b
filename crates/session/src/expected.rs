//! Estimates how fast a target is before a plan runs: from earlier runs of the same drive, or by reading it for two
//! seconds.
//!
//! Only reads, and only if no better knowledge exists. Must not know who uses the estimate.

use iogram_device::{PathKind, examine};
use iogram_engine::{Cell, Control, Rig};
use iogram_inspect::{DeviceFacts, SysRoot, find_common_facts, find_facts, find_file_system};
use iogram_model::{Access, Blocks, Bytes, CellRecord, Nanos, RunState, Stop, Workload};
use iogram_runner::AssumedRange;
use iogram_store::{RunFilter, RunSummary, Store};

use crate::resolve::ResolvedTarget;

/// The newest runs describe the present state of the drive. Arbitrary.
const RUNS_MAX: usize = 3;

/// The four looks take half a second each.
const LOOK: Nanos = Nanos(Nanos::SECOND.0 / 2);
/// A look at a fast drive ends after this many requests: its rate is well known by then.
const LOOK_REQUESTS: u64 = 20_000;
/// The looks: access pattern, block size and queue depth. They are the extremes of the methods, and bound the
/// workloads between them.
const LOOKS: [(Access, u64, u32); 4] = [
    (Access::Sequential, 131_072, 1),
    (Access::Sequential, 1_048_576, 32),
    (Access::Random, 4096, 1),
    (Access::Random, 4096, 32),
];

/// The basis of an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The kind of drive and its link.
    Kind,
    /// This many earlier runs of the same drive.
    EarlierRuns(usize),
    /// Two seconds of reading the drive.
    Reading,
}

impl ResolvedTarget {
    /// Estimates the target's rates. `store` holds earlier runs, if any. Without earlier runs of this drive the
    /// function reads a device that it can open. It writes nothing.
    pub fn expected(
        &self,
        store: Option<&mut Store>,
        root: &SysRoot,
        control: &Control,
    ) -> (AssumedRange, Basis) {
        let usual = self.assumed(root);
        if self.is_virtual() {
            return (usual, Basis::Kind);
        }
        let (cells, runs) = self.earlier_cells(store, root);
        let known = usual.clone().observing(&cells);
        if !known.observed.is_empty() {
            return (known, Basis::EarlierRuns(runs));
        }
        let known = usual.observing(&self.read_shortly(root, control));
        let basis = if known.observed.is_empty() { Basis::Kind } else { Basis::Reading };
        (known, basis)
    }

    /// The cells of the newest runs of this drive, and the number of those runs. A drive without a serial number
    /// matches by model and by name. A store or run that cannot be read counts as empty: readers that need it report
    /// the error themselves.
    pub(crate) fn earlier_cells(
        &self,
        store: Option<&mut Store>,
        root: &SysRoot,
    ) -> (Vec<CellRecord>, usize) {
        let facts = self.device_facts(root);
        let serial = facts.as_ref().and_then(|facts| facts.serial.as_ref());
        let model = facts.as_ref().and_then(|facts| facts.model.as_ref());
        let name = self.spec.to_string();
        let is_same = |run: &RunSummary| match (serial, &run.serial) {
            (Some(one), Some(other)) => one == other,
            (None, None) => run.line.target == name && run.line.model.as_ref() == model,
            _ => false,
        };
        let Some(store) = store else { return (Vec::new(), 0) };
        // Matches the text anywhere in a name: a store of a million runs answers that at once.
        let target = Some(serial.unwrap_or(&name).clone());
        let runs = store.list(&RunFilter { target, ..RunFilter::default() });
        let runs = runs.unwrap_or_default();
        let ended =
            runs.iter().filter(|run| run.line.state == RunState::Completed && is_same(run));
        let read: Vec<_> = ended
            .take(RUNS_MAX)
            .filter_map(|run| store.load_rates(&run.line.id).ok())
            .collect();
        let count = read.len();
        (read.into_iter().flatten().collect(), count)
    }

    /// The facts of the device, or of the device below the file system; `None` if unknown.
    pub(crate) fn device_facts(&self, root: &SysRoot) -> Option<DeviceFacts> {
        let path = self.spec.path()?;
        match examine(path).ok()? {
            PathKind::BlockDevice { number } => find_facts(root, number),
            _ => find_common_facts(root, &find_file_system(root, path).ok()?.devices),
        }
    }

    /// Reads a device for two seconds. Returns nothing for other targets and for a device that it may not open.
    fn read_shortly(&self, root: &SysRoot, control: &Control) -> Vec<CellRecord> {
        let Some(path) = self.spec.path() else { return Vec::new() };
        if !matches!(examine(path), Ok(PathKind::BlockDevice { .. })) {
            return Vec::new();
        }
        let Ok(mut opened) = self.open(false, 0, control, root) else { return Vec::new() };
        look(opened.rig.as_dyn_mut(), control)
    }
}

/// Reads at the extremes of the methods; ends early if `control` is stopped or the drive cannot be read.
pub(crate) fn look(rig: &mut dyn Rig, control: &Control) -> Vec<CellRecord> {
    let cells = LOOKS.into_iter().map(|(access, bytes, depth)| {
        let stop = Stop { time: Some(LOOK), count: Some(LOOK_REQUESTS), ..Stop::default() };
        let block = Blocks::one(Bytes(bytes));
        Cell::new("look", Workload { access, block, depth, stop, ..Workload::default() })
    });
    cells.map_while(|cell| rig.run(&cell, control).ok()).collect()
}

#[cfg(test)]
mod tests;
