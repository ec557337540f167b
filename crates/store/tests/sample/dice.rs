//! The source of every random choice.

/// The `SplitMix64` generator. Source: <https://prng.di.unimi.it/splitmix64.c>.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }

    pub(super) fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Small, medium and extreme numbers.
    pub(crate) fn number(&mut self) -> u64 {
        match self.below(4) {
            0 => self.below(10),
            1 => self.below(1 << 40),
            // The upper bound of times in a record.
            2 => (1 << 61) - self.below(2),
            _ => self.bits() >> 3,
        }
    }

    pub(super) fn small(&mut self) -> u32 {
        u32::try_from(self.below(1 << 20)).unwrap()
    }

    /// Any finite float: subnormal ones, negative zero, the largest.
    pub(super) fn float(&mut self) -> f64 {
        match self.below(8) {
            0 => -0.0,
            1 => f64::MIN_POSITIVE / 2.0,
            // The upper bound of times in a record.
            2 => 3e18,
            _ => loop {
                let float = f64::from_bits(self.bits());
                if float.abs() <= 3e18 {
                    return float;
                }
            },
        }
    }

    pub(super) fn text(&mut self) -> String {
        const PARTS: [&str; 8] = [
            "",
            "SD card",
            "\"",
            "\\u0000",
            "\u{0}",
            "'; drop table run; --",
            "µs 漢字",
            "%_\n$1",
        ];
        (0..self.below(3)).map(|_| *self.pick(&PARTS)).collect()
    }

    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[usize::try_from(self.below(choices.len() as u64)).unwrap()]
    }

    pub(super) fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.coin().then(|| make(self))
    }

    pub(super) fn some<T>(
        &mut self,
        limit: u64,
        mut make: impl FnMut(&mut Self) -> T,
    ) -> Vec<T> {
        (0..self.below(limit)).map(|_| make(self)).collect()
    }
}

/// Before and after 1970, within the years that have four digits.
pub(super) fn clock_us(dice: &mut Dice) -> i64 {
    (dice.bits() >> 7).cast_signed() - (1 << 55)
}
