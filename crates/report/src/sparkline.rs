//! A series in one line of text.

use iogram_stats::mean;

/// From nothing to the largest value.
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// `values` in at most `width` characters, from zero to the largest; several values in one character become their
/// mean. A gap is a space. Empty if there are no values.
#[must_use]
pub fn sparkline(values: &[Option<f64>], width: usize) -> String {
    let buckets = bucketed(values, width);
    let largest = buckets.iter().flatten().copied().fold(0.0, f64::max);
    buckets
        .iter()
        .map(|value| match value {
            None => ' ',
            Some(value) => LEVELS[level(*value, largest)],
        })
        .collect()
}

/// One mean for each character; `None` for unknown values.
pub(crate) fn bucketed(values: &[Option<f64>], width: usize) -> Vec<Option<f64>> {
    let count = values.len().min(width);
    (0..count)
        .map(|index| {
            let range = index.saturating_mul(values.len()).checked_div(count).unwrap_or(0)
                ..index
                    .saturating_add(1)
                    .saturating_mul(values.len())
                    .checked_div(count)
                    .unwrap_or(0);
            let known: Vec<f64> = values[range].iter().flatten().copied().collect();
            mean(&known)
        })
        .collect()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and 7 by construction"
)]
fn level(value: f64, largest: f64) -> usize {
    if largest <= 0.0 {
        return 0;
    }
    ((value / largest * 7.0).round().clamp(0.0, 7.0)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(values: &[f64], width: usize, expected: &str) {
        let values: Vec<Option<f64>> =
            values.iter().map(|value| Some(*value).filter(|value| !value.is_nan())).collect();
        assert_eq!(sparkline(&values, width), expected);
    }

    #[test]
    fn a_line_shows_values_from_zero_to_the_largest() {
        check(&[0.0, 1.0, 2.0, 3.5, 7.0], 10, "▁▂▃▅█");
        check(&[5.0, 5.0], 10, "██");
        check(&[0.0, 0.0], 10, "▁▁");
        check(&[], 10, "");
        check(&[7.0, f64::NAN, 7.0], 10, "█ █");
    }

    #[test]
    fn a_long_series_is_drawn_by_means_and_loses_no_part() {
        check(&[7.0, 7.0, 0.0, 0.0, 7.0, 0.0], 3, "█▁▅");
        check(&[1.0; 1000], 7, "███████");
    }
}
