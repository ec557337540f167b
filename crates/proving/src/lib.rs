//! Shared parts of sweeps: the count of outcomes, and the options of the command line.
//!
//! The crate is its tests and examples: conclusions of `findings` and procedures of `runner`, compared with drives of
//! `sim` and their truth. They are here, so that those three crates do not need each other for their own tests. Must
//! not know a drive or a finding: the library has no dependency.

#![expect(clippy::print_stderr, reason = "a sweep says what it could not read")]

mod options;
mod table;

pub use options::{Options, arguments};
pub use table::{Outcome, SURE, Score, Table};
