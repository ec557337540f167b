//! Programs on a folder of their own, one operation after the other: what a drive is asked by somebody who uses it.
//!
//! Knows what a request of a cell is for each program, and how the program is set. Must not know any clock, what a
//! drive, a method or a record in a store is, or where the folder lies: who calls it says.

mod files;
mod sqlite;
mod text;

use std::path::{Path, PathBuf};

use iogram_engine::{Errno, Request};
use iogram_model::{Application, ApplicationRecord, Bytes};

/// A program that is ready for its operations. Used by one thread.
pub trait Program: Send {
    /// What it is and how it is set.
    fn record(&self) -> ApplicationRecord;

    /// Makes the data of an operation ready. Not part of what is measured.
    fn prepare(&mut self, request: &Request);

    /// Does one operation, which was prepared just before; what it has to make durable is durable when it returns.
    /// Returns the bytes that it was about.
    ///
    /// # Errors
    ///
    /// Fails as the file system does, and with `EOPNOTSUPP` if it has no such operation.
    fn perform(&mut self, request: &Request) -> Result<u32, Errno>;
}

/// A program could not be made ready.
#[derive(Debug, thiserror::Error)]
#[error("{what} in {}: {why}", folder.display())]
pub struct ProgramError {
    /// What was tried.
    pub what: &'static str,
    /// Where.
    pub folder: PathBuf,
    /// What stood in the way, in the words of the program or the system.
    pub why: String,
    /// The system's answer, as far as the program says.
    pub errno: Errno,
}

/// One job of a cell, for a program.
#[derive(Debug, Clone)]
pub struct Seat {
    /// Which job, counted from 0: it shares nothing with the others.
    pub job: u32,
    /// The sizes of its operations, the largest last.
    pub sizes: Vec<Bytes>,
    /// Decides what is there before it begins.
    pub seed: u64,
}

/// Makes a program ready below `folder`, which is its own: with everything that has to be there before its first
/// operation.
///
/// # Errors
///
/// Fails as the file system does.
pub fn start(
    application: &Application,
    folder: &Path,
    seat: &Seat,
) -> Result<Box<dyn Program>, ProgramError> {
    match application {
        Application::Sqlite(settings) => {
            Ok(Box::new(sqlite::SqliteProgram::start(*settings, folder, seat)?))
        }
        Application::Files(settings) => {
            Ok(Box::new(files::FilesProgram::start(*settings, folder, seat)?))
        }
        Application::Boot => Err(ProgramError {
            what: "boot",
            folder: folder.to_owned(),
            why: "another computer has to do that; iogram boot watches it".to_owned(),
            errno: Errno(rustix::io::Errno::OPNOTSUPP.raw_os_error()),
        }),
    }
}
