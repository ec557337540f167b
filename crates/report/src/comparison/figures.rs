//! Charts of a comparison: each run against the first one, and what all of them reached.

use iogram_charts::{Axis, BarRow, Body, ChartSpec, GroupedSeries, Palette, Unit};
use iogram_model::{ComparedRow, ComparedRun, Comparison, DifferenceVerdict, Range95};

use super::label;
use crate::figures::Figure;
use crate::locale::Locale;

/// Figures that have a chart: the rate, and the latency that tells slow requests from usual ones.
const SHOWN: [(&str, &str); 3] =
    [("bytes_per_s", "throughput"), ("iops", "iops"), ("latency_p99_ns", "latency-p99")];

/// Changes first, because they are what was asked for; none where the runs mean different things.
pub(super) fn figures(comparison: &Comparison, locale: &Locale) -> Vec<Figure> {
    let identities: Vec<String> =
        comparison.runs.iter().map(|run| identity(comparison, run)).collect();
    let palette = Palette::new(identities.iter().map(String::as_str));
    let mut figures = Vec::new();
    for (figure, name) in SHOWN {
        let rows: Vec<&ComparedRow> =
            comparison.rows.iter().filter(|row| row.figure == figure).collect();
        let changes = changes(comparison, &rows, &palette);
        if !changes.is_empty() {
            let unit = Axis::linear(locale.text("of-first"), Unit::PERCENT);
            let body = Body::Bars { value: unit, rows: changes };
            let title = locale.text(&format!("figure-change-{name}"));
            figures.push((format!("change-{name}"), title, "figure-change-note", body));
        }
        if let Some(body) = values(comparison, &rows, &palette, locale) {
            let title = locale.text(&format!("figure-compared-{name}"));
            figures.push((name.to_owned(), title, "figure-compared-note", body));
        }
    }
    let figure = |(index, (name, title, note, body)): (usize, (_, _, &_, _))| {
        let (title, subtitle): (String, String) = (title, locale.text(note));
        let description = format!("{title}. {subtitle}");
        let nothing = locale.text("nothing-to-show");
        let spec = ChartSpec { title, subtitle, description, nothing, body };
        Figure::new(format!("{:02}-{name}", index.saturating_add(1)), spec)
    };
    figures.into_iter().enumerate().map(figure).collect()
}

/// A drive has its colour on every page; two runs of one drive have to be told apart.
fn identity(comparison: &Comparison, run: &ComparedRun) -> String {
    let is_same = |other: &&ComparedRun| other.drive == run.drive;
    match comparison.runs.iter().filter(is_same).count() {
        1 => run.drive.clone(),
        _ => format!("{} {}", run.drive, run.label),
    }
}

/// Each other run as a share of the first one, with its 95 % interval.
fn changes(comparison: &Comparison, rows: &[&ComparedRow], palette: &Palette) -> Vec<BarRow> {
    let mut bars = Vec::new();
    let has_several = comparison.runs.len() > 2;
    for row in rows {
        for (difference, run) in row.differences.iter().zip(comparison.runs.iter().skip(1)) {
            let is_known = difference.verdict != DifferenceVerdict::NotComparable;
            let Some(change) = difference.change_ratio.filter(|_| is_known) else { continue };
            let share = |ratio: f64| 100.0 * (1.0 + ratio);
            let who =
                if has_several { format!("{}: {}", run.label, label(row)) } else { label(row) };
            bars.push(BarRow {
                label: who,
                slot: palette.slot(&identity(comparison, run)),
                value: Some(share(change)),
                low: difference.interval.map(|it| share(it.low)),
                high: difference.interval.map(|it| share(it.high)),
                runs: Vec::new(),
            });
        }
    }
    bars
}

/// What each run reached, side by side; `None` where at most one run has the figure.
fn values(
    comparison: &Comparison,
    rows: &[&ComparedRow],
    palette: &Palette,
    locale: &Locale,
) -> Option<Body> {
    let rows: Vec<&&ComparedRow> =
        rows.iter().filter(|row| row.values.iter().flatten().count() > 1).collect();
    let first = rows.first()?;
    let axis = match first.figure.as_str() {
        "bytes_per_s" => Axis::linear(locale.text("throughput"), Unit::BYTES_PER_S),
        "iops" => Axis::log(locale.text("iops"), Unit::IOPS),
        _ => Axis::log(locale.text("latency"), Unit::NANOS),
    };
    let series = comparison.runs.iter().enumerate().map(|(index, run)| {
        let of = |row: &&&ComparedRow| row.values.get(index).cloned().flatten();
        let known: Vec<_> = rows.iter().map(of).collect();
        let interval = |end: fn(Range95) -> f64| {
            // An interval that reaches below zero has no place on an axis by powers.
            let end = |range: Range95| Some(range).filter(|it| it.low > 0.0).map(end);
            known
                .iter()
                .map(|it| it.as_ref().and_then(|it| it.interval).and_then(end))
                .collect()
        };
        GroupedSeries {
            name: format!("{} ({})", run.label, run.drive),
            slot: palette.slot(&identity(comparison, run)),
            values: known.iter().map(|it| it.as_ref().map(|it| it.value)).collect(),
            lows: interval(|range| range.low),
            highs: interval(|range| range.high),
        }
    });
    let series = series.collect();
    let names = rows.iter().map(|row| label(row)).collect();
    Some(Body::Grouped { category: Axis::of(String::new(), names), value: axis, series })
}
