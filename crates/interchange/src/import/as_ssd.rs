//! AS SSD Benchmark as text, as its menu copies it, in MB/s or in iops; several reports in one text.
//!
//! Source: reports of versions 1.7 to 2.0 that people published; labels are English in every language. Its MB are
//! MiB: one of them prints 15521 iops of 4K beside 60.63 MB/s, which are 60.63 MiB/s. Blocks: 16 MB in order, 4 KiB
//! at random with one thread and with 64 (from the units of its iops). It bypasses the page cache.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    sentence, text,
};

use super::line::{Line, bare, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "as-ssd",
    title: "AS SSD Benchmark, as text",
    reads: "every section: rates or iops, access times, scores; drive, firmware, driver; its MB, which are MiB, are corrected",
    unknown: "percentiles",
    detect: |source| {
        let is_head = source.text.contains("AS SSD Benchmark ");
        let has_section = || lines(source.text).any(|it| Section::of(bare(it.text)).is_some());
        if is_head && has_section() { 93 } else { 0 }
    },
    read,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Work {
        name: &'static str,
        order: ImportedOrder,
        block_bytes: Option<u64>,
        threads: Option<u32>,
    },
    AccessTimes,
    Score,
}

impl Section {
    /// `Sequential:`, `4K:`, `4K-64Threads:`, `Access Times:`, and `16MB`, `512B` of the reports in iops.
    fn of(text: &str) -> Option<Self> {
        let (sequential, random) = (ImportedOrder::Sequential, ImportedOrder::Random);
        let work = |name, order, block_bytes, threads| {
            Some(Self::Work { name, order, block_bytes, threads })
        };
        match text.trim_end_matches(':') {
            "Sequential" | "Seq" => work("sequential", sequential, None, Some(1)),
            "16MB" => work("sequential 16 MB", sequential, None, Some(1)),
            "4K" => work("4K", random, Some(4096), Some(1)),
            "4K-64Threads" | "4K-64Thrd" => work("4K-64Threads", random, Some(4096), Some(64)),
            "512B" => work("512B", random, Some(512), Some(1)),
            "Access Times" | "Acc.time" => Some(Self::AccessTimes),
            "Score" => Some(Self::Score),
            _ => None,
        }
    }
}

#[derive(Debug)]
struct Report {
    evidence: ImportedEvidence,
    section: Option<Section>,
    model: Option<String>,
    firmware: Option<String>,
    is_corrected: bool,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut report: Option<Report> = None;
    for line in lines(source.text) {
        let text = bare(line.text);
        let version = text.split_once("AS SSD Benchmark ").map(|it| it.1.trim());
        if let Some(version) =
            version.filter(|it| it.starts_with(|it: char| it.is_ascii_digit()))
        {
            found.extend(report.take().and_then(Report::end));
            report = Some(Report::new(version.split_whitespace().next().unwrap_or_default()));
        } else if let Some(report) = report.as_mut() {
            report.line(&line, text)?;
        }
    }
    found.extend(report.and_then(Report::end));
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing {
            what: text!("interchange-ssd-benchmark"),
        }));
    }
    Ok(found)
}

impl Report {
    fn new(version: &str) -> Self {
        let evidence = ImportedEvidence {
            tool: "AS SSD Benchmark".to_owned(),
            version: Some(version.to_owned()),
            ..ImportedEvidence::default()
        };
        Self { evidence, section: None, model: None, firmware: None, is_corrected: false }
    }

    fn end(mut self) -> Option<Imported> {
        if self.evidence.results.is_empty() {
            return None;
        }
        if self.is_corrected {
            let note = sentence!("interchange-ssd-counts-mib-calls-mb-rates");
            self.evidence.note(&note);
        }
        number_names(&mut self.evidence.results);
        let found = imported(self.evidence, None)?;
        Some(Imported { model: self.model, firmware: self.firmware, ..found })
    }

    fn line(&mut self, line: &Line<'_>, text: &str) -> Result<(), Refusal> {
        if let Some(section) = Section::of(text) {
            self.section = Some(section);
            return Ok(());
        }
        let Some((name, value)) = text.split_once(':') else { return Ok(()) };
        let (name, value) = (name.trim(), value.trim());
        match (self.section, name) {
            (None, "Name") => self.model = Some(value.to_owned()),
            (None, "Firmware") => {
                self.firmware =
                    Some(value.to_owned()).filter(|it| !it.is_empty() && !it.starts_with('['));
            }
            (None, "Date") => self.evidence.measured_at = Some(value.to_owned()),
            (None, "Controller" | "Offset" | "Size") => {
                self.evidence.facts.push(ImportedFact::new(name, value));
            }
            (Some(section), "Read") => self.figure(line, (section, OpKind::Read), value)?,
            (Some(section), "Write") => self.figure(line, (section, OpKind::Write), value)?,
            (Some(Section::Score), "Total") => {
                self.evidence.facts.push(ImportedFact::new("Score total", value));
            }
            _ => {}
        }
        Ok(())
    }

    fn figure(
        &mut self,
        line: &Line<'_>,
        (section, operation): (Section, OpKind),
        value: &str,
    ) -> Result<(), Refusal> {
        // A skipped test is a line of dashes.
        if value.is_empty() || value.starts_with('-') {
            return Ok(());
        }
        let (number, unit) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
        let unit = unit.trim();
        let (found, figure, value) = match section {
            Section::Score => {
                let name = format!("Score {}", operation.name());
                self.evidence.facts.push(ImportedFact::new(name, value));
                return Ok(());
            }
            Section::AccessTimes => {
                let expected = || line.expected(value, text!("interchange-time-ms"));
                let factor = match unit {
                    "ms" => 1e6,
                    "\u{b5}s" | "\u{3bc}s" | "us" => 1e3,
                    _ => return Err(expected()),
                };
                let found = ImportedResult {
                    order: Some(ImportedOrder::Random),
                    latency_of: Some("access".to_owned()),
                    ..result("access time", line.index)
                };
                (found, "latency_mean_ns", line.number(number)? * factor)
            }
            Section::Work { name, order, block_bytes, threads } => {
                let (figure, factor) = match unit {
                    "MB/s" => ("bytes_per_s", 1_048_576.0),
                    "iops" | "IOPS" => ("iops", 1.0),
                    _ => return Err(line.expected(value, text!("interchange-rate-mb-s-iops"))),
                };
                self.is_corrected |= figure == "bytes_per_s";
                let found = ImportedResult {
                    order: Some(order),
                    block_bytes,
                    depth: Some(1),
                    job_count: threads,
                    ..result(name, line.index)
                };
                (found, figure, line.number(number)? * factor)
            }
        };
        self.evidence.results.push(ImportedResult {
            operation: Some(operation),
            is_direct: Some(true),
            figures: ImportedFigures::from([(figure.to_owned(), value)]),
            ..found
        });
        Ok(())
    }
}
