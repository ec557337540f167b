//! Statements with their values, and their connection: to a file, or to a server in a build that supports servers.
//!
//! Callers see one kind of connection, and wait for each answer.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use super::backend::Backend;
#[cfg(feature = "server")]
use super::postgres;
use super::sqlite;
use super::value::{Bound, Failure, Outcome, Read, Row};

/// An open database.
#[derive(Debug)]
pub(crate) struct Connection {
    link: Link,
    /// How long statements wait for other programs.
    patience: Duration,
    /// Whether a transaction is open.
    is_in_transaction: bool,
}

#[derive(Debug)]
enum Link {
    File(sqlite::File),
    #[cfg(feature = "server")]
    Server(Box<postgres::Server>),
}

/// How long statements wait for other programs. Arbitrary: far longer than any transaction here, short enough for a
/// person.
const USUAL: Duration = Duration::from_secs(5);

/// The same if there is no time to wait. Arbitrary.
const SHORT: Duration = Duration::from_millis(200);

impl Connection {
    /// Opens the existing file at `path`.
    pub(crate) fn to_file(path: &Path) -> Outcome<Self> {
        let mut file = sqlite::File::connect(path)?;
        file.run_all(&Backend::Sqlite.settings().join("; "))?;
        Ok(Self { link: Link::File(file), patience: USUAL, is_in_transaction: false })
    }

    /// Never called: a build without support for servers refuses their addresses earlier.
    #[cfg(not(feature = "server"))]
    pub(crate) fn to_server(_url: &str, _patience: Duration) -> Outcome<Self> {
        Err(Failure::NoServers)
    }

    /// Connects to the server at `url`, which has to answer within `patience`.
    #[cfg(feature = "server")]
    pub(crate) fn to_server(url: &str, patience: Duration) -> Outcome<Self> {
        let settings = Backend::Postgres.settings().join("; ");
        let server = postgres::Server::connect(url, &settings, patience)?;
        let link = Link::Server(Box::new(server));
        Ok(Self { link, patience: USUAL, is_in_transaction: false })
    }

    /// Sets how long to wait for a server, in tests.
    #[cfg(all(test, feature = "server"))]
    pub(crate) fn set_patience(&mut self, patience: Duration) {
        if let Link::Server(server) = &mut self.link {
            server.set_patience(patience);
        }
    }

    /// The database of this connection.
    pub(crate) fn backend(&self) -> Backend {
        match self.link {
            Link::File(_) => Backend::Sqlite,
            #[cfg(feature = "server")]
            Link::Server(_) => Backend::Postgres,
        }
    }

    /// Sets whether every statement waits as long as usual for other programs, or hardly at all.
    pub(crate) fn be_patient(&mut self, is_patient: bool) -> Outcome<()> {
        self.patience = if is_patient { USUAL } else { SHORT };
        let ms = self.patience.as_millis();
        let statement = match self.backend() {
            Backend::Sqlite => format!("pragma busy_timeout = {ms}"),
            Backend::Postgres => format!("set lock_timeout = {ms}"),
        };
        query(statement).execute(self).map(drop)
    }

    /// Executes statements without values in sequence.
    pub(crate) fn run_all(&mut self, statements: String) -> Outcome<()> {
        match &mut self.link {
            Link::File(file) => file.run_all(&statements),
            #[cfg(feature = "server")]
            Link::Server(server) => server.run_all(statements),
        }
    }

    /// Runs a change: all of `work` or nothing.
    pub(crate) fn write<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let begin = self.backend().begin_write();
        self.transact(begin, work)
    }

    /// Runs reads in one snapshot.
    pub(crate) fn read<T>(&mut self, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let begin = self.backend().begin_read();
        self.transact(begin, work)
    }

    /// Runs `work` between the statement `begin` and the end of that transaction; any failure rolls it back.
    fn transact<T>(
        &mut self,
        begin: &'static str,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        self.begin(begin)?;
        let outcome = work(self).and_then(|value| self.commit().map(|()| value));
        if outcome.is_err() {
            self.roll_back();
        }
        outcome
    }

    /// Begins a transaction with this statement. It must not be nested: its end would also end the outer one.
    pub(crate) fn begin(&mut self, statement: &'static str) -> Outcome<()> {
        assert!(!self.is_in_transaction, "a transaction begins within another one");
        query(statement).execute(self)?;
        self.is_in_transaction = true;
        Ok(())
    }

    /// Commits the transaction.
    pub(crate) fn commit(&mut self) -> Outcome<()> {
        assert!(self.is_in_transaction, "what was changed is kept without a transaction");
        query("commit").execute(self)?;
        self.is_in_transaction = false;
        Ok(())
    }

    /// Rolls the transaction back. The statement fails if the transaction is already gone, as on a full disk, which
    /// does no harm.
    pub(crate) fn roll_back(&mut self) {
        assert!(self.is_in_transaction, "what was changed is taken back without a transaction");
        query("rollback").execute(self).ok();
        self.is_in_transaction = false;
    }

    /// Panics if rows that belong together are read or changed outside a transaction.
    #[track_caller]
    pub(super) fn assert_in_transaction(&self) {
        assert!(self.is_in_transaction, "rows that belong together are touched one by one");
    }
}

/// A statement with its values.
#[derive(Debug)]
pub(crate) struct Query<'q> {
    statement: Cow<'static, str>,
    values: Vec<Bound<'q>>,
}

/// The number at the start of a text; 0 if there is none.
fn number_at(text: &str) -> usize {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().unwrap_or(0)
}

/// The places of so many values: `$1, $2`.
pub(crate) fn places(count: usize) -> String {
    let places: Vec<String> = (1..=count).map(|place| format!("${place}")).collect();
    places.join(", ")
}

/// The places of so many rows of so many values each: `($1, $2), ($3, $4)`.
pub(crate) fn rows_of_places(rows: usize, width: usize) -> String {
    let row = |row: usize| {
        let places = (0..width).map(|index| format!("${}", row * width + index + 1));
        format!("({})", places.collect::<Vec<_>>().join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// A statement.
pub(crate) fn query<'q>(statement: impl Into<Cow<'static, str>>) -> Query<'q> {
    Query { statement: statement.into(), values: Vec::new() }
}

impl<'q> Query<'q> {
    /// Adds the value of the next placeholder, starting with `$1`.
    pub(crate) fn bind(mut self, value: impl Into<Bound<'q>>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Panics if a placeholder has no value, or a value no placeholder: values would go to the wrong columns.
    fn assert_complete(&self) {
        let places = self.statement.split('$').skip(1).map(number_at).max().unwrap_or(0);
        let values = self.values.len();
        assert_eq!(places, values, "places and values do not agree in \"{}\"", self.statement);
    }

    /// Returns the number of changed rows.
    pub(crate) fn execute(self, connection: &mut Connection) -> Outcome<u64> {
        self.assert_complete();
        match &mut connection.link {
            Link::File(file) => file.execute(&self.statement, &self.values),
            #[cfg(feature = "server")]
            Link::Server(server) => server.execute(self.statement, &self.values),
        }
    }

    /// As [`Self::execute`], but fails with [`Failure::Late`] after `patience`.
    pub(crate) fn execute_within(
        self,
        connection: &mut Connection,
        patience: Duration,
    ) -> Outcome<u64> {
        self.assert_complete();
        let usual = connection.patience;
        match &mut connection.link {
            Link::File(file) => {
                file.execute_within((&self.statement, &self.values), patience, usual)
            }
            #[cfg(feature = "server")]
            Link::Server(server) => {
                server.execute_within((self.statement, &self.values), patience)
            }
        }
    }

    /// All rows of the answer.
    pub(crate) fn fetch_all(self, connection: &mut Connection) -> Outcome<Vec<Row>> {
        self.assert_complete();
        match &mut connection.link {
            Link::File(file) => file.fetch(&self.statement, &self.values),
            #[cfg(feature = "server")]
            Link::Server(server) => server.fetch(self.statement, &self.values),
        }
    }

    /// The first row of the answer, if there is one.
    pub(crate) fn fetch_optional(self, connection: &mut Connection) -> Outcome<Option<Row>> {
        Ok(self.fetch_all(connection)?.into_iter().next())
    }

    /// The first row of an answer that has one.
    pub(crate) fn fetch_one(self, connection: &mut Connection) -> Outcome<Row> {
        self.fetch_optional(connection)?.ok_or(Failure::NoRow)
    }

    /// The first column of all rows.
    pub(crate) fn fetch_values<T: for<'r> Read<'r>>(
        self,
        connection: &mut Connection,
    ) -> Outcome<Vec<T>> {
        self.fetch_all(connection)?.iter().map(|row| row.read_at(0)).collect()
    }

    /// The first column of the first row, if there is one.
    pub(crate) fn find_value<T: for<'r> Read<'r>>(
        self,
        connection: &mut Connection,
    ) -> Outcome<Option<T>> {
        self.fetch_optional(connection)?.map(|row| row.read_at(0)).transpose()
    }

    /// The first column of the first row of an answer that has one.
    pub(crate) fn fetch_value<T: for<'r> Read<'r>>(
        self,
        connection: &mut Connection,
    ) -> Outcome<T> {
        self.fetch_one(connection)?.read_at(0)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// Whether an assertion stops `work`.
    fn is_stopped(work: impl FnOnce()) -> bool {
        catch_unwind(AssertUnwindSafe(work)).is_err()
    }

    #[test]
    fn a_statement_without_all_its_values_is_sent_nowhere() {
        let complete = |statement: &'static str, values: usize| {
            let query = (0..values).fold(query(statement), |query, _| query.bind(1_i64));
            !is_stopped(move || query.assert_complete())
        };
        assert!(complete("select 1", 0) && complete("select $1, $2, $1", 2));
        assert!(complete("select $10, $1, $2, $3, $4, $5, $6, $7, $8, $9", 10));
        assert!(!complete("select $1, $2", 1) && !complete("select $1", 2));
        assert!(!complete("select 1", 1) && !complete("select $1", 0));
    }

    #[test]
    fn a_transaction_begins_in_no_other_one_and_rows_change_in_one_alone() {
        let dir = iogram_testing::TempDir::new("transaction");
        let path = dir.path().join("runs.sqlite");
        std::fs::write(&path, "").unwrap();
        let mut connection = Connection::to_file(&path).unwrap();
        assert!(is_stopped(|| connection.assert_in_transaction()));
        let nested = connection.write(|connection| {
            connection.assert_in_transaction();
            Ok(is_stopped(|| drop(connection.write(|_| Ok(())))))
        });
        assert!(nested.unwrap());
        // A failed transaction does not stay open.
        let failed: Outcome<()> = connection.write(|_| Err(Failure::NoRow));
        assert!(failed.is_err());
        assert!(is_stopped(|| connection.assert_in_transaction()));
        assert!(connection.write(|_| Ok(1)).is_ok());
    }
}
