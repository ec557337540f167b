//! The results of a run in fio's output formats: one job for each job of the file, or for each group with a common
//! report.
//!
//! Source: fio's `stat.c` (`show_thread_status_json`, `show_thread_status_terse_all`, `show_ddir_status`). Clones of
//! a job are one: the engine keeps one record for all of them. As in fio, every percentile of the list is printed,
//! however few requests it rests on.

mod logs;
mod normal;
mod steady;
mod terse;

use std::collections::BTreeMap;

use iogram_model::{
    CellRecord, LoadRecord, LoadStretch, OpKind, Operations, Run, Total as _, float,
};
use iogram_stats::Bucket;
use serde_json::{Value, json};

use self::steady::SteadyResult;
use super::method::FioMethod;
use super::{FioJob, FioJobs};
use crate::export_fio::{disks, document, text};
use crate::export_fio_form::{Percentiles, direction, distribution, latency, spread};
use crate::export_merge::{Latencies, Merged, MergedOp, Since};
use crate::export_span::{Sample, samples};

/// One of fio's output formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FioOutput {
    /// Text for people.
    Normal,
    /// JSON.
    Json,
    /// JSON with the buckets of histograms.
    JsonPlus,
    /// Version 3 of the semicolon-separated lines.
    Terse,
}

/// The results that are printed as one job.
pub(super) struct JobResult<'a> {
    pub(super) job: &'a FioJob,
    pub(super) group: usize,
    /// Number of its processes and threads.
    pub(super) clones: u64,
    pub(super) elapsed_ns: u64,
    /// Elapsed times of reads, writes and discards: the verification reads begin after all writes.
    pub(super) elapsed_of_ns: [u64; 3],
    /// Reads, writes, discards.
    pub(super) moved: [Option<MergedOp>; 3],
    pub(super) flushed: Option<MergedOp>,
    /// CPU time of all loads of its cell, in percent of the elapsed time.
    pub(super) cpu_percent: [f64; 2],
    pub(super) errno: i32,
    /// Set for a job that ends once it is steady.
    pub(super) steady: Option<SteadyResult<'a>>,
}

pub(super) const KINDS: [(&str, OpKind); 3] =
    [("read", OpKind::Read), ("write", OpKind::Write), ("trim", OpKind::Discard)];

impl FioJobs {
    /// The results of these jobs in a run of their method.
    #[must_use]
    pub fn render(&self, run: &Run, method: &FioMethod, output: FioOutput) -> String {
        let results = self.results(run, method);
        match output {
            FioOutput::Json => self.json_text(run, &results, false),
            FioOutput::JsonPlus => self.json_text(run, &results, true),
            FioOutput::Terse => terse::render(run, &results),
            FioOutput::Normal => normal::render(run, &results),
        }
    }

    fn results<'a>(&'a self, run: &'a Run, method: &FioMethod) -> Vec<JobResult<'a>> {
        let mut results: Vec<JobResult<'_>> = Vec::new();
        let mut group: usize = 0;
        for (index, job) in self.jobs.iter().enumerate() {
            let begins = index == 0 || job.begins_report();
            if begins && index > 0 {
                group = group.saturating_add(1);
            }
            let mut members = vec![index];
            if job.is_grouped {
                if !begins && results.last().is_some_and(|last| last.group == group) {
                    continue;
                }
                let later = self.jobs.iter().enumerate().skip(index.saturating_add(1));
                members.extend(
                    later.take_while(|(_, other)| !other.begins_report()).map(|(at, _)| at),
                );
            }
            results.push(self.result((job, group), &members, (run, method)));
        }
        results
    }

    /// Elapsed time of a job: a job with a time limit only runs until that time, even if its last request ended
    /// earlier.
    fn elapsed_ns(&self, job: usize, measured_ns: u64) -> u64 {
        let timed = self.jobs.get(job).filter(|job| job.is_time_based);
        let asked_us = timed.and_then(|job| job.time_us).unwrap_or(0);
        let asked_ns = asked_us.saturating_mul(1000);
        // An interrupted job is far from its limit.
        if measured_ns >= (asked_ns / 100).saturating_mul(95) {
            measured_ns.max(asked_ns)
        } else {
            measured_ns
        }
    }

    fn result<'a>(
        &'a self,
        (job, group): (&'a FioJob, usize),
        members: &[usize],
        (run, method): (&'a Run, &FioMethod),
    ) -> JobResult<'a> {
        let mut parts: Vec<Part<'_>> = Vec::new();
        let mut cpu_percent = [0.0; 2];
        let mut errno = 0;
        for load in method.loads.iter().filter(|load| members.contains(&load.job)) {
            let Some(cell) = load.cell(run) else { continue };
            let part = match &load.beside {
                None => {
                    Some((Source::Cell(cell), &cell.operations, cell.elapsed_ns, &cell.errors))
                }
                Some(name) => beside(cell, name)
                    .map(|it| (Source::Beside(it), &it.operations, it.elapsed_ns, &it.errors)),
            };
            let Some((source, operations, elapsed_ns, errors)) = part else { continue };
            let elapsed_ns = self.elapsed_ns(load.job, elapsed_ns);
            parts.push(Part { cell: &load.cell, operations, elapsed_ns, source });
            cpu_percent = cpu_of(cell);
            let failed = errors.first().and_then(|error| error.errno);
            errno = failed.filter(|_| errno == 0).map_or(errno, number);
            // fio reports this error if a minimum rate was not kept.
            let is_too_slow = load.ending(run).is_some_and(|it| it.floor.is_some());
            errno = if errno == 0 && is_too_slow { EIO } else { errno };
        }
        let elapsed_of = |kind| {
            one_after_another(parts.iter().filter(|part| part.operations.of(kind).is_some()))
        };
        let since = job.latencies_since;
        let of = |kind| together(&parts, (kind, since), elapsed_of(kind));
        let elapsed_ns = one_after_another(parts.iter());
        let of_steady = method.loads.iter().find(|load| members.contains(&load.job));
        let of_steady = of_steady.and_then(|load| load.ending(run));
        let clones = members.iter().filter_map(|&at| self.jobs.get(at)).map(|it| it.clones);
        JobResult {
            job,
            group,
            clones: clones.fold(0, u64::saturating_add),
            elapsed_ns,
            elapsed_of_ns: KINDS.map(|(_, kind)| elapsed_of(kind)),
            moved: KINDS.map(|(_, kind)| of(kind)),
            flushed: of(OpKind::Flush),
            cpu_percent,
            errno,
            steady: SteadyResult::of(job.steady.as_ref(), of_steady),
        }
    }
}

/// The load of this name beside the cell's own load.
pub(super) fn beside<'a>(cell: &'a CellRecord, name: &str) -> Option<&'a LoadRecord> {
    cell.beside.iter().find(|beside| beside.name == name)
}

/// The results of one load of a job.
struct Part<'a> {
    cell: &'a str,
    operations: &'a Operations,
    elapsed_ns: u64,
    source: Source<'a>,
}

/// The location of a load's time series.
#[derive(Clone, Copy)]
enum Source<'a> {
    /// The cell's own load.
    Cell(&'a CellRecord),
    Beside(&'a LoadRecord),
}

impl Source<'_> {
    /// IOPS and bytes/s of consecutive intervals.
    fn rates(self, kind: OpKind) -> Vec<Sample> {
        match self {
            Self::Cell(cell) => samples(cell, kind),
            Self::Beside(load) => {
                let Some(course) = &load.course else { return Vec::new() };
                let seconds = float(course.stretch_ns.max(1)) / 1e9;
                let sample = |stretch: &LoadStretch| {
                    let moved = stretch.of(kind);
                    Sample::of(moved.count, moved.bytes, seconds)
                };
                course.stretches.iter().map(sample).collect()
            }
        }
    }
}

/// The rates of a job over time. Rates of concurrent loads are added if their intervals are the same; empty if they
/// are not.
fn over_time(parts: &[Part<'_>], kind: OpKind) -> Vec<Sample> {
    if let [only] = parts {
        return only.source.rates(kind);
    }
    let mut by_cell: Vec<(&str, Vec<Sample>)> = Vec::new();
    for part in parts {
        if matches!(part.source, Source::Cell(_)) {
            return Vec::new();
        }
        let rates = part.source.rates(kind);
        match by_cell.iter_mut().find(|(cell, _)| *cell == part.cell) {
            None => by_cell.push((part.cell, rates)),
            Some((_, sums)) => {
                // The shorter ones have ended.
                let length = sums.len().max(rates.len());
                sums.resize(length, Sample::default());
                for (sum, more) in sums.iter_mut().zip(rates) {
                    sum.iops += more.iops;
                    sum.bytes_per_s += more.bytes_per_s;
                }
            }
        }
    }
    by_cell.into_iter().flat_map(|(_, rates)| rates).collect()
}

/// Their total time: parts of one cell run concurrently, cells run one after another.
fn one_after_another<'a>(parts: impl Iterator<Item = &'a Part<'a>>) -> u64 {
    let mut longest: BTreeMap<&str, u64> = BTreeMap::new();
    for part in parts {
        let of_cell = longest.entry(part.cell).or_default();
        *of_cell = part.elapsed_ns.max(*of_cell);
    }
    longest.into_values().total()
}

/// The system's error number for an I/O error.
const EIO: i32 = 5;

/// fio's error number for errors without a system number: a missing response is ETIMEDOUT, wrong data is EILSEQ.
const fn number(errno: i32) -> i32 {
    match errno {
        -1 => 110,
        -2 => 84,
        known => known,
    }
}

fn cpu_of(cell: &CellRecord) -> [f64; 2] {
    let percent = |time: Option<u64>| {
        time.map_or(0.0, |time| 100.0 * float(time) / float(cell.elapsed_ns.max(1)))
    };
    [percent(cell.cpu_user_ns), percent(cell.cpu_system_ns)]
}

/// The results of several loads for one kind of operation, combined.
fn together(
    parts: &[Part<'_>],
    (kind, since): (OpKind, Since),
    elapsed_ns: u64,
) -> Option<MergedOp> {
    let records: Vec<_> = parts.iter().filter_map(|part| part.operations.of(kind)).collect();
    let count: u64 = records.iter().map(|record| record.count).total();
    let bytes: u64 = records.iter().map(|record| record.bytes).total();
    let seconds = float(elapsed_ns.max(1)) / 1e9;
    let (iops, bytes_per_s) = (float(count) / seconds, float(bytes) / seconds);
    Some(MergedOp {
        count,
        bytes,
        iops,
        bytes_per_s,
        samples: over_time(parts, kind),
        latencies: Latencies::of(&records, since)?,
    })
}

/// All latencies of a job's reads, writes and discards.
pub(super) fn all_buckets(result: &JobResult<'_>) -> Vec<Bucket> {
    result.moved.iter().flatten().flat_map(|op| op.latencies.histogram.buckets()).collect()
}

impl FioJobs {
    fn json_text(&self, run: &Run, results: &[JobResult<'_>], has_bins: bool) -> String {
        let jobs = results.iter().map(|result| json_job(result, has_bins)).collect();
        let cells: Vec<Merged<'_>> =
            run.cells.iter().map(|cell| Merged { cells: vec![cell], load: None }).collect();
        let mut document = document(run, jobs, disks(&cells));
        if !self.global.is_empty() {
            document["global options"] = json_options(&self.global);
        }
        text(&document)
    }
}

/// Options in fio's JSON: without switches that have no value (3.33).
fn json_options(options: &[(String, String)]) -> Value {
    let told = options.iter().filter(|(_, value)| !value.is_empty());
    Value::Object(told.map(|(name, value)| (name.clone(), json!(value))).collect())
}

fn json_job(result: &JobResult<'_>, has_bins: bool) -> Value {
    let list = result.job.percents.values.as_slice();
    let percentiles = match has_bins {
        true => Percentiles::WithBins(list),
        false => Percentiles::All(list),
    };
    let mut job = json!({
        "jobname": result.job.label,
        "groupid": result.group,
        "error": result.errno,
        "eta": 0,
        "elapsed": result.elapsed_ns.div_ceil(1_000_000_000),
        "job options": json_options(&result.job.own_options),
    });
    let moved = result.moved.iter().zip(result.elapsed_of_ns);
    for ((name, _), (operation, elapsed_ns)) in KINDS.iter().zip(moved) {
        job[*name] = direction(operation.as_ref(), elapsed_ns, percentiles);
    }
    job["sync"] = match &result.flushed {
        Some(flush) => {
            json!({ "total_ios": flush.count, "lat_ns": latency(&flush.latencies, percentiles) })
        }
        None => json!({
            "total_ios": 0,
            "lat_ns": { "min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0 },
        }),
    };
    let runtime_ms = result.elapsed_ns.saturating_mul(result.clones) / 1_000_000;
    job["job_runtime"] = json!(runtime_ms);
    job["usr_cpu"] = json!(result.cpu_percent[0]);
    job["sys_cpu"] = json!(result.cpu_percent[1]);
    for name in ["ctx", "majf", "minf"] {
        job[name] = json!(0);
    }
    let depths = depth_shares(result.job.depth);
    let depths = depths.iter().map(|(name, share)| ((*name).to_owned(), json!(share)));
    job["iodepth_level"] = Value::Object(depths.collect());
    for (name, value) in distribution(&all_buckets(result)) {
        job[name] = value;
    }
    job["latency_depth"] = json!(result.job.depth);
    for (name, value) in [("latency_target", 0), ("latency_window", 0)] {
        job[name] = json!(value);
    }
    job["latency_percentile"] = json!(100.0);
    if let Some(steady) = &result.steady {
        job["steadystate"] = steady.json();
    }
    job
}

/// The requested depth, in fio's steps. The record, not this list, contains the number of outstanding requests over
/// time.
pub(super) fn depth_shares(depth: u64) -> [(&'static str, f64); 7] {
    let names = ["1", "2", "4", "8", "16", "32", ">=64"];
    let limits = [1, 2, 4, 8, 16, 32, u64::MAX];
    // fio counts a depth in the step below it.
    let reached = limits.iter().rposition(|&limit| limit <= depth).unwrap_or(0);
    let reached = if depth >= 64 { 6 } else { reached };
    let mut shares = names.map(|name| (name, 0.0));
    if let Some(share) = shares.get_mut(reached) {
        share.1 = 100.0;
    }
    shares
}

/// Standard deviation of an operation's latencies, ns.
pub(super) fn deviation_ns(its: &Latencies) -> f64 {
    spread(&its.histogram.buckets(), its.mean_ns)
}
