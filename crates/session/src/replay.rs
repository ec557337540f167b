//! Methods that make recorded requests again: what a trace holds decides what they ask of a drive, and the requests come
//! from a thread of their own, so that reading them costs the drive no time.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use iogram_engine::{Altered, Feed, Geometry, Recorded, Recordings, RigError, RigErrorKind};
use iogram_model::{
    Bytes, OpKind, Places, RecordedLoad, Replay, Sentence, Timing, Workload, sentence,
};
use iogram_runner::{Method, Plan, PlanError};
use iogram_trace::{
    BUILTIN_PREFIX, Filling, Placement, Room, TraceError, TraceReader, TraceRequest,
    builtin_names, open_builtin,
};

use crate::failure::Failure;
use crate::files::open_file;
use crate::opened::AnyRig;
use crate::resolve::{ResolvedKind, ResolvedTarget};

/// The parameters that a trace decides.
const TRACE: &str = "trace";
const SIZE: &str = "size";
const PLACES: &str = "places";

/// Batches that are read ahead of the drive: a few milliseconds of the fastest. Arbitrary.
const AHEAD_BATCHES: usize = 4;

/// Sizes are whole pieces of this.
const STEP: u64 = 16 << 20;

const HINT: &str = "name a trace that iogram wrote (iogram trace import FILE)";

/// What the traces hold that a plan names; each is read once.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    loads: RefCell<BTreeMap<String, RecordedLoad>>,
}

impl Shelf {
    /// What the trace of this name holds.
    pub(crate) fn load(&self, name: &str) -> Result<RecordedLoad, PlanError> {
        if let Some(known) = self.loads.borrow().get(name) {
            return Ok(*known);
        }
        let load = read_load(name)?;
        self.loads.borrow_mut().insert(name.to_owned(), load);
        Ok(load)
    }
}

/// Whatever a trace can be read from.
type Reader = Box<dyn Batches>;

/// Requests, batch by batch.
trait Batches: Send {
    fn next(&mut self, batch: &mut Vec<TraceRequest>) -> Result<(), TraceError>;
    /// What the rest of them asks of a drive.
    fn load(&mut self) -> Result<RecordedLoad, TraceError>;
}

macro_rules! batches_of {
    ($($source:ty),*) => {$(
        impl Batches for TraceReader<$source> {
            fn next(&mut self, batch: &mut Vec<TraceRequest>) -> Result<(), TraceError> {
                self.next_batch(batch)
            }
            fn load(&mut self) -> Result<RecordedLoad, TraceError> {
                self.profile().map(|profile| profile.load())
            }
        }
    )*};
}
batches_of!(std::fs::File, iogram_trace::TraceBytes);

fn open_trace(name: &str) -> Result<Reader, (Sentence, Sentence)> {
    if name.is_empty() {
        let message = "no trace was named".into();
        return Err((message, "iogram trace run FILE TARGET, or --set trace=FILE".into()));
    }
    if let Some(reader) = open_builtin(name) {
        let reader = reader.map_err(|error| unreadable(name, &error))?;
        return Ok(Box::new(reader));
    }
    if name.starts_with(BUILTIN_PREFIX) && !Path::new(name).exists() {
        let names = builtin_names().collect::<Vec<_>>().join(", ");
        let message = sentence!("no trace that comes with iogram is called {name}", name);
        return Err((message, sentence!("there are {names}", names)));
    }
    let file = open_file(Path::new(name), HINT).map_err(|it| (it.message, it.hint))?;
    let reader = TraceReader::new(file).map_err(|error| unreadable(name, &error))?;
    Ok(Box::new(reader))
}

fn unreadable(name: &str, error: &TraceError) -> (Sentence, Sentence) {
    let wrong = error.sentence();
    (sentence!("cannot read {path}: {wrong}", path = name, wrong: wrong), error.hint().into())
}

fn read_load(name: &str) -> Result<RecordedLoad, PlanError> {
    let refused = |(message, hint)| PlanError::Trace { message, hint };
    let mut reader = open_trace(name).map_err(refused)?;
    let load = reader.load().map_err(|error| refused(unreadable(name, &error)))?;
    if load.count() == 0 {
        let message = sentence!("there is no request in {path}", path = name);
        return Err(refused((message, HINT.into())));
    }
    Ok(load)
}

/// Lets the trace that the settings name decide how much of the target is used and where its requests go, as far as the
/// user did not.
pub(crate) fn settle(
    method: &Method,
    target: &ResolvedTarget,
    (settings, shelf): (&mut Vec<(String, String)>, &Shelf),
) -> Result<(), Failure> {
    let knows = |name: &str| method.params.iter().any(|param| param.name == name);
    if !knows(TRACE) || !knows(PLACES) {
        return Ok(());
    }
    let set = |name: &str| {
        let found = settings.iter().rfind(|(it, _)| it == name);
        found.map(|(_, text)| text.clone())
    };
    let load = shelf.load(&set(TRACE).unwrap_or_default())?;
    let asked: Option<Bytes> = set(SIZE).and_then(|size| size.parse().ok());
    let is_sized = set(SIZE).is_some();
    let fits = target.facts.capacity.unwrap_or(Bytes(u64::MAX));
    let end = Bytes(load.end_bytes.max(1).next_multiple_of(STEP));
    let room = match (asked, target.kind) {
        (Some(size), _) => size,
        (None, ResolvedKind::NewFile) => {
            // Others need space on the file system, too.
            if end <= fits { end } else { Bytes(fits.0 / 2 / STEP * STEP) }
        }
        (None, _) => fits,
    };
    if set(PLACES).as_deref() == Some(Places::Exact.name()) && load.end_bytes > room.0 {
        return Err(Failure::usage(
            sentence!(
                "cannot make the trace again on {spec} where it was: it ends at {end}, and there is room for {room}",
                spec = target.spec,
                end = Bytes(load.end_bytes).both(),
                room = room.both()
            ),
            "use --set places=scaled or --set places=modulo, or name a larger target",
        ));
    }
    if !is_sized {
        settings.push((SIZE.to_owned(), room.to_string()));
    }
    Ok(())
}

/// Gives what is opened the traces that the plan names.
pub(crate) fn hand_over(plan: &Plan, rig: &mut AnyRig) {
    if plan.cells().any(|cell| cell.workload.replay.is_some()) {
        rig.play(Arc::new(Player));
    }
}

/// Opens traces for cells.
#[derive(Debug)]
struct Player;

impl Recordings for Player {
    fn open(&self, workload: &Workload, geometry: Geometry) -> Result<Box<dyn Feed>, RigError> {
        let usage = |(message, hint)| RigError { kind: RigErrorKind::Usage, message, hint };
        let Some(replay) = &workload.replay else {
            return Err(usage(("no trace was named".into(), HINT.into())));
        };
        let reader = open_trace(&replay.trace).map_err(usage)?;
        let room = Room {
            size: geometry.capacity.0,
            unit: geometry.logical_block_size.0,
            request_max: workload.block.largest().0,
        };
        let keeps_discards = workload.mix.discard.0 > 0;
        let converter = Converter::new(replay, room, keeps_discards);
        let (sender, receiver) = sync_channel(AHEAD_BATCHES);
        std::thread::Builder::new()
            .name("trace".to_owned())
            .spawn(move || read_ahead(reader, converter, &sender))
            .map_err(|error| RigError {
                kind: RigErrorKind::Io,
                message: sentence!(
                    "cannot start a thread: {why}",
                    why: Sentence::of_system(&error)
                ),
                hint: Sentence::default(),
            })?;
        Ok(Box::new(Playing { receiver, altered: Altered::default() }))
    }
}

/// What the reading thread hands over; nothing more comes after an error, or after an empty batch.
type Message = Result<(Vec<Recorded>, Altered), String>;

fn read_ahead(mut reader: Reader, mut converter: Converter, sender: &SyncSender<Message>) {
    let mut batch = Vec::new();
    loop {
        if let Err(error) = reader.next(&mut batch) {
            // Nobody waits for it any more if this fails.
            drop(sender.send(Err(error.to_string())));
            return;
        }
        let is_end = batch.is_empty();
        let made = converter.convert(&batch);
        if made.is_empty() && !is_end {
            continue;
        }
        if sender.send(Ok((made, converter.altered()))).is_err() || is_end {
            return;
        }
    }
}

/// Puts recorded requests to their places, or makes what has to be there before them.
struct Converter {
    placement: Placement,
    filling: Option<Filling>,
    keeps_discards: bool,
    left_out_count: u64,
}

impl Converter {
    fn new(replay: &Replay, room: Room, keeps_discards: bool) -> Self {
        let end = replay.load.map_or(0, |load| load.end_bytes);
        // What is written before has pieces of its own size.
        let whole = Room { request_max: room.size, ..room };
        let is_fill = replay.how.timing == Timing::Fill;
        let placed_in = if is_fill { whole } else { room };
        Self {
            placement: Placement::new(replay.how.places, placed_in, end),
            filling: is_fill.then(|| Filling::new(room)),
            keeps_discards,
            left_out_count: 0,
        }
    }

    fn altered(&self) -> Altered {
        Altered {
            rounded_count: self.placement.rounded_count(),
            left_out_count: self.left_out_count,
        }
    }

    fn convert(&mut self, batch: &[TraceRequest]) -> Vec<Recorded> {
        let mut made = Vec::with_capacity(batch.len());
        let mut parts = Vec::new();
        for request in batch {
            let (offset, length) = self.placement.place(request);
            let Some(filling) = &mut self.filling else {
                if request.kind == OpKind::Discard && !self.keeps_discards {
                    self.left_out_count = self.left_out_count.saturating_add(1);
                    continue;
                }
                made.push(Recorded {
                    issued_ns: request.issued_ns,
                    completed_ns: request.completed_ns(),
                    offset,
                    length,
                    kind: request.kind,
                    is_fua: request.is_fua,
                });
                continue;
            };
            parts.clear();
            filling.add(request.kind, (offset, length), &mut parts);
            made.extend(parts.iter().map(|&(offset, length)| Recorded {
                issued_ns: 0,
                completed_ns: Some(u64::MAX),
                offset,
                length,
                kind: OpKind::Write,
                is_fua: false,
            }));
        }
        made
    }
}

/// The requests of a trace, read ahead by a thread.
struct Playing {
    receiver: Receiver<Message>,
    altered: Altered,
}

impl Feed for Playing {
    fn next_batch(&mut self, batch: &mut Vec<Recorded>) -> Result<(), String> {
        // A thread that is gone has said everything.
        let (made, altered) = self.receiver.recv().unwrap_or(Ok((Vec::new(), self.altered)))?;
        self.altered = altered;
        *batch = made;
        Ok(())
    }

    fn altered(&self) -> Altered {
        self.altered
    }
}
