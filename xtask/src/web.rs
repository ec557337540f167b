//! The charts' sources in `web/` and the committed bundle.
//!
//! Knows how to detect a bundle that differs from its sources: by the hash in its first line, and with Node.js also
//! by a new build. Must not know the charts.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::programs::find_program;
use crate::repository::Tree;
use crate::skips::Skip;

const BUNDLE: &str = "crates/charts/bundle/charts.js";

/// The verdict for the list of all checks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) is_passed: bool,
    pub(crate) skipped: Vec<Skip>,
}

/// The hash of everything that decides the bundle, as `web/build.mjs` computes it: FNV-1a with 64 bits.
fn sources_hash(tree: &Tree) -> u64 {
    let decides = |path: &str| {
        path.starts_with("src/")
            || ["build.mjs", "package-lock.json", "tsconfig.json"].contains(&path)
    };
    let mut files: Vec<(&str, &str)> = tree
        .texts
        .iter()
        .filter_map(|file| Some((file.path.strip_prefix("web/")?, file.text.as_str())))
        .filter(|(path, _)| decides(path))
        .collect();
    files.sort_unstable();
    let bytes =
        files.iter().flat_map(|(path, text)| path.bytes().chain([0]).chain(text.bytes()));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Reports problems of the bundle that are visible without Node.js.
pub(crate) fn stale(tree: &Tree) -> Option<String> {
    let hash = format!("{:016x}", sources_hash(tree));
    let Some(bundle) = tree.text(BUNDLE) else { return Some(format!("{BUNDLE} is missing")) };
    let first = bundle.lines().next().unwrap_or_default();
    (!first.contains(&hash)).then(|| {
        format!("{BUNDLE} is not built from these sources ({hash}); run: cd web && npm ci && npm run build")
    })
}

/// Compares the hashes; if npm is there, rebuilds the bundle, checks the types and runs the tests.
pub(crate) fn check(root: &Path) -> Result<Summary> {
    if let Some(problem) = stale(&Tree::read(root)?) {
        println!("{problem}");
        return Ok(Summary::default());
    }
    if find_program("npm").is_none() {
        let reason = "there is no npm; only the hash of the sources was compared";
        return Ok(Summary { is_passed: true, skipped: vec![Skip::new("web", reason)] });
    }
    let web = root.join("web");
    if !npm(&web, &["ci", "--no-audit", "--no-fund", "--ignore-scripts"])? {
        let reason = "npm cannot fetch its packages; only the hash was compared";
        return Ok(Summary { is_passed: true, skipped: vec![Skip::new("web", reason)] });
    }
    let mut is_passed = true;
    for script in ["check", "fresh", "test"] {
        is_passed &= npm(&web, &["run", "--silent", script])?;
    }
    Ok(Summary { is_passed, skipped: Vec::new() })
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<bool> {
    let status = Command::new("npm").args(arguments).current_dir(folder).status();
    Ok(status.context("cannot start npm")?.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_source_makes_the_bundle_stale() {
        let tree = |source: &str, bundle: &str| {
            Tree::from_files(&[
                ("web/src/a.ts", source),
                ("web/test/all.ts", "anything"),
                (BUNDLE, bundle),
            ])
        };
        let hash = format!("/* sources: {:016x} */", sources_hash(&tree("let a;", "")));
        assert_eq!(stale(&tree("let a;", &hash)), None);
        assert!(stale(&tree("let b;", &hash)).is_some());
        assert!(stale(&Tree::from_files(&[("web/src/a.ts", "let a;")])).is_some());
    }
}
