//! Marks before lines that do not belong to them: those of a diff, and the line numbers of forums and editors.

use std::collections::BTreeSet;

/// Removes such marks. Spaces replace those of a diff, so that columns stay those of the file; a removed line of a
/// diff is dropped if the diff also has its replacement.
pub(super) fn without_marks(text: String) -> String {
    let is_markup = text.trim_start().starts_with(['<', '{', '[']);
    if is_markup {
        return text;
    }
    without_lists(without_diff(without_numbers(text)))
}

/// Replaces the marks of a list (`* `) and of a tree of mails (`| `) by spaces if a whole block has them. A line with
/// another bar is a row of a table.
fn without_lists(text: String) -> String {
    let mark_of = |line: &str| match line.trim_start().as_bytes() {
        [b'*', b' ', rest @ ..] if !rest.contains(&b'*') => Some('*'),
        [b'|', b' ', rest @ ..] if !rest.contains(&b'|') => Some('|'),
        _ => None,
    };
    let lines: Vec<&str> = text.split('\n').collect();
    let mut shown: Vec<String> = Vec::new();
    let mut has_changed = false;
    for block in lines.chunk_by(|one, other| mark_of(one) == mark_of(other)) {
        let mark = block.first().and_then(|it| mark_of(it));
        let mark = mark.filter(|_| block.len() >= DIFF_LINES_MIN);
        has_changed |= mark.is_some();
        shown.extend(block.iter().map(|line| match mark {
            Some(mark) => line.replacen(mark, " ", 1),
            None => (*line).to_owned(),
        }));
    }
    if has_changed { shown.join("\n") } else { text }
}

/// Minimum of marked lines in a block, because two or three may be an ordinary list. Arbitrary.
const DIFF_LINES_MIN: usize = 3;

fn without_diff(text: String) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    if !lines.iter().any(|it| is_added(it) || is_removed(it)) {
        return text;
    }
    let is_unified = lines.iter().any(|it| it.starts_with("@@ -"));
    let mut shown = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    let mut has_changed = false;
    while let Some((first, behind)) = rest.split_first() {
        let is_part =
            |it: &&&str| is_added(it) || is_removed(it) || is_unified && it.starts_with(' ');
        let length = rest.iter().take_while(is_part).count();
        let (block, after) = rest.split_at(length);
        let marked = block.iter().filter(|it| is_added(it) || is_removed(it)).count();
        if marked >= DIFF_LINES_MIN || is_unified && marked > 0 {
            has_changed = true;
            shown.extend(of_block(block));
            rest = after;
        } else {
            shown.push((*first).to_owned());
            rest = behind;
        }
    }
    if has_changed { shown.join("\n") } else { text }
}

/// The lines of a block after the change.
fn of_block(block: &[&str]) -> Vec<String> {
    let added: BTreeSet<&str> =
        block.iter().filter(|it| is_added(it)).map(|it| key(it)).collect();
    let is_replaced = |it: &&&str| is_removed(it) && added.contains(key(it));
    let kept = block.iter().filter(|it| !is_replaced(it));
    kept.map(|it| {
        let (before, behind) = marked(it);
        format!("{before} {}", behind.get(1..).unwrap_or_default())
    })
    .collect()
}

/// Splits a line into the text before its mark, such as a mail's quotation, and the rest.
fn marked(line: &str) -> (&str, &str) {
    let rest = line.trim_start();
    match rest.starts_with(['+', '-']) {
        true => line.split_at(line.len().saturating_sub(rest.len())),
        false => ("", line),
    }
}

/// The subject of a line.
fn key(line: &str) -> &str {
    let text = marked(line).1.get(1..).unwrap_or_default();
    text.split([':', '=']).next().unwrap_or_default().trim()
}

/// Excludes the border of a table (`+-----+`), and the name of a file (`+++ b/log`).
fn is_added(line: &str) -> bool {
    let rest = marked(line).1.strip_prefix('+');
    rest.is_some_and(|it| it.starts_with(|it: char| it.is_alphanumeric() || it == ' '))
}

/// Excludes an option of a command line, which has no colon.
fn is_removed(line: &str) -> bool {
    let rest = marked(line).1.strip_prefix('-');
    let rest = rest.filter(|it| it.contains(':') && !it.ends_with('\\'));
    rest.is_some_and(|it| {
        it.starts_with(|it: char| it.is_alphanumeric() || it == ' ') && !it.starts_with(" -")
    })
}

/// Fewer lines with ascending numbers can be a table. Arbitrary.
const NUMBERED_MIN: usize = 5;

/// Removes line numbers if every line of the text has one, in consecutive order.
fn without_numbers(text: String) -> String {
    let mut expected = None;
    let mut count = 0_usize;
    let mut has_words = false;
    for line in text.split('\n').map(|it| it.trim_end_matches('\r')) {
        if line.trim().is_empty() {
            expected = expected.map(|it: u64| it.saturating_add(1));
            continue;
        }
        let Some((number, rest)) = numbered(line) else { return text };
        if expected.is_some_and(|it| number != it && count > 0) {
            return text;
        }
        expected = Some(number.saturating_add(1));
        count = count.saturating_add(1);
        has_words |= rest.contains(|it: char| it.is_alphabetic());
    }
    if count < NUMBERED_MIN || !has_words {
        return text;
    }
    let bare = text.split('\n').map(|line| numbered(line).map_or(line, |it| it.1));
    bare.collect::<Vec<_>>().join("\n")
}

/// `  12: words`, `12 | words`, `12. words`, `12 words`, `12`: the number, and the text after it and one space.
fn numbered(line: &str) -> Option<(u64, &str)> {
    let text = line.trim_start();
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    let number = digits.parse().ok()?;
    let rest = rest.strip_prefix(" |").unwrap_or(rest);
    let rest = rest.strip_prefix(['.', ':', ')', '|']).unwrap_or(rest);
    if rest.trim().is_empty() {
        return Some((number, ""));
    }
    Some((number, rest.strip_prefix([' ', '\t'])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(without_marks(text.to_owned()), expected);
    }

    #[test]
    fn what_a_diff_adds_stays_and_what_it_replaces_goes() {
        check("Head\n+a : 1\n+b : 2\n+c : 3\n", "Head\n a : 1\n b : 2\n c : 3\n");
        check("-a : 1\n+a : 2\n+b : 3\n", " a : 2\n b : 3\n");
        check("@@ -1,3 +1,3 @@\n a : 1\n-b : 2\n+b : 3\n", "@@ -1,3 +1,3 @@\n a : 1\n b : 3\n");
        check("-a : 1\n-b : 2\n-c : 3\n", " a : 1\n b : 2\n c : 3\n");
    }

    #[test]
    fn marks_of_lists_and_trees_go_and_tables_stay() {
        check("* a : 1\n* b : 2\n* c : 3\nd\n", "  a : 1\n  b : 2\n  c : 3\nd\n");
        check("| a : 1\n| b : 2\n| c : 3\n", "  a : 1\n  b : 2\n  c : 3\n");
        for text in ["| a | 1 |\n| b | 2 |\n| c | 3 |\n", "* MB/s = 1\n* KB = 2\n\n"] {
            check(text, text);
        }
    }

    #[test]
    fn borders_of_tables_options_and_short_lists_are_no_diff() {
        for text in [
            "+----+----+\n+----+----+\n+----+----+\n",
            "fio\n-name=a\n-rw=read\n-bs=4k\n",
            "+ fio a\n+ fio b\n",
            "---\n---\n---\n",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn numbers_of_lines_go_where_each_line_has_the_next_one() {
        check("1 a\n2 b\n3\n4 c\n5 d\n", "a\nb\n\nc\nd\n");
        check(" 9: a\n10:  b\n11: c\n12: d\n13: e\n", "a\n b\nc\nd\ne\n");
        for text in
            ["1 a\n2 b\n4 c\n5 d\n6 e\n", "0\t1\n1\t2\n2\t3\n3\t4\n4\t5\n", "1 a\nb\n2 c\n"]
        {
            check(text, text);
        }
    }
}
