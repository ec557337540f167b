//! `iogram exclude` and `include`: excludes a repetition from every figure of the user's own run, or includes it
//! again.
//!
//! The measurement stays: the repetition is shown in parentheses, with the reason.

use std::process::ExitCode;

use iogram_model::{
    CellRecord, Evidence, Exclusion, ImportedResult, Run, TargetKind, Text, WarningCode,
    sentence, text,
};

use crate::args::{ExcludeArgs, IncludeArgs};
use crate::failure::Failure;
use crate::output;
use crate::places;

/// `iogram exclude`.
pub(crate) fn exclude(arguments: &ExcludeArgs) -> Result<ExitCode, Failure> {
    let reason = arguments.reason.trim();
    if reason.is_empty() {
        return Err(Failure::usage(
            text!("cli-cannot-leave-repetition-out-without-reason"),
            text!("cli-say-reason-readers-run-see"),
        ));
    }
    let exclusion = Exclusion {
        reason: reason.to_owned(),
        excluded_at_us: iogram_session::wall_clock_us(),
    };
    change(&arguments.run, &arguments.cell, &arguments.store, &Change::Exclude(exclusion))
}

/// `iogram include`.
pub(crate) fn include(arguments: &IncludeArgs) -> Result<ExitCode, Failure> {
    change(&arguments.run, &arguments.cell, &arguments.store, &Change::Include)
}

/// The change of a repetition.
enum Change {
    Exclude(Exclusion),
    Include,
}

impl Change {
    /// The description of the change, or the reason why it is impossible.
    fn apply(&self, cell: &mut CellRecord) -> Result<Text, Text> {
        if matches!(self, Self::Exclude(_)) && cell.excluded.is_none() && !cell.is_counted {
            return Err(text!("cli-method-not-count"));
        }
        let done = self.apply_to(&mut cell.excluded)?;
        cell.is_counted = cell.excluded.is_none();
        Ok(done)
    }

    /// The same for a result of another tool.
    fn apply_to_told(&self, told: &mut ImportedResult) -> Result<Text, Text> {
        let mut excluded = told.excluded.take().map(|it| *it);
        let done = self.apply_to(&mut excluded);
        told.excluded = excluded.map(Box::new);
        done
    }

    fn apply_to(&self, excluded: &mut Option<Exclusion>) -> Result<Text, Text> {
        match (self, excluded.is_some()) {
            (Self::Exclude(_), true) => Err(text!("cli-left-out-already")),
            (Self::Exclude(exclusion), false) => {
                *excluded = Some(exclusion.clone());
                Ok(text!("cli-no-figure-any-more"))
            }
            (Self::Include, true) => {
                *excluded = None;
                Ok(text!("cli-counts-again"))
            }
            (Self::Include, false) => Err(text!("cli-nobody-left-out")),
        }
    }
}

fn change(
    run: &str,
    name: &str,
    store: &crate::args::StoreArgs,
    change: &Change,
) -> Result<ExitCode, Failure> {
    let mut store = places::open_kept(store)?;
    let id = places::find_run(&mut store, run)?;
    let mut run = store.load(&id)?;
    let id = run.id.clone();
    iogram_session::free(
        &mut store,
        &id,
        text!("cli-refused-change-run-process-measures-since", process, run_id, since),
    )?;
    let has_results = run.imports().any(|it| !it.results.is_empty());
    if has_results && run.cells.is_empty() && run.criteria.is_some() {
        let told = find_told(&mut run, name)?;
        let done = change.apply_to_told(told).map_err(|why| refused(&id, name, why))?;
        store.finish(&iogram_findings::analysed(run))?;
        output::talk(sentence!("cli-run-name-id", name, id, done: done));
        return Ok(ExitCode::SUCCESS);
    }
    if run.target.kind == TargetKind::Imported || run.criteria.is_none() {
        return Err(Failure::usage(
            sentence!("cli-cannot-change-run-record-another-program", id),
            text!("cli-only-runs-version-measured-leave-repetitions"),
        ));
    }
    let position = find(&run, name)?;
    if run.cells[position].warnings.iter().any(|it| it.code == WarningCode::Unfinished) {
        return Err(Failure::usage(
            sentence!("cli-cannot-change-run-cell-never-finished", name, id),
            sentence!("cli-only-kept-under-way-measure-again", id),
        ));
    }
    let done = change.apply(&mut run.cells[position]).map_err(|why| refused(&id, name, why))?;
    let run = iogram_findings::analysed(run);
    store.annotate_cell(&id, position, &run.cells[position])?;
    store.finish(&run)?;
    output::talk(sentence!("cli-run-name-id", name, id, done: done));
    Ok(ExitCode::SUCCESS)
}

fn refused(id: &str, name: &str, why: Text) -> Failure {
    let hint = sentence!("cli-iogram-show-full-shows-left-out", id);
    Failure::usage(sentence!("cli-cannot-change-run", name, id, why: why), hint)
}

/// The result of another tool that `name` means: its name as the run shows it, with or without a space before its
/// number; `NAME#1` is the first one of the name.
fn find_told<'a>(run: &'a mut Run, name: &str) -> Result<&'a mut ImportedResult, Failure> {
    let plain = |name: &str| {
        let name = name.replace(" #", "#");
        name.strip_suffix("#1").map_or(name.clone(), str::to_owned)
    };
    let (wanted, id) = (plain(name), run.id.clone());
    let evidence = run.probes.iter_mut().filter_map(|probe| match &mut probe.evidence {
        Evidence::Imported(evidence) => Some(evidence),
        _ => None,
    });
    let mut names: Vec<String> = Vec::new();
    for told in evidence.flat_map(|it| &mut it.results) {
        if plain(&told.name) == wanted {
            return Ok(told);
        }
        if !names.contains(&told.name) {
            names.push(told.name.clone());
        }
    }
    Err(Failure::usage(
        sentence!("cli-cannot-find-run", name, run = id),
        sentence!("cli-results-run", names = names.join(", ")),
    ))
}

/// The index of `CELL#N`, the Nth repetition counted from 1; of `CELL` if there is only one.
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
                sentence!("cli-cells-run", names = names.join(", "))
            }
            1 => sentence!("cli-repetition-1", cell),
            count => sentence!("cli-name-repetition-1", cell, count),
        };
        Failure::usage(sentence!("cli-cannot-find-run", name, run = run.id), hint)
    })
}
