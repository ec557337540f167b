//! Classes of drives with many wrong answers in the past, each harsher than the wide random drives: a separate
//! generator draws them, and every question of the method is asked. `cargo xtask truth --class NAME [COUNT [SEED]]`.

use iogram_engine::mix;
use iogram_proving::Outcome;
use iogram_sim::{
    BurstSpec, DisturbanceSpec, MediaSpec, Share, SimSpec, Time, WeakRangeSpec, WideKind,
};

use super::cases::{ask_of, capacity_by, units_with};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// The probes of `geometry`, in its order.
const GEOMETRY: [&str; 4] = ["boundaries", "open-units", "fat-region", "unit-ends"];

/// Every class by its name.
pub(crate) const CLASSES: [&str; 7] = [
    "small-units",
    "threefold-units",
    "old-parts",
    "bursts",
    "small-caches",
    "every-block",
    "fakes",
];

/// Asks every question about the drive of this seed in a class; `None` if there is no such class.
pub(crate) fn ask_class(class: &str, seed: u64) -> Option<Vec<Outcome>> {
    let mut dice =
        Dice(mix(seed ^ 0x0063_6c61_7373) ^ CLASSES.iter().position(|it| *it == class)? as u64);
    if class == "small-caches" {
        return Some(ask_of(&small_cache(&mut dice, seed), WideKind::Filled, seed));
    }
    if class == "every-block" {
        return Some(capacity_by(&every_block(&mut dice, seed), seed, true));
    }
    if class == "fakes" {
        let spec = SimSpec::wide(WideKind::Fake, dice.next() >> 24);
        return Some(ask_of(&spec, WideKind::Fake, seed));
    }
    let mut spec = SimSpec::wide(WideKind::Units, dice.next() >> 24);
    let capacity = match class {
        "small-units" => dice.between(1, 8) * 512 * MIB,
        _ => dice.between(16, 64) * 512 * MIB,
    };
    spec.capacity = size(capacity);
    spec.aged_ranges.clear();
    let unit = match class {
        "small-units" => {
            dice.one_of(&[32, 48, 64, 64, 80, 96, 96, 128, 160, 192, 256, 384]) * KIB
        }
        "threefold-units" => (dice.one_of(&[3, 6, 12]) * 128 * KIB) << dice.between(0, 6),
        _ if dice.between(0, 2) == 0 => {
            (dice.one_of(&[3, 6, 12]) * 512 * KIB) << dice.between(0, 4)
        }
        _ => MIB << dice.between(0, 6),
    };
    let read_ns = shape(&mut spec, &mut dice, unit);
    match class {
        "old-parts" => spec.aged_ranges = old_parts(&mut dice, capacity),
        "bursts" => bursts(&mut spec, &mut dice, read_ns),
        _ => {}
    }
    spec.name = format!("{class}-{seed}");
    Some(units_with(&spec, seed, &GEOMETRY))
}

/// Gives the drive visible units and pages, and a number of open units; returns the time of a small read.
fn shape(spec: &mut SimSpec, dice: &mut Dice, unit: u64) -> u64 {
    let MediaSpec::Block(media) = &mut spec.media else { unreachable!("cards have blocks") };
    let pages = [2 * KIB, 4 * KIB, 8 * KIB, 16 * KIB].into_iter();
    let pages: Vec<u64> =
        pages.filter(|page| page * 4 <= unit && unit.is_multiple_of(*page)).collect();
    let page = dice.one_of(&pages);
    media.page_size = size(page);
    media.au_size = size(unit);
    media.fat = None;
    let open = dice.between(1, 8);
    media.open_aus = u32::try_from(open).expect("few");
    media.open_aus_random = u32::try_from(dice.between(1, open)).expect("few");
    let read_ns = media.read[0].time.ns();
    let crossing = dice.between(read_ns / 8, read_ns);
    media.page_cross_time = (dice.between(0, 5) > 0).then(|| time(crossing));
    media.au_cross_time = Some(time(crossing * dice.between(13, 30) / 10));
    read_ns
}

fn old_parts(dice: &mut Dice, capacity: u64) -> Vec<WeakRangeSpec> {
    let count = dice.between(1, 4);
    let place = capacity / count;
    let part = |index: u64| {
        let length = place / 100 * dice.between(5, 80);
        let start = index * place + dice.between(0, place - length);
        let percent = u32::try_from(dice.between(25, 85)).expect("a percentage");
        WeakRangeSpec {
            start: size(start),
            size: size(length),
            speed: Share::from_ppm(percent * 10_000),
        }
    };
    (0..count).map(part).collect()
}

fn bursts(spec: &mut SimSpec, dice: &mut Dice, read_ns: u64) {
    let every = dice.between(10_000_000, 4_000_000_000);
    let known = spec.disturbance.take();
    spec.disturbance = Some(DisturbanceSpec {
        frame: known.as_ref().and_then(|it| it.frame),
        wake: known.and_then(|it| it.wake),
        bursts: Some(BurstSpec {
            every: time(every),
            length: time(every / dice.between(2, 10)),
            extra: time(dice.between(read_ns / 4, read_ns * 6)),
        }),
    });
}

/// A filled drive with a cache of 4 to 200 MiB, or without one.
fn small_cache(dice: &mut Dice, seed: u64) -> SimSpec {
    let mut spec = SimSpec::wide(WideKind::Filled, dice.next() >> 24);
    spec.thermal = None;
    spec.stalls.clear();
    spec.weak_ranges.clear();
    let cache = (4 * MIB) << dice.between(0, 5);
    let cache = cache + dice.between(0, cache / MIB) * MIB;
    if let MediaSpec::Page(media) = &mut spec.media
        && let Some(slc) = &mut media.slc
    {
        slc.fixed = size(cache);
        slc.dynamic = Share::from_ppm(0);
    }
    spec.name = format!("small-caches-{seed}");
    spec
}

/// A drive of 128 MiB to 1.5 GiB for a test of every block: sound, with decaying places, or a counterfeit whose cache
/// holds less than the lost part.
fn every_block(dice: &mut Dice, seed: u64) -> SimSpec {
    let is_fake = seed.is_multiple_of(2);
    let kind = if is_fake { WideKind::Fake } else { WideKind::Genuine };
    let mut spec = SimSpec::wide(kind, dice.next() >> 24);
    let capacity = dice.between(128 * MIB / 512, 1536 * MIB / 512) * 512;
    spec.capacity = size(capacity);
    spec.bad_ranges.clear();
    spec.aged_ranges.clear();
    if let Some(fake) = &mut spec.counterfeit {
        let real = dice.between(capacity / 8 / 512, capacity * 9 / 10 / 512) * 512;
        fake.capacity_real = size(real);
        if fake.wrap.is_some() {
            fake.wrap = Some(size(dice.between(real / 512 + 1, capacity / 512 - 1) * 512));
        }
        fake.lost_from = None;
        fake.drops_after =
            fake.drops_after.map(|_| size(dice.between(1, capacity / 512) * 512));
        let lost = capacity - real;
        fake.hiding_cache = size(fake.hiding_cache.bytes().min(lost / dice.between(4, 64)));
    }
    spec.name = format!("every-block-{seed}");
    spec
}

fn size(bytes: u64) -> iogram_sim::Size {
    format!("{bytes}B").parse().expect("a size")
}

fn time(ns: u64) -> Time {
    format!("{ns}ns").parse().expect("a time")
}

/// A separate random generator, so that a change of the simulator's does not change the drives.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Both ends are included.
    fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    fn one_of(&mut self, values: &[u64]) -> u64 {
        values[usize::try_from(self.next() % values.len() as u64).expect("an index")]
    }
}
