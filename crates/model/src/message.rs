//! What is said to a person, before it is words: which statement, and the values in it.
//!
//! Knows every statement and which values it takes. Must not know any language: `report` has one text for
//! each in every language, and a test compares both lists.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::{Bytes, Nanos};

/// A value in a statement, with its unit as its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Argument {
    /// A size.
    Bytes(u64),
    /// A throughput.
    BytesPerS(f64),
    /// A time.
    Ns(u64),
    /// Operations per second.
    Iops(f64),
    /// A share, 0 to 1.
    Ratio(f64),
    /// How many.
    Count(u64),
    /// A value of a figure with the unit in its name, such as `latency_p99_ns`.
    Figure {
        /// The figure's name.
        name: String,
        /// The value in the unit that the name ends in.
        value: f64,
    },
    /// Something that has a name of its own: a cell, a mark, a command. Never translated.
    Name(String),
    /// A sentence of a method file or a record in English, translated where there is a translation.
    Sentence(String),
}

impl From<Bytes> for Argument {
    fn from(size: Bytes) -> Self {
        Self::Bytes(size.0)
    }
}

impl From<Nanos> for Argument {
    fn from(time: Nanos) -> Self {
        Self::Ns(time.0)
    }
}

/// A statement with its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Message {
    /// Which statement.
    pub id: MessageId,
    /// Its values by their names, exactly those of [`MessageId::arguments`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arguments: BTreeMap<String, Argument>,
}

impl Message {
    /// A statement with values in the order of [`MessageId::arguments`].
    ///
    /// # Panics
    ///
    /// If there are more or fewer values than the statement takes: a text with a hole in it must not get
    /// as far as a page.
    #[must_use]
    pub fn new<const N: usize>(id: MessageId, values: [Argument; N]) -> Self {
        let names = id.arguments();
        assert_eq!(names.len(), N, "{} takes {names:?}", id.name());
        let arguments =
            names.iter().map(|name| (*name).to_owned()).zip(values).collect::<BTreeMap<_, _>>();
        Self { id, arguments }
    }
}

/// One line per statement: its name in code, its published name, the names of its values.
macro_rules! messages {
    ($($(#[$doc:meta])* $variant:ident $name:literal [$($argument:literal),*];)*) => {
        /// Which statement.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
        )]
        #[non_exhaustive]
        pub enum MessageId {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
            /// One of a newer version, which this one has no words for.
            #[serde(rename = "unknown", other)]
            Unknown,
        }

        impl MessageId {
            /// Every statement that there are words for.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its published name; the texts of every language have it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                    Self::Unknown => "unknown",
                }
            }

            /// The names of its values.
            #[must_use]
            pub const fn arguments(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($argument),*],)*
                    Self::Unknown => &[],
                }
            }
        }
    };
}

messages! {
    /// Less is there than announced, and how much.
    Counterfeit "verdict-counterfeit" ["announced", "real"];
    /// Less is there than announced; how much is unknown.
    CounterfeitUnsized "verdict-counterfeit-unsized" [];
    /// Other data comes back than was written.
    Damaged "verdict-damaged" [];
    /// Parts of the drive are far slower than the others.
    SlowPlaces "verdict-slow-places" ["count", "place", "rate"];
    /// It takes no writes.
    WornReadOnly "verdict-read-only" [];
    /// Requests fail while the capacity is tried.
    Dying "verdict-dying" [];
    /// It holds what it says.
    Genuine "verdict-genuine" ["announced"];
    /// What was written was there; what the drive announces is unknown.
    GenuineUnsized "verdict-genuine-unsized" [];
    /// Whether it holds what it says was not found out.
    CapacityUnknown "verdict-capacity-unknown" [];
    /// Requests of a cell failed.
    RequestsFailed "verdict-requests-failed" ["count", "cell"];
    /// The drive was gone in the middle.
    Vanished "verdict-vanished" ["cell"];
    /// Requests did not come back.
    Hung "verdict-hung" ["cell"];
    /// A published rule is broken.
    RuleBroken "verdict-rule-broken" ["rule", "measured", "limit"];
    /// A published rule is kept.
    RuleKept "verdict-rule-kept" ["rule", "measured", "limit"];
    /// A published rule is kept, but the drive stands still meanwhile.
    RuleStalls "verdict-rule-stalls" ["rule", "measured", "limit", "longest"];
    /// Too little was measured for a rule.
    RuleOpen "verdict-rule-open" ["rule"];
    /// Good enough for a use, with the rule that is met by the least.
    GoodFor "verdict-good-for" ["use", "work", "measured", "share", "limit"];
    /// Not good enough for a use.
    NotGoodFor "verdict-not-good-for" ["use", "work", "measured", "share", "limit"];
    /// So near to the limit that other runs may say otherwise.
    GoodForClose "verdict-good-for-close" ["use", "work", "measured", "share", "limit"];
    /// Within the limit, but the drive stands still meanwhile.
    GoodForStalls "verdict-good-for-stalls" ["use", "work", "measured", "limit", "longest"];
    /// Something that a use needs was not measured.
    GoodForOpen "verdict-good-for-open" ["use", "rule"];
    /// Nobody publishes what a use needs.
    GoodForUnruled "verdict-good-for-unruled" ["use", "work", "measured"];
    /// The drive that suits a use best, of those in the catalogue.
    BestFor "advice-best" ["use", "drive", "figure", "value"];
    /// Several suit alike.
    BestAlike "advice-alike" ["use", "count", "drives"];
    /// Of none it is known that it suits.
    NoneProven "advice-none-proven" ["use"];
    /// None suits.
    NoneSuits "advice-none-suits" ["use", "count"];
    /// How many drives lack what would decide.
    Unproven "advice-unproven" ["count"];
    /// How many drives break a demand.
    Unsuitable "advice-unsuitable" ["count"];
    /// Better in some figures, worse in none.
    ComparedBetter "compare-better" ["side", "drive", "count", "total", "figure", "change", "range"];
    /// Worse in some figures, better in none.
    ComparedWorse "compare-worse" ["side", "drive", "count", "total", "figure", "change", "range"];
    /// Better in some figures and worse in others.
    ComparedMixed "compare-mixed" ["side", "drive", "better", "worse", "total"];
    /// Nothing differs beyond chance.
    ComparedAlike "compare-alike" ["side", "drive", "total"];
    /// One run each: how they differ.
    ComparedRuns "compare-runs" ["side", "drive", "better", "worse", "total"];
    /// Nothing can be compared.
    ComparedNever "compare-never" ["side", "drive"];
    /// The largest of the differences.
    ComparedMost "compare-most" ["figure", "change", "range"];
    /// How far the intervals of half of the figures reach.
    ComparedReach "compare-reach" ["change"];
    /// That a run a side says nothing about drives.
    ComparedOnce "compare-once" [];
    /// What a comparison of several runs rests on.
    ComparedBasis "compare-basis" ["runs", "total"];
    /// How to compare several runs.
    NextSeveralRuns "next-several-runs" ["command"];
    /// A mark that the drive carries, or that was asked for alone, is not reached.
    MarkMissed "verdict-mark-missed" ["mark", "reason"];
    /// Too little was measured for the marks.
    MarksOpen "verdict-marks-open" [];
    /// The best marks that are reached.
    MarksReached "verdict-marks-reached" ["marks"];
    /// Marks that a card would reach which claims none of them, and none that it would not.
    MarksShown "verdict-marks-shown" ["marks"];
    /// Marks that a card would reach which claims none of them, and those that it would not.
    MarksShownBut "verdict-marks-shown-but" ["marks", "missed"];
    /// No mark is reached, and none was promised.
    MarksNone "verdict-marks-none" [];
    /// The drive stood still.
    StandsStill "verdict-stands-still" ["longest", "lost", "cell"];
    /// Small writes for long, none of them stalled.
    SoakEven "verdict-soak-even" ["time", "cell", "longest"];
    /// No time was lost in stalls, and every write takes long.
    SoakSlow "verdict-soak-slow" ["measured", "time", "cell", "longest"];
    /// Small writes for long, and what of the time was lost in stalls.
    SoakLoses "verdict-soak-loses" ["lost", "time", "cell", "longest"];
    /// The rate of small writes beside what a mark of the card promises.
    SoakPromiseKept "verdict-soak-promise-kept" ["measured", "mark", "promised"];
    /// The same, below it.
    SoakPromiseMissed "verdict-soak-promise-missed" ["measured", "mark", "promised"];
    /// The rate of small writes of a drive that promises none, beside what the lowest mark asks for.
    SoakYardstick "verdict-soak-yardstick" ["measured", "mark", "promised"];
    /// One request in ten takes as long as a freeze.
    SlowRequests "verdict-slow-requests" ["p90", "cell"];
    /// The drive was slow for long.
    SlowFor "verdict-slow-for" ["length", "rate", "usual"];
    /// Steady state reached.
    SteadyReached "verdict-steady-reached" ["rounds", "cell", "value"];
    /// Steady by the criteria, after less was written than what makes it a steady state.
    SteadyEarly "verdict-steady-early" ["rounds", "cell", "value", "passes"];
    /// Steady state not reached, with the mean of the last window.
    SteadyMissed "verdict-steady-missed" ["rounds", "cell", "value"];
    /// Steady state not reached, and a round of the last window has no value.
    SteadyNoWindow "verdict-steady-no-window" ["rounds"];
    /// The measurement window against its criteria.
    SteadyWindow "verdict-steady-window" ["count", "cell", "range", "range_limit", "slope", "slope_limit"];
    /// A cache with its size and the rates into and after it.
    CacheEnds "verdict-cache-ends" ["size", "before", "after"];
    /// Sequential rates, both ways.
    SpeedBoth "verdict-speed-both" ["read", "write"];
    /// Sequential reads alone.
    SpeedRead "verdict-speed-read" ["read"];
    /// Sequential writes alone.
    SpeedWrite "verdict-speed-write" ["write"];
    /// Random requests, both ways.
    RandomBoth "verdict-random-both" ["block", "read", "write"];
    /// Random reads alone.
    RandomRead "verdict-random-read" ["block", "read"];
    /// Random writes alone.
    RandomWrite "verdict-random-write" ["block", "write"];
    /// Writes that are made durable one by one.
    DurableWrite "verdict-durable-write" ["block", "rate"];
    /// Fewer random writes than applications on a card ask for.
    BelowAppClass "verdict-below-app-class" ["measured", "needed"];
    /// Something was measured that no sentence sums up.
    Measured "verdict-measured" ["count"];
    /// Nothing was measured.
    NothingMeasured "verdict-nothing-measured" [];
    /// The purge did what was asked for.
    Purged "verdict-purged" [];
    /// The drive was not purged.
    NotPurged "verdict-not-purged" [];
    /// What the geometry probes found.
    GeometryFound "verdict-geometry" ["unit"];
    /// The geometry probes would have seen an allocation unit, and saw none.
    GeometryNone "verdict-geometry-none" [];
    /// The geometry probes could not have seen one.
    GeometryUnseen "verdict-geometry-unseen" [];
    /// Stopped before the end.
    Interrupted "verdict-interrupted" [];
    /// A cell could not go on.
    Broken "verdict-broken" [];
    /// Running, or ended by a crash.
    Unended "verdict-unended" [];
    /// Warnings stand below.
    SeeWarnings "verdict-see-warnings" ["count"];
    /// The drive is simulated.
    OnSimulated "verdict-simulated" [];
    /// Up to which size a cache that hides losses is ruled out.
    CacheRuledOut "basis-cache-ruled-out" ["size"];
    /// Every block was tried.
    EveryBlock "basis-every-block" [];
    /// Median of repetitions and their spread.
    Repetitions "basis-repetitions" ["count", "spread"];
    /// One repetition only.
    OneRepetition "basis-one-repetition" [];
    /// The worst of several runs, and where 95 % of such means lie.
    WorstOf "basis-worst-of" ["count", "low", "high"];
    /// Requests that a rule rests on.
    Requests "basis-requests" ["count"];
    /// Why a long capacity test is worth it.
    NextVerifyFull "next-verify-full" ["command"];
    /// How the run goes on.
    NextResume "next-resume" ["command"];
    /// How to find out whether the drive is genuine.
    NextVerify "next-verify" ["command"];
    /// Give it back.
    NextReturn "next-return" [];
    /// Measure what would decide.
    NextGoodFor "next-good-for" ["command"];
    /// Save the data.
    NextSave "next-save" [];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_statements_are_what_is_published() {
        for id in MessageId::ALL {
            let json = serde_json::to_string(id).unwrap();
            assert_eq!(json, format!("\"{}\"", id.name()));
        }
        let newer: MessageId = serde_json::from_str("\"verdict-of-tomorrow\"").unwrap();
        assert_eq!(newer, MessageId::Unknown);
    }

    #[test]
    fn a_message_has_all_its_values_by_name() {
        let message = Message::new(
            MessageId::Counterfeit,
            [Argument::Bytes(64_000_000_000), Argument::Bytes(8_600_000_000)],
        );
        assert_eq!(message.arguments["real"], Argument::Bytes(8_600_000_000));
        let again: Message =
            serde_json::from_str(&serde_json::to_string(&message).unwrap()).unwrap();
        assert_eq!(again, message);
    }
}
