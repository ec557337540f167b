//! The file that keeps the original blocks of a borrowed device.
//!
//! Knows the file's format and makes it durable. Must not know how a device is found, opened or written.
//!
//! The format, also in `docs/safety.md`: 4096 bytes of head, lines of `name=value` and zeros; the original blocks,
//! from the device's first byte on; the blocks of places beyond (`beyond`) that carry tombstones; a checksum of 64
//! bits for each block, little endian; a checksum over head and checksums; eight letters. A file with another length
//! than its head requires, or with a wrong checksum, is refused as a whole. Only the letters change later: they
//! record whether zeros were written. Files of the first version have no `id`, `key`, `generation`, `beyond` and
//! `marked`.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use iogram_model::{Sentence, sentence, text};
use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;

use crate::checksum::checksum;
use crate::error::DeviceError;
use crate::journal_head::{BLOCK, HEAD_SIZE, JournalHead};
use crate::journal_place::open_trusted;
use crate::own_data::OwnData;

const END: [u8; 8] = *b"BORROWED";
/// The ending once writes of zeros were announced.
const END_WITH_BLANKS: [u8; 8] = *b"BLANKED!";
/// Name of a complete file.
pub(crate) const COMPLETE: &str = "borrowed";
/// Name of an incomplete file: its device is still unchanged.
pub(crate) const PARTIAL: &str = "part";

/// A complete journal.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    head: JournalHead,
    sums: Vec<u64>,
    has_blanks: bool,
}

fn damaged(path: &Path, why: impl Into<Sentence>) -> DeviceError {
    DeviceError::Failed {
        action: text!("device-cannot-use-saved-blocks", path, why),
        path: path.to_owned(),
        why: why.into(),
        hint: sentence!("device-device-right-remove-file"),
    }
}

impl Journal {
    /// Opens a journal and checks everything but the blocks themselves, whose checks come with each read.
    pub(crate) fn open(path: &Path) -> Result<Self, DeviceError> {
        Self::read_from(path, open_trusted(path, OFlags::RDONLY)?)
    }

    fn read_from(path: &Path, mut file: File) -> Result<Self, DeviceError> {
        let failed =
            |source| DeviceError::system(text!("device-cannot-read", path), path, source);
        let length = file.metadata().map_err(failed)?.len();
        let mut head_bytes = [0; HEAD_SIZE];
        if length < HEAD_SIZE as u64 {
            return Err(damaged(path, text!("device-ends-within-head")));
        }
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        file.read_exact(&mut head_bytes).map_err(failed)?;
        let head = JournalHead::decode(&head_bytes)
            .ok_or_else(|| damaged(path, text!("device-not-begin-saved-blocks")))?;
        if head.file_size() != Some(length) {
            return Err(damaged(path, text!("device-not-length-head-says")));
        }
        // The length matches the file's, so this is no more than the file has.
        let mut table = vec![0; usize::try_from(head.block_count() * 8 + 16).unwrap_or(0)];
        let table_at = length - table.len() as u64;
        file.read_exact_at(&mut table, table_at).map_err(failed)?;
        let (sums, end) = table.split_at(table.len() - 16);
        let digest = checksum(&[head_bytes.as_slice(), sums].concat()).to_le_bytes();
        let has_blanks = end == [digest, END_WITH_BLANKS].concat();
        if !has_blanks && end != [digest, END].concat() {
            return Err(damaged(path, text!("device-checksum-wrong")));
        }
        let (sums, _) = sums.as_chunks::<8>();
        let sums = sums.iter().map(|sum| u64::from_le_bytes(*sum)).collect();
        Ok(Self { path: path.to_owned(), file, head, sums, has_blanks })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn head(&self) -> &JournalHead {
        &self.head
    }

    /// The checksum of an original block.
    pub(crate) fn sum(&self, index: u64) -> u64 {
        self.sums[usize::try_from(index).expect("a block of this journal")]
    }

    /// Recognises data that was written while the device was borrowed.
    pub(crate) fn own_data(&self) -> OwnData {
        OwnData::new(self.head.key, self.head.id, self.has_blanks)
    }

    /// Whether the test may have left zeros at this byte. Beyond the borrowed part it writes none.
    pub(crate) fn may_hold_blanks(&self, place: u64) -> bool {
        self.has_blanks && place < self.head.size.0
    }

    /// Records durably that zeros may be written from now on.
    pub(crate) fn announce_blanks(&mut self) -> Result<(), DeviceError> {
        if self.has_blanks {
            return Ok(());
        }
        let failed = |source| {
            DeviceError::system(text!("device-cannot-write-path", path), &self.path, source)
        };
        // The eight letters lie in one sector: a power cut leaves the old or the new ones, and both are valid.
        let at = self.head.file_size().map_or(0, |size| size - 8);
        self.file.write_all_at(&END_WITH_BLANKS, at).map_err(failed)?;
        rustix::fs::fdatasync(&self.file).map_err(|errno| {
            DeviceError::system(text!("device-cannot-write-path", path), &self.path, errno)
        })?;
        self.has_blanks = true;
        Ok(())
    }

    /// Reads an original block into the front of `buffer`.
    pub(crate) fn read_block(&self, index: u64, buffer: &mut [u8]) -> Result<(), DeviceError> {
        let (start, length) = self.head.place(index);
        let buffer = &mut buffer[..length];
        self.file.read_exact_at(buffer, self.head.file_offset(index)).map_err(|source| {
            DeviceError::system(text!("device-cannot-read", path), &self.path, source)
        })?;
        if checksum(buffer) == self.sum(index) {
            return Ok(());
        }
        Err(damaged(&self.path, sentence!("device-block-byte-not-saved", start)))
    }

    /// Reads every block once and compares it with its checksum.
    pub(crate) fn check(&self) -> Result<(), DeviceError> {
        let mut buffer = vec![0; usize::try_from(BLOCK).expect("a mebibyte")];
        (0..self.head.block_count()).try_for_each(|index| self.read_block(index, &mut buffer))
    }

    /// Removes the file, durably.
    pub(crate) fn remove(&self) -> Result<(), DeviceError> {
        iogram_door::remove_made(&self.path)?;
        sync_directory(&self.path)
    }
}

/// A journal under construction.
#[derive(Debug)]
pub(crate) struct JournalWriter {
    path: PathBuf,
    file: File,
    head: JournalHead,
    head_bytes: [u8; HEAD_SIZE],
    sums: Vec<u8>,
    is_done: bool,
}

impl JournalWriter {
    /// Creates a new file in `directory`, named after the device.
    pub(crate) fn create(directory: &Path, head: JournalHead) -> Result<Self, DeviceError> {
        let head_bytes = head.encode().ok_or_else(|| {
            damaged(directory, text!("device-names-device-not-fit-into-head"))
        })?;
        let label = head.serial.as_ref().unwrap_or(&head.name);
        let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
        let label: String = label.chars().filter(is_plain).take(64).collect();
        for number in 1_u32.. {
            let path = directory.join(format!("{label}-{number}.{PARTIAL}"));
            // Checked first, because the rename at the end would replace it silently.
            if path.with_extension(COMPLETE).exists() {
                continue;
            }
            match iogram_door::make_new(&path, Mode::RUSR | Mode::WUSR, false) {
                Ok(fd) => {
                    let file = File::from(fd);
                    let mut writer =
                        Self { path, file, head, head_bytes, sums: Vec::new(), is_done: false };
                    // Shows others that the writer is alive.
                    let lock = FlockOperation::NonBlockingLockExclusive;
                    rustix::fs::flock(&writer.file, lock).map_err(|e| writer.failed(e))?;
                    let head_bytes = writer.head_bytes;
                    writer.put(&head_bytes)?;
                    return Ok(writer);
                }
                Err(Errno::EXIST) => {}
                Err(errno) => {
                    return Err(DeviceError::system(
                        text!("device-cannot-make", path),
                        &path,
                        errno,
                    ));
                }
            }
        }
        Err(damaged(directory, text!("device-too-many")))
    }

    fn failed(&self, source: impl Into<std::io::Error>) -> DeviceError {
        DeviceError::system(text!("device-cannot-write-path", path), &self.path, source)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), DeviceError> {
        self.file.write_all(bytes).map_err(|error| self.failed(error))
    }

    /// Appends the next block.
    pub(crate) fn add(&mut self, block: &[u8]) -> Result<(), DeviceError> {
        self.put(block)?;
        self.sums.extend(checksum(block).to_le_bytes());
        Ok(())
    }

    /// Makes it durable under its final name, and reads it back from the drive.
    pub(crate) fn finish(mut self) -> Result<Journal, DeviceError> {
        let digest = checksum(&[self.head_bytes.as_slice(), &self.sums].concat());
        let end = [self.sums.as_slice(), &digest.to_le_bytes(), &END].concat();
        self.put(&end)?;
        // Safety depends on this order: durable under a partial name, dropped from memory so that the check reads the
        // drive, renamed, the directory durable, read back. Only then may the first byte of the device change.
        rustix::fs::fsync(&self.file).map_err(|errno| self.failed(errno))?;
        let forget = rustix::fs::Advice::DontNeed;
        rustix::fs::fadvise(&self.file, 0, None, forget).map_err(|errno| self.failed(errno))?;
        let complete = self.path.with_extension(COMPLETE);
        rustix::fs::rename(&self.path, &complete).map_err(|errno| self.failed(errno))?;
        self.is_done = true;
        sync_directory(&complete)?;
        let file = self.file.try_clone().map_err(|error| self.failed(error))?;
        let journal = Journal::read_from(&complete, file)?;
        if let Err(error) = journal.check() {
            // Nothing has been written to the device yet.
            journal.remove()?;
            return Err(error);
        }
        Ok(journal)
    }

    pub(crate) fn head(&self) -> &JournalHead {
        &self.head
    }
}

impl Drop for JournalWriter {
    fn drop(&mut self) {
        if !self.is_done {
            let _a_leftover_is_harmless = iogram_door::remove_made(&self.path);
        }
    }
}

pub(crate) fn sync_directory(file: &Path) -> Result<(), DeviceError> {
    let directory = file.parent().unwrap_or(Path::new("."));
    let failed = |errno: Errno| {
        DeviceError::system(text!("device-cannot-make-durable", path), directory, errno)
    };
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let fd: OwnedFd = rustix::fs::open(directory, flags, Mode::empty()).map_err(failed)?;
    rustix::fs::fsync(fd).map_err(failed)
}

/// Whether the writer of an incomplete file is gone.
pub(crate) fn is_orphan(file: &File) -> bool {
    let lock = FlockOperation::NonBlockingLockExclusive;
    rustix::fs::flock(file, lock).is_ok()
}

#[cfg(test)]
mod tests {
    use iogram_model::Bytes;

    use super::*;
    use crate::linux::loop_file::LoopFile;
    use crate::payload::DataKey;
    use crate::tests_support::TempDir;
    use crate::tombstone::BorrowId;

    fn head(size: u64) -> JournalHead {
        JournalHead {
            name: "sdb".to_owned(),
            capacity: Bytes(size + 4096),
            sequence: Some(7),
            model: Some("Flash Disk".to_owned()),
            serial: Some("S/1".to_owned()),
            world_wide_name: None,
            file: Some("/a\\b\nc".to_owned()),
            size: Bytes(size),
            outside: Some(0x1234),
            loop_file: Some(LoopFile { inode: 12, offset: 512 }),
            id: Some(BorrowId(5)),
            key: DataKey(0xFEDC),
            generation: 2,
            beyond: vec![size + 512..size + 1024, size + 2048..size + 4096],
            marked: vec![0..512, size + 512..size + 1024],
        }
    }

    fn journal(dir: &TempDir, size: u64) -> Journal {
        let mut writer = JournalWriter::create(dir.path(), head(size)).unwrap();
        for index in 0..writer.head().block_count() {
            let (_, length) = writer.head().place(index);
            let fill = u8::try_from(index).unwrap() + 1;
            writer.add(&vec![fill; length]).unwrap();
        }
        writer.finish().unwrap()
    }

    #[test]
    fn what_was_saved_is_read_back() {
        let dir = TempDir::new("journal");
        let written = journal(&dir, BLOCK + 512);
        assert_eq!(written.path(), dir.path().join("S1-1.borrowed"));
        let read = Journal::open(written.path()).unwrap();
        assert_eq!(read.head(), &head(BLOCK + 512));
        let mut buffer = vec![0; usize::try_from(BLOCK).unwrap()];
        read.read_block(0, &mut buffer).unwrap();
        assert!(buffer.iter().all(|byte| *byte == 1));
        read.read_block(1, &mut buffer).unwrap();
        assert!(buffer[..512].iter().all(|byte| *byte == 2));
        read.read_block(3, &mut buffer).unwrap();
        assert_eq!(read.head().place(3), (BLOCK + 512 + 2048, 2048));
        assert!(buffer[..2048].iter().all(|byte| *byte == 4));
        read.remove().unwrap();
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn it_is_kept_that_zeros_may_have_been_written() {
        let dir = TempDir::new("journal");
        let mut written = journal(&dir, 1536);
        assert!(!Journal::open(written.path()).unwrap().own_data().has_blanks);
        written.announce_blanks().unwrap();
        written.announce_blanks().unwrap();
        let read = Journal::open(written.path()).unwrap();
        read.check().unwrap();
        assert!(read.own_data().has_blanks);
    }

    #[test]
    fn heads_that_lie_about_places_and_heads_of_the_first_version_are_told_apart() {
        let whole = head(4096);
        let text = String::from_utf8(whole.encode().unwrap().to_vec()).unwrap();
        let decode = |text: &str| {
            let mut bytes = [0; HEAD_SIZE];
            let text = &text.as_bytes()[..text.len().min(HEAD_SIZE)];
            bytes[..text.len()].copy_from_slice(text);
            JournalHead::decode(&bytes)
        };
        assert_eq!(decode(&text).as_ref(), Some(&whole));
        for (good, bad) in [
            ("beyond=4608+512", "beyond=4000+512"),
            ("beyond=4608+512", "beyond=8000+512"),
            ("beyond=4608+512", "beyond=4608+18446744073709551615"),
            ("marked=0+512", "marked=512+0"),
            ("id=0000", "id=00"),
            ("key=", "key=x"),
        ] {
            assert!(text.contains(good), "{good}");
            assert_eq!(decode(&text.replace(good, bad)), None, "{bad}");
        }
        let old = "iogram borrowed blocks 1\nname=sdb\ncapacity_bytes=8192\nsize_bytes=512\n\
                   block_bytes=1048576\n";
        let old = decode(old).unwrap();
        assert_eq!((old.key, old.id, old.generation), (DataKey::COMMON, None, 0));
    }

    #[test]
    fn a_journal_cut_anywhere_is_refused() {
        let dir = TempDir::new("journal");
        let path = journal(&dir, 1536).path().to_owned();
        let whole = std::fs::read(&path).unwrap();
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert!(Journal::open(&path).is_err(), "cut at {length}");
        }
        std::fs::write(&path, [whole.as_slice(), &[0]].concat()).unwrap();
        assert!(Journal::open(&path).is_err(), "one byte more");
        std::fs::write(&path, &whole).unwrap();
        Journal::open(&path).unwrap().check().unwrap();
    }

    #[test]
    fn a_journal_with_any_byte_changed_is_refused() {
        let dir = TempDir::new("journal");
        let path = journal(&dir, 1536).path().to_owned();
        let whole = std::fs::read(&path).unwrap();
        for index in 0..whole.len() {
            let mut other = whole.clone();
            other[index] ^= 0x10;
            std::fs::write(&path, &other).unwrap();
            let is_good = Journal::open(&path).and_then(|journal| journal.check()).is_ok();
            assert!(!is_good, "byte {index}");
        }
    }

    #[test]
    fn a_journal_that_was_not_finished_leaves_nothing() {
        let dir = TempDir::new("journal");
        let mut writer = JournalWriter::create(dir.path(), head(512)).unwrap();
        writer.add(&[1; 512]).unwrap();
        let other = open_trusted(&dir.path().join("S1-1.part"), OFlags::RDWR).unwrap();
        assert!(!is_orphan(&other));
        drop(writer);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
