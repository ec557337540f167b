//! What will be done, step by step.

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

/// What will be done, step by step.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The method with every parameter's value.
    pub method: MethodRecord,
    /// What is lost by it on this target.
    pub destroys: Destroys,
    /// Names of the cells that the method has and this plan has not, because they write and the target
    /// may only be read. Empty if nothing is missing.
    pub left_out: Vec<String>,
    /// In the order of execution.
    pub steps: Vec<PlannedStep>,
    /// Verdicts on what is measured.
    pub rules: Vec<Rule>,
    /// What marks such as A1 ask of what is measured.
    pub marks: Vec<MarkRule>,
    /// The figures that a report shows first; empty if the method does not say.
    pub headline: Vec<Figure>,
    /// Names of cells whose slowest requests are shown side by side.
    pub nines: Vec<String>,
    /// The use that the drive is judged for.
    pub good_for: Option<GoodFor>,
    /// The published test that it is.
    pub standard: Option<Standard>,
    /// The state of the flash that the method is about.
    pub wants_state: Option<WantedState>,
    /// What has to become steady.
    pub steady: Vec<SteadyRule>,
    /// Cells whose rate is held against that of others.
    pub recovery: Vec<RecoveryRule>,
    /// Which cells others take after, and why.
    pub choices: Vec<ChoiceRule>,
    /// Cells that ask the drive for more and more.
    pub demand: Vec<DemandRule>,
    /// Searches for the most that can be asked while limits hold.
    pub searches: Vec<SearchRule>,
    /// The time that it may take, and what each step gets of it; `None` is as long as it takes.
    pub budget: Option<Budget>,
    /// The questions of a diagnosis.
    pub diagnosis: Option<DiagnosisRule>,
    /// Another drive's scores of the same traces, to which this drive's are set in relation.
    pub reference: Option<ScoreReference>,
    /// What the reader of the numbers has to know about this plan on this target.
    pub warnings: Vec<Warning>,
}

/// One thing to do.
#[derive(Debug, Clone, PartialEq)]
pub enum PlannedStep {
    /// Makes the target this size with this content.
    LayOut {
        /// Bytes that later cells see.
        size: Bytes,
        /// What reads meet.
        content: Content,
    },
    /// Runs a cell.
    Measure(Box<Cell>),
    /// Brings the drive back to the state of a new one.
    Purge(PurgeChoice),
    /// Tells the drive that a part of it is not in use.
    Discard(Region),
    /// Finds out about the drive.
    Probe(Box<ProbeStep>),
    /// Idles.
    Rest(Nanos),
    /// Idles until something is so.
    Wait(Wait),
    /// Leaves the steps that follow out, up to the last check of the same kind, if a steady state is
    /// reached.
    Steady(SteadyCheck),
    /// Chooses which cell the next ones take after. Does nothing by itself: each of them looks it up.
    Choose(Box<ChoiceRule>),
    /// Searches the most that can be asked while limits hold. Does nothing by itself: each of the cells that follow looks
    /// up what it is to measure.
    Search(Box<SearchRule>),
    /// A part of a composed method begins here. Does nothing.
    Block(BlockStart),
    /// Says something to the user.
    Note(String),
}

/// Where a part of a composed method begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockStart {
    /// Its name; `None` is the composing method itself.
    pub name: Option<String>,
    /// Whether it begins anew after an interruption, because each cell builds on those before it.
    pub is_one_piece: bool,
}

/// What a plan overwrites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destroys {
    /// Nothing is written.
    Nothing,
    /// A test file of this size is made and written; nothing else.
    TestFile(Bytes),
    /// The device's bytes from `start` up to but not including `end`.
    Range {
        /// First byte.
        start: Bytes,
        /// One past the last byte.
        end: Bytes,
    },
}

impl Destroys {
    /// What it is, for the user.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Nothing => "nothing".into(),
            Self::TestFile(size) => sentence!("nothing but a test file of {size}", size),
            Self::Range { start: Bytes(0), end } => {
                sentence!("the first {end} of the device", end = end.short())
            }
            Self::Range { start, end } => {
                sentence!("the device from {start} to {end}", start, end)
            }
        }
    }
}

impl fmt::Display for Destroys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}
