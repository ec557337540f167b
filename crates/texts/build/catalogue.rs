//! From files of texts to a table: which is looked up without reading anything when the program starts.
//!
//! Part of the build scripts of `texts` and `report`. Reads Fluent as far as files need it to find ids and values:
//! whatever has more than text and values stays Fluent's, and is read by its library when it is shown.

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

/// The files of a language, those of the areas that are wanted.
///
/// # Errors
///
/// A file that cannot be read, a line that is no Fluent, an id that is there twice.
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
/// The line that is no Fluent.
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
            // Quotes are marks of Fluent within braces alone.
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

/// Rust for a slice of entries, in the order of their ids.
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
