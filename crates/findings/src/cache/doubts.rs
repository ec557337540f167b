//! Alternative explanations of a cliff: unreported heat, a write buffer larger than the burst that measured it. Also
//! a condition that hides a cache: a link no faster than the flash.

use iogram_model::{
    Access, Argument, Bytes, Caching, CellRecord, CellState, Message, MessageId, float, rounded,
};
use iogram_stats::Histogram;

use super::cliff::{Cliff, PLACE_TOLERANCE_BYTES};
use super::passes::{Buffer, Chain, Pass};
use crate::segments::{DIFFERENCE_MIN, Segment};

/// Ratio of single reads right after a pass to those after a rest that shows a drive slowed by heat. From the sweep
/// of docs/conclusions.md: cool drives stay below it in all but one of a hundred cases.
const HOT_RATIO: f64 = 1.08;
/// Largest ratio of the slowdown of flash writes by heat to that of reads: reads spend a part of their time in the
/// link and the controller, which heat does not affect. From the sweep of docs/conclusions.md, with links as slow as
/// 25 MB/s.
const READS_SLOWED_SHARE: f64 = 8.0;
/// A rest of this many times the heating time cools the drive. From the sweep of docs/conclusions.md.
const COOLING_RATIO: f64 = 10.0;
/// Compares the fast reads: heat slows every read, background work only some of them.
const FAST_RANK: f64 = 0.1;
/// A visible cache is faster by this factor. Two and a half times the difference of a cliff: behind bridges that
/// split requests, writes are slower than reads by a fifth without a cache. From the sweep of docs/conclusions.md,
/// seeds 22000000 to 22010000.
const SEEN_RATIO: f64 = 1.0 + DIFFERENCE_MIN * 2.5;
/// Share of the computed emptied bytes of a buffer that is certain.
const EMPTIED_SHARE: f64 = 0.6;
/// Least share of a buffer's room that shows in a burst.
const HIDDEN_SHARE: f64 = 0.05;
/// A buffer takes writes at the link's rate: a part slower than the link by this factor did not go into a buffer.
/// Arbitrary.
const LINK_RATIO: f64 = 2.0;
/// The buffer writes a smaller remainder before the reads are timed. Arbitrary.
const DRAINING_BYTES: f64 = 1e6;

/// Evidence about heat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Heat {
    /// The drive counts its throttling, or single reads were as fast right after the pass as after a rest.
    Excluded,
    /// Single reads took this many times as long while the drive was hot.
    Seen(f64),
    /// There is no evidence.
    Unknown,
}

/// Measurements beside the passes of a chain.
#[derive(Debug, Clone, Copy)]
pub(super) struct BesideThePasses {
    pub(super) heat: Heat,
    /// The highest rate over the link, in either direction.
    link_bytes_per_s: f64,
}

impl BesideThePasses {
    pub(super) fn of(cells: &[CellRecord], passes: &[Pass<'_>]) -> Self {
        Self { heat: heat(cells, passes), link_bytes_per_s: fastest(cells) }
    }

    /// Whether the link was fast enough to show a cache beside parts of this rate.
    pub(super) fn is_resolved(&self, bytes_per_s: f64) -> bool {
        self.link_bytes_per_s >= SEEN_RATIO * bytes_per_s
    }

    /// The reason why a cache would be hidden.
    pub(super) fn hidden(&self) -> Message {
        let link = Argument::BytesPerS(self.link_bytes_per_s.max(0.0));
        Message::new(MessageId::CacheHidden, [link])
    }
}

pub(super) fn counts_throttling(cell: &CellRecord) -> bool {
    let counted = cell.health.as_ref().and_then(|health| health.counted.as_ref());
    counted.is_some_and(|it| {
        it.throttle_light_count.is_some()
            || it.throttle_heavy_count.is_some()
            || it.throttle_ns.is_some()
    })
}

/// The time of a larger read depends on the link as much as on the flash. Arbitrary.
const LOOK_MAX: Bytes = Bytes(16 << 10);

/// Whether the cell makes single small random reads: their time is the flash's, not the link's.
fn is_look(cell: &CellRecord) -> bool {
    let workload = &cell.workload;
    cell.state == CellState::Completed
        && workload.access == Access::Random
        && workload.mix.read.0 == 1000
        && workload.caching == Caching::Direct
        && workload.depth == 1
        && workload.jobs == 1
        && workload.block.largest() <= LOOK_MAX
}

fn heat(cells: &[CellRecord], passes: &[Pass<'_>]) -> Heat {
    if passes.iter().all(|pass| counts_throttling(pass.cell)) {
        return Heat::Excluded;
    }
    let Some(first) = passes.first() else { return Heat::Unknown };
    let end = passes.get(1).map_or(u64::MAX, |second| second.cell.started_ns);
    let is_between = |cell: &&CellRecord| {
        cell.started_ns >= first.cell.end_ns() && cell.started_ns < end && is_look(cell)
    };
    let mut looks = cells.iter().filter(is_between);
    let (Some(hot), Some(cool)) = (looks.next(), looks.next_back()) else {
        return Heat::Unknown;
    };
    let (Some(hot), Some(cool)) = (fast_read_ns(hot), fast_read_ns(cool)) else {
        return Heat::Unknown;
    };
    let ratio = hot / cool.max(1.0);
    if ratio >= HOT_RATIO { Heat::Seen(ratio) } else { Heat::Excluded }
}

fn fast_read_ns(cell: &CellRecord) -> Option<f64> {
    let read = cell.operations.read.as_ref()?;
    let histogram = Histogram::from_text(&read.histogram).ok();
    let fast = histogram.and_then(|histogram| histogram.quantile_ns(FAST_RANK));
    Some(fast.or(read.latency_ns.p50).map_or(read.latency_ns.mean, float))
}

/// The fastest sequential direct reads or writes.
fn fastest(cells: &[CellRecord]) -> f64 {
    let is_meant = |cell: &&CellRecord| {
        let workload = &cell.workload;
        workload.access == Access::Sequential && workload.caching == Caching::Direct
    };
    let rates = cells.iter().filter(is_meant).filter_map(|cell| {
        let read = cell.operations.read.as_ref().map(|read| read.bytes_per_s);
        let write = cell.operations.write.as_ref().map(|write| write.bytes_per_s);
        read.into_iter().chain(write).reduce(f64::max)
    });
    rates.fold(0.0, f64::max)
}

fn flush_s(pass: &Pass<'_>) -> f64 {
    pass.cell.operations.flush.as_ref().map_or(0.0, |it| float(it.latency_ns.max)) / 1e9
}

/// The rate of the flash at the end of a pass.
fn end_rate(pass: &Pass<'_>) -> f64 {
    pass.segments.last().map_or(0.0, Segment::bytes_per_s)
}

/// Whether the flush at the end of `pass` returned too early for the flash to have taken the buffer's contents.
fn is_draining(buffer: Buffer, pass: &Pass<'_>) -> bool {
    buffer.size() > DRAINING_BYTES + 2.0 * end_rate(pass) * flush_s(pass)
}

impl Buffer {
    /// Bytes that the buffer had time to empty between the pass and the burst: an upper bound of its size in the
    /// burst. It includes the bytes that a flush at the end of the pass left behind.
    pub(super) fn room_bytes(self, pass: &Pass<'_>) -> f64 {
        let gap_s = float(self.started_ns.saturating_sub(pass.cell.end_ns())) / 1e9;
        EMPTIED_SHARE * end_rate(pass) * (gap_s + flush_s(pass))
    }
}

impl Chain<'_> {
    /// Evidence about heat at this cliff. If the flush did not wait for the write buffer, its contents are written
    /// right after the pass and slow down reads. And a cooled drive is fast again: heat does not explain a second
    /// pass that is slow from its first byte.
    pub(super) fn heat(&self, cliff: Cliff, around: BesideThePasses) -> Heat {
        let Heat::Seen(ratio) = around.heat else { return around.heat };
        let first = &self.passes[0];
        let segments = &first.segments;
        let after = segments[cliff.index.saturating_add(1)].bytes_per_s();
        let drop = segments[cliff.index].bytes_per_s() / after;
        let is_deep = drop - 1.0 > READS_SLOWED_SHARE * (ratio - 1.0);
        if is_deep && self.buffer.is_some_and(|it| is_draining(it, first)) {
            return Heat::Excluded;
        }
        let Some(second) = self.passes.get(1) else { return around.heat };
        let hot_ns = COOLING_RATIO * segments[cliff.index].to_ns;
        let is_rested = second.rest_ns.is_some_and(|rest| float(rest) > hot_ns);
        let skipped = self.count_buffer(&second.segments);
        let is_as_before = |part: &Segment| {
            (after / part.bytes_per_s()).ln().abs() < (1.0 + DIFFERENCE_MIN).ln()
        };
        let is_slow_at_once = second.segments[skipped..].iter().all(is_as_before);
        if is_rested && is_slow_at_once { Heat::Excluded } else { around.heat }
    }
}

impl BesideThePasses {
    /// The reason why the cliff may be the write buffer's end; `None` if the burst excludes that. `held` is the share
    /// of the part before the cliff that the measured buffer explains.
    pub(super) fn buffer_doubt(
        &self,
        buffer: Option<Buffer>,
        first: &Pass<'_>,
        (cliff, held): (Cliff, f64),
    ) -> Option<Message> {
        let rate = |index: usize| first.segments[index].bytes_per_s();
        let (fast, after) = (rate(cliff.index), rate(cliff.index.saturating_add(1)));
        let Some(buffer) = buffer else {
            return Some(Message::plain(MessageId::CacheBufferUnknown));
        };
        let is_as_fast = (buffer.burst_bytes_per_s / fast).ln().abs() < DIFFERENCE_MIN;
        // A buffer would have taken more over this link.
        let is_no_buffer = is_as_fast
            && buffer.burst_bytes > PLACE_TOLERANCE_BYTES
            && fast * (1.0 + DIFFERENCE_MIN) < self.link_bytes_per_s;
        if is_no_buffer || buffer.after_bytes_per_s > (fast * after).sqrt() {
            let size = Argument::Bytes(rounded(buffer.whole_bytes));
            return Some(Message::new(MessageId::CacheBurstAsFast, [size]));
        }
        if fast * (1.0 + DIFFERENCE_MIN) < buffer.burst_bytes_per_s
            || fast * LINK_RATIO < self.link_bytes_per_s
        {
            // Writes were slower than into a buffer with room: it was full all along.
            return None;
        }
        let room = buffer.room_bytes(first);
        let is_limited = cliff.bytes > buffer.size() && buffer.size() >= room;
        // A buffer without time to empty shows nothing.
        let is_hidden = room < HIDDEN_SHARE * buffer.whole_bytes.min(cliff.bytes);
        (is_limited || is_hidden || cliff.bytes < held).then(|| {
            let size = Argument::Bytes(rounded(buffer.size()));
            Message::new(MessageId::CacheBufferRoom, [size])
        })
    }
}
