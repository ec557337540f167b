//! Times of stalls.

use iogram_charts::{Axis, Body, ChartSpec, Span, Unit};
use iogram_model::{Finding, Nanos, Run, Stall};

use super::{ChartContext, Draft, parts, seconds};

/// More rows go into another chart.
const ROWS_MAX: usize = 30;

/// The stalls of one repetition of a cell.
struct Row<'a> {
    run: &'a Run,
    name: String,
    stalls: Vec<&'a Stall>,
}

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for run in context.runs {
        for finding in &run.findings {
            let Finding::Stall(stall) = finding else { continue };
            let name = row_name(context, run, stall);
            match rows.iter_mut().find(|row| row.name == name && row.run.id == run.id) {
                Some(row) => row.stalls.push(stall),
                None => rows.push(Row { run, name, stalls: vec![stall] }),
            }
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let pictures = parts(rows, ROWS_MAX);
    let count = pictures.len();
    let charts = pictures.iter().enumerate().map(|(index, rows)| {
        let title = context.part_title(&context.text("figure-stalls"), index, count);
        Draft::new("stalls", chart(context, title, rows))
    });
    charts.collect()
}

fn chart(context: &ChartContext<'_>, title: String, rows: &[Row<'_>]) -> ChartSpec {
    let stalls = || rows.iter().flat_map(|row| &row.stalls);
    let longest = stalls().map(|stall| stall.length_ns).max().unwrap_or(0);
    let (count, longest) = (stalls().count().to_string(), Nanos(longest).to_string());
    let note = context.with("figure-stalls-note", &[("count", &count), ("longest", &longest)]);
    let spans = rows.iter().zip(0_u32..).flat_map(|(row, index)| {
        row.stalls.iter().map(move |stall| Span {
            row: index,
            slot: context.slot(row.run),
            from: seconds(stall.time_ns),
            to: seconds(stall.time_ns.saturating_add(stall.length_ns)),
        })
    });
    let body = Body::Timeline {
        x: Axis { max: end(rows), ..Axis::linear(context.text("time"), Unit::SECONDS) },
        rows: rows.iter().map(|row| row.name.clone()).collect(),
        spans: spans.collect(),
    };
    context.spec(title, note, body)
}

fn row_name(context: &ChartContext<'_>, run: &Run, stall: &Stall) -> String {
    let cell = run.cells.iter().find(|it| it.name == stall.cell && it.repeat == stall.repeat);
    let name = cell.map_or_else(
        || stall.cell.clone(),
        |cell| super::captions::cell_name(context, run, cell),
    );
    if context.runs.len() > 1 { format!("{}: {name}", context.drive_name(run)) } else { name }
}

/// The end of the longest cell that stalled.
fn end(rows: &[Row<'_>]) -> Option<f64> {
    let cells = rows.iter().flat_map(|row| {
        row.run.cells.iter().filter(|cell| row.stalls.iter().any(|it| it.cell == cell.name))
    });
    cells.map(|cell| seconds(cell.elapsed_ns)).reduce(f64::max)
}
