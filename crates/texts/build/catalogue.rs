//! Turns files of texts into a table that needs no reading at the start of the program.
//!
//! Part of the build scripts of `texts` and `report`. Reads only as much of Fluent as ids and values need: the
//! library of Fluent reads any text with more than that, at display.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    /// Its pattern without the indentation that the file has.
    pub(crate) pattern: String,
    /// The names of its values, in order.
    pub(crate) names: Vec<String>,
    /// Whether it has no choices, so that values only have to be put in.
    pub(crate) is_plain: bool,
}

/// The texts of a language by their ids.
pub(crate) type Texts = BTreeMap<String, Text>;

/// The files of a language for the requested areas.
///
/// # Errors
///
/// An unreadable file, a line that is not Fluent, a duplicate id.
#[expect(clippy::disallowed_methods, reason = "a build has no other way to files")]
pub(crate) fn read(
    folder: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Texts, Box<dyn Error>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|it| it.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    let mut all = Texts::new();
    for path in files {
        let area = path.file_stem().unwrap_or_default().to_string_lossy();
        if path.extension().is_none_or(|it| it != "ftl") || !is_wanted(&area) {
            continue;
        }
        for (id, text) in parse(&std::fs::read_to_string(&path)?)
            .map_err(|wrong| format!("{}: {wrong}", path.display()))?
        {
            if all.insert(id.clone(), text).is_some() {
                return Err(format!("{}: {id} is there twice", path.display()).into());
            }
        }
    }
    Ok(all)
}

/// The texts of a file, in its order.
///
/// # Errors
///
/// A line that is not Fluent.
pub(crate) fn parse(source: &str) -> Result<Vec<(String, Text)>, String> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for (number, line) in source.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        let is_next = line.is_empty() || line.starts_with([' ', '}']);
        match (is_next, found.last_mut()) {
            (true, Some((_, lines))) => lines.push(line),
            (true, None) if line.is_empty() => {}
            _ => {
                let (id, first) = line
                    .split_once(" =")
                    .filter(|(id, _)| is_id(id))
                    .ok_or_else(|| format!("line {}: no text begins so: {line}", number + 1))?;
                found.push((id.to_owned(), vec![first.trim_start()]));
            }
        }
    }
    Ok(found.into_iter().map(|(id, lines)| (id, text(&lines))).collect())
}

fn is_id(id: &str) -> bool {
    id.starts_with(|it: char| it.is_ascii_alphabetic())
        && id.chars().all(|it| it.is_ascii_alphanumeric() || it == '-' || it == '_')
}

fn text(lines: &[&str]) -> Text {
    let rest = lines.get(1..).unwrap_or_default();
    let filled = rest.iter().filter(|line| !line.trim().is_empty());
    let indent = filled.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let first = lines.first().copied().filter(|it| !it.is_empty());
    let rest = rest.iter().map(|line| line.get(indent..).unwrap_or_default());
    let pattern = first.into_iter().chain(rest).collect::<Vec<_>>().join("\n");
    let pattern = pattern.trim_end().to_owned();
    let (names, is_plain) = (names(&pattern), is_plain(&pattern));
    Text { pattern, names, is_plain }
}

fn names(pattern: &str) -> Vec<String> {
    let is_of_name = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    let (mut depth, mut is_quoted) = (0_usize, false);
    let mut names = Vec::new();
    for (at, letter) in pattern.char_indices() {
        match letter {
            // Quotes are marks of Fluent only within braces.
            '"' if depth > 0 => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '$' if depth > 0 => {
                let name = pattern.get(at + 1..).unwrap_or_default();
                names.push(
                    name.split(|it| !is_of_name(it)).next().unwrap_or_default().to_owned(),
                );
            }
            _ => {}
        }
    }
    names.sort();
    names.dedup();
    names
}

/// Whether each pair of braces holds one value, one term or one piece of text.
fn is_plain(pattern: &str) -> bool {
    let mut rest = pattern;
    while let Some((_, behind)) = rest.split_once('{') {
        let inside = behind.trim_start();
        rest = match inside.strip_prefix('"') {
            Some(quoted) => match quoted.split_once('"') {
                Some((text, after)) if !text.contains('\\') => after,
                _ => return false,
            },
            None => inside,
        };
        let Some((name, after)) = rest.split_once('}') else { return false };
        let name = name.trim().trim_start_matches(['$', '-']);
        if !(name.is_empty() || is_id(name)) {
            return false;
        }
        rest = after;
    }
    true
}

/// Rust for a table in a static of its own. The length is part of its type: constants of other crates point into a
/// static, but they would copy a table behind a slice, and each unit of code would have the copy.
pub(crate) fn static_table(item: &str, texts: &Texts) -> String {
    format!("{item}: [Entry; {}] = {};\n", texts.len(), table(texts))
}

/// Rust for an array of entries, in the order of their ids.
pub(crate) fn table(texts: &Texts) -> String {
    let mut table = String::from("[\n");
    for (id, Text { pattern, names, is_plain }) in texts {
        let _always = writeln!(
            table,
            "Entry {{ id: {id:?}, pattern: {pattern:?}, names: &{names:?}, is_plain: {is_plain} }},"
        );
    }
    table.push(']');
    table
}
