//! Why something could not be found out.

use std::io;
use std::path::PathBuf;

use crate::linux::sysfs::AttributeError;

/// Why something could not be found out.
#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    /// The system refused a call.
    #[error("cannot {action} {}", path.display())]
    System {
        /// What could not be done, such as `find`.
        action: &'static str,
        /// The device or file that it was tried on.
        path: PathBuf,
        /// What the system answered.
        source: io::Error,
    },
    /// A kernel's attribute is there but unusable.
    #[error(transparent)]
    Attribute(#[from] AttributeError),
}

impl InspectError {
    pub(crate) fn system(
        action: &'static str,
        path: impl Into<PathBuf>,
        source: impl Into<io::Error>,
    ) -> Self {
        Self::System { action, path: path.into(), source: source.into() }
    }
}
