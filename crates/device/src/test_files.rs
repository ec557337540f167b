//! Fills the free space of a mounted file system with files whose data identifies its place, and reads them back: as
//! f3write, f3read and h2testw do, with their files.
//!
//! Knows the files `1.h2w`, `2.h2w` and so on, of 1 GiB each; `h2w` knows their data. Must not draw conclusions.
//! Never writes to an existing file.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use iogram_engine::Control;
use iogram_model::{
    Bytes, Nanos, SectorCounts, Sentence, TestFileRecord, Text, WritingEnd, sentence, text,
};
use rustix::fs::{Advice, FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::buffer::SlotBuffers;
use crate::error::DeviceError;
use crate::h2w::{count_h2w, fill_h2w};
use crate::payload::SECTOR;
use iogram_inspect::clock;
use iogram_inspect::sysfs::list_names;

/// Size of every file but the last.
pub const TEST_FILE_SIZE: Bytes = Bytes(1 << 30);

/// Bytes per request. Arbitrary: enough for any drive's full rate, small enough to time a short section.
const CHUNK: usize = 4 << 20;
/// Request size when the space is nearly used up, and when a chunk cannot be read.
const PIECE: usize = 4096;
/// After this many unreadable pieces of a chunk the rest of it counts as unreadable too: a drive can take half a
/// minute for each.
const FAILURES_MAX: u32 = 4;

/// A record under construction.
#[derive(Debug)]
struct Tally {
    number: u64,
    size: Bytes,
    elapsed: Nanos,
    slowest: Option<(Bytes, Nanos)>,
}

impl Tally {
    fn new(number: u64) -> Self {
        Self { number, size: Bytes(0), elapsed: Nanos(0), slowest: None }
    }

    fn note(&mut self, length: usize, elapsed: Nanos) {
        if length == CHUNK && self.slowest.is_none_or(|(_, slowest)| elapsed > slowest) {
            self.slowest = Some((self.size, elapsed));
        }
        self.size = Bytes(self.size.0 + length as u64);
        self.elapsed += elapsed;
    }

    fn finish(self, sectors: Option<SectorCounts>) -> TestFileRecord {
        TestFileRecord {
            number: self.number,
            size_bytes: self.size.0,
            elapsed_ns: self.elapsed.0,
            slowest_start_bytes: self.slowest.map(|(start, _)| start.0),
            slowest_ns: self.slowest.map(|(_, time)| time.0),
            sectors,
        }
    }
}

fn path_of(directory: &Path, number: u64) -> PathBuf {
    directory.join(format!("{number}.h2w"))
}

/// Creates a file and opens it bypassing the page cache, if the file system supports that; returns whether it does.
fn make(path: &Path) -> Result<(OwnedFd, bool), Errno> {
    let mode = Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH;
    let fd = iogram_door::make_new(path, mode, false)?;
    let flags = rustix::fs::fcntl_getfl(&fd)?;
    let is_direct = rustix::fs::fcntl_setfl(&fd, flags | OFlags::DIRECT).is_ok();
    Ok((fd, is_direct))
}

/// Opens a file for reading, bypassing the page cache if the file system supports that; returns whether it does.
fn open(path: &Path) -> Result<(OwnedFd, bool), Errno> {
    // The file of this name may be a pipe.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    match rustix::fs::open(path, flags | OFlags::DIRECT, Mode::empty()) {
        Ok(fd) => Ok((fd, true)),
        Err(Errno::INVAL) => rustix::fs::open(path, flags, Mode::empty()).map(|fd| (fd, false)),
        Err(errno) => Err(errno),
    }
}

/// The numbers of the test files in a directory, ascending.
///
/// # Errors
///
/// Fails if the directory cannot be read.
pub fn list_test_files(directory: &Path) -> Result<Vec<u64>, DeviceError> {
    let number = |name: &String| {
        let text = name.strip_suffix(".h2w")?;
        let number = text.parse::<u64>().ok()?;
        // "01.h2w" is not one, nor is a file whose bytes would have no addresses.
        (number > 0 && number < 1 << 33 && number.to_string() == text).then_some(number)
    };
    let names = list_names(directory, ".")?;
    let mut numbers: Vec<u64> = names.iter().filter_map(number).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// The written files, and why there are no more.
#[derive(Debug)]
pub struct WrittenFiles {
    /// The files, ascending.
    pub files: Vec<TestFileRecord>,
    /// Why there are no more.
    pub end: WritingEnd,
    /// The file system's error, if it failed for another reason than space.
    pub error: Option<DeviceError>,
}

/// Fills the free space of `directory`, or `limit` of it, with new files; calls `each` for every complete file. A
/// failing write ends it; everything before it can be read.
///
/// # Errors
///
/// Refuses if there are such files already; fails if the directory cannot be read.
pub fn write_test_files(
    directory: &Path,
    limit: Option<Bytes>,
    control: &Control,
    each: &mut dyn FnMut(&TestFileRecord),
) -> Result<WrittenFiles, DeviceError> {
    if let Some(first) = list_test_files(directory)?.first() {
        return Err(DeviceError::Failed {
            action: text!("device-cannot-write-test-files", path, why),
            path: directory.to_owned(),
            why: sentence!("device-h2w-already", first),
            hint: sentence!("device-check-read-remove-h2w-files"),
        });
    }
    let mut buffers = chunk_buffer()?;
    let mut records = Vec::new();
    let mut left = limit.map_or(u64::MAX, |limit| limit.0 / SECTOR as u64 * SECTOR as u64);
    for number in 1_u64.. {
        if left == 0 {
            return Ok(WrittenFiles { files: records, end: WritingEnd::Enough, error: None });
        }
        let size = left.min(TEST_FILE_SIZE.0);
        let (record, end, error) = write_one(directory, number, size, control, &mut buffers);
        left -= record.size_bytes;
        if record.size_bytes > 0 {
            each(&record);
            records.push(record);
        }
        if let Some(end) = end {
            return Ok(WrittenFiles { files: records, end, error });
        }
    }
    Ok(WrittenFiles { files: records, end: WritingEnd::Full, error: None })
}

fn chunk_buffer() -> Result<SlotBuffers, DeviceError> {
    SlotBuffers::new(1, CHUNK).map_err(|errno| {
        DeviceError::system(text!("device-cannot-get-memory", path), "test files", errno)
    })
}

/// Writes a file; returns why it is the last one, and the error. Removes a file in which nothing could be written.
fn write_one(
    directory: &Path,
    number: u64,
    size: u64,
    control: &Control,
    buffers: &mut SlotBuffers,
) -> (TestFileRecord, Option<WritingEnd>, Option<DeviceError>) {
    let path = path_of(directory, number);
    let mut record = Tally::new(number);
    let (fd, is_direct) = match make(&path) {
        Ok(opened) => opened,
        Err(errno) => {
            let (end, error) = ended(text!("device-cannot-make", path), &path, errno);
            return (record.finish(None), Some(end), error);
        }
    };
    let part = Part { base: (number - 1) * TEST_FILE_SIZE.0, size };
    let filled = fill_file((&fd, is_direct), part, control, (buffers, &mut record));
    let (mut end, mut error) = match filled {
        Ok(_) if control.is_stopped() => (Some(WritingEnd::Stopped), None),
        Ok(is_full) => (is_full.then_some(WritingEnd::Full), None),
        Err(errno) => {
            let (end, error) = ended(text!("device-cannot-write-path", path), &path, errno);
            (Some(end), error)
        }
    };
    let begin = clock::now();
    // A full quota may show only here: the data is written, and reading shows how much of it.
    if let Err(errno) = settle(&fd, record.size) {
        let (found, why) = ended(text!("device-cannot-write-path", path), &path, errno);
        end = Some(end.unwrap_or(found));
        error = error.or(why);
    }
    forget(&fd);
    record.elapsed += clock::now() - begin;
    if record.size.0 == 0 {
        drop(fd);
        if let Err(why) = iogram_door::remove_made(&path) {
            error = error.or(Some(why.into()));
        }
    }
    (record.finish(None), end, error)
}

/// Classifies an error: no space means full, and everything else means failed.
fn ended(action: Text, path: &Path, errno: Errno) -> (WritingEnd, Option<DeviceError>) {
    match errno {
        Errno::NOSPC | Errno::DQUOT | Errno::FBIG => (WritingEnd::Full, None),
        _ => (WritingEnd::Failed, Some(DeviceError::system(action, path, errno))),
    }
}

/// The file's position in the sequence of all files.
#[derive(Debug, Clone, Copy)]
struct Part {
    base: u64,
    size: u64,
}

/// Writes as much of a file as fits, or until it is stopped; returns whether the space was too small.
fn fill_file(
    (fd, mut is_direct): (&OwnedFd, bool),
    part: Part,
    control: &Control,
    (buffers, record): (&mut SlotBuffers, &mut Tally),
) -> Result<bool, Errno> {
    let mut step = CHUNK;
    while record.size.0 < part.size && !control.is_stopped() {
        let at = record.size.0;
        let length = step.min(usize::try_from(part.size - at).unwrap_or(CHUNK));
        let chunk = &mut buffers.slot(0)[..length];
        fill_h2w(chunk, part.base + at);
        let begin = clock::now();
        match write_chunk(fd, chunk, at, is_direct) {
            Ok(moved) => {
                let elapsed = clock::now() - begin;
                record.note(moved, elapsed);
                control.advance(1, Bytes(moved as u64), record.elapsed);
            }
            // A part that does not fit as one piece may fit as smaller ones.
            Err(Errno::NOSPC | Errno::DQUOT | Errno::FBIG) if step > SECTOR => {
                step = if step > PIECE { step / 8 } else { SECTOR };
            }
            Err(Errno::NOSPC | Errno::DQUOT | Errno::FBIG) => return Ok(true),
            // On drives with larger blocks, the last sectors of a file cannot be written directly.
            Err(Errno::INVAL) if is_direct => {
                rustix::fs::fcntl_setfl(fd, OFlags::empty())?;
                is_direct = false;
            }
            Err(errno) => return Err(errno),
        }
    }
    Ok(false)
}

/// Truncates a partly written sector, and makes the rest durable.
fn settle(fd: &OwnedFd, size: Bytes) -> Result<(), Errno> {
    rustix::fs::ftruncate(fd, size.0)?;
    rustix::fs::fsync(fd)
}

/// Writes whole sectors; may write fewer than requested.
fn write_chunk(fd: &OwnedFd, chunk: &[u8], at: u64, is_direct: bool) -> Result<usize, Errno> {
    let moved = rustix::io::retry_on_intr(|| rustix::io::pwrite(fd, chunk, at))?;
    if !is_direct {
        rustix::fs::fdatasync(fd)?;
        forget(fd);
    }
    match moved / SECTOR * SECTOR {
        0 => Err(Errno::NOSPC),
        whole => Ok(whole),
    }
}

/// Asks the kernel to drop the file's pages, so that reads reach the drive.
fn forget(fd: &OwnedFd) {
    let _only_a_wish = rustix::fs::fadvise(fd, 0, None, Advice::DontNeed);
}

/// Reads the test files of `directory` and counts the contents of their sectors; calls `each` for every file. The
/// flag is set if it was stopped.
///
/// # Errors
///
/// Fails if there are none, or if one cannot be opened. Unreadable sectors are counted.
pub fn read_test_files(
    directory: &Path,
    control: &Control,
    each: &mut dyn FnMut(&TestFileRecord),
) -> Result<(Vec<TestFileRecord>, bool), DeviceError> {
    let numbers = list_test_files(directory)?;
    if numbers.is_empty() {
        return Err(DeviceError::Failed {
            action: text!("device-cannot-check-test-files", path, why),
            path: directory.to_owned(),
            why: sentence!("device-none"),
            hint: sentence!("device-write-free-f3write-h2testw"),
        });
    }
    let mut buffers = chunk_buffer()?;
    let mut records = Vec::new();
    for number in numbers {
        let record = read_one(directory, number, control, &mut buffers)?;
        if control.is_stopped() {
            return Ok((records, true));
        }
        each(&record);
        records.push(record);
    }
    Ok((records, false))
}

fn read_one(
    directory: &Path,
    number: u64,
    control: &Control,
    buffers: &mut SlotBuffers,
) -> Result<TestFileRecord, DeviceError> {
    let path = path_of(directory, number);
    let mut record = Tally::new(number);
    let mut sectors = SectorCounts::default();
    let failed =
        |errno: Errno| DeviceError::system(text!("device-cannot-read", path), &path, errno);
    let (fd, _) = open(&path).map_err(|errno| {
        DeviceError::system(text!("device-cannot-open", path), &path, errno)
    })?;
    let stat = rustix::fs::fstat(&fd).map_err(failed)?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(DeviceError::Failed {
            action: text!("device-cannot-read-path-why", path, why),
            path,
            why: sentence!("device-not-file"),
            hint: Sentence::default(),
        });
    }
    forget(&fd);
    let size = u64::try_from(stat.st_size).unwrap_or(0) / SECTOR as u64 * SECTOR as u64;
    let base = (number - 1) * TEST_FILE_SIZE.0;
    while record.size.0 < size && !control.is_stopped() {
        let at = record.size.0;
        let left = usize::try_from(size - at).unwrap_or(CHUNK).min(CHUNK);
        let chunk = &mut buffers.slot(0)[..left];
        let begin = clock::now();
        // Direct reads cover whole logical blocks; beyond the end there is nothing to read.
        let moved = match read_fully(&fd, chunk, at) {
            Ok(moved) => {
                let elapsed = clock::now() - begin;
                count_h2w(&chunk[..moved], base + at, &mut sectors);
                record.note(moved, elapsed);
                moved
            }
            Err(_) => {
                let counts = read_in_pieces(&fd, chunk, at, base);
                sectors.add(&counts);
                record.note(left, clock::now() - begin);
                left
            }
        };
        control.advance(1, Bytes(moved as u64), record.elapsed);
        if moved == 0 {
            break;
        }
    }
    Ok(record.finish(Some(sectors)))
}

/// Reads whole sectors; fewer only at the end of the file.
fn read_fully(fd: &OwnedFd, chunk: &mut [u8], at: u64) -> Result<usize, Errno> {
    let mut done = 0;
    while done < chunk.len() {
        let part = &mut chunk[done..];
        let place = at + done as u64;
        let moved = match rustix::io::pread(fd, part, place) {
            Ok(0) => break,
            Ok(moved) => moved,
            Err(Errno::INTR) => continue,
            Err(errno) => return Err(errno),
        };
        done += moved;
    }
    Ok(done / SECTOR * SECTOR)
}

fn read_in_pieces(fd: &OwnedFd, chunk: &mut [u8], at: u64, base: u64) -> SectorCounts {
    let mut counts = SectorCounts::default();
    let mut failures = 0;
    let mut place = at;
    for piece in chunk.chunks_mut(PIECE) {
        let sectors = (piece.len() / SECTOR) as u64;
        let is_tried = failures < FAILURES_MAX;
        if is_tried && read_fully(fd, piece, place).is_ok_and(|moved| moved == piece.len()) {
            count_h2w(piece, base + place, &mut counts);
        } else {
            failures += 1;
            counts.unreadable += sectors;
        }
        place += piece.len() as u64;
    }
    counts
}

/// Removes the test files of `directory` with the given numbers.
///
/// # Errors
///
/// Fails as the file system does.
pub fn remove_test_files(directory: &Path, numbers: &[u64]) -> Result<(), DeviceError> {
    for number in numbers {
        iogram_door::remove_made(&path_of(directory, *number))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

    fn written(directory: &TempDir, limit: u64) -> Vec<TestFileRecord> {
        let control = Control::default();
        let limit = Some(Bytes(limit));
        let written = write_test_files(directory.path(), limit, &control, &mut |_| {}).unwrap();
        assert_eq!(written.end, WritingEnd::Enough);
        assert!(written.error.is_none(), "{:?}", written.error);
        written.files
    }

    fn read(directory: &TempDir) -> Vec<TestFileRecord> {
        let control = Control::default();
        read_test_files(directory.path(), &control, &mut |_| {}).unwrap().0
    }

    #[test]
    fn what_is_written_is_read_back_whole() {
        let dir = TempDir::new("h2w");
        let records = written(&dir, (5 << 20) + 1536);
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].size_bytes, (5 << 20) + 1536);
        let found = read(&dir);
        let right = SectorCounts { ok: 10_243, ..SectorCounts::default() };
        assert_eq!(found[0].sectors, Some(right));
        remove_test_files(dir.path(), &[1]).unwrap();
        assert!(list_test_files(dir.path()).unwrap().is_empty());
    }

    #[test]
    fn files_that_are_there_are_never_overwritten() {
        let dir = TempDir::new("h2w");
        dir.write("7.h2w", "mine");
        dir.write("07.h2w", "not one");
        let control = Control::default();
        let refused = write_test_files(dir.path(), None, &control, &mut |_| {}).unwrap_err();
        assert!(refused.to_string().contains("7.h2w is there already"), "{refused}");
        assert_eq!(std::fs::read(dir.path().join("7.h2w")).unwrap(), b"mine");
    }

    #[test]
    fn a_file_that_was_changed_is_noticed() {
        let dir = TempDir::new("h2w");
        written(&dir, 1 << 20);
        let path = dir.path().join("1.h2w");
        let mut data = std::fs::read(&path).unwrap();
        data[700] ^= 4;
        data[4096..8192].fill(0);
        let copied = data[0..512].to_vec();
        data[9216..9728].copy_from_slice(&copied);
        std::fs::write(&path, &data).unwrap();
        let found = read(&dir)[0].sectors.unwrap();
        let right =
            SectorCounts { ok: 2038, changed: 1, corrupted: 8, overwritten: 1, unreadable: 0 };
        assert_eq!(found, right);
    }
}
