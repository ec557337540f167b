//! What came of the jobs of a cell.

use iogram_model::{CellState, CpuTime, Nanos};

use crate::reach::ClockCheck;
use crate::replay::ReplayTally;
use crate::stamping::Stamping;
use crate::target::{Scheduling, TargetError};

/// What of a loop comes after its last request was issued: fewer and fewer are out, however many were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drain {
    /// When nothing was left to issue.
    pub since: Nanos,
    /// Time outstanding from then on, summed over the requests that were out, flushes at the end included.
    pub outstanding_ns: u128,
}

/// What one call of [`crate::run_jobs`] did beside what the collector holds.
#[derive(Debug, Clone)]
pub struct JobsOutcome {
    /// How the loop ended.
    pub state: CellState,
    /// The last completion, or the start if nothing completed.
    pub ended: Nanos,
    /// Time outstanding of all counted requests from issue to completion, summed: over the elapsed
    /// time this is the mean queue depth (Little's law).
    pub outstanding_ns: u128,
    /// The end of it, in which nothing was left to issue; `None` of what was given up or looked at before.
    pub drain: Option<Drain>,
    /// CPU time of the calling thread after the ramp; `None` on a target without CPU time.
    pub cpu: Option<CpuTime>,
    /// How the calling thread was scheduled after the ramp.
    pub scheduling: Scheduling,
    /// Requests that are in no figure, because the computer paused while they were out.
    pub set_aside: u64,
    /// Requests of an open loop that were due and did not complete.
    pub overdue: u64,
    /// How exactly completions were stamped after the ramp.
    pub stamping: Box<Stamping>,
    /// What stamped them; `None` where time is virtual.
    pub clock: Option<ClockCheck>,
    /// What became of a recording; `None` where requests were made.
    pub replay: Option<Box<ReplayTally>>,
    /// The call that made the target unusable, if one did.
    pub error: Option<TargetError>,
}
