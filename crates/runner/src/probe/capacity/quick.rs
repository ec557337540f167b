//! The real capacity from few marks.
//!
//! 1. An *anchor* is written to the beginning. Reading through the whole drive in steps of its length
//!    shows it again wherever addresses repeat; nothing is written there, so no cache can hide it.
//! 2. Where they repeat with a period, a mark written one period above a place appears at the place if
//!    it is real: halving finds the end of what is real, past every cache.
//! 3. Otherwise marks are spread over the drive and written to its end, and the space before the end is
//!    *flooded* with more than a hiding cache can hold. Marks at the end are read meanwhile, each once.
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

/// At most so much is written to a drive of `announced` bytes on which a cache of `cache` bytes is ruled out.
pub(super) fn most_written(announced: u64, cache: u64) -> u64 {
    // The largest blocks that are usual: the marks at the end are as many whatever their size.
    let shape = Shape::of(announced, 4096);
    let floods = flood_size(cache) + flood::narrow_size(cache);
    floods + shape.anchor_length + 2 * shape.end_length + (SCATTER_COUNT + 4) * 4096
}

/// Finds out how much is real, and at last whether the drive still keeps anything at all: one that stops to after so
/// many bytes has kept all that came before.
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
        search_period(marker, &Shape::of(marker.end, marker.block), (period, cache), evidence)?;
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
    let shape = Shape::of(marker.end, marker.block);
    // Smaller than a few blocks: nothing to choose.
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
        // Nothing arrives. Whether it is as it was can be seen unless it was blank.
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

/// What was written before a write failed: whether it is there. Another place's data where the first was is a
/// lie whatever lies below, and goes into the evidence.
pub(super) fn look_back(
    marker: &mut Marker<'_>,
    evidence: &mut CapacityEvidence,
) -> Result<Option<bool>, End> {
    let Some((start, length, salt)) = marker.anchor else { return Ok(None) };
    let seen = look_at_run(marker, start, length, salt, 16)?;
    evidence.period_bytes = evidence.period_bytes.or(seen.period);
    Ok(Some(seen.lost_count == 0 && seen.kept_count > 0))
}

/// Marks over the drive and at its end, and the flood.
fn try_end(
    marker: &mut Marker<'_>,
    shape: &Shape,
    anchor: u64,
    cache: Bytes,
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    let (from, to) = (shape.anchor_end(), shape.end_start());
    // Its first quarter is looked at right now. The rest is written later, and nothing of it twice: a cache
    // that forgets the first writing of a place may forget the second with it.
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
    // Everything else is older.
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
    flood_more(marker, flooded, flood)?;
    let mut border = Border { kept: Some(from - marker.block), lost: to };
    border.narrow(&look_at_marks(marker, &marks)?);
    search_border(marker, shape, border, flood, evidence)
}

/// What lies below the last block, if that is lost at once: a drive may lack no more than that.
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
    /// The wide flood, with the last mark of any.
    flood: Flood,
    /// The cache that was looked for.
    cache: Bytes,
}

/// Nothing got lost at the end: then everything else has to be there, too.
fn look_at_all(
    marker: &mut Marker<'_>,
    shape: &Shape,
    written: &Written,
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    let Written { anchor, end_run, marks, flood, cache } = written;
    // A drive that stops to keep anything after so many bytes has kept all that came before the flood.
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
    // It may lack no more than its last blocks: everything that is looked at was looked at by now.
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

/// The border where something got lost after everything had been kept: the last blocks alone may be lost, or a cache held
/// nearly all that was written by then, the marks among it.
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
    flood_more(marker, flooded, cache)?;
    let mut border = Border { kept: Some(from - marker.block), lost };
    border.narrow(&look_at_marks(marker, &written.marks)?);
    search_border(marker, shape, border, cache, evidence)
}

/// What is looked at while the blocks before it are written again and again. Arbitrary.
const LAST_LENGTH: u64 = 16 << 10;
const LAST_BLOCKS: u64 = 8;
