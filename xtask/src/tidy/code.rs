//! Rust source without its comments and literals, so that a found word is code.
//!
//! Knows only as much of the lexical grammar as rustfmt-formatted sources need: nested block comments, raw and byte
//! strings, character literals against lifetimes.

/// The kind of text at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Code,
    LineComment,
    /// With the depth of nesting.
    BlockComment(usize),
    Text,
    /// With the number of `#` that end it.
    RawText(usize),
}

/// `source` with every character of a comment or literal replaced by a space; lines stay lines.
pub(super) fn code_only(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut part = Part::Code;
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let after_word = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let (next, length) = match part {
            Part::Code => start_of_part(rest, after_word),
            inside => end_of_part(inside, rest),
        }
        .unwrap_or((part, 0));
        let length = if length == 0 { first.len_utf8() } else { length };
        let is_code = part == Part::Code && next == Part::Code && length == first.len_utf8();
        for character in rest[..length].chars() {
            code.push(if is_code || character == '\n' { character } else { ' ' });
        }
        part = next;
        rest = &rest[length..];
    }
    code
}

/// The part that begins at `rest` in code, and the length of its opening; a character literal is taken whole.
fn start_of_part(rest: &str, after_word: bool) -> Option<(Part, usize)> {
    if rest.starts_with("//") {
        return Some((Part::LineComment, 2));
    }
    if rest.starts_with("/*") {
        return Some((Part::BlockComment(1), 2));
    }
    if rest.starts_with('"') {
        return Some((Part::Text, 1));
    }
    if let Some(length) = character_literal(rest) {
        return Some((Part::Code, length));
    }
    let raw = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'));
    let raw = raw.filter(|_| !after_word)?;
    let hashes = raw.len() - raw.trim_start_matches('#').len();
    let is_text = raw[hashes..].starts_with('"');
    is_text.then(|| (Part::RawText(hashes), rest.len() - raw.len() + hashes + 1))
}

/// The part after the end of `part` at `rest`, and the number of bytes to skip.
fn end_of_part(part: Part, rest: &str) -> Option<(Part, usize)> {
    match part {
        Part::Code => None,
        Part::LineComment => rest.starts_with('\n').then_some((Part::Code, 1)),
        Part::BlockComment(depth) if rest.starts_with("*/") => match depth {
            1 => Some((Part::Code, 2)),
            depth => Some((Part::BlockComment(depth - 1), 2)),
        },
        Part::BlockComment(depth) if rest.starts_with("/*") => {
            Some((Part::BlockComment(depth + 1), 2))
        }
        Part::BlockComment(_) => None,
        Part::Text if rest.starts_with('\\') => {
            let escaped = rest.chars().nth(1).map_or(0, char::len_utf8);
            Some((Part::Text, 1 + escaped))
        }
        Part::Text => rest.starts_with('"').then_some((Part::Code, 1)),
        Part::RawText(hashes) => {
            let end = format!("\"{}", "#".repeat(hashes));
            rest.starts_with(&end).then_some((Part::Code, end.len()))
        }
    }
}

/// The length of a character literal at `rest`; `None` for a lifetime or anything else.
fn character_literal(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('\'')?;
    let first = inner.chars().next()?;
    let length = if first == '\\' {
        1 + inner[1..].chars().next()?.len_utf8()
            + inner.get(2..).and_then(|tail| tail.find('\''))?
    } else {
        first.len_utf8()
    };
    inner.get(length..)?.starts_with('\'').then_some(length + 2)
}

/// `code` with every line of an item under `#[cfg(test)]` emptied; lines stay lines.
pub(super) fn without_tests(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        if !line.trim_start().starts_with("#[cfg(test)]") {
            kept.push_str(line);
            kept.push('\n');
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let is_end = |line: &str| {
            let inner = line.trim();
            let is_outer = line.len() - line.trim_start().len() == indent;
            is_outer && (inner.ends_with(';') || matches!(inner, "}" | "};" | "},"))
        };
        kept.push('\n');
        // An item of one line, or everything up to the brace below its beginning.
        for line in lines.by_ref() {
            kept.push('\n');
            if is_end(line) {
                break;
            }
        }
    }
    kept
}

/// Whether `line` contains `word` with no letter, digit or `_` beside it.
pub(super) fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| {
        !is_part(line[..at].chars().next_back())
            && !is_part(line[at + word.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &str) {
        assert_eq!(code_only(source), expected, "source {source:?}");
    }

    #[test]
    fn comments_and_literals_become_spaces() {
        check("a // b", "a     ");
        check("a // b\nc", "a     \nc");
        check("a /* b /* c */ d */ e", "a                   e");
        check(r#"a("b\"c", d)"#, "a(      , d)");
        check(r##"a(r#"b"c"#, d)"##, "a(        , d)");
        check("for_r\"x\"", "for_r   ");
        check("b\"x\" + c", "b    + c");
    }

    #[test]
    fn a_lifetime_is_not_a_character_literal() {
        check("fn f<'a>(x: &'a str)", "fn f<'a>(x: &'a str)");
        check("['\"', 'x', '\\n', '\\u{1F}', y]", "[   ,    ,     ,         , y]");
    }

    #[test]
    fn a_word_is_not_found_inside_a_longer_one() {
        assert!(has_word("unsafe {", "unsafe"));
        assert!(!has_word("unsafe_code", "unsafe"));
        assert!(has_word("use libc::c_int;", "libc"));
    }
}
