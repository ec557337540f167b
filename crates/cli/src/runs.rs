//! `iogram runs`, `show` and `delete`: what was kept.

use std::process::ExitCode;

use iogram_report::RunLine;
use iogram_store::{RunFilter, RunSummary};

use crate::args::{DeleteArgs, RunsArgs, ShowArgs};
use crate::execute::render;
use crate::failure::Failure;
use crate::output;
use crate::places;

/// `iogram runs`.
pub(crate) fn list(arguments: &RunsArgs) -> Result<ExitCode, Failure> {
    let filter = RunFilter {
        method: arguments.method.clone(),
        target: arguments.target.clone(),
        limit: arguments.limit,
    };
    let is_filtered = filter.method.is_some() || filter.target.is_some();
    let runs = match places::has_store(&arguments.store)? {
        true => places::open_kept(&arguments.store)?.list(&filter)?,
        false => Vec::new(),
    };
    if runs.is_empty() && is_filtered {
        output::data("no stored run has this method and target\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    let lines: Vec<RunLine> = runs.into_iter().map(line).collect();
    output::data(&iogram_report::render_runs_table(&lines, &output::layout()))?;
    Ok(ExitCode::SUCCESS)
}

fn line(run: RunSummary) -> RunLine {
    RunLine {
        id: run.id,
        state: run.state,
        started_at_us: run.started_at_us,
        method: run.method,
        target: run.target,
        model: run.model,
        cell_count: run.cell_count,
    }
}

/// `iogram show`.
pub(crate) fn show(arguments: &ShowArgs) -> Result<ExitCode, Failure> {
    let run = places::open_kept(&arguments.store)?.load(&arguments.run)?;
    output::data(&render(&run, arguments.format))?;
    Ok(ExitCode::SUCCESS)
}

/// `iogram delete`.
pub(crate) fn delete(arguments: &DeleteArgs) -> Result<ExitCode, Failure> {
    let mut store = places::open_kept(&arguments.store)?;
    let id = store.find(&arguments.run)?;
    if id != arguments.run {
        return Err(Failure::usage(
            format!("cannot delete run {}: the whole id is {id}", arguments.run),
            "type the whole id, so that no other run is deleted by mistake",
        ));
    }
    store.remove(&id)?;
    output::talk(&format!("deleted {id}"));
    Ok(ExitCode::SUCCESS)
}
