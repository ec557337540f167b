//! Latency over time: as curves, and as a map of how often which length occurred.

use iogram_charts::{Axis, Body, ChartSpec, Unit, XySeries};
use iogram_model::{CellRecord, Run, SeriesOp, SeriesRow};

use super::course::{cell_name, course_note};
use super::{ChartContext, interval_text, line, real, seconds, short};
use crate::format;

/// Fewer samples make no curve.
const SAMPLES_MIN: usize = 20;
/// Columns of a map.
const MAP_COLUMNS: usize = 100;
/// Rows of a map for each power of ten.
const MAP_ROWS_PER_DECADE: f64 = 6.0;
/// Fewer intervals than this make a map of single dots.
const MAP_SAMPLES_MIN: usize = 200;

/// The pictures of one cell.
pub(super) fn of_cell(
    studio: &ChartContext<'_>,
    run: &Run,
    cell: &CellRecord,
) -> Vec<(String, ChartSpec)> {
    let name = cell_name(run, cell);
    let curves = curves(studio, run, cell).map(|it| (format!("latency {name}"), it));
    let map = map(studio, run, cell).map(|it| (format!("latency map {name}"), it));
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

/// The operation whose latencies are shown: flushes are what a durable write waits for.
fn slowest_kind(row: &SeriesRow) -> Option<SeriesOp> {
    [row.read, row.write, row.flush].into_iter().flatten().max_by_key(|op| op.max_ns)
}

fn curves(studio: &ChartContext<'_>, run: &Run, cell: &CellRecord) -> Option<ChartSpec> {
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
        is_known.then(|| line(studio.text(id), slot, x, y))
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
        x: Axis::linear(studio.text("time"), Unit::SECONDS),
        panels: vec![Axis::log(studio.text("latency"), Unit::NANOS)],
        series,
        marks: Vec::new(),
    };
    let title = studio.with("figure-latency-time", &[("cell", &cell_name(run, cell))]);
    Some(studio.spec(
        title,
        studio.of_drive(run, &course_note(studio, cell, cell.series.rows.len())),
        body,
    ))
}

/// How many intervals had a slowest request of which length, over time.
fn map(studio: &ChartContext<'_>, run: &Run, cell: &CellRecord) -> Option<ChartSpec> {
    let samples: Vec<(u64, f64)> = cell
        .series
        .rows
        .iter()
        .filter_map(|row| Some((row.start_ns, real(slowest_kind(row)?.max_ns.max(1)).log10())))
        .collect();
    let end = samples.last()?.0.saturating_add(cell.series.interval_ns);
    if samples.len() < MAP_SAMPLES_MIN {
        return None;
    }
    let levels = || samples.iter().map(|(_, level)| (level * MAP_ROWS_PER_DECADE).floor());
    let lowest = levels().fold(f64::INFINITY, f64::min);
    let highest = levels().fold(f64::NEG_INFINITY, f64::max);
    let rows = whole(highest - lowest).saturating_add(1);
    let mut counts = vec![0_u32; MAP_COLUMNS.saturating_mul(rows)];
    for (at, level) in &samples {
        let column =
            whole(real(*at) / real(end) * real(MAP_COLUMNS as u64)).min(MAP_COLUMNS - 1);
        let row = whole((level * MAP_ROWS_PER_DECADE).floor() - lowest);
        counts[column.saturating_mul(rows).saturating_add(row)] =
            counts[column.saturating_mul(rows).saturating_add(row)].saturating_add(1);
    }
    let index = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
    let cells =
        counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(at, count)| {
            (
                index(at.checked_div(rows).unwrap_or(0)),
                index(at.checked_rem(rows).unwrap_or(0)),
                f64::from(*count),
            )
        });
    let times = (0..MAP_COLUMNS)
        .map(|column| format!("{} s", (real(end) / 1e9 / 100.0 * real(column as u64)).round()));
    let bands = (0..rows).map(|row| {
        format::latency(Some(10_f64.powf((lowest + real(row as u64)) / MAP_ROWS_PER_DECADE)))
    });
    let body = Body::Heatmap {
        x: Axis::of(studio.text("time"), times.collect()),
        y: Axis::of(studio.text("latency"), bands.collect()),
        value: Axis::log(studio.text("intervals"), Unit::COUNT),
        cells: cells.collect(),
    };
    let title = studio.with("figure-latency-map", &[("cell", &cell_name(run, cell))]);
    let values = [
        ("interval", interval_text(cell.series.interval_ns)),
        ("count", samples.len().to_string()),
    ];
    let values: Vec<(&str, &str)> =
        values.iter().map(|(name, it)| (*name, it.as_str())).collect();
    let note = studio.with("figure-latency-map-note", &values);
    Some(studio.spec(title, studio.of_drive(run, &note), body))
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
