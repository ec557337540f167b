//! The directory of saved blocks: where it may be, and which of its files can be trusted.
//!
//! Saved blocks are written to a device without another question, so nobody but the caller may have been able to
//! create or change them. Must not know their contents.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::Path;

use iogram_model::{Bytes, Sentence, sentence, text};
use rustix::fs::{FileType, Mode, OFlags, Stat};

use crate::claim::Claim;
use crate::error::DeviceError;
use crate::refusal::Refusal;
use iogram_inspect::filesystem::find_file_system;
use iogram_inspect::identity::drives_of;
use iogram_inspect::sysfs::SysRoot;

/// Creates the folder for the user alone: the blocks may hold private data, and others must not replace them.
///
/// # Errors
///
/// Refused if others can write to it; fails if it cannot be created.
pub(crate) fn prepare_directory(directory: &Path) -> Result<(), DeviceError> {
    Ok(iogram_door::private_folder(directory)?)
}

/// Opens a file of saved blocks that only the caller can have created: not through a link, and in a directory to
/// which nobody else can write.
///
/// # Errors
///
/// [`Refusal::UntrustedJournal`] with the reason; fails if it cannot be opened.
pub(crate) fn open_trusted(path: &Path, flags: OFlags) -> Result<File, DeviceError> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    check_directory(parent.unwrap_or(Path::new(".")), path)?;
    // Must not wait for the other end of a pipe.
    let flags = flags | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let untrusted = |why: Sentence| untrusted(path, why);
    let fd = match rustix::fs::open(path, flags, Mode::empty()) {
        Err(rustix::io::Errno::LOOP) => {
            return Err(untrusted(sentence!("device-symbolic-link")));
        }
        other => other.map_err(|errno| {
            DeviceError::system(text!("device-cannot-open", path), path, errno)
        })?,
    };
    let stat = rustix::fs::fstat(&fd)
        .map_err(|errno| DeviceError::system(text!("device-cannot-look", path), path, errno))?;
    if !FileType::from_raw_mode(stat.st_mode).is_file() {
        return Err(untrusted(sentence!("device-no-regular-file")));
    }
    if stat.st_uid != rustix::process::geteuid().as_raw() {
        return Err(untrusted(sentence!("device-belongs-user-number", owner = stat.st_uid)));
    }
    if is_writable_for_others(&stat) {
        return Err(untrusted(sentence!("device-others-write")));
    }
    if stat.st_nlink != 1 {
        return Err(untrusted(sentence!("device-more-name-hard-links")));
    }
    Ok(File::from(fd))
}

fn untrusted(path: &Path, why: impl Into<Sentence>) -> DeviceError {
    Refusal::UntrustedJournal { path: path.to_owned(), why: why.into() }.into()
}

fn is_writable_for_others(stat: &Stat) -> bool {
    Mode::from_raw_mode(stat.st_mode).intersects(Mode::WGRP | Mode::WOTH)
}

/// Anybody who can write to a directory can replace a file in it. `about` is the refused file.
fn check_directory(directory: &Path, about: &Path) -> Result<(), DeviceError> {
    let failed =
        |errno| DeviceError::system(text!("device-cannot-look", path), directory, errno);
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let fd: OwnedFd = rustix::fs::open(directory, flags, Mode::empty()).map_err(failed)?;
    let stat = rustix::fs::fstat(&fd).map_err(failed)?;
    let shown = directory.display();
    let owner = stat.st_uid;
    if owner != 0 && owner != rustix::process::geteuid().as_raw() {
        let why = sentence!("device-directory-belongs-user-number", shown, owner);
        return Err(untrusted(about, why));
    }
    // In a sticky directory, such as /tmp, only owners can rename and remove their files.
    let is_sticky = Mode::from_raw_mode(stat.st_mode).contains(Mode::SVTX);
    if is_writable_for_others(&stat) && !is_sticky {
        return Err(untrusted(about, sentence!("device-others-write-directory", shown)));
    }
    Ok(())
}

/// Saved blocks have to survive a power cut and the unplugging of the device.
pub(crate) fn check_place(
    root: &SysRoot,
    claim: &Claim,
    directory: &Path,
    size: Bytes,
) -> Result<(), DeviceError> {
    /// Network file systems.
    const REMOTE: [&str; 8] =
        ["nfs", "nfs4", "cifs", "smb3", "ceph", "9p", "virtiofs", "fuse.sshfs"];
    let place = find_file_system(root, directory)?;
    let shown = directory.display();
    let refuse = |why: Sentence| {
        let name = claim.facts.name.clone();
        Err(Refusal::NoPlaceForJournal { name, why }.into())
    };
    if place.record.is_memory {
        return refuse(sentence!("device-lies-memory-not-survive-power-cut", shown));
    }
    let kind = place.record.kind.as_str();
    if place.devices.is_empty() && !REMOTE.contains(&kind) {
        return refuse(sentence!("device-drive-lies-cannot-told", shown, kind));
    }
    let drives_below =
        |number| root.block_dir(number).map(|dir| drives_of(root, &dir)).unwrap_or_default();
    let own = drives_below(claim.identity.number);
    if place
        .devices
        .iter()
        .any(|number| drives_below(*number).iter().any(|it| own.contains(it)))
    {
        return refuse(sentence!("device-lies-same-drive", shown));
    }
    // Head, checksums, blocks below tombstones, and the file system's overhead for them.
    let wanted = Bytes(size.0 + size.0 / 1024 + 4 * Bytes::MIB.0);
    let free = place.record.free;
    if free < wanted {
        return Err(DeviceError::Failed {
            action: text!("device-cannot-save-blocks", path, why),
            path: directory.to_owned(),
            why: sentence!("device-free-needed", free = free.both(), wanted = wanted.both()),
            hint: sentence!("device-free-space-borrow-less-borrow-size"),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::tests_support::TempDir;

    fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[track_caller]
    fn check(path: &Path, refused: &str) {
        match (open_trusted(path, OFlags::RDONLY), refused) {
            (Ok(_), "") => {}
            (Err(error), why) if !why.is_empty() => {
                assert!(error.to_string().contains(why), "{error}");
            }
            (other, why) => panic!("{other:?} instead of {why:?}"),
        }
    }

    #[test]
    fn only_a_file_that_nobody_else_can_have_made_or_changed_is_trusted() {
        let dir = TempDir::new("trust");
        let file = dir.write("S1-1.borrowed", "x");
        set_mode(dir.path(), 0o755);
        set_mode(&file, 0o600);
        check(&file, "");
        for mode in [0o620, 0o602, 0o666] {
            set_mode(&file, mode);
            check(&file, "others may write to it");
        }
        set_mode(&file, 0o600);
        set_mode(dir.path(), 0o1777);
        check(&file, "");
        for mode in [0o777, 0o775, 0o757] {
            set_mode(dir.path(), mode);
            check(&file, "others may write to the directory");
            assert!(prepare_directory(dir.path()).is_err());
        }
        set_mode(dir.path(), 0o700);
        let link = dir.path().join("link.borrowed");
        std::os::unix::fs::symlink(&file, &link).unwrap();
        check(&link, "it is a symbolic link");
        let other = dir.path().join("hard.borrowed");
        std::fs::hard_link(&file, &other).unwrap();
        check(&file, "more than one name");
        check(dir.path(), "it is no regular file");
    }

    #[test]
    fn a_journal_of_another_user_is_refused() {
        let dir = TempDir::new("trust");
        let file = dir.write("S1-1.borrowed", "x");
        set_mode(&file, 0o600);
        // Only root can give files away.
        if std::os::unix::fs::chown(&file, Some(65_534), None).is_err() {
            return;
        }
        check(&file, "it belongs to the user with the number 65534");
        std::os::unix::fs::chown(&file, Some(0), None).unwrap();
        std::os::unix::fs::chown(dir.path(), Some(65_534), None).unwrap();
        check(&file, "belongs to the user with the number 65534");
        std::os::unix::fs::chown(dir.path(), Some(0), None).unwrap();
        check(&file, "");
    }
}
