//! A drive as data: the contents of `sim:file.toml`.
//!
//! Knows every part of the model, its unit and the meaning of leaving it out; knows nothing of how the model executes
//! the parts. The published JSON Schema is made from these types, so their comments are the user's reference. All
//! quantities are text with a unit.

mod faults;
mod media;
mod zones;

use iogram_model::Bytes;
use iogram_model::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::faults::{
    BadRangeSpec, CounterfeitSpec, Defect, FakeScheme, FaultEvent, FaultSpec, MissingReads,
    StallSpec, Trigger,
};
pub use self::media::{
    BlockMediaSpec, Collection, DieOrder, Eviction, FatSpec, Latency, LatencyMediaSpec,
    MediaSpec, PageMediaSpec, SizeTime, SlcSpec, TooManyAus, WhenFull,
};
pub use self::zones::ZonesSpec;
use crate::controller::ControllerSpec;
use crate::disturbance::DisturbanceSpec;
use crate::quantity::{Rate, Share, Size, Time};

/// One simulated drive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimSpec {
    /// Short name without spaces, as in `sim:NAME`.
    pub name: String,
    /// One line for lists.
    pub title: String,
    /// Source of the figures; figures chosen by hand are called arbitrary.
    pub source: String,
    /// Its connection.
    pub drive: DriveKind,
    /// Announced capacity in bytes.
    pub capacity: Size,
    /// Smallest addressable unit. 1 byte describes a file system above the drive.
    #[serde(default = "default_logical_block_size")]
    pub logical_block_size: Size,
    /// Announced smallest unit that it writes without read-modify-write; unknown if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub physical_block_size: Option<Size>,
    /// Its identification.
    #[serde(default)]
    pub identity: IdentitySpec,
    /// The way between host and controller.
    #[serde(default)]
    pub link: LinkSpec,
    /// Volatile write cache; every write waits for the medium if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache: Option<CacheSpec>,
    /// The medium.
    pub media: MediaSpec,
    /// Zones that accept writes only at their write pointers; without zones if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<ZonesSpec>,
    /// Heat and throttling; it stays cool if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thermal: Option<ThermalSpec>,
    /// Its health reports. If left out, those of its kind: NVMe reports its temperature, throttling, media errors,
    /// host writes and wear, SATA its temperature, others nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<HealthSpec>,
    /// Latency added to every command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise: Option<Latency>,
    /// The computer in front of it, if figures of the description were measured through a file system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<HostSpec>,
    /// Disturbances of commands on their way; none if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disturbance: Option<DisturbanceSpec>,
    /// Effects of its controller, or of the bridge before it, apart from the flash; none if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<ControllerSpec>,
    /// Rare long stalls of the whole drive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stalls: Vec<StallSpec>,
    /// Rates that change from run to run, as recorded on a real drive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<DriftSpec>,
    /// Less capacity than announced; genuine if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterfeit: Option<CounterfeitSpec>,
    /// Ranges that cannot be read or written, or that do not keep their data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bad_ranges: Vec<BadRangeSpec>,
    /// Ranges whose flash is slower: worn blocks, other cells, reads that succeed after retries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weak_ranges: Vec<WeakRangeSpec>,
    /// Ranges with old data: reads of them are slower until they are rewritten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aged_ranges: Vec<WeakRangeSpec>,
    /// Faults that happen at some point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultSpec>,
}

const fn default_logical_block_size() -> Size {
    Size(Bytes(512))
}

/// Connections of a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DriveKind {
    /// An SD card in a card slot.
    Sd,
    /// A soldered MMC.
    Emmc,
    /// A stick or a card reader.
    Usb,
    /// An SSD on SATA.
    Sata,
    /// An SSD on PCI Express.
    Nvme,
}

impl DriveKind {
    /// The name in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sd => "SD",
            Self::Emmc => "eMMC",
            Self::Usb => "USB",
            Self::Sata => "SATA",
            Self::Nvme => "NVMe",
        }
    }

    /// Whether a single write can be forced to the medium; if not, Linux sends a flush after it.
    ///
    /// Source: the NVMe command set specification 1.0, section 3.2.6 (each drive has the bit); Linux,
    /// `drivers/mmc/core/block.c` (the reliable writes of MMCs alone), `drivers/ata/libata-core.c` (`libata.fua` is
    /// off) and `Documentation/block/writeback_cache_control.rst`. Most bridges of sticks report that they have none.
    #[must_use]
    pub const fn has_fua(self) -> bool {
        matches!(self, Self::Emmc | Self::Nvme)
    }
}

/// A drive's identification.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IdentitySpec {
    /// Vendor and model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Serial number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial: Option<String>,
    /// Firmware revision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub firmware: Option<String>,
    /// Announced size that writes should have at least, such as the preferred write granularity of NVMe drives; none
    /// if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preferred_write: Option<Size>,
    /// Marks of an SD card as its registers claim them, true or not: `C10`, `U3`, `V30`, `A2`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

/// The way between host and controller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkSpec {
    /// Payload rate, shared by all commands; unlimited if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<Rate>,
    /// Whether reads and writes share the rate, as on SD, USB 2 and SATA.
    #[serde(default)]
    pub is_half_duplex: bool,
    /// Time of every command in addition to its data; commands in flight overlap in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command_overhead: Option<Time>,
    /// Time of the controller for every command, one after the other: its inverse is the highest rate of commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller_time: Option<Time>,
    /// Commands that the drive accepts before one has completed. SD and USB bulk-only accept one.
    #[serde(default = "default_in_flight")]
    pub in_flight: u32,
}

const fn default_in_flight() -> u32 {
    1
}

impl Default for LinkSpec {
    fn default() -> Self {
        Self {
            rate: None,
            is_half_duplex: false,
            command_overhead: None,
            controller_time: None,
            in_flight: default_in_flight(),
        }
    }
}

/// The computer in front of a drive, as far as the published figures of the drive contain it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostSpec {
    /// Time of a call that writes into the page cache. It includes copying, unless that alone takes longer.
    pub write_time: Latency,
}

/// A write cache that loses its contents without power, unless protected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CacheSpec {
    /// Bytes that it accepts before writes wait for the medium.
    pub size: Size,
    /// From the end of the transfer to the completion of a cached write.
    pub write_time: Time,
    /// Added to every flush, and to every forced write, after the data is on the medium.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush_time: Option<Latency>,
    /// Whether capacitors preserve the cache's contents: then a flush waits for nothing.
    #[serde(default)]
    pub is_protected: bool,
}

/// Heat, by Newton's law of cooling, and the drive's reaction to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ThermalSpec {
    /// Temperature around the drive.
    pub ambient_celsius: i32,
    /// Rise above ambient after a long time at `reference_rate`, in degrees.
    pub rise_celsius: i32,
    /// See `rise_celsius`; reads and writes count alike.
    pub reference_rate: Rate,
    /// Temperature at its start, as after other work; the same as `ambient_celsius` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_celsius: Option<i32>,
    /// Time constant: after it, 63 % of a change has happened.
    pub time_constant: Time,
    /// Time constant with which the reported temperature follows the real one; no delay if left out. The drive
    /// throttles by its real temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sensor_delay: Option<Time>,
    /// Throttle steps, in ascending order of temperature.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<ThrottleStep>,
}

/// A drive's health reports.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HealthSpec {
    /// The items that it reports; none if empty.
    pub tells: Vec<HealthItem>,
    /// Temperature at which it starts to warn; no warning if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning_celsius: Option<i32>,
}

/// An item of a drive's health reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HealthItem {
    /// Its temperature; needs `thermal`.
    Temperature,
    /// Count and duration of its throttling; needs `thermal`.
    Throttling,
    /// Bytes written by hosts.
    Written,
    /// Bytes written to its flash; needs a medium with inner structure.
    FlashWritten,
    /// Used share of its endurance; needs `endurance_cycles`.
    LifeUsed,
    /// Commands that failed because of the medium.
    MediaErrors,
}

/// One step of throttling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ThrottleStep {
    /// Temperature at which it begins.
    pub at_celsius: i32,
    /// Temperature at which it ends.
    pub until_celsius: i32,
    /// Remaining speed.
    pub speed: Share,
}

/// A range in which the times of the medium are divided by `speed`; the start of a command decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeakRangeSpec {
    /// Its first byte.
    pub start: Size,
    /// Its length.
    pub size: Size,
    /// Remaining share of the full speed.
    pub speed: Share,
}

/// Rates that change from run to run: the times of the medium are divided by each share in turn, for `period` bytes
/// each, and again from the first after the last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DriftSpec {
    /// Bytes moved with each share; reads and writes are counted separately.
    pub period: Size,
    /// Speeds of reads; always full speed if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<Share>,
    /// Speeds of writes; always full speed if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub write: Vec<Share>,
}

impl SimSpec {
    /// A fingerprint of the whole description: equal for texts that describe the same drive.
    ///
    /// # Panics
    ///
    /// Never: a description is plain JSON.
    #[must_use]
    pub fn digest(&self) -> String {
        // FNV-1a, 64 bits; fields are in the order of the structure, whatever their order in the text.
        const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let text = serde_json::to_string(self).expect("a description is plain JSON");
        let hash = text
            .bytes()
            .fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
        format!("{hash:016x}")
    }
}
