//! Effects of the computer on the figures of a drive.
//!
//! Uses the record's own evidence: waiting for a processor (also the threads of a throttled cgroup), processors used
//! by others or taken by a host, waiting for memory, other requests to the drive, times in which iogram did not run,
//! clocks that disagreed. Must not depend on the rules that use it.
//!
//! A disturbance takes time. So each figure has two bounds beside the measured value: its best value if the computer
//! had taken no time ([`Taken::spared`]), and its worst value if the drive had received the whole intended load
//! ([`Taken::strained`]). A verdict is valid if it is the same at all three. Most disturbances make a drive look
//! slower than it is. Only a few make it look faster: rates exclude times in which iogram did not run and in which
//! the drive could catch up, latencies exclude the requests outstanding then, and a smaller load meets a rested
//! drive.

use iogram_model::{
    Argument, CellRecord, EngineRecord, Figure, Loop, Message, MessageId, OpKind, OpRecord,
    Run, SubmitterRecord, WarningCode, disturbance, float, whole,
};
use iogram_stats::Histogram;

use crate::figure::value_of;

/// A drive that lost more than this share of its intended load had a different load. Source: SNIA SSS-PTS, steady
/// state: values that differ by a tenth are the same.
const RESTED_RATIO: f64 = 0.1;

/// A step between two comparisons of a clock with the kernel's is a single one: it hides no more requests than are
/// outstanding. A smaller disagreement of clocks hides none.
const CLOCK_STEP_NS: f64 = 1e6;

/// The effect of the computer on one cell, according to its record; an undisturbed cell has none.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    /// The most time that it may have taken while iogram ran; `None` means unknown.
    time_ns: Option<f64>,
    /// The share of the cell's time in which the drive could rest despite a larger intended load.
    rested_ratio: f64,
    /// Time that a clock may have left out or added.
    clock_ns: f64,
    /// Requests whose latency is unknown because of it.
    hidden_count: u64,
    /// The cause.
    why: Message,
}

/// One cause that takes time.
struct Cause {
    share: f64,
    is_rest: bool,
    why: Message,
}

impl Taken {
    /// The effect on `cell`; `processors` is their number, if known.
    pub(crate) fn of(cell: &CellRecord, processors: Option<u32>) -> Option<Self> {
        let running_ns = float(cell.running_ns());
        let paused_ns = float(cell.paused_ns());
        let mut causes = causes(cell, processors);
        causes.sort_by(|one, other| other.share.total_cmp(&one.share));
        let clock_ns = clock_ns(cell);
        // Requests of an open loop became due while iogram did not run, and queue up afterwards.
        let is_queued = paused_ns > 0.0 && cell.engine.pacing == Loop::Open;
        let share = causes.first().map_or(0.0, |cause| cause.share);
        let time_ns = (share < 1.0 && !is_queued).then_some((share * running_ns).max(clock_ns));
        let rested = causes.iter().filter(|cause| cause.is_rest).map(|cause| cause.share);
        let rested_ns = rested.fold(0.0, f64::max).min(1.0) * running_ns + paused_ns;
        let paused = paused(cell);
        let why = match causes.into_iter().next() {
            // A pause takes more time than a delay, unless the delay is longer.
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

    /// The effect on a cell of `run`.
    pub(crate) fn of_cell(run: &Run, cell: &CellRecord) -> Option<Self> {
        Self::of(cell, run.conditions.host.cpu_count)
    }

    /// The cause, as a part of a sentence.
    pub(crate) fn why(&self) -> Message {
        self.why.clone()
    }

    /// Whether it may have caused this much lost time.
    pub(crate) fn explains_ns(&self, lost_ns: f64) -> bool {
        self.time_ns.is_none_or(|taken| lost_ns <= taken)
    }

    /// The part of the lost time that it cannot have caused.
    pub(crate) fn left_ns(&self, lost_ns: u64) -> u64 {
        self.time_ns.map_or(0, |taken| lost_ns.saturating_sub(whole(taken)))
    }

    /// Whether it exceeds the time that all figures exclude anyway.
    pub(crate) fn is_felt(&self) -> bool {
        self.time_ns.is_none_or(|taken| taken > 0.0) || self.rested_ratio > RESTED_RATIO
    }

    /// Whether a figure of `cell` depends on the computer as much as on the drive, so that no rule applies to it. If
    /// a processor sets the pace, the figure is the rate that this computer gets from the drive.
    pub(crate) fn spoils(&self, cell: &CellRecord) -> bool {
        self.why.id != MessageId::HeldGenerator
            && self.factor(cell).is_none_or(|factor| factor * (1.0 - RESTED_RATIO) >= 1.0)
    }

    /// The factor by which it may have changed a rate or a time; `None` means unknown.
    pub(crate) fn factor(&self, cell: &CellRecord) -> Option<f64> {
        let running_ns = float(cell.running_ns());
        let left_ns = running_ns - self.time_ns?;
        (left_ns > 0.0).then(|| running_ns / left_ns)
    }

    /// The best value of `figure` of `cell` if the computer had taken no time: an infinite rate or no time at all if
    /// the effect is unknown. `None` as in [`value_of`].
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
        // A delay is a delay for every outstanding request.
        let late_ns = taken_ns * f64::from(cell.engine.depth_asked.max(1));
        let record = cell.operations.of(operation);
        let spared = match (figure.quantile(), record) {
            (Some(quantile), Some(record)) => {
                // Without a histogram, a single request may have had all of the delay.
                least_quantile(record, quantile, late_ns).unwrap_or(value - late_ns)
            }
            (_, Some(record)) if figure == Figure::LatencyMean => {
                value - late_ns / float(record.count.max(1))
            }
            _ => value - taken_ns,
        };
        Some(spared.clamp(0.0, value))
    }

    /// The lower bound of a percentile of `operation` if the computer had taken no time; `least_ns` is the bound that
    /// its requests prove without this correction.
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

    /// The upper bound `most_ns` that requests prove, if the drive had received the whole intended load.
    pub(crate) fn strained_bound(&self, most_ns: f64) -> f64 {
        let is_sure = self.rested_ratio <= RESTED_RATIO && self.hidden_count == 0;
        if is_sure { most_ns } else { f64::INFINITY }
    }

    /// The worst value of `figure` of `cell` if the drive had received the whole intended load. `None` as in
    /// [`value_of`].
    pub(crate) fn strained(
        &self,
        figure: Figure,
        cell: &CellRecord,
        operation: OpKind,
    ) -> Option<f64> {
        let value = value_of(figure, cell, Some(operation))?;
        let running_ns = float(cell.running_ns());
        // In all of this time the drive did only the counted work, whatever its load.
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

/// The share of requests that took at most `limit_ns`. `None` without a histogram.
fn share_up_to(record: &OpRecord, limit_ns: f64) -> Option<f64> {
    let histogram = Histogram::from_text(&record.histogram).ok().filter(|it| it.count() > 0)?;
    let buckets = histogram.buckets();
    let within = buckets.iter().filter(|bucket| float(bucket.from_ns) <= limit_ns);
    let count: f64 = within.map(|bucket| float(bucket.count)).sum::<f64>();
    Some(count / float(histogram.count()))
}

/// The least possible value of the quantile, if `late_ns` of the sum of all latencies were not the drive's. `None`
/// without a histogram.
fn least_quantile(record: &OpRecord, quantile: f64, late_ns: f64) -> Option<f64> {
    let histogram = Histogram::from_text(&record.histogram).ok().filter(|it| it.count() > 0)?;
    let buckets = histogram.buckets();
    let count = float(histogram.count());
    let allowed = count * (1.0 - quantile);
    // Time that brings all requests above the limit down to it, except the allowed ones; starts with the slowest.
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
    let ends = buckets.iter().map(|bucket| float(bucket.to_ns));
    let steps: Vec<f64> = std::iter::once(0.0).chain(ends).collect();
    // A higher limit needs less.
    let at = steps.partition_point(|limit| needed_ns(*limit) > late_ns);
    let kept = *steps.get(at)?;
    // Between two buckets the time that is left decides.
    let (mut low, mut high) = (at.checked_sub(1).map_or(0.0, |below| steps[below]), kept);
    for _ in 0..24 {
        let middle = f64::midpoint(low, high);
        if needed_ns(middle) <= late_ns { high = middle } else { low = middle }
    }
    Some(high)
}

/// The quantile with this many additional requests that took longer than all others. `None` if the quantile is one of
/// these.
fn with_hidden(record: &OpRecord, quantile: f64, hidden: u64) -> Option<f64> {
    let histogram = Histogram::from_text(&record.histogram).ok()?;
    let count = float(histogram.count());
    let of_known = quantile * (count + float(hidden)) / count.max(1.0);
    (of_known <= 1.0).then(|| histogram.quantile_ns(of_known)).flatten().map(float)
}

/// Every cause that took time while iogram ran.
fn causes(cell: &CellRecord, processors: Option<u32>) -> Vec<Cause> {
    let has = |code: WarningCode| cell.warnings.iter().any(|warning| warning.code == code);
    let mut found = Vec::new();
    let mut add = |share: f64, is_rest: bool, why: Message| {
        found.push(Cause { share, is_rest, why });
    };
    let of_ratio = |id: MessageId, ratio: f64| Message::new(id, [Argument::Ratio(ratio)]);
    let waited = waited_ratio(&cell.engine);
    // A smaller share counts only if it could make up a percentile, as a warning tells; or after a pause, because a
    // stopped thread may not continue at once.
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
        // The host may have taken this time from the only thread that submitted requests.
        let share = ratio * processors.map_or(1.0, f64::from);
        add(share, true, of_ratio(MessageId::HeldStolen, ratio));
    }
    if let Some(ratio) = at_least(others.memory_wait_ratio, disturbance::MEMORY_RATIO) {
        add(ratio, true, of_ratio(MessageId::HeldMemory, ratio));
    }
    let moved = [others.drive_read_others_bytes, others.drive_write_others_bytes];
    let moved = moved.into_iter().flatten().fold(0, u64::saturating_add);
    if moved > 0 {
        // A foreign request can cost as much as a thousand own ones, or nothing.
        add(1.0, false, Message::new(MessageId::HeldDrive, [Argument::Bytes(moved)]));
    }
    found
}

/// The longest wait of a submitter for a processor, as a share of its time; `None` if the kernel does not report it.
fn waited_ratio(engine: &EngineRecord) -> Option<f64> {
    let known =
        engine.submitters.iter().filter(|it| it.elapsed_ns >= disturbance::WAITED_OF_NS);
    let ratio = |it: &SubmitterRecord| Some(float(it.run_delay_ns?) / float(it.elapsed_ns));
    known.filter_map(ratio).reduce(f64::max)
}

/// How long iogram did not run, and the reason; `None` if it always ran.
fn paused(cell: &CellRecord) -> Option<Message> {
    let longest = cell.host_pauses.iter().max_by_key(|pause| pause.length_ns)?;
    let values = [Argument::Ns(cell.paused_ns()), longest.reason.statement().into()];
    (cell.paused_ns() > 0).then(|| Message::new(MessageId::HeldPaused, values))
}

fn has_clock_disagreed(cell: &CellRecord) -> bool {
    cell.warnings.iter().any(|warning| warning.code == WarningCode::ClockDisagreed)
}

/// The largest disagreement of a cell's clocks in nanoseconds; 0 if it hides no requests.
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

/// The disturbance in the samples before and after a run, for work without samples of its own; `None` if there is
/// none.
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
