//! Lines with their positions, and numbers in the notation of several countries.

use super::refusal::{Reason, Refusal};
use crate::quantity::whole;
use iogram_model::{Text, text};

/// A line of a file, without its line end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    /// Line number, from 1.
    pub(super) index: u64,
    pub(super) text: &'a str,
}

/// The lines of a text with line ends of Unix, Windows or both.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let numbered = text.split('\n').zip(1_u64..);
    numbered.map(|(text, index)| Line { index, text: text.trim_end_matches('\r') })
}

impl Line<'_> {
    /// The refusal that `found`, a part of this line, is not the expected text.
    pub(super) fn expected(&self, found: &str, expected: Text) -> Refusal {
        self.wrong(found, Reason::Expected { expected, found: found.to_owned() })
    }

    /// The refusal that `one` contradicts the rest of the line.
    pub(super) fn contradiction(&self, one: &str, other: String) -> Refusal {
        self.wrong(one, Reason::Contradiction { one: one.to_owned(), other })
    }

    /// The refusal that the line ends too early.
    pub(super) fn cut_off(&self, what: Text) -> Refusal {
        let letters = self.text.chars().count() as u64;
        Refusal {
            line: self.index,
            column: letters.saturating_add(1),
            reason: Reason::CutOff { what },
        }
    }

    fn wrong(&self, found: &str, reason: Reason) -> Refusal {
        let before =
            self.text.find(found).and_then(|at| self.text.get(..at)).unwrap_or_default();
        let column = (before.chars().count() as u64).saturating_add(1);
        Refusal { line: self.index, column, reason }
    }

    /// Parses `text`, a part of this line, as a number.
    pub(super) fn number(&self, text: &str) -> Result<f64, Refusal> {
        decimal(text.trim())
            .ok_or_else(|| self.expected(text.trim(), text!("interchange-number")))
    }

    /// Parses `text`, a part of this line, as a whole number.
    pub(super) fn count(&self, text: &str) -> Result<u64, Refusal> {
        let text = text.trim();
        let read = text.parse().ok().or_else(|| grouped_count(text));
        read.ok_or_else(|| self.expected(text, text!("interchange-whole-number")))
    }
}

/// A command line that continues in the next line after a `\`.
#[derive(Debug, Default)]
pub(super) struct Wrapped(Option<String>);

impl Wrapped {
    /// Whether the next line is a part of it.
    pub(super) const fn is_begun(&self) -> bool {
        self.0.is_some()
    }

    /// Adds its next line; returns the whole command after the last one.
    pub(super) fn add(&mut self, text: &str) -> Option<String> {
        let mut whole = self.0.take().unwrap_or_default();
        whole.push_str(text.trim_end_matches('\\'));
        whole.push(' ');
        if text.ends_with('\\') {
            self.0 = Some(whole);
            return None;
        }
        Some(whole)
    }
}

/// A whole number with thousands separators: as it has no decimals, one separator is unambiguous.
fn grouped_count(text: &str) -> Option<u64> {
    let has_space = text.contains(' ');
    grouped(text).filter(|_| !has_space).and_then(|it| u64::try_from(it).ok())
}

/// A number with unambiguous thousands separators: `1,234,567`, `1,234.5`, `1.234,56`, `1'234`. A single mark before
/// three digits is a decimal mark.
fn grouped_decimal(text: &str) -> Option<f64> {
    const MARKS: [char; 4] = [',', '.', '\'', '\u{2019}'];
    let last = text.rfind(MARKS)?;
    let (before, after) = text.split_at_checked(last)?;
    let mark = after.chars().next()?;
    let first = text.chars().find(|it| MARKS.contains(it))?;
    let is_repeated = text.matches(first).count() > 1;
    let decimals = after.get(mark.len_utf8()..)?;
    if first == mark {
        let is_plain = is_repeated || !matches!(mark, ',' | '.');
        return grouped(text).filter(|_| is_plain).map(|it| it as f64);
    }
    let is_point = matches!(mark, ',' | '.')
        && !decimals.is_empty()
        && decimals.bytes().all(|it| it.is_ascii_digit());
    let whole = grouped(before).filter(|_| is_point)?;
    format!("{whole}.{decimals}").parse().ok()
}

/// A number without a sign, with a point or a comma before its decimals, and with thousands separators if they are
/// unambiguous.
pub(super) fn decimal(text: &str) -> Option<f64> {
    plain_decimal(text).or_else(|| grouped_decimal(text))
}

fn plain_decimal(text: &str) -> Option<f64> {
    let is_number = text.bytes().all(|it| it.is_ascii_digit() || matches!(it, b'.' | b','));
    let marks = text.bytes().filter(|it| matches!(it, b'.' | b',')).count();
    let has_digits = text.bytes().next().is_some_and(|it| it.is_ascii_digit())
        && text.bytes().next_back().is_some_and(|it| it.is_ascii_digit());
    let is_exponent = |at: usize| {
        let (before, after) = (text.get(..at)?, text.get(at.saturating_add(1)..)?);
        (decimal(before).is_some()
            && after.trim_start_matches(['+', '-']).bytes().all(|it| it.is_ascii_digit()))
        .then(|| text.replace(',', ".").parse().ok())
        .flatten()
    };
    if let Some(at) = text.find(['e', 'E']) {
        return is_exponent(at).filter(|value: &f64| value.is_finite());
    }
    (is_number && marks <= 1 && has_digits)
        .then(|| text.replace(',', ".").parse().ok())
        .flatten()
        .filter(|value: &f64| value.is_finite())
}

/// A whole number with the thousands separators of any country: the same mark before every three digits.
pub(super) fn grouped(text: &str) -> Option<u128> {
    let text = text.trim();
    let is_mark = |it: char| {
        matches!(it, ',' | '.' | '\'' | '\u{2019}' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}')
            // A non-breaking space in an unknown encoding.
            || it == char::REPLACEMENT_CHARACTER
    };
    let digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let Some(mark) = text.chars().find(|it| is_mark(*it)) else {
        return digits(text).then(|| text.parse().ok()).flatten();
    };
    let parts: Vec<&str> = text.split(mark).collect();
    let (first, rest) = parts.split_first()?;
    let is_whole = digits(first)
        && first.len() <= 3
        && !first.starts_with('0')
        && rest.iter().all(|it| it.len() == 3 && digits(it));
    is_whole.then(|| parts.concat().parse().ok()).flatten()
}

/// The line without the marks of quotations in mails, lists and tables.
pub(super) fn bare(text: &str) -> &str {
    let is_mark = |it: char| it.is_whitespace() || matches!(it, '>' | '|');
    let text = text.trim_start_matches(is_mark).trim_end();
    // An added line of a diff.
    text.strip_prefix("+ ").map_or(text, |it| it.trim_start_matches(is_mark))
}

/// Splits a number such as `12.5 MB/s` into digits and unit.
pub(super) fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let is_number = |it: char| it.is_ascii_digit() || matches!(it, '.' | ',');
    let end = text.find(|it: char| !is_number(it)).unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end).unwrap_or((text, ""));
    (number, unit.trim())
}

/// Bytes of one unit as printed: `kB` is 1000, `KiB` 1024. `None` for an invalid unit.
pub(super) fn unit_bytes(unit: &str) -> Option<f64> {
    Some(match unit {
        "B" | "b" | "byte" | "bytes" => 1.0,
        "kB" | "KB" | "kb" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        "TB" => 1e12,
        "KiB" | "kiB" => 1024.0,
        "MiB" => 1_048_576.0,
        "GiB" => 1_073_741_824.0,
        "TiB" => 1_099_511_627_776.0,
        _ => return None,
    })
}

/// Bytes of a size without rounded decimals, such as `4 KiB` or `1MiB`.
pub(super) fn size_bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let at = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.')?;
    let (number, unit) = text.split_at_checked(at)?;
    whole(decimal(number)? * unit_bytes(unit.trim())?)
}

/// Nanoseconds of one unit of time.
pub(super) fn unit_ns(unit: &str) -> Option<f64> {
    Some(match unit {
        "ns" | "nsec" => 1.0,
        "us" | "usec" | "\u{b5}s" | "\u{3bc}s" => 1e3,
        "ms" | "msec" => 1e6,
        "s" | "sec" | "secs" | "seconds" => 1e9,
        "min" => 60e9,
        "h" | "hour" => 3600e9,
        _ => return None,
    })
}

/// Whether `value` can have been printed as `printed`, which shows only its first digits.
pub(super) fn is_rounded(printed: &str, value: f64) -> bool {
    let Some(number) = decimal(printed) else { return false };
    let decimals = printed.split_once(['.', ',']).map_or(0, |(_, after)| after.len());
    let step = 0.1_f64.powi(i32::try_from(decimals).unwrap_or(i32::MAX));
    // Some tools truncate digits, others round them; the relative tolerance covers computations in single precision.
    (number - value).abs() <= step * 1.01 + value.abs() * 1e-6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_the_spellings_that_can_be_nothing_else() {
        for (text, expected) in [
            ("12", Some(12.0)),
            ("1.5", Some(1.5)),
            ("1,5", Some(1.5)),
            ("4.5e-05", Some(4.5e-5)),
            ("1,234,567", Some(1_234_567.0)),
            ("1.234.567", Some(1_234_567.0)),
            ("1.234,5", Some(1234.5)),
            ("12,345.67", Some(12_345.67)),
            ("1'234", Some(1234.0)),
            ("1,234", Some(1.234)),
            ("1,23,456", None),
            ("1,234.567.890", None),
            ("12.34,5", None),
            ("1,,234", None),
            ("", None),
            (".", None),
            ("1e999", None),
            ("-1", None),
            ("nan", None),
        ] {
            assert_eq!(decimal(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_rounded_number_is_the_one_that_it_was_rounded_from() {
        assert!(
            is_rounded("2.1", 2.096) && is_rounded("2.0", 2.096) && !is_rounded("2.2", 2.096)
        );
        assert!(is_rounded("2,10", 2.096) && !is_rounded("2.12", 2.096));
    }

    #[test]
    fn sizes_say_their_unit() {
        assert_eq!(size_bytes("4 KiB"), Some(4096));
        assert_eq!(size_bytes("1MiB"), Some(1 << 20));
        assert_eq!(size_bytes("512KB"), Some(512_000));
        assert_eq!(size_bytes("4"), None);
        assert_eq!(size_bytes("4 apples"), None);
    }
}
