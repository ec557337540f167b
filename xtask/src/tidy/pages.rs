//! What must be written about: every method has a page, every captured file a line.

use super::Problem;
use crate::repository::Tree;

const CAPTURES: &str = "testdata/README.md";

/// Finds methods without a page, pages without a method, and captures that nobody describes.
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

/// A line of the captures' README names a file, or a folder with a slash behind it, in backticks.
fn undescribed_captures(tree: &Tree) -> Vec<Problem> {
    let readme = tree.text(CAPTURES).unwrap_or_default();
    let is_described = |path: &str| {
        let folders = path.match_indices('/').map(|(at, _)| &path[..=at]);
        folders.chain([path]).any(|name| readme.contains(&format!("`{name}`")))
    };
    let captures = tree.paths.iter().filter(|path| *path != CAPTURES);
    captures
        .filter(|path| path.strip_prefix("testdata/").is_some_and(|name| !is_described(name)))
        .map(|path| Problem::in_file(path, format!("has no line in {CAPTURES}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    #[test]
    fn every_method_has_a_page_and_every_page_a_method() {
        let tree = Tree::of(&[
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
    fn a_capture_is_described_by_its_name_or_its_folder() {
        let tree = Tree::of(&[
            (CAPTURES, "- `sysfs/nvme/`: a laptop\n- `smart.bin`: a log page\n"),
            ("testdata/sysfs/nvme/size", ""),
            ("testdata/sysfs/usb/size", ""),
            ("testdata/smart.bin", ""),
        ]);
        let expected = ["testdata/sysfs/usb/size: has no line in testdata/README.md"];
        assert_eq!(texts(&check(&tree)), expected);
    }
}
