//! The part of a budget that each step of a plan gets.

use iogram_model::{Evidence, Nanos, ProbeRecord};

use crate::budget::{Budget, StepTerms};
use crate::planned::PlannedStep;
use crate::probe::ProbeKind;

/// What a step gets.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Given {
    /// It is done as planned.
    AsPlanned,
    /// It is done in this form, which ends in time.
    Shorter(Box<PlannedStep>),
    /// It is done, and what it found out counts if it comes to its end in this time.
    Within(Nanos),
    /// An idle time or an uncounted cell, that no time is left for.
    NoRest,
    /// Too little is left for it.
    Nothing {
        /// Its name.
        step: String,
        /// What it lacks.
        lacks: Nanos,
    },
}

impl Budget {
    /// The terms of a step; `None` if it has none.
    fn terms_of(&self, step: &PlannedStep) -> Option<&StepTerms> {
        let name = name_of(step)?;
        self.terms.iter().find(|terms| terms.step == name)
    }

    /// What `step` gets after `spent`, with `later` steps behind it.
    pub(crate) fn give(
        &self,
        step: &PlannedStep,
        later: &[PlannedStep],
        spent: Nanos,
    ) -> Given {
        let left = self.time.saturating_sub(spent);
        if matches!(step, PlannedStep::Rest(time) if *time > left) {
            return Given::NoRest;
        }
        let Some(terms) = self.terms_of(step) else { return Given::AsPlanned };
        let mut kept: Vec<&StepTerms> =
            later.iter().filter_map(|step| self.terms_of(step)).collect();
        kept.dedup_by(|one, other| one.step == other.step);
        let matters_more =
            |it: &&&StepTerms| it.priority < terms.priority && it.step != terms.step;
        let reserved = kept.iter().filter(matters_more).map(|it| it.needs.0);
        let reserved = Nanos(reserved.fold(0, u64::saturating_add));
        let most = Nanos(terms.share.part_of(self.time.0));
        let given = left.saturating_sub(reserved).min(most);
        if given < terms.needs.max(Nanos(1)) {
            // It answers nothing itself, so nobody misses it.
            if matches!(step, PlannedStep::Measure(cell) if !cell.is_counted) {
                return Given::NoRest;
            }
            let lacks = terms.needs.max(Nanos(1)).saturating_sub(given);
            return Given::Nothing { step: terms.step.clone(), lacks };
        }
        let time = match terms.ends_on_loss {
            // Half of a capacity probe's time is for what finds a loss, the rest for the place where it begins. A loss ends
            // the run, so that the rest may be all that is left.
            true => Nanos(given.0.saturating_mul(2)).min(left),
            false => given,
        };
        match (within(step, time), step) {
            (Some(step), _) => Given::Shorter(Box::new(step)),
            (None, PlannedStep::Probe(_)) => Given::Within(given),
            (None, _) => Given::AsPlanned,
        }
    }

    /// Whether the run is over after this probe: nothing else matters of a drive that loses data.
    pub(crate) fn is_over_after(&self, record: &ProbeRecord) -> bool {
        let ends = self.terms.iter().any(|it| it.step == record.name && it.ends_on_loss);
        let Evidence::Capacity(evidence) = &record.evidence else { return false };
        ends && evidence.is_complete && evidence.has_loss()
    }
}

/// The name by which a step has terms.
fn name_of(step: &PlannedStep) -> Option<&str> {
    match step {
        PlannedStep::Measure(cell) => Some(&cell.name),
        PlannedStep::Probe(probe) => Some(&probe.name),
        _ => None,
    }
}

/// `step` with an end after `time`; `None` if it ends by then anyway, or cannot be told to.
fn within(step: &PlannedStep, time: Nanos) -> Option<PlannedStep> {
    match step {
        PlannedStep::Measure(cell) => {
            let time = time.saturating_sub(cell.workload.ramp).max(Nanos(1));
            let is_shorter = cell.workload.stop.time.is_none_or(|own| own > time);
            is_shorter.then(|| {
                let mut cell = cell.clone();
                cell.workload.stop.time = Some(time);
                PlannedStep::Measure(cell)
            })
        }
        PlannedStep::Probe(probe) => match &probe.kind {
            ProbeKind::Capacity(settings) if !settings.is_full => {
                let mut settings = settings.clone();
                settings.time = Some(settings.time.map_or(time, |own| own.min(time)));
                let mut probe = probe.clone();
                probe.kind = ProbeKind::Capacity(settings);
                Some(PlannedStep::Probe(probe))
            }
            _ => None,
        },
        _ => None,
    }
}
