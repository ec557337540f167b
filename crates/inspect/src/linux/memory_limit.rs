//! The memory that the control groups of this process leave: the kernel silently kills a process that takes more.
//!
//! Reads both hierarchies, and every group from the process's own upwards. Must not decide who needs how much.
//!
//! Sources: the kernel's Documentation/admin-guide/cgroup-v2.rst (`memory.max`, `memory.current`, `memory.stat`) and
//! cgroup-v1/memory.rst (`memory.limit_in_bytes`, `memory.usage_in_bytes`, `total_active_file`).

use std::path::{Path, PathBuf};

use iogram_model::Bytes;

use crate::linux::filesystem::{Mount, own_mounts};
use crate::linux::sysfs::{SysRoot, number_if_known, text_if_known};

/// A limit of the first hierarchy from here on means none: it is a signed number of pages. Source:
/// `PAGE_COUNTER_MAX`.
const NO_LIMIT: u64 = 1 << 62;

/// The tightest limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryLimit {
    /// Maximum memory of all processes of the group together.
    pub limit: Bytes,
    /// The part that is still available; file pages can be reclaimed.
    pub left: Bytes,
}

/// The limit that leaves least to this process; `None` if none is set, or known.
#[must_use]
pub fn memory_limit(root: &SysRoot) -> Option<MemoryLimit> {
    let groups = text_if_known(&root.proc, "self/cgroup")?;
    let mounts = own_mounts(root).ok()?;
    let limits = groups.lines().flat_map(|line| limits_of(line, &mounts));
    limits.min_by_key(|it| it.left)
}

/// File names of a hierarchy.
struct Names {
    limit: &'static str,
    used: &'static str,
    /// In `memory.stat`: pages that the kernel reclaims if memory is short.
    files: [&'static str; 2],
}

const FIRST: Names = Names {
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    files: ["total_active_file", "total_inactive_file"],
};
const SECOND: Names = Names {
    limit: "memory.max",
    used: "memory.current",
    files: ["active_file", "inactive_file"],
};

/// `0::/path` in the second hierarchy, `4:memory:/path` in the first.
fn limits_of(line: &str, mounts: &[Mount]) -> Vec<MemoryLimit> {
    let mut parts = line.splitn(3, ':');
    let (Some(_), Some(controllers), Some(path)) = (parts.next(), parts.next(), parts.next())
    else {
        return Vec::new();
    };
    let is_first = controllers.split(',').any(|it| it == "memory");
    let (kind, names) = match (is_first, controllers) {
        (true, _) => ("cgroup", &FIRST),
        (false, "") => ("cgroup2", &SECOND),
        _ => return Vec::new(),
    };
    let is_it = |mount: &&Mount| {
        let has_memory = mount.super_options.split(',').any(|it| it == "memory");
        mount.kind == kind && (!is_first || has_memory)
    };
    let Some(mount) = mounts.iter().find(is_it) else { return Vec::new() };
    // A container may see only a part of the hierarchy.
    let below = Path::new(path).strip_prefix(&mount.part).unwrap_or(Path::new(path));
    levels(&mount.mount_point, below).iter().filter_map(|dir| limit_at(dir, names)).collect()
}

/// The group and its visible parents.
fn levels(top: &Path, below: &Path) -> Vec<PathBuf> {
    let below = below.strip_prefix("/").unwrap_or(below);
    below.ancestors().map(|it| top.join(it)).filter(|it| it.is_dir()).collect()
}

fn limit_at(group: &Path, names: &Names) -> Option<MemoryLimit> {
    // "max" is not a number.
    let limit = number_if_known(group, names.limit).filter(|it| *it < NO_LIMIT)?;
    let used = number_if_known(group, names.used)?;
    let stat = text_if_known(group, "memory.stat").unwrap_or_default();
    let files: u64 = stat
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(name, _)| names.files.contains(name))
        .filter_map(|(_, value)| value.trim().parse::<u64>().ok())
        .fold(0, u64::saturating_add);
    let left = limit.saturating_sub(used.saturating_sub(files));
    Some(MemoryLimit { limit: Bytes(limit), left: Bytes(left) })
}

#[cfg(test)]
mod tests {
    use iogram_testing::TempDir;

    use super::*;
    use crate::linux::filesystem::parse_mountinfo;

    const MIB: u64 = 1 << 20;

    fn check(first: bool, part: &str, path: &str, expected: Option<(u64, u64)>) {
        let folder = TempDir::new("groups");
        let names = if first { &FIRST } else { &SECOND };
        let group = |path: &str, limit: &str, used: u64, files: u64| {
            let at = folder.path().join(path);
            std::fs::create_dir_all(&at).unwrap();
            std::fs::write(at.join(names.limit), limit).unwrap();
            std::fs::write(at.join(names.used), used.to_string()).unwrap();
            let stat = format!("anon 5\n{} {}\n{} 0\n", names.files[0], files, names.files[1]);
            std::fs::write(at.join("memory.stat"), stat).unwrap();
        };
        let none = if first { "9223372036854771712\n" } else { "max\n" };
        group("", none, 9000 * MIB, 0);
        group("outer", "134217728\n", 100 * MIB, 40 * MIB);
        group("outer/inner", "209715200\n", 100 * MIB, 0);
        group("free", none, 0, 0);
        let top = folder.path().display();
        let table = match first {
            true => format!("30 1 0:26 {part} {top} rw - cgroup cgroup rw,memory\n"),
            false => format!("30 1 0:26 {part} {top} rw - cgroup2 cgroup2 rw\n"),
        };
        let line = format!("{}:{path}", if first { "4:memory" } else { "0:" });
        let found = limits_of(&line, &parse_mountinfo(&table));
        let found = found.iter().min_by_key(|it| it.left).map(|it| (it.limit.0, it.left.0));
        assert_eq!(found, expected, "{line} {part}");
    }

    #[test]
    fn the_tightest_group_above_counts_in_both_hierarchies() {
        let outer = Some((128 * MIB, 68 * MIB));
        for first in [true, false] {
            check(first, "/", "/outer/inner", outer);
            check(first, "/", "/outer", outer);
            check(first, "/", "/free", None);
            check(first, "/", "/", None);
            // In a container: below the visible part, and if that is everything.
            check(first, "/docker/7", "/docker/7/outer/inner", outer);
            check(first, "/", "/elsewhere/that/is/not/seen", None);
        }
    }

    #[test]
    fn other_controllers_have_no_limit_of_memory() {
        assert_eq!(limits_of("3:cpu,cpuacct:/a", &[]), []);
        assert_eq!(limits_of("0::/a", &[]), []);
        assert_eq!(limits_of("nonsense", &[]), []);
    }
}
