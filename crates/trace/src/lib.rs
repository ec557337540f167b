//! Traces: recorded requests of a program to a drive.
//!
//! All traces have one format ([`TraceWriter`], [`TraceReader`]). [`import()`] converts other tools' formats to it,
//! [`Recorder`] writes it while requests happen, and [`Profile`] summarises the load of a trace. This crate knows no
//! file, no clock and no target: callers pass readers and writers, and nothing here issues a request.

// Operands come from traces, so no operation on them may panic.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod builtin;
mod error;
mod facts;
mod format;
mod import;
mod names;
mod order;
mod pairing;
mod placement;
mod profile;
mod reader;
mod recorder;
mod request;
mod writer;

pub use builtin::{PROGRAM_TRACES, ProgramTrace, builtin_names, is_builtin_name, open_builtin};
/// A trace in memory.
pub use bytes::Bytes as TraceBytes;
pub use error::{TraceError, WrongLine};
pub use facts::TraceFacts;
pub use import::{Events, ImportOptions, Imported, MergedRecords, SourceKind, import};
pub use names::{NameId, Names};
pub use placement::{Filling, Placement, Room};
pub use profile::{Gaps, KindProfile, Profile, ProfileMaker, Sizes};
pub use reader::TraceReader;
pub use recorder::Recorder;
pub use request::TraceRequest;
pub use writer::TraceWriter;
