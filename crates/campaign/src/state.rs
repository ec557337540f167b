//! Progress of a campaign: the engine's state of each task, and the totals.

/// The engine's state of a task.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TaskState {
    /// Not known to the engine: never submitted, or already forgotten.
    #[default]
    Unknown,
    /// Queued, with the engine's reason.
    Waiting(String),
    /// Running, on this node.
    Running(String),
    /// Ended with success.
    Ended,
    /// Failed, with the engine's word for it.
    Failed(String),
    /// Cancelled by somebody.
    Cancelled,
}

impl TaskState {
    /// Maps a Slurm state. `node` is where the task runs, `reason` why it waits.
    ///
    /// Source: squeue(1), "Job state codes".
    #[must_use]
    pub fn of_slurm(word: &str, node: &str, reason: &str) -> Self {
        // sacct adds the user: "CANCELLED by 0".
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

    /// Whether the state is final.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !matches!(self, Self::Waiting(_) | Self::Running(_))
    }
}

/// Number of tasks in each state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Tasks with all runs completed.
    pub done: usize,
    /// Tasks among `done` whose drive failed.
    pub failed_drive: usize,
    /// Running tasks.
    pub running: usize,
    /// Queued tasks.
    pub waiting: usize,
    /// Tasks that the engine gave up.
    pub broken: usize,
    /// Tasks that are neither done nor with the engine.
    pub left: usize,
}
