//! Shortens long time series: rows between the beginning and the end of a cell become longer, so that neither memory
//! nor record grows beyond a bound with the length of a cell.
//!
//! Sums stay exact; so do the slowest request and the slowest and fastest second, because a mean would hide them. The
//! first minutes keep their rows because caches end there, the last ones because drives fail there.

use iogram_model::{Nanos, OpKind, SecondsRange, Series, SeriesOp, SeriesRow};

/// Longer series are shortened: 50 minutes of intervals. Arbitrary: ten megabytes of memory, and about as much text.
pub(crate) const ROWS_MAX: usize = 30_000;

/// Rows that are left at most after shortening. Arbitrary: a day has rows of 4 s, and the next shortening comes after
/// eight minutes at the earliest.
const ROWS_LEFT: usize = 25_000;

/// Rows this close to the beginning or the end are never merged. Arbitrary: a little over two minutes, and a power of
/// two of seconds, so that longer rows end there.
const END_KEPT_NS: u64 = 128 * SECOND_NS;

const SECOND_NS: u64 = Nanos::SECOND.0;

/// Merges neighbours until the rows are few enough, if there are too many; returns whether it did.
pub(crate) fn shorten(rows: &mut Vec<SeriesRow>, interval_ns: u64) -> bool {
    if rows.len() <= ROWS_MAX {
        return false;
    }
    shorten_to(rows, interval_ns, ROWS_LEFT);
    true
}

/// Merges neighbours of `series` until at most `count` rows are left, as a long cell does while it runs.
pub fn shorten_series(series: &mut Series, count: usize) {
    shorten_to(&mut series.rows, series.interval_ns, count);
}

/// Merges all rows of `series` into rows of `length`, a whole number of seconds; a remainder at the end stays as it
/// is.
pub fn lengthen_rows(series: &mut Series, length: Nanos) {
    let rows = &series.rows;
    let end_ns = rows.last().map_or(0, |row| row.start_ns + length_of(row, series.interval_ns));
    let end_ns = end_ns - end_ns % length.0;
    let place = |row: &SeriesRow| (row.start_ns < end_ns).then(|| row.start_ns / length.0);
    let is_one = |one: &SeriesRow, next: &SeriesRow| {
        place(one).is_some_and(|one| place(next) == Some(one))
    };
    let lengthened = rows.chunk_by(is_one).map(|part| match place(&part[0]) {
        Some(place) => {
            let start_ns = place * length.0;
            together(part, (start_ns, start_ns + length.0), series.interval_ns)
        }
        None => part[0].clone(),
    });
    series.rows = lengthened.collect();
}

/// Merges rows until at most `count` are left, if possible.
fn shorten_to(rows: &mut Vec<SeriesRow>, interval_ns: u64, count: usize) {
    let longest = rows.iter().map(|row| length_of(row, interval_ns)).max().unwrap_or(0);
    let end_ns = rows.last().map_or(0, |row| row.start_ns + length_of(row, interval_ns));
    let mut middle = Middle { length_ns: longest.max(SECOND_NS), end_ns: 0 };
    loop {
        let last = end_ns.saturating_sub(END_KEPT_NS);
        // Whole rows only: the row at the seam would be shorter, and its rate not comparable with the others.
        middle.end_ns = last - last % middle.length_ns;
        // The rows are longer than the part that may be merged: nothing is left to merge.
        if middle.end_ns <= END_KEPT_NS || middle.count(rows) <= count {
            break;
        }
        // Powers of two of a second: earlier rows always fit into the new ones, however often this runs.
        middle.length_ns *= 2;
    }
    middle.put_together(rows, interval_ns);
}

fn length_of(row: &SeriesRow, interval_ns: u64) -> u64 {
    row.length_ns.unwrap_or(interval_ns)
}

/// The part that is merged, and the length of its rows.
struct Middle {
    length_ns: u64,
    end_ns: u64,
}

impl Middle {
    /// The index of the merged row that contains `row`; `None` if `row` stays as it is.
    fn place(&self, row: &SeriesRow) -> Option<u64> {
        let is_inside = (END_KEPT_NS..self.end_ns).contains(&row.start_ns);
        is_inside.then(|| row.start_ns / self.length_ns)
    }

    /// The number of rows after merging.
    fn count(&self, rows: &[SeriesRow]) -> usize {
        rows.chunk_by(|one, next| self.is_one(one, next)).count()
    }

    fn is_one(&self, one: &SeriesRow, next: &SeriesRow) -> bool {
        self.place(one).is_some_and(|place| self.place(next) == Some(place))
    }

    /// Merges in place: a second list would be the largest memory use of a day.
    fn put_together(&self, rows: &mut Vec<SeriesRow>, interval_ns: u64) {
        let (mut read, mut written) = (0, 0);
        let next = |rows: &[SeriesRow]| {
            rows.chunk_by(|one, next| self.is_one(one, next)).next().map_or(0, <[_]>::len)
        };
        while read < rows.len() {
            let end = read + next(&rows[read..]);
            rows[written] = self.row(&rows[read..end], interval_ns);
            (read, written) = (end, written + 1);
        }
        rows.truncate(written);
    }

    /// The row that replaces `part`.
    fn row(&self, part: &[SeriesRow], interval_ns: u64) -> SeriesRow {
        let Some(place) = self.place(&part[0]) else { return part[0].clone() };
        let start_ns = (place * self.length_ns).max(END_KEPT_NS);
        let end_ns = ((place + 1) * self.length_ns).min(self.end_ns);
        together(part, (start_ns, end_ns), interval_ns)
    }
}

/// Merges all rows of a time from `start_ns` to `end_ns`, whole seconds, into one.
fn together(rows: &[SeriesRow], (start_ns, end_ns): (u64, u64), interval_ns: u64) -> SeriesRow {
    let length_ns = end_ns - start_ns;
    let of = |kind: OpKind| op_together(rows, kind);
    SeriesRow {
        start_ns,
        length_ns: Some(length_ns),
        read: of(OpKind::Read),
        write: of(OpKind::Write),
        flush: of(OpKind::Flush),
        discard: of(OpKind::Discard),
        seconds: (length_ns > SECOND_NS)
            .then(|| seconds_of(rows, length_ns / SECOND_NS, interval_ns)),
    }
}

fn op_together(rows: &[SeriesRow], kind: OpKind) -> Option<SeriesOp> {
    let all = || rows.iter().filter_map(|row| op_of(row, kind));
    Some(SeriesOp {
        max_ns: all().map(|op| op.max_ns).max()?,
        count: all().map(|op| op.count).sum(),
        bytes: all().map(|op| op.bytes).sum(),
        p50_ns: weighted(all().map(|op| (op.p50_ns, op.count))),
        p99_ns: weighted(all().map(|op| (op.p99_ns, op.count))),
    })
}

fn op_of(row: &SeriesRow, kind: OpKind) -> Option<SeriesOp> {
    match kind {
        OpKind::Read => row.read,
        OpKind::Write => row.write,
        OpKind::Flush => row.flush,
        OpKind::Discard => row.discard,
    }
}

/// The mean of the known values, weighted with their completions.
fn weighted(values: impl Iterator<Item = (Option<u64>, u64)>) -> Option<u64> {
    let known =
        values.filter_map(|(value, count)| Some((u128::from(value?), u128::from(count))));
    let (sum, count) =
        known.fold((0, 0), |(sum, all), (value, count)| (sum + value * count, all + count));
    u64::try_from(sum.checked_div(count)?).ok()
}

/// The slowest and the fastest of `count` seconds.
fn seconds_of(rows: &[SeriesRow], count: u64, interval_ns: u64) -> SecondsRange {
    let mut seen = SecondsRange { min_bytes: u64::MAX, max_bytes: 0 };
    let mut seen_count = 0;
    let mut note = |range: SecondsRange, count: u64| {
        seen.min_bytes = seen.min_bytes.min(range.min_bytes);
        seen.max_bytes = seen.max_bytes.max(range.max_bytes);
        seen_count += count;
    };
    let alone = |bytes: u64| SecondsRange { min_bytes: bytes, max_bytes: bytes };
    // The current second, and its bytes so far.
    let mut open: Option<(u64, u64)> = None;
    for row in rows {
        let bytes_of_row = row.moved_bytes();
        let (second, length_ns) = (row.start_ns / SECOND_NS, length_of(row, interval_ns));
        if let Some((_, bytes)) = open.take_if(|(at, _)| *at != second) {
            note(alone(bytes), 1);
        }
        if length_ns < SECOND_NS {
            open = Some((second, open.map_or(0, |(_, bytes)| bytes) + bytes_of_row));
        } else {
            note(row.seconds.unwrap_or(alone(bytes_of_row)), length_ns / SECOND_NS);
        }
    }
    if let Some((_, bytes)) = open {
        note(alone(bytes), 1);
    }
    // Nothing completed in a second that has no row.
    if seen_count < count {
        seen.min_bytes = 0;
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: u64 = SECOND_NS / 10;

    /// Bytes of interval `index`, 0 if nothing completed; uneven, with a stall of 7 s in every 1000 s.
    fn bytes_at(index: u64) -> u64 {
        let is_stalled = (5_003..5_073).contains(&(index % 10_000));
        if is_stalled { 0 } else { 4096 * (1 + index * 7 % 13) }
    }

    fn row(index: u64) -> Option<SeriesRow> {
        let bytes = bytes_at(index);
        let op = SeriesOp {
            count: bytes / 4096,
            bytes,
            p50_ns: Some(1000 + index % 5),
            p99_ns: None,
            max_ns: 5000 + index % 997,
        };
        let start_ns = index * INTERVAL;
        (bytes > 0).then(|| SeriesRow { start_ns, write: Some(op), ..SeriesRow::default() })
    }

    /// A cell that grows interval by interval.
    fn grown(intervals: u64) -> Vec<SeriesRow> {
        let mut rows = Vec::new();
        for row in (0..intervals).filter_map(row) {
            rows.push(row);
            shorten(&mut rows, INTERVAL);
        }
        rows
    }

    #[test]
    fn rows_are_lengthened_from_the_first_to_the_last_whole_one() {
        let rows: Vec<SeriesRow> = (0..5_155).filter_map(row).collect();
        let mut series = Series { interval_ns: INTERVAL, rows };
        lengthen_rows(&mut series, Nanos(4 * SECOND_NS));
        let (whole, rest): (Vec<_>, Vec<_>) =
            series.rows.iter().partition(|row| row.length_ns == Some(4 * SECOND_NS));
        // Up to 515.4 s, with a stall from 500.3 to 507.2 s; the row from 504 to 508 s holds the data after it.
        assert_eq!((whole.len(), rest.len()), (128, 35));
        assert!(
            rest.iter().all(|row| row.length_ns.is_none() && row.start_ns >= 512 * SECOND_NS)
        );
        let ops = || series.rows.iter().filter_map(|row| row.write);
        assert_eq!(
            ops().map(|op| op.bytes).sum::<u64>(),
            (0..5_155).map(bytes_at).sum::<u64>()
        );
        let after_stall = whole.iter().find(|row| row.start_ns == 504 * SECOND_NS).unwrap();
        assert_eq!(after_stall.seconds.unwrap().min_bytes, 0);
        let before = series.rows.clone();
        lengthen_rows(&mut series, Nanos(4 * SECOND_NS));
        assert_eq!(series.rows, before);
    }

    #[test]
    fn a_cell_of_less_than_an_hour_keeps_every_interval() {
        let rows = grown(29_000);
        assert!(rows.iter().all(|row| row.length_ns.is_none()));
        assert_eq!(
            rows.len() as u64,
            (0..29_000).filter(|it| bytes_at(*it) > 0).count() as u64
        );
    }

    #[test]
    fn a_day_and_a_month_are_no_larger_than_an_hour_and_their_sums_are_exact() {
        for (intervals, longest_s) in [(864_000, 4), (4_000_000, 32)] {
            let rows = grown(intervals);
            assert!(rows.len() <= ROWS_MAX, "{}", rows.len());
            let ops = || rows.iter().filter_map(|row| row.write);
            let bytes: u64 = (0..intervals).map(bytes_at).sum();
            assert_eq!(ops().map(|op| op.bytes).sum::<u64>(), bytes);
            assert_eq!(ops().map(|op| op.count).sum::<u64>(), bytes / 4096);
            assert_eq!(ops().map(|op| op.max_ns).max(), Some(5996));
            assert!(ops().all(|op| op.p99_ns.is_none() && op.p50_ns.is_some()));
            let longest = rows.iter().filter_map(|row| row.length_ns).max();
            assert_eq!(longest, Some(longest_s * SECOND_NS));
        }
    }

    #[test]
    fn rows_follow_each_other_and_the_ends_of_a_cell_stay_as_they_are() {
        let rows = grown(1_000_003);
        for pair in rows.windows(2) {
            let end = pair[0].start_ns + length_of(&pair[0], INTERVAL);
            assert!(end <= pair[1].start_ns, "{pair:?}");
        }
        let is_fine = |row: &&SeriesRow| row.length_ns.is_none();
        assert!(rows.iter().take_while(is_fine).count() >= 1280);
        assert!(rows.iter().rev().take_while(is_fine).count() >= 1280);
    }

    #[test]
    fn every_long_row_says_what_its_slowest_and_fastest_second_moved() {
        let rows = grown(864_000);
        let long = rows.iter().filter(|row| row.length_ns.is_some_and(|it| it > SECOND_NS));
        let mut stalled = 0;
        for row in long {
            let of = |second: u64| (second * 10..second * 10 + 10).map(bytes_at).sum::<u64>();
            let first = row.start_ns / SECOND_NS;
            let seconds = first..first + row.length_ns.unwrap() / SECOND_NS;
            let range = row.seconds.unwrap();
            assert_eq!(Some(range.min_bytes), seconds.clone().map(of).min(), "{row:?}");
            assert_eq!(Some(range.max_bytes), seconds.clone().map(of).max(), "{row:?}");
            stalled += u64::from(range.min_bytes == 0);
        }
        assert!(stalled >= 86, "every stall is seen: {stalled}");
    }

    #[test]
    fn reads_and_writes_are_told_apart_and_their_seconds_together() {
        let mut rows: Vec<_> = (0..40_000).filter_map(row).collect();
        for row in rows.iter_mut().filter(|row| row.start_ns / INTERVAL % 20 == 3) {
            row.read = row.write;
            row.flush = row.write.map(|op| SeriesOp { bytes: 0, ..op });
        }
        let reads = |rows: &[SeriesRow]| -> u64 {
            rows.iter().filter_map(|row| row.read).map(|op| op.bytes).sum()
        };
        let before = reads(&rows);
        shorten_to(&mut rows, INTERVAL, 4_000);
        assert_eq!(reads(&rows), before);
        for row in rows.iter().filter(|row| row.seconds.is_some()) {
            let (range, seconds) = (row.seconds.unwrap(), row.length_ns.unwrap() / SECOND_NS);
            assert!(range.min_bytes * seconds <= row.moved_bytes());
            assert!(range.max_bytes * seconds >= row.moved_bytes());
            let is_whole = row.write.is_some_and(|op| op.bytes > 0) && range.min_bytes > 0;
            assert!(row.read.is_some() || !is_whole, "{row:?}");
            assert!(row.flush.is_none_or(|op| op.bytes == 0), "{row:?}");
        }
    }
}
