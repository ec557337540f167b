//! Scores of other benchmarks that a user entered for drives of the catalogue, marked as such.

use iogram_model::{ComparedScores, Comparison, DriveEntry, DriveSheet, EnteredScore};

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
    let of = |sheet: &DriveSheet| (name(sheet), sheet.drive.scores.clone());
    beside(&sheets.iter().map(of).collect::<Vec<_>>(), say!(locale, "product"), locale)
}

/// The scores of the drives of a comparison; `None` without any.
pub(crate) fn of_comparison(comparison: &Comparison, locale: &Locale) -> Option<Section> {
    let of = |it: &ComparedScores| (format!("{} ({})", it.side, it.drive), it.scores.clone());
    let named: Vec<_> = comparison.entered_scores.iter().map(of).collect();
    beside(&named, say!(locale, "drive"), locale)
}

/// A row for each drive that has any.
fn beside(
    drives: &[(String, Vec<EnteredScore>)],
    heading: String,
    locale: &Locale,
) -> Option<Section> {
    let mut benchmarks: Vec<&str> = Vec::new();
    for score in drives.iter().flat_map(|(_, scores)| scores) {
        if !benchmarks.iter().any(|known| known.eq_ignore_ascii_case(&score.name)) {
            benchmarks.push(&score.name);
        }
    }
    if benchmarks.is_empty() {
        return None;
    }
    let mut columns = vec![Heading::words(heading)];
    columns.extend(benchmarks.iter().map(|name| Heading::numbers(*name)));
    let rows = drives.iter().filter(|(_, scores)| !scores.is_empty()).map(|(name, scores)| {
        let of = |benchmark: &&str| {
            let found = scores.iter().find(|score| score.name.eq_ignore_ascii_case(benchmark));
            found.map_or(format::UNKNOWN.to_owned(), value)
        };
        std::iter::once(name.clone()).chain(benchmarks.iter().map(of)).collect()
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
