//! Numbers with units as other tools print them, also after several lossy copies.

/// A number at the beginning of `text`, and the text after it. The number may have a sign and an exponent.
pub(crate) fn leading_number(text: &str) -> Option<(f64, &str)> {
    let bytes = text.as_bytes();
    let mut end = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
    let first_digit = end;
    while end < bytes.len() {
        let is_exponent = matches!(bytes[end], b'e' | b'E')
            && end > first_digit
            && matches!(bytes.get(end.saturating_add(1)), Some(b'+' | b'-'))
            && bytes.get(end.saturating_add(2)).is_some_and(u8::is_ascii_digit);
        if bytes[end].is_ascii_digit() || bytes[end] == b'.' {
            end = end.saturating_add(1);
        } else if is_exponent {
            end = end.saturating_add(3);
        } else {
            break;
        }
    }
    let number: f64 = text[..end].parse().ok()?;
    Some((number, &text[end..]))
}

/// Nanoseconds of `735us`, `1.08ms`, `-321ns`. Accepts the micro sign in two encodings, and the characters that a
/// wrong encoding makes of it. `None` for an invalid unit, and for a number without one.
pub(crate) fn parse_time(text: &str) -> Option<f64> {
    let (number, unit) = leading_number(text)?;
    let unit = unit.trim();
    let factor = match unit {
        "ns" => 1.0,
        "us" | "\u{b5}s" | "\u{3bc}s" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        // The micro sign, truncated or in a wrong encoding: no other unit begins outside of ASCII.
        _ if unit.chars().next().is_some_and(|letter| !letter.is_ascii() || letter == '?') => {
            1e3
        }
        "u" => 1e3,
        "m" => 1e6,
        "n" => 1.0,
        _ => return None,
    };
    Some(number * factor)
}

/// Bytes of `4MiB`, `512KiB`, `512 B`; units are powers of 1024.
pub(crate) fn parse_binary_size(text: &str) -> Option<u64> {
    let (number, unit) = leading_number(text)?;
    let shift = match unit.trim() {
        "B" => 0,
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        _ => return None,
    };
    whole(number * f64::from(1_u32 << shift))
}

/// Bytes per second of `12.8M/s`, `912K/s`; units are powers of 1000.
pub(crate) fn parse_rate(text: &str) -> Option<u64> {
    let (number, unit) = leading_number(text)?;
    let factor = match unit.trim() {
        "B/s" => 1.0,
        "K/s" => 1e3,
        "M/s" => 1e6,
        "G/s" => 1e9,
        _ => return None,
    };
    whole(number * factor)
}

/// A whole number, if `value` is one that fits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be in range"
)]
pub(crate) fn whole(value: f64) -> Option<u64> {
    (0.0..9e15).contains(&value).then(|| value.round() as u64)
}

/// The same with a sign.
#[expect(clippy::cast_possible_truncation, reason = "checked to be in range")]
pub(crate) fn signed(value: f64) -> Option<i64> {
    (-9e15..9e15).contains(&value).then(|| value.round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<f64>) {
        let found = parse_time(text);
        assert_eq!(found.map(f64::round), expected, "input {text:?}");
    }

    #[test]
    fn times_are_read_in_every_spelling() {
        check("735\u{b5}s", Some(735_000.0));
        check("735\u{3bc}s", Some(735_000.0));
        check("735us", Some(735_000.0));
        check("735\u{c2}\u{b5}s", Some(735_000.0));
        check("735?s", Some(735_000.0));
        check("1e+03\u{fffd}", Some(1_000_000.0));
        check("1.08ms", Some(1_080_000.0));
        check("-321ns", Some(-321.0));
        check("2.5s", Some(2_500_000_000.0));
        check("735", None);
        check("735 apples", None);
        check("us", None);
    }

    #[test]
    fn sizes_are_binary_and_rates_decimal() {
        assert_eq!(parse_binary_size("512KiB"), Some(512 << 10));
        assert_eq!(parse_binary_size("4MiB"), Some(4 << 20));
        assert_eq!(parse_binary_size("4M"), None);
        assert_eq!(parse_rate("12.8M/s"), Some(12_800_000));
        assert_eq!(parse_rate("912K/s"), Some(912_000));
        assert_eq!(parse_rate("12.8M"), None);
    }
}
