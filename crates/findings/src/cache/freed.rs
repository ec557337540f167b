//! What came back of a cache where a part of the drive was discarded, without a rest: a cache of its own is as full as
//! before, one in free space has as much room as space is free, and what is no cache does neither.

use super::cliff::{Cliff, PLACE_TOLERANCE_BYTES, SAME_RATIO};
use super::passes::{Chain, drops};

/// How far what came back may be from what is expected: of a cache in free space below and above, of a part of one,
/// and of a cache of its own. From the sweep of docs/conclusions.md, seeds 9100000 to 9108000.
const LESS: f64 = 0.10;
const MORE: f64 = 0.15;
const OF_A_PART: f64 = 0.25;
const OF_ITS_OWN: f64 = 0.15;
/// What a place is unsure by in a pass over a part, beside its share.
const TOLERANCE_BYTES: f64 = 14e6;
/// A drive of which a cache did not come back at all is as fast as after its cliff; garbage takes no more than this.
const AS_AFTER: std::ops::Range<f64> = 0.84..1.05;

/// Whether a cache gives back what came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FreedKind {
    /// As much as expected.
    AsExpected,
    /// About as much, or more, of a drive that was slower, and faster again.
    Nearly,
    /// Not all that a cache in free space would have, and none in the rest.
    Less,
    /// Nothing, neither with free space nor in the rest; the first pass has no other cliff.
    NotFreed,
    /// What no explanation of a cache gives.
    Strange,
}

/// What goes into a cache of its own right after a discard is no more.
pub(super) fn nothing_of_its_own(cliff: Cliff) -> f64 {
    OF_ITS_OWN * cliff.bytes + TOLERANCE_BYTES
}

impl Chain<'_> {
    /// What went into the cache after a discard, and the share of the drive that was free then. 0 is nothing.
    pub(super) fn freed_bytes(&self) -> Option<(f64, f64)> {
        let freed = self.freed.as_ref()?;
        let reference = self.reference.or_else(|| self.first_reference())?;
        let segments = &freed.pass.segments;
        let bytes = match self.cliff_like(segments, reference) {
            Some(cliff) => cliff.bytes,
            None if segments.iter().all(|it| reference.is_cached(it.bytes_per_s())) => {
                segments.last().map_or(0.0, |last| last.to_bytes)
            }
            None => 0.0,
        };
        Some((bytes, freed.share))
    }

    /// Whether that is what a cache with this cliff gives back; `None` where it was not measured.
    pub(super) fn freed_kind(&self, cliff: Cliff) -> Option<FreedKind> {
        let (freed, share) = self.freed_bytes()?;
        if self.passes.len() < 2 {
            return None;
        }
        let again = self.cliff_of(1).map_or(0.0, |cliff| cliff.bytes);
        let segments = &self.passes[0].segments[cliff.index..];
        let is_falling = segments.windows(2).all(|pair| drops(&pair[0], &pair[1]));
        let is_nothing = again <= self.nothing_bytes();
        if is_nothing && freed <= TOLERANCE_BYTES {
            let is_plain = self.is_as_after(cliff);
            return Some(if is_plain { FreedKind::NotFreed } else { FreedKind::Strange });
        }
        let is_its_own =
            (again - cliff.bytes).abs() <= SAME_RATIO * cliff.bytes + self.nothing_bytes();
        if is_its_own {
            let is_expected = freed <= nothing_of_its_own(cliff);
            let is_sure = is_expected && is_falling;
            return Some(if is_sure { FreedKind::AsExpected } else { FreedKind::Strange });
        }
        let expected = share * (cliff.bytes - again).max(0.0);
        let (less, more) = if is_nothing { (LESS, MORE) } else { (OF_A_PART, OF_A_PART) };
        let is_enough = freed >= (1.0 - less) * expected - TOLERANCE_BYTES;
        let is_too_much = freed > (1.0 + more) * expected + TOLERANCE_BYTES;
        Some(match (is_falling, is_enough && !is_too_much) {
            (true, true) => FreedKind::AsExpected,
            (false, true) if is_nothing => FreedKind::Nearly,
            (true, false) if is_nothing && is_too_much => FreedKind::Nearly,
            (true, false) if is_nothing => FreedKind::Less,
            _ => FreedKind::Strange,
        })
    }

    /// Whether as much came back with free space as the rest had not given back, more closely than heat that comes and goes
    /// would have it by chance.
    pub(super) fn is_freed_closely(&self, cliff: Cliff) -> bool {
        let again = self.cliff_of(1).map_or(0.0, |cliff| cliff.bytes);
        self.freed_bytes().is_some_and(|(bytes, share)| {
            let expected = share * (cliff.bytes - again).max(0.0);
            (bytes - expected).abs() < MORE * expected
        })
    }

    /// Whether the first pass has no cliff but this one, and all of the part was written as fast as what follows it.
    fn is_as_after(&self, cliff: Cliff) -> bool {
        let segments = &self.passes[0].segments;
        let Some(freed) = &self.freed else { return false };
        let after = cliff.index.saturating_add(1);
        let is_only = cliff.index == self.count_buffer(segments)
            && segments.len() == after.saturating_add(1)
            && cliff.bytes > PLACE_TOLERANCE_BYTES;
        let parts = &freed.pass.segments;
        let rest = &parts[self.count_buffer(parts)..];
        is_only
            && rest.iter().all(|part| {
                AS_AFTER.contains(&(part.bytes_per_s() / segments[after].bytes_per_s()))
            })
    }
}
