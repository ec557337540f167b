//! The structure of a drive, and the tables from which it was concluded.

use iogram_model::{
    AlignmentAdvice, BoundaryTable, Bytes, CountFinding, Evidence, F3Evidence, FatEvidence,
    FillEvidence, Finding, FirstUnitFinding, FirstUnitsEvidence, H2testwEvidence, Message,
    Nanos, OpenUnitEvidence, ReadFit, ReadLatencyEvidence, Run, SizeFinding, UnitOrder,
    UnitWritesEvidence,
};

use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind, named};
use crate::statement::said;
use crate::table::{Heading, Table};

/// Conclusions first, then every table; empty without probes.
pub(crate) fn sections(run: &Run, locale: &Locale) -> Vec<Section> {
    let mut sections = Vec::new();
    let facts: Vec<(&'static str, String)> =
        run.findings.iter().filter_map(|it| fact(it, locale)).collect();
    let advice = run.findings.iter().find_map(|finding| match finding {
        Finding::Alignment(advice) => Some(advice),
        _ => None,
    });
    if !facts.is_empty() {
        let mut blocks = vec![Block::Facts(named(facts, locale))];
        blocks.extend(advice.into_iter().flat_map(|advice| paragraphs(advice, locale)));
        sections.push(Section::new(SectionKind::Geometry, locale, blocks));
    }
    for probe in &run.probes {
        sections.extend(evidence(&probe.evidence, locale));
    }
    sections
}

fn paragraphs(advice: &AlignmentAdvice, locale: &Locale) -> Vec<Block> {
    let statements = advice.statements.iter().map(Some).chain(std::iter::repeat(None));
    let sentences = advice.sentences.iter().zip(statements);
    let sentences = sentences.map(|(sentence, statement)| said(sentence, statement, locale));
    sentences.map(Block::Paragraph).collect()
}

fn fact(finding: &Finding, locale: &Locale) -> Option<(&'static str, String)> {
    Some(match finding {
        Finding::AllocationUnit(size) => ("name-allocation-unit", size_words(size, locale)),
        Finding::FlashPage(size) => ("name-flash-page", size_words(size, locale)),
        Finding::OpenAuLinear(count) => ("open-units-linear", count_words(count, locale)),
        Finding::OpenAuRandom(count) => ("open-units-random", count_words(count, locale)),
        Finding::FatRegion(size) if size.value_bytes == Some(0) => {
            let none = say!(locale, "no-table-region");
            ("table-region", format!("{none}{}", confidence(size.confidence, locale)))
        }
        Finding::FatRegion(size) => ("table-region", size_words(size, locale)),
        Finding::FirstUnit(first) => ("first-unit", first_words(first, locale)),
        Finding::ReadFit(fit) => ("reads", fit_words(fit, locale)),
        _ => return None,
    })
}

fn confidence(confidence: Option<f64>, locale: &Locale) -> String {
    let said = |sure: f64| {
        let share = format!("{:.1} %", sure * 100.0);
        format!(", {}", say!(locale, "with-confidence", share = share))
    };
    confidence.map(said).unwrap_or_default()
}

fn size_words(size: &SizeFinding, locale: &Locale) -> String {
    let sure = confidence(size.confidence, locale);
    let found = match (size.value_bytes, &size.reason) {
        (Some(bytes), _) => {
            format!(
                "{}{sure}; {}",
                Bytes(bytes),
                based_on(&size.evidence, size.evidence_statement.as_ref(), locale)
            )
        }
        (None, Some(reason)) => {
            format!("{}{sure}", said(reason, size.statement.as_ref(), locale))
        }
        (None, None) => format::UNKNOWN.to_owned(),
    };
    match size.claimed_bytes.map(Bytes) {
        Some(claimed) if size.value_bytes == Some(claimed.0) => {
            format!("{found}; {}", say!(locale, "registers-agree"))
        }
        Some(claimed) => format!("{found}; {}", say!(locale, "registers-say", size = claimed)),
        None => found,
    }
}

/// The evidence of the finding.
fn based_on(evidence: &str, statement: Option<&Message>, locale: &Locale) -> String {
    say!(locale, "from-evidence", evidence = said(evidence, statement, locale))
}

fn count_words(count: &CountFinding, locale: &Locale) -> String {
    let sure = confidence(count.confidence, locale);
    match (count.value, &count.reason) {
        (Some(value), _) => format!(
            "{value}{sure}; {}",
            based_on(&count.evidence, count.evidence_statement.as_ref(), locale)
        ),
        (None, Some(reason)) => {
            format!("{}{sure}", said(reason, count.statement.as_ref(), locale))
        }
        (None, None) => format::UNKNOWN.to_owned(),
    }
}

fn first_words(first: &FirstUnitFinding, locale: &Locale) -> String {
    let percent = (first.ratio - 1.0) * 100.0;
    let place = match first.is_only_at_the_beginning {
        Some(true) => format!(", {}", say!(locale, "only-at-beginning")),
        Some(false) => format!(", {}", say!(locale, "at-any-beginning")),
        None => String::new(),
    };
    match percent {
        slower if slower <= -0.5 => {
            let share = format!("{:.0} %", -slower);
            format!("{}{place}", say!(locale, "slower-than-next", share = share))
        }
        faster if faster >= 0.5 => {
            let share = format!("{faster:.0} %");
            format!("{}{place}", say!(locale, "faster-than-next", share = share))
        }
        _ => say!(locale, "as-fast-as-next"),
    }
}

fn fit_words(fit: &ReadFit, locale: &Locale) -> String {
    let floor = say!(locale, "time-at-least", time = Nanos(fit.floor_ns));
    match (fit.access_ns, fit.bytes_per_s) {
        (Some(access), Some(rate)) => {
            let rate = format!("{}/s", Bytes(rate).decimal());
            format!(
                "{floor}; {}",
                say!(locale, "time-then-rate", time = Nanos(access), rate = rate)
            )
        }
        _ => floor,
    }
}

fn evidence(evidence: &Evidence, locale: &Locale) -> Vec<Section> {
    let section = |kind, blocks| vec![Section::new(kind, locale, blocks)];
    match evidence {
        Evidence::ReadLatency(table) => {
            section(SectionKind::ReadsBySize, vec![read_latencies(table, locale)])
        }
        Evidence::Boundaries(tables) => {
            let shown = tables.tables.first();
            let blocks: Vec<Block> =
                shown.into_iter().flat_map(|it| boundaries(it, locale)).collect();
            if blocks.is_empty() {
                Vec::new()
            } else {
                section(SectionKind::ReadsAcrossBoundaries, blocks)
            }
        }
        Evidence::OpenUnits(table) => {
            section(SectionKind::WritesByTurns, vec![open_units(table, locale)])
        }
        Evidence::Fat(table) if !table.rows.is_empty() => {
            section(SectionKind::WritesBesideOpenUnits, vec![fat(table, locale)])
        }
        Evidence::UnitEnds(table) if !table.rows.is_empty() => {
            section(SectionKind::UnfinishedUnits, vec![unit_ends(table, locale)])
        }
        Evidence::FirstUnits(table) => {
            section(SectionKind::FirstUnits, vec![first_units(table, locale)])
        }
        Evidence::UnitWrites(table) if !table.rows.is_empty() => {
            section(SectionKind::UnitsFilledByTurns, vec![unit_writes(table, locale)])
        }
        Evidence::Imported(figures) => crate::imported::sections(figures, locale),
        Evidence::F3(log) => section(SectionKind::WhatF3Says, vec![f3(log, locale)]),
        Evidence::H2testw(report) => {
            section(SectionKind::WhatH2testwSays, vec![h2testw(report, locale)])
        }
        _ => Vec::new(),
    }
}

/// Numeric columns with the headings of these ids.
fn numbers<const N: usize>(ids: [&str; N], locale: &Locale) -> Vec<Heading> {
    ids.iter().map(|id| Heading::numbers(locale.text(id))).collect()
}

/// The order in which units are written.
pub(crate) fn order_name(order: UnitOrder, locale: &Locale) -> String {
    match order {
        UnitOrder::Linear => say!(locale, "linear"),
        UnitOrder::Random => say!(locale, "random"),
    }
}

fn read_latencies(table: &ReadLatencyEvidence, locale: &Locale) -> Block {
    let columns = numbers(["block", "reads", "fastest", "median"], locale);
    let rows = table.rows.iter().map(|row| {
        vec![
            Bytes(row.block_bytes).to_string(),
            row.sample_count.to_string(),
            Nanos(row.min_ns).to_string(),
            Nanos(row.median_ns).to_string(),
        ]
    });
    Block::Table(Table { columns, rows: rows.collect() })
}

/// Powers of two and three times them; the other rows are only in the JSON.
fn boundaries(table: &BoundaryTable, locale: &Locale) -> Vec<Block> {
    let columns =
        numbers(["size", "before", "across", "behind", "difference", "spread"], locale);
    let time =
        |ns: Option<u64>| ns.map_or(format::UNKNOWN.to_owned(), |ns| Nanos(ns).to_string());
    let is_shown = |bytes: u64| matches!(bytes >> bytes.trailing_zeros(), 1 | 3);
    let shown: Vec<Vec<String>> = table
        .rows
        .iter()
        .filter(|row| row.boundary_bytes > 0 && is_shown(row.boundary_bytes))
        .map(|row| {
            let difference = Nanos(row.diff_ns.unsigned_abs());
            let sign = if row.diff_ns < 0 { "-" } else { "" };
            vec![
                Bytes(row.boundary_bytes).to_string(),
                time(row.pre_ns),
                time(row.on_ns),
                time(row.post_ns),
                format!("{sign}{difference}"),
                row.spread_ns.map(|ns| Nanos(ns).to_string()).unwrap_or_default(),
            ]
        })
        .collect();
    let left_out = table.rows.len().saturating_sub(shown.len());
    let mut blocks = vec![Block::Table(Table { columns, rows: shown }.without_empty_columns())];
    let reads =
        table.read_bytes.map(|bytes| say!(locale, "table-reads-of", size = Bytes(bytes)));
    let more = (left_out > 0).then(|| say!(locale, "table-more-sizes", count = left_out));
    let words: Vec<String> = reads.into_iter().chain(more).collect();
    if !words.is_empty() {
        blocks.push(Block::Paragraph(words.join(" ")));
    }
    blocks
}

fn open_units(table: &OpenUnitEvidence, locale: &Locale) -> Block {
    let mut columns = vec![Heading::words(say!(locale, "order"))];
    columns.extend(numbers(["units", "block"], locale));
    columns.push(Heading::numbers(locale.rates().symbol()));
    columns.push(Heading::numbers(say!(locale, "slowest-write")));
    let rows = table.rows.iter().map(|row| {
        let slowest = row.rounds.iter().map(|round| round.slowest_ns).max();
        vec![
            order_name(row.order, locale),
            row.open_count.to_string(),
            Bytes(row.block_bytes).to_string(),
            locale.rate(Some(Bytes(row.bytes_per_s).as_f64())),
            slowest.map(|ns| Nanos(ns).to_string()).unwrap_or_default(),
        ]
    });
    Block::Table(Table { columns, rows: rows.collect() }.without_empty_columns())
}

fn fat(table: &FatEvidence, locale: &Locale) -> Block {
    let columns = numbers(["place", "slowest-write"], locale);
    let rows = table.rows.iter().map(|row| {
        let slowest = row.rounds.iter().map(|round| round.slowest_ns).max();
        vec![
            Bytes(row.place_bytes).to_string(),
            slowest.map(|ns| Nanos(ns).to_string()).unwrap_or_default(),
        ]
    });
    Block::Table(Table { columns, rows: rows.collect() })
}

fn unit_ends(table: &FillEvidence, locale: &Locale) -> Block {
    let columns = numbers(["part", "opened-until-one-closed"], locale);
    let rows = table
        .rows
        .iter()
        .map(|row| vec![Bytes(row.filled_bytes).to_string(), row.opened_count.to_string()]);
    Block::Table(Table { columns, rows: rows.collect() })
}

fn first_units(table: &FirstUnitsEvidence, locale: &Locale) -> Block {
    let mut columns = numbers(["from", "block"], locale);
    let width = table.rows.iter().map(|row| row.units_bytes_per_s.len()).max().unwrap_or(0);
    columns.extend((0..width).map(|_| Heading::numbers(locale.rates().symbol())));
    let rows = table.rows.iter().map(|row| {
        let rate = |rate: &Option<u64>| locale.rate(rate.map(|it| Bytes(it).as_f64()));
        let mut cells =
            vec![Bytes(row.start_bytes).to_string(), Bytes(row.block_bytes).to_string()];
        cells.extend(row.units_bytes_per_s.iter().map(rate));
        cells.resize(width.saturating_add(2), String::new());
        cells
    });
    Block::Table(Table { columns, rows: rows.collect() })
}

fn unit_writes(table: &UnitWritesEvidence, locale: &Locale) -> Block {
    let mut columns = vec![Heading::words(say!(locale, "order"))];
    columns.extend(numbers(["units", "block"], locale));
    columns.push(Heading::numbers(locale.rates().symbol()));
    columns.extend(numbers(["slowest-write", "opening"], locale));
    columns.push(Heading::words(say!(locale, "note")));
    let rows = table.rows.iter().map(|row| {
        let note = row.is_cut_short.then(|| say!(locale, "broken-off-too-slow"));
        vec![
            order_name(row.order, locale),
            row.open_count.to_string(),
            Bytes(row.block_bytes).to_string(),
            locale.rate(Some(Bytes(row.bytes_per_s).as_f64())),
            Nanos(row.slowest_ns).to_string(),
            row.opening_ns.map(|ns| Nanos(ns).to_string()).unwrap_or_default(),
            note.unwrap_or_default(),
        ]
    });
    Block::Table(Table { columns, rows: rows.collect() }.without_empty_columns())
}

fn f3(log: &F3Evidence, locale: &Locale) -> Block {
    let size = |bytes: Option<u64>| bytes.map(|bytes| Bytes(bytes).both());
    let rate = |rate: Option<u64>| rate.map(|it| format!("{}/s", Bytes(it).decimal()));
    let files = |count: Option<u64>| {
        count.filter(|count| *count > 0).map(|count| say!(locale, "count-files", count = count))
    };
    let sectors = log.sectors.map(|it| {
        say!(
            locale,
            "sectors-read",
            ok = it.ok_count,
            corrupted = it.corrupted_count,
            changed = it.changed_count,
            overwritten = it.overwritten_count,
        )
    });
    let facts = [
        ("verdict", log.verdict.clone()),
        ("real-capacity", size(log.real_bytes)),
        ("announced-size", size(log.announced_bytes)),
        ("sectors", sectors),
        ("not-fully-read", files(log.unread_file_count)),
        ("not-written", files(log.unwritten_file_count)),
        ("free-before", size(log.free_bytes)),
        ("reading", rate(log.read_bytes_per_s)),
        ("writing", rate(log.write_bytes_per_s)),
        ("mean-read", log.read_mean_ns.map(|ns| Nanos(ns).to_string())),
        ("mean-write", log.write_mean_ns.map(|ns| Nanos(ns).to_string())),
    ];
    let facts = facts.into_iter().filter_map(|(name, value)| Some((name, value?)));
    Block::Facts(named(facts.collect(), locale))
}

fn h2testw(report: &H2testwEvidence, locale: &Locale) -> Block {
    let size = |bytes: Option<u64>| bytes.map(|bytes| Bytes(bytes).both());
    let rate = |rate: Option<u64>| rate.map(|it| format!("{}/s", Bytes(it).decimal()));
    let count = |count: Option<u64>| count.map(|count| count.to_string());
    let facts = [
        ("verdict", report.verdict.clone()),
        ("tested-of-free", size(report.tested_bytes)),
        ("free-before", size(report.available_bytes)),
        ("ok-sectors", count(report.ok_sector_count)),
        ("lost-sectors", count(report.lost_sector_count)),
        ("overwritten-sectors", count(report.overwritten_sector_count)),
        ("changed-sectors", count(report.changed_sector_count)),
        ("corrupted-sectors", count(report.corrupted_sector_count)),
        ("aliased-sectors", count(report.aliased_sector_count)),
        ("first-error-at", size(report.first_error_bytes)),
        ("first-error-expected", report.first_error_expected.clone()),
        ("first-error-found", report.first_error_found.clone()),
        ("reading", rate(report.read_bytes_per_s)),
        ("writing", rate(report.write_bytes_per_s)),
    ];
    let facts = facts.into_iter().filter_map(|(name, value)| Some((name, value?)));
    Block::Facts(named(facts.collect(), locale))
}
