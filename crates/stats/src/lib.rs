//! Statistics over numbers. Knows no drive, no workload and no clock.

mod histogram;

pub use histogram::{DecodeError, Histogram, Quantiles};
