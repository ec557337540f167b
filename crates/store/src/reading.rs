//! Reads runs without their largest parts, and selects the runs to read.

use iogram_model::{Run, sentence};

use crate::error::Error;
use crate::{RunSummary, Store, record, sql};

impl Store {
    /// The run with the complete id `id`, without the time series of its cells and without a cell that has not ended:
    /// everything that figures need. It reads far less than [`Store::load`].
    ///
    /// # Errors
    ///
    /// Fails if there is no such run, if a record cannot be decoded, because a newer iogram wrote it, or if the
    /// database fails.
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

    /// The newest ended run of each drive and method, newest first. Model and serial number distinguish drives, or
    /// the target's name if they are missing. `with_virtual` includes simulated drives (and targets without a drive).
    ///
    /// # Errors
    ///
    /// Fails if the database fails, or if a newer iogram stored a run in an unknown state.
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
