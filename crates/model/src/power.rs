//! Electrical power while a cell ran.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a sensor or a meter told of a cell.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PowerSeries {
    /// Which sensor or meter. What hangs on it is the user's to say, in a note.
    pub source: String,
    /// The mean of every second in which there was a reading, in order.
    pub samples: Vec<PowerSample>,
    /// Lowest reading of the meter within the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_watts: Option<f64>,
    /// Mean of the power over the time, in watts; `None` if nothing was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_watts: Option<f64>,
    /// Highest reading of the meter within the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_watts: Option<f64>,
    /// From the first request after the ramp to the last completion; `None` if readings are missing for
    /// a part of that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub energy_joules: Option<f64>,
}

/// What the meter read within one second.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PowerSample {
    /// When it began, since the cell was started.
    pub start_ns: u64,
    /// Mean of its readings.
    pub watts: f64,
}

/// What a cell did with its energy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Efficiency {
    /// Bytes read and written with one joule.
    pub bytes_per_joule: f64,
    /// Requests each second with one watt, which is requests with one joule.
    pub iops_per_watt: f64,
}

impl PowerSeries {
    /// Of so many bytes and requests; `None` where the energy is unknown or nothing.
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
