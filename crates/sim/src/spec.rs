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
    /// Where the figures come from; figures chosen by hand are called arbitrary.
    pub source: String,
    /// How it is connected.
    pub drive: DriveKind,
    /// Bytes that it says it has.
    pub capacity: Size,
    /// Smallest addressable unit. 1 byte describes a file system above the drive.
    #[serde(default = "default_logical_block_size")]
    pub logical_block_size: Size,
    /// Smallest unit that it says it writes without read-modify-write; unknown if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub physical_block_size: Option<Size>,
    /// What it answers when asked who it is.
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
    /// Zones that are written at their write pointers alone; it is written anywhere if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<ZonesSpec>,
    /// Heat and throttling; it stays cool if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thermal: Option<ThermalSpec>,
    /// What it tells of its own state. If left out, what drives of its kind tell: NVMe its temperature,
    /// throttling, media errors, what hosts wrote and how worn it is, SATA its temperature, others nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<HealthSpec>,
    /// Latency added to every command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise: Option<Latency>,
    /// The computer before it, where figures of the description were measured through a file system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<HostSpec>,
    /// What disturbs commands on their way; nothing if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disturbance: Option<DisturbanceSpec>,
    /// What its controller, or the bridge before it, does beside the flash; nothing of it if left out.
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
    /// Ranges whose data are old: reads of them are slower until they are written again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aged_ranges: Vec<WeakRangeSpec>,
    /// What goes wrong at some point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultSpec>,
}

const fn default_logical_block_size() -> Size {
    Size(Bytes(512))
}

/// How a drive is connected.
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

/// What a drive answers when asked who it is.
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
    /// Size that it says writes should have at least, as NVMe drives do with their preferred write
    /// granularity; it says nothing if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preferred_write: Option<Size>,
    /// Marks of an SD card as its registers claim them: `C10`, `U3`, `V30`, `A2`. True or not.
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
    /// Time that every command takes beside its data; commands in flight do not wait for each other's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command_overhead: Option<Time>,
    /// Time that the controller works on every command, one after the other: its inverse is the
    /// highest rate of commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller_time: Option<Time>,
    /// Commands that the drive accepts before one has completed. SD and USB bulk-only take one.
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

/// The computer before a drive, as far as the published figures of the drive contain it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostSpec {
    /// Time of a call that writes into the page cache. What copying costs is part of it, unless that alone takes
    /// longer.
    pub write_time: Latency,
}

/// A write cache that loses its contents with the power, unless protected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CacheSpec {
    /// Bytes that are accepted before writes wait for the medium.
    pub size: Size,
    /// From the end of the transfer to the completion of a cached write.
    pub write_time: Time,
    /// Added to every flush, and to every forced write, after the data is on the medium.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush_time: Option<Latency>,
    /// Whether capacitors keep the cache's contents: a flush then waits for nothing.
    #[serde(default)]
    pub is_protected: bool,
}

/// Heat, by Newton's law of cooling, and what the drive does about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ThermalSpec {
    /// Around the drive.
    pub ambient_celsius: i32,
    /// Above ambient after a long time of moving `reference_rate`, in degrees.
    pub rise_celsius: i32,
    /// See `rise_celsius`; reads and writes count alike.
    pub reference_rate: Rate,
    /// When it begins, as after other work; the same as `ambient_celsius` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_celsius: Option<i32>,
    /// Time constant: after it, 63 % of a change has happened.
    pub time_constant: Time,
    /// What it tells of its temperature follows it with this time constant; without delay if left out. It throttles by
    /// its temperature, not by what it tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sensor_delay: Option<Time>,
    /// Throttle steps, hotter ones later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<ThrottleStep>,
}

/// What a drive tells of its own state.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HealthSpec {
    /// What it can be asked for; nothing if empty.
    pub tells: Vec<HealthItem>,
    /// Temperature from which on it warns; it says none if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning_celsius: Option<i32>,
}

/// One thing that a drive can tell of its own state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HealthItem {
    /// Its temperature; needs `thermal`.
    Temperature,
    /// How often and how long it throttled; needs `thermal`.
    Throttling,
    /// Bytes that hosts wrote.
    Written,
    /// Bytes that its flash was written; needs a medium with inner structure.
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
    /// It begins at this temperature.
    pub at_celsius: i32,
    /// It ends at this one.
    pub until_celsius: i32,
    /// Speed that is left.
    pub speed: Share,
}

/// A range in which the times of the medium are divided by `speed`, by where a command begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeakRangeSpec {
    /// Its first byte.
    pub start: Size,
    /// Its length.
    pub size: Size,
    /// The share of the full speed that is left there.
    pub speed: Share,
}

/// Rates that change from run to run: the times of the medium are divided by each share in turn, for
/// as many bytes as `period` says, again from the first after the last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DriftSpec {
    /// Bytes moved with each share; reads and writes are counted apart.
    pub period: Size,
    /// Speeds of reads; always the full one if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<Share>,
    /// Speeds of writes; always the full one if empty.
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
