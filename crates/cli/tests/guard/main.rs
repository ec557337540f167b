//! The program on loop devices of the running kernel: refusals, questions, borrowing, purges, and the state after a
//! kill.
//!
//! Needs root; a test that cannot run here is skipped and prints the reason.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

mod at_once;
mod borrowing;
mod common;
mod new_file_system;
mod permission;
mod purging;
mod races;
mod scratch;
mod users;
mod using;
mod verifying;
