//! The loop against a target with known behaviour in virtual time.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use iogram_engine::{
    Cell, CellFacts, Collector, Completion, Control, Errno, Geometry, JobsOutcome, PathTaken,
    Pending, Request, Shared, SharedJob, Target, TargetError, assemble, run_jobs, run_lane,
};
use iogram_model::{
    Access, Arrivals, Blocks, Bytes, CellRecord, CellState, CpuTime, HostPause,
    HostPauseReason, IoPath, Nanos, OpKind, OpMix, Pacing, Permille, Stop, SyncPolicy,
    Workload,
};
use iogram_stats::Histogram;

/// Completes every request `latency` after it was issued, all in parallel, unless a script says
/// otherwise for the n-th request.
struct Parallel {
    now: Nanos,
    latency: Nanos,
    out: VecDeque<(Nanos, Request)>,
    issued: Vec<Request>,
    deepest: usize,
    /// Salts of requests made ready, and how many requests were out then.
    prepared: Vec<(u64, usize)>,
    /// How many were made ready at each look at completions.
    prepared_at_looks: Vec<usize>,
    script: fn(usize) -> Script,
    /// When the computer let nobody run.
    pauses: Vec<(Nanos, Nanos)>,
    /// By how much the clock jumps at the next wait.
    jump: Nanos,
    /// Whether the thread is at work all the time.
    is_busy: bool,
}

enum Script {
    Succeed,
    Fail(i32),
    Short,
    Stall(Nanos),
    Never,
}

impl Parallel {
    fn new(latency: Nanos) -> Self {
        Self {
            now: Nanos(0),
            latency,
            out: VecDeque::new(),
            issued: Vec::new(),
            deepest: 0,
            prepared: Vec::new(),
            prepared_at_looks: Vec::new(),
            script: |_| Script::Succeed,
            pauses: Vec::new(),
            jump: Nanos(0),
            is_busy: false,
        }
    }
}

impl Target for Parallel {
    fn geometry(&self) -> Geometry {
        Geometry {
            capacity: Bytes(1 << 30),
            logical_block_size: Bytes(512),
            physical_block_size: None,
        }
    }
    fn now(&self) -> Nanos {
        self.now
    }
    fn cpu_time(&self) -> Option<CpuTime> {
        self.is_busy.then_some(CpuTime { user_ns: self.now.0, system_ns: 0 })
    }
    fn paused_until(&self, from: Nanos) -> Option<Nanos> {
        self.pauses.iter().map(|(_, to)| *to).filter(|to| *to > from).max()
    }
    fn prepare(&mut self, batch: &[Request]) {
        let out = self.out.len();
        self.prepared.extend(batch.iter().map(|request| (request.salt, out)));
    }
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        for request in batch {
            let latency = match (self.script)(self.issued.len()) {
                Script::Stall(latency) => latency,
                Script::Never => Nanos(u64::MAX / 2),
                _ => self.latency,
            };
            self.issued.push(*request);
            self.out.push_back((self.now + latency, *request));
        }
        self.out.make_contiguous().sort_by_key(|(at, _)| *at);
        self.deepest = self.deepest.max(self.out.len());
        Ok(())
    }
    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        self.prepared_at_looks.push(self.prepared.len());
        let jump = std::mem::take(&mut self.jump);
        if jump > Nanos(0) {
            self.now += jump;
            return Ok(());
        }
        let Some(&(first, _)) = self.out.front() else {
            self.now = self.now.max(until);
            return Ok(());
        };
        if first > until {
            self.now = self.now.max(until);
            return Ok(());
        }
        self.now = self.now.max(first);
        while let Some(&(at, request)) = self.out.front()
            && at <= self.now
        {
            self.out.pop_front();
            let number = self.issued.iter().rposition(|r| r == &request);
            let number = number.expect("only issued requests are out");
            let result = match (self.script)(number) {
                Script::Fail(errno) => Err(Errno(errno)),
                Script::Short => Ok(request.length / 2),
                _ => Ok(request.length),
            };
            done.push(Completion { slot: request.slot, at, result });
        }
        Ok(())
    }
    fn rest_until(&mut self, at: Nanos) {
        self.now = self.now.max(at);
    }
}

fn run(target: &mut Parallel, workload: Workload) -> CellRecord {
    run_cell(target, &Cell::new("cell", workload), &Control::default())
}

fn run_cell(target: &mut Parallel, cell: &Cell, control: &Control) -> CellRecord {
    let jobs = cell.workload.jobs;
    let collector = Collector::new(jobs);
    let start = target.now;
    let shared = Shared { cell, collector: &collector, control, start };
    let outcome = run_jobs(target, 0..jobs, shared, &Pending::default());
    let host_pauses = target.pauses.iter().map(|&(from, to)| HostPause {
        start_ns: from.0,
        length_ns: to.0 - from.0,
        slept_ns: None,
        reason: HostPauseReason::Stopped,
    });
    record_of((cell, start), host_pauses.collect(), &[outcome], &collector)
}

fn record_of(
    (cell, start): (&Cell, Nanos),
    host_pauses: Vec<HostPause>,
    outcomes: &[JobsOutcome],
    collector: &Collector,
) -> CellRecord {
    let path = PathTaken { path: IoPath::Sim, reason: String::new(), features: Vec::new() };
    let facts = CellFacts {
        cell,
        start,
        epoch: Nanos(0),
        outcomes,
        cpu: None,
        cpu_count: None,
        path,
        host_pauses,
        others: None,
    };
    assemble(facts, collector)
}

fn reads(depth: u32, count: u64) -> Workload {
    let stop = Stop { count: Some(count), ..Stop::default() };
    Workload { depth, stop, ..Workload::default() }
}

fn writes(count: u64) -> Workload {
    let mix = OpMix { read: Permille(0), ..OpMix::default() };
    Workload { mix, access: Access::Sequential, ..reads(1, count) }
}

const US: u64 = 1000;

#[test]
fn thirty_two_in_flight_at_100_us_are_320_000_iops() {
    let mut target = Parallel::new(Nanos(100 * US));
    let record = run(&mut target, reads(32, 3200));
    assert_eq!(target.deepest, 32);
    assert_eq!(record.elapsed_ns, 10_000 * US);
    let read = record.operations.read.unwrap();
    assert_eq!((read.count, read.bytes), (3200, 3200 * 4096));
    assert!((read.iops - 320_000.0).abs() < 1e-6);
    assert_eq!((read.latency_ns.min, read.latency_ns.max), (100 * US, 100 * US));
    assert!((record.engine.depth_reached - 32.0).abs() < 1e-9);
    assert_eq!(record.state, CellState::Completed);
    assert!(record.operations.write.is_none() && record.warnings.is_empty());
}

#[test]
fn jobs_over_one_target_add_up() {
    let mut target = Parallel::new(Nanos(100 * US));
    let record = run(&mut target, Workload { jobs: 3, ..reads(4, 1200) });
    assert_eq!((target.deepest, record.elapsed_ns), (12, 10_000 * US));
    assert_eq!(record.operations.read.unwrap().count, 1200);
    assert!((record.engine.depth_reached - 12.0).abs() < 1e-9);
}

#[test]
fn time_ends_a_cell_and_the_ramp_is_left_out() {
    let mut target = Parallel::new(Nanos(1000 * US));
    // The first 50 ms are ten times slower.
    target.script = |n| if n < 5 { Script::Stall(Nanos(10_000 * US)) } else { Script::Succeed };
    let stop = Stop { time: Some(Nanos(200_000 * US)), ..Stop::default() };
    let ramp = Nanos(60_000 * US);
    let record = run(&mut target, Workload { ramp, stop, ..reads(1, 0) });
    assert_eq!(record.elapsed_ns, 200_000 * US);
    let read = record.operations.read.unwrap();
    assert_eq!(read.latency_ns.max, 1000 * US, "the slow start is in the ramp");
    // The completion at exactly 60 ms is the first counted one, the one at 260 ms the last.
    assert_eq!(read.count, 201);
    let total: u64 = record.series.rows.iter().map(|r| r.read.unwrap().count).sum();
    assert_eq!(total, 5 + 10 + 200, "the series has the ramp too");
    assert_eq!(record.series.rows.len(), 3);
    assert_eq!(record.series.rows[0].read.unwrap().max_ns, 10_000 * US);
}

#[test]
fn each_write_is_followed_by_its_flush_and_each_kind_has_its_own_histogram() {
    let mut target = Parallel::new(Nanos(50 * US));
    let record = run(&mut target, Workload { sync: SyncPolicy::Each, ..writes(100) });
    assert_eq!(record.operations.write.as_ref().unwrap().count, 100);
    assert_eq!(record.operations.flush.as_ref().unwrap().count, 100);
    assert_eq!(record.elapsed_ns, 2 * 100 * 50 * US);
    let kinds: Vec<_> = target.issued.iter().take(4).map(|r| r.kind).collect();
    assert_eq!(kinds, [OpKind::Write, OpKind::Flush, OpKind::Write, OpKind::Flush]);
    assert!((record.engine.depth_reached - 1.0).abs() < 1e-9);
}

#[test]
fn the_flush_at_the_end_is_inside_the_time_and_after_every_write() {
    let mut target = Parallel::new(Nanos(50 * US));
    let workload = Workload { sync: SyncPolicy::End, depth: 8, ..writes(80) };
    let record = run(&mut target, workload);
    assert_eq!(record.operations.flush.unwrap().count, 1);
    assert_eq!(target.issued.last().unwrap().kind, OpKind::Flush);
    assert_eq!(record.elapsed_ns, (10 + 1) * 50 * US);
}

#[test]
fn an_open_loop_counts_the_wait_behind_a_stall() {
    let mut target = Parallel::new(Nanos(100 * US));
    // One request of 1000/s stalls for 50 ms at depth 1: the next 49 wait in line.
    target.script =
        |n| if n == 10 { Script::Stall(Nanos(50_000 * US)) } else { Script::Succeed };
    let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
    let pacing = "1000/s".parse().unwrap();
    let record = run(&mut target, Workload { pacing, stop, ..reads(1, 0) });
    let read = record.operations.read.unwrap();
    assert_eq!(read.count, 1000);
    assert_eq!(read.latency_ns.max, 50_000 * US);
    // 50 ms, then 49.1, 48.2, .. : each next one is due 1 ms later and served in 0.1 ms.
    let waiting = (0..55).map(|k| 50_000 - k * 900).filter(|&us| us > 100).sum::<u64>();
    let others = 1000 - (0..55).filter(|k| 50_000 - k * 900 > 100).count() as u64;
    let mean_us = (waiting + others * 100) as f64 / 1000.0;
    assert!((read.latency_ns.mean / 1000.0 - mean_us).abs() < 1.0, "{}", read.latency_ns.mean);
    assert!(record.engine.depth_reached < 1.0);
}

#[test]
fn a_rate_beyond_the_target_is_said() {
    let mut target = Parallel::new(Nanos(10_000 * US));
    let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
    let pacing = "1000/s".parse().unwrap();
    let record = run(&mut target, Workload { pacing, stop, ..reads(1, 0) });
    assert_eq!(record.operations.read.unwrap().count, 100);
    assert_eq!(record.warnings[0].code, "behind-schedule");
}

fn histogram(text: &str) -> Histogram {
    Histogram::from_text(text).expect("the engine wrote it")
}

#[test]
fn every_request_that_was_due_is_in_the_histogram_and_service_time_beside_it() {
    // 1000/s for 9 s on a drive that serves 500/s: half of them are never issued.
    for arrivals in [Arrivals::Fixed, Arrivals::Poisson] {
        let mut target = Parallel::new(Nanos(2000 * US));
        let stop = Stop { time: Some(Nanos(9 * Nanos::SECOND.0)), ..Stop::default() };
        let mix = OpMix { read: Permille(700), ..OpMix::default() };
        let pacing = Pacing::Open { rate_per_s: 1000.0, arrivals };
        let record = run(&mut target, Workload { pacing, stop, mix, ..reads(1, 0) });
        let all: Vec<_> = record.operations.iter().map(|(_, record)| record.clone()).collect();
        let completed: u64 = all.iter().map(|it| it.count).sum();
        let overdue: u64 = all.iter().map(|it| it.overdue_count.unwrap()).sum();
        let in_histograms: u64 = all.iter().map(|it| histogram(&it.histogram).count()).sum();
        assert_eq!((completed, in_histograms), (4500, completed + overdue));
        match arrivals {
            Arrivals::Fixed => assert_eq!(in_histograms, 9000),
            // Five standard deviations of a Poisson count.
            Arrivals::Poisson => assert!(in_histograms.abs_diff(9000) < 475, "{in_histograms}"),
        }
        let in_series: u64 = record
            .series
            .rows
            .iter()
            .flat_map(|row| [row.read, row.write])
            .flatten()
            .map(|op| op.count)
            .sum();
        assert_eq!(in_series, completed, "what did not complete is in no rate");
        for of_kind in &all {
            // The queue grows to 4.5 s: late requests waited about as long when they were served or given up.
            let latency = of_kind.latency_ns;
            assert!(latency.max.abs_diff(4_500_000 * US) < 300_000 * US, "{latency:?}");
            let service = of_kind.service.as_ref().unwrap();
            let exact = Some((2000 * US, 2000 * US, of_kind.count));
            let found = &service.latency_ns;
            let counted = histogram(&service.histogram).count();
            assert_eq!(Some((found.min, found.max, counted)), exact);
        }
    }
}

#[test]
fn a_loop_that_keeps_up_has_nothing_overdue_and_a_closed_one_no_service_time() {
    let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
    for pacing in ["500/s", "closed"] {
        let mut target = Parallel::new(Nanos(1000 * US));
        let pacing: Pacing = pacing.parse().unwrap();
        let record = run(&mut target, Workload { pacing, stop, ..reads(1, 0) });
        let read = record.operations.read.unwrap();
        assert_eq!(read.overdue_count, None);
        assert_eq!(read.service.is_some(), pacing != Pacing::Closed);
        assert_eq!(histogram(&read.histogram).count(), read.count);
    }
}

#[test]
fn what_an_interrupted_open_loop_owed_is_in_its_latencies() {
    let mut target = Parallel::new(Nanos(100 * US));
    target.script = |n| if n == 10 { Script::Never } else { Script::Succeed };
    let stop = Stop { time: Some(Nanos(200 * Nanos::SECOND.0)), ..Stop::default() };
    let pacing = "10/s".parse().unwrap();
    let record = run(&mut target, Workload { pacing, stop, ..reads(1, 0) });
    // The eleventh was issued after a second and given up after the I/O timeout of a minute.
    assert_eq!(record.state, CellState::Stalled);
    let read = record.operations.read.unwrap();
    assert_eq!(read.count, 10);
    assert!(read.overdue_count.is_some_and(|count| (601..=603).contains(&count)), "{read:?}");
    assert!(read.latency_ns.max >= 60 * Nanos::SECOND.0);
}

#[test]
fn a_request_that_hangs_is_noticed_while_others_complete() {
    let mut target = Parallel::new(Nanos(10_000 * US));
    target.script = |n| if n == 100 { Script::Never } else { Script::Succeed };
    let stop = Stop { time: Some(Nanos(300 * Nanos::SECOND.0)), ..Stop::default() };
    let record = run(&mut target, Workload { stop, ..reads(4, 0) });
    assert_eq!(record.state, CellState::Stalled);
    let seconds = record.elapsed_ns / Nanos::SECOND.0;
    assert!((60..=63).contains(&seconds), "given up after {seconds} s");
    assert!(record.operations.read.unwrap().count > 17_000, "the others went on");
}

#[test]
fn one_block_is_made_ready_between_two_looks_at_completions() {
    let mut target = Parallel::new(Nanos(100 * US));
    let block = Blocks::one(Bytes(1 << 20));
    run(&mut target, Workload { depth: 16, block, ..writes(200) });
    // From the first look on; before it nothing can complete.
    let first = target.prepared_at_looks[0];
    let between = target.prepared_at_looks.windows(2).map(|pair| pair[1] - pair[0]);
    assert_eq!(between.max(), Some(1), "first look after {first}");
}

#[test]
fn a_watched_submitter_measures_what_an_unwatched_one_does() {
    let workload = || {
        let mix = OpMix { read: Permille(500), ..OpMix::default() };
        let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
        Workload { ramp: Nanos(150_000 * US), mix, stop, ..reads(8, 0) }
    };
    let alone = run(&mut Parallel::new(Nanos(100 * US)), workload());
    for is_fast in [false, true] {
        let cell = Cell::new("cell", workload());
        let (collector, control) = (Collector::new(1), Control::default());
        let pending = Pending::watched(&[OpKind::Read, OpKind::Write], is_fast);
        let (mut target, is_over) = (Parallel::new(Nanos(100 * US)), AtomicBool::new(false));
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Acquire) {
                    pending.drain(0..1, &collector);
                    std::thread::yield_now();
                }
            });
            let (cell, collector, control) = (&cell, &collector, &control);
            let shared = Shared { cell, collector, control, start: Nanos(0) };
            let outcome = run_jobs(&mut target, 0..1, shared, &pending);
            is_over.store(true, Ordering::Release);
            outcome
        });
        let watched = record_of((&cell, Nanos(0)), Vec::new(), &[outcome], &collector);
        assert_eq!(watched.series, alone.series);
        assert_eq!(watched.operations, alone.operations);
    }
}

#[test]
fn the_record_says_how_exactly_completions_are_stamped() {
    let mut target = Parallel::new(Nanos(100 * US));
    let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
    let record = run(&mut target, Workload { stop, ..reads(8, 0) });
    let stamping = record.engine.stamping.unwrap();
    assert_eq!((stamping.completions_mean_count, stamping.completions_max_count), (8.0, 8));
    assert_eq!((stamping.turn_max_ns, stamping.boundary_max_ns), (0, Some(0)), "virtual time");
    assert!((9..=10).contains(&stamping.boundary_count), "{stamping:?}");
}

#[track_caller]
fn check_end(script: fn(usize) -> Script, state: CellState, succeeded: u64, errors: &[u64]) {
    let mut target = Parallel::new(Nanos(100 * US));
    target.script = script;
    let record = run(&mut target, writes(100));
    assert_eq!(record.state, state);
    assert_eq!(record.operations.write.map_or(0, |op| op.count), succeeded);
    assert_eq!(record.errors.iter().map(|e| e.count).collect::<Vec<_>>(), errors);
}

#[test]
fn failures_end_a_cell_in_a_named_state_and_what_was_measured_stays() {
    let fail_at = CellState::IoErrors;
    check_end(|n| if n == 50 { Script::Fail(5) } else { Script::Succeed }, fail_at, 99, &[1]);
    check_end(|n| if n >= 50 { Script::Fail(5) } else { Script::Succeed }, fail_at, 50, &[20]);
    check_end(
        |n| if n >= 7 { Script::Fail(28) } else { Script::Succeed },
        CellState::Full,
        7,
        &[1],
    );
    check_end(
        |n| if n > 0 { Script::Fail(19) } else { Script::Succeed },
        CellState::Vanished,
        1,
        &[1],
    );
    check_end(
        |n| if n == 3 { Script::Fail(30) } else { Script::Succeed },
        CellState::ReadOnly,
        3,
        &[1],
    );
    check_end(|n| if n == 3 { Script::Short } else { Script::Succeed }, fail_at, 99, &[1]);
    check_end(
        |n| if n == 9 { Script::Never } else { Script::Succeed },
        CellState::Stalled,
        9,
        &[],
    );
}

#[test]
fn a_short_transfer_is_an_error_alone() {
    let mut target = Parallel::new(Nanos(100 * US));
    // A write: flushes have odd numbers until then.
    target.script = |n| if n == 4 { Script::Short } else { Script::Succeed };
    let mut workload = writes(100);
    workload.sync = SyncPolicy::Each;
    let record = run(&mut target, workload);
    let write = record.operations.write.unwrap();
    // Neither its bytes nor its latency, and no flush for what was not written.
    assert_eq!((write.bytes, write.count), (write.count * 4096, write.count));
    assert_eq!(record.operations.flush.unwrap().count, write.count);
    let error = &record.errors[0];
    assert_eq!((error.errno, error.message.as_str()), (None, "short transfer"));
    assert_eq!((write.count, error.count), (99, 1));
    let in_series: u64 =
        record.series.rows.iter().filter_map(|row| row.write).map(|op| op.count).sum();
    assert_eq!(in_series, write.count);
}

#[test]
fn the_place_of_an_error_is_kept() {
    let mut target = Parallel::new(Nanos(100 * US));
    target.script = |n| if n == 3 || n == 5 { Script::Fail(5) } else { Script::Succeed };
    let record = run(&mut target, writes(10));
    let error = &record.errors[0];
    assert_eq!((error.first_offset_bytes, error.last_offset_bytes), (3 * 4096, 5 * 4096));
    assert_eq!((error.errno, error.operation), (Some(5), OpKind::Write));
}

#[test]
fn a_stop_ends_the_cell_and_keeps_what_was_measured() {
    let mut target = Parallel::new(Nanos(100 * US));
    let control = Control::default();
    control.stop();
    let record = run_cell(&mut target, &Cell::new("cell", reads(1, 100)), &control);
    assert_eq!(record.state, CellState::Interrupted);
    assert!(record.operations.read.is_none());
    assert_eq!(record.elapsed_ns, 0);
}

#[test]
fn the_same_seed_gives_the_same_requests() {
    let requests = |seed| {
        let mut target = Parallel::new(Nanos(100 * US));
        let block: Blocks = "4KiB:1,8KiB:1".parse().unwrap();
        run(&mut target, Workload { seed, block, ..reads(4, 500) });
        target.issued
    };
    assert_eq!(requests(1), requests(1));
    assert_ne!(requests(1), requests(2));
}

#[test]
fn large_writes_are_made_ready_while_others_are_out() {
    for depth in [1, 2, 8] {
        let mut target = Parallel::new(Nanos(100 * US));
        let block = Blocks::one(Bytes(64 << 10));
        let record = run(&mut target, Workload { depth, block, ..writes(200) });
        assert_eq!(record.operations.write.unwrap().count, 200);
        assert_eq!(target.deepest, depth as usize, "as deep as asked for");
        let mut prepared: Vec<_> = target.prepared.iter().map(|(salt, _)| *salt).collect();
        let mut issued: Vec<_> = target.issued.iter().map(|request| request.salt).collect();
        let first_idle = target.prepared.iter().filter(|(_, out)| *out == 0).count();
        assert_eq!(first_idle, 1, "only the first one waits for its data");
        let offsets: Vec<_> = target.issued.iter().map(|request| request.offset).collect();
        assert!(offsets.is_sorted(), "in their order");
        prepared.sort_unstable();
        issued.sort_unstable();
        assert_eq!(prepared, issued, "each exactly once");
    }
}

#[test]
fn lanes_take_every_request_once_and_flush_once_at_the_end() {
    let workload = Workload { sync: SyncPolicy::End, depth: 4, ..writes(1000) };
    let cell = Cell::new("cell", workload);
    let (collector, control) = (Collector::new(4), Control::default());
    let geometry = Parallel::new(Nanos(0)).geometry();
    let job = SharedJob::new(&cell, geometry, 0, 4, Nanos(0));
    let issued: Vec<Request> = std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..4)
            .map(|lane| {
                let (cell, collector, control, job) = (&cell, &collector, &control, &job);
                scope.spawn(move || {
                    let mut target = Parallel::new(Nanos(100 * US));
                    let shared = Shared { cell, collector, control, start: Nanos(0) };
                    let pending = Pending::default();
                    let outcome = run_lane(&mut target, lane, job, shared, &pending);
                    assert_eq!(
                        (outcome.state, target.deepest <= 1),
                        (CellState::Completed, true)
                    );
                    target.issued
                })
            })
            .collect();
        lanes.into_iter().flat_map(|lane| lane.join().unwrap()).collect()
    });
    let flushes = issued.iter().filter(|request| request.kind == OpKind::Flush).count();
    let mut offsets: Vec<_> =
        issued.iter().filter(|r| r.kind == OpKind::Write).map(|r| r.offset).collect();
    offsets.sort_unstable();
    assert_eq!(flushes, 1);
    assert_eq!(offsets, (0..1000).map(|block| block * 4096).collect::<Vec<_>>());
}

#[test]
fn a_lane_takes_an_arrival_before_its_time_and_issues_it_in_time() {
    let pacing = "1000/s".parse().unwrap();
    let stop = Stop { time: Some(Nanos(100_000 * US)), ..Stop::default() };
    let cell = Cell::new("cell", Workload { pacing, stop, ..reads(1, 0) });
    let (collector, control) = (Collector::new(1), Control::default());
    let mut target = Parallel::new(Nanos(100 * US));
    let job = SharedJob::new(&cell, target.geometry(), 0, 1, Nanos(0));
    let shared =
        Shared { cell: &cell, collector: &collector, control: &control, start: Nanos(0) };
    let outcome = run_lane(&mut target, 0, &job, shared, &Pending::default());
    assert_eq!((target.issued.len(), outcome.overdue), (100, 0));
    assert_eq!(outcome.ended, Nanos(99_100 * US));
}

#[test]
fn what_was_out_while_the_computer_paused_is_in_no_figure() {
    let mut target = Parallel::new(Nanos(100 * US));
    // Two seconds in which nobody runs, with four requests out.
    target.script = |n| match n {
        40..44 => Script::Stall(Nanos(2 * Nanos::SECOND.0)),
        _ => Script::Succeed,
    };
    let pause = (Nanos(1000 * US), Nanos(1000 * US + 2 * Nanos::SECOND.0));
    target.pauses.push(pause);
    let record = run(&mut target, reads(4, 400));
    let read = record.operations.read.as_ref().unwrap();
    assert_eq!((read.count, record.set_aside_count), (396, Some(4)));
    assert_eq!(read.latency_ns.max / US, 100);
    assert_eq!(record.paused_ns(), 2 * Nanos::SECOND.0);
    // 99 times four, in 9.9 ms: the pause is no time of the drive's.
    assert!(
        (record.engine.depth_reached - 4.0).abs() < 0.01,
        "{}",
        record.engine.depth_reached
    );
    let codes: Vec<&str> = record.warnings.iter().map(|it| it.code.as_str()).collect();
    assert_eq!(codes, ["host-paused"]);
    // The drive's own stalls stay what they are.
    target.pauses.clear();
    let record = run(&mut target, reads(4, 400));
    let read = record.operations.read.unwrap();
    assert_eq!((read.count, record.set_aside_count), (400, None));
}

#[test]
fn a_clock_that_jumps_gives_no_request_up() {
    let mut target = Parallel::new(Nanos(100 * US));
    target.jump = Nanos(70 * Nanos::SECOND.0);
    let record = run(&mut target, reads(4, 400));
    assert_eq!(record.state, CellState::Completed);
    assert_eq!(record.operations.read.unwrap().count, 400);
}

#[test]
fn processor_time_is_counted_from_the_end_of_the_ramp() {
    let mut target = Parallel { is_busy: true, ..Parallel::new(Nanos(100 * US)) };
    let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
    let workload = Workload { ramp: Nanos(4 * Nanos::SECOND.0), stop, ..reads(1, 0) };
    let record = run(&mut target, workload);
    let submitter = record.engine.submitters[0];
    let used = submitter.cpu.unwrap().user_ns;
    assert!(used.abs_diff(Nanos::SECOND.0) < 1000 * US, "{submitter:?}");
    assert!(submitter.elapsed_ns.abs_diff(Nanos::SECOND.0) < 1000 * US, "{submitter:?}");
}

#[test]
fn a_submitter_that_spins_until_the_next_request_is_due_is_no_limit() {
    let bound = |pacing| {
        let mut target = Parallel { is_busy: true, ..Parallel::new(Nanos(10 * US)) };
        let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
        let record = run(&mut target, Workload { pacing, stop, ..reads(1, 0) });
        record.warnings.iter().any(|it| it.code == "generator-bound")
    };
    let open = |rate_per_s| Pacing::Open { rate_per_s, arrivals: Arrivals::Fixed };
    assert!(!bound(open(1000.0)));
    assert!(bound(open(1_000_000.0)), "it cannot keep up");
    assert!(bound(Pacing::Closed));
}
