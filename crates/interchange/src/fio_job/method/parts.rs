//! The loads of a job.

use super::super::fault::{JobFault, Wrong};
use super::super::job::{FioJob, Home};
use super::super::value::Size;
use super::part::{Part, left, region};
use super::{LOADS_MAX, Space, is_watched, together, zoned};
use iogram_model::text;

/// The loads of a job. Clones that visit one file in order all begin at the same address. Separate loads can do that,
/// and so can clones that have to be steady together. If there are too many clones (`is_crowded`), they become one
/// load, in which each clone visits the whole part.
pub(super) fn parts(
    job: &FioJob,
    (index, is_crowded): (usize, bool),
    space: &Space,
) -> Result<Vec<Part>, JobFault> {
    let start = space.starts.get(index).copied().unwrap_or(0);
    let is_own = matches!(job.home, Home::Own(_));
    if job.access.starts_with("write-pointers=") {
        return zoned::part(job, (start, space)).map(|part| vec![part]);
    }
    let has_own_places = !is_own && job.increment.is_some();
    let begins_at_one = !is_own && job.goes_in_order();
    let ends_apart = job.floor.is_some() || job.steady.is_some() && !job.is_grouped;
    if job.clones > 1 && is_watched(job) && has_own_places {
        return Err(together(job, text!("interchange-sum-clones-steady-each-places-own")));
    }
    let is_together = is_watched(job) || is_crowded && !ends_apart;
    let is_one_load =
        is_together && !has_own_places || !(begins_at_one || has_own_places || ends_apart);
    if job.clones == 1 || is_one_load {
        let files = if is_own { job.clones } else { 1 };
        return Ok(vec![Part {
            clone: None,
            region: region(job, (start, space), (files, 0)),
            layout: match (is_own, begins_at_one) {
                (true, _) => "sliced",
                (_, true) => "alike",
                _ => "shared",
            },
            jobs: job.clones,
            left_bytes: left(job, space, 0),
        }]);
    }
    if job.clones > u64::try_from(LOADS_MAX).unwrap_or(u64::MAX) {
        return Err(together(job, text!("interchange-more-64-loads-once")));
    }
    // Separate files are placed one after another.
    let own_step = match (is_own, job.size) {
        (true, Some(Size::Bytes(size))) => Some(size),
        (true, _) => {
            let what = text!("interchange-size-bytes-clones-end-own-need");
            let wrong = Wrong::Missing { job: job.name.clone(), what };
            return Err(JobFault { line: job.line, wrong });
        }
        (false, _) => None,
    };
    let part = |clone: u64| {
        let behind = own_step.map_or_else(
            || job.behind(clone),
            |step| step.saturating_mul(clone.saturating_sub(1)),
        );
        Part {
            clone: Some(clone),
            region: region(job, (start, space), (1, behind)),
            layout: "shared",
            jobs: 1,
            left_bytes: left(job, space, behind),
        }
    };
    Ok((1..=job.clones).map(part).collect())
}
