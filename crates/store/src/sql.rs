//! All statements for the database, and nothing else.
//!
//! PostgreSQL accepts the statements, too: placeholders are `$1`, values are text, 64-bit integers and floats, a
//! boolean is 0 or 1. Differences between databases depend on [`Backend`].

mod backend;
pub(crate) mod campaigns;
pub(crate) mod checkpoints;
pub(crate) mod column;
mod connection;
pub(crate) mod copies;
pub(crate) mod drives;
mod faults;
pub(crate) mod figures;
pub(crate) mod leases;
mod lists;
mod migrations;
pub(crate) mod owners;
#[cfg(feature = "server")]
mod postgres;
pub(crate) mod rows;
#[cfg(feature = "server")]
mod server_faults;
mod sqlite;
mod value;

use iogram_model::{CellRecord, Run};

use self::backend::Backend;
use self::checkpoints::CheckpointText;
use self::connection::Query;
pub(crate) use self::connection::{Connection, query};
pub(crate) use self::faults::{broken_rule, fault_of};
use self::figures::FigureRow;
#[cfg(test)]
pub(crate) use self::lists::ListQuery;
pub(crate) use self::lists::{find_ids, find_last, is_there, list_runs, newest_runs};
pub(crate) use self::migrations::{Contents, contents, migrate};
pub(crate) use self::value::{Failure, Outcome, Rule};
use crate::record::{CellText, HeadText, name_of};

/// The first complaint of the database about its own file; `None` if there is none.
pub(crate) fn find_damage(connection: &mut Connection) -> Outcome<Option<String>> {
    match connection.backend() {
        Backend::Sqlite => {
            let verdict: String = query("pragma integrity_check(1)").fetch_value(connection)?;
            Ok((verdict != "ok").then_some(verdict))
        }
        // A server checks its own pages (`data_checksums`, `pg_amcheck`).
        Backend::Postgres => Ok(None),
    }
}

/// The most values of one statement in SQLite: its limit `SQLITE_MAX_VARIABLE_NUMBER`, since 3.32.
const VALUES_MAX: usize = 32_766;

const INSERT_RUN: &str = "insert into run (id, format, state, started_at_us, ended_at_us, \
     method_id, target, target_kind, capacity_bytes, drive, drive_capacity_bytes, model, serial, \
     firmware, kernel, tool_version, record, findings) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";

const UPDATE_RUN: &str = "update run set format = $2, state = $3, started_at_us = $4, \
     ended_at_us = $5, method_id = $6, target = $7, target_kind = $8, capacity_bytes = $9, \
     drive = $10, drive_capacity_bytes = $11, model = $12, serial = $13, firmware = $14, \
     kernel = $15, tool_version = $16, record = $17, findings = $18 where id = $1";

fn run_query<'q>(statement: &'static str, run: &'q Run, head: HeadText) -> Query<'q> {
    let target = &run.target;
    query(statement)
        .bind(&run.id)
        .bind(&run.format)
        .bind(name_of(run.state))
        .bind(run.started_at_us)
        .bind(run.ended_at_us)
        .bind(column::write(&run.method.id))
        .bind(column::write(&target.name))
        .bind(name_of(target.kind))
        .bind(integer(target.capacity.0))
        .bind(target.drive.as_deref().map(column::write))
        .bind(target.drive_capacity.map(|capacity| integer(capacity.0)))
        .bind(target.model.as_deref().map(column::write))
        .bind(target.serial.as_deref().map(column::write))
        .bind(target.firmware.as_deref().map(column::write))
        .bind(run.conditions.host.kernel.as_deref().map(column::write))
        .bind(column::write(&run.conditions.tool.version))
        .bind(head.record)
        .bind(head.findings)
}

/// A run, its record, and its figures if known.
type RunRow<'a> = (&'a Run, HeadText, Option<&'a FigureRow>);

/// Adds a run and its existing cells.
pub(crate) fn insert_run(
    connection: &mut Connection,
    run: RunRow<'_>,
    cells: Vec<CellText>,
) -> Outcome<()> {
    connection.write(|connection| insert_run_rows(connection, run, cells))
}

fn insert_run_rows(
    connection: &mut Connection,
    (run, record, figures): RunRow<'_>,
    cells: Vec<CellText>,
) -> Outcome<()> {
    connection.assert_in_transaction();
    assert_eq!(run.cells.len(), cells.len(), "each cell of a run has its row");
    run_query(INSERT_RUN, run, record).execute(connection)?;
    for (position, (cell, text)) in run.cells.iter().zip(cells).enumerate() {
        insert_cell_rows(connection, &run.id, position, (cell, text))?;
    }
    match figures {
        Some(figures) => figures::write(connection, &run.id, figures),
        None => figures::insert_due(connection, &run.id),
    }
}

/// Replaces the record of a run, with its figures; returns whether the run exists.
pub(crate) fn finish_run(connection: &mut Connection, run: RunRow<'_>) -> Outcome<bool> {
    connection.write(|connection| finish_run_rows(connection, run))
}

fn finish_run_rows(
    connection: &mut Connection,
    (run, record, figures): RunRow<'_>,
) -> Outcome<bool> {
    connection.assert_in_transaction();
    if !update_run(connection, run, record)? {
        return Ok(false);
    }
    match figures {
        Some(figures) => figures::write(connection, &run.id, figures)?,
        None => figures::forget(connection, &run.id)?,
    }
    Ok(true)
}

/// Returns whether the run exists.
pub(crate) fn update_run(
    connection: &mut Connection,
    run: &Run,
    record: HeadText,
) -> Outcome<bool> {
    let done = run_query(UPDATE_RUN, run, record).execute(connection)?;
    Ok(done > 0)
}

const INSERT_CELL: &str = "insert into cell (run_id, position_index, name, repeat_index, \
     is_counted, state, access, block, read_permille, depth_count, job_count, io_path, started_ns, \
     elapsed_ns, cpu_user_ns, cpu_system_ns, warning_count, error_count, record, series) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
     $20)";

/// Adds a cell; all of it or nothing.
pub(crate) fn insert_cell(
    connection: &mut Connection,
    run_id: &str,
    position: usize,
    cell: (&CellRecord, CellText),
) -> Outcome<()> {
    connection.write(|connection| add_cell_rows(connection, run_id, position, cell))
}

fn add_cell_rows(
    connection: &mut Connection,
    run_id: &str,
    position: usize,
    cell: (&CellRecord, CellText),
) -> Outcome<()> {
    connection.assert_in_transaction();
    insert_cell_rows(connection, run_id, position, cell)?;
    figures::forget(connection, run_id)
}

/// Replaces the annotations of a cell; returns whether the cell exists.
pub(crate) fn annotate_cell(
    connection: &mut Connection,
    place: (&str, usize),
    cell: (&CellRecord, CellText),
) -> Outcome<bool> {
    connection.write(|connection| annotate_cell_row(connection, place, cell))
}

fn annotate_cell_row(
    connection: &mut Connection,
    (run_id, position): (&str, usize),
    cell: (&CellRecord, CellText),
) -> Outcome<bool> {
    connection.assert_in_transaction();
    // Serialises this with the computation of figures from the records of this run.
    owners::hold(connection, run_id)?;
    let is_known = update_cell(connection, run_id, position, cell)?;
    figures::forget(connection, run_id)?;
    Ok(is_known)
}

/// Returns whether the cell exists. Its series stays unchanged.
pub(crate) fn update_cell(
    connection: &mut Connection,
    run_id: &str,
    position: usize,
    (cell, text): (&CellRecord, CellText),
) -> Outcome<bool> {
    let done = query(
        "update cell set is_counted = $1, record = $2 where run_id = $3 and position_index = $4",
    )
    .bind(i64::from(cell.is_counted))
    .bind(text.record)
    .bind(run_id)
    .bind(count(position))
    .execute(connection)?;
    Ok(done > 0)
}

/// Removes the cells of a run from a position on.
pub(crate) fn delete_cells(
    connection: &mut Connection,
    run_id: &str,
    first: usize,
) -> Outcome<()> {
    connection.write(|connection| delete_cell_rows(connection, run_id, first))
}

fn delete_cell_rows(connection: &mut Connection, run_id: &str, first: usize) -> Outcome<()> {
    connection.assert_in_transaction();
    owners::hold(connection, run_id)?;
    checkpoints::delete(connection, run_id, count(first))?;
    query("delete from cell where run_id = $1 and position_index >= $2")
        .bind(run_id)
        .bind(count(first))
        .execute(connection)?;
    figures::forget(connection, run_id)
}

fn insert_cell_rows(
    connection: &mut Connection,
    run_id: &str,
    position: usize,
    (cell, text): (&CellRecord, CellText),
) -> Outcome<()> {
    connection.assert_in_transaction();
    let position = count(position);
    let workload = &cell.workload;
    checkpoints::delete(connection, run_id, position)?;
    query(INSERT_CELL)
        .bind(run_id)
        .bind(position)
        .bind(column::write(&cell.name))
        .bind(i64::from(cell.repeat))
        .bind(i64::from(cell.is_counted))
        .bind(name_of(cell.state))
        .bind(workload.access.to_string())
        .bind(workload.block.to_string())
        .bind(i64::from(workload.mix.read.0))
        .bind(i64::from(workload.depth))
        .bind(i64::from(workload.jobs))
        .bind(name_of(cell.engine.path))
        .bind(integer(cell.started_ns))
        .bind(integer(cell.elapsed_ns))
        .bind(cell.cpu_user_ns.map(integer))
        .bind(cell.cpu_system_ns.map(integer))
        .bind(count(cell.warnings.len()))
        .bind(count(cell.errors.len()))
        .bind(text.record)
        .bind(text.series)
        .execute(connection)
        .map(drop)
}

/// The rows of a run, without its cells.
#[derive(Debug)]
pub(crate) struct RunText {
    pub(crate) head: HeadText,
    /// The checkpoint of the cell after the ended ones.
    pub(crate) checkpoint: Option<CheckpointText>,
}

/// A run's record. Its cells, from the same snapshot, go to `cell` in order, one at a time, because their texts are
/// large. `None` if there is no such run.
pub(crate) fn read_run(
    connection: &mut Connection,
    id: &str,
    cell: &mut impl FnMut(CellText),
) -> Outcome<Option<RunText>> {
    connection.read(|connection| read_run_rows(connection, id, cell))
}

fn read_run_rows(
    connection: &mut Connection,
    id: &str,
    cell: &mut impl FnMut(CellText),
) -> Outcome<Option<RunText>> {
    connection.assert_in_transaction();
    let Some(head) = read_head(connection, id)? else { return Ok(None) };
    let positions: Vec<i64> =
        query("select position_index from cell where run_id = $1 order by position_index")
            .bind(id)
            .fetch_values(connection)?;
    for position in &positions {
        let row =
            query("select record, series from cell where run_id = $1 and position_index = $2")
                .bind(id)
                .bind(*position)
                .fetch_one(connection)?;
        cell(CellText { record: row.read("record")?, series: row.read("series")? });
    }
    let checkpoint = checkpoints::read(connection, id, positions.len())?;
    Ok(Some(RunText { head, checkpoint }))
}

/// A run's record; `None` if there is no such run.
pub(crate) fn read_head(connection: &mut Connection, id: &str) -> Outcome<Option<HeadText>> {
    let row = query("select record, findings from run where id = $1")
        .bind(id)
        .fetch_optional(connection)?;
    row.map(|row| Ok(HeadText { record: row.read("record")?, findings: row.read("findings")? }))
        .transpose()
}

/// The records of a run's cells in order, without their time series, which are nearly all of their data.
pub(crate) fn read_cells(connection: &mut Connection, id: &str) -> Outcome<Vec<String>> {
    query("select record from cell where run_id = $1 order by position_index")
        .bind(id)
        .fetch_values(connection)
}

/// Converts to the database's integer. Columns are for searching, so a value beyond 63 bits becomes the largest
/// integer; the record beside them is exact.
fn integer(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn count(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
