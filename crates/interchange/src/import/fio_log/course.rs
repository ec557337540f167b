//! The time series of a log's values, in constant memory whatever the log's length.
//!
//! Knows lines by time, value and block size. Must not know the meaning of the values.

use iogram_model::ImportedCourse;

/// Largest number of parts of a time series, and half the limit while lines arrive: as many as a wide chart can show.
/// Arbitrary.
const PARTS_MAX: usize = 512;

/// Fewer parts are not a time series.
const PARTS_MIN: usize = 3;

/// Minimum length of a part of single requests, ms: times are in milliseconds, and a rate from a few of them is
/// noise. Arbitrary.
const SPAN_MS_MIN: u64 = 100;

/// If a line's time is earlier than that of a previous one by more than this, it belongs to another job: concurrent
/// values can then no longer be matched.
const BACK_MS_MAX: u64 = 1000;

/// Consecutive lines.
#[derive(Debug, Clone, Copy)]
struct Part {
    count: u64,
    sum: f64,
    largest: u64,
    moved: u64,
    ended_ms: u64,
}

impl Part {
    fn with(self, next: Self) -> Self {
        Self {
            count: self.count.saturating_add(next.count),
            sum: self.sum + next.sum,
            largest: self.largest.max(next.largest),
            moved: self.moved.saturating_add(next.moved),
            ended_ms: self.ended_ms.max(next.ended_ms),
        }
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

/// Kind of the values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shown {
    /// Means of windows; the factor converts them to the figure's unit.
    Windows(f64),
    /// Single requests; the series has their mean and maximum.
    Requests,
    /// Single requests; the series has their number per second.
    RequestsPerSecond,
    /// Single requests; the series has their bytes per second.
    BytesPerSecond,
}

/// The lines of one direction; neighbours are merged if there are many.
#[derive(Debug, Default)]
pub(super) struct Course {
    parts: Vec<Part>,
    /// Lines of a complete part; 0 before the first one.
    line_count: u64,
    is_mixed_up: bool,
}

impl Course {
    pub(super) fn push(&mut self, time_ms: u64, value: u64, block: u64) {
        let latest_ms = self.parts.last().map_or(0, |it| it.ended_ms);
        self.is_mixed_up |= time_ms.saturating_add(BACK_MS_MAX) < latest_ms;
        let (sum, ended_ms) = (value as f64, time_ms.max(latest_ms));
        let line = Part { count: 1, sum, largest: value, moved: block, ended_ms };
        self.line_count = self.line_count.max(1);
        match self.parts.last_mut().filter(|it| it.count < self.line_count) {
            Some(part) => *part = part.with(line),
            None => {
                if self.parts.len() >= 2 * PARTS_MAX {
                    self.halve();
                }
                self.parts.push(line);
            }
        }
    }

    fn halve(&mut self) {
        let pairs = self.parts.chunks(2).filter_map(|it| it.iter().copied().reduce(Part::with));
        self.parts = pairs.collect();
        self.line_count = self.line_count.saturating_mul(2);
    }

    /// The time series of the figure of this name, with times since `origin_ms`; `None` if there is none.
    pub(super) fn told(
        mut self,
        figure: &str,
        origin_ms: u64,
        shown: Shown,
    ) -> Option<Box<ImportedCourse>> {
        if self.is_mixed_up {
            return None;
        }
        if self.parts.len() > PARTS_MAX {
            self.halve();
        }
        let is_counted = matches!(shown, Shown::RequestsPerSecond | Shown::BytesPerSecond);
        let span_ms_min = if is_counted { SPAN_MS_MIN } else { 1 };
        let parts = joined(&self.parts, origin_ms, span_ms_min);
        if parts.len() < PARTS_MIN {
            return None;
        }
        let mut course =
            ImportedCourse { figure: figure.to_owned(), ..ImportedCourse::default() };
        let mut began_ms = origin_ms;
        for part in parts {
            let span_s = part.ended_ms.saturating_sub(began_ms) as f64 / 1e3;
            began_ms = part.ended_ms;
            let since_ms = part.ended_ms.saturating_sub(origin_ms);
            course.ended_ns.push(since_ms.saturating_mul(1_000_000));
            course.values.push(short(match shown {
                Shown::Windows(factor) => part.mean() * factor,
                Shown::Requests => part.mean(),
                Shown::RequestsPerSecond => part.count as f64 / span_s,
                Shown::BytesPerSecond => part.moved as f64 / span_s,
            }));
            if shown == Shown::Requests {
                course.largest.push(part.largest as f64);
            }
        }
        Some(Box::new(course))
    }
}

/// Merges neighbours of equal time, then neighbours until each part takes at least `span_ms_min`; drops a shorter
/// rest at the end.
fn joined(parts: &[Part], origin_ms: u64, span_ms_min: u64) -> Vec<Part> {
    let mut joined = Vec::new();
    let (mut began_ms, mut open) = (origin_ms, None::<Part>);
    for alike in parts.chunk_by(|one, next| one.ended_ms == next.ended_ms) {
        let Some(part) = open.into_iter().chain(alike.iter().copied()).reduce(Part::with)
        else {
            continue;
        };
        if part.ended_ms.saturating_sub(began_ms) < span_ms_min {
            open = Some(part);
            continue;
        }
        began_ms = part.ended_ms;
        open = None;
        joined.push(part);
    }
    joined
}

/// Three decimals: a chart cannot show more.
fn short(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(lines: impl IntoIterator<Item = (u64, u64)>) -> Course {
        let mut course = Course::default();
        for (time_ms, value) in lines {
            course.push(time_ms, value, 4096);
        }
        course
    }

    #[test]
    fn windows_are_kept_as_they_are() {
        let told = course([(1000, 10), (2000, 30), (3000, 20)]);
        let told = told.told("iops", 0, Shown::Windows(1.0)).unwrap();
        assert_eq!(told.ended_ns, [1_000_000_000, 2_000_000_000, 3_000_000_000]);
        assert_eq!(told.values, [10.0, 30.0, 20.0]);
        assert!(told.largest.is_empty());
    }

    /// For any number of lines, the sums of the parts are those of the lines.
    #[test]
    fn neighbours_of_long_logs_are_taken_together() {
        for count in [3_u64, 511, 512, 513, 1024, 1025, 5000, 300_001] {
            let made = course((1..=count).map(|it| (it * 10, it)));
            let room = made.parts.len();
            assert!(room <= 2 * PARTS_MAX, "{count}: {room}");
            let sums: f64 = made.parts.iter().map(|it| it.sum).sum();
            assert!((sums - (count * (count + 1) / 2) as f64).abs() < 0.5, "{count}: {sums}");
            let told = made.told("latency_mean_ns", 0, Shown::Requests).unwrap();
            assert!(told.values.len() <= PARTS_MAX);
            assert!(told.ended_ns.is_sorted());
            assert_eq!(told.ended_ns.last(), Some(&(count * 10_000_000)));
            assert_eq!(told.largest.last(), Some(&(count as f64)));
        }
    }

    /// A thousand requests a second, and none for a while.
    #[test]
    fn single_requests_are_counted_over_the_time_that_they_took() {
        let lines = (1..=1000_u64).chain(3001..=4000).map(|time_ms| (time_ms, 1));
        let told = course(lines).told("iops", 0, Shown::RequestsPerSecond).unwrap();
        assert!(told.values.iter().any(|it| *it < 60.0), "{told:?}");
        let first = told.values.first().unwrap();
        assert!((990.0..=1010.0).contains(first), "{told:?}");
        let told = course((1..=1000).map(|time_ms| (time_ms, 1)));
        let told = told.told("bytes_per_s", 0, Shown::BytesPerSecond).unwrap();
        assert!(told.values.iter().all(|it| (4.0e6..=4.2e6).contains(it)), "{told:?}");
    }

    #[test]
    fn what_went_on_when_is_not_guessed() {
        let jobs = course([(1000, 1), (2000, 1), (9000, 1), (1000, 1), (2000, 1)]);
        assert_eq!(jobs.told("iops", 0, Shown::Windows(1.0)), None);
        assert_eq!(course([(1000, 1), (2000, 1)]).told("iops", 0, Shown::Windows(1.0)), None);
        let instant = course([(0, 1); 50]);
        assert_eq!(instant.told("iops", 0, Shown::RequestsPerSecond), None);
        // Two jobs that took turns: one point for each time.
        let turns = course([(1000, 1), (1000, 3), (2000, 2), (2000, 2), (3000, 2)]);
        let told = turns.told("iops", 0, Shown::Windows(1.0)).unwrap();
        assert_eq!((told.values, told.ended_ns.len()), (vec![2.0, 2.0, 2.0], 3));
    }
}
