//! The medium of a drive as data: its times, its units, its SLC cache.

use iogram_model::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::quantity::{Rate, Share, Size, Time};

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
    /// In which order a die takes its work.
    #[serde(default, skip_serializing_if = "DieOrder::is_arrival")]
    pub die_order: DieOrder,
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

/// In which order a die takes the work of its queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DieOrder {
    /// As it arrived.
    #[default]
    Arrival,
    /// Reads before the programs that wait, and each as early as the die is free: a later command may complete
    /// before an earlier one.
    ReadsFirst,
}

impl DieOrder {
    const fn is_arrival(&self) -> bool {
        matches!(self, Self::Arrival)
    }
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
    #[serde(default = "Size::zero")]
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
    /// It knows which data it holds: reads of them take `read_time`. This is in which order it is emptied. If left out,
    /// it only counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evicts: Option<Eviction>,
}

/// In which order a cache that knows its data is emptied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Eviction {
    /// What came first leaves first, and its room is free at once.
    OldestFirst,
    /// In idle all of it is folded, and none of its room is free before that is done, however often it is
    /// interrupted. While writes go on, what came first leaves first.
    AllWhenIdle,
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
