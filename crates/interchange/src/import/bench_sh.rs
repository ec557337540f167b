//! bench.sh (teddysun/across) and scripts derived from it: dd's output of three writes, and their average.
//!
//! Source: the script, four versions of it and of `superbench.sh`. All write zeros into a file with `conv=fdatasync`;
//! the request size is 64 KiB in old versions and 512 KiB in new ones, and the output does not contain it. The rates
//! are dd's own, in powers of 1000. The average counts a GB/s as 1024 MB/s and any other number as MB/s, so it is not
//! imported as a figure, but it proves that nobody changed a rate.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    text,
};

use super::line::{Line, bare, is_rounded, lines, split_unit};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "bench-sh",
    title: "bench.sh and superbench.sh, text",
    reads: "dd's rate of each write; the average as a fact, against which the rates are held",
    unknown: "the drive; the size of a request, which differs between versions; latencies; processor and network",
    detect: |source| {
        let is_run =
            |it: Line<'_>| matches!(Row::of(it.text), Some(Row { is_average: false, .. }));
        if lines(source.text).any(is_run) { 90 } else { 0 }
    },
    read,
};

/// A line of the table: `I/O Speed(1st run) : 371 MB/s`.
#[derive(Debug)]
struct Row {
    name: String,
    value: String,
    is_average: bool,
}

impl Row {
    fn of(text: &str) -> Option<Self> {
        let (name, value) = bare(text).split_once(':')?;
        let (name, value) = (name.trim(), value.trim());
        let small = name.to_ascii_lowercase();
        let is_average = matches!(small.as_str(), "average i/o speed" | "i/o speed(average)");
        let of_run = || {
            let inner = small.strip_prefix("i/o speed(")?.strip_suffix(')')?.trim();
            let is_size = inner.ends_with("gb") || inner.ends_with("mb");
            let is_run = inner.ends_with(" run") || is_size;
            (is_run && inner.starts_with(|it: char| it.is_ascii_digit())).then_some(())
        };
        if !is_average {
            of_run()?;
        }
        Some(Self { name: name.to_owned(), value: value.to_owned(), is_average })
    }
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut table = Table::default();
    for line in lines(source.text) {
        let Some(row) = Row::of(line.text) else { continue };
        if row.is_average {
            table.average(&line, &row)?;
            found.extend(std::mem::take(&mut table).end());
        } else {
            let is_first = row.name.contains("(1st");
            if is_first {
                found.extend(std::mem::take(&mut table).end());
            }
            table.run(&line, row)?;
        }
    }
    found.extend(table.end());
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-bench-sh") }));
    }
    Ok(found)
}

/// The output of one call of the script.
#[derive(Debug, Default)]
struct Table {
    results: Vec<ImportedResult>,
    facts: Vec<ImportedFact>,
    /// The rates as the script uses them for its average: numbers and units.
    rates: Vec<(f64, bool)>,
}

impl Table {
    fn run(&mut self, line: &Line<'_>, row: Row) -> Result<(), Refusal> {
        let (number, unit) = split_unit(&row.value);
        let factor = match unit {
            "kB/s" => 1e3,
            "MB/s" => 1e6,
            "GB/s" => 1e9,
            _ => return Err(line.expected(&row.value, text!("interchange-rate-unit"))),
        };
        let rate = line.number(number)?;
        self.rates.push((rate, unit == "GB/s"));
        self.results.push(ImportedResult {
            operation: Some(OpKind::Write),
            order: Some(ImportedOrder::Sequential),
            depth: Some(1),
            is_direct: Some(false),
            figures: ImportedFigures::from([("bytes_per_s", rate * factor)]),
            ..result(row.name, line.index)
        });
        Ok(())
    }

    fn average(&mut self, line: &Line<'_>, row: &Row) -> Result<(), Refusal> {
        let (number, unit) = split_unit(&row.value);
        if unit != "MB/s" {
            return Err(line.expected(&row.value, text!("interchange-mb-s")));
        }
        line.number(number)?;
        // Copies of the script with more or fewer writes compute another average.
        if let [_, _, _] = self.rates.as_slice() {
            let mean = |giga: f64| {
                let rates = self.rates.iter();
                rates.map(|(it, is_giga)| if *is_giga { it * giga } else { *it }).sum::<f64>()
                    / 3.0
            };
            if !is_rounded(number, mean(1024.0)) && !is_rounded(number, mean(1000.0)) {
                return Err(line.contradiction(number, format!("{:.1}", mean(1024.0))));
            }
        }
        if !self.results.is_empty() {
            self.facts.push(ImportedFact::new(row.name.clone(), row.value.clone()));
        }
        Ok(())
    }

    fn end(mut self) -> Option<Imported> {
        if self.results.is_empty() {
            return None;
        }
        number_names(&mut self.results);
        let evidence = ImportedEvidence {
            tool: "bench.sh".to_owned(),
            results: self.results,
            facts: self.facts,
            ..ImportedEvidence::default()
        };
        imported(evidence, None)
    }
}
