//! Campaigns as data: the methods, drives, repetitions and order, and the commands for a scheduler.
//!
//! Knows the file that a person wrote, the tasks that follow from it, and the terms of Slurm and OpenSSH. Must not
//! know where files are, which drives exist, or how a program is started: it does no I/O and reads no clock.

mod file;
mod plan;
mod slurm;
mod ssh;
mod state;
mod table;

pub use file::{
    Campaign, Conditions, DriveChoice, DriveEntry, EngineKind, MethodEntry, Order, Place,
    Slurm, Ssh, Stop,
};
pub use plan::{FoundDrive, Plan, PlanDrive, PlanMethod, Task, found_for, make_plan};
pub use slurm::{Array, array_max, arrays, scripts, task_states};
pub use ssh::remote;
pub use state::{Progress, TaskState};
