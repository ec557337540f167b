//! A drive's connection, as a record states it, and its payload rate.
//!
//! Only the physics of the link: measurements show what a drive makes of it, and `findings` draws the conclusions.

use crate::Bytes;

/// A link, parsed from the words of a record: `PCIe 3.0 x4`, `SD UHS SDR104, 4 bits, 208 MHz`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// A stated rate without a kind of link, such as in the description of a simulated drive.
    Stated {
        /// The rate.
        bytes_per_s: u64,
    },
    /// PCI Express.
    Pcie {
        /// 1 to 6, the number before the dot of the version.
        generation: u64,
        /// Number of lanes.
        lanes: u64,
    },
    /// Serial ATA.
    Sata {
        /// Rate on the wire.
        bits_per_s: u64,
    },
    /// Serial Attached SCSI.
    Sas {
        /// Rate of one lane on the wire.
        bits_per_s: u64,
        /// Lanes of its port; a drive with two ports uses its own share of them.
        lanes: u64,
    },
    /// Universal Serial Bus.
    Usb {
        /// Rate on the wire.
        bits_per_s: u64,
    },
    /// Universal Flash Storage.
    Ufs {
        /// High-speed gear, from 1. The faster one of its two rate series counts, because the kernel reports the
        /// series elsewhere.
        gear: u64,
        /// Number of lanes.
        lanes: u64,
    },
    /// The bus of an SD card or eMMC.
    Mmc {
        /// Clock frequency.
        hertz: u64,
        /// Data lines: 1, 4 or 8.
        lines: u64,
        /// Whether each line carries two bits per clock.
        is_double: bool,
    },
}

impl Link {
    /// The current link; `None` if the words state no rate.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(rate) = text.strip_suffix("/s").and_then(|rate| rate.parse::<Bytes>().ok())
        {
            return Some(Self::Stated { bytes_per_s: rate.0 });
        }
        let (family, rest) = text.split_once(' ')?;
        let rest = rest.split(" (").next()?;
        let lanes = || {
            let (rate, lanes) = rest.rsplit_once(" x")?;
            Some((rate, lanes.parse().ok()?))
        };
        match family {
            "PCIe" => {
                let (version, lanes) = lanes()?;
                let generation: u64 = version.strip_suffix(".0")?.parse().ok()?;
                (1..=6).contains(&generation).then_some(Self::Pcie { generation, lanes })
            }
            "SATA" => Some(Self::Sata { bits_per_s: gigabits(rest)? }),
            "SAS" => {
                let (rate, lanes) = lanes()?;
                Some(Self::Sas { bits_per_s: gigabits(rate)?, lanes })
            }
            "USB" => {
                Some(Self::Usb { bits_per_s: tenths(rest, " Mb/s")?.checked_mul(100_000)? })
            }
            "UFS" => {
                let (gear, lanes) = lanes()?;
                let gear = gear.strip_prefix("HS-GEAR")?.parse().ok()?;
                (1..=5).contains(&gear).then_some(Self::Ufs { gear, lanes })
            }
            "SD" | "eMMC" => {
                let mut parts = rest.split(", ").skip(1);
                let lines = parts.next()?.split(' ').next()?.parse().ok()?;
                let megahertz: u64 = parts.next()?.strip_suffix(" MHz")?.parse().ok()?;
                let is_double = rest.contains("DDR") || rest.contains("HS400");
                Some(Self::Mmc { hertz: megahertz.checked_mul(1_000_000)?, lines, is_double })
            }
            _ => None,
        }
    }

    /// The best link of the drive or its port, if the words state one better than the current link; otherwise the
    /// current link.
    #[must_use]
    pub fn parse_possible(text: &str) -> Option<Self> {
        let possible = Self::split_possible(text).and_then(|(now, most)| {
            let family = now.split(' ').next()?;
            Self::parse(&format!("{family} {most}"))
        });
        possible.or_else(|| Self::parse(text))
    }

    /// Splits the words of a record into the current link and the best link of the drive or its port: `PCIe 1.0 x4
    /// (of 4.0 x4)` gives `PCIe 1.0 x4` and `4.0 x4`. `None` if the best link is not better, or unknown.
    #[must_use]
    pub fn split_possible(text: &str) -> Option<(&str, &str)> {
        let (now, most) = text.split_once(" (of ")?;
        Some((now, most.strip_suffix(')')?))
    }

    /// Upper bound of any rate: all bits of all lanes, without the overhead of the line code.
    ///
    /// Sources: PCI Express Base Specification 6.0, 4.2.2 (8b/10b), 4.2.3 (128b/130b), flits of 242 of 256 bytes;
    /// Serial ATA 3.2 and SAS Protocol Layer 4 (8b/10b, 128b/150b at 22.5 Gb/s); USB 2.0 (no code of fixed cost), 3.2
    /// (8b/10b, 128b/132b); MIPI M-PHY 5.0, rate B of the gears (8b/10b; nothing is subtracted for gear 5).
    #[must_use]
    pub fn most_bytes_per_s(self) -> u64 {
        match self {
            Self::Stated { bytes_per_s } => bytes_per_s,
            Self::Pcie { generation, lanes } => {
                let lane = match generation {
                    1 => coded(2_500_000_000, 8, 10),
                    2 => coded(5_000_000_000, 8, 10),
                    3 => coded(8_000_000_000, 128, 130),
                    4 => coded(16_000_000_000, 128, 130),
                    5 => coded(32_000_000_000, 128, 130),
                    _ => coded(64_000_000_000, 242, 256),
                };
                lane.saturating_mul(lanes)
            }
            Self::Sata { bits_per_s } => coded(bits_per_s, 8, 10),
            Self::Sas { bits_per_s, lanes } => {
                let has_large_blocks = bits_per_s >= 22_500_000_000;
                let (data, of) = if has_large_blocks { (128, 150) } else { (8, 10) };
                coded(bits_per_s, data, of).saturating_mul(lanes)
            }
            Self::Usb { bits_per_s } => match bits_per_s {
                5_000_000_000 => coded(bits_per_s, 8, 10),
                10_000_000_000 | 20_000_000_000 => coded(bits_per_s, 128, 132),
                _ => coded(bits_per_s, 1, 1),
            },
            Self::Ufs { gear, lanes } => {
                let lane = match gear {
                    1 => coded(1_457_600_000, 8, 10),
                    2 => coded(2_915_200_000, 8, 10),
                    3 => coded(5_830_400_000, 8, 10),
                    4 => coded(11_660_800_000, 8, 10),
                    _ => coded(23_321_600_000, 1, 1),
                };
                lane.saturating_mul(lanes)
            }
            Self::Mmc { hertz, lines, is_double } => {
                let bits = hertz.saturating_mul(lines);
                coded(if is_double { bits.saturating_mul(2) } else { bits }, 1, 1)
            }
        }
    }

    /// Payload rate after packet and command overhead, as good systems reach it; `None` is unknown.
    ///
    /// Sources: PCI Express: 24 bytes of headers and framing for every 512, which few systems exceed. Serial ATA: one
    /// frame of 8 KiB with 20 bytes around it; drives reach 93 %. SAS: frames of 1024 bytes with 24 of header and 12
    /// of checksum and marks. USB at 480 Mb/s: 13 packets of 512 bytes in 125 us are 53 MB/s (USB 2.0, table 5-10),
    /// of which host controllers reach about 40; at 12 Mb/s 19 packets of 64 bytes in 1 ms; above, packets of 1024
    /// bytes with 20 of header and their trailer.
    #[must_use]
    pub fn payload_bytes_per_s(self) -> Option<u64> {
        let most = self.most_bytes_per_s();
        Some(match self {
            Self::Stated { .. } | Self::Mmc { .. } => most,
            Self::Pcie { .. } => most.saturating_mul(512) / 536,
            Self::Sata { .. } => most.saturating_mul(93) / 100,
            Self::Sas { .. } => (most / 1060).saturating_mul(1024),
            Self::Usb { bits_per_s } => match bits_per_s {
                1_500_000 => 100_000,
                12_000_000 => 1_200_000,
                480_000_000 => 40_000_000,
                5_000_000_000 => 450_000_000,
                10_000_000_000 => 1_100_000_000,
                20_000_000_000 => 2_200_000_000,
                _ => return None,
            },
            Self::Ufs { gear, .. } => (gear <= 4).then_some(most)?,
        })
    }
}

/// Data bytes in `bits_per_s` bits of a line code in which `data` of every `of` bits are data.
fn coded(bits_per_s: u64, data: u64, of: u64) -> u64 {
    bits_per_s.saturating_mul(data).checked_div(of).unwrap_or(0) / 8
}

/// Bits per second of `6.0 Gb/s`.
fn gigabits(text: &str) -> Option<u64> {
    tenths(text, " Gb/s")?.checked_mul(100_000_000)
}

/// Tenths of the unit in `6.0 Gb/s` or `480 Mb/s`, ignoring the text after the unit.
fn tenths(text: &str, unit: &str) -> Option<u64> {
    let (number, _) = text.split_once(unit)?;
    let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
    let whole: u64 = whole.parse().ok()?;
    let tenth: u64 = (tenth.len() == 1).then_some(tenth)?.parse().ok()?;
    whole.checked_mul(10)?.checked_add(tenth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, most_mb: u64, payload_mb: Option<u64>) {
        let link = Link::parse(text).unwrap_or_else(|| panic!("{text} is no link"));
        let round = |bytes: u64| (bytes + 500_000) / 1_000_000;
        let payload = link.payload_bytes_per_s();
        assert_eq!(round(link.most_bytes_per_s()), most_mb, "{text}");
        assert_eq!(payload.map(round), payload_mb, "{text}");
        assert!(payload.is_none_or(|payload| payload <= link.most_bytes_per_s()), "{text}");
    }

    #[test]
    fn every_link_that_a_record_names_has_a_rate() {
        check("PCIe 3.0 x2", 1969, Some(1881));
        check("PCIe 1.0 x4 (of 4.0 x4)", 1000, Some(955));
        check("PCIe 6.0 x4", 30_250, Some(28_896));
        check("SATA 6.0 Gb/s", 600, Some(558));
        check("SATA 1.5 Gb/s (of 6.0 Gb/s)", 150, Some(140));
        check("SAS 12.0 Gb/s x2", 2400, Some(2318));
        check("SAS 22.5 Gb/s x1", 2400, Some(2318));
        check("USB 480 Mb/s (USB 2.0), usb-storage", 60, Some(40));
        check("USB 5000 Mb/s (USB 3.2 Gen 1), uas", 500, Some(450));
        check("USB 20000 Mb/s", 2424, Some(2200));
        check("USB 1.5 Mb/s", 0, Some(0));
        check("USB 40000 Mb/s", 5000, None);
        check("UFS HS-GEAR4 x2", 2332, Some(2332));
        check("UFS HS-GEAR5 x2", 5830, None);
        check("SD UHS SDR104, 4 bits, 208 MHz", 104, Some(104));
        check("SD UHS DDR50, 4 bits, 50 MHz", 50, Some(50));
        check("eMMC HS400, 8 bits, 200 MHz", 400, Some(400));
        check("560MB/s", 560, Some(560));
        check("3.5GB/s", 3500, Some(3500));
    }

    #[test]
    fn what_a_link_could_be_is_read_from_its_brackets() {
        let possible = |text| Link::parse_possible(text).map(Link::most_bytes_per_s);
        assert_eq!(possible("PCIe 1.0 x4 (of 4.0 x4)"), possible("PCIe 4.0 x4"));
        assert_eq!(possible("SATA 3.0 Gb/s (of 6.0 Gb/s)"), Some(600_000_000));
        assert_eq!(possible("USB 480 Mb/s (USB 2.0), usb-storage"), Some(60_000_000));
    }

    #[test]
    fn words_without_a_rate_are_no_link() {
        let odd = [
            "",
            "x",
            "NVMe over TCP",
            "PCIe 9.0 x4",
            "PCIe 3.0",
            "PCIe 3.1 x4",
            "SATA 6 Gb",
            "MMC, 4 bits",
            "SD UHS SDR104",
            "SD UHS SDR104, 4 bits",
            "UFS PWM-GEAR1 x1",
            "UFS HS-GEAR9 x2",
            "USB fast Mb/s",
            "SATA 6.05 Gb/s",
            "SATA -1.0 Gb/s",
            "USB 99999999999999999999 Mb/s",
            "PCIe 3.0 x99999999999999999999",
        ];
        for text in odd {
            assert_eq!(Link::parse(text), None, "{text:?}");
            assert_eq!(Link::parse_possible(text), None, "{text:?}");
        }
        // A well-formed but absurd value must not overflow.
        let huge = Link::parse("SAS 12.0 Gb/s x18446744073709551615").unwrap();
        assert_eq!(huge.most_bytes_per_s(), u64::MAX);
    }
}
