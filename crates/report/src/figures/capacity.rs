//! Speed along the capacity, with what is bad and what is slow.

use iogram_charts::{Axis, Body, ChartSpec, Mark, MarkAxis, Shape, Unit, XySeries};
use iogram_model::{
    Bytes, CapacityEvidence, CapacityFinding, Evidence, Finding, Nanos, Run, Stretch,
    Throughput,
};

use super::{Studio, real, short};

/// More marks hide the curve; the table has the others. Arbitrary.
const MARKS_MAX: usize = 40;

pub(super) fn charts(studio: &Studio<'_>) -> Vec<(String, ChartSpec)> {
    let of_run = |run: &Run| {
        let evidence = run.probes.iter().find_map(|probe| match &probe.evidence {
            Evidence::Capacity(evidence) => Some(evidence),
            _ => None,
        });
        let evidence = evidence.filter(|evidence| !evidence.stretches.is_empty())?;
        let finding = run.findings.iter().find_map(|finding| match finding {
            Finding::Capacity(finding) => Some(finding),
            _ => None,
        });
        Some(("capacity".to_owned(), along(studio, run, evidence, finding)))
    };
    studio.runs.iter().filter_map(of_run).collect()
}

fn along(
    studio: &Studio<'_>,
    run: &Run,
    evidence: &CapacityEvidence,
    finding: Option<&CapacityFinding>,
) -> ChartSpec {
    let stretches = &evidence.stretches;
    let curve = |id: &str, slot: u8, rate: fn(&Stretch) -> Option<f64>| XySeries {
        name: studio.text(id),
        slot,
        panel: 0,
        shape: Shape::Step,
        x: stretches.iter().map(|it| real(it.start_bytes)).collect(),
        y: stretches.iter().map(|it| rate(it).map(short)).collect(),
        labels: Vec::new(),
    };
    let mut series = vec![
        curve("along-write", 0, Stretch::write_rate),
        curve("along-read", 1, Stretch::read_rate),
    ];
    series.retain(|curve| curve.y.iter().any(Option::is_some));
    let request = evidence.request_bytes.map(Bytes);
    if let (Some(finding), Some(request)) = (finding, request) {
        let dots = |id: &str, slot: u8, slow: &[Stretch], longest| {
            slow_requests(studio.text(id), slot, (slow, request), longest)
        };
        let writes = dots("slowest-write", 2, &finding.slowest_writes, Stretch::slowest_write);
        series.extend(writes);
        let reads = dots("slowest-read", 3, &finding.slowest_reads, Stretch::slowest_read);
        series.extend(reads);
    }
    let marks = evidence.bad_ranges.iter().take(MARKS_MAX).enumerate().map(|(index, bad)| {
        // One name says it for all of them.
        let label = if index == 0 { studio.text("bad-range") } else { String::new() };
        let (from, to) = (bad.start_bytes, bad.start_bytes + bad.size_bytes);
        Mark { panel: 0, on: MarkAxis::X, from: real(from), to: Some(real(to)), label }
    });
    let largest = stretches.iter().map(|it| it.size_bytes).max().unwrap_or(0);
    let values = [
        ("count", stretches.len().to_string()),
        ("size", Bytes(largest).to_string()),
        ("request", request.unwrap_or_default().to_string()),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(id, it)| (*id, it.as_str())).collect();
    let note = studio.with("figure-along-note", &values);
    let end = Some(real(evidence.announced_bytes));
    let body = Body::Xy {
        x: Axis {
            min: Some(0.0),
            max: end,
            ..Axis::linear(studio.text("offset"), Unit::BYTES)
        },
        panels: vec![Axis {
            min: Some(0.0),
            ..Axis::linear(studio.text("throughput"), Unit::BYTES_PER_S)
        }],
        series,
        marks: marks.collect(),
    };
    let note = format!("{}: {note}", studio.drive_name(run));
    studio.spec(studio.text("figure-along"), note, body)
}

/// The slowest request of each part that is named, as a point at its rate; `None` if there are none.
fn slow_requests(
    name: String,
    slot: u8,
    (slow, request): (&[Stretch], Bytes),
    longest: fn(&Stretch) -> Option<Nanos>,
) -> Option<XySeries> {
    let mut slow: Vec<&Stretch> = slow.iter().collect();
    slow.sort_by_key(|stretch| stretch.start_bytes);
    let rate =
        |stretch: &Stretch| Some(Throughput::mean(request, longest(stretch)?)?.bytes_per_s);
    let points: Vec<(f64, f64)> = slow
        .into_iter()
        .filter_map(|stretch| Some((real(stretch.start_bytes), short(rate(stretch)?))))
        .collect();
    let (x, y): (Vec<f64>, Vec<f64>) = points.into_iter().unzip();
    let y: Vec<Option<f64>> = y.into_iter().map(Some).collect();
    let labels = Vec::new();
    (!x.is_empty()).then_some(XySeries {
        name,
        slot,
        panel: 0,
        shape: Shape::Points,
        x,
        y,
        labels,
    })
}
