//! Why something could not be found out.

use std::io;
use std::path::PathBuf;

use crate::linux::sysfs::AttributeError;

/// The system refused a call.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}", path.display())]
pub struct SystemError {
    /// What could not be done, such as `open`.
    pub action: &'static str,
    /// The device or file that it was tried on.
    pub path: PathBuf,
    /// What the system answered.
    pub source: io::Error,
}

impl SystemError {
    /// `action` on `path` was answered with `source`.
    pub fn new(
        action: &'static str,
        path: impl Into<PathBuf>,
        source: impl Into<io::Error>,
    ) -> Self {
        Self { action, path: path.into(), source: source.into() }
    }
}

/// Why something could not be found out.
#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    /// The system refused a call.
    #[error(transparent)]
    System(#[from] SystemError),
    /// A kernel's attribute is there but unusable.
    #[error(transparent)]
    Attribute(#[from] AttributeError),
}
