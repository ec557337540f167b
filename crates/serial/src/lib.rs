//! The serial console of a booting computer: its lines, each with the time of its first byte, and the time between
//! two lines that match two patterns.
//!
//! Knows the serial line's settings, patterns, and console logs with timestamps. Must not know the boot drive,
//! methods, or how a record is stored or shown. Another component switches the computer's power.

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
