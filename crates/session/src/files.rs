//! Files that the user named.

use std::io::Read as _;
use std::path::Path;

use iogram_model::{Sentence, sentence};

use crate::failure::Failure;

/// Bytes of a file that is read as a whole: as much as a record may have. What never ends, such as
/// `/dev/zero`, ends here.
const FILE_BYTES_MAX: u64 = 256 << 20;

/// Closing it after it was read would end the locks on it.
const OWN_STORE: &str = "it is the store of runs that this program has open";

/// Reads a text file that the user named.
///
/// # Errors
///
/// If it cannot be read, is longer than a record may be, or is no text.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let hint = "name a text file that you may read";
    String::from_utf8(read_bytes(path, hint)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::usage(
            sentence!("cannot read {path}: no text at byte {at}", path = path.display(), at),
            hint,
        )
    })
}

/// Opens a file that the user named, to be read bit by bit.
///
/// # Errors
///
/// If it cannot be opened, or is a directory.
#[expect(clippy::disallowed_methods, reason = "the error names the file")]
pub fn open_file(path: &Path, hint: &'static str) -> Result<std::fs::File, Failure> {
    let cannot = |why: Sentence| {
        let path = path.display();
        Failure::usage(sentence!("cannot read {path}: {why}", path, why: why), hint)
    };
    if iogram_door::is_private(path) {
        return Err(cannot(OWN_STORE.into()));
    }
    let file =
        std::fs::File::open(path).map_err(|error| cannot(Sentence::of_system(&error)))?;
    match file.metadata() {
        Ok(metadata) if metadata.is_dir() => Err(cannot("it is a directory".into())),
        _ => Ok(file),
    }
}

/// Reads a file that the user named.
///
/// # Errors
///
/// If it cannot be read, or is longer than a record may be.
#[expect(clippy::disallowed_methods, reason = "the error names the file")]
pub fn read_bytes(path: &Path, hint: &'static str) -> Result<Vec<u8>, Failure> {
    let cannot = |why: Sentence| {
        Failure::usage(
            sentence!("cannot read {path}: {why}", path = path.display(), why: why),
            hint,
        )
    };
    if iogram_door::is_private(path) {
        return Err(cannot(OWN_STORE.into()));
    }
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path)
        .and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes));
    match read {
        Err(error) => Err(cannot(Sentence::of_system(&error))),
        Ok(_) if bytes.len() as u64 > FILE_BYTES_MAX => Err(cannot(sentence!(
            "it is longer than {mebibytes} MiB",
            mebibytes = FILE_BYTES_MAX >> 20
        ))),
        Ok(_) => Ok(bytes),
    }
}
