//! The cliff of a pass: the place from which it is slower to its end. Distinguishes the end of the cache from the end
//! of the buffer and from garbage collection.

use super::passes::{Chain, Pass, drops};
use super::rates::{Nearness, Reference};
use crate::segments::{DIFFERENCE_MIN, Segment};

/// An unmeasured write buffer may look like a cache of up to this size. Source: the zoo of this project, with the
/// sizes usual in the market; DRAM of a drive holds its map, not data.
pub(super) const BUFFER_MAX_BYTES: f64 = 64e6;

/// Uncertainty of a cliff's place, beside its relative one: steps of the progress, outstanding requests.
pub(super) const PLACE_TOLERANCE_BYTES: f64 = 6e6;

/// Relative difference between two measurements of the same cache. Arbitrary.
pub(super) const SAME_RATIO: f64 = 0.04;

/// Relative tolerance between the time per byte that a cliff adds and the time that the first cliff added. Arbitrary.
const STRANGE_RATIO: f64 = 0.5;
/// The same if the rate before the cliff is close to the flash's: cached writes slowed by garbage collection may have
/// that rate by chance. Arbitrary.
const HARDLY_STRANGE_RATIO: f64 = 0.25;
/// The cliff of a later pass is at most this factor farther than the first one: a rest does not give back more than
/// the cache. Arbitrary.
const BACK_RATIO_MAX: f64 = 1.15;
/// A smaller share of a cache counts as nothing if as much was there without a rest: the pass itself frees such
/// blocks. Arbitrary.
const BACK_RATIO_MIN: f64 = 0.15;
/// A part that is slower than a burst into the buffer by this factor leaves the buffered data as a separate part.
/// Arbitrary.
const CLEAR_RATIO: f64 = 1.5;
/// Tolerance factor of a length computed from a rate and a time. Arbitrary.
const LENGTH_SLACK_RATIO: f64 = 1.25;
/// A smaller share of a burst into the buffer counts as nothing. Arbitrary.
const NOTHING_RATIO: f64 = 0.1;
/// A shorter time is not a rest.
const REST_MIN_NS: u64 = 1_000_000_000;

/// The first cliff of a pass.
#[derive(Clone, Copy)]
pub(super) struct Cliff {
    /// Index of the segment that ends with it.
    pub(super) index: usize,
    pub(super) bytes: f64,
}

impl Chain<'_> {
    /// The number of parts at the beginning that the buffer explains: they are no longer than the buffer lasts if it
    /// fills at the burst's rate and empties at the next part's. Their own rates say little, because they are so
    /// short.
    pub(super) fn count_buffer(&self, segments: &[Segment]) -> usize {
        let is_explained = |pair: &[Segment]| {
            let (part, next) = (&pair[0], &pair[1]);
            let Some(buffer) = self.buffer else { return part.to_bytes <= BUFFER_MAX_BYTES };
            let burst_per_s = buffer.burst_bytes_per_s.max(part.bytes_per_s());
            let left = 1.0 - next.bytes_per_s() / burst_per_s;
            let expected = buffer.size() / left.max(DIFFERENCE_MIN / 2.0);
            part.to_bytes <= expected * LENGTH_SLACK_RATIO + PLACE_TOLERANCE_BYTES
        };
        segments.windows(2).take_while(|pair| is_explained(pair)).count()
    }

    /// A recovered amount up to this size counts as nothing.
    pub(super) fn nothing_bytes(&self) -> f64 {
        let burst = self.buffer.map_or(BUFFER_MAX_BYTES, |buffer| buffer.burst_bytes);
        PLACE_TOLERANCE_BYTES + NOTHING_RATIO * burst
    }

    /// The first place from which the pass is slower to its end.
    pub(super) fn cliff(&self, segments: &[Segment]) -> Option<Cliff> {
        let skipped = self.count_buffer(segments);
        for index in skipped..segments.len() {
            let rest = &segments[index.saturating_add(1)..];
            if rest.is_empty() {
                return None;
            }
            if rest.iter().all(|later| drops(&segments[index], later)) {
                return Some(self.cliff_after(segments, index));
            }
        }
        None
    }

    /// The rates of the first pass, if it has a cliff.
    pub(super) fn first_reference(&self) -> Option<Reference> {
        let segments = &self.passes[0].segments;
        let cliff = self.cliff(segments)?;
        Some(Reference {
            to_bytes: segments[cliff.index].to_bytes,
            cache_bytes_per_s: self.cache_rate(segments, cliff),
            after_bytes_per_s: segments[cliff.index.saturating_add(1)].bytes_per_s(),
            burst_after_bytes_per_s: self.buffer.map(|buffer| buffer.after_bytes_per_s),
        })
    }

    /// The cliff of the cache in a later pass: the end of the parts whose rate is closer to the cache's than to the
    /// flash's. With garbage collection all along, the place where the time per byte rises as much as at the first
    /// cliff.
    pub(super) fn cliff_like(
        &self,
        segments: &[Segment],
        reference: Reference,
    ) -> Option<Cliff> {
        let skipped = self.count_buffer(segments);
        let last = segments.len().saturating_sub(1);
        let is_cached = |it: &Segment| reference.is_cached(it.bytes_per_s());
        let cached = segments[skipped..].iter().take_while(|it| is_cached(it)).count();
        if cached > 0 && skipped.saturating_add(cached) <= last {
            // Garbage collection may begin before the cache is full.
            let found = skipped.saturating_add(cached).saturating_sub(1);
            let index = self.cliff_by_time(segments, found..last, reference).unwrap_or(found);
            return Some(self.cliff_after(segments, index));
        }
        let index = self.cliff_by_time(segments, skipped..last, reference)?;
        Some(self.cliff_after(segments, index))
    }

    /// The part after which the time per byte rises by the amount of the first cliff.
    fn cliff_by_time(
        &self,
        segments: &[Segment],
        places: std::ops::Range<usize>,
        reference: Reference,
    ) -> Option<usize> {
        let added = |slow: f64, fast: f64| 1.0 / slow - 1.0 / fast;
        let whole = added(reference.after_bytes_per_s, reference.cache_bytes_per_s);
        let strangeness = |index: usize| {
            let (before, after) = (&segments[index], &segments[index.saturating_add(1)]);
            (added(after.bytes_per_s(), before.bytes_per_s()) / whole - 1.0).abs()
        };
        places
            .filter(|&index| {
                let limit = match reference.nearness(segments[index].bytes_per_s()) {
                    Nearness::Same => return false,
                    Nearness::Alike => HARDLY_STRANGE_RATIO,
                    Nearness::Other => STRANGE_RATIO,
                };
                strangeness(index) < limit
            })
            .filter(|&index| segments[index].to_bytes <= reference.to_bytes * BACK_RATIO_MAX)
            .min_by(|&one, &other| strangeness(one).total_cmp(&strangeness(other)))
    }

    fn cliff_after(&self, segments: &[Segment], index: usize) -> Cliff {
        let bytes = segments[index].to_bytes - self.held_by_buffer(segments, index);
        Cliff { index, bytes: bytes.max(0.0) }
    }

    /// The cliff of any pass of the chain: of a run's first pass by itself, of all others by comparison with that.
    pub(super) fn cliff_of(&self, pass: usize) -> Option<Cliff> {
        let segments = &self.passes[pass].segments;
        let earlier = if pass == 0 { None } else { self.first_reference() };
        match self.reference.or(earlier) {
            Some(reference) => self.cliff_like(segments, reference),
            None => self.cliff(segments),
        }
    }

    /// Whether a later pass found as little free space as a pass without a rest before it.
    pub(super) fn is_by_writing(&self, cliff: Cliff, rates: Reference) -> bool {
        let is_rested = |pass: &Pass<'_>| pass.rest_ns.is_none_or(|rest| rest >= REST_MIN_NS);
        let without = (1..self.passes.len()).find(|&index| !is_rested(&self.passes[index]));
        let by_writing = without.and_then(|index| self.cliff_of(index));
        cliff.bytes < BACK_RATIO_MIN * rates.to_bytes
            && by_writing.is_some_and(|it| {
                cliff.bytes <= LENGTH_SLACK_RATIO * it.bytes + PLACE_TOLERANCE_BYTES
            })
    }

    /// Bytes before the cliff that were in the buffer. If the cache is as fast as the link, the buffer is empty until
    /// the cliff and fills after it at the link's rate. If the cache is slower, the buffer is full.
    pub(super) fn held_by_buffer(&self, segments: &[Segment], index: usize) -> f64 {
        let Some(buffer) = self.buffer else { return 0.0 };
        let (before, after) =
            (segments[index].bytes_per_s(), segments[index.saturating_add(1)].bytes_per_s());
        if self.is_behind_buffer(before) {
            let is_clear = before * CLEAR_RATIO < buffer.burst_bytes_per_s;
            // The fill of the buffer is then a separate part, or too short for one.
            return if index == 0 && is_clear {
                buffer.size().min(PLACE_TOLERANCE_BYTES)
            } else {
                buffer.size()
            };
        }
        buffer.size() / (1.0 - after / before).max(DIFFERENCE_MIN)
    }

    /// Whether the buffer is full at this rate, because the link is faster.
    fn is_behind_buffer(&self, bytes_per_s: f64) -> bool {
        self.buffer
            .is_some_and(|it| bytes_per_s * (1.0 + DIFFERENCE_MIN) < it.burst_bytes_per_s)
    }

    /// The rate of the part that ends with the cliff, without the bytes that the buffer took at its beginning.
    pub(super) fn cache_rate(&self, segments: &[Segment], cliff: Cliff) -> f64 {
        let segment = segments[cliff.index];
        let rate = segment.bytes_per_s();
        let buffer = self.buffer.filter(|_| cliff.index == 0 && self.is_behind_buffer(rate));
        let taken = buffer.map_or(0.0, |buffer| buffer.size().min(segment.bytes() / 2.0));
        rate * (1.0 - taken / segment.bytes().max(1.0))
    }
}
