//! A call that goes through the page cache, step by step.

use std::ops::Range;

use iogram_engine::{Completion, Errno, Request, Target as _, TargetError};
use iogram_model::{Nanos, OpKind};

use super::{CALL_NS, Errand, PageCache, READ_NS_PER_KIB, WRITE_NS_PER_KIB, flush};
use crate::drive::SimDrive;

/// The event that a call waits for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// The pages from here on.
    Read(u64),
    /// The pages that it writes in part.
    Write,
    /// The end of copying, or space after it.
    Copied,
    /// The write-back of everything up to this turn.
    Written(u64),
    /// The drive.
    Drive,
    Done(Result<u32, Errno>),
}

#[derive(Debug, Clone)]
pub(super) struct Task {
    pub(super) request: Request,
    /// Unique for each task.
    pub(super) number: u64,
    pub(super) step: Step,
    /// The page that it needs to continue.
    pub(super) needs: Option<u64>,
    /// Read-ahead failed: it reads page by page.
    pub(super) reads_pages: bool,
}

impl Task {
    pub(super) const fn new(request: Request, number: u64) -> Self {
        let step = match request.kind {
            OpKind::Read => Step::Read(request.offset),
            OpKind::Write => Step::Write,
            OpKind::Flush | OpKind::Discard => Step::Drive,
        };
        Self { request, number, step, needs: None, reads_pages: false }
    }

    fn range(&self) -> Range<u64> {
        self.request.offset..self.request.offset + u64::from(self.request.length)
    }
}

impl PageCache {
    /// Continues every call that waits for pages or for write-back.
    pub(super) fn proceed_all(&mut self, drive: &mut SimDrive) -> Result<(), TargetError> {
        for slot in 0..self.tasks.len() {
            let step = self.tasks[slot].as_ref().map(|task| task.step);
            if let Some(Step::Read(_) | Step::Write | Step::Written(_)) = step {
                self.proceed(drive, slot)?;
            }
        }
        Ok(())
    }

    /// Continues the call in `slot` as far as possible.
    pub(super) fn proceed(
        &mut self,
        drive: &mut SimDrive,
        slot: usize,
    ) -> Result<(), TargetError> {
        let Some(task) = self.tasks[slot].clone() else { return Ok(()) };
        match task.step {
            Step::Read(next) => self.read(drive, slot, &task, next),
            Step::Write => self.write(drive, slot, &task),
            Step::Written(turn) if self.is_written(turn) => self.ask_flush(drive, slot),
            Step::Drive => match task.request.kind {
                OpKind::Flush => {
                    let turn = self.await_dirty();
                    self.wait_written(drive, slot, turn)
                }
                _ => {
                    self.pages.drop_range(task.range());
                    self.forget_held(task.range());
                    let errand = Errand::ForTask { slot, number: task.number };
                    self.send(drive, &task.request, errand)
                }
            },
            Step::Written(_) | Step::Copied | Step::Done(_) => Ok(()),
        }
    }

    fn set(&mut self, slot: usize, step: Step) {
        self.tasks[slot].as_mut().expect("a call that is under way").step = step;
    }

    fn read(
        &mut self,
        drive: &mut SimDrive,
        slot: usize,
        task: &Task,
        mut next: u64,
    ) -> Result<(), TargetError> {
        let (end, job, limits) = (task.range().end, slot / self.slots_per_job, self.limits());
        loop {
            let there = self.pages.reach(next).min(end);
            if there > next {
                if let Some(window) = self.read_ahead[job].pass(next..there, limits) {
                    self.fetch(drive, window)?;
                }
                next = there;
            } else if next >= end {
                self.read_ahead[job].answered(end);
                return self.copy(drive, slot, READ_NS_PER_KIB);
            } else {
                break;
            }
        }
        if self.fetching.reach(next) == next {
            let page = self.pages.around(&(next..next + 1));
            let window = if task.reads_pages {
                page
            } else {
                self.read_ahead[job].miss(page.start, end, limits)
            };
            self.fetch(drive, window)?;
        }
        let task = self.tasks[slot].as_mut().expect("a call that is under way");
        (task.step, task.needs) = (Step::Read(next), Some(next));
        Ok(())
    }

    fn write(
        &mut self,
        drive: &mut SimDrive,
        slot: usize,
        task: &Task,
    ) -> Result<(), TargetError> {
        if let Some(page) = self.pages.missing(&task.range()) {
            self.tasks[slot].as_mut().expect("a call that is under way").needs =
                Some(page.start);
            return self.fetch(drive, page);
        }
        self.hold(drive, &task.request);
        self.pages.soil(&task.range(), drive.now().0);
        self.copy(drive, slot, WRITE_NS_PER_KIB)?;
        self.write_back(drive)
    }

    /// Copies the data of a call; the processor of its job copies one call after the other.
    fn copy(
        &mut self,
        drive: &SimDrive,
        slot: usize,
        ns_per_kib: u64,
    ) -> Result<(), TargetError> {
        let request = self.tasks[slot].as_ref().expect("a call that is under way").request;
        let copying = CALL_NS + u64::from(request.length) * ns_per_kib / 1024;
        let cost = match drive.spec().host.as_ref().filter(|_| request.kind == OpKind::Write) {
            Some(host) => host.write_time.draw(&mut self.draws).max(copying),
            None => copying,
        };
        let busy = &mut self.busy_until[slot / self.slots_per_job];
        *busy = drive.now().0.max(*busy) + cost;
        let at = *busy;
        let step = match request.kind {
            OpKind::Write => Step::Copied,
            _ => Step::Done(Ok(request.length)),
        };
        self.set(slot, step);
        self.due.insert((at, slot));
        Ok(())
    }

    /// Waits until everything up to `turn` is written, and then for the drive.
    fn wait_written(
        &mut self,
        drive: &mut SimDrive,
        slot: usize,
        turn: u64,
    ) -> Result<(), TargetError> {
        self.set(slot, Step::Written(turn));
        self.write_back(drive)?;
        if self.is_written(turn) { self.ask_flush(drive, slot) } else { Ok(()) }
    }

    /// Sends a flush to the drive, unless a write of its data failed.
    fn ask_flush(&mut self, drive: &mut SimDrive, slot: usize) -> Result<(), TargetError> {
        let number = self.tasks[slot].as_ref().expect("a call that is under way").number;
        if let Some(errno) = self.error.take() {
            self.set(slot, Step::Done(Err(errno)));
            self.due.insert((drive.now().0, slot));
            return Ok(());
        }
        self.set(slot, Step::Drive);
        self.send(drive, &flush(), Errand::ForTask { slot, number })
    }

    /// Ends the steps that are over by now.
    pub(super) fn end_steps(&mut self, drive: &mut SimDrive) -> Result<(), TargetError> {
        while let Some(&(at, slot)) = self.due.first()
            && at <= drive.now().0
        {
            self.due.pop_first();
            let Some(task) = self.tasks[slot].clone() else { continue };
            match task.step {
                Step::Done(result) => {
                    self.tasks[slot] = None;
                    let slot = task.request.slot;
                    self.ready.push(Completion { slot, at: Nanos(at), result });
                }
                Step::Copied if self.is_crowded() => self.crowded.push_back(slot),
                Step::Copied if task.request.is_fua => {
                    for range in self.pages.take_dirty(self.pages.around(&task.range())) {
                        self.await_range(range);
                    }
                    let turn = self.next_turn.saturating_sub(1);
                    self.wait_written(drive, slot, turn)?;
                }
                Step::Copied => {
                    self.set(slot, Step::Done(Ok(task.request.length)));
                    self.due.insert((at, slot));
                }
                Step::Read(_) | Step::Write | Step::Written(_) | Step::Drive => {}
            }
        }
        Ok(())
    }
}
