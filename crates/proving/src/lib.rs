//! What sweeps share: how outcomes are counted, and what a sweep is told on the command line.
//!
//! The crate is its tests and examples: conclusions of `findings` and procedures of `runner`, held against drives of `sim`
//! that know what is true. They stand here, so that those three crates need nothing of each other for their own tests. Must
//! not know a drive or a finding: the library has no dependency.

#![expect(clippy::print_stderr, reason = "a sweep says what it could not read")]

mod options;
mod table;

pub use options::{Options, arguments};
pub use table::{Outcome, SURE, Score, Table};
