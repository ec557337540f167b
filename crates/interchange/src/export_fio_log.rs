//! Time series in the shape of fio's logs: a line for each interval and direction.
//!
//! Source: fio's manual, "Log File Formats": time in ms, value, direction (0 reads, 1 writes, 2 trims), block size in
//! bytes, priority; the offset precedes the priority with `log_offset` only. Rates are in KiB/s, latencies in ns. A
//! series has no mean latencies: the value is the slowest request of the interval, as fio's `log_max_value` writes
//! it. A line for many requests has block size 0, as in fio's own logs with `log_avg_msec`; any other size means a
//! single request.

use std::fmt::Write as _;

use iogram_model::CellRecord;

use crate::export_span::{Moved, spans};

/// One kind of log: the part of its name before `.1.log`, and its text. Empty without a series.
pub(crate) fn logs(cell: &CellRecord) -> Vec<(&'static str, String)> {
    if cell.series.interval_ns == 0 || cell.series.rows.is_empty() {
        return Vec::new();
    }
    let spans = spans(cell);
    let per_second = |amount: u64, time_ns: u128| {
        (u128::from(amount) * 1_000_000_000).checked_div(time_ns.max(1)).unwrap_or(0)
    };
    let render = |value: &dyn Fn(&Moved, u128) -> u128| {
        let mut text = String::new();
        for span in &spans {
            let time_ns = span.end_ns.saturating_sub(span.start_ns);
            for (direction, moved) in span.directions() {
                let (time_ms, value) = (span.end_ns / 1_000_000, value(moved, time_ns));
                writeln!(text, "{time_ms}, {value}, {direction}, 0, 0")
                    .expect("memory takes all text");
            }
        }
        text
    };
    let slowest = render(&|moved, _| u128::from(moved.max_ns));
    vec![
        ("bw", render(&|moved, time| per_second(moved.bytes, time) / 1024)),
        ("clat", slowest.clone()),
        ("iops", render(&|moved, time| per_second(moved.count, time))),
        ("lat", slowest),
    ]
}
