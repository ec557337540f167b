//! The drive with its pending requests: requests in, answers out, at times that the caller passes.
//!
//! Knows no clock and no FUSE, so that tests run in virtual time.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;

use iogram_engine::{Completion, Errno, Request, Target};
use iogram_model::{Bytes, DataPattern, Nanos, OpKind};
use iogram_sim::{Defect, Segment, SimDrive};

use crate::bytes::ByteLog;
use crate::watch::{Happened, Watcher};

/// Largest single discard; the station splits a larger one into several, one after the other. Source: the length of a
/// request has 32 bits.
const DISCARD_MAX: u64 = 1 << 30;
/// Distance of flipped bits in rotten data: one bit in the first byte of each such stretch. Arbitrary.
const ROT_STEP: u64 = 512;

/// Receives the result of a request: the bytes of a read, no bytes for others, or an error number.
pub(crate) type Answer = Box<dyn FnOnce(Result<Vec<u8>, Errno>) + Send>;

/// A client's request. Ranges lie within the drive.
pub(crate) enum Wish {
    Read(Range<u64>),
    /// Durable when answered, if `is_fua`.
    Write {
        offset: u64,
        data: Vec<u8>,
        is_fua: bool,
    },
    Flush {
        is_full_sync: bool,
    },
    Discard(Range<u64>),
}

/// A request and its answer function.
pub(crate) struct FileRequest {
    pub(crate) wish: Wish,
    pub(crate) answer: Answer,
}

/// A request that the drive is processing.
struct Waiting {
    answer: Answer,
    /// The range of a read.
    read: Range<u64>,
    /// The rest of a large discard.
    rest: Range<u64>,
}

/// The drive and its pending requests.
pub(crate) struct Station {
    drive: SimDrive,
    log: ByteLog,
    waiting: BTreeMap<u32, Waiting>,
    next_slot: u32,
    watcher: Option<Watcher>,
    block: u64,
    done: Vec<Completion>,
}

impl Station {
    pub(crate) fn new(drive: SimDrive) -> io::Result<Self> {
        let block = drive.geometry().logical_block_size.0;
        Ok(Self {
            drive: drive.keeping_contents(),
            log: ByteLog::new()?,
            waiting: BTreeMap::new(),
            next_slot: 0,
            watcher: None,
            block,
            done: Vec::new(),
        })
    }

    /// Adds a watcher.
    pub(crate) fn watched_by(self, watcher: Option<Watcher>) -> Self {
        Self { watcher, ..self }
    }

    /// Ends the service and returns the drive.
    pub(crate) fn into_drive(self) -> SimDrive {
        self.drive
    }

    /// Time of the next event; `None` if only a new request causes one.
    pub(crate) fn next_event(&self) -> Option<Nanos> {
        self.drive.next_event()
    }

    /// Advances time to `now` and answers the requests that are completed by then.
    pub(crate) fn advance(&mut self, now: Nanos) {
        loop {
            let mut done = std::mem::take(&mut self.done);
            let reaped = self.drive.reap(&mut done, now);
            if reaped.is_err() || done.is_empty() {
                self.done = done;
                return;
            }
            for completion in done.drain(..) {
                self.finish(completion);
            }
            self.done = done;
        }
    }

    /// Gives a request to the drive now.
    pub(crate) fn accept(&mut self, job: FileRequest) {
        let FileRequest { wish, answer } = job;
        let nothing = 0..0;
        match wish {
            Wish::Read(read) => {
                let place = self.whole_blocks(&read);
                self.submit(OpKind::Read, place, Waiting { answer, read, rest: nothing });
            }
            Wish::Write { offset, data, is_fua } => {
                let place = self.whole_blocks(&(offset..offset + data.len() as u64));
                match self.keep(offset, data, &place) {
                    Ok((salt, data)) => {
                        let request =
                            Request { salt, data, is_fua, ..request(OpKind::Write, place) };
                        self.enter(
                            request,
                            Waiting { answer, read: nothing.clone(), rest: nothing },
                        );
                    }
                    Err(error) => answer(Err(errno_of(&error))),
                }
            }
            Wish::Flush { is_full_sync } => {
                let request = Request { is_full_sync, ..request(OpKind::Flush, 0..0) };
                self.enter(request, Waiting { answer, read: nothing.clone(), rest: nothing });
            }
            Wish::Discard(range) => {
                // Partial blocks keep their contents, as on a block device.
                let start = range.start.next_multiple_of(self.block);
                let end = range.end / self.block * self.block;
                if start >= end {
                    return answer(Ok(Vec::new()));
                }
                self.discard(start..end, answer);
            }
        }
    }

    fn discard(&mut self, range: Range<u64>, answer: Answer) {
        let middle = range.end.min(range.start + DISCARD_MAX);
        let waiting = Waiting { answer, read: 0..0, rest: middle..range.end };
        self.submit(OpKind::Discard, range.start..middle, waiting);
    }

    fn submit(&mut self, kind: OpKind, place: Range<u64>, waiting: Waiting) {
        self.enter(request(kind, place), waiting);
    }

    fn enter(&mut self, request: Request, waiting: Waiting) {
        while self.waiting.contains_key(&self.next_slot) {
            self.next_slot = self.next_slot.wrapping_add(1);
        }
        let slot = self.next_slot;
        self.next_slot = slot.wrapping_add(1);
        self.waiting.insert(slot, waiting);
        let request = Request { slot, ..request };
        let at = self.drive.now();
        self.tell(Happened::Issued { at, request });
        if let Err(error) = self.drive.submit(&[request])
            && let Some(waiting) = self.waiting.remove(&slot)
        {
            (waiting.answer)(Err(error.errno));
        }
        if self.log.is_grown() {
            self.give_back();
        }
    }

    fn tell(&mut self, happened: Happened) {
        if let Some(watcher) = &mut self.watcher {
            watcher(happened);
        }
    }

    fn whole_blocks(&self, range: &Range<u64>) -> Range<u64> {
        range.start / self.block * self.block..range.end.next_multiple_of(self.block)
    }

    fn finish(&mut self, completion: Completion) {
        self.tell(Happened::Completed { at: completion.at, slot: completion.slot });
        let Some(waiting) = self.waiting.remove(&completion.slot) else { return };
        match completion.result {
            Err(errno) => (waiting.answer)(Err(errno)),
            Ok(_) if !waiting.rest.is_empty() => self.discard(waiting.rest, waiting.answer),
            Ok(_) => {
                let bytes = self.read(&waiting.read);
                (waiting.answer)(bytes.map_err(|error| errno_of(&error)));
            }
        }
    }

    /// Stores the data of the whole blocks of `place`; returns the log offset and the pattern for the drive.
    fn keep(
        &mut self,
        offset: u64,
        data: Vec<u8>,
        place: &Range<u64>,
    ) -> io::Result<(u64, DataPattern)> {
        let end = offset + data.len() as u64;
        let blocks = if offset == place.start && end == place.end {
            data
        } else {
            let mut blocks = self.read(&(place.start..offset))?;
            blocks.extend(data);
            blocks.extend(self.read(&(end..place.end))?);
            blocks
        };
        if blocks.iter().all(|&byte| byte == 0) {
            return Ok((0, DataPattern::Zeros));
        }
        Ok((self.log.append(&blocks)?, DataPattern::Random))
    }

    /// The present contents of `range`.
    fn read(&self, range: &Range<u64>) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(range.end - range.start).unwrap_or(0)];
        if bytes.is_empty() {
            return Ok(bytes);
        }
        let place = |start: u64, length: u64| {
            let start = usize::try_from(start - range.start).unwrap_or(0);
            start..start + usize::try_from(length).unwrap_or(0)
        };
        for segment in self.segments(range) {
            if let Some(at) = place_in_log(&segment) {
                self.log.read(at, &mut bytes[place(segment.start, segment.length)])?;
            }
            if segment.is_rotten {
                for at in self.rotten_bytes(&segment) {
                    bytes[place(at, 1)][0] ^= 1;
                }
            }
        }
        Ok(bytes)
    }

    fn segments(&self, range: &Range<u64>) -> Vec<Segment> {
        let length = Bytes(range.end - range.start);
        self.drive
            .read_contents(Bytes(range.start), length)
            .expect("the drive keeps contents since it was taken in")
    }

    fn rotten_bytes(&self, segment: &Segment) -> Vec<u64> {
        let bad = self.drive.spec().bad_ranges.iter().filter(|bad| bad.defect == Defect::Rot);
        bad.flat_map(|bad| {
            let start = bad.start.0.0;
            let end = start.saturating_add(bad.size.0.0).min(segment.start + segment.length);
            let first = start.max(segment.start.next_multiple_of(ROT_STEP));
            (first..end).step_by(usize::try_from(ROT_STEP).expect("a small number"))
        })
        .collect()
    }

    fn give_back(&mut self) {
        let everything = 0..self.drive.geometry().capacity.0;
        let live = self
            .segments(&everything)
            .into_iter()
            .filter_map(|segment| place_in_log(&segment).map(|at| at..at + segment.length));
        self.log.give_back(live.collect());
    }
}

fn place_in_log(segment: &Segment) -> Option<u64> {
    let (stamp, skip) = segment.written?;
    (stamp.data == DataPattern::Random).then(|| stamp.salt + skip)
}

fn request(kind: OpKind, place: Range<u64>) -> Request {
    Request {
        slot: 0,
        length: u32::try_from(place.end - place.start).unwrap_or(u32::MAX),
        offset: place.start,
        salt: 0,
        data: DataPattern::Zeros,
        kind,
        is_fua: false,
        is_full_sync: false,
    }
}

fn errno_of(error: &io::Error) -> Errno {
    error.raw_os_error().map_or(Errno::EIO, Errno)
}

#[cfg(test)]
mod tests;
