//! Checks that a bundle is unchanged: every hash, and whether page and answers match the records.

use iogram_bundle::{
    BundleError, BundledRun, Files, MANIFEST, Manifest, Wrong, WrongKind, check, plain_serials,
    sha256,
};
use iogram_findings::{Disagreement, Expected};
use iogram_model::{Run, Sentence, sentence};
use iogram_report::statement_text;

use crate::bundle::{contents, locale_of, making};

/// The extent of the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Everything, including images.
    Everything,
    /// All except images, which take a second for each page.
    WithoutPictures,
}

/// The results.
#[derive(Debug)]
pub(crate) struct Verified {
    /// The hash that identifies it.
    pub(crate) id: String,
    /// Its runs, judged by this version, without unreadable ones.
    pub(crate) runs: Vec<Run>,
    /// Differences from the original bundle; empty for one that is as trustworthy as its name.
    pub(crate) problems: Vec<Sentence>,
    /// Comparisons that were impossible, and why that is not a problem.
    pub(crate) notes: Vec<Sentence>,
}

/// Checks `files`; `name` is that of their file.
pub(crate) fn verify(
    files: &Files,
    name: Option<&str>,
    depth: Depth,
) -> Result<Verified, BundleError> {
    let (manifest, wrong) = check(files)?;
    let id = Manifest::id_of(files.get(MANIFEST).map_or(&[], Vec::as_slice));
    let mut found = Verified { id, runs: Vec::new(), problems: Vec::new(), notes: Vec::new() };
    found.problems.extend(wrong.into_iter().map(said_of_file));
    compare_name(name, &mut found);
    let own = making(&locale_of(&manifest.making), locale_of(&manifest.making).rates());
    let is_same_maker = own.version == manifest.making.version
        && own.renderer_sha256 == manifest.making.renderer_sha256;
    read_runs(files, &manifest, is_same_maker, &mut found);
    if !is_same_maker {
        found.notes.push(sentence!(
            "cli-made-iogram-another-build-page-not",
            theirs = manifest.making.version,
            own = own.version
        ));
        note_others(files, &manifest, &mut found);
    } else if found.runs.len() == manifest.runs.len() {
        compare_pages(files, &manifest, depth, &mut found);
    }
    Ok(found)
}

fn said_of_file(wrong: Wrong) -> Sentence {
    let path = wrong.path;
    match wrong.kind {
        WrongKind::Missing => sentence!("cli-missing", path),
        WrongKind::Unlisted => sentence!("cli-not-bundled", path),
        WrongKind::Changed { is_sha256, should_sha256 } => sentence!(
            "cli-changed-sha-256-should",
            path,
            is = is_sha256,
            should = should_sha256
        ),
        WrongKind::Twice => sentence!("cli-manifest-json-lists-more-once", path),
        WrongKind::Size { is_bytes, should_bytes } => sentence!(
            "cli-manifest-json-says-bytes",
            path,
            should = should_bytes,
            is = is_bytes
        ),
    }
}

/// Contradictions between a record's figures and the rest of it.
pub(crate) fn contradictions(path: &str, run: &Run) -> Vec<Sentence> {
    iogram_findings::disagreements(run).iter().map(|it| said_of_figure(path, it)).collect()
}

fn said_of_figure(path: &str, it: &Disagreement) -> Sentence {
    let place = it.place.as_str();
    match (it.is, it.should) {
        (Some(is), Expected::Exactly(should)) => {
            sentence!("cli-contradicts-itself-rest-record", path, place, is, should)
        }
        (Some(is), Expected::AtMost(should)) => {
            sentence!("cli-contradicts-itself-rest-record-most", path, place, is, should)
        }
        (Some(is), Expected::AtLeast(should)) => {
            sentence!("cli-contradicts-itself-rest-record-least", path, place, is, should)
        }
        (Some(is), Expected::Absent) => {
            sentence!("cli-contradicts-itself-rest-record-too-few", path, place, is)
        }
        (
            None,
            Expected::Exactly(should) | Expected::AtMost(should) | Expected::AtLeast(should),
        ) => sentence!("cli-contradicts-itself-not-cannot-read-rest", path, place, should),
        (None, Expected::Absent) => {
            sentence!("cli-contradicts-itself-cannot-read", path, place)
        }
    }
}

/// Lists unknown files: bundles of another version may have files that those of this version do not have.
fn note_others(files: &Files, manifest: &Manifest, found: &mut Verified) {
    let is_known = |path: &str| {
        let is_data = manifest.runs.iter().any(|run| {
            let name = run.file.strip_suffix(".json").unwrap_or(&run.file);
            path.strip_prefix(name).is_some_and(|it| matches!(it, ".json" | ".csv"))
        });
        let is_picture = path.starts_with("images/") && path.ends_with(".svg");
        is_data
            || is_picture
            || matches!(path, "index.html" | "report.md" | "README.txt" | MANIFEST)
    };
    // Unlisted files are already named.
    let listed = manifest.files.iter().map(|entry| entry.path.as_str());
    for path in listed.filter(|path| !is_known(path) && files.contains_key(*path)) {
        found.notes.push(sentence!("cli-listed-manifest-json-no-bundle-version", path));
    }
}

/// Digits of a bundle's hash, as in [`Manifest::id_of`].
const HASH_DIGITS: usize = 16;

/// A name with another hash belonged to other contents.
fn compare_name(name: Option<&str>, found: &mut Verified) {
    let hashes = hashes_in(name.unwrap_or_default());
    if hashes.is_empty() {
        found
            .notes
            .push(sentence!("cli-name-holds-no-hash-compare-quoted", id = found.id.as_str()));
    } else if !hashes.iter().any(|hash| hash.eq_ignore_ascii_case(&found.id)) {
        found.problems.push(sentence!(
            "cli-manifest-json-changed-name-says-another",
            id = found.id.as_str()
        ));
    }
}

/// The hashes in a name: those of `iogram-HASH`, as bundles are called. Other digits may belong to a run's id.
fn hashes_in(name: &str) -> Vec<&str> {
    let is_other = |letter: char| !letter.is_ascii_hexdigit();
    let behind = name.split("iogram-").skip(1);
    let digits = behind.map(|behind| behind.split(is_other).next().unwrap_or_default());
    digits.filter(|digits| digits.len() == HASH_DIGITS).collect()
}

fn read_runs(files: &Files, manifest: &Manifest, is_same_maker: bool, found: &mut Verified) {
    for listed in &manifest.runs {
        let path = listed.file.as_str();
        let Some(bytes) = files.get(path) else {
            if !manifest.files.iter().any(|entry| entry.path == path) {
                found.problems.push(sentence!("cli-missing", path));
            }
            continue;
        };
        let run = match iogram_model::read_run(&String::from_utf8_lossy(bytes)) {
            Ok(run) => run,
            Err(error) => {
                found.problems.push(sentence!("cli-no-run-path-error", path, error));
                continue;
            }
        };
        found.problems.extend(contradictions(path, &run));
        if !manifest.has_serials {
            compare_serials(path, bytes, found);
        }
        let judged = compare_answer(run, listed, is_same_maker, found);
        if listed.id != judged.id {
            found.problems.push(sentence!(
                "cli-manifest-json-calls-run",
                path,
                is = listed.id,
                should = judged.id
            ));
        }
        found.runs.push(judged);
    }
}

/// If the manifest states that serial numbers are hidden, the record must have hashes in their place. The message
/// never contains them.
fn compare_serials(path: &str, record: &[u8], found: &mut Verified) {
    let record: serde_json::Value = serde_json::from_slice(record).unwrap_or_default();
    for place in plain_serials(&record) {
        found.problems.push(sentence!(
            "cli-manifest-json-says-serial-numbers-hidden",
            path,
            place = iogram_model::shown(&place)
        ));
    }
}

/// The run as this version judges it, and whether it and the manifest agree with that.
fn compare_answer(
    run: Run,
    listed: &BundledRun,
    is_same_maker: bool,
    found: &mut Verified,
) -> Run {
    let english = iogram_report::Locale::english();
    let kept = run.headline.clone();
    let judged = iogram_findings::analysed(run);
    let said = |headline: &Option<iogram_model::Headline>| {
        headline.as_ref().map(|it| statement_text(&it.answer, &english)).unwrap_or_default()
    };
    if is_same_maker && (kept != judged.headline || listed.answer != said(&judged.headline)) {
        found.problems.push(sentence!(
            "cli-manifest-json-says-another-answer-follows",
            path = listed.file.as_str(),
            is = if kept == judged.headline { listed.answer.clone() } else { said(&kept) },
            should = said(&judged.headline)
        ));
    }
    judged
}

/// Makes everything again from the records, and compares.
fn compare_pages(files: &Files, manifest: &Manifest, depth: Depth, found: &mut Verified) {
    let has_pictures = depth == Depth::Everything;
    let locale = locale_of(&manifest.making);
    let Ok(expected) = contents(&found.runs, &locale, has_pictures) else {
        found.notes.push(sentence!("cli-pictures-could-not-drawn-not-compared"));
        return;
    };
    for (path, should) in &expected {
        match files.get(path) {
            Some(is) if is == should => {}
            // Already reported if it is listed.
            None => {
                if !manifest.files.iter().any(|entry| entry.path == *path) {
                    found.problems.push(sentence!("cli-missing", path = path.as_str()));
                }
            }
            Some(is) => {
                let (is_there, should_be) = first_difference(is, should);
                found.problems.push(sentence!(
                    "cli-not-records-give-says-should-say",
                    path = path.as_str(),
                    is = is_there,
                    should = should_be,
                    hash = sha256(should)
                ));
            }
        }
    }
    let known = |path: &&String| {
        *path != MANIFEST
            && (has_pictures || !path.starts_with("images/"))
            && !expected.contains_key(*path)
    };
    for path in files.keys().filter(known) {
        // Already reported if it is not listed.
        if manifest.files.iter().any(|entry| entry.path == *path) {
            found.problems.push(sentence!("cli-no-bundle-these-records", path = path.as_str()));
        }
    }
}

/// Letters around the first difference of two texts: long enough to find it, short enough for a line.
fn first_difference(is: &[u8], should: &[u8]) -> (String, String) {
    let same = is.iter().zip(should).take_while(|(one, other)| one == other).count();
    let around = |bytes: &[u8]| {
        let from = same.saturating_sub(24);
        let part =
            bytes.get(from..bytes.len().min(same.saturating_add(24))).unwrap_or_default();
        iogram_model::shown(&String::from_utf8_lossy(part)).into_owned()
    };
    (around(is), around(should))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_bundles_are_called_by_is_a_hash() {
        let hash = "4b4e8b778665ee7a";
        assert_eq!(hashes_in(&format!("iogram-{hash}.zip")), [hash]);
        assert_eq!(hashes_in(&format!("iogram-{hash} (1).zip")), [hash]);
        let others = [
            format!("import-{hash}.zip"),
            format!("iogram-import-{hash}.zip"),
            format!("iogram-{hash}0.zip"),
            format!("{hash}.zip"),
            "iogram-20261121-000000.zip".to_owned(),
        ];
        for name in others {
            assert_eq!(hashes_in(&name), Vec::<&str>::new(), "{name}");
        }
    }

    #[test]
    fn the_first_difference_is_shown_with_what_stands_around_it() {
        let (is, should) = first_difference(b"<td>5000 MB/s</td>", b"<td>500 MB/s</td>");
        assert_eq!((is.as_str(), should.as_str()), ("<td>5000 MB/s</td>", "<td>500 MB/s</td>"));
    }
}
