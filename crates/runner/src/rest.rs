//! Rests that wait for a condition and observe it, instead of assuming it.

use iogram_engine::{Control, CpuUse, HostSample, Rig};
use iogram_model::{Nanos, RestGoal, RestOutcome, RestRecord, float};

/// Time between two samples.
const STEP: Nanos = Nanos::SECOND;
/// Time for which the computer must be idle. Arbitrary: longer than the periods of most timers that wake a computer
/// up.
const IDLE_TIME: Nanos = Nanos(10 * Nanos::SECOND.0);
/// Share of all processors' time that still counts as idle. Arbitrary: an unused desktop shows less.
const BUSY_RATIO_MAX: f64 = 0.05;
/// Requests of others per second that count as busy. Arbitrary: below the journal of a quiet file system, which
/// commits every five seconds.
const REQUESTS_PER_S_MAX: f64 = 1.0;

/// A rest that waits for a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// The condition beside the time.
    pub goal: RestGoal,
    /// The least length.
    pub time_min: Nanos,
    /// The greatest length.
    pub time_max: Nanos,
    /// Degrees by which a drive may be warmer than at the beginning of the run and still count as cool.
    pub margin_celsius: u32,
}

impl Wait {
    /// Rests on `rig`; `cool` is the drive's temperature at the beginning of the run.
    pub(crate) fn rest_until_ready<R: Rig + ?Sized>(
        &self,
        rig: &mut R,
        cool: Option<f64>,
        control: &Control,
    ) -> RestRecord {
        let start = rig.now();
        let goal_celsius = cool.map(|cool| cool + f64::from(self.margin_celsius));
        let mut looks = vec![(start, rig.sample_host())];
        let outcome = loop {
            let elapsed = rig.now().saturating_sub(start);
            let state = self.look(&looks, goal_celsius);
            if control.is_stopped() {
                break RestOutcome::Interrupted;
            }
            if elapsed >= self.time_min {
                match state {
                    Some(true) => break RestOutcome::Reached,
                    None => break RestOutcome::Unknown,
                    Some(false) if elapsed >= self.time_max => break RestOutcome::NotReached,
                    Some(false) => {}
                }
            }
            let end = if elapsed < self.time_min { self.time_min } else { self.time_max };
            rig.rest(STEP.min(end.saturating_sub(elapsed)), control);
            looks.push((rig.now(), rig.sample_host()));
        };
        let (busy, requests) = if self.goal.is_idle() { use_of(&looks) } else { (None, None) };
        let temperature = |look: Option<&(Nanos, HostSample)>| {
            look.filter(|_| self.goal.is_cool()).and_then(|(_, look)| look.temperature_celsius)
        };
        RestRecord {
            cells_before_count: 0,
            goal: self.goal,
            time_min: self.time_min,
            time_max: self.time_max,
            elapsed_ns: rig.now().saturating_sub(start).0,
            outcome,
            temperature_start_celsius: temperature(looks.first()),
            temperature_end_celsius: temperature(looks.last()),
            temperature_goal_celsius: goal_celsius.filter(|_| self.goal.is_cool()),
            host_busy_ratio: busy,
            foreign_requests_per_s: requests,
        }
    }

    /// Whether the goal is reached; `None` if that is unknown.
    fn look(&self, looks: &[(Nanos, HostSample)], goal_celsius: Option<f64>) -> Option<bool> {
        let (_, last) = looks.last()?;
        let cool = || Some(last.temperature_celsius? <= goal_celsius?);
        let idle = || {
            let (busy, requests) = use_of(looks);
            let last_looks = last_looks(looks);
            let (first, last) = (last_looks.first()?.0, last_looks.last()?.0);
            // Ignores unknown figures; the known ones have to be quiet for long enough.
            let known = [
                busy.map(|busy| busy <= BUSY_RATIO_MAX),
                requests.map(|requests| requests < REQUESTS_PER_S_MAX),
            ];
            if last.saturating_sub(first) < IDLE_TIME {
                return Some(false);
            }
            known.into_iter().flatten().reduce(|one, other| one && other)
        };
        match self.goal {
            RestGoal::Time => Some(true),
            RestGoal::Cool => cool(),
            RestGoal::Idle => idle(),
            // If one of the two is unknown, the other decides.
            RestGoal::CoolAndIdle => match (cool(), idle()) {
                (Some(cool), Some(idle)) => Some(cool && idle),
                (one, other) => one.or(other),
            },
        }
    }
}

/// A rest for a fixed time.
pub(crate) fn plain<R: Rig + ?Sized>(
    time: Nanos,
    rig: &mut R,
    control: &Control,
) -> RestRecord {
    let start = rig.now();
    rig.rest(time, control);
    let elapsed = rig.now().saturating_sub(start);
    let is_whole = elapsed >= time || !control.is_stopped();
    RestRecord {
        cells_before_count: 0,
        goal: RestGoal::Time,
        time_min: time,
        time_max: time,
        elapsed_ns: elapsed.0,
        outcome: if is_whole { RestOutcome::TimeOver } else { RestOutcome::Interrupted },
        temperature_start_celsius: None,
        temperature_end_celsius: None,
        temperature_goal_celsius: None,
        host_busy_ratio: None,
        foreign_requests_per_s: None,
    }
}

/// The samples of the last seconds.
fn last_looks(looks: &[(Nanos, HostSample)]) -> &[(Nanos, HostSample)] {
    let window = usize::try_from(IDLE_TIME.0 / STEP.0).expect("a few seconds") + 1;
    &looks[looks.len().saturating_sub(window)..]
}

/// Share of the processors' time, and requests per second to the drive, over the last samples.
fn use_of(looks: &[(Nanos, HostSample)]) -> (Option<f64>, Option<f64>) {
    let looks = last_looks(looks);
    let (Some((start, first)), Some((end, last))) = (looks.first(), looks.last()) else {
        return (None, None);
    };
    let elapsed = end.saturating_sub(*start).as_secs_f64();
    let busy = first.cpu.zip(last.cpu).and_then(|(first, last)| busy_ratio(first, last));
    let requests = first.drive_request_count.zip(last.drive_request_count);
    let requests = requests.and_then(|(first, last)| last.checked_sub(first));
    (busy, requests.filter(|_| elapsed > 0.0).map(|count| float(count) / elapsed))
}

fn busy_ratio(first: CpuUse, last: CpuUse) -> Option<f64> {
    let total = last.total_count.checked_sub(first.total_count).filter(|&total| total > 0)?;
    let busy = last.busy_count.checked_sub(first.busy_count)?;
    Some(float(busy) / float(total))
}
