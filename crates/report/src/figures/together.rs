//! One cell of several drives over time and over bytes: a curve for each drive.

use iogram_charts::{Axis, Body, Mark, Unit, XySeries};
use iogram_model::Total as _;
use iogram_model::{Bytes, CellRecord, Run};

use super::captions::{course_note, is_fill, titled};
use super::course::{cache_size, followed, is_over_bytes, moves, temperature};
use super::samples::{rates, rates_by_bytes, resolution};
use super::{ChartContext, Draft, latency, line, real, short, upright};
use crate::group::within;

/// A cache with a smaller share than this is invisible on a linear axis. Arbitrary.
const SEEN_RATIO: f64 = 0.05;
/// Start of a logarithmic axis, as a share of the smallest cache on it.
const BEFORE_CACHE_RATIO: f64 = 0.1;

/// The most cells to draw, the longest ones.
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
    // The sort is stable: cells of equal length keep the order of execution.
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
    let (first_run, first) = found[0];
    let is_fill = is_fill(first_run, first);
    let block = first.block.as_deref();
    let cell = match is_fill {
        true => within(block, name).to_owned(),
        false => titled(context, block, name),
    };
    let spec = |plain: &str, of_fill: &str, body| {
        let id = if is_fill { of_fill } else { plain };
        context.spec(context.with(id, &[("cell", &cell)]), note.clone(), body)
    };
    // People fill several drives to compare their sustained speed.
    let weight = if is_fill { 100 } else { 1 };
    let body = over_time(context, found);
    let mut charts = vec![
        Draft::new(
            format!("throughput over time {name}"),
            spec("figure-bandwidth-time", "figure-fill-time", body),
        )
        .of_part(block)
        .weighing(weight),
    ];
    if found.iter().any(|(_, cell)| is_over_bytes(cell)) {
        let body = over_bytes(context, found);
        let spec = spec("figure-bandwidth-bytes", "figure-fill-bytes", body);
        let name = format!("throughput over bytes {name}");
        charts.push(Draft::new(name, spec).of_part(block).weighing(weight));
    }
    if let Some(body) = short_caches(context, found) {
        let spec = spec("figure-cache-bytes", "figure-cache-bytes", body);
        let name = format!("short caches {name}");
        charts.push(Draft::new(name, spec).of_part(block).weighing(weight));
    }
    charts
}

/// A horizontal line at the mean of a curve, in its colour.
fn mean_line(curve: &XySeries, cell: &CellRecord) -> Option<XySeries> {
    let mean = short(cell.throughput()?.bytes_per_s);
    let (first, last) = (*curve.x.first()?, *curve.x.last()?);
    Some(line(curve.name.clone(), curve.slot, vec![first, last], vec![Some(mean); 2]))
}

/// A curve for each drive with its mean, which is also in its name.
fn with_means(
    context: &ChartContext<'_>,
    found: &SameCells<'_>,
    course: impl Fn(&CellRecord) -> (Vec<f64>, Vec<Option<f64>>),
) -> Vec<XySeries> {
    let of_drive = |(run, cell): &(&Run, &CellRecord)| {
        let (x, y) = course(cell);
        let drive = context.drive_name(run);
        let rate = cell.throughput().map(|it| context.locale.throughput(Some(it.bytes_per_s)));
        let name = match rate {
            Some(rate) => context.with("curve-mean", &[("name", &drive), ("rate", &rate)]),
            None => drive,
        };
        let curve = line(name, context.slot(run), x, y);
        let mean = mean_line(&curve, cell);
        [Some(curve), mean].into_iter().flatten().collect::<Vec<_>>()
    };
    found.iter().flat_map(of_drive).collect()
}

/// The same over bytes on a logarithmic axis, with the end of each cache: beside a pass of an hour, its first seconds
/// are invisible. `None` if all caches are visible anyway.
fn short_caches(context: &ChartContext<'_>, found: &SameCells<'_>) -> Option<Body> {
    let sized = || found.iter().filter_map(|(run, cell)| Some((*run, cache_size(run, cell)?)));
    let least = real(sized().map(|(_, bytes)| bytes).filter(|bytes| *bytes > 0).min()?);
    let courses = with_means(context, found, rates_by_bytes);
    let most = courses.iter().filter_map(|one| one.x.last().copied()).fold(0.0, f64::max);
    if least > most * SEEN_RATIO {
        return None;
    }
    let from = least * BEFORE_CACHE_RATIO;
    let series = courses.into_iter().map(|one| {
        let kept = one.x.iter().zip(&one.y).filter(|(x, _)| **x >= from);
        let (x, y) = kept.map(|(x, y)| (*x, *y)).unzip();
        XySeries { x, y, ..one }
    });
    let mark = |(run, bytes): (&Run, u64)| {
        let (drive, size) = (context.drive_name(run), Bytes(bytes).decimal());
        let label = context.with("figure-cache-of", &[("name", &drive), ("size", &size)]);
        upright(short(real(bytes)), label)
    };
    let marks: Vec<Mark> = sized().filter(|(_, bytes)| *bytes > 0).map(mark).collect();
    Some(Body::Xy {
        x: context.log("written", Unit::BYTES),
        panels: vec![Axis::linear(context.text("throughput"), Unit::BYTES_PER_S)],
        series: series.filter(|one| !one.x.is_empty()).collect(),
        marks,
    })
}

/// Throughput, with the slowest requests below, and the temperatures of the drives that report it.
fn over_time(context: &ChartContext<'_>, found: &SameCells<'_>) -> Body {
    let mut panels = vec![Axis::linear(context.text("throughput"), Unit::BYTES_PER_S)];
    let mut series = with_means(context, found, rates);
    let name_of = |run: &Run, series: &[XySeries]| {
        let slot = context.slot(run);
        let own = series.iter().find(|one| one.slot == slot).map(|one| one.name.clone());
        own.unwrap_or_else(|| context.drive_name(run))
    };
    let slowest: Vec<XySeries> = found
        .iter()
        .filter_map(|(run, cell)| {
            let curve = latency::slowest(cell, name_of(run, &series), context.slot(run))?;
            Some(XySeries { panel: 1, ..curve })
        })
        .collect();
    let has_slowest = !slowest.is_empty();
    let temperatures: Vec<XySeries> = found
        .iter()
        .filter_map(|(run, cell)| {
            let curve = temperature(cell, name_of(run, &series), context.slot(run))?;
            Some(XySeries { panel: if has_slowest { 2 } else { 1 }, ..curve })
        })
        .collect();
    if has_slowest {
        panels.push(context.log("figure-slowest", Unit::NANOS));
        series.extend(slowest);
    }
    if !temperatures.is_empty() {
        panels.push(Axis::linear(context.text("temperature"), Unit::CELSIUS));
        series.extend(temperatures);
    }
    let x = Axis::linear(context.text("time"), Unit::SECONDS);
    Body::Xy { x, panels, series, marks: Vec::new() }
}

fn over_bytes(context: &ChartContext<'_>, found: &SameCells<'_>) -> Body {
    Body::Xy {
        x: Axis::linear(context.text("written"), Unit::BYTES),
        panels: vec![Axis::linear(context.text("throughput"), Unit::BYTES_PER_S)],
        series: with_means(context, found, rates_by_bytes),
        marks: Vec::new(),
    }
}
