//! Recommended sizes are proven, whatever size a counterfeiter chose; a reader's limit is not a counterfeit;
//! clustered losses are found.

use iogram_model::{Bytes, CapacityVerdict};
use iogram_sim::{BadRangeSpec, Defect, FakeScheme, MissingReads, RandomKind, SimSpec, Size};

use crate::{GIB, MIB, Verified, seeds, verify, verify_with};

fn limbo(announced: u64, real: u64, hiding_cache: u64, seed: u64) -> SimSpec {
    let mut spec = SimSpec::random(RandomKind::Sd, seed);
    spec.capacity = Size(Bytes(announced));
    spec.counterfeit = Some(crate::limbo(real, hiding_cache));
    spec
}

/// Asserts that neither size nor partition exceeds the real capacity.
fn assert_proven(verified: &Verified, what: &str) {
    let real = verified.truth.capacity_real_bytes;
    assert!(verified.finding.real_bytes.is_none_or(|told| told <= real), "{what}");
    assert!(verified.finding.usable_bytes.is_none_or(|usable| usable <= real), "{what}");
}

/// The announced size is not round, and the cache is larger than the size that was ruled out for such drives: an
/// earlier version reported the full size, with a partition for it.
#[test]
fn a_size_that_is_not_round_rules_out_as_much_as_a_round_one() {
    let verified = verify(limbo(274_391_367_680, 21_502_427_136, 5395 * MIB, 23), 23);
    let what = format!("{:?}\n{:?}", verified.finding, verified.evidence());
    assert_eq!(verified.verdict(), CapacityVerdict::Limbo, "{what}");
    assert_eq!(verified.finding.real_bytes, Some(21_502_427_136), "{what}");
    assert_eq!(verified.finding.usable_bytes, Some(21_502_427_136), "{what}");
}

/// The cache is a little larger or smaller than the floods: the last lost block does not show where the drive ends.
#[test]
fn a_cache_as_large_as_the_floods_never_makes_a_partition_that_is_not_there() {
    let mut told = 0;
    for seed in 0..seeds(24) {
        // For a cache of 256 MiB, the floods are 270, 337 and 401 MiB.
        let cache = (200 + 10 * (seed % 24)) * MIB + seed * 512;
        let announced = 60 * GIB + seed * 7 * 512;
        let settings = iogram_runner::Capacity {
            cache: Some(Bytes(256 * MIB)),
            ..iogram_runner::Capacity::default()
        };
        let real = (3 + seed) * GIB + 512 * seed;
        let verified = verify_with(limbo(announced, real, cache, seed), seed, settings);
        let what = format!("{cache}\n{:?}\n{:?}", verified.finding, verified.evidence());
        if verified.verdict() == CapacityVerdict::Limbo {
            assert_proven(&verified, &what);
            assert_eq!(verified.finding.real_bytes, Some(real), "{what}");
            told += 1;
        }
    }
    assert!(told >= 10, "{told}");
}

#[test]
fn a_drive_that_ends_where_readers_do_may_be_behind_one() {
    for (real, scheme) in [
        (1 << 32, FakeScheme::Limbo),
        (1 << 32, FakeScheme::Wraparound),
        (1 << 37, FakeScheme::Limbo),
        (1 << 41, FakeScheme::Wraparound),
    ] {
        let mut spec = limbo(4 * real - 512 * 77, real, 0, 3);
        spec.counterfeit.as_mut().expect("a counterfeit").scheme = scheme;
        let verified = verify(spec, 3);
        let what = format!("{:?}\n{:?}", verified.finding, verified.evidence());
        assert_eq!(verified.finding.real_bytes, Some(real), "{what}");
        assert!(verified.finding.is_at_reader_limit, "{what}");
        assert!(verified.finding.confidence <= 0.5, "{what}");
        assert_eq!(verified.finding.usable_bytes, None, "{what}");
    }
    // One block beside that limit, the drive itself ends.
    let verified = verify(limbo(60 * GIB, (1 << 32) + 512, 0, 3), 3);
    assert!(!verified.finding.is_at_reader_limit && verified.finding.confidence > 0.98);
    // The capacity limit of a kind of card in a standard is not a limit of addresses, and is a usual size of fakes.
    for real in [1 << 31, 1 << 35] {
        let verified = verify(limbo(4 * real - 512 * 77, real, 0, 3), 3);
        let finding = &verified.finding;
        assert!(!finding.is_at_reader_limit && finding.confidence > 0.98, "{finding:?}");
    }
}

/// A twelfth of the places loses its data, in a few clusters.
#[test]
fn a_drive_that_loses_eight_percent_in_clusters_is_not_genuine() {
    let mut missed = 0;
    let count = seeds(60);
    for seed in 0..count {
        let mut spec = SimSpec::random(RandomKind::Sd, seed);
        spec.capacity = Size(Bytes(32 * GIB + 512 * seed));
        let size = spec.capacity.0.0 / 1250 / 512 * 512;
        spec.bad_ranges = (0..100)
            .map(|index| {
                let place =
                    iogram_engine::mix(seed * 1000 + index) % (spec.capacity.0.0 - size);
                BadRangeSpec {
                    start: Size(Bytes(place / 512 * 512)),
                    size: Size(Bytes(size)),
                    defect: Defect::Rot,
                    retry_time: None,
                }
            })
            .collect();
        let verified = verify_with(
            spec,
            seed,
            iogram_runner::Capacity { cache: Some(Bytes(64 * MIB)), ..Default::default() },
        );
        missed += u64::from(verified.verdict() == CapacityVerdict::Good);
    }
    assert!(missed * 1000 <= 15 * count, "{missed} of {count}");
}

/// All requests from a byte on fail, as behind a reader with that limit.
fn failing(announced: u64, from: u64, seed: u64, defects: &[Defect]) -> SimSpec {
    let mut spec = SimSpec::random(RandomKind::Sd, seed);
    spec.capacity = Size(Bytes(announced));
    let of = |defect: &Defect| BadRangeSpec {
        start: Size(Bytes(from)),
        size: Size(Bytes(announced - from)),
        defect: *defect,
        retry_time: None,
    };
    spec.bad_ranges = defects.iter().map(of).collect();
    spec
}

#[test]
fn requests_that_fail_from_where_readers_end_may_be_the_readers() {
    const CYLINDERS: u64 = 1024 * 16 * 63 * 512;
    let all = [Defect::Unreadable, Defect::Unwritable];
    let quick = iogram_runner::Capacity::default;
    let full = || iogram_runner::Capacity { is_full: true, ..quick() };
    for (announced, from, settings) in [
        (60 * GIB, 1 << 32, quick()),
        (200 * GIB, 1 << 37, quick()),
        (60 * GIB, (1 << 32) - 512, quick()),
        (2 * GIB, CYLINDERS, full()),
    ] {
        for defects in [&all[..], &all[..1], &all[1..]] {
            let verified =
                verify_with(failing(announced, from, 5, defects), 5, settings.clone());
            let what =
                format!("{defects:?}\n{:?}\n{:?}", verified.finding, verified.evidence());
            assert_eq!(verified.verdict(), CapacityVerdict::Dying, "{what}");
            assert_eq!(verified.evidence().fails_from_bytes, Some(from), "{what}");
            assert!(verified.finding.is_at_reader_limit, "{what}");
            assert!(verified.finding.confidence <= 0.5, "{what}");
        }
    }
    // At any other border, or at single places, the fault is the drive's.
    let mut places = failing(60 * GIB, 1 << 32, 5, &all);
    for range in &mut places.bad_ranges {
        range.size = Size(Bytes(20 * GIB));
    }
    for spec in [failing(60 * GIB, (1 << 32) + 512, 5, &all), places] {
        let verified = verify(spec, 5);
        let what = format!("{:?}\n{:?}", verified.finding, verified.evidence());
        assert_eq!(verified.verdict(), CapacityVerdict::Dying, "{what}");
        assert!(!verified.finding.is_at_reader_limit, "{what}");
        assert!(verified.finding.confidence > 0.9, "{what}");
    }
}

/// Where it stores nothing, it returns its buffer's contents: that seemed to repeat after one block.
#[test]
fn a_drive_that_answers_with_old_data_has_no_size_of_a_block_by_every_block() {
    let mut spec = limbo(256 * MIB, 100 * MIB, 0, 7);
    spec.counterfeit.as_mut().expect("a counterfeit").missing = MissingReads::Stale;
    let settings =
        iogram_runner::Capacity { is_full: true, ..iogram_runner::Capacity::default() };
    let verified = verify_with(spec, 7, settings);
    let what = format!("{:?}\n{:?}", verified.finding, verified.evidence());
    assert_ne!(verified.verdict(), CapacityVerdict::Good, "{what}");
    assert_eq!(verified.evidence().period_bytes, None, "{what}");
    assert_eq!(verified.finding.real_bytes, None, "{what}");
}
