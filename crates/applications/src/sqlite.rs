//! `SQLite`, linked in: each write is a transaction, which has ended when its commit has returned.
//!
//! There is no pool, second thread or shared cache: each thread has its own connection and prepared statements, and
//! `SQLite` itself calls the file system. Its settings are those of its page on pragmas (sqlite.org/pragma.html).

use std::path::Path;

use iogram_engine::{Errno, Request};
use iogram_model::{ApplicationRecord, OpKind, SqlTable, Sqlite};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use crate::text::write_text;
use crate::{Program, ProgramError, Seat};

/// Works on a database of its own.
pub(crate) struct SqliteProgram {
    connection: Connection,
    settings: Sqlite,
    record: ApplicationRecord,
    /// Bytes of a row's text; an offset divided by it is a row's number.
    block: u64,
    row_count: u64,
    value: String,
}

/// The SQL statements for a table.
struct Statements {
    table: &'static str,
    insert: &'static str,
    update: &'static str,
    select: &'static str,
}

const PLAIN: Statements = Statements {
    table: "CREATE TABLE entry (id INTEGER PRIMARY KEY, value TEXT NOT NULL)",
    insert: "INSERT INTO entry (value) VALUES (?1)",
    update: "UPDATE entry SET value = ?1 WHERE id = ?2",
    select: "SELECT value FROM entry WHERE id = ?1",
};

/// Columns and types of the table of pts/sqlite since its version 1.2, which has no index.
const PTS: Statements = Statements {
    table: "CREATE TABLE pts1 (I SMALLINT NOT NULL, DT TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, \
            F1 VARCHAR(4) NOT NULL, F2 VARCHAR(16) NOT NULL)",
    insert: "INSERT INTO pts1 (I, F1, F2) VALUES (10, substr(?1, 1, 4), substr(?1, 5, 16))",
    update: "UPDATE pts1 SET F2 = substr(?1, 5, 16) WHERE rowid = ?2",
    select: "SELECT F2 FROM pts1 WHERE rowid = ?1",
};

const fn statements(table: SqlTable) -> &'static Statements {
    match table {
        SqlTable::Plain => &PLAIN,
        SqlTable::Pts => &PTS,
    }
}

impl SqliteProgram {
    pub(crate) fn start(
        settings: Sqlite,
        folder: &Path,
        seat: &Seat,
    ) -> Result<Self, ProgramError> {
        let failed = |what: &'static str, error: &rusqlite::Error| ProgramError {
            what,
            folder: folder.to_owned(),
            why: error.to_string(),
            errno: errno_of(error),
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let path = folder.join(format!("job-{}.sqlite", seat.job));
        let connection = Connection::open_with_flags(&path, flags)
            .map_err(|error| failed("open a new database", &error))?;
        let block = seat.sizes.last().map_or(1, |size| size.0.max(1));
        let mut program = Self {
            connection,
            settings,
            record: ApplicationRecord::default(),
            block,
            row_count: 0,
            value: String::new(),
        };
        program.set_up().map_err(|error| failed("set up a new database", &error))?;
        program
            .fill(seat)
            .map_err(|error| failed("fill a new database with its rows", &error))?;
        Ok(program)
    }

    fn set_up(&mut self) -> rusqlite::Result<()> {
        let connection = &self.connection;
        connection.pragma_update(None, "journal_mode", self.settings.journal.name())?;
        connection.pragma_update(None, "synchronous", self.settings.synchronous.name())?;
        connection.execute_batch(statements(self.settings.table).table)?;
        // `SQLite` reports the setting that is in effect, which may differ from the requested one.
        let journal: String =
            connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        let synchronous: u8 =
            connection.pragma_query_value(None, "synchronous", |row| row.get(0))?;
        let page: u32 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
        let mut options = connection.prepare("PRAGMA compile_options")?;
        let options = options.query_map([], |row| row.get::<_, String>(0))?;
        self.record = ApplicationRecord {
            name: "SQLite".to_owned(),
            version: Some(rusqlite::version().to_owned()),
            page_size_bytes: Some(u64::from(page)),
            settings: vec![
                format!("journal_mode={journal}"),
                format!("synchronous={}", synchronous_word(synchronous)),
            ],
            build_options: options.collect::<Result<_, _>>()?,
        };
        Ok(())
    }

    /// Inserts all rows in one transaction, because the preparation is not measured.
    fn fill(&mut self, seat: &Seat) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert =
                transaction.prepare_cached(statements(self.settings.table).insert)?;
            let length = usize::try_from(self.block).unwrap_or(usize::MAX);
            for row in 0..u64::from(self.settings.fill_count) {
                write_text(&mut self.value, length, seat.seed ^ row.rotate_left(32));
                insert.execute([&self.value])?;
            }
        }
        transaction.commit()?;
        self.row_count = u64::from(self.settings.fill_count);
        Ok(())
    }

    /// The row of an offset, counted from 1 as `SQLite` does.
    fn row_at(&self, offset: u64) -> i64 {
        let row = offset / self.block % self.row_count.max(1);
        i64::try_from(row).unwrap_or(i64::MAX - 1) + 1
    }

    fn ask(&mut self, request: &Request) -> rusqlite::Result<()> {
        let texts = statements(self.settings.table);
        let row = self.row_at(request.offset);
        match request.kind {
            OpKind::Write if self.settings.fill_count > 0 => {
                let mut update = self.connection.prepare_cached(texts.update)?;
                update.execute((&self.value, row)).map(drop)
            }
            OpKind::Write => {
                self.connection.prepare_cached(texts.insert)?.execute([&self.value])?;
                self.row_count += 1;
                Ok(())
            }
            OpKind::Read => {
                let mut select = self.connection.prepare_cached(texts.select)?;
                let found: Option<String> =
                    select.query_row([row], |row| row.get(0)).optional()?;
                self.value = found.unwrap_or_default();
                Ok(())
            }
            OpKind::Flush | OpKind::Discard => {
                let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
                self.connection.query_row(checkpoint, [], |_| Ok(()))
            }
        }
    }
}

impl Program for SqliteProgram {
    fn record(&self) -> ApplicationRecord {
        self.record.clone()
    }

    fn prepare(&mut self, request: &Request) {
        if request.kind == OpKind::Write {
            write_text(&mut self.value, request.length as usize, request.salt);
        }
    }

    fn perform(&mut self, request: &Request) -> Result<u32, Errno> {
        if request.kind == OpKind::Discard {
            return Err(Errno::EOPNOTSUPP);
        }
        self.ask(request).map_err(|error| errno_of(&error))?;
        Ok(request.length)
    }
}

/// Source: `SQLite`'s page on pragmas, `synchronous`.
const fn synchronous_word(number: u8) -> &'static str {
    match number {
        0 => "off",
        1 => "normal",
        2 => "full",
        _ => "extra",
    }
}

/// The probable error number of the system. `SQLite` does not return it if it has an error code of its own.
fn errno_of(error: &rusqlite::Error) -> Errno {
    use rustix::io::Errno as System;
    let number = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => System::NOSPC,
        Some(ErrorCode::ReadOnly) => System::ROFS,
        Some(ErrorCode::OutOfMemory) => System::NOMEM,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => System::BUSY,
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => System::ACCESS,
        _ => System::IO,
    };
    Errno(number.raw_os_error())
}

#[cfg(test)]
mod tests {
    use iogram_model::{Bytes, DataPattern, Journal, Synchronous};

    use super::*;

    fn request(kind: OpKind, offset: u64, salt: u64) -> Request {
        Request {
            slot: 0,
            length: 100,
            offset,
            salt,
            data: DataPattern::Random,
            kind,
            is_fua: false,
            is_full_sync: false,
        }
    }

    fn seat() -> Seat {
        Seat { job: 3, sizes: vec![Bytes(100)], seed: 1 }
    }

    fn perform(program: &mut SqliteProgram, kind: OpKind, offset: u64, salt: u64) -> u32 {
        let request = request(kind, offset, salt);
        program.prepare(&request);
        program.perform(&request).unwrap()
    }

    /// The answer to a query over a second connection, which sees committed data only.
    fn found(folder: &Path, question: &str) -> String {
        let other = Connection::open(folder.join("job-3.sqlite")).unwrap();
        other.query_row(question, [], |row| row.get::<_, String>(0)).unwrap()
    }

    #[test]
    fn every_insert_is_committed_before_it_returns() {
        for table in [SqlTable::Plain, SqlTable::Pts] {
            let folder = tempfile::tempdir().unwrap();
            let settings = Sqlite { table, ..Sqlite::default() };
            let mut program = SqliteProgram::start(settings, folder.path(), &seat()).unwrap();
            let name = if table == SqlTable::Pts { "pts1" } else { "entry" };
            for count in 1..=3_u64 {
                assert_eq!(perform(&mut program, OpKind::Write, 0, count), 100);
                let question = format!("SELECT CAST(count(*) AS TEXT) FROM {name}");
                assert_eq!(found(folder.path(), &question), count.to_string());
            }
        }
    }

    #[test]
    fn a_write_changes_the_row_of_its_offset_where_rows_are_there() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Sqlite { fill_count: 10, ..Sqlite::default() };
        let mut program = SqliteProgram::start(settings, folder.path(), &seat()).unwrap();
        let row = "SELECT value FROM entry WHERE id = 5";
        let before = found(folder.path(), row);
        perform(&mut program, OpKind::Write, 400, 77);
        let after = found(folder.path(), row);
        assert_ne!(before, after);
        let mut expected = String::new();
        write_text(&mut expected, 100, 77);
        assert_eq!(after, expected);
        assert_eq!(found(folder.path(), "SELECT CAST(count(*) AS TEXT) FROM entry"), "10");
        perform(&mut program, OpKind::Read, 400, 0);
        assert_eq!(program.value, expected, "a read finds the same row");
    }

    #[test]
    fn it_says_how_it_is_set() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Sqlite {
            journal: Journal::Wal,
            synchronous: Synchronous::Extra,
            ..Sqlite::default()
        };
        let program = SqliteProgram::start(settings, folder.path(), &seat()).unwrap();
        let record = program.record();
        assert_eq!(record.settings, ["journal_mode=wal", "synchronous=extra"]);
        assert_eq!(record.page_size_bytes, Some(4096));
        assert!(record.version.is_some_and(|version| version.starts_with("3.")));
        assert!(!record.build_options.is_empty());
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = SqliteProgram::start(Sqlite::default(), Path::new("/nowhere"), &seat());
        let error = error.err().unwrap().to_string();
        assert!(error.starts_with("open a new database in /nowhere: "), "{error}");
    }
}
