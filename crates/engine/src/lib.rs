//! The load generator: turns a workload and a target into measurements.
//!
//! Generic over [`Target`], which owns the clock. The crate contains no system call and no clock, so the same code
//! drives a real and a simulated drive. Batches cross the trait, never single requests.

mod address;
mod cell;
mod certain;
mod checkpoint;
mod coarse;
mod collect;
mod contention;
mod control;
mod drive_zones;
mod ends;
mod errno;
mod floor;
mod flow;
mod generator;
mod health;
mod interval;
mod lane;
mod last_writes;
mod outcome;
mod pending;
mod periods;
mod permutation;
mod probe;
mod reach;
mod record;
mod repeats;
mod replay;
mod rig;
mod rig_error;
mod rng;
mod run;
mod schedule;
mod segments;
mod sizes;
mod span;
mod stamping;
mod steady;
mod stretches;
mod target;
mod tolerated;
mod trace;
mod unsettled;
mod zones;

pub use cell::{Cell, EarlyEnd, PathChoice};
pub use checkpoint::{CellCheckpoint, CheckpointFacts};
pub use coarse::{lengthen_rows, shorten_series};
pub use collect::{Collector, LatencySoFar};
pub use contention::{DriveOthers, pause_warning};
pub use control::Control;
pub use drive_zones::{
    DriveZone, DriveZones, ZoneKind, ZoneShape, ZoneState, no_zones, open_limit,
};
pub use flow::FlowShare;
pub use health::{
    HEALTH_INTERVAL, HealthSampling, health_series, health_warning, keep_sample, thin_samples,
};
pub use lane::SharedJob;
pub use outcome::{Drain, JobsOutcome};
pub use pending::{Closed, Pending};
pub use probe::{Found, Probe, ProbeAccess, Sweep, SweepKind, SweepSample, sweep_in_turn};
pub use reach::{ClockCheck, ClockChoice, CpuChoice, Reach};
pub use record::{
    CellFacts, DEPTH_MAX, JOBS_MAX, Misfit, PathTaken, assemble, check_workload, find_misfit,
    note_beside,
};
pub use replay::{Altered, Feed, Recorded, Recordings, ReplayTally, open_recording};
pub use rig::{Content, CpuUse, HostSample, Rig, TimeBase};
pub use rig_error::{RigError, RigErrorKind};
pub use rng::{Rng, mix, split_mix};
pub use run::{
    Load, Shared, prepares_ahead, run_jobs, run_lane, run_loads, run_replay, slots_per_job,
};
pub use stamping::Stamping;
pub use target::{Completion, Errno, Geometry, Request, Scheduling, Target, TargetError};
pub use tolerated::Tolerated;
pub use zones::ZoneTable;
