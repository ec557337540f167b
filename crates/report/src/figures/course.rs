//! Cells of one run over time and over bytes: throughput with the mean, its changes, and the temperature below it.

use iogram_charts::{Axis, Body, ChartSpec, Mark, SLOT_COUNT, Unit, XySeries};
use iogram_model::Total as _;
use iogram_model::{Access, Bytes, CellRecord, Finding, Plateau, PlateauRole, Run, SeriesRow};

use super::captions::{cell_name, cell_slug, cell_title, course_note, is_fill};
use super::samples::{Intervals, is_told_by_requests, rates, rates_by_bytes};
use super::{
    ChartContext, Draft, band, latency, level, line, parts, real, seconds, short, slot_at,
    upright,
};
use crate::group::within;
use crate::locale::Locale;
use crate::over_time;

/// Shorter series say no more than their mean.
const SAMPLES_MIN: usize = 20;
/// Number of cells with separate charts, the longest ones; the others share some.
const CELLS_MAX: usize = 8;
/// Curves of cells that share a picture.
const CURVES_MAX: usize = 12;
/// Points of each of them: an overview that keeps the minimum and maximum of each stretch.
const SHARED_POINTS_MAX: usize = 400;
/// A cell that moved less has no chart over bytes. Arbitrary: caches of cards begin at about this size.
const OVER_BYTES_MIN: u64 = 1_000_000_000;

/// Added weight if the rate changed within a cell: it comes before a longer but constant one.
const CHANGE_WEIGHT: u32 = 400;

/// The charts of one run; those of several are in `together`.
pub(super) fn of_one(context: &ChartContext<'_>, run: &Run) -> Vec<Draft> {
    let mut charts = Vec::new();
    let followed = followed(run);
    let mut longest: Vec<usize> = (0..followed.len()).collect();
    longest.sort_by_key(|at| std::cmp::Reverse(followed[*at].series.rows.len()));
    longest.truncate(CELLS_MAX);
    let mut others = Vec::new();
    for (index, cell) in followed.iter().enumerate() {
        if !longest.contains(&index) {
            others.push(*cell);
            continue;
        }
        let slot = context.slot(run);
        let name = cell_slug(run, cell);
        let of_part = |draft: Draft| draft.of_part(cell.block.as_deref());
        let time = Draft::new(
            format!("throughput over time {name}"),
            over_time(context, run, cell, slot),
        );
        let bytes = over_bytes(context, run, cell, slot)
            .map(|it| Draft::new(format!("throughput over bytes {name}"), it));
        // The end of a cache is a number of bytes; the longest series is the most informative.
        let length = u32::try_from(cell.series.rows.len() / 100).unwrap_or(u32::MAX).min(1_000);
        let has_cache = cache_size(run, cell).is_some();
        let of_bytes = if has_cache { 3_000_u32 } else { 1_500 }.saturating_add(length);
        let of_time = if bytes.is_some() { length } else { length.saturating_add(1_000) };
        let of_time =
            of_time.saturating_add(over_time::step(cell).map_or(0, |_| CHANGE_WEIGHT));
        // Cells that only prepare others are for reference.
        let (of_time, of_bytes) = if cell.is_counted { (of_time, of_bytes) } else { (0, 0) };
        charts.push(of_part(time.weighing(of_time)));
        charts.extend(bytes.map(|it| of_part(it.weighing(of_bytes))));
        let latencies = latency::of_cell(context, run, cell).into_iter();
        charts.extend(latencies.map(|it| {
            let weight = it.weight.saturating_mul(length.saturating_add(500));
            let weight = if cell.is_counted { weight } else { 0 };
            of_part(it.weighing(weight))
        }));
    }
    charts.extend(sharing(context, run, &others));
    say_what_is_short(context, run, &mut charts);
    charts
}

/// Cells with enough samples in the order of execution, one of each name: repetitions look alike, and if one does
/// not, it is the interesting one.
pub(super) fn followed(run: &Run) -> Vec<&CellRecord> {
    let mut cells: Vec<&CellRecord> = Vec::new();
    for cell in &run.cells {
        if cell.series.rows.len() < SAMPLES_MIN || !moves(cell) || run.is_preconditioning(cell)
        {
            continue;
        }
        match cells.iter_mut().find(|known| known.name == cell.name) {
            None => cells.push(cell),
            Some(known) => {
                let of = |cell: &CellRecord| over_time::step(cell).unwrap_or(1.0);
                if of(cell) > of(known) {
                    *known = cell;
                }
            }
        }
    }
    cells
}

/// Several cells in one chart, grouped by the parts of the method.
fn sharing(context: &ChartContext<'_>, run: &Run, cells: &[&CellRecord]) -> Vec<Draft> {
    let mut blocks: Vec<Option<&str>> = Vec::new();
    for cell in cells {
        if !blocks.contains(&cell.block.as_deref()) {
            blocks.push(cell.block.as_deref());
        }
    }
    let mut charts = Vec::new();
    for block in blocks {
        let of_block: Vec<&CellRecord> =
            cells.iter().copied().filter(|cell| cell.block.as_deref() == block).collect();
        let pictures = parts(of_block, CURVES_MAX);
        let count = pictures.len();
        for (index, cells) in pictures.iter().enumerate() {
            let samples: usize = cells.iter().map(|cell| cell.series.rows.len()).total();
            let note = context.with("figure-sharing-note", &[("count", &samples.to_string())]);
            let note = context.of_drive(run, &note);
            let title = |id: &str| {
                let title = match block {
                    Some(block) => context.with(
                        &format!("{id}-of"),
                        &[("cell", &context.locale.block_title(block))],
                    ),
                    None => context.text(id),
                };
                context.part_title(&title, index, count)
            };
            let curve_name = |index: usize, cell: &CellRecord| {
                (within(block, &cell_name(context, run, cell)).to_owned(), slot_at(index))
            };
            let told = SharedRate::of(context, run, cells);
            let curves: Vec<XySeries> = cells
                .iter()
                .enumerate()
                .map(|(index, cell)| {
                    let ((name, slot), (x, y)) = (curve_name(index, cell), rates(cell));
                    line(name, slot, x, told.scaled(context, (run, cell), y))
                })
                .collect();
            let body = over_seconds(context, told.axis, curves);
            let spec = context.spec(title(told.title), note.clone(), body);
            let spec = spec.thinned(SHARED_POINTS_MAX);
            let name = |what: &str| format!("{what} {}", block.unwrap_or_default());
            charts.push(
                Draft::new(name("throughput over time"), spec).of_part(block).weighing(0),
            );
            let slowest: Vec<XySeries> = cells
                .iter()
                .enumerate()
                .filter_map(|(index, cell)| {
                    let (name, slot) = curve_name(index, cell);
                    latency::slowest(cell, name, slot)
                })
                .collect();
            if !slowest.is_empty() {
                let axis = context.log("latency", Unit::NANOS);
                let body = over_seconds(context, axis, slowest);
                let spec = context.spec(title("figure-sharing-latency"), note, body);
                let spec = spec.thinned(SHARED_POINTS_MAX);
                let draft = Draft::new(name("slowest requests"), spec).of_part(block);
                charts.push(draft.weighing(0));
            }
        }
    }
    charts
}

pub(super) fn over_seconds(
    context: &ChartContext<'_>,
    axis: Axis,
    series: Vec<XySeries>,
) -> Body {
    let x = Axis::linear(context.text("time"), Unit::SECONDS);
    Body::Xy { x, panels: vec![axis], series, marks: Vec::new() }
}

/// The last chart mentions cells that are too short for a curve.
fn say_what_is_short(context: &ChartContext<'_>, run: &Run, charts: &mut [Draft]) {
    let is_short = |cell: &&CellRecord| {
        moves(cell) && !cell.series.rows.is_empty() && cell.series.rows.len() < SAMPLES_MIN
    };
    let count = run.cells.iter().filter(is_short).count();
    let Some(last) = charts.last_mut().filter(|_| count > 0) else { return };
    let values = [("count", count.to_string()), ("least", SAMPLES_MIN.to_string())];
    let values: Vec<(&str, &str)> = values.iter().map(|(id, it)| (*id, it.as_str())).collect();
    last.spec.subtitle =
        format!("{}; {}", last.spec.subtitle, context.with("figure-short", &values));
}

pub(super) fn moves(cell: &CellRecord) -> bool {
    cell.operations.read.is_some() || cell.operations.write.is_some()
}

/// Unit of a cell's rate.
struct Rate {
    axis: Axis,
    title: &'static str,
    /// Bytes of one unit.
    per: f64,
}

impl Rate {
    fn of(context: &ChartContext<'_>, run: &Run, cell: &CellRecord) -> Self {
        let size = cell.workload.block.sizes().first().map_or(1, |(size, _)| size.0);
        if is_told_by_requests(run, cell) {
            let axis = Axis::linear(context.text("iops"), Unit::IOPS);
            Self { axis, title: "figure-iops-time", per: real(size) }
        } else {
            let axis = Axis::linear(context.text("throughput"), Unit::BYTES_PER_S);
            Self { axis, title: "figure-bandwidth-time", per: 1.0 }
        }
    }

    fn text(&self, bytes_per_s: f64, locale: &Locale) -> String {
        if self.axis.unit == Unit::IOPS {
            format!("{} IOPS", crate::format::iops(Some(bytes_per_s / self.per)))
        } else {
            locale.throughput(Some(bytes_per_s))
        }
    }
}

/// Unit of the rates of several cells in one chart: requests only if all of them use it.
struct SharedRate {
    axis: Axis,
    title: &'static str,
    is_by_requests: bool,
}

impl SharedRate {
    fn of(context: &ChartContext<'_>, run: &Run, cells: &[&CellRecord]) -> Self {
        let is_by_requests = cells.iter().all(|cell| is_told_by_requests(run, cell));
        let (axis, title) = match is_by_requests {
            true => (Axis::linear(context.text("iops"), Unit::IOPS), "figure-sharing-iops"),
            false => {
                let axis = Axis::linear(context.text("throughput"), Unit::BYTES_PER_S);
                (axis, "figure-sharing")
            }
        };
        Self { axis, title, is_by_requests }
    }

    fn scaled(
        &self,
        context: &ChartContext<'_>,
        (run, cell): (&Run, &CellRecord),
        y: Vec<Option<f64>>,
    ) -> Vec<Option<f64>> {
        let per = if self.is_by_requests { Rate::of(context, run, cell).per } else { 1.0 };
        y.into_iter().map(|it| it.map(|value| short(value / per))).collect()
    }
}

fn note(context: &ChartContext<'_>, run: &Run, cell: &CellRecord) -> String {
    let shown = Intervals::of(cell);
    let note = course_note(context, cell, shown.rows.len(), &shown.resolution(context.locale));
    let others =
        run.cells.iter().filter(|other| other.name == cell.name).count().saturating_sub(1);
    let others = (others > 0)
        .then(|| context.with("figure-other-runs", &[("count", &others.to_string())]));
    let note = [Some(note), others].into_iter().flatten().collect::<Vec<_>>().join("; ");
    context.of_drive(run, &note)
}

fn mean_mark(context: &ChartContext<'_>, cell: &CellRecord, rate: &Rate) -> Option<Mark> {
    let mean = cell.throughput()?.bytes_per_s;
    let label = context.with("figure-mean", &[("value", &rate.text(mean, context.locale))]);
    Some(level(short(mean / rate.per), label))
}

/// The plateaus of a finding, in order.
fn plateaus<'a>(run: &'a Run, cell: &CellRecord) -> Vec<&'a Plateau> {
    let mut plateaus: Vec<&Plateau> = run
        .findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Plateau(it) if it.cell == cell.name && it.repeat == cell.repeat => {
                Some(it)
            }
            _ => None,
        })
        .collect();
    plateaus.sort_by_key(|plateau| plateau.index);
    plateaus
}

/// The phases of a cell as bands, each with its destination (such as the cache) and its rate; and the end of the
/// cache.
fn phases(
    context: &ChartContext<'_>,
    run: &Run,
    cell: &CellRecord,
    ends: impl Fn(&Plateau) -> [f64; 2],
) -> Vec<Mark> {
    let plateaus = plateaus(run, cell);
    if plateaus.len() < 2 {
        return Vec::new();
    }
    let band_of = |plateau: &&Plateau| {
        let rate = context.locale.throughput(Some(plateau.bytes_per_s));
        let into = context.text(match plateau.role {
            Some(PlateauRole::Buffer) => "role-buffer",
            Some(PlateauRole::Cache) => "role-cache",
            Some(PlateauRole::Native) => "role-native",
            Some(PlateauRole::Folding) => "role-folding",
            None => "role-unknown",
        });
        let label = context.with("figure-change", &[("into", &into), ("rate", &rate)]);
        band(ends(plateau), label)
    };
    let mut marks: Vec<Mark> = plateaus.iter().map(band_of).collect();
    marks.extend(cache_end(context, run, cell, &ends));
    marks
}

/// The end of the cache, by its size.
fn cache_end(
    context: &ChartContext<'_>,
    run: &Run,
    cell: &CellRecord,
    ends: impl Fn(&Plateau) -> [f64; 2],
) -> Option<Mark> {
    let plateaus = plateaus(run, cell);
    let is_end = |pair: &&[&Plateau]| {
        pair[0].role == Some(PlateauRole::Cache)
            && matches!(pair[1].role, Some(PlateauRole::Native | PlateauRole::Folding))
    };
    let [from, _] = ends(plateaus.windows(2).find(is_end)?[1]);
    let size = Bytes(cache_size(run, cell)?).decimal();
    Some(upright(from, context.with("figure-cache-end", &[("size", &size)])))
}

pub(super) fn cache_size(run: &Run, cell: &CellRecord) -> Option<u64> {
    run.findings.iter().find_map(|finding| match finding {
        Finding::SlcCache(it) if it.cell == cell.name && it.repeat == cell.repeat => {
            it.value_bytes
        }
        _ => None,
    })
}

/// The title of a cell's chart; for a cell that fills the drive, in the words of the readers' question.
fn title(
    context: &ChartContext<'_>,
    run: &Run,
    cell: &CellRecord,
    (plain, of_fill): (&str, &str),
) -> String {
    match is_fill(run, cell) {
        true => {
            let name = cell_name(context, run, cell);
            let cell = within(cell.block.as_deref(), &name);
            context.with(of_fill, &[("cell", cell)])
        }
        false => context.with(plain, &[("cell", &cell_title(context, run, cell))]),
    }
}

fn over_time(context: &ChartContext<'_>, run: &Run, cell: &CellRecord, slot: u8) -> ChartSpec {
    let (x, y) = rates(cell);
    let rate = Rate::of(context, run, cell);
    let scaled = |y: Vec<Option<f64>>| -> Vec<Option<f64>> {
        y.into_iter().map(|it| it.map(|value| short(value / rate.per))).collect()
    };
    let ends = |it: &Plateau| [seconds(it.from_ns), seconds(it.to_ns)];
    let mut series = vec![line(rate.axis.label.clone(), slot, x, scaled(y))];
    let mut marks: Vec<Mark> = mean_mark(context, cell, &rate).into_iter().collect();
    marks.extend(phases(context, run, cell, ends));
    let title = title(context, run, cell, (rate.title, "figure-fill-time"));
    let mut panels = vec![rate.axis];
    let name = context.text("temperature");
    if let Some(curve) = temperature(cell, name.clone(), slot.saturating_add(1) % SLOT_COUNT) {
        panels.push(Axis::linear(name, Unit::CELSIUS));
        series.push(curve);
        marks.extend(warning(context, cell));
    }
    let x = Axis::linear(context.text("time"), Unit::SECONDS);
    context.spec(title, note(context, run, cell), Body::Xy { x, panels, series, marks })
}

/// The temperature for the second panel.
pub(super) fn temperature(cell: &CellRecord, name: String, slot: u8) -> Option<XySeries> {
    let samples = &cell.health.as_ref()?.samples;
    if samples.iter().filter(|it| it.temperature_celsius.is_some()).count() < 2 {
        return None;
    }
    let x = samples.iter().map(|sample| seconds(sample.start_ns)).collect();
    let y = samples.iter().map(|sample| sample.temperature_celsius).collect();
    Some(XySeries { panel: 1, ..line(name, slot, x, y) })
}

/// The drive's own warning temperature.
fn warning(context: &ChartContext<'_>, cell: &CellRecord) -> Option<Mark> {
    let from = cell.health.as_ref()?.warning_celsius?;
    let value = format!("{from:.0} °C");
    let label = context.with("figure-warning-temperature", &[("value", &value)]);
    Some(Mark { panel: 1, ..level(from, label) })
}

/// Whether bytes moved correspond to a place on the drive: the cell wrote much, sequentially.
pub(super) fn is_over_bytes(cell: &CellRecord) -> bool {
    let is_in_order = matches!(cell.workload.access, Access::Sequential);
    let bytes: u64 = cell.series.rows.iter().map(SeriesRow::moved_bytes).total();
    is_in_order && bytes >= OVER_BYTES_MIN && cell.operations.write.is_some()
}

/// The same over moved bytes: the end of a cache is a number of bytes.
fn over_bytes(
    context: &ChartContext<'_>,
    run: &Run,
    cell: &CellRecord,
    slot: u8,
) -> Option<ChartSpec> {
    if !is_over_bytes(cell) {
        return None;
    }
    let (x, y) = rates_by_bytes(cell);
    let name = context.text("throughput");
    let ends = |it: &Plateau| [short(real(it.from_bytes)), short(real(it.to_bytes))];
    let series = vec![line(name.clone(), slot, x, y)];
    let rate = Rate {
        axis: Axis::linear(name.clone(), Unit::BYTES_PER_S),
        title: "figure-bandwidth-bytes",
        per: 1.0,
    };
    let mut marks: Vec<Mark> = mean_mark(context, cell, &rate).into_iter().collect();
    marks.extend(phases(context, run, cell, ends));
    let body = Body::Xy {
        x: Axis::linear(context.text("written"), Unit::BYTES),
        panels: vec![rate.axis],
        series,
        marks,
    };
    let title = title(context, run, cell, (rate.title, "figure-fill-bytes"));
    Some(context.spec(title, note(context, run, cell), body))
}
