//! `iogram exclude` and `include`: a repetition out of every figure of a run of one's own, and back.
//!
//! What was measured stays: the repetition is shown in parentheses, with the reason.

use std::process::ExitCode;

use iogram_model::{CellRecord, Exclusion, Run, TargetKind, WarningCode, sentence};

use crate::args::{ExcludeArgs, IncludeArgs};
use crate::failure::Failure;
use crate::output;
use crate::places;

/// `iogram exclude`.
pub(crate) fn exclude(arguments: &ExcludeArgs) -> Result<ExitCode, Failure> {
    let reason = arguments.reason.trim();
    if reason.is_empty() {
        return Err(Failure::usage(
            "cannot leave a repetition out without a reason",
            "say it with --reason \"..\": readers of the run see it",
        ));
    }
    let exclusion = Exclusion {
        reason: reason.to_owned(),
        excluded_at_us: iogram_session::wall_clock_us(),
    };
    change(&arguments.run, &arguments.cell, &arguments.store, |cell| match cell.excluded {
        Some(_) => Err("it is left out already"),
        None if !cell.is_counted => Err("its method does not count it"),
        None => {
            (cell.is_counted, cell.excluded) = (false, Some(exclusion));
            Ok("in no figure any more")
        }
    })
}

/// `iogram include`.
pub(crate) fn include(arguments: &IncludeArgs) -> Result<ExitCode, Failure> {
    change(&arguments.run, &arguments.cell, &arguments.store, |cell| {
        match cell.excluded.take() {
            Some(_) => {
                cell.is_counted = true;
                Ok("counts again")
            }
            None => Err("nobody left it out"),
        }
    })
}

fn change(
    run: &str,
    name: &str,
    store: &crate::args::StoreArgs,
    change: impl FnOnce(&mut CellRecord) -> Result<&'static str, &'static str>,
) -> Result<ExitCode, Failure> {
    let mut store = places::open_kept(store)?;
    let id = places::find_run(&mut store, run)?;
    let mut run = store.load(&id)?;
    let id = run.id.clone();
    iogram_session::free(&mut store, &id, "change")?;
    if run.target.kind == TargetKind::Imported || run.criteria.is_none() {
        return Err(Failure::usage(
            sentence!(
                "cannot change run {id}: it is a record of another program or version",
                id
            ),
            "only runs that this version measured can leave repetitions out",
        ));
    }
    let position = find(&run, name)?;
    if run.cells[position].warnings.iter().any(|it| it.code == WarningCode::Unfinished) {
        return Err(Failure::usage(
            sentence!(
                "cannot change {name} of run {id}: the cell was never finished",
                name,
                id
            ),
            sentence!(
                "only what was kept of it under way is there; measure it again, with \
                 \"iogram resume {id}\" if the run has more cells, and change that",
                id
            ),
        ));
    }
    let done = change(&mut run.cells[position]).map_err(|why| {
        let hint =
            sentence!("\"iogram show --full {id}\" shows what is left out, in parentheses", id);
        Failure::usage(
            sentence!("cannot change {name} of run {id}: {why}", name, id, why: why),
            hint,
        )
    })?;
    let run = iogram_findings::analysed(run);
    store.annotate_cell(&id, position, &run.cells[position])?;
    store.finish(&run)?;
    output::talk(sentence!("{name} of run {id}: {done}", name, id, done: done));
    Ok(ExitCode::SUCCESS)
}

/// The place of `CELL#N`, the Nth repetition counted from 1; of `CELL` where there is only one.
fn find(run: &Run, name: &str) -> Result<usize, Failure> {
    let (cell, number) = match name.rsplit_once('#') {
        Some((cell, number)) => (cell, Some(number.parse::<usize>().unwrap_or(0))),
        None => (name, None),
    };
    let cells = run.cells.iter().enumerate().filter(|(_, it)| it.name == cell);
    let places: Vec<usize> = cells.map(|(place, _)| place).collect();
    let found = match (number, places.as_slice()) {
        (None, [only]) => Some(*only),
        (Some(number), places) => number.checked_sub(1).and_then(|it| places.get(it)).copied(),
        (None, _) => None,
    };
    found.ok_or_else(|| {
        let hint = match places.len() {
            0 => {
                let mut names: Vec<&str> =
                    run.cells.iter().map(|it| it.name.as_str()).collect();
                names.dedup();
                sentence!("cells of the run: {names}", names = names.join(", "))
            }
            1 => sentence!("it has one repetition: {cell}#1", cell),
            count => sentence!("name a repetition: {cell}#1 to {cell}#{count}", cell, count),
        };
        Failure::usage(sentence!("cannot find {name} in run {run}", name, run = run.id), hint)
    })
}
