//! The object behind a block device that is not a physical drive: a loop device's file, a mapping, an array.
//!
//! The kernel reuses the names of such devices at once, so they identify nothing. Knows the kernel's other facts;
//! must not decide the consequences of a difference.
//!
//! Sources: the kernel's `include/uapi/linux/loop.h`, Documentation/ABI/testing/{sysfs-block-loop, sysfs-block-dm},
//! `drivers/md/md.c` (`uuid`), `drivers/block/nbd.c` (`backend`).

#![expect(unsafe_code, reason = "one ioctl that no crate wraps")]

use std::fmt;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, StatxFlags};
use rustix::ioctl::{Getter, Opcode};

use crate::device_number::DeviceNumber;
use crate::drive_kind::DriveKind;
use crate::linux::filesystem::{device_of_source, number_of_node};
use crate::linux::identity::{kind_of, name_of, whole_of};
use crate::linux::sysfs::{AttributeError, SysRoot, list_names, read_text, text_if_known};

/// The identity of a file, whatever its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileKey {
    /// The file system's number, from `stat`.
    pub file_system: DeviceNumber,
    /// Its inode number, which the file system reuses after the file is gone.
    pub inode: u64,
}

impl FileKey {
    /// The identity from a `stat` result.
    #[must_use]
    pub fn of(stat: &rustix::fs::Stat) -> Self {
        Self { file_system: DeviceNumber::from_raw(stat.st_dev), inode: stat.st_ino }
    }
}

impl fmt::Display for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file {} on {}", self.inode, self.file_system)
    }
}

/// The file behind a loop device, and the visible part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopFile {
    /// The kernel's path: it may not exist, or lead elsewhere here.
    pub path: PathBuf,
    /// `None` if neither the kernel nor the path gives it.
    pub key: Option<FileKey>,
    /// Its number, if it is a block device.
    pub device: Option<DeviceNumber>,
    /// The offset in the file at which the device begins, and the visible length; 0 means the whole rest.
    window: (u64, u64),
}

/// Every configured loop device, with its file.
///
/// # Errors
///
/// Fails if a table exists but cannot be read.
pub fn loop_files(root: &SysRoot) -> Result<Vec<(String, LoopFile)>, AttributeError> {
    let mut files = Vec::new();
    for name in list_names(&root.sys, "block")? {
        let dir = root.sys.join("block").join(&name);
        if let Some(file) = loop_file(root, &dir)? {
            files.push((name, file));
        }
    }
    Ok(files)
}

/// The file behind the loop device of this folder; `None` if it is not a loop device, or not configured.
///
/// # Errors
///
/// Fails if a table exists but cannot be read.
pub fn loop_file(root: &SysRoot, dir: &Path) -> Result<Option<LoopFile>, AttributeError> {
    let Some(path) = read_text(dir, "loop/backing_file")?.map(PathBuf::from) else {
        return Ok(None);
    };
    let number = |attribute| text_if_known(dir, attribute).and_then(|text| text.parse().ok());
    let window = (number("loop/offset").unwrap_or(0), number("loop/sizelimit").unwrap_or(0));
    if let Some(info) = ask_loop(root, dir) {
        let key =
            FileKey { file_system: DeviceNumber::from_raw(info.device), inode: info.inode };
        let device = (info.of_device != 0).then(|| DeviceNumber::from_raw(info.of_device));
        let window = (info.offset, info.size_limit);
        return Ok(Some(LoopFile { path, key: Some(key), device, window }));
    }
    let there = outside(root, &path);
    let device =
        number_of_node(&there).or_else(|| device_of_source(root, &path.to_string_lossy()));
    let key = rustix::fs::stat(&there).ok().as_ref().map(FileKey::of);
    Ok(Some(LoopFile { path, key, device, window }))
}

/// An absolute path of the computer behind `root`.
pub fn outside(root: &SysRoot, path: &Path) -> PathBuf {
    root.base.join(path.strip_prefix("/").unwrap_or(path))
}

impl LoopFile {
    /// The creation time of the file, if its path still leads to it: inode numbers are reused.
    fn birth(&self, root: &SysRoot) -> Option<(i64, u32)> {
        let path = outside(root, &self.path);
        let stat = rustix::fs::stat(&path).ok()?;
        let is_it = self.key == Some(FileKey::of(&stat));
        is_it.then(|| birth_of(&path)).flatten()
    }
}

fn birth_of(path: &Path) -> Option<(i64, u32)> {
    let answer = rustix::fs::statx(CWD, path, AtFlags::empty(), StatxFlags::BTIME).ok()?;
    let is_told = StatxFlags::from_bits_retain(answer.stx_mask).contains(StatxFlags::BTIME);
    is_told.then_some((answer.stx_btime.tv_sec, answer.stx_btime.tv_nsec))
}

/// The file facts from `LOOP_GET_STATUS64`.
struct LoopInfo {
    device: u64,
    inode: u64,
    of_device: u64,
    offset: u64,
    size_limit: u64,
}

/// Queries the kernel, which also knows files that are deleted, or have another path here. Opening a loop device for
/// reading changes nothing and triggers no events.
fn ask_loop(root: &SysRoot, dir: &Path) -> Option<LoopInfo> {
    let number: DeviceNumber = text_if_known(dir, "dev")?.parse().ok()?;
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let fd = rustix::fs::open(root.dev.join(name_of(dir)), flags, Mode::empty()).ok()?;
    let stat = rustix::fs::fstat(&fd).ok()?;
    let is_it = FileType::from_raw_mode(stat.st_mode).is_block_device()
        && DeviceNumber::from_raw(stat.st_rdev) == number;
    is_it.then(|| loop_status(&fd)).flatten()
}

fn loop_status(fd: &OwnedFd) -> Option<LoopInfo> {
    const LOOP_GET_STATUS64: Opcode = 0x4c05;
    /// `struct loop_info64` as 29 words of 64 bits; the first five are those of [`LoopInfo`].
    type Words = [u64; 29];
    const { assert!(size_of::<Words>() == 232, "the kernel writes so much") };
    // SAFETY: for this opcode the kernel writes one `struct loop_info64`, which is 232 bytes.
    let getter = unsafe { Getter::<LOOP_GET_STATUS64, Words>::new() };
    // SAFETY: the getter has room for what the kernel writes, and is read only if the call succeeded.
    let words = unsafe { rustix::ioctl::ioctl(fd, getter) }.ok()?;
    let [device, inode, of_device, offset, size_limit, ..] = words;
    Some(LoopInfo { device, inode, of_device, offset, size_limit })
}

/// Identifies the object behind the device of this folder, in words that stay the same as long as the object does;
/// `None` for drives, which identify themselves, and if nothing is known.
#[must_use]
pub fn find_backing_mark(root: &SysRoot, number: DeviceNumber) -> Option<String> {
    let dir = whole_of(&root.block_dir(number)?);
    let text = |attribute| text_if_known(&dir, attribute);
    match kind_of(&dir) {
        DriveKind::Loop => loop_mark(root, &dir),
        DriveKind::Zram => {
            let algorithm = text("comp_algorithm")?;
            let used = algorithm.split(['[', ']']).nth(1).unwrap_or_default().to_owned();
            Some(format!("zram of {} bytes, {used}", text("disksize")?))
        }
        DriveKind::DeviceMapper => {
            let name = text("dm/name").unwrap_or_default();
            let uuid = text("dm/uuid").filter(|uuid| !uuid.is_empty());
            let below = list_names(&dir, "slaves").unwrap_or_default().join(", ");
            Some(match uuid {
                Some(uuid) => format!("mapping {uuid}"),
                None => format!("mapping {name} on {below}"),
            })
        }
        DriveKind::Md => {
            let below = list_names(&dir, "slaves").unwrap_or_default().join(", ");
            Some(match text("md/uuid") {
                Some(uuid) => format!("array {uuid}"),
                None => format!("array on {below}"),
            })
        }
        DriveKind::Other(name) if name == "nbd" => {
            let server = text("backend").or_else(|| text("pid"));
            server.map(|server| format!("network block device {server}"))
        }
        _ => None,
    }
}

fn loop_mark(root: &SysRoot, dir: &Path) -> Option<String> {
    let file = loop_file(root, dir).ok()??;
    let key = file.key?;
    let (offset, size) = file.window;
    let size = if size == 0 { String::new() } else { format!(", {size} bytes") };
    Some(match file.birth(root) {
        // A restart may change the number of a file system.
        Some((seconds, nanos)) => {
            let inode = key.inode;
            format!("file {inode} made {seconds}.{nanos:09}, from {offset}{size}")
        }
        None => format!("{key}, from {offset}{size}"),
    })
}

/// Everything below a device whose changes affect it, and that changes when the device is written.
#[derive(Debug, Default)]
pub struct Below {
    /// Block devices by number and kernel name.
    pub devices: Vec<(DeviceNumber, String)>,
    /// Files of loop devices.
    pub files: Vec<LoopFile>,
}

/// Follows mappings and loop devices down to drives and files.
///
/// # Errors
///
/// Fails if a table exists but cannot be read.
pub fn find_below(root: &SysRoot, dir: &Path) -> Result<Below, AttributeError> {
    let mut below = Below::default();
    let mut waiting = vec![whole_of(dir)];
    let mut seen = waiting.clone();
    while let Some(dir) = waiting.pop() {
        let mut found: Vec<DeviceNumber> = Vec::new();
        for slave in list_names(&dir, "slaves")? {
            let number = text_if_known(&dir.join("slaves").join(&slave), "dev");
            found.extend(number.and_then(|number| number.parse::<DeviceNumber>().ok()));
        }
        if let Some(file) = loop_file(root, &dir)? {
            match file.device {
                Some(number) => found.push(number),
                None => below.files.push(file),
            }
        }
        for number in found {
            let Some(dir) = root.block_dir(number) else { continue };
            // A write to the whole drive also writes to the partition.
            for dir in [whole_of(&dir), dir] {
                if !seen.contains(&dir) {
                    let own = text_if_known(&dir, "dev").and_then(|text| text.parse().ok());
                    below.devices.extend(own.map(|number| (number, name_of(&dir))));
                    seen.push(dir.clone());
                    waiting.push(dir);
                }
            }
        }
    }
    Ok(below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

    /// A mapping on a partition of a loop device over a loop device over a file.
    fn stack() -> TempDir {
        let dir = TempDir::new("below");
        let image = dir.write("images/disk.img", "data");
        let made = [
            ("loop0", "7:0", Some("/images/disk.img")),
            ("loop1", "7:1", Some("/dev/loop0")),
            ("dm-0", "253:0", None),
        ];
        for (name, number, file) in made {
            let base = format!("sys/devices/virtual/block/{name}");
            dir.write(&format!("{base}/dev"), number);
            if let Some(file) = file {
                dir.write(&format!("{base}/loop/backing_file"), file);
            }
            let target = dir.path().join(&base);
            for link in [
                format!("sys/block/{name}"),
                format!("sys/dev/block/{number}"),
                format!("sys/class/block/{name}"),
            ] {
                let link = dir.path().join(link);
                std::fs::create_dir_all(link.parent().unwrap()).unwrap();
                std::os::unix::fs::symlink(&target, link).unwrap();
            }
        }
        dir.write("sys/devices/virtual/block/dm-0/dm/name", "map");
        dir.write("sys/devices/virtual/block/dm-0/slaves/loop1/dev", "7:1");
        assert!(image.exists());
        dir
    }

    #[test]
    fn everything_below_a_mapping_is_found_down_to_the_file() {
        let dir = stack();
        let root = SysRoot::below(dir.path());
        let found = find_below(&root, &root.block_dir("253:0".parse().unwrap()).unwrap());
        let found = found.unwrap();
        let names: Vec<&str> = found.devices.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["loop1", "loop0"]);
        let files: Vec<_> = found.files.iter().map(|file| file.path.clone()).collect();
        assert_eq!(files, [PathBuf::from("/images/disk.img")]);
        assert!(found.files[0].key.is_some());
    }

    #[test]
    fn a_loop_devices_mark_changes_with_its_file_and_its_offset() {
        let dir = stack();
        let root = SysRoot::below(dir.path());
        let mark = || find_backing_mark(&root, "7:0".parse().unwrap()).unwrap();
        let first = mark();
        dir.write("sys/devices/virtual/block/loop0/loop/offset", "1048576");
        let moved = mark();
        assert!(moved.contains(", from 1048576"), "{moved}");
        dir.write("other/disk.img", "data");
        dir.write("sys/devices/virtual/block/loop0/loop/backing_file", "/other/disk.img");
        let other = mark();
        assert!(first != moved && moved != other && first != other, "{first} {moved} {other}");
    }

    #[test]
    fn a_mapping_without_an_identifier_is_told_by_what_it_lies_on() {
        let dir = stack();
        let root = SysRoot::below(dir.path());
        let mark = || find_backing_mark(&root, "253:0".parse().unwrap()).unwrap();
        assert_eq!(mark(), "mapping map on loop1");
        dir.write("sys/devices/virtual/block/dm-0/dm/uuid", "CRYPT-PLAIN-secret");
        assert_eq!(mark(), "mapping CRYPT-PLAIN-secret");
    }
}
