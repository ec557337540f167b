//! Units as types. Inside the project, a number without a unit is a count.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Sentence;
use crate::text::{ParseError, split_number};
use crate::{Text, sentence, text};

/// A number of bytes. Never logical blocks, never "KB".
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Bytes(pub u64);

/// Nanoseconds on the clock of the target under test.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Nanos(pub u64);

/// A share in thousandths: 0 to 1000.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Permille(pub u16);

/// A mean transfer rate.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Throughput {
    /// Bytes per second, finite and not negative.
    pub bytes_per_s: f64,
}

const SIZE_HINT: Text = text!("model-write-number-b-kib-mib-gib");
const TIME_HINT: Text = text!("model-write-number-ns-us-ms-s");
const SHARE_HINT: Text = text!("model-write-percentage-between-0-100-70");

impl Bytes {
    /// 2^10 bytes.
    pub const KIB: Self = Self(1 << 10);
    /// 2^20 bytes.
    pub const MIB: Self = Self(1 << 20);
    /// 2^30 bytes.
    pub const GIB: Self = Self(1 << 30);

    /// The value as a float, for rates. Exact up to 2^53 bytes (9 PB).
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "rates need no more than 53 bits")]
    pub fn as_f64(self) -> f64 {
        self.0 as f64
    }

    /// The exact binary form, as people type it: `4KiB`, `1GiB`, `2300B`.
    #[must_use]
    pub fn binary(self) -> String {
        for (unit, shift) in [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)] {
            if self.0 != 0 && self.0.trailing_zeros() >= shift {
                return format!("{}{unit}", self.0 >> shift);
            }
        }
        format!("{}B", self.0)
    }

    /// The exact form if it is short, otherwise rounded: `1GiB`, `14.9 GiB (16.0 GB)`.
    #[must_use]
    pub fn short(self) -> String {
        let exact = self.binary();
        match exact.chars().filter(char::is_ascii_digit).count() {
            0..=4 => exact,
            _ => self.both(),
        }
    }

    /// Rounded, in binary and decimal units: `14.9 GiB (16.0 GB)`.
    #[must_use]
    pub fn both(self) -> String {
        format!("{} ({})", self.rounded(), self.decimal())
    }

    /// Rounded, in binary units: `12.3 MiB`.
    #[must_use]
    pub fn rounded(self) -> String {
        scaled(self.as_f64(), 1024.0, &BINARY)
    }

    /// Rounded, in decimal units, as on drive labels: `16.0 GB`.
    #[must_use]
    pub fn decimal(self) -> String {
        scaled(self.as_f64(), 1000.0, &DECIMAL)
    }
}

const BINARY: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
const DECIMAL: [&str; 5] = ["B", "kB", "MB", "GB", "TB"];

/// `value` with three or four significant digits in the largest unit that gives at least 1.
fn scaled(value: f64, step: f64, units: &[&str; 5]) -> String {
    let (mut value, mut index) = (value, 0);
    while value >= step && index < units.len().saturating_sub(1) {
        value /= step;
        index = index.saturating_add(1);
    }
    let digits = if index == 0 { 0 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {}", units[index])
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.binary())
    }
}

impl FromStr for Bytes {
    type Err = ParseError;

    /// Parses `4KiB`, `1.5GB`, `2300B` or `4096`; rejects a bare `k` or `M`, because tools disagree about its
    /// meaning.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (number, unit) = split_number(text, text!("model-not-size", text), SIZE_HINT)?;
        let factor: u64 = match unit {
            "" | "B" => 1,
            "kB" => 1_000,
            "MB" => 1_000_000,
            "GB" => 1_000_000_000,
            "TB" => 1_000_000_000_000,
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            "GiB" => 1 << 30,
            "TiB" => 1 << 40,
            _ => {
                return Err(ParseError::new(
                    sentence!("model-unknown-unit", text = text.trim(), unit),
                    meant_size(number.digits, unit).map_or_else(
                        || SIZE_HINT.into(),
                        |meant| sentence!("model-meant-hint", meant: meant, hint: SIZE_HINT),
                    ),
                ));
            }
        };
        number
            .times(factor)
            .map(Self)
            .ok_or_else(|| ParseError::new(sentence!("model-not-size", text), SIZE_HINT))
    }
}

/// `4k` is 4096 in fio and 4000 in other tools: the hint names both and guesses neither.
fn meant_size(digits: &str, unit: &str) -> Option<Sentence> {
    let unit = unit.to_lowercase();
    let letter = unit.strip_suffix("ib").or(unit.strip_suffix(['b', 'i'])).unwrap_or(&unit);
    let (binary, decimal) = match letter {
        "k" => ("KiB", "kB"),
        "m" => ("MiB", "MB"),
        "g" => ("GiB", "GB"),
        "t" => ("TiB", "TB"),
        _ => return None,
    };
    Some(sentence!("model-mean-powers-1024-fio-dd", digits, binary, decimal))
}

/// A bare number means seconds in fio, and units have many spellings.
fn meant_time(digits: &str, unit: &str) -> Option<Sentence> {
    let unit = match unit.to_lowercase().as_str() {
        "" | "sec" | "secs" | "second" | "seconds" => "s",
        "msec" | "msecs" | "millisecond" | "milliseconds" => "ms",
        "usec" | "usecs" | "microsecond" | "microseconds" => "us",
        "mins" | "minute" | "minutes" => "m",
        "hr" | "hrs" | "hour" | "hours" => "h",
        _ => return None,
    };
    Some(sentence!("model-mean", value = format!("{digits}{unit}")))
}

/// `70` probably means 70 %, and so does `0.7`.
fn meant_share(value: f64, digits: &str, unit: &str) -> Option<Sentence> {
    match unit {
        "" if digits.contains('.') && value > 0.0 && value < 1.0 => {
            let percent = format!("{:.1}", value * 100.0);
            let percent = percent.trim_end_matches(".0");
            Some(sentence!("model-mean", value = format!("{percent}%")))
        }
        "" | "percent" if (0.0..=100.0).contains(&value) => {
            Some(sentence!("model-mean", value = format!("{digits}%")))
        }
        _ => None,
    }
}

impl Nanos {
    /// One second.
    pub const SECOND: Self = Self(1_000_000_000);
    /// One millisecond.
    pub const MILLISECOND: Self = Self(1_000_000);

    /// The value in seconds.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "53 bits of nanoseconds are 104 days")]
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e9
    }

    /// `self - earlier`, or zero if `earlier` is later.
    #[inline]
    #[must_use]
    pub const fn saturating_sub(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }
}

impl Nanos {
    /// Exact to the nanosecond, in the largest unit that divides it, such as `1500ms`: parsing gives the same value.
    #[must_use]
    pub fn exact(self) -> String {
        const UNITS: [(&str, u64); 4] =
            [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1)];
        let fits = |&&(_, size): &&(&str, u64)| self.0.is_multiple_of(size);
        let (unit, size) = UNITS.iter().find(fits).unwrap_or(&("ns", 1));
        format!("{}{unit}", self.0.checked_div(*size).unwrap_or(self.0))
    }
}

impl fmt::Display for Nanos {
    /// Formats with three significant digits and a unit: `12.3 us`, `1.50 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const STEPS: [(&str, f64); 4] = [("h", 3.6e12), ("s", 1e9), ("ms", 1e6), ("us", 1e3)];
        #[expect(clippy::cast_precision_loss, reason = "three digits are printed")]
        let ns = self.0 as f64;
        for (unit, size) in STEPS {
            // 0.9995 rounds up to 1.00 of this unit, not to 1000 of the smaller one.
            if ns >= size * 0.9995 {
                let value = ns / size;
                let digits = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
                return f.pad(&format!("{value:.digits$} {unit}"));
            }
        }
        f.pad(&format!("{} ns", self.0))
    }
}

impl FromStr for Nanos {
    type Err = ParseError;

    /// Parses `10s`, `100ms`, `1.5m`. Rejects a bare number, because both seconds and milliseconds are common.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (number, unit) = split_number(text, text!("model-not-time", text), TIME_HINT)?;
        let factor: u64 = match unit {
            "ns" => 1,
            "us" | "µs" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" | "min" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            "" if number.value == 0.0 => 1,
            _ => {
                return Err(ParseError::new(
                    sentence!("model-no-known-unit-time", text = text.trim()),
                    meant_time(number.digits, unit).map_or_else(
                        || TIME_HINT.into(),
                        |meant| sentence!("model-meant-hint", meant: meant, hint: TIME_HINT),
                    ),
                ));
            }
        };
        number
            .times(factor)
            .map(Self)
            .ok_or_else(|| ParseError::new(sentence!("model-not-time", text), TIME_HINT))
    }
}

impl Permille {
    /// The whole: 1000.
    pub const ALL: Self = Self(1000);

    /// `self` of `whole`, rounded down.
    #[must_use]
    pub fn of(self, whole: u64) -> u64 {
        let part = u128::from(whole).saturating_mul(u128::from(self.0)) / 1000;
        u64::try_from(part).unwrap_or(u64::MAX)
    }
}

impl fmt::Display for Permille {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, tenth) = (self.0 / 10, self.0 % 10);
        if tenth == 0 { write!(f, "{whole}%") } else { write!(f, "{whole}.{tenth}%") }
    }
}

impl FromStr for Permille {
    type Err = ParseError;

    /// Parses `70%` or `12.5%`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (number, unit) =
            split_number(text, text!("model-not-percentage", text), SHARE_HINT)?;
        let value = number.value;
        if unit != "%" || !(0.0..=100.0).contains(&value) {
            let message = sentence!("model-not-percentage", text = text.trim());
            let meant = meant_share(value, number.digits, unit);
            let hint = meant
                .map(|meant| sentence!("model-meant-hint", meant: meant, hint: SHARE_HINT));
            return Err(ParseError::new(message, hint.unwrap_or_else(|| SHARE_HINT.into())));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 1000"
        )]
        Ok(Self((value * 10.0).round() as u16))
    }
}

impl Throughput {
    /// The mean rate over `elapsed`; `None` if no time passed.
    #[must_use]
    pub fn mean(moved: Bytes, elapsed: Nanos) -> Option<Self> {
        let seconds = elapsed.as_secs_f64();
        (seconds > 0.0).then(|| Self { bytes_per_s: moved.as_f64() / seconds })
    }

    /// Decimal megabytes (10^6 bytes) per second, the unit on drive labels.
    #[must_use]
    pub fn mb_per_s(self) -> f64 {
        self.bytes_per_s / 1e6
    }
}

// Saturating arithmetic: values from records and logs are among the operands, and neither a panic nor a wrapped
// number is an answer. No real measurement reaches the limits.
macro_rules! arithmetic {
    ($unit:ident) => {
        impl Add for $unit {
            type Output = Self;
            #[inline]
            fn add(self, other: Self) -> Self {
                Self(self.0.saturating_add(other.0))
            }
        }
        impl AddAssign for $unit {
            #[inline]
            fn add_assign(&mut self, other: Self) {
                self.0 = self.0.saturating_add(other.0);
            }
        }
        impl Sub for $unit {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0.saturating_sub(other.0))
            }
        }
        impl Mul<u64> for $unit {
            type Output = Self;
            #[inline]
            fn mul(self, factor: u64) -> Self {
                Self(self.0.saturating_mul(factor))
            }
        }
    };
}
arithmetic!(Bytes);
arithmetic!(Nanos);

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check<T: FromStr<Err = ParseError> + fmt::Display>(text: &str, expected: &str) {
        let shown = match text.parse::<T>() {
            Ok(value) => value.to_string(),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(shown, expected, "input {text:?}");
    }

    #[test]
    fn sizes_keep_decimal_and_binary_apart() {
        check::<Bytes>("4096", "4KiB");
        check::<Bytes>("2300B", "2300B");
        check::<Bytes>("128KiB", "128KiB");
        check::<Bytes>("1GiB", "1GiB");
        check::<Bytes>("1GB", "1000000000B");
        check::<Bytes>("1.5MiB", "1536KiB");
        check::<Bytes>("0", "0B");
        check::<Bytes>("9007199254740993", "9007199254740993B");
    }

    #[test]
    fn sizes_that_tools_disagree_about_are_refused() {
        check::<Bytes>("4k", "error: \"4k\" has the unknown unit \"k\"");
        check::<Bytes>("4KB", "error: \"4KB\" has the unknown unit \"KB\"");
        check::<Bytes>("fast", "error: \"fast\" is not a size");
        check::<Bytes>("-1B", "error: \"-1B\" is not a size");
        check::<Bytes>("99999999999GiB", "error: \"99999999999GiB\" is not a size");
    }

    #[test]
    fn times_need_a_unit() {
        check::<Nanos>("10s", "10.0 s");
        check::<Nanos>("999999ns", "1.00 ms");
        check::<Nanos>("1.5ms", "1.50 ms");
        check::<Nanos>("2m", "120 s");
        check::<Nanos>("10", "error: \"10\" has no known unit of time");
    }

    #[test]
    fn shares_are_percentages() {
        check::<Permille>("70%", "70%");
        check::<Permille>("12.5%", "12.5%");
        check::<Permille>("101%", "error: \"101%\" is not a percentage");
        check::<Permille>("0.5", "error: \"0.5\" is not a percentage");
    }

    #[test]
    fn capacities_print_in_both_units() {
        assert_eq!(Bytes(16_012_804_096).both(), "14.9 GiB (16.0 GB)");
        assert_eq!(Bytes(0).both(), "0 B (0 B)");
    }

    #[test]
    fn a_rate_over_no_time_is_unknown() {
        assert!(Throughput::mean(Bytes(1), Nanos(0)).is_none());
    }
}
