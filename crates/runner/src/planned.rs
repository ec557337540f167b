//! The steps of a plan.

use std::fmt;

use iogram_engine::{Cell, Content};
use iogram_model::{
    Bytes, ChoiceRule, DemandRule, DiagnosisRule, Figure, GoodFor, MarkRule, MethodRecord,
    Nanos, PurgeChoice, RecoveryRule, Region, Rule, ScoreReference, SearchRule, Sentence,
    Standard, SteadyRule, WantedState, Warning, sentence,
};

use crate::budget::Budget;
use crate::probe::ProbeStep;
use crate::rest::Wait;
use crate::steady::SteadyCheck;

/// Everything that a run will do, step by step.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The method with every parameter's value.
    pub method: MethodRecord,
    /// The data that the plan destroys on this target.
    pub destroys: Destroys,
    /// Names of the cells that the plan leaves out, because they write and the target is read-only. Empty if the plan
    /// is complete.
    pub left_out: Vec<String>,
    /// The steps, in the order of execution.
    pub steps: Vec<PlannedStep>,
    /// Verdicts on the results.
    pub rules: Vec<Rule>,
    /// Requirements of marks such as A1.
    pub marks: Vec<MarkRule>,
    /// The figures that a report shows first; empty if the method does not name any.
    pub headline: Vec<Figure>,
    /// Names of the cells whose tail latencies the report shows side by side.
    pub nines: Vec<String>,
    /// The use that it judges the drive for.
    pub good_for: Option<GoodFor>,
    /// The published test that it implements.
    pub standard: Option<Standard>,
    /// The state of the flash that the method requires.
    pub wants_state: Option<WantedState>,
    /// Rules of steady state.
    pub steady: Vec<SteadyRule>,
    /// Cells whose rate is compared with that of other cells.
    pub recovery: Vec<RecoveryRule>,
    /// Choices among cells, their reasons and the cells that take settings from them.
    pub choices: Vec<ChoiceRule>,
    /// Cells of rising demand.
    pub demand: Vec<DemandRule>,
    /// Searches for the highest demand within limits.
    pub searches: Vec<SearchRule>,
    /// The time that it may take, and what each step gets of it; `None` is as long as it takes.
    pub budget: Option<Budget>,
    /// The questions of a diagnosis.
    pub diagnosis: Option<DiagnosisRule>,
    /// Another drive's scores for the same traces; the report shows this drive's scores relative to them.
    pub reference: Option<ScoreReference>,
    /// Limits of this plan on this target that a reader of the results must know.
    pub warnings: Vec<Warning>,
}

/// One step of a plan.
#[derive(Debug, Clone, PartialEq)]
pub enum PlannedStep {
    /// Gives the target this size and these contents.
    LayOut {
        /// Bytes that later cells can use.
        size: Bytes,
        /// The contents that reads meet.
        content: Content,
    },
    /// Runs a cell.
    Measure(Box<Cell>),
    /// Returns the drive to the state of a new one.
    Purge(PurgeChoice),
    /// Discards a part of the drive.
    Discard(Region),
    /// Runs a probe of the drive.
    Probe(Box<ProbeStep>),
    /// Idles.
    Rest(Nanos),
    /// Idles until a condition holds.
    Wait(Wait),
    /// If a steady state is reached, skips the steps up to the last check of the same rule.
    Steady(SteadyCheck),
    /// Chooses the cell that the next cells take settings from. Does nothing on its own: each of those cells looks
    /// the choice up.
    Choose(Box<ChoiceRule>),
    /// Searches for the highest demand within limits. Does nothing on its own: each of the cells that follow looks
    /// its own demand up.
    Search(Box<SearchRule>),
    /// Marks the beginning of a part of a composed method. Does nothing.
    Block(BlockStart),
    /// Shows a note to the user.
    Note(String),
}

/// The beginning of a part of a composed method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockStart {
    /// Its name; `None` stands for the composing method itself.
    pub name: Option<String>,
    /// Whether the part starts again after an interruption, because each cell builds on those before it.
    pub is_one_piece: bool,
}

/// The data that a plan overwrites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destroys {
    /// Writes nothing.
    Nothing,
    /// Creates and writes a test file of this size; nothing else.
    TestFile(Bytes),
    /// Overwrites the device's bytes from `start` up to but not including `end`.
    Range {
        /// First byte.
        start: Bytes,
        /// One past the last byte.
        end: Bytes,
    },
}

impl Destroys {
    /// A description for the user.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Nothing => sentence!("runner-nothing"),
            Self::TestFile(size) => sentence!("runner-nothing-but-test-file", size),
            Self::Range { start: Bytes(0), end } => {
                sentence!("runner-first-device", end = end.short())
            }
            Self::Range { start, end } => {
                sentence!("runner-device", start, end)
            }
        }
    }
}

impl fmt::Display for Destroys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}
