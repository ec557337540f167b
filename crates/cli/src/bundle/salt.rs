//! The salt of this user's hashes: made once, stored beside the store, readable only by its owner.

use std::io::Read as _;
use std::path::Path;

use iogram_bundle::Salt;
use iogram_model::{Sentence, Text, sentence, text};

use crate::failure::Failure;
use crate::places;

/// The stored salt; makes it if there is none.
pub(crate) fn of_user() -> Result<Salt, Failure> {
    let path = places::salt_path()?;
    path.parent().map_or(Ok(()), iogram_door::own_folder)?;
    if iogram_door::read_private(&path)?.is_none() {
        iogram_door::replace_private(&path, random()?.to_text().as_bytes())?;
    }
    // A salt that another iogram made meanwhile is as good, as long as all use the stored one.
    let bytes = iogram_door::read_private(&path)?.unwrap_or_default();
    Salt::from_text(&String::from_utf8_lossy(&bytes)).ok_or_else(|| {
        Failure::environment(
            sentence!("cli-cannot-hide-serial-numbers-holds-no", path = path.display()),
            text!("cli-move-away-new-made-hashes-same"),
        )
    })
}

fn random() -> Result<Salt, Failure> {
    const SOURCE: &str = "/dev/urandom";
    let mut bytes = [0; 32];
    let mut file = places::open_file(Path::new(SOURCE), Text::NONE)?;
    file.read_exact(&mut bytes).map_err(|error| {
        let why = Sentence::of_system(&error);
        Failure::environment(
            sentence!("cli-cannot-read-path-why", path = SOURCE, why: why),
            Text::NONE,
        )
    })?;
    Ok(Salt::new(bytes))
}
