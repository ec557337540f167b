//! Forbidden contents of each crate: the invariants of absence that a lint cannot state.

use super::Problem;
use super::code::{code_only, has_word};
use crate::repository::Tree;

/// Words of code, and the only crates that may use them.
const RESERVED: [(&str, &[&str]); 5] = [
    ("unsafe", &["crates/device/", "crates/inspect/"]),
    ("libc", &["crates/device/", "crates/inspect/"]),
    ("io_uring", &["crates/device/"]),
    ("is_simulated", &[]),
    (
        "time_base",
        &["crates/engine/", "crates/device/", "crates/sim/", "crates/session/", TEST_RIGS],
    ),
];

/// Rigs of tests name their time, like every rig.
const TEST_RIGS: &str = "crates/runner/tests/";

/// Finds reserved words in Rust code outside their crates.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.texts.iter().filter(|file| file.is_rust()) {
        for (index, line) in code_only(&file.text).lines().enumerate() {
            for (word, crates) in RESERVED {
                let is_allowed = crates.iter().any(|it| file.path.starts_with(it));
                if has_word(line, word) && !is_allowed {
                    let place = match crates {
                        [] => "nowhere".to_owned(),
                        crates => format!("only in {}", crates.join(" and ")),
                    };
                    let message = format!("`{word}` is allowed {place}");
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
    fn only_the_device_crate_talks_to_the_kernel() {
        let source = "/// unsafe in words\nuse libc::c_int;\nlet name = \"io_uring\";\n";
        let tree = Tree::from_files(&[
            ("crates/device/src/a.rs", source),
            ("crates/engine/src/a.rs", source),
        ]);
        let expected = "crates/engine/src/a.rs:2: `libc` is allowed only in crates/device/ and crates/inspect/";
        assert_eq!(texts(&check(&tree)), [expected]);
    }

    #[test]
    fn no_code_asks_whether_a_target_is_simulated() {
        let tree =
            Tree::from_files(&[("crates/device/src/a.rs", "if target.is_simulated() {}\n")]);
        let expected = "crates/device/src/a.rs:1: `is_simulated` is allowed nowhere";
        assert_eq!(texts(&check(&tree)), [expected]);
    }
}
