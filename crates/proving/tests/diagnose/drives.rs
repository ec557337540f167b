//! Random drives of known truth for a diagnosis: what is wrong with each is drawn first.

use iogram_sim::{
    BadRangeSpec, Defect, HealthItem, HealthSpec, MediaSpec, RandomKind, Rate, Share, SimSpec,
    SizeTime, SlcSpec, StallSpec, ThermalSpec, ThrottleStep, WhenFull, WideKind,
};

/// What was built into a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A sound card or stick.
    Genuine,
    /// A sound SSD.
    Ssd,
    /// Limbo, wraparound, chain, or one that stops to keep anything.
    Counterfeit,
    /// 1 to 8 MB/s.
    Slow,
    /// A link that is reset.
    Resets,
    /// Stalls of 1 to 8 s without a reason that could be seen.
    Stalling,
    /// Small writes anywhere close large units.
    Units,
    /// A fast cache before slow flash.
    CacheFull,
    /// A drive that throttles, and says so.
    Hot,
    /// A part that cannot be read.
    Dying,
}

impl Kind {
    pub(crate) const ALL: [Self; 10] = [
        Self::Genuine,
        Self::Ssd,
        Self::Counterfeit,
        Self::Slow,
        Self::Resets,
        Self::Stalling,
        Self::Units,
        Self::CacheFull,
        Self::Hot,
        Self::Dying,
    ];
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Both ends included.
    fn between(&mut self, from: u64, to: u64) -> u64 {
        from + self.next() % (to - from + 1)
    }
}

fn size(bytes: u64) -> iogram_sim::Size {
    format!("{bytes}B").parse().expect("a size")
}

fn time(ns: u64) -> iogram_sim::Time {
    format!("{ns}ns").parse().expect("a time")
}

const MS: u64 = 1_000_000;
const MIB: u64 = 1 << 20;

/// The drive of this kind and seed.
pub(crate) fn draw(kind: Kind, seed: u64) -> SimSpec {
    let mut draws = Draws(seed ^ (0x6469_6167 << (kind as u64)));
    let mut spec = match kind {
        Kind::Counterfeit => SimSpec::wide(WideKind::Fake, seed),
        Kind::Ssd | Kind::CacheFull | Kind::Hot => SimSpec::random(RandomKind::Ssd, seed),
        _ => SimSpec::wide(WideKind::Genuine, seed),
    };
    spec.stalls.clear();
    spec.bad_ranges.clear();
    match kind {
        Kind::Genuine | Kind::Ssd | Kind::Counterfeit => {}
        Kind::Slow => slow(&mut draws, &mut spec),
        Kind::Resets => {
            let (min, max) = (time(30_000 * MS), time(31_000 * MS));
            spec.stalls.push(stall(draws.between(300, 8_000), min, max));
        }
        Kind::Stalling => {
            let shortest = draws.between(1_000 * MS, 3_000 * MS);
            let longest = shortest * draws.between(1, 3);
            let one_in = draws.between(50, 4_000);
            spec.stalls.push(stall(one_in, time(shortest), time(longest)));
        }
        Kind::Units => units(&mut draws, &mut spec),
        Kind::CacheFull => cache(&mut draws, &mut spec),
        Kind::Hot => hot(&mut draws, &mut spec),
        Kind::Dying => {
            let capacity = spec.capacity.bytes();
            let length = capacity / 100 * draws.between(3, 40) / 512 * 512;
            let start = draws.between(0, (capacity - length) / 512) * 512;
            spec.bad_ranges.push(BadRangeSpec {
                start: size(start),
                size: size(length),
                defect: Defect::Unreadable,
                retry_time: Some(time(draws.between(1, 500) * MS)),
            });
        }
    }
    spec.name = format!("diagnosed-{kind:?}-{seed}");
    spec
}

fn stall(one_in: u64, min: iogram_sim::Time, max: iogram_sim::Time) -> StallSpec {
    let kinds = vec![iogram_model::OpKind::Read, iogram_model::OpKind::Write];
    StallSpec { one_in, size_max: None, kinds, min, max }
}

fn slow(draws: &mut Draws, spec: &mut SimSpec) {
    let rate = draws.between(1_000_000, 8_000_000);
    if let MediaSpec::Block(media) = &mut spec.media {
        let first = media.write[0].time;
        let largest = Rate::per_s(rate).bytes_per_s();
        let ns = 4 * MIB * 1_000_000_000 / largest;
        media.write = vec![
            SizeTime { size: size(4096), time: first },
            SizeTime { size: size(4 * MIB), time: time(ns.max(first.ns())) },
        ];
    }
}

/// Units that take half a second and more to be closed, of which hardly one is kept open in random order.
fn units(draws: &mut Draws, spec: &mut SimSpec) {
    let unit = MIB << draws.between(3, 5);
    if let MediaSpec::Block(media) = &mut spec.media {
        media.au_size = size(unit);
        media.open_aus = u32::try_from(draws.between(2, 6)).expect("few");
        media.open_aus_random = u32::try_from(draws.between(1, 2)).expect("few");
        let seconds_tenths = draws.between(6, 25);
        media.copy_rate = Rate::per_s((unit * 10 / seconds_tenths).max(1_000_000));
        media.fat = None;
    }
    spec.capacity = size(draws.between(16, 64) * 512 * MIB);
    spec.aged_ranges.clear();
}

/// Flash that takes 6 to 40 MB/s behind a cache of 256 MiB to 1 GiB that takes five times as much and more.
fn cache(draws: &mut Draws, spec: &mut SimSpec) {
    if let MediaSpec::Page(media) = &mut spec.media {
        let program = media.program_time.ns();
        let times = draws.between(5, 10);
        media.program_time = time(program.max(1_000_000));
        media.slc = Some(SlcSpec {
            cell_bits: 3,
            fixed: size(draws.between(256, 1024) * MIB / 8 * 8),
            dynamic: Share::from_ppm(0),
            program_time: time(media.program_time.ns() / times),
            read_time: media.read_time,
            when_full: WhenFull::Bypass,
            idle_delay: Some(time(draws.between(1, 10) * 1_000 * MS)),
            evicts: None,
        });
        media.dies = 1 << u32::try_from(draws.between(0, 2)).expect("few");
    }
    // A drive that tells no temperature may as well be hot.
    spec.drive = iogram_sim::DriveKind::Nvme;
    let tells = vec![HealthItem::Temperature];
    spec.health = Some(HealthSpec { tells, warning_celsius: None });
    spec.thermal = Some(ThermalSpec {
        ambient_celsius: 25,
        rise_celsius: 15,
        reference_rate: Rate::per_s(300_000_000),
        start_celsius: None,
        time_constant: time(60_000 * MS),
        sensor_delay: None,
        steps: Vec::new(),
    });
}

fn hot(draws: &mut Draws, spec: &mut SimSpec) {
    spec.drive = iogram_sim::DriveKind::Nvme;
    let tells = vec![HealthItem::Temperature, HealthItem::Throttling];
    spec.health = Some(HealthSpec { tells, warning_celsius: None });
    let at = i32::try_from(draws.between(55, 75)).expect("a temperature");
    let percent = u32::try_from(draws.between(15, 60)).expect("a percentage");
    let rate = spec.link.rate.map_or(200_000_000, Rate::bytes_per_s).min(300_000_000);
    spec.thermal = Some(ThermalSpec {
        ambient_celsius: 25,
        rise_celsius: i32::try_from(draws.between(80, 150)).expect("a temperature"),
        reference_rate: Rate::per_s(rate / draws.between(2, 6)),
        start_celsius: None,
        time_constant: time(draws.between(2, 40) * 1_000 * MS),
        sensor_delay: None,
        steps: vec![ThrottleStep {
            at_celsius: at,
            until_celsius: at - 5,
            speed: Share::from_ppm(percent * 10_000),
        }],
    });
}
