//! Programs of this computer, and what this process may do.

use std::process::Command;

use crate::repository;

/// The full path of `program`; system directories are looked into even if the path leaves them out.
pub(crate) fn find_program(program: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/sbin".into(), "/sbin".into()])
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// Whether this process may do everything: asked of `id`, because std does not know user ids.
pub(crate) fn is_root() -> bool {
    let answer = repository::output_of(Command::new("id").arg("-u"));
    answer.is_ok_and(|text| text.trim() == "0")
}
