//! fio's JSON, `--output-format=json` and `json+`, versions 2 and 3, with text before and after it.
//!
//! Sources: fio's `stat.c` (`show_thread_status_json`, `add_ddir_status_json`) and HOWTO, section "Interpreting the
//! output"; axboe/fio issue 378 (`io_bytes` counted KiB before fio had `io_kbytes`). Rates in `bw` are KiB/s in every
//! version. Up to 2.x latencies are microseconds (`clat`), from 3.0 on nanoseconds (`clat_ns`).

mod beside;
mod latency;
mod numbers;
pub(super) mod states;
mod whole;
mod workload;

use std::collections::BTreeMap;

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedResult, OpKind, sentence, text,
};
use serde::Deserialize;

use self::beside::{Disk, is_after_each, latency_shares};
use self::latency::Latency;
use self::workload::{asked, describes, option, workload};
use super::fio_words::{LIMITING, drive_error, limit};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, cut_note, imported, number_names, plausible};
use crate::Imported;
use crate::percentiles::name_of;

pub(super) const IMPORTER: Importer = Importer {
    kind: "fio",
    title: "fio JSON and JSON+ (2.x, 3.x)",
    reads: "every job: rates, counts, completion latencies with percentiles, histograms of JSON+, job options",
    unknown: "the drive behind the file name; in 2.x without \"job options\" the workload, too",
    detect: json_sureness,
    read,
};

pub(super) fn json_sureness(source: &Source<'_>) -> u8 {
    let has = |words: &str| source.text.contains(words);
    if has("\"fio version\"") {
        95
    } else if has("\"jobs\"") && has("\"jobname\"") && has("\"io_bytes\"") {
        85
    } else {
        0
    }
}

#[derive(Debug, Deserialize)]
struct Output {
    #[serde(rename = "fio version")]
    version: Option<String>,
    #[serde(default, deserialize_with = "numbers::signed")]
    timestamp: Option<i64>,
    #[serde(default, deserialize_with = "numbers::signed")]
    timestamp_ms: Option<i64>,
    #[serde(rename = "global options", default, deserialize_with = "numbers::words")]
    global: BTreeMap<String, String>,
    #[serde(default)]
    jobs: Vec<Job>,
    #[serde(default)]
    client_stats: Vec<Job>,
    #[serde(default)]
    disk_util: Vec<Disk>,
}

#[derive(Debug, Deserialize)]
struct Job {
    jobname: String,
    #[serde(default, deserialize_with = "numbers::signed")]
    groupid: Option<i64>,
    #[serde(default, deserialize_with = "numbers::signed")]
    error: Option<i64>,
    /// The first error after which `continue_on_error` let the job continue.
    #[serde(default, deserialize_with = "numbers::signed")]
    first_error: Option<i64>,
    hostname: Option<String>,
    #[serde(default, deserialize_with = "numbers::signed")]
    port: Option<i64>,
    #[serde(rename = "job options", default, deserialize_with = "numbers::some_words")]
    options: Option<BTreeMap<String, String>>,
    read: Option<Direction>,
    write: Option<Direction>,
    trim: Option<Direction>,
    mixed: Option<Direction>,
    sync: Option<Sync>,
    #[serde(default, deserialize_with = "numbers::amounts")]
    latency_ns: BTreeMap<String, f64>,
    #[serde(default, deserialize_with = "numbers::amounts")]
    latency_us: BTreeMap<String, f64>,
    #[serde(default, deserialize_with = "numbers::amounts")]
    latency_ms: BTreeMap<String, f64>,
    /// Whether this program wrote it: then an absent option is unknown, not fio's default.
    #[serde(skip)]
    is_own: bool,
    /// Whether it is among the results of clients.
    #[serde(skip)]
    is_of_client: bool,
}

/// Latencies of a job's flushes.
#[derive(Debug, Deserialize)]
struct Sync {
    #[serde(default, deserialize_with = "numbers::count")]
    total_ios: Option<u64>,
    lat_ns: Option<Latency>,
}

#[derive(Debug, Deserialize)]
struct Direction {
    #[serde(default, deserialize_with = "numbers::count_or_none")]
    io_bytes: u64,
    #[serde(default, deserialize_with = "numbers::count")]
    io_kbytes: Option<u64>,
    #[serde(default, deserialize_with = "numbers::amount")]
    bw: Option<f64>,
    #[serde(default, deserialize_with = "numbers::amount")]
    bw_bytes: Option<f64>,
    #[serde(default, deserialize_with = "numbers::amount")]
    iops: Option<f64>,
    #[serde(default, deserialize_with = "numbers::count_or_none")]
    runtime: u64,
    #[serde(default, deserialize_with = "numbers::count")]
    total_ios: Option<u64>,
    clat_ns: Option<Latency>,
    lat_ns: Option<Latency>,
    clat: Option<Latency>,
    lat: Option<Latency>,
}

/// The last output of a run, and the number of its outputs.
struct Told {
    output: Output,
    line_index: u64,
    states: u64,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let text = source.text;
    let mut found = Vec::new();
    let mut last: Option<Told> = None;
    let (mut at, mut line_index, mut is_cut) = (0_usize, 1_u64, false);
    while let Some(begin) = next_object(text, at) {
        let rest = text.get(begin..).unwrap_or_default();
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Output>();
        let mut output = match stream.next() {
            Some(Ok(output)) => output,
            // The outputs before it are complete.
            Some(Err(error)) if error.is_eof() && last.is_some() => {
                is_cut = true;
                break;
            }
            Some(Err(error)) => return Err(refused(text, begin, &error)),
            None => break,
        };
        let is_own = output.version.as_ref().is_some_and(|it| it.starts_with("iogram-"));
        output.jobs.iter_mut().for_each(|it| it.is_own = is_own);
        output.client_stats.iter_mut().for_each(|it| it.is_of_client = true);
        if !is_own {
            whole::check(rest).map_err(|error| refused(text, begin, &error))?;
        }
        let end = begin.saturating_add(stream.byte_offset().max(1));
        line_index = line_index.saturating_add(line_count(text, at, begin));
        let states = match last.take() {
            Some(before) if states::follows(&before, &output) => before.states,
            Some(before) => {
                found.extend(run_of(&before)?);
                0
            }
            None => 0,
        };
        last = Some(Told { output, line_index, states: states.saturating_add(1) });
        line_index = line_index.saturating_add(line_count(text, begin, end));
        at = end;
    }
    if let Some(last) = last {
        found.extend(run_of(&last)?);
    }
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-fio") }));
    }
    states::leave_out_empty(&mut found);
    if is_cut {
        plausible::note_first(&mut found, &cut_note());
    }
    Ok(found)
}

/// The next beginning of an object at the beginning of a line, from `at` on; a mark of a prompt or a quote may
/// precede it. After another brace, of a shell or a template, no name follows.
pub(super) fn next_object(text: &str, at: usize) -> Option<usize> {
    let mut line = at;
    loop {
        let rest = text.get(line..)?;
        let spaces = rest
            .len()
            .saturating_sub(rest.trim_start_matches([' ', '\t', '>', '\u{feff}']).len());
        if rest.get(spaces..).is_some_and(is_object) {
            return Some(line.saturating_add(spaces));
        }
        line = line.saturating_add(rest.find('\n')?).saturating_add(1);
    }
}

/// Whether an object can begin like this; it may be truncated after its brace.
fn is_object(text: &str) -> bool {
    let inner = text.strip_prefix('{').map(str::trim_start);
    inner.is_some_and(|it| it.is_empty() || it.starts_with(['"', '}']))
}

/// The line of this position, counted from 1.
fn line_of(text: &str, at: usize) -> u64 {
    line_count(text, 0, at).saturating_add(1)
}

/// Number of line ends between these positions.
pub(super) fn line_count(text: &str, from: usize, to: usize) -> u64 {
    text.get(from..to).unwrap_or_default().matches('\n').count() as u64
}

pub(super) fn refused(text: &str, begin: usize, error: &serde_json::Error) -> Refusal {
    let line = line_of(text, begin).saturating_add((error.line() as u64).saturating_sub(1));
    let column = error.column() as u64;
    let said = error.to_string();
    let words = said.split(" at line ").next().unwrap_or_default().to_owned();
    let reason = if error.is_eof() {
        Reason::CutOff { what: text!("interchange-json") }
    } else {
        Reason::Json { error: words }
    };
    Refusal { line, column: column.max(1), reason }
}

fn begin(output: &Output) -> ImportedEvidence {
    ImportedEvidence {
        tool: "fio".to_owned(),
        version: output.version.as_ref().map(|it| it.trim_start_matches("fio-").to_owned()),
        measured_at: output
            .timestamp_ms
            .map(|ms| ms.div_euclid(1000))
            .or(output.timestamp)
            .filter(|it| *it > 0)
            .map(|seconds| format!("@{seconds}")),
        ..ImportedEvidence::default()
    }
}

fn run_of(told: &Told) -> Result<Option<Imported>, Refusal> {
    let (output, line_index) = (&told.output, told.line_index);
    let mut evidence = begin(output);
    states::note(&mut evidence, told.states);
    let all = output.jobs.iter().chain(&output.client_stats);
    let (sums, jobs): (Vec<&Job>, Vec<&Job>) = all.partition(|it| it.is_sum_of_clients());
    if !sums.is_empty() {
        evidence.note(&sentence!("interchange-all-clients-sum-several-computers-no"));
    }
    // Clients begin at the same time, and may measure one shared drive.
    let (alike, at_once) = (counts(&jobs, twins_of), counts(&jobs, |job| job.groupid));
    for job in &jobs {
        let alike = alike.get(&twins_of(job)).copied().unwrap_or(1);
        let at_once = at_once.get(&job.groupid).copied().unwrap_or(1);
        errors(job, &mut evidence);
        if let Some(asked) = asked(job, &output.global) {
            evidence.facts.push(ImportedFact::new(format!("job {}", job.jobname), asked));
        }
        tell_apart(job, &output.global, &mut evidence.facts);
        let is_told = describes(job, &output.global);
        if !is_told {
            let name = &job.jobname;
            evidence.note(&sentence!("interchange-not-all-requests-job-options-say", name));
        }
        if !job.is_own && job.has_parts() && job.mixed.as_ref().is_some_and(Direction::has_any)
        {
            evidence.note(&sentence!("interchange-sum-reads-writes-left-out-parts"));
        }
        for (operation, direction) in job.directions() {
            let mut result =
                direction.result(job, line_index).map_err(|it| named(it, job, operation))?;
            result.operation = operation;
            workload(&mut result, (job, &output.global), alike, is_told);
            result.limits = limits(job, &output.global, at_once);
            evidence.results.push(result);
        }
        let flushes = flushes(job, line_index)?.map(|it| ImportedResult {
            is_after_each: is_after_each(job, &output.global, it.request_count),
            ..it
        });
        evidence.results.extend(flushes);
        evidence.latency_shares.extend(latency_shares(job));
    }
    number_names(&mut evidence.results);
    let disks: Vec<&str> =
        output.disk_util.iter().filter_map(|it| it.name.as_deref()).collect();
    if !disks.is_empty() {
        evidence.facts.push(ImportedFact::new("disk_util", disks.join(", ")));
    }
    evidence.facts.extend(output.disk_util.iter().filter_map(Disk::fact));
    Ok(imported(evidence, device_of(&jobs, &output.global)))
}

/// Adds a job's description and its computer as separate facts, so that a person who shares the file can see or hide
/// them.
fn tell_apart(job: &Job, global: &BTreeMap<String, String>, facts: &mut Vec<ImportedFact>) {
    if let Some(described) = option(job, global, "description") {
        let name = format!("description of job {}", job.jobname);
        facts.push(ImportedFact::new(name, described.clone()));
    }
    let is_new = |host: &&String| facts.iter().all(|it| it.value != **host);
    if let Some(host) = job.hostname.as_ref().filter(is_new) {
        facts.push(ImportedFact::new("hostname", host.clone()));
    }
}

/// Adds the job to a refusal, because a figure in JSON has no other useful position.
fn named(refusal: Refusal, job: &Job, operation: Option<OpKind>) -> Refusal {
    let Reason::Contradiction { one, other } = refusal.reason else { return refusal };
    let kind = operation.map(|it| format!(", {}", it.name())).unwrap_or_default();
    let one = format!("{} (job {}{kind})", one, job.jobname);
    Refusal { reason: Reason::Contradiction { one, other }, ..refusal }
}

/// Adds the error that ended a job.
fn errors(job: &Job, evidence: &mut ImportedEvidence) {
    let error = job.error_number();
    if error == 0 {
        return;
    }
    let name = &job.jobname;
    let said = sentence!("interchange-job-ended-error", name, error);
    match drive_error(error) {
        Some(name) => evidence.errors.push(format!("{said} ({name})")),
        None => evidence.note(&said),
    }
}

/// The target, if all jobs of one computer use one file; several files are not one target.
fn device_of(jobs: &[&Job], global: &BTreeMap<String, String>) -> Option<String> {
    let (first, others) = jobs.split_first()?;
    let file = option(first, global, "filename")?;
    let is_alike = |it: &&Job| {
        option(it, global, "filename") == Some(file) && it.computer() == first.computer()
    };
    others.iter().all(is_alike).then(|| file.clone())
}

impl Job {
    /// The client on which it ran; empty if fio ran without clients.
    fn computer(&self) -> (Option<&str>, Option<i64>) {
        (self.hostname.as_deref(), self.port)
    }

    /// Source: fio's `client.c` (`handle_ts`), which sums all clients under this name, in some versions with the name
    /// of a computer.
    fn is_sum_of_clients(&self) -> bool {
        let is_of_clients = self.is_of_client || self.hostname.is_some();
        self.jobname == whole::SUM && is_of_clients && self.options.is_none()
    }

    fn error_number(&self) -> i64 {
        let ended = self.error.filter(|it| *it != 0);
        ended.or(self.first_error).unwrap_or(0)
    }

    /// The directions with requests.
    fn directions(&self) -> impl Iterator<Item = (Option<OpKind>, &Direction)> {
        let all = [
            (Some(OpKind::Read), &self.read),
            (Some(OpKind::Write), &self.write),
            (Some(OpKind::Discard), &self.trim),
            (None, &self.mixed),
        ];
        let told = all.into_iter().filter_map(|(kind, it)| Some((kind, it.as_ref()?)));
        // `unified_rw_reporting=both` adds their sum.
        let is_sum = !self.is_own && self.has_parts();
        told.filter(move |(kind, it)| it.has_any() && !(is_sum && kind.is_none()))
    }

    fn has_parts(&self) -> bool {
        let parts = [&self.read, &self.write, &self.trim];
        parts.into_iter().flatten().any(Direction::has_any)
    }
}

/// The common key of concurrent copies of a job without `group_reporting`.
fn twins_of(job: &Job) -> (Option<i64>, (Option<&str>, Option<i64>), &str) {
    (job.groupid, job.computer(), &job.jobname)
}

/// Number of jobs for each key.
fn counts<'a, K: Ord>(jobs: &[&'a Job], key: impl Fn(&'a Job) -> K) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for job in jobs {
        let count: &mut usize = counts.entry(key(job)).or_default();
        *count = count.saturating_add(1);
    }
    counts
}

/// Settings that kept a job from reaching the drive's own limit, in fio's words; `at_once` is the number of jobs in
/// its group.
fn limits(job: &Job, global: &BTreeMap<String, String>, at_once: usize) -> Vec<String> {
    let asked = LIMITING.iter().filter_map(|name| limit(name, option(job, global, name)?));
    let mut limits: Vec<String> = asked.collect();
    // Jobs of one group run concurrently; `stonewall` begins another group.
    match at_once.saturating_sub(1) {
        _ if job.groupid.is_none() => {}
        0 => {}
        1 => limits.push("another job at the same time".to_owned()),
        others => limits.push(format!("{others} jobs at the same time")),
    }
    limits
}

/// The flushes of a job, for which its writes had to wait.
fn flushes(job: &Job, line_index: u64) -> Result<Option<ImportedResult>, Refusal> {
    let Some(sync) = &job.sync else { return Ok(None) };
    let Some(latency) = sync.lat_ns.as_ref().filter(|it| it.has_any()) else { return Ok(None) };
    let count = sync.total_ios.or(latency.count);
    if count == Some(0) || (count.is_none() && !job.is_own) {
        return Ok(None);
    }
    let mut figures = ImportedFigures::default();
    latency.check("sync", line_index)?;
    latency.add_to(&mut figures, 1.0);
    Ok(Some(ImportedResult {
        name: job.jobname.clone(),
        operation: Some(OpKind::Flush),
        is_of_drive: true,
        figures,
        request_count: count,
        latency_of: Some("sync".to_owned()),
        histogram: latency.histogram(1.0, line_index)?,
        ..ImportedResult::default()
    }))
}

impl Direction {
    fn has_any(&self) -> bool {
        // Other tools may have a rate or latencies without a count.
        let is_some = |rate: Option<f64>| rate.is_some_and(|it| it > 0.0);
        let has_figures = || {
            let is_moving = self.io_bytes > 0 || is_some(self.bw) || is_some(self.iops);
            is_moving || self.latency().is_some()
        };
        self.total_ios.map_or_else(has_figures, |it| it > 0)
    }

    /// Bytes; without fio's newer fields, the number is in KiB.
    fn moved(&self) -> Option<u64> {
        let is_bytes = self.io_kbytes.is_some() || self.bw_bytes.is_some();
        if self.io_bytes == 0 {
            None
        } else if is_bytes {
            Some(self.io_bytes)
        } else {
            self.io_bytes.checked_mul(1024)
        }
    }

    fn result(&self, job: &Job, line_index: u64) -> Result<ImportedResult, Refusal> {
        let rate = self.bw_bytes.or(self.bw.map(|it| it * 1024.0));
        let moved = self.moved();
        self.check(("bw", " bytes/s"), (moved, rate), 2048.0, line_index)?;
        self.check(("iops", " a second"), (self.total_ios, self.iops), 2.0, line_index)?;
        let mut figures = ImportedFigures::default();
        for (name, value) in [("bytes_per_s", rate), ("iops", self.iops)] {
            if let Some(value) = value {
                figures.insert(name, value);
            }
        }
        if self.runtime > 0 {
            let elapsed = self.runtime as f64 * 1e6;
            figures.insert("elapsed_ns", elapsed);
        }
        let chosen = self.latency();
        let mut histogram = None;
        if let Some((name, latency, factor)) = chosen {
            latency.check(name, line_index)?;
            latency.add_to(&mut figures, factor);
            histogram = latency.histogram(factor, line_index)?;
        }
        let host = job.hostname.as_ref().map(|host| format!("{host}: ")).unwrap_or_default();
        Ok(ImportedResult {
            name: format!("{host}{}", job.jobname),
            line_index: None,
            is_of_drive: true,
            figures,
            request_count: self.total_ios,
            moved_bytes: moved,
            latency_of: chosen.map(|it| it.0.to_owned()),
            histogram,
            ..ImportedResult::default()
        })
    }

    /// The reported latency, with its name and nanoseconds of its unit. If one of them has percentiles
    /// (`lat_percentiles=1`), it is chosen, because it has more figures.
    fn latency(&self) -> Option<(&'static str, &Latency, f64)> {
        let all = [
            ("clat", &self.clat_ns, 1.0),
            ("clat", &self.clat, 1e3),
            ("lat", &self.lat_ns, 1.0),
            ("lat", &self.lat, 1e3),
        ];
        let told =
            all.into_iter().filter_map(|(name, it, unit)| Some((name, it.as_ref()?, unit)));
        let mut known = told.filter(|it| it.1.has_any());
        known.clone().find(|it| it.1.has_percentiles()).or_else(|| known.next())
    }

    /// Checks that an amount, the time and a rate agree, to reject an edited figure.
    fn check(
        &self,
        (name, unit): (&str, &str),
        (amount, rate): (Option<u64>, Option<f64>),
        least: f64,
        line_index: u64,
    ) -> Result<(), Refusal> {
        let (Some(amount), Some(rate), true) = (amount, rate, self.runtime > 0) else {
            return Ok(());
        };
        let follows = amount as f64 * 1000.0 / self.runtime as f64;
        // Arbitrary: times are whole milliseconds, and rates were truncated to KiB/s; below a second that is much.
        let slack = 0.02 + 2.0 / self.runtime as f64;
        if (rate - follows).abs() <= follows.max(rate) * slack + least {
            return Ok(());
        }
        let (one, other) = (format!("{name} {rate:.0}{unit}"), format!("{follows:.0}{unit}"));
        let reason = Reason::Contradiction { one, other };
        Err(Refusal { line: line_index, column: 1, reason })
    }
}

/// The name of a percentile that fio prints with six decimals.
pub(super) fn percentile_name(share: &str) -> Option<&'static str> {
    name_of(share.trim_end_matches('%').parse().ok()?)
}
