//! Records built by hand: only what a finding looks at is meant.

use std::collections::BTreeMap;

use iogram_model::{
    Access, Blocks, Bytes, CellRecord, CellState, Conditions, EngineRecord, IoPath,
    LatencySummary, Loop, MethodRecord, OpKind, OpMix, OpRecord, Operations, Permille, Run,
    RunState, Series, TargetKind, TargetRecord, ToolRecord, Unknown, Workload,
};

/// A completed cell of 10 s that wrote.
pub(crate) fn cell(name: &str) -> CellRecord {
    let mix = OpMix { read: Permille(0), ..OpMix::default() };
    CellRecord {
        name: name.to_owned(),
        block: None,
        repeat: 0,
        is_counted: true,
        state: CellState::Completed,
        workload: Workload { mix, ..Workload::default() },
        started_ns: 0,
        elapsed_ns: 10_000_000_000,
        cpu_user_ns: None,
        cpu_system_ns: None,
        engine: EngineRecord {
            path_statement: None,
            path: IoPath::Sync,
            path_reason: "queue depth 1".to_owned(),
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
        },
        operations: Operations::default(),
        series: Series::default(),
        pauses: None,
        progress: None,
        health: None,
        power: None,
        host_pauses: Vec::new(),
        set_aside_count: None,
        others: None,
        disks: Vec::new(),
        verified_bytes: None,
        discarded: None,
        excluded: None,
        warnings: Vec::new(),
        errors: Vec::new(),
        unknown: Unknown::default(),
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
            p995: None,
            p9995: None,
            stddev: None,
            p99999: None,
            max: 90_000,
        },
        histogram: String::new(),
        overdue_count: None,
        service: None,
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

/// A completed run of these cells on a drive with this serial number.
pub(crate) fn run(serial: &str, cells: Vec<CellRecord>) -> Run {
    Run {
        format: Run::FORMAT.to_owned(),
        id: format!("20261121-143015-{serial}"),
        state: RunState::Completed,
        started_at_us: 1_795_271_415_000_000,
        ended_at_us: None,
        method: MethodRecord {
            id: "quick".to_owned(),
            title: "quick".to_owned(),
            source: None,
            params: BTreeMap::from([("size".to_owned(), "1GiB".to_owned())]),
            seed: None,
            text: None,
        },
        target: TargetRecord {
            name: "/dev/sdx".to_owned(),
            kind: TargetKind::BlockDevice,
            capacity: Bytes(64 << 30),
            logical_block_size: Bytes(512),
            physical_block_size: None,
            device: Some("sdx".to_owned()),
            drive: Some("USB".to_owned()),
            model: Some("Example".to_owned()),
            serial: Some(serial.to_owned()),
            firmware: None,
            drive_capacity: None,
            link: Some("USB 5 Gb/s".to_owned()),
            simulation: None,
            card: None,
            direct_alignment: None,
        },
        conditions: Conditions {
            tool: ToolRecord { version: "0.1.0".to_owned(), ..ToolRecord::default() },
            ..Conditions::default()
        },
        purges: Vec::new(),
        rests: Vec::new(),
        resumes: Vec::new(),
        looks: Vec::new(),
        probes: Vec::new(),
        cells,
        warnings: Vec::new(),
        findings: Vec::new(),
        criteria: None,
        headline: None,
        unknown: Unknown::default(),
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
            write.histogram = histogram(1000, 10_000);
            cell
        })
        .collect()
}

/// `count` requests that all took `ns`.
pub(crate) fn histogram(count: u64, ns: u64) -> String {
    let mut histogram = iogram_stats::Histogram::new();
    (0..count).for_each(|_| histogram.record(ns));
    histogram.to_text()
}

/// Nearly normal values from `SplitMix64`.
pub(crate) struct Noise(pub(crate) u64);

impl Noise {
    pub(crate) fn next(&mut self) -> f64 {
        let uniform = |state: &mut u64| {
            *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = *state;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            f64::from(u32::try_from((z ^ (z >> 31)) >> 32).unwrap()) / 4_294_967_296.0
        };
        (0..12).map(|_| uniform(&mut self.0)).sum::<f64>() - 6.0
    }

    pub(crate) fn many(&mut self, count: usize, mean: f64, deviation: f64) -> Vec<f64> {
        (0..count).map(|_| mean + deviation * self.next()).collect()
    }
}
