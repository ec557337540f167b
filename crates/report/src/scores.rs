//! Scores of replayed traces.

use iogram_model::{Finding, Run, TraceScore, TraceScores};

use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// The scores of a run that replayed several traces; `None` for any other.
pub(crate) fn section(run: &Run, locale: &Locale) -> Option<Section> {
    let scores = run.findings.iter().find_map(|finding| match finding {
        Finding::TraceScores(scores) if scores.traces.len() > 1 => Some(scores),
        _ => None,
    })?;
    let mut blocks = vec![
        Block::Table(table(scores, locale)),
        Block::Paragraph(say!(locale, "scores-explained")),
    ];
    if let Some(reference) = &scores.reference {
        blocks.push(Block::Paragraph(say!(locale, "ratio-explained", reference = reference)));
    }
    Some(Section::new(SectionKind::Scores, locale, blocks))
}

fn table(scores: &TraceScores, locale: &Locale) -> Table {
    let columns = vec![
        Heading::name(say!(locale, "trace-name")),
        Heading::numbers(say!(locale, "trace-score")),
        Heading::numbers(say!(locale, "score-ratio")),
        Heading::numbers(say!(locale, "busy-rate")),
        Heading::numbers(say!(locale, "access-mean")),
        Heading::numbers(say!(locale, "access-mean-recorded")),
    ];
    let all = TraceScore { cell: say!(locale, "all-traces"), ..scores.total.clone() };
    let rows = scores.traces.iter().chain([&all]).map(|score| row(score, locale));
    Table { columns, rows: rows.collect() }.without_empty_columns()
}

fn row(score: &TraceScore, locale: &Locale) -> Vec<String> {
    vec![
        score.cell.clone(),
        format!("{:.0}", score.score),
        score.reference_ratio.map_or(String::new(), |ratio| format!("{ratio:.2}")),
        format::figure("bytes_per_s", Some(score.bytes_per_s), locale),
        format::latency(Some(score.access_mean_ns)),
        score.recorded_access_mean_ns.map_or(String::new(), |ns| format::latency(Some(ns))),
    ]
}
