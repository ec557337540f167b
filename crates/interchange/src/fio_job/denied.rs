//! Faults of option values.
//!
//! Knows options and faults. Must not know the meaning of an option.

use super::fault::{JobFault, Wrong};
use super::text::JobOption;
use iogram_model::Text;

/// The value is invalid for this option.
pub(super) fn wrong_value(option: &JobOption, takes: Text) -> JobFault {
    let (name, value) = (option.written.clone(), option.value.clone());
    JobFault { line: option.line, wrong: Wrong::Value { option: name, value, takes } }
}

/// The value is valid in fio, but this program does not support it.
pub(super) fn unsupported(option: &JobOption, takes: Text) -> JobFault {
    let (name, value) = (option.written.clone(), option.value.clone());
    JobFault {
        line: option.line,
        wrong: Wrong::UnsupportedValue { option: name, value, takes },
    }
}
