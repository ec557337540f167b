//! Results of another tool, in the shape of fio's JSON. Fields that the tool does not print are left out, where fio
//! would print a zero.
//!
//! Left out: results of an unknown direction (read or write), results known to come from memory, and results whose
//! figures have no name in fio. Results of the same test run under one name are one job, as in fio.

use std::collections::BTreeSet;

use iogram_model::{
    Bytes, ImportedOrder, ImportedResult, OpKind, Run, ToldResult, Total, rounded,
};
use iogram_stats::{Bucket, Histogram};
use serde_json::{Map, Value, json};

use crate::export_fio_form::{Percentiles, direction, distribution, fio_size};
use crate::import::is_limiting;
use crate::percentiles::PERCENTILES;

/// The results of `run` as jobs, each with its name.
pub(crate) fn imported_jobs(run: &Run) -> Vec<(String, Value)> {
    let mut groups = Groups::default();
    let mut jobs = Vec::new();
    for evidence in run.imports() {
        for test in tests(evidence.told()) {
            let mut job = job(run, &test);
            job["groupid"] = json!(groups.next(&test));
            jobs.push((test.name().to_owned(), job));
        }
        groups.end();
    }
    jobs
}

/// Number of imported results of `run` that fio's JSON cannot express.
#[must_use]
pub fn fio_left_out_count(run: &Run) -> u64 {
    let left_out = run.imports().map(|evidence| {
        let placed = tests(evidence.told()).iter().map(|it| it.parts.len() as u64).total();
        (evidence.results.len() as u64).saturating_sub(placed)
    });
    left_out.total()
}

/// Results that were measured together, each under fio's name for its section: at most one of each.
struct Test<'a> {
    parts: Vec<(&'static str, &'a ImportedResult)>,
    /// Whether its file contains concurrent results under the same name.
    is_mixed: bool,
}

/// Groups results that were measured together, in the order of the first of each group.
fn tests<'a>(told: impl Iterator<Item = ToldResult<'a>>) -> Vec<Test<'a>> {
    let mut tests: Vec<Test<'a>> = Vec::new();
    for told in told.filter(|it| it.result.is_of_drive && has_place(it.result)) {
        let Some(section) = section(&told) else { continue };
        let is_shared = told.is_mixed() || told.result.operation == Some(OpKind::Flush);
        // The results of one test are adjacent, after their sum.
        let test = tests.last_mut().filter(|it| is_shared && it.takes(section, told.result));
        match test {
            Some(test) => test.parts.push((section, told.result)),
            None => tests
                .push(Test { parts: vec![(section, told.result)], is_mixed: told.is_mixed() }),
        }
    }
    // A sum without its parts may not be one of reads and writes.
    tests.retain(|it| it.parts.iter().any(|(section, _)| *section != "mixed"));
    tests
}

/// fio's section name for a result. A sum has one only beside its parts.
fn section(told: &ToldResult<'_>) -> Option<&'static str> {
    match told.result.operation {
        Some(OpKind::Read) => Some("read"),
        Some(OpKind::Write) => Some("write"),
        Some(OpKind::Discard) => Some("trim"),
        Some(OpKind::Flush) => Some("sync"),
        None => told.mix.words().map(|_| "mixed"),
    }
}

/// Whether fio has names for any of its figures.
fn has_place(result: &ImportedResult) -> bool {
    // For flushes, fio prints their number and latency.
    if result.operation == Some(OpKind::Flush) {
        return latency(result).is_some();
    }
    let is_rate = |name: &str| matches!(name, "bytes_per_s" | "iops");
    result.figures.iter().any(|(name, _)| is_rate(name))
        || result.moved_bytes.is_some()
        || result.request_count.is_some()
        || latency(result).is_some()
}

impl<'a> Test<'a> {
    fn name(&self) -> &'a str {
        self.parts.first().map_or("", |(_, it)| it.name.as_str())
    }

    fn takes(&self, section: &str, result: &ImportedResult) -> bool {
        let asked = |it: &ImportedResult| (it.order, it.depth, it.job_count, it.is_direct);
        self.name() == result.name
            && self.parts.iter().all(|(other, it)| {
                let is_flush = *other == "sync" || section == "sync";
                *other != section && (is_flush || asked(it) == asked(result))
            })
    }

    fn of(&self, section: &str) -> Option<&'a ImportedResult> {
        self.parts.iter().find(|(other, _)| *other == section).map(|(_, it)| *it)
    }

    /// The result with the request parameters; flushes have none.
    fn asked(&self) -> Option<&'a ImportedResult> {
        let is_asked = |it: &&(&'static str, &'a ImportedResult)| it.0 != "sync";
        self.parts.iter().find(is_asked).or_else(|| self.parts.first()).map(|(_, it)| *it)
    }
}

/// Numbers of groups: fio's readers assume that jobs of one group ran at the same time.
#[derive(Default)]
struct Groups<'a> {
    count: u64,
    /// Number of concurrent jobs in the current group, and number of those that are still to come.
    at_once: u64,
    left: u64,
    /// The name of the previous test, if concurrent results share it.
    mixed: Option<&'a str>,
}

impl<'a> Groups<'a> {
    fn next(&mut self, test: &Test<'a>) -> u64 {
        let at_once = test.asked().map_or(1, at_once);
        let mixed = test.is_mixed.then(|| test.name());
        // Concurrent results with different parameters are separate jobs of one group.
        let is_same = mixed.is_some() && mixed == self.mixed;
        let is_next = self.left > 0 && self.at_once == at_once;
        if !is_same && !is_next {
            self.count = self.count.saturating_add(1);
            self.left = at_once;
        }
        self.at_once = at_once;
        self.left = self.left.saturating_sub(1);
        self.mixed = mixed;
        self.count.saturating_sub(1)
    }

    /// Ends the group: results of another file ran at another time.
    const fn end(&mut self) {
        self.left = 0;
        self.mixed = None;
    }
}

/// Number of concurrent jobs that the tool reports, including the one of this result.
fn at_once(result: &ImportedResult) -> u64 {
    let others = result.limits.iter().find_map(|limit| {
        let (count, what) = limit.split_once(' ')?;
        match what {
            "job at the same time" => Some(1),
            "jobs at the same time" => count.parse::<u64>().ok(),
            _ => None,
        }
    });
    others.unwrap_or(0).saturating_add(1)
}

fn job(run: &Run, test: &Test<'_>) -> Value {
    let mut job = json!({
        "jobname": test.name(),
        "groupid": 0,
        "error": 0,
        "job options": options(run, test),
    });
    for section in ["read", "write", "trim"] {
        match test.of(section) {
            Some(result) => job[section] = figures(result),
            // Beside a sum, an absent direction may be part of the sum.
            None if test.of("mixed").is_some() => {}
            None => job[section] = direction(None, 0, Percentiles::None),
        }
    }
    if let Some(result) = test.of("mixed") {
        job["mixed"] = figures(result);
    }
    if let Some(result) = test.of("sync") {
        job["sync"] = flushes(result);
    }
    let elapsed = test.parts.iter().filter_map(|(_, it)| it.figures.get("elapsed_ns").copied());
    if let Some(elapsed_ns) = elapsed.reduce(f64::max) {
        job["job_runtime"] = json!(rounded(elapsed_ns / 1e6));
        job["elapsed"] = json!(rounded((elapsed_ns / 1e9).ceil()));
    }
    for (name, value) in test.buckets().iter().flat_map(|it| distribution(it)) {
        job[name] = value;
    }
    job
}

fn options(run: &Run, test: &Test<'_>) -> Value {
    let mut options = json!({ "name": test.name(), "filename": run.target.name });
    let Some(result) = test.asked() else { return options };
    let mut say = |option: &str, value: Option<String>| {
        if let Some(value) = value {
            options[option] = json!(value);
        }
    };
    let random = match result.order {
        Some(ImportedOrder::Sequential) => Some(""),
        Some(ImportedOrder::Random) => Some("rand"),
        _ => None,
    };
    say("rw", random.and_then(|random| Some(format!("{random}{}", test.pattern()?))));
    say("bs", test.sizes());
    say("iodepth", result.depth.map(|depth| depth.to_string()));
    say("numjobs", result.job_count.map(|count| count.to_string()));
    say("direct", result.is_direct.map(|is_direct| u8::from(is_direct).to_string()));
    for limit in &result.limits {
        let (name, value) = limit.split_once('=').unwrap_or((limit, ""));
        if is_limiting(name, value) {
            say(name, Some(value.to_owned()));
        }
    }
    options
}

impl Test<'_> {
    /// fio's name for its directions; `None` if fio has none.
    fn pattern(&self) -> Option<&'static str> {
        let is_there = |section: &str| self.of(section).is_some();
        if is_there("mixed") && self.parts.len() < 3 {
            return None;
        }
        match (is_there("read"), is_there("write"), is_there("trim")) {
            (true, false, false) => Some("read"),
            (false, true, false) => Some("write"),
            (false, false, true) => Some("trim"),
            (true, true, false) => Some("rw"),
            (false, true, true) => Some("trimwrite"),
            _ => None,
        }
    }

    /// The block size, or those of reads, writes and discards; an empty item between commas is unknown.
    fn sizes(&self) -> Option<String> {
        let told =
            || self.parts.iter().filter(|(section, _)| !matches!(*section, "sync" | "mixed"));
        let distinct: BTreeSet<Option<u64>> = told().map(|(_, it)| it.block_bytes).collect();
        let size = |block: u64| fio_size(Bytes(block));
        if let (Some(block), 1) = (distinct.first(), distinct.len()) {
            return block.map(size);
        }
        let last = told().filter_map(|(section, _)| place(section)).max()?;
        let kinds = ["read", "write", "trim"].into_iter().take(last.saturating_add(1));
        let of = |section| {
            self.of(section).and_then(|it| it.block_bytes).map_or_else(String::new, size)
        };
        Some(kinds.map(of).collect::<Vec<_>>().join(","))
    }

    /// The buckets of all requests; `None` if any direction lacks them, because shares of some requests would look
    /// like shares of all.
    fn buckets(&self) -> Option<Vec<Bucket>> {
        let mut all = Vec::new();
        for (_, result) in
            self.parts.iter().filter(|(section, _)| !matches!(*section, "sync" | "mixed"))
        {
            all.extend(Histogram::from_text(result.histogram.as_deref()?).ok()?.buckets());
        }
        (!all.is_empty()).then_some(all)
    }
}

/// Index of a direction's size in fio's lists.
fn place(section: &str) -> Option<usize> {
    ["read", "write", "trim"].iter().position(|it| *it == section)
}

fn flushes(result: &ImportedResult) -> Value {
    let mut flushes = Map::new();
    flushes.extend(result.request_count.map(|it| ("total_ios".to_owned(), json!(it))));
    flushes.extend(latency(result).map(|it| ("lat_ns".to_owned(), it)));
    Value::Object(flushes)
}

fn figures(result: &ImportedResult) -> Value {
    let mut figures = Map::new();
    let figure = |name: &str| result.figures.get(name).copied();
    let mut say = |name: &str, value: Option<Value>| {
        figures.extend(value.map(|value| (name.to_owned(), value)));
    };
    let bytes_per_s = figure("bytes_per_s");
    say("io_bytes", result.moved_bytes.map(Value::from));
    say("io_kbytes", result.moved_bytes.map(|bytes| json!(bytes / 1024)));
    say("bw_bytes", bytes_per_s.map(|rate| json!(rounded(rate))));
    say("bw", bytes_per_s.map(|rate| json!(rounded(rate / 1024.0))));
    say("iops", figure("iops").map(Value::from));
    say("runtime", figure("elapsed_ns").map(|ns| json!(rounded(ns / 1e6))));
    say("total_ios", result.request_count.map(Value::from));
    if let Some(latency) = latency(result) {
        // The kind of fio's latency, if the tool uses fio's names.
        let name = match result.latency_of.as_deref() {
            Some("clat") => "clat_ns",
            _ => "lat_ns",
        };
        say(name, Some(latency));
    }
    Value::Object(figures)
}

fn latency(result: &ImportedResult) -> Option<Value> {
    let figure = |name: &str| result.figures.get(&format!("latency_{name}_ns")).copied();
    let mut latency = Map::new();
    for (name, is_whole) in [("min", true), ("max", true), ("mean", false), ("stddev", false)] {
        if let Some(ns) = figure(name) {
            latency
                .insert(name.to_owned(), if is_whole { json!(rounded(ns)) } else { json!(ns) });
        }
    }
    let percentile = |&(name, share): &(&str, f64)| {
        Some((format!("{share:.6}"), json!(rounded(figure(name)?))))
    };
    let percentiles: Map<String, Value> = PERCENTILES.iter().filter_map(percentile).collect();
    if latency.is_empty() && percentiles.is_empty() {
        return None;
    }
    if let Some(count) = result.request_count {
        latency.insert("N".to_owned(), json!(count));
    }
    if !percentiles.is_empty() {
        latency.insert("percentile".to_owned(), Value::Object(percentiles));
    }
    Some(Value::Object(latency))
}
