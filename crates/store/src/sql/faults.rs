//! Meanings of database errors.

#[cfg(feature = "server")]
use super::server_faults;
use super::value::{Failure, Rule};
use crate::error::Fault;

/// The rule of the schema that a failed insert violated, if any.
pub(crate) fn broken_rule(error: &Failure) -> Option<Rule> {
    match error {
        // Source: <https://sqlite.org/rescode.html>, SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE and _FOREIGNKEY.
        Failure::File(error) => match code_of(error)? {
            1555 | 2067 => Some(Rule::Unique),
            787 => Some(Rule::ForeignKey),
            _ => None,
        },
        #[cfg(feature = "server")]
        Failure::Server(error) => server_faults::broken_rule(error),
        _ => None,
    }
}

/// The kind of failure.
pub(crate) fn fault_of(error: &Failure) -> Fault {
    match error {
        Failure::File(error) => file_fault_of(error),
        #[cfg(feature = "server")]
        Failure::Server(error) => server_faults::fault_of(error),
        Failure::NoRow => Fault::ServerForbids,
        _ => Fault::Other,
    }
}

/// The extended result code.
fn code_of(error: &rusqlite::Error) -> Option<i32> {
    match error {
        rusqlite::Error::SqlInputError { error, .. } => Some(error.extended_code),
        other => Some(other.sqlite_error()?.extended_code),
    }
}

/// Source: <https://sqlite.org/rescode.html>, the low byte is the primary result code.
fn file_fault_of(error: &rusqlite::Error) -> Fault {
    match code_of(error).map(|code| code & 0xff) {
        Some(5 | 6) => Fault::Locked,
        Some(8) => Fault::ReadOnly,
        Some(10) => Fault::Io,
        Some(11) => Fault::Damaged,
        Some(13) => Fault::Full,
        Some(3 | 14 | 23) => Fault::Unreachable,
        Some(26) => Fault::NotADatabase,
        _ => Fault::Other,
    }
}
