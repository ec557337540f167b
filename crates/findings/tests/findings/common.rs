//! Records built by hand: only what a finding looks at is meant.

use iogram_model::{
    CellRecord, CellState, EngineRecord, IoPath, LatencySummary, Loop, OpKind, OpMix, OpRecord,
    Operations, Permille, Series, Workload,
};

/// A completed cell of 10 s that wrote.
pub(crate) fn cell(name: &str) -> CellRecord {
    let mix = OpMix { read: Permille(0), ..OpMix::default() };
    CellRecord {
        name: name.to_owned(),
        repeat: 0,
        is_counted: true,
        state: CellState::Completed,
        workload: Workload { mix, ..Workload::default() },
        started_ns: 0,
        elapsed_ns: 10_000_000_000,
        cpu_user_ns: None,
        cpu_system_ns: None,
        engine: EngineRecord {
            path: IoPath::Sync,
            path_reason: "queue depth 1".to_owned(),
            features: Vec::new(),
            depth_asked: 1,
            depth_reached: 1.0,
            pacing: Loop::Closed,
            submit_cpu_ratio: None,
            submitters: Vec::new(),
        },
        operations: Operations::default(),
        series: Series::default(),
        pauses: None,
        progress: None,
        health: None,
        power: None,
        warnings: Vec::new(),
        errors: Vec::new(),
    }
}

/// `cell` with `bytes` moved by `kind` in `count` requests.
pub(crate) fn with(mut cell: CellRecord, kind: OpKind, count: u64, bytes: u64) -> CellRecord {
    #[expect(clippy::cast_precision_loss, reason = "small test values")]
    let per_s = |amount: u64| amount as f64 / (cell.elapsed_ns as f64 / 1e9);
    let record = OpRecord {
        count,
        bytes,
        iops: per_s(count),
        bytes_per_s: per_s(bytes),
        latency_ns: LatencySummary {
            min: 1_000,
            mean: 2_000.0,
            p50: Some(2_000),
            p90: Some(3_000),
            p99: Some(5_000),
            p999: None,
            p9999: None,
            p99999: None,
            max: 90_000,
        },
        histogram: String::new(),
    };
    *cell.operations.slot(kind) = Some(record);
    cell
}

/// A completed repetition that wrote at this rate.
pub(crate) fn write_run(mb_per_s: u64) -> CellRecord {
    with(cell("write"), OpKind::Write, 10, mb_per_s * 10_000_000)
}

/// The same, but stopped by the user.
pub(crate) fn interrupted(mut cell: CellRecord) -> CellRecord {
    cell.state = CellState::Interrupted;
    cell
}

/// A completed repetition whose flushes had this 99th percentile.
pub(crate) fn flush_run(p99_ns: Option<u64>) -> CellRecord {
    let mut cell = with(cell("sync"), OpKind::Flush, 1_000, 0);
    if let Some(flush) = &mut cell.operations.flush {
        flush.latency_ns.p99 = p99_ns;
    }
    cell
}
