//! Durable writes of another tool, each followed by a flush: which results of a file they are, and the time until a
//! write was durable.
//!
//! Must not depend on the output format of a tool.

use iogram_model::{Figure, ImportedEvidence, ImportedResult, OpKind, Rule, Run};

use crate::figure::durable_of;

/// Writes and the flushes of the same job.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ToldSync<'a> {
    /// The writes.
    pub(crate) writes: &'a ImportedResult,
    flushes: &'a ImportedResult,
}

impl<'a> ToldSync<'a> {
    /// The flushes that followed each of these writes; `None` if the tool does not report them, if something else
    /// kept the drive busy or limited it, or if a user excluded either.
    pub(crate) fn of(
        evidence: &'a ImportedEvidence,
        writes: &'a ImportedResult,
    ) -> Option<Self> {
        // A flush after each write is the purpose of the job.
        let is_flush = |it: &String| matches!(it.as_str(), "fdatasync=1" | "fsync=1");
        let counts = |it: &ImportedResult| {
            it.is_of_drive && it.limits.iter().all(is_flush) && it.excluded.is_none()
        };
        let is_alone = writes.operation == Some(OpKind::Write)
            && writes.job_count.is_none_or(|it| it == 1)
            && writes.depth.is_none_or(|it| it == 1);
        let is_its = |it: &&ImportedResult| {
            it.operation == Some(OpKind::Flush)
                && it.name == writes.name
                && it.is_after_each == Some(true)
        };
        let flushes = evidence.results.iter().find(is_its)?;
        (is_alone && counts(writes) && counts(flushes)).then_some(Self { writes, flushes })
    }

    /// All pairs of a run.
    pub(crate) fn all(run: &'a Run) -> impl Iterator<Item = Self> + 'a {
        run.imports().flat_map(|it| it.results.iter().filter_map(|writes| Self::of(it, writes)))
    }

    /// A figure of writes until they are durable: latencies are at least those of the slower part, all others are the
    /// writes' own.
    pub(crate) fn figure(&self, name: &str) -> Option<f64> {
        let own = |it: &ImportedResult| it.figures.get(name).copied();
        if !name.starts_with("latency_") {
            return own(self.writes);
        }
        let (least, _) = durable_of(own(self.flushes)?, own(self.writes)?);
        Some(least).filter(|it| *it > 0.0)
    }
}

/// The figure of `rule` in the job that its cell names; `None` if no job of that name reports it.
pub(crate) fn told_for(run: &Run, rule: &Rule) -> Option<f64> {
    let is_time = rule.operation == OpKind::Flush && rule.figure != Figure::Elapsed;
    let told = ToldSync::all(run).find(|it| it.writes.name == rule.cell);
    told.filter(|_| is_time)?.figure(rule.figure.name())
}

/// Rules for flushes, each for every job of the run with a flush after each write: the rules of a method's own cell
/// also apply to another tool's measurements.
#[must_use]
pub fn rules_for_told(rules: &[Rule], run: &Run) -> Vec<Rule> {
    let about_flushes = || rules.iter().filter(|it| it.operation == OpKind::Flush);
    let its = ToldSync::all(run).flat_map(|told| {
        let cell = told.writes.name.clone();
        about_flushes().map(move |rule| Rule { cell: cell.clone(), ..rule.clone() })
    });
    its.collect()
}
