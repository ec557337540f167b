//! The threads of a cell, with one target each and a common start.

use std::sync::{Arc, Mutex, OnceLock};

use iogram_engine::{
    Cell, Collector, Control, Feed, Geometry, JobsOutcome, PathTaken, Pending, Shared,
    SharedJob, Target, prepares_ahead, run_jobs, run_lane, run_replay, slots_per_job,
};
use iogram_inspect::TickClock;
use iogram_inspect::clock;
use iogram_model::{
    ApplicationRecord, CellRecord, IoPath, Message, MessageId, Nanos, OpKind, Warning,
    WarningCode, Workload, text,
};

use super::backend::{IoBackend, StartError, StartProgram};
use super::company::Company;
use crate::application::ApplicationTarget;
use crate::linux::host_watch::HostWatch;
use crate::linux::passthrough::PassthroughTarget;
use crate::linux::seats::{Polling, Seats, wish_to_wake_in_time};
use crate::linux::sync_target::{InKernel, SyncTarget, is_nonblocking};
use crate::linux::uring::{UringConfig, UringTarget};
use crate::null::NullTarget;
use crate::start_barrier::StartBarrier;

/// With at most this many lanes, each may complete so many requests that it should never wait for memory; each then
/// allocates about a megabyte in advance. Arbitrary.
const FAST_LANES_MAX: u32 = 8;

/// The state that the threads of one cell share. Owned jointly: a thread that hangs outlives the cell.
pub(super) struct CellThreads {
    pub(super) cell: Cell,
    pub(super) backend: IoBackend,
    pub(super) path: PathTaken,
    /// The beginning of the rig's time.
    pub(super) epoch: Nanos,
    /// Threads per job with one outstanding request each; 1 if a ring holds them all.
    pub(super) lanes_per_job: u32,
    pub(super) collector: Collector,
    /// The cell's own control: a thread that was left behind cannot affect anything else with it.
    pub(super) control: Control,
    pub(super) barrier: StartBarrier,
    pub(super) start: OnceLock<Nanos>,
    /// The requests of a recording, for the one thread that replays them.
    pub(super) feed: Mutex<Option<Box<dyn Feed>>>,
    /// The loads at the same time.
    pub(super) company: Company,
    pub(super) shared_jobs: OnceLock<Vec<SharedJob>>,
    pub(super) failure: Mutex<Option<StartError>>,
    pub(super) features: Mutex<Vec<String>>,
    /// The program's description, if the target is a program.
    pub(super) application: Mutex<Option<ApplicationRecord>>,
    pub(super) lanes: Vec<Lane>,
    pub(super) seats: Seats,
    pub(super) host: Arc<HostWatch>,
}

/// State of one thread, open to the watcher.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) pending: Pending,
    pub(super) in_kernel: Arc<InKernel>,
}

impl Lane {
    pub(super) fn new(workload: &Workload, is_fast: bool) -> Self {
        let kinds: Vec<OpKind> =
            OpKind::ALL.into_iter().filter(|it| workload.has(*it)).collect();
        Self { pending: Pending::watched(&kinds, is_fast), in_kernel: Arc::default() }
    }
}

/// A target of one of the real kinds.
enum AnyTarget {
    Null(NullTarget),
    Uring(Box<UringTarget>),
    Passthrough(Box<PassthroughTarget>),
    Sync(SyncTarget),
    Application(Box<ApplicationTarget>),
}

impl CellThreads {
    pub(super) fn new(cell: &Cell, backend: &IoBackend, path: PathTaken, seats: Seats) -> Self {
        let workload = &cell.workload;
        // A plain call has one outstanding request: there, depth means threads.
        let lanes_per_job = if path.path == IoPath::Sync { workload.depth } else { 1 };
        assert!(lanes_per_job > 0 && workload.jobs > 0, "a cell has threads");
        let lanes =
            workload.jobs.checked_mul(lanes_per_job).expect("checked with the workload");
        Self {
            cell: cell.clone(),
            backend: backend.clone(),
            path,
            epoch: Nanos(0),
            lanes_per_job,
            collector: Collector::new(lanes).watching(cell),
            control: Control::default(),
            barrier: StartBarrier::new(lanes as usize),
            start: OnceLock::new(),
            feed: Mutex::new(None),
            company: Company::default(),
            shared_jobs: OnceLock::new(),
            failure: Mutex::new(None),
            features: Mutex::new(Vec::new()),
            application: Mutex::new(None),
            lanes: (0..lanes).map(|_| Lane::new(workload, lanes <= FAST_LANES_MAX)).collect(),
            seats,
            host: Arc::default(),
        }
    }

    pub(super) fn start(&self) -> Nanos {
        self.start.get().copied().unwrap_or_else(clock::now)
    }

    /// Runs one thread, from opening to its outcome; `None` if any thread could not start.
    pub(super) fn perform(&self, lane: u32) -> Option<JobsOutcome> {
        // A timer should end a wait on time; the default is 50 us late.
        wish_to_wake_in_time();
        let seated = self.seats.sit_down(lane).map_err(|source| StartError {
            what: text!("device-cannot-bind-submitting-thread-processor", name, source),
            source,
        });
        // Memory comes from the node of the thread's processor.
        let target = match seated.and_then(|()| self.make_target(lane)) {
            Ok(target) => Some(target),
            Err(error) => {
                self.failure.lock().expect("no thread panicked").get_or_insert(error);
                None
            }
        };
        // All threads meet here, even if their target failed to open: a missing one would block the others for ever.
        let all_came = self.barrier.pass(|| self.begin());
        if !all_came || self.failure.lock().expect("no thread panicked").is_some() {
            return None;
        }
        match target? {
            AnyTarget::Null(mut target) => Some(self.run(&mut target, lane)),
            AnyTarget::Sync(mut target) => Some(self.run(&mut target, lane)),
            AnyTarget::Application(mut target) => Some(self.run(&mut *target, lane)),
            AnyTarget::Uring(mut target) => {
                self.note_features(lane, target.features());
                Some(self.run(&mut *target, lane))
            }
            AnyTarget::Passthrough(mut target) => {
                self.note_features(lane, target.features());
                Some(self.run(&mut *target, lane))
            }
        }
    }

    /// The first lane reports for all.
    fn note_features(&self, lane: u32, found: &[String]) {
        if lane == 0 {
            let mut features = self.features.lock().expect("no thread panicked");
            *features = found.to_vec();
        }
    }

    /// Adds to the record how requests were submitted and awaited, and which wishes could not be met.
    pub(super) fn note_reach(&self, record: &mut CellRecord) {
        let (seats, engine) = (&self.seats, &mut record.engine);
        engine.application = self.application.lock().expect("no thread panicked").clone();
        for (lane, submitter) in (0..).zip(&mut engine.submitters) {
            submitter.cpu_index = seats.cpu_of(lane);
        }
        if seats.polling == Polling::Possible {
            // A polling thread is busy all the time, however fast the drive is.
            record.warnings.retain(|warning| warning.code != WarningCode::GeneratorBound);
        }
        let mut warn = |code: WarningCode, statement: Message| {
            record.warnings.push(Warning::new(code, statement));
        };
        if seats.are_shared_by(self.lanes.len()) {
            let count = self.lanes.len().into();
            warn(
                WarningCode::ProcessorsShared,
                Message::new(MessageId::ProcessorsShared, [count]),
            );
        }
        engine.is_polled = match &seats.polling {
            Polling::NotAsked => None,
            Polling::Possible => Some(true),
            Polling::Impossible(why) => {
                let why = why.as_str().into();
                warn(WarningCode::NotPolled, Message::new(MessageId::NotPolled, [why]));
                Some(false)
            }
        };
        let has_ring = matches!(self.path.path, IoPath::IoUring | IoPath::Passthrough);
        if seats.wait_batch > 1 && has_ring {
            engine.wait_batch_count = Some(seats.wait_batch);
        } else if seats.wait_batch > 1 {
            warn(WarningCode::NoWaitBatch, Message::plain(MessageId::NoWaitBatch));
        }
    }

    /// Sets the common start, and creates the streams that lanes share.
    fn begin(&self) {
        let start = *self.start.get_or_init(clock::now);
        // A lane that is alone with its job needs no lock around the stream. It has one buffer, so nothing can be
        // prepared in a second one.
        let is_alone = self.lanes_per_job == 1 && !prepares_ahead(&self.cell.workload);
        if let (IoPath::Sync, IoBackend::Opened { geometry, .. }, false) =
            (self.path.path, &self.backend, is_alone)
        {
            let job =
                |job| SharedJob::new(&self.cell, *geometry, job, self.lanes_per_job, start);
            self.shared_jobs.get_or_init(|| (0..self.cell.workload.jobs).map(job).collect());
        }
    }

    /// The place where a lane could hang, if it is in one: a request of its own, or an interval of the cell.
    pub(super) fn inside_of(&self, lane: usize) -> Option<u64> {
        let lane = &self.lanes[lane];
        if matches!(self.path.path, IoPath::Sync | IoPath::Application) {
            return lane.in_kernel.request();
        }
        Some(lane.pending.interval())
    }

    pub(super) fn run<T: Target>(&self, target: &mut T, lane: u32) -> JobsOutcome {
        let shared = Shared {
            cell: &self.cell,
            collector: &self.collector,
            control: &self.control,
            start: self.start(),
            zones: self.backend.zones(),
            flow: self.company.flow.as_deref(),
        };
        assert!((lane as usize) < self.lanes.len(), "lane {lane} of {}", self.lanes.len());
        let pending = &self.lanes[lane as usize].pending;
        if let Some(feed) = self.feed.lock().expect("no thread panicked").take() {
            return run_replay(target, feed, shared, pending);
        }
        match self.shared_jobs.get() {
            Some(jobs) => {
                assert_eq!(
                    jobs.len() * self.lanes_per_job as usize,
                    self.lanes.len(),
                    "each job has its lanes"
                );
                let job = &jobs[(lane / self.lanes_per_job) as usize];
                run_lane(target, lane, job, shared, pending)
            }
            None => run_jobs(target, lane..lane + 1, shared, pending),
        }
    }

    /// Prepares a program for its first operation; the first lane reports its description for all.
    fn start_program(
        &self,
        lane: u32,
        (start, geometry): (&StartProgram, Geometry),
    ) -> Result<AnyTarget, StartError> {
        let program = start(lane).map_err(|source| StartError {
            what: text!("device-cannot-start-program", name, source),
            source,
        })?;
        if lane == 0 {
            let record = program.record();
            *self.application.lock().expect("no thread panicked") = Some(record);
        }
        let in_kernel = Arc::clone(&self.lanes[lane as usize].in_kernel);
        let clock = TickClock::start(self.seats.clock);
        let watched = (in_kernel, Arc::clone(&self.host), clock);
        let target = ApplicationTarget::new(program, geometry, watched);
        Ok(AnyTarget::Application(Box::new(target)))
    }

    fn make_target(&self, lane: u32) -> Result<AnyTarget, StartError> {
        if let IoBackend::Application { start, geometry, .. } = &self.backend {
            return self.start_program(lane, (start, *geometry));
        }
        let IoBackend::Opened {
            open, namespace, geometry, discard, payload, alignment, ..
        } = &self.backend
        else {
            let host = Arc::clone(&self.host);
            return Ok(AnyTarget::Null(NullTarget::watched(host, self.seats.clock)));
        };
        let workload = &self.cell.workload;
        let file = open().map_err(|source| StartError {
            what: text!("device-cannot-open-target", name, source),
            source,
        })?;
        let block = usize::try_from(workload.block.largest().0).expect("at most 1 GiB");
        if self.path.path == IoPath::Sync {
            let in_kernel = Arc::clone(&self.lanes[lane as usize].in_kernel);
            let clock = TickClock::start(self.seats.clock);
            let watched = (in_kernel, Arc::clone(&self.host), clock);
            let memory = (block, *alignment);
            return SyncTarget::new(
                file,
                *geometry,
                memory,
                (*discard, payload.clone()),
                watched,
            )
            .map(AnyTarget::Sync)
            .map_err(|source| StartError {
                what: text!("device-cannot-memory-request", name, source),
                source,
            });
        }
        let is_nonblocking = namespace.is_some() || is_nonblocking(&file);
        let slots = slots_per_job(workload);
        let config = UringConfig {
            slots,
            block,
            is_nonblocking,
            payload: payload.clone(),
            alignment: *alignment,
            is_polled: self.seats.polling == Polling::Possible,
            wait_batch: self.seats.wait_batch,
            clock: self.seats.clock,
        };
        if let Some(namespace) = namespace {
            let (namespace, host) = (Arc::clone(namespace), Arc::clone(&self.host));
            return PassthroughTarget::new(namespace, *geometry, &config, host)
                .map(|target| AnyTarget::Passthrough(Box::new(target)))
                .map_err(|source| StartError {
                    what: text!("device-cannot-set-up-io-uring-commands", name, source),
                    source,
                });
        }
        UringTarget::new(file, *geometry, config, Arc::clone(&self.host))
            .map(|target| AnyTarget::Uring(Box::new(target)))
            .map_err(|source| StartError {
                what: text!("device-cannot-set-up-io-uring", name, source),
                source,
            })
    }
}
