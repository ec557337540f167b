//! Cells that differ in one thing only: depth, block size, share of reads, place.

use iogram_charts::{Axis, Body, ChartSpec, GroupedSeries, SLOT_COUNT, Shape, Unit, XySeries};
use iogram_model::{Blocks, Bytes, Offset, OpMix, Region, Run, Stop, Workload};

use super::{Studio, real, short};
use crate::group::{Group, Line, groups};
use crate::load::load_text;

/// Fewer values of what differs are no curve.
const POINTS_MIN: usize = 3;

/// What may differ between the cells of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Varied {
    Depth,
    Block,
    Mix,
    Place,
}

/// One cell of a sweep.
struct Point<'a> {
    line: Line<'a>,
    at: u64,
}

/// Cells that are alike but for what is varied.
struct Sweep<'a> {
    name: String,
    slot: u8,
    /// Ascending.
    points: Vec<Point<'a>>,
    run: &'a Run,
}

pub(super) fn charts(studio: &Studio<'_>) -> Vec<(String, ChartSpec)> {
    let all: Vec<(&Run, Vec<Group<'_>>)> =
        studio.runs.iter().map(|run| (run, groups(run))).collect();
    let mut charts = Vec::new();
    let depth = sweeps(studio, &all, Varied::Depth);
    charts.extend(curve(studio, &depth, Varied::Depth).map(|it| ("depth".to_owned(), it)));
    let block = sweeps(studio, &all, Varied::Block);
    charts.extend(grouped(studio, &block).map(|it| ("blocks side by side".to_owned(), it)));
    charts.extend(curve(studio, &block, Varied::Block).map(|it| ("blocks".to_owned(), it)));
    let mix = sweeps(studio, &all, Varied::Mix);
    charts.extend(curve(studio, &mix, Varied::Mix).map(|it| ("mix".to_owned(), it)));
    if let [(run, groups)] = all.as_slice() {
        charts.extend(mix_map(studio, run, groups).map(|it| ("block and mix".to_owned(), it)));
    }
    let place = sweeps(studio, &all, Varied::Place);
    charts.extend(curve(studio, &place, Varied::Place).map(|it| ("capacity".to_owned(), it)));
    charts
}

/// A workload without what may differ: equal for cells of one sweep.
fn common(workload: &Workload, varied: Varied) -> Workload {
    let mut common = Workload { seed: 0, stop: Stop::default(), ..workload.clone() };
    match varied {
        Varied::Depth => {
            common.depth = 1;
            common.jobs = 1;
        }
        Varied::Block => common.block = Blocks::one(Bytes(4096)),
        Varied::Mix => common.mix = OpMix::default(),
        Varied::Place => common.region = Region::default(),
    }
    common
}

/// The value of what is varied.
fn value_of(workload: &Workload, varied: Varied, run: &Run) -> Option<u64> {
    Some(match varied {
        Varied::Depth => u64::from(workload.depth) * u64::from(workload.jobs),
        Varied::Block => match workload.block.sizes() {
            [(size, _)] => size.0,
            _ => return None,
        },
        Varied::Mix => u64::from(workload.mix.read.0),
        Varied::Place => match workload.region.start {
            Offset::Bytes(start) => start.0,
            start => start.resolve(run.target.capacity).0,
        },
    })
}

fn sweeps<'a>(
    studio: &Studio<'_>,
    all: &'a [(&'a Run, Vec<Group<'a>>)],
    varied: Varied,
) -> Vec<Sweep<'a>> {
    let mut sweeps: Vec<(Workload, Sweep<'a>)> = Vec::new();
    for (run, groups) in all {
        for group in groups {
            let workload = &group.cells[0].workload;
            let Some(at) = value_of(workload, varied, run) else { continue };
            let Some(line) = group.lines().into_iter().next().filter(Line::moves_bytes) else {
                continue;
            };
            let key = common(workload, varied);
            let point = Point { line, at };
            match sweeps
                .iter_mut()
                .find(|(known, sweep)| *known == key && sweep.run.id == run.id)
            {
                Some((_, sweep)) => sweep.points.push(point),
                None => {
                    let name =
                        if all.len() > 1 { studio.drive_name(run) } else { String::new() };
                    let slot = studio.slot(run);
                    sweeps.push((key, Sweep { name, slot, points: vec![point], run }));
                }
            }
        }
    }
    let mut sweeps: Vec<(Workload, Sweep<'a>)> = sweeps
        .into_iter()
        .filter_map(|(key, mut sweep)| {
            sweep.points.sort_by_key(|point| point.at);
            sweep.points.dedup_by_key(|point| point.at);
            (sweep.points.len() >= POINTS_MIN).then_some((key, sweep))
        })
        .collect();
    name(&mut sweeps, varied, all.len() > 1);
    sweeps.truncate(usize::from(SLOT_COUNT));
    sweeps.into_iter().map(|(_, sweep)| sweep).collect()
}

/// Sweeps of one run are named by their load, and have a slot each.
fn name(sweeps: &mut [(Workload, Sweep<'_>)], varied: Varied, has_drives: bool) {
    let is_alone = sweeps.len() < 2;
    for (index, (key, sweep)) in sweeps.iter_mut().enumerate() {
        let load = load_of(sweep.points[0].line, key, varied);
        if !has_drives {
            sweep.name = load;
            if !is_alone {
                sweep.slot = u8::try_from(index).unwrap_or(0) % SLOT_COUNT;
            }
        }
    }
}

/// The load in words, without what is varied.
fn load_of(line: Line<'_>, key: &Workload, varied: Varied) -> String {
    let workload = &line.group.cells[0].workload;
    let direction = line.operation.map_or("read+write", iogram_model::OpKind::name);
    let parts = [
        Some(workload.access.to_string()),
        (varied != Varied::Mix).then(|| direction.to_owned()),
        (varied != Varied::Block).then(|| workload.block.to_string()),
        (varied != Varied::Depth).then(|| format!("QD {}", key.depth * key.jobs)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The median over the repetitions.
fn median(run: &Run, line: &Line<'_>, figure: &str) -> Option<f64> {
    line.summary(&run.findings, figure).and_then(|summary| summary.median).map(short)
}

fn curve(studio: &Studio<'_>, sweeps: &[Sweep<'_>], varied: Varied) -> Option<ChartSpec> {
    let first = sweeps.first()?;
    let (title, x) = match varied {
        Varied::Depth => (
            "figure-depth",
            Axis {
                scale: iogram_charts::Scale::Log2,
                ..Axis::linear(studio.text("queue-depth"), Unit::COUNT)
            },
        ),
        Varied::Block => ("figure-block", Axis::binary(studio.text("block-size"))),
        Varied::Mix => ("figure-mix", Axis::linear(studio.text("read-share"), Unit::PERCENT)),
        Varied::Place => ("figure-capacity", Axis::linear(studio.text("offset"), Unit::BYTES)),
    };
    let (figure, y) = match varied {
        Varied::Depth => ("iops", Axis::linear(studio.text("iops"), Unit::IOPS)),
        _ => ("bytes_per_s", Axis::linear(studio.text("throughput"), Unit::BYTES_PER_S)),
    };
    let scale = if varied == Varied::Mix { 0.1 } else { 1.0 };
    let series = sweeps.iter().map(|sweep| XySeries {
        name: sweep.name.clone(),
        slot: sweep.slot,
        panel: 0,
        shape: Shape::Line,
        x: sweep.points.iter().map(|point| real(point.at) * scale).collect(),
        y: sweep.points.iter().map(|point| median(sweep.run, &point.line, figure)).collect(),
        labels: Vec::new(),
    });
    let series: Vec<XySeries> = series.collect();
    let note = note(studio, sweeps, first);
    let body = Body::Xy { x, panels: vec![y], series, marks: Vec::new() };
    Some(studio.spec(studio.text(title), note, body))
}

fn note(studio: &Studio<'_>, sweeps: &[Sweep<'_>], first: &Sweep<'_>) -> String {
    let cells: usize = sweeps.iter().map(|sweep| sweep.points.len()).sum();
    let load = load_text(&first.points[0].line.group.cells[0].workload);
    let load = if sweeps.len() == 1 { load } else { studio.drive_name(first.run) };
    studio.with("figure-sweep-note", &[("load", &load), ("count", &cells.to_string())])
}

/// Bars side by side for each block size, with the spread of the repetitions.
fn grouped(studio: &Studio<'_>, sweeps: &[Sweep<'_>]) -> Option<ChartSpec> {
    let first = sweeps.first()?;
    let mut sizes: Vec<u64> =
        sweeps.iter().flat_map(|sweep| sweep.points.iter().map(|point| point.at)).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let series = sweeps.iter().map(|sweep| {
        let at = |size: &u64| sweep.points.iter().find(|point| point.at == *size);
        let summary = |size: &u64| {
            at(size).and_then(|point| point.line.summary(&sweep.run.findings, "bytes_per_s"))
        };
        GroupedSeries {
            name: sweep.name.clone(),
            slot: sweep.slot,
            values: sizes.iter().map(|it| summary(it)?.median.map(short)).collect(),
            lows: sizes.iter().map(|it| summary(it)?.min.map(short)).collect(),
            highs: sizes.iter().map(|it| summary(it)?.max.map(short)).collect(),
        }
    });
    let body = Body::Grouped {
        category: Axis::of(
            studio.text("block-size"),
            sizes.iter().map(|size| Bytes(*size).to_string()).collect(),
        ),
        value: Axis::log(studio.text("throughput"), Unit::BYTES_PER_S),
        series: series.collect(),
    };
    Some(studio.spec(studio.text("figure-block-grouped"), note(studio, sweeps, first), body))
}

/// Block size, share of reads in thousandths, bytes per second.
type MixCell = (u64, u64, f64);

/// Block size by share of reads, where both differ.
fn mix_map(studio: &Studio<'_>, run: &Run, groups: &[Group<'_>]) -> Option<ChartSpec> {
    let mut found: Vec<(Workload, Vec<MixCell>, String)> = Vec::new();
    for group in groups {
        let workload = &group.cells[0].workload;
        let (Some(block), Some(mix)) =
            (value_of(workload, Varied::Block, run), value_of(workload, Varied::Mix, run))
        else {
            continue;
        };
        let Some(line) = group.lines().into_iter().next() else { continue };
        let Some(value) = median(run, &line, "bytes_per_s") else { continue };
        let key = common(&common(workload, Varied::Block), Varied::Mix);
        match found.iter_mut().find(|(known, ..)| *known == key) {
            Some((_, cells, _)) => cells.push((block, mix, value)),
            None => found.push((key, vec![(block, mix, value)], load_text(workload))),
        }
    }
    let (_, cells, load) = found.into_iter().max_by_key(|(_, cells, _)| cells.len())?;
    let distinct = |of: fn(&MixCell) -> u64| {
        let mut values: Vec<u64> = cells.iter().map(of).collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    let (blocks, mixes) = (distinct(|it| it.0), distinct(|it| it.1));
    if blocks.len() < 2 || mixes.len() < POINTS_MIN {
        return None;
    }
    let place = |list: &[u64], value: u64| {
        list.iter()
            .position(|it| *it == value)
            .and_then(|at| u32::try_from(at).ok())
            .unwrap_or(0)
    };
    let body = Body::Heatmap {
        x: Axis::of(
            studio.text("read-share"),
            mixes.iter().map(|it| format!("{} %", real(*it) / 10.0)).collect(),
        ),
        y: Axis::of(
            studio.text("block-size"),
            blocks.iter().map(|size| Bytes(*size).to_string()).collect(),
        ),
        value: Axis::log(studio.text("throughput"), Unit::BYTES_PER_S),
        cells: cells
            .iter()
            .map(|(block, mix, value)| (place(&mixes, *mix), place(&blocks, *block), *value))
            .collect(),
    };
    let values = [("load", load.as_str()), ("count", &cells.len().to_string())];
    let note = studio.with("figure-sweep-note", &values);
    Some(studio.spec(studio.text("figure-mix-map"), note, body))
}
