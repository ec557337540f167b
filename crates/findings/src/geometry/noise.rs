//! Noise of the differences in a table of reads around multiples of sizes.

use iogram_model::BoundaryRow;

use super::{amount, median};

/// The least visible step, as a multiple of the noise.
pub(super) const STEP_OF_NOISE: f64 = 2.0;
/// If all times are multiples of at least this, the bus has frames, or the clock is coarse.
const FRAME_MIN_NS: u64 = 20_000;
/// Microframes. Source: USB 2.0 specification, section 4.4.
const USB_FRAME_NS: u64 = 125_000;
/// Variation of a reader's own time on a quiet computer, as a share of a read. Arbitrary.
const READ_NOISE_RATIO: f64 = 0.03;
/// Least assumed variation if it was measured. Arbitrary.
const READ_NOISE_LEAST_RATIO: f64 = 0.01;
/// The same as a share of a large difference, for tables of differences alone. Arbitrary.
const DIFFERENCE_NOISE_RATIO: f64 = 0.05;
/// Half of a clock of a microsecond.
const CLOCK_NOISE_NS: f64 = 500.0;

/// The median read; `None` if the table has differences alone.
pub(super) fn read_of(rows: &[&BoundaryRow]) -> Option<f64> {
    let reads: Vec<f64> =
        rows.iter().filter_map(|row| row.pre_ns.or(row.post_ns)).map(amount).collect();
    median(&reads).filter(|read| *read > 0.0)
}

/// The frame that divides all times of reads; `None` if there is no relevant one.
fn frame_of(rows: &[&BoundaryRow]) -> Option<u64> {
    let times = || rows.iter().flat_map(|row| [row.pre_ns, row.on_ns, row.post_ns]).flatten();
    let common = times().reduce(|one, other| {
        let (mut a, mut b) = (one, other);
        while b > 0 {
            (a, b) = (b, a.checked_rem(b).unwrap_or(0));
        }
        a
    })?;
    let common = whole_frame(common, times);
    let mut times = rows.iter().filter_map(|row| row.pre_ns);
    let first = times.next()?;
    // Equal times are trivially multiples of themselves.
    let is_alike = times.all(|time| time == first) && !common.is_multiple_of(USB_FRAME_NS);
    (common >= FRAME_MIN_NS && !is_alike).then_some(common)
}

/// Share of times in tenths that must be multiples of a whole frame. Arbitrary.
const WHOLE_OF_TEN: usize = 7;

/// The frame of which `common` is a fraction: the median of an even number of times lies between two of them, which
/// gives half a frame, and the difference of two such medians a quarter.
fn whole_frame<T: Iterator<Item = u64>>(common: u64, times: impl Fn() -> T) -> u64 {
    let is_whole = |frame: &u64| {
        let whole = times().filter(|time| time.is_multiple_of(*frame)).count();
        whole.saturating_mul(10) >= times().count().saturating_mul(WHOLE_OF_TEN)
    };
    let doubled = std::iter::successors(Some(common), |frame| frame.checked_mul(2)).skip(1);
    doubled.take(2).take_while(is_whole).last().unwrap_or(common)
}

/// Ratio of the standard deviation of normal noise to the median of its absolute values: 1 / 0.6745.
pub(super) const DEVIATION_OF_MEDIAN: f64 = 1.4826;

/// Noise of one difference, from the median distance between those of neighbouring sizes; steps are rare and do not
/// affect it.
fn scatter_of(rows: &[&BoundaryRow]) -> f64 {
    let apart: Vec<f64> = rows
        .windows(2)
        .map(|pair| (signed(pair[0].diff_ns) - signed(pair[1].diff_ns)).abs())
        .collect();
    median(&apart).unwrap_or(0.0) * DEVIATION_OF_MEDIAN / std::f64::consts::SQRT_2
}

/// Differences below this are noise, in nanoseconds.
pub(super) fn noise_of(rows: &[&BoundaryRow]) -> f64 {
    let spreads: Vec<f64> = rows.iter().filter_map(|row| row.spread_ns).map(amount).collect();
    let reads: Vec<f64> =
        rows.iter().filter_map(|row| row.pre_ns.or(row.post_ns)).map(amount).collect();
    let of_reads = match median(&reads) {
        Some(read) if spreads.is_empty() => (READ_NOISE_RATIO * read).max(scatter_of(rows)),
        Some(read) => READ_NOISE_LEAST_RATIO * read,
        None => {
            let mut heights: Vec<f64> =
                rows.iter().map(|row| signed(row.diff_ns).abs()).collect();
            heights.sort_by(f64::total_cmp);
            DIFFERENCE_NOISE_RATIO * heights[heights.len().saturating_mul(3) / 4]
        }
    };
    let frame = amount(frame_of(rows).unwrap_or(0));
    median(&spreads).unwrap_or(0.0).max(of_reads).max(CLOCK_NOISE_NS).max(frame / STEP_OF_NOISE)
}

#[expect(clippy::cast_precision_loss, reason = "nanoseconds of a read")]
pub(super) const fn signed(ns: i64) -> f64 {
    ns as f64
}
