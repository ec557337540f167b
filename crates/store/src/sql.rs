//! Every statement that is sent to the database, and nothing that is not a statement.
//!
//! The statements are written so that PostgreSQL takes them too: placeholders are `$1`, values are
//! text, 64-bit integers and floats, a truth is 0 or 1. What differs between databases hangs on
//! [`Backend`].

pub(crate) mod campaigns;
pub(crate) mod checkpoints;
pub(crate) mod column;
pub(crate) mod copies;
pub(crate) mod drives;
mod faults;
pub(crate) mod figures;
pub(crate) mod leases;
mod lists;
pub(crate) mod owners;
pub(crate) mod rows;

use iogram_model::{CellRecord, Run};
use sqlx::any::{Any, AnyArguments};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::query::Query;
use sqlx::{
    AnyConnection, AssertSqlSafe, Connection, Row, SqlSafeStr, query, query_scalar, raw_sql,
};

use self::checkpoints::CheckpointText;
pub(crate) use self::faults::{broken_rule, fault_of};
use self::figures::FigureRow;
#[cfg(test)]
pub(crate) use self::lists::ListQuery;
pub(crate) use self::lists::{find_ids, find_last, list_runs, newest_runs};
use crate::record::{CellText, HeadText, name_of};
use crate::schema::{self, Schema};

/// Lets every statement wait so long for other programs.
pub(crate) async fn set_patience(
    backend: Backend,
    connection: &mut AnyConnection,
    ms: u32,
) -> Outcome<()> {
    let statement = match (backend, ms) {
        (Backend::Sqlite, 0..=200) => "pragma busy_timeout = 200",
        (Backend::Sqlite, _) => "pragma busy_timeout = 5000",
        (Backend::Postgres, 0..=200) => "set lock_timeout = 200",
        (Backend::Postgres, _) => "set lock_timeout = 5000",
    };
    query(statement).execute(connection).await.map(drop)
}

/// Result of a statement.
pub(crate) type Outcome<T> = Result<T, sqlx::Error>;

/// Which database is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Backend {
    /// A file.
    Sqlite,
    /// A database on a server.
    Postgres,
}

/// `application_id` of the file, set by the first migration: "iogr".
const APPLICATION_ID: i64 = 0x696f_6772;

impl Backend {
    /// Begins a transaction that is going to write, so that it waits for others now and not later,
    /// when SQLite would refuse to wait because both could wait for each other.
    pub(crate) const fn begin_write(self) -> &'static str {
        match self {
            Self::Sqlite => "begin immediate",
            Self::Postgres => "begin",
        }
    }

    /// Begins a transaction that sees one moment of the store.
    pub(crate) const fn begin_read(self) -> &'static str {
        match self {
            Self::Sqlite => "begin",
            Self::Postgres => "begin isolation level repeatable read read only",
        }
    }

    /// Makes others who would change the run `$1` wait for the end of this transaction, where beginning one to write
    /// did not already.
    const fn hold_run(self) -> Option<&'static str> {
        match self {
            Self::Sqlite => None,
            Self::Postgres => Some("select id from run where id = $1 for update"),
        }
    }

    /// Settings of each connection.
    ///
    /// The journal stays what it is in a new file, a rollback journal (`journal_mode = delete`).
    /// WAL would let readers and the writer pass each other, but a store is written once a cell; and
    /// WAL needs shared memory, which a home directory on a network does not have, and cannot be read
    /// from a read-only place. `synchronous = extra` makes a commit durable when it returns: `full`
    /// would not sync the directory after the journal's removal, so that a power cut could bring the
    /// journal back and take the last cell away.
    ///
    /// Source: <https://sqlite.org/pragma.html#pragma_synchronous>, <https://sqlite.org/wal.html>.
    const fn settings(self) -> &'static [&'static str] {
        match self {
            // 5 s, arbitrary: far longer than any transaction here, short enough for a person.
            Self::Sqlite => &[
                "pragma busy_timeout = 5000",
                "pragma synchronous = extra",
                "pragma foreign_keys = on",
            ],
            // Long texts travel as they are: a mistake of the server's encoding would change them. A program that
            // vanished in the middle of a transaction holds its locks for no longer than a minute.
            Self::Postgres => &[
                "set client_encoding = 'UTF8'",
                "set standard_conforming_strings = on",
                "set application_name = 'iogram'",
                "set lock_timeout = 5000",
                "set idle_in_transaction_session_timeout = 60000",
                "set synchronous_commit = on",
                // Compiling a statement takes longer than any here does.
                "set jit = off",
            ],
        }
    }
}

/// What a database holds before it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Nothing yet.
    Nothing,
    /// A store whose schema has this version.
    Store(i64),
    /// Tables of another program.
    Foreign,
}

pub(crate) async fn connect(backend: Backend, url: &str) -> Outcome<AnyConnection> {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await?;
    // All in one message: every connection waits for them.
    let settings = backend.settings().join("; ");
    raw_sql(AssertSqlSafe(settings)).execute(&mut connection).await?;
    Ok(connection)
}

pub(crate) async fn contents(
    backend: Backend,
    connection: &mut AnyConnection,
) -> Outcome<Contents> {
    match backend {
        Backend::Sqlite => {
            let tables: i64 = query_scalar("select count(*) from sqlite_master")
                .fetch_one(&mut *connection)
                .await?;
            let application: i64 =
                query_scalar("pragma application_id").fetch_one(&mut *connection).await?;
            match (tables, application) {
                (0, _) => return Ok(Contents::Nothing),
                (_, APPLICATION_ID) => {}
                _ => return Ok(Contents::Foreign),
            }
        }
        Backend::Postgres => {
            // A schema of its own may stand beside those of other programs (`search_path`).
            let counts = query(
                "select count(*) as tables, count(*) filter (where relkind in ('r', 'p') \
                 and relname in ('_sqlx_migrations', 'run', 'cell')) as own from pg_catalog.pg_class \
                 where relnamespace = to_regnamespace(current_schema()) and relkind in ('r', 'p', 'v', 'm')",
            )
            .fetch_one(&mut *connection)
            .await?;
            let tables: i64 = counts.try_get("tables")?;
            let own: i64 = counts.try_get("own")?;
            match (tables, own) {
                (0, _) => return Ok(Contents::Nothing),
                (_, 3) => {}
                _ => return Ok(Contents::Foreign),
            }
        }
    }
    let version: Option<i64> = query_scalar("select max(version) from _sqlx_migrations")
        .fetch_one(&mut *connection)
        .await?;
    Ok(Contents::Store(version.unwrap_or(0)))
}

/// Brings the database to the latest version of `schema`, in one transaction: two programs that
/// open a new store at once must not both make its tables, and a crash must not leave half of them.
pub(crate) async fn migrate(
    backend: Backend,
    connection: &mut AnyConnection,
    schema: Schema,
) -> Outcome<()> {
    let mut transaction = connection.begin_with(backend.begin_write()).await?;
    if backend == Backend::Postgres {
        // Until the transaction ends: the migrator's own lock ends before what it made can be seen. The number is
        // that of a store's file.
        query("select pg_catalog.pg_advisory_xact_lock($1)")
            .bind(APPLICATION_ID)
            .execute(&mut *transaction)
            .await?;
    }
    let migrator = Migrator::with_migrations(
        schema
            .iter()
            .map(|&(version, name, sql)| {
                let sql = match backend {
                    Backend::Sqlite => schema::for_sqlite(sql),
                    Backend::Postgres => schema::for_postgres(sql),
                };
                let sql = AssertSqlSafe(sql).into_sql_str();
                Migration::new(version, name.into(), MigrationType::Simple, sql, false)
            })
            .collect(),
    );
    migrator.run(&mut *transaction).await.map_err(|error| match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error,
        other => sqlx::Error::Migrate(Box::new(other)),
    })?;
    transaction.commit().await
}

/// First complaint of the database about its own file; `None` if there is none.
pub(crate) async fn find_damage(
    backend: Backend,
    connection: &mut AnyConnection,
) -> Outcome<Option<String>> {
    match backend {
        Backend::Sqlite => {
            let verdict: String =
                query_scalar("pragma integrity_check(1)").fetch_one(connection).await?;
            Ok((verdict != "ok").then_some(verdict))
        }
        // A server looks after its own pages (`data_checksums`, `pg_amcheck`).
        Backend::Postgres => Ok(None),
    }
}

const INSERT_RUN: &str = "insert into run (id, format, state, started_at_us, ended_at_us, \
     method_id, target, target_kind, capacity_bytes, drive, drive_capacity_bytes, model, serial, \
     firmware, kernel, tool_version, record, findings) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";

const UPDATE_RUN: &str = "update run set format = $2, state = $3, started_at_us = $4, \
     ended_at_us = $5, method_id = $6, target = $7, target_kind = $8, capacity_bytes = $9, \
     drive = $10, drive_capacity_bytes = $11, model = $12, serial = $13, firmware = $14, \
     kernel = $15, tool_version = $16, record = $17, findings = $18 where id = $1";

fn run_query(
    statement: &'static str,
    run: &Run,
    head: HeadText,
) -> Query<'static, Any, AnyArguments> {
    let target = &run.target;
    query(statement)
        .bind(run.id.clone())
        .bind(run.format.clone())
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

/// A run, its record, and its figures if they are known.
type RunRow<'a> = (&'a Run, HeadText, Option<&'a FigureRow>);

/// Adds a run and the cells that it has already.
pub(crate) async fn insert_run(
    backend: Backend,
    connection: &mut AnyConnection,
    run: RunRow<'_>,
    cells: Vec<CellText>,
) -> Outcome<()> {
    query(backend.begin_write()).execute(&mut *connection).await?;
    let outcome = insert_run_rows(connection, run, cells).await;
    end_transaction(connection, outcome).await
}

async fn insert_run_rows(
    connection: &mut AnyConnection,
    (run, record, figures): RunRow<'_>,
    cells: Vec<CellText>,
) -> Outcome<()> {
    run_query(INSERT_RUN, run, record).execute(&mut *connection).await?;
    for (position, (cell, text)) in run.cells.iter().zip(cells).enumerate() {
        insert_cell_rows(connection, &run.id, position, (cell, text)).await?;
    }
    match figures {
        Some(figures) => figures::write(connection, &run.id, figures).await,
        None => figures::insert_due(connection, &run.id).await,
    }
}

/// A statement without values.
pub(crate) async fn send(
    connection: &mut AnyConnection,
    statement: &'static str,
) -> Outcome<()> {
    query(statement).execute(connection).await.map(drop)
}

/// Commits what was done, or takes it back if any of it failed.
///
/// The driver's own transactions are of no use here: on a full disk SQLite takes back everything by
/// itself, the driver (sqlx 0.9.0) goes on believing in a transaction, and no later one begins.
pub(crate) async fn end_transaction<T>(
    connection: &mut AnyConnection,
    outcome: Outcome<T>,
) -> Outcome<T> {
    let outcome = match outcome {
        Ok(value) => query("commit").execute(&mut *connection).await.map(|_| value),
        Err(error) => Err(error),
    };
    if outcome.is_err() {
        // Fails if there is nothing left to take back, which is just as well.
        query("rollback").execute(connection).await.ok();
    }
    outcome
}

/// Replaces what is said of a run, with its figures; whether there was a run to update.
pub(crate) async fn finish_run(
    backend: Backend,
    connection: &mut AnyConnection,
    run: RunRow<'_>,
) -> Outcome<bool> {
    query(backend.begin_write()).execute(&mut *connection).await?;
    let outcome = finish_run_rows(connection, run).await;
    end_transaction(connection, outcome).await
}

async fn finish_run_rows(
    connection: &mut AnyConnection,
    (run, record, figures): RunRow<'_>,
) -> Outcome<bool> {
    if !update_run(connection, run, record).await? {
        return Ok(false);
    }
    match figures {
        Some(figures) => figures::write(connection, &run.id, figures).await?,
        None => figures::forget(connection, &run.id).await?,
    }
    Ok(true)
}

/// Whether there was a run to update.
pub(crate) async fn update_run(
    connection: &mut AnyConnection,
    run: &Run,
    record: HeadText,
) -> Outcome<bool> {
    let done = run_query(UPDATE_RUN, run, record).execute(connection).await?;
    Ok(done.rows_affected() > 0)
}

const INSERT_CELL: &str = "insert into cell (run_id, position_index, name, repeat_index, \
     is_counted, state, access, block, read_permille, depth_count, job_count, io_path, started_ns, \
     elapsed_ns, cpu_user_ns, cpu_system_ns, warning_count, error_count, record, series) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
     $20)";

/// Adds a cell; all of it or nothing.
pub(crate) async fn insert_cell(
    backend: Backend,
    connection: &mut AnyConnection,
    run_id: &str,
    position: usize,
    cell: (&CellRecord, CellText),
) -> Outcome<()> {
    query(backend.begin_write()).execute(&mut *connection).await?;
    let outcome = add_cell_rows(connection, run_id, position, cell).await;
    end_transaction(connection, outcome).await
}

async fn add_cell_rows(
    connection: &mut AnyConnection,
    run_id: &str,
    position: usize,
    cell: (&CellRecord, CellText),
) -> Outcome<()> {
    insert_cell_rows(connection, run_id, position, cell).await?;
    figures::forget(connection, run_id).await
}

/// Replaces what is said about a cell; whether there was one.
pub(crate) async fn annotate_cell(
    backend: Backend,
    connection: &mut AnyConnection,
    place: (&str, usize),
    cell: (&CellRecord, CellText),
) -> Outcome<bool> {
    query(backend.begin_write()).execute(&mut *connection).await?;
    let outcome = annotate_cell_row(backend, connection, place, cell).await;
    end_transaction(connection, outcome).await
}

async fn annotate_cell_row(
    backend: Backend,
    connection: &mut AnyConnection,
    (run_id, position): (&str, usize),
    cell: (&CellRecord, CellText),
) -> Outcome<bool> {
    // Whoever finds figures in the records of this run is waited for, and waits.
    owners::hold(backend, connection, run_id).await?;
    let is_known = update_cell(connection, run_id, position, cell).await?;
    figures::forget(connection, run_id).await?;
    Ok(is_known)
}

/// Whether there was a cell to update. Its series stays what it is.
pub(crate) async fn update_cell(
    connection: &mut AnyConnection,
    run_id: &str,
    position: usize,
    (cell, text): (&CellRecord, CellText),
) -> Outcome<bool> {
    let done = query(
        "update cell set is_counted = $1, record = $2 where run_id = $3 and position_index = $4",
    )
    .bind(i64::from(cell.is_counted))
    .bind(text.record)
    .bind(run_id.to_owned())
    .bind(count(position))
    .execute(connection)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Removes the cells of a run from a place on.
pub(crate) async fn delete_cells(
    backend: Backend,
    connection: &mut AnyConnection,
    run_id: &str,
    first: usize,
) -> Outcome<()> {
    query(backend.begin_write()).execute(&mut *connection).await?;
    let outcome = delete_cell_rows(backend, connection, run_id, first).await;
    end_transaction(connection, outcome).await
}

async fn delete_cell_rows(
    backend: Backend,
    connection: &mut AnyConnection,
    run_id: &str,
    first: usize,
) -> Outcome<()> {
    owners::hold(backend, connection, run_id).await?;
    checkpoints::delete(connection, run_id, count(first)).await?;
    query("delete from cell where run_id = $1 and position_index >= $2")
        .bind(run_id.to_owned())
        .bind(count(first))
        .execute(&mut *connection)
        .await?;
    figures::forget(connection, run_id).await
}

async fn insert_cell_rows(
    connection: &mut AnyConnection,
    run_id: &str,
    position: usize,
    (cell, text): (&CellRecord, CellText),
) -> Outcome<()> {
    let position = count(position);
    let workload = &cell.workload;
    checkpoints::delete(connection, run_id, position).await?;
    query(INSERT_CELL)
        .bind(run_id.to_owned())
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
        .await
        .map(drop)
}

/// A run as its rows, without its cells.
#[derive(Debug)]
pub(crate) struct RunText {
    pub(crate) head: HeadText,
    /// Of the cell after those that have ended.
    pub(crate) checkpoint: Option<CheckpointText>,
}

/// A run's record, from one moment with its cells', which go to `cell` in order, one at a time: their texts are
/// large. `None` if there is no such run.
pub(crate) async fn read_run(
    backend: Backend,
    connection: &mut AnyConnection,
    id: &str,
    cell: &mut impl FnMut(CellText),
) -> Outcome<Option<RunText>> {
    query(backend.begin_read()).execute(&mut *connection).await?;
    let outcome = read_run_rows(connection, id, cell).await;
    end_transaction(connection, outcome).await
}

async fn read_run_rows(
    connection: &mut AnyConnection,
    id: &str,
    cell: &mut impl FnMut(CellText),
) -> Outcome<Option<RunText>> {
    let Some(head) = read_head(connection, id).await? else { return Ok(None) };
    let positions: Vec<i64> = query_scalar(
        "select position_index from cell where run_id = $1 order by position_index",
    )
    .bind(id.to_owned())
    .fetch_all(&mut *connection)
    .await?;
    for position in &positions {
        let row =
            query("select record, series from cell where run_id = $1 and position_index = $2")
                .bind(id.to_owned())
                .bind(*position)
                .fetch_one(&mut *connection)
                .await?;
        cell(CellText { record: row.try_get("record")?, series: row.try_get("series")? });
    }
    let checkpoint = checkpoints::read(connection, id, positions.len()).await?;
    Ok(Some(RunText { head, checkpoint }))
}

/// A run's record; `None` if there is no such run.
pub(crate) async fn read_head(
    connection: &mut AnyConnection,
    id: &str,
) -> Outcome<Option<HeadText>> {
    let row = query("select record, findings from run where id = $1")
        .bind(id.to_owned())
        .fetch_optional(connection)
        .await?;
    row.map(|row| {
        Ok(HeadText { record: row.try_get("record")?, findings: row.try_get("findings")? })
    })
    .transpose()
}

/// The records of a run's cells in order, without their courses, which are nearly all that is kept of them.
pub(crate) async fn read_cells(
    connection: &mut AnyConnection,
    id: &str,
) -> Outcome<Vec<String>> {
    query_scalar("select record from cell where run_id = $1 order by position_index")
        .bind(id.to_owned())
        .fetch_all(connection)
        .await
}

/// As the database's integer. Columns are for searching, so what does not fit in 63 bits becomes the
/// largest integer there; the record beside them is exact.
fn integer(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn count(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
