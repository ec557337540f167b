//! Single requests with their data, one at a time: needed to find out about a drive, while measuring its speed needs
//! a load.

use std::ops::ControlFlow;

use iogram_model::{HostPause, Nanos};

use crate::control::Control;
use crate::target::{Errno, Geometry};

/// The operations that a probe may use on the drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProbeAccess {
    /// Only requests that change nothing.
    Read,
    /// Writes too, if the rig permits them.
    Write,
}

/// The contents found in a logical block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// Written by [`Probe::write`] and undamaged: with this salt, and for this byte of the drive. If a drive answers
    /// with another block's data, the offset differs from the requested one.
    Mark {
        /// The write's salt.
        salt: u64,
        /// The intended position of the block, in bytes from the drive's beginning.
        offset: u64,
    },
    /// Resembles such a block, but with wrong bits.
    Damaged,
    /// Only zeros, or the value of an erased flash cell.
    Blank,
    /// Data without a mark: foreign data, or a mark damaged beyond recognition.
    Other,
}

/// The operation of a sweep.
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
    /// Bytes per request; the last one may be shorter.
    pub step: u32,
    /// The salt of the written marks.
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
    /// Its time, or the drive's error. The time excludes the part in which the drive was also busy with earlier
    /// requests, so that the times of all requests add up to the time of the sweep.
    pub result: Result<Nanos, Errno>,
    /// The contents found in each logical block; empty for writes and failures.
    pub found: &'a [Found],
}

/// A drive under examination. Every call waits for the drive; the times cover the request alone.
pub trait Probe {
    /// Capacity and block sizes, as they are now.
    fn geometry(&self) -> Geometry;

    /// Time now, on the target's clock.
    fn now(&self) -> Nanos;

    /// Reads `length` bytes at `offset`, whatever they are, bypassing every cache of the host.
    ///
    /// # Errors
    ///
    /// Fails as the drive does.
    fn read(&mut self, offset: u64, length: u32) -> Result<Nanos, Errno>;

    /// Writes `length` bytes at `offset`: each logical block holds `salt` and the block's own offset, then random
    /// data that both determine.
    ///
    /// # Errors
    ///
    /// Fails as the drive does, or if the drive was opened for reading.
    fn write(&mut self, offset: u64, length: u32, salt: u64) -> Result<Nanos, Errno>;

    /// Reads and reports the contents of each logical block; clears `found` first.
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

    /// Writes or checks a part of the drive, and calls `each` for every request in ascending order, failed ones too,
    /// until `each` breaks: no call follows, although a few more requests may have been made. Keeps several requests
    /// outstanding if the drive's link gains from it.
    fn sweep(
        &mut self,
        sweep: &Sweep,
        each: &mut dyn FnMut(&SweepSample<'_>) -> ControlFlow<()>,
    ) {
        sweep_in_turn(self, sweep, each);
    }

    /// Makes all earlier writes durable.
    ///
    /// # Errors
    ///
    /// Fails as the drive does.
    fn flush(&mut self) -> Result<Nanos, Errno>;

    /// Describes the storage below a device that is not a physical drive, and how full it is now: if writes fail, the
    /// reason may be there. `None` for drives. Makes no request to the medium.
    fn lies_on(&self) -> Option<String> {
        None
    }

    /// Times since the opening of the probe in which the computer did not let this program run. The times of requests
    /// exclude them.
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
