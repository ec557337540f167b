//! The courses of cells: where the drive stood still, and what that means for somebody who uses it.

use iogram_model::{Finding, Nanos, Stall, StallSummary};

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
    Some(Section { title: "Stalls", blocks })
}

fn cell_name(cell: &str, repeat: u32, summaries: &[&StallSummary]) -> String {
    let is_repeated = repeat > 0 || summaries.iter().any(|it| it.cell == cell && it.repeat > 0);
    if is_repeated { format!("{cell} run {}", repeat + 1) } else { cell.to_owned() }
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
