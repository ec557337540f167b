//! The results so far of a running cell, saved in case the program does not finish.
//!
//! The request comes through the control of the run; the watcher of the cell answers it, never a thread that measures
//! in real time.

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

/// A running cell.
#[derive(Debug, Clone, PartialEq)]
pub struct CellCheckpoint {
    /// The cell's place in its run, counted from 0.
    pub position: usize,
    /// The record as if the cell had been interrupted now; its series holds only rows that were not sent before,
    /// unless `is_whole`.
    pub record: CellRecord,
    /// Whether this series replaces all rows sent before.
    pub is_whole: bool,
}

const NOBODY: u8 = 0;
const ASKED: u8 = 1;
const ASKED_WHOLE: u8 = 2;
const NOWHERE: usize = usize::MAX;

/// Connects the requester of checkpoints with the watcher.
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
            // A requester that is gone no longer wants the checkpoint.
            receiver.send(CellCheckpoint { position, record, is_whole }).ok();
        }
    }
}

/// Facts about a running cell beside the collector's content.
#[derive(Debug)]
pub struct CheckpointFacts<'a> {
    /// The cell as requested.
    pub cell: &'a Cell,
    /// Its beginning on the target's clock.
    pub start: Nanos,
    /// The beginning of the rig's own time.
    pub epoch: Nanos,
    /// The time now on the target's clock.
    pub now: Nanos,
    /// How requests reach the target.
    pub path: PathTaken,
    /// Times since `start` in which the computer did not let the program run.
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
        // Only the end of a thread shows how it spent its time.
        record.engine.submitters.clear();
        let lasted = Nanos(record.workload.ramp.0.saturating_add(record.elapsed_ns));
        let statement = Message::new(MessageId::CellUnfinished, [lasted.into()]);
        record.warnings.push(Warning::new(WarningCode::Unfinished, statement));
        (record, is_whole)
    }
}
