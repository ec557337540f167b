//! Loads that run at the same time as a cell's own.

use serde::{Deserialize, Serialize};

use super::Workload;
use crate::units::Nanos;

/// A concurrent load during a cell, with separate requests, pacing and record. It begins with the cell, and ends with
/// it unless it has a separate limit. The cell ends when all of its loads have ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, crate::JsonSchema)]
pub struct SideLoad {
    /// Its name, unique within the cell.
    pub name: String,
    /// Its workload. The ramp is that of the cell, and it has no concurrent loads.
    pub workload: Workload,
    /// Delay of its start.
    #[serde(rename = "delay_ns", default, skip_serializing_if = "is_nothing")]
    #[schemars(with = "u64")]
    pub delay: Nanos,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_nothing(delay: &Nanos) -> bool {
    delay.0 == 0
}
