//! The list of stored runs.

use iogram_model::{RunLine, RunState};

use crate::format;
use crate::table::{Heading, Table};
use crate::text::Options;

/// A table of `runs` in the given order; a sentence if there are none.
#[must_use]
pub fn render_runs_table(runs: &[RunLine], options: &Options) -> String {
    if runs.is_empty() {
        return "no runs are stored\n".to_owned();
    }
    let columns = vec![
        Heading::name("run"),
        Heading::name("started").of("UTC"),
        Heading::name("state"),
        Heading::name("method"),
        Heading::numbers("cells").spare(),
        Heading::words("drive"),
        Heading::name("target"),
    ];
    let row = |run: &RunLine| {
        vec![
            run.id.clone(),
            minutes(run.started_at_us),
            // What needs no saying makes what does stand out.
            if run.state == RunState::Completed { "" } else { state_name(run.state) }
                .to_owned(),
            run.method.clone(),
            run.cell_count.to_string(),
            drive(run),
            run.target.clone(),
        ]
    };
    let rows = runs.iter().map(row).collect();
    Table { columns, rows }.without_empty_columns().render_text(options.width)
}

/// The name of a simulated drive says what it is.
fn drive(run: &RunLine) -> String {
    match &run.model {
        _ if run.target.starts_with("sim:") => "simulated".to_owned(),
        model => model.clone().unwrap_or(format::UNKNOWN.to_owned()),
    }
}

/// The day and the time of it in UTC: `2026-11-21 14:30`.
fn minutes(us: i64) -> String {
    let exact = format::timestamp(us);
    exact.get(.."2026-11-21T14:30".len()).map_or(exact.clone(), |text| text.replace('T', " "))
}

fn state_name(state: RunState) -> &'static str {
    match state {
        RunState::Running => "running",
        RunState::Completed => "completed",
        RunState::Interrupted => "interrupted",
        RunState::Failed => "failed",
        RunState::Unknown => "unknown",
    }
}
