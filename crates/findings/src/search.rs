//! The highest demand on a drive within limits.

use iogram_model::{
    CellRecord, Finding, LatencySummary, OpRecord, Run, Search, SearchPhase, SearchPoint,
    SearchRule,
};

/// One finding for each search with any measurement.
#[must_use]
pub fn searches(rules: &[SearchRule], run: &Run) -> Vec<Finding> {
    let found = rules.iter().filter_map(|rule| search(rule, &run.cells));
    found.map(|it| Finding::Search(Box::new(it))).collect()
}

fn search(rule: &SearchRule, cells: &[CellRecord]) -> Option<Search> {
    let points: Vec<SearchPoint> = cells.iter().filter_map(|cell| point(rule, cell)).collect();
    if points.is_empty() {
        return None;
    }
    let course = rule.course(cells);
    // The repetitions of the highest value, all of which held.
    let confirmed: Vec<&OpRecord> = cells
        .iter()
        .filter(|cell| rule.phase_of_record(cell) == Some(SearchPhase::Confirm))
        .filter(|cell| course.found.is_some() && rule.varied.of(&cell.workload) == course.found)
        .filter_map(|cell| cell.operations.of(rule.operation))
        .collect();
    let lowest = |of: fn(&OpRecord) -> f64| confirmed.iter().map(|it| of(it)).reduce(f64::min);
    let worst = |of: fn(&LatencySummary) -> Option<u64>| {
        let all: Option<Vec<u64>> = confirmed.iter().map(|it| of(&it.latency_ns)).collect();
        all?.into_iter().max()
    };
    let at_broken = points.iter().rev().filter(|it| Some(it.value_count) == course.broke);
    let broken = at_broken.into_iter().find_map(|it| it.broken.clone());
    Some(Search {
        name: rule.name.clone(),
        varied: rule.varied,
        from_count: rule.from_count,
        to_count: rule.to_count,
        found_count: course.found,
        confirmed_count: confirmed.len() as u64,
        is_complete: course.next.is_none(),
        operation: rule.operation,
        iops: lowest(|it| it.iops),
        bytes_per_s: lowest(|it| it.bytes_per_s),
        latency_p99_ns: worst(|it| it.p99),
        latency_p999_ns: worst(|it| it.p999),
        latency_max_ns: worst(|it| Some(it.max)),
        wanted_iops: rule.wanted_iops,
        broken_count: course.broke,
        broken,
        limits: rule.limits.clone(),
        points,
    })
}

/// `None` for a cell that is not part of the search.
fn point(rule: &SearchRule, cell: &CellRecord) -> Option<SearchPoint> {
    let phase = rule.phase_of_record(cell)?;
    let measured = cell.operations.of(rule.operation);
    let latency = measured.map(|it| it.latency_ns);
    Some(SearchPoint {
        cell: cell.name.clone(),
        repeat: cell.repeat,
        phase,
        value_count: rule.varied.of(&cell.workload)?,
        iops: measured.map(|it| it.iops),
        latency_p99_ns: latency.and_then(|it| it.p99),
        latency_p999_ns: latency.and_then(|it| it.p999),
        latency_max_ns: latency.map(|it| it.max),
        broken: rule.broken(cell),
    })
}
