//! Attributes that the kernel reports as small files: sysfs, procfs and their neighbours.
//!
//! Every path lies below a [`SysRoot`], so captured trees can serve as test data. Knows how the kernel expresses "not
//! reported"; must not know the meaning of any attribute.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use iogram_model::{Sentence, sentence};
use rustix::io::Errno;

use crate::device_number::DeviceNumber;

/// The places where the kernel's file systems are mounted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SysRoot {
    /// sysfs, usually `/sys`.
    pub sys: PathBuf,
    /// procfs, usually `/proc`.
    pub proc: PathBuf,
    /// Device nodes, usually `/dev`.
    pub dev: PathBuf,
    /// The root of other files: `etc/os-release`, the files of loop devices.
    pub base: PathBuf,
    /// The user's confirmation, as the typed name of a device, that no hidden user uses it (see `find_unseen` of the
    /// device crate). It says nothing about visible users.
    pub unused_outside: Option<String>,
}

impl Default for SysRoot {
    fn default() -> Self {
        Self::below(Path::new("/"))
    }
}

impl SysRoot {
    /// The file systems below `base`: `/` for this computer, a folder for a captured one.
    #[must_use]
    pub fn below(base: &Path) -> Self {
        Self {
            sys: base.join("sys"),
            proc: base.join("proc"),
            dev: base.join("dev"),
            base: base.to_owned(),
            unused_outside: None,
        }
    }

    /// The folder of a block device or partition; `None` if the kernel has none with this number.
    #[must_use]
    pub fn block_dir(&self, number: DeviceNumber) -> Option<PathBuf> {
        std::fs::canonicalize(self.sys.join(format!("dev/block/{number}"))).ok()
    }

    /// The number of the block device with this kernel name, such as `nvme0n1p2`.
    #[must_use]
    pub fn block_number(&self, name: &str) -> Option<DeviceNumber> {
        // The kernel writes `!` for a slash in a name (`cciss!c0d0`).
        let dir = self.sys.join("class/block").join(name.replace('/', "!"));
        read_text(&dir, "dev").ok()??.parse().ok()
    }
}

/// Why an attribute could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AttributeError {
    /// The attribute exists but cannot be read.
    Unreadable {
        /// The attribute's path.
        path: PathBuf,
        /// The kernel's error.
        source: io::Error,
    },
    /// The text is not a number.
    NotANumber {
        /// The attribute's path.
        path: PathBuf,
        /// The attribute's text.
        text: String,
    },
}

impl fmt::Display for AttributeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl AttributeError {
    /// The action that failed, its object and the reason, without the underlying causes.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Unreadable { path, .. } => {
                sentence!("inspect-cannot-read", path = path.display())
            }
            Self::NotANumber { path, text } => sentence!(
                "inspect-holds-expected-number",
                path = path.display(),
                text = format!("{text:?}")
            ),
        }
    }
}

/// Reads one attribute below `dir` without its final line break; `Ok(None)` means that this kernel or device does not
/// report it.
///
/// # Errors
///
/// Fails if the attribute exists but cannot be read.
pub fn read_text(dir: &Path, attribute: &str) -> Result<Option<String>, AttributeError> {
    let bytes = read_bytes(dir, attribute)?;
    let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned());
    Ok(text.filter(|text| !text.is_empty()))
}

/// Reads one attribute that is not text, such as a page of vital product data.
///
/// # Errors
///
/// As [`read_text`].
pub fn read_bytes(dir: &Path, attribute: &str) -> Result<Option<Vec<u8>>, AttributeError> {
    let path = dir.join(attribute);
    #[cfg(test)]
    READS.with(|reads| reads.set(reads.get() + 1));
    match std::fs::read(&path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if is_not_reported(&error) => Ok(None),
        Err(source) => Err(AttributeError::Unreadable { path, source }),
    }
}

#[cfg(test)]
thread_local! {
    /// Files that this thread has read or tried to read.
    static READS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// How many files this thread has read or tried to read.
#[cfg(test)]
pub(crate) fn reads() -> u64 {
    READS.with(std::cell::Cell::get)
}

/// Drivers return any of these errors for attributes that they do not support.
fn is_not_reported(error: &io::Error) -> bool {
    let not_reported = [
        Errno::NOENT,
        Errno::NOTDIR,
        Errno::NODEV,
        Errno::NXIO,
        Errno::INVAL,
        Errno::OPNOTSUPP,
        Errno::ISDIR,
    ];
    let errno = error.raw_os_error().map(Errno::from_raw_os_error);
    errno.is_some_and(|errno| not_reported.contains(&errno))
}

/// Reads one decimal attribute below `dir`; `Ok(None)` as in [`read_text`].
///
/// # Errors
///
/// Fails if the attribute exists but cannot be read or is not a number.
pub fn read_number(dir: &Path, attribute: &str) -> Result<Option<u64>, AttributeError> {
    let Some(text) = read_text(dir, attribute)? else { return Ok(None) };
    let number = text.parse().map(Some);
    number
        .map_err(|_not_a_number| AttributeError::NotANumber { path: dir.join(attribute), text })
}

/// Names below `dir/folder`, sorted; empty if the folder does not exist.
///
/// # Errors
///
/// Fails if the folder exists but cannot be read.
pub fn list_names(dir: &Path, folder: &str) -> Result<Vec<String>, AttributeError> {
    let path = dir.join(folder);
    let unreadable = |source| AttributeError::Unreadable { path: path.clone(), source };
    let entries = match std::fs::read_dir(&path) {
        Ok(entries) => entries,
        Err(error) if is_not_reported(&error) => return Ok(Vec::new()),
        Err(source) => return Err(unreadable(source)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(unreadable)?.file_name();
        names.push(name.to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// As [`read_text`], for facts that are only reported: unreadable means unknown.
pub fn text_if_known(dir: &Path, attribute: &str) -> Option<String> {
    read_text(dir, attribute).ok().flatten()
}

/// As [`read_number`], for facts that are only reported: unreadable means unknown.
#[must_use]
pub fn number_if_known(dir: &Path, attribute: &str) -> Option<u64> {
    read_number(dir, attribute).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_that_is_not_there_is_not_an_error() {
        let dir = std::env::temp_dir();
        assert_eq!(read_text(&dir, "no/such/attribute").unwrap(), None);
        assert_eq!(read_number(&dir, "no-such-attribute").unwrap(), None);
        assert!(list_names(&dir, "no-such-folder").unwrap().is_empty());
    }

    #[test]
    fn a_text_where_a_number_belongs_is_named_with_its_path() {
        let dir = crate::tests_support::TempDir::new("attribute");
        std::fs::write(dir.path().join("size"), "many\n").unwrap();
        let error = read_number(dir.path(), "size").unwrap_err().to_string();
        assert!(error.ends_with("size holds \"many\", expected a number"), "{error}");
    }
}
