//! Measures several drives at the same time in one program, each in a separate run: no run affects another.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use iogram_device::{TargetSpec, near_seats};
use iogram_engine::{Control, CpuChoice};
use iogram_inspect::{SysRoot, drives_below, find_common_facts, shared_way};
use iogram_model::{BesideRecord, sentence, text};
use iogram_store::Store;

use crate::conditions::PlatformOptions;
use crate::failure::Failure;
use crate::follower::{Notice, SessionFollower};
use crate::job::PlannedRun;
use crate::resolve::ResolvedTarget;
use crate::run::{Ended, run};

/// One of several runs.
#[expect(missing_debug_implementations, reason = "a follower has none")]
pub struct SideRun<'a> {
    /// The plan and its target.
    pub job: PlannedRun,
    /// The settings for the computer around it.
    pub platform: PlatformOptions,
    /// The store; each run has its own connection.
    pub store: Option<Store>,
    /// Stops this run alone.
    pub control: Arc<Control>,
    /// Follows this run alone.
    pub follower: &'a mut (dyn SessionFollower + Send),
}

/// Processors for drives in virtual time: more such drives than processors push each other out of the caches, and
/// take half as long again.
struct Turns {
    count: usize,
    free: Mutex<usize>,
    freed: Condvar,
}

/// One drive's claim on a processor; dropping it frees the processor.
struct Turn<'a>(&'a Turns);

/// Interval at which a waiting run checks whether to stop. Arbitrary: a user does not notice it after Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

impl Turns {
    fn of_this_computer() -> Self {
        let count = std::thread::available_parallelism().map_or(1, usize::from);
        Self { count, free: Mutex::new(count), freed: Condvar::new() }
    }

    /// Waits for a processor; `None` if `control` was stopped first. Calls `waits` before it waits.
    fn wait(&self, control: &Control, waits: impl FnOnce(usize)) -> Option<Turn<'_>> {
        let mut waits = Some(waits);
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 && !control.is_stopped() {
            if let Some(waits) = waits.take() {
                waits(self.count);
            }
            let woken = self.freed.wait_timeout(free, LOOK);
            free = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        if control.is_stopped() {
            return None;
        }
        assert!(*free <= self.count, "more processors are free than there are");
        *free = free.saturating_sub(1);
        Some(Turn(self))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut free = self.0.free.lock().unwrap_or_else(PoisonError::into_inner);
        *free = free.saturating_add(1);
        self.0.freed.notify_one();
    }
}

/// Runs all of them at once, each on its own thread, and waits for the last; at most as many simulated drives at once
/// as there are processors. The results have the order of `runs`; `None` for one whose thread died of a bug, which
/// the panic hook has reported.
#[must_use]
pub fn run_side_by_side(runs: Vec<SideRun<'_>>) -> Vec<Option<Result<Ended, Failure>>> {
    let turns = &Turns::of_this_computer();
    std::thread::scope(|scope| {
        let started: Vec<_> = runs
            .into_iter()
            .map(|it| {
                let thread = std::thread::Builder::new().name("session".to_owned());
                thread.spawn_scoped(scope, move || {
                    let SideRun { job, platform, store, control, follower } = it;
                    // Hardware runs in real time and does not wait for a processor. A run that was stopped while it
                    // waited begins nothing.
                    let _turn = match job.target.spec {
                        TargetSpec::Simulated(_) => turns.wait(&control, |count| {
                            follower.noticed(Notice::WaitsForTurn(count));
                        }),
                        TargetSpec::Null
                        | TargetSpec::Path(_)
                        | TargetSpec::Passthrough { .. } => None,
                    };
                    run(job, &platform, store, &control, follower)
                })
            })
            .collect();
        let ended = started.into_iter().map(|thread| match thread {
            Ok(thread) => thread.join().ok(),
            Err(error) => Some(Err(Failure::environment(
                sentence!("session-cannot-start-thread-error", error),
                text!("session-measure-fewer-drives-once"),
            ))),
        });
        ended.collect()
    })
}

/// For each of these targets, the ones that are measured at the same time; in the order of `targets`.
///
/// # Errors
///
/// If two of them are on one drive: each would be measured under the other's load.
pub fn beside_one_another(
    targets: &[&ResolvedTarget],
    root: &SysRoot,
) -> Result<Vec<Vec<BesideRecord>>, Failure> {
    let below: Vec<Vec<String>> = targets.iter().map(|it| drives_of(it, root)).collect();
    for (index, one) in below.iter().enumerate() {
        for (other_index, other) in below.iter().enumerate().take(index) {
            if let Some(drive) = one.iter().find(|drive| other.contains(drive)) {
                let (one, other) = (&targets[other_index].spec, &targets[index].spec);
                return Err(Failure::usage(
                    sentence!("session-cannot-measure-once-both-lie", one, other, drive),
                    text!("session-name-target-each-drive-leave-once"),
                ));
            }
        }
    }
    let records: Vec<BesideRecord> = targets
        .iter()
        .zip(&below)
        .map(|(target, drives)| record_of(target, drives, root))
        .collect();
    let shares = |own: usize, other: usize| {
        let pairs =
            below[own].iter().flat_map(|one| below[other].iter().map(move |it| (one, it)));
        pairs.into_iter().find_map(|(one, other)| shared_way(root, one, other))
    };
    let beside = |own: usize| -> Vec<BesideRecord> {
        let others = records.iter().enumerate().filter(|(index, _)| *index != own);
        let others = others.map(|(index, record)| BesideRecord {
            shares: shares(own, index),
            ..record.clone()
        });
        others.collect()
    };
    Ok((0..targets.len()).map(beside).collect())
}

/// Kernel names of the drives that hold a target; empty if it is not hardware.
fn drives_of(target: &ResolvedTarget, root: &SysRoot) -> Vec<String> {
    target.spec.path().map(|path| drives_below(root, path)).unwrap_or_default()
}

/// The record of a target on these drives.
fn record_of(target: &ResolvedTarget, drives: &[String], root: &SysRoot) -> BesideRecord {
    let numbers: Vec<_> = drives.iter().filter_map(|name| root.block_number(name)).collect();
    let facts = find_common_facts(root, &numbers);
    let (model, link) = facts.map(|it| (it.model, it.link)).unwrap_or_default();
    BesideRecord { target: target.spec.to_string(), model, link, shares: None }
}

/// Processors for each of these targets, given with its number of submitting threads: near its drive, and shared with
/// no other target. [`CpuChoice::Any`] for all targets if there are too few, or if it is unknown which are near.
#[must_use]
pub fn seats_apart(targets: &[(&ResolvedTarget, u32)], root: &SysRoot) -> Vec<CpuChoice> {
    let near: Option<Vec<Vec<u32>>> = targets
        .iter()
        .map(|(target, _)| match &target.spec {
            TargetSpec::Path(_) | TargetSpec::Passthrough { .. } => {
                near_seats(root, drives_of(target, root).first()?)
            }
            TargetSpec::Null | TargetSpec::Simulated(_) => None,
        })
        .collect();
    let threads: Vec<usize> = targets.iter().map(|(_, threads)| *threads as usize).collect();
    match near.and_then(|near| apart(&near, &threads)) {
        Some(seats) => seats.into_iter().map(CpuChoice::Listed).collect(),
        None => vec![CpuChoice::Any; targets.len()],
    }
}

/// Takes the required number from each list without sharing; `None` if there are too few.
fn apart(near: &[Vec<u32>], threads: &[usize]) -> Option<Vec<Vec<u32>>> {
    let mut taken: Vec<u32> = Vec::new();
    assert_eq!(near.len(), threads.len(), "each drive has its threads");
    let of_each = near.iter().zip(threads).map(|(near, &threads)| {
        let own: Vec<u32> =
            near.iter().filter(|cpu| !taken.contains(cpu)).take(threads).copied().collect();
        taken.extend(&own);
        (own.len() == threads).then_some(own)
    });
    of_each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_says_so_once_and_begins_nothing_after_a_stop() {
        let turns = Turns { count: 1, free: Mutex::new(1), freed: Condvar::new() };
        let (going, stopped) = (Control::default(), Control::default());
        let first = turns.wait(&going, |_| panic!("there is one"));
        assert!(first.is_some());
        let mut said = Vec::new();
        let second = turns.wait(&stopped, |count| {
            said.push(count);
            stopped.stop();
        });
        assert!(second.is_none());
        assert_eq!(said, [1]);
        drop(first);
        assert!(turns.wait(&stopped, |_| ()).is_none(), "a free one changes nothing");
        assert!(turns.wait(&going, |_| ()).is_some());
    }

    #[test]
    fn each_drive_has_processors_of_its_own_or_none_has() {
        let node = || vec![0, 2, 4, 6];
        let other_node = vec![1, 3, 5, 7];
        let seats = apart(&[node(), other_node.clone(), node()], &[2, 3, 1]);
        assert_eq!(seats, Some(vec![vec![0, 2], vec![1, 3, 5], vec![4]]));
        assert_eq!(apart(&[node(), other_node, node()], &[3, 1, 2]), None);
    }
}
