//! What each room must not contain: the invariants of absence that a lint cannot state.

use super::Problem;
use super::code::{code_only, has_word};
use crate::repository::Tree;

/// Words of code, and the only room that may use them; `None` is nowhere.
const RESERVED: [(&str, Option<&str>); 4] = [
    ("unsafe", Some("crates/device/")),
    ("libc", Some("crates/device/")),
    ("io_uring", Some("crates/device/")),
    ("is_simulated", None),
];

/// Finds reserved words in Rust code outside the room that they are reserved for.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.texts.iter().filter(|file| file.is_rust()) {
        for (index, line) in code_only(&file.text).lines().enumerate() {
            for (word, room) in RESERVED {
                if has_word(line, word) && !room.is_some_and(|room| file.path.starts_with(room))
                {
                    let place =
                        room.map_or("nowhere".to_owned(), |room| format!("only in {room}"));
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
    fn only_the_device_room_talks_to_the_kernel() {
        let source = "/// unsafe in words\nuse libc::c_int;\nlet name = \"io_uring\";\n";
        let tree =
            Tree::of(&[("crates/device/src/a.rs", source), ("crates/engine/src/a.rs", source)]);
        let expected = "crates/engine/src/a.rs:2: `libc` is allowed only in crates/device/";
        assert_eq!(texts(&check(&tree)), [expected]);
    }

    #[test]
    fn no_code_asks_whether_a_target_is_simulated() {
        let tree = Tree::of(&[("crates/device/src/a.rs", "if target.is_simulated() {}\n")]);
        let expected = "crates/device/src/a.rs:1: `is_simulated` is allowed nowhere";
        assert_eq!(texts(&check(&tree)), [expected]);
    }
}
