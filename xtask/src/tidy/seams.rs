//! The places for code of one operating system: Linux code is in folders named after it.
//!
//! Calls of every Unix are free, by `rustix` and the standard library. This check cannot see a system call with a
//! common name and a different meaning.

use super::Problem;
use super::code::{code_only, has_word, without_tests};
use crate::repository::Tree;

/// Modules for Linux code: the file, and its folder.
const SEAMS: [&str; 4] = [
    "crates/device/src/linux",
    "crates/door/src/linux",
    "crates/inspect/src/linux",
    "crates/serve/src/linux",
];

/// Not part of the program: they start a machine of tests, or ask for its abilities.
const OUTSIDE: [&str; 3] = ["crates/testing/", "lab/", "xtask/"];

/// Words of code that mean Linux: its crates, ioctl numbers, calls that other Unixes lack, and readers of the
/// kernel's tables.
const WORDS: [&str; 29] = [
    "AttributeFlags",
    "CpuSet",
    "DIOALIGN",
    "FallocateFlags",
    "IFlags",
    "MemfdFlags",
    "Opcode",
    "ReadWriteFlags",
    "RenameFlags",
    "ResolveFlags",
    "StatxFlags",
    "TMPFILE",
    "UnmountFlags",
    "io_uring",
    "ioctl",
    "ioctl_getflags",
    "ioctl_setflags",
    "libc",
    "memfd_create",
    "number_if_known",
    "openat2",
    "preadv2",
    "pwritev2",
    "read_number",
    "sched_getaffinity",
    "sched_setaffinity",
    "set_current_timer_slack",
    "statx",
    "text_if_known",
];

/// Paths of the kernel's tables; a text with this beginning is read there.
const TABLES: [&str; 2] = ["\"/proc", "\"/sys"];

/// Finds words and paths of Linux outside the folders for them.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.texts.iter().filter(|file| file.is_rust() && is_of_the_program(&file.path))
    {
        let code = code_only(&file.text);
        let product = without_tests(&code);
        for (index, (written, (code, line))) in
            file.text.lines().zip(code.lines().zip(product.lines())).enumerate()
        {
            let word = WORDS.iter().find(|word| has_word(line, word));
            let is_for_tests = line.is_empty() && !code.is_empty();
            let is_words = is_for_tests || written.trim_start().starts_with("//");
            let table = TABLES.iter().find(|table| !is_words && written.contains(**table));
            if let Some(what) = word.or(table) {
                let what = what.trim_start_matches('"');
                let message =
                    format!("`{what}` is Linux alone: it belongs in a folder `linux`");
                problems.push(Problem::at(&file.path, index + 1, message));
            }
        }
    }
    problems
}

fn is_of_the_program(path: &str) -> bool {
    let is_tested = path.contains("/tests/")
        || path.ends_with("/tests.rs")
        || path.ends_with("/tests_support.rs")
        || path.contains("/examples/");
    let is_elsewhere = SEAMS.iter().chain(&OUTSIDE).any(|it| path.starts_with(it));
    path.starts_with("crates/") && !is_tested && !is_elsewhere
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    const SOURCE: &str = "/// `/sys` and \"/proc\" in words\nuse rustix::fs::open;\n\
                          let table = \"/proc/mounts\";\nstatx(file);\n";

    #[test]
    fn what_is_linux_stands_in_its_folders() {
        let places = ["crates/findings/src/a.rs", "crates/device/src/linux/a.rs"];
        let tree = Tree::from_files(&places.map(|place| (place, SOURCE)));
        let expected = [
            "crates/findings/src/a.rs:3: `/proc` is Linux alone: it belongs in a folder `linux`",
            "crates/findings/src/a.rs:4: `statx` is Linux alone: it belongs in a folder `linux`",
        ];
        assert_eq!(texts(&check(&tree)), expected);
    }

    #[test]
    fn tests_may_name_the_system_they_run_on() {
        let indented: String = SOURCE.lines().map(|line| format!("    {line}\n")).collect();
        let inner = format!("#[cfg(test)]\nmod tests {{\n{indented}}}\n");
        let tree = Tree::from_files(&[
            ("crates/findings/src/a.rs", inner.as_str()),
            ("crates/findings/src/a/tests.rs", SOURCE),
        ]);
        assert_eq!(texts(&check(&tree)), [""; 0]);
    }
}
