//! Several drives measured at the same time by one program, each as a run of its own: what becomes of one touches no
//! other.

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

/// One of several.
#[expect(missing_debug_implementations, reason = "a follower has none")]
pub struct SideRun<'a> {
    /// What is measured.
    pub job: PlannedRun,
    /// What is wanted of the computer around it.
    pub platform: PlatformOptions,
    /// Where it is kept; each has its own way there.
    pub store: Option<Store>,
    /// Stops this one alone.
    pub control: Arc<Control>,
    /// Follows this one alone.
    pub follower: &'a mut (dyn SessionFollower + Send),
}

/// Processors for drives in virtual time: more of them at once than there are push each other out of the caches, and
/// take half as long again.
struct Turns {
    count: usize,
    free: Mutex<usize>,
    freed: Condvar,
}

/// A processor that is one drive's until this goes out of scope.
struct Turn<'a>(&'a Turns);

/// How often somebody who waits looks whether he is to stop. Arbitrary: not felt after Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

impl Turns {
    fn of_this_computer() -> Self {
        let count = std::thread::available_parallelism().map_or(1, usize::from);
        Self { count, free: Mutex::new(count), freed: Condvar::new() }
    }

    /// `None` if `control` was stopped before there was one; `waits` is called before it is waited for.
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

/// Runs all of them at once, each on a thread of its own, and waits for the last; simulated ones as many at once as there
/// are processors. In their order; `None` for one whose thread died of a bug, which the panic hook has told.
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
                    // Hardware has its own time, and waits for nobody. Who was stopped while he waited begins nothing.
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

/// What each of these targets is measured beside, in their order.
///
/// # Errors
///
/// If two of them lie on one drive, which would measure each with the other's load.
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

/// Kernel names of the drives that a target lies on; none for what is no hardware.
fn drives_of(target: &ResolvedTarget, root: &SysRoot) -> Vec<String> {
    target.spec.path().map(|path| drives_below(root, path)).unwrap_or_default()
}

/// What a record says of a target that lies on these drives.
fn record_of(target: &ResolvedTarget, drives: &[String], root: &SysRoot) -> BesideRecord {
    let numbers: Vec<_> = drives.iter().filter_map(|name| root.block_number(name)).collect();
    let facts = find_common_facts(root, &numbers);
    let (model, link) = facts.map(|it| (it.model, it.link)).unwrap_or_default();
    BesideRecord { target: target.spec.to_string(), model, link, shares: None }
}

/// Processors for each of these targets, which have so many submitting threads at once, near its drive and shared with
/// no other; [`CpuChoice::Any`] for all where these do not suffice, or where nobody tells which are near.
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

/// From each list so many that no other has; `None` if they do not suffice.
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
