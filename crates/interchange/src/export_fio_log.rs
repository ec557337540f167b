//! Time series in the shape of fio's logs: a line for each interval and direction.
//!
//! Source: fio's manual, "Log File Formats": time in ms, value, direction (0 reads, 1 writes, 2 trims), block
//! size in bytes, priority; the offset stands before the priority with `log_offset` alone. Rates are in KiB/s, latencies in ns. A series has no means
//! of latencies: the value is the slowest request of the interval, as fio's `log_max_value` writes it.
//! A line of many requests has block size 0, as fio's own with `log_avg_msec`: any other says that it is one request.

use std::fmt::Write as _;

use iogram_model::CellRecord;

use crate::export_span::{Moved, spans};

/// One kind of log: what stands before `.1.log` in its name, and its text. None without a series.
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
