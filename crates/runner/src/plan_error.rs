//! Why something cannot be planned.

use std::fmt;

use iogram_model::{Sentence, sentence};

use crate::source::{MethodError, SourcePlace};

/// Why something cannot be planned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A setting names a parameter that the method does not have.
    UnknownParam {
        /// The method's id.
        method: String,
        /// The name in the setting.
        name: String,
        /// Which ones exist.
        hint: Sentence,
    },
    /// A setting gives a parameter a value that it does not accept.
    Setting {
        /// The method's id.
        method: String,
        /// The parameter.
        name: String,
        /// What is wrong with the value.
        message: Sentence,
        /// What would be accepted.
        hint: Sentence,
    },
    /// A step makes no sense with these parameters.
    Step(MethodError),
    /// The method and the target do not go together.
    Target {
        /// What does not fit.
        message: Sentence,
        /// What the user can do.
        hint: Sentence,
    },
    /// A trace that a cell is to make again cannot be had.
    Trace {
        /// What is wrong.
        message: Sentence,
        /// What the user can do.
        hint: Sentence,
    },
    /// Nothing is left of the plan on a target that may only be read.
    ReadOnly,
    /// A cell does not fit the target.
    Cell {
        /// The cell's name.
        cell: String,
        /// What does not fit.
        message: Sentence,
        /// What the user can do.
        hint: Sentence,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl PlanError {
    /// What cannot be planned.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::UnknownParam { method, name, .. } => {
                sentence!("runner-method-no-parameter", method, name)
            }
            Self::Setting { method, name, message, .. } => sentence!(
                "runner-cannot-set-method",
                name,
                method,
                message: message.clone()
            ),
            Self::Step(error) => error.message.clone(),
            Self::Target { message, .. } | Self::Trace { message, .. } => message.clone(),
            Self::ReadOnly => sentence!("runner-every-cell-writes-target-only-read"),
            Self::Cell { cell, message, .. } => sentence!(
                "runner-cell-cannot-run-target",
                cell,
                message: message.clone()
            ),
        }
    }

    /// What the user can do; empty if nothing is known.
    #[must_use]
    pub fn hint(&self) -> Sentence {
        match self {
            Self::UnknownParam { hint, .. }
            | Self::Setting { hint, .. }
            | Self::Target { hint, .. }
            | Self::Trace { hint, .. }
            | Self::Cell { hint, .. } => hint.clone(),
            Self::ReadOnly => {
                sentence!("runner-name-directory-file-mounted-file-system")
            }
            Self::Step(error) => error.hint.clone(),
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
