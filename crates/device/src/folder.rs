//! A directory for test files and the folders of programs: one that everybody sees, or one on a file system mounted
//! for this process alone.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use iogram_door::ScratchFolder;
use iogram_model::Bytes;

use crate::error::DeviceError;
use crate::linux::mounted::Mounted;
use crate::test_file::{TestFile, check_space};

/// A directory for test files.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    path: PathBuf,
    /// The mount below it, if only threads that entered its namespace see it.
    mounted: Option<Arc<Mounted>>,
}

/// A folder for one program. It is removed when this goes out of scope, in whatever thread.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    /// `None` once it is removed.
    folder: Option<ScratchFolder>,
    place: Folder,
}

impl Folder {
    pub(crate) fn seen_by_all(path: &Path) -> Self {
        Self { path: path.to_owned(), mounted: None }
    }

    pub(crate) fn on(mounted: Mounted) -> Self {
        Self { path: mounted.mount_point().to_owned(), mounted: Some(Arc::new(mounted)) }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The file system that was created for it.
    pub(crate) fn mounted(&self) -> Option<&Mounted> {
        self.mounted.as_deref()
    }

    /// Moves the calling thread to the namespace of the folder, for good.
    ///
    /// # Errors
    ///
    /// Fails as the system does.
    pub(crate) fn enter(&self) -> rustix::io::Result<()> {
        self.mounted.as_ref().map_or(Ok(()), |mounted| mounted.enter())
    }

    /// Runs `work` in a thread that sees the folder.
    ///
    /// # Errors
    ///
    /// Fails as the system does.
    pub(crate) fn inside<T: Send>(
        &self,
        work: impl FnOnce() -> T + Send,
    ) -> Result<T, DeviceError> {
        match &self.mounted {
            Some(mounted) => mounted.inside(work),
            None => Ok(work()),
        }
    }

    /// Fails if a file of this size does not fit with some space to spare.
    ///
    /// # Errors
    ///
    /// [`DeviceError::NoSpace`] with the largest size that fits.
    pub(crate) fn check_space(&self, size: Bytes) -> Result<(), DeviceError> {
        self.inside(|| check_space(&self.path, size))?
    }

    /// Creates an unnamed file.
    ///
    /// # Errors
    ///
    /// Fails as the file system does.
    pub(crate) fn make_file(&self) -> Result<TestFile, DeviceError> {
        self.inside(|| TestFile::create_in(&self.path))?
    }

    /// Creates a folder for a program.
    ///
    /// # Errors
    ///
    /// Fails as the file system does.
    pub(crate) fn make_folder(&self) -> Result<WorkFolder, DeviceError> {
        let folder = self.inside(|| ScratchFolder::make_in(&self.path))??;
        Ok(WorkFolder { folder: Some(folder), place: self.clone() })
    }
}

impl WorkFolder {
    /// Its path, for threads that see it.
    pub(crate) fn path(&self) -> &Path {
        self.folder.as_ref().map_or(self.place.path(), ScratchFolder::path)
    }

    /// Moves the calling thread to the namespace of the folder, for good.
    ///
    /// # Errors
    ///
    /// Fails as the system does.
    pub(crate) fn enter(&self) -> rustix::io::Result<()> {
        self.place.enter()
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        let folder = self.folder.take();
        // A folder that cannot be removed now is found by its name the next time, or disappears with its file system.
        let _next_time = self.place.inside(|| drop(folder));
    }
}
