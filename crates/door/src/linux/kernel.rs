//! Settings of the kernel. They are files, and a write to one is a command.

use std::fs::File;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;

/// Writes `value` to the setting `place` below `root`, such as `/sys`. Follows links only while they stay below
/// `root`; creates nothing.
///
/// # Errors
///
/// Fails if it is not a setting (a regular file of the same file system), or if the kernel rejects the value.
pub fn write_setting(root: &Path, place: &Path, value: &str) -> std::io::Result<()> {
    let top_flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let top = rustix::fs::open(root, top_flags, Mode::empty())?;
    let flags = OFlags::WRONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let beneath = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
    let setting = rustix::fs::openat2(
        &top,
        place,
        OFlags::PATH | OFlags::CLOEXEC,
        Mode::empty(),
        beneath,
    )?;
    let (there, above) = (rustix::fs::fstat(&setting)?, rustix::fs::fstat(&top)?);
    let is_file = FileType::from_raw_mode(there.st_mode) == FileType::RegularFile;
    if !is_file || there.st_dev != above.st_dev {
        return Err(Errno::INVAL.into());
    }
    // Detects if another file took the name since the check.
    let opened = rustix::fs::openat2(&top, place, flags, Mode::empty(), beneath)?;
    let now = rustix::fs::fstat(&opened)?;
    if (now.st_dev, now.st_ino) != (there.st_dev, there.st_ino) {
        return Err(Errno::AGAIN.into());
    }
    // In an ordinary file, the value must replace all contents.
    let _settings_have_no_length = rustix::fs::ftruncate(&opened, 0);
    File::from(opened).write_all(value.as_bytes())
}

/// Opens a character device that takes commands, such as `/dev/cpu_dma_latency`, for writing.
///
/// # Errors
///
/// Fails if it is a link or a block device, or if the kernel does.
pub fn open_control(path: &Path) -> std::io::Result<File> {
    let looked = rustix::fs::lstat(path)?;
    let kind = FileType::from_raw_mode(looked.st_mode);
    if !matches!(kind, FileType::CharacterDevice | FileType::RegularFile) {
        return Err(Errno::INVAL.into());
    }
    let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = rustix::fs::open(path, flags, Mode::empty())?;
    let now = rustix::fs::fstat(&opened)?;
    if (now.st_dev, now.st_ino) != (looked.st_dev, looked.st_ino) {
        return Err(Errno::AGAIN.into());
    }
    Ok(File::from(opened))
}

/// `TRACEFS_MAGIC` of Linux `include/uapi/linux/magic.h`.
const TRACEFS_MAGIC: i64 = 0x7472_6163;

/// Makes an ftrace instance: a directory below `instances`, whose files are settings.
///
/// # Errors
///
/// Fails if `instances` is not a directory of tracefs, or if the kernel does.
pub fn make_instance(instances: &Path, name: &str) -> std::io::Result<PathBuf> {
    let folder = open_instances(instances, name)?;
    rustix::fs::mkdirat(&folder, name, Mode::RWXU)?;
    Ok(instances.join(name))
}

/// Removes an ftrace instance. Its directory lists files, but rmdir(2) removes it anyway.
///
/// # Errors
///
/// As [`make_instance`]; fails while somebody reads it.
pub fn remove_instance(instances: &Path, name: &str) -> std::io::Result<()> {
    let folder = open_instances(instances, name)?;
    Ok(rustix::fs::unlinkat(&folder, name, AtFlags::REMOVEDIR)?)
}

/// Opens the directory of instances; fails unless `name` is a single name in it.
fn open_instances(instances: &Path, name: &str) -> std::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = rustix::fs::open(instances, flags, Mode::empty())?;
    let kind = rustix::fs::fstatfs(&folder)?.f_type;
    if kind != TRACEFS_MAGIC || name.contains('/') {
        return Err(Errno::INVAL.into());
    }
    Ok(folder)
}
