//! Cells of `TKperf` and of ezFIO, run by fio with their published parameters and by iogram, on the same drive.
//!
//! The drive is simulated, and serves real requests in real time behind a loop device: slow enough that the drive
//! decides each figure and not the computer, and uneven, so that percentiles differ.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::cells::Requirement;
use super::check_stop;
use super::sample::{Figure, Sample};
use super::seat::{Seat, report};
use super::table::Row;
use super::tools::Tools;
use crate::repository::output_of;

/// Nine tenths of the reads take 6 to 9 ms, the others up to 20 ms; writes half as much again. 32 at once.
const DRIVE: &str = r#"
name = "peers"
title = "A slow and uneven drive"
source = "arbitrary"
drive = "nvme"
capacity = "1GiB"
[link]
rate = "100MB/s"
in_flight = 32
[media.latency]
read = [["0%", "6ms"], ["90%", "9ms"], ["100%", "20ms"]]
write = [["0%", "9ms"], ["90%", "13ms"], ["100%", "30ms"]]
discard = "1ms"
"#;

/// The tool of the parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Peer {
    Tkperf,
    Ezfio,
}

/// A cell, as one of these tools measures it with fio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Job {
    peer: Peer,
    title: &'static str,
    is_random: bool,
    read_percent: u32,
    block_kib: u32,
    jobs: u32,
    depth: u32,
}

const fn job(peer: Peer, title: &'static str, is_random: bool, load: [u32; 4]) -> Job {
    let [read_percent, block_kib, jobs, depth] = load;
    Job { peer, title, is_random, read_percent, block_kib, jobs, depth }
}

/// `TKperf` leaves threads and depth to its user: 1 and 16 here. Tests 2, 3, 4, 6, 7 and 9 of ezFIO.
const JOBS: [Job; 11] = [
    job(Peer::Tkperf, "TKperf IOPS 4 KiB 0/100", true, [0, 4, 1, 16]),
    job(Peer::Tkperf, "TKperf IOPS 64 KiB 65/35", true, [65, 64, 1, 16]),
    job(Peer::Tkperf, "TKperf IOPS 1024 KiB 100/0", true, [100, 1024, 1, 16]),
    job(Peer::Tkperf, "TKperf latency 4 KiB 65/35", true, [65, 4, 1, 1]),
    job(Peer::Tkperf, "TKperf throughput 1024 KiB write", false, [0, 1024, 1, 16]),
    job(Peer::Ezfio, "ezFIO 2 seq read 128 KiB 1x256", false, [100, 128, 1, 256]),
    job(Peer::Ezfio, "ezFIO 3 random read 4 KiB 16x16", true, [100, 4, 16, 16]),
    job(Peer::Ezfio, "ezFIO 4 seq write 4 KiB 1x1", false, [0, 4, 1, 1]),
    job(Peer::Ezfio, "ezFIO 6 random read 4 KiB 16x1", true, [100, 4, 16, 1]),
    job(Peer::Ezfio, "ezFIO 7 random 30 % write 4 KiB 16x1", true, [70, 4, 16, 1]),
    job(Peer::Ezfio, "ezFIO 9 random write 4 KiB 16x1", true, [0, 4, 16, 1]),
];

/// Source: issue 16.
const FIGURES: [(Figure, Requirement); 4] = [
    (Figure::Iops, Requirement::RatioWithin(0.03)),
    (Figure::BytesPerS, Requirement::RatioWithin(0.03)),
    (Figure::P50, Requirement::RatioWithin(0.05)),
    (Figure::P99, Requirement::RatioWithin(0.05)),
];

/// A thousand single requests, which a p99 needs.
pub(super) const SECONDS_MIN: u32 = 15;

/// Both tools on each job in alternating pairs.
pub(super) fn measure(
    tools: &Tools,
    (pairs, seconds): (usize, u32),
    stop: &AtomicBool,
) -> Result<Vec<Row>> {
    let served = Served::start(tools)?;
    let seat = Seat { device: Some(served.device.clone()), cgroup: None };
    let seconds = seconds.max(SECONDS_MIN);
    let mut rows = Vec::new();
    for job in &JOBS {
        let mut measured: Vec<(String, String)> = Vec::with_capacity(pairs);
        for index in 0..pairs {
            eprintln!("{}: pair {} of {pairs}", job.title, index + 1);
            let ours = || tools.text(&served.iogram(tools, job, seconds), &seat);
            let theirs = || tools.text(&fio(job, &served.device, seconds), &seat);
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
        for operation in job.operations() {
            let sample = |(ours, theirs): &(String, String)| -> Result<(Sample, Sample)> {
                Ok((Sample::of_iogram(ours, operation)?, Sample::of_fio(theirs, operation)?))
            };
            let samples: Vec<(Sample, Sample)> =
                measured.iter().map(sample).collect::<Result<_>>()?;
            let title = match job.operations().len() {
                1 => job.title.to_owned(),
                _ => format!("{}, {operation}s", job.title),
            };
            rows.extend(
                FIGURES.iter().map(|&(figure, it)| Row::of_pairs(&title, figure, it, &samples)),
            );
        }
    }
    Ok(rows)
}

impl Job {
    /// In the words of both tools' JSON.
    fn operations(&self) -> &'static [&'static str] {
        match self.read_percent {
            0 => &["write"],
            100 => &["read"],
            _ => &["read", "write"],
        }
    }
}

/// fio's arguments that belong to the job, without names and files.
fn fio(job: &Job, device: &Path, seconds: u32) -> Vec<String> {
    let order = if job.is_random { "rand" } else { "" };
    let (access, mix) = match job.read_percent {
        100 => (format!("{order}read"), String::new()),
        0 => (format!("{order}write"), String::new()),
        share => (format!("{order}rw"), format!("--rwmixwrite={}", 100 - share)),
    };
    let own = match job.peer {
        Peer::Tkperf => "--refill_buffers=1",
        Peer::Ezfio => "--thread=1 --invalidate=1 --end_fsync=0 --exitall=1",
    };
    let line = format!(
        "fio --name=job --filename={} --ioengine=libaio --direct=1 --norandommap=1 --randrepeat=0 \
         --group_reporting --time_based {own} --rw={access} {mix} --bs={}k --iodepth={} \
         --numjobs={} --runtime={seconds} --lat_percentiles=1 --clat_percentiles=0 \
         --output-format=json",
        device.display(),
        job.block_kib,
        job.depth,
        job.jobs
    );
    line.split_whitespace().map(ToOwned::to_owned).collect()
}

/// The drive, served and behind a loop device. Fields are dropped in this order.
#[derive(Debug)]
pub(super) struct Served {
    pub(super) device: PathBuf,
    /// The word that iogram requires before it writes.
    pub(super) typed: String,
    program: Child,
    mount: PathBuf,
}

impl Served {
    pub(super) fn start(tools: &Tools) -> Result<Self> {
        let scratch = tools.scratch_path();
        let (text, mount) = (scratch.join("peers.toml"), scratch.join("served"));
        std::fs::write(&text, DRIVE).context("cannot write the drive's description")?;
        std::fs::create_dir(&mount).context("cannot make the place to serve it at")?;
        let program = Command::new(tools.iogram_path())
            .args(["sim", "serve", "peers.toml", "--seed", "1", "--mount"])
            .arg(&mount)
            .current_dir(scratch)
            .env("XDG_DATA_HOME", scratch)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .context("cannot start iogram sim serve")?;
        let mut served = Self { device: PathBuf::new(), typed: String::new(), program, mount };
        let image = served.wait_for_file()?;
        let arguments = ["--find", "--show", "--direct-io=on"];
        let device = output_of(Command::new("losetup").args(arguments).arg(&image))?;
        served.device = PathBuf::from(device.trim());
        let name = |path: &Path| path.file_name().unwrap_or_default().display().to_string();
        served.typed = format!("{}:{}", name(&served.device), name(&image));
        Ok(served)
    }

    fn wait_for_file(&mut self) -> Result<PathBuf> {
        let until = Instant::now() + Duration::from_secs(30);
        while Instant::now() < until {
            if let Some(status) = self.program.try_wait()? {
                bail!("iogram sim serve ended at once: {status}");
            }
            let mut entries = std::fs::read_dir(&self.mount)?;
            if let Some(entry) = entries.next() {
                return Ok(entry?.path());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!("iogram sim serve shows no file in {}", self.mount.display())
    }

    fn iogram(&self, tools: &Tools, job: &Job, seconds: u32) -> Vec<String> {
        let access = if job.is_random { "random" } else { "seq" };
        let line = format!(
            "{} measure {} --access {access} --read {}% --block {}KiB --depth {} --jobs {} \
             --time {seconds}s --direct --no-store --json -",
            tools.iogram_path().display(),
            self.device.display(),
            job.read_percent,
            job.block_kib,
            job.depth,
            job.jobs
        );
        let mut arguments: Vec<String> =
            line.split_whitespace().map(ToOwned::to_owned).collect();
        if job.read_percent < 100 {
            arguments.extend(["--destroy".to_owned(), self.typed.clone()]);
        }
        arguments
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if !self.device.as_os_str().is_empty() {
            report(output_of(Command::new("losetup").arg("--detach").arg(&self.device)));
        }
        let number = self.program.id().to_string();
        report(output_of(Command::new("kill").args(["-INT", &number])));
        report(self.program.wait().context("iogram sim serve"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fio_is_asked_for_what_each_of_them_publishes() {
        let line = |job: &Job| fio(job, Path::new("/dev/loop9"), 15).join(" ");
        let mixed = line(&JOBS[1]);
        assert!(
            mixed.contains("--refill_buffers=1 --rw=randrw --rwmixwrite=35 --bs=64k"),
            "{mixed}"
        );
        let ezfio = line(&JOBS[9]);
        assert!(ezfio.contains("--thread=1 --invalidate=1"), "{ezfio}");
        assert!(ezfio.contains("--rwmixwrite=30 --bs=4k --iodepth=1 --numjobs=16"), "{ezfio}");
        let reads = line(&JOBS[5]);
        assert!(reads.contains("--rw=read --bs=128k --iodepth=256"), "{reads}");
        assert!(!reads.contains("rwmix"), "{reads}");
        assert_eq!(JOBS[1].operations(), ["read", "write"]);
    }
}
