//! The processor's own counter as a clock, if the kernel itself uses it as its clock source.
//!
//! One clock per thread: it starts at the kernel's time, is compared with it every few tens of milliseconds, and is
//! then steered back to it, never backwards. If the two differ by more than the kernel's own steering can explain,
//! the clock switches to the kernel's. Must not know the purpose of the times.
//!
//! Sources: Linux `arch/x86/kernel/tsc.c` (when the kernel trusts the counter: it runs at a constant rate, also in
//! idle states, and is synchronised between processors, otherwise it is not a clock source); Intel SDM volume 3,
//! 19.17 (invariant counter, RDTSCP).

use std::cell::Cell;
use std::sync::OnceLock;

use iogram_engine::{ClockCheck, ClockChoice};
use iogram_model::Nanos;

use crate::linux::clock::{self, CLOCK_NAME};
use crate::linux::sysfs::{SysRoot, text_if_known};

/// Name of the counter, for the record.
pub const COUNTER_NAME: &str = "TSC";

/// Binary places of a rate in nanoseconds per step.
const PLACES: u32 = 32;

/// Time until the first comparison of the counter: as long as the calibration, so that an error of that has not
/// grown. Arbitrary.
const STRETCH_MIN: Nanos = Nanos(Nanos::MILLISECOND.0);

/// The longest time between comparisons. Arbitrary: a kernel that steers its clock by 500 ppm, its maximum, is 25 us
/// off then.
const STRETCH_MAX: Nanos = Nanos(50 * Nanos::MILLISECOND.0);

/// A difference above this, and above a thousandth of the time since the last comparison, does not come from
/// steering: Linux steers by at most 500 ppm (`MAXFREQ`), and twice that allows for the calibration. Arbitrary.
const APART_MAX: Nanos = Nanos(5_000);

/// A slower comparison was interrupted, and corrects nothing. Arbitrary: about ten times its usual duration.
const DOUBT_MAX: Nanos = Nanos(2_000);

/// The source of counter and kernel clock readings.
pub trait Source {
    /// The current counter value.
    fn ticks(&self) -> u64;
    /// The current time of the kernel's clock.
    fn kernel(&self) -> Nanos;
}

/// This computer's own counter, if it is usable, and its kernel's clock. Created only here.
#[derive(Debug, Clone, Copy)]
pub struct Processor {
    /// `None` if there is no counter, or if it was not checked.
    counter: Option<Counter>,
}

/// Proves that this processor has RDTSCP, and that the kernel uses its counter as a clock source: its owner may read
/// the counter.
#[derive(Debug, Clone, Copy)]
struct Counter(());

impl Counter {
    /// Checks for the counter.
    fn find() -> Result<Self, &'static str> {
        let root = SysRoot::default();
        let flags = text_if_known(&root.proc, "cpuinfo").unwrap_or_default();
        let clock_source = "devices/system/clocksource/clocksource0/current_clocksource";
        match why_not(text_if_known(&root.sys, clock_source).as_deref(), &flags) {
            Some(reason) => Err(reason),
            None => Ok(Self(())),
        }
    }
}

impl Source for Processor {
    #[inline(always)]
    fn ticks(&self) -> u64 {
        self.counter.map_or(0, read_counter)
    }

    #[inline]
    fn kernel(&self) -> Nanos {
        clock::now()
    }
}

/// RDTSCP waits for earlier instructions, so the timed code cannot move past the reading.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn read_counter(_there: Counter) -> u64 {
    let mut processor = 0;
    #[expect(unsafe_code, reason = "an instruction")]
    // SAFETY: the instruction exists, as the creator of the `Counter` checked, and writes to a variable of this
    // function.
    unsafe {
        core::arch::x86_64::__rdtscp(&raw mut processor)
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn read_counter(_there: Counter) -> u64 {
    0
}

/// The clock of one thread.
#[derive(Debug)]
pub struct TickClock<S = Processor> {
    source: S,
    /// `None`: the kernel's clock is in use.
    scale: Cell<Option<Scale>>,
    /// The last returned time, if the clock switched to the kernel's in between: it does not go back below that.
    floor: Cell<Nanos>,
    checks: Cell<Checks>,
    /// Why the counter is not used.
    reason: Option<&'static str>,
}

/// Converts steps of the counter to time.
#[derive(Debug, Clone, Copy)]
struct Scale {
    /// The counter and the clock at the beginning of the stretch.
    ticks: u64,
    ns: u64,
    /// The kernel's clock at that moment.
    kernel_ns: u64,
    /// Nanoseconds per step until the end of the stretch.
    rate: u64,
    /// The same without the correction towards the kernel's clock.
    true_rate: u64,
    /// Steps until the end of the stretch; fewer than 2^29, so that a product with the rate fits.
    length: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Checks {
    count: u64,
    difference_max_ns: u64,
    has_disagreed: bool,
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Copy)]
struct Look {
    ticks: u64,
    kernel: Nanos,
    /// Duration of the reading, in steps of the counter.
    doubt: u64,
}

impl Default for TickClock {
    fn default() -> Self {
        Self::start(ClockChoice::Auto)
    }
}

impl TickClock {
    /// Starts at the kernel's time.
    #[must_use]
    pub fn start(choice: ClockChoice) -> Self {
        let without = Processor { counter: None };
        match (choice, usable_counter()) {
            (ClockChoice::Kernel, _) => Self::of(without, Err("asked for")),
            (ClockChoice::Auto, Err(reason)) => Self::of(without, Err(*reason)),
            (ClockChoice::Auto, Ok((counter, rate))) => {
                Self::of(Processor { counter: Some(*counter) }, Ok(*rate))
            }
        }
    }
}

impl<S: Source> TickClock<S> {
    fn of(source: S, rate: Result<u64, &'static str>) -> Self {
        let look = look(&source);
        let scale =
            rate.ok().map(|rate| Scale::new(look, look.kernel, (rate, rate), STRETCH_MIN));
        Self {
            source,
            scale: Cell::new(scale),
            floor: Cell::new(Nanos(0)),
            checks: Cell::default(),
            reason: rate.err(),
        }
    }

    /// The current time. Never goes backwards.
    #[inline]
    pub fn now(&self) -> Nanos {
        let Some(scale) = self.scale.get() else {
            return self.source.kernel().max(self.floor.get());
        };
        let passed = self.source.ticks().wrapping_sub(scale.ticks);
        if passed >= scale.length {
            return self.compare(&scale);
        }
        Nanos(scale.ns + ((passed * scale.rate) >> PLACES))
    }

    /// At the end of a stretch: compares, and begins the next.
    #[cold]
    #[inline(never)]
    fn compare(&self, scale: &Scale) -> Nanos {
        let look = look(&self.source);
        let passed = look.ticks.wrapping_sub(scale.ticks);
        let own = Nanos(scale.ns.saturating_add(scaled(passed, scale.rate)));
        let doubt = Nanos(scaled(look.doubt, scale.true_rate));
        let kernel_passed = Nanos(look.kernel.0.saturating_sub(scale.kernel_ns));
        let difference = own.0.abs_diff(look.kernel.0);
        let allowed = APART_MAX.0 + kernel_passed.0 / 1000 + doubt.0;
        let mut checks = self.checks.get();
        checks.count += 1;
        if difference > allowed {
            checks.has_disagreed = true;
            checks.difference_max_ns = checks.difference_max_ns.max(difference);
            self.checks.set(checks);
            // The last returned time is unknown; it was before the end of the stretch.
            self.floor.set(Nanos(scale.ns + scaled(scale.length, scale.rate)));
            self.scale.set(None);
            return self.now();
        }
        let next = if doubt > DOUBT_MAX {
            Scale::new(look, own, (scale.true_rate, scale.true_rate), STRETCH_MIN)
        } else {
            checks.difference_max_ns = checks.difference_max_ns.max(difference);
            scale.after(look, own, kernel_passed)
        };
        self.checks.set(checks);
        self.scale.set(Some(next));
        own
    }

    /// The number of comparisons between the counter and the kernel's clock, and the largest difference.
    #[must_use]
    pub fn check(&self) -> ClockCheck {
        let checks = self.checks.get();
        let scale = self.scale.get();
        ClockCheck {
            name: if scale.is_some() { COUNTER_NAME } else { CLOCK_NAME },
            reason: match (self.reason, checks.has_disagreed) {
                (Some(reason), _) => Some(reason.to_owned()),
                (None, true) => Some("the counter and the kernel's clock disagreed".to_owned()),
                (None, false) => None,
            },
            ticks_per_s: scale.map(|scale| per_second(scale.true_rate)),
            check_count: checks.count,
            difference_max_ns: checks.difference_max_ns,
            has_disagreed: checks.has_disagreed,
        }
    }
}

impl Scale {
    /// Starts at `own` at the time of `look`, with a rate for the stretch and the true rate.
    fn new(look: Look, own: Nanos, (rate, true_rate): (u64, u64), stretch: Nanos) -> Self {
        let length = steps(stretch, true_rate).min((1 << 29) - 1);
        let kernel_ns = look.kernel.0;
        Self { ticks: look.ticks, ns: own.0, kernel_ns, rate, true_rate, length }
    }

    /// The next stretch: twice as long, at the rate of this stretch by the kernel's clock, corrected so that both
    /// clocks meet at its end.
    fn after(&self, look: Look, own: Nanos, kernel_passed: Nanos) -> Self {
        let passed = look.ticks.wrapping_sub(self.ticks);
        let true_rate = rate_of(kernel_passed, passed).unwrap_or(self.true_rate);
        let stretch = Nanos(kernel_passed.0.saturating_mul(2)).clamp(STRETCH_MIN, STRETCH_MAX);
        let limit = stretch.0 / 4;
        let goal = if look.kernel >= own {
            stretch.0 + (look.kernel.0 - own.0).min(limit)
        } else {
            stretch.0 - (own.0 - look.kernel.0).min(limit)
        };
        let rate = rate_of(Nanos(goal), steps(stretch, true_rate)).unwrap_or(true_rate);
        Self::new(look, own, (rate, true_rate), stretch)
    }
}

/// `ticks` steps as nanoseconds.
fn scaled(ticks: u64, rate: u64) -> u64 {
    u64::try_from((u128::from(ticks) * u128::from(rate)) >> PLACES).unwrap_or(u64::MAX)
}

/// Steps in `time`.
fn steps(time: Nanos, rate: u64) -> u64 {
    u64::try_from((u128::from(time.0) << PLACES) / u128::from(rate.max(1))).unwrap_or(u64::MAX)
}

/// `None` if the rate is implausible for a usable counter: less than 250 MHz or more than 64 GHz.
fn rate_of(time: Nanos, ticks: u64) -> Option<u64> {
    let rate = (u128::from(time.0) << PLACES).checked_div(u128::from(ticks))?;
    let rate = u64::try_from(rate).ok()?;
    (1 << (PLACES - 6)..1 << (PLACES + 2)).contains(&rate).then_some(rate)
}

#[expect(clippy::cast_precision_loss, reason = "to be read")]
fn per_second(rate: u64) -> f64 {
    1e9 * (1_u64 << PLACES) as f64 / rate as f64
}

/// The kernel's clock between two readings of the counter; the closest of three such pairs.
fn look<S: Source>(source: &S) -> Look {
    let one = || {
        let before = source.ticks();
        let kernel = source.kernel();
        let doubt = source.ticks().wrapping_sub(before);
        Look { ticks: before.wrapping_add(doubt / 2), kernel, doubt }
    };
    let first = one();
    [one(), one()].into_iter().fold(
        first,
        |best, other| {
            if other.doubt < best.doubt { other } else { best }
        },
    )
}

/// The counter and its rate, or why it cannot be used. Determined once: it takes a millisecond.
fn usable_counter() -> &'static Result<(Counter, u64), &'static str> {
    static FOUND: OnceLock<Result<(Counter, u64), &'static str>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let counter = Counter::find()?;
        let rate = calibrate(counter).ok_or("the counter's rate could not be measured")?;
        Ok((counter, rate))
    })
}

fn calibrate(counter: Counter) -> Option<u64> {
    let source = Processor { counter: Some(counter) };
    let first = look(&source);
    let mut last = first;
    while last.kernel.0.saturating_sub(first.kernel.0) < STRETCH_MIN.0 {
        last = look(&source);
    }
    rate_of(Nanos(last.kernel.0 - first.kernel.0), last.ticks.wrapping_sub(first.ticks))
}

/// Why the counter cannot be a clock here; `None` if it can.
fn why_not(clock_source: Option<&str>, cpuinfo: &str) -> Option<&'static str> {
    if cfg!(not(target_arch = "x86_64")) {
        return Some("this processor has no counter that is known to serve");
    }
    let flags = cpuinfo.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == "flags").then_some(value)
    });
    let has =
        |name: &str| flags.is_some_and(|flags| flags.split_whitespace().any(|it| it == name));
    if !["constant_tsc", "nonstop_tsc", "rdtscp"].into_iter().all(has) {
        return Some("the processor's counter stops or changes its rate");
    }
    match clock_source {
        Some("tsc") => None,
        Some(_) => Some("the kernel takes its time from another source than the counter"),
        None => Some("the kernel does not say what it takes its time from"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A counter of `ticks_per_us`, and a kernel clock that is steered and may jump.
    #[derive(Debug)]
    struct Fake {
        at_ns: Cell<u64>,
        ticks_per_us: u64,
        /// The steering of the kernel's clock.
        steered_ppm: Cell<i64>,
        kernel_ns: Cell<u64>,
    }

    impl Fake {
        fn new(ticks_per_us: u64) -> Self {
            let (at_ns, kernel_ns) = (Cell::new(10_000_000_000), Cell::new(77_000_000_000));
            Self { at_ns, ticks_per_us, steered_ppm: Cell::new(0), kernel_ns }
        }

        fn pass(&self, ns: u64) {
            self.at_ns.set(self.at_ns.get() + ns);
            let gain = i64::try_from(ns).unwrap() * self.steered_ppm.get() / 1_000_000;
            self.kernel_ns.set((self.kernel_ns.get() + ns).checked_add_signed(gain).unwrap());
        }
    }

    impl Source for &Fake {
        fn ticks(&self) -> u64 {
            self.pass(8);
            self.at_ns.get() * self.ticks_per_us / 1000
        }

        fn kernel(&self) -> Nanos {
            self.pass(20);
            Nanos(self.kernel_ns.get())
        }
    }

    fn rate(ticks_per_us: u64) -> u64 {
        (1000 << PLACES) / ticks_per_us
    }

    /// Advances in uneven steps; returns the largest difference from the kernel's clock.
    fn follow(fake: &Fake, clock: &TickClock<&Fake>, time: Nanos) -> u64 {
        let (end, mut step, mut last) = (fake.at_ns.get() + time.0, 1_u64, clock.now());
        let mut worst = 0;
        while fake.at_ns.get() < end {
            step = step.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            fake.pass(step >> 45);
            let now = clock.now();
            assert!(now >= last, "{now:?} after {last:?}");
            worst = worst.max(now.0.abs_diff(fake.kernel_ns.get()));
            last = now;
        }
        worst
    }

    #[test]
    fn it_stays_with_a_kernel_that_steers_its_clock() {
        for ticks_per_us in [1000, 2445, 3000, 5200] {
            let fake = Fake::new(ticks_per_us);
            // The calibration is wrong by a ten-thousandth.
            let clock = TickClock::of(&fake, Ok(rate(ticks_per_us) / 10_000 * 10_001));
            for ppm in [0, 500, -500, 17, 0] {
                fake.steered_ppm.set(ppm);
                let worst = follow(&fake, &clock, Nanos(2 * Nanos::SECOND.0));
                assert!(worst < 60_000, "{worst} ns at {ppm} ppm");
            }
            let settled = follow(&fake, &clock, Nanos::SECOND);
            assert!(settled < 500, "{settled} ns");
            let check = clock.check();
            assert!(!check.has_disagreed && check.name == COUNTER_NAME, "{check:?}");
            assert!(check.check_count > 100, "{check:?}");
            let exact = f64::from(u32::try_from(ticks_per_us).unwrap()) * 1e6;
            assert!((check.ticks_per_s.unwrap() / exact - 1.0).abs() < 1e-5, "{check:?}");
        }
    }

    #[test]
    fn where_they_disagree_the_kernels_clock_is_taken_and_time_never_goes_back() {
        for jump in [-3_000_000_i64, 200_000, 3_600_000_000_000] {
            let fake = Fake::new(3000);
            let clock = TickClock::of(&fake, Ok(rate(3000)));
            follow(&fake, &clock, Nanos(Nanos::SECOND.0 / 4));
            let before = clock.now();
            fake.kernel_ns.set(fake.kernel_ns.get().checked_add_signed(jump).unwrap());
            // The clock switches after at most one stretch.
            fake.pass(STRETCH_MAX.0);
            let after = clock.now();
            assert!(after >= before, "{jump}");
            fake.pass(100_000_000);
            assert_eq!(clock.now().0, fake.kernel_ns.get(), "{jump}");
            let check = clock.check();
            assert!(check.has_disagreed && check.name == CLOCK_NAME, "{jump}: {check:?}");
            assert!(
                check.difference_max_ns >= jump.unsigned_abs() * 2 / 3,
                "{jump}: {check:?}"
            );
        }
    }

    #[test]
    fn a_counter_that_went_back_is_left() {
        let fake = Fake::new(3000);
        let clock = TickClock::of(&fake, Ok(rate(3000)));
        fake.pass(5_000_000);
        let before = clock.now();
        fake.at_ns.set(1_000_000);
        assert!(clock.now() >= before);
        assert!(clock.check().has_disagreed);
    }

    #[test]
    fn after_an_hour_without_a_look_it_is_the_same_time() {
        let fake = Fake::new(2400);
        let clock = TickClock::of(&fake, Ok(rate(2400)));
        follow(&fake, &clock, Nanos::SECOND);
        fake.steered_ppm.set(400);
        fake.pass(3600 * Nanos::SECOND.0);
        let now = clock.now();
        assert!(!clock.check().has_disagreed, "{:?}", clock.check());
        assert!(now.0.abs_diff(fake.kernel_ns.get()) < 2 * Nanos::SECOND.0);
    }

    #[test]
    fn a_counter_is_taken_only_where_the_kernel_trusts_it() {
        let flags =
            |text: &str| format!("processor : 0\nmodel name\t: X\nflags\t\t: fpu {text} sse\n");
        let good = flags("constant_tsc nonstop_tsc rdtscp");
        #[cfg(target_arch = "x86_64")]
        {
            assert_eq!(why_not(Some("tsc"), &good), None);
            assert!(why_not(Some("kvm-clock"), &good).unwrap().contains("another source"));
        }
        assert!(why_not(None, &good).is_some());
        for wrong in [
            "constant_tsc rdtscp",
            "nonstop_tsc rdtscp",
            "xconstant_tsc nonstop_tsc rdtscp",
            "",
        ] {
            assert!(why_not(Some("tsc"), &flags(wrong)).is_some(), "{wrong}");
        }
    }

    #[test]
    fn this_computers_clock_agrees_with_the_kernels() {
        let clock = TickClock::default();
        let until = clock::now() + Nanos(20 * Nanos::MILLISECOND.0);
        loop {
            let (before, now, after) = (clock::now(), clock.now(), clock::now());
            // Both ends of the reading, and the uncertainty of the comparison.
            let check = clock.check();
            let slack = 10_000 + check.difference_max_ns;
            assert!(before.0 <= now.0 + slack && now.0 <= after.0 + slack, "{check:?}");
            if after >= until {
                break;
            }
        }
    }
}
