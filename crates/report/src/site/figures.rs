//! The charts of a site: drives side by side, with a chart for each figure.

use std::collections::BTreeSet;

use iogram_charts::{Axis, BarRow, Body, ChartSpec, Unit};

use super::{COLUMNS, SiteRun};
use crate::figures::Figure;
use crate::format::quality_name;
use crate::locale::{Locale, say};

/// The most bars that people can read side by side.
const BARS_MAX: usize = 24;

/// For each kind of work of at least two drives: the newest run of each, fastest first.
pub(super) fn key_figures(runs: &[SiteRun], locale: &Locale) -> Vec<Figure> {
    let mut order: Vec<&SiteRun> = runs.iter().collect();
    order.sort_by(|one, other| (&other.day, &other.id).cmp(&(&one.day, &one.id)));
    let mut figures = Vec::new();
    for (place, &(quality, name)) in COLUMNS.iter().enumerate() {
        let mut seen = BTreeSet::new();
        let mut bars: Vec<(&SiteRun, f64)> = order
            .iter()
            .filter_map(|run| Some((*run, run.figures.get(place).copied().flatten()?)))
            .filter(|(run, _)| seen.insert(run.drive_page.as_str()))
            .collect();
        let count = bars.len();
        if count < 2 {
            continue;
        }
        bars.sort_by(|one, other| other.1.total_cmp(&one.1));
        bars.truncate(BARS_MAX);
        let subtitle = say!(locale, "site-newest", shown = bars.len(), count = count);
        let bars = bars.into_iter().map(|(run, value)| (run.drive.clone(), value)).collect();
        figures.push(bar_figure(
            (quality.name(), name),
            quality_name(quality, locale),
            subtitle,
            bars,
            locale,
        ));
    }
    figures
}

/// For each kind of work of at least two runs of a drive: every run.
pub(super) fn runs_of_drive(runs: &[SiteRun], locale: &Locale) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (place, &(quality, name)) in COLUMNS.iter().enumerate() {
        let bars: Vec<(String, f64)> = runs
            .iter()
            .filter_map(|run| {
                let label = format!("{} {}", run.day, run.method).trim().to_owned();
                Some((label, run.figures.get(place).copied().flatten()?))
            })
            .take(BARS_MAX)
            .collect();
        if bars.len() > 1 {
            let subtitle = say!(locale, "site-of-drive");
            figures.push(bar_figure(
                (quality.name(), name),
                quality_name(quality, locale),
                subtitle,
                bars,
                locale,
            ));
        }
    }
    figures
}

fn bar_figure(
    (id, name): (&str, &str),
    title: String,
    subtitle: String,
    bars: Vec<(String, f64)>,
    locale: &Locale,
) -> Figure {
    let unit = if name == "bytes_per_s" { Unit::BYTES_PER_S } else { Unit::IOPS };
    let rows = bars
        .into_iter()
        .map(|(label, value)| BarRow {
            label,
            series: String::new(),
            slot: 0,
            value: Some(value),
            low: None,
            high: None,
            runs: Vec::new(),
        })
        .collect();
    let spec = ChartSpec {
        description: format!("{title}. {subtitle}"),
        nothing: locale.text("nothing-to-show"),
        foot: String::new(),
        body: Body::Bars { value: Axis::linear(title.clone(), unit), rows, reference: None },
        title,
        subtitle,
    };
    Figure::new(id.to_owned(), spec, locale)
}
