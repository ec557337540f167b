//! The file system that holds a path, its block devices, and its treatment of data.
//!
//! Knows mountinfo and the effect of each file system's options on a benchmark. Must not create or change anything.
//! Facts that are invisible from outside, such as the properties of a ZFS dataset, stay `None`.
//!
//! Sources: the manual pages `proc_pid_mountinfo(5)`, btrfs(5), xfs(5); the kernel's
//! Documentation/filesystems/{f2fs,ubifs,overlayfs}.rst.

use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use iogram_model::{Bytes, FileSystemRecord, text};
use rustix::fs::{AtFlags, CWD, IFlags, Mode, OFlags, StatVfs, StatxFlags};

use crate::device_number::DeviceNumber;
use crate::drive_kind::DriveKind;
use crate::error::{InspectError, SystemError};
use crate::linux::identity::{kind_of, whole_of};
use crate::linux::quota::left_by_quotas;
use crate::linux::sysfs::{AttributeError, SysRoot, list_names, read_text};

/// One line of mountinfo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mount {
    /// Unique among the mounts of a namespace while it is mounted.
    pub id: u64,
    /// `st_dev` of the files on it.
    pub number: DeviceNumber,
    /// The part of the file system that is visible at the mount point.
    pub part: PathBuf,
    /// The directory that it covers.
    pub mount_point: PathBuf,
    /// Options of this mount.
    pub options: String,
    /// Type of the file system, such as `ext4`.
    pub kind: String,
    /// The source of the mount according to the file system: a device's path, or any text.
    pub source: String,
    /// Options of the file system.
    pub super_options: String,
}

impl Mount {
    /// Both kinds of options, each once.
    fn all_options(&self) -> String {
        let mut all: Vec<&str> = Vec::new();
        for option in self.options.split(',').chain(self.super_options.split(',')) {
            if !all.contains(&option) {
                all.push(option);
            }
        }
        all.join(",")
    }
}

/// Parses every well-formed line of a mountinfo file; skips other lines.
#[must_use]
pub fn parse_mountinfo(text: &str) -> Vec<Mount> {
    text.lines().filter_map(parse_mount).collect()
}

fn parse_mount(line: &str) -> Option<Mount> {
    // A single hyphen ends a variable number of optional fields.
    let (before, after) = line.split_once(" - ")?;
    let mut before = before.split(' ');
    let id = before.next()?.parse().ok()?;
    let _parent = before.next()?;
    let number = before.next()?.parse().ok()?;
    let part = unescape(before.next()?).into();
    let mount_point = unescape(before.next()?).into();
    let options = before.next()?.to_owned();
    let mut after = after.split(' ');
    Some(Mount {
        id,
        number,
        part,
        mount_point,
        options,
        kind: after.next()?.to_owned(),
        source: unescape(after.next()?),
        super_options: after.next().unwrap_or_default().to_owned(),
    })
}

fn unescape(text: &str) -> String {
    String::from_utf8_lossy(&unescape_bytes(text.as_bytes())).into_owned()
}

/// A path in the kernel's tables.
pub fn unescape_path(text: &[u8]) -> PathBuf {
    PathBuf::from(std::ffi::OsString::from_vec(unescape_bytes(text)))
}

/// The tables write space, tab, line feed and backslash as a backslash and three octal digits.
fn unescape_bytes(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let octal = after.get(..3).filter(|_| first == b'\\');
        let value = octal
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 8).ok());
        bytes.push(value.unwrap_or(first));
        rest = if value.is_some() { &after[3..] } else { after };
    }
    bytes
}

/// The file system that holds a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSystem {
    /// The published part. `supports_direct` is still unknown: it takes a file to determine.
    pub record: FileSystemRecord,
    /// The block devices below it; empty if there are none or they are unknown.
    pub devices: Vec<DeviceNumber>,
    /// Whether this mount is read only.
    pub is_read_only: bool,
    /// Whether it can store files at all, unlike proc and sysfs.
    pub has_blocks: bool,
    /// Whether the device below compresses, whatever the file system does.
    is_on_zram: bool,
}

impl FileSystem {
    /// Adds whether files in it can be opened bypassing the page cache.
    pub fn note_direct(&mut self, is_supported: bool) {
        self.record.supports_direct = Some(is_supported);
    }

    /// Adds that a file in it is written in place.
    pub fn note_nocow(&mut self) {
        self.record.is_copy_on_write = Some(false);
        // btrfs does not compress files that it writes in place.
        self.record.is_compressing = Some(self.is_on_zram);
    }
}

/// Finds the file system that holds `path`, which must exist.
///
/// # Errors
///
/// Fails if `path` or the table of mounts cannot be read.
pub fn find_file_system(root: &SysRoot, path: &Path) -> Result<FileSystem, InspectError> {
    let path = std::fs::canonicalize(path)
        .map_err(|source| SystemError::new(text!("inspect-cannot-find", path), path, source))?;
    let room = rustix::fs::statvfs(&path).map_err(|errno| {
        SystemError::new(text!("inspect-cannot-read-free-space", path), &path, errno)
    })?;
    let mounts = own_mounts(root)?;
    let mount = match mount_of(&mounts, &path) {
        Some(mount) => mount.clone(),
        None => unlisted_mount(&path)?,
    };
    let free = free_below(root, (&path, &room), &mount);
    let storage = storage_of(root, &mounts, &mount);
    let options = mount.all_options();
    let treatment = treatment_of(&storage.kind, &storage.options, directory_flags(&path));
    let is_on_zram = storage.has(root, &DriveKind::Zram);
    let has_kind = |kind: &str| options.split(',').any(|option| option == kind);
    Ok(FileSystem {
        is_read_only: has_kind("ro"),
        has_blocks: room.f_blocks > 0,
        record: FileSystemRecord {
            kind: mount.kind.clone(),
            mount_point: mount.mount_point.display().to_string(),
            options,
            free,
            is_copy_on_write: treatment.is_copy_on_write,
            is_compressing: if is_on_zram { Some(true) } else { treatment.is_compressing },
            is_memory: treatment.is_memory || is_on_zram || storage.has(root, &DriveKind::Ram),
            supports_direct: None,
            made_by: None,
        },
        devices: storage.devices,
        is_on_zram,
    })
}

/// The free space for the current user in a directory.
///
/// # Errors
///
/// Fails if `directory` or the table of mounts cannot be read.
pub fn free_space(root: &SysRoot, directory: &Path) -> Result<Bytes, InspectError> {
    find_file_system(root, directory).map(|found| found.record.free)
}

/// The free space of the file system, or of a quota if that is less.
fn free_below(root: &SysRoot, (path, room): (&Path, &StatVfs), mount: &Mount) -> Bytes {
    let free = Bytes(room.f_bavail.saturating_mul(room.f_frsize));
    let directory = if path.is_dir() { Some(path) } else { path.parent() };
    let left = directory.and_then(|it| left_by_quotas(root, it, (&mount.kind, &mount.source)));
    left.map_or(free, |left| left.min(free))
}

/// The mounts that this thread sees; it may have entered another namespace than the rest of its process. Without a
/// table the mounts are unknown, and that never counts as "none".
///
/// # Errors
///
/// Fails if a table exists but cannot be read.
pub fn own_mounts(root: &SysRoot) -> Result<Vec<Mount>, AttributeError> {
    const TABLE: &str = "self/mountinfo";
    if let Some(own) = read_text(&root.proc, "thread-self/mountinfo")? {
        return Ok(parse_mountinfo(&own));
    }
    let text = read_text(&root.proc, TABLE)?.ok_or_else(|| AttributeError::Unreadable {
        path: root.proc.join(TABLE),
        source: rustix::io::Errno::NOENT.into(),
    })?;
    Ok(parse_mountinfo(&text))
}

/// By the kernel's own answer if there is one (Linux 5.8), otherwise the mount point with the longest common path; of
/// several at one place the last covers the others.
fn mount_of<'a>(mounts: &'a [Mount], path: &Path) -> Option<&'a Mount> {
    let answer = rustix::fs::statx(CWD, path, AtFlags::empty(), StatxFlags::MNT_ID).ok();
    let id = answer
        .filter(|answer| {
            StatxFlags::from_bits_retain(answer.stx_mask).contains(StatxFlags::MNT_ID)
        })
        .map(|answer| answer.stx_mnt_id);
    let by_id = mounts.iter().find(|mount| Some(mount.id) == id);
    by_id.or_else(|| longest_mount(mounts, path))
}

fn longest_mount<'a>(mounts: &'a [Mount], path: &Path) -> Option<&'a Mount> {
    let holders = mounts.iter().filter(|mount| path.starts_with(&mount.mount_point));
    holders.max_by_key(|mount| mount.mount_point.components().count())
}

/// In a `chroot` whose root is not a mount point the table has no line for it; the kernel still reports the number of
/// the device and of the type.
fn unlisted_mount(path: &Path) -> Result<Mount, InspectError> {
    let failed =
        |errno| SystemError::new(text!("inspect-cannot-look-file-system", path), path, errno);
    let stat = rustix::fs::stat(path).map_err(failed)?;
    let kind = rustix::fs::statfs(path).map_err(failed)?.f_type;
    Ok(Mount {
        id: 0,
        number: DeviceNumber::from_raw(stat.st_dev),
        part: PathBuf::from("/"),
        mount_point: PathBuf::from("/"),
        options: String::new(),
        kind: u32::try_from(kind).ok().map_or("unknown", kind_of_magic).to_owned(),
        source: String::new(),
        super_options: String::new(),
    })
}

/// Source: the kernel's `include/uapi/linux/magic.h`.
fn kind_of_magic(magic: u32) -> &'static str {
    match magic {
        // ext2 and ext3 have the same number and treat data in the same way.
        0xef53 => "ext4",
        0x5846_5342 => "xfs",
        0x9123_683e => "btrfs",
        0xf2f5_2010 => "f2fs",
        0x0102_1994 => "tmpfs",
        0x794c_7630 => "overlay",
        0x4d44 => "vfat",
        0x2011_bab0 => "exfat",
        0x2fc1_2fc1 => "zfs",
        _ => "unknown",
    }
}

/// The file system that actually stores the data: below an overlay that of its upper layer.
#[derive(Debug)]
struct Storage {
    kind: String,
    options: String,
    devices: Vec<DeviceNumber>,
}

impl Storage {
    fn has(&self, root: &SysRoot, kind: &DriveKind) -> bool {
        let mut kinds = self.devices.iter().filter_map(|number| root.block_dir(*number));
        kinds.any(|dir| kind_of(&whole_of(&dir)) == *kind)
    }
}

fn storage_of(root: &SysRoot, mounts: &[Mount], mount: &Mount) -> Storage {
    let upper = (mount.kind == "overlay").then(|| upper_mount(mounts, mount));
    let (kept, kind) = match upper {
        // The upper layer's path often belongs to another namespace, as in containers.
        Some(None) => (mount, "overlay"),
        Some(Some(upper)) if upper.kind != "overlay" => (upper, upper.kind.as_str()),
        Some(Some(_)) => (mount, "overlay"),
        None => (mount, mount.kind.as_str()),
    };
    Storage {
        kind: kind.to_owned(),
        options: kept.all_options(),
        devices: devices_of(root, kept),
    }
}

fn upper_mount<'a>(mounts: &'a [Mount], overlay: &Mount) -> Option<&'a Mount> {
    let options = &overlay.super_options;
    let upper = options.split(',').find_map(|option| option.strip_prefix("upperdir="))?;
    let upper = std::fs::canonicalize(unescape(upper)).ok()?;
    mount_of(mounts, &upper)
}

/// btrfs and others have an anonymous `st_dev` and name a device as their source.
pub fn devices_of(root: &SysRoot, mount: &Mount) -> Vec<DeviceNumber> {
    if root.block_dir(mount.number).is_some() {
        return vec![mount.number];
    }
    if mount.kind == "bcachefs" {
        // All its devices, separated by colons.
        let sources = mount.source.split(':').map(|source| device_of_source(root, source));
        return sources.collect::<Option<_>>().unwrap_or_default();
    }
    let Some(device) = device_of_source(root, &mount.source) else { return Vec::new() };
    let btrfs = (mount.kind == "btrfs").then(|| btrfs_devices(root, device));
    btrfs.filter(|devices| !devices.is_empty()).unwrap_or_else(|| vec![device])
}

/// The block device at a path such as `/dev/sda1`; `None` if the text is not one. Only paths in `/dev` are resolved:
/// other sources of mounts may lie on servers that do not answer.
pub fn device_of_source(root: &SysRoot, source: &str) -> Option<DeviceNumber> {
    let name = source.strip_prefix("/dev/")?;
    root.block_number(name).or_else(|| number_of_node(&root.dev.join(name)))
}

/// The device number of a block device's node.
pub fn number_of_node(path: &Path) -> Option<DeviceNumber> {
    let stat = rustix::fs::stat(path).ok()?;
    let is_block = rustix::fs::FileType::from_raw_mode(stat.st_mode).is_block_device();
    is_block.then(|| DeviceNumber::from_raw(stat.st_rdev))
}

/// Every device of the btrfs to which `one` belongs.
fn btrfs_devices(root: &SysRoot, one: DeviceNumber) -> Vec<DeviceNumber> {
    let file_systems = list_names(&root.sys, "fs/btrfs").unwrap_or_default();
    for uuid in file_systems {
        let folder = format!("fs/btrfs/{uuid}/devices");
        let names = list_names(&root.sys, &folder).unwrap_or_default();
        let numbers: Vec<DeviceNumber> =
            names.iter().filter_map(|name| root.block_number(name)).collect();
        if numbers.contains(&one) {
            return numbers;
        }
    }
    Vec::new()
}

/// A file system's treatment of the data of a new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Treatment {
    is_copy_on_write: Option<bool>,
    is_compressing: Option<bool>,
    is_memory: bool,
}

fn treatment_of(kind: &str, options: &str, flags: IFlags) -> Treatment {
    let value = |name: &str| {
        let mut options = options.split(',').rev();
        options.find_map(|option| match option.split_once('=') {
            Some((key, value)) => (key == name).then_some(value),
            None => (option == name).then_some(""),
        })
    };
    let is_set = |name| value(name).is_some_and(|value| value != "no" && value != "none");
    let inherits_compression = flags.contains(IFlags::COMPRESSED);
    let (is_copy_on_write, is_compressing) = match kind {
        "btrfs" => {
            let is_copying = value("nodatacow").is_none() && !flags.contains(IFlags::NOCOW);
            let is_asked = is_set("compress") || is_set("compress-force");
            (Some(is_copying), Some(is_copying && (is_asked || inherits_compression)))
        }
        // Log-structured: data moves on every write except for small updates in place.
        "f2fs" => (Some(true), Some(inherits_compression)),
        "bcachefs" => (
            Some(value("nocow").is_none()),
            Some(is_set("compression") || is_set("background_compression")),
        ),
        "nilfs2" => (Some(true), Some(false)),
        // Compression is a property of the dataset, not of the mount.
        "zfs" => (Some(true), None),
        // Compresses by default with LZO.
        "ubifs" => (Some(true), Some(value("compr") != Some("none"))),
        // XFS copies on write only blocks that two files share, and a new file has none.
        "ext2" | "ext3" | "ext4" | "xfs" | "jfs" | "reiserfs" | "vfat" | "msdos" | "exfat"
        | "tmpfs" | "ramfs" | "devtmpfs" | "hugetlbfs" => (Some(false), Some(false)),
        _ => (None, None),
    };
    Treatment { is_copy_on_write, is_compressing, is_memory: is_in_memory(kind) }
}

/// Whether a file system of this kind keeps all files in memory.
pub(crate) fn is_in_memory(kind: &str) -> bool {
    ["tmpfs", "ramfs", "devtmpfs", "hugetlbfs"].contains(&kind)
}

/// The flags that a new file inherits from its folder; none if the file system has no such flags.
fn directory_flags(path: &Path) -> IFlags {
    let directory = if path.is_dir() { Some(path) } else { path.parent() };
    directory
        .and_then(|directory| {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            rustix::fs::open(directory, flags, Mode::empty()).ok()
        })
        .and_then(|fd| rustix::fs::ioctl_getflags(&fd).ok())
        .unwrap_or(IFlags::empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 8:2 / / rw,relatime shared:1 master:2 - ext4 /dev/sda2 rw,discard
31 27 0:40 /home /home rw,noatime - btrfs /dev/nvme0n1p3 rw,compress=zstd:1,subvol=/home
32 27 8:1 / /mnt/my\\040card rw - vfat /dev/sdb1 rw,uid=1000
33 32 0:41 / /mnt/my\\040card rw - tmpfs tmpfs rw,size=1k
this line is not one
";

    #[test]
    fn mountinfo_is_read_with_optional_fields_and_escapes() {
        let mounts = parse_mountinfo(MOUNTS);
        assert_eq!(mounts.len(), 5);
        assert_eq!(mounts[1].number, DeviceNumber { major: 8, minor: 2 });
        assert_eq!(mounts[1].source, "/dev/sda2");
        assert_eq!(mounts[1].all_options(), "rw,relatime,discard");
        assert_eq!(mounts[2].part, Path::new("/home"));
        assert_eq!(mounts[3].mount_point, Path::new("/mnt/my card"));
    }

    #[test]
    fn the_last_mount_on_the_longest_path_holds_a_file() {
        let mounts = parse_mountinfo(MOUNTS);
        let kind = |path: &str| longest_mount(&mounts, Path::new(path)).unwrap().kind.clone();
        assert_eq!(kind("/home/user/file"), "btrfs");
        assert_eq!(kind("/homely"), "ext4");
        assert_eq!(kind("/mnt/my card/file"), "tmpfs");
    }

    #[test]
    fn escapes_that_are_none_stay_as_they_are() {
        assert_eq!(unescape("a\\134b\\011c\\9"), "a\\b\tc\\9");
        assert_eq!(unescape("\\04"), "\\04");
    }

    #[track_caller]
    fn check(
        kind: &str,
        options: &str,
        flags: IFlags,
        expected: (Option<bool>, Option<bool>, bool),
    ) {
        let found = treatment_of(kind, options, flags);
        let found = (found.is_copy_on_write, found.is_compressing, found.is_memory);
        assert_eq!(found, expected, "{kind} with {options}, {flags:?}");
    }

    #[test]
    fn what_a_file_system_does_with_data_is_known_or_unknown() {
        let (yes, no) = (Some(true), Some(false));
        let none = IFlags::empty();
        check("ext4", "rw", none, (no, no, false));
        check("xfs", "rw", none, (no, no, false));
        check("tmpfs", "rw", none, (no, no, true));
        check("btrfs", "rw,ssd", none, (yes, no, false));
        check("btrfs", "rw,compress=zstd:3", none, (yes, yes, false));
        check("btrfs", "rw,compress=no", none, (yes, no, false));
        check("btrfs", "rw,nodatacow", none, (no, no, false));
        check("btrfs", "rw", IFlags::COMPRESSED, (yes, yes, false));
        check("btrfs", "rw,compress=lzo", IFlags::NOCOW, (no, no, false));
        check("f2fs", "rw,compress_algorithm=lz4", none, (yes, no, false));
        check("zfs", "rw,xattr", none, (yes, None, false));
        check("fuse.sshfs", "rw", none, (None, None, false));
        check("overlay", "rw", none, (None, None, false));
    }

    #[track_caller]
    fn check_devices(line: &str, expected: &[&str]) {
        let root = crate::tests_support::computer("sata");
        let mount = parse_mount(line).unwrap();
        let found: Vec<_> = devices_of(&root, &mount).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn devices_are_found_by_number_by_source_or_not_at_all() {
        check_devices("1 1 8:16 / / rw - ext4 /dev/root rw", &["8:16"]);
        check_devices("1 1 0:40 /@ / rw - btrfs /dev/sda rw", &["8:0"]);
        check_devices("1 1 0:40 / / rw - bcachefs /dev/sda:/dev/sdb rw", &["8:0", "8:16"]);
        check_devices("1 1 0:40 / / rw - bcachefs /dev/sda:/dev/gone rw", &[]);
        check_devices("1 1 0:40 / / rw - zfs tank/home rw", &[]);
        check_devices("1 1 0:40 / / rw - nfs4 server:/home rw", &[]);
    }

    #[test]
    fn every_device_of_a_btrfs_is_found_through_one_of_them() {
        let dir = crate::tests_support::TempDir::new("btrfs");
        for (name, number) in [("sda", "8:0"), ("sdb", "8:16")] {
            dir.write(&format!("sys/class/block/{name}/dev"), number);
            dir.write(&format!("sys/fs/btrfs/1c2d-example/devices/{name}/dev"), number);
        }
        let root = SysRoot::below(dir.path());
        let mount = parse_mount("1 1 0:40 / / rw - btrfs /dev/sda rw").unwrap();
        let numbers = ["8:0", "8:16"].map(|number| number.parse().unwrap());
        assert_eq!(devices_of(&root, &mount), numbers);
    }

    #[test]
    fn a_file_system_that_the_table_does_not_list_is_known_by_its_number() {
        let path = std::env::temp_dir().canonicalize().unwrap();
        let mounts = own_mounts(&SysRoot::default()).unwrap();
        let listed = mount_of(&mounts, &path).unwrap();
        let unlisted = unlisted_mount(&path).unwrap();
        if kind_of_magic(0xef53) == listed.kind {
            assert_eq!((&unlisted.kind, unlisted.number), (&listed.kind, listed.number));
        }
        assert_eq!(kind_of_magic(0x0102_1994), "tmpfs");
        assert_eq!(kind_of_magic(1), "unknown");
    }

    #[test]
    fn this_computers_temporary_folder_is_on_a_known_file_system() {
        let root = SysRoot::default();
        let found = find_file_system(&root, &std::env::temp_dir()).unwrap();
        assert!(!found.record.kind.is_empty());
        assert!(std::env::temp_dir().starts_with(&found.record.mount_point));
    }

    #[test]
    fn a_path_that_does_not_exist_is_named() {
        let error = find_file_system(&SysRoot::default(), Path::new("/no/such")).unwrap_err();
        assert!(error.to_string().contains("/no/such"), "{error}");
    }
}
