//! Later additions to wide random drives: each part has its own stream, so that the rest of a drive is the same as
//! without it.

use super::{MIB, WideKind};
use crate::quantity::Share;
use crate::random::{size, time};
use crate::rng::{Draws, Stream};
use crate::spec::{
    DieOrder, Eviction, FakeScheme, MediaSpec, MissingReads, SimSpec, WeakRangeSpec,
};

/// Adds parts that some drives have: caches that know their data, dies that prioritise reads, sensors that lag, old
/// data, data that compresses, counterfeits of two kinds at once.
pub(super) fn add(spec: &mut SimSpec, kind: WideKind, seed: u64) {
    let mut draws = Draws::new(seed ^ (0x7061_7274_7300 << kind as u64), Stream::Spec);
    let draws = &mut draws;
    let (reads_first, knows) = (draws.is_one_in(3), draws.is_one_in(2));
    let evicts = draws.one_of(&[Eviction::OldestFirst, Eviction::AllWhenIdle]);
    if let MediaSpec::Page(media) = &mut spec.media {
        media.die_order = if reads_first { DieOrder::ReadsFirst } else { DieOrder::Arrival };
        if let Some(slc) = media.slc.as_mut().filter(|_| knows) {
            slc.evicts = Some(evicts);
        }
    }
    let (lags, percent) = (draws.is_one_in(3), draws.between(5, 300));
    if let Some(thermal) = spec.thermal.as_mut().filter(|_| lags) {
        thermal.sensor_delay = Some(time(thermal.time_constant.ns() / 100 * percent));
    }
    let is_aged = draws.is_one_in(8) && matches!(kind, WideKind::Units | WideKind::Genuine);
    let old = aged(draws, spec.capacity.bytes());
    if is_aged {
        spec.aged_ranges.push(old);
    }
    let compresses = draws.is_one_in(5);
    if let Some(controller) = &mut spec.controller {
        controller.compresses = compresses;
    }
    counterfeit(draws, spec);
}

/// 5 to 80 % of the drive, anywhere, with reads at 15 to 85 % of the speed.
fn aged(draws: &mut Draws, capacity: u64) -> WeakRangeSpec {
    let length = capacity / 100 * draws.between(5, 80) / 512 * 512;
    let start = draws.between(0, (capacity - length) / MIB) * MIB;
    let percent = u32::try_from(draws.between(15, 85)).expect("a percentage");
    WeakRangeSpec {
        start: size(start),
        size: size(length),
        speed: Share::from_ppm(percent * 10_000),
    }
}

/// In a fifth of the counterfeits with repeating addresses, they repeat only up to some address; in an eighth of all,
/// reads of lost data fail.
fn counterfeit(draws: &mut Draws, spec: &mut SimSpec) {
    let (is_mixed, fails) = (draws.is_one_in(5), draws.is_one_in(8));
    let capacity = spec.capacity.bytes();
    let Some(fake) = &mut spec.counterfeit else { return };
    let real = fake.capacity_real.bytes();
    if is_mixed && fake.scheme != FakeScheme::Limbo && real + 1024 < capacity {
        let from = draws.between(real / 512 + 1, capacity / 512 - 1) * 512;
        fake.lost_from = Some(size(from));
    }
    if fails {
        fake.missing = MissingReads::Error;
    }
}
