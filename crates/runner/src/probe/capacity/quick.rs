//! Real capacity from few marks.
//!
//! 1. Write an *anchor* to the beginning. Reads through the whole drive, in steps of its length, show it again
//!    wherever addresses repeat. Nothing is written there, so no cache can hide it.
//! 2. If addresses repeat with a period, a mark written one period above a place appears at that place if the place
//!    is real. A binary search finds the end of the real part, behind any cache.
//! 3. Otherwise spread marks over the drive, write marks to its end, and *flood* the space before the end with more
//!    than a hiding cache can hold. Meanwhile check the marks at the end, each once.
//! 4. If they get lost, more marks and more floods close in on the first lost block.
//!
//! All reads are of single blocks far apart, because counterfeits cache sequential reads better.

mod border;
mod flood;
mod marked;
mod period;
mod shape;

use std::ops::ControlFlow;

use iogram_engine::Found;
use iogram_model::{Bytes, CapacityEvidence};

use self::border::{Border, search_border};
use self::flood::{Flood, Looks, flood, flood_last, flood_more, flood_narrow, flood_size};
use self::marked::{
    EndRun, Mark, SCATTER_COUNT, look_at_marks, look_at_run, scatter, write_run,
};
use self::period::{find_period, find_period_below, search_period};
use self::shape::Shape;
use super::marks::{End, Look, Marker, has_stopped};

/// The most bytes written to a drive of `announced` bytes to rule out a cache of `cache` bytes.
pub(super) fn most_written(announced: u64, cache: u64) -> u64 {
    // The largest usual blocks: the number of marks at the end does not depend on the block size.
    let shape = Shape::for_capacity(announced, 4096);
    let floods = flood_size(cache) + flood::narrow_size(cache);
    floods + shape.anchor_length + 2 * shape.end_length + (SCATTER_COUNT + 4) * 4096
}

/// Finds the real capacity, and checks at last whether the drive still stores data: one that stops after a number of
/// bytes has stored everything before them.
pub(super) fn try_some(
    marker: &mut Marker<'_>,
    cache: Bytes,
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    find_real(marker, cache, evidence)?;
    if let (None, Some(lost)) = (evidence.period_bytes, evidence.lost_from_bytes)
        && !evidence.is_full
        && let Some(period) = find_period_below(marker, lost)?
    {
        (evidence.lost_from_bytes, evidence.hiding_cache_bytes) = (None, None);
        evidence.proven_bytes = None;
        search_period(
            marker,
            &Shape::for_capacity(marker.end, marker.block),
            (period, cache),
            evidence,
        )?;
    }
    let keeps_nothing = evidence.is_read_only || evidence.lost_from_bytes == Some(0);
    if !evidence.is_full && !keeps_nothing && has_stopped(marker)? {
        evidence.stopped_after_bytes = Some(marker.written_bytes);
        (evidence.lost_from_bytes, evidence.hiding_cache_bytes) = (None, None);
        evidence.proven_bytes = None;
    }
    Ok(())
}

fn find_real(
    marker: &mut Marker<'_>,
    cache: Bytes,
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    let shape = Shape::for_capacity(marker.end, marker.block);
    // A drive of only a few blocks leaves no choice of places.
    if shape.anchor_end() >= shape.end_start() || shape.end_length < 4 * marker.block {
        return super::full::try_all(marker, evidence, &mut |_, _| ControlFlow::Continue(()));
    }
    marker.decoy_at = Some(shape.anchor_end());
    let before = marker.found_at(shape.anchor_start)?;
    let anchor = write_run(marker, shape.anchor_start, shape.anchor_length)?;
    marker.flush()?;
    marker.anchor = Some((shape.anchor_start, shape.anchor_length, anchor));
    let kept = look_at_run(marker, shape.anchor_start, shape.anchor_length, anchor, 16)?;
    if let Some(period) = kept.period {
        return search_period(marker, &shape, (period, cache), evidence);
    }
    if kept.kept_count == 0 && kept.lost_count > 0 {
        // No write arrives. Unless the place was blank, this shows whether it is unchanged.
        let is_same = marker.found_at(shape.anchor_start)? == before;
        evidence.is_read_only = is_same && before.is_some_and(|it| it != Found::Blank);
        evidence.lost_from_bytes = Some(0);
        return Ok(());
    }
    if let Some(lost) = kept.first_lost.filter(|_| kept.is_border()) {
        let border = Border { kept: kept.last_kept, lost };
        evidence.hiding_cache_bytes = Some(0);
        return search_border(marker, &shape, border, Flood::default(), evidence);
    }
    if let Some(period) = find_period(marker, &shape, anchor)? {
        return search_period(marker, &shape, (period, cache), evidence);
    }
    try_end(marker, &shape, anchor, cache, evidence)
}

/// Checks the data written before a failed write. If another place's data replaced the first data, the capacity is
/// false, whatever lies below the device; the evidence records that.
pub(super) fn look_back(
    marker: &mut Marker<'_>,
    evidence: &mut CapacityEvidence,
) -> Result<Option<bool>, End> {
    let Some((start, length, salt)) = marker.anchor else { return Ok(None) };
    let seen = look_at_run(marker, start, length, salt, 16)?;
    evidence.period_bytes = evidence.period_bytes.or(seen.period);
    Ok(Some(seen.lost_count == 0 && seen.kept_count > 0))
}

/// Tests with marks over the drive and at its end, and with the flood.
fn try_end(
    marker: &mut Marker<'_>,
    shape: &Shape,
    anchor: u64,
    cache: Bytes,
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    let (from, to) = (shape.anchor_end(), shape.end_start());
    // Checks the first quarter of the end now. Writes the rest later, and no place twice: a cache that forgets the
    // first write of a place may forget the second one with it.
    let quarter = marker.align(shape.end_length / 4).max(marker.block);
    let at_once_salt = write_run(marker, to, quarter)?;
    let at_once = look_at_run(marker, to, quarter, at_once_salt, 3)?;
    if at_once.lost_count > 0 && at_once.kept_count == 0 {
        evidence.hiding_cache_bytes = Some(0);
        let border = Border { kept: Some(from - marker.block), lost: to };
        return search_border(marker, shape, border, Flood::default(), evidence);
    }
    if at_once.is_border() && at_once.lost_count > 0 {
        evidence.hiding_cache_bytes = Some(0);
        let lost = at_once.first_lost.unwrap_or(to);
        let border = Border { kept: at_once.last_kept, lost };
        return search_border(marker, shape, border, Flood::default(), evidence);
    }
    if let Some(border) = try_last(marker, shape)? {
        evidence.hiding_cache_bytes = Some(0);
        return search_border(marker, shape, border, Flood::default(), evidence);
    }
    let flooded = shape.flooded(to);
    let marks = scatter(marker, from + marker.block, flooded.start, SCATTER_COUNT)?;
    // Every other mark is older.
    let start = marker.align(shape.end - quarter);
    let length = shape.end - marker.block - start;
    let end_run = EndRun { start, length, salt: write_run(marker, start, length)? };
    let mut looks = Looks::new(marker, end_run);
    let mut flood = flood(marker, flooded, flood_size(cache.0), Some(&mut looks))?;
    if flood.volume == 0 {
        let more = flood_narrow(marker, (flood, cache.0), flooded.start, &mut looks)?;
        flood = flood.followed_by(more);
    }
    if flood.volume == 0 {
        let ruled_out = flood.written.min(cache.0);
        evidence.is_cut_short = flood.is_cut_short;
        evidence.cache_ruled_out_bytes = Some(ruled_out);
        let written = Written { anchor, end_run, marks, flood, cache };
        return look_at_all(marker, shape, &written, evidence);
    }
    evidence.hiding_cache_bytes = Some(flood.volume);
    let _late_ends_the_search = flood_more(marker, flooded, flood)?;
    let mut border = Border { kept: Some(from - marker.block), lost: to };
    border.narrow(&look_at_marks(marker, &marks)?);
    search_border(marker, shape, border, flood, evidence)
}

/// If the last block is lost at once, the border is below it: a drive may lack no more than that.
fn try_last(marker: &mut Marker<'_>, shape: &Shape) -> Result<Option<Border>, End> {
    let last = shape.end - marker.block;
    for _ in 0..2 {
        let salt = write_run(marker, last, marker.block)?;
        if marker.look(last, salt)? != Look::Lost {
            return Ok(None);
        }
    }
    Ok(Some(Border { kept: Some(shape.anchor_end()), lost: last }))
}

/// Everything that was written before the flood.
#[derive(Debug)]
struct Written {
    /// The anchor's salt.
    anchor: u64,
    end_run: EndRun,
    marks: Vec<Mark>,
    /// The wide flood, with the last mark of all floods.
    flood: Flood,
    /// The cache size to rule out.
    cache: Bytes,
}

/// No mark was lost at the end, so every other mark must be there too.
fn look_at_all(
    marker: &mut Marker<'_>,
    shape: &Shape,
    written: &Written,
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    let Written { anchor, end_run, marks, flood, cache } = written;
    // A drive that stops storing data after a number of bytes has stored everything before the flood.
    if let Some(mark) = flood.last
        && marker.look(mark.offset, mark.salt)? == Look::Lost
        && marker.look(mark.offset, mark.salt)? == Look::Lost
    {
        marker.note_look(mark.offset, marker.block, Look::Lost);
    }
    let again = look_at_run(marker, shape.anchor_start, shape.anchor_length, *anchor, 16)?;
    if let Some(period) = again.period {
        return search_period(marker, shape, (period, *cache), evidence);
    }
    for (offset, look) in look_at_marks(marker, marks)? {
        if let Look::Elsewhere(from) = look {
            let period = from.abs_diff(offset);
            return search_period(marker, shape, (period, *cache), evidence);
        }
        marker.note_look(offset, marker.block, look);
    }
    let end = look_at_run(marker, end_run.start, end_run.length / 2, end_run.salt, 16)?;
    if end.lost_count > 0 && end.is_border() {
        let lost = end.first_lost.unwrap_or(end_run.start);
        let border = Border { kept: end.last_kept, lost };
        return search_border(marker, shape, border, Flood::default(), evidence);
    }
    // The drive may lack no more than its last blocks. This comes last, because all other marks have been checked by
    // now.
    let least = LAST_LENGTH.max(LAST_BLOCKS * marker.block);
    let length = marker.align(least.min(end_run.length / 4)).max(marker.block);
    let start = shape.end - length;
    let last = EndRun { start, length, salt: write_run(marker, start, length)? };
    let mut looks = Looks::new(marker, last);
    let lost = flood_last(marker, (*flood, cache.0), end_run.start, &mut looks)?;
    if lost.volume == 0 {
        return Ok(());
    }
    search_late(marker, shape, written, flood.followed_by(lost), evidence)
}

/// Finds the border if a mark was lost after all others were kept. Either the last blocks alone are missing, or a
/// cache held nearly all data written by then, including the marks.
fn search_late(
    marker: &mut Marker<'_>,
    shape: &Shape,
    written: &Written,
    cache: Flood,
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    evidence.cache_ruled_out_bytes = None;
    evidence.hiding_cache_bytes = Some(cache.volume);
    let (from, lost) = (shape.anchor_end(), written.end_run.start);
    let flooded = shape.flooded(shape.end_start());
    flood(marker, flooded, cache.volume, None)?;
    let _late_ends_the_search = flood_more(marker, flooded, cache)?;
    let mut border = Border { kept: Some(from - marker.block), lost };
    border.narrow(&look_at_marks(marker, &written.marks)?);
    search_border(marker, shape, border, cache, evidence)
}

/// Size of the last part, whose marks are checked while the flood rewrites the blocks before it. Arbitrary.
const LAST_LENGTH: u64 = 16 << 10;
const LAST_BLOCKS: u64 = 8;
