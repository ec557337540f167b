//! Methods as data: reads method files, plans them, and carries out plans on a rig.
//!
//! Must not know whether a rig is simulated, where text comes from or where records go. Does no I/O and reads no
//! clock.

mod allot;
mod budget;
mod builtin;
mod check;
mod choosing;
mod compose;
mod cost;
mod detail;
mod diagnosis;
mod document;
mod expand;
mod field;
mod fit;
mod for_use;
mod method;
mod observed;
mod param;
mod parse;
mod plan;
mod plan_error;
mod planned;
mod probe;
mod ratio;
mod recording;
mod rehearsal;
mod rest;
mod resume;
mod rounds;
mod run;
mod schema;
mod searching;
mod source;
mod standard;
mod steady;
mod step;
mod template;
mod terms;

pub use budget::{Budget, StepTerms, left_out_for_time};
pub use builtin::{builtin_ids, builtin_method, builtin_methods, has_builtin_param};
pub use cost::{AssumedRange, AssumedSpeed, Cost, Moved};
pub use diagnosis::use_rule;
pub use fit::{Medium, TargetFacts};
pub use for_use::method_for;
pub use method::{Method, Writes};
pub use observed::Observed;
pub use param::{Param, ParamKind, parse_setting};
pub use plan::{plan, plan_cell, plan_purge, plan_with};
pub use plan_error::PlanError;
pub use planned::{BlockStart, Destroys, Plan, PlannedStep};
pub use probe::{
    Boundaries, Capacity, FatRegion, FirstUnits, GeometryProbe, OpenUnits, ProbeKind,
    ProbeStep, ReadLatency, SpeedClass, UnitEnds, UnitWrites,
};
pub use recording::{ProgramRecording, Traces};
pub use rest::Wait;
pub use resume::{Holding, KeptRecords, ResumeError, Resumption, resume};
pub use run::{End, Outcome, RecordSink, ResumePoint, run_from, run_method};
pub use schema::method_schema;
pub use source::{MethodError, SourcePlace, find_nearest};
pub use steady::SteadyCheck;
