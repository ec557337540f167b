//! Loads that run at the same time as the one of a cell.

use serde::{Deserialize, Serialize};

use super::Workload;

/// A load that a drive has while a cell is measured, with requests, a pace and a record of its own. It begins and ends
/// with the cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SideLoad {
    /// What it is called; no other load of the cell is.
    pub name: String,
    /// What it asks. Its time and ramp are those of the cell, and it has nothing beside it.
    pub workload: Workload,
}
