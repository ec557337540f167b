//! Scores of traces as bars: of one run, or of the same traces on several drives.

use iogram_charts::{Axis, BarRow, Body, Reference, Unit};
use iogram_model::{Finding, Run, TraceScores};

use super::{ChartContext, Draft, parts, short};

/// More bars than this go into another chart.
const ROWS_MAX: usize = 24;

pub(super) fn charts(context: &ChartContext<'_>) -> Vec<Draft> {
    let all: Vec<(&Run, &TraceScores)> =
        context.runs.iter().filter_map(|run| Some((run, scores_of(run)?))).collect();
    match all.as_slice() {
        [] => Vec::new(),
        [(run, scores)] if context.runs.len() == 1 => of_one(context, run, scores),
        [_] => Vec::new(),
        several => of_several(context, several),
    }
}

/// For a single trace, the table says as much.
fn scores_of(run: &Run) -> Option<&TraceScores> {
    run.findings.iter().find_map(|finding| match finding {
        Finding::TraceScores(scores) if scores.traces.len() > 1 => Some(scores),
        _ => None,
    })
}

fn bar(label: String, series: String, slot: u8, score: f64) -> BarRow {
    let value = Some(short(score));
    BarRow { label, series, slot, value, low: None, high: None, runs: Vec::new() }
}

fn of_one(context: &ChartContext<'_>, run: &Run, scores: &TraceScores) -> Vec<Draft> {
    let slot = context.slot(run);
    let rows = scores.traces.iter();
    let rows: Vec<BarRow> =
        rows.map(|it| bar(it.cell.clone(), String::new(), slot, it.score)).collect();
    let label =
        context.with("figure-scores-all", &[("score", &format!("{:.0}", scores.total.score))]);
    let reference = Reference { at: short(scores.total.score), label };
    drafts(context, parts(rows, ROWS_MAX), Some(&reference))
}

/// For each trace that several drives replayed, a bar for each of them; then for all traces.
fn of_several(context: &ChartContext<'_>, all: &[(&Run, &TraceScores)]) -> Vec<Draft> {
    let mut names: Vec<&str> = Vec::new();
    for trace in all.iter().flat_map(|(_, scores)| &scores.traces) {
        if !names.contains(&trace.cell.as_str()) {
            names.push(&trace.cell);
        }
    }
    let of_trace = |name: &str| -> Vec<BarRow> {
        let found = all.iter().filter_map(|(run, scores)| {
            let trace = scores.traces.iter().find(|it| it.cell == name)?;
            let drive = context.drive_name(run);
            Some(bar(name.to_owned(), drive, context.slot(run), trace.score))
        });
        found.collect()
    };
    let mut groups: Vec<Vec<BarRow>> = names.iter().map(|name| of_trace(name)).collect();
    groups.retain(|rows| rows.len() > 1);
    if groups.is_empty() {
        return Vec::new();
    }
    let is_alike = |rows: &Vec<BarRow>| rows.len() == all.len();
    let is_whole = groups.len() == names.len() && groups.iter().all(is_alike);
    let together = context.text("all-traces");
    let of_all = all.iter().map(|(run, scores)| {
        let drive = context.drive_name(run);
        bar(together.clone(), drive, context.slot(run), scores.total.score)
    });
    // A score of other traces is not comparable.
    if is_whole {
        groups.push(of_all.collect());
    }
    // The bars of a trace are in one chart.
    let most = ROWS_MAX.checked_div(all.len()).unwrap_or(1).max(1);
    let pictures = parts(groups, most).into_iter().map(|part| part.concat()).collect();
    drafts(context, pictures, None)
}

fn drafts(
    context: &ChartContext<'_>,
    pictures: Vec<Vec<BarRow>>,
    reference: Option<&Reference>,
) -> Vec<Draft> {
    let count = pictures.len();
    let drafts = pictures.into_iter().enumerate().map(|(index, rows)| {
        let title = context.part_title(&context.text("figure-scores"), index, count);
        let value = Axis::linear(context.text("trace-score"), Unit::COUNT);
        let body = Body::Bars { value, rows, reference: reference.cloned() };
        let spec = context.spec(title, context.text("figure-scores-note"), body);
        Draft::new("scores", spec).weighing(5_000)
    });
    drafts.collect()
}
