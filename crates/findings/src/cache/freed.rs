//! Recovery of a cache after a discard of a part of the drive, without a rest. A cache with separate flash stays
//! full, one in free space gets room in proportion to that space, and anything else does neither.

use super::cliff::{Cliff, PLACE_TOLERANCE_BYTES, SAME_RATIO};
use super::passes::{Chain, drops};

/// Tolerances of the recovery: of a cache in free space below and above the expected amount, of a part of one, and of
/// a cache with separate flash. From the sweep of docs/conclusions.md, seeds 9100000 to 9108000.
const LESS: f64 = 0.10;
const MORE: f64 = 0.15;
const OF_A_PART: f64 = 0.25;
const OF_ITS_OWN: f64 = 0.15;
/// Uncertainty of a place in a pass over a part, beside its relative one.
const TOLERANCE_BYTES: f64 = 14e6;
/// If a cache did not recover at all, the drive is as fast as after its cliff; garbage collection slows it no further
/// than this.
const AS_AFTER: std::ops::Range<f64> = 0.84..1.05;

/// Whether the recovery matches a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FreedKind {
    /// The expected amount.
    AsExpected,
    /// About that amount or more, on a drive that slowed down and sped up again.
    Nearly,
    /// Less than a cache in free space would get, and none in the rest.
    Less,
    /// None, neither with free space nor in the rest; the first pass has no other cliff.
    NotFreed,
    /// An amount that no kind of cache explains.
    Strange,
}

/// The most that goes into a cache with separate flash right after a discard.
pub(super) fn nothing_of_its_own(cliff: Cliff) -> f64 {
    OF_ITS_OWN * cliff.bytes + TOLERANCE_BYTES
}

impl Chain<'_> {
    /// The bytes that went into the cache after a discard, and the share of the drive that was free then. 0 bytes
    /// means none.
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

    /// Whether the recovery matches a cache with this cliff; `None` if it was not measured.
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

    /// Whether free space gave back exactly the part that the rest had not; heat that comes and goes would not match
    /// it this closely by chance.
    pub(super) fn is_freed_closely(&self, cliff: Cliff) -> bool {
        let again = self.cliff_of(1).map_or(0.0, |cliff| cliff.bytes);
        self.freed_bytes().is_some_and(|(bytes, share)| {
            let expected = share * (cliff.bytes - again).max(0.0);
            (bytes - expected).abs() < MORE * expected
        })
    }

    /// Whether this is the only cliff of the first pass, and all of the part was written at the rate after it.
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
