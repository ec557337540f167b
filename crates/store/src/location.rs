//! Where a store is: from what the user typed to a file that can be opened.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// The file that `location` names, with links and `..` resolved; its directory exists afterwards.
pub(crate) fn resolve(location: &Path) -> Result<PathBuf, Error> {
    if let Some(scheme) = url_scheme(location) {
        return Err(Error::Url { scheme });
    }
    let file_name = location.file_name().filter(|_| !location.is_dir());
    let Some(file_name) = file_name else {
        return Err(Error::Directory { path: location.to_owned() });
    };
    let parent = location.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let refuse = |source| Error::Parent { path: parent.to_owned(), source };
    fs::create_dir_all(parent).map_err(refuse)?;
    // A URL drops `..` before it looks at links, which may lead to another directory.
    let parent = fs::canonicalize(parent).map_err(refuse)?;
    Ok(parent.join(file_name))
}

/// The part before `://`, or `None` for a path.
fn url_scheme(location: &Path) -> Option<String> {
    let (scheme, _) = location.to_str()?.split_once("://")?;
    let is_scheme = !scheme.is_empty()
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then(|| scheme.to_ascii_lowercase())
}

/// The connection URL of the file `path`, which is made if it does not exist.
pub(crate) fn sqlite_url(path: &Path) -> Result<String, Error> {
    let text = path.to_str().ok_or_else(|| Error::PathNotText { path: path.to_owned() })?;
    let mut url = String::from("sqlite://");
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            url.push(char::from(byte));
        } else {
            write!(url, "%{byte:02X}").expect("writing to a String does not fail");
        }
    }
    url.push_str("?mode=rwc");
    Ok(url)
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

    #[test]
    fn the_url_of_a_path_keeps_what_urls_give_a_meaning() {
        let url = sqlite_url(Path::new("/tmp/50% a?b#c/ü.sqlite")).unwrap();
        assert_eq!(url, "sqlite:///tmp/50%25%20a%3Fb%23c/%C3%BC.sqlite?mode=rwc");
    }
}
