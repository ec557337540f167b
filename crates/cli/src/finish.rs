//! The end of a run: its findings, their presentation, and the exit code.

use std::path::PathBuf;

use iogram_model::{
    ErrorRecord, Evidence, MessageId, ProbeRecord, PurgeState, Run, Sentence, WriteFailure,
    sentence, text,
};
use iogram_report::JsonStyle;
use iogram_runner::{End, Outcome};
use iogram_session::FailureKind;
use iogram_store::Store;

use crate::args::{Format, OutputArgs};
use crate::complaint::code_of_kind;
use crate::failure::{Failure, code_of};
use crate::outlets::Sink;
use crate::output;
use crate::progress;

/// Stores the end of the run; returns the place.
pub(crate) fn keep_end(run: &Run, store: Option<Store>) -> Result<Option<PathBuf>, Failure> {
    let Some(mut store) = store else { return Ok(None) };
    store.finish(run)?;
    Ok(Some(store.path().to_owned()))
}

/// Shows the run; `json` gets the whole run, and was checked before the measurement.
pub(crate) fn show(run: &Run, output: &OutputArgs, json: Sink) -> Result<(), Failure> {
    let is_all = json.is_stdout();
    if !matches!(json, Sink::None) {
        json.write_with(|to| iogram_report::write_json(run, JsonStyle::Pretty, to))?;
    }
    let more = match (output.is_full, output.no_store) {
        (true, _) => None,
        // Without a stored run, there is nothing to show later.
        (false, true) if run.method.id == "verify" => Some("--full-report".to_owned()),
        (false, true) => Some("--full".to_owned()),
        (false, false) => Some(format!("iogram show --full {}", run.id)),
    };
    if is_all { Ok(()) } else { output::data(&render(run, output.format, more.as_deref())) }
}

/// A run in one of the formats; as short text if `more` is the command that shows the rest.
pub(crate) fn render(run: &Run, format: Format, more: Option<&str>) -> String {
    let (layout, locale) = (output::layout(), output::locale());
    match format {
        Format::Text => match more {
            Some(more) => iogram_report::render_brief(run, &layout, &locale, more),
            None => iogram_report::render_text(run, &layout, &locale),
        },
        Format::Markdown => iogram_report::render_markdown(run, &locale),
        Format::Json => iogram_report::render_json(run, JsonStyle::Pretty),
        Format::Csv => iogram_report::render_csv(run, iogram_report::CsvStyle::Plain),
    }
}

/// The end of a run for its user.
#[derive(Debug)]
pub(crate) struct Ending {
    /// The exit code of the run's outcome, which a later judgement repeats.
    pub(crate) code: u8,
    /// Further messages besides the report, such as how to continue.
    pub(crate) complaint: Option<Failure>,
}

/// The end of an analysed run. A refusal or a usage error from the rig determines the code.
pub(crate) fn ending(run: &Run, outcome: &Outcome, is_kept: bool) -> Ending {
    let complaint = complaint(run, outcome, is_kept);
    let own = code_of(iogram_model::Outcome::kept(run).kind);
    let code = match complaint.as_ref().map(|it| it.kind) {
        Some(kind @ (FailureKind::Usage | FailureKind::Refused)) => code_of_kind(kind),
        _ => own,
    };
    Ending { code, complaint }
}

fn complaint(run: &Run, outcome: &Outcome, is_kept: bool) -> Option<Failure> {
    let failure = match &outcome.end {
        End::Rig { error, .. } => error.clone().into(),
        End::Stopped => {
            Failure::environment(text!("cli-interrupted"), resume_hint(run, is_kept))
        }
        End::Cell { name, state, .. } => Failure::environment(
            sentence!("cli-cannot-go-after-cell", name, state: progress::state_words(*state)),
            resume_hint(run, is_kept),
        ),
        _ if let Some(failure) = write_failure(run) => Failure::environment(
            sentence!(
                "cli-capacity-not-found-out-writes-failed",
                message = failure.message.as_str()
            ),
            match &failure.lies_on {
                Some(below) => and_go_on(sentence!("cli-make-room", below), run),
                None => and_go_on(sentence!("cli-make-room-device-lies"), run),
            },
        ),
        _ if run
            .purges
            .iter()
            .any(|it| it.state != PurgeState::Purged && !it.attempts.is_empty()) =>
        {
            Failure::environment(
                text!("cli-drive-not-purged-report-says-tried"),
                text!("cli-measured-after-not-about-fresh-drive"),
            )
        }
        _ if is_other_than_written(run) => return None,
        _ if has_failed_requests(run) && ends_too_early(run) => Failure::environment(
            text!("cli-reads-met-end-file-report-says"),
            text!("cli-nothing-written-fill-content-written-let"),
        ),
        _ if has_failed_requests(run) => Failure::environment(
            text!("cli-requests-failed-report-says-where"),
            text!("cli-drive-connection-power-supply-bad"),
        ),
        _ => return None,
    };
    Some(failure)
}

/// The write that prevented the capacity test, on a device that is not a whole drive.
fn write_failure(run: &Run) -> Option<&WriteFailure> {
    run.probes.iter().find_map(|probe| match &probe.evidence {
        Evidence::Capacity(evidence) if !evidence.is_complete => {
            evidence.write_failure.as_ref()
        }
        _ => None,
    })
}

/// The hint about resuming an interrupted run.
fn resume_hint(run: &Run, is_kept: bool) -> Sentence {
    // Nothing follows a single cell.
    let is_method = run.method.source.is_some() || run.method.text.is_some();
    match (is_kept, how_to_go_on(run)) {
        (true, None) if is_method => {
            sentence!("cli-measured-until-saved-resume-iogram-resume", id = run.id)
        }
        (true, _) => and_go_on(sentence!("cli-measured-until-saved"), run),
        (false, how) => how.unwrap_or_default(),
    }
}

/// A hint, followed by how to resume an interrupted long pass.
fn and_go_on(hint: Sentence, run: &Run) -> Sentence {
    match how_to_go_on(run) {
        Some(how) => sentence!("cli-one-other", one: hint, other: how),
        None => hint,
    }
}

/// How to resume an interrupted long pass; `None` if there is none.
pub(crate) fn how_to_go_on(run: &Run) -> Option<Sentence> {
    let can_go_on = |probe: &ProbeRecord| match &probe.evidence {
        Evidence::Capacity(evidence) => evidence.progress.is_some(),
        _ => false,
    };
    let is_open = run.probes.last().is_some_and(can_go_on);
    is_open.then(|| sentence!("cli-resume-iogram-resume-same-destroy", id = run.id))
}

/// Whether the drive returns data that differs from the written data.
fn is_other_than_written(run: &Run) -> bool {
    let mut errors = run.cells.iter().flat_map(|cell| {
        cell.errors.iter().chain(cell.beside.iter().flat_map(|load| &load.errors))
    });
    let wrong = [MessageId::ErrorNotTheImage, MessageId::ErrorNotAsWritten];
    errors.any(|error| wrong.iter().any(|&id| is_error(error, id)))
}

/// Whether all failed requests were beyond the end of a file, which proves nothing about the drive.
fn ends_too_early(run: &Run) -> bool {
    let mut errors = run.cells.iter().flat_map(|cell| &cell.errors);
    errors.all(|error| is_error(error, MessageId::ErrorBeyondTheEnd))
}

fn is_error(error: &ErrorRecord, id: MessageId) -> bool {
    error.statement.as_ref().is_some_and(|statement| statement.id == id)
}

fn has_failed_requests(run: &Run) -> bool {
    run.cells.iter().any(|cell| !cell.errors.is_empty())
}

#[cfg(test)]
mod tests;
