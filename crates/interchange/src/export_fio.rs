//! Results in the shape of fio's JSON, as far as tools that draw charts from it look.
//!
//! Source: field names and units of fio's `stat.c` (`bw` is KiB/s, `bw_bytes` bytes/s, `runtime` ms,
//! latencies ns) and what fio-plot 1.1 reads. A job is a cell: its counted repetitions merged, rates as
//! means over them. `fio version` says who measured.

use std::collections::BTreeMap;

use iogram_model::Total as _;
use iogram_model::{
    Access, Bytes, Caching, CellRecord, DiskActivity, IoPath, OpKind, Permille, Run, float,
    rounded,
};
use iogram_stats::Bucket;
use serde_json::{Map, Value, json};

use crate::export_fio_log::logs;
use crate::export_merge::{Merged, MergedOp, deviation, merged};

/// A file of a directory that fio-plot reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportFile {
    /// Its path below the directory, such as `4k/randread-32-1.json`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// All cells of `run` as jobs of one file.
#[must_use]
pub fn render_fio(run: &Run) -> String {
    let cells = merged(run);
    let jobs = cells.iter().map(|cell| job(run, cell)).collect();
    text(&document(run, jobs, disks(&cells)))
}

/// Each cell as files of its own, named and placed as fio-plot's own bench-fio does it: a directory for each
/// block size, `MODE-IODEPTH-NUMJOBS.json` in it, and the time series of the first counted repetition as fio's
/// logs of bandwidth, IOPS and latency.
#[must_use]
pub fn fio_files(run: &Run) -> Vec<ExportFile> {
    let mut files: Vec<ExportFile> = Vec::new();
    // How many of each kind there are: looking through the files for a name that is not taken is cubic.
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    for cell in merged(run) {
        let workload = &cell.first().workload;
        let block = fio_size(workload.block.largest());
        let (mode, depth, jobs) = (mode(cell.first()), workload.depth, workload.jobs);
        let name = format!("{block}/{mode}-{depth}-{jobs}");
        let number = numbers.entry(name.clone()).or_default();
        *number = number.saturating_add(1);
        // A second cell of the same kind: fio-plot would take both for one.
        let path = match number {
            1 => format!("{name}.json"),
            number => format!("again-{number}/{name}.json"),
        };
        let one = vec![job(run, &cell)];
        let document = document(run, one, disks(std::slice::from_ref(&cell)));
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        files.push(ExportFile { path, text: text(&document) });
        files.extend(logs(cell.first()).into_iter().map(|(kind, text)| {
            let name = format!("{mode}-iodepth-{depth}-numjobs-{jobs}_{kind}.1.log");
            ExportFile { path: format!("{folder}/{name}"), text }
        }));
    }
    files
}

fn text(value: &Value) -> String {
    let json = serde_json::to_string_pretty(value).expect("texts and numbers can be written");
    iogram_model::plain_json(json + "\n")
}

fn document(run: &Run, jobs: Vec<Value>, disks: Vec<Value>) -> Value {
    let seconds = run.started_at_us.div_euclid(1_000_000);
    json!({
        "fio version": format!("iogram-{}", run.conditions.tool.version),
        "timestamp": seconds,
        "timestamp_ms": run.started_at_us.div_euclid(1000),
        "global options": {},
        "jobs": jobs,
        "disk_util": disks,
    })
}

/// What the kernel counted at each block device in all cells together; times in ms, as in fio's `stat.c`.
fn disks(cells: &[Merged<'_>]) -> Vec<Value> {
    let mut sums: Vec<DiskActivity> = Vec::new();
    for disk in cells.iter().flat_map(|cell| &cell.cells).flat_map(|cell| &cell.disks) {
        match sums.iter_mut().find(|sum| sum.name == disk.name) {
            Some(sum) => add(sum, disk),
            None => sums.push(disk.clone()),
        }
    }
    let ms = |ns: u64| ns / 1_000_000;
    let entry = |disk: &DiskActivity| {
        json!({
            "name": disk.name,
            "read_ios": disk.read_count,
            "write_ios": disk.write_count,
            "read_merges": disk.read_merge_count,
            "write_merges": disk.write_merge_count,
            "read_ticks": ms(disk.read_time_ns),
            "write_ticks": ms(disk.write_time_ns),
            "in_queue": ms(disk.queue_ns),
            "util": disk.busy_ratio().map_or(0.0, |ratio| (ratio * 1e4).round() / 1e2),
        })
    };
    sums.iter().map(entry).collect()
}

fn add(sum: &mut DiskActivity, more: &DiskActivity) {
    let fields = [
        (&mut sum.elapsed_ns, more.elapsed_ns),
        (&mut sum.read_count, more.read_count),
        (&mut sum.read_merge_count, more.read_merge_count),
        (&mut sum.read_time_ns, more.read_time_ns),
        (&mut sum.write_count, more.write_count),
        (&mut sum.write_merge_count, more.write_merge_count),
        (&mut sum.write_time_ns, more.write_time_ns),
        (&mut sum.busy_ns, more.busy_ns),
        (&mut sum.queue_ns, more.queue_ns),
    ];
    for (field, value) in fields {
        *field = field.saturating_add(value);
    }
}

/// fio's word for how requests reached the target.
const fn engine(path: IoPath) -> &'static str {
    match path {
        IoPath::Sync | IoPath::Application => "psync",
        IoPath::Null | IoPath::Watched => "null",
        IoPath::Passthrough => "io_uring_cmd",
        IoPath::IoUring | IoPath::Sim | IoPath::Unknown => "io_uring",
    }
}

/// fio's word for the pattern.
fn mode(cell: &CellRecord) -> &'static str {
    let workload = &cell.workload;
    let is_random = !matches!(workload.access, Access::Sequential | Access::Strided(_));
    let reads = workload.mix.read;
    let is_trim = workload.mix.discard == Permille(1000);
    match (is_random, reads) {
        (true, _) if is_trim => "randtrim",
        (false, _) if is_trim => "trim",
        (true, Permille(1000)) => "randread",
        (true, Permille(0)) => "randwrite",
        (true, _) => "randrw",
        (false, Permille(1000)) => "read",
        (false, Permille(0)) => "write",
        (false, _) => "rw",
    }
}

/// `4k`, `1m`, `2300`: fio's own suffixes, which are powers of 1024.
fn fio_size(size: Bytes) -> String {
    match size.0 {
        bytes if bytes >= 1 << 20 && bytes % (1 << 20) == 0 => format!("{}m", bytes >> 20),
        bytes if bytes >= 1 << 10 && bytes % (1 << 10) == 0 => format!("{}k", bytes >> 10),
        bytes => bytes.to_string(),
    }
}

fn job(run: &Run, cell: &Merged<'_>) -> Value {
    let first = cell.first();
    let workload = &first.workload;
    let elapsed_ns: u64 = cell.cells.iter().map(|it| it.elapsed_ns).total();
    let share = |of: fn(&CellRecord) -> Option<u64>| -> f64 {
        let used: Option<u64> = cell
            .cells
            .iter()
            .map(|it| of(it))
            .try_fold(0, |sum: u64, it| Some(sum.saturating_add(it?)));
        used.map_or(0.0, |used| 100.0 * float(used) / float(elapsed_ns.max(1)))
    };
    let mut job = json!({
        "jobname": first.name,
        "groupid": 0,
        "error": 0,
        "elapsed": elapsed_ns.div_ceil(1_000_000_000),
        "job options": {
            "name": first.name,
            "filename": run.target.name,
            "rw": mode(first),
            "bs": fio_size(workload.block.largest()),
            "iodepth": workload.depth.to_string(),
            "numjobs": workload.jobs.to_string(),
            "rwmixread": (workload.mix.read.0 / 10).to_string(),
            "ioengine": engine(first.engine.path),
            "direct": if workload.caching == Caching::Direct { "1" } else { "0" },
        },
    });
    let mut all: Vec<Bucket> = Vec::new();
    for (name, kind) in
        [("read", OpKind::Read), ("write", OpKind::Write), ("trim", OpKind::Discard)]
    {
        let operation = cell.operation(kind);
        all.extend(operation.iter().flat_map(|operation| operation.histogram.buckets()));
        job[name] = direction(operation.as_ref(), elapsed_ns);
    }
    if let Some(flush) = cell.operation(OpKind::Flush) {
        job["sync"] = json!({ "total_ios": flush.count, "lat_ns": latency(&flush, true) });
    }
    job["job_runtime"] = json!(elapsed_ns / 1_000_000);
    job["usr_cpu"] = json!(share(|cell| cell.cpu_user_ns));
    job["sys_cpu"] = json!(share(|cell| cell.cpu_system_ns));
    job["ctx"] = json!(0);
    for (name, value) in distribution(&all) {
        job[name] = value;
    }
    job
}

fn direction(operation: Option<&MergedOp>, elapsed_ns: u64) -> Value {
    let Some(op) = operation else {
        let nothing = json!({ "min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0 });
        return json!({
            "io_bytes": 0, "io_kbytes": 0, "bw_bytes": 0, "bw": 0, "iops": 0.0, "runtime": 0,
            "total_ios": 0, "short_ios": 0, "drop_ios": 0,
            "slat_ns": nothing.clone(), "clat_ns": nothing.clone(), "lat_ns": nothing,
            "bw_min": 0, "bw_max": 0, "bw_agg": 0.0, "bw_mean": 0.0, "bw_dev": 0.0, "bw_samples": 0,
            "iops_min": 0, "iops_max": 0, "iops_mean": 0.0, "iops_stddev": 0.0, "iops_samples": 0,
        });
    };
    let kib = |bytes: f64| bytes / 1024.0;
    let extreme = |values: &[f64], pick: fn(f64, f64) -> f64| {
        values.iter().copied().reduce(pick).map_or(0, rounded)
    };
    let bandwidths: Vec<f64> = op.each_bytes_per_s.iter().map(|&it| kib(it)).collect();
    json!({
        "io_bytes": op.bytes,
        "io_kbytes": op.bytes / 1024,
        "bw_bytes": rounded(op.bytes_per_s),
        "bw": rounded(kib(op.bytes_per_s)),
        "iops": op.iops,
        "runtime": elapsed_ns / 1_000_000,
        "total_ios": op.count,
        "short_ios": 0,
        "drop_ios": 0,
        "slat_ns": { "min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0 },
        "clat_ns": latency(op, true),
        "lat_ns": latency(op, false),
        "bw_min": extreme(&bandwidths, f64::min),
        "bw_max": extreme(&bandwidths, f64::max),
        "bw_agg": 100.0,
        "bw_mean": kib(op.bytes_per_s),
        "bw_dev": deviation(&bandwidths),
        "bw_samples": bandwidths.len(),
        "iops_min": extreme(&op.each_iops, f64::min),
        "iops_max": extreme(&op.each_iops, f64::max),
        "iops_mean": op.iops,
        "iops_stddev": deviation(&op.each_iops),
        "iops_samples": op.each_iops.len(),
    })
}

/// fio's list of percentiles.
const PERCENTILES: [f64; 17] = [
    1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 99.0, 99.5, 99.9,
    99.95, 99.99,
];

fn latency(op: &MergedOp, has_percentiles: bool) -> Value {
    let mut value = json!({
        "min": op.min_ns,
        "max": op.max_ns,
        "mean": op.mean_ns,
        "stddev": spread(&op.histogram.buckets(), op.mean_ns),
        "N": op.count,
    });
    if has_percentiles {
        // Those that too few requests lie beyond are left out, where fio would print one request.
        let percentiles: Map<String, Value> = PERCENTILES
            .iter()
            .filter_map(|percent| {
                let ns = op.histogram.quantile_ns(percent / 100.0)?;
                Some((format!("{percent:.6}"), json!(ns)))
            })
            .collect();
        value["percentile"] = Value::Object(percentiles);
    }
    value
}

/// Standard deviation of the buckets' middles.
fn spread(buckets: &[Bucket], mean: f64) -> f64 {
    let count: u64 = buckets.iter().map(|bucket| bucket.count).total();
    let squares: f64 = buckets
        .iter()
        .map(|bucket| {
            let middle = f64::midpoint(float(bucket.from_ns), float(bucket.to_ns));
            float(bucket.count) * (middle - mean).powi(2)
        })
        .sum::<f64>();
    if count == 0 { 0.0 } else { (squares / float(count)).sqrt() }
}

const STEPS: [u64; 10] = [2, 4, 10, 20, 50, 100, 250, 500, 750, 1000];

/// Shares of requests below each of fio's steps, in percent: of ns, us and ms.
fn distribution(buckets: &[Bucket]) -> Vec<(&'static str, Value)> {
    let total: u64 = buckets.iter().map(|bucket| bucket.count).total();
    let mut limits: Vec<(usize, String, u64)> = Vec::new();
    for (unit, factor) in [(0, 1), (1, 1000), (2, 1_000_000)] {
        limits.extend(STEPS.map(|step| (unit, step.to_string(), step.saturating_mul(factor))));
    }
    limits.push((2, "2000".to_owned(), 2_000_000_000));
    limits.push((2, ">=2000".to_owned(), u64::MAX));
    let mut shares = vec![0_u64; limits.len()];
    for bucket in buckets {
        let place = limits.iter().position(|(_, _, limit)| bucket.from_ns < *limit);
        shares[place.unwrap_or(limits.len().saturating_sub(1))] = shares
            [place.unwrap_or(limits.len().saturating_sub(1))]
        .saturating_add(bucket.count);
    }
    let mut units = [Map::new(), Map::new(), Map::new()];
    for ((unit, name, _), share) in limits.into_iter().zip(shares) {
        let percent = 100.0 * float(share) / float(total.max(1));
        // Two decimals, as fio prints them.
        units[unit].insert(name, json!((percent * 100.0).round() / 100.0));
    }
    let [ns, us, ms] = units.map(Value::Object);
    vec![("latency_ns", ns), ("latency_us", us), ("latency_ms", ms)]
}
