//! Statistics over numbers. Knows no drive, no workload and no clock.

mod changes;
mod histogram;
mod robust;

pub use changes::{Loss, cut_penalty, find_changes, noise_of};
pub use histogram::{DecodeError, Histogram, Quantiles};
pub use robust::{bootstrap, median, median_deviation};
