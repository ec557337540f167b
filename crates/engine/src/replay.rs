//! Recorded requests as a job's stream: when each may go, and what became of the recording's times.

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

/// One recorded request, at the place where it goes on this target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    /// When it was issued, since the first one.
    pub issued_ns: u64,
    /// When it completed then; `None` is unknown, and [`u64::MAX`] that nothing waits for it.
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

/// What had to be done to requests so that they fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Altered {
    /// Made larger, to whole logical blocks.
    pub rounded_count: u64,
    /// Asked in pieces, because they were larger than the largest request here.
    pub split_count: u64,
    /// Discards that were left out.
    pub left_out_count: u64,
}

/// Recorded requests in the order of their times. Asked by the submitting thread: it should have them at hand.
pub trait Feed: Send {
    /// Puts the next requests into `batch`, in place of what is there; none at the end. Each lies within the target and
    /// is made of whole logical blocks.
    ///
    /// # Errors
    ///
    /// Fails, with the reason in English, if the recording cannot be read on.
    fn next_batch(&mut self, batch: &mut Vec<Recorded>) -> Result<(), String>;

    /// What had to be done to the requests so far.
    fn altered(&self) -> Altered;
}

/// Where recordings are had from when a cell makes one again.
pub trait Recordings: Send + Sync + std::fmt::Debug {
    /// The requests of the trace that `workload` names, at their places on a target of this shape. Discards are left out if
    /// the workload has none.
    ///
    /// # Errors
    ///
    /// Fails if the trace cannot be read.
    fn open(&self, workload: &Workload, geometry: Geometry) -> Result<Box<dyn Feed>, RigError>;
}

/// The requests of the trace that a cell makes again; `None` if it makes its own.
///
/// # Errors
///
/// Fails if the trace cannot be read, or nobody has it.
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

/// The stream of a job that makes recorded requests again.
pub(crate) struct Replayer {
    feed: Box<dyn Feed>,
    how: ReplayHow,
    batch: Vec<Recorded>,
    /// The next one of the batch.
    next: usize,
    start: Nanos,
    deadline: Option<Nanos>,
    data: DataPattern,
    is_fsync: bool,
    salt: u64,
    is_done: bool,
    failure: Option<String>,
    times: Times,
    /// Those that are out and that something waits for: when each completed then, and its slot.
    out: BTreeSet<(u64, u32)>,
    /// When the request in each slot completed then.
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

/// The recording's times, idle times cut.
#[derive(Debug, Clone, Copy, Default)]
struct Times {
    /// When the last one was issued then.
    last_ns: u64,
    /// What was cut so far.
    cut_ns: u64,
}

/// What a recording that was made again tells in the end.
#[derive(Debug, Clone, Default)]
pub struct ReplayTally {
    count: u64,
    busy_ns: u64,
    schedule_ns: u64,
    pub(crate) late: Histogram,
    recorded: [Histogram; 4],
    /// The last completion then, idle times cut; `None` once one is unknown.
    completed_ns: Option<u64>,
    recorded_busy_ns: u64,
    idle_cut_ns: u64,
    is_open_loop: bool,
    altered: Altered,
}

impl Replayer {
    /// The requests of `feed` as `how` says, from `start` on, with at most `depth` of them out.
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

    /// What to do at `now` with `slot` free; a request goes to `take`.
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

    /// The next one, of the next batch if need be.
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

    /// When it is due after the beginning; `None` in a closed loop.
    fn due_after_start(&self, recorded: &Recorded) -> Option<u64> {
        let at = recorded.issued_ns.saturating_sub(self.cut_with(recorded));
        match self.how.timing {
            Timing::AsRecorded => Some(at),
            Timing::Faster(times) => Some(divided(at, times)),
            Timing::AsFastAsPossible | Timing::Fill => None,
        }
    }

    /// What is cut of the idle times up to it.
    fn cut_with(&self, recorded: &Recorded) -> u64 {
        let idle = recorded.issued_ns.saturating_sub(self.times.last_ns);
        let most = self.how.idle_max.map_or(u64::MAX, |most| most.0);
        self.times.cut_ns.saturating_add(idle.saturating_sub(most))
    }

    /// Whether a request is out that had completed when this one was issued.
    fn waits_for_another(&self, recorded: &Recorded) -> bool {
        self.out.first().is_some_and(|&(completed, _)| completed <= recorded.issued_ns)
    }

    /// It goes now.
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
        // Without a known end, whatever comes later may have waited for it.
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
                // Times in which several were out count once.
                let (begin, end) = (recorded.issued_ns - cut_ns, at.saturating_sub(cut_ns));
                if let Some(before) = &mut tally.completed_ns {
                    tally.recorded_busy_ns += end.saturating_sub(begin.max(*before));
                    *before = end.max(*before);
                }
            }
        }
    }

    fn request(&mut self, recorded: &Recorded, slot: u32) -> Request {
        // An odd step meets every value once, as in `generator`.
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

    /// The request in `slot` came back at `at`.
    pub(crate) fn complete(&mut self, slot: u32, at: Nanos) {
        assert!(self.out_count > 0, "what completes was out");
        self.out.remove(&(self.slots[slot as usize], slot));
        self.out_count -= 1;
        if self.out_count == 0 {
            self.tally.busy_ns += at.saturating_sub(self.busy_since).0;
        }
    }

    /// How much later than it was due a request was issued.
    pub(crate) fn note_late(&mut self, late: Nanos) {
        if self.tally.is_open_loop {
            self.tally.late.record(late.0);
        }
    }

    /// Whether the recording could not be read to its end.
    pub(crate) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Whether the time of the workload is over.
    pub(crate) fn is_over(&self, now: Nanos) -> bool {
        self.deadline.is_some_and(|deadline| now >= deadline)
    }

    /// What is told of it.
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
    /// As it is kept.
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
