//! Steps that combine several things: other methods, rests that wait for a condition, and cells that respect the
//! drive's indirection unit.

use std::collections::BTreeMap;

use iogram_model::{Blocks, Nanos, RestGoal, Sentence, Workload, sentence};

use crate::builtin::read_builtin;
use crate::expand::Expansion;
use crate::field::{parse_count, parse_word};
use crate::fit::WHOLE;
use crate::method::Writes;
use crate::param;
use crate::plan_error::PlanError;
use crate::planned::{BlockStart, PlannedStep};
use crate::rest::Wait;
use crate::source::MethodError;
use crate::step::{Include, Measure, Rest};
use crate::template::{Scope, Template};

/// Arbitrary: a sensor reports whole degrees, and the temperature of an idle drive changes by one or two with the
/// room.
const MARGIN_CELSIUS: u32 = 3;

/// The treatment of a cell that writes less than the indirection unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BelowUnitChoice {
    Run,
    LeaveOut,
    Raise,
}

/// The treatment of a cell with blocks smaller than a logical block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BelowBlockChoice {
    Run,
    LeaveOut,
    Drop,
}

const BELOW_BLOCK: [(&str, BelowBlockChoice); 3] = [
    ("run", BelowBlockChoice::Run),
    ("leave-out", BelowBlockChoice::LeaveOut),
    ("drop", BelowBlockChoice::Drop),
];

const BELOW_UNIT: [(&str, BelowUnitChoice); 3] = [
    ("run", BelowUnitChoice::Run),
    ("leave-out", BelowUnitChoice::LeaveOut),
    ("raise", BelowUnitChoice::Raise),
];

impl Expansion<'_> {
    /// The steps of another method, with its own parameters.
    pub(crate) fn include(
        &mut self,
        include: &Include,
        scope: &Scope,
    ) -> Result<(), MethodError> {
        let file = &self.method.file;
        let at_id =
            |message: Sentence, hint: Sentence| file.error(&include.id.span, message, hint);
        let (id, _) = include.id.fill(scope, file)?;
        let included = read_builtin(&id).map_err(|cause| at_id(cause.message, cause.hint))?;
        if self.chain.contains(&included.file.name) {
            let ways =
                self.chain.iter().map(String::as_str).chain([included.file.name.as_str()]);
            let ways = ways.collect::<Vec<_>>().join(" -> ");
            let message = sentence!("runner-method-includes-itself", id);
            return Err(at_id(message, ways.into()));
        }
        if !covers(self.method.writes, included.writes) {
            let message = sentence!("runner-method-writes-more-method-says", id);
            return Err(at_id(message, sentence!("runner-correct-writes-head-file")));
        }
        let (name, _) = include.block.fill(scope, file)?;
        let name = self.full_name(&name);
        let mut settings = Vec::new();
        for (key, value) in &include.set {
            let (text, span) = value.fill(scope, file)?;
            let setting = vec![(key.text.clone(), text)];
            // Checks one setting at a time, so that an error points at the invalid one.
            param::resolve(&id, &included.params, &setting)
                .map_err(|cause| of_setting(&cause, file, (key, &span)))?;
            settings.extend(setting);
        }
        let values = param::resolve(&id, &included.params, &settings)
            .map_err(|cause| at_id(cause.sentence(), cause.hint()))?;
        self.see_everything();
        let start = BlockStart {
            name: Some(name.clone()),
            is_one_piece: included.resume.is_one_piece(),
        };
        self.push(PlannedStep::Block(start), &include.id.span)?;
        let before = self.done.steps.len();
        let mut inner = Expansion {
            method: included,
            values: &values,
            run_seed: self.run_seed,
            extent: self.extent,
            units: self.units,
            chain: self.chain.iter().cloned().chain([included.file.name.clone()]).collect(),
            block: Some(name),
            done: std::mem::take(&mut self.done),
            cell_count: self.cell_count,
            runs: std::mem::take(&mut self.runs),
            is_laid_out: self.is_laid_out,
            candidates: None,
            takes: BTreeMap::new(),
        };
        let outcome = inner.whole_method();
        self.done = std::mem::take(&mut inner.done);
        self.runs = std::mem::take(&mut inner.runs);
        (self.cell_count, self.is_laid_out) = (inner.cell_count, inner.is_laid_out);
        outcome?;
        self.see_everything();
        if self.done.steps.len() == before {
            // No step applies, so no block begins.
            self.done.steps.pop();
            return Ok(());
        }
        let back = BlockStart {
            name: self.block.clone(),
            is_one_piece: self.method.resume.is_one_piece(),
        };
        self.push(PlannedStep::Block(back), &include.id.span)
    }

    /// Makes the whole device visible to the cells that follow.
    fn see_everything(&mut self) {
        if std::mem::take(&mut self.is_laid_out) {
            let content = iogram_engine::Content::Empty;
            self.done.steps.push(PlannedStep::LayOut { size: WHOLE, content });
        }
    }

    pub(crate) fn rest_step(&mut self, rest: &Rest, scope: &Scope) -> Result<(), MethodError> {
        let goal = match &rest.until {
            Some(until) => self.read(until, scope, str::parse)?,
            None => RestGoal::Time,
        };
        if goal == RestGoal::Time {
            return self.rest(&rest.time, scope);
        }
        let time_min: Nanos = self.read(&rest.time, scope, str::parse)?;
        let time_max = match &rest.at_most {
            Some(time) => self.read(time, scope, str::parse)?,
            None => Nanos(time_min.0.saturating_mul(4)),
        };
        let margin_celsius = match &rest.margin {
            Some(margin) => self.read(margin, scope, parse_count)?,
            None => MARGIN_CELSIUS,
        };
        let wait = Wait { goal, time_min, time_max: time_max.max(time_min), margin_celsius };
        if wait.time_max == Nanos(0) {
            return Ok(());
        }
        self.push(PlannedStep::Wait(wait), &rest.time.span)
    }

    /// Whether a cell runs on a drive with these units; may enlarge its writes.
    pub(crate) fn respect_unit(
        &mut self,
        measure: &Measure,
        name: &str,
        workload: &mut Workload,
        scope: &Scope,
    ) -> Result<bool, MethodError> {
        if let Some(text) = &measure.below_block {
            let choice = self.read(text, scope, |text| parse_word(text, &BELOW_BLOCK))?;
            let least = self.units.logical_block.unwrap_or_default();
            let is_below = workload.block.smallest() < least;
            let kept = workload.block.clone().at_least(least);
            if let (true, BelowBlockChoice::Drop, Some(kept)) = (is_below, choice, kept) {
                workload.block = kept;
            } else if is_below && choice != BelowBlockChoice::Run {
                let names = &mut self.done.below_unit.below_block;
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
                return Ok(false);
            }
        }
        let Some(text) = &measure.below_unit else { return Ok(true) };
        let choice = self.read(text, scope, |text| parse_word(text, &BELOW_UNIT))?;
        if choice == BelowUnitChoice::Run || !workload.writes() {
            return Ok(true);
        }
        self.done.below_unit.is_asked = true;
        let smallest = workload.block.sizes().iter().map(|&(size, _)| size).min();
        let Some(unit) =
            self.units.indirection.filter(|unit| smallest.is_some_and(|size| size < *unit))
        else {
            return Ok(true);
        };
        let below = &mut self.done.below_unit;
        let names = match choice {
            BelowUnitChoice::Raise => &mut below.raised,
            _ => &mut below.left_out,
        };
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
        if choice == BelowUnitChoice::Raise {
            workload.block = Blocks::one(unit);
        }
        Ok(choice == BelowUnitChoice::Raise)
    }
}

/// Whether a method that writes `own` may include one that writes `other`.
fn covers(own: Writes, other: Writes) -> bool {
    let rank = |writes| match writes {
        Writes::Nothing => 0,
        Writes::Region => 1,
        Writes::Device => 2,
        Writes::File => 3,
    };
    match (own, other) {
        (_, Writes::Nothing) => true,
        (Writes::File, _) | (_, Writes::File) => own == other,
        _ => rank(own) >= rank(other),
    }
}

/// The error of a parameter of an included method, with the place of its setting.
fn of_setting(
    cause: &PlanError,
    file: &crate::source::SourceText,
    (key, value): (&Template, &crate::source::Span),
) -> MethodError {
    let span = match cause {
        PlanError::UnknownParam { .. } => &key.span,
        _ => value,
    };
    let message = match cause {
        PlanError::Setting { name, message, .. } => {
            sentence!("runner-name-message", name, message: message.clone())
        }
        other => other.sentence(),
    };
    file.error(span, message, cause.hint())
}
