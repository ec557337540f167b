//! Statistics over numbers. Knows no drive, no workload and no clock.

mod histogram;
mod steady;

pub use histogram::{DecodeError, Histogram, Quantiles};
pub use steady::Settling;
