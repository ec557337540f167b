//! Another tool's figures over time, from its logs.
//!
//! Knows series of results. Must not know their tool.

use iogram_charts::{Axis, Body, Shape, Unit, XySeries};
use iogram_model::{ImportedCourse, ImportedResult, Run};

use super::{curve_name, drawn_runs, note_of, results, tools};
use crate::figures::axis::{spanning, unit_of};
use crate::figures::curves::CURVES_MAX;
use crate::figures::{ChartContext, Draft, line, parts, seconds, short, slot_at};

/// The figures over time, with the title of a chart of them, and their axis.
const FIGURES: [(&str, &str, &str); 3] = [
    ("bytes_per_s", "figure-imported-throughput-time", "throughput"),
    ("iops", "figure-imported-iops-time", "iops"),
    ("latency_mean_ns", "figure-imported-latency-time", "latency"),
];

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    drawn_runs(context).flat_map(|run| of_run(context, run)).collect()
}

fn of_run(context: &ChartContext<'_>, run: &Run) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for (figure, title, axis) in FIGURES {
        let told: Vec<(&ImportedResult, &ImportedCourse)> = results(run)
            .filter_map(|it| Some((it, it.course.as_deref()?)))
            .filter(|(_, course)| course.figure == figure)
            .collect();
        let title = context.with(title, &[("tool", &tools(run))]);
        let pictures = parts(told, CURVES_MAX);
        let count = pictures.len();
        for (index, told) in pictures.into_iter().filter(|it| !it.is_empty()).enumerate() {
            let title = context.part_title(&title, index, count);
            let body = body(context, (figure, axis), &told);
            let what = format!("{axis} over time");
            drafts.push(super::of_run(
                context,
                run,
                (&what, title, note_of(context, run)),
                body,
            ));
        }
    }
    drafts
}

fn body(
    context: &ChartContext<'_>,
    (figure, axis): (&str, &str),
    told: &[(&ImportedResult, &ImportedCourse)],
) -> Body {
    let mut series: Vec<XySeries> = Vec::new();
    for (index, (result, course)) in told.iter().enumerate() {
        let x: Vec<f64> = course.ended_ns.iter().map(|it| seconds(*it)).collect();
        let y = |values: &[f64]| values.iter().map(|it| Some(short(*it))).collect();
        let (name, slot) = (curve_name(context, result), slot_at(index));
        if course.largest.len() == x.len() {
            let name = context.with("series-largest", &[("name", &name)]);
            let largest = line(name, slot, x.clone(), y(&course.largest));
            series.push(XySeries { shape: Shape::Points, ..largest });
        }
        series.push(line(name, slot, x, y(&course.values)));
    }
    let all = series.iter().flat_map(|it| it.y.iter().copied().flatten());
    let axis = spanning(context.text(axis), unit_of(figure), all);
    let x = Axis::linear(context.text("time"), Unit::SECONDS);
    Body::Xy { x, panels: vec![axis], series, marks: Vec::new() }
}
