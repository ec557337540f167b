//! The results of other tools.

use iogram_model::{
    Bytes, Evidence, ImportedEvidence, ImportedOrder, ImportedResult, LatencyShares,
    ProbeRecord,
};

use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind, named};
use crate::statement::said;
use crate::table::{Heading, Table};

/// Columns of figures: their names in records, in the order of the table.
const FIGURES: [&str; 13] = [
    "bytes_per_s",
    "bytes_per_s_before_flush",
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

/// The results as a table, and the tool's notes on them.
pub(crate) fn sections(evidence: &ImportedEvidence, locale: &Locale) -> Vec<Section> {
    let mut blocks = Vec::new();
    if !evidence.results.is_empty() {
        blocks.push(Block::Table(results(&evidence.results, locale)));
        blocks.extend(reasons(&evidence.results));
    }
    blocks.extend(percentiles(&evidence.results, locale));
    blocks.extend(shares(&evidence.latency_shares, locale));
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
    // Earlier records have only the words.
    let statements = evidence.note_statements.iter().map(Some).chain(std::iter::repeat(None));
    let notes = evidence.notes.iter().zip(statements);
    blocks.extend(notes.map(|(note, it)| Block::Paragraph(said(note, it, locale))));
    let mut sections = vec![Section::new(SectionKind::WhatAnotherToolMeasured, locale, blocks)];
    sections.extend(crate::device::imported_registers(evidence, locale));
    sections
}

/// The results alone, for a page that fits a screen; `None` if there are none.
pub(crate) fn brief_section(probe: &ProbeRecord, locale: &Locale) -> Option<Section> {
    let Evidence::Imported(evidence) = &probe.evidence else { return None };
    let table = || {
        let all = Block::Table(results(&evidence.results, locale));
        [all].into_iter().chain(reasons(&evidence.results)).collect()
    };
    let kind = SectionKind::WhatAnotherToolMeasured;
    (!evidence.results.is_empty()).then(|| Section::new(kind, locale, table()))
}

fn tool_name(evidence: &ImportedEvidence) -> String {
    match &evidence.version {
        Some(version) => format!("{} {version}", evidence.tool),
        None => evidence.tool.clone(),
    }
}

/// Seconds since 1970 as a date; any other text unchanged.
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

/// The reasons for results in parentheses, one paragraph each.
fn reasons(results: &[ImportedResult]) -> impl Iterator<Item = Block> + '_ {
    let told = results.iter().filter_map(|it| {
        let reason = &it.excluded.as_ref()?.reason;
        Some(format!("({}): {reason}.", it.name))
    });
    told.map(Block::Paragraph)
}

/// All percentiles with names, in the order of their shares.
const PERCENTILES: [(&str, &str); 18] = [
    ("p1", "1 %"),
    ("p5", "5 %"),
    ("p10", "10 %"),
    ("p20", "20 %"),
    ("p30", "30 %"),
    ("p40", "40 %"),
    ("p50", "50 %"),
    ("p60", "60 %"),
    ("p70", "70 %"),
    ("p80", "80 %"),
    ("p90", "90 %"),
    ("p95", "95 %"),
    ("p99", "99 %"),
    ("p995", "99.5 %"),
    ("p999", "99.9 %"),
    ("p9995", "99.95 %"),
    ("p9999", "99.99 %"),
    ("p99999", "99.999 %"),
];

/// Columns of one table: more do not fit on a page.
const COLUMNS_MAX: usize = 5;

/// All percentiles as printed, if the tool also printed those below the median.
fn percentiles(results: &[ImportedResult], locale: &Locale) -> Vec<Block> {
    let value = |it: &ImportedResult, name: &str| {
        it.figures.get(&format!("latency_{name}_ns")).copied()
    };
    let has_all = |it: &&ImportedResult| value(it, "p1").or_else(|| value(it, "p10")).is_some();
    let told: Vec<&ImportedResult> = results.iter().filter(has_all).collect();
    let table = |its: &[&ImportedResult]| {
        let mut columns = vec![Heading::name(say!(locale, "percentile"))];
        columns.extend(its.iter().map(|it| {
            let kind = it.operation.map(|it| format::operation_name(it, locale));
            Heading::numbers(format!("{} {}", it.name, kind.unwrap_or_default()))
        }));
        let rows = PERCENTILES.iter().filter_map(|(name, shown)| {
            let values: Vec<Option<f64>> = its.iter().map(|it| value(it, name)).collect();
            let cells = values.iter().copied().map(format::latency);
            let is_told = values.iter().any(Option::is_some);
            is_told.then(|| [(*shown).to_owned()].into_iter().chain(cells).collect())
        });
        Block::Table(Table { columns, rows: rows.collect() })
    };
    told.chunks(COLUMNS_MAX).map(table).collect()
}

/// The shares of requests by latency, as printed.
fn shares(all: &[LatencyShares], locale: &Locale) -> Vec<Block> {
    let table = |its: &[LatencyShares]| {
        let mut bounds: Vec<Option<f64>> =
            its.iter().flat_map(|it| &it.shares).map(|it| it.up_to_ns).collect();
        let key = |it: &Option<f64>| it.unwrap_or(f64::INFINITY);
        bounds.sort_by(|one, other| key(one).total_cmp(&key(other)));
        bounds.dedup();
        let mut columns = vec![Heading::name(say!(locale, "imported-took-up-to"))];
        columns.extend(its.iter().map(|it| {
            Heading::numbers(say!(locale, "imported-share-of", job = it.name.as_str()))
        }));
        let row = |bound: &Option<f64>| {
            let shown = match bound {
                Some(ns) => format::latency(Some(*ns)),
                None => say!(locale, "imported-longer"),
            };
            let ratio = |it: &LatencyShares| {
                it.shares.iter().find(|it| it.up_to_ns == *bound).map(|it| it.ratio)
            };
            // As fio prints them: 0.01 % is a request in ten thousand, and not zero.
            let percent = |it: f64| format!("{:.2} %", it * 100.0);
            let cells =
                its.iter().map(|it| ratio(it).map_or(format::UNKNOWN.to_owned(), percent));
            [shown].into_iter().chain(cells).collect()
        };
        Block::Table(Table { columns, rows: bounds.iter().map(row).collect() })
    };
    all.chunks(COLUMNS_MAX).map(table).collect()
}

fn row(result: &ImportedResult, locale: &Locale) -> Vec<String> {
    let unknown = || format::UNKNOWN.to_owned();
    let mut cells = vec![
        match result.excluded {
            Some(_) => format!("({})", result.name),
            None => result.name.clone(),
        },
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
