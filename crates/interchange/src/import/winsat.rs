//! `winsat disk`, which comes with Windows.
//!
//! Source: outputs of Windows 7 to 11 that people posted. Only the names of its three rates are English in every
//! language: `Random 16.0` is of 16 KiB, `Sequential 64.0` of 64 KiB; a score of 1 to 9.9 follows each. Its other
//! lines have translated names and become facts. The rate of random reads is of several concurrent requests; their
//! number and the unit of its MB are undocumented.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    text,
};

use super::line::{Line, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "winsat",
    title: "winsat disk, in any language",
    reads: "rates of random 16 KiB reads, sequential 64 KiB reads and writes; latencies and scores as printed; the drive's letter",
    unknown: "the drive behind the letter; queue depth, percentiles, which MB it means",
    detect: |source| {
        if lines(source.text).any(|it| Rate::of(it.text).is_some()) { 93 } else { 0 }
    },
    read,
};

/// The work of a line with a rate, and the text after its name.
#[derive(Debug, Clone, Copy)]
struct Rate<'a> {
    name: &'static str,
    operation: OpKind,
    order: ImportedOrder,
    block_bytes: u64,
    values: &'a str,
}

/// Names of rates, and their work.
const RATES: [(&str, OpKind, ImportedOrder, u64); 4] = [
    ("Random 16.0 Read", OpKind::Read, ImportedOrder::Random, 16 << 10),
    ("Random 16.0 Write", OpKind::Write, ImportedOrder::Random, 16 << 10),
    ("Sequential 64.0 Read", OpKind::Read, ImportedOrder::Sequential, 64 << 10),
    ("Sequential 64.0 Write", OpKind::Write, ImportedOrder::Sequential, 64 << 10),
];

/// The text in place of a rate, in a line with the name and the unit of one.
fn spoilt(text: &str) -> Option<&str> {
    let text = unmarked(text).strip_prefix("Disk ")?.trim_start();
    let values = RATES.into_iter().find_map(|it| text.strip_prefix(it.0))?;
    let (value, _) = values.split_once("MB/s")?;
    Some(value.trim()).filter(|it| !it.is_empty() && !it.contains(['"', '\'']))
}

impl<'a> Rate<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let text = unmarked(text).strip_prefix("Disk ")?.trim_start();
        RATES.into_iter().find_map(|(name, operation, order, block_bytes)| {
            let values = text.strip_prefix(name)?;
            // Programs that parse it, and pages about it, have its names in quotes.
            let is_printed = values.trim_start().starts_with(|it: char| it.is_ascii_digit());
            is_printed.then_some(Self { name, operation, order, block_bytes, values })
        })
    }
}

/// The line without the mark that winsat prints before each line.
fn unmarked(text: &str) -> &str {
    text.trim().trim_start_matches(['>', ' '])
}

/// The letter of `'-drive D: -ran -read'` and of a command line.
fn drive(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("-drive ")?;
    let word = rest.split([' ', '\'', '"']).next()?.trim_end_matches(':');
    let is_letter = word.len() == 1 && word.bytes().all(|it| it.is_ascii_alphabetic());
    is_letter.then(|| format!("{}:", word.to_ascii_uppercase()))
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut evidence = begin();
    let mut device: Option<String> = None;
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        if let Some(rate) = Rate::of(line.text) {
            if evidence.results.iter().any(|it| it.name == rate.name) {
                found.extend(end(std::mem::replace(&mut evidence, begin()), device.take()));
            }
            // At the end of the text, a number may lack its last digits.
            if all.peek().is_none() {
                return Err(line.cut_off(text!("interchange-line")));
            }
            let named = result(rate.name, line.index);
            evidence.results.push(measured(&line, rate, named, &mut evidence.facts)?);
        } else if let Some(value) = spoilt(line.text) {
            return Err(line.expected(value, text!("interchange-rate-mb-s")));
        } else if let Some(letter) = drive(line.text) {
            if device.as_ref().is_some_and(|it| *it != letter) {
                found.extend(end(std::mem::replace(&mut evidence, begin()), device.take()));
            }
            device = Some(letter);
        } else if let Some((name, value)) = told(line.text).filter(|_| is_begun(&evidence)) {
            evidence.facts.push(ImportedFact::new(name, value));
        }
    }
    found.extend(end(evidence, device));
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-winsat") }));
    }
    Ok(found)
}

/// Whether lines with times may follow, which come after the rates.
fn is_begun(evidence: &ImportedEvidence) -> bool {
    !evidence.results.is_empty()
}

fn begin() -> ImportedEvidence {
    ImportedEvidence { tool: "winsat".to_owned(), ..ImportedEvidence::default() }
}

fn end(mut evidence: ImportedEvidence, device: Option<String>) -> Option<Imported> {
    if evidence.results.is_empty() {
        return None;
    }
    number_names(&mut evidence.results);
    imported(evidence, device)
}

/// `   494.76 MB/s          8.3`.
fn measured(
    line: &Line<'_>,
    rate: Rate<'_>,
    named: ImportedResult,
    facts: &mut Vec<ImportedFact>,
) -> Result<ImportedResult, Refusal> {
    let words: Vec<&str> = rate.values.split_whitespace().collect();
    let [number, unit, rest @ ..] = words.as_slice() else {
        return Err(line.cut_off(text!("interchange-line")));
    };
    if *unit != "MB/s" {
        return Err(line.expected(unit, text!("interchange-mb-s")));
    }
    if let Some(score) = rest.first() {
        line.number(score)?;
        facts.push(ImportedFact::new(format!("score of {}", rate.name), *score));
    }
    let figures = ImportedFigures::from([("bytes_per_s", line.number(number)? * 1e6)]);
    Ok(ImportedResult {
        operation: Some(rate.operation),
        order: Some(rate.order),
        block_bytes: Some(rate.block_bytes),
        figures,
        ..named
    })
}

/// A line with a time in milliseconds, as printed: its name is in the language of the system.
fn told(text: &str) -> Option<(String, String)> {
    let text = unmarked(text);
    let at =
        text.find(" ms").filter(|at| text.get(at.saturating_add(3)..).is_some_and(is_gap))?;
    let (name, number) = text.get(..at)?.rsplit_once("  ")?;
    super::line::decimal(number).map(|_| (name.trim().to_owned(), format!("{number} ms")))
}

fn is_gap(text: &str) -> bool {
    text.is_empty() || text.starts_with(' ')
}
