//! The result of one measurement, read from the tools' JSON. Pure.
//!
//! Latency is from issue to completion in both: fio's `lat`, with its percentiles of `lat` switched on.

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::cdm::CdmRow;

/// One measurement by one tool. `None` is not reported.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Sample {
    pub(super) count: f64,
    pub(super) iops: f64,
    pub(super) bytes_per_s: f64,
    pub(super) p50_ns: Option<f64>,
    pub(super) p99_ns: Option<f64>,
    /// Of the measured part, by the tool's own account.
    pub(super) cell_cpu_user_ns: Option<f64>,
    /// Of the whole process from start to end.
    pub(super) cpu: Option<ProcessCpu>,
    /// The path of requests.
    pub(super) path: String,
}

/// CPU time of a process with its children.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ProcessCpu {
    pub(super) user_ns: f64,
    pub(super) system_ns: f64,
}

/// iogram's figures about itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SelfTest {
    pub(super) data_generation_bytes_per_s: f64,
    pub(super) clock_cost_ns: f64,
    pub(super) floor_ns: f64,
}

/// A number that both tools report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Figure {
    NsPerIo,
    Iops,
    BytesPerS,
    P50,
    P99,
    CpuPerIo,
    CpuUserPerIo,
    CellCpuUserPerIo,
    CpuSystemPerIo,
}

impl Figure {
    /// Its name in the table, with the unit of [`Self::shown`].
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::NsPerIo => "time per I/O, ns",
            Self::Iops => "thousand IOPS",
            Self::BytesPerS => "MB/s",
            Self::P50 => "latency p50, us",
            Self::P99 => "latency p99, us",
            Self::CpuPerIo => "CPU per I/O, process, ns",
            Self::CpuUserPerIo => "user CPU per I/O, process, ns",
            Self::CellCpuUserPerIo => "user CPU per I/O, cell, ns",
            Self::CpuSystemPerIo => "system CPU per I/O, process, ns",
        }
    }

    /// Its name for machines, with the unit of [`Self::value_in`].
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::NsPerIo => "time_per_io_ns",
            Self::Iops => "iops",
            Self::BytesPerS => "bytes_per_s",
            Self::P50 => "latency_p50_ns",
            Self::P99 => "latency_p99_ns",
            Self::CpuPerIo => "cpu_per_io_ns",
            Self::CpuUserPerIo => "cpu_user_per_io_ns",
            Self::CellCpuUserPerIo => "cell_cpu_user_per_io_ns",
            Self::CpuSystemPerIo => "cpu_system_per_io_ns",
        }
    }

    /// Its value in `sample`.
    pub(super) fn value_in(self, sample: &Sample) -> Option<f64> {
        match self {
            Self::NsPerIo => Some(1e9 / sample.iops),
            Self::Iops => Some(sample.iops),
            Self::BytesPerS => Some(sample.bytes_per_s),
            Self::P50 => sample.p50_ns,
            Self::P99 => sample.p99_ns,
            Self::CpuPerIo => {
                let cpu = sample.cpu?;
                Some((cpu.user_ns + cpu.system_ns) / sample.count)
            }
            Self::CpuUserPerIo => Some(sample.cpu?.user_ns / sample.count),
            Self::CellCpuUserPerIo => Some(sample.cell_cpu_user_ns? / sample.count),
            Self::CpuSystemPerIo => Some(sample.cpu?.system_ns / sample.count),
        }
    }

    /// A value in the unit of the table.
    pub(super) fn shown(self, value: f64) -> f64 {
        match self {
            Self::NsPerIo
            | Self::CpuPerIo
            | Self::CpuUserPerIo
            | Self::CellCpuUserPerIo
            | Self::CpuSystemPerIo => value,
            Self::Iops | Self::P50 | Self::P99 => value / 1e3,
            Self::BytesPerS => value / 1e6,
        }
    }
}

/// A number of the self-test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SelfFigure {
    DataBytesPerS,
    ClockCost,
    Floor,
}

impl SelfFigure {
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::DataBytesPerS => "random data, GiB/s",
            Self::ClockCost => "clock reading, ns",
            Self::Floor => "floor at start, ns per I/O",
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::DataBytesPerS => "data_generation_bytes_per_s",
            Self::ClockCost => "clock_cost_ns",
            Self::Floor => "floor_ns",
        }
    }

    pub(super) const fn value_in(self, test: SelfTest) -> f64 {
        match self {
            Self::DataBytesPerS => test.data_generation_bytes_per_s,
            Self::ClockCost => test.clock_cost_ns,
            Self::Floor => test.floor_ns,
        }
    }

    pub(super) fn shown(self, value: f64) -> f64 {
        match self {
            Self::DataBytesPerS => value / 1_073_741_824.0,
            Self::ClockCost | Self::Floor => value,
        }
    }
}

/// Reads the output of `iogram measure --json -`, a document of format `iogram-run/1`.
pub(super) fn parse_iogram(text: &str) -> Result<Sample> {
    let run: Value = serde_json::from_str(text).context("iogram printed no JSON")?;
    sample_of_cell(&run["cells"][0], "read")
}

impl Sample {
    /// One operation (`read` or `write`) in the output of `iogram measure --json -`.
    pub(super) fn of_iogram(text: &str, operation: &str) -> Result<Self> {
        let run: Value = serde_json::from_str(text).context("iogram printed no JSON")?;
        sample_of_cell(&run["cells"][0], operation)
    }

    /// The same in fio's output.
    pub(super) fn of_fio(text: &str, operation: &str) -> Result<Self> {
        sample_of_job(&fio_job(text)?, operation)
    }
}

/// Reads the output of `iogram run cdm --json -`: the counted run of each row.
pub(super) fn parse_cdm(text: &str, rows: &[CdmRow]) -> Result<Vec<Sample>> {
    let run: Value = serde_json::from_str(text).context("iogram printed no JSON")?;
    let cells = run["cells"].as_array().context("the run has no cells")?;
    let sample = |row: &CdmRow| {
        let cell = cells
            .iter()
            .find(|cell| cell["name"] == row.name && cell["is_counted"] == true)
            .with_context(|| format!("the run has no counted cell {}", row.name))?;
        sample_of_cell(cell, row.operation())
    };
    rows.iter().map(sample).collect()
}

/// `operation` is `read` or `write`.
fn sample_of_cell(cell: &Value, operation: &str) -> Result<Sample> {
    if cell["state"] != "completed" {
        bail!("iogram's cell ended as {} with errors {}", cell["state"], cell["errors"]);
    }
    let figures = &cell[operation];
    Ok(Sample {
        count: number(figures, "count")?,
        iops: number(figures, "iops")?,
        bytes_per_s: number(figures, "bytes_per_s")?,
        p50_ns: figures["latency_ns"]["p50"].as_f64(),
        p99_ns: figures["latency_ns"]["p99"].as_f64(),
        cell_cpu_user_ns: cell["cpu_user_ns"].as_f64(),
        cpu: None,
        path: cell["engine"]["path"].as_str().unwrap_or("unknown").to_owned(),
    })
}

/// Reads the output of `fio --output-format=json`; lines before the document are fio's messages.
pub(super) fn parse_fio(text: &str) -> Result<Sample> {
    let job = fio_job(text)?;
    // A job of this benchmark either reads or writes.
    let operation = if job["write"]["total_ios"].as_u64() > Some(0) { "write" } else { "read" };
    sample_of_job(&job, operation)
}

/// fio's only job.
fn fio_job(text: &str) -> Result<Value> {
    let start = text.find('{').context("fio printed no JSON")?;
    let mut document: Value =
        serde_json::from_str(&text[start..]).context("fio printed broken JSON")?;
    let job = document["jobs"][0].take();
    if job["error"] != 0 {
        bail!("fio's job ended with error {}", job["error"]);
    }
    Ok(job)
}

/// `operation` is `read` or `write`.
fn sample_of_job(job: &Value, operation: &str) -> Result<Sample> {
    let figures = &job[operation];
    let percentile = |name: &str| figures["lat_ns"]["percentile"][name].as_f64();
    // `usr_cpu` is in percent of the job's runtime, which is in milliseconds.
    let runtime_ns = number(job, "job_runtime")? * 1e6;
    Ok(Sample {
        count: number(figures, "total_ios")?,
        iops: number(figures, "iops")?,
        bytes_per_s: number(figures, "bw_bytes")?,
        p50_ns: percentile("50.000000"),
        p99_ns: percentile("99.000000"),
        cell_cpu_user_ns: job["usr_cpu"].as_f64().map(|percent| percent / 100.0 * runtime_ns),
        cpu: None,
        path: job["job options"]["ioengine"].as_str().unwrap_or("unknown").to_owned(),
    })
}

/// Reads the output of `iogram self-test --json -`.
pub(super) fn parse_self_test(text: &str) -> Result<SelfTest> {
    let test: Value = serde_json::from_str(text).context("iogram printed no JSON")?;
    Ok(SelfTest {
        data_generation_bytes_per_s: number(&test, "data_generation_bytes_per_s")?,
        clock_cost_ns: number(&test, "clock_cost_ns")?,
        floor_ns: number(&test, "floor_ns")?,
    })
}

fn number(object: &Value, name: &str) -> Result<f64> {
    object[name].as_f64().with_context(|| format!("the field {name} is missing or no number"))
}

/// Reads the last line of a timed child's error output: seconds in user mode and in the kernel, such as `1.157
/// 0.008`.
pub(super) fn parse_process_cpu(text: &str) -> Option<ProcessCpu> {
    let line = text.trim_end().lines().next_back()?;
    let (user, system) = line.split_once(' ')?;
    let nanos = |text: &str| text.parse::<f64>().ok().map(|seconds| seconds * 1e9);
    Some(ProcessCpu { user_ns: nanos(user)?, system_ns: nanos(system)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const IOGRAM: &str = r#"{"format": "iogram-run/1", "cells": [{
        "state": "completed", "cpu_user_ns": 500, "engine": {"path": "io_uring"},
        "read": {"count": 100, "bytes": 409600, "iops": 50.0, "bytes_per_s": 204800.0,
            "latency_ns": {"min": 1, "mean": 2.5, "p50": 2, "p99": null, "max": 9}},
        "errors": []}]}"#;

    const FIO: &str = r#"fio: a message of its own
        {"fio version": "fio-3.33", "jobs": [{
        "error": 0, "job options": {"ioengine": "null"}, "usr_cpu": 50.0, "job_runtime": 2000,
        "read": {"total_ios": 100, "iops": 50.0, "bw_bytes": 204800, "lat_ns": {
            "percentile": {"50.000000": 270, "99.000000": 556}}}}]}"#;

    #[test]
    fn a_run_of_iogram_is_read() {
        let sample = parse_iogram(IOGRAM).expect("it is whole");
        let expected = Sample {
            count: 100.0,
            iops: 50.0,
            bytes_per_s: 204_800.0,
            p50_ns: Some(2.0),
            p99_ns: None,
            cell_cpu_user_ns: Some(500.0),
            cpu: None,
            path: "io_uring".to_owned(),
        };
        assert_eq!(sample, expected);
    }

    #[test]
    fn a_job_of_fio_is_read_behind_its_messages() {
        let sample = parse_fio(FIO).expect("it is whole");
        let expected = Sample {
            count: 100.0,
            iops: 50.0,
            bytes_per_s: 204_800.0,
            p50_ns: Some(270.0),
            p99_ns: Some(556.0),
            cell_cpu_user_ns: Some(1e9),
            cpu: None,
            path: "null".to_owned(),
        };
        assert_eq!(sample, expected);
    }

    #[test]
    fn a_failed_measurement_is_no_sample() {
        #[track_caller]
        fn check(result: Result<Sample>, expected: &str) {
            let error = result.expect_err("it failed").to_string();
            assert!(error.contains(expected), "{error}");
        }
        check(parse_iogram(&IOGRAM.replace("completed", "io-errors")), "io-errors");
        check(parse_iogram(&IOGRAM.replace("\"iops\"", "\"ops\"")), "iops");
        check(parse_iogram(""), "no JSON");
        check(parse_fio(&FIO.replace("\"error\": 0", "\"error\": 5")), "error 5");
        check(parse_fio("fio: cannot open"), "no JSON");
    }

    #[test]
    fn the_self_test_needs_every_number() {
        let text =
            r#"{"data_generation_bytes_per_s": 1e10, "clock_cost_ns": 21.5, "floor_ns": 40}"#;
        let test = parse_self_test(text).expect("it is whole");
        assert_eq!(test.data_generation_bytes_per_s.to_bits(), 1e10_f64.to_bits());
        assert!(parse_self_test(r#"{"clock_cost_ns": 21.5}"#).is_err());
    }

    #[test]
    fn cpu_time_is_on_the_last_line() {
        let expected = ProcessCpu { user_ns: 1_157_000_000.0, system_ns: 8_000_000.0 };
        assert_eq!(parse_process_cpu("fio: warning\n1.157 0.008\n"), Some(expected));
        assert_eq!(parse_process_cpu("fio: cannot open\n"), None);
        assert_eq!(parse_process_cpu(""), None);
    }

    #[test]
    fn unreported_figures_have_no_value() {
        let sample = Sample { count: 4.0, iops: 2.0, ..Sample::default() };
        assert_eq!(Figure::P99.value_in(&sample), None);
        assert_eq!(Figure::CpuUserPerIo.value_in(&sample), None);
        assert_eq!(Figure::NsPerIo.value_in(&sample), Some(500_000_000.0));
    }
}
