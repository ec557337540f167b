//! Runs without what is largest in them, and which of many are read at all.

use iogram_model::{Run, sentence};

use crate::error::Error;
use crate::{RunSummary, Store, record, sql};

impl Store {
    /// The run whose whole id is `id`, without the courses of its cells and without a cell that has not ended: everything
    /// that figures are found in. Far less is read than by [`Store::load`].
    ///
    /// # Errors
    ///
    /// Fails if there is no such run, if a record is not understood, because a newer iogram wrote it, or if the database
    /// fails.
    pub fn load_without_courses(&mut self, id: &str) -> Result<Run, Error> {
        self.in_transaction(self.connection.backend().begin_read(), |store| {
            let records = sql::figures::records(&mut store.connection, id);
            let records = records;
            let records = records.map_err(|error| {
                store.failure(
                    sentence!("store-cannot-read-run-store", id, path = store.path.display()),
                    error,
                )
            })?;
            let unknown = || Error::UnknownRun { name: id.to_owned() };
            let (head, cells) = records.ok_or_else(unknown)?;
            record::decode_rated(id, &head, &cells)
        })
    }

    /// Of each drive and method the newest run that has ended, newest first. Drives are told apart by model and serial
    /// number, or by the target's name where there is none. Simulated drives (and targets that are none) are among them
    /// if `with_virtual` says so.
    ///
    /// # Errors
    ///
    /// Fails if the database fails, or if a newer iogram kept a run in a state that is not known here.
    pub fn newest_runs(&mut self, with_virtual: bool) -> Result<Vec<RunSummary>, Error> {
        let newest = sql::newest_runs(&mut self.connection, with_virtual);
        let mut runs = newest.map_err(|error| {
            self.failure(
                sentence!("store-cannot-list-newest-runs-store", path = self.path.display()),
                error,
            )
        })?;
        self.age(runs.iter_mut().filter_map(|run| run.owner.as_mut()))?;
        Ok(runs)
    }
}
