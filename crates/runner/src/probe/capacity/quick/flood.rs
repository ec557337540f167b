//! Floods: writes of more than a hiding cache can hold, so that lost data shows.

use iogram_model::Nanos;

use super::super::MIB;
use super::super::marks::{End, Look, Marker};
use super::marked::{EndRun, Mark};
use super::shape::{CHUNK, Flooded, Shape};

/// Parts before the end, each inside the one before. A drive that lacks only its last sectors has few addresses that
/// go to its cache; of all bytes written to these parts, a quarter goes there if the drive lacks 256 KiB. Arbitrary.
const NARROW: [u64; 3] = [2 * MIB, MIB, MIB / 4];
/// Parts before the last blocks, for a drive that lacks even less.
const LAST: [u64; 3] = [64 << 10, 32 << 10, 16 << 10];
/// The most volume and time of the narrow floods: this fraction of the wide flood's. Arbitrary.
const NARROW_SHARE: u64 = 4;
const NARROW_TIME_SHARE: u64 = 1;
/// The most bytes of a flood of the last blocks. Arbitrary: small requests that take long.
const LAST_FLOOD_MAX: u64 = 64 * MIB;

/// Bytes to write to rule out a cache of `cache` bytes: a twentieth more.
pub(super) const fn flood_size(cache: u64) -> u64 {
    cache + cache / 20
}

/// The most bytes to write additionally to narrow parts at the end.
pub(super) fn narrow_size(cache: u64) -> u64 {
    let volume = flood_size(cache) / NARROW_SHARE;
    volume + volume.min(LAST_FLOOD_MAX)
}

/// The cost of a flood, and the volume that it needs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flood {
    /// Bytes after which a mark is lost; 0 without a cache.
    pub(super) volume: u64,
    pub(super) elapsed: Nanos,
    pub(super) written: u64,
    /// Whether time ended it.
    pub(super) is_cut_short: bool,
    /// The first block of the last write.
    pub(super) last: Option<Mark>,
}

impl Flood {
    /// This flood, which found nothing, followed by `more`: either of them may have filled the cache.
    pub(super) fn followed_by(self, more: Self) -> Self {
        let last = more.last.or(self.last);
        if more.volume == 0 {
            return Self { last, written: self.written + more.written, ..self };
        }
        let elapsed = Nanos(self.elapsed.0 + more.elapsed.0);
        Self { volume: self.written + more.volume, elapsed, last, ..self }
    }
}

/// Writes `volume` bytes to `part`, from its beginning again and again. With `sentinels`, ends as soon as they are
/// lost; the result has the volume until then. Ends early without time, too.
pub(super) fn flood(
    marker: &mut Marker<'_>,
    part: Flooded,
    volume: u64,
    mut sentinels: Option<&mut Looks>,
) -> Result<Flood, End> {
    let mut done = Flood::default();
    let begin = marker.now();
    let (mut at, mut salt) = (part.start, marker.new_salt());
    while done.written < volume {
        if at >= part.end {
            (at, salt) = (part.start, marker.new_salt());
        }
        let length =
            CHUNK.min(part.end - at).min(marker.align(volume - done.written).max(marker.block));
        let _failure_is_counted = marker.write(at, length, salt)?;
        done.last = Some(Mark { offset: at, salt });
        at += length;
        done.written += length;
        if let Some(looks) = &mut sentinels {
            let is_end = done.written >= volume || marker.is_flooded_enough();
            if looks.are_lost(marker, done.written, is_end)? {
                done.volume = done.written;
                break;
            }
            if is_end {
                done.is_cut_short = done.written < volume;
                break;
            }
        } else if marker.is_late() {
            done.is_cut_short = done.written < volume;
            break;
        }
    }
    marker.flush()?;
    done.elapsed = marker.now() - begin;
    Ok(done)
}

/// Floods narrow parts before the sentinels, but not before `from`, after a `wide` flood of a cache of `cache` bytes
/// that found nothing.
pub(super) fn flood_narrow(
    marker: &mut Marker<'_>,
    (wide, cache): (Flood, u64),
    from: u64,
    sentinels: &mut Looks,
) -> Result<Flood, End> {
    let volume = flood_size(cache) / NARROW_SHARE;
    let most = Most { volume, elapsed: Nanos(wide.elapsed.0 / NARROW_TIME_SHARE) };
    flood_parts(marker, &NARROW, (from, most), sentinels)
}

/// Floods the last blocks before the sentinels, but not before `from`.
pub(super) fn flood_last(
    marker: &mut Marker<'_>,
    (wide, cache): (Flood, u64),
    from: u64,
    sentinels: &mut Looks,
) -> Result<Flood, End> {
    let volume = (flood_size(cache) / NARROW_SHARE).min(LAST_FLOOD_MAX);
    let most = Most { volume, elapsed: Nanos(wide.elapsed.0 / NARROW_TIME_SHARE) };
    flood_parts(marker, &LAST, (from, most), sentinels)
}

/// Limits of a flood that finds nothing.
#[derive(Debug, Clone, Copy)]
struct Most {
    volume: u64,
    elapsed: Nanos,
}

/// Writes the last `lengths` before the sentinels in turn, but not before `from`.
fn flood_parts(
    marker: &mut Marker<'_>,
    lengths: &[u64],
    (from, most): (u64, Most),
    sentinels: &mut Looks,
) -> Result<Flood, End> {
    let begin = marker.now();
    let mut done = Flood::default();
    sentinels.next = CHUNK;
    let end = sentinels.run.start;
    for length in lengths.iter().cycle() {
        let is_over = marker.now() - begin >= most.elapsed || marker.is_flooded_narrowly();
        if done.written >= most.volume || is_over && done.written > 0 {
            break;
        }
        let start = marker.align(end.saturating_sub(*length)).max(from);
        if start >= end {
            break;
        }
        let salt = marker.new_salt();
        let _failure_is_counted = marker.write(start, end - start, salt)?;
        done.last = Some(Mark { offset: start, salt });
        done.written += end - start;
        let is_end = done.written >= most.volume
            || marker.now() - begin >= most.elapsed
            || marker.is_flooded_narrowly();
        if sentinels.are_lost(marker, done.written, is_end)? {
            done.volume = done.written;
            break;
        }
    }
    marker.flush()?;
    done.elapsed = marker.now() - begin;
    Ok(done)
}

/// Marks that are checked during a flood, each once: a read may keep a mark in the cache.
pub(super) struct Looks {
    run: EndRun,
    unread: u64,
    next: u64,
}

impl Looks {
    /// With fewer marks than this, checks are rarer. Two checks for each growth of a wide and a narrow flood by a
    /// quarter use up this many.
    const MANY: u64 = 96;

    pub(super) fn new(marker: &Marker<'_>, run: EndRun) -> Self {
        Self { run, unread: run.length / marker.block, next: CHUNK }
    }

    /// Whether the marks are lost after `written` bytes; checks only now and then, and at the end.
    fn are_lost(
        &mut self,
        marker: &mut Marker<'_>,
        written: u64,
        is_end: bool,
    ) -> Result<bool, End> {
        if written < self.next && !is_end {
            return Ok(false);
        }
        let is_many = self.run.length / marker.block >= Self::MANY;
        self.next = if is_many { written + written / 4 } else { 4 * written };
        for _ in 0..2 {
            let Some(left) = self.unread.checked_sub(1) else { return Ok(false) };
            self.unread = left;
            let look = marker.look(self.run.start + left * marker.block, self.run.salt)?;
            if !matches!(look, Look::Lost | Look::Elsewhere(_)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The cache after a flood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Evicted {
    /// It holds no earlier data.
    All,
    /// Unknown: the lost part is too small to flood, and too small to matter.
    NoRoom,
    /// Unknown: time ended the flood. Reads after it may come from the cache.
    Late,
}

/// Evicts from `cache` everything written below `lost`.
pub(super) fn flood_beyond(
    marker: &mut Marker<'_>,
    shape: &Shape,
    lost: u64,
    cache: Flood,
) -> Result<Evicted, End> {
    if cache.volume == 0 {
        return Ok(Evicted::All);
    }
    let (end_start, end) = (shape.end_start(), shape.end);
    let part = if lost + MIB <= end_start {
        shape.flooded(lost)
    } else {
        Flooded { start: lost, end }
    };
    if part.end - part.start < 64 << 10 {
        return Ok(Evicted::NoRoom);
    }
    let wide = flood(marker, part, cache.volume, None)?;
    let is_late = wide.is_cut_short || flood_more(marker, part, cache)?.is_cut_short;
    Ok(if is_late { Evicted::Late } else { Evicted::All })
}

/// A cache need not evict its oldest data first: floods a quarter more, plus the size of requests that it may hold in
/// part.
pub(super) fn flood_more(
    marker: &mut Marker<'_>,
    part: Flooded,
    cache: Flood,
) -> Result<Flood, End> {
    flood(marker, part, cache.volume / 4 + 2 * CHUNK, None)
}
