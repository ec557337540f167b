//! Cost of a plan: time and bytes. Keeps known amounts apart from estimates.

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

/// Assumed speed of a target. Used for estimates only.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AssumedSpeed {
    /// Bytes per second of sequential requests.
    pub bytes_per_s: f64,
    /// Requests per second at queue depth 1.
    pub requests_per_s: f64,
    /// Small random writes per second.
    pub random_writes_per_s: f64,
    /// Writes per second that wait until they are durable.
    pub durable_writes_per_s: f64,
}

/// The slowest and the fastest target that an estimate covers.
#[derive(Debug, Clone, PartialEq)]
pub struct AssumedRange {
    /// The slowest of these drives; a run takes at most as long as on it.
    pub slow: AssumedSpeed,
    /// The fastest of these drives; a run takes at least as long as on it.
    pub fast: AssumedSpeed,
    /// Rates measured on the target; they take precedence over assumptions.
    pub observed: Vec<Observed>,
}

impl Default for AssumedRange {
    /// From a Class 10 card to a fast SSD.
    ///
    /// Source of the slow end: Class 10 promises 10 MB/s; 456 requests/s is the slowest medium
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
    /// A target with a known sequential rate, such as from an earlier run.
    #[must_use]
    pub fn at(bytes_per_s: f64) -> Self {
        let Self { slow, fast, observed } = Self::default();
        let both = |speed: AssumedSpeed| AssumedSpeed { bytes_per_s, ..speed };
        Self { slow: both(slow), fast: both(fast), observed }
    }

    /// Adds the rates of cells measured on this target.
    #[must_use]
    pub fn observing<'c>(mut self, cells: impl IntoIterator<Item = &'c CellRecord>) -> Self {
        self.observed.extend(cells.into_iter().filter_map(Observed::from_cell));
        self
    }
}

/// Cost of a plan or of a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Certain time: cells that end by time alone, and rests.
    pub time_fixed: Nanos,
    /// Estimated time of all the rest, from assumed speeds: at the fast end, at the slow end. `None` if nothing needs
    /// an estimate.
    pub time_estimate: Option<(Nanos, Nanos)>,
    /// Bytes that cells and probes read.
    pub read: Moved,
    /// Bytes that cells, probes and lay-outs write.
    pub written: Moved,
}

/// Bytes of one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moved {
    /// Bytes of the cells with a limit in bytes or requests: an upper bound.
    pub limited: Bytes,
    /// Bytes of the cells that end by time alone, estimated from assumed speeds: at the slow end, at the fast end.
    /// `None` if there is no such cell.
    pub unlimited: Option<(Bytes, Bytes)>,
}

impl Moved {
    /// The most bytes that can move; `None` if that depends on the speed of the target.
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

    /// The cost of a step that may be left out.
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

    /// The total time at the fast end and at the slow end; the same twice if nothing is estimated.
    #[must_use]
    pub fn time(&self) -> (Nanos, Nanos) {
        let (fast, slow) = self.time_estimate.unwrap_or_default();
        (self.time_fixed.plus(fast), self.time_fixed.plus(slow))
    }

    /// Adds a delay at both ends.
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

    /// Raises the time to that of `other` where `other` takes longer, at each end.
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

/// Saturating addition: a method file may ask for absurd amounts, and a plan must still be able to report them.
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
    /// The cost of all steps together.
    #[must_use]
    pub fn cost(&self, assumed: &AssumedRange) -> Cost {
        self.cost_from(0, assumed)
    }

    /// The cost of the steps from `first` on. Counts optional rounds, which an earlier steady state ends, with their
    /// time or with none.
    #[must_use]
    pub fn cost_from(&self, first: usize, assumed: &AssumedRange) -> Cost {
        self.cost_of(|index| index >= first, assumed)
    }

    /// The cost of the steps whose indices are wanted, as in [`Plan::cost_from`].
    #[must_use]
    pub fn cost_of(&self, is_wanted: impl Fn(usize) -> bool, assumed: &AssumedRange) -> Cost {
        let mut total = Cost::default();
        // The number of checks of each rule so far; after the last check that can succeed, the remaining rounds are
        // optional.
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
    /// The cost of this step.
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
            // The speed of a drive does not determine the time that it takes to erase itself.
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

/// A cell that ends by time ends when its last request completes. The plan mentions that drain time if it is at least
/// this share of the cell's time; a smaller one is below the accuracy of any estimate. Arbitrary.
const DRAIN_MIN_SHARE: f64 = 0.05;

/// The sequential write of `size` bytes that a lay-out makes.
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
    // The engine waits for requests outstanding at the end: 32 random writes on a card take seconds.
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
                let at =
                    |time, rate: f64| Bytes(share.part_of(amount_in(workload, time, rate).0));
                // The rate beyond the observed part of a cache is unknown.
                let (slow, fast) = rates(workload, f64::INFINITY, assumed);
                let least = shortest.map_or(time, |shortest| time.min(shortest));
                let unlimited = Some((at(least, slow), at(time, fast)));
                Moved { limited: Bytes(0), unlimited }
            }
        }
    };
    (cost.read, cost.written) = (moved(OpKind::Read), moved(OpKind::Write));
    if let Some((application, limit)) = workload.application.zip(limit) {
        // The writes that its file system adds are as uncertain as the speed of a drive: both are estimates.
        let count = limit.0.checked_div(block.0).unwrap_or(0);
        let writes = workload.mix.write().part_of(count);
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

/// The share of reads or of writes among the requests; repeated requests move as much as those that they follow.
fn share_of(workload: &Workload, kind: OpKind) -> Permille {
    let share = match kind {
        OpKind::Read => workload.mix.read,
        _ => workload.mix.write(),
    };
    if workload.has(kind) && share.0 == 0 { Permille::ALL } else { share }
}

/// The factor by which a cell exceeds its limit if each request is followed by another one at the same place.
fn follow_up(workload: &Workload) -> f64 {
    if workload.again.is_some_and(Again::follows) { 2.0 } else { 1.0 }
}

/// The cost of a replay if the trace is known: its own time, or longer if the target is too slow for it.
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

/// The least time of a cell that may end early, once its rate is known or steady; without the ramp.
fn shortest(workload: &Workload) -> Option<Nanos> {
    let Stop { certain, steady, .. } = workload.stop;
    let certain = certain.map(|it| it.after);
    let begin = workload.ramp;
    let steady = steady.map(|it| it.after.max(begin).saturating_sub(begin).plus(it.window));
    certain.or(steady)
}

/// Slowest and fastest rate at which a target moves `bytes` with this `workload`.
fn rates(workload: &Workload, bytes: f64, assumed: &AssumedRange) -> (f64, f64) {
    // The slowest drive serves one request at a time, at any queue depth.
    let usual = (
        bytes_per_s(workload, &assumed.slow, 1.0),
        bytes_per_s(workload, &assumed.fast, outstanding(workload)),
    );
    narrowed(&assumed.observed, (workload, bytes), usual)
}

/// Bytes per second of this cell on a target of this speed that serves this many requests in parallel.
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

/// Operations per second of a program that waits for nothing. Arbitrary.
const OPERATIONS_PER_S: f64 = 10_000.0;

/// The mean over all kinds that move data, weighted by their share of the requests.
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
        let mean = mean_of(workload.block.by_kind(kind));
        u128::from(mean.0).saturating_mul(share.0.into())
    });
    let all = of_kinds.into_iter().fold(0_u128, u128::saturating_add);
    let mean = all.checked_div(moving.into()).and_then(|mean| u64::try_from(mean).ok());
    mean.map_or_else(|| mean_of(workload.block.by_kind(OpKind::Read)), Bytes)
}

fn mean_of(sizes: &[(Bytes, u32)]) -> Bytes {
    let (bytes, weights) = sizes.iter().fold((0_u64, 0_u64), |sums, &(size, weight)| {
        let of_all = size.0.saturating_mul(u64::from(weight));
        (sums.0.saturating_add(of_all), sums.1.saturating_add(u64::from(weight)))
    });
    Bytes(bytes.checked_div(weights).unwrap_or(0))
}

/// Bytes that one write of a program causes, without the overhead of the file system, which at most doubles them.
///
/// Source: for `SQLite` the pages and records of its formats (sqlite.org/fileformat.html, pages of 4 KiB): leaf and
/// first page into the journal and into the database, and a page for its head; in write-ahead mode the frames and,
/// later, the database. The doubling: ext4's journal, as counted at the drive (docs/methods/sqlite.md). For files one
/// page of metadata each.
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

/// The number of times that one write of a program waits for durability, at most.
///
/// Source: the calls that `SQLite` 3.51 makes, as its page on atomic commits describes them
/// (sqlite.org/atomiccommit.html): journal, its head, database; and the folder with `extra`. A write-ahead log is
/// flushed once.
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

/// Bytes per second that an open loop schedules.
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
    // A pause after a time does not limit the number of requests before it.
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
