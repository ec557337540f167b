//! The statements about drives.

use iogram_model::DriveEntry;
use sqlx::{AnyConnection, query, query_scalar};

use super::lists::{RUN_COLUMNS, summary};
use super::{Backend, Outcome, column, end_transaction, integer};
use crate::RunSummary;

/// What a drive's serial number ran into.
#[derive(Debug)]
pub(crate) enum Put {
    /// The drive is kept.
    Kept,
    /// Another drive, whose id this is, has the serial number.
    Taken {
        /// The serial number.
        serial: String,
        /// The other drive.
        drive_id: String,
    },
}

/// Keeps a drive, in place of what was kept of it.
pub(crate) async fn put(
    backend: Backend,
    connection: &mut AnyConnection,
    entry: &DriveEntry,
    record: String,
) -> Outcome<Put> {
    query(backend.begin_write()).execute(&mut *connection).await?;
    let outcome = put_rows(connection, entry, record).await;
    end_transaction(connection, outcome).await
}

async fn put_rows(
    connection: &mut AnyConnection,
    entry: &DriveEntry,
    record: String,
) -> Outcome<Put> {
    for serial in &entry.serials {
        let owner: Option<String> = query_scalar(
            "select drive_id from drive_serial where serial = $1 and drive_id <> $2",
        )
        .bind(column::write(serial))
        .bind(entry.id.clone())
        .fetch_optional(&mut *connection)
        .await?;
        if let Some(drive_id) = owner {
            return Ok(Put::Taken { serial: serial.clone(), drive_id });
        }
    }
    // An update keeps the runs that are attached.
    query(
        "insert into drive (id, name, kind, capacity_bytes, price, record) \
         values ($1, $2, $3, $4, $5, $6) on conflict (id) do update set name = excluded.name, \
         kind = excluded.kind, capacity_bytes = excluded.capacity_bytes, price = excluded.price, \
         record = excluded.record",
    )
    .bind(entry.id.clone())
    .bind(column::write(&entry.name))
    .bind(entry.kind.as_deref().map(column::write))
    .bind(entry.capacity.map(|capacity| integer(capacity.0)))
    .bind(entry.price.as_ref().map(ToString::to_string))
    .bind(record)
    .execute(&mut *connection)
    .await?;
    query("delete from drive_serial where drive_id = $1")
        .bind(entry.id.clone())
        .execute(&mut *connection)
        .await?;
    for serial in &entry.serials {
        query("insert into drive_serial (serial, drive_id) values ($1, $2)")
            .bind(column::write(serial))
            .bind(entry.id.clone())
            .execute(&mut *connection)
            .await?;
    }
    Ok(Put::Kept)
}

/// The records of all drives, by id.
pub(crate) async fn records(connection: &mut AnyConnection) -> Outcome<Vec<String>> {
    query_scalar("select record from drive order by id").fetch_all(connection).await
}

/// Whether there was a drive to delete. Runs stay.
pub(crate) async fn delete(connection: &mut AnyConnection, id: &str) -> Outcome<bool> {
    let done = query("delete from drive where id = $1")
        .bind(id.to_owned())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Says that a run is of a drive, and of no other.
pub(crate) async fn attach(
    connection: &mut AnyConnection,
    drive_id: &str,
    run_id: &str,
) -> Outcome<()> {
    query(
        "insert into drive_run (run_id, drive_id) values ($1, $2) \
         on conflict (run_id) do update set drive_id = excluded.drive_id",
    )
    .bind(run_id.to_owned())
    .bind(drive_id.to_owned())
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether a person had attached the run to the drive.
pub(crate) async fn detach(
    connection: &mut AnyConnection,
    drive_id: &str,
    run_id: &str,
) -> Outcome<bool> {
    let done = query("delete from drive_run where run_id = $1 and drive_id = $2")
        .bind(run_id.to_owned())
        .bind(drive_id.to_owned())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Whether the run `run` is one of the drive `drive`: attached to it; else with one of its serial numbers, unless it is of
/// another model or capacity than those that were attached with that number. Cheap sticks share serial numbers.
macro_rules! is_of {
    ($drive:literal) => {
        concat!(
            "(exists (select 1 from drive_run where run_id = run.id and drive_id = ",
            $drive,
            ") or (not exists (select 1 from drive_run where run_id = run.id) \
             and exists (select 1 from drive_serial where serial = run.serial and drive_id = ",
            $drive,
            ") and (not exists (select 1 from drive_run join run known on known.id = drive_run.run_id \
             where drive_id = ",
            $drive,
            " and known.serial = run.serial) \
             or exists (select 1 from drive_run join run known on known.id = drive_run.run_id \
             where drive_id = ",
            $drive,
            " and known.serial = run.serial and coalesce(known.model, '') = coalesce(run.model, '') \
             and coalesce(known.drive_capacity_bytes, 0) = coalesce(run.drive_capacity_bytes, 0)))))"
        )
    };
}

/// The runs of a drive, newest first.
pub(crate) async fn runs(
    connection: &mut AnyConnection,
    drive_id: &str,
) -> Outcome<Vec<RunSummary>> {
    // The first condition finds the rows, the second judges them.
    let statement = format!(
        "select {RUN_COLUMNS} from run left join owner on owner.run_id = run.id \
         where id in (select run_id from drive_run where drive_id = $1 \
         union select own.id from drive_serial join run own on own.serial = drive_serial.serial \
         where drive_serial.drive_id = $1) and {} \
         order by started_at_us desc, id desc",
        is_of!("$1")
    );
    query(sqlx::AssertSqlSafe(statement))
        .bind(drive_id.to_owned())
        .fetch_all(connection)
        .await?
        .iter()
        .map(summary)
        .collect()
}

/// The id of the drive that a run is of; `None` if nobody said so.
pub(crate) async fn of_run(
    connection: &mut AnyConnection,
    run_id: &str,
) -> Outcome<Option<String>> {
    query_scalar(concat!(
        "select drive.id from run, drive where run.id = $1 \
         and drive.id in (select drive_id from drive_run where run_id = $1 \
         union select drive_id from drive_serial where serial = run.serial) and ",
        is_of!("drive.id")
    ))
    .bind(run_id.to_owned())
    .fetch_optional(connection)
    .await
}
