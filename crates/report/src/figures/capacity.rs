//! Location of written data on a drive, and the speed of each part.

use std::ops::Range;

use iogram_charts::{
    Axis, Body, ChartSpec, MISSING_SLOT, Mark, MarkAxis, READ_SLOT, Shape, Span, Unit,
    WRITE_SLOT, XySeries,
};
use iogram_model::{
    BadKind, Bytes, CapacityEvidence, CapacityFinding, Evidence, Finding, Run, Stretch,
};

use super::{ChartContext, Draft, line, real, short};

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let mut charts = Vec::new();
    for run in context.runs {
        for probe in &run.probes {
            let Evidence::Capacity(evidence) = &probe.evidence else { continue };
            if evidence.stretches.len() > 1 {
                charts.push(Draft::new("speed along capacity", speed(context, run, evidence)));
            }
            if evidence.announced_bytes > 0 && evidence.is_complete {
                charts.push(Draft::new("capacity", kept(context, run, evidence)).weighing(1));
            }
        }
    }
    charts
}

fn conclusion(run: &Run) -> Option<&CapacityFinding> {
    run.findings.iter().find_map(|finding| match finding {
        Finding::Capacity(capacity) => Some(capacity),
        _ => None,
    })
}

/// Rates along the drive and the slowest request of each part, with the slowest parts by name.
fn speed(context: &ChartContext<'_>, run: &Run, evidence: &CapacityEvidence) -> ChartSpec {
    let x = || evidence.stretches.iter().map(|it| short(real(it.start_bytes))).collect();
    let curve = |id: &str, slot: u8, panel: u8, of: &dyn Fn(&Stretch) -> Option<f64>| {
        let y: Vec<Option<f64>> =
            evidence.stretches.iter().map(|it| of(it).map(short)).collect();
        let curve = line(context.text(id), slot, x(), y);
        XySeries { panel, shape: Shape::Step, ..curve }
    };
    let time = |ns: Option<u64>| ns.map(real);
    let series = vec![
        curve("writes", WRITE_SLOT, 0, &Stretch::write_rate),
        curve("reads", READ_SLOT, 0, &Stretch::read_rate),
        curve("writes", WRITE_SLOT, 1, &|it| time(Some(it.write_max_ns))),
        curve("reads", READ_SLOT, 1, &|it| time(it.read_max_ns)),
    ];
    let mut marks: Vec<Mark> =
        missing(run, evidence).map(|part| missing_mark(context, &part)).into_iter().collect();
    if let Some(capacity) = conclusion(run) {
        marks.extend(
            capacity
                .slowest_writes
                .iter()
                .map(|it| slowest(context, "figure-slow-write", it, it.write_rate())),
        );
        marks.extend(
            capacity
                .slowest_reads
                .iter()
                .map(|it| slowest(context, "figure-slow-read", it, it.read_rate())),
        );
    }
    let body = Body::Xy {
        x: Axis::linear(context.text("offset"), Unit::BYTES),
        panels: vec![
            Axis::linear(context.text("throughput"), Unit::BYTES_PER_S),
            context.log("slowest-request", Unit::NANOS),
        ],
        series,
        marks,
    };
    let count = evidence.stretches.len().to_string();
    let note = context.with("figure-speed-note", &[("count", &count)]);
    context.spec(context.text("figure-speed"), context.of_drive(run, &note), body)
}

/// The missing part of the announced capacity.
fn missing(run: &Run, evidence: &CapacityEvidence) -> Option<Range<u64>> {
    let real_bytes = conclusion(run)?.real_bytes?;
    (real_bytes < evidence.announced_bytes).then_some(real_bytes..evidence.announced_bytes)
}

fn missing_mark(context: &ChartContext<'_>, part: &Range<u64>) -> Mark {
    let size = Bytes(part.end.saturating_sub(part.start)).decimal();
    let label = context.with("figure-missing", &[("size", &size)]);
    let (from, to) = (short(real(part.start)), Some(short(real(part.end))));
    Mark { panel: 0, on: MarkAxis::X, from, to, label }
}

fn slowest(context: &ChartContext<'_>, id: &str, stretch: &Stretch, rate: Option<f64>) -> Mark {
    let rate = context.locale.throughput(rate);
    let place = Bytes(stretch.start_bytes).decimal();
    Mark {
        panel: 0,
        on: MarkAxis::X,
        from: short(real(stretch.start_bytes)),
        to: Some(short(real(stretch.start_bytes.saturating_add(stretch.size_bytes)))),
        label: context.with(id, &[("rate", &rate), ("place", &place)]),
    }
}

/// The announced capacity, the real one, and the places with errors.
fn kept(context: &ChartContext<'_>, run: &Run, evidence: &CapacityEvidence) -> ChartSpec {
    let slot = context.slot(run);
    let mut rows = vec![context.text("announced")];
    let span = |row: usize, slot: u8, from: u64, to: u64| Span {
        row: u32::try_from(row).unwrap_or(u32::MAX),
        slot,
        from: real(from),
        to: real(to),
    };
    let mut spans = vec![span(0, slot, 0, evidence.announced_bytes)];
    let missing = missing(run, evidence);
    if let Some(real_bytes) = conclusion(run).and_then(|it| it.real_bytes) {
        spans.push(span(rows.len(), slot, 0, real_bytes));
        rows.push(context.text("real"));
    }
    if let Some(part) = &missing {
        spans.push(span(rows.len(), MISSING_SLOT, part.start, part.end));
        rows.push(context.text("missing-part"));
    }
    for (kind, id) in [
        (BadKind::Lost, "bad-lost"),
        (BadKind::Overwritten, "bad-overwritten"),
        (BadKind::Damaged, "bad-damaged"),
        (BadKind::Unreadable, "bad-unreadable"),
        (BadKind::Unwritable, "bad-unwritable"),
    ] {
        let ranges: Vec<_> = evidence.bad_ranges.iter().filter(|it| it.kind == kind).collect();
        if ranges.is_empty() {
            continue;
        }
        spans.extend(ranges.iter().map(|range| {
            span(
                rows.len(),
                MISSING_SLOT,
                range.start_bytes,
                range.start_bytes.saturating_add(range.size_bytes),
            )
        }));
        rows.push(context.text(id));
    }
    let count = evidence.bad_ranges.len().to_string();
    let note = match &missing {
        Some(part) => {
            let announced = Bytes(evidence.announced_bytes).decimal();
            let size = Bytes(part.end.saturating_sub(part.start)).decimal();
            context.with("figure-kept-missing", &[("size", &size), ("announced", &announced)])
        }
        None => context.with("figure-kept-note", &[("count", &count)]),
    };
    let x = Axis::linear(context.text("offset"), Unit::BYTES);
    let body = Body::Timeline { x, rows, spans };
    context.spec(context.text("figure-kept"), context.of_drive(run, &note), body)
}
