//! What another tool printed, in the shape of fio's JSON: what the tool does not say is left out, where fio would print a zero.
//!
//! A result of which it is not known whether it read or wrote has no place in this form and is left out; so is one that is
//! known to come from memory.

use iogram_model::{Bytes, ImportedOrder, ImportedResult, OpKind, Run, rounded};
use iogram_stats::Histogram;
use serde_json::{Map, Value, json};

use crate::export_fio_form::{Percentiles, direction, distribution, fio_size};

/// The results of `run` as jobs, each with its name.
pub(crate) fn imported_jobs(run: &Run) -> Vec<(String, Value)> {
    let results = run.imports().flat_map(|it| &it.results).filter(|it| it.is_of_drive);
    let mut last: Option<&ImportedResult> = None;
    let mut group = 0_u64;
    let numbered = results.filter_map(|result| {
        let mut job = job(run, result)?;
        // fio's readers take jobs of one group for jobs that ran at once.
        if last.is_some_and(|last| !were_at_once(last, result)) {
            group = group.saturating_add(1);
        }
        last = Some(result);
        job["groupid"] = json!(group);
        Some((result.name.clone(), job))
    });
    numbered.collect()
}

/// Whether the tool says that both ran at the same time: they are the reads and the writes of one test, or others ran beside both.
fn were_at_once(one: &ImportedResult, other: &ImportedResult) -> bool {
    let is_beside =
        |it: &ImportedResult| it.limits.iter().any(|it| it.ends_with("at the same time"));
    let is_same = one.name == other.name && one.line_index == other.line_index;
    is_same && one.operation != other.operation || is_beside(one) && is_beside(other)
}

fn job(run: &Run, result: &ImportedResult) -> Option<Value> {
    let name = match result.operation? {
        OpKind::Read => "read",
        OpKind::Write => "write",
        OpKind::Discard => "trim",
        OpKind::Flush => "sync",
    };
    let mut job = json!({
        "jobname": result.name,
        "groupid": 0,
        "error": 0,
        "job options": options(run, result, name),
    });
    for other in ["read", "write", "trim"] {
        job[other] =
            if other == name { figures(result) } else { direction(None, 0, Percentiles::None) };
    }
    if name == "sync" {
        job["sync"] = figures(result);
    }
    if let Some(elapsed_ns) = result.figures.get("elapsed_ns") {
        job["job_runtime"] = json!(rounded(elapsed_ns / 1e6));
        job["elapsed"] = json!(rounded((elapsed_ns / 1e9).ceil()));
    }
    let histogram =
        result.histogram.as_deref().and_then(|text| Histogram::from_text(text).ok());
    for (name, value) in histogram.iter().flat_map(|it| distribution(&it.buckets())) {
        job[name] = value;
    }
    Some(job)
}

fn options(run: &Run, result: &ImportedResult, name: &str) -> Value {
    let mut options = json!({ "name": result.name, "filename": run.target.name });
    let mut say = |option: &str, value: Option<String>| {
        if let Some(value) = value {
            options[option] = json!(value);
        }
    };
    let rw = match (result.order, name) {
        (Some(ImportedOrder::Sequential), "read" | "write" | "trim") => Some(name.to_owned()),
        (Some(ImportedOrder::Random), "read" | "write" | "trim") => Some(format!("rand{name}")),
        _ => None,
    };
    say("rw", rw);
    say("bs", result.block_bytes.map(|block| fio_size(Bytes(block))));
    say("iodepth", result.depth.map(|depth| depth.to_string()));
    say("numjobs", result.job_count.map(|count| count.to_string()));
    say("direct", result.is_direct.map(|is_direct| u8::from(is_direct).to_string()));
    options
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
        // Which of fio's latencies it is, where the tool says it in fio's words.
        let name = match result.latency_of.as_deref() {
            Some("clat") => "clat_ns",
            _ => "lat_ns",
        };
        say(name, Some(latency));
    }
    Value::Object(figures)
}

/// Names of percentiles among the figures, and fio's.
const PERCENTILES: [(&str, &str); 9] = [
    ("p50", "50.000000"),
    ("p90", "90.000000"),
    ("p95", "95.000000"),
    ("p99", "99.000000"),
    ("p995", "99.500000"),
    ("p999", "99.900000"),
    ("p9995", "99.950000"),
    ("p9999", "99.990000"),
    ("p99999", "99.999000"),
];

fn latency(result: &ImportedResult) -> Option<Value> {
    let figure = |name: &str| result.figures.get(&format!("latency_{name}_ns")).copied();
    let mut latency = Map::new();
    for (name, is_whole) in [("min", true), ("max", true), ("mean", false), ("stddev", false)] {
        if let Some(ns) = figure(name) {
            latency
                .insert(name.to_owned(), if is_whole { json!(rounded(ns)) } else { json!(ns) });
        }
    }
    let percentile =
        |&(name, fio): &(&str, &str)| Some((fio.to_owned(), json!(rounded(figure(name)?))));
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
