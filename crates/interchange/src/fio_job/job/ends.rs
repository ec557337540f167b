//! Jobs that end others: `exitall`, and `exit_what`, which selects them.
//!
//! As in fio's `fio_terminate_threads` (`libfio.c`, 3.42): one job's `exitall` applies to all jobs of a file, and
//! each job's own `exit_what` selects the jobs that it ends.

use super::super::fault::JobFault;
use super::{FioJob, Options, together};
use iogram_model::{Text, text};

/// The jobs that the end of a job ends, if the file has `exitall`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum ExitWhat {
    /// The jobs of its group, which `stonewall` and `new_group` begin.
    Group,
    /// All jobs that run at the time.
    Running,
    /// All jobs of the file.
    All,
}

/// A job's options about ending others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Exit {
    is_asked: bool,
    what: ExitWhat,
    begins_group: bool,
}

impl Exit {
    /// Whether it begins a group, together with the jobs after it; a job that only waits for another is in the group
    /// of that job.
    pub(in super::super) const fn begins_group(self) -> bool {
        self.begins_group
    }
}

pub(super) fn read(options: &Options<'_>) -> Result<Exit, JobFault> {
    let what =
        options.read(
            "exit_what",
            text!("interchange-group-stonewall-all"),
            |text| match text {
                "group" => Some(ExitWhat::Group),
                "stonewall" => Some(ExitWhat::Running),
                "all" => Some(ExitWhat::All),
                _ => None,
            },
        )?;
    Ok(Exit {
        is_asked: options.switch("exitall")?.unwrap_or(false),
        what: what.unwrap_or(ExitWhat::Group),
        begins_group: options.switch("stonewall")?.unwrap_or(false)
            || options.switch("new_group")?.unwrap_or(false),
    })
}

const OWN_GROUP: Text = text!("interchange-exitall-ends-those-own-group-alone");
const COMPARED: Text = text!("interchange-exitall-end-another-writes-compared-verify");
const NEVER_RUN: Text = text!("interchange-never-runs-exit-all-ends-before");

/// Decides which jobs end the concurrent ones; `jobs` are all of a file.
///
/// # Errors
///
/// Jobs that would end only some of the concurrent ones.
pub(in super::super) fn resolve(jobs: &mut [FioJob]) -> Result<(), JobFault> {
    if !jobs.iter().any(|job| job.exit.is_asked) {
        return Ok(());
    }
    let mut is_over = false;
    for at_once in jobs.chunk_by_mut(|_, next| !next.begins_group) {
        if is_over && let Some(job) = at_once.first() {
            return Err(together(job, NEVER_RUN));
        }
        is_over = at_once.iter().any(|job| job.exit.what == ExitWhat::All);
        let ends = of_group(at_once)?;
        at_once.iter_mut().zip(ends).for_each(|(job, ends)| job.ends_others = ends);
    }
    Ok(())
}

/// For each of these concurrent jobs, whether it ends the others.
fn of_group(at_once: &[FioJob]) -> Result<Vec<bool>, JobFault> {
    if let Some(job) = at_once.iter().find(|job| job.compares_writes())
        && at_once.len() > 1
    {
        return Err(together(job, COMPARED));
    }
    // The group number of each job.
    let mut number = 0_usize;
    let mut groups: Vec<usize> = Vec::new();
    for (at, job) in at_once.iter().enumerate() {
        number = number.saturating_add(usize::from(at > 0 && job.exit.begins_group));
        groups.push(number);
    }
    let ends = at_once.iter().zip(&groups).map(|(job, group)| {
        let size = groups.iter().filter(|other| *other == group).count();
        match job.exit.what {
            ExitWhat::Running | ExitWhat::All => Ok(true),
            ExitWhat::Group if size == at_once.len() => Ok(true),
            // Alone in its group: clones that are one load end as one.
            ExitWhat::Group if size == 1 && (job.clones == 1 || !job.goes_in_order()) => {
                Ok(false)
            }
            ExitWhat::Group => Err(together(job, OWN_GROUP)),
        }
    });
    ends.collect()
}
