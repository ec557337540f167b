//! A target with known behaviour, in virtual time.

use iogram_model::{Message, MessageId, Nanos};
use std::collections::VecDeque;

use iogram_engine::Scheduling;

use crate::*;

/// Completes every request `latency` after its issue, all in parallel, unless a script decides otherwise for the n-th
/// request.
pub(super) struct Parallel {
    pub(super) now: Nanos,
    pub(super) latency: Nanos,
    pub(super) out: VecDeque<(Nanos, Request)>,
    pub(super) issued: Vec<Request>,
    pub(super) deepest: usize,
    /// Salts of prepared requests, and the number outstanding at that time.
    pub(super) prepared: Vec<(u64, usize)>,
    /// Number of prepared requests at each look for completions.
    pub(super) prepared_at_looks: Vec<usize>,
    pub(super) script: fn(usize) -> Script,
    /// Times in which the computer let nobody run.
    pub(super) pauses: Vec<(Nanos, Nanos)>,
    /// The jump of the clock at the next wait.
    pub(super) jump: Nanos,
    /// Whether the thread is busy all the time.
    pub(super) is_busy: bool,
    /// Share of its time spent polling for completions, in per cent.
    pub(super) look_percent: u64,
}

pub(super) enum Script {
    Succeed,
    Fail(i32),
    Short,
    Stall(Nanos),
    Never,
}

impl Parallel {
    pub(super) fn new(latency: Nanos) -> Self {
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
            look_percent: 0,
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
    fn scheduling(&self) -> Scheduling {
        Scheduling {
            looked_ns: Some(self.now.0 * self.look_percent / 100),
            ..Scheduling::default()
        }
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

pub(super) fn run(target: &mut Parallel, workload: Workload) -> CellRecord {
    run_cell(target, &Cell::new("cell", workload), &Control::default())
}

pub(super) fn run_cell(target: &mut Parallel, cell: &Cell, control: &Control) -> CellRecord {
    let jobs = cell.workload.jobs;
    let collector = Collector::new(jobs);
    let start = target.now;
    let shared =
        Shared { cell, collector: &collector, control, start, zones: None, flow: None };
    let outcome = run_jobs(target, 0..jobs, shared, &Pending::default());
    let host_pauses = target.pauses.iter().map(|&(from, to)| HostPause {
        start_ns: from.0,
        length_ns: to.0 - from.0,
        slept_ns: None,
        reason: HostPauseReason::Stopped,
    });
    record_of((cell, start), host_pauses.collect(), &[outcome], &collector)
}

pub(super) fn record_of(
    (cell, start): (&Cell, Nanos),
    host_pauses: Vec<HostPause>,
    outcomes: &[JobsOutcome],
    collector: &Collector,
) -> CellRecord {
    let path = PathTaken {
        path: IoPath::Sim,
        reason: Message::plain(MessageId::PathSimulated),
        features: Vec::new(),
    };
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

pub(super) fn reads(depth: u32, count: u64) -> Workload {
    let stop = Stop { count: Some(count), ..Stop::default() };
    Workload { depth, stop, ..Workload::default() }
}

pub(super) fn writes(count: u64) -> Workload {
    let mix = OpMix { read: Permille(0), ..OpMix::default() };
    Workload { mix, access: Access::Sequential, ..reads(1, count) }
}

pub(super) const US: u64 = 1000;
