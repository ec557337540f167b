//! One random SSD measured twice by rounds of SNIA's IOPS test: with cells of full length, and with cells that end
//! once their rate is known.

use std::ops::ControlFlow;

use iogram_engine::{Control, Rig};
use iogram_model::{
    CellRecord, EndReason, Finding, MethodRecord, Nanos, ProbeRecord, PurgeRecord, RestRecord,
    Run, Series, SteadyState, Verdict,
};
use iogram_runner::{PlannedStep, RecordSink, TargetFacts, builtin_method, run_method};
use iogram_sim::{Latency, MediaSpec, RandomKind, Rate, SimDrive, SimRig, SimSpec, Time};

/// Slowdown factor. The writes of a cell are then as small a part of a drive of some GiB as those of a cell of one
/// minute are of a drive of a TB: later reads hardly depend on them, and no round rewrites the whole drive.
const SLOWER: u64 = 8;

fn slowed(seed: u64) -> SimSpec {
    let mut spec = SimSpec::random(RandomKind::Ssd, seed);
    let slow = |time: &mut Time| *time = Time(Nanos(time.0.0 * SLOWER));
    let slow_if = |time: &mut Option<Time>| {
        if let Some(time) = time {
            slow(time);
        }
    };
    if let Some(rate) = &mut spec.link.rate {
        *rate = Rate::per_s(rate.bytes_per_s() / SLOWER);
    }
    slow_if(&mut spec.link.command_overhead);
    slow_if(&mut spec.link.controller_time);
    if let Some(cache) = &mut spec.cache {
        slow(&mut cache.write_time);
        if let Some(Latency::Constant(time)) = &mut cache.flush_time {
            slow(time);
        }
    }
    if let MediaSpec::Page(media) = &mut spec.media {
        for time in [&mut media.read_time, &mut media.program_time, &mut media.erase_time] {
            slow(time);
        }
        for time in [&mut media.suspend_time, &mut media.idle_delay, &mut media.discard_time] {
            slow_if(time);
        }
        if let Some(slc) = &mut media.slc {
            slow(&mut slc.program_time);
            slow(&mut slc.read_time);
            slow_if(&mut slc.idle_delay);
        }
    }
    spec
}

#[derive(Default)]
struct Kept {
    cells: Vec<CellRecord>,
    purges: Vec<PurgeRecord>,
}

impl RecordSink for Kept {
    fn cell_finished(&mut self, mut record: CellRecord) -> ControlFlow<()> {
        record.series = Series::default();
        self.cells.push(record);
        ControlFlow::Continue(())
    }
    fn probe_finished(&mut self, _record: ProbeRecord) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn purge_finished(&mut self, record: PurgeRecord) {
        self.purges.push(record);
    }
    fn rest_finished(&mut self, _record: RestRecord) {}
}

/// The results of one of the two runs.
pub(crate) struct Outcome {
    pub(crate) verdict: Verdict,
    pub(crate) rounds: u64,
    /// The drive's own time, including purge and preconditioning.
    pub(crate) seconds: f64,
    /// By cell, the mean over the last five rounds.
    pub(crate) iops: Vec<(String, f64)>,
    /// Cells that ended because their rate was known.
    pub(crate) certain: usize,
    pub(crate) cells: usize,
}

fn measure(seed: u64, settings: &[(&str, &str)]) -> Outcome {
    let drive = SimDrive::new(slowed(seed), seed).expect("a drawn drive makes sense");
    let mut rig = SimRig::new(format!("sim:random-ssd-{seed}"), drive);
    let settings: Vec<(String, String)> =
        settings.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let method = builtin_method("pts-iops").expect("it comes with iogram");
    let facts = TargetFacts::device(rig.geometry());
    let mut plan = iogram_runner::plan(&method, &settings, &facts, seed).expect("it fits");
    for step in &mut plan.steps {
        if let PlannedStep::Measure(cell) = step {
            // Slowed by the same factor as the drive.
            cell.io_timeout = Nanos(cell.io_timeout.0 * SLOWER);
        }
    }
    let mut kept = Kept::default();
    let outcome = run_method(&plan, &mut rig, &Control::default(), &mut kept);
    let run = iogram_findings::analysed(Run {
        cells: kept.cells,
        purges: kept.purges,
        criteria: Some(plan.criteria()),
        ..Run::new(
            "1".to_owned(),
            (outcome.state, 0),
            MethodRecord::new("pts-iops".to_owned(), ""),
            rig.target(),
        )
    });
    let steady: Option<&SteadyState> = run.findings.iter().find_map(|finding| match finding {
        Finding::SteadyState(steady) => Some(steady),
        _ => None,
    });
    let steady = steady.expect("rounds were measured");
    let results = steady.results.iter();
    Outcome {
        verdict: steady.verdict,
        rounds: steady.rounds_count,
        seconds: rig.now().as_secs_f64(),
        iops: results.filter_map(|it| Some((it.cell.clone(), it.iops?))).collect(),
        certain: run
            .cells
            .iter()
            .filter_map(|cell| cell.ending.as_ref())
            .filter(|ending| ending.reason == EndReason::Certain)
            .count(),
        cells: run.cells.iter().filter(|cell| cell.is_counted).count(),
    }
}

/// The two runs of one drive.
pub(crate) struct Pair {
    pub(crate) seed: u64,
    pub(crate) full: Outcome,
    pub(crate) adaptive: Outcome,
}

/// The largest difference that counts as the same figure.
pub(crate) const SAME: f64 = 0.03;

impl Pair {
    pub(crate) fn of(seed: u64, common: &[(&str, &str)], adaptive: &[(&str, &str)]) -> Self {
        let settings: Vec<(&str, &str)> =
            common.iter().chain(&[("length", "adaptive")]).chain(adaptive).copied().collect();
        Self { seed, full: measure(seed, common), adaptive: measure(seed, &settings) }
    }

    pub(crate) fn has_same_verdict(&self) -> bool {
        self.full.verdict == self.adaptive.verdict
    }

    /// For each cell, the difference between the adaptive mean and the full one.
    pub(crate) fn differences(&self) -> Vec<(&str, f64)> {
        let full = self.full.iops.iter();
        let both = full.filter_map(|(name, value)| {
            let (_, other) = self.adaptive.iops.iter().find(|(other, _)| other == name)?;
            Some((name.as_str(), other / value - 1.0))
        });
        both.collect()
    }

    pub(crate) fn widest(&self) -> (&str, f64) {
        let differences = self.differences().into_iter();
        differences
            .max_by(|one, other| one.1.abs().total_cmp(&other.1.abs()))
            .unwrap_or(("", 0.0))
    }

    pub(crate) fn is_same(&self) -> bool {
        self.has_same_verdict() && self.widest().1.abs() <= SAME
    }

    pub(crate) fn time_ratio(&self) -> f64 {
        self.adaptive.seconds / self.full.seconds
    }
}
