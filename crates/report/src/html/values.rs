//! The table behind a chart: the same values as text.

use iogram_charts::{Axis, BarRow, Body, ChartSpec, Scale, XySeries, thin};

use super::{escape, put};
use crate::format;
use crate::locale::Locale;
use crate::rates::RateUnit;

/// The table thins out a longer curve to the minimum and maximum of each stretch.
const ROWS_MAX: usize = 60;
/// The most cells of a map; of more, the table has the fullest.
const CELLS_MAX: usize = 120;

pub(super) fn render(spec: &ChartSpec, locale: &Locale) -> String {
    let (head, rows) = match &spec.body {
        Body::Xy { x, panels, series, .. } => curves(x, panels, series, locale),
        Body::Bars { value, rows, .. } => {
            let head = vec![locale.text("series"), value.label.clone()];
            let name = |row: &BarRow| match row.series.as_str() {
                "" => row.label.clone(),
                series => format!("{}, {series}", row.label),
            };
            let rows = rows.iter().map(|row| vec![name(row), shown(value, row.value)]);
            (head, rows.collect())
        }
        Body::Heatmap { x, y, value, cells, .. } => heatmap(x, y, value, cells),
        Body::Timeline { x, rows, spans } => {
            let head = vec![locale.text("series"), x.label.clone(), String::new()];
            let rows = spans.iter().map(|span| {
                let name = usize::try_from(span.row).ok().and_then(|row| rows.get(row));
                let name = name.cloned().unwrap_or_default();
                vec![name, shown(x, Some(span.from)), shown(x, Some(span.to))]
            });
            (head, rows.collect())
        }
    };
    let note = cut_note(spec, locale).map(|note| format!("<p>{}</p>\n", escape(&note)));
    note.unwrap_or_default() + &table(&head, &rows)
}

/// A note on the parts of the chart that the table leaves out.
fn cut_note(spec: &ChartSpec, locale: &Locale) -> Option<String> {
    match &spec.body {
        Body::Xy { series, .. } => {
            let longest = series.iter().map(|one| one.x.len()).max()?;
            (longest > ROWS_MAX)
                .then(|| locale.with("table-thinned", &[("count", &longest.to_string())]))
        }
        Body::Heatmap { cells, .. } => {
            let values = [("shown", CELLS_MAX.to_string()), ("count", cells.len().to_string())];
            let values: Vec<(&str, &str)> =
                values.iter().map(|(name, it)| (*name, it.as_str())).collect();
            (cells.len() > CELLS_MAX).then(|| locale.with("heatmap-cut", &values))
        }
        _ => None,
    }
}

/// Curves over the same positions side by side, others below each other.
fn curves(
    x: &Axis,
    panels: &[Axis],
    series: &[XySeries],
    locale: &Locale,
) -> (Vec<String>, Vec<Vec<String>>) {
    if let [first, others @ ..] = series
        && first.x.len() <= ROWS_MAX
        && !others.is_empty()
        && others.iter().all(|one| one.x == first.x)
    {
        return side_by_side(x, panels, series);
    }
    let head = vec![locale.text("series"), x.label.clone(), locale.text("value")];
    let mut rows = Vec::new();
    for one in series {
        let Some(axis) = panels.get(usize::from(one.panel)) else { continue };
        let (xs, ys) = thin(&one.x, &one.y, ROWS_MAX);
        rows.extend(
            xs.into_iter().zip(ys).map(|(at, value)| {
                vec![one.name.clone(), shown(x, Some(at)), shown(axis, value)]
            }),
        );
    }
    (head, rows)
}

fn side_by_side(
    x: &Axis,
    panels: &[Axis],
    series: &[XySeries],
) -> (Vec<String>, Vec<Vec<String>>) {
    let names = series.iter().map(|one| match panels.get(usize::from(one.panel)) {
        Some(axis) if panels.len() > 1 => format!("{}, {}", one.name, axis.label),
        _ => one.name.clone(),
    });
    let head = [x.label.clone()].into_iter().chain(names).collect();
    let places = series.first().map_or(&[][..], |first| first.x.as_slice());
    let rows = places.iter().enumerate().map(|(index, at)| {
        let values = series.iter().map(|one| {
            let value = one.y.get(index).copied().flatten();
            panels
                .get(usize::from(one.panel))
                .map_or_else(String::new, |axis| shown(axis, value))
        });
        [shown(x, Some(*at))].into_iter().chain(values).collect()
    });
    (head, rows.collect())
}

fn heatmap(
    x: &Axis,
    y: &Axis,
    value: &Axis,
    cells: &[(u32, u32, f64)],
) -> (Vec<String>, Vec<Vec<String>>) {
    let name = |axis: &Axis, index: u32| match axis.scale {
        Scale::Category => {
            let index = usize::try_from(index).unwrap_or(usize::MAX);
            axis.categories.get(index).cloned().unwrap_or_default()
        }
        _ => shown(axis, step(axis, index)),
    };
    let head = vec![x.label.clone(), y.label.clone(), value.label.clone()];
    // A map with many cells is a picture of a crowd: the fullest are the most informative.
    let mut cells: Vec<&(u32, u32, f64)> = cells.iter().collect();
    if cells.len() > CELLS_MAX {
        cells.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)).then(a.1.cmp(&b.1)));
        cells.truncate(CELLS_MAX);
    }
    let rows = cells
        .into_iter()
        .map(|&(column, row, number)| {
            vec![name(x, column), name(y, row), shown(value, Some(number))]
        })
        .collect();
    (head, rows)
}

/// Start of a column or row of a numeric axis, with three digits.
fn step(axis: &Axis, index: u32) -> Option<f64> {
    let (min, max) = (axis.min?, axis.max?);
    let share = f64::from(index) / f64::from(axis.steps?);
    let at = match axis.scale {
        Scale::Linear => min + (max - min) * share,
        _ => min * (max / min).powf(share),
    };
    Some((at * 1e3).round() / 1e3)
}

/// A value with its unit.
fn shown(axis: &Axis, value: Option<f64>) -> String {
    let Some(value) = value else { return format::UNKNOWN.to_owned() };
    match (axis.scale, axis.unit.symbol()) {
        (Scale::Category, _) => {
            let names = axis.categories.iter().zip(0_u32..);
            let mut at = names.filter(|(_, at)| f64::from(*at).to_bits() == value.to_bits());
            at.next().map(|(name, _)| name.clone()).unwrap_or_default()
        }
        (Scale::Nines, _) => {
            // As many digits as nines.
            let digits = usize::from(value > 10.0)
                .saturating_add(usize::from(value > 100.0))
                .saturating_add(usize::from(value > 1e3))
                .saturating_add(usize::from(value > 1e4))
                .saturating_add(usize::from(value > 1e5));
            format!("{:.digits$} %", 100.0 * (1.0 - 1.0 / value))
        }
        (_, "ns") => format::latency(Some(value)),
        (_, "s") => format!("{value} s"),
        (_, "B/s") => RateUnit::Decimal.text(Some(value)),
        (_, "MiB/s") => RateUnit::Binary.text(Some(value * 1_048_576.0)),
        (_, "B") => format!("{value} B"),
        (_, "iB") => format!("{value} B"),
        (_, "") => format!("{value}"),
        (_, unit) => format!("{} {unit}", format::iops(Some(value))),
    }
}

/// Rows with equal beginnings share their first cell. Optional closing tags are left out, because a page has
/// thousands of these cells.
fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let mut text =
        "<div class=\"wide\" tabindex=\"0\"><table class=\"values\">\n<thead><tr>".to_owned();
    for title in head {
        put(&mut text, format_args!("<th scope=\"col\">{}", escape(title)));
    }
    text += "\n<tbody>\n";
    for alike in rows.chunk_by(|one, other| one.first() == other.first()) {
        for (index, row) in alike.iter().enumerate() {
            text += "<tr>";
            let Some((first, values)) = row.split_first() else { continue };
            if index == 0 && alike.len() > 1 {
                let (count, first) = (alike.len(), escape(first));
                let cell = format_args!("<th scope=\"rowgroup\" rowspan=\"{count}\">{first}");
                put(&mut text, cell);
            } else if index == 0 {
                put(&mut text, format_args!("<th scope=\"row\">{}", escape(first)));
            }
            for value in values {
                put(&mut text, format_args!("<td>{}", escape(value)));
            }
            text.push('\n');
        }
    }
    text + "</table></div>\n"
}
