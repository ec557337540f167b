//! Merges the counted repetitions of a cell: rates become means, latencies come from the merged histograms. Also
//! names the other tools of a run.

use iogram_model::Total as _;
use iogram_model::{
    CellRecord, CellState, IoPath, LatencySummary, OpKind, OpRecord, Run, TargetKind, Workload,
    float,
};
use iogram_stats::{Histogram, mean};

use crate::export_span::{Sample, samples};

/// Whether the drive was simulated, in virtual time or as a file that other programs read.
pub(crate) fn is_of_simulation(run: &Run) -> bool {
    run.target.kind == TargetKind::Simulated || run.target.simulation.is_some()
}

/// A cell with the combined work of its counted repetitions.
#[derive(Debug)]
pub(crate) struct Merged<'a> {
    /// Completed, counted repetitions; if there are none, the last one with any operation. Never empty.
    pub(crate) cells: Vec<&'a CellRecord>,
    /// The name of the concurrent load that this is; `None` is the cell itself.
    pub(crate) load: Option<&'a str>,
}

/// One kind of operation of a merged cell.
#[derive(Debug)]
pub(crate) struct MergedOp {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
    /// Means over repetitions.
    pub(crate) iops: f64,
    pub(crate) bytes_per_s: f64,
    /// Rates over time: of the intervals of all repetitions, or one of each repetition if there are fewer intervals.
    pub(crate) samples: Vec<Sample>,
    pub(crate) latencies: Latencies,
}

/// Latencies of requests.
#[derive(Debug)]
pub(crate) struct Latencies {
    pub(crate) count: u64,
    pub(crate) histogram: Histogram,
    /// The exact mean and extremes; a decoded histogram is only exact to a thousandth.
    pub(crate) min_ns: u64,
    pub(crate) max_ns: u64,
    pub(crate) mean_ns: f64,
}

/// Start of the latency. In a closed loop both are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Since {
    /// The scheduled start of a request, in an open loop.
    Due,
    /// The issue of a request; the scheduled start in records without issue times.
    Issue,
}

impl Latencies {
    /// The latencies of all records together; `None` without records, or if a histogram is not readable.
    pub(crate) fn of(records: &[&OpRecord], since: Since) -> Option<Self> {
        let mut told: Vec<(&LatencySummary, &str)> = Vec::with_capacity(records.len());
        for record in records {
            told.push(match (&record.service, since) {
                (Some(service), Since::Issue) => (&service.latency_ns, &service.histogram),
                _ => (&record.latency_ns, &record.histogram),
            });
        }
        let mut histogram = Histogram::new();
        for (summary, text) in &told {
            let read = Histogram::from_text(text).ok()?;
            histogram.merge(&read.within(summary.min, summary.max));
        }
        let count: u64 = records.iter().map(|record| record.count).total();
        let weighted = records.iter().zip(&told);
        let total: f64 =
            weighted.map(|(record, it)| it.0.mean * float(record.count)).sum::<f64>();
        Some(Self {
            count,
            histogram,
            min_ns: told.iter().map(|it| it.0.min).min()?,
            max_ns: told.iter().map(|it| it.0.max).max()?,
            mean_ns: total / float(count.max(1)),
        })
    }
}

/// The tools that printed the results, with their versions if known.
pub(crate) fn tools(run: &Run) -> Vec<String> {
    let mut tools: Vec<String> = Vec::new();
    for evidence in run.imports() {
        let words = [Some(evidence.tool.as_str()), evidence.version.as_deref()];
        let tool = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        if !tools.contains(&tool) {
            tools.push(tool);
        }
    }
    tools
}

/// The name of the load `load` beside the cell `cell`, for formats without a column for loads.
pub(crate) fn load_name(cell: &str, load: &str) -> String {
    format!("{cell} beside: {load}")
}

/// The cells of a run by name, in order, each followed by its concurrent loads. Skips cells without any operation,
/// and watched boots of another computer, which make no requests.
pub(crate) fn merged(run: &Run) -> Vec<Merged<'_>> {
    let mut all: Vec<Merged<'_>> = Vec::new();
    let did = |cell: &&CellRecord| {
        cell.engine.path != IoPath::Watched && cell.operations.iter().next().is_some()
    };
    let counts = |cell: &CellRecord| cell.is_counted && cell.excluded.is_none();
    for cell in run.cells.iter().filter(did).filter(|cell| counts(cell)) {
        let is_whole = cell.state == CellState::Completed;
        match all.iter_mut().find(|it| it.cells[0].name == cell.name) {
            None => all.push(Merged { cells: vec![cell], load: None }),
            Some(group) if group.error().is_none() && is_whole => group.cells.push(cell),
            // An incomplete repetition gives way to a complete one, or to a later attempt.
            Some(group) if group.error().is_some() => group.cells = vec![cell],
            Some(_) => {}
        }
    }
    let mut with_loads = Vec::with_capacity(all.len());
    for group in all {
        let cells = group.cells.clone();
        with_loads.push(group);
        for load in &cells[0].beside {
            let load = Merged { cells: cells.clone(), load: Some(&load.name) };
            with_loads.extend(Some(load).filter(Merged::did_anything));
        }
    }
    with_loads
}

impl<'a> Merged<'a> {
    pub(crate) fn first(&self) -> &'a CellRecord {
        self.cells[0]
    }

    /// The workload of the cell, or of its load.
    pub(crate) fn workload(&self) -> &'a Workload {
        let workload = &self.first().workload;
        let load = workload.beside.iter().find(|it| Some(it.name.as_str()) == self.load);
        load.map_or(workload, |load| &load.workload)
    }

    /// The name of the cell (cells of the same name are repetitions); a load has the names of both.
    pub(crate) fn name(&self) -> String {
        match self.load {
            None => self.first().name.clone(),
            Some(load) => load_name(&self.first().name, load),
        }
    }

    /// Time of all repetitions together.
    pub(crate) fn elapsed_ns(&self) -> u64 {
        let of = |cell: &CellRecord| match self.load {
            None => cell.elapsed_ns,
            Some(name) => {
                cell.beside.iter().find(|it| it.name == name).map_or(0, |it| it.elapsed_ns)
            }
        };
        self.cells.iter().map(|cell| of(cell)).total()
    }

    /// The number of the error that ended it; `None` if it completed.
    ///
    /// Source: Linux `include/uapi/asm-generic/errno*.h`; fio reports the same numbers.
    pub(crate) fn error(&self) -> Option<i32> {
        let cell = self.first();
        let first = cell.errors.iter().find_map(|error| error.errno);
        match cell.state {
            CellState::Completed => None,
            CellState::Interrupted => Some(4),
            CellState::Full => Some(28),
            CellState::Vanished => Some(19),
            CellState::ReadOnly => Some(30),
            CellState::Stalled => Some(110),
            CellState::Unsupported => Some(95),
            CellState::IoErrors | CellState::Unknown => Some(first.unwrap_or(5)),
        }
    }

    fn did_anything(&self) -> bool {
        let mut cells = self.cells.iter();
        cells.any(|cell| {
            cell.operations_of(self.load).is_some_and(|it| it.iter().next().is_some())
        })
    }

    /// Latencies of an open loop from the scheduled start; `None` for a closed loop, or if the operation did not
    /// occur.
    pub(crate) fn latencies_since_due(&self, kind: OpKind) -> Option<Latencies> {
        let records = self.records(kind);
        let is_open = records.iter().any(|record| record.service.is_some());
        if is_open { Latencies::of(&records, Since::Due) } else { None }
    }

    fn records(&self, kind: OpKind) -> Vec<&'a OpRecord> {
        let of = |cell: &&'a CellRecord| cell.operations_of(self.load)?.of(kind);
        self.cells.iter().filter_map(of).collect()
    }

    /// The intervals of all repetitions; empty if the operation has no series.
    fn intervals(&self, kind: OpKind) -> Vec<Sample> {
        let own = self.cells.iter().filter(|_| self.load.is_none());
        own.flat_map(|cell| samples(cell, kind)).collect()
    }

    /// One operation, with latencies from issue; `None` if it did not occur, or if a histogram is not readable.
    pub(crate) fn operation(&self, kind: OpKind) -> Option<MergedOp> {
        let records = self.records(kind);
        let each_iops: Vec<f64> = records.iter().map(|record| record.iops).collect();
        let each_bytes_per_s: Vec<f64> = records.iter().map(|it| it.bytes_per_s).collect();
        let repetitions =
            records.iter().map(|it| Sample { iops: it.iops, bytes_per_s: it.bytes_per_s });
        let intervals = self.intervals(kind);
        let samples = match intervals.len() > records.len() {
            true => intervals,
            false => repetitions.collect(),
        };
        Some(MergedOp {
            count: records.iter().map(|record| record.count).total(),
            bytes: records.iter().map(|record| record.bytes).total(),
            iops: mean(&each_iops)?,
            bytes_per_s: mean(&each_bytes_per_s)?,
            samples,
            latencies: Latencies::of(&records, Since::Issue)?,
        })
    }
}

/// Standard deviation of a sample; `None` with fewer than two values.
#[expect(clippy::cast_precision_loss, reason = "counts of samples")]
pub(crate) fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    Some((squares / values.len().saturating_sub(1) as f64).sqrt())
}
