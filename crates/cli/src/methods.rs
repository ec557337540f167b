//! `iogram methods`, `plan` and `schema`: the available methods, and their work.

use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;

use iogram_engine::{Content, Control};
use iogram_inspect::SysRoot;
use iogram_model::{Bytes, Nanos, Sentence, Text, Warning, sentence, text};
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
use crate::drive_class;
use crate::endurance;
use crate::failure::Failure;
use crate::method_choice::find_method;
use crate::output;
use crate::places;
use crate::plan_steps::{push_blocks, push_steps};
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
    let (mut text, locale) = (String::new(), output::locale());
    for method in methods {
        let title = locale.built_in_title(&method.id, &method.title);
        push(&mut text, format_args!("{:width$}  {title}\n", method.id));
    }
    let next = sentence!("cli-iogram-methods-id-explains-iogram-run");
    push(&mut text, format_args!("\n{}\n", output::said(&next)));
    text
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("writing to a string does not fail");
}

fn explain(method: &Method) -> String {
    let locale = output::locale();
    let title = locale.built_in_title(&method.id, &method.title);
    let writes = match method.writes {
        Writes::Nothing => sentence!("cli-nothing"),
        Writes::File => sentence!("cli-test-file-not-run-devices"),
        Writes::Region => sentence!("cli-test-file-beginning-device"),
        Writes::Device => sentence!("cli-test-file-whole-device"),
    };
    let mut lines: Vec<Line> = vec![
        (text!("cli-answers"), in_language(method, "question", &method.question)),
        (text!("cli-source"), in_language(method, "source", &method.source)),
        (text!("cli-media"), method.media.join(", ")),
        (text!("cli-writes"), output::said(&writes)),
    ];
    lines.extend(method.rules.iter().map(|rule| {
        let title = locale.rule_title(&rule.id, &rule.title);
        (text!("cli-verdict"), format!("{title} ({})", rule.source))
    }));
    let mut text = format!("{}: {title}\n\n{}\n", method.id, column(&lines, 2));
    push(
        &mut text,
        format_args!("{}\n", output::translated(text!("cli-parameters-set-name-value"))),
    );
    let width = method.params.iter().map(|param| param.name.len()).max().unwrap_or(0);
    for param in &method.params {
        push(&mut text, format_args!("  {:width$}  {}\n", param.name, describe(method, param)));
    }
    text
}

/// A text of a method: of one that comes with iogram in the language that was chosen, of any other as its file says.
fn in_language(method: &Method, part: &str, english: &str) -> String {
    let is_built_in = builtin_method(&method.id)
        .is_ok_and(|known| known.question == method.question && known.source == method.source);
    let own =
        is_built_in.then(|| output::locale().overlay(&format!("method-{}-{part}", method.id)));
    own.flatten().unwrap_or_else(|| english.to_owned())
}

fn describe(method: &Method, param: &Param) -> String {
    let (help, default) =
        (in_language(method, &format!("param-{}", param.name), &param.help), &param.default);
    output::said(&match param.choices.as_slice() {
        [] => sentence!("cli-default", help, default),
        choices => {
            sentence!("cli-default-help-default", help, default, choices = choices.join(", "))
        }
    })
}

/// A name and its value.
type Line = (Text, String);

/// Names, and all values in one column, `gap` after the longest name.
fn column(lines: &[Line], gap: usize) -> String {
    let named: Vec<_> =
        lines.iter().map(|(name, value)| (output::translated(*name), value)).collect();
    let width = named.iter().map(|(name, _)| iogram_report::width_of(name)).max().unwrap_or(0);
    let mut text = String::new();
    for (name, value) in &named {
        let width = (width + gap).saturating_sub(iogram_report::width_of(name));
        let space = " ".repeat(width);
        push(&mut text, format_args!("{name}{space}{value}\n"));
    }
    text
}

/// `iogram schema`.
pub(crate) fn schema(arguments: &SchemaArgs) -> Result<ExitCode, Failure> {
    let text = match arguments.of {
        SchemaOf::Run => iogram_report::render_schema(),
        SchemaOf::Device => iogram_report::render_device_schema(),
        SchemaOf::Devices => iogram_report::render_device_list_schema(),
        SchemaOf::Method => {
            format!("{:#}\n", method_schema())
        }
        SchemaOf::Sim => iogram_sim::render_schema(),
        SchemaOf::Comparison => iogram_report::render_comparison_schema(),
        SchemaOf::Drive => iogram_report::render_drive_schema(),
        SchemaOf::Check => iogram_report::render_check_schema(),
        SchemaOf::Runs => iogram_report::render_run_list_schema(),
        SchemaOf::Analysis => iogram_report::render_reanalysis_schema(),
        SchemaOf::Capture => iogram_report::render_capture_schema(),
        SchemaOf::Fleet => iogram_report::render_fleet_schema(),
        SchemaOf::Advice => iogram_report::render_advice_schema(),
        SchemaOf::Drives => iogram_catalogue::render_drives_schema(),
    };
    output::data(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The text that the user has to type to allow the plan's writes; `None` if none.
fn needed(target: &ResolvedTarget) -> Option<String> {
    let shown = target.unconfirmed()?;
    let (typed, contents) = (shown.typed_name.quoted(), shown.contents.summary());
    let needed = if target.kind.makes_file() {
        sentence!("cli-destroy", typed, contents)
    } else {
        sentence!("cli-destroy-borrow", typed, contents)
    };
    Some(output::said(&needed))
}

/// The target with its plan as if the user had typed that text.
fn as_if_allowed(
    method: &Method,
    target: &str,
    root: &SysRoot,
) -> Result<ResolvedTarget, Failure> {
    let mut resolved = resolve(target, intent_of(method), Permission::default(), root)?;
    if resolved.unconfirmed().is_some() {
        resolved.facts.is_writable = true;
    }
    Ok(resolved)
}

/// `iogram plan`.
pub(crate) fn plan(arguments: &PlanArgs) -> Result<ExitCode, Failure> {
    let (method, target) = find_method(&arguments.what)?;
    let root = SysRoot::default();
    let resolved = as_if_allowed(&method, &target, &root)?;
    let mut settings = parse_settings(&arguments.settings.settings)?;
    let drives = drive::kept(&arguments.store)?;
    let named = arguments.drive.as_deref();
    let class = drive_class::propose(
        &method,
        &resolved,
        &mut settings,
        (|| Ok(drives.clone()), named),
        &root,
    )?;
    let resolved = resolved.for_method(&method, &settings)?;
    let needs = needed(&resolved);
    let (plan, warnings) = plan_method(&method, &resolved, settings, arguments.seed)?;
    let control = Arc::new(Control::default());
    signals::watch(std::slice::from_ref(&control), None)?;
    let trial = match resolved.open_virtual(arguments.seed)? {
        Some(mut rig) => Some(try_plan(&plan, &mut rig, &control)?),
        None => None,
    };
    let (assumed, basis) = expected(&resolved, arguments, &control)?;
    let endurance = endurance::find(&resolved.spec, named, &drives, &SysRoot::default())?;
    let written = match &trial {
        Some(trial) if !trial.is_cut => Some(trial.written),
        _ => plan.cost(&assumed).written.max(),
    };
    if arguments.json.is_some() {
        let destroys = resolved.destroyed(&plan).to_string();
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
    let mut text = heading(&plan, &target);
    let mut lines = match &trial {
        Some(trial) if trial.is_cut => {
            let mut lines = cost_lines(&plan, &trial.estimate(&plan, &assumed), decides);
            lines.insert(1, cut_line(trial, &plan, arguments.seed));
            lines
        }
        Some(trial) => trial_lines(trial, arguments.seed),
        None => cost_lines(&plan, &plan.cost(&assumed), decides),
    };
    lines.push((text!("cli-endurance"), output::said(&endurance.describe(written))));
    lines.push((text!("cli-destroys"), output::said(&resolved.destroyed(&plan))));
    lines.extend(class.map(|class| (text!("cli-class"), output::said(&class))));
    if let (Some(needs), true) = (needs, plan.destroys != Destroys::Nothing) {
        lines.push((text!("cli-needs"), needs));
    }
    for warning in warnings {
        let warning = iogram_report::warning_text(&warning, &output::locale());
        lines.push((text!("cli-warning-2"), warning));
    }
    text.push_str(&column(&lines, 1));
    text.push('\n');
    push_parts(&mut text, &plan, trial.as_ref(), &assumed, arguments.full);
    output::lines(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The steps of a plan or, for a long one unless it `is_full`, its blocks; each with its duration.
fn push_parts(
    text: &mut String,
    plan: &Plan,
    trial: Option<&Trial>,
    assumed: &AssumedRange,
    is_full: bool,
) {
    let is_told = !is_full
        && push_blocks(text, plan, |steps| match trial {
            Some(trial) if steps.iter().all(|at| *at < trial.steps.len()) => {
                let taken = steps.iter().map(|at| trial.steps[*at].0);
                Nanos(taken.fold(0, u64::saturating_add)).to_string()
            }
            Some(trial) if !trial.is_cut => output::translated(text!("cli-not-reached")),
            _ => time(&plan.cost_of(|at| steps.contains(&at), assumed)),
        });
    if is_told {
        let hint = output::translated(text!("cli-every-step-full"));
        push(text, format_args!("\n{hint}\n"));
        return;
    }
    push_steps(text, plan, |index, step| match trial {
        Some(trial) if index < trial.steps.len() => trial.steps[index].to_string(),
        Some(trial) if !trial.is_cut => output::translated(text!("cli-not-reached")),
        _ => time(&step.cost(assumed)),
    });
}

fn heading(plan: &Plan, target: &str) -> String {
    let title = output::locale().method_title(&plan.method);
    let id = &plan.method.id;
    output::said(&sentence!("cli-on-id-target", id, target, title)) + "\n\n"
}

/// The target's rates: from the user, from an earlier measurement, or from reading it; and their basis, `None` for
/// the user.
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

/// The cause of an imprecise time, and the basis of a range.
fn decides(basis: Option<Basis>) -> [String; 2] {
    let vague = output::translated(match basis {
        Some(_) => text!("cli-drive-speed-decides-assume-rate-narrows"),
        None => text!("cli-drive-speed-small-requests-decides"),
    });
    let from = match basis {
        Some(Basis::EarlierRuns(1)) => output::translated(text!("cli-earlier-run-drive")),
        Some(Basis::EarlierRuns(count)) => {
            output::said(&sentence!("cli-earlier-runs-drive", count))
        }
        Some(Basis::Reading) => output::translated(text!("cli-two-seconds-reading")),
        Some(Basis::Kind) | None => String::new(),
    };
    [from.clone(), from + &vague]
}

fn cost_lines(plan: &Plan, cost: &Cost, [from, vague]: [String; 2]) -> Vec<Line> {
    let (fast, slow) = cost.time();
    let decides = match spans::is_vague(fast, slow) {
        true => vague,
        false if fast == slow => String::new(),
        false => from,
    };
    vec![
        (text!("cli-time-2"), time(cost) + &decides),
        (text!("cli-writes"), output::said(&written(plan, &cost.written))),
        (text!("cli-reads"), output::said(&amount(&cost.read))),
    ]
}

/// The results of a trial, and its method.
fn trial_lines(trial: &Trial, seed: u64) -> Vec<Line> {
    let exactly = |size: Bytes| output::said(&sentence!("cli-exactly", size = size.both()));
    let time = sentence!("cli-drive-clock-exactly-seed", time = trial.time(), seed);
    let mut lines = vec![
        (text!("cli-time-2"), output::said(&time)),
        (
            Text::NONE,
            output::translated(text!("cli-not-estimated-carried-out-simulated-drive")),
        ),
        (text!("cli-writes"), exactly(trial.written)),
        (text!("cli-reads"), exactly(trial.read)),
    ];
    lines.extend(
        trial
            .ended_early
            .as_ref()
            .map(|end| (text!("cli-ends-early"), output::said(&end_words(end)))),
    );
    lines
}

/// The reason for the end of a trial before its last step.
fn end_words(end: &End) -> Sentence {
    match end {
        End::Cell { name, state, .. } => {
            sentence!("cli-cell-cannot-go", name, state: state_words(*state))
        }
        End::Rig { error, .. } => error.message.clone(),
        _ => sentence!("cli-stopped"),
    }
}

/// The part of it that was not estimated.
fn cut_line(trial: &Trial, plan: &Plan, seed: u64) -> Line {
    let (done, count) = (trial.steps.len(), plan.steps.len());
    let words = sentence!("cli-first-steps-exactly-simulated-drive-seed", done, count, seed);
    (Text::NONE, output::said(&words))
}

/// Replaces estimates by the results of the trial.
fn add_trial(json: &mut serde_json::Value, trial: &Trial, estimate: Option<&Cost>, seed: u64) {
    let exact = |time: Nanos| {
        serde_json::json!({
            "time_fast_ns": time.0, "time_slow_ns": time.0, "is_estimate": false,
        })
    };
    if let Some(cost) = estimate {
        json["cost"] = cost_json(cost);
        // However narrow the range is: a part was not executed.
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

fn time(cost: &Cost) -> String {
    let (fast, slow) = cost.time();
    match (fast, slow) {
        (Nanos(0), Nanos(0)) => output::translated(text!("cli-no-time")),
        (fast, slow) => output::said(&spans::about(fast, slow)),
    }
}

/// The writes of programs depend on their file system, and not on time.
fn written(plan: &Plan, moved: &Moved) -> Sentence {
    match moved.unlimited.filter(|_| plan.has_only_programs()) {
        Some((least, most)) => sentence!(
            "cli-about-file-system-adds-estimate",
            least = least.decimal(),
            most = most.decimal()
        ),
        None => amount(moved),
    }
}

fn amount(moved: &Moved) -> Sentence {
    match (moved.limited, moved.unlimited) {
        (Bytes(0), None) => sentence!("cli-nothing"),
        (limited, None) => sentence!("cli-most", size = limited.both()),
        (limited, Some((slow, fast))) => sentence!(
            "cli-much-drive-time-estimate",
            low = (limited + slow).decimal(),
            high = (limited + fast).decimal()
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

/// The plan for programs: certain and estimated values, with units in the names.
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
                PlannedStep::Choose(rule) => serde_json::json!({
                    "kind": "choose", "choice": rule,
                }),
                PlannedStep::Search(rule) => serde_json::json!({
                    "kind": "search", "search": rule,
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
