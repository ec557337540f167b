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
    /// What one drive has and no other: cheap sticks of different makers share serial numbers. Two computers, or two
    /// ways to a drive, may write it with other spaces or in another case.
    pub(crate) fn key(&self) -> String {
        let capacity = self.capacity_bytes.map(|bytes| bytes.to_string()).unwrap_or_default();
        let model = self.model.as_deref().unwrap_or_default();
        // A control character stands in neither of them.
        format!("{}\u{1f}{}\u{1f}{capacity}", plain(&self.serial), plain(model))
    }

    /// Whether that is its serial number, as another way to it may write it.
    #[must_use]
    pub fn has_serial(&self, serial: &str) -> bool {
        plain(&self.serial) == plain(serial)
    }
}

/// One of the ways to write a name.
fn plain(name: &str) -> String {
    let is_gap = |letter: char| letter.is_whitespace() || letter.is_control();
    let words: Vec<&str> = name.split(is_gap).filter(|word| !word.is_empty()).collect();
    words.join(" ").to_ascii_uppercase()
}

/// Who has a drive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Which drive.
    pub drive: LeasedDrive,
    /// The program. Its times are the store's: when it took the drive and when it renewed it last.
    pub holder: Owner,
    /// How long it stays its holder's without being renewed.
    pub term: Duration,
}

impl Lease {
    /// Whether its time is over by the store's clock.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.holder.silent > self.term
    }

    /// Whether nothing was heard of the holder between the looks at both.
    #[must_use]
    pub fn is_as_before(&self, before: &Self) -> bool {
        (self.holder.since_us, self.holder.heartbeat_us)
            == (before.holder.since_us, before.holder.heartbeat_us)
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
