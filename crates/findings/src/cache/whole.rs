//! Size of the write buffer from the first pass, which met it empty; the burst after the pass may have met it nearly
//! full.

use super::cliff::{BUFFER_MAX_BYTES, Cliff, PLACE_TOLERANCE_BYTES};
use super::doubts::{BesideThePasses, Heat};
use super::freed::{FreedKind, nothing_of_its_own};
use super::passes::{Buffer, Chain, drops};
use crate::segments::{DIFFERENCE_MIN, Segment};

/// The first parts of two passes are the same buffer if their lengths differ by at most this share. From the sweep of
/// docs/conclusions.md, seeds 70000000 to 70016000.
const AGAIN_RATIO: f64 = 0.25;
/// The largest size of a buffer here, with a margin above the limit elsewhere. Arbitrary.
const LARGEST_BYTES: f64 = 1.25 * BUFFER_MAX_BYTES;

/// A recovery of less than this share of a cache counts as little. From the sweep of docs/conclusions.md, seeds
/// 70000000 to 70016000.
const LITTLE_RATIO: f64 = 0.3;

/// A buffer with this much room shows at least this share of it. Arbitrary: the room is only known within a factor of
/// about two.
const SHOWN_RATIO: f64 = 0.5;

impl Chain<'_> {
    /// The buffer, if it is the first part of the passes and the burst only showed the bytes that it had time to
    /// empty. Conditions: the first part runs at the link's rate and is there again after the rest; the part after it
    /// has its own cliff, and free space recovers it like a cache.
    pub(super) fn whole_buffer(&self) -> Option<Buffer> {
        let buffer = self.buffer?;
        let first = &self.passes[0];
        let segments = &first.segments;
        let is_cut = buffer.size() >= buffer.room_bytes(first);
        if !is_cut || self.count_buffer(segments) > 0 {
            return None;
        }
        let whole = Buffer { burst_bytes: 0.0, ..buffer }.filled_by(segments)?;
        let again = whole.filled_by(&self.passes.get(1)?.segments)?;
        let is_again = (again.size() / whole.size() - 1.0).abs() < AGAIN_RATIO;
        if !is_again || whole.size() > LARGEST_BYTES || whole.size() < buffer.size() {
            return None;
        }
        let with = Chain { buffer: Some(whole), ..self.clone() };
        let cliff = with.cliff_of(0)?;
        (with.freed_kind(cliff) == Some(FreedKind::AsExpected)).then_some(whole)
    }

    /// Whether free space recovered it as only a cache in free space does, with no buffer of unknown size at its end.
    /// Heat does not depend on free space, and a buffer recovers in the rest.
    pub(super) fn is_shown_by_space(
        &self,
        cliff: Cliff,
        kind: Option<FreedKind>,
        around: BesideThePasses,
    ) -> bool {
        // Other parts before the cliff, neither buffer nor cache, have other causes.
        let is_plain = cliff.index == self.count_buffer(&self.passes[0].segments);
        let is_more =
            || self.freed_bytes().is_some_and(|(bytes, _)| bytes > nothing_of_its_own(cliff));
        let is_cool = || match self.heat(cliff, around) {
            Heat::Excluded => true,
            Heat::Seen(_) => self.is_freed_closely(cliff),
            Heat::Unknown => false,
        };
        kind == Some(FreedKind::AsExpected)
            && is_plain
            && is_more()
            && self.is_faster_where_free()
            && self.is_buffer_known(cliff)
            && is_cool()
    }

    /// Whether the write into free space was faster at first than the end of the pass before it, and then no longer;
    /// and that pass did not run at the cache's rate all along.
    fn is_faster_where_free(&self) -> bool {
        let (Some(freed), Some(second)) = (&self.freed, self.passes.get(1)) else {
            return false;
        };
        let (parts, ends) = (&freed.pass.segments, &second.segments);
        let Some(end) = ends.last() else { return false };
        let is_all_fast = self
            .first_reference()
            .is_none_or(|rates| ends.iter().all(|part| rates.is_cached(part.bytes_per_s())));
        let skipped = self.count_buffer(parts);
        let fast = |part: &Segment| drops(part, end);
        !is_all_fast
            && parts[skipped..].iter().any(fast)
            && parts.last().is_some_and(|part| !fast(part))
    }

    /// Whether only a small part of it recovered in the rest, so that it may be a buffer.
    pub(super) fn is_little_back(&self, cliff: Cliff) -> bool {
        self.cliff_of(1).is_some_and(|again| again.bytes < LITTLE_RATIO * cliff.bytes)
    }

    /// Whether the burst showed less than a buffer that ends at the cliff would have had room for: then the cliff is
    /// not the end of the buffer, however small it is.
    pub(super) fn is_beyond_buffer(&self, cliff: Cliff) -> bool {
        self.buffer.is_some_and(|buffer| {
            let room = buffer.room_bytes(&self.passes[0]).min(buffer.whole_bytes);
            let shown = room.min(cliff.bytes);
            shown > PLACE_TOLERANCE_BYTES / 2.0 && buffer.burst_bytes < SHOWN_RATIO * shown
        })
    }

    /// Whether the burst showed the buffer, or its absence: the whole burst was slower, although a buffer had time to
    /// empty a visible part, and less than the size of the burst.
    fn is_buffer_known(&self, cliff: Cliff) -> bool {
        let Some(buffer) = self.buffer else { return false };
        let fast = self.passes[0].segments[cliff.index].bytes_per_s();
        let is_slower = buffer.burst_bytes_per_s * (1.0 + DIFFERENCE_MIN) < fast;
        let room = buffer.room_bytes(&self.passes[0]);
        let is_none =
            is_slower && (PLACE_TOLERANCE_BYTES / 2.0..buffer.whole_bytes).contains(&room);
        buffer.size() > 0.0 || is_none
    }
}

impl Buffer {
    /// The buffer from the first of `parts`, if it filled at that part's rate and emptied at the rate of the second.
    fn filled_by(self, parts: &[Segment]) -> Option<Self> {
        let (part, next) = (parts.first()?, parts.get(1)?);
        let rate = part.bytes_per_s();
        let is_link = rate * (1.0 + DIFFERENCE_MIN) > self.burst_bytes_per_s;
        if !is_link || !drops(part, next) {
            return None;
        }
        let size = part.to_bytes * (1.0 - next.bytes_per_s() / rate);
        let burst_bytes = size / (1.0 - self.after_bytes_per_s / rate);
        Some(Self { burst_bytes, burst_bytes_per_s: rate, ..self })
    }
}
