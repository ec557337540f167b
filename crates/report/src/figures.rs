//! From runs to charts: which charts the data needs.
//!
//! Knows the data that each kind of chart takes from a run and its findings. Must not know how charts are drawn. The
//! data determines the charts (which settings differ between the cells?), not the method.

mod axis;
mod bar_row;
mod bars;
mod cache;
mod capacity;
mod captions;
mod choice;
mod course;
mod curves;
mod demand;
mod evidence;
mod figure;
mod imported;
mod latency;
mod matrix;
mod mixes;
mod passage;
mod recording;
mod replay;
mod samples;
mod scores;
mod search;
mod series;
mod stalls;
mod steady;
mod sweeps;
mod together;

use std::collections::BTreeSet;

use iogram_charts::{
    BOTH_SLOT, ChartSpec, FLUSH_SLOT, Mark, MarkAxis, OTHER_SLOT, Palette, READ_SLOT,
    SLOT_COUNT, SUBJECT_SLOT, Shape, WRITE_SLOT, XySeries,
};
use iogram_model::{OpKind, Run, TargetKind, Total as _};

use crate::format;
use crate::locale::Locale;
use crate::names::short_names;

pub(crate) use axis::{spanning, unit_of};
pub(crate) use choice::{Draft, figures_of, unlike};
pub use figure::Figure;

/// Points of a curve in a page. More are reduced to the minimum and maximum of each stretch, so that an outlier stays
/// visible at any zoom; the raw data is beside the page. Arbitrary: a 3-hour run still has one pair of points for
/// each second.
pub(crate) const POINTS_MAX: usize = 20_000;

/// Points of all curves of a page together. At up to 21 bytes each, a page stays below 3 MB with everything else in
/// it: the bundle, and the tables of 60 cells.
const PAGE_POINTS_MAX: usize = 70_000;
const PAGE_CELLS: usize = 60;
/// Size of the rows of each further cell in the tables, 1.4 kB, in points.
const CELL_POINTS: usize = 65;
/// With any number of cells.
const PAGE_POINTS_MIN: usize = 20_000;

/// Even on a page of many curves: a minimum and a maximum for every fourth column of a screen.
const POINTS_MIN: usize = 500;

/// The most charts of a kind at the head of a page, and the function that makes them.
type Kind = (usize, fn(&ChartContext<'_>) -> Vec<Draft>);

fn over_time(context: &ChartContext<'_>) -> Vec<Draft> {
    match context.runs {
        [run] => course::of_one(context, run),
        _ => together::charts(context),
    }
}

/// The colour of a page about one drive.
const HOUSE_SLOT: u8 = 0;

/// Shared state of the chart builders.
pub(crate) struct ChartContext<'a> {
    pub(crate) locale: &'a Locale,
    pub(crate) runs: &'a [Run],
    pub(crate) palette: Palette,
}

/// The charts of `runs`, in the order of a reader's questions.
#[must_use]
pub fn figures(runs: &[Run], locale: &Locale) -> Vec<Figure> {
    figures_of(kinds_of(runs, locale), locale)
}

/// The same, before the page selects the ones for its head.
pub(crate) fn kinds_of(runs: &[Run], locale: &Locale) -> Vec<(usize, Vec<Draft>)> {
    let identities: Vec<String> = runs.iter().map(identity).collect();
    let palette = Palette::new(identities.iter().map(String::as_str));
    let context = ChartContext { locale, runs, palette };
    let mut drafts: Vec<(usize, Vec<Draft>)> = if runs.iter().any(imported::has_results) {
        of_imported(&context)
    } else {
        of_measured(&context)
    };
    for (_, of_kind) in &mut drafts {
        series::leave_out_alike(&context, of_kind);
    }
    let points_max = fitting(drafts.iter().flat_map(|(_, drafts)| drafts), room(runs));
    for draft in drafts.iter_mut().flat_map(|(_, drafts)| drafts) {
        draft.spec = draft.spec.thinned(points_max);
    }
    drafts
}

/// Charts that all runs share come first; then those of runs measured here, as if alone, and those of other tools'
/// results.
fn of_imported(context: &ChartContext<'_>) -> Vec<(usize, Vec<Draft>)> {
    let measured: Vec<Run> =
        context.runs.iter().filter(|run| !imported::has_results(run)).cloned().collect();
    let mut drafts = vec![(3, imported::side_by_side(context))];
    if !measured.is_empty() {
        let palette = context.palette.clone();
        drafts.extend(of_measured(&ChartContext {
            locale: context.locale,
            runs: &measured,
            palette,
        }));
    }
    drafts.extend([
        (4, imported::bars(context)),
        (4, imported::courses(context)),
        (2, imported::percentiles(context)),
    ]);
    drafts
}

fn of_measured(context: &ChartContext<'_>) -> Vec<(usize, Vec<Draft>)> {
    // The first questions of a reader come first; the numbers limit the charts of each kind at the head of the page.
    // A method that waits for a cache or for a steady state is about that, and its rates are similar.
    let kinds: [Kind; 16] = [
        (2, capacity::charts),
        (3, cache::charts),
        (2, passage::charts),
        (2, search::charts),
        (5, demand::charts),
        (2, steady::charts),
        (1, scores::charts),
        (2, replay::charts),
        (3, bars::charts),
        (2, over_time),
        (2, mixes::charts),
        (2, curves::charts),
        (1, stalls::charts),
        (2, sweeps::charts),
        (4, evidence::charts),
        (2, recording::charts),
    ];
    kinds.into_iter().map(|(most, charts)| (most, charts(context))).collect()
}

/// Number of points that fit beside the tables.
fn room(runs: &[Run]) -> usize {
    let names: BTreeSet<&str> =
        runs.iter().flat_map(|run| &run.cells).map(|cell| cell.name.as_str()).collect();
    let further = names.len().saturating_sub(PAGE_CELLS);
    PAGE_POINTS_MAX.saturating_sub(further.saturating_mul(CELL_POINTS)).max(PAGE_POINTS_MIN)
}

/// The most points of a curve so that all curves fit on a page: the longest are reduced first.
fn fitting<'d>(drafts: impl Iterator<Item = &'d Draft>, room: usize) -> usize {
    let counts: Vec<usize> = drafts.flat_map(|it| it.spec.point_counts()).collect();
    let sum = |points_max: usize| counts.iter().map(|count| *count.min(&points_max)).total();
    let mut points_max = POINTS_MAX;
    while points_max > POINTS_MIN && sum(points_max) > room {
        points_max = points_max.saturating_sub(500);
    }
    points_max
}

/// The key of a drive's colour: it stays the same wherever the drive is plugged in.
#[must_use]
pub fn identity(run: &Run) -> String {
    let target = &run.target;
    let parts = [&target.model, &target.serial];
    let known: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    if known.is_empty() { target.name.clone() } else { known.join(" ") }
}

impl ChartContext<'_> {
    pub(crate) fn text(&self, id: &str) -> String {
        self.locale.text(id)
    }

    pub(crate) fn with(&self, id: &str, values: &[(&str, &str)]) -> String {
        self.locale.with(id, values)
    }

    pub(crate) fn spec(
        &self,
        title: String,
        subtitle: String,
        body: iogram_charts::Body,
    ) -> ChartSpec {
        // People copy a chart without its page, so it names its drive.
        let subtitle = match self.runs {
            [run] if !subtitle.starts_with(&self.drive_name(run)) => {
                self.of_drive(run, &subtitle)
            }
            _ => subtitle,
        };
        let description = format!("{title}. {subtitle}");
        let nothing = self.text("nothing-to-show");
        ChartSpec { title, subtitle, description, nothing, foot: self.foot(), body }
    }

    /// The source of the chart: the tool, the runs, and the time.
    fn foot(&self) -> String {
        let mut versions: Vec<&str> =
            self.runs.iter().map(|run| run.conditions.tool.version.as_str()).collect();
        versions.sort_unstable();
        versions.dedup();
        // If all are simulated, once is enough.
        let are_virtual = self.runs.len() > 1 && self.runs.iter().all(is_virtual);
        let run = |run: &Run| self.run_and_day(run, !are_virtual);
        let runs: Vec<String> = self.runs.iter().map(run).collect();
        let runs = format::runs_in_foot(&runs, are_virtual, self.locale);
        self.with("figure-foot", &[("version", &versions.join(", ")), ("runs", &runs)])
    }

    fn run_and_day(&self, run: &Run, says_simulated: bool) -> String {
        let started = format::timestamp(run.started_at_us);
        let day = started.split('T').next().unwrap_or_default();
        let id = match (is_virtual(run) && says_simulated, &run.import) {
            (true, _) => "foot-run-simulated",
            (false, Some(_)) => "foot-run-imported",
            (false, None) => "foot-run",
        };
        self.with(id, &[("run", &run.id), ("day", day)])
    }

    /// A logarithmic axis, labelled as such.
    pub(crate) fn log(&self, id: &str, unit: iogram_charts::Unit) -> iogram_charts::Axis {
        let label = self.with("logarithmic", &[("what", &self.text(id))]);
        iogram_charts::Axis::log(label, unit)
    }

    /// The drive's name, with the run if several have the name, and marked if simulated.
    pub(crate) fn drive_name(&self, run: &Run) -> String {
        let [_] = self.runs else { return self.short_name(run) };
        drive_title(run, self.locale)
    }

    /// A short name beside other drives, whose names have to fit as well: the foot states once that they are
    /// simulated.
    fn short_name(&self, run: &Run) -> String {
        // A run of the same drive with another method has a chart of its own, or is of the same drive.
        let alike: Vec<&Run> =
            self.runs.iter().filter(|it| it.method.id == run.method.id).collect();
        let names: Vec<String> = alike.iter().map(|it| drive_name(it)).collect();
        let marks: Vec<String> = alike.iter().map(|it| format!("({})", it.id)).collect();
        let place = alike.iter().position(|it| std::ptr::eq(*it, run));
        let place = place.or_else(|| alike.iter().position(|it| it.id == run.id));
        let short = place.and_then(|at| short_names(&names, &marks).into_iter().nth(at));
        let name = short.unwrap_or_else(|| drive_name(run));
        let are_virtual = self.runs.iter().all(is_virtual);
        let is_told = is_virtual(run) && !are_virtual;
        if is_told { self.with("simulated", &[("name", &name)]) } else { name }
    }

    /// Bars are labelled with their names: the first drive has the accent colour, the others grey ones.
    pub(crate) fn bar_slot(&self, run: &Run) -> u8 {
        let is_subject = self.runs.first().is_some_and(|first| first.id == run.id);
        if is_subject { SUBJECT_SLOT } else { OTHER_SLOT }
    }

    /// Colours distinguish drives: a single one has the standard colour.
    pub(crate) fn slot(&self, run: &Run) -> u8 {
        if self.runs.len() == 1 { HOUSE_SLOT } else { self.palette.slot(&identity(run)) }
    }

    /// The title of one of `count` charts of the same thing.
    pub(crate) fn part_title(&self, title: &str, index: usize, count: usize) -> String {
        part_title(self.locale, title, index, count)
    }

    /// The drive, if a chart is about one of several, and the conditions.
    pub(crate) fn of_drive(&self, run: &Run, note: &str) -> String {
        format!("{}: {note}", self.drive_name(run))
    }
}

/// The title of one of `count` charts of the same thing.
pub(crate) fn part_title(locale: &Locale, title: &str, index: usize, count: usize) -> String {
    if count < 2 {
        return title.to_owned();
    }
    let (part, count) = (index.saturating_add(1).to_string(), count.to_string());
    locale.with("figure-part", &[("title", title), ("part", &part), ("count", &count)])
}

/// `items` in parts of about the same size, none larger than `most`.
pub(crate) fn parts<T>(items: Vec<T>, most: usize) -> Vec<Vec<T>> {
    let count = items.len().div_ceil(most).max(1);
    let size = items.len().div_ceil(count).max(1);
    let mut parts: Vec<Vec<T>> = Vec::with_capacity(count);
    for item in items {
        match parts.last_mut().filter(|part| part.len() < size) {
            Some(part) => part.push(item),
            None => parts.push(vec![item]),
        }
    }
    parts
}

/// The slot of the curve `index` of one drive.
pub(crate) fn slot_at(index: usize) -> u8 {
    u8::try_from(index.checked_rem(usize::from(SLOT_COUNT)).unwrap_or(0)).unwrap_or(0)
}

/// A curve in the first panel.
pub(crate) fn line(name: String, slot: u8, x: Vec<f64>, y: Vec<Option<f64>>) -> XySeries {
    XySeries { name, slot, panel: 0, shape: Shape::Line, x, y, labels: Vec::new() }
}

/// A part of the first panel from `from` to `to`.
pub(crate) fn band([from, to]: [f64; 2], label: String) -> Mark {
    Mark { to: Some(to), ..upright(from, label) }
}

/// A vertical line in the first panel.
pub(crate) fn upright(at: f64, label: String) -> Mark {
    Mark { panel: 0, on: MarkAxis::X, from: at, to: None, label }
}

/// A horizontal line in the first panel.
pub(crate) fn level(at: f64, label: String) -> Mark {
    Mark { panel: 0, on: MarkAxis::Y, from: at, to: None, label }
}

/// The drive as people call it.
#[must_use]
pub fn drive_name(run: &Run) -> String {
    let target = &run.target;
    let simulated = target.simulation.as_ref().map(|it| it.drive.clone());
    target.model.clone().or(simulated).unwrap_or_else(|| target.name.clone())
}

/// Whether the run did not measure hardware.
pub(crate) fn is_virtual(run: &Run) -> bool {
    run.target.kind == TargetKind::Simulated || run.target.simulation.is_some()
}

/// The drive as people call it, marked if simulated.
pub(crate) fn drive_title(run: &Run, locale: &Locale) -> String {
    let name = drive_name(run);
    if is_virtual(run) { locale.with("simulated", &[("name", &name)]) } else { name }
}

/// The colour of an operation; `None` is reads and writes together.
pub(crate) fn role_slot(operation: Option<OpKind>) -> u8 {
    match operation {
        Some(OpKind::Read) => READ_SLOT,
        Some(OpKind::Write | OpKind::Discard) => WRITE_SLOT,
        Some(OpKind::Flush) => FLUSH_SLOT,
        None => BOTH_SLOT,
    }
}

/// `text` as a part of a file name.
pub(crate) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for character in text.to_lowercase().chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
        if slug.len() >= 60 {
            break;
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// A whole number for a chart.
#[expect(clippy::cast_precision_loss, reason = "pixels need no more than 53 bits")]
pub(crate) fn real(value: u64) -> f64 {
    value as f64
}

/// Seconds with as many digits as an axis can show.
pub(crate) fn seconds(ns: u64) -> f64 {
    (real(ns) / 1e6).round() / 1e3
}

/// `value` with five significant digits: a page contains many of them.
pub(crate) fn short(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return 0.0;
    }
    let place = value.abs().log10().floor() - 4.0;
    // Only whole powers of ten, which keeps whole numbers whole.
    if place <= 0.0 {
        let scale = 10_f64.powf(-place);
        (value * scale).round() / scale
    } else {
        let step = 10_f64.powf(place);
        (value / step).round() * step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_have_letters_digits_and_hyphens() {
        assert_eq!(slug("rnd-4k-q32t1: Latency (p99)"), "rnd-4k-q32t1-latency-p99");
        assert_eq!(slug("처리량"), "");
        assert!(slug(&"long name ".repeat(20)).len() <= 60);
    }

    #[test]
    fn parts_are_about_equal_and_nothing_is_lost() {
        for (count, most, sizes) in
            [(0, 12, vec![]), (12, 12, vec![12]), (13, 12, vec![7, 6]), (66, 40, vec![33, 33])]
        {
            let parts = parts((0..count).collect(), most);
            assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), sizes, "{count}");
            assert_eq!(parts.concat(), (0..count).collect::<Vec<i32>>());
        }
    }

    #[test]
    fn values_keep_five_digits() {
        let shown =
            [123_456_789.0, 0.001_234_567, 84_327_000.0, 3_500_000_000.0, 0.0, 5.0].map(short);
        assert_eq!(
            shown.map(|it| it.to_string()),
            ["123460000", "0.0012346", "84327000", "3500000000", "0", "5"]
        );
    }
}
