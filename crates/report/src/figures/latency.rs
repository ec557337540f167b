//! Latency over time: as curves, and as a map of the frequency of each latency.

use iogram_charts::{Axis, Body, ChartSpec, Reference, Unit, XySeries};
use iogram_model::{CellRecord, Run, SeriesOp, SeriesRow};

use super::captions::{cell_slug, cell_title, course_note};
use super::samples::resolution;
use super::{ChartContext, Draft, line, real, seconds, short};

/// Fewer samples do not make a curve.
const SAMPLES_MIN: usize = 20;
/// The most columns of a map: each has the same number of intervals, so that none is fuller by chance.
const MAP_COLUMNS_MAX: usize = 100;
/// Rows of a map for each power of ten.
const MAP_ROWS_PER_DECADE: f64 = 6.0;
/// Longer requests are noticeable for a person, and stand out. Source: the limit of the feeling that a system reacts
/// at once (Nielsen, Usability Engineering, 1993, chapter 5).
const STALL_NS: f64 = 1e8;
/// Fewer intervals than this make a map of single dots.
const MAP_SAMPLES_MIN: usize = 200;

/// The charts of one cell.
pub(super) fn of_cell(context: &ChartContext<'_>, run: &Run, cell: &CellRecord) -> Vec<Draft> {
    let name = cell_slug(run, cell);
    let curves = curves(context, run, cell)
        .map(|it| Draft::new(format!("latency over time {name}"), it).weighing(1));
    let map = map(context, run, cell)
        .map(|it| Draft::new(format!("latency map {name}"), it).weighing(0));
    curves.into_iter().chain(map).collect()
}

/// The slowest request of each interval.
pub(super) fn slowest(cell: &CellRecord, name: String, slot: u8) -> Option<XySeries> {
    let (x, y): (Vec<f64>, Vec<Option<f64>>) = cell
        .series
        .rows
        .iter()
        .filter_map(|row| {
            let slowest = slowest_kind(row)?;
            Some((seconds(row.start_ns), Some(short(real(slowest.max_ns)))))
        })
        .unzip();
    (x.len() >= 2).then(|| line(name, slot, x, y))
}

/// The operation whose latencies are shown: flushes, because a durable write waits for them.
fn slowest_kind(row: &SeriesRow) -> Option<SeriesOp> {
    [row.read, row.write, row.flush].into_iter().flatten().max_by_key(|op| op.max_ns)
}

fn curves(context: &ChartContext<'_>, run: &Run, cell: &CellRecord) -> Option<ChartSpec> {
    let rows: Vec<(f64, SeriesOp)> = cell
        .series
        .rows
        .iter()
        .filter_map(|row| Some((seconds(row.start_ns), slowest_kind(row)?)))
        .collect();
    if rows.len() < SAMPLES_MIN {
        return None;
    }
    let curve = |id: &str, slot: u8, of: fn(&SeriesOp) -> Option<u64>| {
        let x = rows.iter().map(|(at, _)| *at).collect();
        let y: Vec<Option<f64>> =
            rows.iter().map(|(_, op)| of(op).map(|ns| short(real(ns)))).collect();
        let is_known = y.iter().any(Option::is_some);
        is_known.then(|| line(context.text(id), slot, x, y))
    };
    let series: Vec<XySeries> = [
        curve("legend-max", 1, |op| Some(op.max_ns)),
        curve("p99", 2, |op| op.p99_ns),
        curve("p50", 0, |op| op.p50_ns),
    ]
    .into_iter()
    .flatten()
    .collect();
    let body = Body::Xy {
        x: Axis::linear(context.text("time"), Unit::SECONDS),
        panels: vec![context.log("latency", Unit::NANOS)],
        series,
        marks: Vec::new(),
    };
    let title =
        context.with("figure-latency-time", &[("cell", &cell_title(context, run, cell))]);
    Some(context.spec(
        title,
        context.of_drive(
            run,
            &course_note(
                context,
                cell,
                cell.series.rows.len(),
                &resolution(&cell.series, context.locale),
            ),
        ),
        body,
    ))
}

/// The share of the intervals of each column whose slowest request had each latency.
fn map(context: &ChartContext<'_>, run: &Run, cell: &CellRecord) -> Option<ChartSpec> {
    let series = &cell.series;
    let interval_ns = series.interval_ns.max(1);
    let slowest = |row: &SeriesRow| Some(real(slowest_kind(row)?.max_ns.max(1)).log10());
    let samples: Vec<(&SeriesRow, f64)> =
        series.rows.iter().filter_map(|row| Some((row, slowest(row)?))).collect();
    if samples.len() < MAP_SAMPLES_MIN {
        return None;
    }
    let levels = || samples.iter().map(|(_, level)| (level * MAP_ROWS_PER_DECADE).floor());
    let lowest = levels().fold(f64::INFINITY, f64::min);
    let highest = levels().fold(f64::NEG_INFINITY, f64::max);
    let rows = whole(highest - lowest).saturating_add(1);
    // One row adds nothing to the curve.
    if rows < 2 {
        return None;
    }
    let end = series.end_ns(samples.last()?.0);
    let intervals = whole(real(end) / real(interval_ns)).max(1);
    let each = intervals.div_ceil(MAP_COLUMNS_MAX);
    let columns = intervals.div_ceil(each);
    let mut counts = vec![vec![0_u32; rows]; columns];
    for (sample, level) in &samples {
        let interval = whole(real(sample.start_ns) / real(interval_ns));
        let column = interval.checked_div(each).unwrap_or(0).min(columns.saturating_sub(1));
        let row = whole((level * MAP_ROWS_PER_DECADE).floor() - lowest);
        // Weighted by its length.
        let weight = series.length_ns(sample).checked_div(interval_ns).unwrap_or(1);
        let weight = u32::try_from(weight.max(1)).unwrap_or(u32::MAX);
        counts[column][row] = counts[column][row].saturating_add(weight);
    }
    let cells = counts.iter().zip(0_u32..).flat_map(|(column, x)| {
        let known = column.iter().zip(0_u32..).filter(|(count, _)| **count > 0);
        known.map(move |(count, y)| (x, y, f64::from(*count)))
    });
    let level = |row: f64| 10_f64.powf(row / MAP_ROWS_PER_DECADE);
    let width = real(interval_ns.saturating_mul(each as u64)) / 1e9;
    let steps = |count: usize| u32::try_from(count).ok();
    let body = Body::Heatmap {
        x: Axis {
            min: Some(0.0),
            max: Some(width * real(columns as u64)),
            steps: steps(columns),
            ..Axis::linear(context.text("time"), Unit::SECONDS)
        },
        y: Axis {
            min: Some(level(lowest)),
            max: Some(level(lowest + real(rows as u64))),
            steps: steps(rows),
            ..context.log("latency", Unit::NANOS)
        },
        value: Axis::log(context.text("intervals"), Unit::COUNT),
        cells: cells.collect(),
        line: Some(Reference { at: STALL_NS, label: context.text("figure-stall-line") }),
    };
    let title =
        context.with("figure-latency-map", &[("cell", &cell_title(context, run, cell))]);
    let values = [
        ("interval", resolution(series, context.locale)),
        ("count", samples.len().to_string()),
    ];
    let values: Vec<(&str, &str)> =
        values.iter().map(|(name, it)| (*name, it.as_str())).collect();
    let note = context.with("figure-latency-map-note", &values);
    Some(context.spec(title, context.of_drive(run, &note), body))
}

/// A small number of columns or rows.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is negative or too large saturates"
)]
fn whole(value: f64) -> usize {
    value as usize
}
