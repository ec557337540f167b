//! Runs the jobs of one cell on real targets: threads with one target each, a common start, and a watcher, so that a
//! request that never completes ends the cell and not the program.

mod backend;
mod company;
mod path;
mod threads;
mod watcher;

use std::sync::{Arc, Mutex};

use iogram_engine::{Cell, CellFacts, Control, Feed, PathTaken, assemble};
use iogram_inspect::activity::HostCounters;
use iogram_inspect::sysfs::SysRoot;
use iogram_model::{CellRecord, CellState, Nanos, text};

pub(crate) use self::backend::{IoBackend, Open, StartError, StartProgram};
use self::company::Company;
use self::path::{choose_path, polling_for};
use self::threads::CellThreads;
use self::watcher::Watcher;
use crate::linux::seats::Seats;

/// Runs the loads of a cell at the same time, its own load first; `epoch` is the beginning of the rig's time. Each
/// load has its own threads and ends by itself, or with a load that ends the others; if the first load does not
/// complete, it ends the loads beside it.
///
/// # Errors
///
/// Fails as [`run_cell`] does for any of them.
pub(crate) fn run_loads(
    (cells, feed): (&[&Cell], Option<Box<dyn Feed>>),
    (backends, seats): (&[IoBackend], &Seats),
    control: &Control,
    epoch: Nanos,
) -> Result<Vec<CellRecord>, StartError> {
    let company = Company::of(cells);
    let mut all = cells.iter().zip(backends).zip(&company);
    let Some(((own, backend), with)) = all.next() else { return Ok(Vec::new()) };
    // Progress and checkpoints are those of the cell's own load.
    let beside = Control::default();
    std::thread::scope(|scope| {
        let beside = &beside;
        let mut threads = Vec::new();
        for ((cell, backend), with) in all {
            let run = move || {
                wait_for(cell.delay, (beside, with));
                let record = run_cell((cell, None, with), (backend, seats), beside, epoch);
                with.leave(cell);
                record
            };
            let thread = std::thread::Builder::new().name("load".to_owned());
            match thread.spawn_scoped(scope, run) {
                Ok(thread) => threads.push(thread),
                Err(source) => {
                    beside.stop();
                    return Err(StartError {
                        what: text!("device-cannot-start-thread", name, source),
                        source,
                    });
                }
            }
        }
        let first = run_cell((own, feed, with), (backend, seats), control, epoch);
        with.leave(own);
        // They end at the same time limit; if the first load was cut short, they have nothing to run beside.
        if first.as_ref().map_or(true, |record| record.state != CellState::Completed) {
            beside.stop();
        }
        let others = threads.into_iter().map(|it| it.join().expect("a load does not panic"));
        std::iter::once(first).chain(others.collect::<Vec<_>>()).collect()
    })
}

/// Waits until a load begins, or until it is stopped or ended.
fn wait_for(delay: Nanos, (control, with): (&Control, &Company)) {
    let begin = iogram_inspect::now() + delay;
    while iogram_inspect::now() < begin && !control.is_stopped() && !with.is_ended() {
        iogram_inspect::rest_until(begin.min(iogram_inspect::now() + STOP_SEEN));
    }
}

/// How long a load that waits for its beginning may overlook a stop. Arbitrary: an interval of the record.
const STOP_SEEN: Nanos = Nanos(100_000_000);

/// Runs `cell`, with the requests of `feed` if it replays a recording; `epoch` is the beginning of the rig's time.
///
/// # Errors
///
/// Fails if the target cannot be opened, or if no ring, memory or thread is available for it.
fn run_cell(
    (cell, feed, with): (&Cell, Option<Box<dyn Feed>>, &Company),
    (backend, seats): (&IoBackend, &Seats),
    control: &Control,
    epoch: Nanos,
) -> Result<CellRecord, StartError> {
    let seats = Seats { polling: polling_for(cell, backend, seats)?, ..seats.clone() };
    let path = choose_path(cell, backend, &seats)?;
    let threads = CellThreads {
        epoch,
        feed: Mutex::new(feed),
        company: with.clone(),
        ..CellThreads::new(cell, backend, path, seats)
    };
    let threads = Arc::new(threads);
    control.begin_cell();
    let root = SysRoot::default();
    let before = HostCounters::read(&root);
    let (outcomes, cpu) = Watcher::start(&threads)?.watch(control)?;
    let others = HostCounters::read(&root).since(&before);
    let features = threads.features.lock().expect("no thread panicked").clone();
    let path =
        PathTaken { path: threads.path.path, reason: threads.path.reason.clone(), features };
    let cpu_count = std::thread::available_parallelism().ok();
    let facts = CellFacts {
        cell,
        start: threads.start(),
        epoch,
        outcomes: &outcomes,
        cpu,
        cpu_count: cpu_count.and_then(|count| u32::try_from(count.get()).ok()),
        path,
        host_pauses: threads.host.pauses_since(threads.start()),
        others: Some(others),
    };
    let mut record = assemble(facts, &threads.collector);
    threads.note_reach(&mut record);
    Ok(record)
}
