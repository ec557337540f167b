//! Places: the environment and the paths that it names.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use iogram_model::{sentence, text};
use iogram_session::Journals;
pub(crate) use iogram_session::{
    open_file, open_found, read_bytes, read_found, read_found_text, read_text,
};
use iogram_store::{LAST, Store};

use crate::args::StoreArgs;
use crate::environment::variable;
use crate::failure::Failure;
use crate::output;

/// The file of the store, or the address of its server.
pub(crate) fn store_path(arguments: &StoreArgs) -> Result<PathBuf, Failure> {
    if let Some(path) = &arguments.store {
        return Ok(path.clone());
    }
    store_path_from(variable("IOGRAM_STORE"), variable("XDG_DATA_HOME"), variable("HOME"))
        .ok_or_else(|| {
            Failure::environment(
                text!("cli-cannot-find-place-keep-runs-neither"),
                text!("cli-name-file-store-use-no-store"),
            )
        })
}

/// Source: XDG Base Directory Specification 0.8: data in `$XDG_DATA_HOME`, by default
/// `$HOME/.local/share`; relative paths there are ignored.
fn store_path_from(
    named: Option<String>,
    data_home: Option<String>,
    home: Option<String>,
) -> Option<PathBuf> {
    if let Some(named) = named {
        return Some(PathBuf::from(named));
    }
    let absolute = |path: String| Some(PathBuf::from(path)).filter(|path| path.is_absolute());
    let data_home = data_home.and_then(absolute);
    let data = data_home.or_else(|| Some(home.and_then(absolute)?.join(".local/share")))?;
    Some(data.join("iogram/runs.sqlite"))
}

/// The file with the salt of this user's hashes of serial numbers.
pub(crate) fn salt_path() -> Result<PathBuf, Failure> {
    let beside = store_path_from(None, variable("XDG_DATA_HOME"), variable("HOME"));
    beside.map(|store| store.with_file_name("salt")).ok_or_else(|| {
        Failure::environment(
            text!("cli-cannot-hide-serial-numbers-neither-xdg"),
            text!("cli-set-home-leave-serial"),
        )
    })
}

/// The directory for blocks of borrowed devices.
pub(crate) fn journals(named: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    Journals { named: named.cloned(), usual: usual_journals() }.place()
}

/// The default of the same directory.
pub(crate) fn usual_journals() -> Option<PathBuf> {
    journals_from(variable("XDG_STATE_HOME"), variable("HOME"))
}

/// Source: XDG Base Directory Specification 0.8: state in `$XDG_STATE_HOME`, by default
/// `$HOME/.local/state`.
fn journals_from(state_home: Option<String>, home: Option<String>) -> Option<PathBuf> {
    let absolute = |path: String| Some(PathBuf::from(path)).filter(|path| path.is_absolute());
    let state = state_home.and_then(absolute);
    let state = state.or_else(|| Some(home.and_then(absolute)?.join(".local/state")))?;
    Some(state.join("iogram/borrowed"))
}

/// Opens the store that the options name, to write a run; creates it if there is none.
pub(crate) fn open_store(arguments: &StoreArgs) -> Result<Store, Failure> {
    let path = store_path(arguments)?;
    if is_usual(arguments) {
        path.parent().map_or(Ok(()), iogram_door::own_folder)?;
    }
    Ok(iogram_session::open_store(path)?)
}

/// Opens the store that the options name, to read it. Creates nothing, so that a mistyped name leaves no empty store.
pub(crate) fn open_kept(arguments: &StoreArgs) -> Result<Store, Failure> {
    check_usual(arguments)?;
    open_at(&store_path(arguments)?)
}

/// The id of the run that `name` means; prints once which run "last" is.
pub(crate) fn find_run(store: &mut Store, name: &str) -> Result<String, Failure> {
    static SAID: OnceLock<String> = OnceLock::new();
    let id = store.find(name)?;
    if name == LAST && SAID.set(id.clone()).is_ok() {
        output::talk(sentence!("cli-last-run", id));
    }
    Ok(id)
}

/// Whether the user named no store, so that it is in iogram's own directory.
fn is_usual(arguments: &StoreArgs) -> bool {
    arguments.store.is_none() && variable("IOGRAM_STORE").is_none()
}

/// Checks that iogram's own directory belongs to this user: the environment may name another user's, such as that of
/// the caller of sudo. Creates nothing.
pub(crate) fn check_usual(arguments: &StoreArgs) -> Result<(), Failure> {
    if !is_usual(arguments) {
        return Ok(());
    }
    let path = store_path(arguments)?;
    Ok(path.parent().map_or(Ok(()), iogram_door::check_own_folder)?)
}

/// The same for a store by its path.
pub(crate) fn open_at(path: &Path) -> Result<Store, Failure> {
    if !Store::is_url(path) && !path.exists() {
        return Err(Failure::usage(
            sentence!("cli-cannot-look-into-store-no-file", path = path.display()),
            text!("cli-measure-something-first-iogram-quick-name"),
        ));
    }
    Ok(iogram_session::open_store(path)?)
}

/// Refuses the address of a server in a build without support for servers, and one with a password, before any other
/// work.
pub(crate) fn check_server(place: Option<&Path>) -> Result<(), Failure> {
    match place {
        Some(place) if Store::is_on_server(place) => Ok(Store::look(place)?),
        _ => Ok(()),
    }
}

/// Whether the user has measured anything yet, or named a store.
pub(crate) fn has_store(arguments: &StoreArgs) -> Result<bool, Failure> {
    Ok(arguments.store.is_some() || is_kept(arguments)?)
}

/// Whether there is a store. A named one may not exist yet.
pub(crate) fn is_kept(arguments: &StoreArgs) -> Result<bool, Failure> {
    let path = store_path(arguments)?;
    Ok(Store::is_on_server(&path) || path.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variables: [&str; 3], expected: Option<&str>) {
        let [named, data_home, home] =
            variables.map(|value| Some(value.to_owned()).filter(|value| !value.is_empty()));
        let found = store_path_from(named, data_home, home);
        assert_eq!(found, expected.map(PathBuf::from), "{variables:?}");
    }

    #[test]
    fn the_store_is_where_the_xdg_rules_put_it() {
        check(["", "", "/home/eva"], Some("/home/eva/.local/share/iogram/runs.sqlite"));
        check(["", "/data", "/home/eva"], Some("/data/iogram/runs.sqlite"));
        check(["", "data", "/home/eva"], Some("/home/eva/.local/share/iogram/runs.sqlite"));
        check(["mine.sqlite", "/data", ""], Some("mine.sqlite"));
        check(["", "", ""], None);
    }

    #[test]
    fn saved_blocks_are_where_the_xdg_rules_put_state() {
        let found = |state: &str, home: &str| {
            let [state, home] = [state, home]
                .map(|value| Some(value.to_owned()).filter(|value| !value.is_empty()));
            journals_from(state, home).map(|path| path.display().to_string())
        };
        let home = Some("/home/eva/.local/state/iogram/borrowed".to_owned());
        assert_eq!(found("", "/home/eva"), home);
        assert_eq!(found("state", "/home/eva"), home);
        assert_eq!(found("/state", "/home/eva").as_deref(), Some("/state/iogram/borrowed"));
        assert_eq!(found("", ""), None);
    }
}
