//! A table before it is text or Markdown.

use iogram_model::Total as _;

use crate::layout::{padded, width_of, wrap_hard};

/// Rows of texts below headings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    pub(crate) columns: Vec<Heading>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// The heading of a column.
#[derive(Debug, Clone)]
pub(crate) struct Heading {
    /// The quantity or its unit.
    pub(crate) title: String,
    /// Distinguishes several values, such as `median`; empty if there is one.
    pub(crate) qualifier: String,
    pub(crate) kind: Kind,
    /// Whether to leave it out if no row has a value, even if others stay.
    pub(crate) is_rarely_known: bool,
    /// Whether it is only in the whole page, and not in the short one.
    pub(crate) is_looked_up: bool,
}

/// Layouts of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Words: left-aligned, wrapped if the page is too narrow.
    Words,
    /// A name or a time: left-aligned, never wrapped, so that it can be copied.
    Name,
    /// Numbers: right-aligned, never wrapped.
    Numbers,
    /// Numbers that a narrow page leaves out.
    SpareNumbers,
}

impl Heading {
    fn new(title: impl Into<String>, kind: Kind) -> Self {
        Self {
            title: title.into(),
            qualifier: String::new(),
            kind,
            is_rarely_known: false,
            is_looked_up: false,
        }
    }

    pub(crate) fn words(title: impl Into<String>) -> Self {
        Self::new(title, Kind::Words)
    }

    pub(crate) fn name(title: impl Into<String>) -> Self {
        Self::new(title, Kind::Name)
    }

    pub(crate) fn numbers(title: impl Into<String>) -> Self {
        Self::new(title, Kind::Numbers)
    }

    pub(crate) fn rarely_known(self) -> Self {
        Self { is_rarely_known: true, ..self }
    }

    pub(crate) fn looked_up(self) -> Self {
        Self { is_looked_up: true, ..self }
    }

    pub(crate) fn spare(self) -> Self {
        Self { kind: Kind::SpareNumbers, ..self }
    }

    pub(crate) fn of(self, qualifier: impl Into<String>) -> Self {
        Self { qualifier: qualifier.into(), ..self }
    }

    /// Title and qualifier in one line.
    fn line(&self) -> String {
        match self.qualifier.as_str() {
            "" => self.title.clone(),
            qualifier => format!("{} ({qualifier})", self.title),
        }
    }
}

/// Columns of words stay at least this wide ..
const WORDS_WIDTH_MIN: usize = 12;
/// .. unless the table would become a list: rows in columns can be compared.
const WORDS_WIDTH_LEAST: usize = 7;
/// A longer name is wrapped like words: a drive name of 60 letters must not push numbers off the page.
const NAME_WIDTH_MAX: usize = 28;
/// Gap between columns. Arbitrary: values contain single spaces themselves.
const GAP: usize = 2;

impl Table {
    /// Removes columns that are empty in all rows.
    pub(crate) fn without_empty_columns(mut self) -> Self {
        let is_used: Vec<bool> = (0..self.columns.len())
            .map(|index| self.rows.iter().any(|row| !row[index].is_empty()))
            .collect();
        self.keep(&is_used);
        self
    }

    /// Removes columns without a known value in any row.
    pub(crate) fn without_unknown_columns(mut self) -> Self {
        let is_known = |cell: &String| !cell.is_empty() && cell != crate::format::UNKNOWN;
        let is_used: Vec<bool> = (0..self.columns.len())
            .map(|index| self.rows.iter().any(|row| is_known(&row[index])))
            .collect();
        self.keep(&is_used);
        self
    }

    /// Removes rarely known columns without a known value in any row.
    pub(crate) fn without_rarely_known(mut self) -> Self {
        let is_known = |cell: &String| !cell.is_empty() && cell != crate::format::UNKNOWN;
        let is_used = |(index, column): (usize, &Heading)| {
            !column.is_rarely_known || self.rows.iter().any(|row| is_known(&row[index]))
        };
        let is_used: Vec<bool> = self.columns.iter().enumerate().map(is_used).collect();
        self.keep(&is_used);
        self
    }

    /// Removes the columns that only the whole page has.
    pub(crate) fn without_looked_up(mut self) -> Self {
        let is_kept: Vec<bool> = self.columns.iter().map(|it| !it.is_looked_up).collect();
        self.keep(&is_kept);
        self
    }

    fn keep(&mut self, is_kept: &[bool]) {
        let mut kept = is_kept.iter();
        self.columns.retain(|_| kept.next().copied().unwrap_or(true));
        for row in &mut self.rows {
            let mut kept = is_kept.iter();
            row.retain(|_| kept.next().copied().unwrap_or(true));
        }
    }

    /// As text without a frame, each line ended. To fit into `width` columns, it first drops spare columns, then
    /// wraps words, and at last turns each row into a list.
    pub(crate) fn render_text(&self, width: usize) -> String {
        let spare = |column: &Heading| column.kind == Kind::SpareNumbers;
        let contents = self.content_widths();
        let is_wide = sum_with_gaps(&contents) > width;
        if let Some(first) = self.columns.iter().position(spare).filter(|_| is_wide) {
            let mut fewer = self.clone();
            let is_kept: Vec<bool> =
                (0..self.columns.len()).map(|index| index != first).collect();
            fewer.keep(&is_kept);
            return fewer.render_text(width);
        }
        let tries = [WORDS_WIDTH_MIN, WORDS_WIDTH_LEAST].into_iter();
        match tries.filter_map(|least| self.fitted(contents.clone(), width, least)).next() {
            Some(widths) => self.grid(&widths),
            None => self.list(width),
        }
    }

    /// Widths that fit into `width` together; `None` if there are none.
    fn fitted(
        &self,
        contents: Vec<usize>,
        width: usize,
        words_min: usize,
    ) -> Option<Vec<usize>> {
        let mut widths = contents;
        let mut excess = sum_with_gaps(&widths).saturating_sub(width);
        let least = |index: usize, width: usize| match self.columns[index].kind {
            Kind::Words => width.min(words_min),
            Kind::Name if width > NAME_WIDTH_MAX => words_min,
            _ => width,
        };
        let leasts: Vec<usize> =
            widths.iter().enumerate().map(|(index, &width)| least(index, width)).collect();
        // The widest column shrinks first.
        while excess > 0 {
            let can_shrink = |index: &usize| widths[*index] > leasts[*index];
            let widest = (0..widths.len()).filter(can_shrink).max_by_key(|&it| widths[it])?;
            widths[widest] = widths[widest].saturating_sub(1);
            excess = excess.saturating_sub(1);
        }
        Some(widths)
    }

    fn grid(&self, widths: &[usize]) -> String {
        let title = |column: &Heading| column.title.clone();
        let titles: Vec<String> = self.columns.iter().map(title).collect();
        let mut text = self.line(&titles, widths);
        if self.columns.iter().any(|column| !column.qualifier.is_empty()) {
            let qualifier = |column: &Heading| column.qualifier.clone();
            let qualifiers: Vec<String> = self.columns.iter().map(qualifier).collect();
            text += &self.line(&qualifiers, widths);
        }
        for row in &self.rows {
            text += &self.line(row, widths);
        }
        text
    }

    /// One row, in as many lines as its longest cell needs.
    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let cells: Vec<Vec<String>> =
            row.iter().zip(widths).map(|(cell, width)| wrap_hard(cell, *width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let mut text = String::new();
        for index in 0..height {
            let mut line = String::new();
            for ((column, lines), &width) in self.columns.iter().zip(&cells).zip(widths) {
                let cell = lines.get(index).map_or("", String::as_str);
                let is_right = matches!(column.kind, Kind::Numbers | Kind::SpareNumbers);
                line += &padded(cell, width, is_right);
                line += &" ".repeat(GAP);
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// Each row as a list below its first cell, with a value in each line, if the columns do not fit.
    fn list(&self, width: usize) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let mut cells = self.columns.iter().zip(row);
            for line in cells.next().map_or(Vec::new(), |(_, cell)| wrap_hard(cell, width)) {
                text += &line;
                text.push('\n');
            }
            for (column, cell) in cells.filter(|(_, cell)| !cell.is_empty()) {
                let line = match column.line().as_str() {
                    "" => cell.clone(),
                    title => format!("{title}: {cell}"),
                };
                for (index, line) in
                    wrap_hard(&line, width.saturating_sub(2 * GAP)).iter().enumerate()
                {
                    text += &" ".repeat(if index == 0 { GAP } else { 2 * GAP });
                    text += line;
                    text.push('\n');
                }
            }
        }
        text
    }

    fn content_widths(&self) -> Vec<usize> {
        let of = |(index, column): (usize, &Heading)| {
            let cells = self.rows.iter().map(|row| width_of(&row[index]));
            let titles = [width_of(&column.title), width_of(&column.qualifier)];
            cells.chain(titles).max().unwrap_or(0)
        };
        self.columns.iter().enumerate().map(of).collect()
    }

    /// As a Markdown table.
    pub(crate) fn render_markdown(&self) -> String {
        let titles = self.columns.iter().map(|column| escape_markdown(&column.line()));
        let rules = self.columns.iter().map(|column| match column.kind {
            Kind::Words | Kind::Name => ":---".to_owned(),
            Kind::Numbers | Kind::SpareNumbers => "---:".to_owned(),
        });
        let mut lines = markdown_row(titles) + &markdown_row(rules);
        for row in &self.rows {
            lines += &markdown_row(row.iter().map(|cell| escape_markdown(cell)));
        }
        lines
    }
}

/// The width of all columns, with the gaps between them.
fn sum_with_gaps(widths: &[usize]) -> usize {
    widths.iter().total().saturating_add(GAP.saturating_mul(widths.len().saturating_sub(1)))
}

fn markdown_row(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    format!("| {} |\n", cells.join(" | "))
}

/// `text` escaped so that Markdown shows it unchanged, also inside a table. Only necessary escapes are used, because
/// people read the source, too.
pub(crate) fn escape_markdown(text: &str) -> String {
    let text = &*iogram_model::shown(text);
    let count = |wanted: char| text.chars().filter(|it| *it == wanted).count();
    let has_pair = |it: char| count(it) > 1;
    let has_link = ["](", "][", "]:"].iter().any(|it| text.contains(it));
    let is_item = ["# ", "* ", "- ", "+ ", "> ", "[ ] ", "[x] "];
    let starts_block = is_item.iter().any(|start| text.starts_with(start));
    let characters: Vec<char> = text.chars().collect();
    let mut escaped = String::with_capacity(text.len());
    for (index, &character) in characters.iter().enumerate() {
        let next = characters.get(index.saturating_add(1)).copied();
        let before = index.checked_sub(1).map(|before| characters[before]);
        let is_word = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        let breaks = match character {
            '|' => true,
            // The matching one may be in a text that follows in the same paragraph.
            '`' => true,
            '*' | '~' => has_pair(character),
            // Within a word it is an ordinary letter.
            '_' => has_pair('_') && !(is_word(before) && is_word(next)),
            '\\' => next.is_some_and(|it| it.is_ascii_punctuation()),
            '<' => next.is_some_and(|it| it.is_ascii_alphabetic() || "/!?".contains(it)),
            '&' => is_word(next) && text.contains(';') || next == Some('#'),
            '[' | ']' => has_link,
            '.' | ')' => {
                let number = characters.get(..index).unwrap_or_default();
                let is_number = !number.is_empty() && number.iter().all(char::is_ascii_digit);
                is_number && next == Some(' ')
            }
            _ => false,
        };
        if breaks || (index == 0 && starts_block) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_markdown(text: &str, expected: &str) {
        assert_eq!(escape_markdown(text), expected);
    }

    #[test]
    fn markdown_is_escaped_where_it_would_break_and_nowhere_else() {
        check_markdown("84.3*", "84.3*");
        check_markdown("*: published elsewhere", "*: published elsewhere");
        check_markdown("io_uring, max_wear_level_", "io_uring, max_wear_level\\_");
        check_markdown("up to 3 < 4", "up to 3 < 4");
        check_markdown("see [1]", "see [1]");
        check_markdown("a | b", "a \\| b");
        check_markdown("a ` b", "a \\` b");
        check_markdown("a\n# b", "a\\n# b");
        check_markdown("*Ultra* <b>Fast</b>", "\\*Ultra\\* \\<b>Fast\\</b>");
        check_markdown("[here](http://x)", "\\[here\\](http://x)");
        check_markdown("_SD_ card", "\\_SD\\_ card");
        check_markdown("- not a list", "\\- not a list");
        check_markdown("-", "-");
        check_markdown("1. not a list", "1\\. not a list");
        check_markdown("AT&T; R&D", "AT\\&T; R\\&D");
        check_markdown("C:\\dir", "C:\\dir");
    }

    fn table(name: &str) -> Table {
        Table {
            columns: vec![
                Heading::words("drive"),
                Heading::name("run"),
                Heading::numbers("MB/s").of("median"),
                Heading::numbers("p99").spare(),
            ],
            rows: vec![
                vec![name.into(), "20261121-0718".into(), "84.3".into(), "1.20 ms".into()],
                vec!["b".into(), "20261121-0719".into(), "1234.5".into(), "-".into()],
            ],
        }
    }

    #[test]
    fn a_table_gives_up_spare_columns_then_breaks_words_then_becomes_a_list() {
        let name = "a card with a rather long name";
        let wide = table(name).render_text(80);
        assert!(
            wide.starts_with("drive                           run              MB/s"),
            "{wide}"
        );
        assert!(
            wide.contains("\n                                               median\n"),
            "{wide}"
        );
        assert!(
            wide.contains("a card with a rather long name  20261121-0718    84.3  1.20 ms\n")
        );
        let spare = table(name).render_text(54);
        assert!(!spare.contains("p99") && spare.contains("rather long name  2026"), "{spare}");
        let broken = table(name).render_text(40);
        assert!(broken.contains("a card with a      20261121-0718    84.3\n"), "{broken}");
        let list = table(name).render_text(29);
        assert!(
            list.starts_with("a card with a rather long\nname\n  run: 20261121-0718\n"),
            "{list}"
        );
    }

    #[test]
    fn no_line_is_wider_than_asked_and_korean_letters_are_two_columns() {
        let korean = "삼성 프로 플러스 마이크로에스디 카드 이백오십육 기가바이트 블랙박스용";
        for name in [korean, &"x".repeat(60), "short"] {
            for width in [20, 38, 78, 120] {
                let text = table(name).render_text(width);
                let widest = text.lines().map(width_of).max().unwrap();
                assert!(widest <= width, "{width}:\n{text}");
            }
        }
        let text = table("삼성 카드").render_text(78);
        assert!(text.contains("\n삼성 카드  20261121-0718"), "{text}");
        assert!(text.contains("\nb          20261121-0719"), "{text}");
    }
}
