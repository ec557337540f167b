//! Differences between the databases.

/// The database of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Backend {
    /// A file.
    Sqlite,
    /// A database on a server.
    Postgres,
}

impl Backend {
    /// Begins a transaction that will write. It waits for other programs now; later, SQLite would refuse to wait,
    /// because both could wait for each other.
    pub(crate) const fn begin_write(self) -> &'static str {
        match self {
            Self::Sqlite => "begin immediate",
            Self::Postgres => "begin",
        }
    }

    /// Begins a transaction that sees one snapshot of the store.
    pub(crate) const fn begin_read(self) -> &'static str {
        match self {
            Self::Sqlite => "begin",
            Self::Postgres => "begin isolation level repeatable read read only",
        }
    }

    /// Blocks other writers of the run `$1` until the end of this transaction, unless the beginning of a write
    /// transaction already does.
    pub(super) const fn hold_run(self) -> Option<&'static str> {
        match self {
            Self::Sqlite => None,
            Self::Postgres => Some("select id from run where id = $1 for update"),
        }
    }

    /// Settings of each connection.
    ///
    /// The journal stays at the default of a new file, a rollback journal (`journal_mode = delete`). WAL would let
    /// readers and the writer work at the same time, but the store is written only once a cell; and WAL needs shared
    /// memory, which a home directory on a network lacks, and cannot be read from a read-only place. `synchronous =
    /// extra` makes a commit durable when it returns: `full` would not sync the directory after the removal of the
    /// journal, so that a power cut could bring the journal back and undo the last cell.
    ///
    /// Source: <https://sqlite.org/pragma.html#pragma_synchronous>, <https://sqlite.org/wal.html>.
    pub(super) const fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Sqlite => &[
                "pragma busy_timeout = 5000",
                "pragma synchronous = extra",
                "pragma foreign_keys = on",
            ],
            // Fix the encoding of texts: a wrong one on the server would change them. A program that vanishes within
            // a transaction holds its locks for at most a minute.
            Self::Postgres => &[
                "set client_encoding = 'UTF8'",
                "set standard_conforming_strings = on",
                "set application_name = 'iogram'",
                "set lock_timeout = 5000",
                "set idle_in_transaction_session_timeout = 60000",
                "set synchronous_commit = on",
                // Compiling a statement takes longer than running any of these.
                "set jit = off",
            ],
        }
    }

    /// Creates the table of applied migrations, word for word as sqlx does.
    pub(super) const fn migrations_table(self) -> &'static str {
        match self {
            Self::Sqlite => {
                r"CREATE TABLE IF NOT EXISTS _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);"
            }
            Self::Postgres => {
                r"CREATE TABLE IF NOT EXISTS _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMPTZ NOT NULL DEFAULT now(),
    success BOOLEAN NOT NULL,
    checksum BYTEA NOT NULL,
    execution_time BIGINT NOT NULL
);"
            }
        }
    }
}
