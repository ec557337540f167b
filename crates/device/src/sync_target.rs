//! The plain target: one `pread`, `pwritev2` or `fdatasync` per request. At depth 1 the calling thread
//! does it, which costs least; deeper, every slot has a thread of its own.

use std::fs::File;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use iogram_engine::{Completion, Errno, Geometry, Request, Target, TargetError};
use iogram_model::{Bytes, CpuTime, Nanos, OpKind};
use rustix::io::ReadWriteFlags;

use crate::buffer::SlotBuffers;
use crate::clock::{self, CpuScope};
use crate::payload;

/// How a discard is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DiscardCall {
    /// `BLKDISCARD`.
    BlockDevice,
    /// A hole in a file.
    File,
}

/// A file or block device that calling threads read and write.
pub(crate) struct SyncTarget {
    geometry: Geometry,
    how: How,
}

enum How {
    /// In the calling thread.
    Inline { port: Port, done: Vec<Completion> },
    /// One worker per slot; workers are not joined, because a request may never return.
    Workers { tasks: Vec<Sender<Request>>, results: Receiver<Completion> },
}

/// One thread's way to the target.
struct Port {
    file: Arc<File>,
    buffers: SlotBuffers,
    discard: DiscardCall,
}

impl SyncTarget {
    /// For `slots` requests of at most `block` bytes at once.
    ///
    /// # Errors
    ///
    /// Fails with the system's answer if there is no memory or no thread can be started.
    pub(crate) fn new(
        file: File,
        geometry: Geometry,
        slots: u32,
        block: usize,
        discard: DiscardCall,
    ) -> std::io::Result<Self> {
        let file = Arc::new(file);
        let port = |file: &Arc<File>| -> std::io::Result<Port> {
            Ok(Port { file: Arc::clone(file), buffers: SlotBuffers::new(1, block)?, discard })
        };
        if slots == 1 {
            let how = How::Inline { port: port(&file)?, done: Vec::with_capacity(1) };
            return Ok(Self { geometry, how });
        }
        let (sender, results) = channel();
        let mut tasks = Vec::new();
        for slot in 0..slots {
            let (task_sender, task_receiver) = channel();
            let (port, sender) = (port(&file)?, sender.clone());
            let worker = std::thread::Builder::new().name(format!("slot {slot}"));
            worker.spawn(move || work(port, &task_receiver, &sender))?;
            tasks.push(task_sender);
        }
        Ok(Self { geometry, how: How::Workers { tasks, results } })
    }
}

/// A worker: one request after the other, until the target is dropped.
fn work(mut port: Port, tasks: &Receiver<Request>, results: &Sender<Completion>) {
    for request in tasks {
        port.prepare(&request);
        let result = port.perform(&request);
        let completion = Completion { slot: request.slot, at: clock::now(), result };
        if results.send(completion).is_err() {
            return;
        }
    }
}

impl Port {
    fn prepare(&mut self, request: &Request) {
        if request.kind == OpKind::Write {
            let buffer = &mut self.buffers.slot(0)[..request.length as usize];
            payload::fill(buffer, request.data, request.salt);
        }
    }

    #[inline]
    fn perform(&mut self, request: &Request) -> Result<u32, Errno> {
        let file = self.file.as_fd();
        let length = request.length as usize;
        let moved = match request.kind {
            OpKind::Read => {
                rustix::io::pread(file, &mut self.buffers.slot(0)[..length], request.offset)
            }
            OpKind::Write if request.is_strong => {
                let data = std::io::IoSlice::new(&self.buffers.slot(0)[..length]);
                rustix::io::pwritev2(file, &[data], request.offset, ReadWriteFlags::DSYNC)
            }
            OpKind::Write => {
                rustix::io::pwrite(file, &self.buffers.slot(0)[..length], request.offset)
            }
            OpKind::Flush if request.is_strong => rustix::fs::fsync(file).map(|()| 0),
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
        DiscardCall::File => {
            let flags =
                rustix::fs::FallocateFlags::PUNCH_HOLE | rustix::fs::FallocateFlags::KEEP_SIZE;
            rustix::fs::fallocate(file, flags, offset, length)
        }
        DiscardCall::BlockDevice => block_discard(file, [offset, length]),
    }
}

/// `BLKDISCARD` of Linux `include/uapi/linux/fs.h`: `_IO(0x12, 119)` with two 64-bit numbers.
#[expect(unsafe_code, reason = "an ioctl")]
fn block_discard(file: std::os::fd::BorrowedFd<'_>, range: [u64; 2]) -> rustix::io::Result<()> {
    const BLKDISCARD: rustix::ioctl::Opcode = rustix::ioctl::opcode::none(0x12, 119);
    // SAFETY: the opcode takes a pointer to two numbers, start and length, and writes nothing back.
    unsafe {
        rustix::ioctl::ioctl(file, rustix::ioctl::Setter::<BLKDISCARD, [u64; 2]>::new(range))
    }
}

impl Target for SyncTarget {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    #[inline]
    fn now(&self) -> Nanos {
        clock::now()
    }

    fn cpu_time(&self) -> Option<CpuTime> {
        clock::cpu_time(CpuScope::Thread)
    }

    #[inline]
    fn prepare(&mut self, batch: &[Request]) {
        // Workers prepare their own request: the time that takes is inside the latency there.
        if let How::Inline { port, .. } = &mut self.how {
            batch.iter().for_each(|request| port.prepare(request));
        }
    }

    #[inline]
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        match &mut self.how {
            How::Inline { port, done } => {
                for request in batch {
                    let result = port.perform(request);
                    done.push(Completion { slot: request.slot, at: clock::now(), result });
                }
            }
            How::Workers { tasks, .. } => {
                for request in batch {
                    let sent = tasks[request.slot as usize].send(*request);
                    sent.map_err(|_gone| TargetError { errno: Errno::EIO, call: "worker" })?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        match &mut self.how {
            How::Inline { done: finished, .. } => {
                if finished.is_empty() {
                    clock::rest_until(until);
                }
                done.append(finished);
            }
            How::Workers { results, .. } => {
                let wait = Duration::from_nanos(until.saturating_sub(clock::now()).0);
                match results.recv_timeout(wait) {
                    Ok(completion) => done.push(completion),
                    Err(RecvTimeoutError::Timeout) => return Ok(()),
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(TargetError { errno: Errno::EIO, call: "worker" });
                    }
                }
                done.extend(results.try_iter());
            }
        }
        Ok(())
    }

    fn rest_until(&mut self, at: Nanos) {
        clock::rest_until(at);
    }
}

impl std::fmt::Debug for SyncTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let slots = match &self.how {
            How::Inline { .. } => 1,
            How::Workers { tasks, .. } => tasks.len(),
        };
        f.debug_struct("SyncTarget").field("slots", &slots).finish_non_exhaustive()
    }
}

/// Whether reads of this file can be asked for without blocking (`RWF_NOWAIT`). Where they cannot,
/// `io_uring` hands every request to a worker thread.
pub(crate) fn is_nonblocking(file: &File, block: Bytes) -> bool {
    let size = usize::try_from(block.0.max(4096)).expect("a block fits in memory");
    let Ok(mut buffers) = SlotBuffers::new(1, size) else { return false };
    let mut data = [std::io::IoSliceMut::new(buffers.slot(0))];
    let answer = rustix::io::preadv2(file.as_fd(), &mut data, 0, ReadWriteFlags::NOWAIT);
    // EAGAIN means that it would have had to wait, which it can say only if it is able to not wait.
    !matches!(answer, Err(rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::INVAL))
}
