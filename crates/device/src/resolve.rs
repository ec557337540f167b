//! Resolves the user's text to a target.
//!
//! Reads only; never opens for writing and never creates.

use std::fmt;
use std::path::{Path, PathBuf};

use iogram_model::{Bytes, Sentence, Text, sentence, text};
use rustix::fs::{FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::error::DeviceError;
use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::namespace_of;
use iogram_inspect::sysfs::SysRoot;

/// A target as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetSpec {
    /// `null:`, nothing: the engine's floor.
    Null,
    /// `sim:NAME`, a simulated drive.
    Simulated(String),
    /// A directory, a file or a block device.
    Path(PathBuf),
    /// A namespace's character device, whose driver passes commands to the drive (`/dev/ng0n1`).
    Passthrough {
        /// The path as the user gave it.
        node: PathBuf,
        /// The block device of the same namespace, which carries all its properties.
        device: PathBuf,
    },
}

impl TargetSpec {
    /// Parses a target; everything without a known prefix is a path.
    ///
    /// # Errors
    ///
    /// Fails for an empty text, for `null:` with something after it and for `sim:` with nothing.
    pub fn parse(text: &str) -> Result<Self, DeviceError> {
        let refuse = |why: Text, hint: Text| DeviceError::NotATarget {
            name: format!("{text:?}"),
            why: why.into(),
            hint: hint.into(),
        };
        if text.is_empty() {
            return Err(refuse(
                text!("device-empty"),
                text!("device-name-directory-file-block-device"),
            ));
        }
        if let Some(rest) = text.strip_prefix("null:") {
            let hint = text!("device-write-null-alone-null-file-name");
            let spec = rest.is_empty().then_some(Self::Null);
            return spec.ok_or_else(|| refuse(text!("device-nothing-follow-null"), hint));
        }
        if let Some(name) = text.strip_prefix("sim:") {
            let spec = (!name.is_empty()).then(|| Self::Simulated(name.to_owned()));
            return spec.ok_or_else(|| {
                refuse(text!("device-sim-needs-name"), text!("device-write-sim-name"))
            });
        }
        Ok(Self::Path(PathBuf::from(text)))
    }

    /// As [`Self::parse`], but also resolves where a path leads.
    ///
    /// # Errors
    ///
    /// As [`Self::parse`].
    pub fn find(text: &str, root: &SysRoot) -> Result<Self, DeviceError> {
        let spec = Self::parse(text)?;
        let device = match &spec {
            Self::Path(path) => block_device_of(path, root),
            _ => None,
        };
        Ok(match (spec, device) {
            (Self::Path(node), Some(device)) => Self::Passthrough { node, device },
            (spec, _) => spec,
        })
    }

    /// The path of the directory, file or block device; `None` for targets without a path.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Null | Self::Simulated(_) => None,
            Self::Path(path) | Self::Passthrough { device: path, .. } => Some(path),
        }
    }
}

/// The hint to name the block device of the same drive if passthrough is not enough.
pub(crate) fn block_device_hint(device: &Path) -> Sentence {
    sentence!("device-name-block-device", device = device.display())
}

/// The block device of the namespace whose character device is `path`.
fn block_device_of(path: &Path, root: &SysRoot) -> Option<PathBuf> {
    let stat = rustix::fs::stat(path).ok()?;
    let is_character = FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice;
    let number = DeviceNumber::from_raw(stat.st_rdev);
    let name = is_character.then(|| namespace_of(root, number)).flatten()?;
    Some(root.dev.join(name))
}

impl fmt::Display for TargetSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null:"),
            Self::Simulated(name) => write!(f, "sim:{name}"),
            Self::Path(path) | Self::Passthrough { node: path, .. } => path.display().fmt(f),
        }
    }
}

/// The kind of object at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathKind {
    /// A directory: a temporary test file goes there.
    Directory,
    /// A file that exists.
    File {
        /// Its length.
        size: Bytes,
        /// Whether any part of it holds data: it is neither empty nor one hole. An unreadable file counts as holding
        /// data.
        holds_data: bool,
    },
    /// A block device or partition.
    BlockDevice {
        /// Its kernel number when the path was examined.
        number: DeviceNumber,
    },
}

/// Examines the object at `path`, following symbolic links.
///
/// # Errors
///
/// Fails if it does not exist and cannot be a new file, if it is neither directory, file nor block device, or if it
/// cannot be examined.
pub fn examine(path: &Path) -> Result<PathKind, DeviceError> {
    let stat = match rustix::fs::stat(path) {
        Ok(stat) => stat,
        Err(Errno::NOENT) => return Err(missing(path)),
        Err(errno) => {
            return Err(DeviceError::system(text!("device-cannot-look", path), path, errno));
        }
    };
    let refuse = |why: Text, hint: Text| {
        Err(DeviceError::NotATarget {
            name: path.display().to_string(),
            why: why.into(),
            hint: hint.into(),
        })
    };
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Directory => Ok(PathKind::Directory),
        FileType::RegularFile => Ok(PathKind::File {
            size: Bytes(u64::try_from(stat.st_size).unwrap_or(0)),
            holds_data: stat.st_size > 0 && holds_data(path),
        }),
        FileType::BlockDevice => {
            Ok(PathKind::BlockDevice { number: DeviceNumber::from_raw(stat.st_rdev) })
        }
        FileType::CharacterDevice => {
            let usual = sentence!("device-name-block-device-nvme-dev-nvme0n1");
            Err(DeviceError::NotATarget {
                name: path.display().to_string(),
                why: sentence!("device-character-device"),
                hint: block_device_of(path, &SysRoot::default())
                    .map_or(usual, |device| block_device_hint(&device)),
            })
        }
        FileType::Socket => refuse(text!("device-socket"), text!("device-name-file-directory")),
        FileType::Fifo => refuse(text!("device-pipe"), text!("device-name-file-directory")),
        _ => refuse(text!("device-neither-file-directory-nor-block-device"), Text::NONE),
    }
}

/// A typing error must not create a file, nor make the drive below it the target.
fn missing(path: &Path) -> DeviceError {
    let refuse = |why: Sentence, hint: Text| DeviceError::NotATarget {
        name: path.display().to_string(),
        why,
        hint: hint.into(),
    };
    if rustix::fs::lstat(path).is_ok() {
        let hint = text!("device-link-points-nothing-repair-name-another");
        return refuse(sentence!("device-symbolic-link-nothing"), hint);
    }
    let parent = path.parent().unwrap_or(Path::new("."));
    let directory = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    let ends_with_slash = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    if ends_with_slash {
        return refuse(sentence!("device-directory-not-exist"), text!("device-make-first"));
    }
    if directory.starts_with("/dev") && !directory.starts_with("/dev/shm") {
        let hint = text!("device-lsblk-lists-devices");
        return refuse(sentence!("device-no-device"), hint);
    }
    if !directory.is_dir() {
        let why = sentence!("device-no-directory", directory = directory.display());
        return refuse(why, text!("device-check-spelling-make-directory-first"));
    }
    let hint = text!("device-name-directory-exists-temporary-file-made");
    refuse(sentence!("device-no-file-directory"), hint)
}

fn holds_data(path: &Path) -> bool {
    let opened = rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty());
    opened.map_or(true, |fd| fd_holds_data(&fd))
}

/// Whether any part of the open file is data. File systems that cannot tell report everything as data.
pub(crate) fn fd_holds_data(fd: impl std::os::fd::AsFd) -> bool {
    match rustix::fs::seek(fd, rustix::fs::SeekFrom::Data(0)) {
        // No data from here to the end.
        Err(Errno::NXIO) => false,
        Ok(_) | Err(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown = match TargetSpec::parse(text) {
            Ok(spec) => format!("{spec:?}"),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(shown, expected, "input {text:?}");
    }

    #[test]
    fn targets_are_read_as_typed() {
        check("null:", "Null");
        check("sim:good-ssd", r#"Simulated("good-ssd")"#);
        check("/dev/sdb", r#"Path("/dev/sdb")"#);
        check("null", r#"Path("null")"#);
        check("./sim:x", r#"Path("./sim:x")"#);
        check(
            "/dev/disk/by-path/pci-0000:00:1f.2",
            r#"Path("/dev/disk/by-path/pci-0000:00:1f.2")"#,
        );
        check("", r#"error: cannot measure "": it is empty"#);
        check("sim:", r#"error: cannot measure "sim:": sim: needs a name"#);
        check("null:0", r#"error: cannot measure "null:0": nothing may follow null:"#);
    }

    #[test]
    fn files_with_and_without_data_are_told_apart() {
        let dir = TempDir::new("examine");
        let empty = dir.write("empty", "");
        let full = dir.write("full", "data");
        let hole = dir.write("hole", "");
        let fd = rustix::fs::open(&hole, OFlags::WRONLY, Mode::empty()).unwrap();
        rustix::fs::ftruncate(fd, 1 << 20).unwrap();
        let found = |path: &Path| examine(path).unwrap();
        assert_eq!(found(dir.path()), PathKind::Directory);
        assert_eq!(found(&empty), PathKind::File { size: Bytes(0), holds_data: false });
        assert_eq!(found(&full), PathKind::File { size: Bytes(4), holds_data: true });
        assert_eq!(found(&hole), PathKind::File { size: Bytes::MIB, holds_data: false });
    }

    #[test]
    fn what_can_be_no_target_says_why_and_what_to_do() {
        let dir = TempDir::new("examine");
        std::os::unix::fs::symlink("nothing", dir.path().join("link")).unwrap();
        let _socket =
            std::os::unix::net::UnixListener::bind(dir.path().join("socket")).unwrap();
        let cases = [
            ("link", "it is a symbolic link to nothing"),
            ("socket", "it is a socket"),
            ("no/such", "there is no directory"),
            ("new/", "the directory does not exist"),
            ("new", "there is no such file or directory"),
        ];
        for (name, why) in cases {
            let error = examine(&dir.path().join(name)).unwrap_err();
            assert!(error.to_string().contains(why), "{name}: {error}");
            assert!(!error.hint().is_empty(), "{name}");
        }
        let error = examine(Path::new("/dev/null")).unwrap_err();
        assert!(error.to_string().contains("character device"), "{error}");
        let error = examine(Path::new("/dev/sdzzz9")).unwrap_err();
        assert!(error.to_string().contains("no such device"), "{error}");
    }
}
