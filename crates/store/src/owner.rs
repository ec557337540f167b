//! Owners: no other program continues or removes a run that its owner measures.
//!
//! Must not judge whether an owner is alive: that needs access to processes. Every change names the expected owner,
//! so that of two concurrent programs only one succeeds.

use std::time::Duration;

/// A program that measures a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// Name of its computer.
    pub host: String,
    /// Changes with every start of the computer.
    pub boot_id: String,
    /// Namespace of the process number, such as `pid:[4026531836]`; empty if unknown.
    pub pid_namespace: String,
    /// The measuring process, on the computer `host`.
    pub pid: u32,
    /// Start of the process, in the kernel's ticks since the computer started: with it, `pid` identifies one process.
    pub started_ticks: u64,
    /// Start of the ownership by its computer's clock, in microseconds since 1970 UTC: for people.
    pub since_us: i64,
    /// The last heartbeat, by the clock of the store: the server, or the computer that wrote the file. The store sets
    /// it, whatever the value here.
    pub heartbeat_us: i64,
    /// Time since the last heartbeat, by the same clock: the server's, or that of the computer that reads the file.
    pub silent: Duration,
}

impl Owner {
    /// Whether both are the same process, whatever their heartbeats.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        (&self.host, &self.boot_id, &self.pid_namespace)
            == (&other.host, &other.boot_id, &other.pid_namespace)
            && (self.pid, self.started_ticks) == (other.pid, other.started_ticks)
    }
}

/// The origin of a run. `None` is unknown, as in runs of older versions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// The complete path of the target, or its name if it has no path.
    pub place: Option<String>,
    /// Distinguishes it from another target of the same name and size.
    pub mark: Option<String>,
}
