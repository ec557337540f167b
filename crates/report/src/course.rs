//! Time series of cells: stalls, the cache size, and the meaning for a user.

use iogram_model::{
    Bytes, CacheRecovery, Finding, Nanos, Plateau, PlateauRole, SlcCache, SlcCacheType,
    SlowStretch, Stall, StallSummary,
};

use crate::format;
use crate::group::repetition_name;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::statement::said;
use crate::table::{Heading, Table};

/// Number of longest stalls of a cell that are listed one by one; the JSON has all.
const LISTED_MAX: usize = 5;

/// `None` if nothing stalled.
pub(crate) fn stalls_section(findings: &[Finding], locale: &Locale) -> Option<Section> {
    let summaries: Vec<&StallSummary> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::StallSummary(summary) => Some(summary),
            _ => None,
        })
        .collect();
    if summaries.is_empty() {
        return None;
    }
    // The worst first: if the table is cut, the figures of the answer above are still in it.
    let mut worst_first = summaries.clone();
    worst_first.sort_by(|one, other| other.lost_ratio.total_cmp(&one.lost_ratio));
    let columns = vec![
        Heading::words(say!(locale, "cell")),
        Heading::numbers(say!(locale, "stalls-2")),
        Heading::numbers(say!(locale, "longest")),
        Heading::numbers(say!(locale, "time-lost")),
        Heading::numbers(say!(locale, "of-the-time")),
        Heading::numbers(say!(locale, "every")).looked_up(),
        Heading::words(say!(locale, "longest-ones-at-for")).looked_up(),
    ];
    let row = |summary: &&StallSummary| {
        vec![
            cell_name(&summary.cell, summary.repeat, &summaries, locale),
            summary.count.to_string(),
            Nanos(summary.longest_ns).to_string(),
            Nanos(summary.lost_ns).to_string(),
            format::percent(Some(summary.lost_ratio)),
            summary.period_ns.map(|ns| Nanos(ns).to_string()).unwrap_or_default(),
            longest(findings, summary),
        ]
    };
    let rows = worst_first.iter().map(row).collect();
    let table = Block::Table(Table { columns, rows }.without_empty_columns());
    let blocks = vec![table, Block::Paragraph(say!(locale, "stalls-note"))];
    Some(Section::new(SectionKind::Stalls, locale, blocks))
}

/// `None` if the drive was never slow for long.
pub(crate) fn slow_section(findings: &[Finding], locale: &Locale) -> Option<Section> {
    let stretches: Vec<&SlowStretch> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::SlowStretch(stretch) => Some(stretch),
            _ => None,
        })
        .collect();
    let columns = vec![
        Heading::words(say!(locale, "cell")),
        Heading::numbers(say!(locale, "slow-from")),
        Heading::numbers(say!(locale, "for")),
        Heading::numbers(locale.rates().symbol()),
        Heading::numbers(say!(locale, "usually")),
    ];
    let is_repeated = |cell: &str| stretches.iter().any(|it| it.cell == cell && it.repeat > 0);
    let row = |stretch: &&SlowStretch| {
        let number = stretch.repeat.saturating_add(1);
        let length = Nanos(stretch.to_ns.saturating_sub(stretch.from_ns)).to_string();
        vec![
            match is_repeated(&stretch.cell) {
                true => repetition_name(&stretch.cell, number, locale),
                false => stretch.cell.clone(),
            },
            Nanos(stretch.from_ns).to_string(),
            match stretch.is_over {
                true => length,
                false => say!(locale, "to-the-end", time = length),
            },
            locale.rate(Some(stretch.bytes_per_s)),
            locale.rate(Some(stretch.usual_bytes_per_s)),
        ]
    };
    let rows: Vec<_> = stretches.iter().map(row).collect();
    let is_any = !rows.is_empty();
    let blocks = vec![
        Block::Table(Table { columns, rows }),
        Block::Paragraph(say!(locale, "slow-note")),
    ];
    is_any.then_some(Section::new(SectionKind::SlowStretches, locale, blocks))
}

fn cell_name(cell: &str, repeat: u32, summaries: &[&StallSummary], locale: &Locale) -> String {
    let is_repeated = repeat > 0 || summaries.iter().any(|it| it.cell == cell && it.repeat > 0);
    if is_repeated {
        repetition_name(cell, repeat.saturating_add(1), locale)
    } else {
        cell.to_owned()
    }
}

/// Times and lengths of the longest stalls, in order of time.
fn longest(findings: &[Finding], summary: &StallSummary) -> String {
    let mut stalls: Vec<&Stall> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Stall(it) if it.cell == summary.cell && it.repeat == summary.repeat => {
                Some(it)
            }
            _ => None,
        })
        .collect();
    stalls.sort_by_key(|stall| std::cmp::Reverse(stall.length_ns));
    stalls.truncate(LISTED_MAX);
    stalls.sort_by_key(|stall| stall.time_ns);
    let shown = stalls
        .iter()
        .map(|stall| format!("{}, {}", Nanos(stall.time_ns), Nanos(stall.length_ns)));
    shown.collect::<Vec<_>>().join("; ")
}

/// Findings about the cache from passes over a drive; `None` if there was no pass.
pub(crate) fn cache_section(findings: &[Finding], locale: &Locale) -> Option<Section> {
    let mut blocks = Vec::new();
    push_table(&mut blocks, cache_table(findings, locale), say!(locale, "cache-note"));
    push_table(&mut blocks, plateau_table(findings, locale), say!(locale, "plateau-note"));
    push_table(&mut blocks, recovery_table(findings, locale), say!(locale, "recovery-note"));
    let reasons = findings.iter().filter_map(|finding| match finding {
        Finding::SlcCache(SlcCache { cell, reason: Some(reason), statement, .. }) => {
            Some(format!("{cell}: {}.", said(reason, statement.as_ref(), locale)))
        }
        _ => None,
    });
    blocks.extend(reasons.map(Block::Paragraph));
    (!blocks.is_empty()).then_some(Section::new(SectionKind::Cache, locale, blocks))
}

fn push_table(blocks: &mut Vec<Block>, table: Table, note: String) {
    if !table.rows.is_empty() {
        blocks.push(Block::Table(table.without_empty_columns()));
        blocks.push(Block::Paragraph(note));
    }
}

fn bytes(value: Option<u64>) -> String {
    value.map_or_else(|| format::UNKNOWN.to_owned(), |value| Bytes(value).decimal())
}

fn cache_table(findings: &[Finding], locale: &Locale) -> Table {
    let columns = vec![
        Heading::words(say!(locale, "cell")),
        Heading::numbers(say!(locale, "cache-2")),
        Heading::words(say!(locale, "type")),
        Heading::numbers(say!(locale, "sure")),
        Heading::numbers(say!(locale, "sure")).of(say!(locale, "type")),
        Heading::numbers(locale.rates().symbol()).of(say!(locale, "into-it")),
        Heading::numbers(locale.rates().symbol()).of(say!(locale, "after-it")),
        Heading::numbers(locale.rates().symbol()).of(say!(locale, "folding")),
        Heading::numbers(say!(locale, "write-buffer")),
    ];
    let row = |cache: &SlcCache| {
        let size = match (cache.value_bytes, cache.kind) {
            (None, Some(SlcCacheType::None)) => say!(locale, "none"),
            (value, _) => bytes(value),
        };
        let kind = match cache.kind {
            None => format::UNKNOWN.to_owned(),
            Some(SlcCacheType::None) => String::new(),
            Some(SlcCacheType::Static) => say!(locale, "static"),
            Some(SlcCacheType::Dynamic) => say!(locale, "dynamic"),
            Some(SlcCacheType::Hybrid) => say!(locale, "hybrid"),
        };
        let rate = |rate: Option<f64>| rate.map(|it| locale.rate(Some(it)));
        vec![
            cache.cell.clone(),
            size,
            kind,
            format::percent(Some(cache.confidence_ratio)),
            cache.kind_confidence_ratio.map(|it| format::percent(Some(it))).unwrap_or_default(),
            rate(cache.cache_bytes_per_s).unwrap_or_default(),
            rate(cache.after_bytes_per_s).unwrap_or_default(),
            rate(cache.folding_bytes_per_s).unwrap_or_default(),
            cache.buffer_bytes.map(|it| Bytes(it).decimal()).unwrap_or_default(),
        ]
    };
    let rows = findings.iter().filter_map(|finding| match finding {
        Finding::SlcCache(cache) => Some(row(cache)),
        _ => None,
    });
    Table { columns, rows: rows.collect() }
}

/// The plateaus of every pass; the row of its first one also has its evenness.
fn plateau_table(findings: &[Finding], locale: &Locale) -> Table {
    let columns = vec![
        Heading::words(say!(locale, "cell")),
        Heading::numbers(say!(locale, "from")),
        Heading::numbers(say!(locale, "to")),
        Heading::numbers(locale.rates().symbol()),
        Heading::words(say!(locale, "into")),
        Heading::numbers(locale.rates().symbol()).of(say!(locale, "mean")),
        Heading::numbers(locale.rates().symbol()).of(say!(locale, "worst-second")),
        Heading::numbers(say!(locale, "below-half")),
    ];
    let row = |plateau: &Plateau| {
        let into = match plateau.role {
            None => String::new(),
            Some(PlateauRole::Buffer) => say!(locale, "role-buffer"),
            Some(PlateauRole::Cache) => say!(locale, "role-cache"),
            Some(PlateauRole::Native) => say!(locale, "role-native"),
            Some(PlateauRole::Folding) => say!(locale, "role-folding"),
        };
        let profile = findings.iter().find_map(|finding| match finding {
            Finding::FillProfile(it) => {
                let is_its = it.cell == plateau.cell && it.repeat == plateau.repeat;
                Some(it).filter(|_| is_its && plateau.index == 0)
            }
            _ => None,
        });
        let worst = profile.and_then(|it| it.worst_second_bytes_per_s);
        vec![
            plateau.cell.clone(),
            Bytes(plateau.from_bytes).decimal(),
            Bytes(plateau.to_bytes).decimal(),
            locale.rate(Some(plateau.bytes_per_s)),
            into,
            profile.map(|it| locale.rate(Some(it.mean_bytes_per_s))).unwrap_or_default(),
            worst.map(|it| locale.rate(Some(it))).unwrap_or_default(),
            profile
                .map(|it| format::percent(Some(it.below_half_mean_ratio)))
                .unwrap_or_default(),
        ]
    };
    let rows = findings.iter().filter_map(|finding| match finding {
        Finding::Plateau(plateau) => Some(row(plateau)),
        _ => None,
    });
    Table { columns, rows: rows.collect() }
}

fn recovery_table(findings: &[Finding], locale: &Locale) -> Table {
    let columns = vec![
        Heading::words(say!(locale, "cell")),
        Heading::numbers(say!(locale, "rest-time")),
        Heading::numbers(say!(locale, "cache-2")),
        Heading::numbers(say!(locale, "of-the-first-pass")),
        Heading::words(say!(locale, "note")),
    ];
    let row = |recovery: &CacheRecovery| {
        vec![
            recovery.cell.clone(),
            Nanos(recovery.rest_ns).to_string(),
            bytes(recovery.value_bytes),
            format::percent(recovery.recovered_ratio),
            recovery
                .reason
                .as_ref()
                .map(|it| said(it, recovery.statement.as_ref(), locale))
                .unwrap_or_default(),
        ]
    };
    let rows = findings.iter().filter_map(|finding| match finding {
        Finding::CacheRecovery(recovery) => Some(row(recovery)),
        _ => None,
    });
    Table { columns, rows: rows.collect() }
}
