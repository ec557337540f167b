//! Pages of ATA drives.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pages of an ATA drive, possibly behind a bridge.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AtaRecord {
    /// Its identification page.
    pub identify: Option<AtaIdentify>,
    /// Its attributes; `None` without privileges, or if a bridge does not pass the command on.
    pub smart: Option<AtaSmart>,
    /// Whether the drive predicts its own failure; `None` is unknown.
    pub is_failing: Option<bool>,
}

/// The identification page of an ATA drive.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AtaIdentify {
    /// Model.
    pub model: Option<String>,
    /// Serial number.
    pub serial: Option<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// World wide name, such as `0x5002538e40a1b2c3`; `None` if it has none.
    pub wwn: Option<String>,
    /// Addressable bytes.
    pub capacity_bytes: Option<u64>,
    /// Logical block size.
    pub logical_block_size_bytes: u64,
    /// Physical block size.
    pub physical_block_size_bytes: Option<u64>,
    /// Newest supported version of the command set, such as `ACS-3`.
    pub version: Option<String>,
    /// Rotations per minute; `None` if it does not rotate or is unknown.
    pub rotation_rpm: Option<u64>,
    /// Whether it reports that it does not rotate; `None` is unknown.
    pub is_solid_state: Option<bool>,
    /// Form factor, such as `2.5 inch`.
    pub form_factor: Option<String>,
    /// Highest SATA speed of the drive.
    pub speed_possible_bits_per_s: Option<u64>,
    /// Current SATA speed as the drive sees it (behind a bridge: the link from the bridge).
    pub speed_bits_per_s: Option<u64>,
    /// Depth of its command queue; `None` without a queue.
    pub queue_depth: Option<u64>,
    /// Whether it has a write cache; `None` is unknown.
    pub has_write_cache: Option<bool>,
    /// Whether the write cache is on.
    pub is_write_cache_on: Option<bool>,
    /// Whether it supports force-unit-access writes.
    pub supports_fua: Option<bool>,
    /// Whether it supports TRIM.
    pub supports_trim: Option<bool>,
    /// Data of trimmed blocks: `zeros`, `the same each time`, `anything`; `None` without TRIM.
    pub trimmed_reads: Option<String>,
    /// Whether it supports SMART; `None` is unknown.
    pub supports_smart: Option<bool>,
    /// Whether SMART is on.
    pub is_smart_on: Option<bool>,
    /// Supported sanitize operations: `block erase`, `overwrite`, `crypto scramble`.
    pub sanitize: Vec<String>,
    /// Passwords and secure erase; `None` if it has neither.
    pub security: Option<AtaSecurity>,
    /// Whether the checksum of the page is right; `None` if the page has none.
    pub is_checksum_right: Option<bool>,
}

/// The security feature set: the obstacles to a secure erase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a word of flags that do not exclude each other"
)]
pub struct AtaSecurity {
    /// Whether a password is set.
    pub is_enabled: bool,
    /// Whether it is locked.
    pub is_locked: bool,
    /// Whether it is frozen until the next power cycle.
    pub is_frozen: bool,
    /// Whether it supports the enhanced erase.
    pub supports_enhanced_erase: bool,
    /// Estimated time of an erase; `None` is not reported.
    pub erase_s: Option<u64>,
    /// Estimated time of an enhanced erase; `None` is not reported.
    pub enhanced_erase_s: Option<u64>,
}

/// SMART attributes, whose meaning differs between makers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AtaSmart {
    /// Attributes in the order of the page.
    pub attributes: Vec<AtaSmartAttribute>,
    /// Temperature, if an attribute has it in the usual place.
    pub temperature_celsius: Option<f64>,
    /// Time under power, if an attribute has it in the usual place.
    pub power_on_s: Option<u64>,
    /// Whether the checksum of the page is right.
    pub is_checksum_right: bool,
}

/// A SMART attribute.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AtaSmartAttribute {
    /// Number of the attribute.
    pub attribute_index: u64,
    /// Usual meaning of the number; `None` if makers disagree.
    pub name: Option<String>,
    /// Normalised value, higher is better; `None` outside 1 to 253.
    pub value_index: Option<u64>,
    /// Lowest value so far.
    pub worst_index: Option<u64>,
    /// The attribute has failed at or below this value; `None` is unknown, 0 never fails.
    pub threshold_index: Option<u64>,
    /// Raw value, six bytes.
    pub raw_count: u64,
    /// Whether reaching the threshold predicts a failure (otherwise: the end of the designed life).
    pub is_prefail: bool,
}
