//! Conclusions about a drive's capacity from a report of h2testw, and their limits.

use iogram_model::{
    Bytes, CapacityFinding, CapacityVerdict, H2testwEvidence, Message, MessageId,
};

use super::f3::{LOST, PROBED_GOOD, TRIED_PERCENT};
use super::files::{CACHE_LARGEST, Conclusion, Extent, Files, SMALL_FILES, of_lost};
use super::{ERRORS, SMALL_CACHE};

/// Sector size of h2testw.
const SECTOR: u64 = 512;

/// The conclusion about the drive from h2testw.
pub(super) fn capacity(report: &H2testwEvidence) -> CapacityFinding {
    conclude(report).finding(None)
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
            extent: if is_whole(report) { Extent::Whole } else { Extent::Part },
            is_contradicted: false,
        });
    }
    if report.is_write_failed || report.is_read_failed {
        let reason = Message::new(MessageId::F3FilesFailed, [1_u64.into()]);
        return Conclusion::new(Some(Is::Dying), ERRORS, reason);
    }
    match report.verdict.as_deref() {
        Some("defective") => {
            let reason = Message::plain(MessageId::LogDefective);
            Conclusion::new(Some(Is::Damaged), LOST, reason)
        }
        Some("finished") => match report.tested_bytes.zip(report.available_bytes) {
            Some((tested, available)) if !fills(tested, available) => {
                let sizes = [Bytes(tested).into(), Bytes(available).into()];
                Conclusion::new(None, 0.0, Message::new(MessageId::LogPartTried, sizes))
            }
            Some((tested, _)) if tested <= CACHE_LARGEST => {
                let reason = Message::new(MessageId::LogCacheCouldHold, [Bytes(tested).into()]);
                Conclusion::new(Some(Is::Good), SMALL_FILES, reason)
            }
            // It says so if it did not test everything; that line can be missing in a copy.
            sizes => {
                let sure = if sizes.is_some() { SMALL_CACHE } else { PROBED_GOOD };
                let reason = Message::plain(MessageId::F3FreeSpaceKept);
                Conclusion::new(Some(Is::Good), sure, reason)
            }
        },
        _ => Conclusion::new(None, 0.0, Message::plain(MessageId::F3NoVerdict)),
    }
}

/// Whether it tested all free space, as far as the report tells.
fn is_whole(report: &H2testwEvidence) -> bool {
    let sizes = report.tested_bytes.zip(report.available_bytes);
    sizes.is_none_or(|(tested, available)| fills(tested, available))
}

/// Sectors that differ from the written data.
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
