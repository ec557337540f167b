//! The loads that a job is, and which part of the target each of them has.

use super::super::fault::{JobFault, Wrong};
use super::super::job::{FioJob, Home};
use super::super::value::Size;
use super::{FioPlace, LOADS_MAX, Space, is_watched, together};

/// A load: all clones of a job, or one of them.
pub(super) struct Part {
    /// Which clone, from 1; `None` is all of them.
    pub(super) clone: Option<u64>,
    pub(super) region: String,
    /// The method's word for what clones share; one alone has no use for it.
    pub(super) layout: &'static str,
    /// Clones that it stands for.
    pub(super) jobs: u64,
}

/// The loads that a job is. Clones that go through one file in order begin at one place each, which is that of all of them:
/// loads of their own do that, and so can those that are to be steady together. Where there are too many of them
/// (`is_crowded`) they are one load, of which each goes through all of it.
pub(super) fn parts(
    job: &FioJob,
    (index, is_crowded): (usize, bool),
    space: &Space,
) -> Result<Vec<Part>, JobFault> {
    let start = space.starts.get(index).copied().unwrap_or(0);
    let begins_alike = ["strided=", "stretches="].iter().any(|it| job.access.starts_with(it));
    let is_ordered = job.access == "seq" || begins_alike;
    let is_own = matches!(job.home, Home::Own(_));
    let has_own_places = !is_own && job.increment.is_some();
    let begins_at_one = !is_own && is_ordered;
    let ends_apart = job.floor.is_some() || job.steady.is_some() && !job.is_grouped;
    if job.clones > 1 && is_watched(job) && has_own_places {
        return Err(together(
            job,
            "the sum of its clones has to be steady, and each has places of its own (offset_increment)",
        ));
    }
    let is_together = is_watched(job) || is_crowded && !ends_apart;
    let is_one_load =
        is_together && !has_own_places || !(begins_at_one || has_own_places || ends_apart);
    if job.clones == 1 || is_one_load {
        let files = if is_own { job.clones } else { 1 };
        return Ok(vec![Part {
            clone: None,
            region: region(job, (start, space.place), (files, 0)),
            layout: match (is_own, begins_at_one) {
                (true, _) => "sliced",
                (_, true) => "alike",
                _ => "shared",
            },
            jobs: job.clones,
        }]);
    }
    if job.clones > u64::try_from(LOADS_MAX).unwrap_or(u64::MAX) {
        return Err(together(job, "it is more than 64 loads at once"));
    }
    // Files of their own lie one after another.
    let step = match (is_own, job.size) {
        (true, Some(Size::Bytes(size))) => size.saturating_mul(job.file_count),
        (true, _) => {
            let what = "size in bytes, which clones with an end of their own need";
            let wrong = Wrong::Missing { job: job.name.clone(), what };
            return Err(JobFault { line: job.line, wrong });
        }
        (false, _) => job.increment.unwrap_or(0),
    };
    let part = |clone: u64| {
        let behind = step.saturating_mul(clone.saturating_sub(1));
        Part {
            clone: Some(clone),
            region: region(job, (start, space.place), (1, behind)),
            layout: "shared",
            jobs: 1,
        }
    };
    Ok((1..=job.clones).map(part).collect())
}

/// The part of the target, in the method's words.
fn region(
    job: &FioJob,
    (start, place): (u64, FioPlace),
    (files, behind): (u64, u64),
) -> String {
    // fio's zones go on to the end of a device or a file that is there, whatever is moved of it (3.33, observed).
    let has_zones = job.access.starts_with("stretches=");
    let goes_on = has_zones && place == FioPlace::Device && matches!(job.home, Home::Shared(_));
    if let (true, Some(Size::Bytes(_)), Size::Bytes(offset)) = (goes_on, job.size, job.offset) {
        let from = start.saturating_add(offset).saturating_add(behind);
        return format!("{from}B..100%");
    }
    let size = match job.size {
        Some(Size::Bytes(size)) => Some(Size::Bytes(size.saturating_mul(job.file_count))),
        other => other,
    };
    match (size, job.offset) {
        (Some(Size::Bytes(size)), Size::Bytes(offset)) => {
            let from = start.saturating_add(offset).saturating_add(behind);
            let to = from.saturating_add(size.saturating_mul(files));
            format!("{from}B..{to}B")
        }
        (Some(Size::Percent(size)), Size::Percent(offset)) => {
            format!("{offset}%..{}%", offset.saturating_add(size).min(100))
        }
        (Some(Size::Percent(size)), Size::Bytes(_)) => format!("0..{size}%"),
        (_, Size::Percent(offset)) => format!("{offset}%..100%"),
        (None, Size::Bytes(offset)) => format!("{}B..100%", offset.saturating_add(behind)),
    }
}
