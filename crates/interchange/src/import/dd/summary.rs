//! dd's line with bytes, time and rate, and the check that they agree.

use super::super::line::{Line, decimal, is_rounded, split_unit, unit_bytes};
use super::super::refusal::Refusal;
use super::words::unmarked;
use iogram_model::text;

/// The line with bytes, time and rate.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) bytes: u64,
    pub(super) seconds: f64,
    /// Computed from bytes and seconds; as printed if the seconds are too coarse for that.
    pub(super) bytes_per_s: f64,
    pub(super) is_binary: bool,
    /// Whether its time is in whole seconds, as GNU's `status=progress` prints it.
    pub(super) is_progress: bool,
}

/// The printed rate, and the precision of the printed time.
#[derive(Debug)]
struct Printed<'a> {
    text: &'a str,
    number: &'a str,
    unit: f64,
    /// Half a unit of the time's last digit.
    half_s: f64,
    /// Whether its MB may be MiB.
    may_be_binary: bool,
}

impl Summary {
    /// `None` if the line is not a summary; an error if it is one that contradicts itself. After records, a summary
    /// is not progress.
    pub(super) fn find(line: &Line<'_>, has_records: bool) -> Result<Option<Self>, Refusal> {
        let text = with_plain_marks(line.text);
        let Some((bytes, rest)) = bytes_of(&text) else { return Ok(None) };
        if let Some((_, after)) = rest.split_once(" transferred in ") {
            return Self::of_bsd(line, bytes, after);
        }
        if let Some((_, after)) = rest.split_once(") transferred ") {
            return Self::of_bsd_progress(line, bytes, after);
        }
        let Some((sizes, rest)) = behind_sizes(rest) else { return Ok(None) };
        let Some((time, rate)) = time_and_rate(rest) else { return Ok(None) };
        let may_lack_time = is_of_gnu(&text);
        let Some((number, unit)) = rate_of(rate, may_lack_time) else { return Ok(None) };
        let mut words = time.split_whitespace();
        let (Some(seconds), Some(word), None) = (words.next(), words.next(), words.next())
        else {
            return Ok(None);
        };
        let Some(value) = decimal(seconds) else { return Ok(None) };
        if word.chars().any(|it| it.is_ascii_digit()) {
            return Ok(None);
        }
        let bytes = line.count(bytes)?;
        // Only GNU prints two sizes; its MB are powers of 1000.
        let (is_whole, size_count) =
            (seconds.bytes().all(|it| it.is_ascii_digit()), sizes.split(", ").count());
        let found = Self {
            bytes,
            seconds: value,
            bytes_per_s: 0.0,
            is_binary: false,
            is_progress: is_whole && size_count > 1 && !has_records,
        };
        let may_be_binary = size_count == 1 && is_binary_size(sizes, bytes);
        let printed = Printed { text: rate, number, unit, half_s: 0.0, may_be_binary };
        found.checked(line, &printed).map(Some)
    }

    /// Whether the line begins with a number and a word, like a summary that continues in the next line.
    pub(super) fn is_begun(text: &str) -> bool {
        bytes_of(&with_plain_marks(text)).is_some()
    }

    /// Whether the line is certainly a summary of dd, or the beginning of one.
    pub(super) fn is_sure(text: &str) -> bool {
        let text = with_plain_marks(text);
        let has_words = is_of_gnu(&text) || text.contains(" bytes transferred in ");
        has_words && bytes_of(&text).is_some()
    }

    /// `None` without the rate: the next line may have it.
    fn of_bsd(line: &Line<'_>, bytes: &str, after: &str) -> Result<Option<Self>, Refusal> {
        let seconds = after.split_whitespace().next().unwrap_or_default();
        let value = line.number(seconds)?;
        let Some((rate, number, unit)) = rate_in_brackets(after) else { return Ok(None) };
        let found = Self {
            bytes: line.count(bytes)?,
            seconds: value,
            bytes_per_s: 0.0,
            is_binary: false,
            is_progress: false,
        };
        // BSD prints whole bytes a second, truncated. OpenBSD's seconds have three decimals.
        let decimals = seconds.split_once(['.', ',']).map_or(0, |it| it.1.len());
        let half_s = 0.5 * 0.1_f64.powi(i32::try_from(decimals).unwrap_or(i32::MAX));
        let printed = Printed { text: rate, number, unit, half_s, may_be_binary: false };
        found.checked(line, &printed).map(Some)
    }

    /// `(11 GB, 10 GiB) transferred 31.000s, 345 MB/s`, every second. Source: FreeBSD's `dd/misc.c`, `progress`.
    fn of_bsd_progress(
        line: &Line<'_>,
        bytes: &str,
        after: &str,
    ) -> Result<Option<Self>, Refusal> {
        let Some((time, rate)) = after.split_once(", ") else { return Ok(None) };
        let Some(seconds) = time.trim().strip_suffix('s') else { return Ok(None) };
        let Some((number, unit)) = rate_of(rate, false) else { return Ok(None) };
        let found = Self {
            bytes: line.count(bytes)?,
            seconds: line.number(seconds)?,
            bytes_per_s: 0.0,
            is_binary: false,
            is_progress: false,
        };
        // The time has three decimals.
        let printed =
            Printed { text: rate, number, unit, half_s: 0.0005, may_be_binary: false };
        found.checked(line, &printed).map(Some)
    }

    /// Adds the rate and determines its unit; an error if no unit fits.
    fn checked(self, line: &Line<'_>, printed: &Printed<'_>) -> Result<Self, Refusal> {
        let Printed { text, number, unit, half_s, may_be_binary } = *printed;
        let Some(value) = decimal(number) else {
            return Err(line.expected(number, text!("interchange-number")));
        };
        if self.seconds <= 0.0 {
            return Err(line.expected(text, text!("interchange-time-not-zero")));
        }
        let bytes_per_s = self.bytes as f64 / self.seconds;
        let agrees = |unit: f64, half_s: f64| {
            let rate_of = |seconds: f64| self.bytes as f64 / seconds / unit;
            let (longest, shortest) = (self.seconds + half_s, self.seconds - half_s);
            let slowest = rate_of(longest);
            let fastest = if shortest > 0.0 { rate_of(shortest) } else { f64::INFINITY };
            (slowest..=fastest).contains(&value)
                || is_rounded(number, slowest)
                || is_rounded(number, rate_of(self.seconds))
                || is_rounded(number, fastest)
        };
        // The time is also rounded, to six digits or to microseconds, which matters for short times.
        let half_s = half_s.max(0.000_001);
        if agrees(unit, half_s) {
            return Ok(Self { bytes_per_s, ..self });
        }
        if may_be_binary && agrees(in_1024(unit), half_s) {
            return Ok(Self { bytes_per_s, is_binary: true, ..self });
        }
        // dd computed the rate from the exact time, so the printed rate is more precise.
        if self.is_progress && agrees(unit, 0.5) {
            return Ok(Self { bytes_per_s: (value * unit).round(), ..self });
        }
        let follows = format!("{:.4} MB/s", bytes_per_s / 1e6);
        Err(line.contradiction(text.trim(), follows))
    }
}

/// The line with ASCII marks, and without the marks of notes around it.
fn with_plain_marks(text: &str) -> String {
    let text = text.replace(['\u{ff0c}', '\u{3001}'], ", ");
    let text = text.replace('\u{ff08}', " (").replace('\u{ff09}', ") ");
    behind_the_verb(unmarked(&text)).to_owned()
}

/// The digits at the beginning, and the rest.
fn bytes_of(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (bytes, rest) = text.split_at_checked(digits)?;
    let is_counted = rest.starts_with(|it: char| it == ' ' || !it.is_ascii());
    (digits > 0 && is_counted).then_some((bytes, rest))
}

/// The sizes in parentheses, empty if there are none, and the rest; sizes may contain commas.
fn behind_sizes(rest: &str) -> Option<(&str, &str)> {
    let Some((_, inner)) = rest.split_once('(') else {
        return (!rest.contains(')')).then_some(("", rest));
    };
    inner.split_once(')')
}

fn time_and_rate(rest: &str) -> Option<(&str, &str)> {
    if let Some((_, tail)) = rest.split_once(" copied, ") {
        // People add remarks after the rate.
        let mut parts = tail.split(", ");
        return Some((parts.next()?, parts.next()?));
    }
    let mut parts = rest.rsplit(", ");
    let rate = parts.next()?;
    Some((parts.next()?, rate))
}

/// The rate of `2.5 secs (429496729 bytes/sec)`, and of `7.393318 secs (41 GiB/sec)`, as illumos shortens it: its
/// text, its number, bytes of its unit.
fn rate_in_brackets(after: &str) -> Option<(&str, &str, f64)> {
    let (_, inner) = after.split_once('(')?;
    if let Some((rate, _)) = inner.split_once(" bytes/sec") {
        return Some((rate, rate.trim(), 1.0));
    }
    let (rate, _) = inner.split_once("/sec)")?;
    let (number, unit) = split_unit(rate);
    Some((rate, number, unit_bytes(unit)?))
}

/// Whether the line has words or sizes of GNU, which no other tool prints.
fn is_of_gnu(text: &str) -> bool {
    let has_sizes = text.contains("B, ") && text.contains("iB)");
    let words = [") copied,", " bytes copied,", " byte copied,"];
    has_sizes || words.iter().any(|it| text.contains(it))
}

/// Whether the size is in powers of 1024, as busybox and toybox print it.
fn is_binary_size(size: &str, bytes: u64) -> bool {
    let size = size.trim();
    let end = size.find(|it: char| !it.is_ascii_digit() && it != '.' && it != ',');
    let parts = end.and_then(|end| size.split_at_checked(end));
    parts.is_some_and(|(number, unit)| {
        unit_of(unit.trim())
            .is_some_and(|unit| is_rounded(number, bytes as f64 / in_1024(unit)))
    })
}

/// The power of 1024 for one of 1000.
fn in_1024(unit: f64) -> f64 {
    match unit {
        1e3 => 1024.0,
        1e6 => 1_048_576.0,
        1e9 => 1_073_741_824.0,
        1e12 => 1_099_511_627_776.0,
        other => other,
    }
}

/// The text from the bytes on. Before coreutils 8.25, translations with another word order began with the verb:
/// Russian, Ukrainian, Bulgarian, Czech, Polish and Taiwan's Chinese.
fn behind_the_verb(text: &str) -> &str {
    let Some(at) = text.find(|it: char| it.is_ascii_digit()) else { return text };
    let (verb, rest) = text.split_at(at);
    let verb = verb.trim_end();
    let is_verb = verb == "skopiowane"
        || verb.starts_with(|it: char| !it.is_ascii()) && verb.chars().all(is_of_a_word)
        || verb == "zkop\u{ed}rov\u{e1}no";
    if is_verb { rest } else { text }
}

fn is_of_a_word(letter: char) -> bool {
    letter.is_alphabetic() || letter == ' '
}

/// Number and bytes of the unit of `2.1 GB/s`, also in Cyrillic letters; text after a space is a person's remark.
fn rate_of(text: &str, may_lack_time: bool) -> Option<(&str, f64)> {
    let text = text.trim();
    let at = text.find(|it: char| !it.is_ascii_digit() && it != '.' && it != ',')?;
    let (number, unit) = text.split_at_checked(at)?;
    let unit = unit.split_whitespace().next()?.trim_end_matches('`');
    let of_time = unit
        .strip_suffix("/s")
        .or_else(|| unit.strip_suffix("/\u{441}"))
        .or_else(|| unit.strip_suffix("/c"))
        // Chinese and Japanese before coreutils 8.25 also translate the second.
        .or_else(|| unit.strip_suffix("/\u{79d2}"))
        // Korean does, too.
        .or_else(|| unit.strip_suffix("/\u{cd08}"));
    let unit = match of_time {
        Some(unit) => unit,
        // A copy may lack the last letter; the check against bytes and seconds shows whether this is the rate.
        None if may_lack_time => unit.trim_end_matches('/'),
        None => return None,
    };
    Some((number, unit_of(unit)?))
}

fn unit_of(unit: &str) -> Option<f64> {
    unit_bytes(match unit {
        "\u{43a}B" | "\u{43a}\u{411}" => "kB",
        "MB" | "\u{41c}B" | "\u{41c}\u{411}" => "MB",
        "GB" | "\u{413}B" | "\u{413}\u{411}" => "GB",
        // French octets, and toybox (Android), which omits the word for bytes.
        "ko" | "k" | "K" => "kB",
        "Mo" | "M" => "MB",
        "Go" | "G" => "GB",
        other => other,
    })
}
