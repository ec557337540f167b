//! CrystalDiskMark 3 to 9 and KDiskMark as text, as their menus copy it; several reports in one text.
//!
//! Sources: reports of versions 3.0.1 to 8.0.5 that people published in their repositories, in English and Japanese (the
//! measured lines are English in every language), and this project's export in the same format. In versions 3 and 4 KB of
//! block sizes are KiB (3.x says `Random Read 512KB`, 5.x `4KiB` for the same test). KDiskMark: JonMagon/KDiskMark issue 58,
//! where 2.328 MB/s stand beside 582.2 IOPS of 4 KiB: it divides fio's KiB/s by 1000, so that its MB are 1,024,000 bytes.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    sentence,
};

use super::line::{Line, decimal, is_rounded, lines, size_bytes};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "cdm",
    title: "CrystalDiskMark 3 to 9, as text",
    reads: "every line: MB/s, IOPS, mean latency, block size, queue depth, threads; test size, date, system",
    unknown: "the drive: it names the volume alone; percentiles",
    detect: |source| match find(source.text, "CrystalDiskMark") {
        true => 93,
        false if has_rows(source.text, is_cdm_row) => 80,
        false => 0,
    },
    read: |source| read(source, "CrystalDiskMark"),
};

pub(super) const KDISKMARK: Importer = Importer {
    kind: "kdiskmark",
    title: "KDiskMark, as text",
    reads: "the same; its MB, which are 1,024,000 bytes, are corrected with a note where IOPS prove it",
    unknown: "the drive; percentiles",
    detect: |source| match find(source.text, "KDiskMark") {
        true => 94,
        false if has_rows(source.text, is_kdiskmark_row) => 81,
        false => 0,
    },
    read: |source| read(source, "KDiskMark"),
};

/// Whether it is a report of the tool: its name and a figure.
fn find(text: &str, tool: &str) -> bool {
    text.contains(tool) && lines(text).any(|line| is_figure(line.text))
}

/// Whether a line looks like a figure, well-formed or not.
fn is_figure(text: &str) -> bool {
    let text = text.trim_start_matches(['>', ' ', '\t', '|']);
    let starts = ["Sequential", "Random", "SEQ", "RND"].iter().any(|it| text.starts_with(it));
    starts && text.contains(':') && text.contains("B/s")
}

/// Whether somebody posted lines of figures alone: one may be anything.
fn has_rows(text: &str, is_row: fn(&str) -> bool) -> bool {
    let rows = lines(text).filter(|line| is_figure(line.text) && is_row(line.text));
    rows.count() >= ROWS_MIN
}

/// Fewer lines without a head are no report. Arbitrary.
const ROWS_MIN: usize = 2;

/// `Sequential 1MiB (Q=  8, T= 1):`; a size stands together.
fn is_cdm_row(text: &str) -> bool {
    text.contains("(Q=") && text.contains("MB/s") && !is_kdiskmark_row(text)
}

/// `Sequential 1 MiB (Q= 8, T= 1):`; a size stands apart.
fn is_kdiskmark_row(text: &str) -> bool {
    text.contains("iB (Q=")
        && text.contains("MB/s")
        && [" MiB (Q=", " KiB (Q="].iter().any(|it| text.contains(it))
}

/// Bytes of KDiskMark's MB. Source: see above.
const KDISKMARK_MB: f64 = 1_024_000.0;

/// The report that is read.
#[derive(Debug, Default)]
struct Report {
    evidence: ImportedEvidence,
    section: Option<OpKind>,
    is_mixed: bool,
    /// Whether a line proved that its MB are KDiskMark's, or that they are not.
    is_corrected: Option<bool>,
    volume: Option<String>,
}

fn read(source: &Source<'_>, tool: &'static str) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut report: Option<Report> = None;
    let is_headed = lines(source.text).any(|line| version_of(line.text, tool).is_some());
    for line in lines(source.text) {
        if let Some(version) = version_of(line.text, tool) {
            found.extend(report.take().and_then(Report::end));
            report = Some(Report::new(tool, Some(version)));
            continue;
        }
        // Without a head the first section is the beginning of a report.
        if !is_headed
            && line.text.trim_start_matches(['>', '|', ' ', '\t']).starts_with("[Read")
        {
            found.extend(report.take().and_then(Report::end));
        }
        if !is_headed && report.is_none() {
            report = Some(Report::new(tool, None));
        }
        let Some(report) = report.as_mut() else { continue };
        report.line(&line)?;
    }
    found.extend(report.take().and_then(Report::end));
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: tool }));
    }
    Ok(found)
}

/// The version in a head: `CrystalDiskMark 8.0.4 x64 (C) ..`, `KDiskMark (2.3.0): ..`.
fn version_of<'a>(text: &'a str, tool: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(tool)?;
    let rest = rest.trim_start_matches([' ', '(']);
    let end =
        rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '.').unwrap_or(rest.len());
    let version = rest.get(..end)?;
    let is_head = text.contains("hiyohiyo") || text.contains("://");
    (version.starts_with(|it: char| it.is_ascii_digit()) && is_head).then_some(version)
}

impl Report {
    fn new(tool: &str, version: Option<&str>) -> Self {
        let evidence = ImportedEvidence {
            tool: tool.to_owned(),
            version: version.map(str::to_owned),
            ..ImportedEvidence::default()
        };
        Self { evidence, ..Self::default() }
    }

    fn end(mut self) -> Option<Imported> {
        number_names(&mut self.evidence.results);
        if self.evidence.results.is_empty() {
            return None;
        }
        imported(self.evidence, self.volume)
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), Refusal> {
        let text = line.text.trim_start_matches(['>', '|']).trim();
        match text {
            _ if text.starts_with("[Read") => {
                (self.section, self.is_mixed) = (Some(OpKind::Read), false);
            }
            _ if text.starts_with("[Write") => {
                (self.section, self.is_mixed) = (Some(OpKind::Write), false);
            }
            _ if text.starts_with("[Mix") => (self.section, self.is_mixed) = (None, true),
            _ if is_figure(line.text) => self.figure(line, text)?,
            _ => self.fact(text),
        }
        Ok(())
    }

    /// `Test: 1 GiB (x5) [C: 21% (97/465GiB)]` and what stands beside.
    fn fact(&mut self, text: &str) {
        let Some((name, value)) = text.split_once(':') else { return };
        let (name, value) = (name.trim(), value.trim());
        if value.is_empty() {
            return;
        }
        match name {
            "Date" => self.evidence.measured_at = Some(value.to_owned()),
            "Test" | "OS" | "Profile" | "Mode" | "Time" | "Comment" => {
                if name == "Test" {
                    let volume = value.split_once('[').and_then(|(_, it)| it.split_once(": "));
                    // KDiskMark 1 has nothing but `[Interval: 5 sec]` there.
                    let volume = volume.filter(|(it, _)| *it != "Interval");
                    self.volume = volume.map(|(volume, _)| format!("{volume}:"));
                }
                self.evidence.facts.push(ImportedFact::new(name, value));
            }
            _ => {}
        }
    }

    fn figure(&mut self, line: &Line<'_>, text: &str) -> Result<(), Refusal> {
        // The last colon: comments and volumes have them, too, but no line of figures does.
        let (title, values) = text.split_once(':').ok_or_else(|| line.cut_off("the line"))?;
        let (rate, rest) = values
            .split_once("MB/s")
            .ok_or_else(|| line.expected(values.trim(), "a rate in MB/s"))?;
        let number = line.number(rate)?;
        if let Some((before, _)) = rest.split_once("MB/s") {
            // Of two drives beside each other nobody knows which is which.
            let second = before.split_whitespace().next_back().unwrap_or_default();
            return Err(line.expected(second, "the end of the line"));
        }
        let work = Work::of(line, title.trim())?;
        let operation = if self.is_mixed { None } else { work.operation.or(self.section) };
        let iops = between(line, rest, ('[', ']'), "IOPS")?;
        let latency = between(line, rest, ('<', '>'), "us")?;
        let mut found = ImportedResult {
            operation,
            order: Some(work.order),
            block_bytes: work.block_bytes,
            depth: work.depth,
            job_count: work.threads,
            // Both open their file past the cache.
            is_direct: Some(true),
            ..result(name_of(title, self.is_mixed), line.index)
        };
        // A test that was not run is printed as zeros.
        if number == 0.0 && iops.is_none_or(|(_, value)| value == 0.0) {
            return Ok(());
        }
        let unit = self.unit(line, (rate.trim(), number), (iops, work.block_bytes))?;
        let mut figures = ImportedFigures::from([("bytes_per_s", number * unit)]);
        if let Some((_, value)) = iops {
            figures.insert("iops", value);
        }
        if let Some((_, value)) = latency.filter(|(_, value)| *value > 0.0) {
            figures.insert("latency_mean_ns", value * 1e3);
        }
        found.figures = figures;
        self.evidence.results.push(found);
        Ok(())
    }

    /// Bytes of the MB of a line.
    fn unit(
        &mut self,
        line: &Line<'_>,
        (printed, number): (&str, f64),
        (iops, block): (Option<(&str, f64)>, Option<u64>),
    ) -> Result<f64, Refusal> {
        let is_kdiskmark = self.evidence.tool == "KDiskMark";
        let usual =
            if is_kdiskmark && self.is_corrected == Some(true) { KDISKMARK_MB } else { 1e6 };
        let (Some((iops_printed, iops)), Some(block)) = (iops, block) else {
            // Its MB are what the IOPS beside them say.
            return if is_kdiskmark { Err(line.cut_off("the line")) } else { Ok(usual) };
        };
        let agrees = |unit: f64| {
            let from_rate = number * unit / block as f64;
            let from_iops = iops * block as f64 / unit;
            // Arbitrary: both are means of several passes, rounded by themselves.
            let is_near = (from_iops - number).abs() <= number * 0.004;
            is_rounded(printed, from_iops) || is_rounded(iops_printed, from_rate) || is_near
        };
        let (is_mb, is_other) = (agrees(1e6), is_kdiskmark && agrees(KDISKMARK_MB));
        match (is_mb, is_other) {
            (false, true) => {
                if self.is_corrected != Some(true) {
                    self.is_corrected = Some(true);
                    self.evidence.note(&sentence!(
                        "this KDiskMark's MB are 1,024,000 bytes, as its IOPS prove: rates are corrected by \
                         the factor 1.024"
                    ));
                }
                Ok(KDISKMARK_MB)
            }
            (true, false) => {
                self.is_corrected.get_or_insert(false);
                Ok(1e6)
            }
            (true, true) => Ok(usual),
            (false, false) => {
                let follows = format!("{:.3} MB/s", iops * block as f64 / 1e6);
                Err(line.contradiction(printed, follows))
            }
        }
    }
}

/// Number and text of `[  98226.6 IOPS]` or `<   35.18 us>`; `None` where there is none.
fn between<'a>(
    line: &Line<'_>,
    rest: &'a str,
    (open, close): (char, char),
    unit: &'static str,
) -> Result<Option<(&'a str, f64)>, Refusal> {
    let Some((_, inside)) = rest.split_once(open) else { return Ok(None) };
    let (inside, _) = inside.split_once(close).ok_or_else(|| line.cut_off("the line"))?;
    let Some(number) = inside.trim().strip_suffix(unit) else {
        return Err(line.expected(
            inside.trim(),
            if unit == "us" { "a time in us" } else { "a number of IOPS" },
        ));
    };
    let number = number.trim();
    let value = decimal(number).ok_or_else(|| line.expected(number, "a number"))?;
    Ok(Some((number, value)))
}

/// What a line is about.
struct Work {
    operation: Option<OpKind>,
    order: ImportedOrder,
    block_bytes: Option<u64>,
    depth: Option<u32>,
    threads: Option<u32>,
}

impl Work {
    /// Of `Random Read 4KiB (Q= 32,T= 1)`, `Sequential 1MiB (Q=  8, T= 1)`, `Random Write 4KB (QD=32)`, `Sequential Read`.
    fn of(line: &Line<'_>, title: &str) -> Result<Self, Refusal> {
        let (words, queue) = match title.split_once('(') {
            Some((words, queue)) => (words, queue.trim_end_matches(')')),
            None => (title, ""),
        };
        let order = if words.starts_with("Seq") || words.starts_with("SEQ") {
            ImportedOrder::Sequential
        } else {
            ImportedOrder::Random
        };
        let mut work =
            Self { operation: None, order, block_bytes: None, depth: None, threads: None };
        let sizes = words.replace(" KiB", "KiB").replace(" MiB", "MiB").replace(" KB", "KB");
        for word in sizes.split_whitespace().skip(1) {
            match word {
                "Read" => work.operation = Some(OpKind::Read),
                "Write" => work.operation = Some(OpKind::Write),
                // KB of block sizes are KiB in these versions.
                size => {
                    let binary = if size.contains('i') {
                        size.to_owned()
                    } else {
                        size.replace('B', "iB")
                    };
                    let bytes = size_bytes(&binary);
                    work.block_bytes =
                        Some(bytes.ok_or_else(|| line.expected(word, "a block size"))?);
                }
            }
        }
        for part in queue.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| line.expected(part, "a queue depth"))?;
            let value = value.trim();
            let number =
                value.parse().ok().ok_or_else(|| line.expected(value, "a whole number"))?;
            match name.trim() {
                "Q" | "QD" => work.depth = Some(number),
                "T" => work.threads = Some(number),
                _ => return Err(line.expected(part, "a queue depth")),
            }
        }
        Ok(work)
    }
}

/// What a line is called: without the spaces that align it.
fn name_of(title: &str, is_mixed: bool) -> String {
    let words: Vec<&str> = title.split_whitespace().collect();
    let name = words.join(" ").replace("= ", "=").replace(", T", ",T");
    if is_mixed { format!("{name} mixed") } else { name }
}
