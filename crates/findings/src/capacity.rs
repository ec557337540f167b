//! Conclusions about a drive's capacity from its answers.

mod f3;
mod files;
mod h2testw;
pub(crate) mod readers;

use iogram_model::{
    BadKind, Bytes, CapacityEvidence, CapacityFinding, CapacityVerdict, Evidence, Finding,
    Message, MessageId, Nanos, ProbeRecord, Stretch, Throughput, WriteFailure,
};

use crate::sources::Source;

/// One conclusion for each capacity probe, and for each log of a tool that tests the capacity.
#[must_use]
pub fn capacities(probes: &[ProbeRecord]) -> Vec<Finding> {
    let findings = probes.iter().filter_map(|probe| match &probe.evidence {
        Evidence::Capacity(evidence) => Some(capacity(evidence)),
        // A border within files is not an address, so only the other sizes may be a reader's limit.
        Evidence::F3(log) if log.border_bytes.is_none() => {
            Some(readers::doubted(f3::capacity(log)))
        }
        Evidence::F3(log) => Some(f3::capacity(log)),
        Evidence::H2testw(log) => Some(h2testw::capacity(log)),
        _ => None,
    });
    findings.map(Finding::Capacity).collect()
}

/// The conclusion about a drive.
#[must_use]
pub fn capacity(evidence: &CapacityEvidence) -> CapacityFinding {
    readers::doubted_from(behind_reader(evidence), evidence.fails_from_bytes)
}

/// The conclusion if the reader or port reaches the whole drive.
fn behind_reader(evidence: &CapacityEvidence) -> CapacityFinding {
    let (verdict, real, confidence, reason) = conclude(evidence);
    // Unreadable blocks are neither kept nor lost. A border beside them is less certain, and its place was wrong in 8
    // of 16 (docs/conclusions.md, seeds 53000000 to 53005000 and 60000000 to 60004000).
    let has_failed = evidence.read_error_count > 0;
    let is_border = verdict.is_some_and(CapacityVerdict::is_counterfeit);
    let confidence = if has_failed && is_border { confidence.min(ERRORS) } else { confidence };
    let errors = evidence.read_error_count.saturating_add(evidence.write_error_count);
    let real = real.filter(|_| !is_border || !has_failed && errors < MANY_ERRORS);
    let real = real.filter(|_| !evidence.is_border_open);
    let usable = real.filter(|_| is_border).and_then(|real| proven(evidence, real));
    let confidence = match (real.filter(|_| is_border), usable) {
        (Some(real), Some(usable)) if usable < real => confidence.min(NOT_ALL_PROVEN),
        _ => confidence,
    };
    let has_stopped = evidence.stopped_after_bytes.is_some();
    let source = verdict.map(|it| Source::of_capacity(it, (has_stopped, evidence.is_full)));
    let confidence = source.map_or(confidence, |it| it.hold(confidence));
    // Only the proven part counts as real.
    let real = real.map(|real| usable.map_or(real, |usable| usable.min(real)));
    CapacityFinding {
        real_bytes: real,
        announced_bytes: Some(evidence.announced_bytes),
        usable_bytes: usable,
        is_at_reader_limit: false,
        verdict,
        confidence,
        size_confidence_ratio: None,
        cache_ruled_out_bytes: evidence.cache_ruled_out_bytes,
        reason: reason.english(),
        statement: Some(reason),
        slowest_writes: slowest(evidence, Stretch::write_rate, |it| Some(it.write_max_ns)),
        slowest_reads: slowest(evidence, Stretch::read_rate, |it| it.read_max_ns),
    }
}

/// Confidence of a border if other data below it was lost once everything was evicted from the cache: the size is the
/// remaining part. Arbitrary: no drive of the sweeps has such a cache.
const NOT_ALL_PROVEN: f64 = 0.9;

/// The proven part of a counterfeit that ends at `real`. Repeating addresses show past every cache, and a pass over
/// every block writes and reads all of it.
fn proven(evidence: &CapacityEvidence, real: u64) -> Option<u64> {
    match (evidence.lost_from_bytes, evidence.proven_bytes) {
        (None, _) => Some(real),
        _ if evidence.is_full => Some(real),
        (Some(_), proven) => proven.map(|bytes| bytes.min(real)),
    }
}

/// A slow part has less than this share of the median speed. Arbitrary.
const SLOW_SHARE: f64 = 0.5;
const NAMED_MAX: usize = 5;

/// A part is also slow if one of its requests has less than this share of the median part's speed and takes at least
/// as long as a stall: a handful of such blocks make a card useless, and no mean shows them. Arbitrary.
const SLOW_REQUEST_SHARE: f64 = 0.125;
const SLOW_REQUEST_NS: u64 = 400_000_000;

fn slowest(
    evidence: &CapacityEvidence,
    rate: fn(&Stretch) -> Option<f64>,
    longest_ns: fn(&Stretch) -> Option<u64>,
) -> Vec<Stretch> {
    let stretches = &evidence.stretches;
    let mut rates: Vec<f64> = stretches.iter().filter_map(rate).collect();
    rates.sort_by(f64::total_cmp);
    let Some(&middle) = rates.get(rates.len() / 2) else { return Vec::new() };
    let slow_request = |stretch: &Stretch| {
        let longest = Nanos(longest_ns(stretch)?);
        let rate = Throughput::mean(Bytes(evidence.request_bytes?), longest)?.bytes_per_s;
        let is_slow = longest.0 >= SLOW_REQUEST_NS && rate < SLOW_REQUEST_SHARE * middle;
        is_slow.then_some(rate)
    };
    let mut slow: Vec<(f64, Stretch)> = stretches
        .iter()
        .filter_map(|stretch| {
            let whole = rate(stretch).filter(|rate| *rate < SLOW_SHARE * middle);
            let slowest = slow_request(stretch).into_iter().chain(whole).reduce(f64::min)?;
            Some((slowest, *stretch))
        })
        .collect();
    slow.sort_by(|a, b| a.0.total_cmp(&b.0));
    slow.into_iter().take(NAMED_MAX).map(|(_, stretch)| stretch).collect()
}

/// Confidence of a border seen from both sides; its source may lower it.
const BORDER: f64 = 0.998;
/// Confidence if every block is intact; its source may lower it.
const EVERY_BLOCK: f64 = 0.999;
/// A loss of this fraction of a drive suggests a counterfeit rather than damage, but either is possible. Arbitrary,
/// as in logs.
const LOST_PART: u64 = 16;
const DAMAGED_OR_FAKE: f64 = 0.6;
/// Confidence of a genuine drive with caches up to 8 GiB ruled out. This and the next one come from the sweep of
/// docs/conclusions.md: the share of genuine drives among those reported as genuine.
const LARGE_CACHE: f64 = 0.985;
/// The same with only smaller caches ruled out.
const SMALL_CACHE: f64 = 0.975;
/// The same where time ended that before the caches of known counterfeits were ruled out. Arbitrary: below all that is called
/// sure.
const HURRIED: f64 = 0.94;
/// A probe stops after this many failed requests, so the real capacity is unknown then.
const MANY_ERRORS: u64 = 32;
/// Failed requests can have another cause, such as a bad connection, which the sweep does not contain: there none of
/// the 337 drives and 222 logs with failures was sound (docs/conclusions.md, seeds 70000000 to 70020000 and 72000000
/// to 72012000).
const ERRORS: f64 = 0.97;

fn conclude(
    evidence: &CapacityEvidence,
) -> (Option<CapacityVerdict>, Option<u64>, f64, Message) {
    use CapacityVerdict as Is;
    use MessageId as Id;
    let announced = evidence.announced_bytes;
    if let Some(failure) = &evidence.write_failure
        && !evidence.is_complete
    {
        return (None, None, 0.0, failure_reason(failure));
    }
    if !evidence.is_complete {
        let reason = Message::plain(Id::CapacityUnfinished);
        return (None, None, 0.0, reason);
    }
    if evidence.is_read_only && evidence.period_bytes.is_none() {
        let reason = Message::plain(Id::CapacityReadOnly);
        return (Some(Is::ReadOnly), None, BORDER, reason);
    }
    if let Some(after) = evidence.stopped_after_bytes {
        let reason = Message::new(Id::CapacityStopped, [Bytes(after).into()]);
        return (Some(Is::Damaged), None, BORDER, reason);
    }
    match (evidence.period_bytes, evidence.lost_from_bytes) {
        (Some(period), None) => {
            (Some(Is::Wraparound), Some(period), BORDER, Message::plain(Id::CapacityWraps))
        }
        (Some(_), Some(lost)) => {
            (Some(Is::Chain), Some(lost), BORDER, Message::plain(Id::CapacityRepeats))
        }
        (None, Some(0)) => {
            (Some(Is::Damaged), Some(0), BORDER, Message::plain(Id::CapacityNothingKept))
        }
        (None, Some(lost)) => {
            (Some(Is::Limbo), Some(lost), BORDER, Message::plain(Id::CapacityLost))
        }
        (None, None) => {
            let errors = evidence.read_error_count.saturating_add(evidence.write_error_count);
            if errors > 0 {
                let reason = Message::new(Id::CapacityRequestsFailed, [errors.into()]);
                (Some(Is::Dying), None, ERRORS, reason)
            } else if evidence.wrong_count > 0 {
                let wrong = evidence.wrong_count.into();
                let reason = Message::new(Id::CapacityBlocksWrong, [wrong]);
                let sure = if is_much_lost(evidence) { DAMAGED_OR_FAKE } else { BORDER };
                (Some(Is::Damaged), None, sure, reason)
            } else {
                let reason = good_reason(evidence);
                (Some(Is::Good), Some(announced), sure_of_good(evidence), reason)
            }
        }
    }
}

/// Whether the loss is as large as that of a counterfeit whose cache still holds the last blocks, or which returns
/// old data.
fn is_much_lost(evidence: &CapacityEvidence) -> bool {
    let is_lost = |kind| matches!(kind, BadKind::Lost | BadKind::Overwritten);
    let lost = evidence.bad_ranges.iter().filter(|it| is_lost(it.kind));
    let lost = lost.map(|it| it.size_bytes).fold(0_u64, u64::saturating_add);
    lost >= evidence.announced_bytes / LOST_PART
}

/// The known facts after a write that failed for a reason that may lie below the device.
fn failure_reason(failure: &WriteFailure) -> Message {
    let error = Message::of_errno(failure.errno).into();
    let what = match failure.offset_bytes {
        Some(offset) => Message::new(MessageId::CapacityWritesFailed, [error, offset.into()]),
        None => Message::new(MessageId::CapacityNotDurable, [error]),
    };
    let rest = failure.is_rest_kept.map(|is_kept| {
        Message::plain(if is_kept {
            MessageId::CapacityRestKept
        } else {
            MessageId::CapacityRestLost
        })
    });
    Message::joined([Some(what), rest].into_iter().flatten()).expect("there is one at least")
}

fn sure_of_good(evidence: &CapacityEvidence) -> f64 {
    const LARGE: u64 = 8 << 30;
    let whole = evidence.announced_bytes;
    match evidence.cache_ruled_out_bytes {
        _ if evidence.is_full => EVERY_BLOCK,
        Some(size) if size >= LARGE.min(whole) => LARGE_CACHE,
        _ if evidence.is_cut_short => HURRIED,
        _ => SMALL_CACHE,
    }
}

fn good_reason(evidence: &CapacityEvidence) -> Message {
    match evidence.tried_bytes {
        _ if evidence.is_full => Message::plain(MessageId::CapacityEveryBlockKept),
        Some(tried) => Message::new(MessageId::CapacityKeptAfter, [Bytes(tried).into()]),
        None => Message::plain(MessageId::CapacityKept),
    }
}
