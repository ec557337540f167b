//! The kernel's counts for the block devices below, cell by cell.

use iogram_model::DiskActivity;

use crate::group::Group;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// `None` if nothing was counted: a simulated drive, or a record of an older version.
pub(crate) fn section(groups: &[Group<'_>], locale: &Locale) -> Option<Section> {
    let is_repeated = groups.iter().any(Group::is_repeated);
    let mut rows = Vec::new();
    for group in groups {
        for (index, cell) in group.cells.iter().enumerate() {
            for disk in &cell.disks {
                rows.push(row(group.name_of(index, is_repeated, locale), disk));
            }
        }
    }
    let columns = vec![
        Heading::name(say!(locale, "cell")),
        Heading::words(say!(locale, "device")),
        Heading::numbers(say!(locale, "reads")),
        Heading::numbers(say!(locale, "reads")).of(say!(locale, "merged")).spare(),
        Heading::numbers(say!(locale, "writes")),
        Heading::numbers(say!(locale, "writes")).of(say!(locale, "merged")),
        Heading::numbers(say!(locale, "flushes")),
        Heading::numbers(say!(locale, "busy")),
    ];
    let blocks = vec![
        Block::Table(Table { columns, rows: rows.clone() }),
        Block::Paragraph(say!(locale, "kernel-counted-note")),
    ];
    (!rows.is_empty()).then(|| Section::new(SectionKind::WhatTheKernelCounted, locale, blocks))
}

fn row(cell: String, disk: &DiskActivity) -> Vec<String> {
    let busy = disk.busy_ratio().map(|ratio| format!("{:.1} %", ratio * 100.0));
    vec![
        cell,
        disk.name.clone(),
        disk.read_count.to_string(),
        disk.read_merge_count.to_string(),
        disk.write_count.to_string(),
        disk.write_merge_count.to_string(),
        disk.flush_count.map_or(crate::format::UNKNOWN.to_owned(), |it| it.to_string()),
        busy.unwrap_or_else(|| crate::format::UNKNOWN.to_owned()),
    ]
}
