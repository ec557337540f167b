//! Identifies this computer, its current boot, and its processes.

use std::path::Path;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use rustix::time::{ClockId, clock_gettime};

/// The namespace that sees all processes. Source: Linux, `include/linux/proc_ns.h`, `PROC_PID_INIT_INO`.
pub const INITIAL_NAMESPACE: &str = "pid:[4026531836]";

/// The computer's name; empty if the kernel does not report it.
#[must_use]
pub fn host_name() -> String {
    read("/proc/sys/kernel/hostname")
}

/// The id of the current boot; empty if the kernel does not report it.
#[must_use]
pub fn boot_id() -> String {
    read("/proc/sys/kernel/random/boot_id")
}

/// The name of this process's PID namespace; empty if the kernel does not report it.
#[must_use]
pub fn namespace() -> String {
    let link = std::fs::read_link("/proc/self/ns/pid");
    link.map_or_else(|_| String::new(), |link| link.display().to_string())
}

/// The start of a process, in ticks since the start of the computer; `None` if it does not exist, or is a zombie.
/// `pid` is its number or `self`.
#[must_use]
pub fn started_ticks(pid: &str) -> Option<u64> {
    let (state, ticks) = state_of(&Path::new("/proc").join(pid))?;
    (!matches!(state.as_str(), "Z" | "X")).then_some(ticks)
}

/// Whether the process `pid` with that start still exists. True as well if its first thread has ended while another
/// one may still write; and, as far as visible, for processes that this user may not inspect (`hidepid`).
#[must_use]
pub fn is_there(pid: u32, started: u64) -> bool {
    is_there_in(Path::new("/proc"), pid, started)
}

fn is_there_in(proc: &Path, pid: u32, started: u64) -> bool {
    let place = proc.join(pid.to_string());
    let Some((state, ticks)) = state_of(&place) else {
        let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
        // Without a signal: tests whether there is a process to signal, which needs no right to inspect it.
        return pid.is_some_and(|pid| test_kill_process(pid) != Err(Errno::SRCH));
    };
    let is_over = |state: &str| matches!(state, "Z" | "X");
    let threads = || std::fs::read_dir(place.join("task")).into_iter().flatten().flatten();
    let writes =
        || threads().any(|it| state_of(&it.path()).is_some_and(|(state, _)| !is_over(&state)));
    ticks == started && (!is_over(&state) || writes())
}

/// State and start of a process or thread; `None` if none can be inspected.
///
/// Source: `proc_pid_stat(5)`, fields 3 and 22; the second, in brackets, may contain anything.
fn state_of(place: &Path) -> Option<(String, u64)> {
    let stat = read(&place.join("stat").to_string_lossy());
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?.to_owned();
    Some((state, fields.nth(18)?.parse().ok()?))
}

/// Time since the start of the computer, including sleep.
#[must_use]
pub fn uptime() -> Duration {
    let time = clock_gettime(ClockId::Boottime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Whether any process with that start has this number in its own namespace.
#[must_use]
pub fn is_seen(own_pid: u32, started: u64) -> bool {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().into_string().ok());
    numbers.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())).any(|pid| {
        started_ticks(&pid) == Some(started)
            && read(&format!("/proc/{pid}/status"))
                .lines()
                .find_map(|line| line.strip_prefix("NSpid:"))
                .and_then(|numbers| numbers.split_whitespace().last())
                == Some(own_pid.to_string().as_str())
    })
}

/// The kernel's text; empty if there is none.
#[expect(clippy::disallowed_methods, reason = "the kernel's files have no errors to tell")]
fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default().trim().to_owned()
}

/// Asks a process to end (SIGTERM). Does nothing if it is gone.
pub fn ask_to_end(pid: u32) {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid {
        let _gone = kill_process(pid, Signal::TERM);
    }
}

/// The flags with which a descriptor of this process was opened; `None` if the kernel does not report them.
#[must_use]
pub fn open_flags(descriptor: u32) -> Option<u32> {
    let text = read(&format!("/proc/self/fdinfo/{descriptor}"));
    let flags = text.lines().find_map(|line| line.strip_prefix("flags:"))?;
    u32::from_str_radix(flags.trim(), 8).ok()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A process as `/proc` shows it, with its threads.
    fn shown(proc: &Path, pid: &str, states: &[(&str, &str)]) {
        for (thread, state) in states {
            let stat = format!("{pid} (a) b) {state} {} 4711 0\n", vec!["0"; 18].join(" "));
            let places = [proc.join(pid), proc.join(pid).join("task").join(thread)];
            let is_first = *thread == pid;
            for place in places.iter().skip(usize::from(!is_first)) {
                std::fs::create_dir_all(place).unwrap();
                std::fs::write(place.join("stat"), &stat).unwrap();
            }
        }
    }

    #[test]
    fn a_process_is_there_until_its_last_thread_has_ended() {
        let folder = iogram_testing::TempDir::new("proc");
        let proc = PathBuf::from(folder.path());
        shown(&proc, "7", &[("7", "S")]);
        shown(&proc, "8", &[("8", "Z")]);
        // Killed, with a write that the drive does not answer.
        shown(&proc, "9", &[("9", "Z"), ("10", "D")]);
        let is_there = |pid| is_there_in(&proc, pid, 4711);
        assert_eq!([7, 8, 9].map(is_there), [true, false, true]);
        assert!(!is_there_in(&proc, 7, 4712), "its number is another's");
        // Processes that cannot be inspected are tested differently: this process exists, and none has the other
        // number.
        assert!(is_there_in(&proc, std::process::id(), 1));
        assert!(!is_there_in(&proc, i32::MAX.unsigned_abs(), 1));
    }
}
