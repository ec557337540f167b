//! Watches the threads of a cell and gives up those that hang.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use iogram_engine::{CheckpointFacts, Control, JobsOutcome, PathTaken, Scheduling};
use iogram_inspect::clock::{self, CpuScope};
use iogram_model::{CellState, CpuTime, IoPath, Nanos, text};

use super::backend::StartError;
use super::threads::CellThreads;
use crate::linux::host_watch::Looker;

/// Time between two looks of the watcher. Arbitrary: a person's patience after Ctrl-C.
const WATCH_STEP: Duration = Duration::from_millis(20);

/// How long an interrupted cell waits for a thread that hangs in a request. Longer than the engine's own grace, which
/// ends a ring's wait.
const HANG_GRACE: Nanos = Nanos(4 * Nanos::SECOND.0);

/// A ring's thread reports once per interval of 100 ms, whatever its target does. If it does not for this much longer
/// than the I/O timeout, it hangs in the kernel while it submits a request. Arbitrary.
const RING_GRACE: Nanos = Nanos::SECOND;

/// Waits for the threads of a cell and gives up those that hang.
pub(super) struct Watcher {
    pub(super) threads: Arc<CellThreads>,
    results: Receiver<(u32, Option<JobsOutcome>)>,
    pub(super) outcomes: Vec<Option<JobsOutcome>>,
    pub(super) left: usize,
    /// Per lane, the place where it was last seen, and since when.
    seen: Vec<Option<(u64, Nanos)>>,
    looker: Looker,
    /// CPU time of the process at the end of the ramp; `None` before.
    cpu_before: Option<CpuTime>,
    stopped_at: Option<Nanos>,
    told: (u64, iogram_model::Bytes),
}

impl Watcher {
    pub(super) fn start(threads: &Arc<CellThreads>) -> Result<Self, StartError> {
        Self::start_with(threads, spawn)
    }

    fn start_with(threads: &Arc<CellThreads>, spawn: Spawn) -> Result<Self, StartError> {
        let cpu_before = clock::cpu_time(CpuScope::Process);
        let (sender, results) = channel();
        for lane in 0..threads.lanes.len() {
            let lane_number = u32::try_from(lane).expect("checked to be small");
            if let Err(error) = spawn(Arc::clone(threads), lane_number, sender.clone()) {
                // The threads that were started would wait for one that never comes.
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

    /// Returns when every thread has ended or is given up, with the CPU time of the process after the ramp.
    pub(super) fn watch(mut self, control: &Control) -> Result<Watched, StartError> {
        while self.left > 0 {
            let answer = self.results.recv_timeout(self.step());
            self.drain();
            if self.threads.company.is_ended() {
                self.threads.collector.end_with_another();
            }
            if self.looker.look(&self.threads.host).is_some() {
                self.forgive();
            }
            self.note_ramp();
            match answer {
                Ok((lane, outcome)) => self.take(lane as usize, outcome),
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

    /// Takes the outcome of a lane. A lane that was given up and still reports is already counted, and its
    /// measurements are kept.
    fn take(&mut self, lane: usize, outcome: Option<JobsOutcome>) {
        if self.outcomes[lane].is_none() {
            assert!(self.left > 0, "each thread ends once");
            self.left -= 1;
            self.outcomes[lane] = outcome;
        }
    }

    /// Takes the full intervals of all lanes, one lane after the other.
    fn drain(&self) {
        for (number, lane) in (0..).zip(&self.threads.lanes) {
            lane.pending.drain(number..number + 1, &self.threads.collector);
        }
    }

    /// The time until the next look: at most the end of the ramp, where the counting of CPU time begins.
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

    /// After a pause of the whole program: outstanding requests had no time to complete.
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
        if matches!(self.threads.path.path, IoPath::Sync | IoPath::Application) {
            return time > timeout || is_patience_over;
        }
        time > timeout + RING_GRACE || is_patience_over && time > RING_GRACE
    }

    /// Continues without a thread that hangs; its measurements are kept.
    fn give_up(&mut self, lane: usize, now: Nanos) {
        let number = u32::try_from(lane).expect("checked to be small");
        let collector = &self.threads.collector;
        let closed = self.threads.lanes[lane].pending.close(number, collector, now);
        let state =
            if self.stopped_at.is_some() { CellState::Interrupted } else { CellState::Stalled };
        self.outcomes[lane] = Some(JobsOutcome {
            replay: None,
            state,
            ended: closed.ended,
            outstanding_ns: closed.outstanding_ns,
            drain: None,
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
        // The others have nothing left to wait for.
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

    /// Passes progress on to the watcher of the run.
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

/// The outcomes of the lanes, and the CPU time of the process.
type Watched = (Vec<JobsOutcome>, Option<CpuTime>);

/// Starts the thread of a lane.
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
        // The shared state keeps the target open. It is dropped first, so that whoever waits for the thread finds the
        // target free.
        drop(threads);
        // Nobody receives it if the lane was given up.
        let _given_up = sender.send((lane, outcome));
    });
    spawned.map(drop).map_err(|source| StartError {
        what: text!("device-cannot-start-thread", name, source),
        source,
    })
}

#[cfg(test)]
mod tests {
    use iogram_engine::Cell;
    use iogram_model::{Message, MessageId, Workload};

    use super::super::backend::IoBackend;
    use super::*;
    use crate::linux::seats::Seats;

    fn threads_of(workload: Workload) -> Arc<CellThreads> {
        let path = PathTaken {
            path: IoPath::Null,
            reason: Message::plain(MessageId::PathNull),
            features: Vec::new(),
        };
        let cell = Cell::new("test", workload);
        Arc::new(CellThreads::new(&cell, &IoBackend::Null, path, Seats::default()))
    }

    #[test]
    fn a_lane_that_answers_after_it_was_given_up_ends_no_other() {
        let threads = threads_of(Workload { jobs: 2, ..Default::default() });
        let mut watcher = Watcher::start_with(&threads, |_, _, _| Ok(())).unwrap();
        let lanes = watcher.left;
        assert!(lanes >= 2, "{lanes} lanes");
        watcher.give_up(0, clock::now());
        assert_eq!(watcher.left, lanes - 1);
        let state = |watcher: &Watcher| watcher.outcomes[0].as_ref().map(|it| it.state);
        assert_eq!(state(&watcher), Some(CellState::Stalled));
        watcher.take(0, None);
        assert_eq!((watcher.left, state(&watcher)), (lanes - 1, Some(CellState::Stalled)));
        watcher.take(1, None);
        assert_eq!(watcher.left, lanes - 2);
    }

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
            Err(StartError { what: text!("device-cannot-start-thread", name, source), source })
        }
        let threads = threads_of(Workload { jobs: 4, ..Default::default() });
        let error = Watcher::start_with(&threads, spawn_two).err().unwrap();
        assert_eq!(error.what.id(), "device-cannot-start-thread");
        let patience = clock::now() + Nanos(30 * Nanos::SECOND.0);
        while Arc::strong_count(&threads) > 1 {
            assert!(clock::now() < patience, "a thread waits for ever");
            std::thread::yield_now();
        }
        assert_eq!(threads.start.get(), None, "nobody has begun");
    }
}
