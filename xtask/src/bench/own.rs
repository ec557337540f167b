//! iogram beside itself: with and without an option, and its notes about itself. Data, and how it is read from a
//! run's record; pure but for [`measure_sim`].

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::cells::{Group, Requirement};
use crate::repository;

/// A run with `options` beside one with `reference`, on the same target in turns.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OwnComparison {
    pub(super) group: Group,
    pub(super) title: &'static str,
    /// The measured target; `None`: that of `--target`.
    pub(super) target: Option<&'static str>,
    /// The options of both.
    pub(super) load: &'static str,
    pub(super) options: &'static str,
    pub(super) reference: Reference,
    /// Shorter runs would lack figures.
    pub(super) seconds_min: u32,
    pub(super) figures: &'static [(OwnFigure, Requirement)],
}

/// The reference of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    /// Another run with these options.
    Options(&'static str),
    /// A loop that only reads the clock for as long: its interruptions are the computer's.
    ClockAlone,
}

impl Reference {
    /// The name in the table.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Options(options) => options,
            Self::ClockAlone => "reading the clock alone",
        }
    }
}

/// A number of a run's first cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OwnFigure {
    Iops,
    NsPerIo,
    CpuPerIo,
    P9999,
    TurnMax,
    TurnsOver20us,
    BoundaryP50,
    BoundaryP90,
    BoundaryP99,
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
            Self::TurnsOver20us => ("turns over 20 us, per second", "turns_over_20us_per_s"),
            Self::BoundaryP90 => ("end of an interval, p90, us", "boundary_p90_ns"),
            Self::BoundaryP99 => ("end of an interval, p99, us", "boundary_p99_ns"),
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
            Self::NsPerIo | Self::CpuPerIo | Self::SystemCpuPerIo | Self::TurnsOver20us => 1.0,
            Self::Iops
            | Self::P9999
            | Self::TurnMax
            | Self::BoundaryP50
            | Self::BoundaryP90
            | Self::BoundaryP99
            | Self::BoundaryMax
            | Self::ClockDifference => 1e-3,
        }
    }

    /// Its value in a record; `None` if the record does not have it.
    pub(super) fn value_in(self, run: &Value) -> Option<f64> {
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
            Self::TurnsOver20us => {
                let elapsed_ns = cell["elapsed_ns"].as_f64().filter(|&ns| ns > 0.0)?;
                Some(stamping["turn_over_20us_count"].as_f64()? * 1e9 / elapsed_ns)
            }
            Self::BoundaryP50 => stamping["boundary_p50_ns"].as_f64(),
            Self::BoundaryP90 => stamping["boundary_p90_ns"].as_f64(),
            Self::BoundaryP99 => stamping["boundary_p99_ns"].as_f64(),
            Self::BoundaryMax => stamping["boundary_max_ns"].as_f64(),
            Self::ClockDifference => cell["engine"]["clock"]["difference_max_ns"].as_f64(),
        }
    }
}

/// On a quiet processor.
const INTERVAL: &[(OwnFigure, Requirement)] = &[
    (OwnFigure::BoundaryP50, Requirement::AtMost(5_000.0)),
    (OwnFigure::BoundaryP90, Requirement::Nothing),
    (OwnFigure::BoundaryP99, Requirement::Nothing),
    (OwnFigure::BoundaryMax, Requirement::AtMost(20_000.0)),
    // Pauses that the clock alone sees are the computer's; the tool's count has a margin for chance.
    (OwnFigure::TurnsOver20us, Requirement::RatioAtMost(1.1)),
    (OwnFigure::TurnMax, Requirement::Nothing),
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
        // Ninety per cent of the ends of intervals need a hundred of them.
        seconds_min: if group == Group::Interval { 11 } else { 1 },
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
            ("", Reference::ClockAlone),
            INTERVAL,
        ),
        on(
            Group::Clock,
            "null 4 KiB QD32, clock",
            null("--depth 32"),
            ("--clock auto", Reference::Options("--clock kernel")),
            CLOCK,
        ),
        on(
            Group::Clock,
            "null 4 KiB QD1, clock",
            null("--depth 1"),
            ("--clock auto", Reference::Options("--clock kernel")),
            CLOCK,
        ),
        on(
            Group::Scale,
            "null 4 KiB QD32, two jobs",
            null("--depth 32"),
            ("--jobs 2", Reference::Options("--jobs 1")),
            SCALE,
        ),
        on(
            Group::Health,
            "random 4 KiB QD32, health",
            named("--depth 32"),
            ("--health 100ms", Reference::Options("--health off")),
            HEALTH,
        ),
        on(
            Group::Batch,
            "random 4 KiB QD32, batches",
            named("--depth 32 --engine io_uring"),
            ("--wait-batch 8", Reference::Options("--wait-batch 1")),
            BATCH,
        ),
    ]
}

/// The computer's pauses in so many seconds, as a loop sees them that only reads the clock; as a record.
pub(super) fn measure_pauses(seconds: u32, stop: &AtomicBool) -> Value {
    let start = Instant::now();
    let all = Duration::from_secs(u64::from(seconds));
    let (mut last, mut longest, mut count) = (Duration::ZERO, Duration::ZERO, 0_u64);
    while last < all && !stop.load(Ordering::Relaxed) {
        let now = start.elapsed();
        let gap = now - last;
        (last, longest) = (now, longest.max(gap));
        count += u64::from(gap > Duration::from_micros(20));
    }
    let stamping = json!({
        "turn_max_ns": longest.as_secs_f64() * 1e9,
        "turn_over_20us_count": count,
    });
    let elapsed_ns = last.as_secs_f64() * 1e9;
    json!({"cells": [{"elapsed_ns": elapsed_ns, "engine": {"stamping": stamping}}]})
}

/// The output of the simulator's program for its speed, in this order: the terabyte, then random writes.
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
        let of = |figure: OwnFigure| figure.value_in(&run);
        assert_eq!(of(OwnFigure::CpuPerIo), Some(30.0));
        assert_eq!(of(OwnFigure::SystemCpuPerIo), Some(5.0));
        assert_eq!(of(OwnFigure::NsPerIo), Some(500.0));
        assert_eq!((of(OwnFigure::P9999), of(OwnFigure::TurnMax)), (Some(700.0), Some(9000.0)));
        assert_eq!(of(OwnFigure::BoundaryP50), Some(6000.0));
        assert_eq!(of(OwnFigure::ClockDifference), Some(80.0));
        assert_eq!(of(OwnFigure::BoundaryMax), None);
    }

    #[test]
    fn pauses_of_the_computer_are_read_like_turns() {
        let stopped = measure_pauses(1, &AtomicBool::new(true));
        assert_eq!(OwnFigure::TurnsOver20us.value_in(&stopped), None, "no time has passed");
        let run = measure_pauses(1, &AtomicBool::new(false));
        let (count, longest) =
            (OwnFigure::TurnsOver20us.value_in(&run), OwnFigure::TurnMax.value_in(&run));
        assert!(longest.is_some_and(|ns| ns > 0.0 && ns < 2e9), "{longest:?}");
        assert!(count.is_some_and(|count| count < 50_000.0), "{count:?}");
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
