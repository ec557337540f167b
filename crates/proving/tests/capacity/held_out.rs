//! Counterfeits and genuine drives of kinds that the simulator does not draw: capacities that are a multiple of
//! nothing, caches of every size, decimal and binary announcements, and drives that are merely bad.

use iogram_model::{Bytes, CapacityVerdict as Is};
use iogram_sim::{
    BadRangeSpec, CounterfeitSpec, Defect, FakeScheme, RandomKind, SimSpec, Size,
};

use crate::{GIB, MIB, check, expected, seeds, verify, verify_with};

/// A separate random generator, so that a change of the simulator's does not change the drives.
struct Dice(u64);

impl Dice {
    fn from_what(what: u64, seed: u64) -> Self {
        Self(iogram_engine::mix(what ^ iogram_engine::mix(seed)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        iogram_engine::mix(self.0)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// A logarithmic distribution, so that small and large values are equally likely.
    fn log_between(&mut self, low: u64, high: u64) -> u64 {
        let powers = u64::from(high.ilog2() - low.ilog2()) + 1;
        let base = low << self.below(powers);
        (base + self.below(base)).clamp(low, high)
    }
}

const fn blocks(bytes: u64) -> u64 {
    bytes / 512 * 512
}

/// A drive of any maker that announces `capacity`.
fn maker(dice: &mut Dice, capacity: u64) -> SimSpec {
    let kinds = [RandomKind::Sd, RandomKind::Usb];
    let kind = kinds[usize::try_from(dice.below(2)).expect("0 or 1")];
    let mut spec = SimSpec::random(kind, dice.next());
    spec.capacity = Size(Bytes(capacity));
    spec
}

fn announced(dice: &mut Dice) -> u64 {
    let count = dice.log_between(8, 1000);
    match dice.below(2) {
        0 => count * GIB,
        _ => count * 1_000_000_000,
    }
}

fn counterfeit(seed: u64, scheme: FakeScheme) -> SimSpec {
    let mut dice = Dice::from_what(1, seed);
    let capacity = announced(&mut dice);
    let mut spec = maker(&mut dice, capacity);
    let most = capacity / 2;
    let (capacity_real, wrap) = match scheme {
        FakeScheme::Limbo => (blocks(dice.log_between(64 * MIB, most)) + 512, None),
        // At any block, not only at powers of two.
        FakeScheme::Wraparound => (blocks(dice.log_between(64 * MIB, most)) + 512, None),
        FakeScheme::Chain => {
            let wrap = blocks(dice.log_between(128 * MIB, most)) + 1024;
            let real = blocks(wrap / 8 + dice.below(wrap / 8 * 7 - 4096)) + 512;
            (real, Some(Size(Bytes(wrap))))
        }
    };
    let hiding_cache = match dice.below(3) {
        0 => 0,
        1 => dice.log_between(MIB, 8 * GIB),
        _ => 8 * GIB - blocks(dice.below(GIB)),
    };
    spec.counterfeit = Some(CounterfeitSpec {
        scheme,
        capacity_real: Size(Bytes(capacity_real)),
        wrap,
        hiding_cache: Size(Bytes(hiding_cache)),
        missing: iogram_sim::MissingReads::Blank,
        lost_from: None,
        drops_after: None,
    });
    spec
}

#[test]
fn what_falls_into_limbo_is_found_wherever_it_begins() {
    for seed in 0..seeds(60) {
        check(counterfeit(seed, FakeScheme::Limbo), seed);
    }
}

#[test]
fn a_wraparound_at_any_block_is_found() {
    for seed in 0..seeds(60) {
        check(counterfeit(seed, FakeScheme::Wraparound), seed);
    }
}

#[test]
fn a_chain_of_any_period_is_found() {
    for seed in 0..seeds(60) {
        check(counterfeit(seed, FakeScheme::Chain), seed);
    }
}

#[test]
fn genuine_drives_of_any_announced_size_are_genuine() {
    for seed in 0..seeds(60) {
        let mut dice = Dice::from_what(2, seed);
        let round = announced(&mut dice);
        let odd = blocks(dice.log_between(32 * MIB, 1000 * GIB));
        let capacity = if seed % 2 == 0 { round } else { odd };
        check(maker(&mut dice, capacity), seed);
    }
}

/// Bad places on a genuine drive make it damaged or dying at worst, never a counterfeit.
#[test]
fn bad_places_make_no_counterfeit() {
    for seed in 0..seeds(100) {
        let mut dice = Dice::from_what(3, seed);
        let capacity = blocks(dice.log_between(256 * MIB, 64 * GIB));
        let mut spec = maker(&mut dice, capacity);
        let count = 1 + dice.below(40);
        spec.bad_ranges = (0..count)
            .map(|_| {
                let size = blocks(dice.log_between(512, capacity / 64));
                let start = blocks(dice.below(capacity - size));
                let defects = [Defect::Rot, Defect::Unreadable, Defect::Unwritable];
                let defect = defects[usize::try_from(dice.below(3)).expect("below three")];
                let (start, size) = (Size(Bytes(start)), Size(Bytes(size)));
                BadRangeSpec { start, size, defect, retry_time: None }
            })
            .collect();
        let description = spec.to_toml();
        let verified = verify(spec, seed);
        let verdict = verified.verdict();
        assert!(
            matches!(verdict, Is::Good | Is::Damaged | Is::Dying),
            "{verdict:?}, seed {seed}\n{:?}\n{description}",
            verified.evidence()
        );
    }
}

/// The same with a full pass over small drives, which leaves nothing to chance.
#[test]
fn a_full_pass_calls_bad_places_bad_and_fakes_fake() {
    let full = iogram_runner::Capacity { is_full: true, ..Default::default() };
    for seed in 0..seeds(24) {
        let mut dice = Dice::from_what(4, seed);
        let capacity = blocks(dice.log_between(64 * MIB, 256 * MIB));
        let mut spec = maker(&mut dice, capacity);
        let schemes = [FakeScheme::Limbo, FakeScheme::Wraparound, FakeScheme::Chain];
        let scheme = schemes[usize::try_from(seed % 3).expect("below three")];
        let wrap = blocks(dice.log_between(8 * MIB, capacity / 4)) + 1024;
        let is_chain = scheme == FakeScheme::Chain;
        let real = if is_chain { blocks(wrap / 4 + dice.below(wrap / 2)) + 512 } else { wrap };
        spec.counterfeit = (seed % 4 > 0).then(|| CounterfeitSpec {
            scheme,
            capacity_real: Size(Bytes(real)),
            wrap: is_chain.then_some(Size(Bytes(wrap))),
            hiding_cache: Size(Bytes(dice.below(2) * MIB)),
            missing: iogram_sim::MissingReads::Blank,
            lost_from: None,
            drops_after: None,
        });
        let verified = verify_with(spec.clone(), seed, full.clone());
        let truth = &verified.truth;
        assert_eq!(
            (verified.verdict(), verified.finding.real_bytes),
            (expected(truth), Some(truth.capacity_real_bytes)),
            "seed {seed}\n{:?}\n{}",
            verified.evidence(),
            spec.to_toml()
        );
    }
}
