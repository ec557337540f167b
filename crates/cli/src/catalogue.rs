//! `iogram catalogue build`: a static site of bundles from many people.
//!
//! Knows folders and files. `open` judges bundles, and `iogram-report` writes the pages. It changes nothing in the
//! source folder; in the site's folder it only replaces or removes files of an earlier build.

mod site_files;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_bundle::sha256;
use iogram_door::FileName;
use iogram_model::{Run, Sentence, Text, sentence, text};
use iogram_report::{
    JsonStyle, Locale, SiteLeftOut, SiteRun, figures, identity, render_json,
    render_site_compare, render_site_drive, render_site_index, render_site_run, site_assets,
    timestamp,
};

use self::site_files::SiteFiles;
use crate::args::CatalogueBuildArgs;
use crate::bundle::{hide_in, is_folder};
use crate::failure::{Failure, USAGE};
use crate::open::{Depth, contradictions, name_of, read, verify};
use crate::output;
use crate::places;

/// Nesting depth of folders below the named one. Arbitrary: more than anybody uses, but finite.
const DEPTH_MAX: usize = 16;

/// The site's entry of a run. The run itself is not kept in memory: reading it also writes its page and its data.
struct Listed {
    run: SiteRun,
    name: FileName,
    drive: FileName,
    serial: Option<String>,
    started_at_us: i64,
}

/// The growing site, run by run.
struct Site {
    listed: Vec<Listed>,
    names: BTreeSet<FileName>,
    /// Digests of the measurements in the listed runs.
    known: BTreeSet<String>,
    files: SiteFiles,
    locale: Locale,
}

/// `iogram catalogue build`.
pub(crate) fn build(arguments: &CatalogueBuildArgs) -> Result<ExitCode, Failure> {
    let earlier = site_files::earlier(&arguments.out)?;
    let mut left_out = Vec::new();
    let mut site = Site {
        listed: Vec::new(),
        names: BTreeSet::new(),
        known: BTreeSet::new(),
        files: SiteFiles::new(&arguments.out)?,
        locale: output::locale(),
    };
    for path in candidates(&arguments.from, &arguments.out)? {
        let shown = path.strip_prefix(&arguments.from).unwrap_or(&path).display().to_string();
        match runs_of(&path) {
            Ok(runs) => runs.iter().try_for_each(|run| site.add(run))?,
            Err(why) => {
                let why = output::said(&why);
                output::talk(sentence!(
                    "cli-left-out",
                    file = shown.as_str(),
                    why = why.as_str()
                ));
                left_out.push(SiteLeftOut { file: shown, why });
            }
        }
    }
    if site.listed.is_empty() {
        return Err(Failure::usage(
            sentence!(
                "cli-cannot-build-catalogue-no-bundle-no",
                path = arguments.from.display()
            ),
            text!("cli-name-folder-files-iogram-bundle-wrote"),
        ));
    }
    site.add_lists(&left_out, arguments)?;
    site.files.write_to(&arguments.out, &earlier)?;
    output::talk(sentence!(
        "cli-wrote-runs-files-open",
        path = arguments.out.display(),
        count = site.listed.len(),
        pages = site.files.len(),
        index = arguments.out.join("index.html").display()
    ));
    if left_out.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    output::talk(sentence!("cli-left-out-files-index-names", count = left_out.len()));
    Ok(ExitCode::from(USAGE))
}

impl Site {
    /// Adds a run once, even if many bundles contain it; a different run with the same id gets another name.
    fn add(&mut self, run: &Run) -> Result<(), Failure> {
        if !self.known.insert(measured(run)) {
            return Ok(());
        }
        let numbered = |number: u32| match number {
            1 => FileName::from_text(&run.id),
            _ => FileName::with_ending(&run.id, &format!("-{number}")),
        };
        let name = (1..).map(numbered).find(|name| self.names.insert(name.clone()));
        let name = name.expect("there are fewer files than numbers");
        // The identity of a drive: its model and the hash of its serial number; without one, its model.
        let drive = sha256(identity(run).as_bytes());
        let drive = FileName::from_text(drive.get(..16).unwrap_or_default());
        let listed = self.add_page(run, &name, &drive)?;
        self.listed.push(Listed {
            run: listed,
            name,
            drive,
            serial: run.target.serial.clone(),
            started_at_us: run.started_at_us,
        });
        Ok(())
    }

    /// The page of a run, and its data.
    fn add_page(
        &mut self,
        run: &Run,
        name: &FileName,
        drive: &FileName,
    ) -> Result<SiteRun, Failure> {
        let time = timestamp(run.started_at_us);
        let figures_of = iogram_findings::figures_of_run(run, time.split('T').next());
        let (page, drive) = (format!("runs/{name}.html"), format!("drives/{drive}.html"));
        let mut listed = SiteRun::new(run, &figures_of, (page.clone(), drive), &self.locale);
        listed.id = name.to_string();
        let data = format!("data/{name}.json");
        let charts = figures(std::slice::from_ref(run), &self.locale);
        let links = [format!("../{data}")];
        let html = render_site_run(run, &charts, &links, (&listed, &self.locale));
        self.files.add(page, &html)?;
        self.files.add(data, &render_json(run, JsonStyle::Compact))?;
        Ok(listed)
    }

    /// Pages about many runs: the index, the pages of drives, the comparison.
    fn add_lists(
        &mut self,
        left_out: &[SiteLeftOut],
        arguments: &CatalogueBuildArgs,
    ) -> Result<(), Failure> {
        // Newest first, as in lists.
        self.listed.sort_by(|one, other| {
            (other.started_at_us, &other.name).cmp(&(one.started_at_us, &one.name))
        });
        let mut drives: BTreeMap<&FileName, Vec<&Listed>> = BTreeMap::new();
        for it in &self.listed {
            drives.entry(&it.drive).or_default().push(it);
        }
        for (drive, of_drive) in drives {
            let serial = of_drive.first().and_then(|it| it.serial.as_deref());
            let runs: Vec<SiteRun> = of_drive.iter().map(|it| it.run.clone()).collect();
            let page = render_site_drive(&runs, serial, &self.locale);
            self.files.add(format!("drives/{drive}.html"), &page)?;
        }
        let runs: Vec<SiteRun> = self.listed.iter().map(|it| it.run.clone()).collect();
        let title = arguments.title.as_deref().unwrap_or_default();
        let version = env!("CARGO_PKG_VERSION");
        let index = render_site_index(&runs, left_out, (title, version), &self.locale);
        self.files.add("index.html".to_owned(), &index)?;
        let compare = render_site_compare(&runs, &self.locale);
        self.files.add("compare.html".to_owned(), &compare)?;
        for (name, text) in site_assets() {
            self.files.add(format!("assets/{name}"), &text)?;
        }
        Ok(())
    }
}

/// A digest of the measurements: a run stays the same one, whatever its conclusions are.
fn measured(run: &Run) -> String {
    let parts = (&run.id, &run.target.model, &run.probes, &run.cells);
    sha256(&serde_json::to_vec(&parts).expect("what was read can be written"))
}

/// Files that may be bundles or runs, and folders that are bundles, ordered by name.
fn candidates(from: &Path, out: &Path) -> Result<Vec<PathBuf>, Failure> {
    let site = out.canonicalize().ok();
    let mut found = Vec::new();
    let mut folders = vec![(from.to_owned(), 0_usize)];
    while let Some((folder, depth)) = folders.pop() {
        if iogram_door::is_of_kernel(&folder) {
            let why = sentence!("cli-belongs-kernel");
            return Err(Failure::usage(
                sentence!("cli-cannot-read-path-why", path = folder.display(), why: why),
                text!("cli-name-folder-bundles"),
            ));
        }
        let entries = std::fs::read_dir(&folder).map_err(|error| {
            let why = Sentence::of_system(&error);
            Failure::usage(
                sentence!("cli-cannot-read-path-why", path = folder.display(), why: why),
                text!("cli-name-folder-read"),
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
                // A site is made from bundles, and is not one.
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

/// Whether a JSON file contains a run: folders contain others, too.
fn is_run(path: &Path) -> bool {
    use std::io::Read as _;
    let mut head = Vec::new();
    let Ok(file) = places::open_found(path, Text::NONE) else { return false };
    file.take(4096).read_to_end(&mut head).is_ok()
        && String::from_utf8_lossy(&head).contains("iogram-run/")
}

/// The runs of an unchanged bundle, or of a file with a run whose figures agree, with serial numbers hidden;
/// otherwise the reason to leave it out.
fn runs_of(path: &Path) -> Result<Vec<Run>, Sentence> {
    let is_record = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("json"));
    if is_record && !path.is_dir() {
        let text = places::read_found_text(path).map_err(|failure| failure.message)?;
        let run =
            iogram_model::read_run(&text).map_err(|error| sentence!("cli-no-run", error))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        return match contradictions(&name, &run).into_iter().next() {
            Some(problem) => Err(problem),
            None => Ok(vec![hidden(&run)?]),
        };
    }
    let files = read(path).map_err(|failure| failure.message)?;
    let found = verify(&files, name_of(path).as_deref(), Depth::WithoutPictures)
        .map_err(|error| error.sentence())?;
    match found.problems.into_iter().next() {
        Some(problem) => Err(problem),
        // A recipient of serial numbers must not pass them on: a site is public.
        None => found.runs.iter().map(hidden).collect(),
    }
}

/// The run without values that identify a person or a device; their hashes stay.
fn hidden(run: &Run) -> Result<Run, Sentence> {
    let (run, _) = hide_in(run).map_err(|failure| failure.message)?;
    Ok(iogram_findings::analysed(run))
}
