//! Other parts of fio's output: shares of requests by latency, the number of a job's requests, and the kernel's
//! counters of the drive.
//!
//! Sources: fio's `stat.c` (`show_lat`, `show_ddir_status`) and `diskutil.c` (`print_disk_util`). The shares of
//! depths are relative to reads, writes and trims, but include flushes: writes with a flush after each one have 200 %
//! in total.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedResult, LatencyShare, LatencyShares, OpKind,
};

use super::super::line::unit_ns;

/// `lat (usec)   : 20=24.80%, 50=18.94%`: shares of requests, each with its upper bound. `None` for other lines.
pub(super) fn shares_of(text: &str) -> Option<Vec<LatencyShare>> {
    let (unit, rest) = text.strip_prefix("lat (")?.split_once(')')?;
    let (unit, rest) = (unit_ns(unit)?, rest.trim_start().strip_prefix(':')?);
    let parts = rest.split(',').map(str::trim).filter(|it| !it.is_empty());
    let share = |part: &str| {
        let (bound, percent) = part.split_once('=')?;
        let ratio = percent.strip_suffix('%')?.parse::<f64>().ok()? / 100.0;
        let up_to_ns = match bound.strip_prefix(">=") {
            Some(_) => None,
            None => Some(bound.parse::<f64>().ok()? * unit),
        };
        Some(LatencyShare { up_to_ns, ratio })
    };
    parts.map(share).collect()
}

/// Adds shares to those of the job at the known index, or begins a new entry.
pub(super) fn add_shares(
    evidence: &mut ImportedEvidence,
    (place, name): (&mut Option<usize>, &str),
    shares: Vec<LatencyShare>,
) {
    let all = &mut evidence.latency_shares;
    let index = *place.get_or_insert(all.len());
    if index == all.len() {
        all.push(LatencyShares { name: name.to_owned(), shares: Vec::new() });
    }
    if let Some(its) = all.get_mut(index) {
        its.shares.extend(shares.into_iter().filter(|it| it.ratio > 0.0));
    }
}

/// Keeps the last shares of each name, because a job with several states repeats the earlier ones.
pub(super) fn keep_last_shares(all: &mut Vec<LatencyShares>) {
    let names: Vec<String> = all.iter().map(|it| it.name.clone()).collect();
    let mut places = names.iter().enumerate();
    all.retain(|_| {
        places.next().is_some_and(|(at, name)| {
            let later = names.get(at.saturating_add(1)..).unwrap_or_default();
            !later.contains(name)
        })
    });
}

/// `mmcblk0: ios=5561/10120, merge=0/44, ticks=2264/70639, in_queue=72902, util=99.51%`, as a fact of the drive.
pub(super) fn disk_stats(text: &str) -> Option<ImportedFact> {
    let (disk, rest) = text.split_once(": ios=")?;
    let is_whole = rest.contains("util=") && !disk.contains(' ');
    is_whole.then(|| ImportedFact::new(disk_fact(disk), format!("ios={rest}")))
}

/// The name of the fact of a drive, the same for all of fio's formats.
pub(in crate::import) fn disk_fact(disk: &str) -> String {
    format!("disk stats of {disk} (read/write)")
}

/// Whether the sum of the shares in `1=200.0%, 2=0.0%, ..` shows that a flush followed each write.
pub(super) fn is_doubled(depths: &str) -> bool {
    let percents = depths.split(',').filter_map(|it| it.split_once('='));
    let percents = percents.filter_map(|(_, it)| it.trim().strip_suffix('%'));
    let total = percents.filter_map(|it| it.parse::<f64>().ok()).sum::<f64>();
    // Arbitrary: ten shares that were rounded to a tenth.
    (total - 200.0).abs() <= 1.0
}

/// Marks the flushes of a job as following each write, if the job only writes.
pub(super) fn flushed_each(results: &mut [ImportedResult], (first, flushes): (usize, usize)) {
    let its = results.get(first..).unwrap_or_default();
    let is_of_writes =
        its.iter().all(|it| matches!(it.operation, Some(OpKind::Write | OpKind::Flush)));
    if let Some(it) = results.get_mut(flushes).filter(|_| is_of_writes) {
        it.is_after_each = Some(true);
    }
}
