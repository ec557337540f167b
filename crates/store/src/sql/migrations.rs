//! The tables of a database, and their migration.
//!
//! Migrations are recorded as by sqlx, which made the first stores: either program accepts the other's. The table is
//! `_sqlx_migrations`, with the SHA-384 of each migration's text.
//!
//! Source: sqlx 0.9.0, `sqlx-core/src/migrate/migrator.rs` and `migration.rs`, `sqlx-sqlite/src/migrate.rs`.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha384};

use super::backend::Backend;
use super::connection::{Connection, query};
use super::value::{Failure, Outcome};
use crate::schema::{self, Schema};

/// `application_id` of the file, set by the first migration: "iogr".
const APPLICATION_ID: i64 = 0x696f_6772;

/// The contents of a database before it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Nothing yet.
    Nothing,
    /// A store whose schema has this version.
    Store(i64),
    /// Tables of another program.
    Foreign,
}

pub(crate) fn contents(connection: &mut Connection) -> Outcome<Contents> {
    match connection.backend() {
        Backend::Sqlite => {
            let tables: i64 =
                query("select count(*) from sqlite_master").fetch_value(connection)?;
            let application: i64 = query("pragma application_id").fetch_value(connection)?;
            match (tables, application) {
                (0, _) => return Ok(Contents::Nothing),
                (_, APPLICATION_ID) => {}
                _ => return Ok(Contents::Foreign),
            }
        }
        Backend::Postgres => {
            // Its schema may be beside those of other programs (`search_path`).
            let counts = query(
                "select count(*) as tables, count(*) filter (where relkind in ('r', 'p') \
                 and relname in ('_sqlx_migrations', 'run', 'cell')) as own from pg_catalog.pg_class \
                 where relnamespace = to_regnamespace(current_schema()) and relkind in ('r', 'p', 'v', 'm')",
            )
            .fetch_one(connection)?;
            let tables: i64 = counts.read("tables")?;
            let own: i64 = counts.read("own")?;
            match (tables, own) {
                (0, _) => return Ok(Contents::Nothing),
                (_, 3) => {}
                _ => return Ok(Contents::Foreign),
            }
        }
    }
    let version: Option<i64> =
        query("select max(version) from _sqlx_migrations").fetch_value(connection)?;
    Ok(Contents::Store(version.unwrap_or(0)))
}

/// Brings the database to the latest version of `schema`, in one transaction: two programs that open a new store at
/// once must not both make its tables, and a crash must not leave half of them.
pub(crate) fn migrate(connection: &mut Connection, schema: Schema) -> Outcome<()> {
    connection.write(|connection| {
        if connection.backend() == Backend::Postgres {
            // Held until the transaction ends, so that a waiting program sees the new tables. The number is that of a
            // store's file.
            query("select pg_catalog.pg_advisory_xact_lock($1)")
                .bind(APPLICATION_ID)
                .execute(connection)?;
        }
        migrate_tables(connection, schema)
    })
}

fn migrate_tables(connection: &mut Connection, schema: Schema) -> Outcome<()> {
    query(connection.backend().migrations_table()).execute(connection)?;
    let applied = applied(connection)?;
    let known = |version: &i64| schema.iter().any(|(known, ..)| known == version);
    if let Some(version) = applied.keys().copied().find(|version| !known(version)) {
        return Err(Failure::Migration { version, what: "is not known here" });
    }
    for &(version, name, sql) in schema {
        let sql = match connection.backend() {
            Backend::Sqlite => schema::for_sqlite(sql),
            Backend::Postgres => schema::for_postgres(sql),
        };
        let checksum = Sha384::digest(&sql).to_vec();
        match applied.get(&version) {
            Some(there) if *there == checksum => {}
            Some(_) => {
                return Err(Failure::Migration { version, what: "was another one here" });
            }
            None => {
                connection.run_all(sql)?;
                // -1: the duration is unknown.
                query(
                    "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
                     values ($1, $2, true, $3, -1)",
                )
                .bind(version)
                .bind(name)
                .bind(checksum)
                .execute(connection)?;
            }
        }
    }
    Ok(())
}

/// The applied migrations, each with its checksum.
fn applied(connection: &mut Connection) -> Outcome<BTreeMap<i64, Vec<u8>>> {
    let broken: Option<i64> =
        query("select min(version) from _sqlx_migrations where not success")
            .fetch_value(connection)?;
    if let Some(version) = broken {
        return Err(Failure::Migration { version, what: "broke off half way" });
    }
    let rows = query("select version, checksum from _sqlx_migrations").fetch_all(connection)?;
    rows.iter().map(|row| Ok((row.read("version")?, row.read("checksum")?))).collect()
}
