//! A line of rates in fio's default output, and the possible values of its shortened numbers.
//!
//! Source: fio's `lib/num2str.c`: a number with more digits than there is room for is divided, and the remaining
//! decimals are rounded separately. If they round up to a whole unit, the number in front does not grow: 68.97 is
//! printed `68.0`, and 20.99 `20.0`.

use super::super::line::{Line, decimal, split_unit, unit_bytes};
use super::super::refusal::Refusal;
use super::asked::binary;
use iogram_model::text;

/// A number as fio shortens it; it stands for all numbers that fio prints like this.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shortened {
    printed: f64,
    /// Value of one step of its last printed digit.
    step: f64,
    /// Value of its unit.
    unit: f64,
    /// Whether the rounding of its decimals may have lost a whole unit.
    may_be_next: bool,
}

/// Minimum and maximum.
type Span = (f64, f64);

impl Shortened {
    fn of(number: &str, unit: f64) -> Option<Self> {
        let printed = decimal(number)? * unit;
        let decimals = number.split_once(['.', ',']).map_or("", |it| it.1);
        // The comma may separate decimals or thousands.
        if number.contains(',') && decimals.len() == 3 {
            return None;
        }
        let step = 0.1_f64.powi(i32::try_from(decimals.len()).unwrap_or(i32::MAX)) * unit;
        let may_be_next = !decimals.is_empty() && decimals.bytes().all(|it| it == b'0');
        Some(Self { printed, step, unit, may_be_next })
    }

    /// Parses `12.6k`, `633`, `1.2M`.
    pub(super) fn count(line: &Line<'_>, text: &str) -> Result<Self, Refusal> {
        let (number, unit) = split_unit(text);
        let factor = match unit {
            "" => 1.0,
            "k" | "K" => 1e3,
            "m" | "M" => 1e6,
            "g" | "G" => 1e9,
            _ => return Err(line.expected(text.trim(), text!("interchange-number"))),
        };
        Self::of(number, factor)
            .ok_or_else(|| line.expected(number.trim(), text!("interchange-number")))
    }

    /// Parses requests per second; without a unit, the number is whole.
    fn requests(line: &Line<'_>, text: &str) -> Result<Self, Refusal> {
        if split_unit(text).1.is_empty() && text.contains(',') {
            return Err(line.expected(text.trim(), text!("interchange-number")));
        }
        Self::count(line, text)
    }

    /// Parses an amount in powers of 1024.
    fn amount(line: &Line<'_>, text: &str) -> Result<Self, Refusal> {
        let (number, unit) = split_unit(text);
        binary(unit)
            .and_then(|unit| Self::of(number, unit))
            .ok_or_else(|| line.expected(text, text!("interchange-amount-unit")))
    }

    pub(super) const fn printed(self) -> f64 {
        self.printed
    }

    /// The ranges of numbers that are printed like this; the literal one comes first.
    fn spans(self) -> impl Iterator<Item = (bool, Span)> + Clone {
        let half = self.step / 2.0;
        let plain = (false, (self.printed - half, self.printed + half));
        let next = self.printed + self.unit;
        let next = (true, (next - half, next));
        std::iter::once(plain).chain(self.may_be_next.then_some(next))
    }

    /// Whether it can be equal to `follows`, which has an error of `unsure`, with a relative tolerance of `share`.
    pub(super) fn can_be(self, follows: f64, unsure: f64, share: f64) -> bool {
        let follows = (follows - unsure, follows + unsure);
        self.spans().any(|(_, span)| gap(span, follows) <= share)
    }

    /// The best value, given that it `follows` from other numbers: the printed one, unless `follows` shows that a
    /// whole unit was lost.
    pub(super) fn by(self, follows: f64) -> f64 {
        let mut spans = self.spans();
        let (Some((_, plain)), Some((_, next))) = (spans.next(), spans.next()) else {
            return self.printed;
        };
        let is_next = gap(next, (follows, follows)) < gap(plain, (follows, follows));
        // Arbitrary: `follows` comes from rounded numbers itself; at a larger distance it proves nothing.
        if is_next && gap(next, (follows, follows)) <= 0.02 {
            follows.clamp(next.0, next.1)
        } else {
            self.printed
        }
    }
}

/// Relative distance of two spans; 0 if they overlap.
fn gap(one: Span, other: Span) -> f64 {
    let apart = (one.0 - other.1).max(other.0 - one.1).max(0.0);
    apart / one.1.max(other.1).max(f64::MIN_POSITIVE)
}

/// The figures of a line of rates.
#[derive(Debug)]
pub(super) struct Rates<'a> {
    pub(super) bytes_per_s: f64,
    pub(super) requests_per_s: Shortened,
    /// The requests per second as printed.
    pub(super) requests: &'a str,
    pub(super) elapsed_ms: u64,
}

/// A printed figure up to its end; a comma directly before a digit is part of it.
pub(super) fn figure_of<'a>(text: &'a str, ends: &[char]) -> &'a str {
    let text = text.trim_start();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let is_mark = letter == ',' && letters.peek().is_some_and(|it| it.1.is_ascii_digit());
        if ends.contains(&letter) || letter == ',' && !is_mark {
            return text.get(..at).unwrap_or_default().trim_end();
        }
    }
    text.trim_end()
}

/// The time of a line of rates, in milliseconds.
pub(super) fn elapsed_of(text: &str) -> Option<u64> {
    let before = text.split_once("msec")?.0;
    before.rsplit(['/', '=']).next()?.trim().parse().ok()
}

/// Whether a text is a complete line of rates, whatever surrounds it.
pub(super) fn is_whole(text: &str) -> bool {
    let Some((name, rest)) = text.split_once(':') else { return false };
    let (name, rest) = (name.trim(), rest.trim());
    let words: &[&str] = match is_old(rest) {
        true => &["bw=", "iops=", "runt=", "msec"],
        false => &["IOPS=", ", BW=", "/s)(", "msec)"],
    };
    matches!(name, "read" | "write" | "trim" | "mixed")
        && is_rate(rest)
        && words.iter().all(|it| rest.contains(it))
}

pub(super) fn is_rate(text: &str) -> bool {
    text.starts_with("IOPS=") || is_old(text)
}

fn is_old(text: &str) -> bool {
    text.starts_with("io=")
}

impl<'a> Rates<'a> {
    /// `IOPS=633, BW=1422KiB/s (1456kB/s)(21.0MiB/15843msec)`, `io=1024.6MB, bw=30629KB/s, iops=7657 , runt=
    /// 34240msec`; the rates of slow jobs were `bw=492369 B/s`.
    pub(super) fn parse(line: &Line<'_>, text: &'a str) -> Result<Self, Refusal> {
        let is_old = is_old(text);
        let ends: &[char] = if is_old { &[] } else { &['(', ' '] };
        let field = |name: &str| -> Result<&'a str, Refusal> {
            let rest =
                text.split_once(name).ok_or_else(|| line.cut_off(text!("interchange-line")))?.1;
            Ok(figure_of(rest, ends))
        };
        let (printed, requests) = if is_old {
            (field("bw=")?, field("iops=")?)
        } else {
            (field("BW=")?, field("IOPS=")?)
        };
        let rate = printed
            .strip_suffix("/s")
            .ok_or_else(|| line.cut_off(text!("interchange-line")))?;
        let rate = Shortened::amount(line, rate)?;
        let (moved, time) = if is_old {
            (field("io=")?, text.split_once("runt=").map_or("", |it| it.1))
        } else {
            let moved = text.rsplit_once('(').map_or("", |it| it.1);
            moved.split_once('/').ok_or_else(|| line.cut_off(text!("interchange-line")))?
        };
        let millis = time
            .trim()
            .split_once("msec")
            .ok_or_else(|| line.cut_off(text!("interchange-line")))?
            .0;
        let (moved, elapsed_ms) = (Shortened::amount(line, moved)?, line.count(millis)?);
        let second = second_of(text);
        let numbers = Numbers {
            rate,
            moved,
            elapsed_ms: elapsed_ms as f64,
            second: second.map(|it| decimal_rate(line, it)).transpose()?,
        };
        let bytes_per_s = numbers.checked(line, (printed, second))?;
        let requests_per_s = Shortened::requests(line, requests)?;
        Ok(Self { bytes_per_s, requests_per_s, requests, elapsed_ms })
    }
}

/// Rate and time in milliseconds of a group of jobs, from fio's last lines; `None` for another line.
///
/// `READ: bw=817MiB/s (857MB/s), 817MiB/s-817MiB/s (857MB/s-857MB/s), io=4096MiB (4295MB), run=5015-5015msec`, before
/// version 3 `READ: io=4096.0MB, aggrb=71465KB/s, minb=71465KB/s, maxb=71465KB/s, mint=58690msec, maxt=58690msec`.
/// Source: fio's `stat.c`, `show_group_stats`: the rate is the amount divided by the longest time.
pub(super) fn group(line: &Line<'_>, rest: &str) -> Result<Option<(f64, u64)>, Refusal> {
    let (rate_name, time_name) = match is_old(rest) {
        true => ("aggrb=", "maxt="),
        false => ("bw=", "run="),
    };
    let field = |name: &str| rest.split_once(name).map(|it| figure_of(it.1, &['(', ' ']));
    let (Some(printed), Some(moved), Some(time)) =
        (field(rate_name), field("io="), field(time_name))
    else {
        return Ok(None);
    };
    let (Some(rate), Some(time)) = (printed.strip_suffix("/s"), time.strip_suffix("msec"))
    else {
        return Ok(None);
    };
    let second = second_of(rest);
    let elapsed_ms = line.count(time.rsplit('-').next().unwrap_or_default())?;
    let numbers = Numbers {
        rate: Shortened::amount(line, rate)?,
        moved: Shortened::amount(line, moved)?,
        elapsed_ms: elapsed_ms as f64,
        second: second.map(|it| decimal_rate(line, it)).transpose()?,
    };
    Ok(Some((numbers.checked(line, (printed, second))?, elapsed_ms)))
}

/// The rate in powers of 1000 of `703MiB/s (737MB/s)`; before version 3 there is none.
fn second_of(text: &str) -> Option<&str> {
    let second = text.split_once(" (").and_then(|it| it.1.split_once("/s)")).map(|it| it.0);
    second.filter(|_| !is_old(text))
}

/// `1456kB`: version 3 also prints each rate in powers of 1000.
fn decimal_rate(line: &Line<'_>, text: &str) -> Result<Shortened, Refusal> {
    let (number, unit) = split_unit(text);
    unit_bytes(unit)
        .and_then(|unit| Shortened::of(number, unit))
        .ok_or_else(|| line.expected(text, text!("interchange-rate-powers-1000")))
}

/// The numbers of a line for one rate.
#[derive(Debug)]
struct Numbers {
    rate: Shortened,
    second: Option<Shortened>,
    moved: Shortened,
    elapsed_ms: f64,
}

/// The number that contradicts a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Apart {
    Moved,
    Second,
}

impl Numbers {
    fn follows(&self, moved_bytes: f64) -> f64 {
        moved_bytes * 1000.0 / self.elapsed_ms.max(1.0)
    }

    /// The rate, if the other numbers agree with it. The arguments are the printed rate and the one in powers of
    /// 1000.
    fn checked(
        &self,
        line: &Line<'_>,
        (printed, second): (&str, Option<&str>),
    ) -> Result<f64, Refusal> {
        self.choose().map_err(|apart| match apart {
            Apart::Second => {
                line.contradiction(printed, format!("{}/s", second.unwrap_or_default()))
            }
            Apart::Moved => {
                let follows = self.follows(self.moved.printed) / 1024.0;
                line.contradiction(printed, format!("{follows:.1} KiB/s"))
            }
        })
    }

    /// The rate that agrees best with amount and time and with the second rate, considering lost units.
    fn choose(&self) -> Result<f64, Apart> {
        let mut best: Option<(f64, f64)> = None;
        let mut apart = Apart::Moved;
        for ((is_next, rate), (_, moved)) in
            self.rate.spans().flat_map(|rate| self.moved.spans().map(move |it| (rate, it)))
        {
            // Some versions truncate the digits of amounts, others round them.
            let half = self.moved.step / 2.0;
            let follows = (self.follows(moved.0 - half), self.follows(moved.1 + half));
            let middle = f64::midpoint(follows.0, follows.1);
            let its = gap(rate, follows);
            // Arbitrary: rates have three or four digits, and short jobs few milliseconds.
            let slack = 0.02 + 2.0 / self.elapsed_ms.max(1.0) + 2048.0 / rate.1.max(1.0);
            if its > slack {
                continue;
            }
            apart = Apart::Second;
            let Some(second) = self.second_gap(rate) else { continue };
            if best.is_none_or(|(least, _)| its + second < least) {
                let value =
                    if is_next { middle.clamp(rate.0, rate.1) } else { self.rate.printed };
                best = Some((its + second, value));
            }
        }
        best.map(|it| it.1).ok_or(apart)
    }

    /// Relative distance of the rate in powers of 1000 to `rate`; `None` if they contradict each other.
    fn second_gap(&self, rate: Span) -> Option<f64> {
        let Some(second) = self.second else { return Some(0.0) };
        let gaps = second.spans().map(|(_, span)| gap(rate, span));
        let least = gaps.fold(f64::INFINITY, f64::min);
        (least <= 0.01 + 1024.0 / rate.1.max(1.0)).then_some(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(text: &str) -> Result<String, String> {
        let line = Line { index: 1, text };
        let rates = Rates::parse(&line, text).map_err(|it| it.to_string())?;
        Ok(format!("{:.2}", rates.bytes_per_s / 1_048_576.0))
    }

    #[test]
    fn a_whole_one_that_rounding_lost_is_found_by_amount_and_time() {
        for (text, expected) in [
            // The rate in powers of 1000 lost a unit, or the other rate did, or both.
            ("IOPS=65, BW=65.8MiB/s (68.0MB/s)(1024MiB/15569msec)", "65.80"),
            ("IOPS=20, BW=20.0MiB/s (22.0MB/s)(1259MiB/60001msec)", "20.98"),
            ("IOPS=20, BW=20.0MiB/s (21.0MB/s)(1200MiB/60001msec)", "20.00"),
            ("IOPS=5, BW=5.00MiB/s (6.29MB/s)(360MiB/60020msec)", "6.00"),
            // The amount lost one, too.
            ("IOPS=633, BW=1422KiB/s (1456kB/s)(21.0MiB/15843msec)", "1.39"),
        ] {
            assert_eq!(rate(text).as_deref(), Ok(expected), "{text}");
        }
        for text in [
            "IOPS=65, BW=65.8MiB/s (67.1MB/s)(1024MiB/15569msec)",
            "IOPS=65, BW=64.0MiB/s (68.0MB/s)(1124MiB/15569msec)",
            "IOPS=20, BW=20.0MiB/s (21.0MB/s)(1400MiB/60001msec)",
        ] {
            assert!(rate(text).is_err(), "{text}");
        }
    }

    #[test]
    fn requests_are_those_that_something_else_tells() {
        let line = Line { index: 1, text: "" };
        let by = |text: &str, follows: f64| {
            Shortened::count(&line, text).map(|it| it.by(follows)).unwrap_or(f64::NAN)
        };
        for (text, follows, expected) in [
            ("12.0k", 12_981.0, 12_981.0),
            ("12.0k", 12_003.0, 12_000.0),
            ("12.0k", 15_000.0, 12_000.0),
            ("12.1k", 12_981.0, 12_100.0),
            ("1.00M", 1_998_000.0, 1_998_000.0),
            ("12", 12.9, 12.0),
        ] {
            assert!((by(text, follows) - expected).abs() < 1e-6, "{text} {follows}");
        }
    }
}
