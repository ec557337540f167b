//! HD Tune and HD Tune Pro as text, as their menus copy the benchmark; several reports in one text.
//!
//! Source: reports of versions 2.55 and 5.x that people published. It reads the whole drive in order and prints the
//! minimum, maximum and mean rate; the unit of its MB is undocumented, so rates are taken as printed.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    text,
};

use super::line::{Line, bare, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "hdtune",
    title: "HD Tune, HD Tune Pro, benchmark as text",
    reads: "mean rate with slowest and fastest, access time, burst rate, load of the processor; the drive's name",
    unknown: "block size, queue depth, percentiles",
    detect: |source| {
        let is_rate = |it: &Line<'_>| is_name(bare(it.text), "Transfer Rate Average");
        let is_named = source.text.contains("HD Tune");
        match (is_named, lines(source.text).any(|it| is_rate(&it))) {
            (true, true) => 93,
            (false, true) => 80,
            _ => 0,
        }
    },
    read,
};

/// Whether a line begins with this name and a colon.
fn is_name(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with(':'))
}

#[derive(Debug, Default)]
struct Report {
    evidence: ImportedEvidence,
    model: Option<String>,
    operation: Option<OpKind>,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut report = Report::new();
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        let text = bare(line.text);
        let head = text.strip_prefix("HD Tune Pro:").or_else(|| text.strip_prefix("HD Tune:"));
        if let Some(head) = head {
            found.extend(std::mem::replace(&mut report, Report::new()).end());
            let name = head.trim();
            let is_other = [
                "Error Scan",
                "Health",
                "Info",
                "Random Access",
                "File Benchmark",
                "Folder Usage",
            ]
            .iter()
            .any(|it| name.ends_with(it));
            if !is_other {
                report.model =
                    Some(name.strip_suffix("Benchmark").unwrap_or(name).trim().to_owned());
            }
        } else {
            report.line(&line, (text, all.peek().is_none()))?;
        }
    }
    found.extend(report.end());
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing {
            what: text!("interchange-hd-tune-benchmark"),
        }));
    }
    Ok(found)
}

impl Report {
    fn new() -> Self {
        let evidence =
            ImportedEvidence { tool: "HD Tune".to_owned(), ..ImportedEvidence::default() };
        Self { evidence, ..Self::default() }
    }

    fn end(mut self) -> Option<Imported> {
        if self.evidence.results.is_empty() {
            return None;
        }
        number_names(&mut self.evidence.results);
        let found = imported(self.evidence, None)?;
        Some(Imported { model: self.model.filter(|it| !it.is_empty()), ..found })
    }

    fn line(&mut self, line: &Line<'_>, (text, is_end): (&str, bool)) -> Result<(), Refusal> {
        match text {
            "Read transfer rate" => self.operation = Some(OpKind::Read),
            "Write transfer rate" => self.operation = Some(OpKind::Write),
            _ => {}
        }
        let Some((name, value)) = text.split_once(':') else { return Ok(()) };
        let (name, value) = (name.trim(), value.trim());
        match name {
            "Transfer Rate Average" => {
                let rate = self.rate(line, value)?;
                self.push(
                    line,
                    ("transfer rate", ImportedOrder::Sequential),
                    ("bytes_per_s", rate),
                );
            }
            "Burst Rate" => {
                let rate = self.rate(line, value)?;
                self.push(line, ("burst rate", ImportedOrder::Unknown), ("bytes_per_s", rate));
                // The drive's own cache answers.
                if let Some(last) = self.evidence.results.last_mut() {
                    last.is_of_drive = false;
                }
            }
            "Transfer Rate Minimum" | "Transfer Rate Maximum" => {
                self.rate(line, value)?;
                self.evidence.facts.push(ImportedFact::new(name, value));
            }
            "Access Time" => {
                let number = value
                    .strip_suffix("ms")
                    .ok_or_else(|| line.expected(value, text!("interchange-time-ms")))?;
                let time_ns = line.number(number)? * 1e6;
                self.push(
                    line,
                    ("access time", ImportedOrder::Random),
                    ("latency_mean_ns", time_ns),
                );
                if let Some(last) = self.evidence.results.last_mut() {
                    last.latency_of = Some("access".to_owned());
                }
            }
            "CPU Usage" if !is_end => self.evidence.facts.push(ImportedFact::new(name, value)),
            "Test capacity" => self.evidence.facts.push(ImportedFact::new(name, value)),
            _ => {}
        }
        Ok(())
    }

    fn rate(&self, line: &Line<'_>, value: &str) -> Result<f64, Refusal> {
        let number = value.strip_suffix("MB/s").or_else(|| value.strip_suffix("MB/sec"));
        let number =
            number.ok_or_else(|| line.expected(value, text!("interchange-rate-mb-s")))?;
        Ok(line.number(number)? * 1e6)
    }

    fn push(
        &mut self,
        line: &Line<'_>,
        (name, order): (&str, ImportedOrder),
        figure: (&str, f64),
    ) {
        // The free version only reads, and does not print the operation.
        let operation = self.operation.or(Some(OpKind::Read));
        self.evidence.results.push(ImportedResult {
            operation,
            order: Some(order),
            figures: ImportedFigures::from([(figure.0.to_owned(), figure.1)]),
            ..result(name, line.index)
        });
    }
}
