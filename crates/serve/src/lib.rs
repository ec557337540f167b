//! A simulated drive in real time, as a file that any program can use.
//!
//! The one place where simulated time meets the wall clock: what the drive completes at some virtual time
//! is answered when as much real time has passed. The drive itself stays what `iogram-sim` makes of it;
//! nothing here decides how long anything takes. Knows FUSE, bytes that others wrote, and nothing of
//! methods or records.

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
