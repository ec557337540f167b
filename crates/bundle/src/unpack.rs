//! Reads an archive from an untrusted source.
//!
//! It refuses names that lead out of the directory, duplicate names, links, false sizes, and more data than any
//! bundle holds. It limits the inflated size before and during inflating. It also refuses bytes that belong to no
//! file: no reader would see them, and no hash covers them.
//!
//! Source: PKWARE APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.9, 4.3.12 and 4.3.16.

use iogram_model::{Text, text};
use std::io::Read as _;
use std::ops::Range;

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::Files;
use crate::beside::is_harmless;
use crate::error::BundleError;

/// The file that describes the others.
pub const MANIFEST: &str = "manifest.json";
/// Largest archive that is read, in bytes. Arbitrary: a run of a day has 10 MB.
pub const ARCHIVE_BYTES_MAX: u64 = 256 << 20;
/// Largest total size of the files in an archive, in bytes. Arbitrary.
pub const CONTENT_BYTES_MAX: u64 = 512 << 20;
/// Most files of an archive. Arbitrary: a page of 16 runs has 200 pictures.
const FILES_MAX: usize = 4096;
/// Above this size, no genuine bundle compresses by a factor of a thousand; records reach a factor of 30.
const SUSPICIOUS_BYTES: u64 = 32 << 20;
const RATIO_MAX: u64 = 200;

/// Encryption, which has its own error; two bits of the compression level; a data descriptor; names in UTF-8.
const FLAGS_KNOWN: u16 = 1 | 0b110 | 1 << 3 | 1 << 11;

const FOREIGN: Text = text!("bundle-compressed-another-way-bundles");
const EXTRA: Text = text!("bundle-more-about-bundles-another-program-give");

/// A file of the archive, as the central directory describes it.
struct Entry {
    path: String,
    flags: u16,
    method: u16,
    crc: u32,
    packed_bytes: usize,
    bytes: u64,
    offset: usize,
    /// Whether a data descriptor after the data repeats its checksum and sizes, as in an archive that was written to
    /// a pipe.
    has_descriptor: bool,
}

/// The central directory.
struct Directory {
    entries: Vec<Entry>,
    /// Its offset: all files lie before it.
    start: usize,
}

/// The files of an archive, with paths below the directory of its manifest. Leaves out entries of directories.
///
/// # Errors
///
/// Refuses anything that is not an archive, is damaged, leads out of the directory, or is too large.
pub fn unpack(archive: &[u8]) -> Result<Files, BundleError> {
    if archive.len() as u64 > ARCHIVE_BYTES_MAX {
        let (is_bytes, limit_bytes) = (archive.len() as u64, ARCHIVE_BYTES_MAX);
        return Err(BundleError::TooLarge { is_bytes, limit_bytes });
    }
    let directory = directory(archive)?;
    let entries = &directory.entries;
    check_sizes(entries, archive.len())?;
    let top = top_of(entries)?;
    check_whole(archive, &directory)?;
    let mut files = Files::new();
    for entry in entries {
        if entry.path.ends_with('/') && entry.bytes == 0 {
            // A directory must have no data.
            inflate(archive, entry)?;
            continue;
        }
        let Some(path) = entry.path.strip_prefix(&top).filter(|path| is_plain_path(path))
        else {
            let what = text!("bundle-beside-folder-bundle");
            return Err(BundleError::File { path: entry.path.clone(), what });
        };
        let bytes = inflate(archive, entry)?;
        if files.insert(path.to_owned(), bytes).is_some() {
            let what = text!("bundle-two-name");
            return Err(BundleError::File { path: entry.path.clone(), what });
        }
    }
    Ok(files)
}

/// Whether a path leads to a file below its directory on every system: characters that all file systems accept, no
/// `..`, not too long.
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

/// The topmost directory that has a manifest, with its `/`.
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

fn directory(archive: &[u8]) -> Result<Directory, BundleError> {
    const END: &[u8] = b"PK\x05\x06";
    // The end record has 22 bytes and a comment of at most 65535.
    let from = archive.len().saturating_sub(22 + 65_535);
    let tail = archive.get(from..).unwrap_or_default();
    let end =
        tail.windows(4).rposition(|window| window == END).ok_or(BundleError::NoArchive)?;
    let end_at = from.saturating_add(end);
    let end = archive.get(end_at..).unwrap_or_default();
    let cut = BundleError::Damaged { what: text!("bundle-directory-cut-off") };
    let (Some(count), Some(size), Some(start), Some(comment_bytes)) =
        (u16_at(end, 10), size_at(end, 12), size_at(end, 16), u16_at(end, 20))
    else {
        return Err(cut);
    };
    let behind_bytes = end.len().saturating_sub(22);
    if behind_bytes < usize::from(comment_bytes) {
        return Err(cut);
    }
    if u16_at(end, 4) != Some(0) || u16_at(end, 8) != Some(count) {
        return Err(BundleError::Foreign { what: text!("bundle-several-volumes") });
    }
    if count == u16::MAX || u32_at(end, 16) == Some(u32::MAX) {
        return Err(BundleError::Foreign { what: text!("bundle-form-very-large-archives") });
    }
    if usize::from(count) > FILES_MAX {
        return Err(BundleError::Foreign { what: text!("bundle-more-files-any-bundle") });
    }
    let stop = start.checked_add(size).ok_or(cut.clone())?;
    let mut rest = archive.get(start..stop).ok_or(cut.clone())?;
    let mut entries = Vec::new();
    for _ in 0..count {
        let (entry, length) = entry(rest).ok_or(cut.clone())?;
        entries.push(entry?);
        rest = rest.get(length..).ok_or(cut.clone())?;
    }
    let beside = |what| Err(BundleError::Beside { what });
    if comment_bytes > 0 {
        return beside(text!("bundle-comment"));
    }
    if behind_bytes > 0 {
        return beside(text!("bundle-bytes-behind-end"));
    }
    if !rest.is_empty() || stop != end_at {
        return beside(text!("bundle-bytes-between-directory-end"));
    }
    Ok(Directory { entries, start })
}

/// Checks that the files follow each other without gaps, from the first byte to the central directory.
fn check_whole(archive: &[u8], directory: &Directory) -> Result<(), BundleError> {
    let mut in_order: Vec<&Entry> = directory.entries.iter().collect();
    in_order.sort_by_key(|entry| entry.offset);
    let nexts = in_order.iter().skip(1).map(|entry| entry.offset).chain([directory.start]);
    let first = in_order.first().map_or(directory.start, |entry| entry.offset);
    if first != 0 {
        return Err(BundleError::Beside { what: text!("bundle-bytes-before-first-file") });
    }
    for (entry, next) in in_order.iter().zip(nexts) {
        let end = place(archive, entry)?.end;
        check_local(archive, entry)?;
        let behind = archive.get(end..next).ok_or_else(|| BundleError::File {
            path: entry.path.clone(),
            what: text!("bundle-lies-where-another-directory"),
        })?;
        let is_descriptor = entry.has_descriptor && is_descriptor(behind, entry);
        if !behind.is_empty() && !is_descriptor {
            let what = text!("bundle-bytes-between-files-between-directory");
            return Err(BundleError::Beside { what });
        }
    }
    Ok(())
}

/// Whether `bytes` is the data descriptor of `entry`, with or without its signature, in 32-bit or 64-bit form.
fn is_descriptor(bytes: &[u8], entry: &Entry) -> bool {
    let numbers = bytes.strip_prefix(b"PK\x07\x08").unwrap_or(bytes);
    let sizes = [entry.packed_bytes as u64, entry.bytes];
    let crc = entry.crc.to_le_bytes();
    let long = [&crc[..], sizes.map(u64::to_le_bytes).as_flattened()].concat();
    let short = sizes.map(|size| u32::try_from(size).unwrap_or(u32::MAX).to_le_bytes());
    let short = [&crc[..], short.as_flattened()].concat();
    numbers == short || numbers == long
}

/// Decodes the first entry of a central directory, and returns its length; `None` if it is truncated.
fn entry(directory: &[u8]) -> Option<(Result<Entry, BundleError>, usize)> {
    if directory.get(..4)? != b"PK\x01\x02" {
        return None;
    }
    let name_end = usize::from(u16_at(directory, 28)?).checked_add(46)?;
    let extra_end = name_end.checked_add(u16_at(directory, 30)?.into())?;
    let comment_bytes = u16_at(directory, 32)?;
    let name = directory.get(46..name_end)?;
    let extra = directory.get(name_end..extra_end)?;
    let length = extra_end.checked_add(comment_bytes.into())?;
    let path = String::from_utf8_lossy(name).into_owned();
    let wrong = |what| {
        let path = iogram_model::shown(&path).into_owned();
        Some((Err(BundleError::File { path, what }), length))
    };
    let (flags, method) = (u16_at(directory, 8)?, u16_at(directory, 10)?);
    let rights = u32_at(directory, 38)? >> 16;
    if flags & 1 != 0 {
        return wrong(text!("bundle-encrypted"));
    }
    if flags & !FLAGS_KNOWN != 0 {
        return wrong(FOREIGN);
    }
    if comment_bytes > 0 {
        return wrong(text!("bundle-comment"));
    }
    if !is_harmless(extra) {
        return wrong(EXTRA);
    }
    if method != 0 && method != 8 {
        return wrong(FOREIGN);
    }
    // The Unix file type: regular, directory, or not stated.
    if !matches!(rights >> 12, 0 | 0o4 | 0o10) {
        return wrong(text!("bundle-no-regular-file"));
    }
    if !is_plain_path(path.trim_end_matches('/')) {
        return wrong(text!("bundle-name-leads-elsewhere-none-bundles"));
    }
    let entry = Entry {
        method,
        flags,
        crc: u32_at(directory, 16)?,
        packed_bytes: size_at(directory, 20)?,
        bytes: u64::from(u32_at(directory, 24)?),
        offset: size_at(directory, 42)?,
        has_descriptor: flags & 1 << 3 != 0,
        path,
    };
    Some((Ok(entry), length))
}

/// Checks that the local header matches the central directory: some programs read only one of them.
fn check_local(archive: &[u8], entry: &Entry) -> Result<(), BundleError> {
    let wrong = |what| Err(BundleError::File { path: entry.path.clone(), what });
    let local = archive.get(entry.offset..).unwrap_or_default();
    let numbers = (u16_at(local, 6), u16_at(local, 8));
    let sizes = [u32_at(local, 14), u32_at(local, 18), u32_at(local, 22)];
    let short = |size: u64| u32::try_from(size).ok();
    let told = [Some(entry.crc), short(entry.packed_bytes as u64), short(entry.bytes)];
    // A program that writes to a pipe puts them into the data descriptor.
    let is_behind = entry.has_descriptor && sizes == [Some(0); 3];
    if numbers != (Some(entry.flags), Some(entry.method)) || !is_behind && sizes != told {
        return wrong(text!("bundle-stands-before-data-not-directory-says"));
    }
    let extra_at = entry.path.len().checked_add(30);
    let extra_bytes = usize::from(u16_at(local, 28).unwrap_or_default());
    let extra = extra_at.and_then(|at| local.get(at..at.checked_add(extra_bytes)?));
    match extra.is_some_and(is_harmless) {
        true => Ok(()),
        false => wrong(EXTRA),
    }
}

fn inflate(archive: &[u8], entry: &Entry) -> Result<Vec<u8>, BundleError> {
    let wrong = |what| BundleError::File { path: entry.path.clone(), what };
    let data = archive.get(place(archive, entry)?).unwrap_or_default();
    let mut bytes = Vec::new();
    match entry.method {
        0 => bytes.extend_from_slice(data),
        _ => {
            // One byte beyond the stated size is enough to detect a false size.
            let mut limited = DeflateDecoder::new(data).take(entry.bytes.saturating_add(1));
            limited
                .read_to_end(&mut bytes)
                .map_err(|_damage| wrong(text!("bundle-damaged-cannot-decompressed")))?;
            let read_bytes = limited.into_inner().total_in();
            if bytes.len() as u64 == entry.bytes && read_bytes != data.len() as u64 {
                return Err(wrong(text!("bundle-bytes-behind-compressed-data")));
            }
        }
    }
    if bytes.len() as u64 != entry.bytes {
        return Err(wrong(text!("bundle-another-size-archive-says")));
    }
    let mut crc = Crc::new();
    crc.update(&bytes);
    match crc.sum() == entry.crc {
        true => Ok(bytes),
        false => Err(wrong(text!("bundle-damaged-checksum-another"))),
    }
}

/// The range of a file's compressed bytes.
fn place(archive: &[u8], entry: &Entry) -> Result<Range<usize>, BundleError> {
    place_of(archive, entry).ok_or_else(|| BundleError::File {
        path: entry.path.clone(),
        what: text!("bundle-cut-off-not-where-directory-says"),
    })
}

/// As [`place`]; `None` if there are no such bytes.
fn place_of(archive: &[u8], entry: &Entry) -> Option<Range<usize>> {
    let local = archive.get(entry.offset..)?;
    if local.get(..4)? != b"PK\x03\x04" {
        return None;
    }
    // Other programs may use the name in the local header, so it must match.
    let name_bytes = usize::from(u16_at(local, 26)?);
    if local.get(30..name_bytes.checked_add(30)?)? != entry.path.as_bytes() {
        return None;
    }
    let names = name_bytes.checked_add(u16_at(local, 28)?.into())?;
    let start = entry.offset.checked_add(names)?.checked_add(30)?;
    let range = start..start.checked_add(entry.packed_bytes)?;
    archive.get(range.clone()).map(|_| range)
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
            // Dates and permissions do not affect the contents; every other change must be detected.
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
        check_refused("data/zeros", &bomb, "bytes; the limit is");
    }

    #[test]
    fn a_file_that_is_larger_than_it_says_is_refused_before_it_is_all_there() {
        let mut archive = pack("bundle", &files()).unwrap();
        // The first file's size, in the central directory and in the local header.
        let said = 30_000_u32.to_le_bytes();
        let places: Vec<usize> =
            (0..archive.len() - 4).filter(|at| archive[*at..*at + 4] == said).collect();
        for at in places {
            archive[at..at + 4].copy_from_slice(&5_u32.to_le_bytes());
        }
        let error = unpack(&archive).unwrap_err();
        assert!(error.to_string().contains("its size differs"), "{error}");
    }

    /// Offset of the central directory.
    fn directory_start(archive: &[u8]) -> usize {
        u32_at(archive, archive.len() - 6).unwrap() as usize
    }

    fn length(bytes: &[u8]) -> u32 {
        u32::try_from(bytes.len()).unwrap()
    }

    /// `archive` with `bytes` inserted at `at`, and all later offsets adjusted.
    fn with_bytes(archive: &[u8], at: usize, bytes: &[u8]) -> Vec<u8> {
        let start = directory_start(archive);
        let mut other = archive.to_vec();
        let mut entry = start;
        let move_on = |other: &mut Vec<u8>, place: usize| {
            let offset = u32_at(other, place).unwrap();
            let moved = offset + u32::from(offset as usize >= at) * length(bytes);
            other[place..place + 4].copy_from_slice(&moved.to_le_bytes());
        };
        while other[entry..].starts_with(b"PK\x01\x02") {
            move_on(&mut other, entry + 42);
            entry += 46 + usize::from(u16_at(&other, entry + 28).unwrap());
        }
        move_on(&mut other, archive.len() - 6);
        other.splice(at..at, bytes.iter().copied());
        other
    }

    #[track_caller]
    fn check_beside(archive: &[u8], what: &str) {
        let error = unpack(archive).unwrap_err();
        assert!(error.to_string().contains(what), "{error}");
    }

    #[test]
    fn bytes_that_are_of_no_file_are_refused_wherever_they_are() {
        let archive = pack("bundle", &files()).unwrap();
        let (start, end) = (directory_start(&archive), archive.len() - 22);
        let second = archive[4..].windows(4).position(|it| it == b"PK\x03\x04").unwrap() + 4;
        let hidden = b"Nobody sees this.";
        let short = u16::try_from(hidden.len()).unwrap().to_le_bytes();
        check_beside(&with_bytes(&archive, 0, hidden), "before its first file");
        check_beside(&with_bytes(&archive, second, hidden), "between its files");
        check_beside(&with_bytes(&archive, start, hidden), "between them and its directory");
        check_beside(&with_bytes(&archive, end, hidden), "between its directory and its end");
        check_beside(&with_bytes(&archive, archive.len(), hidden), "after its end");
        let mut with_comment = with_bytes(&archive, archive.len(), hidden);
        with_comment[end + 20..end + 22].copy_from_slice(&short);
        check_beside(&with_comment, "it has a comment");
        // Within the first file, after the end of its compressed stream.
        let mut within = with_bytes(&archive, second, hidden);
        for place in [18, start + hidden.len() + 20] {
            let size = u32_at(&within, place).unwrap() + length(hidden);
            within[place..place + 4].copy_from_slice(&size.to_le_bytes());
        }
        check_beside(&within, "after its compressed data");
        let name_bytes = usize::from(u16_at(&archive, start + 28).unwrap());
        let mut of_file = with_bytes(&archive, start + 46 + name_bytes, hidden);
        of_file[start + 32..start + 34].copy_from_slice(&short);
        let size = u32_at(&archive, end + 12).unwrap() + length(hidden);
        let size_at = of_file.len() - 10;
        of_file[size_at..size_at + 4].copy_from_slice(&size.to_le_bytes());
        check_beside(&of_file, "its file bundle/data/run.json: it has a comment");
    }

    /// An archive of one file with `behind` after its data, as a program writes it to a pipe.
    fn piped(behind: impl Fn(u32, u32) -> Vec<u8>) -> Vec<u8> {
        let archive = pack("b", &Files::from([(MANIFEST.to_owned(), b"{}".to_vec())])).unwrap();
        let start = directory_start(&archive);
        let (crc, size) = (u32_at(&archive, 14).unwrap(), u32_at(&archive, 18).unwrap());
        let mut piped = with_bytes(&archive, start, &behind(crc, size));
        let directory = directory_start(&piped);
        piped[6] |= 1 << 3;
        piped[directory + 8] |= 1 << 3;
        piped[14..26].fill(0);
        piped
    }

    #[test]
    fn what_a_program_writes_behind_a_file_to_a_pipe_is_taken_if_it_is_right() {
        let numbers =
            |numbers: &[u32]| numbers.iter().flat_map(|it| it.to_le_bytes()).collect();
        let mark = u32::from_le_bytes(*b"PK\x07\x08");
        for behind in [
            piped(|crc, size| numbers(&[mark, crc, size, 2])),
            piped(|crc, size| numbers(&[crc, size, 2])),
            piped(|crc, size| numbers(&[mark, crc, size, 0, 2, 0])),
        ] {
            assert_eq!(unpack(&behind).unwrap()[MANIFEST], b"{}");
        }
        check_beside(&piped(|crc, size| numbers(&[mark, crc, size, 3])), "between its files");
        check_beside(&piped(|_, _| b"hidden bytes".to_vec()), "between its files");
    }

    #[track_caller]
    fn check_extra(tag: &[u8], is_fine: bool) {
        let archive = pack("bundle", &files()).unwrap();
        let (start, length) = (directory_start(&archive), length(tag));
        let short = u16::try_from(tag.len()).unwrap().to_le_bytes();
        let name_bytes = usize::from(u16_at(&archive, 26).unwrap());
        // In the local header of the first file.
        let mut before = with_bytes(&archive, 30 + name_bytes, tag);
        before[28..30].copy_from_slice(&short);
        // In the central directory.
        let mut listed = with_bytes(&archive, start + 46 + name_bytes, tag);
        listed[start + 30..start + 32].copy_from_slice(&short);
        let size_at = listed.len() - 10;
        let size = u32_at(&listed, size_at).unwrap() + length;
        listed[size_at..size_at + 4].copy_from_slice(&size.to_le_bytes());
        for archive in [before, listed] {
            let found = unpack(&archive);
            assert_eq!(found == Ok(files()), is_fine, "{tag:x?}: {:?}", found.err());
        }
    }

    #[test]
    fn what_gives_a_file_another_name_in_other_programs_is_refused() {
        let name = b"bundle/data/other.json";
        let size = u8::try_from(name.len() + 5).unwrap();
        let path = [&[0x75, 0x70, size, 0, 1, 0, 0, 0, 0][..], name].concat();
        check_extra(&path, false);
        check_extra(b"\xfe\xca\x06\0hidden", false);
        check_extra(b"UT\x05\0\x01time", true);
        // Some programs read the name, size or method from the local header, others from the central directory.
        let archive = pack("bundle", &files()).unwrap();
        for place in [6, 8, 14, 18, 22] {
            let mut other = archive.clone();
            other[place] ^= 2;
            assert!(unpack(&other).is_err(), "byte {place} before the data");
        }
    }

    #[test]
    fn what_is_no_archive_is_said() {
        assert_eq!(unpack(b""), Err(BundleError::NoArchive));
        assert_eq!(unpack(&[0; 4096]), Err(BundleError::NoArchive));
        let none = Files::from([("x".to_owned(), Vec::new())]);
        assert_eq!(unpack(&pack("bundle", &none).unwrap()), Err(BundleError::NoManifest));
    }
}
