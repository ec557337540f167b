//! Statements to a file, by SQLite's own calls.
//!
//! Must not know their meaning.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection, OpenFlags, Rows, ToSql};

use super::value::{Bound, Failure, Held, Outcome, Row};

/// An open file.
#[derive(Debug)]
pub(crate) struct File {
    connection: Connection,
}

/// Compiled statements to keep: more than exist here. A statement with a placeholder for each name of a list counts
/// separately, and replaces the least recently used one.
const STATEMENTS: usize = 100;

impl File {
    /// Opens the existing file at `path`. SQLite itself opens a read-only file for reading.
    ///
    /// Source: <https://sqlite.org/c3ref/open.html>, `SQLITE_OPEN_READWRITE`.
    pub(crate) fn connect(path: &Path) -> Outcome<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_PRIVATE_CACHE;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(Self { connection })
    }

    /// Executes statements without values in sequence.
    pub(crate) fn run_all(&mut self, statements: &str) -> Outcome<()> {
        Ok(self.connection.execute_batch(statements)?)
    }

    /// Returns the number of changed rows.
    pub(crate) fn execute(&mut self, statement: &str, values: &[Bound<'_>]) -> Outcome<u64> {
        let mut compiled = self.connection.prepare_cached(statement)?;
        let mut rows = answer(&mut compiled, values)?;
        // A setting answers with a row, which is ignored.
        while rows.next()?.is_some() {}
        Ok(self.connection.changes())
    }

    /// The complete answer: an unfinished statement would hold its lock.
    pub(crate) fn fetch(&mut self, statement: &str, values: &[Bound<'_>]) -> Outcome<Vec<Row>> {
        let mut compiled = self.connection.prepare_cached(statement)?;
        let names: Arc<[String]> =
            compiled.column_names().into_iter().map(str::to_owned).collect();
        let mut rows = answer(&mut compiled, values)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let held = (0..names.len())
                .map(|place| held(row.get_ref(place)?))
                .collect::<Outcome<_>>()?;
            found.push(Row::new(&names, held));
        }
        Ok(found)
    }

    /// As [`Self::execute`], but waits at most `patience` for other programs, and afterwards as long as `usual`.
    pub(crate) fn execute_within(
        &mut self,
        (statement, values): (&str, &[Bound<'_>]),
        patience: Duration,
        usual: Duration,
    ) -> Outcome<u64> {
        self.connection.busy_timeout(patience.min(usual))?;
        let done = self.execute(statement, values);
        self.connection.busy_timeout(usual)?;
        match done {
            Err(Failure::File(error)) if patience < usual && is_busy(&error) => {
                Err(Failure::Late(patience))
            }
            done => done,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
}

/// Sends a statement with its values. To SQLite `$1` is a name, numbered by first occurrence, so each name gets the
/// value of its own number.
///
/// Source: <https://sqlite.org/lang_expr.html#varparam>.
fn answer<'s>(
    compiled: &'s mut CachedStatement<'_>,
    values: &[Bound<'_>],
) -> Outcome<Rows<'s>> {
    for place in 1..=compiled.parameter_count() {
        let name = compiled.parameter_name(place).and_then(|name| name.strip_prefix('$'));
        let number = name.and_then(|number| number.parse::<usize>().ok());
        let value = number.and_then(|number| values.get(number.checked_sub(1)?));
        let value =
            value.ok_or_else(|| rusqlite::Error::InvalidParameterCount(values.len(), place))?;
        compiled.raw_bind_parameter(place, value)?;
    }
    Ok(compiled.raw_query())
}

impl ToSql for Bound<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Text(Some(text)) => ValueRef::Text(text.as_bytes()),
            Self::Integer(Some(integer)) => ValueRef::Integer(*integer),
            Self::Real(Some(real)) => ValueRef::Real(*real),
            Self::Blob(Some(bytes)) => ValueRef::Blob(bytes),
            Self::Text(None) | Self::Integer(None) | Self::Real(None) | Self::Blob(None) => {
                ValueRef::Null
            }
        }))
    }
}

fn held(value: ValueRef<'_>) -> Outcome<Held> {
    Ok(match value {
        ValueRef::Null => Held::Nothing,
        ValueRef::Integer(integer) => Held::Integer(integer),
        ValueRef::Real(real) => Held::Real(real),
        ValueRef::Text(bytes) => {
            Held::Text(std::str::from_utf8(bytes).map_err(Failure::column)?.to_owned())
        }
        ValueRef::Blob(bytes) => Held::Blob(bytes.to_vec()),
    })
}
