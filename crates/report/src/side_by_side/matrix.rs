//! The few figures that compare drives, side by side, with the best of each marked.
//!
//! Must not know which side is the best: the comparison states that.

use iogram_model::{Bytes, ComparedKey, Comparison, whole};

use crate::format;
use crate::locale::{Locale, say};
use crate::names::short_names;
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// The headings of the matrix's columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Columns {
    /// The letters of the sides, because a terminal is narrow.
    Letters,
    /// The names of the drives.
    Drives,
}

/// Follows the best value; all others have blanks in its place.
const BEST: &str = " *";
const NOT_BEST: &str = "  ";

/// `None` if the sides have no key figures.
pub(crate) fn key_section(
    comparison: &Comparison,
    columns: Columns,
    locale: &Locale,
) -> Option<Section> {
    let keys = &comparison.key_figures;
    if keys.is_empty() {
        return None;
    }
    let names = names(comparison);
    let heading = |(side, name): (&String, &String)| match columns {
        Columns::Letters => Heading::numbers(format!("{side}{NOT_BEST}")),
        Columns::Drives => Heading::numbers(format!("{name}{NOT_BEST}")).of(side.clone()),
    };
    let mut titles = vec![Heading::words(say!(locale, "figure")), Heading::name("")];
    titles.extend(comparison.sides.iter().zip(&names).map(heading));
    let rows = keys.iter().map(|key| row(key, locale)).collect();
    let mut blocks = vec![Block::Table(Table { columns: titles, rows })];
    blocks.extend(ranking(comparison, &names, locale).map(Block::Paragraph));
    Some(Section::new(SectionKind::KeyFigures, locale, blocks))
}

/// Names of the sides next to each other.
pub(crate) fn names(comparison: &Comparison) -> Vec<String> {
    let drives: Vec<String> =
        (0..comparison.sides.len()).map(|index| comparison.drives_of(index)).collect();
    short_names(&drives, &comparison.sides)
}

fn row(key: &ComparedKey, locale: &Locale) -> Vec<String> {
    let name = locale.text(&format!("key-{}", key.key.name()));
    let name = match key.is_of_different_cells {
        true => say!(locale, "key-of-different-cells", name = name),
        false => name,
    };
    let unit = match key.figure.as_str() {
        "bytes_per_s" => locale.rates().symbol().to_owned(),
        "iops" => "IOPS".to_owned(),
        _ => String::new(),
    };
    let value = |(value, side): (&Option<f64>, u32)| {
        let mark = if key.best.contains(&side) { BEST } else { NOT_BEST };
        format!("{}{mark}", bare(&key.figure, *value, locale))
    };
    [name, unit].into_iter().chain(key.values.iter().zip(0_u32..).map(value)).collect()
}

/// A value in the unit of its row, or with its own unit.
fn bare(figure: &str, value: Option<f64>, locale: &Locale) -> String {
    match figure {
        "bytes_per_s" => locale.rate(value),
        "iops" => format::iops(value),
        "value_bytes" => {
            value.map_or(format::UNKNOWN.to_owned(), |it| Bytes(whole(it)).decimal())
        }
        _ => format::latency(value),
    }
}

/// A value of a key figure with its unit.
pub(crate) fn with_unit(figure: &str, value: Option<f64>, locale: &Locale) -> String {
    match figure {
        "value_bytes" => bare(figure, value, locale),
        other => format::figure(other, value, locale),
    }
}

/// How often each side is the best, most frequent first; `None` if none is the best of anything.
fn ranking(comparison: &Comparison, names: &[String], locale: &Locale) -> Option<String> {
    let mut sides: Vec<(u32, String)> = comparison
        .best_count
        .iter()
        .zip(comparison.sides.iter().zip(names))
        .map(|(count, (side, name))| (*count, format!("{side} ({name}) {count}")))
        .collect();
    // The sort is stable: sides with equal counts keep their order.
    sides.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let is_any = sides.iter().any(|(count, _)| *count > 0);
    let told = comparison.key_figures.iter().filter(|key| !key.best.is_empty()).count();
    let sides: Vec<String> = sides.into_iter().map(|(_, text)| text).collect();
    is_any.then(|| say!(locale, "key-ranking", count = told, sides = sides.join(", ")))
}
