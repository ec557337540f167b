//! The share of a file system's free space that a quota leaves: `statvfs` does not include all quotas.
//!
//! Queries only the file system, and changes nothing. A quota that cannot be queried counts as unknown.
//!
//! Sources: `quotactl(2)`; the kernel's include/uapi/linux/{btrfs.h,fs.h}, fs/btrfs/sysfs.c (`qgroups`, Linux 5.9),
//! fs/quota/dquot.c (`ignore_hardlimit`: the superuser passes the limits of users and groups).

#![expect(unsafe_code, reason = "calls that no crate wraps")]

use std::ffi::CString;
use std::fmt::Write as _;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use iogram_model::Bytes;
use rustix::fs::{Mode, OFlags};
use rustix::ioctl::{Getter, Opcode, Updater};

use crate::linux::sysfs::{SysRoot, number_if_known};

/// `_IOWR(0x94, 18, struct btrfs_ioctl_ino_lookup_args)`.
const BTRFS_INO_LOOKUP: Opcode = 0xd000_9412;
/// `_IOR(0x94, 31, struct btrfs_ioctl_fs_info_args)`.
const BTRFS_FS_INFO: Opcode = 0x8400_941f;
/// The root directory of every subvolume, which everybody may look up.
const BTRFS_FIRST_FREE: u64 = 256;
/// Flag bits that show which limits of a group are set.
const MAX_REFERENCED: u64 = 1;
const MAX_EXCLUSIVE: u64 = 2;
/// `_IOR('X', 31, struct fsxattr)`.
const GET_FSXATTR: Opcode = 0x801c_581f;
/// `quotactl` has limits in blocks of 1 KiB. Source: `QIF_DQBLKSIZE`.
const LIMIT_BLOCK: u64 = 1024;

/// The space that quotas leave to the writer in the directory; `None` if there are none that can be queried. `kind`
/// is the kind of the file system, `source` the source of its mount.
pub(crate) fn left_by_quotas(
    root: &SysRoot,
    directory: &Path,
    (kind, source): (&str, &str),
) -> Option<Bytes> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = rustix::fs::open(directory, flags, Mode::empty()).ok()?;
    match kind {
        "btrfs" => left_by_group(root, &opened),
        "ext4" | "ext3" | "xfs" | "f2fs" => left_by_accounts(&opened, source),
        _ => None,
    }
}

#[derive(Debug)]
#[repr(C)]
struct InoLookup {
    tree: u64,
    object: u64,
    name: [u8; 4080],
}

#[derive(Debug)]
#[repr(C)]
struct FsInfo {
    device_max: u64,
    device_count: u64,
    uuid: [u8; 16],
    rest: [u8; 992],
}

const _: () = assert!(size_of::<InoLookup>() == 4096, "the kernel writes so much");
const _: () = assert!(size_of::<FsInfo>() == 1024, "the kernel writes so much");

/// The group of the subvolume. The kernel does not list groups above it.
fn left_by_group(root: &SysRoot, directory: impl AsFd) -> Option<Bytes> {
    let mut lookup = InoLookup { tree: 0, object: BTRFS_FIRST_FREE, name: [0; 4080] };
    // SAFETY: the kernel reads and writes one `struct btrfs_ioctl_ino_lookup_args`, which this is.
    let call = unsafe { Updater::<BTRFS_INO_LOOKUP, InoLookup>::new(&mut lookup) };
    // SAFETY: as above; the structure holds no pointer.
    unsafe { rustix::ioctl::ioctl(directory.as_fd(), call) }.ok()?;
    // SAFETY: the kernel writes one `struct btrfs_ioctl_fs_info_args`, which this is, and every value of it is valid.
    let call = unsafe { Getter::<BTRFS_FS_INFO, FsInfo>::new() };
    // SAFETY: as above.
    let info = unsafe { rustix::ioctl::ioctl(directory.as_fd(), call) }.ok()?;
    let group = format!("fs/btrfs/{}/qgroups/0_{}", uuid_text(&info.uuid), lookup.tree);
    left_of_group(&root.sys.join(group))
}

fn uuid_text(uuid: &[u8; 16]) -> String {
    let mut text = String::new();
    for (index, byte) in uuid.iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        write!(text, "{byte:02x}").expect("memory takes all text");
    }
    text
}

/// The space left according to the sysfs folder of a group.
fn left_of_group(group: &Path) -> Option<Bytes> {
    let number = |name: &str| number_if_known(group, name);
    let flags = number("limit_flags")?;
    let left = |flag: u64, most: &str, used: &str| {
        let most = number(most).filter(|_| flags & flag != 0)?;
        Some(most.saturating_sub(number(used)?))
    };
    let referenced = left(MAX_REFERENCED, "max_referenced", "referenced");
    let exclusive = left(MAX_EXCLUSIVE, "max_exclusive", "exclusive");
    referenced.into_iter().chain(exclusive).min().map(Bytes)
}

#[derive(Debug)]
#[repr(C)]
struct FsAttributes {
    flags: u32,
    extent_size: u32,
    extent_count: u32,
    project: u32,
    cow_extent_size: u32,
    padding: [u8; 8],
}

const _: () = assert!(size_of::<FsAttributes>() == 28, "the kernel writes so much");

/// Quotas of the user, of the group and of the directory's project. Only the last applies to the superuser.
fn left_by_accounts(directory: impl AsFd, source: &str) -> Option<Bytes> {
    let device = CString::new(Path::new(source).as_os_str().as_bytes()).ok()?;
    // SAFETY: the kernel writes one `struct fsxattr`, which this is, and every value of it is valid.
    let call = unsafe { Getter::<GET_FSXATTR, FsAttributes>::new() };
    // SAFETY: as above.
    let project = unsafe { rustix::ioctl::ioctl(directory.as_fd(), call) }.ok();
    let project = project.map(|it| it.project).filter(|it| *it != 0);
    let user = rustix::process::geteuid();
    let is_super = user.is_root();
    let group = rustix::process::getegid().as_raw();
    let accounts = [
        (libc::USRQUOTA, Some(user.as_raw()).filter(|_| !is_super)),
        (libc::GRPQUOTA, Some(group).filter(|_| !is_super)),
        (PROJECT_QUOTA, project),
    ];
    let left = accounts.into_iter().filter_map(|(kind, id)| left_of(&device, kind, id?));
    left.min().map(Bytes)
}

/// `PRJQUOTA`, the third kind.
const PROJECT_QUOTA: libc::c_int = 2;

fn left_of(device: &CString, kind: libc::c_int, id: u32) -> Option<u64> {
    let mut found = std::mem::MaybeUninit::<libc::dqblk>::zeroed();
    // The kernel's ids have all 32 bits, and so include numbers that C treats as negative.
    let id = id.cast_signed();
    let command = libc::QCMD(libc::Q_GETQUOTA, kind);
    // SAFETY: the kernel reads a path that ends with a zero, and writes one `struct dqblk`.
    let answer =
        unsafe { libc::quotactl(command, device.as_ptr(), id, found.as_mut_ptr().cast()) };
    if answer != 0 {
        return None;
    }
    // SAFETY: it was zeroed, and every value of it is valid.
    let found = unsafe { found.assume_init() };
    let most = found.dqb_bhardlimit.saturating_mul(LIMIT_BLOCK);
    (most > 0).then(|| most.saturating_sub(found.dqb_curspace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_leaves_what_the_tighter_of_its_limits_leaves() {
        let folder = iogram_testing::TempDir::new("group");
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).unwrap();
        };
        assert_eq!(left_of_group(folder.path()), None);
        for (name, text) in [
            ("limit_flags", "1\n"),
            ("max_referenced", "104857600\n"),
            ("referenced", "83886080\n"),
            ("max_exclusive", "50\n"),
            ("exclusive", "40\n"),
        ] {
            write(name, text);
        }
        assert_eq!(left_of_group(folder.path()), Some(Bytes(20_971_520)));
        write("limit_flags", "3\n");
        assert_eq!(left_of_group(folder.path()), Some(Bytes(10)));
        write("limit_flags", "0\n");
        assert_eq!(left_of_group(folder.path()), None);
        write("limit_flags", "1\n");
        write("referenced", "104857601\n");
        assert_eq!(left_of_group(folder.path()), Some(Bytes(0)));
        let uuid = [0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(uuid_text(&uuid), "12345678-9abc-def0-0102-030405060708");
    }
}
