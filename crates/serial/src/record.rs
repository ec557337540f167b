//! A boot as a cell of a record.

use iogram_model::{
    Application, ApplicationRecord, CellRecord, CellState, EngineRecord, IoPath, Loop, Nanos,
    Operations, Series, Stop, Workload,
};

use crate::boots::Boot;
use crate::patterns::Patterns;

/// The name of every boot's cell.
pub const BOOT_CELL: &str = "boot";

/// The cell of one boot, the `repeat`th counted from 0. `origin` is the beginning of the run.
///
/// Nobody saw the computer's requests to its drive: the cell has a time and no operations.
#[must_use]
pub fn cell_of(boot: &Boot, repeat: u32, patterns: &Patterns, origin: Nanos) -> CellRecord {
    let application = ApplicationRecord {
        name: BOOT_CELL.to_owned(),
        settings: vec![format!("from={}", patterns.from()), format!("to={}", patterns.to())],
        ..ApplicationRecord::default()
    };
    let workload = Workload {
        application: Some(Application::Boot),
        stop: Stop { count: Some(1), ..Stop::default() },
        ..Workload::default()
    };
    CellRecord {
        name: BOOT_CELL.to_owned(),
        block: None,
        repeat,
        is_counted: true,
        state: CellState::Completed,
        workload,
        started_ns: boot.from.at.saturating_sub(origin).0,
        elapsed_ns: boot.elapsed().0,
        cpu_user_ns: None,
        cpu_system_ns: None,
        engine: EngineRecord {
            path: IoPath::Watched,
            path_reason: "another computer boots; what it asks its drive is not seen"
                .to_owned(),
            path_statement: None,
            features: Vec::new(),
            depth_asked: 1,
            depth_reached: 1.0,
            pacing: Loop::Closed,
            submit_cpu_ratio: None,
            submitters: Vec::new(),
            stamping: None,
            clock: None,
            is_polled: None,
            wait_batch_count: None,
            application: Some(application),
            replay: None,
        },
        operations: Operations::default(),
        beside: Vec::new(),
        series: Series::default(),
        pauses: None,
        progress: None,
        health: None,
        power: None,
        host_pauses: Vec::new(),
        set_aside_count: None,
        others: None,
        disks: Vec::new(),
        unstored: None,
        verified_bytes: None,
        ending: None,
        discarded: None,
        excluded: None,
        warnings: Vec::new(),
        errors: Vec::new(),
        unknown: iogram_model::Unknown::default(),
    }
}
