//! Probes a real drive: one request at a time, bypassing the page cache; a sweep keeps several outstanding.
//!
//! Opens nothing and decides nothing about permission to write: the rig does both. Other threads make the requests,
//! so that a drive that never answers blocks nobody.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use iogram_engine::{
    Control, Errno, Found, Geometry, Probe, Sweep, SweepKind, SweepSample, sweep_in_turn,
};
use iogram_model::{HostPause, Nanos};

use crate::mark::look_at_blocks_keyed;
use crate::payload::DataKey;
use crate::probe_thread::{Failed, KeptPlace, Request, Requester, Watch};
use crate::sweep::{SweepBackend, sweep_many};

/// How often a read is repeated if the computer paused in it. Arbitrary: a computer that pauses in every one is not
/// worth waiting for.
const REPEATS_MAX: u32 = 3;

/// A drive for one request at a time.
pub(crate) struct DriveProbe<'a> {
    fd: Arc<OwnedFd>,
    place: KeptPlace,
    /// `None` after a request that did not complete: the drive gets no more requests.
    requester: Option<Requester>,
    watch: Watch,
    geometry: Geometry,
    /// Outstanding requests of a sweep.
    outstanding: NonZeroUsize,
    /// The key of the marks that are written and recognised.
    key: DataKey,
    /// Whether places are saved before they are overwritten.
    keeps: bool,
    drive: Drive<'a>,
    rest: fn(Nanos, &Control),
}

/// Facts about the drive other than its answers.
pub(crate) struct Drive<'a> {
    /// Whether it is gone.
    pub(crate) is_gone: Box<dyn Fn() -> bool + 'a>,
    /// The storage below it, if it is not a physical drive.
    pub(crate) lies_on: Box<dyn Fn() -> Option<String> + 'a>,
}

/// The settings of a probe.
pub(crate) struct Probed {
    pub(crate) fd: OwnedFd,
    pub(crate) place: KeptPlace,
    /// Whether places are saved before they are overwritten.
    pub(crate) keeps: bool,
    pub(crate) geometry: Geometry,
    /// Outstanding requests of a sweep.
    pub(crate) outstanding: NonZeroUsize,
    /// The key of the marks that are written and recognised.
    pub(crate) key: DataKey,
    /// A request without an answer for this long counts as hanging.
    pub(crate) io_timeout: Nanos,
}

impl<'a> DriveProbe<'a> {
    pub(crate) fn new(
        probed: Probed,
        drive: Drive<'a>,
        rest: fn(Nanos, &Control),
    ) -> Result<Self, rustix::io::Errno> {
        let Probed { fd, place, keeps, geometry, outstanding, key, io_timeout } = probed;
        let fd = Arc::new(fd);
        let requester = Requester::start(Arc::clone(&fd), Arc::clone(&place), key)?;
        Ok(Self {
            fd,
            place,
            requester: Some(requester),
            watch: Watch::start(io_timeout),
            geometry,
            outstanding,
            key,
            keeps,
            drive,
            rest,
        })
    }

    fn block(&self) -> usize {
        let block = self.geometry.logical_block_size.0.max(512);
        usize::try_from(block).expect("a logical block fits into memory")
    }

    /// Requests to an unplugged device fail with EIO like any other.
    fn told(&self, failed: Failed) -> Errno {
        told(&self.drive, failed)
    }

    /// Makes a request; returns its time, and the length of pauses of the computer in it.
    fn ask(&mut self, request: Request) -> Result<(Nanos, Nanos), Errno> {
        let requester = self.requester.as_ref().ok_or(Errno::NO_ANSWER)?;
        let outcome = requester.ask(request, &self.watch);
        if outcome == Err(Failed::NoAnswer) {
            self.requester = None;
        }
        outcome.map_err(|failed| self.told(failed))
    }

    /// The drive's behaviour during a pause of the computer is unknown, so reads are repeated.
    fn read_all(&mut self, offset: u64, length: u32) -> Result<Nanos, Errno> {
        let mut repeats = 0;
        loop {
            let (took, paused) = self.ask(Request::Read { offset, length })?;
            if paused == Nanos(0) || repeats == REPEATS_MAX {
                return Ok(took);
            }
            repeats += 1;
        }
    }
}

fn told(drive: &Drive<'_>, failed: Failed) -> Errno {
    match failed {
        Failed::System(rustix::io::Errno::IO) if (drive.is_gone)() => Errno::ENODEV,
        Failed::System(errno) => Errno(errno.raw_os_error()),
        Failed::Kept(errno) => errno,
        Failed::NoAnswer => Errno::NO_ANSWER,
    }
}

impl Probe for DriveProbe<'_> {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn now(&self) -> Nanos {
        iogram_inspect::clock::now()
    }

    fn read(&mut self, offset: u64, length: u32) -> Result<Nanos, Errno> {
        self.read_all(offset, length)
    }

    fn write(&mut self, offset: u64, length: u32, salt: u64) -> Result<Nanos, Errno> {
        self.ask(Request::Write { offset, length, salt }).map(|(took, _)| took)
    }

    fn check(
        &mut self,
        offset: u64,
        length: u32,
        found: &mut Vec<Found>,
    ) -> Result<Nanos, Errno> {
        found.clear();
        let time = self.read_all(offset, length)?;
        let (block, key) = (self.block(), self.key);
        if let Some(requester) = &self.requester {
            requester.with_data(length, |data| look_at_blocks_keyed(data, block, key, found));
        }
        Ok(time)
    }

    fn sweep(
        &mut self,
        sweep: &Sweep,
        each: &mut dyn FnMut(&SweepSample<'_>) -> ControlFlow<()>,
    ) {
        // Saving before an overwrite works one request at a time.
        let is_kept = self.keeps && sweep.kind == SweepKind::Write;
        if is_kept || self.outstanding == NonZeroUsize::MIN || self.requester.is_none() {
            return sweep_in_turn(self, sweep, each);
        }
        let backend = SweepBackend {
            fd: Arc::clone(&self.fd),
            place: Arc::clone(&self.place),
            block: self.block(),
            outstanding: self.outstanding,
            key: self.key,
        };
        let answers_all =
            sweep_many(&backend, sweep, &self.watch, &|failed| self.told(failed), each);
        if !answers_all {
            self.requester = None;
        }
    }

    fn flush(&mut self) -> Result<Nanos, Errno> {
        self.ask(Request::Flush).map(|(took, _)| took)
    }

    fn pauses(&self) -> Vec<HostPause> {
        self.watch.pauses()
    }

    fn lies_on(&self) -> Option<String> {
        (self.drive.lies_on)()
    }

    fn rest(&mut self, duration: Nanos, control: &Control) {
        (self.rest)(duration, control);
    }
}
