//! Statements for copying a run from one store into another.

use std::collections::BTreeSet;

use super::connection::{Connection, Query, places, query};
use super::owners::{self, Swap};
use super::value::Failure;
use super::{Outcome, RunRow, VALUES_MAX, finish_run_rows, insert_cell_rows, update_cell};
use crate::owner::Owner;
use crate::record::CellText;

/// Ids of one statement. Arbitrary: far below the 32,766 values that SQLite takes.
const IDS: usize = 1000;
const _: () = assert!(IDS <= VALUES_MAX, "SQLite takes no more values in a statement");

/// Those of these ids that belong to runs in the store.
pub(crate) fn find_known(
    connection: &mut Connection,
    ids: &[String],
) -> Outcome<BTreeSet<String>> {
    let mut known = BTreeSet::new();
    for some in ids.chunks(IDS) {
        let statement = format!("select id from run where id in ({})", places(some.len()));
        let asked = some.iter().fold(query(statement), Query::bind);
        known.extend(asked.fetch_values(connection)?);
    }
    Ok(known)
}

/// The new state of a run.
#[derive(Debug)]
pub(crate) struct Renewal<'a> {
    pub(crate) row: RunRow<'a>,
    /// Its stored cells.
    pub(crate) cells: Vec<CellText>,
    /// Number of these that the destination already has.
    pub(crate) known: usize,
    /// The owner that the destination may still name, and that is dead.
    pub(crate) gone: Option<Owner>,
}

/// Replaces the record of a run and of its existing cells, and adds the others; all of it or nothing, and nothing if
/// a program measures it there.
pub(crate) fn renew_run(connection: &mut Connection, renewal: Renewal<'_>) -> Outcome<Swap> {
    connection.write(|connection| renew_rows(connection, renewal))
}

fn renew_rows(
    connection: &mut Connection,
    Renewal { row, cells, known, gone }: Renewal<'_>,
) -> Outcome<Swap> {
    let (run, ..) = row;
    connection.assert_in_transaction();
    assert!(cells.len() <= run.cells.len(), "more cells are written than the run has");
    owners::hold(connection, &run.id)?;
    if let Some(other) = owners::other_owner(connection, &run.id, gone.as_ref())? {
        return Ok(Swap::Owned(other));
    }
    // Removed meanwhile, or not changeable by this user: the server hides rows of others from an update.
    if !finish_run_rows(connection, row)? {
        return Err(Failure::NoRow);
    }
    for (position, (cell, text)) in run.cells.iter().zip(cells).enumerate() {
        if position < known {
            update_cell(connection, &run.id, position, (cell, text))?;
        } else {
            insert_cell_rows(connection, &run.id, position, (cell, text))?;
        }
    }
    Ok(Swap::Done)
}
