//! Range of over-provisioning that agrees with a measured time series.

use iogram_model::{Argument, Message, MessageId};

use super::fluid::Course;

/// A part of the writes, in units of the range that they go to.
#[derive(Debug, Clone, Default)]
pub(super) struct Bin {
    /// Written before this part.
    pub(super) from: f64,
    /// Written up to the end of this part.
    pub(super) to: f64,
    /// Bytes that the drive wrote to its flash meanwhile, in the same unit; 0 if it does not count them.
    pub(super) flash: f64,
    pub(super) time_ns: f64,
}

impl Bin {
    pub(super) fn from(from: f64) -> Self {
        Self { from, to: from, ..Self::default() }
    }

    /// `None` if the drive does not count.
    pub(super) fn amplification(&self) -> Option<f64> {
        (self.flash > 0.0).then(|| self.flash / (self.to - self.from))
    }

    /// Nanoseconds for one range.
    fn pace(&self) -> f64 {
        self.time_ns / (self.to - self.from)
    }
}

/// The space that agrees best, and the least and the most that still agree; in ranges, including the announced
/// capacity.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fit {
    pub(super) space: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Root mean square of the logarithms of the ratios of measured to modelled values.
    pub(super) misfit: f64,
    /// Amplification before the first collection; `None` if it was not counted.
    pub(super) base: Option<f64>,
}

/// Limits of the spare space in the search, as a share of the range, and the distance of the tried values.
const SPARE_MIN: f64 = 0.02;
const SPARE_MAX: f64 = 3.0;
const SPARE_STEP: f64 = 1.03;

fn tried() -> impl Iterator<Item = f64> {
    let next = |spare: &f64| Some(spare * SPARE_STEP).filter(|it| *it <= SPARE_MAX);
    std::iter::successors(Some(SPARE_MIN), next)
}

/// Possible ratios of the unit to the size of the writes: each write then costs a whole unit, and the range is
/// written that much sooner.
const UNITS: [f64; 5] = [1.0, 2.0, 4.0, 8.0, 16.0];

/// Beyond this many ranges in units nothing changes any more.
const FAR: f64 = 12.0;

/// Least amount written since the first collected block. Arbitrary.
const AFTER_MIN: f64 = 0.4;

/// A series with a larger misfit has another cause: a cache that empties itself, heat, another collection policy.
/// From the sweep of docs/conclusions.md.
const MISFIT_COUNTED_MAX: f64 = 0.03;
const MISFIT_RATES_MAX: f64 = 0.05;

/// Tolerance of the counters, beside the misfit: no collection is exactly the model's. Arbitrary.
const COUNTED_SLACK: f64 = 0.01;

/// Fits the drive's own counters.
pub(super) fn by_counters(bins: &[Bin]) -> Result<Fit, Message> {
    let early = |limit: f64| bins.iter().take_while(move |bin| bin.to <= limit);
    // At first, some data is in a buffer and not in the flash yet: over more bins that share is smaller.
    let first = mean_amplification(early(0.2)).ok_or_else(too_coarse)?;
    let larger = UNITS.into_iter().rev().find(|unit| first >= unit * 0.9).unwrap_or(1.0);
    let fresh = 0.95 / larger;
    let base = mean_amplification(early(fresh)).ok_or_else(too_coarse)?;
    // The first bin is the buffer's.
    let level = early(fresh).skip(1).filter_map(Bin::amplification);
    if level.map(|it| (it / base).ln().abs()).fold(0.0, f64::max) > 0.05 {
        return Err(Message::plain(MessageId::SpareCacheInTheWay));
    }
    let later: Vec<(&Bin, f64)> = bins
        .iter()
        .filter(|bin| bin.from >= fresh)
        .filter_map(|bin| Some((bin, bin.amplification()? / base)))
        .collect();
    let written = later.last().map_or(0.0, |(bin, _)| bin.to);
    if later.len() < 4 || later.iter().all(|(_, it)| *it < 1.1) {
        return Err(passes(MessageId::SpareTooEarly, written));
    }
    let misfit = |spare: f64| {
        let course = Course::new(1.0 + spare, (written * larger).min(FAR));
        let off = |(bin, measured): &(&Bin, f64)| {
            (measured / course.between(bin.from * larger, bin.to * larger)).ln()
        };
        root_mean_square(later.iter().map(off))
    };
    let all: Vec<(f64, f64)> = tried().map(|spare| (spare, misfit(spare))).collect();
    let best = all.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(SPARE_MIN, |it| it.0);
    if best <= SPARE_MIN || best * SPARE_STEP >= SPARE_MAX {
        return Err(Message::plain(MessageId::SpareOutside));
    }
    let (spare, least) = narrowed(best, misfit);
    if (1.0 + spare) / larger + AFTER_MIN / larger > written {
        return Err(passes(MessageId::SpareTooEarly, written));
    }
    if least > MISFIT_COUNTED_MAX {
        let values = [Argument::Ratio(least)];
        return Err(Message::new(MessageId::SpareNotCollection, values));
    }
    let agrees = |it: f64| it <= least.hypot(COUNTED_SLACK.max(least));
    let (low, high) = range_of(&all, spare, agrees);
    Ok(Fit {
        space: 1.0 + spare,
        low: 1.0 + low,
        high: 1.0 + high,
        misfit: least,
        base: Some(base),
    })
}

/// Cost of copying a unit beside programming it: its read, as a share of the program time. Tables of NAND: reads of
/// 40 to 120 us, programs of 200 us to 2 ms; the sources are with the drives of the zoo.
const READ_SHARES: [f64; 8] = [0.02, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8];
/// Cost of erasing per written unit, as a share of programming it.
const ERASE_SHARES: [f64; 3] = [0.0, 0.05, 0.15];
/// Cost of reading a partly written unit, as a share of programming it. Arbitrary.
const MERGE_SHARES: [f64; 5] = [0.0, 0.05, 0.15, 0.35, 0.7];
/// Largest ratio between rates of fresh flash without a cache, before the first collection. Arbitrary.
const FRESH_SPREAD_MAX: f64 = 1.12;
/// Factor by which the link, the controller or the computer is slower than fresh flash.
const BOUNDS: [f64; 8] = [1.0, 1.1, 1.25, 1.45, 1.7, 2.0, 2.5, 3.2];

/// Fits the write rate.
pub(super) fn by_rates(bins: &[Bin]) -> Result<Fit, Message> {
    // The first bin is the buffer's.
    let bins: Vec<&Bin> = bins.iter().skip(1).collect();
    let written = bins.last().map_or(0.0, |bin| bin.to);
    let ends = bins.first().zip(bins.last());
    let Some((first, last)) = ends.filter(|(first, _)| first.to <= 0.2 && bins.len() >= 12)
    else {
        return Err(too_coarse());
    };
    if last.pace() < first.pace() * 1.15 {
        return Err(passes(MessageId::SpareNeverFell, written));
    }
    let mut all: Vec<(f64, f64, f64)> = Vec::new();
    for larger in UNITS {
        for spare in tried() {
            if (1.0 + spare + AFTER_MIN) / larger > written {
                break;
            }
            let course = Course::new(1.0 + spare, (written * larger).min(FAR));
            let copied: Vec<f64> = bins
                .iter()
                .map(|bin| course.between(bin.from * larger, bin.to * larger) - 1.0)
                .collect();
            let old: Vec<f64> = bins
                .iter()
                .map(|bin| if larger > 1.0 { 1.0 - (-bin.to * larger).exp() } else { 0.0 })
                .collect();
            all.push((spare, least_misfit(&bins, &copied, &old), larger));
        }
    }
    let best = all.iter().min_by(|a, b| a.1.total_cmp(&b.1)).copied();
    let Some((spare, least, larger)) = best else {
        return Err(passes(MessageId::SpareTooEarly, written));
    };
    let fresh = bins.iter().take_while(|bin| bin.to * larger <= 0.95).map(|bin| bin.pace());
    let (least_pace, most_pace) =
        fresh.fold((f64::INFINITY, 0.0_f64), |(low, high), it| (low.min(it), high.max(it)));
    if most_pace > least_pace * FRESH_SPREAD_MAX && larger < 1.5 {
        return Err(Message::plain(MessageId::SpareCacheInTheWay));
    }
    if least > MISFIT_RATES_MAX {
        return Err(Message::new(MessageId::SpareNotCollection, [Argument::Ratio(least)]));
    }
    if spare <= SPARE_MIN || spare * SPARE_STEP >= SPARE_MAX {
        return Err(Message::plain(MessageId::SpareOutside));
    }
    let limit = (least * 1.5).max(least + 0.004);
    let agreeing = || all.iter().filter(|it| it.1 <= limit).map(|it| it.0);
    let low = agreeing().fold(spare, f64::min);
    let high = agreeing().fold(spare, f64::max);
    if high > low * 2.0 {
        let values = [Argument::Ratio(low), Argument::Ratio(high)];
        return Err(Message::new(MessageId::SpareRangeTooWide, values));
    }
    let step = SPARE_STEP.sqrt();
    Ok(Fit {
        space: 1.0 + spare,
        low: 1.0 + low / step,
        high: 1.0 + high * step,
        misfit: least,
        base: None,
    })
}

/// Searches all unknowns of the drive; `copied` is the number of units copied per written one, `old` the share of
/// writes to parts of units that hold data already.
fn least_misfit(bins: &[&Bin], copied: &[f64], old: &[f64]) -> f64 {
    let merges: &[f64] = if old.iter().any(|it| *it > 0.0) { &MERGE_SHARES } else { &[0.0] };
    let mut least = f64::INFINITY;
    for read in READ_SHARES {
        for erase in ERASE_SHARES {
            for bound in BOUNDS {
                for merge in merges {
                    let off = bins.iter().zip(copied).zip(old).map(|((bin, copied), old)| {
                        // Blocks are erased once any is collected.
                        let erased = if *copied > 1e-3 { erase * (1.0 + copied) } else { 0.0 };
                        let pace = 1.0 + copied * (1.0 + read) + erased + merge * old;
                        (bin.pace() / pace.max(bound)).ln()
                    });
                    least = least.min(spread(off));
                }
            }
        }
    }
    least
}

/// The standard deviation, because the rate of fresh flash is unknown.
fn spread(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
    for value in values {
        sum += value;
        squares += value * value;
        count += 1.0;
    }
    let mean: f64 = sum / count;
    (squares / count - mean * mean).max(0.0).sqrt()
}

fn root_mean_square(values: impl Iterator<Item = f64>) -> f64 {
    let (mut squares, mut count) = (0.0, 0.0);
    for value in values {
        squares += value * value;
        count += 1.0;
    }
    let mean: f64 = squares / count;
    mean.sqrt()
}

/// The best value near `about`, by golden-section search, and its misfit.
fn narrowed(about: f64, misfit: impl Fn(f64) -> f64) -> (f64, f64) {
    const GOLDEN: f64 = 0.381_966;
    let (mut low, mut high) = (about / SPARE_STEP, about * SPARE_STEP);
    for _ in 0..16 {
        let (left, right) = (low + (high - low) * GOLDEN, high - (high - low) * GOLDEN);
        if misfit(left) < misfit(right) {
            high = right;
        } else {
            low = left;
        }
    }
    let middle = f64::midpoint(low, high);
    (middle, misfit(middle))
}

fn range_of(all: &[(f64, f64)], value: f64, agrees: impl Fn(f64) -> bool) -> (f64, f64) {
    let agreeing = || all.iter().filter(|it| agrees(it.1)).map(|it| it.0);
    let step = SPARE_STEP.sqrt();
    (agreeing().fold(value, f64::min) / step, agreeing().fold(value, f64::max) * step)
}

fn mean_amplification<'b>(bins: impl Iterator<Item = &'b Bin>) -> Option<f64> {
    let (mut flash, mut host) = (0.0, 0.0);
    for bin in bins {
        flash += bin.flash;
        host += bin.to - bin.from;
    }
    (host > 0.0 && flash > 0.0).then(|| flash / host)
}

fn too_coarse() -> Message {
    Message::plain(MessageId::SpareTooCoarse)
}

fn passes(id: MessageId, written: f64) -> Message {
    Message::new(id, [Argument::Ratio(written)])
}
