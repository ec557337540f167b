//! The bytes that clients wrote: a log in an unnamed file; only bytes that can still be read take space.
//!
//! The drive itself knows the place of each block's data: a write's salt is its offset in this log. The log does not
//! store zeroes.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;

use crate::linux::give_space_back;

/// Appended bytes after which a search for dead ones is worthwhile. Arbitrary: some seconds of writing.
const LOOK_AFTER: u64 = 256 << 20;

/// The bytes that clients wrote, one write after the other.
#[derive(Debug)]
pub(crate) struct ByteLog {
    file: File,
    end: u64,
    appended: u64,
    look_after: u64,
    /// Ranges that were dead at the last search. The log frees them at the next one, because a power loss can bring
    /// back the data that a cached write had just replaced.
    dead: Vec<Range<u64>>,
}

impl ByteLog {
    /// An empty log.
    pub(crate) fn new() -> io::Result<Self> {
        let file = tempfile::tempfile()?;
        Ok(Self { file, end: 0, appended: 0, look_after: LOOK_AFTER, dead: Vec::new() })
    }

    /// Appends `bytes` and returns their offset.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let at = self.end;
        self.file.write_all_at(bytes, at)?;
        self.end += bytes.len() as u64;
        self.appended += bytes.len() as u64;
        Ok(at)
    }

    /// Reads the bytes at `at`.
    pub(crate) fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(bytes, at)
    }

    /// Whether enough was appended to call [`Self::give_back`].
    pub(crate) const fn is_grown(&self) -> bool {
        self.appended >= self.look_after
    }

    /// Frees space; `live` is everything that can still be read.
    pub(crate) fn give_back(&mut self, mut live: Vec<Range<u64>>) {
        for dead in self.dead.drain(..) {
            give_space_back(&self.file, dead);
        }
        live.sort_unstable_by_key(|range| range.start);
        let live_bytes: u64 = live.iter().map(|range| range.end - range.start).sum();
        let mut at = 0;
        for range in live {
            if range.start > at {
                self.dead.push(at..range.start);
            }
            at = at.max(range.end);
        }
        if self.end > at {
            self.dead.push(at..self.end);
        }
        self.appended = 0;
        self.look_after = LOOK_AFTER.max(live_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_bytes_are_given_back_one_look_later_and_live_ones_stay() {
        let mut log = ByteLog::new().unwrap();
        let block = vec![7; 65536];
        let places: Vec<u64> = (0..16).map(|_| log.append(&block).unwrap()).collect();
        let live = || places[3..5].windows(2).map(|pair| pair[0]..pair[1]).collect();
        let allocated = |log: &ByteLog| {
            use std::os::unix::fs::MetadataExt;
            log.file.sync_all().unwrap();
            log.file.metadata().unwrap().blocks() * 512
        };
        log.give_back(live());
        let full = allocated(&log);
        log.give_back(live());
        assert!(allocated(&log) <= full);
        let mut read = vec![0; 65536];
        log.read(places[3], &mut read).unwrap();
        assert_eq!(read, block);
        log.read(places[5], &mut read).unwrap();
        // On a file system without holes the bytes are still there.
        assert!(read == vec![0; 65536] || read == block);
    }
}
