//! What a cliff in a pass could be beside the end of a cache, and what would hide a cache: heat that nobody tells
//! of, a write buffer larger than the burst that measured it, a link no faster than the flash.

use iogram_model::{Access, Bytes, Caching, CellRecord, CellState, float};
use iogram_stats::Histogram;

use super::cliff::Cliff;
use super::passes::{Buffer, Pass};
use crate::segments::{DIFFERENCE_MIN, Segment};

/// Single reads that take so many times as long right after a pass as after a rest: the drive is slower while it
/// is hot. From the sweep of docs/conclusions.md: cool drives stay below it in all but one of a hundred cases.
const HOT_RATIO: f64 = 1.08;
/// Heat makes every read slower; what a drive does in the background, only some of them: the fast ones are held
/// against each other.
const FAST_RANK: f64 = 0.1;
/// A cache would have to be faster by this to be seen. The same as what counts as a cliff, and a little more.
const SEEN_RATIO: f64 = 1.0 + DIFFERENCE_MIN * 1.5;
/// What a buffer had time to empty is known to this share.
const EMPTIED_SHARE: f64 = 0.6;

/// What is known of heat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Heat {
    /// The drive counts its throttling, or single reads were as fast right after the pass as after a rest.
    Excluded,
    /// Single reads took so many times as long while it was hot.
    Seen(f64),
    /// Nothing was measured that could tell.
    Unknown,
}

/// What was measured beside the passes of a chain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    pub(super) heat: Heat,
    /// The fastest that went over the link, in either direction.
    link_bytes_per_s: f64,
}

impl Around {
    pub(super) fn of(cells: &[CellRecord], passes: &[Pass<'_>]) -> Self {
        Self { heat: heat(cells, passes), link_bytes_per_s: fastest(cells) }
    }

    /// The rate that would have shown a cache beside parts of this rate; `None` if nothing was so fast.
    pub(super) fn is_resolved(&self, bytes_per_s: f64) -> bool {
        self.link_bytes_per_s >= SEEN_RATIO * bytes_per_s
    }

    /// Why no cache can be seen.
    pub(super) fn hidden(&self) -> String {
        let link = self.link_bytes_per_s.max(0.0) / 1e6;
        format!(
            "cannot be seen, because nothing went over the link faster than {link:.0} MB/s, which is what the flash \
             takes, too: a faster cache would look the same"
        )
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

/// Single small reads at random: what they take is the flash's time, not the link's.
fn is_look(cell: &CellRecord) -> bool {
    let workload = &cell.workload;
    cell.state == CellState::Completed
        && workload.access == Access::Random
        && workload.mix.read.0 == 1000
        && workload.caching == Caching::Direct
        && workload.depth == 1
        && workload.jobs == 1
        && workload.block.largest() <= Bytes(16 << 10)
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

/// The fastest direct reads or writes in order.
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

/// Why the cliff may be the write buffer's end; `None` if the burst says that it is not.
pub(super) fn buffer_doubt(
    buffer: Option<Buffer>,
    first: &Pass<'_>,
    cliff: Cliff,
    segments: &[Segment],
) -> Option<String> {
    let (fast, after) = (
        segments[cliff.index].bytes_per_s(),
        segments[cliff.index.saturating_add(1)].bytes_per_s(),
    );
    let Some(buffer) = buffer else {
        return Some(
            "what the write buffer holds was not measured: it makes such a cliff, too"
                .to_owned(),
        );
    };
    let burst_mb = buffer.whole_bytes / 1e6;
    let is_fast_throughout =
        buffer.burst_bytes <= 0.0 && buffer.burst_bytes_per_s > (fast * after).sqrt();
    if is_fast_throughout {
        return Some(format!(
            "a burst of {burst_mb:.0} MB after the pass did not exceed the write buffer, or the cache had room \
             again: such a buffer makes the same cliff (a larger burst: --set buffer=4GiB)"
        ));
    }
    // What a flush at the end of the pass did not empty had the time since then.
    let flush_s =
        first.cell.operations.flush.as_ref().map_or(0.0, |it| float(it.latency_ns.max)) / 1e9;
    let gap_s = float(buffer.started_ns.saturating_sub(first.cell.end_ns())) / 1e9;
    let emptied = after * (gap_s + flush_s);
    let is_limited = buffer.size() >= EMPTIED_SHARE * emptied && cliff.bytes > buffer.size();
    is_limited.then(|| {
        let size = buffer.size() / 1e6;
        format!(
            "the write buffer had room for {size:.0} MB again, as much as it had time to empty: it may be larger, and \
             make the same cliff"
        )
    })
}
