//! The `io_uring` target: one ring per job, with registered file and buffers if the kernel and its limits allow, and
//! one system call per turn of the engine's loop.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::Arc;

use io_uring::{IoUring, cqueue, opcode, squeue, types};
use iogram_engine::{ClockChoice, Completion, Errno, Geometry, Request, Target, TargetError};
use iogram_model::{Nanos, OpKind};

use crate::buffer::SlotBuffers;
use crate::linux::host_watch::{HostWatch, of_this_thread};
use crate::linux::looking::{LOOK, Looking};
use crate::payload::Payload;
use iogram_inspect::TickClock;
use iogram_inspect::clock;

/// Marks the completion of the timer that ends a wait.
const TIMER: u64 = u64::MAX;

/// Shorter waits get their own timeout; longer ones end by a timer inside the ring, which costs nothing while
/// completions arrive. Arbitrary: far below an interval, far above a request.
const TIMER_WAIT_MIN: Nanos = Nanos(5 * Nanos::MILLISECOND.0);

/// `RWF_DSYNC` from Linux `include/uapi/linux/fs.h`.
const RWF_DSYNC: i32 = 0x2;

/// Whether this kernel supports rings, and this process may create one.
pub(crate) fn try_ring() -> std::io::Result<()> {
    IoUring::new(2).map(drop)
}

/// The settings of a ring.
#[derive(Debug, Clone)]
pub(crate) struct UringConfig {
    /// Maximum number of outstanding requests.
    pub(crate) slots: u32,
    /// The largest request.
    pub(crate) block: usize,
    /// Whether the target's driver accepts requests without blocking. If not, the kernel passes each request to a
    /// worker, and deferring completions to the next system call would add a wake-up.
    pub(crate) is_nonblocking: bool,
    /// The source of written data.
    pub(crate) payload: Payload,
    /// Memory of a request has to be a multiple of this.
    pub(crate) alignment: usize,
    /// Whether to poll for completions.
    pub(crate) is_polled: bool,
    /// Number of completions that end a wait.
    pub(crate) wait_batch: u32,
    /// The clock for timestamps.
    pub(crate) clock: ClockChoice,
}

/// A file or block device behind a ring.
#[expect(clippy::struct_excessive_bools, reason = "what this kernel has, one by one")]
pub(crate) struct UringTarget {
    ring: IoUring,
    buffers: SlotBuffers,
    geometry: Geometry,
    payload: Payload,
    /// The ring refers to its descriptor, so it stays open.
    file: File,
    has_fixed_file: bool,
    has_fixed_buffers: bool,
    features: Vec<String>,
    out_count: u32,
    /// Whether some entries were pushed that the kernel has not seen yet.
    has_unsent: bool,
    /// The time at which the armed timer ends a wait; `None` if none is armed. The kernel keeps its own copy.
    timer_until: Option<Nanos>,
    timer_spec: Box<types::Timespec>,
    is_polled: bool,
    wait_batch: u32,
    looking: Looking,
    clock: TickClock,
    /// Outstanding reads whose data is compared; empty without comparison.
    compared: Vec<Option<Request>>,
    /// Memory for the expected data of a read.
    expected: Vec<u8>,
    host: Arc<HostWatch>,
}

impl UringTarget {
    /// A ring on `file`.
    ///
    /// # Errors
    ///
    /// Fails with the system's error if no ring or no memory is available.
    pub(crate) fn new(
        file: File,
        geometry: Geometry,
        config: UringConfig,
        host: Arc<HostWatch>,
    ) -> std::io::Result<Self> {
        let slots = usize::try_from(config.slots).expect("u32 fits in usize");
        let (mut ring, mut features) = build_ring(&config)?;
        let buffers = SlotBuffers::aligned(slots, config.block, config.alignment)?;
        // After registration, the kernel neither takes a reference to the file nor pins pages for each request. If
        // registration fails, for example at a limit on locked memory, requests work without it, and the record shows
        // that.
        let has_fixed_file = ring.submitter().register_files(&[file.as_raw_fd()]).is_ok();
        let has_fixed_buffers = register_buffers(&ring, &buffers);
        if ring.submitter().register_ring_fd().is_ok() {
            features.push("registered-ring".to_owned());
        }
        for (is_there, name) in
            [(has_fixed_file, "registered-file"), (has_fixed_buffers, "registered-buffers")]
        {
            if is_there {
                features.push(name.to_owned());
            }
        }
        // A leftover of the set-up would be mistaken for a request.
        ring.completion().sync();
        Ok(Self {
            ring,
            buffers,
            geometry,
            payload: config.payload,
            file,
            has_fixed_file,
            has_fixed_buffers,
            features,
            out_count: 0,
            has_unsent: false,
            timer_until: None,
            timer_spec: Box::default(),
            is_polled: config.is_polled,
            wait_batch: config.wait_batch,
            looking: Looking::default(),
            clock: TickClock::start(config.clock),
            compared: Vec::new(),
            expected: Vec::new(),
            host,
        })
    }

    /// Kernel features in use.
    pub(crate) fn features(&self) -> &[String] {
        &self.features
    }

    /// The entry for `request`.
    #[inline]
    fn entry(&mut self, request: &Request) -> squeue::Entry {
        let moved = if matches!(request.kind, OpKind::Read | OpKind::Write) {
            request.length
        } else {
            0
        };
        let data = self.buffers.lend(request.slot as usize, moved as usize);
        let (file, flags) = file_of(self.has_fixed_file, &self.file);
        self.operation((file, data), request).flags(flags).user_data(user_data(request))
    }

    #[inline]
    fn operation(
        &self,
        (file, data): (types::Fd, *mut u8),
        request: &Request,
    ) -> squeue::Entry {
        let length = request.length;
        match request.kind {
            OpKind::Read if self.has_fixed_buffers => {
                opcode::ReadFixed::new(file, data, length, 0).offset(request.offset).build()
            }
            OpKind::Read => {
                opcode::Read::new(file, data, length).offset(request.offset).build()
            }
            OpKind::Write => {
                let flags = if request.is_fua { RWF_DSYNC } else { 0 };
                if self.has_fixed_buffers {
                    opcode::WriteFixed::new(file, data, length, 0)
                        .offset(request.offset)
                        .rw_flags(flags)
                        .build()
                } else {
                    opcode::Write::new(file, data, length)
                        .offset(request.offset)
                        .rw_flags(flags)
                        .build()
                }
            }
            OpKind::Flush => {
                let flags = if request.is_full_sync {
                    types::FsyncFlags::empty()
                } else {
                    types::FsyncFlags::DATASYNC
                };
                opcode::Fsync::new(file).flags(flags).build()
            }
            // Block devices never come here: they need an ioctl. On a file a discard punches a hole; the file keeps
            // its length, otherwise the next request would lie beyond the end.
            OpKind::Discard => opcode::Fallocate::new(file, u64::from(length))
                .offset(request.offset)
                .mode(libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE)
                .build(),
        }
    }

    #[expect(unsafe_code, reason = "entries refer to memory")]
    #[inline]
    fn push(&mut self, entry: &squeue::Entry) -> Result<(), TargetError> {
        // SAFETY: the entry refers to the slot's buffer, the timer's time, or the file, all of which live
        // until the ring is dropped; a buffer that may still be written to is leaked then.
        let pushed = unsafe { self.ring.submission().push(entry) };
        // The ring has an entry for every slot and for the timer.
        pushed.map_err(|_full| TargetError { errno: Errno(libc::EBUSY), call: "io_uring push" })
    }

    /// Appends every available completion.
    #[inline]
    fn collect(&mut self, done: &mut Vec<Completion>) {
        let first = done.len();
        let mut timer_ended = false;
        for entry in self.ring.completion() {
            if entry.user_data() == TIMER {
                timer_ended = true;
            } else {
                let completion = completion(&entry);
                self.buffers.take_back(completion.slot as usize);
                done.push(completion);
            }
        }
        if timer_ended {
            self.timer_until = None;
        }
        if done.len() > first {
            // One timestamp for all of them: the ring does not record which came first.
            let at = self.clock.now();
            done[first..].iter_mut().for_each(|completion| completion.at = at);
            let taken = u32::try_from(done.len() - first).expect("slots are u32");
            assert!(taken <= self.out_count, "what completes was out");
            self.out_count -= taken;
            if self.payload.compares {
                self.compare(&mut done[first..]);
            }
        }
    }

    /// Compares the data of reads; after the timestamp, because this is not the drive's time.
    #[cold]
    fn compare(&mut self, done: &mut [Completion]) {
        for completion in done {
            let slot = completion.slot as usize;
            let Some(request) = self.compared.get_mut(slot).and_then(Option::take) else {
                continue;
            };
            let found = &self.buffers.slot(slot)[..request.length as usize];
            let result =
                self.payload.compared((&request, found), &mut self.expected, completion.result);
            completion.result = result;
        }
    }

    /// Makes sure that a wait ends at `until`; returns a timeout for this wait alone, if needed.
    #[inline]
    fn arm(&mut self, until: Nanos, want: usize) -> Result<Option<Nanos>, TargetError> {
        // The timer counts as one completion: it does not end a wait for several.
        if want > 1 {
            return Ok(Some(until.saturating_sub(self.now())));
        }
        // At worst an earlier timer ends the wait too early: the engine checks, and waits again.
        if self.timer_until.is_some_and(|armed| armed <= until) {
            return Ok(None);
        }
        let wait = until.saturating_sub(self.now());
        if wait < TIMER_WAIT_MIN || self.timer_until.is_some() {
            return Ok(Some(wait));
        }
        let time = clock::timespec(until);
        *self.timer_spec = types::Timespec::new()
            .sec(u64::try_from(time.tv_sec).expect("the clock counts up from 0"))
            .nsec(u32::try_from(time.tv_nsec).expect("less than a second"));
        let entry = opcode::Timeout::new(&raw const *self.timer_spec)
            .flags(types::TimeoutFlags::ABS)
            .build()
            .user_data(TIMER);
        self.push(&entry)?;
        self.timer_until = Some(until);
        Ok(None)
    }
}

impl UringTarget {
    /// Submits pending entries, then polls the kernel for completions, for at most [`LOOK`]; returns whether the wait
    /// is over.
    #[expect(
        unsafe_code,
        reason = "the crate enters without waiting only if there is something to send"
    )]
    #[inline]
    fn look(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<bool, TargetError> {
        // `IORING_ENTER_GETEVENTS` from Linux `include/uapi/linux/io_uring.h`: processes completed requests, however
        // few the call waits for.
        const GETEVENTS: u32 = 1;
        let first = done.len();
        let mut unsent = u32::try_from(self.ring.submission().len()).expect("slots are u32");
        self.has_unsent = false;
        let mut looked: Option<(Nanos, Nanos)> = None;
        loop {
            // SAFETY: as in `push`; no argument is handed over.
            let entered = unsafe {
                self.ring.submitter().enter::<libc::sigset_t>(unsent, 0, GETEVENTS, None)
            };
            check_entered(entered)?;
            unsent = 0;
            self.collect(done);
            if let Some(found) = done[first..].first() {
                // An immediate completion would have ended a sleep before it began.
                if let Some((from, last)) = looked {
                    self.looking
                        .found(found.at.saturating_sub(from), last.saturating_sub(from));
                }
                return Ok(true);
            }
            let now = self.clock.now();
            let from = looked.map_or(now, |(from, _)| from);
            looked = Some((from, now));
            if now >= until || now >= from + LOOK {
                self.looking.found_nothing(now.saturating_sub(from));
                return Ok(now >= until);
            }
        }
    }

    /// Makes the kernel poll the drive's queue, once per call: the kernel's own loop would end only at a completion.
    fn poll(
        &mut self,
        done: &mut Vec<Completion>,
        want: usize,
        until: Nanos,
    ) -> Result<(), TargetError> {
        let first = done.len();
        self.has_unsent = false;
        loop {
            check_entered(self.ring.submit_and_wait(0))?;
            self.collect(done);
            if done.len() - first >= want || self.now() >= until {
                return Ok(());
            }
        }
    }
}

/// Whether entering the kernel succeeded, or failed harmlessly.
#[inline]
pub(crate) fn check_entered(entered: std::io::Result<usize>) -> Result<(), TargetError> {
    let Err(error) = entered else { return Ok(()) };
    let errno = error.raw_os_error().unwrap_or(libc::EIO);
    // A signal, the end of the wait, or a temporary shortage of kernel memory: check for completions.
    if matches!(errno, libc::EINTR | libc::ETIME | libc::EAGAIN | libc::EBUSY) {
        return Ok(());
    }
    Err(TargetError { errno: Errno(errno), call: "io_uring_enter" })
}

impl Target for UringTarget {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    of_this_thread!(|target: &Self| Some(target.looking.idle().0));

    fn wait_batch(&self) -> u32 {
        self.wait_batch
    }

    #[inline]
    fn prepare(&mut self, batch: &[Request]) {
        // Data is prepared ahead: pushed entries have to be on their way meanwhile. A failure shows up again in
        // `reap`, which can report it.
        if self.has_unsent && !batch.is_empty() {
            self.has_unsent = self.ring.submit().is_err();
        }
        for request in batch {
            if request.kind == OpKind::Write {
                let length = request.length as usize;
                let buffer = &mut self.buffers.slot(request.slot as usize)[..length];
                self.payload.fill(buffer, request);
            }
        }
    }

    #[inline]
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        // The system call follows in `reap` or `prepare`, which the engine calls immediately: one call submits and
        // waits.
        assert!(
            batch.len() + self.out_count as usize <= self.buffers.slots(),
            "every request that is out has a slot of its own"
        );
        self.has_unsent = true;
        for request in batch {
            let entry = self.entry(request);
            self.push(&entry)?;
            if self.payload.compares && request.kind == OpKind::Read {
                let slot = request.slot as usize;
                self.compared.resize((slot + 1).max(self.compared.len()), None);
                self.compared[slot] = Some(*request);
            }
        }
        self.out_count += u32::try_from(batch.len()).expect("slots are u32");
        Ok(())
    }

    #[inline]
    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        let want = self.wait_batch.min(self.out_count).max(1) as usize;
        if self.is_polled {
            return self.poll(done, want, until);
        }
        if want == 1 && self.out_count > 0 && self.looking.wants() && self.look(done, until)? {
            return Ok(());
        }
        let timeout = self.arm(until, want)?;
        self.has_unsent = false;
        let entered = match timeout {
            None => self.ring.submit_and_wait(want),
            Some(wait) => {
                let spec = types::Timespec::from(std::time::Duration::from_nanos(wait.0));
                let arguments = types::SubmitArgs::new().timespec(&spec);
                self.ring.submitter().submit_with_args(want, &arguments)
            }
        };
        check_entered(entered)?;
        self.collect(done);
        Ok(())
    }

    fn rest_until(&mut self, at: Nanos) {
        clock::rest_until(at);
    }
}

/// An entry's reference to the file: its index among the registered ones, if registered.
#[inline]
pub(crate) fn file_of(is_registered: bool, file: &File) -> (types::Fd, squeue::Flags) {
    if is_registered {
        (types::Fd(0), squeue::Flags::FIXED_FILE)
    } else {
        (types::Fd(file.as_raw_fd()), squeue::Flags::empty())
    }
}

/// Releases the file and the buffers that `ring` holds, before it is closed.
pub(crate) fn let_go<S: squeue::EntryMarker, C: cqueue::EntryMarker>(ring: &IoUring<S, C>) {
    // The kernel takes a closed ring down later, and until then it would hold the file, and so its mount, or the
    // drive. A failure is ignored.
    let submitter = ring.submitter();
    let _later = (submitter.unregister_files(), submitter.unregister_buffers());
}

impl Drop for UringTarget {
    fn drop(&mut self) {
        // The kernel cancels outstanding requests when the ring is closed, but not immediately.
        if self.out_count > 0 {
            self.buffers.leak();
            return;
        }
        let_go(&self.ring);
    }
}

impl std::fmt::Debug for UringTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UringTarget")
            .field("geometry", &self.geometry)
            .field("features", &self.features)
            .finish_non_exhaustive()
    }
}

/// The slot, and above it the length of a discard, which its completion does not report.
#[inline]
fn user_data(request: &Request) -> u64 {
    let discarded = if request.kind == OpKind::Discard { request.length } else { 0 };
    u64::from(discarded) << 32 | u64::from(request.slot)
}

#[inline]
fn completion(entry: &cqueue::Entry) -> Completion {
    let result = entry.result();
    let user_data = entry.user_data();
    let part = |bits: u64| u32::try_from(bits & 0xFFFF_FFFF).expect("32 bits");
    let (slot, discarded) = (part(user_data), part(user_data >> 32));
    let result = match u32::try_from(result) {
        Ok(moved) => Ok(moved.max(discarded)),
        Err(_) => Err(Errno(-result)),
    };
    Completion { slot, at: Nanos(0), result }
}

/// A ring with all features of this kernel.
fn build_ring(config: &UringConfig) -> std::io::Result<(IoUring, Vec<String>)> {
    // One more entry for the timer; the kernel rounds up.
    let entries = config.slots + 1;
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    if config.is_polled {
        return build_polling_ring(entries).map(|ring| (ring, names(&["iopoll"])));
    }
    let mut builder = IoUring::builder();
    builder.setup_single_issuer().setup_coop_taskrun().setup_clamp();
    if config.is_nonblocking {
        let mut deferred = IoUring::builder();
        deferred.setup_single_issuer().setup_defer_taskrun().setup_clamp();
        // Linux 6.1 and newer.
        if let Ok(ring) = deferred.build(entries) {
            return Ok((ring, names(&["single-issuer", "defer-taskrun"])));
        }
    }
    // Linux 6.0 and newer.
    if let Ok(ring) = builder.build(entries) {
        return Ok((ring, names(&["single-issuer", "coop-taskrun"])));
    }
    IoUring::builder().setup_clamp().build(entries).map(|ring| (ring, Vec::new()))
}

fn build_polling_ring(entries: u32) -> std::io::Result<IoUring> {
    let mut builder = IoUring::builder();
    builder.setup_iopoll().setup_single_issuer().setup_clamp();
    // Single issuers need Linux 6.0.
    builder
        .build(entries)
        .or_else(|_older| IoUring::builder().setup_iopoll().setup_clamp().build(entries))
}

/// Whether a polling ring accepts reads of this file.
///
/// Requests one byte at offset 1: the kernel first checks whether the file system supports polling (EOPNOTSUPP), then
/// refuses a direct request for its alignment (EINVAL). Nothing reaches the drive.
///
/// # Errors
///
/// The reason if not.
#[expect(unsafe_code, reason = "the entry refers to memory")]
pub(crate) fn try_polling(file: &File) -> Result<(), String> {
    let refused =
        |error: std::io::Error| format!("the kernel refuses a ring that polls ({error})");
    let mut ring = build_polling_ring(2).map_err(refused)?;
    let mut byte = Box::new([0_u8; 1]);
    let read = opcode::Read::new(types::Fd(file.as_raw_fd()), byte.as_mut_ptr(), 1);
    let entry = read.offset(1).build();
    // SAFETY: the byte and the file live until the completion has come, below.
    unsafe { ring.submission().push(&entry) }.expect("an empty ring has room");
    loop {
        match ring.submit_and_wait(0) {
            Err(error) if error.raw_os_error() != Some(libc::EINTR) => {
                // The kernel may still write to it.
                let _leaked = Box::leak(byte);
                return Err(refused(error));
            }
            _ => {}
        }
        if let Some(entry) = ring.completion().next() {
            return match -entry.result() {
                libc::EOPNOTSUPP => Err("its file system cannot be polled".to_owned()),
                _ => Ok(()),
            };
        }
    }
}

/// Registers the whole mapping as one buffer. Fails silently: an ordinary user may lock little memory.
#[expect(unsafe_code, reason = "registering memory")]
pub(crate) fn register_buffers<S: squeue::EntryMarker, C: cqueue::EntryMarker>(
    ring: &IoUring<S, C>,
    buffers: &SlotBuffers,
) -> bool {
    // Linux refuses a registered buffer of more than 1 GiB.
    const REGISTERED_MAX: usize = 1 << 30;
    let (base, length) = buffers.whole();
    if length > REGISTERED_MAX {
        return false;
    }
    let whole = libc::iovec { iov_base: base.cast(), iov_len: length };
    // SAFETY: the mapping lives as long as the ring, or is leaked.
    unsafe { ring.submitter().register_buffers(&[whole]) }.is_ok()
}
