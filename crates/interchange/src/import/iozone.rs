//! iozone: the wide table, the reports for spreadsheets (`-R`), throughput of several processes (`-t`), and
//! operations or microseconds in place of kilobytes (`-O`, `-N`).
//!
//! Sources: iozone's `iozone.c` (`show_help`, `splash` and the functions of the tests: columns and units), its
//! manual, and reports of versions 3.2 to 3.506 that people published. Its kB are 1024 bytes in every version.
//! Without `-I` it goes through the page cache.

mod table;

use std::collections::BTreeMap;

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    sentence, text,
};

use self::table::{Asked, Key, Table};
use super::line::{Line, bare, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "iozone",
    title: "iozone, tables, -R reports and throughput mode",
    reads: "every test and size: rates, operations (-O) or times (-N), record and file size, processes; its kB are KiB",
    unknown: "the drive behind the file; percentiles",
    detect,
    read,
};

fn detect(source: &Source<'_>) -> u8 {
    let text = source.text;
    let has_table = lines(text).any(|it| table::is_header(it.text));
    let is_seen = |line: Line<'_>| {
        let text = bare(line.text);
        text.starts_with("Children see throughput for") && text.ends_with("/sec")
    };
    if has_table || lines(text).any(is_seen) {
        return 93;
    }
    let is_report = |line: Line<'_>| Report::find(line.text).is_some();
    if text.contains("ozone") && lines(text).any(is_report) { 90 } else { 0 }
}

/// Unit of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Kib,
    Operations,
    Microseconds,
}

impl Unit {
    /// Parses `kBytes/sec`, `KB/sec`, `ops/sec`, `microseconds/operation`.
    fn of(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let text = text.trim().trim_end_matches('.');
        Some(match text {
            "kb/sec" | "kbytes/sec" | "kbytes/second" | "kib/sec" => Self::Kib,
            "ops/sec" | "ops/second" | "operations per second" => Self::Operations,
            it if it.starts_with("microseconds") || it.starts_with("us/op") => {
                Self::Microseconds
            }
            _ => return None,
        })
    }

    const fn figure(self) -> (&'static str, f64) {
        match self {
            Self::Kib => ("bytes_per_s", 1024.0),
            Self::Operations => ("iops", 1.0),
            Self::Microseconds => ("latency_mean_ns", 1000.0),
        }
    }
}

/// One run of iozone.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "what was seen of it, each by itself")]
struct Run {
    evidence: ImportedEvidence,
    unit: Option<Unit>,
    /// Whether its settings or its command line were read: options that they do not name are then off.
    is_told: bool,
    is_direct: bool,
    /// Whether files are mapped into memory (`-B`).
    is_mapped: bool,
    asked: Asked,
    record_bytes: Option<u64>,
    table: Table,
    report: Option<Report>,
    /// Throughput of several processes together, by the name of the test.
    together: BTreeMap<String, f64>,
    file: Option<String>,
    /// Whether the text ends with this line, without a line end: its last figure may be truncated.
    is_end: bool,
}

impl Run {
    fn new() -> Self {
        let evidence =
            ImportedEvidence { tool: "iozone".to_owned(), ..ImportedEvidence::default() };
        Self { evidence, ..Self::default() }
    }

    fn end(mut self) -> Option<Imported> {
        if self.evidence.results.is_empty() {
            return None;
        }
        let rates =
            self.evidence.results.iter().any(|it| it.figures.contains_key("bytes_per_s"));
        if rates {
            let note = sentence!("interchange-iozone-kb-1024-bytes-rates-corrected");
            self.evidence.note(&note);
        }
        if self.unit.is_none() && rates {
            self.evidence.note(&sentence!("interchange-text-not-say-columns-count-kb"));
        }
        for it in &mut self.evidence.results {
            it.is_direct = self.is_told.then_some(self.is_direct && !self.is_mapped);
            it.block_bytes = it.block_bytes.or(self.record_bytes);
        }
        number_names(&mut self.evidence.results);
        imported(self.evidence, self.file)
    }

    fn push(
        &mut self,
        line: &Line<'_>,
        (name, test): (String, &str),
        (value, unit): (f64, Unit),
    ) {
        let (figure, factor) = unit.figure();
        let (operation, order) = work_of(test);
        self.evidence.results.push(ImportedResult {
            operation,
            order: Some(order),
            figures: ImportedFigures::from([(figure.to_owned(), value * factor)]),
            ..result(name, line.index)
        });
    }
}

/// Operation and order of a test, by its name in the table, the reports or the lines of throughput.
fn work_of(test: &str) -> (Option<OpKind>, ImportedOrder) {
    let test = test.to_ascii_lowercase();
    let is = |word: &str| test.contains(word);
    let operation = match () {
        () if is("mix") => None,
        () if is("writ") => Some(OpKind::Write),
        () if is("read") => Some(OpKind::Read),
        () => None,
    };
    let order = match () {
        () if is("random") && !is("mix") => ImportedOrder::Random,
        // Backwards, in strides, or the same record repeatedly; pread and pwrite have their own positions.
        () if ["bkwd", "back", "reverse", "stride", "record", "mix"].into_iter().any(is) => {
            ImportedOrder::Unknown
        }
        () => ImportedOrder::Sequential,
    };
    (operation, order)
}

const TITLE: &str = "Iozone: Performance Test";

/// Upper bound of the number of figures before the first line that may begin a run, and after each such line. It
/// allows an exact reservation: a figure of a table has a dozen characters, so a vector that grows by doubling would
/// take several times the size of the table.
fn figure_counts(text: &str) -> Vec<usize> {
    let mut counts = vec![0_usize];
    for line in lines(text) {
        let text = bare(line.text);
        if text.contains(TITLE) || command_of(text).is_some() {
            counts.push(0);
        } else if let Some(count) = counts.last_mut() {
            let words = text.split_whitespace().filter(|word| is_figure(word)).count();
            *count = count.saturating_add(words);
        }
    }
    counts
}

/// Whether a word begins like a figure.
fn is_figure(word: &str) -> bool {
    word.trim_start_matches('"').starts_with(|letter: char| letter.is_ascii_digit())
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut counts = figure_counts(source.text).into_iter();
    let mut run = Run::new();
    run.evidence.results.reserve_exact(counts.next().unwrap_or(0));
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        run.is_end = all.peek().is_none();
        let text = bare(line.text);
        let command = command_of(text);
        if text.contains(TITLE) || command.is_some() {
            if !run.evidence.results.is_empty() {
                found.extend(std::mem::replace(&mut run, Run::new()).end());
            }
            run.evidence.results.reserve_exact(counts.next().unwrap_or(0));
            if let Some(command) = command {
                run.command(command);
            }
            continue;
        }
        run.line(&line, text)?;
    }
    found.extend(run.end());
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-iozone") }));
    }
    Ok(found)
}

/// The options of `Command line used: iozone -a ..`, or of a command at a prompt.
fn command_of(text: &str) -> Option<&str> {
    if let Some((_, command)) = text.split_once("Command line used:") {
        return Some(command.trim());
    }
    let at = text.find("iozone -").or_else(|| text.find("iozone3 -"))?;
    let before = text.get(..at)?;
    let is_word = before.is_empty() || before.ends_with([' ', '/', '$', '#', '`', '>', '%']);
    is_word.then(|| text.get(at..)).flatten()
}

impl Run {
    fn command(&mut self, command: &str) {
        self.is_told = true;
        self.asked = Asked::default();
        let mut words = command.split_whitespace().skip(1).peekable();
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix('-') else { continue };
            match option {
                "+n" => self.asked.has_no_retests = true,
                "i" => {
                    self.asked.tests.extend(words.peek().and_then(|it| it.parse::<u32>().ok()));
                }
                "f" => self.file = words.peek().map(|it| (*it).to_owned()),
                _ if option.starts_with('i') => {
                    self.asked
                        .tests
                        .extend(option.get(1..).and_then(|it| it.parse::<u32>().ok()));
                }
                // Letters without a value may be joined.
                _ if option.bytes().all(|it| it.is_ascii_alphabetic()) && option.len() < 6 => {
                    self.is_direct |= option.contains('I');
                    // The kernel writes mapped memory back at any time.
                    self.is_mapped |= option.contains('B');
                    if option.contains('O') {
                        self.unit = Some(Unit::Operations);
                    } else if option.contains('N') {
                        self.unit = Some(Unit::Microseconds);
                    }
                }
                _ => {}
            }
        }
        self.unit.get_or_insert(Unit::Kib);
        self.evidence.facts.push(ImportedFact::new("command", command));
    }

    fn line(&mut self, line: &Line<'_>, text: &str) -> Result<(), Refusal> {
        let plain = text.trim_matches('"').trim();
        if let Some((_, version)) = text.split_once("Version $Revision:") {
            self.evidence.version = Some(version.trim_matches(['$', ' ']).to_owned());
        } else if let Some(when) = text.strip_prefix("Run began:") {
            self.evidence.measured_at = Some(when.trim().to_owned());
            self.is_told = true;
        } else if let Some(unit) = plain.strip_prefix("Output is in ") {
            let unit = unit.trim();
            let found = Unit::of(unit);
            self.unit = Some(found.ok_or_else(|| {
                line.expected(unit, text!("interchange-kbytes-sec-ops-sec-microseconds"))
            })?);
        } else if plain.contains("O_DIRECT feature enabled") {
            self.is_direct = true;
        } else if let Some(size) =
            plain.strip_prefix("Record size =").or_else(|| plain.strip_prefix("Record Size"))
        {
            self.record(size);
        } else if let Some((_, record)) = plain.split_once(" file in ") {
            self.record(record.trim_end_matches(" records"));
        } else if let Some(rest) = plain.strip_prefix("Children see throughput for") {
            self.report = None;
            self.children(line, rest)?;
        } else if let Some(rest) = plain.strip_prefix("Avg throughput per ") {
            self.average(line, rest)?;
        } else if plain.contains("test complete") {
            self.table.close();
        } else if table::is_header(line.text) {
            self.report = None;
            self.table = Table::new(line)?;
        } else if let Some(report) = Report::find(text) {
            self.report = Some(report);
        } else if let Some(mut report) = self.report.take() {
            let is_going_on = self.report_line(line, (text, &mut report))?;
            self.report = is_going_on.then_some(report);
        } else if text.starts_with('"') {
            self.summary(line, text)?;
        } else {
            self.row(line)?;
        }
        Ok(())
    }

    /// `4 kB`, `4 kByte`, `4096 Kbytes`.
    fn record(&mut self, size: &str) {
        let mut words = size.split_whitespace();
        let number = words.next().and_then(|it| it.parse::<u64>().ok());
        let is_kib = words.next().is_some_and(|it| it.to_ascii_lowercase().starts_with("kb"));
        if is_kib {
            self.record_bytes = number.and_then(|it| it.checked_mul(1024));
        }
    }

    fn row(&mut self, line: &Line<'_>) -> Result<(), Refusal> {
        let unit = self.unit.unwrap_or(Unit::Kib);
        if let Some((label, rest)) = self.table.labelled(bare(line.text)) {
            let its = Line { index: line.index, text: rest };
            let row = self.table.row(&its, (&self.asked, self.is_end))?;
            for (key, value) in row.into_iter().flatten() {
                self.one(line, key, (value, unit));
                if let Some(last) = self.evidence.results.last_mut() {
                    last.name = format!("{label}: {}", last.name);
                }
            }
            return Ok(());
        }
        let Some(row) = self.table.row(line, (&self.asked, self.is_end))? else {
            self.table.leave(bare(line.text));
            return Ok(());
        };
        for (key, value) in row {
            self.table.seen.insert(key, value);
            self.one(line, key, (value, unit));
        }
        Ok(())
    }

    fn one(&mut self, line: &Line<'_>, key: Key, value: (f64, Unit)) {
        let name =
            format!("{}, {} kB records, {} kB file", key.test, key.record_kib, key.file_kib);
        self.push(line, (name, key.test), value);
        if let Some(last) = self.evidence.results.last_mut() {
            last.block_bytes = key.record_kib.checked_mul(1024);
            (last.depth, last.job_count) = (Some(1), Some(1));
        }
    }

    /// ` 1 initial writers  =  477185.91 kB/sec`.
    fn children(&mut self, line: &Line<'_>, rest: &str) -> Result<(), Refusal> {
        let (what, value) =
            rest.split_once('=').ok_or_else(|| line.cut_off(text!("interchange-line")))?;
        let (number, unit) = value
            .trim()
            .split_once(char::is_whitespace)
            .ok_or_else(|| line.cut_off(text!("interchange-line")))?;
        let value = line.number(number)?;
        let unit = Unit::of(unit)
            .ok_or_else(|| line.expected(unit.trim(), text!("interchange-kb-sec-ops-sec")))?;
        let (count, test) = what
            .trim()
            .split_once(char::is_whitespace)
            .ok_or_else(|| line.cut_off(text!("interchange-line")))?;
        let (count, test) = (line.count(count)?, test.trim());
        let name = format!("{count} {test}");
        self.push(line, (name, test), (value, unit));
        if let Some(last) = self.evidence.results.last_mut() {
            last.job_count = u32::try_from(count).ok();
            last.depth = Some(1);
        }
        self.together.insert(reported(test).to_owned(), value);
        Ok(())
    }

    /// Checks ` process   =   477185.91 kB/sec`: multiplied by the processes, it is the sum of the children.
    fn average(&self, line: &Line<'_>, rest: &str) -> Result<(), Refusal> {
        let (_, value) =
            rest.split_once('=').ok_or_else(|| line.cut_off(text!("interchange-line")))?;
        let number = value.split_whitespace().next().unwrap_or_default();
        let value = line.number(number)?;
        let Some(last) = self.evidence.results.last() else { return Ok(()) };
        let factor = if last.figures.contains_key("iops") { 1.0 } else { 1024.0 };
        let all = last.figures.values().next().copied().unwrap_or_default() / factor;
        let follows = all / f64::from(last.job_count.unwrap_or(1).max(1));
        if (value - follows).abs() > 0.011 + follows * 1e-3 {
            return Err(line.contradiction(number, format!("{follows:.2}")));
        }
        Ok(())
    }

    /// Checks `"  Initial write "  246059.19`: the children's figure, repeated.
    fn summary(&mut self, line: &Line<'_>, text: &str) -> Result<(), Refusal> {
        let Some((name, value)) = text.trim_start_matches('"').split_once('"') else {
            return Ok(());
        };
        let (name, value) = (name.trim(), value.trim());
        let is_test = TESTS.iter().any(|(_, it)| *it == name);
        if !is_test || value.is_empty() {
            return Ok(());
        }
        if self.is_end {
            return Err(line.cut_off(text!("interchange-line")));
        }
        let number = line.number(value)?;
        match self.together.get(name) {
            Some(known) if (known - number).abs() <= 0.011 => {}
            Some(known) => return Err(line.contradiction(value, format!("{known:.2}"))),
            None => self.push(
                line,
                (name.to_owned(), name),
                (number, self.unit.unwrap_or(Unit::Kib)),
            ),
        }
        Ok(())
    }
}

/// The tests of throughput: their names in the lines of children, and in the report.
const TESTS: [(&str, &str); 15] = [
    ("initial writers", "Initial write"),
    ("rewriters", "Rewrite"),
    ("readers", "Read"),
    ("re-readers", "Re-read"),
    ("reverse readers", "Reverse Read"),
    ("stride readers", "Stride read"),
    ("random readers", "Random read"),
    ("mixed workload", "Mixed workload"),
    ("random writers", "Random write"),
    ("pwrite writers", "Pwrite"),
    ("pread readers", "Pread"),
    ("fwriters", "Fwrite"),
    ("freaders", "Fread"),
    ("pwritev writers", "Pwritev"),
    ("preadv readers", "Preadv"),
];

fn reported(test: &str) -> &str {
    TESTS.iter().find(|(children, _)| *children == test).map_or(test, |(_, name)| name)
}

/// A block for spreadsheets: the record sizes on top, the file sizes to the left.
#[derive(Debug)]
struct Report {
    test: &'static str,
    records_kib: Vec<u64>,
}

impl Report {
    /// The report with this title, `"Writer report"`.
    fn find(text: &str) -> Option<Self> {
        let title = bare(text).strip_prefix('"')?.trim_end().strip_suffix('"')?;
        let name = title.strip_suffix(" report").or_else(|| title.strip_suffix(" Report"))?;
        let test = match name.to_ascii_lowercase().as_str() {
            "writer" => "write",
            "re-writer" => "rewrite",
            "reader" => "read",
            "re-reader" => "reread",
            "random read" => "random read",
            "random write" => "random write",
            "backward read" => "bkwd read",
            "record rewrite" => "record rewrite",
            "stride read" => "stride read",
            "fwrite" => "fwrite",
            "re-fwrite" => "frewrite",
            "fread" => "fread",
            "re-fread" => "freread",
            _ => return None,
        };
        Some(Self { test, records_kib: Vec::new() })
    }
}

impl Run {
    /// Whether the line belongs to the report.
    fn report_line(
        &mut self,
        line: &Line<'_>,
        (text, report): (&str, &mut Report),
    ) -> Result<bool, Refusal> {
        if !text.starts_with('"') {
            return Ok(report.records_kib.is_empty() && text.is_empty());
        }
        if report.records_kib.is_empty() {
            for word in text.split_whitespace() {
                report.records_kib.push(line.count(word.trim_matches('"'))?);
            }
            return Ok(true);
        }
        let (file, values) = text
            .trim_start_matches('"')
            .split_once('"')
            .ok_or_else(|| line.cut_off(text!("interchange-line")))?;
        let file_kib = line.count(file)?;
        if self.is_end {
            return Err(line.cut_off(text!("interchange-row")));
        }
        let values: Vec<&str> = values.split_whitespace().collect();
        // A row ends early, because records cannot be longer than the file.
        let fitting = report.records_kib.iter().filter(|it| **it <= file_kib).count();
        if values.len() != report.records_kib.len() && values.len() != fitting {
            return Err(line.cut_off(text!("interchange-row")));
        }
        let unit = self.unit.unwrap_or(Unit::Kib);
        for (record_kib, text) in report.records_kib.clone().into_iter().zip(values) {
            let value = line.number(text)?;
            let key = Key { test: report.test, record_kib, file_kib };
            match self.table.seen.get(&key) {
                Some(known) if (known - value).abs() < 1.0 => {}
                Some(known) => return Err(line.contradiction(text, format!("{known:.0}"))),
                // An unmeasured figure is printed as zero.
                None if value == 0.0 => {}
                None => self.one(line, key, (value, unit)),
            }
        }
        Ok(true)
    }
}
