//! `iogram bundle`: packs runs into one file, or one folder, to give to others.
//!
//! Knows the user's salt, the terminal and the places of files. `iogram-bundle` decides what to hide and what a
//! bundle contains. The stored run never changes.

mod contents;
mod salt;

use std::io::BufRead as _;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_bundle::{Files, Hidden, Known, MANIFEST, Manifest, hide, pack};
use iogram_door::{FileName, Outlet, Rules};
use iogram_model::{Bytes, Evidence, Run, RunState, Text, sentence, text};
use iogram_session::FailureKind;
use iogram_store::RunFilter;

pub(crate) use self::contents::{contents, locale_of, making, page_of};
use crate::args::{BundleArgs, StoreArgs};
use crate::failure::Failure;
use crate::outlets;
use crate::output;
use crate::places;
use crate::report::{is_record, load_run};

/// `iogram bundle`.
pub(crate) fn bundle(arguments: &BundleArgs) -> Result<ExitCode, Failure> {
    let mut runs: Vec<Run> = Vec::new();
    for name in &arguments.runs {
        let run = load_run(name, &arguments.store)?;
        check_ended(&run, is_record(name), &arguments.store)?;
        // A run that is named twice is included once.
        if !runs.iter().any(|other| other.id == run.id) {
            runs.push(run);
        }
    }
    let mut hidden = Vec::new();
    let mut shared = Vec::new();
    for run in runs {
        let run = match arguments.with_serial {
            true => run,
            false => {
                let (run, replaced) = hide_in(&run)?;
                hidden.extend(replaced);
                run
            }
        };
        // Conclusions contain the same names as the record.
        shared.push(as_opened(run)?);
    }
    let files = sealed(&shared, arguments.with_serial)?;
    let id = Manifest::id_of(files.get(MANIFEST).map_or(&[], Vec::as_slice));
    let place = Place::find(arguments, &id, &files)?;
    show(&shared, &hidden, &files, arguments.with_serial);
    if !arguments.yes && !confirmed(arguments.with_serial)? {
        return Err(Failure::new(
            FailureKind::Refused,
            text!("cli-nothing-written"),
            Text::NONE,
        ));
    }
    place.write(&id, &files)?;
    Ok(ExitCode::SUCCESS)
}

/// The run as the recipient reads it: unknown parts of a record are lost when this version reads it back.
fn as_opened(run: Run) -> Result<Run, Failure> {
    let judged = iogram_findings::analysed(run);
    let text = iogram_report::render_json(&judged, iogram_report::JsonStyle::Compact);
    let read = iogram_model::read_run(&text).map_err(|error| {
        Failure::environment(
            sentence!("cli-cannot-bundle-run", id = judged.id.as_str(), error),
            text!("cli-please-report-run"),
        )
    })?;
    Ok(iogram_findings::analysed(read))
}

/// Refuses a running run, which has no answer yet. An interrupted run is accepted.
fn check_ended(run: &Run, is_file: bool, store: &StoreArgs) -> Result<(), Failure> {
    if run.state != RunState::Running || is_file {
        return Ok(());
    }
    let runs = places::open_kept(store)?.list(&RunFilter::default())?;
    let owner = runs.iter().find(|it| it.line.id == run.id).and_then(|it| it.owner.as_ref());
    if owner.is_some_and(iogram_session::is_alive) {
        return Err(Failure::new(
            FailureKind::Refused,
            sentence!("cli-refused-bundle-run-goes", id = run.id),
            text!("cli-wait-end"),
        ));
    }
    output::talk(sentence!("cli-run-no-end-broken-off-says", id = run.id));
    Ok(())
}

/// `run` with this user's hashes in place of values that identify a person or a device.
pub(crate) fn hide_in(run: &Run) -> Result<(Run, Vec<Hidden>), Failure> {
    let salt = salt::of_user()?;
    let known = Known {
        host: Some(host_name()).filter(|name| !name.is_empty()),
        user: crate::environment::variable("USER")
            .or_else(|| crate::environment::variable("LOGNAME")),
    };
    hide(run, &known, &salt).map_err(|error| {
        Failure::environment(
            sentence!("cli-cannot-hide-identifies-run", id = run.id, error),
            text!("cli-please-report-serial-bundles-run"),
        )
    })
}

/// The computer's name from the kernel; empty if unknown.
fn host_name() -> String {
    iogram_inspect::process::host_name()
}

/// All files of the bundle, including the manifest.
fn sealed(runs: &[Run], has_serials: bool) -> Result<Files, Failure> {
    let locale = output::locale();
    let mut files = contents(runs, &locale, true)?;
    let manifest = Manifest {
        format: Manifest::FORMAT.to_owned(),
        making: making(&locale, output::rates()),
        has_serials,
        runs: contents::runs_of(runs),
        files: Manifest::entries(&files),
    };
    files.insert(MANIFEST.to_owned(), manifest.to_json().into_bytes());
    Ok(files)
}

/// The place of the bundle; checked before the user is asked.
enum Place {
    File(Box<Outlet>),
    Folder(PathBuf, Rules),
}

impl Place {
    fn find(arguments: &BundleArgs, id: &str, files: &Files) -> Result<Self, Failure> {
        let mut keeps = outlets::own_files(&arguments.store);
        let read = arguments.runs.iter().filter(|name| is_record(name));
        keeps.extend(read.map(|name| (text!("cli-bundled"), PathBuf::from(name))));
        let rules = Rules { makes_folders: true, keeps, ..outlets::rules(arguments.overwrite) };
        let usual = PathBuf::from(format!("iogram-{id}.zip"));
        let path = arguments.out.as_deref().unwrap_or(&usual);
        if path.is_dir() || path.to_str().is_some_and(|path| path.ends_with('/')) {
            // With the slash, the checks below it would follow the link.
            let bare = PathBuf::from(path.to_string_lossy().trim_end_matches('/'));
            if bare.symlink_metadata().is_ok() && !bare.is_dir() {
                return Err(Failure::new(
                    FailureKind::Refused,
                    sentence!("cli-refused-write-no-folder", path = path.display()),
                    text!("cli-name-new-directory"),
                ));
            }
            let names: Vec<Vec<FileName>> = files.keys().map(|path| names(path)).collect();
            let places: Vec<&[FileName]> = names.iter().map(Vec::as_slice).collect();
            iogram_door::check_all(path, &places, &rules)?;
            return Ok(Self::Folder(path.to_owned(), rules));
        }
        Ok(Self::File(Box::new(Outlet::check(path, &rules)?)))
    }

    fn write(self, id: &str, files: &Files) -> Result<(), Failure> {
        let path = match self {
            Self::Folder(path, rules) => {
                let files: Vec<_> =
                    files.iter().map(|(path, bytes)| (names(path), bytes.clone())).collect();
                iogram_door::write_all(&path, &files, &rules)?;
                path
            }
            Self::File(outlet) => {
                let archive = pack(&format!("iogram-{id}"), files).ok_or_else(|| {
                    Failure::environment(
                        text!("cli-cannot-put-much-into-file-format"),
                        text!("cli-name-directory-out-dir"),
                    )
                })?;
                outlet.write(&archive)?
            }
        };
        output::talk(sentence!("cli-wrote-bundle-iogram-open", path = path.display(), id));
        Ok(())
    }
}

fn names(path: &str) -> Vec<FileName> {
    path.split('/').map(FileName::from_text).collect()
}

/// Lists the data that leaves this computer.
fn show(runs: &[Run], hidden: &[Hidden], files: &Files, has_serials: bool) {
    let ids: Vec<&str> = runs.iter().map(|run| run.id.as_str()).collect();
    output::talk(sentence!("cli-leaves-computer", runs = ids.join(", ")));
    for it in hidden {
        output::talk(sentence!(
            "cli-becomes-texts",
            what: it.kind.words(),
            was = it.was,
            becomes = it.becomes,
            count = it.text_count
        ));
    }
    if has_serials {
        output::talk(text!("cli-serial-numbers-paths-names-measured"));
    } else if hidden.is_empty() {
        output::talk(text!("cli-nothing-found-records-names-computer-single"));
    }
    for run in runs {
        for (what, said) in stays(run) {
            output::talk(sentence!("cli-stays", what: what, said));
        }
    }
    for (path, bytes) in files {
        let size = Bytes(bytes.len() as u64).to_string();
        // There are many images, and they show the same as the page.
        if !path.starts_with("images/") {
            output::talk(sentence!("cli-file", path, size));
        }
    }
    let pictures: Vec<&Vec<u8>> = files
        .iter()
        .filter(|(path, _)| path.starts_with("images/"))
        .map(|(_, it)| it)
        .collect();
    if !pictures.is_empty() {
        let size: usize = pictures.iter().map(|bytes| bytes.len()).sum();
        output::talk(sentence!(
            "cli-pictures-images",
            count = pictures.len(),
            size = Bytes(size as u64).to_string()
        ));
    }
}

/// The facts about the computer and the drive, and the user's texts, that a reader sees.
fn stays(run: &Run) -> Vec<(Text, String)> {
    let (target, host) = (&run.target, &run.conditions.host);
    let join = |parts: Vec<Option<String>>| {
        parts
            .into_iter()
            .flatten()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let notes = run.conditions.notes.iter().map(|(name, note)| Some(format!("{name}={note}")));
    let own_method = run.method.text.as_ref().map(|_| run.method.id.clone());
    let file = run.import.as_ref().map(|import| import.file.clone());
    let described = run.probes.iter().filter_map(|probe| match &probe.evidence {
        Evidence::Imported(imported) => Some(&imported.facts),
        _ => None,
    });
    let described = described
        .flatten()
        .filter(|fact| fact.name.starts_with("description"))
        .map(|fact| Some(fact.value.clone()));
    let all = [
        (text!("cli-target"), target.name.clone()),
        (text!("cli-serial-number"), target.serial.clone().unwrap_or_default()),
        (
            text!("cli-drive"),
            join(vec![target.model.clone(), target.firmware.clone(), target.link.clone()]),
        ),
        (
            text!("cli-computer"),
            join(vec![
                host.machine.clone(),
                host.cpu.clone(),
                host.os.clone(),
                host.kernel.clone(),
            ]),
        ),
        (text!("cli-notes"), join(notes.collect())),
        (text!("cli-method-file-own"), own_method.unwrap_or_default()),
        (text!("cli-name-imported-file"), file.unwrap_or_default()),
        (text!("cli-description-imported-file"), join(described.collect())),
    ];
    all.into_iter().filter(|(_, said)| !said.is_empty()).collect()
}

/// Asks the user to confirm; fails if there is nobody to ask.
fn confirmed(has_serials: bool) -> Result<bool, Failure> {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return Err(Failure::new(
            FailureKind::Refused,
            text!("cli-refused-bundle-without-being-asked-nobody"),
            text!("cli-look-list-add-yes"),
        ));
    }
    let question = match has_serials {
        true => text!("cli-write-serial-numbers-all-y-n"),
        false => text!("cli-write-y-n"),
    };
    output::prompt(&output::translated(question));
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(|error| {
        Failure::new(
            FailureKind::Refused,
            sentence!("cli-nothing-typed", error),
            text!("cli-look-list-add-yes"),
        )
    })?;
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes" | "j" | "ja" | "예" | "네"))
}

/// Whether a path names an unpacked folder.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.join(MANIFEST).is_file()
}
