//! Many drives at once: which of them do not go together, and how their figures are distributed.
//!
//! The drive is the unit: a drive counts once for each figure, by the median of its runs, however often it was measured. Four
//! questions are asked of each figure of each model: does a drive differ from its siblings, do drives with another firmware
//! differ, is there a serial number from which on drives differ, does a drive change over its life. All questions are asked
//! together, and what is told is chosen so that chance makes one of a hundred fleets look odd in which nothing is.

mod questions;

use std::collections::{BTreeMap, BTreeSet};

use iogram_model::{
    Bytes, Fleet, FleetDistribution, FleetFigure, FleetModel, Oddity, OddityKind, Run,
    TargetKind, float,
};
use iogram_stats::{false_discovery, median};

use self::questions::{Question, ask};
use crate::figures_of_run;

/// In so many of all fleets in which nothing is odd, chance makes something look so. How large its part is of what is told depends
/// on how much there is to be told: with 0.05 it was 19 of 125 where one drive of each fleet was off, most too little to be seen.
const CHANCE_MAX: f64 = 0.01;

/// Less is not told, however sure it is. Arbitrary: nobody returns a drive for it.
const RATIO_MIN: f64 = 1.05;

/// One run of a drive that can be told apart from others.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetRun {
    /// Vendor, model and capacity.
    pub model: String,
    /// The serial number.
    pub drive: String,
    /// Revision of the firmware; `None` is unknown.
    pub firmware: Option<String>,
    /// Wall clock at the start, microseconds since 1970 UTC.
    pub started_at_us: i64,
    /// The share of its life that was used by then; `None` is unknown.
    pub life_used_ratio: Option<f64>,
    /// What hosts had written to it by then; `None` is unknown.
    pub written_bytes: Option<u64>,
    /// What was measured, each above zero.
    pub figures: Vec<(FleetFigure, f64)>,
}

/// What figures are gathered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FleetGroup {
    /// All drives of a model together.
    Model,
    /// Drives of a model with the same firmware.
    Firmware,
    /// Each drive by itself.
    Drive,
}

impl FleetRun {
    /// `None` if the run does not say of which drive it is. A simulated drive is told by its name and seed.
    #[must_use]
    pub fn of(run: &Run) -> Option<Self> {
        let target = &run.target;
        let simulated =
            target.simulation.as_ref().map(|it| format!("{} {}", it.drive, it.seed));
        let drive = target.serial.clone().or(simulated).filter(|it| !it.trim().is_empty())?;
        let capacity = target.drive_capacity.or(match target.kind {
            TargetKind::BlockDevice | TargetKind::Simulated => Some(target.capacity),
            _ => None,
        });
        let name = target.model.as_deref().unwrap_or_default().trim();
        let model = match capacity {
            Some(capacity) => format!("{name} {}", decimal(capacity)).trim().to_owned(),
            None => name.to_owned(),
        };
        let counters = run.cells.iter().find_map(|cell| {
            cell.health.as_ref()?.samples.iter().find_map(|sample| sample.counters.as_ref())
        });
        let mut figures = BTreeMap::new();
        for figure in figures_of_run(run, None) {
            let Some(value) = figure.mean.filter(|it| *it > 0.0 && it.is_finite()) else {
                continue;
            };
            let key = FleetFigure {
                model: model.clone(),
                method: figure.method,
                quality: figure.quality,
                block: figure.block,
                depth: figure.depth,
                figure: figure.figure,
            };
            figures.entry(key).or_insert(value);
        }
        Some(Self {
            model,
            drive,
            firmware: target.firmware.clone().filter(|it| !it.trim().is_empty()),
            started_at_us: run.started_at_us,
            life_used_ratio: counters.and_then(|it| it.life_used_ratio),
            written_bytes: counters.and_then(|it| it.written_bytes),
            figures: figures.into_iter().collect(),
        })
    }
}

/// As labels have it: `512 GB`, `1.92 TB`.
fn decimal(capacity: Bytes) -> String {
    let giga = float(capacity.0) / 1e9;
    if giga >= 1000.0 {
        let text = format!("{:.2}", giga / 1000.0);
        format!("{} TB", text.trim_end_matches('0').trim_end_matches('.'))
    } else {
        format!("{giga:.0} GB")
    }
}

/// What is to be told of `runs`, each of a drive that is known, with `unidentified` more of drives that are not.
#[must_use]
pub fn fleet(runs: &[FleetRun], unidentified: u64, group: FleetGroup) -> Fleet {
    let gathered = gather(runs);
    let questions: Vec<Question> =
        gathered.iter().flat_map(|(figure, of)| ask(figure, of)).collect();
    let chances: Vec<f64> = questions.iter().map(|it| it.p).collect();
    let shares = false_discovery(&chances);
    let mut oddities: Vec<Oddity> = Vec::new();
    for (question, share) in questions.iter().zip(shares) {
        let told = question.answers.iter().filter(|(_, ratio)| is_large(*ratio));
        for (kind, ratio) in told.filter(|_| share <= CHANCE_MAX) {
            add(
                &mut oddities,
                Oddity {
                    kind: kind.clone(),
                    of: question.of.clone(),
                    ratio: *ratio,
                    chance_ratio: share,
                    more_count: 0,
                },
            );
        }
    }
    oddities.sort_by(|a, b| size(b.ratio).total_cmp(&size(a.ratio)));
    let drives: BTreeSet<(&str, &str)> =
        runs.iter().map(|it| (it.model.as_str(), it.drive.as_str())).collect();
    Fleet {
        format: Fleet::FORMAT.to_owned(),
        run_count: count(runs.len()).saturating_add(unidentified),
        unidentified_run_count: unidentified,
        drive_count: count(drives.len()),
        models: models(runs, &questions),
        question_count: count(questions.len()),
        oddities,
        distributions: distributions(&gathered, group),
    }
}

fn count(length: usize) -> u64 {
    length as u64
}

fn size(ratio: f64) -> f64 {
    ratio.ln().abs()
}

fn is_large(ratio: f64) -> bool {
    size(ratio) >= RATIO_MIN.ln()
}

/// The same is told once, in the figure in which it is largest.
fn add(oddities: &mut Vec<Oddity>, new: Oddity) {
    let known = oddities
        .iter_mut()
        .find(|it| it.of.model == new.of.model && is_same(&it.kind, &new.kind));
    match known {
        None => oddities.push(new),
        Some(known) => {
            let more_count = known.more_count.saturating_add(1);
            if size(new.ratio) > size(known.ratio) {
                *known = new;
            }
            known.more_count = more_count;
        }
    }
}

fn is_same(a: &OddityKind, b: &OddityKind) -> bool {
    match (a, b) {
        (OddityKind::Drive { drive: a, .. }, OddityKind::Drive { drive: b, .. })
        | (OddityKind::Drift { drive: a, .. }, OddityKind::Drift { drive: b, .. })
        | (OddityKind::Batch { first: a, .. }, OddityKind::Batch { first: b, .. })
        | (OddityKind::Firmware { other: a, .. }, OddityKind::Firmware { other: b, .. }) => {
            a == b
        }
        _ => false,
    }
}

/// One value of a drive.
#[derive(Debug, Clone, Copy)]
struct Value<'a> {
    run: &'a FleetRun,
    value: f64,
}

/// All values of one figure, by drive.
type OfFigure<'a> = BTreeMap<&'a str, Vec<Value<'a>>>;

fn gather(runs: &[FleetRun]) -> BTreeMap<&FleetFigure, OfFigure<'_>> {
    let mut gathered: BTreeMap<&FleetFigure, OfFigure<'_>> = BTreeMap::new();
    for run in runs {
        for (figure, value) in &run.figures {
            let drives = gathered.entry(figure).or_default();
            drives.entry(&run.drive).or_default().push(Value { run, value: *value });
        }
    }
    for values in gathered.values_mut().flat_map(BTreeMap::values_mut) {
        values.sort_by_key(|it| it.run.started_at_us);
    }
    gathered
}

/// A drive counts once. `None` without a value.
fn of_drive(values: &[Value<'_>]) -> Option<f64> {
    median(&values.iter().map(|it| it.value).collect::<Vec<f64>>())
}

fn models(runs: &[FleetRun], questions: &[Question]) -> Vec<FleetModel> {
    let mut of_model: BTreeMap<&str, Vec<&FleetRun>> = BTreeMap::new();
    for run in runs {
        of_model.entry(&run.model).or_default().push(run);
    }
    let mut models: Vec<FleetModel> = of_model
        .into_iter()
        .map(|(model, runs)| {
            let drives: BTreeSet<&str> = runs.iter().map(|it| it.drive.as_str()).collect();
            let firmwares: BTreeSet<&String> =
                runs.iter().filter_map(|it| it.firmware.as_ref()).collect();
            let visible = questions.iter().filter(|it| it.of.model == model);
            let visible: Vec<f64> = visible.filter_map(|it| it.visible_ratio).collect();
            FleetModel {
                model: model.to_owned(),
                drive_count: count(drives.len()),
                run_count: count(runs.len()),
                firmwares: firmwares.into_iter().cloned().collect(),
                visible_ratio: median(&visible),
            }
        })
        .collect();
    models.sort_by_key(|it| std::cmp::Reverse(it.drive_count));
    models
}

fn distributions(
    gathered: &BTreeMap<&FleetFigure, OfFigure<'_>>,
    group: FleetGroup,
) -> Vec<FleetDistribution> {
    let mut all = Vec::new();
    for (figure, drives) in gathered {
        let mut groups: BTreeMap<Option<String>, Vec<Vec<f64>>> = BTreeMap::new();
        for (drive, values) in drives {
            let mut parts: BTreeMap<Option<String>, Vec<f64>> = BTreeMap::new();
            for value in values {
                let name = match group {
                    FleetGroup::Model => None,
                    FleetGroup::Firmware => {
                        Some(value.run.firmware.clone().unwrap_or_else(|| "?".to_owned()))
                    }
                    FleetGroup::Drive => Some((*drive).to_owned()),
                };
                parts.entry(name).or_default().push(value.value);
            }
            for (name, values) in parts {
                groups.entry(name).or_default().push(values);
            }
        }
        for (name, drives) in groups {
            all.extend(distribution(figure, name, &drives, group));
        }
    }
    all
}

/// Of drives, each with the values of its runs; a drive by itself is distributed as its runs are.
fn distribution(
    figure: &FleetFigure,
    group: Option<String>,
    drives: &[Vec<f64>],
    by: FleetGroup,
) -> Option<FleetDistribution> {
    let runs = drives.iter().map(Vec::len).fold(0, usize::saturating_add);
    let mut values: Vec<f64> = match by {
        FleetGroup::Drive => drives.concat(),
        _ => drives.iter().filter_map(|values| median(values)).collect(),
    };
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    let at = |quarters: usize| {
        // The rank that a quarter of all is at or below.
        let rank =
            last.saturating_add(1).saturating_mul(quarters).div_ceil(4).saturating_sub(1);
        values.get(rank.min(last)).copied()
    };
    Some(FleetDistribution {
        of: figure.clone(),
        group,
        drive_count: count(drives.len()),
        run_count: count(runs),
        min: at(0)?,
        p25: at(1)?,
        median: median(&values)?,
        p75: values
            .get(last.saturating_sub(last.saturating_add(1).div_ceil(4).saturating_sub(1)))
            .copied()?,
        max: at(4)?,
    })
}
