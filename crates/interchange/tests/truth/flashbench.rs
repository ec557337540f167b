//! flashbench's output for a drive with known units: `-a` and `-O`.
//!
//! Source of the formats: `flashbench.c` (`format_ns`, `try_read_alignments`, `try_open_au`): each time is cut after
//! seven bytes, the micro sign takes two of them, and rates are in powers of 1000.

use std::fmt::Write as _;

use super::drives::Random;

/// A drive as seen by flashbench.
#[derive(Debug)]
pub(crate) struct Flash {
    pub(crate) capacity: u64,
    pub(crate) unit: u64,
    pub(crate) page: u64,
    /// Extra time of a read across a unit, and across a page; 0: none.
    pub(crate) unit_ns: f64,
    pub(crate) page_ns: f64,
    /// Time of a read, and the largest error of its mean over seven addresses.
    read_ns: f64,
    pub(crate) noise_ns: f64,
    pub(crate) open_count: u32,
}

impl Flash {
    pub(crate) fn draw(random: &mut Random) -> Self {
        let unit = match random.within(0, 10) {
            0 => 3 << random.within(19, 24),
            _ => 1 << random.within(19, 25),
        };
        let page = 1_u64 << random.within(12, 16);
        let read_ns = random.log(1.5e5, 1.5e6);
        let page_ns = if random.is_one_in(4) { 0.0 } else { read_ns * random.log(0.08, 0.8) };
        let unit_ns = if random.is_one_in(5) {
            page_ns
        } else {
            (page_ns + read_ns * 0.08) * random.log(1.2, 3.0)
        };
        Self {
            capacity: sized(random.log(2e9, 1.3e11)),
            unit,
            page,
            unit_ns,
            page_ns,
            read_ns,
            noise_ns: read_ns * random.log(0.002, 0.2),
            open_count: u32::try_from(random.within(1, 9)).expect("small"),
        }
    }

    /// `-a`: the log, its smallest boundary, and the size of a read.
    pub(crate) fn across(&self, random: &mut Random) -> (Vec<u8>, u64, u64) {
        let block = match random.within(0, 3) {
            0 => 1024,
            1 => 4096,
            // flashbench's default.
            _ => 16_384,
        };
        let mut text = Vec::new();
        if block != 16_384 || random.is_one_in(2) {
            let line = format!("$ sudo ./flashbench -a /dev/sdb --blocksize={block}\n");
            text.extend_from_slice(line.as_bytes());
        }
        let mut largest = block * 2;
        while largest < self.capacity / 7 {
            largest *= 2;
        }
        // People post the first screen of it.
        let shown = if random.is_one_in(5) { random.within(6, 14) } else { 64 };
        let mut boundary = largest;
        let mut least = boundary;
        for _ in 0..shown {
            if boundary < block * 2 {
                break;
            }
            let places = 0..7_u64;
            let crossing: f64 = places
                .map(|index| {
                    let place = boundary + index * largest;
                    if place.is_multiple_of(self.unit) {
                        self.unit_ns
                    } else if place.is_multiple_of(self.page) {
                        self.page_ns
                    } else {
                        0.0
                    }
                })
                .sum::<f64>()
                / 7.0;
            let mut near = |extra: f64| {
                (self.read_ns + extra + self.noise_ns * (random.share() * 2.0 - 1.0))
                    .max(1000.0)
            };
            // A read longer than a page crosses pages wherever it begins.
            let inside = if block > self.page { self.page_ns } else { 0.0 };
            let (pre, on, post) = (near(inside), near(crossing.max(inside)), near(inside));
            text.extend_from_slice(format!("align {boundary}").as_bytes());
            for (name, ns) in [
                ("pre", pre),
                ("on", on),
                ("post", post),
                ("diff", on - f64::midpoint(pre, post)),
            ] {
                text.extend_from_slice(format!("\t{name} ").as_bytes());
                text.extend_from_slice(&time(ns));
            }
            text.push(b'\n');
            least = boundary;
            boundary /= 2;
        }
        (text, least, block)
    }

    /// `-O` for ascending numbers of open units: the log, and the largest number.
    pub(crate) fn open(&self, random: &mut Random) -> (Vec<u8>, u32) {
        let most =
            self.open_count.saturating_add(u32::try_from(random.within(0, 4)).expect("small"));
        let from = 1 + u32::try_from(random.within(0, 3)).expect("small");
        let is_random = random.is_one_in(4);
        let rate = random.log(4e6, 4e7);
        let mut text = String::new();
        for count in from..=most.max(from) {
            let order = if is_random { " --random" } else { "" };
            writeln!(
                text,
                "$ sudo flashbench -O --erasesize={} --blocksize=65536 --open-au-nr={count}{order} /dev/sdb",
                self.unit
            )
            .expect("writing to a string does not fail");
            let mut block = self.unit;
            while block >= 65_536 {
                let fall = match count > self.open_count {
                    // Each write closes a unit, whose contents are then written again.
                    true => random.log(1.0, 1.2) * float(self.unit) / float(block),
                    false => 1.0 + 0.03 * (float(self.unit) / float(block)).log2(),
                };
                let per_s = rate / fall * (0.93 + 0.14 * random.share());
                writeln!(text, "{:<8}{:<8}", size(block), speed(per_s)).expect("a string");
                block /= 2;
            }
        }
        (text.into_bytes(), most.max(from))
    }
}

#[expect(clippy::cast_precision_loss, reason = "sizes of blocks")]
fn float(value: u64) -> f64 {
    value as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a capacity drawn as a number"
)]
fn sized(value: f64) -> u64 {
    value as u64 / 4_194_304 * 4_194_304
}

fn size(bytes: u64) -> String {
    match bytes {
        ..1_048_576 => format!("{}KiB", bytes >> 10),
        _ => format!("{}MiB", bytes >> 20),
    }
}

/// `%.3g`.
fn three(value: f64) -> String {
    if value >= 999.5 {
        return format!("{:.2}e+03", value / 1000.0).replace(".00", "").replace(".0e", "e");
    }
    let digits = match value {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    let text = format!("{value:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

fn speed(per_s: f64) -> String {
    match per_s {
        ..1e6 => format!("{}K/s", three(per_s / 1e3)),
        _ => format!("{}M/s", three(per_s / 1e6)),
    }
}

/// As in `format_ns`: negative differences are always in nanoseconds.
fn time(ns: f64) -> Vec<u8> {
    let text = match ns {
        ..1e3 => format!("{ns:.0}ns"),
        ..1e6 => format!("{}\u{b5}s", three(ns / 1e3)),
        ..1e9 => format!("{}ms", three(ns / 1e6)),
        _ => format!("{}s", three(ns / 1e9)),
    };
    text.into_bytes().into_iter().take(7).collect()
}
