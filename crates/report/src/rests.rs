//! Duration of the rests that waited for a condition.

use iogram_model::{Nanos, RestGoal, RestOutcome, RestRecord, Run};

use crate::device::celsius;
use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// `None` if every rest only waited for a time.
pub(crate) fn section(run: &Run, locale: &Locale) -> Option<Section> {
    let waits: Vec<&RestRecord> =
        run.rests.iter().filter(|rest| rest.goal != RestGoal::Time).collect();
    if waits.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::name(say!(locale, "after")),
        Heading::name(say!(locale, "until")),
        Heading::numbers(say!(locale, "took")),
        Heading::name(say!(locale, "outcome")),
        Heading::numbers(say!(locale, "temperature")).of(say!(locale, "begin")),
        Heading::numbers(say!(locale, "temperature")).of(say!(locale, "end")),
        Heading::numbers(say!(locale, "temperature")).of(say!(locale, "cool-at")),
        Heading::numbers(say!(locale, "cpu-busy")),
        Heading::numbers(say!(locale, "others-iops")),
    ];
    let rows = waits.into_iter().map(|rest| row(run, rest, locale)).collect();
    let table = Table { columns, rows }.without_empty_columns();
    Some(Section::new(SectionKind::Rests, locale, vec![Block::Table(table)]))
}

fn row(run: &Run, rest: &RestRecord, locale: &Locale) -> Vec<String> {
    let degrees = |value: Option<f64>| value.map_or_else(String::new, celsius);
    let outcome = match rest.outcome {
        RestOutcome::TimeOver => say!(locale, "time-over"),
        RestOutcome::Reached => say!(locale, "reached"),
        RestOutcome::NotReached => say!(locale, "not-reached"),
        RestOutcome::Unknown => say!(locale, "cannot-be-told"),
        RestOutcome::Interrupted => say!(locale, "interrupted"),
    };
    vec![
        place(run, rest, locale),
        goal(rest.goal, locale),
        Nanos(rest.elapsed_ns).to_string(),
        outcome,
        degrees(rest.temperature_start_celsius),
        degrees(rest.temperature_end_celsius),
        degrees(rest.temperature_goal_celsius),
        rest.host_busy_ratio.map_or_else(String::new, |ratio| format::percent(Some(ratio))),
        rest.foreign_requests_per_s.map_or_else(String::new, |rate| format!("{rate:.1}")),
    ]
}

/// The condition that the rest waited for.
fn goal(goal: RestGoal, locale: &Locale) -> String {
    match goal {
        RestGoal::Time => say!(locale, "goal-time"),
        RestGoal::Cool => say!(locale, "goal-cool"),
        RestGoal::Idle => say!(locale, "goal-idle"),
        RestGoal::CoolAndIdle => say!(locale, "goal-cool-and-idle"),
    }
}

/// The cell before it.
fn place(run: &Run, rest: &RestRecord, locale: &Locale) -> String {
    let last = usize::try_from(rest.cells_before_count).ok().and_then(|it| it.checked_sub(1));
    let cell = last.and_then(|index| run.cells.get(index));
    cell.map_or_else(|| say!(locale, "the-beginning"), |cell| cell.name.clone())
}
