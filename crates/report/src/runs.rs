//! The list of stored runs.

use iogram_model::RunState;

use crate::format;
use crate::table::{Heading, Table};
use crate::text::Options;

/// What a list says of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunLine {
    /// The run's id, as commands take it.
    pub id: String,
    /// How it ended.
    pub state: RunState,
    /// Wall clock at the start, microseconds since 1970 UTC.
    pub started_at_us: i64,
    /// The method's id.
    pub method: String,
    /// The target as the user named it.
    pub target: String,
    /// Vendor and model of the drive; `None` is unknown.
    pub model: Option<String>,
    /// Cells that were measured.
    pub cell_count: u64,
}

/// A table of `runs` in the given order; a sentence if there are none.
#[must_use]
pub fn render_runs_table(runs: &[RunLine], options: &Options) -> String {
    if runs.is_empty() {
        return "no runs are stored\n".to_owned();
    }
    let columns = vec![
        Heading::name("run"),
        Heading::name("started"),
        Heading::name("state"),
        Heading::name("method"),
        Heading::numbers("cells").spare(),
        Heading::words("drive"),
        Heading::name("target"),
    ];
    let row = |run: &RunLine| {
        vec![
            run.id.clone(),
            format::timestamp(run.started_at_us),
            state_name(run.state).to_owned(),
            run.method.clone(),
            run.cell_count.to_string(),
            run.model.clone().unwrap_or(format::UNKNOWN.to_owned()),
            run.target.clone(),
        ]
    };
    Table { columns, rows: runs.iter().map(row).collect() }.render_text(options.width)
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
