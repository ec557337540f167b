//! Throughput as bars: of the cells of one run, or of one cell in several.

use iogram_charts::{Axis, BarRow, Body, ChartSpec, RunValue, Unit};
use iogram_model::Run;

use super::{Studio, short};
use crate::group::{Group, Line, groups};

/// More bars than this are no picture any more; the table has all of them.
const ROWS_MAX: usize = 40;
/// So many cells are compared one by one.
const CELLS_MAX: usize = 16;

pub(super) fn charts(studio: &Studio<'_>) -> Vec<(String, ChartSpec)> {
    match studio.runs {
        [run] => of_one(studio, run).into_iter().collect(),
        _ => of_several(studio),
    }
}

fn of_one(studio: &Studio<'_>, run: &Run) -> Option<(String, ChartSpec)> {
    let groups = groups(run);
    let slot = studio.slot(run);
    let mut rows: Vec<BarRow> = groups
        .iter()
        .filter_map(|group| {
            group
                .lines()
                .into_iter()
                .next()
                .filter(Line::moves_bytes)
                .map(|line| row(run, &line, line.label(), slot))
        })
        .collect();
    if rows.len() < 2 {
        return None;
    }
    sort(&mut rows);
    rows.truncate(ROWS_MAX);
    Some(("throughput".to_owned(), chart(studio, studio.text("figure-throughput"), rows)))
}

/// One chart for each cell that more than one run has.
fn of_several(studio: &Studio<'_>) -> Vec<(String, ChartSpec)> {
    let all: Vec<(&Run, Vec<Group<'_>>)> =
        studio.runs.iter().map(|run| (run, groups(run))).collect();
    let mut names: Vec<&str> = Vec::new();
    for group in all.iter().flat_map(|(_, groups)| groups) {
        if !names.contains(&group.name) {
            names.push(group.name);
        }
    }
    let rows_of = |name: &str| -> Vec<BarRow> {
        let found = all.iter().filter_map(|(run, groups)| {
            let group = groups.iter().find(|group| group.name == name)?;
            let line = group.lines().into_iter().next().filter(Line::moves_bytes)?;
            Some(row(run, &line, studio.drive_name(run), studio.slot(run)))
        });
        found.collect()
    };
    let shared = names.into_iter().filter_map(|name| {
        let mut rows = rows_of(name);
        if rows.len() < 2 {
            return None;
        }
        sort(&mut rows);
        let title = studio.with("figure-throughput-of", &[("cell", name)]);
        Some((format!("throughput {name}"), chart(studio, title, rows)))
    });
    shared.take(CELLS_MAX).collect()
}

fn row(run: &Run, line: &Line<'_>, label: String, slot: u8) -> BarRow {
    let summary = line.summary(&run.findings, "bytes_per_s");
    let runs: Vec<RunValue> = line
        .group
        .cells
        .iter()
        .map(|cell| RunValue {
            value: line.bytes_per_s(cell).map(short),
            is_counted: cell.is_counted,
        })
        .collect();
    let value = match summary {
        Some(summary) => summary.mean,
        // A run without findings: the only repetition speaks for itself.
        None => runs.first().filter(|_| runs.len() == 1).and_then(|run| run.value),
    };
    BarRow {
        label,
        slot,
        value: value.map(short),
        low: summary.and_then(|it| it.min).map(short),
        high: summary.and_then(|it| it.max).map(short),
        runs,
    }
}

/// Fastest first; what was not measured last.
fn sort(rows: &mut [BarRow]) {
    rows.sort_by(|a, b| {
        let key = |row: &BarRow| row.value.unwrap_or(f64::NEG_INFINITY);
        key(b).total_cmp(&key(a))
    });
}

fn chart(studio: &Studio<'_>, title: String, rows: Vec<BarRow>) -> ChartSpec {
    let count: usize = rows.iter().map(|row| row.runs.len()).sum();
    let note = studio.with("figure-throughput-note", &[("count", &count.to_string())]);
    let known = || rows.iter().filter_map(|row| row.value).filter(|value| *value > 0.0);
    let least = known().fold(f64::INFINITY, f64::min);
    let most = known().fold(0.0, f64::max);
    // Beyond a factor of fifty, the short bars of an even axis are all alike.
    let label = studio.text("throughput");
    let value = if most > 50.0 * least {
        Axis::log(label, Unit::BYTES_PER_S)
    } else {
        Axis::linear(label, Unit::BYTES_PER_S)
    };
    studio.spec(title, note, Body::Bars { value, rows })
}
