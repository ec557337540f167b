//! Registers of SD cards.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registers of an SD card.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SdRecord {
    /// The maker and date of manufacture.
    pub cid: Option<SdCid>,
    /// Its capacity and command classes.
    pub csd: Option<SdCsd>,
    /// Its version of the specification.
    pub scr: Option<SdScr>,
    /// Its speed classes and allocation units.
    pub status: Option<SdStatus>,
}

/// Card identification.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SdCid {
    /// The manufacturer's number, such as `0x03`.
    pub manufacturer_id: String,
    /// Maker observed with this number; the numbers are not published.
    pub manufacturer: Option<String>,
    /// Two letters; `None` if they are not printable.
    pub oem_id: Option<String>,
    /// The card's name; `None` if it is not printable.
    pub product: Option<String>,
    /// Hardware and firmware revision, such as `8.0`.
    pub revision: String,
    /// Serial number, such as `0xdeadbeef`.
    pub serial: String,
    /// Year and month, such as `2019-08`; `None` if the month is invalid.
    pub manufactured: Option<String>,
    /// Whether the checksum is right; `None` if the host controller removed it.
    pub is_checksum_right: Option<bool>,
}

/// Card-specific data.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a register of flags that do not exclude each other"
)]
pub struct SdCsd {
    /// Version of the register: `1.0` for up to 2 GB, `2.0`, `3.0` beyond 2 TB.
    pub version: String,
    /// Capacity.
    pub capacity_bytes: u64,
    /// Highest rate of one data line in the mode at the time of reading.
    pub line_bits_per_s: Option<u64>,
    /// Numbers of the command classes.
    pub command_classes: Vec<u8>,
    /// Whether single blocks can be erased.
    pub erases_blocks: bool,
    /// Unit of erasing, if single blocks cannot be erased.
    pub erase_sector_bytes: u64,
    /// Whether its contents are a copy.
    pub is_copy: bool,
    /// Whether it is permanently write-protected.
    pub is_permanently_write_protected: bool,
    /// Whether it is temporarily write-protected.
    pub is_temporarily_write_protected: bool,
}

/// SD configuration.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SdScr {
    /// Version of the physical layer, such as `3.0`; `None` if the bits are unknown.
    pub version: Option<String>,
    /// Value of erased bits: `0` or `1`.
    pub erased_bits: String,
    /// Widths of the data bus, such as `4 bits`.
    pub bus_widths: Vec<String>,
    /// Whether the host can state the number of blocks of a transfer in advance (CMD23).
    pub supports_set_block_count: bool,
    /// Whether the host can announce recording at a guaranteed speed (CMD20).
    pub supports_speed_class_control: bool,
    /// Whether it has extension registers (CMD48 and CMD49), which hold cache, queue and power off.
    pub supports_extension_registers: bool,
}

/// SD status: the classes that the marks on the card state.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SdStatus {
    /// Current width of the data bus, such as `4 bits`.
    pub bus_width: Option<String>,
    /// Speed class: `C2`, `C4`, `C6` or `C10`.
    pub speed_class: Option<String>,
    /// UHS speed grade: `U1` or `U3`.
    pub uhs_grade: Option<String>,
    /// Video speed class: `V6` to `V90`.
    pub video_class: Option<String>,
    /// Application performance class: `A1` or `A2`.
    pub application_class: Option<String>,
    /// Allocation unit of the speed class.
    pub allocation_unit_bytes: Option<u64>,
    /// Allocation unit of the UHS grade.
    pub uhs_allocation_unit_bytes: Option<u64>,
    /// Allocation unit of the video class.
    pub video_allocation_unit_bytes: Option<u64>,
    /// Allocation units that are erased in the time below.
    pub erase_unit_count: Option<u64>,
    /// Time to erase that many units, without the offset.
    pub erase_timeout_ns: Option<u64>,
    /// Minimum time of any erase.
    pub erase_offset_ns: Option<u64>,
    /// Depth of the card's command queue; `None` without a queue.
    pub queue_depth: Option<u64>,
    /// Whether it has a cache.
    pub supports_cache: Option<bool>,
    /// Whether it supports discard.
    pub supports_discard: Option<bool>,
    /// Whether it supports erasing the whole user area.
    pub supports_full_erase: Option<bool>,
}
