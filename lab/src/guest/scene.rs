//! A state of a drive, set up and undone.
//!
//! Knows how a script's placeholders are filled, and how the bytes of a device are read. Must not know the states.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use serde_json::{Value, json};

use super::programs::{Ended, run, shell};
use super::{Drive, Lab};

/// Place of both tools' writes: past the beginning, where most signatures lie, and within the smallest device.
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

/// Contents of both ends of a cleaned drive.
const END_SIZE: usize = 2 << 20;

/// Data without any signature: the same each time, because in emulation it takes longer to make than to write.
static NOTHING_KNOWN: LazyLock<std::io::Result<Vec<u8>>> = LazyLock::new(|| {
    let mut bytes = vec![0; 2 * END_SIZE];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes)
});

/// Removes the remains of the last state from a drive: all signatures lie in the first 2 MiB or, for copies and RAID,
/// at the end.
pub(super) fn clean(drive: &Drive) -> Result<()> {
    write_ends(drive).with_context(|| format!("cannot clean {}", drive.name))?;
    let entries = std::fs::read_dir(format!("/sys/block/{}", drive.device));
    let is_partition = |name: &OsStr| name.to_string_lossy().starts_with(&drive.device);
    let mut entries = entries.context("cannot list partitions")?.flatten();
    if entries.any(|entry| is_partition(&entry.file_name())) {
        shell(&format!("blockdev --rereadpt {} || true", drive.path()))?;
    }
    Ok(())
}

fn write_ends(drive: &Drive) -> Result<()> {
    let bytes = NOTHING_KNOWN.as_ref().map_err(|error| anyhow!("no random bytes: {error}"))?;
    let (first, last) = bytes.split_at(END_SIZE);
    let mut device = OpenOptions::new().write(true).open(drive.path())?;
    device.write_all(first)?;
    let size = device.seek(SeekFrom::End(0))?;
    device.write_all_at(last, size - END_SIZE as u64)?;
    Ok(device.sync_all()?)
}

/// Everything on a device, past the page cache.
pub(super) fn read_all(path: &str) -> Result<Vec<u8>> {
    // Source: Linux, include/uapi/asm-generic/fcntl.h. Memory has to lie as the device's blocks do.
    const O_DIRECT: i32 = 0o40_000;
    const BLOCK: usize = 4096;
    const PIECE: usize = 1 << 20;
    let failed = || format!("cannot read {path}");
    let mut device =
        OpenOptions::new().read(true).custom_flags(O_DIRECT).open(path).with_context(failed)?;
    let mut memory = vec![0; PIECE + BLOCK];
    let start = memory.as_ptr().align_offset(BLOCK);
    let piece = &mut memory[start..start + PIECE];
    let mut bytes = Vec::new();
    loop {
        match device.read(piece).with_context(failed)? {
            0 => return Ok(bytes),
            count => bytes.extend_from_slice(&piece[..count]),
        }
    }
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
        // fio's report of the disk's own counts costs time, and nothing reads it.
        "--disk_util=0",
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
