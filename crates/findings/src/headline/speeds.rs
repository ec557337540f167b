//! Speed: one sentence for sequential access, one for small random requests.

use iogram_model::{
    Access, Argument, Bytes, Caching, CellRecord, Figure, Finding, Message, MessageId, OpKind,
    RepeatSummary, Run, Severity, SyncPolicy,
};

use super::{Statement, is_card_or_stick, soak};
use crate::origin::is_of_drive;
use crate::plausible::is_plausible;
use crate::steps::stepped_names;

/// Random writes per second of 4 KiB that class A1 requires, the lowest class of cards for applications.
///
/// Source: SD Physical Layer Simplified Specification 6.00, section 4.16 (A1: 1500 read, 500 write IOPS).
const APP_CLASS_WRITE_IOPS: f64 = 500.0;

/// A rate that ends at or below this share of its first value changed during the measurement.
///
/// Arbitrary: a far larger change than the variation of repetitions on a drive in one state.
const FALLEN_RATIO: f64 = 2.0 / 3.0;

/// The largest small durable write: a drive with an indirection unit above 4 KiB gets writes of its own unit.
const DURABLE_BYTES_MAX: Bytes = Bytes(65_536);

/// This many ways to make the same writes durable are a comparison of them: two kinds of flushes and writes that
/// wait.
const WAYS_MIN: usize = 3;

/// The limit if no smaller ones were measured: `sync` writes 128 KiB, too, and larger ones measure the rate.
const DURABLE_LARGE_BYTES_MAX: Bytes = Bytes(131_072);

/// The statements about speed, the sequential rate first.
pub(super) fn of(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let summaries: Vec<&RepeatSummary> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::RepeatSummary(summary) => Some(summary),
            _ => None,
        })
        .collect();
    let look = Look { run, summaries: &summaries };
    let in_order = look.in_order();
    let is_cache_found = findings.iter().any(|finding| matches!(finding, Finding::SlcCache(_)));
    let fallen = look.fallen().filter(|_| !is_cache_found);
    let at_random = look.at_random();
    let below = look.below_app_class();
    let durable = look.durable();
    in_order.into_iter().chain(fallen).chain(below).chain(at_random).chain(durable).collect()
}

struct Look<'a> {
    run: &'a Run,
    summaries: &'a [&'a RepeatSummary],
}

impl Look<'_> {
    /// The best of the cells that satisfy `is_meant`, with its summary.
    fn best(
        &self,
        figure: Figure,
        kind: OpKind,
        is_meant: impl Fn(&CellRecord) -> bool,
    ) -> Option<(&RepeatSummary, f64)> {
        let meant = self.summaries.iter().filter_map(|summary| {
            let is_figure = summary.figure == figure.name() && summary.operation == Some(kind);
            let value = summary.shown().filter(|value| is_figure && *value > 0.0)?;
            let mut cells = self.run.cells.iter();
            let cell = cells.find(|cell| cell.is_counted && cell.name == summary.cell)?;
            let is_told = is_meant(cell) && is_of_drive(self.run, &cell.name);
            is_told.then_some((*summary, value))
        });
        let best = meant.max_by(|(_, one), (_, other)| one.total_cmp(other));
        // If the fastest value is not the drive's, there is no statement: the next one would pass for the fastest.
        best.filter(|(_, value)| figure != Figure::BytesPerS || is_plausible(self.run, *value))
    }

    /// The fastest cell of sequential reads or writes.
    fn sequential(&self, kind: OpKind) -> Option<(&RepeatSummary, f64)> {
        // The mean over pieces of a drive is the rate of none of them.
        let pieces = stepped_names(&self.run.cells);
        self.best(Figure::BytesPerS, kind, |cell| {
            cell.workload.access == Access::Sequential
                && !pieces.contains(&cell.name.as_str())
                && is_pure(cell, kind)
                && reaches_the_drive(cell)
        })
    }

    /// Writes that slowed down from repetition to repetition: their mean is the rate of neither state.
    fn fallen(&self) -> Option<Statement> {
        let (summary, _) = self.sequential(OpKind::Write)?;
        let runs: Vec<f64> = summary.runs.iter().flatten().copied().collect();
        let (first, last) = (*runs.first()?, *runs.last()?);
        let is_fallen =
            runs.is_sorted_by(|one, next| one >= next) && last <= FALLEN_RATIO * first;
        let values = [Argument::BytesPerS(first), Argument::BytesPerS(last)];
        is_fallen.then(|| {
            Statement::new(Severity::Measured, Message::new(MessageId::WritesFell, values))
        })
    }

    fn in_order(&self) -> Option<Statement> {
        let (read, write) = (self.sequential(OpKind::Read), self.sequential(OpKind::Write));
        let rate = |(_, value): (&RepeatSummary, f64)| Argument::BytesPerS(value);
        let message = match (read.map(rate), write.map(rate)) {
            (Some(read), Some(write)) => Message::new(MessageId::SpeedBoth, [read, write]),
            (Some(read), None) => Message::new(MessageId::SpeedRead, [read]),
            (None, Some(write)) => Message::new(MessageId::SpeedWrite, [write]),
            (None, None) => return None,
        };
        let summaries = [read, write].into_iter().flatten().map(|(summary, _)| summary);
        Some(Statement {
            basis: basis(summaries),
            ..Statement::new(Severity::Measured, message)
        })
    }

    /// 4 KiB, one request at a time: the work of programs that wait for each answer.
    fn random(&self, kind: OpKind) -> Option<(&RepeatSummary, f64)> {
        self.best(Figure::Iops, kind, |cell| {
            let workload = &cell.workload;
            let is_single = workload.depth == 1 && workload.jobs == 1;
            let is_small = workload.block.largest() == Bytes(4096);
            let is_random = matches!(workload.access, Access::Random | Access::Permutation);
            // The rate of a card's soak stands beside its promised one.
            let is_said = is_card_or_stick(self.run) && soak::is_soak(self.run, cell);
            let is_meant = is_single && is_small && is_random && !is_said;
            is_meant && is_pure(cell, kind) && reaches_the_drive(cell)
        })
    }

    fn at_random(&self) -> Option<Statement> {
        let block = Argument::Bytes(4096);
        let (read, write) = (self.random(OpKind::Read), self.random(OpKind::Write));
        let rate = |(_, value): (&RepeatSummary, f64)| Argument::Iops(value);
        let message = match (read.map(rate), write.map(rate)) {
            (Some(read), Some(write)) => {
                Message::new(MessageId::RandomBoth, [block, read, write])
            }
            (Some(read), None) => Message::new(MessageId::RandomRead, [block, read]),
            (None, Some(write)) => Message::new(MessageId::RandomWrite, [block, write]),
            (None, None) => return None,
        };
        let summaries = [read, write].into_iter().flatten().map(|(summary, _)| summary);
        Some(Statement {
            basis: basis(summaries),
            ..Statement::new(Severity::Measured, message)
        })
    }

    /// Small writes with a flush after each.
    fn durable(&self) -> Option<Statement> {
        if let Some(found) = self.quickest_way() {
            return Some(found);
        }
        let best_up_to = |block_max: Bytes| {
            self.best(Figure::Iops, OpKind::Write, |cell| {
                let workload = &cell.workload;
                workload.block.largest() <= block_max
                    && is_pure(cell, OpKind::Write)
                    && matches!(workload.sync, SyncPolicy::Each | SyncPolicy::Dsync)
            })
        };
        // If the run has no small ones, the larger ones are its result.
        let (summary, value) =
            best_up_to(DURABLE_BYTES_MAX).or_else(|| best_up_to(DURABLE_LARGE_BYTES_MAX))?;
        let cell = self.run.cells.iter().find(|cell| cell.name == summary.cell)?;
        let values = [Argument::Bytes(cell.workload.block.largest().0), Argument::Iops(value)];
        Some(Statement {
            basis: basis(std::iter::once(summary)),
            ..Statement::new(Severity::Measured, Message::new(MessageId::DurableWrite, values))
        })
    }

    /// If the run made the same writes durable in several ways, the comparison is its question: reports the fastest
    /// way.
    fn quickest_way(&self) -> Option<Statement> {
        let is_durable = |cell: &CellRecord| {
            let is_each = matches!(cell.workload.sync, SyncPolicy::Each | SyncPolicy::Dsync);
            cell.is_counted && is_each && is_pure(cell, OpKind::Write)
        };
        let way = |cell: &CellRecord| (cell.workload.sync, cell.workload.sync_call);
        let block = |cell: &CellRecord| cell.workload.block.largest();
        // The first cell of each way.
        let ways_of = |asked: Bytes| {
            let cells = self.run.cells.iter().filter(|it| is_durable(it) && block(it) == asked);
            let mut ways: Vec<&CellRecord> = Vec::new();
            for cell in cells {
                if ways.iter().all(|it| way(it) != way(cell)) {
                    ways.push(cell);
                }
            }
            ways
        };
        let blocks = self.run.cells.iter().filter(|it| is_durable(it)).map(block);
        let asked = blocks.filter(|it| ways_of(*it).len() >= WAYS_MIN).min()?;
        let ways = ways_of(asked);
        let (summary, value) = self.best(Figure::Iops, OpKind::Write, |cell| {
            ways.iter().any(|it| it.name == cell.name)
        })?;
        let values = [
            Argument::Name(summary.cell.clone()),
            Argument::Count(ways.len() as u64),
            Argument::Bytes(asked.0),
            Argument::Iops(value),
        ];
        Some(Statement {
            basis: basis(std::iter::once(summary)),
            ..Statement::new(Severity::Measured, Message::new(MessageId::DurableBest, values))
        })
    }

    /// A card or stick that writes fewer small blocks than applications on it are promised.
    fn below_app_class(&self) -> Option<Statement> {
        let (_, measured) = self.random(OpKind::Write)?;
        let is_below = is_card_or_stick(self.run) && measured < APP_CLASS_WRITE_IOPS;
        let values = [Argument::Iops(measured), Argument::Iops(APP_CLASS_WRITE_IOPS)];
        is_below.then(|| {
            Statement::new(Severity::Measured, Message::new(MessageId::BelowAppClass, values))
        })
    }
}

/// Whether every request of the cell is of `kind`.
pub(super) fn is_pure(cell: &CellRecord, kind: OpKind) -> bool {
    OpKind::ALL
        .into_iter()
        .filter(|other| matches!(other, OpKind::Read | OpKind::Write | OpKind::Discard))
        .all(|other| (other == kind) == cell.operations.of(other).is_some())
}

/// Whether the rate is the drive's: the page cache takes writes at any speed until the flush.
fn reaches_the_drive(cell: &CellRecord) -> bool {
    let workload = &cell.workload;
    // A rate of operations describes the program, and a rate of recorded requests the recording.
    if !workload.is_synthetic() {
        return false;
    }
    // A rate of writes with a flush each describes the flushes.
    if matches!(workload.sync, SyncPolicy::Each | SyncPolicy::Every(_) | SyncPolicy::Dsync) {
        return false;
    }
    match workload.caching {
        Caching::Direct => true,
        Caching::BufferedCold if !workload.writes() => true,
        Caching::BufferedCold | Caching::Buffered => workload.sync != SyncPolicy::None,
    }
}

/// The number of repetitions, and their spread.
pub(super) fn basis<'a>(summaries: impl Iterator<Item = &'a RepeatSummary>) -> Option<Message> {
    let summaries: Vec<&RepeatSummary> = summaries.collect();
    let counts = summaries.iter().map(|it| it.runs.iter().flatten().count());
    let count = counts.min().filter(|count| *count > 0)?;
    if count == 1 {
        return Some(Message::new(MessageId::OneRepetition, []));
    }
    let spread = summaries.iter().filter_map(|it| it.spread_ratio).reduce(f64::max)?;
    let values = [Argument::Count(count as u64), Argument::Ratio(spread)];
    Some(Message::new(MessageId::Repetitions, values))
}
