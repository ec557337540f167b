//! Runs as one file for others: its contents, whether they are unchanged, and which private data it includes.
//!
//! A bundle is a ZIP archive of one directory: the records, a page, pictures and `manifest.json`, which lists the
//! size and SHA-256 of every other file. The SHA-256 of the manifest names the bundle, so quoting the name quotes
//! every byte. The same files give the same archive.
//!
//! Must not know files, pages or conclusions. A hash shows that nothing changed since it was quoted; it does not show
//! who wrote the record, or that it was measured.

// Values from archives and records are among the operands: no operation on them may panic.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod archive;
mod beside;
mod error;
mod hash;
mod hide;
mod manifest;
mod unpack;

pub use archive::pack;
pub use error::BundleError;
pub use hash::{Salt, sha256};
pub use hide::{Hidden, HiddenKind, Known, hide};
pub use manifest::{
    BundledRun, FileEntry, Making, Manifest, Wrong, WrongKind, check, plain_serials,
};
pub use unpack::{ARCHIVE_BYTES_MAX, CONTENT_BYTES_MAX, MANIFEST, is_plain_path, unpack};

/// Files of a bundle by their paths below its directory, separated by `/`; in the order of the paths.
pub type Files = std::collections::BTreeMap<String, Vec<u8>>;
