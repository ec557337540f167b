//! Border between kept and lost: more marks and more floods close in on the first lost block.

use iogram_model::{CapacityEvidence, Nanos};

use super::super::MIB;
use super::super::marks::{End, Look, Marker};
use super::flood::{Evicted, Flood, flood_beyond};
use super::marked::{Mark, SCATTER_COUNT, look_at_marks, scatter, write_run};
use super::shape::Shape;

/// The search writes the rest completely once it is no larger than this: that costs less than a mark in each half.
const DIRECT: u64 = 4 * MIB;
/// Largest number of marks between two floods.
const MARKS_MAX: u64 = 1024;
/// Bytes written beyond the border before anything below it counts as real, if no cache was found: controllers have a
/// buffer. Arbitrary.
const PROOF_FLOOD: u64 = 64 * MIB;
/// The real part ends at a lost mark if at least one in this many marks from there on is lost; fewer are bad blocks.
/// Arbitrary.
const LOST_ONE_IN: usize = 8;

/// Known bounds of the border between kept and lost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Border {
    /// The last block known to be kept; `None` if there is none.
    pub(super) kept: Option<u64>,
    /// The first block known to be lost.
    pub(super) lost: u64,
}

impl Border {
    /// Narrows the bounds by marks. The border is above the last kept mark, and at most at the first lost one above
    /// it. A lost mark below a kept one is on a bad block.
    pub(super) fn narrow(&mut self, looks: &[(u64, Look)]) {
        let kept = looks.iter().filter(|(_, look)| *look == Look::Kept);
        let kept = kept.map(|(offset, _)| *offset).max();
        self.kept = self.kept.max(kept);
        let is_lost = |look: Look| matches!(look, Look::Lost | Look::Elsewhere(_));
        let above = looks.iter().filter(|(offset, look)| {
            is_lost(*look) && self.kept.is_none_or(|kept| kept < *offset)
        });
        let lost = above.map(|(offset, _)| *offset).min();
        self.lost = lost.map_or(self.lost, |lost| lost.min(self.lost));
    }

    /// The unknown whole blocks between the bounds: first byte and length.
    fn between(&self, block: u64) -> (u64, u64) {
        let first = self.kept.map_or(0, |kept| kept + block);
        (first, self.lost.saturating_sub(first))
    }
}

/// Finds the first lost block, exact to the block.
pub(super) fn search_border(
    marker: &mut Marker<'_>,
    shape: &Shape,
    border: Border,
    cache: Flood,
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    let mut border = border;
    let mut mark_cost = Nanos(0);
    loop {
        let (first, length) = border.between(marker.block);
        if length <= DIRECT {
            break;
        }
        if marker.is_late() {
            return leave_open(border, evidence);
        }
        let count = best_count(length, mark_cost, cache);
        let begin = marker.now();
        let blocks = length / marker.block;
        let mut marks = Vec::new();
        for index in 1..=count {
            let place =
                u64::try_from(u128::from(blocks) * u128::from(index) / u128::from(count + 1))
                    .expect("a block of the drive");
            let mark = Mark { offset: first + place * marker.block, salt: marker.new_salt() };
            if marker.write(mark.offset, marker.block, mark.salt)?.is_some() {
                marks.push(mark);
            }
            if marker.is_late() {
                return leave_open(border, evidence);
            }
        }
        mark_cost = Nanos((marker.now() - begin).0 / count);
        marker.decoy()?;
        if flood_beyond(marker, shape, border.lost, cache)? == Evicted::Late {
            return leave_open(border, evidence);
        }
        let is_known = border;
        border.narrow(&look_at_marks(marker, &marks)?);
        if is_known.between(marker.block) == border.between(marker.block) {
            // Every mark is on a bad block, so the bounds cannot get closer.
            break;
        }
    }
    if marker.is_late() {
        return leave_open(border, evidence);
    }
    let top = border.kept.map_or(0, |kept| kept + marker.block);
    let bottom = shape.anchor_end().min(top);
    let proof = scatter(marker, bottom, top, SCATTER_COUNT)?;
    let volume = if cache.volume == 0 { PROOF_FLOOD } else { cache.volume };
    let (real, evicted) = search_directly(marker, shape, border, Flood { volume, ..cache })?;
    if evicted == Evicted::Late {
        return leave_open(border, evidence);
    }
    evidence.lost_from_bytes = Some(real);
    let looks = look_at_marks(marker, &proof)?;
    evidence.proven_bytes = (evicted == Evicted::All).then(|| proven_below(real, &looks));
    Ok(())
}

/// There is no time left: where it lies below what is known to be lost stays open.
fn leave_open(border: Border, evidence: &mut CapacityEvidence) -> Result<(), End> {
    (evidence.lost_from_bytes, evidence.is_border_open) = (Some(border.lost), true);
    Ok(())
}

/// The end of the part that the marks prove to be real, if the drive seems to end at `real`; the marks are in
/// descending order.
fn proven_below(real: u64, looks: &[(u64, Look)]) -> u64 {
    let (mut lost, mut proven) = (0, real);
    for (index, (offset, look)) in looks.iter().enumerate() {
        if !matches!(look, Look::Lost | Look::Elsewhere(_)) {
            continue;
        }
        lost += 1;
        if lost * LOST_ONE_IN > index {
            proven = *offset;
        }
    }
    proven
}

/// The number of marks with the shortest search time: each mark costs `mark`, and each round a flood.
fn best_count(length: u64, mark: Nanos, cache: Flood) -> u64 {
    let round = u128::from(cache.elapsed.0);
    // Before any measurement: a random write of an ordinary card.
    let mark = u128::from(if mark == Nanos(0) { 5_000_000 } else { mark.0 });
    let cost = |count: u64| {
        let (mut rounds, mut left) = (0_u128, length);
        while left > DIRECT {
            left /= count + 1;
            rounds += 1;
        }
        rounds * (mark * u128::from(count) + round)
    };
    (0..=MARKS_MAX.ilog2())
        .map(|power| 1 << power)
        .min_by_key(|count| cost(*count))
        .unwrap_or(1)
}

/// Writes the whole unknown part, and finds the border by a binary search of reads. Returns the end of the real part,
/// and whether a flood evicted all earlier data from any cache. Without time for that, the end stays `border.lost`.
fn search_directly(
    marker: &mut Marker<'_>,
    shape: &Shape,
    border: Border,
    cache: Flood,
) -> Result<(u64, Evicted), End> {
    let (first, length) = border.between(marker.block);
    if length == 0 {
        return Ok((border.lost, flood_beyond(marker, shape, border.lost, cache)?));
    }
    let salt = write_run(marker, first, length)?;
    let evicted = flood_beyond(marker, shape, border.lost, cache)?;
    if evicted == Evicted::Late {
        return Ok((border.lost, evicted));
    }
    let (mut kept, mut lost) = (0, length / marker.block);
    while kept < lost {
        let middle = kept.midpoint(lost);
        match marker.look(first + middle * marker.block, salt)? {
            Look::Kept => kept = middle + 1,
            _ => lost = middle,
        }
    }
    Ok((first + lost * marker.block, evicted))
}
