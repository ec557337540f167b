//! The tombstone replaces everything by which a system recognises a borrowed device, so that no system mounts it,
//! assembles it or swaps to it before it is put back, and the next user is warned.
//!
//! Knows the contents of a tombstone and the places of tombstones. Must not write anything.
//!
//! Sources of the places: the offsets at which util-linux 2.41's libblkid looks for superblocks and partition tables
//! (`libblkid/src/superblocks`, `partitions`), the kernel's headers, the LUKS2 on-disk format specification 1.1.3,
//! section 2.2 (places of the secondary header).

use std::fmt::{self, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::checksum::checksum;
use crate::contents::Contents;
use crate::payload::SECTOR;

/// The first bytes of every sector of a tombstone.
pub(crate) const MAGIC: &[u8; 16] = b"iogram borrowed\n";
const SUM_AT: usize = SECTOR - 8;

/// The unique number of a borrowing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BorrowId(pub(crate) u128);

impl fmt::Display for BorrowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl BorrowId {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then(|| u128::from_str_radix(text, 16).ok().map(Self))?
    }
}

/// The contents of a tombstone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tombstone {
    pub(crate) id: BorrowId,
    /// Number of the borrowing of this device, counted from 1.
    pub(crate) generation: u64,
    /// The file with the saved blocks; truncated if the path is very long.
    pub(crate) journal: PathBuf,
}

impl Tombstone {
    /// One sector: readable lines of text, zeros, and a checksum.
    pub(crate) fn encode(&self) -> [u8; SECTOR] {
        let mut text = String::from_utf8_lossy(MAGIC).into_owned();
        let is_plain = |letter: &char| !letter.is_control();
        let journal: String = self.journal.to_string_lossy().chars().filter(is_plain).collect();
        let end = (0..=300.min(journal.len())).rev().find(|end| journal.is_char_boundary(*end));
        let journal = &journal[..end.unwrap_or(0)];
        write!(
            text,
            "id={}\ngeneration={}\njournal={journal}\nWhat was here is in the journal. To put it \
             back: iogram restore\n",
            self.id, self.generation
        )
        .expect("writing to a string does not fail");
        let mut sector = [0; SECTOR];
        sector[..text.len()].copy_from_slice(text.as_bytes());
        let sum = checksum(&sector[..SUM_AT]);
        sector[SUM_AT..].copy_from_slice(&sum.to_le_bytes());
        sector
    }

    pub(crate) fn decode(sector: &[u8; SECTOR]) -> Option<Self> {
        let body = sector.strip_prefix(MAGIC)?;
        if checksum(&sector[..SUM_AT]).to_le_bytes() != sector[SUM_AT..] {
            return None;
        }
        let end = body.iter().position(|byte| *byte == 0)?;
        let text = std::str::from_utf8(&body[..end]).ok()?;
        let value = |name: &str| {
            text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
        };
        Some(Self {
            id: BorrowId::parse(value("id")?)?,
            generation: value("generation")?.parse().ok()?,
            journal: PathBuf::from(value("journal")?),
        })
    }

    /// Fills `buffer`, whole sectors.
    pub(crate) fn fill(&self, buffer: &mut [u8]) {
        let sector = self.encode();
        let (sectors, _) = buffer.as_chunks_mut::<SECTOR>();
        sectors.fill(sector);
    }
}

/// Bytes from the beginning of a volume that hold nearly all signatures: partition tables, superblocks, the headers
/// of swap areas (the last bytes of the first page of up to 64 KiB), optical volume descriptors, btrfs, `ReiserFS`,
/// UFS and GFS2 at 64 KiB.
const HEAD: u64 = 72 << 10;

/// Single places beyond: secondary headers of LUKS2 (128 KiB to 4 MiB), UFS (256 KiB), VMFS (1 MiB and 2 MiB),
/// bcachefs (2 MiB).
const LATER: [u64; 6] = [128 << 10, 256 << 10, 512 << 10, 1 << 20, 2 << 20, 4 << 20];

/// The end of a volume: the backup of a GPT, the second superblock of NILFS2, NTFS's copy of its boot
/// sector.
const TAIL: u64 = 8 << 10;

/// Distance from the end at which bcachefs keeps a superblock.
const BEFORE_END: u64 = 1 << 20;

const PAGE: u64 = 4096;

/// This many partitions get tombstones at every place, and this many more only at the beginning. Arbitrary: the list
/// of all places has to fit into a journal's head.
const PARTITIONS_WHOLE: usize = 4;
const PARTITIONS_BEGUN: usize = 16;

/// The places for tombstones on a device of `capacity` whose first `size` bytes are borrowed: the device itself and
/// every partition that reaches into the borrowed part. Whole blocks of `block` bytes, ascending, disjoint.
///
/// Members of RAID, LVM, ZFS and so on are never borrowed, so their marks need no place here.
pub(crate) fn places_to_mark(
    (capacity, size): (u64, u64),
    block: u64,
    contents: &Contents,
) -> Vec<Range<u64>> {
    let mut places = places_of_volume(0, capacity);
    let parts = contents.partitions.iter().filter(|part| part.start.0 < size);
    for (index, part) in parts.take(PARTITIONS_WHOLE + PARTITIONS_BEGUN).enumerate() {
        let (start, length) = (part.start.0, part.size.0);
        if index < PARTITIONS_WHOLE {
            places.extend(places_of_volume(start, length));
        } else {
            places.push(start..start.saturating_add(HEAD.min(length)));
        }
    }
    joined(places, capacity, block.max(PAGE))
}

fn places_of_volume(start: u64, length: u64) -> Vec<Range<u64>> {
    let end = start.saturating_add(length);
    let mut places = Vec::new();
    places.push(start..start.saturating_add(HEAD).min(end));
    let later = LATER.iter().map(|offset| start.saturating_add(*offset));
    places.extend(later.filter(|at| *at < end).map(|at| at..at.saturating_add(PAGE).min(end)));
    let before = end.saturating_sub(BEFORE_END);
    places.push(before.max(start)..before.saturating_add(PAGE).clamp(start, end));
    places.push(end.saturating_sub(TAIL).max(start)..end);
    places
}

/// Merges the places into whole blocks, in order, and within the device.
fn joined(mut places: Vec<Range<u64>>, capacity: u64, block: u64) -> Vec<Range<u64>> {
    for place in &mut places {
        let end = place.end.next_multiple_of(block);
        *place = (place.start / block * block).min(capacity)..end.min(capacity);
    }
    places.retain(|place| place.start < place.end);
    places.sort_by_key(|place| place.start);
    let mut apart: Vec<Range<u64>> = Vec::new();
    for place in places {
        match apart.last_mut() {
            Some(last) if place.start <= last.end => last.end = last.end.max(place.end),
            _ => apart.push(place),
        }
    }
    apart
}

/// The tombstone of a device that was borrowed and not put back, if it has one: at its very beginning, or further on
/// if nothing else is recognised and the beginning was not wiped. A tombstone between somebody's data is only a
/// leftover.
pub(crate) fn find_tombstone(
    capacity: u64,
    contents: &Contents,
    mut read: impl FnMut(u64, &mut [u8; SECTOR]) -> bool,
) -> Option<Tombstone> {
    let mut first = [1; SECTOR];
    let is_wiped = read(0, &mut first) && first.iter().all(|byte| *byte == 0);
    let mut at = |offset: u64| {
        let mut sector = [0; SECTOR];
        read(offset, &mut sector).then(|| Tombstone::decode(&sector)).flatten()
    };
    if let Some(first) = at(0) {
        return Some(first);
    }
    // A user who wiped the beginning does not want it put back.
    if is_wiped {
        return None;
    }
    let others = contents.signatures.iter().filter(|signature| signature.kind != KIND);
    if others.count() > 0 {
        return None;
    }
    places_to_mark((capacity, 0), PAGE, &Contents::default())
        .into_iter()
        .find_map(|place| at(place.start))
}

/// The kind of a tombstone among all recognised signatures.
pub(crate) const KIND: &str = "borrowed by iogram";

/// An absolute path for a tombstone.
pub(crate) fn absolute(journal: &Path) -> PathBuf {
    std::path::absolute(journal).unwrap_or_else(|_| journal.to_owned())
}

#[cfg(test)]
mod tests {
    use iogram_model::Bytes;

    use super::*;
    use crate::contents::Partition;

    fn tombstone(journal: &str) -> Tombstone {
        Tombstone { id: BorrowId(7 << 100 | 9), generation: 3, journal: PathBuf::from(journal) }
    }

    #[test]
    fn what_a_tombstone_says_is_read_back_and_any_changed_byte_is_noticed() {
        let said = tombstone("/var/lib/S1-1.borrowed");
        let sector = said.encode();
        assert_eq!(Tombstone::decode(&sector), Some(said));
        for at in 0..SECTOR {
            let mut other = sector;
            other[at] ^= 1;
            assert_eq!(Tombstone::decode(&other), None, "byte {at}");
        }
    }

    #[test]
    fn whoever_looks_what_is_on_a_borrowed_device_is_told() {
        let sector = tombstone("/var/lib/S1-1.borrowed").encode();
        let found = iogram_inspect::signature::find_signatures(Bytes(8 << 20), |at, buffer| {
            if at == 0 {
                buffer[..SECTOR].copy_from_slice(&sector);
            }
            Ok::<(), ()>(())
        });
        let kinds: Vec<&str> = found.unwrap().iter().map(|it| it.kind).collect();
        assert_eq!(kinds, ["what iogram borrowed"]);
    }

    #[test]
    fn a_long_or_strange_name_of_a_journal_fits_into_a_tombstone() {
        let long = format!("/{}", "ä".repeat(400));
        let found = Tombstone::decode(&tombstone(&long).encode()).unwrap();
        assert_eq!(found.id, tombstone("").id);
        assert!(long.starts_with(found.journal.to_str().unwrap()));
        let found = Tombstone::decode(&tombstone("/a\nid=0\u{1b}b").encode()).unwrap();
        assert_eq!(found, tombstone("/aid=0b"));
    }

    #[test]
    fn places_are_apart_whole_blocks_and_within_the_device() {
        let card = |start: u64, size: u64| {
            let name = "sdb1".to_owned();
            let (start, size) = (Bytes(start), Bytes(size));
            let part = Partition { name, start, size, signatures: Vec::new() };
            Contents { partitions: vec![part], ..Contents::default() }
        };
        for capacity in [512, 4096, 70_000, 1 << 20, 3_000_000 / 512 * 512, 64 << 20, 1 << 40] {
            for (start, size) in [(1 << 20, 1 << 30), (512 * 63, 512), (u64::MAX - 511, 512)] {
                let contents = card(start, size);
                let places = places_to_mark((capacity, capacity), 512, &contents);
                assert_eq!(places[0].start, 0);
                for pair in places.windows(2) {
                    assert!(pair[0].end < pair[1].start, "{capacity}: {places:?}");
                }
                assert_eq!(places.last().unwrap().end, capacity, "{places:?}");
                assert!(places.iter().all(|it| it.start.is_multiple_of(4096)), "{places:?}");
            }
        }
        let of_part = places_to_mark((1 << 30, 1 << 30), 512, &card(100 << 20, 200 << 20));
        assert!(of_part.contains(&(100 << 20..(100 << 20) + HEAD)), "{of_part:?}");
        let beyond = places_to_mark((1 << 30, 50 << 20), 512, &card(100 << 20, 200 << 20));
        assert!(!beyond.iter().any(|it| it.contains(&(100 << 20))), "{beyond:?}");
    }

    #[test]
    fn a_tombstone_between_the_data_of_others_says_nothing() {
        let said = tombstone("/j");
        let read_at = |place: u64| {
            let sector = said.encode();
            move |offset: u64, buffer: &mut [u8; SECTOR]| {
                *buffer = if offset == place { sector } else { [7; SECTOR] };
                true
            }
        };
        let capacity = 1 << 26;
        let (empty, formatted) = (Contents::default(), {
            let signature = iogram_inspect::signature::Signature { kind: "ext4", offset: 1080 };
            Contents { signatures: vec![signature], ..Contents::default() }
        });
        let tail = capacity - TAIL;
        assert_eq!(find_tombstone(capacity, &empty, read_at(0)), Some(said.clone()));
        assert_eq!(find_tombstone(capacity, &formatted, read_at(0)), Some(said.clone()));
        assert_eq!(find_tombstone(capacity, &empty, read_at(tail)), Some(said.clone()));
        assert_eq!(find_tombstone(capacity, &formatted, read_at(tail)), None);
        let wiped = |offset: u64, buffer: &mut [u8; SECTOR]| {
            *buffer = if offset == tail { said.encode() } else { [0; SECTOR] };
            true
        };
        assert_eq!(find_tombstone(capacity, &empty, wiped), None);
    }
}
