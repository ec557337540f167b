//! Files are opened for writing, created and removed only in `crates/door`, which also reads files named by others:
//! this check finds every other function for it.
//!
//! Tests are free. A lint could name the functions, but not the flags of open(2), and not tell the product from its
//! tests.

use super::Problem;
use super::code::{code_only, has_word};
use crate::repository::Tree;

const DOOR: &str = "crates/door/";

/// Calls that create a file, open one for writing or rename it.
const WAYS: [&str; 20] = [
    "fs::write",
    "fs::copy",
    "fs::rename",
    "fs::renameat",
    "fs::renameat_with",
    "fs::create_dir",
    "fs::create_dir_all",
    "fs::hard_link",
    "fs::link",
    "fs::mkdir",
    "fs::mkdirat",
    "File::create",
    "File::create_new",
    "File::options",
    "OpenOptions",
    "DirBuilder",
    "OFlags::CREATE",
    "OFlags::TMPFILE",
    "OFlags::WRONLY",
    "OFlags::RDWR",
];

/// Calls that remove a file or change its rights, whatever a path leads to; by full path and as imported.
const REMOVALS: [&str; 12] = [
    "remove_file",
    "remove_dir",
    "remove_dir_all",
    "set_permissions",
    "fs::unlink",
    "fs::unlinkat",
    "fs::rmdir",
    "fs::chmod",
    "fs::chmodat",
    "fs::fchmod",
    "fs::chown",
    "fs::chownat",
];

/// Calls that read or open a file without checking its kind.
const READS: [&str; 3] = ["fs::read", "fs::read_to_string", "File::open"];

/// Files that read the kernel's tables or paths of the user: `crates/cli` and `crates/session` have one place each.
const READERS: [(&str, &str); 6] = [
    ("crates/inspect/src/linux/capture.rs", "the kernel's files and what is captured of them"),
    ("crates/inspect/src/linux/process.rs", "the kernel's files"),
    ("crates/inspect/src/linux/sysfs.rs", "the kernel's files"),
    ("crates/device/src/linux/scratch.rs", "the kernel's files"),
    ("crates/session/src/files.rs", "what the user named on the command line"),
    ("crates/cli/src/overlays.rs", "logs of the test data, in its tests"),
];

/// File, call and reason: measured targets are opened with a permit, and files of the door get their name.
const ALLOWED: [(&str, &str, &str); 4] = [
    ("crates/device/src/claim.rs", "OFlags::RDWR", "the target, exclusively, with a permit"),
    ("crates/device/src/open_mode.rs", "OFlags::RDWR", "the target, with a permit"),
    ("crates/device/src/journal.rs", "fs::rename", "a journal that is complete"),
    ("crates/device/src/journals.rs", "OFlags::RDWR", "a trusted journal, to ask for its lock"),
];

/// Finds them in the product's code.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    let files = tree.texts.iter().filter(|file| file.is_rust() && is_product(&file.path));
    for file in files {
        let code = code_only(&file.text);
        let lines =
            code.lines().enumerate().take_while(|(_, line)| line.trim() != "#[cfg(test)]");
        for (index, line) in lines {
            let is_reader = READERS.iter().any(|(path, _)| *path == file.path);
            for way in READS.into_iter().filter(|way| !is_reader && has_word(line, way)) {
                let message = format!("`{way}`: files are opened through {DOOR}");
                problems.push(Problem::at(&file.path, index + 1, message));
            }
            for way in REMOVALS.into_iter().filter(|way| has_word(line, way)) {
                let message = format!("`{way}`: files are removed through {DOOR} alone");
                problems.push(Problem::at(&file.path, index + 1, message));
            }
            for way in WAYS.into_iter().filter(|way| has_word(line, way)) {
                let is_allowed =
                    ALLOWED.iter().any(|(path, it, _)| *path == file.path && *it == way);
                if !is_allowed {
                    let message = format!("`{way}`: files are written through {DOOR} alone");
                    problems.push(Problem::at(&file.path, index + 1, message));
                }
            }
        }
    }
    problems
}

/// Code that reaches a user.
fn is_product(path: &str) -> bool {
    let is_tests = path.ends_with("/tests.rs")
        || path.ends_with("/tests_support.rs")
        || path.contains("/tests/")
        || path.contains("/examples/")
        || path.ends_with("/build.rs")
        || path.contains("/build/")
        || path.starts_with("crates/testing/");
    path.starts_with("crates/") && !path.starts_with(DOOR) && !is_tests
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    #[test]
    fn only_the_door_removes_files_and_opens_those_that_something_else_named() {
        let source = "use std::fs::{self, remove_file};\nfn a() { fs::remove_dir_all(path) }\n\
                      fn b() { fs::read(path) }\nfn c() { fs::read_dir(path) }\n";
        let files =
            ["crates/cli/src/a.rs", "crates/door/src/a.rs", "crates/session/src/files.rs"]
                .map(|path| (path, source));
        let said = texts(&check(&Tree::from_files(&files)));
        let removed = |path: &str, line: u32, way: &str| {
            format!("{path}:{line}: `{way}`: files are removed through crates/door/ alone")
        };
        let expected = [
            removed("crates/cli/src/a.rs", 1, "remove_file"),
            removed("crates/cli/src/a.rs", 2, "remove_dir_all"),
            "crates/cli/src/a.rs:3: `fs::read`: files are opened through crates/door/"
                .to_owned(),
            removed("crates/session/src/files.rs", 1, "remove_file"),
            removed("crates/session/src/files.rs", 2, "remove_dir_all"),
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn only_the_door_writes_files() {
        let source = "use std::fs;\nfn keep() { std::fs::write(path, text) }\n\
                      // std::fs::write in words\nlet flags = OFlags::RDWR;\n\
                      #[cfg(test)]\nmod tests { std::fs::write(path, text) }\n";
        let paths = [
            "crates/cli/src/a.rs",
            "crates/door/src/a.rs",
            "crates/cli/tests/program/a.rs",
            "crates/device/src/claim.rs",
            "xtask/src/a.rs",
        ];
        let files = paths.map(|path| (path, source));
        let said = texts(&check(&Tree::from_files(&files)));
        let expected = [
            "crates/cli/src/a.rs:2: `fs::write`: files are written through crates/door/ alone",
            "crates/cli/src/a.rs:4: `OFlags::RDWR`: files are written through crates/door/ alone",
            "crates/device/src/claim.rs:2: `fs::write`: files are written through crates/door/ alone",
        ];
        assert_eq!(said, expected);
    }
}
