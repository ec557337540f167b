//! Statements about who measures a run.

use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row, query, query_scalar};

use crate::owner::{Origin, Owner};
use crate::sql::{Backend, Outcome, end_transaction, integer};

/// What came of a change that names the owner it expects.
#[derive(Debug)]
pub(crate) enum Swap {
    Done,
    /// It is another one's.
    Owned(Owner),
    /// There is no such run.
    NoRun,
}

const READ_OWNER: &str = "select host as owner_host, boot_id as owner_boot_id, \
     pid_namespace as owner_pid_namespace, pid as owner_pid, started_ticks as owner_started_ticks, \
     since_us as owner_since_us, heartbeat_us as owner_heartbeat_us from owner where run_id = $1";

/// The owner in a row; `None` if there is none.
pub(crate) fn owner_of(row: &AnyRow) -> Outcome<Option<Owner>> {
    let Some(host) = row.try_get::<Option<String>, _>("owner_host")? else { return Ok(None) };
    let pid: i64 = row.try_get("owner_pid")?;
    let started: i64 = row.try_get("owner_started_ticks")?;
    Ok(Some(Owner {
        host,
        boot_id: row.try_get("owner_boot_id")?,
        pid_namespace: row.try_get("owner_pid_namespace")?,
        // A number that no process has is nobody's.
        pid: u32::try_from(pid).unwrap_or(0),
        started_ticks: started.unsigned_abs(),
        since_us: row.try_get("owner_since_us")?,
        heartbeat_us: row.try_get("owner_heartbeat_us")?,
        silent: Duration::ZERO,
    }))
}

pub(crate) async fn read_owner(
    connection: &mut AnyConnection,
    run_id: &str,
) -> Outcome<Option<Owner>> {
    let row = query(READ_OWNER).bind(run_id.to_owned()).fetch_optional(connection).await?;
    row.as_ref().map_or(Ok(None), owner_of)
}

/// Whose it is, if that is not what was expected.
pub(crate) async fn other_owner(
    connection: &mut AnyConnection,
    run_id: &str,
    expected: Option<&Owner>,
) -> Outcome<Option<Owner>> {
    let found = read_owner(connection, run_id).await?;
    Ok(found.filter(|found| expected.is_none_or(|expected| !expected.is_same(found))))
}

pub(crate) async fn claim(
    backend: Backend,
    connection: &mut AnyConnection,
    run_id: &str,
    (owner, expected): (&Owner, Option<&Owner>),
) -> Outcome<Swap> {
    query(backend.begin_write()).execute(&mut *connection).await?;
    let outcome = match hold(backend, connection, run_id).await {
        Ok(()) => claim_row(backend, connection, run_id, (owner, expected)).await,
        Err(error) => Err(error),
    };
    end_transaction(connection, outcome).await
}

/// Of two programs that look at the owner of a run at once, one waits for the other.
pub(crate) async fn hold(
    backend: Backend,
    connection: &mut AnyConnection,
    run_id: &str,
) -> Outcome<()> {
    let Some(statement) = backend.hold_run() else { return Ok(()) };
    query(statement).bind(run_id.to_owned()).fetch_optional(connection).await.map(drop)
}

async fn claim_row(
    backend: Backend,
    connection: &mut AnyConnection,
    run_id: &str,
    (owner, expected): (&Owner, Option<&Owner>),
) -> Outcome<Swap> {
    if let Some(other) = other_owner(connection, run_id, expected).await? {
        return Ok(Swap::Owned(other));
    }
    query("delete from owner where run_id = $1")
        .bind(run_id.to_owned())
        .execute(&mut *connection)
        .await?;
    let now = backend.now_us();
    let statement = format!(
        "insert into owner (run_id, host, boot_id, pid_namespace, pid, started_ticks, since_us, \
         heartbeat_us) values ($1, $2, $3, $4, $5, $6, $7, {now})"
    );
    query(AssertSqlSafe(statement))
        .bind(run_id.to_owned())
        .bind(owner.host.clone())
        .bind(owner.boot_id.clone())
        .bind(owner.pid_namespace.clone())
        .bind(i64::from(owner.pid))
        .bind(integer(owner.started_ticks))
        .bind(owner.since_us)
        .execute(connection)
        .await?;
    Ok(Swap::Done)
}

/// Now, by the clock of whoever keeps the store.
pub(crate) async fn now(backend: Backend, connection: &mut AnyConnection) -> Outcome<i64> {
    let statement = format!("select {}", backend.now_us());
    query_scalar(AssertSqlSafe(statement)).fetch_one(connection).await
}

/// Whether it is still the owner's.
pub(crate) async fn beat(
    backend: Backend,
    connection: &mut AnyConnection,
    run_id: &str,
    owner: &Owner,
) -> Outcome<bool> {
    let now = backend.now_us();
    let statement = format!(
        "update owner set heartbeat_us = {now} where run_id = $1 and boot_id = $2 and pid = $3 and \
         started_ticks = $4"
    );
    let done = query(AssertSqlSafe(statement))
        .bind(run_id.to_owned())
        .bind(owner.boot_id.clone())
        .bind(i64::from(owner.pid))
        .bind(integer(owner.started_ticks))
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}

pub(crate) async fn release(
    connection: &mut AnyConnection,
    run_id: &str,
    owner: &Owner,
) -> Outcome<()> {
    query(
        "delete from owner where run_id = $1 and boot_id = $2 and pid = $3 and started_ticks = $4",
    )
    .bind(run_id.to_owned())
    .bind(owner.boot_id.clone())
    .bind(i64::from(owner.pid))
    .bind(integer(owner.started_ticks))
    .execute(connection)
    .await
    .map(drop)
}

/// Removes a run with its cells and operations, unless it is another's than expected.
pub(crate) async fn delete_run(
    backend: Backend,
    connection: &mut AnyConnection,
    id: &str,
    expected: Option<&Owner>,
) -> Outcome<Swap> {
    query(backend.begin_write()).execute(&mut *connection).await?;
    let outcome = match hold(backend, connection, id).await {
        Ok(()) => delete_run_row(connection, id, expected).await,
        Err(error) => Err(error),
    };
    end_transaction(connection, outcome).await
}

async fn delete_run_row(
    connection: &mut AnyConnection,
    id: &str,
    expected: Option<&Owner>,
) -> Outcome<Swap> {
    if let Some(other) = other_owner(connection, id, expected).await? {
        return Ok(Swap::Owned(other));
    }
    let done =
        query("delete from run where id = $1").bind(id.to_owned()).execute(connection).await?;
    Ok(if done.rows_affected() > 0 { Swap::Done } else { Swap::NoRun })
}

pub(crate) async fn write_origin(
    connection: &mut AnyConnection,
    run_id: &str,
    origin: &Origin,
) -> Outcome<()> {
    query("insert into origin (run_id, place, mark) values ($1, $2, $3)")
        .bind(run_id.to_owned())
        .bind(origin.place.clone())
        .bind(origin.mark.clone())
        .execute(connection)
        .await
        .map(drop)
}

pub(crate) async fn read_origin(
    connection: &mut AnyConnection,
    run_id: &str,
) -> Outcome<Origin> {
    let row = query("select place, mark from origin where run_id = $1")
        .bind(run_id.to_owned())
        .fetch_optional(connection)
        .await?;
    row.map_or(Ok(Origin::default()), |row| {
        Ok(Origin { place: row.try_get("place")?, mark: row.try_get("mark")? })
    })
}
