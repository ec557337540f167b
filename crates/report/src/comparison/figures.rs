//! Charts of a comparison: how each run differs from the first one, and what all of them reached.

use iogram_charts::{Axis, BarRow, Body, ChartSpec, Palette, Reference, Unit};
use iogram_model::{ComparedRow, ComparedRun, Comparison, DifferenceVerdict, Range95};

use crate::figures::{Draft, Figure, figures_of, part_title, parts};
use crate::format;
use crate::group::within;
use crate::locale::Locale;

/// Figures that have a chart of values: the rate, and the latency that tells slow requests from usual ones.
const SHOWN: [(&str, &str); 4] = [
    ("elapsed_ns", "time"),
    ("bytes_per_s", "throughput"),
    ("iops", "iops"),
    ("latency_p99_ns", "latency-p99"),
];
/// So many differences are a picture: the largest. All of them stand in the table.
const DIFFERENCES_MAX: usize = 15;
/// Beyond so many times more or less a dot becomes an arrow at the edge.
const REACH_MAX: f64 = 100.0;
/// The green of the palette.
const BETTER_SLOT: u8 = 2;
/// Bars in one picture.
const ROWS_MAX: usize = 24;

/// Differences first, because they are what was asked for; none where the runs mean different things.
pub(super) fn figures(comparison: &Comparison, locale: &Locale) -> Vec<Figure> {
    let sides: Vec<SideName> = sides(comparison);
    let identities: Vec<String> = sides.iter().map(|side| identity(&sides, side)).collect();
    let palette = Palette::new(identities.iter().map(String::as_str));
    let context = Charts { comparison, sides, locale, palette };
    let others = 1..comparison.sides.len();
    let differences = others.filter_map(|index| context.differences(index)).collect();
    let values = SHOWN.iter().flat_map(|(figure, name)| context.values(figure, name)).collect();
    figures_of(vec![(3, differences), (5, values)], locale)
}

/// A side as pictures name it.
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

/// A drive has its colour on every page; two sides of one drive have to be told apart.
fn identity(sides: &[SideName], side: &SideName) -> String {
    let is_same = |other: &&SideName| other.drive == side.drive;
    match sides.iter().filter(is_same).count() {
        1 => side.drive.clone(),
        _ => format!("{} {}", side.drive, side.label),
    }
}

/// What the builders of charts share.
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

impl Charts<'_> {
    fn spec(&self, title: String, subtitle: String, body: Body) -> ChartSpec {
        let description = format!("{title}. {subtitle}");
        let runs: Vec<String> =
            self.comparison.runs.iter().map(|run| self.run_and_day(run)).collect();
        let values = [("version", env!("CARGO_PKG_VERSION")), ("runs", &runs.join("; "))];
        let foot = self.locale.with("figure-foot", &values);
        let nothing = self.locale.text("nothing-to-show");
        ChartSpec { title, subtitle, description, nothing, foot, body }
    }

    /// Of an imported run the day that its source says, in the source's words.
    fn run_and_day(&self, run: &ComparedRun) -> String {
        let started = match (run.measured_at_us(), &run.measured_at) {
            (Some(us), _) => format::timestamp(us),
            (None, Some(words)) => words.clone(),
            (None, None) => return self.locale.with("foot-run-imported", &[("run", &run.id)]),
        };
        let is_known = run.measured_at_us().is_some();
        let day = started.split('T').next().filter(|_| is_known).unwrap_or(&started);
        let id = if run.is_virtual { "foot-run-simulated" } else { "foot-run" };
        self.locale.with(id, &[("run", &run.id), ("day", day)])
    }

    fn name_of(&self, side: &SideName) -> String {
        let drive = if side.is_virtual {
            self.locale.with("simulated", &[("name", &side.drive)])
        } else {
            side.drive.clone()
        };
        format!("{} ({drive})", side.label)
    }

    /// The largest differences of a side from the first one that are no chance, as shares of it: a share of
    /// 50 % and one of 200 % are equally far from 100 % on a logarithmic axis.
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

    /// What each run reached, a picture for each part of the method.
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
            let text = super::work(row, self.locale);
            let text = within(part, &text).to_owned();
            self.sides.iter().enumerate().map(move |(index, side)| {
                let known = row.values.get(index).and_then(Option::as_ref);
                // An interval that reaches below zero has no place on an axis by powers.
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
