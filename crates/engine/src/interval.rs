//! How the time series of a cell is divided into intervals.

use iogram_model::Nanos;

/// Length of one interval of the time series.
///
/// Source: the sampling of the Fill Drive method (`seeds/002`), 100 ms.
pub(crate) const INTERVAL: Nanos = Nanos(100 * Nanos::MILLISECOND.0);
