//! CrystalDiskMark 3 to 9 and KDiskMark as text, as their menus copy it; several reports in one text.
//!
//! Sources: reports of versions 3.0.1 to 8.0.5 that people published in their repositories, in English and Japanese
//! (the measured lines are English in every language), and this project's export in the same format. In versions 3
//! and 4 KB of block sizes are KiB (3.x prints `Random Read 512KB`, 5.x `4KiB` for the same test). KDiskMark:
//! JonMagon/KDiskMark issue 58, with 2.328 MB/s beside 582.2 IOPS of 4 KiB: it divides fio's KiB/s by 1000, so its MB
//! are 1,024,000 bytes.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    sentence, text,
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

/// Whether the text is a report of the tool: it contains its name and a figure.
fn find(text: &str, tool: &str) -> bool {
    text.contains(tool) && lines(text).any(|line| is_figure(line.text))
}

/// A line that looks like a figure, valid or not, from its first word on. If its words are unambiguous, marks of
/// lists and web pages may precede it.
fn row(text: &str) -> Option<&str> {
    const WORDS: [&str; 4] = ["Sequential", "Random", "SEQ", "RND"];
    if !text.contains(':') || !text.contains("B/s") {
        return None;
    }
    let bare = text.trim_start_matches(MARKS);
    if WORDS.iter().any(|it| bare.starts_with(it)) {
        return Some(bare);
    }
    let at = WORDS.iter().filter_map(|it| text.find(it)).min();
    let (before, rest) = text.split_at_checked(at?)?;
    let of_version_3 = ["Sequential Read", "Sequential Write", "Random Read", "Random Write"];
    let is_sure = has_queue(rest) || of_version_3.iter().any(|it| rest.starts_with(it));
    (is_sure && is_marks(before)).then_some(rest)
}

/// Whether the text consists of marks and tags only.
fn is_marks(text: &str) -> bool {
    let mut is_tag = false;
    text.chars().all(|letter| {
        is_tag = letter == '<' || is_tag && letter != '>';
        is_tag || !letter.is_alphabetic() && letter != ':'
    })
}

/// Marks that mails and tables put before a line.
const MARKS: [char; 4] = ['>', ' ', '\t', '|'];

fn is_figure(text: &str) -> bool {
    row(text).is_some()
}

/// Whether a line names a queue depth before a rate: `(Q= 32, T= 1):`, `(QD=32) :`.
fn has_queue(text: &str) -> bool {
    let title = text.split_once("MB/s").and_then(|(it, _)| it.rsplit_once(':'));
    title.is_some_and(|(it, _)| it.contains("(Q=") || it.contains("(QD="))
}

/// Whether the text has enough lines of figures without a heading: a single one can be anything.
fn has_rows(text: &str, is_row: fn(&str) -> bool) -> bool {
    let rows = lines(text).filter(|line| is_figure(line.text) && is_row(line.text));
    rows.count() >= ROWS_MIN
}

/// Fewer lines without a heading are not a report. Arbitrary.
const ROWS_MIN: usize = 2;

/// `Sequential 1MiB (Q=  8, T= 1):`, and `Random Read 4KB (QD=32) :` of version 3; a size has no space.
fn is_cdm_row(text: &str) -> bool {
    has_queue(text) && !is_kdiskmark_row(text)
}

/// `Sequential 1 MiB (Q= 8, T= 1):`; a size has a space.
fn is_kdiskmark_row(text: &str) -> bool {
    text.contains("iB (Q=")
        && text.contains("MB/s")
        && [" MiB (Q=", " KiB (Q="].iter().any(|it| text.contains(it))
}

/// Bytes of KDiskMark's MB. Source: see above.
const KDISKMARK_MB: f64 = 1_024_000.0;

/// The report that is being read.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "what was seen of it, each by itself")]
struct Report {
    evidence: ImportedEvidence,
    section: Option<OpKind>,
    is_mixed: bool,
    /// Whether a line proved that its MB are KDiskMark's, or that they are not.
    is_corrected: Option<bool>,
    volume: Option<String>,
    /// Whether no figure came since the last section heading.
    is_section_new: bool,
    /// Whether it has the line with the test; if that line comes after the figures, no more figures follow.
    has_test: bool,
    is_whole: bool,
}

fn read(source: &Source<'_>, tool: &'static str) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut report: Option<Report> = None;
    let mut is_other = false;
    let is_headed = lines(source.text).any(|line| version_of(line.text, tool).is_some());
    for line in lines(source.text) {
        if let Some(version) = version_of(line.text, tool) {
            // The unit of MB in earlier versions is unknown.
            if tool == "CrystalDiskMark" && matches!(version.split('.').next(), Some("1" | "2"))
            {
                return Err(line.expected(version, text!("interchange-version-3-later")));
            }
            found.extend(report.take().and_then(Report::end));
            (report, is_other) = (Some(Report::new(tool, Some(version))), false);
            continue;
        }
        // The other tool's lines look alike, but its MB differ.
        if version_of(line.text, other_than(tool)).is_some() {
            found.extend(report.take().and_then(Report::end));
            is_other = true;
        }
        if is_other {
            continue;
        }
        if let Some(ended) = report.take_if(|it| it.is_ended_by(line.text, is_headed)) {
            report = Some(ended.next(tool));
            found.extend(ended.end());
        }
        // Lines before the first heading belong to a report without one.
        if report.is_none() && (!is_headed || section_of(line.text).is_some()) {
            report = Some(Report::new(tool, None));
        }
        let Some(report) = report.as_mut() else { continue };
        report.line(&line)?;
    }
    found.extend(report.take().and_then(Report::end));
    if found.is_empty() {
        let what = match tool {
            "KDiskMark" => text!("interchange-kdiskmark"),
            _ => text!("interchange-crystaldiskmark"),
        };
        return Err(Refusal::of_file(Reason::Nothing { what }));
    }
    Ok(found)
}

/// The tool whose reports look like those of `tool`.
fn other_than(tool: &str) -> &'static str {
    if tool == "KDiskMark" { "CrystalDiskMark" } else { "KDiskMark" }
}

/// The heading of a section: its operation, `None` for both at once.
fn section_of(text: &str) -> Option<Option<OpKind>> {
    let text = text.trim_start_matches(MARKS);
    let is_of = |word: &str| text.starts_with(word);
    [("[Read", Some(OpKind::Read)), ("[Write", Some(OpKind::Write)), ("[Mix", None)]
        .into_iter()
        .find_map(|(word, operation)| is_of(word).then_some(operation))
}

/// The test: `1 GiB (x5) [C: 21% (97/465GiB)]`, `50 MB [D: 0.0% (0.2/1660.8 GB)] (x9)`.
fn test_of(text: &str) -> Option<&str> {
    let (name, value) = text.trim_start_matches(MARKS).split_once(':')?;
    (name.trim() == "Test" && value.contains("(x")).then_some(value)
}

/// The volume of `[C: 21% (97/465GiB)]`; KDiskMark prints its measuring and pause times in its place.
fn volume_of(test: &str) -> Option<String> {
    let (volume, _) = test.split_once('[')?.1.split_once(": ")?;
    let mut letters = volume.chars();
    let is_letter =
        letters.next().is_some_and(|it| it.is_ascii_alphabetic()) && letters.next().is_none();
    (is_letter || volume.starts_with('/')).then(|| format!("{volume}:"))
}

/// The folder of KDiskMark's `/home 4% (31.72/748.08 GiB)`.
fn target_of(value: &str) -> Option<String> {
    let (before, _) = value.rsplit_once(" (")?;
    let (folder, share) = before.rsplit_once(' ')?;
    (folder.starts_with('/') && share.ends_with('%')).then(|| folder.trim().to_owned())
}

/// Limit of lines of figures in a report. Arbitrary.
const ROWS_MAX: usize = 64;

/// The version in a heading: `CrystalDiskMark 8.0.4 x64 (C) ..`, `KDiskMark (2.3.0): ..`.
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
        // There may be many short reports.
        self.evidence.results.shrink_to_fit();
        imported(self.evidence, self.volume)
    }

    /// The report after this one: only its section is known, if that has just begun.
    fn next(&self, tool: &str) -> Self {
        let (section, is_mixed) = match self.is_section_new {
            true => (self.section, self.is_mixed),
            false => (None, false),
        };
        Self { section, is_mixed, ..Self::new(tool, None) }
    }

    /// Whether a line belongs to the next report: after the test line that ends this one, and, if no report has a
    /// heading, at a repetition of its first section or of one of its lines.
    fn is_ended_by(&self, text: &str, is_headed: bool) -> bool {
        if self.has_test && test_of(text).is_some() {
            return true;
        }
        let (row, section) = (row(text), section_of(text));
        if self.is_whole {
            return row.is_some() || section.is_some();
        }
        if is_headed || self.evidence.results.is_empty() {
            return false;
        }
        section == Some(Some(OpKind::Read)) || row.is_some_and(|it| self.has(it))
    }

    /// Whether it already has this line of figures.
    fn has(&self, row: &str) -> bool {
        let title = row.split(':').next().unwrap_or_default();
        let name = name_of(title, self.is_mixed);
        let is_of_section =
            |it: &ImportedResult| self.section.is_none() || it.operation == self.section;
        let mut rows = self.evidence.results.iter().take(ROWS_MAX);
        rows.any(|it| it.name == name && is_of_section(it))
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), Refusal> {
        if let Some(operation) = section_of(line.text) {
            (self.section, self.is_mixed) = (operation, operation.is_none());
            self.is_section_new = true;
        } else if let Some(row) = row(line.text) {
            self.is_section_new = false;
            self.figure(line, row.trim_end())?;
        } else {
            self.fact(line.text.trim_start_matches(MARKS).trim_end());
        }
        Ok(())
    }

    /// `Test: 1 GiB (x5) [C: 21% (97/465GiB)]` and the other facts.
    fn fact(&mut self, text: &str) {
        let Some((name, value)) = text.split_once(':') else { return };
        let (name, value) = (name.trim(), value.trim());
        if value.is_empty() {
            return;
        }
        match name {
            "Date" => self.evidence.measured_at = Some(value.to_owned()),
            "Test" | "OS" | "Profile" | "Mode" | "Time" | "Comment" => {
                if test_of(text).is_some() {
                    self.volume = volume_of(value);
                    (self.has_test, self.is_whole) = (true, !self.evidence.results.is_empty());
                }
                self.evidence.facts.push(ImportedFact::new(name, value));
            }
            // Version 3 of KDiskMark has a separate line for it.
            "Target" => self.volume = target_of(value).or(self.volume.take()),
            _ => {}
        }
    }

    fn figure(&mut self, line: &Line<'_>, text: &str) -> Result<(), Refusal> {
        // Comments and volumes have several colons, too, but a line of figures has only one.
        let (title, values) =
            text.split_once(':').ok_or_else(|| line.cut_off(text!("interchange-line")))?;
        let (rate, rest) = values
            .split_once("MB/s")
            .ok_or_else(|| line.expected(values.trim(), text!("interchange-rate-mb-s")))?;
        let number = line.number(rate)?;
        if let Some((before, _)) = rest.split_once("MB/s") {
            // With two drives side by side, the assignment is unknown.
            let second = before.split_whitespace().next_back().unwrap_or_default();
            return Err(line.expected(second, text!("interchange-end-line")));
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
            // Both tools bypass the page cache.
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
            // The IOPS beside it determine its MB.
            return if is_kdiskmark {
                Err(line.cut_off(text!("interchange-line")))
            } else {
                Ok(usual)
            };
        };
        let agrees = |unit: f64| {
            let from_rate = number * unit / block as f64;
            let from_iops = iops * block as f64 / unit;
            // Arbitrary: both are means of several passes, rounded separately.
            let is_near = (from_iops - number).abs() <= number * 0.004;
            is_rounded(printed, from_iops) || is_rounded(iops_printed, from_rate) || is_near
        };
        let (is_mb, is_other) = (agrees(1e6), is_kdiskmark && agrees(KDISKMARK_MB));
        match (is_mb, is_other) {
            (false, true) => {
                if self.is_corrected != Some(true) {
                    self.is_corrected = Some(true);
                    self.evidence.note(&sentence!("interchange-kdiskmark-mb-1-024-000-bytes"));
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

/// Number and text of `[  98226.6 IOPS]` or `<   35.18 us>`; `None` if there is none.
fn between<'a>(
    line: &Line<'_>,
    rest: &'a str,
    (open, close): (char, char),
    unit: &'static str,
) -> Result<Option<(&'a str, f64)>, Refusal> {
    let Some((_, inside)) = rest.split_once(open) else { return Ok(None) };
    let (inside, _) =
        inside.split_once(close).ok_or_else(|| line.cut_off(text!("interchange-line")))?;
    let Some(number) = inside.trim().strip_suffix(unit) else {
        return Err(line.expected(
            inside.trim(),
            if unit == "us" {
                text!("interchange-time-us")
            } else {
                text!("interchange-number-iops")
            },
        ));
    };
    let number = number.trim();
    let value =
        decimal(number).ok_or_else(|| line.expected(number, text!("interchange-number")))?;
    Ok(Some((number, value)))
}

/// The work of a line.
struct Work {
    operation: Option<OpKind>,
    order: ImportedOrder,
    block_bytes: Option<u64>,
    depth: Option<u32>,
    threads: Option<u32>,
}

impl Work {
    /// Parses `Random Read 4KiB (Q= 32,T= 1)`, `Sequential 1MiB (Q=  8, T= 1)`, `Random Write 4KB (QD=32)`,
    /// `Sequential Read`.
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
                    work.block_bytes = Some(bytes.ok_or_else(|| {
                        line.expected(word, text!("interchange-block-size-2"))
                    })?);
                }
            }
        }
        for part in queue.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| line.expected(part, text!("interchange-queue-depth")))?;
            let value = value.trim();
            let number = value
                .parse()
                .ok()
                .ok_or_else(|| line.expected(value, text!("interchange-whole-number")))?;
            match name.trim() {
                "Q" | "QD" => work.depth = Some(number),
                "T" => work.threads = Some(number),
                _ => return Err(line.expected(part, text!("interchange-queue-depth"))),
            }
        }
        Ok(work)
    }
}

/// The name of a line: without the spaces that align it.
fn name_of(title: &str, is_mixed: bool) -> String {
    let words: Vec<&str> = title.split_whitespace().collect();
    let name = words.join(" ").replace("= ", "=").replace(", T", ",T");
    if is_mixed { format!("{name} mixed") } else { name }
}
