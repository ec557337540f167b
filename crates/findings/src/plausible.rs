//! Figures that no link carries: what was measured is the computer's memory, not the drive.
//!
//! The limit is the rate on the wire, without what encoding and commands take of it, so that no drive can be above
//! it. Where the link is not known it is the fastest that drives of this kind have. A figure of a drive whose kind
//! is not known either cannot be judged.

use iogram_model::{
    Argument, CellRecord, Figure, Message, MessageId, OpKind, Run, Warning, float,
};

use crate::figure::value_of;

/// What a figure may be above the limit. Arbitrary: rates of links are rounded, and the first request of a cell is
/// on its way before the time begins.
const TOLERANCE: f64 = 1.05;

/// One warning for each operation of each cell that was faster than the link in any repetition.
pub(crate) fn implausible(run: &Run) -> Vec<Warning> {
    let target = &run.target;
    let Some(limit) = Limit::of(target.link.as_deref(), target.drive.as_deref()) else {
        return Vec::new();
    };
    let mut warnings: Vec<Warning> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for cell in &run.cells {
        if names.contains(&cell.name.as_str()) {
            continue;
        }
        names.push(&cell.name);
        let group = || run.cells.iter().filter(|other| other.name == cell.name);
        for (what, figure, operation) in FIGURES {
            let fastest =
                group().filter_map(|it| shown(figure, it, operation)).reduce(f64::max);
            let above = fastest.filter(|rate| *rate > limit.bytes_per_s * TOLERANCE);
            warnings.extend(above.map(|rate| limit.warn(&cell.name, what, rate)));
        }
    }
    warnings
}

/// Whether the link of the run's drive can carry so much; also where nothing is known of it.
pub(crate) fn is_plausible(run: &Run, bytes_per_s: f64) -> bool {
    let limit = Limit::of(run.target.link.as_deref(), run.target.drive.as_deref());
    limit.is_none_or(|limit| bytes_per_s <= limit.bytes_per_s * TOLERANCE)
}

/// What is held against the link: with the name of what was done.
const FIGURES: [(MessageId, Figure, OpKind); 3] = [
    (MessageId::WordRead, Figure::BytesPerS, OpKind::Read),
    (MessageId::WordWrite, Figure::BytesPerS, OpKind::Write),
    (MessageId::WordWriteBeforeFlush, Figure::BytesPerSBeforeFlush, OpKind::Write),
];

fn shown(figure: Figure, cell: &CellRecord, operation: OpKind) -> Option<f64> {
    value_of(figure, cell, Some(operation))
}

/// What a link carries at most.
#[derive(Debug, Clone, PartialEq)]
struct Limit {
    bytes_per_s: f64,
    /// The link, or the kind of drive whose fastest link it is.
    name: String,
    is_known: bool,
}

impl Limit {
    fn of(link: Option<&str>, drive: Option<&str>) -> Option<Self> {
        if let Some(link) = link {
            let bytes_per_s = wire_rate(link)?;
            return Some(Self { bytes_per_s, name: link.to_owned(), is_known: true });
        }
        let drive = drive?;
        let bytes_per_s = fastest_of_kind(drive)?;
        Some(Self { bytes_per_s, name: drive.to_owned(), is_known: false })
    }

    fn warn(&self, cell: &str, what: MessageId, rate: f64) -> Warning {
        let (cell, what, name) = (cell.into(), what.into(), self.name.as_str().into());
        let (rate, most) = (Argument::BytesPerS(rate), Argument::BytesPerS(self.bytes_per_s));
        let statement = if self.is_known {
            Message::new(MessageId::AboveLink, [cell, what, rate, most, name])
        } else {
            Message::new(MessageId::AboveAnyLink, [cell, what, rate, name, most])
        };
        Warning::new("above-the-link", statement)
    }
}

/// Bytes per second on the wire; `None` if the text says no rate.
fn wire_rate(link: &str) -> Option<f64> {
    if let Some(rate) = link.strip_suffix("/s").and_then(bytes) {
        return Some(rate);
    }
    let (family, now) = link.split_once(' ')?;
    // An idle link may save power by being slow when somebody looks: what it could be counts.
    let most = now.split_once(" (of ").and_then(|(_, rest)| rest.strip_suffix(')'));
    let rest = most.unwrap_or_else(|| now.split(" (").next().unwrap_or(now));
    let by_lanes = || {
        let (rate, lanes) = rest.rsplit_once(" x")?;
        Some((rate, lanes.trim().parse::<f64>().ok()?))
    };
    match family {
        "PCIe" => by_lanes().and_then(|(version, lanes)| Some(pcie_lane(version)? * lanes)),
        "SAS" => by_lanes().and_then(|(rate, lanes)| Some(bits(rate, " Gb/s", 1e9)? * lanes)),
        "UFS" => by_lanes().and_then(|(gear, lanes)| Some(ufs_lane(gear)? * lanes)),
        "SATA" => bits(rest, " Gb/s", 1e9),
        "USB" => bits(rest, " Mb/s", 1e6),
        "SD" | "eMMC" => {
            let mut parts = link.split(", ").skip(1);
            let lines: f64 = parts.next()?.split(' ').next()?.parse().ok()?;
            let megahertz: f64 = parts.next()?.strip_suffix(" MHz")?.parse().ok()?;
            let is_double = link.contains("DDR") || link.contains("HS400");
            Some(megahertz * 1e6 * lines / 8.0 * if is_double { 2.0 } else { 1.0 })
        }
        _ => None,
    }
}

/// Bits of `6.0 Gb/s` as bytes per second.
fn bits(text: &str, unit: &str, factor: f64) -> Option<f64> {
    let number: f64 = text.split(unit).next()?.trim().parse().ok()?;
    text.contains(unit).then_some(number * factor / 8.0)
}

/// `560MB` as drives are described.
fn bytes(text: &str) -> Option<f64> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "B" => 1.0,
        "kB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        _ => return None,
    };
    Some(digits.parse::<f64>().ok()? * factor)
}

/// Source: PCI Express Base Specification 6.0: 8b/10b up to 2.0, 128b/130b up to 5.0, flits of 242 of 256 bytes.
fn pcie_lane(version: &str) -> Option<f64> {
    Some(match version {
        "1.0" => 250e6,
        "2.0" => 500e6,
        "3.0" => 985e6,
        "4.0" => 1969e6,
        "5.0" => 3938e6,
        "6.0" => 7563e6,
        _ => return None,
    })
}

/// Source: MIPI M-PHY 5.0, rate B of each gear, before encoding.
fn ufs_lane(gear: &str) -> Option<f64> {
    let bits = match gear {
        "HS-GEAR1" => 1_457_600_000,
        "HS-GEAR2" => 2_915_200_000,
        "HS-GEAR3" => 5_830_400_000,
        "HS-GEAR4" => 11_660_800_000,
        "HS-GEAR5" => 23_321_600_000,
        _ => return None,
    };
    Some(float(bits) / 8.0)
}

/// The fastest link that drives of a kind have.
///
/// Sources: SD 7.0 (UHS-III; cards on PCI Express are NVMe drives), JEDEC JESD84-B51 (HS400), Serial ATA 3.2, USB
/// 3.2 Gen 2x2, PCI Express 5.0 with four lanes, SAS-4 with two ports.
fn fastest_of_kind(drive: &str) -> Option<f64> {
    Some(match drive {
        "SD" => 624e6,
        "eMMC" => 400e6,
        "SATA" => 750e6,
        "USB" => 2500e6,
        "NVMe" => 15_752e6,
        "SAS" => 5625e6,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(link: Option<&str>, drive: Option<&str>, expected: Option<f64>) {
        let limit = Limit::of(link, drive).map(|limit| limit.bytes_per_s);
        assert_eq!(limit, expected, "{link:?}, {drive:?}");
    }

    #[test]
    fn every_link_that_a_record_names_has_a_rate() {
        check(Some("PCIe 3.0 x2"), Some("NVMe"), Some(1970e6));
        check(Some("PCIe 1.0 x4 (of 4.0 x4)"), Some("NVMe"), Some(7876e6));
        check(Some("SATA 6.0 Gb/s"), Some("SATA"), Some(750e6));
        check(Some("SATA 3.0 Gb/s (of 6.0 Gb/s)"), Some("SATA"), Some(750e6));
        check(Some("USB 480 Mb/s (USB 2.0), usb-storage"), Some("USB"), Some(60e6));
        check(Some("SAS 12.0 Gb/s x2"), Some("SAS"), Some(3000e6));
        check(Some("UFS HS-GEAR4 x2"), Some("UFS"), Some(2_915_200_000.0));
        check(Some("SD UHS SDR104, 4 bits, 208 MHz"), Some("SD"), Some(104e6));
        check(Some("eMMC HS400, 8 bits, 200 MHz"), Some("eMMC"), Some(400e6));
        check(Some("560MB/s"), Some("SATA"), Some(560e6));
        check(Some("3.5GB/s"), Some("NVMe"), Some(3.5e9));
    }

    #[test]
    fn without_a_link_the_kind_has_a_limit_and_without_a_kind_there_is_none() {
        check(None, Some("SD"), Some(624e6));
        check(None, Some("loop"), None);
        check(None, None, None);
        // Whatever is between cannot be judged by what hangs on it.
        check(Some("NVMe over TCP"), Some("NVMe"), None);
        check(Some("PCIe 9.0 x4"), Some("NVMe"), None);
        check(Some("x"), Some("SD"), None);
    }
}
