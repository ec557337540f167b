//! Statistics over numbers. Knows no drive, no workload and no clock.

mod histogram;
mod interval;

pub use histogram::{Bucket, DecodeError, Histogram, Quantiles};
pub use interval::{Interval, mean_interval, ratio_interval};
