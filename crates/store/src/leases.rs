//! Taking, renewing and letting go of drives.

use iogram_model::sentence;
use std::time::Duration;

use crate::error::Error;
use crate::lease::{Lease, LeasedDrive, Taking};
use crate::owner::Owner;
use crate::sql::Failure;
use crate::{Store, failure, sql};

impl Store {
    /// Takes a drive for `holder`: if nobody has it, or if its holder is `gone`, as whoever looked at it says, and was not
    /// heard of since. That its time is over by the server's clock is not enough: such a clock may be set.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    ///
    /// # Panics
    ///
    /// Only of a fault of this program.
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
        // Between the refusal and the look at who has it, it may have been let go.
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

    /// Says that the holder is still there, and waits for the answer no longer than `patience`. Whether the drive is
    /// still its own.
    ///
    /// # Errors
    ///
    /// Fails if the database fails or does not answer in time.
    ///
    /// # Panics
    ///
    /// Only of a fault of this program.
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

    /// Lets a drive go.
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

    /// All leases, by serial number; those of programs that are gone, too.
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
