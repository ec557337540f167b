//! A load of a job, and its part of the target.

use super::super::job::{FioJob, Home};
use super::super::value::Size;
use super::{FioPlace, Space};

/// A load: all clones of a job, or one of them.
pub(super) struct Part {
    /// Number of the clone, from 1; `None` is all of them.
    pub(super) clone: Option<u64>,
    pub(super) region: String,
    /// How clones share the region, in method syntax; unused for a single clone.
    pub(super) layout: &'static str,
    /// Number of clones in the load.
    pub(super) jobs: u64,
    /// Bytes of an existing file for this load, if its job has no size.
    pub(super) left_bytes: Option<u64>,
}

/// Bytes of an existing file after the beginning of a clone.
pub(super) fn left(job: &FioJob, space: &Space, behind: u64) -> Option<u64> {
    let from = job.offset.bytes()?.saturating_add(behind);
    space.file_bytes().filter(|_| job.size.is_none()).map(|bytes| bytes.saturating_sub(from))
}

/// The part of the target, in method syntax.
pub(super) fn region(
    job: &FioJob,
    (start, space): (u64, &Space),
    (files, behind): (u64, u64),
) -> String {
    // fio's zones extend to the end of a device or an existing file, whatever amount is moved (3.33, observed).
    let has_zones = job.access.starts_with("stretches=");
    let goes_on =
        has_zones && space.place == FioPlace::Device && matches!(job.home, Home::Shared(_));
    if let (true, Some(Size::Bytes(_)), Size::Bytes(offset)) = (goes_on, job.size, job.offset) {
        let from = start.saturating_add(offset).saturating_add(behind);
        return format!("{from}B..{}", space.end());
    }
    match (job.size, job.offset) {
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
        (None, Size::Bytes(offset)) => {
            format!("{}B..{}", offset.saturating_add(behind), space.end())
        }
    }
}
