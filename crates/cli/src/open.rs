//! `iogram open`: checks and shows bundles of others.

mod verify;

use std::path::Path;
use std::process::ExitCode;

use iogram_bundle::{CONTENT_BYTES_MAX, Files, is_plain_path, unpack};
use iogram_door::Outlet;
use iogram_model::{Sentence, Text, sentence, text};

pub(crate) use self::verify::{Depth, contradictions, verify};
use crate::args::{Format, OpenArgs};
use crate::bundle::{is_folder, page_of};
use crate::failure::Failure;
use crate::finish::render;
use crate::outlets;
use crate::output;
use crate::places;

/// `iogram open`.
pub(crate) fn open(arguments: &OpenArgs) -> Result<ExitCode, Failure> {
    let path = &arguments.bundle;
    let keeps = vec![(text!("cli-opened"), path.clone())];
    let rules = iogram_door::Rules { keeps, ..outlets::rules(arguments.overwrite) };
    let outlet =
        arguments.page.as_deref().map(|page| Outlet::check(page, &rules)).transpose()?;
    let found = verify(&read(path)?, name_of(path).as_deref(), Depth::Everything)
        .map_err(|error| unreadable(path, &error))?;
    for problem in &found.problems {
        output::talk(problem.clone());
    }
    if !found.problems.is_empty() {
        return Err(Failure::usage(
            sentence!(
                "cli-refused-show-not-bundled-differences",
                path = path.display(),
                count = found.problems.len()
            ),
            text!("cli-ask-file-again-holds-looked-any"),
        ));
    }
    for note in &found.notes {
        output::talk(note.clone());
    }
    output::talk(sentence!(
        "cli-bundle-every-hash-right-records-agree",
        id = found.id.as_str()
    ));
    match outlet {
        Some(outlet) => {
            let html = page_of(&found.runs, &output::locale());
            let path = outlet.write(html.as_bytes())?;
            output::talk(sentence!("cli-wrote", path = path.display()));
        }
        None => {
            for run in &found.runs {
                let is_short = arguments.format == Format::Text && !arguments.is_full;
                let command = format!("iogram open --full {}", path.display());
                output::data(&render(
                    run,
                    arguments.format,
                    is_short.then_some(command.as_str()),
                ))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The reason why a bundle cannot be read, with its name.
fn unreadable(path: &Path, error: &iogram_bundle::BundleError) -> Failure {
    Failure::usage(
        sentence!("cli-cannot-open", path = path.display(), why: error.sentence()),
        error.hint(),
    )
}

/// The name of a file, which contains its hash; a folder may have any name.
pub(crate) fn name_of(path: &Path) -> Option<String> {
    let name = path.file_name().filter(|_| !path.is_dir())?;
    Some(name.to_string_lossy().into_owned())
}

/// The files of a bundle: from an archive or from an unpacked folder.
pub(crate) fn read(path: &Path) -> Result<Files, Failure> {
    if path.is_dir() {
        if !is_folder(path) {
            return Err(unreadable(path, &iogram_bundle::BundleError::NoManifest));
        }
        return read_folder(path);
    }
    let hint = text!("cli-name-file-iogram-bundle-wrote-folder");
    let bytes = places::read_bytes(path, hint)?;
    unpack(&bytes).map_err(|error| unreadable(path, &error))
}

/// Every file of a folder and of its direct subfolders, as in bundles. Links are not followed.
fn read_folder(top: &Path) -> Result<Files, Failure> {
    let mut files = Files::new();
    let mut sum: u64 = 0;
    let mut folders = vec![(top.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let cannot = |error: &std::io::Error| {
            let why = Sentence::of_system(error);
            Failure::usage(
                sentence!("cli-cannot-read-path-why", path = folder.display(), why: why),
                text!("cli-name-folder-read"),
            )
        };
        for entry in std::fs::read_dir(&folder).map_err(|error| cannot(&error))? {
            let entry = entry.map_err(|error| cannot(&error))?;
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let metadata = entry.metadata().map_err(|error| cannot(&error))?;
            // Hidden files are those of file managers and of Git.
            let name = entry.file_name();
            if matches!(
                name.to_str(),
                Some(".git" | ".DS_Store" | ".gitattributes" | ".nojekyll")
            ) {
                continue;
            }
            // No bundle has other names, links or devices: somebody added them, and they are not read.
            if !is_plain_path(&path) || !metadata.is_dir() && !metadata.is_file() {
                files.insert(path, Vec::new());
                continue;
            }
            if metadata.is_dir() {
                folders.push((entry.path(), format!("{path}/")));
            } else if metadata.is_file() {
                sum = sum.saturating_add(metadata.len());
                if sum > CONTENT_BYTES_MAX || files.len() > 10_000 {
                    let (is_bytes, limit_bytes) = (sum, CONTENT_BYTES_MAX);
                    let error = iogram_bundle::BundleError::TooLarge { is_bytes, limit_bytes };
                    return Err(unreadable(top, &error));
                }
                files.insert(path, places::read_found(&entry.path(), Text::NONE)?);
            }
        }
    }
    Ok(files)
}
