//! Text in columns of a terminal: its width and its line breaks.
//!
//! Widths are those of a terminal: a Korean letter takes two columns. This module also writes out control characters
//! of texts from outside, because all text of a page passes here on its way to a terminal.

use iogram_model::shown;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that `text` takes.
pub fn width_of(text: &str) -> usize {
    // Nearly all of a list of 10,000 runs is plain.
    let text = shown(text);
    if text.is_ascii() { text.len() } else { text.width() }
}

/// `text` padded with blanks to `width` columns.
pub(crate) fn padded(text: &str, width: usize, is_right: bool) -> String {
    let blanks = " ".repeat(width.saturating_sub(width_of(text)));
    let text = shown(text);
    if is_right { format!("{blanks}{text}") } else { format!("{text}{blanks}") }
}

/// Wraps `text` to lines of at most `width` columns, at spaces. A longer word has a line of its own. So has a command
/// at the end of a text of several lines, if it fits into one. This way a path, an address and a command can be
/// copied.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let text = shown(text);
    let is_broken = width_of(&text) > width;
    match with_command(&text).filter(|(_, command)| is_broken && width_of(command) <= width) {
        Some((words, command)) => {
            let mut lines = wrap_words(words, width);
            lines.extend(wrap_words(command, width));
            lines
        }
        None => wrap_words(&text, width),
    }
}

/// Programs whose commands can end a text.
const PROGRAMS: [&str; 5] = ["cargo", "iogram", "parted", "sudo", "umount"];

/// Splits `text` into the part before the command at its end, and the command, which comes after a colon.
fn with_command(text: &str) -> Option<(&str, &str)> {
    let (words, command) = text.rsplit_once(": ")?;
    let (program, _) = command.split_once(' ')?;
    PROGRAMS.contains(&program).then(|| (text.get(..=words.len()).unwrap_or(words), command))
}

fn wrap_words(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line)
                if width_of(line).saturating_add(1).saturating_add(width_of(word)) <= width =>
            {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The same, but it also breaks longer words: in a table nothing may overlap the next column. A text that fits keeps
/// its blanks.
pub(crate) fn wrap_hard(text: &str, width: usize) -> Vec<String> {
    if width_of(text) <= width {
        return vec![shown(text).into_owned()];
    }
    wrap(text, width).iter().flat_map(|line| broken(line, width.max(2))).collect()
}

/// After a slash if there is one, otherwise after a hyphen: `precondition/` is clearer than `precondition/rand`.
fn broken(line: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for character in line.chars() {
        let last = lines.last_mut().expect("there is always one");
        let columns = character.width().unwrap_or(0);
        if width_of(last).saturating_add(columns) > width {
            let hyphen = || last.rfind('-').filter(|at| *at > 0);
            let rest = match last.rfind('/').or_else(hyphen) {
                Some(stroke) => last.split_off(stroke.saturating_add(1)),
                None => String::new(),
            };
            lines.push(rest);
        }
        lines.last_mut().expect("there is always one").push(character);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_long_words_stay_whole() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("incompressible data", 4), ["incompressible", "data"]);
        assert_eq!(wrap("", 4), Vec::<String>::new());
        assert_eq!(wrap("순차 쓰기 속도", 9), ["순차 쓰기", "속도"]);
    }

    #[test]
    fn a_command_at_the_end_is_not_broken() {
        let text = "look at all of it: iogram show --full 7";
        assert_eq!(wrap(text, 24), ["look at all of it:", "iogram show --full 7"]);
        assert_eq!(wrap(text, 19), ["look at all of it:", "iogram show --full", "7"]);
        assert_eq!(wrap(text, 80), [text]);
        assert_eq!(wrap("it said: no such thing", 12), ["it said: no", "such thing"]);
    }

    #[test]
    fn in_a_table_long_words_are_broken() {
        assert_eq!(wrap_hard("a incompressible", 6), ["a", "incomp", "ressib", "le"]);
        assert_eq!(wrap_hard("마이크로에스디", 5), ["마이", "크로", "에스", "디"]);
        assert_eq!(wrap_hard("fill/write buffer", 7), ["fill/", "write", "buffer"]);
        assert_eq!(wrap_hard("one/two-three", 6), ["one/", "two-", "three"]);
        assert_eq!(wrap_hard("  a", 4), ["  a"]);
    }
}
