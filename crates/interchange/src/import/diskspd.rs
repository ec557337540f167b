//! `DiskSpd`, as text and as XML (`-Rxml`), versions 2.0.9 to 2.2.
//!
//! Sources: microsoft/diskspd, `ResultParser.cpp` (`_PrintTarget`, `_PrintSection`, `_PrintLatencyChart`) and
//! `XmlResultParser.cpp`; texts of older versions that people posted. Rates are MiB/s; before 2.0.21 the column is
//! headed `MB/s` and contains the same. Latencies are milliseconds. Each section has a row for each thread and file
//! and a total row; the importer takes the total.

mod command;
mod text;
mod xml;

use std::collections::BTreeMap;

use iogram_model::{
    ImportedEvidence, ImportedFigures, ImportedOrder, ImportedResult, OpKind, sentence, text,
};

use self::command::Wish;
use super::line::lines;
use super::refusal::{Reason, Refusal};
use super::{Importer, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "diskspd",
    title: "DiskSpd, text and XML",
    reads: "reads, writes and both together of every timespan: rates, IOPS, mean latencies with percentiles (-L), block size, order, depth, threads, caching (of a command line, too)",
    unknown: "the drive behind the file; single threads",
    detect: |source| {
        let is_head = |it: &str| text::columns_of(it).is_some();
        if xml::is_report(source.text) {
            95
        } else if lines(source.text).any(|it| is_head(it.text.trim())) {
            94
        } else {
            0
        }
    },
    read: |source| {
        let runs = if xml::is_report(source.text) {
            xml::read(source.text)?
        } else {
            text::read(source.text)?
        };
        let found: Vec<Imported> = runs.into_iter().filter_map(Run::end).collect();
        if found.is_empty() {
            return Err(Refusal::of_file(Reason::Nothing {
                what: text!("interchange-diskspd"),
            }));
        }
        Ok(found)
    },
};

/// A setting of several targets: not set, the same for all, or different.
#[derive(Debug, Clone, Default, PartialEq)]
enum Agreed<T> {
    #[default]
    Unsaid,
    On(T),
    Not,
}

impl<T: PartialEq + Clone> Agreed<T> {
    fn say(&mut self, value: T) {
        *self = match self {
            Self::Unsaid => Self::On(value),
            Self::On(other) if *other == value => Self::On(value),
            Self::On(_) | Self::Not => Self::Not,
        };
    }

    fn join(&mut self, other: Self) {
        match other {
            Self::Unsaid => {}
            Self::On(value) => self.say(value),
            Self::Not => *self = Self::Not,
        }
    }

    /// This setting, or that of another source if this one is not set.
    fn or(&self, other: &Self) -> Self {
        match self {
            Self::Unsaid => other.clone(),
            said => said.clone(),
        }
    }

    fn known(&self) -> Option<T> {
        match self {
            Self::On(value) => Some(value.clone()),
            Self::Unsaid | Self::Not => None,
        }
    }
}

/// The settings of a timespan that are the same for all its targets.
#[derive(Debug, Clone, Default)]
struct Asked {
    path: Agreed<String>,
    block_bytes: Agreed<u64>,
    order: Agreed<ImportedOrder>,
    depth: Agreed<u32>,
    is_direct: Agreed<bool>,
    /// Percent of writes.
    write_percent: Agreed<u32>,
}

/// The requests of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Total,
    Read,
    Write,
}

/// The total precedes its parts.
const PARTS: [Part; 3] = [Part::Total, Part::Read, Part::Write];

/// The row of all threads.
#[derive(Debug, Clone, Default, PartialEq)]
struct Row {
    bytes: u64,
    count: u64,
    bytes_per_s: f64,
    iops: f64,
    /// `latency_mean_ns`, `latency_stddev_ns`, percentiles.
    more: BTreeMap<String, f64>,
}

/// The results of a timespan.
#[derive(Debug, Clone, Default)]
struct Measured {
    line_index: u64,
    elapsed_s: Option<f64>,
    thread_count: Option<u32>,
    rows: [Option<Row>; 3],
    percentiles: [BTreeMap<String, f64>; 3],
}

impl Part {
    const fn index(self) -> usize {
        match self {
            Self::Read => 0,
            Self::Write => 1,
            Self::Total => 2,
        }
    }
}

/// Everything between two command lines.
#[derive(Debug, Clone, Default)]
struct Run {
    evidence: ImportedEvidence,
    /// The settings of its command line; `None` without a command line above it, or with several.
    wish: Option<Wish>,
    /// Number of command lines at a prompt above it.
    command_count: u32,
    /// Settings of each timespan, in order.
    asked: Vec<Asked>,
    measured: Vec<Measured>,
}

impl Run {
    fn begin() -> Self {
        let evidence =
            ImportedEvidence { tool: "DiskSpd".to_owned(), ..ImportedEvidence::default() };
        Self { evidence, ..Self::default() }
    }

    /// The settings of the timespan of this number.
    fn asked_in(&self, index: usize) -> Asked {
        let printed = self.asked.get(index).cloned().unwrap_or_default();
        match &self.wish {
            Some(wish) => wish.with(&printed),
            None => printed,
        }
    }

    fn end(mut self) -> Option<Imported> {
        let thread_count = self.wish.as_ref().and_then(|it| it.thread_count);
        for it in &mut self.measured {
            it.thread_count = it.thread_count.or(thread_count);
        }
        let mut path = Agreed::default();
        for (measured, index) in self.measured.iter().zip(0_usize..) {
            let asked = self.asked_in(index);
            if let Some(name) = asked.path.known() {
                path.say(name);
            }
            self.evidence.results.extend(measured.results(&asked));
            if measured.lacks_a_part() {
                self.evidence
                    .note(&sentence!("interchange-table-reads-writes-missing-requests-only"));
            }
        }
        if self.evidence.results.is_empty() {
            return None;
        }
        number_names(&mut self.evidence.results);
        imported(self.evidence, path.known())
    }
}

impl Measured {
    fn row(&self, part: Part) -> Option<&Row> {
        self.rows.get(part.index()).and_then(Option::as_ref)
    }

    fn has_rows(&self) -> bool {
        self.rows.iter().any(Option::is_some)
    }

    /// Whether the total has more requests than reads and writes together, so that a table is missing.
    fn lacks_a_part(&self) -> bool {
        let parts = [self.row(Part::Read), self.row(Part::Write)];
        let told = parts.into_iter().flatten().map(|it| it.count);
        let are_apart = parts.iter().any(Option::is_some);
        let count = told.fold(0, u64::saturating_add);
        are_apart && self.row(Part::Total).is_some_and(|it| it.count > count)
    }

    /// Results of reads and writes, and the total if there were both, if they are not separate, or if one is missing.
    fn results(&self, asked: &Asked) -> Vec<ImportedResult> {
        let row = |part: Part| self.row(part).filter(|it| it.count > 0);
        let are_apart = row(Part::Read).is_some() || row(Part::Write).is_some();
        let is_mixed = row(Part::Read).is_some() && row(Part::Write).is_some();
        let has_total = is_mixed || !are_apart || self.lacks_a_part();
        let is_told = |part: &Part| *part != Part::Total || has_total;
        let found = PARTS.into_iter().filter(is_told);
        found.filter_map(|part| Some(self.result(asked, part, row(part)?))).collect()
    }

    fn result(&self, asked: &Asked, part: Part, row: &Row) -> ImportedResult {
        let mut figures: ImportedFigures = row.more.clone().into_iter().collect();
        figures.extend(self.percentiles.get(part.index()).cloned().unwrap_or_default());
        figures.insert("bytes_per_s", row.bytes_per_s);
        figures.insert("iops", row.iops);
        figures.extend(self.elapsed_s.map(|it| ("elapsed_ns".to_owned(), it * 1e9)));
        let writes = asked.write_percent.known();
        let operation = match (part, writes) {
            (Part::Read, _) | (Part::Total, Some(0)) => Some(OpKind::Read),
            (Part::Write, _) | (Part::Total, Some(100)) => Some(OpKind::Write),
            (Part::Total, _) => None,
        };
        let has_latency = figures.keys().any(|it| it.starts_with("latency_"));
        ImportedResult {
            operation,
            order: asked.order.known(),
            block_bytes: asked.block_bytes.known(),
            depth: asked.depth.known(),
            job_count: self.thread_count,
            is_direct: asked.is_direct.known(),
            request_count: Some(row.count),
            moved_bytes: Some(row.bytes),
            latency_of: has_latency.then(|| "request".to_owned()),
            figures,
            ..result(asked.name(), self.line_index)
        }
    }
}

impl Asked {
    /// `random 64 KiB, 60 % reads`.
    fn name(&self) -> String {
        let order = match self.order.known() {
            Some(ImportedOrder::Sequential) => "sequential",
            Some(ImportedOrder::Random) => "random",
            Some(ImportedOrder::Unknown) => "random and sequential",
            None => "DiskSpd",
        };
        let block = self.block_bytes.known().map(|bytes| match (bytes >> 20, bytes >> 10) {
            (mib @ 1.., _) if mib << 20 == bytes => format!(" {mib} MiB"),
            (_, kib @ 1..) if kib << 10 == bytes => format!(" {kib} KiB"),
            _ => format!(" {bytes} B"),
        });
        let mix = self.write_percent.known().filter(|it| (1..100).contains(it));
        let mix = mix.map(|it| format!(", {} % reads", 100_u32.saturating_sub(it)));
        [order.to_owned(), block.unwrap_or_default(), mix.unwrap_or_default()].concat()
    }
}
