//! Floods: writing more than a hiding cache can hold, so that what is lost shows.

use iogram_model::Nanos;

use super::super::MIB;
use super::super::marks::{End, Look, Marker};
use super::marked::{EndRun, Mark};
use super::shape::{CHUNK, Flooded, Shape};

/// A narrow part right before the end is flooded once more: a drive that lacks only its last sectors has no other
/// addresses that go to a cache. Arbitrary.
pub(super) const NARROW: u64 = MIB;
/// What is written there at most. Arbitrary: a few hundredths of what a usual flood writes.
pub(super) const NARROW_FLOOD_MAX: u64 = 128 * MIB;
/// The same of a part inside the marks at the end, for one that lacks even less.
pub(super) const LAST_FLOOD_MAX: u64 = 32 * MIB;

/// What is written to rule out a cache of `cache` bytes: a twentieth more.
pub(super) const fn flood_size(cache: u64) -> u64 {
    cache + cache / 20
}

/// What is written to narrow parts at the end, beside that.
pub(super) fn narrow_size(cache: u64) -> u64 {
    let volume = flood_size(cache);
    volume.min(NARROW_FLOOD_MAX) + volume.min(LAST_FLOOD_MAX)
}

/// What a flood costs and needs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flood {
    /// Bytes after which a mark is lost; 0 without a cache.
    pub(super) volume: u64,
    pub(super) elapsed: Nanos,
    pub(super) written: u64,
    /// The first block of what was written last.
    pub(super) last: Option<Mark>,
}

/// Writes `volume` bytes to `part`, from its beginning again and again. With `sentinels`, ends as soon as
/// they are lost, and says after how much.
pub(super) fn flood(
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
        done.last = Some(Mark { offset: at, salt });
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

pub(super) fn flood_beyond(
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
pub(super) fn flood_more(
    marker: &mut Marker<'_>,
    part: Flooded,
    cache: Flood,
) -> Result<(), End> {
    flood(marker, part, cache.volume / 4 + 2 * CHUNK, None).map(drop)
}
