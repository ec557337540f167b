//! Summaries of a cell's repetitions: each value, the single value for all of them, the median, the extremes, the
//! spread.

use iogram_model::{
    Argument, CellRecord, CellState, Figure, Finding, Message, MessageId, OpKind,
    RepeatSummary, SyncPolicy, Warning, WarningCode,
};
use iogram_stats::{mean, median};

use crate::figure::{overall, value_of};

/// The figures with a summary; the cells have further percentiles.
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

/// One summary for each cell, kind of operation and suitable figure, also for a cell that ran once, so that a reader
/// needs a single place.
///
/// - A cell with reads and writes has a summary of both together (`operation` is `None`) beside those of each;
///   latencies of different kinds are not combined.
/// - `elapsed_ns` has a summary if an amount or a count ended the cell, without an operation.
/// - `bytes_per_s_before_flush` has a summary if one flush ended the writing (`sync` is `end`).
/// - `writing_ns` and `flushing_ns` have summaries if flushes have a separate time.
/// - The single value for all repetitions is that of [`overall`].
/// - If a completed repetition has too few requests for a percentile, the percentile has no statistic but that value.
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

/// One warning for each repetition whose throughput is an outlier. No figure excludes it: the reader sees both and
/// decides.
///
/// An outlier has a modified z-score above 3.5 (Iglewicz and Hoaglin, "How to Detect and Handle Outliers", 1993) and
/// differs from the median by more than a tenth. The second condition is arbitrary and avoids warnings for drives
/// whose other runs agree within a few parts in a thousand. The test requires five values: with fewer the score says
/// little.
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

/// The operation in a word; `None` is reads and writes together.
const fn operation_word(operation: Option<OpKind>) -> MessageId {
    match operation {
        None => MessageId::WordReadsAndWrites,
        Some(OpKind::Read) => MessageId::WordRead,
        Some(OpKind::Write) => MessageId::WordWrite,
        Some(OpKind::Flush) => MessageId::WordFlush,
        Some(OpKind::Discard) => MessageId::WordDiscard,
    }
}

/// The median absolute deviation of a normal distribution in standard deviations, and the number of mean absolute
/// deviations in a standard deviation. Source: B. Iglewicz and D. Hoaglin, How to Detect and Handle Outliers (1993).
const MEDIAN_DEVIATION: f64 = 0.6745;
const MEAN_DEVIATIONS: f64 = 1.253_314;

/// The unit of the modified z-score: the median absolute deviation, or the mean one if more than half of the values
/// are equal, each scaled to a standard deviation. `None` if all are equal.
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

/// The kinds of operation to summarise, with `None` for the cell as a whole. If no repetition completed an operation,
/// the kinds of its workload.
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
    // Only the repetitions with the most requests have this percentile: those do not represent the others.
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
