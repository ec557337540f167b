//! Runs several loads over one target, each with its own loop, record and end.
//!
//! For targets with virtual time, where one thread does everything: the loops take turns, and each waits at most
//! until the next event of any of them. On a real target each load has its own threads.

use iogram_model::{CellState, CpuTime, Nanos};

use super::job::Source;
use super::{JobsRun, Shared, Wait, slots_per_job};
use crate::outcome::JobsOutcome;
use crate::pending::Pending;
use crate::reach::ClockCheck;
use crate::target::{Completion, Geometry, Request, Scheduling, Target, TargetError};

/// One of several loads: a separate cell that begins with the others.
#[derive(Debug, Clone, Copy)]
pub struct Load<'a> {
    /// The load as a cell, the destination of its results, and the control that may stop it.
    pub shared: Shared<'a>,
    /// Results that its collector does not have yet.
    pub pending: &'a Pending,
}

/// Runs several loads over one target at the same time, until each has ended. If the first one ends in any state but
/// completed, it stops the others; a load that ends all others ends them too. Returns their outcomes in order.
///
/// # Panics
///
/// Panics if the target completes a slot that was not issued.
pub fn run_loads<T: Target>(target: &mut T, loads: &[Load<'_>]) -> Vec<JobsOutcome> {
    let mut turns: Vec<Turn<'_>> = Vec::new();
    let mut first_slot = 0;
    for load in loads {
        let turn = Turn::new(target, *load, first_slot);
        first_slot = turn.slots.end;
        turns.push(turn);
    }
    let error = take_turns(target, &mut turns).err();
    turns.into_iter().map(|turn| turn.run.conclude(target, error)).collect()
}

/// One load and its part of the target's slots.
struct Turn<'a> {
    run: JobsRun<'a>,
    slots: std::ops::Range<u32>,
    is_over: bool,
    /// Whether the others know that it is over.
    is_told: bool,
    /// The event that it waits for.
    wait: Wait,
}

impl<'a> Turn<'a> {
    fn new<T: Target>(target: &T, load: Load<'a>, first_slot: u32) -> Self {
        let workload = &load.shared.cell.workload;
        let geometry = target.geometry();
        let source = |job| load.shared.source(geometry, job);
        let sources: Vec<Source<'a>> = (0..workload.jobs).map(source).collect();
        let per_job = slots_per_job(workload);
        let slots = first_slot..first_slot + per_job * workload.jobs;
        let counts = (workload.depth, per_job);
        let mut run = JobsRun::new(target, sources, counts, load.shared, load.pending);
        run.begin(target);
        Self { run, slots, is_over: false, is_told: false, wait: Wait::Over }
    }

    /// Issues every request that can be issued now. Returns the time until which it is idle if nothing completes;
    /// `None` if it is over.
    fn issue<T: Target>(&mut self, target: &mut T) -> Result<Option<Nanos>, TargetError> {
        if self.is_over {
            return Ok(None);
        }
        if let Some(begin) = self.begins_later(target.now()) {
            if self.run.shared.collector.has_come_to_its_end() {
                self.run.end_early();
                self.is_over = true;
                return Ok(None);
            }
            self.wait = Wait::Rest(begin);
            return Ok(Some(begin));
        }
        self.run.done.clear();
        let mut part = Part { target, first_slot: self.slots.start, batch: Vec::new() };
        self.wait = self.run.issue_next(&mut part)?;
        self.is_over = matches!(self.wait, Wait::Over);
        Ok(match self.wait {
            Wait::Over => None,
            Wait::Rest(at) | Wait::Completions(at) => Some(at),
        })
    }

    /// Its beginning, if that is in the future and nobody has stopped it.
    fn begins_later(&self, now: Nanos) -> Option<Nanos> {
        let Shared { start, control, .. } = self.run.shared;
        (now < start && !control.is_stopped()).then_some(start)
    }

    /// Processes its completions after a common wait.
    fn take<T: Target>(&mut self, target: &T) {
        match self.wait {
            Wait::Over => {}
            Wait::Rest(_) => self.run.after_rest(target),
            Wait::Completions(_) => self.is_over |= self.run.is_over_after_wait(target),
        }
    }
}

fn take_turns<T: Target>(target: &mut T, turns: &mut [Turn<'_>]) -> Result<(), TargetError> {
    let mut done: Vec<Completion> = Vec::new();
    loop {
        stop_the_others(turns);
        let mut until: Option<Nanos> = None;
        for turn in turns.iter_mut() {
            if let Some(at) = turn.issue(target)? {
                until = Some(until.map_or(at, |earlier| earlier.min(at)));
            }
        }
        // No load rests beyond the end of another one that affects it.
        if tell_the_others(turns) {
            continue;
        }
        let Some(until) = until else { return Ok(()) };
        done.clear();
        if turns.iter().any(|turn| turn.run.out_count > 0) {
            target.reap(&mut done, until)?;
        } else {
            target.rest_until(until);
        }
        for completion in &done {
            let owner = turns.iter_mut().find(|turn| turn.slots.contains(&completion.slot));
            let turn = owner.expect("the target completes what was issued");
            // A load that was given up waits for nothing.
            if !turn.is_over {
                let slot = completion.slot - turn.slots.start;
                turn.run.done.push(Completion { slot, ..*completion });
            }
        }
        for turn in turns.iter_mut().filter(|turn| !turn.is_over) {
            turn.take(target);
        }
    }
}

/// Stops the others if the first load was stopped or has failed: it leaves nothing to run beside.
fn stop_the_others(turns: &[Turn<'_>]) {
    let Some((first, others)) = turns.split_first() else { return };
    let is_cut_short = first.is_over && first.run.state != CellState::Completed;
    if is_cut_short || first.run.shared.control.is_stopped() {
        others.iter().for_each(|turn| turn.run.shared.control.stop());
    }
}

/// Announces loads that have ended: the others no longer wait for them, or end too; returns whether there was one.
fn tell_the_others(turns: &mut [Turn<'_>]) -> bool {
    let mut is_one_over = false;
    while let Some(at) = turns.iter().position(|turn| turn.is_over && !turn.is_told) {
        (turns[at].is_told, is_one_over) = (true, true);
        let shared = turns[at].run.shared;
        if let Some(flow) = shared.flow {
            flow.leave();
        }
        if shared.cell.workload.stop.ends_others {
            let others = turns.iter().filter(|turn| !turn.is_told);
            others.for_each(|turn| turn.run.shared.collector.end_with_another());
        }
    }
    is_one_over
}

/// A target's slots from a number on.
struct Part<'t, T> {
    target: &'t mut T,
    first_slot: u32,
    batch: Vec<Request>,
}

impl<T: Target> Part<'_, T> {
    fn shift(&mut self, batch: &[Request]) {
        self.batch.clear();
        let shifted =
            |request: &Request| Request { slot: request.slot + self.first_slot, ..*request };
        self.batch.extend(batch.iter().map(shifted));
    }
}

impl<T: Target> Target for Part<'_, T> {
    fn geometry(&self) -> Geometry {
        self.target.geometry()
    }
    fn now(&self) -> Nanos {
        self.target.now()
    }
    fn cpu_time(&self) -> Option<CpuTime> {
        self.target.cpu_time()
    }
    fn scheduling(&self) -> Scheduling {
        self.target.scheduling()
    }
    fn clock_check(&self) -> Option<ClockCheck> {
        self.target.clock_check()
    }
    fn paused_until(&self, from: Nanos) -> Option<Nanos> {
        self.target.paused_until(from)
    }
    fn prepare(&mut self, batch: &[Request]) {
        self.shift(batch);
        self.target.prepare(&self.batch);
    }
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        self.shift(batch);
        self.target.submit(&self.batch)
    }
    fn reap(&mut self, _: &mut Vec<Completion>, _: Nanos) -> Result<(), TargetError> {
        unreachable!("what completes is taken for all loads at once")
    }
    fn rest_until(&mut self, at: Nanos) {
        self.target.rest_until(at);
    }
}
