//! A process between the terminal and the measuring process, for drives that another program serves.
//!
//! A request to such a drive (by FUSE or over a network, also below a loop device) can hang in the kernel for as long
//! as its server wants. The kernel cannot end the thread behind it, so the process stays, and a shell would wait for
//! it. Therefore another process runs in front: it passes signals on, and ends when the result is complete.

use std::io;
use std::path::{Path, PathBuf};

use crate::resolve::{PathKind, TargetSpec, examine};
use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::filesystem::find_file_system;
use iogram_inspect::identity::{drives_of, name_of, whole_of};
use iogram_inspect::sysfs::{SysRoot, text_if_known};

/// Maximum nesting of loop devices; deeper chains are not followed.
const DEPTH_MAX: usize = 8;

/// The role of this process.
#[derive(Debug)]
pub enum Front {
    /// The process in front: the one behind has ended, or has reported its exit code.
    Over(u8),
    /// The process behind, which does the work.
    Behind(Behind),
}

/// The connection to the process in front.
#[derive(Debug)]
pub struct Behind {
    front: libc::pid_t,
}

/// Whether another program serves the requests to this target; false if that cannot be determined.
#[must_use]
pub fn is_served(root: &SysRoot, target: &str) -> bool {
    let Ok(TargetSpec::Path(path)) = TargetSpec::parse(target) else { return false };
    match examine(&path) {
        Ok(PathKind::BlockDevice { number }) => is_served_device(root, number, 0),
        Ok(PathKind::Directory | PathKind::File { .. }) => is_served_file(root, &path, 0),
        Err(_) => false,
    }
}

fn is_served_file(root: &SysRoot, path: &Path, depth: usize) -> bool {
    let Ok(found) = find_file_system(root, path) else { return false };
    let kind = found.record.kind.as_str();
    let is_remote =
        ["nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "afs", "virtiofs"].contains(&kind);
    is_remote
        || kind.starts_with("fuse")
        || found.devices.iter().any(|number| is_served_device(root, *number, depth + 1))
}

fn is_served_device(root: &SysRoot, number: DeviceNumber, depth: usize) -> bool {
    let Some(dir) = root.block_dir(number).filter(|_| depth < DEPTH_MAX) else { return false };
    drives_of(root, &whole_of(&dir)).iter().any(|drive| {
        let name = name_of(drive);
        let file = text_if_known(drive, "loop/backing_file").map(PathBuf::from);
        ["nbd", "ublkb", "rbd"].iter().any(|prefix| name.starts_with(prefix))
            || file.is_some_and(|file| is_served_file(root, &file, depth + 1))
    })
}

/// Signals that would end this process and are meant for the other one.
const PASSED_ON: [libc::c_int; 11] = [
    libc::SIGINT,
    libc::SIGTERM,
    libc::SIGHUP,
    libc::SIGXCPU,
    libc::SIGALRM,
    libc::SIGUSR2,
    libc::SIGVTALRM,
    libc::SIGPROF,
    libc::SIGIO,
    libc::SIGPWR,
    libc::SIGSTKFLT,
];

/// Creates the second process. Must be called before any thread is started.
///
/// # Errors
///
/// Fails if no process can be created.
#[expect(unsafe_code, reason = "fork and waiting for signals have no safe binding")]
pub fn stand_in_front() -> io::Result<Front> {
    let awaited = PASSED_ON.into_iter().chain([libc::SIGCHLD, libc::SIGUSR1]);
    let mut set = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    let mut before = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: `set` is writable; the call makes it an empty set.
    unsafe { libc::sigemptyset(set.as_mut_ptr()) };
    for signal in awaited {
        // SAFETY: `set` is a set.
        unsafe { libc::sigaddset(set.as_mut_ptr(), signal) };
    }
    // SAFETY: `set` is a set, and `before` is writable.
    unsafe { libc::sigprocmask(libc::SIG_BLOCK, set.as_ptr(), before.as_mut_ptr()) };
    let own = rustix::process::getpid().as_raw_nonzero().get();
    // SAFETY: there is one thread, so the child's copy of the memory is consistent.
    let child = unsafe { libc::fork() };
    match child {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            let signal = Some(rustix::process::Signal::KILL);
            rustix::process::set_parent_process_death_signal(signal)?;
            // If the process in front ended before that call, no signal comes.
            if rustix::process::getppid().map(|it| it.as_raw_nonzero().get()) != Some(own) {
                return Err(io::Error::other("the process in front has ended"));
            }
            // SAFETY: `before` was written above.
            unsafe {
                libc::sigprocmask(libc::SIG_SETMASK, before.as_ptr(), std::ptr::null_mut())
            };
            Ok(Front::Behind(Behind { front: own }))
        }
        child => {
            // SAFETY: the set was made above.
            let set = unsafe { set.assume_init() };
            Ok(Front::Over(wait_for(child, &set)))
        }
    }
}

/// Passes signals on until `child` ends or reports its exit code; returns that code.
#[expect(unsafe_code, reason = "waiting for signals has no safe binding")]
fn wait_for(child: libc::pid_t, set: &libc::sigset_t) -> u8 {
    loop {
        let mut info = std::mem::MaybeUninit::<libc::siginfo_t>::zeroed();
        // SAFETY: the set is one, and `info` is writable.
        let signal = unsafe { libc::sigwaitinfo(set, info.as_mut_ptr()) };
        // SAFETY: zeroed memory is a valid `siginfo_t`, and the kernel has filled it.
        let info = unsafe { info.assume_init() };
        match signal {
            libc::SIGCHLD => {
                let mut status = 0;
                // SAFETY: `status` is writable.
                let ended = unsafe { libc::waitpid(child, &raw mut status, libc::WNOHANG) };
                if ended == child && libc::WIFEXITED(status) {
                    return u8::try_from(libc::WEXITSTATUS(status)).unwrap_or(u8::MAX);
                }
                if ended == child {
                    return u8::try_from(128 + libc::WTERMSIG(status)).unwrap_or(u8::MAX);
                }
            }
            libc::SIGUSR1 => {
                // SAFETY: a field of every signal that a process sends.
                let from = unsafe { info.si_pid() };
                if from == child {
                    // SAFETY: the same; it is zero where nothing was queued with it.
                    let value = unsafe { info.si_value() }.sival_ptr;
                    return u8::try_from(value.addr() & 0xFF).unwrap_or(u8::MAX);
                }
                // SAFETY: plain numbers.
                let _gone = unsafe { libc::kill(child, signal) };
            }
            // A terminal sends its signals to both.
            signal if PASSED_ON.contains(&signal) && info.si_code <= 0 => {
                // SAFETY: plain numbers.
                let _gone = unsafe { libc::kill(child, signal) };
            }
            _ => {}
        }
    }
}

impl Behind {
    /// Reports that all output is complete: releases the terminal, the pipes and the process in front, which ends
    /// with this code.
    #[expect(unsafe_code, reason = "sigqueue has no safe binding")]
    pub fn tell(&self, code: u8) {
        let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
        if let Ok(nothing) = rustix::fs::open("/dev/null", flags, rustix::fs::Mode::empty()) {
            let _as_they_are = (
                rustix::stdio::dup2_stdin(&nothing),
                rustix::stdio::dup2_stdout(&nothing),
                rustix::stdio::dup2_stderr(&nothing),
            );
        }
        let value =
            libc::sigval { sival_ptr: std::ptr::without_provenance_mut(usize::from(code)) };
        // SAFETY: plain numbers; the pointer is one of them and is never followed.
        let _gone = unsafe { libc::sigqueue(self.front, libc::SIGUSR1, value) };
    }
}
