//! The outcome of the jobs of a cell.

use iogram_model::{CellState, CpuTime, Nanos};

use crate::reach::ClockCheck;
use crate::replay::ReplayTally;
use crate::stamping::Stamping;
use crate::target::{Scheduling, TargetError};

/// The time of a loop after its last request was issued: fewer and fewer requests are outstanding, whatever depth was
/// requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drain {
    /// When nothing was left to issue.
    pub since: Nanos,
    /// Time outstanding from then on, summed over the outstanding requests, including flushes at the end.
    pub outstanding_ns: u128,
}

/// The outcome of one call of [`crate::run_jobs`], beside the collector's content.
#[derive(Debug, Clone)]
pub struct JobsOutcome {
    /// How the loop ended.
    pub state: CellState,
    /// The last completion, or the start if nothing completed.
    pub ended: Nanos,
    /// Time outstanding of all counted requests from issue to completion, summed: divided by the elapsed time this is
    /// the mean queue depth (Little's law).
    pub outstanding_ns: u128,
    /// The end of the loop, with nothing left to issue; `None` if the loop was given up, or read before its end.
    pub drain: Option<Drain>,
    /// CPU time of the calling thread after the ramp; `None` on a target without CPU time.
    pub cpu: Option<CpuTime>,
    /// How the calling thread was scheduled after the ramp.
    pub scheduling: Scheduling,
    /// Requests excluded from all figures, because the computer paused while they were outstanding.
    pub set_aside: u64,
    /// Requests of an open loop that were due and did not complete.
    pub overdue: u64,
    /// How precisely completions were timestamped after the ramp.
    pub stamping: Box<Stamping>,
    /// The clock that timestamped them; `None` in virtual time.
    pub clock: Option<ClockCheck>,
    /// The result of a replayed recording; `None` if requests were generated.
    pub replay: Option<Box<ReplayTally>>,
    /// The call that made the target unusable, if any.
    pub error: Option<TargetError>,
}
