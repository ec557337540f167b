//! Time series in the shape of fio's logs: a line for each interval and direction.
//!
//! Source: fio's manual, "Log File Formats": time in ms, value, direction (0 reads, 1 writes, 2 trims), block
//! size in bytes, offset in bytes, priority. Rates are in KiB/s, latencies in ns. A series has no means
//! of latencies: the value is the slowest request of the interval, as fio's `log_max_value` writes it.
//! A line of many requests has block size 0, as fio's own with `log_avg_msec`: any other says that it is one request.

use std::fmt::Write as _;

use iogram_model::{CellRecord, SeriesOp, SeriesRow};

/// One kind of log: what stands before `.1.log` in its name, and its text. None without a series.
pub(crate) fn logs(cell: &CellRecord) -> Vec<(&'static str, String)> {
    if cell.series.interval_ns == 0 || cell.series.rows.is_empty() {
        return Vec::new();
    }
    let per_second = |amount: u64, time_ns: u128| {
        (u128::from(amount) * 1_000_000_000).checked_div(time_ns.max(1)).unwrap_or(0)
    };
    let render = |value: &dyn Fn(&SeriesOp, u128) -> u128, is_rate: bool| {
        let mut text = String::new();
        for row in &cell.series.rows {
            // The last interval ends with the cell. Where little of it is left, what completed there makes no rate.
            let start = u128::from(row.start_ns);
            let whole = u128::from(cell.series.length_ns(row));
            let end = u128::from(cell.series.end_ns(row))
                .min(u128::from(cell.elapsed_ns).max(start.saturating_add(1)));
            let is_rest = end.saturating_sub(start) < whole / 2;
            if is_rate && row.start_ns > 0 && is_rest {
                continue;
            }
            for (direction, op) in directions(row) {
                let (time_ms, value) = (end / 1_000_000, value(op, end.saturating_sub(start)));
                writeln!(text, "{time_ms}, {value}, {direction}, 0, 0, 0")
                    .expect("memory takes all text");
            }
        }
        text
    };
    let slowest = render(&|op, _| u128::from(op.max_ns), false);
    vec![
        ("bw", render(&|op, time| per_second(op.bytes, time) / 1024, true)),
        ("clat", slowest.clone()),
        ("iops", render(&|op, time| per_second(op.count, time), true)),
        ("lat", slowest),
    ]
}

/// Flushes have no direction in fio's logs.
fn directions(row: &SeriesRow) -> impl Iterator<Item = (u8, &SeriesOp)> {
    let all = [(0, &row.read), (1, &row.write), (2, &row.discard)];
    all.into_iter().filter_map(|(direction, op)| Some((direction, op.as_ref()?)))
}
