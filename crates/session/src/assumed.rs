//! The rates that a plan assumes for a drive before any measurement.
//!
//! Pure. Knows the highest rate of each link and the usual range of each kind of drive. Must not know the individual
//! drive: measurements describe that one.

use iogram_model::{Link, TargetRecord, float};
use iogram_runner::{AssumedRange, AssumedSpeed};

/// The assumed range of an open target.
pub(crate) fn assumed_of(target: &TargetRecord) -> AssumedRange {
    assumed(target.drive.as_deref(), target.link.as_deref())
}

/// The assumed range for this kind of drive on this link; with an unknown kind, the range of all drives.
pub(crate) fn assumed(kind: Option<&str>, link: Option<&str>) -> AssumedRange {
    let mut range = of_kind(kind.unwrap_or_default());
    if let Some(most) = link.and_then(link_bytes_per_s) {
        range.fast.bytes_per_s = range.fast.bytes_per_s.min(most);
        range.slow.bytes_per_s = range.slow.bytes_per_s.min(range.fast.bytes_per_s);
    }
    range
}

/// The usual range of a kind: bytes/s, requests/s, random writes/s and durable writes/s.
///
/// Slow ends of bytes/s: cards use half of the 10 MB/s that nearly every card promises, which the slowest published
/// cards write sequentially; sticks use the same, eMMC the rate of version 4.5, SATA and NVMe drives that of the
/// flash behind the cache of a drive without DRAM. Slow ends of requests/s: a card, and a drive without DRAM. Slow
/// ends of small writes: a card that moves an allocation unit of 4 MiB for each write makes 3 a second (of 36 cards
/// drawn at random one in ten was slower, 2026-11); SSDs without DRAM in steady state, whose flush takes some
/// milliseconds. Fast ends: UHS-I, the links, SSDs of 2025; card class A2 requires 2000 random writes/s.
fn of_kind(kind: &str) -> AssumedRange {
    let speed = |bytes_per_s, (read, random_write, durable_write)| AssumedSpeed {
        bytes_per_s,
        requests_per_s: read,
        random_writes_per_s: random_write,
        durable_writes_per_s: durable_write,
    };
    let range = |slow, fast| AssumedRange { slow, fast, observed: Vec::new() };
    match kind {
        "SD" => range(speed(5e6, (200.0, 3.0, 4.0)), speed(100e6, (10_000.0, 3000.0, 2000.0))),
        "USB" => {
            range(speed(5e6, (200.0, 3.0, 4.0)), speed(1e9, (50_000.0, 50_000.0, 10_000.0)))
        }
        "eMMC" => range(
            speed(30e6, (1000.0, 100.0, 50.0)),
            speed(350e6, (20_000.0, 20_000.0, 5000.0)),
        ),
        "SATA" => range(
            speed(50e6, (1000.0, 1000.0, 100.0)),
            speed(560e6, (100_000.0, 100_000.0, 50_000.0)),
        ),
        "NVMe" => range(
            speed(100e6, (5000.0, 2000.0, 300.0)),
            speed(7e9, (200_000.0, 200_000.0, 100_000.0)),
        ),
        _ => AssumedRange::default(),
    }
}

/// Payload rate of a link, parsed from the text in a target's record; `None` if the text states none.
fn link_bytes_per_s(link: &str) -> Option<f64> {
    let link = Link::parse(link)?;
    Some(float(link.payload_bytes_per_s().unwrap_or_else(|| link.most_bytes_per_s())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_is_known_bounds_the_range() {
        let check = |link: &str, mb_per_s: f64| {
            let found = link_bytes_per_s(link).unwrap_or(0.0) / 1e6;
            assert!((found / mb_per_s - 1.0).abs() < 0.15, "{link}: {found}");
        };
        check("PCIe 3.0 x4 (of 4.0 x4)", 3500.0);
        check("PCIe 4.0 x4", 7000.0);
        check("PCIe 2.0 x1", 450.0);
        check("SATA 6.0 Gb/s", 560.0);
        check("USB 480 Mb/s (USB 2.0), usb-storage", 40.0);
        check("USB 5000 Mb/s (USB 3.2 Gen 1), uas", 500.0);
        check("98MB/s", 98.0);
        assert_eq!(link_bytes_per_s("MMC, 4 bits"), None);
    }
}
