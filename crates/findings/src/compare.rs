//! Runs side by side: how the figures of each differ from the first run's, and how sure that is.
//!
//! Rates are compared by their repetitions. Percentiles are shown of the merged histogram, since they
//! must not be averaged, and their interval comes from the repetitions too: requests follow each other
//! too closely to be counted as independent.

mod obstacles;

use iogram_model::Total as _;
use iogram_model::{
    Bytes, CellRecord, ComparedRow, ComparedRun, ComparedValue, Comparison, Difference,
    DifferenceVerdict, Figure, ObstacleWeight, OpKind, Range95, Run, TargetKind,
};
use iogram_stats::{Histogram, mean};

use crate::figure::value_of;
use crate::quality::range;

/// A difference below this is none. Arbitrary: less than any buyer notices.
const ALIKE_RATIO: f64 = 0.02;

/// Up to this block size a rate is told in requests per second.
const SMALL: Bytes = Bytes(32 << 10);

/// `runs`, each with the name of its drive, held against the first.
#[must_use]
pub fn compare(runs: &[(Run, String)]) -> Comparison {
    let labels: Vec<String> = (0..runs.len()).map(label).collect();
    let only: Vec<&Run> = runs.iter().map(|(run, _)| run).collect();
    let obstacles = obstacles::find(&only, &labels);
    let forbidden: Vec<bool> = labels
        .iter()
        .map(|label| {
            obstacles.iter().any(|it| it.weight == ObstacleWeight::Forbids && it.run == *label)
        })
        .collect();
    let rows = names(&only).iter().flat_map(|name| rows_of(name, &only, &forbidden)).collect();
    let runs = runs
        .iter()
        .zip(labels)
        .map(|((run, drive), label)| ComparedRun {
            label,
            id: run.id.clone(),
            drive: drive.clone(),
            method: run.method.id.clone(),
            started_at_us: run.started_at_us,
            is_virtual: run.target.kind == TargetKind::Simulated
                || run.target.simulation.is_some(),
        })
        .collect();
    Comparison { format: Comparison::FORMAT.to_owned(), runs, obstacles, rows }
}

/// `A` to `Z`, then `R27`, ..
fn label(index: usize) -> String {
    match u8::try_from(index) {
        Ok(small) if small < 26 => char::from(b'A'.saturating_add(small)).to_string(),
        _ => format!("R{}", index.saturating_add(1)),
    }
}

/// The cells of all runs, in the order of their first appearance.
fn names<'a>(runs: &[&'a Run]) -> Vec<&'a str> {
    let mut names = Vec::new();
    for cell in runs.iter().flat_map(|run| &run.cells) {
        if !names.contains(&cell.name.as_str()) {
            names.push(cell.name.as_str());
        }
    }
    names
}

fn counted<'a>(run: &'a Run, name: &str) -> Vec<&'a CellRecord> {
    run.cells.iter().filter(|cell| cell.is_counted && cell.name == name).collect()
}

fn rows_of(name: &str, runs: &[&Run], forbidden: &[bool]) -> Vec<ComparedRow> {
    let groups: Vec<Vec<&CellRecord>> = runs.iter().map(|run| counted(run, name)).collect();
    let Some(first) = groups.iter().flatten().next() else { return Vec::new() };
    let rate =
        if first.workload.block.largest() <= SMALL { Figure::Iops } else { Figure::BytesPerS };
    let mut rows = Vec::new();
    for operation in OpKind::ALL {
        let occurs =
            groups.iter().flatten().any(|cell| cell.operations.of(operation).is_some());
        if !occurs {
            continue;
        }
        let rate = if operation == OpKind::Flush { Figure::Iops } else { rate };
        let is_synced_write = operation == OpKind::Flush;
        let figures = [
            (!is_synced_write).then_some(rate),
            Some(Figure::LatencyP50),
            Some(Figure::LatencyP99),
            Some(Figure::LatencyP999),
        ];
        for figure in figures.into_iter().flatten() {
            rows.extend(row_of(name, operation, figure, &groups, forbidden));
        }
    }
    rows
}

fn row_of(
    name: &str,
    operation: OpKind,
    figure: Figure,
    groups: &[Vec<&CellRecord>],
    forbidden: &[bool],
) -> Option<ComparedRow> {
    let values: Vec<Option<ComparedValue>> =
        groups.iter().map(|group| compared_value(group, operation, figure)).collect();
    if values.iter().all(Option::is_none) {
        return None;
    }
    let is_less_better = !matches!(figure, Figure::BytesPerS | Figure::Iops);
    let differences = (1..groups.len())
        .map(|index| {
            let sides = (values[0].as_ref(), values[index].as_ref());
            if forbidden[index] {
                return not_comparable();
            }
            let obstacle = obstacle_of(&groups[0], &groups[index]);
            difference(sides, is_less_better, obstacle)
        })
        .collect();
    Some(ComparedRow {
        cell: name.to_owned(),
        operation: Some(operation),
        figure: figure.name().to_owned(),
        is_less_better,
        values,
        differences,
    })
}

/// What stands against comparing this cell, though the runs are comparable.
fn obstacle_of(base: &[&CellRecord], other: &[&CellRecord]) -> Option<String> {
    let is_bound = |group: &[&CellRecord]| {
        let mut warnings = group.iter().flat_map(|cell| &cell.warnings);
        warnings.any(|warning| warning.code == "generator-bound")
    };
    if is_bound(base) || is_bound(other) {
        return Some("the computer, not the drive, set the pace (generator-bound)".to_owned());
    }
    let (base, other) = (base.first()?, other.first()?);
    obstacles::workload_difference(&base.workload, &other.workload)
        .map(|difference| format!("the cell differs: {difference}"))
}

fn compared_value(
    group: &[&CellRecord],
    operation: OpKind,
    figure: Figure,
) -> Option<ComparedValue> {
    let repetitions: Vec<Option<f64>> =
        group.iter().map(|cell| value_of(figure, cell, Some(operation))).collect();
    let known: Vec<f64> = repetitions.iter().flatten().copied().collect();
    let records = || group.iter().filter_map(|cell| cell.operations.of(operation));
    let value = match quantile(figure) {
        None => mean(&known)?,
        Some(quantile) => {
            let mut merged = Histogram::new();
            for record in records() {
                merged.merge(&Histogram::from_text(&record.histogram).ok()?);
            }
            Bytes(merged.quantile_ns(quantile)?).as_f64()
        }
    };
    Some(ComparedValue {
        value,
        interval: iogram_stats::mean_interval(&known).map(range),
        repetitions,
        request_count: records().map(|record| record.count).total(),
    })
}

fn quantile(figure: Figure) -> Option<f64> {
    match figure {
        Figure::LatencyP50 => Some(0.5),
        Figure::LatencyP99 => Some(0.99),
        Figure::LatencyP999 => Some(0.999),
        _ => None,
    }
}

fn not_comparable() -> Difference {
    Difference {
        change_ratio: None,
        interval: None,
        verdict: DifferenceVerdict::NotComparable,
        reason: Some("the runs are not comparable".to_owned()),
    }
}

type Sides<'a> = (Option<&'a ComparedValue>, Option<&'a ComparedValue>);

fn difference(
    (base, other): Sides<'_>,
    is_less_better: bool,
    obstacle: Option<String>,
) -> Difference {
    let cannot = |change_ratio, reason: &str| Difference {
        change_ratio,
        interval: None,
        verdict: DifferenceVerdict::CannotTell,
        reason: Some(reason.to_owned()),
    };
    let (Some(base), Some(other)) = (base, other) else {
        return cannot(None, "one of the runs does not have it");
    };
    let change = (base.value > 0.0).then(|| other.value / base.value - 1.0);
    if let Some(reason) = obstacle {
        return cannot(None, &reason);
    }
    let known =
        |value: &ComparedValue| value.repetitions.iter().flatten().copied().collect::<Vec<_>>();
    let (base, other) = (known(base), known(other));
    if base.len() < 2 || other.len() < 2 {
        return cannot(change, "fewer than two repetitions with this figure");
    }
    let Some(ratio) = iogram_stats::ratio_interval(&base, &other) else {
        return cannot(change, "a repetition gave zero");
    };
    // Of the same estimate as the interval, and therefore inside of it: the quotient of the two values that are
    // shown is one of arithmetic means, or of all requests together.
    let change = Some((ratio.low * ratio.high).sqrt() - 1.0);
    let interval = Range95 { low: ratio.low - 1.0, high: ratio.high - 1.0 };
    let verdict = verdict(interval, is_less_better);
    let reason = (verdict == DifferenceVerdict::CannotTell)
        .then(|| "the interval has room for better and for worse".to_owned());
    Difference { change_ratio: change, interval: Some(interval), verdict, reason }
}

fn verdict(interval: Range95, is_less_better: bool) -> DifferenceVerdict {
    let is_small = interval.low > -ALIKE_RATIO && interval.high < ALIKE_RATIO;
    match () {
        () if is_small => DifferenceVerdict::Alike,
        () if interval.low > 0.0 && !is_less_better => DifferenceVerdict::Better,
        () if interval.high < 0.0 && is_less_better => DifferenceVerdict::Better,
        () if interval.low > 0.0 || interval.high < 0.0 => DifferenceVerdict::Worse,
        () => DifferenceVerdict::CannotTell,
    }
}
