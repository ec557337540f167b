//! Places the jobs' files within the single target.

use super::super::fault::{JobFault, Wrong};
use super::super::job::{FioJob, Home, offset_in, share_of};
use super::super::value::Size;
use super::FioPlace;
use super::sized::is_share;
use iogram_model::{Text, text};

/// The places of the jobs' files, one after another, within the single target.
pub(super) struct Space {
    /// The beginning of each job's file.
    pub(super) starts: Vec<u64>,
    pub(super) total_bytes: u64,
    pub(super) place: FioPlace,
    /// Size of an existing file: a share of it must be computed before the file is opened.
    file_bytes: Option<u64>,
}

/// Alignment of files. Arbitrary: no allocation unit of a file system is larger.
const FILE_ALIGN: u64 = 1 << 20;

const BEHIND_END: Text = text!("interchange-asks-size-filesize-offset-ends-behind");

impl Space {
    pub(super) fn of(jobs: &[FioJob], place: FioPlace) -> Result<Self, JobFault> {
        let mut space = Self { starts: Vec::new(), total_bytes: 0, place, file_bytes: None };
        let mut homes: Vec<(&Home, u64)> = Vec::new();
        let mut home_indices = Vec::new();
        for job in jobs {
            let bytes = space.extent(job)?.saturating_mul(files(job));
            let known = homes.iter().position(|(home, _)| job.home.is_shared_with(home));
            let index = known.unwrap_or(homes.len());
            match homes.get_mut(index) {
                Some((_, largest)) => *largest = bytes.max(*largest),
                None => homes.push((&job.home, bytes)),
            }
            home_indices.push(index);
        }
        let mut starts = Vec::new();
        for (_, bytes) in homes {
            let start =
                space.total_bytes.checked_next_multiple_of(FILE_ALIGN).unwrap_or(u64::MAX);
            starts.push(start);
            space.total_bytes = start.saturating_add(bytes);
        }
        space.starts = home_indices.iter().filter_map(|&it| starts.get(it).copied()).collect();
        Ok(space)
    }

    /// The space of an existing file of `size_bytes`, and the jobs with their addresses in it. A job without a size
    /// in bytes uses the whole file; the others get parts of it, one after another.
    ///
    /// # Errors
    ///
    /// Every job that extends beyond the end, where fio would enlarge the file.
    pub(super) fn of_file(
        jobs: &[FioJob],
        size_bytes: u64,
    ) -> Result<(Self, Vec<FioJob>), Vec<JobFault>> {
        let of_whole: Vec<bool> =
            jobs.iter().map(|job| !matches!(job.size, Some(Size::Bytes(_)))).collect();
        let named = jobs.iter().find_map(|job| match &job.home {
            Home::Shared(name) => Some(name.clone()),
            Home::Own(_) | Home::OfJob(_) => None,
        });
        let name = named.unwrap_or_default();
        let mut faults: Vec<JobFault> = Vec::new();
        let placed: Vec<FioJob> = jobs
            .iter()
            .zip(&of_whole)
            .map(|(job, &is_whole)| {
                let offset = Size::Bytes(offset_in(job.offset, size_bytes, job.offset_align));
                let plain = FioJob { offset, ..job.clone() };
                let has_shares =
                    job.increment.is_some_and(is_share) || job.moved.is_some_and(is_share);
                let sized =
                    if has_shares { job.on_size(size_bytes) } else { Ok(plain.clone()) };
                let job = &sized.unwrap_or_else(|fault| {
                    faults.push(fault);
                    plain
                });
                let size = job.size.filter(|_| !is_whole);
                let home = match &job.home {
                    Home::Own(_) | Home::OfJob(_) if is_whole => Home::Shared(name.clone()),
                    home => home.clone(),
                };
                FioJob { size, home, ..job.clone() }
            })
            .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut space = Self::of(&placed, FioPlace::Device).map_err(|fault| vec![fault])?;
        space.file_bytes = Some(size_bytes);
        let starts = space.starts.iter_mut().zip(&of_whole);
        starts.filter(|(_, is_whole)| **is_whole).for_each(|(start, _)| *start = 0);
        let sized = |(job, asked): (FioJob, &FioJob)| match (asked.size, job.offset) {
            (Some(Size::Percent(percent)), Size::Bytes(offset)) if percent < 100 => {
                let share = share_of(percent, (size_bytes, offset), &job.blocks);
                FioJob { size: Some(Size::Bytes(share)), ..job }
            }
            _ => job,
        };
        let placed: Vec<FioJob> = placed.into_iter().zip(jobs).map(sized).collect();
        let ends = space.starts.iter().zip(&placed);
        let behind = ends.filter(|(start, job)| !fits(job, **start, size_bytes));
        let faults: Vec<JobFault> = behind.map(|(_, job)| behind_end(job)).collect();
        if faults.is_empty() { Ok((space, placed)) } else { Err(faults) }
    }

    /// Size of an existing file; `None` on a drive, or for a file that will be created.
    pub(super) const fn file_bytes(&self) -> Option<u64> {
        self.file_bytes
    }

    /// The end of the target, in method syntax.
    pub(super) fn end(&self) -> String {
        self.file_bytes.map_or_else(|| "100%".to_owned(), |bytes| format!("{bytes}B"))
    }

    /// Bytes from the beginning of a job's file to the last byte that the job touches.
    fn extent(&self, job: &FioJob) -> Result<u64, JobFault> {
        let is_file = self.place == FioPlace::File;
        let missing = |what| {
            let wrong = Wrong::Missing { job: job.name.clone(), what };
            Err(JobFault { line: job.line, wrong })
        };
        if job.home.is_several() && job.goes_in_order() {
            return Err(in_order(job));
        }
        if job.moved.is_some_and(is_share) {
            return missing(text!("interchange-size-bytes-share-moved-io-size"));
        }
        if job.increment.is_some_and(is_share) {
            return missing(text!("interchange-offset-increment-bytes-where-nothing-could"));
        }
        match (job.size, job.offset) {
            (Some(Size::Bytes(size)), Size::Bytes(offset)) => {
                Ok(size.saturating_add(offset).saturating_add(steps(job)))
            }
            _ if is_file => missing(text!("interchange-size-bytes-file-needs")),
            (Some(Size::Percent(_)), _) if job.increment.is_some() => {
                missing(text!("interchange-size-bytes-none-beside-offset-increment"))
            }
            // On a drive, the rest of it.
            (Some(Size::Percent(_)), Size::Bytes(offset)) if offset > 0 => {
                missing(text!("interchange-offset-percent-beside-size-percent"))
            }
            _ => Ok(0),
        }
    }
}

/// Number of separate files of a job.
fn files(job: &FioJob) -> u64 {
    match &job.home {
        Home::Own(_) => job.clones,
        Home::Shared(_) | Home::OfJob(_) => 1,
    }
}

/// Distance between the beginnings of the first and the last clone.
fn steps(job: &FioJob) -> u64 {
    job.behind(job.clones)
}

/// Whether the whole job fits into a file of `size_bytes`.
fn fits(job: &FioJob, start: u64, size_bytes: u64) -> bool {
    let offset = job.offset.bytes().unwrap_or(0).saturating_add(steps(job));
    match job.size {
        Some(Size::Bytes(size)) => {
            let end = offset.saturating_add(size.saturating_mul(files(job)));
            size > 0 && start.saturating_add(end) <= size_bytes
        }
        _ => offset < size_bytes,
    }
}

fn in_order(job: &FioJob) -> JobFault {
    let why = text!("interchange-order-each-files-filename-position-own");
    JobFault { line: job.line, wrong: Wrong::Drives { job: job.name.clone(), why } }
}

fn behind_end(job: &FioJob) -> JobFault {
    let wrong = Wrong::OnFile { job: job.name.clone(), why: BEHIND_END };
    JobFault { line: job.line, wrong }
}
