//! Which program measures a drive, among all that share a store.
//!
//! All times are of the store's clock: that of the server, or of the computer that has the file. Must not judge whether
//! a holder's process is there: that is for whoever can look at processes.

use std::time::Duration;

use crate::owner::Owner;

/// A drive as it is told from others in a fleet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedDrive {
    /// Its serial number, or the name that stands for one.
    pub serial: String,
    /// Vendor and model; `None` is unknown.
    pub model: Option<String>,
    /// Bytes that it says it has; `None` is unknown.
    pub capacity_bytes: Option<u64>,
    /// Where it is on its computer, for people.
    pub place: String,
}

impl LeasedDrive {
    /// What one drive has and no other: cheap sticks of different makers share serial numbers.
    pub(crate) fn key(&self) -> String {
        let capacity = self.capacity_bytes.map(|bytes| bytes.to_string()).unwrap_or_default();
        let model = self.model.as_deref().unwrap_or_default();
        // A control character would end a text of PostgreSQL nowhere, and stands in no serial number.
        format!("{}\u{1f}{model}\u{1f}{capacity}", self.serial)
    }
}

/// Who has a drive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Which drive.
    pub drive: LeasedDrive,
    /// The program. Its times are the store's: when it took the drive and when it was heard of last.
    pub holder: Owner,
    /// How long it stays its holder's without being renewed.
    pub term: Duration,
    /// Since when it was not renewed.
    pub silent: Duration,
}

impl Lease {
    /// Whether another program may take it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.silent > self.term
    }
}

/// What came of asking for a drive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taking {
    /// It is the asker's now: `0` names this taking in [`crate::Store::renew_lease`].
    Taken(i64),
    /// Another program has it.
    Held(Box<Lease>),
}
