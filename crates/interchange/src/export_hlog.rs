//! Latencies as a log of `HdrHistogram` intervals, one for each operation of each cell.
//!
//! Source: `HistogramLogWriter` of `HdrHistogram` 2.2, log format 1.3: a line is an optional `Tag=`, the
//! start in seconds, the length in seconds, the maximum in milliseconds, and the encoded histogram.

use std::fmt::Write;

use iogram_model::{Run, is_unseen, shown};

/// `run` as a log with values in nanoseconds. A tag is `CELL:OPERATION:REPETITION` with `_` for what a tag
/// must not hold.
#[must_use]
pub fn render_hlog(run: &Run) -> String {
    let started_s = seconds(u64::try_from(run.started_at_us).unwrap_or(0).saturating_mul(1000));
    let mut log = format!(
        "#[iogram {}, run {}, values in nanoseconds]\n\
         #[Histogram log format version 1.3]\n\
         #[StartTime: {started_s:.3} (seconds since epoch)]\n\
         \"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\
         \"Interval_Compressed_Histogram\"\n",
        shown(&run.conditions.tool.version),
        run.id,
    );
    for cell in &run.cells {
        for (kind, record) in cell.operations.iter() {
            let tag = tag(&format!("{}:{}:{}", cell.name, kind.name(), cell.repeat));
            writeln!(
                log,
                "Tag={tag},{:.3},{:.3},{:.3},{}",
                seconds(cell.started_ns),
                seconds(cell.elapsed_ns),
                seconds(record.latency_ns.max) * 1000.0,
                shown(&record.histogram),
            )
            .expect("writing to a string does not fail");
        }
    }
    log
}

/// Commas separate, spaces and line breaks end a tag.
fn tag(text: &str) -> String {
    let plain = |c: char| if c == ',' || c.is_whitespace() || is_unseen(c) { '_' } else { c };
    text.chars().map(plain).collect()
}

#[expect(clippy::cast_precision_loss, reason = "printed with three decimals")]
fn seconds(ns: u64) -> f64 {
    ns as f64 / 1e9
}
