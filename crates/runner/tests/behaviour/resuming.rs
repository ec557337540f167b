//! Every built-in method, interrupted at every step and resumed: the run measures each cell once, and each cell finds
//! the same target as without an interruption.

use iogram_engine::{
    Cell, Content, Control, Geometry, Probe, ProbeAccess, Rig, RigError, RigErrorKind, TimeBase,
};
use iogram_model::{
    Bytes, CellRecord, CellState, LoadRecord, Nanos, Operations, PurgeChoice, PurgeRecord,
    PurgeState, RunState, Sentence, TargetRecord,
};
use iogram_runner::{
    Holding, Plan, PlannedStep, TargetFacts, builtin_method, builtin_methods, resume, run_from,
    run_method,
};
use iogram_testing::records;

use crate::common::{disk, plan, settings};
use crate::fake::FakeRig;
use crate::records::Records;

/// State of the target: the size that cells see, and the written ranges.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Ground {
    size: u64,
    /// Ranges from .. up to .., disjoint and in order.
    written: Vec<(u64, u64)>,
}

impl Ground {
    fn write(&mut self, start: u64, end: u64) {
        self.erase(start, end);
        self.written.push((start, end));
        self.written.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::new();
        for &(start, end) in &self.written {
            match joined.last_mut() {
                Some(last) if last.1 >= start => last.1 = last.1.max(end),
                _ => joined.push((start, end)),
            }
        }
        self.written = joined;
    }

    fn erase(&mut self, start: u64, end: u64) {
        let cut = |&(from, to): &(u64, u64)| [(from, to.min(start)), (from.max(end), to)];
        let left = self.written.iter().flat_map(cut).filter(|(from, to)| from < to);
        self.written = left.collect();
    }

    fn holds(&self, start: u64, end: u64) -> bool {
        self.written.iter().any(|&(from, to)| from <= start && end <= to)
    }
}

/// A drive or a test file that remembers the written ranges.
struct GroundRig {
    fake: FakeRig,
    is_file: bool,
    ground: Ground,
    /// Actions on the target before the program is killed.
    life: usize,
    /// The state that each cell found.
    found: Vec<(String, u32, Ground)>,
    /// Whether loads beside a cell slow it down: its slowest request takes a millisecond for each of their
    /// submitters.
    is_shared: bool,
}

const CAPACITY: u64 = 16 << 30;

impl GroundRig {
    fn new(is_file: bool) -> Self {
        let ground = Ground { size: if is_file { 0 } else { CAPACITY }, ..Ground::default() };
        let life = usize::MAX;
        Self {
            fake: FakeRig::default(),
            is_file,
            ground,
            life,
            found: Vec::new(),
            is_shared: false,
        }
    }

    /// Opened again by another program.
    fn reopened(&self) -> Self {
        let fresh = Self { is_shared: self.is_shared, ..Self::new(self.is_file) };
        match self.is_file {
            true => fresh,
            false => Self { ground: Ground { size: CAPACITY, ..self.ground.clone() }, ..fresh },
        }
    }

    fn live(&mut self) -> Result<(), RigError> {
        let Some(left) = self.life.checked_sub(1) else {
            return Err(RigError {
                kind: RigErrorKind::Io,
                message: Sentence::verbatim("killed"),
                hint: Sentence::default(),
            });
        };
        self.life = left;
        Ok(())
    }
}

/// Makes each read wait for all others, and gives the loads beside the cell their requests.
fn share(record: &mut CellRecord) {
    if record.workload.beside.is_empty() {
        return;
    }
    let operation = |slowest: u64| {
        let latency = records::latency(1, 1.0, slowest);
        records::operation((1_000_000, 1_000_000_000_000), Nanos::SECOND, latency)
    };
    let slowest = u64::from(record.workload.jobs) * 1_000_000;
    record.operations = Operations { read: Some(operation(slowest)), ..Operations::default() };
    let loads = record.workload.beside.iter().map(|load| LoadRecord {
        name: load.name.clone(),
        state: record.state,
        elapsed_ns: record.elapsed_ns,
        operations: Operations {
            write: Some(operation(1)),
            discard: Some(operation(1)),
            ..Operations::default()
        },
        errors: Vec::new(),
        warnings: Vec::new(),
        course: None,
        ending: None,
    });
    record.beside = loads.collect();
}

impl Rig for GroundRig {
    fn target(&self) -> TargetRecord {
        self.fake.target()
    }

    fn geometry(&self) -> Geometry {
        Geometry { capacity: Bytes(self.ground.size), ..self.fake.geometry() }
    }

    fn time_base(&self) -> TimeBase {
        TimeBase::Virtual
    }

    fn now(&self) -> Nanos {
        self.fake.now()
    }

    fn lay_out(
        &mut self,
        size: Bytes,
        content: Content,
        _control: &Control,
    ) -> Result<Bytes, RigError> {
        self.live()?;
        assert!(!self.is_file || content != Content::Kept, "a test file is gone");
        self.ground.size = size.0;
        match content {
            Content::Empty | Content::Allocated if self.is_file => self.ground.written.clear(),
            Content::Empty | Content::Allocated | Content::Kept => {}
            Content::Written => {
                self.ground.write(0, size.0);
                return Ok(size);
            }
        }
        Ok(Bytes(0))
    }

    fn run(&mut self, cell: &Cell, control: &Control) -> Result<CellRecord, RigError> {
        self.live()?;
        let (capacity, region) = (Bytes(self.ground.size), cell.workload.region);
        let (start, end) = (region.start.resolve(capacity).0, region.end.resolve(capacity).0);
        let before = self.ground.clone();
        let mut record = self.fake.run(cell, control)?;
        if self.is_shared {
            share(&mut record);
        }
        if control.is_stopped() {
            record.state = CellState::Interrupted;
            return Ok(record);
        }
        let is_there = !self.is_file || self.ground.holds(start, end);
        if !is_there && !cell.workload.writes() {
            record.state = CellState::IoErrors;
        }
        // A program has its own files, which disappear with it.
        if cell.workload.writes() && cell.workload.application.is_none() {
            self.ground.write(start, end);
        }
        self.found.push((cell.name.clone(), cell.repeat, before));
        Ok(record)
    }

    fn purge(
        &mut self,
        choice: PurgeChoice,
        control: &Control,
    ) -> Result<PurgeRecord, RigError> {
        self.live()?;
        let record = self.fake.purge(choice, control)?;
        if control.is_stopped() {
            return Ok(PurgeRecord { state: PurgeState::Interrupted, ..record });
        }
        self.ground.written.clear();
        Ok(record)
    }

    fn discard(&mut self, start: Bytes, end: Bytes, _: &Control) -> Result<(), RigError> {
        self.live()?;
        self.ground.erase(start.0, end.0);
        Ok(())
    }

    fn probe(&mut self, access: ProbeAccess) -> Result<Box<dyn Probe + '_>, RigError> {
        self.live()?;
        self.fake.probe(access)
    }

    fn rest(&mut self, duration: Nanos, control: &Control) {
        self.fake.rest(duration, control);
    }
}

/// Every method with few rounds, planned for the target.
fn plans(facts: &TargetFacts) -> Vec<Plan> {
    let small = |id: &str| match id {
        "cssd" => "cdm_loops=1 depth=express scale=1/16",
        "steady-cssd" => "round=1s rounds=7",
        "wsat" => "samples=3",
        "pts" => "throughput=no wsat=no",
        "essd" => "depth=express scale=1/16",
        "hir" => "samples=2 bursts=2",
        "dirty" => "steps=4 between=yes between_amount=1MiB",
        "dirth" | "cbw" => "samples=2",
        _ => "",
    };
    let methods = builtin_methods();
    let planned = methods.iter().filter_map(|method| {
        let mut settings = settings(small(&method.id));
        // A run that is interrupted everywhere need not be long: the second round is like the tenth.
        for (name, value) in [("rounds", "3"), ("window", "2")] {
            let is_taken =
                method.params.iter().any(|it| it.name == name && it.check(value).is_ok());
            if is_taken && !settings.iter().any(|(known, _)| known == name) {
                settings.push((name.to_owned(), value.to_owned()));
            }
        }
        plan(method, &settings, facts, 1).ok()
    });
    planned.collect()
}

type Found = Vec<(String, u32, CellState, Ground)>;

/// Records and target states of an uninterrupted run.
fn uninterrupted(plan: &Plan, mut rig: GroundRig) -> (Vec<CellRecord>, Found) {
    let mut keeper = Records::default();
    let outcome = run_method(plan, &mut rig, &Control::default(), &mut keeper);
    assert_eq!(outcome.state, RunState::Completed, "{}", plan.method.id);
    let found = found(&keeper.cells, &rig.found);
    (keeper.cells, found)
}

fn found(cells: &[CellRecord], grounds: &[(String, u32, Ground)]) -> Found {
    let of = |cell: &CellRecord| {
        // The run keeps the last measurement of a cell.
        let at = grounds.iter().rposition(|it| it.0 == cell.name && it.1 == cell.repeat);
        (cell.name.clone(), cell.repeat, cell.state, grounds[at.unwrap()].2.clone())
    };
    cells.iter().map(of).collect()
}

/// Where a run is interrupted.
#[derive(Debug, Clone, Copy)]
enum Break {
    /// Killed after this many actions on the target.
    Killed(usize),
    /// Ctrl-C while this step runs.
    Stopped(usize),
}

/// Records and target states of an interrupted and resumed run; `None` if the break came after its end.
fn broken_off(plan: &Plan, mut rig: GroundRig, at: Break) -> Option<(Vec<CellRecord>, Found)> {
    let (mut keeper, control) = (Records::default(), Control::default());
    match at {
        Break::Killed(life) => rig.life = life,
        Break::Stopped(step) => keeper.stop = Some((step, &control)),
    }
    let outcome = run_method(plan, &mut rig, &control, &mut keeper);
    if outcome.state == RunState::Completed {
        return None;
    }
    let kept = keeper.kept();
    let holding = if rig.is_file { Holding::Nothing } else { Holding::Everything };
    let resumption = resume(plan, kept, holding).unwrap();
    if plan.has_only_programs() {
        assert_eq!(resumption.repeated, [""; 0], "{} at {at:?}", plan.method.id);
    }
    let mut cells = resumption.beginning.cells.clone();
    let mut again = rig.reopened();
    let mut rest = Records::default();
    let outcome =
        run_from(plan, resumption.beginning, &mut again, &Control::default(), &mut rest);
    assert_eq!(outcome.state, RunState::Completed, "{} at {at:?}", plan.method.id);
    cells.extend(rest.cells);
    let grounds: Vec<_> = rig.found.into_iter().chain(again.found).collect();
    let found = found(&cells, &grounds);
    Some((cells, found))
}

/// The cells of the parts that start again after an interruption.
fn in_one_piece(plan: &Plan) -> Vec<(String, u32)> {
    let mut is_one_piece = false;
    let mut cells = Vec::new();
    for step in &plan.steps {
        match step {
            PlannedStep::Block(start) => is_one_piece = start.is_one_piece,
            PlannedStep::Measure(cell) if is_one_piece => {
                cells.push((cell.name.clone(), cell.repeat));
            }
            _ => {}
        }
    }
    cells
}

/// Interrupts every plan before every step and in every step; returns the number of interruptions.
fn break_everywhere(facts: &TargetFacts, is_file: bool) -> usize {
    let mut count = 0;
    for plan in plans(facts) {
        let (_, whole) = uninterrupted(&plan, GroundRig::new(is_file));
        let pieces = if is_file { Vec::new() } else { in_one_piece(&plan) };
        let kills = (0..=plan.steps.len()).map(Break::Killed);
        for at in kills.chain((0..plan.steps.len()).map(Break::Stopped)) {
            let rig = GroundRig::new(is_file);
            let Some((_, found)) = broken_off(&plan, rig, at) else { continue };
            count += 1;
            let place = format!("{} broken off: {at:?}", plan.method.id);
            assert_eq!(found.len(), whole.len(), "{place}");
            for (found, whole) in found.iter().zip(&whole) {
                assert_eq!(
                    (&found.0, found.1, found.2),
                    (&whole.0, whole.1, whole.2),
                    "{place}"
                );
                let is_equal = found.3 == whole.3;
                // A part that starts again without an erasure finds its own writes.
                let may_hold_more = pieces.contains(&(found.0.clone(), found.1));
                let (found, whole) = (&found.3, &whole.3);
                let holds_all = || whole.written.iter().all(|it| found.holds(it.0, it.1));
                let is_larger = may_hold_more && found.size == whole.size && holds_all();
                assert!(is_equal || is_larger, "{place}: {found:?} is not {whole:?}");
            }
        }
    }
    count
}

#[test]
fn on_a_drive_every_method_goes_on_from_every_step_as_if_nothing_had_happened() {
    assert!(break_everywhere(&disk(), false) > 1000);
}

#[test]
fn in_a_directory_every_method_goes_on_from_every_step_as_if_nothing_had_happened() {
    let facts = TargetFacts::file(Some(Bytes(16 << 30)), Bytes(512));
    assert!(break_everywhere(&facts, true) > 100);
}

/// A search decides its next step from the finished measurements, wherever it was interrupted: while it doubles,
/// while it halves, and in its repetitions.
#[test]
fn a_search_that_was_broken_off_anywhere_ends_where_one_without_a_break_does() {
    let method = builtin_method("bootbench").unwrap();
    let facts = disk();
    for (truth, measurements) in [(3, 1), (4, 2 + 2 + 3), (57, 5 + 5 + 3), (256, 7 + 3)] {
        let limit = format!("slowest={truth}500us p99=1h p999=1h");
        let plan = plan(&method, &settings(&limit), &facts, 1).unwrap();
        let rule = &plan.searches[0];
        let rig = || GroundRig { is_shared: true, ..GroundRig::new(false) };
        let (cells, whole) = uninterrupted(&plan, rig());
        let course = rule.course(&cells);
        assert_eq!(course.found, (truth >= 4).then_some(truth), "{course:?}");
        let is_of = |cell: &&CellRecord| rule.phase_of_record(cell).is_some();
        assert_eq!(cells.iter().filter(is_of).count(), measurements, "{truth}");
        let kills = (0..=plan.steps.len()).map(Break::Killed);
        let mut count = 0;
        for at in kills.chain((0..plan.steps.len()).map(Break::Stopped)) {
            let Some((again, found)) = broken_off(&plan, rig(), at) else { continue };
            count += 1;
            assert_eq!(rule.course(&again), course, "{truth} at {at:?}");
            assert_eq!(found, whole, "{truth} at {at:?}: each was measured once, on the same");
        }
        assert!(count >= 2 * measurements, "{truth}: {count}");
    }
}
