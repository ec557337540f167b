//! Results as grids, in the side-by-side form that readers of a well-known test expect.
//!
//! The names and loads of the cells determine the grid, not the method: tests with reads and writes have both side by
//! side, sizes by operation form a matrix, everything else is a list.

use iogram_model::{
    Bytes, Finding, LatencySummary, LoadRecord, MixCurve, OpKind, OpRecord, RepeatSummary, Run,
    float,
};

use crate::format;
use crate::group::{Group, Line, blocks, within};
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};
use crate::tables;

/// The last words of names that form a pair.
const OPERATIONS: [(&str, OpKind); 2] = [(" read", OpKind::Read), (" write", OpKind::Write)];
/// With fewer depths, a list of the read shares with their latencies is easier to read.
const DEPTHS_MIN: usize = 2;
/// Fewer sizes than this are easier to read as a list.
const SIZES_MIN: usize = 3;

/// One section for each part of a composed method; its title is empty if there are no parts.
pub(crate) fn sections(run: &Run, groups: &[Group<'_>], locale: &Locale) -> Vec<Section> {
    let curves: Vec<&MixCurve> = run
        .findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::MixCurve(curve) if curve.lines.len() >= DEPTHS_MIN => Some(curve),
            _ => None,
        })
        .collect();
    let sections = blocks(groups).into_iter().flat_map(|block| {
        let inside: Vec<&Group<'_>> =
            groups.iter().filter(|group| group.block() == block && group.counts()).collect();
        let is_shown = |group: &&Group<'_>| curves.iter().any(|curve| is_of(curve, group));
        let rest: Vec<&Group<'_>> = inside.into_iter().filter(|it| !is_shown(it)).collect();
        let grids = grids(block, &rest, &run.findings, locale).into_iter().map(Block::Table);
        let grids = Section::named(block.unwrap_or_default().to_owned(), grids.collect());
        let of_block = curves.iter().filter(move |curve| curve.block.as_deref() == block);
        std::iter::once(grids)
            .chain(of_block.map(|curve| mix_section(curve, locale)))
            .collect::<Vec<_>>()
    });
    sections.filter(|section| !section.blocks.is_empty()).collect()
}

/// The first part of a composed method whose tests are pairs of reads and writes, under its title.
pub(crate) fn first_pairs(run: &Run, groups: &[Group<'_>], locale: &Locale) -> Option<Section> {
    blocks(groups).into_iter().flatten().find_map(|block| {
        let of_block = groups.iter().filter(|it| it.block() == Some(block) && it.counts());
        let cells: Vec<Cell<'_>> = of_block
            .map(|group| Cell {
                name: within(Some(block), group.name),
                group,
                findings: &run.findings,
            })
            .collect();
        let table = pairs(&cells, locale).filter(|_| !cells.is_empty())?;
        Some(Section::named(locale.block_title(block), vec![Block::Table(table)]))
    })
}

fn mix_section(curve: &MixCurve, locale: &Locale) -> Section {
    let [_, table] = tables::mix_blocks(curve, locale);
    let of = curve.block.as_ref().map(|block| format!("{block}: ")).unwrap_or_default();
    let title = say!(locale, "by-read-share", load = tables::mix_access(curve, locale));
    Section::named(format!("{of}{title}"), vec![table])
}

/// Whether the curve shows this cell.
fn is_of(curve: &MixCurve, group: &Group<'_>) -> bool {
    let workload = &group.cells[0].workload;
    curve.block.as_deref() == group.block()
        && curve.access == workload.access.to_string()
        && curve.block_size_bytes == workload.block.largest().0
        && curve.lines.iter().any(|line| line.depth == workload.depth)
}

fn grids(
    block: Option<&str>,
    groups: &[&Group<'_>],
    findings: &[Finding],
    locale: &Locale,
) -> Vec<Table> {
    let cells: Vec<Cell<'_>> = groups
        .iter()
        .map(|group| Cell { name: within(block, group.name), group, findings })
        .collect();
    if let Some(table) = pairs(&cells, locale) {
        return vec![table];
    }
    let (table, shown) = sizes(&cells, (locale.rates().symbol(), &|rate| locale.rate(rate)));
    let rest: Vec<&Cell<'_>> = cells.iter().filter(|it| !shown.contains(&it.name)).collect();
    let rest = (!rest.is_empty()).then(|| list(&rest, locale));
    table.into_iter().chain(rest).collect()
}

/// A cell with its notes.
struct Cell<'a> {
    /// Within its part of the method.
    name: &'a str,
    group: &'a Group<'a>,
    findings: &'a [Finding],
}

impl<'a> Cell<'a> {
    fn line(&self, operation: Option<OpKind>) -> Line<'a> {
        Line { group: self.group, operation }
    }

    fn shown(&self, line: &Line<'_>, figure: &str) -> Option<f64> {
        line.summary(self.findings, figure).and_then(RepeatSummary::shown)
    }

    fn rate(&self, line: &Line<'_>, locale: &Locale) -> String {
        if line.moves_bytes() { locale.rate(self.bytes_per_s(line)) } else { String::new() }
    }

    fn bytes_per_s(&self, line: &Line<'_>) -> Option<f64> {
        let once =
            || line.bytes_per_s(self.group.cells[0]).filter(|_| !self.group.is_repeated());
        self.shown(line, "bytes_per_s").or_else(once)
    }

    fn iops(&self, line: &Line<'_>) -> String {
        let once = || Some(line.record()?.iops);
        let known = self.shown(line, "iops").or_else(once);
        format::iops(known.filter(|_| !line.has_no_rate()))
    }

    /// Times of writes and flushes, separately; empty if unknown.
    fn own_time(&self, line: &Line<'_>) -> String {
        let figure = match line.operation {
            Some(OpKind::Write) => "writing_ns",
            Some(OpKind::Flush) => "flushing_ns",
            _ => return String::new(),
        };
        let known = self.shown(line, figure);
        known.map(|ns| format::latency(Some(ns))).unwrap_or_default()
    }

    #[expect(clippy::cast_precision_loss, reason = "three digits are printed")]
    fn latency(
        &self,
        line: &Line<'_>,
        (figure, of): (&str, fn(&LatencySummary) -> Option<u64>),
    ) -> String {
        let once = || Some(of(&line.record()?.latency_ns)? as f64);
        let known = self.shown(line, figure);
        if line.operation.is_some() {
            format::latency(known.or_else(once))
        } else {
            String::new()
        }
    }
}

const P50: (&str, fn(&LatencySummary) -> Option<u64>) = ("latency_p50_ns", |it| it.p50);
const P99: (&str, fn(&LatencySummary) -> Option<u64>) = ("latency_p99_ns", |it| it.p99);
const MAX: (&str, fn(&LatencySummary) -> Option<u64>) = ("latency_max_ns", |it| Some(it.max));

/// The name of a test without its operation.
fn test_of<'n>(cell: &Cell<'n>) -> Option<(&'n str, OpKind)> {
    OPERATIONS.into_iter().find_map(|(word, kind)| {
        let stem = cell.name.strip_suffix(word)?;
        let is_alone = cell.group.kinds().iter().all(|it| *it == kind || *it == OpKind::Flush);
        is_alone.then_some((stem, kind))
    })
}

/// Each test with its reads and its writes, as CrystalDiskMark shows them; `None` if the cells are not such pairs.
fn pairs(cells: &[Cell<'_>], locale: &Locale) -> Option<Table> {
    let named: Vec<(&str, OpKind)> = cells.iter().map(test_of).collect::<Option<_>>()?;
    let mut tests: Vec<&str> = Vec::new();
    for (test, _) in &named {
        if !tests.contains(test) {
            tests.push(test);
        }
    }
    if tests.len() < 2
        || tests.iter().any(|test| test.split(' ').all(|it| it.parse::<Bytes>().is_ok()))
    {
        return None;
    }
    let columns = vec![
        Heading::words(say!(locale, "test")),
        Heading::numbers(locale.rates().symbol()).of(say!(locale, "read")),
        Heading::numbers(locale.rates().symbol()).of(say!(locale, "write")),
        Heading::numbers("IOPS").of(say!(locale, "read")),
        Heading::numbers("IOPS").of(say!(locale, "write")),
        Heading::numbers("p99").of(say!(locale, "read")),
        Heading::numbers("p99").of(say!(locale, "write")),
    ];
    let row = |test: &str| {
        let of = |kind: OpKind| cells.iter().zip(&named).find(|(_, it)| **it == (test, kind));
        let both = |show: &dyn Fn(&Cell<'_>, &Line<'_>) -> String| {
            [OpKind::Read, OpKind::Write].map(|kind| {
                of(kind).map(|(cell, _)| show(cell, &cell.line(Some(kind)))).unwrap_or_default()
            })
        };
        let mut row = vec![test.to_owned()];
        row.extend(both(&|cell, line| cell.rate(line, locale)));
        row.extend(both(&|cell, line| cell.iops(line)));
        row.extend(both(&|cell, line| cell.latency(line, P99)));
        row
    };
    let rows = tests.into_iter().map(row).collect();
    Some(Table { columns, rows }.without_unknown_columns())
}

/// Size and the rest of a name that begins or ends with a size.
fn size_of<'n>(cell: &Cell<'n>) -> Option<(&'n str, &'n str)> {
    let is_size = |word: &str| word.ends_with('B') && word.parse::<Bytes>().is_ok();
    let first = cell.name.split_once(' ').filter(|(size, _)| is_size(size));
    let last = || {
        let (rest, size) = cell.name.rsplit_once(' ')?;
        is_size(size).then_some((size, rest))
    };
    first.or_else(last)
}

/// iozone's own table, in its own unit, for a run of its six passes.
pub(crate) fn iozone_section(
    run: &Run,
    groups: &[Group<'_>],
    locale: &Locale,
) -> Option<Section> {
    let cells: Vec<Cell<'_>> = groups
        .iter()
        .filter(|group| group.counts())
        .map(|group| Cell { name: group.name, group, findings: &run.findings })
        .collect();
    let has = |pass: &str| cells.iter().any(|cell| cell.name.ends_with(pass));
    let (table, _) = sizes(&cells, ("KiB/s", &format::kib_per_s));
    let table = table.filter(|_| has(" rewrite") && has(" reread"))?;
    Some(Section::new(SectionKind::AsIozonePrintsIt, locale, vec![Block::Table(table)]))
}

/// A unit of rates, and the function that formats a rate in it.
type Shown<'a> = (&'static str, &'a dyn Fn(Option<f64>) -> String);

/// Throughput by size and operation, and the names in it.
fn sizes<'a>(cells: &[Cell<'a>], (unit, show): Shown<'_>) -> (Option<Table>, Vec<&'a str>) {
    let named: Vec<(&Cell<'a>, &str, &str)> = cells
        .iter()
        .filter_map(|cell| size_of(cell).map(|(size, rest)| (cell, size, rest)))
        .collect();
    let (mut sizes, mut rests): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (_, size, rest) in &named {
        if !sizes.contains(size) {
            sizes.push(size);
        }
        if !rests.contains(rest) {
            rests.push(rest);
        }
    }
    if sizes.len() < SIZES_MIN || rests.len() < 2 {
        return (None, Vec::new());
    }
    sizes.sort_by_key(|size| size.parse::<Bytes>().ok());
    let mut columns = vec![Heading::words(unit)];
    columns.extend(rests.iter().map(|rest| Heading::numbers((*rest).to_owned())));
    let row = |size: &&str| {
        let value = |rest: &&str| {
            let found = named.iter().find(|(_, its, other)| its == size && other == rest);
            let cell = found.map(|(cell, ..)| cell)?;
            let kinds = cell.group.kinds();
            let kind = kinds.into_iter().find(|kind| *kind != OpKind::Flush)?;
            let line = cell.line(Some(kind));
            Some(if line.moves_bytes() { show(cell.bytes_per_s(&line)) } else { String::new() })
        };
        let mut row = vec![(*size).to_owned()];
        row.extend(rests.iter().map(|rest| value(rest).unwrap_or_default()));
        row
    };
    let rows = sizes.iter().map(row).collect();
    let shown = named.iter().map(|(cell, ..)| cell.name).collect();
    (Some(Table { columns, rows }), shown)
}

/// All measurements, line by line.
fn list(cells: &[&Cell<'_>], locale: &Locale) -> Table {
    let columns = vec![
        Heading::words(say!(locale, "test")),
        Heading::numbers(locale.rates().symbol()),
        Heading::numbers("IOPS"),
        Heading::numbers(say!(locale, "time")),
        Heading::numbers("p50"),
        Heading::numbers("p99"),
        Heading::numbers(say!(locale, "max")),
    ];
    let rows = cells.iter().flat_map(|cell| {
        let beside = loads_beside(cell, locale);
        let lines = cell.group.lines().into_iter().filter(|line| {
            // The rate already includes the flush at the end; its line shows its duration.
            line.operation != Some(OpKind::Flush)
                || !line.has_no_rate()
                || cell.shown(line, "flushing_ns").is_some()
        });
        let own = lines.map(|line| {
            let label = line.label(locale);
            let name =
                label.strip_prefix(cell.group.name).map(|end| format!("{}{end}", cell.name));
            vec![
                name.unwrap_or(label),
                cell.rate(&line, locale),
                cell.iops(&line),
                cell.own_time(&line),
                cell.latency(&line, P50),
                cell.latency(&line, P99),
                cell.latency(&line, MAX),
            ]
        });
        own.chain(beside).collect::<Vec<_>>()
    });
    Table { columns, rows: rows.collect() }.without_unknown_columns()
}

/// A row for each operation of the loads beside a cell that was measured once.
fn loads_beside(cell: &Cell<'_>, locale: &Locale) -> Vec<Vec<String>> {
    let [only] = cell.group.cells.as_slice() else { return Vec::new() };
    let of_load = |load: &LoadRecord| {
        let kinds: Vec<_> = load.operations.iter().collect();
        let row = |(kind, record): (OpKind, &OpRecord)| {
            let (latency, is_flush) = (&record.latency_ns, kind == OpKind::Flush);
            let rate = (!is_flush).then_some(record.bytes_per_s);
            vec![
                format!("{} {}", load.name, format::operation_name(kind, locale)),
                rate.map_or_else(String::new, |rate| locale.rate(Some(rate))),
                format::iops(Some(record.iops)),
                String::new(),
                format::latency(latency.p50.map(float)),
                format::latency(latency.p99.map(float)),
                format::latency(Some(float(latency.max))),
            ]
        };
        kinds.into_iter().map(row).collect::<Vec<_>>()
    };
    only.beside.iter().flat_map(of_load).collect()
}
