//! `iogram drive`: the catalogue of drives.

mod entry;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use iogram_catalogue::{FileError, builtin_purposes, parse_drives, render_drives, samples};
use iogram_findings::{KnownDrive, add_tests, advise, check_promises, defect};
use iogram_findings::{figures_of_entry, figures_of_run};
use iogram_model::{
    Advice, DriveDefect, DriveEntry, DriveFigure, DriveRun, DriveSheet, DriveTest, RunState,
    sentence, text,
};
use iogram_report::{DriveLine, DriveOrder, JsonStyle};
use iogram_store::Store;

use crate::args::{
    DriveAttachArgs, DriveCommand, DriveExportArgs, DriveImportArgs, DriveListArgs,
    DriveRemoveArgs, DriveSamplesArgs, DriveShowArgs, DriveSort, DriveTableArgs, PageFormat,
    StoreArgs,
};
use crate::failure::Failure;
use crate::output;
use crate::places;
use crate::publish::publish_page;
use crate::uses::find_use;

/// `iogram drive ..`.
pub(crate) fn perform(command: &DriveCommand) -> Result<ExitCode, Failure> {
    match command {
        DriveCommand::List(arguments) => list(arguments),
        DriveCommand::Show(arguments) => show(arguments),
        DriveCommand::History(arguments) => history(arguments),
        DriveCommand::Table(arguments) => table(arguments),
        DriveCommand::Add(arguments) => entry::add(arguments),
        DriveCommand::Edit(arguments) => entry::edit(arguments),
        DriveCommand::Attach(arguments) => attach(arguments),
        DriveCommand::Detach(arguments) => detach(arguments),
        DriveCommand::Remove(arguments) => remove(arguments),
        DriveCommand::Import(arguments) => import(arguments),
        DriveCommand::Export(arguments) => export(arguments),
        DriveCommand::ImportSamples(arguments) => import_samples(arguments),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// The stored drives; empty without a store. Makes no store.
pub(crate) fn kept(arguments: &StoreArgs) -> Result<Vec<DriveEntry>, Failure> {
    if !places::has_store(arguments)? {
        return Ok(Vec::new());
    }
    Ok(places::open_kept(arguments)?.drives()?)
}

/// The drive that `name` means: an id, a serial number, or a part of an id or name in any case.
pub(crate) fn find<'a>(
    drives: &'a [DriveEntry],
    name: &str,
) -> Result<&'a DriveEntry, Failure> {
    find_if_known(drives, name)?.ok_or_else(|| {
        Failure::usage(
            sentence!("cli-cannot-find-drive", name),
            text!("cli-iogram-drive-list-lists-drives-iogram-drive"),
        )
    })
}

/// As [`find`]; `None` if no drive matches.
pub(crate) fn find_if_known<'a>(
    drives: &'a [DriveEntry],
    name: &str,
) -> Result<Option<&'a DriveEntry>, Failure> {
    let is_exact = |drive: &&DriveEntry| {
        drive.id == name || drive.serials.iter().any(|serial| serial == name)
    };
    if let Some(drive) = drives.iter().find(is_exact) {
        return Ok(Some(drive));
    }
    let part = name.to_lowercase();
    if part.is_empty() {
        return Ok(None);
    }
    let is_near = |drive: &&DriveEntry| {
        drive.id.contains(&part) || drive.name.to_lowercase().contains(&part)
    };
    let is_whole = |drive: &&DriveEntry| drive.id == part || drive.name.to_lowercase() == part;
    let mut near: Vec<&DriveEntry> = drives.iter().filter(is_whole).collect();
    if near.is_empty() {
        near = drives.iter().filter(is_near).collect();
    }
    match near.as_slice() {
        [] => Ok(None),
        [drive] => Ok(Some(drive)),
        _ => {
            let ids: Vec<&str> = near.iter().map(|drive| drive.id.as_str()).collect();
            Err(Failure::usage(
                sentence!("cli-cannot-tell-drive", name),
                sentence!("cli-type-more-could-ids", ids = ids.join(", ")),
            ))
        }
    }
}

/// All facts about a drive.
pub(crate) fn sheet_of(store: &mut Store, drive: DriveEntry) -> Result<DriveSheet, Failure> {
    let runs = store.runs_of_drive(&drive.id)?;
    let mut figures: Vec<DriveFigure> = figures_of_entry(&drive);
    let mut defects: Vec<DriveDefect> = Vec::new();
    let mut tests: Vec<DriveTest> = Vec::new();
    // Oldest first, in the order of a history.
    for summary in runs.iter().rev() {
        let run = match summary.line.state {
            // A killed run may have a cell that has not ended.
            RunState::Running => store.load(&summary.line.id)?,
            _ => store.load_without_courses(&summary.line.id)?,
        };
        let day = day_of(run.started_at_us);
        figures.extend(figures_of_run(&run, day.as_deref()));
        add_tests(&mut tests, &run);
        defects.extend(defect(&run));
    }
    defects.reverse();
    figures.sort_by_key(|figure| figure.measured_on.clone());
    Ok(DriveSheet {
        format: DriveSheet::FORMAT.to_owned(),
        promises: check_promises(&drive, &figures),
        drive,
        figures,
        defects,
        tests,
        runs: runs
            .into_iter()
            .map(|run| DriveRun {
                id: run.line.id,
                method: run.line.method,
                started_at_us: run.line.started_at_us,
            })
            .collect(),
    })
}

/// The date of a time, in UTC.
fn day_of(us: i64) -> Option<String> {
    iogram_report::timestamp(us).split('T').next().map(str::to_owned)
}

impl From<DriveSort> for DriveOrder {
    fn from(sort: DriveSort) -> Self {
        match sort {
            DriveSort::Newest => Self::Newest,
            DriveSort::Name => Self::Name,
            DriveSort::Price => Self::Price,
        }
    }
}

fn list(arguments: &DriveListArgs) -> Result<(), Failure> {
    let drives = kept(&arguments.store)?;
    let mut lines = Vec::new();
    if !drives.is_empty() {
        let mut store = places::open_kept(&arguments.store)?;
        for drive in drives {
            let runs = store.runs_of_drive(&drive.id)?;
            let days = runs.iter().map(|it| day_of(it.line.started_at_us));
            let published = drive.published.iter().map(|it| it.measured_on.clone());
            lines.push(DriveLine {
                run_count: runs.len(),
                measured_on: days.chain(published).flatten().max(),
                is_of_simulation: runs.iter().any(|it| it.line.target.starts_with("sim:")),
                drive,
            });
        }
    }
    iogram_report::sort_lines(&mut lines, arguments.sort.into());
    output::data(&iogram_report::render_drive_lines(
        &lines,
        &output::layout(),
        &output::locale(),
    ))
}

/// The sheet of the drive that the user named.
fn named_sheet(store: &StoreArgs, name: &str) -> Result<DriveSheet, Failure> {
    let drives = kept(store)?;
    let drive = find(&drives, name)?.clone();
    sheet_of(&mut places::open_kept(store)?, drive)
}

fn show(arguments: &DriveShowArgs) -> Result<(), Failure> {
    let sheet = named_sheet(&arguments.store, &arguments.drive)?;
    output::data(&match arguments.format {
        PageFormat::Text => {
            iogram_report::render_drive_text(&sheet, &output::layout(), &output::locale())
        }
        PageFormat::Markdown => iogram_report::render_drive_markdown(&sheet, &output::locale()),
        PageFormat::Json => iogram_report::render_drive_json(&sheet, JsonStyle::Pretty),
    })
}

fn history(arguments: &DriveShowArgs) -> Result<(), Failure> {
    let sheet = named_sheet(&arguments.store, &arguments.drive)?;
    output::data(&match arguments.format {
        PageFormat::Text => {
            iogram_report::render_history_text(&sheet, &output::layout(), &output::locale())
        }
        PageFormat::Markdown => {
            iogram_report::render_history_markdown(&sheet, &output::locale())
        }
        PageFormat::Json => iogram_report::render_drive_json(&sheet, JsonStyle::Pretty),
    })
}

/// The drives that the user named; all of them if none.
fn chosen(drives: Vec<DriveEntry>, names: &[String]) -> Result<Vec<DriveEntry>, Failure> {
    if names.is_empty() {
        return Ok(drives);
    }
    names.iter().map(|name| find(&drives, name).cloned()).collect()
}

fn table(arguments: &DriveTableArgs) -> Result<(), Failure> {
    let drives = chosen(kept(&arguments.store)?, &arguments.drives)?;
    if drives.is_empty() {
        return output::data(&iogram_report::render_drive_lines(
            &[],
            &output::layout(),
            &output::locale(),
        ));
    }
    let mut store = places::open_kept(&arguments.store)?;
    let mut sheets = drives
        .into_iter()
        .map(|drive| sheet_of(&mut store, drive))
        .collect::<Result<Vec<_>, _>>()?;
    let newest = arguments.drives.is_empty().then_some(DriveSort::Newest);
    if let Some(sort) = arguments.sort.or(newest) {
        iogram_report::sort_sheets(&mut sheets, sort.into());
    }
    let advices = advices(&sheets, &arguments.purposes)?;
    let page = iogram_report::drives_page(&sheets, &advices, &output::locale());
    let json = || iogram_report::render_drives_json(&sheets, JsonStyle::Pretty);
    publish_page(
        &page,
        ("drives.json", json),
        arguments.format,
        (&arguments.publish, &arguments.store),
    )
}

/// The uses at the end of comparisons of cards.
const USES: [&str; 5] = ["camera", "root-fs", "database", "general-low-price", "mostly-reads"];

/// Recommends drives for uses: for the requested ones, otherwise for those at the end of card comparisons, if their
/// measurements exist.
fn advices(sheets: &[DriveSheet], asked: &[String]) -> Result<Vec<Advice>, Failure> {
    let has_tests = sheets.iter().filter(|sheet| !sheet.tests.is_empty()).take(2).count() == 2;
    let usual = USES.iter().map(ToString::to_string).filter(|_| has_tests);
    let uses: Vec<String> = if asked.is_empty() { usual.collect() } else { asked.to_vec() };
    let known: Vec<KnownDrive> = sheets.iter().map(known).collect();
    let purposes = builtin_purposes();
    let advice = |id: &String| Ok(advise(find_use(&purposes, id)?, &known, None));
    uses.iter().map(advice).collect()
}

/// The facts about a drive that a recommendation needs.
pub(crate) fn known(sheet: &DriveSheet) -> KnownDrive {
    KnownDrive {
        entry: sheet.drive.clone(),
        figures: sheet.figures.clone(),
        defects: sheet.defects.clone(),
    }
}

fn attach(arguments: &DriveAttachArgs) -> Result<(), Failure> {
    let mut store = places::open_kept(&arguments.store)?;
    let drives = store.drives()?;
    let drive = find(&drives, &arguments.drive)?;
    if let Some(serial) = &arguments.serial {
        let serial = entry::serial(serial)?;
        let mut drive = drive.clone();
        if !drive.serials.contains(&serial) {
            drive.serials.push(serial.clone());
        }
        store.put_drive(&drive)?;
        let runs = store.runs_of_drive(&drive.id)?;
        output::talk(sentence!(
            "cli-serial-number-runs",
            drive = drive.id,
            serial,
            count = runs.len()
        ));
        let models: BTreeSet<&str> =
            runs.iter().filter_map(|run| run.line.model.as_deref()).collect();
        if models.len() > 1 {
            output::talk(sentence!(
                "cli-attach-run-drive-iogram-drive-attach",
                models = Vec::from_iter(models).join(", "),
                drive = drive.id
            ));
        }
    } else if let Some(run) = &arguments.run {
        let run = store.find(run)?;
        store.attach_run(&drive.id, &run)?;
        output::talk(sentence!("cli-run", run, drive = drive.id));
    }
    Ok(())
}

fn detach(arguments: &DriveAttachArgs) -> Result<(), Failure> {
    let mut store = places::open_kept(&arguments.store)?;
    let drives = store.drives()?;
    let mut drive = find(&drives, &arguments.drive)?.clone();
    if let Some(serial) = &arguments.serial {
        if !drive.serials.contains(serial) {
            return Err(Failure::usage(
                sentence!("cli-cannot-detach-serial-number-none", serial, drive = drive.id),
                sentence!("cli-iogram-drive-show-shows", drive = drive.id),
            ));
        }
        drive.serials.retain(|it| it != serial);
        store.put_drive(&drive)?;
        output::talk(sentence!("cli-no-longer-serial-number", drive = drive.id, serial));
    } else if let Some(run) = &arguments.run {
        let run = store.find(run)?;
        if !store.detach_run(&drive.id, &run)? {
            return Err(Failure::usage(
                sentence!("cli-cannot-detach-run-nobody-attached", run, drive = drive.id),
                text!("cli-run-drive-serial-number-stays-run"),
            ));
        }
        output::talk(sentence!("cli-run-no-longer-attached", run, drive = drive.id));
    }
    Ok(())
}

fn remove(arguments: &DriveRemoveArgs) -> Result<(), Failure> {
    let mut store = places::open_kept(&arguments.store)?;
    let drives = store.drives()?;
    let drive = find(&drives, &arguments.drive)?;
    if drive.id != arguments.drive {
        return Err(Failure::usage(
            sentence!(
                "cli-cannot-remove-drive-whole-id",
                drive = arguments.drive,
                drive_2 = drive.id
            ),
            text!("cli-type-whole-id-no-other-drive"),
        ));
    }
    store.remove_drive(&drive.id)?;
    output::talk(sentence!("cli-removed-runs-stay", drive = drive.id));
    Ok(())
}

fn import(arguments: &DriveImportArgs) -> Result<(), Failure> {
    let text = places::read_text(&arguments.file)?;
    let drives =
        parse_drives(&text).map_err(|error| file_failure(&arguments.file, &text, error))?;
    let mut store = places::open_store(&arguments.store)?;
    let known = store.drives()?;
    let is_known = |drive: &&DriveEntry| known.iter().any(|it| it.id == drive.id);
    if !arguments.replace
        && let Some(drive) = drives.iter().find(is_known)
    {
        return Err(Failure::usage(
            sentence!("cli-cannot-import-drive-id", drive = drive.id),
            text!("cli-replace-replaces-nothing-imported"),
        ));
    }
    for drive in &drives {
        store.put_drive(drive)?;
    }
    output::talk(sentence!("cli-imported-drives", drives = drives.len()));
    drives.iter().for_each(say_denied_means);
    Ok(())
}

/// Prints each published mean that is not that of its runs.
fn say_denied_means(drive: &DriveEntry) {
    let locale = output::locale();
    for figure in figures_of_entry(drive) {
        if let Some(what) = iogram_report::denied_mean(&drive.name, &figure, &locale) {
            output::talk(sentence!("cli-note", note = what));
        }
    }
}

/// A mistake in a file that a person wrote, with its place.
pub(crate) fn file_failure(path: &Path, text: &str, error: FileError) -> Failure {
    let name = path.display().to_string();
    let failure =
        Failure::usage(sentence!("cli-cannot-use", name, message: error.message), error.hint);
    match error.span {
        Some(span) => failure.at(&iogram_runner::SourcePlace::new(name, text, &span)),
        None => failure,
    }
}

fn export(arguments: &DriveExportArgs) -> Result<(), Failure> {
    let mut drives = chosen(kept(&arguments.store)?, &arguments.drives)?;
    if arguments.public {
        for drive in &mut drives {
            drive.serials.clear();
        }
    }
    output::data(&render_drives(&drives))
}

/// Samples never replace a person's changes.
fn import_samples(arguments: &DriveSamplesArgs) -> Result<(), Failure> {
    let mut store = places::open_store(&arguments.store)?;
    let known = store.drives()?;
    let mut count = 0;
    for drive in samples() {
        if !known.iter().any(|it| it.id == drive.id) {
            store.put_drive(&drive)?;
            say_denied_means(&drive);
            count += 1;
        }
    }
    output::talk(sentence!("cli-imported-drives-figures-others-published-none", count));
    Ok(())
}
