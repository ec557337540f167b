//! Building blocks of the sample runs.

use super::*;
use iogram_model::{Message, MessageId};

pub(super) fn quick_rows() -> [(&'static str, Access, u64, u32); 4] {
    [
        ("seq-1m-q8t1", Access::Sequential, 1 << 20, 8),
        ("seq-1m-q1t1", Access::Sequential, 1 << 20, 1),
        ("rnd-4k-q32t1", Access::Random, 4 << 10, 32),
        ("rnd-4k-q1t1", Access::Random, 4 << 10, 1),
    ]
}

/// Time of one block on the link and in the flash.
pub(super) fn block_time_ns(block: u64) -> f64 {
    if block > 65_536 { 300_000.0 } else { 2_700.0 }
}

pub(super) fn dd_read_cell(repeat: u32, mb_per_s: f64) -> CellRecord {
    let workload = Workload {
        access: Access::Sequential,
        block: Blocks::one(Bytes(4 << 20)),
        stop: Stop { amount: Some(Bytes::GIB), ..Stop::default() },
        ..Workload::default()
    };
    let mut cell = cell("read-4m", repeat, workload);
    cell.elapsed_ns = whole(Bytes::GIB.as_f64() / (mb_per_s / 1e3));
    let latency = latency(cell.elapsed_ns / 256);
    operation(&mut cell, OpKind::Read, 256, 4 << 20, latency);
    cell
}

pub(crate) fn run(method: &str, title: &str, cells: Vec<CellRecord>) -> Run {
    let method = MethodRecord {
        source: Some("a published method".to_owned()),
        params: BTreeMap::from([("size".to_owned(), "1GiB".to_owned())]),
        ..MethodRecord::new(method, title)
    };
    let id = "20261121-143015-7f3a".to_owned();
    let begun = (RunState::Completed, 1_795_271_415_123_456);
    let run = Run {
        ended_at_us: Some(1_795_271_487_123_456),
        conditions: conditions(),
        cells,
        ..Run::new(id, begun, method, file_on_nvme())
    };
    conclude(run, &[])
}

/// `run` with the findings from its cells.
pub(super) fn conclude(mut run: Run, rules: &[Rule]) -> Run {
    run.findings = summarise(&run.cells);
    run.warnings.retain(|warning| warning.code != "repetition-outlier");
    run.warnings.extend(outliers(&run.findings));
    run.findings.extend(judge(rules, &run.cells));
    run
}

fn file_on_nvme() -> TargetRecord {
    TargetRecord {
        physical_block_size: Some(Bytes(4096)),
        device: Some("nvme0n1".to_owned()),
        drive: Some("NVMe".to_owned()),
        model: Some("Example Flash 9000 1TB".to_owned()),
        serial: Some("S3CR3T".to_owned()),
        firmware: Some("1.2.3".to_owned()),
        drive_capacity: Some(Bytes(1_000_204_886_016)),
        link: Some("PCIe 3.0 x2 (of 4.0 x4)".to_owned()),
        ..TargetRecord::unknown(
            "/srv/photos".to_owned(),
            TargetKind::File,
            Bytes::GIB,
            Bytes(512),
        )
    }
}

pub(super) fn block_device() -> TargetRecord {
    TargetRecord {
        name: "/dev/nvme0n1".to_owned(),
        kind: TargetKind::BlockDevice,
        capacity: Bytes(1_000_204_886_016),
        ..file_on_nvme()
    }
}

pub(crate) fn card() -> TargetRecord {
    TargetRecord {
        name: "/dev/mmcblk0".to_owned(),
        capacity: Bytes(16_012_804_096),
        physical_block_size: None,
        device: Some("mmcblk0".to_owned()),
        drive: Some("SD".to_owned()),
        model: Some("Example *Ultra* SD16G".to_owned()),
        firmware: None,
        drive_capacity: None,
        link: Some("SD UHS-I SDR104, 208 MHz".to_owned()),
        ..block_device()
    }
}

pub(super) fn conditions() -> Conditions {
    Conditions {
        host: HostRecord {
            kernel: Some("6.12.9".to_owned()),
            os: Some("Debian GNU/Linux 13".to_owned()),
            cpu: Some("Example CPU 5".to_owned()),
            cpu_count: Some(8),
            governor: Some("performance".to_owned()),
            memory: Some(Bytes(16 * Bytes::GIB.0)),
            machine: Some("Example Board Z".to_owned()),
            write_back: None,
        },
        tool: ToolRecord {
            version: "0.1.0".to_owned(),
            clock: "CLOCK_MONOTONIC".to_owned(),
            clock_cost_ns: Some(21.7),
            clock_precision_ns: Some(1.0),
            floor_ns: Some(38.2),
        },
        queue: Some(QueueRecord {
            scheduler: Some("none".to_owned()),
            write_cache: Some("write back".to_owned()),
            fua: Some(true),
            rotational: Some(false),
            nr_requests: Some(1023),
            request_max: Some(Bytes(128 << 10)),
            dma_alignment: None,
            discard_max: None,
            read_ahead: Some(Bytes(128 << 10)),
        }),
        file_system: Some(FileSystemRecord {
            kind: "ext4".to_owned(),
            mount_point: "/srv".to_owned(),
            options: "rw,relatime".to_owned(),
            free: Bytes(120 * Bytes::GIB.0),
            is_copy_on_write: Some(false),
            is_compressing: Some(false),
            is_memory: false,
            supports_direct: Some(true),
            made_by: None,
        }),
        platform: None,
        drive_state: None,
        write_cache: None,
        power_loss: None,
        memory: None,
        tuned: None,
        beside: Vec::new(),
        notes: BTreeMap::new(),
    }
}

pub(crate) fn cell(name: &str, repeat: u32, workload: Workload) -> CellRecord {
    let depth = workload.depth * workload.jobs;
    let engine = EngineRecord {
        path_statement: (depth > 1).then(|| Message::plain(MessageId::PathDeep)),
        path: if depth > 1 { IoPath::IoUring } else { IoPath::Sync },
        path_reason: if depth > 1 { "queue depth above 1" } else { "queue depth 1" }.to_owned(),
        features: if depth > 1 { vec!["registered-buffers".to_owned()] } else { vec![] },
        depth_reached: f64::from(depth) * 0.996,
        submit_cpu_ratio: Some(0.17),
        ..records::engine(depth)
    };
    CellRecord {
        repeat,
        elapsed_ns: 5_000_000_000,
        cpu_user_ns: Some(210_000_000),
        cpu_system_ns: Some(640_000_000),
        engine,
        series: Series { interval_ns: 100_000_000, rows: Vec::new() },
        ..records::cell(name, workload)
    }
}

/// `kind` at this mean latency, with the queue always full.
pub(super) fn record(cell: &mut CellRecord, kind: OpKind, latency_ns: f64, block: u64) {
    let elapsed_ns = Bytes(cell.elapsed_ns).as_f64();
    let count = whole(elapsed_ns / latency_ns * f64::from(cell.workload.depth));
    operation(cell, kind, count, block, latency(whole(latency_ns)));
}

pub(crate) fn operation(
    cell: &mut CellRecord,
    kind: OpKind,
    count: u64,
    block: u64,
    latency_ns: LatencySummary,
) {
    *cell.operations.slot(kind) = Some(OpRecord {
        histogram: histogram(&latency_ns),
        ..records::operation((count, count * block), Nanos(cell.elapsed_ns), latency_ns)
    });
}

/// Ten thousand requests with these percentiles.
fn histogram(latency: &LatencySummary) -> String {
    let mut histogram = iogram_stats::Histogram::new();
    let percentiles = [latency.p50, latency.p90, latency.p99, latency.p999, Some(latency.max)];
    for (count, ns) in [5_000, 4_000, 900, 90, 10].into_iter().zip(percentiles) {
        (0..count).for_each(|_| histogram.record(ns.unwrap_or(latency.max)));
    }
    histogram.to_text()
}

pub(crate) fn latency(typical_ns: u64) -> LatencySummary {
    let mean = Bytes(typical_ns).as_f64() * 1.05;
    LatencySummary {
        p50: Some(typical_ns),
        p90: Some(typical_ns * 6 / 5),
        p99: Some(typical_ns * 2),
        p999: Some(typical_ns * 4),
        ..records::latency(typical_ns / 2, mean, typical_ns * 11)
    }
}

pub(super) fn warning(code: &str, message: &str) -> Warning {
    Warning::quoted(code.into(), message)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positive and below 2^53"
)]
fn whole(value: f64) -> u64 {
    value.round() as u64
}
