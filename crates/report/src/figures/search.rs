//! Results of a search for the highest load: requests per second, and response times with their limits.

use iogram_charts::{Axis, Body, ChartSpec, MISSING_SLOT, Mark, Scale, Shape, Unit, XySeries};
use iogram_model::{Figure, Finding, Run, Search, SearchPoint};

use super::{ChartContext, Draft, level, line, real, short, slot_at};
use crate::format;
use crate::search::varied;

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let mut charts = Vec::new();
    for run in context.runs {
        for finding in &run.findings {
            let Finding::Search(search) = finding else { continue };
            let name = format!("search {}", search.name);
            charts.push(Draft::new(name, of_search(context, run, search)).weighing(1_000));
        }
    }
    charts
}

/// A response time of a point, and the figure of its limits.
type Time = (Figure, fn(&SearchPoint) -> Option<u64>);

const TIMES: [Time; 3] = [
    (Figure::LatencyP99, |it| it.latency_p99_ns),
    (Figure::LatencyP999, |it| it.latency_p999_ns),
    (Figure::LatencyMax, |it| it.latency_max_ns),
];

fn of_search(context: &ChartContext<'_>, run: &Run, search: &Search) -> ChartSpec {
    let locale = context.locale;
    let dots = |name: String, slot: u8, panel: u8, of: &dyn Fn(&SearchPoint) -> Option<f64>| {
        let known = search.points.iter().filter_map(|it| Some((it.value_count, of(it)?)));
        let mut known: Vec<(u32, f64)> = known.collect();
        known.sort_by_key(|(value, _)| *value);
        let x = known.iter().map(|(value, _)| f64::from(*value)).collect();
        let y = known.iter().map(|(_, value)| Some(short(*value))).collect();
        XySeries { panel, shape: Shape::Points, ..line(name, slot, x, y) }
    };
    let rate = context.text("iops");
    let held = context.with("figure-search-held", &[("what", &rate)]);
    let broke = context.with("figure-search-broke", &[("what", &rate)]);
    let mut series = vec![
        dots(held, slot_at(0), 0, &|it| it.iops.filter(|_| it.broken.is_none())),
        dots(broke, MISSING_SLOT, 0, &|it| it.iops.filter(|_| it.broken.is_some())),
    ];
    let times = (1..).zip(TIMES).map(|(index, (figure, of))| {
        let name = format::figure_name(figure.name(), locale);
        dots(name, slot_at(index), 1, &|it| of(it).map(real))
    });
    series.extend(times);
    series.retain(|one| !one.x.is_empty());
    let panels = vec![
        Axis { min: Some(0.0), ..Axis::linear(rate, Unit::IOPS) },
        context.log("latency", Unit::NANOS),
    ];
    // By powers of two, as in the search.
    let x =
        Axis { scale: Scale::Log2, ..Axis::linear(varied(search.varied, locale), Unit::COUNT) };
    let body = Body::Xy { x, panels, series, marks: marks(context, search) };
    let count = search.points.len().to_string();
    let values = [("name", search.name.as_str()), ("count", &count)];
    let note = context.with("figure-search-note", &values);
    context.spec(context.text("figure-search"), context.of_drive(run, &note), body)
}

/// The required rate, and the limits of the shown times.
fn marks(context: &ChartContext<'_>, search: &Search) -> Vec<Mark> {
    let wanted = search.wanted_iops.map(|wanted| {
        let rate = format::iops(Some(wanted));
        level(short(wanted), context.with("figure-search-wanted", &[("rate", &rate)]))
    });
    let limits = search.limits.iter().filter(|it| it.load.is_none() && it.is_upper_limit);
    let limits = limits.filter(|it| TIMES.iter().any(|(figure, _)| *figure == it.figure));
    let limits = limits.map(|it| {
        let what = format::figure_name(it.figure.name(), context.locale);
        let limit = format::latency(Some(it.limit));
        let values = [("what", what.as_str()), ("limit", limit.as_str())];
        Mark { panel: 1, ..level(it.limit, context.with("figure-search-limit", &values)) }
    });
    wanted.into_iter().chain(limits).collect()
}
