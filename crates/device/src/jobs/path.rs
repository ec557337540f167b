//! Chooses the path of requests: a call per request, a ring, or polling for completions.

use iogram_engine::{Cell, PathChoice, PathTaken, prepares_ahead};
use iogram_model::{IoPath, Message, MessageId, OpKind, Sentence, text};
use rustix::io::Errno;

use super::backend::{IoBackend, StartError};
use crate::linux::seats::{Polling, Seats, obstacle_to_polling};
use crate::linux::sync_target::{DiscardCall, is_nonblocking};
use crate::linux::uring::{try_polling, try_ring};

/// Maximum number of threads that stand for outstanding requests; deeper queues are left to the kernel's own workers.
/// Arbitrary: above any depth at which threads were compared with rings.
const LANES_MAX: u32 = 256;

/// Whether this cell polls for completions.
pub(super) fn polling_for(
    cell: &Cell,
    backend: &IoBackend,
    seats: &Seats,
) -> Result<Polling, StartError> {
    let IoBackend::Opened { open, namespace, .. } = backend else {
        return Ok(seats.polling.clone());
    };
    if seats.polling != Polling::Possible {
        return Ok(seats.polling.clone());
    }
    if let Some(why) = obstacle_to_polling(&cell.workload) {
        return Ok(Polling::Impossible(why.to_owned()));
    }
    if namespace.is_some() {
        return Ok(Polling::Possible);
    }
    let file = open().map_err(|source| StartError {
        what: text!("device-cannot-open-target", name, source),
        source,
    })?;
    Ok(try_polling(&file).map_or_else(Polling::Impossible, |()| Polling::Possible))
}

/// The cheapest path for this cell on this backend.
pub(super) fn choose_path(
    cell: &Cell,
    backend: &IoBackend,
    seats: &Seats,
) -> Result<PathTaken, StartError> {
    let why = |path, reason: Message| PathTaken { path, reason, features: Vec::new() };
    let taken = |path, reason: MessageId| why(path, Message::plain(reason));
    if let (Some(application), IoBackend::Application { .. }) =
        (&cell.workload.application, backend)
    {
        let reason = Message::new(MessageId::PathApplication, [application.name().into()]);
        return Ok(why(IoPath::Application, reason));
    }
    let IoBackend::Opened { open, namespace, discard, .. } = backend else {
        return Ok(taken(IoPath::Null, MessageId::PathNull));
    };
    if namespace.is_some() {
        return Ok(taken(IoPath::Passthrough, MessageId::PathPassthrough));
    }
    let workload = &cell.workload;
    let needs_ioctl = workload.has(OpKind::Discard) && *discard != DiscardCall::File;
    check_one_thread(cell)?;
    match cell.path {
        PathChoice::Sync => return Ok(taken(IoPath::Sync, MessageId::PathAsked)),
        PathChoice::IoUring if needs_ioctl => {
            let what = text!("device-cannot-discard-block-device-through-io", name, source);
            return Err(StartError { what, source: Errno::OPNOTSUPP.into() });
        }
        PathChoice::Auto if needs_ioctl => {
            return Ok(taken(IoPath::Sync, MessageId::PathDiscards));
        }
        PathChoice::Auto if seats.polling == Polling::Possible => {
            return Ok(taken(IoPath::IoUring, MessageId::PathPolled));
        }
        PathChoice::Auto if seats.wait_batch > 1 && workload.depth > 1 => {
            return Ok(taken(IoPath::IoUring, MessageId::PathSeveral));
        }
        PathChoice::Auto if workload.depth == 1 && !prepares_ahead(workload) => {
            return Ok(taken(IoPath::Sync, MessageId::PathSingle));
        }
        PathChoice::Auto | PathChoice::IoUring => {}
    }
    match try_ring() {
        Ok(()) if cell.path == PathChoice::IoUring => {
            return Ok(taken(IoPath::IoUring, MessageId::PathAsked));
        }
        Ok(()) => {}
        Err(source) if cell.path == PathChoice::IoUring => {
            let what = text!("device-cannot-set-up-io-uring-asked", name, source);
            return Err(StartError { what, source });
        }
        Err(source) => {
            let reason =
                Message::new(MessageId::PathNoRing, [(&Sentence::of_system(&source)).into()]);
            return Ok(why(IoPath::Sync, reason));
        }
    }
    if needs_one_thread(cell) {
        return Ok(taken(IoPath::IoUring, MessageId::PathDeep));
    }
    let file = open().map_err(|source| StartError {
        what: text!("device-cannot-open-target", name, source),
        source,
    })?;
    let is_nonblocking = is_nonblocking(&file);
    let outstanding = workload.depth.saturating_mul(workload.jobs);
    Ok(match (is_nonblocking, workload.depth) {
        (false, 1) => taken(IoPath::Sync, MessageId::PathSingle),
        (false, _) if outstanding <= LANES_MAX => taken(IoPath::Sync, MessageId::PathBlocks),
        (false, _) => taken(IoPath::IoUring, MessageId::PathTooDeep),
        (true, 1) => taken(IoPath::IoUring, MessageId::PathLargeWrites),
        (true, _) => taken(IoPath::IoUring, MessageId::PathDeep),
    })
}

/// Whether requests of a job depend on one another. With several threads that each take the next request, none would
/// know which requests a recorded one waits for. None would know either when all have completed, so that a pause can
/// begin or written data can be read.
fn needs_one_thread(cell: &Cell) -> bool {
    let Cell { workload, .. } = cell;
    let pauses = workload.pacing.pauses().is_some();
    workload.depth > 1 && (workload.replay.is_some() || pauses || workload.reads_again())
}

/// Checks that requests that depend on one another are possible on this path.
fn check_one_thread(cell: &Cell) -> Result<(), StartError> {
    if !needs_one_thread(cell) {
        return Ok(());
    }
    let is_recorded = cell.workload.replay.is_some();
    let reads_again = cell.workload.reads_again();
    let what = match is_recorded {
        true => text!("device-cannot-make-trace-again-without-io", name, source),
        false if reads_again => {
            text!("device-cannot-read-written-between-queue-depth", name, source)
        }
        false => text!("device-cannot-make-pauses-queue-depth-above", name, source),
    };
    if cell.path == PathChoice::Sync {
        return Err(StartError { what, source: Errno::OPNOTSUPP.into() });
    }
    try_ring().map_err(|source| StartError { what, source })
}
