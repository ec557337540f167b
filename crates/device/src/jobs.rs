//! Runs the jobs of one cell on real targets: threads with a target each, a common start, and somebody
//! who watches them, so that a request which never comes back ends the cell and not the program.

use std::fs::File;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use iogram_engine::{
    Cell, CellFacts, CheckpointFacts, Collector, Control, Geometry, JobsOutcome, PathChoice,
    PathTaken, Pending, Scheduling, Shared, SharedJob, Target, assemble, prepares_ahead,
    run_jobs, run_lane, slots_per_job,
};
use iogram_model::{CellRecord, CellState, CpuTime, IoPath, Nanos, OpKind, Warning, Workload};

use crate::host_watch::{HostWatch, Looker};
use crate::null::NullTarget;
use crate::payload::DataKey;
use crate::seats::{Polling, Seats, obstacle_to_polling};
use crate::start_barrier::StartBarrier;
use crate::sync_target::{DiscardCall, InKernel, SyncTarget, is_nonblocking};
use crate::uring::{UringConfig, UringTarget, try_polling};
use iogram_inspect::TickClock;
use iogram_inspect::activity::HostCounters;
use iogram_inspect::clock::{self, CpuScope};
use iogram_inspect::health::HealthProbe;
use iogram_inspect::sysfs::SysRoot;

/// How often the watcher looks. Arbitrary: a person's patience after Ctrl-C.
const WATCH_STEP: Duration = Duration::from_millis(20);

/// How long an interrupted cell waits for a thread that hangs in a request. Longer than the engine's
/// own grace, which ends a ring's wait.
const HANG_GRACE: Nanos = Nanos(4 * Nanos::SECOND.0);

/// A ring's thread comes by once in an interval of 100 ms, whatever its target does; one that has not for so
/// much longer than the I/O timeout hangs in the kernel, with a request that it wanted to submit. Arbitrary.
const RING_GRACE: Nanos = Nanos::SECOND;

/// Threads that may stand for outstanding requests; deeper is left to the kernel's own workers.
/// Arbitrary: above any depth at which threads were compared with rings.
const LANES_MAX: u32 = 256;

/// With so few lanes each may complete so much that it should never wait for memory; each takes about a megabyte
/// in advance. Arbitrary.
const FAST_LANES_MAX: u32 = 8;

/// Opens the target once more, in the cell's mode.
pub(crate) type Open = Arc<dyn Fn() -> std::io::Result<File> + Send + Sync>;

/// What the jobs of a cell run on.
#[derive(Clone)]
pub(crate) enum IoBackend {
    /// Nothing.
    Null,
    /// A file or block device.
    Opened {
        /// Opens it.
        open: Open,
        /// Its shape.
        geometry: Geometry,
        /// How it is discarded.
        discard: DiscardCall,
        /// Whose data are written to it.
        key: DataKey,
        /// What the memory of a direct request has to be a multiple of.
        alignment: usize,
        /// What asks the drive how it fares; `None` where nothing can be asked.
        health: Option<Arc<HealthProbe>>,
    },
}

impl IoBackend {
    /// How warm the drive was when it was asked last.
    fn temperature_celsius(&self) -> Option<f64> {
        match self {
            Self::Null => None,
            Self::Opened { health, .. } => health.as_ref()?.last_temperature(),
        }
    }
}

/// Why a cell could not start.
#[derive(Debug)]
pub(crate) struct StartError {
    /// What was tried.
    pub(crate) what: &'static str,
    /// What the system answered.
    pub(crate) source: std::io::Error,
}

/// Runs `cell`; `epoch` is the beginning of the rig's time.
///
/// # Errors
///
/// Fails if the target cannot be opened or no ring, memory or thread can be had for it.
pub(crate) fn run_cell(
    cell: &Cell,
    (backend, seats): (&IoBackend, &Seats),
    control: &Control,
    epoch: Nanos,
) -> Result<CellRecord, StartError> {
    let seats = Seats { polling: polling_for(cell, backend, seats)?, ..seats.clone() };
    let path = choose_path(cell, backend, &seats)?;
    let threads = CellThreads { epoch, ..CellThreads::new(cell, backend, path, seats) };
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

/// Whether this cell's completions are polled for.
fn polling_for(cell: &Cell, backend: &IoBackend, seats: &Seats) -> Result<Polling, StartError> {
    let IoBackend::Opened { open, .. } = backend else { return Ok(seats.polling.clone()) };
    if seats.polling != Polling::Possible {
        return Ok(seats.polling.clone());
    }
    if let Some(why) = obstacle_to_polling(&cell.workload) {
        return Ok(Polling::Impossible(why.to_owned()));
    }
    let file = open().map_err(|source| StartError { what: "open the target", source })?;
    Ok(try_polling(&file).map_or_else(Polling::Impossible, |()| Polling::Possible))
}

/// What the threads of one cell share. Owned together: a thread that hangs outlives the cell.
struct CellThreads {
    cell: Cell,
    backend: IoBackend,
    path: PathTaken,
    /// The beginning of the rig's time.
    epoch: Nanos,
    /// Threads that stand for one outstanding request each; 1 where a ring holds them all.
    lanes_per_job: u32,
    collector: Collector,
    /// The cell's own: what a thread left behind does to it concerns nobody.
    control: Control,
    barrier: StartBarrier,
    start: OnceLock<Nanos>,
    shared_jobs: OnceLock<Vec<SharedJob>>,
    failure: Mutex<Option<StartError>>,
    features: Mutex<Vec<String>>,
    lanes: Vec<Lane>,
    seats: Seats,
    host: Arc<HostWatch>,
}

/// One thread's own, open to the watcher.
#[derive(Debug)]
struct Lane {
    pending: Pending,
    in_kernel: Arc<InKernel>,
}

impl Lane {
    fn new(workload: &Workload, is_fast: bool) -> Self {
        let kinds: Vec<OpKind> =
            OpKind::ALL.into_iter().filter(|it| workload.has(*it)).collect();
        Self { pending: Pending::watched(&kinds, is_fast), in_kernel: Arc::default() }
    }
}

/// A target of one of the real kinds.
enum AnyTarget {
    Null(NullTarget),
    Uring(Box<UringTarget>),
    Sync(SyncTarget),
}

impl CellThreads {
    fn new(cell: &Cell, backend: &IoBackend, path: PathTaken, seats: Seats) -> Self {
        let workload = &cell.workload;
        let lanes_per_job = if path.path == IoPath::Sync { workload.depth } else { 1 };
        let lanes = workload.jobs * lanes_per_job;
        Self {
            cell: cell.clone(),
            backend: backend.clone(),
            path,
            epoch: Nanos(0),
            lanes_per_job,
            collector: Collector::new(lanes),
            control: Control::default(),
            barrier: StartBarrier::new(lanes as usize),
            start: OnceLock::new(),
            shared_jobs: OnceLock::new(),
            failure: Mutex::new(None),
            features: Mutex::new(Vec::new()),
            lanes: (0..lanes).map(|_| Lane::new(workload, lanes <= FAST_LANES_MAX)).collect(),
            seats,
            host: Arc::default(),
        }
    }

    fn start(&self) -> Nanos {
        self.start.get().copied().unwrap_or_else(clock::now)
    }

    /// One thread, from opening to its outcome; `None` if any thread could not start.
    fn perform(&self, lane: u32) -> Option<JobsOutcome> {
        // A timer that ends a wait should end it in time; the default is 50 us late.
        let _wish = rustix::thread::set_current_timer_slack(std::num::NonZeroU64::new(1));
        let seated = self.seats.sit_down(lane).map_err(|source| StartError {
            what: "bind a submitting thread to its processor",
            source,
        });
        // Memory comes from where the thread sits.
        let target = match seated.and_then(|()| self.make_target(lane)) {
            Ok(target) => Some(target),
            Err(error) => {
                self.failure.lock().expect("no thread panicked").get_or_insert(error);
                None
            }
        };
        let all_came = self.barrier.pass(|| self.begin());
        if !all_came || self.failure.lock().expect("no thread panicked").is_some() {
            return None;
        }
        match target? {
            AnyTarget::Null(mut target) => Some(self.run(&mut target, lane)),
            AnyTarget::Sync(mut target) => Some(self.run(&mut target, lane)),
            AnyTarget::Uring(mut target) => {
                if lane == 0 {
                    let mut features = self.features.lock().expect("no thread panicked");
                    *features = target.features().to_vec();
                }
                Some(self.run(&mut *target, lane))
            }
        }
    }

    /// Says in the record how requests were submitted and waited for, and what of it could not be had.
    fn note_reach(&self, record: &mut CellRecord) {
        let (seats, engine) = (&self.seats, &mut record.engine);
        for (lane, submitter) in (0..).zip(&mut engine.submitters) {
            submitter.cpu_index = seats.cpu_of(lane);
        }
        if seats.polling == Polling::Possible {
            // Who polls is busy all the time, however fast the drive is.
            record.warnings.retain(|warning| warning.code != "generator-bound");
        }
        let mut warn = |code: &str, message: String| {
            record.warnings.push(Warning { code: code.to_owned(), message });
        };
        if seats.are_shared_by(self.lanes.len()) {
            warn(
                "processors-shared",
                format!(
                    "{} submitting threads shared the processors that --cpus gave them: they waited for \
                     each other",
                    self.lanes.len()
                ),
            );
        }
        engine.is_polled = match &seats.polling {
            Polling::NotAsked => None,
            Polling::Possible => Some(true),
            Polling::Impossible(why) => {
                warn(
                    "not-polled",
                    format!("completions were waited for, not polled for: {why}"),
                );
                Some(false)
            }
        };
        if seats.wait_batch > 1 && self.path.path == IoPath::IoUring {
            engine.wait_batch_count = Some(seats.wait_batch);
        } else if seats.wait_batch > 1 {
            let why = "these requests do not come back through a ring";
            warn("no-wait-batch", format!("the first completion ended every wait: {why}"));
        }
    }

    /// The start of all, and the streams that lanes share.
    fn begin(&self) {
        let start = *self.start.get_or_init(clock::now);
        // A lane that is alone with its job needs no lock around the stream. It has one buffer, so that
        // nothing can be made ready in a second one.
        let is_alone = self.lanes_per_job == 1 && !prepares_ahead(&self.cell.workload);
        if let (IoPath::Sync, IoBackend::Opened { geometry, .. }, false) =
            (self.path.path, &self.backend, is_alone)
        {
            let job =
                |job| SharedJob::new(&self.cell, *geometry, job, self.lanes_per_job, start);
            self.shared_jobs.get_or_init(|| (0..self.cell.workload.jobs).map(job).collect());
        }
    }

    /// Where a lane is, if it could hang there: a request of its own, or an interval of the cell.
    fn inside_of(&self, lane: usize) -> Option<u64> {
        let lane = &self.lanes[lane];
        if self.path.path == IoPath::Sync {
            return lane.in_kernel.request();
        }
        Some(lane.pending.interval())
    }

    fn run<T: Target>(&self, target: &mut T, lane: u32) -> JobsOutcome {
        let shared = Shared {
            cell: &self.cell,
            collector: &self.collector,
            control: &self.control,
            start: self.start(),
        };
        let pending = &self.lanes[lane as usize].pending;
        match self.shared_jobs.get() {
            Some(jobs) => {
                let job = &jobs[(lane / self.lanes_per_job) as usize];
                run_lane(target, lane, job, shared, pending)
            }
            None => run_jobs(target, lane..lane + 1, shared, pending),
        }
    }

    fn make_target(&self, lane: u32) -> Result<AnyTarget, StartError> {
        let IoBackend::Opened { open, geometry, discard, key, alignment, .. } = &self.backend
        else {
            let host = Arc::clone(&self.host);
            return Ok(AnyTarget::Null(NullTarget::watched(host, self.seats.clock)));
        };
        let workload = &self.cell.workload;
        let file = open().map_err(|source| StartError { what: "open the target", source })?;
        let block = usize::try_from(workload.block.largest().0).expect("at most 1 GiB");
        if self.path.path == IoPath::Sync {
            let in_kernel = Arc::clone(&self.lanes[lane as usize].in_kernel);
            let clock = TickClock::start(self.seats.clock);
            let watched = (in_kernel, Arc::clone(&self.host), clock);
            let memory = (block, *alignment);
            return SyncTarget::new(file, *geometry, memory, (*discard, *key), watched)
                .map(AnyTarget::Sync)
                .map_err(|source| StartError { what: "have memory for a request", source });
        }
        let is_nonblocking = is_nonblocking(&file);
        let slots = slots_per_job(workload);
        let config = UringConfig {
            slots,
            block,
            is_nonblocking,
            key: *key,
            alignment: *alignment,
            is_polled: self.seats.polling == Polling::Possible,
            wait_batch: self.seats.wait_batch,
            clock: self.seats.clock,
        };
        UringTarget::new(file, *geometry, config, Arc::clone(&self.host))
            .map(|target| AnyTarget::Uring(Box::new(target)))
            .map_err(|source| StartError { what: "set up io_uring", source })
    }
}

/// Waits for the threads of a cell and gives up those that hang.
struct Watcher {
    threads: Arc<CellThreads>,
    results: Receiver<(u32, Option<JobsOutcome>)>,
    outcomes: Vec<Option<JobsOutcome>>,
    left: usize,
    /// Per lane what it was last seen inside of, and since when.
    seen: Vec<Option<(u64, Nanos)>>,
    looker: Looker,
    /// CPU time of the process at the end of the ramp; `None` before.
    cpu_before: Option<CpuTime>,
    stopped_at: Option<Nanos>,
    told: (u64, iogram_model::Bytes),
}

impl Watcher {
    fn start(threads: &Arc<CellThreads>) -> Result<Self, StartError> {
        Self::start_with(threads, spawn)
    }

    fn start_with(threads: &Arc<CellThreads>, spawn: Spawn) -> Result<Self, StartError> {
        let cpu_before = clock::cpu_time(CpuScope::Process);
        let (sender, results) = channel();
        for lane in 0..threads.lanes.len() {
            let lane_number = u32::try_from(lane).expect("checked to be small");
            if let Err(error) = spawn(Arc::clone(threads), lane_number, sender.clone()) {
                // Those that were started wait for one that will not come.
                threads.barrier.close();
                return Err(error);
            }
        }
        let lanes = threads.lanes.len();
        let has_ramp = threads.cell.workload.ramp > Nanos(0);
        Ok(Self {
            cpu_before: if has_ramp { None } else { cpu_before },
            looker: Looker::new(&threads.host),
            threads: Arc::clone(threads),
            results,
            outcomes: vec![None; lanes],
            left: lanes,
            seen: vec![None; lanes],
            stopped_at: None,
            told: (0, iogram_model::Bytes(0)),
        })
    }

    /// Until every thread has ended or is given up. Returns the CPU time of the process after the ramp, too.
    fn watch(mut self, control: &Control) -> Result<Watched, StartError> {
        while self.left > 0 {
            let answer = self.results.recv_timeout(self.step());
            self.drain();
            if self.looker.look(&self.threads.host).is_some() {
                self.forgive();
            }
            self.note_ramp();
            match answer {
                Ok((lane, outcome)) => {
                    self.left -= 1;
                    self.outcomes[lane as usize] = outcome;
                }
                Err(RecvTimeoutError::Timeout) => self.look(control),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.tell(control);
        let cpu = clock::cpu_time(CpuScope::Process).map(|after| {
            let before = self.cpu_before.unwrap_or(after);
            CpuTime {
                user_ns: after.user_ns - before.user_ns,
                system_ns: after.system_ns - before.system_ns,
            }
        });
        match self.threads.failure.lock().expect("no thread panicked").take() {
            Some(error) => Err(error),
            None => Ok((self.outcomes.into_iter().flatten().collect(), cpu)),
        }
    }

    /// Takes the full intervals of all lanes, one lane after the other.
    fn drain(&self) {
        for (number, lane) in (0..).zip(&self.threads.lanes) {
            lane.pending.drain(number..number + 1, &self.threads.collector);
        }
    }

    /// How long to wait until the next look: not beyond the end of the ramp, from which on CPU time counts.
    fn step(&self) -> Duration {
        let Some(end) = self.ramp_end().filter(|_| self.cpu_before.is_none()) else {
            return WATCH_STEP;
        };
        Duration::from_nanos(end.saturating_sub(clock::now()).0).min(WATCH_STEP)
    }

    fn note_ramp(&mut self) {
        if self.cpu_before.is_none() && self.ramp_end().is_some_and(|end| clock::now() >= end) {
            self.cpu_before = clock::cpu_time(CpuScope::Process);
        }
    }

    /// `None` before the cell has begun.
    fn ramp_end(&self) -> Option<Nanos> {
        Some(*self.threads.start.get()? + self.threads.cell.workload.ramp)
    }

    /// Nobody ran for a while: what was under way then had no time to come back.
    fn forgive(&mut self) {
        let now = clock::now();
        self.seen.iter_mut().flatten().for_each(|(_, since)| *since = now);
        self.stopped_at = self.stopped_at.map(|_| now);
    }

    fn look(&mut self, control: &Control) {
        self.tell(control);
        let now = clock::now();
        if control.is_stopped() && self.stopped_at.is_none() {
            self.threads.control.stop();
            self.stopped_at = Some(now);
        }
        let is_patience_over =
            self.stopped_at.is_some_and(|at| now.saturating_sub(at) > HANG_GRACE);
        let has_begun = self.threads.start.get().is_some();
        for lane in 0..self.seen.len() {
            let since = match (self.threads.inside_of(lane), self.seen[lane]) {
                (None, _) => None,
                (Some(place), Some((known, since))) if known == place => Some((place, since)),
                (Some(place), _) => Some((place, now)),
            };
            self.seen[lane] = since;
            let hangs_for = since.map(|(_, since)| now.saturating_sub(since));
            let is_hanging =
                hangs_for.is_some_and(|time| self.is_too_long(time, is_patience_over));
            if is_hanging && has_begun && self.outcomes[lane].is_none() {
                self.give_up(lane, now);
            }
        }
    }

    /// Whether a lane that was seen at one place for `time` hangs there.
    fn is_too_long(&self, time: Nanos, is_patience_over: bool) -> bool {
        let timeout = self.threads.cell.io_timeout;
        if self.threads.path.path == IoPath::Sync {
            return time > timeout || is_patience_over;
        }
        time > timeout + RING_GRACE || is_patience_over && time > RING_GRACE
    }

    /// Goes on without a thread that hangs; what it measured is kept.
    fn give_up(&mut self, lane: usize, now: Nanos) {
        let number = u32::try_from(lane).expect("checked to be small");
        let collector = &self.threads.collector;
        let closed = self.threads.lanes[lane].pending.close(number, collector, now);
        let state =
            if self.stopped_at.is_some() { CellState::Interrupted } else { CellState::Stalled };
        self.outcomes[lane] = Some(JobsOutcome {
            state,
            ended: closed.ended,
            outstanding_ns: closed.outstanding_ns,
            cpu: None,
            scheduling: Scheduling::default(),
            set_aside: closed.set_aside,
            overdue: 0,
            stamping: Box::default(),
            clock: None,
            error: None,
        });
        if let Some(jobs) = self.threads.shared_jobs.get() {
            let job = &jobs[lane / self.threads.lanes_per_job as usize];
            job.give_up_lane(collector, now);
        }
        self.left -= 1;
        // The others have nothing to wait for any more.
        self.threads.control.stop();
    }

    fn checkpoint_facts(&self) -> CheckpointFacts<'_> {
        let threads = &self.threads;
        let features = threads.features.lock().expect("no thread panicked").clone();
        CheckpointFacts {
            cell: &threads.cell,
            start: threads.start(),
            epoch: threads.epoch,
            now: clock::now(),
            path: PathTaken { features, ..threads.path.clone() },
            host_pauses: threads.host.pauses_since(threads.start()),
        }
    }

    /// Passes progress on to whoever watches the run.
    fn tell(&mut self, control: &Control) {
        let (requests, bytes, elapsed) = self.threads.control.progress();
        control.advance(requests - self.told.0, bytes - self.told.1, elapsed);
        self.told = (requests, bytes);
        if control.is_latency_asked() {
            control.tell_latency(self.threads.collector.latency());
        }
        if control.is_checkpoint_asked() && self.threads.start.get().is_some() {
            control.tell_checkpoint(self.checkpoint_facts(), &self.threads.collector);
        }
        control.tell_temperature(self.threads.backend.temperature_celsius());
    }
}

/// What the lanes did, and the CPU time of the process.
type Watched = (Vec<JobsOutcome>, Option<CpuTime>);

/// What starts the thread of a lane.
type Spawn =
    fn(Arc<CellThreads>, u32, Sender<(u32, Option<JobsOutcome>)>) -> Result<(), StartError>;

fn spawn(
    threads: Arc<CellThreads>,
    lane: u32,
    sender: Sender<(u32, Option<JobsOutcome>)>,
) -> Result<(), StartError> {
    let thread = std::thread::Builder::new().name(format!("lane {lane}"));
    let spawned = thread.spawn(move || {
        let outcome = threads.perform(lane);
        // What the thread shares keeps the target open: whoever waits for the thread finds it free.
        drop(threads);
        // Nobody listens if the lane was given up.
        let _given_up = sender.send((lane, outcome));
    });
    spawned.map(drop).map_err(|source| StartError { what: "start a thread", source })
}

/// The way that costs least for this cell on this backend.
fn choose_path(
    cell: &Cell,
    backend: &IoBackend,
    seats: &Seats,
) -> Result<PathTaken, StartError> {
    let taken = |path, reason: &str| PathTaken {
        path,
        reason: reason.to_owned(),
        features: Vec::new(),
    };
    let IoBackend::Opened { open, discard, .. } = backend else {
        return Ok(taken(IoPath::Null, "the null target"));
    };
    let workload = &cell.workload;
    let needs_ioctl = workload.mix.discard.0 > 0 && *discard == DiscardCall::BlockDevice;
    match cell.path {
        PathChoice::Sync => return Ok(taken(IoPath::Sync, "asked for")),
        PathChoice::IoUring if needs_ioctl => {
            let source = std::io::Error::from_raw_os_error(libc::EOPNOTSUPP);
            return Err(StartError { what: "discard a block device through io_uring", source });
        }
        PathChoice::Auto if needs_ioctl => {
            return Ok(taken(
                IoPath::Sync,
                "discards of a block device are calls of their own",
            ));
        }
        PathChoice::Auto if seats.polling == Polling::Possible => {
            return Ok(taken(IoPath::IoUring, "completions are polled for"));
        }
        PathChoice::Auto if seats.wait_batch > 1 && workload.depth > 1 => {
            return Ok(taken(IoPath::IoUring, "several completions are waited for"));
        }
        PathChoice::Auto if workload.depth == 1 && !prepares_ahead(workload) => {
            return Ok(taken(IoPath::Sync, "queue depth 1: one system call per request"));
        }
        PathChoice::Auto | PathChoice::IoUring => {}
    }
    match io_uring::IoUring::new(2) {
        Ok(_) if cell.path == PathChoice::IoUring => {
            return Ok(taken(IoPath::IoUring, "asked for"));
        }
        Ok(_) => {}
        Err(source) if cell.path == PathChoice::IoUring => {
            return Err(StartError { what: "set up io_uring, which was asked for", source });
        }
        Err(source) => {
            let reason = format!("io_uring is unavailable ({source}): a thread per request");
            return Ok(taken(IoPath::Sync, &reason));
        }
    }
    let file = open().map_err(|source| StartError { what: "open the target", source })?;
    let is_nonblocking = is_nonblocking(&file);
    let outstanding = workload.depth.saturating_mul(workload.jobs);
    Ok(match (is_nonblocking, workload.depth) {
        (false, 1) => taken(IoPath::Sync, "queue depth 1: one system call per request"),
        (false, _) if outstanding <= LANES_MAX => taken(
            IoPath::Sync,
            "requests of this target block in the kernel: a thread per outstanding request",
        ),
        (false, _) => taken(IoPath::IoUring, "too deep for a thread per outstanding request"),
        (true, 1) => taken(IoPath::IoUring, "large writes: the next is made ready meanwhile"),
        (true, _) => taken(IoPath::IoUring, "queue depth above 1"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_were_started_go_home_when_one_cannot_be() {
        fn spawn_two(
            threads: Arc<CellThreads>,
            lane: u32,
            sender: Sender<(u32, Option<JobsOutcome>)>,
        ) -> Result<(), StartError> {
            if lane < 2 {
                return spawn(threads, lane, sender);
            }
            let source = std::io::Error::from_raw_os_error(libc::EAGAIN);
            Err(StartError { what: "start a thread", source })
        }
        let workload = Workload { jobs: 4, ..Default::default() };
        let path =
            PathTaken { path: IoPath::Null, reason: String::new(), features: Vec::new() };
        let threads = {
            let cell = Cell::new("test", workload);
            Arc::new(CellThreads::new(&cell, &IoBackend::Null, path, Seats::default()))
        };
        let error = Watcher::start_with(&threads, spawn_two).err().unwrap();
        assert_eq!(error.what, "start a thread");
        let patience = clock::now() + Nanos(30 * Nanos::SECOND.0);
        while Arc::strong_count(&threads) > 1 {
            assert!(clock::now() < patience, "a thread waits for ever");
            std::thread::yield_now();
        }
        assert_eq!(threads.start.get(), None, "nobody has begun");
    }
}
