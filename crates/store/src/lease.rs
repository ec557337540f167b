//! Which program measures a drive, among all that share a store.
//!
//! All times are of the store's clock: that of the server, or of the computer that has the file. Must not judge whether
//! a holder's process is there: that is for whoever can look at processes.

use std::time::Duration;

use crate::error::Error;
use crate::owner::Owner;
use crate::{Store, sql};

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
    /// It is the asker's now: `0` names this taking in [`Store::renew_lease`].
    Taken(i64),
    /// Another program has it.
    Held(Box<Lease>),
}

impl Store {
    /// Takes a drive for `holder`: if nobody has it, if its holder was not heard of for longer than it said, or if its
    /// holder is `gone`.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn take_lease(
        &mut self,
        drive: &LeasedDrive,
        holder: &Owner,
        term: Duration,
        gone: Option<&Lease>,
    ) -> Result<Taking, Error> {
        let gone = gone.map_or(-1, |lease| lease.holder.since_us);
        let (backend, connection) = (self.backend, &mut self.connection);
        let outcome = self.runtime.block_on(async {
            // Between the refusal and the look at who has it, it may have been let go.
            for _attempt in 0..3 {
                let asked = (drive, holder, term, gone);
                if let Some(taken) = sql::leases::take(backend, connection, asked).await? {
                    return Ok(Some(Taking::Taken(taken)));
                }
                let held = sql::leases::read(backend, connection, Some(&drive.key())).await?;
                if let Some(lease) = held.into_iter().next() {
                    return Ok(Some(Taking::Held(Box::new(lease))));
                }
            }
            Ok(None)
        });
        match outcome {
            Ok(Some(taking)) => Ok(taking),
            Ok(None) => {
                Err(self.failure("take the lease of a drive in", sqlx::Error::RowNotFound))
            }
            Err(error) => Err(self.failure("take the lease of a drive in", error)),
        }
    }

    /// Says that the holder is still there, and waits for the answer no longer than `patience`. Whether the drive is
    /// still its own.
    ///
    /// # Errors
    ///
    /// Fails if the database fails or does not answer in time.
    pub fn renew_lease(
        &mut self,
        drive: &LeasedDrive,
        taken: i64,
        patience: Duration,
    ) -> Result<bool, Error> {
        let (backend, connection) = (self.backend, &mut self.connection);
        let key = drive.key();
        let renewed = self.runtime.block_on(async {
            let renewal = sql::leases::renew(backend, connection, (&key, taken));
            tokio::time::timeout(patience, renewal).await
        });
        match renewed {
            Ok(renewed) => renewed.map_err(|error| self.failure("renew a lease in", error)),
            Err(_) => {
                Err(Error::Silent { path: self.path.clone(), waited_s: patience.as_secs() })
            }
        }
    }

    /// Lets a drive go.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn release_lease(&mut self, drive: &LeasedDrive, taken: i64) -> Result<(), Error> {
        self.runtime
            .block_on(sql::leases::release(&mut self.connection, (&drive.key(), taken)))
            .map_err(|error| self.failure("let go of a lease in", error))
    }

    /// All leases, by serial number; those of programs that are gone, too.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn leases(&mut self) -> Result<Vec<Lease>, Error> {
        self.runtime
            .block_on(sql::leases::read(self.backend, &mut self.connection, None))
            .map_err(|error| self.failure("list the leases of", error))
    }
}
