//! Conclusions about cells that simulated drives ran, held against what is true of the drives.

#![expect(clippy::unwrap_used, reason = "a test's own loads and drives are right")]

mod caches;
mod heat;
mod long;
mod simulated;
mod slow;
mod stalls;
