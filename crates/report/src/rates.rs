//! Units of transfer rates.
//!
//! Knows the two units and the formatting of rates. Must not know where a text is shown, nor search texts for rates:
//! a sentence that a record has in words alone stays unchanged. Records and output for programs are always in bytes
//! per second.

use iogram_model::float;
use iogram_model::wording::{about, decimals, known, rounded};

/// The unit of every transfer rate of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RateUnit {
    /// MB/s: 10^6 bytes per second, as in the marketing of drives and in `CrystalDiskMark`.
    #[default]
    Decimal,
    /// MiB/s: 2^20 bytes per second, as in fio and most reviews.
    Binary,
}

impl RateUnit {
    /// `MB/s` or `MiB/s`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Decimal => "MB/s",
            Self::Binary => "MiB/s",
        }
    }

    /// The unit a thousandth (1024th) as large, for comparing cards: `kB/s` or `KiB/s`.
    pub(crate) const fn small_symbol(self) -> &'static str {
        match self {
            Self::Decimal => "kB/s",
            Self::Binary => "KiB/s",
        }
    }

    /// `bytes_per_s` as a number of that unit.
    pub(crate) fn small_count(self, bytes_per_s: f64) -> f64 {
        match self {
            Self::Decimal => bytes_per_s / 1000.0,
            Self::Binary => bytes_per_s / 1024.0,
        }
    }

    /// Its definition, for the foot of a table.
    pub(crate) const fn definition(self) -> &'static str {
        match self {
            Self::Decimal => "1 MB = 10^6 bytes",
            Self::Binary => "1 MiB = 2^20 bytes",
        }
    }

    /// `bytes_per_s` with its unit: `84.3 MB/s`, `80.4 MiB/s`.
    #[must_use]
    pub fn text(self, bytes_per_s: Option<f64>) -> String {
        known(bytes_per_s, |value| {
            format!("{} {}", rounded(self.count(value), 1, 3), self.symbol())
        })
    }

    /// `bytes_per_s` to two digits: `3.9 GB/s`, `3.6 GiB/s`.
    pub(crate) fn about(self, bytes_per_s: u64) -> String {
        let rate = self.count(float(bytes_per_s));
        match self {
            Self::Decimal => about(rate, 1000.0, ["MB/s", "GB/s"]),
            Self::Binary => about(rate, 1024.0, ["MiB/s", "GiB/s"]),
        }
    }

    /// `bytes_per_s` without the unit: `1234.5`, `84.3`, `4.27`.
    #[must_use]
    pub fn number(self, bytes_per_s: Option<f64>) -> String {
        known(bytes_per_s, |value| rounded(self.count(value), 1, 3))
    }

    /// Repetitions of one figure with the decimals that the largest needs, and their mean with one more: `84.3`,
    /// `86.5` and `85.68`.
    pub(crate) fn alike(
        self,
        values: &[Option<f64>],
        mean: Option<f64>,
    ) -> (Vec<String>, String) {
        let largest = values.iter().flatten().copied().fold(0.0, f64::max);
        let decimals = decimals(self.count(largest), 1, 3);
        let alike = |value: f64, decimals: usize| format!("{:.decimals$}", self.count(value));
        let values = values.iter().map(|&value| known(value, |value| alike(value, decimals)));
        (values.collect(), known(mean, |mean| alike(mean, decimals.saturating_add(1))))
    }

    /// `bytes_per_s` as a number of this unit.
    #[must_use]
    pub fn count(self, bytes_per_s: f64) -> f64 {
        match self {
            Self::Decimal => bytes_per_s / 1e6,
            Self::Binary => bytes_per_s / 1_048_576.0,
        }
    }
}

impl std::str::FromStr for RateUnit {
    type Err = String;

    /// Parses `MB`, `MB/s`, `MiB` or `MiB/s`, in any case.
    ///
    /// # Errors
    ///
    /// Any other text, with the valid ones.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_lowercase().trim_end_matches("/s") {
            "mb" => Ok(Self::Decimal),
            "mib" => Ok(Self::Binary),
            _ => Err("write MB (10^6 bytes) or MiB (2^20 bytes)".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use iogram_model::wording::UNKNOWN;

    #[track_caller]
    fn check(bytes_per_s: Option<f64>, decimal: &str, binary: &str) {
        assert_eq!(RateUnit::Decimal.text(bytes_per_s), decimal);
        assert_eq!(RateUnit::Binary.text(bytes_per_s), binary);
    }

    #[test]
    fn rates_keep_three_digits_and_at_least_one_decimal() {
        check(Some(1_234_450_000.0), "1234.5 MB/s", "1177.3 MiB/s");
        check(Some(84_327_000.0), "84.3 MB/s", "80.4 MiB/s");
        check(Some(9_999_000.0), "10.0 MB/s", "9.54 MiB/s");
        check(Some(456_000.0), "0.456 MB/s", "0.435 MiB/s");
        check(Some(1_234.0), "0.00123 MB/s", "0.00118 MiB/s");
        check(Some(1_048_576.0), "1.05 MB/s", "1.00 MiB/s");
        check(Some(0.0), "0.0 MB/s", "0.0 MiB/s");
        check(None, UNKNOWN, UNKNOWN);
        check(Some(f64::NAN), UNKNOWN, UNKNOWN);
    }

    #[track_caller]
    fn check_alike(mb_per_s: &[f64], mean: f64, expected: &str) {
        let values: Vec<Option<f64>> = mb_per_s.iter().map(|value| Some(value * 1e6)).collect();
        let (values, mean) = RateUnit::Decimal.alike(&values, Some(mean * 1e6));
        assert_eq!(format!("{} -> {mean}", values.join(" ")), expected);
    }

    #[test]
    fn repetitions_have_the_same_decimals_and_their_mean_one_more() {
        check_alike(&[84.3, 86.5, 86.3], 85.7, "84.3 86.5 86.3 -> 85.70");
        check_alike(&[5.7, 8.3, 16.9], 10.3, "5.7 8.3 16.9 -> 10.30");
        check_alike(&[1.2, 0.45], 0.825, "1.20 0.45 -> 0.825");
        check_alike(&[3495.32], 3495.32, "3495.3 -> 3495.32");
        let none = RateUnit::Decimal.alike(&[None], None);
        assert_eq!(none, (vec!["-".to_owned()], "-".to_owned()));
    }

    #[test]
    fn a_unit_is_read_with_and_without_the_second() {
        for (text, unit) in
            [("MB", RateUnit::Decimal), ("mib/s", RateUnit::Binary), ("MiB", RateUnit::Binary)]
        {
            assert_eq!(text.parse(), Ok(unit));
        }
        assert!("Mbit".parse::<RateUnit>().is_err());
    }
}
