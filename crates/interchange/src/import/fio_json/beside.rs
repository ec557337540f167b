//! Other contents of fio's JSON: shares of requests by latency, flushes after each write, and the kernel's counters
//! of the drive.
//!
//! Sources: fio's `stat.c` (`add_job_opt_json`, `show_thread_status_json`) and `diskutil.c` (`print_disk_util_json`).

use std::collections::BTreeMap;

use iogram_model::{ImportedFact, LatencyShare, LatencyShares};
use serde::Deserialize;

use super::super::fio_text::beside::disk_fact;
use super::workload::option;
use super::{Job, numbers};

/// The kernel's counters of a drive while jobs ran.
#[derive(Debug, Deserialize)]
pub(super) struct Disk {
    pub(super) name: Option<String>,
    #[serde(default, deserialize_with = "numbers::count")]
    read_ios: Option<u64>,
    #[serde(default, deserialize_with = "numbers::count")]
    write_ios: Option<u64>,
    #[serde(default, deserialize_with = "numbers::count")]
    read_merges: Option<u64>,
    #[serde(default, deserialize_with = "numbers::count")]
    write_merges: Option<u64>,
    #[serde(default, deserialize_with = "numbers::count")]
    read_ticks: Option<u64>,
    #[serde(default, deserialize_with = "numbers::count")]
    write_ticks: Option<u64>,
    #[serde(default, deserialize_with = "numbers::count")]
    in_queue: Option<u64>,
    #[serde(default, deserialize_with = "numbers::amount")]
    util: Option<f64>,
}

impl Disk {
    /// The same text as in fio's normal output; `None` if the name is all there is.
    pub(super) fn fact(&self) -> Option<ImportedFact> {
        let both = |name: &str, read: Option<u64>, write: Option<u64>| {
            Some(format!("{name}={}/{}", read?, write?))
        };
        let parts = [
            both("ios", self.read_ios, self.write_ios),
            both("merge", self.read_merges, self.write_merges),
            both("ticks", self.read_ticks, self.write_ticks),
            self.in_queue.map(|it| format!("in_queue={it}")),
            self.util.map(|it| format!("util={it:.2}%")),
        ];
        let told: Vec<String> = parts.into_iter().flatten().collect();
        let name = self.name.as_deref().filter(|_| !told.is_empty())?;
        Some(ImportedFact::new(disk_fact(name), told.join(", ")))
    }
}

/// Whether a flush followed each write of the job, by its options or by its counts; `None` if neither shows it.
pub(super) fn is_after_each(
    job: &Job,
    global: &BTreeMap<String, String>,
    flush_count: Option<u64>,
) -> Option<bool> {
    let is_one = |name| option(job, global, name).is_some_and(|it| it.trim() == "1");
    let is_asked = is_one("fdatasync") || is_one("fsync");
    let has_others =
        [&job.read, &job.trim].into_iter().flatten().any(super::Direction::has_any);
    let writes = job.write.as_ref().and_then(|it| it.total_ios);
    let is_counted =
        flush_count.zip(writes).is_some_and(|(one, other)| one.abs_diff(other) <= 1);
    (!has_others && (is_asked || is_counted)).then_some(true)
}

/// Shares of the job's requests by latency; `None` if fio printed none.
pub(super) fn latency_shares(job: &Job) -> Option<LatencyShares> {
    let units = [(&job.latency_ns, 1.0), (&job.latency_us, 1e3), (&job.latency_ms, 1e6)];
    let mut shares = Vec::new();
    for (bins, unit) in units {
        for (bound, percent) in bins.iter().filter(|(_, percent)| **percent > 0.0) {
            let up_to_ns = match bound.parse::<f64>() {
                Ok(bound) => Some(bound * unit),
                Err(_) if bound.starts_with(">=") => None,
                Err(_) => return None,
            };
            shares.push(LatencyShare { up_to_ns, ratio: percent / 100.0 });
        }
    }
    let key = |it: &LatencyShare| it.up_to_ns.unwrap_or(f64::INFINITY);
    shares.sort_by(|one, other| key(one).total_cmp(&key(other)));
    (!shares.is_empty()).then(|| LatencyShares { name: job.jobname.clone(), shares })
}
