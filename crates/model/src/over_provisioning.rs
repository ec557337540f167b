//! How much more flash a drive has than it announces, as its write amplification tells.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;

/// The over-provisioning of a drive: the space beyond what it announces, as a share of what it announces.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OverProvisioning {
    /// The name of the cells whose writes it follows from.
    pub cell: String,
    /// What it was told from.
    pub basis: SpareBasis,
    /// The estimate; `None` if it cannot be told, for the reason below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_ratio: Option<f64>,
    /// The least that agrees with what was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_ratio: Option<f64>,
    /// The most that agrees with what was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high_ratio: Option<f64>,
    /// The share of such ranges that hold the truth, a tenth of the truth allowed; 0 without a value.
    pub confidence_ratio: f64,
    /// Bytes written to the flash for each byte of the host at the end, as the drive counted them; `None` if it does
    /// not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_amplification_ratio: Option<f64>,
    /// The same before anything had to be collected: parity, mapping, units larger than the writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_amplification_fresh_ratio: Option<f64>,
    /// The write amplification that it comes to if the same writes go on for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_amplification_final_ratio: Option<f64>,
    /// How often the capacity had been written at the end.
    pub passes_ratio: f64,
    /// How far the course of the model is from what was measured, as a root of the mean square of the ratios less 1.
    /// `None` if no course was fitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misfit_ratio: Option<f64>,
    /// Why there is no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Message>,
}

/// What an over-provisioning was told from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpareBasis {
    /// What the drive counted as written by hosts and to its flash.
    Counters,
    /// How its rate fell from fresh to saturated.
    Rates,
    /// One of a newer version.
    #[serde(other)]
    Unknown,
}
