//! How far a campaign is: what its engine says of a task, and what is kept of it.

/// What an engine says of a task.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TaskState {
    /// It says nothing: never submitted, or forgotten since.
    #[default]
    Unknown,
    /// It waits; why, in the engine's word.
    Waiting(String),
    /// It is carried out; where.
    Running(String),
    /// It ended as it should.
    Ended,
    /// It ended otherwise; how, in the engine's word.
    Failed(String),
    /// Somebody took it back.
    Cancelled,
}

impl TaskState {
    /// The state that Slurm calls so. `node` is where, `reason` why it waits.
    ///
    /// Source: squeue(1), "Job state codes".
    #[must_use]
    pub fn of_slurm(word: &str, node: &str, reason: &str) -> Self {
        // sacct says by whom: "CANCELLED by 0".
        match word.split([' ', '+']).next().unwrap_or_default() {
            "PENDING" | "REQUEUED" | "REQUEUE_HOLD" | "REQUEUE_FED" | "SPECIAL_EXIT"
            | "RESV_DEL_HOLD" => Self::Waiting(reason.to_owned()),
            "RUNNING" | "CONFIGURING" | "COMPLETING" | "STAGE_OUT" | "SUSPENDED"
            | "STOPPED" | "SIGNALING" | "RESIZING" => Self::Running(node.to_owned()),
            "COMPLETED" => Self::Ended,
            "CANCELLED" | "REVOKED" => Self::Cancelled,
            "" => Self::Unknown,
            other => Self::Failed(other.to_owned()),
        }
    }

    /// Whether nothing more comes of it by itself.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !matches!(self, Self::Waiting(_) | Self::Running(_))
    }
}

/// How many tasks are where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// All of its runs are there.
    pub done: usize,
    /// Of those: the drive failed.
    pub failed_drive: usize,
    /// Under way.
    pub running: usize,
    /// Queued.
    pub waiting: usize,
    /// The engine gave up.
    pub broken: usize,
    /// Nobody does it, and it is not done.
    pub left: usize,
}
