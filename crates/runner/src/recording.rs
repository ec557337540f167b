//! Cells that replay a trace: their demands on the target, and the traces that replace programs that cannot run on
//! it.

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
    /// The load of the trace with this name, and a digest that identifies it.
    ///
    /// # Errors
    ///
    /// Fails if the trace is missing.
    fn load(&self, name: &str) -> Result<(RecordedLoad, Option<String>), PlanError>;

    /// The trace of the program that `workload` asks for.
    ///
    /// # Errors
    ///
    /// Fails if no recording matches; the hint lists the recordings that exist.
    fn of_program(&self, workload: &Workload) -> Result<ProgramRecording, PlanError>;
}

/// The recording of a program's cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramRecording {
    /// The trace's name, as [`Traces::load`] knows it.
    pub trace: String,
    /// Operations of the program during the recording.
    pub operation_count: u64,
}

/// A source without traces.
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

/// Queue depth of a replay, as in the method `replay`.
const DEPTH: u32 = 256;

/// Size of the file system that programs were recorded on.
const RECORDED_SIZE: Bytes = Bytes(6 << 30);

/// Replaces the cells of programs by replays of their recorded requests if programs cannot run on the target, and
/// warns. Returns the names of the replaced cells: rules about them do not apply to requests.
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
            // The space reserved for the program's files does not match the places of its requests.
            made.pop_if(|last| matches!(last, PlannedStep::LayOut { .. }));
            made.push(room.clone());
            has_room = true;
        }
        let recording = traces.of_program(&cell.workload)?;
        let again = replayed(&cell, &recording, Timing::AsFastAsPossible);
        if !replaced.contains(&cell.name) {
            replaced.push(cell.name.clone());
            // The fill writes the blocks that the trace reads before it writes them; once, before the first
            // repetition.
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

/// The cell that replays the requests of a program's cell.
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

/// Memory of a replay's outstanding requests. Arbitrary.
const RECORDED_MEMORY_MAX: Bytes = Bytes(1 << 30);

/// The largest request of a replay; the engine splits larger ones. Arbitrary: no block layer sends a drive as much at
/// once.
const RECORDED_PIECE: Bytes = Bytes(64 << 20);

/// Sets the amounts of the cells that replay a trace from its contents; removes those without work.
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
    // The engine rejects a replay of an empty trace, because it would end before it begins. An unneeded fill is
    // skipped instead.
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
