//! A serial line on which a computer tells how it boots: its lines, each with the time of its first byte, and how long
//! it takes from one that matches a pattern to one that matches another.
//!
//! Knows the line's settings, patterns, and logs of such a line with times in them. Must not know what the computer boots
//! from, methods, or how a record is kept or shown; switching its power is somebody else's.

mod boots;
mod error;
mod line;
mod log;
mod patterns;
mod port;
mod record;

pub use boots::{Boot, Boots, LAST_SEEN_COUNT};
pub use error::SerialError;
pub use line::{Line, Lines};
pub use log::{boots_in_log, stamped};
pub use patterns::Patterns;
pub use port::{Outcome, SerialPort, Watching, wait_for_boot};
pub use record::{BOOT_CELL, cell_of};
