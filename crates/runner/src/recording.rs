//! Cells that make a trace again: what they ask of the target, and which traces stand for programs that cannot run on it.

use iogram_engine::{Cell, Content};
use iogram_model::{
    Blocks, Bytes, Message, MessageId, Nanos, Places, RecordedLoad, RecordedProgram, Replay,
    ReplayHow, Sentence, Timing, Warning, WarningCode, Workload, sentence,
};

use crate::field::endless;
use crate::fit::TargetFacts;
use crate::plan_error::PlanError;
use crate::planned::PlannedStep;

/// The traces that a plan can name.
pub trait Traces {
    /// What the trace of this name holds, and a digest of it by which it is known again.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be had.
    fn load(&self, name: &str) -> Result<(RecordedLoad, Option<String>), PlanError>;

    /// The trace of a cell of a program that was asked as in `workload`.
    ///
    /// # Errors
    ///
    /// Fails if nothing was recorded of that; its hint says of what something was.
    fn of_program(&self, workload: &Workload) -> Result<ProgramRecording, PlanError>;
}

/// What was recorded of a program's cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramRecording {
    /// The trace's name, as [`Traces::load`] knows it.
    pub trace: String,
    /// Operations that the program did then.
    pub operation_count: u64,
}

/// Where no trace can be had.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NoTraces;

impl Traces for NoTraces {
    fn load(&self, name: &str) -> Result<(RecordedLoad, Option<String>), PlanError> {
        Err(PlanError::Trace {
            message: sentence!("runner-trace-cannot-here", name),
            hint: Sentence::default(),
        })
    }

    fn of_program(&self, workload: &Workload) -> Result<ProgramRecording, PlanError> {
        let application = workload.application.map(|it| it.to_string()).unwrap_or_default();
        self.load(&application)
            .map(|_| ProgramRecording { trace: application, operation_count: 0 })
    }
}

/// Requests of a trace that are out at most, as in the method `replay`.
const DEPTH: u32 = 256;

/// The file system that lay there when programs were recorded.
const RECORDED_SIZE: Bytes = Bytes(6 << 30);

/// Puts the requests that were recorded of programs in the place of the programs' cells, where they cannot run; says so.
/// Returns the names of the cells that are not there any more: what is asked of them is nothing that can be told of
/// requests.
pub(crate) fn stand_in(
    steps: &mut Vec<PlannedStep>,
    facts: &TargetFacts,
    traces: &dyn Traces,
) -> Result<(Vec<String>, Vec<Warning>), PlanError> {
    let is_program = |step: &PlannedStep| matches!(step, PlannedStep::Measure(cell) if cell.workload.application.is_some());
    let (mut replaced, mut warnings) = (Vec::new(), Vec::new());
    if !facts.replays_programs || !steps.iter().any(is_program) {
        return Ok((replaced, warnings));
    }
    let size = facts.capacity.map_or(RECORDED_SIZE, |it| it.min(RECORDED_SIZE));
    let room = PlannedStep::LayOut { size, content: Content::Allocated };
    let mut made: Vec<PlannedStep> = Vec::with_capacity(steps.len().saturating_mul(2));
    let mut has_room = false;
    for step in steps.drain(..) {
        let cell = match step {
            PlannedStep::Measure(cell) if cell.workload.application.is_some() => cell,
            other => {
                has_room &= !matches!(other, PlannedStep::LayOut { .. });
                made.push(other);
                continue;
            }
        };
        if !has_room {
            // What was to be free for the program's files says nothing of where its requests go.
            made.pop_if(|last| matches!(last, PlannedStep::LayOut { .. }));
            made.push(room.clone());
            has_room = true;
        }
        let recording = traces.of_program(&cell.workload)?;
        let again = replayed(&cell, &recording, Timing::AsFastAsPossible);
        if !replaced.contains(&cell.name) {
            replaced.push(cell.name.clone());
            // What is read before it is written is there from the first repetition on.
            let name = format!("{} fill", cell.name);
            let fill = Cell { name, ..replayed(&cell, &recording, Timing::Fill) };
            made.push(PlannedStep::Measure(Box::new(Cell {
                is_counted: false,
                repeat: 0,
                ..fill
            })));
            let application = cell.workload.application.map(|it| it.to_string());
            let values =
                [application.unwrap_or_default().into(), recording.trace.clone().into()];
            let statement = Message::new(MessageId::ProgramReplayed, values);
            warnings.push(Warning::new(WarningCode::ProgramReplayed, statement));
        }
        made.push(PlannedStep::Measure(Box::new(again)));
    }
    *steps = made;
    Ok((replaced, warnings))
}

/// The cell that makes the requests of a program's cell again.
fn replayed(cell: &Cell, recording: &ProgramRecording, timing: Timing) -> Cell {
    let how = ReplayHow {
        timing,
        idle_max: Some(Nanos(25_000_000)).filter(|_| timing != Timing::Fill),
        places: Places::Fit,
    };
    let program = cell.workload.application.map(|application| RecordedProgram {
        application,
        operation_count: recording.operation_count,
    });
    let replay =
        Replay { trace: recording.trace.clone(), how, load: None, digest: None, program };
    let workload = Workload {
        replay: Some(replay),
        depth: if timing == Timing::Fill { 8 } else { DEPTH },
        data: cell.workload.data,
        seed: cell.workload.seed,
        ..endless()
    };
    Cell { name: format!("{}, replayed", cell.name), workload, ..cell.clone() }
}

/// Memory of the requests of a recording that are out together. Arbitrary.
const RECORDED_MEMORY_MAX: Bytes = Bytes(1 << 30);

/// The largest request that is made: larger ones are asked in pieces of this. Arbitrary: no block layer hands a drive as much
/// at once.
const RECORDED_PIECE: Bytes = Bytes(64 << 20);

/// Lets the cells that make a trace again ask for what it holds; what has nothing to do goes.
pub(crate) fn take_recordings(
    steps: &mut Vec<PlannedStep>,
    facts: &TargetFacts,
    traces: &dyn Traces,
) -> Result<(), PlanError> {
    for step in &mut *steps {
        let PlannedStep::Measure(cell) = step else { continue };
        let workload = &mut cell.workload;
        let Some(replay) = &mut workload.replay else { continue };
        let (found, digest) = traces.load(&replay.trace)?;
        replay.digest = digest;
        let mut load = if replay.how.timing == Timing::Fill { found.filling() } else { found };
        if facts.supports_discard == Some(false) {
            load = load.without_discards();
        }
        replay.load = Some(load);
        workload.mix = load.mix();
        let unit = facts.logical_block_size.0.max(1);
        let largest = load.largest_bytes.clamp(1, RECORDED_PIECE.0.max(unit));
        let largest = Bytes(largest.next_multiple_of(unit));
        workload.block = Blocks::one(largest);
        let depth_max = u32::try_from(RECORDED_MEMORY_MAX.0 / largest.0).unwrap_or(u32::MAX);
        workload.depth = workload.depth.min(depth_max).max(1);
        workload.stop.count = Some(load.count());
        workload.stop.amount = Some(load.moved()).filter(|moved| moved.0 > 0);
    }
    // A trace without requests is refused as a cell that ends before it begins; without a need of filling, none is done.
    steps.retain(|step| match step {
        PlannedStep::Measure(cell) => {
            let replay = cell.workload.replay.as_ref();
            let is_fill = replay.is_some_and(|it| it.how.timing == Timing::Fill);
            !is_fill || cell.workload.stop.amount.is_some()
        }
        _ => true,
    });
    Ok(())
}
