//! Between whole numbers and floats: the one place where a cast may lose something.

/// As a float, for rates and shares. Exact up to 2^53: 104 days of nanoseconds, 9 PB.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "rates and shares need no more than 53 bits")]
pub const fn float(value: u64) -> f64 {
    value as f64
}

/// Without its fraction; what is negative is 0, what is too large is the largest.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast saturates, which is what is said"
)]
pub const fn whole(value: f64) -> u64 {
    value as u64
}

/// The nearest whole number; what is negative is 0, what is too large is the largest.
#[must_use]
pub fn rounded(value: f64) -> u64 {
    whole(value.round())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_saturates() {
        assert_eq!([whole(-1.0), whole(2.9), whole(f64::INFINITY)], [0, 2, u64::MAX]);
        assert_eq!([rounded(-0.6), rounded(2.5), rounded(1e30)], [0, 3, u64::MAX]);
        assert_eq!(rounded(float(1 << 53)), 1 << 53);
    }
}
