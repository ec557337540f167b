//! The computer in front of a simulated drive: its page cache, as far as requests meet it.
//!
//! Knows what Linux does with buffered requests: writes are copied into pages that wait for write-back, reads are
//! answered from pages or read ahead, a flush waits for every page and then for the drive. Must not know what a
//! drive is made of, nor what a request is for. Time is the drive's; what the computer itself needs are constants.
//!
//! Sources: Linux 6.1 `mm/filemap.c`, `mm/page-writeback.c`, `mm/readahead.c`, `fs/fs-writeback.c`. Left out: pacing
//! below the limit of dirty pages (a writer runs at the speed of memory and then waits), what a file system writes of
//! its own, and other programs.

mod held;
mod pages;
mod read_ahead;
mod task;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use iogram_engine::{Completion, Errno, Request, Target as _, TargetError};
use iogram_model::{Bytes, DataPattern, Nanos, OpKind, PageCacheRecord};

use self::pages::Pages;
use self::read_ahead::{Limits, ReadAhead};
use self::task::{Step, Task};
use crate::contents::{Contents, Segment};
use crate::drive::SimDrive;
use crate::ranges::Ranges;
use crate::rng::{Draws, Stream};

/// A page, on every computer that flash is usually measured on.
const PAGE: u64 = 4096;
/// What pages may take: a computer of 8 GiB that does nothing else.
const MEMORY: u64 = 7680 << 20;
/// Dirty bytes from which on they are written: `vm.dirty_background_ratio`, 10 % of that memory.
const BACKGROUND: u64 = MEMORY / 10;
/// Dirty bytes at which writers wait: `vm.dirty_ratio`, 20 %.
const LIMIT: u64 = MEMORY / 5;
/// Pages kept at most. Arbitrary: what other programs leave of the memory.
const KEPT: u64 = 6 << 30;
/// `read_ahead_kb`.
const READ_AHEAD: u64 = 128 << 10;
/// `max_sectors_kb` where the hardware sets no lower one (`BLK_DEF_MAX_SECTORS`); more is split.
const REQUEST_MAX: u64 = 1280 << 10;
/// `vm.dirty_expire_centisecs`: pages that were dirty for so long are written.
const EXPIRE: u64 = 30 * Nanos::SECOND.0;
/// Requests of write-back at a time, of a drive that takes more than one. Arbitrary, below `nr_requests`.
const WRITE_BACK_DEPTH: u32 = 32;

/// What a call costs, and what copying costs of it. Arbitrary: `dd bs=4k` into the page cache of a computer of
/// 2020 reaches 1 to 2 GB/s, and twice as much out of it.
const CALL_NS: u64 = 1000;
const WRITE_NS_PER_KIB: u64 = 400;
const READ_NS_PER_KIB: u64 = 100;

/// What a request of the host's own is for.
#[derive(Debug, Clone)]
enum Errand {
    WriteBack {
        turn: u64,
        range: Range<u64>,
    },
    Fetch(Range<u64>),
    /// The end of the task in this slot, if it is still that one.
    ForTask {
        slot: usize,
        number: u64,
    },
    /// Nobody waits for it.
    Nothing,
}

/// The page cache of one drive, with the calls that wait in it.
#[derive(Debug)]
pub(crate) struct PageCache {
    pages: Pages,
    /// Dirty pages that somebody waits for, with their turn: they go before all others.
    awaited: VecDeque<(u64, Range<u64>)>,
    next_turn: u64,
    /// How many requests of each turn are out.
    writing: BTreeMap<u64, u32>,
    writing_bytes: u64,
    /// Where write-back goes on.
    cursor: u64,
    /// What is dirty is written, however little it is.
    is_expired: bool,
    fetching: Ranges,
    /// By the slot of a request to the drive.
    errands: Vec<Option<Errand>>,
    free: Vec<u32>,
    /// By the slot of a call.
    tasks: Vec<Option<Task>>,
    next_number: u64,
    /// Calls of which a step ends by itself, with their slot.
    due: BTreeSet<(u64, usize)>,
    /// Writers that wait until less is dirty.
    crowded: VecDeque<usize>,
    slots_per_job: usize,
    /// By job: until when its processor copies, and what is known of its reads.
    busy_until: Vec<u64>,
    read_ahead: Vec<ReadAhead>,
    draws: Draws,
    /// Write-back failed; the next flush says so.
    error: Option<Errno>,
    ready: Vec<Completion>,
    reaped: Vec<Completion>,
    /// What the pages hold that were written; `None` while nobody compares it.
    held: Option<Contents>,
}

impl PageCache {
    /// An empty one before `drive`.
    pub(crate) fn new(drive: &SimDrive) -> Self {
        let geometry = drive.geometry();
        Self {
            pages: Pages::new(PAGE.max(geometry.logical_block_size.0), geometry.capacity.0),
            awaited: VecDeque::new(),
            next_turn: 0,
            writing: BTreeMap::new(),
            writing_bytes: 0,
            cursor: 0,
            is_expired: false,
            fetching: Ranges::default(),
            errands: Vec::new(),
            free: Vec::new(),
            tasks: Vec::new(),
            next_number: 0,
            due: BTreeSet::new(),
            crowded: VecDeque::new(),
            slots_per_job: 1,
            busy_until: Vec::new(),
            read_ahead: Vec::new(),
            draws: Draws::new(drive.seed(), Stream::Host),
            error: None,
            ready: Vec::new(),
            reaped: Vec::new(),
            held: None,
        }
    }

    /// Its limits, as a record keeps them.
    pub(crate) const fn record() -> PageCacheRecord {
        PageCacheRecord {
            kept_bytes: KEPT,
            dirty_background_bytes: BACKGROUND,
            dirty_limit_bytes: LIMIT,
            dirty_expire_ns: EXPIRE,
            read_ahead_bytes: READ_AHEAD,
            request_max_bytes: REQUEST_MAX,
        }
    }

    /// Calls of a new cell, each job of which has so many slots. No descriptor has read anything yet.
    pub(crate) fn begin_cell(&mut self, slots_per_job: u32) {
        self.slots_per_job = slots_per_job.max(1) as usize;
        self.read_ahead.clear();
    }

    /// Nobody waits for the calls any more. What they made dirty stays.
    pub(crate) fn forget_calls(&mut self) {
        self.tasks.clear();
        self.due.clear();
        self.crowded.clear();
        self.ready.clear();
    }

    /// Nothing is stored in the first `size` bytes: what a new file has.
    pub(crate) fn set_empty(&mut self, size: Bytes) {
        self.pages.set_empty(size.0);
    }

    /// Everything may be stored: somebody writes past the cache.
    pub(crate) fn set_stored(&mut self) {
        self.pages.set_empty(0);
    }

    /// Whether it holds or does anything.
    fn is_unused(&self) -> bool {
        self.pages.is_unused() && self.errands.iter().all(Option::is_none)
    }

    /// Writes what is dirty and forgets all pages, as before requests that go past the cache.
    pub(crate) fn settle(&mut self, drive: &mut SimDrive) -> Result<(), TargetError> {
        if self.is_unused() {
            return Ok(());
        }
        self.await_dirty();
        self.write_back(drive)?;
        while self.errands.iter().any(Option::is_some) {
            self.wait(drive, u64::MAX)?;
        }
        self.send(drive, &flush(), Errand::Nothing)?;
        while self.errands.iter().any(Option::is_some) {
            self.wait(drive, u64::MAX)?;
        }
        self.pages.forget();
        self.forget_held(0..u64::MAX);
        self.error = None;
        Ok(())
    }

    /// Begins calls.
    pub(crate) fn submit(
        &mut self,
        drive: &mut SimDrive,
        batch: &[Request],
    ) -> Result<(), TargetError> {
        for request in batch {
            let slot = request.slot as usize;
            if self.tasks.len() <= slot {
                self.tasks.resize(slot + 1, None);
            }
            let jobs = slot / self.slots_per_job + 1;
            if self.read_ahead.len() < jobs {
                self.read_ahead.resize(jobs, ReadAhead::default());
                self.busy_until.resize(jobs, 0);
            }
            self.next_number += 1;
            self.tasks[slot] = Some(Task::new(*request, self.next_number));
            self.proceed(drive, slot)?;
        }
        Ok(())
    }

    /// Waits until a call has ended or `until` has come.
    pub(crate) fn reap(
        &mut self,
        drive: &mut SimDrive,
        done: &mut Vec<Completion>,
        until: u64,
    ) -> Result<(), TargetError> {
        loop {
            self.end_steps(drive)?;
            if !self.ready.is_empty() {
                done.append(&mut self.ready);
                return Ok(());
            }
            let is_waiting = self.tasks.iter().any(Option::is_some);
            if drive.now().0 >= until || (until == u64::MAX && !is_waiting) {
                return Ok(());
            }
            self.wait(drive, until)?;
        }
    }

    /// Lets time pass without calls.
    pub(crate) fn rest_until(
        &mut self,
        drive: &mut SimDrive,
        at: u64,
    ) -> Result<(), TargetError> {
        while drive.now().0 < at {
            self.end_steps(drive)?;
            let is_idle = self.due.is_empty() && self.errands.iter().all(Option::is_none);
            if is_idle && self.expires_at().is_none_or(|expires| expires >= at) {
                break;
            }
            self.wait(drive, at)?;
        }
        drive.rest_until(Nanos(at));
        Ok(())
    }

    /// When pages become too old.
    fn expires_at(&self) -> Option<u64> {
        let since = self.pages.dirty_since().filter(|_| !self.is_expired)?;
        Some(since.saturating_add(EXPIRE))
    }

    /// Lets the next thing happen, by `until`.
    fn wait(&mut self, drive: &mut SimDrive, until: u64) -> Result<(), TargetError> {
        let by_itself =
            self.due.first().map(|&(at, _)| at).into_iter().chain(self.expires_at());
        let next = by_itself.fold(until, u64::min);
        let mut reaped = std::mem::take(&mut self.reaped);
        drive.reap(&mut reaped, Nanos(next))?;
        let mut result = Ok(());
        for completion in reaped.drain(..) {
            result = result.and(self.take_back(drive, completion));
        }
        self.reaped = reaped;
        if self.expires_at().is_some_and(|expires| expires <= drive.now().0) {
            self.is_expired = true;
        }
        result.and(self.write_back(drive))
    }

    /// A request of the host's own has ended.
    fn take_back(
        &mut self,
        drive: &mut SimDrive,
        completion: Completion,
    ) -> Result<(), TargetError> {
        self.free.push(completion.slot);
        if let Some(store) = drive.store_mut() {
            store.forget(completion.slot);
        }
        let errand = self.errands[completion.slot as usize].take();
        match errand.expect("only what was sent comes back") {
            Errand::Nothing => Ok(()),
            Errand::ForTask { slot, number } => {
                let task = self.tasks.get_mut(slot).and_then(Option::as_mut);
                if let Some(task) = task.filter(|task| task.number == number) {
                    task.step = Step::Done(completion.result.map(|_| task.request.length));
                    self.due.insert((drive.now().0, slot));
                }
                Ok(())
            }
            Errand::WriteBack { turn, range } => {
                let count = self.writing.get_mut(&turn).expect("the turn of what was sent");
                *count -= 1;
                if *count == 0 {
                    self.writing.remove(&turn);
                }
                self.writing_bytes -= range.end - range.start;
                // The pages count as clean all the same, as in Linux.
                self.error = completion.result.err().or(self.error);
                self.admit(drive.now().0);
                self.proceed_all(drive)
            }
            Errand::Fetch(range) => {
                self.fetching.remove(range.clone());
                // It is what the drive holds now.
                self.forget_held(range.clone());
                match completion.result {
                    Ok(_) => self.pages.keep(range),
                    Err(errno) => self.miss(&range, errno, drive.now().0),
                }
                self.proceed_all(drive)
            }
        }
    }

    /// `range` cannot be read: who needs it tries page by page, and fails with the page that he needs.
    fn miss(&mut self, range: &Range<u64>, errno: Errno, now: u64) {
        let is_page = range.end - range.start <= self.pages.page();
        for (slot, task) in self.tasks.iter_mut().enumerate() {
            let Some(task) = task else { continue };
            if !task.needs.is_some_and(|at| range.contains(&at)) {
                continue;
            }
            if is_page {
                task.step = Step::Done(Err(errno));
                task.needs = None;
                self.due.insert((now, slot));
            } else {
                task.reads_pages = true;
            }
        }
    }

    /// Lets writers go on for whom there is room.
    fn admit(&mut self, now: u64) {
        while !self.is_crowded()
            && let Some(slot) = self.crowded.pop_front()
        {
            self.due.insert((now, slot));
        }
    }

    /// Whether so much is dirty that writers wait.
    fn is_crowded(&self) -> bool {
        self.unwritten() > LIMIT
    }

    /// What is not on its way back from the drive.
    fn unwritten(&self) -> u64 {
        self.pages.dirty_bytes() + self.writing_bytes
    }

    /// Gives everything dirty a turn before all other write-back. Returns the last turn to wait for.
    fn await_dirty(&mut self) -> u64 {
        for range in self.pages.take_dirty(0..u64::MAX) {
            self.await_range(range);
        }
        self.next_turn.saturating_sub(1)
    }

    fn await_range(&mut self, range: Range<u64>) {
        // It is no longer dirty, and not yet written.
        self.writing_bytes += range.end - range.start;
        self.awaited.push_back((self.next_turn, range));
        self.next_turn += 1;
    }

    /// Whether everything up to `turn` is written.
    fn is_written(&self, turn: u64) -> bool {
        self.awaited.front().is_none_or(|&(first, _)| first > turn)
            && self.writing.first_key_value().is_none_or(|(&first, _)| first > turn)
    }

    /// Sends what is to be written, as much as may be out.
    fn write_back(&mut self, drive: &mut SimDrive) -> Result<(), TargetError> {
        let depth = drive.spec().link.in_flight.clamp(2, WRITE_BACK_DEPTH);
        while self.writing.values().sum::<u32>() < depth
            && let Some((turn, range)) = self.next_write()
        {
            *self.writing.entry(turn).or_default() += 1;
            let request = transfer(OpKind::Write, &range);
            self.send(drive, &request, Errand::WriteBack { turn, range })?;
        }
        Ok(())
    }

    /// The next request of write-back; `None` if there is no need to write.
    fn next_write(&mut self) -> Option<(u64, Range<u64>)> {
        if let Some((turn, range)) = self.awaited.front_mut() {
            let part = range.start..range.end.min(range.start + REQUEST_MAX);
            let turn = *turn;
            range.start = part.end;
            if range.is_empty() {
                self.awaited.pop_front();
            }
            return Some((turn, part));
        }
        if !self.is_expired && self.pages.dirty_bytes() <= BACKGROUND {
            return None;
        }
        let Some(part) = self.pages.take_next_dirty(self.cursor, REQUEST_MAX) else {
            self.is_expired = false;
            return None;
        };
        self.cursor = part.end;
        self.writing_bytes += part.end - part.start;
        let turn = self.next_turn;
        self.next_turn += 1;
        Some((turn, part))
    }

    /// Reads `range`, except for what is there or on its way.
    fn fetch(&mut self, drive: &mut SimDrive, range: Range<u64>) -> Result<(), TargetError> {
        let (mut at, end) = (range.start, range.end.min(self.pages.capacity()));
        while at < end {
            let there = self.pages.reach(at).max(self.fetching.reach(at));
            if there > at {
                at = there;
                continue;
            }
            let next =
                self.pages.next_kept(at).min(self.fetching.next(at).map_or(end, |it| it.start));
            let part = at..next.min(end).min(at + REQUEST_MAX);
            at = part.end;
            self.fetching.insert(part.clone());
            self.send(drive, &transfer(OpKind::Read, &part), Errand::Fetch(part.clone()))?;
        }
        Ok(())
    }

    /// Gives the drive a request of the host's own.
    fn send(
        &mut self,
        drive: &mut SimDrive,
        request: &Request,
        errand: Errand,
    ) -> Result<(), TargetError> {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.errands.push(None);
            u32::try_from(self.errands.len() - 1).expect("requests of a host's queue")
        });
        self.tell_pieces(drive, (slot, &errand));
        self.errands[slot as usize] = Some(errand);
        drive.submit(&[Request { slot, ..*request }])
    }

    const fn limits(&self) -> Limits {
        Limits { page: self.pages.page(), window: READ_AHEAD, request: REQUEST_MAX }
    }
}

/// Pages from or to the drive. Contents of several calls meet in one request: it tells the host's own data.
fn transfer(kind: OpKind, range: &Range<u64>) -> Request {
    Request {
        slot: 0,
        length: u32::try_from(range.end - range.start).expect("at most the largest request"),
        offset: range.start,
        salt: range.start,
        data: DataPattern::Random,
        kind,
        is_fua: false,
        is_full_sync: false,
    }
}

fn flush() -> Request {
    transfer(OpKind::Flush, &(0..0))
}
