//! The program on loop devices of the running kernel: what it refuses, asks, borrows, purges, and what
//! is left when it is killed.
//!
//! Needs root; what cannot be done here is skipped and says why.

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
