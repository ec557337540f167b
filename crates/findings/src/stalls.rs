//! Stalls: times in which a drive completed nothing although requests were outstanding.
//!
//! Covers every cell. The engine records pauses; a pause is a stall if it is long in absolute terms and long for this
//! cell.

use iogram_model::Total as _;
use iogram_model::{
    Access, CellRecord, Finding, OpKind, Pause, PausedRequest, Stall, StallSummary, SyncPolicy,
    float, rounded,
};
use iogram_stats::Histogram;

/// Least length of a stall. Arbitrary: people call half a second a freeze. The rest allows for a beginning that
/// cannot be seen exactly, because earlier requests still complete.
const LENGTH_MIN_NS: f64 = 400e6;

/// A stall is at least this many times as long as the undisturbed time of such a request. Arbitrary: on a card that
/// needs a second for every write, a second is not a stall.
const TIMES_USUAL: f64 = 4.0;

/// Rank of the undisturbed time of a request: one in ten takes no longer. If the slow requests are the stalled ones,
/// and most are slow, any higher rank is itself the stall (seen on a card with 1.65 writes per second, nine of ten of
/// which took up to 2.84 s).
const UNDISTURBED_RANK: f64 = 0.1;

/// The fewest beginnings for a period. Arbitrary.
const PERIOD_COUNT_MIN: usize = 6;
/// Largest distance of an interval from a whole number of periods, as a share of one. Of random intervals, one in
/// five is this close; five in a row are not.
const PERIOD_DISTANCE_MAX: f64 = 0.1;

/// Every stall of every cell, followed by a summary of the cell. `drive` is the kind of drive as in the target's
/// record.
#[must_use]
pub fn stalls(drive: Option<&str>, cells: &[CellRecord]) -> Vec<Finding> {
    let mut findings = Vec::new();
    // Computed once for each cell: a run may have a thousand, and each is compared with all others.
    let all: Vec<OwnTimes<'_>> = cells.iter().map(OwnTimes::of).collect();
    for own in &all {
        let cell = own.cell;
        let found = stalls_of(drive, cell, &Undisturbed::of(own, &all));
        let summary = summarise(cell, &found);
        findings.extend(found.into_iter().map(Finding::Stall));
        findings.extend(summary.map(Finding::StallSummary));
    }
    findings
}

fn stalls_of(drive: Option<&str>, cell: &CellRecord, undisturbed: &Undisturbed) -> Vec<Stall> {
    let pauses = cell.pauses.iter().flat_map(|pauses| &pauses.list);
    let mut found: Vec<Stall> = Vec::new();
    for pause in pauses {
        let Some(pause) = &of_the_drive(cell, pause) else { continue };
        let begin = beginning(drive, cell, pause);
        let end = pause.start_ns.saturating_add(pause.length_ns);
        // An estimated beginning does not extend into the stall before.
        let before =
            found.last().map_or(0, |stall| stall.time_ns.saturating_add(stall.length_ns));
        let begin = begin.max(before).min(pause.start_ns);
        let length_ns = end.saturating_sub(begin);
        if float(length_ns) < LENGTH_MIN_NS.max(TIMES_USUAL * undisturbed.pause_ns(pause)) {
            continue;
        }
        if is_final_flush(cell, pause) {
            continue;
        }
        found.push(Stall {
            cell: cell.name.clone(),
            repeat: cell.repeat,
            time_ns: begin,
            length_ns,
            operation: pause.ended_by.map(|request| request.operation),
            offset_bytes: pause.ended_by.map(|request| request.offset_bytes),
        });
    }
    found
}

/// Silences of `cell`, in which nothing completed: beginnings and lengths. A stall begins earlier, because the
/// drive's earlier requests still complete after its beginning.
pub(crate) fn silences(cell: &CellRecord) -> Vec<(u64, u64)> {
    let undisturbed = Undisturbed::of(&OwnTimes::of(cell), &[]);
    let pauses = cell.pauses.iter().flat_map(|pauses| &pauses.list);
    pauses
        .filter_map(|pause| of_the_drive(cell, pause))
        .filter(|pause| !is_final_flush(cell, pause))
        .filter(|pause| {
            float(pause.length_ns)
                >= LENGTH_MIN_NS.max(TIMES_USUAL * undisturbed.pause_ns(pause))
        })
        .map(|pause| (pause.start_ns, pause.length_ns))
        .collect()
}

/// The longest part of a pause in which iogram ran: this part may be the drive's. `None` if there is none. If the
/// part ends before the pause, the computer ended it.
fn of_the_drive(cell: &CellRecord, pause: &Pause) -> Option<Pause> {
    let mut parts = vec![(pause.start_ns, pause.start_ns.saturating_add(pause.length_ns))];
    for host in &cell.host_pauses {
        let without = |&(from, to): &(u64, u64)| {
            let before = (from, to.min(host.start_ns));
            let after = (from.max(host.end_ns()), to);
            [before, after].into_iter().filter(|(from, to)| from < to)
        };
        parts = parts.iter().flat_map(without).collect();
    }
    let (from, to) =
        parts.into_iter().max_by_key(|(from, to): &(u64, u64)| to.saturating_sub(*from))?;
    let is_end_seen = to == pause.start_ns.saturating_add(pause.length_ns);
    let ended_by = pause.ended_by.filter(|_| is_end_seen).map(|request| PausedRequest {
        issued_ns: if from > pause.start_ns { from } else { request.issued_ns },
        ..request
    });
    Some(Pause { start_ns: from, length_ns: to.saturating_sub(from), ended_by })
}

/// Commands that a drive processes at once. Sources: the SD and USB mass storage (bulk-only) protocols have one;
/// SATA's native command queue and eMMC's command queue hold 32.
const PLACES_WITHOUT_QUEUE: u64 = 1;
const PLACES_OF_QUEUE: u64 = 32;

/// Beginning of the stall: after the issue of the stalled request and not after the last completion. Between the two,
/// earlier requests of the drive completed.
///
/// A drive with one command at a time begins the stalled one with that last completion. One that accepts all commands
/// at once begins it when it is issued. Otherwise, the middle is the smallest error; a drive with 32 places is known
/// to have no more of them.
fn beginning(drive: Option<&str>, cell: &CellRecord, pause: &Pause) -> u64 {
    let Some(request) = pause.ended_by else { return pause.start_ns };
    let hidden_ns = pause.start_ns.saturating_sub(request.issued_ns);
    let depth = u64::from(cell.engine.depth_asked.max(1));
    let places = match drive {
        Some("SD" | "USB") => PLACES_WITHOUT_QUEUE,
        Some("SATA" | "eMMC") => PLACES_OF_QUEUE,
        _ => depth.div_ceil(2),
    };
    if places <= 1 || depth == 1 {
        return pause.start_ns;
    }
    pause.start_ns.saturating_sub(
        hidden_ns.saturating_mul(places.min(depth)).checked_div(depth).unwrap_or(0),
    )
}

/// The undisturbed time between two completions of a cell, by kind of request.
struct Undisturbed {
    read_ns: f64,
    write_ns: f64,
    flush_ns: f64,
}

/// Times of a cell's own requests by kind; nothing for a kind without requests.
struct OwnTimes<'a> {
    cell: &'a CellRecord,
    read_ns: Option<f64>,
    write_ns: Option<f64>,
    flush_ns: Option<f64>,
}

impl<'a> OwnTimes<'a> {
    fn of(cell: &'a CellRecord) -> Self {
        let [read_ns, write_ns, flush_ns] =
            [OpKind::Read, OpKind::Write, OpKind::Flush].map(|kind| own_ns(cell, kind));
        Self { cell, read_ns, write_ns, flush_ns }
    }
}

impl Undisturbed {
    fn of(own: &OwnTimes<'_>, all: &[OwnTimes<'_>]) -> Self {
        let of = |its: fn(&OwnTimes<'_>) -> Option<f64>| {
            let time = its(own).unwrap_or(0.0);
            in_order_ns(own.cell, its, all).map_or(time, |in_order| time.min(in_order))
        };
        Self {
            read_ns: of(|it| it.read_ns),
            write_ns: of(|it| it.write_ns),
            flush_ns: own.flush_ns.unwrap_or(0.0),
        }
    }

    fn pause_ns(&self, pause: &Pause) -> f64 {
        match pause.ended_by.map(|request| request.operation) {
            Some(OpKind::Read) => self.read_ns,
            Some(OpKind::Flush) => self.flush_ns,
            Some(OpKind::Write | OpKind::Discard) | None => self.write_ns,
        }
    }
}

/// The time that one in ten requests of `kind` does not exceed, divided by the reached queue depth.
fn own_ns(cell: &CellRecord, kind: OpKind) -> Option<f64> {
    let op = cell.operations.of(kind)?;
    let histogram = Histogram::from_text(&op.histogram).ok();
    let fast = histogram.and_then(|histogram| histogram.quantile_ns(UNDISTURBED_RANK));
    // A record of few requests, or without its histogram.
    let fast = fast.or(op.latency_ns.p50).map_or(op.latency_ns.mean, float);
    Some(fast / cell.engine.depth_reached.max(1.0))
}

/// The time of a request of the cell's size at the rate of the run's sequential work: the flash can do that, so a far
/// longer time has another cause.
fn in_order_ns(
    cell: &CellRecord,
    its: fn(&OwnTimes<'_>) -> Option<f64>,
    all: &[OwnTimes<'_>],
) -> Option<f64> {
    let is_alike = |other: &&OwnTimes<'_>| {
        let (one, two) = (&cell.workload, &other.cell.workload);
        two.access == Access::Sequential
            && two.caching == one.caching
            && two.sync == one.sync
            && two.block.largest() <= one.block.largest()
    };
    let fastest = |other: &OwnTimes<'_>| {
        let scale = float(cell.workload.block.largest().0)
            / float(other.cell.workload.block.largest().0.max(1));
        Some(its(other)? * scale)
    };
    all.iter().filter(is_alike).filter_map(fastest).reduce(f64::min)
}

/// The flush at the end of a cell waits for everything written: that is its purpose.
fn is_final_flush(cell: &CellRecord, pause: &Pause) -> bool {
    let is_flush = pause.ended_by.is_some_and(|request| request.operation == OpKind::Flush);
    is_flush && cell.workload.sync == SyncPolicy::End
}

fn summarise(cell: &CellRecord, stalls: &[Stall]) -> Option<StallSummary> {
    let longest_ns = stalls.iter().map(|stall| stall.length_ns).max()?;
    let lost_ns: u64 = stalls.iter().map(|stall| stall.length_ns).total();
    // A cell that ended in a stall ended with its last completion.
    let end = stalls.last().map_or(0, |stall| stall.time_ns.saturating_add(stall.length_ns));
    let whole_ns = end.max(cell.elapsed_ns.saturating_add(cell.workload.ramp.0));
    let beginnings: Vec<u64> = stalls.iter().map(|stall| stall.time_ns).collect();
    Some(StallSummary {
        cell: cell.name.clone(),
        repeat: cell.repeat,
        count: stalls.len() as u64,
        longest_ns,
        lost_ns,
        lost_ratio: float(lost_ns) / float(whole_ns.max(1)),
        period_ns: period(&beginnings),
    })
}

/// The period of ascending times: all intervals are close to whole multiples of it, and most close to one.
fn period(times: &[u64]) -> Option<u64> {
    if times.len() < PERIOD_COUNT_MIN {
        return None;
    }
    let mut distances: Vec<f64> =
        times.windows(2).map(|pair| float(pair[1].saturating_sub(pair[0]))).collect();
    let last = distances.len().saturating_sub(1);
    let unsorted = distances.clone();
    distances.sort_by(f64::total_cmp);
    let guess = distances[last / 2];
    let multiple = |distance: f64| (distance / guess).round();
    let is_near = |distance: f64| {
        let multiple = multiple(distance);
        multiple >= 1.0 && (distance - multiple * guess).abs() <= PERIOD_DISTANCE_MAX * guess
    };
    if !unsorted.iter().all(|&distance| is_near(distance)) {
        return None;
    }
    let periods: f64 = unsorted.iter().map(|&distance| multiple(distance)).sum::<f64>();
    let whole = float(times[times.len().saturating_sub(1)].saturating_sub(times[0]));
    Some(rounded(whole / periods))
}
