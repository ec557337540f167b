//! What is assumed of a drive before anything was measured.
//!
//! Pure. Knows the fastest that a link carries and the usual range of a kind of drive. Must not know the drive:
//! what one does is found out by measuring it.

use iogram_model::{Link, TargetRecord, float};
use iogram_runner::{AssumedRange, AssumedSpeed};

/// What is assumed of a target that is open.
pub(crate) fn assumed_of(target: &TargetRecord) -> AssumedRange {
    assumed(target.drive.as_deref(), target.link.as_deref())
}

/// What is assumed of a drive of this kind on this link. Without knowledge the range is that of all drives.
pub(crate) fn assumed(kind: Option<&str>, link: Option<&str>) -> AssumedRange {
    let mut range = of_kind(kind.unwrap_or_default());
    if let Some(most) = link.and_then(link_bytes_per_s) {
        range.fast.bytes_per_s = range.fast.bytes_per_s.min(most);
        range.slow.bytes_per_s = range.slow.bytes_per_s.min(range.fast.bytes_per_s);
    }
    range
}

/// The usual range of a kind: bytes, and per second requests, random writes, durable writes.
///
/// Slow ends of bytes: half of what nearly every card promises (10 MB/s), which the slowest published ones write in
/// order, sticks with the same, eMMC 4.5, the flash behind the cache of SATA and NVMe drives without DRAM. Slow ends of
/// requests: a card, and such a drive. Slow ends of small writes: one that moves an allocation unit of 4 MiB each time
/// writes 3 a second (of 36 cards drawn at random one in ten was slower, 2026-11); SSDs without DRAM in steady state, and
/// their flush of some milliseconds. Fast ends: UHS-I, the links, SSDs of 2025; card class A2 asks for 2000 random writes.
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

/// Payload of a link as a target's record writes it; `None` where it says nothing.
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
