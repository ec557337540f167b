//! Conditions on this computer that would disturb a measurement, as `iogram check --json` writes them.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::warning::WarningCode;

/// All findings of a check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckReport {
    /// Always [`CheckReport::FORMAT`].
    pub format: String,
    /// Kernel name of the block device that was also checked; `None` if none was named.
    pub device: Option<String>,
    /// Problems to fix before measuring; may be empty.
    pub advice: Vec<CheckAdvice>,
    /// Names of the power sensors of this computer.
    pub power_sensors: Vec<String>,
}

impl CheckReport {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-check/1";
}

/// A problem to fix before measuring.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckAdvice {
    /// Short stable name, such as `governor`.
    #[schemars(with = "String")]
    pub code: WarningCode,
    /// The problem, with figures.
    pub message: String,
    /// The problem for every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// The remedy: a command or a step.
    pub mend: String,
    /// The remedy for every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<Message>,
}
