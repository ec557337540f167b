//! Writes that repeat the data of the one before, as fio's `dedupe_percentage` does.

use iogram_model::{DataPattern, Permille, Workload};

use crate::rng::Rng;

/// The salt of a job's last write, and how often the next write repeats it.
#[derive(Debug)]
pub(crate) struct Repeats {
    share: Permille,
    last_salt: u64,
    /// A separate stream, so that the requests do not depend on the data.
    rng: Rng,
}

impl Repeats {
    /// `None` if no data repeats.
    pub(crate) fn of(workload: &Workload, lane: u64, salt: u64) -> Option<Box<Self>> {
        let DataPattern::Dedupe(share) = workload.data else { return None };
        let rng = Rng::new(workload.seed, lane ^ 0x6465_6475_7065);
        Some(Box::new(Self { share, last_salt: salt, rng }))
    }

    /// The salt of the next write: `fresh`, or that of the one before.
    pub(crate) fn next(&mut self, fresh: u64) -> u64 {
        if self.rng.below(1000) >= u64::from(self.share.0) {
            self.last_salt = fresh;
        }
        self.last_salt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_writes_are_made_of_what_the_one_before_was() {
        for (share, expected) in [(0, 0), (300, 3000), (1000, 9999)] {
            let data = DataPattern::Dedupe(Permille(share));
            let workload = Workload { data, seed: 3, ..Workload::default() };
            let mut repeats = Repeats::of(&workload, 0, 0).unwrap();
            let salts: Vec<u64> = (1..=10_000).map(|fresh| repeats.next(fresh)).collect();
            let same = salts.windows(2).filter(|pair| pair[0] == pair[1]).count();
            // Five standard deviations are 230.
            assert!(same.abs_diff(expected) < 230, "{share}: {same}");
            let mut other = Repeats::of(&workload, 1, 0).unwrap();
            let others: Vec<u64> = (1..=10_000).map(|fresh| other.next(fresh)).collect();
            assert_eq!(share == 300, others != salts, "each job draws for itself");
        }
        assert!(Repeats::of(&Workload::default(), 0, 0).is_none());
    }
}
