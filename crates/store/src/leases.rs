//! Taking, renewing and letting go of drives.

use std::time::Duration;

use crate::error::Error;
use crate::lease::{Lease, LeasedDrive, Taking};
use crate::owner::Owner;
use crate::{Store, sql};

impl Store {
    /// Takes a drive for `holder`: if nobody has it, or if its holder is `gone`, as whoever looked at it says, and was not
    /// heard of since. That its time is over by the server's clock is not enough: such a clock may be set.
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
