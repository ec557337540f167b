//! Response of a drive to increasing load: response time against requests per second, and maps of both by threads and
//! queue depth.

use iogram_charts::{Axis, Body, ChartSpec, Shape, Unit, XySeries};
use iogram_model::{DemandIntensity, DemandPoint, Finding, Nanos, Run};
use iogram_stats::Histogram;

use super::{ChartContext, Draft, level, line, real, short, slot_at};

/// Fewer values of threads or depths do not make a map.
const VALUES_MIN: usize = 2;

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let mut charts = Vec::new();
    for run in context.runs {
        for finding in &run.findings {
            let Finding::DemandIntensity(demand) = finding else { continue };
            charts.extend(of_demand(context, run, demand));
        }
    }
    charts
}

/// A number of a point, such as its threads.
type Number = fn(&DemandPoint) -> u32;

const JOBS: Number = |point| point.jobs_count;
const DEPTH: Number = |point| point.depth_count;

fn of_demand(context: &ChartContext<'_>, run: &Run, demand: &DemandIntensity) -> Vec<Draft> {
    let intensity = |name: &str, title: &str, of: (&str, Number)| {
        let spec = intensity(context, run, demand, title, of);
        Draft::new(name, spec).weighing(1_000)
    };
    let mut charts = vec![
        intensity("demand intensity by threads", "figure-demand-jobs", ("TC", JOBS)),
        intensity("demand intensity by depth", "figure-demand-depth", ("QD", DEPTH)),
    ];
    let iops = Axis::linear(context.text("iops"), Unit::IOPS);
    let latency = context.log("mean-latency", Unit::NANOS);
    let maps = [
        ("demand map iops", "figure-demand-iops", map(context, demand, iops, |it| it.iops)),
        (
            "demand map latency",
            "figure-demand-latency",
            map(context, demand, latency, |it| it.latency_mean_ns),
        ),
    ];
    for (name, title, body) in maps {
        let spec = body.map(|body| {
            context.spec(
                context.text(title),
                context.of_drive(run, &note(context, demand)),
                body,
            )
        });
        charts.extend(spec.map(|spec| Draft::new(name, spec).weighing(900)));
    }
    charts.extend(
        response_times(context, run)
            .map(|spec| Draft::new("response times of the chosen loads", spec).weighing(950)),
    );
    charts
}

/// Bars of the histograms for each power of ten: a bucket of the record is a hundredth wide, which is too narrow for
/// a bar.
const BINS_PER_DECADE: f64 = 20.0;

/// The histograms of the chosen loads: shares of the requests by latency; `None` without any.
fn response_times(context: &ChartContext<'_>, run: &Run) -> Option<ChartSpec> {
    let mut count = 0_u64;
    let mut series = Vec::new();
    for finding in &run.findings {
        let Finding::Choice(choice) = finding else { continue };
        let cells = run.cells.iter().filter(|cell| Some(&cell.name) == choice.cell.as_ref());
        let mut all = Histogram::new();
        for cell in cells {
            for record in [&cell.operations.read, &cell.operations.write].into_iter().flatten()
            {
                let read = Histogram::from_text(&record.histogram).ok()?;
                all.merge(&read.within(record.latency_ns.min, record.latency_ns.max));
            }
        }
        if all.count() == 0 {
            continue;
        }
        count = count.saturating_add(all.count());
        let (x, y) = bins(&all);
        let name = choice.cell.clone().unwrap_or_default();
        let slot = slot_at(series.len());
        series.push(XySeries { shape: Shape::Step, ..line(name, slot, x, y) });
    }
    let body = Body::Xy {
        x: context.log("latency", Unit::NANOS),
        panels: vec![Axis {
            min: Some(0.0),
            // An axis that ends at the height of most bars would cut off the one with nearly all requests.
            max: Some(100.0),
            ..Axis::linear(context.text("share-of-requests"), Unit::PERCENT)
        }],
        series,
        marks: Vec::new(),
    };
    let Body::Xy { series, .. } = &body else { return None };
    let is_any = !series.is_empty();
    let note = context.with("figure-demand-times-note", &[("count", &count.to_string())]);
    let title = context.text("figure-demand-times");
    is_any.then(|| context.spec(title, context.of_drive(run, &note), body))
}

/// Start of each bar and its share of the requests; empty bars are zero.
fn bins(all: &Histogram) -> (Vec<f64>, Vec<Option<f64>>) {
    let place = |ns: u64| (real(ns.max(1)).log10() * BINS_PER_DECADE).floor();
    let start = |place: f64| short(10_f64.powf(place / BINS_PER_DECADE));
    let mut bars: Vec<(f64, u64)> = Vec::new();
    for bucket in all.buckets().iter().filter(|bucket| bucket.count > 0) {
        let at = place(bucket.from_ns);
        match bars.last_mut() {
            Some((last, count)) if (*last - at).abs() < 0.5 => {
                *count = count.saturating_add(bucket.count);
            }
            _ => bars.push((at, bucket.count)),
        }
    }
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let whole = real(all.count());
    for (index, (at, count)) in bars.iter().enumerate() {
        x.push(start(*at));
        y.push(Some(short(100.0 * real(*count) / whole)));
        let next = index.checked_add(1).and_then(|next| bars.get(next));
        if next.is_none_or(|(next, _)| *next > at + 1.5) {
            x.push(start(at + 1.0));
            y.push(Some(0.0));
        }
    }
    (x, y)
}

fn note(context: &ChartContext<'_>, demand: &DemandIntensity) -> String {
    let values = [
        ("count", demand.points.len().to_string()),
        ("within", demand.within_count.to_string()),
    ];
    let values: Vec<(&str, &str)> =
        values.iter().map(|(name, it)| (*name, it.as_str())).collect();
    context.with("figure-demand-note", &values)
}

/// The distinct values of a number among the points, ascending.
fn values(demand: &DemandIntensity, of: Number) -> Vec<u32> {
    let mut values: Vec<u32> = demand.points.iter().map(of).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Mean response time against requests per second: a series for each value of a number.
fn intensity(
    context: &ChartContext<'_>,
    run: &Run,
    demand: &DemandIntensity,
    title: &str,
    (letters, of): (&str, Number),
) -> ChartSpec {
    let one = |value: u32, slot: u8| {
        let points = demand.points.iter().filter(|point| of(point) == value);
        let mut known: Vec<(f64, f64)> = points
            .filter_map(|it| Some((short(it.iops?), short(it.latency_mean_ns?))))
            .collect();
        known.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (x, y) = known.into_iter().map(|(x, y)| (x, Some(y))).unzip();
        XySeries { shape: Shape::Points, ..line(format!("{letters} {value}"), slot, x, y) }
    };
    let series = values(demand, of).into_iter().enumerate();
    let limit = demand.latency_mean_limit_ns.map(|limit| {
        let text = Nanos(limit).to_string();
        level(real(limit), context.with("figure-demand-limit", &[("limit", &text)]))
    });
    let body = Body::Xy {
        x: Axis { min: Some(0.0), ..Axis::linear(context.text("iops"), Unit::IOPS) },
        panels: vec![context.log("mean-latency", Unit::NANOS)],
        series: series.map(|(index, value)| one(value, slot_at(index))).collect(),
        marks: limit.into_iter().collect(),
    };
    context.spec(context.text(title), context.of_drive(run, &note(context, demand)), body)
}

/// A value by threads and queue depth; `None` unless both vary.
fn map(
    context: &ChartContext<'_>,
    demand: &DemandIntensity,
    value: Axis,
    of: fn(&DemandPoint) -> Option<f64>,
) -> Option<Body> {
    let (jobs, depths) = (values(demand, JOBS), values(demand, DEPTH));
    if jobs.len() < VALUES_MIN || depths.len() < VALUES_MIN {
        return None;
    }
    let place = |list: &[u32], value: u32| {
        let place = list.iter().position(|it| *it == value)?;
        u32::try_from(place).ok()
    };
    let cells = demand.points.iter().filter_map(|point| {
        let (x, y) = (place(&depths, point.depth_count)?, place(&jobs, point.jobs_count)?);
        Some((x, y, short(of(point)?)))
    });
    let cells = cells.collect();
    let names = |list: Vec<u32>| list.into_iter().map(|it| it.to_string()).collect();
    Some(Body::Heatmap {
        line: None,
        x: Axis::of(context.text("figure-depth-each"), names(depths)),
        y: Axis::of(context.text("figure-threads"), names(jobs)),
        value,
        cells,
    })
}
