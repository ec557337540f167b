//! A page about several drives or runs, in one language: ready to show or publish.

use crate::figures::Figure;
use crate::html::render_page;
use crate::layout::width_of;
use crate::locale::{Locale, say};
use crate::markdown::{render_sheet, render_with};
use crate::sheet::{Block, Section, SectionKind, Sheet};
use crate::text::{self, Options};

/// A page up to this length is shown completely.
const BRIEF_LINES_MAX: usize = 60;

/// The contents of a page, in the reader's language.
#[derive(Debug)]
pub struct Page {
    sheet: Sheet,
    /// The short form for a terminal; `None` shows everything.
    brief: Option<Sheet>,
    figures: Vec<Figure>,
}

impl Page {
    /// `sheet` in the language of `locale`, with its charts after the part before the first table of details: by then
    /// the reader knows the items of the comparison.
    pub(crate) fn new(sheet: Sheet, figures: Vec<Figure>, locale: &Locale) -> Self {
        let details = sheet.sections.iter().position(Section::is_details);
        let place = details.unwrap_or(sheet.sections.len());
        Self::with_figures_at(place, sheet, figures, locale)
    }

    /// `sheet` with its charts before the section at `place`, which is an index of a section or their number.
    pub(crate) fn with_figures_at(
        place: usize,
        mut sheet: Sheet,
        figures: Vec<Figure>,
        locale: &Locale,
    ) -> Self {
        if !figures.is_empty() {
            let blocks = vec![Block::Figures(figures.clone())];
            sheet.sections.insert(place, Section::new(SectionKind::Charts, locale, blocks));
        }
        Self { sheet, brief: None, figures }
    }

    /// The same with a short form for a terminal.
    pub(crate) fn with_brief(self, brief: Option<Sheet>) -> Self {
        Self { brief, ..self }
    }

    /// The short form as text for a terminal; `command` shows the rest.
    #[must_use]
    pub fn brief_text(&self, options: &Options, locale: &Locale, command: &str) -> String {
        let all = self.text(options);
        let Some(brief) = &self.brief else { return all };
        let mut text = text::render_sheet(brief, options);
        let count = all.lines().count().saturating_sub(text.lines().count());
        if all.lines().count() <= BRIEF_LINES_MAX || count == 0 {
            return all;
        }
        text.push('\n');
        let more = |command: &str| say!(locale, "brief-more", count = count, command = command);
        let whole = more(command);
        // Two names of runs may be wider than a terminal, and a command is never broken.
        let fits = width_of(&whole) <= options.width;
        text.push_str(&if fits { whole } else { more("--full") });
        text.push('\n');
        text
    }

    /// The charts in the order of display.
    #[must_use]
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// As text for a terminal, with the width and colours of `options`.
    #[must_use]
    pub fn text(&self, options: &Options) -> String {
        text::render_sheet(&self.sheet, options)
    }

    /// As Markdown without pictures.
    #[must_use]
    pub fn markdown(&self) -> String {
        render_sheet(&self.sheet)
    }

    /// As Markdown for a blog; `image` gives the name of a figure's file.
    #[must_use]
    pub fn publication(&self, image: &dyn Fn(&Figure) -> String) -> String {
        render_with(&self.sheet, Some(image))
    }

    /// As one HTML file. `files` are the names of the raw data beside it.
    #[must_use]
    pub fn html(&self, files: &[String], version: &str, locale: &Locale) -> String {
        render_page(&self.sheet, files, version, locale)
    }
}
