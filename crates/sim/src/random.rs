//! Random drives, for tests over many seeds: every draw comes from a documented range.
//!
//! All ranges are arbitrary, and wider than those of the market, so that nobody tunes a method to the zoo. Capacities
//! are small, so that tests can measure thousands of drives.

use std::str::FromStr;

use iogram_model::{Bytes, Nanos, ParseError, sentence, text};

use crate::quantity::{Rate, Share, Size, Time};
use crate::rng::{Draws, Stream};
use crate::spec::{
    BlockMediaSpec, CacheSpec, Collection, CounterfeitSpec, DieOrder, DriveKind, FakeScheme,
    IdentitySpec, Latency, LinkSpec, MediaSpec, MissingReads, PageMediaSpec, SimSpec, SizeTime,
    SlcSpec, TooManyAus, WhenFull,
};

/// Kinds of random drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RandomKind {
    /// A genuine SD card, block-mapped: AU 1 to 16 MiB, 1 to 12 open AUs.
    Sd,
    /// A genuine USB stick, block-mapped: AU 1 to 8 MiB, 1 to 6 open AUs.
    Usb,
    /// An SSD, page-mapped: 7 to 50 % over-provisioning; no, a static, a dynamic or a hybrid SLC cache.
    Ssd,
    /// A counterfeit card or stick: real capacity 64 MiB to half of the announced one.
    Fake,
}

impl RandomKind {
    /// All kinds, in a fixed order.
    pub const ALL: [Self; 4] = [Self::Sd, Self::Usb, Self::Ssd, Self::Fake];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sd => "sd",
            Self::Usb => "usb",
            Self::Ssd => "ssd",
            Self::Fake => "fake",
        }
    }
}

impl FromStr for RandomKind {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            ParseError::new(
                sentence!("sim-not-kind-drive", text),
                text!("sim-use-sd-usb-ssd-fake"),
            )
        })
    }
}

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

pub(crate) const fn size(bytes: u64) -> Size {
    Size(Bytes(bytes))
}

pub(crate) const fn time(ns: u64) -> Time {
    Time(Nanos(ns))
}

impl SimSpec {
    /// The drive of `kind` that `seed` determines.
    #[must_use]
    pub fn random(kind: RandomKind, seed: u64) -> Self {
        let mut draws = Draws::new(seed, Stream::Spec);
        let mut spec = match kind {
            RandomKind::Sd => card(&mut draws, DriveKind::Sd, 4, 12),
            RandomKind::Usb => card(&mut draws, DriveKind::Usb, 3, 6),
            RandomKind::Ssd => ssd(&mut draws),
            RandomKind::Fake => fake(&mut draws),
        };
        spec.name = format!("random-{}-{seed}", kind.name());
        spec.title = format!("Random drive of the kind {}, seed {seed}", kind.name());
        debug_assert_eq!(spec.check(), Ok(()), "a drawn drive makes sense");
        spec
    }
}

pub(crate) fn blank(drive: DriveKind, capacity: u64, media: MediaSpec) -> SimSpec {
    SimSpec {
        name: "random".to_owned(),
        title: String::new(),
        source: "drawn at random from the ranges in docs/simulator.md".to_owned(),
        drive,
        capacity: size(capacity),
        logical_block_size: size(512),
        physical_block_size: None,
        identity: IdentitySpec::default(),
        link: LinkSpec::default(),
        cache: None,
        media,
        zones: None,
        thermal: None,
        health: None,
        noise: None,
        host: None,
        disturbance: None,
        stalls: Vec::new(),
        drift: None,
        counterfeit: None,
        bad_ranges: Vec::new(),
        weak_ranges: Vec::new(),
        aged_ranges: Vec::new(),
        controller: None,
        faults: Vec::new(),
    }
}

/// A table with `first_ns` for its smallest command, and `rate` bytes per second for its largest.
pub(crate) fn table(first_ns: u64, rate: u64) -> Vec<SizeTime> {
    let largest = Rate::per_s(rate).time_of(4 * MIB);
    vec![
        SizeTime { size: size(4096), time: time(first_ns) },
        SizeTime { size: size(4 * MIB), time: time(largest.max(first_ns)) },
    ]
}

/// AU 2^20 to 2^(20 + `au_steps`) bytes, 1 to `open_max` open AUs, random limit 0 to that; reads 10 to
/// 90 MB/s and 100 us to 1 ms, writes 5 to 80 MB/s and 0.5 to 4 ms; noise up to 5 % of a small read.
pub(crate) fn card(
    draws: &mut Draws,
    drive: DriveKind,
    au_steps: u64,
    open_max: u64,
) -> SimSpec {
    let au = MIB << draws.between(0, au_steps);
    let open = draws.between(1, open_max);
    let open_random = draws.between(0, open);
    let narrow = |count: u64| u32::try_from(count).expect("a small number");
    let read_ns = draws.between(100_000, 1_000_000);
    let read_rate = draws.between(10_000_000, 90_000_000);
    let write_rate = draws.between(5_000_000, 80_000_000);
    let write_ns = draws.between(500_000, 4_000_000);
    let page_size = 4096 << draws.between(0, 2);
    let crossing = draws.between(read_ns / 2, read_ns);
    let media = BlockMediaSpec {
        au_size: size(au),
        page_size: size(page_size),
        open_aus: narrow(open),
        open_aus_random: narrow(open_random),
        when_too_many: draws.one_of(&[TooManyAus::CloseOldest, TooManyAus::CloseAll]),
        read: table(read_ns, read_rate),
        write: table(write_ns, write_rate),
        write_stray: None,
        write_random: None,
        copy_rate: Rate::per_s(draws.between(write_rate / 2, write_rate)),
        copy_time: None,
        erase_time: Some(time(draws.between(0, 5_000_000))),
        map_time: None,
        map_aus: 0,
        page_cross_time: Some(time(crossing)),
        au_cross_time: Some(time(crossing * 2)),
        zone_size: None,
        zone_cross_time: None,
        spare_aus: None,
        endurance_cycles: None,
        fat: None,
        discard_time: None,
    };
    let capacity = draws.between(64, 512) * 16 * MIB;
    let mut spec = blank(drive, capacity, MediaSpec::Block(media));
    spec.link.command_overhead = Some(time(draws.between(0, 200_000)));
    spec.noise = Some(Latency::Quantiles(vec![
        (Share::from_ppm(0), time(0)),
        (Share::ALL, time(draws.between(0, read_ns / 20))),
    ]));
    spec
}

/// 2 to 16 GiB, 7 to 50 % over-provisioning, 2 to 16 dies, unit 4 or 16 KiB, read 30 to 120 us, program
/// 200 us to 2 ms; cache 1 to 32 MiB, protected in a quarter; SLC: fixed 1/32 to 1/8, dynamic 10 to 100 %.
fn ssd(draws: &mut Draws) -> SimSpec {
    let capacity = draws.between(2, 16) * GIB;
    let program_ns = draws.between(200_000, 2_000_000);
    let read_ns = draws.between(30_000, 120_000);
    let cell_bits = draws.one_of(&[3, 3, 4]);
    // None, static, dynamic, hybrid.
    let (is_fixed, is_dynamic) =
        draws.one_of(&[(false, false), (true, false), (false, true), (true, true)]);
    let fixed = draws.between(capacity / 32 / MIB, capacity / 8 / MIB) * MIB;
    let dynamic = u32::try_from(draws.between(1, 10) * 100_000).expect("at most 10^6");
    let slc = (is_fixed || is_dynamic).then(|| SlcSpec {
        cell_bits,
        fixed: size(if is_fixed { fixed } else { 0 }),
        dynamic: Share::from_ppm(if is_dynamic { dynamic } else { 0 }),
        program_time: time(program_ns / draws.between(3, 6)),
        read_time: time(read_ns / 2),
        when_full: draws.one_of(&[WhenFull::Bypass, WhenFull::Fold]),
        idle_delay: Some(time(draws.between(1, 30) * 1_000_000_000)),
        evicts: None,
    });
    let media = PageMediaSpec {
        unit: size(draws.one_of(&[4096, 4096, 16_384])),
        page_size: size(16_384),
        planes: draws.one_of(&[2, 4]),
        dies: 2 << u32::try_from(draws.between(0, 3)).expect("a small number"),
        block_pages: draws.one_of(&[16, 32, 64]),
        over_provisioning: Share::from_ppm(
            u32::try_from(draws.between(70, 500) * 1000).expect("at most 500,000"),
        ),
        read_time: time(read_ns),
        program_time: time(program_ns),
        erase_time: time(draws.between(2, 10) * 1_000_000),
        suspend_time: draws.is_one_in(2).then(|| time(20_000)),
        die_order: DieOrder::Arrival,
        collection: draws.one_of(&[Collection::Smooth, Collection::Burst]),
        idle_delay: draws.is_one_in(2).then(|| time(draws.between(1, 10) * 1_000_000_000)),
        idle_share: Share::from_ppm(500_000),
        discard_time: Some(time(20_000)),
        slc,
        endurance_cycles: None,
    };
    let mut spec = blank(DriveKind::Nvme, capacity, MediaSpec::Page(media));
    spec.link = LinkSpec {
        rate: Some(Rate::per_s(draws.between(500_000_000, 7_000_000_000))),
        is_half_duplex: false,
        command_overhead: Some(time(draws.between(4_000, 40_000))),
        controller_time: Some(time(draws.between(500, 5_000))),
        in_flight: 64,
    };
    spec.cache = Some(CacheSpec {
        size: size(draws.between(1, 32) * MIB),
        write_time: time(draws.between(3_000, 20_000)),
        flush_time: Some(Latency::Constant(time(draws.between(5_000, 1_000_000)))),
        is_protected: draws.is_one_in(4),
    });
    spec
}

/// A card or stick that announces 8 to 512 GiB; limbo, wraparound or chain; a third without a cache,
/// the others with one of 1 MiB to 2 GiB.
pub(crate) fn fake(draws: &mut Draws) -> SimSpec {
    let drive = draws.one_of(&[DriveKind::Sd, DriveKind::Usb]);
    let mut spec = card(draws, drive, 3, 6);
    let announced = (8 * GIB) << draws.between(0, 6);
    let scheme = draws.one_of(&[FakeScheme::Limbo, FakeScheme::Wraparound, FakeScheme::Chain]);
    // A controller wraps at a power of two; lost data can begin anywhere.
    let steps = u64::from((announced / (128 * MIB)).ilog2()) - 1;
    let power = (128 * MIB) << draws.between(0, steps);
    let below = draws.between(power / MIB / 2 + 1, power / MIB - 1) * MIB;
    let (capacity_real, wrap) = match scheme {
        FakeScheme::Limbo => (below, None),
        FakeScheme::Wraparound => (power, None),
        FakeScheme::Chain => (below, Some(size(power))),
    };
    let hiding_cache = if draws.is_one_in(3) { 0 } else { MIB << draws.between(0, 11) };
    spec.capacity = size(announced);
    spec.counterfeit = Some(CounterfeitSpec {
        scheme,
        capacity_real: size(capacity_real),
        wrap,
        hiding_cache: size(hiding_cache),
        missing: MissingReads::default(),
        lost_from: None,
        drops_after: None,
    });
    spec
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_hundred_random_drives_of_every_kind_make_sense() {
        for kind in RandomKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            for seed in 0..200 {
                let spec = SimSpec::random(kind, seed);
                assert_eq!(spec.check(), Ok(()), "kind {}, seed {seed}", kind.name());
                let again = SimSpec::parse(&spec.to_toml());
                assert_eq!(again.as_ref(), Ok(&spec), "kind {}, seed {seed}", kind.name());
                assert_eq!(SimSpec::random(kind, seed), spec);
            }
        }
    }

    #[test]
    fn an_unknown_kind_is_refused() {
        let error = "floppy".parse::<RandomKind>().unwrap_err();
        assert_eq!(error.to_string(), "\"floppy\" is not a kind of drive");
    }
}
