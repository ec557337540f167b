//! Registers of eMMC.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registers of an eMMC.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct MmcRecord {
    /// The maker and date of manufacture.
    pub cid: Option<MmcCid>,
    /// Extended device data.
    pub ext_csd: Option<ExtCsd>,
}

/// Device identification. Its layout differs from an SD card's.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct MmcCid {
    /// The manufacturer's number, such as `0x15`.
    pub manufacturer_id: String,
    /// Maker observed with this number; the numbers are not published.
    pub manufacturer: Option<String>,
    /// `card`, `BGA` or `package on package`.
    pub package: Option<String>,
    /// The device's name; `None` if it is not printable.
    pub product: Option<String>,
    /// Product revision, such as `0.6`.
    pub revision: String,
    /// Serial number, such as `0xdeadbeef`.
    pub serial: String,
    /// Month, and the possible years for the four bits of the year: `1997-03 or 2013-03`; `None` if the month is
    /// invalid.
    pub manufactured: Option<String>,
}

/// Extended device data of an eMMC: the register `EXT_CSD`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ExtCsd {
    /// Version of the standard, such as `5.1`; `None` if the number is not known.
    pub version: Option<String>,
    /// Capacity of the user area; `None` for devices below 2 GB, which report it elsewhere.
    pub capacity_bytes: Option<u64>,
    /// Supported bus modes, such as `HS400 1.8 V`.
    pub modes: Vec<String>,
    /// Current bus mode.
    pub timing: Option<String>,
    /// Size of the volatile cache; 0 means none.
    pub cache_bytes: Option<u64>,
    /// Whether the cache is on.
    pub is_cache_on: Option<bool>,
    /// Depth of the command queue; `None` without a queue.
    pub queue_depth: Option<u64>,
    /// Whether command queueing is on.
    pub is_queue_on: Option<bool>,
    /// Used share of the life of type A cells: the upper end of the step of 10 % that the device reports; above 1 is
    /// beyond its life.
    pub life_used_a_ratio: Option<f64>,
    /// Used share of the life of type B cells, in the same steps.
    pub life_used_b_ratio: Option<f64>,
    /// State of the reserved blocks: `normal`, `warning` (80 % used) or `urgent` (90 % used).
    pub reserve: Option<String>,
    /// Unit of erasing.
    pub erase_group_bytes: Option<u64>,
    /// Optimal size of writes.
    pub optimal_write_bytes: Option<u64>,
    /// Optimal size of reads.
    pub optimal_read_bytes: Option<u64>,
    /// Optimal size of trims.
    pub optimal_trim_bytes: Option<u64>,
    /// Whether it supports trimming ranges.
    pub supports_trim: Option<bool>,
    /// Whether it supports sanitizing everything.
    pub supports_sanitize: Option<bool>,
    /// Value of erased bits: `0` or `1`.
    pub erased_bits: Option<String>,
    /// Size of each of the two boot partitions.
    pub boot_partition_bytes: Option<u64>,
    /// Size of the replay-protected partition.
    pub rpmb_bytes: Option<u64>,
    /// Current mode of the device's housekeeping: `none`, `manual` (on command), `auto`.
    pub housekeeping: Option<String>,
    /// Urgency of pending housekeeping: `none`, `not critical`, `performance impacted`, `critical`.
    pub housekeeping_due: Option<String>,
    /// Firmware revision, as text if it is printable, otherwise in hexadecimal.
    pub firmware: Option<String>,
}
