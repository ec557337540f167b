//! Texts of other languages, compared with the English ones.
//!
//! Missing texts are counted, but are no problem: they are shown in English.

use std::collections::{BTreeMap, BTreeSet};

use super::Problem;
use crate::repository::Tree;

const FOLDER: &str = "crates/texts/locales/";

/// Areas with their English elsewhere: at the options and in the files of methods. A test of `cli` knows them.
const ELSEWHERE: [&str; 2] = ["help", "methods"];

/// A text of a file: its line, and the names of its values.
type Text<'a> = (&'a str, usize, BTreeSet<&'a str>);

/// The texts of a file.
fn texts(source: &str) -> Vec<(&str, Text<'_>)> {
    let mut found: Vec<(&str, Text<'_>)> = Vec::new();
    for (number, line) in source.lines().enumerate() {
        let begins = line.split_once(" =").filter(|_| line.starts_with(char::is_alphabetic));
        if let Some((id, _)) = begins {
            found.push((id, (id, number + 1, BTreeSet::new())));
        }
        if line.starts_with('#') {
            continue;
        }
        let is_of_name = |it: char| it.is_ascii_alphanumeric() || "-_".contains(it);
        let names = line.split("{ $").skip(1);
        let names = names.map(|part| part.split(|it| !is_of_name(it)).next().unwrap_or(""));
        if let Some((_, (_, _, known))) = found.last_mut() {
            known.extend(names);
        }
    }
    found
}

fn all(tree: &Tree) -> impl Iterator<Item = (&str, &str)> {
    tree.texts.iter().map(|file| (file.path.as_str(), file.text.as_str()))
}

/// The files of a language with their areas.
fn files<'a>(tree: &'a Tree, tag: &str) -> Vec<(&'a str, &'a str, &'a str)> {
    let start = format!("{FOLDER}{tag}/");
    let of_language = all(tree).filter_map(|(path, text)| {
        let area = path.strip_prefix(&start)?.strip_suffix(".ftl")?;
        Some((path, area, text))
    });
    of_language.collect()
}

/// The languages besides English.
fn tags(tree: &Tree) -> BTreeSet<&str> {
    let below = all(tree).filter_map(|(path, _)| path.strip_prefix(FOLDER));
    below.filter_map(|rest| Some(rest.split_once('/')?.0)).filter(|it| *it != "en").collect()
}

fn english(tree: &Tree) -> BTreeMap<&str, BTreeSet<&str>> {
    let files = files(tree, "en").into_iter();
    files.flat_map(|(_, _, text)| texts(text)).map(|(id, (_, _, names))| (id, names)).collect()
}

/// Finds texts of other languages with an unknown id or with other values than in English.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let english = english(tree);
    let mut problems = Vec::new();
    for tag in tags(tree) {
        for (path, area, source) in files(tree, tag) {
            if ELSEWHERE.contains(&area) {
                continue;
            }
            for (id, (_, line, names)) in texts(source) {
                match english.get(id) {
                    None => {
                        let message = format!("there is no English text {id}");
                        problems.push(Problem::at(path, line, message));
                    }
                    Some(wanted) if *wanted != names => {
                        let message = format!("{id} takes other values in English: {wanted:?}");
                        problems.push(Problem::at(path, line, message));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    problems
}

/// Number of texts that each language lacks.
pub(super) fn missing(tree: &Tree) -> Vec<String> {
    let english = english(tree);
    let lines = tags(tree).into_iter().map(|tag| {
        let files = files(tree, tag).into_iter();
        let own: BTreeSet<&str> =
            files.flat_map(|(_, _, text)| texts(text)).map(|(id, _)| id).collect();
        let lacks = english.keys().filter(|id| !own.contains(*id)).count();
        format!("texts: {tag} lacks {lacks} of {}", english.len())
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::super::texts as messages;
    use super::*;

    #[test]
    fn what_a_language_lacks_is_counted_and_what_english_lacks_is_a_problem() {
        let files = [
            (
                "crates/texts/locales/en/a.ftl",
                "one = { $x } and { $y }\ntwo = 2\nthree =\n    3\n",
            ),
            ("crates/texts/locales/ko/a.ftl", "# a\none = { $y }\nfour = 4\n"),
            ("crates/texts/locales/ko/help.ftl", "help-run-seed = 5\n"),
        ];
        let tree = Tree::from_files(&files);
        assert_eq!(
            messages(&check(&tree)),
            [
                "crates/texts/locales/ko/a.ftl:2: one takes other values in English: {\"x\", \"y\"}",
                "crates/texts/locales/ko/a.ftl:3: there is no English text four",
            ]
        );
        assert_eq!(missing(&tree), ["texts: ko lacks 2 of 3"]);
    }
}
