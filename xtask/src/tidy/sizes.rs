//! Files say one thing: a long one has a reason or is cut up.

use super::Problem;
use crate::repository::Tree;

/// Arbitrary: beyond this nobody reads a file from top to bottom.
const LINES_MAX: usize = 1000;

/// Longer files and why they are.
const EXCEPTIONS: [(&str, &str); 0] = [];

/// Finds Rust files that are too long without a reason, and reasons that are no longer needed.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    problems_of(tree, &EXCEPTIONS)
}

fn problems_of(tree: &Tree, exceptions: &[(&str, &str)]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.texts.iter().filter(|file| file.is_rust()) {
        let line_count = file.text.lines().count();
        let is_exception = exceptions.iter().any(|(path, _)| *path == file.path);
        if line_count > LINES_MAX && !is_exception {
            let message =
                format!("has {line_count} lines; more than {LINES_MAX} need a reason");
            problems.push(Problem::in_file(&file.path, message));
        } else if line_count <= LINES_MAX && is_exception {
            let message = "is listed as too long, but is not";
            problems.push(Problem::in_file(&file.path, message));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    #[test]
    fn a_long_file_needs_a_reason() {
        let long = "x\n".repeat(LINES_MAX + 1);
        let tree =
            Tree::of(&[("a.rs", &long), ("b.rs", &long), ("c.rs", "x\n"), ("d.md", &long)]);
        let exceptions = [("b.rs", "a table"), ("c.rs", "was long")];
        let expected = [
            "a.rs: has 1001 lines; more than 1000 need a reason",
            "c.rs: is listed as too long, but is not",
        ];
        assert_eq!(texts(&problems_of(&tree, &exceptions)), expected);
    }
}
