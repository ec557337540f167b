//! Runs side by side as a page.

use iogram_model::{
    ComparedRow, ComparedRun, Comparison, Difference, DifferenceVerdict, Obstacle,
    ObstacleWeight, Range95,
};

use crate::format;
use crate::head::Head;
use crate::locale::Locale;
use crate::page::Page;
use crate::sheet::{Block, Section, Sheet};
use crate::table::{Heading, Table};

mod figures;

/// `comparison` as a page.
#[must_use]
pub fn comparison_page(comparison: &Comparison, locale: &Locale) -> Page {
    Page::new(sheet(comparison, locale), figures::figures(comparison, locale), locale)
}

const RUNS_NOTE: &str = "Each side is several runs: the run is the unit. Values are geometric means over runs; change is \
                         the ratio of these, and the interval holds the true ratio with 95 % confidence for one \
                         figure by itself. better and worse: chance makes so large a difference anywhere in this \
                         table in at most 5 of 100 comparisons (moderated t test, Holm); those come first. alike: \
                         less than 2 % apart.";

const SINGLE_NOTE: &str = "One run a side: better here and worse here are said of these two runs, by their \
                           repetitions, and say nothing about the next run of either drive. Rates are means of \
                           repetitions; percentiles are of their merged requests; a change with an interval is of \
                           geometric means over repetitions. alike: less than 2 % apart in these runs.";

fn sheet(comparison: &Comparison, locale: &Locale) -> Sheet {
    let mut sections = Vec::new();
    for index in 1..comparison.sides.len() {
        sections.push(differences(comparison, index));
    }
    sections.extend(obstacles(&comparison.obstacles));
    sections.push(runs(&comparison.runs));
    let forbids = |it: &&Obstacle| it.weight == ObstacleWeight::Forbids;
    let count = comparison.obstacles.iter().filter(forbids).count();
    let alarm = (count > 0).then(|| {
        "NOT COMPARABLE: these figures mean different things. The reasons stand below; values are \
         shown, differences are not."
            .to_owned()
    });
    Sheet {
        head: comparison.headline.as_ref().map(|headline| Head::new(headline, locale)),
        title: "iogram compare".to_owned(),
        subtitle: subtitle(comparison),
        alarm,
        facts: Vec::new(),
        sections,
    }
}

/// How many runs, and whether hardware was measured.
fn subtitle(comparison: &Comparison) -> String {
    let count = comparison.runs.len();
    let simulated = comparison.runs.iter().filter(|run| run.is_virtual).count();
    match simulated {
        0 => format!("{count} runs compared with A (baseline)"),
        all if all == count => format!("{count} simulated runs compared with A (baseline)"),
        some => format!("{count} runs compared with A (baseline), {some} of them simulated"),
    }
}

/// How long before or after the first run a run was; `None` within a day.
fn distance(run: &ComparedRun, first: &ComparedRun) -> Option<String> {
    let us = run.started_at_us.saturating_sub(first.started_at_us);
    let days = us.unsigned_abs() / 86_400_000_000;
    let time = if days == 1 { "a day".to_owned() } else { format!("{days} days") };
    let order = if us < 0 { "before" } else { "after" };
    (days > 0).then(|| format!("{} was measured {time} {order} A.", run.label))
}

fn runs(runs: &[ComparedRun]) -> Section {
    let columns = vec![
        Heading::name(""),
        Heading::words("drive"),
        Heading::name("method"),
        Heading::name("started"),
        Heading::name("run"),
    ];
    let rows = runs
        .iter()
        .map(|run| {
            vec![
                run.label.clone(),
                run.drive.clone(),
                run.method.clone(),
                format::timestamp(run.started_at_us),
                run.id.clone(),
            ]
        })
        .collect();
    let mut blocks = vec![Block::Table(Table { columns, rows })];
    let distances = runs.iter().skip(1).filter_map(|run| distance(run, &runs[0]));
    blocks.extend(distances.map(Block::Paragraph));
    Section { title: "Runs".into(), blocks }
}

fn obstacles(obstacles: &[Obstacle]) -> Option<Section> {
    let texts: Vec<String> = obstacles
        .iter()
        .map(|obstacle| {
            let word = match obstacle.weight {
                ObstacleWeight::Forbids => "not comparable",
                ObstacleWeight::Confounds => "may explain a difference",
            };
            format!("{} ({word}): {}", obstacle.run, obstacle.message)
        })
        .collect();
    let blocks = vec![Block::Numbered(texts)];
    (!obstacles.is_empty())
        .then_some(Section { title: "Other differences between the runs".into(), blocks })
}

fn differences(comparison: &Comparison, index: usize) -> Section {
    let columns = vec![
        Heading::words("cell"),
        Heading::name("figure"),
        Heading::numbers("A"),
        Heading::numbers("other"),
        Heading::numbers("change"),
        Heading::numbers("95 %"),
        Heading::words("verdict"),
    ];
    let mut reasons: Vec<String> = Vec::new();
    let told = |row: &ComparedRow| row.differences.get(index.saturating_sub(1)).cloned();
    let is_several =
        comparison.rows.iter().any(|row| told(row).is_some_and(|it| it.chance_ratio.is_some()));
    let mut found: Vec<(&ComparedRow, Difference)> =
        comparison.rows.iter().filter_map(|row| Some((row, told(row)?))).collect();
    // What is certain comes first; the method's order stays within.
    found.sort_by_key(|(_, difference)| {
        let is_certain = [DifferenceVerdict::Better, DifferenceVerdict::Worse];
        !is_certain.contains(&difference.verdict)
    });
    let rows = found
        .iter()
        .map(|(row, difference)| {
            let mark = reason_mark(difference, &mut reasons);
            let value = |of: usize| row.values.get(of)?.as_ref().map(|value| value.value);
            vec![
                row.work(),
                row.figure_title().to_owned(),
                shown(&row.figure, value(0)),
                shown(&row.figure, value(index)),
                difference.change_ratio.map_or(format::UNKNOWN.to_owned(), |ratio| {
                    signed(ratio, difference.interval)
                }),
                difference.interval.map_or(format::UNKNOWN.to_owned(), interval),
                format!("{}{mark}", verdict_word(difference.verdict)),
            ]
        })
        .collect();
    let heading =
        format!("{} against {}:", side_name(comparison, index), side_name(comparison, 0));
    let note = if is_several { RUNS_NOTE } else { SINGLE_NOTE };
    let mut blocks = vec![Block::Paragraph(heading), Block::Table(Table { columns, rows })];
    let is_told = |it: &Difference| it.verdict != DifferenceVerdict::NotComparable;
    let any_is_told = found.iter().any(|(_, difference)| is_told(difference));
    blocks.extend(any_is_told.then(|| Block::Paragraph(note.to_owned())));
    if !reasons.is_empty() {
        blocks.push(Block::Numbered(reasons));
    }
    Section { title: "Differences".into(), blocks }
}

/// The side with the names of its drives.
fn side_name(comparison: &Comparison, index: usize) -> String {
    let side = comparison.sides.get(index).map_or("", String::as_str);
    format!("{side} ({})", comparison.drives_of(index))
}

/// The number of the reason, which is listed below the table.
fn reason_mark(difference: &Difference, reasons: &mut Vec<String>) -> String {
    let Some(reason) = &difference.reason else { return String::new() };
    let index = reasons.iter().position(|it| it == reason).unwrap_or_else(|| {
        reasons.push(reason.clone());
        reasons.len().saturating_sub(1)
    });
    format!(" [{}]", index.saturating_add(1))
}

fn shown(figure: &str, value: Option<f64>) -> String {
    match figure {
        "bytes_per_s" => format::mb_per_s(value),
        "iops" => format::iops(value),
        _ => format::latency(value),
    }
}

fn digits(percent: f64) -> usize {
    usize::from(percent.abs() < 9.95)
}

/// `+3.1 %`, with the digits of its interval, so that it is seen to lie in it.
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

fn verdict_word(verdict: DifferenceVerdict) -> &'static str {
    match verdict {
        DifferenceVerdict::Better => "better",
        DifferenceVerdict::Worse => "worse",
        DifferenceVerdict::BetterInRun => "better here",
        DifferenceVerdict::WorseInRun => "worse here",
        DifferenceVerdict::Alike => "alike",
        DifferenceVerdict::CannotTell => "cannot tell",
        DifferenceVerdict::NotComparable => "not compared",
    }
}
