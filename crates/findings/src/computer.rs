//! What the computer may have decided in place of the drive.
//!
//! Knows what a record tells of it: waiting for a processor (a throttled cgroup makes its threads wait, too), processors that
//! others had or a host took, waiting for memory, others' requests on the drive, times in which iogram did not run, clocks
//! that disagreed. Must not know what is judged.
//!
//! A disturbance takes time. So each figure has two bounds beside what was measured: what it would be at best if the computer
//! had taken nothing ([`Taken::spared`]), and at worst if the drive had been asked for all that was meant
//! ([`Taken::strained`]). A verdict stands where it is the same at all three. The drive is slower than it is for most that
//! disturbs it; faster it looks in a few ways alone: rates leave out times in which iogram did not run and in which the
//! drive could catch up, requests that were out then are in no latency, and whoever asks for less meets a rested drive.

use iogram_model::{
    Argument, CellRecord, EngineRecord, Figure, Loop, Message, MessageId, OpKind, OpRecord,
    Run, SubmitterRecord, WarningCode, disturbance, float, whole,
};
use iogram_stats::Histogram;

use crate::figure::value_of;

/// A drive that was asked for less than meant by more than this was another load's. Source: SNIA SSS-PTS, steady state: what
/// differs by a tenth is the same.
const RESTED_RATIO: f64 = 0.1;

/// Between two looks of a clock at the kernel's, a step is a single one: it hides no more requests than are out. Of clocks
/// that disagree by less nothing is hidden.
const CLOCK_STEP_NS: f64 = 1e6;

/// What the computer took of one cell, as far as its record tells; there is none for a cell that it left alone.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    /// What of the time that iogram ran it may have taken at most; `None`: nobody knows how much.
    time_ns: Option<f64>,
    /// In which the drive could rest although more was meant to be asked of it, as a share of the cell's time.
    rested_ratio: f64,
    /// What a clock may have left out of the times, or added to them.
    clock_ns: f64,
    /// Requests whose latency is not known because of it.
    hidden_count: u64,
    /// What it was.
    why: Message,
}

/// One thing that takes time, the most first.
struct Cause {
    share: f64,
    is_rest: bool,
    why: Message,
}

impl Taken {
    /// What was taken of `cell`; `processors` is how many there are, if that is known.
    pub(crate) fn of(cell: &CellRecord, processors: Option<u32>) -> Option<Self> {
        let running_ns = float(cell.running_ns());
        let paused_ns = float(cell.paused_ns());
        let mut causes = causes(cell, processors);
        causes.sort_by(|one, other| other.share.total_cmp(&one.share));
        let clock_ns = clock_ns(cell);
        // Requests of an open loop were due while nobody ran, and wait for each other afterwards.
        let is_queued = paused_ns > 0.0 && cell.engine.pacing == Loop::Open;
        let share = causes.first().map_or(0.0, |cause| cause.share);
        let time_ns = (share < 1.0 && !is_queued).then_some((share * running_ns).max(clock_ns));
        let rested = causes.iter().filter(|cause| cause.is_rest).map(|cause| cause.share);
        let rested_ns = rested.fold(0.0, f64::max).min(1.0) * running_ns + paused_ns;
        let paused = paused(cell);
        let why = match causes.into_iter().next() {
            // Whoever does not run at all takes more than who runs late.
            Some(cause) if paused.is_none() || cause.share * running_ns > paused_ns => {
                cause.why
            }
            Some(_) | None if paused.is_some() => paused?,
            _ => clock(cell)?,
        };
        let at_a_step = if clock_ns > 0.0 { u64::from(cell.engine.depth_asked) } else { 0 };
        Some(Self {
            time_ns,
            rested_ratio: rested_ns / (running_ns + paused_ns).max(1.0),
            clock_ns,
            hidden_count: cell.set_aside_count.unwrap_or(0).saturating_add(at_a_step),
            why,
        })
    }

    /// The same of a cell of `run`.
    pub(crate) fn of_cell(run: &Run, cell: &CellRecord) -> Option<Self> {
        Self::of(cell, run.conditions.host.cpu_count)
    }

    /// What it was, for a sentence.
    pub(crate) fn why(&self) -> Message {
        self.why.clone()
    }

    /// Whether so much of the time that was lost may have been lost to it.
    pub(crate) fn explains_ns(&self, lost_ns: f64) -> bool {
        self.time_ns.is_none_or(|taken| lost_ns <= taken)
    }

    /// What of the time that was lost it cannot have taken.
    pub(crate) fn left_ns(&self, lost_ns: u64) -> u64 {
        self.time_ns.map_or(0, |taken| lost_ns.saturating_sub(whole(taken)))
    }

    /// Whether it is more than was left out of all figures anyway.
    pub(crate) fn is_felt(&self) -> bool {
        self.time_ns.is_none_or(|taken| taken > 0.0) || self.rested_ratio > RESTED_RATIO
    }

    /// Whether a figure of `cell` is as much the computer's as the drive's: nothing is held against it. Of a processor that sets
    /// the pace the figure is what this computer gets of the drive.
    pub(crate) fn spoils(&self, cell: &CellRecord) -> bool {
        self.why.id != MessageId::HeldGenerator
            && self.factor(cell).is_none_or(|factor| factor * (1.0 - RESTED_RATIO) >= 1.0)
    }

    /// By how much it may have changed a rate or a time, as a factor; `None`: nobody knows.
    pub(crate) fn factor(&self, cell: &CellRecord) -> Option<f64> {
        let running_ns = float(cell.running_ns());
        let left_ns = running_ns - self.time_ns?;
        (left_ns > 0.0).then(|| running_ns / left_ns)
    }

    /// What `figure` of `cell` would be at best, had the computer taken nothing: infinitely many or no time at all where
    /// nobody knows. `None` as [`value_of`] has it.
    pub(crate) fn spared(
        &self,
        figure: Figure,
        cell: &CellRecord,
        operation: OpKind,
    ) -> Option<f64> {
        let value = value_of(figure, cell, Some(operation))?;
        let best = if is_rate(figure) { f64::INFINITY } else { 0.0 };
        let Some(taken_ns) = self.time_ns else { return Some(best) };
        if is_rate(figure) {
            return Some(self.factor(cell).map_or(best, |factor| value * factor));
        }
        // Whoever is late by some time is late for all that is out then.
        let late_ns = taken_ns * f64::from(cell.engine.depth_asked.max(1));
        let record = cell.operations.of(operation);
        let spared = match (figure.quantile(), record) {
            (Some(quantile), Some(record)) => {
                // Without a histogram, all of the time may have been a single request's.
                least_quantile(record, quantile, late_ns).unwrap_or(value - late_ns)
            }
            (_, Some(record)) if figure == Figure::LatencyMean => {
                value - late_ns / float(record.count.max(1))
            }
            _ => value - taken_ns,
        };
        Some(spared.clamp(0.0, value))
    }

    /// What a percentile of `operation` would be at least, had the computer taken nothing, where `least_ns` is what its requests
    /// prove of it as they are.
    pub(crate) fn spared_bound(
        &self,
        cell: &CellRecord,
        operation: OpKind,
        least_ns: f64,
    ) -> f64 {
        let Some(taken_ns) = self.time_ns else { return 0.0 };
        let late_ns = taken_ns * f64::from(cell.engine.depth_asked.max(1));
        let Some(record) = cell.operations.of(operation) else { return 0.0 };
        let spared = share_up_to(record, least_ns)
            .and_then(|share| least_quantile(record, share, late_ns))
            .unwrap_or(least_ns - late_ns);
        spared.clamp(0.0, least_ns)
    }

    /// What requests prove that it is at most, `most_ns`, had the drive been asked for all that was meant.
    pub(crate) fn strained_bound(&self, most_ns: f64) -> f64 {
        let is_sure = self.rested_ratio <= RESTED_RATIO && self.hidden_count == 0;
        if is_sure { most_ns } else { f64::INFINITY }
    }

    /// What `figure` of `cell` would be at worst, had the drive been asked for all that was meant. `None` as [`value_of`]
    /// has it.
    pub(crate) fn strained(
        &self,
        figure: Figure,
        cell: &CellRecord,
        operation: OpKind,
    ) -> Option<f64> {
        let value = value_of(figure, cell, Some(operation))?;
        let running_ns = float(cell.running_ns());
        // In all of this time the drive did no more than what was counted, however it was asked.
        let whole_ns = running_ns + float(cell.paused_ns()) + self.clock_ns;
        let longer = whole_ns / running_ns.max(1.0);
        if is_rate(figure) {
            return Some(value / longer);
        }
        if matches!(figure, Figure::Elapsed | Figure::Writing | Figure::Flushing) {
            return Some(value + whole_ns - running_ns);
        }
        if self.rested_ratio > RESTED_RATIO {
            return Some(f64::INFINITY);
        }
        if self.hidden_count == 0 {
            return Some(value);
        }
        let Some(quantile) = figure.quantile() else { return Some(f64::INFINITY) };
        let record = cell.operations.of(operation)?;
        Some(with_hidden(record, quantile, self.hidden_count).unwrap_or(f64::INFINITY))
    }
}

const fn is_rate(figure: Figure) -> bool {
    matches!(figure, Figure::BytesPerS | Figure::Iops | Figure::BytesPerSBeforeFlush)
}

/// The share of requests that took no longer. `None` where the histogram is not there.
fn share_up_to(record: &OpRecord, limit_ns: f64) -> Option<f64> {
    let histogram = Histogram::from_text(&record.histogram).ok().filter(|it| it.count() > 0)?;
    let buckets = histogram.buckets();
    let within = buckets.iter().filter(|bucket| float(bucket.from_ns) <= limit_ns);
    let count: f64 = within.map(|bucket| float(bucket.count)).sum::<f64>();
    Some(count / float(histogram.count()))
}

/// The least that the quantile can have been, if `late_ns` of all latencies together were not the drive's. `None` where the
/// histogram is not there.
fn least_quantile(record: &OpRecord, quantile: f64, late_ns: f64) -> Option<f64> {
    let histogram = Histogram::from_text(&record.histogram).ok().filter(|it| it.count() > 0)?;
    let buckets = histogram.buckets();
    let count = float(histogram.count());
    let allowed = count * (1.0 - quantile);
    // From the slowest on: so many lie above, and so much time brings all but the allowed ones down here.
    let needed_ns = |limit_ns: f64| {
        let above = buckets.iter().filter(|bucket| float(bucket.to_ns) > limit_ns);
        let beyond: f64 = above.clone().map(|bucket| float(bucket.count)).sum::<f64>();
        let mut left = beyond - allowed;
        let mut sum_ns = 0.0;
        for bucket in above {
            let moved = float(bucket.count).min(left.max(0.0));
            sum_ns += moved * (float(bucket.to_ns) - limit_ns);
            left -= moved;
        }
        sum_ns
    };
    let steps = buckets.iter().map(|bucket| float(bucket.to_ns));
    let kept = std::iter::once(0.0).chain(steps).find(|limit| needed_ns(*limit) <= late_ns)?;
    // Between two buckets the time that is left decides.
    let below = buckets.iter().map(|it| float(it.to_ns)).filter(|it| *it < kept);
    let (mut low, mut high) = (below.fold(0.0, f64::max), kept);
    for _ in 0..24 {
        let middle = f64::midpoint(low, high);
        if needed_ns(middle) <= late_ns { high = middle } else { low = middle }
    }
    Some(high)
}

/// The quantile with so many more requests that took longer than all others. `None` if that is one of these.
fn with_hidden(record: &OpRecord, quantile: f64, hidden: u64) -> Option<f64> {
    let histogram = Histogram::from_text(&record.histogram).ok()?;
    let count = float(histogram.count());
    let of_known = quantile * (count + float(hidden)) / count.max(1.0);
    (of_known <= 1.0).then(|| histogram.quantile_ns(of_known)).flatten().map(float)
}

/// Everything that took time while iogram ran.
fn causes(cell: &CellRecord, processors: Option<u32>) -> Vec<Cause> {
    let has = |code: WarningCode| cell.warnings.iter().any(|warning| warning.code == code);
    let mut found = Vec::new();
    let mut add = |share: f64, is_rest: bool, why: Message| {
        found.push(Cause { share, is_rest, why });
    };
    let of_ratio = |id: MessageId, ratio: f64| Message::new(id, [Argument::Ratio(ratio)]);
    let waited = waited_ratio(&cell.engine);
    // Of less it is said where it can be what a percentile consists of; and who was stopped may not go on at once.
    let is_told = has(WarningCode::WaitedForProcessor) || !cell.host_pauses.is_empty();
    if let Some(ratio) = waited.filter(|it| *it >= disturbance::WAITED_RATIO || is_told) {
        add(ratio, true, of_ratio(MessageId::HeldWaited, ratio));
    }
    if has(WarningCode::GeneratorBound) {
        add(1.0, true, Message::plain(MessageId::HeldGenerator));
    }
    let Some(others) = cell.others else { return found };
    let is_counted = cell.elapsed_ns >= disturbance::COUNTED_OF_NS;
    let used = others.cpu_others_ratio.filter(|it| {
        let busy = others.cpu_busy_ratio.unwrap_or(0.0);
        is_counted && *it >= disturbance::OTHERS_RATIO && busy >= disturbance::BUSY_RATIO
    });
    if let Some(ratio) = used {
        add(ratio, true, of_ratio(MessageId::HeldOthers, ratio));
    }
    let at_least =
        |ratio: Option<f64>, limit: f64| ratio.filter(|it| is_counted && *it >= limit);
    if let Some(ratio) = at_least(others.cpu_stolen_ratio, disturbance::STOLEN_RATIO) {
        // Whom it was taken from is not told: it may have been the only one that submitted.
        let share = ratio * processors.map_or(1.0, f64::from);
        add(share, true, of_ratio(MessageId::HeldStolen, ratio));
    }
    if let Some(ratio) = at_least(others.memory_wait_ratio, disturbance::MEMORY_RATIO) {
        add(ratio, true, of_ratio(MessageId::HeldMemory, ratio));
    }
    let moved = [others.drive_read_others_bytes, others.drive_write_others_bytes];
    let moved = moved.into_iter().flatten().fold(0, u64::saturating_add);
    if moved > 0 {
        // One request of others can cost a thousand of one's own, or nothing.
        add(1.0, false, Message::new(MessageId::HeldDrive, [Argument::Bytes(moved)]));
    }
    found
}

/// The most that a submitter waited for a processor, as a share of its time; `None` where the kernel does not tell.
fn waited_ratio(engine: &EngineRecord) -> Option<f64> {
    let known =
        engine.submitters.iter().filter(|it| it.elapsed_ns >= disturbance::WAITED_OF_NS);
    let ratio = |it: &SubmitterRecord| Some(float(it.run_delay_ns?) / float(it.elapsed_ns));
    known.filter_map(ratio).reduce(f64::max)
}

/// For how long iogram did not run, and why; `None` if it always did.
fn paused(cell: &CellRecord) -> Option<Message> {
    let longest = cell.host_pauses.iter().max_by_key(|pause| pause.length_ns)?;
    let values = [Argument::Ns(cell.paused_ns()), longest.reason.statement().into()];
    (cell.paused_ns() > 0).then(|| Message::new(MessageId::HeldPaused, values))
}

fn has_clock_disagreed(cell: &CellRecord) -> bool {
    cell.warnings.iter().any(|warning| warning.code == WarningCode::ClockDisagreed)
}

/// How far the clocks of a cell were apart at most; 0 where that hides nothing.
fn clock_ns(cell: &CellRecord) -> f64 {
    let clock = cell.engine.clock.as_ref();
    let most = clock.and_then(|it| it.difference_max_ns).map_or(0.0, float);
    if has_clock_disagreed(cell) || most >= CLOCK_STEP_NS { most } else { 0.0 }
}

fn clock(cell: &CellRecord) -> Option<Message> {
    let most_ns = clock_ns(cell);
    let is_off = most_ns > 0.0 || has_clock_disagreed(cell);
    is_off.then(|| Message::new(MessageId::HeldClock, [Argument::Ns(whole(most_ns))]))
}

/// What the looks around a run say of the computer, for what is not watched itself; `None` if nothing is against it.
pub(crate) fn around(run: &Run) -> Option<Message> {
    let at_least = |ratio: Option<f64>, limit: f64| ratio.filter(|it| *it >= limit);
    run.looks.iter().find_map(|look| {
        let (id, ratio) = None
            .or_else(|| {
                let busy = at_least(look.cpu_busy_ratio, disturbance::BUSY_RATIO)?;
                Some((MessageId::HeldBusy, busy))
            })
            .or_else(|| {
                let stolen = at_least(look.cpu_stolen_ratio, disturbance::WAITED_RATIO)?;
                Some((MessageId::HeldStolen, stolen))
            })
            .or_else(|| {
                let waited = at_least(look.memory_wait_ratio, disturbance::MEMORY_RATIO)?;
                Some((MessageId::HeldMemory, waited))
            })?;
        Some(Message::new(id, [Argument::Ratio(ratio)]))
    })
}
