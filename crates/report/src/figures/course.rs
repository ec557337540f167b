//! Cells over time and over bytes: throughput, latency, temperature.

use iogram_charts::{Axis, Body, ChartSpec, Mark, MarkAxis, Shape, Unit, XySeries};
use iogram_model::{Access, CellRecord, CellState, Run, SeriesOp, SeriesRow};

use super::{Studio, interval_text, real, seconds, short, throughput_text};
use crate::format;
use crate::load::load_text;

/// Shorter courses than this say no more than their mean.
const SAMPLES_MIN: usize = 20;
/// So many cells are followed over time, the longest ones.
const CELLS_MAX: usize = 8;
/// A cell that moved less is not shown over bytes. Arbitrary: caches of cards begin at about this size.
const OVER_BYTES_MIN: u64 = 1_000_000_000;
/// Columns and rows of a heatmap.
const MAP_COLUMNS: usize = 100;
/// Rows of a heatmap for each power of ten.
const MAP_ROWS_PER_DECADE: f64 = 6.0;
/// Fewer intervals than this make a heatmap of single dots.
const MAP_SAMPLES_MIN: usize = 200;

pub(super) fn charts(studio: &Studio<'_>) -> Vec<(String, ChartSpec)> {
    match studio.runs {
        [run] => of_one(studio, run),
        _ => of_several(studio),
    }
}

fn of_one(studio: &Studio<'_>, run: &Run) -> Vec<(String, ChartSpec)> {
    let mut charts = Vec::new();
    for cell in followed(run) {
        let slot = studio.slot(run);
        let name = cell_name(run, cell);
        charts.push((format!("bandwidth {name}"), over_time(studio, run, cell, slot)));
        charts.extend(
            over_bytes(studio, run, cell, slot).map(|it| (format!("bytes {name}"), it)),
        );
        charts.extend(latencies(studio, run, cell).map(|it| (format!("latency {name}"), it)));
        charts.extend(
            latency_map(studio, run, cell).map(|it| (format!("latency map {name}"), it)),
        );
    }
    charts
}

/// The longest cells with enough samples, in the order of execution.
fn followed(run: &Run) -> Vec<&CellRecord> {
    let mut cells: Vec<(usize, &CellRecord)> = run
        .cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| cell.series.rows.len() >= SAMPLES_MIN && moves(cell))
        .collect();
    cells.sort_by_key(|(index, cell)| (std::cmp::Reverse(cell.series.rows.len()), *index));
    // Repetitions look alike: one of each name first.
    let mut names: Vec<&str> = Vec::new();
    cells.retain(|(_, cell)| {
        let is_first = !names.contains(&cell.name.as_str());
        names.push(&cell.name);
        is_first
    });
    cells.truncate(CELLS_MAX);
    cells.sort_by_key(|(index, _)| *index);
    cells.into_iter().map(|(_, cell)| cell).collect()
}

fn moves(cell: &CellRecord) -> bool {
    cell.operations.read.is_some() || cell.operations.write.is_some()
}

pub(super) fn cell_name(run: &Run, cell: &CellRecord) -> String {
    let is_repeated = run.cells.iter().filter(|other| other.name == cell.name).count() > 1;
    if is_repeated {
        format!("{} run {}", cell.name, cell.repeat + 1)
    } else {
        cell.name.clone()
    }
}

/// Bytes of an interval in both directions.
fn moved(row: &SeriesRow) -> u64 {
    [row.read, row.write].into_iter().flatten().map(|op| op.bytes).sum()
}

/// Throughput of each interval, with zeros where nothing completed: an interval without completions has
/// no row, and that is what a stall looks like.
fn rates(cell: &CellRecord) -> (Vec<f64>, Vec<Option<f64>>) {
    let interval = cell.series.interval_ns;
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let Some(per_s) = (interval > 0).then(|| 1e9 / real(interval)) else { return (x, y) };
    let mut expected = cell.series.rows.first().map_or(0, |row| row.start_ns);
    for row in &cell.series.rows {
        if row.start_ns > expected {
            // The curve goes down at once and comes up at once.
            x.extend([seconds(expected), seconds(row.start_ns.saturating_sub(interval))]);
            y.extend([Some(0.0), Some(0.0)]);
        }
        x.push(seconds(row.start_ns));
        y.push(Some(short(real(moved(row)) * per_s)));
        expected = row.start_ns + interval;
    }
    // The last interval is cut off wherever the cell ended: its rate is no rate.
    if y.len() > 1 && cell.state == CellState::Completed {
        x.pop();
        y.pop();
    }
    (x, y)
}

fn note(studio: &Studio<'_>, run: &Run, cell: &CellRecord) -> String {
    let values = [
        ("load", load_text(&cell.workload)),
        ("count", cell.series.rows.len().to_string()),
        ("interval", interval_text(cell.series.interval_ns)),
    ];
    let values: Vec<(&str, &str)> =
        values.iter().map(|(name, it)| (*name, it.as_str())).collect();
    format!("{}: {}", studio.drive_name(run), studio.with("figure-course-note", &values))
}

fn mean_mark(studio: &Studio<'_>, cell: &CellRecord) -> Option<Mark> {
    let mean = cell.throughput()?.bytes_per_s;
    let label = studio.with("figure-mean", &[("value", &throughput_text(mean))]);
    Some(Mark { panel: 0, on: MarkAxis::Y, from: short(mean), to: None, label })
}

fn over_time(studio: &Studio<'_>, run: &Run, cell: &CellRecord, slot: u8) -> ChartSpec {
    let (x, y) = rates(cell);
    let name = studio.text("throughput");
    let mut series = vec![line(name.clone(), slot, x, y)];
    let mut panels = vec![Axis::linear(name, Unit::BYTES_PER_S)];
    let mut marks: Vec<Mark> = mean_mark(studio, cell).into_iter().collect();
    if let Some((curve, mark)) = temperature(studio, cell, slot) {
        panels.push(Axis::linear(studio.text("temperature"), Unit::CELSIUS));
        series.push(curve);
        marks.extend(mark);
    }
    let title = studio.with("figure-bandwidth-time", &[("cell", &cell_name(run, cell))]);
    let x = Axis::linear(studio.text("time"), Unit::SECONDS);
    studio.spec(title, note(studio, run, cell), Body::Xy { x, panels, series, marks })
}

fn line(name: String, slot: u8, x: Vec<f64>, y: Vec<Option<f64>>) -> XySeries {
    XySeries { name, slot, panel: 0, shape: Shape::Line, x, y, labels: Vec::new() }
}

/// The temperature below the curve, with where the drive warns.
fn temperature(
    studio: &Studio<'_>,
    cell: &CellRecord,
    slot: u8,
) -> Option<(XySeries, Option<Mark>)> {
    let health = cell.health.as_ref()?;
    let known = health.samples.iter().filter(|it| it.temperature_celsius.is_some()).count();
    if known < 2 {
        return None;
    }
    let x = health.samples.iter().map(|sample| seconds(sample.start_ns)).collect();
    let y = health.samples.iter().map(|sample| sample.temperature_celsius).collect();
    let name = studio.text("temperature");
    let curve =
        XySeries { panel: 1, ..line(name, (slot + 1) % iogram_charts::SLOT_COUNT, x, y) };
    let mark = health.warning_celsius.map(|from| {
        let value = format!("{from:.0} °C");
        let label = studio.with("figure-warning-temperature", &[("value", &value)]);
        Mark { panel: 1, on: MarkAxis::Y, from, to: None, label }
    });
    Some((curve, mark))
}

/// The same over what was moved: where a cache ends is a number of bytes.
fn over_bytes(
    studio: &Studio<'_>,
    run: &Run,
    cell: &CellRecord,
    slot: u8,
) -> Option<ChartSpec> {
    let is_in_order = matches!(cell.workload.access, Access::Sequential);
    let bytes: u64 = cell.series.rows.iter().map(moved).sum();
    if !is_in_order || bytes < OVER_BYTES_MIN || cell.operations.write.is_none() {
        return None;
    }
    let (_, y) = rates(cell);
    let mut sum = 0;
    let mut x = Vec::with_capacity(y.len());
    let mut expected = cell.series.rows.first().map_or(0, |row| row.start_ns);
    for row in &cell.series.rows {
        if row.start_ns > expected {
            x.extend([short(real(sum)); 2]);
        }
        x.push(short(real(sum)));
        sum += moved(row);
        expected = row.start_ns + cell.series.interval_ns;
    }
    x.truncate(y.len());
    let name = studio.text("throughput");
    let body = Body::Xy {
        x: Axis::linear(studio.text("written"), Unit::BYTES),
        panels: vec![Axis::linear(name.clone(), Unit::BYTES_PER_S)],
        series: vec![line(name, slot, x, y)],
        marks: mean_mark(studio, cell).into_iter().collect(),
    };
    let title = studio.with("figure-bandwidth-bytes", &[("cell", &cell_name(run, cell))]);
    Some(studio.spec(title, note(studio, run, cell), body))
}

/// The operation whose latencies are shown: flushes are what a durable write waits for.
fn slowest_kind(row: &SeriesRow) -> Option<SeriesOp> {
    [row.read, row.write, row.flush].into_iter().flatten().max_by_key(|op| op.max_ns)
}

fn latencies(studio: &Studio<'_>, run: &Run, cell: &CellRecord) -> Option<ChartSpec> {
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
    Some(studio.spec(title, note(studio, run, cell), body))
}

/// How many intervals had a slowest request of which length, over time.
fn latency_map(studio: &Studio<'_>, run: &Run, cell: &CellRecord) -> Option<ChartSpec> {
    let samples: Vec<(u64, f64)> = cell
        .series
        .rows
        .iter()
        .filter_map(|row| Some((row.start_ns, real(slowest_kind(row)?.max_ns.max(1)).log10())))
        .collect();
    let end = samples.last()?.0 + cell.series.interval_ns;
    if samples.len() < MAP_SAMPLES_MIN {
        return None;
    }
    let levels = || samples.iter().map(|(_, level)| (level * MAP_ROWS_PER_DECADE).floor());
    let lowest = levels().fold(f64::INFINITY, f64::min);
    let highest = levels().fold(f64::NEG_INFINITY, f64::max);
    let rows = whole(highest - lowest) + 1;
    let mut counts = vec![0_u32; MAP_COLUMNS * rows];
    for (at, level) in &samples {
        let column =
            whole(real(*at) / real(end) * real(MAP_COLUMNS as u64)).min(MAP_COLUMNS - 1);
        let row = whole((level * MAP_ROWS_PER_DECADE).floor() - lowest);
        counts[column * rows + row] += 1;
    }
    let index = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
    let cells = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(at, count)| (index(at / rows), index(at % rows), f64::from(*count)));
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
    Some(studio.spec(title, format!("{}: {note}", studio.drive_name(run)), body))
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

/// Cells that several runs have, one curve for each drive.
fn of_several(studio: &Studio<'_>) -> Vec<(String, ChartSpec)> {
    let mut names: Vec<&str> = Vec::new();
    for cell in studio.runs.iter().flat_map(followed) {
        if !names.contains(&cell.name.as_str()) {
            names.push(&cell.name);
        }
    }
    let mut charts = Vec::new();
    for name in names {
        let found: Vec<(&Run, &CellRecord)> = studio
            .runs
            .iter()
            .filter_map(|run| {
                let cell = run.cells.iter().find(|cell| cell.name == name && moves(cell))?;
                (cell.series.rows.len() >= 2).then_some((run, cell))
            })
            .collect();
        if found.len() < 2 {
            continue;
        }
        charts.push((format!("bandwidth {name}"), together(studio, name, &found)));
        if charts.len() >= CELLS_MAX {
            break;
        }
    }
    charts
}

fn together(studio: &Studio<'_>, name: &str, found: &[(&Run, &CellRecord)]) -> ChartSpec {
    let series = found.iter().map(|(run, cell)| {
        let (x, y) = rates(cell);
        line(studio.drive_name(run), studio.slot(run), x, y)
    });
    let count: usize = found.iter().map(|(_, cell)| cell.series.rows.len()).sum();
    let first = found[0].1;
    let values = [
        ("load", load_text(&first.workload)),
        ("count", count.to_string()),
        ("interval", interval_text(first.series.interval_ns)),
    ];
    let values: Vec<(&str, &str)> =
        values.iter().map(|(name, it)| (*name, it.as_str())).collect();
    let note = studio.with("figure-course-note", &values);
    let body = Body::Xy {
        x: Axis::linear(studio.text("time"), Unit::SECONDS),
        panels: vec![Axis::linear(studio.text("throughput"), Unit::BYTES_PER_S)],
        series: series.collect(),
        marks: Vec::new(),
    };
    studio.spec(studio.with("figure-bandwidth-time", &[("cell", name)]), note, body)
}
