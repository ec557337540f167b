//! Files that people pass in place of a tool's output: compressed files, screenshots, tables and databases. Their
//! first bytes identify them, so that the message can name a remedy.
//!
//! Sources: RFC 1952, 2.3.1 (gzip); RFC 8878, 3.1.1 (zstd); the `.xz` file format 1.2.1, 2.1.1.1; PKWARE's APPNOTE
//! 6.3.10, 4.3.7 (zip); 7-Zip's `7zFormat.txt`; POSIX.1-2017, `pax`, "ustar Interchange Format"; bzip2 (magic and the
//! block's, digits of pi); RFC 2083, 3.1 (PNG); ITU-T T.81, B.1.1.3 (JPEG); `GIF89a`, 17; RFC 9649, 2.4 (`WebP`);
//! ISO/IEC 14496-12, 4.3 (HEIF, AVIF); ECMA-376, part 2 (parts of an Office package); SQLite, "Database File Format",
//! 1.3.

/// Kind of a file that does not contain a tool's output as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foreign {
    /// Compressed or archived, by a program of this name.
    Packed(Packer),
    /// A picture.
    Picture,
    /// A table or a text of an office program.
    Office,
    /// An SQLite file.
    Database,
}

/// Compression or archive format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packer {
    /// `.gz`
    Gzip,
    /// `.xz`
    Xz,
    /// `.bz2`
    Bzip2,
    /// `.zst`
    Zstd,
    /// `.zip`
    Zip,
    /// `.7z`
    SevenZip,
    /// `.rar`
    Rar,
    /// `.tar`
    Tar,
}

impl Packer {
    /// The command that unpacks the file of this name and keeps it.
    #[must_use]
    pub fn command(self, file: &str) -> String {
        let is_tar = |it: &Self| matches!(it, Self::Gzip | Self::Xz | Self::Bzip2 | Self::Zstd);
        let ends = [".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar.zst"];
        let name = file.to_ascii_lowercase();
        let program = match self {
            it if is_tar(&it) && ends.iter().any(|end| name.ends_with(end)) => "tar -xf",
            Self::Gzip => "gzip -dk",
            Self::Xz => "xz -dk",
            Self::Bzip2 => "bzip2 -dk",
            Self::Zstd => "zstd -d",
            Self::Zip => "unzip",
            Self::SevenZip | Self::Rar => "7z x",
            Self::Tar => "tar -xf",
        };
        format!("{program} {file}")
    }
}

/// First bytes that are unique to a format.
const FIRST: [(&[u8], Foreign); 15] = [
    (&[0x1f, 0x8b, 0x08], Foreign::Packed(Packer::Gzip)),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], Foreign::Packed(Packer::Xz)),
    (&[0x28, 0xb5, 0x2f, 0xfd], Foreign::Packed(Packer::Zstd)),
    (&[b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c], Foreign::Packed(Packer::SevenZip)),
    (b"Rar!\x1a\x07", Foreign::Packed(Packer::Rar)),
    (b"PK\x03\x04", Foreign::Packed(Packer::Zip)),
    (b"PK\x05\x06", Foreign::Packed(Packer::Zip)),
    (b"PK\x07\x08", Foreign::Packed(Packer::Zip)),
    (b"\x89PNG\r\n\x1a\n", Foreign::Picture),
    (&[0xff, 0xd8, 0xff], Foreign::Picture),
    (b"GIF87a", Foreign::Picture),
    (b"GIF89a", Foreign::Picture),
    // Before the XML formats, Excel and Word used compound files.
    (&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], Foreign::Office),
    (b"{\\rtf1", Foreign::Office),
    (b"SQLite format 3\0", Foreign::Database),
];

/// Names in packages of Office and of `OpenDocument` that no other archive contains.
const OF_OFFICE: [&[u8]; 4] = [
    b"xl/workbook",
    b"word/document",
    b"ppt/presentation",
    b"application/vnd.oasis.opendocument",
];

/// The kind of the file; `None` if it may be a text.
#[must_use]
pub fn recognise_foreign(bytes: &[u8]) -> Option<Foreign> {
    let has = |at: usize, words: &[u8]| {
        bytes.get(at..at.saturating_add(words.len())).is_some_and(|it| it == words)
    };
    let found = FIRST.into_iter().find(|(first, _)| has(0, first)).map(|(_, kind)| kind);
    let is_in = |words: &&[u8]| bytes.windows(words.len()).any(|it| it == *words);
    if found == Some(Foreign::Packed(Packer::Zip)) && OF_OFFICE.iter().any(is_in) {
        return Some(Foreign::Office);
    }
    let is_of_movie = has(4, b"ftyp")
        && [b"heic", b"heix", b"mif1", b"avif"].into_iter().any(|brand| has(8, brand));
    // BMP contains its own size; its two letters alone may begin a text.
    let size = bytes.get(2..6).and_then(|it| it.try_into().ok()).map(u32::from_le_bytes);
    let is_bitmap = has(0, b"BM") && size.map(u64::from) == Some(bytes.len() as u64);
    if is_of_movie || is_bitmap || has(0, b"RIFF") && has(8, b"WEBP") {
        return Some(Foreign::Picture);
    }
    let is_bzip2 = has(0, b"BZh") && has(4, &[0x31, 0x41, 0x59, 0x26, 0x53, 0x59]);
    if is_bzip2 {
        return Some(Foreign::Packed(Packer::Bzip2));
    }
    found.or_else(|| has(257, b"ustar").then_some(Foreign::Packed(Packer::Tar)))
}

/// Part of a text that is searched for a web page's beginning. Arbitrary: programs that save pages put comments
/// before it.
const PAGE_HEAD_MAX: usize = 1024;

/// Whether the text is a web page saved by a browser.
pub(super) fn is_web_page(text: &str) -> bool {
    let head: String = text.chars().take(PAGE_HEAD_MAX).collect();
    let head = head.to_ascii_lowercase();
    let begins = head.trim_start().starts_with(['<', '\u{feff}']);
    begins && ["<!doctype html", "<html"].iter().any(|it| head.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_seen_by_its_first_bytes() {
        let packed = |packer| Some(Foreign::Packed(packer));
        let tar = [&[b'a'; 257][..], b"ustar\x0000"].concat();
        let bitmap = [b"BM", 20_u32.to_le_bytes().as_slice(), &[0; 14]].concat();
        let xlsx = b"PK\x03\x04 [Content_Types].xml .. xl/workbook.xml";
        let table = b"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.spreadsheet";
        for (bytes, expected) in [
            (&[0x1f, 0x8b, 0x08, 0][..], packed(Packer::Gzip)),
            (&[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0][..], packed(Packer::Xz)),
            (b"BZh91AY&SY..", packed(Packer::Bzip2)),
            (&[0x28, 0xb5, 0x2f, 0xfd, 4][..], packed(Packer::Zstd)),
            (b"PK\x03\x04\x14\0a.txt", packed(Packer::Zip)),
            (b"7z\xbc\xaf\x27\x1c\0", packed(Packer::SevenZip)),
            (b"Rar!\x1a\x07\x01", packed(Packer::Rar)),
            (&tar, packed(Packer::Tar)),
            (b"\x89PNG\r\n\x1a\n\0", Some(Foreign::Picture)),
            (&[0xff, 0xd8, 0xff, 0xe0][..], Some(Foreign::Picture)),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Some(Foreign::Picture)),
            (b"\0\0\0\x18ftypheic", Some(Foreign::Picture)),
            (&bitmap, Some(Foreign::Picture)),
            (xlsx, Some(Foreign::Office)),
            (table, Some(Foreign::Office)),
            (b"SQLite format 3\0..", Some(Foreign::Database)),
            (b"BM is no picture", None),
            (b"PK is a name", None),
            (b"BZh9 is none", None),
            (b"1024+0 records in\n", None),
            (b"", None),
        ] {
            assert_eq!(recognise_foreign(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn what_unpacks_a_file_depends_on_its_name() {
        for (packer, file, command) in [
            (Packer::Gzip, "a.log.gz", "gzip -dk a.log.gz"),
            (Packer::Gzip, "a.TAR.GZ", "tar -xf a.TAR.GZ"),
            (Packer::Xz, "a.tar.xz", "tar -xf a.tar.xz"),
            (Packer::Zip, "a.tar.gz", "unzip a.tar.gz"),
            (Packer::Tar, "a", "tar -xf a"),
        ] {
            assert_eq!(packer.command(file), command);
        }
    }

    #[test]
    fn a_page_is_one_by_its_head() {
        for (text, expected) in [
            ("<!DOCTYPE html>\n<html lang=\"en\">", true),
            ("<!-- saved from url=(0014)about:internet -->\n<HTML>", true),
            ("<?xml version=\"1.0\"?><Results></Results>", false),
            ("He wrote <html> there", false),
        ] {
            assert_eq!(is_web_page(text), expected, "{text}");
        }
    }
}
