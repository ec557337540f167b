//! One measurement from a request to a stored run: `resolve -> plan -> open -> run -> analyse -> keep`.
//!
//! Knows the order of these steps, the permissions to write, and the times at which the store gets each result. Must
//! not know a terminal, a protocol or any presentation: events go to a [`SessionFollower`], confirmations come from
//! [`Confirm`], and errors are a [`Failure`].

mod assumed;
mod borrowed;
mod checkpoints;
mod clock;
mod conditions;
mod disturbances;
mod expected;
mod failure;
mod figures;
mod files;
mod follower;
mod image;
mod job;
mod keeping;
mod lease;
mod memory;
mod opened;
mod owner;
mod permission;
mod planning;
mod power;
mod recorder;
mod replay;
mod resolve;
mod resume;
mod run;
mod side_by_side;
mod simulated;
mod trial;
mod tuning;
mod write_cache;

pub use borrowed::permission_for;
pub use checkpoints::Checkpoints;
pub use clock::{run_id, seed_or_random, wall_clock_us};
pub use conditions::{PlatformOptions, Ready, measure_floor, measure_tool};
pub use expected::Basis;
pub use failure::{Failure, FailureKind, with_causes};
pub use figures::open_store;
pub use files::{open_file, open_found, read_bytes, read_found, read_found_text, read_text};
pub use follower::{Notice, SessionFollower};
pub use iogram_engine::TimeBase;
pub use job::PlannedRun;
pub use lease::{LeaseOptions, with_lease};
pub use owner::{claim, free, is_alive, is_measured_elsewhere};
pub use permission::{Journals, Permission, SafetyOptions, computer};
pub use planning::{
    Asking, Confirm, intent_of, parse_settings, plan_method, refused_or, resolve_for_writing,
};
pub use power::PowerSource;
pub use resolve::{Intent, ResolvedKind, ResolvedTarget, reduced_for_space, resolve};
pub use resume::{BrokenOff, ResumeStart, only_open, take_up};
pub use run::{Ended, put_back_statement, run};
pub use side_by_side::{SideRun, beside_one_another, run_side_by_side, seats_apart};
pub use simulated::{build, find_spec, find_text};
pub use trial::{Trial, try_plan};
pub use tuning::{
    begin as begin_tuning, places as tuning_places, state_file as tuning_state_file,
};
