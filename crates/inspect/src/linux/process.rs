//! Programs of this computer: which computer and which start of it this is, and whether a program is still there.

/// The namespace that sees all processes. Source: Linux, `include/linux/proc_ns.h`, `PROC_PID_INIT_INO`.
pub const INITIAL_NAMESPACE: &str = "pid:[4026531836]";

/// The computer's name; empty if the kernel does not say it.
#[must_use]
pub fn host_name() -> String {
    read("/proc/sys/kernel/hostname")
}

/// Which start of the computer this is; empty if the kernel does not say it.
#[must_use]
pub fn boot_id() -> String {
    read("/proc/sys/kernel/random/boot_id")
}

/// The processes that this one sees, as a name; empty if the kernel does not say it.
#[must_use]
pub fn namespace() -> String {
    let link = std::fs::read_link("/proc/self/ns/pid");
    link.map_or_else(|_| String::new(), |link| link.display().to_string())
}

/// When a process started, in ticks since the computer did; `None` if it is not there, or has ended and only waits
/// to be noticed. `pid` is its number or `self`.
///
/// Source: `proc_pid_stat(5)`, fields 3 and 22; the second, in brackets, may hold anything.
#[must_use]
pub fn started_ticks(pid: &str) -> Option<u64> {
    let stat = read(&format!("/proc/{pid}/stat"));
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    (!matches!(state, "Z" | "X")).then_some(())?;
    fields.nth(18)?.parse().ok()
}

/// Since when the computer runs, the time that it slept included; `None` if the kernel does not say it.
///
/// Source: `proc_uptime(5)`, hundredths of a second; Linux, `fs/proc/uptime.c`: `CLOCK_BOOTTIME`.
#[must_use]
pub fn uptime() -> Option<std::time::Duration> {
    let text = read("/proc/uptime");
    let (seconds, hundredths) = text.split_whitespace().next()?.split_once('.')?;
    let hundredths: u64 = hundredths.parse().ok()?;
    let millis = seconds
        .parse::<u64>()
        .ok()?
        .checked_mul(1000)?
        .checked_add(hundredths.checked_mul(10)?)?;
    Some(std::time::Duration::from_millis(millis))
}

/// Whether any process started then and has this number in its own namespace.
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

/// What the kernel says; empty if it says nothing.
#[expect(clippy::disallowed_methods, reason = "the kernel's files have no errors to tell")]
fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default().trim().to_owned()
}
