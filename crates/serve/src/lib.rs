//! A simulated drive in real time, as a file that any program can use.
//!
//! Only this crate maps simulated time to the wall clock: a request that the drive completes at some virtual time is
//! answered when as much real time has passed. `iogram-sim` defines the drive; nothing here decides any duration.
//! Knows FUSE and the bytes that clients wrote, but no methods or records.

mod bytes;
mod error;
mod files;
mod linux;
mod pace;
mod session;
mod station;
mod watch;

pub use error::ServeError;
pub use session::{Serving, serve};
pub use watch::{Happened, Watcher};
