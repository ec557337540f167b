//! `iogram fleet`: findings about many drives from all stored runs.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use iogram_door::Outlet;
use iogram_findings::{FleetBuilder, FleetGroup};
use iogram_interchange::{ExportError, FleetTable};
use iogram_model::{Fleet, FleetFigure, Shortcoming, sentence, text};
use iogram_report::{
    JsonStyle, fleet_page, render_fleet, render_fleet_distributions, render_fleet_json,
    statement_text,
};
use iogram_store::{FleetFilter, Store};

use crate::args::{FleetArgs, FleetBy, FleetFormat, PageFormat};
use crate::failure::{CANNOT_TELL, DRIVE_FAILED, Failure};
use crate::outlets;
use crate::output;
use crate::places;
use crate::publish::publish_page;

/// `iogram fleet`.
pub(crate) fn fleet(arguments: &FleetArgs) -> Result<ExitCode, Failure> {
    if let Some(out) = arguments.publish.out.as_deref().filter(|out| outlets::is_table(out)) {
        return table(arguments, out);
    }
    let shows_distribution = arguments.figure.is_some() || arguments.by != FleetBy::Model;
    let mut fleet = gather(arguments, shows_distribution)?;
    if let Some(asked) = &arguments.figure {
        choose(&mut fleet, asked)?;
    }
    let (layout, locale) = (output::layout(), output::locale());
    if arguments.publish.out.is_some() {
        let page = fleet_page(&fleet, &locale);
        let json = || render_fleet_json(&fleet, JsonStyle::Pretty);
        let place = (&arguments.publish, &arguments.store);
        publish_page(&page, ("fleet.json", json), PageFormat::Text, place)?;
        return Ok(code(&fleet));
    }
    let text = match arguments.format {
        FleetFormat::Json => render_fleet_json(&fleet, JsonStyle::Pretty),
        FleetFormat::Text if shows_distribution && fleet.drive_count > 0 => {
            let lead = fleet.lead.iter().map(|it| statement_text(it, &locale) + "\n");
            let lead: String = lead.collect();
            let gap = if lead.is_empty() { "" } else { "\n" };
            let table = render_fleet_distributions(&fleet.distributions, &layout, &locale);
            format!("{lead}{gap}{table}")
        }
        FleetFormat::Text => render_fleet(&fleet, &layout, &locale),
    };
    match arguments.format {
        FleetFormat::Json => output::data(&text)?,
        FleetFormat::Text => output::lines(&text)?,
    }
    if arguments.format == FleetFormat::Text && fleet.drive_count == 0 {
        output::talk(text!("cli-hint-measure-drives-iogram-run-method"));
    }
    Ok(code(&fleet))
}

/// The code of the worst problem of any drive.
fn code(fleet: &Fleet) -> ExitCode {
    let kinds: Vec<Shortcoming> = fleet.members.iter().map(|it| it.told.kind).collect();
    ExitCode::from(match () {
        () if kinds.contains(&Shortcoming::Failed) => DRIVE_FAILED,
        () if kinds.contains(&Shortcoming::Open) => CANNOT_TELL,
        () => 0,
    })
}

/// The data of the fleet from the store, read model by model.
fn gather(arguments: &FleetArgs, shows_distribution: bool) -> Result<Fleet, Failure> {
    let group = match arguments.by {
        FleetBy::Model => FleetGroup::Model,
        FleetBy::Firmware => FleetGroup::Firmware,
        FleetBy::Drive => FleetGroup::Drive,
    };
    // Incomparable runs are reported on a page and in JSON, and in text if it has nothing else.
    let is_page = arguments.publish.out.is_some();
    let asks = !shows_distribution || is_page || arguments.format == FleetFormat::Json;
    let mut fleet = FleetBuilder::new(group, asks);
    if !places::has_store(&arguments.store)? {
        return Ok(fleet.told(0));
    }
    let mut store = places::open_kept(&arguments.store)?;
    fill(&mut store)?;
    let unidentified = store.read_fleet(&filter(arguments), &mut |model, runs| {
        fleet.add_model(model, &runs.iter().map(|(_, run)| run).collect::<Vec<_>>());
    })?;
    let is_of_simulation = arguments.simulated;
    Ok(Fleet { is_of_simulation, ..fleet.told(unidentified) })
}

fn filter(arguments: &FleetArgs) -> FleetFilter {
    FleetFilter {
        method: arguments.method.clone(),
        target: arguments.drives.clone(),
        is_virtual: arguments.simulated,
    }
}

/// All figures as a table in the file `out`, written run by run.
fn table(arguments: &FleetArgs, out: &Path) -> Result<ExitCode, Failure> {
    let outlet =
        Outlet::check(out, &outlets::page_rules(&arguments.publish, &arguments.store))?;
    let mut store = match places::has_store(&arguments.store)? {
        true => Some(places::open_kept(&arguments.store)?),
        false => None,
    };
    store.as_mut().map_or(Ok(()), fill)?;
    let mut told = Ok(0);
    // A problem with the store or the request is not one of the file: then no file is made.
    let path = outlet.write_with(|to| {
        let mut table = FleetTable::begin(to).map_err(ExportError::into_io)?;
        let added = match &mut store {
            Some(store) => add_all(store, arguments, &mut table),
            None => Ok(Ok(())),
        };
        match added {
            Ok(written) => {
                let rows = written.and_then(|()| table.end()).map_err(ExportError::into_io)?;
                told = Ok(rows);
                Ok(())
            }
            Err(failure) => {
                told = Err(failure);
                Err(io::ErrorKind::Other.into())
            }
        }
    });
    let rows = told?;
    let path = path?;
    output::talk(sentence!("cli-wrote-row-each-run-figure-all", path = path.display(), rows));
    Ok(ExitCode::SUCCESS)
}

/// Adds the requested figures of the requested runs; returns the first write error at the end.
fn add_all<W: Write + Send>(
    store: &mut Store,
    arguments: &FleetArgs,
    table: &mut FleetTable<W>,
) -> Result<Result<(), ExportError>, Failure> {
    let asked = arguments.figure.as_deref().filter(|asked| *asked != "all");
    let (mut names, mut is_found, mut written) = (BTreeSet::new(), asked.is_none(), Ok(()));
    store.read_fleet(&filter(arguments), &mut |_, runs| {
        for (id, mut run) in runs {
            if let Some(asked) = asked {
                names.extend(run.figures.iter().map(|(of, _)| name_of(of)));
                run.figures.retain(|(of, _)| name_of(of).contains(asked));
                is_found |= !run.figures.is_empty();
            }
            if written.is_ok() {
                written = table.add(&id, &run);
            }
        }
    })?;
    match asked {
        Some(asked) if !is_found && !names.is_empty() => {
            Err(unknown_figure(asked, &Vec::from_iter(names)))
        }
        _ => Ok(written),
    }
}

/// Fewer runs are processed silently. Arbitrary: a second or two.
const SAID_FROM: u64 = 200;

/// Computes the figures of runs that older versions stored, once.
fn fill(store: &mut Store) -> Result<(), Failure> {
    let count = store.count_due_figures()?;
    let mut said = 0;
    if count >= SAID_FROM {
        output::talk(sentence!("cli-finding-figures-runs-once-whatever-ends", count));
    }
    store.fill_figures(&mut |done| {
        let tenths = done.saturating_mul(10).checked_div(count).unwrap_or(10);
        if count >= SAID_FROM && tenths > said {
            said = tenths;
            output::talk(sentence!("cli-figures-runs", done, count));
        }
    })?;
    Ok(())
}

/// As typed: `random-read-4k.iops`.
fn name_of(of: &FleetFigure) -> String {
    format!("{}.{}", of.quality.name(), of.figure)
}

/// Keeps the distributions of the requested figure.
fn choose(fleet: &mut Fleet, asked: &str) -> Result<(), Failure> {
    if asked == "all" {
        return Ok(());
    }
    let mut names: Vec<String> = fleet.distributions.iter().map(|it| name_of(&it.of)).collect();
    names.sort();
    names.dedup();
    fleet.distributions.retain(|it| name_of(&it.of).contains(asked));
    if !fleet.distributions.is_empty() || names.is_empty() {
        return Ok(());
    }
    Err(unknown_figure(asked, &names))
}

fn unknown_figure(asked: &str, names: &[String]) -> Failure {
    let near = iogram_runner::find_nearest(asked, names.iter().map(String::as_str));
    let all = names.join(", ");
    let hint = match near {
        Some(near) => sentence!("cli-mean-figures", near, all),
        None => sentence!("cli-figures", all),
    };
    Failure::usage(sentence!("cli-no-kept-run-figure", asked), hint)
}
