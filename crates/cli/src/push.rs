//! `iogram push` and `iogram pull`: copy runs from a bench's file to a shared server, and back.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_model::{RunState, Sentence, Text, sentence, text};
use iogram_session::is_alive;
use iogram_store::{Believed, Copied, Error, Fault, RunFilter, Store};

use crate::args::{FleetServerArgs, PullArgs, PushArgs};
use crate::environment::variable;
use crate::failure::Failure;
use crate::options;
use crate::output;
use crate::places;

/// `iogram push`.
pub(crate) fn push(arguments: &PushArgs) -> Result<ExitCode, Failure> {
    let place =
        server(arguments.to.as_ref(), text!("cli-cannot-push-runs-no-server-named"), "--to")?;
    let here = places::store_path(&arguments.store)?;
    let mut from = places::open_at(&here)?;
    apart(&here, &place)?;
    let mut to = iogram_session::open_store(&place)?;
    let runs = chosen(&mut from, &arguments.runs, &RunFilter::default())?;
    copy(&mut from, &mut to, &runs, Way::Push)
}

/// `iogram pull`.
pub(crate) fn pull(arguments: &PullArgs) -> Result<ExitCode, Failure> {
    let place = server(
        arguments.from.as_ref(),
        text!("cli-cannot-pull-runs-no-server-named"),
        "--from",
    )?;
    apart(&places::store_path(&arguments.store)?, &place)?;
    let mut from = places::open_at(&place)?;
    let filter = RunFilter {
        method: arguments.method.clone(),
        target: arguments.target.clone(),
        ..RunFilter::default()
    };
    let runs = chosen(&mut from, &arguments.runs, &filter)?;
    let mut to = places::open_store(&arguments.store)?;
    copy(&mut from, &mut to, &runs, Way::Pull)
}

/// Copies a run to the fleet's server right after it was stored, preceded by earlier ones that could not be copied.
/// The measurement is over, and a failure here is not one of the run: the next run tries again. Returns why the run
/// was left out, if it was.
fn by_itself(server: &Path, here: &Path, run_id: &str) -> Result<Option<Left>, Failure> {
    let mut from = places::open_at(here)?;
    apart(here, server)?;
    let mut to = iogram_session::open_store(server)?;
    let runs = chosen(&mut from, &[], &RunFilter::default())?;
    let whole = runs.into_iter().filter(|run| run.left.is_none());
    let ids: Vec<String> = whole.map(|run| run.id).collect();
    // Compare the ids themselves: start times are useless, because a clock may have been wrong.
    let mut lacking = to.lacking(&ids)?;
    let is_there = ids.iter().any(|id| id == run_id) && !lacking.iter().any(|id| id == run_id);
    lacking.extend(is_there.then(|| run_id.to_owned()));
    let mut left = None;
    for id in &lacking {
        match to.copy_run(&mut from, id, Believed::Source, is_alive) {
            Ok(copied) if id == run_id => left = left_of(copied),
            Ok(_) => {}
            // A damaged run does not stop the others.
            Err(error) if id != run_id && is_damage(&error, &from) => {
                output::talk(damaged(id, error));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(left)
}

/// The same with messages: the user learns where the run is, or that it is not on the server yet.
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
        Ok(None) if is_quiet => {}
        Ok(None) => output::talk(sentence!("cli-copied", server = server.display())),
        Ok(Some(left)) => output::talk(left_because(left, Way::Push, run_id)),
        Err(failure) => {
            output::talk(sentence!("cli-warning-why", why: failure.message));
            output::talk(text!("cli-run-kept-here-next-run-iogram"));
        }
    }
}

/// The other store.
fn server(
    named: Option<&PathBuf>,
    unnamed: Text,
    option: &'static str,
) -> Result<PathBuf, Failure> {
    let usual = || variable("IOGRAM_SERVER").map(PathBuf::from);
    let place = named.cloned().or_else(usual).ok_or_else(|| {
        Failure::usage(
            sentence!(unnamed),
            sentence!("cli-name-postgres-user-host-database-iogram", option),
        )
    })?;
    places::check_server(Some(&place))?;
    Ok(place)
}

/// Refuses to copy a store into itself.
fn apart(here: &Path, there: &Path) -> Result<(), Failure> {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if whole(here) == whole(there) {
        return Err(Failure::usage(
            sentence!("cli-cannot-copy-store-into-itself", path = here.display()),
            text!("cli-name-two-different-ones"),
        ));
    }
    Ok(())
}

/// A run to copy.
struct Chosen {
    id: String,
    /// The reason not to copy it, if already known.
    left: Option<Left>,
}

/// The requested runs, oldest first: an interruption leaves no gap.
fn chosen(
    store: &mut Store,
    names: &[String],
    filter: &RunFilter,
) -> Result<Vec<Chosen>, Failure> {
    let ids = names.iter().map(|name| places::find_run(store, name));
    let ids = ids.collect::<Result<Vec<_>, _>>()?;
    let mut runs = store.list(filter)?;
    runs.reverse();
    let runs = runs.into_iter().filter(|run| names.is_empty() || ids.contains(&run.line.id));
    let mut all = Vec::new();
    for run in runs {
        let is_open = matches!(run.line.state, RunState::Running | RunState::Interrupted);
        let left = if run.owner.as_ref().is_some_and(is_alive) {
            Some(Left::Measured)
        } else if names.is_empty() && is_open && store.task_of(&run.line.id)?.is_some() {
            Some(Left::Open)
        } else {
            None
        };
        all.push(Chosen { id: run.line.id, left });
    }
    Ok(all)
}

/// The direction of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Push,
    Pull,
}

/// Reasons to leave out a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Left {
    /// A program measures it in the source.
    Measured,
    /// A program measures it in the destination.
    MeasuredThere,
    /// It is the rest of a part of a campaign: another computer may have completed that meanwhile.
    Open,
    /// In the destination, another run is the same part of a campaign.
    Superseded,
    /// The destination has a newer state of it.
    Newer,
    /// The destination has another run with its id.
    Another,
    /// It cannot be decoded.
    Damaged,
}

/// The results for all runs.
#[derive(Debug, Default)]
struct Count {
    new: u64,
    renewed: u64,
    same: u64,
    /// With the message about each.
    left: BTreeMap<Left, Vec<Sentence>>,
}

/// The reason why the destination differs; `None` if it does not.
const fn left_of(copied: Copied) -> Option<Left> {
    match copied {
        Copied::New | Copied::Same | Copied::Renewed => None,
        Copied::NewerThere => Some(Left::Newer),
        Copied::Superseded => Some(Left::Superseded),
        Copied::Measured => Some(Left::MeasuredThere),
        _ => Some(Left::Another),
    }
}

/// Whether the damage is in this run alone: others may be intact.
fn is_damage(error: &Error, from: &Store) -> bool {
    match error {
        Error::Record { .. } => true,
        Error::Database { fault: Fault::Damaged | Fault::ServerDamaged, path, .. } => {
            path == from.path()
        }
        _ => false,
    }
}

/// The message about such a run.
fn damaged(id: &str, error: Error) -> Sentence {
    sentence!("cli-run-left-out", id, why: Failure::from(error).message)
}

/// So many runs travel together, or are compared at once. Arbitrary: a few megabytes, and what is done again after a failure.
const RUNS_AT_ONCE: usize = 16;

fn copy(
    from: &mut Store,
    to: &mut Store,
    runs: &[Chosen],
    way: Way,
) -> Result<ExitCode, Failure> {
    let mut count = Count::default();
    let ids: Vec<String> = runs.iter().map(|run| run.id.clone()).collect();
    let lacking: BTreeSet<String> = to.lacking(&ids)?.into_iter().collect();
    let new: Vec<String> = runs
        .iter()
        .filter(|run| run.left.is_none() && lacking.contains(&run.id))
        .map(|run| run.id.clone())
        .collect();
    let known: Vec<String> = runs
        .iter()
        .filter(|run| run.left.is_none() && !lacking.contains(&run.id))
        .map(|run| run.id.clone())
        .collect();
    let same: BTreeSet<String> =
        known.chunks(RUNS_AT_ONCE).flat_map(|some| to.same_runs(from, some)).collect();
    let mut batches = new.chunks(RUNS_AT_ONCE).peekable();
    // Copied with others before their turn.
    let mut added: BTreeSet<&String> = BTreeSet::new();
    for run in runs {
        if let Some(left) = run.left {
            count.leave(left, left_because(left, way, &run.id));
            continue;
        }
        if same.contains(&run.id) {
            count.add(Copied::Same, way, &run.id);
            continue;
        }
        if let Some(batch) = batches.next_if(|batch| batch.first() == Some(&run.id))
            && batch.len() > 1
            && to.add_runs(from, batch)
        {
            added.extend(batch);
        }
        if added.remove(&run.id) {
            count.add(Copied::New, way, &run.id);
            continue;
        }
        let alone = match lacking.contains(&run.id) {
            true => to.add_run(from, &run.id),
            false => Ok(None),
        };
        let copied = match alone {
            Ok(Some(copied)) => Ok(copied),
            Ok(None) => to.copy_run(from, &run.id, way.believed(), is_alive),
            Err(error) => Err(error),
        };
        match copied {
            Ok(copied) => count.add(copied, way, &run.id),
            Err(error) if is_damage(&error, from) => {
                count.leave(Left::Damaged, damaged(&run.id, error));
            }
            Err(error) => {
                let done = count.new + count.renewed + count.same + added.len() as u64;
                output::talk(sentence!(
                    "cli-runs-same-command-goes-others",
                    done,
                    count = runs.len()
                ));
                return Err(error.into());
            }
        }
    }
    count.tell(&to.path().display().to_string(), way);
    count.end(way)
}

impl Way {
    const fn believed(self) -> Believed {
        match self {
            Self::Push => Believed::Source,
            Self::Pull => Believed::Destination,
        }
    }
}

/// The message about one run.
fn left_because(left: Left, way: Way, id: &str) -> Sentence {
    match (left, way) {
        (Left::Measured, Way::Push) | (Left::MeasuredThere, Way::Pull) => {
            sentence!("cli-run-being-measured-here-left-out", id)
        }
        (Left::Measured, Way::Pull) | (Left::MeasuredThere, Way::Push) => {
            sentence!("cli-run-being-measured-left-out", id)
        }
        (Left::Open, _) => sentence!("cli-run-left-out-part-campaign-broken", id),
        (Left::Superseded, Way::Push) => sentence!("cli-run-left-out-another-run-same", id),
        (Left::Superseded, Way::Pull) => sentence!("cli-run-left-out-another-run-here", id),
        (Left::Newer, Way::Push) => {
            sentence!("cli-run-left-more-known", id)
        }
        (Left::Newer, Way::Pull) => {
            sentence!("cli-run-left-here-more-known", id)
        }
        (Left::Another, Way::Push) => {
            sentence!("cli-run-left-another-run", id)
        }
        (Left::Another, Way::Pull) => {
            sentence!("cli-run-left-here-another-run", id)
        }
        (Left::Damaged, _) => sentence!("cli-run-left-out-damaged", id),
    }
}

/// The number and the reason, for the first line.
fn counted(left: Left, way: Way, count: usize) -> Sentence {
    match (left, way) {
        (Left::Measured | Left::MeasuredThere, _) => {
            sentence!("cli-being-measured", count)
        }
        (Left::Open, _) => sentence!("cli-broken-off-campaign", count),
        (Left::Superseded, _) => sentence!("cli-done-another-run", count),
        (Left::Newer, Way::Push) => sentence!("cli-better-known", count),
        (Left::Newer, Way::Pull) => sentence!("cli-better-known-here", count),
        (Left::Another, Way::Push) => {
            sentence!("cli-id-another-run", count)
        }
        (Left::Another, Way::Pull) => {
            sentence!("cli-id-another-run-here", count)
        }
        (Left::Damaged, _) => sentence!("cli-damaged", count),
    }
}

impl Count {
    fn add(&mut self, copied: Copied, way: Way, id: &str) {
        match (copied, left_of(copied)) {
            (_, Some(left)) => self.leave(left, left_because(left, way, id)),
            (Copied::New, None) => self.new += 1,
            (Copied::Renewed, None) => self.renewed += 1,
            (_, None) => self.same += 1,
        }
    }

    fn leave(&mut self, left: Left, said: Sentence) {
        self.left.entry(left).or_default().push(said);
    }

    fn of(&self, left: Left) -> usize {
        self.left.get(&left).map_or(0, Vec::len)
    }

    /// Prints in one line how many runs are there and how many are not, with the reasons; then the runs that are not.
    fn tell(&self, place: &str, way: Way) {
        let there = self.new + self.renewed + self.same;
        let copied = sentence!(
            "cli-runs-new-renewed-before",
            there,
            place,
            new = self.new,
            renewed = self.renewed,
            same = self.same
        );
        let reasons = self.left.iter().map(|(left, runs)| counted(*left, way, runs.len()));
        let reasons =
            reasons.reduce(|all, next| sentence!("cli-all-next", all: all, next: next));
        let left: usize = self.left.values().map(Vec::len).sum();
        output::talk(match reasons {
            None if there == 0 => sentence!("cli-no-runs-copy", place),
            None => copied,
            Some(reasons) => {
                sentence!("cli-left-out-copied-left", copied: copied, left, reasons: reasons)
            }
        });
        self.left.values().flatten().cloned().for_each(output::talk);
    }

    fn end(&self, way: Way) -> Result<ExitCode, Failure> {
        let (damaged, others) = (self.of(Left::Damaged), self.of(Left::Another));
        if damaged > 0 {
            return Err(Failure::environment(
                sentence!("cli-cannot-copy-runs-not-understood", count = damaged),
                match way {
                    Way::Push => {
                        text!("cli-newer-iogram-made-update-iogram-not")
                    }
                    Way::Pull => {
                        text!("cli-newer-iogram-made-update-iogram-not-push")
                    }
                },
            ));
        }
        if others > 0 {
            return Err(Failure::new(
                iogram_session::FailureKind::Refused,
                sentence!("cli-refused-replace-runs-others-ids", count = others),
                text!("cli-look-both-iogram-show-run-store"),
            ));
        }
        Ok(ExitCode::SUCCESS)
    }
}
