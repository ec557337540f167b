//! Recordings in the style of the SD class test: the rate of each window, and the updates of the table.

use iogram_charts::{Axis, Body, Mark, Unit, XySeries};
use iogram_model::Total as _;
use iogram_model::{
    Bytes, Evidence, Finding, Nanos, RecordingManner, RecordingPass, Run, SpeedClassEvidence,
    Throughput,
};

use super::{ChartContext, Draft, level, line, parts, real, short, slot_at};

/// Curves in one chart.
const CURVES_MAX: usize = 12;
/// Marks that require more than this multiple of the reached rate would squeeze the curves.
const REACH: f64 = 1.5;

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let mut charts = Vec::new();
    for run in context.runs {
        for probe in &run.probes {
            if let Evidence::SpeedClass(evidence) = &probe.evidence {
                charts.extend(windows(context, run, evidence));
                charts.extend(updates(context, run, evidence));
            }
        }
    }
    charts
}

fn pass_name(context: &ChartContext<'_>, pass: &RecordingPass) -> String {
    let id = match pass.manner {
        RecordingManner::Sequential => "manner-sequential",
        RecordingManner::Fragmented => "manner-fragmented",
        RecordingManner::Interleaved => "manner-interleaved",
    };
    let streams = pass.stream_count.to_string();
    let size = Bytes(pass.ru_bytes).to_string();
    context.with(id, &[("size", &size), ("streams", &streams)])
}

/// Rates window by window, with the requirements of the marks.
fn windows(context: &ChartContext<'_>, run: &Run, evidence: &SpeedClassEvidence) -> Vec<Draft> {
    let curves: Vec<XySeries> = evidence
        .passes
        .iter()
        .enumerate()
        .filter(|(_, pass)| !pass.windows.is_empty())
        .map(|(index, pass)| {
            let mut sum = 0_u64;
            let points = pass.windows.iter().map(|window| {
                sum = sum.saturating_add(window.bytes);
                let rate = Throughput::mean(Bytes(window.bytes), Nanos(window.elapsed_ns));
                (short(real(sum)), rate.map(|it| short(it.bytes_per_s)))
            });
            let (x, y): (Vec<f64>, Vec<Option<f64>>) = points.unzip();
            line(pass_name(context, pass), slot_at(index), x, y)
        })
        .collect();
    let unit = Bytes(evidence.au_bytes).to_string();
    let note = |count: usize| {
        let note = context
            .with("figure-recording-note", &[("size", &unit), ("count", &count.to_string())]);
        context.of_drive(run, &note)
    };
    let pictures = parts(curves, CURVES_MAX);
    let count = pictures.len();
    let charts = pictures.into_iter().enumerate().map(|(index, series)| {
        let samples = series.iter().map(|one| one.x.len()).total();
        let body = Body::Xy {
            x: Axis::linear(context.text("written"), Unit::BYTES),
            panels: vec![Axis::linear(context.text("throughput"), Unit::BYTES_PER_S)],
            marks: asked(run, &series),
            series,
        };
        let title = context.part_title(&context.text("figure-recording"), index, count);
        Draft::new("recording", context.spec(title, note(samples), body)).weighing(1)
    });
    charts.collect()
}

/// The requirements of the marks, with those of equal rate together.
fn asked(run: &Run, series: &[XySeries]) -> Vec<Mark> {
    let most = series.iter().flat_map(|one| &one.y).flatten().copied().fold(0.0, f64::max);
    let mut rates: Vec<(f64, Vec<&str>)> = Vec::new();
    for finding in &run.findings {
        let Finding::ClassTest(test) = finding else { continue };
        let Some(rate) = test.required_bytes_per_s.filter(|rate| *rate <= most * REACH) else {
            continue;
        };
        match rates.iter_mut().find(|(known, _)| known.to_bits() == rate.to_bits()) {
            Some((_, marks)) => marks.push(&test.mark),
            None => rates.push((rate, vec![&test.mark])),
        }
    }
    rates.into_iter().map(|(rate, marks)| level(rate, marks.join(", "))).collect()
}

/// Duration of each update of the file table.
fn updates(
    context: &ChartContext<'_>,
    run: &Run,
    evidence: &SpeedClassEvidence,
) -> Option<Draft> {
    let passes = evidence.passes.iter().enumerate();
    let series: Vec<XySeries> = passes
        .filter(|(_, pass)| !pass.fat_update_ns.is_empty())
        .map(|(index, pass)| {
            let x = (1..=pass.fat_update_ns.len() as u64).map(real).collect();
            let y = pass.fat_update_ns.iter().map(|ns| Some(short(real(*ns)))).collect();
            line(pass_name(context, pass), slot_at(index), x, y)
        })
        .collect();
    if series.is_empty() {
        return None;
    }
    let count: usize = series.iter().map(|one| one.x.len()).total();
    let note = context.with("figure-updates-note", &[("count", &count.to_string())]);
    let body = Body::Xy {
        x: Axis::linear(context.text("update"), Unit::COUNT),
        panels: vec![context.log("latency", Unit::NANOS)],
        series,
        marks: Vec::new(),
    };
    let spec = context.spec(context.text("figure-updates"), context.of_drive(run, &note), body);
    Some(Draft::new("table updates", spec))
}
