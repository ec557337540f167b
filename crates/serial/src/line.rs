//! Splits bytes into lines, each with the arrival time of its first byte.

use iogram_model::Nanos;

/// Largest stored part of a line: a computer that prints without line ends must not fill the memory. Arbitrary: no
/// console has lines this long.
const LENGTH_MAX: usize = 64 << 10;

/// A line, complete or in part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Counted from 0.
    pub number: u64,
    /// Arrival time of its first byte.
    pub at: Nanos,
    /// The text so far, without the line end.
    pub text: String,
}

/// Makes lines of arriving bytes.
#[derive(Debug, Default)]
pub struct Lines {
    number: u64,
    /// The incomplete line, and the arrival time of its first byte.
    open: Option<(Nanos, Vec<u8>)>,
}

impl Lines {
    /// Takes bytes that arrived at `at`, and calls `see` for each line that they complete, then for the incomplete
    /// one, because a prompt has no line end. A line ends with CR or LF; empty lines are ignored.
    pub fn take(&mut self, bytes: &[u8], at: Nanos, see: &mut dyn FnMut(&Line, bool)) {
        for &byte in bytes {
            match byte {
                b'\r' | b'\n' => self.end(see),
                _ => {
                    let (_, text) = self.open.get_or_insert_with(|| (at, Vec::new()));
                    if text.len() < LENGTH_MAX {
                        text.push(byte);
                    }
                }
            }
        }
        if let Some(line) = self.under_way() {
            see(&line, false);
        }
    }

    /// Ends the incomplete line as if its line end had arrived: further bytes begin a new line.
    pub fn end(&mut self, see: &mut dyn FnMut(&Line, bool)) {
        if let Some(line) = self.under_way() {
            see(&line, true);
            self.open = None;
            self.number = self.number.saturating_add(1);
        }
    }

    /// The incomplete line; `None` if there is none.
    #[must_use]
    pub fn under_way(&self) -> Option<Line> {
        let (at, text) = self.open.as_ref()?;
        let text = String::from_utf8_lossy(text).into_owned();
        Some(Line { number: self.number, at: *at, text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(parts: &[(&str, u64)]) -> Vec<(u64, u64, String, bool)> {
        let mut lines = Lines::default();
        let mut seen = Vec::new();
        for (bytes, at) in parts {
            lines.take(bytes.as_bytes(), Nanos(*at), &mut |line, is_whole| {
                seen.push((line.number, line.at.0, line.text.clone(), is_whole));
            });
        }
        seen
    }

    #[test]
    fn a_line_has_the_time_of_its_first_byte_however_it_is_cut() {
        let whole = |number, at, text: &str| (number, at, text.to_owned(), true);
        let open = |number, at, text: &str| (number, at, text.to_owned(), false);
        assert_eq!(
            seen(&[
                ("U-", 10),
                ("Boot\r", 20),
                ("\nnext", 30),
                (" one\n\n", 40),
                ("pi login: ", 50)
            ]),
            [
                open(0, 10, "U-"),
                whole(0, 10, "U-Boot"),
                open(1, 30, "next"),
                whole(1, 30, "next one"),
                open(2, 50, "pi login: "),
            ]
        );
    }

    #[test]
    fn a_line_without_an_end_is_kept_in_part() {
        let mut lines = Lines::default();
        let mut longest = 0;
        for at in 0..40 {
            lines.take(&[b'x'; 4096], Nanos(at), &mut |line, _| {
                longest = longest.max(line.text.len());
            });
        }
        assert_eq!(longest, LENGTH_MAX);
    }
}
