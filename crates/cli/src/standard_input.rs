//! Standard input in place of a file that is read whole: the user names it `-`.

use std::io::Read as _;
use std::path::Path;

use iogram_model::{Sentence, Text, sentence};

use crate::failure::Failure;
use crate::places;

/// The text in place of a file's name.
pub(crate) const NAME: &str = "standard input";

/// The same limit as for a file. Source: `iogram_session::read_bytes`.
const BYTES_MAX: u64 = 256 << 20;

/// Whether the user means standard input.
pub(crate) fn is_meant(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a file in messages.
pub(crate) fn shown(path: &Path) -> &Path {
    if is_meant(path) { Path::new(NAME) } else { path }
}

/// The contents of standard input or of a file.
pub(crate) fn read(path: &Path, hint: Text) -> Result<Vec<u8>, Failure> {
    if !is_meant(path) {
        return places::read_bytes(path, hint);
    }
    let cannot = |why: Sentence| {
        Failure::usage(sentence!("cli-cannot-read-path-why", path = NAME, why: why), hint)
    };
    let mut bytes = Vec::new();
    match std::io::stdin().lock().take(BYTES_MAX + 1).read_to_end(&mut bytes) {
        Err(error) => Err(cannot(Sentence::of_system(&error))),
        Ok(_) if bytes.len() as u64 > BYTES_MAX => {
            Err(cannot(sentence!("cli-longer-mib", mebibytes = BYTES_MAX >> 20)))
        }
        Ok(_) => Ok(bytes),
    }
}
