//! Takes, renews and releases leases.

use iogram_model::sentence;
use std::time::Duration;

use crate::error::Error;
use crate::lease::{Lease, LeasedDrive, Taking};
use crate::owner::Owner;
use crate::sql::Failure;
use crate::{Store, failure, sql};

impl Store {
    /// Takes a drive for `holder`, if nobody has it, or if its holder is `gone` according to the caller and has not
    /// renewed since. An end of the term by the server's clock is not enough: somebody may set that clock.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    ///
    /// # Panics
    ///
    /// Only because of a bug in this program.
    pub fn take_lease(
        &mut self,
        drive: &LeasedDrive,
        holder: &Owner,
        term: Duration,
        gone: Option<&Lease>,
    ) -> Result<Taking, Error> {
        assert!(!term.is_zero(), "a drive would be another's the moment that it is taken");
        let connection = &mut self.connection;
        let failed =
            sentence!("store-cannot-take-lease-drive-store", path = self.path.display());
        // The holder may release it between the refusal and the look at the holder.
        for _attempt in 0..3 {
            let taken = sql::leases::take(connection, (drive, holder, term, gone));
            if let Some(taken) =
                taken.map_err(|error| failure(&self.path, failed.clone(), error))?
            {
                return Ok(Taking::Taken(taken));
            }
            let held = sql::leases::read(connection, Some(&drive.key()));
            let held = held.map_err(|error| failure(&self.path, failed.clone(), error))?;
            if let Some(lease) = held.into_iter().next() {
                return Ok(Taking::Held(Box::new(lease)));
            }
        }
        Err(self.failure(failed, Failure::NoRow))
    }

    /// Renews a lease, and waits at most `patience` for the answer. Returns whether the holder still has the drive.
    ///
    /// # Errors
    ///
    /// Fails if the database fails or does not answer in time.
    ///
    /// # Panics
    ///
    /// Only because of a bug in this program.
    pub fn renew_lease(
        &mut self,
        drive: &LeasedDrive,
        taken: i64,
        patience: Duration,
    ) -> Result<bool, Error> {
        assert!(!patience.is_zero(), "an answer is not waited for at all");
        let connection = &mut self.connection;
        let key = drive.key();
        let renewed = sql::leases::renew(connection, (&key, taken), patience);
        renewed.map_err(|error| {
            self.failure(
                sentence!("store-cannot-renew-lease-store", path = self.path.display()),
                error,
            )
        })
    }

    /// Releases a drive.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn release_lease(&mut self, drive: &LeasedDrive, taken: i64) -> Result<(), Error> {
        sql::leases::release(&mut self.connection, (&drive.key(), taken)).map_err(|error| {
            self.failure(
                sentence!("store-cannot-let-go-lease-store", path = self.path.display()),
                error,
            )
        })
    }

    /// All leases, by serial number, including those of dead programs.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub fn leases(&mut self) -> Result<Vec<Lease>, Error> {
        sql::leases::read(&mut self.connection, None).map_err(|error| {
            self.failure(
                sentence!("store-cannot-list-leases-store", path = self.path.display()),
                error,
            )
        })
    }
}
