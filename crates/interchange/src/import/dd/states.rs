//! Intermediate statistics of dd, which a signal requests: USR1 on Linux, SIGINFO (Ctrl+T) on BSD and macOS.
//!
//! Sources: coreutils' manual, "dd invocation" (USR1 prints statistics and goes on); FreeBSD's `sys/kern/tty_info.c`
//! (`load: 1.53 cmd: dd 1234 ..`, which the terminal prints before dd's output). Each state counts from the
//! beginning, so the last one includes all others.

use super::super::line::Line;
use super::Records;
use super::asked::Command;
use super::summary::Summary;

/// The last intermediate or final statistics.
#[derive(Debug)]
pub(super) struct State {
    /// Index of its result.
    pub(super) index: usize,
    pub(super) command: Option<Command>,
    input: (u64, u64),
    output: (u64, u64),
    bytes: u64,
    seconds: f64,
    /// Whether the run continues, because a signal requested these statistics.
    is_asked_for: bool,
}

impl State {
    /// `None` if its records are incomplete.
    pub(super) fn new(
        (index, command): (usize, Option<Command>),
        records: &Records,
        summary: &Summary,
        is_asked_for: bool,
    ) -> Option<Self> {
        Some(Self {
            index,
            command,
            input: records.input,
            output: records.output?,
            bytes: summary.bytes,
            seconds: summary.seconds,
            is_asked_for,
        })
    }

    /// Whether the next summary certainly belongs to the same run: all counts grew, and either a signal requested
    /// this state, or a single command above runs once and had not moved its whole amount.
    ///
    /// Progress has no records.
    pub(super) fn is_before(&self, records: Option<&Records>, summary: &Summary) -> bool {
        let grows = |one: (u64, u64), next: (u64, u64)| one.0 < next.0 && one.1 <= next.1;
        let has_more = |it: &Records| {
            grows(self.input, it.input) && it.output.is_some_and(|it| grows(self.output, it))
        };
        let is_more = records.is_none_or(has_more)
            && self.bytes < summary.bytes
            && self.seconds < summary.seconds;
        let goes_on = |it: &Command| {
            let fits = |most: u64| {
                self.input.0 < most && records.is_none_or(|records| records.input.0 <= most)
            };
            it.is_once && it.count.is_none_or(fits)
        };
        is_more && (self.is_asked_for || self.command.as_ref().is_some_and(goes_on))
    }
}

/// Lines of `status=progress` before a run ended: each line includes the one before it.
#[derive(Debug)]
pub(super) struct Progress {
    /// Index of its first result.
    pub(super) first_index: usize,
    /// Line of the last one.
    pub(super) line_index: u64,
    pub(super) bytes: u64,
    pub(super) seconds: f64,
    /// Whether all of its times are in whole seconds.
    pub(super) is_whole: bool,
    pub(super) command: Option<Command>,
}

impl Progress {
    /// The progress of a run, beginning with a state.
    pub(super) fn of(state: State, line: &Line<'_>, summary: &Summary) -> Self {
        Self {
            first_index: state.index,
            line_index: line.index,
            bytes: summary.bytes,
            seconds: summary.seconds,
            is_whole: true,
            command: state.command,
        }
    }

    pub(super) fn is_before(&self, summary: &Summary) -> bool {
        // 9.6 s are printed as 10 s.
        let half_s = if self.is_whole { 0.5 } else { 0.0 };
        self.bytes <= summary.bytes && self.seconds - half_s <= summary.seconds
    }

    /// Whether `summary` is the same with the exact time.
    pub(super) fn is_end(&self, summary: &Summary) -> bool {
        let is_near = (self.seconds - summary.seconds).abs() <= 0.5;
        self.is_whole && !summary.is_progress && self.bytes == summary.bytes && is_near
    }
}

/// Whether the line shows a signal to dd: a terminal's output at Ctrl+T, or a command that sends the signal.
pub(super) fn is_signal(text: &str) -> bool {
    let text = text.trim();
    if text.starts_with("load: ") && text.contains("cmd: dd ") {
        return true;
    }
    let is_kill = |word: &str| matches!(word, "kill" | "pkill" | "killall");
    let is_name = |word: &str| {
        let name = word.trim_start_matches('-');
        matches!(name, "USR1" | "SIGUSR1" | "INFO" | "SIGINFO")
    };
    let mut words = text.split_whitespace().skip_while(|it| !is_kill(it));
    words.next().is_some() && words.any(is_name)
}

/// Whether a shell or `time` prints the duration of a command in this line. It includes more than dd's requests: the
/// start of the program, and all other commands of the line.
///
/// Sources: bash' and ksh's `real 0m8.212s`, POSIX' `time -p`, zsh's `TIMEFMT`, csh's `time`, BSD's and GNU's
/// `/usr/bin/time`, fish.
pub(super) fn is_time_of_shell(text: &str) -> bool {
    // The line quotes the command, and does not run it.
    if text.trim_start().starts_with("Command being timed:") {
        return true;
    }
    let words: Vec<&str> = text.split_whitespace().take(6).collect();
    let begins = |word: &str| word.starts_with(|it: char| it.is_ascii_digit());
    match words.as_slice() {
        ["real" | "user" | "sys", time] => begins(time),
        // busybox adds a space: `real    0m 8.21s`.
        ["real" | "user" | "sys", minutes, seconds] => {
            begins(minutes) && minutes.ends_with('m') && begins(seconds)
        }
        [time, "real", _, "user", ..] => begins(time),
        ["Executed", "in", time, ..] => begins(time),
        [user, system, elapsed, ..] if begins(user) && begins(system) => {
            let is_csh = user.ends_with('u') && system.ends_with('s') && elapsed.contains(':');
            is_csh || user.ends_with("user") && system.ends_with("system")
        }
        _ => {
            let text = text.trim_end();
            text.ends_with(" total") && text.contains("% cpu ") && text.contains("s user ")
        }
    }
}

/// Seconds of a shell's `real 0m39.834s`, `real 0m 8.21s`, `real 39.83`; `None` for other lines.
pub(super) fn seconds_of_real(text: &str) -> Option<f64> {
    let rest = text.trim().strip_prefix("real")?;
    let told: String = rest.split_whitespace().collect::<String>().replace(',', ".");
    let (minutes, seconds) = told.split_once('m').unwrap_or(("0", &told));
    let minutes: u32 = minutes.parse().ok()?;
    let seconds: f64 = seconds.strip_suffix('s').unwrap_or(seconds).parse().ok()?;
    (seconds.is_finite() && seconds >= 0.0).then(|| f64::from(minutes).mul_add(60.0, seconds))
}
