//! Hand-made records: only the fields that a finding uses are meaningful.

use std::collections::BTreeMap;

use iogram_model::{
    Access, Blocks, Bytes, CellRecord, CellState, Conditions, LatencySummary, MethodRecord,
    Nanos, OpKind, OpMix, Permille, Run, RunState, TargetKind, TargetRecord, ToolRecord,
    Workload,
};
use iogram_testing::records;

/// A completed cell of 10 s that wrote data.
pub(crate) fn cell(name: &str) -> CellRecord {
    let mix = OpMix { read: Permille(0), ..OpMix::default() };
    records::cell(name, Workload { mix, ..Workload::default() })
}

/// `cell` with `bytes` moved by `kind` in `count` requests.
pub(crate) fn with(mut cell: CellRecord, kind: OpKind, count: u64, bytes: u64) -> CellRecord {
    let latency_ns = LatencySummary {
        p50: Some(2_000),
        p90: Some(3_000),
        p99: Some(5_000),
        ..records::latency(1_000, 2_000.0, 90_000)
    };
    let record = records::operation((count, bytes), Nanos(cell.elapsed_ns), latency_ns);
    *cell.operations.slot(kind) = Some(record);
    cell
}

/// A completed repetition that wrote at this rate.
pub(crate) fn write_run(mb_per_s: u64) -> CellRecord {
    with(cell("write"), OpKind::Write, 10, mb_per_s * 10_000_000)
}

/// The same repetition, interrupted by the user.
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

/// A completed run of these cells on a drive with this serial number.
pub(crate) fn run(serial: &str, cells: Vec<CellRecord>) -> Run {
    let method = MethodRecord {
        params: BTreeMap::from([("size".to_owned(), "1GiB".to_owned())]),
        ..MethodRecord::new("quick", "quick")
    };
    let (capacity, block) = (Bytes(64 << 30), Bytes(512));
    let target = TargetRecord {
        device: Some("sdx".to_owned()),
        drive: Some("USB".to_owned()),
        model: Some("Example".to_owned()),
        serial: Some(serial.to_owned()),
        link: Some("USB 5 Gb/s".to_owned()),
        ..TargetRecord::unknown("/dev/sdx".to_owned(), TargetKind::BlockDevice, capacity, block)
    };
    let tool = ToolRecord { version: "0.1.0".to_owned(), ..ToolRecord::default() };
    let id = format!("20261121-143015-{serial}");
    let begun = (RunState::Completed, 1_795_271_415_000_000);
    Run {
        conditions: Conditions { tool, ..Conditions::default() },
        cells,
        ..Run::new(id, begun, method, target)
    }
}

/// Repetitions of one cell of sequential 1 MiB writes at these rates.
pub(crate) fn writes(mb_per_s: &[f64]) -> Vec<CellRecord> {
    mb_per_s
        .iter()
        .map(|rate| {
            let mut cell = write_run(1);
            cell.workload.access = Access::Sequential;
            cell.workload.block = Blocks::one(Bytes(1 << 20));
            let write = cell.operations.write.as_mut().unwrap();
            write.bytes_per_s = rate * 1e6;
            write.histogram = histogram(&[(1000, 10_000)]);
            cell
        })
        .collect()
}

/// A histogram of requests: pairs of their number and their time in nanoseconds.
pub(crate) fn histogram(parts: &[(u64, u64)]) -> String {
    let mut histogram = iogram_stats::Histogram::new();
    for &(count, ns) in parts {
        (0..count).for_each(|_| histogram.record(ns));
    }
    histogram.to_text()
}
