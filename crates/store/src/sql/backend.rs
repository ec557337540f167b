//! What differs between the databases.

/// Which database is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Backend {
    /// A file.
    Sqlite,
    /// A database on a server.
    Postgres,
}

impl Backend {
    /// Begins a transaction that is going to write, so that it waits for others now and not later,
    /// when SQLite would refuse to wait because both could wait for each other.
    pub(crate) const fn begin_write(self) -> &'static str {
        match self {
            Self::Sqlite => "begin immediate",
            Self::Postgres => "begin",
        }
    }

    /// Begins a transaction that sees one moment of the store.
    pub(crate) const fn begin_read(self) -> &'static str {
        match self {
            Self::Sqlite => "begin",
            Self::Postgres => "begin isolation level repeatable read read only",
        }
    }

    /// Makes others who would change the run `$1` wait for the end of this transaction, where beginning one to write
    /// did not already.
    pub(super) const fn hold_run(self) -> Option<&'static str> {
        match self {
            Self::Sqlite => None,
            Self::Postgres => Some("select id from run where id = $1 for update"),
        }
    }

    /// Settings of each connection.
    ///
    /// The journal stays what it is in a new file, a rollback journal (`journal_mode = delete`).
    /// WAL would let readers and the writer pass each other, but a store is written once a cell; and
    /// WAL needs shared memory, which a home directory on a network does not have, and cannot be read
    /// from a read-only place. `synchronous = extra` makes a commit durable when it returns: `full`
    /// would not sync the directory after the journal's removal, so that a power cut could bring the
    /// journal back and take the last cell away.
    ///
    /// Source: <https://sqlite.org/pragma.html#pragma_synchronous>, <https://sqlite.org/wal.html>.
    pub(super) const fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Sqlite => &[
                "pragma busy_timeout = 5000",
                "pragma synchronous = extra",
                "pragma foreign_keys = on",
            ],
            // Long texts travel as they are: a mistake of the server's encoding would change them. A program that
            // vanished in the middle of a transaction holds its locks for no longer than a minute.
            Self::Postgres => &[
                "set client_encoding = 'UTF8'",
                "set standard_conforming_strings = on",
                "set application_name = 'iogram'",
                "set lock_timeout = 5000",
                "set idle_in_transaction_session_timeout = 60000",
                "set synchronous_commit = on",
                // Compiling a statement takes longer than any here does.
                "set jit = off",
            ],
        }
    }

    /// Makes the table of what was done to the tables, word by word as sqlx makes it.
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
