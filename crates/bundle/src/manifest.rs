//! The list of a bundle's contents, and its verification.

use std::collections::BTreeSet;

use iogram_model::sentence;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Files;
use crate::error::BundleError;
use crate::hash::sha256;
use crate::hide::is_hash;
use crate::unpack::{MANIFEST, is_plain_path};

/// The contents of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Always [`Manifest::FORMAT`].
    pub format: String,
    /// How its page was made: another version can make another page from the same record.
    pub making: Making,
    /// Whether serial numbers, names and paths are original. Otherwise hashes replace them.
    pub has_serials: bool,
    /// The runs, in the order of the page.
    pub runs: Vec<BundledRun>,
    /// Every other file, in the order of the paths.
    pub files: Vec<FileEntry>,
}

/// The program and settings that made the page of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Making {
    /// Version of iogram.
    pub version: String,
    /// SHA-256 of the page that this program makes from a built-in record. If two programs have the same value, they
    /// make the same page from the same record.
    pub renderer_sha256: String,
    /// Language of the page.
    pub language: String,
    /// Unit of transfer rates on the page: `MB` or `MiB`.
    pub rates: String,
}

/// A run of a bundle, with the facts that a list of many runs needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledRun {
    /// The run's id.
    pub id: String,
    /// Path of its record.
    pub file: String,
    /// The run's answer, in English.
    pub answer: String,
}

/// A file of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Path below the bundle's directory, separated by `/`.
    pub path: String,
    /// Size in bytes.
    pub size_bytes: u64,
    /// SHA-256, hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// Name and version of the format.
    pub const FORMAT: &'static str = "iogram-bundle/1";

    /// The entries of `files`.
    #[must_use]
    pub fn entries(files: &Files) -> Vec<FileEntry> {
        let entry = |(path, bytes): (&String, &Vec<u8>)| FileEntry {
            path: path.clone(),
            size_bytes: bytes.len() as u64,
            sha256: sha256(bytes),
        };
        files.iter().map(entry).collect()
    }

    /// The contents of the manifest file.
    ///
    /// # Panics
    ///
    /// Never: it holds only texts and numbers.
    #[must_use]
    pub fn to_json(&self) -> String {
        let json =
            serde_json::to_string_pretty(self).expect("texts and numbers can be written");
        iogram_model::plain_json(json + "\n")
    }

    /// The name of a bundle: the first digits of the SHA-256 of its manifest, which covers everything.
    #[must_use]
    pub fn id_of(json: &[u8]) -> String {
        sha256(json).chars().take(16).collect()
    }
}

/// A file that does not match the manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// Its path.
    pub path: String,
    /// The mismatch.
    pub kind: WrongKind,
}

/// A mismatch between a file and the manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrongKind {
    /// The manifest lists it, but it is missing.
    Missing,
    /// It exists, but the manifest does not list it.
    Unlisted,
    /// The manifest lists it more than once.
    Twice,
    /// Its size differs.
    Size {
        /// Actual size.
        is_bytes: u64,
        /// Size in the manifest.
        should_bytes: u64,
    },
    /// Its contents differ.
    Changed {
        /// Actual SHA-256.
        is_sha256: String,
        /// SHA-256 in the manifest.
        should_sha256: String,
    },
}

/// Reads the manifest of `files` and compares each file with it.
///
/// # Errors
///
/// Fails if the manifest is missing, cannot be read, or has another format.
pub fn check(files: &Files) -> Result<(Manifest, Vec<Wrong>), BundleError> {
    let json = files.get(MANIFEST).ok_or(BundleError::NoManifest)?;
    let failed =
        |error: serde_json::Error| BundleError::Manifest { reason: error.to_string().into() };
    let value: Value = serde_json::from_slice(json).map_err(failed)?;
    let format = value["format"].as_str().unwrap_or_default();
    if format != Manifest::FORMAT {
        return Err(match format.strip_prefix("iogram-bundle/") {
            Some(_) => BundleError::Newer { format: iogram_model::shown(format).into_owned() },
            None => BundleError::Manifest { reason: sentence!("bundle-no-manifest-bundle") },
        });
    }
    let manifest: Manifest = serde_json::from_value(value).map_err(failed)?;
    let is_odd = |path: &&String| !is_plain_path(path);
    let named = manifest.files.iter().map(|it| &it.path);
    let named = named.chain(manifest.runs.iter().map(|it| &it.file));
    if let Some(path) = named.into_iter().find(is_odd) {
        let reason = sentence!("bundle-names-file", path = iogram_model::shown(path));
        return Err(BundleError::Manifest { reason });
    }
    let mut wrong = Vec::new();
    for entry in &manifest.files {
        if let Some(kind) = wrong_with(entry, files.get(&entry.path)) {
            wrong.push(Wrong { path: entry.path.clone(), kind });
        }
    }
    for path in listed_twice(&manifest) {
        wrong.push(Wrong { path: path.to_owned(), kind: WrongKind::Twice });
    }
    let is_listed = |path: &str| manifest.files.iter().any(|entry| entry.path == path);
    for path in files.keys().filter(|path| *path != MANIFEST && !is_listed(path)) {
        wrong.push(Wrong { path: path.clone(), kind: WrongKind::Unlisted });
    }
    Ok((manifest, wrong))
}

/// The mismatch between a file and its entry; `None` if they match.
fn wrong_with(entry: &FileEntry, bytes: Option<&Vec<u8>>) -> Option<WrongKind> {
    let Some(bytes) = bytes else { return Some(WrongKind::Missing) };
    let (is_sha256, is_bytes) = (sha256(bytes), bytes.len() as u64);
    if is_sha256 != entry.sha256 {
        return Some(WrongKind::Changed { is_sha256, should_sha256: entry.sha256.clone() });
    }
    (is_bytes != entry.size_bytes)
        .then_some(WrongKind::Size { is_bytes, should_bytes: entry.size_bytes })
}

/// Paths listed more than once, among the files or among the runs.
fn listed_twice(manifest: &Manifest) -> BTreeSet<&str> {
    let (mut files, mut runs) = (BTreeSet::new(), BTreeSet::new());
    let mut twice = BTreeSet::new();
    for entry in manifest.files.iter().filter(|entry| !files.insert(&entry.path)) {
        twice.insert(entry.path.as_str());
    }
    for run in manifest.runs.iter().filter(|run| !runs.insert(&run.file)) {
        twice.insert(run.file.as_str());
    }
    twice
}

/// JSON pointers to the serial numbers of a record that no hash replaces. It checks only fields named `serial`, because
/// every version replaces those. It never returns the numbers, because the reader of the message may be anybody.
#[must_use]
pub fn plain_serials(record: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = vec![(String::new(), record)];
    while let Some((place, value)) = left.pop() {
        let inner: Vec<(String, &Value)> = match value {
            Value::Object(fields) => {
                fields.iter().map(|(name, it)| (name.clone(), it)).collect()
            }
            Value::Array(values) => {
                values.iter().enumerate().map(|(index, it)| (index.to_string(), it)).collect()
            }
            _ => continue,
        };
        for (name, value) in inner {
            let place = format!("{place}/{name}");
            let text = value.as_str().map(str::trim).unwrap_or_default();
            if name == "serial" && !text.is_empty() && !is_hash(text) {
                found.push(place);
            } else {
                left.push((place, value));
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle() -> Files {
        let mut files = Files::from([
            ("data/a.json".to_owned(), b"1".to_vec()),
            ("index.html".to_owned(), b"2".to_vec()),
        ]);
        let making = Making {
            version: "1".to_owned(),
            renderer_sha256: "x".to_owned(),
            language: "en".to_owned(),
            rates: "MB".to_owned(),
        };
        let runs = vec![BundledRun {
            id: "a".to_owned(),
            file: "data/a.json".to_owned(),
            answer: String::new(),
        }];
        let manifest = Manifest {
            format: Manifest::FORMAT.to_owned(),
            making,
            has_serials: false,
            runs,
            files: Manifest::entries(&files),
        };
        files.insert(MANIFEST.to_owned(), manifest.to_json().into_bytes());
        files
    }

    #[track_caller]
    fn check_wrong(change: impl Fn(&mut Files), expected: &[(&str, &str)]) {
        let mut files = bundle();
        change(&mut files);
        let (_, wrong) = check(&files).unwrap();
        let kind = |kind: &WrongKind| match kind {
            WrongKind::Missing => "missing",
            WrongKind::Unlisted => "unlisted",
            WrongKind::Changed { .. } => "changed",
            WrongKind::Twice => "twice",
            WrongKind::Size { is_bytes: 1, should_bytes: 7 } => "7 bytes",
            WrongKind::Size { .. } => "another size",
        };
        let found: Vec<_> = wrong.iter().map(|it| (it.path.as_str(), kind(&it.kind))).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_file_that_was_changed_added_or_removed_is_named() {
        check_wrong(|_| {}, &[]);
        check_wrong(
            |files| {
                files.insert("index.html".to_owned(), b"3".to_vec());
                files.insert("more.html".to_owned(), Vec::new());
                files.remove("data/a.json");
            },
            &[("data/a.json", "missing"), ("index.html", "changed"), ("more.html", "unlisted")],
        );
    }

    #[track_caller]
    fn check_manifest(change: impl Fn(&mut Manifest), expected: &[(&str, &str)]) {
        check_wrong(
            |files| {
                let mut manifest: Manifest = serde_json::from_slice(&files[MANIFEST]).unwrap();
                change(&mut manifest);
                files.insert(MANIFEST.to_owned(), manifest.to_json().into_bytes());
            },
            expected,
        );
    }

    #[test]
    fn another_size_and_what_is_listed_twice_is_named() {
        let twice = &[("data/a.json", "twice")];
        check_manifest(|it| it.files[1].size_bytes = 7, &[("index.html", "7 bytes")]);
        check_manifest(|it| it.files.push(it.files[0].clone()), twice);
        check_manifest(|it| it.runs.push(it.runs[0].clone()), twice);
    }

    #[test]
    fn serial_numbers_without_a_hash_are_found_wherever_they_stand() {
        let record = |target: &str, part: &str| {
            serde_json::json!({
                "target": { "serial": target, "name": "serial" },
                "parts": [{ "serial": null }, { "device": { "serial": part } }],
            })
        };
        let hash = "serial-0123456789ab";
        assert_eq!(plain_serials(&record(hash, "")), Vec::<String>::new());
        assert_eq!(plain_serials(&record("S4EWNX0R1", hash)), ["/target/serial"]);
        let near = "serial-0123456789AB";
        assert_eq!(plain_serials(&record(hash, near)), ["/parts/1/device/serial"]);
    }

    #[test]
    fn a_manifest_of_another_format_or_with_a_way_out_is_refused() {
        let check_text = |from: &str, to: &str, said: &str| {
            let mut files = bundle();
            let text = String::from_utf8(files[MANIFEST].clone()).unwrap().replace(from, to);
            files.insert(MANIFEST.to_owned(), text.into_bytes());
            let error = check(&files).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        };
        check_text("iogram-bundle/1", "iogram-bundle/2", "does not know");
        check_text("iogram-bundle/1", "other", "no manifest of a bundle");
        check_text("data/a.json", "../a.json", "names a file ../a.json");
        check_text("{", "", "cannot be read");
    }
}
