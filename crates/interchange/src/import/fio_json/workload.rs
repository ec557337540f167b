//! The workload of a job, if its options apply to all its requests: with `group_reporting`, fio prints the options of
//! one of several sections beside the requests of all.

use std::collections::BTreeMap;

use iogram_model::{ImportedOrder, ImportedResult, OpKind};

use super::super::fio_words::{is_waiting, size};
use super::super::memory::{is_memory_engine, is_memory_place};
use super::{Direction, Job};

pub(super) fn option<'a>(
    job: &'a Job,
    global: &'a BTreeMap<String, String>,
    name: &str,
) -> Option<&'a String> {
    job.options.as_ref().and_then(|it| it.get(name)).or_else(|| global.get(name))
}

/// The options of a job including those of all jobs. If fio prints a job's options, absent ones have fio's defaults
/// (HOWTO: `bs` 4096, `iodepth` 1, `numjobs` 1, `direct` 0, `rw` read); in this program's exports, absent ones are
/// unknown.
struct Options<'a>(&'a Job, &'a BTreeMap<String, String>);

impl<'a> Options<'a> {
    fn get(&self, names: &[&str]) -> Option<&'a str> {
        names.iter().find_map(|name| option(self.0, self.1, name)).map(String::as_str)
    }

    fn number(&self, name: &str) -> Option<u32> {
        match self.get(&[name]) {
            None => (!self.0.is_own).then_some(1),
            Some(text) => text.trim().parse::<u32>().ok(),
        }
    }

    /// The value of `rw`, and the part after its colon.
    fn rw(&self) -> (&'a str, Option<&'a str>) {
        let default = if self.0.is_own { "" } else { "read" };
        let rw = self.get(&["rw", "readwrite"]).unwrap_or(default);
        rw.split_once(':').map_or((rw, None), |(rw, change)| (rw, Some(change)))
    }

    /// Whether the reads of a writing job are its verification, in an order of its own.
    fn is_verifying(&self, operation: Option<OpKind>) -> bool {
        let is_set = self.get(&["verify"]).is_some_and(|it| !matches!(it, "0" | "none"));
        is_set && operation == Some(OpKind::Read) && asks_for(self.rw().0, OpKind::Write)
    }

    /// The single size of all requests of a kind.
    fn block_bytes(&self, operation: Option<OpKind>) -> Option<u64> {
        const NOT_ONE: [&str; 5] =
            ["bssplit", "bsrange", "blocksize_range", "bs_unaligned", "num_range"];
        let is_plain = self.get(&NOT_ONE).is_none()
            && self.get(&["kb_base"]).is_none_or(|it| it == "1024");
        if !is_plain {
            return None;
        }
        let default = (!self.0.is_own).then_some("4096");
        let bs = self.get(&["bs", "blocksize"]).or(default)?;
        let parts: Vec<&str> = bs.split(',').collect();
        let part = |which: usize| {
            parts.get(which).or(parts.last()).copied().filter(|it| !it.is_empty())
        };
        let size_of = |which: usize| part(which).and_then(size);
        match operation {
            Some(OpKind::Write) => size_of(1),
            Some(OpKind::Discard) => size_of(2),
            Some(_) if self.is_verifying(operation) => size_of(1),
            Some(_) => size_of(0),
            // For several kinds together, only a size that all of them have.
            None => size_of(0).filter(|it| size_of(1) == Some(*it) && size_of(2) == Some(*it)),
        }
    }

    /// Whether the requests of one kind agree with the options.
    fn fit(&self, operation: Option<OpKind>, direction: &Direction) -> bool {
        let is_asked = operation.is_none_or(|it| asks_for(self.rw().0, it));
        if !is_asked && !self.is_verifying(operation) {
            return false;
        }
        let counts = (direction.moved(), direction.total_ios, self.block_bytes(operation));
        let (Some(moved), Some(count), Some(block)) = counts else { return true };
        // Failed requests moved nothing.
        if self.0.error_number() != 0 {
            return true;
        }
        let open = u64::from(self.number("iodepth").unwrap_or(1))
            .saturating_mul(u64::from(self.number("numjobs").unwrap_or(1)));
        // Requests count when submitted, bytes when completed: a run that is stopped has some bytes less, one that
        // begins with a `ramp_time` some more. Arbitrary: a fiftieth for requests that moved less than they should.
        let beside = open.min(count.div_euclid(10)).max(count.div_euclid(50));
        let most = count.saturating_add(beside).saturating_mul(block);
        let least = count.saturating_sub(beside).saturating_mul(block);
        // Bytes are KiB in old versions.
        moved.saturating_add(1024) > least && moved < most.saturating_add(1024)
    }
}

/// Whether `rw` includes requests of this kind. An unknown word may include any.
fn asks_for(rw: &str, operation: OpKind) -> bool {
    let kinds: &[OpKind] = match rw.strip_prefix("rand").unwrap_or(rw) {
        "read" => &[OpKind::Read],
        "write" => &[OpKind::Write],
        "rw" | "readwrite" => &[OpKind::Read, OpKind::Write],
        "trim" => &[OpKind::Discard],
        "trimwrite" => &[OpKind::Discard, OpKind::Write],
        _ => return true,
    };
    kinds.contains(&operation)
}

/// Whether the options of a job can apply to all its requests. A replayed log determines its requests itself.
pub(super) fn describes(job: &Job, global: &BTreeMap<String, String>) -> bool {
    let options = Options(job, global);
    job.options.is_none()
        || (options.get(&["read_iolog"]).is_none()
            && job.directions().all(|(operation, it)| options.fit(operation, it)))
}

/// Fills in the workload of the job. `is_told` is whether its options describe it.
pub(super) fn workload(
    result: &mut ImportedResult,
    (job, global): (&Job, &BTreeMap<String, String>),
    alike: usize,
    is_told: bool,
) {
    let options = Options(job, global);
    let engine = options.get(&["ioengine"]);
    let place = options.get(&["filename", "directory"]);
    if engine.is_some_and(is_memory_engine) || place.is_some_and(is_memory_place) {
        result.is_of_drive = false;
    }
    if job.options.is_none() || !is_told {
        return;
    }
    let (rw, change) = options.rw();
    result.order = match rw {
        rw if rw.starts_with("rand") => Some(ImportedOrder::Random),
        "read" | "write" | "rw" | "readwrite" | "trim" | "trimwrite" => Some(match change {
            None => ImportedOrder::Sequential,
            Some(_) => ImportedOrder::Unknown,
        }),
        _ => None,
    };
    let others = ["percentage_random", "zonemode", "zonesize", "random_distribution"];
    if options.get(&others).is_some() || options.is_verifying(result.operation) {
        result.order = Some(ImportedOrder::Unknown);
    }
    result.block_bytes = options.block_bytes(result.operation);
    result.depth = options.number("iodepth");
    let is_one_of_several = alike > 1 && !job.is_own;
    result.job_count = if is_one_of_several { Some(1) } else { options.number("numjobs") };
    result.is_direct = match (options.get(&["direct"]), options.get(&["buffered"])) {
        (None, None) if job.is_own => None,
        (Some("1"), _) | (None, Some("0")) => Some(true),
        (Some("0") | None, None | Some("1")) => Some(false),
        _ => None,
    };
    let default = if job.is_own { "" } else { "psync" };
    if is_waiting(engine.unwrap_or(default)) {
        result.depth = Some(1);
    }
}

/// Options that name places, computers, users and their keys, and no property of the work. Source: fio 3.33, `fio
/// --cmdhelp=all` and `fio --enghelp=ENGINE`.
const PLACES: [&str; 35] = [
    "filename",
    "directory",
    "opendir",
    "hostname",
    "bindname",
    "interface",
    "uri",
    "conf",
    "hdfsdirectory",
    "program",
    "arguments",
    "namenode",
    "nfs_url",
    "rbdname",
    "clustername",
    "clientname",
    "pool",
    "volume",
    "brick",
    "http_host",
    "http_user",
    "http_pass",
    "http_s3_key",
    "http_s3_keyid",
    "http_s3_security_token",
    "http_swift_auth_token",
    "read_iolog",
    "write_iolog",
    "replay_redirect",
    "exec_prerun",
    "exec_postrun",
    "write_bw_log",
    "write_lat_log",
    "write_iops_log",
    "write_hist_log",
];

/// Whether an option does not affect the drive's work.
fn is_apart(option: &str) -> bool {
    PLACES.contains(&option) || matches!(option, "name" | "description")
}

/// The options of a job in one line; `None` if fio prints none.
pub(super) fn asked(job: &Job, global: &BTreeMap<String, String>) -> Option<String> {
    let own = job.options.as_ref()?;
    let all = own.iter().chain(global.iter().filter(|(name, _)| !own.contains_key(*name)));
    let told = all.filter(|(name, _)| !is_apart(name));
    let words: Vec<String> = told
        .map(|(name, value)| match value.is_empty() {
            true => name.clone(),
            false => format!("{name}={value}"),
        })
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}
