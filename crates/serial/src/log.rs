//! Console logs with a time before each line, as written by this program, `ts`, grabserial, tio and minicom.
//!
//! Times are seconds (`12.345678`), a time of day (`14:30:15.250`) or a date and a time (`2026-11-23 14:30:15.250`,
//! with a `T` or a blank between), in brackets or not. The reader ignores grabserial's second number.

use iogram_model::{Nanos, sentence, text};

use crate::boots::{Boot, Boots};
use crate::error::SerialError;
use crate::line::Line;
use crate::patterns::Patterns;

const DAY: u64 = 24 * 3600 * Nanos::SECOND.0;

/// Formats a line for a log: seconds since `origin`, a blank, its text.
#[must_use]
pub fn stamped(line: &Line, origin: Nanos) -> String {
    let at = line.at.saturating_sub(origin).0;
    let (seconds, nanos) = (at / Nanos::SECOND.0, at % Nanos::SECOND.0);
    format!("{seconds}.{nanos:09} {}", iogram_model::shown(&line.text))
}

/// Finds all boots in a log. Empty lines are skipped.
///
/// # Errors
///
/// If a line has no time, or an earlier one than the line before it: the error has its number.
pub fn boots_in_log(text: &str, patterns: &Patterns) -> Result<Vec<Boot>, SerialError> {
    let mut boots = Boots::new(patterns);
    let mut found = Vec::new();
    let mut last: Option<Nanos> = None;
    let mut passed_days = 0_u64;
    for (number, text) in (1_u64..).zip(text.lines()) {
        let text = text.trim_end_matches('\r');
        if text.trim().is_empty() {
            continue;
        }
        let Some((stamp, rest)) = split(text) else {
            return Err(SerialError::Usage {
                message: sentence!("serial-cannot-find-time-beginning-line", number),
                hint: text!("serial-each-line-needs-seconds-time-day"),
            });
        };
        let mut at = Nanos(stamp.ns.saturating_add(passed_days.saturating_mul(DAY)));
        if let Some(last) = last.filter(|last| *last > at) {
            // Midnight: the time of day goes back by nearly a day.
            let is_midnight = stamp.is_time_of_day && last.saturating_sub(at).0 > DAY / 2;
            if !is_midnight {
                return Err(SerialError::Usage {
                    message: sentence!("serial-line-earlier-time-line-before", number),
                    hint: text!("serial-log-computer-order-lines-came"),
                });
            }
            passed_days = passed_days.saturating_add(1);
            at = Nanos(at.0.saturating_add(DAY));
        }
        last = Some(at);
        found.extend(boots.see(&Line { number, at, text: rest.to_owned() }));
    }
    Ok(found)
}

/// The time before a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    /// Since any beginning; for a time of day, since midnight.
    ns: u64,
    is_time_of_day: bool,
}

/// Splits a line into the time at its beginning and the rest.
fn split(line: &str) -> Option<(Stamp, &str)> {
    let line = line.trim_start();
    if let Some(inner) = line.strip_prefix('[') {
        let (stamp, rest) = inner.split_once(']')?;
        let stamp = stamp.trim();
        // grabserial prints two numbers: the time since the beginning, and since the line before.
        let first = stamp.split_whitespace().next()?;
        let stamp = parse(stamp).or_else(|| parse(first).filter(|it| !it.is_time_of_day))?;
        return Some((stamp, rest.strip_prefix(' ').unwrap_or(rest)));
    }
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (second, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    if is_date(first)
        && let Some(stamp) = parse(&format!("{first} {second}"))
    {
        return Some((stamp, behind));
    }
    Some((parse(first)?, rest))
}

fn is_date(text: &str) -> bool {
    text.len() == 10 && text.bytes().filter(|it| *it == b'-').count() == 2
}

fn parse(text: &str) -> Option<Stamp> {
    if let Some((date, time)) = text.split_once(['T', ' ']).filter(|(date, _)| is_date(date)) {
        let days = days(date)?;
        let ns = days.checked_mul(DAY)?.checked_add(time_of_day(without_zone(time))?)?;
        return Some(Stamp { ns, is_time_of_day: false });
    }
    if text.contains(':') {
        return Some(Stamp { ns: time_of_day(text)?, is_time_of_day: true });
    }
    // A bare number can also be the beginning of a program's text.
    text.contains('.').then_some(())?;
    Some(Stamp { ns: seconds(text)?, is_time_of_day: false })
}

/// Removes the time zone; all lines of a log have the same one.
fn without_zone(time: &str) -> &str {
    let end = time.find(['Z', '+', '-']).unwrap_or(time.len());
    time.get(..end).unwrap_or(time)
}

/// Days of the Gregorian calendar since 1970. Source: H. Hinnant, `chrono`-Compatible Low-Level Date Algorithms.
fn days(date: &str) -> Option<u64> {
    let mut parts = date.split('-');
    let mut number = || parts.next()?.parse::<u64>().ok();
    let (year, month, day) = (number()?, number()?, number()?);
    let is_date =
        (1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    if !is_date {
        return None;
    }
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let since_0 =
        365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    since_0.checked_sub(719_468)
}

fn time_of_day(text: &str) -> Option<u64> {
    let mut parts = text.split(':');
    let mut number = || parts.next()?.parse::<u64>().ok();
    let (hours, minutes) = (number()?, number()?);
    let seconds = seconds(
        parts.next().filter(|it| it.starts_with(|first: char| first.is_ascii_digit()))?,
    )?;
    let is_whole = parts.next().is_none() && hours < 24 && minutes < 60;
    let whole = hours * 3600 + minutes * 60;
    is_whole
        .then(|| whole * Nanos::SECOND.0 + seconds)
        .filter(|_| seconds < 61 * Nanos::SECOND.0)
}

/// Converts decimal seconds to nanoseconds, exactly; digits below a nanosecond are cut off.
fn seconds(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    if !digits(whole) || !digits(part) {
        return None;
    }
    let part: String = part.chars().chain("000000000".chars()).take(9).collect();
    let whole: u64 = whole.parse().ok()?;
    whole.checked_mul(Nanos::SECOND.0)?.checked_add(part.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elapsed(log: &str) -> Result<Vec<u64>, String> {
        let patterns = Patterns::new(Patterns::FROM, Patterns::TO).unwrap();
        let boots = boots_in_log(log, &patterns).map_err(|error| error.to_string())?;
        Ok(boots.iter().map(|boot| boot.elapsed().0).collect())
    }

    #[test]
    fn the_usual_programs_times_are_understood() {
        for log in [
            "0.000000000 U-Boot 2023.10\n2.5 [    0.000000] Linux\n\n23.250000001 pi login: ",
            "[0.000000 0.000000] U-Boot\n[23.250000001 20.1] pi login:",
            "[14:30:15.000] U-Boot\r\n[14:30:38.250000001] pi login:\r\n",
            "23:59:50.1 U-Boot\n00:00:13.350000001 pi login:",
            "[2026-11-23 14:30:15] U-Boot\n[2026-11-23 14:30:38.250000001] pi login:",
            "2026-02-28T23:59:50Z U-Boot\n2026-03-01T00:00:13.250000001Z pi login:",
            "1764000000.5 U-Boot\n1764000023.750000001 pi login:",
        ] {
            assert_eq!(elapsed(log), Ok(vec![23_250_000_001]), "{log}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let line =
            |number, at, text: &str| Line { number, at: Nanos(at), text: text.to_owned() };
        let lines = [line(0, 5_000_000_007, "U-Boot 1"), line(1, 28_250_000_008, "pi login: ")];
        let log: Vec<String> =
            lines.iter().map(|line| stamped(line, Nanos(5_000_000_000))).collect();
        assert_eq!(log[0], "0.000000007 U-Boot 1");
        assert_eq!(elapsed(&log.join("\n")), Ok(vec![23_250_000_001]));
    }

    #[test]
    fn a_line_without_a_time_and_one_that_goes_back_have_their_numbers() {
        let missing = elapsed("0.1 U-Boot\npi login:").unwrap_err();
        assert!(missing.contains("line 2"), "{missing}");
        assert!(elapsed("[    U-Boot").unwrap_err().contains("line 1"));
        assert!(elapsed("2023 U-Boot").unwrap_err().contains("line 1"));
        for log in ["\n5.0 U-Boot\n4.9 pi login:", "\n14:30:15.0 U-Boot\n14:30:14.0 pi login:"]
        {
            let back = elapsed(log).unwrap_err();
            assert!(back.contains("line 3 has an earlier time"), "{back}");
        }
    }

    #[test]
    fn times_beyond_every_range_are_no_times() {
        for log in [
            "99999999999999999999.0 U-Boot",
            "18446744073709551615.0 U-Boot",
            "25:00:00.0 U-Boot",
            "2026-13-01 00:00:00 U-Boot",
            "99999999999999-1-1T00:00:00 U-Boot",
        ] {
            assert!(elapsed(log).is_err(), "{log}");
        }
    }
}
