//! Jobs that follow the write pointers of a zoned drive.

use super::super::fault::JobFault;
use super::super::job::FioJob;
use super::part::{Part, region};
use super::{Space, together};
use iogram_model::text;

/// Clones on a zoned drive are one load, because they have to share the positions of the write pointers.
pub(super) fn part(job: &FioJob, place: (u64, &Space)) -> Result<Part, JobFault> {
    let is_sliced = job.increment.is_some() && job.clones > 1;
    if is_sliced && job.size != job.increment {
        let why = text!("interchange-offset-increment-not-size-zoned-drive");
        return Err(together(job, why));
    }
    let files = if is_sliced { job.clones } else { 1 };
    Ok(Part {
        clone: None,
        region: region(job, place, (files, 0)),
        layout: if is_sliced { "sliced" } else { "shared" },
        jobs: job.clones,
        left_bytes: None,
    })
}
