//! Results of other tools: a bar for each result, or a point for very many, latency by percentile, and the same work
//! of several drives side by side.
//!
//! Knows imported results, and the equivalent work of native runs. Must not know the conclusions.

use std::collections::BTreeMap;
use std::slice;

mod course;
mod many;

use iogram_charts::{Axis, BarRow, Body, Unit, XySeries};
use iogram_model::{
    Access, Bytes, ImportedEvidence, ImportedOrder, ImportedResult, OpKind, PlainWork, Run,
    ToldResult,
};
use iogram_stats::{Histogram, median};

use super::bars::{GREY_SLOT, ROWS_MAX, in_parts, operation_text, sort, test_name};
use super::curves::{CURVES_MAX, REQUESTS_MIN, by_percentile, of_histogram};
use super::{ChartContext, Draft, line, parts, role_slot, short, slot_at};
use crate::format::{self, operation_name};
use crate::group::groups;
use crate::load::access_name;

/// Up to this number of runs, each has charts of its own on a page; with more, only shared ones are drawn. Arbitrary:
/// a screen for each.
const RUNS_MAX: usize = 12;
/// Kinds of work that several runs share, with a chart each. Arbitrary: nobody looks at more one by one.
const SHARED_MAX: usize = 16;
/// Up to this number of results, each has a bar: two charts. With more, each is a point. Arbitrary: nobody reads
/// further bars.
const BARS_MAX: usize = 2 * ROWS_MAX;
/// Up to this number of results, each has a curve: two charts. The table has all.
const CURVES_OF_RUN_MAX: usize = 2 * CURVES_MAX;
/// The fewest percentiles for a curve.
const PERCENTILES_MIN: usize = 3;
/// Percentiles that tools print: each with the inverse of the share beyond it.
const PERCENTILES: [(&str, f64); 5] = [
    ("latency_p50_ns", 2.0),
    ("latency_p95_ns", 20.0),
    ("latency_p99_ns", 100.0),
    ("latency_p999_ns", 1_000.0),
    ("latency_p9999_ns", 10_000.0),
];

/// Whether a run has results of another tool.
pub(super) fn has_results(run: &Run) -> bool {
    results(run).next().is_some()
}

fn results(run: &Run) -> impl Iterator<Item = &ImportedResult> {
    run.imports().flat_map(|it| &it.results)
}

/// A figure in a result, with its name for an axis.
struct Shown {
    figure: &'static str,
    name: &'static str,
    title: &'static str,
    unit: Unit,
}

const THROUGHPUT: Shown = Shown {
    figure: "bytes_per_s",
    name: "throughput",
    title: "figure-imported-throughput",
    unit: Unit::BYTES_PER_S,
};
const IOPS: Shown =
    Shown { figure: "iops", name: "iops", title: "figure-imported-iops", unit: Unit::IOPS };

impl Shown {
    fn of(&self, result: &ImportedResult) -> Option<f64> {
        result.figures.get(self.figure).copied().filter(|it| it.is_finite()).map(short)
    }

    fn axis(&self, context: &ChartContext<'_>) -> Axis {
        Axis::linear(context.text(self.name), self.unit.clone())
    }
}

/// Whether a figure is one of the drive alone, as far as is known.
fn is_of_drive(result: &ImportedResult) -> bool {
    result.is_of_drive && result.limits.is_empty() && result.is_direct != Some(false)
}

/// Throughput of each result of a run, and requests per second of random ones.
pub(super) fn bars(context: &ChartContext<'_>) -> Vec<Draft> {
    let of_run = |run: &Run| {
        let throughput = of_results(context, run, &THROUGHPUT, |_| true);
        let is_small = |it: &ImportedResult| {
            it.order == Some(ImportedOrder::Random) || THROUGHPUT.of(it).is_none()
        };
        let iops = of_results(context, run, &IOPS, is_small);
        throughput.into_iter().chain(iops).collect::<Vec<_>>()
    };
    drawn_runs(context).flat_map(of_run).collect()
}

/// Throughput, requests per second and latency over time, from logs.
pub(super) fn courses(context: &ChartContext<'_>) -> Vec<Draft> {
    course::charts(context)
}

/// The runs with results of other tools, each with charts of its own.
fn drawn_runs<'a>(context: &ChartContext<'a>) -> impl Iterator<Item = &'a Run> {
    context.runs.iter().filter(|run| has_results(run)).take(RUNS_MAX)
}

fn of_results(
    context: &ChartContext<'_>,
    run: &Run,
    shown: &Shown,
    is_wanted: impl Fn(&ImportedResult) -> bool,
) -> Vec<Draft> {
    let wanted = results(run).filter(|it| is_wanted(it));
    let found: Vec<(&ImportedResult, f64)> =
        wanted.filter_map(|it| Some((it, shown.of(it)?))).collect();
    // A single bar says no more than the table.
    if found.len() < 2 {
        return Vec::new();
    }
    let title = context.with(shown.title, &[("tool", &tools(run))]);
    let name = format!("imported {} {}", shown.name, run_name(context, run));
    let note = note_of(context, run);
    let mut drafts = if found.len() > BARS_MAX {
        let count = found.len().to_string();
        let each = context.with("figure-imported-points", &[("count", &count)]);
        let note = format!("{note}; {each}");
        let body = many::points(context, shown, &found);
        vec![Draft::new(name, context.spec(title, note, body)).weighing(u32::MAX)]
    } else {
        in_pictures(context, (&name, &title), &note, (shown, rows_of(context, &found)))
    };
    for draft in &mut drafts {
        draft.spec.foot = alone(context, run).foot();
    }
    drafts
}

/// A bar for each result: reads beside writes; a duplicate result has two bars.
fn rows_of(context: &ChartContext<'_>, found: &[(&ImportedResult, f64)]) -> Vec<BarRow> {
    let mut rows: Vec<BarRow> = Vec::new();
    for (result, value) in found {
        let row = BarRow {
            label: test_name(&result.name).to_owned(),
            series: series_name(context, result),
            slot: if is_of_drive(result) { role_slot(result.operation) } else { GREY_SLOT },
            value: Some(*value),
            low: None,
            high: None,
            runs: Vec::new(),
        };
        let alike = rows.iter().rposition(|other| other.label == row.label);
        rows.insert(alike.map_or(rows.len(), |at| at.saturating_add(1)), row);
    }
    rows
}

/// The bars in as many charts as they need; the fullest chart comes first on a page.
fn in_pictures(
    context: &ChartContext<'_>,
    (name, title): (&str, &str),
    note: &str,
    (shown, rows): (&Shown, Vec<BarRow>),
) -> Vec<Draft> {
    let chart = |title: String, rows: Vec<BarRow>| {
        let body = Body::Bars { value: shown.axis(context), rows, reference: None };
        context.spec(title, note.to_owned(), body)
    };
    let weighed = |draft: Draft| {
        let Body::Bars { rows, .. } = &draft.spec.body else { return draft };
        let weight = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        draft.weighing(weight)
    };
    in_parts(context, (name, title), rows, chart).into_iter().map(weighed).collect()
}

/// The legend of a bar: the work, or the reason why it is not a figure of the drive.
fn series_name(context: &ChartContext<'_>, result: &ImportedResult) -> String {
    if !result.is_of_drive {
        return context.text("imported-memory");
    }
    if !result.limits.is_empty() {
        return context.text("series-held-back");
    }
    match (result.is_direct, result.operation) {
        (Some(false), _) => context.text("series-cached"),
        (_, Some(operation)) => operation_text(context, Some(operation)),
        (_, None) => context.text("series-other"),
    }
}

/// The tools that printed the figures of a run.
fn tools(run: &Run) -> String {
    let mut tools: Vec<&str> = run.imports().map(|it| it.tool.as_str()).collect();
    tools.dedup();
    tools.join(", ")
}

fn note_of(context: &ChartContext<'_>, run: &Run) -> String {
    format!("{}: {}", run_name(context, run), context.text("figure-imported-note"))
}

/// The name of a run in a chart: the drive, and the file if the drive is ambiguous.
fn run_name(context: &ChartContext<'_>, run: &Run) -> String {
    let name = super::drive_title(run, context.locale);
    let others = || {
        let others = context.runs.iter().filter(|other| other.id != run.id);
        others.filter(|other| super::drive_name(other) == super::drive_name(run))
    };
    let file = |run: &Run| run.import.as_ref().map(|it| it.file.clone());
    let own = file(run).filter(|it| *it != name);
    let is_taken = others().any(|other| file(other) == file(run));
    match own {
        _ if is_taken => format!("{name} ({})", run.id),
        // The measured object is a path on another computer.
        Some(own) if run.target.model.is_none() || others().next().is_some() => {
            format!("{name} ({own})")
        }
        _ => name,
    }
}

/// The context for charts of one run.
fn alone<'a>(context: &ChartContext<'a>, run: &'a Run) -> ChartContext<'a> {
    let palette = context.palette.clone();
    ChartContext { locale: context.locale, runs: slice::from_ref(run), palette }
}

/// A chart of one run, whose foot names only that run.
fn of_run(
    context: &ChartContext<'_>,
    run: &Run,
    (what, title, note): (&str, String, String),
    body: Body,
) -> Draft {
    let mut spec = context.spec(title, note, body);
    spec.foot = alone(context, run).foot();
    Draft::new(format!("imported {what} {}", run_name(context, run)), spec)
}

/// Latency by percentile, from histograms and from single percentiles.
pub(super) fn percentiles(context: &ChartContext<'_>) -> Vec<Draft> {
    drawn_runs(context).flat_map(|run| percentiles_of(context, run)).collect()
}

fn percentiles_of(context: &ChartContext<'_>, run: &Run) -> Vec<Draft> {
    let curves = |result: &ImportedResult| {
        let name = curve_name(context, result);
        of_text(result, &name).or_else(|| of_percentiles(result, &name))
    };
    let mut found: Vec<XySeries> = results(run).filter_map(curves).collect();
    let count = found.len();
    found.truncate(CURVES_OF_RUN_MAX);
    let mut note = note_of(context, run);
    if found.len() < count {
        let (shown, count) = (found.len().to_string(), count.to_string());
        let values = [("shown", shown.as_str()), ("count", count.as_str())];
        note = format!("{note}; {}", context.with("figure-imported-first", &values));
    }
    let pictures = parts(found, CURVES_MAX);
    let count = pictures.len();
    let title = context.with("figure-imported-percentiles", &[("tool", &tools(run))]);
    let picture = |(index, mut series): (usize, Vec<XySeries>)| {
        for (place, one) in series.iter_mut().enumerate() {
            one.slot = slot_at(place);
        }
        let longest = series.iter().map(|one| one.x.len()).max().unwrap_or(0);
        let body = by_percentile(context, series);
        let title = context.part_title(&title, index, count);
        let draft = of_run(context, run, ("latency percentiles", title, note.clone()), body);
        draft.weighing(u32::try_from(longest).unwrap_or(u32::MAX))
    };
    let pictures = pictures.into_iter().filter(|it| !it.is_empty());
    pictures.enumerate().map(picture).collect()
}

fn curve_name(context: &ChartContext<'_>, result: &ImportedResult) -> String {
    let name = test_name(&result.name);
    match result.operation {
        Some(kind) => format!("{name} {}", operation_name(kind, context.locale)),
        None => name.to_owned(),
    }
}

fn of_text(result: &ImportedResult, name: &str) -> Option<XySeries> {
    let histogram = Histogram::from_text(result.histogram.as_deref()?).ok()?;
    if histogram.count() < REQUESTS_MIN {
        return None;
    }
    let (x, y) = of_histogram(&histogram);
    let iops = IOPS.of(result).map(|it| format!(", {} IOPS", format::iops(Some(it))));
    Some(line(format!("{name}{}", iops.unwrap_or_default()), 0, x, y))
}

fn of_percentiles(result: &ImportedResult, name: &str) -> Option<XySeries> {
    let known = PERCENTILES.iter().filter_map(|(figure, inverse)| {
        let ns = result.figures.get(figure).filter(|it| it.is_finite() && **it > 0.0)?;
        Some((*inverse, Some(short(*ns))))
    });
    let (x, y): (Vec<f64>, Vec<Option<f64>>) = known.unzip();
    (x.len() >= PERCENTILES_MIN).then(|| line(name.to_owned(), 0, x, y))
}

/// The common work of two runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Common<'a> {
    /// All details are known.
    Work(PlainWork),
    /// Otherwise: the name in one tool.
    Named(&'a str, &'a str, Option<OpKind>),
}

impl<'a> Common<'a> {
    fn of_told(told: &ToldResult<'a>) -> Self {
        let result = told.result;
        told.work().map_or(Self::Named(told.tool, &result.name, result.operation), Self::Work)
    }

    fn text(&self, context: &ChartContext<'_>) -> String {
        let name = |kind| operation_name(kind, context.locale);
        match self {
            Self::Named(_, result, Some(kind)) => {
                format!("{} {}", test_name(result), name(*kind))
            }
            Self::Named(_, result, None) => (*result).to_owned(),
            Self::Work(work) => {
                let access = if work.is_random { Access::Random } else { Access::Sequential };
                let access = access_name(&access, context.locale);
                let (operation, block) = (name(work.operation), Bytes(work.block_bytes));
                match (work.depth, work.job_count) {
                    (depth, 1) => format!("{access} {operation} {block} QD {depth}"),
                    (depth, jobs) => {
                        format!("{access} {operation} {block} QD {depth} x {jobs}")
                    }
                }
            }
        }
    }
}

/// The same work of several runs, at least one of them by another tool: a chart each, with a bar for each result.
pub(super) fn side_by_side(context: &ChartContext<'_>) -> Vec<Draft> {
    let mut works: Vec<(Common<'_>, Vec<(usize, f64)>)> = Vec::new();
    let mut places: BTreeMap<Common<'_>, usize> = BTreeMap::new();
    for (index, run) in context.runs.iter().enumerate() {
        for (work, value) in works_of(run) {
            let place = *places.entry(work).or_insert(works.len());
            match works.get_mut(place) {
                Some((_, found)) => found.push((index, value)),
                None => works.push((work, vec![(index, value)])),
            }
        }
    }
    let is_shared = |found: &[(usize, f64)]| {
        let is_imported = |(index, _): &(usize, f64)| has_results(&context.runs[*index]);
        found.iter().any(|one| one.0 != found[0].0) && found.iter().any(is_imported)
    };
    works.retain(|(_, found)| is_shared(found));
    let picture = |(work, found): (Common<'_>, Vec<(usize, f64)>)| {
        let is_each = found.len() <= ROWS_MAX;
        let mut note = context.text("figure-imported-shared-note");
        let mut rows: Vec<BarRow> = if is_each {
            let of_one = |(index, value)| row_of(context, index, &[value]);
            found.into_iter().filter_map(of_one).collect()
        } else {
            let mut of_runs: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
            for (index, value) in found {
                of_runs.entry(index).or_default().push(value);
            }
            note = format!("{note}; {}", context.text("figure-imported-medians"));
            of_runs
                .iter()
                .filter_map(|(index, values)| row_of(context, *index, values))
                .collect()
        };
        sort(&mut rows);
        let text = work.text(context);
        let title = context.with("figure-throughput-of", &[("cell", &text)]);
        let name = format!("throughput of all {text}");
        in_pictures(context, (&name, &title), &note, (&THROUGHPUT, rows))
    };
    works.into_iter().take(SHARED_MAX).flat_map(picture).collect()
}

/// The bar of a run: its value, or the median of its values with the minimum and the maximum.
fn row_of(context: &ChartContext<'_>, index: usize, values: &[f64]) -> Option<BarRow> {
    let run = &context.runs[index];
    let is_spread = values.len() > 1;
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Some(BarRow {
        label: run_name(context, run),
        series: String::new(),
        slot: context.slot(run),
        value: Some(median(values)?),
        low: is_spread.then_some(low),
        high: is_spread.then_some(high),
        runs: Vec::new(),
    })
}

/// The work of a run with its rates in bytes per second, only of the drive.
fn works_of(run: &Run) -> Vec<(Common<'_>, f64)> {
    let told = run.imports().flat_map(ImportedEvidence::told);
    let alone = told.filter(|it| is_of_drive(it.result) && !it.is_mixed());
    let imported =
        alone.filter_map(|it| Some((Common::of_told(&it), THROUGHPUT.of(it.result)?)));
    let groups = groups(run);
    let measured = groups.iter().filter(|group| group.counts()).filter_map(|group| {
        let work = PlainWork::of_workload(&group.cells[0].workload)?;
        let line = group.lines().into_iter().find(|it| it.operation == Some(work.operation))?;
        let value = match line.summary(&run.findings, "bytes_per_s") {
            Some(summary) => summary.shown(),
            None => line.bytes_per_s(group.cells[0]),
        };
        Some((Common::Work(work), short(value?)))
    });
    imported.chain(measured).collect()
}
