//! Collects the measurements of all jobs of one cell: totals and the time series. One lock protects them; no job
//! takes it while it measures, because the watcher of the jobs delivers their intervals.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use iogram_model::{
    EndingRecord, ErrorRecord, LatencySummary, Message, MessageId, Nanos, OpKind, OpRecord,
    Operations, Pauses, Series, SeriesOp, SeriesRow, ServiceRecord,
};
use iogram_stats::Histogram;

use crate::cell::Cell;
use crate::coarse;
use crate::ends::Ends;
pub(crate) use crate::interval::INTERVAL;
use crate::periods::Sums;
use crate::target::Errno;
use crate::trace::{Quiet, Traces};

/// One kind of operation of one job in one interval.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    pub(crate) latency: Histogram,
    /// From issue to completion, if latency counts from another moment: in an open loop.
    pub(crate) service: Option<Box<Histogram>>,
    pub(crate) bytes: u64,
}

impl Tally {
    #[inline]
    pub(crate) fn service(&mut self) -> &mut Histogram {
        self.service.get_or_insert_default()
    }

    fn merge(&mut self, other: &Self) {
        self.latency.merge(&other.latency);
        if let Some(service) = &other.service {
            self.service().merge(service);
        }
        self.bytes += other.bytes;
    }

    fn clear(&mut self) {
        self.latency.clear();
        if let Some(service) = &mut self.service {
            service.clear();
        }
        self.bytes = 0;
    }

    fn series(&self) -> Option<SeriesOp> {
        Some(SeriesOp {
            count: self.latency.count(),
            bytes: self.bytes,
            p50_ns: self.latency.quantile_ns(0.5),
            p99_ns: self.latency.quantile_ns(0.99),
            max_ns: self.latency.max_ns()?,
        })
    }
}

/// One tally per kind, made when the kind first occurs: a histogram is large.
#[derive(Debug, Default)]
pub(crate) struct Tallies([Option<Box<Tally>>; 4]);

impl Tallies {
    #[inline]
    pub(crate) fn of(&mut self, kind: OpKind) -> &mut Tally {
        self.0[kind as usize].get_or_insert_with(Box::default)
    }

    /// Allocates all memory that operations of these kinds can need.
    pub(crate) fn reserve(&mut self, kinds: &[OpKind]) {
        kinds.iter().for_each(|&kind| self.of(kind).latency.reserve());
    }

    fn merge(&mut self, other: &Self) {
        for kind in OpKind::ALL {
            if let Some(tally) = &other.0[kind as usize]
                && tally.latency.count() > 0
            {
                self.of(kind).merge(tally);
            }
        }
    }

    fn clear(&mut self) {
        self.0.iter_mut().flatten().for_each(|tally| tally.clear());
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Requests of all kinds.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().flatten().map(|tally| tally.latency.count()).sum()
    }

    /// The sums of one kind.
    fn sums_of(&self, kind: OpKind) -> Sums {
        self.0[kind as usize].as_ref().map_or_else(Sums::default, |tally| Sums {
            requests: tally.latency.count(),
            bytes: tally.bytes,
            latency_ns: tally.latency.sum_ns(),
        })
    }

    fn row(&self, start_ns: u64) -> SeriesRow {
        let series = |kind| self.0[kind as usize].as_deref().and_then(Tally::series);
        SeriesRow {
            start_ns,
            read: series(OpKind::Read),
            write: series(OpKind::Write),
            flush: series(OpKind::Flush),
            discard: series(OpKind::Discard),
            ..SeriesRow::default()
        }
    }
}

/// The measurements of one submitter in one interval.
#[derive(Debug, Default)]
pub(crate) struct FullInterval {
    pub(crate) index: u64,
    /// `false` inside the ramp.
    pub(crate) is_counted: bool,
    pub(crate) tallies: Tallies,
    pub(crate) quiets: Vec<Quiet>,
    pub(crate) marks: Vec<Nanos>,
}

/// Requests of an open loop that were due and did not complete, by their age at the end: their latency is at least
/// that.
#[derive(Debug, Default)]
pub(crate) struct Overdue([Option<Box<Histogram>>; 4]);

impl Overdue {
    pub(crate) fn note(&mut self, kind: OpKind, waited: Nanos, times: u64) {
        self.0[kind as usize].get_or_insert_default().record_many(waited.0, times);
    }

    /// The number of overdue requests.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().flatten().map(|waited| waited.count()).sum()
    }

    fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            if let Some(theirs) = theirs {
                mine.get_or_insert_default().merge(theirs);
            }
        }
    }
}

/// The key of a failure; equal failures are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Failure {
    pub(crate) kind: OpKind,
    /// `None` means a short transfer.
    pub(crate) errno: Option<Errno>,
}

/// Number and places of a failure.
#[derive(Debug, Clone, Copy)]
struct Occurrences {
    count: u64,
    first_offset: u64,
    last_offset: u64,
    lowest_offset: u64,
}

/// The measurements of a cell.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) operations: Operations,
    pub(crate) series: Series,
    pub(crate) errors: Vec<ErrorRecord>,
    /// Pauses between completions.
    pub(crate) pauses: Pauses,
    /// The time of each step of progress.
    pub(crate) marks: Option<Vec<u64>>,
    /// How well the rate was known, if that may end the cell.
    pub(crate) ending: Option<EndingRecord>,
}

/// Latency of a cell so far, of its slowest kind of operation. `None` means unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LatencySoFar {
    /// The 99th percentile; unknown with too few requests.
    pub p99: Option<Nanos>,
    /// The slowest request; unknown before the first completion.
    pub max: Option<Nanos>,
}

/// The measurements of all jobs of a cell.
#[derive(Debug)]
pub struct Collector {
    inner: Mutex<Inner>,
    /// Whether something ends the cell before its other limits.
    has_come_to_its_end: AtomicBool,
}

#[derive(Debug)]
struct Inner {
    total: Tallies,
    overdue: Overdue,
    /// Intervals to which a job may still add, by index.
    open: BTreeMap<u64, Tallies>,
    /// Empty tallies for the next intervals.
    spare: Vec<Tallies>,
    /// The first interval to which each job may still add.
    frontier: Vec<u64>,
    rows: Vec<SeriesRow>,
    /// Number of rows already sent to an observer; `None` if the rows have changed since, or none were sent.
    told_count: Option<usize>,
    failures: BTreeMap<Failure, Occurrences>,
    failure_count: u64,
    traces: Traces,
    ends: Ends,
}

impl Collector {
    /// Creates a collector for a cell with this many submitters: jobs, or lanes if each outstanding request has its
    /// own thread.
    #[must_use]
    pub fn new(submitters: u32) -> Self {
        let inner = Inner {
            total: Tallies::default(),
            overdue: Overdue::default(),
            open: BTreeMap::new(),
            spare: Vec::new(),
            frontier: vec![0; submitters as usize],
            rows: Vec::new(),
            told_count: None,
            failures: BTreeMap::new(),
            failure_count: 0,
            traces: Traces::new(submitters as usize),
            ends: Ends::default(),
        };
        Self { inner: Mutex::new(inner), has_come_to_its_end: AtomicBool::new(false) }
    }

    /// Adds the early ends that the workload allows: rate known, steady, or too low.
    #[must_use]
    pub fn watching(self, cell: &Cell) -> Self {
        self.lock().ends = Ends::of(cell);
        self
    }

    /// Whether the cell ends before its other limits: its rate is known well enough, steady or too low, or another
    /// load has ended it.
    pub(crate) fn has_come_to_its_end(&self) -> bool {
        self.has_come_to_its_end.load(Ordering::Relaxed)
    }

    /// Ends the cell with another load, unless it has ended already; outstanding requests still complete.
    pub fn end_with_another(&self) {
        if !self.has_come_to_its_end.swap(true, Ordering::Relaxed) {
            self.lock().ends.end_with_another();
        }
    }

    /// Records that the end leaves requests unissued.
    pub(crate) fn note_cut_short(&self) {
        self.lock().ends.note_cut_short();
    }

    /// Adds an interval of the jobs numbered `jobs`, which share their tallies; returns these tallies or others,
    /// emptied. The jobs add nothing to an earlier interval afterwards.
    pub(crate) fn add(&self, jobs: std::ops::Range<u32>, full: FullInterval) -> Tallies {
        let FullInterval { index, is_counted, mut tallies, mut quiets, mut marks } = full;
        let mut guard = self.lock();
        let inner = &mut *guard;
        assert!(
            jobs.end as usize <= inner.frontier.len(),
            "jobs {jobs:?} of {}",
            inner.frontier.len()
        );
        if !tallies.is_empty() {
            // The series shows the ramp, so that a reader sees the start; no figure includes it.
            if is_counted {
                let together = inner.total.count() + tallies.count();
                inner.total.merge(&tallies);
                assert_eq!(inner.total.count(), together, "what is put together is the sum");
            }
            tallies = inner.open_row(index, tallies);
            assert!(tallies.is_empty(), "what is given back is empty");
        }
        if !quiets.is_empty() || !marks.is_empty() {
            inner.traces.add(jobs.start as usize, &mut quiets, &mut marks);
        }
        for job in jobs {
            // The last intervals of a submitter that hung may arrive after it was given up: no row waits for them
            // again.
            inner.frontier[job as usize] = index;
        }
        if inner.close_rows() {
            self.has_come_to_its_end.store(true, Ordering::Relaxed);
        }
        tallies
    }

    /// Adds requests that were due and did not complete.
    pub(crate) fn add_overdue(&self, overdue: &Overdue) {
        self.lock().overdue.merge(overdue);
    }

    /// Latency of the counted requests so far, of the slowest kind of operation.
    #[must_use]
    pub fn latency(&self) -> LatencySoFar {
        let inner = self.lock();
        let tallies = || inner.total.0.iter().flatten();
        let max = tallies().filter_map(|tally| tally.latency.max_ns()).max();
        let p99 = tallies().filter_map(|tally| tally.latency.quantile_ns(0.99)).max();
        LatencySoFar { p99: p99.map(Nanos), max: max.map(Nanos) }
    }

    /// Ends job `job`: it adds nothing more; `last` is its last completion since the cell's beginning.
    pub(crate) fn finish_job(&self, job: u32, last: Nanos) {
        let mut inner = self.lock();
        assert!((job as usize) < inner.frontier.len(), "job {job} of {}", inner.frontier.len());
        inner.traces.finish(job as usize, last);
        // A finished job holds no row open.
        inner.frontier[job as usize] = u64::MAX;
        inner.close_rows();
    }

    /// Counts a failure at `offset`, tolerated or not; returns the number of failures that are not tolerated.
    pub(crate) fn fail(&self, failure: Failure, (offset, is_tolerated): (u64, bool)) -> u64 {
        let mut inner = self.lock();
        let fresh = Occurrences {
            count: 0,
            first_offset: offset,
            last_offset: offset,
            lowest_offset: offset,
        };
        let known = inner.failures.entry(failure).or_insert(fresh);
        known.count += 1;
        known.last_offset = offset;
        known.lowest_offset = known.lowest_offset.min(offset);
        inner.failure_count += u64::from(!is_tolerated);
        let all: u64 = inner.failures.values().map(|it| it.count).sum();
        assert!(inner.failure_count <= all, "no more failures end a cell than there are");
        inner.failure_count
    }

    /// Takes all results of the cell, which lasted for `elapsed`. Nothing may follow.
    pub(crate) fn take(&self, elapsed: Nanos) -> Measured {
        let mut guard = self.lock();
        let inner = &mut *guard;
        inner.frontier.fill(u64::MAX);
        inner.close_rows();
        let rows = std::mem::take(&mut inner.rows);
        let marks = inner.traces.take_marks();
        inner.measured(elapsed, rows, marks)
    }

    /// The results after `elapsed`, with only those rows that were not sent yet, unless `is_whole` or the sent rows
    /// have changed; returns whether all rows are included.
    pub(crate) fn look(&self, elapsed: Nanos, is_whole: bool) -> (Measured, bool) {
        let mut inner = self.lock();
        let first = inner.told_count.filter(|_| !is_whole);
        let rows = inner.rows[first.unwrap_or(0)..].to_vec();
        inner.told_count = Some(inner.rows.len());
        let marks = inner.traces.marks();
        (inner.measured(elapsed, rows, marks), first.is_none())
    }

    /// Summed time outstanding of all requests, in a closed loop.
    pub(crate) fn outstanding_ns(&self) -> u128 {
        let inner = self.lock();
        inner.total.0.iter().flatten().map(|tally| tally.latency.sum_ns()).sum()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().expect("no job panicked with the lock held")
    }
}

impl Inner {
    fn measured(
        &self,
        elapsed: Nanos,
        rows: Vec<SeriesRow>,
        marks: Option<Vec<u64>>,
    ) -> Measured {
        let inner = self;
        let mut operations = Operations::default();
        for kind in OpKind::ALL {
            if let Some(tally) = &inner.total.0[kind as usize] {
                let overdue = inner.overdue.0[kind as usize].as_deref();
                *operations.slot(kind) = record(tally, overdue, elapsed);
            }
        }
        let series = Series { interval_ns: INTERVAL.0, rows };
        let errors = inner.failures.iter().map(|(failure, seen)| {
            let short = || Message::plain(MessageId::ErrorShortTransfer);
            let statement = failure.errno.map_or_else(short, Errno::statement);
            ErrorRecord {
                operation: failure.kind,
                errno: failure.errno.map(|errno| errno.0),
                message: statement.english(),
                statement: Some(statement),
                count: seen.count,
                first_offset_bytes: seen.first_offset,
                last_offset_bytes: seen.last_offset,
                lowest_offset_bytes: Some(seen.lowest_offset),
            }
        });
        let (errors, pauses) = (errors.collect(), inner.traces.pauses());
        let ending = inner.ends.ending();
        Measured { operations, series, errors, pauses, marks, ending }
    }

    /// Merges `tallies` into the row of interval `index`; returns them or others, emptied.
    fn open_row(&mut self, index: u64, mut tallies: Tallies) -> Tallies {
        match self.open.entry(index) {
            // A lone job's tallies become the row itself: nothing has to be merged.
            Entry::Vacant(row) if !self.spare.is_empty() => {
                row.insert(tallies);
                self.spare.pop().unwrap_or_default()
            }
            row => {
                row.or_default().merge(&tallies);
                tallies.clear();
                tallies
            }
        }
    }

    /// Turns intervals to which no job can add any more into rows; returns whether they end the cell.
    fn close_rows(&mut self) -> bool {
        let mut is_at_its_end = false;
        let frontier = self.frontier.iter().copied().min().unwrap_or(u64::MAX);
        while let Some(entry) = self.open.first_entry() {
            if *entry.key() >= frontier {
                break;
            }
            let (index, mut tallies) = entry.remove_entry();
            // The interval at the end is incomplete.
            if frontier < u64::MAX {
                let sums = OpKind::ALL.map(|kind| tallies.sums_of(kind));
                is_at_its_end = self.ends.add(index, sums);
            }
            self.rows.push(tallies.row(index * INTERVAL.0));
            tallies.clear();
            self.spare.push(tallies);
        }
        if coarse::shorten(&mut self.rows, INTERVAL.0) {
            self.told_count = None;
        }
        is_at_its_end
    }
}

#[expect(clippy::cast_precision_loss, reason = "rates need no more than 53 bits")]
fn record(tally: &Tally, overdue: Option<&Histogram>, elapsed: Nanos) -> Option<OpRecord> {
    let seconds = elapsed.as_secs_f64();
    let per_second = |amount: u64| if seconds > 0.0 { amount as f64 / seconds } else { 0.0 };
    let count = tally.latency.count();
    let with_overdue = overdue.map(|overdue| {
        let mut all = tally.latency.clone();
        all.merge(overdue);
        all
    });
    let latency = with_overdue.as_ref().unwrap_or(&tally.latency);
    Some(OpRecord {
        count,
        bytes: tally.bytes,
        iops: per_second(count),
        bytes_per_s: per_second(tally.bytes),
        latency_ns: summary(latency)?,
        histogram: latency.to_text(),
        overdue_count: overdue.map(Histogram::count),
        service: tally.service.as_deref().and_then(|service| {
            Some(ServiceRecord { latency_ns: summary(service)?, histogram: service.to_text() })
        }),
    })
}

/// The summary of a histogram; `None` if it is empty.
pub(crate) fn summary(latency: &Histogram) -> Option<LatencySummary> {
    let quantiles = latency.quantiles();
    Some(LatencySummary {
        min: latency.min_ns()?,
        mean: latency.mean_ns()?,
        p50: quantiles.p50,
        p90: quantiles.p90,
        p99: quantiles.p99,
        p995: quantiles.p995,
        p999: quantiles.p999,
        p9995: quantiles.p9995,
        p9999: quantiles.p9999,
        p99999: quantiles.p99999,
        max: latency.max_ns()?,
        stddev: latency.stddev_ns(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tallies(latencies: &[u64]) -> Tallies {
        let mut tallies = Tallies::default();
        for &latency in latencies {
            let tally = tallies.of(OpKind::Read);
            tally.latency.record(latency);
            tally.bytes += 512;
        }
        tallies
    }

    fn add(collector: &Collector, job: u32, index: u64, is_counted: bool, latencies: &[u64]) {
        let tallies = tallies(latencies);
        let full = FullInterval { index, is_counted, tallies, ..FullInterval::default() };
        assert!(collector.add(job..job + 1, full).is_empty());
    }

    #[test]
    fn an_interval_becomes_a_row_when_every_job_has_passed_it() {
        let collector = Collector::new(2);
        add(&collector, 0, 0, true, &[10, 30]);
        add(&collector, 0, 1, true, &[50]);
        assert!(collector.lock().rows.is_empty(), "job 1 may still add to interval 0");
        add(&collector, 1, 1, true, &[70]);
        assert_eq!(collector.lock().rows.len(), 1);
        collector.finish_job(0, Nanos(0));
        collector.finish_job(1, Nanos(0));
        let Measured { operations, series, .. } = collector.take(Nanos::SECOND);
        let counts: Vec<_> = series.rows.iter().map(|r| r.read.unwrap().count).collect();
        assert_eq!(counts, [2, 2]);
        assert_eq!(series.rows[1].read.unwrap().max_ns, 70);
        let read = operations.read.unwrap();
        assert_eq!((read.count, read.bytes, read.latency_ns.max), (4, 2048, 70));
    }

    #[test]
    fn the_ramp_is_in_the_series_and_not_in_the_totals() {
        let collector = Collector::new(1);
        add(&collector, 0, 0, false, &[1000]);
        add(&collector, 0, 0, true, &[10]);
        let Measured { operations, series, .. } = collector.take(Nanos::SECOND);
        assert_eq!(operations.read.unwrap().latency_ns.max, 10);
        assert_eq!(series.rows[0].read.unwrap().count, 2);
    }

    #[test]
    fn failures_are_grouped_with_their_first_and_last_place() {
        let collector = Collector::new(1);
        let failure = Failure { kind: OpKind::Read, errno: Some(Errno::EIO) };
        for (index, offset) in [4096, 512, 8192].into_iter().enumerate() {
            assert_eq!(collector.fail(failure, (offset, false)), index as u64 + 1);
        }
        let Measured { errors, .. } = collector.take(Nanos(0));
        assert_eq!(errors.len(), 1);
        assert_eq!((errors[0].count, errors[0].errno), (3, Some(5)));
        assert_eq!((errors[0].first_offset_bytes, errors[0].last_offset_bytes), (4096, 8192));
    }

    #[test]
    fn rows_are_told_once_until_they_are_others() {
        let collector = Collector::new(1);
        let told = |is_whole| {
            let (measured, is_all) = collector.look(Nanos::SECOND, is_whole);
            (measured.series.rows.len(), is_all)
        };
        (0..5).for_each(|index| add(&collector, 0, index, true, &[10]));
        assert_eq!(told(false), (4, true), "the fifth is open");
        (5..8).for_each(|index| add(&collector, 0, index, true, &[10]));
        assert_eq!(told(false), (3, false));
        assert_eq!(told(false), (0, false));
        assert_eq!(told(true), (7, true));
        (8..40_000).for_each(|index| add(&collector, 0, index, true, &[10]));
        let (count, is_all) = told(false);
        assert!(is_all && count > 10_000 && count <= coarse::ROWS_MAX, "{count}");
        let Measured { operations, series, .. } = collector.take(Nanos::SECOND);
        let read = operations.read.unwrap();
        assert_eq!(read.count, 40_000, "telling takes nothing away");
        assert_eq!(series.rows.iter().map(SeriesRow::moved_bytes).sum::<u64>(), read.bytes);
    }
}
