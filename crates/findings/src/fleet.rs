//! Many drives at once: which of them stand out, and how their figures are distributed.
//!
//! The drive is the unit: it counts once for each figure, by the median of its runs, however many there are. There
//! are four questions for each figure of each model: does a drive differ from its siblings, do drives with another
//! firmware differ, is there a serial number from which on drives differ, does a drive change over its life. All
//! questions are tested together, so that chance makes at most one in a hundred normal fleets look odd.

mod questions;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use iogram_model::{
    Bytes, Fleet, FleetDistribution, FleetFigure, FleetMember, FleetModel, FleetRun, Message,
    MessageId, Oddity, OddityKind, Run, RunShortcoming, Shortcoming, TargetKind, float,
};
use iogram_stats::{false_discovery, median};

use self::questions::{Question, ask};
use crate::computer::Taken;
use crate::figures_of_run;
use crate::many::{Many, lead, shortcoming, worst};

/// Share of all normal fleets in which chance produces a finding. The proportion of chance among the findings depends
/// on the number of real oddities: with 0.05 it was 19 of 125 in fleets with one odd drive each, most of which were
/// too close to the others to detect.
const CHANCE_MAX: f64 = 0.01;

/// Smaller differences are not reported, however certain. Arbitrary: nobody returns a drive for them.
const RATIO_MIN: f64 = 1.05;

/// The grouping of figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FleetGroup {
    /// All drives of a model together.
    Model,
    /// Drives of a model with the same firmware.
    Firmware,
    /// Each drive by itself.
    Drive,
}

/// Changes with every change of [`fleet_run`]'s result for the same record, so that stored results are computed
/// again; `tests/findings/fleet_rules.rs` fails if somebody forgets it.
pub const FLEET_RUN_VERSION: u32 = 4;

/// The part of a run that a fleet needs; the series of its cells are not needed. `None` if the drive is unknown. A
/// simulated drive is identified by name and seed.
#[must_use]
pub fn fleet_run(run: &Run) -> Option<FleetRun> {
    let target = &run.target;
    let simulated = target.simulation.as_ref().map(|it| format!("{} {}", it.drive, it.seed));
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
    let mut held = None;
    for figure in figures_of_run(run, None) {
        if figure.mean.is_none() {
            held = held.or_else(|| held_up(run));
        }
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
    Some(FleetRun {
        model,
        drive,
        firmware: target.firmware.clone().filter(|it| !it.trim().is_empty()),
        started_at_us: run.started_at_us,
        life_used_ratio: counters.and_then(|it| it.life_used_ratio),
        written_bytes: counters.and_then(|it| it.written_bytes),
        figures: figures.into_iter().map(|(of, value)| (Arc::new(of), value)).collect(),
        shortcoming: shortcoming(run).or(held),
    })
}

/// A run in which the computer disturbed the figures, so that it says nothing about its drive.
fn held_up(run: &Run) -> Option<RunShortcoming> {
    let mut cells = run.cells.iter().filter(|cell| cell.is_counted);
    let (cell, taken) = cells.find_map(|cell| {
        Some((cell, Taken::of_cell(run, cell).filter(|taken| taken.spoils(cell))?))
    })?;
    let values = [cell.name.as_str().into(), taken.why().into()];
    let reason = Message::new(MessageId::HeldUp, values);
    Some(RunShortcoming { kind: Shortcoming::Open, reason })
}

/// The capacity as on labels: `512 GB`, `1.92 TB`.
fn decimal(capacity: Bytes) -> String {
    let giga = float(capacity.0) / 1e9;
    if giga >= 1000.0 {
        let text = format!("{:.2}", giga / 1000.0);
        format!("{} TB", text.trim_end_matches('0').trim_end_matches('.'))
    } else {
        format!("{giga:.0} GB")
    }
}

/// The report on `runs`, each of a known drive; `unidentified` counts the runs of unknown drives.
#[must_use]
pub fn fleet(runs: &[FleetRun], unidentified: u64, group: FleetGroup) -> Fleet {
    let mut of_model: BTreeMap<&str, Vec<&FleetRun>> = BTreeMap::new();
    for run in runs {
        of_model.entry(&run.model).or_default().push(run);
    }
    let mut builder = FleetBuilder::new(group, true);
    for (model, runs) in of_model {
        builder.add_model(model, &runs);
    }
    builder.told(unidentified)
}

/// Examines a fleet model by model: besides the results, it holds only the figures of one model in memory.
#[derive(Debug)]
pub struct FleetBuilder {
    group: FleetGroup,
    /// Whether it asks the questions, or only computes distributions.
    asks: bool,
    run_count: u64,
    drive_count: u64,
    models: Vec<FleetModel>,
    members: Vec<FleetMember>,
    /// Probabilities of all questions by chance alone.
    chances: Vec<f64>,
    /// The questions with reportable answers, with their indices in `chances`.
    answered: Vec<(usize, Question)>,
    distributions: Vec<FleetDistribution>,
}

impl FleetBuilder {
    /// A builder without models. Without `asks` it only computes distributions.
    #[must_use]
    pub fn new(group: FleetGroup, asks: bool) -> Self {
        Self {
            group,
            asks,
            run_count: 0,
            drive_count: 0,
            models: Vec::new(),
            members: Vec::new(),
            chances: Vec::new(),
            answered: Vec::new(),
            distributions: Vec::new(),
        }
    }

    /// Adds all runs of a model. Call it once for each model, in the order of their names.
    pub fn add_model(&mut self, model: &str, runs: &[&FleetRun]) {
        let drives: BTreeSet<&str> = runs.iter().map(|it| it.drive.as_str()).collect();
        let firmwares: BTreeSet<&String> =
            runs.iter().filter_map(|it| it.firmware.as_ref()).collect();
        self.members.extend(members(model, runs));
        let mut visible = Vec::new();
        for (figure, values) in gather(runs) {
            let drives = by_drive(values);
            self.distributions.extend(distributions(figure, &drives, self.group));
            let questions = if self.asks { ask(figure, &drives) } else { Vec::new() };
            for question in questions {
                visible.extend(question.visible_ratio);
                let place = self.chances.len();
                self.chances.push(question.p);
                // Among many questions an answer is never more certain than by itself.
                if question.p <= CHANCE_MAX && !question.answers.is_empty() {
                    self.answered.push((place, question));
                }
            }
        }
        self.run_count = self.run_count.saturating_add(count(runs.len()));
        self.drive_count = self.drive_count.saturating_add(count(drives.len()));
        self.models.push(FleetModel {
            model: model.to_owned(),
            drive_count: count(drives.len()),
            run_count: count(runs.len()),
            firmwares: firmwares.into_iter().cloned().collect(),
            visible_ratio: median(&visible),
        });
    }

    /// The report on all models, with `unidentified` more runs of unknown drives.
    #[must_use]
    pub fn told(mut self, unidentified: u64) -> Fleet {
        let shares = false_discovery(&self.chances);
        let mut oddities: Vec<Oddity> = Vec::new();
        for (place, question) in &self.answered {
            let share = shares.get(*place).copied().unwrap_or(1.0);
            let told = question.answers.iter().filter(|(_, ratio)| is_large(*ratio));
            for (kind, ratio) in told.filter(|_| share <= CHANCE_MAX) {
                add(
                    &mut oddities,
                    Oddity {
                        kind: kind.clone(),
                        of: FleetFigure::clone(&question.of),
                        ratio: *ratio,
                        chance_ratio: share,
                        more_count: 0,
                    },
                );
            }
        }
        oddities.sort_by(|a, b| size(b.ratio).total_cmp(&size(a.ratio)));
        self.members.sort_by_key(|it| std::cmp::Reverse(it.told.kind));
        let told: Vec<(String, Shortcoming)> =
            self.members.iter().map(|it| (it.drive.clone(), it.told.kind)).collect();
        self.models.sort_by_key(|it| std::cmp::Reverse(it.drive_count));
        Fleet {
            format: Fleet::FORMAT.to_owned(),
            is_of_simulation: false,
            run_count: self.run_count.saturating_add(unidentified),
            unidentified_run_count: unidentified,
            drive_count: self.drive_count,
            lead: lead(Many::Drives, self.drive_count, &told),
            members: self.members,
            models: self.models,
            question_count: count(self.chances.len()),
            oddities,
            distributions: self.distributions,
        }
    }
}

/// The drives of a model whose runs report problems.
fn members(model: &str, runs: &[&FleetRun]) -> Vec<FleetMember> {
    let mut drives = BTreeMap::<&str, Vec<Option<&RunShortcoming>>>::new();
    for run in runs {
        drives.entry(&run.drive).or_default().push(run.shortcoming.as_ref());
    }
    let of_drive = |(drive, runs): (&str, Vec<Option<&RunShortcoming>>)| {
        let (told, said_run_count) = worst(&runs)?;
        Some(FleetMember {
            model: model.to_owned(),
            drive: drive.to_owned(),
            told,
            said_run_count,
            run_count: count(runs.len()),
        })
    };
    drives.into_iter().filter_map(of_drive).collect()
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

/// Reports the same oddity once, for the figure in which it is largest.
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

/// All values of one figure: by drive in the order of serial numbers, then in the order of time.
type OfFigure<'a> = Vec<(&'a str, Vec<Value<'a>>)>;

/// The values of each figure, in the order of figures.
fn gather<'a>(runs: &[&'a FleetRun]) -> Vec<(&'a Arc<FleetFigure>, Vec<Value<'a>>)> {
    let mut gathered: Vec<(&Arc<FleetFigure>, Vec<Value<'_>>)> = Vec::new();
    let mut places: BTreeMap<&FleetFigure, usize> = BTreeMap::new();
    // Runs share the names of their figures: comparing their addresses is far faster.
    let mut known: BTreeMap<*const FleetFigure, usize> = BTreeMap::new();
    for run in runs {
        for (figure, value) in &run.figures {
            let place = *known.entry(Arc::as_ptr(figure)).or_insert_with(|| {
                *places.entry(figure).or_insert_with(|| {
                    gathered.push((figure, Vec::new()));
                    gathered.len().saturating_sub(1)
                })
            });
            if let Some((_, values)) = gathered.get_mut(place) {
                values.push(Value { run, value: *value });
            }
        }
    }
    gathered.sort_by_key(|it| it.0);
    gathered
}

fn by_drive(mut values: Vec<Value<'_>>) -> OfFigure<'_> {
    values.sort_by(|a, b| {
        a.run.drive.cmp(&b.run.drive).then(a.run.started_at_us.cmp(&b.run.started_at_us))
    });
    let drives = values.chunk_by(|a, b| a.run.drive == b.run.drive);
    drives
        .filter_map(|values| Some((values.first()?.run.drive.as_str(), values.to_vec())))
        .collect()
}

/// The single value of a drive. `None` without a value.
fn of_drive(values: &[Value<'_>]) -> Option<f64> {
    median(&values.iter().map(|it| it.value).collect::<Vec<f64>>())
}

fn distributions(
    figure: &FleetFigure,
    drives: &OfFigure<'_>,
    group: FleetGroup,
) -> Vec<FleetDistribution> {
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
    let of_group =
        |(name, drives): (_, Vec<Vec<f64>>)| distribution(figure, name, &drives, group);
    groups.into_iter().filter_map(of_group).collect()
}

/// The distribution over drives, each with the values of its runs; for a single drive, the distribution over its
/// runs.
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
        // The rank that this number of quarters of all values is at or below.
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
