//! Conclusions about cells on simulated drives, compared with the truth about the drives.

#![expect(clippy::unwrap_used, reason = "a test's own loads and drives are right")]

mod caches;
mod heat;
mod long;
mod simulated;
mod slow;
mod stalls;
