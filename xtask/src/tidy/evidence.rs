//! The page of evidence is what the tests' names give, and pages for users name no test themselves.

use std::collections::BTreeSet;

use super::Problem;
use crate::evidence::{PAGE, names, render, unmatched};
use crate::repository::{TextFile, Tree};

/// Pages that may name tests: those for developers.
const DEVELOPERS: [&str; 2] = ["docs/dev/", "docs/journal/"];

/// Finds a stale page, groups without tests, and names of tests on pages for users.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    if tree.text(PAGE).is_none_or(|text| text != render(tree)) {
        let message = "is not what the tests' names give: cargo xtask evidence writes it";
        problems.push(Problem::in_file(PAGE, message));
    }
    for path in unmatched(tree) {
        let message = format!("{path} has no test: xtask/src/evidence/groups.rs names it");
        problems.push(Problem::in_file(PAGE, message));
    }
    let tests = names(tree);
    let is_for_users = |file: &&TextFile| {
        let is_elsewhere = DEVELOPERS.iter().any(|folder| file.path.starts_with(folder));
        file.path.starts_with("docs/")
            && file.is_markdown()
            && !is_elsewhere
            && file.path != PAGE
    };
    for page in tree.texts.iter().filter(is_for_users) {
        problems.extend(named_tests(page, &tests));
    }
    problems
}

fn named_tests(page: &TextFile, tests: &BTreeSet<&str>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, line) in page.text.lines().enumerate() {
        let spans = line.split('`').skip(1).step_by(2);
        for name in spans.filter(|name| name.contains('_') && tests.contains(name)) {
            let message = format!("`{name}` is a test, which {PAGE} names");
            problems.push(Problem::at(&page.path, index + 1, message));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_names_a_test_is_found() {
        let page = TextFile::new(
            "docs/safety.md",
            "Refused (`a_mounted_device_is_refused`).\n`bytes_per_s_mean`\n",
        );
        let found = named_tests(&page, &BTreeSet::from(["a_mounted_device_is_refused"]));
        let messages: Vec<String> = found.iter().map(ToString::to_string).collect();
        let expected = "docs/safety.md:1: `a_mounted_device_is_refused` is a test, which docs/evidence.md names";
        assert_eq!(messages, [expected]);
    }

    #[test]
    fn a_stale_page_is_found() {
        let tree = Tree::from_files(&[(PAGE, "# Evidence\n")]);
        assert!(check(&tree)[0].to_string().contains("cargo xtask evidence"));
    }
}
