//! Between the one who runs cells and the one who watches: stopping, progress, what is known so far.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use iogram_model::{Bytes, Nanos};

use crate::checkpoint::{CellCheckpoint, CheckpointFacts, CheckpointPost};
use crate::collect::{Collector, LatencySoFar};

/// Shared by the one who runs cells and the one who watches. Every field may be read at any time.
#[derive(Debug, Default)]
pub struct Control {
    pub(super) stop: AtomicBool,
    pub(super) requests: AtomicU64,
    pub(super) bytes: AtomicU64,
    elapsed_ns: AtomicU64,
    expected_bytes: AtomicU64,
    latency: LatencyWatch,
    temperature_millicelsius: AtomicI64,
    pub(super) checkpoint: CheckpointPost,
}

/// Latency of the current cell, found out only when somebody asks: it costs a look through a histogram.
#[derive(Debug, Default)]
struct LatencyWatch {
    is_asked: AtomicBool,
    p99_ns: AtomicU64,
    max_ns: AtomicU64,
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
