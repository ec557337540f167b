//! Lists the files of saved blocks and the state of each.
//!
//! Must not read any device.

use std::path::{Path, PathBuf};

use iogram_model::{Sentence, sentence, text};
use rustix::fs::OFlags;

use crate::error::DeviceError;
use crate::journal::{COMPLETE, Journal, PARTIAL, is_orphan};
use crate::journal_head::JournalHead;
use crate::journal_place::open_trusted;
use crate::places::{PLACES, Places};
use iogram_inspect::sysfs::list_names;

/// A file of saved blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Borrowed {
    /// The undo log with the blocks that were saved.
    pub journal: PathBuf,
    /// Whether the device has to be put back, and whether that is possible.
    pub state: JournalState,
    /// The device that it belongs to; `None` if that cannot be read.
    pub head: Option<JournalHead>,
}

/// The state of a file of saved blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalState {
    /// Its device has to be put back.
    Complete,
    /// A living process is writing it.
    BeingSaved,
    /// It was not finished: its device is unchanged.
    Unfinished,
    /// It cannot be used, for this reason.
    Damaged(String),
    /// Somebody else may have created or changed it, in this way.
    Untrusted(String),
}

fn state_of(head: Result<JournalHead, DeviceError>) -> (JournalState, Option<JournalHead>) {
    match head {
        Ok(head) => (JournalState::Complete, Some(head)),
        Err(error @ DeviceError::Refused(_)) => {
            (JournalState::Untrusted(error.to_string()), None)
        }
        Err(error) => (JournalState::Damaged(with_cause(&error)), None),
    }
}

fn with_cause(error: &DeviceError) -> String {
    let cause = std::error::Error::source(error).map(|cause| format!(": {cause}"));
    format!("{error}{}", cause.unwrap_or_default())
}

/// The files of saved blocks in a directory, by name; none if the directory does not exist.
///
/// # Errors
///
/// Fails if the directory cannot be read.
pub fn list_borrowed(directory: &Path) -> Result<Vec<Borrowed>, DeviceError> {
    let mut found = Vec::new();
    for name in list_names(directory, ".")? {
        let journal = directory.join(&name);
        let extension = journal.extension().and_then(|text| text.to_str());
        let (state, head) = match extension {
            Some(COMPLETE) => state_of(Journal::open(&journal).map(|it| it.head().clone())),
            Some(PLACES | PARTIAL) => match open_trusted(&journal, OFlags::RDWR) {
                Err(error) => state_of(Err(error)),
                Ok(file) if !is_orphan(&file) => (JournalState::BeingSaved, None),
                Ok(_) if extension == Some(PARTIAL) => (JournalState::Unfinished, None),
                Ok(_) => state_of(Places::open(&journal).map(|it| it.head().clone())),
            },
            _ => continue,
        };
        found.push(Borrowed { journal, state, head });
    }
    Ok(found)
}

/// Removes a file whose saving was not finished.
///
/// # Errors
///
/// Fails if it was finished, is being written, or cannot be removed.
pub fn discard_unfinished(borrowed: &Borrowed) -> Result<(), DeviceError> {
    if borrowed.state != JournalState::Unfinished {
        return Err(DeviceError::Failed {
            action: text!("device-cannot-remove", path, why),
            path: borrowed.journal.clone(),
            why: sentence!("device-not-unfinished-file-saved-blocks"),
            hint: Sentence::default(),
        });
    }
    Ok(iogram_door::remove_made(&borrowed.journal)?)
}
