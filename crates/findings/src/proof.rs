//! Bounds that requests prove for a percentile if they are too few to measure it: if enough of them lie on one side
//! of a limit, the percentile does, too. The slower a drive is, the fewer requests it answers, and the more clearly
//! they prove it slow.
//!
//! Must not depend on the use of the percentile.

use iogram_model::{CellRecord, CellState, Figure, FigureBound, OpKind, float};
use iogram_stats::Histogram;

use crate::figure::{until_durable, value_of};

/// Probability that a proof is wrong. Arbitrary: a tenth of the usual 5 %, because it applies to three repetitions,
/// to each of them and to all together.
pub(crate) const CHANCE: f64 = 0.005;

/// Bounds of a figure. `None`: no bound on that side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Known {
    /// The figure is at least this large.
    pub(crate) least: Option<f64>,
    /// The figure is almost certainly no larger than this.
    pub(crate) most: Option<f64>,
    /// Whether there were too few requests for the figure itself.
    pub(crate) is_bound: bool,
}

impl Known {
    pub(crate) const fn exactly(value: f64) -> Self {
        Self { least: Some(value), most: Some(value), is_bound: false }
    }

    /// The kind of bound that a value from `least` (else `most`) is; `None` if it is the figure itself.
    pub(crate) fn end(self, is_least: bool) -> Option<FigureBound> {
        let end = if is_least { FigureBound::AtLeast } else { FigureBound::AtMost };
        self.is_bound.then_some(end)
    }
}

/// The bounds that all requests of these repetitions together prove for a percentile; none if the figure is not a
/// percentile, or if a repetition did not complete.
pub(crate) fn bounds(figure: Figure, cells: &[&CellRecord], operation: OpKind) -> Known {
    let unknown = Known { is_bound: true, ..Known::default() };
    let Some((quantile, merged)) = figure.quantile().zip(merged(cells, operation)) else {
        return unknown;
    };
    let bounds = merged.quantile_bounds(quantile, CHANCE);
    Known { least: bounds.least_ns.map(float), most: bounds.most_ns.map(float), is_bound: true }
}

/// The same for a caller that waits until a write is durable: no request takes longer than its write and its flush
/// together, or less than either.
pub(crate) fn durable_bounds(figure: Figure, cells: &[&CellRecord]) -> Known {
    let [write, flush] =
        [OpKind::Write, OpKind::Flush].map(|operation| bounds(figure, cells, operation));
    let least = [write.least, flush.least].into_iter().flatten().reduce(f64::max);
    let most = write.most.zip(flush.most).map(|(write, flush)| until_durable(write, flush));
    Known { least, most, is_bound: true }
}

/// For a single cell: the value, or the bounds that its requests prove.
pub(crate) fn known(figure: Figure, cell: &CellRecord, operation: OpKind) -> Known {
    match value_of(figure, cell, Some(operation)) {
        Some(value) => Known::exactly(value),
        None => bounds(figure, &[cell], operation),
    }
}

/// The number of requests that took `limit_ns` or longer, and the number of all; `None` if a repetition has none.
pub(crate) fn beyond(
    cells: &[&CellRecord],
    operation: OpKind,
    limit_ns: f64,
) -> Option<(u64, u64)> {
    let merged = merged(cells, operation)?;
    let buckets = merged.buckets();
    let is_beyond = |bucket: &&iogram_stats::Bucket| {
        // The middle of the bucket, because a round limit is often the edge of a bucket.
        float(bucket.from_ns.midpoint(bucket.to_ns)) >= limit_ns
    };
    let count = buckets.iter().filter(is_beyond).map(|it| it.count);
    Some((count.fold(0_u64, u64::saturating_add), merged.count()))
}

fn merged(cells: &[&CellRecord], operation: OpKind) -> Option<Histogram> {
    let mut merged = Histogram::new();
    for cell in cells {
        let record = cell.operations.of(operation)?;
        if cell.state != CellState::Completed {
            return None;
        }
        merged.merge(&Histogram::from_text(&record.histogram).ok()?);
    }
    (merged.count() > 0).then_some(merged)
}
