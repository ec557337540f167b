//! What a reader of numbers is told beside them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something the reader of the numbers has to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// Short stable name, such as `generator-bound`.
    pub code: String,
    /// One sentence with the figures.
    pub message: String,
}
