//! Recognises the contents of a device by its first and last bytes.
//!
//! Pure: bytes in, names out. Protects data from being overwritten, so it looks for everything that somebody could
//! miss. It checks more than a short magic number if the format allows, because random bytes that a benchmark leaves
//! behind must not look like data.
//!
//! Must not know the kind of device, nor whether it may be written.
//!
//! Sources: each file of this folder names its own; images made by each format's own tool (`testdata/signatures`) and
//! util-linux's sample images check them.

mod copies;
mod file_systems;
mod magics;
mod members;
mod parts;
mod tables;
mod view;

use iogram_model::Bytes;

use magics::{Magic, MagicOffset};
use view::View;

/// A recognised signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// Its kind, such as `ext4` or `LUKS2`.
    pub kind: &'static str,
    /// First byte of the recognised pattern.
    pub offset: u64,
}

impl Signature {
    /// Whether it marks the device as a member of something that other devices or computers share, so that this
    /// device alone does not show the possible loss.
    #[must_use]
    pub fn is_membership(&self) -> bool {
        members::is_member(self.kind)
    }

    /// The command that removes the unused device at `path` from its group; `None` if it is not a membership.
    #[must_use]
    pub fn release(&self, path: &str) -> Option<String> {
        members::release(self.kind, path)
    }
}

/// Covers both leading ZFS labels (256 KiB each), the farthest pattern from the start.
const HEAD_SIZE: u64 = 512 << 10;
/// Covers both trailing ZFS labels and the rounding of their place, and Promise's farthest place (3087 sectors).
const TAIL_SIZE: u64 = 2 << 20;

/// Every recognised signature on a device of `capacity`, in the order of the offsets.
///
/// `read` fills the buffer from an offset; both are multiples of 4096 if `capacity` is.
///
/// # Errors
///
/// Only errors of `read` for the first and last bytes. Unreadable bytes between them count as unrecognisable.
pub fn find_signatures<E>(
    capacity: Bytes,
    mut read: impl FnMut(u64, &mut [u8]) -> Result<(), E>,
) -> Result<Vec<Signature>, E> {
    let tail_offset = capacity.0.saturating_sub(TAIL_SIZE) & !4095;
    let ends = [(0, HEAD_SIZE.min(capacity.0)), (tail_offset, capacity.0 - tail_offset)];
    let mut windows = Vec::new();
    for (offset, size) in ends {
        let mut bytes = zeroed(size);
        read(offset, &mut bytes)?;
        windows.push((offset, bytes));
    }
    for (offset, size) in
        between(capacity.0).filter(|(start, size)| start + size <= tail_offset)
    {
        let mut bytes = zeroed(size);
        if read(offset, &mut bytes).is_ok() {
            windows.push((offset, bytes));
        }
    }
    let windows = windows.iter().map(|(offset, bytes)| (*offset, &bytes[..])).collect();
    Ok(recognise(&View { windows, capacity: capacity.0 }))
}

fn zeroed(size: u64) -> Vec<u8> {
    vec![0; usize::try_from(size).expect("at most TAIL_SIZE plus 4095")]
}

/// The other places to read: first bytes of typical partitions, and copies of superblocks.
fn between(capacity: u64) -> impl Iterator<Item = (u64, u64)> {
    const PAGE: u64 = 4096;
    let head = copies::PARTITION_HEAD as u64;
    let ext = copies::EXT.map(|offset| (offset / PAGE * PAGE, PAGE));
    let others = [
        // An anchor of UDF with blocks of 2 KiB.
        (HEAD_SIZE, PAGE),
        (1 << 20, head),
        (2 << 20, PAGE),
        (4 << 20, head),
        (64 << 20, PAGE),
        (256 << 30, PAGE),
        (copies::xfs_group(capacity), PAGE),
    ];
    ext.into_iter().chain(others)
}

fn recognise(view: &View<'_>) -> Vec<Signature> {
    let mut found = recognise_here(view);
    if found.is_empty() {
        copies::behind_lost_tables(view, &mut found);
        copies::copies(view, &mut found);
    }
    // A small device's first and last labels are the same.
    found.sort_by_key(|signature| signature.offset);
    found.dedup();
    found
}

/// Signatures at the places where their own programs look for them.
fn recognise_here(view: &View<'_>) -> Vec<Signature> {
    let mut found = Vec::new();
    let tables = [magics::FILE_SYSTEMS, magics::MEMBERS, magics::CONTAINERS, magics::FILES];
    for magics in tables {
        note_magics(view, magics, &mut found);
    }
    let checks = [file_systems::CHECKS, parts::CHECKS, tables::CHECKS];
    for check in checks.into_iter().flatten() {
        check(view, &mut found);
    }
    found
}

fn note_magics(view: &View<'_>, magics: &[Magic], found: &mut Vec<Signature>) {
    for (kind, place, magic) in magics {
        let offset = match place {
            MagicOffset::At(offset) => Some(*offset),
            MagicOffset::Before(distance) => view.before_end(*distance, 512),
        };
        if let Some(offset) = offset.filter(|offset| view.holds(*offset, magic)) {
            note(found, kind, offset);
        }
    }
}

fn note(found: &mut Vec<Signature>, kind: &'static str, offset: u64) {
    found.push(Signature { kind, offset });
}

#[cfg(test)]
mod tests;
