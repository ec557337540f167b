//! Puts saved blocks back, and checks first whether that would overwrite foreign data.
//!
//! Every sector of a block has to hold the saved contents, or data written while the device was borrowed. Any other
//! contents were written by others since, and then nothing is put back at all. Sectors are the unit because a write
//! that a power cut interrupts leaves whole ones.
//!
//! Must not decide which device a journal belongs to.

use std::ops::Range;
use std::path::Path;

use iogram_model::{Bytes, Nanos, Sentence, sentence, text};

use crate::buffer::SlotBuffers;
use crate::claim::Claim;
use crate::direct::{Direct, block_buffers};
use crate::error::DeviceError;
use crate::journal::Journal;
use crate::linux::block_calls::has_requests_in_flight;
use crate::own_data::OwnData;
use crate::payload::SECTOR;
use crate::refusal::Refusal;
use crate::tombstone::Tombstone;
use iogram_inspect::clock;
use iogram_inspect::sysfs::SysRoot;

/// The unit of comparing and writing, in whole logical blocks. Arbitrary: the cost of a few changed bytes on flash.
const PAGE: u64 = 4096;

/// The result of putting back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PutBack {
    /// The borrowed bytes; all of them were read back and are as before.
    pub size: Bytes,
    /// The bytes that differed and were written.
    pub written: Bytes,
    /// The current capacity of the device, if it differs from that when it was borrowed.
    pub resized: Option<Bytes>,
}

/// Data that others wrote since.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Foreign {
    /// Ascending and disjoint.
    pub(crate) ranges: Vec<Range<u64>>,
    /// Another borrowing's tombstone in that data.
    pub(crate) tombstone: Option<Tombstone>,
}

impl Foreign {
    pub(crate) fn add(&mut self, sector: &[u8; SECTOR], start: u64) {
        if self.tombstone.is_none() {
            self.tombstone = Tombstone::decode(sector);
        }
        self.add_range(start..start + SECTOR as u64);
    }

    fn add_range(&mut self, range: Range<u64>) {
        match self.ranges.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => self.ranges.push(range),
        }
    }

    /// Why nothing is put back; `None` if nothing is foreign.
    pub(crate) fn why(&self) -> Option<Sentence> {
        /// Arbitrary: as many as a person reads.
        const SHOWN: usize = 8;
        if let Some(Tombstone { generation, journal, .. }) = &self.tombstone {
            return Some(sentence!(
                "device-borrowed-again-since-borrowing-blocks",
                generation,
                journal = journal.display()
            ));
        }
        let total: u64 = self.ranges.iter().map(|range| range.end - range.start).sum();
        let text = |range: &Range<u64>| format!("{} to {}", range.start, range.end);
        let shown: Vec<String> = self.ranges.iter().take(SHOWN).map(text).collect();
        let more = if self.ranges.len() > SHOWN { ", .." } else { "" };
        (total > 0).then(|| {
            sentence!(
                "device-used-since-neither-nor-iogram-wrote",
                size = Bytes(total),
                ranges = format!("{}{more}", shown.join(", "))
            )
        })
    }
}

/// Compares the current contents of a place with the saved ones, and adds foreign data.
pub(crate) fn compare(
    (now, saved): (&[u8], &[u8]),
    start: u64,
    own: &mut OwnData,
    foreign: &mut Foreign,
) {
    let (sectors, _) = now.as_chunks::<SECTOR>();
    let (saved, _) = saved.as_chunks::<SECTOR>();
    for (index, (sector, saved)) in sectors.iter().zip(saved).enumerate() {
        if sector != saved && !own.wrote(sector) {
            foreign.add(sector, start + (index * SECTOR) as u64);
        }
    }
}

/// Data that others wrote to the borrowed part since.
///
/// # Errors
///
/// Fails if the journal is damaged, or if the device cannot be read: the origin of its data is then unknown.
pub(crate) fn find_foreign(
    drive: &Direct<'_>,
    journal: &Journal,
) -> Result<Foreign, DeviceError> {
    let mut buffers = block_buffers(1)?;
    let mut saved = vec![0; usize::try_from(crate::journal_head::BLOCK).expect("a mebibyte")];
    let (mut own, mut foreign) = (journal.own_data(), Foreign::default());
    for index in 0..journal.head().block_count() {
        let (start, length) = here(drive, journal, index);
        if length == 0 {
            continue;
        }
        journal.read_block(index, &mut saved)?;
        let now = &mut buffers.slot(0)[..length];
        own.has_blanks = journal.may_hold_blanks(start);
        drive
            .read(start, now)
            .map_err(|_errno| unreadable(drive.path, start, journal.path()))?;
        compare((now, &saved[..length]), start, &mut own, &mut foreign);
    }
    Ok(foreign)
}

/// The part of a block that still exists on the device, which may have shrunk.
fn here(drive: &Direct<'_>, journal: &Journal, index: u64) -> (u64, usize) {
    let (start, length) = journal.head().place(index);
    let left = drive.capacity.0.saturating_sub(start);
    (start, length.min(usize::try_from(left).unwrap_or(usize::MAX)))
}

/// Selects parts of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Parts without tombstones.
    Plain,
    /// Parts with tombstones, by which systems recognise the device.
    Marked,
}

/// The return of one device's blocks.
struct Return<'a> {
    drive: Direct<'a>,
    claim: &'a Claim,
    journal: &'a Journal,
    /// Data that may be overwritten; `None` if the claim was kept throughout.
    own: Option<OwnData>,
    buffers: SlotBuffers,
    page: u64,
    written: u64,
}

/// Writes back every block that differs and reads all of them again, bypassing the page cache. With `own`, overwrites
/// nothing but that data.
///
/// # Errors
///
/// Fails if the device is gone, does not accept a block, returns another, or is smaller than the blocks to put back;
/// refused if it finds new foreign data.
pub(crate) fn put_blocks_back(
    root: &SysRoot,
    claim: &Claim,
    journal: &Journal,
    own: Option<OwnData>,
) -> Result<PutBack, DeviceError> {
    wait_until_quiet(root, claim)?;
    let drive = Direct::open(claim, true)?;
    let buffers = block_buffers(2)?;
    let page = claim.facts.logical_block_size.map_or(PAGE, |size| size.0.max(PAGE));
    let mut way = Return { drive, claim, journal, own, buffers, page, written: 0 };
    // Recognisable parts come back only when everything else is there, and the beginning last: until then no system
    // takes the device for a complete one.
    for part in [Part::Plain, Part::Marked] {
        for index in (0..journal.head().block_count()).rev() {
            way.write_back(index, part)?;
        }
        way.drive.settle()?;
        for index in 0..journal.head().block_count() {
            way.verify(index, part)?;
        }
    }
    let (then, now) = (journal.head().capacity, way.drive.capacity);
    way.check_all_was_there()?;
    Ok(PutBack {
        size: journal.head().size,
        written: Bytes(way.written),
        resized: (then != now).then_some(now),
    })
}

impl Return<'_> {
    /// The pieces of a block that belong to `part`, by bytes within the block.
    fn pieces(&self, (start, length): (u64, usize), part: Part) -> Vec<Range<usize>> {
        let marked = &self.journal.head().marked;
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < length {
            let place = start + at as u64;
            let step = usize::try_from(self.page - place % self.page).expect("at most a page");
            let end = length.min(at + step);
            let is_marked = marked.iter().any(|range| range.contains(&place));
            if is_marked == (part == Part::Marked) {
                pieces.push(at..end);
            }
            at = end;
        }
        pieces
    }

    /// Writes the pages that differ, from the last to the first.
    fn write_back(&mut self, index: u64, part: Part) -> Result<(), DeviceError> {
        let (start, length) = here(&self.drive, self.journal, index);
        let pieces = self.pieces((start, length), part);
        if pieces.is_empty() {
            return Ok(());
        }
        self.journal.read_block(index, self.buffers.slot(1))?;
        let is_read = self.drive.read(start, &mut self.buffers.slot(0)[..length]).is_ok();
        let mut runs: Vec<Range<usize>> = Vec::new();
        for piece in pieces {
            if !self.has_to_be_written(start, piece.clone(), is_read)? {
                continue;
            }
            match runs.last_mut() {
                Some(last) if last.end == piece.start => last.end = piece.end,
                _ => runs.push(piece),
            }
        }
        for run in runs.into_iter().rev() {
            let bytes = &self.buffers.slot(1)[run.clone()];
            self.drive.write(start + run.start as u64, bytes)?;
            self.written += run.len() as u64;
        }
        Ok(())
    }

    /// Whether a piece differs from the saved one and may be overwritten. `is_read` is false if the block could not
    /// be read at once; then each piece is tried, because one bad piece hides the others.
    fn has_to_be_written(
        &mut self,
        start: u64,
        piece: Range<usize>,
        is_read: bool,
    ) -> Result<bool, DeviceError> {
        let place = start + piece.start as u64;
        let saved = self.buffers.slot(1)[piece.clone()].to_vec();
        let now = &mut self.buffers.slot(0)[piece];
        let is_read = is_read || self.drive.read(place, now).is_ok();
        if is_read && *now == *saved {
            return Ok(false);
        }
        let Some(own) = &mut self.own else { return Ok(true) };
        own.has_blanks = self.journal.may_hold_blanks(place);
        if !is_read {
            return Err(unreadable(&self.claim.path, place, self.journal.path()));
        }
        let mut foreign = Foreign::default();
        compare((now, &saved), place, own, &mut foreign);
        refuse_foreign(&foreign, self.claim, self.journal.path())?;
        Ok(true)
    }

    fn verify(&mut self, index: u64, part: Part) -> Result<(), DeviceError> {
        let (start, length) = here(&self.drive, self.journal, index);
        let pieces = self.pieces((start, length), part);
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Ok(()) };
        let all = first.start..last.end;
        self.journal.read_block(index, self.buffers.slot(1))?;
        let saved = self.buffers.slot(1)[..length].to_vec();
        let now = &mut self.buffers.slot(0)[..length];
        self.drive.read(start + all.start as u64, &mut now[all])?;
        for piece in pieces {
            if now[piece.clone()] != saved[piece.clone()] {
                return Err(DeviceError::Failed {
                    action: text!("device-cannot-put-back", path, why),
                    path: self.claim.path.clone(),
                    why: sentence!(
                        "device-returns-something-else-byte-written",
                        offset = start + piece.start as u64
                    ),
                    hint: sentence!(
                        "device-drive-bad-blocks-stay",
                        path = self.journal.path().display()
                    ),
                });
            }
        }
        Ok(())
    }

    fn check_all_was_there(&self) -> Result<(), DeviceError> {
        let (head, now) = (self.journal.head(), self.drive.capacity);
        let ends = head.beyond.iter().map(|range| range.end).chain([head.size.0]);
        let end = ends.max().unwrap_or(0);
        if end <= now.0 {
            return Ok(());
        }
        Err(shrunk(self.claim, now, head.capacity, self.journal.path()))
    }
}

/// The error for a device that has shrunk: blocks beyond its end cannot be put back yet.
pub(crate) fn shrunk(claim: &Claim, now: Bytes, then: Bytes, journal: &Path) -> DeviceError {
    DeviceError::Failed {
        action: text!("device-cannot-put-back-all", path, why),
        path: claim.path.clone(),
        why: sentence!(
            "device-holds-now-held-when-borrowed-beyond",
            now = now.both(),
            then = then.both()
        ),
        hint: sentence!("device-give-size-back-iogram-restore", journal = journal.display()),
    }
}

fn unreadable(device: &Path, place: u64, journal: &Path) -> DeviceError {
    DeviceError::Failed {
        action: text!("device-cannot-put-back", path, why),
        path: device.to_owned(),
        why: sentence!("device-byte-cannot-read-nobody-knows", place),
        hint: sentence!(
            "device-saved-file-iogram-restore-save-file",
            journal = journal.display()
        ),
    }
}

pub(crate) fn refuse_foreign(
    foreign: &Foreign,
    claim: &Claim,
    journal: &Path,
) -> Result<(), DeviceError> {
    let Some(why) = foreign.why() else { return Ok(()) };
    let (path, journal) = (claim.path.clone(), journal.to_owned());
    Err(Refusal::NotAsBorrowed { path, journal, why }.into())
}

/// Waits for requests of a killed process, which the kernel and the drive still execute. The put-back blocks have to
/// come after them.
pub(crate) fn wait_until_quiet(root: &SysRoot, claim: &Claim) -> Result<(), DeviceError> {
    /// Twice the kernel's own command timeout.
    const PATIENCE: Nanos = Nanos(60 * Nanos::SECOND.0);
    const STEP: Nanos = Nanos(20 * Nanos::MILLISECOND.0);
    /// Consecutive looks without any request: one look could fall between two requests of a worker.
    const LOOKS: u32 = 3;
    let Some(dir) = root.block_dir(claim.identity.number) else { return Ok(()) };
    let until = clock::now() + PATIENCE;
    let mut quiet_looks = 0;
    while quiet_looks < LOOKS {
        let is_quiet = !has_requests_in_flight(&dir)?;
        quiet_looks = if is_quiet { quiet_looks + 1 } else { 0 };
        if clock::now() > until {
            return Err(DeviceError::Failed {
                action: text!("device-cannot-put-back", path, why),
                path: claim.path.clone(),
                why: sentence!("device-requests-still-under-way"),
                hint: sentence!("device-unplug-plug-again-restart-try-again"),
            });
        }
        clock::rest_until(clock::now() + STEP);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payload::DataKey;

    fn foreign_of(now: &[u8], saved: &[u8]) -> Foreign {
        let mut own = OwnData::new(DataKey(77), None, false);
        let mut foreign = Foreign::default();
        compare((now, saved), 4096, &mut own, &mut foreign);
        foreign
    }

    #[test]
    fn half_a_write_that_a_power_cut_broke_off_is_nobody_elses() {
        let saved = vec![7; 4096];
        let mut written = vec![0; 4096];
        let data = iogram_model::DataPattern::Random;
        crate::payload::fill_keyed(&mut written, data, 3, DataKey(77));
        for torn in (0..=4096).step_by(512) {
            let now = [&written[..torn], &saved[torn..]].concat();
            assert_eq!(foreign_of(&now, &saved).why(), None, "torn at {torn}");
            let now = [&saved[..torn], &written[torn..]].concat();
            assert_eq!(foreign_of(&now, &saved).why(), None, "torn at {torn}");
        }
    }

    #[test]
    fn one_sector_of_somebody_elses_is_listed() {
        let saved = vec![7; 4096];
        let mut now = saved.clone();
        now[1024..2048].fill(8);
        now[3583] = 9;
        let foreign = foreign_of(&now, &saved);
        assert_eq!(foreign.ranges, [5120..6144, 7168..7680]);
        let why = foreign.why().unwrap();
        assert!(why.to_string().contains("1536B of it"), "{why}");
        assert!(why.to_string().contains("bytes 5120 to 6144, 7168 to 7680"), "{why}");
    }
}
