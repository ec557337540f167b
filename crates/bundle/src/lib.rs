//! Runs as one file to be given to others: what is in it, whether it is still what was put in, and what of a person or of a
//! single drive leaves with it.
//!
//! A bundle is a ZIP archive of one folder: the records, a page, pictures and `manifest.json`, which has the size and the SHA-256
//! of every other file. The SHA-256 of the manifest is the bundle's name: who quotes it quotes every byte. The same
//! files give the same archive.
//!
//! Knows no file, no page and no conclusion. A hash says that nothing changed since it was quoted; it does not say who wrote the
//! record, nor that it was measured.

// Numbers of archives and records are among the operands: no operation on them may panic.
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

/// Files of a bundle: their paths below its folder, with `/`, and what is in them; in the order of the paths.
pub type Files = std::collections::BTreeMap<String, Vec<u8>>;
