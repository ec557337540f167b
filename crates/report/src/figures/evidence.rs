//! Evidence of probes, as charts.

use iogram_charts::{Axis, Body, ChartSpec, Shape, Unit, XySeries};
use iogram_model::Total as _;
use iogram_model::{
    BoundaryRow, BoundaryTable, Bytes, Evidence, FatEvidence, FatRow, FillEvidence, Finding,
    FirstUnitsEvidence, OpenUnitEvidence, OpenUnitRow, ReadLatencyEvidence, Run,
    ScatterEvidence, UnitOrder, UnitWritesEvidence, UnitWritesRow,
};

use super::{ChartContext, Draft, line, real, short, slot_at, upright};
use crate::geometry::order_name;

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let mut charts = Vec::new();
    for run in context.runs {
        for probe in &run.probes {
            let name = probe.name.clone();
            match &probe.evidence {
                Evidence::ReadLatency(evidence) => {
                    charts.push(Draft::new(name, read_latency(context, run, evidence)));
                }
                Evidence::Boundaries(evidence) => {
                    charts.push(Draft::new(name, boundaries(context, run, &evidence.tables)));
                }
                Evidence::OpenUnits(evidence) => {
                    charts.push(Draft::new(name, open_units(context, run, evidence)));
                }
                Evidence::Fat(evidence) if evidence.rows.len() > 1 => {
                    charts.push(Draft::new(name, table_region(context, run, evidence)));
                }
                Evidence::FirstUnits(evidence) => {
                    charts.extend(first_units(context, run, evidence).into_iter().map(
                        |(start, spec)| {
                            Draft::new(format!("{name} from {}", Bytes(start)), spec)
                        },
                    ));
                }
                Evidence::UnitWrites(evidence) if !evidence.rows.is_empty() => {
                    charts.push(Draft::new(name, unit_writes(context, run, evidence)));
                }
                Evidence::UnitEnds(evidence) => {
                    charts.push(Draft::new(name, unit_ends(context, run, evidence)));
                }
                Evidence::Scatter(evidence) => {
                    charts.push(Draft::new(name, scatter(context, run, evidence)));
                }
                // Others have separate charts, or are sums, or one row without a series.
                _ => {}
            }
        }
    }
    charts
}

fn read_latency(
    context: &ChartContext<'_>,
    run: &Run,
    evidence: &ReadLatencyEvidence,
) -> ChartSpec {
    let curve = |id: &str, slot: u8, of: fn(&iogram_model::ReadLatencyRow) -> u64| XySeries {
        name: context.text(id),
        slot,
        panel: 0,
        shape: Shape::Line,
        x: evidence.rows.iter().map(|row| real(row.block_bytes)).collect(),
        y: evidence.rows.iter().map(|row| Some(real(of(row)))).collect(),
        labels: Vec::new(),
    };
    let count: u64 = evidence.rows.iter().map(|row| row.sample_count).total();
    let note = context.with("figure-evidence-read-note", &[("count", &count.to_string())]);
    let body = Body::Xy {
        x: Axis::binary(context.text("block-size")),
        panels: vec![context.log("latency", Unit::NANOS)],
        series: vec![
            curve("median", 0, |row| row.median_ns),
            curve("fastest", 1, |row| row.min_ns),
        ],
        marks: Vec::new(),
    };
    let note = format!("{}: {note}", context.drive_name(run));
    context.spec(context.text("figure-evidence-read"), note, body)
}

/// The extra time of reads across multiples of each size, compared with reads beside them: an increase marks the end
/// of a unit of the drive.
fn boundaries(context: &ChartContext<'_>, run: &Run, tables: &[BoundaryTable]) -> ChartSpec {
    // The conclusion needs other sizes, such as three times one, but they would make the curve a zigzag.
    let rows = |table: &BoundaryTable| -> Vec<BoundaryRow> {
        let is_shown = |row: &&BoundaryRow| row.boundary_bytes.is_power_of_two();
        table.rows.iter().filter(is_shown).copied().collect()
    };
    let series = tables.iter().zip(0_u8..).map(|(table, index)| XySeries {
        name: match table.read_bytes {
            Some(size) => context.with("reads-of", &[("size", &Bytes(size).to_string())]),
            None => context.text("series"),
        },
        slot: index % iogram_charts::SLOT_COUNT,
        panel: 0,
        shape: Shape::Line,
        x: rows(table).iter().map(|row| real(row.boundary_bytes)).collect(),
        y: rows(table).iter().map(|row| Some(signed(row.diff_ns.max(0)))).collect(),
        labels: Vec::new(),
    });
    let marks = run.findings.iter().filter_map(|finding| {
        let (id, size) = match finding {
            Finding::AllocationUnit(it) => ("allocation-unit", it.value_bytes?),
            Finding::FlashPage(it) => ("flash-page", it.value_bytes?),
            _ => return None,
        };
        Some(upright(real(size), context.with(id, &[("size", &Bytes(size).to_string())])))
    });
    let places: u64 =
        tables.iter().flat_map(rows).filter_map(|row| row.place_count).map(u64::from).total();
    let note = context.with("figure-boundaries-note", &[("count", &places.to_string())]);
    let body = Body::Xy {
        x: Axis::binary(context.text("boundary")),
        panels: vec![Axis {
            min: Some(0.0),
            ..Axis::linear(context.text("extra-delay"), Unit::NANOS)
        }],
        series: series.collect(),
        marks: marks.collect(),
    };
    let note = format!("{}: {note}", context.drive_name(run));
    context.spec(context.text("figure-boundaries"), note, body)
}

/// Throughput by number of units written alternately: it collapses beyond the drive's limit of open units.
/// Confirmation attempts are separate from the ascending steps, and so is the conclusion.
fn open_units(context: &ChartContext<'_>, run: &Run, evidence: &OpenUnitEvidence) -> ChartSpec {
    let mut keys: Vec<(UnitOrder, u64)> =
        evidence.rows.iter().map(|row| (row.order, row.block_bytes)).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut series = Vec::new();
    for (index, (order, block)) in keys.iter().enumerate() {
        let (mut first, mut again): (Vec<&OpenUnitRow>, Vec<&OpenUnitRow>) = Default::default();
        let is_own = |row: &&OpenUnitRow| (row.order, row.block_bytes) == (*order, *block);
        for row in evidence.rows.iter().filter(is_own) {
            match first.iter().any(|known| known.open_count == row.open_count) {
                true => again.push(row),
                false => first.push(row),
            }
        }
        first.sort_by_key(|row| row.open_count);
        let name = format!("{} {}", order_name(*order, context.locale), Bytes(*block));
        let curve = |name: String, rows: &[&OpenUnitRow]| {
            let x = rows.iter().map(|row| f64::from(row.open_count)).collect();
            let y = rows.iter().map(|row| Some(real(row.settled_bytes_per_s()))).collect();
            line(name, slot_at(index), x, y)
        };
        series.push(curve(name.clone(), &first));
        if !again.is_empty() {
            let name = context.with("tried-again", &[("name", &name)]);
            series.push(XySeries { shape: Shape::Points, ..curve(name, &again) });
        }
    }
    let marks = run.findings.iter().filter_map(|finding| {
        let (order, count) = match finding {
            Finding::OpenAuLinear(it) => (UnitOrder::Linear, it.value?),
            Finding::OpenAuRandom(it) => (UnitOrder::Random, it.value?),
            _ => return None,
        };
        let order = order_name(order, context.locale);
        let values = [("order", order.as_str()), ("count", &count.to_string())];
        Some(upright(f64::from(count), context.with("figure-open-units-limit", &values)))
    });
    let values = [("size", Bytes(evidence.unit_bytes).to_string())];
    let note = context.with("figure-open-units-note", &[(values[0].0, &values[0].1)]);
    let body = Body::Xy {
        x: Axis::linear(context.text("open-units"), Unit::COUNT),
        panels: vec![Axis {
            min: Some(0.0),
            ..Axis::linear(context.text("throughput"), Unit::BYTES_PER_S)
        }],
        series,
        marks: marks.collect(),
    };
    let note = format!("{}: {note}", context.drive_name(run));
    context.spec(context.text("figure-open-units"), note, body)
}

/// A chart with one panel and without marks.
fn picture(
    context: &ChartContext<'_>,
    run: &Run,
    title: &str,
    (x, y): (Axis, Axis),
    series: Vec<XySeries>,
) -> ChartSpec {
    let count: usize = series.iter().map(|one| one.x.len()).total();
    let note = context.with("figure-evidence-note", &[("count", &count.to_string())]);
    let body = Body::Xy { x, panels: vec![y], series, marks: Vec::new() };
    context.spec(context.text(title), context.of_drive(run, &note), body)
}

/// Writes at each place while the drive holds as many open units as it can: slow if it has to close one, fast in the
/// region of the table.
fn table_region(context: &ChartContext<'_>, run: &Run, evidence: &FatEvidence) -> ChartSpec {
    let x = || evidence.rows.iter().map(|row| real(row.place_bytes)).collect();
    let times = |row: &FatRow| -> Vec<u64> {
        let mut times: Vec<u64> = row.rounds.iter().map(|round| round.elapsed_ns).collect();
        times.sort_unstable();
        times
    };
    let curve = |id: &str, slot: u8, of: fn(&[u64]) -> Option<u64>| {
        let y = evidence.rows.iter().map(|row| of(&times(row)).map(real)).collect();
        line(context.text(id), slot, x(), y)
    };
    let series = vec![
        curve("slowest", 1, |times| times.last().copied()),
        curve("fastest", 0, |times| times.first().copied()),
    ];
    let axes = (
        Axis::linear(context.text("offset"), Unit::BYTES),
        context.log("round-time", Unit::NANOS),
    );
    picture(context, run, "figure-table-region", axes, series)
}

/// Rates of units written one after the other: a map of unit by write size for each place of the first unit.
fn first_units(
    context: &ChartContext<'_>,
    run: &Run,
    evidence: &FirstUnitsEvidence,
) -> Vec<(u64, ChartSpec)> {
    let mut starts: Vec<u64> = evidence.rows.iter().map(|row| row.start_bytes).collect();
    starts.sort_unstable();
    starts.dedup();
    let of_start = |start: u64| {
        let mut rows: Vec<_> =
            evidence.rows.iter().filter(|row| row.start_bytes == start).collect();
        rows.sort_by_key(|row| row.block_bytes);
        let count = rows.iter().map(|row| row.units_bytes_per_s.len()).max().unwrap_or(0);
        let cells = rows.iter().zip(0_u32..).flat_map(|(row, y)| {
            let known = row.units_bytes_per_s.iter().zip(0_u32..);
            known.filter_map(move |(rate, x)| Some((x, y, short(real((*rate)?)))))
        });
        let body = Body::Heatmap {
            x: Axis::of(context.text("unit"), (1..=count).map(|it| it.to_string()).collect()),
            y: Axis::of(
                context.text("block-size"),
                rows.iter().map(|row| Bytes(row.block_bytes).to_string()).collect(),
            ),
            value: Axis::linear(context.text("throughput"), Unit::BYTES_PER_S),
            cells: cells.collect(),
            line: None,
        };
        let values = [
            ("start", Bytes(start).to_string()),
            ("size", Bytes(evidence.unit_bytes).to_string()),
        ];
        let values: Vec<(&str, &str)> =
            values.iter().map(|(id, it)| (*id, it.as_str())).collect();
        let note = context.of_drive(run, &context.with("figure-first-units-note", &values));
        (start, context.spec(context.with("figure-first-units", &values), note, body))
    };
    starts.into_iter().map(of_start).collect()
}

/// Rates of alternately filled units, by write size.
fn unit_writes(
    context: &ChartContext<'_>,
    run: &Run,
    evidence: &UnitWritesEvidence,
) -> ChartSpec {
    let mut keys: Vec<(UnitOrder, u32)> =
        evidence.rows.iter().map(|row| (row.order, row.open_count)).collect();
    keys.sort_unstable();
    keys.dedup();
    let series = keys.iter().enumerate().map(|(index, (order, count))| {
        let is_own = |row: &&UnitWritesRow| (row.order, row.open_count) == (*order, *count);
        let mut rows: Vec<&UnitWritesRow> = evidence.rows.iter().filter(is_own).collect();
        rows.sort_by_key(|row| row.block_bytes);
        let id = match order {
            UnitOrder::Linear => "units-in-order",
            UnitOrder::Random => "units-out-of-order",
        };
        let x = rows.iter().map(|row| real(row.block_bytes)).collect();
        let y = rows.iter().map(|row| Some(real(row.bytes_per_s))).collect();
        line(context.with(id, &[("count", &count.to_string())]), slot_at(index), x, y)
    });
    let axes = (
        Axis::binary(context.text("block-size")),
        Axis::linear(context.text("throughput"), Unit::BYTES_PER_S),
    );
    picture(context, run, "figure-unit-writes", axes, series.collect())
}

/// Number of further units that could be opened after a part of the drive was written: one more if that part ended at
/// the end of a unit.
fn unit_ends(context: &ChartContext<'_>, run: &Run, evidence: &FillEvidence) -> ChartSpec {
    let x = evidence.rows.iter().map(|row| real(row.filled_bytes)).collect();
    let y = evidence.rows.iter().map(|row| Some(f64::from(row.opened_count))).collect();
    let curve = line(context.text("series"), context.slot(run), x, y);
    let axes = (
        Axis::linear(context.text("filled"), Unit::BYTES),
        Axis { min: Some(0.0), ..Axis::linear(context.text("opened"), Unit::COUNT) },
    );
    picture(context, run, "figure-unit-ends", axes, vec![curve])
}

/// Single reads by address.
fn scatter(context: &ChartContext<'_>, run: &Run, evidence: &ScatterEvidence) -> ChartSpec {
    let x = evidence.rows.iter().map(|row| real(row.offset_bytes)).collect();
    let y = evidence.rows.iter().map(|row| Some(real(row.read_ns))).collect();
    let points = line(context.text("series"), context.slot(run), x, y);
    let axes = (
        Axis::linear(context.text("offset"), Unit::BYTES),
        Axis::linear(context.text("latency"), Unit::NANOS),
    );
    let points = XySeries { shape: Shape::Points, ..points };
    picture(context, run, "figure-scatter", axes, vec![points])
}

/// A difference of times.
#[expect(clippy::cast_precision_loss, reason = "pixels need no more than 53 bits")]
fn signed(ns: i64) -> f64 {
    ns as f64
}
