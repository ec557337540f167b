//! Converts jobs to the text of a method: a cell for each group of concurrent jobs.

mod compared;
mod head;
mod part;
mod parts;
mod sized;
mod space;
mod zoned;

use std::fmt::Write as _;

use iogram_model::{CellRecord, EndingRecord, Flow, Run, Text, text};

use self::part::Part;
use self::parts::parts;
use self::space::Space;
use super::FioJobs;
use super::fault::{JobFault, Wrong};
use super::job::{FioJob, TargetLatency, Tolerated, together};
use super::value::Size;

/// Target of a method: a file system, on which its files are created, or a drive, on which nothing is created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FioPlace {
    /// A test file on a file system.
    File,
    /// A block device, a simulated drive or the null target.
    Device,
    /// An existing file that keeps its size, in bytes.
    Kept(u64),
}

/// A job file as a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FioMethod {
    /// The method file.
    pub text: String,
    /// The seed of the run's random choices if the user sets none: data that another run verifies must be the same in
    /// both.
    pub seed: Option<u64>,
    /// Minimum number of completions to reap at once if the user sets none; `None` is one.
    pub wait_batch: Option<u32>,
    /// The loads of a run with their jobs, in the order of the run.
    pub(super) loads: Vec<FioLoad>,
}

impl FioMethod {
    /// The job of a line of the method, as an index into the file's jobs; lines count from 1. `None` if the line does
    /// not belong to a single job.
    #[must_use]
    pub fn job_of_line(&self, line: usize) -> Option<usize> {
        let lines: Vec<&str> = self.text.lines().take(line.saturating_add(1)).collect();
        let (mut loads, mut job) = (self.loads.iter(), None);
        for begin in lines.windows(2) {
            match begin {
                ["[[step.beside]]", _]
                | ["[[step]]", "kind = \"measure\"" | "kind = \"search\""] => {
                    job = loads.next().map(|load| load.job);
                }
                ["[[step]]", _] => job = None,
                _ => {}
            }
        }
        job
    }
}

/// A load of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FioLoad {
    /// The job, by its index in the file.
    pub(super) job: usize,
    /// Its cell; for a search, the beginning of the names of the cells that measure the result.
    pub(super) cell: String,
    /// Number of the job's clone, from 1; the first one if the load is all of them.
    pub(super) clone: u64,
    /// Its name beside the cell's own load; `None` is the cell's own load.
    pub(super) beside: Option<String>,
    /// Whether it only reads back the data of another load of the job.
    pub(super) reads_back: bool,
}

impl FioLoad {
    /// Its cell in a run: the last one that matches.
    pub(super) fn cell<'a>(&self, run: &'a Run) -> Option<&'a CellRecord> {
        let is_of_search = self.cell.ends_with(", ");
        run.cells.iter().rev().find(|cell| match is_of_search {
            true => cell.name.starts_with(&self.cell),
            false => cell.name == self.cell,
        })
    }

    /// The reason why it ended, for a load that may end before its other limits.
    pub(super) fn ending<'a>(&self, run: &'a Run) -> Option<&'a EndingRecord> {
        let cell = self.cell(run)?;
        match &self.beside {
            None => cell.ending.as_ref(),
            Some(name) => cell.beside.iter().find(|it| it.name == *name)?.ending.as_ref(),
        }
    }
}

/// The seed of data that another run verifies. Arbitrary.
const SEED: u64 = 1;

/// Limit of concurrent loads. Each has its own threads and record.
const LOADS_MAX: usize = 64;

const REAPED: Text = text!("interchange-not-all-file-wait-many-completions");

const LATENCIES: Text = text!("interchange-jobs-clones-once-only-first-latencies");

const COMPARED: Text = text!("interchange-writes-reads-compared-verify-not-other");

impl FioJobs {
    /// The method that does the work of the jobs.
    ///
    /// # Errors
    ///
    /// Jobs that cannot run together, or that lack an option that such a place needs.
    pub fn method(&self, place: FioPlace) -> Result<FioMethod, Vec<JobFault>> {
        let mut faults: Vec<JobFault> = match place {
            FioPlace::Device => Vec::new(),
            _ => self.jobs.iter().filter_map(not_trimmed).collect(),
        };
        if matches!(place, FioPlace::Kept(_)) && !faults.is_empty() {
            return Err(faults);
        }
        let (space, jobs) = match self.placed(place) {
            Ok(placed) => placed,
            Err(wrong) => {
                faults.extend(wrong);
                return Err(faults);
            }
        };
        if place == FioPlace::File {
            faults.extend(self.jobs.iter().filter_map(nothing_to_read));
        }
        let mut text = self.head();
        let is_laid_out = match place {
            FioPlace::File => space.total_bytes > 0,
            FioPlace::Device => self.are_new_files(),
            FioPlace::Kept(_) => false,
        };
        if is_laid_out {
            let is_written = self.jobs.iter().any(needs_data);
            let content = if is_written { "written" } else { "allocated" };
            let size = space.total_bytes;
            push(&mut text, "[[step]]\nkind = \"lay-out\"");
            push(&mut text, &format!("size = \"{size}B\"\ncontent = \"{content}\"\n"));
        }
        let mut loads: Vec<FioLoad> = Vec::new();
        for group in groups(&jobs) {
            match step_of(&group, &space) {
                Ok((step, of_group)) => {
                    text.push_str(&step);
                    loads.extend(of_group);
                }
                Err(fault) => faults.push(fault),
            }
        }
        let seed = self.outlives_run().then_some(SEED);
        let wait_batch = self.wait_batch().unwrap_or_else(|fault| {
            faults.push(fault);
            None
        });
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(FioMethod { text, loads, seed, wait_batch })
    }

    /// Whether the addresses of the jobs' requests depend on the size of the drive.
    #[must_use]
    pub fn needs_capacity(&self) -> bool {
        self.jobs.iter().any(FioJob::needs_size)
    }

    /// The jobs on a drive of `bytes`; shares that are combined with bytes become bytes.
    ///
    /// # Errors
    ///
    /// Jobs whose clones would not all have the same amount.
    pub fn on_drive(self, bytes: u64) -> Result<Self, Vec<JobFault>> {
        let (mut jobs, mut faults) = (Vec::new(), Vec::new());
        for job in &self.jobs {
            match if job.needs_size() { job.on_size(bytes) } else { Ok(job.clone()) } {
                Ok(job) => jobs.push(job),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() { Ok(Self { jobs, ..self }) } else { Err(faults) }
    }

    /// Whether a drive stands for files that fio would create. Nothing is stored in them before, so a partial write
    /// of a page in the page cache does not need to read the rest of the page.
    fn are_new_files(&self) -> bool {
        let is_new = |job: &FioJob| {
            let is_sized =
                matches!((job.size, job.offset), (Some(Size::Bytes(_)), Size::Bytes(_)));
            let has_zones =
                ["stretches=", "write-pointers="].iter().any(|it| job.access.starts_with(it));
            let is_plain = !(job.direction.is_trim || has_zones || needs_data(job));
            job.home.is_file() && is_sized && is_plain
        };
        let is_cached = self.jobs.iter().any(|job| job.caching != "direct");
        is_cached && self.jobs.iter().all(is_new)
    }

    /// The place of the jobs' files, and the jobs with their addresses there.
    fn placed(&self, place: FioPlace) -> Result<(Space, Vec<FioJob>), Vec<JobFault>> {
        match place {
            FioPlace::Kept(size_bytes) => Space::of_file(&self.jobs, size_bytes),
            FioPlace::File | FioPlace::Device => {
                let space = Space::of(&self.jobs, place).map_err(|fault| vec![fault])?;
                Ok((space, self.jobs.clone()))
            }
        }
    }

    /// Minimum number of completions to reap at once, of all jobs that can have more than one outstanding request.
    fn wait_batch(&self) -> Result<Option<u32>, JobFault> {
        let mut counts = self.jobs.iter().filter(|job| job.depth > 1).map(|job| {
            let count = job.reaped_min.min(job.depth);
            (u32::try_from(count).unwrap_or(u32::MAX), job)
        });
        let Some((first, _)) = counts.next() else { return Ok(None) };
        match counts.find(|(count, _)| *count != first) {
            Some((_, job)) => Err(together(job, REAPED)),
            None => Ok(Some(first).filter(|&count| count > 1)),
        }
    }

    /// Whether another run verifies the data of this one, or the other way round.
    fn outlives_run(&self) -> bool {
        let outlives = |job: &FioJob| job.verify.as_ref().is_some_and(|it| it.outlives_run);
        // Data that a later job of the file verifies are verified in this run.
        let is_compared_here = |at: usize, job: &FioJob| {
            let later = self.jobs.get(at.saturating_add(1)..).unwrap_or_default();
            later.iter().any(|it| {
                it.home.is_shared_with(&job.home) && it.verify.is_some() && !it.writes()
            })
        };
        let mut jobs = self.jobs.iter().enumerate();
        jobs.any(|(at, job)| outlives(job) && (job.reads_alone() || !is_compared_here(at, job)))
    }
}

/// One group as a step, with the names of its loads.
fn step_of(
    group: &[(usize, &FioJob)],
    space: &Space,
) -> Result<(String, Vec<FioLoad>), JobFault> {
    check_group(group)?;
    // The cell's own load has to be one that begins first.
    let mut group = group.to_vec();
    group.sort_by_key(|(_, job)| job.delay_us);
    let Some(&(_, first)) = group.first() else { return Ok(Default::default()) };
    let delay = first.delay_us;
    let mut text = String::new();
    if let Some(target) = &first.target_latency {
        return search(&group, target, space);
    }
    if delay > 0 {
        push(&mut text, &format!("[[step]]\nkind = \"rest\"\ntime = \"{delay}us\"\n"));
    }
    let (steps, loads) = match group.iter().any(|(_, job)| job.compares_writes()) {
        true => compared::steps(&group, space)?,
        false => at_once(&group, (&safe(&first.name), false), space)?,
    };
    text.push_str(&steps);
    Ok((text, loads))
}

/// Concurrent jobs as a cell of this name, with the names of the loads; the first job is the cell's own load.
/// `reads_back`: whether they read data that others wrote.
fn at_once(
    group: &[(usize, &FioJob)],
    (cell, reads_back): (&str, bool),
    space: &Space,
) -> Result<(String, Vec<FioLoad>), JobFault> {
    let (mut text, mut loads) = (String::new(), Vec::new());
    let is_crowded = is_crowded(group);
    let first_us = group.first().map_or(0, |(_, job)| job.delay_us);
    let mut all: Vec<(usize, &FioJob, Part)> = Vec::new();
    for &(index, job) in group {
        let parts = parts(job, (index, is_crowded), space)?;
        all.extend(parts.into_iter().map(|part| (index, job, part)));
    }
    let is_alone = all.len() == 1;
    for (index, job, part) in all {
        let name = match part.clone {
            None => safe(&job.name),
            Some(clone) => format!("{}.{clone}", safe(&job.name)),
        };
        let is_first = loads.is_empty();
        let (kind, name) = match is_first {
            true => ("[[step]]\nkind = \"measure\"", cell.to_owned()),
            false => ("[[step.beside]]", name),
        };
        push(&mut text, kind);
        push(&mut text, &format!("name = {}", quoted(&name)));
        let later_us = job.delay_us.saturating_sub(first_us);
        if later_us > 0 {
            push(&mut text, &format!("delay = \"{later_us}us\""));
        }
        text.push_str(&keys(job, &part, (is_first, is_alone))?);
        let beside = (!is_first).then_some(name);
        let [_, _, latencies] = &job.logs;
        if beside.is_some() && !reads_back && latencies.is_some() {
            return Err(together(job, LATENCIES));
        }
        let clone = part.clone.unwrap_or(1);
        loads.push(FioLoad { job: index, cell: cell.to_owned(), clone, beside, reads_back });
    }
    match group.first() {
        Some((_, first)) if loads.len() > LOADS_MAX => {
            Err(together(first, text!("interchange-more-64-loads-once")))
        }
        _ => Ok((text, loads)),
    }
}

/// Whether fio fills the job's file in advance.
const fn needs_data(job: &FioJob) -> bool {
    job.direction.read_percent > 0 || job.is_written_before
}

/// Rejects trims of a file, as fio does (3.33).
fn not_trimmed(job: &FioJob) -> Option<JobFault> {
    let wrong = Wrong::OnFile {
        job: job.name.clone(),
        why: text!("interchange-file-cannot-discarded"),
    };
    job.direction.is_trim.then_some(JobFault { line: job.line, wrong })
}

/// Rejects a read of another run's data: a test file is created anew and contains none.
fn nothing_to_read(job: &FioJob) -> Option<JobFault> {
    let is_of_another = job.verify.as_ref().is_some_and(|it| it.reads_alone && it.outlives_run);
    let what = text!("interchange-filename-drive-file-data-verify-only");
    let wrong = Wrong::Missing { job: job.name.clone(), what };
    is_of_another.then_some(JobFault { line: job.line, wrong })
}

/// A search for the largest queue depth within a latency: it doubles the depth, then halves the distance, and
/// measures the result once more.
fn search(
    group: &[(usize, &FioJob)],
    target: &TargetLatency,
    space: &Space,
) -> Result<(String, Vec<FioLoad>), JobFault> {
    let Some(&(index, job)) = group.first() else { return Ok(Default::default()) };
    let parts = parts(job, (index, is_crowded(group)), space)?;
    let [part] = parts.as_slice() else {
        return Err(together(job, text!("interchange-looks-queue-depth-latency-target")));
    };
    let name = safe(&job.name);
    let operations: &[&str] = match (job.direction.read_percent, job.direction.is_trim) {
        (_, true) if job.direction.writes_trimmed => &["discard", "write"],
        (_, true) => &["discard"],
        (100, _) => &["read"],
        (0, _) => &["write"],
        _ => &["read", "write"],
    };
    let mut text = String::from("[[step]]\nkind = \"search\"\n");
    push(&mut text, &format!("name = {}", quoted(&name)));
    push(&mut text, &format!("varied = \"depth\"\nfrom = 1\nto = {}", job.depth));
    let operation = operations.first().copied().unwrap_or("read");
    push(&mut text, &format!("repeats = 1\noperation = \"{operation}\"\nlimits = ["));
    for operation in operations {
        let (figure, limit) = (target.figure, target.limit_us);
        let row = format!(
            "  {{ operation = \"{operation}\", figure = \"{figure}\", below = \"{limit}us\" }},"
        );
        push(&mut text, &row);
    }
    push(&mut text, "]\n\n[[step.step]]\nkind = \"repeat\"\nrows = [");
    let found = "found";
    for part in ["doubled", "halved", found] {
        push(&mut text, &format!("  {{ part = \"{part}\" }},"));
    }
    push(&mut text, "]\n\n[[step.step.step]]\nkind = \"measure\"");
    push(&mut text, &format!("name = {}", quoted(&format!("{name}, {{part}}, depth *"))));
    // The search sets its depth, and the window its end.
    let timed = FioJob { time_us: Some(target.window_us), is_time_based: true, ..job.clone() };
    let keys = keys(&timed, part, (true, true))?;
    let keys = keys.lines().filter(|line| !line.starts_with("depth = "));
    keys.for_each(|line| push(&mut text, line));
    push(&mut text, "");
    let cell = format!("{name}, {found}, ");
    Ok((text, vec![FioLoad { job: index, cell, clone: 1, beside: None, reads_back: false }]))
}

/// Concurrent jobs; each group but the first begins with a `stonewall`.
fn groups(jobs: &[FioJob]) -> Vec<Vec<(usize, &FioJob)>> {
    let mut groups: Vec<Vec<(usize, &FioJob)>> = Vec::new();
    for (index, job) in jobs.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if !job.begins_group => group.push((index, job)),
            _ => groups.push(vec![(index, job)]),
        }
    }
    groups
}

fn check_group(group: &[(usize, &FioJob)]) -> Result<(), JobFault> {
    let Some((&(_, first), others)) = group.split_first() else { return Ok(()) };
    for &(_, job) in others {
        let searches = job.target_latency.is_some() || first.target_latency.is_some();
        let differs = [
            (searches, text!("interchange-looks-queue-depth-latency-target-2")),
            (job.verify.is_some() != first.verify.is_some(), COMPARED),
            (
                is_watched(job) && is_watched(first),
                text!("interchange-sum-both-steady-steadystate-group-reporting"),
            ),
            (
                job.tolerated != first.tolerated,
                text!("interchange-not-all-go-after-same-errors"),
            ),
            (job.ramp_us != first.ramp_us, text!("interchange-ramp-time-differs")),
            (job.caching != first.caching, text!("interchange-not-both-go-past-page-cache")),
            (job.is_null != first.is_null, text!("interchange-ioengine-null")),
            (
                job.delay_us != first.delay_us && (job.flow.is_some() || first.flow.is_some()),
                text!("interchange-begins-later-startdelay-keep-shares-flow"),
            ),
        ];
        if let Some((_, why)) = differs.into_iter().find(|(is, _)| *is) {
            return Err(together(job, why));
        }
    }
    Ok(())
}

/// Whether concurrent jobs have more clones than the limit of loads.
fn is_crowded(group: &[(usize, &FioJob)]) -> bool {
    let clones = group.iter().map(|(_, job)| job.clones).fold(0, u64::saturating_add);
    clones > u64::try_from(LOADS_MAX).unwrap_or(u64::MAX)
}

/// Whether the sum of all clones has to become steady.
fn is_watched(job: &FioJob) -> bool {
    job.steady.is_some() && job.is_grouped
}

/// The keys of a load.
fn keys(
    job: &FioJob,
    part: &Part,
    (is_first, is_alone): (bool, bool),
) -> Result<String, JobFault> {
    let mut text = String::new();
    let mut key =
        |name: &str, value: &str| push(&mut text, &format!("{name} = {}", quoted(value)));
    key("access", &job.access);
    key("read", &format!("{}%", job.direction.read_percent));
    if job.direction.is_trim {
        key("discard", "100%");
    }
    key("block", &job.blocks.words());
    key("depth", &job.depth.to_string());
    key("jobs", &part.jobs.to_string());
    if part.jobs > 1 {
        key("layout", part.layout);
    }
    key("region", &part.region);
    for (name, value) in limits(job, part)? {
        key(name, &value);
    }
    if let Some(steady) = &job.steady {
        key("until", &steady.words);
    }
    if let Some(sync) = &job.sync {
        key("sync", sync);
        key("sync_call", if job.is_fsync { "fsync" } else { "fdatasync" });
    }
    key("caching", job.caching);
    if let Some(rate) = &job.rate {
        key("rate", &of_clones(rate, part.jobs));
    }
    key("data", &job.data);
    match &job.tolerated {
        Tolerated::All if is_first => key("errors_max", "any"),
        Tolerated::Some(failures) if is_first => key("errors_tolerated", failures),
        _ => {}
    }
    if job.ends_others && !is_alone {
        key("ends_others", "yes");
    }
    if let Some(flow) = job.flow {
        let clones = u32::try_from(part.jobs).unwrap_or(u32::MAX);
        let weight = flow.weight.saturating_mul(clones);
        key("flow", &Flow { weight, ..flow }.to_string());
    }
    if let Some(floor) = job.floor {
        key("floor", &floor.to_string());
    }
    if let Some(again) = job.again {
        key("again", &again.to_string());
    }
    if let Some(verify) = &job.verify {
        key("seed", &safe(&verify.seed));
    }
    if is_first && job.ramp_us > 0 {
        key("ramp", &format!("{}us", job.ramp_us));
    }
    text.push('\n');
    Ok(text)
}

/// The pace of each clone as a pace of all clones.
fn of_clones(rate: &str, clones: u64) -> String {
    // A pause applies to each job by itself.
    let Some((number, behind)) = rate.split_once("/s") else { return rate.to_owned() };
    let number: f64 = number.parse().unwrap_or(0.0);
    format!("{}/s{behind}", number * iogram_model::float(clones))
}

/// The limits of a load.
fn limits(job: &FioJob, part: &Part) -> Result<Vec<(&'static str, String)>, JobFault> {
    let mut limits = Vec::new();
    if let Some(time) = job.time_us {
        limits.push(("time", format!("{time}us")));
    }
    if job.is_time_based {
        return Ok(limits);
    }
    if let Some(count) = job.request_count {
        limits.push(("count", count.saturating_mul(part.jobs).to_string()));
    }
    // Each clone goes once through its part, and as often as `loops`; slices divide that part.
    let size = job.size.and_then(Size::bytes);
    match job.moved.and_then(Size::bytes).or(size).or(part.left_bytes) {
        Some(bytes) => {
            let amount = bytes.saturating_mul(job.loops).saturating_mul(part.jobs);
            limits.push(("amount", format!("{amount}B")));
        }
        None => {
            let clones = if part.layout == "sliced" { 1 } else { part.jobs };
            limits.push(("passes", job.loops.saturating_mul(clones).to_string()));
        }
    }
    Ok(limits)
}

/// A name without the braces of a method file's placeholders.
fn safe(name: &str) -> String {
    name.replace('{', "(").replace('}', ")")
}

fn push(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("memory takes all text");
}

/// A text as a TOML string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            letter if letter.is_control() => quoted.push(' '),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
