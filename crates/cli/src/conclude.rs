//! The end of a run: what it found out, where it is shown, and with which exit code.

use std::path::PathBuf;
use std::process::ExitCode;

use iogram_model::{Evidence, ProbeRecord, PurgeState, Run, WriteFailure};
use iogram_report::JsonStyle;
use iogram_runner::{End, Outcome};
use iogram_store::Store;

use crate::args::{Format, OutputArgs};
use crate::failure::{DRIVE_FAILED, Failure};
use crate::outlets::Sink;
use crate::output;
use crate::progress;

/// Keeps the end of the run; returns where.
pub(crate) fn keep_end(run: &Run, store: Option<Store>) -> Result<Option<PathBuf>, Failure> {
    let Some(mut store) = store else { return Ok(None) };
    store.finish(run)?;
    Ok(Some(store.path().to_owned()))
}

/// Shows the run; `json` is where it goes as a whole, looked at before anything was measured.
pub(crate) fn show(run: &Run, output: &OutputArgs, json: Sink) -> Result<(), Failure> {
    let is_all = json.is_stdout();
    if !matches!(json, Sink::None) {
        json.write_with(|to| iogram_report::write_json(run, JsonStyle::Pretty, to))?;
    }
    let more = match (output.is_full, output.no_store) {
        (true, _) => None,
        // Where it is not kept, there is nothing to show later.
        (false, true) if run.method.id == "verify" => Some("--full-report".to_owned()),
        (false, true) => Some("--full".to_owned()),
        (false, false) => Some(format!("iogram show --full {}", run.id)),
    };
    if is_all { Ok(()) } else { output::data(&render(run, output.format, more.as_deref())) }
}

/// A run in one of the formats; as text in short if `more` is the command that shows the rest.
pub(crate) fn render(run: &Run, format: Format, more: Option<&str>) -> String {
    let (layout, locale) = (output::layout(), output::locale());
    match format {
        Format::Text => match more {
            Some(more) => iogram_report::render_brief(run, &layout, &locale, more),
            None => iogram_report::render_text(run, &layout, &locale),
        },
        Format::Markdown => iogram_report::render_markdown(run, &locale),
        Format::Json => iogram_report::render_json(run, JsonStyle::Pretty),
        Format::Csv => iogram_report::render_csv(run),
    }
}

pub(crate) fn exit_code(
    run: &Run,
    outcome: &Outcome,
    is_kept: bool,
) -> Result<ExitCode, Failure> {
    let has_failed = run
        .findings
        .iter()
        .any(|finding| iogram_findings::is_failure(finding, run.criteria.as_ref()));
    match &outcome.end {
        End::Rig { error, .. } => Err(error.clone().into()),
        End::Stopped => Err(Failure::environment("interrupted", resume_hint(run, is_kept))),
        End::Cell { name, state, .. } => Err(Failure::environment(
            format!("cannot go on after cell \"{name}\": {}", progress::state_words(*state)),
            resume_hint(run, is_kept),
        )),
        _ if let Some(failure) = write_failure(run) => Err(Failure::environment(
            format!("the capacity was not found out: writes failed with {}", failure.message),
            match &failure.lies_on {
                Some(below) => format!("{below}: make room there{}", how_to_go_on(run)),
                None => format!("make room on what the device lies on{}", how_to_go_on(run)),
            },
        )),
        _ if run
            .purges
            .iter()
            .any(|it| it.state != PurgeState::Purged && !it.attempts.is_empty()) =>
        {
            Err(Failure::environment(
                "the drive was not purged; the report says what was tried",
                "what was measured after it is not about a fresh drive",
            ))
        }
        _ if is_other_than_written(run) => Ok(ExitCode::from(DRIVE_FAILED)),
        _ if has_failed_requests(run) && ends_too_early(run) => Err(Failure::environment(
            "reads met the end of their file; the report says which and where",
            "nothing was written there: fill it (content = \"written\"), or let a cell write before",
        )),
        _ if has_failed_requests(run) => Err(Failure::environment(
            "requests failed; the report says which and where",
            "the drive, its connection or its power supply may be bad",
        )),
        _ if has_failed => Ok(ExitCode::from(DRIVE_FAILED)),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// The write that kept the capacity from being found out, below a device that is no drive of its own.
fn write_failure(run: &Run) -> Option<&WriteFailure> {
    run.probes.iter().find_map(|probe| match &probe.evidence {
        Evidence::Capacity(evidence) if !evidence.is_complete => {
            evidence.write_failure.as_ref()
        }
        _ => None,
    })
}

/// How what was broken off goes on, for a hint of its own.
fn resume_hint(run: &Run, is_kept: bool) -> String {
    let probe = how_to_go_on(run);
    // A single cell has nothing after it.
    let is_method = run.method.source.is_some() || run.method.text.is_some();
    match (is_kept, probe.is_empty()) {
        (true, true) if is_method => {
            format!(
                "what was measured until then is saved; resume with: iogram resume {}",
                run.id
            )
        }
        (true, _) => format!("what was measured until then is saved{probe}"),
        (false, _) => probe.trim_start_matches("; ").to_owned(),
    }
}

/// How a long pass that was broken off goes on; empty if there is none.
pub(crate) fn how_to_go_on(run: &Run) -> String {
    let can_go_on = |probe: &ProbeRecord| match &probe.evidence {
        Evidence::Capacity(evidence) => evidence.progress.is_some(),
        _ => false,
    };
    match run.probes.last().filter(|probe| can_go_on(probe)) {
        Some(_) => {
            format!("; resume with: iogram resume {}, and the same --destroy", run.id)
        }
        None => String::new(),
    }
}

/// Whether the drive keeps something else than the image that was written to it.
fn is_other_than_written(run: &Run) -> bool {
    let mut errors = run.cells.iter().flat_map(|cell| &cell.errors);
    errors.any(|error| error.message.starts_with(iogram_device::NOT_THE_IMAGE))
}

/// Whether all that failed is what was asked of a file beyond its end, which says nothing of the drive.
fn ends_too_early(run: &Run) -> bool {
    let mut errors = run.cells.iter().flat_map(|cell| &cell.errors);
    errors.all(|error| error.message.starts_with(iogram_device::BEYOND_THE_END))
}

fn has_failed_requests(run: &Run) -> bool {
    run.cells.iter().any(|cell| !cell.errors.is_empty())
}
