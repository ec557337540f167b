//! Cells that differ in one parameter only: depth, block size, share of reads, place.

use iogram_charts::{Axis, Body, ChartSpec, SLOT_COUNT, Scale, Unit, XySeries};
use iogram_model::Total as _;
use iogram_model::{
    Access, Blocks, Bytes, Finding, Offset, OpMix, Pacing, Region, Run, Stop, Workload,
};

use super::samples::is_ruled_by_requests;
use super::{ChartContext, Draft, line, parts, real, short, slot_at};
use crate::format::operation_name;
use crate::group::{Group, Line, groups};
use crate::load::access_name;

/// Fewer values of the parameter do not make a curve.
const POINTS_MIN: usize = 3;

/// Parameters of sweeps.
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

/// Cells that only differ in the parameter.
struct Sweep<'a> {
    /// The load in words, without the parameter.
    load: String,
    /// The common values of the curves of one chart: part of the method, access and block size.
    common: String,
    /// The same for a file name, which is the same in every language.
    file: String,
    part: Option<&'a str>,
    /// In the legend: the load, or the drive.
    name: String,
    slot: u8,
    /// One for each value of the parameter, ascending.
    points: Vec<Point<'a>>,
    run: &'a Run,
}

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let all: Vec<(&Run, Vec<Group<'_>>)> =
        context.runs.iter().map(|run| (run, groups(run))).collect();
    let mut charts = Vec::new();
    for varied in [Varied::Depth, Varied::Block, Varied::Mix, Varied::Place] {
        for sweeps in pictures(context, sweeps(context, &all, varied)) {
            let what = match varied {
                Varied::Depth => "iops by queue depth",
                Varied::Block => "throughput by block size",
                Varied::Mix => "throughput by read share",
                Varied::Place => "throughput along the drive",
            };
            let name = match sweeps.as_slice() {
                [] => what.to_owned(),
                [first, ..] => format!("{what} {}", first.file),
            };
            let part = sweeps.first().and_then(|first| first.part);
            // A mix curve already has the depths of its cells.
            let is_said = sweeps.iter().any(|sweep| has_mix_curve(sweep.run));
            let draft = Draft::new(name, curve(context, &sweeps, varied)).of_part(part);
            charts.push(draft.weighing(u32::from(!is_said)));
        }
    }
    for (run, groups) in &all {
        charts.extend(
            mix_maps(context, run, groups)
                .into_iter()
                .map(|it| Draft::new("throughput by block size and read share", it)),
        );
    }
    charts
}

/// The sweeps of one drive together, or those of one load of all drives.
fn pictures<'a>(context: &ChartContext<'_>, sweeps: Vec<Sweep<'a>>) -> Vec<Vec<Sweep<'a>>> {
    if sweeps.is_empty() {
        return Vec::new();
    }
    let is_alone = context.runs.len() < 2;
    let is_alike = |one: &Sweep<'_>, other: &Sweep<'_>| {
        if is_alone { one.common == other.common } else { one.load == other.load }
    };
    let mut pictures: Vec<Vec<Sweep<'a>>> = Vec::new();
    for sweep in sweeps {
        match pictures.iter_mut().find(|alike| is_alike(&alike[0], &sweep)) {
            Some(alike) => alike.push(sweep),
            None => pictures.push(vec![sweep]),
        }
    }
    let mut pictures: Vec<Vec<Sweep<'a>>> = pictures
        .into_iter()
        .flat_map(|sweeps| parts(sweeps, usize::from(SLOT_COUNT)))
        .collect();
    for sweeps in pictures.iter_mut().filter(|_| is_alone) {
        for (index, sweep) in sweeps.iter_mut().enumerate() {
            sweep.slot = slot_at(index);
        }
    }
    pictures
}

/// A workload without the parameter: equal for cells of one sweep.
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

/// The value of the parameter.
fn value_of(workload: &Workload, varied: Varied, run: &Run) -> Option<u64> {
    Some(match varied {
        Varied::Depth => u64::from(workload.depth).saturating_mul(u64::from(workload.jobs)),
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
    context: &ChartContext<'_>,
    all: &'a [(&'a Run, Vec<Group<'a>>)],
    varied: Varied,
) -> Vec<Sweep<'a>> {
    let mut sweeps: Vec<(Key<'a>, Sweep<'a>)> = Vec::new();
    for (run, groups) in all {
        for group in groups {
            let workload = &group.cells[0].workload;
            if varied == Varied::Mix && is_concluded(run, workload) {
                continue;
            }
            let Some(at) = value_of(workload, varied, run) else { continue };
            let Some(line) = group.lines().into_iter().next().filter(Line::moves_bytes) else {
                continue;
            };
            let key =
                (run.id.as_str(), group.block(), again(group.name), common(workload, varied));
            let point = Point { line, at };
            match sweeps.iter_mut().find(|(known, _)| *known == key) {
                Some((_, sweep)) => sweep.points.push(point),
                None => {
                    let load = load_of(context, line, &key, varied);
                    let name = match context.runs {
                        [_] => own(context, line, &key, varied),
                        _ => context.drive_name(run),
                    };
                    let (common, file) = common_words(context, group.block(), workload, varied);
                    let (part, slot) = (group.block(), context.slot(run));
                    let points = vec![point];
                    sweeps.push((
                        key,
                        Sweep { load, common, file, part, name, slot, points, run },
                    ));
                }
            }
        }
    }
    sweeps
        .into_iter()
        .filter_map(|(_, mut sweep)| {
            sweep.points.sort_by_key(|point| point.at);
            sweep.points.dedup_by_key(|point| point.at);
            (sweep.points.len() >= POINTS_MIN).then_some(sweep)
        })
        .collect()
}

/// Run, part of the method, whether it is a second pass, and load without the parameter.
type Key<'a> = (&'a str, Option<&'a str>, Option<&'static str>, Workload);

/// A second pass over the same data has the same load as the first one.
fn again(name: &str) -> Option<&'static str> {
    ["rewrite", "reread"].into_iter().find(|word| name.contains(word))
}

/// Whether a finding already has the curve of such cells: it combines depths as well.
fn is_concluded(run: &Run, workload: &Workload) -> bool {
    workload.jobs == 1 && workload.pacing == Pacing::Closed && has_mix_curve(run)
}

fn has_mix_curve(run: &Run) -> bool {
    run.findings.iter().any(|it| matches!(it, Finding::MixCurve(_)))
}

/// The access as people call it: a permutation is a random order in which no block repeats.
fn access_of(workload: &Workload) -> &Access {
    match &workload.access {
        Access::Permutation => &Access::Random,
        access => access,
    }
}

fn access_text(context: &ChartContext<'_>, workload: &Workload) -> String {
    access_name(access_of(workload), context.locale)
}

/// Reads and writes, in words: the share of reads distinguishes mixed loads.
fn direction_text(context: &ChartContext<'_>, line: Line<'_>) -> String {
    match line.operation {
        Some(kind) => operation_name(kind, context.locale),
        None => {
            let share = f64::from(line.group.cells[0].workload.mix.read.0) / 10.0;
            context.with("share-of-reads", &[("share", &share.to_string())])
        }
    }
}

/// The common values of the curves of one chart, for its title and its file name.
fn common_words(
    context: &ChartContext<'_>,
    part: Option<&str>,
    workload: &Workload,
    varied: Varied,
) -> (String, String) {
    let with = |access: String| {
        let parts = [
            part.map(ToOwned::to_owned),
            (varied != Varied::Block).then_some(access),
            (varied != Varied::Block).then(|| workload.block.to_string()),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    (with(access_text(context, workload)), with(access_of(workload).to_string()))
}

/// The part that distinguishes a curve from the others of its chart.
fn own(context: &ChartContext<'_>, line: Line<'_>, key: &Key<'_>, varied: Varied) -> String {
    let workload = &line.group.cells[0].workload;
    let (_, _, again, key) = key;
    let parts = [
        (varied == Varied::Block).then(|| access_text(context, workload)),
        (varied != Varied::Mix)
            .then(|| again.map_or_else(|| direction_text(context, line), ToOwned::to_owned)),
        (varied != Varied::Depth).then(|| format!("QD {}", key.depth.saturating_mul(key.jobs))),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The load in words, without the parameter.
fn load_of(
    context: &ChartContext<'_>,
    line: Line<'_>,
    (_, part, again, key): &Key<'_>,
    varied: Varied,
) -> String {
    let workload = &line.group.cells[0].workload;
    let parts = [
        part.map(ToOwned::to_owned),
        Some(access_text(context, workload)),
        (varied != Varied::Mix)
            .then(|| again.map_or_else(|| direction_text(context, line), ToOwned::to_owned)),
        (varied != Varied::Block).then(|| workload.block.to_string()),
        (varied != Varied::Depth).then(|| format!("QD {}", key.depth.saturating_mul(key.jobs))),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The value that represents all repetitions.
fn shown(run: &Run, line: &Line<'_>, figure: &str) -> Option<f64> {
    line.summary(&run.findings, figure).and_then(iogram_model::RepeatSummary::shown).map(short)
}

fn curve(context: &ChartContext<'_>, sweeps: &[Sweep<'_>], varied: Varied) -> ChartSpec {
    let x = match varied {
        Varied::Depth => Axis {
            scale: Scale::Log2,
            ..Axis::linear(context.text("queue-depth"), Unit::COUNT)
        },
        Varied::Block => Axis::binary(context.text("block-size")),
        Varied::Mix => Axis::linear(context.text("read-share"), Unit::PERCENT),
        Varied::Place => Axis::linear(context.text("offset"), Unit::BYTES),
    };
    let is_ruled = sweeps.iter().all(|sweep| {
        let mut cells = sweep.points.iter().map(|point| point.line.group.cells[0]);
        cells.all(|cell| is_ruled_by_requests(sweep.run, cell))
    });
    let title = match varied {
        Varied::Block if is_ruled => "figure-block-iops",
        Varied::Mix if is_ruled => "figure-mix-iops",
        Varied::Depth => "figure-depth",
        Varied::Block => "figure-block",
        Varied::Mix => "figure-mix",
        Varied::Place => "figure-capacity",
    };
    let (figure, y) = match varied {
        Varied::Block if is_ruled => ("iops", context.log("iops", Unit::IOPS)),
        Varied::Mix if is_ruled => ("iops", Axis::linear(context.text("iops"), Unit::IOPS)),
        Varied::Depth => ("iops", Axis::linear(context.text("iops"), Unit::IOPS)),
        // From 4 KiB to 16 MiB the rates differ a thousandfold.
        Varied::Block => ("bytes_per_s", context.log("throughput", Unit::BYTES_PER_S)),
        _ => ("bytes_per_s", Axis::linear(context.text("throughput"), Unit::BYTES_PER_S)),
    };
    let scale = if varied == Varied::Mix { 0.1 } else { 1.0 };
    let series = sweeps.iter().map(|sweep| {
        let x = sweep.points.iter().map(|point| real(point.at) * scale).collect();
        let y = sweep.points.iter().map(|point| shown(sweep.run, &point.line, figure));
        line(sweep.name.clone(), sweep.slot, x, y.collect())
    });
    let series: Vec<XySeries> = series.collect();
    let body = Body::Xy { x, panels: vec![y], series, marks: Vec::new() };
    let title = match sweeps {
        [first, ..] if context.runs.len() == 1 && !first.common.is_empty() => context
            .with("figure-of", &[("title", &context.text(title)), ("what", &first.common)]),
        _ => context.text(title),
    };
    context.spec(title, note(context, sweeps), body)
}

/// The load that all share, or the drive.
fn note(context: &ChartContext<'_>, sweeps: &[Sweep<'_>]) -> String {
    let cells: usize = sweeps.iter().map(|sweep| sweep.points.len()).total();
    let load = match sweeps {
        [] => String::new(),
        [first, others @ ..] if others.iter().all(|it| it.load == first.load) => {
            first.load.clone()
        }
        [first, ..] => context.drive_name(first.run),
    };
    context.with("figure-sweep-note", &[("load", &load), ("count", &cells.to_string())])
}

/// Block size, share of reads in thousandths, and the value, if known.
pub(super) type MixCell = (u64, u64, Option<f64>);

/// Cells of one load that differ in both.
struct MixMap {
    key: Workload,
    load: String,
    cells: Vec<MixCell>,
}

/// Block size by share of reads, if both differ: a chart for each load.
fn mix_maps(context: &ChartContext<'_>, run: &Run, groups: &[Group<'_>]) -> Vec<ChartSpec> {
    let mut found: Vec<(Option<&str>, MixMap)> = Vec::new();
    for group in groups {
        let workload = &group.cells[0].workload;
        // The map of the rounds' results is in IOPS.
        if is_ruled_by_requests(run, group.cells[0]) {
            continue;
        }
        let (Some(block), Some(mix)) =
            (value_of(workload, Varied::Block, run), value_of(workload, Varied::Mix, run))
        else {
            continue;
        };
        let Some(line) = group.lines().into_iter().next().filter(Line::moves_bytes) else {
            continue;
        };
        let Some(value) = shown(run, &line, "bytes_per_s") else { continue };
        let key = common(&common(workload, Varied::Block), Varied::Mix);
        let cell = (block, mix, Some(value));
        match found.iter_mut().find(|(part, map)| *part == group.block() && map.key == key) {
            Some((_, map)) => map.cells.push(cell),
            None => {
                let depth = key.depth.saturating_mul(key.jobs);
                let load = format!("{}, QD {depth}", access_text(context, workload));
                found.push((group.block(), MixMap { key, load, cells: vec![cell] }));
            }
        }
    }
    found.iter().filter_map(|(_, map)| mix_map(context, run, map)).collect()
}

fn mix_map(context: &ChartContext<'_>, run: &Run, map: &MixMap) -> Option<ChartSpec> {
    let value = Axis::log(context.text("throughput"), Unit::BYTES_PER_S);
    let body = mix_map_body(context, &map.cells, value, POINTS_MIN)?;
    let values = [("load", map.load.as_str()), ("count", &map.cells.len().to_string())];
    let note = context.of_drive(run, &context.with("figure-sweep-note", &values));
    Some(context.spec(context.text("figure-mix-map"), note, body))
}

/// A map of values by share of reads and block size; `None` with one block size or fewer than `mixes_min` shares.
pub(super) fn mix_map_body(
    context: &ChartContext<'_>,
    cells: &[MixCell],
    value: Axis,
    mixes_min: usize,
) -> Option<Body> {
    let distinct = |of: fn(&MixCell) -> u64| {
        let mut values: Vec<u64> = cells.iter().map(of).collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    let (blocks, mixes) = (distinct(|it| it.0), distinct(|it| it.1));
    if blocks.len() < 2 || mixes.len() < mixes_min {
        return None;
    }
    let place = |list: &[u64], value: u64| {
        list.iter()
            .position(|it| *it == value)
            .and_then(|at| u32::try_from(at).ok())
            .unwrap_or(0)
    };
    Some(Body::Heatmap {
        line: None,
        x: Axis::of(
            context.text("read-share"),
            mixes.iter().map(|it| format!("{} %", real(*it) / 10.0)).collect(),
        ),
        y: Axis::of(
            context.text("block-size"),
            blocks.iter().map(|size| Bytes(*size).to_string()).collect(),
        ),
        value,
        cells: cells
            .iter()
            .filter_map(|(block, mix, value)| {
                Some((place(&mixes, *mix), place(&blocks, *block), (*value)?))
            })
            .collect(),
    })
}
