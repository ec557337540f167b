//! Power consumption while a cell ran.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Readings of a sensor or a meter during a cell.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PowerSeries {
    /// The sensor or meter. The user can note which devices it measures.
    pub source: String,
    /// The mean of every second with a reading, in order.
    pub samples: Vec<PowerSample>,
    /// Lowest reading during the cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_watts: Option<f64>,
    /// Mean power during the cell, in watts; `None` without readings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_watts: Option<f64>,
    /// Highest reading during the cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_watts: Option<f64>,
    /// Energy from the first request after the ramp to the last completion; `None` if readings are missing for a part
    /// of that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub energy_joules: Option<f64>,
}

/// The readings of one second.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PowerSample {
    /// Start of the second, counted from the start of the cell.
    pub start_ns: u64,
    /// Mean of the readings.
    pub watts: f64,
}

/// Energy efficiency of a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Efficiency {
    /// Bytes read and written per joule.
    pub bytes_per_joule: f64,
    /// Requests per second per watt, which equals requests per joule.
    pub iops_per_watt: f64,
}

impl PowerSeries {
    /// Computes it from bytes and requests; `None` if the energy is unknown or zero.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the ratio is good to a few digits")]
    pub fn efficiency(&self, bytes: u64, requests: u64) -> Option<Efficiency> {
        let joules = self.energy_joules.filter(|joules| *joules > 0.0)?;
        Some(Efficiency {
            bytes_per_joule: bytes as f64 / joules,
            iops_per_watt: requests as f64 / joules,
        })
    }
}
