//! Evenness of a pass over a drive.

use std::collections::VecDeque;

use iogram_model::{FillProfile, Series, SeriesRow, float};

use super::passes::Pass;
use crate::segments::written_rows;
use crate::steps::below_half;

/// Evenness, from the intervals of time. Intervals without a completion count with zero bytes.
pub(super) fn profile(pass: &Pass<'_>) -> Option<FillProfile> {
    let series = &pass.cell.series;
    let interval = series.interval_ns.max(1);
    let mut rows: Vec<(&SeriesRow, u64)> =
        written_rows(pass.cell).filter(|(_, bytes)| *bytes > 0).collect();
    let last = pass.segments.last()?;
    let mean_bytes_per_s = last.to_bytes / last.to_ns.max(1.0) * 1e9;
    // The pass ends inside the last interval.
    rows.pop();
    let (worst_second_ns, worst_second_bytes_per_s) =
        worst_second(series, &rows, interval).unzip();
    let rates: Vec<(f64, f64)> = rows
        .iter()
        .map(|(row, bytes)| (float(*bytes), float(series.length_ns(row).max(1))))
        .collect();
    Some(FillProfile {
        cell: pass.cell.name.clone(),
        repeat: pass.cell.repeat,
        mean_bytes_per_s,
        worst_second_bytes_per_s,
        worst_second_ns,
        below_half_mean_ratio: below_half(&rates),
    })
}

/// Beginning of the second with the fewest written bytes, and these bytes. A row of several seconds tells only its
/// slowest second, but not its place.
fn worst_second(
    series: &Series,
    rows: &[(&SeriesRow, u64)],
    interval: u64,
) -> Option<(u64, f64)> {
    let place = |ns: u64| ns.checked_div(interval).unwrap_or(0);
    let second = place(1_000_000_000).max(1);
    let mut recent = Recent { second, ..Recent::default() };
    let mut of_long = None;
    for (row, bytes) in rows {
        let (first, end) = (place(row.start_ns), place(series.end_ns(row)));
        let count = end.saturating_sub(first).max(1);
        recent.go_on(first.saturating_sub(recent.at), 0.0);
        recent.go_on(count, float(*bytes) / float(count));
        let seconds = row.seconds.filter(|_| row.read.is_none());
        let slowest = seconds.map(|it| (row.start_ns, float(it.min_bytes)));
        of_long = [of_long, slowest].into_iter().flatten().min_by(slower);
    }
    let of_short = recent.least.map(|(first, bytes)| (first.saturating_mul(interval), bytes));
    [of_long, of_short].into_iter().flatten().min_by(slower)
}

/// A sliding window of one second of a pass, in intervals, with the smallest number of bytes so far.
#[derive(Default)]
struct Recent {
    second: u64,
    /// Index of the next interval.
    at: u64,
    intervals: VecDeque<f64>,
    /// The first interval of the slowest second, and its bytes.
    least: Option<(u64, f64)>,
}

impl Recent {
    /// Advances by `count` intervals, with `bytes` in each.
    fn go_on(&mut self, count: u64, bytes: f64) {
        // After a second of equal intervals, each further second is the same.
        for _ in 0..count.min(self.second) {
            self.intervals.push_back(bytes);
            self.at = self.at.saturating_add(1);
            if self.intervals.len() as u64 > self.second {
                self.intervals.pop_front();
            }
            if self.intervals.len() as u64 == self.second {
                let first = self.at.saturating_sub(self.second);
                let sum = (first, self.intervals.iter().sum::<f64>());
                self.least = [self.least, Some(sum)].into_iter().flatten().min_by(slower);
            }
        }
        self.at = self.at.saturating_add(count.saturating_sub(self.second));
    }
}

fn slower(one: &(u64, f64), other: &(u64, f64)) -> std::cmp::Ordering {
    one.1.total_cmp(&other.1)
}
