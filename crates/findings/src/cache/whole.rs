//! The write buffer as the first pass met it: empty, and so whole, where the burst after the pass met it nearly full.

use super::cliff::{BUFFER_MAX_BYTES, Cliff, PLACE_TOLERANCE_BYTES};
use super::doubts::{BesideThePasses, Heat};
use super::freed::{FreedKind, nothing_of_its_own};
use super::passes::{Buffer, Chain, drops};
use crate::segments::{DIFFERENCE_MIN, Segment};

/// The first parts of two passes are the same buffer if their lengths differ by no more. From the sweep of
/// docs/conclusions.md, seeds 70000000 to 70016000.
const AGAIN_RATIO: f64 = 0.25;
/// A buffer is expected to be this much larger at most than what looks like one elsewhere. Arbitrary.
const LARGEST_BYTES: f64 = 1.25 * BUFFER_MAX_BYTES;

/// What comes back in the rest is little below this share of a cache. From the sweep of docs/conclusions.md, seeds 70000000
/// to 70016000.
const LITTLE_RATIO: f64 = 0.3;

/// A buffer that had room for so many bytes shows at least this share of them. Arbitrary: the room is known to
/// about a half.
const SHOWN_RATIO: f64 = 0.5;

impl Chain<'_> {
    /// The buffer that the first part of the passes is, where the burst showed no more of it than it had time to empty:
    /// the first part ends at the link's rate, is there again after the rest, and what comes after it has a
    /// cliff of its own, of which free space gives back what such a cache does.
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

    /// Whether free space gave back what only a cache in free space does, and no buffer of unknown size moves its end: heat
    /// is there whether space is free or not, and a buffer comes back in the rest.
    pub(super) fn is_shown_by_space(
        &self,
        cliff: Cliff,
        kind: Option<FreedKind>,
        around: BesideThePasses,
    ) -> bool {
        // Parts before the cliff that are neither buffer nor cache have causes of their own.
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

    /// Whether a part of the free space was written faster than what the pass before it ended with, and then no longer,
    /// and that pass was not as fast as a cache all along.
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

    /// Whether what came back of it in the rest is so small a part that a buffer could be it.
    pub(super) fn is_little_back(&self, cliff: Cliff) -> bool {
        self.cliff_of(1).is_some_and(|again| again.bytes < LITTLE_RATIO * cliff.bytes)
    }

    /// Whether the burst showed less than a buffer that ends at the cliff had room for again: then the cliff is no end of the
    /// buffer, however small it is.
    pub(super) fn is_beyond_buffer(&self, cliff: Cliff) -> bool {
        self.buffer.is_some_and(|buffer| {
            let room = buffer.room_bytes(&self.passes[0]).min(buffer.whole_bytes);
            let shown = room.min(cliff.bytes);
            shown > PLACE_TOLERANCE_BYTES / 2.0 && buffer.burst_bytes < SHOWN_RATIO * shown
        })
    }

    /// Whether the burst showed the buffer, or that there is none: all of the burst was slower, though there was time to
    /// empty what can be seen, and not so much that the burst had room in it.
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
    /// What the first of `parts` filled while it was emptied at the rate of the second.
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
