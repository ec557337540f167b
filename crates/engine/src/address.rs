//! The access patterns: each yields the next address within one job's part of the target.

use iogram_model::{Access, Zone};

use crate::last_writes::LastWrites;
use crate::permutation::Permutation;
use crate::rng::{Rng, mix};
use crate::segments::SegmentMap;
use crate::span::Span;
use crate::stretches::Stretches;

/// The state of one job's access pattern. Offsets count from the span's start and are aligned to the block size; a
/// block never extends beyond the span.
#[derive(Debug)]
pub(crate) enum Addresses {
    Sequential {
        span: Span,
        cursor: u64,
    },
    Strided {
        span: Span,
        stride: u64,
        cursor: u64,
    },
    Random {
        span: Span,
        length: u64,
        blocks: u64,
    },
    Zoned {
        span: Span,
        zones: Vec<Zone>,
    },
    Aligned {
        span: Span,
        zones: Vec<Zone>,
        align: u64,
    },
    Permutation {
        span: Span,
        seed: u64,
        pass: u64,
        index: u64,
        order: Permutation,
    },
    Sprandom {
        span: Span,
        seed: u64,
        pass: u64,
        order: Permutation,
        last: LastWrites,
    },
    Zipf {
        span: Span,
        ranks: Zipf,
        scatter: Permutation,
        block: u64,
    },
    Backward {
        span: Span,
        step: u64,
        /// Distance from the span's end at which this lane begins.
        behind: u64,
        cursor: Option<u64>,
    },
    Partly {
        span: Span,
        share: u64,
        cursor: u64,
    },
    Pareto {
        span: Span,
        power: f64,
        scatter: Permutation,
        block: u64,
    },
    Normal {
        span: Span,
        width: u64,
        scatter: Permutation,
        block: u64,
    },
    Stretches(Stretches),
    /// Another pattern over all segments joined into one row.
    Segmented {
        inner: Box<Self>,
        map: SegmentMap,
    },
}

impl Addresses {
    /// The pattern over `span`; `block` is the largest block size, `seed` determines the orders.
    pub(crate) fn new(access: &Access, span: Span, block: u64, seed: u64) -> Self {
        assert!(block > 0, "a block has bytes");
        assert!(span.lane < span.lanes.max(1), "lane {} of {}", span.lane, span.lanes);
        let blocks = (span.size / block).max(1);
        match access {
            Access::Sequential => Self::Sequential { span, cursor: first(span, block) },
            Access::Strided(stride) => {
                Self::Strided { span, stride: stride.0, cursor: first(span, block) }
            }
            Access::Random => Self::Random { span, length: block, blocks: span.size / block },
            Access::Zoned { zones, align: None } => Self::Zoned { span, zones: zones.clone() },
            Access::Zoned { zones, align: Some(align) } => {
                Self::Aligned { span, zones: zones.clone(), align: align.0.max(1) }
            }
            Access::Permutation => Self::Permutation {
                span,
                seed,
                pass: 0,
                index: span.lane,
                order: Permutation::new(blocks, seed),
            },
            Access::Sprandom(spare) => Self::Sprandom {
                span,
                seed,
                pass: 0,
                order: Permutation::new(blocks, seed),
                last: LastWrites::new(
                    blocks.saturating_sub(span.lane).div_ceil(span.lanes.max(1)),
                    f64::from(spare.0) / 1000.0,
                ),
            },
            Access::Zipf(theta) => Self::Zipf {
                span,
                ranks: Zipf::new(blocks, f64::from(*theta) / 1000.0),
                scatter: Permutation::new(blocks, seed),
                block,
            },
            Access::Backward(step) => {
                Self::Backward { span, step: step.0, behind: first(span, block), cursor: None }
            }
            Access::Partly(share) => {
                Self::Partly { span, share: u64::from(share.0), cursor: first(span, block) }
            }
            Access::Pareto(power) => {
                let share = f64::from(*power) / 1000.0;
                Self::Pareto {
                    span,
                    power: share.ln() / (1.0 - share).ln(),
                    scatter: Permutation::new(blocks, seed),
                    block,
                }
            }
            Access::Stretches(asked) => Self::Stretches(Stretches::new(asked, span, seed)),
            // The table of zones determines the address.
            Access::WritePointers(_) => Self::Sequential { span, cursor: 0 },
            Access::Normal(width) => Self::Normal {
                span,
                width: width.of(blocks).min(blocks / 2),
                scatter: Permutation::new(blocks, seed),
                block,
            },
        }
    }

    /// The same pattern over a span that consists of several segments of the target.
    pub(crate) fn over(self, map: Option<SegmentMap>) -> Self {
        match map {
            Some(map) => Self::Segmented { inner: Box::new(self), map },
            None => self,
        }
    }

    /// The next offset for a block of `length` bytes; `length` is at most the span.
    #[inline(always)]
    pub(crate) fn next(&mut self, length: u64, rng: &mut Rng) -> u64 {
        assert!(length > 0, "a request without bytes has no place");
        match self {
            // A division would take longer than the rest of this arm.
            Self::Random { span, length: known, blocks } if *known == length => {
                span.start + rng.below(*blocks) * length
            }
            _ => self.next_of_any(length, rng),
        }
    }

    #[inline(never)]
    fn next_of_any(&mut self, length: u64, rng: &mut Rng) -> u64 {
        match self {
            Self::Sequential { span, cursor } => {
                // Skips a remainder that is shorter than a block: a shorter request would have another size and its
                // own latency.
                let at = if *cursor + length > span.size { 0 } else { *cursor };
                *cursor = at + length;
                span.start + at
            }
            Self::Strided { span, stride, cursor } => {
                // Each pass visits the same places as the one before: a stride reveals structures such as allocation
                // units, and those do not move.
                let at = if *cursor + length > span.size { 0 } else { *cursor };
                *cursor = at + *stride;
                span.start + at
            }
            Self::Random { span, length: known, blocks } => {
                // Caches the quotient: in a mix of sizes most requests have the size of the one before.
                (*known, *blocks) = (length, span.size / length);
                span.start + rng.below(*blocks) * length
            }
            Self::Zoned { span, zones } => zoned(*span, zones, length, rng),
            Self::Aligned { span, zones, align } => {
                zoned_aligned(*span, zones, (length, *align), rng)
            }
            Self::Stretches(stretches) => stretches.next(length, rng),
            Self::Segmented { inner, map } => map.place(inner.next(length, rng), length),
            Self::Permutation { span, seed, pass, index, order } => {
                if *index >= order.count {
                    *pass += 1;
                    *index = span.lane;
                    // Each pass has another order. With the same order, blocks that were written together would be
                    // overwritten together; the FTL would find whole blocks to erase and nothing to collect.
                    *order = Permutation::new(order.count, mix(*seed) ^ mix(*pass));
                }
                let block = order.at(*index);
                *index += span.lanes;
                span.start + block * length
            }
            Self::Sprandom { span, seed, pass, order, last } => {
                if last.is_over() {
                    *pass += 1;
                    last.restart();
                    *order = Permutation::new(order.count, mix(*seed) ^ mix(*pass));
                }
                let index = span.lane + last.next(rng) * span.lanes;
                span.start + order.at(index) * length
            }
            Self::Zipf { span, ranks, scatter, block } => {
                // Scatters the frequent blocks: side by side they would form one small region, and a drive treats
                // that as another pattern.
                span.start + scatter.at(ranks.draw(rng)) * *block
            }
            Self::Backward { span, step, behind, cursor } => {
                let last = (span.size / length - 1) * length;
                let at = match *cursor {
                    Some(cursor) => cursor.checked_sub(*step).unwrap_or(last).min(last),
                    None => last.saturating_sub(*behind),
                };
                *cursor = Some(at);
                span.start + at
            }
            Self::Partly { span, share, cursor } => {
                let at = match () {
                    () if rng.below(1000) < *share => rng.below(span.size / length) * length,
                    () if *cursor + length > span.size => 0,
                    () => *cursor,
                };
                *cursor = at + length;
                span.start + at
            }
            Self::Pareto { span, power, scatter, block } => {
                span.start + scatter.at(pareto_rank(scatter.count, *power, rng)) * *block
            }
            Self::Normal { span, width, scatter, block } => {
                span.start + scatter.at(normal_rank(scatter.count, *width, rng)) * *block
            }
        }
    }
}

/// A rank below `count`; 0 is the most frequent.
fn pareto_rank(count: u64, power: f64, rng: &mut Rng) -> u64 {
    #[expect(clippy::cast_precision_loss, reason = "ranks beyond 2^53 do not occur")]
    let rank = (count - 1) as f64 * rng.unit().powf(power);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the count, which was a u64"
    )]
    let rank = rank as u64;
    rank.min(count - 1)
}

/// Number of uniform draws that are averaged.
const NORMAL_DRAWS: u64 = 12;

/// A rank below `count`; ranks in the middle are the most frequent.
fn normal_rank(count: u64, width: u64, rng: &mut Rng) -> u64 {
    let sum: u128 = (0..NORMAL_DRAWS).map(|_| u128::from(rng.below(count + 1))).sum();
    let mean = u64::try_from(sum.div_ceil(u128::from(NORMAL_DRAWS)))
        .expect("a mean is no more than the largest");
    let moved = if width == 0 { 0 } else { rng.below(width) };
    (mean + moved).saturating_sub(width / 2).min(count - 1)
}

/// The first offset of a lane of a shared span. Lanes of sequential jobs are spread evenly.
fn first(span: Span, block: u64) -> u64 {
    let share = u128::from(span.size) * u128::from(span.lane) / u128::from(span.lanes.max(1));
    let start = u64::try_from(share).expect("a share of a u64 fits in a u64");
    start / block * block
}

/// An offset by the shares of the zones, for blocks that begin at multiples of `align`, whatever their `length`.
fn zoned_aligned(
    span: Span,
    zones: &[Zone],
    (length, align): (u64, u64),
    rng: &mut Rng,
) -> u64 {
    let places = span.size.saturating_sub(length) / align + 1;
    span.start + in_zone(zones, places, rng) * align
}

fn zoned(span: Span, zones: &[Zone], length: u64, rng: &mut Rng) -> u64 {
    span.start + in_zone(zones, span.size / length, rng) * length
}

/// One of `places` places, chosen by the shares of the zones.
fn in_zone(zones: &[Zone], places: u64, rng: &mut Rng) -> u64 {
    // First the zone, then the place in it, as JESD219 words it: shares of requests and shares of space are separate.
    let mut ticket = rng.below(1000);
    let mut begin = 0_u64;
    for zone in zones {
        let end = begin + u64::from(zone.space.0);
        if ticket < u64::from(zone.access.0) {
            let (low, high) = (places * begin / 1000, places * end / 1000);
            // A zone smaller than one block still needs a place.
            let place = low.min(places - 1) + rng.below((high.max(low + 1)) - low);
            return place.min(places - 1);
        }
        ticket -= u64::from(zone.access.0);
        begin = end;
    }
    unreachable!("zones are checked to cover every request when they are parsed")
}
/// Zipf-distributed ranks from 0 by rejection-inversion: constant time, no table.
///
/// Source: Hörmann and Derflinger, "Rejection-inversion to generate variates from monotone discrete
/// distributions", ACM TOMACS 6(3), 1996.
#[derive(Debug, Clone)]
pub(crate) struct Zipf {
    count: f64,
    theta: f64,
    area_first: f64,
    area_last: f64,
    cut: f64,
}

impl Zipf {
    #[expect(clippy::cast_precision_loss, reason = "ranks beyond 2^53 do not occur")]
    pub(crate) fn new(count: u64, theta: f64) -> Self {
        let count = count.max(1) as f64;
        let mut zipf = Self { count, theta, area_first: 0.0, area_last: 0.0, cut: 0.0 };
        zipf.area_first = zipf.area(1.5) - 1.0;
        zipf.area_last = zipf.area(count + 0.5);
        zipf.cut = 2.0 - zipf.inverse(zipf.area(2.5) - zipf.weight(2.0));
        zipf
    }

    fn weight(&self, x: f64) -> f64 {
        (-self.theta * x.ln()).exp()
    }

    /// The integral of the weight from 1 to `x`.
    fn area(&self, x: f64) -> f64 {
        let log = x.ln();
        ratio_expm1((1.0 - self.theta) * log) * log
    }

    fn inverse(&self, area: f64) -> f64 {
        let t = (area * (1.0 - self.theta)).max(-1.0);
        (ratio_ln1p(t) * area).exp()
    }

    /// A rank below the count; 0 is the most frequent.
    pub(crate) fn draw(&self, rng: &mut Rng) -> u64 {
        loop {
            let area = self.area_last + rng.unit() * (self.area_first - self.area_last);
            let x = self.inverse(area);
            let rank = x.round().clamp(1.0, self.count);
            // The first test nearly always avoids the logarithms of the second.
            if rank - x <= self.cut || area >= self.area(rank + 0.5) - self.weight(rank) {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "between 1 and the count, which was a u64"
                )]
                return rank as u64 - 1;
            }
        }
    }
}

/// `(e^x - 1) / x`, also near 0: there the next term, x^2 / 6, is less than a rounding error.
fn ratio_expm1(x: f64) -> f64 {
    if x.abs() > 1e-8 { x.exp_m1() / x } else { 1.0 + x / 2.0 }
}

/// `ln(1 + x) / x`, also near 0: there the next term, x^2 / 3, is less than a rounding error.
fn ratio_ln1p(x: f64) -> f64 {
    if x.abs() > 1e-8 { x.ln_1p() / x } else { 1.0 - x / 2.0 }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    const SPAN: Span = Span { start: 1 << 20, size: 1000 * 4096, lane: 0, lanes: 1 };

    fn draw(access: &str, span: Span, count: usize) -> Vec<u64> {
        let mut rng = Rng::new(3, 0);
        let mut addresses = Addresses::new(&access.parse().unwrap(), span, 4096, 9);
        (0..count).map(|_| addresses.next(4096, &mut rng)).collect()
    }

    #[test]
    fn every_pattern_stays_inside_and_aligned() {
        let aligned = "zoned=50/5:30/15:20/80,align=4KiB";
        for access in [
            "seq",
            "random",
            "permutation",
            "zoned",
            aligned,
            "zipf",
            "strided=12KiB",
            "backward=8KiB",
            "partly-random=30%",
            "pareto=0.2",
            "normal=10%",
        ] {
            for offset in draw(access, SPAN, 20_000) {
                assert!(offset >= SPAN.start, "{access}");
                assert!(offset + 4096 <= SPAN.start + SPAN.size, "{access}");
                assert_eq!((offset - SPAN.start) % 4096, 0, "{access}");
            }
        }
    }

    #[test]
    fn a_permutation_visits_each_block_once_per_pass_in_another_order() {
        for count in [1_u64, 2, 3, 17, 1000, 4096] {
            let span = Span { size: count * 4096, ..SPAN };
            let blocks = usize::try_from(count).unwrap();
            let offsets = draw("permutation", span, 2 * blocks);
            let (first, second) = offsets.split_at(blocks);
            let seen: BTreeSet<_> = first.iter().collect();
            assert_eq!(seen.len(), blocks, "first pass of {count}");
            assert_eq!(second.iter().collect::<BTreeSet<_>>(), seen, "second pass of {count}");
            assert!(count < 17 || first != second, "{count}");
        }
    }

    #[test]
    fn lanes_of_a_permutation_share_the_blocks() {
        let mut seen = BTreeSet::new();
        for lane in 0..3 {
            let span = Span { lane, lanes: 3, ..SPAN };
            let blocks = if lane == 0 { 334 } else { 333 };
            draw("permutation", span, blocks).iter().for_each(|&o| assert!(seen.insert(o)));
        }
        assert_eq!(seen.len(), 1000);
    }

    #[test]
    fn sequential_wraps_and_strides_skip() {
        let span = Span { start: 0, size: 3 * 4096, lane: 0, lanes: 1 };
        assert_eq!(draw("seq", span, 4), [0, 4096, 8192, 0]);
        assert_eq!(draw("strided=8KiB", span, 3), [0, 8192, 0]);
        let second = Span { lane: 1, lanes: 2, start: 0, size: 8 * 4096 };
        assert_eq!(draw("seq", second, 2), [4 * 4096, 5 * 4096]);
    }

    #[test]
    fn backward_descends_from_the_end_and_wraps() {
        let span = Span { start: 0, size: 4 * 4096, lane: 0, lanes: 1 };
        assert_eq!(draw("backward=4KiB", span, 5), [12288, 8192, 4096, 0, 12288]);
        assert_eq!(draw("backward=8KiB", span, 3), [12288, 4096, 12288]);
        let second = Span { lane: 1, lanes: 2, start: 0, size: 8 * 4096 };
        assert_eq!(draw("backward=4KiB", second, 2), [3 * 4096, 2 * 4096]);
    }

    #[test]
    fn partly_random_goes_on_behind_the_one_before() {
        let follows = |access: &str| {
            let offsets = draw(access, SPAN, 20_000);
            offsets.windows(2).filter(|pair| pair[1] == pair[0] + 4096).count()
        };
        // One in a thousand random places happens to be the next one, and the end wraps around to the beginning;
        // sigma is 65.
        for (share, expected) in [("0%", 19_980), ("30%", 14_000), ("100%", 20)] {
            let found = follows(&format!("partly-random={share}"));
            assert!(found.abs_diff(expected) < 330, "{share}: {found}");
        }
    }

    /// Hits per rank, the most frequent rank first.
    fn hits(access: &str) -> Vec<usize> {
        let mut counts = BTreeMap::<u64, usize>::new();
        draw(access, SPAN, 200_000)
            .into_iter()
            .for_each(|at| *counts.entry(at).or_default() += 1);
        let mut hits: Vec<usize> = counts.into_values().collect();
        hits.sort_unstable_by(|one, other| other.cmp(one));
        hits
    }

    #[test]
    fn pareto_gives_a_share_of_the_blocks_the_rest_of_the_requests() {
        // 20 % of the blocks get 80 % of the requests; 20 % of those get 80 % of that share.
        let hits = hits("pareto=0.2");
        let top = |blocks: usize| hits[..blocks].iter().sum::<usize>();
        assert!(top(200).abs_diff(160_000) < 2_000, "{}", top(200));
        assert!(top(40).abs_diff(128_000) < 2_500, "{}", top(40));
    }

    #[test]
    fn normal_is_the_mean_of_twelve_with_what_moves_it() {
        // The mean of twelve uniform ranks of 1000 has a standard deviation of 1000/12.
        let hits = hits("normal=0%");
        let middle = |blocks: usize| hits[..blocks].iter().sum::<usize>() as f64 / 200_000.0;
        assert!((middle(167) - 0.683).abs() < 0.012, "{}", middle(167));
        assert!((middle(333) - 0.954).abs() < 0.008, "{}", middle(333));
        // Shifted by up to 200 to each side it is wider: sqrt(83.3^2 + 400^2 / 12) = 142.
        let wide = hits_of_middle("normal=40%");
        assert!((wide - 142.2).abs() < 3.0, "{wide}");
    }

    /// The standard deviation of the ranks before they are scattered.
    fn hits_of_middle(access: &str) -> f64 {
        let Access::Normal(width) = access.parse().unwrap() else { panic!("{access}") };
        let mut rng = Rng::new(5, 0);
        let ranks: Vec<f64> = (0..100_000)
            .map(|_| normal_rank(1000, width.of(1000).min(500), &mut rng) as f64)
            .collect();
        let mean = ranks.iter().sum::<f64>() / 100_000.0;
        (ranks.iter().map(|rank| (rank - mean).powi(2)).sum::<f64>() / 100_000.0).sqrt()
    }

    #[test]
    fn zones_get_their_share_of_requests() {
        let offsets = draw("zoned", SPAN, 100_000);
        let inside =
            |end: u64| offsets.iter().filter(|&&o| o - SPAN.start < end * 4096).count();
        // 50 % of the requests in the first 5 % (50 blocks), 80 % in the first 20 %; sigma is 0.16 %.
        assert!(inside(50).abs_diff(50_000) < 1000, "{}", inside(50));
        assert!(inside(200).abs_diff(80_000) < 1000, "{}", inside(200));
    }

    #[test]
    fn zipf_ranks_have_the_probabilities_of_the_definition() {
        for theta in [0.5, 1.0, 1.2] {
            let (zipf, mut rng) = (Zipf::new(1000, theta), Rng::new(5, 0));
            let mut counts = BTreeMap::<u64, f64>::new();
            (0..200_000).for_each(|_| *counts.entry(zipf.draw(&mut rng)).or_default() += 1.0);
            let norm: f64 = (1..=1000).map(|k| f64::from(k).powf(-theta)).sum();
            for rank in [0_u32, 1, 2, 9] {
                let expected = 200_000.0 * f64::from(rank + 1).powf(-theta) / norm;
                let found = counts[&u64::from(rank)];
                let sigma = expected.sqrt();
                assert!((found - expected).abs() < 5.0 * sigma, "{theta} {rank}: {found}");
            }
        }
    }
}
