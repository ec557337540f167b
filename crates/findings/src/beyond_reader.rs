//! Whether all failed requests of a run lie beyond the limit of a card reader, and all requests there failed.
//!
//! Must not depend on the messages about it.

use iogram_model::{
    Access, Bytes, CellRecord, CellState, ErrorRecord, OpKind, Run, TargetKind, float,
};

use crate::capacity::readers::limit_below;

/// Fewer failures among random requests do not show where the failures begin. Arbitrary.
const FAILED_MIN: u64 = 8;
/// The lowest of n random places is almost always within 6/n of the range from the border: it is farther one time in
/// e^6.
const NEARNESS: f64 = 6.0;
/// Tolerance for the share of failures, in standard deviations from the share of requests beyond the border.
const DEVIATIONS: f64 = 4.0;

/// The reader's limit, if the failures begin there and every request beyond it failed; `None` if failures begin
/// elsewhere, if requests beyond it succeeded, or if the target is not a whole drive.
pub(crate) fn limit_of(run: &Run) -> Option<u64> {
    let target = &run.target;
    let is_whole = matches!(target.kind, TargetKind::BlockDevice | TargetKind::Simulated)
        && target.drive_capacity.is_none_or(|whole| whole == target.capacity);
    let failed = || run.cells.iter().filter(|cell| !cell.errors.is_empty());
    let lowest = failed()
        .flat_map(|cell| cell.errors.iter().map(move |error| Some((lowest(error)?, cell))))
        .collect::<Option<Vec<(u64, &CellRecord)>>>()?;
    let (offset, first) = lowest.into_iter().min_by_key(|(offset, _)| *offset)?;
    let limit = limit_below(offset, first.workload.block.largest().0)?;
    let is_meant = is_whole && limit < target.capacity.0;
    let is_explained = |cell: &CellRecord| is_explained(cell, limit, target.capacity);
    let is_near = is_begun(offset, first, limit) || is_near(run, offset, limit);
    let is_system = failed().flat_map(|cell| &cell.errors).all(|it| it.errno.is_some());
    (is_meant && is_system && is_near && run.cells.iter().all(is_explained)).then_some(limit)
}

/// The lowest failed offset of a kind; `None` in older records, except if there was only one failure.
fn lowest(error: &ErrorRecord) -> Option<u64> {
    let only = (error.count == 1).then_some(error.first_offset_bytes);
    error.lowest_offset_bytes.or(only)
}

/// Whether sequential requests failed from the limit on.
fn is_begun(offset: u64, cell: &CellRecord, limit: u64) -> bool {
    let block = cell.workload.block.largest().0;
    cell.workload.access == Access::Sequential
        && offset <= limit
        && limit < offset.saturating_add(block)
}

/// Whether the lowest random failure is as close to the limit as it would be if the failures began there.
fn is_near(run: &Run, offset: u64, limit: u64) -> bool {
    let count = run.cells.iter().flat_map(|cell| &cell.errors).map(|it| it.count);
    let count = count.fold(0_u64, u64::saturating_add);
    let whole = float(run.target.capacity.0.saturating_sub(limit));
    count >= FAILED_MIN
        && float(offset.saturating_sub(limit)) <= whole * NEARNESS / float(count)
}

/// Whether failures beyond the limit, and no others, explain the cell's result.
fn is_explained(cell: &CellRecord, limit: u64, capacity: Bytes) -> bool {
    let region = cell.workload.region;
    let (start, end) = (region.start.resolve(capacity).0, region.end.resolve(capacity).0);
    let failed = cell.errors.iter().map(|it| it.count).fold(0_u64, u64::saturating_add);
    let is_plain = cell.beside.is_empty() && region.segments.is_none();
    if end <= limit || cell.state == CellState::Unsupported {
        return failed == 0;
    }
    if cell.workload.access != Access::Random || !is_plain {
        // With sequential requests, everything before the first failure lies below it.
        return failed > 0 || moved(cell).0 <= limit.saturating_sub(start);
    }
    let behind =
        float(end.saturating_sub(limit.max(start))) / float(end.saturating_sub(start).max(1));
    let all = moved(cell).1.saturating_add(failed);
    let deviation = (behind * (1.0 - behind) * float(all)).sqrt();
    (float(failed) - behind * float(all)).abs() <= DEVIATIONS * deviation + 1.0
}

/// Bytes and requests that succeeded.
fn moved(cell: &CellRecord) -> (u64, u64) {
    [OpKind::Read, OpKind::Write]
        .into_iter()
        .filter_map(|it| cell.operations.of(it))
        .fold((0, 0), |(bytes, count), it| {
            (bytes.saturating_add(it.bytes), count.saturating_add(it.count))
        })
}
