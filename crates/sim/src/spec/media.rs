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
    /// Quantiles as `["99.9%", "38.75us"]`, both columns ascending: linear between two points, constant outside. To
    /// keep a bound, give `0%` and `100%`.
    Quantiles(Vec<(Share, Time)>),
}

/// The storage of the data.
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
    /// Allocation unit (AU): the unit of erasing and mapping. A multiple of `page_size`.
    pub au_size: Size,
    /// Flash page: the unit of reading and programming.
    pub page_size: Size,
    /// AUs that can be written alternately without copying.
    pub open_aus: u32,
    /// The same if the writes inside an AU are not ascending; 0: every write that does not continue the last one
    /// closes the AU.
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
    /// The card's action when one AU too many is opened.
    #[serde(default)]
    pub when_too_many: TooManyAus,
    /// Rate of copying valid data when an AU is closed before it is completely written.
    pub copy_rate: Rate,
    /// Added to every such copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_time: Option<Time>,
    /// Erase time of an AU, paid when it is opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub erase_time: Option<Time>,
    /// Time to load the mapping of an AU that is not among the `map_aus` most recently used ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map_time: Option<Time>,
    /// AUs whose mapping is cached.
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
    /// Blocks beyond the capacity, which take turns with rewritten ones; the number of open AUs plus one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare_aus: Option<u32>,
    /// Program and erase cycles of a block's life; unlimited if left out. A drive whose blocks are worn out on
    /// average becomes read-only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endurance_cycles: Option<u32>,
    /// A part at the beginning that accepts writes in any order, for the file allocation table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fat: Option<FatSpec>,
    /// Time of a discard; not supported if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard_time: Option<Time>,
}

/// A card's action when one AU too many is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TooManyAus {
    /// It closes the least recently used one.
    #[default]
    CloseOldest,
    /// It closes all.
    CloseAll,
}

/// Time of a command of a size. Times between two sizes are interpolated; beyond the last one the slope of the last
/// two continues, or a single one scales in proportion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SizeTime {
    /// Bytes of the command.
    pub size: Size,
    /// Its time on the medium.
    pub time: Time,
}

/// A part at the beginning that accepts writes in any order.
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
    /// Indirection unit: the unit of the mapping table. A smaller write is a read-modify-write.
    pub unit: Size,
    /// Flash page of one plane. A multiple of `unit`.
    pub page_size: Size,
    /// Planes that a die reads or programs together.
    pub planes: u32,
    /// Dies that work in parallel.
    pub dies: u32,
    /// Pages in an erase block of one plane.
    pub block_pages: u32,
    /// Space beyond the capacity, as a share of the capacity; the reserve for moving data is added to it.
    pub over_provisioning: Share,
    /// Time to read a page.
    pub read_time: Time,
    /// Time to program a page in all planes of a die.
    pub program_time: Time,
    /// Time to erase a block in all planes of a die.
    pub erase_time: Time,
    /// Time after which a read interrupts a program or an erase; it waits for the end if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspend_time: Option<Time>,
    /// The order of a die's work.
    #[serde(default, skip_serializing_if = "DieOrder::is_arrival")]
    pub die_order: DieOrder,
    /// Distribution of garbage collection over host writes.
    #[serde(default)]
    pub collection: Collection,
    /// Idle time after which garbage is collected; only when space runs out if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_delay: Option<Time>,
    /// Share of the over-provisioned space that idle collection keeps free.
    #[serde(default = "default_idle_share")]
    pub idle_share: Share,
    /// Time of a discard; not supported if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard_time: Option<Time>,
    /// Pseudo-SLC cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slc: Option<SlcSpec>,
    /// Program and erase cycles of a block's life; unlimited if left out. A drive whose blocks are worn out on
    /// average becomes read-only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endurance_cycles: Option<u32>,
}

const fn default_idle_share() -> Share {
    Share::from_ppm(500_000)
}

/// The order in which a die executes its queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DieOrder {
    /// In order of arrival.
    #[default]
    Arrival,
    /// Reads before waiting programs, and each as soon as the die is free: a later command may complete before an
    /// earlier one.
    ReadsFirst,
}

impl DieOrder {
    const fn is_arrival(&self) -> bool {
        matches!(self, Self::Arrival)
    }
}

/// Distribution of garbage collection over host writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Collection {
    /// Every host write pays its part of the next collection.
    #[default]
    Smooth,
    /// The host write that finds no space waits for a complete collection.
    Burst,
}

/// A part of the flash that is written with one bit per cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlcSpec {
    /// Bits per cell of the rest: 2 MLC, 3 TLC, 4 QLC.
    pub cell_bits: u32,
    /// Bytes of its own, in addition to the capacity.
    #[serde(default = "Size::zero")]
    pub fixed: Size,
    /// Share of the free space that it may use in addition; shrinks as the drive fills.
    #[serde(default = "no_share")]
    pub dynamic: Share,
    /// Time to program an SLC page in all planes of a die.
    pub program_time: Time,
    /// Time to read an SLC page.
    pub read_time: Time,
    /// Handling of writes when it is full.
    pub when_full: WhenFull,
    /// Idle time after which it is emptied; never if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_delay: Option<Time>,
    /// The order in which it is emptied. With it, the cache knows its data, and reads of that take `read_time`; if
    /// left out, it only counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evicts: Option<Eviction>,
}

/// Orders for emptying a cache that knows its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Eviction {
    /// The oldest data leaves first, and frees its space at once.
    OldestFirst,
    /// When idle, all of it is folded, and its space is free only after that, however often it is interrupted. During
    /// writes the oldest data leaves first.
    AllWhenIdle,
}

const fn no_share() -> Share {
    Share::from_ppm(0)
}

/// Handling of writes when the SLC cache is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhenFull {
    /// They bypass it; it is folded only when no other space is left.
    Bypass,
    /// They go through it: for each of them the same amount is folded.
    Fold,
}
