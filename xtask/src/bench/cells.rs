//! The comparisons and their requirements. Data; the thresholds are those of the project for its first release.

use anyhow::{Result, bail};

use super::sample::{Figure, SelfFigure};

/// A choice of comparisons on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Floor,
    Zram,
    Loop,
    Qd1,
    Seq,
    Agreement,
    Cdm,
    Data,
    Interval,
    Clock,
    Scale,
    Health,
    Batch,
    Sim,
    Peers,
    FioJobs,
}

impl Group {
    const ALL: [(&'static str, Self); 16] = [
        ("floor", Self::Floor),
        ("zram", Self::Zram),
        ("loop", Self::Loop),
        ("qd1", Self::Qd1),
        ("seq", Self::Seq),
        ("agreement", Self::Agreement),
        ("cdm", Self::Cdm),
        ("data", Self::Data),
        ("interval", Self::Interval),
        ("clock", Self::Clock),
        ("scale", Self::Scale),
        ("health", Self::Health),
        ("batch", Self::Batch),
        ("sim", Self::Sim),
        ("peers", Self::Peers),
        ("fio-jobs", Self::FioJobs),
    ];

    pub(super) fn parse(text: &str) -> Result<Self> {
        match Self::ALL.into_iter().find(|(name, _)| *name == text) {
            Some((_, group)) => Ok(group),
            None => {
                let names = Self::ALL.map(|(name, _)| name).join(", ");
                bail!("\"{text}\" is not a comparison; choose from {names}")
            }
        }
    }
}

/// The destination of the load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Nowhere: the tool's own cost.
    Null,
    /// A zram device.
    Zram,
    /// A loop device over tmpfs.
    Loop,
    /// The loop device, held to a rate by the kernel.
    Throttled(Limit),
}

/// The kernel's limit; `None` is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) read_iops: Option<u64>,
    pub(super) read_bytes_per_s: Option<u64>,
    pub(super) write_iops: Option<u64>,
    pub(super) write_bytes_per_s: Option<u64>,
}

impl Limit {
    pub(super) const NONE: Self = Self {
        read_iops: None,
        read_bytes_per_s: None,
        write_iops: None,
        write_bytes_per_s: None,
    };

    const fn read_iops(iops: u64) -> Self {
        Self { read_iops: Some(iops), ..Self::NONE }
    }

    const fn read_bytes_per_s(rate: u64) -> Self {
        Self { read_bytes_per_s: Some(rate), ..Self::NONE }
    }
}

/// The order of addresses, in each tool's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Random,
    Sequential,
}

/// Reads of one size at one queue depth by one job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Load {
    pub(super) access: Access,
    pub(super) block_kib: u32,
    pub(super) depth: u32,
    /// fio's engine for it: the fastest at this depth.
    pub(super) fio_engine: &'static str,
}

/// As fast as a card with the mark A1: slow enough that the kernel's limit decides every row, not the tool or the
/// computer.
pub(super) const CDM_PLACE: Place = Place::Throttled(Limit {
    read_iops: Some(1500),
    read_bytes_per_s: Some(80 << 20),
    write_iops: Some(500),
    write_bytes_per_s: Some(30 << 20),
});

/// Shortest duration of a row: 20 of the kernel's slices at half of CrystalDiskMark's default durations.
pub(super) const CDM_SECONDS_MIN: u32 = 3;

pub(super) const CDM: (Figure, Requirement) =
    (Figure::BytesPerS, Requirement::RatioWithin(0.03));

/// The requirement of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Requirement {
    /// iogram's median.
    AtMost(f64),
    /// iogram's median.
    AtLeast(f64),
    /// The median ratio iogram to fio.
    RatioAtMost(f64),
    /// The median ratio iogram to fio.
    RatioAtLeast(f64),
    /// The median ratio iogram to fio, off 1 by no more than this in either direction.
    RatioWithin(f64),
    /// Shown for the reader only.
    Nothing,
}

/// One load on one place by both tools.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Comparison {
    pub(super) group: Group,
    pub(super) title: &'static str,
    pub(super) place: Place,
    pub(super) load: Load,
    /// Shortest time for meaningful figures.
    pub(super) seconds_min: u32,
    pub(super) figures: &'static [(Figure, Requirement)],
}

/// The requirement of iogram's self-test.
pub(super) const SELF_TESTS: [(SelfFigure, Requirement); 3] = [
    (SelfFigure::DataBytesPerS, Requirement::AtLeast(10.0 * GIB)),
    (SelfFigure::ClockCost, Requirement::Nothing),
    (SelfFigure::Floor, Requirement::AtMost(FLOOR_NS)),
];

const GIB: f64 = 1_073_741_824.0;
/// Measured on a virtual machine with two cores: a minimal loop with two clock readings takes 26 ns
/// where fio 3.33 takes 267 ns.
const FLOOR_NS: f64 = 45.0;

const FLOOR: &[(Figure, Requirement)] = &[
    (Figure::NsPerIo, Requirement::AtMost(FLOOR_NS)),
    (Figure::Iops, Requirement::RatioAtLeast(4.0)),
];
const FLOOR_QD1: &[(Figure, Requirement)] =
    &[(Figure::NsPerIo, Requirement::Nothing), (Figure::Iops, Requirement::Nothing)];
const SPEED: &[(Figure, Requirement)] = &[
    (Figure::Iops, Requirement::RatioAtLeast(1.0)),
    // Together they are the cost of a request: looking for completions moves time from the kernel into the program.
    (Figure::CpuPerIo, Requirement::RatioAtMost(1.0)),
    (Figure::CpuUserPerIo, Requirement::RatioAtMost(0.4)),
    (Figure::CellCpuUserPerIo, Requirement::Nothing),
    (Figure::CpuSystemPerIo, Requirement::Nothing),
    (Figure::P50, Requirement::Nothing),
    (Figure::P99, Requirement::Nothing),
];
const QD1: &[(Figure, Requirement)] = &[
    (Figure::Iops, Requirement::RatioAtLeast(1.0)),
    (Figure::P50, Requirement::RatioAtMost(1.0)),
    (Figure::P99, Requirement::Nothing),
    (Figure::CpuUserPerIo, Requirement::Nothing),
];
const SEQUENTIAL: &[(Figure, Requirement)] = &[
    (Figure::BytesPerS, Requirement::RatioAtLeast(1.0)),
    (Figure::CpuUserPerIo, Requirement::Nothing),
    (Figure::P50, Requirement::Nothing),
];
/// Of a load that is always throttled: every latency is the kernel's doing.
const AGREEMENT: &[(Figure, Requirement)] = &[
    (Figure::Iops, Requirement::RatioWithin(0.02)),
    (Figure::BytesPerS, Requirement::RatioWithin(0.02)),
    (Figure::P50, Requirement::RatioWithin(0.05)),
    (Figure::P99, Requirement::RatioWithin(0.05)),
];
/// Of a load that is throttled once per slice: the median is the device's own speed.
const AGREEMENT_QD1: &[(Figure, Requirement)] = &[
    (Figure::Iops, Requirement::RatioWithin(0.02)),
    (Figure::BytesPerS, Requirement::RatioWithin(0.02)),
    (Figure::P50, Requirement::Nothing),
    (Figure::P99, Requirement::RatioWithin(0.05)),
];

const RANDOM_QD32: Load =
    Load { access: Access::Random, block_kib: 4, depth: 32, fio_engine: "io_uring" };
const RANDOM_QD1: Load =
    Load { access: Access::Random, block_kib: 4, depth: 1, fio_engine: "psync" };
const SEQUENTIAL_QD32: Load =
    Load { access: Access::Sequential, block_kib: 128, depth: 32, fio_engine: "io_uring" };
const SEQUENTIAL_QD8: Load =
    Load { access: Access::Sequential, block_kib: 128, depth: 8, fio_engine: "io_uring" };

/// All comparisons in the order of the table.
pub(super) fn comparisons() -> Vec<Comparison> {
    let null = |load: Load| Load { fio_engine: "null", ..load };
    let plain = |group, title, place, load, figures| Comparison {
        group,
        title,
        place,
        load,
        seconds_min: 1,
        figures,
    };
    // The kernel grants its budget in slices of 100 ms, at once. With a limit of half of the queue depth in each,
    // every request waits for two; at queue depth 1, one request in 50 waits, clear of both percentiles. 16 s give
    // 2,500 samples: more than the 1,000 that a p99 needs, because at the end of the load half of the queue depth
    // waits for one slice more, and those 16 requests have to stay beyond the percentile.
    let throttled = |title, limit, load, figures| Comparison {
        group: Group::Agreement,
        title,
        place: Place::Throttled(limit),
        load,
        seconds_min: 16,
        figures,
    };
    vec![
        plain(Group::Floor, "null 4 KiB QD32", Place::Null, null(RANDOM_QD32), FLOOR),
        plain(Group::Floor, "null 4 KiB QD1", Place::Null, null(RANDOM_QD1), FLOOR_QD1),
        plain(Group::Zram, "zram random 4 KiB QD32", Place::Zram, RANDOM_QD32, SPEED),
        plain(Group::Loop, "loop random 4 KiB QD32", Place::Loop, RANDOM_QD32, SPEED),
        plain(Group::Qd1, "zram random 4 KiB QD1", Place::Zram, RANDOM_QD1, QD1),
        plain(Group::Qd1, "loop random 4 KiB QD1", Place::Loop, RANDOM_QD1, QD1),
        plain(Group::Seq, "zram seq 128 KiB QD8", Place::Zram, SEQUENTIAL_QD8, SEQUENTIAL),
        plain(Group::Seq, "loop seq 128 KiB QD8", Place::Loop, SEQUENTIAL_QD8, SEQUENTIAL),
        throttled("500 IOPS, 4 KiB QD1", Limit::read_iops(500), RANDOM_QD1, AGREEMENT_QD1),
        throttled("160 IOPS, 4 KiB QD32", Limit::read_iops(160), RANDOM_QD32, AGREEMENT),
        throttled(
            "21 MB/s, 128 KiB QD32",
            Limit::read_bytes_per_s(160 * 128 * 1024),
            SEQUENTIAL_QD32,
            AGREEMENT,
        ),
    ]
}
