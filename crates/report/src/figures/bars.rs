//! Throughput as bars: of the cells of one run, of the repetitions of its only cell, or of the same cells in several
//! runs.

use iogram_charts::{Axis, BarRow, Body, ChartSpec, Reference, RunValue, Unit};
use iogram_model::Total as _;
use iogram_model::{CellRecord, Finding, OpKind, Run, Timing};

use super::bar_row::{Told, row};
use super::matrix::matrices;
use super::{ChartContext, Draft, HOUSE_SLOT, parts, role_slot, short};
use crate::format;
use crate::group::{Group, Line, blocks, find_summary, groups, within};

/// More bars than this go into another chart.
pub(super) const ROWS_MAX: usize = 24;
/// Up to this number, cells of several drives have a chart each; beyond it, each part of a method has one.
const CELLS_MAX: usize = 16;
/// Groups of bars in one chart.
const GROUPS_MAX: usize = 8;
/// With this many block sizes each has its own chart; with fewer, one chart shows all tests of a method.
const SIZES_MIN: usize = 3;
/// With this many cells over the share of reads, curves replace the bars of a part.
const CURVE_MIN: usize = 12;
/// The grey of values that do not count.
pub(super) const GREY_SLOT: u8 = 8;

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    match context.runs {
        [run] => of_one(context, run),
        _ => of_several(context),
    }
}

/// The bars of one part of a method, in the order of the method.
struct OfPart<'a> {
    part: Option<&'a str>,
    rows: Vec<BarRow>,
    /// Block size of each row.
    sizes: Vec<u64>,
    told: Told,
}

/// One chart for each part of the method.
fn of_one(context: &ChartContext<'_>, run: &Run) -> Vec<Draft> {
    let groups = groups(run);
    let mut all = Vec::new();
    let mut drafts = Vec::new();
    for part in blocks(&groups) {
        let of_part: Vec<&Group<'_>> =
            groups.iter().filter(|group| group.block() == part).collect();
        if of_part.len() > CURVE_MIN && has_curve(run, part) {
            continue;
        }
        let found = rows_of_part(context, run, part, &of_part);
        // Times have separate charts.
        for group in of_part.iter().filter(|group| group.is_timed()) {
            drafts.extend(each_time(context, run, group).map(|it| it.of_part(part)));
        }
        // A single bar says no more than the table; several repetitions of it do.
        if let ([_], [_]) = (found.rows.as_slice(), of_part.as_slice()) {
            drafts.extend(each_run(context, run, of_part[0]).map(|it| it.of_part(part)));
        } else if found.rows.len() > 1 {
            all.push(found);
        }
    }
    let sets: Vec<Vec<&str>> = all.iter().map(labels).collect();
    let weights: Vec<u32> = sets.iter().map(|set| weight(set, &sets)).collect();
    for (found, weight) in all.into_iter().zip(weights) {
        drafts.extend(of_sizes(context, found).into_iter().map(|it| it.weighing(weight)));
    }
    drafts
}

fn labels<'r>(found: &'r OfPart<'_>) -> Vec<&'r str> {
    found.rows.iter().map(|row| row.label.as_str()).collect()
}

/// A composed method exists to run the same tests in several states of a drive, so these weigh most, the first such
/// tests more than later ones.
fn weight(set: &[&str], sets: &[Vec<&str>]) -> u32 {
    let count = sets.iter().filter(|other| *other == set).count();
    let first = sets.iter().position(|other| other == set).unwrap_or(0);
    let few = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).min(50);
    if count > 1 { 100_u32.saturating_sub(few(first)) } else { few(set.len()) }
}

fn has_curve(run: &Run, part: Option<&str>) -> bool {
    run.findings.iter().any(
        |finding| matches!(finding, Finding::MixCurve(curve) if curve.block.as_deref() == part),
    )
}

fn rows_of_part<'a>(
    context: &ChartContext<'_>,
    run: &Run,
    part: Option<&'a str>,
    groups: &[&Group<'_>],
) -> OfPart<'a> {
    let mut found: Vec<(u64, BarRow)> = Vec::new();
    let told = Told::of(groups.iter().map(|group| (run, *group)));
    for group in groups {
        let Some(line) = line_of(group) else { continue };
        // As in CrystalDiskMark: a row for each test, with reads beside writes.
        let test = test_name(within(part, group.name));
        let size = match group.cells[0].workload.block.sizes() {
            [(size, _)] => size.0,
            _ => 0,
        };
        let row = BarRow {
            series: operation_text(context, line.operation),
            ..row(run, &line, told, (test.to_owned(), role_slot(line.operation)))
        };
        let alike = |(_, other): &(u64, BarRow)| other.label == row.label;
        let place = found.iter().rposition(alike).map_or(found.len(), |at| {
            let first = found.iter().position(alike).unwrap_or(at);
            let after = found[first..=at].iter().filter(|(_, it)| it.slot <= row.slot).count();
            first.saturating_add(after)
        });
        found.insert(place, (size, row));
    }
    let (sizes, rows) = found.into_iter().unzip();
    OfPart { part, rows, sizes, told }
}

/// Whether bytes per second describe it.
fn is_rated(line: &Line<'_>) -> bool {
    line.moves_bytes() && !line.group.is_timed()
}

/// The line for a bar: none for a group that only prepares the measurements of others, and none for discards, which
/// move no bytes and would dominate the axis.
fn line_of<'g>(group: &'g Group<'g>) -> Option<Line<'g>> {
    let line = group.lines().into_iter().next().filter(is_rated)?;
    let is_discard = line.operation == Some(OpKind::Discard);
    (!is_discard && group.counts() && !is_filling(group)).then_some(line)
}

/// Whether a group only prepares data for a recording to read.
fn is_filling(group: &Group<'_>) -> bool {
    let is_fill = |cell: &CellRecord| {
        let replay = cell.workload.replay.as_ref();
        !cell.is_counted && replay.is_some_and(|it| it.how.timing == Timing::Fill)
    };
    group.cells.iter().all(|cell| is_fill(cell))
}

/// The name of a test without its operation.
pub(super) fn test_name(name: &str) -> &str {
    let found = ["read", "write", "mix"].iter().find_map(|word| {
        let test = name.strip_suffix(word)?.strip_suffix(' ')?;
        (!test.is_empty()).then_some(test)
    });
    found.unwrap_or(name)
}

pub(super) fn operation_text(context: &ChartContext<'_>, operation: Option<OpKind>) -> String {
    context.text(match operation {
        Some(OpKind::Read) => "series-read",
        Some(OpKind::Write) => "series-write",
        Some(OpKind::Flush) => "series-flush",
        Some(OpKind::Discard) => "series-discard",
        None => "read-write",
    })
}

/// All in one chart, or one for each block size if all sizes have the same tests: on one axis the bars of small
/// blocks would be too short to see.
fn of_sizes(context: &ChartContext<'_>, found: OfPart<'_>) -> Vec<Draft> {
    let OfPart { part, rows, sizes, told } = found;
    let mut distinct = sizes.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let count_of = |size: &u64| sizes.iter().filter(|it| *it == size).count();
    let is_matrix = distinct.len() >= SIZES_MIN
        && distinct
            .iter()
            .all(|size| count_of(size) > 1 && count_of(size) == count_of(&distinct[0]));
    let name = format!("throughput {}", part.unwrap_or_default());
    let drafts = if is_matrix {
        let of_size = |size: &u64| {
            let of_size = rows.iter().zip(&sizes).filter(|(_, it)| *it == size);
            let rows = of_size.map(|(row, _)| row.clone()).collect();
            let size = iogram_model::Bytes(*size).to_string();
            let title = told.title_of_size(context, &size);
            in_parts(context, (&format!("{name} {size}"), &title), rows, |title, rows| {
                chart(context, told, title, rows)
            })
        };
        distinct.iter().flat_map(of_size).collect()
    } else {
        let title =
            told.title(context, part.map(|it| context.locale.block_title(it)).as_deref());
        in_parts(context, (&name, &title), rows, |title, rows| {
            chart(context, told, title, rows)
        })
    };
    drafts.into_iter().map(|it: Draft| it.of_part(part)).collect()
}

/// A bar for each repetition, grey if it does not count.
fn of_repetitions(
    context: &ChartContext<'_>,
    group: &Group<'_>,
    slot: u8,
    value: impl Fn(&CellRecord) -> Option<f64>,
) -> Vec<BarRow> {
    let row = |cell: &&CellRecord| {
        let number = cell.repeat.saturating_add(1).to_string();
        let id = if cell.is_counted { "bar-run" } else { "bar-run-not-counted" };
        BarRow {
            label: context.with(id, &[("number", &number)]),
            series: String::new(),
            slot: if cell.is_counted { slot } else { GREY_SLOT },
            value: value(cell).map(short),
            low: None,
            high: None,
            runs: Vec::new(),
        }
    };
    group.cells.iter().map(row).collect()
}

/// The repetitions of the only cell, one by one, with their mean.
fn each_run(context: &ChartContext<'_>, run: &Run, group: &Group<'_>) -> Option<Draft> {
    let line = group.lines().into_iter().next().filter(is_rated)?;
    let whole = row(run, &line, Told::Bytes, (String::new(), role_slot(line.operation)));
    if group.cells.len() < 2 {
        return None;
    }
    let slot = role_slot(line.operation);
    let rows = of_repetitions(context, group, slot, |cell| line.bytes_per_s(cell));
    let label = |value: f64| {
        context.with("figure-mean-of", &[("value", &context.locale.throughput(Some(value)))])
    };
    let reference = whole.value.map(|value| Reference { at: value, label: label(value) });
    let title = context.with("figure-each-run", &[("cell", group.name)]);
    let note = context.with("figure-each-run-note", &[("count", &rows.len().to_string())]);
    let value = Axis::linear(context.text("throughput"), Unit::BYTES_PER_S);
    let spec = context.spec(title, note, Body::Bars { value, rows, reference });
    Some(Draft::new(format!("runs {}", group.name), spec).weighing(50))
}

/// Duration of each repetition, with the mean of those that count.
fn each_time(context: &ChartContext<'_>, run: &Run, group: &Group<'_>) -> Option<Draft> {
    if group.cells.len() < 2 || is_filling(group) {
        return None;
    }
    let rows =
        of_repetitions(context, group, HOUSE_SLOT, |cell| Some(Group::elapsed_ns(cell)? / 1e9));
    let mean = find_summary(&run.findings, group.name, None, "elapsed_ns")?.shown();
    let reference = mean.map(|ns| Reference {
        at: ns / 1e9,
        label: context.with("figure-mean-of", &[("value", &format::latency(Some(ns)))]),
    });
    let title = context.with("figure-each-time", &[("cell", group.name)]);
    let note = context.with("figure-each-run-note", &[("count", &rows.len().to_string())]);
    let value = Axis::linear(context.text("time"), Unit::SECONDS);
    let spec = context.spec(title, note, Body::Bars { value, rows, reference });
    Some(Draft::new(format!("time {}", group.name), spec).weighing(50))
}

/// Duration of the same cell in several runs, with a line for each repetition.
fn times_of(
    context: &ChartContext<'_>,
    all: &[(&Run, Vec<Group<'_>>)],
    name: &str,
) -> Option<Draft> {
    let rows = all.iter().filter_map(|(run, groups)| {
        let group = groups.iter().find(|group| group.name == name && group.is_timed())?;
        let summary = find_summary(&run.findings, name, None, "elapsed_ns")?;
        let seconds = |ns: f64| short(ns / 1e9);
        let runs = group.cells.iter().map(|cell| RunValue {
            value: Group::elapsed_ns(cell).map(seconds),
            is_counted: cell.is_counted,
        });
        Some(BarRow {
            label: context.drive_name(run),
            series: String::new(),
            slot: context.slot(run),
            value: summary.shown().map(seconds),
            low: summary.min.map(seconds),
            high: summary.max.map(seconds),
            runs: runs.collect(),
        })
    });
    let rows: Vec<BarRow> = rows.collect();
    if rows.len() < 2 {
        return None;
    }
    let title = context.with("figure-time-of", &[("cell", name)]);
    let value = Axis::linear(context.text("time"), Unit::SECONDS);
    let body = Body::Bars { value, rows, reference: None };
    Some(
        Draft::new(
            format!("time {name}"),
            context.spec(title, context.text("figure-times-note"), body),
        )
        .weighing(50),
    )
}

/// One chart for each cell that several runs share, or for each group of many cells.
fn of_several(context: &ChartContext<'_>) -> Vec<Draft> {
    let all: Vec<(&Run, Vec<Group<'_>>)> =
        context.runs.iter().map(|run| (run, groups(run))).collect();
    let mut names: Vec<(Option<&str>, &str)> = Vec::new();
    for group in all.iter().flat_map(|(_, groups)| groups) {
        let name = (group.block(), group.name);
        if !names.contains(&name) && line_of(group).is_some() {
            names.push(name);
        }
    }
    let timed =
        names.iter().filter_map(|(part, name)| Some((*part, times_of(context, &all, name)?)));
    let mut charts: Vec<Draft> = timed.map(|(part, draft)| draft.of_part(part)).collect();
    let (mut matrix, in_matrix) = matrices(context, &all);
    matrix.append(&mut charts);
    let mut charts = matrix;
    names.retain(|(_, name)| {
        !in_matrix.contains(*name) && rows_of(context, &all, name, Told::Bytes).len() > 1
    });
    if names.len() > CELLS_MAX {
        charts.extend(side_by_side(context, &all, &names));
        return charts;
    }
    for (part, name) in names {
        let told = told_of(&all, &[name]);
        let mut rows = rows_of(context, &all, name, told);
        sort(&mut rows);
        let title = told.title(context, Some(name));
        let drafts =
            in_parts(context, (&format!("throughput {name}"), &title), rows, |title, rows| {
                chart(context, told, title, rows)
            });
        charts.extend(drafts.into_iter().map(|it| it.of_part(part)));
    }
    charts
}

/// The unit for the cells with these names, of any drive.
fn told_of(all: &[(&Run, Vec<Group<'_>>)], names: &[&str]) -> Told {
    let of_run = |(run, groups): &'_ (&Run, Vec<Group<'_>>)| {
        let named = groups.iter().filter(|group| names.contains(&group.name));
        Told::of(named.map(|group| (*run, group))) == Told::Requests
    };
    if all.iter().all(of_run) { Told::Requests } else { Told::Bytes }
}

/// One bar for each drive.
fn rows_of(
    context: &ChartContext<'_>,
    all: &[(&Run, Vec<Group<'_>>)],
    name: &str,
    told: Told,
) -> Vec<BarRow> {
    let found = all.iter().filter_map(|(run, groups)| {
        let group = groups.iter().find(|group| group.name == name)?;
        let line = line_of(group)?;
        Some(row(run, &line, told, (context.drive_name(run), context.bar_slot(run))))
    });
    found.collect()
}

/// For each part of the method its cells in order, under each a bar for each drive.
fn side_by_side(
    context: &ChartContext<'_>,
    all: &[(&Run, Vec<Group<'_>>)],
    names: &[(Option<&str>, &str)],
) -> Vec<Draft> {
    let mut in_order: Vec<Option<&str>> = Vec::new();
    for (part, _) in names {
        if !in_order.contains(part) {
            in_order.push(*part);
        }
    }
    let mut charts = Vec::new();
    for part in in_order {
        let cells: Vec<&str> =
            names.iter().filter(|(of, _)| *of == part).map(|(_, name)| *name).collect();
        let most = GROUPS_MAX.min(ROWS_MAX.checked_div(all.len()).unwrap_or(1)).max(1);
        let pictures = parts(cells, most);
        let count = pictures.len();
        for (index, cells) in pictures.into_iter().enumerate() {
            let told = told_of(all, &cells);
            let part_title = part.map(|it| context.locale.block_title(it));
            let title = told.title(context, part_title.as_deref());
            let title = context.part_title(&title, index, count);
            let rows = cells.iter().flat_map(|name| {
                let label = within(part, name);
                let mut rows = rows_of(context, all, name, told);
                sort(&mut rows);
                rows.into_iter().map(move |row| BarRow {
                    series: row.label,
                    label: label.to_owned(),
                    ..row
                })
            });
            let value = told.axis(context);
            let body = Body::Bars { value, rows: rows.collect(), reference: None };
            let spec = context.spec(title, context.text("figure-side-by-side-note"), body);
            let name = format!("throughput {}", part.unwrap_or_default());
            // The deciding figures are in the charts of the key figures; these are for reference.
            charts.push(Draft::new(name, spec).of_part(part).weighing(0));
        }
    }
    charts
}

/// Fastest first, missing values last.
pub(super) fn sort(rows: &mut [BarRow]) {
    rows.sort_by(|a, b| {
        let key = |row: &BarRow| row.value.unwrap_or(f64::NEG_INFINITY);
        key(b).total_cmp(&key(a))
    });
}

/// `rows` in as many charts as they need; `chart` makes each from its title and its rows.
pub(super) fn in_parts(
    context: &ChartContext<'_>,
    (name, title): (&str, &str),
    rows: Vec<BarRow>,
    chart: impl Fn(String, Vec<BarRow>) -> ChartSpec,
) -> Vec<Draft> {
    let pictures = parts(rows, ROWS_MAX);
    let count = pictures.len();
    let charts = pictures.into_iter().enumerate().map(|(index, rows)| {
        Draft::new(name, chart(context.part_title(title, index, count), rows))
    });
    charts.collect()
}

fn chart(
    context: &ChartContext<'_>,
    told: Told,
    title: String,
    rows: Vec<BarRow>,
) -> ChartSpec {
    let count: usize = rows.iter().map(|row| row.runs.len()).total();
    let note = match count {
        0 => context.text("figure-throughput-alike-note"),
        _ => context.with("figure-throughput-note", &[("count", &count.to_string())]),
    };
    let value = told.axis(context);
    context.spec(title, note, Body::Bars { value, rows, reference: None })
}
