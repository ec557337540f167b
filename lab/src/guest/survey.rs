//! Checks that iogram describes drives, writes to free ones, and makes them fresh.
//!
//! A command that the binary under test lacks is skipped with that reason.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::Result;
use serde_json::{Value, json};

use super::programs::{Ended, run, shell};
use super::scene::{clean, fill, write_with_iogram};
use super::{Drive, Lab};
use crate::record::{Group, Record, Verdict};

/// A question to iogram, and required parts of the answer.
struct Question {
    name: &'static str,
    /// The drives of the question, one after the other; none is a question about all.
    drives: &'static [&'static str],
    /// `{a}` is the drive's path, `{commands}` its namespace's character device, `{device}` its kernel name, `{serial}` its serial number.
    arguments: &'static [&'static str],
    says: &'static [&'static str],
}

const EVERY: &[&str] =
    &["nvme-1", "nvme-2", "sd", "usb-stick", "uas", "sata", "virtio", "ufs", "scsi"];

/// Add a line for every new command about drives.
const QUESTIONS: &[Question] = &[
    Question { name: "list", drives: &[], arguments: &["list"], says: &["MiB"] },
    Question {
        name: "list, for machines",
        drives: &[],
        arguments: &["list", "--json"],
        says: &["NVME0001"],
    },
    Question {
        name: "show, by path",
        drives: EVERY,
        arguments: &["show", "{a}"],
        says: &["{device}"],
    },
    Question {
        name: "show, by serial number",
        // Not the UFS drive: the kernel reads no serial number from QEMU's. NVMe namespaces share theirs.
        drives: &["usb-stick", "uas", "sata", "virtio", "scsi"],
        arguments: &["show", "{serial}"],
        says: &["{device}", "{serial}"],
    },
    Question {
        name: "show, by what takes its commands",
        drives: &["nvme-1", "nvme-2"],
        arguments: &["show", "{commands}"],
        says: &["{device}"],
    },
    Question {
        name: "measure, polled and from a processor nearby",
        drives: &["nvme-1", "nvme-2"],
        arguments: &[
            "measure",
            "{a}",
            "--poll",
            "--cpus",
            "auto",
            "--depth",
            "4",
            "--time",
            "300ms",
            "--no-store",
            "--quiet",
            "--json",
            "-",
        ],
        says: &["\"is_polled\": true", "\"iopoll\"", "\"cpu_index\": 0", "\"completed\""],
    },
    Question {
        name: "measure, by commands that are passed through",
        drives: &["nvme-1", "nvme-2"],
        arguments: &[
            "measure",
            "{commands}",
            "--poll",
            "--depth",
            "4",
            "--time",
            "300ms",
            "--no-store",
            "--quiet",
            "--json",
            "-",
        ],
        says: &[
            "\"nvme-passthrough\"",
            "\"uring-cmd\"",
            "\"iopoll\"",
            "\"name\": \"{commands}\"",
            "\"device\": \"{device}\"",
            "\"completed\"",
        ],
    },
    Question {
        name: "measure, where nothing can be polled",
        drives: &["sata", "uas"],
        arguments: &[
            "measure",
            "{a}",
            "--poll",
            "--depth",
            "4",
            "--time",
            "300ms",
            "--no-store",
            "--quiet",
            "--json",
            "-",
        ],
        says: &["\"is_polled\": false", "\"not-polled\"", "\"completed\""],
    },
];

/// Asks every question.
pub(super) fn know(lab: &mut Lab) -> Result<()> {
    let mut lacking: BTreeMap<&str, Option<String>> = BTreeMap::new();
    for question in QUESTIONS {
        let command = question.arguments[0];
        if !lacking.contains_key(command) {
            lacking.insert(command, lacks(lab, command)?);
        }
        let drives: Vec<Option<Drive>> = match question.drives {
            [] => vec![None],
            names => {
                names.iter().map(|name| lab.drive(name).map(Some)).collect::<Result<_>>()?
            }
        };
        for drive in drives {
            let record = match &lacking[command] {
                Some(why) => {
                    let drive = drive.as_ref().map_or("", |drive| drive.name.as_str());
                    let mut record = Record::new(Group::Know, question.name, drive);
                    record.skip(why);
                    record
                }
                None => ask(lab, question, drive.as_ref())?,
            };
            lab.results.add(&record)?;
        }
    }
    let record = warn(lab)?;
    lab.results.add(&record)
}

fn ask(lab: &Lab, question: &Question, drive: Option<&Drive>) -> Result<Record> {
    let fill = |text: &str| match drive {
        None => text.to_owned(),
        Some(drive) => fill(text, std::slice::from_ref(drive))
            .replace("{commands}", &drive.path().replacen("/nvme", "/ng", 1))
            .replace("{device}", &drive.device)
            .replace("{serial}", &drive.serial),
    };
    let name = drive.map_or("", |drive| drive.name.as_str());
    let mut record = Record::new(Group::Know, question.name, name);
    let arguments: Vec<String> = question.arguments.iter().map(|it| fill(it)).collect();
    let ended = run(&lab.iogram, &arguments)?;
    record.seconds = ended.elapsed.as_secs_f64();
    record.iogram = match ended.line_of("error: ") {
        Some(error) => format!("{}: {error}", ended.exit()),
        None => format!("{}, {} lines", ended.exit(), ended.output.lines().count()),
    };
    if ended.code != Some(0) {
        record.fail(format!("{} instead of 0", ended.exit()));
    }
    let said = without_blanks(&ended.output);
    for words in question.says {
        let words = fill(words);
        if !said.contains(&without_blanks(&words)) {
            record.fail(format!("does not say \"{words}\""));
        }
    }
    // One question about all has to name all.
    if drive.is_none() {
        for drive in &lab.drives {
            if !ended.output.contains(&drive.device) {
                record.fail(format!("does not name {} ({})", drive.device, drive.name));
            }
        }
    }
    Ok(record)
}

/// `text` in one form for indented and compact JSON.
fn without_blanks(text: &str) -> String {
    text.replace("\": ", "\":")
}

/// The reason why `command` cannot be asked: this binary's `show` is about runs until it has a `list` of drives.
fn lacks(lab: &Lab, command: &str) -> Result<Option<String>> {
    let command = if command == "show" { "list" } else { command };
    let ended = run(&lab.iogram, &[command, "--help"])?;
    let is_there = ended.code == Some(0);
    Ok((!is_there).then(|| format!("this iogram has no command \"{command}\" for drives")))
}

/// A warning in the SMART log of an `NVMe` drive, switched on while the machine runs.
fn warn(lab: &mut Lab) -> Result<Record> {
    let mut record = Record::new(Group::Know, "show, with a SMART warning", "nvme-1");
    if let Some(why) = lacks(lab, "show")? {
        record.skip(why);
        return Ok(record);
    }
    let path = lab.drive("nvme-1")?.path();
    let set = |value: u8| {
        let path = "/machine/peripheral/nvme0";
        json!({ "path": path, "property": "smart_critical_warning", "value": value })
    };
    let before = run(&lab.iogram, &["show", &path])?;
    // Bit 2: the drive's reliability is degraded. Source: NVMe 1.4, figure 194.
    lab.ask("qom-set", &set(4))?;
    let after = run(&lab.iogram, &["show", &path])?;
    lab.ask("qom-set", &set(0))?;
    let is_new = |line: &&str| !before.output.contains(*line);
    let new: Vec<&str> = after.output.lines().filter(is_new).map(str::trim).collect();
    let said = new.iter().find(|line| {
        let line = line.to_lowercase();
        ["warning", "degraded", "reliab"].iter().any(|word| line.contains(word))
    });
    match said {
        Some(line) => record.iogram = format!("{}: {line}", after.exit()),
        None => record.fail(format!("the warning changes nothing that says so: {new:?}")),
    }
    Ok(record)
}

/// A device that may be written after its owner's permission.
struct Candidate {
    drive: Drive,
    set_up: &'static str,
    take_down: &'static str,
    typed: Typed,
    name: &'static str,
}

/// The word that iogram has to require.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Typed {
    /// This; empty is the drive's serial number.
    Serial(&'static str),
    /// Any word in its hint.
    Hint,
    Nothing,
}

/// Writes to every kind of free device: without the word, with the wrong one, with the right one.
pub(super) fn free(lab: &mut Lab) -> Result<()> {
    let mut candidates = Vec::new();
    for drive in &lab.drives {
        let (set_up, take_down, name) = ("true", "true", "nothing on it");
        let typed = typed_for(&drive.name);
        candidates.push(Candidate { drive: drive.clone(), set_up, take_down, typed, name });
    }
    candidates.extend(stacked(lab)?);
    candidates.extend(made());
    for candidate in candidates {
        let record = write_freely(lab, &candidate)?;
        lab.results.add(&record)?;
    }
    Ok(())
}

/// The word for an emulated drive.
fn typed_for(name: &str) -> Typed {
    match name {
        // Namespaces of one controller have one serial number.
        "nvme-1" => Typed::Serial("NVME0001:1"),
        "nvme-2" => Typed::Serial("NVME0001:2"),
        // QEMU's UFS drive has a model and no serial number that the kernel can read.
        "ufs" => Typed::Hint,
        _ => Typed::Serial(""),
    }
}

/// Drives with contents that nothing uses.
fn stacked(lab: &Lab) -> Result<Vec<Candidate>> {
    let leftovers = [
        ("uas", "a file system that is not mounted", "mke2fs -q -F -t ext4 -E nodiscard {a}"),
        (
            "sata",
            "an empty partition table",
            "echo 'label: gpt' | sfdisk -q --wipe never --no-tell-kernel {a}; blockdev --rereadpt {a}",
        ),
        ("usb-stick", "a swap area that is not in use", "mkswap -q {a}"),
        (
            "scsi",
            "an encrypted volume that is closed",
            "echo secret > /run/key; cryptsetup luksFormat -q --type luks1 \
             --pbkdf-force-iterations 1000 {a} /run/key",
        ),
        (
            "nvme-1",
            "a btrfs of one drive that is not mounted",
            "modprobe btrfs; mkfs.btrfs -q -f -K --mixed {a}",
        ),
        (
            "virtio",
            "a file system that was mounted before",
            "mke2fs -q -F -t ext4 -E nodiscard {a}; mount {a} {at}; umount {at}",
        ),
    ];
    leftovers
        .into_iter()
        .map(|(drive, name, set_up)| {
            let typed = typed_for(drive);
            let drive = lab.drive(drive)?;
            Ok(Candidate { drive, set_up, take_down: "true", typed, name })
        })
        .collect()
}

/// Devices that the guest makes itself.
fn made() -> Vec<Candidate> {
    let candidate = |name: &str, device: &str, set_up, take_down, typed| Candidate {
        drive: Drive {
            name: name.to_owned(),
            device: device.to_owned(),
            serial: String::new(),
        },
        set_up,
        take_down,
        typed,
        name: "nothing on it",
    };
    vec![
        candidate(
            "null_blk",
            "nullb7",
            "modprobe null_blk nr_devices=0; cd /sys/kernel/config/nullb; mkdir nullb7; cd nullb7\n\
             echo 1 > memory_backed; echo 8 > size; echo 1 > power",
            "rmdir /sys/kernel/config/nullb/nullb7",
            Typed::Hint,
        ),
        candidate(
            "scsi_debug",
            "",
            "modprobe scsi_debug dev_size_mb=9 delay=0 inq_product=DEBUGDISK",
            "modprobe -r scsi_debug",
            Typed::Hint,
        ),
        candidate(
            "loop",
            "loop6",
            "truncate -s 8M /run/image; losetup /dev/loop6 /run/image",
            "losetup -d /dev/loop6; rm /run/image",
            Typed::Nothing,
        ),
        candidate(
            "loop with data",
            "loop6",
            "dd if=/dev/urandom of=/run/image bs=1M count=8; losetup /dev/loop6 /run/image",
            "losetup -d /dev/loop6; rm /run/image",
            Typed::Hint,
        ),
        candidate(
            "zram",
            "zram0",
            "modprobe zram num_devices=1; echo 8M > /sys/block/zram0/disksize",
            "echo 1 > /sys/block/zram0/reset",
            Typed::Nothing,
        ),
    ]
}

fn write_freely(lab: &mut Lab, candidate: &Candidate) -> Result<Record> {
    let began = Instant::now();
    let mut drive = candidate.drive.clone();
    let mut record = Record::new(Group::Free, candidate.name, &drive.name);
    let drives = std::slice::from_ref(&candidate.drive);
    if !drive.device.is_empty() && lab.drives.contains(&drive) {
        clean(&drive)?;
    }
    match shell(&format!("{}\nsync", fill(candidate.set_up, drives))) {
        Ok(_) => {
            if drive.device.is_empty() {
                drive.device = find_debug_disk()?;
            }
            try_words(lab, &drive, candidate.typed, &mut record)?;
        }
        Err(error) => record.fail(format!("cannot be set up: {error:#}")),
    }
    if let Err(error) = shell(&fill(candidate.take_down, drives)) {
        record.fail(format!("cannot be taken down: {error:#}"));
    }
    record.seconds = began.elapsed().as_secs_f64();
    Ok(record)
}

/// The disk of `scsi_debug`, whose name depends on the free ones.
fn find_debug_disk() -> Result<String> {
    let script = "for i in 1 2 3 4 5 6 7 8 9; do grep -l DEBUGDISK /sys/block/sd*/device/model && exit\n\
                  usleep 200000; done; exit 1";
    let path = shell(script)?;
    Ok(path.trim().split('/').nth(3).unwrap_or_default().to_owned())
}

fn try_words(lab: &mut Lab, drive: &Drive, typed: Typed, record: &mut Record) -> Result<()> {
    let path = drive.path();
    let before = lab.contents(&path)?;
    let mut told = Vec::new();
    let mut word = None;
    if typed != Typed::Nothing {
        let ended = write_with_iogram(lab, &path, None)?;
        if ended.errors.contains("not possible yet") {
            record.skip("this iogram does not write to drives");
            return Ok(());
        }
        told.push(format!("nothing typed: {}", ended.exit()));
        let asked = find_typed(&ended);
        check_word(typed, drive, asked.as_deref(), record);
        expect(record, &ended, 3, "nothing typed");
        let ended = write_with_iogram(lab, &path, Some("SOMETHING-ELSE"))?;
        told.push(format!("another serial: {}", ended.exit()));
        expect(record, &ended, 3, "another serial");
        if lab.contents(&path)? != before {
            record.bytes = "CHANGED by a refusal".to_owned();
            record.fail("a refusal changed bytes of the drive");
        }
        word = asked;
    }
    let ended = write_with_iogram(lab, &path, word.as_deref())?;
    let typed_text = word.as_deref().unwrap_or("nothing");
    told.push(format!("{typed_text}: {}", ended.exit()));
    expect(record, &ended, 0, typed_text);
    if record.bytes.is_empty() {
        let is_changed = lab.contents(&path)? != before;
        record.bytes =
            if is_changed { "written, as allowed" } else { "NOT WRITTEN" }.to_owned();
        if !is_changed {
            record.fail("nothing was written although it was allowed");
        }
    }
    record.iogram = told.join("; ");
    if let Some(word) = word {
        lab.typed.insert(drive.name.clone(), word);
    }
    Ok(())
}

fn expect(record: &mut Record, ended: &Ended, code: i32, what: &str) {
    if ended.code != Some(code) {
        let said = ended.errors.lines().next().unwrap_or_default();
        record.fail(format!("{what}: {} instead of {code}: {said}", ended.exit()));
    }
}

fn check_word(typed: Typed, drive: &Drive, asked: Option<&str>, record: &mut Record) {
    let Typed::Serial(serial) = typed else { return };
    let expected = if serial.is_empty() { &drive.serial } else { serial };
    if asked != Some(expected) {
        record.fail(format!("asks for {asked:?} instead of {expected:?}"));
    }
}

/// The word for each drive, if no check of free drives has found it.
pub(super) fn ask_what_is_typed(lab: &mut Lab) -> Result<()> {
    for drive in lab.drives.clone() {
        if !lab.typed.contains_key(&drive.name) {
            let asked = find_typed(&write_with_iogram(lab, &drive.path(), None)?);
            lab.typed.extend(asked.map(|word| (drive.name, word)));
        }
    }
    anyhow::ensure!(!lab.typed.is_empty(), "iogram says of no drive what has to be typed");
    Ok(())
}

/// The word in a refusal's hint: `.. --destroy 'X'`, quoted for the shell where needed.
fn find_typed(ended: &Ended) -> Option<String> {
    let (_, word) = ended.line_of("hint: ")?.rsplit_once("--destroy ")?;
    let word = word.trim();
    match word.strip_prefix('\'') {
        Some(quoted) => Some(quoted.split('\'').next().unwrap_or(quoted).to_owned()),
        None => word.split([' ', ';']).next().map(ToOwned::to_owned),
    }
}

/// Makes every drive fresh.
pub(super) fn purge(lab: &mut Lab) -> Result<()> {
    let lacking = lacks(lab, "purge")?;
    for drive in lab.drives.clone() {
        let mut record = Record::new(Group::Purge, "purge", &drive.name);
        match (&lacking, lab.typed.get(&drive.name)) {
            (Some(why), _) => record.skip(why),
            (None, None) => record.skip("iogram did not say what has to be typed"),
            (None, Some(typed)) => purge_one(lab, &drive, typed, &mut record)?,
        }
        lab.results.add(&record)?;
    }
    Ok(())
}

fn purge_one(lab: &Lab, drive: &Drive, typed: &str, record: &mut Record) -> Result<()> {
    let path = drive.path();
    clean(drive)?;
    let before = lab.contents(&path)?;
    let ended =
        run(&lab.iogram, &["purge", &path, "--destroy", typed, "--json", "-", "--no-store"])?;
    record.seconds = ended.elapsed.as_secs_f64();
    expect(record, &ended, 0, "purge");
    let how = attempts(&ended.output);
    record.iogram = format!("{}: {}", ended.exit(), how.join(", "));
    let after = lab.contents(&path)?;
    record.bytes = if after == before { "NOT CHANGED" } else { "gone" }.to_owned();
    if after == before && record.verdict == Verdict::Passed {
        record.fail("the drive holds what it held before");
    }
    Ok(())
}

/// The attempts, from the run's JSON.
fn attempts(output: &str) -> Vec<String> {
    let run: Value = serde_json::from_str(output).unwrap_or_default();
    let purges = run["purges"].as_array().into_iter().flatten();
    purges
        .flat_map(|purge| purge["attempts"].as_array().into_iter().flatten())
        .map(|attempt| {
            let text = |field: &str| attempt[field].as_str().unwrap_or("?").to_owned();
            format!("{} {}", text("method"), text("outcome"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_has_to_be_typed_is_read_from_the_hint() {
        #[track_caller]
        fn check(hint: &str, expected: Option<&str>) {
            let errors =
                format!("error: refused to write to sda: nothing was typed\nhint: {hint}\n");
            let ended =
                Ended { code: Some(3), output: String::new(), errors, elapsed: Duration::ZERO };
            assert_eq!(find_typed(&ended).as_deref(), expected, "{hint}");
        }
        check("to destroy its contents: --destroy SATA0001", Some("SATA0001"));
        check("to destroy its contents: --destroy 'BENCH SSD:1024'", Some("BENCH SSD:1024"));
        check("..: --destroy X1; to restore the blocks afterwards: --borrow", Some("X1"));
        check("umount /mnt", None);
    }

    #[test]
    fn attempts_are_named_with_their_outcome() {
        let output = json!({ "purges": [{ "attempts": [
            { "method": "nvme-format", "outcome": "failed" },
            { "method": "discard", "outcome": "done" },
        ] }] });
        assert_eq!(attempts(&output.to_string()), ["nvme-format failed", "discard done"]);
        assert!(attempts("").is_empty());
    }
}
