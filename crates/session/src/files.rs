//! Opens and reads files that the user named, and files that another file named.

use std::io::Read as _;
use std::path::Path;

use iogram_model::{Sentence, Text, sentence, text};

use crate::failure::Failure;

/// Limit for a file that is read as a whole, in bytes: the limit of a record. Endless files such as `/dev/zero` stop
/// here.
const FILE_BYTES_MAX: u64 = 256 << 20;

/// Closing this file after reading it would release the locks of this process on it.
const OWN_STORE: Text = text!("session-store-runs-program-open");

/// Reads a text file that the user named.
///
/// # Errors
///
/// If it cannot be read, is longer than a record may be, or is not text.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let hint = text!("session-name-text-file-read");
    text_of(read_bytes(path, hint)?, path, hint)
}

/// Opens a file that the user named, for reading in parts.
///
/// # Errors
///
/// If it cannot be opened, or is a directory.
#[expect(clippy::disallowed_methods, reason = "the error names the file")]
pub fn open_file(path: &Path, hint: Text) -> Result<std::fs::File, Failure> {
    let cannot = |why: Sentence| cannot_read(path, why, hint);
    if iogram_door::is_private(path) {
        return Err(cannot(OWN_STORE.into()));
    }
    let file =
        std::fs::File::open(path).map_err(|error| cannot(Sentence::of_system(&error)))?;
    match file.metadata() {
        Ok(metadata) if metadata.is_dir() => Err(cannot(sentence!("session-directory"))),
        _ => Ok(file),
    }
}

/// Opens a file that a list, a record or another file named. It accepts only a regular file.
///
/// # Errors
///
/// If it is not a regular file, or cannot be opened.
pub fn open_found(path: &Path, hint: Text) -> Result<std::fs::File, Failure> {
    if iogram_door::is_private(path) {
        return Err(cannot_read(path, OWN_STORE.into(), hint));
    }
    iogram_door::open_found(path).map_err(|error| match error {
        iogram_door::DoorError::System { source, .. } => {
            cannot_read(path, Sentence::of_system(&source), hint)
        }
        error => Failure::from(error),
    })
}

/// Reads a file that another file named; opens it as [`open_found`] does.
///
/// # Errors
///
/// If it is not a regular file, cannot be read, or is longer than a record may be.
pub fn read_found(path: &Path, hint: Text) -> Result<Vec<u8>, Failure> {
    read_whole(open_found(path, hint)?, path, hint)
}

/// Reads a text file that another file named; opens it as [`open_found`] does.
///
/// # Errors
///
/// As [`read_found`], and if it is not text.
pub fn read_found_text(path: &Path) -> Result<String, Failure> {
    let hint = text!("session-name-text-file-read");
    text_of(read_found(path, hint)?, path, hint)
}

fn cannot_read(path: &Path, why: Sentence, hint: Text) -> Failure {
    Failure::usage(sentence!("session-cannot-read", path = path.display(), why: why), hint)
}

fn text_of(bytes: Vec<u8>, path: &Path, hint: Text) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::usage(
            sentence!("session-cannot-read-no-text-byte", path = path.display(), at),
            hint,
        )
    })
}

fn read_whole(file: std::fs::File, path: &Path, hint: Text) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes) {
        Err(error) => Err(cannot_read(path, Sentence::of_system(&error), hint)),
        Ok(_) if bytes.len() as u64 > FILE_BYTES_MAX => Err(cannot_read(
            path,
            sentence!("session-longer-mib", mebibytes = FILE_BYTES_MAX >> 20),
            hint,
        )),
        Ok(_) => Ok(bytes),
    }
}

/// Reads a file that the user named.
///
/// # Errors
///
/// If it cannot be read, or is longer than a record may be.
#[expect(clippy::disallowed_methods, reason = "the error names the file")]
pub fn read_bytes(path: &Path, hint: Text) -> Result<Vec<u8>, Failure> {
    if iogram_door::is_private(path) {
        return Err(cannot_read(path, OWN_STORE.into(), hint));
    }
    let file = std::fs::File::open(path)
        .map_err(|error| cannot_read(path, Sentence::of_system(&error), hint))?;
    read_whole(file, path, hint)
}
