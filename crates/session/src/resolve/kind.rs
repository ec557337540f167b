//! What kind of target was named.

use iogram_model::FileSystemKind;

/// What kind of target it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResolvedKind {
    /// The null target, which answers at once.
    Null,
    /// A test file will be made.
    NewFile,
    /// A file that keeps its size.
    ExistingFile,
    /// A drive that keeps its size: a block device or a simulated one.
    BlockDevice,
    /// The first part of a block device, which is put back.
    Borrowed,
    /// A file system that is made on a block device; a test file will be made in it.
    NewFileSystem(FileSystemKind),
}

impl ResolvedKind {
    /// The file system that is made; `None` if what is there is used.
    pub(crate) const fn file_system(self) -> Option<FileSystemKind> {
        match self {
            Self::NewFileSystem(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether a test file is made, as large as a lay-out says.
    #[must_use]
    pub const fn makes_file(self) -> bool {
        matches!(self, Self::NewFile | Self::NewFileSystem(_))
    }
}

impl super::ResolvedTarget {
    /// Serial number and model of a simulated drive; `None` of any other.
    pub fn simulated_identity(&self) -> Option<(Option<String>, Option<String>)> {
        let identity = &self.simulated.as_ref()?.identity;
        Some((identity.serial.clone(), identity.model.clone()))
    }
}
