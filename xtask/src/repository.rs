//! The repository as files and packages.
//!
//! Knows the answers of git and cargo. Must not know their use.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// A text file of the repository.
#[derive(Debug, Clone)]
pub(crate) struct TextFile {
    /// Relative to the repository's root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl TextFile {
    #[cfg(test)]
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    pub(crate) fn is_rust(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == "rs")
    }

    pub(crate) fn is_markdown(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == "md")
    }
}

/// Everything that git tracks or would track.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    /// All paths, sorted.
    pub(crate) paths: Vec<String>,
    /// Those that hold UTF-8 text.
    pub(crate) texts: Vec<TextFile>,
}

impl Tree {
    #[cfg(test)]
    pub(crate) fn from_files(files: &[(&str, &str)]) -> Self {
        let texts: Vec<_> =
            files.iter().map(|(path, text)| TextFile::new(path, text)).collect();
        Self { paths: texts.iter().map(|file| file.path.clone()).collect(), texts }
    }

    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.texts.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// Whether `path` is a file or a directory with files in it.
    pub(crate) fn contains(&self, path: &str) -> bool {
        let directory = format!("{}/", path.trim_end_matches('/'));
        path.is_empty()
            || self.paths.iter().any(|other| other == path || other.starts_with(&directory))
    }

    /// Reads the files that git tracks, and new ones that it does not ignore.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        let listing = output_of(Command::new("git").args(arguments).current_dir(root))?;
        let mut tree = Self::default();
        for path in listing.split('\0').filter(|path| !path.is_empty()) {
            // A file that was deleted but not yet committed is still listed.
            let Ok(bytes) = std::fs::read(root.join(path)) else { continue };
            tree.paths.push(path.to_owned());
            if let Ok(text) = String::from_utf8(bytes) {
                tree.texts.push(TextFile { path: path.to_owned(), text });
            }
        }
        tree.paths.sort();
        Ok(tree)
    }
}

/// The directory of the workspace's manifest.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a folder of the repository")
        .to_owned()
}

/// The answer of `cargo metadata` about the workspace and its dependencies.
pub(crate) fn cargo_metadata(root: &Path) -> Result<Value> {
    let arguments = ["metadata", "--format-version", "1", "--locked", "--all-features"];
    let text = output_of(Command::new("cargo").args(arguments).current_dir(root))?;
    serde_json::from_str(&text).context("cannot read the answer of cargo metadata")
}

/// Runs `command` and returns its output.
///
/// # Errors
///
/// Fails if it cannot start, reports failure, or prints something other than UTF-8.
pub(crate) fn output_of(command: &mut Command) -> Result<String> {
    let name = format!("{command:?}");
    let output = command.output().with_context(|| format!("cannot start {name}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        bail!("{name} failed ({}): {}", output.status, reason.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{name} printed no UTF-8"))
}
