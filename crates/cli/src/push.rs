//! `iogram push` and `iogram pull`: runs from the file of a bench to a server that many share, and back.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_model::{RunState, sentence};
use iogram_session::is_alive;
use iogram_store::{Believed, Copied, RunFilter, Store};

use crate::args::{FleetServerArgs, PullArgs, PushArgs};
use crate::environment::variable;
use crate::failure::Failure;
use crate::options;
use crate::output;
use crate::places;

/// `iogram push`.
pub(crate) fn push(arguments: &PushArgs) -> Result<ExitCode, Failure> {
    let place = server(arguments.to.as_ref(), "push runs", "--to")?;
    let here = places::store_path(&arguments.store)?;
    let mut from = places::open_at(&here)?;
    apart(&here, &place)?;
    let mut to = iogram_session::open_store(&place)?;
    let runs = chosen(&mut from, &arguments.runs, &RunFilter::default())?;
    let count = copy(&mut from, &mut to, &runs, Believed::Source)?;
    count.tell(&to.path().display().to_string())
}

/// `iogram pull`.
pub(crate) fn pull(arguments: &PullArgs) -> Result<ExitCode, Failure> {
    let place = server(arguments.from.as_ref(), "pull runs", "--from")?;
    apart(&places::store_path(&arguments.store)?, &place)?;
    let mut from = places::open_at(&place)?;
    let filter = RunFilter {
        method: arguments.method.clone(),
        target: arguments.target.clone(),
        ..RunFilter::default()
    };
    let runs = chosen(&mut from, &arguments.runs, &filter)?;
    let mut to = places::open_store(&arguments.store)?;
    let count = copy(&mut from, &mut to, &runs, Believed::Destination)?;
    count.tell(&to.path().display().to_string())
}

/// Copies a run to the fleet's server right after it was kept, and before it those that could not be copied then. Nothing
/// is measured any more, and what fails here is no failure of the run: the next one tries again.
pub(crate) fn by_itself(server: &Path, here: &Path, run_id: &str) -> Result<(), Failure> {
    let mut from = places::open_at(here)?;
    apart(here, server)?;
    let mut to = iogram_session::open_store(server)?;
    let mut ids = Vec::new();
    for run in from.list(&RunFilter::default())? {
        let is_measured = run.owner.as_ref().is_some_and(is_alive);
        let is_open = matches!(run.line.state, RunState::Running | RunState::Interrupted);
        // What is left of a task another computer may have done meanwhile.
        if is_measured || is_open && from.task_of(&run.line.id)?.is_some() {
            continue;
        }
        if run.line.id == run_id {
            ids.push(run.line.id);
        } else if to.has(&run.line.id)? {
            // Oldest first: what is before one that is there is there.
            break;
        } else {
            ids.push(run.line.id);
        }
    }
    for id in ids.iter().rev() {
        to.copy_run(&mut from, id, Believed::Source)?;
    }
    Ok(())
}

/// The same, said: who measures learns where the run is, or that it is not there yet.
pub(crate) fn tell_by_itself(
    fleet: &FleetServerArgs,
    kept: Option<&Path>,
    run_id: &str,
    is_quiet: bool,
) {
    let (Some(server), Some(kept)) = (options::server(fleet), kept) else { return };
    if server == kept {
        return;
    }
    match by_itself(&server, kept, run_id) {
        Ok(()) if is_quiet => {}
        Ok(()) => output::talk(sentence!("copied to {server}", server = server.display())),
        Err(failure) => {
            output::talk(sentence!("warning: {why}", why: failure.message));
            output::talk("the run is kept here; the next run or iogram push copies it");
        }
    }
}

/// The other store.
fn server(
    named: Option<&PathBuf>,
    what: &'static str,
    option: &'static str,
) -> Result<PathBuf, Failure> {
    let usual = || variable("IOGRAM_SERVER").map(PathBuf::from);
    named.cloned().or_else(usual).ok_or_else(|| {
        Failure::usage(
            sentence!("cannot {what}: no server is named", what: what),
            sentence!(
                "name one with {option} postgres://USER@HOST/DATABASE, or in IOGRAM_SERVER",
                option
            ),
        )
    })
}

/// A store is not copied into itself.
fn apart(here: &Path, there: &Path) -> Result<(), Failure> {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if whole(here) == whole(there) {
        return Err(Failure::usage(
            sentence!("cannot copy the store {path} into itself", path = here.display()),
            "name two different ones",
        ));
    }
    Ok(())
}

/// A run to be copied.
struct Chosen {
    id: String,
    is_measured: bool,
}

/// What was asked for, oldest first: what breaks off leaves no gap.
fn chosen(
    store: &mut Store,
    names: &[String],
    filter: &RunFilter,
) -> Result<Vec<Chosen>, Failure> {
    let ids = names.iter().map(|name| store.find(name)).collect::<Result<Vec<_>, _>>()?;
    let mut runs = store.list(filter)?;
    runs.reverse();
    let runs = runs.into_iter().filter(|run| names.is_empty() || ids.contains(&run.line.id));
    let mut all = Vec::new();
    for run in runs {
        let is_open = matches!(run.line.state, RunState::Running | RunState::Interrupted);
        // What is left of a task another computer may have done meanwhile: it is copied when somebody names it.
        if names.is_empty() && is_open && store.task_of(&run.line.id)?.is_some() {
            continue;
        }
        let is_measured = run.owner.as_ref().is_some_and(is_alive);
        all.push(Chosen { is_measured, id: run.line.id });
    }
    Ok(all)
}

/// What became of all runs.
#[derive(Debug, Default)]
struct Count {
    new: u64,
    renewed: u64,
    same: u64,
    /// Left out, because they are being measured.
    measured: Vec<String>,
    /// Left as they are there, because more is known of them there.
    newer: Vec<String>,
    /// Left out, because another run there is the same part of a campaign.
    superseded: Vec<String>,
    /// Left as they are there, because they are other runs.
    others: Vec<String>,
}

fn copy(
    from: &mut Store,
    to: &mut Store,
    runs: &[Chosen],
    believed: Believed,
) -> Result<Count, Failure> {
    let mut count = Count::default();
    for run in runs {
        if run.is_measured {
            count.measured.push(run.id.clone());
            continue;
        }
        match to.copy_run(from, &run.id, believed) {
            Ok(Copied::New) => count.new += 1,
            Ok(Copied::Same) => count.same += 1,
            Ok(Copied::Renewed) => count.renewed += 1,
            Ok(Copied::NewerThere) => count.newer.push(run.id.clone()),
            Ok(Copied::Superseded) => count.superseded.push(run.id.clone()),
            Ok(_) => count.others.push(run.id.clone()),
            Err(error) => {
                let done = count.new + count.renewed + count.same;
                output::talk(sentence!(
                    "{done} of {count} runs are there; the same command goes on with the others",
                    done,
                    count = runs.len()
                ));
                return Err(error.into());
            }
        }
    }
    Ok(count)
}

impl Count {
    fn tell(&self, place: &str) -> Result<ExitCode, Failure> {
        let there = self.new + self.renewed + self.same;
        let left =
            self.measured.len() + self.superseded.len() + self.newer.len() + self.others.len();
        match (there, left) {
            (0, 0) => output::talk(sentence!("there are no runs to copy to {place}", place)),
            _ => output::talk(sentence!(
                "{there} runs are in {place}: {new} new, {renewed} renewed, {same} there before",
                there,
                place,
                new = self.new,
                renewed = self.renewed,
                same = self.same
            )),
        }
        for id in &self.measured {
            output::talk(sentence!("run {id} is being measured: it is left out", id));
        }
        for id in &self.superseded {
            output::talk(sentence!(
                "run {id} is left out: another run there is the same part of its campaign",
                id
            ));
        }
        for id in &self.newer {
            output::talk(sentence!("run {id} is left as it is there: more is known of it", id));
        }
        for id in &self.others {
            output::talk(sentence!("run {id} is left as it is there: it is another run", id));
        }
        if self.others.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        Err(Failure::new(
            iogram_session::FailureKind::Refused,
            sentence!(
                "refused to replace {count} runs by others with their ids",
                count = self.others.len()
            ),
            "look at both with `iogram show RUN --store ..`; delete one of them if it is to go",
        ))
    }
}
