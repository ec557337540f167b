//! Programs of this computer, and the rights of this process.

use std::process::Command;

use crate::repository;

/// The full path of `program`; includes system directories that `PATH` lacks.
pub(crate) fn find_program(program: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/sbin".into(), "/sbin".into()])
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// Whether this process is root: asked of `id`, because std has no user ids.
pub(crate) fn is_root() -> bool {
    let answer = repository::output_of(Command::new("id").arg("-u"));
    answer.is_ok_and(|text| text.trim() == "0")
}
