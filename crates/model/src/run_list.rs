//! A list of saved runs, as `iogram runs --json` writes it.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RunState;

/// Saved runs, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunList {
    /// Always [`RunList::FORMAT`].
    pub format: String,
    /// The requested runs.
    pub runs: Vec<RunLine>,
}

impl RunList {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-runs/1";
}

/// One run in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunLine {
    /// The run's id, for use in commands.
    pub id: String,
    /// Whether it completed, failed, was interrupted or is running.
    pub state: RunState,
    /// Wall clock at the start, microseconds since 1970 UTC.
    pub started_at_us: i64,
    /// Wall clock at the end; `None` while it runs or after a crash.
    pub ended_at_us: Option<i64>,
    /// The method's id.
    pub method: String,
    /// The target as the user typed it.
    pub target: String,
    /// Kind of drive, such as NVMe or SD; `None` is unknown. Absent in lists of older versions.
    #[serde(default)]
    pub drive: Option<String>,
    /// Vendor and model of the drive; `None` is unknown.
    pub model: Option<String>,
    /// Number of measured cells.
    pub cell_count: u64,
}
