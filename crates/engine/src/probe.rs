//! Single requests with their data, one at a time: what finding out about a drive needs, where
//! measuring its speed needs a load.

use std::ops::ControlFlow;

use iogram_model::{HostPause, Nanos};

use crate::control::Control;
use crate::target::{Errno, Geometry};

/// What a probe may do to the drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProbeAccess {
    /// Requests that change nothing.
    Read,
    /// Writes, too, where the rig permits it.
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
    /// Data that are no mark: of somebody else, or of a mark that was damaged beyond recognition.
    Other,
}

/// What a sweep does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SweepKind {
    /// [`Probe::write`].
    Write,
    /// [`Probe::check`].
    Check,
}

/// A pass over a part of a drive, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sweep {
    /// Whether marks are written or checked.
    pub kind: SweepKind,
    /// First byte of the part.
    pub start: u64,
    /// One past the last byte of the part.
    pub end: u64,
    /// Bytes of a request; the last one may be shorter.
    pub step: u32,
    /// Of what is written.
    pub salt: u64,
}

impl Sweep {
    /// Bytes of the request at `offset`; `None` at the end.
    #[must_use]
    pub fn length_at(&self, offset: u64) -> Option<u32> {
        let left = self.end.checked_sub(offset).filter(|left| *left > 0)?;
        Some(u32::try_from(left).unwrap_or(u32::MAX).min(self.step))
    }
}

/// One request of a sweep.
#[derive(Debug, Clone, Copy)]
pub struct SweepSample<'a> {
    /// The first byte of the request on the drive.
    pub offset: u64,
    /// Bytes of the request.
    pub length: u32,
    /// When it ended, on the target's clock.
    pub at: Nanos,
    /// Its time, without that in which the drive was also busy with those before it, so that the times of
    /// all requests add up to the time of the sweep; or how the drive failed.
    pub result: Result<Nanos, Errno>,
    /// What every logical block was found to hold; empty for writes and failures.
    pub found: &'a [Found],
}

/// A drive to find out about. Every call waits for the drive; the times are those of the request alone.
pub trait Probe {
    /// Capacity and block sizes, as they are now.
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

    /// Writes or checks a part of the drive, and tells `each` of every request in ascending order, failed
    /// ones too, until `each` breaks: then it is told of none after that, although some more may have been
    /// made. Where the drive's link gains from it, several requests are outstanding.
    fn sweep(
        &mut self,
        sweep: &Sweep,
        each: &mut dyn FnMut(&SweepSample<'_>) -> ControlFlow<()>,
    ) {
        sweep_in_turn(self, sweep, each);
    }

    /// Makes everything written before durable.
    ///
    /// # Errors
    ///
    /// Fails as the drive does.
    fn flush(&mut self) -> Result<Nanos, Errno>;

    /// In words, what a device that is no drive of its own lies on and how full that is now: where its writes
    /// fail, the reason may be there. `None` for drives. Makes no request to the medium.
    fn lies_on(&self) -> Option<String> {
        None
    }

    /// When the computer did not let this program run since the probe was opened, counted from there. Times of
    /// requests are without it.
    fn pauses(&self) -> Vec<HostPause> {
        Vec::new()
    }

    /// Idles for `duration`, or until `control` is stopped.
    fn rest(&mut self, duration: Nanos, control: &Control);
}

/// [`Probe::sweep`] with one request at a time.
pub fn sweep_in_turn<P: Probe + ?Sized>(
    probe: &mut P,
    sweep: &Sweep,
    each: &mut dyn FnMut(&SweepSample<'_>) -> ControlFlow<()>,
) {
    let mut found = Vec::new();
    let mut offset = sweep.start;
    while let Some(length) = sweep.length_at(offset) {
        found.clear();
        let result = match sweep.kind {
            SweepKind::Write => probe.write(offset, length, sweep.salt),
            SweepKind::Check => probe.check(offset, length, &mut found),
        };
        if result.is_err() {
            found.clear();
        }
        let swept = SweepSample { offset, length, at: probe.now(), result, found: &found };
        if each(&swept).is_break() {
            break;
        }
        offset += u64::from(length);
    }
}
