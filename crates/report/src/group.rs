//! The cells of a run by name: repetitions together, and their lines in a table.

use iogram_model::{
    CellRecord, CellState, Figure, Finding, OpKind, OpRecord, RepeatSummary, Run,
    value_of_round,
};

use crate::format::operation_name;
use crate::locale::{Locale, say};

/// All repetitions of one cell, whether they count or not, in order. Never empty.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    pub(crate) name: &'a str,
    pub(crate) cells: Vec<&'a CellRecord>,
}

/// One line of a table of results.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) group: &'a Group<'a>,
    /// `None` is reads and writes together.
    pub(crate) operation: Option<OpKind>,
}

pub(crate) fn groups(run: &Run) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for cell in run.cells.iter().filter(|cell| !run.is_preconditioning(cell)) {
        match groups.iter_mut().find(|group| group.name == cell.name) {
            Some(group) => group.cells.push(cell),
            None => groups.push(Group { name: &cell.name, cells: vec![cell] }),
        }
    }
    groups
}

/// A row for each cell with data, and for each source of the data. `row` gets the name of the cell.
pub(crate) fn rows_by_source<'a>(
    groups: &[Group<'a>],
    locale: &Locale,
    row: impl Fn(String, &'a CellRecord) -> Option<(&'a str, Vec<String>)>,
) -> (Vec<&'a str>, Vec<Vec<String>>) {
    let is_repeated = groups.iter().any(Group::is_repeated);
    let mut sources: Vec<&str> = Vec::new();
    let mut rows = Vec::new();
    for group in groups {
        for (index, cell) in group.cells.iter().enumerate() {
            let who = group.name_of(index, is_repeated, locale);
            let Some((source, told)) = row(who, cell) else { continue };
            if !sources.contains(&source) {
                sources.push(source);
            }
            rows.push(told);
        }
    }
    (sources, rows)
}

impl Group<'_> {
    /// The part of a composed method that it belongs to.
    pub(crate) fn block(&self) -> Option<&str> {
        self.cells[0].block.as_deref()
    }

    /// Whether its duration is its result.
    pub(crate) fn is_timed(&self) -> bool {
        self.cells[0].workload.is_told_by_time()
    }

    /// Duration of a repetition, if it completed.
    pub(crate) fn elapsed_ns(cell: &CellRecord) -> Option<f64> {
        let is_completed = cell.state == CellState::Completed;
        is_completed.then(|| iogram_model::float(cell.elapsed_ns))
    }

    pub(crate) fn is_repeated(&self) -> bool {
        self.cells.len() > 1
    }

    /// Whether any repetition counts in summaries.
    pub(crate) fn counts(&self) -> bool {
        self.cells.iter().any(|cell| cell.is_counted)
    }

    /// The name of the repetition `index`, with its number if any cell of the run has several.
    pub(crate) fn name_of(&self, index: usize, is_numbered: bool, locale: &Locale) -> String {
        if is_numbered {
            repetition_name(self.name, index.saturating_add(1), locale)
        } else {
            self.name.to_owned()
        }
    }

    /// The kinds of operations that occurred in any repetition; if none did, the requested ones.
    pub(crate) fn kinds(&self) -> Vec<OpKind> {
        let occurred = |kind| self.cells.iter().any(|cell| cell.operations.of(kind).is_some());
        let kinds: Vec<OpKind> =
            OpKind::ALL.into_iter().filter(|&kind| occurred(kind)).collect();
        if !kinds.is_empty() {
            return kinds;
        }
        let mix = self.cells[0].workload.mix;
        let asked = [
            (OpKind::Read, mix.read),
            (OpKind::Write, mix.write()),
            (OpKind::Flush, mix.flush),
            (OpKind::Discard, mix.discard),
        ];
        asked.into_iter().filter(|(_, share)| share.0 > 0).map(|(kind, _)| kind).collect()
    }

    /// One line for each kind of operation, after one for reads and writes together.
    pub(crate) fn lines(&self) -> Vec<Line<'_>> {
        let kinds = self.kinds();
        let is_mixed = kinds.contains(&OpKind::Read) && kinds.contains(&OpKind::Write);
        let together = is_mixed.then_some(None);
        let each = kinds.into_iter().map(Some);
        together
            .into_iter()
            .chain(each)
            .map(|operation| Line { group: self, operation })
            .collect()
    }
}

impl<'a> Line<'a> {
    /// The cell's name, with the operation if the name does not contain it.
    pub(crate) fn label(&self, locale: &Locale) -> String {
        let Some(kind) = self.operation else {
            return say!(locale, "line-total", cell = self.group.name);
        };
        let name = self.group.name.to_lowercase();
        let is_said = name.contains(kind.name())
            && self.group.kinds().iter().all(|it| *it == kind || !name.contains(it.name()));
        if is_said {
            self.group.name.to_owned()
        } else {
            format!("{} {}", self.group.name, operation_name(kind, locale))
        }
    }

    /// The record of this operation in the only repetition, even if that ended early.
    pub(crate) fn record(&self) -> Option<&'a OpRecord> {
        match self.group.cells.as_slice() {
            [cell] => cell.operations.of(self.operation?),
            _ => None,
        }
    }

    /// Bytes per second of one of the group's cells, if it completed.
    pub(crate) fn bytes_per_s(&self, cell: &CellRecord) -> Option<f64> {
        if cell.state != CellState::Completed {
            return None;
        }
        match self.operation {
            Some(kind) => cell.operations.of(kind).map(|op| op.bytes_per_s),
            None => cell.throughput().map(|throughput| throughput.bytes_per_s),
        }
    }

    /// Requests per second of one of the group's cells, if it completed.
    pub(crate) fn iops(&self, cell: &CellRecord) -> Option<f64> {
        if cell.state != CellState::Completed {
            return None;
        }
        match self.operation {
            Some(kind) => cell.operations.of(kind).map(|op| op.iops),
            None => value_of_round(Figure::Iops, cell),
        }
    }

    /// Whether there was never more than one request of the kind, such as the flush at the end: it has a latency, but
    /// no rate.
    pub(crate) fn has_no_rate(&self) -> bool {
        self.operation.is_some_and(|kind| {
            let records = self.group.cells.iter().filter_map(|cell| cell.operations.of(kind));
            records.map(|record| record.count).max() == Some(1)
        })
    }

    pub(crate) fn moves_bytes(&self) -> bool {
        self.operation != Some(OpKind::Flush)
    }

    /// The summary of `figure` over the repetitions.
    pub(crate) fn summary<'f>(
        &self,
        findings: &'f [Finding],
        figure: &str,
    ) -> Option<&'f RepeatSummary> {
        find_summary(findings, self.group.name, self.operation, figure)
    }
}

/// A repetition of a cell by its number from 1.
pub(crate) fn repetition_name(
    cell: &str,
    number: impl std::fmt::Display,
    locale: &Locale,
) -> String {
    say!(locale, "repetition", cell = cell, number = number)
}

/// The parts of a composed method in the order of execution; `None` for cells outside of any.
pub(crate) fn blocks<'g>(groups: &'g [Group<'_>]) -> Vec<Option<&'g str>> {
    let mut blocks: Vec<Option<&str>> = Vec::new();
    for group in groups {
        if !blocks.contains(&group.block()) {
            blocks.push(group.block());
        }
    }
    blocks
}

/// `name` without the name of its block, if that is beside it.
pub(crate) fn within<'n>(block: Option<&str>, name: &'n str) -> &'n str {
    block.and_then(|block| name.strip_prefix(block)?.strip_prefix('/')).unwrap_or(name)
}

/// The summary of `figure` over the repetitions of `cell`.
pub(crate) fn find_summary<'f>(
    findings: &'f [Finding],
    cell: &str,
    operation: Option<OpKind>,
    figure: &str,
) -> Option<&'f RepeatSummary> {
    findings.iter().find_map(|finding| match finding {
        Finding::RepeatSummary(summary)
            if summary.cell == cell
                && summary.operation == operation
                && summary.figure == figure =>
        {
            Some(summary)
        }
        _ => None,
    })
}
