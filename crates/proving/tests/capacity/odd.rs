//! Blocks of 4096 bytes, counterfeits of two kinds at once, and drives that stop storing data.

use iogram_model::{Bytes, CapacityVerdict as Is};
use iogram_runner::Capacity;
use iogram_sim::{CounterfeitSpec, FakeScheme, MissingReads, RandomKind, SimSpec, Size};

use crate::{GIB, MIB, Verified, verify, verify_with};

fn fake(seed: u64, capacity: u64, scheme: FakeScheme, real: u64) -> SimSpec {
    let mut spec = SimSpec::random(RandomKind::Sd, seed);
    spec.capacity = Size(Bytes(capacity));
    spec.counterfeit = Some(CounterfeitSpec {
        scheme,
        capacity_real: Size(Bytes(real)),
        wrap: None,
        hiding_cache: Size(Bytes(0)),
        missing: MissingReads::Blank,
        lost_from: None,
        drops_after: None,
    });
    spec
}

fn counterfeit(spec: &mut SimSpec) -> &mut CounterfeitSpec {
    spec.counterfeit.as_mut().expect("a counterfeit")
}

fn reported(verified: &Verified) -> (Is, Option<u64>) {
    (verified.verdict(), verified.finding.real_bytes)
}

#[test]
fn a_cache_is_as_well_known_on_blocks_of_4096_bytes() {
    for (seed, cache) in [(1, 300 * MIB), (2, 700 * MIB), (3, 3 * GIB)] {
        let mut spec = fake(seed, 32 * GIB, FakeScheme::Limbo, 7 * GIB);
        spec.logical_block_size = Size(Bytes(4096));
        counterfeit(&mut spec).hiding_cache = Size(Bytes(cache));
        let verified = verify(spec, seed);
        assert_eq!(
            reported(&verified),
            (Is::Limbo, Some(7 * GIB)),
            "{:?}",
            verified.evidence()
        );
        let seen = verified.evidence().hiding_cache_bytes.expect("a cache");
        assert!((cache..=cache / 2 * 3).contains(&seen), "{seen} of {cache}");
    }
}

#[test]
fn addresses_that_repeat_up_to_a_place_are_a_wraparound_of_their_period() {
    // The last case repeats less than one step.
    for (seed, lost) in [(1, 17 * GIB), (2, 6 * GIB), (3, 5 * GIB + 100 * 1024)] {
        for cache in [0, 64 * MIB] {
            let mut spec = fake(seed, 32 * GIB, FakeScheme::Wraparound, 5 * GIB);
            counterfeit(&mut spec).lost_from = Some(Size(Bytes(lost)));
            counterfeit(&mut spec).hiding_cache = Size(Bytes(cache));
            let verified = verify(spec, seed);
            let what = format!("from {lost} behind {cache}: {:?}", verified.evidence());
            assert_eq!(reported(&verified), (Is::Wraparound, Some(5 * GIB)), "{what}");
        }
    }
    let mut spec = fake(4, 192 * MIB, FakeScheme::Wraparound, 40 * MIB);
    counterfeit(&mut spec).lost_from = Some(Size(Bytes(100 * MIB)));
    let full = verify_with(spec, 4, Capacity { is_full: true, ..Capacity::default() });
    assert_eq!(reported(&full), (Is::Wraparound, Some(40 * MIB)), "{:?}", full.evidence());
}

#[test]
fn a_drive_that_stops_keeping_has_no_real_part() {
    for (is_full, capacity, after) in [
        (true, 192 * MIB, 100 * MIB),
        (false, 16 * GIB, 200 * MIB),
        (false, 16 * GIB, 900 * MIB),
    ] {
        let mut spec = fake(5, capacity, FakeScheme::Limbo, capacity / 4 * 3);
        // The search for this cache writes more than the drive stores.
        counterfeit(&mut spec).hiding_cache = Size(Bytes(2 * GIB));
        counterfeit(&mut spec).drops_after = Some(Size(Bytes(after)));
        let verified = verify_with(spec, 5, Capacity { is_full, ..Capacity::default() });
        let what = format!("after {after}: {:?}", verified.evidence());
        assert_eq!(reported(&verified), (Is::Damaged, None), "{what}");
        let stopped = verified.evidence().stopped_after_bytes.expect("a time");
        assert!(stopped >= after / 4096 * 4096 - 4 * MIB, "{what}");
    }
}
