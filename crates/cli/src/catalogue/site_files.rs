//! The folder of a site: its own files, from one build to the next.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use iogram_bundle::{is_plain_path, sha256};
use iogram_door::{FileName, Outlet, Rules, make_unnamed, open_below, remove_below};
use iogram_model::{Sentence, sentence, text};

use crate::failure::Failure;

/// The file that lists the files of a site with their hashes.
pub(super) const OWN: &str = "iogram-site.json";

/// The most bytes of a site's file to read. Arbitrary: far more than any page has.
const PAGE_BYTES_MAX: u64 = 256 << 20;

/// Collects the files of a site in an unnamed file beside it, because thousands of pages do not fit into memory, and
/// because nothing may be written to the site before everything else has succeeded.
pub(super) struct SiteFiles {
    spool: File,
    /// Paths below the site, and their positions in the spool.
    parts: BTreeMap<String, Part>,
    end: u64,
}

struct Part {
    offset: u64,
    length: usize,
    hash: String,
}

impl SiteFiles {
    /// An empty collection for a site in `site`.
    pub(super) fn new(site: &Path) -> Result<Self, Failure> {
        let spool = spool(site).map_err(|error| failed(site, &error))?;
        Ok(Self { spool, parts: BTreeMap::new(), end: 0 })
    }

    /// Adds a file.
    pub(super) fn add(&mut self, path: String, text: &str) -> Result<(), Failure> {
        let added = self.spool.write_all_at(text.as_bytes(), self.end);
        added.map_err(|error| failed(Path::new(&path), &error))?;
        let (offset, length) = (self.end, text.len());
        self.end = offset.saturating_add(u64::try_from(length).unwrap_or(u64::MAX));
        self.parts.insert(path, Part { offset, length, hash: sha256(text.as_bytes()) });
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// Writes all files, and removes unchanged ones of an earlier build that this one does not make.
    pub(super) fn write_to(
        &self,
        site: &Path,
        earlier: &BTreeMap<String, String>,
    ) -> Result<(), Failure> {
        let own: BTreeMap<&String, &String> =
            self.parts.iter().map(|(path, part)| (path, &part.hash)).collect();
        let list = serde_json::to_string_pretty(&own).expect("texts can be written") + "\n";
        let is_site = site.join(OWN).symlink_metadata().is_ok();
        // Check every place before the first is written; one by one, because a site has more files than a process may
        // open.
        let mut is_same = BTreeMap::new();
        for (path, part) in &self.parts {
            // A file that somebody changed since belongs to him; an interrupted build leaves new files with the old
            // list.
            let listed = earlier.get(path);
            let there = listed.and_then(|_| hash_below(site, path));
            let is_own = |hash: &String| listed == Some(hash) || *hash == part.hash;
            place(site, path, there.as_ref().is_some_and(is_own))?;
            is_same.insert(path, there.as_ref() == Some(&part.hash));
        }
        place(site, OWN, is_site)?;
        for (path, part) in &self.parts {
            // An unchanged file keeps its time, so that a copy of the site only transfers changes.
            if is_same.get(path) != Some(&true) {
                let mut text = vec![0; part.length];
                let read = self.spool.read_exact_at(&mut text, part.offset);
                read.map_err(|error| failed(&site.join(path), &error))?;
                place(site, path, earlier.contains_key(path))?.write(&text)?;
            }
        }
        place(site, OWN, is_site)?.write(list.as_bytes())?;
        for (path, hash) in earlier.iter().filter(|(path, _)| !self.parts.contains_key(*path)) {
            // If the removal fails, no page links to the remaining file.
            let is_it = |file: &File| hash_of(file).as_ref() == Some(hash);
            remove_below(site, Path::new(path), is_it).ok();
        }
        Ok(())
    }
}

/// The hash of a file of the site; `None` for links, pipes and devices, which are not read.
fn hash_below(site: &Path, path: &str) -> Option<String> {
    hash_of(&open_below(site, Path::new(path)).ok()??)
}

/// The hash of a file that can be a page; `None` for a longer one.
fn hash_of(file: &File) -> Option<String> {
    let mut bytes = Vec::new();
    file.take(PAGE_BYTES_MAX + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= PAGE_BYTES_MAX).then(|| sha256(&bytes))
}

/// On the disk of the site, if possible: it needs the space anyway.
fn spool(site: &Path) -> std::io::Result<File> {
    let site = std::path::absolute(site)?;
    let near = site.ancestors().find(|it| it.is_dir()).unwrap_or(Path::new("/"));
    let made = make_unnamed(near).or_else(|_| make_unnamed(&std::env::temp_dir()));
    Ok(made?.into())
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::environment(
        sentence!(
            "cli-cannot-write",
            path = path.display(),
            why: Sentence::of_system(error)
        ),
        text!("cli-make-room-where-site-name-another"),
    )
}

/// The files of an earlier build, with their hashes; empty if there is no site.
pub(super) fn earlier(site: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let path = site.join(OWN);
    let cannot = |why: Sentence| {
        Failure::usage(
            sentence!("cli-cannot-read-path-why", path = path.display(), why: why),
            text!("cli-name-new-folder"),
        )
    };
    let Some(file) = open_below(site, Path::new(OWN))? else {
        return match path.symlink_metadata() {
            Ok(_) => Err(cannot(sentence!("cli-no-plain-file"))),
            Err(_) => Ok(BTreeMap::new()),
        };
    };
    let mut text = String::new();
    let read = file.take(PAGE_BYTES_MAX).read_to_string(&mut text);
    read.map_err(|error| cannot(Sentence::of_system(&error)))?;
    let own: BTreeMap<String, String> =
        serde_json::from_str(&text).map_err(|error| cannot(error.to_string().into()))?;
    // Somebody may have edited the list: its paths must stay within the site.
    Ok(own.into_iter().filter(|(path, _)| is_plain_path(path)).collect())
}

fn place(site: &Path, path: &str, replaces: bool) -> Result<Outlet, Failure> {
    let names: Vec<FileName> = path.split('/').map(FileName::from_text).collect();
    let rules = Rules { replaces, makes_folders: true, ..Rules::default() };
    Outlet::below(site, &names, &rules).map_err(|error| match error.kind() {
        iogram_door::Kind::Io => error.into(),
        _ => Failure::from(error).hinting(text!("cli-no-site-iogram-built-changed-since")),
    })
}
