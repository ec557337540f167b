//! Figures that another tool printed, side by side: each run has one value of each, or none.

use iogram_model::{
    Argument, Bytes, ComparedValue, Evidence, Figure, ImportedOrder, ImportedResult, Message,
    MessageId, OpKind, Run,
};

use super::values::SideFigure;
use super::{FigureRow, SMALL};

/// A row for each result and figure, in the order of their first appearance.
pub(super) fn rows(sides: &[Vec<&Run>]) -> Vec<FigureRow> {
    let all = || sides.iter().flatten().flat_map(|run| results(run));
    let mut works: Vec<(&str, Option<OpKind>)> = Vec::new();
    for it in all().filter(|it| it.is_of_drive) {
        let work = (it.name.as_str(), it.operation);
        if !works.contains(&work) {
            works.push(work);
        }
    }
    let mut rows = Vec::new();
    for (name, operation) in works {
        let of = |run: &&Run| -> Option<ImportedResult> {
            let mut its = results(run);
            its.find(|it| it.name == name && it.operation == operation).cloned()
        };
        let found: Vec<Vec<Option<ImportedResult>>> =
            sides.iter().map(|side| side.iter().map(of).collect()).collect();
        let Some(first) = found.iter().flatten().flatten().next() else { continue };
        let is_small = first.block_bytes.is_some_and(|it| Bytes(it) <= SMALL);
        let has_requests = first.figures.contains_key("iops");
        let rate = if is_small && has_requests { Figure::Iops } else { Figure::BytesPerS };
        let latencies =
            [Figure::LatencyMean, Figure::LatencyP50, Figure::LatencyP99, Figure::LatencyP999];
        for figure in [rate].into_iter().chain(latencies) {
            let figures: Vec<SideFigure> =
                found.iter().map(|side| side_figure(side, figure)).collect();
            if figures.iter().all(|side| side.value.is_none()) {
                continue;
            }
            let obstacles = found.iter().map(|side| obstacle(first, side)).collect();
            let cell = name.to_owned();
            rows.push(FigureRow { cell, operation, figure, sides: figures, obstacles });
        }
    }
    rows
}

fn results(run: &Run) -> impl Iterator<Item = &ImportedResult> {
    run.probes.iter().flat_map(|probe| match &probe.evidence {
        Evidence::Imported(evidence) => evidence.results.as_slice(),
        _ => &[],
    })
}

fn side_figure(side: &[Option<ImportedResult>], figure: Figure) -> SideFigure {
    let value = |it: &Option<ImportedResult>| it.as_ref()?.figures.get(figure.name()).copied();
    let runs: Vec<Option<f64>> = side.iter().map(value).collect();
    let of_runs: Vec<f64> = runs.iter().flatten().copied().collect();
    let lacks_a_run = of_runs.len() < side.len();
    let requests = side.iter().flatten().filter_map(|it| it.request_count);
    let is_one = side.len() == 1;
    let shown = if is_one { of_runs.first().copied() } else { iogram_stats::mean(&of_runs) };
    SideFigure {
        value: shown.map(|value| ComparedValue {
            value,
            repetitions: runs.clone(),
            runs: if is_one { Vec::new() } else { runs },
            interval: None,
            request_count: requests.fold(0, u64::saturating_add),
        }),
        of_repetitions: (!lacks_a_run).then(|| of_runs.clone()),
        of_runs,
        lacks_a_run,
    }
}

/// In what the first result and those of a side differ, as far as both say it.
fn obstacle(first: &ImportedResult, side: &[Option<ImportedResult>]) -> Option<Message> {
    side.iter()
        .flatten()
        .find_map(|other| difference(first, other))
        .map(|difference| Message::new(MessageId::ComparedCellDiffers, [difference.into()]))
}

fn difference(one: &ImportedResult, other: &ImportedResult) -> Option<Message> {
    let order = |it: &ImportedResult| -> Option<Argument> {
        Some(match it.order? {
            ImportedOrder::Sequential => "seq".into(),
            ImportedOrder::Random => "random".into(),
            ImportedOrder::Unknown => return None,
        })
    };
    let size = |it: &ImportedResult| it.block_bytes.map(|it| Bytes(it).to_string().into());
    let pairs: [(MessageId, Option<Argument>, Option<Argument>); 4] = [
        (MessageId::NounAccess, order(one), order(other)),
        (MessageId::NounBlock, size(one), size(other)),
        (MessageId::NounDepth, one.depth.map(Argument::from), other.depth.map(Argument::from)),
        (
            MessageId::NounJobs,
            one.job_count.map(Argument::from),
            other.job_count.map(Argument::from),
        ),
    ];
    Message::listed(pairs.into_iter().filter_map(|(what, one, other)| {
        let (one, other) = (one?, other?);
        (one != other).then(|| Message::new(MessageId::AgainstShort, [what.into(), one, other]))
    }))
}
