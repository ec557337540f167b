//! Registers of SD cards.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registers of an SD card.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SdRecord {
    /// Who made it and when.
    pub cid: Option<SdCid>,
    /// Its capacity and commands.
    pub csd: Option<SdCsd>,
    /// The specification that it follows.
    pub scr: Option<SdScr>,
    /// Its classes and allocation units.
    pub status: Option<SdStatus>,
}

/// Card identification.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SdCid {
    /// The manufacturer's number, such as `0x03`.
    pub manufacturer_id: String,
    /// Who has been seen with this number; the numbers are not published.
    pub manufacturer: Option<String>,
    /// Two letters; `None` if they cannot be printed.
    pub oem_id: Option<String>,
    /// The card's name; `None` if it cannot be printed.
    pub product: Option<String>,
    /// Hardware and firmware revision, such as `8.0`.
    pub revision: String,
    /// Serial number, such as `0xdeadbeef`.
    pub serial: String,
    /// Year and month, such as `2019-08`; `None` if the month is none.
    pub manufactured: Option<String>,
    /// Whether the checksum holds; `None` if the host controller left it out.
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
    /// Largest rate of one data line in the mode at the time of reading.
    pub line_bits_per_s: Option<u64>,
    /// Numbers of the command classes.
    pub command_classes: Vec<u8>,
    /// Whether single blocks can be erased.
    pub erases_blocks: bool,
    /// The unit of erasure where blocks cannot be.
    pub erase_sector_bytes: u64,
    /// Whether its content is a copy.
    pub is_copy: bool,
    /// Whether it is protected from writing for ever.
    pub is_permanently_write_protected: bool,
    /// Whether it is protected from writing for now.
    pub is_temporarily_write_protected: bool,
}

/// SD configuration.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SdScr {
    /// Version of the physical layer, such as `3.0`; `None` if the bits mean nothing known.
    pub version: Option<String>,
    /// Bits of what was erased: `0` or `1`.
    pub erased_bits: String,
    /// Widths of the data bus, such as `4 bits`.
    pub bus_widths: Vec<String>,
    /// Whether a transfer can be announced with its number of blocks (CMD23).
    pub supports_set_block_count: bool,
    /// Whether recording at a guaranteed speed can be announced (CMD20).
    pub supports_speed_class_control: bool,
    /// Whether extension registers can be read (CMD48 and CMD49): cache, queue and power off live there.
    pub supports_extension_registers: bool,
}

/// SD status: what the marks on the card say.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SdStatus {
    /// Data bus now, such as `4 bits`.
    pub bus_width: Option<String>,
    /// `C2`, `C4`, `C6` or `C10`.
    pub speed_class: Option<String>,
    /// `U1` or `U3`.
    pub uhs_grade: Option<String>,
    /// `V6` to `V90`.
    pub video_class: Option<String>,
    /// `A1` or `A2`.
    pub application_class: Option<String>,
    /// Allocation unit of the speed class.
    pub allocation_unit_bytes: Option<u64>,
    /// Allocation unit of the UHS grade.
    pub uhs_allocation_unit_bytes: Option<u64>,
    /// Allocation unit of the video class.
    pub video_allocation_unit_bytes: Option<u64>,
    /// Allocation units that are erased in the time below.
    pub erase_unit_count: Option<u64>,
    /// Time to erase so many units, without the offset.
    pub erase_timeout_ns: Option<u64>,
    /// Time that every erasure takes at least.
    pub erase_offset_ns: Option<u64>,
    /// Commands that the card's queue holds; `None` without one.
    pub queue_depth: Option<u64>,
    /// Whether it has a cache.
    pub supports_cache: Option<bool>,
    /// Whether blocks can be discarded.
    pub supports_discard: Option<bool>,
    /// Whether the whole user area can be erased.
    pub supports_full_erase: Option<bool>,
}
