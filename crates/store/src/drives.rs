//! The catalogue: drives as people know them, and the runs of each.

use iogram_model::{DriveEntry, sentence};

use crate::sql::Rule;
use crate::sql::drives::{self, Put};
use crate::{Error, RunSummary, Store, record, sql};

impl Store {
    /// Stores a drive, and replaces the drive with the same id. Attached runs stay attached.
    ///
    /// # Errors
    ///
    /// Fails if another drive has one of its serial numbers, if a figure in it is not a finite number, or if the
    /// database fails.
    pub fn put_drive(&mut self, entry: &DriveEntry) -> Result<(), Error> {
        let text = record::encode_drive(entry)?;
        let connection = &mut self.connection;
        let put = drives::put(connection, entry, text).map_err(|error| {
            self.failure(
                sentence!(
                    "store-cannot-write-drive-store",
                    id = entry.id,
                    path = self.path.display()
                ),
                error,
            )
        })?;
        match put {
            Put::Kept => Ok(()),
            Put::Taken { serial, drive_id } => Err(Error::SerialTaken { serial, drive_id }),
        }
    }

    /// All drives, by id.
    ///
    /// # Errors
    ///
    /// Fails if the database fails or holds a drive of a newer iogram.
    pub fn drives(&mut self) -> Result<Vec<DriveEntry>, Error> {
        let records = drives::records(&mut self.connection).map_err(|error| {
            self.failure(
                sentence!("store-cannot-list-drives-store", path = self.path.display()),
                error,
            )
        })?;
        records.iter().map(|text| record::decode_drive(text)).collect()
    }

    /// Removes a drive. Its runs stay.
    ///
    /// # Errors
    ///
    /// Fails if there is no such drive, or if the database fails.
    pub fn remove_drive(&mut self, id: &str) -> Result<(), Error> {
        let is_known = drives::delete(&mut self.connection, id).map_err(|error| {
            self.failure(
                sentence!("store-cannot-remove-drive-store", id, path = self.path.display()),
                error,
            )
        })?;
        is_known.then_some(()).ok_or_else(|| Error::UnknownDrive { name: id.to_owned() })
    }

    /// Attaches the run with the complete id `run_id` to this drive and detaches it from any other.
    ///
    /// # Errors
    ///
    /// Fails if the store lacks either, or if the database fails.
    pub fn attach_run(&mut self, drive_id: &str, run_id: &str) -> Result<(), Error> {
        drives::attach(&mut self.connection, drive_id, run_id).map_err(|error| {
            match sql::broken_rule(&error) {
                Some(Rule::ForeignKey) => {
                    Error::UnknownDrive { name: format!("{drive_id} or run {run_id}") }
                }
                _ => self.failure(
                    sentence!(
                        "store-cannot-attach-run-store",
                        run_id,
                        path = self.path.display()
                    ),
                    error,
                ),
            }
        })
    }

    /// Detaches a run; returns whether it was attached.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn detach_run(&mut self, drive_id: &str, run_id: &str) -> Result<bool, Error> {
        drives::detach(&mut self.connection, drive_id, run_id).map_err(|error| {
            self.failure(
                sentence!("store-cannot-detach-run-store", run_id, path = self.path.display()),
                error,
            )
        })
    }

    /// The runs of a drive, newest first: attached ones, and those with its serial numbers that are not attached to
    /// another drive.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn runs_of_drive(&mut self, drive_id: &str) -> Result<Vec<RunSummary>, Error> {
        let runs = drives::runs(&mut self.connection, drive_id);
        let mut runs = runs.map_err(|error| {
            self.failure(
                sentence!(
                    "store-cannot-list-runs-drive-store",
                    drive_id,
                    path = self.path.display()
                ),
                error,
            )
        })?;
        self.age(runs.iter_mut().filter_map(|run| run.owner.as_mut()))?;
        Ok(runs)
    }

    /// The id of the drive to which the run with the complete id `run_id` is attached; `None` if to none.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn drive_of_run(&mut self, run_id: &str) -> Result<Option<String>, Error> {
        drives::of_run(&mut self.connection, run_id).map_err(|error| {
            self.failure(
                sentence!(
                    "store-cannot-find-drive-run-store",
                    run_id,
                    path = self.path.display()
                ),
                error,
            )
        })
    }
}
