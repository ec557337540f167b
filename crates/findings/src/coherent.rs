//! Contradictions between figures of a record: whoever changes a figure by hand seldom changes every figure that
//! follows from it.
//!
//! A rate follows from a count and a time, a percentile from the histogram beside it, a sum from the rows of the
//! series. Consistent figures may still be invented: nothing here proves that a measurement took place. No check
//! rejects a record that the program wrote itself, whatever happened in its run: each check names the property of the
//! engine that it relies on.

mod course;
mod latencies;

use iogram_model::{CellRecord, LoadRecord, OpKind, OpRecord, Run, float};

/// Two figures of a record that contradict each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Disagreement {
    /// The place: cell, repetition, load beside it, operation and the name of the figure.
    pub place: String,
    /// The value in the record; `None` if it is missing or unreadable.
    pub is: Option<f64>,
    /// The value that follows from the rest of the record, in the same unit.
    pub should: Expected,
}

/// The value of a figure according to the rest of the record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Expected {
    /// Exactly this value.
    Exactly(f64),
    /// At most this value.
    AtMost(f64),
    /// At least this value.
    AtLeast(f64),
    /// No value: there are too few requests for it.
    Absent,
}

/// Relative tolerance. Records store ends and means exactly, and histograms to three digits. Arbitrary beyond that.
const TOLERANCE: f64 = 0.005;

/// Figures of `run` that contradict the figures beside them.
#[must_use]
pub fn disagreements(run: &Run) -> Vec<Disagreement> {
    let mut all = Vec::new();
    for cell in &run.cells {
        let place = format!("{}#{}", cell.name, cell.repeat.saturating_add(1));
        let mut found = Found { place, all: &mut all };
        for (kind, record) in cell.operations.iter() {
            let mut found = found.of(kind.name());
            rates(cell, record, &mut found);
            latencies::check(record, &mut found);
        }
        for load in &cell.beside {
            let mut found = found.of(&load.name);
            for (kind, record) in load.operations.iter() {
                let mut found = found.of(kind.name());
                rates_beside(cell, (load, record), &mut found);
                latencies::check(record, &mut found);
            }
            course::check_beside(load, &mut found);
        }
        course::check(cell, &mut found);
    }
    all
}

/// The contradictions so far, and the place of the next one.
struct Found<'a> {
    place: String,
    all: &'a mut Vec<Disagreement>,
}

impl Found<'_> {
    /// The same list, for a part of the place.
    fn of(&mut self, part: &str) -> Found<'_> {
        Found { place: format!("{} {part}", self.place), all: self.all }
    }

    fn note(&mut self, figure: &str, is: Option<f64>, should: Expected) {
        let place = format!("{} {figure}", self.place);
        self.all.push(Disagreement { place, is, should });
    }

    /// Notes a count that is smaller than it should be.
    fn compare_counts(&mut self, figure: &str, is: u64, should: u64) {
        if is != should {
            self.note(figure, Some(float(is)), Expected::Exactly(float(should)));
        }
    }
}

fn differs(is: f64, should: f64) -> bool {
    let larger = is.abs().max(should.abs());
    // Differences below a millionth of a unit come from the notation of numbers.
    !is.is_finite() || (is - should).abs() > larger * TOLERANCE + 1e-6
}

/// Whether it exceeds its maximum; NaN exceeds every maximum.
fn exceeds(is: f64, most: f64) -> bool {
    !is.is_finite() || is > most && differs(is, most)
}

/// Both rates, with their amounts.
const fn rates_of(record: &OpRecord) -> [(&'static str, f64, u64); 2] {
    [("iops", record.iops, record.count), ("bytes_per_s", record.bytes_per_s, record.bytes)]
}

fn per_second(amount: u64, ns: u64) -> f64 {
    if ns == 0 { 0.0 } else { float(amount) * 1e9 / float(ns) }
}

fn rates(cell: &CellRecord, record: &OpRecord, found: &mut Found<'_>) {
    // Whether a rate includes the times in which the computer did not let iogram run depends on the version.
    let times = [cell.running_ns(), cell.elapsed_ns];
    for (figure, is, amount) in rates_of(record) {
        if times.iter().all(|ns| differs(is, per_second(amount, *ns))) {
            let should = Expected::Exactly(per_second(amount, cell.running_ns()));
            found.note(figure, Some(is), should);
        }
    }
}

/// The record does not tell which of the computer's pauses fall into the time of a load that began later: each of
/// them may.
fn rates_beside(
    cell: &CellRecord,
    (load, record): (&LoadRecord, &OpRecord),
    found: &mut Found<'_>,
) {
    let paused_ns =
        cell.host_pauses.iter().fold(0_u64, |sum, it| sum.saturating_add(it.length_ns));
    let running_ns = load.elapsed_ns.saturating_sub(paused_ns);
    for (figure, is, amount) in rates_of(record) {
        let least = per_second(amount, load.elapsed_ns);
        if !is.is_finite() || is < least && differs(is, least) {
            found.note(figure, Some(is), Expected::AtLeast(least));
        } else if running_ns > 0 && exceeds(is, per_second(amount, running_ns)) {
            found.note(figure, Some(is), Expected::AtMost(per_second(amount, running_ns)));
        }
    }
}

/// The name of an operation's figure in a series.
fn series_figure(figure: &str, kind: OpKind) -> String {
    format!("{} series_{figure}", kind.name())
}

#[cfg(test)]
mod tests {
    use iogram_model::{
        ByteProgress, Bytes, HostPause, HostPauseReason, LatencySummary, LoadCourse,
        LoadStretch, Message, MessageId, MethodRecord, Moved, Nanos, Operations, RunState,
        SeriesOp, SeriesRow, ServiceRecord, TargetKind, TargetRecord, Warning, WarningCode,
        Workload,
    };
    use iogram_stats::Histogram;
    use iogram_testing::records;

    use super::*;

    const MS: u64 = 1_000_000;

    fn summary(histogram: &Histogram) -> LatencySummary {
        let quantiles = histogram.quantiles();
        LatencySummary {
            p50: quantiles.p50,
            p90: quantiles.p90,
            p99: quantiles.p99,
            p995: quantiles.p995,
            stddev: histogram.stddev_ns(),
            ..records::latency(1000, histogram.mean_ns().unwrap(), 5_000_000)
        }
    }

    /// 5000 reads of 4 KiB, in two rows.
    fn run() -> Run {
        let mut histogram = Histogram::new();
        (1..=5000_u64).for_each(|number| histogram.record(number * 1000));
        let mut cell = records::cell("read", Workload::default());
        let record = records::operation(
            (5000, 5000 * 4096),
            Nanos(cell.elapsed_ns),
            summary(&histogram),
        );
        cell.operations.read = Some(OpRecord { histogram: histogram.to_text(), ..record });
        let row = |start_ns: u64, count: u64, max_ns: u64| SeriesRow {
            start_ns,
            read: Some(SeriesOp {
                count,
                bytes: count * 4096,
                p50_ns: None,
                p99_ns: None,
                max_ns,
            }),
            ..SeriesRow::default()
        };
        cell.series.interval_ns = 100 * MS;
        cell.series.rows = vec![row(0, 3000, 5_000_000), row(100 * MS, 2000, 4_000_000)];
        let times_ns = (1..=19).map(|step| step * 500 * MS).collect();
        cell.progress = Some(ByteProgress { step_bytes: 1 << 20, times_ns });
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
    fn check_cell(change: impl Fn(&mut CellRecord), expected: &[&str]) {
        let mut run = run();
        change(&mut run.cells[0]);
        let found = disagreements(&run);
        let places: Vec<&str> = found.iter().map(|it| it.place.as_str()).collect();
        assert_eq!(places, expected, "{found:?}");
    }

    #[track_caller]
    fn check(change: impl Fn(&mut OpRecord), expected: &[&str]) {
        check_cell(|cell| change(cell.operations.read.as_mut().unwrap()), expected);
    }

    #[test]
    fn a_figure_that_was_changed_by_hand_does_not_follow_from_the_others() {
        check(|_| {}, &[]);
        check(|record| record.iops *= 2.0, &["read#1 read iops"]);
        check(|record| record.bytes_per_s *= 1.1, &["read#1 read bytes_per_s"]);
        check(|record| record.latency_ns.p99 = Some(1), &["read#1 read latency_p99_ns"]);
        check(|record| record.latency_ns.p995 = Some(1), &["read#1 read latency_p995_ns"]);
        check(|record| record.latency_ns.mean = f64::NAN, &["read#1 read latency_mean_ns"]);
        check(|record| record.latency_ns.max = 6_000_000, &["read#1 read latency_max_ns"]);
        check(
            |record| record.latency_ns.stddev = Some(1.0),
            &["read#1 read latency_stddev_ns"],
        );
        check(
            |record| record.count = 9000,
            &["read#1 read iops", "read#1 read histogram_count", "read#1 read series_count"],
        );
    }

    #[test]
    fn a_percentile_of_too_few_requests_is_not_believed_and_one_of_enough_is_there() {
        let p999 = &["read#1 read latency_p999_ns"];
        check(|record| record.latency_ns.p999 = Some(4_900_000), p999);
        let p9995 = &["read#1 read latency_p9995_ns"];
        check(|record| record.latency_ns.p9995 = Some(4_900_000), p9995);
        check(|record| record.latency_ns.p99 = None, &["read#1 read latency_p99_ns"]);
        // Older versions have none, nor a standard deviation.
        check(|record| record.latency_ns.p995 = None, &[]);
        check(|record| record.latency_ns.stddev = None, &[]);
    }

    #[test]
    fn latencies_without_their_histogram_are_not_believed() {
        let place = &["read#1 read histogram_count"];
        check(|record| record.histogram.clear(), place);
        check(|record| record.histogram = "edited".to_owned(), place);
        check(|record| record.histogram = Histogram::new().to_text(), place);
    }

    #[test]
    fn the_histogram_of_an_open_loop_has_what_was_overdue_and_that_of_its_service_has_not() {
        let overdue = |record: &mut OpRecord| {
            let mut all = Histogram::from_text(&record.histogram).unwrap();
            let (text, latency_ns) = (all.to_text(), record.latency_ns);
            record.service = Some(ServiceRecord { latency_ns, histogram: text });
            record.overdue_count = Some(100);
            (0..100).for_each(|_| all.record(2_000_000));
            record.histogram = all.to_text();
            record.latency_ns = summary(&all);
        };
        check(overdue, &[]);
        let changed = |record: &mut OpRecord| {
            overdue(record);
            record.service.as_mut().unwrap().latency_ns.p50 = Some(1);
        };
        check(changed, &["read#1 read service_latency_p50_ns"]);
    }

    /// The histogram ends at an hour; latencies may be longer.
    #[test]
    fn what_was_overdue_for_hours_is_believed() {
        let hours = |record: &mut OpRecord| {
            let mut all = Histogram::new();
            (0..5000).for_each(|_| all.record(3 * 3_600_000 * MS));
            record.histogram = all.to_text();
            let (min, max) = (all.min_ns().unwrap(), all.max_ns().unwrap());
            record.latency_ns = LatencySummary {
                min,
                max,
                p995: None,
                stddev: None,
                mean: all.mean_ns().unwrap(),
                ..summary(&all)
            };
        };
        check(hours, &[]);
    }

    #[test]
    fn rows_are_neither_more_nor_less_than_the_sums_without_a_ramp() {
        let more = |cell: &mut CellRecord| {
            cell.series.rows[0].read.as_mut().unwrap().bytes += 4096;
        };
        check_cell(more, &["read#1 read series_bytes"]);
        let fewer = |cell: &mut CellRecord| cell.series.rows.truncate(1);
        let both = &["read#1 read series_count", "read#1 read series_bytes"];
        check_cell(fewer, both);
        let slower = |cell: &mut CellRecord| {
            cell.series.rows[1].read.as_mut().unwrap().max_ns = 5_000_001;
        };
        check_cell(slower, &["read#1 read series_latency_max_ns"]);
        let other = |cell: &mut CellRecord| {
            cell.series.rows[0].write = cell.series.rows[0].read;
        };
        check_cell(
            other,
            &[
                "read#1 write series_count",
                "read#1 write series_bytes",
                "read#1 write series_latency_max_ns",
            ],
        );
    }

    #[test]
    fn the_row_in_which_the_ramp_ends_may_have_more_and_later_ones_may_not() {
        let ramp = |cell: &mut CellRecord| {
            cell.workload.ramp = Nanos(50 * MS);
            cell.series.rows[0].read.as_mut().unwrap().count = 9000;
        };
        check_cell(ramp, &[]);
        let later = |cell: &mut CellRecord| {
            ramp(cell);
            cell.series.rows[1].read.as_mut().unwrap().count = 5001;
        };
        check_cell(later, &["read#1 read series_count"]);
    }

    fn unfinished(cell: &mut CellRecord) {
        let statement = Message::new(MessageId::CellUnfinished, [Nanos(1).into()]);
        cell.warnings.push(Warning::new(WarningCode::Unfinished, statement));
    }

    /// The record of an unfinished cell has only the rows so far.
    #[test]
    fn a_cell_that_was_kept_before_its_end_may_have_fewer_rows() {
        let fewer = |cell: &mut CellRecord| {
            unfinished(cell);
            cell.series.rows.pop();
            cell.engine.depth_reached = 7.0;
        };
        check_cell(fewer, &[]);
        let more = |cell: &mut CellRecord| {
            unfinished(cell);
            cell.series.rows[0].read.as_mut().unwrap().count = 9000;
        };
        check_cell(more, &["read#1 read series_count"]);
    }

    #[test]
    fn times_of_progress_ascend_and_end_with_the_cell() {
        let times = |change: fn(&mut ByteProgress)| {
            move |cell: &mut CellRecord| change(cell.progress.as_mut().unwrap())
        };
        check_cell(times(|it| it.times_ns[7] = it.times_ns[6]), &[]);
        check_cell(times(|it| it.times_ns[7] = 1), &["read#1 progress_times_ns[7]"]);
        let late = times(|it| it.times_ns[18] = 10_001 * MS);
        check_cell(late, &["read#1 progress_times_ns[18]"]);
        check_cell(times(|it| it.step_bytes *= 2), &["read#1 progress_bytes"]);
        // The ramp moves bytes and takes time, too.
        let ramp = |cell: &mut CellRecord| {
            cell.workload.ramp = Nanos(100 * MS);
            let progress = cell.progress.as_mut().unwrap();
            progress.times_ns.push(10_100 * MS);
        };
        check_cell(ramp, &[]);
    }

    #[test]
    fn no_more_requests_were_out_than_were_asked_for() {
        let place = &["read#1 depth_reached_count"];
        check_cell(|cell| cell.engine.depth_reached = 1.004, &[]);
        check_cell(|cell| cell.engine.depth_reached = 1.1, place);
        check_cell(|cell| cell.engine.depth_reached = -1.0, place);
        // In a pause of the computer time stops for iogram, but not for outstanding requests.
        let paused = |cell: &mut CellRecord| {
            cell.host_pauses.push(HostPause {
                start_ns: 0,
                length_ns: 5_000 * MS,
                slept_ns: None,
                reason: HostPauseReason::Stopped,
            });
            cell.engine.depth_reached = 2.0;
        };
        check_cell(paused, &[]);
    }

    #[test]
    fn loads_beside_a_cell_are_held_against_their_own_figures() {
        let beside = |change: fn(&mut LoadRecord)| {
            move |cell: &mut CellRecord| {
                let read = cell.operations.read.clone();
                let moved = Moved { count: 2000, bytes: 2000 * 4096 };
                let stretch = LoadStretch { read: Some(moved), ..LoadStretch::default() };
                let mut load = LoadRecord {
                    name: "writer".to_owned(),
                    state: cell.state,
                    elapsed_ns: cell.elapsed_ns,
                    operations: Operations { read, ..Operations::default() },
                    errors: Vec::new(),
                    warnings: Vec::new(),
                    course: Some(LoadCourse {
                        stretch_ns: 1000 * MS,
                        stretches: vec![stretch, stretch],
                    }),
                    ending: None,
                };
                change(&mut load);
                cell.beside.push(load);
            }
        };
        fn read(load: &mut LoadRecord) -> &mut OpRecord {
            load.operations.read.as_mut().unwrap()
        }
        check_cell(beside(|_| {}), &[]);
        check_cell(beside(|load| read(load).iops *= 2.0), &["read#1 writer read iops"]);
        check_cell(beside(|load| read(load).iops /= 2.0), &["read#1 writer read iops"]);
        let p90 = beside(|load| read(load).latency_ns.p90 = Some(1));
        check_cell(p90, &["read#1 writer read latency_p90_ns"]);
        let more = |load: &mut LoadRecord| {
            let stretches = &mut load.course.as_mut().unwrap().stretches;
            stretches.push(stretches[0]);
        };
        let both = &["read#1 writer read series_count", "read#1 writer read series_bytes"];
        check_cell(beside(more), both);
    }
}
