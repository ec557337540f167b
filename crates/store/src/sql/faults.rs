//! What a database's errors mean.

use std::io::ErrorKind as ErrorOfIo;

use sqlx::error::ErrorKind;

use crate::error::Fault;

/// What a failed insert ran into, if it was a rule of the schema.
pub(crate) fn broken_rule(error: &sqlx::Error) -> Option<ErrorKind> {
    Some(error.as_database_error()?.kind())
}

/// What kind of failure it is.
///
/// Source: <https://sqlite.org/rescode.html>, the low byte is the primary result code;
/// <https://www.postgresql.org/docs/15/errcodes-appendix.html>, always five characters, which no code of SQLite has.
pub(crate) fn fault_of(error: &sqlx::Error) -> Fault {
    match error {
        // What TLS says against a server arrives as data that is invalid.
        sqlx::Error::Io(error) if error.kind() == ErrorOfIo::InvalidData => {
            return tls_fault_of(&error.to_string());
        }
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) => return Fault::ServerAway,
        sqlx::Error::Tls(error) => return tls_fault_of(&error.to_string()),
        sqlx::Error::RowNotFound => return Fault::ServerForbids,
        _ => {}
    }
    let code = error.as_database_error().and_then(|error| Some(error.code()?.into_owned()));
    let Some(code) = code else { return Fault::Other };
    if code.len() == 5 {
        return server_fault_of(&code);
    }
    match code.parse::<u32>().ok().map(|code| code & 0xff) {
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

/// What is wrong with a server's certificate, by the words of rustls 0.23: its errors' types are hidden behind the driver.
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

fn server_fault_of(code: &str) -> Fault {
    match code {
        "55P03" | "40001" | "40P01" => Fault::Locked,
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
