//! Packs a directory into a ZIP archive; the same files give the same bytes.
//!
//! Source: PKWARE APPNOTE.TXT 6.3.10, sections 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (end).

use std::io::Write as _;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use crate::Files;

/// 1 January 1980, the first day of the ZIP format: no byte of a bundle depends on the time of packing.
const DAY: u16 = 0x21;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
/// Deflate needs version 2.0. Made on Unix, so the permissions count.
const VERSION: u16 = 20;
const MADE_BY: u16 = 3 << 8 | VERSION;
const DEFLATED: u16 = 8;
const STORED: u16 = 0;
/// A regular file that everybody may read.
const RIGHTS: u32 = 0o100_644 << 16;

/// Packs `files` below the directory `folder`; `None` if they do not fit into an archive (4 GiB, 65535 files).
#[must_use]
pub fn pack(folder: &str, files: &Files) -> Option<Vec<u8>> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    let count = u16::try_from(files.len()).ok().filter(|count| *count < u16::MAX)?;
    for (path, bytes) in files {
        let name = format!("{folder}/{path}");
        let deflated = deflated(bytes);
        let (method, data) =
            if deflated.len() < bytes.len() { (DEFLATED, &deflated) } else { (STORED, bytes) };
        let mut crc = Crc::new();
        crc.update(bytes);
        let offset = u32::try_from(archive.len()).ok()?;
        let mut head = Vec::new();
        for number in [VERSION, FLAGS, method, 0, DAY] {
            head.extend(number.to_le_bytes());
        }
        for number in
            [crc.sum(), u32::try_from(data.len()).ok()?, u32::try_from(bytes.len()).ok()?]
        {
            head.extend(number.to_le_bytes());
        }
        head.extend(u16::try_from(name.len()).ok()?.to_le_bytes());
        head.extend(0_u16.to_le_bytes());
        archive.extend(b"PK\x03\x04");
        archive.extend(&head);
        archive.extend(name.as_bytes());
        archive.extend(data);
        directory.extend(b"PK\x01\x02");
        directory.extend(MADE_BY.to_le_bytes());
        directory.extend(&head);
        // No comment, first volume, no internal attributes.
        directory.extend([0; 6]);
        directory.extend(RIGHTS.to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = u32::try_from(archive.len()).ok()?;
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06");
    archive.extend([0; 4]);
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(u32::try_from(directory.len()).ok()?.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend(0_u16.to_le_bytes());
    Some(archive)
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes all bytes")
}
