//! When drives stood still.

use iogram_charts::{Axis, Body, ChartSpec, Span, Unit};
use iogram_model::{Finding, Nanos, Run, Stall};

use super::{Studio, seconds};

/// More rows are no picture any more; the findings have all of them.
const ROWS_MAX: usize = 30;

pub(super) fn charts(studio: &Studio<'_>) -> Vec<(String, ChartSpec)> {
    let stalls: Vec<(&Run, &Stall)> = studio
        .runs
        .iter()
        .flat_map(|run| {
            run.findings.iter().filter_map(move |finding| match finding {
                Finding::Stall(stall) => Some((run, stall)),
                _ => None,
            })
        })
        .collect();
    let Some(longest) = stalls.iter().map(|(_, stall)| stall.length_ns).max() else {
        return Vec::new();
    };
    let mut rows: Vec<String> = Vec::new();
    let mut spans = Vec::new();
    for (run, stall) in &stalls {
        let name = row_name(studio, run, stall);
        let known = rows.iter().position(|row| *row == name);
        if known.is_none() && rows.len() == ROWS_MAX {
            continue;
        }
        let index = known.unwrap_or(rows.len());
        if known.is_none() {
            rows.push(name);
        }
        spans.push(Span {
            row: u32::try_from(index).unwrap_or(u32::MAX),
            slot: studio.slot(run),
            from: seconds(stall.time_ns),
            to: seconds(stall.time_ns + stall.length_ns),
        });
    }
    let values = [("count", stalls.len().to_string()), ("longest", Nanos(longest).to_string())];
    let values: Vec<(&str, &str)> =
        values.iter().map(|(name, it)| (*name, it.as_str())).collect();
    let note = studio.with("figure-stalls-note", &values);
    let x = Axis { max: end(studio), ..Axis::linear(studio.text("time"), Unit::SECONDS) };
    let body = Body::Timeline { x, rows, spans };
    vec![("stalls".to_owned(), studio.spec(studio.text("figure-stalls"), note, body))]
}

fn row_name(studio: &Studio<'_>, run: &Run, stall: &Stall) -> String {
    let cell = run.cells.iter().find(|it| it.name == stall.cell && it.repeat == stall.repeat);
    let name =
        cell.map_or_else(|| stall.cell.clone(), |cell| super::course::cell_name(run, cell));
    if studio.runs.len() > 1 { format!("{}: {name}", studio.drive_name(run)) } else { name }
}

/// The end of the longest cell that stalled.
fn end(studio: &Studio<'_>) -> Option<f64> {
    let stalled = |run: &Run, name: &str| {
        run.findings.iter().any(|it| matches!(it, Finding::Stall(stall) if stall.cell == name))
    };
    let cells = studio
        .runs
        .iter()
        .flat_map(|run| run.cells.iter().filter(move |cell| stalled(run, &cell.name)));
    cells.map(|cell| seconds(cell.elapsed_ns)).reduce(f64::max)
}
