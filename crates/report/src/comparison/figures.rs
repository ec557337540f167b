//! Charts of a comparison: the differences of each run from the first one, and the values of all.

use iogram_charts::{
    Axis, BarRow, Body, ChartSpec, OTHER_SLOT, Palette, Reference, SUBJECT_SLOT, Unit,
};
use iogram_model::{
    ComparedKey, ComparedRow, ComparedRun, Comparison, DifferenceVerdict, KeyKind, Range95,
};

use crate::figures::{Draft, Figure, figures_of, part_title, parts};
use crate::format;
use crate::group::within;
use crate::locale::Locale;
use crate::names::short_name;
use crate::side_by_side::{names, work};

/// Figures with a chart of values: the rate, and the latency that separates slow requests from usual ones.
const SHOWN: [(&str, &str); 4] = [
    ("elapsed_ns", "time"),
    ("bytes_per_s", "throughput"),
    ("iops", "iops"),
    ("latency_p99_ns", "latency-p99"),
];
/// The most differences in a chart, the largest ones. The table has all of them.
const DIFFERENCES_MAX: usize = 15;
/// Beyond this ratio a dot becomes an arrow at the edge.
const REACH_MAX: f64 = 100.0;
/// The green of the palette.
const BETTER_SLOT: u8 = 2;
/// Bars in one chart.
const ROWS_MAX: usize = 24;

/// Charts of key figures: those that share an axis share a chart.
const KEY_CHARTS: [(&str, &str, &[KeyKind]); 4] = [
    (
        "figure-key-sequential",
        "sequential and sustained",
        &[
            KeyKind::SequentialRead,
            KeyKind::SequentialWrite,
            KeyKind::FillMean,
            KeyKind::AfterCache,
        ],
    ),
    (
        "figure-key-single",
        "random one at a time",
        &[KeyKind::RandomRead, KeyKind::RandomWrite, KeyKind::SyncWrite],
    ),
    ("figure-key-queued", "random queued", &[KeyKind::QueuedRead, KeyKind::QueuedWrite]),
    ("figure-key-tail", "random tail", &[KeyKind::ReadTail, KeyKind::WriteTail]),
];

/// Differences first, because they are the question; none if the runs measured different things.
pub(super) fn figures(comparison: &Comparison, locale: &Locale) -> Vec<Figure> {
    let kinds = vec![
        (4, key_bars(comparison, locale)),
        (3, largest_differences(comparison, locale)),
        (5, of_sides(comparison, locale)),
    ];
    figures_of(kinds, locale)
}

/// The key figures as bars, the best of each first.
pub(super) fn key_bars(comparison: &Comparison, locale: &Locale) -> Vec<Draft> {
    let context = Charts::new(comparison, locale);
    let chart =
        |(title, name, keys): &(&str, &str, &[KeyKind])| context.of_keys(title, name, keys);
    KEY_CHARTS.iter().filter_map(chart).collect()
}

/// For each side except the first, its largest differences from it.
pub(super) fn largest_differences(comparison: &Comparison, locale: &Locale) -> Vec<Draft> {
    let context = Charts::new(comparison, locale);
    (1..comparison.sides.len()).filter_map(|index| context.differences(index)).collect()
}

/// The value of each side in each cell.
pub(super) fn of_sides(comparison: &Comparison, locale: &Locale) -> Vec<Draft> {
    let context = Charts::new(comparison, locale);
    SHOWN.iter().flat_map(|(figure, name)| context.values(figure, name)).collect()
}

/// The name of a side in charts.
struct SideName {
    label: String,
    drive: String,
    is_virtual: bool,
}

fn sides(comparison: &Comparison) -> Vec<SideName> {
    let of = |(index, label): (usize, &String)| SideName {
        label: label.clone(),
        drive: comparison.drives_of(index),
        is_virtual: comparison.runs_of(index).any(|run| run.is_virtual),
    };
    comparison.sides.iter().enumerate().map(of).collect()
}

/// A drive has its colour on every page; two sides of one drive need different ones.
fn identity(sides: &[SideName], side: &SideName) -> String {
    let is_same = |other: &&SideName| other.drive == side.drive;
    match sides.iter().filter(is_same).count() {
        1 => side.drive.clone(),
        _ => format!("{} {}", side.drive, side.label),
    }
}

/// Shared state of the chart builders.
struct Charts<'a> {
    comparison: &'a Comparison,
    sides: Vec<SideName>,
    locale: &'a Locale,
    palette: Palette,
}

/// Latencies differ a thousandfold; times of the same work do not.
fn is_dots(figure: &str) -> bool {
    figure.starts_with("latency_")
}

/// The part of a method that a cell belongs to.
fn part_of(row: &ComparedRow) -> Option<&str> {
    row.cell.split_once('/').map(|(part, _)| part)
}

impl<'a> Charts<'a> {
    fn new(comparison: &'a Comparison, locale: &'a Locale) -> Self {
        let sides: Vec<SideName> = sides(comparison);
        let identities: Vec<String> = sides.iter().map(|side| identity(&sides, side)).collect();
        let palette = Palette::new(identities.iter().map(String::as_str));
        Self { comparison, sides, locale, palette }
    }
}

impl Charts<'_> {
    /// Under each figure a bar for each side that has it, the best first; `None` if no figure has two.
    fn of_keys(&self, title: &str, name: &str, keys: &[KeyKind]) -> Option<Draft> {
        let names = names(self.comparison);
        let known = |values: &[Option<f64>]| values.iter().flatten().count() > 1;
        let of_kind = keys.iter().filter_map(|key| {
            self.comparison.key_figures.iter().find(|it| it.key == *key && known(&it.values))
        });
        let of_kind: Vec<&ComparedKey> = of_kind.collect();
        let figure = of_kind.first()?.figure.clone();
        let rows = of_kind.iter().flat_map(|it| {
            let mut rows: Vec<BarRow> = (0_u32..)
                .zip(it.values.iter().zip(&names))
                .map(|(index, (value, name))| BarRow {
                    label: self.locale.text(&format!("key-{}", it.key.name())),
                    series: name.clone(),
                    slot: if index == 0 { SUBJECT_SLOT } else { OTHER_SLOT },
                    value: *value,
                    low: None,
                    high: None,
                    runs: Vec::new(),
                })
                .collect();
            let rank = |row: &BarRow| row.value.unwrap_or(f64::NEG_INFINITY);
            let is_less_better = it.key.is_less_better();
            rows.sort_by(|one, other| match is_less_better {
                true => rank(one).total_cmp(&rank(other)),
                false => rank(other).total_cmp(&rank(one)),
            });
            rows
        });
        let value = match figure.as_str() {
            "bytes_per_s" => Axis::linear(self.locale.text("throughput"), Unit::BYTES_PER_S),
            "iops" => Axis::linear(self.locale.text("iops"), Unit::IOPS),
            _ => Axis::linear(self.locale.text("latency"), Unit::NANOS),
        };
        let id =
            if figure.ends_with("_ns") { "figure-key-note-less" } else { "figure-key-note" };
        let body = Body::Bars { value, rows: rows.collect(), reference: None };
        let spec = self.spec(self.locale.text(title), self.locale.text(id), body);
        Some(Draft::new(format!("key figures {name}"), spec))
    }

    fn spec(&self, title: String, subtitle: String, body: Body) -> ChartSpec {
        let description = format!("{title}. {subtitle}");
        let are_virtual = self.are_virtual();
        let run = |run: &ComparedRun| self.run_and_day(run, !are_virtual);
        let mut runs: Vec<String> = self.comparison.runs.iter().map(run).collect();
        runs.extend(are_virtual.then(|| self.locale.text("foot-simulated")));
        let values = [("version", env!("CARGO_PKG_VERSION")), ("runs", &runs.join("; "))];
        let foot = self.locale.with("figure-foot", &values);
        let nothing = self.locale.text("nothing-to-show");
        ChartSpec { title, subtitle, description, nothing, foot, body }
    }

    /// Whether no run measured hardware; the chart then states that once.
    fn are_virtual(&self) -> bool {
        self.comparison.runs.len() > 1 && self.comparison.runs.iter().all(|run| run.is_virtual)
    }

    /// The run with its date; for an imported run the date in its source, in the source's words.
    fn run_and_day(&self, run: &ComparedRun, says_simulated: bool) -> String {
        let started = match (run.measured_at_us(), &run.measured_at) {
            (Some(us), _) => format::timestamp(us),
            (None, Some(words)) => words.clone(),
            (None, None) => return self.locale.with("foot-run-imported", &[("run", &run.id)]),
        };
        let is_known = run.measured_at_us().is_some();
        let day = started.split('T').next().filter(|_| is_known).unwrap_or(&started);
        let is_told = run.is_virtual && says_simulated;
        let id = if is_told { "foot-run-simulated" } else { "foot-run" };
        self.locale.with(id, &[("run", &run.id), ("day", day)])
    }

    fn name_of(&self, side: &SideName) -> String {
        let name = short_name(&side.drive);
        let is_told = side.is_virtual && !self.are_virtual();
        let name =
            if is_told { self.locale.with("simulated", &[("name", &name)]) } else { name };
        format!("{}: {name}", side.label)
    }

    /// The largest significant differences of a side from the first one, as ratios: on a logarithmic axis 50 % and
    /// 200 % are equally far from 100 %.
    fn differences(&self, index: usize) -> Option<Draft> {
        let side = self.sides.get(index)?;
        let mut found: Vec<(f64, BarRow)> = Vec::new();
        for row in &self.comparison.rows {
            let Some(difference) = row.differences.get(index.saturating_sub(1)) else {
                continue;
            };
            let is_better = match difference.verdict {
                DifferenceVerdict::Better | DifferenceVerdict::BetterInRun => true,
                DifferenceVerdict::Worse | DifferenceVerdict::WorseInRun => false,
                _ => continue,
            };
            let Some(change) = difference.change_ratio else { continue };
            if change <= -1.0 {
                continue;
            }
            let share = |ratio: f64| 100.0 * (1.0 + ratio).max(1.0 / REACH_MAX.powi(2));
            let distance = (1.0 + change).ln().abs();
            let row = BarRow {
                label: format!(
                    "{}: {}",
                    row.work(),
                    self.locale.figure_title(row.figure_title())
                ),
                series: self.locale.text(if is_better {
                    "series-better"
                } else {
                    "series-worse"
                }),
                slot: if is_better { BETTER_SLOT } else { iogram_charts::MISSING_SLOT },
                value: Some(share(change)),
                low: difference.interval.map(|it| share(it.low)),
                high: difference.interval.map(|it| share(it.high)),
                runs: Vec::new(),
            };
            found.push((distance, row));
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let count = found.len();
        found.truncate(DIFFERENCES_MAX);
        let rows: Vec<BarRow> = found.into_iter().map(|(_, row)| row).collect();
        let known = || rows.iter().filter_map(|row| row.value);
        let least = known().fold(100.0, f64::min).max(100.0 / REACH_MAX);
        let most = known().fold(100.0, f64::max).min(100.0 * REACH_MAX);
        let first = self.sides.first()?;
        let label = self.locale.with("logarithmic", &[("what", &self.locale.text("of-first"))]);
        let value =
            Axis { min: Some(least), max: Some(most), ..Axis::log(label, Unit::PERCENT) };
        let reference = Some(Reference { at: 100.0, label: self.locale.text("as-first") });
        let names = [self.name_of(side), self.name_of(first)];
        let title =
            self.locale.with("figure-differences", &[("run", &names[0]), ("first", &names[1])]);
        let counts = [("shown", rows.len().to_string()), ("count", count.to_string())];
        let counts: Vec<(&str, &str)> =
            counts.iter().map(|(name, it)| (*name, it.as_str())).collect();
        let note = self.locale.with("figure-differences-note", &counts);
        let spec = self.spec(title, note, Body::Bars { value, rows, reference });
        (count > 0).then(|| Draft::new(format!("largest differences {}", side.label), spec))
    }

    /// The value of each run, with a chart for each part of the method.
    fn values(&self, figure: &str, name: &str) -> Vec<Draft> {
        let rows: Vec<&ComparedRow> = self
            .comparison
            .rows
            .iter()
            .filter(|row| row.figure == figure && row.values.iter().flatten().count() > 1)
            .collect();
        let mut in_order: Vec<Option<&str>> = Vec::new();
        for row in &rows {
            if !in_order.contains(&part_of(row)) {
                in_order.push(part_of(row));
            }
        }
        let most = ROWS_MAX.checked_div(self.sides.len()).unwrap_or(1).max(1);
        let mut drafts = Vec::new();
        for part in in_order {
            let of_part = rows.iter().copied().filter(|row| part_of(row) == part).collect();
            let pictures = parts(of_part, most);
            let count = pictures.len();
            for (index, cells) in pictures.iter().enumerate() {
                let title = self.locale.text(&format!("figure-compared-{name}"));
                let title = match part {
                    Some(part) => {
                        self.locale.with("figure-of", &[("title", &title), ("what", part)])
                    }
                    None => title,
                };
                let title = part_title(self.locale, &title, index, count);
                let spec = self.spec(title, self.note(figure), self.bars(figure, part, cells));
                let name = format!("{name} {}", part.unwrap_or_default());
                drafts.push(Draft::new(name, spec).of_part(part));
            }
        }
        drafts
    }

    fn note(&self, figure: &str) -> String {
        let id =
            if is_dots(figure) { "figure-compared-dots-note" } else { "figure-compared-note" };
        self.locale.text(id)
    }

    /// Bars from zero; latencies differ a thousandfold and are dots on a logarithmic axis.
    fn bars(&self, figure: &str, part: Option<&str>, cells: &[&ComparedRow]) -> Body {
        let value = if is_dots(figure) {
            let what = self.locale.text("latency");
            Axis::log(self.locale.with("logarithmic", &[("what", &what)]), Unit::NANOS)
        } else {
            match figure {
                "iops" => Axis::linear(self.locale.text("iops"), Unit::IOPS),
                "elapsed_ns" => Axis::linear(self.locale.text("time"), Unit::SECONDS),
                _ => Axis::linear(self.locale.text("throughput"), Unit::BYTES_PER_S),
            }
        };
        let scale = if figure == "elapsed_ns" { 1e-9 } else { 1.0 };
        let rows = cells.iter().flat_map(|row| {
            let text = work(row, self.locale);
            let text = within(part, &text).to_owned();
            self.sides.iter().enumerate().map(move |(index, side)| {
                let known = row.values.get(index).and_then(Option::as_ref);
                // An interval that reaches below zero has no place on a logarithmic axis.
                let interval: Option<Range95> =
                    known.and_then(|it| it.interval).filter(|it| it.low > 0.0);
                BarRow {
                    label: text.clone(),
                    series: self.name_of(side),
                    slot: self.palette.slot(&identity(&self.sides, side)),
                    value: known.map(|it| it.value * scale),
                    low: interval.map(|it| it.low * scale),
                    high: interval.map(|it| it.high * scale),
                    runs: Vec::new(),
                }
            })
        });
        Body::Bars { value, rows: rows.collect(), reference: None }
    }
}
