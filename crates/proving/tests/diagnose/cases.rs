//! Diagnoses of random drives, each held against what the drive was built with.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use iogram_engine::{Control, Rig};
use iogram_findings::analyse;
use iogram_model::{
    CellRecord, Diagnosis, DriveCondition, Figure, Finding, Nanos, OpKind, ProbeRecord,
    Quality, Rule, Run, RunState, StallCause, UseRule, Warning,
};
use iogram_runner::{
    RecordSink, TargetFacts, builtin_method, left_out_for_time, plan, run_method,
};
use iogram_sim::{DriveKind, MediaSpec, MissingReads, SimDrive, SimRig, SimSpec, SimTruth};

use super::drives::{Kind, draw};

/// What became of the diagnosis of one drive.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    pub(crate) kind: Kind,
    pub(crate) seed: u64,
    pub(crate) expected: Vec<DriveCondition>,
    pub(crate) condition: DriveCondition,
    /// Of what is measured and not inferred, 1.
    pub(crate) stated: f64,
    pub(crate) cause: Option<StallCause>,
    /// The reason that was built in; `None` if none is, or if it did not show.
    pub(crate) true_cause: Option<StallCause>,
    /// How much longer than asked it took.
    pub(crate) over_ns: u64,
    /// The first line with its values, for whoever looks at what went wrong.
    pub(crate) said: String,
}

impl Told {
    pub(crate) fn is_right(&self) -> bool {
        self.expected.contains(&self.condition)
    }
}

/// The times of which each may only improve the answer of the one before it.
pub(crate) const TIMES_MINUTES: [u64; 4] = [1, 3, 10, 30];

/// Number of steps to a longer time at which the answer became worse: from right to anything else, or from "cannot tell" to
/// wrong.
pub(crate) fn worse(told: &[Told]) -> u64 {
    let rank = |it: &Told| match it.condition {
        _ if it.is_right() => 2,
        DriveCondition::Unknown => 1,
        _ => 0,
    };
    let pairs = told.iter().zip(told.iter().skip(1));
    pairs.map(|(before, after)| u64::from(rank(after) < rank(before))).sum()
}

#[derive(Default)]
struct Kept {
    cells: Vec<CellRecord>,
    probes: Vec<ProbeRecord>,
    warnings: Vec<Warning>,
}

impl RecordSink for Kept {
    fn left_out(&mut self, step: &str, lacks: Nanos) {
        self.warnings.push(left_out_for_time(step, lacks));
    }

    fn probe_finished(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        self.probes.push(record);
        ControlFlow::Continue(())
    }

    fn cell_finished(&mut self, record: CellRecord) -> ControlFlow<()> {
        self.cells.push(record);
        ControlFlow::Continue(())
    }
}

/// The default time of `iogram diagnose`, in minutes.
fn usual_minutes(spec: &SimSpec) -> u64 {
    let is_usb_2 = spec.drive == DriveKind::Usb
        && spec.link.rate.is_some_and(|rate| rate.bytes_per_s() < 60_000_000);
    match spec.drive {
        _ if is_usb_2 => 3,
        DriveKind::Nvme => 15,
        _ => 10,
    }
}

/// The drive of this kind and seed, diagnosed in so many minutes; `None`: in the default time.
pub(crate) fn ask(kind: Kind, seed: u64, minutes: Option<u64>) -> Told {
    let spec = draw(kind, seed);
    let minutes = minutes.unwrap_or_else(|| usual_minutes(&spec));
    let (run, truth) = diagnosed(&spec, seed, minutes * 60);
    let found = diagnosis(&run);
    let took = run.probes.iter().map(|it| it.started_ns + it.elapsed_ns);
    let took = took.chain(run.cells.iter().map(|it| it.started_ns + it.elapsed_ns)).max();
    Told {
        kind,
        seed,
        expected: expected(kind, &spec, &run, &truth),
        condition: found.condition,
        stated: found.confidence_ratio.unwrap_or(1.0),
        cause: found.cause,
        true_cause: true_cause(kind, &spec, &truth),
        said: format!("{:?} {:?} {:?}", found.statement, found.cause_statement, found.lines),
        over_ns: took.unwrap_or(0).saturating_sub(minutes * 60_000_000_000),
    }
}

pub(crate) fn diagnosis(run: &Run) -> Diagnosis {
    let analysis = analyse(run);
    let found = analysis.findings.into_iter().find_map(|finding| match finding {
        Finding::Diagnosis(diagnosis) => Some(*diagnosis),
        _ => None,
    });
    found.expect("a diagnosis is one")
}

/// A run of `diagnose` on a drive, and the truth afterwards.
pub(crate) fn diagnosed(spec: &SimSpec, seed: u64, seconds: u64) -> (Run, SimTruth) {
    let drive = SimDrive::new(spec.clone(), seed).expect("a sound drive");
    let mut rig = SimRig::new("sim:diagnosed", drive);
    let facts = TargetFacts::device(rig.geometry());
    let method = builtin_method("diagnose").expect("a built-in method");
    let is_card = matches!(spec.drive, DriveKind::Sd | DriveKind::Usb);
    let settings = [
        ("max_time", format!("{seconds}s")),
        ("units", if is_card { "on" } else { "off" }.to_owned()),
        ("size", if seconds < 120 { "64MiB" } else { "256MiB" }.to_owned()),
    ];
    let settings = settings.map(|(name, value)| (name.to_owned(), value));
    let mut plan = plan(&method, &settings, &facts, seed).expect("a plan");
    let diagnosis = plan.diagnosis.as_mut().expect("its questions");
    diagnosis.uses.push(lowest_use());
    let mut kept = Kept::default();
    run_method(&plan, &mut rig, &Control::default(), &mut kept);
    let begun = (RunState::Completed, 0);
    let mut run = Run::new("diagnosed".to_owned(), begun, plan.method.clone(), rig.target());
    run.criteria = Some(plan.criteria());
    (run.cells, run.probes, run.warnings) = (kept.cells, kept.probes, kept.warnings);
    (run, rig.drive_mut().truth())
}

/// The use of the catalogue whose limit tells a slow drive: class 10.
fn lowest_use() -> UseRule {
    let rule = Rule {
        id: "class-10".to_owned(),
        title: String::new(),
        cell: "sequential-write".to_owned(),
        operation: OpKind::Write,
        figure: Figure::BytesPerS,
        limit: LOWEST,
        is_upper_limit: false,
        work: Some(Quality::SequentialWrite),
        source: String::new(),
    };
    UseRule { id: "general".to_owned(), title: String::new(), rules: vec![rule] }
}

const LOWEST: f64 = 10e6;

/// What may be said of a drive: what was built in if it showed, else what it is without that.
fn expected(kind: Kind, spec: &SimSpec, run: &Run, truth: &SimTruth) -> Vec<DriveCondition> {
    use DriveCondition as Is;
    let drops = spec
        .counterfeit
        .as_ref()
        .is_some_and(|it| it.drops_after.is_some() || it.missing == MissingReads::Error);
    match kind {
        // Whether it lies or is broken nobody sees of one that stops to keep anything, or fails what is lost.
        Kind::Counterfeit if drops => return vec![Is::Counterfeit, Is::Failing],
        Kind::Counterfeit => return vec![Is::Counterfeit],
        Kind::Dying => return vec![Is::Failing],
        _ => {}
    }
    let whole = Nanos::SECOND.0;
    let has_stalled = truth.stalls.iter().any(|it| it.length_ns >= whole);
    if has_stalled || waits(run) {
        return vec![Is::Stalls];
    }
    if truth.throttle_count.unwrap_or(0) > 0 && kind == Kind::Hot {
        return vec![Is::Hot];
    }
    let rate = run.cells.iter().find(|cell| cell.name == "sequential-write");
    let rate = rate.and_then(|cell| cell.operations.write.as_ref()).map(|it| it.bytes_per_s);
    match rate {
        Some(rate) if rate < LOWEST => vec![Is::Slow],
        _ => vec![Is::Sound],
    }
}

/// Whether somebody waits for small requests: a fact of the record, which has no noise of a computer in it.
fn waits(run: &Run) -> bool {
    // A large request takes its time on a slow drive.
    let is_small = |cell: &&CellRecord| cell.workload.block.largest().0 <= 65_536;
    let slow = |cell: &CellRecord| {
        [OpKind::Read, OpKind::Write].into_iter().any(|kind| {
            let p90 = cell.operations.by_kind(kind).and_then(|it| it.latency_ns.p90);
            p90.is_some_and(|ns| ns >= 400_000_000)
        })
    };
    let is_pausing = |cell: &CellRecord| {
        let pauses = cell.pauses.iter().flat_map(|it| &it.list);
        let long = pauses.filter(|it| it.length_ns >= 400_000_000);
        let (count, all) =
            long.fold((0, 0), |(count, all), it| (count + 1, all + it.length_ns));
        let longest = cell.pauses.iter().flat_map(|it| &it.list).map(|it| it.length_ns).max();
        longest.is_some_and(|it| it >= 1_000_000_000)
            || count >= 3 && all * 100 >= cell.elapsed_ns
    };
    let small: Vec<&CellRecord> = run.cells.iter().filter(is_small).collect();
    let is_alone = |cell: &&&CellRecord| cell.workload.depth == 1;
    small.iter().any(|cell| is_pausing(cell))
        || small.iter().filter(is_alone).any(|cell| slow(cell))
}

fn true_cause(kind: Kind, spec: &SimSpec, truth: &SimTruth) -> Option<StallCause> {
    let has_cache = matches!(&spec.media, MediaSpec::Page(media) if media.slc.is_some());
    match kind {
        Kind::Resets if truth.stall_count > 0 => Some(StallCause::LinkResets),
        Kind::Units => Some(StallCause::OpenUnits),
        Kind::CacheFull => Some(StallCause::CacheFull),
        // Most random SSDs have a cache; a reason that is named for one is this.
        Kind::Ssd if has_cache => Some(StallCause::CacheFull),
        Kind::Hot if truth.throttle_count.unwrap_or(0) > 0 => Some(StallCause::Heat),
        Kind::Dying => Some(StallCause::Failing),
        _ => None,
    }
}

/// What came of many drives of one kind.
#[derive(Debug, Default, Clone)]
pub(crate) struct Score {
    pub(crate) count: u64,
    pub(crate) right: u64,
    pub(crate) wrong_sure: u64,
    /// Counterfeit or failing drives that were not called so, and sound ones that were.
    pub(crate) missed: u64,
    pub(crate) accused: u64,
    pub(crate) named: u64,
    pub(crate) named_right: u64,
    pub(crate) over_ns_max: u64,
    /// Answers that more time made worse.
    pub(crate) worse: u64,
}

impl Score {
    pub(crate) fn add(&mut self, told: &Told) {
        use DriveCondition as Is;
        let is_bad = |it: &Is| matches!(it, Is::Counterfeit | Is::Failing);
        let (meant, said) = (told.expected.iter().any(is_bad), is_bad(&told.condition));
        self.count += 1;
        self.right += u64::from(told.is_right());
        let is_answer = told.condition != Is::Unknown;
        self.wrong_sure += u64::from(!told.is_right() && is_answer && told.stated >= 0.95);
        self.missed += u64::from(meant && !said && is_answer);
        self.accused += u64::from(!meant && said);
        self.named += u64::from(told.cause.is_some());
        let is_named = told.cause.is_some() && told.cause == told.true_cause;
        self.named_right += u64::from(is_named);
        self.over_ns_max = self.over_ns_max.max(told.over_ns);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.right += other.right;
        self.wrong_sure += other.wrong_sure;
        self.missed += other.missed;
        self.accused += other.accused;
        self.named += other.named;
        self.named_right += other.named_right;
        self.over_ns_max = self.over_ns_max.max(other.over_ns_max);
        self.worse += other.worse;
    }
}

/// A line for each kind.
pub(crate) fn render(scores: &BTreeMap<Kind, Score>) -> String {
    let mut text = "| drives | count | first line right | wrong, sure | missed | accused | cause named | right of them | over time | worse |\n|---|---|---|---|---|---|---|---|---|---|\n".to_owned();
    for (kind, it) in scores {
        let percent = |part: u64, of: u64| match of {
            0 => "-".to_owned(),
            _ => format!("{}.{} %", part * 1000 / of / 10, part * 1000 / of % 10),
        };
        let line = format!(
            "| {kind:?} | {} | {} | {} | {} | {} | {} | {} | {} s | {} |\n",
            it.count,
            percent(it.right, it.count),
            it.wrong_sure,
            it.missed,
            it.accused,
            it.named,
            percent(it.named_right, it.named),
            it.over_ns_max / 1_000_000_000,
            it.worse
        );
        text.push_str(&line);
    }
    text
}
