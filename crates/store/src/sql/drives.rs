//! Statements about drives.

use super::connection::{Connection, query};
use super::lists::{RUN_COLUMNS, summary};
use super::{Outcome, column, integer};
use crate::RunSummary;
use iogram_model::DriveEntry;

/// The result of storing a drive.
#[derive(Debug)]
pub(crate) enum Put {
    /// The drive is stored.
    Kept,
    /// Another drive has the serial number.
    Taken {
        /// The serial number.
        serial: String,
        /// The other drive.
        drive_id: String,
    },
}

/// Stores a drive, and replaces the earlier record.
pub(crate) fn put(
    connection: &mut Connection,
    entry: &DriveEntry,
    record: String,
) -> Outcome<Put> {
    connection.write(|connection| put_rows(connection, entry, record))
}

fn put_rows(connection: &mut Connection, entry: &DriveEntry, record: String) -> Outcome<Put> {
    for serial in &entry.serials {
        let owner: Option<String> =
            query("select drive_id from drive_serial where serial = $1 and drive_id <> $2")
                .bind(column::write(serial))
                .bind(&entry.id)
                .find_value(connection)?;
        if let Some(drive_id) = owner {
            return Ok(Put::Taken { serial: serial.clone(), drive_id });
        }
    }
    // An update keeps the attached runs.
    query(
        "insert into drive (id, name, kind, capacity_bytes, price, record) \
         values ($1, $2, $3, $4, $5, $6) on conflict (id) do update set name = excluded.name, \
         kind = excluded.kind, capacity_bytes = excluded.capacity_bytes, price = excluded.price, \
         record = excluded.record",
    )
    .bind(&entry.id)
    .bind(column::write(&entry.name))
    .bind(entry.kind.as_deref().map(column::write))
    .bind(entry.capacity.map(|capacity| integer(capacity.0)))
    .bind(entry.price.as_ref().map(ToString::to_string))
    .bind(record)
    .execute(connection)?;
    query("delete from drive_serial where drive_id = $1")
        .bind(&entry.id)
        .execute(connection)?;
    for serial in &entry.serials {
        query("insert into drive_serial (serial, drive_id) values ($1, $2)")
            .bind(column::write(serial))
            .bind(&entry.id)
            .execute(connection)?;
    }
    Ok(Put::Kept)
}

/// The records of all drives, by id.
pub(crate) fn records(connection: &mut Connection) -> Outcome<Vec<String>> {
    query("select record from drive order by id").fetch_values(connection)
}

/// Returns whether the drive existed. Runs stay.
pub(crate) fn delete(connection: &mut Connection, id: &str) -> Outcome<bool> {
    let done = query("delete from drive where id = $1").bind(id).execute(connection)?;
    Ok(done > 0)
}

/// Attaches a run to a drive, and to no other.
pub(crate) fn attach(connection: &mut Connection, drive_id: &str, run_id: &str) -> Outcome<()> {
    query(
        "insert into drive_run (run_id, drive_id) values ($1, $2) \
         on conflict (run_id) do update set drive_id = excluded.drive_id",
    )
    .bind(run_id)
    .bind(drive_id)
    .execute(connection)?;
    Ok(())
}

/// Returns whether a person had attached the run to the drive.
pub(crate) fn detach(
    connection: &mut Connection,
    drive_id: &str,
    run_id: &str,
) -> Outcome<bool> {
    let done = query("delete from drive_run where run_id = $1 and drive_id = $2")
        .bind(run_id)
        .bind(drive_id)
        .execute(connection)?;
    Ok(done > 0)
}

/// Whether the run `run` belongs to the drive `drive`: it is attached to it, or has one of its serial numbers, unless
/// its model or capacity differs from the attached runs with that number. Cheap sticks share serial numbers.
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
pub(crate) fn runs(connection: &mut Connection, drive_id: &str) -> Outcome<Vec<RunSummary>> {
    // The first condition finds the rows, the second one decides.
    let statement = format!(
        "select {RUN_COLUMNS} from run left join owner on owner.run_id = run.id \
         where id in (select run_id from drive_run where drive_id = $1 \
         union select own.id from drive_serial join run own on own.serial = drive_serial.serial \
         where drive_serial.drive_id = $1) and {} \
         order by started_at_us desc, id desc",
        is_of!("$1")
    );
    query(statement).bind(drive_id).fetch_all(connection)?.iter().map(summary).collect()
}

/// The id of the drive to which a run is attached; `None` if to none.
pub(crate) fn of_run(connection: &mut Connection, run_id: &str) -> Outcome<Option<String>> {
    query(concat!(
        "select drive.id from run, drive where run.id = $1 \
         and drive.id in (select drive_id from drive_run where run_id = $1 \
         union select drive_id from drive_serial where serial = run.serial) and ",
        is_of!("drive.id")
    ))
    .bind(run_id)
    .find_value(connection)
}
