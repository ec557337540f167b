//! Inside a crate, files depend on each other in one direction.
//!
//! The graph has a node a file and an arrow from a file to each definition that it names: in a `use`, or in a path
//! that begins with `crate`, `self`, `super` or a module of its own. A re-exported name (`pub use`) counts where it
//! is defined. A file that names its own parents' definitions draws no arrow: a child is a part of its parent, as in
//! Rust's privacy. Tests may name anything.

mod names;
mod ring;

use std::collections::{BTreeMap, BTreeSet};

use self::names::{Module, read_module};
use self::ring::rings;
use super::Problem;
use crate::repository::Tree;

/// A module's path in its crate; the crate itself is empty.
type ModulePath = Vec<String>;

/// The modules of a crate.
type Modules = BTreeMap<ModulePath, Module>;

/// Finds files of a crate that depend on each other in a circle.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut crates: BTreeMap<&str, Modules> = BTreeMap::new();
    for file in tree.texts.iter().filter(|file| file.is_rust()) {
        let Some((root, below)) = file.path.split_once("/src/") else { continue };
        let Some(path) = module_path(below) else { continue };
        crates.entry(root).or_default().insert(path, read_module(&file.path, &file.text));
    }
    crates.values().flat_map(problems_of).collect()
}

/// `None` for files of tests, which are no part of the product.
fn module_path(below: &str) -> Option<ModulePath> {
    let stem = below.strip_suffix(".rs")?;
    let mut path: ModulePath = stem.split('/').map(str::to_owned).collect();
    if path.iter().any(|part| part == "tests" || part == "tests_support") {
        return None;
    }
    let is_own_folder = matches!(path.last().map(String::as_str), Some("lib" | "main" | "mod"));
    if is_own_folder {
        path.pop();
    }
    Some(path)
}

fn problems_of(modules: &Modules) -> Vec<Problem> {
    let keys: Vec<&ModulePath> = modules.keys().collect();
    let number = |path: &ModulePath| keys.binary_search(&path).ok();
    let mut arrows: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); keys.len()];
    for (from, path) in keys.iter().enumerate() {
        let named =
            modules[*path].names.iter().filter_map(|name| defining(modules, path, name));
        let named = named.filter(|to| !path.starts_with(to));
        arrows[from].extend(named.filter_map(|to| number(&to)));
    }
    let file = |index: usize| modules[keys[index]].file.as_str();
    let problem = |ring: Vec<usize>| {
        let way: Vec<&str> = ring.iter().chain(ring.first()).map(|it| file(*it)).collect();
        let message = format!("takes from itself in a circle: {}", way.join(" -> "));
        Problem::in_file(file(ring[0]), message)
    };
    rings(&arrows).into_iter().map(problem).collect()
}

/// The module that defines the target of `name`, seen from `from`; `None` if that is not in this crate.
fn defining(modules: &Modules, from: &ModulePath, name: &[String]) -> Option<ModulePath> {
    // A longer chain of re-exports was misread.
    let mut name = name.to_vec();
    let mut from = from.clone();
    for _ in 0..9 {
        let (at, rest) = walk(modules, &from, &name)?;
        let passed = rest.first().and_then(|first| modules[&at].taken.get(first));
        let Some(target) = passed.filter(|target| walk(modules, &at, target).is_some()) else {
            return Some(at);
        };
        name = target.iter().chain(&rest[1..]).cloned().collect();
        from = at;
    }
    None
}

/// The part of `name` that leads through modules of this crate, and the rest.
fn walk<'a>(
    modules: &Modules,
    from: &ModulePath,
    name: &'a [String],
) -> Option<(ModulePath, &'a [String])> {
    let mut rest = name;
    let mut at = match rest.first()?.as_str() {
        "crate" => Vec::new(),
        first => {
            let is_known = matches!(first, "self" | "super")
                || modules.contains_key(&joined(from, first))
                || modules[from].taken.contains_key(first) && rest.len() > 1;
            is_known.then(|| from.clone())?
        }
    };
    while let Some(part) = rest.first() {
        match part.as_str() {
            "crate" | "self" => {}
            "super" => {
                at.pop()?;
            }
            part if modules.contains_key(&joined(&at, part)) => at.push(part.to_owned()),
            _ => break,
        }
        rest = &rest[1..];
    }
    modules.contains_key(&at).then_some((at, rest))
}

fn joined(path: &ModulePath, part: &str) -> ModulePath {
    path.iter().cloned().chain([part.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    fn messages(files: &[(&str, &str)]) -> Vec<String> {
        texts(&check(&Tree::from_files(files)))
    }

    #[test]
    fn files_that_take_from_each_other_are_a_circle_wherever_the_name_is_passed_on() {
        let files = [
            ("crates/x/src/lib.rs", "mod a;\nmod b;\npub use b::Thing;\n"),
            ("crates/x/src/a.rs", "use crate::Thing;\n"),
            ("crates/x/src/b.rs", "mod c;\npub use self::c::Thing;\n"),
            ("crates/x/src/b/c.rs", "pub struct Thing;\nfn f() { crate::a::g(); }\n"),
        ];
        let way = "crates/x/src/a.rs -> crates/x/src/b/c.rs -> crates/x/src/a.rs";
        let expected = format!("crates/x/src/a.rs: takes from itself in a circle: {way}");
        assert_eq!(messages(&files), [expected]);
    }

    #[test]
    fn children_see_their_parents_and_tests_see_everything() {
        let files = [
            ("crates/x/src/lib.rs", "mod a;\nmod d;\npub struct Outer;\n"),
            ("crates/x/src/a.rs", "mod c;\npub struct A(c::C);\n"),
            ("crates/x/src/a/c.rs", "use super::A;\nuse crate::Outer;\n"),
            ("crates/x/src/d.rs", "use crate::a::A;\n#[cfg(test)]\nmod tests;\n"),
            ("crates/x/src/a/tests.rs", "use crate::d::D;\n"),
        ];
        assert_eq!(messages(&files), [] as [String; 0]);
    }

    #[test]
    fn a_module_taken_in_by_name_leads_on() {
        let files = [
            ("crates/x/src/lib.rs", "mod a;\nmod b;\n"),
            ("crates/x/src/a.rs", "use crate::b;\nfn f() { b::c::g(); }\n"),
            ("crates/x/src/b.rs", "mod c;\n"),
            ("crates/x/src/b/c.rs", "use crate::a::f;\n"),
        ];
        assert_eq!(messages(&files).len(), 1);
    }
}
