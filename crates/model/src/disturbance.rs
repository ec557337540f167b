//! Thresholds above which the computer affects the results of a cell. Warnings and verdicts share them. All are
//! arbitrary unless a source is named.

/// If a submitter waited for a CPU for this share of the time, the computer partly determines its rate. On a quiet
/// machine wake-ups alone make 1 to 2 %.
pub const WAITED_RATIO: f64 = 0.05;
/// Waits below this total are idle moments at the beginning or the end.
pub const WAITED_OF_NS: u64 = 20_000_000;
/// All CPUs count as busy from this share on.
pub const BUSY_RATIO: f64 = 0.9;
/// Other programs matter if they use this share of the CPUs, too.
pub const OTHERS_RATIO: f64 = 0.1;
/// CPU time that the host of a virtual machine can take without an effect.
pub const STOLEN_RATIO: f64 = 0.02;
/// Share of the time in which some program waits for memory.
pub const MEMORY_RATIO: f64 = 0.05;
/// CPU counters move in steps of 4 to 10 ms: for a shorter cell they are too coarse.
pub const COUNTED_OF_NS: u64 = 200_000_000;
