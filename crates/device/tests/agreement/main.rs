//! iogram and fio measure the same device with the same results.
//!
//! The devices are loop devices with a rate limit in the kernel, so the kernel determines every figure: it hands out
//! a budget in slices of 100 ms, half of the queue depth passes in each, and every request waits for two. All
//! measurements run at once, each on a separate device: they hardly need the CPU, and a disturbance affects them all.
//! A separate program, because no other test should run beside it.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

#[path = "../kernel/common.rs"]
#[expect(dead_code, reason = "shared with the tests of permits, which need more")]
mod common;
mod fsync;

use std::path::{Path, PathBuf};

use common::{LoopDevice, MountedAt, TempDir, run, skip};
use iogram_device::{DriveRig, TargetSpec, WritePolicy};
use iogram_engine::{Cell, Control, Rig};
use iogram_inspect::SysRoot;
use iogram_model::{Access, Blocks, Bytes, CellState, Nanos, Stop, Workload};

const SIZE: u64 = 64 << 20;
const DEPTH: u32 = 32;
/// Half of the depth in each slice of 100 ms.
const REQUESTS_PER_S: u64 = 160;
/// At its end fio 3.33 waits for all outstanding requests before it looks at their completion times, so the requests
/// of one slice get 100 ms too much. After more than 10 s they are less than 1 %.
const SECONDS: u64 = 12;

/// A load, and the kernel's limit for it.
struct Load {
    access: Access,
    block: Bytes,
    limit: Limit,
}

#[derive(Clone, Copy)]
enum Limit {
    Iops,
    BytesPerS,
}

/// The figures of both tools.
#[derive(Debug, Clone, Copy)]
struct Figures {
    iops: f64,
    bytes_per_s: f64,
    p50_ns: f64,
    p99_ns: f64,
}

impl Figures {
    /// The first figure that differs by more than the tolerance, in words.
    fn disagreement(self, other: Self) -> Option<String> {
        let pairs = [
            ("IOPS", self.iops, other.iops, 0.02),
            ("bytes per second", self.bytes_per_s, other.bytes_per_s, 0.02),
            ("p50 in ns", self.p50_ns, other.p50_ns, 0.05),
            ("p99 in ns", self.p99_ns, other.p99_ns, 0.05),
        ];
        let differs =
            |(_, a, b, allowed): &(&str, f64, f64, f64)| (a / b - 1.0).abs() > *allowed;
        let (name, ours, theirs, _) = pairs.into_iter().find(differs)?;
        Some(format!("{name}: iogram {ours}, fio {theirs}"))
    }
}

/// A group of processes with I/O limits in the kernel; this process belongs to it while this lives.
struct LimitedGroup {
    path: PathBuf,
    /// The previous group of this process.
    home: PathBuf,
    is_unified: bool,
}

impl LimitedGroup {
    fn enter() -> Result<Self, String> {
        let (hierarchy, is_unified) = find_hierarchy()?;
        let text = read("/proc/self/cgroup")?;
        let mark = if is_unified { "0::" } else { ":blkio:" };
        let line = text.lines().find_map(|line| Some(line.split_once(mark)?.1));
        let home =
            hierarchy.join(line.ok_or("no cgroup of this process")?.trim_start_matches('/'));
        let path = hierarchy.join(format!("iogram-agreement-{}", std::process::id()));
        std::fs::create_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let group = Self { path, home, is_unified };
        write(&group.path.join("cgroup.procs"), "0")?;
        Ok(group)
    }

    /// Sets the limit of `load` as the only one on device `number`.
    fn limit(&self, number: &str, load: &Load) -> Result<(), String> {
        let iops = REQUESTS_PER_S;
        let bytes_per_s = REQUESTS_PER_S * load.block.0;
        if self.is_unified {
            let line = match load.limit {
                Limit::Iops => format!("{number} riops={iops} rbps=max"),
                Limit::BytesPerS => format!("{number} riops=max rbps={bytes_per_s}"),
            };
            return write(&self.path.join("io.max"), &line);
        }
        let (iops, bytes_per_s) = match load.limit {
            Limit::Iops => (iops, 0),
            Limit::BytesPerS => (0, bytes_per_s),
        };
        let throttle = |name: &str, value: u64| {
            let file = self.path.join(format!("blkio.throttle.{name}"));
            write(&file, &format!("{number} {value}"))
        };
        throttle("read_iops_device", iops)?;
        throttle("read_bps_device", bytes_per_s)
    }
}

impl Drop for LimitedGroup {
    fn drop(&mut self) {
        let left = write(&self.home.join("cgroup.procs"), "0");
        let removed = std::fs::remove_dir(&self.path).map_err(|error| error.to_string());
        if let Err(reason) = left.and(removed) {
            eprintln!("left behind: {}: {reason}", self.path.display());
        }
    }
}

/// The hierarchy with the kernel's limits on block I/O, and whether it is the unified one.
fn find_hierarchy() -> Result<(PathBuf, bool), String> {
    let mounts = read("/proc/self/mounts")?;
    for line in mounts.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [_, at, kind, options, ..] = words[..] else { continue };
        let unified = || read(&format!("{at}/cgroup.subtree_control")).unwrap_or_default();
        if kind == "cgroup" && options.split(',').any(|option| option == "blkio") {
            return Ok((PathBuf::from(at), false));
        }
        if kind == "cgroup2" && unified().split_whitespace().any(|name| name == "io") {
            return Ok((PathBuf::from(at), true));
        }
    }
    Err(iogram_testing::lacking("a cgroup hierarchy that can limit block I/O"))
}

fn read(path: &str) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn measure_with_iogram(device: &Path, load: &Load) -> Figures {
    let spec = TargetSpec::Path(device.to_owned());
    let mut rig = DriveRig::open(&spec, WritePolicy::default(), &SysRoot::default()).unwrap();
    let workload = Workload {
        access: load.access.clone(),
        block: Blocks::one(load.block),
        depth: DEPTH,
        stop: Stop { time: Some(Nanos::SECOND * SECONDS), ..Stop::default() },
        ..Workload::default()
    };
    let record = rig.run(&Cell::new("agreement", workload), &Control::default()).unwrap();
    assert_eq!(record.state, CellState::Completed, "{:?}", record.errors);
    let read = record.operations.read.unwrap();
    let latency = read.latency_ns;
    Figures {
        iops: read.iops,
        bytes_per_s: read.bytes_per_s,
        p50_ns: Bytes(latency.p50.unwrap()).as_f64(),
        p99_ns: Bytes(latency.p99.unwrap()).as_f64(),
    }
}

fn measure_with_fio(device: &Path, load: &Load) -> Result<Figures, String> {
    let access = if load.access == Access::Sequential { "read" } else { "randread" };
    let line = format!(
        "--name=agreement --filename={} --readonly --direct=1 --ioengine=io_uring --rw={access} \
         --bs={} --iodepth={DEPTH} --time_based --runtime={SECONDS} --norandommap \
         --lat_percentiles=1 --clat_percentiles=0 --output-format=json",
        device.display(),
        load.block.0,
    );
    let text = run("fio", &line.split_whitespace().collect::<Vec<_>>())?;
    let start = text.find('{').ok_or("fio printed no JSON")?;
    let document: serde_json::Value =
        serde_json::from_str(&text[start..]).map_err(|error| error.to_string())?;
    let read = &document["jobs"][0]["read"];
    let percentile = |name: &str| read["lat_ns"]["percentile"][name].as_f64();
    let figures = || {
        Some(Figures {
            iops: read["iops"].as_f64()?,
            bytes_per_s: read["bw_bytes"].as_f64()?,
            p50_ns: percentile("50.000000")?,
            p99_ns: percentile("99.000000")?,
        })
    };
    figures().ok_or_else(|| format!("fio's document has no figures: {read}"))
}

/// Comparisons until both tools agree. Arbitrary.
const ATTEMPTS_MAX: usize = 5;

/// One device for each of the two tools, with the same rate limit.
struct Pair {
    load: Load,
    for_iogram: LoopDevice,
    for_fio: LoopDevice,
}

impl Pair {
    fn new(dir: &TempDir, group: &LimitedGroup, load: Load) -> Result<Self, String> {
        let device = |tool: &str| {
            let image = dir.image(&format!("memory/{tool}-{}", load.access), SIZE);
            let device = LoopDevice::over(&image, &[])?;
            let number = read(&format!("/sys/class/block/{}/dev", device.name()))?;
            group.limit(&number, &load)?;
            Ok::<_, String>(device)
        };
        let (for_iogram, for_fio) = (device("iogram")?, device("fio")?);
        Ok(Self { load, for_iogram, for_fio })
    }

    /// Measures with both at once; returns their disagreement.
    fn compare(&self) -> Result<Option<String>, String> {
        std::thread::scope(|scope| {
            let theirs = scope.spawn(|| measure_with_fio(&self.for_fio.path, &self.load));
            let ours = measure_with_iogram(&self.for_iogram.path, &self.load);
            Ok(ours.disagreement(theirs.join().unwrap()?))
        })
    }
}

/// Compares all pairs at once; returns the first disagreement.
fn compare_all(pairs: &[Pair]) -> Result<Option<String>, String> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = pairs.iter().map(|pair| scope.spawn(|| pair.compare())).collect();
        let results: Result<Vec<_>, String> =
            threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        Ok(results?.into_iter().flatten().next())
    })
}

#[test]
fn iogram_agrees_with_fio_on_a_device_that_the_kernel_holds_to_a_rate() {
    let attempt = || {
        run("fio", &["--version"])?;
        let dir = TempDir::new();
        let at = dir.path().join("memory");
        let _mount = MountedAt::new(&["-t", "tmpfs", "-o", "size=80m", "tmpfs"], &at)?;
        let group = LimitedGroup::enter()?;
        let (small, large) = (Bytes(4096), Bytes(128 << 10));
        let random = Load { access: Access::Random, block: small, limit: Limit::Iops };
        let sequential =
            Load { access: Access::Sequential, block: large, limit: Limit::BytesPerS };
        let pairs = [Pair::new(&dir, &group, random)?, Pair::new(&dir, &group, sequential)?];
        // Other work on the machine may disturb some of them, hardly all.
        let mut disagreements = Vec::new();
        while disagreements.len() < ATTEMPTS_MAX {
            match compare_all(&pairs)? {
                Some(disagreement) => disagreements.push(disagreement),
                None => return Ok::<(), String>(()),
            }
        }
        panic!("{}", disagreements.join("; then "));
    };
    if let Err(reason) = attempt() {
        skip(&reason);
    }
}
