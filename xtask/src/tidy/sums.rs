//! Sums of outside numbers do not overflow.
//!
//! Clippy's `arithmetic_side_effects` finds operators that can panic, but not `Iterator::sum`, which can panic too.
//! In the crates that work on records, logs and files, `iogram_model::Total` adds whole numbers, and a sum of floats
//! states its type.

use super::Problem;
use super::code::code_only;
use crate::repository::Tree;

/// The crates with `arithmetic_side_effects` in their `lib.rs`.
const CHECKED: [&str; 7] =
    ["catalogue", "findings", "interchange", "model", "report", "stats", "trace"];

/// Finds sums that could overflow, and crates that have lost the lint.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for name in CHECKED {
        let start = format!("crates/{name}/src/");
        let lib = format!("{start}lib.rs");
        for file in tree.texts.iter().filter(|file| file.path.starts_with(&start)) {
            if file.path == lib && !file.text.contains("warn(clippy::arithmetic_side_effects)")
            {
                let message = "this crate works on numbers from outside and needs the lint \
                               clippy::arithmetic_side_effects";
                problems.push(Problem::in_file(&file.path, message));
            }
            let code = code_only(&file.text);
            let product = code.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            for (index, line) in product.lines().enumerate() {
                if line.contains(".sum()") || line.contains(".sum::<u") {
                    let message = "adds up numbers that may overflow: use Total::total, or \
                                   sum::<f64>";
                    problems.push(Problem::at(&file.path, index + 1, message));
                }
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    #[test]
    fn a_sum_that_may_overflow_is_found_where_numbers_come_from_outside() {
        let bad = "let a: u64 = b.sum();\nlet c = d.sum::<u64>();\nlet e = f.sum::<f64>();\n";
        let tree = Tree::from_files(&[
            ("crates/report/src/a.rs", bad),
            ("crates/report/src/lib.rs", "//! x\n"),
            ("crates/engine/src/a.rs", bad),
        ]);
        assert_eq!(texts(&check(&tree)).len(), 3);
    }
}
