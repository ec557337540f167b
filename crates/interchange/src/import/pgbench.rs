//! pgbench: its final output, of PostgreSQL 9 to 18; several runs in one text.
//!
//! Source: PostgreSQL's manual, pgbench, and `pgbench.c` (`printResults`): up to 13 it prints the transactions per
//! second with and without the time of connecting, since 14 only without it. It measures a database on a drive, not
//! the drive.

use std::collections::BTreeSet;

use iogram_model::{ImportedEvidence, ImportedFact, ImportedFigures, ImportedResult, text};

use super::line::{Line, bare, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "pgbench",
    title: "pgbench",
    reads: "transactions a second, mean latency and deviation, clients, transactions, failures; mode and scale",
    unknown: "the drive; what of the time the drive took",
    detect: |source| {
        let is_rate = |it: &Line<'_>| is_rate(bare(it.text));
        let has = |words: &str| source.text.contains(words);
        match lines(source.text).any(|it| is_rate(&it)) {
            true if has("number of clients:") => 92,
            true => 85,
            false => 0,
        }
    },
    read,
};

const ENDS: [&str; 3] = [
    "(including connections establishing)",
    "(excluding connections establishing)",
    "(without initial connection time)",
];

fn is_rate(text: &str) -> bool {
    text.starts_with("tps = ") && ENDS.iter().any(|it| text.ends_with(it))
}

/// Largest overrun of a run's time by its last transactions, in mean latencies. Arbitrary.
const LAST_MAX: f64 = 5.0;

#[derive(Debug, Default)]
struct Run {
    line_index: u64,
    name: Option<String>,
    clients: Option<u32>,
    count: Option<u64>,
    seconds: Option<f64>,
    figures: ImportedFigures,
    facts: Vec<ImportedFact>,
    /// The lines of a run that were read, by their beginnings. Each occurs once per run.
    told: BTreeSet<&'static str>,
}

/// Beginnings of the lines of a run, in the order of all versions: the rate comes last.
const PARTS: [&str; 10] = [
    "scaling factor:",
    "query mode:",
    "number of clients:",
    "duration:",
    "number of transactions actually processed:",
    "number of failed transactions:",
    "latency average",
    "latency stddev",
    "initial connection time = ",
    RATE,
];

const RATE: &str = "tps = ";
/// Up to version 13 another rate precedes the last one.
const INCLUDING: &str = "tps including";

/// The part of the output to which a line belongs.
fn part_of(text: &str) -> Option<&'static str> {
    let part = PARTS.into_iter().find(|it| text.starts_with(it))?;
    Some(if part == RATE && text.contains("(including") { INCLUDING } else { part })
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut evidence =
        ImportedEvidence { tool: "pgbench".to_owned(), ..ImportedEvidence::default() };
    let mut run = Run::default();
    let mut versions = BTreeSet::new();
    for line in lines(source.text) {
        let text = bare(line.text);
        if let Some(version) = text.strip_prefix("pgbench (") {
            let version = version.trim_start_matches("PostgreSQL) ");
            let end = version.find([' ', ')']).unwrap_or(version.len());
            versions.insert(version.get(..end).unwrap_or_default());
        } else if let Some(kind) = text.strip_prefix("transaction type:") {
            run.end(&mut evidence);
            run = Run { line_index: line.index, ..Run::default() };
            let kind = kind.trim().trim_matches(['<', '>']);
            run.name = Some(kind.strip_prefix("builtin: ").unwrap_or(kind).to_owned());
        } else if let Some(part) = part_of(text) {
            // With several runs in one text, only the first may have its heading: a line after a rate, or a repeated
            // one, belongs to the next run, which has no other conditions than its own lines.
            if run.told.contains(RATE) || !run.told.insert(part) {
                run.end(&mut evidence);
                run = Run { told: BTreeSet::from([part]), ..Run::default() };
            }
            if run.line_index == 0 {
                run.line_index = line.index;
            }
            run.line(&line, text)?;
        }
    }
    run.end(&mut evidence);
    // With several versions, the assignment is unknown.
    evidence.version = versions.pop_first().filter(|_| versions.is_empty()).map(str::to_owned);
    number_names(&mut evidence.results);
    if evidence.results.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-pgbench") }));
    }
    Ok(imported(evidence, None).into_iter().collect())
}

impl Run {
    fn line(&mut self, line: &Line<'_>, text: &str) -> Result<(), Refusal> {
        if let Some(rest) = text.strip_prefix("tps = ") {
            let (number, end) =
                rest.split_once(' ').ok_or_else(|| line.cut_off(text!("interchange-line")))?;
            let value = line.number(number)?;
            if !ENDS.contains(&end.trim()) {
                let is_short = ENDS.iter().any(|it| it.starts_with(end.trim()));
                let wrong = line.expected(end, text!("interchange-rate-without"));
                return Err(if is_short {
                    line.cut_off(text!("interchange-line"))
                } else {
                    wrong
                });
            }
            return self.rate(line, (number, value), end);
        }
        let fact = [
            ("scaling factor:", "scale"),
            ("query mode:", "query mode"),
            ("initial connection time = ", "initial connection time"),
        ];
        if let Some((name, value)) =
            fact.iter().find_map(|(begin, name)| Some((name, text.strip_prefix(begin)?)))
        {
            self.facts.push(ImportedFact::new(*name, value.trim()));
        } else if let Some(number) = text.strip_prefix("number of clients:") {
            let number = line.count(number)?;
            self.clients = u32::try_from(number).ok();
        } else if let Some(number) = text.strip_prefix("duration:") {
            let number = number
                .trim()
                .strip_suffix('s')
                .ok_or_else(|| line.cut_off(text!("interchange-line")))?;
            self.seconds = Some(line.number(number)?);
        } else if let Some(number) =
            text.strip_prefix("number of transactions actually processed:")
        {
            let number = number.split('/').next().unwrap_or_default();
            self.count = Some(line.count(number)?);
        } else if let Some(failed) = text.strip_prefix("number of failed transactions:") {
            self.facts.push(ImportedFact::new("failed transactions", failed.trim()));
        } else if let Some(time) = text.strip_prefix("latency average") {
            self.latency(line, ("latency_mean_ns", time))?;
        } else if let Some(time) = text.strip_prefix("latency stddev") {
            self.latency(line, ("latency_stddev_ns", time))?;
        }
        Ok(())
    }

    /// ` = 5.595 ms`, `: 0.000 ms`.
    fn latency(&mut self, line: &Line<'_>, (name, text): (&str, &str)) -> Result<(), Refusal> {
        let number = text.trim_start_matches([' ', '=', ':']).strip_suffix("ms");
        let number =
            number.ok_or_else(|| line.expected(text.trim(), text!("interchange-time-ms")))?;
        let value = line.number(number)?;
        // Old versions print zero for an unmeasured latency.
        if value > 0.0 {
            self.figures.insert(name.to_owned(), value * 1e6);
        }
        Ok(())
    }

    fn rate(
        &mut self,
        line: &Line<'_>,
        (printed, value): (&str, f64),
        end: &str,
    ) -> Result<(), Refusal> {
        if let (Some(count), Some(seconds)) = (self.count, self.seconds.filter(|it| *it > 0.0))
        {
            let follows = count as f64 / seconds;
            // Arbitrary: the last transactions end after the time, and connecting may take long.
            let is_near = (value - follows).abs() <= follows.max(value) * 0.1 + 1.0;
            let latency = self.figures.get("latency_mean_ns").copied().unwrap_or_default();
            let over_s = count as f64 / value - seconds;
            let is_last_slow = (0.0..=LAST_MAX * latency / 1e9).contains(&over_s);
            if !is_near && !is_last_slow {
                return Err(line.contradiction(printed, format!("{follows:.1} transactions/s")));
            }
        }
        if end.contains("including") {
            self.facts
                .push(ImportedFact::new("tps including connections establishing", printed));
            self.figures.insert("connecting_transactions_per_s", value);
        } else {
            self.figures.insert("transactions_per_s", value);
        }
        Ok(())
    }

    fn end(&mut self, evidence: &mut ImportedEvidence) {
        if self.figures.is_empty() {
            return;
        }
        let latency =
            self.figures.contains_key("latency_mean_ns").then(|| "transaction".to_owned());
        evidence.results.push(ImportedResult {
            figures: std::mem::take(&mut self.figures),
            job_count: self.clients,
            request_count: self.count,
            latency_of: latency,
            ..result(self.name.take().unwrap_or_else(|| "pgbench".to_owned()), self.line_index)
        });
        evidence.facts.append(&mut self.facts);
    }
}
