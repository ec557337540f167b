//! `CONTRIBUTING.md` is correct: each recipe has few places, all of them exist, and the name of its example occurs
//! only in these places.
//!
//! A recipe is a section with a table of places, whose words in capitals stand for a name, and a line `Example: ..;
//! used in ..`.

use super::Problem;
use crate::repository::{TextFile, Tree};

const PAGE: &str = "CONTRIBUTING.md";

/// A longer list would be forgotten. The number is part of the project's requirements.
const PLACES_MAX: usize = 4;

/// A name in these files would be one more place.
const SOURCES: [&str; 5] = ["crates/", "lab/src/", "methods/", "web/src/", "xtask/src/"];

/// A section of the page with a table of places.
struct Recipe<'a> {
    line: usize,
    title: &'a str,
    /// Paths, with words in capitals for a name.
    places: Vec<&'a str>,
    /// The names of the example, in every form.
    names: Vec<&'a str>,
    /// Files that use it, which is its purpose.
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

/// The texts in backticks.
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

/// Whether the product's part of a file or its path contains one of `names`.
fn names_any(file: &TextFile, names: &[&str]) -> bool {
    let own = if file.is_rust() { file.text.split("#[cfg(test)]").next() } else { None };
    let own = own.unwrap_or(&file.text);
    names.iter().any(|name| own.contains(name) || file.path.contains(name))
}

fn is_source(path: &str) -> bool {
    let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
    // A language may lack any text: no recipe depends on it.
    let texts = path.strip_prefix("crates/texts/locales/");
    let is_overlay = texts.is_some_and(|path| !path.starts_with("en/"));
    SOURCES.iter().any(|start| path.starts_with(start)) && !is_test && !is_overlay
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
        // A placeholder never contains a folder.
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
            ("crates/texts/locales/ko/pages.ftl", "crates/texts/locales/TAG/*.ftl", true),
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
        assert_eq!(texts(&check(&Tree::from_files(&files))), [""; 0]);
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
        assert_eq!(texts(&check(&Tree::from_files(&files))), expected);
    }

    /// The form of `name` for another thing of its kind, in the same spelling.
    fn another(name: &str) -> String {
        if let Some((module, item)) = name.split_once("::") {
            return format!("{}::{item}", another(module));
        }
        match name {
            _ if name.contains('-') => format!("{name}-again"),
            _ if name.starts_with(|it: char| it.is_ascii_uppercase()) => format!("{name}Again"),
            _ => format!("{name}_again"),
        }
    }

    fn renamed(text: &str, names: &[&str]) -> String {
        names.iter().fold(text.to_owned(), |text, name| text.replace(name, &another(name)))
    }

    /// The tree with a second example at the places of the page alone: copies of files named after it, and in all
    /// others copies of its lines.
    fn follow(tree: &Tree, recipe: &Recipe<'_>) -> Tree {
        let names = &recipe.names;
        let is_place = |path: &str| recipe.places.iter().any(|place| is_at(path, place));
        let mut files: Vec<(String, String)> = Vec::new();
        for TextFile { path, text } in &tree.texts {
            let is_its_own = names.iter().any(|name| path.contains(name));
            if !is_place(path) || !names_any(&TextFile::new(path, text), names) {
                files.push((path.clone(), text.clone()));
            } else if is_its_own {
                files.push((path.clone(), text.clone()));
                files.push((renamed(path, names), renamed(text, names)));
            } else {
                let twice = |line: &str| match renamed(line, names) {
                    other if other == line => format!("{line}\n"),
                    other => format!("{line}\n{other}\n"),
                };
                files.push((path.clone(), text.lines().map(twice).collect()));
            }
        }
        let texts: Vec<_> = files.iter().map(|(path, text)| (&path[..], &text[..])).collect();
        let mut followed = Tree::from_files(&texts);
        followed.paths.extend(tree.paths.iter().cloned());
        followed.paths.sort();
        followed.paths.dedup();
        followed
    }

    /// The answers of the other checks of names and places.
    fn checked(tree: &Tree) -> Vec<String> {
        use super::super::{pages, registered};
        let checks = [check, registered::check, pages::check];
        checks.iter().flat_map(|check| texts(&check(tree))).collect()
    }

    #[test]
    fn another_one_of_each_kind_is_made_at_the_places_of_the_page_alone() {
        let tree = Tree::read(&crate::repository::root()).expect("it is a checkout");
        let page = tree.text(PAGE).expect("the page is there");
        let mut count = 0;
        for recipe in recipes(page).iter().filter(|recipe| !recipe.names.is_empty()) {
            let followed = follow(&tree, recipe);
            assert_eq!(checked(&followed), [""; 0], "{}", recipe.title);
            // Everything was copied, and nothing else was touched.
            let again: Vec<String> = recipe.names.iter().map(|name| another(name)).collect();
            let again: Vec<&str> = again.iter().map(String::as_str).collect();
            for place in &recipe.places {
                let made =
                    |file: &&TextFile| is_at(&file.path, place) && names_any(file, &again);
                assert!(
                    followed.texts.iter().any(|file| made(&file)),
                    "{}: {place}",
                    recipe.title
                );
            }
            count += 1;
        }
        assert!(count >= 4, "a method, a finding, a chart, a decoder: {count}");
    }

    #[test]
    fn a_method_or_a_decoder_whose_place_is_forgotten_is_found() {
        let tree = Tree::read(&crate::repository::root()).expect("it is a checkout");
        let page = tree.text(PAGE).expect("the page is there");
        for (title, forgotten) in [
            ("A method", "docs/methods/README.md"),
            ("A decoder", "crates/inspect/tests/decoders/inputs.rs"),
        ] {
            let recipe = recipes(page).into_iter().find(|recipe| recipe.title == title);
            let mut followed = follow(&tree, &recipe.expect("the page has it"));
            let before = tree.text(forgotten).expect("it is there").to_owned();
            let file = followed.texts.iter_mut().find(|file| file.path == forgotten);
            file.expect("it is there").text = before;
            assert_eq!(checked(&followed).len(), 1, "{title}: {:?}", checked(&followed));
        }
    }
}
