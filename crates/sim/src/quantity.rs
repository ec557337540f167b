//! Quantities as people write them in a drive description: `4MiB`, `2048us`, `12.8MB/s`, `99.999%`.
//!
//! The grammar is the model's; this module adds serde through text, rates and parts per million. Parsing the printed
//! text gives the same value.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use iogram_model::{Bytes, Nanos, ParseError, sentence, text};

/// A size in bytes, written like `4MiB` or `16GB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub Bytes);

/// A duration, written like `2048us` or `30s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(pub Nanos);

/// Bytes per second, written like `12.8MB/s`. Never zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rate(u64);

/// A share in parts per million, written like `99.999%`; more than 100 % is possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share(u32);

impl Size {
    /// The number of bytes.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        self.0.0
    }

    /// The value of a part of a description that is left out.
    pub(crate) const fn zero() -> Self {
        Self(Bytes(0))
    }
}

impl Time {
    /// A year: anything longer never ends, and the sum of hundreds of them still fits.
    pub(crate) const LONGEST_NS: u64 = 31_536_000_000_000_000;

    /// The number of nanoseconds.
    #[must_use]
    pub const fn ns(self) -> u64 {
        self.0.0
    }

    /// The nanoseconds of `count` of them in a row, at most [`Time::LONGEST_NS`].
    pub(crate) fn times_ns(self, count: u64) -> u64 {
        count.saturating_mul(self.ns()).min(Self::LONGEST_NS)
    }
}

impl Rate {
    /// `bytes` per second; at least 1.
    #[must_use]
    pub const fn per_s(bytes: u64) -> Self {
        Self(if bytes == 0 { 1 } else { bytes })
    }

    /// Bytes per second.
    #[must_use]
    pub const fn bytes_per_s(self) -> u64 {
        self.0
    }

    /// Duration of `bytes`, rounded up: nothing is faster than its link.
    #[must_use]
    pub fn time_of(self, bytes: u64) -> u64 {
        mul_div_ceil(bytes, 1_000_000_000, self.0)
    }

    /// Bytes that fit into `ns`, rounded down.
    #[must_use]
    pub fn bytes_in(self, ns: u64) -> u64 {
        mul_div(ns, self.0, 1_000_000_000)
    }
}

impl Share {
    /// All of it.
    pub const ALL: Self = Self(1_000_000);

    /// `ppm` parts per million.
    #[must_use]
    pub const fn from_ppm(ppm: u32) -> Self {
        Self(ppm)
    }

    /// Parts per million.
    #[must_use]
    pub const fn ppm(self) -> u32 {
        self.0
    }

    /// The share of `part` in `whole`, rounded down and limited to the largest share.
    #[must_use]
    pub fn part(part: u64, whole: u64) -> Self {
        Self(u32::try_from(mul_div(part, 1_000_000, whole)).unwrap_or(u32::MAX))
    }

    /// This share of `whole`, rounded down.
    #[must_use]
    pub fn of(self, whole: u64) -> u64 {
        mul_div(whole, u64::from(self.0), 1_000_000)
    }
}

/// `value * numerator / denominator`, rounded down, at most `u64::MAX`.
#[inline]
pub(crate) fn mul_div(value: u64, numerator: u64, denominator: u64) -> u64 {
    // Most products fit, and a division of 128 bits is a call that takes several times as long.
    if let Some(product) = value.checked_mul(numerator) {
        return product / denominator.max(1);
    }
    let wide = u128::from(value) * u128::from(numerator) / u128::from(denominator.max(1));
    u64::try_from(wide).unwrap_or(u64::MAX)
}

/// `value * numerator / denominator`, rounded up, at most `u64::MAX`.
#[inline]
pub(crate) fn mul_div_ceil(value: u64, numerator: u64, denominator: u64) -> u64 {
    if let Some(product) = value.checked_mul(numerator) {
        return product.div_ceil(denominator.max(1));
    }
    let product = u128::from(value) * u128::from(numerator);
    u64::try_from(product.div_ceil(u128::from(denominator.max(1)))).unwrap_or(u64::MAX)
}

impl FromStr for Size {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse().map(Self)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Time {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let time: Nanos = text.parse()?;
        if time.0 > Self::LONGEST_NS {
            let message = sentence!("sim-longer-anything-drive", text);
            return Err(ParseError::new(message, text!("sim-write-most-365-days-31536000s")));
        }
        Ok(Self(time))
    }
}

impl fmt::Display for Time {
    /// Exact, in the largest unit that divides it: the model's display rounds, and a description that is written and
    /// parsed again must stay the same drive.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ns = self.ns();
        for (unit, size) in [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)] {
            if ns.is_multiple_of(size) {
                return write!(f, "{}{unit}", ns / size);
            }
        }
        write!(f, "{ns}ns")
    }
}

impl FromStr for Rate {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let hint = text!("sim-write-size-per-second-12-8mb");
        let bad = || ParseError::new(sentence!("sim-not-rate", text), hint);
        let size = text.trim().strip_suffix("/s").ok_or_else(bad)?;
        match size.parse()? {
            Bytes(0) => Err(bad()),
            Bytes(bytes) => Ok(Self(bytes)),
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (unit, size) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)] {
            // Rates have one decimal; finer values use the next unit.
            if self.0 >= size && self.0.is_multiple_of(size / 10) {
                let (whole, tenth) = (self.0 / size, self.0 % size / (size / 10));
                return if tenth == 0 {
                    write!(f, "{whole}{unit}/s")
                } else {
                    write!(f, "{whole}.{tenth}{unit}/s")
                };
            }
        }
        write!(f, "{}B/s", self.0)
    }
}

impl FromStr for Share {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let hint = text!("sim-write-percentage-up-four-decimals-99");
        let bad = || ParseError::new(sentence!("sim-not-percentage", text), hint);
        let number = text.trim().strip_suffix('%').ok_or_else(bad)?;
        let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
        let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || decimals.len() > 4 || !is_digits(whole) || !is_digits(decimals) {
            return Err(bad());
        }
        let whole: u32 = whole.parse().ok().filter(|&whole| whole <= 4000).ok_or_else(bad)?;
        let decimals: u32 = format!("{decimals:0<4}").parse().ok().ok_or_else(bad)?;
        Ok(Self(whole * 10_000 + decimals))
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = format!("{:04}", self.0 % 10_000);
        let decimals = decimals.trim_end_matches('0');
        let point = if decimals.is_empty() { "" } else { "." };
        write!(f, "{}{point}{decimals}%", self.0 / 10_000)
    }
}

macro_rules! text_form {
    ($type:ident, $description:literal, $example:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'_, str>::deserialize(deserializer)?;
                text.parse().map_err(|error: ParseError| {
                    serde::de::Error::custom(format_args!("{error}; {}", error.hint))
                })
            }
        }
        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "type": "string", "description": $description, "examples": [$example],
                })
            }
        }
    };
}
text_form!(Size, "A number with B, KiB, MiB, GiB, TiB, kB, MB, GB or TB.", "4MiB");
text_form!(Time, "A number with ns, us, ms, s, m or h.", "2048us");
text_form!(Rate, "A size per second.", "12.8MB/s");
text_form!(Share, "A percentage with up to four decimals.", "99.999%");

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
    fn quantities_are_written_as_they_are_read() {
        for text in ["2048us", "1s", "1500ns", "30s", "90ms"] {
            check::<Time>(text, text);
        }
        for text in ["12.8MB/s", "985MB/s", "3.5GB/s", "12850kB/s", "7B/s"] {
            check::<Rate>(text, text);
        }
        for text in ["0%", "50%", "99.999%", "7.5%", "0.0001%", "250%"] {
            check::<Share>(text, text);
        }
        check::<Size>("4096", "4KiB");
    }

    #[test]
    fn what_is_not_a_quantity_is_refused() {
        check::<Time>("31536000s", "31536000s");
        let longer = "error: \"31536001s\" is longer than anything that a drive does";
        check::<Time>("31536001s", longer);
        check::<Rate>("12.8MB", "error: \"12.8MB\" is not a rate");
        check::<Rate>("0MB/s", "error: \"0MB/s\" is not a rate");
        check::<Share>("5", "error: \"5\" is not a percentage");
        check::<Share>("1.23456%", "error: \"1.23456%\" is not a percentage");
        check::<Share>("-1%", "error: \"-1%\" is not a percentage");
        check::<Time>("10", "error: \"10\" has no known unit of time");
    }

    #[test]
    fn a_transfer_takes_no_less_than_its_rate_says() {
        let rate = Rate::per_s(3);
        assert_eq!(rate.time_of(1), 333_333_334);
        assert_eq!(rate.bytes_in(999_999_999), 2);
    }
}
