//! Parts of fio's JSON: sizes, the figures of a direction, latencies, shares of requests by latency.
//!
//! Source: fio's `stat.c`.

use iogram_model::Total as _;
use iogram_model::{Bytes, float, rounded};
use iogram_stats::Bucket;
use serde_json::{Map, Value, json};

use crate::export_merge::{Latencies, MergedOp, deviation};

/// `4k`, `1m`, `2300`: fio's own suffixes, which are powers of 1024.
pub(crate) fn fio_size(size: Bytes) -> String {
    match size.0 {
        bytes if bytes >= 1 << 20 && bytes % (1 << 20) == 0 => format!("{}m", bytes >> 20),
        bytes if bytes >= 1 << 10 && bytes % (1 << 10) == 0 => format!("{}k", bytes >> 10),
        bytes => bytes.to_string(),
    }
}

/// The figures of a direction; fio's zeros if the direction is unused.
pub(crate) fn direction(
    operation: Option<&MergedOp>,
    elapsed_ns: u64,
    percentiles: Percentiles<'_>,
) -> Value {
    let Some(op) = operation else {
        let nothing = json!({ "min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0 });
        return json!({
            "io_bytes": 0, "io_kbytes": 0, "bw_bytes": 0, "bw": 0, "iops": 0.0, "runtime": 0,
            "total_ios": 0, "short_ios": 0, "drop_ios": 0,
            "slat_ns": nothing.clone(), "clat_ns": nothing.clone(), "lat_ns": nothing,
            "bw_min": 0, "bw_max": 0, "bw_agg": 0.0, "bw_mean": 0.0, "bw_dev": 0.0, "bw_samples": 0,
            "iops_min": 0, "iops_max": 0, "iops_mean": 0.0, "iops_stddev": 0.0, "iops_samples": 0,
        });
    };
    let kib = |bytes: f64| bytes / 1024.0;
    let mut value = json!({
        "io_bytes": op.bytes,
        "io_kbytes": op.bytes / 1024,
        "bw_bytes": rounded(op.bytes_per_s),
        "bw": rounded(kib(op.bytes_per_s)),
        "iops": op.iops,
        "runtime": elapsed_ns / 1_000_000,
        "total_ios": op.count,
        "short_ios": 0,
        "drop_ios": 0,
        "slat_ns": { "min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0 },
        "clat_ns": latency(&op.latencies, percentiles),
        "lat_ns": latency(&op.latencies, Percentiles::None),
        "bw_agg": 100.0,
        "bw_mean": kib(op.bytes_per_s),
        "iops_mean": op.iops,
    });
    // With fewer than two samples the spread is unknown and left out: 0 would claim that the drive is perfectly
    // steady.
    let bandwidths: Vec<f64> =
        op.samples.iter().map(|sample| kib(sample.bytes_per_s)).collect();
    let iops: Vec<f64> = op.samples.iter().map(|sample| sample.iops).collect();
    for (name, spread, samples) in [("bw", "bw_dev", bandwidths), ("iops", "iops_stddev", iops)]
    {
        value[format!("{name}_samples")] = json!(samples.len());
        if let Some(deviation) = deviation(&samples) {
            let extreme = |pick: fn(f64, f64) -> f64| {
                samples.iter().copied().reduce(pick).map_or(0, rounded)
            };
            value[format!("{name}_min")] = json!(extreme(f64::min));
            value[format!("{name}_max")] = json!(extreme(f64::max));
            value[spread] = json!(deviation);
        }
    }
    value
}

/// fio's list of percentiles.
pub(crate) const PERCENTILES: [f64; 17] = [
    1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 99.0, 99.5, 99.9,
    99.95, 99.99,
];

/// Selection of percentiles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Percentiles<'a> {
    None,
    /// Omits percentiles with too few requests beyond them; fio would print a single request there.
    WithEnough,
    /// All of these, as fio prints them.
    All(&'a [f64]),
    /// All of these, and the buckets of the histogram.
    WithBins(&'a [f64]),
}

pub(crate) fn latency(op: &Latencies, which: Percentiles<'_>) -> Value {
    let buckets = op.histogram.buckets();
    let mut value = json!({
        "min": op.min_ns,
        "max": op.max_ns,
        "mean": op.mean_ns,
        "stddev": spread(&buckets, op.mean_ns),
        "N": op.count,
    });
    if which != Percentiles::None {
        let quantile = |percent: f64| match which {
            Percentiles::WithEnough => op.histogram.quantile_ns(percent / 100.0),
            _ => rank(op, &buckets, percent),
        };
        let list = match which {
            Percentiles::All(list) | Percentiles::WithBins(list) => list,
            _ => &PERCENTILES,
        };
        let percentiles: Map<String, Value> = list
            .iter()
            .filter_map(|&percent| Some((format!("{percent:.6}"), json!(quantile(percent)?))))
            .collect();
        value["percentile"] = Value::Object(percentiles);
    }
    if matches!(which, Percentiles::WithBins(_)) {
        let bins = buckets.iter().map(|bucket| (bucket.to_ns.to_string(), json!(bucket.count)));
        value["bins"] = Value::Object(bins.collect());
    }
    value
}

/// The request at this percentile, however few lie beyond it, as fio prints it.
pub(crate) fn rank(op: &Latencies, buckets: &[Bucket], percent: f64) -> Option<u64> {
    let total: u64 = buckets.iter().map(|bucket| bucket.count).total();
    let wanted = (percent / 100.0 * float(total)).ceil();
    let mut seen: u64 = 0;
    buckets.iter().find_map(|bucket| {
        seen = seen.saturating_add(bucket.count);
        (float(seen) >= wanted).then(|| bucket.to_ns.clamp(op.min_ns, op.max_ns))
    })
}

/// Standard deviation of the buckets' middles.
pub(crate) fn spread(buckets: &[Bucket], mean: f64) -> f64 {
    let count: u64 = buckets.iter().map(|bucket| bucket.count).total();
    let squares: f64 = buckets
        .iter()
        .map(|bucket| {
            let middle = f64::midpoint(float(bucket.from_ns), float(bucket.to_ns));
            float(bucket.count) * (middle - mean).powi(2)
        })
        .sum::<f64>();
    if count == 0 { 0.0 } else { (squares / float(count)).sqrt() }
}

const STEPS: [u64; 10] = [2, 4, 10, 20, 50, 100, 250, 500, 750, 1000];

/// Shares of requests below each of fio's steps in ns, us and ms, in percent.
pub(crate) fn distribution(buckets: &[Bucket]) -> Vec<(&'static str, Value)> {
    let total: u64 = buckets.iter().map(|bucket| bucket.count).total();
    let mut limits: Vec<(usize, String, u64)> = Vec::new();
    for (unit, factor) in [(0, 1), (1, 1000), (2, 1_000_000)] {
        limits.extend(STEPS.map(|step| (unit, step.to_string(), step.saturating_mul(factor))));
    }
    limits.push((2, "2000".to_owned(), 2_000_000_000));
    limits.push((2, ">=2000".to_owned(), u64::MAX));
    let mut shares = vec![0_u64; limits.len()];
    for bucket in buckets {
        let place = limits.iter().position(|(_, _, limit)| bucket.from_ns < *limit);
        shares[place.unwrap_or(limits.len().saturating_sub(1))] = shares
            [place.unwrap_or(limits.len().saturating_sub(1))]
        .saturating_add(bucket.count);
    }
    let mut units = [Map::new(), Map::new(), Map::new()];
    for ((unit, name, _), share) in limits.into_iter().zip(shares) {
        let percent = 100.0 * float(share) / float(total.max(1));
        // Two decimals, as fio prints them.
        units[unit].insert(name, json!((percent * 100.0).round() / 100.0));
    }
    let [ns, us, ms] = units.map(Value::Object);
    vec![("latency_ns", ns), ("latency_us", us), ("latency_ms", ms)]
}
