//! Values in fio's syntax: sizes, times, shares, lists.
//!
//! Source: fio's `parse.c`: a suffix is a power of 1024 unless `kb_base=1000`, and `kib` is the other of both.

/// Base of a suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KbBase {
    Binary,
    Decimal,
}

/// A size, or a share of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    Bytes(u64),
    Percent(u64),
}

impl Size {
    pub(super) fn bytes(self) -> Option<u64> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::Percent(_) => None,
        }
    }
}

/// A number and the rest of the text, which contains no spaces.
fn split(text: &str) -> Option<(u64, String)> {
    let text = text.trim();
    if let Some(hex) = text.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).ok().map(|number| (number, String::new()));
    }
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let number = text.get(..end)?.parse().ok()?;
    Some((number, text.get(end..)?.trim().to_ascii_lowercase()))
}

/// `4k`, `1g`, `50%`, `(4 * 1m)`.
pub(super) fn size(text: &str, base: KbBase) -> Option<Size> {
    if text.trim_start().starts_with('(') {
        return calculated(text, &|part| size(part, base)?.bytes()).map(Size::Bytes);
    }
    let (number, suffix) = split(text)?;
    // `100%%` in templates, which fio accepts, too (3.33).
    if !suffix.is_empty() && suffix.trim_end_matches('%').is_empty() {
        return (number <= 100).then_some(Size::Percent(number));
    }
    number.checked_mul(multiplier(&suffix, base)?).map(Size::Bytes)
}

/// The multiplier of a suffix in lower case.
pub(crate) fn multiplier(suffix: &str, base: KbBase) -> Option<u64> {
    let (usual, other) = match base {
        KbBase::Binary => (1024, 1000),
        KbBase::Decimal => (1000_u64, 1024_u64),
    };
    let (letter, rest) = match suffix.chars().next() {
        None => return Some(1),
        Some(letter) => (letter, suffix.get(1..)?),
    };
    let factor = match rest {
        // fio treats `4ki` as `4k`, because it looks for the three letters of `kib` only.
        "" | "b" | "i" => usual,
        "ib" => other,
        _ => return None,
    };
    let power = match letter {
        'b' if rest.is_empty() => return Some(1),
        'k' => 1,
        'm' => 2,
        'g' => 3,
        't' => 4,
        'p' => 5,
        _ => return None,
    };
    u64::checked_pow(factor, power)
}

/// Unit of a time without a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeUnit {
    Seconds,
    Micros,
}

/// A time in microseconds: `60`, `5m`, `100ms`.
pub(super) fn time_us(text: &str, unit: TimeUnit) -> Option<u64> {
    let bare = match unit {
        TimeUnit::Seconds => 1_000_000,
        TimeUnit::Micros => 1,
    };
    if text.trim_start().starts_with('(') {
        return calculated(text, &|part| time_us(part, unit));
    }
    let (number, suffix) = split(text)?;
    let factor = match suffix.as_str() {
        "" => bare,
        "us" | "usec" => 1,
        "ms" | "msec" => 1000,
        "s" | "sec" => 1_000_000,
        "m" => 60_000_000,
        "h" => 3_600_000_000,
        "d" => 86_400_000_000,
        _ => return None,
    };
    number.checked_mul(factor)
}

/// A whole number.
pub(super) fn count(text: &str) -> Option<u64> {
    if text.trim_start().starts_with('(') {
        return calculated(text, &count);
    }
    match split(text)? {
        (number, suffix) if suffix.is_empty() => Some(number),
        _ => None,
    }
}

/// A whole number with an optional suffix: fio parses all of them as sizes.
pub(super) fn whole(text: &str, base: KbBase) -> Option<u64> {
    size(text, base)?.bytes()
}

/// The result of `bc` for whole numbers without units; `None` for any other text, and if an intermediate result is
/// negative.
pub(super) fn whole_formula(text: &str) -> Option<u64> {
    let number = |text: &str| text.parse().ok();
    let mut rest = text.trim();
    let value = term(&mut rest, Formula { number: &number, is_cut: true }, 0)?;
    rest.trim().is_empty().then_some(value)
}

/// Whether a switch is on: one without a value is on.
pub(super) fn is_on(text: &str) -> Option<bool> {
    match text {
        "" => Some(true),
        other => count(other).map(|number| number > 0),
    }
}

/// A sum of products in parentheses, with whole numbers only. fio calculates with fractions in between: a formula
/// with an intermediate fraction is rejected.
fn calculated(text: &str, number: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
    let mut rest = text.trim();
    let value = term(&mut rest, Formula { number, is_cut: false }, 0)?;
    rest.trim().is_empty().then_some(value)
}

/// Rules for parsing a formula.
#[derive(Clone, Copy)]
struct Formula<'a> {
    /// Parses its numbers.
    number: &'a dyn Fn(&str) -> Option<u64>,
    /// Whether a quotient is truncated.
    is_cut: bool,
}

/// Nesting limit of parentheses: nobody writes more.
const NESTING_MAX: usize = 16;

/// `part ((*|/) part)*`.
fn product(rest: &mut &str, formula: Formula<'_>, depth: usize) -> Option<u64> {
    let mut value = part(rest, formula, depth)?;
    loop {
        *rest = rest.trim_start();
        let is_times = match rest.chars().next() {
            Some('*') => true,
            Some('/') => false,
            _ => return Some(value),
        };
        *rest = rest.get(1..)?;
        let next = part(rest, formula, depth)?;
        value = match is_times {
            true => value.checked_mul(next)?,
            false if formula.is_cut || value.checked_rem(next)? == 0 => {
                value.checked_div(next)?
            }
            false => return None,
        };
    }
}

/// `product ((+|-) product)*`.
fn term(rest: &mut &str, formula: Formula<'_>, depth: usize) -> Option<u64> {
    let mut value = product(rest, formula, depth)?;
    loop {
        *rest = rest.trim_start();
        let is_plus = match rest.chars().next() {
            Some('+') => true,
            Some('-') => false,
            _ => return Some(value),
        };
        *rest = rest.get(1..)?;
        let next = product(rest, formula, depth)?;
        value = if is_plus { value.checked_add(next)? } else { value.checked_sub(next)? };
    }
}

fn part(rest: &mut &str, formula: Formula<'_>, depth: usize) -> Option<u64> {
    *rest = rest.trim_start();
    if let Some(inner) = rest.strip_prefix('(') {
        if depth == NESTING_MAX {
            return None;
        }
        *rest = inner;
        let value = term(rest, formula, depth.saturating_add(1))?;
        *rest = rest.trim_start().strip_prefix(')')?;
        return Some(value);
    }
    let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (text, behind) = rest.split_at_checked(end)?;
    *rest = behind;
    if text.is_empty() { None } else { (formula.number)(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_those_of_the_base() {
        let bytes = |text, base| size(text, base).and_then(Size::bytes);
        assert_eq!(bytes("4k", KbBase::Binary), Some(4096));
        assert_eq!(bytes("4K", KbBase::Decimal), Some(4000));
        assert_eq!(bytes("4kib", KbBase::Binary), Some(4000));
        assert_eq!(bytes("4KiB", KbBase::Decimal), Some(4096));
        assert_eq!(bytes("4ki", KbBase::Binary), Some(4096));
        assert_eq!(bytes("4ki", KbBase::Decimal), Some(4000));
        assert_eq!(bytes("1mb", KbBase::Binary), Some(1 << 20));
        assert_eq!(bytes("512", KbBase::Binary), Some(512));
        assert_eq!(bytes("512b", KbBase::Binary), Some(512));
        assert_eq!(bytes("0x1000", KbBase::Binary), Some(4096));
        assert_eq!(size("30%", KbBase::Binary), Some(Size::Percent(30)));
        assert_eq!(size("100%%", KbBase::Binary), Some(Size::Percent(100)));
        for wrong in ["", "k", "4kx", "1.5g", "-4k", "101%", "99999999999p"] {
            assert_eq!(size(wrong, KbBase::Binary), None, "{wrong}");
        }
    }

    #[test]
    fn formulas_are_calculated() {
        let bytes = |text| size(text, KbBase::Binary).and_then(Size::bytes);
        assert_eq!(bytes("(4 * 1k + 8k) / 3"), Some(4096));
        assert_eq!(bytes("(2*(1m-512k))"), Some(1 << 20));
        assert_eq!(bytes("(1/3)"), None);
        assert_eq!(bytes("(1/0)"), None);
        assert_eq!(bytes("(1"), None);
        assert_eq!(bytes(&"(".repeat(10_000)), None);
    }

    #[test]
    fn times_without_a_unit_are_those_of_the_option() {
        assert_eq!(time_us("60", TimeUnit::Seconds), Some(60_000_000));
        assert_eq!(time_us("500", TimeUnit::Micros), Some(500));
        assert_eq!(time_us("5m", TimeUnit::Seconds), Some(300_000_000));
        assert_eq!(time_us("100ms", TimeUnit::Seconds), Some(100_000));
        assert_eq!(time_us("5x", TimeUnit::Seconds), None);
    }
}
