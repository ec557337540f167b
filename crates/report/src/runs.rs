//! The list of stored runs.

use iogram_model::{RunLine, RunState};

use crate::format;
use crate::locale::{Locale, say};
use crate::table::{Heading, Table};
use crate::text::Options;

/// A table of `runs` in the given order; a sentence if there are none.
#[must_use]
pub fn render_runs_table(runs: &[RunLine], options: &Options, locale: &Locale) -> String {
    if runs.is_empty() {
        return say!(locale, "no-runs") + "\n";
    }
    let columns = vec![
        Heading::name(say!(locale, "run")),
        Heading::name(say!(locale, "started")).of("UTC"),
        Heading::name(say!(locale, "state")),
        Heading::name(say!(locale, "method")),
        Heading::numbers(say!(locale, "cells")).spare(),
        Heading::words(say!(locale, "drive")),
        Heading::name(say!(locale, "target")),
    ];
    let row = |run: &RunLine| {
        vec![
            run.id.clone(),
            minutes(run.started_at_us),
            // Leaving out the usual makes the unusual stand out.
            state_name(run.state, locale),
            run.method.clone(),
            run.cell_count.to_string(),
            drive(run, locale),
            run.target.clone(),
        ]
    };
    let rows = runs.iter().map(row).collect();
    Table { columns, rows }.without_empty_columns().render_text(options.width)
}

/// The name of a simulated drive marks it as such.
fn drive(run: &RunLine, locale: &Locale) -> String {
    match &run.model {
        _ if run.target.starts_with("sim:") => say!(locale, "brief-simulated"),
        model => model.clone().unwrap_or(format::UNKNOWN.to_owned()),
    }
}

/// Date and time in UTC: `2026-11-21 14:30`.
fn minutes(us: i64) -> String {
    let exact = format::timestamp(us);
    exact.get(.."2026-11-21T14:30".len()).map_or(exact.clone(), |text| text.replace('T', " "))
}

fn state_name(state: RunState, locale: &Locale) -> String {
    match state {
        RunState::Completed => String::new(),
        RunState::Running => say!(locale, "running"),
        RunState::Interrupted => say!(locale, "interrupted"),
        RunState::Failed => say!(locale, "failed"),
        RunState::Unknown => say!(locale, "unknown"),
    }
}
