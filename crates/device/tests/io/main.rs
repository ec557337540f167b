//! The rig against the objects of the running kernel: files, loop devices over tmpfs, zram devices.
//!
//! The tests judge from outside: by the bytes afterwards, by the kernel's own counters of the device, by the blocks
//! that a file occupies. Most of them need root; a test that cannot run here is skipped with the reason.

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
