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

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let mut names: Vec<&str> = Vec::new();
    for cell in context.runs.iter().flat_map(followed) {
        if !names.contains(&cell.name.as_str()) {
            names.push(&cell.name);
        }
    }
    let mut shared: Vec<(&str, SameCells<'_>)> = names
        .into_iter()
        .map(|name| (name, of_name(context, name)))
        .filter(|(_, found)| found.len() > 1)
        .collect();
    // The sort is stable: cells of one length stay in the order of execution.
    shared.sort_by_key(|(_, found)| std::cmp::Reverse(longest(found)));
    let left_out = shared.len().saturating_sub(CELLS_MAX);
    shared.truncate(CELLS_MAX);
    let mut charts: Vec<Draft> =
        shared.iter().flat_map(|(name, found)| of_cell(context, name, found)).collect();
    if let Some(last) = charts.last_mut().filter(|_| left_out > 0) {
        let note = context.with("figure-left-out", &[("count", &left_out.to_string())]);
        last.spec.subtitle = format!("{}; {note}", last.spec.subtitle);
    }
    charts
}

/// The first repetition of a cell on each drive that has it.
fn of_name<'a>(context: &ChartContext<'a>, name: &str) -> SameCells<'a> {
    let found = context.runs.iter().filter_map(|run| {
        let cell = run.cells.iter().find(|cell| cell.name == name && moves(cell))?;
        (cell.series.rows.len() >= 2).then_some((run, cell))
    });
    found.collect()
}

fn longest(found: &SameCells<'_>) -> usize {
    found.iter().map(|(_, cell)| cell.series.rows.len()).max().unwrap_or(0)
}

fn of_cell(context: &ChartContext<'_>, name: &str, found: &SameCells<'_>) -> Vec<Draft> {
    let count = found.iter().map(|(_, cell)| cell.series.rows.len()).total();
    let note = course_note(
        context,
        found[0].1,
        count,
        &resolution(&found[0].1.series, context.locale),
    );
    let title = |id: &str| context.with(id, &[("cell", name)]);
    let spec = |id: &str, body| context.spec(title(id), note.clone(), body);
    let mut charts = vec![Draft::new(
        format!("throughput over time {name}"),
        spec("figure-bandwidth-time", over_time(context, found)),
    )];
    if found.iter().any(|(_, cell)| is_over_bytes(cell)) {
        let body = over_bytes(context, found);
        let spec = spec("figure-bandwidth-bytes", body);
        charts.push(Draft::new(format!("throughput over bytes {name}"), spec).weighing(1));
    }
    let slowest: Vec<XySeries> = found
        .iter()
        .filter_map(|(run, cell)| {
            latency::slowest(cell, context.drive_name(run), context.slot(run))
        })
        .collect();
    if slowest.len() > 1 {
        let axis = context.log("latency", Unit::NANOS);
        let body = over_seconds(context, axis, slowest);
        charts.push(Draft::new(
            format!("slowest requests {name}"),
            spec("figure-latency-map", body),
        ));
    }
    charts
}

/// Throughput, and the temperatures of those that tell it.
fn over_time(context: &ChartContext<'_>, found: &SameCells<'_>) -> Body {
    let mut panels = vec![Axis::linear(context.text("throughput"), Unit::BYTES_PER_S)];
    let mut series: Vec<XySeries> = found
        .iter()
        .map(|(run, cell)| {
            let (x, y) = rates(cell);
            line(context.drive_name(run), context.slot(run), x, y)
        })
        .collect();
    let temperatures: Vec<XySeries> = found
        .iter()
        .filter_map(|(run, cell)| temperature(cell, context.drive_name(run), context.slot(run)))
        .collect();
    if !temperatures.is_empty() {
        panels.push(Axis::linear(context.text("temperature"), Unit::CELSIUS));
        series.extend(temperatures);
    }
    let x = Axis::linear(context.text("time"), Unit::SECONDS);
    Body::Xy { x, panels, series, marks: Vec::new() }
}

fn over_bytes(context: &ChartContext<'_>, found: &SameCells<'_>) -> Body {
    let series = found.iter().map(|(run, cell)| {
        let (x, y) = rates_by_bytes(cell);
        line(context.drive_name(run), context.slot(run), x, y)
    });
    Body::Xy {
        x: Axis::linear(context.text("written"), Unit::BYTES),
        panels: vec![Axis::linear(context.text("throughput"), Unit::BYTES_PER_S)],
        series: series.collect(),
        marks: Vec::new(),
    }
}
