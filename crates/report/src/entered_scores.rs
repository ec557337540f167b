//! Scores of other benchmarks that a user entered for drives of the catalogue, marked as such.

use iogram_model::{DriveEntry, DriveSheet, EnteredScore};

use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// The scores of one drive; `None` without any.
pub(crate) fn of_drive(drive: &DriveEntry, locale: &Locale) -> Option<Section> {
    let columns = vec![
        Heading::words(say!(locale, "benchmark")),
        Heading::numbers(say!(locale, "score")),
        Heading::name(say!(locale, "day")),
    ];
    let rows = drive.scores.iter().map(|score| {
        let day = score.measured_on.clone().unwrap_or_else(|| format::UNKNOWN.to_owned());
        vec![score.name.clone(), value(score), day]
    });
    let table = Table { columns, rows: rows.collect() };
    (!drive.scores.is_empty()).then(|| section(table, locale))
}

/// The scores of several drives, with a column for each benchmark; `None` without any. `name` gives the name of a
/// drive.
pub(crate) fn of_drives(
    sheets: &[DriveSheet],
    name: impl Fn(&DriveSheet) -> String,
    locale: &Locale,
) -> Option<Section> {
    let mut benchmarks: Vec<&str> = Vec::new();
    for score in sheets.iter().flat_map(|sheet| &sheet.drive.scores) {
        if !benchmarks.iter().any(|known| known.eq_ignore_ascii_case(&score.name)) {
            benchmarks.push(&score.name);
        }
    }
    if benchmarks.is_empty() {
        return None;
    }
    let mut columns = vec![Heading::words(say!(locale, "product"))];
    columns.extend(benchmarks.iter().map(|name| Heading::numbers(*name)));
    let scored = sheets.iter().filter(|sheet| !sheet.drive.scores.is_empty());
    let rows = scored.map(|sheet| {
        let of = |name: &&str| {
            let mut scores = sheet.drive.scores.iter();
            let found = scores.find(|score| score.name.eq_ignore_ascii_case(name));
            found.map_or(format::UNKNOWN.to_owned(), value)
        };
        [name(sheet)].into_iter().chain(benchmarks.iter().map(of)).collect()
    });
    let table = Table { columns, rows: rows.collect() };
    Some(section(table, locale))
}

fn section(table: Table, locale: &Locale) -> Section {
    let blocks =
        vec![Block::Table(table), Block::Paragraph(say!(locale, "entered-scores-note"))];
    Section::new(SectionKind::EnteredScores, locale, blocks)
}

/// As the user typed it.
fn value(score: &EnteredScore) -> String {
    score.value.to_string()
}
