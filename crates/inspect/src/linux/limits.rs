//! Limits of this process: how many files it may have open, how much memory it may take, how large its first stack is.
//!
//! What is over such a limit fails in the middle of something, or ends the process without a word; so it is asked before. Must
//! not decide who needs how much.
//!
//! Sources: the manual pages `getrlimit(2)`, `proc_pid_status(5)`.

use iogram_model::Bytes;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::linux::memory_limit::MemoryLimit;
use crate::linux::sysfs::{SysRoot, text_if_known};

/// How many files this process may have open at once; `None` if as many as it likes. Where that are fewer than `wanted`, the
/// limit is raised before, as far as this user may.
#[must_use]
pub fn open_files(wanted: u64) -> Option<u64> {
    raised(Resource::Nofile, wanted)
}

/// How large the stack of the first thread can become; `None` if as large as it likes. Raised as [`open_files`] does.
#[must_use]
pub fn first_stack(wanted: Bytes) -> Option<Bytes> {
    raised(Resource::Stack, wanted.0).map(Bytes)
}

/// How many processes and threads this user may have; `None` if as many as he likes. It is no limit of root's.
#[must_use]
pub fn threads() -> Option<u64> {
    let is_root = rustix::process::geteuid().is_root();
    getrlimit(Resource::Nproc).current.filter(|_| !is_root)
}

/// What a process may take of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryKind {
    /// Everything that has an address (`ulimit -v`).
    Addresses,
    /// What it asks for beside its program (`ulimit -d`).
    Data,
}

impl MemoryKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Addresses, Self::Data];

    /// How a shell calls its limit.
    #[must_use]
    pub const fn command(self) -> &'static str {
        match self {
            Self::Addresses => "ulimit -v",
            Self::Data => "ulimit -d",
        }
    }
}

/// What is left of such memory; `None` if there is no limit, or if nobody tells how much is taken.
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
        // Less than there is changes nothing.
        assert_eq!(open_files(8), Some(now));
        assert_eq!(getrlimit(Resource::Nofile), before);
        assert!(open_files(now).is_none_or(|after| after >= now));
    }
}
