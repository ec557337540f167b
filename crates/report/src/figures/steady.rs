//! Rounds until a steady state, and its window.

use iogram_charts::{Axis, Body, ChartSpec, Mark, MarkAxis, Unit, XySeries};
use iogram_model::{Figure, Run, SteadyState, SteadyWindow, Verdict};

use super::sweeps::{MixCell, mix_map_body};
use super::{ChartContext, Draft, line, real, short, slot_at};
use crate::format;

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let mut charts = Vec::new();
    for run in context.runs {
        for finding in &run.findings {
            let iogram_model::Finding::SteadyState(steady) = finding else { continue };
            // A steady state before the measurement is a row of a table.
            if steady.verdict == Verdict::Pass && run.is_preconditioned_by(steady) {
                continue;
            }
            if steady.cells.len() > 1 {
                charts.push(
                    Draft::new("steady state", convergence(context, run, steady)).weighing(1),
                );
            }
            charts.extend(
                results_map(context, run, steady)
                    .map(|spec| Draft::new("steady results", spec).weighing(1)),
            );
            let windows = steady.cells.iter().filter(|it| !it.rounds_bytes_per_s.is_empty());
            charts.extend(windows.map(|window| {
                let name = format!("steady state {}", window.cell);
                Draft::new(name, window_chart(context, run, steady, window))
            }));
        }
    }
    charts
}

/// Every tracked cell, round by round.
fn convergence(context: &ChartContext<'_>, run: &Run, steady: &SteadyState) -> ChartSpec {
    let series = steady.cells.iter().enumerate().map(|(index, window)| {
        let (x, y) = rounds(window);
        line(window.cell.clone(), slot_at(index), x, y)
    });
    let body = body(context, steady, series.collect(), Vec::new());
    let note = context.with(
        "figure-steady-note",
        &[
            ("rounds", &steady.rounds_count.to_string()),
            ("most", &steady.rounds_max_count.to_string()),
            ("verdict", &verdict(context, steady)),
        ],
    );
    context.spec(context.text("figure-steady-all"), context.of_drive(run, &note), body)
}

fn rounds(window: &SteadyWindow) -> (Vec<f64>, Vec<Option<f64>>) {
    let rounds = window.values();
    let x = (1..=rounds.len() as u64).map(real).collect();
    (x, rounds.iter().map(|round| round.map(short)).collect())
}

fn body(
    context: &ChartContext<'_>,
    steady: &SteadyState,
    series: Vec<XySeries>,
    marks: Vec<Mark>,
) -> Body {
    let (label, unit) = match steady.figure() {
        Figure::Iops => (context.text("iops"), Unit::IOPS),
        Figure::BytesPerS => (context.text("throughput"), Unit::BYTES_PER_S),
        figure => (format::figure_name(figure.name(), context.locale), Unit::NANOS),
    };
    Body::Xy {
        x: Axis { min: Some(0.0), ..Axis::linear(context.text("round"), Unit::COUNT) },
        panels: vec![Axis { min: Some(0.0), ..Axis::linear(label, unit) }],
        series,
        marks,
    }
}

fn verdict(context: &ChartContext<'_>, steady: &SteadyState) -> String {
    context.text(match steady.verdict {
        Verdict::Pass => "steady-reached",
        Verdict::Fail => "steady-not-reached",
        Verdict::Unknown => "steady-unknown",
    })
}

/// The rounds of one cell, with the criteria for the last of them.
fn window_chart(
    context: &ChartContext<'_>,
    run: &Run,
    steady: &SteadyState,
    window: &SteadyWindow,
) -> ChartSpec {
    let (x, y) = rounds(window);
    let last = real(window.rounds_bytes_per_s.len() as u64);
    let first = (last + 1.0 - f64::from(steady.window_count)).max(1.0);
    let mut series = vec![line(window.cell.clone(), context.slot(run), x, y)];
    let mut marks = Vec::new();
    if let Some(mean) = window.mean_value() {
        series.extend(criteria(context, steady, window, mean, (first, last)));
        marks.push(Mark {
            panel: 0,
            on: MarkAxis::X,
            from: first,
            to: Some(last),
            label: context.with("figure-window", &[("verdict", &verdict(context, steady))]),
        });
    }
    let note = window_note(context, steady, window);
    let title = context.with("figure-steady", &[("cell", &window.cell)]);
    context.spec(title, context.of_drive(run, &note), body(context, steady, series, marks))
}

/// IOPS by share of reads and block size, means over the window; `None` unless both differ.
fn results_map(
    context: &ChartContext<'_>,
    run: &Run,
    steady: &SteadyState,
) -> Option<ChartSpec> {
    let cells: Vec<MixCell> = steady
        .results
        .iter()
        .filter_map(|it| {
            Some((it.block_bytes?, u64::from(it.read_permille), it.iops.map(short)))
        })
        .collect();
    let body = mix_map_body(context, &cells, Axis::log(context.text("iops"), Unit::IOPS), 2)?;
    let note = context.with(
        "figure-results-note",
        &[("window", &steady.window_count.to_string()), ("verdict", &verdict(context, steady))],
    );
    Some(context.spec(context.text("figure-results"), context.of_drive(run, &note), body))
}

/// The rounds, and the known values of the window against the criteria.
fn window_note(
    context: &ChartContext<'_>,
    steady: &SteadyState,
    window: &SteadyWindow,
) -> String {
    let share = |ratio: f64| format!("{:.1} %", ratio * 100.0);
    let against = |id: &str, ratio: Option<f64>, limit: f64| {
        let values = [("value", share(ratio?)), ("limit", share(limit))];
        let values: Vec<(&str, &str)> =
            values.iter().map(|(name, it)| (*name, it.as_str())).collect();
        Some(context.with(id, &values))
    };
    let values = [
        ("count", window.rounds_bytes_per_s.len().to_string()),
        ("window", steady.window_count.to_string()),
        ("verdict", verdict(context, steady)),
    ];
    let values: Vec<(&str, &str)> =
        values.iter().map(|(name, it)| (*name, it.as_str())).collect();
    let parts = [
        Some(context.with("figure-window-note", &values)),
        against("figure-window-range", window.range_ratio, steady.range_limit_ratio),
        against("figure-window-slope", window.slope_ratio, steady.slope_limit_ratio),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Mean, fitted line and the two tolerances over the window.
///
/// Source: SNIA SSS PTS 2.0.2, steady state plots: the range within 20 % of the average, drawn as 10 % above and
/// below it; the slope of the fitted line within 10 %.
fn criteria(
    context: &ChartContext<'_>,
    steady: &SteadyState,
    window: &SteadyWindow,
    mean: f64,
    (first, last): (f64, f64),
) -> Vec<XySeries> {
    let across = |name: String, slot: u8, from: f64, to: f64| {
        line(name, slot, vec![first, last], vec![Some(short(from)), Some(short(to))])
    };
    let half = steady.range_limit_ratio / 2.0;
    let percent = |ratio: f64| format!("{:.0} %", ratio * 100.0);
    let away = |sign: &str| {
        context.with("figure-mean-away", &[("distance", &format!("{sign}{}", percent(half)))])
    };
    let mut lines = vec![
        across(
            context.with(
                "figure-mean",
                &[(
                    "value",
                    &format::figure(steady.figure().name(), Some(mean), context.locale),
                )],
            ),
            8,
            mean,
            mean,
        ),
        across(away("+"), 9, mean * (1.0 + half), mean * (1.0 + half)),
        across(away("-"), 10, mean * (1.0 - half), mean * (1.0 - half)),
    ];
    if let Some(slope) = window.slope_ratio {
        let value = format!("{:+.1} %", slope * 100.0);
        let name = context.with("figure-slope", &[("value", &value)]);
        let change = mean * slope / 2.0;
        lines.push(across(name, 3, mean - change, mean + change));
    }
    lines
}
