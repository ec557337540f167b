//! What is in an archive that somebody else made: nothing of it is believed.
//!
//! Names that lead out of the folder, twice the same name, links, sizes that are not so, and more than any bundle holds are
//! refused. What an archive inflates to is limited before and while it is inflated.
//!
//! Source: PKWARE APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.

use std::io::Read as _;

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::Files;
use crate::error::BundleError;

/// The file that says what the others are.
pub const MANIFEST: &str = "manifest.json";
/// The largest archive that is read. Arbitrary: a run of a day has 10 MB.
pub const ARCHIVE_BYTES_MAX: u64 = 256 << 20;
/// What the files of an archive may have together. Arbitrary.
pub const CONTENT_BYTES_MAX: u64 = 512 << 20;
/// Files of an archive. Arbitrary: a page of 16 runs has 200 pictures.
const FILES_MAX: usize = 4096;
/// Beyond so many bytes nothing honest is a thousand times smaller when compressed; records reach 30.
const SUSPICIOUS_BYTES: u64 = 32 << 20;
const RATIO_MAX: u64 = 200;

/// A file of the archive, as its directory describes it.
struct Entry {
    path: String,
    method: u16,
    crc: u32,
    packed_bytes: usize,
    bytes: u64,
    offset: usize,
}

/// The files of an archive, below the folder that its manifest is in. Folders themselves are left out.
///
/// # Errors
///
/// Refuses what is no archive, what is damaged, what leads out of it and what is too large.
pub fn unpack(archive: &[u8]) -> Result<Files, BundleError> {
    if archive.len() as u64 > ARCHIVE_BYTES_MAX {
        let (is_bytes, limit_bytes) = (archive.len() as u64, ARCHIVE_BYTES_MAX);
        return Err(BundleError::TooLarge { is_bytes, limit_bytes });
    }
    let entries = entries(archive)?;
    check_sizes(&entries, archive.len())?;
    let top = top_of(&entries)?;
    let mut files = Files::new();
    for entry in &entries {
        if entry.path.ends_with('/') && entry.bytes == 0 {
            continue;
        }
        let Some(path) = entry.path.strip_prefix(&top).filter(|path| is_plain_path(path))
        else {
            let what = "it is beside the folder of the bundle";
            return Err(BundleError::File { path: entry.path.clone(), what });
        };
        let bytes = inflate(archive, entry)?;
        if files.insert(path.to_owned(), bytes).is_some() {
            let what = "there are two of this name";
            return Err(BundleError::File { path: entry.path.clone(), what });
        }
    }
    Ok(files)
}

/// Whether a path leads to a file below its folder on every system: letters that all file systems take, no `..`, not too long.
#[must_use]
pub fn is_plain_path(path: &str) -> bool {
    let is_plain = |part: &str| {
        let letter = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        !part.is_empty()
            && part.len() <= 200
            && !part.starts_with('.')
            && part.chars().all(letter)
    };
    path.split('/').count() <= 4 && path.split('/').all(is_plain)
}

fn check_sizes(entries: &[Entry], archive_bytes: usize) -> Result<(), BundleError> {
    let mut sum: u64 = 0;
    for entry in entries {
        sum = sum.saturating_add(entry.bytes);
    }
    let limit = match sum > SUSPICIOUS_BYTES {
        true => (archive_bytes as u64).saturating_mul(RATIO_MAX).min(CONTENT_BYTES_MAX),
        false => CONTENT_BYTES_MAX,
    };
    match sum > limit {
        true => Err(BundleError::TooLarge { is_bytes: sum, limit_bytes: limit }),
        false => Ok(()),
    }
}

/// The folder of the manifest that is nearest to the top, with its `/`.
fn top_of(entries: &[Entry]) -> Result<String, BundleError> {
    let manifests = entries.iter().filter_map(|entry| entry.path.strip_suffix(MANIFEST));
    let folders = manifests.filter(|folder| folder.is_empty() || folder.ends_with('/'));
    let top = folders.min_by_key(|folder| folder.len());
    top.map(str::to_owned).ok_or(BundleError::NoManifest)
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    number(bytes, at).map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    number(bytes, at).map(u32::from_le_bytes)
}

fn size_at(bytes: &[u8], at: usize) -> Option<usize> {
    u32_at(bytes, at).and_then(|size| usize::try_from(size).ok())
}

/// Everything that the directory at the end lists.
fn entries(archive: &[u8]) -> Result<Vec<Entry>, BundleError> {
    const END: &[u8] = b"PK\x05\x06";
    // The end has 22 bytes and a comment of at most 65535.
    let from = archive.len().saturating_sub(22 + 65_535);
    let tail = archive.get(from..).unwrap_or_default();
    let end =
        tail.windows(4).rposition(|window| window == END).ok_or(BundleError::NoArchive)?;
    let end = tail.get(end..).unwrap_or_default();
    let cut = BundleError::Damaged { what: "its directory is cut off" };
    let (Some(count), Some(size), Some(start)) =
        (u16_at(end, 10), size_at(end, 12), size_at(end, 16))
    else {
        return Err(cut);
    };
    // Behind the end there may be a comment, and nothing else.
    let comment_bytes = u16_at(end, 20).map(usize::from);
    if comment_bytes.and_then(|bytes| bytes.checked_add(22)) != Some(end.len()) {
        return Err(cut);
    }
    if u16_at(end, 4) != Some(0) || u16_at(end, 8) != Some(count) {
        return Err(BundleError::Foreign { what: "it has several volumes" });
    }
    if count == u16::MAX || u32_at(end, 16) == Some(u32::MAX) {
        return Err(BundleError::Foreign { what: "it is in the form for very large archives" });
    }
    if usize::from(count) > FILES_MAX {
        return Err(BundleError::Foreign { what: "it has more files than any bundle" });
    }
    let stop = start.checked_add(size).ok_or(cut.clone())?;
    let mut rest = archive.get(start..stop).ok_or(cut.clone())?;
    let mut entries = Vec::new();
    for _ in 0..count {
        let (entry, length) = entry(rest).ok_or(cut.clone())?;
        entries.push(entry?);
        rest = rest.get(length..).ok_or(cut.clone())?;
    }
    Ok(entries)
}

/// The first entry of a directory and its length; `None` if it is cut off.
fn entry(directory: &[u8]) -> Option<(Result<Entry, BundleError>, usize)> {
    if directory.get(..4)? != b"PK\x01\x02" {
        return None;
    }
    let name_bytes = usize::from(u16_at(directory, 28)?);
    let more =
        usize::from(u16_at(directory, 30)?).checked_add(u16_at(directory, 32)?.into())?;
    let name = directory.get(46..name_bytes.checked_add(46)?)?;
    let length = name_bytes.checked_add(46)?.checked_add(more)?;
    let path = String::from_utf8_lossy(name).into_owned();
    let wrong = |what| {
        let path = iogram_model::shown(&path).into_owned();
        Some((Err(BundleError::File { path, what }), length))
    };
    let (flags, method) = (u16_at(directory, 8)?, u16_at(directory, 10)?);
    let rights = u32_at(directory, 38)? >> 16;
    if flags & 1 != 0 {
        return wrong("it is encrypted");
    }
    if method != 0 && method != 8 {
        return wrong("it is compressed in another way than bundles are");
    }
    // The kind of a file on Unix: regular, folder, or not said.
    if !matches!(rights >> 12, 0 | 0o4 | 0o10) {
        return wrong("it is no regular file");
    }
    if !is_plain_path(path.trim_end_matches('/')) {
        return wrong("its name leads elsewhere, or is none that bundles have");
    }
    let entry = Entry {
        method,
        crc: u32_at(directory, 16)?,
        packed_bytes: size_at(directory, 20)?,
        bytes: u64::from(u32_at(directory, 24)?),
        offset: size_at(directory, 42)?,
        path,
    };
    Some((Ok(entry), length))
}

fn inflate(archive: &[u8], entry: &Entry) -> Result<Vec<u8>, BundleError> {
    let wrong = |what| BundleError::File { path: entry.path.clone(), what };
    let data = data(archive, entry)
        .ok_or(wrong("it is cut off, or is not where its directory says"))?;
    let mut bytes = Vec::new();
    match entry.method {
        0 => bytes.extend_from_slice(data),
        _ => {
            // One byte more than it says is enough to know that it lies.
            let mut limited = DeflateDecoder::new(data).take(entry.bytes.saturating_add(1));
            limited
                .read_to_end(&mut bytes)
                .map_err(|_damage| wrong("it is damaged: it cannot be decompressed"))?;
        }
    }
    if bytes.len() as u64 != entry.bytes {
        return Err(wrong("it has another size than the archive says"));
    }
    let mut crc = Crc::new();
    crc.update(&bytes);
    match crc.sum() == entry.crc {
        true => Ok(bytes),
        false => Err(wrong("it is damaged: its checksum is another one")),
    }
}

/// The compressed bytes; `None` if they are not there.
fn data<'a>(archive: &'a [u8], entry: &Entry) -> Option<&'a [u8]> {
    let local = archive.get(entry.offset..)?;
    if local.get(..4)? != b"PK\x03\x04" {
        return None;
    }
    // Another program may go by the name that stands here.
    let name_bytes = usize::from(u16_at(local, 26)?);
    if local.get(30..name_bytes.checked_add(30)?)? != entry.path.as_bytes() {
        return None;
    }
    let names = name_bytes.checked_add(u16_at(local, 28)?.into())?;
    let start = names.checked_add(30)?;
    local.get(start..start.checked_add(entry.packed_bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::pack;

    fn files() -> Files {
        let large = b"abc".repeat(10_000);
        Files::from([
            ("data/run.json".to_owned(), large),
            ("index.html".to_owned(), b"<p>".to_vec()),
            (MANIFEST.to_owned(), b"{}".to_vec()),
        ])
    }

    #[test]
    fn what_was_packed_is_unpacked_and_the_same_files_are_the_same_bytes() {
        let archive = pack("bundle", &files()).unwrap();
        assert_eq!(archive, pack("bundle", &files()).unwrap());
        assert!(archive.len() < 1000, "{} bytes", archive.len());
        assert!(unpack(&archive) == Ok(files()));
    }

    #[test]
    fn an_archive_that_is_cut_off_anywhere_is_refused() {
        let archive = pack("bundle", &files()).unwrap();
        for length in 0..archive.len() {
            assert!(unpack(&archive[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn no_byte_of_a_file_can_change_unnoticed() {
        let archive = pack("bundle", &files()).unwrap();
        for place in 0..archive.len() {
            let mut other = archive.clone();
            other[place] ^= 0x41;
            // Dates and rights say nothing of what is in it; everything else is noticed.
            if let Ok(found) = unpack(&other) {
                assert!(found == files(), "byte {place}: {:?}", found.keys());
            }
        }
    }

    #[track_caller]
    fn check_refused(name: &str, bytes: &[u8], what: &str) {
        let mut files = files();
        files.insert(name.to_owned(), bytes.to_vec());
        let error = unpack(&pack("bundle", &files).unwrap()).unwrap_err();
        assert!(error.to_string().contains(what), "{name}: {error}");
    }

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for name in
            ["../x", "a/../../x", "/etc/passwd", "a\\..\\b", "a\0b", "<script>", ".hidden"]
        {
            check_refused(name, b"x", "its name leads elsewhere");
        }
        check_refused(&"a/".repeat(9), b"x", "its name leads elsewhere");
    }

    #[test]
    fn what_is_a_thousand_times_larger_than_its_archive_is_refused() {
        let bomb = vec![0; 40 << 20];
        check_refused("data/zeros", &bomb, "bytes; at most");
    }

    #[test]
    fn a_file_that_is_larger_than_it_says_is_refused_before_it_is_all_there() {
        let mut archive = pack("bundle", &files()).unwrap();
        // In the directory and before the data: the size of the first file.
        let said = 30_000_u32.to_le_bytes();
        let places: Vec<usize> =
            (0..archive.len() - 4).filter(|at| archive[*at..*at + 4] == said).collect();
        for at in places {
            archive[at..at + 4].copy_from_slice(&5_u32.to_le_bytes());
        }
        let error = unpack(&archive).unwrap_err();
        assert!(error.to_string().contains("another size"), "{error}");
    }

    #[test]
    fn what_is_no_archive_is_said() {
        assert_eq!(unpack(b""), Err(BundleError::NoArchive));
        assert_eq!(unpack(&[0; 4096]), Err(BundleError::NoArchive));
        let none = Files::from([("x".to_owned(), Vec::new())]);
        assert_eq!(unpack(&pack("bundle", &none).unwrap()), Err(BundleError::NoManifest));
    }
}
