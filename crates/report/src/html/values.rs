//! The table behind a chart: the same values as text.

use iogram_charts::{Axis, Body, ChartSpec, Scale, XySeries, thin};

use super::{escape, put};
use crate::format;
use crate::locale::Locale;

/// A longer curve is thinned for the table: the lowest and highest of each stretch.
const ROWS_MAX: usize = 60;

pub(super) fn render(spec: &ChartSpec, locale: &Locale) -> String {
    let (head, rows) = match &spec.body {
        Body::Xy { x, panels, series, .. } => curves(x, panels, series, locale),
        Body::Bars { value, rows } => {
            let head = vec![locale.text("series"), value.label.clone()];
            let rows = rows.iter().map(|row| vec![row.label.clone(), shown(value, row.value)]);
            (head, rows.collect())
        }
        Body::Grouped { category, value, series } => {
            let mut head = vec![category.label.clone()];
            head.extend(series.iter().map(|one| one.name.clone()));
            let rows = category.categories.iter().enumerate().map(|(index, name)| {
                let values = series
                    .iter()
                    .map(|one| shown(value, one.values.get(index).copied().flatten()));
                [name.clone()].into_iter().chain(values).collect()
            });
            (head, rows.collect())
        }
        Body::Heatmap { x, y, value, cells } => heatmap(x, y, value, cells),
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
    let thinned = thinned_note(spec, locale).map(|note| format!("<p>{}</p>\n", escape(&note)));
    thinned.unwrap_or_default() + &table(&head, &rows)
}

fn thinned_note(spec: &ChartSpec, locale: &Locale) -> Option<String> {
    let Body::Xy { series, .. } = &spec.body else { return None };
    let longest = series.iter().map(|one| one.x.len()).max()?;
    (longest > ROWS_MAX)
        .then(|| locale.with("table-thinned", &[("count", &longest.to_string())]))
}

fn curves(
    x: &Axis,
    panels: &[Axis],
    series: &[XySeries],
    locale: &Locale,
) -> (Vec<String>, Vec<Vec<String>>) {
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

fn heatmap(
    x: &Axis,
    y: &Axis,
    value: &Axis,
    cells: &[(u32, u32, f64)],
) -> (Vec<String>, Vec<Vec<String>>) {
    let name = |axis: &Axis, index: u32| {
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        axis.categories.get(index).cloned().unwrap_or_default()
    };
    let head = vec![x.label.clone(), y.label.clone(), value.label.clone()];
    // A map of many cells is a picture of a crowd: the fullest say most.
    let mut cells: Vec<&(u32, u32, f64)> = cells.iter().collect();
    if cells.len() > 2 * ROWS_MAX {
        cells.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)).then(a.1.cmp(&b.1)));
        cells.truncate(2 * ROWS_MAX);
    }
    let rows = cells
        .into_iter()
        .map(|&(column, row, number)| {
            vec![name(x, column), name(y, row), shown(value, Some(number))]
        })
        .collect();
    (head, rows)
}

/// A value with its unit.
fn shown(axis: &Axis, value: Option<f64>) -> String {
    let Some(value) = value else { return format::UNKNOWN.to_owned() };
    match (axis.scale, axis.unit.symbol()) {
        (Scale::Nines, _) => {
            // As many digits as the nines that there are.
            let digits = usize::from(value > 10.0)
                + usize::from(value > 100.0)
                + usize::from(value > 1e3)
                + usize::from(value > 1e4)
                + usize::from(value > 1e5);
            format!("{:.digits$} %", 100.0 * (1.0 - 1.0 / value))
        }
        (_, "ns") => format::latency(Some(value)),
        (_, "s") => format!("{value} s"),
        (_, "B/s") => format::throughput(Some(value)),
        (_, "B") => format!("{value} B"),
        (_, "iB") => format!("{value} B"),
        (_, "") => format!("{value}"),
        (_, unit) => format!("{} {unit}", format::iops(Some(value))),
    }
}

fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let mut text = "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>".to_owned();
    for title in head {
        put(&mut text, format_args!("<th scope=\"col\">{}</th>", escape(title)));
    }
    text += "</tr></thead>\n<tbody>\n";
    for row in rows {
        text += "<tr>";
        for (index, value) in row.iter().enumerate() {
            let class = if index == 0 { "" } else { " class=\"number\"" };
            put(&mut text, format_args!("<td{class}>{}</td>", escape(value)));
        }
        text += "</tr>\n";
    }
    text + "</tbody></table></div>\n"
}
