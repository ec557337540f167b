//! From what a drive answered to what it is.

mod f3;
mod files;
mod h2testw;
pub(crate) mod readers;

use iogram_model::{
    BadKind, Bytes, CapacityEvidence, CapacityFinding, CapacityVerdict, Evidence, Finding,
    Message, MessageId, Nanos, ProbeRecord, Stretch, Throughput, WriteFailure,
};

use crate::sources::Source;

/// One conclusion for every probe of the capacity, and for every log of a tool that tries it.
#[must_use]
pub fn capacities(probes: &[ProbeRecord]) -> Vec<Finding> {
    let findings = probes.iter().filter_map(|probe| match &probe.evidence {
        Evidence::Capacity(evidence) => Some(capacity(evidence)),
        // Files end where files do: their border is no address.
        Evidence::F3(log) if log.border_bytes.is_none() => {
            Some(readers::doubted(f3::capacity(log)))
        }
        Evidence::F3(log) => Some(f3::capacity(log)),
        Evidence::H2testw(log) => Some(h2testw::capacity(log)),
        _ => None,
    });
    findings.map(Finding::Capacity).collect()
}

/// What a drive is.
#[must_use]
pub fn capacity(evidence: &CapacityEvidence) -> CapacityFinding {
    readers::doubted_from(behind_reader(evidence), evidence.fails_from_bytes)
}

/// What is behind a reader or port that reaches all of it.
fn behind_reader(evidence: &CapacityEvidence) -> CapacityFinding {
    let (verdict, real, confidence, reason) = conclude(evidence);
    // What cannot be read is neither kept nor lost: a border beside it is not as sure, and where it lies was wrong in 8 of
    // 16 (docs/conclusions.md, seeds 53000000 to 53005000 and 60000000 to 60004000).
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
    // What is not proven is not said to be there.
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

/// Sure of a border below which something else was lost when all of it was pushed out of the cache: the size is what is left.
/// Arbitrary: no drive of the sweeps has such a cache.
const NOT_ALL_PROVEN: f64 = 0.9;

/// Up to where a counterfeit that ends at `real` is proven to be real. Addresses that repeat are seen past every cache, and a
/// pass over every block writes and reads all of it.
fn proven(evidence: &CapacityEvidence, real: u64) -> Option<u64> {
    match (evidence.lost_from_bytes, evidence.proven_bytes) {
        (None, _) => Some(real),
        _ if evidence.is_full => Some(real),
        (Some(_), proven) => proven.map(|bytes| bytes.min(real)),
    }
}

/// A part is named if it has less than this share of the middle one's speed. Arbitrary.
const SLOW_SHARE: f64 = 0.5;
const NAMED_MAX: usize = 5;

/// It is named, too, if one request in it has less than this share of the middle part's speed and took as
/// long as a stall at least: a handful of such blocks make a card useless, and no mean shows them. Arbitrary.
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

/// For a border that was seen from both sides. Its source says how much of it is said.
const BORDER: f64 = 0.998;
/// Nothing wrong with any block. The same.
const EVERY_BLOCK: f64 = 0.999;
/// So much of a drive is lost by counterfeits rather than by damage; which of both it is stays open. Arbitrary, as in logs.
const LOST_PART: u64 = 16;
const DAMAGED_OR_FAKE: f64 = 0.6;
/// Nothing wrong, and caches up to 8 GiB ruled out. As the next one from the sweep of docs/conclusions.md: how many
/// drives were genuine of those that were called so.
const LARGE_CACHE: f64 = 0.985;
/// Nothing wrong, and smaller caches ruled out.
const SMALL_CACHE: f64 = 0.975;
/// The same where time ended that before the caches of known counterfeits were ruled out. Arbitrary: below all that is called
/// sure.
const HURRIED: f64 = 0.94;
/// The largest cache that f3probe 10 looks for.
const USUAL_CACHE: u64 = 1 << 30;
/// After so many failed requests a probe makes no more: how much is real was not found out then.
const MANY_ERRORS: u64 = 32;
/// Failed requests can have another cause, such as a bad connection, of which the sweep has none: there each of the 337
/// drives and of the 222 logs with them was no sound one (docs/conclusions.md, seeds 70000000 to 70020000 and 72000000 to
/// 72012000).
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

/// Whether as much is lost as of a counterfeit whose cache still holds the last blocks, or which answers with old data.
fn is_much_lost(evidence: &CapacityEvidence) -> bool {
    let is_lost = |kind| matches!(kind, BadKind::Lost | BadKind::Overwritten);
    let lost = evidence.bad_ranges.iter().filter(|it| is_lost(it.kind));
    let lost = lost.map(|it| it.size_bytes).fold(0_u64, u64::saturating_add);
    lost >= evidence.announced_bytes / LOST_PART
}

/// What is known where a write failed for a reason that may lie below the device.
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
        Some(size) if evidence.is_cut_short && size < USUAL_CACHE.min(whole) => HURRIED,
        None if evidence.is_cut_short => HURRIED,
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
