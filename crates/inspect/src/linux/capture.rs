//! The kernel's files about one drive, from its own folder up to its bus.
//!
//! Reads only. Leaves out the drive's contents, its users, and files with momentary states or about other devices.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use iogram_model::{CaptureRecord, DeviceRecord};
use serde_json::Value;

use crate::ask::{AskDrive, OpenDrive};
use crate::capture::{Disguise, Heard, Listening, hex_text};
use crate::decode::{hex_bytes, with_ata_checksum, with_cid_checksum};
use crate::device_number::DeviceNumber;
use crate::linux::describe::describe_device;
use crate::linux::sysfs::SysRoot;

/// Longer files contain no attribute that is decoded. Arbitrary.
const FILE_BYTES_MAX: u64 = 64 << 10;

/// Depth of folders below the drive's own. Arbitrary: partitions and queues have fewer.
const DEPTH_MAX: usize = 3;

/// Files whose content identifies one individual drive.
const NAMES: [&str; 12] = [
    "serial",
    "wwid",
    "eui",
    "nguid",
    "uuid",
    "unique_id",
    "vpd_pg80",
    "sas_address",
    "hostnqn",
    "hostid",
    "subsysnqn",
    "cid",
];

/// Binary pages that are decoded.
const PAGES: [&str; 4] = ["vpd_pg80", "vpd_pg89", "descriptors", "bos_descriptors"];

/// Files that say nothing about the drive: other devices, momentary states, memory that must not be read at random.
const OTHERS: [&str; 15] = [
    "uevent",
    "holders",
    "slaves",
    "mq",
    "trace",
    "power",
    "integrity",
    "config",
    "rom",
    "vpd",
    "inquiry",
    "firmware_node",
    "msi_irqs",
    "backing_file",
    "label",
];

/// Folders beside the path up that hold sensors, links and their rates.
const BESIDE: [&str; 5] = ["hwmon", "link", "phy-", "power_info", "scsi_host"];

/// Links that decoders follow.
const LINKS: [&str; 3] = ["device", "driver", "subsystem"];

/// All information about the whole device with this number, without its identifying names; `None` if the kernel has
/// none. `open` opens the drive.
#[must_use]
pub fn capture_device(
    root: &SysRoot,
    number: DeviceNumber,
    open: OpenDrive<'_>,
    disguise: &mut Disguise<'_>,
) -> Option<CaptureRecord> {
    let heard = Heard::default();
    let listen = |path: &Path| {
        let drive: Box<dyn AskDrive> = Box::new(Listening::to(open(path)?, &heard));
        Ok(drive)
    };
    let device = without_contents(describe_device(root, number, &listen)?);
    let mut taken = Taken::default();
    taken.take(root, number)?;
    learn(&device, &taken, disguise);
    let answers = heard.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let answers = answers.into_iter().map(|(question, bytes)| {
        let bytes = disguise.bytes(&bytes);
        let is_identify = question == "ATA identify";
        let bytes = if is_identify { with_ata_checksum(bytes) } else { bytes };
        (question, hex_text(&bytes))
    });
    let path = |path: &Path| disguise.text(&path.to_string_lossy());
    let text = |(at, text): (&PathBuf, &String)| {
        let text = disguise.text(text);
        let is_cid = at.file_name().is_some_and(|it| it == "cid");
        (path(at), if is_cid { cid(&text) } else { text })
    };
    let page = |(at, page): (&PathBuf, &Vec<u8>)| {
        let bytes = disguise.bytes(page);
        (path(at), hex_text(&bytes))
    };
    Some(CaptureRecord {
        format: CaptureRecord::FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        number: number.to_string(),
        files: taken.texts.iter().map(text).collect(),
        pages: taken.pages.iter().map(page).collect(),
        links: taken.links.iter().map(|(from, to)| (path(from), path(to))).collect(),
        answers: answers.collect(),
        replaced_count: disguise.len() as u64,
        device: disguised(&device, disguise)?,
    })
}

/// Removes its contents and users, which are private.
fn without_contents(mut device: DeviceRecord) -> DeviceRecord {
    device.summary.uses = None;
    device.by_id.clear();
    device.signatures = None;
    for partition in &mut device.partitions {
        partition.signatures = None;
    }
    device.unanswered.clear();
    device.unanswered_statements.clear();
    device
}

fn disguised(device: &DeviceRecord, disguise: &Disguise<'_>) -> Option<DeviceRecord> {
    let mut value = serde_json::to_value(device).ok()?;
    disguise_texts(&mut value, disguise);
    serde_json::from_value(value).ok()
}

/// Only values: field names are not names of drives.
fn disguise_texts(value: &mut Value, disguise: &Disguise<'_>) {
    match value {
        Value::String(text) => *text = disguise.text(text),
        Value::Array(items) => items.iter_mut().for_each(|it| disguise_texts(it, disguise)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|it| disguise_texts(it, disguise));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A register with the checksum of its new content, if the old one was right.
fn cid(text: &str) -> String {
    match hex_bytes(text.trim()) {
        Some(bytes) => format!("{}\n", hex_text(&with_cid_checksum(bytes))),
        None => text.to_owned(),
    }
}

/// Finds the names in the collected files.
fn learn(device: &DeviceRecord, taken: &Taken, disguise: &mut Disguise<'_>) {
    // A bus address is not a name; it stays, like the model.
    let places: Vec<_> = taken.links.values().map(|it| it.to_string_lossy()).collect();
    let model = device.summary.model.clone().unwrap_or_default();
    let model = format!("{model} {}", places.join(" "));
    let nvme = device.nvme.as_ref();
    let namespace = nvme.and_then(|it| it.namespace.as_ref());
    let identify = device.ata.as_ref().and_then(|it| it.identify.as_ref());
    let known = [
        device.summary.serial.as_ref(),
        nvme.and_then(|it| it.controller.as_ref()?.serial.as_ref()),
        namespace.and_then(|it| it.nguid.as_ref()),
        namespace.and_then(|it| it.eui64.as_ref()),
        identify.and_then(|it| it.serial.as_ref()),
        identify.and_then(|it| it.wwn.as_ref()),
        device.sd.as_ref().and_then(|it| it.cid.as_ref()).map(|it| &it.serial),
        device.mmc.as_ref().and_then(|it| it.cid.as_ref()).map(|it| &it.serial),
    ];
    known.into_iter().flatten().for_each(|it| disguise.learn_serial(it, &model));
    let names = |at: &Path| {
        let name = at.file_name().map(|it| it.to_string_lossy().into_owned());
        let parts = ["serial", "wwn", "uuid", "tracer"];
        let is_name = |it: &String| {
            NAMES.contains(&it.as_str()) || parts.iter().any(|part| it.contains(part))
        };
        name.filter(|it| it != "cid" && is_name(it))
    };
    for (at, text) in &taken.texts {
        if names(at).is_some() {
            disguise.learn(text.trim(), &model);
        }
    }
    for (at, page) in &taken.pages {
        if names(at).is_some() {
            // Unit serial number, after a header of four bytes. Source: SPC-4, 7.8.17.
            let text = page.get(4..).map(String::from_utf8_lossy).unwrap_or_default();
            disguise.learn(text.trim(), &model);
        }
    }
}

/// The collected files of the kernel, by paths below the root.
#[derive(Debug, Default)]
struct Taken {
    texts: BTreeMap<PathBuf, String>,
    pages: BTreeMap<PathBuf, Vec<u8>>,
    links: BTreeMap<PathBuf, PathBuf>,
    seen: BTreeSet<PathBuf>,
}

impl Taken {
    fn take(&mut self, root: &SysRoot, number: DeviceNumber) -> Option<()> {
        let own = root.block_dir(number)?;
        let base = std::fs::canonicalize(&root.base).ok()?;
        self.link(&base, &root.sys.join(format!("dev/block/{number}")));
        let name = own.file_name()?.to_owned();
        for place in ["class/block", "block"] {
            self.link(&base, &root.sys.join(place).join(&name));
        }
        let devices = std::fs::canonicalize(root.sys.join("devices")).ok()?;
        self.folder(&base, &own, DEPTH_MAX);
        if let Some(above) = own.parent() {
            self.ways_up(&base, above, &devices);
        }
        // The bus of a card and the extended data of an eMMC, for root.
        let card = std::fs::canonicalize(own.join("device")).ok();
        let card = card.as_deref().and_then(Path::file_name).map(|it| it.to_string_lossy());
        if let Some((host, card)) =
            card.as_deref().and_then(|it| Some((it.split_once(':')?.0, it)))
        {
            let folder = root.sys.join("kernel/debug").join(host);
            self.file(&base, &folder.join("ios"));
            self.file(&base, &folder.join(card).join("ext_csd"));
        }
        Some(())
    }

    /// Collects this folder and its parents up to the root of devices, with the sensors beside them and, for a
    /// multipath namespace, its controllers.
    fn ways_up(&mut self, base: &Path, from: &Path, devices: &Path) {
        let mut above = Some(from);
        while let Some(folder) = above.filter(|it| it.starts_with(devices) && *it != devices) {
            if !self.seen.insert(folder.to_owned()) {
                return;
            }
            self.plain(base, folder);
            for entry in names_in(folder) {
                let path = folder.join(&entry);
                let is_controller = entry.strip_prefix("nvme").is_some_and(|it| {
                    !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit())
                });
                if BESIDE.iter().any(|it| entry.starts_with(it)) {
                    self.beside(base, &path);
                } else if is_controller && path.is_symlink() {
                    self.link(base, &path);
                    if let Ok(controller) = std::fs::canonicalize(&path) {
                        self.ways_up(base, &controller, devices);
                    }
                }
            }
            above = folder.parent();
        }
    }

    /// A sensor, a link, a phy: its own folder, or a link to it.
    fn beside(&mut self, base: &Path, path: &Path) {
        if path.is_symlink() {
            self.link(base, path);
        }
        if let Ok(folder) = std::fs::canonicalize(path)
            && folder.is_dir()
        {
            self.folder(base, &folder, DEPTH_MAX);
        }
    }

    /// Files and links directly in a folder.
    fn plain(&mut self, base: &Path, folder: &Path) {
        for name in names_in(folder) {
            let path = folder.join(&name);
            if path.is_symlink() {
                if LINKS.contains(&name.as_str()) {
                    self.link(base, &path);
                }
            } else if path.is_file() {
                self.file(base, &path);
            }
        }
    }

    /// The same, including subfolders.
    fn folder(&mut self, base: &Path, folder: &Path, depth: usize) {
        self.plain(base, folder);
        let Some(depth) = depth.checked_sub(1) else { return };
        for name in names_in(folder) {
            let path = folder.join(&name);
            if !path.is_symlink() && path.is_dir() {
                self.folder(base, &path, depth);
            }
        }
    }

    /// Takes a file if it describes the drive and is readable.
    fn file(&mut self, base: &Path, path: &Path) {
        let Ok(below) = path.strip_prefix(base) else { return };
        // Attributes report 4096 bytes whatever their content; pages report their own size or 0.
        let is_long = path.metadata().map_or(true, |it| it.len() > FILE_BYTES_MAX);
        let Some(bytes) = (!is_long).then(|| std::fs::read(path).ok()).flatten() else {
            return;
        };
        let name = path.file_name().map(|it| it.to_string_lossy().into_owned());
        if name.is_some_and(|it| PAGES.contains(&it.as_str())) {
            self.pages.insert(below.to_owned(), bytes);
        } else if let Ok(text) = String::from_utf8(bytes)
            && !text.contains('\0')
        {
            self.texts.insert(below.to_owned(), text);
        }
    }

    fn link(&mut self, base: &Path, path: &Path) {
        let below = path.strip_prefix(base).map(Path::to_owned);
        if let (Ok(below), Ok(target)) = (below, std::fs::read_link(path)) {
            self.links.insert(below, target);
        }
    }
}

/// Names in a folder that may describe the drive, sorted.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|it| it.file_name().into_string().ok());
    let is_other = |it: &String| {
        OTHERS.contains(&it.as_str())
            || it.starts_with("resource")
            || it.starts_with("vpd_pg83")
    };
    let mut names: Vec<String> = names.filter(|it| !is_other(it)).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::capture::CapturedDrive;
    use crate::tests_support::{TempDir, computer};

    fn hash(text: &str) -> Vec<u8> {
        let bytes = text.bytes().rev().cycle().take(32).zip(0_u8..);
        bytes.map(|(it, at)| it ^ at.wrapping_mul(37).wrapping_add(11)).collect()
    }

    /// Unpacks the files of a capture as a computer.
    fn unpack(capture: &CaptureRecord) -> (TempDir, SysRoot) {
        let dir = TempDir::new("capture");
        let place = |below: &str| {
            assert!(!below.split('/').any(|it| it == ".."), "{below}");
            let path = dir.path().join(below);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            path
        };
        for (below, text) in &capture.files {
            std::fs::write(place(below), text).unwrap();
        }
        for (below, page) in &capture.pages {
            std::fs::write(place(below), hex_bytes(page).unwrap()).unwrap();
        }
        for (below, target) in &capture.links {
            let path = place(below);
            // Drivers and classes are not part of it, but links to them have a name.
            let _there = std::fs::create_dir_all(path.parent().unwrap().join(target));
            symlink(target, path).unwrap();
        }
        let root = SysRoot::below(dir.path());
        (dir, root)
    }

    /// Answers of made-up drives, from the captured pages.
    fn answers(kind: &str) -> BTreeMap<String, String> {
        let page = |name: &str| iogram_testing::captured_page(&format!("{kind}/{name}"));
        let pages: &[(&str, &str)] = match kind {
            "made-up-nvme" | "qemu-nvme" => &[
                ("NVMe identify controller", "nvme-controller"),
                ("NVMe identify namespace", "nvme-namespace"),
                ("NVMe SMART log", "nvme-smart"),
            ],
            _ => &[("ATA identify", "ata-identify"), ("ATA SMART data", "ata-smart")],
        };
        let known = pages.iter().filter_map(|(question, name)| Some((*question, page(name)?)));
        known.map(|(question, page)| (question.to_owned(), hex_text(&page))).collect()
    }

    #[track_caller]
    fn same(found: Option<&DeviceRecord>, expected: &DeviceRecord, name: &str) {
        let lines = |it: &DeviceRecord| serde_json::to_string_pretty(it).unwrap();
        let (found, expected) = (lines(found.unwrap()), lines(expected));
        let other = found.lines().zip(expected.lines()).find(|(one, other)| one != other);
        assert_eq!(other, None, "{name}");
        assert_eq!(found, expected, "{name}");
    }

    #[track_caller]
    fn check(name: &str, device: &str, kind: &str) -> CaptureRecord {
        let root = computer(name);
        let number = root.block_number(device).unwrap();
        let answers = answers(kind);
        let open = |_: &Path| -> Result<Box<dyn AskDrive>, iogram_model::Message> {
            Ok(Box::new(CapturedDrive::of(&answers)))
        };
        let mut disguise = Disguise::new(&hash);
        let capture = capture_device(&root, number, &open, &mut disguise).unwrap();
        assert!(!capture.files.is_empty(), "{name}");
        let text = serde_json::to_string(&capture).unwrap();
        assert_eq!(disguise.find_left(&text), None, "{name}");

        // The result equals the content of the file.
        let (_dir, captured) = unpack(&capture);
        let open = |_: &Path| -> Result<Box<dyn AskDrive>, iogram_model::Message> {
            Ok(Box::new(CapturedDrive::of(&capture.answers)))
        };
        let again = describe_device(&captured, number, &open).map(without_contents);
        same(again.as_ref(), &capture.device, name);
        // It also equals the original, except for the names.
        let open = |_: &Path| -> Result<Box<dyn AskDrive>, iogram_model::Message> {
            Ok(Box::new(CapturedDrive::of(&answers)))
        };
        let before = without_contents(describe_device(&root, number, &open).unwrap());
        same(disguised(&before, &disguise).as_ref(), &capture.device, name);
        capture
    }

    #[test]
    fn a_captured_drive_is_described_as_the_real_one() {
        for (name, device, kind) in [
            ("nvme", "nvme0n1", "qemu-nvme"),
            ("nvme-multipath", "nvme0n1", "made-up-nvme"),
            ("sata", "sda", "qemu-sata"),
            ("usb-stick", "sdc", "none"),
            ("usb-ssd", "sdc", "qemu-sata"),
            ("sd", "mmcblk0", "none"),
            ("emmc", "mmcblk0", "none"),
            ("sas", "sda", "none"),
            ("ufs", "sda", "none"),
            ("virtio", "vda", "none"),
        ] {
            check(name, device, kind);
        }
    }

    /// Files that people sent, unchanged: each is a test of the decoders.
    #[test]
    fn every_captured_file_is_described_as_it_was() {
        let folder = iogram_testing::captured("captures");
        let files = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        let files: Vec<_> =
            files.filter(|it| it.extension().is_some_and(|it| it == "json")).collect();
        assert!(!files.is_empty());
        for file in files {
            let name = file.display().to_string();
            let capture = std::fs::read(file).unwrap();
            let mut capture: CaptureRecord = serde_json::from_slice(&capture).unwrap();
            let (_dir, root) = unpack(&capture);
            let open = |_: &Path| -> Result<Box<dyn AskDrive>, iogram_model::Message> {
                Ok(Box::new(CapturedDrive::of(&capture.answers)))
            };
            let number = capture.number.parse().unwrap();
            let found = describe_device(&root, number, &open).map(without_contents);
            // Its limits are a conclusion, drawn elsewhere.
            capture.device.limits.clear();
            same(found.as_ref(), &capture.device, &name);
        }
    }

    #[test]
    fn a_card_s_register_has_another_serial_number_and_a_right_checksum() {
        let capture = check("sd", "mmcblk0", "none");
        let cid = capture.device.sd.unwrap().cid.unwrap();
        assert_ne!(cid.serial, "0x12345678");
        let (_, text) = capture.files.iter().find(|(path, _)| path.ends_with("/cid")).unwrap();
        assert!(text.contains(cid.serial.trim_start_matches("0x")), "{text}");
        assert_eq!(cid.product.as_deref(), Some("EX32G"));
        let before = computer("sd");
        let number = before.block_number("mmcblk0").unwrap();
        let before = before.block_dir(number).unwrap().join("device/cid");
        let before =
            hex_bytes(String::from_utf8(std::fs::read(before).unwrap()).unwrap().trim());
        let before = crate::decode::decode_sd_cid(&before.unwrap()).unwrap();
        assert_eq!(cid.is_checksum_right.is_some(), before.is_checksum_right.is_some());
        assert_ne!(cid.is_checksum_right, Some(false));
    }
}
