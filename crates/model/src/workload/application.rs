//! A program that makes the requests: what each request of a cell is for it.
//!
//! The engine asks as it asks a drive: one operation after the other, so many jobs, until so many are done. What an
//! operation is says the application; the file system below it makes of each as many requests as it likes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::ParseError;
use crate::{sentence, text};

/// What stands between the engine and the file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Application {
    /// `SQLite`: a write is a transaction of its own, a read asks for a row. Each job has a database of its own.
    Sqlite(Sqlite),
    /// Files: a write makes one, or copies one; a read reads a whole one. Each job has a folder of its own.
    Files(Files),
    /// Another computer boots, and is watched over its serial line. Never what a method asks for.
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

/// How `SQLite` is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sqlite {
    /// How a transaction is kept whole.
    pub journal: Journal,
    /// How often it waits for the drive.
    pub synchronous: Synchronous,
    /// What the table is like.
    pub table: SqlTable,
    /// Rows that are there before the cell begins: then a write changes one of them, and a read finds one of them.
    /// 0: the table is new and empty, a write adds a row, a read finds one that was added.
    pub fill_count: u32,
}

/// `PRAGMA journal_mode`. Source: sqlite.org/pragma.html.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Journal {
    /// A journal that is removed after each transaction; what `SQLite` does if nobody says otherwise.
    #[default]
    Delete,
    /// A journal that is cut to nothing.
    Truncate,
    /// A journal whose head is overwritten.
    Persist,
    /// A log that is written ahead.
    Wal,
}

/// `PRAGMA synchronous`. Source: sqlite.org/pragma.html.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Synchronous {
    /// With a log written ahead, transactions wait for the drive at checkpoints alone.
    Normal,
    /// Each transaction is on the drive before the next; what `SQLite` does if nobody says otherwise.
    #[default]
    Full,
    /// The folder, too, after a journal was removed.
    Extra,
}

/// What rows are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SqlTable {
    /// A number, by which rows are found, and a text of the cell's block size.
    #[default]
    Plain,
    /// As in the Phoronix Test Suite: a small number, a time, two short texts, and no index at all.
    Pts,
}

/// What is done with files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Files {
    /// What a write is.
    pub work: FileWork,
    /// So many names a job has; a file that is there already is emptied and written anew. 0: every file is new.
    pub names_count: u32,
    /// Whether each file is made durable before it is closed.
    pub is_synced: bool,
}

/// What a write of [`Files`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FileWork {
    /// A file is made, written and closed.
    #[default]
    Make,
    /// A file that was there before the cell began is read and written under another name.
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
            // Somebody has to say how many files there are to be copied.
            Self::Files(Files { work: FileWork::Copy, names_count: 0, .. }) => Err(bad()),
            application => Ok(application),
        }
    }
}

impl Application {
    /// `None` if it has no such key, or the key no such value.
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
