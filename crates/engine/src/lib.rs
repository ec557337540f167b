//! The load generator: a workload and a target become measurements.
//!
//! Generic over [`Target`], which owns the clock; no system call and no clock is here, so the same
//! code runs a real drive and a simulated one. Batches cross the trait, never single requests.

mod rig;
mod target;

pub use rig::{Cell, Content, Control, PathChoice, Rig, RigError, RigErrorKind};
pub use target::{Completion, Errno, Geometry, Request, Target, TargetError};
