//! Recovery of the cache by rests: the amount, and the writes after each rest.

use iogram_charts::{Axis, Body, ChartSpec, Mark, Unit, XySeries};
use iogram_model::Total as _;
use iogram_model::{Bytes, CacheRecovery, CellRecord, Finding, Nanos, Run, SlcCache};

use super::samples::rates_by_bytes;
use super::{ChartContext, Draft, level, line, parts, real, short, slot_at};

/// Fewer rests do not make a curve.
const RESTS_MIN: usize = 2;
/// Each curve shows this multiple of the cache size: nothing changes after it. Arbitrary.
const SHOWN_FACTOR: u64 = 4;
/// Curves in one chart.
const CURVES_MAX: usize = 12;

/// The rests after one filling of the cache.
struct Family<'a> {
    run: &'a Run,
    cache: &'a SlcCache,
    recoveries: Vec<&'a CacheRecovery>,
}

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let families: Vec<Family<'_>> = context.runs.iter().flat_map(families_of).collect();
    let is_curve = |family: &Family<'_>| family.recoveries.len() >= RESTS_MIN;
    let families: Vec<Family<'_>> = families.into_iter().filter(is_curve).collect();
    let mut charts = Vec::new();
    if !families.is_empty() {
        charts.push(Draft::new("cache recovery", recovery(context, &families)).weighing(1));
    }
    for family in &families {
        charts.extend(after_rests(context, family));
    }
    charts
}

/// A rest belongs to the last filling before it.
fn families_of(run: &Run) -> Vec<Family<'_>> {
    let place = |name: &str| run.cells.iter().position(|cell| cell.name == name);
    let mut families: Vec<(usize, Family<'_>)> = run
        .findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::SlcCache(cache) => {
                Some((place(&cache.cell)?, Family { run, cache, recoveries: Vec::new() }))
            }
            _ => None,
        })
        .collect();
    families.sort_by_key(|(place, _)| *place);
    for finding in &run.findings {
        let Finding::CacheRecovery(recovery) = finding else { continue };
        let Some(at) = place(&recovery.cell) else { continue };
        let before = families.iter_mut().rev().find(|(filled, _)| *filled < at);
        if let Some((_, family)) = before {
            family.recoveries.push(recovery);
        }
    }
    families.into_iter().map(|(_, family)| family).collect()
}

impl Family<'_> {
    fn name(&self, context: &ChartContext<'_>) -> String {
        if context.runs.len() > 1 {
            format!("{}: {}", context.drive_name(self.run), self.cache.cell)
        } else {
            self.cache.cell.clone()
        }
    }
}

/// Recovered bytes of the cache, by the length of the rest.
fn recovery(context: &ChartContext<'_>, families: &[Family<'_>]) -> ChartSpec {
    let mut rests: Vec<u64> =
        families.iter().flat_map(|it| it.recoveries.iter().map(|it| it.rest_ns)).collect();
    rests.sort_unstable();
    rests.dedup();
    let series = families.iter().enumerate().map(|(index, family)| {
        let at = |rest: u64| rests.iter().position(|it| *it == rest).unwrap_or(0) as u64;
        let x = family.recoveries.iter().map(|it| real(at(it.rest_ns))).collect();
        let y =
            family.recoveries.iter().map(|it| it.value_bytes.map(|bytes| short(real(bytes))));
        line(family.name(context), slot_at(index), x, y.collect())
    });
    let marks = families.iter().filter_map(|family| {
        let bytes = family.cache.value_bytes?;
        let values = [("cell", family.name(context)), ("size", Bytes(bytes).decimal())];
        let values: Vec<(&str, &str)> =
            values.iter().map(|(id, it)| (*id, it.as_str())).collect();
        Some(level(short(real(bytes)), context.with("figure-first-pass", &values)))
    });
    let all = || families.iter().flat_map(|family| &family.recoveries);
    let unknown = all().filter(|it| it.value_bytes.is_none()).count();
    let values = [("count", all().count().to_string()), ("unknown", unknown.to_string())];
    let values: Vec<(&str, &str)> = values.iter().map(|(id, it)| (*id, it.as_str())).collect();
    let names = rests.iter().map(|rest| Nanos(*rest).to_string()).collect();
    let body = Body::Xy {
        x: Axis::of(context.text("rest"), names),
        panels: vec![Axis {
            min: Some(0.0),
            ..Axis::linear(context.text("cache-taken"), Unit::BYTES)
        }],
        series: series.collect(),
        marks: marks.collect::<Vec<Mark>>(),
    };
    let note = context.with("figure-recovery-note", &values);
    context.spec(context.text("figure-recovery"), note, body)
}

/// The first filling and the writes after each rest, over bytes.
fn after_rests(context: &ChartContext<'_>, family: &Family<'_>) -> Vec<Draft> {
    let cell = |name: &str, repeat: u32| {
        family.run.cells.iter().find(|cell| cell.name == name && cell.repeat == repeat)
    };
    let mut cells: Vec<&CellRecord> = Vec::new();
    cells.extend(cell(&family.cache.cell, family.cache.repeat));
    cells.extend(family.recoveries.iter().filter_map(|it| cell(&it.cell, it.repeat)));
    let shown = family.cache.value_bytes.map(|bytes| bytes.saturating_mul(SHOWN_FACTOR));
    let pictures = parts(cells, CURVES_MAX);
    let count = pictures.len();
    let charts = pictures.iter().enumerate().map(|(index, cells)| {
        let series: Vec<XySeries> = cells
            .iter()
            .enumerate()
            .map(|(index, cell)| {
                let (mut x, mut y) = rates_by_bytes(cell);
                let count = x.partition_point(|at| shown.is_none_or(|end| *at <= real(end)));
                x.truncate(count);
                y.truncate(count);
                line(cell.name.clone(), slot_at(index), x, y)
            })
            .collect();
        let samples: usize = series.iter().map(|one| one.x.len()).total();
        let size = shown.map_or_else(String::new, |end| Bytes(end).decimal());
        let id = if shown.is_some() { "figure-beginnings-note" } else { "figure-sharing-note" };
        let values = [("count", samples.to_string()), ("size", size)];
        let values: Vec<(&str, &str)> =
            values.iter().map(|(id, it)| (*id, it.as_str())).collect();
        let note = context.with(id, &values);
        let body = Body::Xy {
            x: Axis::linear(context.text("written"), Unit::BYTES),
            panels: vec![Axis::linear(context.text("throughput"), Unit::BYTES_PER_S)],
            series,
            marks: Vec::new(),
        };
        let title = context.with("figure-after-rests", &[("cell", &family.cache.cell)]);
        let title = context.part_title(&title, index, count);
        let spec = context.spec(title, context.of_drive(family.run, &note), body);
        Draft::new(format!("after rests {}", family.cache.cell), spec)
    });
    charts.collect()
}
