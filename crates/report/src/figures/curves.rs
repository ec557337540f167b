//! Latency by percentile, on an axis of nines; for cells with different shares of reads, against that share.

use iogram_charts::{Axis, Body, ChartSpec, Unit, XySeries};
use iogram_model::Total as _;
use iogram_model::{Access, Bytes, CellState, OpKind, Run};
use iogram_stats::Histogram;

use super::captions::titled;
use super::{ChartContext, Draft, line, parts, real, role_slot, short, slot_at};
use crate::format;
use crate::group::{Group, blocks, groups, within};
use crate::load::access_name;
use crate::locale::say;

/// Points from one nine to the next.
const STEPS_PER_NINE: u32 = 12;
/// Up to 99.999 99 %.
const NINES_MAX: u32 = 7;
/// Curves in one chart.
pub(super) const CURVES_MAX: usize = 12;
/// Number of cells of several drives to compare; those with the shortest queues come first.
const CELLS_MAX: usize = 24;
/// Fewer requests do not make a curve: even the median would be missing.
pub(super) const REQUESTS_MIN: u64 = 100;
/// Fewer cells of a test are not a sweep.
const SWEEP_MIN: usize = 3;
/// The depths with an exceedance curve. Source: earlephilhower/ezfio, `ezfio.py`.
const EXCEEDANCE_DEPTHS: [u32; 4] = [1, 4, 16, 32];
/// Fewer shares of reads do not make a curve.
const SHARES_MIN: usize = 3;

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    match context.runs {
        [run] => of_one(context, run),
        _ => of_several(context),
    }
}

/// The requests of all counted repetitions together: histograms are merged, never averaged.
struct Merged {
    histogram: Histogram,
    /// The cell's value in the table.
    iops: Option<f64>,
    depth: u32,
}

/// Reads and writes together are one curve, because both wait for the drive. Flushes are another curve.
const MOVING: [OpKind; 2] = [OpKind::Read, OpKind::Write];

fn merged(run: &Run, group: &Group<'_>, kinds: &[OpKind]) -> Option<Merged> {
    let counted =
        group.cells.iter().filter(|cell| cell.is_counted && cell.state == CellState::Completed);
    let mut histogram = Histogram::new();
    let (mut iops, mut runs) = (0.0, 0_u32);
    for cell in counted {
        let records: Vec<_> =
            kinds.iter().filter_map(|kind| cell.operations.of(*kind)).collect();
        for record in &records {
            // The chart leaves out a histogram that cannot be decoded; the record has the rest.
            let Ok(of_kind) = Histogram::from_text(&record.histogram) else { continue };
            histogram.merge(&of_kind.within(record.latency_ns.min, record.latency_ns.max));
            iops += record.iops;
        }
        runs = runs.saturating_add(u32::from(!records.is_empty()));
    }
    let is_flush = kinds == [OpKind::Flush];
    let said = group
        .lines()
        .into_iter()
        .find(|line| (line.operation == Some(OpKind::Flush)) == is_flush);
    let summary = said.and_then(|line| line.summary(&run.findings, "iops"));
    let workload = &group.cells[0].workload;
    (runs > 0 && histogram.count() >= REQUESTS_MIN).then(|| Merged {
        histogram,
        iops: summary
            .and_then(iogram_model::RepeatSummary::shown)
            .or_else(|| Some(iops / f64::from(runs))),
        depth: workload.depth.saturating_mul(workload.jobs),
    })
}

/// The curves of a cell: transfers, and flushes, with the operation that determines the colour.
fn of_cell(run: &Run, group: &Group<'_>) -> Vec<(Option<OpKind>, Merged)> {
    let kinds = group.kinds();
    let moving = MOVING.iter().copied().filter(|kind| kinds.contains(kind));
    let operation = match moving.collect::<Vec<_>>().as_slice() {
        [kind] => Some(*kind),
        _ => None,
    };
    let of = |operation, kinds: &[OpKind]| Some((operation, merged(run, group, kinds)?));
    let found = [of(operation, &MOVING), of(Some(OpKind::Flush), &[OpKind::Flush])];
    found.into_iter().flatten().collect()
}

/// The name of the curve of a cell.
fn curve_name(context: &ChartContext<'_>, cell: &str, operation: Option<OpKind>) -> String {
    match operation {
        Some(OpKind::Flush) => context.with("curve-flush", &[("cell", cell)]),
        _ => cell.to_owned(),
    }
}

fn curve(context: &ChartContext<'_>, name: &str, slot: u8, merged: &Merged) -> XySeries {
    let (x, y) = of_histogram(&merged.histogram);
    let iops = format::iops(merged.iops);
    let name = context.with("curve-name", &[("name", name), ("iops", &iops)]);
    line(name, slot, x, y)
}

/// For each point the inverse of the share beyond it and the latency there, as far as enough requests lie beyond.
pub(super) fn of_histogram(histogram: &Histogram) -> (Vec<f64>, Vec<Option<f64>>) {
    let steps = (1..=NINES_MAX * STEPS_PER_NINE)
        .map(|step| 10_f64.powf(f64::from(step) / f64::from(STEPS_PER_NINE)));
    let points = steps.map_while(|inverse| {
        let ns = histogram.quantile_ns(1.0 - 1.0 / inverse)?;
        Some((short(inverse), Some(short(real(ns)))))
    });
    points.unzip()
}

fn chart(
    context: &ChartContext<'_>,
    title: String,
    series: Vec<XySeries>,
    requests: u64,
) -> ChartSpec {
    let note = context.with("figure-percentiles-note", &[("count", &requests.to_string())]);
    let body = by_percentile(context, series);
    context.spec(title, note, body)
}

/// Curves over percentiles on an axis of nines.
pub(super) fn by_percentile(context: &ChartContext<'_>, series: Vec<XySeries>) -> Body {
    Body::Xy {
        x: Axis::nines(context.text("percentile")),
        panels: vec![context.log("latency", Unit::NANOS)],
        series,
        marks: Vec::new(),
    }
}

/// Depth, share of reads in hundredths, and the requests of a cell.
type AtShare = (u32, f64, Merged);

/// The addresses and the block size.
type Load = (Access, Bytes);

/// A curve of one drive: its name, its operation, and its requests.
type MergedKind = (String, Option<OpKind>, Merged);

/// For each part of the method its curves, in as many charts as they need.
fn of_one(context: &ChartContext<'_>, run: &Run) -> Vec<Draft> {
    let groups = groups(run);
    let mut charts = Vec::new();
    for part in blocks(&groups) {
        let of_part: Vec<&Group<'_>> =
            groups.iter().filter(|group| group.block() == part).collect();
        if of_part.len() > CURVES_MAX {
            let by_share = by_share(context, run, &of_part);
            if !by_share.is_empty() {
                charts.extend(by_share.into_iter().map(|it| it.of_part(part)));
                continue;
            }
        }
        let mut found: Vec<MergedKind> = Vec::new();
        for group in of_part {
            let name = within(part, group.name);
            found.extend(of_cell(run, group).into_iter().map(|(operation, merged)| {
                (curve_name(context, name, operation), operation, merged)
            }));
        }
        if found.is_empty() {
            continue;
        }
        if let Some(tests) = by_test(&mut found) {
            charts.extend(of_tests(context, part, tests));
            continue;
        }
        // Latency without a queue is the drive's own.
        found.sort_by_key(|(_, _, merged)| merged.depth);
        let pictures = parts(found, CURVES_MAX);
        let count = pictures.len();
        for (index, found) in pictures.iter().enumerate() {
            let title = match part {
                Some(part) => context.with(
                    "figure-percentiles-of",
                    &[("cell", &context.locale.block_title(part))],
                ),
                None => context.text("figure-percentiles"),
            };
            let title = context.part_title(&title, index, count);
            charts.push(picture(context, title, part, found));
            charts.extend(evenly(context, part, found));
        }
    }
    charts
}

/// The common part of the names of one test's cells: everything except their last word, which is a size or a number.
fn test_of(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((test, last)) if last.starts_with(|it: char| it.is_ascii_digit()) => test,
        _ => name,
    }
}

/// The curves of each test, in the order of the method, if there are too many for one chart and tests are sweeps;
/// `None` leaves `found` unchanged.
fn by_test(found: &mut Vec<MergedKind>) -> Option<Vec<(String, Vec<MergedKind>)>> {
    let mut names: Vec<&str> = found.iter().map(|(name, ..)| test_of(name)).collect();
    names.dedup();
    let is_sweep = |test: &&str| {
        found.iter().filter(|(name, ..)| test_of(name) == *test).count() >= SWEEP_MIN
    };
    if found.len() <= CURVES_MAX || names.iter().filter(|name| is_sweep(name)).count() < 2 {
        return None;
    }
    let mut tests: Vec<(String, Vec<MergedKind>)> = Vec::new();
    for curve in found.drain(..) {
        let test = test_of(&curve.0).to_owned();
        match tests.iter_mut().find(|(known, _)| *known == test) {
            Some((_, curves)) => curves.push(curve),
            None => tests.push((test, vec![curve])),
        }
    }
    Some(tests)
}

/// A chart for each test, and the exceedance of a mix with several depths.
fn of_tests(
    context: &ChartContext<'_>,
    part: Option<&str>,
    tests: Vec<(String, Vec<MergedKind>)>,
) -> Vec<Draft> {
    let mut charts = Vec::new();
    for (test, mut curves) in tests {
        for (name, ..) in &mut curves {
            let own = name.get(test.len()..).unwrap_or_default().trim();
            let is_bare = own.chars().all(|it| it.is_ascii_digit());
            let word = test.rsplit(' ').next().filter(|_| is_bare).unwrap_or_default();
            if !own.is_empty() {
                *name = format!("{word} {own}").trim().to_owned();
            }
        }
        charts.extend(exceedance(context, part, &test, &curves));
        let pictures = parts(curves, CURVES_MAX);
        let count = pictures.len();
        for (index, found) in pictures.iter().enumerate() {
            let title = context.with("figure-percentiles-of", &[("cell", &test)]);
            let title = context.part_title(&title, index, count);
            let draft = picture(context, title, part, found);
            charts.push(Draft { name: format!("latency percentiles {test}"), ..draft });
        }
    }
    charts
}

/// The share of a mix's requests that exceed each latency, by queue depth, as in ezFIO. `None` for other cells.
fn exceedance(
    context: &ChartContext<'_>,
    part: Option<&str>,
    test: &str,
    curves: &[MergedKind],
) -> Option<Draft> {
    // Reads and writes together have no kind of their own.
    let mixed = || curves.iter().filter(|(_, operation, _)| operation.is_none());
    let of_depth = |depth: &u32| mixed().find(|(_, _, merged)| merged.depth == *depth);
    let mut shown: Vec<&MergedKind> = EXCEEDANCE_DEPTHS.iter().filter_map(of_depth).collect();
    shown.dedup_by_key(|(_, _, merged)| merged.depth);
    if shown.len() < SWEEP_MIN {
        return None;
    }
    let requests = shown.iter().map(|(_, _, merged)| merged.histogram.count()).total();
    let series = shown.iter().enumerate().map(|(index, (name, _, merged))| {
        let (inverse, latency) = of_histogram(&merged.histogram);
        let x = latency.into_iter().map(|ns| ns.unwrap_or(0.0)).collect();
        let y = inverse.into_iter().map(|it| Some(short(100.0 / it))).collect();
        line(name.clone(), slot_at(index), x, y)
    });
    let body = Body::Xy {
        x: context.log("latency", Unit::NANOS),
        panels: vec![Axis::log(context.text("share-slower"), Unit::PERCENT)],
        series: series.collect(),
        marks: Vec::new(),
    };
    let title = context.with("figure-exceedance", &[("cell", test)]);
    let note = context.with("figure-exceedance-note", &[("count", &requests.to_string())]);
    let spec = context.spec(title, note, body);
    Some(Draft::new(format!("exceedance {test}"), spec).of_part(part).weighing(2_000))
}

fn picture(
    context: &ChartContext<'_>,
    title: String,
    part: Option<&str>,
    found: &[MergedKind],
) -> Draft {
    let requests = found.iter().map(|(_, _, merged)| merged.histogram.count()).total();
    // Reads have the same colour on all pages, if they have one curve.
    let is_told = |at: &Option<OpKind>| found.iter().filter(|(_, it, _)| it == at).count() == 1;
    let has_roles = found.iter().all(|(_, operation, _)| is_told(operation));
    let series: Vec<XySeries> = found
        .iter()
        .enumerate()
        .map(|(index, (name, operation, merged))| {
            let slot = if has_roles { role_slot(*operation) } else { slot_at(index) };
            curve(context, name, slot, merged)
        })
        .collect();
    // Without a queue it is the drive's own; more nines are more informative.
    let longest = series.iter().map(|one| one.x.len()).max().unwrap_or(0);
    let is_own = found.iter().all(|(_, _, merged)| merged.depth == 1) && found.len() > 1;
    let longest = longest.saturating_add(if is_own { 1_000 } else { 0 });
    Draft::new(
        format!("latency percentiles {}", part.unwrap_or_default()),
        chart(context, title, series, requests),
    )
    .of_part(part)
    .weighing(u32::try_from(longest).unwrap_or(u32::MAX))
}

/// Shares of the requests on a linear axis: the latency of most requests. The last one is the start of the tail.
const SHARES: [f64; 19] = [
    1.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0, 70.0, 75.0, 80.0, 85.0, 90.0,
    95.0, 97.0, 98.0, 99.0,
];

/// The same on linear axes, for requests without a queue; `None` for others, and for a single curve.
fn evenly(
    context: &ChartContext<'_>,
    part: Option<&str>,
    found: &[MergedKind],
) -> Option<Draft> {
    if found.len() < 2 || found.iter().any(|(_, _, merged)| merged.depth != 1) {
        return None;
    }
    let curves = found.iter().enumerate();
    let series: Vec<XySeries> = curves
        .map(|(index, (name, _, merged))| even_curve(context, name, slot_at(index), merged))
        .collect();
    let cell = part.map_or_else(String::new, |part| context.locale.block_title(part));
    Some(even_chart(context, &cell, (part, series)))
}

fn even_curve(context: &ChartContext<'_>, name: &str, slot: u8, merged: &Merged) -> XySeries {
    let iops = format::iops(merged.iops);
    let name = context.with("curve-name", &[("name", name), ("iops", &iops)]);
    let at = |share: &f64| merged.histogram.quantile_ns(share / 100.0);
    let y = SHARES.iter().map(|share| at(share).map(|ns| short(real(ns)))).collect();
    line(name, slot, SHARES.to_vec(), y)
}

fn even_chart(
    context: &ChartContext<'_>,
    cell: &str,
    (part, series): (Option<&str>, Vec<XySeries>),
) -> Draft {
    let body = Body::Xy {
        x: Axis {
            min: Some(0.0),
            max: Some(100.0),
            ..Axis::linear(context.text("share-faster"), Unit::PERCENT)
        },
        panels: vec![Axis {
            min: Some(0.0),
            ..Axis::linear(context.text("latency"), Unit::NANOS)
        }],
        series,
        marks: Vec::new(),
    };
    let title = match cell {
        "" => context.text("figure-even"),
        cell => context.with("figure-even-of", &[("cell", cell)]),
    };
    let spec = context.spec(title, context.text("figure-even-note"), body);
    let name = format!("latency on an even axis {cell}");
    Draft::new(name, spec).of_part(part).weighing(900)
}

/// If a part measures the same load with different shares of reads: the median and the 99th percentile over the
/// share, with a curve for each depth. Percentile curves would overlap.
fn by_share(context: &ChartContext<'_>, run: &Run, groups: &[&Group<'_>]) -> Vec<Draft> {
    let mut loads: Vec<(Load, Vec<AtShare>)> = Vec::new();
    for group in groups {
        let workload = &group.cells[0].workload;
        let Some(merged) = merged(run, group, &MOVING) else { continue };
        let [(size, _)] = workload.block.sizes() else { return Vec::new() };
        let load = (workload.access.clone(), Bytes(size.0));
        let point = (merged.depth, f64::from(workload.mix.read.0) / 10.0, merged);
        match loads.iter_mut().find(|(known, _)| *known == load) {
            Some((_, points)) => points.push(point),
            None => loads.push((load, vec![point])),
        }
    }
    let has_shares = |(_, points): &(Load, Vec<AtShare>)| {
        let mut shares: Vec<u64> = points.iter().map(|(_, share, _)| share.to_bits()).collect();
        shares.sort_unstable();
        shares.dedup();
        shares.len() >= SHARES_MIN
    };
    if !loads.iter().all(has_shares) {
        return Vec::new();
    }
    loads.into_iter().map(|(load, points)| over_share(context, &load, points)).collect()
}

fn over_share(
    context: &ChartContext<'_>,
    (access, size): &Load,
    mut points: Vec<AtShare>,
) -> Draft {
    points.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let requests = points.iter().map(|(_, _, merged)| merged.histogram.count()).total();
    let mut series = Vec::new();
    for (panel, quantile) in [(0, 0.5), (1, 0.99)] {
        let of_depths = points.chunk_by(|one, other| one.0 == other.0).enumerate();
        series.extend(of_depths.map(|(index, of_depth)| {
            let x = of_depth.iter().map(|(_, share, _)| *share).collect();
            let y = of_depth
                .iter()
                .map(|(_, _, it)| it.histogram.quantile_ns(quantile).map(|ns| short(real(ns))));
            let name = format!("QD {}", of_depth[0].0);
            XySeries { panel, ..line(name, slot_at(index), x, y.collect()) }
        }));
    }
    let body = Body::Xy {
        x: Axis::linear(context.text("read-share"), Unit::PERCENT),
        panels: vec![
            context.log("latency-p50", Unit::NANOS),
            context.log("latency-p99", Unit::NANOS),
        ],
        series,
        marks: Vec::new(),
    };
    let load = format!("{} {size}", access_name(access, context.locale));
    let title = say!(context.locale, "figure-latency-share", load = load);
    let note = context.with("figure-latency-share-note", &[("count", &requests.to_string())]);
    let name = format!("latency by read share {access} {size}");
    Draft::new(name, context.spec(title, note, body)).weighing(500)
}

fn of_several(context: &ChartContext<'_>) -> Vec<Draft> {
    let all: Vec<(&Run, Vec<Group<'_>>)> =
        context.runs.iter().map(|run| (run, groups(run))).collect();
    let mut cells: Vec<(&str, u32)> = Vec::new();
    for group in all.iter().flat_map(|(_, groups)| groups) {
        let workload = &group.cells[0].workload;
        let cell = (group.name, workload.depth.saturating_mul(workload.jobs));
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells.sort_by_key(|(_, depth)| *depth);
    let mut charts: Vec<Draft> = Vec::new();
    let mut even: Vec<Draft> = Vec::new();
    let mut left_out = 0_u32;
    for ((name, _), is_flush) in cells.iter().flat_map(|cell| [(cell, false), (cell, true)]) {
        let kinds: &[OpKind] = if is_flush { &[OpKind::Flush] } else { &MOVING };
        let found: Vec<(&Run, Merged)> = all
            .iter()
            .filter_map(|(run, groups)| {
                let group = groups.iter().find(|group| group.name == *name)?;
                Some((*run, merged(run, group, kinds)?))
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
            curve(context, &context.drive_name(run), context.slot(run), merged)
        });
        let block = found[0].0.cells.iter().find(|cell| cell.name == *name);
        let block = block.and_then(|cell| cell.block.as_deref());
        let label = curve_name(context, name, is_flush.then_some(OpKind::Flush));
        let words = titled(context, block, &label);
        if found.iter().all(|(_, merged)| merged.depth == 1) && !is_flush {
            let curves = found.iter().map(|(run, merged)| {
                even_curve(context, &context.drive_name(run), context.slot(run), merged)
            });
            let draft = even_chart(context, &words, (block, curves.collect()));
            even.push(Draft { name: format!("latency on an even axis {name}"), ..draft });
        }
        let title = context.with("figure-percentiles-of", &[("cell", &words)]);
        let spec = chart(context, title, series.collect(), requests);
        // Latency tests come before other measurements.
        let is_own = block == Some("latency");
        let draft = Draft::new(format!("latency percentiles {label}"), spec).of_part(block);
        charts.push(draft.weighing(if is_own { 1_000 } else { 1 }));
    }
    if let Some(last) = charts.last_mut().filter(|_| left_out > 0) {
        let note = context.with("figure-left-out", &[("count", &left_out.to_string())]);
        last.spec.subtitle = format!("{}; {note}", last.spec.subtitle);
    }
    charts.extend(even);
    charts
}
