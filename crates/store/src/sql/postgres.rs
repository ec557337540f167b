//! Statements to a PostgreSQL server, by a driver that is asynchronous: here, and nowhere else, it is waited for.
//!
//! Must not know what they say.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{
    AssertSqlSafe, Column as _, Connection as _, PgConnection, Postgres, Row as _,
    TypeInfo as _, ValueRef as _, query, raw_sql,
};
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use super::value::{Bound, Failure, Held, Outcome, Row};

/// A connection to a server.
#[derive(Debug)]
pub(crate) struct Server {
    connection: PgConnection,
    runtime: Runtime,
}

impl Server {
    /// Connects to `url` and carries out `settings`, which have to be done within `patience`.
    pub(crate) fn connect(url: &str, settings: &str, patience: Duration) -> Outcome<Self> {
        let runtime =
            Builder::new_current_thread().enable_all().build().map_err(Failure::Runtime)?;
        let connected = async {
            let mut connection = PgConnection::connect(url).await?;
            // All in one message: every connection waits for them.
            raw_sql(AssertSqlSafe(settings.to_owned())).execute(&mut connection).await?;
            Outcome::Ok(connection)
        };
        let connection = runtime.block_on(async { within(patience, connected).await })?;
        Ok(Self { connection, runtime })
    }

    /// Carries out statements without values, all in one message.
    pub(crate) fn run_all(&mut self, statements: String) -> Outcome<()> {
        let run = raw_sql(AssertSqlSafe(statements)).execute(&mut self.connection);
        self.runtime.block_on(run)?;
        Ok(())
    }

    /// How many rows were changed.
    pub(crate) fn execute(
        &mut self,
        statement: Cow<'static, str>,
        values: &[Bound<'_>],
    ) -> Outcome<u64> {
        let sent = bound(statement, values).execute(&mut self.connection);
        Ok(self.runtime.block_on(sent)?.rows_affected())
    }

    /// As [`Self::execute`], but waits for the answer no longer than `patience`.
    pub(crate) fn execute_within(
        &mut self,
        (statement, values): (Cow<'static, str>, &[Bound<'_>]),
        patience: Duration,
    ) -> Outcome<u64> {
        let sent = async {
            Ok(bound(statement, values).execute(&mut self.connection).await?.rows_affected())
        };
        self.runtime.block_on(async { within(patience, sent).await })
    }

    /// The answer.
    pub(crate) fn fetch(
        &mut self,
        statement: Cow<'static, str>,
        values: &[Bound<'_>],
    ) -> Outcome<Vec<Row>> {
        let sent = bound(statement, values).fetch_all(&mut self.connection);
        let rows = self.runtime.block_on(sent)?;
        let Some(first) = rows.first() else { return Ok(Vec::new()) };
        let names: Arc<[String]> =
            first.columns().iter().map(|column| column.name().to_owned()).collect();
        rows.iter().map(|row| Ok(Row::new(&names, all_held(row)?))).collect()
    }
}

async fn within<T>(patience: Duration, work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    timeout(patience, work).await.unwrap_or(Err(Failure::Late))
}

fn bound(
    statement: Cow<'static, str>,
    values: &[Bound<'_>],
) -> Query<'static, Postgres, PgArguments> {
    let query = match statement {
        Cow::Borrowed(text) => query(text),
        Cow::Owned(text) => query(AssertSqlSafe(text)),
    };
    values.iter().fold(query, |query, value| match value {
        Bound::Text(text) => query.bind(text.as_deref()),
        Bound::Integer(integer) => query.bind(*integer),
        Bound::Real(real) => query.bind(*real),
        Bound::Blob(bytes) => query.bind(bytes.as_deref()),
    })
}

fn all_held(row: &PgRow) -> Outcome<Vec<Held>> {
    (0..row.len()).map(|place| held(row, place)).collect()
}

fn held(row: &PgRow, place: usize) -> Outcome<Held> {
    let raw = row.try_get_raw(place)?;
    if raw.is_null() {
        return Ok(Held::Nothing);
    }
    let info = raw.type_info();
    Ok(match info.name() {
        "INT8" => Held::Integer(row.try_get(place)?),
        "INT4" => Held::Integer(row.try_get::<i32, _>(place)?.into()),
        "FLOAT8" => Held::Real(row.try_get(place)?),
        "BYTEA" => Held::Blob(row.try_get(place)?),
        "TEXT" | "VARCHAR" | "NAME" => Held::Text(row.try_get(place)?),
        other => return Err(Failure::column(format!("its type is {other}"))),
    })
}
