//! Plausibility of figures, whichever tool printed them: alone, compared with each other, and with the duration of
//! the test.
//!
//! Knows no format. A contradiction between rates rejects the file; impossible latencies or times are dropped with a
//! note and the rest is kept. Zeros alone are not a measurement.

use iogram_model::{
    Evidence, ImportedEvidence, ImportedFigures, ImportedResult, Sentence, sentence,
};

use super::memory::is_memory_place;
use super::refusal::{Reason, Refusal};
use crate::Imported;

/// Longest possible test, ns: ten years. Arbitrary.
const ELAPSED_MAX_NS: f64 = 10.0 * 365.25 * 86_400e9;

/// Limit of a single drive, bytes/s. Source: PCI Express 6.0, 16 lanes carry 121 GB/s; drives have 4 of them.
const DRIVE_RATE_MAX: f64 = 64e9;

/// Allowed ratio of outstanding requests to depth times jobs. Arbitrary: a printed job may stand for several.
const OUT_RATIO_MAX: f64 = 4.0;

/// Allowed ratio between rate and requests of one block size: only one of them may count the last requests of a run.
/// Arbitrary.
const RATE_RATIO_MAX: f64 = 1.4;

/// Rates below this are too coarse for a comparison, bytes/s. Arbitrary: one and a half of the last digit of `0.1
/// MB/s`.
const RATE_STEP: f64 = 150e3;

/// Percentiles are middles of bins, which may exceed the maximum: 1.8 % in sysbench, which has the widest bins.
const BIN_SLACK: f64 = 0.05;

/// Coarsest printed step of times is 10 us, ns.
const STEP_NS: f64 = 10e3;

/// Latencies in ascending order; the mean is between the first and the last.
const ASCENDING: [&str; 20] = [
    "latency_min_ns",
    "latency_p1_ns",
    "latency_p5_ns",
    "latency_p10_ns",
    "latency_p20_ns",
    "latency_p30_ns",
    "latency_p40_ns",
    "latency_p50_ns",
    "latency_p60_ns",
    "latency_p70_ns",
    "latency_p80_ns",
    "latency_p90_ns",
    "latency_p95_ns",
    "latency_p99_ns",
    "latency_p995_ns",
    "latency_p999_ns",
    "latency_p9995_ns",
    "latency_p9999_ns",
    "latency_p99999_ns",
    "latency_max_ns",
];

const RATES: [&str; 5] =
    ["bytes_per_s", "iops", "transactions_per_s", "operations_per_s", "entries_per_s"];

/// Drops impossible figures, and figures that were not measured.
pub(super) fn check(found: &mut Vec<Imported>) -> Result<(), Refusal> {
    let mut empty = None;
    let mut kept = Vec::with_capacity(found.len());
    for mut it in std::mem::take(found) {
        let is_memory = it.device.as_deref().is_some_and(is_memory_place);
        let mut is_empty = false;
        for probe in &mut it.probes {
            let Evidence::Imported(evidence) = &mut probe.evidence else { continue };
            if evidence.results.is_empty() {
                continue;
            }
            one(evidence, is_memory)?;
            is_empty = evidence.results.is_empty() && evidence.errors.is_empty();
            if is_empty {
                empty.get_or_insert_with(|| evidence.tool.clone());
            }
        }
        if !is_empty {
            kept.push(it);
        }
    }
    *found = kept;
    match empty {
        Some(tool) if found.is_empty() => {
            Err(Refusal::of_file(Reason::NothingMeasured { tool }))
        }
        Some(_) => {
            note_first(found, &sentence!("interchange-part-no-figure-but-zeros-left"));
            Ok(())
        }
        None => Ok(()),
    }
}

pub(super) fn note_first(found: &mut [Imported], note: &Sentence) {
    let probes = found.iter_mut().flat_map(|it| &mut it.probes);
    let first = probes.filter_map(|it| match &mut it.evidence {
        Evidence::Imported(evidence) => Some(evidence),
        _ => None,
    });
    if let Some(first) = first.into_iter().next() {
        first.note(note);
    }
}

fn one(evidence: &mut ImportedEvidence, is_memory: bool) -> Result<(), Refusal> {
    let mut results = std::mem::take(&mut evidence.results);
    // Values without a unit are facts only.
    let bare: Vec<bool> = results.iter().map(|it| it.figures.is_empty()).collect();
    for result in &mut results {
        if is_memory {
            result.is_of_drive = false;
        }
        numbers(result, evidence);
        time(result, evidence);
        unmeasured(result);
        rates(result)?;
        if let Some(note) = latencies(result) {
            result.drop_latencies();
            evidence.note(&note);
        }
        if result.figures.get("bytes_per_s").is_some_and(|it| *it > DRIVE_RATE_MAX)
            && result.is_of_drive
        {
            result.is_of_drive = false;
            let name = &result.name;
            evidence.note(&sentence!("interchange-faster-link-any-drive-came-memory", name));
        }
    }
    let before = results.len();
    let mut bare = bare.into_iter();
    results.retain(|it| bare.next() == Some(true) || has_any(&it.figures));
    let count = before.saturating_sub(results.len());
    if count > 0 && !results.is_empty() {
        evidence.note(&sentence!("interchange-results-zeros-alone-left-out-nothing", count));
    }
    evidence.results = results;
    Ok(())
}

/// Whether any figure was measured. An unknown figure counts as measured.
fn has_any(figures: &ImportedFigures) -> bool {
    figures.iter().any(|(name, value)| *value > 0.0 && name != "elapsed_ns")
        || figures.get("elapsed_ns").is_some_and(|it| *it > 0.0) && has_no_rate(figures)
}

/// Whether the tool prints only a time, which is then its measurement.
fn has_no_rate(figures: &ImportedFigures) -> bool {
    figures.keys().all(|name| name == "elapsed_ns")
}

/// Drops figures that are negative or not finite.
fn numbers(result: &mut ImportedResult, evidence: &mut ImportedEvidence) {
    let is_number = |value: &f64| value.is_finite() && *value >= 0.0;
    if result.figures.values().all(is_number) {
        return;
    }
    let wrong: Vec<String> = names(&result.figures, |it| !is_number(&it));
    for name in &wrong {
        result.figures.remove(name.as_str());
    }
    let (name, figures) = (&result.name, wrong.join(", "));
    evidence.note(&sentence!("interchange-no-amount-left-out", name, figures));
}

fn names(figures: &ImportedFigures, is_meant: impl Fn(f64) -> bool) -> Vec<String> {
    let meant = figures.iter().filter(|(_, value)| is_meant(**value));
    meant.map(|(name, _)| name.to_owned()).collect()
}

/// Drops an impossible time, and all figures per second.
fn time(result: &mut ImportedResult, evidence: &mut ImportedEvidence) {
    let Some(elapsed) = result.figures.get("elapsed_ns").copied() else { return };
    if elapsed <= ELAPSED_MAX_NS {
        return;
    }
    for name in RATES.into_iter().chain(["elapsed_ns"]) {
        result.figures.remove(name);
    }
    result.course = None;
    let (name, years) = (&result.name, format!("{:.0}", elapsed / (365.25 * 86_400e9)));
    evidence.note(&sentence!("interchange-time-years-cannot-left-out-rates", name, years));
}

/// Drops zeros beside other measured figures: these were not measured.
fn unmeasured(result: &mut ImportedResult) {
    let figure = |name: &str| result.figures.get(name).copied();
    let is_zero = |name: &str| figure(name).is_none_or(|it| it == 0.0);
    let percentiles = || ASCENDING.into_iter().filter(|it| it.starts_with("latency_p"));
    let has_latency = ASCENDING.into_iter().chain(["latency_mean_ns"]).any(|it| !is_zero(it));
    if !has_latency && result.histogram.is_none() {
        result.drop_latencies();
    } else if percentiles().all(is_zero) && !is_zero("latency_max_ns") {
        for name in percentiles() {
            result.figures.remove(name);
        }
    }
    let has_rate =
        RATES.into_iter().any(|it| !result.figures.get(it).is_none_or(|it| *it == 0.0));
    if !has_rate && has_latency {
        for name in RATES {
            result.figures.remove(name);
        }
    }
}

/// Checks that a rate in bytes and one in requests of one size agree.
fn rates(result: &ImportedResult) -> Result<(), Refusal> {
    let figure = |name: &str| result.figures.get(name).copied().filter(|it| *it > 0.0);
    let told = (figure("bytes_per_s"), figure("iops"), result.block_bytes);
    let (Some(rate), Some(iops), Some(block)) = told else { return Ok(()) };
    let follows = iops * block as f64;
    let ratio = (rate / follows).max(follows / rate);
    if ratio <= RATE_RATIO_MAX || (rate - follows).abs() <= RATE_STEP + block as f64 {
        return Ok(());
    }
    let one = format!("{:.1} MB/s ({})", rate / 1e6, result.name);
    let other = format!("{:.1} MB/s", follows / 1e6);
    let reason = Reason::Contradiction { one, other };
    Err(Refusal { line: result.line_index.unwrap_or(0), column: 1, reason })
}

/// The fault of a result's latencies; `None` if they are possible.
fn latencies(result: &ImportedResult) -> Option<Sentence> {
    let name = result.name.as_str();
    let figure = |name: &str| result.figures.get(name).copied();
    let mean = figure("latency_mean_ns");
    let told: Vec<(&str, f64)> =
        ASCENDING.into_iter().filter_map(|it| Some((it, figure(it)?))).collect();
    let is_less = |more: f64, than: f64| more < than * (1.0 - BIN_SLACK) - STEP_NS;
    let disorder =
        told.iter().zip(told.iter().skip(1)).find(|(one, next)| is_less(next.1, one.1));
    if let Some((one, other)) = disorder {
        let (one, other) = (worded(one.0, one.1), worded(other.0, other.1));
        return Some(sentence!(
            "interchange-cannot-same-requests-latencies-left-out",
            name,
            one,
            other
        ));
    }
    let ends = (figure("latency_min_ns"), mean, figure("latency_max_ns"));
    let beside = match ends {
        (Some(min), Some(mean), _) if is_less(mean, min) => Some(("latency_min_ns", min)),
        (_, Some(mean), Some(max)) if is_less(max, mean) => Some(("latency_max_ns", max)),
        _ => None,
    };
    if let (Some((of, value)), Some(mean)) = (beside, mean) {
        let (one, other) = (worded("latency_mean_ns", mean), worded(of, value));
        return Some(sentence!(
            "interchange-cannot-same-requests-latencies-left-out",
            name,
            one,
            other
        ));
    }
    let longest = told.last().map(|it| it.1).into_iter().chain(mean).fold(0.0, f64::max);
    if let Some(elapsed) = figure("elapsed_ns").filter(|it| *it > 0.0)
        // Arbitrary: clocks and rounding.
        && longest > elapsed * 1.05 + 1e9
    {
        let (longest, elapsed) = (time_words(longest), time_words(elapsed));
        return Some(sentence!(
            "interchange-request-longer-test-latencies-left-out",
            name,
            longest,
            elapsed
        ));
    }
    let (Some(mean), Some(iops), Some(depth), Some(jobs)) =
        (mean, figure("iops"), result.depth, result.job_count)
    else {
        return None;
    };
    // The number of outstanding requests is rate times latency. Source: J. D. C. Little, A Proof for the Queuing
    // Formula L = λW, 1961.
    let (out, most) = (iops * mean / 1e9, f64::from(depth) * f64::from(jobs));
    (out > most * OUT_RATIO_MAX + 1.0).then(|| {
        let (mean, out, most) = (time_words(mean), format!("{out:.0}"), format!("{most:.0}"));
        sentence!("interchange-mean-latency-rate-takes-requests-once", name, mean, out, most)
    })
}

/// `p99 1.20 s`.
fn worded(figure: &str, value: f64) -> String {
    let name = figure.trim_start_matches("latency_").trim_end_matches("_ns");
    format!("{name} {}", time_words(value))
}

fn time_words(ns: f64) -> String {
    match ns {
        ns if ns >= 1e9 => format!("{:.2} s", ns / 1e9),
        ns if ns >= 1e6 => format!("{:.2} ms", ns / 1e6),
        ns => format!("{:.2} us", ns / 1e3),
    }
}

trait Latencies {
    fn drop_latencies(&mut self);
}

impl Latencies for ImportedResult {
    fn drop_latencies(&mut self) {
        let more = ["latency_mean_ns", "latency_stddev_ns"];
        for name in ASCENDING.into_iter().chain(more) {
            self.figures.remove(name);
        }
        (self.latency_of, self.histogram) = (None, None);
        self.course = self.course.take().filter(|it| !it.figure.starts_with("latency_"));
    }
}
