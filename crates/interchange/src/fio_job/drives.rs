//! Splits jobs on several drives into jobs on each single drive.
//!
//! fio takes turns between the files of a job (`get_next_file_rr` of its `io_u.c`, 3.42), and they share one queue:
//! the response of one drive decides when the next one gets a request. This program measures each drive separately.
//! The result is the same if nothing links the drives: for jobs with one drive each, and for jobs with a rate, of
//! which each drive gets its part.

use super::FioJobs;
use super::fault::{JobFault, Wrong};
use super::job::{FioJob, Home};
use super::value::Size;
use iogram_model::{Text, text};

const TAKES_TURNS: Text = text!("interchange-requests-take-turns-how-long-drive");
const ONE_BY_ONE: Text = text!("interchange-file-service-type-sequential-goes-next");
const UNEVEN: Text = text!("interchange-rate-divided-only-file-service-type");
const PAUSES: Text = text!("interchange-pauses-thinktime-follow-many-requests-all");
const SUM: Text = text!("interchange-ends-sum-all-rate-min-rate");
const SHARES: Text = text!("interchange-size-io-size-number-ios-no");
const WAITS: Text = text!("interchange-some-wait-others-stonewall-wait-go");
const LOGS: Text = text!("interchange-logs-write-bw-log-write-iops");
const NONE: Text = text!("interchange-names-none-filename");
const SOME: Text = text!("interchange-others-file-name-some-drives-alone");

impl FioJobs {
    /// The jobs of each of these drives, in order.
    ///
    /// # Errors
    ///
    /// Jobs that would do different work on a drive alone.
    pub fn of_each(&self, drives: &[String]) -> Result<Vec<Self>, Vec<JobFault>> {
        let later = self.jobs.get(1..).unwrap_or_default();
        let waits = later.iter().find(|job| job.begins_group);
        let faults: Vec<JobFault> = waits
            .map(|job| fault(job, WAITS))
            .into_iter()
            .chain(self.jobs.iter().filter_map(|job| self.obstacle(job)))
            .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let of_drive = |drive: &String| {
            let has = |job: &&FioJob| job.drives().contains(drive);
            let jobs = self.jobs.iter().filter(has).map(|job| part_of(job, drive)).collect();
            Self { jobs, ..self.clone() }
        };
        Ok(drives.iter().map(of_drive).filter(|jobs| !jobs.jobs.is_empty()).collect())
    }

    /// The reason why a job would do different work on each drive alone.
    fn obstacle(&self, job: &FioJob) -> Option<JobFault> {
        let drives = job.drives();
        if drives.is_empty() {
            return Some(fault(job, NONE));
        }
        let ends_with_others = job.flow.is_some()
            || job.ends_others
            || job.steady.is_some() && job.is_grouped
            || drives.len() > 1
                && (job.floor.is_some()
                    || job.steady.is_some()
                    || job.target_latency.is_some());
        if ends_with_others {
            return Some(fault(job, SUM));
        }
        if job.logs.iter().any(Option::is_some) {
            return Some(fault(job, LOGS));
        }
        if drives.len() < 2 {
            return None;
        }
        let shares_some = |other: &FioJob| {
            let its = other.drives();
            its != drives && its.iter().any(|drive| drives.contains(drive))
        };
        if job.verify.is_some() && self.jobs.iter().any(shares_some) {
            return Some(fault(job, SOME));
        }
        let service = said(job, "file_service_type").unwrap_or("roundrobin");
        let Some(rate) = &job.rate else {
            let why = if service.starts_with("sequential") { ONE_BY_ONE } else { TAKES_TURNS };
            return Some(fault(job, why));
        };
        if rate.contains("pause=") {
            return Some(fault(job, PAUSES));
        }
        let is_even = match service {
            "roundrobin" => !rate.ends_with(",poisson"),
            "random" => rate.ends_with(",poisson"),
            _ => false,
        };
        if !is_even {
            return Some(fault(job, UNEVEN));
        }
        let count = u64::try_from(drives.len()).unwrap_or(u64::MAX);
        let is_multiple = |number: Option<u64>| {
            number.is_none_or(|number| number.checked_rem(count) == Some(0))
        };
        let moved = job.moved.and_then(Size::bytes);
        let fits = is_multiple(job.size.and_then(Size::bytes))
            && is_multiple(moved)
            && is_multiple(job.request_count);
        (!fits).then(|| fault(job, SHARES))
    }
}

impl FioJob {
    /// The drives that the job names, each once; empty if it names none.
    pub(super) fn drives(&self) -> Vec<String> {
        if self.is_null { Vec::new() } else { self.home.targets() }
    }
}

/// The part of a job that belongs to one of its drives.
fn part_of(job: &FioJob, drive: &str) -> FioJob {
    let count = u64::try_from(job.drives().len()).unwrap_or(1).max(1);
    let part = |number: u64| number.checked_div(count).unwrap_or(number);
    let part_of_bytes = |size: Size| match size {
        Size::Bytes(bytes) => Size::Bytes(part(bytes)),
        // A percentage applies to each drive.
        Size::Percent(_) => size,
    };
    if count == 1 {
        return job.clone();
    }
    FioJob {
        home: Home::Shared(drive.to_owned()),
        file_count: 1,
        size: job.size.map(part_of_bytes),
        moved: job.moved.map(part_of_bytes),
        request_count: job.request_count.map(part),
        rate: job.rate.as_deref().map(|rate| divided(rate, count)),
        ..job.clone()
    }
}

/// A rate divided by `count`.
fn divided(rate: &str, count: u64) -> String {
    let Some((number, behind)) = rate.split_once("/s") else { return rate.to_owned() };
    let number: f64 = number.parse().unwrap_or(0.0);
    format!("{}/s{behind}", number / iogram_model::float(count))
}

fn said<'a>(job: &'a FioJob, key: &str) -> Option<&'a str> {
    job.options.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
}

fn fault(job: &FioJob, why: Text) -> JobFault {
    JobFault { line: job.line, wrong: Wrong::Drives { job: job.name.clone(), why } }
}
