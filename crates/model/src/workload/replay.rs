//! Replay of recorded requests: when each is issued, and its place on the target.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Application, OpMix};
use crate::text::ParseError;
use crate::units::{Bytes, Nanos, Permille};
use crate::{Text, sentence, text};

/// The requests of a trace instead of generated ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, crate::JsonSchema)]
pub struct Replay {
    /// The trace: its file as the user named it, or the name of a built-in one.
    pub trace: String,
    /// The settings of the replay.
    #[serde(default)]
    #[schemars(with = "String")]
    pub how: ReplayHow,
    /// A summary of the trace; absent before it was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<RecordedLoad>,
    /// Digest of the trace at planning time; absent for built-in traces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The program's cell that the trace replaces, because no program can run here; absent if the user requested the
    /// trace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<RecordedProgram>,
}

/// A program during the recording of its requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, crate::JsonSchema)]
pub struct RecordedProgram {
    /// The program and its settings.
    #[schemars(with = "String")]
    pub application: Application,
    /// Operations during the recording, of all copies: transactions of a database, files.
    pub operation_count: u64,
}

/// Settings of a replay, such as `as-recorded,idle=25ms,places=scaled`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ReplayHow {
    /// When each request is issued.
    pub timing: Timing,
    /// Idle times are cut to this length; `None`: not cut.
    pub idle_max: Option<Nanos>,
    /// The place of each request.
    pub places: Places,
}

/// When a recorded request is issued.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Timing {
    /// At its recorded time (open loop); latency counts from that time.
    #[default]
    AsRecorded,
    /// At its recorded time divided by this factor (open loop). Positive and finite.
    Faster(f64),
    /// Once all requests have completed that had completed at that point of the recording (closed loop).
    AsFastAsPossible,
    /// No replay: only writes the data that the trace reads before writing it, so that its reads find stored data.
    Fill,
}

/// The place of a recorded request on the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Places {
    /// The recorded place.
    #[default]
    Exact,
    /// The recorded place modulo the size of the target area.
    Modulo,
    /// The recorded place if all of them fit, otherwise as [`Places::Scaled`].
    Fit,
    /// Recorded addresses stretched or compressed to the target area, in pieces of 16 MiB, within which neighbours
    /// stay neighbours.
    Scaled,
}

const HOW_HINT: Text = text!("model-use-recorded-faster-2-fast-possible");

impl ReplayHow {
    /// Whether a schedule, not a completion, starts requests.
    #[must_use]
    pub const fn is_open_loop(&self) -> bool {
        matches!(self.timing, Timing::AsRecorded | Timing::Faster(_))
    }
}

impl Places {
    /// Its name in method files and records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Modulo => "modulo",
            Self::Fit => "fit",
            Self::Scaled => "scaled",
        }
    }
}

impl fmt::Display for ReplayHow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.timing {
            Timing::AsRecorded => f.write_str("as-recorded")?,
            Timing::Faster(times) => write!(f, "faster={times}")?,
            Timing::AsFastAsPossible => f.write_str("as-fast-as-possible")?,
            Timing::Fill => f.write_str("fill")?,
        }
        if let Some(idle) = self.idle_max {
            write!(f, ",idle={}", exact(idle))?;
        }
        match self.places {
            Places::Exact => Ok(()),
            other => write!(f, ",places={}", other.name()),
        }
    }
}

/// A time in the largest unit that divides it, so that parsing gives the same value.
fn exact(time: Nanos) -> String {
    let units = [(Nanos::SECOND.0, "s"), (Nanos::MILLISECOND.0, "ms"), (1000, "us")];
    let whole = units.into_iter().find(|(unit, _)| time.0.is_multiple_of(*unit));
    let (unit, name) = whole.unwrap_or((1, "ns"));
    format!("{}{name}", time.0.checked_div(unit).unwrap_or(0))
}

impl FromStr for ReplayHow {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            ParseError::new(
                sentence!("model-no-way-make-recorded-requests-again", text),
                HOW_HINT,
            )
        };
        let mut how = Self::default();
        for (index, part) in text.trim().split(',').enumerate() {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim())),
                None => (part.trim(), None),
            };
            match (index, name, value) {
                (0, "as-recorded", None) => how.timing = Timing::AsRecorded,
                (0, "as-fast-as-possible", None) => how.timing = Timing::AsFastAsPossible,
                (0, "fill", None) => how.timing = Timing::Fill,
                (0, "faster", Some(times)) => {
                    let times = times.parse::<f64>().ok();
                    let times = times.filter(|times| (0.001..=1000.0).contains(times));
                    how.timing = Timing::Faster(times.ok_or_else(bad)?);
                }
                // Texts of methods always contain it.
                (1.., "idle", Some("whole" | "0")) => how.idle_max = None,
                (1.., "idle", Some(time)) => how.idle_max = Some(time.parse()?),
                (1.., "places", Some("exact")) => how.places = Places::Exact,
                (1.., "places", Some("modulo")) => how.places = Places::Modulo,
                (1.., "places", Some("fit")) => how.places = Places::Fit,
                (1.., "places", Some("scaled")) => how.places = Places::Scaled,
                _ => return Err(bad()),
            }
        }
        Ok(how)
    }
}

/// Summary of a trace, as a plan needs it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, crate::JsonSchema,
)]
pub struct RecordedLoad {
    /// Number of reads.
    pub read_count: u64,
    /// Number of writes.
    pub write_count: u64,
    /// Number of flushes.
    pub flush_count: u64,
    /// Number of discards.
    pub discard_count: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Bytes written.
    pub write_bytes: u64,
    /// Size of the largest read or write, in bytes.
    pub largest_bytes: u64,
    /// The first byte behind all requests.
    pub end_bytes: u64,
    /// Bytes that the trace reads before writing them.
    pub read_first_bytes: u64,
    /// From the first issue to the last completion, or to the last issue if completions are unknown.
    pub elapsed_ns: u64,
    /// Gaps of 25 ms or more without a new request.
    pub gap_count: u64,
    /// Total length of these gaps.
    pub gap_ns: u64,
    /// The layer at which the recording measured latencies; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_from: Option<SeenFrom>,
}

/// The layer at which a recording measured latencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, crate::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeenFrom {
    /// From dispatch to the drive until its completion: below the system's queue.
    BelowTheQueue,
    /// From submission to the system: including its queue.
    AboveTheQueue,
}

impl RecordedLoad {
    /// Number of requests.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.read_count
            .saturating_add(self.write_count)
            .saturating_add(self.flush_count)
            .saturating_add(self.discard_count)
    }

    /// Bytes read and written.
    #[must_use]
    pub const fn moved(&self) -> Bytes {
        Bytes(self.read_bytes.saturating_add(self.write_bytes))
    }

    /// The shares of the operations. Every operation that occurs has a share above zero: rounding must not hide that
    /// a trace writes.
    #[must_use]
    pub fn mix(&self) -> OpMix {
        let all = self.count().max(1);
        let share = |count: u64| {
            let share = u128::from(count).saturating_mul(1000).checked_div(all.into());
            u16::try_from(share.unwrap_or(0)).unwrap_or(1000).max(u16::from(count > 0))
        };
        let (flush, discard) = (share(self.flush_count), share(self.discard_count));
        // At most a half each, so that the other operations keep a share.
        let others = self.read_count.saturating_add(self.write_count) > 0;
        let least = if others { 500 } else { 1000 };
        let (flush, discard) =
            (flush.min(least), discard.min(least.saturating_sub(flush.min(least))));
        let rest = 1000_u16.saturating_sub(flush).saturating_sub(discard);
        let read = match (self.read_count, self.write_count) {
            (0, _) => 0,
            (_, 0) => rest,
            (reads, _) => share(reads).min(rest.saturating_sub(1)),
        };
        OpMix { read: Permille(read), discard: Permille(discard), flush: Permille(flush) }
    }

    /// Duration of the recording with idle times cut to `idle_max`.
    #[must_use]
    pub fn elapsed_with(&self, idle_max: Option<Nanos>) -> Nanos {
        let Some(most) = idle_max else { return Nanos(self.elapsed_ns) };
        let kept = self.gap_count.saturating_mul(most.0).min(self.gap_ns);
        Nanos(self.elapsed_ns.saturating_sub(self.gap_ns).saturating_add(kept))
    }

    /// Summary of the data to write before the replay, so that its reads find stored data.
    #[must_use]
    pub const fn filling(&self) -> Self {
        Self {
            read_count: 0,
            write_count: self.read_first_bytes.div_ceil(Bytes::MIB.0),
            flush_count: 0,
            discard_count: 0,
            read_bytes: 0,
            write_bytes: self.read_first_bytes,
            largest_bytes: Bytes::MIB.0,
            read_first_bytes: 0,
            elapsed_ns: 0,
            gap_count: 0,
            gap_ns: 0,
            ..*self
        }
    }

    /// The summary without discards, for a target that does not support them.
    #[must_use]
    pub const fn without_discards(&self) -> Self {
        Self { discard_count: 0, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown = text.parse::<ReplayHow>().map(|how| how.to_string());
        assert_eq!(shown.unwrap_or_else(|error| format!("error: {error}")), expected);
    }

    #[test]
    fn how_a_trace_is_made_again_reads_what_it_writes() {
        check("as-recorded", "as-recorded");
        check("as-recorded,idle=25ms,places=scaled", "as-recorded,idle=25ms,places=scaled");
        check("as-recorded,places=exact,idle=whole", "as-recorded");
        check("faster=2.5,idle=1234567ns", "faster=2.5,idle=1234567ns");
        check("faster=2.5,idle=2s", "faster=2.5,idle=2s");
        check("as-fast-as-possible,places=modulo", "as-fast-as-possible,places=modulo");
        for bad in ["", "faster=0", "faster=nan", "faster", "idle=25ms", "fill,where=here"] {
            check(bad, &format!("error: \"{bad}\" is no way to make recorded requests again"));
        }
    }

    #[test]
    fn what_occurs_once_in_a_million_has_a_share() {
        let load = |reads, writes, flushes, discards| RecordedLoad {
            read_count: reads,
            write_count: writes,
            flush_count: flushes,
            discard_count: discards,
            ..RecordedLoad::default()
        };
        let million = 1_000_000;
        for [reads, writes, flushes, discards] in [
            [million, 1, 1, 0],
            [1, million, 1, 1],
            [1, 1, million, million],
            [0, 1, million, 0],
            [1, 0, 0, million],
            [7, 0, 0, 0],
            [0, 0, 9, 0],
            [0, 0, 1, million],
        ] {
            let mix = load(reads, writes, flushes, discards).mix();
            assert!(mix.is_valid());
            let shares = [mix.read, mix.write(), mix.flush, mix.discard].map(|it| it.0 > 0);
            let are_there = [reads, writes, flushes, discards].map(|count| count > 0);
            assert_eq!(shares, are_there, "{mix:?}");
        }
    }

    #[test]
    fn idle_times_are_cut() {
        let second = Nanos::SECOND.0;
        let load = RecordedLoad {
            elapsed_ns: 10 * second,
            gap_count: 4,
            gap_ns: 8 * second,
            ..RecordedLoad::default()
        };
        assert_eq!(load.elapsed_with(None).0, 10 * second);
        assert_eq!(load.elapsed_with(Some(Nanos(25_000_000))).0, 2 * second + 100_000_000);
        assert_eq!(load.elapsed_with(Some(Nanos(100 * second))).0, 10 * second);
    }
}
