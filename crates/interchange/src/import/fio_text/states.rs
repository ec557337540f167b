//! Intermediate results of a job (`--status-interval`): each includes all before it, and the last is the result.

use std::collections::BTreeMap;

use iogram_model::{ImportedEvidence, sentence};

use super::run::Process;

/// A heading, identified by its run and process.
#[derive(Debug)]
pub(super) struct State {
    pub(super) of: (u64, Process),
    /// Number of earlier states of the run, and the printed time: copies of a job are printed at the same time.
    pub(super) told: (u64, Option<String>),
}

/// The state of each result; `None` for results without a heading.
#[derive(Debug, Default)]
pub(super) struct States {
    all: Vec<State>,
    owners: Vec<Option<usize>>,
}

impl States {
    /// Adds a heading and returns its index.
    pub(super) fn begin(&mut self, state: State) -> usize {
        self.all.push(state);
        self.all.len().saturating_sub(1)
    }

    /// Assigns the next result to this state.
    pub(super) fn add(&mut self, owner: Option<usize>) {
        self.owners.push(owner);
    }

    /// Drops results that a later state of the same job includes.
    pub(super) fn keep_last(&self, evidence: &mut ImportedEvidence) {
        let owner_of = |at: usize| self.all.get((*self.owners.get(at)?)?);
        let mut last = BTreeMap::new();
        for at in 0..self.owners.len() {
            if let Some(state) = owner_of(at) {
                last.insert(&state.of, (state, elapsed(evidence, at)));
            }
        }
        let is_earlier = |at: usize| {
            let state = owner_of(at)?;
            let (last, last_elapsed) = last.get(&state.of)?;
            Some(last.told != state.told && elapsed(evidence, at) <= *last_elapsed)
        };
        let earlier: Vec<bool> =
            (0..evidence.results.len()).map(|at| is_earlier(at) == Some(true)).collect();
        let mut each = earlier.iter();
        evidence.results.retain(|_| each.next().is_none_or(|it| !it));
        if earlier.contains(&true) {
            evidence.note(&sentence!("interchange-fio-told-job-before-end-left"));
        }
    }
}

fn elapsed(evidence: &ImportedEvidence, at: usize) -> f64 {
    let result = evidence.results.get(at);
    result.and_then(|it| it.figures.get("elapsed_ns")).copied().unwrap_or(0.0)
}
