//! What probes saw, as pictures.

use iogram_charts::{Axis, Body, ChartSpec, Shape, Unit, XySeries};
use iogram_model::{Evidence, ReadLatencyEvidence, Run};

use super::{Studio, real};

pub(super) fn charts(studio: &Studio<'_>) -> Vec<(String, ChartSpec)> {
    let mut charts = Vec::new();
    for run in studio.runs {
        for probe in &run.probes {
            if let Evidence::ReadLatency(evidence) = &probe.evidence {
                charts.push((probe.name.clone(), read_latency(studio, run, evidence)));
            }
        }
    }
    charts
}

fn read_latency(studio: &Studio<'_>, run: &Run, evidence: &ReadLatencyEvidence) -> ChartSpec {
    let curve = |id: &str, slot: u8, of: fn(&iogram_model::ReadLatencyRow) -> u64| XySeries {
        name: studio.text(id),
        slot,
        panel: 0,
        shape: Shape::Line,
        x: evidence.rows.iter().map(|row| real(row.block_bytes)).collect(),
        y: evidence.rows.iter().map(|row| Some(real(of(row)))).collect(),
        labels: Vec::new(),
    };
    let count: u64 = evidence.rows.iter().map(|row| row.sample_count).sum();
    let note = studio.with("figure-evidence-read-note", &[("count", &count.to_string())]);
    let body = Body::Xy {
        x: Axis::binary(studio.text("block-size")),
        panels: vec![Axis::log(studio.text("latency"), Unit::NANOS)],
        series: vec![
            curve("median", 0, |row| row.median_ns),
            curve("fastest", 1, |row| row.min_ns),
        ],
        marks: Vec::new(),
    };
    let note = format!("{}: {note}", studio.drive_name(run));
    studio.spec(studio.text("figure-evidence-read"), note, body)
}
