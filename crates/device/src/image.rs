//! A file whose bytes are written to a target: opened for reading only, checked before anything is written, and
//! compared with the target afterwards.
//!
//! Zeros fill the last page, as in a card writer's program: targets have blocks.

use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use iogram_model::{Bytes, Sentence, sentence, text};
use rustix::fs::{Advice, Mode, OFlags};

use crate::error::DeviceError;

/// The written size is a multiple of this: a page, the unit of the page cache.
const UNIT: usize = 4096;

/// Bytes compared at once. Arbitrary.
const PIECE: usize = 1 << 20;

/// First bytes of files that contain an image but are not one, and the way to unpack them.
///
/// Source: RFC 1952 section 2.3.1, RFC 8878 section 3.1.1, the .xz file format 1.2.1 section 2.1.1.1, the manuals of
/// bzip2, zip and 7z.
const PACKED: [(&[u8], &str, &str); 6] = [
    (&[0xFD, b'7', b'z', b'X', b'Z', 0], "xz", "xz -dk"),
    (&[0x1F, 0x8B], "gzip", "gzip -dk"),
    (&[0x28, 0xB5, 0x2F, 0xFD], "zstd", "zstd -dk"),
    (b"BZh", "bzip2", "bzip2 -dk"),
    (b"PK\x03\x04", "zip", "unzip"),
    (&[b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C], "7z", "7z x"),
];

/// A regular file, open for reading.
#[derive(Debug)]
pub struct Image {
    file: File,
    path: PathBuf,
    size: Bytes,
    /// Whether reading it failed while it was written to the target.
    has_failed: AtomicBool,
}

impl Image {
    /// Opens the image at `path`. Changes nothing, and reads nothing but a regular file.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be opened, is not a regular file, is empty or packed.
    pub fn open(path: &Path) -> Result<Self, DeviceError> {
        let refused = |why: Sentence, hint: Sentence| DeviceError::Failed {
            action: text!("device-cannot-use-image", path, why),
            path: path.to_owned(),
            why,
            hint,
        };
        // Opening a pipe or a drive without a card must not block the program.
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        let fd = rustix::fs::open(path, flags, Mode::empty()).map_err(|errno| {
            DeviceError::system(text!("device-cannot-open", path), path, errno)
        })?;
        let file = File::from(fd);
        let about = file.metadata().map_err(|error| {
            DeviceError::system(text!("device-cannot-look", path), path, error)
        })?;
        if !about.is_file() {
            let why = sentence!("device-no-regular-file");
            return Err(refused(why, sentence!("device-name-file-holds-image")));
        }
        if about.len() == 0 {
            return Err(refused(
                sentence!("device-empty"),
                sentence!("device-name-another-file"),
            ));
        }
        let mut begin = [0; 8];
        let count = file.read_at(&mut begin, 0).map_err(|error| {
            DeviceError::system(text!("device-cannot-read", path), path, error)
        })?;
        let packed = PACKED.iter().find(|(magic, ..)| begin[..count].starts_with(magic));
        if let Some((_, kind, command)) = packed {
            return Err(refused(
                sentence!("device-packed-packed-written", kind),
                sentence!("device-unpack-first", command, path = path.display()),
            ));
        }
        // Lets the kernel read ahead; harmless if it does not.
        rustix::fs::fadvise(&file, 0, None, Advice::Sequential).ok();
        let size = Bytes(about.len());
        Ok(Self { file, path: path.to_owned(), size, has_failed: AtomicBool::new(false) })
    }

    /// Its size as a file.
    #[must_use]
    pub const fn size(&self) -> Bytes {
        self.size
    }

    /// The written bytes: the file, padded with zeros to a whole page.
    #[must_use]
    pub const fn written_size(&self) -> Bytes {
        Bytes(self.size.0.next_multiple_of(UNIT as u64))
    }

    /// Whether `path` is the same file.
    #[must_use]
    pub fn is_at(&self, path: &Path) -> bool {
        let same = |one: &std::fs::Metadata, other: &std::fs::Metadata| {
            (one.dev(), one.ino()) == (other.dev(), other.ino())
        };
        match (self.file.metadata(), std::fs::metadata(path)) {
            (Ok(own), Ok(other)) => same(&own, &other),
            _ => false,
        }
    }

    /// The path as the user gave it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Fills `buffer` with the bytes at `offset`. Unreadable bytes become zeros, and make the cell fail.
    pub(crate) fn fill(&self, buffer: &mut [u8], offset: u64) {
        let inside = usize::try_from(self.size.0.saturating_sub(offset)).unwrap_or(usize::MAX);
        let (held, beyond) = buffer.split_at_mut(inside.min(buffer.len()));
        beyond.fill(0);
        if self.file.read_exact_at(held, offset).is_err() {
            held.fill(0);
            self.has_failed.store(true, Ordering::Relaxed);
        }
    }

    /// Whether all of it could be read, and its length is unchanged.
    pub(crate) fn is_whole(&self) -> bool {
        let is_as_long = self.file.metadata().is_ok_and(|it| it.len() == self.size.0);
        is_as_long && !self.has_failed.load(Ordering::Relaxed)
    }

    /// The first and the last place in which `target` differs, in steps of a page, and their number.
    ///
    /// # Errors
    ///
    /// Fails if the target cannot be read.
    pub(crate) fn differences(
        &self,
        target: &File,
        alignment: usize,
    ) -> std::io::Result<Option<Differences>> {
        let mut read = crate::buffer::SlotBuffers::aligned(1, PIECE, alignment)?;
        let mut own = vec![0; PIECE];
        let mut found: Option<Differences> = None;
        for offset in (0..self.written_size().0).step_by(PIECE) {
            let left = usize::try_from(self.written_size().0 - offset).unwrap_or(PIECE);
            let length = left.min(PIECE);
            let read = &mut read.slot(0)[..length];
            target.read_exact_at(read, offset)?;
            self.fill(&mut own[..length], offset);
            let pages = own[..length].chunks(UNIT).zip(read.chunks(UNIT));
            for (index, (own, read)) in pages.enumerate() {
                if own != read {
                    let place = offset + (index * UNIT) as u64;
                    let found = found
                        .get_or_insert(Differences { first: place, ..Differences::default() });
                    (found.last, found.count) = (place, found.count + 1);
                }
            }
        }
        Ok(found)
    }
}

/// Pages that differ from those of the image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Differences {
    pub(crate) first: u64,
    pub(crate) last: u64,
    pub(crate) count: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

    fn image(bytes: &[u8]) -> (TempDir, Image) {
        let dir = TempDir::new("image");
        let path = dir.path().join("card.img");
        std::fs::write(&path, bytes).unwrap();
        let image = Image::open(&path).unwrap();
        (dir, image)
    }

    #[test]
    fn only_a_regular_file_that_holds_something_unpacked_is_an_image() {
        let dir = TempDir::new("image");
        let refusal = |name: &str, bytes: &[u8]| {
            let path = dir.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            let error = Image::open(&path).unwrap_err();
            format!("{error}; {}", error.hint())
        };
        assert!(refusal("empty", b"").contains("it is empty"));
        for (magic, kind, command) in PACKED {
            let said = refusal("packed", &[magic, b"more"].concat());
            assert!(
                said.contains(&format!("packed ({kind})")) && said.contains(command),
                "{said}"
            );
        }
        assert!(Image::open(dir.path()).unwrap_err().to_string().contains("no regular file"));
        assert!(Image::open(&dir.path().join("nowhere")).is_err());
        assert!(Image::open(Path::new("/dev/null")).is_err());
    }

    #[test]
    fn every_page_that_is_another_is_found_and_the_end_is_zeros() {
        let bytes: Vec<u8> = (0..3_000_001_u32).map(|at| (at % 251) as u8).collect();
        let (dir, image) = image(&bytes);
        assert_eq!((image.size().0, image.written_size().0), (3_000_001, 3_002_368));
        let written = dir.path().join("written");
        let mut whole = bytes;
        whole.resize(3_002_368, 0);
        let differences = |whole: &[u8]| {
            std::fs::write(&written, whole).unwrap();
            image.differences(&Image::open(&written).unwrap().file, 4096).unwrap()
        };
        assert_eq!(differences(&whole), None);
        whole[4096 * 7 + 9] ^= 1;
        *whole.last_mut().unwrap() = 1;
        let found = Differences { first: 4096 * 7, last: 3_002_368 - 4096, count: 2 };
        assert_eq!(differences(&whole), Some(found));
        assert!(image.is_whole());
        std::fs::write(image.path(), b"shorter").unwrap();
        assert!(!image.is_whole());
        let mut page = [1; 4096];
        image.fill(&mut page, 0);
        assert_eq!(page, [0; 4096], "what cannot be read is not what was there before");
    }
}
