//! The steps of a plan in words, one on a line.

use std::fmt::Write as _;

use iogram_engine::{Cell, Content};
use iogram_model::{
    Access, Bytes, ChoiceLimit, ChoicePick, ChoiceRule, Figure, Nanos, RestGoal, Sentence,
    Taken, sentence, text, whole,
};
use iogram_runner::{Plan, PlannedStep};

use crate::{output, search_words};

/// A plan with more lines than this is shown by blocks. Arbitrary: about the height of a screen.
const LINES_MAX: usize = 40;

/// A line of a plan: name, duration, and number of consecutive repetitions.
type Line = (String, String, u32);

/// The steps of `plan` in words, each described by `describe`; rounds that repeat the first ones are shown once.
pub(crate) fn push_steps(
    text: &mut String,
    plan: &Plan,
    describe: impl FnMut(usize, &PlannedStep) -> String,
) {
    push_lines(text, &steps(plan, describe));
}

/// The blocks of a long plan, each with its duration from `describe`; adds nothing and returns `false` if the plan is
/// short or has no blocks. Rests between blocks share a line.
pub(crate) fn push_blocks(
    text: &mut String,
    plan: &Plan,
    mut describe: impl FnMut(&[usize]) -> String,
) -> bool {
    let blocks = blocks(plan);
    if blocks.len() < 3 || steps(plan, |_, _| String::new()).len() <= LINES_MAX {
        return false;
    }
    let mut lines: Vec<Line> = Vec::new();
    for (name, steps) in blocks {
        let is_measured = |at: &&usize| {
            matches!(plan.steps[**at], PlannedStep::Measure(_) | PlannedStep::Probe(_))
        };
        let count = steps.iter().filter(is_measured).count();
        let name = match name {
            Some(name) => name.to_owned(),
            None => output::translated(text!("cli-between-blocks")),
        };
        let words = match count {
            0 => sentence!("cli-nothing-measured-name", name),
            1 => sentence!("cli-1-measurement", name),
            _ => sentence!("cli-measurements", name, count),
        };
        lines.push((output::said(&words), describe(&steps), 1));
    }
    push_lines(text, &lines);
    true
}

/// The steps of each block, with its name; those outside of blocks last.
fn blocks(plan: &Plan) -> Vec<(Option<&str>, Vec<usize>)> {
    let mut blocks: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
    let mut name = None;
    for (index, step) in plan.steps.iter().enumerate() {
        if let PlannedStep::Block(start) = step {
            name = start.name.as_deref();
        }
        match blocks.iter_mut().find(|(known, _)| *known == name) {
            Some((_, steps)) => steps.push(index),
            None => blocks.push((name, vec![index])),
        }
    }
    blocks.sort_by_key(|(name, _)| name.is_none());
    blocks
}

/// A line for each visible step.
fn steps(plan: &Plan, mut describe: impl FnMut(usize, &PlannedStep) -> String) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let later_rounds = plan.later_rounds();
    let mut block = None;
    for (index, step) in plan.steps.iter().enumerate() {
        let is_shown = match step {
            // At the end of a block another begins, or the method continues.
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
            PlannedStep::Block(_)
            | PlannedStep::Steady(_)
            | PlannedStep::Choose(_)
            | PlannedStep::Search(_) => (output::said(&step_name(plan, step)), String::new()),
            _ => (output::said(&step_name(plan, step)), describe(index, step)),
        };
        match lines.last_mut() {
            // Repetitions on one line.
            Some((last, known, times)) if *last == name && *known == detail => *times += 1,
            _ => lines.push((name, detail, 1)),
        }
        join_pairs(&mut lines);
    }
    lines
}

fn push_lines(text: &mut String, lines: &[Line]) {
    let width = lines.iter().map(|(name, ..)| iogram_report::width_of(name)).max().unwrap_or(0);
    for (index, (name, detail, times)) in lines.iter().enumerate() {
        let times = if *times > 1 { format!("{times} x ") } else { String::new() };
        let gap = " ".repeat(width.saturating_sub(iogram_report::width_of(name)));
        let line = format!("{:3}  {name}{gap}  {times}{detail}", index + 1);
        writeln!(text, "{}", line.trim_end()).expect("writing to a string does not fail");
    }
}

/// Shows two lines that repeat together, such as a cell and its rest, once.
fn join_pairs(lines: &mut Vec<Line>) {
    let Some((before, [.., one, two, again_one, again_two])) =
        lines.split_at_checked(lines.len().saturating_sub(4))
    else {
        return;
    };
    let is_same =
        |first: &Line, again: &Line| first.0 == again.0 && first.1 == again.1 && again.2 == 1;
    if one.2 == two.2 && is_same(one, again_one) && is_same(two, again_two) {
        let first = before.len();
        lines.truncate(first + 2);
        for line in &mut lines[first..] {
            line.2 += 1;
        }
    }
}

fn step_name(plan: &Plan, step: &PlannedStep) -> Sentence {
    match step {
        PlannedStep::LayOut { size, content: Content::Written } => {
            sentence!("cli-lay-out-filled", size = size.short())
        }
        PlannedStep::LayOut { size, content: Content::Allocated } => {
            sentence!("cli-lay-out-allocated", size = size.short())
        }
        PlannedStep::LayOut { size, content: Content::Empty | Content::Kept } => {
            sentence!("cli-lay-out", size = size.short())
        }
        PlannedStep::Measure(cell) => measure_name(cell, &taken_by(plan, cell), plan),
        PlannedStep::Purge(choice) => {
            sentence!("cli-purge-time-cannot-told", choice)
        }
        PlannedStep::Discard(region) => sentence!("cli-discard", region),
        PlannedStep::Probe(probe) => {
            sentence!("cli-probe-time-cannot-told", name = probe.name, kind = probe.kind.name())
        }
        PlannedStep::Rest(_) => sentence!("cli-rest"),
        PlannedStep::Wait(wait) => {
            sentence!("cli-rest-until", goal: rest_goal(wait.goal))
        }
        PlannedStep::Steady(check) => {
            let (rule, most) = (&check.rule, check.rule.rounds_max_count);
            let cells = rule.cells.join(", ");
            match rule.passes_max_count {
                Some(passes) if rule.goes_on_steady => {
                    sentence!("cli-round-again-until-x-capacity-written", passes, most)
                }
                None if rule.goes_on_steady => sentence!("cli-round-times", most),
                Some(passes) => {
                    sentence!("cli-round-again-until-steady-x-capacity", cells, passes, most)
                }
                None => sentence!("cli-round-again-until-steady-most-times", cells, most),
            }
        }
        PlannedStep::Choose(rule) => choice_name(rule),
        PlannedStep::Search(rule) => search_words::name(rule),
        PlannedStep::Block(start) => match &start.name {
            Some(name) => format!("-- {name} --").into(),
            None => String::from("--").into(),
        },
        PlannedStep::Note(note) => sentence!("cli-note", note),
    }
}

fn choice_name(rule: &ChoiceRule) -> Sentence {
    let (name, count) = (&rule.name, rule.among.len());
    let (pick, figure) = (pick_words(rule.pick), figure_words(rule.figure));
    match rule.limit {
        Some(limit) => sentence!(
            "cli-choose-cells-below",
            name,
            count,
            pick: pick,
            figure: figure,
            limited: figure_words(limit.figure),
            limit = limit_text(limit)
        ),
        None => sentence!(
            "cli-choose-cells",
            name,
            count,
            pick: pick,
            figure: figure
        ),
    }
}

fn pick_words(pick: ChoicePick) -> Sentence {
    match pick {
        ChoicePick::Highest => sentence!("cli-highest"),
        ChoicePick::Lowest => sentence!("cli-lowest"),
        ChoicePick::Middle | ChoicePick::Unknown => sentence!("cli-middle"),
    }
}

fn figure_words(figure: Figure) -> Sentence {
    match figure {
        Figure::Iops => sentence!("cli-iops"),
        Figure::BytesPerS => sentence!("cli-throughput"),
        _ => sentence!("cli-mean-latency"),
    }
}

fn limit_text(limit: ChoiceLimit) -> String {
    match limit.figure {
        Figure::Iops => format!("{:.0}", limit.limit),
        Figure::BytesPerS => format!("{}/s", Bytes(whole(limit.limit)).decimal()),
        _ => Nanos(whole(limit.limit)).to_string(),
    }
}

/// The values that `cell` takes from a cell that is chosen during the run.
fn taken_by(plan: &Plan, cell: &Cell) -> Vec<Taken> {
    let taking = plan.choices.iter().flat_map(|rule| &rule.cells);
    let mut own = taking.filter(|it| it.cell == cell.name);
    own.next().map_or_else(Vec::new, |it| it.takes.clone())
}

fn taken_words(taken: &[Taken]) -> Sentence {
    let is_load = [Taken::Depth, Taken::Jobs].iter().all(|it| taken.contains(it));
    if is_load && taken.len() == 2 {
        return sentence!("cli-depth-jobs-chosen");
    }
    sentence!("cli-chosen")
}

fn measure_name(cell: &Cell, taken: &[Taken], plan: &Plan) -> Sentence {
    let (name, workload) = (&cell.name, &cell.workload);
    let access = access_words(&workload.access);
    let is_searched = plan.searches.iter().any(|rule| rule.phase_of(&cell.name).is_some());
    let load = match workload.jobs {
        _ if is_searched => sentence!(
            "cli-search-needs",
            access: access,
            block = workload.block
        ),
        _ if !taken.is_empty() => sentence!(
            "cli-access-block-taken",
            access: access,
            block = workload.block,
            taken: taken_words(taken)
        ),
        1 => sentence!(
            "cli-depth",
            access: access,
            block = workload.block,
            depth = workload.depth
        ),
        jobs => sentence!(
            "cli-depth-jobs",
            access: access,
            block = workload.block,
            depth = workload.depth,
            jobs
        ),
    };
    let load = match workload.beside.as_slice() {
        [] => load,
        beside => {
            let names: Vec<&str> = beside.iter().map(|it| it.name.as_str()).collect();
            sentence!("cli-beside", load: load, names = names.join(", "))
        }
    };
    match cell.is_counted {
        true => sentence!("cli-name-load", name, load: load),
        false => sentence!("cli-not-counted", name, load: load),
    }
}

fn access_words(access: &Access) -> Sentence {
    match access {
        Access::Sequential => sentence!("cli-seq"),
        Access::Random => sentence!("cli-random"),
        Access::Permutation => sentence!("cli-permutation"),
        other => other.to_string().into(),
    }
}

fn rest_goal(goal: RestGoal) -> Sentence {
    match goal {
        RestGoal::Time => sentence!("cli-time"),
        RestGoal::Cool => sentence!("cli-cool"),
        RestGoal::Idle => sentence!("cli-idle"),
        RestGoal::CoolAndIdle => sentence!("cli-cool-idle"),
    }
}
