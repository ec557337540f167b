//! Knowledge about drives and uses that needs no measurement: the rules that decide which drive suits which use
//! (`rules/uses.toml`), figures that others published (`samples/published.json`), runs to compare with
//! (`references`), and the file formats of the first two.
//!
//! Must not know where files are or which results exist: it turns text into values.

// Values from records, logs and files are among the operands: no operation on them may panic.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod drives;
mod error;
mod references;
mod rules;

pub use drives::{
    DriveList, new_id, parse_drives, render_drives, render_drives_schema, samples,
};
pub use error::FileError;
pub use references::{reference_names, reference_run};
pub use rules::{BUILTIN_RULES, builtin_purposes, find_purpose, parse_purposes};
