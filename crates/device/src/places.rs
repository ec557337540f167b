//! The undo log of single places: the file that keeps the contents of places of a device before they are written, in
//! order.
//!
//! Knows the file's format and makes it durable. Must not know how a device is found, opened or written.
//!
//! The format, also in `docs/safety.md`: the head of `journal`; then for each place 8 letters, its first byte, its
//! length, a checksum of its contents, and a checksum of these four, each of 8 bytes, little endian; then the
//! contents. A place is written only after its entry is durable, so bytes after the last whole entry belong to a
//! write that never happened. Entries are put back from the last to the first: if addresses of a counterfeit lead to
//! the same place, the oldest entry holds the original contents.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use iogram_model::{Sentence, Text, sentence, text};
use rustix::fs::{FlockOperation, Mode, OFlags};

use crate::checksum::checksum;
use crate::error::DeviceError;
use crate::journal::sync_directory;
use crate::journal_head::{HEAD_SIZE, JournalHead};
use crate::journal_place::open_trusted;

/// Extension of the file's name.
pub(crate) const PLACES: &str = "places";
const LETTERS: [u8; 8] = *b"IOPLACE1";
const ENTRY_HEAD: usize = 40;
/// The longest place of one entry.
pub(crate) const PLACE_MAX: u64 = 1 << 20;

/// The saved contents of one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) sum: u64,
    /// Its position in the file.
    at: u64,
}

/// An open undo log.
#[derive(Debug)]
pub(crate) struct Places {
    path: PathBuf,
    file: File,
    head: JournalHead,
    entries: Vec<Entry>,
    end: u64,
}

fn failed(action: Text, path: &Path, source: impl Into<std::io::Error>) -> DeviceError {
    DeviceError::system(action, path, source)
}

impl Places {
    /// Creates a new file in `directory`, named after the device.
    pub(crate) fn create(directory: &Path, head: JournalHead) -> Result<Self, DeviceError> {
        let no_room = || DeviceError::Failed {
            action: text!("device-cannot-keep-blocks", path, why),
            path: directory.to_owned(),
            why: sentence!("device-names-device-not-fit-too-many"),
            hint: Sentence::default(),
        };
        let bytes = head.encode().ok_or_else(no_room)?;
        let label = head.serial.as_ref().unwrap_or(&head.name);
        let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
        let label: String = label.chars().filter(is_plain).take(64).collect();
        for number in 1_u32..10_000 {
            let path = directory.join(format!("{label}-{number}.{PLACES}"));
            let fd = match iogram_door::make_new(&path, Mode::RUSR | Mode::WUSR, false) {
                Err(rustix::io::Errno::EXIST) => continue,
                other => other
                    .map_err(|errno| failed(text!("device-cannot-make", path), &path, errno))?,
            };
            // Shows others that the writer is alive.
            let lock = FlockOperation::NonBlockingLockExclusive;
            rustix::fs::flock(&fd, lock)
                .map_err(|errno| failed(text!("device-cannot-lock", path), &path, errno))?;
            let file = File::from(fd);
            file.write_all_at(&bytes, 0).map_err(|error| {
                failed(text!("device-cannot-write-path", path), &path, error)
            })?;
            rustix::fs::fsync(&file).map_err(|errno| {
                failed(text!("device-cannot-write-path", path), &path, errno)
            })?;
            sync_directory(&path)?;
            let end = HEAD_SIZE as u64;
            return Ok(Self { path, file, head, entries: Vec::new(), end });
        }
        Err(no_room())
    }

    /// Opens a file that was left behind; everything up to the last whole entry counts.
    pub(crate) fn open(path: &Path) -> Result<Self, DeviceError> {
        let file = open_trusted(path, OFlags::RDONLY)?;
        let read = |bytes: &mut [u8], at: u64| file.read_exact_at(bytes, at);
        let mut head_bytes = [0; HEAD_SIZE];
        let head =
            read(&mut head_bytes, 0).ok().and_then(|()| JournalHead::decode(&head_bytes));
        let head = head.ok_or_else(|| DeviceError::Failed {
            action: text!("device-cannot-use-saved-blocks", path, why),
            path: path.to_owned(),
            why: sentence!("device-not-begin-saved-blocks"),
            hint: sentence!("device-device-right-remove-file"),
        })?;
        let length = file
            .metadata()
            .map_err(|error| failed(text!("device-cannot-read", path), path, error))?
            .len();
        let (mut entries, mut end) = (Vec::new(), HEAD_SIZE as u64);
        let mut bytes = [0; ENTRY_HEAD];
        while read(&mut bytes, end).is_ok() {
            let Some(entry) = decode(&bytes, end + ENTRY_HEAD as u64) else { break };
            // A valid checksum does not guarantee sensible values.
            let ends = [(entry.at, length), (entry.offset, head.capacity.0)];
            let is_within = ends.iter().all(|(start, end)| {
                start.checked_add(entry.length).is_some_and(|last| last <= *end)
            });
            if !is_within {
                break;
            }
            end = entry.at + entry.length;
            entries.push(entry);
        }
        Ok(Self { path: path.to_owned(), file, head, entries, end })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn head(&self) -> &JournalHead {
        &self.head
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Number of saved bytes.
    pub(crate) fn size(&self) -> u64 {
        self.entries.iter().map(|entry| entry.length).sum()
    }

    /// The parts of a range that are not saved yet.
    pub(crate) fn missing(&self, offset: u64, length: u64) -> Vec<(u64, u64)> {
        let mut missing = vec![(offset, offset + length)];
        for entry in &self.entries {
            let (start, end) = (entry.offset, entry.offset + entry.length);
            missing = missing
                .into_iter()
                .flat_map(|(from, to)| [(from, to.min(start)), (from.max(end), to)])
                .filter(|(from, to)| from < to)
                .collect();
        }
        missing.sort_unstable();
        missing
    }

    /// Appends the contents of a place; not durable before [`Self::sync`].
    pub(crate) fn add(&mut self, offset: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        let (length, sum) = (bytes.len() as u64, checksum(bytes));
        let words = [offset.to_le_bytes(), length.to_le_bytes(), sum.to_le_bytes()];
        let mut head = [LETTERS.as_slice(), words.as_flattened()].concat();
        head.extend(checksum(&head).to_le_bytes());
        let at = self.end + ENTRY_HEAD as u64;
        let write = |bytes: &[u8], at| self.file.write_all_at(bytes, at);
        write(&head, self.end).and_then(|()| write(bytes, at)).map_err(|error| {
            failed(text!("device-cannot-write-path", path), &self.path, error)
        })?;
        self.end = at + length;
        self.entries.push(Entry { offset, length, sum, at });
        Ok(())
    }

    pub(crate) fn sync(&self) -> Result<(), DeviceError> {
        rustix::fs::fdatasync(&self.file)
            .map_err(|errno| failed(text!("device-cannot-write-path", path), &self.path, errno))
    }

    /// Reads the saved contents of a place into the front of `buffer`.
    pub(crate) fn read(&self, entry: &Entry, buffer: &mut [u8]) -> Result<(), DeviceError> {
        let length = usize::try_from(entry.length).expect("at most a mebibyte");
        let buffer = &mut buffer[..length];
        self.file
            .read_exact_at(buffer, entry.at)
            .map_err(|error| failed(text!("device-cannot-read", path), &self.path, error))?;
        if checksum(buffer) == entry.sum {
            return Ok(());
        }
        Err(DeviceError::Failed {
            action: text!("device-cannot-use-saved-blocks", path, why),
            path: self.path.clone(),
            why: sentence!("device-block-byte-not-saved-offset", offset = entry.offset),
            hint: sentence!("device-device-right-remove-file"),
        })
    }

    /// Removes the file, durably.
    pub(crate) fn remove(&self) -> Result<(), DeviceError> {
        iogram_door::remove_made(&self.path)?;
        sync_directory(&self.path)
    }
}

fn decode(bytes: &[u8; ENTRY_HEAD], at: u64) -> Option<Entry> {
    let (words, _) = bytes.as_chunks::<8>();
    let word = |index: usize| u64::from_le_bytes(words[index]);
    let is_whole = words[0] == LETTERS && checksum(&bytes[..32]) == word(4);
    let entry = Entry { offset: word(1), length: word(2), sum: word(3), at };
    (is_whole && entry.length > 0 && entry.length <= PLACE_MAX).then_some(entry)
}

#[cfg(test)]
mod tests {
    use iogram_model::Bytes;

    use super::*;
    use crate::tests_support::TempDir;

    fn head() -> JournalHead {
        JournalHead {
            name: "sdb".to_owned(),
            capacity: Bytes(1 << 30),
            sequence: None,
            model: None,
            serial: Some("S1".to_owned()),
            world_wide_name: None,
            file: None,
            size: Bytes(1 << 30),
            outside: None,
            loop_file: None,
            id: None,
            key: crate::payload::DataKey::COMMON,
            generation: 1,
            beyond: Vec::new(),
            marked: Vec::new(),
        }
    }

    #[test]
    fn a_log_cut_anywhere_keeps_every_whole_entry() {
        let dir = TempDir::new("places");
        let mut places = Places::create(dir.path(), head()).unwrap();
        places.add(4096, &[1; 512]).unwrap();
        places.add(0, &[2; 1024]).unwrap();
        places.sync().unwrap();
        let whole = std::fs::read(places.path()).unwrap();
        let path = dir.path().join("cut.places");
        let first = HEAD_SIZE + ENTRY_HEAD + 512;
        for length in HEAD_SIZE..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let count = Places::open(&path).unwrap().entries().len();
            let right = usize::from(length >= first) + usize::from(length == whole.len());
            assert_eq!(count, right, "cut at {length}");
        }
        let opened = Places::open(&path).unwrap();
        let mut buffer = vec![0; 1024];
        opened.read(&opened.entries()[1], &mut buffer).unwrap();
        assert!(buffer.iter().all(|byte| *byte == 2));
    }

    #[test]
    fn only_what_is_not_kept_yet_is_missing() {
        let dir = TempDir::new("places");
        let mut places = Places::create(dir.path(), head()).unwrap();
        assert_eq!(places.missing(0, 4096), [(0, 4096)]);
        places.add(1024, &[0; 512]).unwrap();
        assert_eq!(places.missing(0, 4096), [(0, 1024), (1536, 4096)]);
        places.add(0, &[0; 1024]).unwrap();
        assert!(places.missing(512, 1024).is_empty());
    }
}
