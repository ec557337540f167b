//! What other tools printed.

use iogram_model::{
    Bytes, Evidence, ImportedEvidence, ImportedOrder, ImportedResult, ProbeRecord,
};

use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind, named};
use crate::statement::said;
use crate::table::{Heading, Table};

/// Columns of figures: their names in records, in the order of the table.
const FIGURES: [&str; 12] = [
    "bytes_per_s",
    "iops",
    "operations_per_s",
    "transactions_per_s",
    "latency_mean_ns",
    "latency_p50_ns",
    "latency_p95_ns",
    "latency_p99_ns",
    "latency_p999_ns",
    "latency_p9999_ns",
    "latency_max_ns",
    "elapsed_ns",
];

/// The results as a table, and what the tool says beside them.
pub(crate) fn sections(evidence: &ImportedEvidence, locale: &Locale) -> Vec<Section> {
    let mut blocks = Vec::new();
    if !evidence.results.is_empty() {
        blocks.push(Block::Table(results(&evidence.results, locale)));
    }
    let tool = tool_name(evidence);
    let mut facts = vec![("imported-tool", tool)];
    facts.extend(evidence.measured_at.iter().map(|it| ("imported-when", when(it))));
    blocks.push(Block::Facts(named(facts, locale)));
    if !evidence.facts.is_empty() {
        let columns = vec![Heading::name(String::new()), Heading::words(String::new())];
        let rows = evidence.facts.iter().map(|it| vec![it.name.clone(), it.value.clone()]);
        blocks.push(Block::Table(Table { columns, rows: rows.collect() }));
    }
    blocks.extend(evidence.errors.iter().map(|error| Block::Paragraph(error.clone())));
    // Records of before kept the words alone.
    let statements = evidence.note_statements.iter().map(Some).chain(std::iter::repeat(None));
    let notes = evidence.notes.iter().zip(statements);
    blocks.extend(notes.map(|(note, it)| Block::Paragraph(said(note, it, locale))));
    let mut sections = vec![Section::new(SectionKind::WhatAnotherToolMeasured, locale, blocks)];
    sections.extend(crate::device::imported_registers(evidence, locale));
    sections
}

/// The results alone, for a page that fits a screen; `None` where there are none.
pub(crate) fn brief_section(probe: &ProbeRecord, locale: &Locale) -> Option<Section> {
    let Evidence::Imported(evidence) = &probe.evidence else { return None };
    let table = || vec![Block::Table(results(&evidence.results, locale))];
    let kind = SectionKind::WhatAnotherToolMeasured;
    (!evidence.results.is_empty()).then(|| Section::new(kind, locale, table()))
}

fn tool_name(evidence: &ImportedEvidence) -> String {
    match &evidence.version {
        Some(version) => format!("{} {version}", evidence.tool),
        None => evidence.tool.clone(),
    }
}

/// Seconds since 1970 as a date; everything else in the tool's words.
pub(crate) fn when(text: &str) -> String {
    let seconds = text.strip_prefix('@').and_then(|it| it.parse::<i64>().ok());
    seconds.and_then(|it| it.checked_mul(1_000_000)).map_or(text.to_owned(), format::timestamp)
}

fn results(results: &[ImportedResult], locale: &Locale) -> Table {
    let mut columns = vec![
        Heading::name(say!(locale, "imported-result")),
        Heading::name(say!(locale, "imported-work")),
        Heading::numbers(say!(locale, "block")),
        Heading::numbers(say!(locale, "imported-queue")),
    ];
    columns.extend(FIGURES.iter().map(|it| Heading::numbers(format::figure_name(it, locale))));
    let rows = results.iter().map(|it| row(it, locale));
    Table { columns, rows: rows.collect() }.without_unknown_columns()
}

fn row(result: &ImportedResult, locale: &Locale) -> Vec<String> {
    let unknown = || format::UNKNOWN.to_owned();
    let mut cells = vec![
        result.name.clone(),
        work(result, locale),
        result.block_bytes.map_or_else(unknown, |it| Bytes(it).to_string()),
        match (result.depth, result.job_count) {
            (Some(depth), Some(jobs)) if jobs > 1 => format!("{depth} x {jobs}"),
            (Some(depth), _) => depth.to_string(),
            _ => unknown(),
        },
    ];
    cells.extend(FIGURES.iter().map(|name| {
        let value = result.figures.get(name);
        value.map_or_else(unknown, |it| format::figure(name, Some(*it), locale))
    }));
    cells
}

fn work(result: &ImportedResult, locale: &Locale) -> String {
    let order = match result.order {
        Some(ImportedOrder::Sequential) => say!(locale, "access-sequential"),
        Some(ImportedOrder::Random) => say!(locale, "access-random"),
        _ => String::new(),
    };
    let memory =
        if result.is_of_drive { String::new() } else { say!(locale, "imported-memory") };
    let operation = result.operation.map(|it| format::operation_name(it, locale));
    let parts = [memory, order, operation.unwrap_or_default(), result.limits.join(", ")];
    let parts: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
    if parts.is_empty() { format::UNKNOWN.to_owned() } else { parts.join(" ") }
}
