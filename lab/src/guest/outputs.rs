//! Options that name an output, pointed at a drive: refused before any start.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use super::guard::{CHANGED, is_wanted, steadily};
use super::programs::{run, shell};
use super::scene::{clean, fill};
use super::{Drive, Lab};
use crate::record::{Group, Record};

/// iogram's exit codes for an unwritable output and for endangered data.
const CODES: [i32; 2] = [2, 3];

/// The drive's state, and iogram's arguments; `{a}` is the drive.
const OUTPUTS: &[(&str, &str, &str)] = &[
    ("--json, the target is forgotten", "nvme-1", "quick --json {a}"),
    ("--json of measure", "sata", "measure null: --time 100ms --no-store --json {a}"),
    ("--json, through a link", "uas", "measure null: --time 100ms --no-store --json /run/link"),
    (
        "--json, by another node",
        "scsi",
        "measure null: --time 100ms --no-store --json /run/alias",
    ),
    (
        "--json with --overwrite",
        "ufs",
        "measure null: --time 100ms --no-store --overwrite --json {a}",
    ),
    ("--store", "virtio", "measure null: --time 100ms --store {a}"),
    ("--store of runs", "nvme-2", "runs --store {a}"),
    ("--store, through a link", "usb-stick", "measure null: --time 100ms --store /run/link"),
    ("--truth of a served drive", "virtio", "sim serve dying --mount /run/served --truth {a}"),
];

/// Tries every one of them, on a drive with an unmounted file system and on a mounted one.
pub(super) fn check_all(lab: &mut Lab, wanted: &str) -> Result<()> {
    for (index, (name, drive, command)) in OUTPUTS.iter().enumerate() {
        let is_mounted = index % 2 == 0;
        let state = if is_mounted { "a mounted drive" } else { "an unused drive" };
        let name = format!("output to {state}: {name}");
        if is_wanted(&name, wanted) {
            let drive = lab.drive(drive)?;
            let record = steadily(|| check(lab, &name, &drive, (command, is_mounted)))?;
            lab.results.add(&record)?;
        }
    }
    Ok(())
}

fn check(
    lab: &Lab,
    name: &str,
    drive: &Drive,
    (command, is_mounted): (&str, bool),
) -> Result<Record> {
    let began = Instant::now();
    let mut record = Record::new(Group::Guard, name, &drive.name);
    clean(drive)?;
    let drives = std::slice::from_ref(drive);
    let mount = if is_mounted { "mount {a} {at}; sync" } else { "true" };
    shell(&fill(
        &format!(
            "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {{a}}; {mount}
            mknod /run/alias b $(stat -c '0x%t 0x%T' {{a}}); ln -s {{a}} /run/link"
        ),
        drives,
    ))?;
    let before = lab.contents(&drive.path())?;
    let words = fill(command, drives);
    let words: Vec<&str> = words.split(' ').collect();
    let ended = run(Path::new(&lab.iogram), &words)?;
    let is_same = lab.contents(&drive.path())? == before;
    record.iogram = match ended.line_of("error: ") {
        Some(error) => format!("{}: {error}", ended.exit()),
        None => ended.exit(),
    };
    record.bytes = if is_same { "identical" } else { "CHANGED" }.to_owned();
    if !is_same {
        record.fail(CHANGED);
    } else if !ended.code.is_some_and(|code| CODES.contains(&code)) {
        record.fail(format!("{} instead of 2 or 3", ended.exit()));
    } else if ended.line_of("hint: ").is_none_or(str::is_empty) {
        record.fail("does not say what to do instead");
    }
    shell(&fill(
        &format!(
            "rm /run/alias /run/link; {}",
            if is_mounted { "umount {at}" } else { "true" }
        ),
        drives,
    ))?;
    record.seconds = began.elapsed().as_secs_f64();
    Ok(record)
}
