//! What runs cells: a drive with everything around it that a cell needs.
//!
//! A [`Rig`] turns one [`Cell`] into one record. The real rig opens a target per job on a thread of
//! its own; a simulated one drives all jobs through one target in virtual time. Methods see only this.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use iogram_model::{
    Bytes, Caching, CellRecord, Nanos, PurgeChoice, PurgeRecord, TargetRecord, Workload,
};

use crate::checkpoint::{CellCheckpoint, CheckpointFacts, CheckpointPost};
use crate::collect::Collector;
use crate::probe::{Probe, ProbeAccess};
use crate::target::Geometry;

/// One cell to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Its name; repetitions have the same.
    pub name: String,
    /// The part of a composed method that it belongs to; its name begins with it.
    pub block: Option<String>,
    /// Which repetition, counted from 0.
    pub repeat: u32,
    /// Whether it counts in summaries.
    pub is_counted: bool,
    /// What to do.
    pub workload: Workload,
    /// Which way requests take.
    pub path: PathChoice,
    /// A request that takes longer ends the cell as stalled.
    pub io_timeout: Nanos,
    /// Failed requests after which the cell ends.
    pub errors_max: u64,
}

impl Cell {
    /// A request that is out for a minute: longer than the kernel's own 30 s command timeout, so that
    /// the kernel's error arrives first.
    pub const IO_TIMEOUT: Nanos = Nanos(60 * Nanos::SECOND.0);
    /// Arbitrary: enough to see a pattern in the offsets, few enough to end soon when each takes 30 s.
    pub const ERRORS_MAX: u64 = 20;

    /// What a flush through the page cache may write of what came before it. Arbitrary: half of what the slowest
    /// card of the catalogue writes in order.
    const WRITE_BACK_BYTES_PER_S: u64 = 1_000_000;
    /// Pages that may be dirty, where the amount of a cell does not say. Arbitrary: a computer of 16 GiB.
    const DIRTY_MAX: u64 = 3 << 30;

    /// How long a request of `workload` may take: through the page cache, a flush writes all that waited there.
    #[must_use]
    pub fn io_timeout_of(workload: &Workload) -> Nanos {
        if workload.caching == Caching::Direct || !workload.writes() {
            return Self::IO_TIMEOUT;
        }
        let most = workload
            .stop
            .amount
            .map_or(Self::DIRTY_MAX, |amount| amount.0.min(Self::DIRTY_MAX));
        let seconds = most / Self::WRITE_BACK_BYTES_PER_S;
        Nanos(Self::IO_TIMEOUT.0.saturating_add(seconds.saturating_mul(Nanos::SECOND.0)))
    }

    /// A counted cell with the usual limits.
    #[must_use]
    pub fn new(name: impl Into<String>, workload: Workload) -> Self {
        Self {
            name: name.into(),
            block: None,
            repeat: 0,
            is_counted: true,
            io_timeout: Self::io_timeout_of(&workload),
            workload,
            path: PathChoice::Auto,
            errors_max: Self::ERRORS_MAX,
        }
    }
}

/// Which way requests take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathChoice {
    /// The one that costs least on this target at this depth.
    Auto,
    /// `io_uring` or an error.
    IoUring,
    /// `preadv2`/`pwritev2`.
    Sync,
}

/// What the target holds before a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// A file is new and empty; a device stays as it is.
    Empty,
    /// A file is new and has its size and its space, but no data; a device stays as it is.
    Allocated,
    /// Reads meet stored data, which is written now, whatever was there: a file is made anew, a device that may
    /// be written too. A device that may only be read stays as it is.
    Written,
    /// Whatever is there: only how much of it cells see is said. What a run that goes on asks for.
    Kept,
}

/// Shared by the one who runs cells and the one who watches. Every field may be read at any time.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    requests: AtomicU64,
    bytes: AtomicU64,
    elapsed_ns: AtomicU64,
    expected_bytes: AtomicU64,
    latency: LatencyWatch,
    temperature_millicelsius: AtomicI64,
    checkpoint: CheckpointPost,
}

/// Latency of the current cell, found out only when somebody asks: it costs a look through a histogram.
#[derive(Debug, Default)]
struct LatencyWatch {
    is_asked: AtomicBool,
    p99_ns: AtomicU64,
    max_ns: AtomicU64,
}

/// Latency of a cell so far, of its slowest kind of operation. `None` is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LatencySoFar {
    /// 99 of 100 requests took no longer; unknown with too few requests.
    pub p99: Option<Nanos>,
    /// The slowest request.
    pub max: Option<Nanos>,
}

impl Control {
    /// Asks for an early end; what was measured so far is kept.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether an early end was asked for.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Starts counting a new cell.
    pub fn begin_cell(&self) {
        self.requests.store(0, Ordering::Relaxed);
        self.bytes.store(0, Ordering::Relaxed);
        self.elapsed_ns.store(0, Ordering::Relaxed);
        self.expected_bytes.store(0, Ordering::Relaxed);
        self.tell_latency(LatencySoFar::default());
    }

    /// Lets checkpoints of cells come to `receiver`.
    pub fn send_checkpoints(&self, receiver: Sender<CellCheckpoint>) {
        self.checkpoint.send_to(receiver);
    }

    /// Says which cell of its run comes next, counted from 0; `None`: one that is not recorded.
    pub fn place_cell(&self, position: Option<usize>) {
        self.checkpoint.set_position(position);
    }

    /// Wants a checkpoint of the cell under way, with its whole series or with what is new of it.
    pub fn ask_checkpoint(&self, is_whole: bool) {
        self.checkpoint.ask(is_whole);
    }

    /// Whether somebody wants one.
    #[inline]
    #[must_use]
    pub fn is_checkpoint_asked(&self) -> bool {
        self.checkpoint.is_asked()
    }

    /// Answers [`Control::ask_checkpoint`].
    pub fn tell_checkpoint(&self, facts: CheckpointFacts<'_>, collector: &Collector) {
        self.checkpoint.answer(facts, collector);
    }

    /// Wants to know the latency so far. The answer comes with the next interval of the cell.
    pub fn ask_latency(&self) {
        self.latency.is_asked.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked since the last answer.
    #[must_use]
    pub fn is_latency_asked(&self) -> bool {
        self.latency.is_asked.load(Ordering::Relaxed)
    }

    /// Answers [`Control::ask_latency`].
    pub fn tell_latency(&self, latency: LatencySoFar) {
        // No request takes no time: zero can stand for unknown.
        let known = |time: Option<Nanos>| time.map_or(0, |time| time.0.max(1));
        self.latency.is_asked.store(false, Ordering::Relaxed);
        self.latency.p99_ns.store(known(latency.p99), Ordering::Relaxed);
        self.latency.max_ns.store(known(latency.max), Ordering::Relaxed);
    }

    /// The last answer in this cell.
    #[must_use]
    pub fn latency(&self) -> LatencySoFar {
        let known = |time: &AtomicU64| {
            let ns = time.load(Ordering::Relaxed);
            (ns > 0).then_some(Nanos(ns))
        };
        LatencySoFar { p99: known(&self.latency.p99_ns), max: known(&self.latency.max_ns) }
    }

    /// Says how warm the drive is; `None` is unknown.
    pub fn tell_temperature(&self, celsius: Option<f64>) {
        let stored = celsius.map_or(UNKNOWN_TEMPERATURE, millicelsius);
        self.temperature_millicelsius.store(stored, Ordering::Relaxed);
    }

    /// How warm the drive was when somebody looked last; `None` is unknown.
    #[must_use]
    pub fn temperature_celsius(&self) -> Option<f64> {
        let stored = self.temperature_millicelsius.load(Ordering::Relaxed);
        #[expect(clippy::cast_precision_loss, reason = "no drive is hotter than 2^53 mK")]
        let celsius = stored as f64 / 1e3;
        (stored != UNKNOWN_TEMPERATURE).then_some(celsius)
    }

    /// Says how many bytes there will be at most, for whoever wants to know how long it takes.
    pub fn expect(&self, bytes: Bytes) {
        self.expected_bytes.store(bytes.0, Ordering::Relaxed);
    }

    /// How many bytes there will be at most; `None` if nobody said.
    #[must_use]
    pub fn expected(&self) -> Option<Bytes> {
        let bytes = self.expected_bytes.load(Ordering::Relaxed);
        (bytes > 0).then_some(Bytes(bytes))
    }

    /// Adds what one job did in an interval; `elapsed` is since the cell's first request.
    pub fn advance(&self, requests: u64, bytes: Bytes, elapsed: Nanos) {
        self.requests.fetch_add(requests, Ordering::Relaxed);
        self.bytes.fetch_add(bytes.0, Ordering::Relaxed);
        self.elapsed_ns.fetch_max(elapsed.0, Ordering::Relaxed);
    }

    /// Requests, bytes and time of the current cell so far.
    #[must_use]
    pub fn progress(&self) -> (u64, Bytes, Nanos) {
        (
            self.requests.load(Ordering::Relaxed),
            Bytes(self.bytes.load(Ordering::Relaxed)),
            Nanos(self.elapsed_ns.load(Ordering::Relaxed)),
        )
    }
}

/// Stands for an unknown temperature; no drive is exactly as cold. Zero, as a new [`Control`] has it.
const UNKNOWN_TEMPERATURE: i64 = 0;

/// Never [`UNKNOWN_TEMPERATURE`]: a drive at the freezing point is a thousandth warmer.
#[expect(clippy::cast_possible_truncation, reason = "a float beyond 2^63 saturates")]
fn millicelsius(celsius: f64) -> i64 {
    let exact = (celsius * 1e3).round() as i64;
    if exact == UNKNOWN_TEMPERATURE { 1 } else { exact }
}

/// A look at the drive and at the computer. `None` is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct HostSample {
    /// What the drive's own sensor says.
    pub temperature_celsius: Option<f64>,
    /// What all processors did since some moment in the past, which does not change.
    pub cpu: Option<CpuUse>,
    /// Requests that the drive was given since some moment in the past, by whomever.
    pub drive_request_count: Option<u64>,
}

/// Time of all processors together, in steps of the system's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CpuUse {
    /// In which they worked.
    pub busy_count: u64,
    /// All of it.
    pub total_count: u64,
}

/// Why a rig could not do what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RigErrorKind {
    /// The request makes no sense on this target (exit code 2).
    Usage,
    /// It would endanger data (exit code 3).
    Refused,
    /// The system or the drive failed (exit code 4).
    Io,
}

/// Why a rig could not do what was asked, in words for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RigError {
    /// What kind of failure.
    pub kind: RigErrorKind,
    /// A lowercase fragment: what could not be done, on what, and why.
    pub message: String,
    /// What the user can do; empty if nothing is known.
    pub hint: String,
}

impl std::fmt::Display for RigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RigError {}

/// A drive with everything that a cell needs. Runs one cell at a time.
pub trait Rig {
    /// What is measured.
    fn target(&self) -> TargetRecord;

    /// Its shape now: for a file target the laid-out size.
    fn geometry(&self) -> Geometry;

    /// Time now on the target's clock.
    fn now(&self) -> Nanos;

    /// Makes the first `size` bytes the whole of what cells see, holding `content`. A file is made or
    /// resized; on a device, regions in percent mean this part from now on.
    ///
    /// # Errors
    ///
    /// Fails without free space, without permission, on failing I/O, or if `size` exceeds a device.
    fn lay_out(
        &mut self,
        size: Bytes,
        content: Content,
        control: &Control,
    ) -> Result<(), RigError>;

    /// Runs one cell. I/O errors and an early end are states of the record, not errors; the record's
    /// `started_ns` counts from the rig's making.
    ///
    /// # Errors
    ///
    /// Fails if the cell cannot be started: it does not fit the target, or may not write to it.
    fn run(&mut self, cell: &Cell, control: &Control) -> Result<CellRecord, RigError>;

    /// The drive for finding out about it, one request at a time.
    ///
    /// # Errors
    ///
    /// Fails if the rig has no such thing, or may not write to what `access` asks to write.
    fn probe(&mut self, access: ProbeAccess) -> Result<Box<dyn Probe + '_>, RigError> {
        let _ = access;
        Err(RigError {
            kind: RigErrorKind::Usage,
            message: format!("cannot probe {}", self.target().name),
            hint: "name a block device".to_owned(),
        })
    }

    /// Tries to bring the drive back to the state of a new one. That nothing worked is a state of the
    /// record, not an error.
    ///
    /// # Errors
    ///
    /// Fails if the rig has no such thing, or may not destroy what the drive holds.
    fn purge(
        &mut self,
        choice: PurgeChoice,
        control: &Control,
    ) -> Result<PurgeRecord, RigError> {
        let _ = control;
        Err(RigError {
            kind: RigErrorKind::Usage,
            message: format!("cannot purge {} ({choice})", self.target().name),
            hint: "name a block device".to_owned(),
        })
    }

    /// Tells the drive that the bytes from `start` up to but not including `end` are not in use.
    ///
    /// # Errors
    ///
    /// Fails if the rig or the drive has no such thing, may not destroy what is there, or if the drive
    /// does.
    fn discard(&mut self, start: Bytes, end: Bytes, control: &Control) -> Result<(), RigError> {
        let _ = control;
        Err(RigError {
            kind: RigErrorKind::Usage,
            message: format!("cannot discard {start} to {end} of {}", self.target().name),
            hint: "name a block device".to_owned(),
        })
    }

    /// What the drive's sensor says, and what the computer and others do, at this moment. Makes no
    /// request to the medium.
    fn sample_host(&mut self) -> HostSample {
        HostSample::default()
    }

    /// Idles for `duration`, or until `control` is stopped.
    fn rest(&mut self, duration: Nanos, control: &Control);
}
