//! The content of a page, before it is text or Markdown.

use std::borrow::Cow;

use iogram_model::Verdict;

use crate::figures::Figure;
use crate::head::Head;
use crate::table::Table;

/// A name and its value.
pub(crate) type Fact = (Cow<'static, str>, String);

/// Names and values as facts of a page.
pub(crate) fn named(facts: Vec<(&'static str, String)>) -> Vec<Fact> {
    facts.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect()
}

/// A page.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// The answer, in the reader's language already; `None` on pages about several runs.
    pub(crate) head: Option<Head>,
    pub(crate) title: String,
    /// When, how long, which run.
    pub(crate) subtitle: String,
    /// What is missing, if the run did not complete.
    pub(crate) alarm: Option<String>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) sections: Vec<Section>,
}

/// A part of a page with its heading. Never without blocks.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    pub(crate) title: Cow<'static, str>,
    pub(crate) blocks: Vec<Block>,
}

#[derive(Debug, Clone)]
pub(crate) enum Block {
    Table(Table),
    /// Names and values.
    Facts(Vec<Fact>),
    /// Each repetition's value.
    Runs(Vec<RunsRow>),
    /// A paragraph.
    Paragraph(String),
    /// A list with numbers that tables refer to.
    Numbered(Vec<String>),
    Judgement(Judgement),
    /// Pictures, in the reader's language already.
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
    pub(crate) fn new(verdict: Verdict, title: String, details: Vec<String>) -> Self {
        let word = match verdict {
            Verdict::Pass => "PASS",
            Verdict::Fail => "FAIL",
            Verdict::Unknown => "UNKNOWN",
        };
        Self { verdict, word: word.to_owned(), title, details }
    }
}

/// Whether serial numbers are shown: on one's own screen, but not on a page that is made to be
/// published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    Owner,
    Public,
}

impl Section {
    /// Whether there is nothing but pictures in it.
    pub(crate) fn is_pictures(&self) -> bool {
        self.blocks.iter().all(|block| matches!(block, Block::Figures(_)))
    }

    /// Whether it goes into the details of what an earlier section says.
    pub(crate) fn is_details(&self) -> bool {
        matches!(self.title.as_ref(), "Differences" | "Reasons")
    }
}
