//! The text for people, in the layout of fio's own output, because scripts parse it.

use std::fmt::Write as _;

use iogram_model::{Run, float};

use super::{JobResult, KINDS, deviation_ns};
use crate::export_fio_form::rank;
use crate::export_merge::{Latencies, MergedOp};
use crate::fio_job::job::Percents;

pub(super) fn render(run: &Run, results: &[JobResult<'_>]) -> String {
    let mut text = String::new();
    for result in results {
        let (name, group) = (&result.job.label, result.group);
        let (clones, errno) = (result.clones, result.errno);
        line(
            &mut text,
            &format!(
                "{name}: (groupid={group}, jobs={clones}): err={errno:2}: iogram run {}",
                run.id
            ),
        );
        let moved = result.moved.iter().zip(result.elapsed_of_ns);
        for ((kind, _), (operation, elapsed_ns)) in KINDS.iter().zip(moved) {
            let Some(op) = operation else { continue };
            direction(&mut text, (kind, op, elapsed_ns), &result.job.percents);
        }
        if let Some(flush) = &result.flushed {
            line(&mut text, "  fsync/fdatasync/sync_file_range:");
            latencies(&mut text, "sync", &flush.latencies);
            percentiles(&mut text, ("sync", &flush.latencies), &result.job.percents);
        }
        if let Some(steady) = &result.steady {
            line(&mut text, &steady.line([binary, decimal, thousands]));
        }
        let [user, system] = result.cpu_percent;
        line(&mut text, &format!("  cpu          : usr={user:.2}%, sys={system:.2}%"));
        let counts: Vec<String> = result
            .moved
            .iter()
            .chain([&result.flushed])
            .map(|op| op.as_ref().map_or(0, |op| op.count).to_string())
            .collect();
        line(&mut text, &format!("     issued rwts: total={}", counts.join(",")));
    }
    groups(&mut text, results);
    text
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("memory takes all text");
}

fn direction(
    text: &mut String,
    (kind, op, elapsed_ns): (&str, &MergedOp, u64),
    percents: &Percents,
) {
    let head = format!(
        "  {kind}: IOPS={}, BW={} ({})({}/{}msec)",
        thousands(op.iops),
        binary(op.bytes_per_s),
        decimal(op.bytes_per_s),
        size(op.bytes),
        elapsed_ns / 1_000_000
    );
    line(text, &head);
    latencies(text, "clat", &op.latencies);
    latencies(text, "lat", &op.latencies);
    percentiles(text, ("clat", &op.latencies), percents);
}

/// The unit of a line of latencies, and its length in nanoseconds: the largest in which the minimum still has digits.
fn unit(its: &Latencies) -> (&'static str, u64) {
    match its.min_ns {
        0..=9_999 => ("nsec", 1),
        10_000..=9_999_999 => ("usec", 1_000),
        _ => ("msec", 1_000_000),
    }
}

fn latencies(text: &mut String, name: &str, its: &Latencies) {
    let (unit, factor) = unit(its);
    let of = |ns: f64| ns / float(factor);
    let values = format!(
        "    {name:>4} ({unit}): min={}, max={}, avg={:.2}, stdev={:.2}",
        its.min_ns.div_euclid(factor),
        its.max_ns.div_euclid(factor),
        of(its.mean_ns),
        of(deviation_ns(its))
    );
    line(text, &values);
}

/// Columns of a terminal minus the text before the percentiles, and the columns of a percentile without its decimals
/// (fio's `stat.c`).
const WIDTH: usize = 73;
const WIDTH_EACH: usize = 14;

fn percentiles(text: &mut String, (name, its): (&str, &Latencies), percents: &Percents) {
    let (unit, factor) = unit(its);
    line(text, &format!("    {name} percentiles ({unit}):"));
    let buckets = its.histogram.buckets();
    let digits = percents.digits;
    let width = digits.saturating_add(3);
    let values: Vec<String> = percents
        .values
        .iter()
        .map(|&percent| {
            let value = rank(its, &buckets, percent).unwrap_or(0).div_euclid(factor);
            format!("{percent:width$.digits$}th=[{value:5}]")
        })
        .collect();
    let in_row = WIDTH.checked_div(digits.saturating_add(WIDTH_EACH)).unwrap_or(1).max(1);
    let rows: Vec<String> =
        values.chunks(in_row).map(|row| format!("     | {}", row.join(", "))).collect();
    line(text, &rows.join(",\n"));
}

fn groups(text: &mut String, results: &[JobResult<'_>]) {
    let mut known: Vec<usize> = results.iter().map(|result| result.group).collect();
    known.dedup();
    for group in known {
        line(text, &format!("\nRun status group {group} (all jobs):"));
        for (index, (kind, _)) in KINDS.iter().enumerate() {
            let members = results.iter().filter(|result| result.group == group);
            let moved = members.filter_map(|result| {
                Some((result.moved.get(index)?.as_ref()?, *result.elapsed_of_ns.get(index)?))
            });
            let moved: Vec<(&MergedOp, u64)> = moved.collect();
            if moved.is_empty() {
                continue;
            }
            let rates = moved.iter().map(|(op, _)| op.bytes_per_s);
            let (least, most) =
                rates.clone().fold((f64::INFINITY, 0.0_f64), |(min, max), rate| {
                    (min.min(rate), max.max(rate))
                });
            let bytes = moved.iter().map(|(op, _)| op.bytes).fold(0, u64::saturating_add);
            let times = moved.iter().map(|(_, elapsed)| elapsed.div_euclid(1_000_000));
            let longest = times.clone().max().unwrap_or(0);
            let shortest = times.min().unwrap_or(0);
            let all = float(bytes) * 1000.0 / float(longest.max(1));
            let row = format!(
                "{:>7}: bw={} ({}), {}-{} ({}-{}), io={}, run={shortest}-{longest}msec",
                kind.to_uppercase(),
                binary(all),
                decimal(all),
                binary(least),
                binary(most),
                decimal(least),
                decimal(most),
                size(bytes)
            );
            line(text, &row);
        }
    }
}

/// Three digits and a unit of powers of `base`.
fn scaled(value: f64, base: f64, units: &[&str]) -> String {
    let mut value = value;
    let mut left = units.iter();
    let mut unit = left.next().copied().unwrap_or_default();
    for next in left {
        if value < base {
            break;
        }
        value /= base;
        unit = next;
    }
    match value {
        value if value >= 100.0 => format!("{value:.0}{unit}"),
        value if value >= 10.0 => format!("{value:.1}{unit}"),
        value => format!("{value:.2}{unit}"),
    }
}

fn thousands(value: f64) -> String {
    if value < 1000.0 {
        return format!("{value:.0}");
    }
    scaled(value, 1000.0, &["", "k", "M"])
}

fn binary(bytes_per_s: f64) -> String {
    scaled(bytes_per_s, 1024.0, &["B/s", "KiB/s", "MiB/s", "GiB/s", "TiB/s"])
}

fn decimal(bytes_per_s: f64) -> String {
    scaled(bytes_per_s, 1000.0, &["B/s", "kB/s", "MB/s", "GB/s", "TB/s"])
}

fn size(bytes: u64) -> String {
    scaled(float(bytes), 1024.0, &["B", "KiB", "MiB", "GiB", "TiB"])
}
