//! Statements of copying a run from one store into another.

use sqlx::{AnyConnection, query};

use super::{
    Backend, Outcome, RunRow, end_transaction, figures, finish_run_rows, insert_cell_rows,
    owners, update_cell,
};
use crate::record::{CellText, HeadText};

/// A run's record and its cells', from one moment, without their courses; `None` if there is no such run.
pub(crate) async fn read_heads(
    backend: Backend,
    connection: &mut AnyConnection,
    id: &str,
) -> Outcome<Option<(HeadText, Vec<String>)>> {
    query(backend.begin_read()).execute(&mut *connection).await?;
    let outcome = figures::records(connection, id).await;
    end_transaction(connection, outcome).await
}

/// Replaces what is said of a run and of its first `known` cells, and adds the others; all of it or nothing.
pub(crate) async fn renew_run(
    backend: Backend,
    connection: &mut AnyConnection,
    run: RunRow<'_>,
    cells: Vec<CellText>,
    known: usize,
) -> Outcome<()> {
    query(backend.begin_write()).execute(&mut *connection).await?;
    let outcome = renew_rows(backend, connection, run, cells, known).await;
    end_transaction(connection, outcome).await
}

async fn renew_rows(
    backend: Backend,
    connection: &mut AnyConnection,
    rows: RunRow<'_>,
    cells: Vec<CellText>,
    known: usize,
) -> Outcome<()> {
    let (run, ..) = rows;
    owners::hold(backend, connection, &run.id).await?;
    // Removed meanwhile, or not this user's to change: the server hides rows of others from an update.
    if !finish_run_rows(connection, rows).await? {
        return Err(sqlx::Error::RowNotFound);
    }
    for (position, (cell, text)) in run.cells.iter().zip(cells).enumerate() {
        if position < known {
            update_cell(connection, &run.id, position, (cell, text)).await?;
        } else {
            insert_cell_rows(connection, &run.id, position, (cell, text)).await?;
        }
    }
    Ok(())
}
