//! iozone's wide table: columns of tests that were not run are blank, so the position of a figure determines its
//! column. If spaces were lost, the tests of the command line determine the columns.

use iogram_model::text;
use std::collections::BTreeMap;

use super::super::line::{Line, bare};
use super::super::refusal::Refusal;

/// The columns, in order, and the number of the test (`-i`) that fills each. Source: iozone's manual, option `-i`.
const COLUMNS: [(&str, &str, u32); 13] = [
    ("write", "write", 0),
    ("rewrite", "rewrite", 0),
    ("read", "read", 1),
    ("reread", "reread", 1),
    ("read", "random read", 2),
    ("write", "random write", 2),
    ("read", "bkwd read", 3),
    ("rewrite", "record rewrite", 4),
    ("read", "stride read", 5),
    ("fwrite", "fwrite", 6),
    ("frewrite", "frewrite", 6),
    ("fread", "fread", 7),
    ("freread", "freread", 7),
];

/// Columns of second passes, which `-+n` omits.
const RETESTS: [&str; 4] = ["rewrite", "reread", "frewrite", "freread"];

/// Digits of the longest figure: no drive reaches 10^9 kB/s. Longer ones are several joined figures. Arbitrary.
const DIGITS_MAX: usize = 9;

/// Largest distance between the ends of a figure and its column, in characters: the narrowest column has eight.
/// Arbitrary.
const DISTANCE_MAX: usize = 3;

/// Whether the line is the heading of the table.
pub(super) fn is_header(text: &str) -> bool {
    let mut words = bare(text).split_whitespace();
    words.next().is_some_and(|it| it.eq_ignore_ascii_case("kb"))
        && words.next() == Some("reclen")
        && words.next() == Some("write")
}

/// A figure's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) test: &'static str,
    pub(super) record_kib: u64,
    pub(super) file_kib: u64,
}

#[derive(Debug, Default)]
pub(super) struct Table {
    /// Tests with the position at which their columns end, counted from the end of `reclen`.
    columns: Vec<(&'static str, usize)>,
    /// Whether the heading still has iozone's original spaces.
    is_spaced: bool,
    /// Whether text followed its rows: later numbers may not belong to the table.
    is_left: bool,
    pub(super) seen: BTreeMap<Key, f64>,
}

/// Words with the position after their last character; tab stops are 8 characters apart.
fn words(text: &str) -> Vec<(&str, usize)> {
    let mut found: Vec<(&str, usize)> = Vec::new();
    let (mut column, mut start) = (0_usize, None);
    for (at, letter) in text.char_indices() {
        if letter.is_whitespace() {
            if let Some(from) = start.take() {
                found.push((text.get(from..at).unwrap_or_default(), column));
            }
        } else {
            start.get_or_insert(at);
        }
        column = match letter {
            '\t' => column.saturating_add(8) & !7,
            _ => column.saturating_add(1),
        };
    }
    if let Some(from) = start {
        found.push((text.get(from..).unwrap_or_default(), column));
    }
    found
}

impl Table {
    /// The table below this heading.
    pub(super) fn new(line: &Line<'_>) -> Result<Self, Refusal> {
        let words = words(line.text);
        let from = words.iter().position(|(word, _)| *word == "reclen").unwrap_or_default();
        let (_, zero) = words.get(from).copied().unwrap_or_default();
        let named = words.iter().skip(from.saturating_add(1)).filter(|(word, _)| *word != "|");
        let mut columns = Vec::new();
        for ((word, end), index) in named.zip(0_usize..) {
            match COLUMNS.get(index) {
                Some((name, test, _)) if name == word => {
                    columns.push((*test, end.saturating_sub(zero)));
                }
                _ => return Err(line.expected(word, text!("interchange-column-iozone-table"))),
            }
        }
        let is_spaced = line.text.trim().contains("  ");
        Ok(Self { columns, is_spaced, is_left: false, seen: BTreeMap::new() })
    }

    /// Ends the table; keeps its figures, because reports for spreadsheets repeat them.
    pub(super) fn close(&mut self) {
        self.columns.clear();
    }

    /// Records text below the rows of a table, such as the next sentence of an article.
    pub(super) fn leave(&mut self, text: &str) {
        let is_text = text.starts_with(|it: char| it.is_ascii_alphabetic());
        self.is_left |= is_text && !self.seen.is_empty();
    }

    /// Splits off the name that a person put before a complete row.
    pub(super) fn labelled<'a>(&self, text: &'a str) -> Option<(&'a str, &'a str)> {
        let (label, rest) = text.split_once(char::is_whitespace)?;
        let is_number = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
        let mut figures = rest.split_whitespace();
        let is_label = label.starts_with(|it: char| it.is_ascii_alphabetic());
        let is_row = figures.clone().count() == self.columns.len().saturating_add(2)
            && figures.all(is_number);
        (is_label && is_row && !self.columns.is_empty()).then_some((label, rest))
    }

    /// The figures of a row; `None` if the line is not a row.
    pub(super) fn row(
        &self,
        line: &Line<'_>,
        how: (&Asked, bool),
    ) -> Result<Option<Vec<(Key, f64)>>, Refusal> {
        if !self.is_left {
            return self.row_of(line, how);
        }
        // After such text, only complete rows count; other lines with numbers are not rows.
        let is_whole = |it: &Vec<(Key, f64)>| {
            let is_possible =
                |key: &Key| key.record_kib.is_power_of_two() && key.record_kib <= key.file_kib;
            it.len() == self.columns.len() && it.iter().all(|(key, _)| is_possible(key))
        };
        Ok(self.row_of(line, how).ok().flatten().filter(is_whole))
    }

    fn row_of(
        &self,
        line: &Line<'_>,
        (tests, is_end): (&Asked, bool),
    ) -> Result<Option<Vec<(Key, f64)>>, Refusal> {
        if self.columns.is_empty() {
            return Ok(None);
        }
        let words = words(line.text);
        let words: Vec<_> =
            words.into_iter().skip_while(|(it, _)| matches!(*it, ">" | "|" | ">>")).collect();
        let is_number = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
        let numbers = words.iter().take_while(|(it, _)| is_number(it)).count();
        // A row has two sizes and a figure; a word among its figures makes it invalid.
        let sizes = words.get(..2).unwrap_or_default().iter().map(|it| it.0.parse::<u64>());
        let sizes: Vec<u64> = sizes.flatten().collect();
        // Excludes another tool's row: a record is not larger than its file, and is a power of two.
        let is_other = matches!(sizes.as_slice(), [file, record] if record > file && !record.is_power_of_two());
        if !is_other && let Some(word) = self.spoilt(&words, tests) {
            return Err(line.expected(word, text!("interchange-whole-number")));
        }
        if numbers < 3 || is_other {
            return Ok(None);
        }
        if let Some((word, _)) =
            words.get(numbers).filter(|(it, _)| !matches!(*it, "|" | "<br>"))
        {
            return Err(line.expected(word, text!("interchange-whole-number")));
        }
        let [(file, _), (record, zero), values @ ..] = words.get(..numbers).unwrap_or_default()
        else {
            return Ok(None);
        };
        let (file_kib, record_kib) = (line.count(file)?, line.count(record)?);
        let asked = tests.columns();
        let wanted: Vec<&'static str> = self
            .columns
            .iter()
            .map(|(test, _)| *test)
            .filter(|it| asked.contains(it))
            .collect();
        let found = if values.len() == self.columns.len() {
            self.columns.iter().map(|it| it.0).collect()
        } else if !tests.tests.is_empty() && wanted.len() == values.len() {
            wanted
        } else {
            self.below(line, (values, *zero), &asked)?
        };
        // At the end of the text, a number may lack its last digits.
        if is_end && !line.text.ends_with(char::is_whitespace) {
            return Err(line.cut_off(text!("interchange-row")));
        }
        let mut row = Vec::new();
        for ((text, _), test) in values.iter().zip(found) {
            if text.len() > DIGITS_MAX {
                return Err(line.expected(text, text!("interchange-figure-not-run-into-next")));
            }
            row.push((Key { test, record_kib, file_kib }, line.number(text)?));
        }
        Ok(Some(row))
    }

    /// The single word of a complete row that is not a number, but contains digits.
    fn spoilt<'a>(&self, words: &[(&'a str, usize)], tests: &Asked) -> Option<&'a str> {
        let is_number = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
        let mut others = words.iter().map(|it| it.0).filter(|it| !is_number(it));
        let (word, next) = (others.next()?, others.next());
        let asked = tests.columns();
        let wanted = self.columns.iter().filter(|it| asked.contains(&it.0)).count();
        let figures = words.len().saturating_sub(2);
        // A shorter line may be ordinary text.
        let is_row = figures >= 2 && (figures == self.columns.len() || figures == wanted);
        (is_row && next.is_none() && word.contains(|it: char| it.is_ascii_digit()))
            .then_some(word)
    }

    /// The columns of the figures, by their positions.
    fn below(
        &self,
        line: &Line<'_>,
        (values, zero): (&[(&str, usize)], usize),
        asked: &[&'static str],
    ) -> Result<Vec<&'static str>, Refusal> {
        let mut rest = self.columns.iter();
        let mut found = Vec::new();
        for (text, end) in values {
            let end = end.saturating_sub(zero);
            let column = rest.find(|it| it.1.abs_diff(end) <= DISTANCE_MAX);
            let column = column.filter(|it| self.is_spaced && asked.contains(&it.0));
            let (test, _) = column
                .ok_or_else(|| line.expected(text, text!("interchange-figure-below-column")))?;
            found.push(*test);
        }
        Ok(found)
    }
}

/// The tests of a command line.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// Their numbers; empty: all tests.
    pub(super) tests: Vec<u32>,
    /// Whether second passes are omitted.
    pub(super) has_no_retests: bool,
}

impl Asked {
    /// The columns that they fill.
    fn columns(&self) -> Vec<&'static str> {
        let is_asked = |number: u32| self.tests.is_empty() || self.tests.contains(&number);
        let columns = COLUMNS.iter().filter(|(_, _, number)| is_asked(*number)).map(|it| it.1);
        columns.filter(|it| !self.has_no_retests || !RETESTS.contains(it)).collect()
    }
}
