//! Repeating addresses: their period, and the real part of a period.

use iogram_model::{Bytes, CapacityEvidence};

use super::super::MIB;
use super::super::marks::{End, Look, Marker};
use super::border::{Border, search_border};
use super::flood::{Flood, Looks, flood, flood_size};
use super::marked::{EndRun, SCATTER_COUNT, look_at_marks, look_at_run, scatter, write_run};
use super::shape::{CHUNK, Flooded, Shape};

/// Neighbours that decide whether a displaced mark means a shift of addresses.
const SHIFT_BLOCKS: [u64; 4] = [1, 3, 8, 21];

/// The smallest distance at which the anchor appears again.
pub(super) fn find_period(
    marker: &mut Marker<'_>,
    shape: &Shape,
    anchor: u64,
) -> Result<Option<u64>, End> {
    // In ascending order, to find the period itself and not a multiple of it.
    let length = usize::try_from(shape.anchor_length).expect("some mebibytes");
    let steps = (shape.anchor_end()..shape.end).step_by(length);
    for place in steps.chain([shape.end - marker.block]) {
        if let Look::Elsewhere(from) = marker.look(place, anchor)?
            && is_shift(marker, shape, (place, from), anchor)?
        {
            return Ok(Some(place.abs_diff(from)));
        }
    }
    Ok(None)
}

/// The period below a border behind which everything is lost: addresses before it may repeat by less than the steps
/// of `find_period`. Data written there then appears at the beginning.
pub(super) fn find_period_below(
    marker: &mut Marker<'_>,
    lost: u64,
) -> Result<Option<u64>, End> {
    let Some((start, length, salt)) = marker.anchor else { return Ok(None) };
    let whole = CHUNK.min(length);
    let Some(from) = lost.checked_sub(whole).filter(|from| *from >= start + length) else {
        return Ok(None);
    };
    let step = usize::try_from(CHUNK / 4).expect("a mebibyte");
    for further in (whole..length).step_by(step) {
        if let Some(place) = lost.checked_sub(further).filter(|place| *place > start + length)
            && let place = marker.align(place)
            && let Look::Elsewhere(seen) = marker.look(place, salt)?
            && seen < start + length
        {
            return Ok(Some(place - seen));
        }
    }
    let written = write_run(marker, from, whole)?;
    Ok(match marker.look(start, written)? {
        Look::Elsewhere(seen) if (from..lost).contains(&seen) => Some(seen - start),
        _ => None,
    })
}

/// Whether the neighbours of `place` hold the neighbours of `from`, as with repeating addresses. A drive that returns
/// old data wherever it stores nothing shows others.
fn is_shift(
    marker: &mut Marker<'_>,
    shape: &Shape,
    (place, from): (u64, u64),
    anchor: u64,
) -> Result<bool, End> {
    let (mut shifted, mut others) = (0, 0);
    for blocks in SHIFT_BLOCKS {
        let further = blocks * marker.block;
        let is_inside = from + further < shape.anchor_end() && place + further < shape.end;
        // At the end of the drive or of the anchor, takes the neighbours on the other side.
        let (place, expected) = match (is_inside, from.checked_sub(further)) {
            (true, _) => (place + further, from + further),
            (false, Some(before)) if before >= shape.anchor_start => (place - further, before),
            (false, _) => continue,
        };
        match marker.look(place, anchor)? {
            Look::Elsewhere(at) if at == expected => shifted += 1,
            Look::Damaged | Look::Unreadable => {}
            _ => others += 1,
        }
    }
    Ok(shifted > others)
}

/// Whether the block at `place` is real on a drive with repeating addresses: a write one period above appears there.
fn is_real(marker: &mut Marker<'_>, place: u64, period: u64) -> Result<Option<bool>, End> {
    let above = place + period;
    if above + marker.block > marker.end {
        return Ok(None);
    }
    let salt = marker.new_salt();
    if marker.write(above, marker.block, salt)?.is_none() {
        return Ok(None);
    }
    // The place of the decoy cannot be tested with a decoy.
    if marker.decoy_at != Some(place) {
        marker.decoy()?;
    }
    Ok(match marker.look(place, salt)? {
        Look::Elsewhere(from) => Some(from == above),
        Look::Kept | Look::Lost => Some(false),
        Look::Damaged | Look::Unreadable => None,
    })
}

/// As `is_real`, but does not mistake a bad block for the border.
fn is_real_around(marker: &mut Marker<'_>, place: u64, period: u64) -> Result<bool, End> {
    for distance in 0..3 {
        let near = place.saturating_sub(distance * marker.block);
        if is_real(marker, near, period)? == Some(true) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Finds the end of the real part on a drive with repeating addresses.
pub(super) fn search_period(
    marker: &mut Marker<'_>,
    shape: &Shape,
    (period, cache): (u64, Bytes),
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    evidence.period_bytes = Some(period);
    let block = marker.block;
    // A place without an address one period above cannot be tested this way.
    let last = period.min(marker.end.saturating_sub(period)).saturating_sub(block);
    if is_real_around(marker, last, period)? {
        if last + block < period {
            return finish_chain(marker, shape, (last, marker.align(period), cache), evidence);
        }
        return Ok(());
    }
    let (mut kept, mut lost) = (0, last / block);
    while lost - kept > 1 {
        let middle = kept.midpoint(lost);
        if is_real_around(marker, middle * block, period)? {
            kept = middle;
        } else {
            lost = middle;
        }
    }
    // Each test covered three neighbours, so the border is within two blocks of the last result.
    let mut first_lost = lost;
    while first_lost > 0 && is_real(marker, (first_lost - 1) * block, period)? == Some(false) {
        first_lost -= 1;
    }
    while is_real(marker, first_lost * block, period)? == Some(true) {
        first_lost += 1;
    }
    // Addresses above it may be lost for another reason: the anchor shows whether they repeat to the end.
    if first_lost > 0 && !repeats_to_the_end(marker, period)? {
        let kept = (first_lost - 1) * block;
        return finish_chain(marker, shape, (kept, marker.align(period), cache), evidence);
    }
    evidence.lost_from_bytes = Some(first_lost * block);
    Ok(())
}

/// Whether the anchor appears a second time, two periods above: then every place of the first period has a second
/// address. `false` if the drive ends before that, because it remains unknown.
fn repeats_to_the_end(marker: &mut Marker<'_>, period: u64) -> Result<bool, End> {
    let Some((start, length, salt)) = marker.anchor else { return Ok(true) };
    let blocks = length / marker.block;
    for part in ANCHOR_PARTS {
        let from = start + blocks * part / ANCHOR_END * marker.block;
        let place = from + 2 * period;
        if place + marker.block > marker.end {
            return Ok(false);
        }
        if marker.look(place, salt)? == Look::Elsewhere(from) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Parts of the anchor to look for, as numerators of `ANCHOR_END`.
const ANCHOR_PARTS: [u64; 4] = [1, 3, 5, 6];
const ANCHOR_END: u64 = 7;

/// Examines the part of a period from `kept` to `period` that has no address above it: tests directly whether it
/// stores data, behind any cache, as at the end of a drive without a period.
fn finish_chain(
    marker: &mut Marker<'_>,
    whole: &Shape,
    (kept, period, cache): (u64, u64, Bytes),
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    let block = marker.block;
    let length = marker.align(whole.end_length.min((period - kept) / 2)).max(block);
    let shape = Shape { end: period, end_length: length, ..*whole };
    let mut border = Border { kept: Some(kept), lost: period };
    let top = shape.end_start();
    let salt = write_run(marker, top, length)?;
    let at_once = look_at_run(marker, top, length.min(4 * block), salt, 2)?;
    if at_once.lost_count > 0 && at_once.kept_count == 0 {
        border.lost = top;
        return search_border(marker, &shape, border, Flood::default(), evidence);
    }
    // The flood overwrites its area: a mark there would look lost.
    let flooded = top.saturating_sub(MIB).max(kept + block);
    let marks = scatter(marker, kept + block, flooded, SCATTER_COUNT)?;
    let end_run = EndRun { start: top, length, salt };
    // Data in the real part takes no room in a cache, so both sides of the border are flooded.
    let parts =
        [Flooded { start: flooded, end: top }, Flooded { start: period, end: whole.end }];
    let wide = parts.into_iter().filter(|part| part.end > part.start + block);
    let mut done = Flood::default();
    let mut looks = Looks::new(marker, end_run);
    for part in wide {
        let more = flood(marker, part, flood_size(cache.0), Some(&mut looks))?;
        done.written += more.written;
        if more.volume > 0 {
            done = more;
            break;
        }
    }
    border.narrow(&look_at_marks(marker, &marks)?);
    if done.volume == 0 {
        let is_kept = |look: Look| matches!(look, Look::Kept | Look::Elsewhere(_));
        let last = marker.look(top, salt)?;
        if border.lost >= top && is_kept(last) {
            evidence.cache_ruled_out_bytes = Some(done.written.min(cache.0));
            return Ok(());
        }
        return search_border(marker, &shape, border, Flood::default(), evidence);
    }
    evidence.hiding_cache_bytes = Some(done.volume);
    border.lost = border.lost.min(top);
    search_border(marker, &shape, border, done, evidence)
}
