//! The file that keeps the original blocks of a borrowed device.
//!
//! Knows the file's format and makes it durable. Must not know how a device is found, opened or
//! written.
//!
//! The format, also in `docs/safety.md`: 4096 bytes of head, lines of `name=value` and zeros; the
//! blocks as they were, from the device's first byte on; a checksum of 64 bits for each block, little
//! endian; a checksum over head and checksums; eight letters. A file with another length than its
//! head asks for, or with a wrong checksum, is refused as a whole.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use iogram_model::Bytes;
use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;

use crate::checksum::checksum;
use crate::error::DeviceError;

/// Unit of saving, checking and putting back. Arbitrary: large enough for the drive's full rate, small
/// enough that a few changed bytes do not rewrite much of a flash drive.
pub(crate) const BLOCK: u64 = 1 << 20;
pub(crate) const HEAD_SIZE: usize = 4096;
const FIRST_LINE: &str = "iogram borrowed blocks 1";
const END: [u8; 8] = *b"BORROWED";
/// Name of a file that is complete.
pub(crate) const COMPLETE: &str = "borrowed";
/// Name of a file that is being written: its device was not touched yet.
pub(crate) const PARTIAL: &str = "part";

/// Which device was borrowed, and how much of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalHead {
    /// The device's kernel name then.
    pub name: String,
    /// Its capacity.
    pub capacity: Bytes,
    /// The kernel's count of disks then; `None` is unknown.
    pub sequence: Option<u64>,
    /// Its model; `None` is unknown.
    pub model: Option<String>,
    /// Its serial number; `None` if it has none.
    pub serial: Option<String>,
    /// Its world-wide name; `None` if it has none.
    pub world_wide_name: Option<String>,
    /// A loop device's file; `None` for other devices.
    pub file: Option<String>,
    /// How many bytes, from the first on.
    pub size: Bytes,
    /// Checksum of samples beyond the borrowed part, which do not change while it is borrowed; `None`
    /// if there is nothing beyond.
    pub outside: Option<u64>,
}

impl JournalHead {
    pub(crate) fn encode(&self) -> Option<[u8; HEAD_SIZE]> {
        let mut text = format!("{FIRST_LINE}\n");
        let mut line = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                let value = value.replace('\\', r"\\").replace('\n', r"\n");
                writeln!(text, "{name}={value}").expect("writing to a string does not fail");
            }
        };
        line("name", Some(self.name.clone()));
        line("capacity_bytes", Some(self.capacity.0.to_string()));
        line("sequence", self.sequence.map(|number| number.to_string()));
        line("model", self.model.clone());
        line("serial", self.serial.clone());
        line("world_wide_name", self.world_wide_name.clone());
        line("file", self.file.clone());
        line("size_bytes", Some(self.size.0.to_string()));
        line("block_bytes", Some(BLOCK.to_string()));
        line("outside", self.outside.map(|sum| format!("{sum:016x}")));
        let mut head = [0; HEAD_SIZE];
        head.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(head)
    }

    pub(crate) fn decode(head: &[u8; HEAD_SIZE]) -> Option<Self> {
        let end = head.iter().position(|byte| *byte == 0)?;
        let text = std::str::from_utf8(&head[..end]).ok()?;
        let mut lines = text.lines();
        if lines.next() != Some(FIRST_LINE) {
            return None;
        }
        let values: Vec<(&str, String)> = lines
            .map(|line| {
                let (name, value) = line.split_once('=')?;
                Some((name, unescape(value)))
            })
            .collect::<Option<_>>()?;
        let value = |name: &str| {
            let found = values.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| value.clone())
        };
        let number = |name: &str| value(name)?.parse::<u64>().ok();
        let outside = match value("outside") {
            Some(text) => Some(u64::from_str_radix(&text, 16).ok()?),
            None => None,
        };
        (number("block_bytes")? == BLOCK).then_some(())?;
        let head = Self {
            name: value("name")?,
            capacity: Bytes(number("capacity_bytes")?),
            sequence: number("sequence"),
            model: value("model"),
            serial: value("serial"),
            world_wide_name: value("world_wide_name"),
            file: value("file"),
            size: Bytes(number("size_bytes")?),
            outside,
        };
        (head.size.0 > 0 && head.size <= head.capacity).then_some(head)
    }

    /// How many blocks are kept; the last one may be shorter.
    pub(crate) fn block_count(&self) -> u64 {
        self.size.0.div_ceil(BLOCK)
    }

    /// First byte and length of a block.
    pub(crate) fn place(&self, index: u64) -> (u64, usize) {
        let start = index * BLOCK;
        let length = BLOCK.min(self.size.0 - start);
        (start, usize::try_from(length).expect("at most a mebibyte"))
    }

    /// Length of the whole file.
    fn file_size(&self) -> Option<u64> {
        let sums = self.block_count().checked_mul(8)?;
        self.size.0.checked_add(HEAD_SIZE as u64)?.checked_add(sums)?.checked_add(16)
    }

    /// What the device is called for a person: model and serial number as far as they are known.
    #[must_use]
    pub fn drive(&self) -> String {
        let serial = self.serial.as_ref().map(|serial| format!("serial number {serial}"));
        let file = self.file.as_ref().map(|file| format!("loop device over {file}"));
        let known: Vec<String> =
            [self.model.clone(), serial, file].into_iter().flatten().collect();
        if known.is_empty() { self.name.clone() } else { known.join(", ") }
    }
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, true) => plain.push(if letters.next() == Some('n') { '\n' } else { '\\' }),
            (letter, false) => plain.push(letter),
        }
    }
    plain
}

/// A complete journal.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    head: JournalHead,
    sums: Vec<u64>,
}

fn open(path: &Path) -> Result<File, DeviceError> {
    rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
        .map(File::from)
        .map_err(|errno| DeviceError::system("open", path, errno))
}

fn damaged(path: &Path, why: &str) -> DeviceError {
    DeviceError::Failed {
        action: "use the saved blocks in",
        path: path.to_owned(),
        why: why.to_owned(),
        hint: "if the device is right as it is, remove the file".to_owned(),
    }
}

impl Journal {
    /// Opens a journal and checks everything but the blocks themselves, which are checked as they are
    /// read.
    pub(crate) fn open(path: &Path) -> Result<Self, DeviceError> {
        let mut file = open(path)?;
        let failed = |source| DeviceError::system("read", path, source);
        let length = file.metadata().map_err(failed)?.len();
        let mut head_bytes = [0; HEAD_SIZE];
        if length < HEAD_SIZE as u64 {
            return Err(damaged(path, "it ends within its head"));
        }
        file.read_exact(&mut head_bytes).map_err(failed)?;
        let head = JournalHead::decode(&head_bytes)
            .ok_or_else(|| damaged(path, "it does not begin as saved blocks do"))?;
        if head.file_size() != Some(length) {
            return Err(damaged(path, "it has not the length that its head says"));
        }
        // The length was compared with the file's, so this is no more than the file has.
        let mut table = vec![0; usize::try_from(head.block_count() * 8 + 16).unwrap_or(0)];
        file.read_exact_at(&mut table, HEAD_SIZE as u64 + head.size.0).map_err(failed)?;
        let (sums, end) = table.split_at(table.len() - 16);
        let digest = checksum(&[head_bytes.as_slice(), sums].concat());
        if end != [digest.to_le_bytes(), END].concat() {
            return Err(damaged(path, "its checksum is wrong"));
        }
        let (sums, _) = sums.as_chunks::<8>();
        let sums = sums.iter().map(|sum| u64::from_le_bytes(*sum)).collect();
        Ok(Self { path: path.to_owned(), file, head, sums })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn head(&self) -> &JournalHead {
        &self.head
    }

    /// The checksum of a block as it was.
    pub(crate) fn sum(&self, index: u64) -> u64 {
        self.sums[usize::try_from(index).expect("a block of this journal")]
    }

    /// Reads a block as it was into the front of `buffer`.
    pub(crate) fn read_block(&self, index: u64, buffer: &mut [u8]) -> Result<(), DeviceError> {
        let (start, length) = self.head.place(index);
        let buffer = &mut buffer[..length];
        self.read(start, buffer)?;
        if checksum(buffer) == self.sum(index) {
            return Ok(());
        }
        Err(damaged(&self.path, &format!("the block at byte {start} is not as it was saved")))
    }

    /// Reads bytes as they were, unchecked.
    pub(crate) fn read(&self, start: u64, buffer: &mut [u8]) -> Result<(), DeviceError> {
        self.file
            .read_exact_at(buffer, HEAD_SIZE as u64 + start)
            .map_err(|source| DeviceError::system("read", &self.path, source))
    }

    /// Reads every block once and compares it with its checksum.
    pub(crate) fn check(&self) -> Result<(), DeviceError> {
        let mut buffer = vec![0; usize::try_from(BLOCK).expect("a mebibyte")];
        (0..self.head.block_count()).try_for_each(|index| self.read_block(index, &mut buffer))
    }

    /// Removes the file, durably.
    pub(crate) fn remove(&self) -> Result<(), DeviceError> {
        rustix::fs::unlink(&self.path)
            .map_err(|errno| DeviceError::system("remove", &self.path, errno))?;
        sync_directory(&self.path)
    }
}

/// A journal that is being written.
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
    /// Begins a new file in `directory`, named after the device.
    pub(crate) fn create(directory: &Path, head: JournalHead) -> Result<Self, DeviceError> {
        let head_bytes = head.encode().ok_or_else(|| {
            damaged(directory, "the names of the device do not fit into its head")
        })?;
        let label = head.serial.as_ref().unwrap_or(&head.name);
        let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
        let label: String = label.chars().filter(is_plain).take(64).collect();
        for number in 1_u32.. {
            let path = directory.join(format!("{label}-{number}.{PARTIAL}"));
            if path.with_extension(COMPLETE).exists() {
                continue;
            }
            match iogram_door::make_new(&path, Mode::RUSR | Mode::WUSR, false) {
                Ok(fd) => {
                    let file = File::from(fd);
                    let mut writer =
                        Self { path, file, head, head_bytes, sums: Vec::new(), is_done: false };
                    // Tells others that the writer lives.
                    let lock = FlockOperation::NonBlockingLockExclusive;
                    rustix::fs::flock(&writer.file, lock).map_err(|e| writer.failed(e))?;
                    let head_bytes = writer.head_bytes;
                    writer.put(&head_bytes)?;
                    return Ok(writer);
                }
                Err(Errno::EXIST) => {}
                Err(errno) => return Err(DeviceError::system("make", &path, errno)),
            }
        }
        Err(damaged(directory, "there are too many of them"))
    }

    fn failed(&self, source: impl Into<std::io::Error>) -> DeviceError {
        DeviceError::system("write", &self.path, source)
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
        rustix::fs::fsync(&self.file).map_err(|errno| self.failed(errno))?;
        let forget = rustix::fs::Advice::DontNeed;
        rustix::fs::fadvise(&self.file, 0, None, forget).map_err(|errno| self.failed(errno))?;
        let complete = self.path.with_extension(COMPLETE);
        rustix::fs::rename(&self.path, &complete).map_err(|errno| self.failed(errno))?;
        self.is_done = true;
        sync_directory(&complete)?;
        let journal = Journal::open(&complete)?;
        if let Err(error) = journal.check() {
            // Nothing was written to the device yet.
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
            let _a_leftover_is_harmless = rustix::fs::unlink(&self.path);
        }
    }
}

pub(crate) fn sync_directory(file: &Path) -> Result<(), DeviceError> {
    let directory = file.parent().unwrap_or(Path::new("."));
    let failed = |errno: Errno| DeviceError::system("make durable", directory, errno);
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let fd: OwnedFd = rustix::fs::open(directory, flags, Mode::empty()).map_err(failed)?;
    rustix::fs::fsync(fd).map_err(failed)
}

/// Whether the file that is being written has no writer any more.
pub(crate) fn is_orphan(path: &Path) -> bool {
    let lock = FlockOperation::NonBlockingLockExclusive;
    open(path).is_ok_and(|file| rustix::fs::flock(file, lock).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

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
        read.remove().unwrap();
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
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
        assert!(!is_orphan(&dir.path().join("S1-1.part")));
        drop(writer);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
