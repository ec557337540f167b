//! Response of a drive to rising demand, and the load that was chosen for closer examination.

use iogram_model::{
    CellRecord, CellState, Choice, ChoiceRule, DemandIntensity, DemandPoint, DemandRule,
    Figure, Finding, Run, SteadyRule, Total as _, float, looked_at, value_of_cell, whole,
};
use iogram_stats::Histogram;

use crate::tail_latency::reads_and_writes;

/// The smallest sufficient load reaches this share of the maximum: more requests would only wait. Source: SNIA
/// SSS-PTS, steady state: values that differ by a tenth are the same.
const ENOUGH_RATIO: f64 = 0.9;

/// One finding for each rule with a measured cell.
#[must_use]
pub fn demands(rules: &[DemandRule], steady: &[SteadyRule], run: &Run) -> Vec<Finding> {
    let found = rules.iter().filter_map(|rule| demand(rule, steady, run));
    found.map(|it| Finding::DemandIntensity(Box::new(it))).collect()
}

fn demand(rule: &DemandRule, steady: &[SteadyRule], run: &Run) -> Option<DemandIntensity> {
    let points: Vec<DemandPoint> =
        rule.cells.iter().filter_map(|name| point(name, steady, &run.cells)).collect();
    let limit = rule.latency_mean_limit_ns;
    let keeps_limit = |point: &&DemandPoint| {
        limit.is_none_or(|limit| point.latency_mean_ns.is_some_and(|mean| mean < float(limit)))
    };
    let within: Vec<(f64, &DemandPoint)> = points
        .iter()
        .filter(keeps_limit)
        .filter_map(|point| Some((point.iops?, point)))
        .collect();
    let most = within.iter().max_by(|one, other| one.0.total_cmp(&other.0));
    let enough = most.and_then(|(most, _)| {
        let reaching = within.iter().filter(|(iops, _)| *iops >= most * ENOUGH_RATIO);
        reaching.min_by_key(|(_, point)| (point.outstanding_count(), point.jobs_count))
    });
    let name = |found: Option<&(f64, &DemandPoint)>| found.map(|(_, point)| point.cell.clone());
    let (most, enough) = (name(most), name(enough));
    let within_count = within.len() as u64;
    (!points.is_empty()).then_some(DemandIntensity {
        latency_mean_limit_ns: limit,
        within_count,
        most,
        enough,
        points,
    })
}

/// The result of a cell over its last rounds or all repetitions; `None` if none of these completed.
fn point(name: &str, steady: &[SteadyRule], cells: &[CellRecord]) -> Option<DemandPoint> {
    let mut measured = looked_at(name, steady, cells);
    measured.retain(|cell| cell.state == CellState::Completed);
    let load = &measured.first()?.workload;
    let value = |figure| value_of_cell(figure, name, steady, cells);
    let all = reads_and_writes(&measured);
    let quantiles = all.as_ref().map(Histogram::quantiles);
    Some(DemandPoint {
        cell: name.to_owned(),
        jobs_count: load.jobs,
        depth_count: load.depth,
        iops: value(Figure::Iops),
        bytes_per_s: value(Figure::BytesPerS),
        latency_mean_ns: value(Figure::LatencyMean),
        latency_p50_ns: quantiles.and_then(|it| it.p50),
        latency_p99_ns: quantiles.and_then(|it| it.p99),
        latency_p99999_ns: quantiles.and_then(|it| it.p99999),
        latency_max_ns: all.as_ref().and_then(Histogram::max_ns),
        cpu_ratio: cpu_ratio(&measured),
    })
}

/// Processor time of the submitters as a share of one processor; `None` if it is unknown for any.
fn cpu_ratio(cells: &[&CellRecord]) -> Option<f64> {
    let submitters = || cells.iter().flat_map(|cell| &cell.engine.submitters);
    let used: Option<Vec<u64>> = submitters()
        .map(|it| it.cpu.map(|cpu| cpu.user_ns.saturating_add(cpu.system_ns)))
        .collect();
    let elapsed = float(cells.iter().map(|cell| cell.elapsed_ns).total());
    let used = used.filter(|used| !used.is_empty() && elapsed > 0.0)?;
    Some(float(used.into_iter().total()) / elapsed)
}

/// One finding for each choice with measured cells.
#[must_use]
pub fn choices(rules: &[ChoiceRule], steady: &[SteadyRule], run: &Run) -> Vec<Finding> {
    let found = rules.iter().filter_map(|rule| choice(rule, steady, run));
    found.map(Finding::Choice).collect()
}

fn choice(rule: &ChoiceRule, steady: &[SteadyRule], run: &Run) -> Option<Choice> {
    let is_measured =
        |name: &&String| value_of_cell(rule.figure, name, steady, &run.cells).is_some();
    let among: Vec<&String> = rule.among.iter().filter(is_measured).collect();
    let within = among.iter().filter(|name| rule.keeps_limit(name, steady, &run.cells));
    let (among_count, within_count) = (among.len() as u64, within.count() as u64);
    if among.is_empty() {
        return None;
    }
    let chosen = rule.choose(steady, &run.cells);
    let value = |figure| value_of_cell(figure, &chosen?.name, steady, &run.cells);
    let taking = rule.cells.iter().find(|it| !it.takes.is_empty());
    let found = taking.and_then(|it| point(&it.cell, steady, &run.cells));
    let of = |field: fn(&DemandPoint) -> Option<u64>| found.as_ref().and_then(field);
    Some(Choice {
        name: rule.name.clone(),
        chosen: chosen.map(|cell| cell.name.clone()),
        among_count,
        within_count,
        jobs_count: chosen.map(|cell| cell.workload.jobs),
        depth_count: chosen.map(|cell| cell.workload.depth),
        chosen_iops: value(Figure::Iops),
        chosen_latency_mean_ns: value(Figure::LatencyMean).map(whole),
        cell: found.as_ref().map(|it| it.cell.clone()),
        iops: found.as_ref().and_then(|it| it.iops),
        latency_mean_ns: of(|it| it.latency_mean_ns.map(whole)),
        latency_p99_ns: of(|it| it.latency_p99_ns),
        latency_p99999_ns: of(|it| it.latency_p99999_ns),
        latency_max_ns: of(|it| it.latency_max_ns),
    })
}
