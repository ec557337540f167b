//! Meanings of server errors and connection errors.

use std::io::ErrorKind as ErrorOfIo;

use sqlx::error::ErrorKind;

use super::value::Rule;
use crate::error::Fault;

/// The rule of the schema that a failed insert violated, if any.
pub(super) fn broken_rule(error: &sqlx::Error) -> Option<Rule> {
    match error.as_database_error()?.kind() {
        ErrorKind::UniqueViolation => Some(Rule::Unique),
        ErrorKind::ForeignKeyViolation => Some(Rule::ForeignKey),
        _ => None,
    }
}

/// The kind of failure.
pub(super) fn fault_of(error: &sqlx::Error) -> Fault {
    match error {
        // TLS reports problems with a server as invalid data.
        sqlx::Error::Io(error) if error.kind() == ErrorOfIo::InvalidData => {
            tls_fault_of(&error.to_string())
        }
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) => Fault::ServerAway,
        sqlx::Error::Tls(error) => tls_fault_of(&error.to_string()),
        sqlx::Error::Database(error) => {
            error.code().map_or(Fault::Other, |code| code_fault_of(&code))
        }
        _ => Fault::Other,
    }
}

/// The problem with a server's certificate, by the words of rustls 0.23: the driver hides its error types.
fn tls_fault_of(said: &str) -> Fault {
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    if says(&["does not support TLS"]) {
        Fault::ServerPlain
    } else if says(&["expired", "Expired", "not valid yet", "NotValidYet"]) {
        Fault::ServerOutOfDate
    } else if says(&["not valid for name", "NotValidForName"]) {
        Fault::ServerMisnamed
    } else {
        Fault::ServerUntrusted
    }
}

/// Source: <https://www.postgresql.org/docs/15/errcodes-appendix.html>.
fn code_fault_of(code: &str) -> Fault {
    match code {
        "55P03" | "40001" | "40P01" => Fault::ServerLocked,
        "53100" | "53200" | "54000" => Fault::ServerFull,
        "53300" | "57P03" => Fault::ServerBusy,
        "25006" => Fault::ServerReadOnly,
        "42501" | "3F000" => Fault::ServerForbids,
        "3D000" => Fault::NoServerDatabase,
        "XX001" | "XX002" => Fault::ServerDamaged,
        _ if code.starts_with("28") => Fault::ServerRefuses,
        _ if code.starts_with("08") || code.starts_with("57P") => Fault::ServerAway,
        _ => Fault::Other,
    }
}
