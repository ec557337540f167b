//! The owner of a run: this program, and whether another program that claims a run is still alive.
//!
//! For a process of this computer, look up its number and its start time, which shows that the number was not reused.
//! A process that cannot be seen from here, on another computer or outside this container, counts as alive for as
//! long as it sends heartbeats.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use iogram_inspect::{SysRoot, find_file_system, process};
use iogram_model::{Text, sentence, text};
use iogram_store::{Owner, Store};

use crate::clock::{timestamp, wall_clock_us};
use crate::failure::{Failure, FailureKind};

/// Interval between heartbeats of a program that others cannot look up. Arbitrary.
const BEAT: Duration = Duration::from_secs(20);
/// A program that has been silent for this long is dead: six heartbeats. With a store on a server, the server's clock
/// decides; computers that share a file need clocks that agree better than that.
const SILENCE_MAX: Duration = Duration::from_secs(120);
/// Kinds of file systems that several computers can mount at once.
const SHARED: [&str; 14] = [
    "nfs", "cifs", "smb", "9p", "fuse", "virtiofs", "ceph", "gluster", "lustre", "afs",
    "ocfs2", "gfs2", "vboxsf", "gpfs",
];

/// This program as an owner.
pub(crate) fn this() -> Owner {
    let now_us = wall_clock_us();
    // The store notes the times of its heartbeats.
    Owner {
        host: process::host_name(),
        boot_id: process::boot_id(),
        pid_namespace: process::namespace(),
        pid: std::process::id(),
        started_ticks: process::started_ticks("self").unwrap_or(0),
        since_us: now_us,
        heartbeat_us: now_us,
        silent: Duration::ZERO,
    }
}

/// Whether the program that claims a run is alive, as far as this can be determined.
#[must_use]
pub fn is_alive(owner: &Owner) -> bool {
    let me = this();
    let is_heard = owner.silent <= SILENCE_MAX;
    if !is_of_this_start(owner, &me) {
        return is_heard;
    }
    if owner.pid_namespace == me.pid_namespace {
        return process::is_there(owner.pid, owner.started_ticks)
            || owner.host != me.host && is_heard;
    }
    // Its number differs here, if it can be seen at all.
    process::is_seen(owner.pid, owner.started_ticks)
        || me.pid_namespace != process::INITIAL_NAMESPACE && is_heard
}

/// Whether another program measures the run of this owner now.
#[must_use]
pub fn is_measured_elsewhere(owner: &Owner) -> bool {
    !owner.is_same(&this()) && is_alive(owner)
}

/// Whether a program was a process that can be looked up here, and has ended. A copy of a running computer has the
/// same boot id, but hardly the same host name.
pub(crate) fn is_gone(owner: &Owner) -> bool {
    let me = this();
    is_of_this_start(owner, &me)
        && owner.host == me.host
        && owner.pid_namespace == me.pid_namespace
        && !process::is_there(owner.pid, owner.started_ticks)
}

/// Whether a program belongs to the present boot of this computer, as far as this can be determined.
fn is_of_this_start(owner: &Owner, me: &Owner) -> bool {
    !me.boot_id.is_empty() && owner.boot_id == me.boot_id
}

/// Takes a run for this program, from no owner or from a dead one. `what` is the action that an error refuses, such
/// as `go on with`.
///
/// # Errors
///
/// If another program measures it, or the store cannot be used.
pub fn claim(store: &mut Store, run_id: &str, refusal: Text) -> Result<(), Failure> {
    let gone = free(store, run_id, refusal)?;
    match store.claim(run_id, &this(), gone.as_ref()) {
        Err(iogram_store::Error::Owned { owner, .. }) => Err(refused(run_id, refusal, &owner)),
        other => Ok(other?),
    }
}

/// Refuses an action on a run that another program measures; otherwise returns the owner that the run had, if any.
///
/// # Errors
///
/// If another program measures it, or the store cannot be used.
pub fn free(store: &mut Store, run_id: &str, refusal: Text) -> Result<Option<Owner>, Failure> {
    match store.owner(run_id)? {
        Some(owner) if is_measured_elsewhere(&owner) => Err(refused(run_id, refusal, &owner)),
        other => Ok(other),
    }
}

fn refused(run_id: &str, refusal: Text, owner: &Owner) -> Failure {
    let me = this();
    let (pid, since) = (owner.pid, timestamp(owner.since_us));
    let is_here = owner.boot_id == me.boot_id && owner.pid_namespace == me.pid_namespace;
    let (process, hint) = if is_here {
        (pid.to_string(), sentence!("session-wait-end-end-kill-int", pid))
    } else {
        let hint = text!("session-wait-end-end-killed-wait-two");
        (format!("{pid} ({})", owner.host), hint.into())
    };
    let message = sentence!(refusal, run_id, process, since);
    Failure::new(FailureKind::Refused, message, hint)
}

/// Sends heartbeats while this program lives, if other programs could not look it up. Otherwise it writes nothing
/// while a measurement runs.
pub(crate) fn keep_beating(store: &Path, run_id: &str) -> Option<Sender<()>> {
    if !is_shared(store)? && process::namespace() == process::INITIAL_NAMESPACE {
        return None;
    }
    let (alive, ended) = mpsc::channel::<()>();
    let (store, run_id) = (store.to_owned(), run_id.to_owned());
    let beating = move || {
        let me = this();
        let Ok(mut store) = Store::open(&store) else { return };
        while ended.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
            // A missed heartbeat does no harm: six of them are the limit.
            store.beat(&run_id, &me).ok();
        }
    };
    std::thread::Builder::new().name("heartbeat".to_owned()).spawn(beating).ok()?;
    Some(alive)
}

/// Whether programs of other computers use the store; `None` if unknown.
fn is_shared(store: &Path) -> Option<bool> {
    if Store::is_on_server(store) {
        return Some(true);
    }
    let kind = find_file_system(&SysRoot::default(), store.parent()?).ok()?.record.kind;
    Some(SHARED.iter().any(|shared| kind.starts_with(shared)))
}

/// Distinguishes a file from another one of the same name and size: its inode number and its birth time.
pub(crate) fn file_mark(path: &Path) -> Option<String> {
    let metadata = std::fs::metadata(path).ok()?;
    let made = metadata.created().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(format!("{}:{}", metadata.ino(), made.as_nanos()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_is_alive_and_another_with_its_number_is_not() {
        let me = this();
        assert!(is_alive(&me));
        let other = Owner { started_ticks: me.started_ticks + 1, ..me.clone() };
        assert!(!is_alive(&other) && is_gone(&other));
        // A copy of a computer that was saved while it ran, under another name.
        let copy = Owner { host: "copy".to_owned(), ..other };
        assert!(is_alive(&copy) && !is_gone(&copy));
        let outside = Owner { pid_namespace: "pid:[1]".to_owned(), ..me.clone() };
        assert!(is_alive(&outside), "seen by when it started");
    }

    #[test]
    fn a_program_of_another_computer_is_alive_for_as_long_as_it_is_heard_of() {
        let elsewhere = Owner { boot_id: "other".to_owned(), ..this() };
        assert!(is_alive(&elsewhere));
        // The owner's clock may be a day off.
        let mistaken = Owner { since_us: elsewhere.since_us + 86_400_000_000, ..elsewhere };
        assert!(is_alive(&mistaken));
        let silent = Owner { silent: SILENCE_MAX + Duration::from_nanos(1), ..mistaken };
        assert!(!is_alive(&silent) && !is_gone(&silent), "not known to be");
    }
}
