//! Simulated drives with known truth, in virtual time.
//!
//! A drive consists of a description ([`SimSpec`]) and a seed: the same two give the same events on every machine.
//! [`SimDrive`] is an `engine::Target`; a method cannot distinguish it from hardware. [`SimTruth`] has the findings
//! that a method should reach.
//!
//! Nothing here reads a clock, starts a thread, does I/O or decides anything by floating point, and nothing here
//! knows a method. `docs/simulator.md` explains the model and its limits.

mod block;
mod blocks;
mod budget;
mod cache;
mod contents;
mod controller;
mod die;
mod disturbance;
mod divisor;
mod drive;
mod event;
mod fault;
mod ftl;
mod health;
mod host;
mod link;
mod map;
mod media;
mod page;
mod parse;
mod part;
mod probe;
mod quantity;
mod random;
mod ranges;
mod reads;
mod rig;
mod rng;
mod schema;
mod slc;
mod spec;
mod store;
mod thermal;
mod timing;
mod truth;
mod wide;
mod zones;
mod zoo;

pub use contents::{Segment, Stamp};
pub use controller::{ControllerSpec, MapSpec, SplitSpec, WearCopySpec};
pub use disturbance::{BurstSpec, DisturbanceSpec, WakeSpec};
pub use drive::SimDrive;
pub use parse::SpecError;
pub use quantity::{Rate, Share, Size, Time};
pub use random::RandomKind;
pub use rig::SimRig;
pub use schema::render_schema;
pub use spec::{
    BadRangeSpec, BlockMediaSpec, CacheSpec, Collection, CounterfeitSpec, Defect, DieOrder,
    DriftSpec, DriveKind, Eviction, FakeScheme, FatSpec, FaultEvent, FaultSpec, HealthItem,
    HealthSpec, HostSpec, IdentitySpec, Latency, LatencyMediaSpec, LinkSpec, MediaSpec,
    MissingReads, PageMediaSpec, SimSpec, SizeTime, SlcSpec, StallSpec, ThermalSpec,
    ThrottleStep, TooManyAus, Trigger, WeakRangeSpec, WhenFull, ZonesSpec,
};
pub use truth::{SimTruth, StallTruth};
pub use wide::WideKind;
pub use zones::ZonesTruth;
pub use zoo::{zoo_names, zoo_text};
