//! Puts back the blocks that a killed program had borrowed: finds the journal's device, checks that nobody has used
//! it since, and writes the blocks.
//!
//! Nobody may lose a byte: the saved blocks stay in their journal until everything was read back, and data that
//! others have written since stays on the device.

use std::io::Write;
use std::path::Path;

use iogram_model::{Bytes, Sentence, Text, sentence, text};
use rustix::fs::Mode;

use crate::borrow_places::{check_places, put_places_back};
use crate::claim::{Claim, claim_to_put_back};
use crate::direct::Direct;
use crate::error::DeviceError;
use crate::journal::Journal;
use crate::journal_head::{BLOCK, JournalHead};
use crate::journals::{JournalState, list_borrowed};
use crate::linux::needed::ProtectedPath;
use crate::linux::same_device::{find_borrowed_device, sample_outside};
use crate::places::{PLACES, Places};
use crate::put_back::{PutBack, find_foreign, put_blocks_back, refuse_foreign};
use crate::refusal::Refusal;
use iogram_inspect::sysfs::SysRoot;

/// Puts the blocks of a journal back to their device.
///
/// # Errors
///
/// Fails if the journal is damaged, if the device is not here, or if it does not accept a block. Refused if somebody
/// else may have made the journal, if there is a newer one, if the device is in use, or if it holds data that is
/// neither the original nor written while it was borrowed.
pub fn restore(
    root: &SysRoot,
    journal: &Path,
    needed: &[ProtectedPath],
) -> Result<PutBack, DeviceError> {
    if is_of_places(journal) {
        let places = Places::open(journal)?;
        check_newest(journal, places.head())?;
        let check = |claim: &Claim| check_places(claim, &places);
        let claim = claim_device(root, (journal, places.head()), needed, &check)?;
        return put_places_back(root, &claim, &places);
    }
    let journal = Journal::open(journal)?;
    journal.check()?;
    check_newest(journal.path(), journal.head())?;
    let check = |claim: &Claim| check_unchanged(claim, &journal);
    let claim = claim_device(root, (journal.path(), journal.head()), needed, &check)?;
    let own = journal.own_data();
    let done = put_blocks_back(root, &claim, &journal, Some(own))?;
    journal.remove()?;
    Ok(done)
}

fn is_of_places(journal: &Path) -> bool {
    journal.extension().is_some_and(|extension| extension == PLACES)
}

/// Of two journals of a device the newer one contains the leftovers of the older borrowing.
fn check_newest(journal: &Path, head: &JournalHead) -> Result<(), DeviceError> {
    let directory = journal.parent().filter(|parent| !parent.as_os_str().is_empty());
    let newer = list_borrowed(directory.unwrap_or(Path::new(".")))?.into_iter().find(|one| {
        let is_newer = |other: &JournalHead| {
            other.is_of_same_device(head) && other.generation > head.generation
        };
        one.state == JournalState::Complete && one.head.as_ref().is_some_and(is_newer)
    });
    match newer {
        None => Ok(()),
        Some(one) => {
            Err(Refusal::NewerJournal { journal: journal.to_owned(), newer: one.journal }
                .into())
        }
    }
}

/// Claims the one device that the journal belongs to and that passes `check`.
fn claim_device(
    root: &SysRoot,
    (journal, head): (&Path, &JournalHead),
    needed: &[ProtectedPath],
    check: &dyn Fn(&Claim) -> Result<(), DeviceError>,
) -> Result<Claim, DeviceError> {
    let not_here = |why: Sentence, hint: Text| DeviceError::Failed {
        action: text!("device-cannot-put-back", path, why),
        path: journal.to_owned(),
        why,
        hint: hint.into(),
    };
    let drive = head.drive();
    let paths = find_borrowed_device(root, head)?;
    let mut matches = Vec::new();
    let mut failure = None;
    for path in paths {
        let claimed = claim_to_put_back(root, &path, needed).and_then(|claim| {
            check(&claim)?;
            Ok(claim)
        });
        match claimed {
            Ok(claim) => matches.push(claim),
            Err(error) => failure = Some(error),
        }
    }
    match (matches.pop(), failure) {
        (Some(claim), _) if matches.is_empty() => Ok(claim),
        (Some(_), _) => {
            let why = sentence!("device-more-device-could-device", drive);
            Err(not_here(why, text!("device-unplug-others")))
        }
        (None, Some(failure)) => Err(failure),
        (None, None) => {
            let why = sentence!("device-device-not-here", drive);
            Err(not_here(why, text!("device-plug-try-again")))
        }
    }
}

/// A device that others have written since must not get old blocks: every saved block has to hold its original
/// contents or data written while it was borrowed, and the samples beyond have to be unchanged.
fn check_unchanged(claim: &Claim, journal: &Journal) -> Result<(), DeviceError> {
    let head = journal.head();
    let refuse = |why: Text| {
        let (path, journal) = (claim.path.clone(), journal.path().to_owned());
        Err(Refusal::NotAsBorrowed { path, journal, why: why.into() }.into())
    };
    let drive = Direct::open(claim, false)?;
    refuse_foreign(&find_foreign(&drive, journal)?, claim, journal.path())?;
    // A device that has shrunk lacks some samples.
    if drive.capacity >= head.capacity && sample_outside(&drive, head)? != head.outside {
        return refuse(text!("device-used-since-beyond-borrowed-part-not"));
    }
    // Without a unique name, and with nothing beyond the borrowed part, only the kernel's count distinguishes it from
    // another device of the same size.
    let is_named =
        head.serial.is_some() || head.world_wide_name.is_some() || head.file.is_some();
    let is_same_disk = head.sequence.is_some() && head.sequence == claim.identity.sequence;
    if !is_named && head.outside.is_none() && !is_same_disk {
        return refuse(text!("device-cannot-told-another-device-size"));
    }
    Ok(())
}

/// Writes the blocks of a journal into a new file, each at its place on the device: an image of the borrowed part,
/// for cases in which it cannot be put back. Returns the number of bytes.
///
/// # Errors
///
/// Fails if the journal is damaged, or if the file exists or there is no space for it; refused if somebody else may
/// have made the journal.
///
/// # Panics
///
/// Never: blocks of a journal have at most a mebibyte.
pub fn save_as(journal: &Path, image: &Path) -> Result<Bytes, DeviceError> {
    let open = || {
        iogram_door::make_new(image, Mode::RUSR | Mode::WUSR, false)
            .map(std::fs::File::from)
            .map_err(|errno| {
                DeviceError::system(text!("device-cannot-make", path), image, errno)
            })
    };
    let mut buffer = vec![0; usize::try_from(BLOCK).expect("a mebibyte")];
    let mut kept = 0;
    let failed =
        |source| DeviceError::system(text!("device-cannot-write-path", path), image, source);
    let file;
    if is_of_places(journal) {
        let places = Places::open(journal)?;
        file = open()?;
        // The oldest entry holds the original contents.
        for entry in places.entries().iter().rev() {
            places.read(entry, &mut buffer)?;
            let length = usize::try_from(entry.length).expect("at most a mebibyte");
            write_at(&file, entry.offset, &buffer[..length]).map_err(failed)?;
            kept += entry.length;
        }
    } else {
        let journal = Journal::open(journal)?;
        journal.check()?;
        file = open()?;
        for index in 0..journal.head().block_count() {
            let (start, length) = journal.head().place(index);
            journal.read_block(index, &mut buffer)?;
            write_at(&file, start, &buffer[..length]).map_err(failed)?;
            kept += length as u64;
        }
    }
    file.sync_all().map_err(failed)?;
    Ok(Bytes(kept))
}

fn write_at(mut file: &std::fs::File, start: u64, bytes: &[u8]) -> std::io::Result<()> {
    std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(start))?;
    file.write_all(bytes)
}
