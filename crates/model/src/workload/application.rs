//! Programs that make the requests: the meaning of a cell's request for each program.
//!
//! The engine works as with a drive: one operation after the other, in several jobs, up to a number of operations.
//! The application defines an operation, and the file system below turns it into any number of requests.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::ParseError;
use crate::{sentence, text};

/// The program between the engine and the file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Application {
    /// `SQLite`: a write is one transaction, a read selects a row. Each job has a separate database.
    Sqlite(Sqlite),
    /// Files: a write creates or copies a file; a read reads a whole file. Each job has a separate directory.
    Files(Files),
    /// Another computer boots while iogram observes its serial line. A method can never request it.
    Boot,
}

impl Application {
    /// Its name in records and method files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "sqlite",
            Self::Files(_) => "files",
            Self::Boot => "boot",
        }
    }
}

/// Settings of `SQLite`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sqlite {
    /// The journal mode.
    pub journal: Journal,
    /// How often it waits for the drive.
    pub synchronous: Synchronous,
    /// The layout of the table.
    pub table: SqlTable,
    /// Rows before the cell begins: then a write updates one of them, and a read selects one of them. 0: the table
    /// begins empty, a write inserts a row, and a read selects an inserted one.
    pub fill_count: u32,
}

/// `PRAGMA journal_mode`. Source: sqlite.org/pragma.html.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Journal {
    /// A journal that is deleted after each transaction; the default of `SQLite`.
    #[default]
    Delete,
    /// A journal that is truncated.
    Truncate,
    /// A journal whose header is overwritten.
    Persist,
    /// A write-ahead log.
    Wal,
}

/// `PRAGMA synchronous`. Source: sqlite.org/pragma.html.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Synchronous {
    /// With a write-ahead log, transactions wait for the drive only at checkpoints.
    Normal,
    /// Each transaction is durable before the next; the default of `SQLite`.
    #[default]
    Full,
    /// Also syncs the directory after a journal was deleted.
    Extra,
}

/// The columns of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SqlTable {
    /// A number as the key, and a text of the cell's block size.
    #[default]
    Plain,
    /// As in the Phoronix Test Suite: a small number, a time, two short texts, and no index.
    Pts,
}

/// Settings of work on files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Files {
    /// The meaning of a write.
    pub work: FileWork,
    /// Number of file names per job; an existing file is truncated and written again. 0: every file is new.
    pub names_count: u32,
    /// Whether each file is made durable before it is closed.
    pub is_synced: bool,
}

/// The meaning of a write of [`Files`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FileWork {
    /// Creates, writes and closes a file.
    #[default]
    Make,
    /// Copies a file that existed before the cell to another name.
    Copy,
}

const JOURNALS: [(&str, Journal); 4] = [
    ("delete", Journal::Delete),
    ("truncate", Journal::Truncate),
    ("persist", Journal::Persist),
    ("wal", Journal::Wal),
];
const SYNCHRONOUS: [(&str, Synchronous); 3] = [
    ("normal", Synchronous::Normal),
    ("full", Synchronous::Full),
    ("extra", Synchronous::Extra),
];
const TABLES: [(&str, SqlTable); 2] = [("plain", SqlTable::Plain), ("pts", SqlTable::Pts)];
const WORKS: [(&str, FileWork); 2] = [("make", FileWork::Make), ("copy", FileWork::Copy)];
const SYNCED: [(&str, bool); 2] = [("none", false), ("each", true)];

fn find<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    words.iter().find(|(word, _)| *word == text).map(|&(_, value)| value)
}

fn name_of<T: Copy + PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, it)| *it == value).map_or("", |&(word, _)| word)
}

impl Journal {
    /// Its word in `PRAGMA journal_mode`.
    #[must_use]
    pub fn name(self) -> &'static str {
        name_of(&JOURNALS, self)
    }
}

impl Synchronous {
    /// Its word in `PRAGMA synchronous`.
    #[must_use]
    pub fn name(self) -> &'static str {
        name_of(&SYNCHRONOUS, self)
    }
}

impl fmt::Display for Application {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(Sqlite { journal, synchronous, table, fill_count }) => {
                let (journal, synchronous) = (journal.name(), synchronous.name());
                write!(f, "sqlite,journal={journal},synchronous={synchronous}")?;
                if *table != SqlTable::default() {
                    write!(f, ",table={}", name_of(&TABLES, *table))?;
                }
                if *fill_count > 0 {
                    write!(f, ",fill={fill_count}")?;
                }
                Ok(())
            }
            Self::Files(Files { work, names_count, is_synced }) => {
                write!(f, "files,work={}", name_of(&WORKS, *work))?;
                if *names_count > 0 {
                    write!(f, ",names={names_count}")?;
                }
                if *is_synced {
                    write!(f, ",sync={}", name_of(&SYNCED, *is_synced))?;
                }
                Ok(())
            }
            Self::Boot => f.write_str("boot"),
        }
    }
}

impl FromStr for Application {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let hint = text!("model-write-sqlite-journal-delete-synchronous-full");
        let bad = || ParseError::new(sentence!("model-no-application", text), hint);
        let mut parts = text.trim().split(',');
        let mut application = match parts.next() {
            Some("sqlite") => Self::Sqlite(Sqlite::default()),
            Some("files") => Self::Files(Files::default()),
            Some("boot") => Self::Boot,
            _ => return Err(bad()),
        };
        for part in parts {
            let (key, value) = part.split_once('=').ok_or_else(bad)?;
            application.set(key, value).ok_or_else(bad)?;
        }
        match application {
            // Copying requires a number of existing files.
            Self::Files(Files { work: FileWork::Copy, names_count: 0, .. }) => Err(bad()),
            application => Ok(application),
        }
    }
}

impl Application {
    /// Sets an option; `None` if there is no such key, or no such value of the key.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match (self, key) {
            (Self::Sqlite(it), "journal") => it.journal = find(&JOURNALS, value)?,
            (Self::Sqlite(it), "synchronous") => it.synchronous = find(&SYNCHRONOUS, value)?,
            (Self::Sqlite(it), "table") => it.table = find(&TABLES, value)?,
            (Self::Sqlite(it), "fill") => it.fill_count = value.parse().ok()?,
            (Self::Files(it), "work") => it.work = find(&WORKS, value)?,
            (Self::Files(it), "names") => it.names_count = value.parse().ok()?,
            (Self::Files(it), "sync") => it.is_synced = find(&SYNCED, value)?,
            _ => return None,
        }
        Some(())
    }
}
