//! Comparison of runs: the differences of each side from the first one, and their confidence.
//!
//! A side is one run, or several taken together. With several runs on both sides the run is the unit: a difference
//! between drives has to exceed the variation between the runs of one drive. With one run a side, the comparison is
//! only about these two runs, by their repetitions, and says nothing about the next run. Percentiles are those of a
//! run's merged histogram, because percentiles must not be averaged within it.

mod headline;
mod imported;
mod keys;
mod obstacles;
mod values;
mod work;

use std::collections::BTreeMap;

use iogram_model::{
    Bytes, CellRecord, ComparedRow, ComparedRun, Comparison, Difference, DifferenceVerdict,
    Figure, Message, MessageId, ObstacleWeight, OpKind, Range95, Run, TargetKind, WarningCode,
};
use iogram_stats::{GroupDifference, TwoGroups, compare_groups, holm};

use self::imported::Imports;
use self::values::{SideFigure, figure_of};
use crate::computer::Taken;
use crate::many::shortcoming;
use crate::origin::is_answered_elsewhere;

/// Smaller differences count as equal. Arbitrary: less than any buyer notices.
const ALIKE_RATIO: f64 = 0.02;

/// Probability that one comparison of several runs reports chance as a difference anywhere in its table. The usual
/// one.
const CHANCE_MAX: f64 = 0.05;

/// Up to this block size, rates are in requests per second.
const SMALL: Bytes = Bytes(32 << 10);

/// Runs taken together, each with the name of its drive.
pub type Side = Vec<(Run, String)>;

/// Compares each of `runs` with the first.
#[must_use]
pub fn compare(runs: &[(Run, String)]) -> Comparison {
    let sides: Vec<Side> = runs.iter().map(|run| vec![run.clone()]).collect();
    compare_sides(&sides)
}

/// Compares `sides`, none of them empty, with the first.
#[must_use]
pub fn compare_sides(sides: &[Side]) -> Comparison {
    let names: Vec<String> = (0..sides.len()).map(label).collect();
    let runs: Vec<ComparedRun> =
        sides.iter().zip(&names).flat_map(|(side, name)| compared_runs(side, name)).collect();
    let only: Vec<&Run> = sides.iter().flatten().map(|(run, _)| run).collect();
    let labels: Vec<String> = runs.iter().map(|run| run.label.clone()).collect();
    let obstacles = obstacles::find(&only, &labels);
    let is_forbidden = |side: &String| {
        let of_side = |label: &str| runs.iter().any(|it| it.label == label && it.side == *side);
        obstacles.iter().any(|it| it.weight == ObstacleWeight::Forbids && of_side(&it.run))
    };
    // If the runs of the first side differ in kind, no side can be compared with it.
    let base_is_mixed = names.first().is_some_and(is_forbidden);
    let forbidden: Vec<bool> =
        names.iter().map(|side| base_is_mixed || is_forbidden(side)).collect();
    let sides: Vec<Vec<&Run>> =
        sides.iter().map(|side| side.iter().map(|(run, _)| run).collect()).collect();
    let rows = Table { sides: &sides, forbidden: &forbidden }.rows(&only);
    let key_figures = keys::keys(&sides, &forbidden);
    let mut comparison = Comparison {
        best_count: keys::best_count(&key_figures, sides.len()),
        key_figures,
        format: Comparison::FORMAT.to_owned(),
        headline: None,
        sides: names,
        runs,
        obstacles,
        rows,
    };
    let told = only.iter().zip(&comparison.runs).filter_map(|(run, it)| {
        Some((format!("{} {}", it.label, it.drive), shortcoming(run)?.kind))
    });
    comparison.headline = headline::headline(&comparison, &told.collect::<Vec<_>>());
    comparison
}

fn compared_runs(side: &[(Run, String)], name: &str) -> Vec<ComparedRun> {
    let is_one = side.len() == 1;
    let between = if name.len() > 1 { "-" } else { "" };
    let numbered = |index: usize| format!("{name}{between}{}", index.saturating_add(1));
    side.iter()
        .enumerate()
        .map(|(index, (run, drive))| ComparedRun {
            label: if is_one { name.to_owned() } else { numbered(index) },
            side: name.to_owned(),
            id: run.id.clone(),
            drive: drive.clone(),
            method: run.method.id.clone(),
            started_at_us: run.started_at_us,
            is_imported: run.import.is_some(),
            measured_at: measured_at(run),
            is_virtual: run.target.kind == TargetKind::Simulated
                || run.target.simulation.is_some(),
        })
        .collect()
}

/// The time of the measurement that another tool recorded.
fn measured_at(run: &Run) -> Option<String> {
    run.import.as_ref()?;
    run.imports().find_map(|evidence| evidence.measured_at.clone())
}

/// `A` to `Z`, then `R27`, ..
fn label(index: usize) -> String {
    match u8::try_from(index) {
        Ok(small) if small < 26 => char::from(b'A'.saturating_add(small)).to_string(),
        _ => format!("R{}", index.saturating_add(1)),
    }
}

/// The cells of all runs, in the order of their first appearance.
fn names<'a>(runs: &[&'a Run]) -> Vec<&'a str> {
    let mut names = Vec::new();
    for cell in runs.iter().flat_map(|run| &run.cells) {
        if !names.contains(&cell.name.as_str()) {
            names.push(cell.name.as_str());
        }
    }
    names
}

fn counted<'a>(run: &'a Run, name: &str) -> Vec<&'a CellRecord> {
    run.cells.iter().filter(|cell| cell.is_counted && cell.name == name).collect()
}

/// One figure of one cell on every side.
struct FigureRow {
    cell: String,
    /// `None` means the cell as a whole.
    operation: Option<OpKind>,
    figure: Figure,
    sides: Vec<SideFigure>,
    /// The obstacle to a comparison, for each side.
    obstacles: Vec<Option<Message>>,
}

impl FigureRow {
    const fn is_less_better(&self) -> bool {
        !matches!(self.figure, Figure::BytesPerS | Figure::Iops)
    }

    fn obstacle(&self, index: usize) -> Option<Message> {
        self.obstacles.get(index).cloned().flatten()
    }

    /// The difference of the displayed values, and the reason why it cannot be distinguished from chance.
    fn undecided(&self, index: usize, reason: Message) -> Difference {
        let value = |side: usize| Some(self.sides.get(side)?.value.as_ref()?.value);
        let change = value(0).zip(value(index)).filter(|(base, _)| *base > 0.0);
        let is_shown = self.obstacle(index).is_none();
        let change_ratio = change.filter(|_| is_shown).map(|(base, other)| other / base - 1.0);
        Difference { change_ratio, ..cannot_tell(reason) }
    }
}

/// The kind of a figure: all rates, or one percentile. Differences of one kind share their noise.
fn kind_of(figure: Figure) -> &'static str {
    match figure {
        Figure::BytesPerS | Figure::Iops => "rate",
        latency => latency.name(),
    }
}

/// All sides, and which of them cannot be compared with the first.
struct Table<'a> {
    sides: &'a [Vec<&'a Run>],
    forbidden: &'a [bool],
}

impl Table<'_> {
    fn rows(&self, runs: &[&Run]) -> Vec<ComparedRow> {
        let mut imports = Imports::of(self.sides);
        let mut figures: Vec<FigureRow> = Vec::new();
        for name in names(runs) {
            figures.extend(self.figures_of(name, &mut imports));
        }
        let mut of_imports = imports.rows();
        // A figure from a single tool has no counterpart.
        let is_alone =
            |row: &FigureRow| row.sides.iter().filter(|it| it.value.is_some()).count() < 2;
        of_imports.sort_by_key(is_alone);
        figures.extend(of_imports);
        let mut differences: Vec<Vec<Difference>> = vec![Vec::new(); figures.len()];
        for index in 1..self.sides.len() {
            for (row, difference) in
                differences.iter_mut().zip(self.differences(&figures, index))
            {
                row.push(difference);
            }
        }
        let rows = figures.into_iter().zip(differences);
        rows.map(|(row, differences)| ComparedRow {
            is_less_better: row.is_less_better(),
            cell: row.cell,
            operation: row.operation,
            figure: row.figure.name().to_owned(),
            values: row.sides.into_iter().map(|side| side.value).collect(),
            differences,
        })
        .collect()
    }

    fn figures_of(&self, name: &str, imports: &mut Imports<'_>) -> Vec<FigureRow> {
        let groups: Vec<Vec<Vec<&CellRecord>>> = self
            .sides
            .iter()
            .map(|side| side.iter().map(|run| counted(run, name)).collect())
            .collect();
        let cells = || groups.iter().flatten().flatten();
        let Some(first) = cells().next() else { return Vec::new() };
        let is_small = first.workload.block.largest() <= SMALL;
        let told = imports.take_of_cell(first);
        let is_beside = told.iter().flatten().any(Option::is_some);
        let mut rows = Vec::new();
        // The only figure of a booting computer is its time; for a database it comes first.
        let is_timed = first.workload.is_told_by_time();
        let occurred = |kind| cells().any(|cell| cell.operations.of(kind).is_some());
        let operations = OpKind::ALL.into_iter().filter(|kind| occurred(*kind)).map(Some);
        for operation in is_timed.then_some(None).into_iter().chain(operations) {
            let rate = match operation {
                None => Some(Figure::Elapsed),
                Some(OpKind::Flush) => None,
                Some(_) if is_small => Some(Figure::Iops),
                Some(_) => Some(Figure::BytesPerS),
            };
            let latencies = [Figure::LatencyP50, Figure::LatencyP99, Figure::LatencyP999];
            // Many tools print the mean instead of percentiles.
            let latencies =
                is_beside.then_some(Figure::LatencyMean).into_iter().chain(latencies);
            let latencies = latencies.filter(|_| operation.is_some());
            for figure in rate.into_iter().chain(latencies) {
                let sides: Vec<SideFigure> = groups
                    .iter()
                    .zip(&told)
                    .map(|(side, told)| {
                        imported::figure_beside(side, told, (operation, figure))
                    })
                    .collect();
                if sides.iter().all(|side| side.value.is_none()) {
                    continue;
                }
                let obstacle = |(side, its): (&Vec<Vec<&CellRecord>>, &Vec<_>)| {
                    let (base, other) = ((&*groups[0], &*told[0]), (&**side, &**its));
                    let held =
                        || held_difference(self, (&groups[0], side), (operation, figure));
                    obstacle_of(&groups[0], side)
                        .or_else(held)
                        .or_else(|| imported::obstacle_beside(base, other, figure))
                };
                let obstacles = groups.iter().zip(&told).map(obstacle).collect();
                let cell = imported::named(name, &told);
                rows.push(FigureRow { cell, operation, figure, sides, obstacles });
            }
        }
        rows
    }

    /// The differences of the side from the first one in each figure.
    fn differences(&self, figures: &[FigureRow], index: usize) -> Vec<Difference> {
        if self.forbidden.get(index).copied().unwrap_or(false) {
            return figures.iter().map(|_| not_comparable()).collect();
        }
        let has_several = |side: usize| self.sides.get(side).is_some_and(|it| it.len() > 1);
        if !has_several(0) || !has_several(index) {
            return figures.iter().map(|row| between_two_runs(row, index)).collect();
        }
        let known: Vec<Result<Pair<'_>, Message>> =
            figures.iter().map(|row| Pair::of(row, index)).collect();
        let found = between_groups(figures, &known);
        let chances: Vec<f64> = found.iter().flatten().map(|it| it.p).collect();
        let mut adjusted = holm(&chances).into_iter();
        figures
            .iter()
            .zip(known)
            .zip(found)
            .map(|((row, pair), found)| match (pair, found) {
                (Ok(_), Some(found)) => {
                    let chance = adjusted.next().unwrap_or(1.0);
                    between_drives(found, chance, row.is_less_better())
                }
                (Ok(_), None) => {
                    row.undecided(index, Message::plain(MessageId::ComparedRunZero))
                }
                (Err(reason), _) => row.undecided(index, reason),
            })
            .collect()
    }
}

/// A figure of every run on two sides.
struct Pair<'a> {
    base: &'a [f64],
    other: &'a [f64],
}

impl<'a> Pair<'a> {
    fn of(row: &'a FigureRow, index: usize) -> Result<Self, Message> {
        let (base, other) = (row.sides.first(), row.sides.get(index));
        let (Some(base), Some(other)) = (base, other) else { return Err(missing()) };
        if base.value.is_none() || other.value.is_none() {
            return Err(missing());
        }
        if let Some(reason) = row.obstacle(index) {
            return Err(reason);
        }
        if base.lacks_a_run || other.lacks_a_run {
            return Err(Message::plain(MessageId::ComparedFewInRun));
        }
        Ok(Self { base: &base.of_runs, other: &other.of_runs })
    }
}

fn missing() -> Message {
    Message::plain(MessageId::ComparedMissing)
}

/// Compares all figures of a kind at once: together they show the variation between runs.
fn between_groups(
    figures: &[FigureRow],
    pairs: &[Result<Pair<'_>, Message>],
) -> Vec<Option<GroupDifference>> {
    let mut found: Vec<Option<GroupDifference>> = vec![None; figures.len()];
    let mut kinds: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, row) in figures.iter().enumerate() {
        if matches!(pairs.get(index), Some(Ok(_))) {
            kinds.entry(kind_of(row.figure)).or_default().push(index);
        }
    }
    for indices in kinds.values() {
        let groups: Vec<TwoGroups<'_>> = indices
            .iter()
            .filter_map(|index| pairs.get(*index)?.as_ref().ok())
            .map(|pair| TwoGroups { base: pair.base, other: pair.other })
            .collect();
        for (index, difference) in indices.iter().zip(compare_groups(&groups)) {
            if let Some(place) = found.get_mut(*index) {
                *place = difference;
            }
        }
    }
    found
}

fn between_drives(found: GroupDifference, chance: f64, is_less_better: bool) -> Difference {
    let interval = Range95 { low: found.interval.low - 1.0, high: found.interval.high - 1.0 };
    let is_more = found.ratio > 1.0;
    let (verdict, reason) = match () {
        () if is_alike(interval) => (DifferenceVerdict::Alike, None),
        () if chance <= CHANCE_MAX && is_more != is_less_better => {
            (DifferenceVerdict::Better, None)
        }
        () if chance <= CHANCE_MAX => (DifferenceVerdict::Worse, None),
        () if found.p <= CHANCE_MAX => {
            (DifferenceVerdict::CannotTell, Some(MessageId::ComparedByChanceOfMany))
        }
        () => (DifferenceVerdict::CannotTell, Some(MessageId::ComparedByChance)),
    };
    let reason = reason.map(Message::plain);
    Difference {
        change_ratio: Some(found.ratio - 1.0),
        interval: Some(interval),
        chance_ratio: Some(chance),
        verdict,
        reason: reason.as_ref().map(Message::english),
        statement: reason,
    }
}

/// The difference between two runs by their repetitions, which say nothing about the next run.
fn between_two_runs(row: &FigureRow, index: usize) -> Difference {
    let (Some(base), Some(other)) = (row.sides.first(), row.sides.get(index)) else {
        return cannot_tell(missing());
    };
    if base.value.is_none() || other.value.is_none() {
        return cannot_tell(missing());
    }
    if let Some(reason) = row.obstacle(index) {
        return cannot_tell(reason);
    }
    let (Some(base), Some(other)) = (&base.of_repetitions, &other.of_repetitions) else {
        return row.undecided(index, Message::plain(MessageId::ComparedFewInRepetition));
    };
    if base.len() < 2 || other.len() < 2 {
        return row.undecided(index, Message::plain(MessageId::ComparedFewRepetitions));
    }
    let Some(ratio) = iogram_stats::ratio_interval(base, other) else {
        return row.undecided(index, Message::plain(MessageId::ComparedRepetitionZero));
    };
    let interval = Range95 { low: ratio.low - 1.0, high: ratio.high - 1.0 };
    let verdict = match () {
        () if is_alike(interval) => DifferenceVerdict::Alike,
        () if interval.low > 0.0 && !row.is_less_better() => DifferenceVerdict::BetterInRun,
        () if interval.high < 0.0 && row.is_less_better() => DifferenceVerdict::BetterInRun,
        () if interval.low > 0.0 || interval.high < 0.0 => DifferenceVerdict::WorseInRun,
        () => DifferenceVerdict::CannotTell,
    };
    let reason = (verdict == DifferenceVerdict::CannotTell)
        .then(|| Message::plain(MessageId::ComparedRoom));
    // The middle of the interval, so that the value and the interval describe the same quantity.
    let change_ratio = Some((ratio.low * ratio.high).sqrt() - 1.0);
    Difference {
        change_ratio,
        interval: Some(interval),
        chance_ratio: None,
        verdict,
        reason: reason.as_ref().map(Message::english),
        statement: reason,
    }
}

fn is_alike(interval: Range95) -> bool {
    interval.low > -ALIKE_RATIO && interval.high < ALIKE_RATIO
}

fn cannot_tell(reason: Message) -> Difference {
    Difference {
        change_ratio: None,
        interval: None,
        chance_ratio: None,
        verdict: DifferenceVerdict::CannotTell,
        reason: Some(reason.english()),
        statement: Some(reason),
    }
}

fn not_comparable() -> Difference {
    Difference {
        verdict: DifferenceVerdict::NotComparable,
        ..cannot_tell(Message::plain(MessageId::ComparedForbidden))
    }
}

/// The disturbance by the computer that may explain the difference in this figure; `None` if the difference is larger
/// than its effect, or if none is known. A high percentile can consist entirely of disturbed requests.
fn held_difference(
    table: &Table<'_>,
    (base, other): (&[Vec<&CellRecord>], &[Vec<&CellRecord>]),
    (operation, figure): (Option<OpKind>, Figure),
) -> Option<Message> {
    let processors = |cell: &CellRecord| {
        let mut runs = table.sides.iter().flatten();
        let run = runs.find(|run| run.cells.iter().any(|it| std::ptr::eq(it, cell)))?;
        run.conditions.host.cpu_count
    };
    let taken = |side: &[Vec<&CellRecord>]| -> Vec<(Taken, Option<f64>)> {
        let cells = side.iter().flatten();
        let felt = cells.filter_map(|cell| {
            let taken = Taken::of(cell, processors(cell))?;
            let factor = taken.factor(cell);
            taken.is_felt().then_some((taken, factor))
        });
        felt.collect()
    };
    let (of_base, of_other) = (taken(base), taken(other));
    let first = of_base.iter().chain(&of_other).next()?;
    let why = || Message::new(MessageId::ComparedHeld, [first.0.why().into()]);
    if figure.quantile().is_some_and(|quantile| quantile > 0.5) {
        return Some(why());
    }
    let most = |taken: &[(Taken, Option<f64>)]| {
        taken
            .iter()
            .map(|(_, factor)| *factor)
            .try_fold(1.0, |most: f64, factor| factor.map(|factor| most.max(factor)))
    };
    let value = |side| Some(figure_of(side, operation, figure).value?.value);
    let (Some(of_base), Some(of_other)) = (most(&of_base), most(&of_other)) else {
        return Some(why());
    };
    let (base, other) = (value(base)?, value(other)?);
    // Without the disturbance, the slower side may have been as fast as the other.
    let is_base_slower = match figure {
        Figure::BytesPerS | Figure::Iops => base < other,
        _ => base > other,
    };
    let apart = (base / other).max(other / base);
    let may_be = if is_base_slower { of_base } else { of_other };
    (apart <= may_be).then(why)
}

/// The obstacle to a comparison of this cell in otherwise comparable runs.
fn obstacle_of(base: &[Vec<&CellRecord>], other: &[Vec<&CellRecord>]) -> Option<Message> {
    let is_bound = |side: &[Vec<&CellRecord>]| {
        let mut warnings = side.iter().flatten().flat_map(|cell| &cell.warnings);
        warnings.any(|warning| warning.code == WarningCode::GeneratorBound)
    };
    if is_bound(base) || is_bound(other) {
        return Some(Message::plain(MessageId::ComparedBound));
    }
    if base.iter().chain(other).flatten().any(|cell| is_answered_elsewhere(cell)) {
        return Some(Message::plain(MessageId::ComparedNotOfDrive));
    }
    let first = base.iter().flatten().next()?;
    base.iter()
        .chain(other)
        .flatten()
        .find_map(|cell| obstacles::workload_difference(&first.workload, &cell.workload))
        .map(|difference| Message::new(MessageId::ComparedCellDiffers, [difference.into()]))
}
