//! Throughput as bars: of the cells of one run, or of one cell in several.

use iogram_charts::{Axis, BarRow, Body, ChartSpec, GroupedSeries, RunValue, Unit};
use iogram_model::Run;
use iogram_model::Total as _;

use super::{ChartContext, parts, short};
use crate::group::{Group, Line, blocks, groups, within};

/// More bars than this are another picture.
const ROWS_MAX: usize = 40;
/// So many cells of several drives are compared one by one; of more, each part of a method is a picture.
const CELLS_MAX: usize = 16;
/// Groups of bars in one picture.
const GROUPS_MAX: usize = 8;

pub(super) fn charts(studio: &ChartContext<'_>) -> Vec<(String, ChartSpec)> {
    match studio.runs {
        [run] => of_one(studio, run),
        _ => of_several(studio),
    }
}

/// One chart for each part of the method.
fn of_one(studio: &ChartContext<'_>, run: &Run) -> Vec<(String, ChartSpec)> {
    let groups = groups(run);
    let slot = studio.slot(run);
    let mut charts = Vec::new();
    for block in blocks(&groups) {
        let of_block = groups.iter().filter(|group| group.block() == block);
        let mut rows: Vec<BarRow> = of_block
            .filter_map(|group| {
                let line = group.lines().into_iter().next().filter(Line::moves_bytes)?;
                Some(row(run, &line, within(block, &line.label()).to_owned(), slot))
            })
            .collect();
        // The table says as much of a single bar.
        if rows.len() < 2 {
            continue;
        }
        sort(&mut rows);
        let (name, title) = match block {
            Some(block) => (
                format!("throughput {block}"),
                studio.with("figure-throughput-of", &[("cell", block)]),
            ),
            None => ("throughput".to_owned(), studio.text("figure-throughput")),
        };
        charts.extend(in_parts(studio, &name, &title, rows));
    }
    charts
}

/// One chart for each cell that more than one run has, or for each few of many cells.
fn of_several(studio: &ChartContext<'_>) -> Vec<(String, ChartSpec)> {
    let all: Vec<(&Run, Vec<Group<'_>>)> =
        studio.runs.iter().map(|run| (run, groups(run))).collect();
    let mut names: Vec<(Option<&str>, &str)> = Vec::new();
    for group in all.iter().flat_map(|(_, groups)| groups) {
        let name = (group.block(), group.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.retain(|(_, name)| rows_of(studio, &all, name).len() > 1);
    if names.len() > CELLS_MAX {
        return side_by_side(studio, &all, &names);
    }
    let mut charts = Vec::new();
    for (_, name) in names {
        let mut rows = rows_of(studio, &all, name);
        sort(&mut rows);
        let title = studio.with("figure-throughput-of", &[("cell", name)]);
        charts.extend(in_parts(studio, &format!("throughput {name}"), &title, rows));
    }
    charts
}

/// One bar for each drive.
fn rows_of(
    studio: &ChartContext<'_>,
    all: &[(&Run, Vec<Group<'_>>)],
    name: &str,
) -> Vec<BarRow> {
    let found = all.iter().filter_map(|(run, groups)| {
        let group = groups.iter().find(|group| group.name == name)?;
        let line = group.lines().into_iter().next().filter(Line::moves_bytes)?;
        Some(row(run, &line, studio.drive_name(run), studio.slot(run)))
    });
    found.collect()
}

/// A group of bars for each cell, a bar for each drive.
fn side_by_side(
    studio: &ChartContext<'_>,
    all: &[(&Run, Vec<Group<'_>>)],
    names: &[(Option<&str>, &str)],
) -> Vec<(String, ChartSpec)> {
    let mut in_order: Vec<Option<&str>> = names.iter().map(|(block, _)| *block).collect();
    in_order.dedup();
    let mut charts = Vec::new();
    for block in in_order {
        let cells: Vec<&str> =
            names.iter().filter(|(of, _)| *of == block).map(|(_, name)| *name).collect();
        let pictures = parts(cells, GROUPS_MAX);
        let count = pictures.len();
        for (index, cells) in pictures.into_iter().enumerate() {
            let title = match block {
                Some(block) => studio.with("figure-throughput-of", &[("cell", block)]),
                None => studio.text("figure-throughput"),
            };
            let title = studio.part_title(&title, index, count);
            let name = format!("throughput {} {index}", block.unwrap_or_default());
            charts.push((name, grouped(studio, all, block, &cells, title)));
        }
    }
    charts
}

fn grouped(
    studio: &ChartContext<'_>,
    all: &[(&Run, Vec<Group<'_>>)],
    block: Option<&str>,
    cells: &[&str],
    title: String,
) -> ChartSpec {
    let series = all.iter().map(|(run, groups)| {
        let rows: Vec<Option<BarRow>> = cells
            .iter()
            .map(|name| {
                let group = groups.iter().find(|group| group.name == *name)?;
                let line = group.lines().into_iter().next().filter(Line::moves_bytes)?;
                Some(row(run, &line, String::new(), 0))
            })
            .collect();
        let of = |value: fn(&BarRow) -> Option<f64>| {
            rows.iter().map(|row| row.as_ref().and_then(value)).collect()
        };
        GroupedSeries {
            name: studio.drive_name(run),
            slot: studio.slot(run),
            values: of(|row| row.value),
            lows: of(|row| row.low),
            highs: of(|row| row.high),
        }
    });
    let categories = cells.iter().map(|name| within(block, name).to_owned()).collect();
    let body = Body::Grouped {
        category: Axis::of("", categories),
        value: Axis::log(studio.text("throughput"), Unit::BYTES_PER_S),
        series: series.collect(),
    };
    studio.spec(title, studio.text("figure-side-by-side-note"), body)
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

fn in_parts(
    studio: &ChartContext<'_>,
    name: &str,
    title: &str,
    rows: Vec<BarRow>,
) -> Vec<(String, ChartSpec)> {
    let pictures = parts(rows, ROWS_MAX);
    let count = pictures.len();
    let charts = pictures.into_iter().enumerate().map(|(index, rows)| {
        (name.to_owned(), chart(studio, studio.part_title(title, index, count), rows))
    });
    charts.collect()
}

fn chart(studio: &ChartContext<'_>, title: String, rows: Vec<BarRow>) -> ChartSpec {
    let count: usize = rows.iter().map(|row| row.runs.len()).total();
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
