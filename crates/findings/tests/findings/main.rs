//! Conclusions from records built by hand. Those about simulated drives, which know what is true, are in `crates/proving`.

#![expect(clippy::unwrap_used, reason = "a test's own loads and drives are right")]

mod advise;
mod answers;
mod caches;
mod common;
mod compare;
mod compare_imported;
mod compare_runs;
mod compare_stalls;
mod computer;
mod drive_tests;
mod f3;
mod fleet;
mod fleet_rules;
mod many;
mod one_number;
mod origin;
mod purges;
mod quality;
mod queue;
mod reader_end;
mod repeats;
mod replay;
mod rules;
mod slow;
mod stalls;
mod uses;
