//! Random drives from ranges wider than the market's, to find out how often conclusions are right.
//!
//! [`SimSpec::random`] draws sound drives. These have the disturbances of the real world: independent and correlated
//! noise, stalls, unreported heat, links slower than the flash, buffers of any size, units of any size, counterfeits
//! of any shape. All ranges are arbitrary; docs/conclusions.md lists them.

mod parts;

use crate::controller::{ControllerSpec, MapSpec, SplitSpec, WearCopySpec};
use crate::disturbance::{BurstSpec, DisturbanceSpec, WakeSpec};
use crate::quantity::{Rate, Share};
use crate::random::{blank, card, size, table, time};
use crate::rng::{Draws, Stream};
use crate::spec::{
    BadRangeSpec, CacheSpec, Collection, CounterfeitSpec, Defect, DieOrder, DriveKind,
    FakeScheme, FatSpec, Latency, LinkSpec, MediaSpec, MissingReads, PageMediaSpec, SimSpec,
    SlcSpec, StallSpec, ThermalSpec, ThrottleStep, WeakRangeSpec, WhenFull,
};

/// Kinds of random drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WideKind {
    /// A card or stick with allocation units: 512 KiB to 128 MiB, most of them no power of two.
    Units,
    /// A drive for tests that fill it: SSD, stick or card, with or without SLC cache, buffer, heat, stalls.
    Filled,
    /// A counterfeit: limbo, wraparound or chain of any size.
    Fake,
    /// A sound card or stick.
    Genuine,
}

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;
const MS: u64 = 1_000_000;
const SECOND: u64 = 1000 * MS;

impl WideKind {
    /// All kinds, in a fixed order.
    pub const ALL: [Self; 4] = [Self::Units, Self::Filled, Self::Fake, Self::Genuine];

    /// The kind of a seed, if none is requested: the kinds that show most come most often.
    #[must_use]
    pub const fn in_turn(seed: u64) -> Self {
        match seed % 10 {
            0..4 => Self::Units,
            4..7 => Self::Filled,
            7..9 => Self::Fake,
            _ => Self::Genuine,
        }
    }

    /// Its name in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Units => "units",
            Self::Filled => "filled",
            Self::Fake => "fake",
            Self::Genuine => "genuine",
        }
    }
}

impl SimSpec {
    /// The drive of `kind` that `seed` determines, from ranges wider than those of [`SimSpec::random`].
    #[must_use]
    pub fn wide(kind: WideKind, seed: u64) -> Self {
        let mut draws = Draws::new(seed ^ (0x7769_6465 << kind as u64), Stream::Spec);
        let mut spec = match kind {
            WideKind::Units => units(&mut draws),
            WideKind::Filled => filled(&mut draws),
            WideKind::Fake => fake(&mut draws),
            WideKind::Genuine => genuine(&mut draws),
        };
        // A separate stream, so that the rest of a drive is the same as without it.
        let mut draws = Draws::new(seed ^ (0x6272_6964_6765 << kind as u64), Stream::Spec);
        spec.controller = controller(&mut draws, kind, &spec);
        if draws.is_one_in(30) {
            spec.stalls.push(reset(&mut draws));
        }
        parts::add(&mut spec, kind, seed);
        spec.name = format!("wide-{}-{seed}", kind.name());
        spec.title = format!("Wide random drive of the kind {}, seed {seed}", kind.name());
        debug_assert_eq!(spec.check(), Ok(()), "a drawn drive makes sense");
        spec
    }
}

/// In a third of the drives, one or more effects of controllers and bridges.
fn controller(draws: &mut Draws, kind: WideKind, spec: &SimSpec) -> Option<ControllerSpec> {
    if !draws.is_one_in(3) {
        return None;
    }
    let capacity = spec.capacity.bytes();
    let has_map = matches!(spec.media, MediaSpec::Page(_)) && draws.is_one_in(2);
    let piece = MIB << draws.between(0, 5);
    let map = has_map.then(|| MapSpec {
        covers: size((capacity / draws.between(2, 64)).max(piece)),
        piece: size(piece),
        miss_time: time(draws.between(20_000, 200_000)),
    });
    let is_usb = spec.drive == DriveKind::Usb;
    let split = (is_usb && draws.is_one_in(2)).then(|| SplitSpec {
        size: size(draws.one_of(&[64 * KIB, 120 * KIB, 512 * KIB, MIB])),
        time: time(draws.between(20_000, 500_000)),
    });
    // With it, a card that is measured blank shows nothing to any method.
    let is_blank = kind != WideKind::Units && draws.is_one_in(2);
    Some(ControllerSpec {
        split,
        ignores_flush: draws.is_one_in(4),
        map,
        unwritten_read_time: is_blank.then(|| time(draws.between(5_000, 300_000))),
        skips_zeros: draws.is_one_in(3),
        compresses: false,
        wear_copy: draws.is_one_in(3).then(|| WearCopySpec {
            every: size(draws.between(8, 512) * MIB),
            time: time(draws.between(2 * MS, 200 * MS)),
        }),
    })
}

/// A bridge reset: the host waits until its timeout and tries again. Source: Linux, `SD_TIMEOUT`, 30 s.
fn reset(draws: &mut Draws) -> StallSpec {
    StallSpec {
        one_in: draws.between(3_000, 200_000),
        size_max: None,
        kinds: vec![iogram_model::OpKind::Read, iogram_model::OpKind::Write],
        min: time(30 * SECOND),
        max: time(31 * SECOND),
    }
}

fn card_or_stick(draws: &mut Draws) -> SimSpec {
    let drive = draws.one_of(&[DriveKind::Sd, DriveKind::Usb]);
    card(draws, drive, 4, 12)
}

/// Up to `largest_ns`: uniformly distributed, or mostly small with a tail.
fn noise(draws: &mut Draws, largest_ns: u64) -> Latency {
    let (zero, all) = (Share::from_ppm(0), Share::ALL);
    let points = if draws.is_one_in(2) {
        vec![(zero, time(0)), (all, time(largest_ns))]
    } else {
        let tail =
            Share::from_ppm(u32::try_from(draws.between(700, 990)).expect("small") * 1000);
        vec![(zero, time(0)), (tail, time(largest_ns / 10)), (all, time(largest_ns))]
    };
    Latency::Quantiles(points)
}

/// Correlated disturbances, in half of the drives; a read takes `read_ns`.
fn disturbance(draws: &mut Draws, drive: DriveKind, read_ns: u64) -> Option<DisturbanceSpec> {
    if draws.is_one_in(2) {
        return None;
    }
    let frame = (drive == DriveKind::Usb && draws.is_one_in(2)).then(|| time(125_000));
    let wake = draws.is_one_in(3).then(|| WakeSpec {
        after: time(draws.between(100_000, 100 * MS)),
        time: time(draws.between(50_000, 20 * MS)),
    });
    let bursts = draws.is_one_in(3).then(|| {
        let every = draws.between(10 * MS, 2 * SECOND);
        BurstSpec {
            every: time(every),
            length: time(every / draws.between(2, 30)),
            extra: time(draws.between(read_ns / 10, read_ns * 4)),
        }
    });
    Some(DisturbanceSpec { frame, wake, bursts })
}

/// Stalls of one command in a few hundred to many thousand, in a sixth of the drives.
fn stalls(draws: &mut Draws, fewest: u64) -> Vec<StallSpec> {
    if !draws.is_one_in(6) {
        return Vec::new();
    }
    let shortest = draws.between(5 * MS, 2 * SECOND);
    vec![StallSpec {
        one_in: draws.between(fewest, fewest * 40),
        size_max: None,
        kinds: vec![iogram_model::OpKind::Read, iogram_model::OpKind::Write],
        min: time(shortest),
        max: time(shortest * draws.between(1, 10)),
    }]
}

/// Any multiple of 512 KiB up to 64 MiB, or a power of two up to 128 MiB.
fn unit_size(draws: &mut Draws, page: u64) -> u64 {
    let bytes = match draws.between(0, 3) {
        0 => MIB << draws.between(0, 7),
        1 => draws.between(1, 40) * MIB,
        2 => draws.one_of(&[3_u64, 6, 12, 24, 48, 9, 18, 36, 10, 20, 5, 7, 15, 30]) * MIB,
        _ => draws.between(1, 128) * 512 * KIB,
    };
    bytes.next_multiple_of(page)
}

fn units(draws: &mut Draws) -> SimSpec {
    let mut spec = card_or_stick(draws);
    spec.capacity = size(draws.between(24, 96) * 512 * MIB);
    let drive = spec.drive;
    let MediaSpec::Block(media) = &mut spec.media else { return spec };
    let page = (4 * KIB) << draws.between(0, 3);
    media.page_size = size(page);
    media.au_size = size(unit_size(draws, page));
    let read_ns = media.read[0].time.ns();
    let crossing = draws.between(read_ns / 20, read_ns);
    let shows = draws.between(0, 5);
    media.page_cross_time = (shows < 4).then(|| time(crossing));
    media.au_cross_time = (shows < 5).then(|| time(crossing * draws.between(13, 30) / 10));
    let fat_write = media.write.clone();
    media.fat = draws
        .is_one_in(4)
        .then(|| FatSpec { size: size(draws.between(1, 128) * MIB), write: fat_write });
    let largest = [read_ns / 20, read_ns / 5, read_ns, 3 * read_ns];
    let largest = draws.one_of(&largest);
    spec.noise = Some(noise(draws, largest));
    spec.disturbance = disturbance(draws, drive, read_ns);
    spec.stalls = stalls(draws, 60);
    spec
}

fn filled(draws: &mut Draws) -> SimSpec {
    if draws.is_one_in(6) {
        let mut spec = card_or_stick(draws);
        spec.capacity = size(draws.between(1, 4) * 512 * MIB);
        let MediaSpec::Block(media) = &spec.media else { return spec };
        let read_ns = media.read[0].time.ns();
        let rate = media.write[1].size.bytes() * SECOND / media.write[1].time.ns();
        let drive = spec.drive;
        spec.disturbance = disturbance(draws, drive, read_ns);
        spec.stalls = stalls(draws, 1000);
        spec.thermal = heat(draws, rate, spec.capacity.bytes() * 1000 / rate * MS);
        return spec;
    }
    let drive = draws.one_of(&[
        DriveKind::Nvme,
        DriveKind::Nvme,
        DriveKind::Sata,
        DriveKind::Sata,
        DriveKind::Usb,
    ]);
    let capacity = draws.between(2, 8) * 512 * MIB;
    let media = pages(draws, capacity);
    let program_ns = media.slc.as_ref().map_or(media.program_time, |slc| slc.program_time).ns();
    let stripe = u64::from(media.planes) * media.page_size.bytes() * u64::from(media.dies);
    let flash_rate = stripe * SECOND / program_ns;
    let mut spec = blank(drive, capacity, MediaSpec::Page(media));
    let (rate, in_flight) = match drive {
        DriveKind::Nvme => (draws.between(400, 7000), 256),
        DriveKind::Sata => (draws.between(90, 560), 32),
        _ => (draws.between(25, 1000), draws.one_of(&[1, 1, 32])),
    };
    let rate = rate * 1_000_000;
    spec.link = LinkSpec {
        rate: Some(Rate::per_s(rate)),
        is_half_duplex: drive != DriveKind::Nvme,
        command_overhead: Some(time(draws.between(4_000, 60_000))),
        controller_time: Some(time(draws.between(500, 5_000))),
        in_flight,
    };
    spec.cache = buffer(draws, capacity);
    if draws.is_one_in(3) {
        let largest = draws.between(1_000, 400_000);
        spec.noise = Some(noise(draws, largest));
    }
    spec.disturbance = disturbance(draws, drive, 60_000);
    spec.stalls = stalls(draws, 3000);
    let rate = rate.min(flash_rate);
    spec.thermal = heat(draws, rate, capacity * 1000 / rate * MS);
    if drive == DriveKind::Nvme && draws.is_one_in(2) {
        spec.health = Some(crate::spec::HealthSpec::default());
    }
    spec.weak_ranges = weak_ranges(draws, capacity);
    spec
}

/// In an eighth of the drives, a slower part of any size: at the end, in the middle or at the beginning.
fn weak_ranges(draws: &mut Draws, capacity: u64) -> Vec<WeakRangeSpec> {
    if !draws.is_one_in(8) {
        return Vec::new();
    }
    let length = capacity / 100 * draws.between(5, 80);
    let last = capacity - length;
    let start = match draws.between(0, 3) {
        0 => 0,
        1 => draws.between(0, last),
        _ => last,
    };
    let percent = u32::try_from(draws.between(15, 85)).expect("a percentage");
    let speed = Share::from_ppm(percent * 10_000);
    vec![WeakRangeSpec { start: size(start), size: size(length), speed }]
}

/// In a third of the drives, heat that makes them throttle in the middle of `fill_ns` at `rate`, or nearly.
fn heat(draws: &mut Draws, rate: u64, fill_ns: u64) -> Option<ThermalSpec> {
    if !draws.is_one_in(3) {
        return None;
    }
    let celsius = |draws: &mut Draws, from, to| {
        i32::try_from(draws.between(from, to)).expect("a temperature")
    };
    let (ambient, at) = (celsius(draws, 20, 35), celsius(draws, 55, 85));
    let hysteresis = celsius(draws, 2, 15);
    let speed = u32::try_from(draws.between(15, 80)).expect("a percentage");
    let step = |at_celsius, percent: u32| ThrottleStep {
        at_celsius,
        until_celsius: at_celsius - hysteresis,
        speed: Share::from_ppm(percent * 10_000),
    };
    let mut steps = vec![step(at, speed)];
    if draws.is_one_in(3) {
        steps.push(step(at + 8, speed / 2));
    }
    let start = draws.is_one_in(2).then(|| ambient + celsius(draws, 0, 25));
    Some(ThermalSpec {
        ambient_celsius: ambient,
        rise_celsius: celsius(draws, 40, 150),
        reference_rate: Rate::per_s(rate.max(1)),
        start_celsius: start,
        time_constant: time((fill_ns / 100 * draws.between(10, 300)).max(100 * MS)),
        sensor_delay: None,
        steps,
    })
}

/// None, a few mebibytes, or up to a fifth of the drive.
fn buffer(draws: &mut Draws, capacity: u64) -> Option<CacheSpec> {
    let bytes = match draws.between(0, 3) {
        0 => return None,
        1 | 2 => draws.between(1, 64) * MIB,
        _ => draws.between(64, capacity / MIB / 5) * MIB,
    };
    Some(CacheSpec {
        size: size(bytes),
        write_time: time(draws.between(3_000, 20_000)),
        flush_time: Some(Latency::Constant(time(draws.between(5_000, 1_000_000)))),
        is_protected: draws.is_one_in(4),
    })
}

fn pages(draws: &mut Draws, capacity: u64) -> PageMediaSpec {
    let program_ns = draws.between(150_000, 2_500_000);
    let read_ns = draws.between(30_000, 120_000);
    // None, none, static, dynamic, hybrid.
    let (is_fixed, is_dynamic) = draws.one_of(&[
        (false, false),
        (false, false),
        (true, false),
        (false, true),
        (true, true),
    ]);
    let fixed = draws.between(capacity / 64 / MIB, capacity / 6 / MIB) * MIB;
    let dynamic = u32::try_from(draws.between(5, 100) * 10_000).expect("at most 10^6");
    let idle = (!draws.is_one_in(20)).then(|| time(draws.between(1, 120) * SECOND));
    let slc = (is_fixed || is_dynamic).then(|| SlcSpec {
        cell_bits: draws.one_of(&[3, 3, 4]),
        fixed: size(if is_fixed { fixed } else { 0 }),
        dynamic: Share::from_ppm(if is_dynamic { dynamic } else { 0 }),
        program_time: time(program_ns * 10 / draws.between(11, 80)),
        read_time: time(read_ns / 2),
        when_full: draws.one_of(&[WhenFull::Bypass, WhenFull::Fold]),
        idle_delay: idle,
        evicts: None,
    });
    PageMediaSpec {
        unit: size(draws.one_of(&[4096, 4096, 16_384])),
        page_size: size(16_384),
        planes: draws.one_of(&[1, 2, 4]),
        dies: 1 << u32::try_from(draws.between(0, 4)).expect("a small number"),
        block_pages: draws.one_of(&[16, 32, 64]),
        over_provisioning: Share::from_ppm(
            u32::try_from(draws.between(70, 400) * 1000).expect("at most 400,000"),
        ),
        read_time: time(read_ns),
        program_time: time(program_ns),
        erase_time: time(draws.between(2, 10) * MS),
        suspend_time: draws.is_one_in(2).then(|| time(20_000)),
        die_order: DieOrder::Arrival,
        collection: draws.one_of(&[Collection::Smooth, Collection::Burst]),
        idle_delay: draws.is_one_in(2).then(|| time(draws.between(1, 10) * SECOND)),
        idle_share: Share::from_ppm(500_000),
        discard_time: Some(time(20_000)),
        slc,
        endurance_cycles: None,
    }
}

fn fake(draws: &mut Draws) -> SimSpec {
    let mut spec = card_or_stick(draws);
    let sectors =
        |draws: &mut Draws, from: u64, to: u64| draws.between(from / 512, to / 512) * 512;
    let announced = if draws.is_one_in(2) {
        (2 * GIB) << draws.between(0, 7)
    } else {
        sectors(draws, GIB, 256 * GIB)
    };
    spec.capacity = size(announced);
    let scheme = draws.one_of(&[FakeScheme::Limbo, FakeScheme::Wraparound, FakeScheme::Chain]);
    let real = match draws.between(0, 5) {
        // It lacks only its last sectors.
        0 => announced - 512 * draws.between(1, 4096),
        1 => sectors(draws, announced / 2, announced * 9 / 10),
        2 => (64 * MIB) << draws.between(0, u64::from((announced / (128 * MIB)).ilog2())),
        _ => sectors(draws, 64 * MIB, announced / 2),
    };
    let real = real.min(announced - 512);
    let wrap = (scheme == FakeScheme::Chain && real + 512 < announced)
        .then(|| sectors(draws, real + 512, announced - 512));
    let scheme =
        if wrap.is_none() && scheme == FakeScheme::Chain { FakeScheme::Limbo } else { scheme };
    let has_cache = !draws.is_one_in(2);
    spec.counterfeit = Some(CounterfeitSpec {
        scheme,
        capacity_real: size(real),
        wrap: wrap.map(size),
        hiding_cache: size(if has_cache { MIB << draws.between(0, 11) } else { 0 }),
        missing: draws.one_of(&[MissingReads::Blank, MissingReads::Blank, MissingReads::Stale]),
        lost_from: None,
        drops_after: draws.is_one_in(12).then(|| size(draws.between(1, 2048) * MIB)),
    });
    spec
}

fn genuine(draws: &mut Draws) -> SimSpec {
    let mut spec = card_or_stick(draws);
    let drive = spec.drive;
    spec.capacity = size(draws.between(GIB / 512, 128 * GIB / 512) * 512);
    if let MediaSpec::Block(media) = &mut spec.media {
        let read_ns = media.read[0].time.ns();
        media.write = table(media.write[0].time.ns(), draws.between(3_000_000, 150_000_000));
        spec.disturbance = disturbance(draws, drive, read_ns);
    }
    spec.stalls = stalls(draws, 200);
    let capacity = spec.capacity.bytes();
    if draws.is_one_in(6) {
        let start = draws.between(0, capacity / 2 / 512) * 512;
        spec.bad_ranges.push(BadRangeSpec {
            start: size(start),
            size: size(capacity / 20 / 512 * 512),
            defect: Defect::Slow,
            retry_time: Some(time(draws.between(20, 800) * MS)),
        });
    }
    spec
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_drives_make_sense_and_are_the_same_again() {
        for kind in WideKind::ALL {
            for seed in 0..200 {
                let spec = SimSpec::wide(kind, seed);
                assert_eq!(spec.check(), Ok(()), "kind {}, seed {seed}", kind.name());
                assert_eq!(SimSpec::parse(&spec.to_toml()).as_ref(), Ok(&spec));
                assert_eq!(SimSpec::wide(kind, seed), spec);
            }
        }
    }
}
