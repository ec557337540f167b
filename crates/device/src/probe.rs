//! A real drive, probed: one request at a time, past the page cache; a sweep with several of them.
//!
//! Opens nothing and decides nothing about what may be written: both are the rig's.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::os::fd::{AsFd, OwnedFd};

use iogram_engine::{
    Control, Errno, Found, Geometry, Probe, Sweep, SweepKind, SweepSample, sweep_in_turn,
};
use iogram_model::Nanos;

use crate::buffer::SlotBuffers;
use crate::mark::{fill_marks_keyed, look_at_blocks_keyed};
use crate::payload::DataKey;
use crate::sweep::{SweepBackend, sweep_many};
use crate::whole::{read_whole, write_whole};
use iogram_inspect::clock;

/// What is kept before it is overwritten.
pub(crate) trait KeepBefore {
    /// Makes durable what `length` bytes at `offset` hold, if that was not done before.
    fn keep(&self, offset: u64, length: u64) -> Result<(), Errno>;
}

/// A drive for one request at a time.
pub(crate) struct DriveProbe<'a> {
    fd: OwnedFd,
    buffers: SlotBuffers,
    size: usize,
    geometry: Geometry,
    /// Requests of a sweep at a time.
    outstanding: NonZeroUsize,
    /// Whose marks are written and recognised.
    key: DataKey,
    keeper: Option<&'a dyn KeepBefore>,
    drive: Drive<'a>,
    rest: fn(Nanos, &Control),
}

/// What is known of the drive beside its answers.
pub(crate) struct Drive<'a> {
    /// Whether it is no longer there.
    pub(crate) is_gone: Box<dyn Fn() -> bool + 'a>,
    /// What it lies on, if it is no drive of its own.
    pub(crate) lies_on: Box<dyn Fn() -> Option<String> + 'a>,
}

impl<'a> DriveProbe<'a> {
    pub(crate) fn new(
        fd: OwnedFd,
        (geometry, outstanding, key): (Geometry, NonZeroUsize, DataKey),
        keeper: Option<&'a dyn KeepBefore>,
        drive: Drive<'a>,
        rest: fn(Nanos, &Control),
    ) -> Result<Self, rustix::io::Errno> {
        let size = 1 << 20;
        let buffers = SlotBuffers::new(1, size)?;
        Ok(Self { fd, buffers, size, geometry, outstanding, key, keeper, drive, rest })
    }

    /// The front of the buffer, which grows to the largest request.
    fn room(&mut self, length: u32) -> Result<&mut [u8], Errno> {
        let length = length as usize;
        if length > self.size {
            self.buffers = SlotBuffers::new(1, length).map_err(number)?;
            self.size = length;
        }
        Ok(&mut self.buffers.slot(0)[..length])
    }

    fn block(&self) -> usize {
        let block = self.geometry.logical_block_size.0.max(512);
        usize::try_from(block).expect("a logical block fits into memory")
    }

    /// Requests to a device that was unplugged fail with EIO like any other.
    fn told(&self, errno: rustix::io::Errno) -> Errno {
        if errno == rustix::io::Errno::IO && (self.drive.is_gone)() {
            return Errno::ENODEV;
        }
        number(errno)
    }

    fn read_all(&mut self, offset: u64, length: u32) -> Result<Nanos, Errno> {
        self.room(length)?;
        let buffer = &mut self.buffers.slot(0)[..length as usize];
        let begin = clock::now();
        read_whole(self.fd.as_fd(), offset, buffer).map_err(|errno| self.told(errno))?;
        Ok(clock::now() - begin)
    }
}

fn number(errno: rustix::io::Errno) -> Errno {
    Errno(errno.raw_os_error())
}

impl Probe for DriveProbe<'_> {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn now(&self) -> Nanos {
        clock::now()
    }

    fn read(&mut self, offset: u64, length: u32) -> Result<Nanos, Errno> {
        self.read_all(offset, length)
    }

    fn write(&mut self, offset: u64, length: u32, salt: u64) -> Result<Nanos, Errno> {
        if let Some(keeper) = self.keeper {
            keeper.keep(offset, u64::from(length))?;
        }
        let key = self.key;
        fill_marks_keyed(self.room(length)?, offset, salt, key);
        let buffer = &self.buffers.slot(0)[..length as usize];
        let begin = clock::now();
        write_whole(self.fd.as_fd(), offset, buffer).map_err(|errno| self.told(errno))?;
        Ok(clock::now() - begin)
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
        look_at_blocks_keyed(&self.buffers.slot(0)[..length as usize], block, key, found);
        Ok(time)
    }

    fn sweep(
        &mut self,
        sweep: &Sweep,
        each: &mut dyn FnMut(&SweepSample<'_>) -> ControlFlow<()>,
    ) {
        // What is kept before it is overwritten is kept one request at a time.
        let is_kept = self.keeper.is_some() && sweep.kind == SweepKind::Write;
        if is_kept || self.outstanding == NonZeroUsize::MIN {
            return sweep_in_turn(self, sweep, each);
        }
        let backend = SweepBackend {
            fd: self.fd.as_fd(),
            block: self.block(),
            outstanding: self.outstanding,
            key: self.key,
            told: &|errno| self.told(errno),
        };
        sweep_many(&backend, sweep, each);
    }

    fn flush(&mut self) -> Result<Nanos, Errno> {
        let begin = clock::now();
        rustix::fs::fdatasync(&self.fd).map_err(|errno| self.told(errno))?;
        Ok(clock::now() - begin)
    }

    fn lies_on(&self) -> Option<String> {
        (self.drive.lies_on)()
    }

    fn rest(&mut self, duration: Nanos, control: &Control) {
        (self.rest)(duration, control);
    }
}
