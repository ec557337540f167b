//! Drives with known truth, as seen by tools that fill them with files, and a small generator of random numbers.

/// Sectors of f3 and h2testw.
pub(crate) const SECTOR: u64 = 512;

/// Splitmix64 (Steele, Lea and Flood, 2014): one seed determines everything.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From `low` up to but not including `high`.
    pub(crate) fn within(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low).max(1)
    }

    pub(crate) fn is_one_in(&mut self, count: u64) -> bool {
        self.within(0, count) == 0
    }

    /// From 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        f64::from(u32::try_from(self.next() >> 32).expect("32 bits")) / f64::from(u32::MAX)
    }

    /// Between both, equally likely in each octave.
    pub(crate) fn log(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.share())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Genuine,
    Limbo,
    Wraparound,
    Chain,
    /// It repeats up to some address and loses the rest.
    Mixed,
    Damaged,
    /// Reads fail.
    Dying,
}

/// The fate of written sectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Kept,
    Corrupted,
    Changed,
    Overwritten,
    Unread,
}

#[derive(Debug, Clone)]
pub(crate) struct Drive {
    pub(crate) kind: Kind,
    /// In sectors, like all that follow.
    pub(crate) announced: u64,
    pub(crate) real: u64,
    /// Addresses repeat after this distance.
    period: u64,
    /// From this sector on, a mixed drive loses everything.
    lost_from: u64,
    /// Sectors of a cache: the last written ones are returned, whatever their addresses.
    pub(crate) cache: u64,
    /// Broken ranges, in order: from, to, fate.
    broken: Vec<(u64, u64, Fate)>,
    /// Sectors that the file system uses before the first file.
    pub(crate) files_from: u64,
    pub(crate) write_per_s: f64,
    pub(crate) read_per_s: f64,
    /// Writes from this sector on fail.
    pub(crate) writes_fail_from: Option<u64>,
    /// Broken ranges fail on writing, not on reading.
    pub(crate) fails_writes: bool,
}

impl Drive {
    pub(crate) fn draw(random: &mut Random) -> Self {
        use Kind as Is;
        let kinds = [
            (30, Is::Genuine),
            (20, Is::Limbo),
            (12, Is::Wraparound),
            (8, Is::Chain),
            (5, Is::Mixed),
            (17, Is::Damaged),
            (8, Is::Dying),
        ];
        let mut draw = random.within(0, 100);
        let mut kind = Is::Genuine;
        for (share, of) in kinds {
            if draw < share {
                kind = of;
                break;
            }
            draw -= share;
        }
        // From 1 to 2048 GB, and never a round number of any unit.
        let announced = sectors(random.log(1e9, 2e12)) / 2048 * 2048;
        let mut real = announced;
        if !matches!(kind, Is::Genuine | Is::Damaged | Is::Dying) {
            real = (sectors(random.log(1.3e8, 0.97 * bytes(announced))) / 8 * 8).max(4096);
        }
        let mut period = announced;
        if matches!(kind, Is::Wraparound | Is::Mixed) {
            // f3probe only knows powers of two.
            if !random.is_one_in(4) {
                real = (1_u64 << real.ilog2()).min(announced / 2);
                real = 1 << real.ilog2();
            }
            period = real;
        }
        if kind == Is::Chain {
            period = real.next_power_of_two();
            if period >= announced || period == real {
                period = 1 << (announced.ilog2() - 1);
                real = period - period / random.within(3, 40);
            }
        }
        let lost_from = random.within(real.min(announced - 1), announced);
        let mut drive = Self {
            kind,
            announced,
            real,
            period,
            lost_from,
            cache: 0,
            broken: Vec::new(),
            files_from: (announced / 2000).clamp(2048, 131_072),
            write_per_s: random.log(1e6, 3e8),
            read_per_s: random.log(8e6, 1e9),
            writes_fail_from: None,
            fails_writes: false,
        };
        if kind == Is::Limbo && random.is_one_in(3) {
            drive.cache = random.within(1, 64) * 16_384;
        } else if drive.is_fake() && random.is_one_in(20) {
            // More than f3probe looks for.
            drive.cache = random.within(3, 8) << 20;
        }
        drive.broken = drive.breakage(random);
        drive
    }

    pub(crate) fn is_fake(&self) -> bool {
        !matches!(self.kind, Kind::Genuine | Kind::Damaged | Kind::Dying)
    }

    fn breakage(&self, random: &mut Random) -> Vec<(u64, u64, Fate)> {
        let end = self.announced;
        let mut fate = match self.kind {
            Kind::Dying => Fate::Unread,
            Kind::Damaged if random.is_one_in(4) => Fate::Changed,
            Kind::Damaged => Fate::Corrupted,
            _ => return Vec::new(),
        };
        let mut broken = Vec::new();
        match random.within(0, 4) {
            // One large piece, such as a die: never to the very end.
            0 => {
                let from = random.within(self.files_from, end / 10 * 9);
                let length = random.within(end / 400, end / 4).min(end / 100 * 99 - from);
                broken.push((from, from + length.max(1), fate));
            }
            // A few at regular intervals.
            1 => {
                let every = (end / random.within(200, 3000)).max(4096);
                let length = random.within(1, every / 2);
                let mut from = self.files_from + random.within(0, every);
                while from + every < end {
                    broken.push((from, from + length, fate));
                    from += every;
                }
            }
            _ => {
                // Occasionally the map of a genuine drive has errors in a few ranges.
                if self.kind == Kind::Damaged && random.is_one_in(6) {
                    fate = Fate::Overwritten;
                }
                let count = random.within(1, 200);
                let mut from = self.files_from + random.within(1, end / 2);
                for _ in 0..count {
                    let length = random.within(1, (end / 5000).min(4096));
                    if from + length >= end {
                        break;
                    }
                    broken.push((from, from + length, fate));
                    from += length + random.within(1, end / 200);
                }
            }
        }
        broken
    }

    /// The fates of all sectors from `from` to `to`, in order.
    pub(crate) fn fates(&self, from: u64, to: u64) -> Vec<(u64, Fate)> {
        let mut edges = vec![from, to];
        let mut add = |place: u64| {
            if place > from && place < to {
                edges.push(place);
            }
        };
        for (start, end, _) in &self.broken {
            add(*start);
            add(*end);
        }
        let last = self.cached_from(to);
        add(last);
        let end = if self.kind == Kind::Mixed { self.lost_from.min(to) } else { to };
        add(end);
        if self.is_fake() {
            add(end.saturating_sub(self.period));
            let mut start = 0;
            while start < to && self.period > 0 {
                add(start);
                add(start + self.real);
                start += self.period;
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges.windows(2).map(|pair| (pair[1] - pair[0], self.fate(pair[0], to))).collect()
    }

    /// Makes writes fail early: at the end of a counterfeit, or where a drive is broken.
    pub(crate) fn fail_writes(&mut self, random: &mut Random) {
        if self.kind == Kind::Limbo && random.is_one_in(12) {
            self.writes_fail_from = Some(self.real);
        }
        self.fails_writes = self.kind == Kind::Dying && random.is_one_in(3);
    }

    /// The drive after f3fix: with a partition of the real part.
    pub(crate) fn fixed(&self) -> Self {
        Self { kind: Kind::Genuine, announced: self.real, ..self.clone() }
    }

    /// The sector at which a file from `from` to `to` ends because a write fails.
    pub(crate) fn write_end(&self, from: u64, to: u64) -> u64 {
        let border = self.writes_fail_from.map_or(to, |border| border.clamp(from, to));
        let broken = self.broken.iter().filter(|_| self.fails_writes);
        let first = broken.filter(|(_, end, _)| *end > from).map(|(start, ..)| *start).min();
        first.map_or(to, |start| start.clamp(from, to)).min(border)
    }

    fn cached_from(&self, to: u64) -> u64 {
        to.saturating_sub(self.cache)
    }

    /// The fate of this sector after everything up to `to` was written.
    fn fate(&self, sector: u64, to: u64) -> Fate {
        if self.cache > 0 && sector >= self.cached_from(to) {
            return Fate::Kept;
        }
        let repeated = |end: u64| {
            let is_last = sector + self.period >= end;
            if is_last { Fate::Kept } else { Fate::Overwritten }
        };
        match self.kind {
            Kind::Genuine => Fate::Kept,
            Kind::Limbo if sector < self.real => Fate::Kept,
            Kind::Limbo => Fate::Corrupted,
            Kind::Wraparound => repeated(to),
            Kind::Chain if sector % self.period >= self.real => Fate::Corrupted,
            Kind::Chain => repeated(to),
            Kind::Mixed if sector >= self.lost_from => Fate::Corrupted,
            Kind::Mixed => repeated(self.lost_from.min(to)),
            Kind::Damaged | Kind::Dying => {
                let inside =
                    |(from, end, _): &&(u64, u64, Fate)| (*from..*end).contains(&sector);
                self.broken.iter().find(inside).map_or(Fate::Kept, |it| it.2)
            }
        }
    }

    /// f3probe's name of the kind; `None` if f3probe cannot determine it.
    pub(crate) fn probed_kind(&self) -> Option<&'static str> {
        Some(match self.kind {
            // A sample of blocks misses a few broken ones; a cache of more than 1 GiB hides everything.
            Kind::Genuine | Kind::Damaged => "good",
            _ if self.cache > 2 << 20 => "good",
            Kind::Limbo => "limbo",
            Kind::Wraparound if self.period.is_power_of_two() => "wraparound",
            Kind::Chain => "chain",
            _ => return None,
        })
    }

    /// The power of two, in bytes, after which addresses repeat.
    pub(crate) fn module_order(&self) -> u32 {
        match self.kind {
            Kind::Wraparound | Kind::Chain => (self.period * SECTOR).ilog2(),
            _ => (self.announced * SECTOR).next_power_of_two().ilog2(),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "sectors of a drive")]
pub(crate) fn bytes(sectors: u64) -> f64 {
    (sectors * SECTOR) as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positive, and no drive has more than 2^60 bytes"
)]
pub(crate) fn sectors(bytes: f64) -> u64 {
    (bytes / 512.0) as u64
}
