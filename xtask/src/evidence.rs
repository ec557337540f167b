//! `docs/evidence.md`: the behaviour that the pages for users promise, and the tests that prove it.
//!
//! A test's name is a sentence, and the first line of its file names the subject: the page is both, in the order of the
//! documentation. Must not know what a test does.

mod groups;

use std::collections::BTreeSet;
use std::process::ExitCode;

use anyhow::{Context as _, Result};

use self::groups::{GROUPS, OTHERS};
use crate::repository::{self, TextFile, Tree};

/// The page.
pub(crate) const PAGE: &str = "docs/evidence.md";

const HEAD: &str = "\
# Evidence

Which behaviour is proven by which test. `cargo xtask evidence` writes this page from the names of the tests, and `cargo xtask tidy`
rejects a stale one. A test's name is its sentence with `_` for spaces; `cargo xtask test` runs them all.
[How often conclusions are right](conclusions.md) has the measured error rates.
";

/// `cargo xtask evidence`: writes the page.
pub(crate) fn run() -> Result<ExitCode> {
    let root = repository::root();
    let path = root.join(PAGE);
    std::fs::write(&path, render(&Tree::read(&root)?))
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The page as the tests of `tree` make it.
pub(crate) fn render(tree: &Tree) -> String {
    let mut page = HEAD.to_owned();
    for (index, (title, link, _)) in GROUPS.iter().enumerate() {
        let files = tree.texts.iter().filter(|file| group_of(&file.path) == Some(index));
        page.push_str(&section(&format!("[{title}]({link})"), files, tree));
    }
    let is_other =
        |file: &&TextFile| file.path.starts_with(OTHERS) && group_of(&file.path).is_none();
    page.push_str(&section("Other behaviour", tree.texts.iter().filter(is_other), tree));
    page
}

/// Paths of the groups that no file with tests matches.
pub(crate) fn unmatched(tree: &Tree) -> Vec<&'static str> {
    let has_tests = |path: &&str| {
        let mut files = tree.texts.iter().filter(|file| file.path.starts_with(*path));
        files.any(|file| !tests_of(file, tree).is_empty())
    };
    let paths = GROUPS.iter().flat_map(|(_, _, paths)| paths.iter().copied());
    paths.filter(|path| !has_tests(path)).collect()
}

/// The names of all tests.
pub(crate) fn names(tree: &Tree) -> BTreeSet<&str> {
    tree.texts.iter().flat_map(|file| tests_of(file, tree)).collect()
}

/// The group with the longest path that `path` begins with.
fn group_of(path: &str) -> Option<usize> {
    let groups = GROUPS.iter().enumerate();
    let matches = groups.flat_map(|(index, (_, _, paths))| {
        let longest = paths.iter().filter(|it| path.starts_with(**it)).map(|it| it.len()).max();
        longest.map(|length| (length, index))
    });
    matches.max_by_key(|(length, _)| *length).map(|(_, index)| index)
}

/// Empty if no file has a test.
fn section<'a>(title: &str, files: impl Iterator<Item = &'a TextFile>, tree: &Tree) -> String {
    let parts: Vec<String> = files.filter_map(|file| part(file, tree)).collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!("\n## {title}\n{}", parts.concat()),
    }
}

/// The tests of a file below its subject.
fn part(file: &TextFile, tree: &Tree) -> Option<String> {
    let tests = tests_of(file, tree);
    if tests.is_empty() {
        return None;
    }
    let head = format!("\n{} ([{}](../{}))\n\n", subject(&file.text), file.path, file.path);
    let tests = tests.iter().map(|test| format!("- {}\n", sentence(test)));
    Some(std::iter::once(head).chain(tests).collect())
}

/// The first sentence of a file's own documentation.
fn subject(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = lines.map(str::trim).take_while(|line| !line.is_empty()).collect();
    let all = lines.join(" ");
    let first = all.split(". ").next().unwrap_or_default().trim_end_matches('.');
    // Links of rustdoc lead nowhere here.
    let first = first.replace("[`", "`").replace("`]", "`");
    if first.is_empty() { "Tests".to_owned() } else { first }
}

/// `a_name_of_a_test` as "A name of a test".
fn sentence(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut characters = words.chars();
    let first = characters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// Names of the tests in a file, in its order.
fn tests_of<'a>(file: &'a TextFile, tree: &Tree) -> Vec<&'a str> {
    if !file.is_rust() {
        return Vec::new();
    }
    let parent = parent_of(&file.path).and_then(|path| tree.text(&path)).unwrap_or_default();
    let mut names = Vec::new();
    let mut is_marked = false;
    for line in file.text.lines().map(str::trim_start) {
        if line == "#[test]" {
            is_marked = true;
            continue;
        }
        let is_shared = line.starts_with("pub(super) fn ");
        let Some(name) = name_of(line) else {
            is_marked &= line.starts_with('#') || line.starts_with("//");
            continue;
        };
        // The parent makes tests of these for more than one kind of store.
        if is_marked || is_shared && is_listed(parent, name) {
            names.push(name);
        }
        is_marked = false;
    }
    names
}

/// The function that a line begins.
fn name_of(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub(super) ").unwrap_or(line).strip_prefix("fn ")?;
    rest.split(['(', '<']).next()
}

/// The module above: `a/b.rs` of `a/b/c.rs`.
fn parent_of(path: &str) -> Option<String> {
    path.rsplit_once('/').map(|(folder, _)| format!("{folder}.rs"))
}

/// Whether a module's list of tests has the name.
fn is_listed(parent: &str, name: &str) -> bool {
    parent.contains("#[test]") && {
        let mut words = parent.split(|it: char| !it.is_alphanumeric() && it != '_');
        words.any(|word| word == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "//! Runs with [`Faults`]: nothing is lost. More.\n//!\n//! Details.\n\n#[test]\n\
                        fn a_run_is_kept() {}\n\n    #[test]\n    #[cfg(unix)]\n    // Why.\n    fn b() {}\n\n\
                        fn helper() {}\n";

    #[test]
    fn a_file_becomes_its_subject_and_the_sentences_of_its_tests() {
        let tree = Tree::from_files(&[("crates/cli/tests/guard/a.rs", FILE)]);
        let page = render(&tree);
        let expected = "\n## [Safety](safety.md)\n\nRuns with `Faults`: nothing is lost \
                        ([crates/cli/tests/guard/a.rs](../crates/cli/tests/guard/a.rs))\n\n\
                        - A run is kept\n- B\n";
        assert_eq!(page.strip_prefix(HEAD), Some(expected));
    }

    #[test]
    fn functions_that_a_parent_makes_tests_of_are_tests() {
        let tree = Tree::from_files(&[
            (
                "crates/a/src/tests.rs",
                "macro_rules! both { () => { #[test] } }\nboth!(x: one);\n",
            ),
            ("crates/a/src/tests/x.rs", "pub(super) fn one() {}\npub(super) fn other() {}\n"),
        ]);
        assert_eq!(tests_of(&tree.texts[1], &tree), ["one"]);
    }

    #[test]
    fn a_file_stands_in_the_group_with_the_longest_path() {
        let title = |path: &str| group_of(path).map(|index| GROUPS[index].0);
        assert_eq!(
            title("crates/cli/tests/program/server_faults.rs"),
            title("crates/store/src/tests/tls.rs")
        );
        assert_eq!(title("crates/cli/src/lib.rs"), None);
    }
}
