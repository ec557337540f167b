//! What a report of h2testw says about a drive's capacity, and what it leaves open.

use iogram_model::{
    Bytes, CapacityFinding, CapacityVerdict, H2testwEvidence, Message, MessageId,
};

use super::f3::{BORDER, LOST, PROBED_GOOD, TRIED_PERCENT};
use super::{ERRORS, SMALL_CACHE};

/// Sectors of h2testw.
const SECTOR: u64 = 512;

/// Behind the first error at most this part of a counterfeit's files is whole: what its cache still held. Arbitrary.
const KEPT_PART: u64 = 16;

/// What is lost of a counterfeit, at least, as a part of its files, where that is not all that follows the first error.
/// Arbitrary: single dies fail in smaller parts.
const LOST_PART: u64 = 16;

/// A border that is not quite clean, and one between data that were written over. An estimate.
const NEAR_BORDER: f64 = 0.9;

/// What the drive is according to h2testw.
pub(super) fn capacity(report: &H2testwEvidence) -> CapacityFinding {
    let (verdict, real_bytes, confidence, reason) = conclude(report);
    CapacityFinding {
        real_bytes,
        announced_bytes: None,
        verdict,
        confidence,
        cache_ruled_out_bytes: None,
        reason: reason.english(),
        statement: Some(reason),
        slowest_writes: Vec::new(),
        slowest_reads: Vec::new(),
    }
}

type Conclusion = (Option<CapacityVerdict>, Option<u64>, f64, Message);

fn conclude(report: &H2testwEvidence) -> Conclusion {
    use CapacityVerdict as Is;
    let lost = lost_of(report);
    if lost > 0 {
        return of_lost(report, lost);
    }
    if report.is_write_failed || report.is_read_failed {
        let reason = Message::new(MessageId::F3FilesFailed, [1_u64.into()]);
        return (Some(Is::Dying), None, ERRORS, reason);
    }
    match report.verdict.as_deref() {
        Some("defective") => {
            (Some(Is::Damaged), None, LOST, Message::plain(MessageId::LogDefective))
        }
        Some("finished") => match report.tested_bytes.zip(report.available_bytes) {
            Some((tested, available)) if !fills(tested, available) => {
                let sizes = [Bytes(tested).into(), Bytes(available).into()];
                (None, None, 0.0, Message::new(MessageId::LogPartTried, sizes))
            }
            // It says so where it did not try everything; that line can be missing in what was copied.
            sizes => {
                let sure = if sizes.is_some() { SMALL_CACHE } else { PROBED_GOOD };
                (Some(Is::Good), None, sure, Message::plain(MessageId::F3FreeSpaceKept))
            }
        },
        _ => (None, None, 0.0, Message::plain(MessageId::F3NoVerdict)),
    }
}

/// Lost sectors: one border, addresses that repeat, or damage.
fn of_lost(report: &H2testwEvidence, lost: u64) -> Conclusion {
    use CapacityVerdict as Is;
    let ok = report.ok_sector_count.unwrap_or(0);
    let all = ok.saturating_add(lost);
    let kept = Bytes(ok.saturating_mul(SECTOR));
    let is_much = lost >= all / LOST_PART;
    let overwritten = report.overwritten_sector_count.unwrap_or(0);
    let corrupted = report.corrupted_sector_count.unwrap_or(0);
    if report.ok_sector_count.is_some() && is_much && overwritten > lost / 2 {
        let reason = Message::new(MessageId::LogOverwritten, [kept.into()]);
        let is_chain = corrupted > lost / KEPT_PART;
        return match is_chain {
            true => (Some(Is::Chain), Some(kept.0), NEAR_BORDER, reason),
            false => (Some(Is::Wraparound), Some(kept.0), BORDER, reason),
        };
    }
    let before = report.first_error_bytes.map(|at| at / SECTOR).filter(|before| *before <= ok);
    if let (Some(before), Some(_)) = (before, report.ok_sector_count) {
        let size = Bytes(before.saturating_mul(SECTOR));
        let (kept_after, after) = (ok.saturating_sub(before), all.saturating_sub(before));
        if kept_after == 0 && before > 0 {
            let reason = Message::new(MessageId::F3OneBorder, [size.into()]);
            return (Some(Is::Limbo), Some(size.0), BORDER, reason);
        }
        if before > 0 && is_much && kept_after <= after / KEPT_PART {
            let reason = Message::new(MessageId::LogFirstError, [size.into()]);
            return (Some(Is::Limbo), Some(size.0), NEAR_BORDER, reason);
        }
    }
    let counts = [lost.into(), all.into()];
    (Some(Is::Damaged), None, LOST, Message::new(MessageId::F3SectorsLost, counts))
}

/// Sectors that were not as they had been written.
fn lost_of(report: &H2testwEvidence) -> u64 {
    let parts = [
        report.overwritten_sector_count,
        report.changed_sector_count,
        report.corrupted_sector_count,
    ];
    let sum = parts.into_iter().flatten().fold(0_u64, u64::saturating_add);
    report.lost_sector_count.unwrap_or(0).max(sum)
}

const fn fills(tested: u64, available: u64) -> bool {
    tested >= (available / 100).saturating_mul(TRIED_PERCENT)
}
