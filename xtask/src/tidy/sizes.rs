//! Files have one subject: a long one is split at a seam of its meaning.

use super::Problem;
use crate::repository::Tree;

/// Beyond this nobody reads a file from top to bottom. Arbitrary; there are no exceptions.
const LINES_MAX: usize = 800;

/// Finds Rust files that are too long.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.texts.iter().filter(|file| file.is_rust()) {
        let line_count = file.text.lines().count();
        if line_count > LINES_MAX {
            let message = format!("has {line_count} lines; split it, {LINES_MAX} are the most");
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
    fn a_long_file_is_split() {
        let (long, full) = ("x\n".repeat(LINES_MAX + 1), "x\n".repeat(LINES_MAX));
        let tree = Tree::from_files(&[("a.rs", &long), ("b.rs", &full), ("c.md", &long)]);
        let expected = ["a.rs: has 801 lines; split it, 800 are the most"];
        assert_eq!(texts(&check(&tree)), expected);
    }
}
