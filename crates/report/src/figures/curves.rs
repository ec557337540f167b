//! Latency by percentile, on an axis of nines.

use iogram_charts::{Axis, Body, ChartSpec, Unit, XySeries};
use iogram_model::Total as _;
use iogram_model::{CellState, OpKind, Run};
use iogram_stats::Histogram;

use super::{ChartContext, line, parts, real, short, slot_at};
use crate::format;
use crate::group::{Group, Line, blocks, groups, within};

/// Points on the way from one nine to the next.
const STEPS_PER_NINE: u32 = 12;
/// Up to 99.999 99 %.
const NINES_MAX: u32 = 7;
/// Curves in one picture.
const CURVES_MAX: usize = 12;
/// So many cells of several drives are compared; those with the shortest queues come first.
const CELLS_MAX: usize = 24;
/// Fewer requests make no curve: not even the median would be told.
const REQUESTS_MIN: u64 = 100;

pub(super) fn charts(studio: &ChartContext<'_>) -> Vec<(String, ChartSpec)> {
    match studio.runs {
        [run] => of_one(studio, run),
        _ => of_several(studio),
    }
}

/// The requests of all counted repetitions together: histograms are merged, never averaged.
struct Merged {
    histogram: Histogram,
    /// Of each repetition, in requests per second; the mean of them.
    iops: f64,
    depth: u32,
}

fn merged(group: &Group<'_>, kind: OpKind) -> Option<Merged> {
    let counted =
        group.cells.iter().filter(|cell| cell.is_counted && cell.state == CellState::Completed);
    let mut histogram = Histogram::new();
    let (mut iops, mut runs) = (0.0, 0_u32);
    for cell in counted {
        let Some(record) = cell.operations.of(kind) else { continue };
        // A histogram that cannot be read is missing in the picture; the record says the rest.
        let Ok(of_cell) = Histogram::from_text(&record.histogram) else { continue };
        histogram.merge(&of_cell);
        iops += record.iops;
        runs = runs.saturating_add(1);
    }
    let workload = &group.cells[0].workload;
    (runs > 0 && histogram.count() >= REQUESTS_MIN).then(|| Merged {
        histogram,
        iops: iops / f64::from(runs),
        depth: workload.depth.saturating_mul(workload.jobs),
    })
}

fn curve(studio: &ChartContext<'_>, name: &str, slot: u8, merged: &Merged) -> XySeries {
    let steps = (1..=NINES_MAX * STEPS_PER_NINE)
        .map(|step| 10_f64.powf(f64::from(step) / f64::from(STEPS_PER_NINE)));
    let points = steps.map_while(|inverse| {
        let ns = merged.histogram.quantile_ns(1.0 - 1.0 / inverse)?;
        Some((short(inverse), Some(short(real(ns)))))
    });
    let (x, y): (Vec<f64>, Vec<Option<f64>>) = points.unzip();
    let iops = format::iops(Some(merged.iops));
    let name = studio.with("curve-name", &[("name", name), ("iops", &iops)]);
    line(name, slot, x, y)
}

fn chart(
    studio: &ChartContext<'_>,
    title: String,
    series: Vec<XySeries>,
    requests: u64,
) -> ChartSpec {
    let note = studio.with("figure-percentiles-note", &[("count", &requests.to_string())]);
    let body = Body::Xy {
        x: Axis::nines(studio.text("percentile")),
        panels: vec![Axis::log(studio.text("latency"), Unit::NANOS)],
        series,
        marks: Vec::new(),
    };
    studio.spec(title, note, body)
}

/// For each part of the method its curves, in as many pictures as they need.
fn of_one(studio: &ChartContext<'_>, run: &Run) -> Vec<(String, ChartSpec)> {
    let groups = groups(run);
    let mut charts = Vec::new();
    for block in blocks(&groups) {
        let of_block = groups.iter().filter(|group| group.block() == block);
        let mut found: Vec<(String, Merged)> = of_block
            .flat_map(Group::lines)
            .filter_map(|line: Line<'_>| {
                let name = within(block, &line.label()).to_owned();
                Some((name, merged(line.group, line.operation?)?))
            })
            .collect();
        if found.is_empty() {
            continue;
        }
        // Latency without a queue is the drive's own.
        found.sort_by_key(|(_, merged)| merged.depth);
        let pictures = parts(found, CURVES_MAX);
        let count = pictures.len();
        for (index, found) in pictures.iter().enumerate() {
            let requests = found.iter().map(|(_, merged)| merged.histogram.count()).total();
            let series = found
                .iter()
                .enumerate()
                .map(|(index, (name, merged))| curve(studio, name, slot_at(index), merged));
            let title = match block {
                Some(block) => studio.with("figure-percentiles-of", &[("cell", block)]),
                None => studio.text("figure-percentiles"),
            };
            let title = studio.part_title(&title, index, count);
            let name = format!("percentiles {}", block.unwrap_or_default());
            charts.push((name, chart(studio, title, series.collect(), requests)));
        }
    }
    charts
}

fn of_several(studio: &ChartContext<'_>) -> Vec<(String, ChartSpec)> {
    let all: Vec<(&Run, Vec<Group<'_>>)> =
        studio.runs.iter().map(|run| (run, groups(run))).collect();
    let mut labels: Vec<(String, u32)> = Vec::new();
    for group in all.iter().flat_map(|(_, groups)| groups) {
        for line in group.lines().iter().filter(|line| line.operation.is_some()) {
            let workload = &group.cells[0].workload;
            let label = (line.label(), workload.depth.saturating_mul(workload.jobs));
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
    }
    labels.sort_by_key(|(_, depth)| *depth);
    let mut charts: Vec<(String, ChartSpec)> = Vec::new();
    let mut left_out = 0_u32;
    for (label, _) in labels {
        let found: Vec<(&Run, Merged)> = all
            .iter()
            .filter_map(|(run, groups)| {
                let mut lines = groups.iter().flat_map(Group::lines);
                let line =
                    lines.find(|line| line.operation.is_some() && line.label() == label)?;
                Some((*run, merged(line.group, line.operation?)?))
            })
            .collect();
        if found.len() < 2 {
            continue;
        }
        if charts.len() == CELLS_MAX {
            left_out = left_out.saturating_add(1);
            continue;
        }
        let requests = found.iter().map(|(_, merged)| merged.histogram.count()).total();
        let series = found.iter().map(|(run, merged)| {
            curve(studio, &studio.drive_name(run), studio.slot(run), merged)
        });
        let title = studio.with("figure-percentiles-of", &[("cell", &label)]);
        charts.push((
            format!("percentiles {label}"),
            chart(studio, title, series.collect(), requests),
        ));
    }
    if let Some((_, last)) = charts.last_mut().filter(|_| left_out > 0) {
        let note = studio.with("figure-left-out", &[("count", &left_out.to_string())]);
        last.subtitle = format!("{}; {note}", last.subtitle);
    }
    charts
}
