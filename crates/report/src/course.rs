//! The courses of cells: where the drive stood still, what its cache holds, and what that means for somebody
//! who uses it.

use iogram_model::{
    Bytes, CacheRecovery, Finding, Nanos, Plateau, PlateauRole, SlcCache, SlcCacheType,
    SlowStretch, Stall, StallSummary,
};

use crate::format;
use crate::sheet::{Block, Section};
use crate::table::{Heading, Table};

/// So many of a cell's longest stalls are listed one by one; all of them are in the JSON.
const LISTED_MAX: usize = 5;

const STALLS_NOTE: &str = "A stall: the drive completed nothing for at least 0.4 s, and far longer than it \
                           usually needs here. Whatever uses the drive freezes as long. Why it stood \
                           still cannot be seen from outside.";

/// `None` if nothing stalled.
pub(crate) fn stalls_section(findings: &[Finding]) -> Option<Section> {
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
    let columns = vec![
        Heading::words("cell"),
        Heading::numbers("stalls"),
        Heading::numbers("longest"),
        Heading::numbers("time lost"),
        Heading::numbers("of the time"),
        Heading::numbers("every"),
        Heading::words("longest ones: at, for"),
    ];
    let row = |summary: &&StallSummary| {
        vec![
            cell_name(&summary.cell, summary.repeat, &summaries),
            summary.count.to_string(),
            Nanos(summary.longest_ns).to_string(),
            Nanos(summary.lost_ns).to_string(),
            format::percent(Some(summary.lost_ratio)),
            summary.period_ns.map(|ns| Nanos(ns).to_string()).unwrap_or_default(),
            longest(findings, summary),
        ]
    };
    let rows = summaries.iter().map(row).collect();
    let table = Block::Table(Table { columns, rows }.without_empty_columns());
    let blocks = vec![table, Block::Paragraph(STALLS_NOTE.to_owned())];
    Some(Section { title: "Stalls".into(), blocks })
}

const SLOW_NOTE: &str = "A slow stretch: at least ten seconds at less than a quarter of the cell's usual rate, \
                         after which the drive was as fast as before. A mean hides it; whoever waits does \
                         not.";

/// `None` if the drive was never slow for long.
pub(crate) fn slow_section(findings: &[Finding]) -> Option<Section> {
    let stretches: Vec<&SlowStretch> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::SlowStretch(stretch) => Some(stretch),
            _ => None,
        })
        .collect();
    let columns = vec![
        Heading::words("cell"),
        Heading::numbers("slow from"),
        Heading::numbers("for"),
        Heading::numbers("MB/s"),
        Heading::numbers("usually"),
    ];
    let is_repeated = |cell: &str| stretches.iter().any(|it| it.cell == cell && it.repeat > 0);
    let row = |stretch: &&SlowStretch| {
        let repeat = if is_repeated(&stretch.cell) {
            format!(" run {}", stretch.repeat.saturating_add(1))
        } else {
            String::new()
        };
        let end = if stretch.is_over { "" } else { " (to the end)" };
        vec![
            format!("{}{repeat}", stretch.cell),
            Nanos(stretch.from_ns).to_string(),
            format!("{}{end}", Nanos(stretch.to_ns.saturating_sub(stretch.from_ns))),
            format::mb_per_s(Some(stretch.bytes_per_s)),
            format::mb_per_s(Some(stretch.usual_bytes_per_s)),
        ]
    };
    let rows: Vec<_> = stretches.iter().map(row).collect();
    let is_any = !rows.is_empty();
    let blocks =
        vec![Block::Table(Table { columns, rows }), Block::Paragraph(SLOW_NOTE.to_owned())];
    is_any.then_some(Section { title: "Slow stretches".into(), blocks })
}

fn cell_name(cell: &str, repeat: u32, summaries: &[&StallSummary]) -> String {
    let is_repeated = repeat > 0 || summaries.iter().any(|it| it.cell == cell && it.repeat > 0);
    if is_repeated {
        format!("{cell} run {}", repeat.saturating_add(1))
    } else {
        cell.to_owned()
    }
}

/// Times and lengths of the longest, in the order of time.
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

const CACHE_NOTE: &str = "cache: what goes at the first rate; a copy that is larger continues at the rate \
                          after it. static: as large on a full drive. dynamic: made of free space, so \
                          keep some free. hybrid: both. folding: the rate while the drive also moves its \
                          cache away.";
const PLATEAU_NOTE: &str = "Parts of each pass with about the same rate. below half: share of the data \
                            written at less than half of the mean rate of all data; 0 % is a steady drive.";
const RECOVERY_NOTE: &str =
    "How much goes at full speed again after the drive was left alone so long.";

/// What the passes over a drive say about its cache; `None` if there was no pass.
pub(crate) fn cache_section(findings: &[Finding]) -> Option<Section> {
    let mut blocks = Vec::new();
    push_table(&mut blocks, cache_table(findings), CACHE_NOTE);
    push_table(&mut blocks, plateau_table(findings), PLATEAU_NOTE);
    push_table(&mut blocks, recovery_table(findings), RECOVERY_NOTE);
    let reasons = findings.iter().filter_map(|finding| match finding {
        Finding::SlcCache(SlcCache { cell, reason: Some(reason), .. }) => {
            Some(format!("{cell}: {reason}."))
        }
        _ => None,
    });
    blocks.extend(reasons.map(Block::Paragraph));
    (!blocks.is_empty()).then_some(Section { title: "Cache".into(), blocks })
}

fn push_table(blocks: &mut Vec<Block>, table: Table, note: &str) {
    if !table.rows.is_empty() {
        blocks.push(Block::Table(table.without_empty_columns()));
        blocks.push(Block::Paragraph(note.to_owned()));
    }
}

fn bytes(value: Option<u64>) -> String {
    value.map_or_else(|| format::UNKNOWN.to_owned(), |value| Bytes(value).decimal())
}

fn cache_table(findings: &[Finding]) -> Table {
    let columns = vec![
        Heading::words("cell"),
        Heading::numbers("cache"),
        Heading::words("type"),
        Heading::numbers("sure"),
        Heading::numbers("MB/s").of("into it"),
        Heading::numbers("MB/s").of("after it"),
        Heading::numbers("MB/s").of("folding"),
        Heading::numbers("write buffer"),
    ];
    let row = |cache: &SlcCache| {
        let size = match (cache.value_bytes, cache.kind) {
            (None, Some(SlcCacheType::None)) => "none".to_owned(),
            (value, _) => bytes(value),
        };
        let kind = match cache.kind {
            None => format::UNKNOWN,
            Some(SlcCacheType::None) => "",
            Some(SlcCacheType::Static) => "static",
            Some(SlcCacheType::Dynamic) => "dynamic",
            Some(SlcCacheType::Hybrid) => "hybrid",
        };
        let rate = |rate: Option<f64>| rate.map(|it| format::mb_per_s(Some(it)));
        vec![
            cache.cell.clone(),
            size,
            kind.to_owned(),
            format::percent(Some(cache.confidence_ratio)),
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

/// The plateaus of every pass; its evenness stands in the line of its first one.
fn plateau_table(findings: &[Finding]) -> Table {
    let columns = vec![
        Heading::words("cell"),
        Heading::numbers("from"),
        Heading::numbers("to"),
        Heading::numbers("MB/s"),
        Heading::words("into"),
        Heading::numbers("MB/s").of("mean"),
        Heading::numbers("MB/s").of("worst second"),
        Heading::numbers("below half"),
    ];
    let row = |plateau: &Plateau| {
        let into = match plateau.role {
            None => "",
            Some(PlateauRole::Buffer) => "write buffer",
            Some(PlateauRole::Cache) => "cache",
            Some(PlateauRole::Native) => "flash",
            Some(PlateauRole::Folding) => "flash, folding",
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
            format::mb_per_s(Some(plateau.bytes_per_s)),
            into.to_owned(),
            profile.map(|it| format::mb_per_s(Some(it.mean_bytes_per_s))).unwrap_or_default(),
            worst.map(|it| format::mb_per_s(Some(it))).unwrap_or_default(),
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

fn recovery_table(findings: &[Finding]) -> Table {
    let columns = vec![
        Heading::words("cell"),
        Heading::numbers("rest"),
        Heading::numbers("cache"),
        Heading::numbers("of the first pass"),
        Heading::words("note"),
    ];
    let row = |recovery: &CacheRecovery| {
        vec![
            recovery.cell.clone(),
            Nanos(recovery.rest_ns).to_string(),
            bytes(recovery.value_bytes),
            format::percent(recovery.recovered_ratio),
            recovery.reason.clone().unwrap_or_default(),
        ]
    };
    let rows = findings.iter().filter_map(|finding| match finding {
        Finding::CacheRecovery(recovery) => Some(row(recovery)),
        _ => None,
    });
    Table { columns, rows: rows.collect() }
}
