//! Loads that run at the same time as the one of a cell.

use serde::{Deserialize, Serialize};

use super::Workload;
use crate::units::Nanos;

/// A load that a drive has while a cell is measured, with requests, a pace and a record of its own. It begins with
/// the cell, and ends with it unless it has an end of its own. The cell is over when all of its loads are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, crate::JsonSchema)]
pub struct SideLoad {
    /// What it is called; no other load of the cell is.
    pub name: String,
    /// What it asks. Its ramp is that of the cell, and it has nothing beside it.
    pub workload: Workload,
    /// How long after the others it begins.
    #[serde(rename = "delay_ns", default, skip_serializing_if = "is_nothing")]
    #[schemars(with = "u64")]
    pub delay: Nanos,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_nothing(delay: &Nanos) -> bool {
    delay.0 == 0
}
