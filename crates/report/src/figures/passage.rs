//! Repeated cells over the whole run: by time, and by bytes written so far.

use iogram_charts::{Axis, Body, ChartSpec, Mark, Unit, XySeries};
use iogram_model::{Bytes, CellRecord, CellState, Figure, Finding, PurgeState, Run};
use iogram_model::{Total as _, value_of_round};

use super::samples::{is_by_requests, is_told_by_requests, rates};
use super::{ChartContext, Draft, level, line, real, seconds, short, slot_at, upright};
use crate::format;

/// Fewer repetitions are bars side by side, and not a curve. Arbitrary.
const REPEATS_MIN: usize = 20;

/// The most lines for whole capacities; more would clutter the chart.
const FILLS_MAX: u64 = 10;

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let [run] = context.runs else { return Vec::new() };
    let Some(passage) = Passage::of(run) else { return Vec::new() };
    let mut charts =
        vec![Draft::new("rate over the run", by_time(context, run, &passage)).weighing(2_000)];
    charts.extend(
        by_written(context, run, &passage)
            .map(|spec| Draft::new("rate over what was written", spec).weighing(1_000)),
    );
    charts
}

/// The repeated cells of a run, and longer cells with the same work that ran once.
struct Passage<'a> {
    /// Names in the order of execution, with their repetitions.
    groups: Vec<(&'a str, Vec<&'a CellRecord>)>,
    is_by_requests: bool,
}

impl<'a> Passage<'a> {
    /// `None` if nothing was repeated often.
    fn of(run: &'a Run) -> Option<Self> {
        let mut groups: Vec<(&str, Vec<&CellRecord>)> = Vec::new();
        for cell in run.cells.iter().filter(|it| it.is_counted && it.throughput().is_some()) {
            match groups.iter_mut().find(|(name, _)| *name == cell.name) {
                Some((_, cells)) => cells.push(cell),
                None => groups.push((&cell.name, vec![cell])),
            }
        }
        // If cells have reference cells, the chart includes the cells between them.
        let is_recovery = run.criteria.as_ref().is_some_and(|it| !it.recovery.is_empty());
        let repeated: Vec<&CellRecord> = groups
            .iter()
            .filter(|(_, cells)| cells.len() >= REPEATS_MIN || is_recovery)
            .filter_map(|(_, cells)| cells.first().copied())
            .collect();
        let is_alike = |cell: &CellRecord| {
            repeated.iter().any(|it| {
                let (one, other) = (&it.workload, &cell.workload);
                (&one.access, one.mix, &one.block, one.depth, one.jobs)
                    == (&other.access, other.mix, &other.block, other.depth, other.jobs)
            })
        };
        groups.retain(|(_, cells)| cells.first().is_some_and(|cell| is_alike(cell)));
        let is_by_requests = groups.iter().all(|(_, cells)| is_by_requests(cells[0]))
            || repeated.iter().all(|cell| is_told_by_requests(run, cell));
        (!repeated.is_empty()).then_some(Self { groups, is_by_requests })
    }

    fn axis(&self, context: &ChartContext<'_>) -> Axis {
        let axis = match self.is_by_requests {
            true => Axis::linear(context.text("iops"), Unit::IOPS),
            false => Axis::linear(context.text("throughput"), Unit::BYTES_PER_S),
        };
        Axis { min: Some(0.0), ..axis }
    }

    const fn figure(&self) -> Figure {
        if self.is_by_requests { Figure::Iops } else { Figure::BytesPerS }
    }

    fn value(&self, cell: &CellRecord) -> Option<f64> {
        value_of_round(self.figure(), cell).map(short)
    }

    /// A cell's points since `start_ns`: its mean at its middle, or its own series if its name is unique.
    fn points(&self, cells: &[&CellRecord], start_ns: u64) -> (Vec<f64>, Vec<Option<f64>>) {
        let at = |ns: u64| seconds(ns.saturating_sub(start_ns));
        if let [cell] = cells {
            let (x, y) = rates(cell);
            let size = real(cell.workload.block.largest().0.max(1));
            let per = if self.is_by_requests { size } else { 1.0 };
            let begin = at(cell.started_ns);
            let x = x.into_iter().map(|x| x + begin).collect();
            return (x, y.into_iter().map(|y| y.map(|y| short(y / per))).collect());
        }
        let middle = |cell: &CellRecord| {
            at(cell.started_ns.saturating_add(cell.elapsed_ns.checked_div(2).unwrap_or(0)))
        };
        cells.iter().map(|cell| (middle(cell), self.value(cell))).unzip()
    }

    fn start_ns(&self) -> u64 {
        let starts = self.groups.iter().flat_map(|(_, cells)| cells.first());
        starts.map(|cell| cell.started_ns).min().unwrap_or(0)
    }
}

fn by_time(context: &ChartContext<'_>, run: &Run, passage: &Passage<'_>) -> ChartSpec {
    let start_ns = passage.start_ns();
    let mut series: Vec<XySeries> = Vec::new();
    for (index, (name, cells)) in passage.groups.iter().enumerate() {
        let (x, y) = passage.points(cells, start_ns);
        series.push(line((*name).to_owned(), slot_at(index), x, y));
    }
    let mut panels = vec![passage.axis(context)];
    if let [(_, cells)] = passage.groups.as_slice() {
        panels.push(context.log("latency", Unit::NANOS));
        series.extend(latencies(context, cells, start_ns));
    }
    let body = Body::Xy {
        x: Axis::linear(context.text("time"), Unit::SECONDS),
        panels,
        series,
        marks: references(context, run, passage),
    };
    let title = match passage.is_by_requests {
        true => context.text("figure-passage-iops"),
        false => context.text("figure-passage"),
    };
    context.spec(title, context.of_drive(run, &note(context, passage)), body)
}

fn note(context: &ChartContext<'_>, passage: &Passage<'_>) -> String {
    let count: usize = passage.groups.iter().map(|(_, cells)| cells.len()).total();
    context.with("figure-passage-note", &[("count", &count.to_string())])
}

/// Mean, five nines and maximum of each repetition.
fn latencies(
    context: &ChartContext<'_>,
    cells: &[&CellRecord],
    start_ns: u64,
) -> Vec<XySeries> {
    let x = || {
        let middle = |cell: &&CellRecord| {
            cell.started_ns.saturating_sub(start_ns).saturating_add(cell.elapsed_ns / 2)
        };
        cells.iter().map(|cell| seconds(middle(cell))).collect::<Vec<_>>()
    };
    let worst = |cell: &CellRecord, of: fn(&iogram_model::OpRecord) -> Option<u64>| {
        let operations = [&cell.operations.read, &cell.operations.write].into_iter().flatten();
        operations.filter_map(of).max().map(real)
    };
    let completed = |cell: &CellRecord| cell.state == CellState::Completed;
    let curve = |id: &str, slot: u8, of: &dyn Fn(&CellRecord) -> Option<f64>| {
        let y = cells
            .iter()
            .map(|cell| of(cell).filter(|_| completed(cell)).filter(|ns| *ns > 0.0).map(short))
            .collect();
        XySeries { panel: 1, ..line(context.text(id), slot, x(), y) }
    };
    vec![
        curve("mean-latency", 1, &|cell| value_of_round(Figure::LatencyMean, cell)),
        curve("figure-five-nines", 2, &|cell| worst(cell, |it| it.latency_ns.p99999)),
        curve("maximum-latency", 3, &|cell| worst(cell, |it| Some(it.latency_ns.max))),
    ]
}

/// The reference rates of cells.
fn references(context: &ChartContext<'_>, run: &Run, passage: &Passage<'_>) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for finding in &run.findings {
        let Finding::Recovery(recovery) = finding else { continue };
        let value = match passage.figure() {
            Figure::Iops => recovery.reference_iops,
            _ => recovery.reference_bytes_per_s,
        };
        let Some(value) = value else { continue };
        let text = format::figure(passage.figure().name(), Some(value), context.locale);
        let values = [("cell", recovery.reference.as_str()), ("value", text.as_str())];
        let mark = level(short(value), context.with("figure-passage-reference", &values));
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }
    marks
}

/// `None` if nothing was written, or if the comparison is not about a drive that fills.
fn by_written(
    context: &ChartContext<'_>,
    run: &Run,
    passage: &Passage<'_>,
) -> Option<ChartSpec> {
    if run.criteria.as_ref().is_some_and(|it| !it.recovery.is_empty()) {
        return None;
    }
    let starts = written_before(run);
    let mut last = 0.0_f64;
    let mut series = Vec::new();
    for (index, (name, cells)) in passage.groups.iter().enumerate() {
        if cells.len() < 2 {
            continue;
        }
        let at = |cell: &CellRecord| {
            let place = run.cells.iter().position(|it| std::ptr::eq(it, cell));
            place.and_then(|place| starts.get(place)).copied().unwrap_or(0)
        };
        let x: Vec<f64> = cells.iter().map(|cell| short(real(at(cell)))).collect();
        last = x.iter().copied().fold(last, f64::max);
        let y = cells.iter().map(|cell| passage.value(cell)).collect();
        series.push(line((*name).to_owned(), slot_at(index), x, y));
    }
    let capacity = run.target.capacity.0;
    if last <= 0.0 || capacity == 0 {
        return None;
    }
    let fills = (1..=FILLS_MAX).filter(|fill| real(capacity.saturating_mul(*fill)) <= last);
    let marks = fills.map(|fill| {
        let label = context.with("figure-fills", &[("count", &fill.to_string())]);
        upright(real(capacity.saturating_mul(fill)), label)
    });
    let body = Body::Xy {
        x: Axis { min: Some(0.0), ..Axis::linear(context.text("written"), Unit::BYTES) },
        panels: vec![passage.axis(context)],
        series,
        marks: marks.collect(),
    };
    let capacity = Bytes(capacity).decimal();
    let note = format!(
        "{}; {}",
        note(context, passage),
        context.with("figure-passage-capacity", &[("size", &capacity)])
    );
    let title = match passage.is_by_requests {
        true => context.text("figure-passage-written-iops"),
        false => context.text("figure-passage-written"),
    };
    Some(context.spec(title, context.of_drive(run, &note), body))
}

/// For each cell of the run, the bytes written between the last purge and its start.
fn written_before(run: &Run) -> Vec<u64> {
    let purged = |index: usize| {
        run.purges.iter().any(|purge| {
            purge.state == PurgeState::Purged && purge.cells_before_count == index as u64
        })
    };
    let mut written = 0_u64;
    let mut before = Vec::with_capacity(run.cells.len());
    for (index, cell) in run.cells.iter().enumerate() {
        if purged(index) {
            written = 0;
        }
        before.push(written);
        let bytes = cell.operations.write.as_ref().map_or(0, |write| write.bytes);
        written = written.saturating_add(bytes);
    }
    before
}
