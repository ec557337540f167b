//! Factors such as `1/16`, and their products with sizes, times and counts.

use std::str::FromStr;

use iogram_model::{Bytes, Nanos, ParseError, sentence, text};

use crate::field::parse_count;

/// A positive fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ratio {
    numerator: u32,
    denominator: u32,
}

impl FromStr for Ratio {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let part = |text: &str| text.trim().parse().ok().filter(|&number: &u32| number > 0);
        match (part(numerator), part(denominator)) {
            (Some(numerator), Some(denominator)) => Ok(Self { numerator, denominator }),
            _ => Err(ParseError::new(
                sentence!("runner-not-factor", text),
                text!("runner-write-whole-number-fraction-two-1"),
            )),
        }
    }
}

impl Ratio {
    fn of(self, value: u64) -> u64 {
        let product = u128::from(value) * u128::from(self.numerator);
        u64::try_from(product / u128::from(self.denominator)).unwrap_or(u64::MAX)
    }

    /// An integer for comparisons.
    pub(crate) fn millionths(self) -> u64 {
        self.of(1_000_000)
    }

    /// `text`, a size, a time or a count, times this ratio. Rounds sizes to whole MiB, or below one MiB to whole
    /// pages of 4 KiB, so that they stay aligned. The result is never zero.
    pub(crate) fn times(self, text: &str) -> Result<String, ParseError> {
        if let Ok(count) = parse_count(text) {
            let product = self.of(u64::from(count)).max(u64::from(count.min(1)));
            return Ok(product.to_string());
        }
        if let Ok(time) = text.parse::<Nanos>() {
            return Ok(format!("{}ns", self.of(time.0)));
        }
        let size: Bytes = text.parse()?;
        if self.numerator == self.denominator {
            return Ok(size.to_string());
        }
        let product = self.of(size.0);
        let unit = if product < Bytes::MIB.0 { 4096 } else { Bytes::MIB.0 };
        Ok(Bytes((product / unit * unit).max(unit)).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, ratio: &str, expected: &str) {
        let product = ratio.parse::<Ratio>().and_then(|ratio| ratio.times(text));
        let shown = product.unwrap_or_else(|error| format!("error: {error}"));
        assert_eq!(shown, expected, "{text} * {ratio}");
    }

    #[test]
    fn sizes_times_and_counts_are_multiplied_and_stay_usable() {
        check("8GiB", "1/16", "512MiB");
        check("8GiB", "1", "8GiB");
        check("100MiB", "1/3", "33MiB");
        check("1MiB", "1/1000", "4KiB");
        check("5m", "1/5", "60000000000ns");
        check("1000", "1/16", "62");
        check("1", "1/16", "1");
        check("3", "2", "6");
        check("8GiB", "0", "error: \"0\" is not a factor");
        check("8GiB", "1/0", "error: \"1/0\" is not a factor");
        check("fast", "1/2", "error: \"fast\" is not a size");
    }
}
