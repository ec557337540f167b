//! Who measures a run: no other program goes on with it or removes it meanwhile.
//!
//! Must not judge whether an owner is alive: that is for whoever can look at processes. Every change names
//! the owner that was looked at, so that of two programs that look at once only one has its way.

use std::time::Duration;

/// A program that measures a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// Name of its computer.
    pub host: String,
    /// Changes with every start of the computer.
    pub boot_id: String,
    /// The process numbers' namespace, such as `pid:[4026531836]`; empty if it is unknown.
    pub pid_namespace: String,
    /// The process that measures it, on the computer of `host`.
    pub pid: u32,
    /// When the process started, in the kernel's ticks since the computer started: with these, `pid` is no
    /// other process's.
    pub started_ticks: u64,
    /// Its computer's clock when it took the run, microseconds since 1970 UTC: for people.
    pub since_us: i64,
    /// When it was heard of last, by the clock of whoever keeps the store: the server, or the computer that wrote into
    /// the file. The store writes it, whatever is here.
    pub heartbeat_us: i64,
    /// For how long it was not heard of, by the same clock: that of the server, or of the computer that looks into the
    /// file.
    pub silent: Duration,
}

impl Owner {
    /// Whether both are the same process, whenever it was heard of.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        (&self.host, &self.boot_id, &self.pid_namespace)
            == (&other.host, &other.boot_id, &other.pid_namespace)
            && (self.pid, self.started_ticks) == (other.pid, other.started_ticks)
    }
}

/// Where a run was begun. `None` is unknown, as in runs of older versions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// The target's whole path, or its name where it has none.
    pub place: Option<String>,
    /// What tells it from another target of the same name and size.
    pub mark: Option<String>,
}
