//! `iogram compare`: selects the runs, and makes the page about them.

use std::collections::BTreeSet;
use std::process::ExitCode;

use iogram_door::Rules;
use iogram_findings::Side;
use iogram_model::{Comparison, Outcome, Run, RunState, sentence, shell_word, text};
use iogram_report::JsonStyle;
use iogram_store::{RunFilter, RunSummary, Store};

use iogram_session::wall_clock_us;

use crate::args::{CompareArgs, PageFormat, PublishArgs};
use crate::drive;
use crate::failure::{Failure, code_among_several, worse};
use crate::outlets;
use crate::output;
use crate::places;
use crate::publish::{PublishTo, publish};
use crate::report::Report;

/// `iogram compare`.
pub(crate) fn compare(arguments: &CompareArgs) -> Result<ExitCode, Failure> {
    let two_are_needed = || {
        Failure::usage(
            text!("cli-cannot-compare-two-runs-two-drives"),
            text!("cli-iogram-compare-run-run-iogram-compare"),
        )
    };
    if arguments.runs.len() + arguments.others.len() < 2 && arguments.drives.len() < 2 {
        return Err(two_are_needed());
    }
    let mut store = places::open_kept(&arguments.store)?;
    let sides = if arguments.drives.is_empty() {
        named_sides(&mut store, arguments)?
    } else {
        let count = usize::try_from(arguments.runs_each).unwrap_or(usize::MAX);
        runs_of_drives(&mut store, &arguments.drives, (arguments.method.as_deref(), count))?
    };
    if sides.len() < 2 {
        return Err(two_are_needed());
    }
    if sides.iter().any(|side| side.len() == 1) && sides.iter().any(|side| side.len() > 1) {
        return Err(Failure::usage(
            text!("cli-cannot-compare-run-several-nothing-follows"),
            text!("cli-name-two-more-runs-each-side"),
        ));
    }
    let ids: Vec<&String> = sides.iter().flatten().collect();
    if let Some(twice) = ids.iter().enumerate().find(|(index, id)| ids[..*index].contains(id)) {
        return Err(Failure::usage(
            sentence!("cli-cannot-compare-run-itself", twice = twice.1),
            text!("cli-name-each-run-once"),
        ));
    }
    let mut loaded: Vec<Side> = Vec::new();
    for side in &sides {
        let mut runs = Side::new();
        for id in side {
            let run = iogram_findings::analysed(store.load(id)?);
            let name = drive_name(&mut store, &run)?;
            runs.push((run, name));
        }
        loaded.push(runs);
    }
    if !arguments.drives.is_empty() {
        loaded.iter().for_each(|runs| say_which(runs));
    }
    let comparison = iogram_findings::compare_sides(&loaded);
    show(&comparison, &loaded, arguments)?;
    let kinds = loaded.iter().flatten().map(|(run, _)| Outcome::kept(run).kind);
    Ok(ExitCode::from(kinds.map(code_among_several).fold(0, worse)))
}

/// Shows it on the terminal, or as the page that "iogram report" makes of several runs.
fn show(
    comparison: &Comparison,
    sides: &[Side],
    arguments: &CompareArgs,
) -> Result<(), Failure> {
    let locale = output::locale();
    if let Some(out) = &arguments.publish.out {
        let runs: Vec<Run> = sides.iter().flatten().map(|(run, _)| run.clone()).collect();
        let PublishArgs { images, has_dark, overwrite, .. } = arguments.publish;
        let keeps = outlets::own_files(&arguments.store);
        let rules = Rules { keeps, ..outlets::rules(overwrite) };
        let to = PublishTo { out, images, has_dark, rules: &rules };
        return publish(&Report::compared(runs, comparison.clone(), false, locale), to);
    }
    let page = iogram_report::comparison_page(comparison, &locale);
    let json = || iogram_report::render_comparison_json(comparison, JsonStyle::Pretty);
    if arguments.format == PageFormat::Text && !arguments.is_full {
        return output::data(&page.brief_text(&output::layout(), &locale, &whole(arguments)));
    }
    output::page(&page, arguments.format, json)
}

/// The command that shows everything.
fn whole(arguments: &CompareArgs) -> String {
    let mut words = vec!["iogram".to_owned(), "compare".to_owned(), "--full".to_owned()];
    for drive in &arguments.drives {
        words.extend(["--drive".to_owned(), shell_word(drive)]);
    }
    if arguments.runs_each > 1 {
        words.extend(["--runs".to_owned(), arguments.runs_each.to_string()]);
    }
    if let Some(method) = &arguments.method {
        words.extend(["--method".to_owned(), shell_word(method)]);
    }
    words.extend(arguments.runs.iter().map(|it| shell_word(it)));
    if !arguments.others.is_empty() {
        words.push("--".to_owned());
        words.extend(arguments.others.iter().map(|it| shell_word(it)));
    }
    words.join(" ")
}

/// Without `--` each run is a side; with it, the runs between two of them are one.
fn named_sides(
    store: &mut Store,
    arguments: &CompareArgs,
) -> Result<Vec<Vec<String>>, Failure> {
    let mut find = |names: &[String]| {
        names
            .iter()
            .map(|name| places::find_run(store, name))
            .collect::<Result<Vec<_>, Failure>>()
    };
    if arguments.others.is_empty() {
        return Ok(find(&arguments.runs)?.into_iter().map(|id| vec![id]).collect());
    }
    let is_option = |word: &&String| word.starts_with('-') && *word != "--";
    if let Some(option) = arguments.others.iter().find(is_option) {
        return Err(Failure::usage(
            sentence!("cli-cannot-take-run-everything-after", option),
            text!("cli-options-stand-before-runs-iogram-compare"),
        ));
    }
    let others = arguments.others.split(|word| word == "--");
    let sides = std::iter::once(arguments.runs.as_slice()).chain(others);
    let sides = sides.filter(|side| !side.is_empty());
    sides.map(find).collect()
}

/// States the selected runs and their age: the newest one can be years old.
fn say_which(runs: &[(Run, String)]) {
    const DAY_US: i64 = 24 * 3600 * 1_000_000;
    let now = wall_clock_us();
    for (run, drive) in runs {
        let age = match (now - run.started_at_us) / DAY_US {
            ..=0 => sentence!("cli-today"),
            1 => sentence!("cli-yesterday"),
            days if days < 730 => sentence!("cli-days-ago", days),
            days => sentence!("cli-years-ago", years = days / 365),
        };
        let (method, id) = (&run.method.id, &run.id);
        // The time of another tool's measurement is unknown, or in its own words.
        let said = match run.import {
            None => {
                sentence!("cli-run-measured", drive, id, method, age: age)
            }
            Some(_) => {
                sentence!("cli-run-imported", drive, id, method, age: age)
            }
        };
        output::talk(said);
    }
}

/// The name of the run's drive: from the catalogue, from the drive, or from the user.
fn drive_name(store: &mut Store, run: &Run) -> Result<String, Failure> {
    if let Some(id) = store.drive_of_run(&run.id)?
        && let Some(entry) = store.drives()?.into_iter().find(|entry| entry.id == id)
    {
        return Ok(entry.name);
    }
    Ok(run.target.model.clone().unwrap_or_else(|| run.target.name.clone()))
}

/// The newest completed runs of each drive, at most this many, all of one method.
fn runs_of_drives(
    store: &mut Store,
    drives: &[String],
    (method, count): (Option<&str>, usize),
) -> Result<Vec<Vec<String>>, Failure> {
    let mut lists = Vec::new();
    for name in drives {
        let mut runs = runs_of(store, name)?;
        runs.retain(|run| run.line.state == RunState::Completed);
        if runs.is_empty() {
            return Err(Failure::usage(
                sentence!("cli-cannot-compare-no-completed-run-kept", name),
                text!("cli-measure-attach-run-iogram-drive-attach"),
            ));
        }
        lists.push(runs);
    }
    let methods: Vec<BTreeSet<&str>> = lists
        .iter()
        .map(|runs| runs.iter().map(|run| run.line.method.as_str()).collect())
        .collect();
    let is_common = |id: &str| methods.iter().all(|methods| methods.contains(id));
    // The newest run of the first drive whose method the others have too.
    let chosen = match method {
        Some(method) => Some(method).filter(|method| is_common(method)),
        None => lists[0].iter().map(|run| run.line.method.as_str()).find(|id| is_common(id)),
    };
    let Some(chosen) = chosen else {
        let had = drives.iter().zip(&methods).map(|(drive, methods)| {
            let methods: Vec<&str> = methods.iter().copied().collect();
            format!("{drive}: {}", methods.join(", "))
        });
        return Err(Failure::usage(
            text!("cli-cannot-compare-no-method-run-all"),
            had.collect::<Vec<_>>().join("; "),
        ));
    };
    let newest = lists.iter().map(|runs| {
        let chosen = runs.iter().filter(|run| run.line.method == chosen).take(count);
        chosen.map(|run| run.line.id.clone()).collect()
    });
    Ok(newest.collect())
}

/// The runs of a drive, newest first: of an entry of the catalogue, otherwise of the one drive whose serial number,
/// model or target contains `name`.
fn runs_of(store: &mut Store, name: &str) -> Result<Vec<RunSummary>, Failure> {
    if let Some(entry) = drive::find_if_known(&store.drives()?, name)? {
        return Ok(store.runs_of_drive(&entry.id)?);
    }
    let filter = RunFilter { target: Some(name.to_owned()), ..RunFilter::default() };
    let runs = store.list(&filter)?;
    let drives: BTreeSet<String> = runs
        .iter()
        .map(|run| match (&run.serial, &run.line.model) {
            (Some(serial), model) => {
                format!("{} {serial}", model.as_deref().unwrap_or_default()).trim().to_owned()
            }
            (None, Some(model)) => model.clone(),
            (None, None) => run.line.target.clone(),
        })
        .collect();
    match drives.len() {
        0 => Err(Failure::usage(
            sentence!("cli-cannot-find-drive-neither-catalogue-nor", name),
            text!("cli-iogram-drive-list-lists-drives-iogram"),
        )),
        1 => Ok(runs),
        _ => Err(Failure::usage(
            sentence!("cli-cannot-tell-drive", name),
            sentence!(
                "cli-type-more-could",
                drives = drives.into_iter().collect::<Vec<_>>().join(", ")
            ),
        )),
    }
}
