//! A store on a PostgreSQL server: from the user's input to an address for a connection.
//!
//! Knows the syntax of such an address. Must not know a password: it comes from the environment or a file that
//! PostgreSQL's own programs read as well, never from a command line, which every user of a computer can read.
//!
//! Source: <https://www.postgresql.org/docs/15/libpq-connect.html>, 34.1.1.2 (addresses), 34.16 (the password file).

use std::path::{Path, PathBuf};

use crate::error::Error;

/// The address of a database on a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Server {
    /// The address as typed; it contains no secret.
    address: String,
}

impl Server {
    /// The server that `location` names; `None` for anything else.
    ///
    /// # Errors
    ///
    /// Fails if the address contains a password.
    pub(crate) fn parse(location: &Path) -> Result<Option<Self>, Error> {
        // A leading blank comes from a shell's quotes.
        let Some(text) = location.to_str().map(str::trim_start) else { return Ok(None) };
        let Some((scheme, rest)) = text.split_once("://") else { return Ok(None) };
        if !matches!(scheme.to_ascii_lowercase().as_str(), "postgres" | "postgresql") {
            return Ok(None);
        }
        if has_password(rest) {
            return Err(Error::PasswordInAddress);
        }
        Ok(Some(Self { address: format!("postgres://{rest}") }))
    }

    /// Its name in place of a file's path.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Refuses every server in a build without support for servers.
    pub(crate) fn check_build(&self) -> Result<(), Error> {
        match cfg!(feature = "server") {
            true => Ok(()),
            false => Err(Error::NoServers { path: PathBuf::from(&self.address) }),
        }
    }

    /// The connection string. As in libpq, naming a certificate requires its verification: the driver (sqlx 0.9.0)
    /// would accept any with `sslmode=require`.
    ///
    /// Source: <https://www.postgresql.org/docs/15/libpq-ssl.html>, 34.19.1.
    pub(crate) fn connection(&self) -> String {
        let has_root = self.parameter(ROOT).is_some();
        let is_required = self.parameter(MODE).as_deref() == Some("require");
        let verified = if has_root && is_required { "&sslmode=verify-ca" } else { "" };
        format!("{}{verified}", self.address)
    }

    /// Refuses an address that names a missing file: the driver's error would look like a missing server.
    pub(crate) fn check_files(&self) -> Result<(), Error> {
        for names in [ROOT, &["sslcert", "ssl-cert"], &["sslkey", "ssl-key"]] {
            let Some(file) = self.parameter(names).map(PathBuf::from) else { continue };
            if !file.is_file() {
                let path = PathBuf::from(&self.address);
                return Err(Error::NoFile { path, parameter: names[0], file });
            }
        }
        Ok(())
    }

    /// The last value of a parameter under any of its names.
    fn parameter(&self, names: &[&str]) -> Option<String> {
        let (_, parameters) = self.address.split_once('?')?;
        let parameters = parameters.split('&').filter_map(|it| it.split_once('='));
        let mut named = parameters.filter(|(name, _)| names.contains(name));
        named.next_back().map(|(_, value)| decoded(value))
    }
}

/// The driver's names of two parameters; libpq's comes first.
const ROOT: &[&str] = &["sslrootcert", "ssl-root-cert", "ssl-ca"];
const MODE: &[&str] = &["sslmode", "ssl-mode"];

/// A value with its percent escapes, such as `%2F`, decoded.
fn decoded(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(|_| first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether the part after the scheme contains a password, before the host or among the parameters.
fn has_password(rest: &str) -> bool {
    let (before, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let authority = before.split('/').next().unwrap_or_default();
    // A password may contain `/` and `?` without the escapes `%2F` and `%3F`: it must not be shown then, either.
    let user = rest.rsplit_once('@').map_or(authority, |(user, _)| user);
    let has_user = rest.contains('@') && user.contains(':');
    has_user
        || parameters.split('&').any(|it| is_secret(it.split('=').next().unwrap_or_default()))
}

/// Whether a path may be a mistyped address with a password in it: then no message may repeat it as a file name.
pub(crate) fn may_hold_password(location: &Path) -> bool {
    let text = location.to_string_lossy().trim().to_ascii_lowercase();
    let words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '=');
    let has_keyword = words
        .clone()
        .any(|it| it.contains("password=") || it == "password" && text.contains('='));
    // `user:secret@host`, with or without a scheme. A path begins otherwise.
    let has_user = text.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'));
    has_keyword || has_user && !text.starts_with(['/', '.', '~'])
}

fn is_secret(name: &str) -> bool {
    matches!(name.to_ascii_lowercase().as_str(), "password" | "sslpassword")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_servers_are_told_from_paths() {
        let check = |location: &str, expected: Option<&str>| {
            let server = Server::parse(Path::new(location)).unwrap();
            assert_eq!(server.as_ref().map(Server::address), expected, "{location:?}");
        };
        check("postgres://lab/runs", Some("postgres://lab/runs"));
        check("postgresql://eva@lab:5433/runs", Some("postgres://eva@lab:5433/runs"));
        check("PostgreSQL://[::1]:5432/runs", Some("postgres://[::1]:5432/runs"));
        check(
            "postgres:///runs?host=/run/postgresql&sslmode=verify-full",
            Some("postgres:///runs?host=/run/postgresql&sslmode=verify-full"),
        );
        check("https://lab/runs", None);
        check("postgres.sqlite", None);
        check("/tmp/postgres:/runs", None);
    }

    #[test]
    fn who_names_a_certificate_wants_it_looked_at() {
        let check = |parameters: &str, added: &str| {
            let address = format!("postgres://lab/runs?{parameters}");
            let server = Server::parse(Path::new(&address)).unwrap().unwrap();
            assert_eq!(server.connection(), format!("{address}{added}"));
        };
        check("sslmode=require", "");
        check("sslmode=require&sslrootcert=ca.pem", "&sslmode=verify-ca");
        check("sslrootcert=ca.pem&sslmode=verify-full", "");
        check("sslrootcert=ca.pem&sslmode=disable", "");
        assert_eq!(decoded("%2Fetc/lab%20ca.pem%"), "/etc/lab ca.pem%");
    }

    #[test]
    fn a_mistyped_address_with_a_password_is_not_taken_for_a_file() {
        for location in [
            "postgres:user:hunter2@lab/runs",
            "postgres:/user:hunter2@lab/runs",
            "user:hunter2@lab/runs",
            "host=lab dbname=runs password=hunter2",
            "host=lab PASSWORD = hunter2",
            "PGPASSWORD=hunter2",
        ] {
            assert!(may_hold_password(Path::new(location)), "{location}");
        }
        for location in [
            "/srv/a:b@c/runs.sqlite",
            "./a:b@c",
            "runs@home.sqlite",
            "C:runs.sqlite",
            "passwords.sqlite",
        ] {
            assert!(!may_hold_password(Path::new(location)), "{location}");
        }
        let blank = Server::parse(Path::new(" postgres://lab/runs")).unwrap().unwrap();
        assert_eq!(blank.address(), "postgres://lab/runs");
    }

    #[test]
    fn an_address_with_a_password_is_refused_and_not_repeated() {
        for location in [
            "postgres://eva:hunter2@lab/runs",
            "postgres://eva:@lab/runs",
            "postgres://eva:hunt/er2@lab/runs",
            "postgres://eva:hunt?er2@lab/runs",
            "postgres://eva:hunt@er2@lab/runs",
            "postgres://lab/runs?sslmode=require&password=hunter2",
            "postgres://lab/runs?PassWord=hunter2",
            "postgres://lab/runs?sslpassword=hunter2",
            " postgres://eva:hunter2@lab/runs",
        ] {
            let error = Server::parse(Path::new(location)).unwrap_err();
            assert!(matches!(error, Error::PasswordInAddress), "{location}");
            assert!(!format!("{error} {error:?}").contains("er2"), "{location}: {error}");
        }
    }
}
