//! The folder of a site: which of its files are its own, from one build to the next.

use std::collections::BTreeMap;
use std::path::Path;

use iogram_bundle::{is_plain_path, sha256};
use iogram_door::{FileName, Outlet, Rules};
use iogram_model::sentence;

use crate::failure::Failure;
use crate::places;

/// The file that names the files of a site with their hashes.
pub(super) const OWN: &str = "iogram-site.json";

/// Paths below the site, and what is in them.
pub(super) type SiteFiles = BTreeMap<String, String>;

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

/// Writes all files, and removes those that an earlier build made and this one does not, if nobody changed them.
pub(super) fn write_site(
    site: &Path,
    files: &SiteFiles,
    earlier: &BTreeMap<String, String>,
) -> Result<(), Failure> {
    let own: BTreeMap<&String, String> =
        files.iter().map(|(path, text)| (path, sha256(text.as_bytes()))).collect();
    let list = serde_json::to_string_pretty(&own).expect("texts can be written") + "\n";
    let is_site = site.join(OWN).exists();
    let all = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str(), earlier.contains_key(path)));
    let all: Vec<(&str, &str, bool)> = all.chain([(OWN, list.as_str(), is_site)]).collect();
    // Every place before the first is written; one by one, because a site has more files than may be open.
    for (path, _, replaces) in &all {
        place(site, path, *replaces)?;
    }
    for (path, text, replaces) in &all {
        // What is the same stays, with its time: whoever copies a site copies what changed.
        let is_same = *replaces
            && earlier.get(*path).is_some_and(|hash| *hash == sha256(text.as_bytes()))
            && std::fs::read(site.join(path)).is_ok_and(|bytes| bytes == text.as_bytes());
        if !is_same {
            place(site, path, *replaces)?.write(text.as_bytes())?;
        }
    }
    for (path, hash) in earlier.iter().filter(|(path, _)| !files.contains_key(*path)) {
        let old = site.join(path);
        let is_file = old.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
        if is_file && std::fs::read(&old).is_ok_and(|bytes| sha256(&bytes) == *hash) {
            // One that stays is linked from nowhere.
            std::fs::remove_file(&old).ok();
        }
    }
    Ok(())
}

fn place(site: &Path, path: &str, replaces: bool) -> Result<Outlet, Failure> {
    let names: Vec<FileName> = path.split('/').map(FileName::from_text).collect();
    let rules = Rules { replaces, makes_folders: true, ..Rules::default() };
    Outlet::below(site, &names, &rules).map_err(|error| match error.kind() {
        iogram_door::Kind::Io => error.into(),
        _ => Failure::from(error)
            .hinting("it is of no site that iogram built: name a new folder"),
    })
}
