//! Checks percentiles, ends, means and counts of latencies against their histogram.

use iogram_model::{LatencySummary, OpRecord, float};
use iogram_stats::Histogram;

use super::{Expected, Found, TOLERANCE, differs};

/// Histograms do not distinguish longer latencies; a record's own minimum, maximum and mean are exact beyond it.
const LONGEST_NS: f64 = 3.6e12;

/// Checks the latencies of one kind of operation. Every version stores their histogram, because they come from it.
pub(super) fn check(record: &OpRecord, found: &mut Found<'_>) {
    let overdue = record.overdue_count.unwrap_or(0);
    let of_latencies = ("", record.count.saturating_add(overdue));
    check_one(&record.histogram, &record.latency_ns, of_latencies, found);
    if let Some(service) = &record.service {
        // Overdue requests never completed, and have no service time.
        check_one(&service.histogram, &service.latency_ns, ("service_", record.count), found);
    }
}

fn check_one(
    text: &str,
    latency: &LatencySummary,
    (prefix, count): (&str, u64),
    found: &mut Found<'_>,
) {
    let figure = |name: &str| format!("{prefix}{name}");
    let Ok(histogram) = Histogram::from_text(text) else {
        found.note(&figure("histogram_count"), None, Expected::Exactly(float(count)));
        return;
    };
    found.compare_counts(&figure("histogram_count"), histogram.count(), count);
    if histogram.count() == 0 {
        return;
    }
    percentiles(&histogram, latency, &mut |name, is, should| {
        found.note(&figure(name), is.map(float), should);
    });
    let ends = [
        ("latency_min_ns", float(latency.min), histogram.min_ns()),
        ("latency_max_ns", float(latency.max), histogram.max_ns()),
    ];
    for (name, is, should) in ends {
        if let Some(should) = should.filter(|should| is_other(is, float(*should))) {
            found.note(&figure(name), Some(is), Expected::Exactly(float(should)));
        }
    }
    if float(latency.max) > LONGEST_NS {
        // Mean and deviation include values that the histogram does not have.
        return;
    }
    let mean = histogram.mean_ns().filter(|mean| is_other(latency.mean, *mean));
    if let Some(mean) = mean {
        found.note(&figure("latency_mean_ns"), Some(latency.mean), Expected::Exactly(mean));
    }
    let (is, should) = (latency.stddev, histogram.stddev_ns());
    if let (Some(is), Some(should)) = (is, should) {
        // Each latency is exact to a thousandth, and so is its distance from the mean.
        let known = histogram.mean_ns().unwrap_or(0.0) * TOLERANCE;
        if differs(is, should) && (!is.is_finite() || (is - should).abs() > known + 1.0) {
            found.note(&figure("latency_stddev_ns"), Some(is), Expected::Exactly(should));
        }
    }
}

/// Each percentile exists exactly if there are enough requests for it.
fn percentiles(
    histogram: &Histogram,
    latency: &LatencySummary,
    note: &mut dyn FnMut(&str, Option<u64>, Expected),
) {
    let quantiles = histogram.quantiles();
    let all = [
        ("latency_p50_ns", latency.p50, quantiles.p50),
        ("latency_p90_ns", latency.p90, quantiles.p90),
        ("latency_p99_ns", latency.p99, quantiles.p99),
        ("latency_p995_ns", latency.p995, quantiles.p995),
        ("latency_p999_ns", latency.p999, quantiles.p999),
        ("latency_p9995_ns", latency.p9995, quantiles.p9995),
        ("latency_p9999_ns", latency.p9999, quantiles.p9999),
        ("latency_p99999_ns", latency.p99999, quantiles.p99999),
    ];
    for (name, is, should) in all {
        // Older versions lack these two.
        let is_later = matches!(name, "latency_p995_ns" | "latency_p9995_ns");
        match (is, should) {
            (Some(_), None) => note(name, is, Expected::Absent),
            (None, Some(should)) if !is_later => {
                note(name, is, Expected::Exactly(float(should)));
            }
            (Some(value), Some(should)) if is_other(float(value), float(should)) => {
                note(name, is, Expected::Exactly(float(should)));
            }
            _ => {}
        }
    }
}

/// Whether a latency differs from the histogram's. The histogram has whole nanoseconds, none of them 0, and ends at
/// its largest value.
fn is_other(is: f64, should: f64) -> bool {
    let is_beyond = should > LONGEST_NS * (1.0 - TOLERANCE) && is > should;
    differs(is, should) && (!is.is_finite() || (is - should).abs() > 1.0) && !is_beyond
}
