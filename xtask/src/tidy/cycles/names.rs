//! The names that a Rust file uses, read from its text: its `use` and the paths in its code.

use std::collections::BTreeMap;

use super::super::code::{code_only, without_tests};

/// A path as in the source: `crate`, `registry`, `open`.
type Name = Vec<String>;

/// The names that a file uses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Module {
    /// The file, relative to the repository's root.
    pub(super) file: String,
    /// Paths in `use` and in code.
    pub(super) names: Vec<Name>,
    /// The meaning of a name in this file, by its `use`: for the file itself, for its children, and for others after
    /// a re-export.
    pub(super) taken: BTreeMap<String, Name>,
}

/// Reads a file, without the names of its tests.
pub(super) fn read_module(file: &str, text: &str) -> Module {
    let code = without_tests(&code_only(text));
    let words = words(&code);
    let mut module = Module { file: file.to_owned(), ..Module::default() };
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if *word == "use" {
            at = read_use(&words, at + 1, &mut Vec::new(), &mut module);
        } else if is_name(word) && words.get(at + 1) == Some(&"::") {
            let (name, next) = read_path(&words, at);
            module.names.push(name);
            at = next;
        } else {
            at += 1;
        }
    }
    module
}

/// Names, `::`, and single signs.
fn words(code: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_part(first) {
            rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    words
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The path that begins at `at`, and where it ends.
fn read_path(words: &[&str], mut at: usize) -> (Name, usize) {
    let mut name = vec![words[at].to_owned()];
    at += 1;
    while words.get(at) == Some(&"::") && words.get(at + 1).is_some_and(|word| is_name(word)) {
        name.push(words[at + 1].to_owned());
        at += 2;
    }
    (name, at)
}

/// Reads one tree of a `use` below `before`, and returns where it ends.
fn read_use(words: &[&str], mut at: usize, before: &mut Name, module: &mut Module) -> usize {
    let depth = before.len();
    while let Some(word) = words.get(at) {
        match *word {
            "::" => {}
            "{" => {
                at += 1;
                while words.get(at).is_some_and(|word| *word != "}") {
                    at = read_use(words, at, before, module);
                    at += usize::from(words.get(at) == Some(&","));
                }
                before.truncate(depth);
                return at + 1;
            }
            "as" => {
                let name = words.get(at + 1).copied().unwrap_or("_");
                module.taken.insert(name.to_owned(), before.clone());
                module.names.push(before.clone());
                before.truncate(depth);
                return at + 2;
            }
            "*" => {
                module.names.push(before.clone());
                before.truncate(depth);
                return at + 1;
            }
            name if is_name(name) => before.push(name.to_owned()),
            _ => break,
        }
        at += 1;
    }
    if before.len() > depth {
        let is_itself = before.last().is_some_and(|last| last == "self") && before.len() > 1;
        if is_itself {
            before.pop();
        }
        let last = before.last().cloned().unwrap_or_default();
        module.taken.insert(last, before.clone());
        module.names.push(before.clone());
    }
    before.truncate(depth);
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_and_paths_are_read_and_those_of_tests_are_not() {
        let text = "use std::fmt;\npub use self::a::{B, c::{self, D as E}};\nuse super::f::*;\n\
                    fn g() -> crate::h::I<u8> { j::k(Self::L) }\n\
                    #[cfg(test)]\nmod tests {\n    use crate::m::N;\n}\n\
                    #[cfg(test)]\nuse crate::o;\nuse crate::p;\n";
        let module = read_module("a.rs", text);
        let names: Vec<String> = module.names.iter().map(|name| name.join("::")).collect();
        let expected = [
            "std::fmt",
            "self::a::B",
            "self::a::c",
            "self::a::c::D",
            "super::f",
            "crate::h::I",
            "j::k",
            "Self::L",
            "crate::p",
        ];
        assert_eq!(names, expected);
        let taken: Vec<&str> = module.taken.keys().map(String::as_str).collect();
        assert_eq!(taken, ["B", "E", "c", "fmt", "p"]);
    }
}
