//! `iogram methods`, `plan` and `schema`: what there is to run, and what it would do.

use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;

use iogram_engine::{Content, Control};
use iogram_inspect::SysRoot;
use iogram_model::{Bytes, Nanos, Sentence, Warning, sentence};
use iogram_runner::{
    AssumedRange, AssumedSpeed, Cost, Destroys, End, Method, Moved, Param, Plan, PlannedStep,
    Writes, builtin_method, builtin_methods, method_schema,
};

use iogram_session::{
    Basis, Permission, ResolvedTarget, Trial, intent_of, parse_settings, plan_method, resolve,
    try_plan,
};

use crate::args::{MethodsArgs, PlanArgs, SchemaArgs, SchemaOf};
use crate::drive;
use crate::endurance;
use crate::failure::Failure;
use crate::method_choice::find_method;
use crate::output;
use crate::places;
use crate::progress::state_words;
use crate::signals;
use crate::spans;

/// `iogram methods`.
pub(crate) fn show(arguments: &MethodsArgs) -> Result<ExitCode, Failure> {
    let text = match &arguments.id {
        Some(id) => {
            let method = builtin_method(id)?;
            if arguments.toml { method.text().to_owned() } else { explain(&method) }
        }
        None => list(&builtin_methods()),
    };
    output::lines(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn list(methods: &[Method]) -> String {
    let width = methods.iter().map(|method| method.id.len()).max().unwrap_or(0);
    let mut text = String::new();
    for method in methods {
        push(&mut text, format_args!("{:width$}  {}\n", method.id, method.title));
    }
    text.push_str("\niogram methods ID explains one; iogram run ID TARGET runs it.\n");
    text
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("writing to a string does not fail");
}

fn explain(method: &Method) -> String {
    let mut text = format!("{}: {}\n\n", method.id, method.title);
    push(&mut text, format_args!("Answers:  {}\n", method.question));
    push(&mut text, format_args!("Source:   {}\n", method.source));
    push(&mut text, format_args!("Media:    {}\n", method.media.join(", ")));
    let writes = match method.writes {
        Writes::Nothing => "nothing",
        Writes::File => "a test file; it does not run on devices",
        Writes::Region => "a test file, or the beginning of a device",
        Writes::Device => "a test file, or a whole device",
    };
    push(&mut text, format_args!("Writes:   {writes}\n"));
    for rule in &method.rules {
        push(&mut text, format_args!("Verdict:  {} ({})\n", rule.title, rule.source));
    }
    text.push_str("\nParameters (--set name=value):\n");
    let width = method.params.iter().map(|param| param.name.len()).max().unwrap_or(0);
    for param in &method.params {
        push(&mut text, format_args!("  {:width$}  {}\n", param.name, describe(param)));
    }
    text
}

fn describe(param: &Param) -> String {
    let mut text = format!("{} [default: {}", param.help, param.default);
    if !param.choices.is_empty() {
        push(&mut text, format_args!("; one of {}", param.choices.join(", ")));
    }
    text.push(']');
    text
}

/// `iogram schema`.
pub(crate) fn schema(arguments: &SchemaArgs) -> Result<ExitCode, Failure> {
    let text = match arguments.of {
        SchemaOf::Run => iogram_report::render_schema(),
        SchemaOf::Device => iogram_report::render_device_schema(),
        SchemaOf::Devices => iogram_report::render_device_list_schema(),
        SchemaOf::Method => {
            let schema = serde_json::to_value(method_schema());
            format!("{:#}\n", schema.expect("a schema is plain JSON"))
        }
        SchemaOf::Sim => iogram_sim::render_schema(),
        SchemaOf::Comparison => iogram_report::render_comparison_schema(),
        SchemaOf::Drive => iogram_report::render_drive_schema(),
        SchemaOf::Check => iogram_report::render_check_schema(),
        SchemaOf::Runs => iogram_report::render_run_list_schema(),
        SchemaOf::Analysis => iogram_report::render_reanalysis_schema(),
        SchemaOf::Advice => iogram_report::render_advice_schema(),
        SchemaOf::Drives => iogram_catalogue::render_drives_schema(),
    };
    output::data(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// `iogram plan`.
pub(crate) fn plan(arguments: &PlanArgs) -> Result<ExitCode, Failure> {
    let (method, target) = find_method(&arguments.what)?;
    let mut resolved =
        resolve(&target, intent_of(&method), Permission::default(), &SysRoot::default())?;
    let needs = resolved.unconfirmed().map(|shown| {
        let typed = shown.typed_name.quoted();
        format!("--destroy {typed}, or --borrow (on it: {})", shown.contents.summary())
    });
    if needs.is_some() {
        // What it would do if that was given.
        resolved.facts.is_writable = true;
    }
    let settings = parse_settings(&arguments.settings.settings)?;
    let (plan, warnings) = plan_method(&method, &resolved, settings, arguments.seed)?;
    let control = Arc::new(Control::default());
    signals::watch(&control, None)?;
    let trial = match resolved.open_virtual(arguments.seed)? {
        Some(mut rig) => Some(try_plan(&plan, &mut rig, &control)?),
        None => None,
    };
    let (assumed, basis) = expected(&resolved, arguments, &control)?;
    let drives = drive::kept(&arguments.store)?;
    let named = arguments.drive.as_deref();
    let endurance = endurance::find(&resolved.spec, named, &drives, &SysRoot::default())?;
    let written = match &trial {
        Some(trial) if !trial.is_cut => Some(trial.written),
        _ => plan.cost(&assumed).written.max(),
    };
    if arguments.json.is_some() {
        let destroys = resolved.destroyed(&plan);
        let mut json = plan_json(&plan, &destroys, &warnings, &assumed);
        json["endurance_ratio"] = endurance.ratio(written).into();
        json["endurance_source"] = endurance.source().into();
        if let Some(trial) = &trial {
            let estimate = trial.is_cut.then(|| trial.estimate(&plan, &assumed));
            add_trial(&mut json, trial, estimate.as_ref(), arguments.seed);
        }
        output::data(&iogram_model::plain_json(format!("{json:#}\n")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let decides = decides(basis);
    let mut text = format!("{} on {target}: {}\n\n", plan.method.id, plan.method.title);
    push_steps(&mut text, &plan, |index, step| match &trial {
        Some(trial) if index < trial.steps.len() => trial.steps[index].to_string(),
        Some(trial) if !trial.is_cut => "not reached".to_owned(),
        _ => time(&step.cost(&assumed)),
    });
    match &trial {
        Some(trial) if trial.is_cut => {
            push_cost(&mut text, &trial.estimate(&plan, &assumed), decides);
            push_cut(&mut text, trial, &plan, arguments.seed);
        }
        Some(trial) => push_trial(&mut text, trial, arguments.seed),
        None => push_cost(&mut text, &plan.cost(&assumed), decides),
    }
    push(&mut text, format_args!("Endurance: {}\n", endurance.describe(written)));
    push(&mut text, format_args!("Destroys:  {}\n", resolved.destroyed(&plan)));
    if let (Some(needs), true) = (needs, plan.destroys != Destroys::Nothing) {
        push(&mut text, format_args!("Needs:     {needs}\n"));
    }
    for warning in warnings {
        let warning = iogram_report::warning_text(&warning, &output::locale());
        push(&mut text, format_args!("Warning:   {warning}\n"));
    }
    output::lines(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// How fast the target is, as the user says, as it was measured before, or as reading it shows; and what that
/// rests on, `None` for the user.
fn expected(
    target: &ResolvedTarget,
    arguments: &PlanArgs,
    control: &Control,
) -> Result<(AssumedRange, Option<Basis>), Failure> {
    let root = SysRoot::default();
    if let Some(rate) = arguments.assume {
        let usual = target.assumed(&root);
        let at = |speed| AssumedSpeed { bytes_per_s: rate.as_f64(), ..speed };
        let range = AssumedRange { slow: at(usual.slow), fast: at(usual.fast), ..usual };
        return Ok((range, None));
    }
    let mut store = match places::has_store(&arguments.store)? {
        true => Some(places::open_kept(&arguments.store)?),
        false => None,
    };
    let (range, basis) = target.expected(store.as_mut(), &root, control);
    Ok((range, Some(basis)))
}

/// What decides about a time that is vague, and what a range rests on.
fn decides(basis: Option<Basis>) -> [String; 2] {
    let vague = match basis {
        Some(_) => "; the drive's speed decides: --assume RATE narrows it",
        None => "; the drive's speed with small requests decides",
    };
    let from = match basis {
        Some(Basis::EarlierRuns(1)) => ", by an earlier run of this drive".to_owned(),
        Some(Basis::EarlierRuns(count)) => format!(", by {count} earlier runs of this drive"),
        Some(Basis::Reading) => ", by two seconds of reading it".to_owned(),
        Some(Basis::Kind) | None => String::new(),
    };
    [from.clone(), from + vague]
}

fn push_cost(text: &mut String, cost: &Cost, [from, vague]: [String; 2]) {
    let (fast, slow) = cost.time();
    let decides = match spans::is_vague(fast, slow) {
        true => vague,
        false if fast == slow => String::new(),
        false => from,
    };
    push(text, format_args!("\nTime:      {}{decides}\n", time(cost)));
    push(text, format_args!("Writes:    {}\n", amount(&cost.written)));
    push(text, format_args!("Reads:     {}\n", amount(&cost.read)));
}

/// What was found out, and how.
fn push_trial(text: &mut String, trial: &Trial, seed: u64) {
    let time = trial.time();
    push(
        text,
        format_args!("\nTime:      {time} on the drive's clock, exactly, with seed {seed}\n"),
    );
    text.push_str("           (not estimated: it was carried out on the simulated drive)\n");
    push(text, format_args!("Writes:    {}, exactly\n", trial.written.both()));
    push(text, format_args!("Reads:     {}, exactly\n", trial.read.both()));
    if let Some(end) = &trial.ended_early {
        push(text, format_args!("Ends early: {}\n", end_words(end)));
    }
}

/// Why a trial ended before its last step.
fn end_words(end: &End) -> Sentence {
    match end {
        End::Cell { name, state, .. } => {
            sentence!("cell \"{name}\" cannot go on: {state}", name, state: state_words(*state))
        }
        End::Rig { error, .. } => error.message.clone(),
        _ => "stopped".into(),
    }
}

/// How much of it was not estimated.
fn push_cut(text: &mut String, trial: &Trial, plan: &Plan, seed: u64) {
    let (done, count) = (trial.steps.len(), plan.steps.len());
    push(
        text,
        format_args!(
            "           (the first {done} of {count} steps exactly, on the simulated drive with seed {seed}; \
             the others are estimated, because simulating them takes long)\n"
        ),
    );
}

/// Puts what was found out in the place of what is estimated.
fn add_trial(json: &mut serde_json::Value, trial: &Trial, estimate: Option<&Cost>, seed: u64) {
    let exact = |time: Nanos| {
        serde_json::json!({
            "time_fast_ns": time.0, "time_slow_ns": time.0, "is_estimate": false,
        })
    };
    if let Some(cost) = estimate {
        json["cost"] = cost_json(cost);
        // However narrow the range: a part of it was not carried out.
        json["cost"]["is_estimate"] = true.into();
    } else {
        json["cost"] = exact(trial.time());
        json["cost"]["written_max_bytes"] = trial.written.0.into();
        json["cost"]["read_max_bytes"] = trial.read.0.into();
    }
    json["simulation"] = serde_json::json!({
        "seed": seed, "ended_early": trial.ended_early.as_ref().map(|end| end_words(end).to_string()), "is_cut": trial.is_cut,
        "carried_out_count": trial.steps.len(),
    });
    let steps = json["steps"].as_array_mut().into_iter().flatten();
    for (step, time) in steps.zip(&trial.steps) {
        step["cost"] = exact(*time);
    }
}

fn push_steps(
    text: &mut String,
    plan: &Plan,
    mut describe: impl FnMut(usize, &PlannedStep) -> String,
) {
    let mut lines: Vec<(String, String, u32)> = Vec::new();
    let later_rounds = plan.later_rounds();
    let mut block = None;
    for (index, step) in plan.steps.iter().enumerate() {
        let is_shown = match step {
            // Where a block ends, another begins or the method goes on.
            PlannedStep::Block(start) => {
                start.name.is_some() && block.replace(&start.name) != Some(&start.name)
            }
            PlannedStep::Steady(check) => check.is_end_of_round,
            _ => true,
        };
        if !is_shown || later_rounds.iter().any(|round| round.contains(&index)) {
            continue;
        }
        let (name, detail) = match step {
            PlannedStep::Block(_) | PlannedStep::Steady(_) => (step_name(step), String::new()),
            _ => (step_name(step), describe(index, step)),
        };
        match lines.last_mut() {
            // Repetitions on one line.
            Some((last, known, times)) if *last == name && *known == detail => *times += 1,
            _ => lines.push((name, detail, 1)),
        }
    }
    let width = lines.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    for (index, (name, detail, times)) in lines.iter().enumerate() {
        let times = if *times > 1 { format!("{times} x ") } else { String::new() };
        let line = format!("{:3}  {name:width$}  {times}{detail}", index + 1);
        push(text, format_args!("{}\n", line.trim_end()));
    }
}

fn step_name(step: &PlannedStep) -> String {
    match step {
        PlannedStep::LayOut { size, content: Content::Written } => {
            format!("lay out {size}, filled")
        }
        PlannedStep::LayOut { size, content: Content::Allocated } => {
            format!("lay out {size}, allocated")
        }
        PlannedStep::LayOut { size, content: Content::Empty | Content::Kept } => {
            format!("lay out {size}")
        }
        PlannedStep::Measure(cell) => {
            let w = &cell.workload;
            let counted = if cell.is_counted { "" } else { " (not counted)" };
            format!(
                "{}{counted}: {}, {}, depth {}{}",
                cell.name,
                w.access,
                w.block,
                w.depth,
                if w.jobs > 1 { format!(", {} jobs", w.jobs) } else { String::new() }
            )
        }
        PlannedStep::Purge(choice) => format!("purge ({choice}): its time cannot be told"),
        PlannedStep::Discard(region) => format!("discard {region}"),
        PlannedStep::Probe(probe) => {
            format!("{}: probe {}, its time cannot be told", probe.name, probe.kind.name())
        }
        PlannedStep::Rest(_) => "rest".to_owned(),
        PlannedStep::Wait(wait) => format!("rest, then until {}", wait.goal),
        PlannedStep::Steady(check) => {
            let rule = &check.rule;
            let written = match rule.passes_max_count {
                Some(passes) => format!(" or {passes} x the capacity is written"),
                None => String::new(),
            };
            format!(
                "round, again until {} is steady{written}, at most {} times",
                rule.cells.join(", "),
                rule.rounds_max_count
            )
        }
        PlannedStep::Block(start) => match &start.name {
            Some(name) => format!("-- {name} --"),
            None => "--".to_owned(),
        },
        PlannedStep::Note(note) => format!("note: {note}"),
    }
}

fn time(cost: &Cost) -> String {
    let (fast, slow) = cost.time();
    match (fast, slow) {
        (Nanos(0), Nanos(0)) => "no time".to_owned(),
        (fast, slow) => output::said(&spans::about(fast, slow)),
    }
}

fn amount(moved: &Moved) -> String {
    match (moved.limited, moved.unlimited) {
        (Bytes(0), None) => "nothing".to_owned(),
        (limited, None) => format!("at most {}", limited.both()),
        (limited, Some((slow, fast))) => format!(
            "as much as the drive can in the time: {} to {} (estimate)",
            (limited + slow).decimal(),
            (limited + fast).decimal()
        ),
    }
}

fn cost_json(cost: &Cost) -> serde_json::Value {
    let (fast, slow) = cost.time();
    serde_json::json!({
        "time_fast_ns": fast.0,
        "time_slow_ns": slow.0,
        "is_estimate": fast != slow,
        "written_max_bytes": cost.written.max().map(|bytes| bytes.0),
        "read_max_bytes": cost.read.max().map(|bytes| bytes.0),
    })
}

/// The plan for programs: what is certain and what is estimated, with units in the names.
fn plan_json(
    plan: &Plan,
    destroys: &str,
    warnings: &[Warning],
    assumed: &AssumedRange,
) -> serde_json::Value {
    let steps: Vec<_> = plan
        .steps
        .iter()
        .map(|step| {
            let mut json = match step {
                PlannedStep::LayOut { size, content } => serde_json::json!({
                    "kind": "lay-out", "size_bytes": size.0,
                    "is_filled": *content == Content::Written,
                }),
                PlannedStep::Measure(cell) => serde_json::json!({
                    "kind": "measure", "name": cell.name, "repeat": cell.repeat,
                    "is_counted": cell.is_counted, "workload": cell.workload,
                }),
                PlannedStep::Rest(time) => {
                    serde_json::json!({"kind": "rest", "time_ns": time.0})
                }
                PlannedStep::Purge(choice) => {
                    serde_json::json!({"kind": "purge", "how": choice.to_string()})
                }
                PlannedStep::Discard(region) => {
                    serde_json::json!({"kind": "discard", "region": region})
                }
                PlannedStep::Probe(probe) => serde_json::json!({
                    "kind": "probe", "name": probe.name, "what": probe.kind.name(),
                }),
                PlannedStep::Wait(wait) => serde_json::json!({
                    "kind": "rest", "time_ns": wait.time_min.0, "until": wait.goal,
                    "time_max_ns": wait.time_max.0,
                }),
                PlannedStep::Steady(check) => serde_json::json!({
                    "kind": "steady-check", "cells": check.rule.cells,
                    "window_count": check.rule.window_count,
                    "range_limit_ratio": check.rule.range_ratio,
                    "slope_limit_ratio": check.rule.slope_ratio,
                    "is_end_of_round": check.is_end_of_round,
                }),
                PlannedStep::Block(start) => {
                    serde_json::json!({"kind": "block", "name": start.name})
                }
                PlannedStep::Note(note) => serde_json::json!({"kind": "note", "text": note}),
            };
            json["cost"] = cost_json(&step.cost(assumed));
            json
        })
        .collect();
    serde_json::json!({
        "method": plan.method,
        "destroys": destroys,
        "cost": cost_json(&plan.cost(assumed)),
        "warnings": warnings,
        "steps": steps,
    })
}
