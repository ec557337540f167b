//! Values of options that are refused.
//!
//! Knows options and faults. Must not know what an option means.

use super::fault::{JobFault, Wrong};
use super::text::JobOption;
use iogram_model::Text;

/// That an option has no such value.
pub(super) fn wrong_value(option: &JobOption, takes: Text) -> JobFault {
    let (name, value) = (option.written.clone(), option.value.clone());
    JobFault { line: option.line, wrong: Wrong::Value { option: name, value, takes } }
}

/// That this program has nothing for a value that the option has.
pub(super) fn unsupported(option: &JobOption, takes: Text) -> JobFault {
    let (name, value) = (option.written.clone(), option.value.clone());
    JobFault {
        line: option.line,
        wrong: Wrong::UnsupportedValue { option: name, value, takes },
    }
}
