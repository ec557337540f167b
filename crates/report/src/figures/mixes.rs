//! Throughput by share of reads: a line for each queue depth, and one for all depths together.

use iogram_charts::{Axis, Body, ChartSpec, Unit, XySeries};
use iogram_model::Total as _;
use iogram_model::{Bytes, Finding, MixCurve, MixPoint, Run};

use super::{ChartContext, Draft, line, short, slot_at};
use crate::locale::Locale;
use crate::tables::mix_access;

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let curves: Vec<(&Run, &MixCurve)> = context
        .runs
        .iter()
        .flat_map(|run| {
            run.findings.iter().filter_map(move |finding| match finding {
                Finding::MixCurve(curve) => Some((run, curve)),
                _ => None,
            })
        })
        .collect();
    match context.runs {
        [_] => curves.iter().map(|(run, curve)| family(context, run, curve)).collect(),
        _ => of_several(context, &curves),
    }
}

/// The common load of the cells of a curve.
fn load(curve: &MixCurve, locale: &Locale) -> String {
    let block = curve.block.as_ref();
    let block = block.map(|block| format!("{}, ", locale.block_title(block)));
    let access = mix_access(curve, locale);
    format!("{}{access}, {}", block.unwrap_or_default(), curve.region)
}

/// The name of its chart.
fn mix_name(curve: &MixCurve) -> String {
    let part = curve.block.clone().unwrap_or_default();
    format!("read share {part} {} {}", curve.access, Bytes(curve.block_size_bytes))
}

fn points(name: String, slot: u8, points: &[MixPoint]) -> XySeries {
    let x = points.iter().map(|point| short(point.read_ratio * 100.0)).collect();
    line(name, slot, x, points.iter().map(|point| point.bytes_per_s.map(short)).collect())
}

fn chart(
    context: &ChartContext<'_>,
    load: &str,
    series: Vec<XySeries>,
    note: &str,
) -> ChartSpec {
    let count: usize = series.iter().map(|one| one.x.len()).total();
    let note =
        context.with("figure-mixes-note", &[("what", note), ("count", &count.to_string())]);
    let body = Body::Xy {
        x: Axis::linear(context.text("read-share"), Unit::PERCENT),
        panels: vec![Axis::linear(context.text("throughput"), Unit::BYTES_PER_S)],
        series,
        marks: Vec::new(),
    };
    context.spec(context.with("figure-mix-of", &[("load", load)]), note, body)
}

/// A line for each depth, and one for all of them together.
fn family(context: &ChartContext<'_>, run: &Run, curve: &MixCurve) -> Draft {
    let mut series: Vec<XySeries> = curve
        .lines
        .iter()
        .enumerate()
        .map(|(index, one)| points(format!("QD {}", one.depth), slot_at(index), &one.points))
        .collect();
    if !curve.weighted.is_empty() {
        series.push(points(context.text("weighted"), slot_at(series.len()), &curve.weighted));
    }
    let load = load(curve, context.locale);
    let drive = context.drive_name(run);
    let points = u32::try_from(curve.lines.iter().map(|it| it.points.len()).total());
    Draft::new(mix_name(curve), chart(context, &load, series, &drive))
        .of_part(curve.block.as_deref())
        .weighing(points.unwrap_or(u32::MAX))
}

/// For each load a chart of the combined depths, and one for each depth; a line for each drive.
fn of_several(context: &ChartContext<'_>, curves: &[(&Run, &MixCurve)]) -> Vec<Draft> {
    let file = |curve: &MixCurve| format!("{} {}", mix_name(curve), curve.region);
    let mut loads: Vec<String> = curves.iter().map(|(_, curve)| file(curve)).collect();
    loads.sort();
    loads.dedup();
    let mut charts = Vec::new();
    for name in loads {
        let alike: Vec<&(&Run, &MixCurve)> =
            curves.iter().filter(|(_, curve)| file(curve) == name).collect();
        let Some((_, first)) = alike.first() else { continue };
        let one = load(first, context.locale);
        let of_drive = |run: &Run, list: &[MixPoint]| {
            points(context.drive_name(run), context.slot(run), list)
        };
        let weighted: Vec<XySeries> = alike
            .iter()
            .filter(|(_, curve)| !curve.weighted.is_empty())
            .map(|(run, curve)| of_drive(run, &curve.weighted))
            .collect();
        if !weighted.is_empty() {
            let what = context.text("weighted");
            let spec = chart(context, &one, weighted, &what);
            charts.push(Draft::new(name.clone(), spec).weighing(100));
        }
        let mut depths: Vec<u32> =
            alike.iter().flat_map(|(_, curve)| curve.lines.iter().map(|it| it.depth)).collect();
        depths.sort_unstable();
        depths.dedup();
        for depth in depths {
            let lines = alike.iter().filter_map(|(run, curve)| {
                let found = curve.lines.iter().find(|it| it.depth == depth)?;
                Some(of_drive(run, &found.points))
            });
            let what = format!("QD {depth}");
            let load = format!("{one}, {what}");
            let spec = chart(context, &load, lines.collect(), &what);
            // The combined depths are the answer; single ones are for reference.
            charts.push(Draft::new(format!("{name} {what}"), spec).weighing(0));
        }
    }
    charts
}
