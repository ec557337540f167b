//! What a plan will take: time and bytes. What is known is kept apart from what is estimated.

use std::collections::BTreeMap;

use iogram_engine::Content;
use iogram_model::{
    Access, Again, Application, Blocks, Bytes, Caching, CellRecord, Files, Journal, Nanos,
    OpKind, OpMix, Pacing, PauseRule, Permille, Sqlite, Stop, SyncPolicy, Synchronous, Timing,
    Workload, whole,
};

use crate::observed::{Observed, narrowed, outstanding};
use crate::planned::{Plan, PlannedStep};
use crate::rehearsal::comes_again;

/// How fast a target is assumed to be. Used for estimates only.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AssumedSpeed {
    /// Bytes per second of sequential requests.
    pub bytes_per_s: f64,
    /// Requests per second that wait for the medium, if one is outstanding at a time.
    pub requests_per_s: f64,
    /// Small writes at random addresses per second.
    pub random_writes_per_s: f64,
    /// Writes per second that wait until they are durable.
    pub durable_writes_per_s: f64,
}

/// The slowest and the fastest target that an estimate covers.
#[derive(Debug, Clone, PartialEq)]
pub struct AssumedRange {
    /// The slowest of such drives; a run takes no longer.
    pub slow: AssumedSpeed,
    /// The fastest of such drives; a run takes no less.
    pub fast: AssumedSpeed,
    /// What was measured of the target, which is more than an assumption.
    pub observed: Vec<Observed>,
}

impl Default for AssumedRange {
    /// From a Class 10 card to a fast SSD.
    ///
    /// Source of the slow end: 10 MB/s is what Class 10 promises; 456 requests/s is the slowest medium
    /// of the comparison that the `fsync` method comes from. The fast end is arbitrary.
    fn default() -> Self {
        let alike = |bytes_per_s, each: f64| AssumedSpeed {
            bytes_per_s,
            requests_per_s: each,
            random_writes_per_s: each,
            durable_writes_per_s: each,
        };
        Self { slow: alike(10e6, 456.0), fast: alike(3e9, 200_000.0), observed: Vec::new() }
    }
}

impl AssumedRange {
    /// A target whose sequential rate is known, such as from an earlier run.
    #[must_use]
    pub fn at(bytes_per_s: f64) -> Self {
        let Self { slow, fast, observed } = Self::default();
        let both = |speed: AssumedSpeed| AssumedSpeed { bytes_per_s, ..speed };
        Self { slow: both(slow), fast: both(fast), observed }
    }

    /// With what cells say that were measured of this target.
    #[must_use]
    pub fn observing<'c>(mut self, cells: impl IntoIterator<Item = &'c CellRecord>) -> Self {
        self.observed.extend(cells.into_iter().filter_map(Observed::of));
        self
    }
}

/// What a plan, or a part of it, will take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Time that is certain: cells that end by time alone, and rests.
    pub time_fixed: Nanos,
    /// Time of all the rest, an estimate from assumed speeds: at the fast end, at the slow end. `None`
    /// if nothing has to be estimated.
    pub time_estimate: Option<(Nanos, Nanos)>,
    /// Bytes that cells and probes read.
    pub read: Moved,
    /// Bytes written, lay-outs included.
    pub written: Moved,
}

/// Bytes of one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moved {
    /// Bytes of the cells that have a limit in bytes or requests: they move no more.
    pub limited: Bytes,
    /// Bytes of the cells that end by time alone, an estimate from assumed speeds: at the slow end, at
    /// the fast end. `None` if there is no such cell.
    pub unlimited: Option<(Bytes, Bytes)>,
}

impl Moved {
    /// The most that can be moved; `None` if it depends on how fast the target is.
    #[must_use]
    pub fn max(&self) -> Option<Bytes> {
        self.unlimited.is_none().then_some(self.limited)
    }

    fn add(&mut self, other: &Self) {
        self.limited = self.limited.plus(other.limited);
        self.unlimited = sum(self.unlimited, other.unlimited);
    }
}

impl Cost {
    fn add(&mut self, other: &Self) {
        self.time_fixed = self.time_fixed.plus(other.time_fixed);
        self.time_estimate = sum(self.time_estimate, other.time_estimate);
        self.read.add(&other.read);
        self.written.add(&other.written);
    }

    /// Of a step that may be left out.
    fn or_nothing(self) -> Self {
        let (_, slow) = self.time();
        let from_nothing = |moved: Moved| Moved {
            unlimited: moved.unlimited.map(|(_, fast)| (Bytes(0), fast)),
            ..moved
        };
        Self {
            time_fixed: Nanos(0),
            time_estimate: (slow > Nanos(0)).then_some((Nanos(0), slow)),
            read: from_nothing(self.read),
            written: from_nothing(self.written),
        }
    }

    /// The whole time, at the fast and at the slow end; both are the same if nothing is estimated.
    #[must_use]
    pub fn time(&self) -> (Nanos, Nanos) {
        let (fast, slow) = self.time_estimate.unwrap_or_default();
        (self.time_fixed.plus(fast), self.time_fixed.plus(slow))
    }

    /// Takes so much longer, at both ends.
    fn begin_after(&mut self, delay: Nanos) {
        self.time_fixed = self.time_fixed.plus(delay);
    }

    /// Takes no longer than `most`, at both ends.
    fn end_within(&mut self, most: Nanos) {
        let (fast, slow) = self.time();
        if slow > most {
            self.time_fixed = Nanos(0);
            self.time_estimate = Some((fast.min(most), most));
        }
    }

    /// Takes as long as whichever takes longer, at both ends.
    fn wait_for(&mut self, other: &Self) {
        let (own, others) = (self.time(), other.time());
        let (fast, slow) = (own.0.max(others.0), own.1.max(others.1));
        if (fast, slow) != own {
            let fixed = if fast == slow { fast } else { Nanos(0) };
            let estimate = (fast != slow).then_some((fast, slow));
            (self.time_fixed, self.time_estimate) = (fixed, estimate);
        }
    }
}

/// Addition that stays at the largest value: a method file may ask for absurd amounts, and a plan has
/// to be able to say so.
trait Plus: Copy {
    fn plus(self, other: Self) -> Self;
}

impl Plus for Nanos {
    fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Plus for Bytes {
    fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

fn sum<T: Plus>(one: Option<(T, T)>, other: Option<(T, T)>) -> Option<(T, T)> {
    match (one, other) {
        (Some(one), Some(other)) => Some((one.0.plus(other.0), one.1.plus(other.1))),
        (one, other) => one.or(other),
    }
}

impl Plan {
    /// What all steps together will take.
    #[must_use]
    pub fn cost(&self, assumed: &AssumedRange) -> Cost {
        self.cost_from(0, assumed)
    }

    /// What the steps from `first` on will take. Rounds that are left out if those before are steady take
    /// their time or none.
    #[must_use]
    pub fn cost_from(&self, first: usize, assumed: &AssumedRange) -> Cost {
        self.cost_of(|index| index >= first, assumed)
    }

    /// What the steps at the indices that are wanted will take, as [`Plan::cost_from`] says it.
    #[must_use]
    pub fn cost_of(&self, is_wanted: impl Fn(usize) -> bool, assumed: &AssumedRange) -> Cost {
        let mut total = Cost::default();
        // Of each rule, how many checks there were; the last check of the one that may be satisfied.
        let mut checks: BTreeMap<usize, u32> = BTreeMap::new();
        let mut may_be_over_until = 0;
        for (index, step) in self.steps.iter().enumerate() {
            if is_wanted(index) {
                let cost = match step {
                    PlannedStep::Measure(cell)
                        if cell.repeat == 0 && comes_again(cell, &self.steps[index..]) =>
                    {
                        let stop = Stop { certain: None, ..cell.workload.stop };
                        cell_cost(&Workload { stop, ..cell.workload.clone() }, assumed)
                    }
                    _ => step.cost(assumed),
                };
                let may_be_left_out = index < may_be_over_until
                    || matches!(step, PlannedStep::Measure(cell) if self.may_be_spared(cell));
                total.add(&if may_be_left_out { cost.or_nothing() } else { cost });
            }
            if let PlannedStep::Steady(check) = step {
                let count = checks.entry(check.rule_index).or_default();
                *count += u32::from(check.is_end_of_round);
                let may_be_written = check.rule.passes_max_count.is_some();
                if *count == check.rule.window_count || may_be_written {
                    may_be_over_until = self.last_check(check.rule_index).unwrap_or(index);
                }
            }
        }
        if let Some(budget) = &self.budget {
            total.end_within(budget.time);
        }
        total
    }
}

impl PlannedStep {
    /// What this step will take.
    #[must_use]
    pub fn cost(&self, assumed: &AssumedRange) -> Cost {
        match self {
            Self::Measure(cell) => cell_cost(&cell.workload, assumed),
            Self::Wait(wait) => Cost {
                time_fixed: wait.time_min,
                time_estimate: (wait.time_max > wait.time_min)
                    .then(|| (Nanos(0), wait.time_max - wait.time_min)),
                ..Cost::default()
            },
            Self::Rest(time) => Cost { time_fixed: *time, ..Cost::default() },
            Self::LayOut { size, content: Content::Written } => {
                Cost { read: Moved::default(), ..cell_cost(&laying_out(*size), assumed) }
            }
            // How long a drive takes to erase itself cannot be guessed from its speed.
            Self::LayOut {
                content: Content::Empty | Content::Allocated | Content::Kept,
                ..
            }
            | Self::Purge(_)
            | Self::Discard(_)
            | Self::Probe(_)
            | Self::Steady(_)
            | Self::Choose(_)
            | Self::Search(_)
            | Self::Block(_)
            | Self::Note(_) => Cost::default(),
        }
    }
}

/// A cell that ends by time ends with its last request. So much longer, and it is told; shorter is less than how well
/// any time is known. Arbitrary.
const DRAIN_MIN_SHARE: f64 = 0.05;

/// Writing `size` in order is work like any other.
fn laying_out(size: Bytes) -> Workload {
    Workload {
        access: Access::Sequential,
        mix: OpMix { read: Permille(0), ..OpMix::default() },
        block: Blocks::one(Bytes::MIB),
        stop: Stop { amount: Some(size), ..Stop::default() },
        ..Workload::default()
    }
}

fn cell_cost(workload: &Workload, assumed: &AssumedRange) -> Cost {
    if let Some(cost) = replay_cost(workload, assumed) {
        return cost;
    }
    let block = workload.block.largest();
    let by_count = workload.stop.count.map(|count| Bytes(block.0.saturating_mul(count)));
    let limit = match (workload.stop.amount, by_count) {
        (Some(amount), Some(count)) => Some(amount.min(count)),
        (one, other) => one.or(other),
    };
    let time = workload.stop.time.map(|time| workload.ramp.plus(time));
    let mut cost = Cost::default();
    let moved_bytes = limit.map_or(0.0, Bytes::as_f64);
    let (slow, fast) = rates(workload, moved_bytes, assumed);
    // What is outstanding when the time is over is waited for: 32 random writes on a card are seconds.
    let drain = |rate: f64| time_for(block.as_f64() * outstanding(workload), rate);
    match (limit, time) {
        (None, None) => {}
        (None, Some(time)) => {
            cost.time_fixed = time;
            let is_told = drain(slow).as_secs_f64() > time.as_secs_f64() * DRAIN_MIN_SHARE;
            cost.time_estimate = is_told.then(|| (drain(fast), drain(slow)));
        }
        (Some(limit), _) => {
            let end = |rate: f64| {
                let moved = limit.as_f64() * follow_up(workload);
                let needed = workload.ramp.plus(time_for(moved, rate.min(scheduled(workload))));
                time.map_or(needed, |time| needed.min(time.plus(drain(rate))))
            };
            cost.time_estimate = Some((end(fast), end(slow)));
        }
    }
    let shortest = shortest(workload);
    if let Some(shortest) = shortest {
        let (fast, slow) = cost.time();
        let least = fast.min(workload.ramp.plus(shortest));
        cost.time_fixed = Nanos(0);
        cost.time_estimate = Some((least, slow));
    }
    let moved = |kind: OpKind| {
        let share = share_of(workload, kind);
        match (share.0, limit, time) {
            (0, ..) | (_, None, None) => Moved::default(),
            (_, Some(limit), _) => Moved { limited: limit, unlimited: None },
            (_, None, Some(time)) => {
                let at = |time, rate: f64| Bytes(share.of(amount_in(workload, time, rate).0));
                // How fast it is once what was seen of its cache is over is not known.
                let (slow, fast) = rates(workload, f64::INFINITY, assumed);
                let least = shortest.map_or(time, |shortest| time.min(shortest));
                let unlimited = Some((at(least, slow), at(time, fast)));
                Moved { limited: Bytes(0), unlimited }
            }
        }
    };
    (cost.read, cost.written) = (moved(OpKind::Read), moved(OpKind::Write));
    if let Some((application, limit)) = workload.application.zip(limit) {
        // What its file system writes for it is known as little as what a drive can: both are estimates.
        let count = limit.0.checked_div(block.0).unwrap_or(0);
        let writes = workload.mix.write().of(count);
        let least =
            Bytes(writes.saturating_mul(written_for(application, mean_size(workload)).0));
        let unlimited = (least > Bytes(0)).then_some((least, least.plus(least)));
        cost.written = Moved { limited: Bytes(0), unlimited };
    }
    for load in &workload.beside {
        let mut beside = cell_cost(&load.workload, assumed);
        beside.begin_after(load.delay);
        cost.wait_for(&beside);
        cost.read.add(&beside.read);
        cost.written.add(&beside.written);
    }
    cost
}

/// Of reads or writes among the requests; what is asked again moves as much as what it follows.
fn share_of(workload: &Workload, kind: OpKind) -> Permille {
    let share = match kind {
        OpKind::Read => workload.mix.read,
        _ => workload.mix.write(),
    };
    if workload.has(kind) && share.0 == 0 { Permille::ALL } else { share }
}

/// How much more than its limit a cell moves whose requests are followed by others at the same places.
fn follow_up(workload: &Workload) -> f64 {
    if workload.again.is_some_and(Again::follows) { 2.0 } else { 1.0 }
}

/// What a recording takes, if it is known what it holds: its own time, or longer where the target is too slow for it.
fn replay_cost(workload: &Workload, assumed: &AssumedRange) -> Option<Cost> {
    let replay = workload.replay.as_ref()?;
    let load = replay.load?;
    let moved = load.moved().as_f64();
    let count = u32::try_from(load.count()).map_or(f64::INFINITY, f64::from);
    let needed = |speed: &AssumedSpeed, at_a_time: f64| {
        let seconds = (moved / speed.bytes_per_s).max(count / speed.requests_per_s / at_a_time);
        Nanos(whole(seconds * 1e9))
    };
    let recorded = match replay.how.timing {
        Timing::AsRecorded => load.elapsed_with(replay.how.idle_max),
        Timing::Faster(times) => {
            let as_recorded = load.elapsed_with(replay.how.idle_max);
            Nanos(whole(as_recorded.as_secs_f64() / times * 1e9))
        }
        Timing::AsFastAsPossible | Timing::Fill => Nanos(0),
    };
    let fast = needed(&assumed.fast, outstanding(workload)).max(recorded);
    let slow = needed(&assumed.slow, 1.0).max(recorded);
    let limited = |bytes: u64| Moved { limited: Bytes(bytes), unlimited: None };
    Some(Cost {
        time_fixed: Nanos(0),
        time_estimate: Some((fast, slow)),
        read: limited(load.read_bytes),
        written: limited(load.write_bytes),
    })
}

/// The least time of a cell that may end once its rate is known, or steady; the ramp left out.
fn shortest(workload: &Workload) -> Option<Nanos> {
    let Stop { certain, steady, .. } = workload.stop;
    let certain = certain.map(|it| it.after);
    let begin = workload.ramp;
    let steady = steady.map(|it| it.after.max(begin).saturating_sub(begin).plus(it.window));
    certain.or(steady)
}

/// Slowest and fastest rate at which a target moves `bytes` as `workload` does.
fn rates(workload: &Workload, bytes: f64, assumed: &AssumedRange) -> (f64, f64) {
    // The slowest drive works at one request at a time, whatever is outstanding.
    let usual = (
        bytes_per_s(workload, &assumed.slow, 1.0),
        bytes_per_s(workload, &assumed.fast, outstanding(workload)),
    );
    narrowed(&assumed.observed, (workload, bytes), usual)
}

/// Bytes per second of this cell on a target of this speed that works at so many requests at a time.
fn bytes_per_s(workload: &Workload, speed: &AssumedSpeed, at_a_time: f64) -> f64 {
    if let Some(application) = workload.application {
        let waits = waits_of(application);
        let read = f64::from(workload.mix.read.0) / f64::from(Permille::ALL.0);
        let seconds_each = (1.0 - read) * waits / speed.durable_writes_per_s
            + 1.0 / speed.requests_per_s.max(OPERATIONS_PER_S);
        return workload.block.largest().as_f64() * at_a_time / seconds_each;
    }
    let is_durable = matches!(workload.sync, SyncPolicy::Each | SyncPolicy::Dsync);
    if workload.caching != Caching::Direct && !is_durable {
        return speed.bytes_per_s;
    }
    let writes_per_s = match workload.access {
        _ if is_durable => speed.durable_writes_per_s,
        Access::Sequential => speed.requests_per_s,
        _ => speed.random_writes_per_s,
    };
    let read = f64::from(workload.mix.read.0) / f64::from(Permille::ALL.0);
    let seconds_each = read / speed.requests_per_s + (1.0 - read) / writes_per_s;
    let by_requests = workload.block.largest().as_f64() * at_a_time / seconds_each;
    speed.bytes_per_s.min(by_requests)
}

/// Operations of a program that wait for nothing. Arbitrary.
const OPERATIONS_PER_S: f64 = 10_000.0;

/// Of all kinds, each with its share of the requests that move something.
fn mean_size(workload: &Workload) -> Bytes {
    let mix = workload.mix;
    let shares = [
        (OpKind::Read, mix.read),
        (OpKind::Write, mix.write()),
        (OpKind::Discard, mix.discard),
    ];
    let moving =
        shares.iter().fold(0_u64, |sum, (_, share)| sum.saturating_add(share.0.into()));
    let of_kinds = shares.map(|(kind, share)| {
        let mean = mean_of(workload.block.of(kind));
        u128::from(mean.0).saturating_mul(share.0.into())
    });
    let all = of_kinds.into_iter().fold(0_u128, u128::saturating_add);
    let mean = all.checked_div(moving.into()).and_then(|mean| u64::try_from(mean).ok());
    mean.map_or_else(|| mean_of(workload.block.of(OpKind::Read)), Bytes)
}

fn mean_of(sizes: &[(Bytes, u32)]) -> Bytes {
    let (bytes, weights) = sizes.iter().fold((0_u64, 0_u64), |sums, &(size, weight)| {
        let of_all = size.0.saturating_mul(u64::from(weight));
        (sums.0.saturating_add(of_all), sums.1.saturating_add(u64::from(weight)))
    });
    Bytes(bytes.checked_div(weights).unwrap_or(0))
}

/// What one write of a program writes, without what the file system adds, which is as much again at most.
///
/// Source: for `SQLite` the pages and records of its formats (sqlite.org/fileformat.html, pages of 4 KiB): leaf and first page
/// into the journal and into the database, and a page for its head; written ahead, the frames and, later, the database.
/// As much again: the journal of ext4 beside it, as counted at the drive (docs/methods/sqlite.md). For files a page of theirs.
fn written_for(application: Application, size: Bytes) -> Bytes {
    const PAGE: u64 = 4096;
    let pages: u64 = match application {
        Application::Sqlite(Sqlite { journal: Journal::Wal, .. }) => 3,
        Application::Sqlite(_) => 5,
        Application::Files(_) => 1,
        Application::Boot => 0,
    };
    size.plus(Bytes(pages.saturating_mul(PAGE)))
}

/// How often a write of a program waits until something is durable, at most.
///
/// Source: the calls that `SQLite` 3.51 makes, as its page on atomic commits describes them (sqlite.org/atomiccommit.html):
/// journal, its head, database; and the folder with `extra`. A log written ahead is flushed once.
fn waits_of(application: Application) -> f64 {
    match application {
        Application::Sqlite(Sqlite { journal: Journal::Wal, synchronous, .. }) => {
            if synchronous == Synchronous::Normal { 0.0 } else { 1.0 }
        }
        Application::Sqlite(_) => 4.0,
        Application::Files(Files { is_synced, .. }) => f64::from(u8::from(is_synced)),
        Application::Boot => 0.0,
    }
}

/// Bytes per second that an open loop asks for.
fn scheduled(workload: &Workload) -> f64 {
    match workload.pacing {
        Pacing::Open { rate_per_s, pauses, .. } => {
            let rate = workload.block.largest().as_f64() * rate_per_s;
            pauses.map_or(rate, |rule| rate.min(between_pauses(workload, rule)))
        }
        Pacing::Pausing(rule) => between_pauses(workload, rule),
        Pacing::Closed => f64::INFINITY,
    }
}

/// The most bytes per second with pauses, as if requests took no time.
fn between_pauses(workload: &Workload, rule: PauseRule) -> f64 {
    // After a time, however many there were in it.
    let Some(count) = rule.after_count.filter(|_| rule.after_time.is_none()) else {
        return f64::INFINITY;
    };
    workload.block.largest().as_f64() * f64::from(count) * f64::from(workload.jobs)
        / rule.length.as_secs_f64()
}

fn amount_in(workload: &Workload, time: Nanos, rate: f64) -> Bytes {
    Bytes(whole(rate.min(scheduled(workload)) * time.as_secs_f64()))
}

fn time_for(amount: f64, bytes_per_s: f64) -> Nanos {
    Nanos(whole(amount / bytes_per_s.max(1.0) * 1e9))
}
