//! Checks the time series against the totals, and the reached depth against the configured one.

use iogram_model::{
    ByteProgress, CellRecord, LoadRecord, OpKind, SeriesOp, SeriesRow, WarningCode, float,
};

use super::{Expected, Found, exceeds, series_figure};

pub(super) fn check(cell: &CellRecord, found: &mut Found<'_>) {
    for kind in OpKind::ALL {
        series(cell, kind, found);
    }
    if let Some(progress) = &cell.progress {
        times(cell, progress, found);
    }
    depth(cell, found);
}

/// Whether it is the last known state of a cell whose program never finished: rows may be missing, and in an open
/// loop its depth includes the time for which requests were due.
fn is_unfinished(cell: &CellRecord) -> bool {
    cell.warnings.iter().any(|warning| warning.code == WarningCode::Unfinished)
}

/// The rows from the end of the ramp on: everything that completed in them is in the totals, too. The row with the
/// end of the ramp has requests of both, and a row of several intervals begins with the first of them.
fn counted(cell: &CellRecord, kind: OpKind) -> impl Iterator<Item = SeriesOp> {
    let ramp_ns = cell.workload.ramp.0;
    let rows = cell.series.rows.iter().filter(move |row| row.start_ns >= ramp_ns);
    rows.filter_map(move |row| of(row, kind))
}

const fn of(row: &SeriesRow, kind: OpKind) -> Option<SeriesOp> {
    match kind {
        OpKind::Read => row.read,
        OpKind::Write => row.write,
        OpKind::Flush => row.flush,
        OpKind::Discard => row.discard,
    }
}

fn sum(values: impl Iterator<Item = u64>) -> u64 {
    values.fold(0, u64::saturating_add)
}

/// Rows and totals come from the same counters; if the totals exclude nothing, they are equal.
fn series(cell: &CellRecord, kind: OpKind, found: &mut Found<'_>) {
    if cell.series.rows.is_empty() {
        return;
    }
    let total = cell.operations.of(kind);
    let is_all = cell.workload.ramp.0 == 0 && !is_unfinished(cell);
    let figures = [
        ("count", sum(counted(cell, kind).map(|op| op.count)), total.map(|it| it.count)),
        ("bytes", sum(counted(cell, kind).map(|op| op.bytes)), total.map(|it| it.bytes)),
    ];
    for (figure, is, should) in figures {
        let (figure, should) = (series_figure(figure, kind), should.unwrap_or(0));
        if is_all {
            found.compare_counts(&figure, is, should);
        } else if is > should {
            found.note(&figure, Some(float(is)), Expected::AtMost(float(should)));
        }
    }
    let slowest = counted(cell, kind).map(|op| op.max_ns).max();
    let most = total.map_or(0, |it| it.latency_ns.max);
    if let Some(slowest) = slowest.filter(|slowest| *slowest > most) {
        let figure = series_figure("latency_max_ns", kind);
        found.note(&figure, Some(float(slowest)), Expected::AtMost(float(most)));
    }
}

/// A load's intervals are sums of such rows.
pub(super) fn check_beside(load: &LoadRecord, found: &mut Found<'_>) {
    let Some(course) = &load.course else { return };
    for kind in OpKind::ALL {
        let total = load.operations.of(kind);
        let moved = || course.stretches.iter().map(|stretch| stretch.of(kind));
        let figures = [
            ("count", sum(moved().map(|it| it.count)), total.map(|it| it.count)),
            ("bytes", sum(moved().map(|it| it.bytes)), total.map(|it| it.bytes)),
        ];
        for (figure, is, should) in figures {
            let should = should.unwrap_or(0);
            if is > should {
                let figure = series_figure(figure, kind);
                found.note(&figure, Some(float(is)), Expected::AtMost(float(should)));
            }
        }
    }
}

/// A single submitter notes a time when a completion reaches the next step: in the order of the completions, the same
/// time for completions reaped together, none after the last.
fn times(cell: &CellRecord, progress: &ByteProgress, found: &mut Found<'_>) {
    let end_ns = cell.workload.ramp.0.saturating_add(cell.elapsed_ns);
    let mut earlier_ns = 0;
    for (index, time_ns) in progress.times_ns.iter().copied().enumerate() {
        let figure = || format!("progress_times_ns[{index}]");
        if time_ns < earlier_ns {
            let should = Expected::AtLeast(float(earlier_ns));
            found.note(&figure(), Some(float(time_ns)), should);
            return;
        }
        if time_ns > end_ns {
            let should = Expected::AtMost(float(end_ns));
            found.note(&figure(), Some(float(time_ns)), should);
            return;
        }
        earlier_ns = time_ns;
    }
    // The steps include the bytes of the ramp and of requests set aside; the totals do not.
    if cell.workload.ramp.0 > 0 || cell.set_aside_count.is_some() {
        return;
    }
    let moved = sum(cell.operations.iter().map(|(_, record)| record.bytes));
    let passed = (progress.times_ns.len() as u64).saturating_mul(progress.step_bytes);
    if passed > moved {
        let should = Expected::AtMost(float(moved));
        found.note("progress_bytes", Some(float(passed)), should);
    }
}

/// Each request occupies a slot, and there are as many slots as the configured depth. Requests outstanding during a
/// pause of the computer include all of it, and the elapsed time none.
fn depth(cell: &CellRecord, found: &mut Found<'_>) {
    let running_ns = cell.running_ns();
    if running_ns == 0 || is_unfinished(cell) {
        return;
    }
    let asked = f64::from(cell.engine.depth_asked);
    let most = asked * float(cell.elapsed_ns) / float(running_ns);
    let is = cell.engine.depth_reached;
    if is < 0.0 {
        found.note("depth_reached_count", Some(is), Expected::AtLeast(0.0));
    } else if exceeds(is, most) {
        found.note("depth_reached_count", Some(is), Expected::AtMost(most));
    }
}
