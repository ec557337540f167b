//! The page of a terminal.

use iogram_model::{Run, Severity, Verdict, shown};

use crate::head::Head;
use crate::layout::{padded, width_of, wrap};
use crate::locale::Locale;
use crate::sheet::{Audience, Block, Fact, Judgement, RunsRow, Section, Sheet};

/// Layout of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Width in columns. If a table does not fit, its rows become lists.
    pub width: usize,
    /// Whether verdicts and headings have ANSI colours.
    pub has_color: bool,
}

impl Default for Options {
    /// 100 columns without colours, as for mails and files.
    fn default() -> Self {
        Self { width: 100, has_color: false }
    }
}

/// `run` as text for a terminal.
#[must_use]
pub fn render_text(run: &Run, options: &Options, locale: &Locale) -> String {
    render_sheet(&Sheet::new(run, Audience::Owner, locale), options)
}

/// The answer alone.
pub(crate) fn answer_lines(head: &Head, options: &Options) -> String {
    let mut page = Page::new(*options);
    page.answer(head);
    page.text
}

/// A page as text for a terminal.
pub(crate) fn render_sheet(sheet: &Sheet, options: &Options) -> String {
    let mut page = Page::new(*options);
    page.head(sheet);
    for section in sheet.sections.iter().filter(|section| !section.is_pictures()) {
        page.section(section);
    }
    page.text
}

#[derive(Clone, Copy)]
pub(crate) enum Paint {
    Bold,
    Green,
    Red,
    Yellow,
}

pub(crate) struct Page {
    pub(crate) text: String,
    options: Options,
}

impl Page {
    pub(crate) fn new(options: Options) -> Self {
        Self { text: String::new(), options }
    }

    fn head(&mut self, sheet: &Sheet) {
        // The answer comes before anything else.
        if let Some(head) = &sheet.head {
            self.answer(head);
            self.text.push('\n');
        }
        for line in wrap(&sheet.title, self.options.width) {
            self.painted(&line, Paint::Bold);
        }
        self.paragraph(&sheet.subtitle, "", "");
        if let Some(alarm) = &sheet.alarm {
            for line in wrap(alarm, self.options.width) {
                self.painted(&line, Paint::Red);
            }
        }
        if !sheet.facts.is_empty() {
            self.text.push('\n');
        }
        self.facts(&sheet.facts, "");
    }

    pub(crate) fn answer(&mut self, head: &Head) {
        let paint = match head.severity {
            Severity::Good => Paint::Green,
            Severity::Measured => Paint::Bold,
            Severity::Unknown | Severity::Caution => Paint::Yellow,
            Severity::Failed => Paint::Red,
        };
        for line in wrap(&head.answer, self.options.width) {
            self.painted(&line, paint);
        }
        for line in &head.lines {
            self.paragraph(line, "", "");
        }
    }

    fn facts(&mut self, facts: &[Fact], indent: &str) {
        let width =
            facts.iter().map(|fact| width_of(&fact.name)).max().unwrap_or(0).saturating_add(2);
        for fact in facts {
            let others = " ".repeat(indent.len().saturating_add(width));
            let first = format!("{indent}{}", padded(&fact.name, width, false));
            self.paragraph(&fact.value, &first, &others);
        }
    }

    pub(crate) fn section(&mut self, section: &Section) {
        self.text.push('\n');
        self.painted(&section.title, Paint::Bold);
        self.blocks(&section.blocks);
    }

    pub(crate) fn blocks(&mut self, blocks: &[Block]) {
        let mut previous: Option<&Block> = None;
        for block in blocks {
            // Two tables need space between them; notes belong to the table above.
            if matches!(
                (previous, block),
                (Some(Block::Table(_) | Block::Facts(_)), Block::Table(_))
            ) {
                self.text.push('\n');
            }
            self.block(block);
            previous = Some(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Table(table) => {
                let table = table.render_text(self.options.width.saturating_sub(INDENT.len()));
                for line in table.lines() {
                    self.line(&format!("{INDENT}{line}"));
                }
            }
            Block::Facts(rows) => self.facts(rows, INDENT),
            Block::Runs { rows, .. } => self.runs(rows),
            Block::Paragraph(text) => self.paragraph(text, INDENT, INDENT),
            Block::Numbered(texts) => {
                for (index, text) in texts.iter().enumerate() {
                    let number = format!("{INDENT}[{}] ", index.saturating_add(1));
                    self.paragraph(text, &number, &" ".repeat(number.len()));
                }
            }
            Block::Judgement(judgement) => self.judgement(judgement),
            // A terminal has no charts; tables contain the same values.
            Block::Figures(_) => {}
        }
    }

    /// The values form a column; a list that is too long continues in the next line.
    fn runs(&mut self, rows: &[RunsRow]) {
        let widest = |widths: &mut dyn Iterator<Item = usize>| widths.max().unwrap_or(0);
        let label_width = widest(&mut rows.iter().map(|row| width_of(&row.label)));
        let value_width = widest(&mut rows.iter().flat_map(|row| &row.values).map(String::len));
        let mean_width = widest(&mut rows.iter().map(|row| row.mean.len()));
        // A long name is above its values.
        let is_above = label_width.saturating_mul(2) > self.options.width;
        let label_width = if is_above { INDENT.len() } else { label_width };
        let used = INDENT
            .len()
            .saturating_add(label_width)
            .saturating_add(" -> ".len())
            .saturating_add(mean_width);
        let per_line = self
            .options
            .width
            .saturating_sub(used)
            .checked_div(value_width.saturating_add(2))
            .unwrap_or(0)
            .max(1);
        for row in rows {
            if is_above {
                self.paragraph(&row.label, INDENT, INDENT);
            }
            let chunks: Vec<&[String]> = row.values.chunks(per_line).collect();
            for (index, chunk) in chunks.iter().enumerate() {
                let label = if index == 0 && !is_above { row.label.as_str() } else { "" };
                let shown: String =
                    chunk.iter().map(|value| format!("  {value:>value_width$}")).collect();
                let is_last = index.saturating_add(1) == chunks.len();
                let mean = format!(" -> {:>mean_width$}", row.mean);
                let mean = if is_last { mean.as_str() } else { "" };
                let label = padded(label, label_width, false);
                self.line(&format!("{INDENT}{label}{shown}{mean}"));
            }
        }
    }

    fn judgement(&mut self, judgement: &Judgement) {
        let paint = match judgement.verdict {
            Verdict::Pass => Paint::Green,
            Verdict::Fail => Paint::Red,
            Verdict::Unknown => Paint::Yellow,
        };
        let word = padded(&judgement.word, 9, false);
        let indent = " ".repeat(INDENT.len().saturating_add(width_of(&word)));
        let lines = wrap(&judgement.title, self.options.width.saturating_sub(indent.len()));
        for (index, line) in lines.iter().enumerate() {
            let start = if index == 0 {
                format!("{INDENT}{}", self.paint(&word, paint))
            } else {
                indent.clone()
            };
            self.line(&format!("{start}{line}"));
        }
        for detail in &judgement.details {
            self.paragraph(detail, &indent, &indent);
        }
    }

    pub(crate) fn paragraph(&mut self, text: &str, first: &str, others: &str) {
        let width = self.options.width.saturating_sub(width_of(first));
        for (index, line) in wrap(text, width).iter().enumerate() {
            let start = if index == 0 { first } else { others };
            self.line(&format!("{start}{line}"));
        }
    }

    pub(crate) fn painted(&mut self, text: &str, paint: Paint) {
        let line = self.paint(text, paint);
        self.line(&line);
    }

    pub(crate) fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn paint(&self, text: &str, paint: Paint) -> String {
        let text = shown(text);
        let code = match paint {
            _ if !self.options.has_color => return text.into_owned(),
            Paint::Bold => "1",
            Paint::Red => "1;31",
            Paint::Green => "1;32",
            Paint::Yellow => "1;33",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

const INDENT: &str = "  ";
