//! `iogram fleet`: what all kept runs together say of many drives.

use std::process::ExitCode;

use iogram_findings::{FleetGroup, FleetRun, fleet as gather};
use iogram_model::{Fleet, FleetFigure, RunState, TargetKind, sentence};
use iogram_report::{JsonStyle, render_fleet, render_fleet_distributions, render_fleet_json};
use iogram_store::RunFilter;

use crate::args::{FleetArgs, FleetBy, FleetFormat};
use crate::failure::Failure;
use crate::output;
use crate::places;

/// `iogram fleet`.
pub(crate) fn fleet(arguments: &FleetArgs) -> Result<ExitCode, Failure> {
    let (runs, unidentified) = runs(arguments)?;
    let group = match arguments.by {
        FleetBy::Model => FleetGroup::Model,
        FleetBy::Firmware => FleetGroup::Firmware,
        FleetBy::Drive => FleetGroup::Drive,
    };
    let mut fleet = gather(&runs, unidentified, group);
    if let Some(asked) = &arguments.figure {
        choose(&mut fleet, asked)?;
    }
    let (layout, locale) = (output::layout(), output::locale());
    let shows_distribution =
        fleet.drive_count > 0 && (arguments.figure.is_some() || arguments.by != FleetBy::Model);
    let text = match arguments.format {
        FleetFormat::Json => render_fleet_json(&fleet, JsonStyle::Pretty),
        FleetFormat::Text if shows_distribution => {
            render_fleet_distributions(&fleet.distributions, &layout, &locale)
        }
        FleetFormat::Text => render_fleet(&fleet, &layout, &locale),
    };
    match arguments.format {
        FleetFormat::Json => output::data(&text)?,
        FleetFormat::Text => output::lines(&text)?,
    }
    if arguments.format == FleetFormat::Text && fleet.drive_count == 0 {
        output::talk(
            "hint: measure drives (iogram run METHOD TARGET); a run on a whole device knows the drive's serial number",
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// The runs that say of which drive they are, and how many do not.
fn runs(arguments: &FleetArgs) -> Result<(Vec<FleetRun>, u64), Failure> {
    if !places::has_store(&arguments.store)? {
        return Ok((Vec::new(), 0));
    }
    let mut store = places::open_kept(&arguments.store)?;
    let filter = RunFilter {
        method: arguments.method.clone(),
        target: arguments.drives.clone(),
        limit: None,
    };
    let (mut runs, mut unidentified) = (Vec::new(), 0);
    for summary in store.list(&filter)? {
        if summary.line.state == RunState::Running {
            continue;
        }
        let run = store.load(&summary.line.id)?;
        let is_virtual = matches!(run.target.kind, TargetKind::Simulated | TargetKind::Null);
        if is_virtual != arguments.simulated {
            continue;
        }
        match FleetRun::of(&run) {
            Some(run) => runs.push(run),
            None => unidentified += 1,
        }
    }
    Ok((runs, unidentified))
}

/// As it is typed: `random-read-4k.iops`.
fn name_of(of: &FleetFigure) -> String {
    format!("{}.{}", of.quality.name(), of.figure)
}

/// Leaves the distributions whose figure is asked for.
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
    let near = iogram_runner::find_nearest(asked, names.iter().map(String::as_str));
    let all = names.join(", ");
    let hint = match near {
        Some(near) => sentence!("did you mean \"{near}\"? figures: {all}", near, all),
        None => sentence!("figures: {all}", all),
    };
    Err(Failure::usage(sentence!("no kept run has a figure \"{asked}\"", asked), hint))
}
