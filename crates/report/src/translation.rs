//! A finished page in another language.
//!
//! Pages are written in English, once; here each text of a page is looked up in the language's file. What
//! is recorded in a run in English, as a warning or a reason, takes the same way. Names stay what they
//! are: of drives, cells, methods and runs.

use std::borrow::Cow;

use crate::locale::Locale;
use crate::sheet::{Block, Fact, Judgement, RunsRow, Section, Sheet};
use crate::table::{Heading, Table};

/// Columns of names.
const NAMES: [&str; 8] = ["cell", "drive", "product", "name", "model", "id", "run", "method"];

impl Sheet {
    /// The same page for readers of another language.
    pub(crate) fn in_language(mut self, locale: &Locale) -> Self {
        if locale.is_english() {
            return self;
        }
        self.title = locale.phrase(&self.title);
        self.subtitle = locale.phrase(&self.subtitle);
        self.alarm = self.alarm.map(|alarm| locale.phrase(&alarm));
        self.facts = facts(self.facts, locale);
        self.sections = self.sections.into_iter().map(|it| it.in_language(locale)).collect();
        self
    }
}

impl Section {
    /// The same section for readers of another language.
    pub(crate) fn in_language(self, locale: &Locale) -> Self {
        if locale.is_english() {
            return self;
        }
        let title = word(self.title, locale);
        Self { title, blocks: self.blocks.into_iter().map(|it| block(it, locale)).collect() }
    }
}

/// Names and values in another language.
pub(crate) fn facts(facts: Vec<Fact>, locale: &Locale) -> Vec<Fact> {
    if locale.is_english() {
        return facts;
    }
    facts
        .into_iter()
        .map(|(name, value)| {
            let is_free_text = name == "notes" || name == "parameters";
            let value = if is_free_text { value } else { locale.phrase(&value) };
            (word(name, locale), value)
        })
        .collect()
}

fn word(english: Cow<'static, str>, locale: &Locale) -> Cow<'static, str> {
    Cow::Owned(locale.phrase(&english))
}

fn block(block: Block, locale: &Locale) -> Block {
    let phrases = |texts: Vec<String>| texts.iter().map(|text| locale.phrase(text)).collect();
    match block {
        Block::Table(it) => Block::Table(table(it, locale)),
        Block::Facts(rows) => Block::Facts(facts(rows, locale)),
        Block::Runs(rows) => Block::Runs(rows.into_iter().map(|it| runs(it, locale)).collect()),
        Block::Paragraph(text) => Block::Paragraph(locale.phrase(&text)),
        Block::Numbered(texts) => Block::Numbered(phrases(texts)),
        Block::Judgement(it) => Block::Judgement(Judgement {
            verdict: it.verdict,
            word: locale.phrase(&it.word),
            title: locale.phrase(&it.title),
            details: phrases(it.details),
        }),
        Block::Figures(figures) => Block::Figures(figures),
    }
}

fn runs(row: RunsRow, locale: &Locale) -> RunsRow {
    RunsRow { label: locale.label(&row.label), ..row }
}

fn table(table: Table, locale: &Locale) -> Table {
    let is_name: Vec<bool> =
        table.columns.iter().map(|it| NAMES.contains(&it.title.as_ref())).collect();
    let cells = |row: Vec<String>| {
        let cells = row.into_iter().enumerate().map(|(index, cell)| {
            let is_name = is_name.get(index).copied().unwrap_or(false);
            if is_name { locale.label(&cell) } else { locale.phrase(&cell) }
        });
        cells.collect()
    };
    let rows = table.rows.into_iter().map(cells).collect();
    let heading = |it: Heading| Heading {
        title: word(it.title, locale),
        qualifier: word(it.qualifier, locale),
        kind: it.kind,
    };
    Table { columns: table.columns.into_iter().map(heading).collect(), rows }
}
