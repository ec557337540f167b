//! What a report of h2testw says about a drive's capacity, and what it leaves open.

use iogram_model::{
    Bytes, CapacityFinding, CapacityVerdict, H2testwEvidence, Message, MessageId,
};

use super::f3::{LOST, PROBED_GOOD, TRIED_PERCENT};
use super::files::{Conclusion, Files, finding, of_lost};
use super::{ERRORS, SMALL_CACHE};

/// Sectors of h2testw.
const SECTOR: u64 = 512;

/// What the drive is according to h2testw.
pub(super) fn capacity(report: &H2testwEvidence) -> CapacityFinding {
    finding(conclude(report), None)
}

fn conclude(report: &H2testwEvidence) -> Conclusion {
    use CapacityVerdict as Is;
    let lost = lost_of(report);
    if lost > 0 {
        return of_lost(&Files {
            ok: report.ok_sector_count,
            lost,
            overwritten: report.overwritten_sector_count.unwrap_or(0),
            changed: report.changed_sector_count.unwrap_or(0),
            before: report.first_error_bytes.map(|at| at / SECTOR),
            is_exact: true,
        });
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
