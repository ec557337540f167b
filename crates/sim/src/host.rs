//! The computer in front of a simulated drive: its page cache, as far as it affects requests.
//!
//! Knows how Linux handles buffered requests: it copies writes into pages that wait for write-back, answers reads
//! from pages or reads ahead, and on a flush waits for every page and then for the drive. Must not know the structure
//! of a drive, nor the purpose of a request. Time comes from the drive; the computer's own costs are constants.
//!
//! Sources: Linux 6.1 `mm/filemap.c`, `mm/page-writeback.c`, `mm/readahead.c`, `fs/fs-writeback.c`. Left out: pacing
//! below the limit of dirty pages (a writer runs at the speed of memory and then waits), the file system's own
//! writes, and other programs.

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

/// A page, on nearly every computer that measures flash.
const PAGE: u64 = 4096;
/// Memory for pages: a computer of 8 GiB without other work.
const MEMORY: u64 = 7680 << 20;
/// Dirty bytes at which write-back starts: `vm.dirty_background_ratio`, 10 % of that memory.
const BACKGROUND: u64 = MEMORY / 10;
/// Dirty bytes at which writers wait: `vm.dirty_ratio`, 20 %.
const LIMIT: u64 = MEMORY / 5;
/// The most bytes of cached pages. Arbitrary: the memory that other programs leave.
const KEPT: u64 = 6 << 30;
/// `read_ahead_kb`.
const READ_AHEAD: u64 = 128 << 10;
/// `max_sectors_kb` if the hardware sets no lower one (`BLK_DEF_MAX_SECTORS`); Linux splits larger requests.
const REQUEST_MAX: u64 = 1280 << 10;
/// `vm.dirty_expire_centisecs`: the age at which dirty pages are written.
const EXPIRE: u64 = 30 * Nanos::SECOND.0;
/// Concurrent write-back requests, for a drive that takes more than one. Arbitrary, below `nr_requests`.
const WRITE_BACK_DEPTH: u32 = 32;

/// Cost of a call, and of copying. Arbitrary: `dd bs=4k` into the page cache of a computer of 2020 reaches 1 to 2
/// GB/s, and twice as much out of it.
const CALL_NS: u64 = 1000;
const WRITE_NS_PER_KIB: u64 = 400;
const READ_NS_PER_KIB: u64 = 100;

/// Purpose of a request of the host itself.
#[derive(Debug, Clone)]
enum Errand {
    WriteBack {
        turn: u64,
        range: Range<u64>,
    },
    Fetch(Range<u64>),
    /// Ends the task in this slot, if it is still the same one.
    ForTask {
        slot: usize,
        number: u64,
    },
    /// Nobody waits for it.
    Nothing,
}

/// The page cache of one drive, with its waiting calls.
#[derive(Debug)]
pub(crate) struct PageCache {
    pages: Pages,
    /// Dirty pages that a call waits for, with their turn: they go before all others.
    awaited: VecDeque<(u64, Range<u64>)>,
    next_turn: u64,
    /// Number of running requests of each turn.
    writing: BTreeMap<u64, u32>,
    writing_bytes: u64,
    /// Offset at which write-back continues.
    cursor: u64,
    /// All dirty pages are written, however few they are.
    is_expired: bool,
    fetching: Ranges,
    /// By slot of a request to the drive.
    errands: Vec<Option<Errand>>,
    free: Vec<u32>,
    /// By slot of a call.
    tasks: Vec<Option<Task>>,
    next_number: u64,
    /// Calls with a step that ends by itself: time and slot.
    due: BTreeSet<(u64, usize)>,
    /// Writers that wait until fewer pages are dirty.
    crowded: VecDeque<usize>,
    slots_per_job: usize,
    /// For each job the end of its processor's copying, and the state of its read-ahead.
    busy_until: Vec<u64>,
    read_ahead: Vec<ReadAhead>,
    draws: Draws,
    /// Write-back failed; the next flush reports it.
    error: Option<Errno>,
    ready: Vec<Completion>,
    reaped: Vec<Completion>,
    /// The contents of the written pages; `None` while nobody compares them.
    held: Option<Contents>,
}

impl PageCache {
    /// An empty cache before `drive`.
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

    /// Its limits, for a record.
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

    /// Starts the calls of a new cell with this many slots per job. No descriptor has read anything yet.
    pub(crate) fn begin_cell(&mut self, slots_per_job: u32) {
        self.slots_per_job = slots_per_job.max(1) as usize;
        self.read_ahead.clear();
    }

    /// Forgets the waiting calls. Their dirty pages stay.
    pub(crate) fn forget_calls(&mut self) {
        self.tasks.clear();
        self.due.clear();
        self.crowded.clear();
        self.ready.clear();
    }

    /// Marks the first `size` bytes as unwritten, as in a new file.
    pub(crate) fn set_empty(&mut self, size: Bytes) {
        self.pages.set_empty(size.0);
    }

    /// Assumes data everywhere: a writer bypasses the cache.
    pub(crate) fn set_stored(&mut self) {
        self.pages.set_empty(0);
    }

    /// Whether it holds nothing and does nothing.
    fn is_unused(&self) -> bool {
        self.pages.is_unused() && self.errands.iter().all(Option::is_none)
    }

    /// Writes the dirty pages and drops all pages, as before requests that bypass the cache.
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

    /// Starts calls.
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

    /// Waits until a call ends, or until `until`.
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

    /// The time at which the oldest dirty pages expire.
    fn expires_at(&self) -> Option<u64> {
        let since = self.pages.dirty_since().filter(|_| !self.is_expired)?;
        Some(since.saturating_add(EXPIRE))
    }

    /// Executes the next event, if it happens by `until`.
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

    /// Handles the end of a request of the host itself.
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
                // The pages still count as clean, as in Linux.
                self.error = completion.result.err().or(self.error);
                self.admit(drive.now().0);
                self.proceed_all(drive)
            }
            Errand::Fetch(range) => {
                self.fetching.remove(range.clone());
                // The drive holds these contents now.
                self.forget_held(range.clone());
                match completion.result {
                    Ok(_) => self.pages.keep(range),
                    Err(errno) => self.miss(&range, errno, drive.now().0),
                }
                self.proceed_all(drive)
            }
        }
    }

    /// `range` cannot be read: each call that needs it retries page by page, and fails at its own page.
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

    /// Lets waiting writers continue if there is room.
    fn admit(&mut self, now: u64) {
        while !self.is_crowded()
            && let Some(slot) = self.crowded.pop_front()
        {
            self.due.insert((now, slot));
        }
    }

    /// Whether the dirty pages exceed the limit, so that writers wait.
    fn is_crowded(&self) -> bool {
        self.unwritten() > LIMIT
    }

    /// Bytes that are dirty or on their way to the drive.
    fn unwritten(&self) -> u64 {
        self.pages.dirty_bytes() + self.writing_bytes
    }

    /// Gives all dirty pages a turn before other write-back. Returns the last turn to wait for.
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

    /// Sends write-back requests, up to the limit of concurrent ones.
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

    /// The next write-back request; `None` if no write is necessary.
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

    /// Reads `range`, except pages that are cached or on their way.
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

    /// Sends the drive a request of the host itself.
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

/// A transfer of pages from or to the drive. One request may carry contents of several calls, so its data is the
/// host's own.
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
