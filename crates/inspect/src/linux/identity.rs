//! Identifies a drive: from a device number to kind, model, serial number, sizes and queue.
//!
//! Knows where Linux keeps these facts for each kind of drive. Unreported facts stay `None`. Must not open the
//! device. `link` describes the connection.
//!
//! Sources: the kernel's `Documentation/ABI` for sysfs. The code for NVMe, SD, SATA, SAS and UFS ran only against
//! trees in `testdata/sysfs`, not on such hardware.

use std::path::{Path, PathBuf};

use iogram_model::{Bytes, CardRecord, QueueRecord, TargetRecord};

use crate::device_number::DeviceNumber;
use crate::drive_kind::DriveKind;
use crate::linux::card;
use crate::linux::link;
use crate::linux::sysfs::{SysRoot, list_names, number_if_known, read_bytes, text_if_known};

/// Everything known about a block device and the drive below it. `None` means unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceFacts {
    /// Its number in the kernel's tables.
    pub number: DeviceNumber,
    /// Its kernel name, such as `nvme0n1p2`.
    pub name: String,
    /// Kernel name of the whole device; differs from `name` for a partition.
    pub whole: String,
    /// Kind of the device itself; a partition has the kind of its whole device.
    pub kind: DriveKind,
    /// Kernel names of the drives below all mappings; the device itself if there is no mapping.
    pub drives: Vec<String>,
    /// Text for people: `NVMe`, or `dm on NVMe`, or `md on 2 drives (sda, sdb)`.
    pub drive: String,
    /// Size of this device or partition.
    pub capacity: Option<Bytes>,
    /// Size of the one drive below.
    pub drive_capacity: Option<Bytes>,
    /// Smallest addressable unit.
    pub logical_block_size: Option<Bytes>,
    /// Smallest unit written without read-modify-write.
    pub physical_block_size: Option<Bytes>,
    /// Vendor and model of the one drive below.
    pub model: Option<String>,
    /// Serial number of the one drive below.
    pub serial: Option<String>,
    /// Firmware revision of the one drive below.
    pub firmware: Option<String>,
    /// The connection of the one drive below.
    pub link: Option<String>,
    /// The queue of the whole device.
    pub queue: QueueRecord,
    /// Whether the kernel refuses writes.
    pub is_read_only: Option<bool>,
    /// Details of the one SD card below.
    pub card: Option<CardRecord>,
}

impl DeviceFacts {
    /// Copies the known facts into a record. The opener of the target adds its capacity and block sizes.
    pub fn describe(&self, record: &mut TargetRecord) {
        record.device = Some(self.name.clone());
        record.drive = Some(self.drive.clone());
        record.model.clone_from(&self.model);
        record.serial.clone_from(&self.serial);
        record.firmware.clone_from(&self.firmware);
        record.drive_capacity = self.drive_capacity;
        record.link.clone_from(&self.link);
        record.card.clone_from(&self.card);
    }
}

/// The kernel's facts about the block device with this number; `None` if it has none.
#[must_use]
pub fn find_facts(root: &SysRoot, number: DeviceNumber) -> Option<DeviceFacts> {
    let dir = root.block_dir(number)?;
    let whole_dir = whole_of(&dir);
    let kind = kind_of(&whole_dir);
    let mut drive_dirs = Vec::new();
    collect_drives(root, &whole_dir, &mut drive_dirs);
    let drives: Vec<String> = drive_dirs.iter().map(|drive| name_of(drive)).collect();
    let only = match drive_dirs.as_slice() {
        [drive] => Some(drive.as_path()),
        _ => None,
    };
    let drive_kind = only.map(kind_of);
    let label = only.zip(drive_kind.as_ref()).map(|(drive, kind)| Label::read(drive, kind));
    let label = label.unwrap_or_default();
    let drive = match &drive_kind {
        Some(below) if *below != kind => format!("{kind} on {below}"),
        Some(_) => kind.to_string(),
        None => format!("{kind} on {} drives ({})", drives.len(), drives.join(", ")),
    };
    Some(DeviceFacts {
        number,
        name: name_of(&dir),
        whole: name_of(&whole_dir),
        drive,
        capacity: capacity_of(&dir),
        drive_capacity: only.and_then(capacity_of),
        logical_block_size: number_if_known(&whole_dir, "queue/logical_block_size").map(Bytes),
        physical_block_size: number_if_known(&whole_dir, "queue/physical_block_size")
            .map(Bytes),
        link: only.and_then(|drive| link::find_link(root, drive, &kind_of(drive))),
        model: label.model,
        serial: label.serial,
        firmware: label.firmware,
        card: only
            .filter(|_| drive_kind == Some(DriveKind::Sd))
            .map(|card| card::describe(card, &read_queue(card))),
        queue: read_queue(&whole_dir),
        is_read_only: flag(&dir, "ro"),
        kind,
        drives,
    })
}

/// As [`find_facts`], for a file system on these devices. For several drives only their names are included: no model
/// or link applies to all of them.
#[must_use]
pub fn find_common_facts(root: &SysRoot, numbers: &[DeviceNumber]) -> Option<DeviceFacts> {
    let mut all = numbers.iter().map(|number| find_facts(root, *number));
    let mut facts = all.next()??;
    for other in all {
        let other = other?;
        facts.name = format!("{}, {}", facts.name, other.name);
        let new = other.drives.into_iter().filter(|drive| !facts.drives.contains(drive));
        let new: Vec<String> = new.collect();
        if !new.is_empty() {
            facts.drives.extend(new);
            facts.drive =
                format!("{} drives ({})", facts.drives.len(), facts.drives.join(", "));
            facts.drive_capacity = None;
            (facts.model, facts.serial) = (None, None);
            (facts.firmware, facts.link) = (None, None);
            facts.card = None;
        }
    }
    Some(facts)
}

/// Kernel name: the folder's name, with `!` for a slash.
pub fn name_of(dir: &Path) -> String {
    let name = dir.file_name().map(|name| name.to_string_lossy().replace('!', "/"));
    name.unwrap_or_default()
}

/// A partition's folder lies in that of its whole device.
pub fn whole_of(dir: &Path) -> PathBuf {
    let is_partition = dir.join("partition").exists();
    dir.parent().filter(|_| is_partition).unwrap_or(dir).to_owned()
}

/// `size` counts 512 bytes whatever the logical block size.
///
/// Source: Documentation/ABI/stable/sysfs-block, `/sys/block/<disk>/size`.
pub fn capacity_of(dir: &Path) -> Option<Bytes> {
    number_if_known(dir, "size")?.checked_mul(512).map(Bytes)
}

pub(crate) fn flag(dir: &Path, attribute: &str) -> Option<bool> {
    number_if_known(dir, attribute).map(|number| number != 0)
}

/// The folders of the whole devices at the bottom of the stack below this one; its own if there is no stack.
pub fn drives_of(root: &SysRoot, dir: &Path) -> Vec<PathBuf> {
    let mut drives = Vec::new();
    collect_drives(root, &whole_of(dir), &mut drives);
    drives
}

/// The whole devices without anything below, each once.
fn collect_drives(root: &SysRoot, whole_dir: &Path, drives: &mut Vec<PathBuf>) {
    let slaves = list_names(whole_dir, "slaves").unwrap_or_default();
    let mut is_bottom = true;
    for slave in slaves {
        let number = text_if_known(&whole_dir.join("slaves").join(&slave), "dev");
        let dir = number
            .and_then(|number| number.parse().ok())
            .and_then(|number| root.block_dir(number));
        if let Some(dir) = dir {
            is_bottom = false;
            collect_drives(root, &whole_of(&dir), drives);
        }
    }
    if is_bottom && !drives.iter().any(|drive| drive == whole_dir) {
        drives.push(whole_dir.to_owned());
    }
}

/// The kind of a whole device, from its folder: the path shows the buses above it.
pub fn kind_of(whole_dir: &Path) -> DriveKind {
    let name = name_of(whole_dir);
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    match stem {
        "loop" => return DriveKind::Loop,
        "zram" => return DriveKind::Zram,
        "ram" => return DriveKind::Ram,
        "dm-" => return DriveKind::DeviceMapper,
        "md" | "md_d" => return DriveKind::Md,
        _ => {}
    }
    if whole_dir.join("md").is_dir() {
        // `/dev/md/NAME` arrays may have kernel names such as `md_home`.
        return DriveKind::Md;
    }
    if name.starts_with("xvd") {
        return DriveKind::Other("Xen".to_owned());
    }
    if name.starts_with("nvme") {
        return DriveKind::Nvme;
    }
    if name.starts_with("mmcblk") {
        let is_sd = text_if_known(whole_dir, "device/type").is_some_and(|kind| kind == "SD");
        return if is_sd { DriveKind::Sd } else { DriveKind::Emmc };
    }
    kind_by_bus(whole_dir).unwrap_or_else(|| {
        let letters: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
        DriveKind::Other(letters)
    })
}

fn kind_by_bus(whole_dir: &Path) -> Option<DriveKind> {
    let bus = |prefix: &str| {
        whole_dir.components().any(|part| {
            let part = part.as_os_str().to_string_lossy();
            let rest = part.strip_prefix(prefix);
            rest.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
        })
    };
    // The bus nearest to the drive decides: a SATA disk behind a USB bridge is a USB drive.
    let kinds = [
        ("usb", DriveKind::Usb),
        ("ata", DriveKind::Sata),
        ("end_device-", DriveKind::Sas),
        ("virtio", DriveKind::Virtio),
    ];
    if let Some((_, kind)) = kinds.into_iter().find(|(prefix, _)| bus(prefix)) {
        let speaks_ata = text_if_known(whole_dir, "device/vendor").as_deref() == Some("ATA");
        // A SATA drive on a SAS controller.
        let is_tunnelled = kind == DriveKind::Sas && speaks_ata;
        return Some(if is_tunnelled { DriveKind::Sata } else { kind });
    }
    if link::scsi_host(whole_dir)
        .and_then(|host| text_if_known(&host, "proc_name"))
        .is_some_and(|driver| driver.starts_with("ufs"))
    {
        return Some(DriveKind::Ufs);
    }
    bus("target").then_some(DriveKind::Scsi)
}

/// The drive's description of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Label {
    model: Option<String>,
    serial: Option<String>,
    firmware: Option<String>,
}

impl Label {
    fn read(whole_dir: &Path, kind: &DriveKind) -> Self {
        let text = |attribute| text_if_known(whole_dir, attribute);
        match kind {
            DriveKind::Nvme => Self {
                model: text("device/model"),
                serial: text("device/serial"),
                firmware: text("device/firmware_rev"),
            },
            DriveKind::Sd | DriveKind::Emmc => Self {
                model: text("device/name"),
                serial: text("device/serial"),
                firmware: text("device/fwrev"),
            },
            DriveKind::Virtio if text("serial").is_some() => {
                Self { serial: text("serial"), ..Self::default() }
            }
            DriveKind::Sata => Self::ata(whole_dir).unwrap_or_else(|| Self::scsi(whole_dir)),
            DriveKind::Usb => {
                let usb = link::usb_device(whole_dir);
                let serial = usb.and_then(|usb| text_if_known(&usb, "serial"));
                let scsi = Self::scsi(whole_dir);
                Self { serial: serial.or_else(|| scsi.serial.clone()), ..scsi }
            }
            _ => Self::scsi(whole_dir),
        }
    }

    /// INQUIRY data: 8 letters of vendor, 16 of model, 4 of revision.
    fn scsi(whole_dir: &Path) -> Self {
        let text = |attribute| text_if_known(whole_dir, attribute);
        // virtio and others have a number in the same attribute, which is not a name.
        let vendor = text("device/vendor")
            .filter(|vendor| vendor != "ATA" && !vendor.starts_with("0x"))
            .map(|vendor| format!("{vendor} "));
        let model = text("device/model");
        Self {
            model: model.map(|model| vendor.unwrap_or_default() + &model),
            serial: read_bytes(whole_dir, "device/vpd_pg80")
                .ok()
                .flatten()
                .and_then(|page| decode_serial_page(&page)),
            firmware: text("device/rev"),
        }
    }

    /// INQUIRY truncates an ATA drive's 40 letters of model to 16; this page holds all of them.
    fn ata(whole_dir: &Path) -> Option<Self> {
        let page = read_bytes(whole_dir, "device/vpd_pg89").ok().flatten()?;
        decode_ata_page(&page)
    }
}

/// Unit Serial Number page: 4 bytes of header; the last two of them are the length.
///
/// Source: SPC-5 section 7.7.21.
fn decode_serial_page(page: &[u8]) -> Option<String> {
    let length = u16::from_be_bytes([*page.get(2)?, *page.get(3)?]);
    printable(page.get(4..4 + usize::from(length))?)
}

/// ATA Information page: the drive's IDENTIFY DEVICE data from byte 60 on; in its texts the two letters of every
/// 16-bit word are swapped.
///
/// Source: SAT-3 section 12.4.2; ACS-3 section 7.12.7, words 10 to 19, 23 to 26, 27 to 46.
fn decode_ata_page(page: &[u8]) -> Option<Label> {
    let identify = page.get(60..60 + 512)?;
    let text = |words: std::ops::Range<usize>| {
        let swapped: Vec<u8> = identify[words.start * 2..words.end * 2]
            .chunks_exact(2)
            .flat_map(|word| [word[1], word[0]])
            .collect();
        printable(&swapped)
    };
    Some(Label { model: text(27..47), serial: text(10..20), firmware: text(23..27) })
}

fn printable(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_matches(|letter: char| letter == '\0' || letter.is_whitespace());
    let is_text = !text.is_empty() && text.chars().all(|letter| !letter.is_control());
    is_text.then(|| text.to_owned())
}

fn read_queue(whole_dir: &Path) -> QueueRecord {
    let dir = whole_dir.join("queue");
    let kib = |attribute| Some(Bytes(number_if_known(&dir, attribute)?.checked_mul(1024)?));
    QueueRecord {
        scheduler: text_if_known(&dir, "scheduler").map(|text| chosen(&text)),
        write_cache: text_if_known(&dir, "write_cache"),
        fua: flag(&dir, "fua"),
        rotational: flag(&dir, "rotational"),
        nr_requests: number_if_known(&dir, "nr_requests"),
        request_max: kib("max_sectors_kb"),
        dma_alignment: number_if_known(&dir, "dma_alignment")
            .and_then(|mask| mask.checked_add(1))
            .map(Bytes),
        discard_max: number_if_known(&dir, "discard_max_bytes").map(Bytes),
        read_ahead: kib("read_ahead_kb"),
    }
}

/// The word in brackets in `none [mq-deadline] kyber`; the whole text if there are none.
fn chosen(text: &str) -> String {
    let inner = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    inner.map_or(text, |(chosen, _)| chosen).to_owned()
}

#[cfg(test)]
mod tests;
