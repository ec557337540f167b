//! Devices of the computers in testdata, as lists and as pages.

use std::io;
use std::path::{Path, PathBuf};

use iogram_inspect::decode::AtaCommand;
use iogram_inspect::{
    AskDrive, AskError, ListScope, Named, Question, SysRoot, describe_device, find_named,
    list_devices,
};
use iogram_model::{Argument, DeviceList, DeviceRecord, Message, MessageId};
use iogram_report::{
    JsonStyle, Locale, Options, decoded_word, render_device_json, render_device_list,
    render_device_list_json, render_device_list_schema, render_device_markdown,
    render_device_schema, render_device_text,
};
use serde_json::Value;

use crate::golden::check;

fn testdata(folder: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(folder);
    path.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn computer(name: &str) -> SysRoot {
    SysRoot::below(&testdata("sysfs").join(name))
}

/// A drive that answers with the pages of a folder of `testdata/registers`, and has no data.
struct Captured(String);

fn not_captured() -> Message {
    Message::new(MessageId::Quoted, [Argument::Sentence("not captured".to_owned())])
}

impl AskDrive for Captured {
    fn ask(&self, question: Question) -> Result<Vec<u8>, AskError> {
        let file = match question {
            Question::NvmeController => "nvme-controller",
            Question::NvmeNamespace => "nvme-namespace",
            Question::NvmeSmart => "nvme-smart",
            Question::NvmeErrors => "nvme-errors",
            Question::NvmeFirmware => "nvme-firmware",
            Question::Ata(AtaCommand::Identify) => "ata-identify",
            Question::Ata(AtaCommand::SmartData) => "ata-smart-data",
            Question::Ata(AtaCommand::SmartThresholds) => "ata-smart-thresholds",
            Question::Ata(AtaCommand::SmartStatus) => "ata-smart-status",
            _ => return Err(AskError::Refused(not_captured())),
        };
        let page = iogram_testing::captured_page(&format!("{}/{file}", self.0));
        page.ok_or_else(|| AskError::Refused(not_captured()))
    }

    fn read_at(&self, _offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        buffer.fill(0);
        Ok(())
    }
}

/// Computer, device, and the folder with its registers; without one, nobody may ask.
const DEVICES: [(&str, &str, Option<&str>); 9] = [
    ("nvme", "nvme0n1", Some("made-up-nvme")),
    ("nvme", "dm-0", None),
    ("nvme-multipath", "nvme0n1", Some("qemu-nvme")),
    ("sata", "sda", Some("qemu-sata")),
    ("sata", "md127", None),
    ("sd", "mmcblk0", None),
    ("emmc", "mmcblk0", None),
    ("usb-stick", "sdc", None),
    ("usb-ssd", "sdc", None),
];

fn describe(computer_name: &str, device: &str, registers: Option<&str>) -> DeviceRecord {
    let root = computer(computer_name);
    let Named::Exactly(found) = find_named(&root, device).unwrap() else {
        panic!("{computer_name} has no {device}")
    };
    let mut record = describe_device(&root, found.number, &|_path| match registers {
        Some(folder) => Ok(Box::new(Captured(folder.to_owned()))),
        None => Err(Message::plain(MessageId::AskNotPermitted)),
    })
    .unwrap();
    record.limits = iogram_findings::find_limits(&record);
    record
}

pub(crate) fn samples() -> impl Iterator<Item = (String, DeviceRecord)> {
    DEVICES.into_iter().map(|(computer, device, registers)| {
        (format!("{computer}-{device}"), describe(computer, device, registers))
    })
}

fn lists() -> impl Iterator<Item = (&'static str, DeviceList)> {
    ["nvme", "sata", "usb-stick", "sd", "virtio"]
        .into_iter()
        .map(|name| (name, list_devices(&computer(name), ListScope::InUse).unwrap()))
}

#[test]
fn pages_of_devices_stay_as_they_are() {
    for (name, device) in samples() {
        let page = render_device_text(&device, &Options::default(), &Locale::english());
        check(&format!("tests/golden/devices/{name}.txt"), &page);
    }
}

#[test]
fn a_device_as_json_and_as_markdown_stays_as_it_is() {
    let device = describe("nvme", "nvme0n1", Some("made-up-nvme"));
    let json = render_device_json(&device, JsonStyle::Pretty);
    check("tests/golden/devices/nvme-nvme0n1.json", &json);
    let markdown = render_device_markdown(&device, &Locale::english());
    check("tests/golden/devices/nvme-nvme0n1.md", &markdown);
    assert!(!markdown.contains("EX0000000000001"), "a page that is made to be published");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test reads the sources that it is about")]
fn every_word_of_a_decoder_has_a_korean_text() {
    let korean = Locale::find("ko").unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../inspect/src/decode");
    let mut words: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Names of companies are names.
        if path.ends_with("makers.rs") {
            continue;
        }
        let source = std::fs::read_to_string(path).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap();
        let lines = source.lines().map(str::trim).filter(|line| !line.starts_with("//"));
        words.extend(
            lines.flat_map(|line| line.split('"').skip(1).step_by(2)).map(str::to_owned),
        );
    }
    // A lowercase word makes it prose, even a single one like `overwrite`; names, units, numbers and formats have
    // none.
    let is_prose = |it: &str| {
        it.len() > 1 && it.chars().all(|it| it.is_ascii_lowercase() || "-()".contains(it))
    };
    let is_word = |word: &&String| !word.contains('{') && word.split(' ').any(is_prose);
    let words: Vec<&String> = words.iter().filter(is_word).collect();
    assert!(words.len() > 90, "only {words:?}: this test looks for them in the wrong way");
    let left: Vec<_> = words.iter().filter(|it| decoded_word(it, &korean) == ***it).collect();
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn the_bus_of_a_chip_is_told_in_korean() {
    let device = describe("emmc", "mmcblk0", None);
    let timing = device.mmc.as_ref().unwrap().ext_csd.as_ref().unwrap().timing.clone();
    assert_eq!(timing.as_deref(), Some("HS400, 8 bits DDR"));
    let page = render_device_text(&device, &Options::default(), &Locale::find("ko").unwrap());
    assert!(page.contains("HS400, 8비트 DDR"), "{page}");
}

#[test]
fn lists_of_devices_stay_as_they_are() {
    let page =
        |list: &DeviceList| render_device_list(list, &Options::default(), &Locale::english());
    let text: String =
        lists().map(|(name, list)| name.to_owned() + "\n" + &page(&list) + "\n").collect();
    check("tests/golden/devices/lists.txt", &text);
    let korean = Locale::find("ko").unwrap();
    let text: String = lists()
        .map(|(_, list)| render_device_list(&list, &Options::default(), &korean) + "\n")
        .collect();
    for english in ["in use", "mounted", "not shown", "removable", "more", "model"] {
        assert!(!text.contains(english), "{english}: {text}");
    }
    let (_, list) = lists().next().unwrap();
    let json = render_device_list_json(&list, JsonStyle::Pretty);
    check("tests/golden/devices/list-nvme.json", &json);
}

#[test]
fn the_published_schemas_of_devices_are_those_of_the_model() {
    check("../../docs/schema/iogram-device-1.schema.json", &render_device_schema());
    check("../../docs/schema/iogram-devices-1.schema.json", &render_device_list_schema());
}

#[test]
fn every_device_satisfies_the_published_schema_and_reads_back_the_same() {
    let schema: Value = serde_json::from_str(&render_device_schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (name, device) in samples() {
        let json = render_device_json(&device, JsonStyle::Compact);
        let value: Value = serde_json::from_str(&json).unwrap();
        let errors: Vec<_> =
            validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let read: DeviceRecord = serde_json::from_str(&json).unwrap();
        assert!(read == device, "{name} changed on its way through JSON");
    }
    let schema: Value = serde_json::from_str(&render_device_list_schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (name, list) in lists() {
        let json = render_device_list_json(&list, JsonStyle::Compact);
        assert!(validator.is_valid(&serde_json::from_str(&json).unwrap()), "{name}");
    }
}
