//! The rate at which a drive goes on writing: what is left when its cache is full, and up to which amount anybody saw it.
//!
//! The mean of a pass that a cache held for a part of it is the rate of neither part. Must not know which cache it was, nor
//! what is asked of the rate.

use iogram_model::{CellRecord, Figure, OpKind, Run, float};

use crate::figure::value_of;
use crate::segments::PassProgress;

/// So much of a pass has to be left for its end to be a rate. Arbitrary: of a pass that takes minutes some seconds, which single
/// bursts of a drive do not last for.
const REST_MIN: f64 = 0.02;

/// So much of a drive is all of it: what is kept for partition tables and ends of regions is left out. Arbitrary.
const WHOLE_PERCENT: u64 = 95;

/// Bytes per second from where on a pass was slowest to its end, at most its mean; `None` if it did not complete.
///
/// A drive whose cache is full writes at that rate for as long as it is written to: from each place at which the rate changed
/// to the end, the mean is taken, and the slowest of them counts. So a pass that is fast and slow by turns has the mean of both.
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

/// The bytes that each of these passes wrote at least, where that is not the whole drive: nobody saw what comes after them.
pub(crate) fn seen_bytes(run: &Run, passes: &[&CellRecord]) -> Option<u64> {
    let drive = run.target.drive_capacity.unwrap_or(run.target.capacity).0;
    let written = |cell: &&CellRecord| cell.operations.write.as_ref().map_or(0, |it| it.bytes);
    let least = passes.iter().map(written).min().filter(|bytes| *bytes > 0)?;
    let is_whole = float(least) * 100.0 >= float(drive) * float(WHOLE_PERCENT);
    (!is_whole).then_some(least)
}
