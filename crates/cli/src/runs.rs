//! `iogram runs`, `show` and `delete`: the stored runs. Showing a device is done elsewhere.

use std::process::ExitCode;

use iogram_inspect::Candidate;
use iogram_model::{Run, RunLine, RunList, RunState, sentence, text};
use iogram_report::JsonStyle;
use iogram_store::{Error as StoreError, RunFilter, RunSummary};

use crate::args::{DeleteArgs, Format, RunsArgs, ShowArgs};
use crate::capture;
use crate::devices;
use crate::failure::Failure;
use crate::finish::render;
use crate::output;
use crate::places;
use crate::reference::find_reference;
use crate::report::{is_record, load_run};

/// `iogram runs`.
pub(crate) fn list(arguments: &RunsArgs) -> Result<ExitCode, Failure> {
    let mut filter = RunFilter {
        method: arguments.method.clone(),
        target: arguments.target.clone(),
        limit: arguments.limit,
        behind: None,
    };
    let is_filtered = filter.method.is_some() || filter.target.is_some();
    let runs = match places::has_store(&arguments.store)? || arguments.behind.is_some() {
        true => {
            let mut store = places::open_kept(&arguments.store)?;
            filter.behind = arguments.behind.as_deref().map(|it| store.find(it)).transpose()?;
            store.list(&filter)?
        }
        false => Vec::new(),
    };
    if arguments.json.is_some() {
        let runs = runs.into_iter().map(line).collect();
        let list = RunList { format: RunList::FORMAT.to_owned(), runs };
        output::data(&iogram_report::render_run_list_json(&list, JsonStyle::Pretty))?;
        return Ok(ExitCode::SUCCESS);
    }
    if runs.is_empty() && is_filtered {
        output::data("no stored run has this method and target\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    let lines: Vec<RunLine> = runs.into_iter().map(line).collect();
    output::data(&iogram_report::render_runs_table(
        &lines,
        &output::layout(),
        &output::locale(),
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// The line of a run, with its present state.
fn line(run: RunSummary) -> RunLine {
    let state = match &run.owner {
        Some(owner) if iogram_session::is_alive(owner) => RunState::Running,
        // It has no live owner, and nobody stored its end.
        _ if run.line.state == RunState::Running => RunState::Interrupted,
        _ => run.line.state,
    };
    RunLine { state, ..run.line }
}

/// `iogram show`. A path is a device or the record of a run, a kernel name a device; then come runs, then other names
/// of devices.
pub(crate) fn show(arguments: &ShowArgs) -> Result<ExitCode, Failure> {
    let format = if arguments.json.is_some() { Format::Json } else { arguments.format };
    let what = arguments.what.as_str();
    if arguments.device {
        return devices::show(&devices::find_one(what)?, format);
    }
    if !arguments.run && !is_record(what) {
        if let Some(device) = devices::find_exactly(what)? {
            return devices::show(&device, format);
        }
        if let Some(device) = device_without_run(arguments)? {
            return devices::show(&device, format);
        }
    }
    if !arguments.run
        && is_record(what)
        && let Some(capture) = capture::find_capture(what)?
    {
        return devices::show_record(&capture.device, what, format);
    }
    let mut run = load_run(what, &arguments.store)?;
    if let Some(reference) = &arguments.reference {
        relate(&mut run, reference, arguments)?;
    }
    let run = iogram_findings::analysed(run);
    let name = if is_record(what) { what } else { &run.id };
    let more = (!arguments.is_full).then(|| format!("iogram show --full {name}"));
    output::data(&render(&run, format, more.as_deref()))?;
    Ok(ExitCode::SUCCESS)
}

/// Relates the run's scores to those of another run.
fn relate(run: &mut Run, reference: &str, arguments: &ShowArgs) -> Result<(), Failure> {
    let asked = (run.method.id.as_str(), &run.method.params);
    let reference = find_reference(reference, asked, &arguments.store)?;
    run.criteria.get_or_insert_default().reference = Some(reference);
    Ok(())
}

/// The device that the name means, if it means no run; `None` if it means a run.
fn device_without_run(arguments: &ShowArgs) -> Result<Option<Candidate>, Failure> {
    let what = arguments.what.as_str();
    if what == "last" {
        return Ok(None);
    }
    let devices = devices::find_all(what)?;
    if let Some(run) = find_run(arguments)? {
        // An ambiguous run name is reported before anything else.
        if let (RunMeant::One(id), false) = (run, devices.is_empty()) {
            let names = devices::names(&devices);
            output::talk(sentence!("cli-run-device", what, id, names));
        }
        return Ok(None);
    }
    if devices.is_empty() {
        return Err(Failure::usage(
            sentence!("cli-cannot-find-run-device", what),
            text!("cli-iogram-runs-lists-runs-iogram-list"),
        ));
    }
    devices::find_one(what).map(Some)
}

/// The meaning of the beginning of an id.
enum RunMeant {
    One(String),
    Several,
}

/// The stored runs whose id begins with the name. The search makes no store.
fn find_run(arguments: &ShowArgs) -> Result<Option<RunMeant>, Failure> {
    if !places::has_store(&arguments.store)? {
        return Ok(None);
    }
    match places::open_kept(&arguments.store)?.find(&arguments.what) {
        Ok(id) => Ok(Some(RunMeant::One(id))),
        Err(StoreError::AmbiguousRun { .. }) => Ok(Some(RunMeant::Several)),
        Err(StoreError::UnknownRun { .. }) => Ok(None),
        Err(other) => Err(other.into()),
    }
}

/// `iogram delete`.
pub(crate) fn delete(arguments: &DeleteArgs) -> Result<ExitCode, Failure> {
    let mut store = places::open_kept(&arguments.store)?;
    let id = store.find(&arguments.run)?;
    if id != arguments.run {
        return Err(Failure::usage(
            sentence!("cli-cannot-delete-run-whole-id", run = arguments.run, id),
            text!("cli-type-whole-id-no-other-run"),
        ));
    }
    let gone = iogram_session::free(
        &mut store,
        &id,
        text!("cli-refused-delete-run-process-measures-since", process, run_id, since),
    )?;
    store.remove(&id, gone.as_ref())?;
    output::talk(sentence!("cli-deleted", id));
    Ok(ExitCode::SUCCESS)
}
