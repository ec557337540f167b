//! What requests prove of a percentile that they are too few to tell: where enough of them lie on one side of a limit, the
//! percentile does, too. The slower a drive is, the fewer requests it answers, and the surer they prove it slow.
//!
//! Must not know what is asked of the percentile.

use iogram_model::{CellRecord, CellState, Figure, FigureBound, OpKind, float};
use iogram_stats::Histogram;

use crate::figure::{until_durable, value_of};

/// So often a proof may be wrong. Arbitrary: a tenth of the usual 5 %, because three repetitions are looked at, each of them
/// and all together.
pub(crate) const CHANCE: f64 = 0.005;

/// What is known of a figure. `None`: nothing on that side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Known {
    /// It is at least so large.
    pub(crate) least: Option<f64>,
    /// It is hardly larger than that.
    pub(crate) most: Option<f64>,
    /// Whether requests were too few for the figure itself.
    pub(crate) is_bound: bool,
}

impl Known {
    pub(crate) const fn exactly(value: f64) -> Self {
        Self { least: Some(value), most: Some(value), is_bound: false }
    }

    /// Which end of the figure a value from `least` (else `most`) is.
    pub(crate) fn end(self, is_least: bool) -> Option<FigureBound> {
        let end = if is_least { FigureBound::AtLeast } else { FigureBound::AtMost };
        self.is_bound.then_some(end)
    }
}

/// What all requests of these repetitions together prove of a percentile; nothing where the figure is none, or one of them did
/// not complete.
pub(crate) fn bounds(figure: Figure, cells: &[&CellRecord], operation: OpKind) -> Known {
    let unknown = Known { is_bound: true, ..Known::default() };
    let Some((quantile, merged)) = figure.quantile().zip(merged(cells, operation)) else {
        return unknown;
    };
    let bounds = merged.quantile_bounds(quantile, CHANCE);
    Known { least: bounds.least_ns.map(float), most: bounds.most_ns.map(float), is_bound: true }
}

/// The same for whoever waits until a write is durable: no request takes longer than its write and its flush together, and
/// none less than either.
pub(crate) fn durable_bounds(figure: Figure, cells: &[&CellRecord]) -> Known {
    let [write, flush] =
        [OpKind::Write, OpKind::Flush].map(|operation| bounds(figure, cells, operation));
    let least = [write.least, flush.least].into_iter().flatten().reduce(f64::max);
    let most = write.most.zip(flush.most).map(|(write, flush)| until_durable(write, flush));
    Known { least, most, is_bound: true }
}

/// Of a cell by itself: the value, or what its requests prove of it.
pub(crate) fn known(figure: Figure, cell: &CellRecord, operation: OpKind) -> Known {
    match value_of(figure, cell, Some(operation)) {
        Some(value) => Known::exactly(value),
        None => bounds(figure, &[cell], operation),
    }
}

/// How many requests took `limit_ns` or longer, and how many there were; `None` where a repetition has none.
pub(crate) fn beyond(
    cells: &[&CellRecord],
    operation: OpKind,
    limit_ns: f64,
) -> Option<(u64, u64)> {
    let merged = merged(cells, operation)?;
    let buckets = merged.buckets();
    let is_beyond = |bucket: &&iogram_stats::Bucket| {
        // The middle: a limit in round numbers is often the edge of a bucket.
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
