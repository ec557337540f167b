//! Comparison of figures from other tools: each run has one value of each, or none.
//!
//! Results of one tool match by name, in any output format. Results of several tools, and cells of iogram, are
//! compared if they have the same [`PlainWork`].

use std::collections::BTreeMap;

use iogram_model::{
    Argument, Bytes, CellRecord, ComparedValue, Figure, ImportedOrder, Message, MessageId,
    OpKind, PlainWork, Run, ToldMix, ToldResult,
};

use super::values::{SideFigure, figure_of};
use super::work::{Results, works_of_cells};
use super::{FigureRow, SMALL};
use crate::figure::overall;

/// For each side, one entry for each of its runs.
pub(super) type Found<'a> = Vec<Vec<Option<ToldResult<'a>>>>;

/// All results, and whether each has a row already.
pub(super) struct Imports<'a> {
    /// The number of runs of each side.
    counts: Vec<usize>,
    /// The results of all runs, in their order.
    runs: Vec<Results<'a>>,
    is_used: Vec<Vec<bool>>,
    /// The cells of iogram, by their work.
    cells: BTreeMap<PlainWork, Option<&'a str>>,
}

impl<'a> Imports<'a> {
    pub(super) fn of(sides: &[Vec<&'a Run>]) -> Self {
        let all: Vec<&Run> = sides.iter().flatten().copied().collect();
        let runs: Vec<Results<'_>> = all.iter().map(|run| Results::of(run)).collect();
        let has_any = runs.iter().any(|it| !it.told().is_empty());
        Self {
            counts: sides.iter().map(Vec::len).collect(),
            is_used: runs.iter().map(|it| vec![false; it.told().len()]).collect(),
            runs,
            cells: if has_any { works_of_cells(&all) } else { BTreeMap::new() },
        }
    }

    /// The results with the same work as a cell of iogram; no other row shows them afterwards.
    pub(super) fn take_of_cell(&mut self, cell: &CellRecord) -> Found<'a> {
        let work = PlainWork::of_workload(&cell.workload);
        let is_only =
            |work: &PlainWork| self.cells.get(work) == Some(&Some(cell.name.as_str()));
        let work = work.filter(is_only);
        let chosen: Vec<Option<usize>> =
            self.runs.iter().map(|it| it.find_work(work?)).collect();
        self.take(&chosen)
    }

    /// A row for each figure that has none yet, in the order of first appearance.
    pub(super) fn rows(&mut self) -> Vec<FigureRow> {
        let mut rows = Vec::new();
        for place in 0..self.runs.len() {
            let count = self.runs.get(place).map_or(0, |it| it.told().len());
            for index in 0..count {
                if self.is_taken(place, index) {
                    continue;
                }
                let chosen = self.twins(place, index);
                rows.extend(rows_of(&self.take(&chosen)));
            }
        }
        rows
    }

    fn is_taken(&self, place: usize, index: usize) -> bool {
        self.is_used.get(place).and_then(|it| it.get(index)).copied().unwrap_or(true)
    }

    /// The result itself and its counterparts in later runs.
    fn twins(&self, place: usize, index: usize) -> Vec<Option<usize>> {
        let Some(own) = self.runs.get(place) else { return Vec::new() };
        let twin = |(other, its): (usize, &Results<'a>)| match other {
            // Results of earlier runs have a row already.
            earlier if earlier < place => None,
            same if same == place => Some(index),
            later => twin(own, index, its).filter(|it| !self.is_taken(later, *it)),
        };
        self.runs.iter().enumerate().map(twin).collect()
    }

    /// Takes the result with this index of each run.
    fn take(&mut self, chosen: &[Option<usize>]) -> Found<'a> {
        let mut found = Vec::new();
        for (place, results) in self.runs.iter().enumerate() {
            let index = chosen.get(place).copied().flatten();
            let used = self.is_used.get_mut(place);
            if let Some(flag) = used.and_then(|it| it.get_mut(index?)) {
                *flag = true;
            }
            found.push(index.and_then(|index| results.told().get(index)).copied());
        }
        let mut found = found.into_iter();
        self.counts.iter().map(|count| found.by_ref().take(*count).collect()).collect()
    }
}

/// The counterpart of a result in another run. One of the same name without contradictions takes precedence, then one
/// with the same work, then one of the same name with its differences.
fn twin(own: &Results<'_>, index: usize, other: &Results<'_>) -> Option<usize> {
    let of = own.told().get(index)?;
    let named = other.find_name(of);
    let is_alike =
        |it: &usize| other.told().get(*it).is_some_and(|twin| difference(of, twin).is_none());
    let of_work = || own.work_of(index).and_then(|work| other.find_work(work));
    named.filter(is_alike).or_else(of_work).or(named)
}

/// The pairs of results that are compared in two runs.
pub(super) fn pairs<'a>(
    base: &'a Run,
    other: &'a Run,
) -> Vec<(ToldResult<'a>, ToldResult<'a>)> {
    let (base, other) = (Results::of(base), Results::of(other));
    let pair = |(index, it): (usize, &ToldResult<'a>)| {
        let twin = twin(&base, index, &other)?;
        Some((*it, *other.told().get(twin)?))
    };
    base.told().iter().enumerate().filter_map(pair).collect()
}

/// Whether a result of one run has the same work as a cell of the other one.
pub(super) fn is_of_cells(run: &Run, of_cells: &Run) -> bool {
    let results = Results::of(run);
    works_of_cells(&[of_cells])
        .iter()
        .any(|(work, cell)| cell.is_some() && results.find_work(*work).is_some())
}

/// The figures of results that are compared.
fn rows_of(found: &Found<'_>) -> Vec<FigureRow> {
    let told: Vec<Vec<ToldResult<'_>>> =
        found.iter().map(|side| side.iter().flatten().copied().collect()).collect();
    let Some(first) = told.iter().flatten().next() else { return Vec::new() };
    let is_small = first.result.block_bytes.is_some_and(|it| Bytes(it) <= SMALL);
    let has_requests = first.result.figures.contains_key("iops");
    let rate = if is_small && has_requests { Figure::Iops } else { Figure::BytesPerS };
    let latencies =
        [Figure::LatencyMean, Figure::LatencyP50, Figure::LatencyP99, Figure::LatencyP999];
    let names = named(first.result.name.as_str(), found);
    let mut rows = Vec::new();
    for figure in [rate].into_iter().chain(latencies) {
        let value = |it: &Option<ToldResult<'_>>| value_of(it.as_ref()?, figure);
        let sides: Vec<SideFigure> = found
            .iter()
            .map(|side| side_figure(side.iter().map(value).collect(), requests(side)))
            .collect();
        if sides.iter().all(|side| side.value.is_none()) {
            continue;
        }
        let base = told.first().map_or(&[][..], Vec::as_slice);
        let obstacles = told.iter().map(|side| obstacle(base, side, figure)).collect();
        let (cell, operation) = (names.clone(), first.result.operation);
        rows.push(FigureRow { cell, operation, figure, sides, obstacles });
    }
    rows
}

/// The name, and the other sides' names for the same work.
pub(super) fn named(first: &str, found: &Found<'_>) -> String {
    let mut names = vec![first];
    for it in found.iter().flatten().flatten() {
        let name = it.result.name.as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(" = ")
}

fn value_of(told: &ToldResult<'_>, figure: Figure) -> Option<f64> {
    told.result.figures.get(figure.name()).copied()
}

fn requests(side: &[Option<ToldResult<'_>>]) -> u64 {
    let counts = side.iter().flatten().filter_map(|it| it.result.request_count);
    counts.fold(0, u64::saturating_add)
}

/// A figure of one side whose runs have results of other tools, cells of iogram, or some of each.
pub(super) fn figure_beside(
    cells: &[Vec<&CellRecord>],
    told: &[Option<ToldResult<'_>>],
    (operation, figure): (Option<OpKind>, Figure),
) -> SideFigure {
    let told: Vec<Option<ToldResult<'_>>> =
        told.iter().map(|it| it.filter(|it| it.result.operation == operation)).collect();
    if told.iter().all(Option::is_none) {
        return figure_of(cells, operation, figure);
    }
    let value = |(cells, told): (&Vec<&CellRecord>, &Option<ToldResult<'_>>)| match told {
        Some(told) => value_of(told, figure),
        None => overall(figure, cells, operation),
    };
    side_figure(cells.iter().zip(&told).map(value).collect(), requests(&told))
}

/// The obstacle to a comparison of iogram's cells with a side's results of other tools.
pub(super) fn obstacle_beside(
    (base, base_told): (&[Vec<&CellRecord>], &[Option<ToldResult<'_>>]),
    (side, side_told): (&[Vec<&CellRecord>], &[Option<ToldResult<'_>>]),
    figure: Figure,
) -> Option<Message> {
    let has_any = |told: &[Option<ToldResult<'_>>]| told.iter().any(Option::is_some);
    if !has_any(base_told) && !has_any(side_told) {
        return None;
    }
    let cell = base.iter().chain(side).flatten().next();
    let asked = cell.and_then(|cell| {
        Some(
            PlainWork::of_workload(&cell.workload)?
                .as_result(&cell.name, cell.workload.caching),
        )
    });
    let own = asked.as_ref().map(|result| {
        let mix = ToldMix::of(result.operation);
        ToldResult { tool: "iogram", result, mix }
    });
    let base = all_told(own, base, base_told);
    let side = all_told(own, side, side_told);
    obstacle(&base, &side, figure)
}

/// All results of a side: iogram's cell, if there is one, and those of other tools.
fn all_told<'a>(
    own: Option<ToldResult<'a>>,
    cells: &[Vec<&CellRecord>],
    told: &[Option<ToldResult<'a>>],
) -> Vec<ToldResult<'a>> {
    let own = own.filter(|_| cells.iter().any(|it| !it.is_empty()));
    own.into_iter().chain(told.iter().flatten().copied()).collect()
}

fn side_figure(runs: Vec<Option<f64>>, request_count: u64) -> SideFigure {
    let of_runs: Vec<f64> = runs.iter().flatten().copied().collect();
    let lacks_a_run = of_runs.len() < runs.len();
    let is_one = runs.len() == 1;
    let shown = if is_one { of_runs.first().copied() } else { iogram_stats::mean(&of_runs) };
    SideFigure {
        value: shown.map(|value| ComparedValue {
            value,
            repetitions: runs.clone(),
            runs: if is_one { Vec::new() } else { runs },
            interval: None,
            request_count,
        }),
        of_repetitions: (!lacks_a_run).then(|| of_runs.clone()),
        of_runs,
        lacks_a_run,
    }
}

/// The known differences between results of the first side and of another one, or the reason why one of them says
/// nothing about the drive.
fn obstacle(
    base: &[ToldResult<'_>],
    side: &[ToldResult<'_>],
    figure: Figure,
) -> Option<Message> {
    let first = base.first()?;
    let all = || base.iter().chain(side);
    if all().any(|it| !it.result.is_of_drive) {
        return Some(Message::plain(MessageId::ComparedNotOfDrive));
    }
    let latency = |other: &ToldResult<'_>| {
        let is_latency = figure.name().starts_with("latency_");
        is_latency.then(|| latency_difference(first, other)).flatten()
    };
    all()
        .find_map(|other| difference(first, other).or_else(|| latency(other)))
        .map(|difference| Message::new(MessageId::ComparedCellDiffers, [difference.into()]))
}

fn latency_difference(one: &ToldResult<'_>, other: &ToldResult<'_>) -> Option<Message> {
    let (one, other) = (one.result.latency_of.as_ref()?, other.result.latency_of.as_ref()?);
    let values = [one, other].map(|it| Argument::Sentence(it.clone()));
    let [one, other] = values;
    (one != other).then(|| {
        Message::new(MessageId::AgainstShort, [MessageId::NounLatency.into(), one, other])
    })
}

/// The limits that kept the result below what the drive can do alone; `None` if none are known.
pub(super) fn limits(told: &ToldResult<'_>) -> Option<Argument> {
    let limits = &told.result.limits;
    (!limits.is_empty()).then(|| Argument::Sentence(limits.join(", ")))
}

fn difference(one: &ToldResult<'_>, other: &ToldResult<'_>) -> Option<Message> {
    let order = |it: &ToldResult<'_>| -> Option<Argument> {
        Some(match it.result.order? {
            ImportedOrder::Sequential => "seq".into(),
            ImportedOrder::Random => "random".into(),
            ImportedOrder::Unknown => return None,
        })
    };
    let size =
        |it: &ToldResult<'_>| it.result.block_bytes.map(|it| Bytes(it).to_string().into());
    let mix = |it: &ToldResult<'_>| it.mix.words().map(Argument::Name);
    let depth = |it: &ToldResult<'_>| it.result.depth.map(Argument::from);
    let jobs = |it: &ToldResult<'_>| it.result.job_count.map(Argument::from);
    let caching = |it: &ToldResult<'_>| {
        it.result.is_direct.map(|it| if it { "direct" } else { "buffered" }.into())
    };
    // A known limit and an unknown one are a difference.
    let limits = |it: &ToldResult<'_>| {
        Some(limits(it).unwrap_or_else(|| MessageId::NothingKnown.into()))
    };
    let pairs: [(MessageId, Option<Argument>, Option<Argument>); 7] = [
        (MessageId::NounAccess, order(one), order(other)),
        (MessageId::NounMix, mix(one), mix(other)),
        (MessageId::NounBlock, size(one), size(other)),
        (MessageId::NounDepth, depth(one), depth(other)),
        (MessageId::NounJobs, jobs(one), jobs(other)),
        (MessageId::NounCaching, caching(one), caching(other)),
        (MessageId::NounLimits, limits(one), limits(other)),
    ];
    Message::listed(pairs.into_iter().filter_map(|(what, one, other)| {
        let (one, other) = (one?, other?);
        (one != other).then(|| Message::new(MessageId::AgainstShort, [what.into(), one, other]))
    }))
}
