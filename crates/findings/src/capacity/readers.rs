//! Address limits of readers, ports and bridges, for any drive behind them.
//!
//! A drive that ends exactly there may be genuine: try another reader before you contact the seller. The proportion
//! of drives with that size is unknown: fakes end at powers of two, too.

use iogram_model::{Bytes, CapacityFinding, CapacityVerdict, Message, MessageId};

/// Address limits in bytes: 32 bits (SD Physical Layer Specification, capacity of standard cards). The largest
/// capacities of kinds of cards in standards (2 GiB, 32 GiB) are not address limits: a reader without support for
/// larger kinds does not show such cards at all, and fakes have exactly these sizes.
const BYTES: [u64; 1] = [1 << 32];

/// Address limits in sectors: 28 bits of ATA's first commands (ATA-5), 31 bits of programs with signed numbers, 32
/// bits of READ CAPACITY (10) and of partition tables (SBC-3, section 5.15).
const SECTORS: [u64; 3] = [1 << 28, 1 << 31, 1 << 32];

/// Address limits with cylinders, heads and sectors: of BIOS calls with ATA (1024 x 16 x 63), of BIOS calls (1024 x
/// 255 x 63 and 1024 x 256 x 63), of ATA (65535 x 16 x 63). Source: ATA-5, section 6.2, and the Large Disk HOWTO.
const CYLINDERS: [u64; 4] = [1024 * 16 * 63, 1024 * 255 * 63, 1024 * 256 * 63, 65535 * 16 * 63];

/// Sector sizes of addresses; bridges built for large drives use the larger one.
const SECTOR_BYTES: [u64; 2] = [512, 4096];

/// The drive and the reader are equally likely, until another reader agrees. Arbitrary.
pub(crate) const DRIVE_OR_READER: f64 = 0.5;

/// All limits, in bytes.
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

/// The limit at which a drive with `real` bytes ends; `None` if it ends elsewhere. The largest count may have another
/// meaning: then the last sector is missing.
fn limit_at(real: u64) -> Option<u64> {
    limits().find(|limit| {
        *limit == real
            || SECTOR_BYTES.iter().any(|bytes| limit.checked_sub(*bytes) == Some(real))
    })
}

/// The finding with a lower confidence, if a reader may be the limit.
pub(super) fn doubted(finding: CapacityFinding) -> CapacityFinding {
    doubted_from(finding, None)
}

/// The same if all requests fail from some byte on: requests beyond a reader's limit fail as if the data were lost.
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
        // A chain also lacks a part below the address limit.
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
