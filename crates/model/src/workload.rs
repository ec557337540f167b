//! The [`Workload`] of a cell, with the grammar that the command line, method files and records share. Every type
//! here is written and parsed as the same short text.

mod access;
mod again;
mod application;
mod beside;
mod blocks;
mod certainty;
mod data;
mod flow;
mod pacing;
mod pattern;
mod rate_floor;
mod region;
mod replay;
mod segments;
mod stretches;
mod until_steady;
mod write_pointers;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use self::access::{Access, Zone};
pub use self::again::Again;
pub use self::application::{
    Application, FileWork, Files, Journal, SqlTable, Sqlite, Synchronous,
};
pub use self::beside::SideLoad;
pub use self::blocks::Blocks;
pub use self::certainty::Certainty;
pub use self::data::{DataPattern, FewBytes};
pub use self::flow::Flow;
pub use self::pacing::{Arrivals, Pacing, PauseRule};
pub use self::pattern::Pattern;
pub use self::rate_floor::{Floor, RateFloor};
pub use self::region::{Offset, Region};
pub use self::replay::{
    Places, RecordedLoad, RecordedProgram, Replay, ReplayHow, SeenFrom, Timing,
};
pub use self::segments::Segments;
pub use self::stretches::{StretchOrder, Stretches};
pub use self::until_steady::{SteadyBy, SteadyLimit, UntilSteady};
pub use self::write_pointers::{EarlyReset, WritePointers, ZoneOrder};
use crate::text::ParseError;
use crate::units::{Bytes, Nanos, Permille};
use crate::{sentence, text};

/// The requested workload of one cell. The cell's record has its results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, crate::JsonSchema)]
pub struct Workload {
    /// The access pattern.
    #[schemars(with = "String")]
    pub access: Access,
    /// Shares of reads, writes, discards and flushes among the requests.
    pub mix: OpMix,
    /// Block sizes and their weights.
    #[schemars(with = "String")]
    pub block: Blocks,
    /// Queue depth of each job: requests kept outstanding by one submitter. At least 1.
    pub depth: u32,
    /// Number of jobs. At least 1.
    pub jobs: u32,
    /// Whether the jobs share the region or each has a slice of it.
    pub layout: JobLayout,
    /// The part of the target that the cell uses (the working set).
    #[schemars(with = "String")]
    pub region: Region,
    /// The limits that end the cell.
    pub stop: Stop,
    /// Time at the start whose completions all statistics exclude.
    #[serde(rename = "ramp_ns")]
    #[schemars(with = "u64")]
    pub ramp: Nanos,
    /// When written data becomes durable.
    #[schemars(with = "String")]
    pub sync: SyncPolicy,
    /// The call that makes it durable.
    pub sync_call: SyncCall,
    /// Whether the page cache is used.
    pub caching: Caching,
    /// Closed loop or open loop.
    #[schemars(with = "String")]
    pub pacing: Pacing,
    /// The written data: random bytes, zeros, compressible bytes, an image, bytes derived from their place, or a few
    /// repeated bytes. With the last two, a cell that only reads compares the data.
    #[schemars(with = "String")]
    pub data: DataPattern,
    /// Seed of every random choice of the cell.
    pub seed: u64,
    /// The program whose operations are the requests; absent if requests go directly to the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub application: Option<Application>,
    /// The trace that provides the requests; absent if the other fields do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
    /// Further requests at the places of earlier ones; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub again: Option<Again>,
    /// The proportion that its requests keep with those of other loads of the cell; absent if they wait for no
    /// others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub flow: Option<Flow>,
    /// Concurrent loads; may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<SideLoad>,
}

impl Default for Workload {
    /// 4 KiB random reads at queue depth 1 over the whole target for 10 s, direct, closed loop.
    fn default() -> Self {
        Self {
            access: Access::Random,
            mix: OpMix::default(),
            block: Blocks::one(Bytes(4096)),
            depth: 1,
            jobs: 1,
            layout: JobLayout::Shared,
            region: Region::default(),
            stop: Stop { time: Some(Nanos(10 * Nanos::SECOND.0)), ..Stop::default() },
            ramp: Nanos(0),
            sync: SyncPolicy::None,
            sync_call: SyncCall::Fdatasync,
            caching: Caching::Direct,
            pacing: Pacing::Closed,
            data: DataPattern::Random,
            seed: 0,
            application: None,
            replay: None,
            again: None,
            flow: None,
            beside: Vec::new(),
        }
    }
}

impl Workload {
    /// Whether any request of this cell, including its concurrent loads, can change stored data.
    #[must_use]
    pub fn writes(&self) -> bool {
        let is_changing = self.mix.write().0 > 0 || self.mix.discard.0 > 0;
        is_changing || self.beside.iter().any(|load| load.workload.writes())
    }

    /// Whether its requests are generated, not a program's or a trace's.
    #[must_use]
    pub const fn is_synthetic(&self) -> bool {
        self.application.is_none() && self.replay.is_none()
    }

    /// Whether it compares the data of its reads with the expected data.
    #[must_use]
    pub fn compares(&self) -> bool {
        let is_reading = self.mix.read.0 > 0 && !self.writes() || self.reads_again();
        is_reading && self.is_synthetic() && self.data.is_known_by_place()
    }

    /// Whether it reads its own writes back in the same cell.
    #[must_use]
    pub const fn reads_again(&self) -> bool {
        matches!(self.again, Some(Again::Read { .. }))
    }

    /// Whether its result is a time: a database that works through its operations or whose recording is replayed, or
    /// a computer that boots. Bytes per second are meaningless for them.
    #[must_use]
    pub fn is_told_by_time(&self) -> bool {
        let recorded = self.replay.as_ref().and_then(|replay| replay.program);
        let program = self.application.or(recorded.map(|program| program.application));
        matches!(program, Some(Application::Sqlite(_) | Application::Boot))
    }

    /// Whether a schedule, not a completion, starts requests: then latency counts from the due time.
    #[must_use]
    pub fn is_open_loop(&self) -> bool {
        let is_timed = self.replay.as_ref().is_some_and(|it| it.how.is_open_loop());
        is_timed || matches!(self.pacing, Pacing::Open { .. })
    }

    /// Outstanding requests of all jobs together.
    #[must_use]
    pub const fn outstanding_count(&self) -> u64 {
        (self.depth as u64).saturating_mul(self.jobs as u64)
    }

    /// Whether requests of this kind can occur.
    #[must_use]
    pub fn has(&self, kind: OpKind) -> bool {
        match kind {
            OpKind::Read => self.mix.read.0 > 0 || self.reads_again(),
            OpKind::Write => self.mix.write().0 > 0 || self.again == Some(Again::Write),
            OpKind::Flush => self.mix.flush.0 > 0 || self.sync != SyncPolicy::None,
            OpKind::Discard => self.mix.discard.0 > 0 || self.resets_zones(),
        }
    }

    /// Whether it resets zones, because it writes or discards them.
    #[must_use]
    pub fn resets_zones(&self) -> bool {
        let is_changing = self.mix.write().0 > 0 || self.mix.discard.0 > 0;
        is_changing && self.access.follows_write_pointers()
    }
}

/// A kind of operation; each has its own histogram.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    crate::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum OpKind {
    /// Reads data from the target.
    Read,
    /// Writes data to the target.
    Write,
    /// Makes earlier writes durable.
    Flush,
    /// Declares that blocks hold no data.
    Discard,
}

impl OpKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Read, Self::Write, Self::Flush, Self::Discard];

    /// The name in records and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Flush => "flush",
            Self::Discard => "discard",
        }
    }
}

/// Shares of the operations among a cell's requests; the rest are writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, crate::JsonSchema)]
pub struct OpMix {
    /// Share of reads (the read share).
    #[serde(rename = "read_permille")]
    #[schemars(with = "u16")]
    pub read: Permille,
    /// Share of discards among the requests, in thousandths.
    #[serde(rename = "discard_permille")]
    #[schemars(with = "u16")]
    pub discard: Permille,
    /// Share of flushes as separate requests, in addition to those of the [`SyncPolicy`].
    #[serde(rename = "flush_permille")]
    #[schemars(with = "u16")]
    pub flush: Permille,
}

impl Default for OpMix {
    fn default() -> Self {
        Self { read: Permille::ALL, discard: Permille(0), flush: Permille(0) }
    }
}

impl OpMix {
    /// Share of writes: the rest after reads, discards and flushes.
    #[must_use]
    pub fn write(self) -> Permille {
        Permille(1000_u16.saturating_sub(
            self.read.0.saturating_add(self.discard.0).saturating_add(self.flush.0),
        ))
    }

    /// Whether the shares add up to at most the whole.
    #[must_use]
    pub fn is_valid(self) -> bool {
        u32::from(self.read.0)
            .saturating_add(u32::from(self.discard.0))
            .saturating_add(u32::from(self.flush.0))
            <= 1000
    }
}

/// Whether jobs share the region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, crate::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JobLayout {
    /// Every job works on the whole region; sequential jobs start at equal distances in it.
    Shared,
    /// Each job has an equal contiguous slice of the region.
    Sliced,
    /// Every job works on the whole region; sequential jobs all start at its beginning, and each has a separate
    /// random order.
    Alike,
}

impl JobLayout {
    /// Its published name in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shared => "shared",
            Self::Sliced => "sliced",
            Self::Alike => "alike",
        }
    }
}

/// When a cell ends: at the first limit that it reaches. `None` means no limit of that kind.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, crate::JsonSchema,
)]
pub struct Stop {
    /// Measured time, after the ramp.
    #[serde(rename = "time_ns", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub time: Option<Nanos>,
    /// Bytes of all jobs together; the last request never exceeds it.
    #[serde(rename = "amount_bytes", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub amount: Option<Bytes>,
    /// The amount as a multiple of the region; absent if it was given in bytes or not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass_count: Option<u32>,
    /// Requests of all jobs together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Ends the cell before the other limits once its rate is known this precisely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certain: Option<Certainty>,
    /// Ends the cell before the other limits once a figure is this steady.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub steady: Option<UntilSteady>,
    /// Ends the cell before the other limits once a rate falls below this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub floor: Option<RateFloor>,
    /// Whether the end of this load also ends the concurrent loads.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends_others: bool,
}

impl Stop {
    /// Whether no limit is certain to end it: a rate may never become precise, steady or too low.
    #[must_use]
    pub const fn is_endless(&self) -> bool {
        self.time.is_none()
            && self.amount.is_none()
            && self.pass_count.is_none()
            && self.count.is_none()
    }
}

/// When written data becomes durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SyncPolicy {
    /// Never.
    None,
    /// A flush after every write; the next request of that slot waits for it.
    Each,
    /// A flush after this many writes of a job. At least 1.
    Every(u32),
    /// One flush after the last request, within the measured time.
    End,
    /// Every write is itself durable when it completes (`RWF_DSYNC`).
    Dsync,
}

impl fmt::Display for SyncPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Each => f.write_str("each"),
            Self::Every(count) => write!(f, "every={count}"),
            Self::End => f.write_str("end"),
            Self::Dsync => f.write_str("dsync"),
        }
    }
}

impl FromStr for SyncPolicy {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.trim() {
            "none" => Ok(Self::None),
            "each" => Ok(Self::Each),
            "end" => Ok(Self::End),
            "dsync" => Ok(Self::Dsync),
            other => other
                .strip_prefix("every=")
                .and_then(|count| count.parse().ok().filter(|&count| count > 0))
                .map(Self::Every)
                .ok_or_else(|| {
                    let message = sentence!("model-not-sync-policy", text);
                    ParseError::new(message, text!("model-use-none-each-every-n-end"))
                }),
        }
    }
}

/// The call that makes data durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, crate::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SyncCall {
    /// Data, and only the metadata needed to read it back.
    Fdatasync,
    /// Data and all metadata.
    Fsync,
}

impl SyncCall {
    /// Its published name in records: that of the system call.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fdatasync => "fdatasync",
            Self::Fsync => "fsync",
        }
    }
}

/// Whether the page cache is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, crate::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Caching {
    /// `O_DIRECT`.
    Direct,
    /// Through the page cache.
    Buffered,
    /// Through the page cache, after dropping the target's pages before the cell.
    BufferedCold,
}

impl Caching {
    /// Its published name in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Buffered => "buffered",
            Self::BufferedCold => "buffered-cold",
        }
    }
}

macro_rules! text_form {
    ($($name:ident),*) => {$(
        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.to_string()
            }
        }
        impl TryFrom<String> for $name {
            type Error = ParseError;
            fn try_from(text: String) -> Result<Self, ParseError> {
                text.parse()
            }
        }
    )*};
}
text_form!(
    Access,
    Again,
    Application,
    Blocks,
    Region,
    ReplayHow,
    SyncPolicy,
    Pacing,
    DataPattern
);

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn round_trip<T: FromStr<Err = ParseError> + fmt::Display>(text: &str, expected: &str) {
        let shown = match text.parse::<T>() {
            Ok(value) => value.to_string(),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(shown, expected, "input {text:?}");
    }

    #[test]
    fn every_access_pattern_reads_what_it_writes() {
        round_trip::<Access>("seq", "seq");
        round_trip::<Access>("sequential", "seq");
        round_trip::<Access>("zoned", "zoned=50/5:30/15:20/80");
        round_trip::<Access>("zoned=90/10:10/90", "zoned=90/10:10/90");
        round_trip::<Access>("zoned=50/5:50/95,align=4KiB", "zoned=50/5:50/95,align=4KiB");
        round_trip::<Access>(
            "zoned=90/10:10/90,align=0",
            "error: \"zoned=90/10:10/90,align=0\" is not an access pattern",
        );
        round_trip::<Access>("zipf=0.9", "zipf=0.900");
        round_trip::<Access>("strided=1MiB", "strided=1MiB");
        round_trip::<Access>("zoned=90/10", "error: \"zoned=90/10\" is not an access pattern");
        round_trip::<Access>("strided=0", "error: \"strided=0\" is not an access pattern");
        round_trip::<Access>("zigzag", "error: \"zigzag\" is not an access pattern");
    }

    #[test]
    fn blocks_are_one_size_or_a_weighted_mix() {
        round_trip::<Blocks>("4KiB", "4KiB");
        round_trip::<Blocks>("4KiB:70,64KiB:30", "4KiB:70,64KiB:30");
        round_trip::<Blocks>("4KiB:0", "error: \"4KiB:0\" is not a block size");
        round_trip::<Blocks>("2GiB", "error: \"2GiB\" is not a block size");
        round_trip::<Blocks>("4k", "error: \"4k\" has the unknown unit \"k\"");
        let of_each = "4KiB:70,64KiB:30,write=16KiB,discard=1MiB";
        round_trip::<Blocks>(of_each, of_each);
        round_trip::<Blocks>("4KiB,write=8KiB:1,16KiB:1", "4KiB,write=8KiB:1,16KiB:1");
        round_trip::<Blocks>("4KiB,write=4KiB", "4KiB");
        for bad in ["write=8KiB", "4KiB,read=8KiB", "4KiB,write=8KiB,write=4KiB"] {
            let part = bad.rsplit(',').next().unwrap();
            round_trip::<Blocks>(bad, &format!("error: \"{part}\" is not a block size"));
        }
    }

    #[test]
    fn an_application_says_what_it_was_told() {
        round_trip::<Application>("sqlite", "sqlite,journal=delete,synchronous=full");
        round_trip::<Application>(
            "sqlite,table=pts,journal=wal,fill=9",
            "sqlite,journal=wal,synchronous=full,table=pts,fill=9",
        );
        round_trip::<Application>("files", "files,work=make");
        let copy = "files,work=copy,names=20,sync=each";
        round_trip::<Application>(copy, copy);
        for bad in ["oracle", "sqlite,journal=none", "sqlite,wal", "files,work=copy"] {
            let error = format!("error: \"{bad}\" is no application");
            round_trip::<Application>(bad, &error);
        }
    }

    #[test]
    fn regions_run_forwards() {
        round_trip::<Region>("0..25%", "0..25%");
        round_trip::<Region>("8GiB..75%", "8GiB..75%");
        round_trip::<Region>("1GiB..", "1GiB..100%");
        round_trip::<Region>("50%..25%", "error: \"50%..25%\" is not a region");
        round_trip::<Region>("0..75%,8GiB", "0..75%,8GiB/2048");
        round_trip::<Region>("0..75%,8GiB/512", "0..75%,8GiB/512");
        round_trip::<Region>("0..75%,all", "0..75%");
        round_trip::<Region>("0..75%,8GiB/0", "error: \"8GiB/0\" is no amount in segments");
        round_trip::<Region>("0..75%,1000B/3", "error: \"1000B/3\" is no amount in segments");
        round_trip::<Region>("25%", "error: \"25%\" is not a region");
    }

    #[test]
    fn rates_and_sync_read_what_they_write() {
        round_trip::<Pacing>("500/s", "500/s");
        round_trip::<Pacing>("0.5/s,poisson", "0.5/s,poisson");
        round_trip::<Pacing>("500", "error: \"500\" is not a rate");
        round_trip::<Pacing>("pause=500us", "pause=500us");
        round_trip::<Pacing>("pause=1ms/8", "pause=1ms/8");
        round_trip::<Pacing>("pause=1ms/0", "error: \"pause=1ms/0\" is not a rate");
        round_trip::<Pacing>("pause=0s", "error: \"pause=0s\" is not a rate");
        for both in ["500/s,pause=1ms/8", "0.5/s,poisson,pause=500us", "9/s,pause=1ms/8/2s"] {
            round_trip::<Pacing>(both, both);
        }
        round_trip::<Pacing>("pause=1ms/1/2s", "pause=1ms/1/2s");
        round_trip::<Pacing>("pause=1ms/2s", "pause=1ms/2s");
        for bad in ["500/s,pause=0s", "pause=1ms/2s/8", "pause=1ms/8/8", "pause=1ms/0s"] {
            round_trip::<Pacing>(bad, &format!("error: \"{bad}\" is not a rate"));
        }
        round_trip::<SyncPolicy>("every=16", "every=16");
        round_trip::<SyncPolicy>("every=0", "error: \"every=0\" is not a sync policy");
    }
}
