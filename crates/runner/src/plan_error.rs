//! Why something cannot be planned.

use crate::source::{MethodError, SourcePlace};

/// Why something cannot be planned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A setting names a parameter that the method does not have.
    #[error("method {method} has no parameter \"{name}\"")]
    UnknownParam {
        /// The method's id.
        method: String,
        /// The name in the setting.
        name: String,
        /// Which ones exist.
        hint: String,
    },
    /// A setting gives a parameter a value that it does not accept.
    #[error("cannot set {name} of method {method}: {message}")]
    Setting {
        /// The method's id.
        method: String,
        /// The parameter.
        name: String,
        /// What is wrong with the value.
        message: String,
        /// What would be accepted.
        hint: String,
    },
    /// A step makes no sense with these parameters.
    #[error("{0}")]
    Step(MethodError),
    /// The method and the target do not go together.
    #[error("{message}")]
    Target {
        /// What does not fit.
        message: String,
        /// What the user can do.
        hint: String,
    },
    /// Nothing is left of the plan on a target that may only be read.
    #[error("every cell writes, and this target may only be read")]
    ReadOnly,
    /// A cell does not fit the target.
    #[error("cell \"{cell}\" cannot run on this target: {message}")]
    Cell {
        /// The cell's name.
        cell: String,
        /// What does not fit.
        message: String,
        /// What the user can do.
        hint: String,
    },
}

impl PlanError {
    /// What the user can do; empty if nothing is known.
    #[must_use]
    pub fn hint(&self) -> &str {
        match self {
            Self::UnknownParam { hint, .. }
            | Self::Setting { hint, .. }
            | Self::Target { hint, .. }
            | Self::Cell { hint, .. } => hint,
            Self::ReadOnly => "name a directory or file on a mounted file system of the drive",
            Self::Step(error) => &error.hint,
        }
    }

    /// Where in the method file; `None` if the file is not at fault.
    #[must_use]
    pub fn place(&self) -> Option<&SourcePlace> {
        match self {
            Self::Step(error) => error.place.as_ref(),
            _ => None,
        }
    }
}
