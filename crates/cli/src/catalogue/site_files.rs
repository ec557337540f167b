//! The folder of a site: which of its files are its own, from one build to the next.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use iogram_bundle::{is_plain_path, sha256};
use iogram_door::{FileName, Outlet, Rules, make_unnamed};
use iogram_model::{Sentence, sentence};

use crate::failure::Failure;
use crate::places;

/// The file that names the files of a site with their hashes.
pub(super) const OWN: &str = "iogram-site.json";

/// The files of a site, until all are known: in a file without a name beside it, because thousands of pages do not fit into
/// memory, and nothing is written where a site is to be before everything else has gone well.
pub(super) struct SiteFiles {
    spool: File,
    /// Paths below the site, and where in the spool they are.
    parts: BTreeMap<String, Part>,
    end: u64,
}

struct Part {
    offset: u64,
    length: usize,
    hash: String,
}

impl SiteFiles {
    /// None yet, of a site that is to be in `site`.
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

    /// Writes all files, and removes those that an earlier build made and this one does not, if nobody changed them.
    pub(super) fn write_to(
        &self,
        site: &Path,
        earlier: &BTreeMap<String, String>,
    ) -> Result<(), Failure> {
        let own: BTreeMap<&String, &String> =
            self.parts.iter().map(|(path, part)| (path, &part.hash)).collect();
        let list = serde_json::to_string_pretty(&own).expect("texts can be written") + "\n";
        let is_site = site.join(OWN).exists();
        // Every place before the first is written; one by one, because a site has more files than may be open.
        let mut is_same = BTreeMap::new();
        for (path, part) in &self.parts {
            // What somebody changed since is his; a build that was ended has new files below the old list.
            let listed = earlier.get(path);
            let there = listed.and_then(|_| hash_of(&site.join(path)));
            let is_own = |hash: &String| listed == Some(hash) || *hash == part.hash;
            place(site, path, there.as_ref().is_some_and(is_own))?;
            is_same.insert(path, there.as_ref() == Some(&part.hash));
        }
        place(site, OWN, is_site)?;
        for (path, part) in &self.parts {
            // What is the same stays, with its time: whoever copies a site copies what changed.
            if is_same.get(path) != Some(&true) {
                let mut text = vec![0; part.length];
                let read = self.spool.read_exact_at(&mut text, part.offset);
                read.map_err(|error| failed(&site.join(path), &error))?;
                place(site, path, earlier.contains_key(path))?.write(&text)?;
            }
        }
        place(site, OWN, is_site)?.write(list.as_bytes())?;
        for (path, hash) in earlier.iter().filter(|(path, _)| !self.parts.contains_key(*path)) {
            let old = site.join(path);
            if hash_of(&old).as_ref() == Some(hash) {
                // One that stays is linked from nowhere.
                std::fs::remove_file(&old).ok();
            }
        }
        Ok(())
    }
}

/// The hash of a file; of a link, a pipe or a device there is none, and none is read.
fn hash_of(path: &Path) -> Option<String> {
    let is_file = path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
    let bytes = is_file.then(|| std::fs::read(path).ok()).flatten()?;
    Some(sha256(&bytes))
}

/// On the disk of the site, if it can be there: it has as much to hold.
fn spool(site: &Path) -> std::io::Result<File> {
    let site = std::path::absolute(site)?;
    let near = site.ancestors().find(|it| it.is_dir()).unwrap_or(Path::new("/"));
    let made = make_unnamed(near).or_else(|_| make_unnamed(&std::env::temp_dir()));
    Ok(made?.into())
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::environment(
        sentence!(
            "cannot write {path}: {why}",
            path = path.display(),
            why: Sentence::of_system(error)
        ),
        "make room where the site is to be, or name another folder",
    )
}

/// What an earlier build made, with its hashes; nothing where there is no site.
pub(super) fn earlier(site: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let path = site.join(OWN);
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let text = places::read_text(&path)?;
    let own: BTreeMap<String, String> = serde_json::from_str(&text).map_err(|error| {
        Failure::usage(
            sentence!(
                "cannot read {path}: {why}",
                path = path.display(),
                why = error.to_string()
            ),
            "name a new folder",
        )
    })?;
    // Somebody may have written it: it leads nowhere else.
    Ok(own.into_iter().filter(|(path, _)| is_plain_path(path)).collect())
}

fn place(site: &Path, path: &str, replaces: bool) -> Result<Outlet, Failure> {
    let names: Vec<FileName> = path.split('/').map(FileName::from_text).collect();
    let rules = Rules { replaces, makes_folders: true, ..Rules::default() };
    Outlet::below(site, &names, &rules).map_err(|error| match error.kind() {
        iogram_door::Kind::Io => error.into(),
        _ => Failure::from(error).hinting(
            "it is of no site that iogram built, or was changed since: name a new folder",
        ),
    })
}
