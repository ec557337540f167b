//! YABS (Yet-Another-Bench-Script): its table of fio's rates, as text and as JSON (`-j`, `-w`).
//!
//! Source: masonr/yet-another-bench-script, `yabs.sh` (`disk_test`, `format_speed`, `format_iops`): fio with `rw=randrw`, half reads and half
//! writes, `iodepth=64`, `numjobs=2`, `direct=1`. It cuts rates to two decimals and IOPS to one. fio tells KiB/s; versions before v2026-07-03 divided
//! them by 1000 and called that `MB/s`, later ones make true MB of them, and only the IOPS beside them say which. The `KBps` of the JSON are
//! fio's KiB/s.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    sentence,
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
        let has = |words: &str| source.text.contains(words);
        let is_json = has("\"speed_rw\"") && has("\"iops_rw\"") && has("\"fio\"");
        let is_table = || lines(source.text).any(|it| blocks_of(it.text.trim()).is_some());
        if is_json || is_table() { 93 } else { 0 }
    },
    read,
};

/// One rate of the table.
#[derive(Debug)]
struct Cell<'a> {
    line: Line<'a>,
    row: &'static str,
    block_bytes: u64,
    rate_text: &'a str,
    /// In units of 10^6, as printed, and the size of its last digit.
    rate: (f64, f64),
    /// The same of IOPS.
    iops: (f64, f64),
}

/// The block sizes of `Block Size | 4k            (IOPS) | 64k           (IOPS)`.
fn blocks_of(text: &str) -> Option<Vec<&str>> {
    let cells: Vec<&str> = text.split('|').map(str::trim).collect();
    let [first, rest @ ..] = cells.as_slice() else { return None };
    let sizes: Option<Vec<&str>> =
        rest.iter().map(|it| Some(it.strip_suffix("(IOPS)")?.trim())).collect();
    sizes.filter(|it| *first == "Block Size" && !it.is_empty())
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = of_text(source.text)?;
    // The text of a run may have its JSON behind it, which says the same.
    if found.is_empty() {
        found = of_json(source.text)?;
    }
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: "YABS" }));
    }
    Ok(found)
}

fn begin() -> ImportedEvidence {
    ImportedEvidence { tool: "YABS".to_owned(), ..ImportedEvidence::default() }
}

/// A report that is read: several stand one after the other where somebody compares computers.
#[derive(Debug, Default)]
struct Report<'a> {
    evidence: ImportedEvidence,
    device: Option<String>,
    cells: Vec<Cell<'a>>,
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
        let cells = line.text.split('|').skip(1);
        for (text, size) in cells.zip(sizes) {
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            let block_bytes = block(size).ok_or_else(|| line.expected(size, "a block size"))?;
            let (rate_text, iops) = text
                .split_once('(')
                .and_then(|(rate, iops)| Some((rate.trim(), iops.trim().strip_suffix(')')?)))
                .ok_or_else(|| line.expected(text, "a rate and IOPS"))?;
            let rate = rate(line, rate_text)?;
            let iops = scaled(line, iops)?;
            self.cells.push(Cell { line: *line, row, block_bytes, rate_text, rate, iops });
        }
        Ok(())
    }

    fn end(mut self) -> Result<Option<Imported>, Refusal> {
        if self.cells.is_empty() {
            return Ok(None);
        }
        let unit = unit(&self.cells)?;
        if (unit - 1.0).abs() > 1e-9 {
            self.evidence.note(&sentence!(
                "this YABS' MB are 1,024,000 bytes, as its IOPS prove: rates are corrected by the factor 1.024"
            ));
        }
        // What was asked for stands before what it consists of.
        let place = |it: &Cell<'_>| {
            let of_size = |other: &Cell<'_>| other.block_bytes == it.block_bytes;
            (self.cells.iter().position(of_size), it.row != "Total", it.line.index)
        };
        let mut cells: Vec<&Cell<'_>> = self.cells.iter().collect();
        cells.sort_by_key(|it| place(it));
        for it in cells {
            let rate = it.rate.0 * unit * 1e6;
            self.evidence.results.push(mixed(
                it.row,
                it.block_bytes,
                it.line.index,
                rate,
                it.iops.0,
            ));
        }
        number_names(&mut self.evidence.results);
        Ok(imported(self.evidence, self.device))
    }
}

/// Reads and writes of one test stand side by side in the record, as the rows of `rw=randrw`.
fn mixed(row: &str, block_bytes: u64, line_index: u64, rate: f64, iops: f64) -> ImportedResult {
    let operation = match row {
        "Read" => Some(OpKind::Read),
        "Write" => Some(OpKind::Write),
        _ => None,
    };
    let size = match block_bytes >> 20 {
        0 => format!("{} KiB", block_bytes >> 10),
        mib => format!("{mib} MiB"),
    };
    ImportedResult {
        operation,
        order: Some(ImportedOrder::Random),
        block_bytes: Some(block_bytes),
        depth: Some(64),
        job_count: Some(2),
        is_direct: Some(true),
        figures: ImportedFigures::from([("bytes_per_s", rate), ("iops", iops)]),
        ..result(format!("random {size}, 50 % reads"), line_index)
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
            }
        } else if let Some(version) = version_of(bare) {
            report.evidence.version = Some(version.to_owned());
        } else if let Some(blocks) = blocks_of(bare) {
            sizes = blocks;
        } else if let Some(row) = ["Read", "Write", "Total"]
            .into_iter()
            .find(|it| is_row(bare, it) && !sizes.is_empty())
        {
            // Nothing says that the last digits of a text are the last of their number.
            if all.peek().is_none() {
                return Err(line.cut_off("the row"));
            }
            let line = Line { text: bare, ..line };
            report.cells(&line, row, &sizes)?;
        } else if let Some((name @ ("Disk" | "Distro" | "Kernel" | "VM Type"), value)) =
            bare.split_once(':').map(|(name, value)| (name.trim(), value.trim()))
        {
            report.evidence.facts.push(ImportedFact::new(name, value));
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
    text.split_once('|').is_some_and(|(first, _)| first.trim() == name)
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

/// A printed number and what its last digit counts.
fn digits(line: &Line<'_>, text: &str) -> Result<(f64, f64), Refusal> {
    let decimals = text.split_once('.').map_or(0, |(_, it)| it.len());
    let step = 0.1_f64.powi(i32::try_from(decimals).unwrap_or(i32::MAX));
    Ok((line.number(text)?, step))
}

/// `388.78 MB/s`, in units of 10^6.
fn rate(line: &Line<'_>, text: &str) -> Result<(f64, f64), Refusal> {
    let (number, unit) =
        text.split_once(' ').ok_or_else(|| line.expected(text, "a rate with its unit"))?;
    let factor = match unit.trim() {
        "KB/s" => 1e-3,
        "MB/s" => 1.0,
        "GB/s" => 1e3,
        other => return Err(line.expected(other, "KB/s, MB/s or GB/s")),
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
    /// Whether rate and IOPS can both be true if its MB have `unit` times 10^6 bytes. Both are cut off, not rounded; fio itself cuts
    /// off KiB/s and IOPS, too.
    #[expect(clippy::cast_precision_loss, reason = "blocks are small")]
    fn agrees(&self, unit: f64) -> bool {
        let block = self.block_bytes as f64 / 1e6;
        // Arbitrary: a thousandth, for what fio rounds.
        let low = self.iops.0 * block * 0.999;
        let high = (self.iops.0 + self.iops.1 + 1.0) * block * 1.001;
        let (rate, step) = (self.rate.0 * unit, self.rate.1 * unit);
        rate + step >= low && rate <= high
    }
}

/// How many times 10^6 bytes its MB have: what fits all of its cells.
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
        // Numbers that are too small say neither; both are what they say to their own precision.
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
    for (line, object) in objects(text, "YABS")? {
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
        let block_bytes = size.ok_or_else(|| wrong("bs", "a block size"))?;
        for (row, speed, count) in [
            ("Total", "speed_rw", "iops_rw"),
            ("Read", "speed_r", "iops_r"),
            ("Write", "speed_w", "iops_w"),
        ] {
            let number = |name: &str| test.get(name).and_then(Value::as_f64);
            let rate = number(speed).ok_or_else(|| wrong(speed, "a number"))? * 1024.0;
            let iops = number(count).ok_or_else(|| wrong(count, "a number"))?;
            let follows = iops * block_bytes as f64;
            // fio cuts off both.
            if (follows - rate).abs() > follows * 0.01 + block_bytes as f64 {
                let other = format!("{:.0} KiB/s", follows / 1024.0);
                let one = format!("{speed}: {}", test.get(speed).unwrap_or(&Value::Null));
                let reason = Reason::Contradiction { one, other };
                return Err(Refusal { line, column: 1, reason });
            }
            evidence.results.push(mixed(row, block_bytes, line, rate, iops));
        }
    }
    number_names(&mut evidence.results);
    Ok(imported(evidence, text("partition")))
}
