//! A state of a drive, set up and taken down again.
//!
//! Knows how a script's placeholders are filled, and how the bytes of a device are compared. Must not
//! know which states there are.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::programs::{Ended, run, shell};
use super::{Drive, Lab};

/// Where writes of both tools go: past the beginning, where most of what is recognised lies, and within
/// the smallest device.
const REGION_MIB: (u64, u64) = (5, 6);

/// Fills `{a}`, `{b}` (devices), `{a1}`, `{b1}` (their first partitions), `{a5}` (the first logical one) and
/// `{at}` (a mount point).
pub(super) fn fill(script: &str, drives: &[Drive]) -> String {
    let mut text = script.replace("{at}", "/mnt");
    for (letter, drive) in ["a", "b"].into_iter().zip(drives) {
        text = text
            .replace(&format!("{{{letter}}}"), &drive.path())
            .replace(&format!("{{{letter}1}}"), &drive.partition(1))
            .replace(&format!("{{{letter}5}}"), &drive.partition(5));
    }
    text
}

/// Removes what the last state left on a drive: everything that is recognised lies in the first 2 MiB
/// or, for copies and RAID, at the end.
pub(super) fn clean(drive: &Drive) -> Result<()> {
    let path = drive.path();
    shell(&format!(
        "end=$(($(blockdev --getsize64 {path}) / 1048576 - 2))
        dd if=/dev/urandom of={path} bs=1M count=2 conv=fsync 2>&1
        dd if=/dev/urandom of={path} bs=1M seek=$end count=2 conv=fsync 2>&1
        blockdev --rereadpt {path} || true"
    ))
    .with_context(|| format!("cannot clean {}", drive.name))
    .map(drop)
}

/// The hash of everything on a device, past the page cache.
pub(super) fn hash(path: &str) -> Result<String> {
    let text = shell(&format!(
        "dd if={path} bs=1M iflag=direct 2>/dev/null | openssl dgst -sha256 -r"
    ))?;
    Ok(text.split_whitespace().next().unwrap_or_default().to_owned())
}

/// The arguments of QEMU's `device_del` for a drive.
pub(super) fn unplug(drive: &Drive) -> Value {
    let id = match drive.name.as_str() {
        "nvme-1" => "nvme0".to_owned(),
        "uas" => "uas0".to_owned(),
        name => format!("drive-{name}"),
    };
    json!({ "id": id })
}

/// iogram's attempt to write to `target`.
pub(super) fn write_with_iogram(lab: &Lab, target: &str, typed: Option<&str>) -> Result<Ended> {
    write_with(&lab.iogram, target, typed)
}

/// The same with another copy of the program.
pub(super) fn write_with(program: &Path, target: &str, typed: Option<&str>) -> Result<Ended> {
    let region = format!("{}MiB..{}MiB", REGION_MIB.0, REGION_MIB.1);
    let mut arguments = vec![
        "measure",
        target,
        "--read",
        "0%",
        "--access",
        "seq",
        "--block",
        "64KiB",
        "--amount",
        "1MiB",
        "--region",
        &region,
        "--no-store",
        "--quiet",
    ];
    if let Some(typed) = typed {
        arguments.extend(["--destroy", typed]);
    }
    run(program, &arguments)
}

/// fio's attempt to do the same.
pub(super) fn write_with_fio(target: &str) -> Result<Ended> {
    let (from, to) = REGION_MIB;
    let (offset, size) = (format!("--offset={from}m"), format!("--size={}m", to - from));
    let filename = format!("--filename={target}");
    let arguments = [
        "--name=write",
        "--rw=write",
        "--bs=64k",
        "--direct=1",
        "--ioengine=psync",
        "--thread",
        "--output-format=terse",
        &offset,
        &size,
        &filename,
    ];
    super::programs::start("fio", Path::new("/usr/bin/fio"), &arguments)?
        .wait(Duration::from_secs(30))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_become_devices_and_partitions() {
        let drive = |device: &str| Drive {
            name: String::new(),
            device: device.to_owned(),
            serial: String::new(),
        };
        let drives = [drive("nvme0n1"), drive("sda")];
        let text = fill("mkfs {a1} {b1} && mount {a} {at} # {b}", &drives);
        assert_eq!(text, "mkfs /dev/nvme0n1p1 /dev/sda1 && mount /dev/nvme0n1 /mnt # /dev/sda");
    }

    #[test]
    fn what_is_unplugged_is_the_device_and_not_the_drive_behind_it() {
        #[track_caller]
        fn check(name: &str, expected: &str) {
            let drive =
                Drive { name: name.to_owned(), device: String::new(), serial: String::new() };
            assert_eq!(unplug(&drive), json!({ "id": expected }));
        }
        check("nvme-1", "nvme0");
        check("uas", "uas0");
        check("usb-stick", "drive-usb-stick");
    }
}
