//! A table before it is text or Markdown.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table as Grid, Width};

/// Rows of texts below headings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    pub(crate) columns: Vec<Heading>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// What a column holds.
#[derive(Debug, Clone)]
pub(crate) struct Heading {
    /// The quantity or its unit.
    pub(crate) title: &'static str,
    /// Which of several values, such as `median`; empty where there is one.
    pub(crate) qualifier: &'static str,
    pub(crate) kind: Kind,
}

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Words: left-aligned, broken where the page is too narrow.
    Words,
    /// A name or a time: left-aligned, never broken, so that it can be copied.
    Name,
    /// Numbers: right-aligned, never broken.
    Numbers,
    /// Numbers that a narrow page leaves out.
    SpareNumbers,
}

impl Heading {
    pub(crate) fn words(title: &'static str) -> Self {
        Self { title, qualifier: "", kind: Kind::Words }
    }

    pub(crate) fn name(title: &'static str) -> Self {
        Self { title, qualifier: "", kind: Kind::Name }
    }

    pub(crate) fn numbers(title: &'static str) -> Self {
        Self { title, qualifier: "", kind: Kind::Numbers }
    }

    pub(crate) fn spare(self) -> Self {
        Self { kind: Kind::SpareNumbers, ..self }
    }

    pub(crate) fn of(self, qualifier: &'static str) -> Self {
        Self { qualifier, ..self }
    }
}

/// Columns of words are not squeezed below this; a line that is then still too long stays long.
const WORDS_WIDTH_MIN: usize = 12;
/// Arbitrary: between columns, since values contain single spaces themselves.
const GAP: u16 = 2;

impl Table {
    /// Leaves out the columns in which no row has anything.
    pub(crate) fn without_empty_columns(mut self) -> Self {
        let is_used: Vec<bool> = (0..self.columns.len())
            .map(|index| self.rows.iter().any(|row| !row[index].is_empty()))
            .collect();
        self.keep(&is_used);
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

    /// As text without a frame, each line ended. To fit into `width` columns, first spare columns go,
    /// then words are broken.
    pub(crate) fn render_text(&self, width: usize) -> String {
        let mut table = self.clone();
        while table.width(Self::content_width) > width {
            let spare =
                table.columns.iter().position(|column| column.kind == Kind::SpareNumbers);
            let Some(spare) = spare else { break };
            let is_kept: Vec<bool> =
                (0..table.columns.len()).map(|index| index != spare).collect();
            table.keep(&is_kept);
        }
        table.grid(width.max(table.width(Self::width_min)))
    }

    fn grid(&self, width: usize) -> String {
        let mut grid = Grid::new();
        let has_qualifiers = self.columns.iter().any(|column| !column.qualifier.is_empty());
        grid.set_header(self.columns.iter().map(|column| {
            if has_qualifiers {
                format!("{}\n{}", column.title, column.qualifier)
            } else {
                column.title.to_owned()
            }
        }));
        grid.add_rows(self.rows.clone());
        grid.load_style(comfy_table::presets::NOTHING);
        grid.set_content_arrangement(ContentArrangement::Dynamic);
        grid.set_width(u16::try_from(width).unwrap_or(u16::MAX));
        for (index, column) in self.columns.iter().enumerate() {
            let shown = grid.column_mut(index).expect("every heading has made a column");
            let gap = if index + 1 < self.columns.len() { GAP } else { 0 };
            shown.set_padding((0, gap));
            shown.set_constraint(match column.kind {
                Kind::Words => {
                    let least = u16::try_from(self.width_min(index)).unwrap_or(u16::MAX);
                    ColumnConstraint::LowerBoundary(Width::Fixed(least.saturating_add(gap)))
                }
                Kind::Name | Kind::Numbers | Kind::SpareNumbers => {
                    ColumnConstraint::ContentWidth
                }
            });
            if matches!(column.kind, Kind::Numbers | Kind::SpareNumbers) {
                shown.set_cell_alignment(CellAlignment::Right);
            }
        }
        let lines = grid.lines().map(|line| format!("{}\n", line.trim_end()));
        lines.collect()
    }

    /// Of all columns, each as wide as `of_column` says, with the gaps between them.
    fn width(&self, of_column: impl Fn(&Self, usize) -> usize) -> usize {
        let columns: usize = (0..self.columns.len()).map(|index| of_column(self, index)).sum();
        columns + usize::from(GAP) * self.columns.len().saturating_sub(1)
    }

    fn width_min(&self, index: usize) -> usize {
        let width = self.content_width(index);
        if self.columns[index].kind == Kind::Words { width.min(WORDS_WIDTH_MIN) } else { width }
    }

    fn content_width(&self, index: usize) -> usize {
        let column = &self.columns[index];
        let cells = self.rows.iter().map(|row| row[index].as_str());
        let texts = cells.chain([column.title, column.qualifier]);
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    }

    /// As a Markdown table.
    pub(crate) fn render_markdown(&self) -> String {
        let titles = self.columns.iter().map(|column| {
            if column.qualifier.is_empty() {
                column.title.to_owned()
            } else {
                format!("{} ({})", column.title, column.qualifier)
            }
        });
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

fn markdown_row(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    format!("| {} |\n", cells.join(" | "))
}

/// `text` so that Markdown shows it as it is, also inside a table.
pub(crate) fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '|' | '*' | '_' | '`' | '<' | '[' | ']' | '#') {
            escaped.push('\\');
        }
        escaped.push(if character == '\n' { ' ' } else { character });
    }
    escaped
}
