//! Limits outside of a drive that slow it down, as messages with figures.
//!
//! Derives them from the device's record; does not guess limits that nothing reports.

use iogram_model::{
    Argument, AtaIdentify, DeviceRecord, ExtCsd, Limit, LimitCode, Link, Message, MessageId,
    PciRecord, QueueRecord, UsbRecord,
};

/// A drive counts as worn from this share of its life on. Arbitrary: the last tenth.
const WORN_RATIO: f64 = 0.9;

/// Everything that limits a measurement of `device`.
#[must_use]
pub fn find_limits(device: &DeviceRecord) -> Vec<Limit> {
    let link = device.summary.link.as_deref();
    let identify = device.ata.as_ref().and_then(|ata| ata.identify.as_ref());
    let ext_csd = device.mmc.as_ref().and_then(|mmc| mmc.ext_csd.as_ref());
    let kind = device.summary.drive.as_str();
    let mut limits = Vec::new();
    if let Some(usb) = &device.usb {
        limits.extend(usb_link(usb));
        limits.extend(bulk_only(usb));
    } else if kind.ends_with("SATA") {
        limits.extend(sata_link(link, identify));
    }
    limits.extend(link.and_then(sas_link));
    limits.extend(link.and_then(ufs_link));
    if kind.ends_with("NVMe") {
        limits.extend(device.pci.as_ref().and_then(pcie_link));
    }
    limits.extend(link.and_then(|link| mmc_bus(link, ext_csd)));
    limits.extend(write_cache(&device.queue, identify));
    limits.extend(wear(device));
    limits
}

fn limit(code: LimitCode, statement: Message, payload: Option<u64>) -> Limit {
    let message = statement.english();
    Limit { code, message, statement: Some(statement), payload_bytes_per_s: payload }
}

/// A link and its payload rate.
fn link_statement(name: &str, payload: Option<u64>) -> Message {
    match payload {
        Some(payload) => {
            let values = [name.into(), Argument::AboutBytesPerS(payload)];
            Message::new(MessageId::LimitLink, values)
        }
        None => Message::new(MessageId::LimitLinkUnknown, [name.into()]),
    }
}

/// A limit, and the higher rate that the drive supports.
fn although(id: MessageId, limit: Message, possible: String) -> Message {
    Message::new(id, [limit.into(), possible.into()])
}

fn usb_name(bits_per_s: u64) -> String {
    match bits_per_s {
        1_500_000 | 12_000_000 => "USB 1.1".to_owned(),
        480_000_000 => "USB 2.0".to_owned(),
        other => format!("USB {} Gb/s", other / 1_000_000_000),
    }
}

/// The active link, with the faster one that the device or its version supports.
fn usb_link(usb: &UsbRecord) -> Option<Limit> {
    let speed = usb.speed_bits_per_s?;
    let payload = Link::Usb { bits_per_s: speed }.payload_bytes_per_s();
    let name = usb_name(speed);
    let link = link_statement(&name, payload);
    let said = match usb.speed_possible_bits_per_s.filter(|possible| *possible > speed) {
        Some(possible) => although(MessageId::LimitAlthoughPort, link, usb_name(possible)),
        None => link,
    };
    Some(limit(LimitCode::UsbLink, said, payload))
}

/// One command at a time, at any queue depth.
fn bulk_only(usb: &UsbRecord) -> Option<Limit> {
    if usb.driver.as_deref() != Some("usb-storage") {
        return None;
    }
    let said = match usb.offers_uas {
        Some(true) => MessageId::LimitBulkOnlyUas,
        _ => MessageId::LimitBulkOnly,
    };
    Some(limit(LimitCode::UsbBulkOnly, Message::plain(said), None))
}

/// The link and, if the drive supports more, the missing lanes or generation.
fn pcie_link(pci: &PciRecord) -> Option<Limit> {
    let current = Link::parse(&format!("PCIe {}", pci.link.as_deref()?))?;
    let payload = current.payload_bytes_per_s()?;
    let most = Argument::AboutBytesPerS(payload);
    let (now, possible) = (pci.link.as_deref()?, pci.link_possible.as_deref());
    let said = match possible.filter(|possible| *possible != now) {
        Some(possible) => {
            let values = [now.into(), possible.into(), most];
            let below = Message::new(MessageId::LimitPcieBelow, values);
            let blame = pci.link_port.as_deref().map(|port| match port {
                port if port == now => MessageId::LimitSlotNoMore,
                port if port != possible => MessageId::LimitSlotLess,
                _ => MessageId::LimitSlotCould,
            });
            match blame {
                Some(blame) => Message::new(blame, [below.into()]),
                None => below,
            }
        }
        None => Message::new(MessageId::LimitPcie, [now.into(), most]),
    };
    Some(limit(LimitCode::PcieLink, said, Some(payload)))
}

fn sata_link(link: Option<&str>, identify: Option<&AtaIdentify>) -> Option<Limit> {
    let Link::Sata { bits_per_s: speed } = Link::parse(link?)? else { return None };
    let payload = Link::Sata { bits_per_s: speed }.payload_bytes_per_s()?;
    let possible = identify.and_then(|it| it.speed_possible_bits_per_s);
    let link = link_statement(&format!("SATA {}", gigabits(speed)), Some(payload));
    let said = match possible.filter(|possible| *possible > speed) {
        Some(possible) => although(MessageId::LimitAlthough, link, gigabits(possible)),
        None => link,
    };
    Some(limit(LimitCode::SataLink, said, Some(payload)))
}

/// The payload of all lanes of a port. A drive with two ports uses only its own share, so this is the most.
fn sas_link(link: &str) -> Option<Limit> {
    let found = Link::parse(link)?;
    let Link::Sas { bits_per_s, lanes } = found else { return None };
    let payload = found.payload_bytes_per_s()?;
    let rate = gigabits(bits_per_s);
    let said = link_statement(&format!("SAS {rate} x{lanes}"), Some(payload));
    Some(limit(LimitCode::SasLink, said, Some(payload)))
}

/// Another attribute selects one of the two rates of a gear; this is the faster one.
fn ufs_link(link: &str) -> Option<Limit> {
    let found = Link::parse(link)?;
    let Link::Ufs { gear, lanes } = found else { return None };
    let payload = found.payload_bytes_per_s()?;
    let said = link_statement(&format!("UFS gear {gear} x{lanes}"), Some(payload));
    Some(limit(LimitCode::UfsLink, said, Some(payload)))
}

fn gigabits(bits_per_s: u64) -> String {
    format!("{}.{} Gb/s", bits_per_s / 1_000_000_000, bits_per_s / 100_000_000 % 10)
}

fn mmc_bus(link: &str, ext_csd: Option<&ExtCsd>) -> Option<Limit> {
    let bus = Link::parse(link)?;
    let Link::Mmc { hertz, lines, .. } = bus else { return None };
    let mode = link.split(", ").next()?;
    let payload = bus.payload_bytes_per_s()?;
    let could = ext_csd.map(|it| it.modes.as_slice()).unwrap_or_default();
    let has = |name: &str| could.iter().any(|mode| mode.starts_with(name));
    let is_below = |name: &str| has(name) && !mode.contains(name);
    let faster = ["HS400", "HS200"].into_iter().find(|name| is_below(name));
    let faster = faster.filter(|_| !mode.contains("HS400"));
    let family = if mode.starts_with("eMMC") { "eMMC" } else { "SD" };
    let megahertz = hertz / 1_000_000;
    let (family, megahertz) = (family.into(), megahertz.into());
    let (mode, most) = (mode.into(), Argument::AboutBytesPerS(payload));
    let bus = match lines {
        1 => Message::new(MessageId::LimitBusOne, [family, megahertz, mode, most]),
        _ => Message::new(MessageId::LimitBus, [family, megahertz, lines.into(), mode, most]),
    };
    let said = match faster {
        Some(name) => although(MessageId::LimitAlthough, bus, name.to_owned()),
        None => bus,
    };
    Some(limit(LimitCode::MmcBus, said, Some(payload)))
}

/// Without its write cache, a drive makes every write wait for the flash.
fn write_cache(queue: &QueueRecord, identify: Option<&AtaIdentify>) -> Option<Limit> {
    let has = identify?.has_write_cache? && !identify?.is_write_cache_on?;
    let is_through = queue.write_cache.as_deref() == Some("write through");
    has.then(|| {
        let said = match is_through {
            true => MessageId::LimitCacheOff,
            false => MessageId::LimitCacheOffUnseen,
        };
        limit(LimitCode::WriteCacheOff, Message::plain(said), None)
    })
}

/// A drive at the end of its life is slower than when it was new.
fn wear(device: &DeviceRecord) -> Option<Limit> {
    let smart = device.nvme.as_ref().and_then(|nvme| nvme.smart.as_ref());
    let nvme = smart.map(|smart| smart.life_used_ratio);
    let ext_csd = device.mmc.as_ref().and_then(|mmc| mmc.ext_csd.as_ref());
    let mmc = ext_csd.and_then(|it| {
        it.life_used_a_ratio.into_iter().chain(it.life_used_b_ratio).reduce(f64::max)
    });
    let used = nvme.or(mmc).filter(|used| *used >= WORN_RATIO)?;
    let said = match used > 1.0 {
        true => Message::plain(MessageId::LimitWornOut),
        false => Message::new(MessageId::LimitWorn, [Argument::Ratio(used)]),
    };
    Some(limit(LimitCode::Worn, said, None))
}

#[cfg(test)]
mod tests;
