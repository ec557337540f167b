//! Detects pauses of this program by the computer: gaps in the clock of a thread that does nothing but read it.
//!
//! A thread that reads the clock every few milliseconds and finds that a third of a second has passed did not run
//! meanwhile, and hardly any other thread of this process did. Counters of the kernel, which are read only then, show
//! the cause.

use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use iogram_engine::Scheduling;
use iogram_model::{HostPause, HostPauseReason, Nanos};
use rustix::time::{ClockId, clock_gettime};

use iogram_inspect::clock;
use iogram_inspect::host_sample::ProcessorTicks;
use iogram_inspect::sysfs::text_if_known;

/// The part of a `Target` that is not about requests: the clock of its thread (`clock`), and the computer's effect on
/// it (`host`). In one place, so that all I/O paths have the same timestamps.
macro_rules! of_this_thread {
    () => {
        $crate::linux::host_watch::of_this_thread!(|_target: &Self| None);
    };
    ($looked_ns:expr) => {
        #[inline]
        fn now(&self) -> iogram_model::Nanos {
            self.clock.now()
        }

        fn clock_check(&self) -> Option<iogram_engine::ClockCheck> {
            Some(self.clock.check())
        }

        fn cpu_time(&self) -> Option<iogram_model::CpuTime> {
            iogram_inspect::cpu_time(iogram_inspect::CpuScope::Thread)
        }

        fn scheduling(&self) -> iogram_engine::Scheduling {
            let looked_ns: fn(&Self) -> Option<u64> = $looked_ns;
            iogram_engine::Scheduling {
                looked_ns: looked_ns(self),
                ..$crate::linux::host_watch::scheduling()
            }
        }

        fn paused_until(&self, from: iogram_model::Nanos) -> Option<iogram_model::Nanos> {
            self.host.paused_until(from)
        }
    };
}
pub(crate) use of_this_thread;

/// Minimum length of a pause. Arbitrary: above the length from which the engine notes a pause of the drive, so that
/// each of these is visible there too, and far above the delay that a busy computer adds to 20 ms.
const GAP_MIN: Nanos = Nanos(300 * Nanos::MILLISECOND.0);

/// How long a thread waits for the looking thread. Arbitrary: many looks.
const LOOK_PATIENCE: Nanos = Nanos::SECOND;

/// The clocks with and without sleep differ by this much only after sleep. Arbitrary.
const SLEEP_MIN: Nanos = Nanos(10 * Nanos::MILLISECOND.0);

/// The known pauses of one cell, for all of its threads.
#[derive(Debug, Default)]
pub(crate) struct HostWatch {
    /// The last look; 0 before the first one.
    looked_ns: AtomicU64,
    pauses: Mutex<Vec<Gap>>,
}

/// A pause on the clock of real targets.
#[derive(Debug, Clone, Copy)]
struct Gap {
    from: Nanos,
    to: Nanos,
    slept: Option<Nanos>,
    reason: HostPauseReason,
}

impl HostWatch {
    /// The end of the last pause after `from`. The caller may wake before the looking thread.
    pub(crate) fn paused_until(&self, from: Nanos) -> Option<Nanos> {
        let (now, looked) = (clock::now(), Nanos(self.looked_ns.load(Ordering::Acquire)));
        if looked > Nanos(0) && now.saturating_sub(looked) >= GAP_MIN {
            return Some(now);
        }
        self.lock().iter().map(|gap| gap.to).filter(|end| *end > from).max()
    }

    /// The time between two moments that lies in pauses. If the interval is long enough for a pause, it first waits
    /// for the next look.
    pub(crate) fn paused_between(&self, from: Nanos, to: Nanos) -> Nanos {
        if to.saturating_sub(from) < GAP_MIN {
            return Nanos(0);
        }
        let until = clock::now() + LOOK_PATIENCE;
        while self.looked_ns.load(Ordering::Acquire) < to.0 && clock::now() < until {
            clock::rest_until(clock::now() + Nanos::MILLISECOND);
        }
        let within = |gap: &Gap| gap.to.min(to).saturating_sub(gap.from.max(from)).0;
        Nanos(self.lock().iter().map(within).sum())
    }

    /// Every pause after `start`, counted from there.
    pub(crate) fn pauses_since(&self, start: Nanos) -> Vec<HostPause> {
        let gaps = self.lock();
        let later = gaps.iter().filter(|gap| gap.to > start);
        later
            .map(|gap| HostPause {
                start_ns: gap.from.saturating_sub(start).0,
                length_ns: gap.to.saturating_sub(gap.from.max(start)).0,
                slept_ns: gap.slept.map(|time| time.0),
                reason: gap.reason,
            })
            .collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Gap>> {
        self.pauses.lock().expect("nobody panics while they note a pause")
    }
}

/// The thread that looks, again and again.
#[derive(Debug)]
pub(crate) struct Looker {
    looked: Nanos,
    /// Lead of the clock that counts sleep.
    slept: Nanos,
    before: Circumstances,
    /// Looks since then.
    age: u32,
    /// The kernel's count of the looking thread's waits for a processor.
    schedstat: Option<OwnedFd>,
    run_delay: Option<Nanos>,
}

/// The counters are read again after this many looks: events long before a gap did not cause it. Arbitrary: about a
/// second.
const AGE_MAX: u32 = 50;

/// Counters that show why a thread did not run.
#[derive(Debug, Clone, Copy, Default)]
struct Circumstances {
    run_delay: Option<Nanos>,
    page_faults: Option<u64>,
    /// How long the host of a virtual machine took each of the first processors away.
    stolen: Option<[Nanos; PROCESSORS_MAX]>,
}

/// Number of processors whose steal time is recorded. Arbitrary: more than a virtual machine usually has.
const PROCESSORS_MAX: usize = 64;

impl Circumstances {
    fn read(run_delay: Option<Nanos>) -> Self {
        Self {
            run_delay,
            page_faults: clock::major_faults(),
            stolen: text_if_known(Path::new("/proc"), "stat").map(|text| stolen_of_each(&text)),
        }
    }
}

impl Looker {
    pub(crate) fn new(watch: &HostWatch) -> Self {
        let (looked, slept) = (clock::now(), sleep_until_now());
        watch.looked_ns.store(looked.0, Ordering::Release);
        let schedstat = open_schedstat();
        let run_delay = schedstat.as_ref().and_then(read_delay);
        let before = Circumstances::read(run_delay);
        Self { looked, slept, before, age: 0, schedstat, run_delay }
    }

    /// Reads the clocks. Returns the length of a pause, if there was one.
    pub(crate) fn look(&mut self, watch: &HostWatch) -> Option<Nanos> {
        let (now, slept) = (clock::now(), sleep_until_now());
        let from = std::mem::replace(&mut self.looked, now);
        let gap = now.saturating_sub(from);
        let sleep = slept.saturating_sub(std::mem::replace(&mut self.slept, slept));
        let has_slept = sleep >= SLEEP_MIN;
        let run_delay = self.schedstat.as_ref().and_then(read_delay);
        let earlier = std::mem::replace(&mut self.run_delay, run_delay);
        self.age += 1;
        if gap >= GAP_MIN || has_slept {
            let after = Circumstances::read(run_delay);
            let before = Circumstances { run_delay: earlier, ..self.before };
            (self.before, self.age) = (after, 0);
            let reason = if has_slept {
                HostPauseReason::Suspended
            } else {
                reason(&before, &after, gap)
            };
            let slept = has_slept.then_some(sleep);
            watch.lock().push(Gap { from, to: now, slept, reason });
        } else if self.age >= AGE_MAX {
            (self.before, self.age) = (Circumstances::read(run_delay), 0);
        }
        // Only now: until here, callers judge by the gap itself.
        watch.looked_ns.store(now.0, Ordering::Release);
        (gap >= GAP_MIN || has_slept).then_some(gap)
    }
}

/// Steal time of each processor, from its line in `/proc/stat`, which has the columns of the first line.
fn stolen_of_each(stat: &str) -> [Nanos; PROCESSORS_MAX] {
    let mut stolen = [Nanos(0); PROCESSORS_MAX];
    for line in stat.lines().filter_map(|line| line.strip_prefix("cpu")) {
        let Some((index, counts)) = line.split_once(' ') else { continue };
        let place = index.parse::<usize>().ok().and_then(|index| stolen.get_mut(index));
        let ticks = ProcessorTicks::parse(&format!("cpu {counts}"));
        if let (Some(place), Some(ticks)) = (place, ticks) {
            *place = ticks.stolen_time();
        }
    }
    stolen
}

/// Whether a host took a processor for nearly the whole gap. Constant steal of every processor is not a pause, and
/// the counters may be a second older than the gap.
fn is_stolen(before: &Circumstances, after: &Circumstances, gap: Nanos) -> bool {
    let Some((to, from)) = after.stolen.zip(before.stolen) else { return false };
    let most = to.iter().zip(from).map(|(to, from)| to.saturating_sub(from)).max();
    most.is_some_and(|time| time.0 >= gap.0 / 10 * 9)
}

/// The cause of most of a gap; a thread that was neither ready to run nor waiting for memory was stopped.
fn reason(before: &Circumstances, after: &Circumstances, gap: Nanos) -> HostPauseReason {
    let is_most = |time: Option<Nanos>| time.is_some_and(|time| time.0 >= gap.0 / 2);
    let delay = after.run_delay.zip(before.run_delay);
    let delay = delay.map(|(to, from)| to.saturating_sub(from));
    let faults = after.page_faults.zip(before.page_faults);
    if is_stolen(before, after, gap) {
        HostPauseReason::Stolen
    } else if is_most(delay) {
        HostPauseReason::Starved
    } else if faults.is_some_and(|(to, from)| to > from) {
        HostPauseReason::Paging
    } else {
        HostPauseReason::Stopped
    }
}

/// Total sleep of the computer since its start.
fn sleep_until_now() -> Nanos {
    // Read first: the time between the two readings must not look like sleep.
    let with_sleep = clock::nanos(clock_gettime(ClockId::Boottime));
    with_sleep.saturating_sub(clock::now())
}

/// Kept open, because every look reads it.
fn open_schedstat() -> Option<OwnedFd> {
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
    let path = "/proc/thread-self/schedstat";
    rustix::fs::open(path, flags, rustix::fs::Mode::empty()).ok()
}

fn read_delay(schedstat: &OwnedFd) -> Option<Nanos> {
    let mut text = [0; 96];
    let length = rustix::io::pread(schedstat, &mut text, 0).ok()?;
    let text = std::str::from_utf8(&text[..length]).ok()?;
    decode_schedstat(text).map(|(delay, _)| Nanos(delay))
}

/// How the calling thread was scheduled.
///
/// Source: the kernel's Documentation/scheduler/sched-stats.rst, "/proc/<pid>/schedstat": time on a processor,
/// time waiting for one, times it got one.
pub(crate) fn scheduling() -> Scheduling {
    let text = text_if_known(Path::new("/proc/thread-self"), "schedstat").unwrap_or_default();
    let (run_delay_ns, run_count) = decode_schedstat(&text).unzip();
    let involuntary_switch_count = clock::involuntary_switches();
    Scheduling { run_delay_ns, run_count, involuntary_switch_count, looked_ns: None }
}

/// Waiting time and count; `None` if the kernel does not count: the reading thread has run.
fn decode_schedstat(text: &str) -> Option<(u64, u64)> {
    let mut numbers = text.split_whitespace().map(str::parse::<u64>);
    let (_on, delay, count) =
        (numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?);
    (count > 0).then_some((delay, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_that_does_not_count_is_no_kernel_without_delays() {
        assert_eq!(decode_schedstat("7 1200 3\n"), Some((1200, 3)));
        assert_eq!(decode_schedstat("0 0 0\n"), None);
        assert_eq!(decode_schedstat(""), None);
    }

    #[test]
    fn a_gap_is_a_pause_until_it_is_looked_at_and_after() {
        let watch = HostWatch::default();
        assert_eq!(watch.paused_until(Nanos(0)), None, "nobody looks");
        let mut looker = Looker::new(&watch);
        let now = clock::now();
        assert_eq!((looker.look(&watch), watch.paused_until(Nanos(0))), (None, None));
        // As if nobody had run for two seconds.
        let before = now - Nanos(2 * Nanos::SECOND.0);
        looker.looked = before;
        watch.looked_ns.store(before.0, Ordering::Release);
        assert!(watch.paused_until(before).is_some(), "awake before the one who looks");
        assert!(looker.look(&watch).unwrap() >= Nanos(2 * Nanos::SECOND.0));
        assert!(watch.paused_until(before).is_some_and(|end| end >= now));
        let [pause] = watch.pauses_since(before)[..] else { panic!("one pause") };
        assert!(pause.start_ns == 0 && pause.length_ns >= 2 * Nanos::SECOND.0, "{pause:?}");
        assert_eq!(pause.reason, HostPauseReason::Stopped);
        assert_eq!(watch.paused_until(clock::now()), None, "it is over");
    }

    #[test]
    fn what_took_most_of_a_gap_is_its_reason() {
        let gap = Nanos::SECOND;
        let nothing = Circumstances {
            run_delay: Some(Nanos(0)),
            page_faults: Some(0),
            stolen: Some([Nanos(0); PROCESSORS_MAX]),
        };
        let of_each = |times_ms: [u64; 2]| {
            let lines: Vec<String> = (0..)
                .zip(times_ms)
                .map(|(index, ms)| format!("cpu{index} 1 0 1 9 0 0 0 {} 0 0\n", ms / 10))
                .collect();
            let stolen =
                stolen_of_each(&format!("cpu  2 0 2 18 0 0 0 200 0 0\n{}", lines.concat()));
            Circumstances { stolen: Some(stolen), ..nothing }
        };
        let delay = Some(Nanos(900_000_000));
        for (after, expected) in [
            (nothing, HostPauseReason::Stopped),
            (Circumstances { run_delay: delay, ..nothing }, HostPauseReason::Starved),
            (of_each([30, 1000]), HostPauseReason::Stolen),
            // Constant steal of every processor did not pause anybody.
            (of_each([650, 660]), HostPauseReason::Stopped),
            (Circumstances { page_faults: Some(1), ..nothing }, HostPauseReason::Paging),
            (Circumstances::default(), HostPauseReason::Stopped),
        ] {
            assert_eq!(reason(&nothing, &after, gap), expected, "{after:?}");
        }
    }
}
