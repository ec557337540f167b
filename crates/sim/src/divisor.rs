//! Division by a constant: a shift if the constant is a power of two, as the sizes of most drives are.
//!
//! Every request needs several of these divisions, and on older processors a division of 64 bits takes as long as all
//! the rest of its bookkeeping.

/// The divisor; never 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Divisor {
    value: u64,
    /// Its logarithm; `None` if it is not a power of two.
    shift: Option<u32>,
}

impl Divisor {
    /// # Panics
    ///
    /// Panics if `value` is 0, which a checked description cannot contain.
    pub(crate) fn new(value: u64) -> Self {
        assert!(value > 0, "nothing is divided by 0");
        Self { value, shift: value.is_power_of_two().then(|| value.trailing_zeros()) }
    }

    pub(crate) const fn value(self) -> u64 {
        self.value
    }

    /// Rounded down.
    #[inline]
    pub(crate) const fn divide(self, dividend: u64) -> u64 {
        match self.shift {
            Some(shift) => dividend >> shift,
            None => dividend / self.value,
        }
    }

    /// Rounded up.
    #[inline]
    pub(crate) const fn divide_up(self, dividend: u64) -> u64 {
        let quotient = self.divide(dividend);
        if quotient * self.value == dividend { quotient } else { quotient + 1 }
    }

    /// The remainder.
    #[inline]
    pub(crate) const fn rest(self, dividend: u64) -> u64 {
        match self.shift {
            Some(_) => dividend & (self.value - 1),
            None => dividend % self.value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_divisor_divides_as_the_processor_does() {
        let dividends = [0, 1, 2, 3, 4095, 4096, 4097, 1 << 40, u64::MAX - 1, u64::MAX];
        for value in [1, 2, 3, 512, 4096, 4097, 12_288, 1 << 63, u64::MAX] {
            let divisor = Divisor::new(value);
            for dividend in dividends {
                let parts = (divisor.divide(dividend), divisor.rest(dividend));
                assert_eq!(parts, (dividend / value, dividend % value), "{dividend} / {value}");
                assert_eq!(divisor.divide_up(dividend), dividend.div_ceil(value));
            }
        }
    }
}
