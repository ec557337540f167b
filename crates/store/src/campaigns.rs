//! Stores and finds the runs of a campaign.

use iogram_model::{Run, sentence};

use crate::campaign::{TaskKey, TaskRun};
use crate::error::Error;
use crate::sql::Rule;
use crate::{Store, record, sql};

impl Store {
    /// Stores which part of a campaign a run is.
    ///
    /// # Errors
    ///
    /// Fails if another run has that part, or if the database fails.
    pub fn keep_task(&mut self, run_id: &str, key: &TaskKey) -> Result<(), Error> {
        sql::campaigns::insert(&mut self.connection, run_id, key).map_err(|error| {
            match sql::broken_rule(&error) {
                Some(Rule::Unique) => Error::TaskTaken {
                    campaign: key.campaign.clone(),
                    task_index: key.task_index,
                },
                _ => self.failure(
                    sentence!(
                        "store-cannot-write-run-store",
                        run_id,
                        path = self.path.display()
                    ),
                    error,
                ),
            }
        })
    }

    /// The run for this part of a campaign; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn task_run(&mut self, key: &TaskKey) -> Result<Option<TaskRun>, Error> {
        let runs = self.task_runs(&key.campaign)?;
        Ok(runs.into_iter().find(|run| run.key == *key))
    }

    /// All runs of a campaign, in the order of its tasks.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn task_runs(&mut self, campaign: &str) -> Result<Vec<TaskRun>, Error> {
        sql::campaigns::read(&mut self.connection, campaign).map_err(|error| {
            self.failure(
                sentence!("store-cannot-list-runs-campaign-store", path = self.path.display()),
                error,
            )
        })
    }

    /// The part of a campaign that the run with this complete id is; `None` if it belongs to none.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn task_of(&mut self, run_id: &str) -> Result<Option<TaskKey>, Error> {
        sql::campaigns::read_key(&mut self.connection, run_id).map_err(|error| {
            self.failure(
                sentence!(
                    "store-cannot-read-run-store-run-id-path",
                    run_id,
                    path = self.path.display()
                ),
                error,
            )
        })
    }

    /// Whether the store has a run with this complete id.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn has(&mut self, run_id: &str) -> Result<bool, Error> {
        let id = sql::campaigns::read_id(&mut self.connection, run_id);
        let id = id.map_err(|error| {
            self.failure(
                sentence!(
                    "store-cannot-read-run-store-run-id-path",
                    run_id,
                    path = self.path.display()
                ),
                error,
            )
        })?;
        Ok(id.is_some())
    }

    /// The run with the complete id `run_id`, without its cells.
    ///
    /// # Errors
    ///
    /// Fails if there is no such run, if its record cannot be decoded, or if the database fails.
    pub fn load_head(&mut self, run_id: &str) -> Result<Run, Error> {
        let head = sql::read_head(&mut self.connection, run_id);
        let head = head.map_err(|error| {
            self.failure(
                sentence!(
                    "store-cannot-read-run-store-run-id-path",
                    run_id,
                    path = self.path.display()
                ),
                error,
            )
        })?;
        let head = head.ok_or_else(|| Error::UnknownRun { name: run_id.to_owned() })?;
        record::decode_run(run_id, &head)
    }
}
