//! The few figures of each run that compare many drives: computed once, stored beside the records, and read without
//! them.
//!
//! Knows when to recompute them: every change of a run deletes them in the same transaction, or writes new ones. Must
//! not know how to compute them: callers pass that in ([`FigureRules`]).

use std::collections::BTreeMap;

use iogram_model::{FleetRun, Run, RunState, TargetKind, sentence};

use crate::error::{Error, Fault};
use crate::sql::Failure;
use crate::sql::figures::{FigureRow, Lists, Narrowed};
use crate::{FleetFilter, Store, record, sql};

/// Rules for computing the figures of a run.
#[derive(Debug, Clone, Copy)]
pub struct FigureRules {
    /// Grows whenever the same run would get other figures: figures of older versions are recomputed.
    pub version: u32,
    /// Computes the figures of a run, whose cells may lack their time series; `None` if the run does not identify its
    /// drive.
    pub find: fn(&Run) -> Option<FleetRun>,
}

impl FigureRules {
    /// `None` for a run that is still being measured: its figures are not known yet.
    pub(crate) fn row_of(&self, run: &Run) -> Option<FigureRow> {
        (run.state != RunState::Running).then(|| FigureRow {
            rules: i64::from(self.version),
            is_virtual: matches!(run.target.kind, TargetKind::Simulated | TargetKind::Null),
            method: run.method.id.clone(),
            started_at_us: run.started_at_us,
            found: (self.find)(run),
        })
    }
}

/// Runs per transaction: other writers wait no longer than for these. Arbitrary.
const BATCH: usize = 32;

/// A run's id and its figures.
pub type NamedRun = (String, FleetRun);

impl Store {
    /// Computes figures by these rules from now on: every write also writes figures.
    #[must_use]
    pub fn with_figures(mut self, rules: FigureRules) -> Self {
        self.rules = Some(rules);
        self
    }

    /// Number of ended runs whose figures are missing: stored by older versions, or changed since.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn count_due_figures(&mut self) -> Result<u64, Error> {
        let rules = self.rules_version();
        let due = sql::figures::count_due(&mut self.connection, rules);
        due.map(i64::unsigned_abs).map_err(|error| {
            self.failure(
                sentence!("store-cannot-look-figures-store", path = self.path.display()),
                error,
            )
        })
    }

    fn rules_version(&self) -> i64 {
        self.rules.map_or(0, |rules| i64::from(rules.version))
    }

    /// Computes the missing figures, several runs per transaction: an interruption keeps the results so far. After
    /// each transaction it calls `told` with the number of runs. It skips runs that this user may not change:
    /// [`Self::read_fleet`] computes their figures each time.
    ///
    /// # Errors
    ///
    /// Fails if a record cannot be decoded, because a newer iogram wrote it, or if the database fails.
    pub fn fill_figures(&mut self, told: &mut dyn FnMut(u64)) -> Result<(), Error> {
        let (mut after, mut count) = (String::new(), 0_u64);
        loop {
            let ids = match self.fill_some(&after) {
                Err(Error::Database { fault, .. }) if is_not_allowed(fault) => return Ok(()),
                other => other?,
            };
            count = count.saturating_add(ids.len() as u64);
            match ids.last() {
                Some(last) => after.clone_from(last),
                None => return Ok(()),
            }
            told(count);
        }
    }

    /// Computes the next missing figures, after the id `after`, in one transaction.
    fn fill_some(&mut self, after: &str) -> Result<Vec<String>, Error> {
        let Some(rules) = self.rules else { return Ok(Vec::new()) };
        self.in_transaction(self.connection.backend().begin_write(), |store| {
            let version = i64::from(rules.version);
            let due = sql::figures::due_after(&mut store.connection, version, after, BATCH);
            let due = due.map_err(|error| store.unfound(error))?;
            for id in &due {
                let may = sql::figures::may_change(&mut store.connection, id);
                if !may.map_err(|error| store.unfound(error))? {
                    continue;
                }
                if let Some(row) = store.find_figures(id, rules)? {
                    let written = sql::figures::write(&mut store.connection, id, &row);
                    written.map_err(|error| store.unfound(error))?;
                }
            }
            Ok(due)
        })
    }

    /// Computes the figures of a run from its records, without the time series of its cells; `None` if the run is
    /// gone or still being measured.
    fn find_figures(
        &mut self,
        id: &str,
        rules: FigureRules,
    ) -> Result<Option<FigureRow>, Error> {
        let records = sql::figures::records(&mut self.connection, id);
        let records = records.map_err(|error| self.unfound(error))?;
        let Some((head, cells)) = records else { return Ok(None) };
        Ok(rules.row_of(&record::decode_rated(id, &head, &cells)?))
    }

    /// Passes on the runs that match `filter`, each with its id, by model in the order of names, newest first, all
    /// from one snapshot. Returns the number of other runs that do not identify their drive. Only the runs of one
    /// model, and those without stored figures, are in memory at a time.
    ///
    /// # Errors
    ///
    /// Fails if a record cannot be decoded, because a newer iogram wrote it, or if the database fails.
    pub fn read_fleet(
        &mut self,
        filter: &FleetFilter,
        each: &mut dyn FnMut(&str, Vec<NamedRun>),
    ) -> Result<u64, Error> {
        self.in_transaction(self.connection.backend().begin_read(), |store| {
            let (mut due, nameless) = store.find_due(filter)?;
            let rules = store.rules_version();
            let narrowed = Narrowed::new(&mut store.connection, rules, filter);
            let narrowed = narrowed;
            let narrowed = narrowed.map_err(|error| store.unfound(error))?;
            let unidentified = narrowed.unidentified(&mut store.connection);
            let unidentified = unidentified;
            let unidentified = unidentified.map_err(|error| store.unfound(error))?;
            let models = narrowed.models(&mut store.connection);
            let mut models = models.map_err(|error| store.unfound(error))?;
            models.extend(due.keys().cloned());
            models.sort();
            models.dedup();
            let mut lists = Lists::new();
            for model in &models {
                let runs = narrowed.runs(&mut store.connection, model, &mut lists);
                let runs = runs;
                let mut runs = runs.map_err(|error| store.unfound(error))?;
                runs.extend(due.remove(model).unwrap_or_default());
                // The order of lists of runs.
                runs.sort_by(|a, b| (b.1.started_at_us, &b.0).cmp(&(a.1.started_at_us, &a.0)));
                each(model, runs);
            }
            Ok(nameless.saturating_add(unidentified.unsigned_abs()))
        })
    }

    /// The runs without stored figures, by model and each with its id, and the number of runs that do not identify
    /// their drive.
    fn find_due(&mut self, filter: &FleetFilter) -> Result<(DueRuns, u64), Error> {
        let Some(rules) = self.rules else { return Ok((DueRuns::new(), 0)) };
        let version = i64::from(rules.version);
        let ids = sql::figures::due_with(&mut self.connection, version, filter);
        let ids = ids.map_err(|error| self.unfound(error))?;
        let (mut due, mut nameless) = (DueRuns::new(), 0_u64);
        for id in ids {
            let Some(row) = self.find_figures(&id, rules)? else { continue };
            match row.found {
                Some(run) => due.entry(run.model.clone()).or_default().push((id, run)),
                None => nameless = nameless.saturating_add(1),
            }
        }
        Ok((due, nameless))
    }

    fn unfound(&self, error: Failure) -> Error {
        self.failure(
            sentence!("store-cannot-look-figures-store", path = self.path.display()),
            error,
        )
    }
}

/// Runs of each model, each with its id.
type DueRuns = BTreeMap<String, Vec<(String, FleetRun)>>;

/// A reader needs no permission to change the store, and does not wait for other programs.
fn is_not_allowed(fault: Fault) -> bool {
    matches!(
        fault,
        Fault::Locked | Fault::ReadOnly | Fault::ServerForbids | Fault::ServerReadOnly
    )
}
