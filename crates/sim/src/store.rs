//! Contents as the host sees them: behind a counterfeit's address scheme, a volatile cache and rot.
//!
//! The pristine contents are separate from the effects that hide or damage them, so that a test can always determine
//! the correct data.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use iogram_engine::Request;

use crate::contents::{Contents, Segment, Stamp};
use crate::quantity::Size;
use crate::spec::{BadRangeSpec, CounterfeitSpec, Defect, FakeScheme, MissingReads, SimSpec};

/// A write that has not reached the medium.
#[derive(Debug)]
struct Pending {
    durable_at: u64,
    range: Range<u64>,
    /// `None` is a discard.
    stamp: Option<Stamp>,
}

/// A part of a write with uniform contents; `None` reads as zeroes.
pub(crate) type Piece = (Range<u64>, Option<Stamp>);

/// The contents and the visible state of the drive.
#[derive(Debug)]
pub(crate) struct Store {
    durable: Contents,
    pending: VecDeque<Pending>,
    last_durable_at: u64,
    counterfeit: Option<CounterfeitSpec>,
    /// A counterfeit's last writes to addresses that do not exist, by announced address.
    hidden: Contents,
    hidden_order: VecDeque<Range<u64>>,
    hidden_bytes: u64,
    rot: Vec<Range<u64>>,
    /// Bytes written so far, for a drive that drops everything after a certain number.
    written_bytes: u64,
    /// The last write, for a drive that returns the contents of its buffer.
    latest: Option<Stamp>,
    /// Contents of writes that carry the data of several requests, by slot.
    told: BTreeMap<u32, Vec<Piece>>,
}

pub(crate) fn range_of(bad: &BadRangeSpec) -> Range<u64> {
    bad.start.bytes()..bad.start.bytes().saturating_add(bad.size.bytes())
}

impl Store {
    pub(crate) fn new(spec: &SimSpec) -> Self {
        let is_rot = |bad: &&BadRangeSpec| bad.defect == Defect::Rot;
        Self {
            durable: Contents::default(),
            pending: VecDeque::new(),
            last_durable_at: 0,
            counterfeit: spec.counterfeit.clone(),
            hidden: Contents::default(),
            hidden_order: VecDeque::new(),
            hidden_bytes: 0,
            rot: spec.bad_ranges.iter().filter(is_rot).map(range_of).collect(),
            written_bytes: 0,
            latest: None,
            told: BTreeMap::new(),
        }
    }

    /// Sets the contents of the write in `slot`, if it carries the data of several requests.
    pub(crate) fn tell(&mut self, slot: u32, pieces: Vec<Piece>) {
        self.told.insert(slot, pieces);
    }

    /// The write in `slot` completed.
    pub(crate) fn forget(&mut self, slot: u32) {
        self.told.remove(&slot);
    }

    /// Stores a write of the host, as [`Self::write`] does.
    pub(crate) fn keep(&mut self, request: &Request, now: u64, durable_at: u64) {
        let range = request.offset..request.offset + u64::from(request.length);
        match self.told.remove(&request.slot) {
            Some(pieces) => {
                for (range, stamp) in pieces {
                    self.write(range, stamp, now, durable_at);
                }
            }
            None => {
                let stamp = Stamp::of(request);
                self.write(range, Some(stamp), now, durable_at);
            }
        }
    }

    /// Stores a write, or with `None` a discard, that is acknowledged at `now` and survives a power loss from
    /// `durable_at` on.
    pub(crate) fn write(
        &mut self,
        range: Range<u64>,
        stamp: Option<Stamp>,
        now: u64,
        durable_at: u64,
    ) {
        self.settle(now);
        if stamp.is_some() {
            self.written_bytes += range.end - range.start;
            self.latest = stamp;
            if self.drops() {
                return;
            }
        }
        // Overlapping writes reach the medium in order.
        let durable_at = self.last_durable_at.max(durable_at);
        self.last_durable_at = durable_at;
        self.hide(range.clone(), stamp);
        self.pending.push_back(Pending { durable_at, range, stamp });
        self.settle(now);
    }

    /// Cuts the power at `now`: data that is not on the medium is lost, unless `is_protected`.
    pub(crate) fn lose_power(&mut self, now: u64, is_protected: bool) {
        self.settle(if is_protected { u64::MAX } else { now });
        self.pending.clear();
        self.last_durable_at = now;
        self.hidden = Contents::default();
        self.hidden_order.clear();
        self.hidden_bytes = 0;
    }

    /// The contents that the host reads.
    pub(crate) fn read(&self, range: Range<u64>) -> Vec<Segment> {
        let mut seen = Contents::default();
        for (announced, real) in pieces(self.counterfeit.as_ref(), range.clone()) {
            let Some(real) = real else {
                self.show_stale(&mut seen, &announced);
                continue;
            };
            for segment in self.durable.read(real.clone()) {
                if let Some((stamp, skip)) = segment.written {
                    let start = announced.start + (segment.start - real.start);
                    seen.write(start, segment.length, stamp, skip);
                }
            }
            for pending in &self.pending {
                self.overlay(&mut seen, pending, &announced, &real);
            }
        }
        for segment in self.hidden.read(range.clone()) {
            if let Some((stamp, skip)) = segment.written {
                seen.write(segment.start, segment.length, stamp, skip);
            }
        }
        let mut segments = seen.read(range);
        for segment in &mut segments {
            let end = segment.start + segment.length;
            segment.is_rotten = segment.written.is_some()
                && self.rot.iter().any(|bad| bad.start < end && segment.start < bad.end);
        }
        segments
    }

    /// Whether a read of `range` fails because its data is lost.
    pub(crate) fn fails(&self, range: &Range<u64>) -> bool {
        let fails =
            self.counterfeit.as_ref().is_some_and(|fake| fake.missing == MissingReads::Error);
        let is_hidden = |place: &Range<u64>| {
            self.hidden.read(place.clone()).iter().all(|segment| segment.written.is_some())
        };
        fails
            && pieces(self.counterfeit.as_ref(), range.clone())
                .iter()
                .any(|(place, real)| real.is_none() && !is_hidden(place))
    }

    /// Whether it drops all writes by now.
    fn drops(&self) -> bool {
        let after = self.counterfeit.as_ref().and_then(|fake| fake.drops_after);
        after.is_some_and(|after| self.written_bytes > after.bytes())
    }

    /// The contents that the drive returns for lost data, unless it returns blanks.
    fn show_stale(&self, seen: &mut Contents, announced: &Range<u64>) {
        let is_stale =
            self.counterfeit.as_ref().is_some_and(|fake| fake.missing == MissingReads::Stale);
        if let Some(stamp) = self.latest.filter(|_| is_stale) {
            seen.write(announced.start, announced.end - announced.start, stamp, 0);
        }
    }

    /// Overlays the part of a pending write in `real` on the visible contents at `announced`.
    fn overlay(
        &self,
        seen: &mut Contents,
        pending: &Pending,
        announced: &Range<u64>,
        real: &Range<u64>,
    ) {
        for (written, place) in pieces(self.counterfeit.as_ref(), pending.range.clone()) {
            let Some(place) = place else { continue };
            let common = place.start.max(real.start)..place.end.min(real.end);
            if common.is_empty() {
                continue;
            }
            let start = announced.start + (common.start - real.start);
            let length = common.end - common.start;
            let skip = written.start - pending.range.start + (common.start - place.start);
            match pending.stamp {
                Some(stamp) => seen.write(start, length, stamp, skip),
                None => seen.clear(start..start + length),
            }
        }
    }

    /// Moves the writes that have reached the medium by `now` there.
    fn settle(&mut self, now: u64) {
        while self.pending.front().is_some_and(|pending| pending.durable_at <= now) {
            let Some(pending) = self.pending.pop_front() else { return };
            for (written, real) in pieces(self.counterfeit.as_ref(), pending.range.clone()) {
                let Some(real) = real else { continue };
                let skip = written.start - pending.range.start;
                match pending.stamp {
                    Some(stamp) => {
                        let length = real.end - real.start;
                        self.durable.write(real.start, length, stamp, skip);
                    }
                    None => self.durable.clear(real),
                }
            }
        }
    }

    /// Keeps a write to addresses that do not exist, while there is room.
    fn hide(&mut self, range: Range<u64>, stamp: Option<Stamp>) {
        let Some(fake) = &self.counterfeit else { return };
        let size = fake.hiding_cache.bytes();
        let start = range.start.max(fake.capacity_real.bytes());
        if size == 0 || start >= range.end {
            return;
        }
        let beyond = start..range.end;
        match stamp {
            Some(stamp) => {
                let length = beyond.end - beyond.start;
                self.hidden.write(start, length, stamp, start - range.start);
                self.hidden_bytes += length;
                self.hidden_order.push_back(beyond);
            }
            None => self.hidden.clear(beyond),
        }
        while self.hidden_bytes > size {
            let Some(oldest) = self.hidden_order.pop_front() else { return };
            self.hidden_bytes -= oldest.end - oldest.start;
            self.hidden.clear(oldest);
        }
    }
}

/// Splits announced addresses into pieces with their real addresses; `None` is lost.
fn pieces(
    fake: Option<&CounterfeitSpec>,
    range: Range<u64>,
) -> Vec<(Range<u64>, Option<Range<u64>>)> {
    let Some(fake) = fake else { return vec![(range.clone(), Some(range))] };
    let real = fake.capacity_real.bytes();
    let period = match (fake.scheme, fake.wrap) {
        (FakeScheme::Limbo, _) => u64::MAX,
        (FakeScheme::Chain, Some(wrap)) => wrap.bytes(),
        (FakeScheme::Wraparound | FakeScheme::Chain, _) => real,
    };
    let lost_from = fake.lost_from.map_or(u64::MAX, Size::bytes);
    let mut pieces = Vec::new();
    let mut start = range.start;
    while start < range.end {
        if start >= lost_from {
            pieces.push((start..range.end, None));
            break;
        }
        let folded = start % period;
        let border = if folded < real { real } else { period };
        let end = range.end.min(start + (border - folded)).min(lost_from);
        let place = (folded < real).then(|| folded..folded + (end - start));
        pieces.push((start..end, place));
        start = end;
    }
    pieces
}
