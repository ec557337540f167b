//! Sides of a comparison next to each other, as sections of a page: key figures, differences, obstacles to the
//! comparison.

use iogram_model::{
    ComparedRow, ComparedRun, Comparison, Difference, DifferenceVerdict, Obstacle,
    ObstacleWeight, Range95,
};

use crate::format;
use crate::imported;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::statement::said;
use crate::table::{Heading, Table};

mod matrix;

pub(crate) use matrix::{Columns, key_section, names, with_unit};

/// The differences of each side from the first, with a heading for each.
pub(crate) fn difference_sections(comparison: &Comparison, locale: &Locale) -> Vec<Section> {
    (1..comparison.sides.len()).map(|index| differences(comparison, index, locale)).collect()
}

/// Reasons against a comparison, or for differences that the drive did not cause.
pub(crate) fn obstacle_section(comparison: &Comparison, locale: &Locale) -> Option<Section> {
    obstacles(&comparison.obstacles, usize::MAX, locale)
}

/// Time between a run and the first one; `None` within a day, and if another tool does not state the time of one of
/// them: the time of an import is not that of a measurement.
fn distance(run: &ComparedRun, first: &ComparedRun, locale: &Locale) -> Option<String> {
    let us = run.measured_at_us()?.saturating_sub(first.measured_at_us()?);
    let days = us.unsigned_abs() / 86_400_000_000;
    let side = &run.label;
    match (days, us < 0) {
        (0, _) => None,
        (1, true) => Some(say!(locale, "measured-day-before", side = side)),
        (1, false) => Some(say!(locale, "measured-day-after", side = side)),
        (_, true) => Some(say!(locale, "measured-days-before", side = side, days = days)),
        (_, false) => Some(say!(locale, "measured-days-after", side = side, days = days)),
    }
}

/// Time of a run, as far as it is known.
fn started(run: &ComparedRun, locale: &Locale) -> String {
    if !run.is_imported {
        return format::timestamp(run.started_at_us);
    }
    let told = run.measured_at.as_deref().map(imported::when);
    say!(locale, "started-imported", when = told.as_deref().unwrap_or(format::UNKNOWN))
}

/// The list of the runs.
pub(crate) fn runs(runs: &[ComparedRun], locale: &Locale) -> Section {
    let columns = vec![
        Heading::name(""),
        Heading::words(say!(locale, "drive")),
        Heading::name(say!(locale, "method")),
        Heading::name(say!(locale, "started")),
        Heading::name(say!(locale, "run")),
    ];
    let rows = runs
        .iter()
        .map(|run| {
            vec![
                run.label.clone(),
                run.drive.clone(),
                run.method.clone(),
                started(run, locale),
                run.id.clone(),
            ]
        })
        .collect();
    let mut blocks = vec![Block::Table(Table { columns, rows })];
    let distances = runs.iter().skip(1).filter_map(|run| distance(run, &runs[0], locale));
    blocks.extend(distances.map(Block::Paragraph));
    Section::new(SectionKind::Runs, locale, blocks)
}

/// Obstacles that forbid a comparison first; if there are more than `most`, also their number.
pub(crate) fn obstacles(
    obstacles: &[Obstacle],
    most: usize,
    locale: &Locale,
) -> Option<Section> {
    let mut in_order: Vec<&Obstacle> = obstacles.iter().collect();
    in_order.sort_by_key(|it| it.weight);
    let text = |obstacle: &&Obstacle| {
        let word = match obstacle.weight {
            ObstacleWeight::Forbids => say!(locale, "not-comparable"),
            ObstacleWeight::Confounds => say!(locale, "may-explain-a-difference"),
        };
        let why = said(&obstacle.message, obstacle.statement.as_ref(), locale);
        format!("{} ({word}): {why}", obstacle.run)
    };
    let mut texts: Vec<String> = in_order.iter().map(text).collect();
    if texts.len() > most {
        let count = texts.len().saturating_sub(most);
        texts.truncate(most);
        texts.push(say!(locale, "and-more", count = count));
    }
    let blocks = vec![Block::Numbered(texts)];
    (!obstacles.is_empty()).then_some(Section::new(
        SectionKind::OtherDifferencesBetweenTheRuns,
        locale,
        blocks,
    ))
}

fn differences(comparison: &Comparison, index: usize, locale: &Locale) -> Section {
    let columns = vec![
        Heading::words(say!(locale, "cell")),
        Heading::name(say!(locale, "figure")),
        Heading::numbers("A"),
        Heading::numbers(say!(locale, "other")),
        Heading::numbers(say!(locale, "change")),
        Heading::numbers("95 %"),
        Heading::words(say!(locale, "verdict")),
    ];
    let mut reasons: Vec<String> = Vec::new();
    let told = |row: &ComparedRow| row.differences.get(index.saturating_sub(1)).cloned();
    let is_several =
        comparison.rows.iter().any(|row| told(row).is_some_and(|it| it.chance_ratio.is_some()));
    let mut found: Vec<(&ComparedRow, Difference)> =
        comparison.rows.iter().filter_map(|row| Some((row, told(row)?))).collect();
    // Certain differences come first; within them, the method's order stays.
    found.sort_by_key(|(_, difference)| {
        let is_certain = [DifferenceVerdict::Better, DifferenceVerdict::Worse];
        !is_certain.contains(&difference.verdict)
    });
    let rows = found
        .iter()
        .map(|(row, difference)| {
            let mark = reason_mark(difference, &mut reasons, locale);
            let value = |of: usize| row.values.get(of)?.as_ref().map(|value| value.value);
            vec![
                work(row, locale),
                if row.is_whole() {
                    say!(locale, "time")
                } else {
                    locale.figure_title(row.figure_title())
                },
                shown(&row.figure, value(0), locale),
                shown(&row.figure, value(index), locale),
                difference.change_ratio.map_or(format::UNKNOWN.to_owned(), |ratio| {
                    signed(ratio, difference.interval)
                }),
                difference.interval.map_or(format::UNKNOWN.to_owned(), interval),
                format!("{}{mark}", verdict_word(difference.verdict, locale)),
            ]
        })
        .collect();
    let (side, first) = (side_name(comparison, index), side_name(comparison, 0));
    let heading = say!(locale, "side-against", side = side, first = first);
    let note = match is_several {
        true => say!(locale, "compare-runs-note"),
        false => say!(locale, "compare-single-note"),
    };
    let mut blocks = vec![Block::Table(Table { columns, rows })];
    let is_told = |it: &Difference| it.verdict != DifferenceVerdict::NotComparable;
    let any_is_told = found.iter().any(|(_, difference)| is_told(difference));
    blocks.extend(any_is_told.then_some(Block::Paragraph(note)));
    if !reasons.is_empty() {
        blocks.push(Block::Numbered(reasons));
    }
    Section { title: heading, ..Section::new(SectionKind::Differences, locale, blocks) }
}

/// The side with the names of its drives.
fn side_name(comparison: &Comparison, index: usize) -> String {
    let side = comparison.sides.get(index).map_or("", String::as_str);
    format!("{side} ({})", comparison.drives_of(index))
}

/// The number of the reason, which is listed below the table.
fn reason_mark(difference: &Difference, reasons: &mut Vec<String>, locale: &Locale) -> String {
    let Some(reason) = &difference.reason else { return String::new() };
    let reason = said(reason, difference.statement.as_ref(), locale);
    let index = reasons.iter().position(|it| *it == reason).unwrap_or_else(|| {
        reasons.push(reason);
        reasons.len().saturating_sub(1)
    });
    format!(" [{}]", index.saturating_add(1))
}

fn shown(figure: &str, value: Option<f64>, locale: &Locale) -> String {
    match figure {
        "bytes_per_s" => locale.rate(value),
        "iops" => format::iops(value),
        _ => format::latency(value),
    }
}

fn digits(percent: f64) -> usize {
    usize::from(percent.abs() < 9.95)
}

/// `+3.1 %`, with the digits of its interval, so that it visibly lies within it.
fn signed(ratio: f64, interval: Option<Range95>) -> String {
    let percent = ratio * 100.0;
    let digits = interval.map_or_else(|| digits(percent), interval_digits);
    format!("{percent:+.digits$} %")
}

fn interval_digits(range: Range95) -> usize {
    let (low, high) = (range.low * 100.0, range.high * 100.0);
    digits(low.abs().min(high.abs()).max((high - low) / 2.0))
}

/// `-24..-19 %`.
fn interval(range: Range95) -> String {
    let (low, high) = (range.low * 100.0, range.high * 100.0);
    let digits = interval_digits(range);
    format!("{low:+.digits$}..{high:+.digits$} %")
}

/// The cell with the operation, if its name does not contain it.
pub(crate) fn work(row: &ComparedRow, locale: &Locale) -> String {
    if row.is_said_by_cell() || row.is_whole() {
        return row.cell.clone();
    }
    let operation = match row.operation {
        Some(kind) => format::operation_name(kind, locale),
        None => say!(locale, "reads-and-writes"),
    };
    format!("{} {operation}", row.cell)
}

fn verdict_word(verdict: DifferenceVerdict, locale: &Locale) -> String {
    match verdict {
        DifferenceVerdict::Better => say!(locale, "better"),
        DifferenceVerdict::Worse => say!(locale, "worse"),
        DifferenceVerdict::BetterInRun => say!(locale, "better-in-this-run"),
        DifferenceVerdict::WorseInRun => say!(locale, "worse-in-this-run"),
        DifferenceVerdict::Alike => say!(locale, "alike"),
        DifferenceVerdict::CannotTell => say!(locale, "cannot-tell"),
        DifferenceVerdict::NotComparable => say!(locale, "not-compared"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that was imported on another day than its measurement, whose date may be unknown.
    fn imported(label: &str, measured_at: Option<&str>) -> ComparedRun {
        ComparedRun {
            is_imported: true,
            measured_at: measured_at.map(str::to_owned),
            ..native(label)
        }
    }

    /// Of 2026-11-21.
    fn native(label: &str) -> ComparedRun {
        ComparedRun {
            label: label.to_owned(),
            side: label.to_owned(),
            id: "20261121-143015-0a0a".to_owned(),
            drive: "Example".to_owned(),
            method: "quick".to_owned(),
            started_at_us: 1_795_271_415_000_000,
            is_imported: false,
            measured_at: None,
            is_virtual: false,
        }
    }

    #[test]
    fn the_time_of_an_import_is_none_of_a_measurement() {
        let locale = Locale::english();
        let words = "Tue Nov 24 04:37:09 2026";
        for (told, expected) in [
            (None, "- (imported)"),
            (Some(words), "Tue Nov 24 04:37:09 2026 (imported)"),
            (Some("@1795481504"), "2026-11-24T00:51:44Z (imported)"),
        ] {
            assert_eq!(started(&imported("B", told), &locale), expected);
        }
        assert_eq!(started(&native("A"), &locale), "2026-11-21T14:30:15Z");
    }

    #[test]
    fn days_between_runs_are_told_where_both_days_are_known() {
        let locale = Locale::english();
        let known = imported("B", Some("@1795481504"));
        let told = distance(&known, &native("A"), &locale);
        assert_eq!(told.as_deref(), Some("B was measured 2 days after A."));
        let told = distance(&native("B"), &known, &locale);
        assert_eq!(told.as_deref(), Some("B was measured 2 days before A."));
        for unknown in [None, Some("Tue Nov 24 04:37:09 2026")] {
            let mut later = imported("B", unknown);
            later.started_at_us += 40 * 86_400_000_000;
            assert_eq!(distance(&later, &native("A"), &locale), None);
            assert_eq!(distance(&native("A"), &later, &locale), None);
        }
    }
}
