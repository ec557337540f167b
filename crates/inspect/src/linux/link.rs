//! A drive's connection as text: `PCIe 3.0 x2 (of 4.0 x4)`, `USB 480 Mb/s (USB 2.0), usb-storage`.
//!
//! Knows the attributes of each bus. `None` if the kernel does not report it. SAS and UFS were never run on hardware.
//!
//! Sources: the kernel's `Documentation/ABI/testing/sysfs-bus-pci`, `sysfs-bus-usb`, `stable/sysfs-ata`,
//! `testing/sysfs-driver-ufs`; `drivers/mmc/core/debugfs.c` for SD and eMMC.

use std::path::{Path, PathBuf};

use crate::drive_kind::DriveKind;
use crate::linux::sysfs::{SysRoot, list_names, text_if_known};

/// The link of a whole device of this kind.
pub(crate) fn find_link(root: &SysRoot, whole_dir: &Path, kind: &DriveKind) -> Option<String> {
    match kind {
        DriveKind::Nvme => nvme(whole_dir),
        DriveKind::Usb => usb(&usb_device(whole_dir)?, whole_dir),
        // On a SAS controller the kernel reports the SAS link.
        DriveKind::Sata => sata(whole_dir).or_else(|| sas(whole_dir)),
        DriveKind::Sas => sas(whole_dir),
        DriveKind::Sd | DriveKind::Emmc => mmc(root, whole_dir),
        DriveKind::Ufs => ufs(whole_dir),
        _ => None,
    }
}

/// With native multipath the namespace belongs to a subsystem, which lists its controllers.
fn nvme(whole_dir: &Path) -> Option<String> {
    let above = whole_dir.join("device");
    let is_controller = above.join("transport").exists();
    let controller = if is_controller { above } else { only_controller(&above)? };
    match text_if_known(&controller, "transport")?.as_str() {
        "pcie" => pcie(&controller.join("device")),
        other => Some(format!("NVMe over {}", other.to_uppercase())),
    }
}

fn only_controller(subsystem: &Path) -> Option<PathBuf> {
    let names = list_names(subsystem, ".").ok()?;
    let mut controllers = names
        .iter()
        .map(|name| subsystem.join(name))
        .filter(|path| path.join("transport").exists());
    let only = controllers.next()?;
    controllers.next().is_none().then_some(only)
}

/// The current link, and in brackets the device's maximum if that is more.
pub(crate) fn pcie(function: &Path) -> Option<String> {
    let side = |speed, width| {
        let speed = text_if_known(function, speed)?;
        let version = pcie_version(&speed)?;
        let lanes = text_if_known(function, width).filter(|lanes| lanes != "0")?;
        Some(format!("{version} x{lanes}"))
    };
    let current = side("current_link_speed", "current_link_width")?;
    let most = side("max_link_speed", "max_link_width");
    Some(match most.filter(|most| *most != current) {
        Some(most) => format!("PCIe {current} (of {most})"),
        None => format!("PCIe {current}"),
    })
}

/// Source: PCI Express Base Specification 6.0, section 7.5.3.18, Current Link Speed.
pub(crate) fn pcie_version(speed: &str) -> Option<&'static str> {
    let rate = speed.split_whitespace().next()?;
    Some(match rate {
        "2.5" => "1.0",
        "5" | "5.0" => "2.0",
        "8" | "8.0" => "3.0",
        "16" | "16.0" => "4.0",
        "32" | "32.0" => "5.0",
        "64" | "64.0" => "6.0",
        _ => return None,
    })
}

/// The nearest parent folder that is a USB device.
pub(crate) fn usb_device(whole_dir: &Path) -> Option<PathBuf> {
    whole_dir.ancestors().find(|dir| dir.join("bcdDevice").exists()).map(Path::to_owned)
}

/// The driver is part of the link: without `uas` only one command is outstanding at a time.
fn usb(device: &Path, whole_dir: &Path) -> Option<String> {
    let words = usb_words(device)?;
    let interface = whole_dir.ancestors().find(|dir| dir.parent() == Some(device));
    let driver =
        interface.and_then(|interface| std::fs::read_link(interface.join("driver")).ok());
    let driver = driver.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
    let driver = driver.map(|driver| format!(", {driver}")).unwrap_or_default();
    Some(format!("{words}{driver}"))
}

/// The current link between a USB device and its parent.
pub(crate) fn usb_words(device: &Path) -> Option<String> {
    let speed = text_if_known(device, "speed")?;
    let name = match speed.as_str() {
        "1.5" | "12" => " (USB 1.1)",
        "480" => " (USB 2.0)",
        "5000" => " (USB 3.2 Gen 1)",
        // The kernel reports both as 10000; two lanes of the first generation are the other one.
        "10000" if text_if_known(device, "rx_lanes").as_deref() == Some("2") => {
            " (USB 3.2 Gen 1x2)"
        }
        "10000" => " (USB 3.2 Gen 2)",
        "20000" => " (USB 3.2 Gen 2x2)",
        _ => "",
    };
    Some(format!("USB {speed} Mb/s{name}"))
}

/// `6.0 Gbps` of the drive's port, and in brackets the port's limit if that is more.
fn sata(whole_dir: &Path) -> Option<String> {
    let port = above(whole_dir, "ata")?;
    let link =
        list_names(&port, ".").ok()?.into_iter().find(|name| name.starts_with("link"))?;
    let dir = port.join(&link).join("ata_link").join(&link);
    let rate = |attribute| {
        let text = text_if_known(&dir, attribute)?;
        let (number, _) = text.split_once(" Gbps")?;
        Some(number.to_owned())
    };
    let current = rate("sata_spd")?;
    Some(match rate("hw_sata_spd_limit").filter(|limit| *limit != current) {
        Some(limit) => format!("SATA {current} Gb/s (of {limit} Gb/s)"),
        None => format!("SATA {current} Gb/s"),
    })
}

fn sas(whole_dir: &Path) -> Option<String> {
    let port = above(whole_dir, "port-")?;
    let names = list_names(&port, ".").ok()?;
    let phys: Vec<&String> = names.iter().filter(|name| name.starts_with("phy-")).collect();
    let phy = phys.first()?;
    let rate = text_if_known(&port.join(phy).join("sas_phy").join(phy), "negotiated_linkrate")?;
    let number = rate.strip_suffix(" Gbit")?;
    Some(format!("SAS {number} Gb/s x{}", phys.len()))
}

fn mmc(root: &SysRoot, whole_dir: &Path) -> Option<String> {
    parse_mmc_ios(&mmc_ios(root, whole_dir)?)
}

/// Only root can read the bus mode, through debugfs.
fn mmc_ios(root: &SysRoot, whole_dir: &Path) -> Option<String> {
    // The card's folder is `mmc0:aaaa`, its host's `mmc0`.
    let card = above(whole_dir, "mmc")?.file_name()?.to_string_lossy().into_owned();
    let (host, _) = card.split_once(':')?;
    text_if_known(&root.sys.join("kernel/debug").join(host), "ios")
}

fn ios_field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.map(str::trim)
}

/// The text in the brackets of `6 (sd uhs SDR104)`.
fn inner(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('(')?;
    rest.rsplit_once(')').map(|(inner, _)| inner)
}

fn ios_clock(text: &str) -> Option<u64> {
    let hertz = ios_field(text, "actual clock").or_else(|| ios_field(text, "clock"));
    hertz.and_then(|clock| clock.strip_suffix(" Hz")?.parse().ok())
}

fn ios_mode(text: &str) -> Option<String> {
    let mode = ios_field(text, "timing spec").and_then(inner)?;
    Some(match mode.split_once(' ') {
        Some((bus @ ("sd" | "mmc"), rest)) => {
            let bus = if bus == "sd" { "SD" } else { "eMMC" };
            format!("{bus} {}", rest.replace("uhs", "UHS"))
        }
        _ => mode.to_owned(),
    })
}

/// `SD UHS SDR104, 4 bits, 208 MHz`, with the reported parts.
fn parse_mmc_ios(text: &str) -> Option<String> {
    let mode = ios_mode(text)?;
    let width = ios_field(text, "bus width").and_then(inner);
    let width = width.map(|width| format!(", {width}"));
    let clock = ios_clock(text).map(|hertz| format!(", {} MHz", hertz / 1_000_000));
    Some(mode + &width.unwrap_or_default() + &clock.unwrap_or_default())
}

fn ufs(whole_dir: &Path) -> Option<String> {
    let dir = whole_dir.ancestors().find(|dir| dir.join("power_info/gear").exists())?;
    let gear = text_if_known(dir, "power_info/gear")?;
    let lanes = text_if_known(dir, "power_info/lane")?;
    Some(format!("UFS {} x{lanes}", gear.replace('_', "-")))
}

/// The folder of attributes of the SCSI host above a device.
pub(crate) fn scsi_host(whole_dir: &Path) -> Option<PathBuf> {
    let host = above(whole_dir, "host")?;
    Some(host.join("scsi_host").join(host.file_name()?))
}

/// The nearest parent folder whose name is `prefix` followed immediately by a digit.
fn above(whole_dir: &Path, prefix: &str) -> Option<PathBuf> {
    let is_one = |dir: &&Path| {
        let name = dir.file_name().map(|name| name.to_string_lossy());
        let rest = name.as_deref().and_then(|name| name.strip_prefix(prefix));
        rest.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
    };
    whole_dir.ancestors().skip(1).find(is_one).map(Path::to_owned)
}
