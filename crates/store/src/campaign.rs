//! Membership of runs in campaigns. Must not know the purpose of a campaign.

use iogram_model::RunState;

/// One repetition of one task of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskKey {
    /// The campaign's id.
    pub campaign: String,
    /// The task, counted from 0.
    pub task_index: u64,
    /// The repetition, counted from 0.
    pub round_index: u64,
}

/// A run that belongs to a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskRun {
    /// The part of the campaign.
    pub key: TaskKey,
    /// The run.
    pub run_id: String,
    /// The last stored state.
    pub state: RunState,
}
