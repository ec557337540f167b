//! Runs from one store into another: all of a run or nothing, and the same again changes nothing.
//!
//! Must not know where the stores are: a file beside a server is as good as two files.

use iogram_model::Run;
use serde_json::Value;
use sqlx::error::ErrorKind;

use crate::error::Error;
use crate::record::{self, CellText, HeadText};
use crate::{Store, sql};

/// What became of a run in the store that it was copied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Copied {
    /// It was not there.
    New,
    /// It was there, the same.
    Same,
    /// It was there as it was before it went on, or before something was said of it; now it is as it is here.
    Renewed,
    /// There is more of it there, or something else was said of it: that is left as it is.
    NewerThere,
    /// Another run has its id there, with other cells: that is left as it is.
    Another,
    /// It is a part of a campaign that another run there is already: it is not copied.
    Superseded,
}

/// Which of two that say different things of the same cells is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Believed {
    /// The store that is copied from: the bench that measured the run.
    Source,
    /// The store that is copied to.
    Destination,
}

/// A run as it is kept, without its courses, which never change.
struct Kept {
    head: HeadText,
    cells: Vec<String>,
}

impl Kept {
    fn of(store: &mut Store, id: &str) -> Result<Option<Self>, Error> {
        let (backend, connection) = (store.backend, &mut store.connection);
        let kept = store.runtime.block_on(sql::copies::read_heads(backend, connection, id));
        let kept = kept.map_err(|error| store.failure(format!("read run {id} from"), error))?;
        Ok(kept.map(|(head, cells)| Self { head, cells }))
    }

    /// Whether `self` is the beginning of `other`, or as long: the same cells, whatever was said of them later.
    fn begins(&self, other: &Self) -> bool {
        self.cells.len() <= other.cells.len()
            && self
                .cells
                .iter()
                .zip(&other.cells)
                .all(|(a, b)| a == b || measured(a) == measured(b))
    }
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

impl Store {
    /// Copies the run whose whole id is `id` from another store, in one transaction: whoever looks, and whatever ends
    /// this program or the connection, sees all of it or nothing. A second time is no harm.
    ///
    /// # Errors
    ///
    /// Fails if there is no such run in `from`, if a record that is to be renewed is not understood, or if a database
    /// fails; then nothing of it is changed.
    pub fn copy_run(
        &mut self,
        from: &mut Self,
        id: &str,
        believed: Believed,
    ) -> Result<Copied, Error> {
        let unknown = || Error::UnknownRun { name: id.to_owned() };
        let Some(there) = Kept::of(self, id)? else {
            // What a cell under way had belongs to its bench until it has ended, and is not among these rows.
            let rows = sql::rows::read(from.backend, &mut from.connection, id);
            let rows = from.runtime.block_on(rows);
            let rows =
                rows.map_err(|error| from.failure(format!("read run {id} from"), error))?;
            let inserted = sql::rows::insert(
                self.backend,
                &mut self.connection,
                rows.ok_or_else(unknown)?,
            );
            return match self.runtime.block_on(inserted) {
                Ok(()) => Ok(Copied::New),
                // Another program brought it meanwhile.
                Err(error) if sql::broken_rule(&error) == Some(ErrorKind::UniqueViolation) => {
                    if self.has(id)? {
                        self.copy_run(from, id, believed)
                    } else {
                        Ok(Copied::Superseded)
                    }
                }
                Err(error) => Err(self.failure(format!("write run {id} to"), error)),
            };
        };
        let here = Kept::of(from, id)?.ok_or_else(unknown)?;
        if here.head == there.head && here.cells == there.cells {
            return Ok(Copied::Same);
        }
        if !there.begins(&here) {
            return Ok(if here.begins(&there) { Copied::NewerThere } else { Copied::Another });
        }
        if here.cells.len() == there.cells.len() && believed == Believed::Destination {
            return Ok(Copied::NewerThere);
        }
        self.renew(&from.load(id)?, here.cells.len(), there.cells.len())?;
        Ok(Copied::Renewed)
    }

    /// Brings a run of which the first `known` of `count` cells are kept to what it is now.
    fn renew(&mut self, run: &Run, count: usize, known: usize) -> Result<(), Error> {
        let head = record::encode_run(run)?;
        let cells = run.cells.iter().take(count).enumerate();
        let texts: Vec<CellText> = cells
            .map(|(position, cell)| record::encode_cell(&run.id, position, cell))
            .collect::<Result<_, _>>()?;
        // What a cell under way had is not among those that are kept here, and has no figures yet.
        let figures = self.rules.filter(|_| run.cells.len() == count);
        let figures = figures.and_then(|rules| rules.row_of(run));
        let rows = (run, head, figures.as_ref());
        let (backend, connection) = (self.backend, &mut self.connection);
        self.runtime
            .block_on(sql::copies::renew_run(backend, connection, rows, texts, known))
            .map_err(|error| self.failure(format!("write run {} to", run.id), error))
    }
}
