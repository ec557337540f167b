//! Settings of the kernel, which are files: what is written to them is a command.

use std::fs::File;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;

/// Writes `value` to the setting `place` below `root`, such as `/sys`. Links there are followed as far as they
/// stay below it, and nothing is made.
///
/// # Errors
///
/// Fails if it is no setting (anything but a regular file of the same file system), or as the kernel does.
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
    // The file that was looked at, whatever has its name by now.
    let opened = rustix::fs::openat2(&top, place, flags, Mode::empty(), beneath)?;
    let now = rustix::fs::fstat(&opened)?;
    if (now.st_dev, now.st_ino) != (there.st_dev, there.st_ino) {
        return Err(Errno::AGAIN.into());
    }
    // Where settings are ordinary files, the value is all that is in them.
    let _settings_have_no_length = rustix::fs::ftruncate(&opened, 0);
    File::from(opened).write_all(value.as_bytes())
}

/// Opens a character device that takes commands, such as `/dev/cpu_dma_latency`, for writing.
///
/// # Errors
///
/// Fails if it is a link or a block device, and as the kernel does.
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

/// Makes an instance of the kernel's tracing: a folder below `instances`, whose files are settings.
///
/// # Errors
///
/// Fails if `instances` is no folder of the kernel's tracing files, and as the kernel does.
pub fn make_instance(instances: &Path, name: &str) -> std::io::Result<PathBuf> {
    let folder = open_instances(instances, name)?;
    rustix::fs::mkdirat(&folder, name, Mode::RWXU)?;
    Ok(instances.join(name))
}

/// Removes an instance of the kernel's tracing, which is a folder that looks full.
///
/// # Errors
///
/// As [`make_instance`]; fails as long as somebody reads it.
pub fn remove_instance(instances: &Path, name: &str) -> std::io::Result<()> {
    let folder = open_instances(instances, name)?;
    Ok(rustix::fs::unlinkat(&folder, name, AtFlags::REMOVEDIR)?)
}

/// The folder of instances, where `name` may be one.
fn open_instances(instances: &Path, name: &str) -> std::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = rustix::fs::open(instances, flags, Mode::empty())?;
    let kind = rustix::fs::fstatfs(&folder)?.f_type;
    if kind != TRACEFS_MAGIC || name.contains('/') {
        return Err(Errno::INVAL.into());
    }
    Ok(folder)
}
