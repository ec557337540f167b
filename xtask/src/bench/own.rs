//! iogram beside itself: with an option and without, and what it notes of its own doing. Data, and how it is
//! read from a run's record; pure but for [`measure_sim`].

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::cells::{Group, Requirement};
use crate::repository;

/// A run with `options` beside one with `reference`, on the same target in turns.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OwnComparison {
    pub(super) group: Group,
    pub(super) title: &'static str,
    /// What is measured; `None`: what `--target` names.
    pub(super) target: Option<&'static str>,
    /// What both are asked for.
    pub(super) load: &'static str,
    pub(super) options: &'static str,
    /// `None`: only what iogram notes of itself.
    pub(super) reference: Option<&'static str>,
    pub(super) figures: &'static [(OwnFigure, Requirement)],
}

/// A number of a run's first cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OwnFigure {
    Iops,
    NsPerIo,
    CpuPerIo,
    P9999,
    TurnMax,
    BoundaryP50,
    BoundaryMax,
    ClockDifference,
    SystemCpuPerIo,
}

impl OwnFigure {
    /// Its name in the table, with the unit of [`Self::scale`]; its name for machines.
    pub(super) const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Iops => ("thousand IOPS", "iops"),
            Self::NsPerIo => ("time per I/O, ns", "time_per_io_ns"),
            Self::CpuPerIo => ("CPU per I/O, submitters, ns", "submit_cpu_per_io_ns"),
            Self::P9999 => ("latency p99.99, us", "latency_p9999_ns"),
            Self::TurnMax => ("longest turn, us", "turn_max_ns"),
            Self::BoundaryP50 => ("end of an interval, p50, us", "boundary_p50_ns"),
            Self::BoundaryMax => ("end of an interval, max, us", "boundary_max_ns"),
            Self::ClockDifference => {
                ("off the kernel's clock, max, us", "clock_difference_max_ns")
            }
            Self::SystemCpuPerIo => {
                ("CPU per I/O in the kernel, ns", "submit_cpu_system_per_io_ns")
            }
        }
    }

    /// Factor from the stored value to the table's.
    pub(super) const fn scale(self) -> f64 {
        match self {
            Self::NsPerIo | Self::CpuPerIo | Self::SystemCpuPerIo => 1.0,
            Self::Iops
            | Self::P9999
            | Self::TurnMax
            | Self::BoundaryP50
            | Self::BoundaryMax
            | Self::ClockDifference => 1e-3,
        }
    }

    /// Its value in a record; `None` if the record does not have it.
    pub(super) fn of(self, run: &Value) -> Option<f64> {
        let cell = &run["cells"][0];
        let (read, stamping) = (&cell["read"], &cell["engine"]["stamping"]);
        let cpu = |parts: &[&str]| {
            let submitters = cell["engine"]["submitters"].as_array()?.iter();
            let used: Option<f64> = submitters
                .map(|it| {
                    parts.iter().map(|part| it["cpu"][part].as_f64()).sum::<Option<f64>>()
                })
                .sum();
            Some(used? / read["count"].as_f64()?)
        };
        match self {
            Self::Iops => read["iops"].as_f64(),
            Self::NsPerIo => Some(1e9 / read["iops"].as_f64()?),
            Self::CpuPerIo => cpu(&["user_ns", "system_ns"]),
            Self::SystemCpuPerIo => cpu(&["system_ns"]),
            Self::P9999 => read["latency_ns"]["p9999"].as_f64(),
            Self::TurnMax => stamping["turn_max_ns"].as_f64(),
            Self::BoundaryP50 => stamping["boundary_p50_ns"].as_f64(),
            Self::BoundaryMax => stamping["boundary_max_ns"].as_f64(),
            Self::ClockDifference => cell["engine"]["clock"]["difference_max_ns"].as_f64(),
        }
    }
}

/// On a quiet processor.
const INTERVAL: &[(OwnFigure, Requirement)] = &[
    (OwnFigure::BoundaryP50, Requirement::AtMost(5_000.0)),
    (OwnFigure::BoundaryMax, Requirement::Nothing),
    (OwnFigure::TurnMax, Requirement::AtMost(20_000.0)),
    (OwnFigure::P9999, Requirement::AtMost(2_000.0)),
    (OwnFigure::CpuPerIo, Requirement::AtMost(25.0)),
    (OwnFigure::NsPerIo, Requirement::Nothing),
];
const CLOCK: &[(OwnFigure, Requirement)] = &[
    (OwnFigure::CpuPerIo, Requirement::RatioAtMost(1.0)),
    (OwnFigure::ClockDifference, Requirement::AtMost(10_000.0)),
];
const SCALE: &[(OwnFigure, Requirement)] = &[(OwnFigure::Iops, Requirement::RatioAtLeast(1.9))];
const HEALTH: &[(OwnFigure, Requirement)] =
    &[(OwnFigure::P9999, Requirement::Nothing), (OwnFigure::Iops, Requirement::Nothing)];
const BATCH: &[(OwnFigure, Requirement)] = &[
    (OwnFigure::SystemCpuPerIo, Requirement::Nothing),
    (OwnFigure::Iops, Requirement::Nothing),
];

/// All of them, in the order of the table.
pub(super) fn own_comparisons() -> Vec<OwnComparison> {
    let on = |group, title, (target, load), (options, reference), figures| OwnComparison {
        group,
        title,
        target,
        load,
        options,
        reference,
        figures,
    };
    let null = |load| (Some("null:"), load);
    let named = |load| (None, load);
    vec![
        on(
            Group::Interval,
            "null 4 KiB QD32, itself",
            null("--depth 32"),
            ("", None),
            INTERVAL,
        ),
        on(
            Group::Clock,
            "null 4 KiB QD32, clock",
            null("--depth 32"),
            ("--clock auto", Some("--clock kernel")),
            CLOCK,
        ),
        on(
            Group::Clock,
            "null 4 KiB QD1, clock",
            null("--depth 1"),
            ("--clock auto", Some("--clock kernel")),
            CLOCK,
        ),
        on(
            Group::Scale,
            "null 4 KiB QD32, two jobs",
            null("--depth 32"),
            ("--jobs 2", Some("--jobs 1")),
            SCALE,
        ),
        on(
            Group::Health,
            "random 4 KiB QD32, health",
            named("--depth 32"),
            ("--health 100ms", Some("--health off")),
            HEALTH,
        ),
        on(
            Group::Batch,
            "random 4 KiB QD32, batches",
            named("--depth 32 --engine io_uring"),
            ("--wait-batch 8", Some("--wait-batch 1")),
            BATCH,
        ),
    ]
}

/// What the simulator's own program for its speed printed, in this order: the terabyte, then random writes.
pub(super) const SIM: [(&str, &str, &str, Requirement); 2] = [
    ("1 TB in order, CPU s", "sim_fill_cpu_s", "sequential", Requirement::AtMost(2.0)),
    (
        "random 4 KiB writes, million per CPU s",
        "sim_random_writes_per_cpu_us",
        "random 28%",
        Requirement::AtLeast(2.5),
    ),
];

/// One figure of [`SIM`], of this computer's processor time.
pub(super) fn measure_sim(root: &Path, arguments: &str, is_rate: bool) -> Result<f64> {
    let mut command = Command::new("cargo");
    command
        .args(["run", "--release", "--quiet", "--package", "iogram-sim"])
        .args(["--example", "speed", "--"])
        .args(arguments.split_whitespace())
        .current_dir(root);
    let said = repository::output_of(&mut command)?;
    parse_sim(&said, is_rate).with_context(|| format!("cannot read what speed printed: {said}"))
}

/// Of the first line: seconds of processor time, or millions of writes in one of them.
fn parse_sim(said: &str, is_rate: bool) -> Option<f64> {
    let line = said.lines().next()?;
    let before = |unit: &str| line.split(unit).next()?.split_whitespace().last()?.parse().ok();
    if is_rate {
        before(" million I/Os per second of CPU time")
    } else {
        before(" s of CPU time")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn figures_are_read_from_a_record() {
        let run = json!({"cells": [{
            "read": {"count": 1000, "iops": 2e6, "latency_ns": {"p9999": 700}},
            "engine": {
                "stamping": {"turn_max_ns": 9000, "boundary_p50_ns": 6000},
                "clock": {"difference_max_ns": 80},
                "submitters": [{"cpu": {"user_ns": 20_000, "system_ns": 5000}},
                               {"cpu": {"user_ns": 5000, "system_ns": 0}}],
            },
        }]});
        let of = |figure: OwnFigure| figure.of(&run);
        assert_eq!(of(OwnFigure::CpuPerIo), Some(30.0));
        assert_eq!(of(OwnFigure::SystemCpuPerIo), Some(5.0));
        assert_eq!(of(OwnFigure::NsPerIo), Some(500.0));
        assert_eq!((of(OwnFigure::P9999), of(OwnFigure::TurnMax)), (Some(700.0), Some(9000.0)));
        assert_eq!(of(OwnFigure::BoundaryP50), Some(6000.0));
        assert_eq!(of(OwnFigure::ClockDifference), Some(80.0));
        assert_eq!(of(OwnFigure::BoundaryMax), None);
    }

    #[test]
    fn the_simulators_line_is_read() {
        let said = "4 x 64 GiB random: 27.50 s, 2.44 million I/Os per second, 26.80 s of CPU time, \
                    2.51 million I/Os per second of CPU time, write amplification Some(1200)\nmore\n";
        assert_eq!(parse_sim(said, true), Some(2.51));
        assert_eq!(parse_sim(said, false), Some(26.80));
        assert_eq!(parse_sim("nothing", true), None);
    }

    #[test]
    fn every_comparison_without_a_target_of_its_own_needs_one_that_is_named() {
        let named = |it: &&OwnComparison| it.target.is_none();
        let groups: Vec<Group> =
            own_comparisons().iter().filter(named).map(|it| it.group).collect();
        assert_eq!(groups, [Group::Health, Group::Batch]);
    }
}
