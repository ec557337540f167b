//! Figures of a record that do not follow from each other: whoever changes a figure by hand seldom changes everything that it
//! follows from.
//!
//! A rate follows from a count and a time, a percentile from the histogram beside it. What agrees may be invented all the same:
//! nothing here proves that anything was measured.

use iogram_model::{CellRecord, LatencySummary, OpKind, OpRecord, Run, float};
use iogram_stats::Histogram;

/// Two figures of a record that cannot both be so.
#[derive(Debug, Clone, PartialEq)]
pub struct Disagreement {
    /// Where: cell, repetition, operation and the name of the figure.
    pub place: String,
    /// What the record says.
    pub is: f64,
    /// What follows from the rest of it, in the same unit.
    pub should: f64,
}

/// Records keep ends and means exactly, and histograms three digits. Arbitrary beyond that.
const TOLERANCE: f64 = 0.005;

/// Figures of `run` that do not follow from what stands beside them.
#[must_use]
pub fn disagreements(run: &Run) -> Vec<Disagreement> {
    let mut found = Vec::new();
    for cell in &run.cells {
        for (kind, record) in cell.operations.iter() {
            rates(cell, (kind, record), &mut found);
            latencies(cell, (kind, record), &mut found);
        }
    }
    found
}

fn place(cell: &CellRecord, kind: OpKind, figure: &str) -> String {
    format!("{}#{} {} {figure}", cell.name, cell.repeat.saturating_add(1), kind.name())
}

fn differs(is: f64, should: f64) -> bool {
    let larger = is.abs().max(should.abs());
    // What is below a millionth of a unit is how numbers are written.
    !is.is_finite() || (is - should).abs() > larger * TOLERANCE + 1e-6
}

fn rates(
    cell: &CellRecord,
    (kind, record): (OpKind, &OpRecord),
    found: &mut Vec<Disagreement>,
) {
    // Times in which the computer did not let iogram run may or may not be in a rate, by version.
    let times = [cell.running_ns(), cell.elapsed_ns];
    for (figure, is, amount) in
        [("iops", record.iops, record.count), ("bytes_per_s", record.bytes_per_s, record.bytes)]
    {
        let follows = |ns: u64| if ns == 0 { 0.0 } else { float(amount) * 1e9 / float(ns) };
        if times.iter().all(|ns| differs(is, follows(*ns))) {
            let should = follows(cell.running_ns());
            found.push(Disagreement { place: place(cell, kind, figure), is, should });
        }
    }
}

fn latencies(
    cell: &CellRecord,
    (kind, record): (OpKind, &OpRecord),
    found: &mut Vec<Disagreement>,
) {
    // An empty one is of a version or a tool that keeps none.
    let Ok(histogram) = Histogram::from_text(&record.histogram) else { return };
    if histogram.count() == 0 {
        return;
    }
    let overdue = record.overdue_count.unwrap_or(0);
    let (is, should) = (record.count.saturating_add(overdue), histogram.count());
    if is != should {
        let place = place(cell, kind, "requests");
        found.push(Disagreement { place, is: float(is), should: float(should) });
    }
    let quantiles = histogram.quantiles();
    let latency: &LatencySummary = &record.latency_ns;
    let optional = [
        ("latency_p50_ns", latency.p50, quantiles.p50),
        ("latency_p90_ns", latency.p90, quantiles.p90),
        ("latency_p99_ns", latency.p99, quantiles.p99),
        ("latency_p999_ns", latency.p999, quantiles.p999),
        ("latency_p9999_ns", latency.p9999, quantiles.p9999),
        ("latency_p99999_ns", latency.p99999, quantiles.p99999),
        ("latency_min_ns", Some(latency.min), histogram.min_ns()),
        ("latency_max_ns", Some(latency.max), histogram.max_ns()),
    ];
    for (figure, is, should) in optional {
        let (Some(is), Some(should)) = (is, should) else { continue };
        if differs(float(is), float(should)) {
            let place = place(cell, kind, figure);
            found.push(Disagreement { place, is: float(is), should: float(should) });
        }
    }
    if let Some(mean) = histogram.mean_ns().filter(|mean| differs(latency.mean, *mean)) {
        let place = place(cell, kind, "latency_mean_ns");
        found.push(Disagreement { place, is: latency.mean, should: mean });
    }
}

#[cfg(test)]
mod tests {
    use iogram_model::{
        Bytes, MethodRecord, Nanos, RunState, TargetKind, TargetRecord, Workload,
    };
    use iogram_testing::records;

    use super::*;

    fn run() -> Run {
        let mut histogram = Histogram::new();
        (1..=5000_u64).for_each(|number| histogram.record(number * 1000));
        let quantiles = histogram.quantiles();
        let latency = LatencySummary {
            p50: quantiles.p50,
            p99: quantiles.p99,
            ..records::latency(1000, histogram.mean_ns().unwrap(), 5_000_000)
        };
        let mut cell = records::cell("read", Workload::default());
        let record = records::operation((5000, 5000 * 4096), Nanos(cell.elapsed_ns), latency);
        cell.operations.read = Some(OpRecord { histogram: histogram.to_text(), ..record });
        let target =
            TargetRecord::unknown("x".to_owned(), TargetKind::File, Bytes(1), Bytes(512));
        let method = MethodRecord::new("measure", "One cell");
        let mut run = Run::new(
            "20261121-143015-7f3a".to_owned(),
            (RunState::Completed, 0),
            method,
            target,
        );
        run.cells.push(cell);
        run
    }

    #[track_caller]
    fn check(change: impl Fn(&mut OpRecord), expected: &[&str]) {
        let mut run = run();
        change(run.cells[0].operations.read.as_mut().unwrap());
        let found = disagreements(&run);
        let places: Vec<&str> = found.iter().map(|it| it.place.as_str()).collect();
        assert_eq!(places, expected, "{found:?}");
    }

    #[test]
    fn a_figure_that_was_changed_by_hand_does_not_follow_from_the_others() {
        check(|_| {}, &[]);
        check(|record| record.iops *= 2.0, &["read#1 read iops"]);
        check(|record| record.bytes_per_s *= 1.1, &["read#1 read bytes_per_s"]);
        check(|record| record.latency_ns.p99 = Some(1), &["read#1 read latency_p99_ns"]);
        check(|record| record.latency_ns.mean = f64::NAN, &["read#1 read latency_mean_ns"]);
        check(|record| record.count = 9000, &["read#1 read iops", "read#1 read requests"]);
        // No histogram, nothing to follow from.
        check(|record| record.histogram.clear(), &[]);
    }
}
