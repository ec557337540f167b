//! The objects that a run needs and therefore never destroys: the root file system, the store, iogram itself.

use std::path::{Path, PathBuf};

use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::filesystem::find_file_system;
use iogram_inspect::sysfs::SysRoot;
use iogram_model::{Sentence, Text, sentence, text};

const ROOT: Text = text!("device-root-file-system");
const ITSELF: Text = text!("device-iogram-itself");
const HERE: Text = text!("device-working-directory");

/// A place that must not be overwritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtectedPath {
    what: Text,
    path: PathBuf,
}

impl ProtectedPath {
    /// `what` completes the sentence "it holds ..", such as `the store`. A path that does not exist yet counts as its
    /// nearest existing parent folder.
    #[must_use]
    pub fn new(what: Text, path: impl Into<PathBuf>) -> Self {
        Self { what, path: path.into() }
    }

    /// The places that every run needs.
    #[must_use]
    pub fn always(root: &SysRoot) -> Vec<Self> {
        vec![
            Self::new(ROOT, &root.base),
            Self::new(ITSELF, root.proc.join("self/exe")),
            Self::new(HERE, root.proc.join("self/cwd")),
        ]
    }

    /// The block devices below the place; empty if they are unknown or there are none.
    pub(crate) fn devices(&self, root: &SysRoot) -> Vec<DeviceNumber> {
        let absolute = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        let existing =
            absolute.ancestors().find(|path| path.exists()).unwrap_or(Path::new("/"));
        find_file_system(root, existing).map(|found| found.devices).unwrap_or_default()
    }

    /// Its description and its path.
    pub(crate) fn sentence(&self) -> Sentence {
        sentence!("device-what-path", what: self.what, path = self.path.display())
    }

    pub(crate) fn release(&self) -> Sentence {
        let advice = [
            (ROOT, sentence!("device-start-system-another-drive")),
            (ITSELF, sentence!("device-run-copy-iogram-another-drive")),
            (HERE, sentence!("device-change-directory-another-drive")),
        ];
        match advice.into_iter().find(|(what, _)| *what == self.what) {
            Some((_, advice)) => advice,
            None => sentence!("device-move-another-drive", path = self.path.display()),
        }
    }
}
