//! Statements of copying a run from one store into another.

use std::collections::BTreeSet;

use sqlx::{AnyConnection, AssertSqlSafe, query, query_scalar};

use super::owners::{self, Swap};
use super::{
    Backend, Outcome, RunRow, end_transaction, finish_run_rows, insert_cell_rows, update_cell,
};
use crate::owner::Owner;
use crate::record::CellText;

/// Ids of one statement. Arbitrary: far below the 32,766 values that SQLite takes.
const IDS: usize = 1000;

/// Those of these ids that runs have.
pub(crate) async fn find_known(
    connection: &mut AnyConnection,
    ids: &[String],
) -> Outcome<BTreeSet<String>> {
    let mut known = BTreeSet::new();
    for some in ids.chunks(IDS) {
        let places: Vec<String> = (1..=some.len()).map(|place| format!("${place}")).collect();
        let statement = format!("select id from run where id in ({})", places.join(", "));
        let asked = some
            .iter()
            .fold(query_scalar(AssertSqlSafe(statement)), |asked, id| asked.bind(id.clone()));
        known.extend(asked.fetch_all(&mut *connection).await?);
    }
    Ok(known)
}

/// A run as it is to be.
#[derive(Debug)]
pub(crate) struct Renewal<'a> {
    pub(crate) row: RunRow<'a>,
    /// Of its cells that are kept.
    pub(crate) cells: Vec<CellText>,
    /// So many of these are there already.
    pub(crate) known: usize,
    /// Who may still be told to measure it there, and does not.
    pub(crate) gone: Option<Owner>,
}

/// Replaces what is said of a run and of the cells that are there, and adds the others; all of it or nothing, and
/// nothing if somebody measures it there.
pub(crate) async fn renew_run(
    backend: Backend,
    connection: &mut AnyConnection,
    renewal: Renewal<'_>,
) -> Outcome<Swap> {
    query(backend.begin_write()).execute(&mut *connection).await?;
    let outcome = renew_rows(backend, connection, renewal).await;
    end_transaction(connection, outcome).await
}

async fn renew_rows(
    backend: Backend,
    connection: &mut AnyConnection,
    Renewal { row, cells, known, gone }: Renewal<'_>,
) -> Outcome<Swap> {
    let (run, ..) = row;
    owners::hold(backend, connection, &run.id).await?;
    if let Some(other) = owners::other_owner(connection, &run.id, gone.as_ref()).await? {
        return Ok(Swap::Owned(other));
    }
    // Removed meanwhile, or not this user's to change: the server hides rows of others from an update.
    if !finish_run_rows(connection, row).await? {
        return Err(sqlx::Error::RowNotFound);
    }
    for (position, (cell, text)) in run.cells.iter().zip(cells).enumerate() {
        if position < known {
            update_cell(connection, &run.id, position, (cell, text)).await?;
        } else {
            insert_cell_rows(connection, &run.id, position, (cell, text)).await?;
        }
    }
    Ok(Swap::Done)
}
