//! Leases: which program measures a drive, among all that share a store.
//!
//! All times come from the store's clock: the server's, or that of the computer with the file. Must not judge whether
//! a holder's process is alive: that needs access to processes.

use std::time::Duration;

use crate::owner::Owner;

/// A drive's identity in a fleet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedDrive {
    /// Its serial number, or a name in place of one.
    pub serial: String,
    /// Vendor and model; `None` is unknown.
    pub model: Option<String>,
    /// Announced capacity in bytes; `None` is unknown.
    pub capacity_bytes: Option<u64>,
    /// Its location on its computer, for people.
    pub place: String,
}

impl LeasedDrive {
    /// A key that is unique to the drive: cheap sticks of different makers share serial numbers. Two computers, or
    /// two paths to a drive, may report it with other spaces or in another case.
    pub(crate) fn key(&self) -> String {
        let capacity = self.capacity_bytes.map(|bytes| bytes.to_string()).unwrap_or_default();
        let model = self.model.as_deref().unwrap_or_default();
        // Neither part contains a control character.
        format!("{}\u{1f}{}\u{1f}{capacity}", plain(&self.serial), plain(model))
    }

    /// Whether this is its serial number, in any spelling.
    #[must_use]
    pub fn has_serial(&self, serial: &str) -> bool {
        plain(&self.serial) == plain(serial)
    }
}

/// Normalises the spelling of a name.
fn plain(name: &str) -> String {
    let is_gap = |letter: char| letter.is_whitespace() || letter.is_control();
    let words: Vec<&str> = name.split(is_gap).filter(|word| !word.is_empty()).collect();
    words.join(" ").to_ascii_uppercase()
}

/// The holder of a drive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The drive.
    pub drive: LeasedDrive,
    /// The program. Its times are the store's: the start of the lease and the last renewal.
    pub holder: Owner,
    /// Duration of the lease without a renewal.
    pub term: Duration,
}

impl Lease {
    /// Whether the lease is over by the store's clock.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.holder.silent > self.term
    }

    /// Whether the holder did not renew between the two looks.
    #[must_use]
    pub fn is_as_before(&self, before: &Self) -> bool {
        (self.holder.since_us, self.holder.heartbeat_us)
            == (before.holder.since_us, before.holder.heartbeat_us)
    }
}

/// The result of a request for a drive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taking {
    /// The requester has it now: `0` identifies the lease in [`crate::Store::renew_lease`].
    Taken(i64),
    /// Another program has it.
    Held(Box<Lease>),
}
