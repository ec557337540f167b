//! Replays recorded requests as a job's stream: when each may be issued, and how the times compare with the
//! recording.

use std::collections::BTreeSet;

use iogram_model::{
    DataPattern, Nanos, OpKind, RecordedLatency, ReplayHow, ReplayRecord, SyncCall, Timing,
    Workload, sentence,
};
use iogram_stats::Histogram;

use crate::collect::summary;
use crate::generator::Next;
use crate::rig_error::{RigError, RigErrorKind};
use crate::rng::mix;
use crate::target::{Geometry, Request};

/// One recorded request, at its place on this target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    /// Its issue time in the recording, since the first request.
    pub issued_ns: u64,
    /// Its completion time in the recording; `None` means unknown, and [`u64::MAX`] that nothing waits for it.
    pub completed_ns: Option<u64>,
    /// First byte on the target; 0 for a flush.
    pub offset: u64,
    /// Bytes; 0 for a flush.
    pub length: u32,
    /// Read, write, flush or discard.
    pub kind: OpKind,
    /// Whether a write is durable when it completes.
    pub is_fua: bool,
}

/// Changes to requests that did not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Altered {
    /// Enlarged to whole logical blocks.
    pub rounded_count: u64,
    /// Split, because they were larger than the largest request here.
    pub split_count: u64,
    /// Discards that were skipped.
    pub left_out_count: u64,
}

/// Recorded requests in the order of their times. The submitting thread reads them, so they should be in memory.
pub trait Feed: Send {
    /// Replaces the content of `batch` with the next requests; leaves it empty at the end. Each request lies within
    /// the target and consists of whole logical blocks.
    ///
    /// # Errors
    ///
    /// Fails, with the reason in English, if the rest of the recording cannot be read.
    fn next_batch(&mut self, batch: &mut Vec<Recorded>) -> Result<(), String>;

    /// The changes to the requests so far.
    fn altered(&self) -> Altered;
}

/// The source of recordings for cells that replay one.
pub trait Recordings: Send + Sync + std::fmt::Debug {
    /// The requests of the trace that `workload` names, at their places on a target of this shape. Discards are
    /// skipped if the workload has none.
    ///
    /// # Errors
    ///
    /// Fails if the trace cannot be read.
    fn open(&self, workload: &Workload, geometry: Geometry) -> Result<Box<dyn Feed>, RigError>;
}

/// The requests of the trace that a cell replays; `None` if it generates its own.
///
/// # Errors
///
/// Fails if the trace cannot be read, or no source has it.
pub fn open_recording(
    recordings: Option<&dyn Recordings>,
    workload: &Workload,
    geometry: Geometry,
) -> Result<Option<Box<dyn Feed>>, RigError> {
    let Some(replay) = &workload.replay else { return Ok(None) };
    let Some(recordings) = recordings else {
        return Err(RigError {
            kind: RigErrorKind::Usage,
            message: sentence!("engine-cannot-make-again-nobody", trace = replay.trace),
            hint: sentence!("engine-name-trace-iogram-trace-run-file"),
        });
    };
    recordings.open(workload, geometry).map(Some)
}

/// The stream of a job that replays recorded requests.
pub(crate) struct Replayer {
    feed: Box<dyn Feed>,
    how: ReplayHow,
    batch: Vec<Recorded>,
    /// Index of the next request in the batch.
    next: usize,
    start: Nanos,
    deadline: Option<Nanos>,
    data: DataPattern,
    is_fsync: bool,
    salt: u64,
    is_done: bool,
    failure: Option<String>,
    times: Times,
    /// Outstanding requests that others wait for: their recorded completion times and slots.
    out: BTreeSet<(u64, u32)>,
    /// The recorded completion time of the request in each slot.
    slots: Vec<u64>,
    out_count: u32,
    busy_since: Nanos,
    tally: Box<ReplayTally>,
}

impl std::fmt::Debug for Replayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replayer").field("how", &self.how).finish_non_exhaustive()
    }
}

/// The recording's times, with idle times cut.
#[derive(Debug, Clone, Copy, Default)]
struct Times {
    /// The last recorded issue time.
    last_ns: u64,
    /// Idle time cut so far.
    cut_ns: u64,
}

/// The results of a replay.
#[derive(Debug, Clone, Default)]
pub struct ReplayTally {
    count: u64,
    busy_ns: u64,
    schedule_ns: u64,
    pub(crate) late: Histogram,
    recorded: [Histogram; 4],
    /// The last recorded completion, with idle times cut; `None` once one is unknown.
    completed_ns: Option<u64>,
    recorded_busy_ns: u64,
    idle_cut_ns: u64,
    is_open_loop: bool,
    altered: Altered,
}

impl Replayer {
    /// Replays the requests of `feed` as `how` says, starting at `start`, with at most `depth` outstanding.
    pub(crate) fn new(
        workload: &Workload,
        how: ReplayHow,
        feed: Box<dyn Feed>,
        start: Nanos,
    ) -> Self {
        let slots = vec![0; workload.depth as usize];
        let tally = ReplayTally {
            completed_ns: Some(0),
            is_open_loop: how.is_open_loop(),
            ..ReplayTally::default()
        };
        Self {
            feed,
            how,
            batch: Vec::new(),
            next: 0,
            start,
            deadline: workload.stop.time.map(|time| start + time),
            data: workload.data,
            is_fsync: workload.sync_call == SyncCall::Fsync,
            salt: mix(mix(workload.seed) ^ 0x0074_7261_6365),
            is_done: false,
            failure: None,
            times: Times::default(),
            out: BTreeSet::new(),
            slots,
            out_count: 0,
            busy_since: start,
            tally: Box::new(tally),
        }
    }

    /// Determines the next step at `now` with `slot` free; a request goes to `take`.
    #[inline(never)]
    pub(crate) fn next(
        &mut self,
        slot: u32,
        now: Nanos,
        take: impl FnOnce(Request, Nanos),
    ) -> Next {
        let Some(recorded) = self.peek() else { return Next::Done };
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.is_done = true;
            return Next::Done;
        }
        let due = match self.due_after_start(&recorded) {
            Some(after) => {
                let due = self.start + Nanos(after);
                if self.deadline.is_some_and(|deadline| due >= deadline) {
                    self.is_done = true;
                    return Next::Done;
                }
                if due > now {
                    return Next::NotBefore(due);
                }
                self.tally.schedule_ns = after;
                due
            }
            None if self.waits_for_another(&recorded) => return Next::Blocked,
            None => now,
        };
        self.next += 1;
        self.note(&recorded, slot, now);
        take(self.request(&recorded, slot), due);
        Next::Request
    }

    /// The next request; reads the next batch if necessary.
    fn peek(&mut self) -> Option<Recorded> {
        if self.is_done {
            return None;
        }
        if self.next == self.batch.len() {
            self.next = 0;
            if let Err(why) = self.feed.next_batch(&mut self.batch) {
                self.batch.clear();
                self.failure = Some(why);
            }
        }
        let found = self.batch.get(self.next).copied();
        self.is_done = found.is_none();
        found
    }

    /// Its due time after the beginning; `None` in a closed loop.
    fn due_after_start(&self, recorded: &Recorded) -> Option<u64> {
        let at = recorded.issued_ns.saturating_sub(self.cut_with(recorded));
        match self.how.timing {
            Timing::AsRecorded => Some(at),
            Timing::Faster(times) => Some(divided(at, times)),
            Timing::AsFastAsPossible | Timing::Fill => None,
        }
    }

    /// Idle time cut up to this request.
    fn cut_with(&self, recorded: &Recorded) -> u64 {
        let idle = recorded.issued_ns.saturating_sub(self.times.last_ns);
        let most = self.how.idle_max.map_or(u64::MAX, |most| most.0);
        self.times.cut_ns.saturating_add(idle.saturating_sub(most))
    }

    /// Whether a request is outstanding that had completed in the recording before this one was issued.
    fn waits_for_another(&self, recorded: &Recorded) -> bool {
        self.out.first().is_some_and(|&(completed, _)| completed <= recorded.issued_ns)
    }

    /// Notes that the request is issued now.
    fn note(&mut self, recorded: &Recorded, slot: u32, now: Nanos) {
        let cut_ns = self.cut_with(recorded);
        self.times = Times { last_ns: recorded.issued_ns, cut_ns };
        let tally = &mut *self.tally;
        tally.count += 1;
        tally.idle_cut_ns = cut_ns;
        if self.out_count == 0 {
            self.busy_since = now;
        }
        self.out_count += 1;
        assert!(
            self.out_count as usize <= self.slots.len(),
            "no more is out than there are slots"
        );
        // If its end is unknown, any later request may have waited for it.
        let completed = recorded.completed_ns.unwrap_or(recorded.issued_ns);
        if completed < u64::MAX && !self.how.is_open_loop() {
            self.out.insert((completed, slot));
            self.slots[slot as usize] = completed;
        }
        if self.how.timing == Timing::Fill {
            return;
        }
        match recorded.completed_ns {
            None => tally.completed_ns = None,
            Some(at) => {
                tally.recorded[recorded.kind as usize].record(at - recorded.issued_ns);
                // Times with several requests outstanding count once.
                let (begin, end) = (recorded.issued_ns - cut_ns, at.saturating_sub(cut_ns));
                if let Some(before) = &mut tally.completed_ns {
                    tally.recorded_busy_ns += end.saturating_sub(begin.max(*before));
                    *before = end.max(*before);
                }
            }
        }
    }

    fn request(&mut self, recorded: &Recorded, slot: u32) -> Request {
        // An odd step visits every value once, as in `generator`.
        self.salt = self.salt.wrapping_add(0x9E37_79B9_7F4A_7C15);
        Request {
            slot,
            length: recorded.length,
            offset: recorded.offset,
            salt: self.salt,
            data: self.data,
            kind: recorded.kind,
            is_fua: recorded.is_fua,
            is_full_sync: recorded.kind == OpKind::Flush && self.is_fsync,
        }
    }

    /// Notes that the request in `slot` completed at `at`.
    pub(crate) fn complete(&mut self, slot: u32, at: Nanos) {
        assert!(self.out_count > 0, "what completes was out");
        self.out.remove(&(self.slots[slot as usize], slot));
        self.out_count -= 1;
        if self.out_count == 0 {
            self.tally.busy_ns += at.saturating_sub(self.busy_since).0;
        }
    }

    /// Notes how late a request was issued.
    pub(crate) fn note_late(&mut self, late: Nanos) {
        if self.tally.is_open_loop {
            self.tally.late.record(late.0);
        }
    }

    /// Whether the recording could not be read to its end.
    pub(crate) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Whether the workload's time limit has passed.
    pub(crate) fn is_over(&self, now: Nanos) -> bool {
        self.deadline.is_some_and(|deadline| now >= deadline)
    }

    /// The results of the replay.
    pub(crate) fn tally(&self) -> ReplayTally {
        ReplayTally { altered: self.feed.altered(), ..(*self.tally).clone() }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "2^53 ns are a hundred days, and less than a nanosecond is lost"
)]
fn divided(ns: u64, times: f64) -> u64 {
    (ns as f64 / times) as u64
}

impl ReplayTally {
    /// The results as the record keeps them.
    pub(crate) fn record(&self) -> ReplayRecord {
        let recorded = OpKind::ALL.into_iter().zip(&self.recorded);
        let is_known = self.recorded.iter().any(|it| it.count() > 0);
        ReplayRecord {
            count: self.count,
            busy_ns: self.busy_ns,
            schedule_ns: self.is_open_loop.then_some(self.schedule_ns),
            late_ns: summary(&self.late),
            recorded: recorded
                .filter_map(|(operation, latencies)| {
                    let latency_ns = summary(latencies)?;
                    Some(RecordedLatency { operation, count: latencies.count(), latency_ns })
                })
                .collect(),
            recorded_elapsed_ns: self.completed_ns.filter(|_| is_known),
            recorded_busy_ns: self
                .completed_ns
                .filter(|_| is_known)
                .map(|_| self.recorded_busy_ns),
            idle_cut_ns: self.idle_cut_ns,
            rounded_count: self.altered.rounded_count,
            split_count: self.altered.split_count,
            left_out_count: self.altered.left_out_count,
        }
    }
}
