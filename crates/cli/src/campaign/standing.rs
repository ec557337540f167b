//! The progress of a campaign, and its findings: the state from its engine, and the stored runs.

use std::collections::BTreeMap;
use std::process::ExitCode;

use iogram_campaign::{EngineKind, Plan, Progress, TaskState};
use iogram_findings::{Many, lead, worst};
use iogram_model::{
    Outcome, OutcomeKind, RunShortcoming, RunState, Sentence, Shortcoming, sentence, text,
};
use iogram_report::statement_text;
use iogram_store::{Store, TaskRun};
use serde_json::json;

use super::show::{method_name, shortened};
use super::{Loaded, Submission, base, load, slurm};
use crate::args::{
    CampaignFormat, CampaignReportArgs, CampaignStatusArgs, ImageFormat, ReportArgs, StoreArgs,
};
use crate::complaint;
use crate::failure::{Failure, code_of, worse};
use crate::output;
use crate::report::report as publish;

/// The state of a task, by its engine and its runs.
struct Standing {
    index: usize,
    engine: TaskState,
    runs: Vec<TaskRun>,
    /// Ids of the runs that are complete.
    done: Vec<String>,
    /// The worst outcome of these; `None` without any.
    worst: Option<OutcomeKind>,
    /// The defect that each of these reports.
    told: Vec<Option<RunShortcoming>>,
    is_done: bool,
}

impl Standing {
    fn has_failed(&self) -> bool {
        self.worst == Some(OutcomeKind::Failed)
    }
}

/// Whether nothing is left to measure: the run completed, or the drive could not continue. A run that ended because
/// of the computer (no disk space, no memory, a missing store) can be resumed.
pub(super) fn is_done(run: &TaskRun, store: &mut Store) -> Result<bool, Failure> {
    Ok(match run.state {
        RunState::Completed => true,
        RunState::Failed => outcome_of(run, store)?.kind == OutcomeKind::Failed,
        _ => false,
    })
}

/// The outcome of a run of a task, without reading its cells.
pub(super) fn outcome_of(run: &TaskRun, store: &mut Store) -> Result<Outcome, Failure> {
    Ok(Outcome::kept(&store.load_head(&run.run_id)?))
}

/// The states of all tasks of a plan.
fn standings(
    plan: &Plan,
    submission: Option<&Submission>,
    store: &mut Store,
) -> Result<Vec<Standing>, Failure> {
    let mut by_task = BTreeMap::<u64, Vec<TaskRun>>::new();
    for run in store.task_runs(&plan.id)? {
        by_task.entry(run.key.task_index).or_default().push(run);
    }
    let engine = match submission {
        Some(submission) if submission.engine == EngineKind::Slurm => {
            match slurm::states(submission) {
                Ok(states) => states,
                Err(failure) => {
                    complaint::say(&failure);
                    BTreeMap::new()
                }
            }
        }
        _ => BTreeMap::new(),
    };
    let mut all = Vec::new();
    for task in &plan.tasks {
        let runs = by_task.remove(&(task.index as u64)).unwrap_or_default();
        let (mut done, mut worst, mut told) = (Vec::new(), None, Vec::new());
        for run in &runs {
            if is_done(run, store)? {
                let head = store.load_head(&run.run_id)?;
                worst = worst.max(Some(Outcome::kept(&head).kind));
                told.push(iogram_findings::shortcoming(&head));
                done.push(run.run_id.clone());
            }
        }
        all.push(Standing {
            index: task.index,
            engine: engine.get(&task.index).cloned().unwrap_or_default(),
            worst,
            told,
            is_done: done.len() >= plan.methods[task.method].runs as usize,
            done,
            runs,
        });
    }
    Ok(all)
}

fn progress(standings: &[Standing], is_alive: bool) -> Progress {
    let mut progress = Progress::default();
    for task in standings {
        progress.failed_drive += usize::from(task.has_failed());
        let is_begun = !task.runs.is_empty();
        match &task.engine {
            _ if task.is_done => progress.done += 1,
            TaskState::Running(_) => progress.running += 1,
            TaskState::Waiting(_) => progress.waiting += 1,
            TaskState::Failed(_) => progress.broken += 1,
            TaskState::Unknown if is_alive && is_begun => progress.running += 1,
            TaskState::Unknown if is_alive => progress.waiting += 1,
            _ => progress.left += 1,
        }
    }
    progress
}

/// The first line: the progress, and the next step.
fn answer(plan: &Plan, progress: &Progress) -> Sentence {
    let Progress { done, failed_drive, running, waiting, broken, left } = *progress;
    let (id, count) = (plan.id.as_str(), plan.tasks.len());
    if done == count && failed_drive == 0 {
        return sentence!("cli-campaign-done-all-tasks-no-drive", id, count);
    }
    if done == count {
        return sentence!(
            "cli-campaign-done-all-tasks-drive-failed",
            id,
            count,
            failed = failed_drive
        );
    }
    sentence!(
        "cli-campaign-tasks-done-drive-failed-run",
        id,
        done,
        count,
        failed = failed_drive,
        running,
        waiting,
        broken,
        left
    )
}

/// A drive with defects in its runs.
struct Told {
    drive: String,
    told: RunShortcoming,
}

/// The defects that the completed runs report, worst first, and the number of drives with completed runs.
fn told(plan: &Plan, tasks: &[Standing]) -> (Vec<Told>, u64) {
    let mut drives = BTreeMap::<String, Vec<Option<&RunShortcoming>>>::new();
    for task in tasks {
        let Some((_, _, drive)) = plan.task(task.index) else { continue };
        let runs = task.told.iter().map(Option::as_ref);
        drives.entry(drive.name()).or_default().extend(runs);
    }
    drives.retain(|_, runs| !runs.is_empty());
    let all = drives.len() as u64;
    let of_drive = |(drive, runs): (String, Vec<Option<&RunShortcoming>>)| {
        let (told, _) = worst(&runs)?;
        Some(Told { drive, told })
    };
    let mut members: Vec<Told> = drives.into_iter().filter_map(of_drive).collect();
    members.sort_by_key(|it| std::cmp::Reverse(it.told.kind));
    (members, all)
}

/// The first lines: the worst problem of any drive, then the progress.
fn first_lines(looked: &Looked) -> String {
    let (members, all) = told(&looked.plan, &looked.tasks);
    let named: Vec<(String, Shortcoming)> =
        members.iter().map(|it| (it.drive.clone(), it.told.kind)).collect();
    let locale = output::locale();
    let mut text = String::new();
    for message in lead(Many::Drives, all, &named) {
        text += &iogram_model::shown(&statement_text(&message, &locale));
        text.push('\n');
    }
    text + &output::said(&answer(&looked.plan, &looked.progress)) + "\n"
}

struct Looked {
    plan: Plan,
    submission: Option<Submission>,
    tasks: Vec<Standing>,
    progress: Progress,
}

fn look(loaded: &Loaded, store: &StoreArgs) -> Result<(Looked, Store), Failure> {
    let (plan, submission) = match loaded.submitted()? {
        Some((plan, submission)) => (plan, Some(submission)),
        // A person may have started its tasks, or submitted them from another computer.
        None => (loaded.plan(loaded.engine(None), store)?, None),
    };
    let mut kept = base(&plan, store)?;
    let tasks = standings(&plan, submission.as_ref(), &mut kept)?;
    let is_alive = submission.as_ref().is_some_and(Submission::is_alive);
    let progress = progress(&tasks, is_alive);
    Ok((Looked { plan, submission, tasks, progress }, kept))
}

/// `iogram campaign status`.
pub(super) fn status(arguments: &CampaignStatusArgs) -> Result<ExitCode, Failure> {
    let loaded = load(&arguments.file)?;
    let (looked, _) = look(&loaded, &arguments.store)?;
    if arguments.format == CampaignFormat::Json {
        output::data(&in_json(&looked))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = first_lines(&looked);
    if looked.submission.is_none() {
        text += &output::said(&sentence!("cli-not-submitted-computer-user"));
        text.push('\n');
    }
    for task in looked.tasks.iter().filter(|task| !task.is_done) {
        let (word, more) = match &task.engine {
            TaskState::Running(node) => (text!("cli-running"), node.as_str()),
            TaskState::Failed(why) => (text!("cli-failed-2"), why.as_str()),
            TaskState::Cancelled => (text!("cli-cancelled"), ""),
            // Most tasks are in these states: the first line counts them.
            TaskState::Waiting(_) | TaskState::Unknown | TaskState::Ended => continue,
        };
        let (plan, index) = (&looked.plan, task.index);
        let Some((_, method, drive)) = plan.task(index) else { continue };
        let word = output::translated(word);
        let line =
            format!("{index:>5}  {word} {more}  {}  {}", drive.name(), method_name(method));
        text += &iogram_model::shown(line.trim_end());
        text.push('\n');
    }
    output::lines(&text)?;
    if looked.progress.broken + looked.progress.left > 0 {
        let hint = format!("iogram campaign submit {}", arguments.file.display());
        output::talk(sentence!("cli-hint-left-done", hint));
    }
    Ok(ExitCode::SUCCESS)
}

fn in_json(looked: &Looked) -> String {
    let Looked { plan, submission, tasks, progress } = looked;
    let state = |task: &Standing| match &task.engine {
        _ if task.is_done => "done",
        TaskState::Running(_) => "running",
        TaskState::Waiting(_) => "waiting",
        TaskState::Failed(_) => "failed",
        TaskState::Cancelled => "cancelled",
        TaskState::Ended | TaskState::Unknown => "open",
    };
    let rows = tasks.iter().filter_map(|task| {
        let (_, method, drive) = plan.task(task.index)?;
        let runs: Vec<&str> = task.runs.iter().map(|run| run.run_id.as_str()).collect();
        Some(json!({
            "index": task.index, "drive": drive.name(), "method": method_name(method),
            "state": state(task), "has_failed": task.has_failed(),
            "outcome": task.worst.map(OutcomeKind::name), "runs": runs,
        }))
    });
    let value = json!({
        "format": "iogram-campaign-status/1",
        "id": plan.id,
        "engine": submission.as_ref().map(|it| it.engine.name()),
        "task_count": plan.tasks.len(),
        "drives": told(plan, tasks).0.iter().map(|it| json!({
            "drive": it.drive, "kind": it.told.kind, "reason": it.told.reason,
        })).collect::<Vec<_>>(),
        "done_count": progress.done,
        "failed_drive_count": progress.failed_drive,
        "running_count": progress.running,
        "waiting_count": progress.waiting,
        "broken_count": progress.broken,
        "left_count": progress.left,
        "tasks": rows.collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

/// `iogram campaign report`.
pub(super) fn report(arguments: &CampaignReportArgs) -> Result<ExitCode, Failure> {
    let loaded = load(&arguments.file)?;
    let (looked, kept) = look(&loaded, &arguments.store)?;
    let codes = looked.tasks.iter().filter_map(|task| task.worst).map(code_of);
    let code = ExitCode::from(codes.fold(0, worse));
    let tell = || match arguments.format {
        CampaignFormat::Json => output::data(&in_json(&looked)),
        CampaignFormat::Text => output::lines(&in_words(&looked)),
    };
    let runs: Vec<String> = looked.tasks.iter().flat_map(|task| task.done.clone()).collect();
    let Some(out) = &arguments.out else {
        tell()?;
        if !runs.is_empty() {
            let hint =
                format!("iogram campaign report {} --out page/", arguments.file.display());
            output::talk(sentence!("cli-hint-all-runs-charts", hint));
        }
        return Ok(code);
    };
    let store = StoreArgs { store: Some(kept.path().to_owned()) };
    drop(kept);
    publish(&ReportArgs {
        runs,
        out: out.clone(),
        overwrite: arguments.overwrite,
        images: ImageFormat::Svg,
        has_dark: false,
        serial: false,
        store,
    })?;
    tell()?;
    Ok(code)
}

/// The drives that failed, with the methods; then the incomplete ones.
fn in_words(looked: &Looked) -> String {
    let Looked { plan, tasks, .. } = looked;
    let mut text = first_lines(looked);
    let mut failed = BTreeMap::<String, Vec<(String, Vec<&str>)>>::new();
    for task in tasks.iter().filter(|task| task.has_failed()) {
        let Some((_, method, drive)) = plan.task(task.index) else { continue };
        let runs = task.runs.iter().map(|run| run.run_id.as_str()).collect();
        failed.entry(drive.name()).or_default().push((method_name(method), runs));
    }
    if !failed.is_empty() {
        text += "\n";
        text += &output::said(&sentence!("cli-drives-failed", count = failed.len()));
        text += "\n";
    }
    for (drive, methods) in &failed {
        for (method, runs) in methods {
            let line = format!("  {drive}  {method}  (iogram show {})", runs.join(", "));
            text += &iogram_model::shown(&line);
            text.push('\n');
        }
    }
    let (members, _) = told(plan, tasks);
    let locale = output::locale();
    // Failed ones are listed above.
    for member in members.iter().filter(|it| it.told.kind != Shortcoming::Failed) {
        let line =
            format!("  {}  {}", member.drive, statement_text(&member.told.reason, &locale));
        text += &iogram_model::shown(&line);
        text.push('\n');
    }
    let open: Vec<String> = tasks
        .iter()
        .filter(|task| !task.is_done)
        .filter_map(|task| plan.task(task.index))
        .map(|(_, method, drive)| format!("{} {}", drive.name(), method_name(method)))
        .collect();
    if !open.is_empty() {
        text += "\n";
        let tasks = shortened(&open);
        text += &output::said(&sentence!("cli-not-done", tasks));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use iogram_model::{
        Argument, Bytes, Headline, Message, MessageId, MethodRecord, Run, Severity, TargetKind,
        TargetRecord,
    };

    use super::*;

    fn target() -> TargetRecord {
        let (capacity, block) = (Bytes(1 << 30), Bytes(512));
        TargetRecord::unknown("/dev/sdx".to_owned(), TargetKind::BlockDevice, capacity, block)
    }

    #[test]
    fn a_run_that_the_computer_ended_says_nothing_of_the_drive() {
        let ended = |severity, answer| {
            let mut run = Run::new(
                "1".to_owned(),
                (RunState::Failed, 0),
                MethodRecord::new("quick", "quick"),
                target(),
            );
            run.state = RunState::Failed;
            run.headline = Some(Headline {
                severity,
                answer,
                details: Vec::new(),
                confidence_ratio: None,
                basis: None,
                next: None,
            });
            run
        };
        let has_failed = |run: &Run| Outcome::kept(run).kind == OutcomeKind::Failed;
        let gone = Message::new(MessageId::Vanished, [Argument::Name("cell".to_owned())]);
        assert!(has_failed(&ended(Severity::Failed, gone)));
        assert!(!has_failed(&ended(Severity::Unknown, Message::plain(MessageId::Broken))));
        let old = Run {
            headline: None,
            ..ended(Severity::Unknown, Message::plain(MessageId::Broken))
        };
        assert!(has_failed(&old), "what stopped it is not known");
    }
}
