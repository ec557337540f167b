//! Repetitions of a cell side by side: each value, the one number for all of them, the middle, the extremes, the spread.

use iogram_model::{
    Argument, CellRecord, CellState, Figure, Finding, Message, MessageId, OpKind,
    RepeatSummary, SyncPolicy, Warning, WarningCode,
};
use iogram_stats::{mean, median};

use crate::figure::{overall, value_of};

/// The figures that are summarised; further percentiles stand in the cells.
const SUMMARISED: [Figure; 9] = [
    Figure::BytesPerS,
    Figure::BytesPerSBeforeFlush,
    Figure::Iops,
    Figure::Elapsed,
    Figure::Writing,
    Figure::Flushing,
    Figure::LatencyP50,
    Figure::LatencyP99,
    Figure::LatencyMax,
];

/// One summary for each cell, kind of operation and figure that makes sense for them, also for a cell
/// that ran once, so that a reader needs to look in one place only.
///
/// - A cell with reads and writes has a summary of both together (`operation` is `None`) beside those
///   of each; latencies of different kinds are not put together.
/// - `elapsed_ns` is summarised where an amount or a count decided when the cell ended, without an
///   operation.
/// - `bytes_per_s_before_flush` is summarised where one flush ended the writing (`sync` is `end`).
/// - `writing_ns` and `flushing_ns` are summarised where flushes have a time of their own.
/// - The one number for all of them is that of [`overall`].
/// - A percentile that one of the completed repetitions has too few requests for has no statistic but that number.
/// - Only counted repetitions; one that did not complete is `None` in `runs` and in no statistic.
#[must_use]
pub fn summarise(cells: &[CellRecord]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for group in groups(cells) {
        for operation in operations(&group) {
            for figure in SUMMARISED {
                if applies(figure, operation, &group) {
                    let summary = summarise_one(figure, operation, &group);
                    findings.push(Finding::RepeatSummary(summary));
                }
            }
        }
    }
    findings
}

/// Repetitions whose throughput lies far from the others', one warning each. Nothing is left out of any
/// figure because of it: the reader sees both and decides.
///
/// A repetition is far off if its modified z-score exceeds 3.5 (Iglewicz and Hoaglin, "How to Detect and
/// Handle Outliers", 1993) and it differs from the median by more than a tenth; the second condition is
/// arbitrary and keeps drives quiet whose other runs agree within a few parts in a thousand. It takes
/// five values: among fewer the score says little.
#[must_use]
pub fn outliers<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Vec<Warning> {
    findings
        .into_iter()
        .filter_map(|finding| match finding {
            Finding::RepeatSummary(summary) if summary.figure == Figure::BytesPerS.name() => {
                Some(summary)
            }
            _ => None,
        })
        .flat_map(outliers_of)
        .collect()
}

fn outliers_of(summary: &RepeatSummary) -> Vec<Warning> {
    const VALUES_MIN: usize = 5;
    const SCORE_MAX: f64 = 3.5;
    const DISTANCE_RATIO_MIN: f64 = 0.1;

    let values: Vec<f64> = summary.runs.iter().flatten().copied().collect();
    let Some(median) = summary.median.filter(|_| values.len() >= VALUES_MIN) else {
        return Vec::new();
    };
    let Some(scale) = robust_scale(&values, median) else { return Vec::new() };
    let is_far = |value: f64| {
        let distance = (value - median).abs();
        distance / scale > SCORE_MAX && distance > DISTANCE_RATIO_MIN * median
    };
    let far = values.iter().copied().filter(|&value| is_far(value));
    far.map(|value| {
        let values = [
            summary.cell.as_str().into(),
            operation_word(summary.operation).into(),
            summary.runs.len().into(),
            Argument::BytesPerS(value),
            Argument::BytesPerS(median),
        ];
        Warning::new(
            WarningCode::RepetitionOutlier,
            Message::new(MessageId::OutlierRun, values),
        )
    })
    .collect()
}

/// What was done, in a word; `None` is reads and writes together.
const fn operation_word(operation: Option<OpKind>) -> MessageId {
    match operation {
        None => MessageId::WordReadsAndWrites,
        Some(OpKind::Read) => MessageId::WordRead,
        Some(OpKind::Write) => MessageId::WordWrite,
        Some(OpKind::Flush) => MessageId::WordFlush,
        Some(OpKind::Discard) => MessageId::WordDiscard,
    }
}

/// What the median absolute deviation of a normal distribution is in standard deviations, and how many mean absolute
/// deviations a standard deviation is. Source: B. Iglewicz and D. Hoaglin, How to Detect and Handle Outliers (1993).
const MEDIAN_DEVIATION: f64 = 0.6745;
const MEAN_DEVIATIONS: f64 = 1.253_314;

/// What one unit of the modified z-score is: the median absolute deviation, or where more than half of
/// the values are equal the mean one, each scaled to a standard deviation. `None` if all are equal.
fn robust_scale(values: &[f64], median: f64) -> Option<f64> {
    let mut deviations: Vec<f64> = values.iter().map(|value| (value - median).abs()).collect();
    deviations.sort_by(f64::total_cmp);
    let from_median = iogram_stats::median(&deviations)? / MEDIAN_DEVIATION;
    let from_mean = mean(&deviations)? * MEAN_DEVIATIONS;
    [from_median, from_mean].into_iter().find(|scale| *scale > 0.0)
}

/// Counted cells by name, in the order of their first appearance.
fn groups(cells: &[CellRecord]) -> Vec<Vec<&CellRecord>> {
    let mut groups: Vec<Vec<&CellRecord>> = Vec::new();
    for cell in cells.iter().filter(|cell| cell.is_counted) {
        match groups.iter_mut().find(|group| group[0].name == cell.name) {
            Some(group) => group.push(cell),
            None => groups.push(vec![cell]),
        }
    }
    groups
}

/// The kinds of operation to summarise, with `None` for what concerns the cell as a whole. Where no
/// repetition got as far as one operation, the kinds that were asked for.
fn operations(group: &[&CellRecord]) -> Vec<Option<OpKind>> {
    let occurred = |kind| group.iter().any(|cell| cell.operations.of(kind).is_some());
    let any_occurred = OpKind::ALL.into_iter().any(occurred);
    let is_wanted = |kind| if any_occurred { occurred(kind) } else { is_asked(group[0], kind) };
    let kinds = OpKind::ALL.into_iter().filter(|&kind| is_wanted(kind));
    kinds.map(Some).chain([None]).collect()
}

fn is_asked(cell: &CellRecord, kind: OpKind) -> bool {
    let workload = &cell.workload;
    match kind {
        OpKind::Read => workload.mix.read.0 > 0,
        OpKind::Write => workload.mix.write().0 > 0,
        OpKind::Discard => workload.mix.discard.0 > 0,
        OpKind::Flush => {
            workload.mix.flush.0 > 0
                || !matches!(workload.sync, SyncPolicy::None | SyncPolicy::Dsync)
        }
    }
}

fn applies(figure: Figure, operation: Option<OpKind>, group: &[&CellRecord]) -> bool {
    let workload = &group[0].workload;
    let is_mixed = || {
        [OpKind::Read, OpKind::Write]
            .into_iter()
            .all(|kind| group.iter().any(|cell| cell.operations.of(kind).is_some()))
    };
    match (figure, operation) {
        (Figure::Elapsed, None) => {
            workload.stop.amount.is_some() || workload.stop.count.is_some()
        }
        (Figure::Elapsed, Some(_)) | (Figure::BytesPerS, Some(OpKind::Flush)) => false,
        (Figure::BytesPerSBeforeFlush, Some(OpKind::Write)) => {
            workload.sync == SyncPolicy::End && workload.jobs == 1
        }
        (Figure::Writing, Some(OpKind::Write)) | (Figure::Flushing, Some(OpKind::Flush)) => {
            group.iter().any(|cell| value_of(figure, cell, operation).is_some())
        }
        (Figure::BytesPerSBeforeFlush | Figure::Writing | Figure::Flushing, _) => false,
        (Figure::BytesPerS | Figure::Iops, None) => is_mixed(),
        (_, None) => false,
        (_, Some(_)) => true,
    }
}

fn summarise_one(
    figure: Figure,
    operation: Option<OpKind>,
    group: &[&CellRecord],
) -> RepeatSummary {
    let runs: Vec<Option<f64>> =
        group.iter().map(|cell| value_of(figure, cell, operation)).collect();
    // A percentile is known of the repetitions with the most requests alone: those say nothing about the others.
    let is_partial = matches!(figure, Figure::LatencyP50 | Figure::LatencyP99)
        && group
            .iter()
            .zip(&runs)
            .any(|(cell, value)| cell.state == CellState::Completed && value.is_none());
    let known = runs.iter().flatten().copied().filter(|_| !is_partial);
    let mut sorted: Vec<f64> = known.collect();
    sorted.sort_by(f64::total_cmp);
    let (min, max) = (sorted.first().copied(), sorted.last().copied());
    let mean = mean(&sorted);
    let spread_ratio = match (min, max, mean) {
        (Some(min), Some(max), Some(mean)) if sorted.len() > 1 && mean > 0.0 => {
            Some((max - min) / mean)
        }
        _ => None,
    };
    RepeatSummary {
        cell: group[0].name.clone(),
        operation,
        figure: figure.name().to_owned(),
        runs,
        median: median(&sorted),
        mean,
        min,
        max,
        spread_ratio,
        overall: overall(figure, group, operation),
    }
}
