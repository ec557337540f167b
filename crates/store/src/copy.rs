//! Copies runs between stores: a run completely or not at all; a second copy changes nothing.
//!
//! Must not know the locations of the stores: a file and a server work like two files.

use std::collections::BTreeSet;

use iogram_model::{Run, sentence, text};
use serde_json::Value;

use crate::error::Error;
use crate::owner::Owner;
use crate::record::{self, CellText};
use crate::sql::Rule;
use crate::sql::copies::Renewal;
use crate::sql::owners::Swap;
use crate::sql::rows::{Part, RunRows};
use crate::{Store, sql};

/// The result of copying a run into a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Copied {
    /// The destination did not have it.
    New,
    /// The destination had it already, unchanged.
    Same,
    /// The destination had an earlier state, from before a continuation or an annotation; now it has the state of the
    /// source.
    Renewed,
    /// The destination has a longer run or another annotation, and keeps it.
    NewerThere,
    /// The destination has another run with this id and other cells, and keeps it.
    Another,
    /// In the destination, another run already is this part of the campaign: the run is not copied.
    Superseded,
    /// A program measures the run in the destination, which keeps it.
    Measured,
}

/// Which of two stores wins if their annotations of the same cells differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Believed {
    /// The source: the bench that measured the run.
    Source,
    /// The destination.
    Destination,
}

/// Whether `a` is a prefix of `b`, or equal: the same cells, whatever their later annotations are.
fn begins(a: &RunRows, b: &RunRows) -> bool {
    a.cell_records().count() <= b.cell_records().count()
        && a.cell_records().zip(b.cell_records()).all(|(a, b)| {
            a == b || measured(a).is_some_and(|a| measured(b).is_some_and(|b| a == b))
        })
}

/// Whether all that is said of a run is the same in both.
fn is_same(a: &RunRows, b: &RunRows) -> bool {
    a.head() == b.head() && a.cell_records().eq(b.cell_records())
}

/// A cell's record without what a person may say of it afterwards; `None` for one that is no JSON.
fn measured(record: &str) -> Option<Value> {
    let mut cell: Value = serde_json::from_str(record).ok()?;
    let fields = cell.as_object_mut()?;
    for said in ["excluded", "is_counted", "warnings"] {
        fields.remove(said);
    }
    Some(cell)
}

/// Checks that the rows are a complete run that this version can decode. A run of 24 cells takes 2.4 ms of processor
/// time, more than the rest of the copy, so the bench that has the run does it
/// (`docs/journal/2026-11-25-what-a-server-gets-wrong.md`).
fn check_understood(id: &str, rows: &RunRows) -> Result<(), Error> {
    record::decode_run(id, &rows.head())?;
    let mut cells = rows.cell_records().zip(rows.cell_series());
    cells.try_for_each(|(record, series)| record::decode_cell(id, record, series).map(drop))
}

impl Store {
    /// Copies the run with the complete id `id` from another store, in one transaction: readers, and an end of the
    /// program or the connection, see all of it or nothing. A second copy is safe. `is_alive` decides whether a
    /// program that claims to measure the run here is still running.
    ///
    /// # Errors
    ///
    /// Fails if `from` has no such run, if its record cannot be decoded ([`Error::Record`] is always about a run in
    /// `from`), or if a database fails; then nothing of the run changes.
    pub fn copy_run(
        &mut self,
        from: &mut Self,
        id: &str,
        believed: Believed,
        is_alive: fn(&Owner) -> bool,
    ) -> Result<Copied, Error> {
        let Some(there) = self.read_rows(id, Part::Records)? else {
            return match self.add_run(from, id)? {
                Some(copied) => Ok(copied),
                // Another program copied it meanwhile.
                None => self.copy_run(from, id, believed, is_alive),
            };
        };
        let unknown = || Error::UnknownRun { name: id.to_owned() };
        let here = from.read_rows(id, Part::Records)?.ok_or_else(unknown)?;
        let (here_count, there_count) =
            (here.cell_records().count(), there.cell_records().count());
        if is_same(&here, &there) {
            return Ok(Copied::Same);
        }
        let run = from.load(id)?;
        let owner = self.owner(id)?;
        if owner.as_ref().is_some_and(is_alive) {
            return Ok(Copied::Measured);
        }
        if !begins(&there, &here) {
            let is_newer = begins(&here, &there);
            return Ok(if is_newer { Copied::NewerThere } else { Copied::Another });
        }
        if here_count == there_count && believed == Believed::Destination {
            return Ok(Copied::NewerThere);
        }
        self.renew(&run, (here_count, there_count), owner)
    }

    fn read_rows(&mut self, id: &str, part: Part) -> Result<Option<RunRows>, Error> {
        let rows = sql::rows::read(&mut self.connection, &[id.to_owned()], part);
        let rows = rows.map_err(|error| {
            self.failure(
                sentence!("store-cannot-read-run-store", id, path = self.path.display()),
                error,
            )
        })?;
        Ok(rows.into_values().next())
    }

    /// Copies a run that this store lacks, as [`Self::copy_run`] does; `None` if the store has it by now.
    ///
    /// # Errors
    ///
    /// As [`Self::copy_run`].
    pub fn add_run(&mut self, from: &mut Self, id: &str) -> Result<Option<Copied>, Error> {
        // These rows do not include the running cell: until it ends, it belongs to its bench.
        let rows = from.read_rows(id, Part::Whole)?;
        let rows = rows.ok_or_else(|| Error::UnknownRun { name: id.to_owned() })?;
        check_understood(id, &rows)?;
        let inserted = sql::rows::insert(&mut self.connection, vec![rows]);
        match inserted {
            Ok(()) => Ok(Some(Copied::New)),
            Err(error) if sql::broken_rule(&error) == Some(Rule::Unique) => {
                Ok((!self.has(id)?).then_some(Copied::Superseded))
            }
            Err(error) => Err(self.failure(
                sentence!(
                    "store-cannot-write-run-store-id-path",
                    id,
                    path = self.path.display()
                ),
                error,
            )),
        }
    }

    /// Copies runs that this store lacks, all in one transaction: over a network this takes a fraction of the time.
    /// `false` if any of them failed; then none was copied, and copying them one by one ([`Self::add_run`]) shows the
    /// reasons.
    pub fn add_runs(&mut self, from: &mut Self, ids: &[String]) -> bool {
        let Ok(rows) = sql::rows::read(&mut from.connection, ids, Part::Whole) else {
            return false;
        };
        if rows.len() != ids.len()
            || rows.iter().any(|(id, rows)| check_understood(id, rows).is_err())
        {
            return false;
        }
        sql::rows::insert(&mut self.connection, rows.into_values().collect()).is_ok()
    }

    /// Those of these runs that are here exactly as they are in `from`: [`Copied::Same`] of each, at the price of one. A run
    /// that cannot be compared is not among them, and who copies it ([`Self::copy_run`]) learns why.
    pub fn same_runs(&mut self, from: &mut Self, ids: &[String]) -> BTreeSet<String> {
        let here = sql::rows::read(&mut from.connection, ids, Part::Records);
        let there = sql::rows::read(&mut self.connection, ids, Part::Records);
        let (Ok(here), Ok(there)) = (here, there) else { return BTreeSet::new() };
        let is_same = |(id, here): (String, RunRows)| {
            there.get(&id).is_some_and(|there| is_same(&here, there)).then_some(id)
        };
        here.into_iter().filter_map(is_same).collect()
    }

    /// Those of these complete ids that this store lacks, in their order.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn lacking(&mut self, ids: &[String]) -> Result<Vec<String>, Error> {
        let found = sql::copies::find_known(&mut self.connection, ids);
        let found = found;
        let known = found.map_err(|error| {
            self.failure(
                sentence!("store-cannot-list-runs-store", path = self.path.display()),
                error,
            )
        })?;
        Ok(ids.iter().filter(|id| !known.contains(*id)).cloned().collect())
    }

    /// Brings a run up to date, of which this store has the first `known` of `count` cells.
    fn renew(
        &mut self,
        run: &Run,
        (count, known): (usize, usize),
        gone: Option<Owner>,
    ) -> Result<Copied, Error> {
        let head = record::encode_run(run)?;
        let cells = run.cells.iter().take(count).enumerate();
        let cells: Vec<CellText> = cells
            .map(|(position, cell)| record::encode_cell(&run.id, position, cell))
            .collect::<Result<_, _>>()?;
        // The rows do not include a running cell, which has no figures yet.
        let figures = self.rules.filter(|_| run.cells.len() == count);
        let figures = figures.and_then(|rules| rules.row_of(run));
        let renewal = Renewal { row: (run, head, figures.as_ref()), cells, known, gone };
        let connection = &mut self.connection;
        let renewed = sql::copies::renew_run(connection, renewal);
        match renewed {
            Ok(Swap::Done) => Ok(Copied::Renewed),
            // Another program claimed it since the last look.
            Ok(Swap::Owned(_)) => Ok(Copied::Measured),
            Ok(Swap::NoRun) => Err(self.not_changed(
                text!("store-cannot-write-run-store-run-id-path", run_id, path),
                &run.id,
            )),
            Err(error) => Err(self.failure(
                sentence!(
                    "store-cannot-write-run-store-id-path",
                    id = run.id,
                    path = self.path.display()
                ),
                error,
            )),
        }
    }
}
