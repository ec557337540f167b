//! Registers of eMMC.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registers of an eMMC.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct MmcRecord {
    /// Who made it and when.
    pub cid: Option<MmcCid>,
    /// Its extended data.
    pub ext_csd: Option<ExtCsd>,
}

/// Device identification. Another layout than an SD card's.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct MmcCid {
    /// The manufacturer's number, such as `0x15`.
    pub manufacturer_id: String,
    /// Who has been seen with this number; the numbers are not published.
    pub manufacturer: Option<String>,
    /// `card`, `BGA` or `package on package`.
    pub package: Option<String>,
    /// The device's name; `None` if it cannot be printed.
    pub product: Option<String>,
    /// Product revision, such as `0.6`.
    pub revision: String,
    /// Serial number, such as `0xdeadbeef`.
    pub serial: String,
    /// Month, and the years that the four bits of the year can mean: `1997-03 or 2013-03`; `None` if
    /// the month is none.
    pub manufactured: Option<String>,
}

/// Extended device data of an eMMC: the register `EXT_CSD`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ExtCsd {
    /// Version of the standard, such as `5.1`; `None` if the number is not known.
    pub version: Option<String>,
    /// Capacity of the user area; `None` for devices below 2 GB, which do not say it here.
    pub capacity_bytes: Option<u64>,
    /// Bus modes that it offers, such as `HS400 1.8 V`.
    pub modes: Vec<String>,
    /// Bus mode now.
    pub timing: Option<String>,
    /// Volatile cache; 0 is none.
    pub cache_bytes: Option<u64>,
    /// Whether the cache is on.
    pub is_cache_on: Option<bool>,
    /// Commands that the queue holds; `None` without one.
    pub queue_depth: Option<u64>,
    /// Whether commands are queued now.
    pub is_queue_on: Option<bool>,
    /// Share of the life used up by cells of type A: the upper end of the step of 10 % that the device
    /// tells; above 1 is beyond its life.
    pub life_used_a_ratio: Option<f64>,
    /// The same for cells of type B.
    pub life_used_b_ratio: Option<f64>,
    /// State of the reserved blocks: `normal`, `warning` (80 % used) or `urgent` (90 % used).
    pub reserve: Option<String>,
    /// Unit of erasure.
    pub erase_group_bytes: Option<u64>,
    /// Best size of writes.
    pub optimal_write_bytes: Option<u64>,
    /// Best size of reads.
    pub optimal_read_bytes: Option<u64>,
    /// Best size of trims.
    pub optimal_trim_bytes: Option<u64>,
    /// Whether ranges can be trimmed.
    pub supports_trim: Option<bool>,
    /// Whether everything can be sanitized.
    pub supports_sanitize: Option<bool>,
    /// Bits of what was erased: `0` or `1`.
    pub erased_bits: Option<String>,
    /// Each of the two boot partitions.
    pub boot_partition_bytes: Option<u64>,
    /// The replay-protected partition.
    pub rpmb_bytes: Option<u64>,
    /// Whether the device does its housekeeping by itself or on command, now: `none`, `manual`, `auto`.
    pub housekeeping: Option<String>,
    /// How much housekeeping waits: `none`, `not critical`, `performance impacted`, `critical`.
    pub housekeeping_due: Option<String>,
    /// Firmware, as text if it is one, else in hexadecimal.
    pub firmware: Option<String>,
}
