//! A statement with its values, and the connection that it is sent through: to a file, or to a server in a build that
//! speaks to one.
//!
//! Whoever sends statements sees one connection, waits for each answer, and need not know which it is.

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

/// The same where there is no time to wait. Arbitrary.
const SHORT: Duration = Duration::from_millis(200);

impl Connection {
    /// The file at `path`, which exists.
    pub(crate) fn to_file(path: &Path) -> Outcome<Self> {
        let mut file = sqlite::File::connect(path)?;
        file.run_all(&Backend::Sqlite.settings().join("; "))?;
        Ok(Self { link: Link::File(file), patience: USUAL })
    }

    /// Never: a build that speaks to no server has refused its address before.
    #[cfg(not(feature = "server"))]
    pub(crate) fn to_server(_url: &str, _patience: Duration) -> Outcome<Self> {
        Err(Failure::NoServers)
    }

    /// The server at `url`, which has to answer within `patience`.
    #[cfg(feature = "server")]
    pub(crate) fn to_server(url: &str, patience: Duration) -> Outcome<Self> {
        let settings = Backend::Postgres.settings().join("; ");
        let server = postgres::Server::connect(url, &settings, patience)?;
        Ok(Self { link: Link::Server(Box::new(server)), patience: USUAL })
    }

    /// How long a server is waited for, in tests.
    #[cfg(all(test, feature = "server"))]
    pub(crate) fn set_patience(&mut self, patience: Duration) {
        if let Link::Server(server) = &mut self.link {
            server.set_patience(patience);
        }
    }

    /// Which database is spoken to.
    pub(crate) fn backend(&self) -> Backend {
        match self.link {
            Link::File(_) => Backend::Sqlite,
            #[cfg(feature = "server")]
            Link::Server(_) => Backend::Postgres,
        }
    }

    /// Lets every statement wait as long as usual for other programs, or next to not at all.
    pub(crate) fn be_patient(&mut self, is_patient: bool) -> Outcome<()> {
        self.patience = if is_patient { USUAL } else { SHORT };
        let ms = self.patience.as_millis();
        let statement = match self.backend() {
            Backend::Sqlite => format!("pragma busy_timeout = {ms}"),
            Backend::Postgres => format!("set lock_timeout = {ms}"),
        };
        query(statement).execute(self).map(drop)
    }

    /// Carries out statements without values, one after the other.
    pub(crate) fn run_all(&mut self, statements: String) -> Outcome<()> {
        match &mut self.link {
            Link::File(file) => file.run_all(&statements),
            #[cfg(feature = "server")]
            Link::Server(server) => server.run_all(statements),
        }
    }

    /// What `work` changes: all of it or nothing.
    pub(crate) fn write<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let begin = self.backend().begin_write();
        self.transact(begin, work)
    }

    /// What `work` reads: all of it as it is at one moment.
    pub(crate) fn read<T>(&mut self, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let begin = self.backend().begin_read();
        self.transact(begin, work)
    }

    /// What `work` does between the statement `begin` and the end of that transaction, which is its rollback if any of it
    /// failed.
    fn transact<T>(
        &mut self,
        begin: &'static str,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        query(begin).execute(self)?;
        let outcome = work(self).and_then(|value| query("commit").execute(self).map(|_| value));
        if outcome.is_err() {
            // Fails if there is nothing left to take back, as on a full disk, which is just as well.
            query("rollback").execute(self).ok();
        }
        outcome
    }
}

/// A statement with its values.
#[derive(Debug)]
pub(crate) struct Query<'q> {
    statement: Cow<'static, str>,
    values: Vec<Bound<'q>>,
}

/// A statement.
pub(crate) fn query<'q>(statement: impl Into<Cow<'static, str>>) -> Query<'q> {
    Query { statement: statement.into(), values: Vec::new() }
}

impl<'q> Query<'q> {
    /// Adds the value of the next place: of `$1` first.
    pub(crate) fn bind(mut self, value: impl Into<Bound<'q>>) -> Self {
        self.values.push(value.into());
        self
    }

    /// How many rows were changed.
    pub(crate) fn execute(self, connection: &mut Connection) -> Outcome<u64> {
        match &mut connection.link {
            Link::File(file) => file.execute(&self.statement, &self.values),
            #[cfg(feature = "server")]
            Link::Server(server) => server.execute(self.statement, &self.values),
        }
    }

    /// As [`Self::execute`], but fails with [`Failure::Late`] if that takes longer than `patience`.
    pub(crate) fn execute_within(
        self,
        connection: &mut Connection,
        patience: Duration,
    ) -> Outcome<u64> {
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

    /// The first row of the answer, which has one.
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

    /// The first column of the first row, which is there.
    pub(crate) fn fetch_value<T: for<'r> Read<'r>>(
        self,
        connection: &mut Connection,
    ) -> Outcome<T> {
        self.fetch_one(connection)?.read_at(0)
    }
}
