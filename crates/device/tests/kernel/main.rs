//! The running kernel's own loop and zram devices, mounts and namespaces.
//!
//! Most tests need root and some program that makes a file system; a test that cannot run here is skipped with the
//! reason.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

mod borrowing;
mod common;
mod file_systems;
mod new_file_system;
mod permits;
mod scratch;
