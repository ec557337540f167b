//! Replay of a trace: its throughput, its slowest requests, and its stalls.

use iogram_charts::{
    Axis, Body, ChartSpec, FLUSH_SLOT, Mark, MarkAxis, READ_SLOT, Shape, Unit, WRITE_SLOT,
    XySeries,
};
use iogram_model::{CellRecord, Finding, Nanos, ReplayRecord, Run, SeriesOp, SeriesRow, Stall};

use super::captions::{cell_name, cell_slug};
use super::{ChartContext, Draft, line, real, seconds, short};

/// Shorter ones say no more than their figures.
const ROWS_MIN: usize = 10;
/// More stalls than this form a band; the longest are marked.
const MARKS_MAX: usize = 200;
/// More names than this overlap.
const NAMES_MAX: usize = 4;

/// A kind of request, with its style.
struct Kind {
    name: &'static str,
    slot: u8,
    of: fn(&SeriesRow) -> Option<SeriesOp>,
}

const KINDS: [Kind; 3] = [
    Kind { name: "read", slot: READ_SLOT, of: |row| row.read },
    Kind { name: "write", slot: WRITE_SLOT, of: |row| row.write },
    Kind { name: "flush", slot: FLUSH_SLOT, of: |row| row.flush },
];

/// One for each trace of a run; those with stalls first.
pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let [run] = context.runs else { return Vec::new() };
    let replays = run.cells.iter().filter_map(|cell| {
        let replay = cell.engine.replay.as_ref()?;
        (cell.is_counted && cell.series.rows.len() >= ROWS_MIN).then_some((cell, replay))
    });
    let charts = replays.map(|(cell, replay)| {
        let stalls = stalls_of(run, cell);
        let stood_still =
            stalls.iter().fold(0, |sum: u64, it| sum.saturating_add(it.length_ns));
        // In tenths of a second; without stalls, the length of the trace.
        let weight = u32::try_from(stood_still / 100_000_000).unwrap_or(u32::MAX);
        let length = u32::try_from(cell.series.rows.len() / 100).unwrap_or(u32::MAX).min(900);
        let name = format!("replay {}", cell_slug(run, cell));
        let spec = of_replay(context, run, (cell, replay), &stalls);
        let weight = weight.saturating_mul(1_000).saturating_add(length);
        Draft::new(name, spec).of_part(cell.block.as_deref()).weighing(weight)
    });
    charts.collect()
}

/// The stalls of one repetition, the longest first.
fn stalls_of<'a>(run: &'a Run, cell: &CellRecord) -> Vec<&'a Stall> {
    let mut stalls: Vec<&Stall> = Vec::new();
    for finding in &run.findings {
        if let Finding::Stall(stall) = finding
            && stall.cell == cell.name
            && stall.repeat == cell.repeat
        {
            stalls.push(stall);
        }
    }
    stalls.sort_by_key(|it| std::cmp::Reverse(it.length_ns));
    stalls
}

fn of_replay(
    context: &ChartContext<'_>,
    run: &Run,
    (cell, replay): (&CellRecord, &ReplayRecord),
    stalls: &[&Stall],
) -> ChartSpec {
    let mut series = Vec::new();
    for kind in &KINDS {
        let name = context.text(kind.name);
        series.extend(rates(cell, kind, name.clone()));
        series.extend(slowest(cell, kind, name));
    }
    let body = Body::Xy {
        x: Axis::linear(context.text("time"), Unit::SECONDS),
        panels: vec![
            Axis {
                min: Some(0.0),
                ..Axis::linear(context.text("throughput"), Unit::BYTES_PER_S)
            },
            context.log("figure-slowest", Unit::NANOS),
        ],
        series,
        marks: marks(context, stalls),
    };
    let title = context.with("figure-replay", &[("cell", &cell_name(context, run, cell))]);
    context.spec(title, context.of_drive(run, &note(context, cell, replay, stalls)), body)
}

/// Throughput of each interval; a period without any has a single zero at its start.
fn rates(cell: &CellRecord, kind: &Kind, name: String) -> Option<XySeries> {
    let series = &cell.series;
    let (mut x, mut y): (Vec<f64>, Vec<Option<f64>>) = (Vec::new(), Vec::new());
    let mut end_ns = 0;
    for row in &series.rows {
        let bytes = (kind.of)(row).map_or(0, |op| op.bytes);
        if bytes == 0 {
            continue;
        }
        if row.start_ns > end_ns {
            x.push(seconds(end_ns));
            y.push(Some(0.0));
        }
        x.push(seconds(row.start_ns));
        y.push(Some(short(real(bytes) * 1e9 / real(series.length_ns(row).max(1)))));
        end_ns = series.end_ns(row);
    }
    if x.is_empty() {
        return None;
    }
    let end = series.rows.last().map_or(end_ns, |row| series.end_ns(row));
    for at_ns in [end_ns, end] {
        x.push(seconds(at_ns));
        y.push(Some(0.0));
    }
    Some(XySeries { shape: Shape::Step, ..line(name, kind.slot, x, y) })
}

/// The slowest request of each interval. A duration of zero, as of an empty flush, has no place on a logarithmic
/// axis.
fn slowest(cell: &CellRecord, kind: &Kind, name: String) -> Option<XySeries> {
    let known = cell.series.rows.iter().filter_map(|row| {
        let op = (kind.of)(row).filter(|op| op.max_ns > 0)?;
        Some((seconds(row.start_ns), Some(short(real(op.max_ns)))))
    });
    let (x, y): (Vec<f64>, Vec<Option<f64>>) = known.unzip();
    let points = XySeries { panel: 1, shape: Shape::Points, ..line(name, kind.slot, x, y) };
    (!points.x.is_empty()).then_some(points)
}

/// The stalls, in both panels, with the durations of the longest.
fn marks(context: &ChartContext<'_>, stalls: &[&Stall]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (index, stall) in stalls.iter().take(MARKS_MAX).enumerate() {
        let (from, length) = (seconds(stall.time_ns), Nanos(stall.length_ns).to_string());
        let to = Some(seconds(stall.time_ns.saturating_add(stall.length_ns)));
        let named = context.with("figure-replay-stall", &[("length", &length)]);
        let label = if index < NAMES_MAX { named } else { String::new() };
        marks.push(Mark { panel: 0, on: MarkAxis::X, from, to, label });
        marks.push(Mark { panel: 1, on: MarkAxis::X, from, to, label: String::new() });
    }
    marks
}

/// Number of requests, largest delay, remaining share of the idle time, and number of stalls.
fn note(
    context: &ChartContext<'_>,
    cell: &CellRecord,
    replay: &ReplayRecord,
    stalls: &[&Stall],
) -> String {
    let count = replay.count.to_string();
    let busy = Nanos(replay.busy_ns).to_string();
    let elapsed = Nanos(cell.elapsed_ns).to_string();
    let values = [("count", count.as_str()), ("busy", &busy), ("elapsed", &elapsed)];
    let mut parts = vec![context.with("figure-replay-note", &values)];
    if replay.idle_cut_ns > 0 {
        let cut = Nanos(replay.idle_cut_ns).to_string();
        parts.push(context.with("figure-replay-cut", &[("cut", &cut)]));
    }
    if let Some(p99) = replay.late_ns.as_ref().and_then(|it| it.p99) {
        parts.push(context.with("figure-replay-late", &[("late", &Nanos(p99).to_string())]));
    }
    parts.push(match stalls.first() {
        Some(longest) => {
            let (count, longest) =
                (stalls.len().to_string(), Nanos(longest.length_ns).to_string());
            context.with("figure-stalls-note", &[("count", &count), ("longest", &longest)])
        }
        None => context.text("figure-replay-no-stall"),
    });
    parts.join("; ")
}
