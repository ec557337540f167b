//! Why a drive stalls, or becomes slow: named only where what was seen fits one reason and no other.

use iogram_model::{
    Argument, Bytes, CellRecord, Finding, Message, MessageId, OpKind, Run, SlcCache, Stall,
    StallCause, float,
};

use super::super::statements::failed;
use super::super::{DENIED, Statement, capacity, standing_still};
use crate::throttle::throttled;
use iogram_model::Severity;

/// A host that waits in vain for a command resets the link after so long. Source: Linux, `SD_TIMEOUT` and the `nvme` driver's
/// `io_timeout`, both 30 s; the reset itself takes up to some seconds.
const RESET_NS: std::ops::RangeInclusive<u64> = 29_500_000_000..=34_000_000_000;

/// Behind a cache a drive is slow if it has no more than this of its rate. Arbitrary.
const CLIFF_RATIO: f64 = 0.5;

/// A write that closes a unit copies the rest of it: it takes so long at least, and so many times what one in order does.
/// Arbitrary: a unit of 4 MiB at the rate of a slow card, and far more than any write without a copy.
const CLOSING_NS: f64 = 100e6;
const CLOSING_TIMES: f64 = 20.0;
/// Small writes: those that do not fill a page of any flash. Arbitrary.
const SMALL_BYTES: u64 = 65_536;

/// The reason, if one is named, and its sentence; `None` if the drive neither stalls nor becomes slow.
pub(super) fn cause(run: &Run, known: &[Finding]) -> Option<(Option<StallCause>, Message)> {
    let trouble = Trouble::new(run, known);
    if !trouble.is_any() {
        return None;
    }
    let (cause, why) = trouble
        .computer()
        .or_else(|| trouble.failing())
        .or_else(|| trouble.resets())
        .or_else(|| trouble.heat())
        .or_else(|| trouble.cache())
        .or_else(|| trouble.units())
        .map_or_else(
            || (None, Message::plain(MessageId::CauseUnknown)),
            |(cause, why)| (Some(cause), why),
        );
    Some((cause, Message::new(MessageId::DiagnosisCause, [why.into()])))
}

/// Everything of a run that somebody notices who waits.
struct Trouble<'a> {
    run: &'a Run,
    known: &'a [Finding],
    worst: Option<Statement>,
    stalls: Vec<&'a Stall>,
    /// Cells that went on at a small part of their rate.
    slow: Vec<&'a str>,
    has_slow_requests: bool,
    cliff: Option<&'a SlcCache>,
}

impl<'a> Trouble<'a> {
    fn new(run: &'a Run, known: &'a [Finding]) -> Self {
        let (mut stalls, mut slow, mut cliff) = (Vec::new(), Vec::new(), None);
        for finding in known {
            match finding {
                Finding::Stall(stall) => stalls.push(stall),
                Finding::SlowStretch(stretch) => slow.push(stretch.cell.as_str()),
                Finding::SlcCache(cache) if is_cliff(cache) => cliff = Some(cache),
                _ => {}
            }
        }
        Self {
            run,
            known,
            worst: standing_still::worst_stall(run, known),
            stalls,
            slow,
            has_slow_requests: standing_still::slowest_requests(run)
                .is_some_and(|it| it.severity == Severity::Caution),
            cliff,
        }
    }

    fn is_any(&self) -> bool {
        self.worst.is_some()
            || !self.slow.is_empty()
            || self.has_slow_requests
            || self.cliff.is_some()
            || self.run.cells.iter().any(|cell| throttled(cell).is_some())
    }

    fn cell(&self, stall: &Stall) -> Option<&'a CellRecord> {
        let mut cells = self.run.cells.iter();
        cells.find(|cell| cell.name == stall.cell && cell.repeat == stall.repeat)
    }

    fn computer(&self) -> Option<(StallCause, Message)> {
        let held = self.worst.as_ref().filter(|it| it.message.id == MessageId::HeldUp)?;
        let why = held.message.arguments.get("why")?.clone();
        Some((StallCause::Computer, Message::new(MessageId::CauseComputer, [why])))
    }

    fn failing(&self) -> Option<(StallCause, Message)> {
        let capacity = capacity::statements(self.run, self.known);
        let is_bad = capacity.iter().any(|it| it.severity >= Severity::Failed)
            || failed(self.run).iter().any(|it| it.severity >= Severity::Failed);
        is_bad.then(|| (StallCause::Failing, Message::plain(MessageId::CauseFailing)))
    }

    /// Every stall that anybody notices is as long as the host waits.
    fn resets(&self) -> Option<(StallCause, Message)> {
        let longest = self.stalls.iter().map(|stall| stall.length_ns).max()?;
        let noticed = self.stalls.iter().filter(|stall| stall.length_ns >= longest / 4);
        let are_all = noticed.into_iter().all(|stall| RESET_NS.contains(&stall.length_ns));
        let values = [Argument::Ns(longest)];
        are_all
            .then(|| (StallCause::LinkResets, Message::new(MessageId::CauseLinkResets, values)))
    }

    /// The drive says itself that it throttled, in the cell that was slow if there is one.
    fn heat(&self) -> Option<(StallCause, Message)> {
        let is_slow = |cell: &CellRecord| {
            let is_even = self.slow.is_empty() && self.cliff.is_none();
            is_even
                || self.slow.contains(&cell.name.as_str())
                || self.cliff.is_some_and(|cliff| cliff.cell == cell.name)
        };
        let mut cells = self.run.cells.iter();
        let is_hot = cells.any(|cell| is_slow(cell) && throttled(cell).is_some());
        let is_calm = self.stalls.is_empty();
        (is_hot && is_calm).then(|| (StallCause::Heat, Message::plain(MessageId::CauseHeat)))
    }

    /// It is as fast as ever until its cache is full, and no stall comes before that.
    fn cache(&self) -> Option<(StallCause, Message)> {
        let cliff = self.cliff?;
        let size = cliff.value_bytes?;
        let is_behind = |stall: &&Stall| {
            let cell = self.cell(stall);
            stall.cell == cliff.cell
                && cell.is_some_and(|cell| written_until(cell, stall.time_ns) >= size)
        };
        let is_it = self.stalls.iter().all(is_behind) && !self.has_slow_requests;
        let values = [Bytes(size).into()];
        is_it.then(|| (StallCause::CacheFull, Message::new(MessageId::CauseCacheFull, values)))
    }

    /// Small writes anywhere take for ever, and in order they do not: each closes a unit.
    fn units(&self) -> Option<(StallCause, Message)> {
        let open = self.known.iter().find_map(|finding| match finding {
            Finding::OpenAuRandom(it) => it.value,
            _ => None,
        });
        let is_anywhere = |cell: &CellRecord| {
            cell.workload.access != iogram_model::Access::Sequential && cell.workload.writes()
        };
        let are_of_them =
            self.stalls.iter().all(|stall| self.cell(stall).is_some_and(&is_anywhere));
        let middle = |is_meant: &dyn Fn(&CellRecord) -> bool| {
            let cells = self.run.cells.iter().filter(|cell| {
                let workload = &cell.workload;
                let is_small = workload.block.largest().0 <= SMALL_BYTES;
                workload.depth == 1 && is_small && is_meant(cell)
            });
            let writes = cells.filter_map(|cell| cell.operations.by_kind(OpKind::Write));
            writes.filter_map(|write| write.latency_ns.p50).map(float).reduce(f64::max)
        };
        let (anywhere, in_order) =
            (middle(&|cell| is_anywhere(cell)), middle(&|cell| !is_anywhere(cell)));
        let times = anywhere.zip(in_order).map(|(one, other)| one / other.max(1.0));
        let is_it = are_of_them
            && anywhere.is_some_and(|ns| ns >= CLOSING_NS)
            && times.is_some_and(|times| times >= CLOSING_TIMES);
        let why = match open {
            Some(open) => Message::new(MessageId::CauseOpenUnits, [open.into()]),
            None => Message::new(
                MessageId::CauseUnits,
                [Argument::Number(times.unwrap_or(0.0).round())],
            ),
        };
        is_it.then_some((StallCause::OpenUnits, why))
    }
}

/// Whether a drive has far less of its rate behind its cache.
fn is_cliff(cache: &SlcCache) -> bool {
    let rates = cache.cache_bytes_per_s.zip(cache.after_bytes_per_s);
    cache.value_bytes.is_some()
        && cache.confidence_ratio >= DENIED
        && rates.is_some_and(|(before, after)| after <= CLIFF_RATIO * before)
}

/// What a cell had written at a time since its first request; by its mean rate where its course is not known.
fn written_until(cell: &CellRecord, time_ns: u64) -> u64 {
    if let Some(progress) = &cell.progress {
        let steps = progress.times_ns.iter().filter(|at| **at <= time_ns).count();
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        // The step that the stall is in counts: it began behind its end or in it.
        return progress.step_bytes.saturating_mul(steps.saturating_add(1));
    }
    let rate = cell.operations.by_kind(OpKind::Write).map_or(0.0, |write| write.bytes_per_s);
    iogram_model::rounded(rate * float(time_ns) / 1e9)
}
