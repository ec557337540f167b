//! Results in the shape of fio's JSON, to the extent that charting tools use.
//!
//! Source: field names and units of fio's `stat.c` (`bw` is KiB/s, `bw_bytes` bytes/s, `runtime` ms, latencies ns)
//! and the fields that fio-plot 1.1 reads. A job is a cell: its counted repetitions merged, rates as means over them.
//! `fio version` names the measuring tool.

use std::collections::BTreeMap;

use iogram_model::{
    Access, Caching, CellRecord, DiskActivity, IoPath, OpKind, Permille, Run, StretchOrder,
    Workload, ZoneOrder, float,
};
use iogram_stats::Bucket;
use serde_json::{Value, json};

use crate::export_fio_form::{Percentiles, direction, distribution, fio_size, latency};
use crate::export_fio_imported::imported_jobs;
use crate::export_fio_log::logs;
use crate::export_merge::{Merged, merged};

/// A file of a directory that fio-plot reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportFile {
    /// Its path below the directory, such as `4k/randread-32-1.json`.
    pub path: String,
    /// Its contents.
    pub text: String,
}

/// All cells of `run` as jobs of one file, or the results of another tool. Empty if there is neither.
#[must_use]
pub fn render_fio(run: &Run) -> String {
    let cells = merged(run);
    let mut jobs: Vec<Value> = cells.iter().map(|cell| job(run, cell)).collect();
    // Jobs of one group ran at the same time: a cell and its concurrent loads, which follow it.
    let mut group: Option<u64> = None;
    for (job, cell) in jobs.iter_mut().zip(&cells) {
        if cell.load.is_none() {
            group = Some(group.map_or(0, |it| it.saturating_add(1)));
        }
        job["groupid"] = json!(group.unwrap_or(0));
    }
    jobs.extend(imported_jobs(run).into_iter().map(|(_, job)| job));
    if jobs.is_empty() {
        return String::new();
    }
    text(&document(run, jobs, disks(&cells)))
}

/// Each cell as separate files, named and placed as fio-plot's own bench-fio does it: a directory for each block
/// size, `MODE-IODEPTH-NUMJOBS.json` in it, and the time series of the first counted repetition as fio's logs of
/// bandwidth, IOPS and latency.
#[must_use]
pub fn fio_files(run: &Run) -> Vec<ExportFile> {
    let mut files: Vec<ExportFile> = Vec::new();
    // Counts the files of each kind, because searching all files for a free name is cubic.
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    for cell in merged(run) {
        let workload = cell.workload();
        let block = fio_size(workload.block.largest());
        let (mode, depth, jobs) = (mode(workload), workload.depth, workload.jobs);
        let name = match is_plain(workload) {
            true => format!("{block}/{mode}-{depth}-{jobs}"),
            // Not in the folder of a block size, because its work is not a pattern of requests.
            false => format!("other/{}", cell.name().replace('/', "_")),
        };
        let number = numbers.entry(name.clone()).or_default();
        *number = number.saturating_add(1);
        // A second cell of the same kind gets another name, because fio-plot would merge the two.
        let path = match number {
            1 => format!("{name}.json"),
            number => format!("again-{number}/{name}.json"),
        };
        let one = vec![job(run, &cell)];
        let document = document(run, one, disks(std::slice::from_ref(&cell)));
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        files.push(ExportFile { path, text: text(&document) });
        if cell.load.is_some() || !is_plain(workload) {
            continue;
        }
        files.extend(logs(cell.first()).into_iter().map(|(kind, text)| {
            let name = format!("{mode}-iodepth-{depth}-numjobs-{jobs}_{kind}.1.log");
            ExportFile { path: format!("{folder}/{name}"), text }
        }));
    }
    for (index, (name, job)) in imported_jobs(run).into_iter().enumerate() {
        let path =
            format!("imported/{}-{}.json", index.saturating_add(1), name.replace('/', "_"));
        files.push(ExportFile { path, text: text(&document(run, vec![job], Vec::new())) });
    }
    files
}

/// Whether fio's job options can describe the workload: they cannot describe a program's operations or a trace's
/// requests.
const fn is_plain(workload: &Workload) -> bool {
    workload.application.is_none() && workload.replay.is_none()
}

pub(crate) fn text(value: &Value) -> String {
    let json = serde_json::to_string_pretty(value).expect("texts and numbers can be written");
    iogram_model::plain_json(json + "\n")
}

pub(crate) fn document(run: &Run, jobs: Vec<Value>, disks: Vec<Value>) -> Value {
    let seconds = run.started_at_us.div_euclid(1_000_000);
    let mut document = json!({
        "fio version": format!("iogram-{}", run.conditions.tool.version),
        "timestamp": seconds,
        "timestamp_ms": run.started_at_us.div_euclid(1000),
        "jobs": jobs,
        "disk_util": disks,
    });
    if let Some(time) = local_time(run.started_at_us) {
        document["time"] = json!(time);
    }
    document
}

/// A time as C's `ctime` writes it, which fio prints: the local time of this computer.
fn local_time(us: i64) -> Option<String> {
    let time = jiff::Timestamp::from_microsecond(us).ok()?;
    let local = time.to_zoned(jiff::tz::TimeZone::system());
    Some(local.strftime("%a %b %e %H:%M:%S %Y").to_string())
}

/// The kernel's counters of each block device over all cells; times in ms, as in fio's `stat.c`.
pub(crate) fn disks(cells: &[Merged<'_>]) -> Vec<Value> {
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

/// fio's name for the I/O path.
const fn engine(path: IoPath) -> &'static str {
    match path {
        IoPath::Sync | IoPath::Application => "psync",
        IoPath::Null | IoPath::Watched => "null",
        IoPath::Passthrough => "io_uring_cmd",
        IoPath::IoUring | IoPath::Sim | IoPath::Unknown => "io_uring",
    }
}

/// fio's name for the pattern.
fn mode(workload: &Workload) -> &'static str {
    let is_random = match workload.access {
        Access::Sequential | Access::Strided(_) => false,
        Access::Stretches(stretches) => stretches.order != StretchOrder::Sequential,
        Access::WritePointers(zones) => zones.order != ZoneOrder::Sequential,
        _ => true,
    };
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

fn job(run: &Run, cell: &Merged<'_>) -> Value {
    let elapsed_ns = cell.elapsed_ns();
    let mut job = json!({
        "jobname": cell.name(),
        "groupid": 0,
        "error": cell.error().unwrap_or(0),
        "elapsed": elapsed_ns.div_ceil(1_000_000_000),
        "job options": options(run, cell),
    });
    let mut all: Vec<Bucket> = Vec::new();
    for (name, kind) in
        [("read", OpKind::Read), ("write", OpKind::Write), ("trim", OpKind::Discard)]
    {
        let operation = cell.operation(kind);
        all.extend(
            operation.iter().flat_map(|operation| operation.latencies.histogram.buckets()),
        );
        job[name] = direction(operation.as_ref(), elapsed_ns, Percentiles::WithEnough);
        // An open loop measures latency from the scheduled start of each request.
        if let Some(whole) = cell.latencies_since_due(kind) {
            job[name]["lat_ns"] = latency(&whole, Percentiles::WithEnough);
        }
    }
    if let Some(flush) = cell.operation(OpKind::Flush) {
        job["sync"] = json!({
            "total_ios": flush.count,
            "lat_ns": latency(&flush.latencies, Percentiles::WithEnough),
        });
    }
    job["job_runtime"] = json!(elapsed_ns / 1_000_000);
    // CPU time is that of the whole process, and is unknown in virtual time. fio-plot requires a number here: the
    // only place where 0 stands for unknown.
    let used = |of: fn(&CellRecord) -> Option<u64>| match cell.load {
        None => share(cell, of).unwrap_or(0.0),
        Some(_) => 0.0,
    };
    job["usr_cpu"] = json!(used(|cell| cell.cpu_user_ns));
    job["sys_cpu"] = json!(used(|cell| cell.cpu_system_ns));
    for (name, value) in distribution(&all) {
        job[name] = value;
    }
    job
}

fn options(run: &Run, cell: &Merged<'_>) -> Value {
    let workload = cell.workload();
    let mut options = json!({
        "name": cell.name(),
        "filename": run.target.name,
        "ioengine": engine(cell.first().engine.path),
        "direct": if workload.caching == Caching::Direct { "1" } else { "0" },
    });
    if is_plain(workload) {
        options["rw"] = json!(mode(workload));
        options["bs"] = json!(sizes(workload));
        options["iodepth"] = json!(workload.depth.to_string());
        options["numjobs"] = json!(workload.jobs.to_string());
        options["rwmixread"] = json!((workload.mix.read.0 / 10).to_string());
    }
    options
}

/// The largest block, or those of reads, writes and discards.
fn sizes(workload: &Workload) -> String {
    if !workload.block.differ_by_kind() {
        return fio_size(workload.block.largest());
    }
    let largest = |kind| workload.block.of(kind).iter().map(|&(size, _)| size).max();
    let kinds = [OpKind::Read, OpKind::Write, OpKind::Discard];
    let sizes = kinds.map(|kind| largest(kind).map_or_else(String::new, fio_size));
    sizes.join(",")
}

/// Share of the cell's time, in percent; `None` if it is unknown for any repetition.
fn share(cell: &Merged<'_>, of: fn(&CellRecord) -> Option<u64>) -> Option<f64> {
    let mut used = cell.cells.iter().map(|it| of(it));
    let used = used.try_fold(0, |sum: u64, it| Some(sum.saturating_add(it?)))?;
    Some(100.0 * float(used) / float(cell.elapsed_ns().max(1)))
}
