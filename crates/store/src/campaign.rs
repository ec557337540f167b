//! Which runs are parts of a campaign. Must not know what a campaign is.

use iogram_model::RunState;

/// One repetition of one task of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskKey {
    /// The campaign's id.
    pub campaign: String,
    /// Which task, counted from 0.
    pub task_index: u64,
    /// Which repetition, counted from 0.
    pub round_index: u64,
}

/// A run that is a part of a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskRun {
    /// Which part.
    pub key: TaskKey,
    /// The run.
    pub run_id: String,
    /// What is kept of how it ended.
    pub state: RunState,
}
