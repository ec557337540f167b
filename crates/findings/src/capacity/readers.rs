//! Where readers, ports and bridges end, whatever drive is behind them.
//!
//! A drive that ends exactly there may be genuine: another reader comes before the seller. How often it is the drive all the
//! same nobody has counted: fakes end at powers of two, too.

use iogram_model::{Bytes, CapacityFinding, CapacityVerdict, Message, MessageId};

/// Ends of addresses in bytes: 32 bits (SD Physical Layer Specification, capacity of standard cards). What standards allow a kind
/// of card at most (2 GiB, 32 GiB) is no end of addresses: a reader that knows no larger kind shows none of it, and fakes hold
/// just so much.
const BYTES: [u64; 1] = [1 << 32];

/// Ends of addresses in sectors: 28 bits of ATA's first commands (ATA-5), 31 bits of programs that count with a sign, 32 bits of
/// READ CAPACITY (10) and of partition tables (SBC-3, section 5.15).
const SECTORS: [u64; 3] = [1 << 28, 1 << 31, 1 << 32];

/// The same with cylinders, heads and sectors: of BIOS calls beside ATA (1024 x 16 x 63), of BIOS calls (1024 x 255 x 63 and
/// 1024 x 256 x 63), of ATA (65535 x 16 x 63). Source: ATA-5, section 6.2, and the Large Disk HOWTO.
const CYLINDERS: [u64; 4] = [1024 * 16 * 63, 1024 * 255 * 63, 1024 * 256 * 63, 65535 * 16 * 63];

/// Sectors that addresses count; the larger ones are behind bridges that are made for them.
const SECTOR_BYTES: [u64; 2] = [512, 4096];

/// That it is the drive and not the reader is as likely as not, until another reader says so too. Arbitrary.
pub(crate) const DRIVE_OR_READER: f64 = 0.5;

/// All of them, in bytes.
fn limits() -> impl Iterator<Item = u64> {
    let of_sectors = SECTOR_BYTES
        .into_iter()
        .flat_map(|bytes| SECTORS.into_iter().map(move |count| bytes.saturating_mul(count)));
    let of_cylinders = CYLINDERS.into_iter().map(|count| count.saturating_mul(512));
    BYTES.into_iter().chain(of_sectors).chain(of_cylinders)
}

/// The highest limit at or below the end of a request that begins at `offset`.
pub(crate) fn limit_below(offset: u64, length: u64) -> Option<u64> {
    limits().filter(|limit| *limit < offset.saturating_add(length.max(1))).max()
}

/// The limit at which a drive ends that seems to hold `real` bytes; `None` if that is none. A count that is all ones may stand
/// for something else: then the last sector is missing.
fn limit_at(real: u64) -> Option<u64> {
    limits().find(|limit| {
        *limit == real
            || SECTOR_BYTES.iter().any(|bytes| limit.checked_sub(*bytes) == Some(real))
    })
}

/// The same finding, as sure as it is where a reader may be what ends.
pub(super) fn doubted(finding: CapacityFinding) -> CapacityFinding {
    doubted_from(finding, None)
}

/// The same, where all requests fail from some byte on: what lies behind a reader's end fails as what is lost does.
pub(super) fn doubted_from(
    finding: CapacityFinding,
    fails_from_bytes: Option<u64>,
) -> CapacityFinding {
    let fails = fails_from_bytes.filter(|_| finding.verdict == Some(CapacityVerdict::Dying));
    if let Some(end) = fails.filter(|end| limit_at(*end).is_some()) {
        let reason = Message::new(MessageId::CapacityFailsAtReaderLimit, [Bytes(end).into()]);
        return CapacityFinding {
            real_bytes: Some(end),
            confidence: finding.confidence.min(DRIVE_OR_READER),
            usable_bytes: None,
            is_at_reader_limit: true,
            reason: reason.english(),
            statement: Some(reason),
            ..finding
        };
    }
    let is_whole = |verdict| {
        // Of a chain a part is missing below the end of addresses.
        matches!(verdict, CapacityVerdict::Limbo | CapacityVerdict::Wraparound)
    };
    let limit = finding.real_bytes.and_then(limit_at);
    let (Some(limit), true) = (limit, finding.verdict.is_some_and(is_whole)) else {
        return finding;
    };
    let mut reasons = finding.statement.clone().into_iter().collect::<Vec<Message>>();
    reasons.push(Message::new(MessageId::CapacityAtReaderLimit, [Bytes(limit).into()]));
    let reason = Message::joined(reasons).expect("there is one at least");
    CapacityFinding {
        confidence: finding.confidence.min(DRIVE_OR_READER),
        size_confidence_ratio: None,
        usable_bytes: None,
        is_at_reader_limit: true,
        reason: reason.english(),
        statement: Some(reason),
        ..finding
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_limits_of_readers_are_met_exactly() {
        for real in [
            1 << 32,
            (1 << 32) - 512,
            137_438_953_472,
            137_438_952_960,
            2 << 40,
            16 << 40,
            33_822_351_360,
        ] {
            assert!(limit_at(real).is_some(), "{real}");
        }
        for real in [
            1 << 31,
            1 << 33,
            1 << 35,
            (1 << 32) + 512,
            (1 << 32) - 1024,
            64 << 30,
            4_000_000_000,
        ] {
            assert_eq!(limit_at(real), None);
        }
    }
}
