//! `iogram boot`: measures how long a computer takes to boot from its drive, on its serial line.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;

use iogram_door::Outlet;
use iogram_engine::Control;
use iogram_inspect::clock;
use iogram_model::{
    Bytes, Conditions, Criteria, MethodRecord, Nanos, Outcome as Became, Run, RunState,
    TargetKind, TargetRecord, ToolRecord, Warning, WarningCode, sentence, text,
};
use iogram_serial::{
    Boot, Boots, Line, Outcome, Patterns, SerialError, SerialPort, Watching, boots_in_log,
    cell_of, stamped, wait_for_boot,
};
use iogram_session::{run_id, wall_clock_us};
use iogram_store::Store;

use crate::args::BootArgs;
use crate::failure::{Failure, code_of};
use crate::finish::{keep_end, show};
use crate::outlets;
use crate::output;
use crate::places;
use crate::signals;

/// Default number of boots: the number of runs of the card test.
const RUNS: u32 = 5;
/// The most boots of a log in a run, each with a record of some kilobytes. Arbitrary: two months of a computer that
/// boots every ten minutes.
const LOG_BOOTS_MAX: usize = 10_000;
/// Arbitrary: far longer than any successful boot.
const LIMIT: Nanos = Nanos(300 * Nanos::SECOND.0);

/// `iogram boot`.
pub(crate) fn boot(arguments: &BootArgs) -> Result<ExitCode, Failure> {
    let patterns = Patterns::new(&arguments.from, &arguments.to).map_err(failure)?;
    if arguments.line.is_file() {
        from_log(arguments, &patterns)
    } else {
        from_line(arguments, &patterns)
    }
}

/// The error, with the last lines if they help.
fn failure(error: SerialError) -> Failure {
    let seen: Vec<String> =
        error.last_seen().iter().map(|line| iogram_model::shown(line).to_string()).collect();
    let excerpt = if seen.is_empty() {
        String::new()
    } else {
        let title = output::said(&sentence!("cli-came-last"));
        format!("{title}\n  {}", seen.join("\n  "))
    };
    let (message, hint) = (error.sentence(), error.hint());
    let failure = match error.is_usage() {
        true => Failure::usage(message, hint),
        false => Failure::environment(message, hint),
    };
    Failure { excerpt, ..failure }
}

/// A run that is stored boot by boot.
struct Kept {
    run: Run,
    store: Option<Store>,
}

impl Kept {
    fn begin(run: Run, arguments: &BootArgs) -> Result<Self, Failure> {
        let mut store = match arguments.output.no_store {
            true => None,
            false => Some(places::open_store(&arguments.output.store)?),
        };
        if let Some(store) = &mut store {
            store.begin(&run)?;
        }
        Ok(Self { run, store })
    }

    fn add(&mut self, boot: &Boot, patterns: &Patterns, origin: Nanos) -> Result<(), Failure> {
        let position = self.run.cells.len();
        let repeat = u32::try_from(position).unwrap_or(u32::MAX);
        let cell = cell_of(boot, repeat, patterns, origin);
        if let Some(store) = &mut self.store {
            store.add_cell(&self.run.id, position, &cell)?;
        }
        self.run.cells.push(cell);
        Ok(())
    }

    /// Ends it in this state, stores and shows it; returns the exit code.
    fn end(mut self, state: RunState, arguments: &BootArgs) -> Result<ExitCode, Failure> {
        self.run.state = state;
        self.run.ended_at_us = Some(wall_clock_us());
        let run = iogram_findings::analysed(self.run);
        let kept = keep_end(&run, self.store)?;
        show(&run, &arguments.output, outlets::json(&arguments.output)?)?;
        if let (Some(path), false) = (kept, arguments.output.quiet) {
            let (path, id) = (path.display(), &run.id);
            output::talk(sentence!("cli-saved-iogram-show", id, path));
        }
        Ok(ExitCode::from(code_of(Became::kept(&run).kind)))
    }
}

/// The record before its first boot.
fn run_of(arguments: &BootArgs, patterns: &Patterns, source: &str) -> Run {
    let now = wall_clock_us();
    let name = arguments.line.display().to_string();
    let mut params = BTreeMap::from([
        ("from".to_owned(), patterns.from().to_owned()),
        ("to".to_owned(), patterns.to().to_owned()),
    ]);
    if source == clock::CLOCK_NAME {
        params.insert("baud".to_owned(), arguments.baud.to_string());
    }
    let method = MethodRecord {
        params,
        ..MethodRecord::new("boot", "Boot of a computer, watched on its serial line")
    };
    let target = TargetRecord {
        model: arguments.drive.clone(),
        ..TargetRecord::unknown(name, TargetKind::SerialLine, Bytes(0), Bytes(512))
    };
    let tool = ToolRecord {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        clock: source.to_owned(),
        ..ToolRecord::default()
    };
    Run {
        conditions: Conditions { tool, ..Conditions::default() },
        criteria: Some(Criteria::default()),
        ..Run::new(run_id(now), (RunState::Running, now), method, target)
    }
}

fn from_log(arguments: &BootArgs, patterns: &Patterns) -> Result<ExitCode, Failure> {
    let needs_line = [
        ("--power", arguments.power.is_some()),
        ("--log", arguments.log.is_some()),
        ("--limit", arguments.limit.is_some()),
    ];
    if let Some((option, _)) = needs_line.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::usage(
            sentence!(
                "cli-cannot-use-log-no-serial-line",
                option,
                file = arguments.line.display()
            ),
            sentence!("cli-leave-out-name-serial-line-dev", option),
        ));
    }
    let text = read_log(&arguments.line)?;
    let file = arguments.line.display();
    let mut boots = boots_in_log(&text, patterns).map_err(|error| {
        let failure = failure(error);
        Failure { message: sentence!("cli-cannot-read", file, why: failure.message), ..failure }
    })?;
    let asked =
        arguments.runs.map_or(usize::MAX, |it| usize::try_from(it).unwrap_or(usize::MAX));
    boots.truncate(asked);
    if boots.len() > LOG_BOOTS_MAX {
        output::talk(sentence!(
            "cli-boots-first-taken",
            count = boots.len(),
            file,
            taken = LOG_BOOTS_MAX
        ));
        boots.truncate(LOG_BOOTS_MAX);
    }
    let Some(first) = boots.first() else {
        return Err(Failure::usage(
            sentence!(
                "cli-cannot-find-boot-line",
                file,
                from = patterns.from(),
                to = patterns.to()
            ),
            text!("cli-name-lines-say"),
        ));
    };
    let origin = first.from.at;
    let mut run = run_of(arguments, patterns, "another tool's");
    let cells = (0..).zip(&boots).map(|(repeat, boot)| cell_of(boot, repeat, patterns, origin));
    run.cells = cells.collect();
    drop(boots);
    // All boots are known already and are stored at once.
    let kept = Kept::begin(run, arguments)?;
    kept.end(RunState::Completed, arguments)
}

/// Logs come in every encoding.
fn read_log(path: &Path) -> Result<String, Failure> {
    let bytes = places::read_bytes(path, text!("cli-name-log-serial-line"))?;
    Ok(iogram_interchange::decode_log(&bytes))
}

fn from_line(arguments: &BootArgs, patterns: &Patterns) -> Result<ExitCode, Failure> {
    let log = outlets::boot_log(arguments)?;
    let mut port = SerialPort::open(&arguments.line, arguments.baud).map_err(failure)?;
    let control = Arc::new(Control::default());
    signals::watch(&[Arc::clone(&control)], None)?;
    let mut kept = Kept::begin(run_of(arguments, patterns, clock::CLOCK_NAME), arguments)?;
    let mut console = Console {
        control,
        power: None,
        failed: None,
        origin: clock::now(),
        log: log.is_some().then(Vec::new),
        is_quiet: arguments.output.quiet,
    };
    let outcome = watch_all((arguments, patterns), &mut port, &mut console, &mut kept);
    // A prompt does not end in a line break.
    if let Some(line) = port.line_under_way() {
        console.line(&line);
    }
    // Restore the port before any output: the next reader finds the line free.
    drop(port);
    console.end_power();
    let outcome = match write_log(log, console.log.take()) {
        Err(failure) if outcome.is_ok() => Err(failure),
        _ => outcome,
    };
    let state = match &outcome {
        Ok(RunState::Completed) => RunState::Completed,
        Ok(_) => RunState::Interrupted,
        Err(failure) => {
            kept.run.warnings.push(Warning::of_error(WarningCode::Failed, &failure.message));
            RunState::Failed
        }
    };
    let code = kept.end(state, arguments)?;
    match outcome? {
        RunState::Completed => Ok(code),
        _ => Err(Failure::environment(text!("cli-interrupted"), text!("cli-boots-until-kept"))),
    }
}

/// Waits for every requested boot; `Interrupted` if the user stops earlier.
fn watch_all(
    (arguments, patterns): (&BootArgs, &Patterns),
    port: &mut SerialPort,
    console: &mut Console,
    kept: &mut Kept,
) -> Result<RunState, Failure> {
    let count = arguments.runs.unwrap_or(RUNS);
    let limit = arguments.limit.unwrap_or(LIMIT);
    let mut boots = Boots::new(patterns);
    for number in 1..=count {
        match &arguments.power {
            Some(command) => {
                console.switch_power(command)?;
                console.say(|| sentence!("cli-power-switched-boot", number, count));
            }
            None => console.say(|| sentence!("cli-switch-computer-off-boot", number, count)),
        }
        match wait_for_boot(port, &mut boots, limit, console).map_err(failure)? {
            Outcome::Stopped => {
                return console.failed.take().map_or(Ok(RunState::Interrupted), Err);
            }
            Outcome::Booted(boot) => {
                let time = boot.elapsed();
                console.say(|| sentence!("cli-boot", number, count, time));
                kept.add(&boot, patterns, console.origin)?;
            }
        }
        console.await_power()?;
    }
    Ok(RunState::Completed)
}

fn write_log(log: Option<Outlet>, lines: Option<Vec<String>>) -> Result<(), Failure> {
    let (Some(outlet), Some(lines)) = (log, lines) else { return Ok(()) };
    let mut text = lines.join("\n");
    text.push('\n');
    outlet.write(text.as_bytes())?;
    Ok(())
}

/// State while a computer boots.
struct Console {
    control: Arc<Control>,
    /// The command that switches power, while it runs.
    power: Option<Child>,
    /// The reason to stop waiting.
    failed: Option<Failure>,
    origin: Nanos,
    log: Option<Vec<String>>,
    is_quiet: bool,
}

impl Console {
    fn say(&self, what: impl FnOnce() -> iogram_model::Sentence) {
        if !self.is_quiet {
            output::talk(what());
        }
    }

    /// Starts the command that switches power; it may run while the computer boots.
    fn switch_power(&mut self, command: &str) -> Result<(), Failure> {
        let mut shell = Command::new("sh");
        // Standard output is for data.
        shell.args(["-c", command]).stdin(Stdio::null()).stdout(Stdio::null());
        let child = shell.spawn().map_err(|error| {
            Failure::environment(
                sentence!("cli-cannot-run-sh", error),
                text!("cli-command-power-needs"),
            )
        })?;
        self.power = Some(child);
        Ok(())
    }

    /// The failure of the command, if any; waits for its end if `is_over`.
    fn power_failed(&mut self, is_over: bool) -> Option<Failure> {
        let child = self.power.as_mut()?;
        let status = if is_over { child.wait().map(Some) } else { child.try_wait() };
        let why = match status {
            Ok(None) => return None,
            Ok(Some(status)) if status.success() => {
                self.power = None;
                return None;
            }
            Ok(Some(status)) => status.to_string(),
            Err(error) => error.to_string(),
        };
        self.power = None;
        Some(Failure::environment(
            sentence!("cli-command-power-failed", why),
            text!("cli-try-itself-first-switch-computer-off"),
        ))
    }

    /// The next one must not begin before this one has ended.
    fn await_power(&mut self) -> Result<(), Failure> {
        self.power_failed(true).map_or(Ok(()), Err)
    }

    /// Ends a command that still runs, because it is no longer needed.
    fn end_power(&mut self) {
        if let Some(mut child) = self.power.take() {
            let _ended_meanwhile = child.kill();
            let _nobody_asks = child.wait();
        }
    }
}

impl Watching for Console {
    fn line(&mut self, line: &Line) {
        let stamped = self.log.is_some().then(|| stamped(line, self.origin));
        if let (Some(log), Some(line)) = (&mut self.log, stamped) {
            log.push(line);
        }
    }

    fn begun(&mut self, line: &Line) {
        self.say(|| sentence!("cli-boots", line = line.text.trim()));
    }

    fn is_over(&mut self) -> bool {
        self.failed = self.power_failed(false);
        self.failed.is_some() || self.control.is_stopped()
    }
}
