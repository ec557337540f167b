//! The first part of a simulated drive as a separate target, for a rig.

use iogram_engine::{Completion, Errno, Geometry, Request, Target, TargetError};
use iogram_model::{Bytes, CpuTime, DataPattern, Nanos, OpKind};

use crate::contents::Segment;
use crate::drive::SimDrive;
use crate::health::HealthWatch;
use crate::host::PageCache;
use crate::reads::ReadTally;

/// Cost of a call that goes through the page cache.
const STEPS_PER_CALL: u64 = 5;

/// The first part of a drive as a separate target.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) drive: SimDrive,
    pub(crate) size: Bytes,
    /// The page cache of buffered requests; `None` if the description is of a file system's view, which includes a
    /// cache.
    pub(crate) page_cache: Option<PageCache>,
    /// Whether requests go through it now.
    pub(crate) is_buffered: bool,
    /// Active while a cell runs, if the drive reports its health.
    pub(crate) watch: Option<HealthWatch>,
    /// The running reads, by slot, while their contents are compared; `None` otherwise.
    pub(crate) compared: Option<Vec<Option<Request>>>,
}

impl Part {
    /// Samples the drive's health if a sample is due.
    #[inline]
    fn look(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.look_when_due(&self.drive);
        }
    }

    /// Compares the contents of completed reads.
    fn compare(&mut self, done: &mut [Completion]) {
        let Some(compared) = &mut self.compared else { return };
        let drive = &self.drive;
        let page_cache = self.page_cache.as_ref().filter(|_| self.is_buffered);
        let seen = |request: &Request| {
            let range = request.offset..request.offset + u64::from(request.length);
            match page_cache {
                Some(page_cache) => page_cache.contents(drive, range),
                None => {
                    let length = Bytes(u64::from(request.length));
                    drive.read_contents(Bytes(request.offset), length).unwrap_or_default()
                }
            }
        };
        for completion in done.iter_mut().filter(|completion| completion.result.is_ok()) {
            let request = compared.get_mut(completion.slot as usize).and_then(Option::take);
            if request.is_some_and(|request| !holds(|| seen(&request), &request)) {
                completion.result = Err(Errno::NOT_AS_WRITTEN);
            }
        }
    }

    /// The tally of reads until now.
    pub(crate) const fn read_tally(&self) -> ReadTally {
        let ReadTally { all, blank } = self.drive.reads;
        ReadTally { all, blank: blank + self.drive.media().blank_read_bytes() }
    }

    /// The page cache, if requests go through it.
    pub(crate) const fn buffered(&mut self) -> Option<(&mut PageCache, &mut SimDrive)> {
        match &mut self.page_cache {
            Some(page_cache) if self.is_buffered => Some((page_cache, &mut self.drive)),
            _ => None,
        }
    }

    /// Writes the dirty pages and drops all pages, before a request bypasses the page cache.
    pub(crate) fn settle(&mut self) -> Result<(), TargetError> {
        match &mut self.page_cache {
            Some(page_cache) => page_cache.settle(&mut self.drive),
            None => Ok(()),
        }
    }
}

impl Target for Part {
    fn geometry(&self) -> Geometry {
        Geometry { capacity: self.size, ..self.drive.geometry() }
    }
    fn now(&self) -> Nanos {
        self.drive.now()
    }
    fn cpu_time(&self) -> Option<CpuTime> {
        None
    }
    fn prepare(&mut self, batch: &[Request]) {
        self.drive.prepare(batch);
    }
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        if let Some(compared) = &mut self.compared {
            for request in batch.iter().filter(|request| request.kind == OpKind::Read) {
                let slot = request.slot as usize;
                compared.resize((slot + 1).max(compared.len()), None);
                compared[slot] = Some(*request);
            }
        }
        let Some((page_cache, drive)) = self.buffered() else {
            return self.drive.submit(batch);
        };
        drive.spend(STEPS_PER_CALL * batch.len() as u64);
        page_cache.submit(drive, batch)
    }
    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        let first = done.len();
        let result = match self.buffered() {
            Some((page_cache, drive)) => page_cache.reap(drive, done, until.0),
            None => self.drive.reap(done, until),
        };
        self.compare(&mut done[first..]);
        self.look();
        result
    }
    fn rest_until(&mut self, at: Nanos) {
        match &mut self.page_cache {
            // A drive that is gone fails requests; waiting for it is not an error.
            Some(page_cache) => drop(page_cache.rest_until(&mut self.drive, at.0)),
            None => self.drive.rest_until(at),
        }
        self.look();
    }
}

/// Whether the contents `seen` at the place of `request` are those that a request of its salt and data writes.
fn holds(seen: impl FnOnce() -> Vec<Segment>, request: &Request) -> bool {
    if !request.data.is_known_by_place() {
        return true;
    }
    seen().iter().all(|segment| {
        segment.written.is_some_and(|(stamp, skip)| match request.data {
            // The same few bytes, whichever request wrote them.
            DataPattern::Repeated(_) => stamp.data == request.data,
            _ => {
                let is_same = stamp.data == request.data && stamp.salt == request.salt;
                is_same && stamp.offset + skip == segment.start
            }
        }) && !segment.is_rotten
    })
}
