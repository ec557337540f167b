//! What keeps a measurement below what the drive could do, in sentences with figures.
//!
//! Decides from what the record of a device says; a limit that nobody told about is not guessed.

use iogram_model::{
    AtaIdentify, DeviceRecord, ExtCsd, Limit, Link, PciRecord, QueueRecord, Throughput,
    UsbRecord,
};

/// From this share of its life on a drive is told to be worn. Arbitrary: the last tenth.
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

fn limit(code: &str, message: String, payload: Option<u64>) -> Limit {
    Limit { code: code.to_owned(), message, payload_bytes_per_s: payload }
}

/// Two digits: a limit is not known better. `1.9 GB/s`, `40 MB/s`.
fn about(bytes_per_s: u64) -> String {
    let mb_per_s =
        Throughput { bytes_per_s: iogram_model::Bytes(bytes_per_s).as_f64() }.mb_per_s();
    if mb_per_s >= 995.0 {
        format!("{:.1} GB/s", mb_per_s / 1000.0)
    } else if mb_per_s >= 100.0 {
        format!("{:.0} MB/s", (mb_per_s / 10.0).round() * 10.0)
    } else if mb_per_s >= 9.95 {
        format!("{mb_per_s:.0} MB/s")
    } else {
        format!("{mb_per_s:.1} MB/s")
    }
}

fn usb_name(bits_per_s: u64) -> String {
    match bits_per_s {
        1_500_000 | 12_000_000 => "USB 1.1".to_owned(),
        480_000_000 => "USB 2.0".to_owned(),
        other => format!("USB {} Gb/s", other / 1_000_000_000),
    }
}

/// What runs, and whether the device or its version say that more was possible.
fn usb_link(usb: &UsbRecord) -> Option<Limit> {
    let speed = usb.speed_bits_per_s?;
    let payload = Link::Usb { bits_per_s: speed }.payload_bytes_per_s();
    let name = usb_name(speed);
    let most = payload.map(|payload| format!(": at most about {}", about(payload)));
    let most = most.unwrap_or_default();
    let message = match usb.speed_possible_bits_per_s.filter(|possible| *possible > speed) {
        Some(possible) => format!(
            "{name} link{most}, although the drive can do {}: another port or cable may be faster",
            usb_name(possible)
        ),
        None => format!("{name} link{most}"),
    };
    Some(limit("usb-link", message, payload))
}

/// One command at a time, whatever the queue depth asked for.
fn bulk_only(usb: &UsbRecord) -> Option<Limit> {
    if usb.driver.as_deref() != Some("usb-storage") {
        return None;
    }
    let although = match usb.offers_uas {
        Some(true) => ", although the drive offers UAS: the kernel may have a quirk against it",
        _ => "",
    };
    let message = format!(
        "bulk-only transport (usb-storage): one command at a time, so that queue depths above 1 \
         bring nothing{although}"
    );
    Some(limit("usb-bulk-only", message, None))
}

/// Of what the drive could do, the lanes or generation that are missing are named.
fn pcie_link(pci: &PciRecord) -> Option<Limit> {
    let current = Link::parse(&format!("PCIe {}", pci.link.as_deref()?))?;
    let payload = current.payload_bytes_per_s()?;
    let most = about(payload);
    let (now, possible) = (pci.link.as_deref()?, pci.link_possible.as_deref());
    let message = match possible.filter(|possible| *possible != now) {
        Some(possible) => {
            let port = pci.link_port.as_deref();
            let blame = match port {
                Some(port) if port == now => "; the slot has no more",
                Some(port) if port != possible => "; the slot does not have all of that",
                Some(_) => "; the slot could do it: the drive may sit badly, or saves power",
                None => "",
            };
            format!("PCIe {now} of {possible}: at most about {most}{blame}")
        }
        None => format!("PCIe {now}: at most about {most}"),
    };
    Some(limit("pcie-link", message, Some(payload)))
}

fn sata_link(link: Option<&str>, identify: Option<&AtaIdentify>) -> Option<Limit> {
    let Link::Sata { bits_per_s: speed } = Link::parse(link?)? else { return None };
    let payload = Link::Sata { bits_per_s: speed }.payload_bytes_per_s()?;
    let possible = identify.and_then(|it| it.speed_possible_bits_per_s);
    let although = match possible.filter(|possible| *possible > speed) {
        Some(possible) => format!(", although the drive can do {}", gigabits(possible)),
        None => String::new(),
    };
    let message =
        format!("SATA {} link: at most about {}{although}", gigabits(speed), about(payload));
    Some(limit("sata-link", message, Some(payload)))
}

/// Of a port of several lanes a drive with two ports uses its own share, so that this is the most.
fn sas_link(link: &str) -> Option<Limit> {
    let found = Link::parse(link)?;
    let Link::Sas { bits_per_s, lanes } = found else { return None };
    let payload = found.payload_bytes_per_s()?;
    let rate = gigabits(bits_per_s);
    let message = format!("SAS {rate} x{lanes} link: at most about {}", about(payload));
    Some(limit("sas-link", message, Some(payload)))
}

/// Which of the two rates of a gear runs is in another attribute; the faster one is the limit.
fn ufs_link(link: &str) -> Option<Limit> {
    let found = Link::parse(link)?;
    let Link::Ufs { gear, lanes } = found else { return None };
    let payload = found.payload_bytes_per_s()?;
    let message = format!("UFS gear {gear} x{lanes} link: at most about {}", about(payload));
    Some(limit("ufs-link", message, Some(payload)))
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
    let although = ["HS400", "HS200"].into_iter().find(|name| is_below(name));
    let although = although.filter(|_| !mode.contains("HS400"));
    let although =
        although.map(|name| format!(", although the device can do {name}")).unwrap_or_default();
    let family = if mode.starts_with("eMMC") { "eMMC" } else { "SD" };
    let megahertz = hertz / 1_000_000;
    let width = if lines == 1 { "1 bit".to_owned() } else { format!("{lines} bits") };
    let message = format!(
        "{family} bus at {megahertz} MHz, {width} ({mode}): at most about {}{although}",
        about(payload)
    );
    Some(limit("mmc-bus", message, Some(payload)))
}

/// A write cache that is off makes every write wait for the flash.
fn write_cache(queue: &QueueRecord, identify: Option<&AtaIdentify>) -> Option<Limit> {
    let has = identify?.has_write_cache? && !identify?.is_write_cache_on?;
    let is_through = queue.write_cache.as_deref() == Some("write through");
    has.then(|| {
        let kernel = if is_through { "" } else { "; the kernel believes that it is on" };
        let message = format!("the drive's write cache is off{kernel}");
        limit("write-cache-off", message, None)
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
    let share =
        if used > 1.0 { "more than all".to_owned() } else { format!("{:.0} %", used * 100.0) };
    let message = format!(
        "{share} of the drive's life is used up by its own count: it may be slower than when new"
    );
    Some(limit("worn", message, None))
}

#[cfg(test)]
mod tests;
