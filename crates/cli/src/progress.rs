//! Progress on standard error: a picture in a terminal, a line per cell elsewhere.

use std::sync::Arc;

use iogram_engine::{Cell, Content, Control};
use iogram_model::{
    CellRecord, CellState, Nanos, OpKind, ProbeRecord, PurgeRecord, PurgeState, Sentence, Text,
    sentence, text,
};
use iogram_runner::{AssumedRange, Plan, PlannedStep, Wait};

use iogram_session::{ResolvedKind, TimeBase};

use crate::live::{Live, StepPlace, between};
use crate::output;
use crate::screen;
use crate::spans;

/// Shows the progress of a run.
#[derive(Debug)]
pub(crate) struct Progress {
    kind: Kind,
    target: ResolvedKind,
    /// Duration of each step: minimum, maximum.
    times: Vec<(Nanos, Nanos)>,
    cells_done: usize,
    cells: usize,
}

#[derive(Debug)]
enum Kind {
    Quiet,
    Lines,
    /// The picture of the running step.
    Picture {
        live: Option<Live>,
        clock: TimeBase,
    },
}

impl Progress {
    /// For `plan` on such a target; prints nothing if `is_quiet`.
    pub(crate) fn new(
        (plan, assumed): (&Plan, &AssumedRange),
        (target, clock): (ResolvedKind, TimeBase),
        is_quiet: bool,
    ) -> Self {
        let kind = match screen::size() {
            _ if is_quiet => Kind::Quiet,
            Some(_) => Kind::Picture { live: None, clock },
            None => Kind::Lines,
        };
        Self {
            kind,
            target,
            times: plan.steps.iter().map(|step| step.cost(assumed).time()).collect(),
            cells_done: 0,
            cells: plan.cells().count(),
        }
    }

    /// Notes that this many cells were finished before.
    pub(crate) fn go_on_after(&mut self, cells: usize) {
        self.cells_done = cells;
    }

    /// A step begins.
    pub(crate) fn step(&mut self, index: usize, step: &PlannedStep, control: &Arc<Control>) {
        let title = output::said(&title_of(step, self.target));
        let is_cell = matches!(step, PlannedStep::Measure(_));
        match &mut self.kind {
            Kind::Quiet => {}
            Kind::Lines => {
                let is_quiet = matches!(
                    step,
                    PlannedStep::Measure(_)
                        | PlannedStep::Rest(_)
                        | PlannedStep::Steady(_)
                        | PlannedStep::Choose(_)
                        | PlannedStep::Search(_)
                        | PlannedStep::Block(_)
                );
                if !is_quiet {
                    output::talk(title);
                }
            }
            Kind::Picture { live, clock } => {
                live.take();
                if let PlannedStep::Note(note) = step {
                    output::talk(note.clone());
                }
                // The numbers of the previous step must not count for this one.
                control.begin_cell();
                let place = StepPlace {
                    count: is_cell.then(|| (self.cells_done + 1, self.cells)),
                    is_asking: matches!(step, PlannedStep::Measure(_) | PlannedStep::Probe(_)),
                    ..place(title, index, &self.times, *clock)
                };
                *live = Some(Live::start(place, Arc::clone(control)));
            }
        }
    }

    /// An earlier step is repeated.
    pub(crate) fn restoring(&mut self, step: &PlannedStep, control: &Arc<Control>) {
        let title = output::said(&title_of(step, self.target));
        let title = match step {
            PlannedStep::Measure(_) => {
                output::said(&sentence!("cli-writing-once-more-wrote", title))
            }
            _ => title,
        };
        match &mut self.kind {
            Kind::Quiet => {}
            Kind::Lines => output::talk(title),
            Kind::Picture { live, clock } => {
                live.take();
                control.begin_cell();
                let place = place(title, 0, &self.times, *clock);
                *live = Some(Live::start(place, Arc::clone(control)));
            }
        }
    }

    /// A cell ended.
    pub(crate) fn cell(&mut self, record: &CellRecord) {
        self.cells_done += 1;
        let line = format!("[{}/{}] {}", self.cells_done, self.cells, summary(record));
        self.say(line);
    }

    /// A cell is measured again, because the computer paused during it.
    pub(crate) fn repeated(&mut self, record: &CellRecord) {
        let paused = Nanos(record.paused_ns());
        let name = &record.name;
        self.say(sentence!("cli-iogram-not-run-cell-measured-again", name, paused));
    }

    /// A purge ended.
    pub(crate) fn purge(&mut self, record: &PurgeRecord) {
        let line = match (record.state, record.method()) {
            (PurgeState::Purged, Some(method)) => {
                sentence!("cli-purged", method, time = Nanos(record.elapsed_ns))
            }
            (PurgeState::Interrupted, _) => sentence!("cli-stopped-drive-purged-part"),
            _ => sentence!("cli-not-purged"),
        };
        self.say(line);
    }

    /// A probe ended.
    pub(crate) fn probe(&mut self, record: &ProbeRecord) {
        let took = Nanos(record.elapsed_ns);
        let line = match record.state {
            CellState::Completed => {
                sentence!("cli-done", name = record.name, took)
            }
            state => {
                sentence!("cli-name-state", name = record.name, state: state_words(state))
            }
        };
        self.say(line);
    }

    fn say(&self, line: impl Into<Sentence>) {
        match self.kind {
            Kind::Quiet => {}
            Kind::Lines | Kind::Picture { .. } => output::talk(line),
        }
    }

    /// All steps have ended, completed or not.
    pub(crate) fn finish(&mut self) {
        if let Kind::Picture { live, .. } = &mut self.kind {
            live.take();
        }
    }
}

/// The step at `index` among all, with the known durations `times`.
fn place(title: String, index: usize, times: &[(Nanos, Nanos)], clock: TimeBase) -> StepPlace {
    let sum = |times: &[(Nanos, Nanos)]| {
        times.iter().fold((Nanos(0), Nanos(0)), |sum, time| {
            let add = |one: Nanos, other: Nanos| Nanos(one.0.saturating_add(other.0));
            (add(sum.0, time.0), add(sum.1, time.1))
        })
    };
    StepPlace {
        title,
        count: None,
        this: times.get(index).copied().unwrap_or_default(),
        later: sum(times.get(index + 1..).unwrap_or_default()),
        later_likely: likely(times.get(index + 1..).unwrap_or_default()),
        earlier: likely(times.get(..index).unwrap_or_default()),
        is_host_time: clock == TimeBase::Host,
        is_asking: false,
    }
}

/// The likely duration of these steps, from the shortest and the longest duration of each.
fn likely(times: &[(Nanos, Nanos)]) -> Nanos {
    times.iter().fold(Nanos(0), |sum, time| Nanos(sum.0.saturating_add(between(*time).0)))
}

/// One line about a finished cell.
pub(crate) fn summary(record: &CellRecord) -> String {
    let throughput = record.throughput().filter(|_| record.operations.iter().next().is_some());
    let rate = throughput.map(|rate| rate.bytes_per_s);
    let mut line = format!("{}: {}", record.name, output::rates().text(rate));
    for (kind, operation) in record.operations.iter() {
        let p99 = operation.latency_ns.p99.map(|p99| format!(", p99 {}", Nanos(p99)));
        let name = output::translated(match kind {
            OpKind::Read => text!("cli-read"),
            OpKind::Write => text!("cli-write"),
            OpKind::Discard => text!("cli-discard-2"),
            OpKind::Flush => text!("cli-flushes"),
        });
        let iops = iogram_report::iops(Some(operation.iops));
        for part in ["; ", &name, " ", &iops, " IOPS", &p99.unwrap_or_default()] {
            line.push_str(part);
        }
    }
    if !record.is_counted {
        line.push_str(&output::translated(text!("cli-not-counted-2")));
    }
    if record.state != CellState::Completed {
        line.push_str(" (");
        line.push_str(&output::translated(state_words(record.state)));
        line.push(')');
    }
    line
}

/// The end of a cell, in words for people.
pub(crate) fn state_words(state: CellState) -> Text {
    match state {
        CellState::Completed => text!("cli-completed"),
        CellState::Interrupted => text!("cli-interrupted"),
        CellState::IoErrors => text!("cli-requests-failed"),
        CellState::Full => text!("cli-no-space-left"),
        CellState::Vanished => text!("cli-device-gone"),
        CellState::ReadOnly => text!("cli-target-takes-no-more-writes"),
        CellState::Stalled => text!("cli-request-not-come-back"),
        CellState::Unsupported => text!("cli-not-supported-here"),
        CellState::Unknown => text!("cli-ended-way-version-not-know"),
    }
}

pub(crate) fn title_of(step: &PlannedStep, target: ResolvedKind) -> Sentence {
    match step {
        PlannedStep::LayOut { size, content } if !target.makes_file() => match content {
            Content::Written => sentence!("cli-preparing-first", size),
            Content::Empty | Content::Allocated | Content::Kept => {
                sentence!("cli-using-first", size)
            }
        },
        PlannedStep::LayOut { size, content: Content::Written } => {
            sentence!("cli-writing-test-file", size)
        }
        PlannedStep::LayOut {
            size,
            content: Content::Empty | Content::Allocated | Content::Kept,
        } => {
            sentence!("cli-making-room", size)
        }
        PlannedStep::Measure(cell) => cell_title(cell).into(),
        PlannedStep::Purge(_) => sentence!("cli-purging"),
        PlannedStep::Discard(region) => sentence!("cli-discarding", region),
        PlannedStep::Probe(probe) => sentence!("cli-finding-out", probe = probe.name),
        PlannedStep::Rest(time) => sentence!("cli-resting", time),
        PlannedStep::Wait(wait) => {
            let Wait { goal, time_min, time_max, .. } = wait;
            sentence!("cli-resting-until-most", time_min, goal, time_max)
        }
        PlannedStep::Steady(_) => sentence!("cli-looking-whether-steady"),
        PlannedStep::Choose(rule) => {
            sentence!("cli-choosing-among-cells", name = rule.name, count = rule.among.len())
        }
        PlannedStep::Search(rule) => sentence!("cli-searching", name = rule.name),
        PlannedStep::Block(start) => start.name.clone().unwrap_or_default().into(),
        PlannedStep::Note(note) => note.clone().into(),
    }
}

fn cell_title(cell: &Cell) -> String {
    let repeat = if cell.repeat > 0 { format!(" #{}", cell.repeat + 1) } else { String::new() };
    let counted = match cell.is_counted {
        true => String::new(),
        false => output::translated(text!("cli-not-counted-2")),
    };
    format!("{}{repeat}{counted}", cell.name)
}

/// The duration of a plan, in words for people: exact, or a range.
pub(crate) fn duration(plan: &Plan, assumed: &AssumedRange) -> Sentence {
    let (fast, slow) = plan.cost(assumed).time();
    let purges = plan.steps.iter().any(|step| matches!(step, PlannedStep::Purge(_)));
    if purges && slow == Nanos(0) {
        return sentence!("cli-long-drive-needs-purged");
    }
    let mut said = spans::about(fast, slow);
    if spans::is_vague(fast, slow) {
        said = sentence!("cli-depending-drive-speed", time: said);
    }
    if purges {
        said = sentence!("cli-long-drive-needs-purged-time", time: said);
    }
    said
}
