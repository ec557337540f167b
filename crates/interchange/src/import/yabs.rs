//! YABS (Yet-Another-Bench-Script): its table of fio's rates, as text and as JSON (`-j`, `-w`).
//!
//! Source: masonr/yet-another-bench-script, `yabs.sh` (`disk_test`, `format_speed`, `format_iops`): fio with
//! `rw=randrw`, half reads and half writes, `iodepth=64`, `numjobs=2`, `direct=1`. It truncates rates to two decimals
//! and IOPS to one. fio prints KiB/s; versions before v2026-07-03 divided them by 1000 and called that `MB/s`, later
//! ones convert them to true MB, and only the IOPS beside them distinguish the two. The `KBps` of the JSON are fio's
//! KiB/s.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    sentence, text,
};
use serde_json::Value;

use super::drive_told::{known, objects};
use super::line::{Line, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "yabs",
    title: "YABS (Yet-Another-Bench-Script), text and JSON",
    reads: "fio's rates and IOPS of random reads and writes together, for each block size; partition; its MB, which are 1,024,000 bytes before July 2026, are corrected with a note where IOPS prove it",
    unknown: "the drive behind the partition; latencies; processor and network",
    detect: |source| {
        let is_table = || lines(source.text).any(|it| blocks_of(it.text.trim()).is_some());
        let sureness = json_sureness(source);
        if sureness == 0 && is_table() { 93 } else { sureness }
    },
    read,
};

pub(super) fn json_sureness(source: &Source<'_>) -> u8 {
    let has = |words: &str| source.text.contains(words);
    if has("\"speed_rw\"") && has("\"iops_rw\"") && has("\"fio\"") { 93 } else { 0 }
}

/// One rate of the table.
#[derive(Debug)]
struct Cell<'a> {
    line: Line<'a>,
    row: &'static str,
    block_bytes: u64,
    rate_text: &'a str,
    /// In units of 10^6, as printed, and the size of its last digit.
    rate: (f64, f64),
    /// The same for IOPS.
    iops: (f64, f64),
}

/// Limits of columns, and of cells of one report. Arbitrary: more than anybody prints; the search for a cell is
/// linear.
const COLUMNS_MAX: usize = 64;
const CELLS_MAX: usize = 1024;

/// A row of the table without the bars of Markdown around it.
fn bare_row(text: &str) -> &str {
    text.trim().trim_matches('|').trim()
}

/// The block sizes of `Block Size | 4k            (IOPS) | 64k           (IOPS)`.
fn blocks_of(text: &str) -> Option<Vec<&str>> {
    let text = bare_row(text);
    let cells: Vec<&str> = text.split('|').map(str::trim).collect();
    let [first, rest @ ..] = cells.as_slice() else { return None };
    let sizes: Option<Vec<&str>> =
        rest.iter().map(|it| Some(it.strip_suffix("(IOPS)")?.trim())).collect();
    sizes.filter(|it| *first == "Block Size" && (1..=COLUMNS_MAX).contains(&it.len()))
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = of_text(source.text)?;
    // The text of a run may be followed by its JSON with the same results.
    if found.is_empty() {
        found = of_json(source.text)?;
    }
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-yabs") }));
    }
    Ok(found)
}

fn begin() -> ImportedEvidence {
    ImportedEvidence { tool: "YABS".to_owned(), ..ImportedEvidence::default() }
}

/// The report that is being read: a comparison of computers contains several.
#[derive(Debug, Default)]
struct Report<'a> {
    evidence: ImportedEvidence,
    device: Option<String>,
    title: Title,
    cells: Vec<Cell<'a>>,
}

/// The work in a table's title.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Title {
    #[default]
    Missing,
    /// Reads and writes together, half and half.
    Mixed,
    /// Another title: the table is from a derived script.
    Other,
}

impl<'a> Report<'a> {
    fn begin() -> Self {
        Self { evidence: begin(), ..Self::default() }
    }

    fn cells(
        &mut self,
        line: &Line<'a>,
        row: &'static str,
        sizes: &[&str],
    ) -> Result<(), Refusal> {
        let cells = bare_row(line.text).split('|').skip(1);
        for (text, size) in cells.zip(sizes) {
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            let block_bytes = block(size)
                .ok_or_else(|| line.expected(size, text!("interchange-block-size-2")))?;
            let (rate_text, iops) = text
                .split_once('(')
                .and_then(|(rate, iops)| Some((rate.trim(), iops.trim().strip_suffix(')')?)))
                .ok_or_else(|| line.expected(text, text!("interchange-rate-iops")))?;
            let rate = rate(line, rate_text)?;
            let iops = scaled(line, iops)?;
            self.cells.push(Cell { line: *line, row, block_bytes, rate_text, rate, iops });
        }
        Ok(())
    }

    /// Whether it already has this row of these sizes, so that another table begins.
    fn has(&self, row: &str, sizes: &[&str]) -> bool {
        let is_same = |it: &Cell<'_>| {
            it.row == row && sizes.iter().any(|size| block(size) == Some(it.block_bytes))
        };
        self.cells.iter().any(is_same)
    }

    fn find(&self, row: &str, block_bytes: u64) -> Option<&Cell<'a>> {
        self.cells.iter().find(|it| it.row == row && it.block_bytes == block_bytes)
    }

    /// Whether reads and writes ran together, half and half: the title says so. Without a title, both must have
    /// nearly equal IOPS in the smallest blocks, which have the most requests.
    fn is_mixed(&self) -> bool {
        let is_at_random = self.cells.iter().any(|it| it.row == RANDOM_READ);
        match self.title {
            Title::Mixed => true,
            Title::Other => false,
            Title::Missing if is_at_random => false,
            Title::Missing => {
                let smallest = self.cells.iter().map(|it| it.block_bytes).min().unwrap_or(0);
                let iops = |row: &str| self.find(row, smallest).map(|it| it.iops);
                let (Some(reads), Some(writes)) = (iops("Read"), iops("Write")) else {
                    return false;
                };
                // Arbitrary: with randomly drawn halves, the numbers are much closer.
                let slack = reads.0 * 0.03 + reads.1 + writes.1;
                (reads.0 - writes.0).abs() <= slack
            }
        }
    }

    /// Checks that totals are the sums of reads and writes.
    fn check_totals(&self) -> Result<(), Refusal> {
        for it in self.cells.iter().filter(|it| it.row == "Total") {
            let parts = (self.find("Read", it.block_bytes), self.find("Write", it.block_bytes));
            let (Some(reads), Some(writes)) = parts else { continue };
            // All three are truncated.
            let agrees = |total: (f64, f64), one: (f64, f64), other: (f64, f64)| {
                let slack = (total.1 + one.1 + other.1) * 1.01 + total.0 * 1e-3;
                (total.0 - one.0 - other.0).abs() <= slack
            };
            if !agrees(it.rate, reads.rate, writes.rate) {
                let follows = format!("{:.2} MB/s", reads.rate.0 + writes.rate.0);
                return Err(it.line.contradiction(it.rate_text, follows));
            }
            if !agrees(it.iops, reads.iops, writes.iops) {
                let follows = format!("{:.0} IOPS", reads.iops.0 + writes.iops.0);
                return Err(it.line.contradiction(it.rate_text, follows));
            }
        }
        Ok(())
    }

    fn end(mut self) -> Result<Option<Imported>, Refusal> {
        if self.cells.is_empty() {
            return Ok(None);
        }
        let unit = unit(&self.cells)?;
        self.check_totals()?;
        if (unit - 1.0).abs() > 1e-9 {
            self.evidence.note(&sentence!("interchange-yabs-mb-1-024-000-bytes"));
        }
        let is_mixed = self.is_mixed();
        if !is_mixed {
            self.evidence.note(&sentence!("interchange-table-not-say-reads-writes-ran"));
        }
        // The total precedes its parts.
        let place = |it: &Cell<'_>| {
            let of_size = |other: &Cell<'_>| other.block_bytes == it.block_bytes;
            (self.cells.iter().position(of_size), it.row != "Total", it.line.index)
        };
        let mut cells: Vec<&Cell<'_>> = self.cells.iter().collect();
        cells.sort_by_key(|it| place(it));
        for it in cells.into_iter().filter(|it| is_mixed || it.row != "Total") {
            let rate = it.rate.0 * unit * 1e6;
            let told = match is_mixed {
                true => mixed(it.row, it.block_bytes, it.line.index),
                false => apart(it.row, it.block_bytes, it.line.index),
            };
            let figures = ImportedFigures::from([("bytes_per_s", rate), ("iops", it.iops.0)]);
            self.evidence.results.push(ImportedResult { figures, ..told });
        }
        number_names(&mut self.evidence.results);
        Ok(imported(self.evidence, self.device))
    }
}

/// Rows of its table; random ones are from derived scripts.
const ROWS: [&str; 5] = ["Read", "Write", "Total", RANDOM_READ, RANDOM_WRITE];
const RANDOM_READ: &str = "Randread";
const RANDOM_WRITE: &str = "Randwrite";

fn operation_of(row: &str) -> Option<OpKind> {
    match row {
        "Read" | RANDOM_READ => Some(OpKind::Read),
        "Write" | RANDOM_WRITE => Some(OpKind::Write),
        _ => None,
    }
}

fn size_name(block_bytes: u64) -> String {
    match block_bytes >> 20 {
        0 => format!("{} KiB", block_bytes >> 10),
        mib => format!("{mib} MiB"),
    }
}

/// A result of reads or writes of a known block size; some rows are known to be random.
fn apart(row: &str, block_bytes: u64, line_index: u64) -> ImportedResult {
    let (is_random, size) = (matches!(row, RANDOM_READ | RANDOM_WRITE), size_name(block_bytes));
    let name = if is_random { format!("random {size}") } else { size };
    ImportedResult {
        operation: operation_of(row),
        order: is_random.then_some(ImportedOrder::Random),
        block_bytes: Some(block_bytes),
        ..result(name, line_index)
    }
}

/// Reads and writes of one test are separate results in the record, as with `rw=randrw`.
fn mixed(row: &str, block_bytes: u64, line_index: u64) -> ImportedResult {
    ImportedResult {
        operation: operation_of(row),
        order: Some(ImportedOrder::Random),
        block_bytes: Some(block_bytes),
        depth: Some(64),
        job_count: Some(2),
        is_direct: Some(true),
        ..result(format!("random {}, 50 % reads", size_name(block_bytes)), line_index)
    }
}

fn of_text(text: &str) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut report = Report::begin();
    let mut sizes: Vec<&str> = Vec::new();
    let mut all = lines(text).peekable();
    while let Some(line) = all.next() {
        let bare = line.text.trim();
        let is_title = bare.starts_with("fio Disk Speed Tests");
        if is_title || bare.contains("Yet-Another-Bench-Script") {
            if !report.cells.is_empty() {
                found.extend(std::mem::replace(&mut report, Report::begin()).end()?);
            }
            let partition =
                bare.split_once("(Partition ").and_then(|(_, it)| it.split(')').next());
            if is_title {
                report.device = partition.and_then(known);
                let is_mixed = bare.contains("(Mixed R/W 50/50)");
                report.title = if is_mixed { Title::Mixed } else { Title::Other };
            }
        } else if let Some(version) = version_of(bare) {
            report.evidence.version = Some(version.to_owned());
        } else if let Some(blocks) = blocks_of(bare) {
            sizes = blocks;
        } else if let Some(row) =
            ROWS.into_iter().find(|it| is_row(bare, it) && !sizes.is_empty())
        {
            // At the end of the text, a number may lack its last digits.
            if all.peek().is_none() {
                return Err(line.cut_off(text!("interchange-row")));
            }
            // A second table of the same sizes is of another drive, or of the same one with other settings.
            if report.has(row, &sizes) || report.cells.len() > CELLS_MAX {
                found.extend(std::mem::replace(&mut report, Report::begin()).end()?);
            }
            report.cells(&line, row, &sizes)?;
        } else if let Some((name @ ("Disk" | "Distro" | "Kernel" | "VM Type"), value)) =
            bare.split_once(':').map(|(name, value)| (name.trim(), value.trim()))
        {
            report.evidence.facts.push(ImportedFact::new(name, value));
        } else if !sizes.is_empty() && bare.contains('|') && bare.contains("B/s") {
            return Err(line.expected(bare, text!("interchange-row-yabs")));
        } else if bare.is_empty() || !bare.contains('|') {
            sizes.clear();
        }
    }
    found.extend(report.end()?);
    Ok(found)
}

/// `#                     v2024-01-01                    #`.
fn version_of(text: &str) -> Option<&str> {
    let word = text.strip_prefix('#')?.trim().trim_end_matches('#').trim();
    let is_version = word.starts_with("v20") && word.len() == 11 && !word.contains(' ');
    is_version.then_some(word)
}

fn is_row(text: &str, name: &str) -> bool {
    bare_row(text).split_once('|').is_some_and(|(first, _)| first.trim() == name)
}

/// Bytes of `4k`, `1m`, `512KiB`.
fn block(text: &str) -> Option<u64> {
    let text = text.trim();
    let at = text.find(|it: char| !it.is_ascii_digit())?;
    let (number, unit) = text.split_at_checked(at)?;
    let number: u64 = number.parse().ok()?;
    match unit {
        "k" | "K" | "KiB" => number.checked_mul(1024),
        "m" | "M" | "MiB" => number.checked_mul(1 << 20),
        _ => None,
    }
    .filter(|it| *it > 0)
}

/// A printed number and the value of its last digit.
fn digits(line: &Line<'_>, text: &str) -> Result<(f64, f64), Refusal> {
    let decimals = text.split_once('.').map_or(0, |(_, it)| it.len());
    let step = 0.1_f64.powi(i32::try_from(decimals).unwrap_or(i32::MAX));
    Ok((line.number(text)?, step))
}

/// `388.78 MB/s`, in units of 10^6.
fn rate(line: &Line<'_>, text: &str) -> Result<(f64, f64), Refusal> {
    let (number, unit) = text
        .split_once(' ')
        .ok_or_else(|| line.expected(text, text!("interchange-rate-unit")))?;
    let factor = match unit.trim() {
        "KB/s" => 1e-3,
        "MB/s" => 1.0,
        "GB/s" => 1e3,
        other => return Err(line.expected(other, text!("interchange-kb-s-mb-s-gb-s"))),
    };
    let (value, step) = digits(line, number)?;
    Ok((value * factor, step * factor))
}

/// `97.1k`, `799`.
fn scaled(line: &Line<'_>, text: &str) -> Result<(f64, f64), Refusal> {
    let (number, factor) = match text.strip_suffix('k') {
        Some(number) => (number, 1e3),
        None => (text, 1.0),
    };
    let (value, step) = digits(line, number)?;
    Ok((value * factor, step * factor))
}

impl Cell<'_> {
    /// Whether rate and IOPS agree if its MB have `unit` times 10^6 bytes. Both are truncated, not rounded; fio
    /// itself truncates KiB/s and IOPS, too.
    #[expect(clippy::cast_precision_loss, reason = "blocks are small")]
    fn agrees(&self, unit: f64) -> bool {
        let block = self.block_bytes as f64 / 1e6;
        // Arbitrary: a thousandth, for fio's own rounding.
        let low = self.iops.0 * block * 0.999;
        let high = (self.iops.0 + self.iops.1 + 1.0) * block * 1.001;
        let (rate, step) = (self.rate.0 * unit, self.rate.1 * unit);
        rate + step >= low && rate <= high
    }
}

/// Size of its MB in units of 10^6 bytes, which must fit all of its cells.
fn unit(cells: &[Cell<'_>]) -> Result<f64, Refusal> {
    const UNITS: [f64; 2] = [1.0, 1.024];
    for it in cells {
        if !UNITS.iter().any(|unit| it.agrees(*unit)) {
            let follows = it.iops.0 * it.block_bytes as f64 / 1e6;
            return Err(it.line.contradiction(it.rate_text, format!("{follows:.2} MB/s")));
        }
    }
    let mut fitting = UNITS.into_iter().filter(|unit| cells.iter().all(|it| it.agrees(*unit)));
    match (fitting.next(), fitting.next(), cells.first()) {
        (Some(unit), None, _) => Ok(unit),
        // Small numbers fit both units; within their precision, the units do not differ.
        (Some(unit), Some(_), _) => Ok(unit),
        (None, _, Some(first)) => {
            let follows = "another unit of the same table".to_owned();
            Err(first.line.contradiction(first.rate_text, follows))
        }
        (None, _, None) => Ok(1.0),
    }
}

fn of_json(text: &str) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    for (line, object) in objects(text, text!("interchange-yabs"))? {
        found.extend(of_object(line, &object)?);
    }
    Ok(found)
}

fn of_object(
    line: u64,
    object: &serde_json::Map<String, Value>,
) -> Result<Option<Imported>, Refusal> {
    let Some(tests) = object.get("fio").and_then(Value::as_array) else { return Ok(None) };
    let mut evidence = begin();
    let text = |name: &str| object.get(name).and_then(Value::as_str).and_then(known);
    evidence.version = text("version");
    evidence.measured_at = text("time");
    for test in tests {
        let wrong = |name: &str, expected| {
            let found = format!("{name}: {}", test.get(name).unwrap_or(&Value::Null));
            Refusal { line, column: 1, reason: Reason::Expected { expected, found } }
        };
        let size = test.get("bs").and_then(Value::as_str).and_then(block);
        let block_bytes = size.ok_or_else(|| wrong("bs", text!("interchange-block-size-2")))?;
        for (row, speed, count) in [
            ("Total", "speed_rw", "iops_rw"),
            ("Read", "speed_r", "iops_r"),
            ("Write", "speed_w", "iops_w"),
        ] {
            let number = |name: &str| test.get(name).and_then(Value::as_f64);
            let rate = number(speed)
                .ok_or_else(|| wrong(speed, text!("interchange-number")))?
                * 1024.0;
            let iops =
                number(count).ok_or_else(|| wrong(count, text!("interchange-number")))?;
            let follows = iops * block_bytes as f64;
            // fio truncates both.
            if (follows - rate).abs() > follows * 0.01 + block_bytes as f64 {
                let other = format!("{:.0} KiB/s", follows / 1024.0);
                let one = format!("{speed}: {}", test.get(speed).unwrap_or(&Value::Null));
                let reason = Reason::Contradiction { one, other };
                return Err(Refusal { line, column: 1, reason });
            }
            let figures = ImportedFigures::from([("bytes_per_s", rate), ("iops", iops)]);
            let told = mixed(row, block_bytes, line);
            evidence.results.push(ImportedResult { figures, ..told });
        }
        let number = |name: &str| test.get(name).and_then(Value::as_f64).unwrap_or(0.0);
        for (total, reads, writes) in
            [("speed_rw", "speed_r", "speed_w"), ("iops_rw", "iops_r", "iops_w")]
        {
            let follows = number(reads) + number(writes);
            // Some versions truncate both to whole numbers.
            if (follows - number(total)).abs() > follows * 1e-3 + 2.0 {
                let other = format!("{follows:.0}");
                let one = format!("{total}: {}", test.get(total).unwrap_or(&Value::Null));
                let reason = Reason::Contradiction { one, other };
                return Err(Refusal { line, column: 1, reason });
            }
        }
    }
    number_names(&mut evidence.results);
    Ok(imported(evidence, text("partition")))
}
