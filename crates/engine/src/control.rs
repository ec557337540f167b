//! Shared state between the runner of cells and their watcher: stopping, progress, results so far.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use iogram_model::{Bytes, Nanos};

use crate::checkpoint::{CellCheckpoint, CheckpointFacts, CheckpointPost};
use crate::collect::{Collector, LatencySoFar};

/// Shared by the runner of cells and their watcher. Every field may be read at any time.
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

/// Latency of the current cell. It is computed only on request, because that scans a histogram.
#[derive(Debug, Default)]
struct LatencyWatch {
    is_asked: AtomicBool,
    p99_ns: AtomicU64,
    max_ns: AtomicU64,
}

impl Control {
    /// Requests an early end; the results so far are kept.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether an early end was requested.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Resets the counts for a new cell.
    pub fn begin_cell(&self) {
        self.requests.store(0, Ordering::Relaxed);
        self.bytes.store(0, Ordering::Relaxed);
        self.elapsed_ns.store(0, Ordering::Relaxed);
        self.expected_bytes.store(0, Ordering::Relaxed);
        self.tell_latency(LatencySoFar::default());
    }

    /// Sends checkpoints of cells to `receiver`.
    pub fn send_checkpoints(&self, receiver: Sender<CellCheckpoint>) {
        self.checkpoint.send_to(receiver);
    }

    /// Sets the place of the next cell in its run, counted from 0; `None`: the cell is not recorded.
    pub fn place_cell(&self, position: Option<usize>) {
        self.checkpoint.set_position(position);
    }

    /// Requests a checkpoint of the running cell, with its whole series or only the new rows.
    pub fn ask_checkpoint(&self, is_whole: bool) {
        self.checkpoint.ask(is_whole);
    }

    /// Whether a checkpoint was requested.
    #[inline]
    #[must_use]
    pub fn is_checkpoint_asked(&self) -> bool {
        self.checkpoint.is_asked()
    }

    /// Answers [`Control::ask_checkpoint`].
    pub fn tell_checkpoint(&self, facts: CheckpointFacts<'_>, collector: &Collector) {
        self.checkpoint.answer(facts, collector);
    }

    /// Requests the latency so far. The answer comes with the next interval of the cell.
    pub fn ask_latency(&self) {
        self.latency.is_asked.store(true, Ordering::Relaxed);
    }

    /// Whether it was requested since the last answer.
    #[must_use]
    pub fn is_latency_asked(&self) -> bool {
        self.latency.is_asked.load(Ordering::Relaxed)
    }

    /// Answers [`Control::ask_latency`].
    pub fn tell_latency(&self, latency: LatencySoFar) {
        // No request takes 0 ns, so 0 can stand for unknown.
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

    /// Sets the drive's temperature; `None` means unknown.
    pub fn tell_temperature(&self, celsius: Option<f64>) {
        let stored = celsius.map_or(UNKNOWN_TEMPERATURE, millicelsius);
        self.temperature_millicelsius.store(stored, Ordering::Relaxed);
    }

    /// The drive's temperature at the last reading; `None` means unknown.
    #[must_use]
    pub fn temperature_celsius(&self) -> Option<f64> {
        let stored = self.temperature_millicelsius.load(Ordering::Relaxed);
        #[expect(clippy::cast_precision_loss, reason = "no drive is hotter than 2^53 mK")]
        let celsius = stored as f64 / 1e3;
        (stored != UNKNOWN_TEMPERATURE).then_some(celsius)
    }

    /// Sets the maximum number of bytes, for estimates of the remaining time.
    pub fn expect(&self, bytes: Bytes) {
        self.expected_bytes.store(bytes.0, Ordering::Relaxed);
    }

    /// The maximum number of bytes; `None` if not set.
    #[must_use]
    pub fn expected(&self) -> Option<Bytes> {
        let bytes = self.expected_bytes.load(Ordering::Relaxed);
        (bytes > 0).then_some(Bytes(bytes))
    }

    /// Adds one job's interval; `elapsed` counts from the cell's first request.
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

/// Stands for an unknown temperature; no drive has exactly this temperature. Zero, the initial value of a new
/// [`Control`].
const UNKNOWN_TEMPERATURE: i64 = 0;

/// Never [`UNKNOWN_TEMPERATURE`]: a drive at the freezing point is a thousandth warmer.
#[expect(clippy::cast_possible_truncation, reason = "a float beyond 2^63 saturates")]
fn millicelsius(celsius: f64) -> i64 {
    let exact = (celsius * 1e3).round() as i64;
    if exact == UNKNOWN_TEMPERATURE { 1 } else { exact }
}
