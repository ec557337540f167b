//! One thread that makes the requests of a probe, one at a time, and one that detects pauses of the computer: a
//! request that never completes blocks its thread and not the program, and pauses of the computer are not charged to
//! the drive.

use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use iogram_engine::Errno;
use iogram_model::{HostPause, Nanos};
use rustix::io::Errno as SystemErrno;

use crate::buffer::SlotBuffers;
use crate::linux::host_watch::{HostWatch, Looker};
use crate::mark::fill_marks_keyed;
use crate::payload::DataKey;
use crate::whole::{read_whole, write_whole};
use iogram_inspect::clock;

/// Time between two looks for pauses of this program: as in a cell.
const LOOK_STEP: Duration = Duration::from_millis(20);

/// How often a waiting thread checks the time. Arbitrary: nothing else depends on it.
const WAIT_STEP: Duration = Duration::from_millis(50);

/// Saves contents before they are overwritten.
pub(crate) trait KeepBefore {
    /// Makes the contents of `length` bytes at `offset` durable, if that is necessary and not done yet.
    fn keep(&self, offset: u64, length: u64) -> Result<(), Errno>;
}

/// The destination of requests. Each request holds it: until it completes, the place is in use.
pub(crate) type KeptPlace = Arc<dyn KeepBefore + Send + Sync>;

/// How a request failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failed {
    /// With an error of the kernel.
    System(SystemErrno),
    /// The old contents could not be saved.
    Kept(Errno),
    /// There was no answer in time.
    NoAnswer,
}

/// A request to the drive.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Request {
    Read { offset: u64, length: u32 },
    Write { offset: u64, length: u32, salt: u64 },
    Flush,
}

struct Answer {
    issued: Nanos,
    at: Nanos,
    result: Result<(), Failed>,
}

/// Watches the clock as long as it lives, as [`Looker`] does.
#[derive(Debug)]
pub(crate) struct Watch {
    host: Arc<HostWatch>,
    since: Nanos,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// A request without an answer for this long counts as hanging.
    io_timeout: Nanos,
}

impl Watch {
    /// Without a thread nobody watches, and no pause is found.
    pub(crate) fn start(io_timeout: Nanos) -> Self {
        let (host, is_over) = (Arc::<HostWatch>::default(), Arc::<AtomicBool>::default());
        let (watched, ends) = (Arc::clone(&host), Arc::clone(&is_over));
        let thread = Builder::new().name("probe-watch".to_owned()).spawn(move || {
            let mut looker = Looker::new(&watched);
            while !ends.load(Ordering::Acquire) {
                std::thread::park_timeout(LOOK_STEP);
                looker.look(&watched);
            }
        });
        Self { host, since: clock::now(), is_over, thread: thread.ok(), io_timeout }
    }

    /// The time between two moments in which the computer kept this program from running, if it was long.
    pub(crate) fn paused_between(&self, from: Nanos, to: Nanos) -> Nanos {
        if self.thread.is_none() {
            return Nanos(0);
        }
        self.host.paused_between(from, to)
    }

    /// Every pause since the start, counted from there.
    pub(crate) fn pauses(&self) -> Vec<HostPause> {
        self.host.pauses_since(self.since)
    }

    /// The next answer; an error if there is none in time, or if the sender is gone.
    pub(crate) fn wait<T>(&self, answers: &Receiver<T>) -> Result<T, WaitError> {
        let begin = clock::now();
        loop {
            match answers.recv_timeout(WAIT_STEP) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => return Err(WaitError::Nobody),
                Err(RecvTimeoutError::Timeout) => {
                    let now = clock::now();
                    let waited = now.saturating_sub(begin);
                    // A thread that did not run could not have received it.
                    let awake = waited.saturating_sub(self.paused_between(begin, now));
                    if waited > self.io_timeout && awake > self.io_timeout {
                        return Err(WaitError::NoAnswer);
                    }
                }
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It never panics; if it did, nothing would be left to do.
            let _ended = thread.join();
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WaitError {
    /// Not in time.
    NoAnswer,
    /// The sender has ended.
    Nobody,
}

/// The thread that makes requests.
pub(crate) struct Requester {
    requests: SyncSender<Request>,
    answers: Receiver<Answer>,
    buffers: Arc<Mutex<Buffers>>,
}

/// Memory for the data of one request.
struct Buffers {
    slots: SlotBuffers,
    size: usize,
}

impl Buffers {
    /// The front of the memory, which grows to the largest request.
    fn room(&mut self, length: u32) -> Result<&mut [u8], SystemErrno> {
        let length = length as usize;
        if length > self.size {
            (self.slots, self.size) = (SlotBuffers::new(1, length)?, length);
        }
        Ok(&mut self.slots.slot(0)[..length])
    }
}

impl Requester {
    /// Starts the thread; `key` is the key of written marks.
    pub(crate) fn start(
        fd: Arc<OwnedFd>,
        place: KeptPlace,
        key: DataKey,
    ) -> Result<Self, SystemErrno> {
        let size = 1 << 20;
        let buffers = Buffers { slots: SlotBuffers::new(1, size)?, size };
        let buffers = Arc::new(Mutex::new(buffers));
        let (requests, wanted) = sync_channel::<Request>(1);
        let (answer, answers) = sync_channel(1);
        let drive = Requested { fd, place, key, buffers: Arc::clone(&buffers) };
        Builder::new()
            .name("probe".to_owned())
            .spawn(move || {
                while let Ok(request) = wanted.recv() {
                    if answer.send(drive.make(request)).is_err() {
                        return;
                    }
                }
            })
            .map_err(|_no_thread| SystemErrno::AGAIN)?;
        Ok(Self { requests, answers, buffers })
    }

    /// Makes one request and waits for it; returns the drive's time without pauses of the computer, and the length of
    /// those.
    ///
    /// # Errors
    ///
    /// Fails as the drive does. After [`Failed::NoAnswer`] its thread may never return.
    pub(crate) fn ask(
        &self,
        request: Request,
        watch: &Watch,
    ) -> Result<(Nanos, Nanos), Failed> {
        let gone = || Failed::System(SystemErrno::IO);
        self.requests.send(request).map_err(|_ended| gone())?;
        let answer = watch.wait(&self.answers).map_err(|error| match error {
            WaitError::NoAnswer => Failed::NoAnswer,
            WaitError::Nobody => gone(),
        })?;
        answer.result?;
        let paused = watch.paused_between(answer.issued, answer.at);
        let took = answer.at.saturating_sub(answer.issued);
        Ok((took.saturating_sub(paused), paused))
    }

    /// Passes the data of the last read to `look`.
    pub(crate) fn with_data<T>(&self, length: u32, look: impl FnOnce(&[u8]) -> T) -> T {
        let mut buffers = lock(&self.buffers);
        look(&buffers.slots.slot(0)[..length as usize])
    }
}

fn lock(buffers: &Mutex<Buffers>) -> MutexGuard<'_, Buffers> {
    buffers.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state that the thread needs.
struct Requested {
    fd: Arc<OwnedFd>,
    place: KeptPlace,
    key: DataKey,
    buffers: Arc<Mutex<Buffers>>,
}

impl Requested {
    fn make(&self, request: Request) -> Answer {
        let mut issued = clock::now();
        let result = self.perform(request, &mut issued);
        Answer { issued, at: clock::now(), result }
    }

    fn perform(&self, request: Request, issued: &mut Nanos) -> Result<(), Failed> {
        let fd = self.fd.as_fd();
        let mut buffers = lock(&self.buffers);
        match request {
            Request::Read { offset, length } => {
                let room = buffers.room(length).map_err(Failed::System)?;
                *issued = clock::now();
                read_whole(fd, offset, room).map_err(Failed::System)
            }
            Request::Write { offset, length, salt } => {
                self.place.keep(offset, u64::from(length)).map_err(Failed::Kept)?;
                let room = buffers.room(length).map_err(Failed::System)?;
                fill_marks_keyed(room, offset, salt, self.key);
                *issued = clock::now();
                write_whole(fd, offset, room).map_err(Failed::System)
            }
            Request::Flush => {
                *issued = clock::now();
                rustix::fs::fdatasync(fd).map_err(Failed::System)
            }
        }
    }
}
