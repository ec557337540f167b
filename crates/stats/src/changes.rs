//! Finds the changes of level in a series.
//!
//! Optimal partitioning: of all ways to cut the series into pieces of constant level, find the one with the smallest
//! sum of losses plus a penalty for every cut. Functional pruning finds it exactly: for every possible level of the
//! last piece it keeps the best cost so far. That takes about linear time; pruning of cuts (PELT) takes quadratic
//! time on a long series with few changes.
//!
//! Sources: R. Maidstone, T. Hocking, G. Rigaill, P. Fearnhead, "On optimal multiple changepoint algorithms for large
//! data", Statistics and Computing 27 (2017), the pruning; P. Fearnhead, G. Rigaill, "Changepoint Detection in the
//! Presence of Outliers", JASA 114 (2019), the capped loss.

/// The cost of a value that is off the level of its piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Loss {
    /// The square of its distance: the level is the mean.
    Squares,
    /// The square, but no more than at this distance: a single value, however far away, is no change (the biweight
    /// loss).
    Capped(f64),
}

/// The first indexes of all pieces but the first, ascending; empty for fewer than two values. `weights` state how
/// much each value counts, such as its duration: samples need not be equally far apart.
///
/// # Panics
///
/// Panics unless there are as many weights as values.
#[must_use]
pub fn find_changes(values: &[f64], weights: &[f64], loss: Loss, penalty: f64) -> Vec<usize> {
    assert_eq!(values.len(), weights.len(), "every value has a weight");
    let mut search = Search::new(values, loss);
    if search.has_one_level() {
        return Vec::new();
    }
    // For each i: where the last piece of the best partition of the first i + 1 values begins.
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

/// The noise of a series with changes: its standard deviation, estimated from the median absolute difference of
/// neighbours. A few changes and outliers do not affect it. `None` for fewer than three values.
#[must_use]
pub fn noise_of(values: &[f64]) -> Option<f64> {
    let differences: Vec<f64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    if differences.len() < 2 {
        return None;
    }
    crate::median_deviation(&differences).map(|deviation| deviation / std::f64::consts::SQRT_2)
}

/// The correlation of neighbours in a series with changes: its lag-1 autocorrelation if it is a first-order process,
/// 0 to 0.9. It is estimated from differences over one and over two steps, whose variances are as 1 to 1 + r; a few
/// changes and outliers do not affect it. 0 if it is negative or cannot be estimated.
#[must_use]
pub fn correlation_of(values: &[f64]) -> f64 {
    // Above this, a series of any practical length can hardly be told from a random walk. Arbitrary.
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

/// The factor by which a correlation of neighbours, as [`correlation_of`] estimates it, raises the penalty of a cut
/// over that for independent noise. It is the long-run variance over the variance that differences of neighbours
/// show, times up to two, because the correlation itself is only estimated.
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
/// Source: Y.-C. Yao, "Estimating the number of change-points via Schwarz' criterion", Statistics & Probability
/// Letters 6 (1988): with it the estimated number of changes converges to the true one as n grows.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "no series has 2^53 values")]
pub fn cut_penalty(noise: f64, count: usize) -> f64 {
    2.0 * noise * noise * (count.max(2) as f64).ln()
}

/// The cost a m^2 + b m + c of a partition whose last piece has level m, for levels up to `end`.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    end: f64,
    a: f64,
    b: f64,
    c: f64,
    /// Index at which the last piece begins.
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

    /// The levels between which the cost is below `cost`; `None` if it is nowhere.
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

/// The best cost for each level of the last piece, as stretches in ascending order of level.
struct Search {
    loss: Loss,
    /// Subtracted from every value, so that squares stay small.
    origin: f64,
    low: f64,
    stretches: Vec<Stretch>,
    spare: Vec<Stretch>,
}

impl Search {
    fn new(values: &[f64], loss: Loss) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Far from zero the three coefficients of a stretch cancel each other: at 500 MB/s in bytes, rounding would
        // lose the differences of squares.
        let origin = if low.is_finite() { f64::midpoint(low, high) } else { 0.0 };
        let whole = Stretch { end: high - origin, a: 0.0, b: 0.0, c: 0.0, begin: 0 };
        Self { loss, origin, low: low - origin, stretches: vec![whole], spare: Vec::new() }
    }

    /// Whether all values are equal, so that no change is possible.
    fn has_one_level(&self) -> bool {
        self.stretches[0].end <= self.low
    }

    /// The smallest cost, and where its last piece begins.
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

    /// Begins a new piece at `index`, at the levels where that is cheaper.
    fn allow_cut(&mut self, index: usize, penalty: f64) {
        // A new piece costs the same at any level: the best cost so far plus the penalty. A stretch that costs more
        // at some level can never be the cheaper one there again, so it is dropped. That is the pruning.
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

    /// Adds a value to the last piece.
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
                // Split where the loss meets its cap. Then each stretch lies wholly within the cap or wholly beyond,
                // and one test of its middle decides for all of it.
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

/// Adds a stretch, or extends the last one if both are new pieces that begin at the same index.
fn append(stretches: &mut Vec<Stretch>, stretch: Stretch) {
    match stretches.last_mut() {
        Some(last) if last.begin == stretch.begin && last.a == 0.0 && stretch.a == 0.0 => {
            last.end = stretch.end;
        }
        _ => stretches.push(stretch),
    }
}
