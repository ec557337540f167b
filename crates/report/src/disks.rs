//! What the kernel counted at the block devices below, cell by cell.

use iogram_model::DiskActivity;

use crate::group::Group;
use crate::sheet::{Block, Section};
use crate::table::{Heading, Table};

/// `None` if nothing was counted: a simulated drive, or a record of an older version.
pub(crate) fn section(groups: &[Group<'_>]) -> Option<Section> {
    let is_repeated = groups.iter().any(Group::is_repeated);
    let mut rows = Vec::new();
    for group in groups {
        for (index, cell) in group.cells.iter().enumerate() {
            for disk in &cell.disks {
                rows.push(row(group.name_of(index, is_repeated), disk));
            }
        }
    }
    let columns = vec![
        Heading::name("cell"),
        Heading::words("device"),
        Heading::numbers("reads"),
        Heading::numbers("reads").of("merged").spare(),
        Heading::numbers("writes"),
        Heading::numbers("writes").of("merged"),
        Heading::numbers("flushes"),
        Heading::numbers("busy"),
    ];
    let blocks = vec![
        Block::Table(Table { columns, rows: rows.clone() }),
        Block::Paragraph(NOTE.to_owned()),
    ];
    (!rows.is_empty()).then(|| Section { title: "What the kernel counted".into(), blocks })
}

const NOTE: &str = "requests that each device completed while the cell ran, by whomever; merged ones went along with another; \
                    busy is the share of the time in which any request was under way";

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
