//! One cell of several drives over time and over bytes: a curve for each drive.

use iogram_charts::{Axis, Body, Unit, XySeries};
use iogram_model::Total as _;
use iogram_model::{CellRecord, Run};

use super::captions::course_note;
use super::course::{followed, is_over_bytes, moves, over_seconds, temperature};
use super::samples::{rates, rates_by_bytes, resolution};
use super::{ChartContext, Draft, latency, line};

/// So many cells are followed, the longest ones.
const CELLS_MAX: usize = 12;

type SameCells<'a> = Vec<(&'a Run, &'a CellRecord)>;

pub(super) fn charts(studio: &ChartContext<'_>) -> Vec<Draft> {
    let mut names: Vec<&str> = Vec::new();
    for cell in studio.runs.iter().flat_map(followed) {
        if !names.contains(&cell.name.as_str()) {
            names.push(&cell.name);
        }
    }
    let mut shared: Vec<(&str, SameCells<'_>)> = names
        .into_iter()
        .map(|name| (name, of_name(studio, name)))
        .filter(|(_, found)| found.len() > 1)
        .collect();
    // The sort is stable: cells of one length stay in the order of execution.
    shared.sort_by_key(|(_, found)| std::cmp::Reverse(longest(found)));
    let left_out = shared.len().saturating_sub(CELLS_MAX);
    shared.truncate(CELLS_MAX);
    let mut charts: Vec<Draft> =
        shared.iter().flat_map(|(name, found)| of_cell(studio, name, found)).collect();
    if let Some(last) = charts.last_mut().filter(|_| left_out > 0) {
        let note = studio.with("figure-left-out", &[("count", &left_out.to_string())]);
        last.spec.subtitle = format!("{}; {note}", last.spec.subtitle);
    }
    charts
}

/// The first repetition of a cell on each drive that has it.
fn of_name<'a>(studio: &ChartContext<'a>, name: &str) -> SameCells<'a> {
    let found = studio.runs.iter().filter_map(|run| {
        let cell = run.cells.iter().find(|cell| cell.name == name && moves(cell))?;
        (cell.series.rows.len() >= 2).then_some((run, cell))
    });
    found.collect()
}

fn longest(found: &SameCells<'_>) -> usize {
    found.iter().map(|(_, cell)| cell.series.rows.len()).max().unwrap_or(0)
}

fn of_cell(studio: &ChartContext<'_>, name: &str, found: &SameCells<'_>) -> Vec<Draft> {
    let count = found.iter().map(|(_, cell)| cell.series.rows.len()).total();
    let note =
        course_note(studio, found[0].1, count, &resolution(&found[0].1.series, studio.locale));
    let title = |id: &str| studio.with(id, &[("cell", name)]);
    let spec = |id: &str, body| studio.spec(title(id), note.clone(), body);
    let mut charts = vec![Draft::new(
        format!("throughput over time {name}"),
        spec("figure-bandwidth-time", over_time(studio, found)),
    )];
    if found.iter().any(|(_, cell)| is_over_bytes(cell)) {
        let body = over_bytes(studio, found);
        let spec = spec("figure-bandwidth-bytes", body);
        charts.push(Draft::new(format!("throughput over bytes {name}"), spec).weighing(1));
    }
    let slowest: Vec<XySeries> = found
        .iter()
        .filter_map(|(run, cell)| {
            latency::slowest(cell, studio.drive_name(run), studio.slot(run))
        })
        .collect();
    if slowest.len() > 1 {
        let axis = studio.log("latency", Unit::NANOS);
        let body = over_seconds(studio, axis, slowest);
        charts.push(Draft::new(
            format!("slowest requests {name}"),
            spec("figure-latency-map", body),
        ));
    }
    charts
}

/// Throughput, and the temperatures of those that tell it.
fn over_time(studio: &ChartContext<'_>, found: &SameCells<'_>) -> Body {
    let mut panels = vec![Axis::linear(studio.text("throughput"), Unit::BYTES_PER_S)];
    let mut series: Vec<XySeries> = found
        .iter()
        .map(|(run, cell)| {
            let (x, y) = rates(cell);
            line(studio.drive_name(run), studio.slot(run), x, y)
        })
        .collect();
    let temperatures: Vec<XySeries> = found
        .iter()
        .filter_map(|(run, cell)| temperature(cell, studio.drive_name(run), studio.slot(run)))
        .collect();
    if !temperatures.is_empty() {
        panels.push(Axis::linear(studio.text("temperature"), Unit::CELSIUS));
        series.extend(temperatures);
    }
    let x = Axis::linear(studio.text("time"), Unit::SECONDS);
    Body::Xy { x, panels, series, marks: Vec::new() }
}

fn over_bytes(studio: &ChartContext<'_>, found: &SameCells<'_>) -> Body {
    let series = found.iter().map(|(run, cell)| {
        let (x, y) = rates_by_bytes(cell);
        line(studio.drive_name(run), studio.slot(run), x, y)
    });
    Body::Xy {
        x: Axis::linear(studio.text("written"), Unit::BYTES),
        panels: vec![Axis::linear(studio.text("throughput"), Unit::BYTES_PER_S)],
        series: series.collect(),
        marks: Vec::new(),
    }
}
