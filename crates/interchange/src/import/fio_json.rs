//! fio's JSON, `--output-format=json` and `json+`, versions 2 and 3, with text before and after it.
//!
//! Sources: fio's `stat.c` (`show_thread_status_json`, `add_ddir_status_json`) and HOWTO, section "Interpreting the output";
//! axboe/fio issue 378 (`io_bytes` counted KiB before `io_kbytes` came). Rates in `bw` are KiB/s in every version. Up to 2.x
//! latencies are microseconds (`clat`), from 3.0 on nanoseconds (`clat_ns`).

use std::collections::BTreeMap;

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    sentence,
};
use iogram_stats::Histogram;
use serde::Deserialize;

use super::fio_words::{LIMITING, drive_error, is_waiting, limit};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names};
use crate::Imported;
use crate::quantity::whole;

pub(super) const IMPORTER: Importer = Importer {
    kind: "fio",
    title: "fio JSON and JSON+ (2.x, 3.x)",
    reads: "every job: rates, counts, completion latencies with percentiles, histograms of JSON+, job options",
    unknown: "the drive behind the file name; in 2.x without \"job options\" the workload, too",
    detect: |source| {
        let has = |words: &str| source.text.contains(words);
        if has("\"fio version\"") {
            95
        } else if has("\"jobs\"") && has("\"jobname\"") && has("\"io_bytes\"") {
            85
        } else {
            0
        }
    },
    read,
};

#[derive(Debug, Deserialize)]
struct Output {
    #[serde(rename = "fio version")]
    version: Option<String>,
    timestamp: Option<i64>,
    timestamp_ms: Option<i64>,
    #[serde(rename = "global options", default)]
    global: BTreeMap<String, String>,
    #[serde(default)]
    jobs: Vec<Job>,
    #[serde(default)]
    client_stats: Vec<Job>,
    #[serde(default)]
    disk_util: Vec<Disk>,
}

#[derive(Debug, Deserialize)]
struct Disk {
    name: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Job {
    jobname: String,
    #[serde(default)]
    groupid: Option<i64>,
    #[serde(default)]
    error: i64,
    hostname: Option<String>,
    #[serde(rename = "job options")]
    options: Option<BTreeMap<String, String>>,
    read: Option<Direction>,
    write: Option<Direction>,
    trim: Option<Direction>,
    mixed: Option<Direction>,
    sync: Option<Sync>,
}

/// What the flushes of a job took.
#[derive(Debug, Deserialize)]
struct Sync {
    total_ios: Option<u64>,
    lat_ns: Option<Latency>,
}

#[derive(Debug, Deserialize)]
struct Direction {
    #[serde(default)]
    io_bytes: u64,
    io_kbytes: Option<u64>,
    bw: f64,
    bw_bytes: Option<f64>,
    iops: f64,
    #[serde(default)]
    runtime: u64,
    total_ios: Option<u64>,
    clat_ns: Option<Latency>,
    lat_ns: Option<Latency>,
    clat: Option<Latency>,
    lat: Option<Latency>,
}

#[derive(Debug, Deserialize)]
struct Latency {
    min: f64,
    max: f64,
    mean: f64,
    stddev: Option<f64>,
    #[serde(rename = "N")]
    count: Option<u64>,
    #[serde(default)]
    percentile: BTreeMap<String, f64>,
    #[serde(default)]
    bins: BTreeMap<String, u64>,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let text = source.text;
    let mut found = Vec::new();
    let mut at = 0_usize;
    while let Some(begin) = next_object(text, at) {
        let rest = text.get(begin..).unwrap_or_default();
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Output>();
        match stream.next() {
            Some(Ok(output)) => {
                let line_index = line_of(text, begin);
                found.extend(run_of(&output, line_index)?);
            }
            Some(Err(error)) => return Err(refused(text, begin, &error)),
            None => break,
        }
        at = begin.saturating_add(stream.byte_offset().max(1));
    }
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: "fio" }));
    }
    Ok(found)
}

/// Where an object begins at the beginning of a line, from `at` on; a mark of a prompt or a quote may stand before it.
pub(super) fn next_object(text: &str, at: usize) -> Option<usize> {
    let mut line = at;
    loop {
        let rest = text.get(line..)?;
        let spaces = rest
            .len()
            .saturating_sub(rest.trim_start_matches([' ', '\t', '>', '\u{feff}']).len());
        if rest.get(spaces..).is_some_and(|it| it.starts_with('{')) {
            return Some(line.saturating_add(spaces));
        }
        line = line.saturating_add(rest.find('\n')?).saturating_add(1);
    }
}

/// The line of this place, counted from 1.
pub(super) fn line_of(text: &str, at: usize) -> u64 {
    let before = text.get(..at).unwrap_or_default();
    (before.matches('\n').count() as u64).saturating_add(1)
}

pub(super) fn refused(text: &str, begin: usize, error: &serde_json::Error) -> Refusal {
    let line = line_of(text, begin).saturating_add((error.line() as u64).saturating_sub(1));
    let column = error.column() as u64;
    let said = error.to_string();
    let words = said.split(" at line ").next().unwrap_or_default().to_owned();
    let reason = if error.is_eof() {
        Reason::CutOff { what: "the JSON" }
    } else {
        Reason::Json { error: words }
    };
    Refusal { line, column: column.max(1), reason }
}

fn run_of(output: &Output, line_index: u64) -> Result<Option<Imported>, Refusal> {
    let jobs: Vec<&Job> = output.jobs.iter().chain(&output.client_stats).collect();
    let mut evidence = ImportedEvidence {
        tool: "fio".to_owned(),
        version: output.version.as_ref().map(|it| it.trim_start_matches("fio-").to_owned()),
        measured_at: output
            .timestamp_ms
            .map(|ms| ms.div_euclid(1000))
            .or(output.timestamp)
            .filter(|it| *it > 0)
            .map(|seconds| format!("@{seconds}")),
        ..ImportedEvidence::default()
    };
    let (alike, at_once) =
        (counts(&jobs, twins_of), counts(&jobs, |job| (job.groupid, host_of(job))));
    for job in &jobs {
        let alike = alike.get(&twins_of(job)).copied().unwrap_or(1);
        let at_once = at_once.get(&(job.groupid, host_of(job))).copied().unwrap_or(1);
        if job.error != 0 {
            let (name, error) = (&job.jobname, job.error);
            let said = sentence!("job {name} ended with error {error}", name, error);
            match drive_error(error) {
                Some(name) => evidence.errors.push(format!("{said} ({name})")),
                None => evidence.note(&said),
            }
        }
        let limits = limits(job, &output.global, at_once);
        if let Some(asked) = asked(job, &output.global) {
            evidence.facts.push(ImportedFact::new(format!("job {}", job.jobname), asked));
        }
        let kinds = [
            (Some(OpKind::Read), &job.read),
            (Some(OpKind::Write), &job.write),
            (Some(OpKind::Discard), &job.trim),
            (None, &job.mixed),
        ];
        for (operation, direction) in kinds {
            let Some(direction) = direction.as_ref().filter(|it| it.has_any()) else {
                continue;
            };
            let mut result = direction.result(job, line_index)?;
            result.operation = operation;
            workload(&mut result, (job, &output.global), alike);
            result.limits.clone_from(&limits);
            evidence.results.push(result);
        }
        evidence.results.extend(flushes(job, line_index)?);
    }
    number_names(&mut evidence.results);
    let disks: Vec<&str> =
        output.disk_util.iter().filter_map(|it| it.name.as_deref()).collect();
    if !disks.is_empty() {
        evidence.facts.push(ImportedFact::new("disk_util", disks.join(", ")));
    }
    // One file for all jobs is what was measured; several are not one target.
    let files: Vec<&String> =
        jobs.iter().filter_map(|it| option(it, &output.global, "filename")).collect();
    let first = files
        .first()
        .filter(|it| files.len() == jobs.len() && files.iter().all(|other| other == *it));
    let device = first.map(|it| (*it).clone());
    Ok(imported(evidence, device))
}

fn host_of(job: &Job) -> Option<&str> {
    job.hostname.as_deref()
}

/// What entries of one job have in common that ran several times at once, without `group_reporting`.
fn twins_of(job: &Job) -> (Option<i64>, Option<&str>, &str) {
    (job.groupid, host_of(job), &job.jobname)
}

/// How many jobs have what `key` tells in common.
fn counts<'a, K: Ord>(jobs: &[&'a Job], key: impl Fn(&'a Job) -> K) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for job in jobs {
        let count: &mut usize = counts.entry(key(job)).or_default();
        *count = count.saturating_add(1);
    }
    counts
}

/// What kept a job from doing what the drive can do alone, in fio's words; `at_once` are the jobs of its group.
fn limits(job: &Job, global: &BTreeMap<String, String>, at_once: usize) -> Vec<String> {
    let asked = LIMITING.iter().filter_map(|name| limit(name, option(job, global, name)?));
    let mut limits: Vec<String> = asked.collect();
    // Jobs of one group run at once; `stonewall` begins another one.
    match at_once.saturating_sub(1) {
        _ if job.groupid.is_none() => {}
        0 => {}
        1 => limits.push("another job at the same time".to_owned()),
        others => limits.push(format!("{others} jobs at the same time")),
    }
    limits
}

/// Options that name places of the computer that measured, and nothing of the work.
const PLACES: [&str; 6] = [
    "filename",
    "directory",
    "write_bw_log",
    "write_lat_log",
    "write_iops_log",
    "write_hist_log",
];

/// The options of a job in one line; `None` where fio prints none.
fn asked(job: &Job, global: &BTreeMap<String, String>) -> Option<String> {
    let own = job.options.as_ref()?;
    let all = own.iter().chain(global.iter().filter(|(name, _)| !own.contains_key(*name)));
    let told = all.filter(|(name, _)| !PLACES.contains(&name.as_str()) && *name != "name");
    let words: Vec<String> = told
        .map(|(name, value)| match value.is_empty() {
            true => name.clone(),
            false => format!("{name}={value}"),
        })
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The flushes of a job, which its writes had to wait for.
fn flushes(job: &Job, line_index: u64) -> Result<Option<ImportedResult>, Refusal> {
    let Some(sync) = &job.sync else { return Ok(None) };
    let Some(latency) = sync.lat_ns.as_ref().filter(|it| it.has_any()) else { return Ok(None) };
    let count = sync.total_ios.or(latency.count).unwrap_or(0);
    if count == 0 {
        return Ok(None);
    }
    let mut figures = ImportedFigures::default();
    latency.add_to(&mut figures, 1.0);
    Ok(Some(ImportedResult {
        name: job.jobname.clone(),
        operation: Some(OpKind::Flush),
        is_of_drive: true,
        figures,
        request_count: Some(count),
        latency_of: Some("sync".to_owned()),
        histogram: latency.histogram(1.0, line_index)?,
        ..ImportedResult::default()
    }))
}

fn option<'a>(
    job: &'a Job,
    global: &'a BTreeMap<String, String>,
    name: &str,
) -> Option<&'a String> {
    job.options.as_ref().and_then(|it| it.get(name)).or_else(|| global.get(name))
}

/// What the job was asked to do. Where fio prints a job's options, those that are not among them have fio's defaults
/// (HOWTO: `bs` 4096, `iodepth` 1, `numjobs` 1, `direct` 0, `rw` read).
fn workload(result: &mut ImportedResult, of: (&Job, &BTreeMap<String, String>), alike: usize) {
    let (job, global) = of;
    if job.options.is_none() {
        return;
    }
    let get = |names: &[&str]| {
        names.iter().find_map(|name| option(job, global, name)).map(String::as_str)
    };
    let rw = get(&["rw", "readwrite"]).unwrap_or("read");
    let (rw, change) = rw.split_once(':').map_or((rw, None), |(rw, change)| (rw, Some(change)));
    result.order = match rw {
        rw if rw.starts_with("rand") => Some(ImportedOrder::Random),
        "read" | "write" | "rw" | "readwrite" | "trim" | "trimwrite" => Some(match change {
            None => ImportedOrder::Sequential,
            Some(_) => ImportedOrder::Unknown,
        }),
        _ => None,
    };
    if get(&["percentage_random", "zonemode", "zonesize", "random_distribution"]).is_some() {
        result.order = Some(ImportedOrder::Unknown);
    }
    let is_plain = get(&["bssplit", "bsrange", "blocksize_range", "bs_unaligned"]).is_none()
        && get(&["kb_base"]).is_none_or(|it| it == "1024");
    if is_plain {
        let bs = get(&["bs", "blocksize"]).unwrap_or("4096");
        let parts: Vec<&str> = bs.split(',').collect();
        let which = match result.operation {
            Some(OpKind::Write) => 1,
            Some(OpKind::Discard) => 2,
            _ => 0,
        };
        let part = parts.get(which).or(parts.last()).copied().filter(|it| !it.is_empty());
        result.block_bytes = part.and_then(fio_size);
    }
    let number = |names: &[&str]| match get(names) {
        None => Some(1),
        Some(text) => text.trim().parse::<u32>().ok(),
    };
    result.depth = number(&["iodepth"]);
    result.job_count = if alike > 1 { Some(1) } else { number(&["numjobs"]) };
    result.is_direct = match (get(&["direct"]), get(&["buffered"])) {
        (Some("1"), _) | (None, Some("0")) => Some(true),
        (Some("0") | None, None | Some("1")) => Some(false),
        _ => None,
    };
    // fio's engine that asks nobody.
    if get(&["ioengine"]) == Some("null") {
        result.is_of_drive = false;
    }
    if is_waiting(get(&["ioengine"]).unwrap_or("psync")) {
        result.depth = Some(1);
    }
}

/// Bytes of `4k`, `1M`, `4096`, `4KiB`: with fio's usual base all of them are powers of 1024.
fn fio_size(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_lowercase();
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let shift = match unit {
        "" | "b" => 0,
        "k" | "kb" | "ki" | "kib" => 10,
        "m" | "mb" | "mi" | "mib" => 20,
        "g" | "gb" | "gi" | "gib" => 30,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(1 << shift).filter(|it| *it > 0)
}

impl Direction {
    fn has_any(&self) -> bool {
        self.total_ios.map_or(self.io_bytes > 0, |it| it > 0)
    }

    fn result(&self, job: &Job, line_index: u64) -> Result<ImportedResult, Refusal> {
        let rate = self.bw_bytes.unwrap_or(self.bw * 1024.0);
        // Bytes since the fields came that say so, KiB before.
        let is_bytes = self.io_kbytes.is_some() || self.bw_bytes.is_some();
        let moved =
            if is_bytes { Some(self.io_bytes) } else { self.io_bytes.checked_mul(1024) };
        self.check(moved, rate, line_index)?;
        let mut figures = ImportedFigures::from([("bytes_per_s", rate), ("iops", self.iops)]);
        if self.runtime > 0 {
            let elapsed = self.runtime as f64 * 1e6;
            figures.insert("elapsed_ns", elapsed);
        }
        let candidates = [
            ("clat", &self.clat_ns, 1.0),
            ("clat", &self.clat, 1e3),
            ("lat", &self.lat_ns, 1.0),
            ("lat", &self.lat, 1e3),
        ];
        let is_known =
            |it: &&(&str, &Option<Latency>, f64)| it.1.as_ref().is_some_and(Latency::has_any);
        let chosen = candidates.iter().find(is_known);
        let mut histogram = None;
        if let Some((_, Some(latency), factor)) = chosen {
            latency.add_to(&mut figures, *factor);
            histogram = latency.histogram(*factor, line_index)?;
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

    /// Whether bytes, time and rate are of one run: a changed figure is not taken.
    fn check(&self, moved: Option<u64>, rate: f64, line_index: u64) -> Result<(), Refusal> {
        let (Some(moved), true) = (moved, self.runtime > 0) else { return Ok(()) };
        let follows = moved as f64 * 1000.0 / self.runtime as f64;
        // Arbitrary: times are whole milliseconds, and rates were cut to KiB/s; below a second that is much.
        let slack = 0.02 + 2.0 / self.runtime as f64;
        let is_alike = (rate - follows).abs() <= follows.max(rate) * slack + 2048.0;
        if is_alike {
            return Ok(());
        }
        let (one, other) = (format!("bw {rate:.0} bytes/s"), format!("{follows:.0} bytes/s"));
        let reason = Reason::Contradiction { one, other };
        Err(Refusal { line: line_index, column: 1, reason })
    }
}

impl Latency {
    fn has_any(&self) -> bool {
        self.count.map_or(self.max > 0.0, |count| count > 0)
    }

    fn add_to(&self, figures: &mut ImportedFigures, factor: f64) {
        let mut add = |name: &str, value: f64| {
            figures.insert(format!("latency_{name}_ns"), value * factor);
        };
        add("min", self.min);
        add("max", self.max);
        add("mean", self.mean);
        if let Some(stddev) = self.stddev {
            add("stddev", stddev);
        }
        for (share, value) in &self.percentile {
            if let Some(name) = percentile_name(share) {
                add(name, *value);
            }
        }
    }

    /// The requests of JSON+ in a histogram: each bin by its own value. Keys that are no numbers describe the bins (2.x).
    fn histogram(&self, factor: f64, line_index: u64) -> Result<Option<String>, Refusal> {
        let mut histogram = Histogram::new();
        for (value, count) in &self.bins {
            let Ok(value) = value.parse::<f64>() else { continue };
            let Some(value) = whole(value * factor) else { return Ok(None) };
            let total = histogram.count().checked_add(*count);
            if total.is_none_or(|it| it > Histogram::MAX_COUNT) {
                let reason = Reason::Expected {
                    expected: "a number of requests that a histogram can hold",
                    found: count.to_string(),
                };
                return Err(Refusal { line: line_index, column: 1, reason });
            }
            histogram.record_many(value, *count);
        }
        Ok((histogram.count() > 0).then(|| histogram.to_text()))
    }
}

/// The name of a percentile that fio prints with six decimals.
pub(super) fn percentile_name(share: &str) -> Option<&'static str> {
    let share: f64 = share.trim_end_matches('%').parse().ok()?;
    const NAMES: [(f64, &str); 9] = [
        (50.0, "p50"),
        (90.0, "p90"),
        (95.0, "p95"),
        (99.0, "p99"),
        (99.5, "p995"),
        (99.9, "p999"),
        (99.95, "p9995"),
        (99.99, "p9999"),
        (99.999, "p99999"),
    ];
    NAMES.iter().find(|(known, _)| (known - share).abs() < 1e-9).map(|(_, name)| *name)
}
