//! The plain target: one `pread`, `pwritev2` or `fdatasync` per request, in the calling thread; the cheapest path at
//! queue depth 1. At greater depths, each outstanding request has its own thread with such a target.

use std::fs::File;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use iogram_engine::{Completion, Errno, Geometry, Request, Target, TargetError};
use iogram_model::{Bytes, Nanos, OpKind};
use rustix::io::ReadWriteFlags;

use crate::buffer::SlotBuffers;
use crate::linux::block_calls::{Erase, erase_part};
use crate::linux::file_calls::punch_hole;
use crate::linux::host_watch::{HostWatch, of_this_thread};
use crate::payload::Payload;
use iogram_inspect::TickClock;
use iogram_inspect::clock;

/// The call that discards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DiscardCall {
    /// `BLKDISCARD`.
    BlockDevice,
    /// `BLKRESETZONE`, for zones of this many bytes.
    Zones(u64),
    /// A hole in a file.
    File,
}

/// Counts entries to and exits from requests of a thread, for the watcher that detects hangs: odd while a request is
/// in the kernel.
#[derive(Debug, Default)]
pub(crate) struct InKernel(AtomicU64);

impl InKernel {
    #[inline]
    pub(crate) fn step(&self) {
        // There is one writer, so a plain load and store suffice.
        let steps = self.0.load(Ordering::Relaxed);
        self.0.store(steps.wrapping_add(1), Ordering::Release);
    }

    /// The number of the request that the thread is in; `None` if it is in none.
    pub(crate) fn request(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Acquire)).filter(|steps| steps % 2 == 1)
    }
}

/// A file or block device that the calling thread reads and writes.
#[derive(Debug)]
pub(crate) struct SyncTarget {
    geometry: Geometry,
    file: File,
    buffers: SlotBuffers,
    discard: DiscardCall,
    payload: Payload,
    in_kernel: Arc<InKernel>,
    host: Arc<HostWatch>,
    clock: TickClock,
    done: Vec<Completion>,
    /// Memory for the expected data of a compared read.
    expected: Vec<u8>,
}

impl SyncTarget {
    /// Creates a target for one request of at most `block` bytes at a time, with aligned memory; `payload` provides
    /// the written data.
    ///
    /// # Errors
    ///
    /// Fails with the system's error if there is no memory.
    pub(crate) fn new(
        file: File,
        geometry: Geometry,
        (block, alignment): (usize, usize),
        (discard, payload): (DiscardCall, Payload),
        (in_kernel, host, clock): (Arc<InKernel>, Arc<HostWatch>, TickClock),
    ) -> std::io::Result<Self> {
        let buffers = SlotBuffers::aligned(1, block, alignment)?;
        let done = Vec::with_capacity(1);
        Ok(Self {
            geometry,
            file,
            buffers,
            discard,
            payload,
            in_kernel,
            host,
            clock,
            done,
            expected: Vec::new(),
        })
    }

    #[inline]
    fn perform(&mut self, request: &Request) -> Result<u32, Errno> {
        let file = self.file.as_fd();
        let length = request.length as usize;
        assert!(
            request.offset.checked_add(u64::from(request.length)).is_some_and(|end| {
                request.kind == OpKind::Flush || end <= self.geometry.capacity.0
            }),
            "a request lies inside of its target: {request:?}"
        );
        let moved = match request.kind {
            OpKind::Read => {
                rustix::io::pread(file, &mut self.buffers.slot(0)[..length], request.offset)
            }
            OpKind::Write if request.is_fua => {
                let data = std::io::IoSlice::new(&self.buffers.slot(0)[..length]);
                rustix::io::pwritev2(file, &[data], request.offset, ReadWriteFlags::DSYNC)
            }
            OpKind::Write => {
                rustix::io::pwrite(file, &self.buffers.slot(0)[..length], request.offset)
            }
            OpKind::Flush if request.is_full_sync => rustix::fs::fsync(file).map(|()| 0),
            OpKind::Flush => rustix::fs::fdatasync(file).map(|()| 0),
            OpKind::Discard => {
                let range = (request.offset, u64::from(request.length));
                discard(file, range, self.discard).map(|()| length)
            }
        };
        moved
            .map(|moved| u32::try_from(moved).expect("no more than asked for"))
            .map_err(|errno| Errno(errno.raw_os_error()))
    }
}

fn discard(
    file: std::os::fd::BorrowedFd<'_>,
    (offset, length): (u64, u64),
    call: DiscardCall,
) -> rustix::io::Result<()> {
    match call {
        DiscardCall::File => punch_hole(file, offset, Bytes(length)),
        DiscardCall::BlockDevice => erase_part(file, Erase::Discard, [offset, length]),
        DiscardCall::Zones(size) => {
            let whole = length.max(1).next_multiple_of(size);
            erase_part(file, Erase::ResetZones, [offset, whole])
        }
    }
}

impl Target for SyncTarget {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    of_this_thread!();

    #[inline]
    fn prepare(&mut self, batch: &[Request]) {
        for request in batch {
            if request.kind == OpKind::Write {
                let buffer = &mut self.buffers.slot(0)[..request.length as usize];
                self.payload.fill(buffer, request);
            }
        }
    }

    #[inline]
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        for request in batch {
            self.in_kernel.step();
            let result = self.perform(request);
            self.in_kernel.step();
            assert!(self.in_kernel.request().is_none(), "out of the request again");
            // Reads the clock before anything else: with one request outstanding, nothing else lies between the
            // kernel's return and the timestamp.
            let at = self.clock.now();
            let result = if self.payload.compares && request.kind == OpKind::Read {
                let found = &self.buffers.slot(0)[..request.length as usize];
                self.payload.compared((request, found), &mut self.expected, result)
            } else {
                result
            };
            self.done.push(Completion { slot: request.slot, at, result });
        }
        Ok(())
    }

    #[inline]
    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        if self.done.is_empty() {
            clock::rest_until(until);
        }
        done.append(&mut self.done);
        Ok(())
    }

    fn rest_until(&mut self, at: Nanos) {
        clock::rest_until(at);
    }
}

/// Whether the kernel accepts non-blocking reads of this file (`RWF_NOWAIT`). If not, `io_uring` passes every request
/// to a worker thread.
///
/// Requests one byte at offset 1: the kernel checks the flag first (EOPNOTSUPP), then refuses a direct request for
/// its alignment (EINVAL) or a cached one for its page (EAGAIN). Either way nothing reaches the drive, whose first
/// request is the cell's.
pub(crate) fn is_nonblocking(file: &File) -> bool {
    let mut byte = [0];
    let mut data = [std::io::IoSliceMut::new(&mut byte)];
    let answer = rustix::io::preadv2(file.as_fd(), &mut data, 1, ReadWriteFlags::NOWAIT);
    !matches!(answer, Err(rustix::io::Errno::OPNOTSUPP))
}
