//! How long the drive was left alone, where it was waited for something.

use iogram_model::{Nanos, RestGoal, RestOutcome, RestRecord, Run};

use crate::device::celsius;
use crate::format;
use crate::sheet::{Block, Section};
use crate::table::{Heading, Table};

/// `None` if every rest was for a time alone.
pub(crate) fn section(run: &Run) -> Option<Section> {
    let waits: Vec<&RestRecord> =
        run.rests.iter().filter(|rest| rest.goal != RestGoal::Time).collect();
    if waits.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::name("after"),
        Heading::name("until"),
        Heading::numbers("took"),
        Heading::name("outcome"),
        Heading::numbers("temperature").of("begin"),
        Heading::numbers("temperature").of("end"),
        Heading::numbers("temperature").of("cool at"),
        Heading::numbers("CPU busy"),
        Heading::numbers("others' IOPS"),
    ];
    let rows = waits.into_iter().map(|rest| row(run, rest)).collect();
    let table = Table { columns, rows }.without_empty_columns();
    Some(Section { title: "Rests".into(), blocks: vec![Block::Table(table)] })
}

fn row(run: &Run, rest: &RestRecord) -> Vec<String> {
    let degrees = |value: Option<f64>| value.map_or_else(String::new, celsius);
    let outcome = match rest.outcome {
        RestOutcome::TimeOver => "time over",
        RestOutcome::Reached => "reached",
        RestOutcome::NotReached => "not reached",
        RestOutcome::Unknown => "cannot be told",
        RestOutcome::Interrupted => "interrupted",
    };
    vec![
        place(run, rest),
        rest.goal.to_string(),
        Nanos(rest.elapsed_ns).to_string(),
        outcome.to_owned(),
        degrees(rest.temperature_start_celsius),
        degrees(rest.temperature_end_celsius),
        degrees(rest.temperature_goal_celsius),
        rest.host_busy_ratio.map_or_else(String::new, |ratio| format::percent(Some(ratio))),
        rest.foreign_requests_per_s.map_or_else(String::new, |rate| format!("{rate:.1}")),
    ]
}

/// The cell before it.
fn place(run: &Run, rest: &RestRecord) -> String {
    let last = usize::try_from(rest.cells_before_count).ok().and_then(|it| it.checked_sub(1));
    let cell = last.and_then(|index| run.cells.get(index));
    cell.map_or_else(|| "the beginning".to_owned(), |cell| cell.name.clone())
}
