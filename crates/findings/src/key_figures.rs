//! The few figures for a comparison of drives: one cell for each kind of work. The plan selects it and not the
//! results, so that runs of one method always use the same cells.
//!
//! Must not depend on the presentation.

use iogram_model::{
    CellRecord, Figure, Finding, KeyFigure, KeyKind, OpKind, Quality, Run, SlcCache,
};

use crate::figure::overall;
use crate::quality::is_of;

/// The kinds of work with a rate.
const RATES: [(KeyKind, Quality, OpKind); 8] = [
    (KeyKind::SequentialRead, Quality::SequentialRead, OpKind::Read),
    (KeyKind::SequentialWrite, Quality::SequentialWrite, OpKind::Write),
    (KeyKind::FillMean, Quality::SustainedWrite, OpKind::Write),
    (KeyKind::RandomRead, Quality::RandomRead, OpKind::Read),
    (KeyKind::RandomWrite, Quality::RandomWrite, OpKind::Write),
    (KeyKind::QueuedRead, Quality::QueuedRead, OpKind::Read),
    (KeyKind::QueuedWrite, Quality::QueuedWrite, OpKind::Write),
    (KeyKind::SyncWrite, Quality::SyncWrite, OpKind::Write),
];

/// All key figures of `run`, in the order of presentation.
pub(crate) fn key_figures(run: &Run, known: &[Finding]) -> Vec<Finding> {
    let names = names(run);
    let mut found: Vec<KeyFigure> = Vec::new();
    for (key, quality, operation) in RATES {
        let Some(name) = chosen(run, &names, quality) else { continue };
        let value = match key.figure() {
            "bytes_per_s" => summary(known, name, operation, "bytes_per_s"),
            _ => summary(known, name, operation, "iops"),
        };
        found.extend(value.map(|value| KeyFigure::new(key, name, value)));
        let tail = match key {
            KeyKind::RandomRead => KeyKind::ReadTail,
            KeyKind::RandomWrite => KeyKind::WriteTail,
            _ => continue,
        };
        found.extend(tail_of((run, known), &names, (tail, quality, operation)));
    }
    found.extend(
        known
            .iter()
            .find_map(|finding| match finding {
                Finding::SlcCache(cache) => Some(of_cache(cache)),
                _ => None,
            })
            .into_iter()
            .flatten(),
    );
    found.sort_by_key(|it| it.key);
    found.into_iter().map(Finding::KeyFigure).collect()
}

/// The counted cells, each name once, in the order of execution.
fn names(run: &Run) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for cell in run.cells.iter().filter(|cell| cell.is_counted) {
        if !names.contains(&cell.name.as_str()) {
            names.push(&cell.name);
        }
    }
    names
}

fn counted<'a>(run: &'a Run, name: &str) -> Vec<&'a CellRecord> {
    run.cells.iter().filter(|cell| cell.is_counted && cell.name == name).collect()
}

/// Of several cells of one kind the first: it meets the drive in its fresh state. Work that fills the drive is a kind
/// by itself.
fn chosen<'n>(run: &Run, names: &[&'n str], quality: Quality) -> Option<&'n str> {
    let is_fill = |name: &str| {
        quality == Quality::SequentialWrite && is_of(run, name, Quality::SustainedWrite)
    };
    names.iter().copied().find(|name| is_of(run, name, quality) && !is_fill(name))
}

fn summary(known: &[Finding], cell: &str, operation: OpKind, figure: &str) -> Option<f64> {
    known.iter().find_map(|finding| match finding {
        Finding::RepeatSummary(it)
            if it.cell == cell && it.operation == Some(operation) && it.figure == figure =>
        {
            it.shown()
        }
        _ => None,
    })
}

/// Of the cells with one request at a time, the first with enough requests for a percentile.
fn tail_of(
    (run, known): (&Run, &[Finding]),
    names: &[&str],
    (key, quality, operation): (KeyKind, Quality, OpKind),
) -> Option<KeyFigure> {
    // Cells for tail latency come first: whether another cell has enough requests depends on the drive.
    let is_for_tail = |name: &str| {
        known.iter().any(|it| matches!(it, Finding::TailLatency(tail) if tail.cell == name))
    };
    let mut of_kind: Vec<&str> =
        names.iter().copied().filter(|name| is_of(run, name, quality)).collect();
    of_kind.sort_by_key(|name| !is_for_tail(name));
    let told = |name: &str| {
        let cells = counted(run, name);
        let value = overall(Figure::LatencyP9999, &cells, Some(operation))?;
        Some(KeyFigure::new(key, name, value))
    };
    of_kind.into_iter().find_map(told)
}

fn of_cache(cache: &SlcCache) -> Vec<KeyFigure> {
    let size = cache.value_bytes;
    let size = size.map(|size| KeyFigure::of_size(KeyKind::CacheSize, &cache.cell, size));
    let after = cache.after_bytes_per_s.filter(|_| cache.value_bytes.is_some());
    let after = after.map(|rate| KeyFigure::new(KeyKind::AfterCache, &cache.cell, rate));
    size.into_iter().chain(after).collect()
}
