//! Progress on standard error: a bar in a terminal, a line per cell elsewhere.

use std::collections::VecDeque;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use iogram_engine::{Cell, Content, Control};
use iogram_model::{
    Bytes, CellRecord, CellState, Nanos, OpKind, ProbeRecord, PurgeRecord, PurgeState,
    Throughput,
};
use iogram_runner::{AssumedRange, Plan, PlannedStep, Wait};

use crate::output;
use crate::target::LookedKind;

/// How often the bar is drawn. Arbitrary: smooth for the eye, nothing for the CPU.
const REDRAW: Duration = Duration::from_millis(100);

/// Shows how far a run is.
#[derive(Debug)]
pub(crate) struct Progress {
    kind: Kind,
    target: LookedKind,
    steps: usize,
    cells_done: usize,
    cells: usize,
}

#[derive(Debug)]
enum Kind {
    Quiet,
    Lines,
    Bar { bar: ProgressBar, redraw: Option<Redraw> },
}

impl Progress {
    /// For `plan` on such a target; says nothing if `is_quiet`.
    pub(crate) fn new(plan: &Plan, target: LookedKind, is_quiet: bool) -> Self {
        let kind = if is_quiet {
            Kind::Quiet
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(plan.steps.len() as u64);
            let template = "{bar:24.cyan/dim} {pos}/{len} {wide_msg}";
            let style = ProgressStyle::with_template(template).expect("a constant template");
            bar.set_style(style.progress_chars("=> "));
            Kind::Bar { bar, redraw: None }
        } else {
            Kind::Lines
        };
        Self {
            kind,
            target,
            steps: plan.steps.len(),
            cells_done: 0,
            cells: plan.cells().count(),
        }
    }

    /// So many cells were finished before.
    pub(crate) fn go_on_after(&mut self, cells: usize) {
        self.cells_done = cells;
    }

    /// A step begins.
    pub(crate) fn step(&mut self, index: usize, step: &PlannedStep, control: &Arc<Control>) {
        let title = title_of(step, self.target);
        match &mut self.kind {
            Kind::Quiet => {}
            Kind::Lines => {
                let is_quiet = matches!(
                    step,
                    PlannedStep::Measure(_)
                        | PlannedStep::Rest(_)
                        | PlannedStep::Steady(_)
                        | PlannedStep::Block(_)
                );
                if !is_quiet {
                    output::talk(&title);
                }
            }
            Kind::Bar { bar, redraw } => {
                redraw.take();
                bar.set_position(index as u64);
                if let PlannedStep::Note(note) = step {
                    bar.println(note);
                }
                // The numbers of the step before are not those of this one.
                control.begin_cell();
                *redraw = Some(Redraw::start(bar.clone(), title, Arc::clone(control)));
            }
        }
    }

    /// A cell ended.
    pub(crate) fn cell(&mut self, record: &CellRecord) {
        self.cells_done += 1;
        let line = format!("[{}/{}] {}", self.cells_done, self.cells, summary(record));
        match &self.kind {
            Kind::Quiet => {}
            Kind::Lines => output::talk(&line),
            Kind::Bar { bar, .. } => bar.println(line),
        }
    }

    /// A purge ended.
    pub(crate) fn purge(&mut self, record: &PurgeRecord) {
        let line = match (record.state, record.method()) {
            (PurgeState::Purged, Some(method)) => {
                format!("purged by {method} in {}", Nanos(record.elapsed_ns))
            }
            (PurgeState::Interrupted, _) => {
                "stopped; the drive may be purged in part".to_owned()
            }
            _ => "not purged".to_owned(),
        };
        match &self.kind {
            Kind::Quiet => {}
            Kind::Lines => output::talk(&line),
            Kind::Bar { bar, .. } => bar.println(line),
        }
    }

    /// A probe ended.
    pub(crate) fn probe(&mut self, record: &ProbeRecord) {
        let took = Nanos(record.elapsed_ns);
        let line = match record.state {
            CellState::Completed => format!("{}: done in {took}", record.name),
            state => format!("{}: {}", record.name, state_words(state)),
        };
        match &self.kind {
            Kind::Quiet => {}
            Kind::Lines => output::talk(&line),
            Kind::Bar { bar, .. } => bar.println(line),
        }
    }

    /// Everything is done or given up.
    pub(crate) fn finish(&mut self) {
        if let Kind::Bar { bar, redraw } = &mut self.kind {
            redraw.take();
            bar.set_position(self.steps as u64);
            bar.finish_and_clear();
        }
    }
}

/// One line about a finished cell.
fn summary(record: &CellRecord) -> String {
    let throughput = record.throughput().filter(|_| record.operations.iter().next().is_some());
    let rate = throughput.map(|rate| rate.bytes_per_s);
    let mut line = format!("{}: {}", record.name, iogram_report::throughput(rate));
    for (kind, operation) in record.operations.iter() {
        let p99 = operation.latency_ns.p99.map(|p99| format!(", p99 {}", Nanos(p99)));
        let name = if kind == OpKind::Flush { "flushes" } else { kind.name() };
        let iops = iogram_report::iops(Some(operation.iops));
        for part in ["; ", name, " ", &iops, " IOPS", &p99.unwrap_or_default()] {
            line.push_str(part);
        }
    }
    if !record.is_counted {
        line.push_str(" (not counted)");
    }
    if record.state != CellState::Completed {
        line.push_str(" (");
        line.push_str(state_words(record.state));
        line.push(')');
    }
    line
}

/// How a cell ended, in words for people.
pub(crate) fn state_words(state: CellState) -> &'static str {
    match state {
        CellState::Completed => "completed",
        CellState::Interrupted => "interrupted",
        CellState::IoErrors => "requests failed",
        CellState::Full => "there is no space left",
        CellState::Vanished => "the device is gone",
        CellState::ReadOnly => "the target takes no more writes",
        CellState::Stalled => "a request did not come back",
        CellState::Unsupported => "not supported here",
    }
}

fn title_of(step: &PlannedStep, target: LookedKind) -> String {
    match step {
        PlannedStep::LayOut { size, content } if target != LookedKind::NewFile => match content
        {
            Content::Written => format!("preparing the first {size}"),
            Content::Empty => format!("using the first {size}"),
        },
        PlannedStep::LayOut { size, content: Content::Written } => {
            format!("writing a test file of {size}")
        }
        PlannedStep::LayOut { size, content: Content::Empty } => {
            format!("making room for {size}")
        }
        PlannedStep::Measure(cell) => cell_title(cell),
        PlannedStep::Purge(_) => "purging".to_owned(),
        PlannedStep::Discard(region) => format!("discarding {region}"),
        PlannedStep::Probe(probe) => format!("finding out: {}", probe.name),
        PlannedStep::Rest(time) => format!("resting for {time}"),
        PlannedStep::Wait(wait) => {
            let Wait { goal, time_min, time_max, .. } = wait;
            format!("resting for {time_min}, then until {goal}, {time_max} at most")
        }
        PlannedStep::Steady(_) => "looking whether it is steady".to_owned(),
        PlannedStep::Block(start) => start.name.clone().unwrap_or_default(),
        PlannedStep::Note(note) => note.clone(),
    }
}

fn cell_title(cell: &Cell) -> String {
    let repeat = if cell.repeat > 0 { format!(" #{}", cell.repeat + 1) } else { String::new() };
    let counted = if cell.is_counted { "" } else { " (not counted)" };
    format!("{}{repeat}{counted}", cell.name)
}

/// Draws the bar while a cell runs; ends when dropped.
#[derive(Debug)]
struct Redraw {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Redraw {
    fn start(bar: ProgressBar, title: String, control: Arc<Control>) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_over);
        bar.set_message(title.clone());
        let thread = std::thread::Builder::new().name("progress".to_owned());
        let thread = thread.spawn(move || {
            let mut recent = Recent::default();
            while !flag.load(Ordering::Relaxed) {
                let progress = control.progress();
                recent.see(progress.1, progress.2);
                let line = recent.line();
                let so_far = so_far(progress, control.expected());
                bar.set_message(format!("{title}{so_far} {line}"));
                std::thread::park_timeout(REDRAW);
            }
        });
        // Without a thread there is no moving bar, and nothing else is lost.
        Self { is_over, thread: thread.ok() }
    }
}

/// The rate of the last half minute or so, for the eye: one character for each stretch of time on the
/// target's clock.
#[derive(Debug, Default)]
struct Recent {
    /// Where the stretch at hand began.
    bytes: Bytes,
    at: Nanos,
    /// Bytes per second, oldest first.
    rates: VecDeque<Option<f64>>,
}

impl Recent {
    /// Arbitrary: fine enough to see a stall begin, coarse enough to see half a minute.
    const STRETCH: Nanos = Nanos(Nanos::SECOND.0 / 2);
    const LENGTH: usize = 40;

    /// What was moved until now. Going back is the beginning of another cell.
    fn see(&mut self, bytes: Bytes, at: Nanos) {
        if at < self.at || bytes < self.bytes {
            *self = Self { bytes, at, ..Self::default() };
            return;
        }
        let passed = at - self.at;
        if passed < Self::STRETCH {
            return;
        }
        let rate = Throughput::mean(bytes - self.bytes, passed);
        self.rates.push_back(rate.map(|rate| rate.bytes_per_s));
        if self.rates.len() > Self::LENGTH {
            self.rates.pop_front();
        }
        (self.bytes, self.at) = (bytes, at);
    }

    fn line(&self) -> String {
        let rates: Vec<Option<f64>> = self.rates.iter().copied().collect();
        iogram_report::sparkline(&rates, Self::LENGTH)
    }
}

impl Drop for Redraw {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _a_panic_there_lost_only_the_bar = thread.join();
        }
    }
}

fn so_far((requests, bytes, elapsed): (u64, Bytes, Nanos), expected: Option<Bytes>) -> String {
    if requests == 0 || elapsed.0 == 0 {
        return String::new();
    }
    let rate = Throughput::mean(bytes, elapsed).map(|rate| rate.bytes_per_s);
    let moved = bytes.decimal();
    let left = expected.map(|expected| time_left((bytes, elapsed), expected));
    let left = left.unwrap_or_default();
    format!(": {moved} in {elapsed}, {}{left}", iogram_report::throughput(rate))
}

/// At the rate so far.
fn time_left((bytes, elapsed): (Bytes, Nanos), expected: Bytes) -> String {
    let missing = u128::from(expected.0.saturating_sub(bytes.0));
    let left = missing * u128::from(elapsed.0) / u128::from(bytes.0.max(1));
    let left =
        Nanos(u64::try_from(left).unwrap_or(u64::MAX) / Nanos::SECOND.0 * Nanos::SECOND.0);
    format!("; at most {left} left")
}

/// How long a plan takes, in words for people: exact, or a range.
pub(crate) fn duration(plan: &Plan, assumed: &AssumedRange) -> String {
    let (fast, slow) = plan.cost(assumed).time();
    let purges = plan.steps.iter().any(|step| matches!(step, PlannedStep::Purge(_)));
    if purges && slow == Nanos(0) {
        return "as long as the drive needs to be purged".to_owned();
    }
    let more = if purges { ", and as long as the drive needs to be purged" } else { "" };
    if fast == slow {
        format!("{fast}{more}")
    } else {
        format!("{fast} to {slow}, an estimate{more}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_live_line_shows_a_stall_and_forgets_the_cell_before() {
        let mut recent = Recent::default();
        let half_second = |count: u64| Nanos(count * Nanos::SECOND.0 / 2);
        for (count, megabytes) in [(1, 10), (2, 20), (3, 20), (4, 30)] {
            recent.see(Bytes(megabytes * 1_000_000), half_second(count));
            recent.see(Bytes(megabytes * 1_000_000), half_second(count) + Nanos(1));
        }
        assert_eq!(recent.line(), "██▁█");
        recent.see(Bytes(0), Nanos(0));
        assert_eq!(recent.line(), "");
        for count in 1..=100 {
            recent.see(Bytes(count), half_second(count));
        }
        assert_eq!(recent.line().chars().count(), Recent::LENGTH);
    }
}
