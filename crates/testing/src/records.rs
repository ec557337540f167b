//! Handmade records of measurements: a test sets the values that matter, and all others are empty.
//!
//! All test crates share this place, so that a new field of a record is added here. A test about all fields, such as
//! that of the store, generates all of them at random instead.

use iogram_model::{
    CellRecord, CellState, EngineRecord, IoPath, LatencySummary, Loop, Nanos, OpRecord,
    Operations, Series, Unknown, Workload,
};

/// A completed, counted cell of 10 s without operations, by direct calls without a thread of its own.
#[must_use]
pub fn cell(name: &str, workload: Workload) -> CellRecord {
    CellRecord {
        name: name.to_owned(),
        block: None,
        repeat: 0,
        is_counted: true,
        state: CellState::Completed,
        started_ns: 0,
        elapsed_ns: 10_000_000_000,
        cpu_user_ns: None,
        cpu_system_ns: None,
        engine: engine(workload.depth.saturating_mul(workload.jobs)),
        workload,
        operations: Operations::default(),
        series: Series::default(),
        pauses: None,
        progress: None,
        health: None,
        power: None,
        host_pauses: Vec::new(),
        set_aside_count: None,
        others: None,
        disks: Vec::new(),
        beside: Vec::new(),
        unstored: None,
        verified_bytes: None,
        ending: None,
        discarded: None,
        excluded: None,
        warnings: Vec::new(),
        errors: Vec::new(),
        unknown: Unknown::default(),
    }
}

/// An engine that reached the requested number of outstanding requests.
#[must_use]
pub fn engine(depth: u32) -> EngineRecord {
    EngineRecord {
        path: IoPath::Sync,
        path_reason: "queue depth 1".to_owned(),
        path_statement: None,
        features: Vec::new(),
        depth_asked: depth,
        depth_reached: f64::from(depth),
        pacing: Loop::Closed,
        submit_cpu_ratio: None,
        submitters: Vec::new(),
        stamping: None,
        clock: None,
        is_polled: None,
        wait_batch_count: None,
        application: None,
        replay: None,
    }
}

/// `count` requests that moved `bytes` in this time, with an empty histogram.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "values of tests are small")]
pub fn operation(
    (count, bytes): (u64, u64),
    elapsed: Nanos,
    latency_ns: LatencySummary,
) -> OpRecord {
    let per_s = |amount: u64| amount as f64 / elapsed.as_secs_f64();
    OpRecord {
        count,
        bytes,
        iops: per_s(count),
        bytes_per_s: per_s(bytes),
        latency_ns,
        histogram: String::new(),
        overdue_count: None,
        service: None,
    }
}

/// Latencies of too few requests for any percentile, in nanoseconds.
#[must_use]
pub fn latency(min: u64, mean: f64, max: u64) -> LatencySummary {
    LatencySummary {
        min,
        mean,
        p50: None,
        p90: None,
        p99: None,
        p995: None,
        p999: None,
        p9995: None,
        p9999: None,
        p99999: None,
        max,
        stddev: None,
    }
}
