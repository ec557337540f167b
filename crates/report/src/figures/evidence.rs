//! What probes saw, as pictures.

use iogram_charts::{Axis, Body, ChartSpec, Mark, MarkAxis, Shape, Unit, XySeries};
use iogram_model::{
    BoundaryTable, Bytes, Evidence, Finding, OpenUnitEvidence, ReadLatencyEvidence, Run,
    UnitOrder,
};

use super::{Studio, real};

pub(super) fn charts(studio: &Studio<'_>) -> Vec<(String, ChartSpec)> {
    let mut charts = Vec::new();
    for run in studio.runs {
        for probe in &run.probes {
            let name = probe.name.clone();
            match &probe.evidence {
                Evidence::ReadLatency(evidence) => {
                    charts.push((name, read_latency(studio, run, evidence)));
                }
                Evidence::Boundaries(evidence) => {
                    charts.push((name, boundaries(studio, run, &evidence.tables)));
                }
                Evidence::OpenUnits(evidence) => {
                    charts.push((name, open_units(studio, run, evidence)));
                }
                // What the others saw stands in tables.
                _ => {}
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

/// What reads across multiples of each size take more than reads beside them: where that rises, a unit of
/// the drive ends.
fn boundaries(studio: &Studio<'_>, run: &Run, tables: &[BoundaryTable]) -> ChartSpec {
    let series = tables.iter().zip(0_u8..).map(|(table, index)| XySeries {
        name: match table.read_bytes {
            Some(size) => studio.with("reads-of", &[("size", &Bytes(size).to_string())]),
            None => studio.text("series"),
        },
        slot: index % iogram_charts::SLOT_COUNT,
        panel: 0,
        shape: Shape::Line,
        x: table.rows.iter().map(|row| real(row.boundary_bytes)).collect(),
        y: table.rows.iter().map(|row| Some(signed(row.diff_ns))).collect(),
        labels: Vec::new(),
    });
    let marks = run.findings.iter().filter_map(|finding| {
        let (id, size) = match finding {
            Finding::AllocationUnit(it) => ("allocation-unit", it.value_bytes?),
            Finding::FlashPage(it) => ("flash-page", it.value_bytes?),
            _ => return None,
        };
        let label = studio.with(id, &[("size", &Bytes(size).to_string())]);
        Some(Mark { panel: 0, on: MarkAxis::X, from: real(size), to: None, label })
    });
    let places: u64 = tables
        .iter()
        .flat_map(|it| &it.rows)
        .filter_map(|row| row.place_count)
        .map(u64::from)
        .sum();
    let note = studio.with("figure-boundaries-note", &[("count", &places.to_string())]);
    let body = Body::Xy {
        x: Axis::binary(studio.text("boundary")),
        panels: vec![Axis::linear(studio.text("extra-delay"), Unit::NANOS)],
        series: series.collect(),
        marks: marks.collect(),
    };
    let note = format!("{}: {note}", studio.drive_name(run));
    studio.spec(studio.text("figure-boundaries"), note, body)
}

/// Throughput by how many units are written by turns: it collapses past what the drive can hold open.
fn open_units(studio: &Studio<'_>, run: &Run, evidence: &OpenUnitEvidence) -> ChartSpec {
    let mut keys: Vec<(UnitOrder, u64)> =
        evidence.rows.iter().map(|row| (row.order, row.block_bytes)).collect();
    keys.sort_unstable();
    keys.dedup();
    let series = keys.iter().zip(0_u8..).map(|((order, block), index)| {
        let of_key = || {
            let mut rows: Vec<_> = evidence
                .rows
                .iter()
                .filter(|row| row.order == *order && row.block_bytes == *block)
                .collect();
            rows.sort_by_key(|row| row.open_count);
            rows
        };
        XySeries {
            name: format!("{} {}", order.name(), Bytes(*block)),
            slot: index % iogram_charts::SLOT_COUNT,
            panel: 0,
            shape: Shape::Line,
            x: of_key().iter().map(|row| f64::from(row.open_count)).collect(),
            y: of_key().iter().map(|row| Some(real(row.bytes_per_s))).collect(),
            labels: Vec::new(),
        }
    });
    let values = [("size", Bytes(evidence.unit_bytes).to_string())];
    let note = studio.with("figure-open-units-note", &[(values[0].0, &values[0].1)]);
    let body = Body::Xy {
        x: Axis::linear(studio.text("open-units"), Unit::COUNT),
        panels: vec![Axis::linear(studio.text("throughput"), Unit::BYTES_PER_S)],
        series: series.collect(),
        marks: Vec::new(),
    };
    let note = format!("{}: {note}", studio.drive_name(run));
    studio.spec(studio.text("figure-open-units"), note, body)
}

/// A difference of times.
#[expect(clippy::cast_precision_loss, reason = "pixels need no more than 53 bits")]
fn signed(ns: i64) -> f64 {
    ns as f64
}
