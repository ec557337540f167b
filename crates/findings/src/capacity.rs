//! From what a drive answered to what it is.

mod f3;

use iogram_model::{
    Bytes, CapacityEvidence, CapacityFinding, CapacityVerdict, Evidence, Finding, Nanos,
    ProbeRecord, Stretch, Throughput, WriteFailure,
};

/// One conclusion for every probe of the capacity, and for every log of a tool that tries it.
#[must_use]
pub fn capacities(probes: &[ProbeRecord]) -> Vec<Finding> {
    let findings = probes.iter().filter_map(|probe| match &probe.evidence {
        Evidence::Capacity(evidence) => Some(capacity(evidence)),
        Evidence::F3(log) => Some(f3::capacity(log)),
        _ => None,
    });
    findings.map(Finding::Capacity).collect()
}

/// What a drive is.
#[must_use]
pub fn capacity(evidence: &CapacityEvidence) -> CapacityFinding {
    let (verdict, real, confidence, reason) = conclude(evidence);
    CapacityFinding {
        real_bytes: real,
        announced_bytes: Some(evidence.announced_bytes),
        verdict,
        confidence,
        cache_ruled_out_bytes: evidence.cache_ruled_out_bytes,
        reason,
        slowest_writes: slowest(evidence, Stretch::write_rate, |it| Some(it.write_max_ns)),
        slowest_reads: slowest(evidence, Stretch::read_rate, |it| it.read_max_ns),
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

/// For a border that was seen from both sides. Calibrated on 2,000 random counterfeits, all of them
/// right: the lower end of the 95 % interval.
const BORDER: f64 = 0.998;
/// Nothing wrong with any block.
const EVERY_BLOCK: f64 = 0.999;
/// Nothing wrong, and caches up to 8 GiB ruled out. As the next one from the sweep of docs/conclusions.md: how many
/// drives were genuine of those that were called so.
const LARGE_CACHE: f64 = 0.985;
/// Nothing wrong, and smaller caches ruled out.
const SMALL_CACHE: f64 = 0.975;
/// Failed requests can have another cause, such as a bad connection. An estimate.
const ERRORS: f64 = 0.9;

fn conclude(
    evidence: &CapacityEvidence,
) -> (Option<CapacityVerdict>, Option<u64>, f64, String) {
    use CapacityVerdict as Is;
    let announced = evidence.announced_bytes;
    if let Some(failure) = &evidence.write_failure
        && !evidence.is_complete
    {
        return (None, None, 0.0, failure_reason(failure));
    }
    if !evidence.is_complete {
        let reason = "it did not come to its end".to_owned();
        return (None, None, 0.0, reason);
    }
    if evidence.is_read_only && evidence.period_bytes.is_none() {
        let reason = "the drive does not take writes".to_owned();
        return (Some(Is::ReadOnly), None, BORDER, reason);
    }
    match (evidence.period_bytes, evidence.lost_from_bytes) {
        (Some(period), None) => {
            let reason = "what is written beyond the real capacity overwrites the beginning";
            (Some(Is::Wraparound), Some(period), BORDER, reason.to_owned())
        }
        (Some(_), Some(lost)) => {
            let reason = "addresses repeat, and of each period only a part exists";
            (Some(Is::Chain), Some(lost), BORDER, reason.to_owned())
        }
        (None, Some(0)) => {
            let reason = "nothing that is written can be read back".to_owned();
            (Some(Is::Damaged), Some(0), BORDER, reason)
        }
        (None, Some(lost)) => {
            let reason = "what is written beyond the real capacity is lost".to_owned();
            (Some(Is::Limbo), Some(lost), BORDER, reason)
        }
        (None, None) => {
            let errors = evidence.read_error_count.saturating_add(evidence.write_error_count);
            if errors > 0 {
                let reason = format!("{errors} requests failed");
                (Some(Is::Dying), None, ERRORS, reason)
            } else if evidence.wrong_count > 0 {
                let wrong = evidence.wrong_count;
                let reason = format!("{wrong} blocks hold something else than was written");
                (Some(Is::Damaged), None, BORDER, reason)
            } else {
                (Some(Is::Good), Some(announced), sure_of_good(evidence), good_reason(evidence))
            }
        }
    }
}

/// What is known where a write failed for a reason that may lie below the device.
fn failure_reason(failure: &WriteFailure) -> String {
    let what = match failure.offset_bytes {
        Some(offset) => {
            format!("writes failed with {}, first at byte {offset}", failure.message)
        }
        None => format!("what was written could not be made durable: {}", failure.message),
    };
    let rest = match failure.is_rest_kept {
        Some(true) => "; what was looked at of all that was written until then was there",
        Some(false) => "; not all that was written until then could be read back",
        None => "",
    };
    format!("{what}{rest}")
}

fn sure_of_good(evidence: &CapacityEvidence) -> f64 {
    const LARGE: u64 = 8 << 30;
    let whole = evidence.announced_bytes;
    match evidence.cache_ruled_out_bytes {
        _ if evidence.is_full => EVERY_BLOCK,
        Some(size) if size >= LARGE.min(whole) => LARGE_CACHE,
        _ => SMALL_CACHE,
    }
}

fn good_reason(evidence: &CapacityEvidence) -> String {
    if evidence.is_full {
        "every block kept what was written".to_owned()
    } else {
        "what was written all over it was kept, behind any cache that was looked for; a drive that lacks its last \
         mebibytes alone, or keeps nothing any more after more than was written, looks the same"
            .to_owned()
    }
}
