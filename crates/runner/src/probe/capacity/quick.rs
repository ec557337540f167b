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

use std::ops::ControlFlow;

use iogram_engine::Found;
use iogram_model::{Bytes, CapacityEvidence, Nanos};

use super::greatest_common;
use super::marks::{End, Look, Marker};
use super::{GIB, MIB};

/// Marks that are spread over the drive before the flood.
pub(super) const SCATTER_COUNT: u64 = 24;
/// Bytes per request of runs and floods.
const CHUNK: u64 = 4 * MIB;
/// When no more than this is left, all of it is written: less than a mark in each half would cost.
const DIRECT: u64 = 4 * MIB;
/// Largest number of marks between two floods.
const MARKS_MAX: u64 = 1024;
/// A narrow part right before the end is flooded once more: a drive that lacks only its last sectors has no other
/// addresses that go to a cache. Arbitrary.
const NARROW: u64 = MIB;
/// What is written there at most. Arbitrary: a few hundredths of what a usual flood writes.
const NARROW_FLOOD_MAX: u64 = 128 * MIB;
/// The same of a part inside the marks at the end, for one that lacks even less.
const LAST_FLOOD_MAX: u64 = 32 * MIB;
/// Marks whose answers decide whether what is seen elsewhere is a shift of the addresses.
const SHIFT_BLOCKS: [u64; 4] = [1, 3, 8, 21];

/// Largest part of the drive that is flooded, again and again: what has to be put back stays bounded.
const FLOODED_MAX: u64 = GIB + GIB / 20;

/// What is written to rule out a cache of `cache` bytes: a twentieth more.
pub(super) const fn flood_size(cache: u64) -> u64 {
    cache + cache / 20
}

/// What is written to narrow parts at the end, beside that.
pub(super) fn narrow_size(cache: u64) -> u64 {
    let volume = flood_size(cache);
    volume.min(NARROW_FLOOD_MAX) + volume.min(LAST_FLOOD_MAX)
}

/// Places on a drive, in whole blocks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    anchor_start: u64,
    pub(super) anchor_length: u64,
    end: u64,
    pub(super) end_length: u64,
}

impl Shape {
    pub(super) fn of(capacity: u64, block: u64) -> Self {
        let end = capacity / block * block;
        let align = |bytes: u64| (bytes / block * block).max(block);
        // A step of a 4096th makes 4096 reads; no more memory than a small counterfeit has.
        let length = (end / 4096).next_power_of_two().clamp(MIB, 32 * MIB).min(align(end / 16));
        Self {
            // The first to be written and the last to be put back: meanwhile nothing can be mounted.
            anchor_start: 0,
            anchor_length: align(length),
            end,
            end_length: align((256 << 10).min(end / 64)),
        }
    }

    const fn anchor_end(&self) -> u64 {
        self.anchor_start + self.anchor_length
    }

    const fn end_start(&self) -> u64 {
        self.end - self.end_length
    }
}

/// What is known of the border between kept and lost.
#[derive(Debug, Clone, Copy)]
struct Border {
    /// The last block that is known to be kept; `None` if none is.
    kept: Option<u64>,
    /// The first block that is known to be lost.
    lost: u64,
}

/// A mark with its salt.
#[derive(Debug, Clone, Copy)]
struct Mark {
    offset: u64,
    salt: u64,
}

/// What a flood costs and needs.
#[derive(Debug, Clone, Copy, Default)]
struct Flood {
    /// Bytes after which a mark is lost; 0 without a cache.
    volume: u64,
    elapsed: Nanos,
    written: u64,
}

pub(super) fn try_some(
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

/// Writes a run of marks of one salt.
fn write_run(marker: &mut Marker<'_>, start: u64, length: u64) -> Result<u64, End> {
    let salt = marker.new_salt();
    let mut at = start;
    while at < start + length {
        let step = CHUNK.min(start + length - at);
        let _failure_is_counted = marker.write(at, step, salt)?;
        at += step;
    }
    marker.decoy()?;
    Ok(salt)
}

/// What single blocks of a run say.
#[derive(Debug, Default)]
struct RunLook {
    kept_count: u64,
    lost_count: u64,
    last_kept: Option<u64>,
    first_lost: Option<u64>,
    period: Option<u64>,
}

impl RunLook {
    /// Whether everything lost comes after everything kept.
    fn is_border(&self) -> bool {
        self.first_lost.is_some_and(|lost| self.last_kept.is_none_or(|kept| kept < lost))
    }
}

/// Looks at blocks of a run: the first, the last, and others at random.
fn look_at_run(
    marker: &mut Marker<'_>,
    start: u64,
    length: u64,
    salt: u64,
    count: u64,
) -> Result<RunLook, End> {
    let blocks = length / marker.block;
    let mut seen = RunLook::default();
    for index in 0..count {
        let block = match index {
            0 => blocks - 1,
            1 => 0,
            _ => marker.random.below(blocks),
        };
        let offset = start + block * marker.block;
        let look = marker.look(offset, salt)?;
        match look {
            Look::Kept => {
                seen.kept_count += 1;
                seen.last_kept = Some(seen.last_kept.map_or(offset, |last| last.max(offset)));
            }
            Look::Elsewhere(from) => {
                let distance = from.abs_diff(offset);
                seen.period =
                    Some(seen.period.map_or(distance, |it| greatest_common(it, distance)));
            }
            Look::Lost => {
                seen.lost_count += 1;
                let first = seen.first_lost.map_or(offset, |first| first.min(offset));
                seen.first_lost = Some(first);
            }
            Look::Damaged | Look::Unreadable => {}
        }
        marker.note_look(offset, marker.block, look);
    }
    Ok(seen)
}

/// The smallest distance after which the anchor is seen again.
fn find_period(
    marker: &mut Marker<'_>,
    shape: &Shape,
    anchor: u64,
) -> Result<Option<u64>, End> {
    // In ascending order, so that it is the period itself and no multiple of it.
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

/// Whether the neighbours of `place` hold the neighbours of `from`, as where addresses repeat. A drive that answers
/// with old data wherever nothing is stored gives others.
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
        // At the end of the drive or of the anchor the neighbours are on the other side.
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

/// Whether the block at `place` is real on a drive whose addresses repeat: what is written a period
/// above it appears there.
fn is_real(marker: &mut Marker<'_>, place: u64, period: u64) -> Result<Option<bool>, End> {
    let above = place + period;
    if above + marker.block > marker.end {
        return Ok(None);
    }
    let salt = marker.new_salt();
    if marker.write(above, marker.block, salt)?.is_none() {
        return Ok(None);
    }
    // Where the decoy goes nothing can be asked with one.
    if marker.decoy_at != Some(place) {
        marker.decoy()?;
    }
    Ok(match marker.look(place, salt)? {
        Look::Elsewhere(from) => Some(from == above),
        Look::Kept | Look::Lost => Some(false),
        Look::Damaged | Look::Unreadable => None,
    })
}

/// The same, where a bad block must not be taken for the border.
fn is_real_around(marker: &mut Marker<'_>, place: u64, period: u64) -> Result<bool, End> {
    for distance in 0..3 {
        let near = place.saturating_sub(distance * marker.block);
        if is_real(marker, near, period)? == Some(true) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The end of what is real, on a drive whose addresses repeat.
fn search_period(
    marker: &mut Marker<'_>,
    shape: &Shape,
    (period, cache): (u64, Bytes),
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    evidence.period_bytes = Some(period);
    let block = marker.block;
    // Places without an address above them cannot be tried so.
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
    // Three neighbours were asked each time: the border is within two blocks of the last answer.
    let mut first_lost = lost;
    while first_lost > 0 && is_real(marker, (first_lost - 1) * block, period)? == Some(false) {
        first_lost -= 1;
    }
    while is_real(marker, first_lost * block, period)? == Some(true) {
        first_lost += 1;
    }
    evidence.lost_from_bytes = Some(first_lost * block);
    Ok(())
}

/// The part of a period from `kept` to `period` that no address above it leads to: whether it keeps anything is
/// asked directly, and behind any cache, as at the end of a drive without a period.
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
    let marks = scatter(marker, kept + block, top.max(kept + block), SCATTER_COUNT)?;
    let end_run = EndRun { start: top, length, salt };
    // What exists takes no room in a cache: both sides of the border are flooded.
    let parts = [
        Flooded { start: top.saturating_sub(NARROW).max(kept + block), end: top },
        Flooded { start: period, end: whole.end },
    ];
    let wide = parts.into_iter().filter(|part| part.end > part.start + block);
    let mut done = Flood::default();
    for part in wide {
        let more = flood(marker, part, flood_size(cache.0), Some(&end_run))?;
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
    let mut flood = flood(marker, flooded, flood_size(cache.0), Some(&end_run))?;
    if flood.volume == 0 {
        let narrow = Flooded { start: to.saturating_sub(NARROW).max(flooded.start), end: to };
        let last = Flooded { start: to + quarter, end: start };
        // Marks that were looked at already are left out: reading may keep them in the cache.
        let parts = [(narrow, NARROW_FLOOD_MAX, 2), (last, LAST_FLOOD_MAX, 1)];
        for (part, most, thirds) in parts {
            let unread =
                EndRun { length: marker.align(end_run.length / 3 * thirds), ..end_run };
            let volume = flood_size(cache.0).min(most);
            if flood.volume == 0 && part.end > part.start + marker.block {
                let more = self::flood(marker, part, volume, Some(&unread))?;
                flood = Flood { volume: more.volume, ..flood };
            }
        }
    }
    if flood.volume == 0 {
        let ruled_out = flood.written.min(cache.0);
        evidence.cache_ruled_out_bytes = Some(ruled_out);
        let written = Written { anchor, end_run, marks, cache };
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

/// Single marks, one in each of equal parts.
fn scatter(marker: &mut Marker<'_>, from: u64, to: u64, count: u64) -> Result<Vec<Mark>, End> {
    let blocks = (to - from) / marker.block;
    let mut marks = Vec::new();
    for index in 0..count.min(blocks) {
        let (first, next) = (blocks * index / count, blocks * (index + 1) / count);
        let place = first + marker.random.below((next - first).max(1));
        let mark = Mark { offset: from + place * marker.block, salt: marker.new_salt() };
        if marker.write(mark.offset, marker.block, mark.salt)?.is_some() {
            marks.push(mark);
        }
    }
    Ok(marks)
}

/// The marks at the end of the drive.
#[derive(Debug, Clone, Copy)]
struct EndRun {
    start: u64,
    length: u64,
    salt: u64,
}

/// Everything that was written before the flood.
#[derive(Debug)]
struct Written {
    /// The anchor's salt.
    anchor: u64,
    end_run: EndRun,
    marks: Vec<Mark>,
    /// The cache that was looked for.
    cache: Bytes,
}

/// A part of the drive that is flooded.
#[derive(Debug, Clone, Copy)]
struct Flooded {
    start: u64,
    end: u64,
}

impl Shape {
    /// What to flood: the space before the end, or of it what is at or beyond `from`.
    fn flooded(&self, from: u64) -> Flooded {
        let end = self.end_start();
        // Never where the anchor is, and not most of a small drive.
        let most = FLOODED_MAX.min((end - self.anchor_end()) / 2);
        let start = if from < end { from.max(end - most) } else { end - most };
        let aligned = start.next_multiple_of(CHUNK);
        Flooded { start: if aligned + CHUNK <= end { aligned } else { start }, end }
    }
}

/// Writes `volume` bytes to `part`, from its beginning again and again. With `sentinels`, ends as soon as
/// they are lost, and says after how much.
fn flood(
    marker: &mut Marker<'_>,
    part: Flooded,
    volume: u64,
    sentinels: Option<&EndRun>,
) -> Result<Flood, End> {
    let mut done = Flood::default();
    let begin = marker.now();
    let (mut at, mut salt) = (part.start, marker.new_salt());
    let mut next_look = CHUNK;
    let mut unread = sentinels.map_or(0, |run| run.length / marker.block);
    while done.written < volume {
        if at >= part.end {
            (at, salt) = (part.start, marker.new_salt());
        }
        let length =
            CHUNK.min(part.end - at).min(marker.align(volume - done.written).max(marker.block));
        let _failure_is_counted = marker.write(at, length, salt)?;
        at += length;
        done.written += length;
        if let Some(run) = sentinels
            && (done.written >= next_look || done.written >= volume)
        {
            next_look = done.written + done.written / 4;
            // Each is read once: reading may keep it in the cache.
            let mut is_lost = unread > 2;
            for _ in 0..2 {
                unread = unread.saturating_sub(1);
                let look = marker.look(run.start + unread * marker.block, run.salt)?;
                is_lost &= matches!(look, Look::Lost | Look::Elsewhere(_));
                if !is_lost {
                    break;
                }
            }
            if is_lost {
                done.volume = done.written;
                break;
            }
        }
    }
    marker.flush()?;
    done.elapsed = marker.now() - begin;
    Ok(done)
}

/// Nothing got lost at the end: then everything else has to be there, too.
fn look_at_all(
    marker: &mut Marker<'_>,
    shape: &Shape,
    written: &Written,
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    let Written { anchor, end_run, marks, cache } = written;
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
    Ok(())
}

impl Border {
    /// What the marks say: the border is above the last that is kept, and at most at the first above it
    /// that is lost. A mark that is lost below one that is kept is on a bad block.
    fn narrow(&mut self, looks: &[(u64, Look)]) {
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

    /// Whole blocks of which nothing is known yet: first byte and length.
    fn between(&self, block: u64) -> (u64, u64) {
        let first = self.kept.map_or(0, |kept| kept + block);
        (first, self.lost.saturating_sub(first))
    }
}

/// The first lost block, to the block.
fn search_border(
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
        }
        mark_cost = Nanos((marker.now() - begin).0 / count);
        marker.decoy()?;
        flood_beyond(marker, shape, border.lost, cache)?;
        let is_known = border;
        border.narrow(&look_at_marks(marker, &marks)?);
        if is_known.between(marker.block) == border.between(marker.block) {
            // Every mark is on a bad block: no closer.
            break;
        }
    }
    evidence.lost_from_bytes = Some(search_directly(marker, shape, border, cache)?);
    Ok(())
}

/// What marks say, read from the last to the first.
fn look_at_marks(marker: &mut Marker<'_>, marks: &[Mark]) -> Result<Vec<(u64, Look)>, End> {
    marks
        .iter()
        .rev()
        .map(|mark| Ok((mark.offset, marker.look(mark.offset, mark.salt)?)))
        .collect()
}

fn flood_beyond(
    marker: &mut Marker<'_>,
    shape: &Shape,
    lost: u64,
    cache: Flood,
) -> Result<(), End> {
    if cache.volume == 0 {
        return Ok(());
    }
    let (end_start, end) = (shape.end_start(), shape.end);
    let part = if lost + MIB <= end_start {
        shape.flooded(lost)
    } else {
        Flooded { start: lost, end }
    };
    // What is lost is too little to be flooded, and to matter.
    if part.end - part.start >= 64 << 10 {
        flood(marker, part, cache.volume, None)?;
        flood_more(marker, part, cache)?;
    }
    Ok(())
}

/// A cache need not forget what is oldest first: a quarter more, and what may be in pieces of requests.
fn flood_more(marker: &mut Marker<'_>, part: Flooded, cache: Flood) -> Result<(), End> {
    flood(marker, part, cache.volume / 4 + 2 * CHUNK, None).map(drop)
}

/// The number of marks with which the search takes the least time: each costs `mark`, and each round a
/// flood.
fn best_count(length: u64, mark: Nanos, cache: Flood) -> u64 {
    let round = u128::from(cache.elapsed.0);
    // Before anything is known: a random write of an ordinary card.
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

/// Writes everything that is unknown, and halves it by reading.
fn search_directly(
    marker: &mut Marker<'_>,
    shape: &Shape,
    border: Border,
    cache: Flood,
) -> Result<u64, End> {
    let (first, length) = border.between(marker.block);
    if length == 0 {
        return Ok(border.lost);
    }
    let salt = write_run(marker, first, length)?;
    flood_beyond(marker, shape, border.lost, cache)?;
    let (mut kept, mut lost) = (0, length / marker.block);
    while kept < lost {
        let middle = kept.midpoint(lost);
        match marker.look(first + middle * marker.block, salt)? {
            Look::Kept => kept = middle + 1,
            _ => lost = middle,
        }
    }
    Ok(first + lost * marker.block)
}
