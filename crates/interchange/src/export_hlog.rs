//! Latencies as a log of `HdrHistogram` intervals: one for each operation of each cell, of each concurrent load, and
//! of each result of another tool with single latencies or buckets.
//!
//! Source: `HistogramLogWriter` of `HdrHistogram` 2.2, log format 1.3: a line is an optional `Tag=`, the start in
//! seconds, the length in seconds, the maximum in milliseconds, and the encoded histogram.

use std::fmt::Write;

use iogram_model::{ImportedResult, OpKind, Run, is_unseen, rounded, shown};
use iogram_stats::Histogram;

use crate::export_merge::{load_name, tools};

/// `run` as a log with values in nanoseconds. A tag is `CELL:OPERATION:REPETITION` with `_` for characters that a tag
/// must not contain. Empty if there is no histogram.
#[must_use]
pub fn render_hlog(run: &Run) -> String {
    let mut lines = String::new();
    for cell in &run.cells {
        for (kind, record) in cell.operations.iter() {
            let interval = Interval {
                tag: format!("{}:{}:{}", cell.name, kind.name(), cell.repeat),
                started_ns: cell.started_ns,
                elapsed_ns: cell.elapsed_ns,
                max_ns: record.latency_ns.max,
                histogram: &record.histogram,
            };
            interval.add_to(&mut lines);
        }
        for load in &cell.beside {
            let asked = cell.workload.beside.iter().find(|it| it.name == load.name);
            let delay_ns = asked.map_or(0, |it| it.delay.0);
            let name = load_name(&cell.name, &load.name);
            for (kind, record) in load.operations.iter() {
                let interval = Interval {
                    tag: format!("{name}:{}:{}", kind.name(), cell.repeat),
                    started_ns: cell.started_ns.saturating_add(delay_ns),
                    elapsed_ns: load.elapsed_ns,
                    max_ns: record.latency_ns.max,
                    histogram: &record.histogram,
                };
                interval.add_to(&mut lines);
            }
        }
    }
    for result in run.imports().flat_map(|it| &it.results) {
        if let Some(interval) = interval_of(result) {
            interval.add_to(&mut lines);
        }
    }
    if lines.is_empty() { lines } else { head(run) + &lines }
}

/// The heading. Another tool's measuring time is not known in seconds, so such a log has no start.
fn head(run: &Run) -> String {
    let started_s = seconds(u64::try_from(run.started_at_us).unwrap_or(0).saturating_mul(1000));
    let start = match run.cells.is_empty() {
        true => format!(
            "#[measured by {}; the start of each is not known and 0 here, as is a length that is not known]\n",
            shown(&tools(run).join(" and ")),
        ),
        false => format!("#[StartTime: {started_s:.3} (seconds since epoch)]\n"),
    };
    format!(
        "#[iogram {}, run {}, values in nanoseconds]\n\
         #[Histogram log format version 1.3]\n\
         {start}\
         \"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\
         \"Interval_Compressed_Histogram\"\n",
        shown(&run.conditions.tool.version),
        run.id,
    )
}

/// A line of the log.
struct Interval<'a> {
    tag: String,
    started_ns: u64,
    elapsed_ns: u64,
    max_ns: u64,
    histogram: &'a str,
}

impl Interval<'_> {
    fn add_to(&self, log: &mut String) {
        writeln!(
            log,
            "Tag={},{:.3},{:.3},{:.3},{}",
            plain(&self.tag),
            seconds(self.started_ns),
            seconds(self.elapsed_ns),
            seconds(self.max_ns) * 1000.0,
            shown(self.histogram),
        )
        .expect("writing to a string does not fail");
    }
}

/// `None` if the result has no histogram, or did not measure the drive.
fn interval_of(result: &ImportedResult) -> Option<Interval<'_>> {
    let histogram = result.histogram.as_deref().filter(|_| result.is_of_drive)?;
    let slowest = result.figures.get("latency_max_ns").map(|ns| rounded(*ns));
    let max_ns = slowest.or_else(|| Histogram::from_text(histogram).ok()?.max_ns())?;
    Some(Interval {
        tag: format!("{}:{}:0", result.name, result.operation.map_or("any", OpKind::name)),
        // The format cannot express an unknown start.
        started_ns: 0,
        elapsed_ns: result.figures.get("elapsed_ns").map_or(0, |ns| rounded(*ns)),
        max_ns,
        histogram,
    })
}

/// Replaces commas, spaces and line breaks: commas are separators, the others end a tag.
fn plain(text: &str) -> String {
    let plain = |c: char| if c == ',' || c.is_whitespace() || is_unseen(c) { '_' } else { c };
    text.chars().map(plain).collect()
}

#[expect(clippy::cast_precision_loss, reason = "printed with three decimals")]
fn seconds(ns: u64) -> f64 {
    ns as f64 / 1e9
}
