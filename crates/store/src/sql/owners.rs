//! Statements about owners of runs.

use std::time::Duration;

use super::connection::{Connection, query};
use super::value::Row;
use crate::owner::{Origin, Owner};
use crate::sql::{Outcome, integer};

/// The result of a change that names the expected owner.
#[derive(Debug)]
pub(crate) enum Swap {
    Done,
    /// Another owner has the run.
    Owned(Owner),
    /// There is no such run.
    NoRun,
}

const READ_OWNER: &str = "select host as owner_host, boot_id as owner_boot_id, \
     pid_namespace as owner_pid_namespace, pid as owner_pid, started_ticks as owner_started_ticks, \
     since_us as owner_since_us, heartbeat_us as owner_heartbeat_us from owner where run_id = $1";

/// The owner in a row; `None` if there is none.
pub(crate) fn owner_of(row: &Row) -> Outcome<Option<Owner>> {
    let Some(host) = row.read::<Option<String>>("owner_host")? else { return Ok(None) };
    let pid: i64 = row.read("owner_pid")?;
    let started: i64 = row.read("owner_started_ticks")?;
    Ok(Some(Owner {
        host,
        boot_id: row.read("owner_boot_id")?,
        pid_namespace: row.read("owner_pid_namespace")?,
        // No process has the number 0.
        pid: u32::try_from(pid).unwrap_or(0),
        started_ticks: started.unsigned_abs(),
        since_us: row.read("owner_since_us")?,
        heartbeat_us: row.read("owner_heartbeat_us")?,
        silent: Duration::ZERO,
    }))
}

pub(crate) fn read_owner(connection: &mut Connection, run_id: &str) -> Outcome<Option<Owner>> {
    let row = query(READ_OWNER).bind(run_id).fetch_optional(connection)?;
    row.as_ref().map_or(Ok(None), owner_of)
}

/// The owner, if it is not the expected one.
pub(crate) fn other_owner(
    connection: &mut Connection,
    run_id: &str,
    expected: Option<&Owner>,
) -> Outcome<Option<Owner>> {
    let found = read_owner(connection, run_id)?;
    Ok(found.filter(|found| expected.is_none_or(|expected| !expected.is_same(found))))
}

pub(crate) fn claim(
    connection: &mut Connection,
    run_id: &str,
    (owner, expected): (&Owner, Option<&Owner>),
) -> Outcome<Swap> {
    connection.write(|connection| {
        hold(connection, run_id)?;
        claim_row(connection, run_id, (owner, expected))
    })
}

/// If two programs look at the owner of a run at once, one waits for the other.
pub(crate) fn hold(connection: &mut Connection, run_id: &str) -> Outcome<()> {
    connection.assert_in_transaction();
    let Some(statement) = connection.backend().hold_run() else { return Ok(()) };
    query(statement).bind(run_id).fetch_optional(connection).map(drop)
}

fn claim_row(
    connection: &mut Connection,
    run_id: &str,
    (owner, expected): (&Owner, Option<&Owner>),
) -> Outcome<Swap> {
    connection.assert_in_transaction();
    if let Some(other) = other_owner(connection, run_id, expected)? {
        return Ok(Swap::Owned(other));
    }
    query("delete from owner where run_id = $1").bind(run_id).execute(connection)?;
    let now = connection.backend().now_us();
    let statement = format!(
        "insert into owner (run_id, host, boot_id, pid_namespace, pid, started_ticks, since_us, \
         heartbeat_us) values ($1, $2, $3, $4, $5, $6, $7, {now})"
    );
    query(statement)
        .bind(run_id)
        .bind(&owner.host)
        .bind(&owner.boot_id)
        .bind(&owner.pid_namespace)
        .bind(i64::from(owner.pid))
        .bind(integer(owner.started_ticks))
        .bind(owner.since_us)
        .execute(connection)?;
    Ok(Swap::Done)
}

/// Now, by the clock of the store.
pub(crate) fn now(connection: &mut Connection) -> Outcome<i64> {
    let statement = format!("select {}", connection.backend().now_us());
    query(statement).fetch_value(connection)
}

/// Returns whether the run still belongs to the owner.
pub(crate) fn beat(connection: &mut Connection, run_id: &str, owner: &Owner) -> Outcome<bool> {
    let now = connection.backend().now_us();
    let statement = format!(
        "update owner set heartbeat_us = {now} where run_id = $1 and boot_id = $2 and pid = $3 and \
         started_ticks = $4"
    );
    let done = query(statement)
        .bind(run_id)
        .bind(&owner.boot_id)
        .bind(i64::from(owner.pid))
        .bind(integer(owner.started_ticks))
        .execute(connection)?;
    Ok(done > 0)
}

pub(crate) fn release(connection: &mut Connection, run_id: &str, owner: &Owner) -> Outcome<()> {
    query(
        "delete from owner where run_id = $1 and boot_id = $2 and pid = $3 and started_ticks = $4",
    )
    .bind(run_id)
    .bind(&owner.boot_id)
    .bind(i64::from(owner.pid))
    .bind(integer(owner.started_ticks))
    .execute(connection)
    .map(drop)
}

/// Removes a run with its cells and operations, unless it has another owner than expected.
pub(crate) fn delete_run(
    connection: &mut Connection,
    id: &str,
    expected: Option<&Owner>,
) -> Outcome<Swap> {
    connection.write(|connection| {
        hold(connection, id)?;
        delete_run_row(connection, id, expected)
    })
}

fn delete_run_row(
    connection: &mut Connection,
    id: &str,
    expected: Option<&Owner>,
) -> Outcome<Swap> {
    connection.assert_in_transaction();
    if let Some(other) = other_owner(connection, id, expected)? {
        return Ok(Swap::Owned(other));
    }
    let done = query("delete from run where id = $1").bind(id).execute(connection)?;
    Ok(if done > 0 { Swap::Done } else { Swap::NoRun })
}

pub(crate) fn write_origin(
    connection: &mut Connection,
    run_id: &str,
    origin: &Origin,
) -> Outcome<()> {
    query("insert into origin (run_id, place, mark) values ($1, $2, $3)")
        .bind(run_id)
        .bind(origin.place.as_deref())
        .bind(origin.mark.as_deref())
        .execute(connection)
        .map(drop)
}

pub(crate) fn read_origin(connection: &mut Connection, run_id: &str) -> Outcome<Origin> {
    let row = query("select place, mark from origin where run_id = $1")
        .bind(run_id)
        .fetch_optional(connection)?;
    row.map_or(Ok(Origin::default()), |row| {
        Ok(Origin { place: row.read("place")?, mark: row.read("mark")? })
    })
}
