//! Required documentation: every method has a page, every captured file a line.

use std::collections::BTreeSet;

use super::Problem;
use crate::repository::Tree;

const CAPTURES: &str = "testdata/";

/// Finds methods without a page, pages without a method, and captures that no README describes.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = undescribed_methods(tree);
    problems.extend(undescribed_captures(tree));
    problems
}

fn undescribed_methods(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for path in &tree.paths {
        if let Some(id) = stem(path, "methods/", ".toml") {
            let page = format!("docs/methods/{id}.md");
            if !tree.contains(&page) {
                problems.push(Problem::in_file(path, format!("has no page {page}")));
            }
        }
        if let Some(id) = stem(path, "docs/methods/", ".md")
            && id != "README"
            && !tree.contains(&format!("methods/{id}.toml"))
        {
            problems.push(Problem::in_file(path, format!("describes no methods/{id}.toml")));
        }
    }
    problems
}

fn stem<'a>(path: &'a str, folder: &str, extension: &str) -> Option<&'a str> {
    path.strip_prefix(folder)?.strip_suffix(extension).filter(|stem| !stem.contains('/'))
}

/// The README nearest to a capture names it, or the folder beside the README that holds it, in
/// backticks; the extension may be left out. Each missing name is reported once.
fn undescribed_captures(tree: &Tree) -> Vec<Problem> {
    let captures = tree
        .paths
        .iter()
        .filter(|path| path.starts_with(CAPTURES) && !path.ends_with("/README.md"));
    let entries: BTreeSet<&str> =
        captures.filter_map(|path| undescribed_entry(tree, path)).collect();
    entries
        .into_iter()
        .map(|entry| Problem::in_file(entry, "no README above names it"))
        .collect()
}

/// The part of `path` that the nearest README must name and does not.
fn undescribed_entry<'a>(tree: &Tree, path: &'a str) -> Option<&'a str> {
    let folders = path.rmatch_indices('/').map(|(at, _)| &path[..=at]);
    let readme = |folder: &str| tree.text(&format!("{folder}README.md"));
    let Some((folder, text)) = folders.into_iter().find_map(|it| Some((it, readme(it)?)))
    else {
        return Some(path);
    };
    let (name, slash) = match path[folder.len()..].split_once('/') {
        Some((name, _)) => (name, "/"),
        None => (&path[folder.len()..], ""),
    };
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let is_named = [name, stem, &format!("{name}{slash}")]
        .iter()
        .any(|name| text.contains(&format!("`{name}`")));
    (!is_named).then(|| &path[..folder.len() + name.len()])
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    #[test]
    fn every_method_has_a_page_and_every_page_a_method() {
        let tree = Tree::from_files(&[
            ("methods/quick.toml", ""),
            ("methods/cdm.toml", ""),
            ("docs/methods/cdm.md", ""),
            ("docs/methods/old.md", ""),
            ("docs/methods/README.md", ""),
        ]);
        let expected = [
            "methods/quick.toml: has no page docs/methods/quick.md",
            "docs/methods/old.md: describes no methods/old.toml",
        ];
        assert_eq!(texts(&check(&tree)), expected);
    }

    #[test]
    fn a_capture_is_named_by_the_nearest_readme() {
        let tree = Tree::from_files(&[
            ("testdata/README.md", "- `sysfs/`: computers\n- `smart.bin`: a log page\n"),
            ("testdata/smart.bin", ""),
            ("testdata/other.bin", ""),
            ("testdata/sysfs/README.md", "| `nvme` | a laptop |\n| `page` | a page |\n"),
            ("testdata/sysfs/nvme/size", ""),
            ("testdata/sysfs/page.hex", ""),
            ("testdata/sysfs/usb/size", ""),
            ("testdata/sysfs/usb/model", ""),
        ]);
        let expected = [
            "testdata/other.bin: no README above names it",
            "testdata/sysfs/usb: no README above names it",
        ];
        assert_eq!(texts(&check(&tree)), expected);
    }
}
