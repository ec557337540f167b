//! Figures above the rate of any link: the computer's memory was measured, not the drive.
//!
//! The limit is the raw rate of the link, without overhead for commands, so that no drive can exceed it. For an
//! unknown link it is the fastest one of this kind of drive. Without the kind of drive there is no limit.

use iogram_model::{
    Argument, CellRecord, Figure, Link, Message, MessageId, OpKind, Run, Warning, WarningCode,
    float,
};

use crate::figure::value_of;

/// Tolerance above the limit. Arbitrary: rates of links are rounded, and the first request of a cell starts before
/// its clock does.
const TOLERANCE: f64 = 1.05;

/// One warning for each operation of each cell that exceeded the link's rate in any repetition.
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

/// Whether the link of the run's drive can carry this rate; also true if the link is unknown.
pub(crate) fn is_plausible(run: &Run, bytes_per_s: f64) -> bool {
    let limit = Limit::of(run.target.link.as_deref(), run.target.drive.as_deref());
    limit.is_none_or(|limit| bytes_per_s <= limit.bytes_per_s * TOLERANCE)
}

/// The figures to check, with the name of the work.
const FIGURES: [(MessageId, Figure, OpKind); 3] = [
    (MessageId::WordRead, Figure::BytesPerS, OpKind::Read),
    (MessageId::WordWrite, Figure::BytesPerS, OpKind::Write),
    (MessageId::WordWriteBeforeFlush, Figure::BytesPerSBeforeFlush, OpKind::Write),
];

fn shown(figure: Figure, cell: &CellRecord, operation: OpKind) -> Option<f64> {
    value_of(figure, cell, Some(operation))
}

/// The highest rate of a link.
#[derive(Debug, Clone, PartialEq)]
struct Limit {
    bytes_per_s: f64,
    /// The link, or the kind of drive with this fastest link.
    name: String,
    is_known: bool,
}

impl Limit {
    fn of(link: Option<&str>, drive: Option<&str>) -> Option<Self> {
        if let Some(link) = link {
            // An idle link may save power by running slowly when it is examined: its full speed counts.
            let bytes_per_s = float(Link::parse_possible(link)?.most_bytes_per_s());
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
        Warning::new(WarningCode::AboveTheLink, statement)
    }
}

/// The fastest link of a kind of drive.
///
/// Sources: SD 7.0 (UHS-III; cards on PCI Express are NVMe drives), JEDEC JESD84-B51 (HS400), Serial ATA 3.2, USB 3.2
/// Gen 2x2, PCI Express 5.0 with four lanes, SAS-4 with two ports.
fn fastest_of_kind(drive: &str) -> Option<f64> {
    let link = match drive {
        "SD" => Link::Stated { bytes_per_s: 624_000_000 },
        "eMMC" => Link::Mmc { hertz: 200_000_000, lines: 8, is_double: true },
        "SATA" => Link::Sata { bits_per_s: 6_000_000_000 },
        "USB" => Link::Usb { bits_per_s: 20_000_000_000 },
        "NVMe" => Link::Pcie { generation: 5, lanes: 4 },
        "SAS" => Link::Sas { bits_per_s: 22_500_000_000, lanes: 2 },
        _ => return None,
    };
    Some(float(link.most_bytes_per_s()))
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
    fn what_the_link_could_be_counts() {
        check(Some("PCIe 1.0 x1 (of 2.0 x4)"), Some("NVMe"), Some(2000e6));
        check(Some("SATA 3.0 Gb/s (of 6.0 Gb/s)"), Some("SATA"), Some(600e6));
        check(Some("560MB/s"), Some("SATA"), Some(560e6));
    }

    #[test]
    fn without_a_link_the_kind_has_a_limit_and_without_a_kind_there_is_none() {
        check(None, Some("SD"), Some(624e6));
        check(None, Some("loop"), None);
        check(None, None, None);
        // The kind of the drive does not tell the limit of a network in between.
        check(Some("NVMe over TCP"), Some("NVMe"), None);
        check(Some("PCIe 9.0 x4"), Some("NVMe"), None);
        check(Some("x"), Some("SD"), None);
    }
}
