//! A drive's flash beyond its announced capacity, estimated from its write amplification.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;

/// The over-provisioning of a drive: flash beyond the announced capacity, as a share of that capacity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OverProvisioning {
    /// The name of the cells whose writes provide the estimate.
    pub cell: String,
    /// The kind of evidence.
    pub basis: SpareBasis,
    /// The estimate; `None` if there is none, for the reason below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_ratio: Option<f64>,
    /// The smallest value that agrees with the measurement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_ratio: Option<f64>,
    /// The largest value that agrees with the measurement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high_ratio: Option<f64>,
    /// Share of such ranges that contain the true value, with a tolerance of a tenth of it; 0 without a value.
    pub confidence_ratio: f64,
    /// Bytes written to flash per byte written by the host at the end, as the drive counts them; `None` if it does
    /// not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_amplification_ratio: Option<f64>,
    /// Write amplification before any garbage collection: parity, mapping, units larger than the writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_amplification_fresh_ratio: Option<f64>,
    /// The limit of the write amplification if the same writes continue forever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_amplification_final_ratio: Option<f64>,
    /// How many times the capacity had been written at the end.
    pub passes_ratio: f64,
    /// Deviation of the fitted model from the measurement: root mean square of the ratios less 1. `None` if no model
    /// was fitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misfit_ratio: Option<f64>,
    /// Why there is no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Message>,
}

/// The evidence of an over-provisioning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpareBasis {
    /// The drive's counters of bytes written by hosts and to its flash.
    Counters,
    /// The drop of its rate from fresh to saturated.
    Rates,
    /// Evidence of a newer version.
    #[serde(other)]
    Unknown,
}
