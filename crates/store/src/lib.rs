//! Stores runs cell by cell in an embedded SQLite file, or on a PostgreSQL server.
//!
//! A read returns exactly the written data, bit for bit; the store interprets nothing and reads no clock. A cell is
//! durable when [`Store::add_cell`] returns, and its progress when [`Store::keep_checkpoint`] returns: a crash or a
//! power cut at any moment loses at most the data after that. The tables (`migrations/`) repeat searchable values as
//! columns beside the full records, so that the file is also useful without iogram.

mod campaign;
mod campaigns;
mod copy;
mod drives;
mod error;
mod figures;
mod lease;
mod leases;
mod location;
mod owner;
mod reading;
mod record;
mod schema;
mod server;
mod sql;
mod summaries;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Duration;

use iogram_model::{CellRecord, Run, RunLine, Sentence, Text, sentence, text};

pub use campaign::{TaskKey, TaskRun};
pub use copy::{Believed, Copied};
pub use error::{Error, Fault};
pub use figures::{FigureRules, NamedRun};
pub use lease::{Lease, LeasedDrive, Taking};
use location::Place;
pub use owner::{Origin, Owner};
use record::CellText;
use schema::{SCHEMA, Schema};
use sql::owners::Swap;
#[cfg(test)]
use sql::query;
use sql::{Connection, Contents, Failure, Rule};

/// Names the newest run, in place of an id.
pub const LAST: &str = "last";

/// An open store.
///
/// Several programs may have the same store open and write different runs to it; each waits up to
/// five seconds for the others.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    place: Place,
    /// Rules for figures; without them, new records have no figures yet.
    rules: Option<FigureRules>,
    /// Whether the owner of a run measures it now: [`LAST`] skips such runs.
    is_in_flight: fn(&Owner) -> bool,
}

/// After this time without an answer, a server counts as away. Arbitrary: far longer than any network takes.
const ANSWER_WITHIN: Duration = Duration::from_secs(15);

/// Selects the runs of a list. `None` excludes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RunFilter {
    /// Runs of the method with this id.
    pub method: Option<String>,
    /// Runs whose target's name, model or serial number contains this text; ASCII case is ignored.
    pub target: Option<String>,
    /// The most runs to list, newest first.
    pub limit: Option<u32>,
    /// Runs after the one with this complete id: the next page.
    pub behind: Option<String>,
}

/// Selects the runs of a fleet. `None` excludes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FleetFilter {
    /// Runs of the method with this id.
    pub method: Option<String>,
    /// Runs whose target's name, model or serial number contains this text; ASCII case is ignored.
    pub target: Option<String>,
    /// Simulated drives (and targets without a drive) instead of real ones.
    pub is_virtual: bool,
}

/// A run in a list: its distinguishing values, without its records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunSummary {
    /// The line of a list, with the last stored state.
    pub line: RunLine,
    /// Serial number of the drive; `None` is unknown.
    pub serial: Option<String>,
    /// The program that measured it last without ending it; `None` if there is none.
    pub owner: Option<Owner>,
}

impl Store {
    /// Opens the store at `location`: a path, or the address of a database on a PostgreSQL server
    /// (`postgres://USER@HOST/DATABASE`, with libpq's parameters, such as `sslmode`). Creates a missing file and its
    /// directories, and updates an older schema. A read-only store can be opened if its schema is up to date. The
    /// password of a server comes from `PGPASSWORD` or a password file (`PGPASSFILE`).
    ///
    /// # Errors
    ///
    /// Fails if `location` is another URL or contains a password, if it is a directory or a file or database of
    /// another program or of a newer iogram, or if it cannot be made, opened, reached or read.
    pub fn open(location: impl AsRef<Path>) -> Result<Self, Error> {
        Self::open_with(location.as_ref(), SCHEMA)
    }

    /// Checks whether a store can be opened or made at `location`. It makes and changes nothing, and does not contact
    /// a server.
    ///
    /// # Errors
    ///
    /// Fails if the location cannot be a store, as [`Self::open`] does.
    pub fn look(location: impl AsRef<Path>) -> Result<(), Error> {
        location::look(location.as_ref())
    }

    fn open_with(location: &Path, schema: Schema) -> Result<Self, Error> {
        let place = location::open(location)?;
        let (path, connection) = match &place {
            Place::File(file) => {
                location::check_text(file.path())?;
                (file.path().to_owned(), Connection::to_file(file.path()))
            }
            Place::Server(server) => {
                server.check_files()?;
                let connection = Connection::to_server(&server.connection(), ANSWER_WITHIN);
                (PathBuf::from(server.address()), connection)
            }
        };
        let connection = connection.map_err(|error| match error {
            #[cfg(feature = "server")]
            Failure::Runtime(error) => Error::Runtime(error),
            other => failure(
                &path,
                sentence!("store-cannot-open-store", path = path.display()),
                other,
            ),
        })?;
        // Verify that the path still names the checked file; nothing has been written to it yet.
        if let Place::File(file) = &place {
            file.check().map_err(|source| Error::Place { path: path.clone(), source })?;
        }
        let nobody: fn(&Owner) -> bool = |_| false;
        let mut store = Self { path, connection, place, rules: None, is_in_flight: nobody };
        if let Err(error) = store.prepare(schema) {
            let Self { connection, place, .. } = store;
            drop(connection);
            if let Place::File(file) = place {
                file.take_back();
            }
            return Err(error);
        }
        // The file is a store of iogram and contains serial numbers: restrict its permissions.
        if let Place::File(file) = &mut store.place {
            file.tighten();
        }
        Ok(store)
    }

    /// Whether `location` is the address of a server, and not a path.
    #[must_use]
    pub fn is_on_server(location: impl AsRef<Path>) -> bool {
        !matches!(server::Server::parse(location.as_ref()), Ok(None))
    }

    /// Whether `location` is a URL, and not a path: [`Self::open`] accepts PostgreSQL's and rejects all others.
    #[must_use]
    pub fn is_url(location: impl AsRef<Path>) -> bool {
        location::url_scheme(location.as_ref()).is_some()
    }

    fn prepare(&mut self, schema: Schema) -> Result<(), Error> {
        let known = schema.last().map_or(0, |&(version, ..)| version);
        let contents = sql::contents(&mut self.connection);
        let foreign = || Err(Error::Foreign { path: self.path.clone() });
        match contents.map_err(|error| {
            self.failure(
                sentence!("store-cannot-open-store", path = self.path.display()),
                error,
            )
        })? {
            Contents::Nothing if self.place.is_anothers() => foreign(),
            Contents::Foreign => foreign(),
            Contents::Store(found) if found > known => {
                Err(Error::NewerSchema { path: self.path.clone(), found, known })
            }
            Contents::Store(found) if found == known => Ok(()),
            Contents::Nothing | Contents::Store(_) => {
                sql::migrate(&mut self.connection, schema).map_err(|error| {
                    self.failure(
                        sentence!(
                            "store-cannot-bring-up-date-store",
                            path = self.path.display()
                        ),
                        error,
                    )
                })
            }
        }
    }

    /// The store's file, with links and `..` resolved, or the address of its server: [`Self::open`] accepts both.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Stores a new run, with the cells that it already has.
    ///
    /// # Errors
    ///
    /// Fails if the store already has a run with this id, if a figure in it is not a finite number, or if the
    /// database fails.
    pub fn begin(&mut self, run: &Run) -> Result<(), Error> {
        let record = record::encode_run(run)?;
        let cells = run.cells.iter().enumerate();
        let cells = cells
            .map(|(position, cell)| record::encode_cell(&run.id, position, cell))
            .collect::<Result<Vec<_>, _>>()?;
        let figures = self.rules.and_then(|rules| rules.row_of(run));
        let run_rows = (run, record, figures.as_ref());
        sql::insert_run(&mut self.connection, run_rows, cells).map_err(|error| {
            match sql::broken_rule(&error) {
                Some(Rule::Unique) => Error::RunExists { id: run.id.clone() },
                _ => self.failure(
                    sentence!(
                        "store-cannot-write-run-store-id-path",
                        id = run.id,
                        path = self.path.display()
                    ),
                    error,
                ),
            }
        })
    }

    /// Stores a cell of a run at its position in the order of execution, counted from 0. It is durable when the
    /// function returns.
    ///
    /// # Errors
    ///
    /// Fails if the store lacks the run, if the run has a cell at `position`, if a figure in it is not a finite
    /// number, or if the database fails; then nothing of the cell is stored.
    pub fn add_cell(
        &mut self,
        run_id: &str,
        position: usize,
        cell: &CellRecord,
    ) -> Result<(), Error> {
        let text = record::encode_cell(run_id, position, cell)?;
        let connection = &mut self.connection;
        sql::insert_cell(connection, run_id, position, (cell, text))
            .map_err(|error| self.cell_failure((run_id, position), error))
    }

    /// Replaces the record of a cell except its time series and its figures: the annotations.
    ///
    /// # Errors
    ///
    /// Fails if there is no such cell, if a figure in it is not a finite number, or if the database fails.
    pub fn annotate_cell(
        &mut self,
        run_id: &str,
        position: usize,
        cell: &CellRecord,
    ) -> Result<(), Error> {
        let text = record::encode_cell(run_id, position, cell)?;
        let connection = &mut self.connection;
        let is_known = sql::annotate_cell(connection, (run_id, position), (cell, text))
            .map_err(|error| self.cell_failure((run_id, position), error))?;
        if is_known {
            Ok(())
        } else {
            Err(self.not_changed(
                text!("store-cannot-write-cell-run-store-run-id-path", run_id, path),
                run_id,
            ))
        }
    }

    /// Stores the progress of the running cell, which may get `position`: its record, and the new rows of its series,
    /// or all rows if `is_whole`. Adding the cell removes it; if the cell is already there, nothing is stored. It is
    /// durable when the function returns.
    ///
    /// # Errors
    ///
    /// Fails if the store lacks the run, if a figure is not a finite number, or if the database fails; then the
    /// earlier progress is still there.
    pub fn keep_checkpoint(
        &mut self,
        run_id: &str,
        position: usize,
        cell: &CellRecord,
        is_whole: bool,
    ) -> Result<(), Error> {
        let text = record::encode_checkpoint(run_id, position, cell)?;
        let connection = &mut self.connection;
        let place = (run_id, position);
        sql::checkpoints::write(connection, place, text, is_whole)
            .map_err(|error| self.cell_failure((run_id, position), error))
    }

    /// Deletes the cells of a run from position `count` on, so that they can be measured again.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn truncate_cells(&mut self, run_id: &str, count: usize) -> Result<(), Error> {
        sql::delete_cells(&mut self.connection, run_id, count).map_err(|error| {
            self.failure(
                sentence!(
                    "store-cannot-remove-cells-run-store",
                    run_id,
                    path = self.path.display()
                ),
                error,
            )
        })
    }

    /// Replaces the whole record of a run except its cells: state, end, warnings, findings. The cells of `run` are
    /// those in the store: its figures come from them.
    ///
    /// # Errors
    ///
    /// Fails if the store lacks the run, if a figure in it is not a finite number, or if the database fails.
    pub fn finish(&mut self, run: &Run) -> Result<(), Error> {
        let record = record::encode_run(run)?;
        let figures = self.rules.and_then(|rules| rules.row_of(run));
        let run_rows = (run, record, figures.as_ref());
        let is_known = sql::finish_run(&mut self.connection, run_rows).map_err(|error| {
            self.failure(
                sentence!(
                    "store-cannot-write-end-run-store",
                    id = run.id,
                    path = self.path.display()
                ),
                error,
            )
        })?;
        if is_known {
            Ok(())
        } else {
            Err(self.not_changed(
                text!("store-cannot-write-end-run-store-run-id-path", run_id, path),
                &run.id,
            ))
        }
    }

    /// From now on [`LAST`] skips runs that their owner measures now, as decided by `is_in_flight`.
    pub fn pass_over(&mut self, is_in_flight: fn(&Owner) -> bool) {
        self.is_in_flight = is_in_flight;
    }

    /// The newest run that no other program measures now.
    fn find_last(&mut self) -> Result<String, Error> {
        let newest = sql::find_last(&mut self.connection)
            .map_err(|error| {
                self.failure(
                    sentence!("store-cannot-find-last-run-store", path = self.path.display()),
                    error,
                )
            })?
            .ok_or_else(|| Error::Empty { path: self.path.clone() })?;
        let is_in_flight = self.is_in_flight;
        if !self.owner(&newest)?.is_some_and(|owner| is_in_flight(&owner)) {
            return Ok(newest);
        }
        let ended = self
            .list(&RunFilter::default())?
            .into_iter()
            .find(|run| !run.owner.as_ref().is_some_and(is_in_flight));
        let none = || Error::UnknownRun { name: LAST.to_owned() };
        ended.map(|run| run.line.id).ok_or_else(none)
    }

    /// The id of the run that `name` means: a complete id, the unique beginning of one, or [`LAST`] for the newest
    /// run, except those that [`Store::pass_over`] excludes.
    ///
    /// # Errors
    ///
    /// Fails if no run or more than one matches, or if the database fails.
    pub fn find(&mut self, name: &str) -> Result<String, Error> {
        if name == LAST {
            return self.find_last();
        }
        if name.is_empty() {
            return Err(Error::UnknownRun { name: String::new() });
        }
        let mut matches = sql::find_ids(&mut self.connection, name).map_err(|error| {
            self.failure(
                sentence!("store-cannot-find-run-store", name, path = self.path.display()),
                error,
            )
        })?;
        match matches.as_slice() {
            [] => Err(Error::UnknownRun { name: name.to_owned() }),
            [first, others @ ..] if others.is_empty() || first == name => {
                Ok(matches.swap_remove(0))
            }
            _ => Err(Error::AmbiguousRun { name: name.to_owned(), matches }),
        }
    }

    /// The run that `name` means, as in [`Store::find`], with its stored cells. The last one may be the checkpoint of
    /// a cell that has not ended.
    ///
    /// # Errors
    ///
    /// As [`Store::find`]; also if a record cannot be decoded, because a newer iogram wrote it.
    pub fn load(&mut self, name: &str) -> Result<Run, Error> {
        let id = self.find(name)?;
        let mut cells = Vec::new();
        let mut decode = |text: CellText| {
            cells.push(record::decode_cell(&id, &text.record, &text.series));
        };
        let kept = sql::read_run(&mut self.connection, &id, &mut decode)
            .map_err(|error| {
                self.failure(
                    sentence!("store-cannot-read-run-store", id, path = self.path.display()),
                    error,
                )
            })?
            .ok_or_else(|| Error::UnknownRun { name: id.clone() })?;
        let mut run = record::decode_run(&id, &kept.head)?;
        run.cells = cells.into_iter().collect::<Result<_, _>>()?;
        if let Some(text) = kept.checkpoint {
            run.cells.push(record::decode_checkpoint(&id, &text)?);
        }
        Ok(run)
    }

    /// The cells of the run with the complete id `id`, without their time series: the work and the rates. It reads
    /// far less than [`Store::load`]. Empty if there is no such run.
    ///
    /// # Errors
    ///
    /// Fails if the database fails, or if a record cannot be decoded.
    pub fn load_rates(&mut self, id: &str) -> Result<Vec<CellRecord>, Error> {
        let texts = sql::read_cells(&mut self.connection, id).map_err(|error| {
            self.failure(
                sentence!("store-cannot-read-rates-run-store", id, path = self.path.display()),
                error,
            )
        })?;
        texts.iter().map(|text| record::decode_rates(id, text)).collect()
    }

    /// The runs that match `filter`, newest first.
    ///
    /// # Errors
    ///
    /// Fails if the database fails, or if a newer iogram stored a run in an unknown state.
    pub fn list(&mut self, filter: &RunFilter) -> Result<Vec<RunSummary>, Error> {
        let mut runs = sql::list_runs(&mut self.connection, filter).map_err(|error| {
            self.failure(
                sentence!("store-cannot-list-runs-store", path = self.path.display()),
                error,
            )
        })?;
        self.age(runs.iter_mut().filter_map(|run| run.owner.as_mut()))?;
        Ok(runs)
    }

    /// Removes the run with the complete id `id` and all its data. `gone` is an owner that is known to be dead. The
    /// file does not shrink; later runs reuse the space.
    ///
    /// # Errors
    ///
    /// Fails if there is no such run, if it belongs to another owner, or if the database fails.
    pub fn remove(&mut self, id: &str, gone: Option<&Owner>) -> Result<(), Error> {
        let connection = &mut self.connection;
        let swap = sql::owners::delete_run(connection, id, gone).map_err(|error| {
            self.failure(
                sentence!("store-cannot-remove-run-store", id, path = self.path.display()),
                error,
            )
        })?;
        self.outcome_of(
            swap,
            text!("store-cannot-remove-run-store-run-id-path", run_id, path),
            id,
        )
    }

    /// The owner of the run with the complete id `run_id`; `None` if it has none. The owner may be a killed program.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn owner(&mut self, run_id: &str) -> Result<Option<Owner>, Error> {
        let mut owner =
            sql::owners::read_owner(&mut self.connection, run_id).map_err(|error| {
                self.failure(
                    sentence!(
                        "store-cannot-read-owner-run-store",
                        run_id,
                        path = self.path.display()
                    ),
                    error,
                )
            })?;
        self.age(owner.iter_mut())?;
        Ok(owner)
    }

    /// Converts the heartbeat times of owners into ages, by one clock.
    pub(crate) fn age<'a>(
        &mut self,
        owners: impl Iterator<Item = &'a mut Owner>,
    ) -> Result<(), Error> {
        let mut owners = owners.peekable();
        if owners.peek().is_none() {
            return Ok(());
        }
        let now = sql::owners::now(&mut self.connection);
        let now = now;
        let now_us = now.map_err(|error| {
            self.failure(
                sentence!("store-cannot-ask-time-store", path = self.path.display()),
                error,
            )
        })?;
        // If clocks disagree, either may be ahead.
        owners
            .for_each(|it| it.silent = Duration::from_micros(now_us.abs_diff(it.heartbeat_us)));
        Ok(())
    }

    /// Makes `owner` the owner of a run that has no owner, or the owner `gone`, which is known to be dead.
    ///
    /// # Errors
    ///
    /// Fails if there is no such run, if it belongs to another owner, or if the database fails.
    pub fn claim(
        &mut self,
        run_id: &str,
        owner: &Owner,
        gone: Option<&Owner>,
    ) -> Result<(), Error> {
        let connection = &mut self.connection;
        let swap = sql::owners::claim(connection, run_id, (owner, gone)).map_err(|error| {
            match sql::broken_rule(&error) {
                Some(Rule::ForeignKey) => Error::UnknownRun { name: run_id.to_owned() },
                _ => self.failure(
                    sentence!(
                        "store-cannot-claim-run-store",
                        run_id,
                        path = self.path.display()
                    ),
                    error,
                ),
            }
        })?;
        self.outcome_of(swap, text!("store-cannot-claim-run-store", run_id, path), run_id)
    }

    /// Stores the origin of a run.
    ///
    /// # Errors
    ///
    /// Fails if there is no such run, if it already has an origin, or if the database fails.
    pub fn keep_origin(&mut self, run_id: &str, origin: &Origin) -> Result<(), Error> {
        sql::owners::write_origin(&mut self.connection, run_id, origin).map_err(|error| {
            self.failure(
                sentence!("store-cannot-write-run-store", run_id, path = self.path.display()),
                error,
            )
        })
    }

    /// The origin of the run with the complete id `run_id`; unknown for runs of older versions.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn origin(&mut self, run_id: &str) -> Result<Origin, Error> {
        sql::owners::read_origin(&mut self.connection, run_id).map_err(|error| {
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

    /// Sends a heartbeat of `owner`; returns whether the run still belongs to it.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn beat(&mut self, run_id: &str, owner: &Owner) -> Result<bool, Error> {
        let connection = &mut self.connection;
        sql::owners::beat(connection, run_id, owner).map_err(|error| {
            self.failure(
                sentence!("store-cannot-keep-run-store", run_id, path = self.path.display()),
                error,
            )
        })
    }

    /// Removes `owner` from a run.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn release(&mut self, run_id: &str, owner: &Owner) -> Result<(), Error> {
        sql::owners::release(&mut self.connection, run_id, owner).map_err(|error| {
            self.failure(
                sentence!("store-cannot-release-run-store", run_id, path = self.path.display()),
                error,
            )
        })
    }

    /// Sets whether statements from now on wait for other programs as long as usual, or hardly at all.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn be_patient(&mut self, is_patient: bool) -> Result<(), Error> {
        let set = self.connection.be_patient(is_patient);
        set.map_err(|error| {
            self.failure(
                sentence!("store-cannot-set-up-store", path = self.path.display()),
                error,
            )
        })
    }

    /// Reads the whole file, if it is one, and every run, and looks for damage.
    ///
    /// # Errors
    ///
    /// Fails if there is damage, if a run cannot be decoded ([`Error::Record`] names it), or if the store cannot be
    /// read.
    pub fn check(&mut self) -> Result<(), Error> {
        let problem = sql::find_damage(&mut self.connection).map_err(|error| {
            self.failure(
                sentence!("store-cannot-check-store", path = self.path.display()),
                error,
            )
        })?;
        if let Some(problem) = problem {
            return Err(Error::Damaged { path: self.path.clone(), problem });
        }
        for run in self.list(&RunFilter::default())? {
            match self.load(&run.line.id) {
                // Removed meanwhile.
                Ok(_) | Err(Error::UnknownRun { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The reason why nothing of a run changed: it does not exist, or a server shows it to this role read-only.
    fn not_changed(&mut self, action: Text, run_id: &str) -> Error {
        let action = sentence!(action, run_id, path = self.path.display());
        match sql::is_there(&mut self.connection, run_id) {
            Ok(false) => Error::UnknownRun { name: run_id.to_owned() },
            Ok(true) => self.failure(action, Failure::NoRow),
            Err(error) => self.failure(action, error),
        }
    }

    /// The result of a change of a run.
    fn outcome_of(&mut self, swap: Swap, action: Text, run_id: &str) -> Result<(), Error> {
        match swap {
            Swap::Done => Ok(()),
            Swap::NoRun => Err(self.not_changed(action, run_id)),
            Swap::Owned(owner) => {
                Err(Error::Owned { run_id: run_id.to_owned(), owner: Box::new(owner) })
            }
        }
    }

    /// The reason why a cell could not be written.
    fn cell_failure(&self, (run_id, position): (&str, usize), error: Failure) -> Error {
        match sql::broken_rule(&error) {
            Some(Rule::Unique) => Error::CellExists { run_id: run_id.to_owned(), position },
            Some(Rule::ForeignKey) => Error::UnknownRun { name: run_id.to_owned() },
            _ => self.failure(
                sentence!(
                    "store-cannot-write-cell-run-store",
                    position,
                    run_id,
                    path = self.path.display()
                ),
                error,
            ),
        }
    }

    /// Runs `work` between the statement `begin` and the end of that transaction, all of it or nothing.
    fn in_transaction<T>(
        &mut self,
        begin: &'static str,
        work: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let begun = self.connection.begin(begin);
        begun.map_err(|error| {
            self.failure(sentence!("store-cannot-ask-store", path = self.path.display()), error)
        })?;
        let outcome = work(self).and_then(|done| {
            let ended = self.connection.commit();
            ended.map(|()| done).map_err(|error| {
                self.failure(
                    sentence!("store-cannot-write-store", path = self.path.display()),
                    error,
                )
            })
        });
        if outcome.is_err() {
            self.connection.roll_back();
        }
        outcome
    }

    fn failure(&self, action: Sentence, error: Failure) -> Error {
        failure(&self.path, action, error)
    }
}

fn failure(path: &Path, action: Sentence, error: Failure) -> Error {
    if let Failure::Late(waited) = error {
        return Error::Silent { path: path.to_owned(), waited_s: waited.as_secs() };
    }
    let (path, fault) = (path.to_owned(), sql::fault_of(&error));
    Error::Database { action, path, fault, source: Box::new(error) }
}
