//! What is known of how fast a target is before a plan is carried out: by earlier runs of the same drive, or by
//! reading it for two seconds.
//!
//! Only reads, and only where nothing better is known. Must not know what becomes of it.

use iogram_device::{PathKind, examine};
use iogram_engine::{Cell, Control, Rig};
use iogram_inspect::{DeviceFacts, SysRoot, find_common_facts, find_facts, find_file_system};
use iogram_model::{Access, Blocks, Bytes, CellRecord, Nanos, RunState, Stop, Workload};
use iogram_runner::AssumedRange;
use iogram_store::{RunFilter, RunSummary, Store};

use crate::resolve::ResolvedTarget;

/// The newest runs say what the drive is like now. Arbitrary.
const RUNS_MAX: usize = 3;

/// Four looks of half a second.
const LOOK: Nanos = Nanos(Nanos::SECOND.0 / 2);
/// A look at a fast drive ends by this: its rate is known well by then.
const LOOK_REQUESTS: u64 = 20_000;
/// What a look reads: order, bytes and requests outstanding. The ends of what methods do; the work between them is
/// bounded by both.
const LOOKS: [(Access, u64, u32); 4] = [
    (Access::Sequential, 131_072, 1),
    (Access::Sequential, 1_048_576, 32),
    (Access::Random, 4096, 1),
    (Access::Random, 4096, 32),
];

/// What an expectation rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The kind of drive and its link.
    Kind,
    /// So many earlier runs of the same drive.
    EarlierRuns(usize),
    /// Two seconds of reading it.
    Reading,
}

impl ResolvedTarget {
    /// How fast it is expected to be. `store` holds earlier runs, if there are any; where they say nothing about
    /// this drive, a device that can be opened is read. Nothing is written.
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

    /// The cells of the newest runs of this drive, and how many runs they are of. A drive without a serial number is
    /// the same if it is of the same model and was named in the same way. A store or run that cannot be read says
    /// nothing here: whoever reads it for itself is told why.
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
        // Those that have it anywhere in their names: a base of a million runs finds them at once.
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

    /// The device or what is below the file system; `None` if that is unknown.
    pub(crate) fn device_facts(&self, root: &SysRoot) -> Option<DeviceFacts> {
        let path = self.spec.path()?;
        match examine(path).ok()? {
            PathKind::BlockDevice { number } => find_facts(root, number),
            _ => find_common_facts(root, &find_file_system(root, path).ok()?.devices),
        }
    }

    /// Reads a device for two seconds. Empty of anything else, and where it may not be opened.
    fn read_shortly(&self, root: &SysRoot, control: &Control) -> Vec<CellRecord> {
        let Some(path) = self.spec.path() else { return Vec::new() };
        if !matches!(examine(path), Ok(PathKind::BlockDevice { .. })) {
            return Vec::new();
        }
        let Ok(mut opened) = self.open(false, 0, control, root) else { return Vec::new() };
        look(opened.rig.as_dyn_mut(), control)
    }
}

/// Reads at both ends of what methods do; ends early if `control` is stopped or the drive cannot be read.
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
