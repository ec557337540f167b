//! fio's logs: `NAME_bw.1.log`, `_iops`, `_lat`, `_slat`, `_clat` and `_clat_hist`, read line by line whatever their
//! length.
//!
//! Sources: fio's HOWTO, sections "Log File Formats" and `write_hist_log`; `iolog.c` (`flush_samples`,
//! `flush_hist_samples`); `tools/hist/fiologparser_hist.py` (bins and their middles). A line is time in ms, value,
//! direction, block size, then the fields of newer versions: offset, priority, time of issue. Rates are KiB/s in
//! every version. The lines do not contain the unit of latencies: microseconds before 3.0, nanoseconds since. Two
//! facts prove nanoseconds: six fields, which came with 3.x, and a value that in microseconds would exceed the job's
//! run time. Otherwise the unit stays unknown. With `log_avg_msec` a line is an average over a window, and its block
//! size is 0 in logs of latencies.

mod course;

use std::collections::BTreeMap;

use iogram_model::{
    ImportedCourse, ImportedEvidence, ImportedFact, ImportedResult, OpKind, sentence, text,
};
use iogram_stats::Histogram;

use self::course::{Course, Shown};
use super::line::{Line, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, LineReader, Source, imported, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "fio-log",
    title: "fio logs (_bw, _iops, _lat, _slat, _clat, _clat_hist)",
    reads: "every line of a log, whatever its length: rates of windows, latencies of all requests with percentiles, histograms",
    unknown: "the drive; the unit of latencies where neither fields nor values tell fio 2 from 3",
    detect,
    read,
};

/// The figure of a log, which only its name shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    Rate,
    Requests,
    Latency(&'static str),
    Histogram,
}

const KINDS: [(&str, About); 7] = [
    ("clat_hist", About::Histogram),
    ("hist", About::Histogram),
    ("clat", About::Latency("clat")),
    ("slat", About::Latency("slat")),
    ("lat", About::Latency("lat")),
    ("iops", About::Requests),
    ("bw", About::Rate),
];

/// Job and kind of `rand_clat.3.log`; `None` if it is not a log's name.
fn named(name: &str) -> Option<(String, About)> {
    let mut stem = name;
    for end in [".log", ".txt", ".csv"] {
        stem = stem.strip_suffix(end).unwrap_or(stem);
    }
    if let Some((before, number)) = stem.rsplit_once('.')
        && !number.is_empty()
        && number.bytes().all(|it| it.is_ascii_digit())
    {
        stem = before;
    }
    KINDS.iter().find_map(|(word, about)| {
        let job = stem.strip_suffix(word)?;
        let job = match job {
            "" => "",
            job => job.strip_suffix(['_', '-', '.'])?,
        };
        Some((job.to_owned(), *about))
    })
}

fn detect(source: &Source<'_>) -> u8 {
    let is_numbers = |line: &Line<'_>| {
        let mut count = 0_usize;
        for field in line.text.split(',').take(8) {
            let field = field.trim();
            let digits = field.strip_prefix("0x").unwrap_or(field);
            let is_field =
                !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_hexdigit());
            if !is_field {
                return false;
            }
            count = count.saturating_add(1);
        }
        count >= 4
    };
    let mut first = lines(source.text).filter(|it| !it.text.trim().is_empty()).take(2);
    let is_log = named(source.name).is_some()
        && first.next().is_some_and(|it| is_numbers(&it))
        && first
            .next()
            .is_none_or(|it| it.text.bytes().next().is_some_and(|it| it.is_ascii_digit()));
    if is_log { 93 } else { 0 }
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut log = Log::new(source.name);
    for line in lines(source.text) {
        LineReader::line(&mut log, &line)?;
    }
    log.found()
}

/// Values of one direction.
#[derive(Debug, Default)]
struct Values {
    count: u64,
    sum: u128,
    min: u64,
    max: u64,
    /// Block size of all of them; `None` if they differ.
    block: Option<u64>,
    moved: u64,
    are_ones: bool,
    first_ms: u64,
    last_ms: u64,
    is_any_window: bool,
    course: Course,
    /// Requests in each of fio's bins, in a log of histograms.
    of_bins: Vec<u64>,
    /// The latest latencies, in a log of them, so that a short log needs no table of all possible values.
    latest: Vec<u64>,
    /// All earlier latencies.
    histogram: Histogram,
}

/// Limit of latencies that are kept as they are: this number of lines has at least 32 kB, while the table of a
/// histogram has 270 kB. Arbitrary.
const LATEST_MAX: usize = 4096;

impl Values {
    fn latency(&mut self, value: u64) {
        if self.latest.len() >= LATEST_MAX {
            self.histogram.record_all(self.latest.drain(..));
        }
        self.latest.push(value);
    }

    /// The time series for the figure of this name, which is known once per direction.
    fn course_of(&mut self, figure: &str, shown: Shown) -> Option<Box<ImportedCourse>> {
        let origin_ms = if self.first_ms > EPOCH_MS_MIN { self.first_ms } else { 0 };
        std::mem::take(&mut self.course).told(figure, origin_ms, shown)
    }

    /// All latencies.
    fn all(mut self) -> Histogram {
        self.histogram.record_all(self.latest.into_iter());
        self.histogram
    }
}

/// A log that is read line by line.
#[derive(Debug)]
pub(super) struct Log {
    job: String,
    about: Option<About>,
    of: BTreeMap<u64, Values>,
    fields: Option<usize>,
    /// Fifth fields other than flags: offsets.
    has_offsets: bool,
    is_certainly_ns: bool,
    bins: Option<Bins>,
    last_line: u64,
    /// Whether a line had a time.
    has_time: bool,
    /// Number of all-zero lines after such lines.
    zero_count: u64,
}

/// Layout of the bins in a histogram's line.
#[derive(Debug, Clone, Copy)]
struct Bins {
    count: usize,
    coarseness: u32,
    unit_ns: u64,
}

impl Bins {
    /// Source: `stat.h`, 64 bins in each of 29 groups since 3.0, of 19 groups before; each step of coarseness halves
    /// them.
    fn of(count: usize) -> Option<Self> {
        [(1856_usize, 1_u64), (1216, 1000)].into_iter().find_map(|(all, unit_ns)| {
            let coarseness = (0..7_u32).find(|it| all.checked_shr(*it) == Some(count))?;
            Some(Self { count, coarseness, unit_ns })
        })
    }

    /// The middle of a bin, ns.
    fn middle_ns(self, index: usize) -> u64 {
        let edge = |index: usize| -> u64 {
            let index = index as u64;
            if index < 128 {
                return index;
            }
            let bits = (index >> 6).saturating_sub(1);
            let base = 1_u64.checked_shl(u32::try_from(bits.saturating_add(6)).unwrap_or(63));
            let inside = (index % 64).checked_shl(u32::try_from(bits).unwrap_or(63));
            base.unwrap_or(u64::MAX).saturating_add(inside.unwrap_or(0))
        };
        let step = 1_usize << self.coarseness;
        let from = index.saturating_mul(step);
        let (low, high) = (edge(from), edge(from.saturating_add(step)));
        low.midpoint(high).saturating_mul(self.unit_ns)
    }
}

impl Log {
    pub(super) fn new(name: &str) -> Self {
        let (job, about) =
            named(name).map_or((String::new(), None), |(job, about)| (job, Some(about)));
        Self {
            job: if job.is_empty() { "fio".to_owned() } else { job },
            about,
            of: BTreeMap::new(),
            fields: None,
            has_offsets: false,
            is_certainly_ns: false,
            bins: None,
            last_line: 0,
            has_time: false,
            zero_count: 0,
        }
    }

    fn values(&mut self, line: &Line<'_>, direction: &str) -> Result<&mut Values, Refusal> {
        let index = line.count(direction)?;
        // 3 to 5 are kinds of syncs. Source: `io_ddir.h`.
        if index > 5 {
            return Err(line.expected(direction.trim(), text!("interchange-direction")));
        }
        Ok(self.of.entry(index).or_default())
    }

    fn sample(&mut self, line: &Line<'_>) -> Result<(), Refusal> {
        let fields: Vec<&str> = line.text.split(',').map(str::trim).collect();
        let [time, value, direction, block, rest @ ..] = fields.as_slice() else {
            return Err(line.cut_off(text!("interchange-line")));
        };
        if *self.fields.get_or_insert(fields.len()) != fields.len() {
            let is_short = self.fields > Some(fields.len());
            let wrong =
                || line.expected(line.text.trim(), text!("interchange-many-fields-first-line"));
            return Err(if is_short {
                line.cut_off(text!("interchange-line"))
            } else {
                wrong()
            });
        }
        for field in rest {
            let is_hex = field.starts_with("0x");
            let number = match field.strip_prefix("0x") {
                Some(hex) => u64::from_str_radix(hex, 16)
                    .ok()
                    .ok_or_else(|| line.expected(field, text!("interchange-number")))?,
                None => line.count(field)?,
            };
            self.is_certainly_ns |= is_hex;
            self.has_offsets |= number > 1;
        }
        self.is_certainly_ns |= rest.len() > 1;
        let (time_ms, value, block) =
            (line.count(time)?, line.count(value)?, line.count(block)?);
        // In microseconds the request would have begun before its job did; the second allows for clocks and rounding.
        let is_impossible = value / 1000 > time_ms.saturating_add(1000);
        let is_latency = matches!(self.about, Some(About::Latency(_)));
        self.is_certainly_ns |= is_latency && is_impossible;
        let its = self.values(line, direction)?;
        if its.count == 0 {
            (its.min, its.block, its.are_ones, its.first_ms) =
                (value, Some(block), true, time_ms);
        }
        its.count = its.count.saturating_add(1);
        its.sum = its.sum.saturating_add(u128::from(value));
        (its.min, its.max) = (its.min.min(value), its.max.max(value));
        its.block = its.block.filter(|it| *it == block);
        its.moved = its.moved.saturating_add(block);
        its.are_ones &= value == 1;
        its.last_ms = its.last_ms.max(time_ms);
        its.is_any_window |= block == 0;
        its.course.push(time_ms, value, block);
        if is_latency {
            its.latency(value);
        }
        Ok(())
    }

    fn bins(&mut self, line: &Line<'_>) -> Result<(), Refusal> {
        let text = line.text.trim().trim_end_matches(',');
        let mut fields = text.split(',').map(str::trim);
        let head = (fields.next(), fields.next(), fields.next());
        let (Some(time), Some(direction), Some(block)) = head else {
            return Err(line.cut_off(text!("interchange-line")));
        };
        let (time_ms, block) = (line.count(time)?, line.count(block)?);
        let counts: Vec<&str> = fields.collect();
        let bins = match self.bins {
            None => {
                Bins::of(counts.len()).ok_or_else(|| line.cut_off(text!("interchange-line")))?
            }
            Some(bins) if bins.count == counts.len() => bins,
            Some(_) => return Err(line.cut_off(text!("interchange-line"))),
        };
        self.bins = Some(bins);
        let its = self.values(line, direction)?;
        if its.count == 0 {
            (its.block, its.first_ms) = (Some(block), time_ms);
        }
        its.of_bins.resize(bins.count, 0);
        for (field, of_bin) in counts.iter().zip(&mut its.of_bins) {
            if *field == "0" {
                continue;
            }
            let count = line.count(field)?;
            let expected = text!("interchange-number-requests-histogram-hold");
            let total = its.count.checked_add(count).filter(|it| *it <= Histogram::MAX_COUNT);
            its.count = total.ok_or_else(|| line.expected(field, expected))?;
            *of_bin = of_bin.saturating_add(count);
        }
        its.block = its.block.filter(|it| *it == block);
        its.last_ms = its.last_ms.max(time_ms);
        Ok(())
    }

    fn found(mut self) -> Result<Vec<Imported>, Refusal> {
        let Some(about) = self.about else {
            let what = text!("interchange-kind-log-name-bw-iops-lat");
            return Err(Refusal::of_file(Reason::Nothing { what }));
        };
        let mut evidence =
            ImportedEvidence { tool: "fio".to_owned(), ..ImportedEvidence::default() };
        if self.zero_count > 0 {
            evidence.note(&sentence!(
                "interchange-lines-zeros-alone-without-time-left",
                count = self.zero_count
            ));
        }
        for (direction, its) in std::mem::take(&mut self.of) {
            if its.count == 0 {
                continue;
            }
            let mut found = ImportedResult {
                operation: operation(direction),
                block_bytes: its.block.filter(|it| *it > 0),
                line_index: None,
                ..result(self.job.clone(), 1)
            };
            match about {
                About::Rate => rate(&mut found, (its, self.is_3()), &mut evidence),
                About::Requests => requests(&mut found, its, &mut evidence),
                About::Latency(word) => self.latency(&mut found, its, (word, &mut evidence)),
                About::Histogram => {
                    found.latency_of = Some("clat".to_owned());
                    found.request_count = Some(its.count);
                    let mut histogram = Histogram::new();
                    for (index, count) in its.of_bins.iter().enumerate() {
                        let middle = self.bins.map_or(0, |bins| bins.middle_ns(index));
                        histogram.record_many(middle, *count);
                    }
                    percentiles(&mut found, &histogram);
                    evidence.note(&sentence!("interchange-percentiles-middles-fio-bins"));
                }
            }
            evidence.results.push(found);
        }
        let found: Vec<Imported> = imported(evidence, None).into_iter().collect();
        if found.is_empty() {
            return Err(Refusal::of_file(Reason::Nothing {
                what: text!("interchange-fio-log"),
            }));
        }
        Ok(found)
    }

    /// Whether fio 3 wrote it, which counts in nanoseconds. A fifth field that never exceeds 1 is the priority, which
    /// only these versions write.
    fn is_3(&self) -> bool {
        self.is_certainly_ns || self.fields == Some(5) && !self.has_offsets
    }

    fn latency(
        &self,
        found: &mut ImportedResult,
        mut its: Values,
        (word, evidence): (&str, &mut ImportedEvidence),
    ) {
        found.latency_of = Some(word.to_owned());
        if !its.is_any_window {
            (found.request_count, found.moved_bytes) = (Some(its.count), Some(its.moved));
        }
        if !self.is_3() {
            let its_mean = mean(&its);
            let kind = found.operation.map_or("", OpKind::name);
            let said = format!(
                "{} values: mean {its_mean:.1}, smallest {}, largest {}",
                its.count, its.min, its.max
            );
            evidence.facts.push(ImportedFact::new(format!("{word} {kind}").trim_end(), said));
            evidence.note(&sentence!("interchange-log-not-say-unit-latencies-microseconds"));
            return;
        }
        found.figures.insert("latency_mean_ns", mean(&its));
        let shown = if its.is_any_window { Shown::Windows(1.0) } else { Shown::Requests };
        found.course = its.course_of("latency_mean_ns", shown);
        if its.is_any_window {
            evidence.note(&sentence!("interchange-each-line-log-window-mean-largest"));
            return;
        }
        found.figures.insert("latency_min_ns", its.min as f64);
        found.figures.insert("latency_max_ns", its.max as f64);
        percentiles(found, &its.all());
    }
}

impl LineReader for Log {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Refusal> {
        if line.text.trim().is_empty() {
            return Ok(());
        }
        // Unused space at the end of a job's log: its time is 0 again, and it moved nothing.
        let is_unused =
            |it: char| matches!(it, '0' | ',' | 'x' | '\0') || it.is_ascii_whitespace();
        if line.text.chars().all(is_unused) && (self.has_time || line.text.contains('\0')) {
            self.zero_count = self.zero_count.saturating_add(1);
            return Ok(());
        }
        let time = line.text.split(',').next().unwrap_or_default().trim();
        self.has_time |= time.bytes().any(|it| it != b'0');
        self.last_line = line.index;
        match self.about {
            Some(About::Histogram) => self.bins(line),
            _ => self.sample(line),
        }
    }

    fn end(self: Box<Self>) -> Result<Vec<Imported>, Refusal> {
        self.found()
    }
}

const fn operation(direction: u64) -> Option<OpKind> {
    match direction {
        0 => Some(OpKind::Read),
        1 => Some(OpKind::Write),
        2 => Some(OpKind::Discard),
        _ => Some(OpKind::Flush),
    }
}

fn mean(its: &Values) -> f64 {
    its.sum as f64 / its.count.max(1) as f64
}

/// Limit of the mean distance of lines, ms; closer lines are single requests, because fio's default windows are 500
/// ms. Arbitrary.
const WINDOW_MS_MIN: f64 = 100.0;

/// Times above this are calendar times (`log_unix_epoch`), ms: 1973, and longer than any job.
const EPOCH_MS_MIN: u64 = 100_000_000_000;

/// Run time of the job at its last line, ms.
const fn elapsed_ms(its: &Values) -> u64 {
    if its.first_ms > EPOCH_MS_MIN {
        its.last_ms.saturating_sub(its.first_ms)
    } else {
        its.last_ms
    }
}

/// Whether each line is probably a request. If the version is not known to be 3 (`is_3`), windows may have a block
/// size, too, so the distance of lines decides. Source: fio's `stat.c`, `add_bw_sample`.
fn is_each_request(its: &Values, is_3: bool) -> bool {
    let span = its.last_ms.saturating_sub(its.first_ms) as f64;
    let is_close = || span / (its.count as f64) < WINDOW_MS_MIN;
    !its.is_any_window && its.count > 1 && (is_3 || is_close())
}

fn rate(
    found: &mut ImportedResult,
    (mut its, is_3): (Values, bool),
    evidence: &mut ImportedEvidence,
) {
    if is_each_request(&its, is_3) {
        found.course = its.course_of("bytes_per_s", Shown::BytesPerSecond);
        (found.request_count, found.moved_bytes) = (Some(its.count), Some(its.moved));
        evidence.note(&sentence!("interchange-each-line-log-request-rate-none"));
        let elapsed = elapsed_ms(&its) as f64;
        if elapsed >= 1000.0 {
            let rate = its.moved as f64 * 1000.0 / elapsed;
            found.figures.insert("bytes_per_s", rate);
            found.figures.insert("elapsed_ns", elapsed * 1e6);
        }
        return;
    }
    found.figures.insert("bytes_per_s", mean(&its) * 1024.0);
    found.course = its.course_of("bytes_per_s", Shown::Windows(1024.0));
    windows(found, &its, evidence, "KiB/s");
}

fn requests(found: &mut ImportedResult, mut its: Values, evidence: &mut ImportedEvidence) {
    // Windows of one request each give the same result.
    if is_each_request(&its, true) && its.are_ones {
        found.course = its.course_of("iops", Shown::RequestsPerSecond);
        (found.request_count, found.moved_bytes) = (Some(its.count), Some(its.moved));
        let elapsed = elapsed_ms(&its) as f64;
        if elapsed >= 1000.0 {
            let rate = its.count as f64 * 1000.0 / elapsed;
            found.figures.insert("iops", rate);
            found.figures.insert("elapsed_ns", elapsed * 1e6);
        }
        evidence.note(&sentence!("interchange-each-line-log-request-counted"));
        return;
    }
    found.figures.insert("iops", mean(&its));
    found.course = its.course_of("iops", Shown::Windows(1.0));
    windows(found, &its, evidence, "IOPS");
}

/// Adds facts about the windows of a log other than their mean.
fn windows(found: &ImportedResult, its: &Values, evidence: &mut ImportedEvidence, unit: &str) {
    let kind = found.operation.map_or("", OpKind::name);
    let said =
        format!("{}, smallest {} {unit}, largest {} {unit}", its.count, its.min, its.max);
    evidence.facts.push(ImportedFact::new(format!("lines {kind}").trim_end(), said));
    evidence.note(&sentence!("interchange-rates-means-lines-log"));
}

fn percentiles(found: &mut ImportedResult, histogram: &Histogram) {
    for (name, share) in
        [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999), ("p9999", 0.9999)]
    {
        if let Some(value) = histogram.quantile_ns(share) {
            found.figures.insert(format!("latency_{name}_ns"), value as f64);
        }
    }
    found.histogram = (histogram.count() > 0).then(|| histogram.to_text());
}
