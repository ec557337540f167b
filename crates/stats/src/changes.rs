//! Where the level of a series changes.
//!
//! Optimal partitioning: of all ways to cut the series into pieces of constant level, the one whose sum of
//! losses, plus a penalty for every cut, is smallest. Found exactly by functional pruning, which keeps for
//! every possible level of the last piece the best cost so far; that takes about linear time, where
//! pruning of cuts (PELT) takes quadratic time on a long series with few changes.
//!
//! Sources: R. Maidstone, T. Hocking, G. Rigaill, P. Fearnhead, "On optimal multiple changepoint algorithms
//! for large data", Statistics and Computing 27 (2017), the pruning; P. Fearnhead, G. Rigaill, "Changepoint
//! Detection in the Presence of Outliers", JASA 114 (2019), the capped loss.

/// What a value costs that is not at the level of its piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Loss {
    /// The square of its distance: the level is the mean.
    Squares,
    /// The same up to this distance and no more beyond: a single value, however far away, is no change
    /// (the biweight loss).
    Capped(f64),
}

/// The first indexes of all pieces but the first, ascending. `weights` say how much each value counts, such
/// as the time that it stands for: samples need not be equally far apart. Empty for fewer than two values.
///
/// # Panics
///
/// Panics if there are not as many weights as values.
#[must_use]
pub fn find_changes(values: &[f64], weights: &[f64], loss: Loss, penalty: f64) -> Vec<usize> {
    assert_eq!(values.len(), weights.len(), "every value has a weight");
    let mut search = Search::new(values, loss);
    if search.has_one_level() {
        return Vec::new();
    }
    // The piece that the best cut of the first i + 1 values ends with begins here.
    let mut begins = Vec::with_capacity(values.len());
    for (index, (&value, &weight)) in values.iter().zip(weights).enumerate() {
        if index > 0 {
            search.allow_cut(index, penalty);
        }
        search.add(value, weight);
        begins.push(search.best().1);
    }
    let mut changes = Vec::new();
    let mut end = values.len();
    while end > 0 {
        end = begins[end.saturating_sub(1)];
        if end > 0 {
            changes.push(end);
        }
    }
    changes.reverse();
    changes
}

/// The noise of a series with changes: the standard deviation from the median absolute difference of
/// neighbours, which a few changes and outliers do not reach. `None` for fewer than three values.
#[must_use]
pub fn noise_of(values: &[f64]) -> Option<f64> {
    let differences: Vec<f64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    if differences.len() < 2 {
        return None;
    }
    crate::median_deviation(&differences).map(|deviation| deviation / std::f64::consts::SQRT_2)
}

/// How alike neighbours of a series with changes are: its autocorrelation over one step if it is of the first order,
/// 0 to 0.9, from differences over one and over two steps, which a few changes and outliers do not reach. With the
/// correlation r their variances are as 1 to 1 + r. 0 where it is negative or nothing can be told.
#[must_use]
pub fn correlation_of(values: &[f64]) -> f64 {
    // Above it a series of any length met in practice is hardly told from one that wanders. Arbitrary.
    const MOST: f64 = 0.9;
    let over = |steps: usize| -> Option<f64> {
        let pairs = values.iter().zip(values.iter().skip(steps));
        let differences: Vec<f64> = pairs.map(|(one, next)| next - one).collect();
        if differences.len() < 3 { None } else { crate::median_deviation(&differences) }
    };
    match (over(1), over(2)) {
        (Some(one), Some(two)) if one > 0.0 => ((two / one).powi(2) - 1.0).clamp(0.0, MOST),
        _ => 0.0,
    }
}

/// How many times as large as for independent noise the penalty of a cut is, with a correlation of neighbours as
/// [`correlation_of`] finds it: the long-run variance over the one that differences of neighbours show, and up to
/// twice that, because the correlation itself is only estimated.
///
/// Source: the long-run variance of a first-order process, s^2 (1 + r) / (1 - r) with 2 s^2 (1 - r) that of
/// differences; the factor two: 200 series of 100, 200 and 500 values each with r = 0, 0.3, 0.5 and 0.8 (2026-11-22).
#[must_use]
pub fn correlation_factor(correlation: f64) -> f64 {
    let long_run = (1.0 + correlation) / (1.0 - correlation).powi(2);
    long_run * (1.0 + (10.0 * correlation).min(1.0))
}

/// The penalty of a cut in a series of `count` values with independent noise: 2 s^2 ln n.
///
/// Source: Y.-C. Yao, "Estimating the number of change-points via Schwarz' criterion", Statistics &
/// Probability Letters 6 (1988): with it the number of changes is found with certainty as n grows.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "no series has 2^53 values")]
pub fn cut_penalty(noise: f64, count: usize) -> f64 {
    2.0 * noise * noise * (count.max(2) as f64).ln()
}

/// The cost a m^2 + b m + c of a last piece at level m, for the levels up to `end`.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    end: f64,
    a: f64,
    b: f64,
    c: f64,
    /// Where the last piece begins.
    begin: usize,
}

impl Stretch {
    fn at(&self, level: f64) -> f64 {
        (self.a * level + self.b) * level + self.c
    }

    /// The smallest cost between two levels.
    fn smallest(&self, from: f64, to: f64) -> f64 {
        let level =
            if self.a > 0.0 { (-self.b / (2.0 * self.a)).clamp(from, to) } else { from };
        self.at(level)
    }

    /// Between which levels the cost is below `cost`; `None` if nowhere.
    fn below(&self, cost: f64) -> Option<(f64, f64)> {
        if self.a <= 0.0 {
            return (self.c < cost).then_some((f64::NEG_INFINITY, f64::INFINITY));
        }
        let middle = -self.b / (2.0 * self.a);
        let depth = cost - self.at(middle);
        (depth > 0.0).then(|| {
            let half = (depth / self.a).sqrt();
            (middle - half, middle + half)
        })
    }
}

/// The cost of the best cuts by the level of the last piece, as stretches in ascending order.
struct Search {
    loss: Loss,
    /// Taken from every value, so that squares stay small.
    origin: f64,
    low: f64,
    stretches: Vec<Stretch>,
    spare: Vec<Stretch>,
}

impl Search {
    fn new(values: &[f64], loss: Loss) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Far from zero the three coefficients of a stretch cancel each other: at 500 MB/s in bytes, differences of
        // squares would be lost in rounding.
        let origin = if low.is_finite() { f64::midpoint(low, high) } else { 0.0 };
        let whole = Stretch { end: high - origin, a: 0.0, b: 0.0, c: 0.0, begin: 0 };
        Self { loss, origin, low: low - origin, stretches: vec![whole], spare: Vec::new() }
    }

    /// Whether there is no other level to change to.
    fn has_one_level(&self) -> bool {
        self.stretches[0].end <= self.low
    }

    /// The smallest cost of all and where its last piece begins.
    fn best(&self) -> (f64, usize) {
        let mut from = self.low;
        let mut best = (f64::INFINITY, 0);
        for stretch in &self.stretches {
            let cost = stretch.smallest(from, stretch.end);
            if cost < best.0 {
                best = (cost, stretch.begin);
            }
            from = stretch.end;
        }
        best
    }

    /// At levels where it is cheaper, a new piece begins at `index`.
    fn allow_cut(&mut self, index: usize, penalty: f64) {
        // Whatever the level of the new piece, it costs the best of all before plus the penalty; a stretch that is dearer
        // than that at some level can never become the cheaper one there again, and goes. That is the pruning.
        let cost = self.best().0 + penalty;
        let new = |end| Stretch { end, a: 0.0, b: 0.0, c: cost, begin: index };
        let stretches = std::mem::take(&mut self.stretches);
        let mut kept = std::mem::take(&mut self.spare);
        kept.clear();
        let mut from = self.low;
        for stretch in &stretches {
            let to = stretch.end;
            let (first, last) = match stretch.below(cost) {
                Some((first, last)) => (first.max(from), last.min(to)),
                None => (to, to),
            };
            if first >= last {
                append(&mut kept, new(to));
            } else {
                if first > from {
                    append(&mut kept, new(first));
                }
                append(&mut kept, Stretch { end: last, ..*stretch });
                if last < to {
                    append(&mut kept, new(to));
                }
            }
            from = to;
        }
        self.stretches = kept;
        self.spare = stretches;
    }

    /// One value more in the last piece.
    fn add(&mut self, value: f64, weight: f64) {
        let value = value - self.origin;
        let (a, b, c) = (weight, -2.0 * weight * value, weight * value * value);
        match self.loss {
            Loss::Squares => {
                for stretch in &mut self.stretches {
                    stretch.a += a;
                    stretch.b += b;
                    stretch.c += c;
                }
            }
            Loss::Capped(limit) => {
                // Split where the loss meets its cap: each stretch is then wholly within it or wholly beyond, and its
                // middle speaks for all of it.
                self.split(value - limit);
                self.split(value + limit);
                let mut from = self.low;
                for stretch in &mut self.stretches {
                    let middle = f64::midpoint(from, stretch.end);
                    if (middle - value).abs() < limit {
                        stretch.a += a;
                        stretch.b += b;
                        stretch.c += c;
                    } else {
                        stretch.c += weight * limit * limit;
                    }
                    from = stretch.end;
                }
            }
        }
    }

    /// Makes `level` the end of a stretch.
    fn split(&mut self, level: f64) {
        let index = self.stretches.partition_point(|stretch| stretch.end <= level);
        let from = index.checked_sub(1).map_or(self.low, |before| self.stretches[before].end);
        if level > from && index < self.stretches.len() {
            let first = Stretch { end: level, ..self.stretches[index] };
            self.stretches.insert(index, first);
        }
    }
}

/// Adds a stretch, as part of the last one if both are new pieces that begin at the same place.
fn append(stretches: &mut Vec<Stretch>, stretch: Stretch) {
    match stretches.last_mut() {
        Some(last) if last.begin == stretch.begin && last.a == 0.0 && stretch.a == 0.0 => {
            last.end = stretch.end;
        }
        _ => stretches.push(stretch),
    }
}
