//! The logs that jobs request, by fio's names.
//!
//! Source: `gen_log_name` and `flush_log` of fio's `iolog.c` (3.42), and runs of fio 3.33: a log has the number of
//! its thread, counted through all jobs and clones of a file; without numbers (`per_job_logs=0`), logs are appended
//! to one file.

use std::fmt::Write as _;

use iogram_model::{CellState, LoadRecord, Run, Warning, WarningCode};

use super::super::method::FioLoad;
use super::super::{FioJob, FioJobs, FioMethod};
use super::{KINDS, beside};
use crate::ExportFile;
use crate::export_fio_log::logs;

/// Parts of the names of logs of rates, IOPS and latencies.
const NAMES: [&[&str]; 3] = [&["bw"], &["iops"], &["clat", "lat"]];

impl FioJobs {
    /// The names of all logs that [`Self::logs`] can return, each once.
    #[must_use]
    pub fn log_paths(&self, method: &FioMethod) -> Vec<String> {
        let mut paths: Vec<String> = Vec::new();
        for (load, job) in self.logged(method) {
            for path in
                NAMES.iter().flat_map(|names| *names).filter_map(|it| self.path(load, job, it))
            {
                if !paths.contains(&path) {
                    paths.push(path);
                }
            }
        }
        paths
    }

    /// The logs that the jobs request, without verification reads. For loads beside a cell's own load, the record has
    /// rates of each second and no latencies. Clones that are one load have one log, with the number of the first.
    #[must_use]
    pub fn logs(&self, run: &Run, method: &FioMethod) -> Vec<ExportFile> {
        let mut files: Vec<ExportFile> = Vec::new();
        for (load, job) in self.logged(method) {
            let Some(cell) = load.cell(run) else { continue };
            let texts = match &load.beside {
                None => logs(cell),
                Some(name) => beside(cell, name).map(of_seconds).unwrap_or_default(),
            };
            for (kind, text) in texts {
                let Some(path) = self.path(load, job, kind) else { continue };
                match files.iter_mut().find(|file| file.path == path) {
                    Some(file) => file.text.push_str(&text),
                    None => files.push(ExportFile { path, text }),
                }
            }
        }
        files
    }

    /// Jobs without results because they ended before their `ramp_time`, and whose cell has no warning about it; fio
    /// prints the requests of such a job.
    #[must_use]
    pub fn ended_in_ramp(&self, run: &Run, method: &FioMethod) -> Vec<&FioJob> {
        let is_empty = |load: &FioLoad| {
            let is_told = |it: &Warning| it.code == WarningCode::EndedInRamp;
            let Some(cell) = load.cell(run).filter(|it| !it.warnings.iter().any(is_told))
            else {
                return false;
            };
            let operations = match &load.beside {
                None => Some((&cell.operations, cell.state)),
                Some(name) => beside(cell, name).map(|it| (&it.operations, it.state)),
            };
            operations.is_some_and(|(operations, state)| {
                let moved = KINDS.iter().any(|(_, kind)| operations.of(*kind).is_some());
                !moved && state == CellState::Completed
            })
        };
        let jobs = self.jobs.iter().enumerate().filter(|(_, job)| job.ramp_us > 0);
        let ended = jobs.filter(|(at, _)| {
            let mut loads = method.loads.iter().filter(|it| it.job == *at && !it.reads_back);
            loads.any(is_empty)
        });
        ended.map(|(_, job)| job).collect()
    }

    /// Loads that can have logs, with their jobs.
    fn logged<'a>(
        &'a self,
        method: &'a FioMethod,
    ) -> impl Iterator<Item = (&'a FioLoad, &'a FioJob)> {
        let loads = method.loads.iter().filter(|load| !load.reads_back);
        loads.filter_map(|load| Some((load, self.jobs.get(load.job)?)))
    }

    /// The name of a load's log of this kind; `None` if its job does not request one.
    fn path(&self, load: &FioLoad, job: &FioJob, kind: &str) -> Option<String> {
        let asked = NAMES.iter().zip(&job.logs).find(|(names, _)| names.contains(&kind));
        let prefix = asked.and_then(|(_, prefix)| prefix.as_ref())?;
        if job.has_common_logs {
            return Some(named(prefix, &format!("_{kind}.log")));
        }
        let before = self.jobs.iter().take(load.job).map(|job| job.clones);
        let number = before.fold(load.clone, u64::saturating_add);
        Some(named(prefix, &format!("_{kind}.{number}.log")))
    }
}

/// Largest length of a file name in bytes. Source: Linux' `NAME_MAX`.
const NAME_MAX: usize = 255;

/// A name with this ending, which distinguishes logs: a prefix that is too long is truncated.
fn named(prefix: &str, ending: &str) -> String {
    let from = prefix.rfind('/').map_or(0, |at| at.saturating_add(1));
    let mut end = from.saturating_add(NAME_MAX.saturating_sub(ending.len())).min(prefix.len());
    while !prefix.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    format!("{}{ending}", prefix.get(..end).unwrap_or(prefix))
}

/// The rates of a load beside a cell's own load, second by second.
fn of_seconds(record: &LoadRecord) -> Vec<(&'static str, String)> {
    let Some(course) = &record.course else { return Vec::new() };
    let (mut bytes, mut counts) = (String::new(), String::new());
    let mut end_ns: u64 = 0;
    for stretch in &course.stretches {
        end_ns = end_ns.saturating_add(course.stretch_ns);
        for (direction, (_, kind)) in KINDS.iter().enumerate() {
            let moved = stretch.of(*kind);
            if moved.count == 0 {
                continue;
            }
            let rate = |amount: u64| per_second(amount, course.stretch_ns);
            for (text, value) in
                [(&mut bytes, rate(moved.bytes) / 1024), (&mut counts, rate(moved.count))]
            {
                let time_ms = end_ns / 1_000_000;
                writeln!(text, "{time_ms}, {value}, {direction}, 0, 0")
                    .expect("memory takes all text");
            }
        }
    }
    vec![("bw", bytes), ("iops", counts)]
}

fn per_second(amount: u64, time_ns: u64) -> u128 {
    let per_second = u128::from(amount).saturating_mul(1_000_000_000);
    per_second.checked_div(u128::from(time_ns.max(1))).unwrap_or(0)
}
