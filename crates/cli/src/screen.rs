//! The block of lines at the bottom of a terminal that is redrawn, and the lines above it.
//!
//! Knows control sequences. Must not know the contents. It neither queries the terminal nor changes its mode, so that
//! any end of the program leaves it unchanged: the cursor is always at the beginning of the line below the block.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::sync::{Mutex, MutexGuard};

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use crate::environment;

/// Rows of the block above the cursor.
static DRAWN: Mutex<u16> = Mutex::new(0);

/// Columns and rows of the terminal on standard error; `None` if a block cannot be drawn.
pub(crate) fn size() -> Option<(u16, u16)> {
    let stderr = std::io::stderr();
    let can_draw = stderr.is_terminal() && knows_sequences() && knows_unicode();
    let (width, height) = terminal_size::terminal_size_of(stderr).filter(|_| can_draw)?;
    Some((width.0, height.0))
}

/// Whether to use colours.
pub(crate) fn has_color() -> bool {
    environment::variable("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn knows_sequences() -> bool {
    environment::variable("TERM").is_some_and(|term| !matches!(term.as_str(), "" | "dumb"))
}

/// Without any variable, as in a container, terminals usually support Unicode.
fn knows_unicode() -> bool {
    let variables =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(environment::variable);
    let said = variables.into_iter().find(|value| !value.is_empty());
    said.is_none_or(|value| {
        let value = value.to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    })
}

fn drawn() -> MutexGuard<'static, u16> {
    DRAWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Prints a line above the block, which returns with the next picture. The text may contain names of files and
/// drives, so control characters are written out.
pub(crate) fn say(text: &str) {
    let mut drawn = drawn();
    write(&format!("{}{}\n", erase(&mut drawn), iogram_model::shown(text)));
}

/// Removes the block.
pub(crate) fn clear() {
    let mut drawn = drawn();
    write(&erase(&mut drawn));
}

/// Replaces the previous picture by `picture`.
pub(crate) fn draw(picture: &Buffer, has_color: bool) {
    let mut drawn = drawn();
    let mut text = above(*drawn);
    for row in 0..picture.area.height {
        text += &line(picture, row, has_color);
        text += "\x1b[K\n";
    }
    if picture.area.height < *drawn {
        text += "\x1b[J";
    }
    *drawn = picture.area.height;
    write(&text);
}

/// A terminal that became narrower may have wrapped the lines of the block. Only as many lines as were drawn are
/// erased: a piece of the old picture may stay, but no message is lost.
fn erase(drawn: &mut u16) -> String {
    match std::mem::take(drawn) {
        0 => String::new(),
        rows => format!("{}\x1b[J", above(rows)),
    }
}

fn above(rows: u16) -> String {
    if rows == 0 { String::new() } else { format!("\r\x1b[{rows}A") }
}

/// A missing reader is no reason to stop.
fn write(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _nobody_looks = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// One row, without trailing blanks.
fn line(picture: &Buffer, row: u16, has_color: bool) -> String {
    let mut text = String::new();
    let mut blanks = String::new();
    let mut code = "";
    let mut column = 0;
    while column < picture.area.width {
        let cell = &picture[(picture.area.x + column, picture.area.y + row)];
        let symbol = cell.symbol();
        column += u16::try_from(symbol.width().max(1)).unwrap_or(1);
        if symbol == " " {
            blanks.push(' ');
            continue;
        }
        text += &std::mem::take(&mut blanks);
        let wanted = if has_color { color_code(cell.fg, cell.modifier) } else { "" };
        if wanted != code {
            write!(text, "\x1b[{wanted}m").expect("memory takes all text");
            code = wanted;
        }
        text += symbol;
    }
    if !code.is_empty() {
        text += "\x1b[m";
    }
    text
}

/// The few styles in use.
fn color_code(color: Color, modifier: Modifier) -> &'static str {
    match color {
        _ if modifier.contains(Modifier::BOLD) => "0;1",
        _ if modifier.contains(Modifier::DIM) => "0;2",
        Color::Cyan => "0;36",
        Color::Yellow => "0;33",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    #[track_caller]
    fn check(text: &str, style: Style, has_color: bool, expected: &str) {
        let mut picture = Buffer::empty(Rect::new(0, 0, 12, 1));
        picture.set_string(1, 0, text, style);
        assert_eq!(line(&picture, 0, has_color), expected);
    }

    #[test]
    fn a_line_has_no_blanks_at_its_end_and_colours_only_where_wanted() {
        check("a b", Style::new(), true, " a b");
        check("a b", Style::new().cyan(), true, " \u{1b}[0;36ma b\u{1b}[m");
        check("a b", Style::new().cyan(), false, " a b");
        check("읽기 a", Style::new(), false, " 읽기 a");
    }
}
