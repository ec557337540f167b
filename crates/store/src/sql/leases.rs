//! Statements about leases. All their times are the database's own.

use std::time::Duration;

use super::backend::Backend;
use super::connection::{Connection, query};
use super::value::Row;
use crate::lease::{Lease, LeasedDrive};
use crate::owner::Owner;
use crate::sql::{Outcome, column, integer};

impl Backend {
    /// Now, by the database's clock, in microseconds since 1970 UTC.
    pub(super) const fn now_us(self) -> &'static str {
        match self {
            Self::Sqlite => "cast((julianday('now') - 2440587.5) * 86400000000 as integer)",
            Self::Postgres => "cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)",
        }
    }
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}

/// Takes a drive in one statement, so that of two concurrent requests one succeeds; the start time identifies the
/// lease. `None` if another program has the drive; the holder `gone` loses it, if it has not renewed since the look
/// at it.
pub(crate) fn take(
    connection: &mut Connection,
    (drive, holder, term, gone): (&LeasedDrive, &Owner, Duration, Option<&Lease>),
) -> Outcome<Option<i64>> {
    let now = connection.backend().now_us();
    // A lease starts later than the one before it, whatever the steps of the clock are.
    let statement = format!(
        "insert into lease (drive, serial, model, capacity_bytes, place, host, boot_id, pid_namespace, pid, \
         started_ticks, taken_us, renewed_us, term_us) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, {now}, {now}, $11) \
         on conflict (drive) do update set place = excluded.place, host = excluded.host, \
         boot_id = excluded.boot_id, pid_namespace = excluded.pid_namespace, pid = excluded.pid, \
         started_ticks = excluded.started_ticks, \
         taken_us = case when excluded.taken_us > lease.taken_us then excluded.taken_us \
         else lease.taken_us + 1 end, \
         renewed_us = excluded.renewed_us, term_us = excluded.term_us \
         where lease.taken_us = $12 and lease.renewed_us = $13 returning taken_us"
    );
    query(statement)
        .bind(drive.key())
        .bind(column::write(&drive.serial))
        .bind(drive.model.as_deref().map(column::write))
        .bind(drive.capacity_bytes.map(integer))
        .bind(column::write(&drive.place))
        .bind(&holder.host)
        .bind(&holder.boot_id)
        .bind(&holder.pid_namespace)
        .bind(i64::from(holder.pid))
        .bind(integer(holder.started_ticks))
        .bind(micros(term))
        .bind(gone.map(|lease| lease.holder.since_us))
        .bind(gone.map(|lease| lease.holder.heartbeat_us))
        .find_value(connection)
}

/// Whether the lease is still valid. Fails without an answer within `patience`.
pub(crate) fn renew(
    connection: &mut Connection,
    (key, taken): (&str, i64),
    patience: Duration,
) -> Outcome<bool> {
    let now = connection.backend().now_us();
    let statement =
        format!("update lease set renewed_us = {now} where drive = $1 and taken_us = $2");
    let done = query(statement).bind(key).bind(taken).execute_within(connection, patience)?;
    Ok(done > 0)
}

pub(crate) fn release(connection: &mut Connection, (key, taken): (&str, i64)) -> Outcome<()> {
    query("delete from lease where drive = $1 and taken_us = $2")
        .bind(key)
        .bind(taken)
        .execute(connection)
        .map(drop)
}

/// All leases, or that of one drive.
pub(crate) fn read(connection: &mut Connection, key: Option<&str>) -> Outcome<Vec<Lease>> {
    let now = connection.backend().now_us();
    let statement = format!(
        "select serial, model, capacity_bytes, place, host, boot_id, pid_namespace, pid, started_ticks, taken_us, \
         renewed_us, term_us, {now} as now_us from lease where $1 is null or drive = $2 order by serial, drive"
    );
    let rows = query(statement).bind(key).bind(key).fetch_all(connection)?;
    rows.iter().map(lease_of).collect()
}

fn lease_of(row: &Row) -> Outcome<Lease> {
    let number = |name: &str| row.read::<i64>(name);
    let text = |name: &str| Outcome::Ok(column::read(row.read(name)?));
    let capacity: Option<i64> = row.read("capacity_bytes")?;
    let (taken, renewed, now) = (number("taken_us")?, number("renewed_us")?, number("now_us")?);
    // A clock that was set back makes no holder look dead.
    let silent = u64::try_from(now.saturating_sub(renewed)).unwrap_or(0);
    Ok(Lease {
        drive: LeasedDrive {
            serial: text("serial")?,
            model: row.read::<Option<&str>>("model")?.map(column::read_name),
            capacity_bytes: capacity.map(i64::unsigned_abs),
            place: text("place")?,
        },
        holder: Owner {
            host: row.read("host")?,
            boot_id: row.read("boot_id")?,
            pid_namespace: row.read("pid_namespace")?,
            pid: u32::try_from(number("pid")?).unwrap_or(0),
            started_ticks: number("started_ticks")?.unsigned_abs(),
            since_us: taken,
            heartbeat_us: renewed,
            silent: Duration::from_micros(silent),
        },
        term: Duration::from_micros(number("term_us")?.unsigned_abs()),
    })
}
