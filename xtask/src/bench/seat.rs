//! Where one measurement takes place.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// A directory that is removed at the end.
#[derive(Debug)]
pub(super) struct Scratch(PathBuf);

impl Scratch {
    pub(super) fn make() -> Result<Self> {
        let path = std::env::temp_dir().join(format!("iogram-bench-{}", std::process::id()));
        std::fs::create_dir(&path)
            .with_context(|| format!("cannot make the directory {}", path.display()))?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        report(
            std::fs::remove_dir_all(&self.0).with_context(|| format!("{}", self.0.display())),
        );
    }
}

/// The parameters of one measurement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seat {
    /// `None` is the null target.
    pub(super) device: Option<PathBuf>,
    /// The tool's cgroup, if it matters.
    pub(super) cgroup: Option<PathBuf>,
}

/// The file behind the loop device.
pub(super) const IMAGE_NAME: &str = "image";

/// Reports a failed cleanup; the rest is cleaned up all the same.
pub(super) fn report<T>(result: Result<T>) {
    if let Err(error) = result {
        eprintln!("warning: left behind: {error:#}");
    }
}
