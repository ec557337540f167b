//! Pages of ATA drives.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pages of an ATA drive, also behind a bridge.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AtaRecord {
    /// What it says that it is.
    pub identify: Option<AtaIdentify>,
    /// Its attributes; `None` without the privileges, or where a bridge does not pass the question on.
    pub smart: Option<AtaSmart>,
    /// Whether the drive itself says that it is about to fail; `None` is unknown.
    pub is_failing: Option<bool>,
}

/// What an ATA drive says that it is.
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
    /// Bytes that can be addressed.
    pub capacity_bytes: Option<u64>,
    /// Logical block size.
    pub logical_block_size_bytes: u64,
    /// Physical block size.
    pub physical_block_size_bytes: Option<u64>,
    /// Newest version of the command set, such as `ACS-3`.
    pub version: Option<String>,
    /// Turns per minute; `None` for what does not turn and for unknown.
    pub rotation_rpm: Option<u64>,
    /// Whether it says that it does not turn; `None` is unknown.
    pub is_solid_state: Option<bool>,
    /// Form factor, such as `2.5 inch`.
    pub form_factor: Option<String>,
    /// SATA speeds that it offers.
    pub speed_possible_bits_per_s: Option<u64>,
    /// SATA speed that runs, as the drive sees it (behind a bridge: from the bridge).
    pub speed_bits_per_s: Option<u64>,
    /// Commands that its queue holds; `None` without one.
    pub queue_depth: Option<u64>,
    /// Whether it has a write cache; `None` is unknown.
    pub has_write_cache: Option<bool>,
    /// Whether the write cache is on.
    pub is_write_cache_on: Option<bool>,
    /// Whether it takes force-unit-access writes.
    pub supports_fua: Option<bool>,
    /// Whether it takes TRIM.
    pub supports_trim: Option<bool>,
    /// What trimmed blocks read as: `zeros`, `the same each time`, `anything`; `None` without TRIM.
    pub trimmed_reads: Option<String>,
    /// Whether it has SMART; `None` is unknown.
    pub supports_smart: Option<bool>,
    /// Whether SMART is on.
    pub is_smart_on: Option<bool>,
    /// How it can be sanitized: `block erase`, `overwrite`, `crypto scramble`.
    pub sanitize: Vec<String>,
    /// Passwords and secure erase; `None` if it has neither.
    pub security: Option<AtaSecurity>,
    /// Whether the checksum of the page holds; `None` if the page has none.
    pub is_checksum_right: Option<bool>,
}

/// The security feature set: what stands in the way of a secure erase.
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
    /// Whether it has the enhanced erase.
    pub supports_enhanced_erase: bool,
    /// Time of an erase by the maker's estimate; `None` is not reported.
    pub erase_s: Option<u64>,
    /// Time of an enhanced erase.
    pub enhanced_erase_s: Option<u64>,
}

/// Health by attributes, whose meaning is each maker's own.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AtaSmart {
    /// Attributes in the order of the page.
    pub attributes: Vec<AtaSmartAttribute>,
    /// Temperature, where an attribute has it in the usual place.
    pub temperature_celsius: Option<f64>,
    /// Time under power, where an attribute has it in the usual place.
    pub power_on_s: Option<u64>,
    /// Whether the checksum of the page holds.
    pub is_checksum_right: bool,
}

/// One attribute of the drive's own health report.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AtaSmartAttribute {
    /// Its number.
    pub attribute_index: u64,
    /// What makers usually mean by the number; `None` if they do not agree.
    pub name: Option<String>,
    /// Normalised value, the higher the better; `None` outside 1 to 253.
    pub value_index: Option<u64>,
    /// Lowest value so far.
    pub worst_index: Option<u64>,
    /// Value at or below which it has failed; `None` is unknown, 0 never fails.
    pub threshold_index: Option<u64>,
    /// Raw value, six bytes.
    pub raw_count: u64,
    /// Whether reaching the threshold predicts a failure (else: the end of the designed life).
    pub is_prefail: bool,
}
