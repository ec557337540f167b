//! Statements to a PostgreSQL server. The driver is asynchronous: this module alone waits for it.
//!
//! Must not know their meaning.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt as _;
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
    /// How long to wait for each statement, and for each row of its answer.
    patience: Duration,
    /// Whether an answer is overdue: a late answer would be mistaken for that of another statement.
    is_silent: bool,
}

/// How long to wait for a connected server. Longer than its slowest answer from a store of a million runs
/// (docs/scale.md: 27 s), and short enough for a person.
const STATEMENT_WITHIN: Duration = Duration::from_secs(60);

impl Server {
    /// Connects to `url` and executes `settings`, within `patience`.
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
        Ok(Self { connection, runtime, patience: STATEMENT_WITHIN, is_silent: false })
    }

    /// Replaces [`STATEMENT_WITHIN`], for tests that do not wait so long.
    #[cfg(test)]
    pub(crate) fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Executes statements without values, all in one message.
    pub(crate) fn run_all(&mut self, statements: String) -> Outcome<()> {
        self.answer(self.patience, async |connection, patience| {
            let run = async {
                raw_sql(AssertSqlSafe(statements)).execute(connection).await?;
                Ok(())
            };
            within(patience, run).await
        })
    }

    /// Returns the number of changed rows.
    pub(crate) fn execute(
        &mut self,
        statement: Cow<'static, str>,
        values: &[Bound<'_>],
    ) -> Outcome<u64> {
        self.execute_within((statement, values), self.patience)
    }

    /// As [`Self::execute`], but waits at most `patience` for the answer.
    pub(crate) fn execute_within(
        &mut self,
        (statement, values): (Cow<'static, str>, &[Bound<'_>]),
        patience: Duration,
    ) -> Outcome<u64> {
        self.answer(patience, async |connection, patience| {
            let sent = async {
                Ok(bound(statement, values).execute(connection).await?.rows_affected())
            };
            within(patience, sent).await
        })
    }

    /// The answer.
    pub(crate) fn fetch(
        &mut self,
        statement: Cow<'static, str>,
        values: &[Bound<'_>],
    ) -> Outcome<Vec<Row>> {
        self.answer(self.patience, async |connection, patience| {
            let mut answer = bound(statement, values).fetch(connection);
            let mut names: Option<Arc<[String]>> = None;
            let mut rows = Vec::new();
            // An answer may be long: the wait applies to each of its rows.
            while let Some(row) =
                within(patience, async { Ok(answer.try_next().await?) }).await?
            {
                let names = names.get_or_insert_with(|| {
                    row.columns().iter().map(|column| column.name().to_owned()).collect()
                });
                rows.push(Row::new(names, all_held(&row)?));
            }
            Ok(rows)
        })
    }

    /// Runs `ask` on the server, with `patience` for each part of the answer. A server that did not answer gets no
    /// more statements.
    fn answer<T>(
        &mut self,
        patience: Duration,
        ask: impl AsyncFnOnce(&mut PgConnection, Duration) -> Outcome<T>,
    ) -> Outcome<T> {
        if self.is_silent {
            return Err(Failure::Late(patience));
        }
        let connection = &mut self.connection;
        let outcome = self.runtime.block_on(ask(connection, patience));
        self.is_silent = matches!(outcome, Err(Failure::Late(_)));
        outcome
    }
}

async fn within<T>(patience: Duration, work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    timeout(patience, work).await.unwrap_or(Err(Failure::Late(patience)))
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
