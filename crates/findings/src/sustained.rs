//! Sustained write rate of a drive: the rate once its cache is full, and the amount up to which it was observed.
//!
//! If a cache absorbed a part of a pass, the mean of the pass is the rate of neither part. Must not depend on the
//! kind of cache, nor on the use of the rate.

use iogram_model::{CellRecord, Figure, OpKind, Run, float};

use crate::figure::value_of;
use crate::segments::PassProgress;

/// Least share of a pass for a rate at its end. Arbitrary: some seconds of a pass that takes minutes; single bursts
/// of a drive are shorter.
const REST_MIN: f64 = 0.02;

/// From this share on, a drive counts as fully written: partition tables and ends of regions are left out. Arbitrary.
const WHOLE_PERCENT: u64 = 95;

/// Bytes per second from the start of the slowest part of a pass to its end, at most its mean; `None` if it did not
/// complete.
///
/// A drive with a full cache writes at that rate for as long as it is written to. So the mean is taken from each
/// change of the rate to the end, and the slowest of these means counts. A pass with alternating fast and slow parts
/// has the mean of both.
pub(crate) fn held_bytes_per_s(cell: &CellRecord) -> Option<f64> {
    let mean = value_of(Figure::BytesPerS, cell, Some(OpKind::Write))?;
    let Some(progress) = PassProgress::of(cell) else { return Some(mean) };
    let segments = progress.segments();
    let Some(last) = segments.last() else { return Some(mean) };
    let rest_min = REST_MIN * last.to_bytes;
    let rest = |from_bytes: f64, from_ns: f64| {
        let bytes = last.to_bytes - from_bytes;
        (bytes >= rest_min).then(|| bytes / (last.to_ns - from_ns).max(1.0) * 1e9)
    };
    let rates = segments.iter().skip(1).filter_map(|it| rest(it.from_bytes, it.from_ns));
    Some(rates.fold(mean, f64::min))
}

/// The bytes that each of these passes wrote at least, unless that is the whole drive: the rate beyond them is
/// unknown.
pub(crate) fn seen_bytes(run: &Run, passes: &[&CellRecord]) -> Option<u64> {
    let drive = run.target.drive_capacity.unwrap_or(run.target.capacity).0;
    let written = |cell: &&CellRecord| cell.operations.write.as_ref().map_or(0, |it| it.bytes);
    let least = passes.iter().map(written).min().filter(|bytes| *bytes > 0)?;
    let is_whole = float(least) * 100.0 >= float(drive) * float(WHOLE_PERCENT);
    (!is_whole).then_some(least)
}
