//! Reasons why a plan is impossible.

use std::fmt;

use iogram_model::{Sentence, sentence};

use crate::source::{MethodError, SourcePlace};

/// The reason why a plan is impossible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A setting names a parameter that the method does not have.
    UnknownParam {
        /// The method's id.
        method: String,
        /// The name in the setting.
        name: String,
        /// The valid parameters.
        hint: Sentence,
    },
    /// A setting has an invalid value for its parameter.
    Setting {
        /// The method's id.
        method: String,
        /// The parameter.
        name: String,
        /// The problem with the value.
        message: Sentence,
        /// The expected value.
        hint: Sentence,
    },
    /// A step is invalid with these parameters.
    Step(MethodError),
    /// The method does not fit the target.
    Target {
        /// The mismatch.
        message: Sentence,
        /// The user's remedy.
        hint: Sentence,
    },
    /// A trace that a cell replays is missing.
    Trace {
        /// The problem.
        message: Sentence,
        /// The user's remedy.
        hint: Sentence,
    },
    /// The target is read-only and every cell writes.
    ReadOnly,
    /// A cell does not fit the target.
    Cell {
        /// The cell's name.
        cell: String,
        /// The mismatch.
        message: Sentence,
        /// The user's remedy.
        hint: Sentence,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl PlanError {
    /// The message for the user.
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

    /// The user's remedy; empty if none is known.
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

    /// The place in the method file; `None` if the file is not at fault.
    #[must_use]
    pub fn place(&self) -> Option<&SourcePlace> {
        match self {
            Self::Step(error) => error.place.as_ref(),
            _ => None,
        }
    }
}
