//! What would disturb a measurement on this computer, as `iogram check --json` writes it.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::warning::WarningCode;

/// Everything that was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckReport {
    /// Always [`CheckReport::FORMAT`].
    pub format: String,
    /// Kernel name of the block device that was looked at, too; `None` if none was named.
    pub device: Option<String>,
    /// What should be mended before; nothing if nothing was found.
    pub advice: Vec<CheckAdvice>,
    /// Names of the power sensors of this computer.
    pub power_sensors: Vec<String>,
}

impl CheckReport {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-check/1";
}

/// Something that should be mended before a measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckAdvice {
    /// Short stable name, such as `governor`.
    #[schemars(with = "String")]
    pub code: WarningCode,
    /// What is the matter, with figures.
    pub message: String,
    /// The same for every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// A command, or what to do.
    pub mend: String,
    /// The remedy for every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<Message>,
}
