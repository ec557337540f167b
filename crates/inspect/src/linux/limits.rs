//! Limits of this process: open files, memory, and the size of its first stack.
//!
//! Exceeding such a limit fails in the middle of some work, or ends the process silently; so these functions check it
//! first. Must not decide who needs how much.
//!
//! Sources: the manual pages `getrlimit(2)`, `proc_pid_status(5)`.

use iogram_model::Bytes;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::linux::memory_limit::MemoryLimit;
use crate::linux::sysfs::{SysRoot, text_if_known};

/// Maximum number of open files of this process; `None` means no limit. If it is below `wanted`, it is first raised
/// as far as this user may.
#[must_use]
pub fn open_files(wanted: u64) -> Option<u64> {
    raised(Resource::Nofile, wanted)
}

/// Maximum size of the first thread's stack; `None` means no limit. Raised as in [`open_files`].
#[must_use]
pub fn first_stack(wanted: Bytes) -> Option<Bytes> {
    raised(Resource::Stack, wanted.0).map(Bytes)
}

/// Maximum number of processes and threads of this user; `None` means no limit. It does not apply to root.
#[must_use]
pub fn threads() -> Option<u64> {
    let is_root = rustix::process::geteuid().is_root();
    getrlimit(Resource::Nproc).current.filter(|_| !is_root)
}

/// Kinds of memory with a limit per process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryKind {
    /// All address space (`ulimit -v`).
    Addresses,
    /// Data beside the program (`ulimit -d`).
    Data,
}

impl MemoryKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Addresses, Self::Data];

    /// The shell command for its limit.
    #[must_use]
    pub const fn command(self) -> &'static str {
        match self {
            Self::Addresses => "ulimit -v",
            Self::Data => "ulimit -d",
        }
    }
}

/// The memory left of this kind; `None` if there is no limit, or if the current use is unknown.
#[must_use]
pub fn memory_left(root: &SysRoot, kind: MemoryKind) -> Option<MemoryLimit> {
    let (resource, field) = match kind {
        MemoryKind::Addresses => (Resource::As, "VmSize:"),
        MemoryKind::Data => (Resource::Data, "VmData:"),
    };
    let limit = getrlimit(resource).current?;
    let used = field_of(&text_if_known(&root.proc, "self/status")?, field)?;
    Some(MemoryLimit { limit: Bytes(limit), left: Bytes(limit.saturating_sub(used)) })
}

/// Bytes of a line such as `VmData:     1234 kB`.
fn field_of(status: &str, field: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

fn raised(resource: Resource, wanted: u64) -> Option<u64> {
    let Rlimit { current, maximum } = getrlimit(resource);
    let now = current?;
    if now >= wanted {
        return Some(now);
    }
    let reachable = maximum.map_or(wanted, |most| most.min(wanted));
    if reachable <= now {
        return Some(now);
    }
    match setrlimit(resource, Rlimit { current: Some(reachable), maximum }) {
        Ok(()) => Some(reachable),
        Err(_) => Some(now),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_account_is_read_in_bytes() {
        let status = "Name:\tiogram\nVmSize:\t   12 kB\nVmData:\t 3 kB\nVmStk:\t-\n";
        assert_eq!(field_of(status, "VmSize:"), Some(12 << 10));
        assert_eq!(field_of(status, "VmData:"), Some(3 << 10));
        assert_eq!(field_of(status, "VmStk:"), None);
        assert_eq!(field_of(status, "VmPeak:"), None);
        assert_eq!(field_of("VmSize: 99999999999999999999 kB", "VmSize:"), None);
    }

    #[test]
    fn a_limit_is_raised_as_far_as_is_wanted_and_never_lowered() {
        let before = getrlimit(Resource::Nofile);
        let Some(now) = before.current.filter(|now| *now >= 8) else { return };
        // A lower request changes nothing.
        assert_eq!(open_files(8), Some(now));
        assert_eq!(getrlimit(Resource::Nofile), before);
        assert!(open_files(now).is_none_or(|after| after >= now));
    }
}
