//! From where on the computer is part of what a cell measured: one set of limits for who warns of it and who judges by it.
//! All arbitrary unless a source is named.

/// A submitter that waited for a processor for so much of the time has a rate that is partly the computer's.
/// On a quiet machine wake-ups alone make 1 to 2 %.
pub const WAITED_RATIO: f64 = 0.05;
/// Waits of a shorter time are an idle moment at the beginning or the end.
pub const WAITED_OF_NS: u64 = 20_000_000;
/// All processors are busy from here on.
pub const BUSY_RATIO: f64 = 0.9;
/// And others matter, if they compute so much of it.
pub const OTHERS_RATIO: f64 = 0.1;
/// What the host of a virtual machine takes without being felt.
pub const STOLEN_RATIO: f64 = 0.02;
/// Some program waits for memory for so much of the time.
pub const MEMORY_RATIO: f64 = 0.05;
/// Counters of processors move in steps of 4 to 10 ms: over a shorter cell they say nothing.
pub const COUNTED_OF_NS: u64 = 200_000_000;
