//! Statistics over numbers. Knows no drive, no workload and no clock.

// Values from records, logs and files are among the operands: no operation on them may panic.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod batches;
mod binomial;
mod changes;
mod discovery;
mod energy;
mod groups;
mod histogram;
mod interval;
mod outliers;
mod robust;
mod steady;
#[cfg(test)]
mod testing;
mod trend;

pub use batches::{BatchMeans, settled_from};
pub use binomial::{chance_of_at_least, chance_of_at_most};
pub use changes::{
    Loss, correlation_factor, correlation_of, cut_penalty, find_changes, noise_of,
};
pub use discovery::false_discovery;
pub use energy::{DistributionChange, find_distribution_changes};
pub use groups::{GroupDifference, TwoGroups, compare_groups, compare_together, holm};
pub use histogram::{Bucket, DecodeError, Histogram, QuantileBounds, Quantiles};
pub use interval::{Interval, mean_interval, ratio_interval};
pub use outliers::{OUTLIERS_OF_MIN, Outliers, find_outliers, visible_distance};
pub use robust::{bootstrap, mean, median, median_deviation};
pub use steady::Settling;
pub use trend::{TREND_OF_MIN, Trend, find_trend, trend_chance};
