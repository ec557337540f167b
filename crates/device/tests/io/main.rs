//! The rig against what the running kernel has: files, loop devices over tmpfs, zram devices.
//!
//! What was done is judged from outside: by the bytes that are there afterwards, by the kernel's own
//! counters of the device, by the blocks that a file occupies. Most of it needs root; what cannot be
//! done here is skipped and says why.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

#[path = "../kernel/common.rs"]
#[expect(dead_code, reason = "shared with the tests of permits, which need more")]
mod common;
mod counts;
mod data;
mod discards;
mod durability;
mod faults;
mod ground;
mod hangs;
mod layout;
