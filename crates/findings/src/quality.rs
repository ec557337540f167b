//! Figures of a drive from a run, by kind of work and not by method: for catalogues, promises and advice.

use iogram_model::{
    Access, Application, Bytes, CellRecord, CellState, DriveEntry, DriveFigure, Figure,
    FigureRun, ImportedEvidence, ImportedOrder, ImportedResult, Message, MessageId, OpKind,
    Permille, Places, PublishedFigure, Quality, Range95, Replay, Run, SyncPolicy, Synchronous,
    TargetKind, Timing, Workload,
};

use crate::computer::Taken;
use crate::figure::{durable_overall, durable_range, overall, value_of};
use crate::origin::other_than_drive;
use crate::proof::{bounds, durable_bounds};
use crate::same_work::are_repeats;
use crate::scores::served;
use crate::sustained::{held_bytes_per_s, seen_bytes};
use crate::told_sync::ToldSync;

/// The smallest large block. Source: the block size of SNIA's sequential preconditioning.
const LARGE: Bytes = Bytes(128 << 10);
/// Largest synced write of databases and logs. Arbitrary: the pages of `PostgreSQL` and `InnoDB` are 8 and 16 KiB.
const SYNCED_MAX: Bytes = Bytes(16 << 10);
const RANDOM: Bytes = Bytes(4 << 10);
/// Recorded inserts of one database, each row of the usual size. `copies` and `variant=pts` are other work.
const ONE_COPY: [&str; 5] = [
    "program:sqlite-delete-full",
    "program:sqlite-delete-extra",
    "program:sqlite-truncate-full",
    "program:sqlite-persist-full",
    "program:sqlite-wal-full",
];
/// The fraction of a drive that exceeds any write cache. Arbitrary: caches that use free space reach a quarter to a
/// third of a TLC drive.
const SUSTAINED_SHARE: u64 = 4;

/// Every figure of `run` about one of the qualities, in the order of its cells. `measured_on` is the day, in the
/// caller's notation.
#[must_use]
pub fn figures_of_run(run: &Run, measured_on: Option<&str>) -> Vec<DriveFigure> {
    let mut figures = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for cell in &run.cells {
        if names.contains(&cell.name.as_str()) {
            continue;
        }
        names.push(&cell.name);
        let group: Vec<&CellRecord> =
            run.cells.iter().filter(|other| other.name == cell.name).collect();
        for quality in qualities_of(run, &group) {
            for (figure, operation) in figures_for(quality, &cell.workload) {
                let is_sustained = quality == Quality::SustainedWrite;
                let runs = match operation {
                    Some(_) if is_sustained => values_of(run, &group, held_bytes_per_s),
                    Some(operation) => runs_of(run, &group, figure, operation),
                    None => replays_of(run, &group, figure),
                };
                let mean = match is_sustained {
                    true => iogram_stats::mean(&counted(&runs)),
                    false => overall_of(run, figure, &group, operation),
                };
                let proven = operation
                    .filter(|_| mean.is_none())
                    .and_then(|operation| proven_least(run, &group, figure, operation));
                if runs.iter().all(|run| run.value.is_none()) && proven.is_none() {
                    continue;
                }
                figures.push(DriveFigure {
                    quality,
                    figure: figure.name().to_owned(),
                    interval: interval(figure, &runs),
                    runs,
                    mean,
                    proven_least: proven,
                    up_to_bytes: is_sustained
                        .then(|| seen_bytes(run, &counting(run, &group)))
                        .flatten(),
                    // Replayed requests have their own sizes and depths.
                    block: operation.map(|_| cell.workload.block.largest()),
                    depth: operation
                        .and_then(|_| cell.workload.depth.checked_mul(cell.workload.jobs)),
                    measured_on: measured_on.map(str::to_owned),
                    mean_of_runs: None,
                    is_measured: true,
                    is_of_simulation: is_of_simulation(run),
                    source: format!("run {}, {}", run.id, cell.name),
                    method: run.method.id.clone(),
                });
            }
        }
    }
    figures.extend(imported(run, measured_on));
    figures
}

/// Whether the drive was simulated, in virtual time or as a file for other programs.
pub(crate) fn is_of_simulation(run: &Run) -> bool {
    run.target.kind == TargetKind::Simulated || run.target.simulation.is_some()
}

/// Results of another tool whose kind of work is clear. They were not measured here. Consecutive results with one
/// name and the same work are runs of one figure.
fn imported(run: &Run, measured_on: Option<&str>) -> Vec<DriveFigure> {
    // The day of the import is not the day of the measurement.
    let measured_on = measured_on.filter(|_| run.import.is_none());
    let mut figures: Vec<DriveFigure> = Vec::new();
    for evidence in run.imports() {
        // Index of each figure, with its first result.
        let mut groups: Vec<(usize, &ImportedResult)> = Vec::new();
        for result in &evidence.results {
            let Some(quality) = quality_of(evidence, result) else { continue };
            for name in ["bytes_per_s", "iops", "latency_p50_ns", "latency_p99_ns"] {
                let Some(value) = told_value(evidence, result, (quality, name)) else {
                    continue;
                };
                let why = result.excluded.as_ref().map(|it| it.reason.clone());
                let told = FigureRun { value: Some(value), excluded: why };
                let known = groups.iter().find(|(index, first)| {
                    let its = figures.get(*index);
                    its.is_some_and(|it| it.quality == quality && it.figure == name)
                        && are_repeats(first, result)
                });
                if let Some(figure) = known.and_then(|(index, _)| figures.get_mut(*index)) {
                    figure.runs.push(told);
                    continue;
                }
                groups.push((figures.len(), result));
                figures.push(DriveFigure {
                    quality,
                    figure: name.to_owned(),
                    runs: vec![told],
                    mean: None,
                    proven_least: None,
                    up_to_bytes: None,
                    interval: None,
                    block: result.block_bytes.map(Bytes),
                    depth: result
                        .depth
                        .zip(result.job_count.or(Some(1)))
                        .map(|(one, many)| one.saturating_mul(many)),
                    measured_on: measured_on.map(str::to_owned),
                    mean_of_runs: None,
                    is_measured: false,
                    is_of_simulation: false,
                    source: format!("run {}, {}", run.id, result.name),
                    method: evidence.tool.clone(),
                });
            }
        }
    }
    for figure in &mut figures {
        let known: Option<Figure> = figure.figure.parse().ok();
        figure.mean = mean_of_published(known, &counted(&figure.runs));
        figure.interval = known.and_then(|known| interval(known, &figure.runs));
    }
    figures
}

/// The figure for a kind of work. Latencies of synced writes include the time until the data is durable.
fn told_value(
    evidence: &ImportedEvidence,
    result: &ImportedResult,
    (quality, name): (Quality, &str),
) -> Option<f64> {
    if quality == Quality::SyncWrite {
        let is_rate = name == "bytes_per_s";
        return ToldSync::of(evidence, result).filter(|_| !is_rate)?.figure(name);
    }
    // For other work, the median says the same as the rate.
    result.figures.get(name).copied().filter(|_| name != "latency_p50_ns")
}

/// The single value for runs with unknown requests.
fn mean_of_published(figure: Option<Figure>, values: &[f64]) -> Option<f64> {
    match figure.is_some_and(Figure::is_percentile) {
        true => iogram_stats::median(values),
        false => iogram_stats::mean(values),
    }
}

/// The kind of work of a result, if its caches and every other deciding setting are known; `None` if something
/// limited it.
fn quality_of(evidence: &ImportedEvidence, result: &ImportedResult) -> Option<Quality> {
    // A flush after each write defeats every cache.
    if result.block_bytes.is_some_and(|it| Bytes(it) <= SYNCED_MAX)
        && ToldSync::of(evidence, result).is_some()
    {
        return Some(Quality::SyncWrite);
    }
    if !result.is_of_drive || !result.limits.is_empty() || result.is_direct != Some(true) {
        return None;
    }
    let (block, operation) = (Bytes(result.block_bytes?), result.operation?);
    let outstanding = result.depth?.saturating_mul(result.job_count.unwrap_or(1));
    let is_single = outstanding == 1;
    match (result.order?, operation) {
        (ImportedOrder::Sequential, OpKind::Read) if block >= LARGE => {
            Some(Quality::SequentialRead)
        }
        (ImportedOrder::Sequential, OpKind::Write) if block >= LARGE => {
            Some(Quality::SequentialWrite)
        }
        (ImportedOrder::Random, OpKind::Read) if block == RANDOM => {
            Some(if is_single { Quality::RandomRead } else { Quality::QueuedRead })
        }
        (ImportedOrder::Random, OpKind::Write) if block == RANDOM => {
            Some(if is_single { Quality::RandomWrite } else { Quality::QueuedWrite })
        }
        _ => None,
    }
}

/// The published figures of this product.
#[must_use]
pub fn figures_of_entry(entry: &DriveEntry) -> Vec<DriveFigure> {
    entry.published.iter().map(published).collect()
}

fn published(figure: &PublishedFigure) -> DriveFigure {
    let values = counted(&figure.runs);
    let known: Option<Figure> = figure.figure.parse().ok();
    DriveFigure {
        quality: figure.quality,
        figure: figure.figure.clone(),
        runs: figure.runs.clone(),
        // The stated mean takes precedence: ours would come from values rounded for printing.
        mean: figure.mean.or_else(|| mean_of_published(known, &values)),
        proven_least: None,
        up_to_bytes: None,
        interval: known.and_then(|known| interval(known, &figure.runs)),
        block: figure.block,
        depth: None,
        measured_on: figure.measured_on.clone(),
        mean_of_runs: denied_mean(figure, &values),
        is_measured: false,
        is_of_simulation: false,
        source: figure.source.clone(),
        method: figure.conditions.clone(),
    }
}

/// The mean of the runs if it contradicts the stated one: each run and the mean were rounded for printing, but
/// rounding does not explain the difference.
fn denied_mean(figure: &PublishedFigure, values: &[f64]) -> Option<f64> {
    let stated = figure.mean.filter(|_| values.len() > 1)?;
    let given = mean_of_published(figure.figure.parse().ok(), values)?;
    // All runs were printed with the same precision, so the finest of their last places is the real one.
    let place = values.iter().copied().map(last_place).reduce(f64::min)?;
    let rounding = f64::midpoint(place, last_place(stated));
    ((given - stated).abs() > rounding).then_some(given)
}

/// The value of the last digit that is not 0: 100,000 for 82.6 MB/s.
fn last_place(value: f64) -> f64 {
    let mut rest = iogram_model::rounded(value);
    let mut place = 1.0;
    while rest > 0 && rest.is_multiple_of(10) {
        rest /= 10;
        place *= 10.0;
    }
    place
}

/// Whether the cells with this name are `work`.
pub(crate) fn is_of(run: &Run, cell: &str, work: Quality) -> bool {
    let group: Vec<&CellRecord> = run.cells.iter().filter(|other| other.name == cell).collect();
    !group.is_empty() && qualities_of(run, &group).contains(&work)
}

/// The kinds of work that a cell does.
fn qualities_of(run: &Run, group: &[&CellRecord]) -> Vec<Quality> {
    let workload = &group[0].workload;
    // If something other than the drive answered, the cell says nothing about it.
    if group.iter().any(|cell| other_than_drive(run, cell).is_some()) {
        return Vec::new();
    }
    if let Some(replay) = &workload.replay {
        let recorded = recorded_work(replay, run.target.capacity);
        return recorded.or_else(|| recorded_database(replay)).into_iter().collect();
    }
    // The requests behind a program's operation are unknown.
    if !workload.is_synthetic() {
        return database_work(workload).into_iter().collect();
    }
    let [(block, _)] = workload.block.sizes() else { return Vec::new() };
    let mix = workload.mix;
    let is_read = mix.read == Permille(1000);
    let is_write = mix.write() == Permille(1000);
    let outstanding = workload.depth.saturating_mul(workload.jobs);
    let is_synced = matches!(workload.sync, SyncPolicy::Each | SyncPolicy::Dsync);
    let is_unsynced = matches!(workload.sync, SyncPolicy::None | SyncPolicy::End);
    let is_random = matches!(workload.access, Access::Random | Access::Permutation);
    let is_sequential = workload.access == Access::Sequential;
    match () {
        () if is_write && is_synced && *block <= SYNCED_MAX && outstanding == 1 => {
            vec![Quality::SyncWrite]
        }
        () if is_sequential && *block >= LARGE && is_read => vec![Quality::SequentialRead],
        () if is_sequential && *block >= LARGE && is_write && is_unsynced => {
            let sustained = is_sustained(run, group).then_some(Quality::SustainedWrite);
            [Quality::SequentialWrite].into_iter().chain(sustained).collect()
        }
        () if is_random && *block == RANDOM && is_read => {
            vec![if outstanding == 1 { Quality::RandomRead } else { Quality::QueuedRead }]
        }
        () if is_random && *block == RANDOM && is_write && is_unsynced => {
            vec![if outstanding == 1 { Quality::RandomWrite } else { Quality::QueuedWrite }]
        }
        () => Vec::new(),
    }
}

/// Sequential inserts that each wait until they are durable.
fn database_work(workload: &Workload) -> Option<Quality> {
    let Some(Application::Sqlite(sqlite)) = &workload.application else { return None };
    let is_safe = match sqlite.synchronous {
        Synchronous::Full | Synchronous::Extra => true,
        // A write-ahead log is synced only at checkpoints.
        Synchronous::Normal => false,
    };
    let is_new = sqlite.fill_count == 0 && workload.mix.write() == Permille(1000);
    (is_safe && is_new && workload.jobs == 1).then_some(Quality::DatabaseTransactions)
}

/// A replay of a database's recorded inserts. Several databases at the same time are another kind of work.
fn recorded_database(replay: &Replay) -> Option<Quality> {
    let program = replay.program?;
    let Application::Sqlite(sqlite) = program.application else { return None };
    let is_safe = sqlite.synchronous != Synchronous::Normal;
    let is_made_again = replay.how.timing == Timing::AsFastAsPossible;
    let is_of_one = ONE_COPY.contains(&replay.trace.as_str());
    (is_safe && sqlite.fill_count == 0 && is_made_again && is_of_one)
        .then_some(Quality::DatabaseTransactions)
}

/// The built-in trace that it replays, as `app-day` does: another speed, or compressed addresses, make it another
/// kind of work.
fn recorded_work(replay: &Replay, capacity: Bytes) -> Option<Quality> {
    let how = &replay.how;
    let has_room = replay.load.as_ref().is_some_and(|load| load.end_bytes <= capacity.0);
    let is_whole =
        how.timing == Timing::AsFastAsPossible && how.places == Places::Fit && has_room;
    let name = replay.trace.strip_prefix("day:")?;
    let work = Quality::ALL.into_iter().find(|work| work.trace() == Some(name));
    work.filter(|_| is_whole && replay.program.is_none())
}

/// Whether every repetition wrote enough of the drive.
fn is_sustained(run: &Run, group: &[&CellRecord]) -> bool {
    let drive = run.target.drive_capacity.unwrap_or(run.target.capacity).0;
    drive > 0
        && group.iter().all(|cell| {
            let written = cell.operations.write.as_ref().map_or(0, |op| op.bytes);
            written >= drive / SUSTAINED_SHARE
        })
}

/// The figures that characterise a kind of work, with their operations. `None`: of reads and writes together.
fn figures_for(quality: Quality, workload: &Workload) -> Vec<(Figure, Option<OpKind>)> {
    if quality.trace().is_some() {
        return vec![(Figure::BytesPerS, None), (Figure::LatencyMean, None)];
    }
    // Of recorded inserts only the rate: latencies are those of single requests.
    if workload.replay.is_some() {
        return vec![(Figure::Iops, None)];
    }
    let figures = figures_of_one(quality, workload);
    figures.into_iter().map(|(figure, operation)| (figure, Some(operation))).collect()
}

fn figures_of_one(quality: Quality, workload: &Workload) -> Vec<(Figure, OpKind)> {
    let durable = if workload.sync == SyncPolicy::Each { OpKind::Flush } else { OpKind::Write };
    match quality {
        Quality::SequentialRead => vec![(Figure::BytesPerS, OpKind::Read)],
        Quality::SequentialWrite | Quality::SustainedWrite => {
            vec![(Figure::BytesPerS, OpKind::Write)]
        }
        Quality::RandomRead | Quality::QueuedRead => vec![
            (Figure::Iops, OpKind::Read),
            (Figure::BytesPerS, OpKind::Read),
            (Figure::LatencyP99, OpKind::Read),
        ],
        Quality::RandomWrite | Quality::QueuedWrite => vec![
            (Figure::Iops, OpKind::Write),
            (Figure::BytesPerS, OpKind::Write),
            (Figure::LatencyP99, OpKind::Write),
        ],
        Quality::DatabaseTransactions => {
            vec![(Figure::Iops, OpKind::Write), (Figure::LatencyP99, OpKind::Write)]
        }
        Quality::SyncWrite => vec![
            (Figure::Iops, OpKind::Write),
            (Figure::LatencyP50, durable),
            (Figure::LatencyP99, durable),
        ],
        _ => Vec::new(),
    }
}

/// As [`value_of`]; if a flush follows each write, the time until the write is durable.
fn durable_value(figure: Figure, cell: &CellRecord, operation: OpKind) -> Option<f64> {
    match operation {
        OpKind::Flush => durable_range(figure, cell).map(|(least, _)| least),
        _ => value_of(figure, cell, Some(operation)),
    }
}

/// The reason why no figure of the drive uses a repetition: a user excluded it, or it depends on the computer as much
/// as on the drive.
fn why_excluded(run: &Run, cell: &CellRecord) -> Option<String> {
    let by_hand = cell.excluded.as_ref().map(|exclusion| exclusion.reason.clone());
    by_hand.or_else(|| {
        let taken = Taken::of_cell(run, cell).filter(|taken| taken.spoils(cell))?;
        Some(Message::new(MessageId::FigureHeld, [taken.why().into()]).english())
    })
}

fn runs_of(
    run: &Run,
    group: &[&CellRecord],
    figure: Figure,
    operation: OpKind,
) -> Vec<FigureRun> {
    values_of(run, group, |cell| durable_value(figure, cell, operation))
}

/// `value` of each repetition, and the reason if one is excluded.
pub(crate) fn values_of(
    run: &Run,
    group: &[&CellRecord],
    value: impl Fn(&CellRecord) -> Option<f64>,
) -> Vec<FigureRun> {
    group
        .iter()
        .map(|cell| FigureRun {
            value: value(cell),
            excluded: why_excluded(run, cell).or_else(|| {
                (!cell.is_counted)
                    .then(|| "a run to get ready, which the method does not count".to_owned())
            }),
        })
        .collect()
}

/// For replays: the rate while the drive was busy, or the mean latency.
fn replays_of(run: &Run, group: &[&CellRecord], figure: Figure) -> Vec<FigureRun> {
    let value = |cell: &CellRecord| {
        if figure == Figure::Iops {
            return operations_per_s(cell);
        }
        let (bytes_per_s, access_mean_ns) = served(cell)?;
        Some(if figure == Figure::BytesPerS { bytes_per_s } else { access_mean_ns })
    };
    let runs = group
        .iter()
        .map(|cell| FigureRun { value: value(cell), excluded: why_excluded(run, cell) });
    runs.collect()
}

/// Operations per second of a program, from the replay of its recorded requests.
fn operations_per_s(cell: &CellRecord) -> Option<f64> {
    let program = cell.workload.replay.as_ref()?.program?;
    let has_ended = cell.state == CellState::Completed && cell.elapsed_ns > 0;
    let seconds = iogram_model::float(cell.elapsed_ns) / 1e9;
    has_ended.then(|| iogram_model::float(program.operation_count) / seconds)
}

/// The counted repetitions.
fn counting<'a>(run: &Run, group: &[&'a CellRecord]) -> Vec<&'a CellRecord> {
    let counts = |cell: &&CellRecord| cell.is_counted && why_excluded(run, cell).is_none();
    group.iter().copied().filter(counts).collect()
}

/// The proven lower bound of a percentile if all requests together are too few to measure it.
fn proven_least(
    run: &Run,
    group: &[&CellRecord],
    figure: Figure,
    operation: OpKind,
) -> Option<f64> {
    let repetitions = counting(run, group);
    match operation {
        OpKind::Flush => durable_bounds(figure, &repetitions),
        _ => bounds(figure, &repetitions, operation),
    }
    .least
}

/// The single value for the counted repetitions; for durable writes, the time until they are durable.
fn overall_of(
    run: &Run,
    figure: Figure,
    group: &[&CellRecord],
    operation: Option<OpKind>,
) -> Option<f64> {
    let repetitions = counting(run, group);
    match operation {
        Some(OpKind::Flush) => durable_overall(figure, &repetitions),
        Some(_) => overall(figure, &repetitions, operation),
        None => iogram_stats::mean(&counted(&replays_of(run, &repetitions, figure))),
    }
}

/// The values of the counted runs.
pub(crate) fn counted(runs: &[FigureRun]) -> Vec<f64> {
    runs.iter().filter(|run| run.excluded.is_none()).filter_map(|run| run.value).collect()
}

/// Only for a mean: there is no interval for a percentile of all requests.
fn interval(figure: Figure, runs: &[FigureRun]) -> Option<Range95> {
    let is_mean = !figure.is_percentile() && figure != Figure::LatencyMax;
    iogram_stats::mean_interval(&counted(runs)).filter(|_| is_mean).map(range)
}

/// An interval in the format of records.
pub(crate) fn range(interval: iogram_stats::Interval) -> Range95 {
    Range95 { low: interval.low, high: interval.high }
}

/// The choice among several measurements of one figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    /// The newest; within one run the smallest queue depth, then the largest block: the rate for a program that waits
    /// for each answer.
    Plain,
    /// The fastest: the meaning of "up to" on a label.
    Fastest,
}

/// The measurement of `figure` to show for a drive. Own measurements take precedence over published ones.
#[must_use]
pub fn choose_figures(
    figures: &[DriveFigure],
    quality: Quality,
    figure: Figure,
    how: Pick,
) -> Option<&DriveFigure> {
    let candidates = figures
        .iter()
        .filter(|it| it.quality == quality && it.figure == figure.name() && it.mean.is_some());
    candidates.reduce(|best, other| if is_preferred(other, best, how) { other } else { best })
}

fn is_preferred(other: &DriveFigure, best: &DriveFigure, how: Pick) -> bool {
    if other.is_measured != best.is_measured {
        return other.is_measured;
    }
    match how {
        Pick::Fastest => other.mean > best.mean,
        Pick::Plain => {
            let key = |it: &DriveFigure| {
                let depth = std::cmp::Reverse(it.depth.unwrap_or(0));
                (it.measured_on.clone(), depth, it.block)
            };
            key(other) > key(best)
        }
    }
}
