//! `iogram advise`: which of the known drives for which use.

use std::process::ExitCode;

use iogram_catalogue::{BUILTIN_RULES, builtin_purposes, find_purpose, parse_purposes};
use iogram_findings::{KnownDrive, advise as rank};
use iogram_model::{Purpose, sentence};
use iogram_report::JsonStyle;

use crate::args::AdviseArgs;
use crate::drive;
use crate::failure::Failure;
use crate::output;
use crate::places;
use crate::publish::publish_page;

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
            "cannot advise: no drive is in the catalogue",
            "iogram drive add --run last makes an entry from a run, iogram drive import-samples \
             brings drives with published figures",
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

/// The use that somebody means by `id`.
pub(crate) fn find_use<'a>(purposes: &'a [Purpose], id: &str) -> Result<&'a Purpose, Failure> {
    find_purpose(purposes, id).ok_or_else(|| {
        let ids: Vec<&str> = purposes.iter().map(|purpose| purpose.id.as_str()).collect();
        let aliases = purposes.iter().flat_map(|it| &it.aliases).map(String::as_str);
        let near = iogram_runner::find_nearest(id, ids.iter().copied().chain(aliases));
        let all = ids.join(", ");
        let hint = match near {
            Some(near) => sentence!("did you mean \"{near}\"? uses: {all}", near, all),
            None => sentence!("uses: {all}", all),
        };
        Failure::usage(sentence!("there is no use \"{id}\" in the rules", id), hint)
    })
}

fn known_drives(arguments: &AdviseArgs) -> Result<Vec<KnownDrive>, Failure> {
    if !places::has_store(&arguments.store)? {
        return Ok(Vec::new());
    }
    let mut store = places::open_kept(&arguments.store)?;
    let mut known = Vec::new();
    for entry in store.drives()? {
        let sheet = drive::sheet_of(&mut store, entry)?;
        let (figures, defects) = (sheet.figures, sheet.defects);
        known.push(KnownDrive { entry: sheet.drive, figures, defects });
    }
    Ok(known)
}
