//! The users that are hidden here: processes of other PID namespaces, of other users, of other user namespaces, with
//! their open files and mounts.
//!
//! In a container the tables of processes and mounts are those of the container, while its block devices are shared
//! with everybody. Knows how the kernel shows that something is hidden; must not guess the hidden part.
//!
//! Source: the kernel's `include/linux/proc_ns.h` (the numbers of the first namespaces),
//! Documentation/filesystems/proc.rst (`hidepid`).

use std::path::Path;

use iogram_inspect::filesystem::own_mounts;
use iogram_inspect::sysfs::{AttributeError, SysRoot, list_names};

/// `PROC_PID_INIT_INO`.
const FIRST_PID_NAMESPACE: &str = "pid:[4026531836]";

/// `PROC_USER_INIT_INO`.
const FIRST_USER_NAMESPACE: &str = "user:[4026531837]";

/// Every reason why users of a device may be hidden; empty if all are visible.
///
/// # Errors
///
/// Fails if the table of mounts or the list of processes cannot be read.
pub fn find_unseen(root: &SysRoot) -> Result<Vec<String>, AttributeError> {
    let mut found = Vec::new();
    let is_other = |name: &str, first: &str| {
        let link = std::fs::read_link(root.proc.join("self/ns").join(name));
        link.is_ok_and(|link| link != Path::new(first))
    };
    if is_other("pid", FIRST_PID_NAMESPACE) {
        found.push(
            "this is a container (another PID namespace than the computer's own): processes outside \
             of it are hidden"
                .to_owned(),
        );
    }
    if is_other("user", FIRST_USER_NAMESPACE) {
        found.push(
            "this is another user namespace than the computer's own: what processes outside of it \
             have open is hidden"
                .to_owned(),
        );
    }
    let is_hiding = |options: &str| {
        let mut values =
            options.split(',').filter_map(|option| option.strip_prefix("hidepid="));
        values.next_back().is_some_and(|value| value != "0" && value != "off")
    };
    let proc_mounts = own_mounts(root)?.into_iter().filter(|mount| mount.kind == "proc");
    let hides = proc_mounts
        .filter(|mount| mount.mount_point == Path::new("/proc"))
        .any(|mount| is_hiding(&mount.options) || is_hiding(&mount.super_options));
    // A user who may trace all processes sees them in spite of it.
    if hides && !root.proc.join("1/fd").is_dir() {
        found.push("/proc hides the processes of other users (hidepid)".to_owned());
    }
    let hidden = count_closed(root)?;
    if hidden > 0 {
        found.push(format!("what {hidden} processes have open may not be looked at"));
    }
    Ok(found)
}

/// Number of processes whose descriptors may not be listed.
fn count_closed(root: &SysRoot) -> Result<usize, AttributeError> {
    let processes = list_names(&root.proc, ".")?.into_iter();
    let is_process = |name: &String| name.bytes().all(|letter| letter.is_ascii_digit());
    let is_closed = |name: &String| {
        let listed = std::fs::read_dir(root.proc.join(name).join("fd"));
        listed.is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied)
    };
    Ok(processes.filter(is_process).filter(is_closed).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

    fn computer(pid: &str, user: &str, options: &str) -> TempDir {
        let dir = TempDir::new("unseen");
        let line = format!("22 27 0:21 / /proc rw,relatime - proc proc {options}\n");
        dir.write("proc/self/mountinfo", line);
        let spaces = dir.path().join("proc/self/ns");
        std::fs::create_dir_all(&spaces).unwrap();
        std::os::unix::fs::symlink(pid, spaces.join("pid")).unwrap();
        std::os::unix::fs::symlink(user, spaces.join("user")).unwrap();
        dir
    }

    #[track_caller]
    fn check(dir: &TempDir, expected: &[&str]) {
        let found = find_unseen(&SysRoot::below(dir.path())).unwrap();
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, words) in found.iter().zip(expected) {
            assert!(found.contains(words), "{found}");
        }
    }

    #[test]
    fn outside_of_containers_nothing_is_hidden() {
        check(&computer(FIRST_PID_NAMESPACE, FIRST_USER_NAMESPACE, "rw"), &[]);
    }

    #[test]
    fn a_container_another_users_space_and_hidden_processes_are_told() {
        let space = "pid:[4026532441]";
        check(&computer(space, FIRST_USER_NAMESPACE, "rw"), &["container"]);
        let user = "user:[4026532440]";
        check(&computer(FIRST_PID_NAMESPACE, user, "rw"), &["user namespace"]);
        let hiding = "rw,hidepid=invisible";
        check(&computer(FIRST_PID_NAMESPACE, FIRST_USER_NAMESPACE, hiding), &["hidepid"]);
        let open = computer(FIRST_PID_NAMESPACE, FIRST_USER_NAMESPACE, hiding);
        std::fs::create_dir_all(open.path().join("proc/1/fd")).unwrap();
        check(&open, &[]);
    }
}
