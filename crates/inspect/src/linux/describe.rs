//! Collects everything known about one block device.
//!
//! First from sysfs, then from the drive's own answers. Unanswered queries are listed with the reason, so that
//! "unknown" differs from "does not exist".

use std::collections::BTreeSet;
use std::path::Path;

use iogram_model::{
    Argument, AtaRecord, Bytes, DeviceRecord, DiscardRecord, Message, MessageId, MmcRecord,
    NvmeRecord, PartitionRecord, SdRecord,
};

use crate::ask::{AskDrive, OpenDrive, Question, said_of_system};
use crate::decode::{
    AtaCommand, decode_ata_identify, decode_ata_registers, decode_ata_smart,
    decode_ata_thresholds, decode_ext_csd, decode_mmc_cid, decode_nvme_controller,
    decode_nvme_error_log, decode_nvme_firmware, decode_nvme_namespace, decode_nvme_smart,
    decode_sd_cid, decode_sd_csd, decode_sd_scr, decode_sd_status, hex_bytes, with_thresholds,
};
use crate::device_number::DeviceNumber;
use crate::drive_kind::DriveKind;
use crate::linux::bus::{find_pci, find_usb, nvme_controller};
use crate::linux::identity::{capacity_of, find_facts, kind_of, name_of, whole_of};
use crate::linux::inventory::{by_id_names, drive_dir, summary_of};
use crate::linux::sensors::{Sensor, find_sensors};
use crate::linux::sysfs::{SysRoot, list_names, number_if_known, text_if_known};
use crate::linux::uses::UseTables;
use crate::linux::zones::zones_of;
use crate::signature::find_signatures;

/// Everything about the device with this number; `None` if the kernel has none. `open` opens a drive.
#[must_use]
pub fn describe_device(
    root: &SysRoot,
    number: DeviceNumber,
    open: OpenDrive<'_>,
) -> Option<DeviceRecord> {
    let dir = root.block_dir(number)?;
    let facts = find_facts(root, number)?;
    let tables = UseTables::read(root).ok();
    let whole = whole_of(&dir);
    let mut record = DeviceRecord {
        format: DeviceRecord::FORMAT.to_owned(),
        summary: summary_of(root, tables.as_ref(), &dir, &facts),
        by_id: by_id_names(root, number),
        drives: facts.drives.clone(),
        firmware: facts.firmware.clone(),
        logical_block_size_bytes: facts.logical_block_size.map(|size| size.0),
        physical_block_size_bytes: facts.physical_block_size.map(|size| size.0),
        queue: facts.queue.clone(),
        discard: discard(&whole),
        zones: zones_of(&whole),
        partitions: partitions(&dir),
        ..DeviceRecord::default()
    };
    if let Some(zones) = &mut record.zones
        && let Ok(drive) = open(&node(root, &whole))
    {
        zones.conventional_count = drive.conventional_zone_count();
    }
    record.signatures = written(root, &dir, open, &mut record.unanswered_statements);
    for index in 0..record.partitions.len() {
        let partition = dir.join(&record.partitions[index].name);
        record.partitions[index].signatures =
            written(root, &partition, open, &mut record.unanswered_statements);
    }
    // Registers and links belong to the single drive below.
    if let [name] = facts.drives.as_slice()
        && let Some(drive) = drive_dir(root, name)
    {
        describe_drive(root, &drive, open, &mut record);
    }
    // A drive that cannot be opened is tried twice, for its contents and for its registers.
    let mut seen = BTreeSet::new();
    record.unanswered_statements.retain(|it| seen.insert(it.english()));
    record.unanswered = record.unanswered_statements.iter().map(Message::english).collect();
    Some(record)
}

/// Copies the properties that the drive of this folder reports.
fn describe_drive(
    root: &SysRoot,
    drive: &Path,
    open: OpenDrive<'_>,
    record: &mut DeviceRecord,
) {
    let kind = kind_of(drive);
    let controller = (kind == DriveKind::Nvme).then(|| nvme_controller(drive)).flatten();
    let sensors = find_sensors(drive, controller.as_deref());
    record.sensors = sensors.iter().map(Sensor::record).collect();
    record.usb = find_usb(drive);
    record.pci = find_pci(drive, controller.as_deref());
    let unanswered = &mut record.unanswered_statements;
    let mut opened = || match open(&node(root, drive)) {
        Ok(drive) => Some(drive),
        Err(why) => {
            unanswered.push(unanswered_by(name_of(drive), why));
            None
        }
    };
    match kind {
        DriveKind::Sd => record.sd = Some(sd(drive)),
        DriveKind::Emmc => {
            let answers = opened();
            record.mmc = Some(mmc(root, drive, answers.as_deref(), unanswered));
        }
        DriveKind::Nvme => {
            let answers = opened();
            record.nvme = Some(nvme(drive, answers.as_deref(), unanswered));
        }
        DriveKind::Sata => {
            let answers = opened();
            record.ata = ata(answers.as_deref(), unanswered);
        }
        DriveKind::Usb if speaks_ata(record.usb.as_ref(), record.summary.is_removable) => {
            let answers = opened();
            // A bridge that does not pass ATA on is common.
            record.ata = ata(answers.as_deref(), &mut Vec::new());
        }
        _ => {}
    }
}

/// Sticks with bulk-only transport are not queried: some hang on an unknown command, and none has an ATA drive behind
/// it. Disks behind bridges report a fixed medium.
fn speaks_ata(usb: Option<&iogram_model::UsbRecord>, is_removable: Option<bool>) -> bool {
    let driver = usb.and_then(|usb| usb.driver.as_deref());
    driver == Some("uas") || is_removable == Some(false)
}

fn node(root: &SysRoot, dir: &Path) -> std::path::PathBuf {
    root.dev.join(name_of(dir))
}

fn discard(whole: &Path) -> DiscardRecord {
    let number = |attribute| number_if_known(whole, attribute);
    DiscardRecord {
        granularity_bytes: number("queue/discard_granularity"),
        hardware_max_bytes: number("queue/discard_max_hw_bytes"),
        write_zeroes_max_bytes: number("queue/write_zeroes_max_bytes"),
        zones: text_if_known(whole, "queue/zoned"),
    }
}

/// In the order of their numbers. `start` counts 512 bytes whatever the block size.
fn partitions(dir: &Path) -> Vec<PartitionRecord> {
    let names = list_names(dir, ".").unwrap_or_default();
    let mut numbered: Vec<(u64, PartitionRecord)> = names
        .into_iter()
        .filter_map(|name| {
            let partition = dir.join(&name);
            let number = number_if_known(&partition, "partition")?;
            let start = number_if_known(&partition, "start");
            let record = PartitionRecord {
                name,
                start_bytes: start.and_then(|start| start.checked_mul(512)),
                size_bytes: capacity_of(&partition).map(|size| size.0),
                signatures: None,
            };
            Some((number, record))
        })
        .collect();
    numbered.sort_by_key(|(number, _)| *number);
    numbered.into_iter().map(|(_, record)| record).collect()
}

/// The signatures at the ends of the device or partition of this folder.
fn written(
    root: &SysRoot,
    dir: &Path,
    open: OpenDrive<'_>,
    unanswered: &mut Vec<Message>,
) -> Option<Vec<String>> {
    let capacity = capacity_of(dir).filter(|capacity| *capacity > Bytes(0))?;
    let name = name_of(dir);
    let drive = match open(&node(root, dir)) {
        Ok(drive) => drive,
        Err(why) => {
            unanswered.push(unanswered_by(name, why));
            return None;
        }
    };
    match find_signatures(capacity, |offset, buffer| drive.read_at(offset, buffer)) {
        Ok(found) => {
            let mut kinds: Vec<String> = found.iter().map(|it| it.kind.to_string()).collect();
            kinds.dedup();
            Some(kinds)
        }
        Err(error) => {
            let content = Message::new(MessageId::AskContent, [name.into()]);
            unanswered.push(unanswered_by(content, said_of_system(&error)));
            None
        }
    }
}

/// A statement of who gave no answer, and why.
fn unanswered_by(whom: impl Into<Argument>, why: Message) -> Message {
    Message::new(MessageId::Unanswered, [whom.into(), why.into()])
}

/// Queries and decodes; a failure is added to the list.
fn answer<T>(
    drive: &dyn AskDrive,
    question: Question,
    unanswered: &mut Vec<Message>,
    decode: impl FnOnce(&[u8]) -> Option<T>,
) -> Option<T> {
    let name = question.name();
    match drive.ask(question) {
        Ok(bytes) => {
            let decoded = decode(&bytes);
            if decoded.is_none() {
                let why = Message::plain(MessageId::AskMeansNothing);
                unanswered.push(unanswered_by(name, why));
            }
            decoded
        }
        Err(why) => {
            unanswered.push(unanswered_by(name, why.statement()));
            None
        }
    }
}

/// The kernel has read all registers of a card.
fn sd(drive: &Path) -> SdRecord {
    let register = |name: &str| hex_bytes(&text_if_known(drive, &format!("device/{name}"))?);
    SdRecord {
        cid: register("cid").and_then(|bytes| decode_sd_cid(&bytes)),
        csd: register("csd").and_then(|bytes| decode_sd_csd(&bytes)),
        scr: register("scr").and_then(|bytes| decode_sd_scr(&bytes)),
        status: register("ssr").and_then(|bytes| decode_sd_status(&bytes)),
    }
}

/// The extended CSD is in debugfs as text, for root; otherwise the device is queried.
fn mmc(
    root: &SysRoot,
    drive: &Path,
    answers: Option<&dyn AskDrive>,
    unanswered: &mut Vec<Message>,
) -> MmcRecord {
    let register = |name: &str| hex_bytes(&text_if_known(drive, &format!("device/{name}"))?);
    let from_text = debugfs_ext_csd(root, drive).and_then(|bytes| decode_ext_csd(&bytes));
    let asked = || answer(answers?, Question::ExtCsd, unanswered, decode_ext_csd);
    MmcRecord {
        cid: register("cid").and_then(|bytes| decode_mmc_cid(&bytes)),
        ext_csd: from_text.or_else(asked),
    }
}

fn debugfs_ext_csd(root: &SysRoot, drive: &Path) -> Option<Vec<u8>> {
    // The card's folder is `mmc0:0001`, in its host's `mmc0`.
    let card = std::fs::canonicalize(drive.join("device")).ok()?;
    let card = card.file_name()?.to_string_lossy().into_owned();
    let (host, _) = card.split_once(':')?;
    let folder = root.sys.join("kernel/debug").join(host).join(&card);
    hex_bytes(&text_if_known(&folder, "ext_csd")?)
}

fn nvme(
    drive: &Path,
    answers: Option<&dyn AskDrive>,
    unanswered: &mut Vec<Message>,
) -> NvmeRecord {
    let mut record =
        NvmeRecord { namespace_id: text_if_known(drive, "nsid"), ..NvmeRecord::default() };
    let Some(drive) = answers else { return record };
    record.controller =
        answer(drive, Question::NvmeController, unanswered, decode_nvme_controller);
    record.namespace =
        answer(drive, Question::NvmeNamespace, unanswered, decode_nvme_namespace);
    record.smart = answer(drive, Question::NvmeSmart, unanswered, decode_nvme_smart);
    record.errors = answer(drive, Question::NvmeErrors, unanswered, |bytes| {
        Some(decode_nvme_error_log(bytes))
    });
    record.firmware = answer(drive, Question::NvmeFirmware, unanswered, decode_nvme_firmware);
    record
}

/// `None` if the drive reports nothing about itself.
fn ata(answers: Option<&dyn AskDrive>, unanswered: &mut Vec<Message>) -> Option<AtaRecord> {
    let drive = answers?;
    let identify =
        answer(drive, Question::Ata(AtaCommand::Identify), unanswered, decode_ata_identify)?;
    let mut record = AtaRecord::default();
    if identify.is_smart_on == Some(true) {
        let data = Question::Ata(AtaCommand::SmartData);
        let limits = Question::Ata(AtaCommand::SmartThresholds);
        let status = Question::Ata(AtaCommand::SmartStatus);
        let smart = answer(drive, data, unanswered, decode_ata_smart);
        let limits = answer(drive, limits, unanswered, decode_ata_thresholds);
        record.smart = smart.map(|smart| with_thresholds(smart, &limits.unwrap_or_default()));
        record.is_failing = answer(drive, status, unanswered, |sense| {
            decode_ata_registers(sense)?.is_failing()
        });
    }
    record.identify = Some(identify);
    Some(record)
}
