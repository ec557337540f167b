//! Files that are read because a list, a record, another file or a directory entry named them.
//!
//! A path on the command line may be a pipe or a device; the user waits for it knowingly. A path from any other
//! source must be a regular file: a pipe may have no writer, and opening a device can be a command to it.

use iogram_texts::{Text, text};
use std::fs::File;
use std::path::Path;

use rustix::fs::{FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::error::DoorError;
use crate::linux::files::is_view;

/// Opens a regular file for reading. Follows links.
///
/// # Errors
///
/// Refuses anything else, and files of the kernel, which may never end; fails if the file system does.
pub fn open_found(path: &Path) -> Result<File, DoorError> {
    let failed = |errno: Errno| DoorError::system(text!("door-cannot-read", path), path, errno);
    let unreadable = |why| Err(DoorError::Unreadable { path: path.to_owned(), why });
    let looked = rustix::fs::stat(path).map_err(failed)?;
    if let Some(why) = why_not(FileType::from_raw_mode(looked.st_mode)) {
        return unreadable(why);
    }
    // Do not block if the name now belongs to a pipe or a device.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let opened = rustix::fs::open(path, flags, Mode::empty()).map_err(failed)?;
    let stat = rustix::fs::fstat(&opened).map_err(failed)?;
    if let Some(why) = why_not(FileType::from_raw_mode(stat.st_mode)) {
        return unreadable(why);
    }
    match is_view(&opened).map_err(failed)? {
        true => unreadable(OF_KERNEL),
        false => Ok(File::from(opened)),
    }
}

/// Whether a directory is a view of the kernel, whose files may never end or may be commands. False if it cannot be
/// checked.
#[must_use]
pub fn is_of_kernel(folder: &Path) -> bool {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    rustix::fs::open(folder, flags, Mode::empty()).and_then(is_view).unwrap_or(false)
}

const OF_KERNEL: Text = text!("door-belongs-kernel");

/// The reason why this kind of file is not read; `None` for a regular file.
fn why_not(kind: FileType) -> Option<Text> {
    match kind {
        FileType::RegularFile => None,
        FileType::Directory => Some(text!("door-directory")),
        FileType::Fifo => Some(text!("door-pipe-where-file-should")),
        FileType::Socket => Some(text!("door-socket-where-file-should")),
        FileType::BlockDevice | FileType::CharacterDevice => {
            Some(text!("door-device-where-file-should"))
        }
        FileType::Symlink | FileType::Unknown => Some(text!("door-no-file")),
    }
}
