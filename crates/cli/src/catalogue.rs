//! `iogram catalogue build`: a static site of what many people bundled.
//!
//! Knows folders and files. What a bundle is worth is `open`'s business, what stands on a page `iogram-report`'s. Nothing of the
//! folder that is read is changed; in the folder of the site only files that an earlier build made are replaced or removed.

mod site_files;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_bundle::{MANIFEST, sha256};
use iogram_door::FileName;
use iogram_model::{Run, Sentence, sentence};
use iogram_report::{
    JsonStyle, SiteLeftOut, SiteRun, figures, identity, render_json, render_site_compare,
    render_site_drive, render_site_index, render_site_run, site_assets, timestamp,
};

use self::site_files::{SiteFiles, write_site};
use crate::args::CatalogueBuildArgs;
use crate::bundle::{hide_in, is_folder};
use crate::failure::{Failure, USAGE};
use crate::open::{Depth, name_of, read, verify};
use crate::output;
use crate::places;

/// Folders below the one that was named. Arbitrary: more than anybody nests, and an end.
const DEPTH_MAX: usize = 16;

/// A run with its conclusions, and what it is called on the site.
struct Listed {
    run: Run,
    name: FileName,
    drive: FileName,
}

/// `iogram catalogue build`.
pub(crate) fn build(arguments: &CatalogueBuildArgs) -> Result<ExitCode, Failure> {
    let earlier = site_files::earlier(&arguments.out)?;
    let mut left_out = Vec::new();
    let mut listed: Vec<Listed> = Vec::new();
    let mut names = BTreeSet::new();
    for path in candidates(&arguments.from, &arguments.out)? {
        let shown = path.strip_prefix(&arguments.from).unwrap_or(&path).display().to_string();
        match runs_of(&path) {
            Ok(runs) => {
                for run in runs {
                    add(run, &mut listed, &mut names);
                }
            }
            Err(why) => {
                let why = output::said(&why);
                output::talk(sentence!(
                    "left out {file}: {why}",
                    file = shown.as_str(),
                    why = why.as_str()
                ));
                left_out.push(SiteLeftOut { file: shown, why });
            }
        }
    }
    if listed.is_empty() {
        return Err(Failure::usage(
            sentence!(
                "cannot build a catalogue of {path}: there is no bundle and no run in it that could be shown",
                path = arguments.from.display()
            ),
            "name a folder of files that \"iogram bundle\" wrote, or of runs written with --json",
        ));
    }
    // The newest first, as they are listed.
    listed.sort_by(|one, other| {
        (other.run.started_at_us, &other.name).cmp(&(one.run.started_at_us, &one.name))
    });
    let files = pages(&listed, &left_out, arguments);
    let count = listed.len();
    write_site(&arguments.out, &files, &earlier)?;
    output::talk(sentence!(
        "wrote {path}: {count} runs, {pages} files; open {index}",
        path = arguments.out.display(),
        count,
        pages = files.len(),
        index = arguments.out.join("index.html").display()
    ));
    if left_out.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    output::talk(sentence!(
        "left out {count} files; the index names them",
        count = left_out.len()
    ));
    Ok(ExitCode::from(USAGE))
}

/// A run once, whatever many bundles it is in; another one with its id is told apart.
fn add(run: Run, listed: &mut Vec<Listed>, names: &mut BTreeSet<FileName>) {
    let is_there = |other: &Listed| {
        other.run.id == run.id
            && other.run.cells == run.cells
            && other.run.probes == run.probes
            && other.run.target.model == run.target.model
    };
    if listed.iter().any(is_there) {
        return;
    }
    let numbered = |number: u32| match number {
        1 => FileName::from_text(&run.id),
        _ => FileName::with_ending(&run.id, &format!("-{number}")),
    };
    let name = (1..).map(numbered).find(|name| names.insert(name.clone()));
    let name = name.expect("there are fewer files than numbers");
    // What makes a drive the same one: its model and the hash of its serial number; without one, its model.
    let drive = sha256(identity(&run).as_bytes());
    let drive = FileName::from_text(drive.get(..16).unwrap_or_default());
    listed.push(Listed { run, name, drive });
}

/// Files that may be bundles or runs, and folders that are bundles, in the order of their names.
fn candidates(from: &Path, out: &Path) -> Result<Vec<PathBuf>, Failure> {
    let site = out.canonicalize().ok();
    let mut found = Vec::new();
    let mut folders = vec![(from.to_owned(), 0_usize)];
    while let Some((folder, depth)) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| {
            let why = Sentence::of_system(&error);
            Failure::usage(
                sentence!("cannot read {path}: {why}", path = folder.display(), why: why),
                "name a folder that you may read",
            )
        })?;
        if is_folder(&folder) {
            found.push(folder);
            continue;
        }
        for entry in entries.flatten() {
            let path = entry.path();
            let Ok(kind) = entry.file_type() else { continue };
            let ending = path.extension().map(|it| it.to_string_lossy().to_lowercase());
            match ending.as_deref() {
                // A site is made of bundles, and is none.
                _ if kind.is_dir() => {
                    let is_site = path.canonicalize().ok() == site
                        || path.join(site_files::OWN).is_file();
                    folders.extend(
                        Some((path, depth.saturating_add(1)))
                            .filter(|_| depth < DEPTH_MAX && !is_site),
                    );
                }
                Some("zip") if kind.is_file() => found.push(path),
                Some("json") if kind.is_file() && is_run(&path) => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a file of JSON says that it is a run: others lie in folders, too.
fn is_run(path: &Path) -> bool {
    use std::io::Read as _;
    let mut head = Vec::new();
    let Ok(file) = places::open_file(path, "") else { return false };
    file.take(4096).read_to_end(&mut head).is_ok()
        && String::from_utf8_lossy(&head).contains("iogram-run/")
}

/// The runs of a bundle that is as it was bundled, or of a file with a run, its serial number hidden; else why not.
fn runs_of(path: &Path) -> Result<Vec<Run>, Sentence> {
    let is_record = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("json"));
    if is_record && !path.is_dir() {
        let text = places::read_text(path).map_err(|failure| failure.message)?;
        let run = iogram_model::read_run(&text)
            .map_err(|error| sentence!("it is no run: {error}", error))?;
        let (run, _) = hide_in(&run).map_err(|failure| failure.message)?;
        return Ok(vec![iogram_findings::analysed(run)]);
    }
    let files = read(path).map_err(|failure| failure.message)?;
    let found = verify(&files, name_of(path).as_deref(), Depth::WithoutPictures)
        .map_err(|error| error.sentence())?;
    match found.problems.into_iter().next() {
        Some(problem) => Err(problem),
        None => Ok(found.runs),
    }
}

/// Every file of the site.
fn pages(
    listed: &[Listed],
    left_out: &[SiteLeftOut],
    arguments: &CatalogueBuildArgs,
) -> SiteFiles {
    let locale = output::locale();
    let version = env!("CARGO_PKG_VERSION");
    let mut files = SiteFiles::new();
    let mut runs: Vec<SiteRun> = Vec::new();
    let mut drives: BTreeMap<&FileName, Vec<usize>> = BTreeMap::new();
    for (place, it) in listed.iter().enumerate() {
        let time = timestamp(it.run.started_at_us);
        let measured = iogram_findings::figures_of_run(&it.run, time.split('T').next());
        let (page, drive) =
            (format!("runs/{}.html", it.name), format!("drives/{}.html", it.drive));
        let mut site_run = SiteRun::new(&it.run, &measured, (page.clone(), drive), &locale);
        site_run.id = it.name.to_string();
        let data = format!("data/{}.json", it.name);
        let charts = figures(std::slice::from_ref(&it.run), &locale);
        let links = [format!("../{data}")];
        let html = render_site_run(&it.run, &charts, &links, (&site_run, &locale));
        files.insert(page, html);
        files.insert(data, render_json(&it.run, JsonStyle::Compact));
        drives.entry(&it.drive).or_default().push(place);
        runs.push(site_run);
    }
    for (drive, places) in drives {
        let of_drive: Vec<SiteRun> =
            places.iter().filter_map(|place| runs.get(*place).cloned()).collect();
        let first = places.first().and_then(|place| listed.get(*place));
        let serial = first.and_then(|it| it.run.target.serial.as_deref());
        files.insert(
            format!("drives/{drive}.html"),
            render_site_drive(&of_drive, serial, &locale),
        );
    }
    let title = arguments.title.as_deref().unwrap_or_default();
    files.insert(
        "index.html".to_owned(),
        render_site_index(&runs, left_out, (title, version), &locale),
    );
    files.insert("compare.html".to_owned(), render_site_compare(&runs, &locale));
    for (name, text) in site_assets() {
        files.insert(format!("assets/{name}"), text);
    }
    debug_assert!(!files.contains_key(MANIFEST), "a site is no bundle");
    files
}
