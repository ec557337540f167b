//! Methods that replay recorded requests: a trace determines their requests. A separate thread reads the trace, so
//! that reading costs the drive no time.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use iogram_engine::{Altered, Feed, Geometry, Recorded, Recordings, RigError, RigErrorKind};
use iogram_model::{
    Bytes, OpKind, Places, RecordedLoad, Replay, Sentence, Text, Timing, Workload, sentence,
    text,
};
use iogram_runner::{Method, Plan, PlanError, ProgramRecording, Traces};
use iogram_trace::{
    Filling, PROGRAM_TRACES, Placement, ProgramTrace, Room, TraceError, TraceReader,
    TraceRequest, builtin_names, is_builtin_name, open_builtin,
};

use crate::clock::wall_clock_us;
use crate::failure::Failure;
use crate::files::open_found;
use crate::opened::AnyRig;
use crate::resolve::ResolvedTarget;

/// The parameters that a trace determines.
const TRACE: &str = "trace";
const SIZE: &str = "size";
const PLACES: &str = "places";

/// Batches to read ahead of the drive: a few milliseconds of the fastest drive. Arbitrary.
const AHEAD_BATCHES: usize = 4;

/// Sizes are multiples of this.
const STEP: u64 = 16 << 20;

const HINT: Text = text!("session-name-trace-iogram-wrote-iogram-trace");

/// The contents of the traces that a plan names; each trace is read once.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    loads: RefCell<BTreeMap<String, (RecordedLoad, Option<String>)>>,
}

impl Traces for Shelf {
    fn load(&self, name: &str) -> Result<(RecordedLoad, Option<String>), PlanError> {
        if let Some(known) = self.loads.borrow().get(name) {
            return Ok(known.clone());
        }
        // Both read at the same time, so that the file comes from its drive once and not twice in sequence.
        let (load, digest) = std::thread::scope(|scope| {
            let digest = scope.spawn(|| digest_of(name));
            let load = read_load(name);
            let panicked = |_panic| Ok(None);
            (load, digest.join().unwrap_or_else(panicked))
        });
        let found = (load?, digest.map_err(refused)?);
        self.loads.borrow_mut().insert(name.to_owned(), found.clone());
        Ok(found)
    }

    fn of_program(&self, workload: &Workload) -> Result<ProgramRecording, PlanError> {
        let application = workload.application.map(|it| it.to_string()).unwrap_or_default();
        let sizes = workload.block.to_string();
        let is_it = |known: &&ProgramTrace| {
            known.application == application
                && known.sizes == sizes
                && known.jobs == workload.jobs
                && known.read_permille == workload.mix.read.0
                && match workload.stop.count {
                    Some(count) => known.operation_count == count && known.time.is_none(),
                    None => known.time.is_some() && known.time == workload.stop.time,
                }
        };
        if let Some(known) = PROGRAM_TRACES.iter().find(is_it) {
            let operation_count = known.operation_count;
            return Ok(ProgramRecording { trace: known.trace(), operation_count });
        }
        Err(unrecorded(&application))
    }
}

/// The recorded programs, for the error that nothing matching was recorded of this one.
fn unrecorded(application: &str) -> PlanError {
    let program = |text: &str| text.split([',', '=']).next().map(str::to_owned);
    let alike =
        PROGRAM_TRACES.iter().filter(|it| program(it.application) == program(application));
    let ways: Vec<String> = alike
        .map(|known| {
            let settings: String =
                known.settings.split_whitespace().map(|it| format!(" --set {it}")).collect();
            format!("{}{settings}", known.method)
        })
        .collect();
    let message = sentence!("session-cannot-run-simulated-drive-no-file", application);
    let hint = match ways.is_empty() {
        true => sentence!("session-name-directory-iogram-sim-serve-makes"),
        false => sentence!("session-recorded-name-directory", ways = ways.join("; ")),
    };
    PlanError::Trace { message, hint }
}

/// Any readable source of a trace.
type Reader = Box<dyn Batches>;

/// Requests, batch by batch.
trait Batches: Send {
    fn next(&mut self, batch: &mut Vec<TraceRequest>) -> Result<(), TraceError>;
    /// The load of the remaining requests.
    fn load(&mut self) -> Result<RecordedLoad, TraceError>;
}

macro_rules! batches_of {
    ($($source:ty),*) => {$(
        impl Batches for TraceReader<$source> {
            fn next(&mut self, batch: &mut Vec<TraceRequest>) -> Result<(), TraceError> {
                self.next_batch(batch)
            }
            fn load(&mut self) -> Result<RecordedLoad, TraceError> {
                let seen_from = self.facts().seen_from();
                self.profile().map(|profile| RecordedLoad { seen_from, ..profile.load() })
            }
        }
    )*};
}
batches_of!(File, iogram_trace::TraceBytes);

fn open_trace(name: &str) -> Result<Reader, (Sentence, Sentence)> {
    if name.is_empty() {
        let message = sentence!("session-no-trace-named");
        return Err((message, sentence!("session-iogram-trace-run-file-target-set")));
    }
    if let Some(reader) = open_builtin(name) {
        let reader = reader.map_err(|error| unreadable(name, &error))?;
        return Ok(Box::new(reader));
    }
    if is_builtin_name(name) && !Path::new(name).exists() {
        let names = builtin_names().collect::<Vec<_>>().join(", ");
        let message = sentence!("session-no-trace-comes-iogram-called", name);
        return Err((message, sentence!("session-there-are", names)));
    }
    let file = open_found(Path::new(name), HINT).map_err(|it| (it.message, it.hint))?;
    let reader = TraceReader::new(file).map_err(|error| unreadable(name, &error))?;
    Ok(Box::new(reader))
}

fn unreadable(name: &str, error: &TraceError) -> (Sentence, Sentence) {
    let wrong = error.sentence();
    (
        sentence!("session-cannot-read-path-wrong", path = name, wrong: wrong),
        error.hint().into(),
    )
}

fn refused((message, hint): (Sentence, Sentence)) -> PlanError {
    PlanError::Trace { message, hint }
}

/// Digest that identifies the contents of a trace; `None` for a built-in trace, which nobody changes.
fn digest_of(name: &str) -> Result<Option<String>, (Sentence, Sentence)> {
    if open_builtin(name).is_some() {
        return Ok(None);
    }
    let failed = |error: &io::Error| {
        let why = Sentence::of_system(error);
        (sentence!("session-cannot-read-path-wrong", path = name, wrong: why), HINT.into())
    };
    let mut file = open_found(Path::new(name), HINT).map_err(|it| (it.message, it.hint))?;
    let stamp = Stamp::of(&file).map_err(|error| failed(&error))?;
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&stamp).copied();
    if let Some(hash) = known {
        return Ok(Some(format!("{hash:016x}")));
    }
    let mut piece = vec![0; DIGEST_PIECE];
    let mut hash = FNV_OFFSET;
    loop {
        match file.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => {
                let read = piece.get(..count).unwrap_or_default();
                let mix =
                    |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(FNV_PRIME);
                hash = read.iter().fold(hash, mix);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(failed(&error)),
        }
    }
    // Only if the file did not change meanwhile, nor so recently that another change could have the same time.
    if stamp.is_settled() && Stamp::of(&file).is_ok_and(|now| now == stamp) {
        KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(stamp, hash);
    }
    Ok(Some(format!("{hash:016x}")))
}

/// Digests of files that this process has read, so that not every cell that replays a trace reads it completely.
static KNOWN: Mutex<BTreeMap<Stamp, u64>> = Mutex::new(BTreeMap::new());

/// Minimum age of a change in seconds: time stamps of file systems advance in steps of some milliseconds, on FAT of 2
/// s.
const SETTLED_S: i64 = 3;

/// Identity and state of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stamp {
    device: u64,
    number: u64,
    size: u64,
    /// Times of the last change of the contents and of the metadata, since 1970.
    changed: [(i64, i64); 2],
}

impl Stamp {
    fn of(file: &File) -> io::Result<Self> {
        let facts = file.metadata()?;
        Ok(Self {
            device: facts.dev(),
            number: facts.ino(),
            size: facts.size(),
            changed: [(facts.mtime(), facts.mtime_nsec()), (facts.ctime(), facts.ctime_nsec())],
        })
    }

    fn is_settled(&self) -> bool {
        let settled = wall_clock_us() / 1_000_000 - SETTLED_S;
        self.changed.iter().all(|&(seconds, _)| seconds < settled)
    }
}

/// FNV-1a, 64 bits: against mistakes, not against malice.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;
/// Bytes of one read.
const DIGEST_PIECE: usize = 1 << 20;

fn read_load(name: &str) -> Result<RecordedLoad, PlanError> {
    let mut reader = open_trace(name).map_err(refused)?;
    let load = reader.load().map_err(|error| refused(unreadable(name, &error)))?;
    if load.count() == 0 {
        let message = sentence!("session-no-request", path = name);
        return Err(refused((message, HINT.into())));
    }
    Ok(load)
}

/// Lets the trace that the settings name determine the used part of the target and the addresses, unless the user set
/// them.
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
    let (load, _) = shelf.load(&set(TRACE).unwrap_or_default())?;
    let asked: Option<Bytes> = set(SIZE).and_then(|size| size.parse().ok());
    let is_sized = set(SIZE).is_some();
    let fits = target.facts.capacity.unwrap_or(Bytes(u64::MAX));
    let end = Bytes(load.end_bytes.max(1).next_multiple_of(STEP));
    let room = match (asked, target.kind) {
        (Some(size), _) => size,
        (None, kind) if kind.makes_file() => {
            // Other users of the file system need space, too.
            if end <= fits { end } else { Bytes(fits.0 / 2 / STEP * STEP) }
        }
        (None, _) => fits,
    };
    if set(PLACES).as_deref() == Some(Places::Exact.name()) && load.end_bytes > room.0 {
        return Err(Failure::usage(
            sentence!(
                "session-cannot-make-trace-again-where-ends",
                spec = target.spec,
                end = Bytes(load.end_bytes).both(),
                room = room.both()
            ),
            text!("session-use-set-places-scaled-set-places"),
        ));
    }
    if !is_sized {
        settings.push((SIZE.to_owned(), room.to_string()));
    }
    Ok(())
}

/// Gives the traces that the plan names to the opened target.
pub(crate) fn hand_over(plan: &Plan, rig: &mut AnyRig) {
    if let Some(recordings) = recordings_of(plan) {
        rig.play(recordings);
    }
}

/// The source of the traces that the plan names; `None` if it names none.
pub(crate) fn recordings_of(plan: &Plan) -> Option<Arc<dyn Recordings>> {
    let has_some = plan.cells().any(|cell| cell.workload.replay.is_some());
    has_some.then(|| Arc::new(Player) as Arc<dyn Recordings>)
}

/// Opens traces for cells.
#[derive(Debug)]
struct Player;

impl Recordings for Player {
    fn open(&self, workload: &Workload, geometry: Geometry) -> Result<Box<dyn Feed>, RigError> {
        let usage = |(message, hint)| RigError { kind: RigErrorKind::Usage, message, hint };
        let Some(replay) = &workload.replay else {
            return Err(usage((sentence!("session-no-trace-named"), HINT.into())));
        };
        if digest_of(&replay.trace).map_err(usage)? != replay.digest {
            let path = &replay.trace;
            return Err(usage((
                sentence!("session-cannot-make-again-not-when-planned", path),
                sentence!("session-plan-anew-start-command-again-trace"),
            )));
        }
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
                    "session-cannot-start-thread",
                    why: Sentence::of_system(&error)
                ),
                hint: Sentence::default(),
            })?;
        Ok(Box::new(Playing { receiver, altered: Altered::default() }))
    }
}

/// A message of the reading thread; an error or an empty batch is the last one.
type Message = Result<(Vec<Recorded>, Altered), String>;

fn read_ahead(mut reader: Reader, mut converter: Converter, sender: &SyncSender<Message>) {
    let mut batch = Vec::new();
    loop {
        if let Err(error) = reader.next(&mut batch) {
            // If this fails, nobody waits for the message any more.
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

/// Maps recorded requests to their addresses, or makes the requests that prepare the target for them.
struct Converter {
    placement: Placement,
    filling: Option<Filling>,
    keeps_discards: bool,
    /// The largest read or write.
    most: u32,
    split_count: u64,
    left_out_count: u64,
}

impl Converter {
    fn new(replay: &Replay, room: Room, keeps_discards: bool) -> Self {
        let end = replay.load.map_or(0, |load| load.end_bytes);
        // Map the whole request first, and split it afterwards.
        let whole = Room { request_max: room.size, ..room };
        let is_fill = replay.how.timing == Timing::Fill;
        Self {
            placement: Placement::new(replay.how.places, whole, end),
            filling: is_fill.then(|| Filling::new(room)),
            keeps_discards,
            most: u32::try_from(room.request_max).unwrap_or(u32::MAX),
            split_count: 0,
            left_out_count: 0,
        }
    }

    fn altered(&self) -> Altered {
        Altered {
            rounded_count: self.placement.rounded_count(),
            split_count: self.split_count,
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
                let whole = Recorded {
                    issued_ns: request.issued_ns,
                    completed_ns: request.completed_ns(),
                    offset,
                    length,
                    kind: request.kind,
                    is_fua: request.is_fua,
                };
                if length <= self.most || request.kind == OpKind::Discard {
                    made.push(whole);
                } else {
                    self.split_count = self.split_count.saturating_add(1);
                    made.extend(pieces(whole, self.most));
                }
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

/// Splits a request into pieces of at most `most` bytes. All are issued at its time, and the request completes with
/// the last.
fn pieces(whole: Recorded, most: u32) -> impl Iterator<Item = Recorded> {
    let starts = (0..whole.length).step_by(most.max(1) as usize);
    starts.map(move |start| Recorded {
        offset: whole.offset + u64::from(start),
        length: most.min(whole.length - start),
        ..whole
    })
}

/// The requests of a trace; a thread reads them ahead.
struct Playing {
    receiver: Receiver<Message>,
    altered: Altered,
}

impl Feed for Playing {
    fn next_batch(&mut self, batch: &mut Vec<Recorded>) -> Result<(), String> {
        // A thread that has ended has sent everything.
        let (made, altered) = self.receiver.recv().unwrap_or(Ok((Vec::new(), self.altered)))?;
        self.altered = altered;
        *batch = made;
        Ok(())
    }

    fn altered(&self) -> Altered {
        self.altered
    }
}

#[cfg(test)]
mod tests {
    use iogram_model::ReplayHow;
    use iogram_trace::{Names, TraceFacts, TraceWriter};

    use super::*;

    fn write_trace(path: &Path, offset: u64) {
        let mut writer = TraceWriter::new(File::create(path).unwrap()).unwrap();
        let request = TraceRequest {
            issued_ns: 0,
            kind: OpKind::Write,
            is_fua: false,
            offset,
            length: 4096,
            latency_ns: Some(1000),
            process: iogram_trace::NameId::UNKNOWN,
        };
        writer.push(&request, &Names::default()).unwrap();
        writer.finish(&TraceFacts::default()).unwrap();
    }

    #[test]
    fn a_trace_that_is_another_one_than_when_it_was_planned_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("day.iotrace");
        let name = path.to_str().unwrap().to_owned();
        write_trace(&path, 0);
        let (load, digest) = Shelf::default().load(&name).unwrap();
        assert!(digest.is_some());
        let how = ReplayHow::default();
        let replay = Replay { trace: name, how, load: Some(load), digest, program: None };
        let workload = Workload { replay: Some(replay), ..Workload::default() };
        let geometry = Geometry {
            capacity: Bytes(1 << 30),
            logical_block_size: Bytes(512),
            physical_block_size: None,
        };
        assert!(Player.open(&workload, geometry).is_ok());
        // As large as before, and a trace.
        write_trace(&path, 8192);
        let error = Player.open(&workload, geometry).err().unwrap();
        assert_eq!(error.kind, RigErrorKind::Usage);
        assert!(error.message.to_string().contains("not what it was"), "{error:?}");
        write_trace(&path, 0);
        assert!(Player.open(&workload, geometry).is_ok(), "the same again");
    }

    #[test]
    fn a_request_that_is_too_large_is_asked_in_pieces_that_make_it_up() {
        let whole = Recorded {
            issued_ns: 7,
            completed_ns: Some(9),
            offset: 4096,
            length: 3_221_225_472,
            kind: OpKind::Write,
            is_fua: true,
        };
        for most in [64 << 20, 1 << 20, (64 << 20) + 4096] {
            let pieces: Vec<Recorded> = pieces(whole, most).collect();
            let mut end = whole.offset;
            for piece in &pieces {
                assert_eq!(piece.offset, end);
                assert!((1..=most).contains(&piece.length));
                assert_eq!(
                    (piece.issued_ns, piece.completed_ns, piece.is_fua),
                    (7, Some(9), true)
                );
                end += u64::from(piece.length);
            }
            assert_eq!(end, whole.offset + u64::from(whole.length));
            assert_eq!(pieces.len() as u64, u64::from(whole.length).div_ceil(most.into()));
        }
    }

    #[test]
    fn a_file_that_has_just_changed_is_read_each_time_and_an_old_one_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.iotrace");
        write_trace(&path, 0);
        let name = path.to_str().unwrap();
        let file = open_found(&path, HINT).unwrap();
        assert!(!Stamp::of(&file).unwrap().is_settled());
        let digest = digest_of(name).unwrap();
        let is_known = |stamp| KNOWN.lock().unwrap().contains_key(&stamp);
        assert!(!is_known(Stamp::of(&file).unwrap()));
        // A known stamp is trusted; a different one makes it read the file.
        let stamp = Stamp::of(&file).unwrap();
        KNOWN.lock().unwrap().insert(stamp, 5);
        assert_eq!(digest_of(name).unwrap(), Some(format!("{:016x}", 5)));
        KNOWN.lock().unwrap().remove(&stamp);
        assert_eq!(digest_of(name).unwrap(), digest);
    }

    #[test]
    fn traces_that_come_with_iogram_need_no_digest() {
        let (_, digest) = Shelf::default().load("day:video").unwrap();
        assert_eq!(digest, None);
        assert!(Shelf::default().load("day:none").is_err());
    }
}
