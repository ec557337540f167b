//! Reads return the written data: through caches, power cycles, counterfeits and rot.

use std::collections::BTreeMap;

use iogram_engine::{Request, Target};
use iogram_model::{Bytes, Nanos, OpKind};
use iogram_sim::{FakeScheme, RandomKind, SimDrive, SimSpec};

use crate::support::{drive, random, request, sequence, time};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// The address for which the data at `offset` was written; `None` if nothing is there. The whole block must come from
/// one place.
#[track_caller]
fn written_at(drive: &SimDrive, offset: u64) -> Option<u64> {
    let segments = drive.read_contents(Bytes(offset), Bytes(4096)).unwrap();
    assert_eq!(segments.len(), 1, "at {offset}: {segments:?}");
    segments[0].written.map(|(stamp, skip)| stamp.offset + skip)
}

fn fake(counterfeit: &str) -> SimDrive {
    let text = format!(
        "name = \"fake\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"usb\"\n\
         capacity = \"64MiB\"\ncounterfeit = {counterfeit}\n\
         [media.latency]\nread = \"100us\"\nwrite = \"100us\"\ndiscard = \"1us\""
    );
    drive(&text, 0).keeping_contents()
}

fn write_all(drive: &mut SimDrive) {
    time(drive, 1, sequence(OpKind::Write, 0..64 * MIB, 4 * KIB));
}

#[test]
fn limbo_loses_what_lies_beyond() {
    let mut drive = fake("{ scheme = \"limbo\", capacity_real = \"8MiB\" }");
    write_all(&mut drive);
    assert_eq!(written_at(&drive, 8 * MIB - 4 * KIB), Some(8 * MIB - 4 * KIB));
    assert_eq!(written_at(&drive, 8 * MIB), None);
    assert_eq!(written_at(&drive, 60 * MIB), None);
}

#[test]
fn wraparound_shows_the_last_alias_everywhere() {
    let mut drive = fake("{ scheme = \"wraparound\", capacity_real = \"8MiB\" }");
    write_all(&mut drive);
    for repeat in 0..8 {
        assert_eq!(written_at(&drive, repeat * 8 * MIB + MIB), Some(57 * MIB));
    }
}

#[test]
fn a_chain_repeats_and_loses_the_rest_of_each_repetition() {
    let chain = "{ scheme = \"chain\", capacity_real = \"6MiB\", wrap = \"8MiB\" }";
    let mut drive = fake(chain);
    write_all(&mut drive);
    assert_eq!(written_at(&drive, 5 * MIB), Some(61 * MIB));
    assert_eq!(written_at(&drive, 13 * MIB), Some(61 * MIB));
    assert_eq!(written_at(&drive, 7 * MIB), None);
    assert_eq!(written_at(&drive, 62 * MIB), None);
}

#[test]
fn a_hiding_cache_shows_the_last_writes_until_newer_ones_push_them_out() {
    let limbo = "{ scheme = \"limbo\", capacity_real = \"8MiB\", hiding_cache = \"1MiB\" }";
    let mut drive = fake(limbo);
    time(&mut drive, 1, sequence(OpKind::Write, 32 * MIB..33 * MIB, 4 * KIB));
    assert_eq!(written_at(&drive, 32 * MIB), Some(32 * MIB));
    time(&mut drive, 1, [request(OpKind::Write, 40 * MIB, 4 * KIB)]);
    assert_eq!(written_at(&drive, 40 * MIB), Some(40 * MIB));
    assert_eq!(written_at(&drive, 32 * MIB), None);
    assert_eq!(written_at(&drive, 32 * MIB + 4 * KIB), Some(32 * MIB + 4 * KIB));
    // Writes to existing addresses do not use it up.
    time(&mut drive, 1, sequence(OpKind::Write, 0..8 * MIB, 4 * KIB));
    assert_eq!(written_at(&drive, 40 * MIB), Some(40 * MIB));
    drive.cycle_power();
    assert_eq!(written_at(&drive, 40 * MIB), None);
}

#[test]
fn rot_is_shown_beside_what_was_written() {
    let text = "name = \"rot\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"usb\"\n\
                capacity = \"64MiB\"\n\
                bad_ranges = [{ start = \"1MiB\", size = \"4KiB\", defect = \"rot\" }]\n\
                [media.latency]\nread = \"100us\"\nwrite = \"100us\"";
    let mut drive = drive(text, 0).keeping_contents();
    let read =
        |drive: &SimDrive, offset| drive.read_contents(Bytes(offset), Bytes(4096)).unwrap()[0];
    assert!(!read(&drive, MIB).is_rotten, "nothing rots before it is written");
    time(&mut drive, 1, sequence(OpKind::Write, 0..2 * MIB, 4 * KIB));
    assert!(read(&drive, MIB).is_rotten);
    assert_eq!(read(&drive, MIB).written.map(|(stamp, _)| stamp.offset), Some(MIB));
    assert!(!read(&drive, MIB - 4096).is_rotten);
}

fn cached(protection: bool) -> SimDrive {
    let text = format!(
        "name = \"cached\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"nvme\"\n\
         capacity = \"64MiB\"\nlink = {{ in_flight = 8 }}\n\
         cache = {{ size = \"1MiB\", write_time = \"10us\", flush_time = \"50us\", \
         is_protected = {protection} }}\n\
         [media.latency]\nread = \"100us\"\nwrite = \"1ms\""
    );
    drive(&text, 0).keeping_contents()
}

#[test]
fn a_power_loss_takes_what_was_not_flushed_unless_the_cache_is_protected() {
    for is_protected in [false, true] {
        let mut drive = cached(is_protected);
        time(&mut drive, 1, [request(OpKind::Write, 0, 4096), request(OpKind::Flush, 0, 0)]);
        time(&mut drive, 1, [request(OpKind::Write, 4096, 4096)]);
        assert_eq!(written_at(&drive, 4096), Some(4096), "a cached write is read back");
        drive.cycle_power();
        assert_eq!(written_at(&drive, 0), Some(0), "what was flushed stays");
        assert_eq!(written_at(&drive, 4096), is_protected.then_some(4096));
    }
}

#[test]
fn a_forced_write_survives_and_an_idle_cache_empties_itself() {
    let mut drive = cached(false);
    let forced = Request { is_fua: true, ..request(OpKind::Write, 0, 4096) };
    time(&mut drive, 1, [forced, request(OpKind::Write, 4096, 4096)]);
    drive.rest_until(Nanos(drive.now().0 + 2_000_000));
    time(&mut drive, 1, [request(OpKind::Write, 8192, 4096)]);
    drive.cycle_power();
    assert_eq!(
        [0, 4096, 8192].map(|offset| written_at(&drive, offset)),
        [Some(0), Some(4096), None]
    );
}

#[test]
fn commands_in_flight_fail_when_the_power_does() {
    let mut drive = cached(false);
    drive.submit(&[request(OpKind::Read, 0, 4096)]).unwrap();
    drive.cycle_power();
    let mut done = Vec::new();
    drive.reap(&mut done, Nanos(u64::MAX)).unwrap();
    assert_eq!(done.len(), 1);
    assert_eq!(done[0].result, Err(iogram_engine::Errno::EIO));
    assert_eq!(done[0].at, Nanos(0));
}

/// Compares mixed writes, discards, flushes and power cycles with a table of the possible contents.
#[track_caller]
fn check_seed(kind: RandomKind, seed: u64) {
    let mut spec = SimSpec::random(kind, seed);
    spec.noise = None;
    let is_protected = spec.cache.as_ref().is_none_or(|cache| cache.is_protected);
    let has_discard = kind == RandomKind::Ssd;
    let mut drive = SimDrive::new(spec, seed).unwrap().keeping_contents();
    let mut rng = iogram_engine::Rng::new(seed, 99);
    // Per block: the certain contents, and the possible ones that were not flushed.
    let mut certain = [None; 64];
    let mut possible: Vec<Vec<Option<u64>>> = vec![vec![None]; 64];
    for step in 0..400_u64 {
        let index = usize::try_from(rng.below(64)).unwrap();
        let offset = index as u64 * 4096;
        let salt = step + 1;
        match rng.below(20) {
            0 => {
                drive.cycle_power();
                for (index, possible) in possible.iter_mut().enumerate() {
                    let found = salt_at(&drive, index as u64 * 4096);
                    assert!(
                        possible.contains(&found),
                        "kind {}, seed {seed}, step {step}, block {index}: {found:?} not in {possible:?}",
                        kind.name()
                    );
                    certain[index] = found;
                    *possible = vec![found];
                }
            }
            1 | 2 => {
                time(&mut drive, 1, [request(OpKind::Flush, 0, 0)]);
                for (possible, &certain) in possible.iter_mut().zip(&certain) {
                    *possible = vec![certain];
                }
            }
            3 if has_discard => {
                time(&mut drive, 1, [request(OpKind::Discard, offset, 4096)]);
                certain[index] = None;
                possible[index].push(None);
            }
            _ => {
                let write = Request { salt, ..request(OpKind::Write, offset, 4096) };
                time(&mut drive, 1, [write]);
                certain[index] = Some(salt);
                possible[index].push(Some(salt));
                if is_protected {
                    possible[index] = vec![Some(salt)];
                }
            }
        }
        assert_eq!(
            salt_at(&drive, offset),
            certain[index],
            "kind {}, seed {seed}, step {step}, block {index}",
            kind.name()
        );
    }
}

fn salt_at(drive: &SimDrive, offset: u64) -> Option<u64> {
    let segments = drive.read_contents(Bytes(offset), Bytes(4096)).unwrap();
    segments[0].written.map(|(stamp, _)| stamp.salt)
}

#[test]
fn what_was_written_is_what_is_read_on_two_hundred_random_drives_of_every_genuine_kind() {
    for seed in 0..200 {
        for kind in [RandomKind::Sd, RandomKind::Usb, RandomKind::Ssd] {
            check_seed(kind, seed);
        }
    }
}

/// The real place of a counterfeit's block at `offset`; `None` is nowhere. The oracle: one block at a time.
fn real_place(fake: &iogram_sim::CounterfeitSpec, offset: u64) -> Option<u64> {
    let real = fake.capacity_real.bytes();
    let place = match fake.scheme {
        FakeScheme::Limbo => offset,
        FakeScheme::Wraparound => offset % real,
        FakeScheme::Chain => offset % fake.wrap.unwrap().bytes(),
    };
    (place < real).then_some(place)
}

#[test]
fn two_hundred_random_counterfeits_keep_what_their_scheme_says() {
    for seed in 0..200 {
        let mut spec = SimSpec::random(RandomKind::Fake, seed);
        let fake = spec.counterfeit.as_mut().unwrap();
        fake.hiding_cache = "0B".parse().unwrap();
        let fake = fake.clone();
        let (real, announced) = (fake.capacity_real.bytes(), spec.capacity.bytes());
        let mut drive = SimDrive::new(spec, seed).unwrap().keeping_contents();
        let borders = [0, real - 4096, real, announced - 4096];
        let written: Vec<Request> = borders
            .map(|offset| request(OpKind::Write, offset, 4096))
            .into_iter()
            .chain(random(OpKind::Write, 0..announced, 4096, 50, seed))
            .chain(random(OpKind::Write, 0..real, 4096, 50, seed + 1))
            .collect();
        time(&mut drive, 1, written.iter().copied());
        let mut kept = BTreeMap::new();
        for request in &written {
            real_place(&fake, request.offset).map(|place| kept.insert(place, request.offset));
        }
        for request in &written {
            let place = real_place(&fake, request.offset);
            let expected = place.and_then(|place| kept.get(&place).copied());
            assert_eq!(written_at(&drive, request.offset), expected, "seed {seed}");
        }
    }
}
