//! Conversions between integers and floats: the only place where a cast may lose precision.

/// Converts to a float, for rates and shares. Exact up to 2^53: 104 days of nanoseconds, 9 PB.
#[must_use]
#[inline]
#[expect(clippy::cast_precision_loss, reason = "rates and shares need no more than 53 bits")]
pub const fn float(value: u64) -> f64 {
    value as f64
}

/// Drops the fraction; negative values become 0, values that are too large the maximum.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast saturates, which is what is said"
)]
pub const fn whole(value: f64) -> u64 {
    value as u64
}

/// Rounds to the nearest integer; negative values become 0, values that are too large the maximum.
#[must_use]
pub fn rounded(value: f64) -> u64 {
    whole(value.round())
}

/// An integer with a saturating sum. Numbers from records and logs need one.
pub trait Summand {
    /// Type of the sum.
    type Sum: Default;

    /// Adds this number to `sum`; saturates at the maximum.
    #[must_use]
    fn added_to(self, sum: Self::Sum) -> Self::Sum;
}

macro_rules! summand {
    ($($number:ty)*) => {$(
        impl Summand for $number {
            type Sum = Self;
            fn added_to(self, sum: Self) -> Self {
                sum.saturating_add(self)
            }
        }

        impl Summand for &$number {
            type Sum = $number;
            fn added_to(self, sum: $number) -> $number {
                sum.saturating_add(*self)
            }
        }
    )*};
}
summand!(u32 u64 usize);

/// Saturating sum of untrusted numbers. `Iterator::sum` panics on an overflow.
pub trait Total: Iterator<Item: Summand> + Sized {
    /// The sum of all items; saturates at the maximum.
    #[must_use]
    fn total(self) -> <Self::Item as Summand>::Sum {
        self.fold(<Self::Item as Summand>::Sum::default(), |sum, it| it.added_to(sum))
    }
}

impl<I: Iterator<Item: Summand>> Total for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_that_does_not_fit_is_the_largest_number() {
        assert_eq!([1_u64, 2, 3].iter().total(), 6);
        assert_eq!([u64::MAX, 1].into_iter().total(), u64::MAX);
    }

    #[test]
    fn what_does_not_fit_saturates() {
        assert_eq!([whole(-1.0), whole(2.9), whole(f64::INFINITY)], [0, 2, u64::MAX]);
        assert_eq!([rounded(-0.6), rounded(2.5), rounded(1e30)], [0, 3, u64::MAX]);
        assert_eq!(rounded(float(1 << 53)), 1 << 53);
    }
}
