//! Shared by several test files: golden files, plans as text, a target to plan for.
#![expect(clippy::disallowed_methods, reason = "golden files are read and written by tests")]

use std::fmt::Write as _;
use std::path::Path;

use iogram_engine::{Cell, Geometry};
use iogram_model::{Bytes, ChoiceRule, RecordedLoad, SearchRule, Sentence, Workload};
use iogram_runner::{
    AssumedRange, Method, Plan, PlanError, PlannedStep, ProgramRecording, TargetFacts, Traces,
    plan_with,
};

/// A device of 16 GiB with logical blocks of 512 B.
#[must_use]
pub(crate) fn disk() -> TargetFacts {
    TargetFacts::device(Geometry {
        capacity: Bytes(16 << 30),
        logical_block_size: Bytes(512),
        physical_block_size: None,
    })
}

/// A suitable target for a method: the disk, or a file if it needs one.
#[must_use]
pub(crate) fn ground(method: &Method) -> TargetFacts {
    match method.writes {
        iogram_runner::Writes::File => TargetFacts::file(Some(Bytes(64 << 30)), Bytes(512)),
        _ => disk(),
    }
}

/// A plan in which every named trace is the same one.
pub(crate) fn plan(
    method: &Method,
    settings: &[(String, String)],
    facts: &TargetFacts,
    run_seed: u64,
) -> Result<Plan, PlanError> {
    let load = RecordedLoad {
        read_count: 1000,
        write_count: 500,
        flush_count: 100,
        discard_count: 3,
        read_bytes: 4096 * 1000,
        write_bytes: 16384 * 500,
        largest_bytes: 65536,
        seen_from: None,
        end_bytes: 12 << 20,
        read_first_bytes: 3 << 20,
        elapsed_ns: 60_000_000_000,
        gap_count: 100,
        gap_ns: 50_000_000_000,
    };
    plan_with(method, settings, facts, (run_seed, &OneTrace(load)))
}

/// The same recording under each name; of programs, only SQLite's with its default journal.
struct OneTrace(RecordedLoad);

impl Traces for OneTrace {
    fn load(&self, name: &str) -> Result<(RecordedLoad, Option<String>), PlanError> {
        Ok((self.0, (!name.starts_with("program:")).then(|| "00ff".to_owned())))
    }

    fn of_program(&self, workload: &Workload) -> Result<ProgramRecording, PlanError> {
        let application = workload.application.expect("a program's cell").to_string();
        if application.contains("journal=wal") {
            let (message, hint) = (
                Sentence::verbatim("nothing was recorded of that"),
                Sentence::verbatim("of others"),
            );
            return Err(PlanError::Trace { message, hint });
        }
        Ok(ProgramRecording { trace: format!("program:{application}"), operation_count: 1000 })
    }
}

/// Settings from `name=value name=value`.
#[must_use]
pub(crate) fn settings(text: &str) -> Vec<(String, String)> {
    text.split_whitespace().map(|set| iogram_runner::parse_setting(set).unwrap()).collect()
}

/// Compares with `tests/golden/NAME`, or writes it if `UPDATE_GOLDEN=1`.
#[track_caller]
pub(crate) fn check_golden(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    check_file(&path, found);
}

/// Compares with a file, or writes it if `UPDATE_GOLDEN=1`.
#[track_caller]
pub(crate) fn check_file(path: &Path, found: &str) {
    if std::env::var("UPDATE_GOLDEN").is_ok_and(|value| value == "1") {
        std::fs::write(path, found).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        expected == found,
        "{} differs (UPDATE_GOLDEN=1 rewrites it); found:\n{found}",
        path.display()
    );
}

/// The most repetitions of a cell that the text shows one by one.
const REPEATS_SHOWN: u32 = 12;

/// A plan with all settings of its cells.
#[must_use]
pub(crate) fn show_plan(plan: &Plan) -> String {
    let mut out = String::new();
    writeln!(out, "{}: {}", plan.method.id, plan.method.title).unwrap();
    for (name, value) in &plan.method.params {
        writeln!(out, "  {name} = {value}").unwrap();
    }
    writeln!(out, "destroys {}", plan.destroys).unwrap();
    let cost = plan.cost(&AssumedRange::default());
    writeln!(out, "time fixed {}, estimate {:?}", cost.time_fixed, cost.time_estimate).unwrap();
    writeln!(out, "read {:?}\nwritten {:?}", cost.read, cost.written).unwrap();
    let figures: Vec<&str> = plan.headline.iter().map(|figure| figure.name()).collect();
    writeln!(out, "headline {}", figures.join(", ")).unwrap();
    let later_rounds = plan.later_rounds();
    let mut is_more = false;
    for (index, step) in plan.steps.iter().enumerate() {
        // Hundreds of repetitions equal the first ones.
        let was_more = is_more;
        is_more = match step {
            PlannedStep::Measure(cell) => cell.repeat >= REPEATS_SHOWN,
            PlannedStep::Rest(_) => is_more,
            _ => false,
        };
        if is_more && later_rounds.iter().all(|it| !it.contains(&index)) {
            if !was_more {
                writeln!(out, "and so on").unwrap();
            }
            continue;
        }
        let later = later_rounds.iter().find(|it| it.contains(&index));
        match later {
            Some(later) if later.start == index => {
                let checks = plan.steps[later.clone()].iter();
                let ends = checks.filter(
                    |it| matches!(it, PlannedStep::Steady(check) if check.is_end_of_round),
                );
                writeln!(out, "{} such rounds more", ends.count()).unwrap();
            }
            Some(_) => {}
            None => writeln!(out, "{}", show_step(step)).unwrap(),
        }
    }
    out
}

/// A step in one line.
#[must_use]
pub(crate) fn show_step(step: &PlannedStep) -> String {
    let cell = match step {
        PlannedStep::LayOut { size, content } => return format!("lay out {size} {content:?}"),
        PlannedStep::Wait(wait) => {
            let (min, max) = (wait.time_min, wait.time_max);
            return format!("rest {min} to {max} until {}", wait.goal);
        }
        PlannedStep::Steady(check) => {
            let rule = &check.rule;
            let written = match (rule.passes_max_count, check.capacity) {
                (Some(passes), Some(capacity)) => {
                    format!(" or {passes} x {capacity} is written")
                }
                _ => String::new(),
            };
            if !check.is_end_of_round {
                return format!("enough if{}", written.trim_start_matches(" or"));
            }
            let what = format!("{} of {}", rule.figure(), rule.cells.join(", "));
            return format!("enough if {what} is steady{written}");
        }
        PlannedStep::Block(start) => {
            let name = start.name.as_deref().unwrap_or("-");
            let piece = if start.is_one_piece { " in one piece" } else { "" };
            return format!("block {name}{piece}");
        }
        PlannedStep::Choose(rule) => return show_choice(rule),
        PlannedStep::Search(rule) => return show_search(rule),
        PlannedStep::Rest(time) => return format!("rest {time}"),
        PlannedStep::Purge(choice) => return format!("purge {choice}"),
        PlannedStep::Discard(region) => return format!("discard {region}"),
        PlannedStep::Probe(probe) => return format!("probe {}", probe.kind.name()),
        PlannedStep::Note(text) => return format!("note {text}"),
        PlannedStep::Measure(cell) => cell,
    };
    show_cell(cell)
}

fn show_choice(rule: &ChoiceRule) -> String {
    let (figure, pick) = (rule.figure, rule.pick);
    let limit = rule
        .limit
        .map_or_else(String::new, |it| format!(" with {} below {}", it.figure, it.limit));
    let takes = |it: &iogram_model::TakingCell| format!("{} {:?}", it.cell, it.takes);
    let cells = rule.cells.iter().map(takes).collect::<Vec<_>>().join(", ");
    let (name, among) = (&rule.name, rule.among.join(", "));
    format!("choose {name}: {pick:?} {figure} of {among}{limit}, for {cells}")
}

fn show_search(rule: &SearchRule) -> String {
    let limits: Vec<String> = rule
        .limits
        .iter()
        .map(|it| {
            let load = it.load.as_deref().map_or_else(String::new, |it| format!("{it} "));
            let sign = if it.is_upper_limit { "below" } else { "at least" };
            let (operation, figure) = (it.operation.name(), it.figure);
            format!("{load}{operation} {figure} {sign} {}", it.limit)
        })
        .collect();
    let (name, varied) = (&rule.name, rule.varied);
    let (from, to) = (rule.from_count, rule.to_count);
    let (repeats, tries) = (rule.confirm_count, rule.tries_max_count);
    format!(
        "search {name}: {varied:?} {from} to {to} by {}, {repeats} repeats, {tries} tries, \
         while {}",
        rule.resolution_count,
        limits.join(", ")
    )
}

fn show_cell(cell: &Cell) -> String {
    let w = &cell.workload;
    let mut limits = String::new();
    if let Some(time) = w.stop.time {
        write!(limits, " time={time}").unwrap();
    }
    if let Some(amount) = w.stop.amount {
        write!(limits, " amount={amount}").unwrap();
    }
    if let Some(replay) = &w.replay {
        let count = replay.load.map_or(0, |load| load.count());
        write!(limits, " {} of {:?}, {count} requests", replay.how, replay.trace).unwrap();
    }
    if let (Some(application), count) = (w.application, w.stop.count.unwrap_or(0)) {
        write!(limits, " count={count} of {application}").unwrap();
    }
    format!(
        "{} #{}{}: {} read={} {} depth={} jobs={} {} {:?}{limits} sync={}/{:?} {} {}",
        cell.name,
        cell.repeat,
        if cell.is_counted { "" } else { " not counted" },
        w.access,
        w.mix.read,
        w.block,
        w.depth,
        w.jobs,
        w.region,
        w.caching,
        w.sync,
        w.sync_call,
        w.pacing,
        w.data,
    )
}
