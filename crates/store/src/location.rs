//! Locations of stores: from the user's input to a file that can be opened, or a server that can be reached.

use std::path::Path;

use iogram_door::PrivateFile;

use crate::error::Error;
use crate::server::{Server, may_hold_password};

/// Files that SQLite writes beside its own.
const BESIDE: [&str; 3] = ["-journal", "-wal", "-shm"];

/// The first bytes of an SQLite file. Source: <https://sqlite.org/fileformat.html>, 1.3.
const BEGINNING: &[u8] = b"SQLite format 3\0";

/// The place of the runs.
#[derive(Debug)]
pub(crate) enum Place {
    /// A file; its name keeps identifying it.
    File(PrivateFile),
    Server(Server),
}

impl Place {
    /// Whether another user created the file: such a file does not become a store.
    pub(crate) fn is_anothers(&self) -> bool {
        matches!(self, Self::File(file) if file.is_anothers())
    }
}

/// The place that `location` names: a server, or a file, which is created if missing, with its directories, for its
/// owner alone.
pub(crate) fn open(location: &Path) -> Result<Place, Error> {
    if let Some(server) = Server::parse(location)? {
        server.check_build()?;
        return Ok(Place::Server(server));
    }
    check_name(location)?;
    PrivateFile::open(location, &BESIDE, is_database)
        .map(Place::File)
        .map_err(|source| Error::Place { path: location.to_owned(), source })
}

/// Checks whether [`open`] would succeed; makes nothing and does not contact a server.
pub(crate) fn look(location: &Path) -> Result<(), Error> {
    if let Some(server) = Server::parse(location)? {
        return server.check_build();
    }
    check_name(location)?;
    PrivateFile::look(location, &BESIDE, is_database)
        .map_err(|source| Error::Place { path: location.to_owned(), source })
}

fn is_database(head: &[u8]) -> bool {
    head.starts_with(BEGINNING)
}

fn check_name(location: &Path) -> Result<(), Error> {
    if let Some(scheme) = url_scheme(location) {
        return Err(Error::Url { scheme });
    }
    if may_hold_password(location) && !location.exists() {
        return Err(Error::PasswordInAddress);
    }
    match location.is_dir() {
        true => Err(Error::Directory { path: location.to_owned() }),
        false => Ok(()),
    }
}

/// The part before `://`, or `None` for a path.
pub(crate) fn url_scheme(location: &Path) -> Option<String> {
    let (scheme, _) = location.to_str()?.split_once("://")?;
    let is_scheme = !scheme.is_empty()
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then(|| scheme.to_ascii_lowercase())
}

/// Refuses a path that is not text.
pub(crate) fn check_text(path: &Path) -> Result<(), Error> {
    match path.to_str() {
        Some(_) => Ok(()),
        None => Err(Error::PathNotText { path: path.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_not_taken_for_a_path() {
        let check = |location: &str, expected: Option<&str>| {
            let scheme = url_scheme(Path::new(location));
            assert_eq!(scheme.as_deref(), expected, "location {location:?}");
        };
        check("postgres://user:secret@host/runs", Some("postgres"));
        check("PostgreSQL://host", Some("postgresql"));
        check("sqlite:///tmp/runs.sqlite", Some("sqlite"));
        check("/tmp/runs.sqlite", None);
        check("runs:new.sqlite", None);
        check("./a b://c", None);
    }
}
