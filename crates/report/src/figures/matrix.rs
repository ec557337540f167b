//! The same tests with several record sizes on several drives: a chart for each size, with the drives as groups and
//! the tests as bars. On one axis the bars of small records would be too short to see.

use std::collections::BTreeSet;

use iogram_charts::{Axis, BarRow, Body, Unit};
use iogram_model::{Access, Bytes, Caching, Run, SyncPolicy};

use super::bar_row::{Told, row};
use super::{ChartContext, Draft, parts, short, slot_at};
use crate::group::{Group, Line};

/// The fewest sizes of a matrix, and tests of each: with fewer, one chart shows all.
const MATRIX_MIN: usize = 3;
/// Drives in one chart: with more, each chart would be higher than a page.
const DRIVES_MAX: usize = 8;
/// An image is written in large blocks, whatever the size of the calls is.
const IMAGE_MIN: Bytes = Bytes(128 << 10);

/// The charts, and the names of the cells in them.
pub(super) fn matrices<'a>(
    context: &ChartContext<'_>,
    all: &'a [(&Run, Vec<Group<'a>>)],
) -> (Vec<Draft>, BTreeSet<&'a str>) {
    let with_matrix: Vec<_> = all.iter().filter(|(_, groups)| is_matrix(groups)).collect();
    if with_matrix.len() < 2 {
        return (Vec::new(), BTreeSet::new());
    }
    let mut sizes: Vec<Bytes> =
        with_matrix.iter().flat_map(|(_, groups)| groups).filter_map(size_of).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut names = BTreeSet::new();
    let mut drafts = Vec::new();
    for size in &sizes {
        let mut tests: Vec<&str> = Vec::new();
        let is_last = sizes.last() == Some(size);
        let is_meant = |groups: &[Group<'_>], group: &Group<'_>| match is_matrix(groups) {
            true => size_of(group) == Some(*size),
            false => is_last && is_image(groups),
        };
        for (_, groups) in all {
            for group in groups.iter().filter(|group| is_meant(groups, group)) {
                names.insert(group.name);
                if !tests.contains(&group.name) {
                    tests.push(group.name);
                }
            }
        }
        drafts.extend(of_size(context, all, *size, &tests));
    }
    (drafts, names)
}

fn of_size(
    context: &ChartContext<'_>,
    all: &[(&Run, Vec<Group<'_>>)],
    size: Bytes,
    tests: &[&str],
) -> Vec<Draft> {
    let mut drives: Vec<String> = Vec::new();
    for (run, groups) in all {
        let name = context.drive_name(run);
        if groups.iter().any(|it| tests.contains(&it.name)) && !drives.contains(&name) {
            drives.push(name);
        }
    }
    let rates = context.locale.rates();
    let small = |value: f64| short(rates.small_count(value));
    let bar = |drive: &String, (place, test): (usize, &&str)| {
        let mut of_drive = all.iter().filter(|(run, _)| context.drive_name(run) == *drive);
        let found = of_drive.find_map(|(run, groups)| {
            let group = groups.iter().find(|group| group.name == *test)?;
            let line = group.lines().into_iter().next().filter(Line::moves_bytes)?;
            Some(row(run, &line, Told::Bytes, (drive.clone(), slot_at(place))))
        });
        let prefix = size.to_string();
        BarRow {
            label: drive.clone(),
            series: test.strip_prefix(&prefix).unwrap_or(test).trim().to_owned(),
            slot: slot_at(place),
            value: found.as_ref().and_then(|it| it.value).map(small),
            low: found.as_ref().and_then(|it| it.low).map(small),
            high: found.as_ref().and_then(|it| it.high).map(small),
            runs: Vec::new(),
        }
    };
    let pictures = parts(drives, DRIVES_MAX);
    let count = pictures.len();
    let pictures = pictures.into_iter().enumerate().map(|(index, drives)| {
        let rows =
            drives.iter().flat_map(|drive| tests.iter().enumerate().map(move |it| (drive, it)));
        let rows: Vec<BarRow> = rows.map(|(drive, it)| bar(drive, it)).collect();
        let value = Axis::linear(context.text("throughput"), Unit::named(rates.small_symbol()));
        let title = context.with("figure-records", &[("size", &size.to_string())]);
        let title = context.part_title(&title, index, count);
        let note = context.text("figure-side-by-side-note");
        let body = Body::Bars { value, rows, reference: None };
        Draft::new(format!("records {size}"), context.spec(title, note, body)).weighing(100)
    });
    pictures.collect()
}

fn size_of(group: &Group<'_>) -> Option<Bytes> {
    match group.cells[0].workload.block.sizes() {
        [(size, _)] => Some(*size),
        _ => None,
    }
}

/// Whether the same tests ran with several record sizes.
fn is_matrix(groups: &[Group<'_>]) -> bool {
    let sizes: Option<Vec<Bytes>> = groups.iter().map(size_of).collect();
    let Some(sizes) = sizes else { return false };
    let distinct: BTreeSet<Bytes> = sizes.iter().copied().collect();
    let count = |size: &Bytes| sizes.iter().filter(|it| *it == size).count();
    let mut counts = distinct.iter().map(count);
    let first = counts.next().unwrap_or(0);
    distinct.len() >= MATRIX_MIN && first >= MATRIX_MIN && counts.all(|it| it == first)
}

/// Whether the run only writes an image to the drive.
fn is_image(groups: &[Group<'_>]) -> bool {
    let [group] = groups else { return false };
    let workload = &group.cells[0].workload;
    workload.access == Access::Sequential
        && workload.mix.write() == iogram_model::Permille(1000)
        && workload.caching == Caching::Buffered
        && workload.sync == SyncPolicy::End
        && size_of(group).is_some_and(|size| size >= IMAGE_MIN)
}
