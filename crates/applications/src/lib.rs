//! Programs that work in a folder of their own, one operation after the other, to load a drive as a user of the
//! program does.
//!
//! Knows the operations of each program and its settings. Must not know any clock, drives, methods, records in a
//! store, or the location of the folder: the caller passes it.

mod files;
mod sqlite;
mod text;

use std::path::{Path, PathBuf};

use iogram_engine::{Errno, Request};
use iogram_model::{Application, ApplicationRecord, Bytes};

/// A program that is ready for its operations. Used by one thread.
pub trait Program: Send {
    /// The program and its settings.
    fn record(&self) -> ApplicationRecord;

    /// Prepares the data of an operation, outside the measured time.
    fn prepare(&mut self, request: &Request);

    /// Performs one operation, prepared just before. Data that the operation has to make durable is durable on
    /// return. Returns the bytes that it moved.
    ///
    /// # Errors
    ///
    /// Fails as the file system does, and with `EOPNOTSUPP` if it has no such operation.
    fn perform(&mut self, request: &Request) -> Result<u32, Errno>;
}

/// A program could not be prepared.
#[derive(Debug, thiserror::Error)]
#[error("{what} in {}: {why}", folder.display())]
pub struct ProgramError {
    /// The failed action.
    pub what: &'static str,
    /// The folder.
    pub folder: PathBuf,
    /// The cause, in the words of the program or the system.
    pub why: String,
    /// The system's error number, as far as the program reports it.
    pub errno: Errno,
}

/// One job of a cell, for a program.
#[derive(Debug, Clone)]
pub struct Seat {
    /// Job number, from 0; a job shares nothing with the others.
    pub job: u32,
    /// The sizes of its operations, the largest last.
    pub sizes: Vec<Bytes>,
    /// Determines the data that exist before the cell begins.
    pub seed: u64,
}

/// Prepares a program in `folder`, which it owns, with all files that must exist before its first operation.
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
