//! `iogram advise`: recommends known drives for each use.

use iogram_model::text;
use std::process::ExitCode;

use iogram_catalogue::{BUILTIN_RULES, builtin_purposes, parse_purposes};
use iogram_findings::{KnownDrive, advise as rank};
use iogram_report::JsonStyle;

use crate::args::AdviseArgs;
use crate::drive;
use crate::failure::Failure;
use crate::output;
use crate::places;
use crate::publish::publish_page;
use crate::uses::find_use;

/// `iogram advise`.
pub(crate) fn advise(arguments: &AdviseArgs) -> Result<ExitCode, Failure> {
    if arguments.print_rules {
        output::data(BUILTIN_RULES)?;
        return Ok(ExitCode::SUCCESS);
    }
    let purposes = match &arguments.rules {
        None => builtin_purposes(),
        Some(path) => {
            let text = places::read_text(path)?;
            parse_purposes(&text).map_err(|error| drive::file_failure(path, &text, error))?
        }
    };
    let purpose = find_use(&purposes, &arguments.purpose)?;
    let known = known_drives(arguments)?;
    if known.is_empty() {
        return Err(Failure::usage(
            text!("cli-cannot-advise-no-drive-catalogue"),
            text!("cli-iogram-drive-add-run-last-makes"),
        ));
    }
    let advice = rank(purpose, &known, arguments.budget.as_ref());
    let locale = output::locale();
    let page = iogram_report::advice_page(&advice, &locale);
    let json = || iogram_report::render_advice_json(&advice, JsonStyle::Pretty);
    publish_page(
        &page,
        ("advice.json", json),
        arguments.format,
        (&arguments.publish, &arguments.store),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn known_drives(arguments: &AdviseArgs) -> Result<Vec<KnownDrive>, Failure> {
    if !places::has_store(&arguments.store)? {
        return Ok(Vec::new());
    }
    let mut store = places::open_kept(&arguments.store)?;
    let mut known = Vec::new();
    for entry in store.drives()? {
        let sheet = drive::sheet_of(&mut store, entry)?;
        known.push(drive::known(&sheet));
    }
    Ok(known)
}
