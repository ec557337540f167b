//! A drive as data: what `sim:file.toml` contains.
//!
//! Knows every part of the model, its unit and what leaving it out means; knows nothing of how the
//! parts are played. The published JSON Schema is made from these types, so their comments are the
//! user's reference. All quantities are text with a unit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// What goes wrong at some point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultSpec>,
}

const fn default_logical_block_size() -> Size {
    Size(iogram_model::Bytes(512))
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
    /// Added to every flush, and to every write with force unit access, after the data is on the medium.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush_time: Option<Latency>,
    /// Whether capacitors keep the cache's contents: a flush then waits for nothing.
    #[serde(default)]
    pub is_protected: bool,
}

/// A time, or a distribution of times.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Latency {
    /// Always the same.
    Constant(Time),
    /// Quantiles as `["99.9%", "38.75us"]`, both columns ascending: linear between two points, constant
    /// outside. To keep a bound, give `0%` and `100%`.
    Quantiles(Vec<(Share, Time)>),
}

/// What stores the data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MediaSpec {
    /// No inner structure: every command takes its time, whatever came before.
    Latency(LatencyMediaSpec),
    /// Mapped by allocation units, as in most cards and sticks.
    Block(BlockMediaSpec),
    /// Mapped by pages, as in SSDs.
    Page(PageMediaSpec),
}

/// A medium without inner structure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LatencyMediaSpec {
    /// Time of a read, before its transfer.
    pub read: Latency,
    /// Time of a write, after its transfer.
    pub write: Latency,
    /// Time of a flush; none if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush: Option<Latency>,
    /// Time of a discard; not supported if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<Latency>,
}

/// A medium that is mapped by allocation units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockMediaSpec {
    /// Allocation unit (AU): what is erased and mapped as one. A multiple of `page_size`.
    pub au_size: Size,
    /// Flash page: what is read and programmed as one.
    pub page_size: Size,
    /// AUs that can be written alternately without copying.
    pub open_aus: u32,
    /// The same when the writes inside an AU are not ascending; 0: every write that does not continue
    /// the last one closes the AU.
    pub open_aus_random: u32,
    /// Time of a read by size.
    pub read: Vec<SizeTime>,
    /// Time of a write that continues a sequence of AUs, by size.
    pub write: Vec<SizeTime>,
    /// Time of a write in an AU that was not opened as the successor of the last one; as `write` if
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_stray: Option<Vec<SizeTime>>,
    /// Time of a write that is not ascending in its AU; as `write_stray` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_random: Option<Vec<SizeTime>>,
    /// What happens when one AU too many is opened.
    #[serde(default)]
    pub when_too_many: TooManyAus,
    /// Rate at which valid data is copied when an AU is closed before it was written in full.
    pub copy_rate: Rate,
    /// Added to every such copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_time: Option<Time>,
    /// Erase time of an AU, paid when it is opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub erase_time: Option<Time>,
    /// Time to load the mapping of an AU that is not among the `map_aus` last used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map_time: Option<Time>,
    /// AUs whose mapping is kept at hand.
    #[serde(default)]
    pub map_aus: u32,
    /// Added once to a read that straddles a page boundary without being aligned to pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_cross_time: Option<Time>,
    /// The same for a boundary between AUs; replaces `page_cross_time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub au_cross_time: Option<Time>,
    /// Zone: AUs whose mapping is one table. A multiple of `au_size`; no zones if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone_size: Option<Size>,
    /// The same for a boundary between zones; replaces both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone_cross_time: Option<Time>,
    /// Blocks beyond those that the capacity needs, which take turns with those that are rewritten; as many
    /// as can be open and one more if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare_aus: Option<u32>,
    /// Program and erase cycles until a block is worn out; without end if left out. A drive whose blocks
    /// are worn out on average turns read-only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endurance_cycles: Option<u32>,
    /// A part at the beginning that takes writes in any order, for the file allocation table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fat: Option<FatSpec>,
    /// Time of a discard; not supported if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard_time: Option<Time>,
}

/// What a card does when one AU too many is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TooManyAus {
    /// It closes the one used longest ago.
    #[default]
    CloseOldest,
    /// It closes all.
    CloseAll,
}

/// How long a command of a size takes. Between two sizes the time is interpolated; beyond the last one
/// it goes on with the slope of the last two, or in proportion if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SizeTime {
    /// Bytes of the command.
    pub size: Size,
    /// Its time on the medium.
    pub time: Time,
}

/// A part at the beginning that takes writes in any order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FatSpec {
    /// Its length, from address 0.
    pub size: Size,
    /// Time of a write by size.
    pub write: Vec<SizeTime>,
}

/// A medium that is mapped by pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageMediaSpec {
    /// Indirection unit: what the mapping table maps. A smaller write is a read-modify-write.
    pub unit: Size,
    /// Flash page of one plane. A multiple of `unit`.
    pub page_size: Size,
    /// Planes that a die reads or programs together.
    pub planes: u32,
    /// Dies that work in parallel.
    pub dies: u32,
    /// Pages in an erase block of one plane.
    pub block_pages: u32,
    /// Space beyond the capacity, as a share of the capacity; what the drive needs to move data at all
    /// is added to it.
    pub over_provisioning: Share,
    /// Time to read a page.
    pub read_time: Time,
    /// Time to program a page in all planes of a die.
    pub program_time: Time,
    /// Time to erase a block in all planes of a die.
    pub erase_time: Time,
    /// After this time a read interrupts a program or an erase; it waits for the end if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspend_time: Option<Time>,
    /// How garbage collection is spread over host writes.
    #[serde(default)]
    pub collection: Collection,
    /// Garbage is collected after this idle time; only when space runs out if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_delay: Option<Time>,
    /// Share of the over-provisioned space that collection in idle keeps free.
    #[serde(default = "default_idle_share")]
    pub idle_share: Share,
    /// Time of a discard; not supported if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard_time: Option<Time>,
    /// Pseudo-SLC cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slc: Option<SlcSpec>,
    /// Program and erase cycles until a block is worn out; without end if left out. A drive whose blocks
    /// are worn out on average turns read-only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endurance_cycles: Option<u32>,
}

const fn default_idle_share() -> Share {
    Share::from_ppm(500_000)
}

/// How garbage collection is spread over host writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Collection {
    /// Every host write pays its part of the next collection.
    #[default]
    Smooth,
    /// The host write that finds no space waits for all of it.
    Burst,
}

/// A part of the flash that is written with one bit per cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlcSpec {
    /// Bits per cell of the rest: 2 MLC, 3 TLC, 4 QLC.
    pub cell_bits: u32,
    /// Bytes of its own, beside the capacity.
    #[serde(default = "no_bytes")]
    pub fixed: Size,
    /// Share of the free space that may be used in addition; shrinks as the drive fills.
    #[serde(default = "no_share")]
    pub dynamic: Share,
    /// Time to program an SLC page in all planes of a die.
    pub program_time: Time,
    /// Time to read an SLC page.
    pub read_time: Time,
    /// What happens when it is full.
    pub when_full: WhenFull,
    /// It is emptied after this idle time; never if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_delay: Option<Time>,
}

const fn no_bytes() -> Size {
    Size(iogram_model::Bytes(0))
}

const fn no_share() -> Share {
    Share::from_ppm(0)
}

/// What happens to writes when the SLC cache is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhenFull {
    /// They go past it; it is folded only when no other space is left.
    Bypass,
    /// They go through it: for each of them, as much is folded.
    Fold,
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

/// Rare long stalls of the whole drive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StallSpec {
    /// One in so many commands of the kinds below, on average.
    pub one_in: u64,
    /// Only commands up to this size; all if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_max: Option<Size>,
    /// Which commands can meet it.
    #[serde(default = "default_stall_kinds")]
    pub kinds: Vec<iogram_model::OpKind>,
    /// Shortest.
    pub min: Time,
    /// Longest; all lengths between are equally likely.
    pub max: Time,
}

fn default_stall_kinds() -> Vec<iogram_model::OpKind> {
    vec![iogram_model::OpKind::Write]
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

/// How a drive pretends to have more than it has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterfeitSpec {
    /// What is done with addresses that do not exist.
    pub scheme: FakeScheme,
    /// Bytes that it really has.
    pub capacity_real: Size,
    /// For `chain`: addresses repeat after this many bytes; `capacity_real` is less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrap: Option<Size>,
    /// The last writes to addresses that do not exist, kept for reading back.
    #[serde(default = "no_bytes")]
    pub hiding_cache: Size,
    /// What reads of lost data return.
    #[serde(default, skip_serializing_if = "MissingReads::is_blank")]
    pub missing: MissingReads,
    /// After so many bytes written it accepts writes and keeps none of them, wherever they go; never if left
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drops_after: Option<Size>,
}

/// What reads of data return that is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MissingReads {
    /// Zeroes, or what erased flash reads as.
    #[default]
    Blank,
    /// What is in the controller's buffer: the beginning of the last write.
    Stale,
}

impl MissingReads {
    const fn is_blank(&self) -> bool {
        matches!(self, Self::Blank)
    }
}

/// What a counterfeit does with addresses that do not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FakeScheme {
    /// Writes are accepted and lost; reads return zeroes.
    Limbo,
    /// They are other names of existing ones.
    Wraparound,
    /// Both: addresses repeat after `wrap`, and in each repetition what lies beyond the real capacity is
    /// lost.
    Chain,
}

/// A range with a defect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BadRangeSpec {
    /// First byte.
    pub start: Size,
    /// Its length.
    pub size: Size,
    /// What is wrong with it.
    pub defect: Defect,
    /// How long the drive tries before it reports an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_time: Option<Time>,
}

/// What is wrong with a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Defect {
    /// Reads fail.
    Unreadable,
    /// Writes fail.
    Unwritable,
    /// Reads succeed and return data with flipped bits.
    Rot,
    /// Reads succeed after the retry time, as of worn or long unrefreshed cells.
    Slow,
}

/// Something that happens once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultSpec {
    /// When.
    pub after: Trigger,
    /// What.
    pub event: FaultEvent,
}

/// When a fault happens: the first command that finds it true meets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Trigger {
    /// After so much time.
    Time(Time),
    /// After so many bytes written.
    Written(Size),
    /// After so many commands.
    Commands(u64),
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FaultEvent {
    /// Every command fails from now on.
    Vanish,
    /// It vanishes, and after this time answers as a blank drive with another serial number.
    ReturnAsAnother {
        /// How long it is gone.
        after: Time,
        /// Its new serial number.
        serial: String,
    },
    /// Nothing completes for this time.
    Stall(Time),
    /// Every write fails from now on.
    ReadOnly,
    /// The power fails and is back after this time: commands in flight and unprotected cache are lost.
    PowerLoss(Time),
}

impl SimSpec {
    /// A fingerprint of the whole description: equal for texts that describe the same drive.
    ///
    /// # Panics
    ///
    /// Never: a description is plain JSON.
    #[must_use]
    pub fn digest(&self) -> String {
        // FNV-1a, 64 bits; fields are in the order of the structure, whatever the order in the text.
        const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let text = serde_json::to_string(self).expect("a description is plain JSON");
        let hash = text
            .bytes()
            .fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
        format!("{hash:016x}")
    }
}
