//! The few figures that drives are compared by, side by side, the best of each marked.
//!
//! Must not know which side is the best: that is said by the comparison.

use iogram_model::{Bytes, ComparedKey, Comparison, whole};

use crate::format;
use crate::locale::{Locale, say};
use crate::names::short_names;
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// What the columns of the matrix are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Columns {
    /// By the letters of the sides: a terminal is narrow.
    Letters,
    /// By the drives.
    Drives,
}

/// Behind the best value, and behind all others in its place.
const BEST: &str = " *";
const NOT_BEST: &str = "  ";

/// `None` where the sides have no key figures.
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

/// What the sides are called beside each other.
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

/// A value in the unit of its row, or with a unit of its own.
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

/// Who is the best how often, most first; nothing where nobody is the best of anything.
fn ranking(comparison: &Comparison, names: &[String], locale: &Locale) -> Option<String> {
    let mut sides: Vec<(u32, String)> = comparison
        .best_count
        .iter()
        .zip(comparison.sides.iter().zip(names))
        .map(|(count, (side, name))| (*count, format!("{side} ({name}) {count}")))
        .collect();
    // The sort is stable: those that are the best as often stay in the order of their naming.
    sides.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let is_any = sides.iter().any(|(count, _)| *count > 0);
    let told = comparison.key_figures.iter().filter(|key| !key.best.is_empty()).count();
    let sides: Vec<String> = sides.into_iter().map(|(_, text)| text).collect();
    is_any.then(|| say!(locale, "key-ranking", count = told, sides = sides.join(", ")))
}
