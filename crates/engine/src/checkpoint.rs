//! What a cell under way has so far, for whoever keeps it in case that the program does not come to its end.
//!
//! Somebody asks through the control of the run; whoever watches the cell answers, never a thread that measures in
//! real time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use iogram_model::{
    CellRecord, CellState, HostPause, Message, MessageId, Nanos, Warning, WarningCode,
};

use crate::cell::Cell;
use crate::collect::Collector;
use crate::outcome::JobsOutcome;
use crate::record::{CellFacts, PathTaken, assemble_from};
use crate::target::Scheduling;

/// A cell under way.
#[derive(Debug, Clone, PartialEq)]
pub struct CellCheckpoint {
    /// The cell's place in its run, counted from 0.
    pub position: usize,
    /// As if it had been broken off now; of its series only what was not told before, unless `is_whole`.
    pub record: CellRecord,
    /// Whether what was told before of the series does not hold any more.
    pub is_whole: bool,
}

const NOBODY: u8 = 0;
const ASKED: u8 = 1;
const ASKED_WHOLE: u8 = 2;
const NOWHERE: usize = usize::MAX;

/// Between the one who asks and the one who watches.
#[derive(Debug)]
pub(crate) struct CheckpointPost {
    asked: AtomicU8,
    position: AtomicUsize,
    receiver: Mutex<Option<Sender<CellCheckpoint>>>,
}

impl Default for CheckpointPost {
    fn default() -> Self {
        Self {
            asked: AtomicU8::new(NOBODY),
            position: AtomicUsize::new(NOWHERE),
            receiver: Mutex::default(),
        }
    }
}

impl CheckpointPost {
    pub(crate) fn send_to(&self, receiver: Sender<CellCheckpoint>) {
        *self.receiver.lock().expect("nobody panics while they post") = Some(receiver);
    }

    pub(crate) fn set_position(&self, position: Option<usize>) {
        self.position.store(position.unwrap_or(NOWHERE), Ordering::Relaxed);
    }

    pub(crate) fn ask(&self, is_whole: bool) {
        self.asked.store(if is_whole { ASKED_WHOLE } else { ASKED }, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed) != NOBODY
    }

    pub(crate) fn answer(&self, facts: CheckpointFacts<'_>, collector: &Collector) {
        let is_whole = self.asked.swap(NOBODY, Ordering::Relaxed) == ASKED_WHOLE;
        let position = self.position.load(Ordering::Relaxed);
        let receiver = self.receiver.lock().expect("nobody panics while they post");
        if let (Some(receiver), false) = (&*receiver, position == NOWHERE) {
            let (record, is_whole) = facts.record(collector, is_whole);
            // Who has gone does not want it.
            receiver.send(CellCheckpoint { position, record, is_whole }).ok();
        }
    }
}

/// What is known of a cell under way beside the collector's content.
#[derive(Debug)]
pub struct CheckpointFacts<'a> {
    /// The cell as asked for.
    pub cell: &'a Cell,
    /// Its beginning on the target's clock.
    pub start: Nanos,
    /// The beginning of the rig's own time.
    pub epoch: Nanos,
    /// The time on the target's clock.
    pub now: Nanos,
    /// Which way requests go.
    pub path: PathTaken,
    /// Times in which the computer did not let the program run, since `start`.
    pub host_pauses: Vec<HostPause>,
}

impl CheckpointFacts<'_> {
    fn record(self, collector: &Collector, is_whole: bool) -> (CellRecord, bool) {
        let Self { cell, start, epoch, now, path, host_pauses } = self;
        let outcome = JobsOutcome {
            replay: None,
            state: CellState::Interrupted,
            ended: now,
            outstanding_ns: collector.outstanding_ns(),
            drain: None,
            cpu: None,
            scheduling: Scheduling::default(),
            set_aside: 0,
            overdue: 0,
            stamping: Box::default(),
            clock: None,
            error: None,
        };
        let facts = CellFacts {
            cell,
            start,
            epoch,
            outcomes: &[outcome],
            cpu: None,
            cpu_count: None,
            path,
            host_pauses,
            others: None,
        };
        let mut is_whole = is_whole;
        let mut record = assemble_from(facts, |elapsed| {
            let (measured, is_all) = collector.look(elapsed, is_whole);
            is_whole = is_all;
            measured
        });
        // What a thread did with its time is known at its end alone.
        record.engine.submitters.clear();
        let lasted = Nanos(record.workload.ramp.0.saturating_add(record.elapsed_ns));
        let statement = Message::new(MessageId::CellUnfinished, [lasted.into()]);
        record.warnings.push(Warning::new(WarningCode::Unfinished, statement));
        (record, is_whole)
    }
}
