//! Engines without a scheduler: processes of this computer, and OpenSSH. Each task is a separate process that ends
//! with its standard input, so nothing is left behind however this one ends.

use std::collections::{BTreeMap, VecDeque};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use iogram_campaign::{Campaign, EngineKind, Plan, remote};
use iogram_engine::Control;
use iogram_inspect::process::host_name;
use iogram_model::{sentence, text};

use super::{Submission, keep};
use crate::args::CampaignSubmitArgs;
use crate::failure::{BUG, CANNOT_TELL, DRIVE_FAILED, ENVIRONMENT, Failure, USAGE};
use crate::output;
use crate::signals;

/// The file that tells the process beside it to end.
pub(super) const CANCEL: &str = "cancel";
/// Interval between checks whether to end.
const LOOK: Duration = Duration::from_secs(1);

/// A running or waiting task.
#[derive(Debug, Clone)]
struct Work {
    index: usize,
    drive: usize,
    host: Option<String>,
    attempt: u32,
}

/// The end of a task's process: its exit code, `None` if it was killed, and its output.
type Ending = (Work, Option<i32>, Vec<u8>);

/// Numbers of tasks by state.
#[derive(Debug, Default)]
struct Count {
    done: usize,
    failed_drive: usize,
    unanswered: usize,
    broken: usize,
    skipped: usize,
}

struct Workers<'a> {
    campaign: &'a Campaign,
    plan: &'a Plan,
    engine: EngineKind,
    folder: &'a Path,
    store: Option<&'a Path>,
    at_once: usize,
    retries: u32,
    queue: VecDeque<Work>,
    running: BTreeMap<usize, Running>,
    count: Count,
    ended: Sender<Ending>,
}

/// A task's process.
struct Running {
    work: Work,
    /// Dropping it ends the process.
    _input: Sender<()>,
}

/// Executes the rest of a campaign, and waits for its end.
pub(super) fn submit(
    campaign: &Campaign,
    plan: &Plan,
    (engine, arguments): (EngineKind, &CampaignSubmitArgs),
) -> Result<ExitCode, Failure> {
    let queue = queue(campaign, plan, engine)?;
    let at_once = match engine {
        EngineKind::Ssh => campaign.ssh.parallel,
        EngineKind::Local | EngineKind::Slurm => arguments.parallel.unwrap_or(1),
    };
    if arguments.dry_run {
        for work in &queue {
            let words = words(campaign, engine, work);
            output::data(&format!("{}\n", words.join(" ")))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let submission =
        Submission { engine, arrays: Vec::new(), process: Submission::process_here() };
    let folder = keep(plan, &submission)?;
    let cancel = folder.join(CANCEL);
    forget(&cancel);
    let control = Arc::new(Control::default());
    signals::watch(std::slice::from_ref(&control), None)?;
    let (ended, endings) = mpsc::channel();
    let mut workers = Workers {
        campaign,
        plan,
        engine,
        folder: &folder,
        store: arguments.store.store.as_deref(),
        at_once: at_once as usize,
        retries: campaign.ssh.retries,
        queue,
        running: BTreeMap::new(),
        count: Count::default(),
        ended,
    };
    loop {
        let is_stopped = control.is_stopped() || cancel.exists();
        if is_stopped {
            workers.running.values_mut().for_each(|it| it._input = mpsc::channel().0);
        } else {
            workers.start();
        }
        if workers.running.is_empty() && (is_stopped || workers.queue.is_empty()) {
            break;
        }
        match endings.recv_timeout(LOOK) {
            Ok(ending) => workers.end(ending)?,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }
    forget(&cancel);
    workers.tell(arguments)
}

/// The tasks with their computers.
fn queue(
    campaign: &Campaign,
    plan: &Plan,
    engine: EngineKind,
) -> Result<VecDeque<Work>, Failure> {
    let mut queue = VecDeque::new();
    if engine == EngineKind::Ssh && campaign.hosts.is_empty() {
        return Err(Failure::usage(
            text!("cli-campaign-names-no-computers-ssh"),
            text!("cli-add-hosts-lab1-lab2-under-campaign"),
        ));
    }
    for task in &plan.tasks {
        let drive = &plan.drives[task.drive];
        let host = match (engine, &drive.host) {
            (EngineKind::Ssh, Some(host)) => Some(host.clone()),
            // Tasks without a fixed computer go to each in turn.
            (EngineKind::Ssh, None) => {
                Some(campaign.hosts[task.drive % campaign.hosts.len()].clone())
            }
            (_, Some(host)) if *host != host_name() => {
                return Err(Failure::usage(
                    sentence!(
                        "cli-drive-engine-local-measures-here",
                        drive = drive.name(),
                        host
                    ),
                    text!("cli-use-engine-ssh-slurm-leave-host"),
                ));
            }
            _ => None,
        };
        queue.push_back(Work { index: task.index, drive: task.drive, host, attempt: 0 });
    }
    Ok(queue)
}

/// The command of a task.
fn words(campaign: &Campaign, engine: EngineKind, work: &Work) -> Vec<String> {
    let index = work.index.to_string();
    let words = ["campaign", "task", "-", &index, "--attached", "--quiet"].map(str::to_owned);
    match (engine, &work.host) {
        (EngineKind::Ssh, Some(host)) => remote(&campaign.ssh, host, &words),
        _ => {
            let program = std::env::current_exe().unwrap_or_else(|_| "iogram".into());
            let program = program.display().to_string();
            std::iter::once(program).chain(words).collect()
        }
    }
}

impl Workers<'_> {
    /// Starts all possible tasks: never two of one drive.
    fn start(&mut self) {
        let mut at = 0;
        while at < self.queue.len() {
            let work = &self.queue[at];
            let is_busy = self.running.values().any(|it| it.work.drive == work.drive);
            let here = self.running.values().filter(|it| it.work.host == work.host).count();
            if is_busy || here >= self.at_once {
                at += 1;
                continue;
            }
            if let Some(work) = self.queue.remove(at) {
                self.begin(work);
            }
        }
    }

    fn begin(&mut self, work: Work) {
        let mut words = words(self.campaign, self.engine, &work);
        if let (Some(store), EngineKind::Local) = (self.store, self.engine) {
            words.extend(["--store".to_owned(), store.display().to_string()]);
        }
        let (input, ended) = mpsc::channel();
        let sender = self.ended.clone();
        let part = self.plan.part(&[work.index]).write() + "\n";
        self.running.insert(work.index, Running { work: work.clone(), _input: input });
        let waiting = move || {
            let (code, said) = carry_out(&words, &part, &ended);
            // Nobody listens any more if the program is ending.
            sender.send((work, code, said)).ok();
        };
        std::thread::spawn(waiting);
    }

    /// Notes the end of a task.
    fn end(&mut self, (work, code, said): Ending) -> Result<(), Failure> {
        self.running.remove(&work.index);
        let drive = &self.plan.drives[work.drive];
        let log = self.folder.join(format!("task-{}.log", work.index));
        iogram_door::replace_private(&log, &said)?;
        let (index, name) = (work.index, drive.name());
        match code.and_then(|code| u8::try_from(code).ok()) {
            Some(0) => self.count.done += 1,
            Some(CANNOT_TELL) => {
                self.count.done += 1;
                self.count.unanswered += 1;
                output::talk(sentence!("cli-task-run-could-not-answer-asked", index, name));
            }
            Some(DRIVE_FAILED) => {
                self.count.done += 1;
                self.count.failed_drive += 1;
                output::talk(sentence!("cli-task-drive-failed", index, name));
                if self.plan.is_drive_dropped {
                    let before = self.queue.len();
                    self.queue.retain(|it| it.drive != work.drive);
                    self.count.skipped += before - self.queue.len();
                }
            }
            Some(USAGE | BUG) => self.give_up(&work, &log),
            _ if work.attempt < self.retries => {
                output::talk(sentence!(
                    "cli-task-broken-off-goes-later",
                    index,
                    name,
                    why = last_words(&said)
                ));
                self.queue.push_back(Work { attempt: work.attempt + 1, ..work });
            }
            _ => self.give_up(&work, &log),
        }
        Ok(())
    }

    fn give_up(&mut self, work: &Work, log: &Path) {
        self.count.broken += 1;
        output::talk(sentence!(
            "cli-task-could-not-done-said",
            index = work.index,
            name = self.plan.drives[work.drive].name(),
            log = log.display()
        ));
        let most = self.plan.stop_failure_count.map_or(usize::MAX, |most| most as usize);
        if self.count.broken >= most && !self.queue.is_empty() {
            output::talk(sentence!(
                "cli-tasks-could-not-done-no-other",
                count = self.count.broken
            ));
            self.count.skipped += self.queue.len();
            self.queue.clear();
        }
    }

    fn tell(&self, arguments: &CampaignSubmitArgs) -> Result<ExitCode, Failure> {
        let Count { done, failed_drive, unanswered, broken, skipped } = self.count;
        let count = self.plan.tasks.len();
        let left = count - done - broken - skipped;
        output::talk(sentence!(
            "cli-campaign-tasks-done-drive-failed-could",
            id = self.plan.id,
            done,
            count,
            failed = failed_drive,
            broken,
            skipped
        ));
        let file = arguments.file.display();
        if broken + left > 0 {
            return Err(Failure::environment(
                sentence!("cli-campaign-not-done-tasks-left", count = broken + left),
                sentence!("cli-iogram-campaign-submit-goes", file),
            ));
        }
        output::talk(sentence!("cli-hint", hint = format!("iogram campaign report {file}")));
        let code = match (failed_drive, unanswered) {
            (1.., _) => DRIVE_FAILED,
            (0, 1..) => CANNOT_TELL,
            (0, 0) => 0,
        };
        Ok(ExitCode::from(code))
    }
}

/// Starts a task's process, and waits for its end; when `asked` ends, it ends the process.
fn carry_out(
    words: &[String],
    plan: &str,
    asked: &mpsc::Receiver<()>,
) -> (Option<i32>, Vec<u8>) {
    use std::os::unix::process::CommandExt as _;
    let failed = |error: &std::io::Error| {
        (
            Some(i32::from(ENVIRONMENT)),
            format!("cannot start {}: {error}\n", words[0]).into_bytes(),
        )
    };
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // Only this program gets a terminal's Ctrl-C, and it ends the tasks.
    let mut child = match command.process_group(0).spawn() {
        Ok(child) => child,
        Err(error) => return failed(&error),
    };
    let mut input = child.stdin.take();
    if let Some(input) = &mut input {
        // A process that has already ended reports the reason.
        input.write_all(plan.as_bytes()).ok();
    }
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| child.wait_with_output());
        while !waiting.is_finished() {
            if asked.recv_timeout(Duration::from_millis(20))
                == Err(RecvTimeoutError::Disconnected)
            {
                drop(input.take());
                break;
            }
        }
        match waiting.join() {
            Ok(Ok(told)) => (told.status.code(), [told.stdout, told.stderr].concat()),
            Ok(Err(error)) => failed(&error),
            Err(_) => (Some(i32::from(BUG)), Vec::new()),
        }
    })
}

/// The last error in a task's output, otherwise its last line.
fn last_words(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let mut lines = said.lines().rev().filter(|line| !line.trim().is_empty());
    let error = lines.clone().find_map(|line| line.strip_prefix("error: "));
    let words = error.or_else(|| lines.next()).unwrap_or("it said nothing");
    iogram_model::shown(words).to_string()
}

fn forget(path: &Path) {
    // It hardly ever exists.
    iogram_door::remove_private(path).ok();
}
