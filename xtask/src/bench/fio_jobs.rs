//! Job files of fio, each run by fio and by `iogram fio` on the same drive as the peers' cells.
//!
//! Both print fio's JSON, which is read alike.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::cells::Requirement;
use super::check_stop;
use super::peers::Served;
use super::sample::{Figure, Sample};
use super::seat::Seat;
use super::table::Row;
use super::tools::Tools;
use crate::repository;

/// Source: issue 18.
const FIGURES: [(Figure, Requirement); 4] = [
    (Figure::Iops, Requirement::RatioWithin(0.02)),
    (Figure::BytesPerS, Requirement::RatioWithin(0.02)),
    (Figure::P50, Requirement::RatioWithin(0.05)),
    (Figure::P99, Requirement::RatioWithin(0.05)),
];

/// Enough single requests for a reliable p99.
const SECONDS_MIN: u32 = 8;

/// Both tools on each job file in alternating pairs.
pub(super) fn measure(
    tools: &Tools,
    (pairs, seconds): (usize, u32),
    stop: &AtomicBool,
) -> Result<Vec<Row>> {
    let served = Served::start(tools)?;
    let seat = Seat { device: Some(served.device.clone()), cgroup: None };
    let seconds = seconds.max(SECONDS_MIN);
    let mut rows = Vec::new();
    for file in files()? {
        let name = file.file_stem().unwrap_or_default().display().to_string();
        let mut measured: Vec<(Vec<JobSample>, Vec<JobSample>)> = Vec::with_capacity(pairs);
        for index in 0..pairs {
            eprintln!("{name}: pair {} of {pairs}", index + 1);
            let path = file.display().to_string();
            let ours = || jobs_of(&tools.text(&iogram(tools, &served, &path, seconds), &seat)?);
            let theirs = || jobs_of(&tools.text(&fio(&served, &path, seconds), &seat)?);
            let pair = if index % 2 == 0 {
                let ours = ours();
                (ours, theirs())
            } else {
                let theirs = theirs();
                (ours(), theirs)
            };
            check_stop(stop)?;
            measured.push((pair.0?, pair.1?));
        }
        rows.extend(rows_of(&name, &measured)?);
    }
    Ok(rows)
}

/// One direction of one job.
#[derive(Debug, Clone)]
struct JobSample {
    title: String,
    sample: Sample,
}

fn rows_of(name: &str, measured: &[(Vec<JobSample>, Vec<JobSample>)]) -> Result<Vec<Row>> {
    let Some((first, _)) = measured.first() else { return Ok(Vec::new()) };
    let mut rows = Vec::new();
    for (place, expected) in first.iter().enumerate() {
        let mut pairs: Vec<(Sample, Sample)> = Vec::new();
        for (ours, theirs) in measured {
            let of = |all: &[JobSample]| {
                let found = all.get(place).filter(|it| it.title == expected.title);
                found.map(|it| it.sample.clone()).context("the two tell other jobs")
            };
            pairs.push((of(ours)?, of(theirs)?));
        }
        let title = format!("{name}: {}", expected.title);
        rows.extend(
            FIGURES.iter().map(|&(figure, it)| Row::of_pairs(&title, figure, it, &pairs)),
        );
    }
    Ok(rows)
}

fn files() -> Result<Vec<PathBuf>> {
    let folder = repository::root().join("testdata/fio-jobs");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).context("cannot list the job files")? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "fio") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn fio(served: &Served, file: &str, seconds: u32) -> Vec<String> {
    words(&format!("{} fio --output-format=json {file}", environment(served, seconds)))
}

fn iogram(tools: &Tools, served: &Served, file: &str, seconds: u32) -> Vec<String> {
    let mut arguments = words(&format!(
        "{} {} fio {file} --quiet --no-store --output-format json --destroy",
        environment(served, seconds),
        tools.iogram_path().display()
    ));
    arguments.push(served.typed.clone());
    arguments
}

fn environment(served: &Served, seconds: u32) -> String {
    format!("env SECONDS={seconds} TARGET={}", served.device.display())
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(ToOwned::to_owned).collect()
}

/// Every direction of every job with requests.
fn jobs_of(text: &str) -> Result<Vec<JobSample>> {
    let start = text.find('{').context("there is no JSON")?;
    let document: Value = serde_json::from_str(&text[start..]).context("the JSON is broken")?;
    let mut samples = Vec::new();
    for job in document["jobs"].as_array().context("there are no jobs")? {
        if job["error"] != 0 {
            bail!("job {} ended with error {}", job["jobname"], job["error"]);
        }
        for operation in ["read", "write"] {
            let figures = &job[operation];
            if figures["total_ios"].as_u64().unwrap_or(0) == 0 {
                continue;
            }
            let number = |name: &str| {
                figures[name].as_f64().with_context(|| format!("{name} is missing"))
            };
            let percentile = |name: &str| figures["clat_ns"]["percentile"][name].as_f64();
            let sample = Sample {
                count: number("total_ios")?,
                iops: number("iops")?,
                bytes_per_s: number("bw_bytes")?,
                p50_ns: percentile("50.000000"),
                p99_ns: percentile("99.000000"),
                cell_cpu_user_ns: None,
                cpu: None,
                path: String::new(),
            };
            let name = job["jobname"].as_str().unwrap_or_default();
            samples.push(JobSample { title: format!("{name} {operation}s"), sample });
        }
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twenty_job_files_and_jobs_are_read_by_direction() {
        assert_eq!(files().unwrap().len(), 20);
        let text = r#"note
{"jobs": [{"jobname": "a", "error": 0,
  "read": {"total_ios": 10, "iops": 5.0, "bw_bytes": 20480, "clat_ns": {"percentile": {"50.000000": 7}}},
  "write": {"total_ios": 0}}]}"#;
        let jobs = jobs_of(text).unwrap();
        assert_eq!((jobs.len(), jobs[0].title.as_str()), (1, "a reads"));
        assert_eq!((jobs[0].sample.p50_ns, jobs[0].sample.p99_ns), (Some(7.0), None));
    }
}
