//! `CONTRIBUTING.md` tells the truth: each recipe has few places, all of them exist, and what its example is called
//! stands in these places and nowhere else.
//!
//! A recipe is a section with a table of places, whose words in capitals stand for a name, and a line
//! `Example: ..; used in ..`.

use super::Problem;
use crate::repository::{TextFile, Tree};

const PAGE: &str = "CONTRIBUTING.md";

/// More places are forgotten. The number was asked for.
const PLACES_MAX: usize = 4;

/// Where a name outside of its places would be one more place.
const SOURCES: [&str; 4] = ["crates/", "methods/", "web/src/", "xtask/src/"];

/// A section of the page with a table of places.
struct Recipe<'a> {
    line: usize,
    title: &'a str,
    /// Paths, with words in capitals for a name.
    places: Vec<&'a str>,
    /// What the example is called, in every form.
    names: Vec<&'a str>,
    /// Files that use it, which is what it is for.
    users: Vec<&'a str>,
}

/// Compares each recipe with the files.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let Some(page) = tree.text(PAGE) else { return Vec::new() };
    recipes(page).iter().flat_map(|recipe| compare(recipe, tree)).collect()
}

fn recipes(page: &str) -> Vec<Recipe<'_>> {
    let mut recipes: Vec<Recipe<'_>> = Vec::new();
    for (index, line) in page.lines().enumerate() {
        if let Some(title) = line.strip_prefix("## ") {
            let (places, names, users) = (Vec::new(), Vec::new(), Vec::new());
            recipes.push(Recipe { line: index + 1, title, places, names, users });
        }
        let Some(recipe) = recipes.last_mut() else { continue };
        if line.starts_with("| `") {
            recipe.places.extend(quoted(line).next());
        } else if let Some(example) = line.strip_prefix("Example: ") {
            let (names, users) = example.split_once("; used in ").unwrap_or((example, ""));
            recipe.names = quoted(names).collect();
            recipe.users = quoted(users).collect();
        }
    }
    recipes.retain(|recipe| !recipe.places.is_empty());
    recipes
}

/// What stands in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn compare(recipe: &Recipe<'_>, tree: &Tree) -> Vec<Problem> {
    let title = recipe.title;
    let mut problems = Vec::new();
    let mut wrong = |message: String| {
        problems.push(Problem::at(PAGE, recipe.line, format!("{title}: {message}")));
    };
    if recipe.places.len() > PLACES_MAX {
        wrong(format!("{} places are more than {PLACES_MAX}", recipe.places.len()));
    }
    let named: Vec<&TextFile> =
        tree.texts.iter().filter(|file| names_any(file, &recipe.names)).collect();
    for place in &recipe.places {
        if !tree.paths.iter().any(|path| is_at(path, place)) {
            wrong(format!("there is no {place}"));
        } else if !recipe.names.is_empty() && !named.iter().any(|file| is_at(&file.path, place))
        {
            wrong(format!("{place} does not name the example"));
        }
    }
    for file in named.iter().filter(|file| is_source(&file.path)) {
        let is_known =
            recipe.places.iter().chain(&recipe.users).any(|it| is_at(&file.path, it));
        if !is_known {
            wrong(format!("{} names the example, too", file.path));
        }
    }
    problems
}

/// Whether the product's part of a file or its path has one of `names` in it.
fn names_any(file: &TextFile, names: &[&str]) -> bool {
    let own = if file.is_rust() { file.text.split("#[cfg(test)]").next() } else { None };
    let own = own.unwrap_or(&file.text);
    names.iter().any(|name| own.contains(name) || file.path.contains(name))
}

fn is_source(path: &str) -> bool {
    let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
    SOURCES.iter().any(|start| path.starts_with(start)) && !is_test
}

/// Whether `path` is `pattern` with something for each `*`, each `..` and each word in capitals.
fn is_at(path: &str, pattern: &str) -> bool {
    let is_open = |part: &str| part.len() > 1 && part.chars().all(|it| it.is_ascii_uppercase());
    let mut rest = path;
    let mut is_free = false;
    for (index, part) in pattern.split_inclusive(['/', '.', '*']).enumerate() {
        let (word, end) = match part.strip_suffix(['/', '.', '*']) {
            Some(word) => (word, &part[word.len()..]),
            None => (part, ""),
        };
        let fixed = if is_open(word) { end } else { part };
        is_free |= is_open(word);
        let fixed = fixed.trim_end_matches('*');
        let found =
            if is_free { rest.find(fixed) } else { rest.starts_with(fixed).then_some(0) };
        let Some(at) = found else { return false };
        // What stands for a name is no folder.
        if index > 0 && rest[..at].contains('/') {
            return false;
        }
        rest = &rest[at + fixed.len()..];
        is_free = end == "*" || (is_free && fixed.is_empty());
    }
    is_free || rest.is_empty() || pattern.ends_with('/')
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    #[test]
    fn words_in_capitals_and_stars_stand_for_names() {
        for (path, pattern, expected) in [
            ("methods/quick.toml", "methods/ID.toml", true),
            ("methods/a/quick.toml", "methods/ID.toml", false),
            ("methods/quick.md", "methods/ID.toml", false),
            ("crates/report/locales/ko.ftl", "crates/report/locales/*.ftl", true),
            ("crates/report/src/found.rs", "crates/report/src/", true),
            ("docs/methods/README.md", "docs/methods/README.md", true),
            ("docs/methods/README.md.old", "docs/methods/README.md", false),
        ] {
            assert_eq!(is_at(path, pattern), expected, "{path} {pattern}");
        }
    }

    const RECIPE: &str = "# Contributing\n\n## A thing\n\n| place | what |\n|---|---|\n\
                          | `crates/a/src/NAME.rs` | it |\n| `crates/a/src/lib.rs` | its line |\n\n\
                          Example: `one_thing`; used in `crates/b/src/lib.rs`.\n";

    #[test]
    fn a_recipe_that_is_followed_is_right() {
        let files = [
            (PAGE, RECIPE),
            ("crates/a/src/one_thing.rs", "fn thing() {}"),
            ("crates/a/src/lib.rs", "mod one_thing;"),
            ("crates/b/src/lib.rs", "a::one_thing()"),
            ("crates/c/src/lib.rs", "#[cfg(test)]\nmod tests { one_thing() }"),
        ];
        assert_eq!(texts(&check(&Tree::of(&files))), [""; 0]);
    }

    #[test]
    fn a_place_too_many_one_that_is_not_there_and_one_that_is_not_told_are_found() {
        let more: String =
            (0..3).map(|it| format!("| `crates/a/src/it{it}.rs` | x |\n")).collect();
        let page = RECIPE.replace("\n\nExample", &format!("\n{more}\nExample"));
        let files = [
            (PAGE, page.as_str()),
            ("crates/a/src/one_thing.rs", ""),
            ("crates/a/src/lib.rs", ""),
            ("crates/c/src/lib.rs", "one_thing()"),
        ];
        let expected = [
            "CONTRIBUTING.md:3: A thing: 5 places are more than 4",
            "CONTRIBUTING.md:3: A thing: crates/a/src/lib.rs does not name the example",
            "CONTRIBUTING.md:3: A thing: there is no crates/a/src/it0.rs",
            "CONTRIBUTING.md:3: A thing: there is no crates/a/src/it1.rs",
            "CONTRIBUTING.md:3: A thing: there is no crates/a/src/it2.rs",
            "CONTRIBUTING.md:3: A thing: crates/c/src/lib.rs names the example, too",
        ];
        assert_eq!(texts(&check(&Tree::of(&files))), expected);
    }
}
