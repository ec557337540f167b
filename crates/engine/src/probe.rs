//! Single requests with their data, one at a time: what finding out about a drive needs, where
//! measuring its speed needs a load.

use iogram_model::Nanos;

use crate::rig::Control;
use crate::target::{Errno, Geometry};

/// What a probe may do to the drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProbeAccess {
    /// Only read.
    Read,
    /// Read and write.
    Write,
}

/// What a logical block was found to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// What a [`Probe::write`] wrote, undamaged: with this salt, and to this byte of the drive. A drive
    /// that answers with another block's data gives an offset that is not the one asked for.
    Mark {
        /// The write's salt.
        salt: u64,
        /// Where the block was written to, bytes from the drive's beginning.
        offset: u64,
    },
    /// What looks like such a block, with wrong bits.
    Damaged,
    /// Zeros alone, or what an erased flash cell reads as.
    Blank,
    /// Anything else.
    Other,
}

/// A drive to find out about. Every call waits for the drive; the times are those of the request alone.
pub trait Probe {
    /// Its shape.
    fn geometry(&self) -> Geometry;

    /// Time now, on the target's clock.
    fn now(&self) -> Nanos;

    /// Reads `length` bytes at `offset`, whatever they are, past every cache of the host.
    ///
    /// # Errors
    ///
    /// Fails as the drive does.
    fn read(&mut self, offset: u64, length: u32) -> Result<Nanos, Errno>;

    /// Writes `length` bytes at `offset`: in every logical block `salt` and the block's own offset, the
    /// rest of it random data that both decide.
    ///
    /// # Errors
    ///
    /// Fails as the drive does, or if the drive was opened for reading.
    fn write(&mut self, offset: u64, length: u32, salt: u64) -> Result<Nanos, Errno>;

    /// Reads, and says of every logical block what it holds; `found` is emptied before.
    ///
    /// # Errors
    ///
    /// Fails as the drive does.
    fn check(
        &mut self,
        offset: u64,
        length: u32,
        found: &mut Vec<Found>,
    ) -> Result<Nanos, Errno>;

    /// Makes everything written before durable.
    ///
    /// # Errors
    ///
    /// Fails as the drive does.
    fn flush(&mut self) -> Result<Nanos, Errno>;

    /// Idles for `duration`, or until `control` is stopped.
    fn rest(&mut self, duration: Nanos, control: &Control);
}
