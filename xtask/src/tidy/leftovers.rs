//! Leftovers: notes without an issue, disabled tests, paths of a machine.

use super::Problem;
use super::code::{code_only, has_word};
use crate::repository::{TextFile, Tree};

/// Words that promise work; each needs the number of an issue on its line. In two parts, so that this
/// file does not contain them.
const PROMISES: [&str; 3] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];

/// Beginnings of paths that exist only on one machine. In two parts for the same reason.
const MACHINE_PATHS: [&str; 5] = [
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
    concat!("/wo", "rk/"),
    concat!("/fa", "rm/"),
];

/// Accepted continuations: placeholder names, in examples and captured texts.
const PLACEHOLDERS: [&str; 3] = ["eva", "pi", "user"];

/// Code that must not be committed, with the reason.
const UNFINISHED: [(&str, &str); 3] = [
    ("#[ignore", "a test that does not run proves nothing; skip with a printed reason"),
    ("todo!(", "unfinished code"),
    ("#[should_panic", "a panic is not an outcome; assert on the value"),
];

/// Finds leftovers in every text of the tree.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in &tree.texts {
        problems.extend(unkept_promises(file));
        problems.extend(machine_paths(file));
        if file.is_rust() {
            problems.extend(unfinished_code(file));
        }
    }
    problems
}

fn unkept_promises(file: &TextFile) -> Vec<Problem> {
    let lines = file.text.lines().enumerate();
    lines
        .filter(|(_, line)| !names_an_issue(line))
        .flat_map(|(index, line)| {
            PROMISES.into_iter().filter(|word| has_word(line, word)).map(move |word| {
                Problem::at(&file.path, index + 1, format!("{word} without an issue (#123)"))
            })
        })
        .collect()
}

fn names_an_issue(line: &str) -> bool {
    line.split('#').skip(1).any(|tail| tail.starts_with(|c: char| c.is_ascii_digit()))
}

fn machine_paths(file: &TextFile) -> Vec<Problem> {
    // A longer path that ends so, such as docs/work/, belongs to the repository or to a web address.
    let is_start =
        |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || "_.-/}$".contains(c));
    let mut problems = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for path in MACHINE_PATHS {
            let is_real = |at: usize| !is_placeholder(&line[at + path.len()..]);
            if line.match_indices(path).any(|(at, _)| is_start(&line[..at]) && is_real(at)) {
                let message = format!("{path} exists only on somebody's machine");
                problems.push(Problem::at(&file.path, index + 1, message));
            }
        }
    }
    problems
}

/// Whether a path continues with a placeholder name.
fn is_placeholder(tail: &str) -> bool {
    let name = tail.split(|c: char| !c.is_alphanumeric()).next();
    name.is_some_and(|name| PLACEHOLDERS.contains(&name))
}

fn unfinished_code(file: &TextFile) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, line) in code_only(&file.text).lines().enumerate() {
        for (code, reason) in UNFINISHED {
            if line.contains(code) {
                problems.push(Problem::at(
                    &file.path,
                    index + 1,
                    format!("`{code}`: {reason}"),
                ));
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
    fn a_promise_needs_an_issue() {
        let note = PROMISES[0];
        let text =
            format!("// {note} later\n// {note}(#12) later\n// {note}S is another word\n");
        let tree = Tree::from_files(&[("a.rs", &text)]);
        assert_eq!(texts(&check(&tree)), [format!("a.rs:1: {note} without an issue (#123)")]);
    }

    #[test]
    fn a_test_that_is_switched_off_is_found_in_code_but_not_in_words() {
        let tree =
            Tree::from_files(&[("a.rs", "#[ignore]\nfn f() {}\n// #[ignore] is not used\n")]);
        let problems = texts(&check(&tree));
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].starts_with("a.rs:1: `#[ignore`"), "{problems:?}");
    }

    #[test]
    fn a_path_of_a_machine_is_found_wherever_it_starts() {
        let root = MACHINE_PATHS[1];
        let text = format!(
            "see {root}x\ndocs{root}x\n\"{root}y\"\nhttps://host.org{root}x\n{root}user/y\n"
        );
        let tree = Tree::from_files(&[("a.md", &text)]);
        let message = format!("{root} exists only on somebody's machine");
        let expected = [format!("a.md:1: {message}"), format!("a.md:3: {message}")];
        assert_eq!(texts(&check(&tree)), expected);
    }
}
