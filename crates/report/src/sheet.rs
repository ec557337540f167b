//! The contents of a page, before it becomes text or Markdown.

use iogram_model::Verdict;

use crate::figures::Figure;
use crate::head::Head;
use crate::locale::{Locale, say};
use crate::table::Table;

/// A name and its value.
#[derive(Debug, Clone)]
pub(crate) struct Fact {
    /// The id of its name.
    pub(crate) id: &'static str,
    pub(crate) name: String,
    pub(crate) value: String,
}

/// Values with the ids of their names, as facts of a page.
pub(crate) fn localized_facts(
    facts: Vec<(&'static str, String)>,
    locale: &Locale,
) -> Vec<Fact> {
    let fact = |(id, value)| Fact { id, name: locale.text(id), value };
    facts.into_iter().map(fact).collect()
}

/// A page.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// The answer, already in the reader's language; `None` on pages about several runs.
    pub(crate) head: Option<Head>,
    pub(crate) title: String,
    /// Time, duration and run id.
    pub(crate) subtitle: String,
    /// The missing parts, if the run did not complete.
    pub(crate) alarm: Option<String>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) sections: Vec<Section>,
}

/// A part of a page with its heading. It always has blocks.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    pub(crate) kind: SectionKind,
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
}

/// One line for each kind of section: its name in code, and the text of links to it.
macro_rules! sections {
    ($($kind:ident $name:literal)*) => {
        /// The subject of a section, independent of its heading's language.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum SectionKind {
            $($kind,)*
            /// Findings of this kind, as a table of their fields.
            Found(&'static str),
            /// Named after the measurement: a part of a method, a kind of work.
            Named,
        }

        impl SectionKind {
            /// The text of links to it; `None` if it is named after the measurement.
            pub(crate) const fn link(self) -> Option<&'static str> {
                match self {
                    $(Self::$kind => Some($name),)*
                    Self::Found(kind) => Some(kind),
                    Self::Named => None,
                }
            }
        }
    };
}

sections! {
    Ranking "ranking"
    FleetModels "fleet-models"
    Reasons "reasons"
    PerformanceForMoney "performance-for-money"
    NotMeasured "not-measured"
    LeftOut "left-out"
    Capacity "capacity"
    Runs "runs"
    OtherDifferencesBetweenTheRuns "other-differences-between-the-runs"
    Differences "differences"
    KeyFigures "key-figures"
    Stalls "stalls"
    SlowStretches "slow-stretches"
    Cache "cache"
    WhatTheKernelCounted "what-the-kernel-counted"
    Measured "measured"
    Promised "promised"
    PromisedAndMeasured "promised-and-measured"
    Figures "figures"
    EnteredScores "entered-scores"
    AlsoPublished "also-published"
    Sources "sources"
    By "by"
    Geometry "geometry"
    AsIozonePrintsIt "as-iozone-prints-it"
    TheDriveSHealth "the-drive-s-health"
    HowItWasMeasured "how-it-was-measured"
    Marks "marks"
    OverTime "over-time"
    Power "power"
    Purge "purge"
    Rests "rests"
    Search "search"
    Scores "scores"
    LoadsBeside "loads-beside"
    Results "results"
    Warnings "warnings"
    Verdicts "verdicts"
    SteadyState "steady-state"
    StandardReport "report-by-the-standard"
    Charts "charts"
    EachRepetition "each-repetition-mb-s-mean"
    ByShareOfReads "by-share-of-reads-mb-s"
    ReadsBySize "reads-by-size"
    ReadsAcrossBoundaries "reads-across-boundaries"
    WritesByTurns "writes-by-turns"
    WritesBesideOpenUnits "writes-beside-open-units"
    UnfinishedUnits "unfinished-units"
    FirstUnits "first-units"
    UnitsFilledByTurns "units-filled-by-turns"
    WhatF3Says "what-f3-says"
    WhatH2testwSays "what-h2testw-says"
    WhatAnotherToolMeasured "what-another-tool-measured"
    Accepted "accepted"
    Refused "refused"
    PassedOver "passed-over"
    ReadEachRun "read-each-run-in-mb-s"
    WriteEachRun "write-each-run-in-mb-s"
    CardSheet "card-sheet"
    Diagnosis "diagnosis"
    EachTime "each-time"
    Prices "prices"
    Uses "uses"
    MeansDenied "means-denied"
}

#[derive(Debug, Clone)]
pub(crate) enum Block {
    Table(Table),
    /// Names and values.
    Facts(Vec<Fact>),
    /// Each repetition's value, and the headings of a table of them: the measurement, the unit, the repetition.
    Runs {
        titles: [String; 3],
        rows: Vec<RunsRow>,
    },
    /// A paragraph.
    Paragraph(String),
    /// A list with numbers for references from tables.
    Numbered(Vec<String>),
    Judgement(Judgement),
    /// Charts, already in the reader's language.
    Figures(Vec<Figure>),
}

/// The repetitions of a cell, ready to print.
#[derive(Debug, Clone)]
pub(crate) struct RunsRow {
    pub(crate) label: String,
    /// In parentheses if not counted.
    pub(crate) values: Vec<String>,
    pub(crate) mean: String,
}

/// A verdict, ready to print.
#[derive(Debug, Clone)]
pub(crate) struct Judgement {
    pub(crate) verdict: Verdict,
    /// The verdict in a word.
    pub(crate) word: String,
    pub(crate) title: String,
    pub(crate) details: Vec<String>,
}

impl Judgement {
    pub(crate) fn new(
        verdict: Verdict,
        title: String,
        details: Vec<String>,
        locale: &Locale,
    ) -> Self {
        Self { verdict, word: verdict_word(verdict, locale), title, details }
    }
}

/// A verdict that stands alone.
pub(crate) fn verdict_word(verdict: Verdict, locale: &Locale) -> String {
    match verdict {
        Verdict::Pass => say!(locale, "word-pass"),
        Verdict::Fail => say!(locale, "word-fail"),
        Verdict::Unknown => say!(locale, "word-unknown"),
    }
}

/// Whether to show serial numbers: on the user's own screen, but not on a page to publish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    Owner,
    Public,
}

impl Section {
    /// With the heading of its kind.
    pub(crate) fn new(kind: SectionKind, locale: &Locale, blocks: Vec<Block>) -> Self {
        let start = if matches!(kind, SectionKind::Found(_)) { "finding" } else { "section" };
        let title = kind.link().map(|name| locale.text(&format!("{start}-{name}")));
        let title = title.unwrap_or_default();
        Self { kind, title, blocks }
    }

    /// With the name of the measurement as its heading.
    pub(crate) fn titled(title: String, blocks: Vec<Block>) -> Self {
        Self { kind: SectionKind::Named, title, blocks }
    }

    /// Whether it contains only charts.
    pub(crate) fn is_pictures(&self) -> bool {
        self.blocks.iter().all(|block| matches!(block, Block::Figures(_)))
    }

    /// Whether it has the details of an earlier section.
    pub(crate) fn is_details(&self) -> bool {
        matches!(self.kind, SectionKind::Differences | SectionKind::Reasons)
    }
}
