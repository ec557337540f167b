//! The clock of real targets, and the cost of reading it.

use iogram_model::{CpuTime, Nanos};
use rustix::time::{ClockId, Timespec, clock_gettime};

/// Name of the clock behind every latency, for the record.
pub const CLOCK_NAME: &str = "CLOCK_MONOTONIC";

/// The time on `CLOCK_MONOTONIC`: it never goes back, and stops during suspend.
#[inline]
#[must_use]
pub fn now() -> Nanos {
    nanos(clock_gettime(ClockId::Monotonic))
}

/// A time of the kernel's interfaces.
#[inline]
#[expect(clippy::cast_sign_loss, reason = "the monotonic clock counts up from 0")]
pub fn nanos(time: Timespec) -> Nanos {
    Nanos(time.tv_sec as u64 * Nanos::SECOND.0 + time.tv_nsec as u64)
}

/// `until` as a time of the kernel's interfaces.
#[expect(clippy::cast_possible_wrap, reason = "seconds of the monotonic clock are small")]
pub fn timespec(until: Nanos) -> Timespec {
    Timespec {
        tv_sec: (until.0 / Nanos::SECOND.0) as i64,
        tv_nsec: (until.0 % Nanos::SECOND.0) as i64,
    }
}

/// Sleeps until `until`; polls the clock for the last part, because a sleep overshoots.
pub fn rest_until(until: Nanos) {
    /// How early to wake. Arbitrary: with the minimum timer slack, waking a thread takes some microseconds; many
    /// threads may do this at once.
    const EARLY: Nanos = Nanos(20_000);
    let wake = Nanos(until.0.saturating_sub(EARLY.0));
    while now() < wake {
        // An interrupted sleep simply continues.
        let _interrupted =
            rustix::thread::clock_nanosleep_absolute(ClockId::Monotonic, &timespec(wake));
    }
    while now() < until {
        std::hint::spin_loop();
    }
}

/// The cost of one clock reading, and the clock's smallest step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClockQuality {
    /// Mean cost of a reading in nanoseconds, in the best of several rounds.
    pub cost_ns: f64,
    /// Smallest difference between two different readings, in nanoseconds.
    pub precision_ns: f64,
}

/// Measures a clock; takes about a millisecond.
#[expect(clippy::cast_precision_loss, reason = "small counts")]
pub fn measure_clock(now: impl Fn() -> Nanos) -> ClockQuality {
    const READINGS: u64 = 2_000;
    const ROUNDS: u64 = 10;
    let (mut cost_ns, mut precision_ns) = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        let begin = now();
        let mut last = begin;
        for _ in 0..READINGS {
            let reading = now();
            if reading > last {
                precision_ns = precision_ns.min((reading.0 - last.0) as f64);
            }
            last = reading;
        }
        // The least disturbed round shows the cost of a reading; noise only adds.
        cost_ns = cost_ns.min((last.0 - begin.0) as f64 / READINGS as f64);
    }
    ClockQuality { cost_ns, precision_ns }
}

/// The owner of the CPU time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CpuScope {
    /// The calling thread.
    Thread,
    /// The process, including kernel workers of its rings.
    Process,
}

/// CPU time used so far; `None` if the kernel does not report it.
#[must_use]
pub fn cpu_time(scope: CpuScope) -> Option<CpuTime> {
    let usage = usage(scope)?;
    let nanos = |time: libc::timeval| {
        let (seconds, micros) =
            (u64::try_from(time.tv_sec).ok()?, u64::try_from(time.tv_usec).ok()?);
        Some(seconds * Nanos::SECOND.0 + micros * 1000)
    };
    Some(CpuTime { user_ns: nanos(usage.ru_utime)?, system_ns: nanos(usage.ru_stime)? })
}

/// How often the calling thread lost its processor involuntarily; `None` if the kernel does not report it.
pub fn involuntary_switches() -> Option<u64> {
    u64::try_from(usage(CpuScope::Thread)?.ru_nivcsw).ok()
}

/// How often the calling thread waited for memory to be read from a drive; `None` if the kernel does not report it.
pub fn major_faults() -> Option<u64> {
    u64::try_from(usage(CpuScope::Thread)?.ru_majflt).ok()
}

#[expect(unsafe_code, reason = "getrusage has no safe binding")]
fn usage(scope: CpuScope) -> Option<libc::rusage> {
    let who = match scope {
        CpuScope::Thread => libc::RUSAGE_THREAD,
        CpuScope::Process => libc::RUSAGE_SELF,
    };
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is to writable memory of the right type, which outlives the call.
    let answer = unsafe { libc::getrusage(who, usage.as_mut_ptr()) };
    if answer != 0 {
        return None;
    }
    // SAFETY: zeroed memory is a valid `rusage`, which consists of integers.
    Some(unsafe { usage.assume_init() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_moves_and_has_a_cost() {
        let quality = measure_clock(now);
        assert!(quality.cost_ns > 0.0 && quality.precision_ns >= 1.0, "{quality:?}");
    }

    #[test]
    fn resting_never_ends_early() {
        let until = now() + Nanos(300_000);
        rest_until(until);
        assert!(now() >= until);
    }

    #[test]
    fn cpu_time_grows_with_work() {
        let before = cpu_time(CpuScope::Thread).unwrap();
        // The kernel accounts in steps; work until one is visible.
        let mut after = before;
        while after.user_ns + after.system_ns == before.user_ns + before.system_ns {
            after = cpu_time(CpuScope::Thread).unwrap();
        }
        assert!(after.user_ns >= before.user_ns);
    }
}
