//! Kinds of targets.

use iogram_model::FileSystemKind;

/// Kind of target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResolvedKind {
    /// The null target, which answers at once.
    Null,
    /// A test file that the run creates.
    NewFile,
    /// A file that keeps its size.
    ExistingFile,
    /// A drive that keeps its size: a block device or a simulated drive.
    BlockDevice,
    /// The borrowed first part of a block device.
    Borrowed,
    /// A file system that the run makes on a block device; the run creates a test file in it.
    NewFileSystem(FileSystemKind),
}

impl ResolvedKind {
    /// The file system that the run makes; `None` if it uses the existing one.
    pub(crate) const fn file_system(self) -> Option<FileSystemKind> {
        match self {
            Self::NewFileSystem(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether the run creates a test file, with the size of its lay-out.
    #[must_use]
    pub const fn makes_file(self) -> bool {
        matches!(self, Self::NewFile | Self::NewFileSystem(_))
    }
}

impl super::ResolvedTarget {
    /// Serial number and model of a simulated drive; `None` for other targets.
    pub fn simulated_identity(&self) -> Option<(Option<String>, Option<String>)> {
        let identity = &self.simulated.as_ref()?.identity;
        Some((identity.serial.clone(), identity.model.clone()))
    }
}
