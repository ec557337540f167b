//! The same seed gives the same events, on every machine and in every build.
//!
//! A changed hash changes the meaning of simulated results: it needs a line in the changelog under "Results
//! change". `UPDATE_GOLDEN=1` writes the file anew.

use std::fmt::Write as _;

use iogram_engine::{Request, Target};
use iogram_model::{Nanos, OpKind};
use iogram_sim::{RandomKind, SimDrive, SimSpec, zoo_names};

use crate::support::{run, time};

/// A mixed load that uses every part of the model: all kinds of commands, all sizes, a rest in the middle.
fn exercise(drive: &mut SimDrive, count: u64) {
    let capacity = drive.geometry().capacity.0;
    let mut rng = iogram_engine::Rng::new(1, 7);
    let mut next = 0;
    let mut draw = || {
        let length = 4096 << rng.below(7);
        let kind = match rng.below(16) {
            0 => OpKind::Flush,
            1 => OpKind::Discard,
            2..7 => OpKind::Read,
            _ => OpKind::Write,
        };
        // Half of it sequential, half anywhere in the first GiB.
        next = (next + length) % (1 << 30);
        let anywhere = rng.below((1 << 30) / 4096) * 4096;
        let offset = if rng.below(2) == 0 { next } else { anywhere };
        let offset = offset.min(capacity - length);
        Request {
            slot: 0,
            length: u32::try_from(if kind == OpKind::Flush { 0 } else { length }).unwrap(),
            offset: if kind == OpKind::Flush { 0 } else { offset / 4096 * 4096 },
            salt: rng.next_u64(),
            data: iogram_model::DataPattern::Random,
            kind,
            is_fua: rng.below(8) == 0,
            is_full_sync: false,
        }
    };
    for _ in 0..2 {
        let requests: Vec<Request> = (0..count / 2).map(|_| draw()).collect();
        run(drive, 16, requests, |_, _| ());
        drive.rest_until(Nanos(drive.now().0 + 20 * Nanos::SECOND.0));
    }
}

fn hash_of(spec: &SimSpec, seed: u64, count: u64) -> u64 {
    let mut drive = SimDrive::new(spec.clone(), seed).unwrap();
    exercise(&mut drive, count);
    drive.log_hash()
}

#[test]
fn the_event_logs_are_those_of_the_golden_file() {
    let mut log = String::new();
    for name in zoo_names() {
        let spec = SimSpec::from_zoo(name).unwrap().unwrap();
        writeln!(log, "{name} {:016x}", hash_of(&spec, 1, 4000)).unwrap();
    }
    for kind in RandomKind::ALL {
        let spec = SimSpec::random(kind, 1);
        writeln!(log, "{} {:016x}", spec.name, hash_of(&spec, 1, 4000)).unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sim/golden/event-logs.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &log).unwrap();
        return;
    }
    assert_eq!(log, include_str!("golden/event-logs.txt"));
}

#[test]
fn the_same_seed_twice_gives_the_same_events_and_another_seed_others() {
    for kind in RandomKind::ALL {
        for seed in 0..50 {
            let spec = SimSpec::random(kind, seed);
            let (first, second) = (hash_of(&spec, seed, 200), hash_of(&spec, seed, 200));
            assert_eq!(first, second, "kind {}, seed {seed}", kind.name());
        }
    }
    let noisy = SimSpec::from_zoo("s4-sd").unwrap().unwrap();
    assert_ne!(hash_of(&noisy, 1, 200), hash_of(&noisy, 2, 200));
}

#[test]
fn two_hundred_random_drives_of_every_kind_answer_every_command() {
    for kind in RandomKind::ALL {
        for seed in 0..200 {
            let spec = SimSpec::random(kind, seed);
            let mut drive = SimDrive::new(spec, seed).unwrap();
            exercise(&mut drive, 300);
            let truth = drive.truth();
            let amplification = truth.write_amplification_permille.unwrap();
            assert!(amplification >= 500, "kind {}, seed {seed}: {truth:?}", kind.name());
            assert!(drive.now() > Nanos(40 * Nanos::SECOND.0));
        }
    }
}

#[test]
fn asking_for_the_time_does_not_move_it_and_waiting_for_nothing_ends_when_told() {
    let spec = SimSpec::from_zoo("sd-a2").unwrap().unwrap();
    let mut drive = SimDrive::new(spec, 0).unwrap();
    let mut done = Vec::new();
    assert_eq!(drive.now(), Nanos(0));
    drive.reap(&mut done, Nanos(5)).unwrap();
    assert_eq!((drive.now(), done.len()), (Nanos(5), 0));
    // A command that has not completed by then stays in flight.
    drive.submit(&[crate::support::request(OpKind::Write, 0, 4096)]).unwrap();
    drive.reap(&mut done, Nanos(6)).unwrap();
    assert_eq!((drive.now(), done.len()), (Nanos(6), 0));
    drive.rest_until(Nanos(Nanos::SECOND.0));
    drive.reap(&mut done, Nanos(Nanos::SECOND.0)).unwrap();
    assert_eq!((drive.now(), done.len()), (Nanos::SECOND, 1));
    assert!(done[0].at < Nanos(1_000_000));
    assert_eq!(time(&mut drive, 1, []), 0);
}
